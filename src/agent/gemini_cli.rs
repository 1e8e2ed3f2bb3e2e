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
        let handed_over: Vec<String> = texts.iter().flat_map(|text| handed_over(text)).collect();
        texts.extend(handed_over);
    }
    Ok(call)
}

/// What Gemini CLI hands to bash of a command: what is left of `bash -c …` and its like; and of a text in double quotes, what the
/// parser makes of it that it reads such a text with.
fn handed_over(text: &str) -> Vec<String> {
    let trimmed = text.trim_matches(is_space);
    let Some(rest) = without_shell(trimmed) else {
        return if trimmed == text { Vec::new() } else { vec![trimmed.to_owned()] };
    };
    let quoted = ['"', '\''].iter().find_map(|quote| rest.strip_prefix(*quote)?.strip_suffix(*quote));
    let rewritten = rest.starts_with('"').then(|| rewritten(rest));
    std::iter::once(quoted.unwrap_or(rest).to_owned()).chain(rewritten).collect()
}

/// What stands behind `sh -c`, `cmd.exe /c`, `pwsh -NoProfile -Command` and their like.
fn without_shell(text: &str) -> Option<&str> {
    let (shell, rest) = next_word(text)?;
    let path = shell.to_ascii_lowercase();
    let option = match path.as_str() {
        "cmd.exe" => "/c",
        "powershell" | "powershell.exe" | "pwsh" | "pwsh.exe" => "-command",
        _ if ["sh", "bash", "zsh"].contains(&path.rsplit('/').next()?) => "-c",
        _ => return None,
    };
    let is = |word: &str, wanted: &str| word.eq_ignore_ascii_case(wanted);
    let (word, after) = next_word(rest)?;
    let skips = option == "-command" && is(word, "-noprofile");
    let (word, after) = if skips { next_word(after)? } else { (word, after) };
    is(word, option).then_some(after)
}

/// The first word, and what follows the white space behind it; nothing where there is none.
fn next_word(text: &str) -> Option<(&str, &str)> {
    let end = text.find(is_space)?;
    Some((text.get(..end)?, text.get(end..)?.trim_start_matches(is_space)))
}

/// Is it white space to JavaScript?
fn is_space(one: char) -> bool {
    one == '\u{feff}' || one != '\u{85}' && one.is_whitespace()
}

/// What the parser makes of one word with quotes: they are gone, `${…}` up to the first brace is a variable of that name, and
/// behind a variable of one sign a character is lost.
fn rewritten(word: &str) -> String {
    let mut written = String::with_capacity(word.len());
    let mut quote: Option<char> = None;
    let mut rest = word;
    while let Some(first) = rest.chars().next() {
        rest = rest.get(first.len_utf8()..).unwrap_or_default();
        match (first, quote) {
            (first, Some(open)) if first == open => quote = None,
            ('$', None | Some('"')) => rest = variable(rest, &mut written),
            ('\\', None | Some('"')) => {
                let next = rest.chars().next();
                if quote.is_some() && !matches!(next, Some('"' | '\\' | '$')) {
                    written.push('\\');
                }
                written.extend(next);
                rest = rest.get(next.map_or(0, char::len_utf8)..).unwrap_or_default();
            }
            ('"' | '\'', None) => quote = Some(first),
            (first, _) => written.push(first),
        }
    }
    written
}

/// Writes the variable that begins here, and hands back what follows it.
fn variable<'t>(rest: &'t str, written: &mut String) -> &'t str {
    written.push('$');
    let after = |at: usize| rest.get(at..).unwrap_or_default();
    match rest.chars().next() {
        Some('{') => {
            let end = rest.find('}').unwrap_or(rest.len());
            written.push_str(rest.get(1..end).unwrap_or_default());
            after(end + 1)
        }
        Some(sign) if "*@#?$!_-".contains(sign) => {
            written.push(sign);
            let lost = after(1).chars().next().map_or(0, char::len_utf8);
            after(1 + lost)
        }
        _ => rest,
    }
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
        for (text, run) in [
            ("bash -c git push --force", &["git push --force"][..]),
            (" /bin/sh  -c 'ls' '; rm -rf x; echo '", &["ls' '; rm -rf x; echo "]),
            ("zsh -c \"ls\"", &["ls", "ls"]),
            ("bash -c \"echo ${HOME:-; rm x; }\"", &["echo ${HOME:-; rm x; }", "echo $HOME:-; rm x; "]),
            ("bash -c \"echo $?'; rm x; #'\"", &["echo $?'; rm x; #'", "echo $?; rm x; #'"]),
            ("bash -c \"echo \\\"$HOME\\\" \\n\"", &["echo \\\"$HOME\\\" \\n", "echo \"$HOME\" \\n"]),
            ("\u{feff}bash\u{feff}-c\u{feff}'git push --force'", &["git push --force"]),
            ("\u{feff}git push", &["git push"]),
            ("pwsh -NoProfile -Command rm x", &["rm x"]),
            ("CMD.EXE /C rm x", &["rm x"]),
        ] {
            assert_eq!(handed_over(text), run, "{text}");
        }
        for other in ["bash x.sh", "bash -cx", "bashful -c ls", "ls", "bash", "pwsh -c ls"] {
            assert_eq!(handed_over(other), [""; 0], "{other}");
        }
    }
}
