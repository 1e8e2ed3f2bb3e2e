//! Scripts: lines of ours in a file of somebody else, and files that are ours alone.
//!
//! Owns the marks by which both are found again.

use serde_json::Value;

use super::ours::{self, Found};
use super::{Misfit, Start, json_value};

/// What a file of our own says it was written by, where it begins.
pub const MARK: &str = "runok init";

/// A program of our own that starts runok and, where that gives no answer (it is killed, fails, is not there), does `instead`.
#[must_use]
pub fn wrapper(start: &Start<'_>, options: &str, instead: &str) -> String {
    let (command, agent) = (start.shell(), start.agent);
    format!(
        "#!/bin/sh\n# Written by `{MARK} {agent}`; it is replaced as a whole by the next one, so changes belong elsewhere.\n\
         {command}{options}\ncode=$?\ncase $code in\n0 | 1 | 2) exit $code ;;\nesac\n\
         echo 'runok: it gave no answer, so the command is refused' >&2\n{instead}\n"
    )
}

/// A JSON file of our own; a description in it has to end with what says whose it is.
#[must_use]
pub fn own_json(value: &Value) -> String {
    serde_json::to_string_pretty(value).map(|text| text + "\n").unwrap_or_default()
}

/// The first or second line of a file of our own, a comment, holds this.
const HEADED: &str = "Written by `runok init ";

/// A description in a JSON file of our own, which has no comments, ends with this.
const DESCRIBED: &str = "written by `runok init`";

const OPENS: &str = "# >>> runok init >>>";
const CLOSES: &str = "# <<< runok init <<<";

/// The script with these lines in it, between the marks; where they stand already, in their place.
pub(super) fn register(text: &str, lines: &str) -> String {
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let block: String =
        [OPENS, lines.trim_end(), CLOSES].iter().flat_map(|part| part.lines()).flat_map(|line| [line, end]).collect();
    match marked(text) {
        Some((before, _, after)) => format!("{before}{block}{after}"),
        None if text.is_empty() || text.ends_with('\n') => format!("{text}{block}"),
        None => format!("{text}{end}{block}"),
    }
}

/// The script without them; nothing if no other line is left.
pub(super) fn unregister(text: &str) -> Option<String> {
    let left = match marked(text) {
        Some((before, _, after)) => format!("{before}{after}"),
        None => text.to_owned(),
    };
    (!left.trim().is_empty()).then_some(left)
}

/// What stands between the marks, if it starts runok.
pub(super) fn found(text: &str) -> Vec<Found> {
    marked(text).map(|(_, block, _)| found_own(block)).unwrap_or_default()
}

/// The file of our own, in the place of one that is ours as well.
pub(super) fn own(text: Option<&str>, own: String) -> Result<String, Misfit> {
    match text {
        Some(text) if !is_own(text) && !text.trim().is_empty() => {
            Err(Misfit::new("there is a file of somebody else in this place; move it away, or let it start runok"))
        }
        _ => Ok(own),
    }
}

/// Is it a file that runok wrote? It says so where such files say it; one that only speaks of runok is somebody else's.
pub(super) fn is_own(text: &str) -> bool {
    let headed = |line: &str| line.starts_with(['#', '/']) && line.contains(HEADED);
    text.lines().take(2).any(headed) || json_value(text).is_ok_and(|value| is_described(&value))
}

fn is_described(value: &Value) -> bool {
    let hooks = value.get("hooks").and_then(Value::as_array).into_iter().flatten();
    let mut descriptions = std::iter::once(value).chain(hooks).filter_map(|part| part.get("description"));
    descriptions.any(|text| text.as_str().is_some_and(|text| text.ends_with(DESCRIBED)))
}

/// What is left where a file of our own goes: nothing, or what somebody else had there `before`.
pub(super) fn without_own(text: &str, before: Option<&str>) -> Option<String> {
    let left = if is_own(text) { before.filter(|before| !is_own(before)) } else { Some(text) };
    left.map(str::to_owned)
}

/// The file as a registration, with the command by which it starts runok; without words where it starts nothing.
pub(super) fn found_own(text: &str) -> Vec<Found> {
    let words = json_value(text).map_or_else(|_| started(text), |value| of_json(&value)).unwrap_or_default();
    vec![Found { list: String::new(), words, entry: Value::from(text) }]
}

/// The command in a JSON file of our own.
fn of_json(value: &Value) -> Option<Vec<String>> {
    let handlers = value.get("hooks").and_then(Value::as_array);
    handlers.into_iter().flatten().find_map(|handler| ours::commands(handler).into_iter().next())
}

/// The command in a script, or what a plugin makes of its constant.
fn started(text: &str) -> Option<Vec<String>> {
    let is_program = |word: &String| word.rsplit('/').next() == Some("runok");
    let code = || text.lines().filter(|line| !line.starts_with('#') && !line.starts_with("//"));
    let command = code().map(ours::words).find_map(|words| {
        let at = words.windows(2).position(|pair| matches!(pair, [one, two] if is_program(one) && two == "hook"))?;
        words.get(at..).map(<[String]>::to_vec)
    });
    command.or_else(|| {
        let program = code().find_map(|line| line.strip_prefix("const RUNOK = "))?;
        let program: String = serde_json::from_str(program.trim_end_matches(';')).ok()?;
        let (_, after) = text.split_once("[\"hook\", \"")?;
        let (agent, _) = after.split_once('"')?;
        Some(vec![program, "hook".to_owned(), agent.to_owned()])
    })
}

/// What stands before the marks, between them with them, and after.
fn marked(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_at(text.find(OPENS)?);
    let closes = rest.find(CLOSES)? + CLOSES.len();
    let after = rest.get(closes..)?;
    let line_end = after.find('\n').map_or(after.len(), |at| at + 1);
    let (block, after) = rest.split_at(closes + line_end);
    Some((before, block, after))
}
