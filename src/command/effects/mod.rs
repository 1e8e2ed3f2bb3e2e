//! What a command does: which files it reads, writes and deletes, what it runs, what it changes elsewhere.
//!
//! Owns the account that is drawn up of a command from its option table and its words (`account`), what a value says
//! of files and hosts (`value`, `parts`, `curl`), and what variables add (`loading`). Refuses to judge, and to say anything of
//! a command without a table: nothing is known of it then. What a command *starts* is another matter (`command::wrapper`): it
//! is found, and judged by itself.
//!
//! The promise: each effect that the table states for some value of what is not known is in the account; one that is
//! `certain` is there for all of them but those that only ask for help (`rm -r / $X`, where `$X` may be `--help`) and
//! those that name a standard stream in place of a file (`tee "$X"`, where `$X` may be `/dev/null`; `curl -T *`, beside a
//! file that is called `{-,a}`).

mod account;
mod curl;
mod given;
mod loading;
mod meaning;
mod meant;
mod operands;
mod parts;
mod processes;
mod program;
mod value;

pub(crate) use loading::of_started;
pub(crate) use meaning::does_aside_below;
pub(crate) use meant::{Way, ways};
pub(in crate::command) use parts::end_of_url;

use super::normalise;
use super::options::statement::OperandLine;
use super::options::{Arguments, Table};
use super::word::Word;
use serde::{Deserialize, Serialize};

use crate::verdict::Match;

/// Targets that writing to harms nothing.
pub const HARMLESS_TARGETS: [&str; 8] =
    ["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/stdin", "/dev/tty", "/dev/fd/1", "/dev/fd/2", "/proc/self/fd/1"];

/// Links to the root of everything.
const OWN_ROOTS: [&str; 3] = ["/proc/self/root", "/proc/thread-self/root", "/proc/1/root"];

/// Is it a device, rather than a file? (Terminals and shared memory are used as files are.)
#[must_use]
pub fn is_device(target: &Word) -> bool {
    let written = target.literal_prefix();
    if !written.starts_with('/') || !written.contains("dev") {
        return false;
    }
    // by whatever way the path takes to it; a text that ends in a slash is the beginning of a path
    let path = normalise(written) + if written.ends_with('/') { "/" } else { "" };
    let path = OWN_ROOTS.iter().find_map(|root| path.strip_prefix(root)).unwrap_or(&path);
    let like_files = ["/dev/shm/", "/dev/pts/", "/dev/fd/", "/dev/tty", "/dev/mqueue/"];
    path.starts_with("/dev/")
        && !HARMLESS_TARGETS.contains(&path)
        && !like_files.iter().any(|one| path.starts_with(one))
}

/// The kinds of effects that rules speak of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Kind {
    /// A file or a directory is read.
    Reads,
    /// One is written, created or changed.
    Writes,
    /// One is deleted, or something else is lost.
    Deletes,
    /// Code is run that is not the tool's own.
    Runs,
    /// The network is talked to.
    Network,
    /// Secrets are handed out.
    Secrets,
    /// It runs with other rights, or gives rights away.
    Privileges,
    /// Something else changes: processes, settings, a repository, a service.
    Changes,
}

impl Kind {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 8] = [
        Self::Reads,
        Self::Writes,
        Self::Deletes,
        Self::Runs,
        Self::Network,
        Self::Secrets,
        Self::Privileges,
        Self::Changes,
    ];

    /// The word that policies use for it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Reads => "reads",
            Self::Writes => "writes",
            Self::Deletes => "deletes",
            Self::Runs => "runs",
            Self::Network => "network",
            Self::Secrets => "secrets",
            Self::Privileges => "privileges",
            Self::Changes => "changes",
        }
    }

    /// The kind of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}

/// One effect of a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deed {
    /// Which kind.
    pub kind: Kind,
    /// What it is done to: a path, a host, a text. `None` where the table does not name it.
    pub target: Option<Word>,
    /// It is done to everything below the target as well.
    pub below: Match,
    /// It is done for every value of what is not known.
    pub certain: bool,
    /// It is done beside what the command is for, so that an allow rule for the command does not speak for it unless it
    /// names it.
    pub beside: Option<Beside>,
    /// The target is a program that is given in words.
    pub code: Option<Code>,
    /// The target only holds what is written, which is told beside it name by name: it is named with a slash at its end, so that
    /// nothing but a directory can stand there (`cp a b docs/`).
    pub holds: bool,
}

/// Programs that are given in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    /// In a language that is not read (`python -c`), or not fully understood.
    Unread,
    /// A text for the shell, which is judged as such (`awk 'BEGIN { system("…") }'`).
    Shell,
}

/// By what an effect comes about that is beside what the command is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Beside {
    /// The spellings of the option; none where an operand does it.
    pub names: Vec<String>,
    /// Not even a policy that allows by default allows it unseen.
    pub always: bool,
}

/// How much of what a command does is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Extent {
    /// All of it.
    Whole,
    /// What is there is all that the table states, but the table may not say everything: why.
    Untold(String),
    /// Not even which part of the table counts is known: why. Anything may be done.
    Lost(String),
}

/// Everything that is known of what a command does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// Its effects.
    pub deeds: Vec<Deed>,
    /// Whether there may be others.
    pub extent: Extent,
}

impl Account {
    /// The account of a command that no table tells of.
    #[must_use]
    pub fn untold(command: &str) -> Self {
        Self { deeds: Vec::new(), extent: Extent::Untold(format!("what {command} does is not known")) }
    }
}

/// What a command does, whose words were read with its table.
#[must_use]
pub fn of(table: &Table, arguments: &Arguments, words: &[Word]) -> Account {
    let mut account = account::draw_up(table, arguments, words);
    account.deeds.extend(parts::named_anywhere(table, arguments));
    account
}

/// The lines about operands that may be the one that counts: every one whose conditions may hold, up to one whose conditions
/// do.
pub(crate) fn lines_of_operands<'t>(table: &'t Table, arguments: &Arguments, words: &[Word]) -> Vec<&'t OperandLine> {
    let lines = &table.statements.operands;
    if lines.iter().all(|line| line.when.is_empty()) {
        return lines.iter().take(1).collect();
    }
    let given = given::Given::of(arguments, words);
    let mut may_count = Vec::new();
    for line in lines {
        let holds = given.holds(&line.when);
        may_count.extend((holds > Match::Never).then_some(line));
        if holds == Match::Must {
            break;
        }
    }
    may_count
}

#[cfg(test)]
mod tests;
