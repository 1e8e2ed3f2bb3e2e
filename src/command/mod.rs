//! From syntax to what would run: the abstract interpreter of a shell text.
//!
//! Owns the walk over the syntax tree that finds every simple command bash might execute, with its words after expansion
//! as far as they are known, and the knowledge about commands that needs no policy: wrappers, option tables, variables
//! that change what runs. Refuses to judge: it never sees a rule.

mod altered;
mod arithmetic;
mod assigning;
mod braces;
mod builtins;
mod code;
mod compound;
mod conditional;
mod dashes;
mod declared;
pub mod effects;
pub mod environment;
mod expand;
mod fallback;
mod feeds;
mod field;
mod fields;
mod function;
mod glob;
mod inherited;
mod lines;
mod list;
mod lookup;
mod loops;
mod moved;
mod nameless;
pub(crate) mod names;
mod operation;
pub mod options;
mod output;
mod parameter;
mod pipeline;
mod place;
pub mod programs;
mod python;
mod quoted;
mod reading;
mod scope;
mod script_input;
mod settings;
mod simple;
mod special;
mod standard_input;
mod tilde;
pub mod tool;
mod value;
mod variables;
mod walk;
pub mod word;
pub mod wrapper;
mod written;

use std::rc::Rc;

pub use altered::Altered;

use crate::facts::Facts;
use crate::input::{CommandLine, Span};
use crate::shell::typed::Typed;
use crate::shell::{self, Dialect};
use options::Tables;
pub(crate) use place::{MAX_DIRECTORY_BYTES, base_name, is_of_system, normalise, split_last};
use word::Word;

/// The most commands one line may hold before reading stops.
pub const MAX_COMMANDS: usize = 20_000;

/// How deep wrappers, code inside text and function calls may nest.
pub const MAX_WRAPPERS: usize = 10;

/// How many commands of a line may be looked at that only may be started, by one that is started itself: of `env $X env $X …`
/// each word may be one, and there are more ways to read it than anybody would wait for.
pub const MAX_POSSIBLE_STARTS: usize = 64;

/// Everything that a line might run, and what was not understood of it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Reading {
    /// Every command, in the order in which they stand. Commands inside substitutions stand beside the command that
    /// holds them; commands that another one starts (wrappers, `bash -c`) stand inside it.
    pub invocations: Vec<Invocation>,
    /// Why the whole line is at least `ask`: syntax that was not understood, limits.
    pub doubts: Vec<Doubt>,
}

/// One simple command that might run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Invocation {
    /// The name and the arguments; empty when only assignments or redirections stand there.
    pub words: Vec<Word>,
    /// The assignments before it. With no words they set the shell's own variables.
    pub assignments: Vec<Assignment>,
    /// Its redirections, those of the compound commands around it included.
    pub redirects: Vec<Redirection>,
    /// Variables that it inherits with a value the line gave them: exported ones and its own assignments; a value of
    /// `None` was unset by the line.
    pub environment: Rc<[Inherited]>,
    /// Where and how it runs.
    pub place: Place,
    /// Where it stands in the line (for code inside text: the word that holds the text).
    pub span: Span,
    /// What it starts in turn.
    pub wrapped: Vec<Wrapped>,
    /// Why its own verdict is at least `ask`.
    pub doubts: Vec<Doubt>,
    /// How it was found, from the outermost: `in $(…)`, `in the function f`, `in the text of bash -c`.
    pub found_in: Vec<String>,
    /// It is no command but the call of a coding agent's tool.
    pub tool: Option<Box<tool::ToolUse>>,
}

/// A variable that commands inherit; one after the other may share it.
pub type Inherited = Rc<(String, Option<Word>)>;

/// Why something is at least `ask`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Doubt {
    /// A sentence without a full stop: `"the text that eval runs is not known: $X"`.
    pub why: String,
    /// Where in the line.
    pub span: Span,
}

/// `NAME=value` before a command, or alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assignment {
    /// The variable.
    pub name: String,
    /// What it is set to (after an append: the whole new value, as far as it is known).
    pub value: Word,
    /// Where in the line.
    pub span: Span,
}

impl Invocation {
    /// What is not known of its words and of the text that it is fed, as it is written.
    #[must_use]
    pub fn expansions(&self) -> Vec<String> {
        use shell::ast::RedirectOperator::{HereDocument, HereString};
        let fed = self.redirects.iter().filter(|one| matches!(one.operator, HereDocument | HereString));
        self.words.iter().chain(fed.map(|one| &one.target)).flat_map(Word::doubts).collect()
    }
}

/// A redirection that a command would perform, its words expanded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Redirection {
    /// The operator as written: `>`, `>>`, `2>&1` has `>&`.
    pub operator: shell::ast::RedirectOperator,
    /// The descriptor, where one is written; for `{NAME}` the first that bash may pick.
    pub descriptor: Option<u32>,
    /// The descriptor may be one that cannot be had, whatever the target is: a variable that takes no number, or holds
    /// none to close; a number past what a process may have open.
    pub may_fail: bool,
    /// The file, descriptor, or here-document text.
    pub target: Word,
    /// The directory that a relative target is resolved in, if it differs from the command's (a redirection of a
    /// compound command takes place where that begins).
    pub directory: Directory,
    /// Where in the line.
    pub span: Span,
}

