//! Codex CLI: `PreToolUse` and `PermissionRequest` hooks.
//!
//! Owns its payloads and answers. Codex takes a hook whose answer it does not understand for a failed one and runs the
//! command: a bare `allow`, an `ask`, an unknown key, a reason that is empty. So only what it knows is ever said.

use serde_json::{Value, json};

use super::claude_shape::{behaviour, denial, is, keys, rewritten};
use super::permission::{self, List};
use super::registration::{Entry, Form, Lists, Place, Registration, Settings, Sign, Start, TIMEOUT_SECONDS, When};
use super::{Agent, Asking, Call, Event, Failing, Moment, Payload, Reply, Ruling, Verified, Without};

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "codex",
    aliases: &["codex-cli"],
    title: "Codex CLI",
    marks: |payload| payload.has("turn_id") && payload.has("model"),
    events: &[
        Event {
            name: "PreToolUse",
            moment: Moment::Before,
            asking: Asking::Cannot { note: "", rewrites: true },
            failing: Failing::all(Without::Runs),
            verified: Verified::Live("0.169.0"),
            is: |payload| is(payload, "PreToolUse"),
            read,
            write: before,
        },
        Event {
            name: "PermissionRequest",
            moment: Moment::Prompt,
            asking: Asking::Silence,
            failing: Failing::all(Without::Harmless),
            verified: Verified::Recorded("0.169.0"),
            is: |payload| is(payload, "PermissionRequest"),
            read,
            write: prompt,
        },
        Event {
            name: "PostToolUse",
            moment: Moment::After,
            asking: Asking::Nothing,
            failing: Failing::all(Without::Harmless),
            verified: Verified::Recorded("0.169.0"),
            is: |payload| is(payload, "PostToolUse"),
            read,
            write: |_, _| Reply::silence(),
        },
    ],
    registration: &REGISTRATION,
};

/// Codex reads hooks from a file of their own and from its settings; the one that is in use is edited.
static REGISTRATION: Registration = Registration {
    signs: &[Sign::Program("codex"), Sign::Path(directory(""))],
    user: &[&[
        Settings { file: directory("hooks.json"), when: When::Exists, form: Form::Json(&HOOKS) },
        Settings {
            file: directory("config.toml"),
            when: When::Holds(&["hooks", "PreToolUse"]),
            form: Form::Toml(&HOOKS),
        },
        Settings { file: directory("hooks.json"), when: When::Always, form: Form::Json(&HOOKS) },
    ]],
    project: &[&[Settings { file: Place::project(".codex/hooks.json"), when: When::Always, form: Form::Json(&HOOKS) }]],
    lists: &[List { file: directory("rules"), ends: ".rules", read: permission::codex }],
    by_hand: &[
        "Codex runs a hook only after you have accepted it: start codex, type /hooks, and accept those of runok. \
         Until then, and after every change of the entry, it is skipped without a word.",
    ],
};

const fn directory(path: &'static str) -> Place {
    Place::moved_by("CODEX_HOME", ".codex", path)
}

/// At `PreToolUse` an allow is silence, so that only `PermissionRequest` can spare the user a prompt.
const HOOKS: Lists = Lists {
    besides: &[],
    entries: &[
        Entry { list: &["hooks", "PreToolUse"], first: false, value: group },
        Entry { list: &["hooks", "PermissionRequest"], first: false, value: group },
    ],
};

fn group(start: &Start<'_>) -> Value {
    json!({"matcher": start.matcher("^Bash$", ".*"), "hooks": [{
        "type": "command", "command": start.shell(), "timeout": TIMEOUT_SECONDS,
    }]})
}

fn read(payload: &Payload) -> Result<Call, String> {
    payload.call(&keys(&["Bash"]))
}

fn before(call: &Call, ruling: &Ruling) -> Reply {
    match ruling {
        Ruling::Allow(_) | Ruling::Silent => Reply::silence(),
        Ruling::Deny(reason) | Ruling::AskDenied(reason) | Ruling::Ask(reason) => denial(reason),
        Ruling::Rewrite { command, .. } => Reply::json(&rewritten(None, call.input_with("command", command))),
    }
}

/// A rewritten input is an error here, so only the other answers are given.
fn prompt(_: &Call, ruling: &Ruling) -> Reply {
    match ruling {
        Ruling::Allow(_) => Reply::json(&behaviour(json!({"behavior": "allow"}))),
        Ruling::Deny(reason) | Ruling::AskDenied(reason) => {
            Reply::json(&behaviour(json!({"behavior": "deny", "message": reason})))
        }
        Ruling::Ask(_) | Ruling::Rewrite { .. } | Ruling::Silent => Reply::silence(),
    }
}
