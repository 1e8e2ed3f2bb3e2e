//! Words after expansion, as far as they are known.
//!
//! Owns the abstract word: what a word of a command may be once the shell has expanded it and removed the quotes.
//! Refuses to expand (the interpreter does) and to compare with texts of a policy (the decision does); of the bytes it only
//! says which are known, and whether they may make a flag.

use std::rc::Rc;

use compact_str::CompactString;
use smallvec::{SmallVec, smallvec};

use crate::input::Span;
use crate::verdict::Match;

/// The most alternatives one [`Part::Choice`] may hold; a larger set becomes [`Part::Unknown`].
pub const MAX_CHOICES: usize = 32;

/// A word after expansion and quote removal.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Word {
    /// In order; no parts is the empty word. Neighbouring literals are merged.
    pub parts: Parts,
    /// How many words it becomes.
    pub count: Count,
    /// The word surely does not begin with `-`, though its parts alone would not tell (a glob that the file system was
    /// asked about, a name from `find`).
    pub never_flag: bool,
    /// It was written with a tilde at its beginning, which stands expanded in the parts.
    pub tilde: bool,
    /// Where it stands in the line.
    pub span: Span,
}

/// A stretch of a [`Word`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// Exactly these bytes.
    Literal(CompactString),
    /// One of these, it is not known which (2 to [`MAX_CHOICES`] of them).
    Choice(Vec<String>),
    /// What a glob operator stands for; never a `/`, unless `Globstar` or `Below`.
    Glob(Rc<Glob>),
    /// Any bytes.
    Unknown(Rc<Unknown>),
}

/// The parts of a word, of which most have one.
pub type Parts = SmallVec<[Part; 1]>;

impl From<Glob> for Part {
    fn from(glob: Glob) -> Self {
        Self::Glob(Rc::new(glob))
    }
}

impl From<Unknown> for Part {
    fn from(unknown: Unknown) -> Self {
        Self::Unknown(Rc::new(unknown))
    }
}

impl Part {
    /// Which glob operator, where it is one.
    #[must_use]
    pub(crate) fn glob_kind(&self) -> Option<&GlobKind> {
        if let Self::Glob(glob) = self { Some(&glob.kind) } else { None }
    }

    /// Exactly this character.
    #[must_use]
    pub(crate) fn character(character: char) -> Self {
        let mut text = CompactString::default();
        text.push(character);
        Self::Literal(text)
    }

    /// Bytes that are not known, where too many texts are to choose from.
    #[must_use]
    pub(crate) fn any_of(texts: &[String]) -> Self {
        Self::from(Unknown::any(one_of(texts)))
    }
}

/// Adds a part; neighbouring literals are merged, empty ones left out.
pub(crate) fn push_part(parts: &mut Parts, part: Part) {
    match (parts.last_mut(), part) {
        (_, Part::Literal(text)) if text.is_empty() => {}
        (Some(Part::Literal(before)), Part::Literal(text)) => before.push_str(&text),
        (_, part) => parts.push(part),
    }
}

/// The alternatives for a person to read.
fn one_of(texts: &[String]) -> String {
    format!("one of {}", texts.join(", "))
}

/// A glob operator within a word.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Glob {
    /// Which.
    pub kind: GlobKind,
    /// It may stand for a leading `.` of a path component (`dotglob`, or it does not stand at a component's start).
    pub may_be_dot: bool,
    /// As written, for messages.
    pub text: String,
}

/// The glob operators.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum GlobKind {
    /// `*`: any characters but `/`.
    Star,
    /// `?`: one character but `/`.
    Question,
    /// `[…]`: one character of the set, never `/`. Inclusive ranges; `None` where the set is not plain (classes, locale).
    Class {
        /// `[!…]` or `[^…]`
        negated: bool,
        /// The set, where it is plain.
        ranges: Option<Vec<(char, char)>>,
    },
    /// `**` with `globstar`: any characters.
    Globstar,
    /// An extended glob: any characters but `/`.
    Extended,
    /// The way from a directory to something that find finds in it: nothing, or names with a slash before each, none of
    /// them `.` or `..`, and no link but the last. After it stands a slash, or the word ends. It is not written in a line.
    Below {
        /// What is found may be a link.
        links: bool,
    },
}

impl GlobKind {
    /// Is it a plain set of characters without this one?
    fn lacks(&self, character: char) -> bool {
        let Self::Class { negated: false, ranges: Some(ranges) } = self else { return false };
        !ranges.iter().any(|(first, last)| (*first..=*last).contains(&character))
    }
}

/// Bytes that are not known.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Unknown {
    /// What it comes from, as shown in reasons: `$X`, `$(date)`, `$((n+1))`.
    pub source: String,
    /// It stands for digits only (with an optional sign): `$?`, `$#`, `$((…))`, `$RANDOM`.
    pub numeric: bool,
    /// Where it is numeric: it has no sign, and may be nothing at all. So is what a program prints, which may fail.
    pub or_nothing: bool,
    /// Programs that were looked up for it (`$(which NAME)`): it may be a path of one of them. It may be any other text too.
    pub finds: Vec<String>,
}

impl Unknown {
    /// Any text.
    #[must_use]
    pub fn any(source: impl Into<String>) -> Self {
        Self { source: source.into(), numeric: false, or_nothing: false, finds: Vec::new() }
    }

