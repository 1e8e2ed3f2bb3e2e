//! Crush: the `PreToolUse` hook.
//!
//! Owns its payloads and answers. It reads JSON at exit code 0 alone, standard error at 2. An answer without a decision leaves
//! the call to its own permission prompt, which is the nearest to `ask`; a session that approves everything has none.

use serde_json::{Value, json};

use super::claude_shape::read_below;
use super::health::Health;
use super::permission::{self, List};
use super::registration::{
    Entry, Form, Lists, Place, Registration, Settings, Sign, Start, TIMEOUT_SECONDS, When, quoted,
};
use super::{Agent, Asking, Call, Event, Failing, Moment, Payload, Reply, Ruling, Verified, Without};

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "crush",
    aliases: &[],
    title: "Crush",
    marks: |payload| payload.has("event") && payload.has("cwd") && !payload.has("matcher_context"),
    borrowed: false,
    directory_variable: "",
    strays: false,
    unattended: None,
    events: &[Event {
        name: "PreToolUse",
        moment: Moment::Before,
        asking: Asking::Rules,
        limits: "sub-agents start no hook",
        failing: Failing::all(Without::Runs),
        verified: Verified::Documented,
        is: |payload| payload.says("event", "PreToolUse"),
        read,
        write: before,
    }],
    registration: &REGISTRATION,
    health: &HEALTH,
};

static HEALTH: Health = Health {
    example: r#"{"event": "PreToolUse", "session_id": "runok-doctor", "cwd": "DIRECTORY", "tool_name": "bash",
        "tool_input": {"command": "COMMAND", "description": "runok doctor"}}"#,
    headless: None,
    obstacles: &[],
    trust: None,
    rivals: "a refusal of any of them counts",
};

/// The script of settings, where it is in use, else the JSON file that it replaces.
static REGISTRATION: Registration = Registration {
    signs: &[Sign::Program("crush"), Sign::Path(Place::config("crush"))],
    user: &[&[
        Settings { file: Place::config("crush/crushrc"), when: When::Exists, form: Form::Lines(line) },
        Settings { file: Place::config("crush/crush.json"), when: When::Always, form: HOOKS },
    ]],
    project: &[&[
        Settings { file: Place::project(".crush.json"), when: When::Exists, form: HOOKS },
        Settings { file: Place::project("crush.json"), when: When::Always, form: HOOKS },
    ]],
    lists: &[List { file: Place::config("crush/crush.json"), ends: "", read: permission::crush }],
    tools: "",
    by_hand: &["Crush takes it over at its next start. Its sub-agents start no hooks."],
};

const HOOKS: Form = Form::Json(&Lists { besides: &[], entries: &[Entry::last(&["hooks", "PreToolUse"], handler)] });

fn handler(start: &Start<'_>) -> Value {
    json!({
        "name": "runok", "matcher": start.matcher("^bash$", ".*"), "command": start.shell(), "timeout": TIMEOUT_SECONDS,
    })
}

fn line(start: &Start<'_>) -> String {
    let matcher = start.matcher("^bash$", ".*");
    format!("hook add PreToolUse --name runok --matcher '{matcher}' --command {}", quoted(&start.shell()))
}

fn read(payload: &Payload) -> Result<Call, String> {
    read_below(payload, &["working_dir"])
}

fn before(_: &Call, ruling: &Ruling) -> Reply {
    match ruling {
        Ruling::Allow(reason) => Reply::json(&json!({"version": 1, "decision": "allow", "reason": reason})),
        Ruling::Deny(reason) | Ruling::AskDenied(reason) => {
            Reply::json(&json!({"version": 1, "decision": "deny", "reason": reason})).on_every_channel(reason)
        }
        Ruling::Rewrite { command, .. } => Reply::json(&json!({"version": 1, "updated_input": {"command": command}})),
        Ruling::Ask(_) | Ruling::Silent => Reply::json(&json!({"version": 1})),
    }
}
