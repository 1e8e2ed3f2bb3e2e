//! VS Code's Copilot agent: the `PreToolUse` hook of its local harness. (Other harnesses are the agents they are named after.)
//!
//! Owns its payloads and answers. It ignores matchers, so every tool comes here, and what is no shell is answered by silence.
//! Hooks are started in the home directory: where `cwd` is missing, the directory is not known.

use super::claude_shape::{calls, denial, is, permission, read, rewritten};
use super::{Agent, Asking, Call, Event, Failing, Moment, Reply, Ruling, Verified, Without};

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "vscode",
    aliases: &["vscode-copilot"],
    title: "VS Code (Copilot, local harness)",
    marks: |payload| calls(payload, &["run_in_terminal"]),
    directory_variable: "",
    events: &[
        Event {
            name: "PreToolUse",
            moment: Moment::Before,
            asking: Asking::Prompts,
            limits: "",
            failing: Failing::all(Without::Runs),
            verified: Verified::Documented,
            is: |payload| is(payload, "PreToolUse"),
            read,
            write: before,
        },
        Event::after("PostToolUse", Verified::Documented, |payload| is(payload, "PostToolUse"), read),
    ],
};

fn before(call: &Call, ruling: &Ruling) -> Reply {
    match ruling {
        Ruling::Allow(reason) => Reply::json(&permission("allow", reason)),
        Ruling::Ask(reason) => Reply::json(&permission("ask", reason)),
        Ruling::Deny(reason) | Ruling::AskDenied(reason) => denial(reason),
        Ruling::Rewrite { command, reason } => {
            Reply::json(&rewritten(Some(reason), call.input_with("command", command)))
        }
        Ruling::Silent => Reply::silence(),
    }
}
