//! Cline: the `PreToolUse` hook of the CLI and of the VS Code extension, which name their events differently.
//!
//! Owns its payloads and answers. Exit codes mean nothing; `cancel` ends the whole run. There are no matchers, so every tool
//! comes here, and what is no shell is answered by `{"cancel":false}`. The CLI runs a list of commands, each in one of several
//! shapes: all of them are judged, and what is in none of the shapes is refused.

use serde_json::{Map, Value, json};

use super::health::Health;
use super::payload::CallKeys;
use super::registration::{Form, Place, Registration, Settings, Sign, When, wrapper};
use super::shells::Heeded;
use super::{Agent, Asking, Call, Event, Failing, Moment, Payload, Reply, Ruling, Subject, Verified, Without, shells};

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "cline",
    aliases: &[],
    title: "Cline",
    marks: |payload| payload.has("hookName") && payload.has("clineVersion"),
    borrowed: false,
    directory_variable: "",
    strays: false,
    unattended: None,
    events: &[
        Event {
            name: "tool_call",
            moment: Moment::Before,
            asking: Asking::Cannot { note: "", rewrites: true },
            limits: "",
            failing: Failing::all(Without::Runs),
            verified: Verified::Live("3.0.65"),
            is: |payload| payload.says("hookName", "tool_call"),
            read: read_cli,
            write: before_cli,
        },
        Event {
            name: "PreToolUse",
            moment: Moment::Before,
            asking: Asking::Cannot { note: "", rewrites: false },
            limits: "",
            failing: Failing { late: Without::Runs, ..Failing::all(Without::Unknown) },
            verified: Verified::Documented,
            is: |payload| payload.says("hookName", "PreToolUse"),
            read: read_extension,
            write: before_extension,
        },
        Event::after("tool_result", Verified::Documented, |payload| payload.says("hookName", "tool_result"), nothing),
        Event::after("PostToolUse", Verified::Documented, |payload| payload.says("hookName", "PostToolUse"), nothing),
    ],
    registration: &REGISTRATION,
    health: &HEALTH,
};

static HEALTH: Health = Health {
    example: r#"{"clineVersion": "", "hookName": "tool_call", "timestamp": "2026-01-01T00:00:00.000Z", "taskId": "runok-doctor",
        "workspaceRoots": ["DIRECTORY"], "userId": "unknown", "agent_id": "runok-doctor", "parent_agent_id": null,
        "tool_call": {"id": "runok-doctor", "name": "run_commands", "input": {"commands": ["COMMAND"]}},
        "preToolUse": {"toolName": "run_commands", "parameters": {"commands": "[]"}}}"#,
    headless: None,
    obstacles: &[],
    trust: None,
    rivals: "any of them can only block, or change the command after runok has seen it",
};

/// A hook is registered by its file's name. There is no matcher and no switch; the script says `cancel` where runok says nothing.
static REGISTRATION: Registration = Registration {
    signs: &[Sign::Program("cline"), Sign::Path(Place::home(".cline")), Sign::Path(Place::home("Documents/Cline"))],
    user: &[
        &[Settings { file: Place::home(".cline/hooks/PreToolUse"), when: When::Always, form: SCRIPT }],
        &[Settings {
            file: Place::home("Documents/Cline/Hooks/PreToolUse"),
            when: When::With(Place::home("Documents/Cline")),
            form: SCRIPT,
        }],
    ],
    project: &[
        &[Settings { file: Place::project(".cline/hooks/PreToolUse"), when: When::Always, form: SCRIPT }],
        &[Settings {
            file: Place::project(".clinerules/hooks/PreToolUse"),
            when: When::With(Place::project(".clinerules")),
            form: SCRIPT,
        }],
    ],
    lists: &[],
    tools: "`--tools` changes nothing: its hooks have no matchers, so that every tool comes to runok anyway.",
    by_hand: &["In the VS Code extension, turn on Settings > Features > Enable Hooks; the CLI needs nothing."],
};

const SCRIPT: Form = Form::Own { text: |start| wrapper(start, "", CANCEL), executable: true };

const CANCEL: &str =
    "printf '%s\\n' '{\"cancel\":true,\"errorMessage\":\"runok gave no answer, so the command is refused\"}'";

/// What the CLI runs; it heeds no directory.
const HEEDED: Heeded<'static> = Heeded::command(&["commands"]);

fn nothing(_: &Payload) -> Result<Call, String> {
    Ok(Call::unknown())
}

fn workspace(payload: &Payload) -> Result<Option<String>, String> {
    Ok(payload.directory(&["workspaceInfo", "rootPath"])?.or_else(|| payload.only(&["workspaceRoots"])))
}

