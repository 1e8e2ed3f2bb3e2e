//! Values of variables, as far as they are known.
//!
//! Owns the abstract text (what one value may be), the abstract variable and how two of them join where paths meet.
//! Refuses to know scopes and names: `scope` keeps variables, `parameter` reads them.

use std::rc::Rc;

use compact_str::CompactString;
use smallvec::smallvec;

use super::word::{Count, MAX_CHOICES, Part, Parts, Unknown, Word, push_part};
use crate::input::Span;

/// The longest value that is followed, in bytes; a longer one is not known.
pub(super) const MAX_VALUE_BYTES: usize = 64 * 1024;

/// The most parts a value may have; one with more is not known.
pub(super) const MAX_PARTS: usize = 64;

/// What one value may be: exactly one string, some stretches of which may not be known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Text {
    /// In order; none is the empty string. Glob parts stand for a part of a file's name.
    pub(super) parts: Parts,
    /// It surely does not begin with `-`, though the parts would not tell.
    pub(super) never_flag: bool,
}

impl Text {
    /// Exactly this string.
    pub(super) fn literal(text: impl Into<CompactString>) -> Self {
        let text = text.into();
        Self { parts: if text.is_empty() { Parts::new() } else { smallvec![Part::Literal(text)] }, never_flag: false }
    }

    /// Any string.
    pub(super) fn unknown(source: impl Into<String>) -> Self {
        Self { parts: smallvec![Part::from(Unknown::any(source))], never_flag: false }
    }

    /// Any string; maybe a path of one of the programs that were looked up for it.
    pub(super) fn found(source: impl Into<String>, finds: Vec<String>) -> Self {
        let unknown = Unknown { finds, ..Unknown::any(source) };
        Self { parts: smallvec![Part::from(unknown)], never_flag: false }
    }

    /// Any string that is made of these.
    pub(super) fn out_of(texts: &[&Self], source: &str) -> Self {
        let parts = texts.iter().flat_map(|text| &text.parts);
        let found =
            parts.filter_map(|part| if let Part::Unknown(unknown) = part { Some(&unknown.finds) } else { None });
        Self::found(source, found.flatten().cloned().collect())
    }

    /// Digits, with an optional sign.
    pub(super) fn numeric(source: impl Into<String>) -> Self {
        Self { parts: smallvec![Part::from(Unknown::number(source))], never_flag: false }
    }

    /// Digits without a sign, or nothing where the program that prints them fails.
    pub(super) fn printed_number(source: impl Into<String>) -> Self {
        let unknown = Unknown { or_nothing: true, ..Unknown::number(source) };
        Self { parts: smallvec![Part::from(unknown)], never_flag: false }
    }

    /// One of these strings; `source` names it where they are too many.
    pub(super) fn one_of(mut texts: Vec<String>, source: &str) -> Self {
        let mut seen = foldhash::HashSet::default();
        texts.retain(|text| seen.insert(text.clone()));
        if let [only] = texts.as_mut_slice() {
            return Self::literal(std::mem::take(only));
        }
        let bytes: usize = texts.iter().map(String::len).sum();
        if texts.len() <= MAX_CHOICES && !texts.is_empty() && bytes <= MAX_VALUE_BYTES {
            return Self { parts: smallvec![Part::Choice(texts)], never_flag: false };
        }
        if !texts.is_empty() && texts.iter().all(|text| is_integer(text)) {
            return Self::numeric(source);
        }
        Self::unknown(source)
    }

    /// What a single word is, as a value; a word that may be several is not known.
    pub(super) fn of_word(word: &Word) -> Self {
        match word.count {
            Count::One => Self { parts: word.parts.clone(), never_flag: word.never_flag },
            Count::Any => Self::unknown(word.display()),
        }
    }

    /// The value as one word.
    pub(super) fn into_word(self, span: Span) -> Word {
        Word { parts: self.parts, count: Count::One, never_flag: self.never_flag, tilde: false, span }
    }

    /// The string, where it is known.
    pub(super) fn known(&self) -> Option<&str> {
        match self.parts.as_slice() {
            [] => Some(""),
            [Part::Literal(text)] => Some(text),
            _ => None,
        }
    }

