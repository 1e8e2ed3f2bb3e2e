//! Auggie (Augment): the `PreToolUse` hook, and the `script-policy` of its tool permissions.
//!
//! Owns its payloads and answers. Of a hook's decisions only `deny` does anything. A script policy answers by exit code, and a
//! refusal is told by its standard output; it has no way to hold no opinion, so where runok has none, the code is 0.

use serde_json::{Value, json};

use super::claude_shape::{calls, denial, is};
use super::health::Health;
use super::payload::CallKeys;
use super::permission::{self, List};
use super::registration::{
    Entry, Form, Lists, Place, Registration, Settings, Sign, Start, TIMEOUT_SECONDS, When, quoted, wrapper,
};
use super::shells::Heeded;
use super::{Agent, Asking, Call, Event, Failing, Moment, Payload, Reply, Ruling, Verified, Without};

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "auggie",
    aliases: &["augment"],
    title: "Auggie",
    marks: |payload| calls(payload, &["launch-process"]) || is_policy(payload),
    borrowed: false,
    directory_variable: "",
    strays: false,
    unattended: None,
    events: &[
        Event {
            name: "PreToolUse",
            moment: Moment::Before,
            asking: Asking::Cannot { note: "", rewrites: true },
            limits: "",
            failing: Failing::all(Without::Runs),
            verified: Verified::Read("0.36.0"),
            is: |payload| is(payload, "PreToolUse"),
            read,
            write: before,
        },
        Event {
            name: "toolPermissions.script-policy",
            moment: Moment::Before,
            asking: Asking::Cannot { note: "", rewrites: false },
            limits: "",
            failing: Failing { missing: Without::Unknown, ..Failing::all(Without::Blocked) },
            verified: Verified::Read("0.36.0"),
            is: is_policy,
            read: read_policy,
            write: policy,
        },
        Event::after("PostToolUse", Verified::Read("0.36.0"), |payload| is(payload, "PostToolUse"), read),
    ],
    registration: &REGISTRATION,
    health: &HEALTH,
};

static HEALTH: Health = Health {
    example: r#"{"hook_event_name": "PreToolUse", "conversation_id": "runok-doctor", "workspace_roots": ["DIRECTORY"],
        "tool_name": "launch-process", "tool_input": {"command": "COMMAND", "cwd": "DIRECTORY"}, "is_mcp_tool": false}"#,
    headless: None,
    obstacles: &[],
    trust: None,
    rivals: "any of them can only block, or change the command after runok has seen it",
};

/// The hook and the policy are scripts: Auggie starts nothing else. Both refuse where runok gives no answer. The policy also
/// holds where a hook is late.
static REGISTRATION: Registration = Registration {
    signs: &[Sign::Program("auggie"), Sign::Path(Place::home(".augment"))],
    user: &[
        &[Settings { file: Place::home(".augment/hooks/runok.sh"), when: When::Always, form: HOOK_SCRIPT }],
        &[Settings { file: Place::home(".augment/hooks/runok-policy.sh"), when: When::Always, form: POLICY_SCRIPT }],
        &[Settings { file: Place::home(".augment/settings.json"), when: When::Always, form: HOOKS }],
    ],
    project: &[
        &[Settings { file: Place::project(".augment/hooks/runok.sh"), when: When::Always, form: HOOK_SCRIPT }],
        &[Settings { file: Place::project(".augment/hooks/runok-policy.sh"), when: When::Always, form: POLICY_SCRIPT }],
        &[Settings { file: Place::project(".augment/settings.json"), when: When::Always, form: HOOKS }],
    ],
    lists: &[List { file: Place::home(".augment/settings.json"), ends: "", read: permission::auggie }],
    tools: "`--tools` widens the hook alone: the script policy goes on deciding about the shell.",
    by_hand: &["Auggie takes it over at its next start."],
};

const HOOK_SCRIPT: Form = Form::Own { text: |start| wrapper(start, "", "exit 2"), executable: true };

/// What is sent says that it is for the policy; every code but 0 refuses there.
const POLICY_SCRIPT: Form = Form::Own { text: |start| wrapper(start, "", "exit 2"), executable: true };

const HOOKS: Form = Form::Json(&Lists {
    besides: &[],
    entries: &[Entry::last(&["hooks", "PreToolUse"], group), Entry::last(&["toolPermissions"], permission)],
});

/// It counts in milliseconds.
fn group(start: &Start<'_>) -> Value {
    let script = quoted(&format!("{}/hooks/runok.sh", start.directory));
    json!({"matcher": start.matcher("launch-process|write-process", ".*"), "hooks": [{
        "type": "command", "command": script, "timeout": TIMEOUT_SECONDS * 1000,
    }]})
}

fn permission(start: &Start<'_>) -> Value {
    let script = format!("{}/hooks/runok-policy.sh", start.directory);
    json!({"toolName": "launch-process", "eventType": "tool-call", "permission": {"type": "script-policy", "script": script}})
}

fn is_policy(payload: &Payload) -> bool {
    payload.has("tool-name") && payload.has("event-type")
}

/// The session's directory is the workspace, if there is just one.
fn read(payload: &Payload) -> Result<Call, String> {
    let keys = CallKeys {
        tool: &["tool_name"],
        input: &["tool_input"],
        directory: &[],
        heeded: Heeded { commands: &["command"], directories: &["cwd"] },
    };
    payload.clone().within(payload.only(&["workspace_roots"])).call(&keys)
}

fn read_policy(payload: &Payload) -> Result<Call, String> {
    let keys = CallKeys {
        tool: &["tool-name"],
        input: &["details"],
        directory: &[],
        heeded: Heeded { commands: &["command"], directories: &["cwd"] },
    };
    payload.call(&keys)
}

fn before(call: &Call, ruling: &Ruling) -> Reply {
    match ruling {
        Ruling::Allow(_) | Ruling::Silent => Reply::silence(),
        Ruling::Deny(reason) | Ruling::AskDenied(reason) | Ruling::Ask(reason) => denial(reason),
        Ruling::Rewrite { command, .. } => Reply::json(&json!({"hookSpecificOutput": {
            "hookEventName": "PreToolUse", "updatedInput": call.input_with("command", command),
        }})),
    }
}

fn policy(_: &Call, ruling: &Ruling) -> Reply {
    match ruling {
        Ruling::Allow(_) | Ruling::Silent => Reply::silence(),
        Ruling::Ask(reason) | Ruling::Deny(reason) | Ruling::AskDenied(reason) | Ruling::Rewrite { reason, .. } => {
            Reply::plain(1, reason)
        }
    }
}
