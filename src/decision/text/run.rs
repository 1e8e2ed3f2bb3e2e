//! Running an automaton over a word.
//!
//! Owns the simulation and its limits. A known text is one run. The texts of a word that is not known are followed
//! together: a *situation* is what one of these texts leads to (the states that the automaton may be in, and what stands
//! before the place), and only the different situations are kept, which are few.

use super::alphabet::Alphabet;
use super::probe;
use super::stretch::{Characters, Stretch, readings};
use crate::command::word::Word;
use crate::policy::regex::automaton::{Automaton, Mode, State, StateId};
use crate::verdict::Match;
use regex_syntax::hir::Look;
use std::collections::BTreeSet;

/// The most situations that are told apart; past it the answer is `May`.
const MAX_SITUATIONS: usize = 512;

/// The most states that are visited for one question; past it the answer is `May`. A text of a megabyte passes through
/// twenty states a character.
const MAX_VISITS: usize = 20_000_000;

/// The same for each way to read a word that is not known. A pattern of many stars beside a glob of many stars passes it; a
/// rule may ask dozens of such questions about one command.
const MAX_ABSTRACT_VISITS: usize = 20_000;

/// The same for looking for two texts of it that differ: where it takes longer, nothing is found.
const MAX_PROBING_VISITS: usize = 10_000;

/// Answers the question for every text that the word stands for.
pub(super) fn run(automaton: &Automaton, mode: Mode, word: &Word) -> Match {
    let mut unlimited = usize::MAX;
    run_within(automaton, mode, word, &mut unlimited)
}

/// The same, visiting no more states than the effort that is left; what is visited is taken from it.
pub(super) fn run_within(automaton: &Automaton, mode: Mode, word: &Word, effort: &mut usize) -> Match {
    if let Some(text) = word.known() {
        return run_text(automaton, mode, text, effort);
    }
    let mut probing = MAX_PROBING_VISITS.min(*effort);
    let before = probing;
    let found_both = probe::finds_both(automaton, mode, word, &mut probing);
    *effort = effort.saturating_sub(before - probing);
    if found_both {
        return Match::May;
    }
    let mut answer = None;
    for reading in readings(word) {
        let found = run_reading(automaton, mode, (&reading, word.never_flag), effort).unwrap_or(Match::May);
        answer = Some(answer.map_or(found, |before: Match| before.either_case(found)));
    }
    answer.unwrap_or(Match::May)
}

/// Answers the question for one text; `May` only when [`MAX_VISITS`] was passed.
pub(super) fn run_text(automaton: &Automaton, mode: Mode, text: &str, effort: &mut usize) -> Match {
    let mut runner = Runner::new(automaton, mode, MAX_VISITS.min(*effort));
    let answer = runner.over_known(text);
    *effort = effort.saturating_sub(runner.visits);
    answer.map_or(Match::May, Match::known)
}

/// `never_dash`: the text surely does not begin with `-`. `None` when a limit was passed.
fn run_reading(
    automaton: &Automaton,
    mode: Mode,
    (reading, never_dash): (&[Stretch<'_>], bool),
    effort: &mut usize,
) -> Option<Match> {
    let limit = MAX_ABSTRACT_VISITS.min(*effort);
    let mut runner = Runner { never_dash, ..Runner::new(automaton, mode, limit) };
    let answer = runner.over_reading(reading);
    *effort = effort.saturating_sub(runner.visits);
    answer
}
/// What stands before a place, as far as [`Look`]s can tell: bits.
pub(super) mod before {
    pub(in crate::decision::text) const START: u8 = 1;
    pub(in crate::decision::text) const NEWLINE: u8 = 2;
    pub(in crate::decision::text) const ASCII_WORD: u8 = 4;
    pub(in crate::decision::text) const WORD: u8 = 8;
    /// There is no character: the start or the end of the text.
    pub(in crate::decision::text) const NONE: u8 = START;
}

/// What reading a text up to some place has led to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Situation {
    /// The states that are entered there; what they lead to without taking a character is not among them yet, because
    /// it may depend on the next character.
    states: Vec<StateId>,
    /// What stands before the place.
    before: u8,
    /// The question is already answered with yes, whatever follows.
    matched: bool,
}

impl Situation {
    fn start(automaton: &Automaton) -> Self {
        Self { states: vec![automaton.start], before: before::START, matched: false }
    }

    fn matched() -> Self {
        Self { states: Vec::new(), before: 0, matched: true }
    }
}

struct Runner<'a> {
    automaton: &'a Automaton,
    mode: Mode,
    /// The kinds of character that some state looks at.
    looked_at: u8,
    /// The text surely does not begin with `-`.
    never_dash: bool,
    visits: usize,
    /// How many visits there may be.
    limit: usize,
    /// In which step each state was visited last.
    visited: Vec<u32>,
    steps: u32,
    pending: Vec<StateId>,
    /// Room for the states of the next situation.
    spare: Vec<StateId>,
}