    /// Every string it may be, where those are known.
    pub(super) fn alternatives(&self) -> Option<Vec<&str>> {
        match self.parts.as_slice() {
            [] => Some(vec![""]),
            [Part::Literal(text)] => Some(vec![text]),
            [Part::Choice(texts)] => Some(texts.iter().map(String::as_str).collect()),
            _ => None,
        }
    }

    /// Is it surely an integer, or nothing?
    pub(super) fn is_numeric(&self) -> bool {
        match self.parts.as_slice() {
            [Part::Unknown(unknown)] => unknown.numeric,
            _ => self.alternatives().is_some_and(|texts| texts.iter().all(|text| is_integer(text))),
        }
    }

    /// Can it be empty? `None` when that is not known.
    pub(super) fn is_empty(&self) -> Option<bool> {
        let mut certain = true;
        for part in &self.parts {
            match part {
                Part::Literal(text) if !text.is_empty() => return Some(false),
                Part::Choice(texts) if texts.iter().all(|text| !text.is_empty()) => return Some(false),
                Part::Unknown(unknown) if unknown.numeric && !unknown.or_nothing => return Some(false),
                Part::Literal(_) => {}
                Part::Choice(_) | Part::Glob(_) | Part::Unknown(_) => certain = false,
            }
        }
        certain.then_some(true)
    }

    /// How many bytes of it are known text.
    pub(super) fn bytes(&self) -> usize {
        self.parts
            .iter()
            .map(|part| match part {
                Part::Literal(text) => text.len(),
                Part::Choice(texts) => texts.iter().map(String::len).sum(),
                Part::Glob(_) | Part::Unknown(_) => 1,
            })
            .sum()
    }

    /// This value followed by another; too long a one is not known.
    pub(super) fn append(&mut self, other: &Text, source: &str) {
        if self.bytes() + other.bytes() > MAX_VALUE_BYTES || self.parts.len() + other.parts.len() > MAX_PARTS {
            *self = Self::unknown(source);
            return;
        }
        if self.parts.is_empty() {
            self.never_flag = other.never_flag;
        }
        for part in &other.parts {
            push_part(&mut self.parts, part.clone());
        }
    }

    /// What is known where it is one or the other.
    pub(super) fn join(&self, other: &Text, source: &str) -> Self {
        if self.parts == other.parts {
            return Self { parts: self.parts.clone(), never_flag: self.never_flag && other.never_flag };
        }
        if let (Some(mine), Some(theirs)) = (self.alternatives(), other.alternatives()) {
            return Self::one_of(mine.into_iter().chain(theirs).map(str::to_owned).collect(), source);
        }
        if self.is_numeric() && other.is_numeric() {
            let printed = [self, other].iter().filter(|text| text.is_empty() != Some(false)).count();
            match printed {
                0 => return Self::numeric(source),
                2 => return Self::printed_number(source),
                // one has a sign, and one may be nothing
                _ => {}
            }
        }
        Self { never_flag: self.never_flag && other.never_flag, ..Self::out_of(&[self, other], source) }
    }
}

/// Digits with an optional sign?
pub(super) fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// A variable's value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Value {
    /// It is not set.
    Unset,
    /// A plain value.
    Text(Text),
    /// An indexed array without holes; words of `Count::Any` stand for any number of elements.
    Array(Vec<Word>),
    /// Anything: unset, a value, an array.
    Unknown,
}

/// Whether something holds on every path, on some or on none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Certainty {
    /// On none.
    #[default]
    No,
    /// On some.
    Perhaps,
    /// On all.
    Yes,
}

impl Certainty {
    /// What is known where paths meet.
    pub(super) fn join(self, other: Self) -> Self {
        if self == other { self } else { Self::Perhaps }
    }
}

/// A variable that the line set, changed or unset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Variable {
    /// Its value.
    pub(super) value: Value,
    /// On some path it is not set.
    pub(super) perhaps_unset: bool,
    /// Commands inherit it.
    pub(super) exported: Certainty,
    /// `declare -i`, `-n`, `-l`, `-u`, `-c`, `-A`: assignments do not store the plain text.
    pub(super) transforming: bool,
    /// `declare -i`: what is assigned is evaluated.
    pub(super) integer: bool,
    /// It may be an array, which commands do not inherit, whatever is assigned to it later.
    pub(super) array: bool,
    /// As arithmetic it is a number, or what the environment held before the line.
    pub(super) plain_number: bool,
    /// It may be what the environment held before the line: as arithmetic that may name a variable which the line sets.
    pub(super) outside: bool,
    /// `readonly`: an assignment may fail and leave the old value.
    pub(super) readonly: bool,
}

