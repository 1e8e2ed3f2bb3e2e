//! Which texts a word can be, where that alone answers: equality, and the stars of patterns.
//!
//! Owns following a text through the stretches of a word, which takes a hundredth of what it takes to follow all texts of
//! the word through an automaton of the text. The property it keeps: what it says the simulation says too, but that it may
//! leave open (`May`) what only a set of a single character makes sure. Refuses to tell that a word surely matches: where
//! its known parts may make it so, it says nothing.

use super::run::run_text;
use super::stretch::{Characters, Stretch, readings};
use crate::command::word::Word;
use crate::policy::Label;
use crate::policy::pattern::Text;
use crate::policy::regex::automaton::{Automaton, Mode, State, StateId};
use crate::verdict::Match;

/// The most states that are visited for one question; past it the answer is `May`.
const MAX_VISITS: usize = 20_000;

/// Stands for what is not known where the known parts alone are looked at; no text of a pattern holds it, and if one did,
/// the simulation would only be asked in vain.
const GAP: char = '\u{10FFFF}';

/// Is the word this text? `None` where that has to be looked at more closely.
pub(super) fn equals(word: &Word, text: &str) -> Option<Match> {
    any_reading(word, |reading| {
        let is_open = reading.iter().any(|stretch| matches!(stretch, Stretch::Characters(_)));
        if !is_open || excludes_dash(word, reading, text.starts_with('-')) {
            return None;
        }
        let mut effort = MAX_VISITS;
        let word = automaton(reading);
        Some(run_text(&word, Mode::Whole, text, &mut effort) != Match::Never || !Reach::of(&word).is_possible())
    })
}

/// Does the word match the pattern? `None` where that has to be looked at more closely.
pub(super) fn glob(word: &Word, pattern: &Text) -> Option<Match> {
    any_reading(word, |reading| {
        let dash = pattern.pieces.iter().any(|piece| piece.starts_with('-'));
        if excludes_dash(word, reading, dash) || pattern.matches(&known(reading)?) {
            return None;
        }
        let word = automaton(reading);
        let mut reach = Reach::of(&word);
        Some(reach.may_match(&pattern.pieces) || !reach.is_possible())
    })
}

