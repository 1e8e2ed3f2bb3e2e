//! GitHub Copilot's cloud agent: the `preToolUse` hook of a repository.
//!
//! Owns its answers; its payloads are those of Copilot CLI. Nobody sits there: it takes `ask` for a refusal, so `deny` is
//! said. Both start the hooks of `.github/hooks`, and a payload does not tell which of them it is: the registered name counts.

use super::copilot::{decision, is_plain, read};
use super::{Agent, Asking, Call, Event, Failing, Moment, Reply, Ruling, Verified, Without};

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "copilot-cloud-agent",
    aliases: &["copilot-coding-agent"],
    title: "GitHub Copilot cloud agent",
    marks: is_plain,
    directory_variable: "",
    events: &[
        Event {
            name: "preToolUse",
            moment: Moment::Before,
            asking: Asking::Cannot { note: "", rewrites: false },
            limits: "",
            failing: Failing::all(Without::Unknown),
            verified: Verified::Documented,
            is: |payload| is_plain(payload) && !payload.has("toolResult"),
            read,
            write: before,
        },
        Event::after("postToolUse", Verified::Documented, |payload| payload.has("toolResult"), read),
    ],
};

fn before(_: &Call, ruling: &Ruling) -> Reply {
    match ruling {
        Ruling::Allow(_) => Reply::json(&decision("allow", None)),
        Ruling::Ask(reason) | Ruling::Deny(reason) | Ruling::AskDenied(reason) | Ruling::Rewrite { reason, .. } => {
            Reply::json(&decision("deny", Some(reason)))
        }
        Ruling::Silent => Reply::silence(),
    }
}
