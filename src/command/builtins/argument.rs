//! What an argument of a declaring builtin says: `declare x=1`, `export A+=b`, `readonly x`.
//!
//! Owns where its name ends and its value begins. Refuses to assign.

use crate::command::expand::is_name;
use crate::command::value::Text;
use crate::command::word::{Count, Part, Parts, Word, push_part};

/// `NAME=value` or `NAME+=value` as an argument: the name, whether it appends, and the value. `None` when the word does
/// not surely have that shape.
pub(super) fn split(word: &Word) -> Option<(String, bool, Option<Text>)> {
    if word.count != Count::One {
        return None;
    }
    if let Some(name) = word.known().filter(|text| is_name(text)) {
        return Some((name.to_owned(), false, None));
    }
    let Part::Literal(first) = word.parts.first()? else { return None };
    let (name, rest) = first.split_once('=')?;
    let (name, append) = name.strip_suffix('+').map_or((name, false), |name| (name, true));
    if !is_name(name) {
        return None;
    }
    let mut parts = Parts::new();
    push_part(&mut parts, Part::Literal(rest.into()));
    parts.extend(word.parts.iter().skip(1).cloned());
    Some((name.to_owned(), append, Some(Text { parts, never_flag: false })))
}
