//! Google Antigravity: the `PreToolUse` hook.
//!
//! Owns its payloads and answers. A decision has to be printed always. `force_ask` is runok's `ask`, whatever the user has
//! granted before; no opinion is its `ask`, which heeds what the user has granted, and lets nothing else run unasked.

use serde_json::{Value, json};

use super::health::{Health, Obstacle};
use super::payload::CallKeys;
use super::registration::{Entry, Form, Lists, Place, Registration, Settings, Sign, Start, TIMEOUT_SECONDS, When};
use super::shells::Heeded;
use super::{Agent, Asking, Call, Event, Failing, Moment, Payload, Reply, Ruling, Verified, Without};

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "antigravity",
    aliases: &[],
    title: "Google Antigravity",
    marks: |payload| payload.has("toolCall") && payload.has("stepIdx"),
    borrowed: false,
    directory_variable: "",
    strays: false,
    unattended: None,
    events: &[Event {
        name: "PreToolUse",
        moment: Moment::Before,
        asking: Asking::Prompts,
        limits: "",
        failing: Failing::all(Without::Unknown),
        verified: Verified::Documented,
        is: |payload| payload.has("toolCall"),
        read,
        write: before,
    }],
    registration: &REGISTRATION,
    health: &HEALTH,
};

static HEALTH: Health = Health {
    example: r#"{"conversationId": "runok-doctor", "workspacePaths": ["DIRECTORY"], "transcriptPath": "", "stepIdx": 0,
        "toolCall": {"name": "run_command", "args": {"CommandLine": "COMMAND", "Cwd": "DIRECTORY", "WaitMsBeforeAsync": 500}}}"#,
    headless: None,
    obstacles: &[
        Obstacle { file: Place::home(".gemini/config/hooks.json"), keys: &["runok", "enabled"], off: "false" },
        Obstacle { file: Place::project(".agents/hooks.json"), keys: &["runok", "enabled"], off: "false" },
    ],
    trust: None,
    rivals: "what several answers come to is not documented",
};

static REGISTRATION: Registration = Registration {
    signs: &[
        Sign::Program("antigravity"),
        Sign::Program("agy"),
        Sign::Path(Place::home(".antigravity")),
        Sign::Path(Place::home(".gemini/config")),
    ],
    user: &[&[Settings { file: Place::home(".gemini/config/hooks.json"), when: When::Always, form: HOOKS }]],
    project: &[&[Settings { file: Place::project(".agents/hooks.json"), when: When::Always, form: HOOKS }]],
    lists: &[],
    tools: "",
    by_hand: &["Antigravity takes it over at its next start."],
};

const HOOKS: Form = Form::Json(&Lists {
    besides: &[(&["runok", "enabled"], "true")],
    entries: &[Entry::last(&["runok", "PreToolUse"], group)],
});

fn group(start: &Start<'_>) -> Value {
    json!({"matcher": start.matcher("run_command", ".*"), "hooks": [{
        "type": "command", "command": start.shell(), "timeout": TIMEOUT_SECONDS,
    }]})
}

/// `Cwd` of the input; else the workspace, if there is just one.
fn read(payload: &Payload) -> Result<Call, String> {
    let keys = CallKeys {
        tool: &["toolCall", "name"],
        input: &["toolCall", "args"],
        directory: &[],
        heeded: Heeded { commands: &["CommandLine"], directories: &["Cwd"] },
    };
    payload.clone().within(payload.only(&["workspacePaths"])).call(&keys)
}

fn before(_: &Call, ruling: &Ruling) -> Reply {
    match ruling {
        Ruling::Allow(_) => Reply::json(&json!({"decision": "allow"})),
        Ruling::Ask(reason) => Reply::json(&json!({"decision": "force_ask", "reason": reason})),
        Ruling::Deny(reason) | Ruling::AskDenied(reason) | Ruling::Rewrite { reason, .. } => {
            Reply::json(&json!({"decision": "deny", "reason": reason}))
        }
        Ruling::Silent => Reply::json(&json!({"decision": "ask"})),
    }
}
