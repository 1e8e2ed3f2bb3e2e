//! The lists in the JSON settings of agents.
//!
//! Owns under which keys each agent keeps them. Refuses nothing: what is not a list of the known form holds no entry.

use serde_json::Value;

use super::entry::{self, Bare};
use super::{About, Saying};
use crate::agent::registration::{Misfit, json_value};
use crate::verdict::Verdict;

type Sayings = Result<Vec<Saying>, Misfit>;

/// `permissions.allow`, `ask` and `deny` of Claude Code.
///
/// # Errors
/// The text is no JSON.
pub fn claude_code(text: &str) -> Sayings {
    let keys = [("allow", Verdict::Allow), ("ask", Verdict::Ask), ("deny", Verdict::Deny)];
    let read = |entry: &str| entry::tool(entry, &["Bash"], Bare::Exactly);
    Ok(lists(&json_value(text)?, &keys.map(|(key, verdict)| (vec!["permissions", key], verdict)), &read))
}

/// `tools.allowed` and `tools.exclude` of Gemini CLI, and their former names.
///
/// # Errors
/// The text is no JSON.
pub fn gemini_cli(text: &str) -> Sayings {
    let keys = [
        (vec!["tools", "allowed"], Verdict::Allow),
        (vec!["allowedTools"], Verdict::Allow),
        (vec!["tools", "exclude"], Verdict::Deny),
        (vec!["excludeTools"], Verdict::Deny),
    ];
    let read = |entry: &str| entry::tool(entry, &["run_shell_command", "ShellTool"], Bare::Beginning);
    Ok(lists(&json_value(text)?, &keys, &read))
}

/// The lists of Qwen Code: those of Claude Code and those of Gemini CLI.
///
/// # Errors
/// The text is no JSON.
pub fn qwen_code(text: &str) -> Sayings {
    let mut all = claude_code(text)?;
    all.extend(gemini_cli(text)?);
    Ok(all)
}

/// `permissions.allow` and `deny` of Cursor's command-line agent: `Shell(git)` is the command, whatever its arguments.
///
/// # Errors
/// The text is no JSON.
pub fn cursor(text: &str) -> Sayings {
    let keys = [(vec!["permissions", "allow"], Verdict::Allow), (vec!["permissions", "deny"], Verdict::Deny)];
    let read = |entry: &str| entry::tool(entry, &["Shell"], Bare::Beginning);
    Ok(lists(&json_value(text)?, &keys, &read))
}

/// `permission.bash` of OpenCode: a word for all commands, or one for each glob.
///
/// # Errors
/// The text is no JSON.
pub fn opencode(text: &str) -> Sayings {
    let value = json_value(text)?;
    let Some(bash) = value.get("permission").and_then(|all| all.get("bash")).and_then(Value::as_object) else {
        return Ok(Vec::new());
    };
    let saying = |(glob, said): (&String, &Value)| {
        let verdict = verdict(said.as_str()?)?;
        Some(Saying { verdict, text: format!("permission.bash {glob:?}"), about: entry::line(glob, Bare::Exactly) })
    };
    Ok(bash.iter().filter_map(saying).collect())
}

/// `amp.permissions`: the entries for the shell that match on nothing but its command.
///
/// # Errors
/// The text is no JSON.
pub fn amp(text: &str) -> Sayings {
    let value = json_value(text)?;
    let entries = value.get("amp.permissions").and_then(Value::as_array);
    let mut sayings = Vec::new();
    for entry in entries.into_iter().flatten().filter(|entry| entry.get("tool") == Some(&Value::from("Bash"))) {
        let Some(verdict) = entry.get("action").and_then(Value::as_str).and_then(verdict) else { continue };
        let matches = entry.get("matches").and_then(Value::as_object);
        let globs: Vec<&str> = match matches {
            Some(matches) if matches.len() == 1 && entry.get("context").is_none() => match matches.get("cmd") {
                Some(Value::String(glob)) => vec![glob],
                Some(Value::Array(globs)) => globs.iter().filter_map(Value::as_str).collect(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        };
        let about = |glob: &&str| Saying {
            verdict,
            text: format!("amp.permissions {glob:?}"),
            about: entry::line(glob, Bare::Exactly),
        };
        sayings.extend(globs.iter().map(about));
        if globs.is_empty() {
            let about = About::Unclear("it matches on something else than the command");
            sayings.push(Saying { verdict, text: entry.to_string(), about });
        }
    }
    Ok(sayings)
}

fn verdict(word: &str) -> Option<Verdict> {
    match word {
        "allow" => Some(Verdict::Allow),
        "ask" => Some(Verdict::Ask),
        "deny" | "reject" => Some(Verdict::Deny),
        _ => None,
    }
}

fn lists(value: &Value, keys: &[(Vec<&str>, Verdict)], read: &dyn Fn(&str) -> About) -> Vec<Saying> {
    let mut sayings = Vec::new();
    for (keys, verdict) in keys {
        let list = keys.iter().try_fold(value, |value, key| value.get(key)).and_then(Value::as_array);
        let entries = list.into_iter().flatten().filter_map(Value::as_str);
        sayings.extend(entries.map(|text| Saying { verdict: *verdict, text: text.to_owned(), about: read(text) }));
    }
    sayings
}
