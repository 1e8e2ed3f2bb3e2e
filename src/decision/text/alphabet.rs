//! The characters that an automaton and a word tell apart.
//!
//! Owns the classes of characters that lead to the same everywhere, with one representative each.

use super::run::{before, looked_at};
use super::stretch::Stretch;
use crate::policy::regex::automaton::{Automaton, State, holds};
use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};
use std::collections::BTreeSet;

/// The characters that have to be tried so that every character has been.
pub(super) struct Alphabet {
    representatives: Vec<char>,
}

impl Alphabet {
    /// The most ranges that are told apart.
    const MAX_RANGES: usize = 8192;

    /// `None` when the limit was passed.
    pub(super) fn of(automaton: &Automaton, reading: &[Stretch<'_>]) -> Option<Self> {
        let looks = automaton
            .states
            .iter()
            .any(|state| matches!(state, State::Look(look, _) if looked_at(*look) & before::WORD != 0));
        let word_characters = if looks { word_characters() } else { Vec::new() };
        let mut sets: Vec<&[(char, char)]> = vec![&word_characters];
        sets.extend(automaton.sets.iter().map(Vec::as_slice));
        for stretch in reading {
            if let Stretch::Characters(characters) = stretch {
                sets.extend([characters.first.as_slice(), characters.rest.as_slice()]);
            }
        }
        let mut single: Vec<char> = vec!['-', '\n'];
        single.extend(automaton.states.iter().filter_map(|state| match state {
            State::One(character, _) => Some(*character),
            _ => None,
        }));
        single.extend(looks.then_some(('\0'..='\x7f').collect::<Vec<_>>()).into_iter().flatten());
        single.sort_unstable();
        single.dedup();

        let ranges = sets.iter().copied().flatten().copied();
        let mut starts: Vec<u32> = ranges.flat_map(|(first, last)| [first as u32, last as u32 + 1]).collect();
        starts.extend(single.iter().flat_map(|&character| [character as u32, character as u32 + 1]));
        starts.push(0);
        starts.sort_unstable();
        starts.dedup();
        if starts.len() > Self::MAX_RANGES {
            return None;
        }
        let mut seen = BTreeSet::new();
        let mut representatives = Vec::new();
        for start in starts {
            // a range of surrogates alone holds no character; a range that begins with them is begun after them
            let start = if (0xD800..0xE000).contains(&start) { 0xE000 } else { start };
            let Some(character) = char::from_u32(start) else { continue };
            let is_single = single.binary_search(&character).is_ok();
            let membership: Vec<bool> = sets.iter().map(|set| holds(set, character)).collect();
            if seen.insert((is_single.then_some(character), membership)) {
                representatives.push(character);
            }
        }
        Some(Self { representatives })
    }

    pub(super) fn within(&self, set: &[(char, char)]) -> Vec<char> {
        self.representatives.iter().copied().filter(|&character| holds(set, character)).collect()
    }
}

/// What `\w` matches.
fn word_characters() -> Vec<(char, char)> {
    let class = regex_syntax::parse(r"\w").ok();
    match class.as_ref().map(regex_syntax::hir::Hir::kind) {
        Some(regex_syntax::hir::HirKind::Class(regex_syntax::hir::Class::Unicode(class))) => ranges(class),
        _ => Vec::new(),
    }
}

fn ranges(class: &ClassUnicode) -> Vec<(char, char)> {
    class.ranges().iter().map(|range: &ClassUnicodeRange| (range.start(), range.end())).collect()
}
