//! Codex CLI: `PreToolUse` and `PermissionRequest` hooks.
//!
//! Owns its payloads and answers. Codex takes a hook whose answer it does not understand for a failed one and runs the
//! command: a bare `allow`, an `ask`, an unknown key, a reason that is empty. So only what it knows is ever said.

use serde_json::{Value, json};

use super::claude_shape::{self, behaviour, denial, is, rewritten};
use super::health::{Health, Obstacle, REQUEST, Trust, Trusted};
use super::permission::{self, List};
use super::registration::{
    Entry, Form, Lists, MARK, Place, Registration, Settings, Sign, Start, TIMEOUT_SECONDS, When, value,
};
use super::{Agent, Asking, Call, Event, Failing, Moment, Payload, Reply, Ruling, Verified, Without};

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "codex",
    aliases: &["codex-cli"],
    title: "Codex CLI",
    marks: |payload| payload.has("turn_id") && payload.has("model"),
    borrowed: false,
    directory_variable: "",
    strays: false,
    unattended: None,
    events: &[
        Event {
            name: "PreToolUse",
            moment: Moment::Before,
            asking: Asking::Cannot { note: "", rewrites: true },
            limits: "only once the hook is trusted in `/hooks`",
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
            limits: "",
            failing: Failing::all(Without::Harmless),
            verified: Verified::Recorded("0.169.0"),
            is: |payload| is(payload, "PermissionRequest"),
            read,
            write: prompt,
        },
        Event::after("PostToolUse", Verified::Recorded("0.169.0"), |payload| is(payload, "PostToolUse"), read),
    ],
    registration: &REGISTRATION,
    health: &HEALTH,
};

static HEALTH: Health = Health {
    example: r#"{"session_id": "runok-doctor", "turn_id": "runok-doctor", "transcript_path": null, "cwd": "DIRECTORY",
        "hook_event_name": "PreToolUse", "model": "none", "permission_mode": "default", "tool_name": "Bash",
        "tool_input": {"command": "COMMAND"}, "tool_use_id": "runok-doctor"}"#,
    headless: Some(&["codex", "exec", "--skip-git-repo-check", REQUEST]),
    obstacles: &[Obstacle { file: directory("config.toml"), keys: &["features", "hooks"], off: "false" }],
    trust: Some(Trust {
        file: directory("config.toml"),
        of: trusted,
        to_do: "start Codex and let the hook run where it asks to review hooks; until then it is skipped without a word",
    }),
    rivals: "a refusal of any of them counts, but a hook at PermissionRequest can allow what runok asks about",
};

/// Codex keeps a record for each hook, under its file, its event, and its places in that file.
fn trusted(settings: &str, text: Option<&str>) -> Trusted {
    let records = text.and_then(|text| value("config.toml", text, &["hooks", "state"]));
    let begin = format!("{settings}:pre_tool_use:");
    let is_trusted = |(key, record): (&String, &Value)| {
        key.starts_with(&begin)
            && record.get("trusted_hash").is_some()
            && record.get("enabled").and_then(Value::as_bool) != Some(false)
    };
    match records {
        Some(Value::Object(records)) if records.iter().any(is_trusted) => Trusted::Once,
        _ => Trusted::No,
    }
}

/// Codex reads hooks from a file of their own and from its settings; the one that is in use is edited.
static REGISTRATION: Registration = Registration {
    signs: &[Sign::Program("codex"), Sign::Path(directory(""))],
    user: &[
        &[
            Settings { file: directory("hooks.json"), when: When::Exists, form: Form::Json(&HOOKS) },
            Settings {
                file: directory("config.toml"),
                when: When::Holds(&["hooks", "PreToolUse"]),
                form: Form::Toml(&HOOKS),
            },
            Settings { file: directory("hooks.json"), when: When::Always, form: Form::Json(&HOOKS) },
        ],
        &[Settings { file: directory("rules/runok.rules"), when: When::Rewriting, form: RULES }],
    ],
    project: &[&[Settings { file: Place::project(".codex/hooks.json"), when: When::Always, form: Form::Json(&HOOKS) }]],
    lists: &[List { file: directory("rules"), ends: ".rules", read: permission::codex }],
    tools: "",
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
    entries: &[Entry::last(&["hooks", "PreToolUse"], group), Entry::last(&["hooks", "PermissionRequest"], group)],
};

/// A command that was rewritten makes Codex ask, and is refused where nobody can be asked.
const RULES: Form = Form::Own { text: rules, executable: false };

fn rules(start: &Start<'_>) -> String {
    format!(
        "# Written by `{MARK} codex`: a command that runok rewrites, so that it asks, raises Codex's own prompt.\n\
         prefix_rule(\n    pattern = [{}, \"exec\", \"--ask\"],\n    decision = \"prompt\",\n    \
         justification = \"runok: a person has to say\",\n)\n",
        Value::from(start.program)
    )
}

fn group(start: &Start<'_>) -> Value {
    json!({"matcher": start.matcher("^Bash$", ".*"), "hooks": [{
        "type": "command", "command": start.shell(), "timeout": TIMEOUT_SECONDS,
    }]})
}

/// Hooks are started in the session's directory.
fn read(payload: &Payload) -> Result<Call, String> {
    claude_shape::read(payload).map(Call::here)
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
