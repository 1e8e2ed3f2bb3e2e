//! GitHub Copilot's cloud agent: the `preToolUse` hook of a repository.
//!
//! Owns its answers; its payloads are those of Copilot CLI. Nobody sits there: it takes `ask` for a refusal, so `deny` is
//! said. Both start the hooks of `.github/hooks`, and a payload does not tell which of them it is: the registered name counts.

use serde_json::{Value, json};

use super::copilot::{decision, is_plain, read};
use super::health::Health;
use super::registration::{Entry, Form, Lists, Place, Registration, Settings, Start, TIMEOUT_SECONDS, When};
use super::{Agent, Asking, Call, Event, Failing, Moment, Reply, Ruling, Verified, Without};

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "copilot-cloud-agent",
    aliases: &["copilot-coding-agent"],
    title: "GitHub Copilot cloud agent",
    marks: is_plain,
    borrowed: true,
    directory_variable: "",
    strays: false,
    unattended: None,
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
    registration: &REGISTRATION,
    health: &HEALTH,
};

static HEALTH: Health = Health {
    example: r#"{"sessionId": "runok-doctor", "timestamp": 0, "cwd": "DIRECTORY", "toolName": "bash",
        "toolArgs": {"command": "COMMAND", "description": "runok doctor"}}"#,
    headless: None,
    obstacles: &[],
    trust: None,
    rivals: "a refusal of any of them counts",
};

/// It runs elsewhere, so that runok is named without a path. There is nothing of it to be seen on this machine.
static REGISTRATION: Registration = Registration {
    signs: &[],
    user: &[],
    project: &[&[Settings { file: Place::project(".github/hooks/runok-cloud.json"), when: When::Always, form: HOOKS }]],
    lists: &[],
    tools: "",
    by_hand: &[
        "Install runok in .github/workflows/copilot-setup-steps.yml: without it on PATH the cloud agent refuses everything.",
    ],
};

const HOOKS: Form =
    Form::Json(&Lists { besides: &[(&["version"], "1")], entries: &[Entry::last(&["hooks", "preToolUse"], handler)] });

fn handler(start: &Start<'_>) -> Value {
    json!({
        "type": "command", "bash": format!("runok hook {}", start.agent), "timeoutSec": TIMEOUT_SECONDS,
        "matcher": start.matcher("bash|write_bash", ".*"),
    })
}

fn before(_: &Call, ruling: &Ruling) -> Reply {
    match ruling {
        Ruling::Allow(_) => Reply::json(&decision("allow", None)),
        Ruling::Ask(reason) | Ruling::Deny(reason) | Ruling::AskDenied(reason) | Ruling::Rewrite { reason, .. } => {
            Reply::json(&decision("deny", Some(reason)))
        }
        Ruling::Silent => Reply::silence(),
    }
}
