//! Claude Code: `PreToolUse` and `PermissionRequest` hooks, and the MCP server of `--permission-prompt-tool`.
//!
//! Owns its payloads and answers. An answer without `hookEventName` is void there, so each carries it; exit code 2 blocks
//! whatever stands on standard output, but is ignored at `PermissionRequest`.

use serde_json::{Value, json};

use super::claude_shape::{self, behaviour, denial, is, permission, rewritten};
use super::health::{Health, Obstacle, REQUEST};
use super::payload::CallKeys;
use super::permission::{self, List};
use super::registration::{Entry, Form, Lists, Place, Registration, Settings, Sign, Start, TIMEOUT_SECONDS, When};
use super::shells::Heeded;
use super::{Agent, Asking, Call, Event, Failing, Moment, Payload, Reply, Ruling, Verified, Without};

const RECORDED: Verified = Verified::Recorded("2.1.328");

const LIVE: Verified = Verified::Live("2.1.328");

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "claude-code",
    aliases: &["claude"],
    title: "Claude Code",
    marks: |payload| payload.has("prompt_id") && payload.has("effort"),
    borrowed: true,
    directory_variable: "",
    strays: false,
    unattended: Some(("CLAUDE_CODE_SESSION_ATTENDED", "0")),
    events: &[
        Event {
            name: "PreToolUse",
            moment: Moment::Before,
            asking: Asking::Prompts,
            limits: "not where another hook at PermissionRequest allows it",
            failing: Failing { switch: "onFailure: block", ..Failing::all(Without::Blocked) },
            verified: LIVE,
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
            verified: LIVE,
            is: |payload| is(payload, "PermissionRequest"),
            read,
            write: prompt,
        },
        Event {
            name: "--permission-prompt-tool",
            moment: Moment::Prompt,
            asking: Asking::Cannot { note: " (non-interactive: nobody to ask)", rewrites: true },
            limits: "",
            failing: Failing::all(Without::Blocked),
            verified: LIVE,
            is: |payload| payload.says("method", "tools/call"),
            read: read_prompt_tool,
            write: prompt_tool,
        },
        Event::after("PostToolUse", RECORDED, |payload| is(payload, "PostToolUse"), read),
        Event::after("PostToolUseFailure", RECORDED, |payload| is(payload, "PostToolUseFailure"), read),
    ],
    registration: &REGISTRATION,
    health: &HEALTH,
};

static HEALTH: Health = Health {
    example: r#"{"session_id": "runok-doctor", "transcript_path": "", "cwd": "DIRECTORY", "prompt_id": "runok-doctor",
        "permission_mode": "default", "effort": {"level": "low"}, "hook_event_name": "PreToolUse", "tool_name": "Bash",
        "tool_input": {"command": "COMMAND"}, "tool_use_id": "runok-doctor"}"#,
    headless: Some(&["claude", "-p", REQUEST]),
    obstacles: &[
        Obstacle { file: directory("settings.json"), keys: &["disableAllHooks"], off: "true" },
        Obstacle { file: Place::project(".claude/settings.json"), keys: &["disableAllHooks"], off: "true" },
        Obstacle { file: Place::project(".claude/settings.local.json"), keys: &["disableAllHooks"], off: "true" },
    ],
    trust: None,
    rivals: "the strictest answer counts, but a hook at PermissionRequest can allow what runok asks about",
};

/// The hook that decides; another at `PermissionRequest` would answer what the user's own rules want asked.
static REGISTRATION: Registration = Registration {
    signs: &[Sign::Program("claude"), Sign::Path(directory(""))],
    user: &[&[Settings { file: directory("settings.json"), when: When::Always, form: HOOKS }]],
    project: &[&[Settings { file: Place::project(".claude/settings.json"), when: When::Always, form: HOOKS }]],
    lists: &[List { file: directory("settings.json"), ends: "", read: permission::claude_code }],
    tools: "",
    by_hand: &["Sessions that run already take it over when they are started again."],
};

const fn directory(path: &'static str) -> Place {
    Place::moved_by("CLAUDE_CONFIG_DIR", ".claude", path)
}

const HOOKS: Form = Form::Json(&Lists { besides: &[], entries: &[Entry::last(&["hooks", "PreToolUse"], group)] });

/// `args` starts runok without a shell between; `onFailure` is heeded from 2.1.295 on, and ignored before.
fn group(start: &Start<'_>) -> Value {
    json!({"matcher": start.matcher("Bash|PowerShell|Monitor", "*"), "hooks": [{
        "type": "command", "command": start.program, "args": start.arguments(),
        "timeout": TIMEOUT_SECONDS, "onFailure": "block",
    }]})
}

/// Hooks are started where the command would run.
fn read(payload: &Payload) -> Result<Call, String> {
    claude_shape::read(payload).map(Call::here)
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

fn prompt(call: &Call, ruling: &Ruling) -> Reply {
    match ruling {
        Ruling::Allow(_) => Reply::json(&behaviour(json!({"behavior": "allow"}))),
        Ruling::Deny(reason) | Ruling::AskDenied(reason) => {
            Reply::json(&behaviour(json!({"behavior": "deny", "message": reason})))
        }
        Ruling::Rewrite { command, .. } => {
            Reply::json(&behaviour(json!({"behavior": "allow", "updatedInput": call.input_with("command", command)})))
        }
        // its own prompt is about to come
        Ruling::Ask(_) | Ruling::Silent => Reply::silence(),
    }
}

fn read_prompt_tool(payload: &Payload) -> Result<Call, String> {
    let call = payload.call(&CallKeys {
        tool: &["params", "arguments", "tool_name"],
        input: &["params", "arguments", "input"],
        directory: &["params", "arguments", "cwd"],
        heeded: Heeded::command(&["command"]),
    })?;
    Ok(Call { id: payload.at(&["id"]).cloned(), ..call.here() })
}

/// Whatever is not allowed is denied here: nobody stands behind this tool.
fn prompt_tool(call: &Call, ruling: &Ruling) -> Reply {
    let said = match ruling {
        Ruling::Allow(_) => json!({"behavior": "allow", "updatedInput": call.input}),
        Ruling::Rewrite { command, .. } => {
            json!({"behavior": "allow", "updatedInput": call.input_with("command", command)})
        }
        Ruling::Deny(reason) | Ruling::AskDenied(reason) | Ruling::Ask(reason) => {
            json!({"behavior": "deny", "message": reason})
        }
        Ruling::Silent => json!({"behavior": "deny", "message": "runok: no rule allows this, and nobody can be asked"}),
    };
    Reply::json(&json!({
        "jsonrpc": "2.0", "id": call.id,
        "result": {"content": [{"type": "text", "text": said.to_string()}]},
    }))
}
