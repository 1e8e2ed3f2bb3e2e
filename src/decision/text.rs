//! What can be said of the text of a word that is only partly known.
//!
//! Owns three-valued comparison: equality, prefixes, suffixes, globs and regular expressions, over everything that an
//! abstract [`Word`] can be. Refuses to know what the text means (paths are resolved in `paths`, types in `typed`).
//!
//! Every question is an automaton over characters. A known word runs through it in linear time. A word that is not known
//! runs through it as the set of all texts it stands for: the automaton's sets of states are followed for all of them at
//! once, and the answer is `Must` or `Never` only when all sets that can be reached at the end agree.

mod alphabet;
mod around;
mod components;
mod glob;
mod probe;
mod reach;
mod reaching;
mod run;
mod search;
mod stretch;

pub use crate::policy::regex::{MAX_REGEX_BYTES, MAX_REGEX_STATES, Regex, RegexError};
use around::Around;
pub use components::Components;
pub use glob::{Glance, PathGlob, is_operator, matches_path, may_match};
pub use reaching::{has_more, leads_up};

use crate::command::word::{Count, Part, Word};
use crate::policy::Label;
use crate::policy::pattern::Text;
use crate::policy::regex::automaton::{Automaton, Mode};
use crate::verdict::Match;

/// The most texts that a word of choices is written out to when two words are compared.
const MAX_SPELLED_OUT: usize = 64;

/// May the word be any text at all, but for a dash at its beginning?
pub fn is_anything(word: &Word) -> bool {
    Around::of(word).is_some_and(Around::is_anything)
}

/// Is the word (each word that it becomes) exactly this text?
pub fn equals(word: &Word, text: &str) -> Match {
    if let Some(known) = word.known() {
        return Match::known(known == text);
    }
    if !prefix_agrees(word, text) || !suffix_agrees(word, text) {
        return Match::Never;
    }
    if let Some(around) = Around::of(word) {
        return around.equals(text);
    }
    reach::equals(word, text).unwrap_or_else(|| run::run(&Automaton::text(text), Mode::Whole, word))
}

/// Does it begin with this text?
pub fn starts_with(word: &Word, prefix: &str) -> Match {
    if let Some(known) = word.known() {
        return Match::known(known.starts_with(prefix));
    }
    let literal = if parts_hold(word) { word.literal_prefix() } else { "" };
    if literal.starts_with(prefix) {
        return Match::Must;
    }
    if !prefix.starts_with(literal) {
        return Match::Never;
    }
    if let Some(around) = Around::of(word) {
        return around.starts_with(prefix);
    }
    run::run(&Automaton::text(prefix), Mode::Prefix, word)
}

/// Does it end with this text?
pub fn ends_with(word: &Word, suffix: &str) -> Match {
    if let Some(known) = word.known() {
        return Match::known(known.ends_with(suffix));
    }
    let literal = literal_suffix(word);
    if literal.ends_with(suffix) {
        return Match::Must;
    }
    if !suffix.ends_with(literal) {
        return Match::Never;
    }
    if Around::of(word).is_some() {
        return Match::May;
    }
    run::run(&Automaton::text(suffix), Mode::Suffix, word)
}

/// Does it hold this text?
pub fn contains(word: &Word, needle: &str) -> Match {
    if let Some(known) = word.known() {
        return Match::known(known.contains(needle));
    }
    let literal_holds = |part: &Part| matches!(part, Part::Literal(text) if text.contains(needle));
    if needle.is_empty() || (parts_hold(word) && word.parts.iter().any(literal_holds)) {
        return Match::Must;
    }
    if Around::of(word).is_some() {
        return Match::May;
    }
    run::run(&Automaton::text(needle), Mode::Search, word)
}

/// Does it match a pattern's text, `*` standing for any characters?
pub fn glob(word: &Word, pattern: &Text) -> Match {
    if let Some(known) = word.known() {
        return Match::known(pattern.matches(known));
    }
    if let Some(text) = pattern.as_plain() {
        return equals(word, text);
    }
    let first = pattern.pieces.first().map_or("", Label::as_str);
    let literal = if parts_hold(word) { word.literal_prefix() } else { "" };
    if !first.starts_with(literal) && !literal.starts_with(first) {
        return Match::Never;
    }
    if Around::of(word).is_some_and(|around| around.may_match(pattern)) {
        return Match::May;
    }
    reach::glob(word, pattern).unwrap_or_else(|| run::run(&Automaton::pieces(&pattern.pieces), Mode::Whole, word))
}

/// Are two words the same text?
pub fn same(left: &Word, right: &Word) -> Match {
    if let Some(text) = right.known() {
        return equals(left, text);
    }
    if let Some(text) = left.known() {
        return equals(right, text);
    }
    match (spelled_out(left), spelled_out(right)) {
        (_, Some(texts)) => never_if_none(left, &texts),
        (Some(texts), None) => never_if_none(right, &texts),
        (None, None) if parts_hold(left) && parts_hold(right) => {
            let (left, right) = (left.literal_prefix(), right.literal_prefix());
            if left.starts_with(right) || right.starts_with(left) { Match::May } else { Match::Never }
        }
        (None, None) => Match::May,
    }
}

/// Every text that the word can be, when those are few.
#[must_use]
pub fn spelled_out(word: &Word) -> Option<Vec<String>> {
    if word.count != Count::One {
        return None;
    }
    let mut texts = vec![String::new()];
    for part in &word.parts {
        match part {
            Part::Literal(text) => texts.iter_mut().for_each(|begun| begun.push_str(text)),
            Part::Choice(choices) => {
                if texts.len().saturating_mul(choices.len()) > MAX_SPELLED_OUT {
                    return None;
                }
                texts = texts
                    .iter()
                    .flat_map(|begun| choices.iter().map(move |choice| format!("{begun}{choice}")))
                    .collect();
            }
            Part::Glob(_) | Part::Unknown(_) => return None,
        }
    }
    Some(texts)
}

/// Two words of several texts each are never surely the same, but may surely differ.
fn never_if_none(word: &Word, texts: &[String]) -> Match {
    let differs = texts.iter().all(|text| equals(word, text) == Match::Never);
    if differs { Match::Never } else { Match::May }
}

/// Does what the parts say hold for each word that it becomes?
fn parts_hold(word: &Word) -> bool {
    word.count == Count::One || word.is_glob()
}

fn literal_suffix(word: &Word) -> &str {
    match word.parts.last() {
        Some(Part::Literal(text)) if parts_hold(word) => text,
        _ => "",
    }
}

fn prefix_agrees(word: &Word, text: &str) -> bool {
    !parts_hold(word) || text.starts_with(word.literal_prefix())
}

fn suffix_agrees(word: &Word, text: &str) -> bool {
    text.ends_with(literal_suffix(word))
}

#[cfg(test)]
pub(super) mod tests;
