//! From text to syntax: a reader of bash's grammar that refuses what it does not surely understand.
//!
//! Owns the syntax tree and the one way to it, [`parse`]. Refuses to expand, resolve or judge anything. Time is linear in
//! the text; nesting is bounded by [`MAX_NESTING`]; a text that is not understood keeps what was read before the mistake.
//!
//! The grammar is read by recursive descent, one construct a file, straight from the bytes: what a character means in a
//! shell depends on where it stands, so there is no separate list of tokens. A mistake either stops reading (everything
//! after it looks like the end of the text, so that each construct hands back what it has) or is noted while reading goes
//! on, so that more of the commands can be shown to deny rules; both make the whole text not understood.

pub mod ast;

mod arithmetic;
mod assignment;
mod backquote;
mod blanks;
mod command;
mod conditional;
mod coprocess;
mod dialect;
mod dollar;
mod extended_glob;
mod fill;
mod flow;
mod function;
mod here_document;
mod keyword;
mod list;
mod operand;
mod parameter;
mod process;
mod quote;
mod reader;
mod redirect;
mod simple;
mod substitution;
pub mod typed;
mod visit;
mod word;

pub(crate) use arithmetic::assigned_in_arithmetic;
pub(crate) use dialect::is_special_to_zsh;

use crate::input::Span;

/// How deep constructs may nest (groups, substitutions, quotes in expansions, …) before reading stops.
pub const MAX_NESTING: usize = 100;

/// How many commands a text may hold before reading stops: what is read of them takes memory.
pub const MAX_COMMANDS_READ: usize = 50_000;

/// Which shell will read the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// bash.
    Bash,
    /// A POSIX `sh` that may be dash or bash: what the two read differently is refused.
    Posix,
    /// zsh: what it reads differently from bash is refused.
    Zsh,
    /// The prompt of a zsh: as in scripts, but for the options that its user has set.
    ZshPrompt {
        /// `extendedglob`: `^`, `~` and `#` are operators of patterns.
        extended_glob: bool,
        /// `interactivecomments`: `#` begins a comment; otherwise it begins a word.
        comments: bool,
    },
    /// fish, as far as [`typed`] lets a text through: what is left of it means what it means to bash, but that expansions
    /// are not split.
    Fish,
}

impl Dialect {
    /// Is it zsh, wherever it reads from?
    #[must_use]
    pub fn is_zsh(self) -> bool {
        matches!(self, Self::Zsh | Self::ZshPrompt { .. })
    }

    /// Does an expansion without quotes stay whole, as in zsh and fish?
    #[must_use]
    pub fn keeps_expansions_whole(self) -> bool {
        self.is_zsh() || self == Self::Fish
    }
}

/// What the reader made of a text.
#[derive(Clone, PartialEq, Debug)]
pub struct Parsed {
    /// Everything that was understood; when there is a `mistake`, the statements that were complete before it, and the
    /// commands of the incomplete one as far as they were read (pipelines and bodies may then be empty).
    pub script: ast::Script,
    /// Why the text was not understood, if it was not: the first reason. The verdict is then at least `ask`.
    pub mistake: Option<Mistake>,
    /// The text ends inside of something: a quote, a loop, a here-document, behind `&&` or a backslash. More lines may
    /// complete it.
    pub unfinished: bool,
}

/// Why a text was not understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// What is wrong, as a sentence without a full stop: `"the quote that begins here is not closed"`.
    pub what: String,
    /// Where.
    pub span: Span,
}

/// Reads a whole text.
#[must_use]
pub fn parse(text: &str, dialect: Dialect) -> Parsed {
    reader::Reader::new(text, dialect).whole()
}