fn read_extension(payload: &Payload) -> Result<Call, String> {
    payload.clone().within(workspace(payload)?).call(&CallKeys {
        tool: &["preToolUse", "toolName"],
        input: &["preToolUse", "parameters"],
        directory: &[],
        heeded: Heeded::command(&["command"]),
    })
}

fn read_cli(payload: &Payload) -> Result<Call, String> {
    let tool = payload.required(&["tool_call", "name"])?;
    shells::readable(&tool)?;
    let value = payload.at(&["tool_call", "input"]).ok_or("`tool_call.input` is missing")?;
    let input = value.as_object().cloned().unwrap_or_default();
    let directory = workspace(payload)?;
    if !shells::is_shell(&tool) {
        return Ok(Call { subject: Subject::Tool(tool), directory, input, ..Call::unknown() });
    }
    let (mut texts, mut told) = (Vec::new(), Ok(()));
    match input.get("commands") {
        Some(commands) => {
            told = shells::plain(&input, HEEDED);
            list(commands, &mut texts)?;
        }
        None => list(value, &mut texts)?,
    }
    let call = Call { subject: Subject::Shell(texts), directory, input, ..Call::unknown() };
    Ok(call.doubted(told).enter_own(HEEDED))
}

/// A command, or several.
fn list(value: &Value, texts: &mut Vec<String>) -> Result<(), String> {
    match value {
        Value::Array(entries) => entries.iter().try_for_each(|entry| command(entry, texts)),
        other => command(other, texts),
    }
}

/// One command: a text, its words, or a program with its arguments.
fn command(entry: &Value, texts: &mut Vec<String>) -> Result<(), String> {
    match entry {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(found) => words(&known(found)?, texts)?,
        Value::Object(object) => program(object, texts)?,
        _ => return Err("one of `commands` is neither a text nor a command with arguments".to_owned()),
    }
    Ok(())
}

fn program(object: &Map<String, Value>, texts: &mut Vec<String>) -> Result<(), String> {
    let unread =
        object.keys().find(|key| !["command", "cmd", "args", "description", "timeout", "cwd"].contains(&key.as_str()));
    if let Some(key) = unread {
        return Err(format!("`{key}` of one of `commands` is not known"));
    }
    if object.get("cwd").is_some_and(|directory| !directory.is_null()) {
        return Err("one of `commands` has a directory of its own".to_owned());
    }
    let name = match (object.get("command"), object.get("cmd")) {
        (Some(Value::String(name)), None) | (None, Some(Value::String(name))) => name.clone(),
        _ => return Err("one of `commands` names no command, or two".to_owned()),
    };
    let arguments = match object.get("args") {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(arguments)) => known(arguments)?,
        Some(_) => return Err("`args` of one of `commands` is not a list".to_owned()),
    };
    words(&[vec![name], arguments].concat(), texts)
}

fn known(words: &[Value]) -> Result<Vec<String>, String> {
    let known: Option<Vec<String>> = words.iter().map(|word| word.as_str().map(str::to_owned)).collect();
    known.filter(|words| !words.is_empty()).map_or_else(
        || {
            if words.is_empty() {
                Ok(Vec::new())
            } else {
                Err("one of `commands` has words that are no text".to_owned())
            }
        },
        Ok,
    )
}

/// Words may be run as they are, or put together with blanks for a shell: both are judged where they differ.
fn words(words: &[String], texts: &mut Vec<String>) -> Result<(), String> {
    if words.is_empty() {
        return Err("one of `commands` is empty".to_owned());
    }
    let plain = words.join(" ");
    if words.len() > 1 {
        let quoted = shlex::try_join(words.iter().map(String::as_str)).map_err(|error| error.to_string())?;
        if quoted != plain {
            texts.push(quoted);
        }
    }
    texts.push(plain);
    Ok(())
}

fn before_cli(_: &Call, ruling: &Ruling) -> Reply {
    match ruling {
        Ruling::Allow(_) | Ruling::Silent => Reply::json(&json!({"cancel": false})),
        Ruling::Deny(reason) | Ruling::AskDenied(reason) | Ruling::Ask(reason) => {
            Reply::json(&json!({"cancel": true, "errorMessage": reason}))
        }
        Ruling::Rewrite { command, .. } => {
            Reply::json(&json!({"cancel": false, "overrideInput": {"commands": [command]}}))
        }
    }
}

fn before_extension(_: &Call, ruling: &Ruling) -> Reply {
    let said =
        |cancel: bool, reason: &str| json!({"cancel": cancel, "contextModification": "", "errorMessage": reason});
    match ruling {
        Ruling::Allow(_) | Ruling::Silent => Reply::json(&said(false, "")),
        Ruling::Deny(reason) | Ruling::AskDenied(reason) | Ruling::Ask(reason) | Ruling::Rewrite { reason, .. } => {
            Reply::json(&said(true, reason))
        }
    }
}
