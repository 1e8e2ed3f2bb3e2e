//! VS Code's Copilot agent: the `PreToolUse` hook of its local harness. (Other harnesses are the agents they are named after.)
//!
//! Owns its payloads and answers. It ignores matchers, so every tool comes here, and what is no shell is answered by silence.
//! Commands run in a terminal that stays open: `cwd` says where it began, and where it is by then is not known.

use serde_json::{Value, json};

use super::claude_shape::{calls, denial, is, permission, read, rewritten};
use super::health::Health;
use super::permission::{self, List};
use super::registration::{Entry, Form, Lists, Place, Registration, Settings, Sign, Start, TIMEOUT_SECONDS, When};
use super::{Agent, Asking, Call, Event, Failing, Moment, Reply, Ruling, Verified, Without};

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "vscode",
    aliases: &["vscode-copilot"],
    title: "VS Code (Copilot, local harness)",
    marks: |payload| calls(payload, &["run_in_terminal"]),
    borrowed: true,
    directory_variable: "",
    strays: true,
    unattended: None,
    events: &[
        Event {
            name: "PreToolUse",
            moment: Moment::Before,
            asking: Asking::Prompts,
            limits: "",
            failing: Failing::all(Without::Runs),
            verified: Verified::Documented,
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
    example: r#"{"timestamp": "2026-01-01T00:00:00.000Z", "session_id": "runok-doctor", "transcript_path": "", "cwd": "DIRECTORY",
        "hook_event_name": "PreToolUse", "tool_name": "run_in_terminal",
        "tool_input": {"command": "COMMAND", "explanation": "runok doctor", "isBackground": false}, "tool_use_id": "runok-doctor"}"#,
    headless: None,
    obstacles: &[],
    trust: None,
    rivals: "the strictest answer counts",
};

/// A file of its own in a directory that it shares with Copilot CLI. In a project the cloud agent would start it too, and refuse
/// everything where runok is not there.
static REGISTRATION: Registration = Registration {
    signs: &[Sign::Program("code"), Sign::Path(Place::home(".vscode")), Sign::Path(Place::config("Code"))],
    user: &[&[Settings {
        file: Place::moved_by("COPILOT_HOME", ".copilot", "hooks/runok-vscode.json"),
        when: When::Always,
        form: HOOKS,
    }]],
    project: &[],
    lists: &[
        List { file: Place::config("Code/User/settings.json"), ends: "", read: permission::vscode },
        List {
            file: Place::home("Library/Application Support/Code/User/settings.json"),
            ends: "",
            read: permission::vscode,
        },
    ],
    tools: "`--tools` changes nothing: its hooks have no matchers, so that every tool comes to runok anyway.",
    by_hand: &[
        "VS Code starts it where its setting `chat.hookFilesLocations` has ~/.copilot/hooks, which is the default, and the agent \
         harness is the local one; a window that is open has to be reloaded.",
    ],
};

const HOOKS: Form = Form::Json(&Lists { besides: &[], entries: &[Entry::last(&["hooks", "PreToolUse"], handler)] });

/// It has no matchers.
fn handler(start: &Start<'_>) -> Value {
    json!({"type": "command", "command": start.shell(), "timeout": TIMEOUT_SECONDS})
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
