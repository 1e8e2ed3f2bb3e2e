//! Factory Droid: the `PreToolUse` hook.
//!
//! Owns its payloads and answers. Of several hooks the first decision counts, but exit code 2 of any refuses. Its documents
//! promise a prompt for `ask`; the program notes it and goes on, so it counts as an agent that cannot ask.

use serde_json::json;

use super::claude_shape::{calls, denial, is, permission, read, rewritten};
use super::{Agent, Asking, Call, Event, Failing, Moment, Reply, Ruling, Verified, Without};

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "droid",
    aliases: &["factory-droid"],
    title: "Factory Droid",
    marks: |payload| calls(payload, &["Execute"]),
    directory_variable: "",
    events: &[
        Event {
            name: "PreToolUse",
            moment: Moment::Before,
            asking: Asking::Cannot { note: "", rewrites: true },
            limits: "",
            failing: Failing::all(Without::Runs),
            verified: Verified::Read("0.215.0"),
            is: |payload| is(payload, "PreToolUse"),
            read,
            write: before,
        },
        Event::after("PostToolUse", Verified::Documented, |payload| is(payload, "PostToolUse"), read),
    ],
};

fn before(_: &Call, ruling: &Ruling) -> Reply {
    match ruling {
        Ruling::Allow(reason) => Reply::json(&permission("allow", reason)),
        Ruling::Ask(reason) => Reply::json(&permission("ask", reason)),
        Ruling::Deny(reason) | Ruling::AskDenied(reason) => denial(reason),
        // it puts this over the input that came
        Ruling::Rewrite { command, reason } => Reply::json(&rewritten(Some(reason), json!({"command": command}))),
        Ruling::Silent => Reply::silence(),
    }
}