/// `May` where one of the readings may, or is a contradiction; `Never` where none does. `None` where one is not answered.
fn any_reading(word: &Word, may: impl Fn(&[Stretch<'_>]) -> Option<bool>) -> Option<Match> {
    let mut answer = Match::Never;
    for reading in readings(word) {
        if may(&reading)? {
            answer = Match::May;
        }
    }
    Some(answer)
}

/// Does it matter that what stands first is surely no dash?
fn excludes_dash(word: &Word, reading: &[Stretch<'_>], dash: bool) -> bool {
    let begins = |stretch: &Stretch<'_>| matches!(stretch, Stretch::Text(text) if !text.is_empty());
    dash && word.never_flag && !reading.first().is_some_and(begins)
}

/// The known parts of a reading, with a gap where it is open. `None` where a part is one of several texts.
fn known(reading: &[Stretch<'_>]) -> Option<String> {
    let mut text = String::new();
    for stretch in reading {
        match stretch {
            Stretch::Text(known) => text.push_str(known),
            Stretch::OneOf(_) => return None,
            Stretch::Characters(_) => text.push(GAP),
        }
    }
    Some(text)
}

/// Is a text one of this reading's?
fn automaton(reading: &[Stretch<'_>]) -> Automaton {
    let mut automaton = Automaton::empty();
    let start = reading.iter().rev().fold(0, |next, stretch| match stretch {
        Stretch::Text(text) => automaton.add_text(text, next),
        Stretch::OneOf(texts) => one_of(&mut automaton, texts, next),
        Stretch::Characters(characters) => open(&mut automaton, characters, next),
    });
    automaton.start = start;
    automaton
}

fn one_of(automaton: &mut Automaton, texts: &[String], next: StateId) -> StateId {
    let mut starts = texts.iter().map(|text| automaton.add_text(text, next)).collect::<Vec<_>>().into_iter();
    let first = starts.next().unwrap_or(next);
    starts.fold(first, |others, start| automaton.add(State::Split(start, others)))
}

fn open(automaton: &mut Automaton, characters: &Characters, next: StateId) -> StateId {
    let after = if characters.many { automaton.add_repeated(characters.rest.clone(), next) } else { next };
    let first = automaton.add_set(characters.first.clone(), after);
    if characters.or_none { automaton.add(State::Split(first, next)) } else { first }
}

/// Where in a word one may be.
struct Reach<'a> {
    automaton: &'a Automaton,
    /// In which step each state was visited last.
    visited: Vec<u32>,
    steps: u32,
    visits: usize,
}

impl<'a> Reach<'a> {
    fn of(automaton: &'a Automaton) -> Self {
        Self { automaton, visited: vec![0; automaton.states.len()], steps: 0, visits: 0 }
    }

    /// Is there a text at all that the word can be?
    fn is_possible(&mut self) -> bool {
        let all = self.visit(&[self.automaton.start], true);
        self.is_passed() || self.ends(&all)
    }

    /// Is one of its texts these pieces, with anything between two of them?
    fn may_match(&mut self, pieces: &[Label]) -> bool {
        let mut now = self.visit(&[self.automaton.start], false);
        for (index, piece) in pieces.iter().enumerate() {
            if index > 0 {
                now = self.visit(&now, true);
            }
            for character in piece.chars() {
                now = self.take(&now, character);
                if now.is_empty() {
                    return self.is_passed();
                }
            }
        }
        self.is_passed() || self.ends(&now)
    }

    fn take(&mut self, from: &[StateId], character: char) -> Vec<StateId> {
        let next = from.iter().filter_map(|&id| match *self.automaton.state(id)? {
            State::One(wanted, next) if wanted == character => Some(next),
            State::Set(set, next) if self.automaton.set_holds(set, character) => Some(next),
            _ => None,
        });
        let next: Vec<StateId> = next.collect();
        self.visit(&next, false)
    }

    /// The states that are reached without taking a character, or by taking `any`.
    fn visit(&mut self, from: &[StateId], any: bool) -> Vec<StateId> {
        self.steps = self.steps.saturating_add(1);
        let mut pending = from.to_vec();
        let mut reached = Vec::new();
        while let Some(id) = pending.pop() {
            let Some(seen) = self.visited.get_mut(id as usize).filter(|seen| **seen != self.steps) else { continue };
            *seen = self.steps;
            self.visits += 1;
            if self.is_passed() {
                return Vec::new();
            }
            reached.push(id);
            match *self.automaton.state(id).unwrap_or(&State::Match) {
                State::Split(left, right) => pending.extend([left, right]),
                State::One(_, next) if any => pending.push(next),
                State::Set(set, next) if any && self.is_of_some(set) => pending.push(next),
                _ => {}
            }
        }
        reached
    }

    fn is_of_some(&self, set: u32) -> bool {
        self.automaton.sets.get(set as usize).is_some_and(|set| !set.is_empty())
    }

    fn ends(&self, at: &[StateId]) -> bool {
        at.iter().any(|&id| matches!(self.automaton.state(id), Some(State::Match)))
    }

    fn is_passed(&self) -> bool {
        self.visits > MAX_VISITS
    }
}

#[cfg(test)]
mod tests {
    use super::super::run::run;
    use super::super::tests::{all_texts, class, glob_part, literal, of, unknown};
    use super::*;
    use crate::command::word::{GlobKind, Part, Unknown};

    /// Words of up to three parts, of which at least one is not known.
    fn words() -> Vec<Word> {
        let parts = [
            literal("a"),
            literal("/-"),
            Part::Choice(["", "a/", "-"].map(str::to_owned).to_vec()),
            unknown(),
            Part::from(Unknown::number("$#")),
            glob_part(GlobKind::Star, "*", false),
            glob_part(GlobKind::Question, "?", true),
            class(false, &[('a', 'b'), ('-', '-')], "[ab-]"),
            class(false, &[], "[]"),
        ];
        let mut words: Vec<Vec<Part>> = vec![Vec::new()];
        let mut from = 0;
        for _ in 0..3 {
            let longer: Vec<Vec<Part>> = words[from..]
                .iter()
                .flat_map(|word| parts.iter().map(move |part| word.iter().chain([part]).cloned().collect()))
                .collect();
            from = words.len();
            words.extend(longer);
        }
        let words: Vec<Word> = words.into_iter().map(of).filter(|word| !word.is_known()).collect();
        words.iter().cloned().chain(words.iter().cloned().map(|word| Word { never_flag: true, ..word })).collect()
    }

    #[test]
    fn what_is_said_is_what_the_simulation_says() {
        let mut answers = [0, 0, 0];
        let words = words();
        for pattern in all_texts(&['a', '/', '*', '-', '1'], 3) {
            let text = Text::parse(&pattern);
            let (pieces, plain) = (Automaton::pieces(&text.pieces), Automaton::text(&pattern));
            for word in &words {
                for (said, automaton) in [(glob(word, &text), &pieces), (equals(word, &pattern), &plain)] {
                    let told = run(automaton, Mode::Whole, word);
                    let Some(said) = said else {
                        answers[2] += 1;
                        continue;
                    };
                    answers[usize::from(said == Match::May)] += 1;
                    assert_eq!(said, told, "{pattern:?} of {} {}", word.display(), word.never_flag);
                }
            }
        }
        assert!(answers[..2].iter().all(|count| *count > 10_000) && answers[2] < 300_000, "{answers:?}");
    }

    #[test]
    fn what_takes_long_may_be() {
        let word = of(std::iter::repeat_n(unknown(), 300).collect::<Vec<_>>());
        assert_eq!(glob(&word, &Text::parse(&"a*".repeat(200))), Some(Match::May));
        assert_eq!(equals(&word, &"a".repeat(2000)), Some(Match::May));
    }
}
