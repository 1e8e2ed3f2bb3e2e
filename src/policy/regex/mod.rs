//! Regular expressions, in the syntax of Rust's `regex` crate (no look-around, no backreferences).
//!
//! Owns their limits and their translation into an automaton, which a compiled policy holds ready: translating one takes
//! longer than all else that a check does. Refuses to remember what a group captured, and to search (`decision::text` does).

pub(crate) mod automaton;
mod compiled;

use std::cell::OnceCell;

use automaton::{Automaton, CharSet, Mode, State, StateId};
use regex_syntax::hir::{Class, Hir, HirKind, Look, Repetition};
use std::fmt;

use super::Label;

/// The longest expression that is read, in bytes.
pub const MAX_REGEX_BYTES: usize = 16 * 1024;

/// The most states that an expression may become; `x{1000}` has a thousand.
pub const MAX_REGEX_STATES: usize = 10_000;

/// How deep groups and repetitions may nest.
const MAX_REGEX_NESTING: u32 = 100;

/// A regular expression.
#[derive(Clone, Debug)]
pub struct Regex {
    pub(crate) automaton: Automaton,
    /// How it is searched for: an expression that begins with `^` can only match at the start.
    pub(crate) search: Mode,
}

/// Why a text is not a regular expression that is read here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegexError {
    /// What is wrong, in a few words.
    pub what: String,
}

impl fmt::Display for RegexError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "bad regular expression: {}", self.what)
    }
}

impl std::error::Error for RegexError {}

impl Regex {
    /// Reads an expression.
    ///
    /// # Errors
    /// [`RegexError`] when the text is not an expression, or one that is too big.
    pub fn new(pattern: &str) -> Result<Self, RegexError> {
        if pattern.len() > MAX_REGEX_BYTES {
            return Err(RegexError { what: format!("it is longer than {MAX_REGEX_BYTES} bytes") });
        }
        let tree = regex_syntax::ParserBuilder::new()
            .nest_limit(MAX_REGEX_NESTING)
            .build()
            .parse(pattern)
            .map_err(|error| RegexError { what: short(&error) })?;
        let mut automaton = Automaton::empty();
        automaton.start = Translation { automaton: &mut automaton }.add(&tree, 0)?;
        let anchored = tree.properties().look_set_prefix().contains(Look::Start);
        Ok(Self { automaton, search: if anchored { Mode::Prefix } else { Mode::Search } })
    }
}

/// A regular expression of a policy, which is translated when it is first needed; in a compiled policy it stands
/// translated.
#[derive(Clone)]
pub struct LazyRegex {
    text: Label,
    /// The translation as it stands in a compiled policy.
    compiled: Option<&'static [u8]>,
    regex: OnceCell<Result<Regex, RegexError>>,
}

impl LazyRegex {
    /// The expression as written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Does it stand translated?
    #[cfg(test)]
    pub(in crate::policy) fn is_translated(&self) -> bool {
        self.compiled.and_then(compiled::read).is_some()
    }

    /// What it is.
    ///
    /// # Errors
    /// [`RegexError`] when the text is none.
    pub fn regex(&self) -> Result<&Regex, &RegexError> {
        let compiled = || compiled::read(self.compiled?);
        self.regex.get_or_init(|| compiled().map_or_else(|| Regex::new(&self.text), Ok)).as_ref()
    }
}

impl<T: Into<Label>> From<T> for LazyRegex {
    fn from(text: T) -> Self {
        Self { text: text.into(), compiled: None, regex: OnceCell::new() }
    }
}

impl fmt::Debug for LazyRegex {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("LazyRegex").field(&self.text).finish()
    }
}

/// The library's messages show the expression with a caret over several lines; only what is wrong is wanted.
fn short(error: &regex_syntax::Error) -> String {
    match error {
        regex_syntax::Error::Parse(error) => error.kind().to_string(),
        regex_syntax::Error::Translate(error) => error.kind().to_string(),
        other => other.to_string(),
    }
}

/// Builds the automaton from its end, so that every state knows where it goes on.
struct Translation<'a> {
    automaton: &'a mut Automaton,
}

impl Translation<'_> {
    /// Nests no deeper than [`MAX_REGEX_NESTING`] lets the tree.
    fn add(&mut self, tree: &Hir, next: StateId) -> Result<StateId, RegexError> {
        if self.automaton.states.len() > MAX_REGEX_STATES {
            return Err(RegexError { what: format!("it becomes more than {MAX_REGEX_STATES} states") });
        }
        match tree.kind() {
            HirKind::Empty => Ok(next),
            HirKind::Literal(literal) => match std::str::from_utf8(&literal.0) {
                Ok(text) => Ok(self.automaton.add_text(text, next)),
                Err(_) => Err(RegexError { what: "it matches bytes that are not text".to_owned() }),
            },
            HirKind::Class(class) => Ok(self.automaton.add_set(characters(class), next)),
            HirKind::Look(look) if is_known(*look) => Ok(self.automaton.add(State::Look(*look, next))),
            HirKind::Look(_) => Err(RegexError { what: "lines that end in CR LF are not supported".to_owned() }),
            HirKind::Repetition(repetition) => self.add_repetition(repetition, next),
            HirKind::Capture(capture) => self.add(&capture.sub, next),
            HirKind::Concat(trees) => trees.iter().rev().try_fold(next, |next, tree| self.add(tree, next)),
            HirKind::Alternation(trees) => {
                let mut ways = trees.iter().rev().map(|tree| self.add(tree, next)).collect::<Result<Vec<_>, _>>()?;
                let last = ways.pop().unwrap_or(next);
                Ok(ways.into_iter().fold(last, |rest, way| self.automaton.add(State::Split(way, rest))))
            }
        }
    }

    fn add_repetition(&mut self, repetition: &Repetition, next: StateId) -> Result<StateId, RegexError> {
        let mut start = match repetition.max {
            None => {
                let split = self.automaton.add(State::Split(next, next));
                let body = self.add(&repetition.sub, split)?;
                self.automaton.replace(split, State::Split(body, next));
                split
            }
            Some(most) => {
                let mut start = next;
                for _ in repetition.min..most {
                    let body = self.add(&repetition.sub, start)?;
                    start = self.automaton.add(State::Split(body, next));
                }
                start
            }
        };
        for _ in 0..repetition.min {
            // an empty body adds no state: the state limit would not end this loop
            let before = start;
            start = self.add(&repetition.sub, start)?;
            if start == before {
                break;
            }
        }
        Ok(start)
    }
}

fn characters(class: &Class) -> CharSet {
    match class {
        Class::Unicode(class) => class.ranges().iter().map(|range| (range.start(), range.end())).collect(),
        // only ASCII can stand here: the parser refuses to match anything that is not text
        Class::Bytes(class) => {
            class.ranges().iter().map(|range| (char::from(range.start()), char::from(range.end()))).collect()
        }
    }
}

fn is_known(look: Look) -> bool {
    !matches!(look, Look::StartCRLF | Look::EndCRLF)
}
