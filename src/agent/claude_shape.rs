//! The shape of answers that Claude Code began and other agents took over: `hookSpecificOutput`.
//!
//! Owns those objects and the keys of such payloads. Refuses to know which agent hears which part of them.

use serde::Serialize;
use serde_json::{Value, json};

use super::payload::CallKeys;
use super::shells::Heeded;
use super::{Call, Payload, Reply};

/// The call that a payload is about; it runs where the payload says.
pub(super) fn read(payload: &Payload) -> Result<Call, String> {
    read_below(payload, &[])
}

/// The same of an agent that runs a command in the directory under these keys of its input.
pub(super) fn read_below(payload: &Payload, directories: &[&str]) -> Result<Call, String> {
    payload.call(&CallKeys {
        tool: &["tool_name"],
        input: &["tool_input"],
        directory: &["cwd"],
        heeded: Heeded { commands: &["command"], directories },
    })
}

/// Is the payload this event? Some agents spell the key in two ways.
pub(super) fn is(payload: &Payload, event: &str) -> bool {
    let name = payload.at(&["hook_event_name"]).or_else(|| payload.at(&["hookEventName"]));
    name.and_then(Value::as_str) == Some(event)
}

/// Is the tool one of these?
pub(super) fn calls(payload: &Payload, tools: &[&str]) -> bool {
    payload.text(&["tool_name"]).is_some_and(|tool| tools.contains(&tool))
}

/// A decision about a tool call. It is written with every call, so it is written as it stands, without a tree between.
pub(super) fn permission<'a>(decision: &'static str, reason: &'a str) -> impl Serialize + use<'a> {
    Permission {
        hook_specific_output: Output {
            hook_event_name: "PreToolUse",
            permission_decision: decision,
            permission_decision_reason: reason,
        },
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Permission<'a> {
    hook_specific_output: Output<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Output<'a> {
    hook_event_name: &'static str,
    permission_decision: &'static str,
    permission_decision_reason: &'a str,
}

/// A refusal, said on every channel.
pub(super) fn denial(reason: &str) -> Reply {
    Reply::json(&permission("deny", reason)).on_every_channel(reason)
}

/// It may run, with this input in place of the one that came.
pub(super) fn rewritten(reason: Option<&str>, input: Value) -> Value {
    json!({"hookSpecificOutput": match reason {
        Some(reason) => json!({
            "hookEventName": "PreToolUse", "permissionDecision": "allow", "permissionDecisionReason": reason,
            "updatedInput": input,
        }),
        None => json!({"hookEventName": "PreToolUse", "permissionDecision": "allow", "updatedInput": input}),
    }})
}

/// An answer in the user's place.
pub(super) fn behaviour(decision: Value) -> Value {
    json!({"hookSpecificOutput": {"hookEventName": "PermissionRequest", "decision": decision}})
}