    /// A number.
    #[must_use]
    pub fn number(source: impl Into<String>) -> Self {
        Self { numeric: true, ..Self::any(source) }
    }
}

/// How many words a [`Word`] becomes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Count {
    /// Exactly one.
    #[default]
    One,
    /// Zero or more; each of them could be anything that the parts can be split into, so nothing but
    /// the multiplicity may be concluded from the parts, except for a glob: it is at least one word, and each word
    /// matches the parts or is the pattern itself.
    Any,
}

impl Word {
    /// A word that is exactly this text.
    #[must_use]
    pub fn literal(text: impl Into<CompactString>, span: Span) -> Self {
        let text = text.into();
        let parts = if text.is_empty() { Parts::new() } else { smallvec![Part::Literal(text)] };
        Self { parts, count: Count::One, never_flag: false, tilde: false, span }
    }

    /// One word of which nothing is known.
    #[must_use]
    pub fn unknown(source: impl Into<String>, span: Span) -> Self {
        let part = Part::from(Unknown::any(source));
        Self { parts: smallvec![part], count: Count::One, never_flag: false, tilde: false, span }
    }

    /// Zero or more words of which nothing is known.
    #[must_use]
    pub fn any_words(source: impl Into<String>, span: Span) -> Self {
        Self { count: Count::Any, ..Self::unknown(source, span) }
    }

    /// Appends another word's parts; neighbouring literals merge, and the multiplicity is the other's if it is not one.
    pub fn append(&mut self, other: &Self) {
        for part in &other.parts {
            match (self.parts.last_mut(), part) {
                (Some(Part::Literal(before)), Part::Literal(text)) => before.push_str(text),
                (_, part) => self.parts.push(part.clone()),
            }
        }
        if other.count == Count::Any {
            self.count = Count::Any;
        }
    }

    /// The text, when the word is exactly one word and known.
    #[must_use]
    pub fn known(&self) -> Option<&str> {
        match (self.count, self.parts.as_slice()) {
            (Count::One, []) => Some(""),
            (Count::One, [Part::Literal(text)]) => Some(text),
            _ => None,
        }
    }

    /// Is it one known word?
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.known().is_some()
    }

    /// The known text that the word begins with, up to the first part that is not literal.
    #[must_use]
    pub fn literal_prefix(&self) -> &str {
        match self.parts.first() {
            Some(Part::Literal(text)) => text,
            _ => "",
        }
    }

    /// Could (one of) its word(s) begin with `-`, so that a program reads it as a flag? (A bare `-` and `--` also count.)
    pub fn looks_like_flag(&self) -> Match {
        if self.never_flag {
            return Match::Never;
        }
        match self.parts.first() {
            None => Match::Never,
            Some(Part::Literal(text)) if self.count == Count::One || self.is_glob() => {
                Match::known(text.starts_with('-'))
            }
            // `[abc]*`, also where it finds nothing and stays as it is
            Some(Part::Glob(glob)) if self.is_glob() && glob.kind.lacks('-') => Match::Never,
            Some(Part::Unknown(unknown)) if unknown.or_nothing && self.parts.len() == 1 && self.count == Count::One => {
                Match::Never
            }
            Some(Part::Choice(texts)) if self.count == Count::One => {
                // an empty alternative lets the next part begin the word
                if texts.iter().any(String::is_empty) {
                    return Match::May;
                }
                let dashes = texts.iter().filter(|text| text.starts_with('-')).count();
                if dashes == texts.len() {
                    Match::Must
                } else if dashes == 0 {
                    Match::Never
                } else {
                    Match::May
                }
            }
            _ => Match::May,
        }
    }

    /// Could nothing be left of it?
    pub(crate) fn may_be_empty(&self) -> bool {
        self.parts.iter().all(|part| match part {
            Part::Literal(text) => text.is_empty(),
            Part::Choice(texts) => texts.iter().any(String::is_empty),
            Part::Glob(_) | Part::Unknown(_) => true,
        })
    }

    /// Does it hold a glob and nothing less known, so that each word it becomes matches its parts?
    #[must_use]
    pub fn is_glob(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::Glob(_)))
            && !self.parts.iter().any(|part| matches!(part, Part::Unknown(_)))
    }

    /// What of it is not known, for reasons: the source of every part that is not literal.
    #[must_use]
    pub fn doubts(&self) -> Vec<String> {
        let mut sources = Vec::new();
        for part in &self.parts {
            match part {
                Part::Literal(_) => {}
                Part::Choice(texts) => sources.push(one_of(texts)),
                Part::Glob(glob) => sources.push(glob.text.clone()),
                Part::Unknown(unknown) => sources.push(unknown.source.clone()),
            }
        }
        sources
    }

    /// The word for a person to read: known text as it is, the rest as written.
    #[must_use]
    pub fn display(&self) -> String {
        self.shown().into()
    }

    /// The same, without memory of its own where it is short.
    pub(crate) fn shown(&self) -> CompactString {
        if let [Part::Literal(text)] = self.parts.as_slice() {
            return text.clone();
        }
        let mut shown = CompactString::default();
        for part in &self.parts {
            match part {
                Part::Literal(text) => shown.push_str(text),
                Part::Choice(texts) => {
                    shown.push('{');
                    shown.push_str(&texts.join(","));
                    shown.push('}');
                }
                Part::Glob(glob) => shown.push_str(&glob.text),
                Part::Unknown(unknown) => shown.push_str(&unknown.source),
            }
        }
        shown
    }
}
