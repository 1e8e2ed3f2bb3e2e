//! Crush: the `PreToolUse` hook.
//!
//! Owns its payloads and answers. It reads JSON at exit code 0 alone, standard error at 2. An answer without a decision leaves
//! the call to its own permission prompt, which is the nearest to `ask`; a session that approves everything has none.

use serde_json::json;

use super::claude_shape::read;
use super::{Agent, Asking, Call, Event, Failing, Moment, Reply, Ruling, Verified, Without};

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "crush",
    aliases: &[],
    title: "Crush",
    marks: |payload| payload.has("event") && payload.has("cwd") && !payload.has("matcher_context"),
    directory_variable: "",
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
};

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
