//! Google Antigravity: the `PreToolUse` hook.
//!
//! Owns its payloads and answers. A decision has to be printed always. `force_ask` is runok's `ask`, whatever the user has
//! granted before; no opinion is its `ask`, which heeds what the user has granted, and lets nothing else run unasked.

use serde_json::json;

use super::payload::CallKeys;
use super::{Agent, Asking, Call, Event, Failing, Moment, Payload, Reply, Ruling, Verified, Without};

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "antigravity",
    aliases: &[],
    title: "Google Antigravity",
    marks: |payload| payload.has("toolCall") && payload.has("stepIdx"),
    directory_variable: "",
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
};

/// `Cwd` of the input; else the workspace, if there is just one.
fn read(payload: &Payload) -> Result<Call, String> {
    let keys = CallKeys {
        tool: &["toolCall", "name"],
        input: &["toolCall", "args"],
        directory: &[],
        commands: &["CommandLine"],
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
