//! GitHub Copilot CLI: hooks in two dialects, chosen by how the event is spelled where the hook is registered.
//!
//! Owns its payloads and answers, also those that the cloud agent shares. `preToolUse` and `permissionRequest` send the same
//! keys and no name: the second has to be said by `--event`. The first dialect ignores the answers of the other.

use serde_json::{Map, Value, json};

use super::claude_shape::{self, calls, denial, is, permission, rewritten};
use super::health::{Health, Obstacle, REQUEST};
use super::payload::CallKeys;
use super::permission::{self, List};
use super::registration::{Entry, Form, Lists, Place, Registration, Settings, Sign, Start, TIMEOUT_SECONDS, When};
use super::shells::Heeded;
use super::{Agent, Asking, Call, Event, Failing, Moment, Payload, Reply, Ruling, Verified, Without};

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "copilot-cli",
    aliases: &["copilot"],
    title: "GitHub Copilot CLI",
    marks: |payload| is_plain(payload) || is_claude_like(payload),
    borrowed: true,
    directory_variable: "",
    strays: false,
    unattended: None,
    events: &[
        Event {
            name: "preToolUse",
            moment: Moment::Before,
            asking: Asking::Prompts,
            limits: "",
            failing: Failing { late: Without::Runs, ..Failing::all(Without::Blocked) },
            verified: Verified::Live("1.0.102"),
            is: |payload| is_plain(payload) && !payload.has("toolResult"),
            read,
            write: before,
        },
        Event {
            name: "PreToolUse",
            moment: Moment::Before,
            asking: Asking::Prompts,
            limits: "",
            failing: Failing::all(Without::Unknown),
            verified: Verified::Recorded("1.0.102"),
            is: |payload| is(payload, "PreToolUse"),
            read: claude_shape::read,
            write: before_like_claude,
        },
        Event {
            name: "permissionRequest",
            moment: Moment::Prompt,
            asking: Asking::Rules,
            limits: "with `--allow-all-tools` they do not",
            failing: Failing::all(Without::Unknown),
            verified: Verified::Documented,
            is: |_| false,
            read,
            write: prompt,
        },
        Event::after("postToolUse", Verified::Recorded("1.0.102"), |payload| payload.has("toolResult"), read),
        Event::after(
            "PostToolUse",
            Verified::Recorded("1.0.102"),
            |payload| is(payload, "PostToolUse"),
            claude_shape::read,
        ),
    ],
    registration: &REGISTRATION,
    health: &HEALTH,
};

static HEALTH: Health = Health {
    example: r#"{"sessionId": "runok-doctor", "timestamp": 0, "cwd": "DIRECTORY", "toolName": "bash",
        "toolArgs": {"command": "COMMAND", "description": "runok doctor"}}"#,
    headless: Some(&["copilot", "-p", REQUEST]),
    obstacles: &[Obstacle { file: directory("settings.json"), keys: &["disableAllHooks"], off: "true" }],
    trust: None,
    rivals: "a refusal of any of them counts",
};

/// A file of its own beside those of others: all files of the directory count.
static REGISTRATION: Registration = Registration {
    signs: &[Sign::Program("copilot"), Sign::Path(directory(""))],
    user: &[&[Settings { file: directory("hooks/runok.json"), when: When::Always, form: HOOKS }]],
    project: &[&[Settings { file: Place::project(".github/hooks/runok.json"), when: When::Always, form: HOOKS }]],
    lists: &[List {
        file: Place::moved_by("COPILOT_HOME", ".copilot", "permissions-config.json"),
        ends: "",
        read: permission::copilot,
    }],
    tools: "",
    by_hand: &[
        "Copilot CLI takes it over at its next start.",
        "A file below .github/hooks also counts for the cloud agent, which refuses everything where this path is not there.",
    ],
};

const fn directory(path: &'static str) -> Place {
    Place::moved_by("COPILOT_HOME", ".copilot", path)
}

const HOOKS: Form =
    Form::Json(&Lists { besides: &[(&["version"], "1")], entries: &[Entry::last(&["hooks", "preToolUse"], handler)] });

/// `exec` starts runok without a shell between. What is typed into a shell that runs is for a shell, too.
fn handler(start: &Start<'_>) -> Value {
    json!({
        "type": "command", "exec": start.program, "args": start.arguments(), "timeoutSec": TIMEOUT_SECONDS,
        "matcher": start.matcher("bash|powershell|write_bash|write_powershell", ".*"),
    })
}

pub(super) fn is_plain(payload: &Payload) -> bool {
    ["sessionId", "toolName", "toolArgs"].iter().all(|key| payload.has(key)) && !payload.has("hookEventName")
}

fn is_claude_like(payload: &Payload) -> bool {
    let own = ["PreToolUse", "PostToolUse"].iter().any(|event| is(payload, event));
    let moment = payload.text(&["timestamp"]).is_some_and(|text| text.contains('T'));
    own && moment && calls(payload, &["Bash", "PowerShell"]) && !payload.has("transcript_path")
}

/// The input is an object, or JSON of one in a text: older versions and the cloud agent send that.
pub(super) fn read(payload: &Payload) -> Result<Call, String> {
    let keys = CallKeys {
        tool: &["toolName"],
        input: &["toolArgs"],
        directory: &["cwd"],
        heeded: Heeded::command(&["command"]),
    };
    payload.call(&keys)
}

fn before(call: &Call, ruling: &Ruling) -> Reply {
    match ruling {
        Ruling::Allow(reason) => Reply::json(&decision("allow", Some(reason))),
        Ruling::Ask(reason) => Reply::json(&decision("ask", Some(reason))),
        Ruling::Deny(reason) | Ruling::AskDenied(reason) => {
            Reply::json(&decision("deny", Some(reason))).on_every_channel(reason)
        }
        Ruling::Rewrite { command, .. } => {
            Reply::json(&json!({"permissionDecision": "allow", "modifiedArgs": call.input_with("command", command)}))
        }
        Ruling::Silent => Reply::silence(),
    }
}

/// A decision of the first dialect.
pub(super) fn decision(decision: &str, reason: Option<&str>) -> Value {
    let mut said = Map::new();
    said.insert("permissionDecision".to_owned(), Value::from(decision));
    if let Some(reason) = reason {
        said.insert("permissionDecisionReason".to_owned(), Value::from(reason));
    }
    Value::Object(said)
}

fn before_like_claude(call: &Call, ruling: &Ruling) -> Reply {
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

fn prompt(_: &Call, ruling: &Ruling) -> Reply {
    match ruling {
        Ruling::Allow(_) => Reply::json(&json!({"behavior": "allow"})),
        Ruling::Deny(reason) | Ruling::AskDenied(reason) => {
            Reply::json(&json!({"behavior": "deny", "message": reason})).on_every_channel(reason)
        }
        // whatever it does by itself
        Ruling::Ask(_) | Ruling::Rewrite { .. } | Ruling::Silent => Reply::silence(),
    }
}
