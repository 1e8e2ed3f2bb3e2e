//! The pattern language: its tokens, from text and back.
//!
//! Owns the syntax of patterns. Refuses to match (the decision does) and to look names up (`<path:x>` stays a name).
//! A pattern prints as text that reads back as the same pattern.

mod alternatives;
mod effect;
mod lex;
mod parse;
mod print;

pub use alternatives::{Alternative, Alternatives};
pub use effect::{EffectPattern, EffectPlace, Kinds};
pub(crate) use parse::names_assignment;
pub use parse::{MAX_PATTERN_BYTES, flag_group, parse, patterns};

use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

use super::label::Label;

/// The pieces of a [`Text`]: nearly every text has one, which needs no memory of its own.
pub type Pieces = SmallVec<[Label; 1]>;

/// Why a text is not a pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternError {
    /// Where in the text, in bytes.
    pub offset: usize,
    /// The piece of the text that is wrong.
    pub text: String,
    /// What is wrong, as a sentence without a full stop.
    pub what: String,
    /// What would be right, where that can be said.
    pub help: Option<String>,
}

impl std::fmt::Display for PatternError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.what)
    }
}

impl std::error::Error for PatternError {}

/// A text in a pattern with `*` standing for any characters.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct Text {
    /// In order; a star between two entries (so `a*b` is `["a", "b"]`, `x` is `["x"]`, `*.txt` is `["", ".txt"]`).
    pub pieces: Pieces,
}

impl Text {
    /// A text without a star.
    #[must_use]
    pub fn plain(text: impl Into<Label>) -> Self {
        Self { pieces: smallvec![text.into()] }
    }

    /// The text, when it holds no star.
    #[must_use]
    pub fn as_plain(&self) -> Option<&str> {
        match self.pieces.as_slice() {
            [text] => Some(text),
            _ => None,
        }
    }

    /// Reads a text in which `*` stands for any characters and `\` takes the meaning from the character after it. A `\` at
    /// the end is itself.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        if !text.bytes().any(|byte| matches!(byte, b'\\' | b'*')) {
            return Self::plain(text);
        }
        let mut pieces = Pieces::new();
        let mut piece = String::new();
        let mut characters = text.chars();
        while let Some(character) = characters.next() {
            match character {
                '\\' => piece.push(characters.next().unwrap_or('\\')),
                '*' => pieces.push(std::mem::take(&mut piece).into()),
                _ => piece.push(character),
            }
        }
        pieces.push(piece.into());
        Self { pieces }
    }

    /// Would a program read a word of this shape as a flag? (`--` alone is not one, it ends the flags.)
    #[must_use]
    pub fn is_flag(&self) -> bool {
        self.pieces.first().is_some_and(|first| first.starts_with('-')) && self.as_plain() != Some("--")
    }

    /// Does this known text match?
    #[must_use]
    pub fn matches(&self, text: &str) -> bool {
        let (Some(first), Some(last)) = (self.pieces.first(), self.pieces.last()) else { return text.is_empty() };
        if self.pieces.len() == 1 {
            return *first == *text;
        }
        let Some(mut rest) = text.strip_prefix(first.as_str()) else { return false };
        for piece in self.pieces.iter().skip(1).take(self.pieces.len().saturating_sub(2)) {
            match rest.find(piece.as_str()) {
                Some(offset) => rest = rest.get(offset + piece.len()..).unwrap_or_default(),
                None => return false,
            }
        }
        rest.ends_with(last.as_str())
    }
}

/// One pattern: what stands in command position and what follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct Pattern {
    /// The command.
    pub command: CommandPattern,
    /// The tokens after it.
    pub tokens: Vec<Token>,
}

/// What stands in command position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub enum CommandPattern {
    /// One of these names.
    Names(Alternatives),
    /// `*`: any command. Its name may be one word or several: the words a `*` takes here are at least one.
    Any,
    /// `<var:name>` whose values are literals or paths.
    Var(String),
}

/// One token of a pattern.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub enum Token {
    /// A positional word, one of these: `status`, `main|master`, `list-*`. Begins with `-` only behind a `--`.
    Word(Alternatives),
    /// `--`, matched at its exact place.
    EndOfOptions,
    /// A flag without a value: `-f|--force`; matched anywhere before `--`. In an alternation of which only some begin
    /// with `-` the others are matched as words anywhere.
    Flag(Alternatives),
    /// A flag with a value: `-X|--request POST`.
    FlagValue {
        /// Its spellings.
        names: Alternatives,
        /// What the value must be: `Word`, `Not`, `Any`, `Path`, `Var`, `Type`.
        value: Box<Token>,
    },
    /// `--abbrev ?`: a flag whose value is optional, attached only.
    FlagOptionalValue(Alternatives),
    /// `!GET`, `!describe|get`: one positional word that is none of these.
    Not(Alternatives),
    /// `!--pre|--hostname-bin`: none of these flags is given. Takes no word.
    Without(Alternatives),
    /// `[ … ]`: with these tokens, or without them and then without their flags.
    Optional(Vec<Token>),
    /// `*`: any number of words, also none.
    Any,
    /// `<cmd>`: the wrapped command: one or more words of which the first is not a flag.
    Command,
    /// `<opts>`: flags with their values.
    Options,
    /// `<vars>`: `K=V` words.
    Variables,
    /// `<path:name>`: one word that names one of these paths.
    Path(String),
    /// `<var:name>`: one of these values (a literal value may span several words).
    Var(String),
    /// `<flag:name>`: at least one flag of the group; all its occurrences are taken.
    FlagGroup(String),
    /// `<type:Name>`: one word of that type.
    Type(String),
    /// `<effect:writes>|<effect:runs>`: the command has one of these effects; `!…`: surely none of them. Takes no word.
    Effects {
        /// `!`
        negated: bool,
        /// The alternatives.
        any_of: Vec<EffectPattern>,
    },
    /// Any other `<name>`: one word that is not a flag (`docker exec <container> <cmd>`).
    Placeholder(String),
}

/// What a rule is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub enum RulePattern {
    /// A command; several patterns come from one text by aliases, pattern variables and multi-word alternatives, and the
    /// rule matches when any of them does.
    Command(Vec<Pattern>),
    /// `> target` or `< target`.
    Redirect {
        /// `>` rather than `<`.
        write: bool,
        /// What the target must be: `Word` (here `**`, `*` and `~` are those of paths), `Not`, `Any`, `Path`, `Type`.
        target: Token,
    },
    /// `NAME=value`, before a command or alone.
    Assignment {
        /// The variable.
        name: Text,
        /// The value.
        value: Text,
    },
}

#[cfg(test)]
mod tests;
