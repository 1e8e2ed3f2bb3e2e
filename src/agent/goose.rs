//! Goose: the `PreToolUse` hook of a plugin.
//!
//! Owns its payloads and answers. Its word for a refusal is `block`; `deny` would be no decision, and the command would run.

use serde_json::json;

use super::payload::CallKeys;
use super::{Agent, Asking, Call, Event, Failing, Moment, Payload, Reply, Ruling, Verified, Without};

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "goose",
    aliases: &[],
    title: "Goose",
    marks: |payload| payload.has("event") && payload.has("matcher_context"),
    directory_variable: "",
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
};

const DOCUMENTED: Verified = Verified::Documented;

fn read(payload: &Payload) -> Result<Call, String> {
    payload.call(&CallKeys {
        tool: &["tool_name"],
        input: &["tool_input"],
        directory: &["working_dir"],
        commands: &["command"],
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
