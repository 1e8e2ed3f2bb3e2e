//! Regular expressions in a compiled policy: their automata as bytes.
//!
//! Owns the layout: how it is searched, the start, how many sets of characters and states there are, then these; numbers of
//! four bytes, little-endian. Refuses bytes that hold anything else: the expression is then translated as if it stood nowhere.

use regex_syntax::hir::Look;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::automaton::{Automaton, CharSet, Mode, State};
use super::{LazyRegex, Regex};
use crate::policy::label::{Bytes, Label};

/// What an expression may look at, by number.
const LOOKS: [Look; 18] = [
    Look::Start,
    Look::End,
    Look::StartLF,
    Look::EndLF,
    Look::StartCRLF,
    Look::EndCRLF,
    Look::WordAscii,
    Look::WordAsciiNegate,
    Look::WordUnicode,
    Look::WordUnicodeNegate,
    Look::WordStartAscii,
    Look::WordEndAscii,
    Look::WordStartUnicode,
    Look::WordEndUnicode,
    Look::WordStartHalfAscii,
    Look::WordEndHalfAscii,
    Look::WordStartHalfUnicode,
    Look::WordEndHalfUnicode,
];

/// The bytes of one; nothing where the layout has no place for it.
fn written(regex: &Regex) -> Option<Vec<u8>> {
    let Automaton { states, sets, start } = &regex.automaton;
    let mut numbers = vec![u32::from(regex.search == Mode::Prefix), *start];
    numbers.extend([u32::try_from(sets.len()).ok()?, u32::try_from(states.len()).ok()?]);
    for set in sets {
        numbers.push(u32::try_from(set.len()).ok()?);
        numbers.extend(set.iter().flat_map(|(first, last)| [u32::from(*first), u32::from(*last)]));
    }
    for state in states {
        numbers.extend(match state {
            State::Match => [0, 0, 0],
            State::One(character, next) => [1, u32::from(*character), *next],
            State::Set(set, next) => [2, *set, *next],
            State::Split(one, other) => [3, *one, *other],
            State::Look(look, next) => {
                let number = LOOKS.iter().position(|known| known == look)?;
                [4, u32::try_from(number).ok()?, *next]
            }
        });
    }
    Some(numbers.into_iter().flat_map(u32::to_le_bytes).collect())
}

/// One of these bytes.
pub(super) fn read(bytes: &[u8]) -> Option<Regex> {
    let (numbers, []) = bytes.as_chunks::<4>() else { return None };
    let (&[search, start, sets, count], mut rest) = numbers.split_first_chunk::<4>()?;
    let number = |bytes: [u8; 4]| u32::from_le_bytes(bytes);
    let search = if number(search) == 1 { Mode::Prefix } else { Mode::Search };
    let mut automaton = Automaton { states: Vec::new(), sets: Vec::new(), start: number(start) };
    for _ in 0..number(sets) {
        let (length, after) = rest.split_first()?;
        let (ranges, after) = after.split_at_checked(usize::try_from(number(*length)).ok()?.checked_mul(2)?)?;
        let (ranges, _) = ranges.as_chunks::<2>();
        let range =
            |&[first, last]: &[[u8; 4]; 2]| Some((char::from_u32(number(first))?, char::from_u32(number(last))?));
        automaton.sets.push(ranges.iter().map(range).collect::<Option<CharSet>>()?);
        rest = after;
    }
    let (states, []) = rest.as_chunks::<3>() else { return None };
    let (sets, count) = (number(sets), number(count));
    let there = |id: u32| (id < count).then_some(id);
    let state = |state: &[[u8; 4]; 3]| match state.map(number) {
        [0, 0, 0] => Some(State::Match),
        [1, character, next] => Some(State::One(char::from_u32(character)?, there(next)?)),
        [2, set, next] => Some(State::Set((set < sets).then_some(set)?, there(next)?)),
        [3, one, other] => Some(State::Split(there(one)?, there(other)?)),
        [4, look, next] => Some(State::Look(*LOOKS.get(usize::try_from(look).ok()?)?, there(next)?)),
        _ => None,
    };
    if usize::try_from(count).ok()? != states.len() {
        return None;
    }
    there(automaton.start)?;
    automaton.states = states.iter().map(state).collect::<Option<Vec<State>>>()?;
    Some(Regex { automaton, search })
}

impl Serialize for LazyRegex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let compiled = self.regex().ok().and_then(written).unwrap_or_default();
        (&self.text, Bytes(&compiled)).serialize(serializer)
    }
}

impl<'de: 'static> Deserialize<'de> for LazyRegex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (text, compiled): (Label, &'static [u8]) = Deserialize::deserialize(deserializer)?;
        Ok(Self { compiled: Some(compiled), ..Self::from(text) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_what_was_written() {
        for text in ["", "^a+$", "(?i)x|y{2,5}", "[a-z]+\\b", "(?m)^\\w", "\\p{Greek}", "\\b{start-half}x"] {
            let regex = Regex::new(text).unwrap();
            let again = read(&written(&regex).unwrap()).unwrap();
            assert_eq!(format!("{again:?}"), format!("{regex:?}"), "{text}");
        }
    }

    #[test]
    fn bytes_that_hold_something_else_are_refused() {
        let whole = written(&Regex::new("^[a-c]x|yz$").unwrap()).unwrap();
        for end in 0..whole.len() {
            assert!(whole.get(..end).and_then(read).is_none(), "{end}");
        }
        for at in (3..whole.len()).step_by(4) {
            // no number is so large; where it says how to search, it says something else
            let mut other = whole.clone();
            other[at] ^= 0x80;
            assert_eq!(read(&other).is_some(), at == 3, "{at}");
        }
    }
}
