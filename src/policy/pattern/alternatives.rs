//! Alternatives as they stand in a compiled policy: `cat|head|tail` is one text.
//!
//! Owns that form: a rule may name fifty programs, and reading fifty texts takes longer than anything that is then done
//! with them. Alternatives with stars or line breaks stand there one by one.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Label, Text};

/// What stands between two plain alternatives.
const BETWEEN: &str = "\n";

/// What is written.
#[derive(Serialize)]
enum Written<'a> {
    /// Plain ones, at least one.
    Together(&'a str),
    Each(&'a [Text]),
}

/// The same as it is read.
#[derive(Deserialize)]
enum Read {
    Together(&'static str),
    Each(Vec<Text>),
}

pub(super) fn serialize<S: Serializer>(texts: &[Text], serializer: S) -> Result<S::Ok, S::Error> {
    let plain = |text: &Text| text.as_plain().filter(|text| !text.contains(BETWEEN)).map(str::to_owned);
    let plain: Option<Vec<String>> = texts.iter().map(plain).collect();
    match plain.filter(|plain| !plain.is_empty()) {
        Some(plain) => Written::Together(&plain.join(BETWEEN)).serialize(serializer),
        None => Written::Each(texts).serialize(serializer),
    }
}

pub(super) fn deserialize<'de: 'static, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Text>, D::Error> {
    Ok(match Read::deserialize(deserializer)? {
        Read::Together(texts) => texts.split(BETWEEN).map(|text| Text::plain(Label::staying(text))).collect(),
        Read::Each(texts) => texts,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternatives_are_read_as_they_were_written() {
        #[derive(Serialize, Deserialize, PartialEq, Debug)]
        #[serde(bound(deserialize = "'de: 'static"))]
        struct Holds(#[serde(with = "super")] Vec<Text>);
        let parsed = |texts: &[&str]| Holds(texts.iter().map(|text| Text::parse(text)).collect());
        let mut tried = vec![parsed(&[]), parsed(&[""]), parsed(&["", ""]), parsed(&["a"]), parsed(&["a", "b", "c d"])];
        tried.extend([parsed(&["a*", "b"]), parsed(&["a\nb", "c"]), parsed(&["\n"]), parsed(&["ä", "\\*"])]);
        for texts in tried {
            let bytes = postcard::to_allocvec(&texts).unwrap().leak();
            assert_eq!(postcard::from_bytes::<Holds>(bytes).unwrap(), texts);
        }
    }
}
