//! The doors of the program, what is right for each, and what may come of a fault.

use std::process::Output;

use serde_json::{Value, json};

use super::place::{LINES, Place, STRICT_LINES};
use super::tracer::Call;

/// How much of an output is shown, in characters.
const MAX_SHOWN: usize = 300;

/// A door, with what it is asked.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Door {
    /// All lines at once, as JSON.
    Check,
    /// The lines for the strict policy.
    CheckStrictly,
    /// One line, as Claude Code sends it.
    Hook(&'static str),
    /// One line is to run.
    Exec(&'static str),
}

/// What is right for a line.
pub(crate) fn right(line: &str) -> &'static str {
    LINES.iter().find(|(one, _)| *one == line).map(|(_, verdict)| *verdict).unwrap()
}

impl Door {
    pub(crate) fn call(self, place: &Place) -> Call {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let directory = place.project();
        match self {
            Self::Check | Self::CheckStrictly => {
                let request = |(line, _): &(&str, &str)| json!({"command": line, "cwd": directory}).to_string() + "\n";
                let policy: &[&str] = if matches!(self, Self::Check) { &[] } else { &["-c", "strict.yml"] };
                let words = words(&[&["check", "--output-format", "json"], policy].concat());
                Call { words, stdin: self.lines().iter().map(request).collect() }
            }
            Self::Hook(line) => {
                let payload = json!({"hook_event_name": "PreToolUse", "tool_name": "Bash", "cwd": directory,
                    "session_id": "s", "tool_input": {"command": line}});
                Call { words: words(&["hook", "claude-code"]), stdin: payload.to_string() }
            }
            Self::Exec(line) => Call { words: words(&["exec", "--", line]), stdin: String::new() },
        }
    }

    fn lines(self) -> &'static [(&'static str, &'static str)] {
        if matches!(self, Self::CheckStrictly) { &STRICT_LINES } else { &LINES }
    }

    /// The first line whose verdict is not the right one.
    fn first_other(self, output: &Output) -> Option<String> {
        let other = checked(output).into_iter().zip(self.lines()).find(|(verdict, (_, right))| verdict != right);
        other.map(|(verdict, (line, right))| format!("{verdict} for {line} and not {right}"))
    }

    /// Is this what must come where nothing fails?
    pub(crate) fn is_right(self, place: &Place, output: &Output) -> Result<(), String> {
        self.is_sound(place, output)?;
        let verdicts = match self {
            Self::Check | Self::CheckStrictly => self.first_other(output).is_none(),
            Self::Hook(line) => hooked(output).as_deref() == Some(right(line)),
            Self::Exec(line) => output.status.code() == Some(if right(line) == "allow" { 0 } else { 3 }),
        };
        if verdicts {
            Ok(())
        } else {
            Err(format!("not what is right: {:?} {}", self.first_other(output), shown(output)))
        }
    }

    /// Is this the right verdict, `ask`, or a failure that lets nothing run?
    pub(crate) fn is_sound(self, place: &Place, output: &Output) -> Result<(), String> {
        let wrong = |why: &str| Err(format!("{why}: {}", shown(output)));
        match self {
            Self::Check | Self::CheckStrictly => {
                let verdicts = checked(output);
                for (verdict, (line, right)) in verdicts.iter().zip(self.lines()) {
                    if verdict != right && verdict != "ask" {
                        return wrong(&format!("{verdict} for {line}"));
                    }
                }
                // some are denied, so 3 is the right status, and 4 where all those ask
                let status = output.status.code();
                match status {
                    Some(3 | 4) if verdicts.len() == self.lines().len() => Ok(()),
                    Some(2 | 127) | None => Ok(()),
                    _ => wrong("this status says what is not so"),
                }
            }
            Self::Hook(line) => match (output.status.code(), hooked(output)) {
                (Some(0), Some(verdict)) if verdict == right(line) || verdict == "ask" => Ok(()),
                (Some(2), _) => Ok(()),
                _ => wrong("the agent would let it run"),
            },
            Self::Exec(line) => {
                let ran = place.path("project/made").exists() || !place.path("project/victim").exists();
                match output.status.code() {
                    _ if ran && right(line) != "allow" => wrong("it ran"),
                    Some(0) if ran => Ok(()),
                    Some(0) => wrong("it did not run, and says so to nobody"),
                    _ => Ok(()),
                }
            }
        }
    }
}

/// The verdicts of whole lines of JSON.
fn checked(output: &Output) -> Vec<String> {
    let text = String::from_utf8_lossy(&output.stdout);
    let verdict = |line: &str| Some(serde_json::from_str::<Value>(line).ok()?["decision"].as_str()?.to_owned());
    text.lines().filter_map(verdict).collect()
}

fn hooked(output: &Output) -> Option<String> {
    let answer: Value = serde_json::from_slice(&output.stdout).ok()?;
    Some(answer["hookSpecificOutput"]["permissionDecision"].as_str()?.to_owned())
}

pub(crate) fn shown(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).chars().take(MAX_SHOWN).collect::<String>();
    format!("{:?}\n  {}\n  {}", output.status, text(&output.stdout), text(&output.stderr))
}
