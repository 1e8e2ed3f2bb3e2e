//! Devin Local and Devin CLI: `PreToolUse` and `PermissionRequest` hooks.
//!
//! Owns its payloads and answers. A payload names no directory: the project's stands in the environment. Commands run in
//! shells that stay open, so one that changed the directory before is not seen.

use serde_json::json;

use super::claude_shape::{calls, is, read};
use super::{Agent, Asking, Call, Event, Failing, Moment, Reply, Ruling, Verified, Without};

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "devin",
    aliases: &["devin-cli", "devin-local"],
    title: "Devin Local, Devin CLI",
    marks: |payload| calls(payload, &["exec"]) && payload.has("prompt_id") && !payload.has("effort"),
    directory_variable: "DEVIN_PROJECT_DIR",
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
};

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