/// Where and how a command runs.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Place {
    /// The working directory.
    pub directory: Directory,
    /// It reads from a pipe.
    pub pipe_stdin: bool,
    /// It writes to a pipe.
    pub pipe_stdout: bool,
    /// The innermost loop around it.
    pub loop_kind: Option<LoopKind>,
    /// The names of the commands of the pipeline that it is part of, in order, where they stand there as plain words.
    pub pipeline: Rc<[String]>,
    /// It runs in the background (`&`).
    pub background: bool,
    /// It is a call of a function from within itself.
    pub recursive: bool,
    /// Its output is run as code.
    pub feeds_code: bool,
    /// What other commands of the line may have changed when it runs.
    pub altered: Altered,
    /// What runok's own environment holds says nothing about it (`env -i`, `ssh`).
    pub foreign: bool,
}

/// A working directory, as far as it is known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Directory {
    /// One of these absolute, normalised paths; one entry when it is certain.
    Known(Vec<String>),
    /// Not known.
    #[default]
    Unknown,
}

/// Which kind of loop a command runs in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopKind {
    /// `for` or `select`
    For,
    /// `while`
    While,
    /// `until`
    Until,
}

/// Commands that a command starts.
#[derive(Clone, PartialEq, Debug)]
pub struct Wrapped {
    /// How.
    pub kind: WrapKind,
    /// What runs; empty with a doubt when it cannot be told.
    pub runs: Vec<Invocation>,
    /// Why what is started is at least `ask`.
    pub doubts: Vec<Doubt>,
}

/// How a command starts another one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WrapKind {
    /// It only passes through (`env`, `nice`, `time`, `timeout`, `xargs`, `bash -c`, `find -exec`): the wrapped
    /// command's verdict is its own when no rule names it.
    PassThrough,
    /// As `PassThrough`, but it also acts itself (`find … -exec … -delete`, `time -o file …`, `flock file …`): its own
    /// verdict counts beside that of what it starts.
    Acts,
    /// It changes who or where (`sudo`, `ssh`, `docker exec`): never lifted to allow by the wrapped command alone.
    Elsewhere,
    /// An option's value names a program (`git -c core.pager=…`, `tar -I`, `rg --pre`): judged in full beside the command.
    Program,
}

/// Reads a shell text into everything that it might run.
#[must_use]
pub fn read(line: &CommandLine, facts: &dyn Facts, tables: &Tables) -> Reading {
    reading::text(line.as_str(), Dialect::Bash, reading::options_doubt(line.as_str(), facts), facts, tables)
}

/// Reads a text that was typed at the prompt of a shell.
#[must_use]
pub fn read_typed(typed: &Typed, facts: &dyn Facts, tables: &Tables) -> Reading {
    let doubts = typed.mistakes.iter().map(|mistake| Doubt { why: mistake.what.clone(), span: mistake.span });
    reading::text(&typed.text, typed.dialect, doubts, facts, tables)
}

/// Reads an argument vector: one command whose words are all known.
#[must_use]
pub fn read_words(words: &[String], facts: &dyn Facts, tables: &Tables) -> Reading {
    reading::vector(words, facts, tables)
}

/// Where a command is after it has changed from one directory to the one that a word names.
#[must_use]
pub fn directory_from(directory: &Directory, word: &Word, facts: &dyn Facts) -> Directory {
    place::reached(directory, &value::Text::of_word(word), facts)
}

/// Reads the commands that words captured by a policy's wrapper pattern would run, where `parent` runs.
///
/// One word is a shell text (unless it is plainly a program's name), several are an argument vector. `set`: the variables
/// that the wrapper sets for it (`<vars>`).
#[must_use]
pub fn read_wrapped(
    parent: &Invocation,
    (captured, set): (&[Word], &[Assignment]),
    facts: &dyn Facts,
    tables: &Tables,
) -> Wrapped {
    reading::wrapped(parent, (captured, set), facts, tables)
}

/// Why a line asks where the commands that wrappers of the policy start in it are looked at beside all others: one of them runs
/// what another writes, or removes what another moves there.
#[must_use]
pub fn doubt_together(line: &[Invocation], captured: Vec<Invocation>, tables: &Tables) -> Option<Doubt> {
    reading::doubt_together(line, captured, tables)
}

/// The words of the form `NAME=value` among these, as assignments.
#[must_use]
pub fn assignments_among(words: &[Word]) -> Vec<Assignment> {
    let assigned = words.iter().filter_map(|word| Some((wrapper::assigned(word)?, word.span)));
    let named = assigned.filter(|((name, _), _)| expand::is_name(name));
    named.map(|((name, value), span)| Assignment { name, value: value.unwrap_or_default(), span }).collect()
}
