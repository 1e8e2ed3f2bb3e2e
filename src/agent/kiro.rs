//! Kiro: the `PreToolUse` hook of the IDE and of CLI 3, and `preToolUse` of CLI 2, which was Amazon Q.
//!
//! Owns its payloads and answers. It hears the exit code alone; its documents contradict each other about all but 0 and 2.

use super::claude_shape::{calls, is, read};
use super::{Agent, Asking, Call, Event, Failing, Moment, Reply, Ruling, Verified, Without};

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "kiro",
    aliases: &["kiro-cli"],
    title: "Kiro",
    marks: |payload| calls(payload, &["execute_bash", "execute_pwsh"]),
    directory_variable: "",
    events: &[
        Event { name: "PreToolUse", is: |payload| is(payload, "PreToolUse"), ..BEFORE },
        Event { name: "preToolUse", is: |payload| is(payload, "preToolUse"), ..BEFORE },
        Event::after("PostToolUse", Verified::Documented, |payload| is(payload, "PostToolUse"), read),
        Event::after("postToolUse", Verified::Documented, |payload| is(payload, "postToolUse"), read),
    ],
};

const BEFORE: Event = Event {
    name: "",
    moment: Moment::Before,
    asking: Asking::Cannot { note: "", rewrites: false },
    limits: "",
    failing: Failing::all(Without::Unknown),
    verified: Verified::Documented,
    is: |_| false,
    read,
    write: before,
};

fn before(_: &Call, ruling: &Ruling) -> Reply {
    match ruling {
        Ruling::Allow(_) | Ruling::Silent => Reply::silence(),
        Ruling::Ask(reason) | Ruling::Deny(reason) | Ruling::AskDenied(reason) | Ruling::Rewrite { reason, .. } => {
            Reply::code(2, reason)
        }
    }
}
