//! Alternatives of a pattern: `cat|head|tail`.
//!
//! Owns their two forms. A rule may name fifty programs, and reading fifty texts takes longer than anything that is then
//! done with them, so plain ones stand in a compiled policy as one text and become texts when somebody asks for them. The
//! property that this keeps: both forms answer alike. Refuses to match words that are not known (the decision does).

use std::cell::OnceCell;
use std::fmt;
use std::ops::Deref;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Label, Text};
use crate::policy::label::Together;

/// The most bytes of an alternative that stands with others in one text: its length is one character of ASCII.
const MOST_BYTES: usize = 127;

/// One or several texts.
#[derive(Clone, Default)]
pub struct Alternatives {
    /// Plain ones as a compiled policy has them: each after the character whose code is its length in bytes.
    together: Option<&'static str>,
    /// Each alone; of those that stand together when first asked for.
    each: OnceCell<Vec<Text>>,
}

impl Alternatives {
    /// Changes what there is.
    pub(in crate::policy) fn change(&mut self, change: impl FnOnce(&mut Vec<Text>)) {
        let mut texts = self.to_vec();
        change(&mut texts);
        *self = texts.into();
    }

    /// Those that a known text may be, or whose end it may be, or that may be its end. Left out are plain ones whose last
    /// byte is another.
    pub fn ending_like<'a>(&'a self, text: &str) -> impl Iterator<Item = Alternative<'a>> + use<'a> {
        let last = text.bytes().next_back();
        let otherwise =
            move |plain: &&str| last.is_some() && plain.bytes().next_back().is_some_and(|own| Some(own) != last);
        let together = self.together.map(|together| Together { rest: together });
        let each = if self.together.is_some() { &[][..] } else { self };
        let plain = together.into_iter().flatten().filter(move |plain| !otherwise(plain));
        plain.map(|plain| -> Alternative<'a> { Alternative::Plain(plain) }).chain(each.iter().map(Alternative::Text))
    }
}

/// One of them, without a copy.
pub enum Alternative<'a> {
    /// Without stars.
    Plain(&'a str),
    /// Of any kind.
    Text(&'a Text),
}

impl<'a> Alternative<'a> {
    /// The text, when it holds no star.
    #[must_use]
    pub fn as_plain(&self) -> Option<&'a str> {
        match self {
            Self::Plain(plain) => Some(plain),
            Self::Text(text) => text.as_plain(),
        }
    }

    /// Does this known text match?
    #[must_use]
    pub fn matches(&self, known: &str) -> bool {
        match self {
            Self::Plain(plain) => *plain == known,
            Self::Text(text) => text.matches(known),
        }
    }
}

/// The texts as one, where each is plain, and short enough.
fn together(texts: &[Text]) -> Option<String> {
    let mut together = String::new();
    for text in texts {
        let plain = text.as_plain().filter(|plain| plain.len() <= MOST_BYTES)?;
        together.push(char::from(u8::try_from(plain.len()).ok()?));
        together.push_str(plain);
    }
    (!texts.is_empty()).then_some(together)
}

impl Deref for Alternatives {
    type Target = [Text];

    fn deref(&self) -> &[Text] {
        self.each.get_or_init(|| {
            let together = self.together.map(|together| Together { rest: together });
            together.into_iter().flatten().map(|text| Text::plain(Label::staying(text))).collect()
        })
    }
}

impl From<Vec<Text>> for Alternatives {
    fn from(texts: Vec<Text>) -> Self {
        Self { together: None, each: OnceCell::from(texts) }
    }
}

impl From<Text> for Alternatives {
    fn from(text: Text) -> Self {
        vec![text].into()
    }
}

impl FromIterator<Text> for Alternatives {
    fn from_iter<I: IntoIterator<Item = Text>>(texts: I) -> Self {
        texts.into_iter().collect::<Vec<Text>>().into()
    }
}

impl<'a> IntoIterator for &'a Alternatives {
    type Item = &'a Text;
    type IntoIter = std::slice::Iter<'a, Text>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl PartialEq for Alternatives {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Alternatives {}

impl fmt::Debug for Alternatives {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, formatter)
    }
}

/// What is written.
#[derive(Serialize)]
enum Written<'a> {
    Together(&'a str),
    Each(&'a [Text]),
}

/// The same as it is read.
#[derive(Deserialize)]
enum Read {
    Together(&'static str),
    Each(Vec<Text>),
}

impl Serialize for Alternatives {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match together(self) {
            Some(together) => Written::Together(&together).serialize(serializer),
            None => Written::Each(self).serialize(serializer),
        }
    }
}

impl<'de: 'static> Deserialize<'de> for Alternatives {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match Read::deserialize(deserializer)? {
            Read::Together(together) => Self { together: Some(together), each: OnceCell::new() },
            Read::Each(texts) => texts.into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(texts: &[&str]) -> Alternatives {
        texts.iter().map(|text| Text::parse(text)).collect()
    }

    fn read_again(texts: &Alternatives) -> Alternatives {
        postcard::from_bytes(postcard::to_allocvec(texts).unwrap().leak()).unwrap()
    }

    #[test]
    fn alternatives_are_read_as_they_were_written() {
        let long = "x".repeat(MOST_BYTES + 1);
        let mut tried = vec![parsed(&[]), parsed(&[""]), parsed(&["", ""]), parsed(&["a"]), parsed(&["a", "b", "c d"])];
        tried.extend([parsed(&["a*", "b"]), parsed(&["a\nb", "c"]), parsed(&["\n"]), parsed(&["ä", "\\*"])]);
        tried.extend([parsed(&[&long]), parsed(&["b", &long]), parsed(&[&"ä".repeat(63), "\u{1}"])]);
        for texts in tried {
            assert_eq!(read_again(&texts), texts);
        }
    }

    /// In both forms the same ones match a text, and none that matches is left out.
    #[test]
    fn what_ends_otherwise_is_left_out_and_nothing_else() {
        for texts in [&["ls", "/bin/ls", "tools", "cat", ""][..], &["l*", "ls", "*s"], &["ä", "a"], &[]] {
            for known in ["ls", "s", "cat", "", "ä", "x/ls", "lss"] {
                let matching = |texts: &Alternatives| texts.ending_like(known).filter(|one| one.matches(known)).count();
                let texts = parsed(texts);
                let all = texts.iter().filter(|text| text.matches(known)).count();
                assert_eq!((matching(&texts), matching(&read_again(&texts))), (all, all), "{texts:?} {known}");
            }
        }
    }

    #[test]
    fn bytes_that_are_none_are_read_to_their_end_at_most() {
        for together in ["\u{5}ab", "\u{1}", "\u{1}a\u{7f}b", "\u{1}ä"] {
            assert!(Together { rest: together }.count() <= 1, "{together:?}");
        }
    }
}
