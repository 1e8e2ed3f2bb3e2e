//! What a program for jq or yq reads beside its input.
//!
//! Owns finding the words by which such a program reaches for the environment or for files. Neither language can make a
//! name up, so a program that holds none of these words does neither. Refuses to parse: a word that stands in a string or
//! a comment counts as well, unless it plainly is a key (`.env`, `{env: 1}`, `"env"`) or a variable (`$env`). Refuses to
//! say that yq's `system` runs something: it does so beside one option only, of which the table says it.

use super::ProgramEffects;

/// These hand out variables of the environment.
const ENVIRONMENT: [&str; 4] = ["ENV", "env", "envsubst", "strenv"];

/// These read files, or programs out of files.
const FILES: [&str; 12] = [
    "eval",
    "import",
    "include",
    "load",
    "load_base64",
    "load_csv",
    "load_props",
    "load_str",
    "load_tsv",
    "load_xml",
    "load_yaml",
    "modulemeta",
];

/// Reads a program, or an operand that may be one.
pub(super) fn read(text: &str, effects: &mut ProgramEffects) {
    if is_file_name(text) {
        return;
    }
    for (at, word) in words(text) {
        if is_key(text, at, word) {
            continue;
        }
        if ENVIRONMENT.contains(&word) {
            effects.secrets = true;
        } else if FILES.contains(&word) || word.contains("load") {
            effects.reads_unseen = true;
            effects.secrets = true;
        }
    }
}

/// The names in a text, and where they begin.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let begin = rest.find(is_of_name)?;
        let from = rest.get(begin..)?;
        let word = from.get(..from.find(|one| !is_of_name(one)).unwrap_or(from.len()))?;
        let at = text.len() - from.len();
        rest = from.get(word.len()..)?;
        Some((at, word))
    })
}

fn is_of_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

/// `.env`, `$env`, `"env"`, `{env: 1}`, `{env}`, `, env: 1`.
fn is_key(text: &str, at: usize, word: &str) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let after = text.get(at + word.len()..).unwrap_or_default();
    let quoted = before.ends_with('"') && after.starts_with('"') || is_in_string(text, before);
    // `$ENV` is the environment, and in yq a key is followed by no parenthesis
    let named = before.ends_with('.') || before.ends_with('$') && word != "ENV";
    let key = match before.trim_end().chars().next_back() {
        Some('{') => after.trim_start().starts_with([':', '}', ',']),
        Some(',') => after.trim_start().starts_with([':', '}']),
        _ => false,
    };
    quoted || (named || key) && !after.trim_start().starts_with('(')
}

/// Does what stands before end within a string? Not told where an expression may stand in one, or a quote in a comment.
fn is_in_string(text: &str, before: &str) -> bool {
    let mut inside = false;
    let mut escaped = false;
    for character in before.chars() {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = inside,
            '"' => inside = !inside,
            _ => {}
        }
    }
    inside && !text.contains('#') && !text.contains("\\(")
}

/// `env.yml`: what yq is given may be a file as well as an expression.
fn is_file_name(text: &str) -> bool {
    let plain = |character: char| character.is_ascii_alphanumeric() || matches!(character, '.' | '/' | '_' | '-');
    let endings = [".yml", ".yaml", ".json", ".toml", ".xml", ".csv", ".tsv", ".properties", ".tf", ".ini"];
    text.chars().all(plain) && endings.iter().any(|ending| text.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::super::ProgramEffects;

    fn query(text: &str) -> ProgramEffects {
        super::super::query(&[text])
    }

    #[test]
    fn keys_and_variables_read_nothing() {
        let rows = [
            ".env",
            ".spec.containers[].env[] | .name",
            "select(.name == \"env\")",
            "{env: .x, load: 1}",
            "{a: 1, env: .b}",
            "{env}",
            ".[$env]",
            ".environment",
            ".a.load",
            "input_filename",
            ".[\"prod-env\"] | select(.x == \"load it\")",
            "env.yml",
            "config/load.json",
            "@sh \"\\(.x)\"",
            "getpath([\"a\"])",
        ];
        for row in rows {
            assert!(query(row).none(), "{row}");
        }
    }

    #[test]
    fn the_environment_and_files_are_found() {
        let rows = [
            "env",
            "$ENV.X",
            "$ ENV",
            "env.PATH",
            "\"\\(env)\"",
            "[env]",
            "{a: env}",
            ".a as $x | env",
            "strenv(X)",
            "\"a\" | env",
            "# \"\nenv",
        ];
        for row in rows {
            assert!(query(row).secrets, "{row}");
        }
        for row in
            ["import \"x\" as x; x", "include \"x\"; .", "load(\".env\")", "load_str(\"x\")", ".a = load (\"x\")"]
        {
            assert!(query(row).reads_unseen, "{row}");
        }
        // yq runs commands beside the option alone that allows it to, and that option says so
        assert!(!query("system(\"id\")").runs);
        assert!(query("\u{1}").unclear.is_some());
    }
}
