//! The lists of agents that write more than texts in a list: objects, or regular expressions.
//!
//! Owns under which keys each keeps them. All of it is documented by the makers, and none was seen at work; where it is not told
//! how an entry compares, an allow is read as narrow and a deny or ask as wide as it can be.

use serde_json::Value;

use super::entry::{self, Bare};
use super::settings::{lists, verdict};
use super::tool::ToolEntry;
use super::{About, EVERYTHING, Saying, regex};
use crate::agent::registration::{Misfit, json_value};
use crate::command::tool::MCP;
use crate::verdict::Verdict;

type Sayings = Result<Vec<Saying>, Misfit>;

const WHOLE_LINE: &str = "it is about whole lines, and runok judges each command";
const FILES: &str = "it is about every file of a place, so that runok would have nothing to decide";
const NAMES: &str = "runok does not know what the agent calls that tool";
const PATHS: &str = "it is a regular expression about paths or addresses, which a rule cannot say";
const ELSEWHERE: &str = "a program or a server decides it";
const AFTERWARDS: &str = "it is about what comes after a call";
const NOT_UNDERSTOOD: &str = "it is not understood";

/// `permissions-config.json` of Copilot CLI: what was approved, for each directory. A rule counts where that is the working
/// directory, and not below it, where another repository may be.
///
/// # Errors
/// The text is no JSON.
pub fn copilot(text: &str) -> Sayings {
    let value = json_value(text)?;
    let locations = value.get("locations").and_then(Value::as_object);
    let mut sayings = Vec::new();
    for (directory, location) in locations.into_iter().flatten() {
        for approval in location.get("tool_approvals").and_then(Value::as_array).into_iter().flatten() {
            let commands = approval.get("commandIdentifiers").and_then(Value::as_array);
            let commands = commands.filter(|_| approval.get("kind").and_then(Value::as_str) == Some("commands"));
            let named = commands.into_iter().flatten().filter_map(Value::as_str).map(|command| {
                let about = About::Within(directory.clone(), Box::new(identifier(command)));
                Saying { verdict: Verdict::Allow, text: format!("{command:?} in {directory}"), about }
            });
            sayings.extend(named);
            if commands.is_none() {
                let text = format!("{approval} in {directory}");
                sayings.push(Saying { verdict: Verdict::Allow, text, about: About::Unclear(approved(approval)) });
            }
        }
    }
    Ok(sayings)
}

/// A `*` means something after a colon at the end alone.
fn identifier(command: &str) -> About {
    match command.strip_suffix(":*") {
        Some(before) if !before.contains('*') => entry::line(command, Bare::Exactly, Verdict::Allow),
        None if !command.contains('*') => entry::line(command, Bare::Exactly, Verdict::Allow),
        _ => About::Unclear(NOT_UNDERSTOOD),
    }
}

fn approved(approval: &Value) -> &'static str {
    match approval.get("kind").and_then(Value::as_str) {
        Some("read" | "write") => FILES,
        Some("mcp" | "mcp-sampling" | "custom-tool" | "memory" | "extension-management") => NAMES,
        _ => NOT_UNDERSTOOD,
    }
}

/// `chat.tools.terminal.autoApprove` of VS Code: the beginning of a command or `/an expression/`; what is not approved asks.
///
/// # Errors
/// The text is no JSON.
pub fn vscode(text: &str) -> Sayings {
    let value = json_value(text)?;
    let entries = value.get("chat.tools.terminal.autoApprove").and_then(Value::as_object);
    let mut sayings = Vec::new();
    for (key, said) in entries.into_iter().flatten().filter(|(_, said)| !said.is_null()) {
        let approves = said.as_bool().or_else(|| said.get("approve").and_then(Value::as_bool));
        let verdict = if approves == Some(true) { Verdict::Allow } else { Verdict::Ask };
        let whole = said.get("matchCommandLine").and_then(Value::as_bool) == Some(true);
        let about = match approves {
            None => vec![About::Unclear(NOT_UNDERSTOOD)],
            Some(_) if whole => vec![About::Unclear(WHOLE_LINE)],
            Some(_) => approval(key, verdict),
        };
        let text = format!("chat.tools.terminal.autoApprove {key:?}");
        sayings.extend(about.into_iter().map(|about| Saying { verdict, text: text.clone(), about }));
    }
    Ok(sayings)
}

fn approval(key: &str, verdict: Verdict) -> Vec<About> {
    match key.strip_prefix('/').and_then(|rest| rest.rsplit_once('/')) {
        Some((expression, flags)) if !flags.contains(char::is_uppercase) && flags.len() < 3 => {
            regex::about(expression, flags.contains('i'), verdict)
        }
        _ if key.contains('*') => vec![About::Unclear(NOT_UNDERSTOOD)],
        // the last word ends where the text does, or goes on with what is no letter
        _ => vec![match (entry::line(key, Bare::Unsure, verdict), verdict) {
            (About::Exactly(words), Verdict::Allow) => About::Beginning(words),
            (about, _) => about,
        }],
    }
}

