//! Which entries of an agent's settings start runok.
//!
//! Owns every form in which runok was ever registered: with another path, by the names of its wrapper scripts, with the
//! options of runok 0.3, written by hand; and which options of one a person chose. Refuses to say whether a form is right, and
//! to call an entry ours that starts anything besides runok.

use serde_json::Value;

/// A registration of runok that stands in a file.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// The keys that lead to the list it stands in, with dots: `hooks.PreToolUse`. Empty for a file or lines of our own.
    pub list: String,
    /// The words of the command, the program first.
    pub words: Vec<String>,
    /// The entry as it stands there; a text for a file or lines of our own.
    pub entry: Value,
}

/// How much of an entry is ours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Share {
    /// Nothing.
    None,
    /// Handlers of a group that holds others too: their places in it.
    Part(Vec<usize>),
    /// All of it.
    Whole,
}

/// How much of an entry is ours.
pub(super) fn share(entry: &Value) -> Share {
    let Some(Value::Array(handlers)) = entry.get("hooks") else {
        return if command(entry).is_some() { Share::Whole } else { Share::None };
    };
    let ours: Vec<usize> =
        handlers.iter().enumerate().filter(|(_, handler)| command(handler).is_some()).map(|(at, _)| at).collect();
    match ours.len() {
        0 => Share::None,
        count if count == handlers.len() => Share::Whole,
        _ => Share::Part(ours),
    }
}

/// The commands of an entry that start runok.
pub(super) fn commands(entry: &Value) -> Vec<Vec<String>> {
    match entry.get("hooks") {
        Some(Value::Array(handlers)) => handlers.iter().filter_map(command).collect(),
        _ => command(entry).into_iter().collect(),
    }
}

/// The words of a handler, if they start runok.
fn command(handler: &Value) -> Option<Vec<String>> {
    let nested = ["action", "permission"].iter().filter_map(|key| handler.get(*key));
    let candidates = std::iter::once(handler).chain(nested).flat_map(spellings);
    candidates.into_iter().find(|words| starts_runok(words))
}

/// The commands that a handler may start, by every key that agents have for them.
fn spellings(handler: &Value) -> Vec<Vec<String>> {
    let text = |key: &str| handler.get(key).and_then(Value::as_str);
    let arguments: Option<Vec<String>> = handler
        .get("args")
        .and_then(Value::as_array)
        .map(|words| words.iter().filter_map(Value::as_str).map(str::to_owned).collect());
    let mut found = Vec::new();
    if let (Some(program), Some(arguments)) = (text("command").or_else(|| text("exec")), &arguments) {
        found.push(std::iter::once(program.to_owned()).chain(arguments.iter().cloned()).collect());
    }
    for key in ["command", "exec", "bash", "powershell", "script", "to"] {
        found.extend(text(key).filter(|text| is_one_command(text)).map(words));
    }
    found
}

/// A shell text as words; one that no shell could read, at its blanks.
pub(super) fn words(text: &str) -> Vec<String> {
    shlex::split(text).unwrap_or_else(|| text.split_whitespace().map(str::to_owned).collect())
}

fn starts_runok(words: &[String]) -> bool {
    match words {
        [program, verb, ..] if name(program) == "runok" => verb == "hook" || is_former(verb, words),
        [program, ..] => matches!(name(program), "runok.sh" | "runok-policy.sh" | "runok-amp-delegate"),
        [] => false,
    }
}

/// Is a shell text one plain command? Of `runok hook X; audit` more would go than runok.
fn is_one_command(text: &str) -> bool {
    let (mut quote, mut escaped, mut dollar) = (None, false, false);
    for character in text.trim().chars() {
        let substitutes = character == '`' || (dollar && character == '(');
        match (quote, character) {
            _ if escaped => escaped = false,
            (Some('\''), '\'') => quote = None,
            (Some('\''), _) => {}
            (_, '\\') => escaped = true,
            (Some(_), '"') => quote = None,
            (None, '\'' | '"') => quote = Some(character),
            _ if substitutes => return false,
            (None, ';' | '|' | '&' | '<' | '>' | '(' | ')' | '\n') => return false,
            _ => {}
        }
        dollar = character == '$';
    }
    quote.is_none()
}

/// The options of a command of ours that `runok init` never writes by itself: another policy, another deadline.
pub(super) fn chosen(words: &[String]) -> Vec<String> {
    let mut chosen = Vec::new();
    let mut rest = words.iter().skip(2);
    while let Some(word) = rest.next() {
        match word.as_str() {
            "-c" | "--config" | "--deadline" => chosen.extend(std::iter::once(word).chain(rest.next()).cloned()),
            _ if ["--config=", "--deadline="].iter().any(|option| word.starts_with(option)) => {
                chosen.push(word.clone())
            }
            _ if word.starts_with("-c") => chosen.push(word.clone()),
            _ => {}
        }
    }
    chosen
}

/// `runok check --input-format claude-code-hook`, as runok 0.3 was registered at first.
fn is_former(verb: &str, words: &[String]) -> bool {
    verb == "check" && words.iter().any(|word| word.starts_with("--input-format"))
}

fn name(program: &str) -> &str {
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    name.strip_suffix(".exe").unwrap_or(name)
}
