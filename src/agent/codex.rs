//! Codex CLI: `PreToolUse` and `PermissionRequest` hooks.
//!
//! Owns its payloads and answers. Codex takes a hook whose answer it does not understand for a failed one and runs the
//! command: a bare `allow`, an `ask`, an unknown key, a reason that is empty. So only what it knows is ever said.

use serde_json::json;

use super::claude_shape::{self, behaviour, denial, is, rewritten};
use super::{Agent, Asking, Call, Event, Failing, Moment, Payload, Reply, Ruling, Verified, Without};

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "codex",
    aliases: &["codex-cli"],
    title: "Codex CLI",
    marks: |payload| payload.has("turn_id") && payload.has("model"),
    directory_variable: "",
    events: &[
        Event {
            name: "PreToolUse",
            moment: Moment::Before,
            asking: Asking::Cannot { note: "", rewrites: true },
            limits: "only once the hook is trusted in `/hooks`",
            failing: Failing::all(Without::Runs),
            verified: Verified::Live("0.169.0"),
            is: |payload| is(payload, "PreToolUse"),
            read,
            write: before,
        },
        Event {
            name: "PermissionRequest",
            moment: Moment::Prompt,
            asking: Asking::Silence,
            limits: "",
            failing: Failing::all(Without::Harmless),
            verified: Verified::Recorded("0.169.0"),
            is: |payload| is(payload, "PermissionRequest"),
            read,
            write: prompt,
        },
        Event::after("PostToolUse", Verified::Recorded("0.169.0"), |payload| is(payload, "PostToolUse"), read),
    ],
};

/// Hooks are started in the session's directory.
fn read(payload: &Payload) -> Result<Call, String> {
    claude_shape::read(payload).map(Call::here)
}

fn before(call: &Call, ruling: &Ruling) -> Reply {
    match ruling {
        Ruling::Allow(_) | Ruling::Silent => Reply::silence(),
        Ruling::Deny(reason) | Ruling::AskDenied(reason) | Ruling::Ask(reason) => denial(reason),
        Ruling::Rewrite { command, .. } => Reply::json(&rewritten(None, call.input_with("command", command))),
    }
}

/// A rewritten input is an error here, so only the other answers are given.
fn prompt(_: &Call, ruling: &Ruling) -> Reply {
    match ruling {
        Ruling::Allow(_) => Reply::json(&behaviour(json!({"behavior": "allow"}))),
        Ruling::Deny(reason) | Ruling::AskDenied(reason) => {
            Reply::json(&behaviour(json!({"behavior": "deny", "message": reason})))
        }
        Ruling::Ask(_) | Ruling::Rewrite { .. } | Ruling::Silent => Reply::silence(),
    }
}