/// `windsurf.cascadeCommandsAllowList` and `DenyList`: the beginnings of commands; what is denied there asks.
///
/// # Errors
/// The text is no JSON.
pub fn windsurf(text: &str) -> Sayings {
    let keys = [
        (vec!["windsurf.cascadeCommandsAllowList"], Verdict::Allow),
        (vec!["windsurf.cascadeCommandsDenyList"], Verdict::Ask),
    ];
    Ok(lists(&json_value(text)?, &keys, &|text, verdict| entry::line(text, Bare::Unsure, verdict)))
}

/// `commandAllowlist`, `commandDenylist` (which asks) and `commandBlocklist` of Factory Droid.
///
/// # Errors
/// The text is no JSON.
pub fn droid(text: &str) -> Sayings {
    let keys = [
        (vec!["commandAllowlist"], Verdict::Allow),
        (vec!["commandDenylist"], Verdict::Ask),
        (vec!["commandBlocklist"], Verdict::Deny),
    ];
    Ok(lists(&json_value(text)?, &keys, &|text, verdict| entry::line(text, Bare::Unsure, verdict)))
}

/// `permissions.allowed_tools` of Crush: names of tools.
///
/// # Errors
/// The text is no JSON.
pub fn crush(text: &str) -> Sayings {
    let read = |name: &str, _: Verdict| match name {
        "bash" => About::Unclear(EVERYTHING),
        name => About::Tool(ToolEntry::Every(name.to_owned())),
    };
    Ok(lists(&json_value(text)?, &[(vec!["permissions", "allowed_tools"], Verdict::Allow)], &read))
}

/// `toolPermissions` of Auggie, without runok's own.
///
/// # Errors
/// The text is no JSON.
pub fn auggie(text: &str) -> Sayings {
    let value = json_value(text)?;
    let mut sayings = Vec::new();
    for entry in value.get("toolPermissions").and_then(Value::as_array).into_iter().flatten() {
        let of = |key| entry.get(key).and_then(Value::as_str);
        let permission = entry.get("permission");
        let kind = permission.and_then(|permission| permission.get("type")).and_then(Value::as_str).unwrap_or_default();
        let script = permission.and_then(|permission| permission.get("script")).and_then(Value::as_str);
        if script.is_some_and(|script| script.ends_with("/hooks/runok-policy.sh")) {
            continue;
        }
        let verdict = if kind == "ask-user" { Some(Verdict::Ask) } else { verdict(kind) };
        let about = match (verdict, of("toolName"), of("shellInputRegex")) {
            (None, ..) => vec![About::Unclear(if kind.ends_with("-policy") { ELSEWHERE } else { NOT_UNDERSTOOD })],
            _ if of("eventType").is_some_and(|event| event != "tool-call") => vec![About::Unclear(AFTERWARDS)],
            (Some(verdict), Some("launch-process"), Some(expression)) => regex::about(expression, false, verdict),
            (_, Some("launch-process"), None) => vec![About::Unclear(EVERYTHING)],
            (_, Some(name), None) => vec![About::Tool(ToolEntry::Every(name.to_owned()))],
            _ => vec![About::Unclear(NOT_UNDERSTOOD)],
        };
        let verdict = verdict.unwrap_or(Verdict::Ask);
        sayings.extend(about.into_iter().map(|about| Saying { verdict, text: entry.to_string(), about }));
    }
    Ok(sayings)
}

/// `agent.tool_permissions` of Zed.
///
/// # Errors
/// The text is no JSON.
pub fn zed(text: &str) -> Sayings {
    let value = json_value(text)?;
    let tools = value.get("agent").and_then(|agent| agent.get("tool_permissions")).and_then(|all| all.get("tools"));
    let mut sayings = Vec::new();
    for (name, tool) in tools.and_then(Value::as_object).into_iter().flatten() {
        let default = tool.get("default").and_then(Value::as_str).and_then(zed_verdict);
        sayings.extend(default.map(|verdict| Saying {
            verdict,
            text: format!("{name}.default"),
            about: zed_tool(name),
        }));
        let keys = [("always_allow", Verdict::Allow), ("always_confirm", Verdict::Ask), ("always_deny", Verdict::Deny)];
        for (key, verdict) in keys {
            for pattern in tool.get(key).and_then(Value::as_array).into_iter().flatten() {
                let expression = pattern.get("pattern").and_then(Value::as_str);
                let either_case = pattern.get("case_sensitive").and_then(Value::as_bool) != Some(true);
                let about = match expression {
                    Some(expression) if name == "terminal" => regex::about(expression, either_case, verdict),
                    Some(_) => vec![About::Unclear(PATHS)],
                    None => vec![About::Unclear(NOT_UNDERSTOOD)],
                };
                let text = format!("{name}.{key} {:?}", expression.unwrap_or_default());
                sayings.extend(about.into_iter().map(|about| Saying { verdict, text: text.clone(), about }));
            }
        }
    }
    Ok(sayings)
}

fn zed_verdict(word: &str) -> Option<Verdict> {
    if word == "confirm" { Some(Verdict::Ask) } else { verdict(word) }
}

/// A whole tool: `mcp:server:tool`, or one of its own.
fn zed_tool(name: &str) -> About {
    match name.strip_prefix("mcp:").and_then(|rest| rest.split_once(':')) {
        Some((server, tool)) if !tool.is_empty() => About::Tool(ToolEntry::Mcp(format!("{MCP}{server}__{tool}"))),
        _ if name == "terminal" => About::Unclear(EVERYTHING),
        _ => About::Unclear(NAMES),
    }
}
