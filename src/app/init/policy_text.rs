//! Rules added to the text of a policy file.
//!
//! Owns where they go: at the end of `rules`, with the indentation of what stands there. Refuses a list that is written on one
//! line, and whatever it cannot find its way in; whoever calls looks whether what came out is a policy that says so.

/// What a policy begins with where there was none: nothing is then denied less than before.
const FIRST: &str = "# What runok decides by, see runok.yaml(5). Begun by `runok init`.\n";
const EXTENDS: &str = "extends: [builtin:default]\n";

/// A rule to add.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line {
    /// `allow`, `ask` or `deny`.
    pub action: &'static str,
    /// The pattern, which holds no quote and no line break.
    pub pattern: String,
    /// Its condition, which holds no single quote and no line break.
    pub when: Option<String>,
    /// Where it comes from; shown as a comment, if it is plain text.
    pub from: String,
}

/// The text of a policy with these rules alone; `extends` where nothing else is a policy.
pub(super) fn fresh(rules: &[Line], extends: bool) -> String {
    let begins = if extends { format!("{FIRST}{EXTENDS}") } else { FIRST.to_owned() };
    format!("{begins}\nrules:\n{}", written(rules, "  ", "\n"))
}

/// The text with the rules at the end of its `rules`; nothing where that cannot be done.
pub(super) fn with(text: &str, rules: &[Line]) -> Option<String> {
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let keys: Vec<usize> = positions(&lines, |line| line.starts_with("rules:") || line.starts_with("\"rules\""));
    let at = match keys.as_slice() {
        [] => {
            let gap = if text.is_empty() || text.ends_with('\n') { "" } else { end };
            let one_document = !lines.iter().any(|line| line.starts_with("---") || line.starts_with("..."));
            return one_document.then(|| format!("{text}{gap}{end}rules:{end}{}", written(rules, "  ", end)));
        }
        [at] => *at,
        _ => return None,
    };
    let value = lines.get(at)?.strip_prefix("rules:")?.trim();
    if !value.is_empty() && !value.starts_with('#') {
        return None;
    }
    let within = lines.get(at + 1..)?;
    let indent = indentation(within)?;
    let belongs = |line: &str| depth(line) > indent || (depth(line) == indent && begins_entry(line));
    let after = within.iter().position(|line| !is_blank(line) && !belongs(line)).unwrap_or(within.len());
    // blank lines and comments at the end belong to what follows
    let last = within.get(..after)?.iter().rposition(|line| !is_blank(line)).map_or(0, |last| last + 1);
    let (before, rest) = lines.split_at(at + 1 + last);
    let before = before.concat();
    let gap = if before.ends_with('\n') { "" } else { end };
    let rules = written(rules, &" ".repeat(indent), end);
    Some(format!("{before}{gap}{rules}{}", rest.concat()))
}

/// How deep the entries of the list stand that these lines begin with; nothing where they begin with something else.
fn indentation(within: &[&str]) -> Option<usize> {
    match within.iter().find(|line| !is_blank(line)) {
        Some(first) if begins_entry(first) => Some(depth(first)),
        // the list is empty, and the next key follows
        Some(first) if !first.starts_with([' ', '-']) => Some(2),
        None => Some(2),
        Some(_) => None,
    }
}

fn depth(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

fn begins_entry(line: &str) -> bool {
    line.trim_start_matches(' ').starts_with("- ")
}

fn positions(lines: &[&str], is: impl Fn(&str) -> bool) -> Vec<usize> {
    lines.iter().enumerate().filter(|(_, line)| is(line)).map(|(at, _)| at).collect()
}

fn is_blank(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with('#')
}

fn written(rules: &[Line], indent: &str, end: &str) -> String {
    let mut text = String::new();
    for rule in rules {
        if rule.from.chars().all(|character| character == ' ' || character.is_ascii_graphic()) {
            text.push_str(&format!("{indent}# from {}{end}", rule.from));
        }
        text.push_str(&format!("{indent}- {}: '{}'{end}", rule.action, rule.pattern));
        if let Some(when) = &rule.when {
            text.push_str(&format!("{indent}  when: '{when}'{end}"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line() -> [Line; 1] {
        [Line { action: "allow", pattern: "git push *".to_owned(), when: None, from: "X: Bash(git push:*)".to_owned() }]
    }

    #[test]
    fn rules_go_to_the_end_of_the_list() {
        for (before, after) in [
            ("rules:\n  - deny: a\n", "rules:\n  - deny: a\n@"),
            (
                "rules: # mine\n- deny: a\n\n# then\ndefaults: {}\n",
                "rules: # mine\n- deny: a\n@0\n# then\ndefaults: {}\n",
            ),
            (
                "rules:\n  - deny: a\n    tests:\n      - deny: a\ntypes: {}\n",
                "rules:\n  - deny: a\n    tests:\n      - deny: a\n@types: {}\n",
            ),
            ("rules:\n    - deny: a", "rules:\n    - deny: a\n@4"),
            ("rules:\ntypes: {}\n", "rules:\n@types: {}\n"),
            ("defaults: {}", "defaults: {}\n\nrules:\n@"),
        ] {
            let rule = |indent: &str| format!("{indent}# from X: Bash(git push:*)\n{indent}- allow: 'git push *'\n");
            let expected = after.replace("@4", &rule("    ")).replace("@0", &rule("")).replace('@', &rule("  "));
            assert_eq!(with(before, &line()).as_deref(), Some(expected.as_str()), "{before}");
            let returns = |text: &str| text.replace('\n', "\r\n");
            if before.contains('\n') {
                assert_eq!(with(&returns(before), &line()), Some(returns(&expected)), "{before}");
            }
        }
    }

    #[test]
    fn a_condition_stands_below_its_rule() {
        let [line] = line();
        let lines = [Line { when: Some("fs.cwd == \"/x\"".to_owned()), ..line.clone() }, line];
        let text = with("rules:\n", &lines).unwrap();
        assert!(text.contains("  - allow: 'git push *'\n    when: 'fs.cwd == \"/x\"'\n  # from"), "{text}");
    }

    #[test]
    fn what_is_written_otherwise_is_left_alone() {
        for text in [
            "rules: [{deny: a}]\n",
            "\"rules\":\n  - deny: a\n",
            "rules:\n  deny: a\n",
            "---\na: 1\n",
            "rules:\nrules:\n",
        ] {
            assert_eq!(with(text, &line()), None, "{text}");
        }
    }
}
