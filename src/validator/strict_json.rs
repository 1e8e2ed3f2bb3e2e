//! JSON from a program that is not trusted.
//!
//! Owns what `serde_json` leaves open: a key given twice, depth, and text that is not UTF-8 anywhere. Refuses to know what
//! the value means.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// How deep arrays and objects may nest. Reading recurses once for each level.
pub const MAX_DEPTH: usize = 64;

/// The most characters of a key that an error repeats.
const MAX_SHOWN: usize = 80;

/// Reads one complete JSON value, with nothing but white space around it.
///
/// # Errors
/// A sentence that says what is wrong and where.
pub fn read(bytes: &[u8]) -> Result<Value, String> {
    let text = std::str::from_utf8(bytes).map_err(|error| format!("not UTF-8 at byte {}", error.valid_up_to()))?;
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = Level { left: MAX_DEPTH }.deserialize(&mut reader).map_err(|error| error.to_string())?;
    reader.end().map_err(|error| error.to_string())?;
    Ok(value)
}

/// Reads a value that stands within something else, as strictly.
///
/// # Errors
/// Those of the reader, and what is wrong with the value.
pub fn value<'de, D: Deserializer<'de>>(reader: D) -> Result<Value, D::Error> {
    Level { left: MAX_DEPTH }.deserialize(reader)
}

/// Reads a value that may hold `left` more levels.
#[derive(Clone, Copy)]
struct Level {
    left: usize,
}

impl Level {
    fn below<E: Error>(self) -> Result<Self, E> {
        match self.left.checked_sub(1) {
            Some(left) => Ok(Self { left }),
            None => Err(E::custom(format_args!("nested deeper than {MAX_DEPTH}"))),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Level {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Value, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Level {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Value, A::Error> {
        let below = self.below()?;
        let mut array = Vec::new();
        while let Some(element) = elements.next_element_seed(below)? {
            array.push(element);
        }
        Ok(Value::Array(array))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let below = self.below()?;
        let mut object = Map::new();
        while let Some(key) = members.next_key::<String>()? {
            if object.contains_key(&key) {
                return Err(A::Error::custom(format_args!("duplicate key `{}`", shown(&key))));
            }
            object.insert(key, members.next_value_seed(below)?);
        }
        Ok(Value::Object(object))
    }
}

/// The beginning of a key, with nothing in it that a terminal would act on.
fn shown(key: &str) -> String {
    let mut left = key.chars();
    let begin: String = left.by_ref().take(MAX_SHOWN).flat_map(char::escape_debug).collect();
    if left.next().is_some() { begin + "…" } else { begin }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What this reader accepts means the same to every other JSON reader.
    #[test]
    fn one_value_and_white_space() {
        for text in ["null", " {\"a\":[1,-2,2.5,true,null,\"x\"]}\r\n\t ", "\"\\u00e9\"", "[]"] {
            assert_eq!(read(text.as_bytes()), Ok(serde_json::from_str(text).unwrap()), "{text}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        let deep = "[".repeat(MAX_DEPTH + 1) + &"]".repeat(MAX_DEPTH + 1);
        let abyss = "[".repeat(1_000_000);
        let texts = [
            "",
            " ",
            "{",
            "{\"a\":1",
            "[1,]",
            "1 2",
            "{} {}",
            "{}x",
            "{}\0",
            "\0{}",
            "{'a':1}",
            "{a:1}",
            "NaN",
            "01",
            "\"\n\"",
            "\"\\ud800\"",
            "\"\\x\"",
            "\u{feff}{}",
            "{\"a\":1,\"a\":1}",
            "[{\"b\":{\"a\":1,\"a\":2}}]",
            "{\"a\":1,\"\\u0061\":2}",
            "1e999",
            "{}\u{a0}",
            "// x\n{}",
            &deep,
            &abyss,
        ];
        for text in texts {
            let answer = read(text.as_bytes());
            assert!(answer.is_err(), "{}", text.chars().take(80).collect::<String>());
        }
        assert!(read(b"{\"a\":\"\xff\"}").is_err());
        assert!(read(b"{}\xc3").is_err());
    }

    #[test]
    fn the_depth_is_exact() {
        let full = "[".repeat(MAX_DEPTH) + &"]".repeat(MAX_DEPTH);
        assert!(read(full.as_bytes()).is_ok());
    }

    #[test]
    fn the_text_says_where() {
        assert_eq!(read(b"{\"a\":1,\"a\":1}").unwrap_err(), "duplicate key `a` at line 1 column 10");
        assert_eq!(read(b"\xff").unwrap_err(), "not UTF-8 at byte 0");
        let key = format!("\u{202e}\u{9b}{}", "k".repeat(1_000_000));
        let why = read(format!("{{\"{key}\":1,\"{key}\":1}}").as_bytes()).unwrap_err();
        assert!(why.starts_with("duplicate key `\\u{202e}\\u{9b}kkk") && why.len() < 200, "{why}");
    }
}
