//! OpenCode: what the plugin that `runok init` writes sends for `tool.execute.before` of version 1 and for
//! `permission.evaluate` of version 2, and what it is told.
//!
//! Owns those payloads and answers; they are runok's own, the plugin puts them into OpenCode's words. Version 1 cannot ask.
//! Version 2 shows its permission hook pieces of a command, without here-documents: only the whole text in `metadata` is
//! judged, and without it the answer is `ask`.

use serde_json::{Value, json};

use super::health::{Health, REQUEST};
use super::payload::CallKeys;
use super::permission::{self, List};
use super::registration::{Form, Place, Registration, Settings, Sign, When};
use super::shells::Heeded;
use super::{
    Agent, Asking, Call, Event, Failing, Moment, OPENCODE_PLUGIN, Payload, Reply, Ruling, Subject, Verified, Without,
    shells,
};

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "opencode",
    aliases: &[],
    title: "OpenCode",
    marks: |payload| {
        let called = payload.at(&["input", "sessionID"]).is_some() && payload.has("output");
        called || is_evaluation(payload) || is_asked(payload)
    },
    borrowed: false,
    directory_variable: "",
    strays: false,
    unattended: None,
    events: &[
        Event {
            name: "tool.execute.before",
            moment: Moment::Before,
            asking: Asking::Cannot { note: "", rewrites: true },
            limits: "not where OpenCode cannot load the plugin",
            failing: Failing::all(Without::Blocked),
            verified: Verified::Live("1.18.33"),
            is: |payload| payload.at(&["output", "args"]).is_some(),
            read,
            write: before,
        },
        Event {
            name: "permission.evaluate",
            moment: Moment::Before,
            asking: Asking::Prompts,
            limits: "not where OpenCode cannot load the plugin",
            failing: Failing::all(Without::Blocked),
            verified: Verified::Documented,
            is: is_evaluation,
            read: read_evaluation,
            write: evaluation,
        },
        Event::after("tool.execute.after", RECORDED, |payload| payload.at(&["output", "output"]).is_some(), nothing),
        Event::after("permission.asked", RECORDED, is_asked, nothing),
    ],
    registration: &REGISTRATION,
    health: &HEALTH,
};

static HEALTH: Health = Health {
    example: r#"{"input": {"tool": "bash", "sessionID": "runok-doctor", "callID": "runok-doctor"},
        "output": {"args": {"command": "COMMAND", "description": "runok doctor"}}, "directory": "DIRECTORY", "worktree": "DIRECTORY"}"#,
    headless: Some(&["opencode", "run", REQUEST]),
    obstacles: &[],
    trust: None,
    rivals: "each can change the command after runok has seen it",
};

static REGISTRATION: Registration = Registration {
    signs: &[Sign::Program("opencode"), Sign::Path(Place::config("opencode"))],
    user: &[&[Settings { file: Place::config("opencode/plugins/runok.js"), when: When::Always, form: PLUGIN }]],
    project: &[&[Settings { file: Place::project(".opencode/plugins/runok.js"), when: When::Always, form: PLUGIN }]],
    lists: &[
        List { file: Place::config("opencode/opencode.json"), ends: "", read: permission::opencode },
        List { file: Place::config("opencode/opencode.jsonc"), ends: "", read: permission::opencode },
    ],
    tools: "`--tools` changes nothing: its plugin hands runok the shell alone.",
    by_hand: &["OpenCode takes it over at its next start."],
};

const PLUGIN: Form = Form::Own { text: |start| super::plugin::text(OPENCODE_PLUGIN, start.program), executable: false };

/// It runs a command in the directory that the tool's input names.
const HEEDED: Heeded<'static> = Heeded { commands: &["command"], directories: &["workdir"] };

const RECORDED: Verified = Verified::Recorded("1.18.34");

fn is_evaluation(payload: &Payload) -> bool {
    payload.has("action") && payload.has("resources") && payload.has("effect")
}

fn is_asked(payload: &Payload) -> bool {
    payload.says("type", "permission.asked")
}

fn nothing(_: &Payload) -> Result<Call, String> {
    Ok(Call::unknown())
}

fn read(payload: &Payload) -> Result<Call, String> {
    payload.call(&CallKeys {
        tool: &["input", "tool"],
        input: &["output", "args"],
        directory: &["directory"],
        heeded: HEEDED,
    })
}

/// The plugin starts runok in the directory, or says that it does not know it.
fn read_evaluation(payload: &Payload) -> Result<Call, String> {
    let action = payload.required(&["action"])?;
    let directory = payload.directory(&["directory"])?;
    if !shells::is_shell(&action) {
        shells::readable(&action)?;
        let input = payload.at(&["metadata"]).and_then(Value::as_object).cloned().unwrap_or_default();
        return Ok(Call { subject: Subject::Tool(action), directory, input, ..Call::unknown() });
    }
    let call = shells::call(action, payload.object(&["metadata"])?, directory, HEEDED)?;
    Ok(if payload.has("directory") { call } else { call.here() })
}

fn before(_: &Call, ruling: &Ruling) -> Reply {
    Reply::json(&match ruling {
        Ruling::Allow(_) | Ruling::Silent => json!({"action": "proceed"}),
        Ruling::Deny(reason) | Ruling::AskDenied(reason) | Ruling::Ask(reason) => {
            json!({"action": "throw", "message": reason})
        }
        // it puts this over the arguments that came
        Ruling::Rewrite { command, .. } => json!({"action": "mutate", "args": {"command": command}}),
    })
}

fn evaluation(_: &Call, ruling: &Ruling) -> Reply {
    Reply::json(&match ruling {
        Ruling::Allow(_) => json!({"effect": "allow"}),
        Ruling::Ask(reason) => json!({"effect": "ask", "message": reason}),
        Ruling::Deny(reason) | Ruling::AskDenied(reason) | Ruling::Rewrite { reason, .. } => {
            json!({"effect": "deny", "message": reason})
        }
        Ruling::Silent => json!({}),
    })
}
