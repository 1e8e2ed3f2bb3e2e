//! Qwen Code: `PermissionRequest` hooks, which come before its prompt, and `PreToolUse` hooks, which come after it.
//!
//! Owns its payloads and answers. So `allow` at `PreToolUse` spares nobody a prompt. At exit code 2 its standard output is not
//! read, and without a text on standard error the command runs; a changed input is ignored, so `ask` is never rewritten.

use serde_json::{Value, json};

use super::claude_shape::{behaviour, calls, denial, is, permission, read_below};
use super::health::{Health, Obstacle};
use super::permission::{self, List};
use super::registration::{Entry, Form, Lists, Place, Registration, Settings, Sign, Start, TIMEOUT_SECONDS, When};
use super::{Agent, Asking, Call, Event, Failing, Moment, Payload, Reply, Ruling, Verified, Without};

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "qwen-code",
    aliases: &["qwen"],
    title: "Qwen Code",
    marks: |payload| {
        let own = ["PreToolUse", "PermissionRequest", "PostToolUse", "PostToolUseFailure"];
        calls(payload, &["run_shell_command"]) && own.iter().any(|event| is(payload, event))
    },
    borrowed: false,
    directory_variable: "",
    strays: false,
    unattended: None,
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
    registration: &REGISTRATION,
    health: &HEALTH,
};

/// Without a terminal it offers its shell only with all prompts off, which no look at its health is worth.
static HEALTH: Health = Health {
    example: r#"{"session_id": "runok-doctor", "transcript_path": "", "cwd": "DIRECTORY", "hook_event_name": "PreToolUse",
        "timestamp": "2026-01-01T00:00:00.000Z", "permission_mode": "default", "tool_name": "run_shell_command",
        "tool_input": {"command": "COMMAND", "is_background": false}, "tool_use_id": "runok-doctor", "tool_call_id": "runok-doctor"}"#,
    headless: None,
    obstacles: &[
        Obstacle { file: Place::home(".qwen/settings.json"), keys: &["disableAllHooks"], off: "true" },
        Obstacle { file: Place::project(".qwen/settings.json"), keys: &["disableAllHooks"], off: "true" },
    ],
    trust: None,
    rivals: "the strictest answer counts, but a hook at PermissionRequest can allow what runok asks about",
};

/// `PermissionRequest` comes before its prompt, `PreToolUse` after it: the first spares it, the second decides.
static REGISTRATION: Registration = Registration {
    signs: &[Sign::Program("qwen"), Sign::Path(Place::home(".qwen"))],
    user: &[&[Settings { file: Place::home(".qwen/settings.json"), when: When::Always, form: HOOKS }]],
    project: &[&[Settings { file: Place::project(".qwen/settings.json"), when: When::Always, form: HOOKS }]],
    lists: &[List { file: Place::home(".qwen/settings.json"), ends: "", read: permission::qwen_code }],
    tools: "",
    by_hand: &["Qwen Code takes it over at its next start."],
};

const HOOKS: Form = Form::Json(&Lists {
    besides: &[],
    entries: &[Entry::last(&["hooks", "PreToolUse"], group), Entry::last(&["hooks", "PermissionRequest"], group)],
});

/// Seconds, as long as the number is below 1000.
fn group(start: &Start<'_>) -> Value {
    json!({"matcher": start.matcher("^(run_shell_command|monitor)$", ".*"), "hooks": [{
        "name": "runok", "type": "command", "command": start.shell(), "timeout": TIMEOUT_SECONDS,
    }]})
}

fn read(payload: &Payload) -> Result<Call, String> {
    read_below(payload, &["directory"])
}

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
