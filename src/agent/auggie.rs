//! Auggie (Augment): the `PreToolUse` hook, and the `script-policy` of its tool permissions.
//!
//! Owns its payloads and answers. Of a hook's decisions only `deny` does anything. A script policy answers by exit code, and a
//! refusal is told by its standard output; it has no way to hold no opinion, so where runok has none, the code is 0.

use serde_json::json;

use super::claude_shape::{calls, denial, is};
use super::payload::CallKeys;
use super::{Agent, Asking, Call, Event, Failing, Moment, Payload, Reply, Ruling, Verified, Without};

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "auggie",
    aliases: &["augment"],
    title: "Auggie",
    marks: |payload| calls(payload, &["launch-process"]) || is_policy(payload),
    directory_variable: "",
    events: &[
        Event {
            name: "PreToolUse",
            moment: Moment::Before,
            asking: Asking::Cannot { note: "", rewrites: true },
            limits: "",
            failing: Failing::all(Without::Runs),
            verified: Verified::Read("0.36.0"),
            is: |payload| is(payload, "PreToolUse"),
            read,
            write: before,
        },
        Event {
            name: "toolPermissions.script-policy",
            moment: Moment::Before,
            asking: Asking::Cannot { note: "", rewrites: false },
            limits: "",
            failing: Failing { missing: Without::Unknown, ..Failing::all(Without::Blocked) },
            verified: Verified::Read("0.36.0"),
            is: is_policy,
            read: read_policy,
            write: policy,
        },
        Event::after("PostToolUse", Verified::Read("0.36.0"), |payload| is(payload, "PostToolUse"), read),
    ],
};

fn is_policy(payload: &Payload) -> bool {
    payload.has("tool-name") && payload.has("event-type")
}

/// The session's directory is the workspace, if there is just one.
fn read(payload: &Payload) -> Result<Call, String> {
    let keys = CallKeys { tool: &["tool_name"], input: &["tool_input"], directory: &[], commands: &["command"] };
    payload.clone().within(payload.only(&["workspace_roots"])).call(&keys)
}

fn read_policy(payload: &Payload) -> Result<Call, String> {
    let keys = CallKeys { tool: &["tool-name"], input: &["details"], directory: &[], commands: &["command"] };
    payload.call(&keys)
}

fn before(call: &Call, ruling: &Ruling) -> Reply {
    match ruling {
        Ruling::Allow(_) | Ruling::Silent => Reply::silence(),
        Ruling::Deny(reason) | Ruling::AskDenied(reason) | Ruling::Ask(reason) => denial(reason),
        Ruling::Rewrite { command, .. } => Reply::json(&json!({"hookSpecificOutput": {
            "hookEventName": "PreToolUse", "updatedInput": call.input_with("command", command),
        }})),
    }
}

fn policy(_: &Call, ruling: &Ruling) -> Reply {
    match ruling {
        Ruling::Allow(_) | Ruling::Silent => Reply::silence(),
        Ruling::Ask(reason) | Ruling::Deny(reason) | Ruling::AskDenied(reason) | Ruling::Rewrite { reason, .. } => {
            Reply::plain(1, reason)
        }
    }
}
