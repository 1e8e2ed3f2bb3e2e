//! Kiro: the `PreToolUse` hook of the IDE and of CLI 3, and `preToolUse` of CLI 2, which was Amazon Q.
//!
//! Owns its payloads and answers. It hears the exit code alone; its documents contradict each other about all but 0 and 2.

use serde_json::{Value, json};

use super::claude_shape::{calls, is, read};
use super::health::Health;
use super::registration::{Form, Place, Registration, Settings, Sign, Start, TIMEOUT_SECONDS, When, own_json};
use super::{Agent, Asking, Call, Event, Failing, Moment, Reply, Ruling, Verified, Without};

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "kiro",
    aliases: &["kiro-cli"],
    title: "Kiro",
    marks: |payload| calls(payload, &["execute_bash", "execute_pwsh"]),
    borrowed: false,
    directory_variable: "",
    strays: false,
    unattended: None,
    events: &[
        Event { name: "PreToolUse", is: |payload| is(payload, "PreToolUse"), ..BEFORE },
        Event { name: "preToolUse", is: |payload| is(payload, "preToolUse"), ..BEFORE },
        Event::after("PostToolUse", Verified::Documented, |payload| is(payload, "PostToolUse"), read),
        Event::after("postToolUse", Verified::Documented, |payload| is(payload, "postToolUse"), read),
    ],
    registration: &REGISTRATION,
    health: &HEALTH,
};

static HEALTH: Health = Health {
    example: r#"{"hook_event_name": "PreToolUse", "cwd": "DIRECTORY", "session_id": "runok-doctor", "tool_name": "execute_bash",
        "tool_input": {"command": "COMMAND"}}"#,
    headless: None,
    obstacles: &[],
    trust: None,
    rivals: "any of them can only block",
};

static REGISTRATION: Registration = Registration {
    signs: &[Sign::Program("kiro"), Sign::Program("kiro-cli"), Sign::Path(Place::home(".kiro"))],
    user: &[&[Settings { file: Place::home(".kiro/hooks/runok.json"), when: When::Always, form: HOOKS }]],
    project: &[&[Settings { file: Place::project(".kiro/hooks/runok.json"), when: When::Always, form: HOOKS }]],
    lists: &[],
    tools: "",
    by_hand: &[
        "Kiro takes it over at its next start. Not every build of it reads hooks of the home directory; `runok init kiro \
         --project` puts them where all do.",
        "Kiro CLI 2 reads hooks in each agent's file alone: add {\"matcher\": \"execute_bash\", \"command\": \"…/runok hook kiro\", \
         \"timeout_ms\": 10000} to `hooks.preToolUse` there.",
    ],
};

/// What it says of itself; it is known again by that.
const DESCRIPTION: &str = "Lets runok decide about commands; written by `runok init`";

const HOOKS: Form = Form::Own { text: file, executable: false };

fn file(start: &Start<'_>) -> String {
    let hook: Value = json!({
        "name": "runok", "description": DESCRIPTION, "trigger": "PreToolUse",
        "matcher": start.matcher("shell", ".*"), "action": {"type": "command", "command": start.shell()},
        "timeout": TIMEOUT_SECONDS, "enabled": true,
    });
    own_json(&json!({"version": "v1", "hooks": [hook]}))
}

const BEFORE: Event = Event {
    name: "",
    moment: Moment::Before,
    asking: Asking::Cannot { note: "", rewrites: false },
    limits: "",
    failing: Failing::all(Without::Unknown),
    verified: Verified::Documented,
    is: |_| false,
    read,
    write: before,
};

fn before(_: &Call, ruling: &Ruling) -> Reply {
    match ruling {
        Ruling::Allow(_) | Ruling::Silent => Reply::silence(),
        Ruling::Ask(reason) | Ruling::Deny(reason) | Ruling::AskDenied(reason) | Ruling::Rewrite { reason, .. } => {
            Reply::code(2, reason)
        }
    }
}
