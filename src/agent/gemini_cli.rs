//! Gemini CLI: the `BeforeTool` hook.
//!
//! Owns its payloads and answers. Its prompt shows `systemMessage` and not `reason`, so both are given; `allow` there does
//! not spare the user Gemini's own prompt. A command runs in `dir_path` of its input, which is relative to `cwd`. After the hook
//! it takes `bash -c` off the beginning, and the quotes around the rest, and has bash run what is left: that is judged too.

use serde_json::{Value, json};

use super::claude_shape::{is, read_below};
use super::health::{Health, Obstacle};
use super::permission::{self, List};
use super::registration::{Entry, Form, Lists, Place, Registration, Settings, Sign, Start, TIMEOUT_SECONDS, When};
use super::{Agent, Asking, Call, Event, Failing, Moment, Payload, Reply, Ruling, Subject, Verified, Without};

const RECORDED: Verified = Verified::Recorded("0.61.0");

/// The table's row.
pub(super) static AGENT: Agent = Agent {
    name: "gemini-cli",
    aliases: &["gemini"],
    title: "Gemini CLI",
    marks: |payload| is(payload, "BeforeTool"),
    borrowed: false,
    directory_variable: "",
    strays: false,
    unattended: None,
    events: &[
        Event {
            name: "BeforeTool",
            moment: Moment::Before,
            asking: Asking::Prompts,
            limits: "",
            failing: Failing { missing: Without::Blocked, ..Failing::all(Without::Runs) },
            verified: Verified::Live("0.61.0"),
            is: |payload| is(payload, "BeforeTool"),
            read,
            write: before,
        },
        Event::after("AfterTool", RECORDED, |payload| is(payload, "AfterTool"), read),
        Event::after("Notification", RECORDED, |payload| is(payload, "Notification"), read),
    ],
    registration: &REGISTRATION,
    health: &HEALTH,
};

/// Without a terminal it offers its shell only with all prompts off, which no look at its health is worth.
static HEALTH: Health = Health {
    example: r#"{"session_id": "runok-doctor", "transcript_path": "", "cwd": "DIRECTORY", "hook_event_name": "BeforeTool",
        "timestamp": "2026-01-01T00:00:00.000Z", "tool_name": "run_shell_command", "tool_input": {"command": "COMMAND"}}"#,
    headless: None,
    obstacles: &[
        Obstacle { file: Place::home(".gemini/settings.json"), keys: &["hooksConfig", "enabled"], off: "false" },
        Obstacle { file: Place::project(".gemini/settings.json"), keys: &["hooksConfig", "enabled"], off: "false" },
    ],
    trust: None,
    rivals: "each can only block, and change the command after runok has seen it",
};

static REGISTRATION: Registration = Registration {
    signs: &[Sign::Program("gemini"), Sign::Path(Place::home(".gemini/settings.json"))],
    user: &[&[Settings { file: Place::home(".gemini/settings.json"), when: When::Always, form: HOOKS }]],
    project: &[&[Settings { file: Place::project(".gemini/settings.json"), when: When::Always, form: HOOKS }]],
    lists: &[List { file: Place::home(".gemini/settings.json"), ends: "", read: permission::gemini_cli }],
    tools: "",
    by_hand: &["Gemini CLI takes it over at its next start; for a project it asks once whether the hook may run."],
};

const HOOKS: Form = Form::Json(&Lists { besides: &[], entries: &[Entry::last(&["hooks", "BeforeTool"], group)] });

/// It counts in milliseconds.
fn group(start: &Start<'_>) -> Value {
    json!({"matcher": start.matcher("^run_shell_command$", ".*"), "hooks": [{
        "name": "runok", "type": "command", "command": start.shell(), "timeout": TIMEOUT_SECONDS * 1000,
    }]})
}

fn read(payload: &Payload) -> Result<Call, String> {
    let mut call = read_below(payload, &["dir_path"])?;
    if let Subject::Shell(texts) = &mut call.subject {
        let stripped: Vec<String> = texts.iter().filter_map(|text| without_shell(text)).map(str::to_owned).collect();
        texts.extend(stripped);
    }
    Ok(call)
}

/// What is left of `sh -c …`, `bash -c …` and `zsh -c …`.
fn without_shell(text: &str) -> Option<&str> {
    let (shell, rest) = text.trim().split_once(char::is_whitespace)?;
    let name = shell.rsplit('/').next()?.to_ascii_lowercase();
    let rest = rest
        .trim_start()
        .get(..2)
        .filter(|option| option.eq_ignore_ascii_case("-c"))
        .and(rest.trim_start().get(2..))?;
    if !["sh", "bash", "zsh"].contains(&name.as_str()) || !rest.starts_with(char::is_whitespace) {
        return None;
    }
    let rest = rest.trim();
    let quoted = ['"', '\''].iter().find_map(|quote| rest.strip_prefix(*quote)?.strip_suffix(*quote));
    Some(quoted.unwrap_or(rest))
}

fn before(call: &Call, ruling: &Ruling) -> Reply {
    let decided =
        |decision: &str, reason: &String| json!({"decision": decision, "reason": reason, "systemMessage": reason});
    match ruling {
        Ruling::Allow(_) => Reply::json(&json!({"decision": "allow"})),
        Ruling::Ask(reason) => Reply::json(&decided("ask", reason)),
        Ruling::Deny(reason) | Ruling::AskDenied(reason) => Reply::json(&decided("deny", reason)),
        Ruling::Rewrite { command, .. } => Reply::json(&json!({
            "decision": "allow",
            "hookSpecificOutput": {"hookEventName": "BeforeTool", "tool_input": call.input_with("command", command)},
        })),
        Ruling::Silent => Reply::silence(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_of_a_shell_is_what_gemini_runs() {
        assert_eq!(without_shell("bash -c git push --force"), Some("git push --force"));
        assert_eq!(without_shell(" /bin/sh  -c 'ls' '; rm -rf x; echo '"), Some("ls' '; rm -rf x; echo "));
        assert_eq!(without_shell("zsh -c \"ls\""), Some("ls"));
        for other in ["bash x.sh", "bash -cx", "bashful -c ls", "ls", "bash"] {
            assert_eq!(without_shell(other), None, "{other}");
        }
    }
}
