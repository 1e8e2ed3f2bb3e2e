//! Cursor, the editor and `cursor-agent`: `beforeShellExecution`, which asks, and `preToolUse`, which does not.
//!
//! Owns its payloads and answers. A valid object has to be printed always: nothing at all is a failed hook, and an object with
//! a key that it does not know blocks. No opinion is `{}` here, and not `{"permission":"allow"}`, which might spare a prompt
//! of its own: should a version not take `{}`, it blocks, which is the better mistake.
//!
//! It also starts hooks that were registered with Claude Code; their answers are said by exit code as well.

use serde_json::{Value, json};

use super::claude_shape::is;
use super::health::Health;
use super::payload::CallKeys;
use super::permission::{self, List};
use super::registration::{Entry, Form, Lists, Place, Registration, Settings, Sign, Start, TIMEOUT_SECONDS, When};
use super::shells::Heeded;
use super::{Agent, Asking, Call, Event, Failing, Moment, Payload, Reply, Ruling, Subject, Verified, Without};

/// What becomes of a call where runok fails, as `runok init` registers it.
const FAILING: Failing =
    Failing { killed: Without::Blocked, late: Without::Blocked, missing: Without::Unknown, switch: "failClosed: true" };

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "cursor",
    aliases: &[],
    title: "Cursor",
    marks: |payload| payload.has("cursor_version") || (payload.has("conversation_id") && payload.has("generation_id")),
    borrowed: true,
    directory_variable: "",
    strays: false,
    unattended: None,
    events: &[
        Event {
            name: "beforeShellExecution",
            moment: Moment::Before,
            asking: Asking::Prompts,
            limits: "in its Auto-review mode it runs unasked (3.21.16)",
            failing: FAILING,
            verified: Verified::Documented,
            is: |payload| is(payload, "beforeShellExecution"),
            read: read_shell,
            write: before,
        },
        Event {
            name: "preToolUse",
            moment: Moment::Before,
            asking: Asking::Cannot { note: "", rewrites: true },
            limits: "",
            failing: FAILING,
            verified: Verified::Documented,
            is: |payload| is(payload, "preToolUse"),
            read: read_tool,
            write: before,
        },
        Event {
            name: "PreToolUse",
            moment: Moment::Before,
            asking: Asking::Cannot { note: "", rewrites: false },
            limits: "",
            failing: Failing::all(Without::Runs),
            verified: Verified::Documented,
            is: |payload| is(payload, "PreToolUse"),
            read: read_tool,
            write: before_for_claude,
        },
        Event::after("afterShellExecution", DOCUMENTED, |payload| is(payload, "afterShellExecution"), read_shell),
        Event::after("postToolUse", DOCUMENTED, |payload| is(payload, "postToolUse"), read_tool),
        Event::after("postToolUseFailure", DOCUMENTED, |payload| is(payload, "postToolUseFailure"), read_tool),
    ],
    registration: &REGISTRATION,
    health: &HEALTH,
};

static HEALTH: Health = Health {
    example: r#"{"conversation_id": "runok-doctor", "generation_id": "runok-doctor", "model": "none", "cursor_version": "0",
        "workspace_roots": ["DIRECTORY"], "user_email": null, "transcript_path": null,
        "hook_event_name": "beforeShellExecution", "command": "COMMAND", "cwd": "DIRECTORY", "sandbox": false}"#,
    headless: None,
    obstacles: &[],
    trust: None,
    rivals: "the strictest answer counts",
};

/// The shell's own event can ask; that of all tools cannot, so it is for the others alone.
static REGISTRATION: Registration = Registration {
    signs: &[Sign::Program("cursor"), Sign::Program("cursor-agent"), Sign::Path(Place::home(".cursor"))],
    user: &[&[Settings { file: Place::home(".cursor/hooks.json"), when: When::Always, form: HOOKS }]],
    project: &[&[Settings { file: Place::project(".cursor/hooks.json"), when: When::Always, form: HOOKS }]],
    lists: &[List { file: Place::home(".cursor/cli-config.json"), ends: "", read: permission::cursor }],
    tools: "",
    by_hand: &["Cursor takes it over at once. In its Auto-review mode it does not heed an ask."],
};

const HOOKS: Form = Form::Json(&Lists {
    besides: &[(&["version"], "1")],
    entries: &[
        Entry::last(&["hooks", "beforeShellExecution"], shell),
        Entry { list: &["hooks", "preToolUse"], first: false, for_tools: true, value: tool },
    ],
});

fn shell(start: &Start<'_>) -> Value {
    json!({"command": start.shell(), "timeout": TIMEOUT_SECONDS, "failClosed": true})
}

/// The event is named, so that it is answered as this one where the payload cannot be read: an `ask` is not heeded here.
fn tool(start: &Start<'_>) -> Value {
    let command = format!("{} --event preToolUse", start.shell());
    json!({"matcher": "^(?!Shell$)", "command": command, "timeout": TIMEOUT_SECONDS, "failClosed": true})
}

const DOCUMENTED: Verified = Verified::Documented;

/// `cwd`, which may be empty; then the workspace, if there is just one.
fn directory(payload: &Payload) -> Result<Option<String>, String> {
    Ok(payload.directory(&["cwd"])?.or_else(|| payload.only(&["workspace_roots"])))
}

fn read_shell(payload: &Payload) -> Result<Call, String> {
    let subject = Subject::Shell(vec![payload.required(&["command"])?]);
    let session = payload.only(&["workspace_roots"]);
    Ok(Call { subject, directory: directory(payload)?, session, ..Call::unknown() })
}

fn read_tool(payload: &Payload) -> Result<Call, String> {
    let keys = CallKeys {
        tool: &["tool_name"],
        input: &["tool_input"],
        directory: &[],
        heeded: Heeded { commands: &["command"], directories: &["working_directory"] },
    };
    payload.clone().within(directory(payload)?).call(&keys)
}

fn before(call: &Call, ruling: &Ruling) -> Reply {
    match ruling {
        Ruling::Allow(_) => Reply::json(&json!({"permission": "allow"})),
        Ruling::Ask(reason) => Reply::json(&said("ask", reason)),
        Ruling::Deny(reason) | Ruling::AskDenied(reason) => Reply::json(&said("deny", reason)),
        Ruling::Rewrite { command, .. } => {
            Reply::json(&json!({"permission": "allow", "updated_input": call.input_with("command", command)}))
        }
        Ruling::Silent => Reply::json(&json!({})),
    }
}

fn before_for_claude(call: &Call, ruling: &Ruling) -> Reply {
    match ruling {
        Ruling::Deny(reason) | Ruling::AskDenied(reason) | Ruling::Ask(reason) | Ruling::Rewrite { reason, .. } => {
            Reply::json(&said("deny", reason)).on_every_channel(reason)
        }
        Ruling::Allow(_) | Ruling::Silent => before(call, ruling),
    }
}

fn said(permission: &str, reason: &str) -> Value {
    json!({"permission": permission, "user_message": reason, "agent_message": reason})
}
