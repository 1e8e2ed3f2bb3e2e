//! Commands that start other commands.
//!
//! Owns the one table of wrappers and launchers: where in their words the started command stands and how it is read.
//! Refuses to interpret what is started (the interpreter does) and to judge it.

mod call;
pub(in crate::command) mod configuration;
mod effects;
mod env;
pub(in crate::command) mod files;
mod found;
mod git;
mod hidden;
mod launchers;
mod machines;
mod make;
mod mpi;
mod others;
mod own;
mod rclone;
mod rows;
mod shells;
mod text;
mod tmux;
mod users;

use crate::shell::Dialect;

use super::options::Tables;
use super::word::Word;
use super::{Doubt, WrapKind, base_name, is_of_system};
use call::Call;

/// The names that a call of find prints, a NUL after each; nothing when it prints anything else.
pub(in crate::command) fn names_printed(words: &[Word], tables: &Tables) -> Option<std::rc::Rc<[Word]>> {
    found::printed(&Call::new(words, "find", tables)).map(Into::into)
}

/// The variable and its value, of a word of the form `NAME=value`.
pub(in crate::command) fn assigned(word: &Word) -> Option<(String, Option<Word>)> {
    env::assignment(word)
}

/// Something that a command starts.
#[derive(Clone, PartialEq, Debug)]
pub struct Start {
    /// How it counts.
    pub kind: WrapKind,
    /// What is started.
    pub what: Started,
    /// Variables that are set for it (`env A=1 …`), in order; `None` removes the variable (`env -u A`).
    pub environment: Vec<(String, Option<Word>)>,
    /// The inherited environment is dropped (`env -i`).
    pub cleared: bool,
    /// A directory that is changed to first (`env -C dir`, `sudo -D dir`), read from where the wrapper runs.
    pub directory: Option<Word>,
    /// It runs where this machine's variables, functions and working directory mean nothing (`ssh`, `docker exec`).
    pub remote: bool,
    /// It may run more than once, or beside what comes after it in the line (`watch`, `xargs`, `setsid`).
    pub again: bool,
    /// Options of a shell that hold when its text begins, as `set` and `shopt` know them (`-O NAME` for the latter).
    pub options: Vec<(Word, Option<Word>)>,
    /// Why what is started is at least `ask` (options that could not be read, an unknown count of words).
    pub doubts: Vec<Doubt>,
}

/// What a wrapper starts.
#[derive(Clone, PartialEq, Debug)]
pub enum Started {
    /// An argument vector (at least one word).
    Words(Vec<Word>),
    /// Shell text in a word, with the positional parameters that follow it (`bash -c TEXT NAME ARG…`; the first is `$0`).
    Text {
        /// The text.
        text: Word,
        /// Which shell reads it.
        dialect: Dialect,
        /// `$0`, `$1`, …
        parameters: Vec<Word>,
        /// It runs in the same shell process: variables, functions and `cd` are shared (`eval`, `trap`).
        same_shell: bool,
    },
    /// Whatever standard input holds, read as shell text (`sh`, `bash -s`, `sh -`).
    Input {
        /// Which shell reads it.
        dialect: Dialect,
        /// `$0`, `$1`, …
        parameters: Vec<Word>,
    },
    /// A file is read as shell text into the same shell (`.`, `source`).
    File(Word),
}

/// Is it a shell, or a builtin that reads commands from a file?
pub(super) fn runs_scripts(name: &str) -> bool {
    launchers::find(name).is_some_and(|launch| matches!(launch.how, launchers::How::Script(_)))
}

/// What a command's words start, by the one table and the option tables. Empty for a command that starts nothing.
///
/// Several readings (an unknown word that may be an option or the command) give several entries or a doubt.
///
/// The dialect of text that runs in the same shell process (`eval`) is that of the shell that reads the line; it is given
/// as bash here.
#[must_use]
pub fn starts(words: &[Word], tables: &Tables) -> Vec<Start> {
    let Some(path) = words.first().and_then(Word::known) else { return Vec::new() };
    let name = base_name(path);
    let call = Call::new(words, name, tables);
    let mut found = match launchers::find(name) {
        Some(launch) => launchers::starts(&call, launch),
        None => effects::told_by_table(&call),
    };
    // a program of that name which lies elsewhere need not be the wrapper
    let is_another = path.contains('/') && !is_of_system(path);
    if found.iter().any(|start| start.kind == WrapKind::PassThrough) && (is_another || effects::acts(&call)) {
        let passing = found.iter_mut().filter(|start| start.kind == WrapKind::PassThrough);
        passing.for_each(|start| start.kind = WrapKind::Acts);
    }
    found.extend(effects::starts(&call));
    found
}