impl<'a> Runner<'a> {
    fn new(automaton: &'a Automaton, mode: Mode, limit: usize) -> Self {
        let looked_at = automaton.states.iter().fold(before::START, |bits, state| match state {
            State::Look(look, _) => bits | looked_at(*look),
            _ => bits,
        });
        let visited = vec![0; automaton.states.len()];
        Self {
            automaton,
            mode,
            looked_at,
            never_dash: false,
            visits: 0,
            limit,
            visited,
            steps: 0,
            pending: Vec::new(),
            spare: Vec::new(),
        }
    }

    /// Takes one character. `None` when the limit was passed.
    fn step(&mut self, now: &mut Situation, character: char) -> Option<()> {
        if now.matched {
            return Some(());
        }
        let after = self.kind_of(character);
        let mut states = std::mem::take(&mut self.spare);
        states.clear();
        let automaton = self.automaton;
        let ended = self.closure(now, after, |state| match *state {
            State::One(wanted, next) if wanted == character => states.push(next),
            State::Set(set, next) if automaton.set_holds(set, character) => states.push(next),
            _ => {}
        })?;
        if ended && self.mode.ends_anywhere() {
            *now = Situation::matched();
            return Some(());
        }
        if self.mode.begins_anywhere() {
            states.push(self.automaton.start);
        }
        if states.len() > 1 {
            states.sort_unstable();
            states.dedup();
        }
        self.spare = std::mem::replace(&mut now.states, states);
        now.before = after & !before::START;
        Some(())
    }

    /// Is the question answered with yes if the text ends here? `None` when the limit was passed.
    fn ends_well(&mut self, at: &Situation) -> Option<bool> {
        if at.matched {
            return Some(true);
        }
        self.closure(at, before::NONE, |_| {})
    }

    /// Visits every state that takes a character; tells whether the match is among what can be reached.
    fn closure(&mut self, at: &Situation, after: u8, mut visit: impl FnMut(&State)) -> Option<bool> {
        self.steps = self.steps.checked_add(1)?;
        let mut ended = false;
        self.pending.clear();
        self.pending.extend_from_slice(&at.states);
        while let Some(id) = self.pending.pop() {
            let Some(seen) = self.visited.get_mut(id as usize) else { continue };
            if *seen == self.steps {
                continue;
            }
            *seen = self.steps;
            self.visits += 1;
            match self.automaton.state(id) {
                Some(State::Split(left, right)) => self.pending.extend([*right, *left]),
                Some(State::Look(look, next)) if is_so(*look, at.before, after) => self.pending.push(*next),
                Some(State::Match) => ended = true,
                Some(state) => visit(state),
                None => {}
            }
        }
        (self.visits <= self.limit).then_some(ended)
    }

    fn kind_of(&self, character: char) -> u8 {
        if self.looked_at == before::START {
            return 0;
        }
        let mut kind = 0;
        if character == '\n' {
            kind |= before::NEWLINE;
        }
        if character.is_ascii_alphanumeric() || character == '_' {
            kind |= before::ASCII_WORD | before::WORD;
        } else if !character.is_ascii() && regex_syntax::try_is_word_character(character).unwrap_or(true) {
            kind |= before::WORD;
        }
        kind & self.looked_at
    }

    /// Does the text answer the question with yes? `None` when the limit was passed.
    fn over_known(&mut self, text: &str) -> Option<bool> {
        let mut now = Situation::start(self.automaton);
        for character in text.chars() {
            self.step(&mut now, character)?;
            if now.matched {
                return Some(true);
            }
            if now.states.is_empty() {
                return Some(false);
            }
        }
        self.ends_well(&now)
    }

