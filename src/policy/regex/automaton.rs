//! The automaton that a question about a text becomes.
//!
//! Owns the states and how the plain questions (text, prefix, glob) are built. Refuses to run (`decision::text` does).

use crate::policy::Label;
use regex_syntax::hir::Look;

/// One state of an automaton, by index.
pub(crate) type StateId = u32;

/// Characters as sorted, inclusive ranges that do not touch.
pub(crate) type CharSet = Vec<(char, char)>;

/// Every character.
pub(crate) const ANY: &[(char, char)] = &[('\0', char::MAX)];

/// Is the character in the set?
pub(crate) fn holds(set: &[(char, char)], character: char) -> bool {
    let at = set.partition_point(|range| range.1 < character);
    set.get(at).is_some_and(|range| range.0 <= character)
}

/// What is done in one state.
#[derive(Clone, Debug)]
pub(crate) enum State {
    /// Takes this character.
    One(char, StateId),
    /// Takes a character of the set with this index.
    Set(u32, StateId),
    /// Goes on at both without taking a character.
    Split(StateId, StateId),
    /// Goes on when the place in the text is such.
    Look(Look, StateId),
    /// The question is answered with yes.
    Match,
}

/// How an automaton is held against a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// The whole text.
    Whole,
    /// Some stretch at its start.
    Prefix,
    /// Some stretch at its end.
    Suffix,
    /// Some stretch of it.
    Search,
}

impl Mode {
    /// May a match begin after the start of the text?
    pub(crate) fn begins_anywhere(self) -> bool {
        matches!(self, Self::Suffix | Self::Search)
    }

    /// May a match end before the end of the text?
    pub(crate) fn ends_anywhere(self) -> bool {
        matches!(self, Self::Prefix | Self::Search)
    }
}

/// A question about a text.
#[derive(Clone, Debug)]
pub(crate) struct Automaton {
    pub(crate) states: Vec<State>,
    pub(crate) sets: Vec<CharSet>,
    pub(crate) start: StateId,
}

impl Automaton {
    /// An automaton that is yet to be built, from its end: state 0 is the match.
    pub(crate) fn empty() -> Self {
        Self { states: vec![State::Match], sets: Vec::new(), start: 0 }
    }

    /// Is this text there?
    pub(crate) fn text(text: &str) -> Self {
        let mut automaton = Self::empty();
        automaton.start = automaton.add_text(text, 0);
        automaton
    }

    /// Is the whole text these pieces with anything between them?
    pub(crate) fn pieces(pieces: &[Label]) -> Self {
        let mut automaton = Self::empty();
        let mut next = 0;
        for (index, piece) in pieces.iter().enumerate().rev() {
            next = automaton.add_text(piece, next);
            if index > 0 {
                next = automaton.add_repeated(ANY.to_vec(), next);
            }
        }
        automaton.start = next;
        automaton
    }

    /// The number that the next state gets.
    pub(crate) fn add(&mut self, state: State) -> StateId {
        // a text or regex is far below 4 billion characters long: their limits are checked where they are read
        let id = StateId::try_from(self.states.len()).unwrap_or(StateId::MAX);
        self.states.push(state);
        id
    }

    /// States that take this text and go on at `next`.
    pub(crate) fn add_text(&mut self, text: &str, next: StateId) -> StateId {
        text.chars().rev().fold(next, |next, character| self.add(State::One(character, next)))
    }

    /// A state that takes one character of the set.
    pub(crate) fn add_set(&mut self, set: CharSet, next: StateId) -> StateId {
        let set = self.set_id(set);
        self.add(State::Set(set, next))
    }

    /// States that take any number of characters of the set.
    pub(crate) fn add_repeated(&mut self, set: CharSet, next: StateId) -> StateId {
        let split = self.add(State::Split(next, next));
        let body = self.add_set(set, split);
        self.replace(split, State::Split(body, next));
        split
    }

    /// Puts another state in an existing one's place, to close a loop.
    pub(crate) fn replace(&mut self, id: StateId, state: State) {
        if let Some(place) = self.states.get_mut(id as usize) {
            *place = state;
        }
    }

    pub(crate) fn state(&self, id: StateId) -> Option<&State> {
        self.states.get(id as usize)
    }

    /// Does state `id`'s set of characters hold this one?
    pub(crate) fn set_holds(&self, set: u32, character: char) -> bool {
        self.sets.get(set as usize).is_some_and(|set| holds(set, character))
    }

    fn set_id(&mut self, set: CharSet) -> u32 {
        let at = self.sets.iter().position(|known| *known == set).unwrap_or_else(|| {
            self.sets.push(set);
            self.sets.len() - 1
        });
        u32::try_from(at).unwrap_or(u32::MAX)
    }
}
