//! Windsurf Cascade: the `pre_run_command` hook.
//!
//! Owns its payloads and answers. It hears the exit code alone: 2 blocks, and standard error goes to the model.

use serde_json::{Value, json};

use super::health::Health;
use super::permission::{self, List};
use super::registration::{Entry, Form, Lists, Place, Registration, Settings, Sign, Start, When};
use super::{Agent, Asking, Call, Event, Failing, Moment, Payload, Reply, Ruling, Subject, Verified, Without};

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "windsurf",
    aliases: &["cascade"],
    title: "Windsurf Cascade",
    marks: |payload| payload.has("agent_action_name") && payload.has("tool_info"),
    borrowed: false,
    directory_variable: "",
    strays: false,
    unattended: None,
    events: &[
        Event {
            name: "pre_run_command",
            moment: Moment::Before,
            asking: Asking::Cannot {
                note: " (Cascade hooks cannot ask: run it yourself or add an allow rule)",
                rewrites: false,
            },
            limits: "",
            failing: Failing { late: Without::Unknown, ..Failing::all(Without::Runs) },
            verified: Verified::Documented,
            is: |payload| payload.says("agent_action_name", "pre_run_command"),
            read,
            write: before,
        },
        Event::after(
            "post_run_command",
            Verified::Documented,
            |payload| payload.says("agent_action_name", "post_run_command"),
            read,
        ),
    ],
    registration: &REGISTRATION,
    health: &HEALTH,
};

static HEALTH: Health = Health {
    example: r#"{"agent_action_name": "pre_run_command", "trajectory_id": "runok-doctor", "execution_id": "runok-doctor",
        "timestamp": "2026-01-01T00:00:00Z", "model_name": "none", "tool_info": {"command_line": "COMMAND", "cwd": "DIRECTORY"}}"#,
    headless: None,
    obstacles: &[],
    trust: None,
    rivals: "any of them can only block",
};

static REGISTRATION: Registration = Registration {
    signs: &[Sign::Program("windsurf"), Sign::Path(Place::home(".codeium/windsurf"))],
    user: &[&[Settings { file: Place::home(".codeium/windsurf/hooks.json"), when: When::Always, form: HOOKS }]],
    project: &[&[Settings { file: Place::project(".windsurf/hooks.json"), when: When::Always, form: HOOKS }]],
    lists: &[
        List { file: Place::config("Windsurf/User/settings.json"), ends: "", read: permission::windsurf },
        List {
            file: Place::home("Library/Application Support/Windsurf/User/settings.json"),
            ends: "",
            read: permission::windsurf,
        },
    ],
    tools: "`--tools` changes nothing: of its hooks runok answers the one for commands alone.",
    by_hand: &["Windsurf takes it over at its next start; it starts no hooks in Restricted Mode."],
};

const HOOKS: Form =
    Form::Json(&Lists { besides: &[], entries: &[Entry::last(&["hooks", "pre_run_command"], handler)] });

/// It knows no timeout.
fn handler(start: &Start<'_>) -> Value {
    json!({"command": start.shell(), "show_output": true})
}

fn read(payload: &Payload) -> Result<Call, String> {
    let subject = Subject::Shell(vec![payload.required(&["tool_info", "command_line"])?]);
    let directory = payload.directory(&["tool_info", "cwd"])?;
    Ok(Call { subject, directory, ..Call::unknown() })
}

fn before(_: &Call, ruling: &Ruling) -> Reply {
    match ruling {
        Ruling::Allow(_) | Ruling::Silent => Reply::silence(),
        Ruling::Ask(reason) | Ruling::Deny(reason) | Ruling::AskDenied(reason) | Ruling::Rewrite { reason, .. } => {
            Reply::code(2, reason)
        }
    }
}