    /// What do all texts of a word answer? `None` when a limit was passed.
    fn over_reading(&mut self, reading: &[Stretch<'_>]) -> Option<Match> {
        let alphabet = Alphabet::of(self.automaton, reading)?;
        let mut now = BTreeSet::from([Situation::start(self.automaton)]);
        for stretch in reading {
            now = match stretch {
                Stretch::Text(text) => self.over_text(&now, text)?,
                Stretch::OneOf(texts) => {
                    let mut all = BTreeSet::new();
                    for text in *texts {
                        all.append(&mut self.over_text(&now, text)?);
                    }
                    all
                }
                Stretch::Characters(characters) => self.over_characters(now, characters, &alphabet)?,
            };
            if now.len() > MAX_SITUATIONS {
                return None;
            }
        }
        let mut answer = None;
        for situation in &now {
            let found = Match::known(self.ends_well(situation)?);
            answer = Some(answer.map_or(found, |before: Match| before.either_case(found)));
        }
        // nothing at all can stand there: a contradiction that the word's author did not see
        Some(answer.unwrap_or(Match::May))
    }

    fn over_text(&mut self, from: &BTreeSet<Situation>, text: &str) -> Option<BTreeSet<Situation>> {
        let mut reached = BTreeSet::new();
        for situation in from {
            let mut now = situation.clone();
            for character in text.chars() {
                if now.matched {
                    break;
                }
                self.step(&mut now, character)?;
            }
            reached.insert(now);
        }
        Some(reached)
    }

    fn over_characters(
        &mut self,
        from: BTreeSet<Situation>,
        characters: &Characters,
        alphabet: &Alphabet,
    ) -> Option<BTreeSet<Situation>> {
        let mut reached = BTreeSet::new();
        let first = alphabet.within(&characters.first);
        for situation in &from {
            self.step_all(situation, &first, &mut reached)?;
        }
        if characters.many {
            let rest = alphabet.within(&characters.rest);
            let mut pending: Vec<Situation> = reached.iter().cloned().collect();
            while let Some(situation) = pending.pop() {
                let mut next = BTreeSet::new();
                self.step_all(&situation, &rest, &mut next)?;
                for situation in next {
                    if !reached.contains(&situation) {
                        pending.push(situation.clone());
                        reached.insert(situation);
                    }
                }
                if reached.len() > MAX_SITUATIONS {
                    return None;
                }
            }
        }
        if characters.or_none {
            reached.extend(from);
        }
        Some(reached)
    }

    fn step_all(&mut self, from: &Situation, characters: &[char], into: &mut BTreeSet<Situation>) -> Option<()> {
        for &character in characters {
            if self.never_dash && character == '-' && from.before & before::START != 0 {
                continue;
            }
            let mut next = from.clone();
            self.step(&mut next, character)?;
            into.insert(next);
        }
        Some(())
    }
}

/// Which kinds of character it matters to.
pub(super) fn looked_at(look: Look) -> u8 {
    match look {
        Look::Start | Look::End => before::START,
        Look::StartLF | Look::EndLF | Look::StartCRLF | Look::EndCRLF => before::START | before::NEWLINE,
        _ => before::START | before::ASCII_WORD | before::WORD,
    }
}

/// Is the place between these two such?
fn is_so(look: Look, ahead_of: u8, after: u8) -> bool {
    let none = |bits: u8| bits & before::NONE != 0;
    let newline = |bits: u8| bits & before::NEWLINE != 0;
    let word = |bits: u8| bits & before::WORD != 0;
    let ascii = |bits: u8| bits & before::ASCII_WORD != 0;
    match look {
        Look::Start => none(ahead_of),
        Look::End => none(after),
        Look::StartLF | Look::StartCRLF => none(ahead_of) || newline(ahead_of),
        Look::EndLF | Look::EndCRLF => none(after) || newline(after),
        Look::WordAscii => ascii(ahead_of) != ascii(after),
        Look::WordAsciiNegate => ascii(ahead_of) == ascii(after),
        Look::WordUnicode => word(ahead_of) != word(after),
        Look::WordUnicodeNegate => word(ahead_of) == word(after),
        Look::WordStartAscii => !ascii(ahead_of) && ascii(after),
        Look::WordEndAscii => ascii(ahead_of) && !ascii(after),
        Look::WordStartUnicode => !word(ahead_of) && word(after),
        Look::WordEndUnicode => word(ahead_of) && !word(after),
        Look::WordStartHalfAscii => !ascii(ahead_of),
        Look::WordEndHalfAscii => !ascii(after),
        Look::WordStartHalfUnicode => !word(ahead_of),
        Look::WordEndHalfUnicode => !word(after),
    }
}
