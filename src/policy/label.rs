//! Texts of a policy: names, pieces of patterns, messages.
//!
//! Owns that a text of a compiled policy stays where it was read, without memory of its own: a policy holds thousands,
//! and most are never looked at. A list of them is one text there: whether it is text is then asked once.

use std::borrow::{Borrow, Cow};
use std::cell::OnceCell;
use std::fmt;
use std::ops::Deref;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A text that does not change.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize)]
#[serde(transparent)]
pub struct Label(Cow<'static, str>);

impl Label {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// A text that stays where it is.
    pub(super) fn staying(text: &'static str) -> Self {
        Self(Cow::Borrowed(text))
    }
}

impl fmt::Debug for Label {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, formatter)
    }
}

impl fmt::Display for Label {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&self.0)
    }
}

impl Deref for Label {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Label {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Label {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl From<String> for Label {
    fn from(text: String) -> Self {
        Self(Cow::Owned(text))
    }
}

impl From<&str> for Label {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<Label> for String {
    fn from(label: Label) -> Self {
        label.0.into_owned()
    }
}

impl PartialEq<str> for Label {
    fn eq(&self, other: &str) -> bool {
        *self.0 == *other
    }
}

impl PartialEq<String> for Label {
    fn eq(&self, other: &String) -> bool {
        *self.0 == **other
    }
}

impl PartialEq<&str> for Label {
    fn eq(&self, other: &&str) -> bool {
        *self.0 == **other
    }
}

/// From bytes that stay for as long as the process: what it was read from is what it is.
impl<'de: 'static> Deserialize<'de> for Label {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Staying;
        impl Visitor<'static> for Staying {
            type Value = Label;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a text")
            }

            fn visit_borrowed_str<E: Error>(self, text: &'static str) -> Result<Label, E> {
                Ok(Label(Cow::Borrowed(text)))
            }
        }
        deserializer.deserialize_str(Staying)
    }
}

/// Bytes that are written as such, and then stay like a text.
pub(super) struct Bytes<'a>(pub(super) &'a [u8]);

impl Serialize for Bytes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

/// A list of texts.
#[derive(Clone, Default)]
pub struct Labels {
    /// As a compiled policy has them: each after the character whose code is its length in bytes.
    together: Option<&'static str>,
    /// Each alone; of those that stand together when first asked for.
    each: OnceCell<Vec<Label>>,
}

/// How long a text may be to stand in a list that is written as one text: its length goes before it as one byte.
const LONGEST: u8 = 127;

/// How many bytes such a text takes in most lists: so much room is made at once.
const AVERAGE: usize = 12;

impl Labels {
    /// The texts, in order, where they stand.
    pub fn texts<'a>(&'a self) -> impl Iterator<Item = &'a str> + Clone + use<'a> {
        let each: &'a [Label] = if self.together.is_some() { &[] } else { self };
        let together = Together { rest: self.together.unwrap_or_default() }.map(|text| -> &'a str { text });
        together.chain(each.iter().map(Label::as_str))
    }
}

/// Walks texts that stand together, each after the character whose code is its length in bytes.
#[derive(Clone)]
pub(super) struct Together {
    /// What was not walked yet: something is left at the end where a length leads out of it.
    pub(super) rest: &'static str,
}

impl Iterator for Together {
    type Item = &'static str;

    fn next(&mut self) -> Option<&'static str> {
        let length = usize::from(self.rest.bytes().next()?);
        let (text, rest) = self.rest.get(1..)?.split_at_checked(length)?;
        self.rest = rest;
        Some(text)
    }
}

impl Deref for Labels {
    type Target = [Label];

    fn deref(&self) -> &[Label] {
        self.each.get_or_init(|| {
            let together = self.together.unwrap_or_default();
            let mut texts = Vec::with_capacity(together.len() / AVERAGE);
            texts.extend(Together { rest: together }.map(Label::staying));
            texts
        })
    }
}

impl PartialEq for Labels {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Labels {}

impl fmt::Debug for Labels {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, formatter)
    }
}

impl FromIterator<Label> for Labels {
    fn from_iter<I: IntoIterator<Item = Label>>(texts: I) -> Self {
        Self { together: None, each: OnceCell::from(texts.into_iter().collect::<Vec<Label>>()) }
    }
}

/// What is written.
#[derive(Serialize)]
enum Written<'a> {
    Together(&'a str),
    Each(&'a [Label]),
}

/// The same as it is read.
#[derive(Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
enum Read {
    Together(Label),
    Each(Vec<Label>),
}

impl Serialize for Labels {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut together = String::new();
        for text in self.iter() {
            match u8::try_from(text.len()) {
                Ok(length) if length <= LONGEST => together.push(char::from(length)),
                _ => return Written::Each(self).serialize(serializer),
            }
            together.push_str(text);
        }
        Written::Together(&together).serialize(serializer)
    }
}

impl<'de: 'static> Deserialize<'de> for Labels {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let together = match Read::deserialize(deserializer)? {
            Read::Together(Label(Cow::Borrowed(together))) => together,
            Read::Together(Label(Cow::Owned(_))) => return Err(D::Error::custom("a list that does not stay")),
            Read::Each(texts) => return Ok(texts.into_iter().collect()),
        };
        // a length that leads out of the list would end it before its time, and what is not listed is not denied
        let mut walked = Together { rest: together };
        walked.by_ref().for_each(drop);
        if !walked.rest.is_empty() {
            return Err(D::Error::custom("a length that leads out of the list"));
        }
        Ok(Self { together: Some(together), each: OnceCell::new() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_as_they_were_written() {
        for texts in
            [&[][..], &[""], &["", ""], &["a", "", "ä b"], &["a\nb", "c"], &["\n"], &[&"ä".repeat(63), &"ä".repeat(64)]]
        {
            let labels: Labels = texts.iter().map(|text| Label::from(*text)).collect();
            let read: Labels = postcard::from_bytes(postcard::to_allocvec(&labels).unwrap().leak()).unwrap();
            assert!(read.texts().eq(labels.texts()) && read.texts().eq(texts.iter().copied()));
            assert_eq!(read, labels);
        }
    }
}
