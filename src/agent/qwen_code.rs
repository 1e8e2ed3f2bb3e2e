//! Qwen Code: `PermissionRequest` hooks, which come before its prompt, and `PreToolUse` hooks, which come after it.
//!
//! Owns its payloads and answers. So `allow` at `PreToolUse` spares nobody a prompt. At exit code 2 its standard output is not
//! read, and without a text on standard error the command runs; a changed input is ignored, so `ask` is never rewritten.

use serde_json::json;

use super::claude_shape::{behaviour, calls, denial, is, permission, read};
use super::{Agent, Asking, Call, Event, Failing, Moment, Reply, Ruling, Verified, Without};

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "qwen-code",
    aliases: &["qwen"],
    title: "Qwen Code",
    marks: |payload| {
        let own = ["PreToolUse", "PermissionRequest", "PostToolUse", "PostToolUseFailure"];
        calls(payload, &["run_shell_command"]) && own.iter().any(|event| is(payload, event))
    },
    directory_variable: "",
    events: &[
        Event {
            name: "PreToolUse",
            moment: Moment::Before,
            asking: Asking::Prompts,
            limits: "",
            failing: Failing::all(Without::Runs),
            verified: Verified::Live("0.24.4"),
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
            write: prompt,
        },
        Event::after("PostToolUse", Verified::Documented, |payload| is(payload, "PostToolUse"), read),
        Event::after("PostToolUseFailure", Verified::Documented, |payload| is(payload, "PostToolUseFailure"), read),
    ],
};

fn before(_: &Call, ruling: &Ruling) -> Reply {
    match ruling {
        Ruling::Allow(reason) => Reply::json(&permission("allow", reason)),
        Ruling::Ask(reason) => Reply::json(&permission("ask", reason)),
        Ruling::Deny(reason) | Ruling::AskDenied(reason) | Ruling::Rewrite { reason, .. } => denial(reason),
        Ruling::Silent => Reply::silence(),
    }
}

fn prompt(_: &Call, ruling: &Ruling) -> Reply {
    match ruling {
        Ruling::Allow(_) => Reply::json(&behaviour(json!({"behavior": "allow"}))),
        Ruling::Deny(reason) | Ruling::AskDenied(reason) => {
            Reply::json(&behaviour(json!({"behavior": "deny", "message": reason})))
        }
        // its own prompt is about to come
        Ruling::Ask(_) | Ruling::Rewrite { .. } | Ruling::Silent => Reply::silence(),
    }
}
