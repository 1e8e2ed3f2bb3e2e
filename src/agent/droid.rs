//! Factory Droid: the `PreToolUse` hook.
//!
//! Owns its payloads and answers. Of several hooks the first decision counts, but exit code 2 of any refuses. Its documents
//! promise a prompt for `ask`; the program notes it and goes on, so it counts as an agent that cannot ask.

use serde_json::{Value, json};

use super::claude_shape::{calls, denial, is, permission, read, rewritten};
use super::health::{Health, Obstacle};
use super::permission::{self, List};
use super::registration::{Entry, Form, Lists, Place, Registration, Settings, Sign, Start, TIMEOUT_SECONDS, When};
use super::{Agent, Asking, Call, Event, Failing, Moment, Reply, Ruling, Verified, Without};

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "droid",
    aliases: &["factory-droid"],
    title: "Factory Droid",
    marks: |payload| calls(payload, &["Execute"]),
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
            verified: Verified::Read("0.215.0"),
            is: |payload| is(payload, "PreToolUse"),
            read,
            write: before,
        },
        Event::after("PostToolUse", Verified::Documented, |payload| is(payload, "PostToolUse"), read),
    ],
    registration: &REGISTRATION,
    health: &HEALTH,
};

static HEALTH: Health = Health {
    example: r#"{"session_id": "runok-doctor", "transcript_path": "", "cwd": "DIRECTORY", "permission_mode": "off",
        "hook_event_name": "PreToolUse", "tool_name": "Execute", "tool_input": {"command": "COMMAND"}}"#,
    headless: None,
    obstacles: &[
        Obstacle { file: Place::home(".factory/settings.json"), keys: &["hooksDisabled"], off: "true" },
        Obstacle { file: Place::project(".factory/settings.json"), keys: &["hooksDisabled"], off: "true" },
    ],
    trust: None,
    rivals: "the first decision counts, so one that stands before runok can allow what runok asks about; a refusal of runok counts always",
};

/// A file of hooks hides those that stand in the settings, so it is made only where there are none.
static REGISTRATION: Registration = Registration {
    signs: &[Sign::Program("droid"), Sign::Path(Place::home(".factory"))],
    user: &[&[
        Settings { file: Place::home(".factory/hooks.json"), when: When::Exists, form: Form::Json(&ALONE) },
        Settings {
            file: Place::home(".factory/settings.json"),
            when: When::Holds(&["hooks"]),
            form: Form::Json(&WITHIN),
        },
        Settings { file: Place::home(".factory/hooks.json"), when: When::Always, form: Form::Json(&ALONE) },
    ]],
    project: &[&[
        Settings { file: Place::project(".factory/hooks.json"), when: When::Exists, form: Form::Json(&ALONE) },
        Settings {
            file: Place::project(".factory/settings.json"),
            when: When::Holds(&["hooks"]),
            form: Form::Json(&WITHIN),
        },
        Settings { file: Place::project(".factory/hooks.json"), when: When::Always, form: Form::Json(&ALONE) },
    ]],
    lists: &[List { file: Place::home(".factory/settings.json"), ends: "", read: permission::droid }],
    tools: "",
    by_hand: &["Droid takes it over at its next start; a session that runs wants the change reviewed with /hooks."],
};

const WITHIN: Lists = Lists { besides: &[], entries: &[Entry::last(&["hooks", "PreToolUse"], group)] };
const ALONE: Lists = Lists { besides: &[], entries: &[Entry::last(&["PreToolUse"], group)] };

fn group(start: &Start<'_>) -> Value {
    json!({"matcher": start.matcher("Execute", "*"), "hooks": [{
        "type": "command", "command": start.shell(), "timeout": TIMEOUT_SECONDS,
    }]})
}

fn before(_: &Call, ruling: &Ruling) -> Reply {
    match ruling {
        Ruling::Allow(reason) => Reply::json(&permission("allow", reason)),
        Ruling::Ask(reason) => Reply::json(&permission("ask", reason)),
        Ruling::Deny(reason) | Ruling::AskDenied(reason) => denial(reason),
        // it puts this over the input that came
        Ruling::Rewrite { command, reason } => Reply::json(&rewritten(Some(reason), json!({"command": command}))),
        Ruling::Silent => Reply::silence(),
    }
}
