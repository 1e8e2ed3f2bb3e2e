//! `tmux new-session … \; split-window …`: several commands in one call, and formats that run something.
//!
//! Owns where one command ends, and `#(…)`. Refuses to know the commands (`rows` has those that start others).

use crate::command::WrapKind;
use crate::command::word::Word;

use super::Start;
use super::call::Call;
use super::launchers::{Who, below};
use super::rows::TMUX;

/// What the first command starts, the commands behind it, and what the formats of all of them run.
pub(super) fn commands(call: &Call, who: Who) -> Vec<Start> {
    let Some(name) = call.words.first() else { return Vec::new() };
    let mut commands = vec![vec![name.clone()]];
    for word in call.from(1) {
        let end = end_of_command(word);
        if let Some(last) = commands.last_mut() {
            last.extend(end.clone().unwrap_or_else(|| Some(word.clone())));
        }
        if end.is_some() {
            commands.push(vec![name.clone()]);
        }
    }
    let mut commands = commands.into_iter();
    let first = commands.next().unwrap_or_default();
    let mut starts = who.apply(below(&Call::new(&first, &call.name, call.tables), TMUX));
    let others = commands.filter(|words| words.len() > 1);
    starts.extend(others.map(|words| Start::words(WrapKind::Program, &words)));
    starts.extend(behind_what_may_end_one(call, name));
    starts.extend(within_arguments(call));
    starts.extend(call.from(1).iter().flat_map(run_by_format));
    starts
}

/// Where the word ends a command: what is before its `;`, if anything.
fn end_of_command(word: &Word) -> Option<Option<Word>> {
    let text = word.known()?.strip_suffix(';').filter(|text| !text.ends_with('\\'))?;
    Some((!text.is_empty()).then(|| Word::literal(text, word.span)))
}

/// A word that is not known may be a `;`: what follows it is then another command.
fn behind_what_may_end_one(call: &Call, name: &Word) -> Option<Start> {
    let may_end = |word: &Word| !word.is_known() && ";".starts_with(word.literal_prefix());
    let at = call.from(1).iter().position(may_end)?;
    let rest = call.from(at + 2);
    let words: Vec<Word> = std::iter::once(name).chain(rest).cloned().collect();
    let doubt = call.doubt(format!("it is not known where a command of {} ends", call.name));
    (!rest.is_empty()).then(|| Start::words(WrapKind::Program, &words).doubtful(doubt))
}

/// Commands whose arguments hold commands of tmux, which are not read here.
const HOLDING: [&str; 16] = [
    "bind",
    "bind-key",
    "choose-buffer",
    "choose-client",
    "choose-tree",
    "command-prompt",
    "confirm",
    "confirm-before",
    "display-menu",
    "display-panes",
    "displayp",
    "if",
    "if-shell",
    "menu",
    "set-hook",
    "source-file",
];

/// Options of tmux whose value it runs.
const RUN: [&str; 4] = ["default-command", "default-shell", "editor", "lock-command"];

/// Commands within arguments, which tmux runs sooner or later.
fn within_arguments(call: &Call) -> Option<Start> {
    let holds = |text: &str| HOLDING.contains(&text) || RUN.contains(&text);
    let controls = |text: &str| text == "-C" || text == "-CC";
    let word = call.from(1).iter().find(|word| word.known().is_some_and(|text| holds(text) || controls(text)))?;
    let doubt = call.doubt(format!("the commands that {} holds are not read: {}", call.name, word.display()));
    Some(Start::program(word.clone(), &call.name).doubtful(doubt))
}

/// What stands in `#(…)` is run by a shell, and its output put there.
fn run_by_format(word: &Word) -> Vec<Start> {
    let text = word.known().unwrap_or_default();
    let bodies = text.split("#(").skip(1).map(|rest| rest.rsplit_once(')').map_or(rest, |(body, _)| body));
    bodies.map(|body| Start::text(WrapKind::Program, Word::literal(body, word.span))).collect()
}
