//! Gemini CLI: the `BeforeTool` hook.
//!
//! Owns its payloads and answers. Its prompt shows `systemMessage` and not `reason`, so both are given; `allow` there does
//! not spare the user Gemini's own prompt.

use serde_json::{Value, json};

use super::claude_shape::{is, keys};
use super::payload::CallKeys;
use super::{Agent, Asking, Call, Event, Failing, Moment, Payload, Reply, Ruling, Verified, Without};

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "gemini-cli",
    aliases: &["gemini"],
    title: "Gemini CLI",
    marks: |payload| is(payload, "BeforeTool"),
    events: &[
        Event {
            name: "BeforeTool",
            moment: Moment::Before,
            asking: Asking::Prompts,
            failing: Failing { missing: Without::Blocked, ..Failing::all(Without::Runs) },
            verified: Verified::Live("0.61.0"),
            is: |payload| is(payload, "BeforeTool"),
            read,
            write: before,
        },
        Event { name: "AfterTool", is: |payload| is(payload, "AfterTool"), ..AFTER },
        Event { name: "Notification", is: |payload| is(payload, "Notification"), ..AFTER },
    ],
};

const AFTER: Event = Event {
    name: "",
    moment: Moment::After,
    asking: Asking::Nothing,
    failing: Failing::all(Without::Harmless),
    verified: Verified::Recorded("0.61.0"),
    is: |_| false,
    read,
    write: |_, _| Reply::silence(),
};

/// The command runs in `dir_path` of the input, which is relative to `cwd`.
fn read(payload: &Payload) -> Result<Call, String> {
    let keys: CallKeys<'_> = keys(&["run_shell_command"]);
    let mut call = payload.call(&keys)?;
    match call.input.get("dir_path").cloned() {
        None | Some(Value::Null) => {}
        Some(Value::String(below)) => call.enter(&below)?,
        Some(_) => return Err("`dir_path` is not a text".to_owned()),
    }
    Ok(call)
}

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
