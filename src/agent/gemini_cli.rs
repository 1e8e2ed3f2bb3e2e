//! Gemini CLI: the `BeforeTool` hook.
//!
//! Owns its payloads and answers. Its prompt shows `systemMessage` and not `reason`, so both are given; `allow` there does
//! not spare the user Gemini's own prompt. A command runs in `dir_path` of its input, which is relative to `cwd`.

use serde_json::json;

use super::claude_shape::{is, read};
use super::{Agent, Asking, Call, Event, Failing, Moment, Reply, Ruling, Verified, Without};

const RECORDED: Verified = Verified::Recorded("0.61.0");

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "gemini-cli",
    aliases: &["gemini"],
    title: "Gemini CLI",
    marks: |payload| is(payload, "BeforeTool"),
    directory_variable: "",
    events: &[
        Event {
            name: "BeforeTool",
            moment: Moment::Before,
            asking: Asking::Prompts,
            limits: "",
            failing: Failing { missing: Without::Blocked, ..Failing::all(Without::Runs) },
            verified: Verified::Live("0.61.0"),
            is: |payload| is(payload, "BeforeTool"),
            read,
            write: before,
        },
        Event::after("AfterTool", RECORDED, |payload| is(payload, "AfterTool"), read),
        Event::after("Notification", RECORDED, |payload| is(payload, "Notification"), read),
    ],
};

fn before(call: &Call, ruling: &Ruling) -> Reply {
    let decided =
        |decision: &str, reason: &String| json!({"decision": decision, "reason": reason, "systemMessage": reason});
    match ruling {
        Ruling::Allow(_) => Reply::json(&json!({"decision": "allow"})),
        Ruling::Ask(reason) => Reply::json(&decided("ask", reason)),
        Ruling::Deny(reason) | Ruling::AskDenied(reason) => Reply::json(&decided("deny", reason)),
        Ruling::Rewrite { command, .. } => Reply::json(&json!({
            "decision": "allow",
            "hookSpecificOutput": {"hookEventName": "BeforeTool", "tool_input": call.input_with("command", command)},
        })),
        Ruling::Silent => Reply::silence(),
    }
}
