//! The lists in the JSON settings of agents.
//!
//! Owns under which keys each agent keeps them. Refuses nothing: what is not a list of the known form holds no entry.

use serde_json::Value;

use super::entry::{self, Bare, Dialect};
use super::tool::{FileTools, From};
use super::{About, Saying};
use crate::agent::registration::{Misfit, json_value};
use crate::verdict::Verdict;

type Sayings = Result<Vec<Saying>, Misfit>;

const UNHEARD: &str = "the agent does not go by the path of this tool: its `Edit` or `Read` entries are about files";
const SETTINGS: &str =
    "its path counts from the directory of the settings; the root of the file system is written `//`";
const PROJECT: &str =
    "its path counts from the root of a project, which may be another directory than runok is asked for";
const WORKSPACE: &str = "its path counts from the agent's workspace, which runok does not know";

/// What may read a file or show its name; a rule for `Read` is one for `Grep` too.
const READS: &[&str] = &["Read", "Glob", "LS"];
/// The same, and what changes it: what may not be read may not be changed either.
const ALL: &[&str] = &["Read", "Edit", "Glob", "LS"];
/// What changes a file; a rule for it is one for `Write` too.
const CHANGES: &[&str] = &["Edit"];
const READING: Result<(&str, &[&str]), &str> = Ok(("Read", &["Read"]));
/// Neither tool deletes, but other agents' tools for deleting are read as `Edit`.
const CHANGING: Result<(&str, &[&str]), &str> = Ok(("Edit|Write !<effect:deletes>", &["Edit", "Write"]));

/// `Edit` stands for all that change files, `Read` for all that read them.
const CLAUDE_FILES: &[FileTools] = &[
    FileTools { name: "Read", allow: READING, deny: ALL },
    FileTools { name: "Edit", allow: CHANGING, deny: CHANGES },
    FileTools { name: "Write", allow: Err(UNHEARD), deny: CHANGES },
    FileTools { name: "MultiEdit", allow: Err(UNHEARD), deny: CHANGES },
    FileTools { name: "NotebookEdit", allow: Err(UNHEARD), deny: CHANGES },
    FileTools { name: "Grep", allow: Err(UNHEARD), deny: READS },
    FileTools { name: "Glob", allow: Err(UNHEARD), deny: READS },
];

/// Of these it is documented that there are two, and not what else they stand for: an allow means no other tool.
const TWO_FILES: &[FileTools] = &[
    FileTools { name: "Read", allow: READING, deny: READS },
    FileTools { name: "Write", allow: Ok(("Write", &["Write"])), deny: CHANGES },
];

/// `permissions.allow`, `ask` and `deny` of Claude Code. What paths count from is documented, and was not seen.
///
/// # Errors
/// The text is no JSON.
pub fn claude_code(text: &str) -> Sayings {
    const CLAUDE: Dialect = Dialect {
        shells: &["Bash"],
        bare: Bare::Exactly,
        files: CLAUDE_FILES,
        paths: (From::Elsewhere(SETTINGS), From::Here),
    };
    permissions(text, &CLAUDE)
}

/// `tools.allowed` and `tools.exclude` of Gemini CLI, and their former names.
///
/// # Errors
/// The text is no JSON.
pub fn gemini_cli(text: &str) -> Sayings {
    const GEMINI: Dialect = Dialect {
        shells: &["run_shell_command", "ShellTool"],
        bare: Bare::Beginning,
        files: &[],
        paths: (From::Root, From::Elsewhere(PROJECT)),
    };
    let keys = [
        (vec!["tools", "allowed"], Verdict::Allow),
        (vec!["allowedTools"], Verdict::Allow),
        (vec!["tools", "exclude"], Verdict::Deny),
        (vec!["excludeTools"], Verdict::Deny),
    ];
    Ok(lists(&json_value(text)?, &keys, &|entry, verdict| entry::tool(entry, &GEMINI, verdict)))
}

/// The lists of Qwen Code: those of Claude Code and those of Gemini CLI. Only documented.
///
/// # Errors
/// The text is no JSON.
pub fn qwen_code(text: &str) -> Sayings {
    const QWEN: Dialect = Dialect {
        shells: &["Bash"],
        bare: Bare::Exactly,
        files: CLAUDE_FILES,
        paths: (From::Elsewhere(PROJECT), From::Here),
    };
    let mut all = permissions(text, &QWEN)?;
    all.extend(gemini_cli(text)?);
    Ok(all)
}

/// `permissions.allow` and `deny` of Cursor's command-line agent: `Shell(git)` is the command, whatever its arguments. Only
/// documented.
///
/// # Errors
/// The text is no JSON.
pub fn cursor(text: &str) -> Sayings {
    const CURSOR: Dialect = Dialect {
        shells: &["Shell"],
        bare: Bare::Beginning,
        files: TWO_FILES,
        paths: (From::Root, From::Elsewhere(WORKSPACE)),
    };
    permissions(text, &CURSOR)
}

/// `permissions.allow`, `ask` and `deny` of Devin's command-line agent. Only documented, and not how it compares.
///
/// # Errors
/// The text is no JSON.
pub fn devin(text: &str) -> Sayings {
    const DEVIN: Dialect = Dialect {
        shells: &["Exec"],
        bare: Bare::Unsure,
        files: TWO_FILES,
        paths: (From::Elsewhere(WORKSPACE), From::Elsewhere(WORKSPACE)),
    };
    permissions(text, &DEVIN)
}

fn permissions(text: &str, dialect: &Dialect) -> Sayings {
    let keys = [("allow", Verdict::Allow), ("ask", Verdict::Ask), ("deny", Verdict::Deny)];
    let keys = keys.map(|(key, verdict)| (vec!["permissions", key], verdict));
    Ok(lists(&json_value(text)?, &keys, &|entry, verdict| entry::tool(entry, dialect, verdict)))
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
        Some(Saying {
            verdict,
            text: format!("permission.bash {glob:?}"),
            about: entry::line(glob, Bare::Exactly, verdict),
        })
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
            about: entry::line(glob, Bare::Exactly, verdict),
        };
        sayings.extend(globs.iter().map(about));
        if globs.is_empty() {
            let about = About::Unclear("it matches on something else than the command");
            sayings.push(Saying { verdict, text: entry.to_string(), about });
        }
    }
    Ok(sayings)
}

pub(super) fn verdict(word: &str) -> Option<Verdict> {
    match word {
        "allow" => Some(Verdict::Allow),
        "ask" => Some(Verdict::Ask),
        "deny" | "reject" => Some(Verdict::Deny),
        _ => None,
    }
}

pub(super) fn lists(
    value: &Value,
    keys: &[(Vec<&str>, Verdict)],
    read: &dyn Fn(&str, Verdict) -> About,
) -> Vec<Saying> {
    let mut sayings = Vec::new();
    for (keys, verdict) in keys {
        let list = keys.iter().try_fold(value, |value, key| value.get(key)).and_then(Value::as_array);
        let entries = list.into_iter().flatten().filter_map(Value::as_str);
        sayings.extend(entries.map(|text| Saying {
            verdict: *verdict,
            text: text.to_owned(),
            about: read(text, *verdict),
        }));
    }
    sayings
}
