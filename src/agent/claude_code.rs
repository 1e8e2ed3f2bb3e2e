//! Claude Code: `PreToolUse` and `PermissionRequest` hooks, and the MCP server of `--permission-prompt-tool`.
//!
//! Owns its payloads and answers. An answer without `hookEventName` is void there, so each carries it; exit code 2 blocks
//! whatever stands on standard output, but is ignored at `PermissionRequest`.

use serde_json::{Value, json};

use super::claude_shape::{behaviour, denial, is, keys, permission, rewritten};
use super::{Agent, Asking, Call, Event, Failing, Moment, Payload, Reply, Ruling, Subject, Verified, Without};

/// The shells it starts; what `PowerShell` is given is not read, so it is judged as a tool.
const SHELLS: &[&str] = &["Bash"];

/// The version that tests run.
const LIVE: Verified = Verified::Live("2.1.328");

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "claude-code",
    aliases: &["claude"],
    title: "Claude Code",
    marks: |payload| payload.has("prompt_id") && payload.has("effort"),
    events: &[
        Event {
            name: "PreToolUse",
            moment: Moment::Before,
            asking: Asking::Prompts,
            failing: Failing { switch: "onFailure: block", ..Failing::all(Without::Blocked) },
            verified: LIVE,
            is: |payload| is(payload, "PreToolUse"),
            read,
            write: before,
        },
        Event {
            name: "PermissionRequest",
            moment: Moment::Prompt,
            asking: Asking::Silence,
            failing: Failing::all(Without::Harmless),
            verified: Verified::Recorded("2.1.328"),
            is: |payload| is(payload, "PermissionRequest"),
            read,
            write: prompt,
        },
        Event {
            name: "--permission-prompt-tool",
            moment: Moment::Prompt,
            asking: Asking::Cannot { note: " (non-interactive: nobody to ask)", rewrites: true },
            failing: Failing::all(Without::Blocked),
            verified: Verified::Recorded("2.1.328"),
            is: |payload| payload.says("method", "tools/call"),
            read: read_prompt_tool,
            write: prompt_tool,
        },
        Event { name: "PostToolUse", is: |payload| is(payload, "PostToolUse"), ..AFTER },
        Event { name: "PostToolUseFailure", is: |payload| is(payload, "PostToolUseFailure"), ..AFTER },
    ],
};

const AFTER: Event = Event {
    name: "",
    moment: Moment::After,
    asking: Asking::Nothing,
    failing: Failing::all(Without::Harmless),
    verified: Verified::Recorded("2.1.328"),
    is: |_| false,
    read,
    write: |_, _| Reply::silence(),
};

fn read(payload: &Payload) -> Result<Call, String> {
    payload.call(&keys(SHELLS))
}

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

fn prompt(call: &Call, ruling: &Ruling) -> Reply {
    match ruling {
        Ruling::Allow(_) => Reply::json(&behaviour(json!({"behavior": "allow"}))),
        Ruling::Deny(reason) | Ruling::AskDenied(reason) => {
            Reply::json(&behaviour(json!({"behavior": "deny", "message": reason})))
        }
        Ruling::Rewrite { command, .. } => {
            Reply::json(&behaviour(json!({"behavior": "allow", "updatedInput": call.input_with("command", command)})))
        }
        // its own prompt is about to come
        Ruling::Ask(_) | Ruling::Silent => Reply::silence(),
    }
}

fn read_prompt_tool(payload: &Payload) -> Result<Call, String> {
    let tool = payload.required(&["params", "arguments", "tool_name"])?;
    let input = payload.object(&["params", "arguments", "input"])?;
    let subject = match input.get("command") {
        Some(Value::String(text)) if SHELLS.contains(&tool.as_str()) => Subject::Shell(vec![text.clone()]),
        _ if SHELLS.contains(&tool.as_str()) => return Err("the tool's input has no `command`".to_owned()),
        _ => Subject::Tool(tool),
    };
    Ok(Call { subject, directory: None, input, id: payload.at(&["id"]).cloned() })
}

/// Whatever is not allowed is denied here: nobody stands behind this tool.
fn prompt_tool(call: &Call, ruling: &Ruling) -> Reply {
    let said = match ruling {
        Ruling::Allow(_) => json!({"behavior": "allow", "updatedInput": call.input}),
        Ruling::Rewrite { command, .. } => {
            json!({"behavior": "allow", "updatedInput": call.input_with("command", command)})
        }
        Ruling::Deny(reason) | Ruling::AskDenied(reason) | Ruling::Ask(reason) => {
            json!({"behavior": "deny", "message": reason})
        }
        Ruling::Silent => json!({"behavior": "deny", "message": "runok: no rule allows this, and nobody can be asked"}),
    };
    Reply::json(&json!({
        "jsonrpc": "2.0", "id": call.id,
        "result": {"content": [{"type": "text", "text": said.to_string()}]},
    }))
}
