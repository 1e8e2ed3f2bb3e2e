//! Goose: the `PreToolUse` hook of a plugin.
//!
//! Owns its payloads and answers. Its word for a refusal is `block`; `deny` would be no decision, and the command would run.

use serde_json::{Value, json};

use super::health::Health;
use super::payload::CallKeys;
use super::registration::{
    Entry, Form, Lists, Place, Registration, Settings, Sign, Start, TIMEOUT_SECONDS, When, own_json,
};
use super::shells::Heeded;
use super::{Agent, Asking, Call, Event, Failing, Moment, Payload, Reply, Ruling, Verified, Without};

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "goose",
    aliases: &[],
    title: "Goose",
    marks: |payload| payload.has("event") && payload.has("matcher_context"),
    borrowed: false,
    directory_variable: "",
    strays: false,
    unattended: None,
    events: &[
        Event {
            name: "PreToolUse",
            moment: Moment::Before,
            asking: Asking::Cannot { note: "", rewrites: false },
            limits: "",
            failing: Failing { switch: "on_failure: block", ..Failing::all(Without::Blocked) },
            verified: Verified::Documented,
            is: |payload| payload.says("event", "PreToolUse"),
            read,
            write: before,
        },
        Event::after("PostToolUse", DOCUMENTED, |payload| payload.says("event", "PostToolUse"), read),
        Event::after("PostToolUseFailure", DOCUMENTED, |payload| payload.says("event", "PostToolUseFailure"), read),
        Event::after("PreToolUseResult", DOCUMENTED, |payload| payload.says("event", "PreToolUseResult"), read),
        Event::after("AfterShellExecution", DOCUMENTED, |payload| payload.says("event", "AfterShellExecution"), read),
    ],
    registration: &REGISTRATION,
    health: &HEALTH,
};

static HEALTH: Health = Health {
    example: r#"{"event": "PreToolUse", "session_id": "runok-doctor", "matcher_context": "developer__shell",
        "tool_name": "developer__shell", "tool_input": {"command": "COMMAND"}, "working_dir": "DIRECTORY", "tool_call_id": "runok-doctor"}"#,
    headless: None,
    obstacles: &[],
    trust: None,
    rivals: "any of them can only block",
};

/// A plugin: a directory with its description and its hooks.
static REGISTRATION: Registration = Registration {
    signs: &[Sign::Program("goose"), Sign::Path(Place::config("goose"))],
    user: &[
        &[Settings { file: Place::home(".agents/plugins/runok/plugin.json"), when: When::Always, form: PLUGIN }],
        &[Settings { file: Place::home(".agents/plugins/runok/hooks/hooks.json"), when: When::Always, form: HOOKS }],
    ],
    project: &[
        &[Settings { file: Place::project(".agents/plugins/runok/plugin.json"), when: When::Always, form: PLUGIN }],
        &[Settings { file: Place::project(".agents/plugins/runok/hooks/hooks.json"), when: When::Always, form: HOOKS }],
    ],
    lists: &[],
    tools: "",
    by_hand: &["Goose takes it over at its next start."],
};

/// What it says of itself; it is known again by that.
const DESCRIPTION: &str = "Lets runok decide about commands; written by `runok init`";

const PLUGIN: Form = Form::Own {
    text: |_| own_json(&json!({"name": "runok", "version": "1.0.0", "description": DESCRIPTION})),
    executable: false,
};

const HOOKS: Form = Form::Json(&Lists { besides: &[], entries: &[Entry::last(&["hooks", "PreToolUse"], group)] });

fn group(start: &Start<'_>) -> Value {
    json!({"matcher": start.matcher("shell", ".*"), "hooks": [{
        "type": "command", "command": start.shell(), "timeout": TIMEOUT_SECONDS, "on_failure": "block",
    }]})
}

const DOCUMENTED: Verified = Verified::Documented;

fn read(payload: &Payload) -> Result<Call, String> {
    payload.call(&CallKeys {
        tool: &["tool_name"],
        input: &["tool_input"],
        directory: &["working_dir"],
        heeded: Heeded::command(&["command"]),
    })
}

fn before(_: &Call, ruling: &Ruling) -> Reply {
    match ruling {
        Ruling::Allow(_) => Reply::json(&json!({"decision": "allow"})),
        Ruling::Ask(reason) | Ruling::Deny(reason) | Ruling::AskDenied(reason) | Ruling::Rewrite { reason, .. } => {
            Reply::json(&json!({"decision": "block", "reason": reason})).on_every_channel(reason)
        }
        Ruling::Silent => Reply::silence(),
    }
}