/// Characters with which a text may run something where arithmetic evaluates it.
pub(super) const CODE: [char; 6] = ['[', '$', '`', '\\', '"', '\''];

impl Variable {
    /// A plain value.
    pub(super) fn text(text: Text) -> Self {
        Self::of(Value::Text(text))
    }

    /// A value without attributes.
    pub(super) fn of(value: Value) -> Self {
        let plain_number = match &value {
            Value::Text(text) => text.is_numeric(),
            Value::Unset => true,
            Value::Array(_) | Value::Unknown => false,
        };
        Self {
            array: matches!(value, Value::Array(_)),
            value,
            perhaps_unset: false,
            exported: Certainty::No,
            transforming: false,
            integer: false,
            plain_number,
            outside: false,
            readonly: false,
        }
    }

    /// May arithmetic that comes to evaluate it run something of the line's?
    pub(super) fn may_be_code(&self) -> bool {
        let harmless = |text: &Text| {
            text.is_numeric() || text.alternatives().is_some_and(|all| all.iter().all(|one| !one.contains(CODE)))
        };
        !self.plain_number
            && match &self.value {
                Value::Unset => false,
                Value::Text(text) => !harmless(text),
                Value::Array(words) => {
                    !words.iter().all(|word| word.count == Count::One && harmless(&Text::of_word(word)))
                }
                Value::Unknown => true,
            }
    }

    /// What `$name` may be, when it is a plain value or the first element of an array; an unset one is empty.
    pub(super) fn plain(&self, source: &str) -> Text {
        let text = match &self.value {
            Value::Unset => Text::default(),
            Value::Text(text) => text.clone(),
            Value::Array(words) => match words.first() {
                None => Text::default(),
                Some(word) => Text::of_word(word),
            },
            Value::Unknown => return Text::unknown(source),
        };
        if self.perhaps_unset { text.join(&Text::default(), source) } else { text }
    }

    /// What is known where paths meet.
    pub(super) fn join(&self, other: &Self, source: &str) -> Self {
        let (value, unset) = match (&self.value, &other.value) {
            (mine, theirs) if mine == theirs => (mine.clone(), false),
            (Value::Text(mine), Value::Text(theirs)) => (Value::Text(mine.join(theirs, source)), false),
            (Value::Text(text), Value::Unset) | (Value::Unset, Value::Text(text)) => (Value::Text(text.clone()), true),
            _ => (Value::Unknown, true),
        };
        Self {
            value,
            perhaps_unset: unset || self.perhaps_unset || other.perhaps_unset,
            exported: self.exported.join(other.exported),
            transforming: self.transforming || other.transforming,
            integer: self.integer || other.integer,
            array: self.array || other.array,
            plain_number: self.plain_number && other.plain_number,
            outside: self.outside || other.outside,
            readonly: self.readonly || other.readonly,
        }
    }
}

/// A shared variable; states share them freely.
pub(super) type Shared = Rc<Variable>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_keep_every_alternative() {
        let joined = Text::literal("a").join(&Text::literal("b"), "$x");
        assert_eq!(joined.alternatives(), Some(vec!["a", "b"]));
        assert_eq!(joined.join(&Text::literal("a"), "$x").alternatives(), Some(vec!["a", "b"]));
        assert!(Text::literal("1").join(&Text::numeric("$?"), "$x").is_numeric());
        assert!(!Text::literal("a").join(&Text::numeric("$?"), "$x").is_numeric());
    }

    #[test]
    fn a_value_that_doubles_stops_being_known() {
        let mut text = Text::literal("x".repeat(40_000));
        let same = text.clone();
        text.append(&same, "$a");
        assert_eq!(text, Text::unknown("$a"));
    }

    #[test]
    fn an_unset_side_adds_the_empty_string() {
        let joined = Variable::text(Text::literal("a")).join(&Variable::of(Value::Unset), "$x");
        assert_eq!(joined.plain("$x").alternatives(), Some(vec!["a", ""]));
    }
}
