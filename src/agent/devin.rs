//! Devin Local and Devin CLI: `PreToolUse` and `PermissionRequest` hooks.
//!
//! Owns its payloads and answers. A payload names no directory: the project's stands in the environment. Commands run in
//! shells that stay open, so where they run is not known.

use serde_json::{Value, json};

use super::claude_shape::{calls, is, read};
use super::health::Health;
use super::permission::{self, List};
use super::registration::{Entry, Form, Lists, Place, Registration, Settings, Sign, Start, TIMEOUT_SECONDS, When};
use super::{Agent, Asking, Call, Event, Failing, Moment, Reply, Ruling, Verified, Without};

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "devin",
    aliases: &["devin-cli", "devin-local"],
    title: "Devin Local, Devin CLI",
    marks: |payload| calls(payload, &["exec"]) && payload.has("prompt_id") && !payload.has("effort"),
    borrowed: true,
    directory_variable: "DEVIN_PROJECT_DIR",
    strays: true,
    unattended: None,
    events: &[
        Event {
            name: "PreToolUse",
            moment: Moment::Before,
            asking: Asking::Cannot { note: "", rewrites: true },
            limits: "",
            failing: Failing { killed: Without::Runs, ..Failing::all(Without::Unknown) },
            verified: Verified::Documented,
            is: |payload| is(payload, "PreToolUse"),
            read,
            write: before,
        },
        Event {
            name: "PermissionRequest",
            moment: Moment::Prompt,
            asking: Asking::Silence,
            limits: "",
            failing: Failing::all(Without::Unknown),
            verified: Verified::Documented,
            is: |payload| is(payload, "PermissionRequest"),
            read,
            write: before,
        },
        Event::after("PostToolUse", Verified::Documented, |payload| is(payload, "PostToolUse"), read),
    ],
    registration: &REGISTRATION,
    health: &HEALTH,
};

static HEALTH: Health = Health {
    example: r#"{"hook_event_name": "PreToolUse", "session_id": "runok-doctor", "prompt_id": "runok-doctor", "tool_name": "exec",
        "tool_input": {"command": "COMMAND", "shell_id": "main"}}"#,
    headless: None,
    obstacles: &[],
    trust: None,
    rivals: "what several answers come to is not documented",
};

static REGISTRATION: Registration = Registration {
    signs: &[Sign::Program("devin"), Sign::Path(Place::config("devin"))],
    user: &[&[Settings { file: Place::config("devin/config.json"), when: When::Always, form: Form::Json(&WITHIN) }]],
    project: &[&[Settings {
        file: Place::project(".devin/hooks.v1.json"),
        when: When::Always,
        form: Form::Json(&ALONE),
    }]],
    lists: &[List { file: Place::config("devin/config.json"), ends: "", read: permission::devin }],
    tools: "",
    by_hand: &["Devin takes it over at its next start."],
};

/// In a file of settings, and in a file that holds hooks alone.
const WITHIN: Lists = Lists { besides: &[], entries: &[Entry::last(&["hooks", "PreToolUse"], group)] };
const ALONE: Lists = Lists { besides: &[], entries: &[Entry::last(&["PreToolUse"], group)] };

fn group(start: &Start<'_>) -> Value {
    json!({"matcher": start.matcher("^exec$", ".*"), "hooks": [{
        "type": "command", "command": start.shell(), "timeout": TIMEOUT_SECONDS,
    }]})
}

/// The same words at both events; at the second, silence is the prompt that is about to come.
fn before(_: &Call, ruling: &Ruling) -> Reply {
    match ruling {
        Ruling::Allow(_) => Reply::json(&json!({"decision": "approve"})),
        Ruling::Deny(reason) | Ruling::AskDenied(reason) | Ruling::Ask(reason) => {
            Reply::json(&json!({"decision": "block", "reason": reason})).on_every_channel(reason)
        }
        // it puts this over the input that came
        Ruling::Rewrite { command, .. } => Reply::json(&json!({
            "hookSpecificOutput": {"hookEventName": "PreToolUse", "updatedInput": {"command": command}},
        })),
        Ruling::Silent => Reply::silence(),
    }
}
