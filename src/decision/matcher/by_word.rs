//! Things kept by words.
//!
//! Owns the looking up: most commands have few words, and finding one of them by its hash takes longer than comparing a few,
//! of which the one that was asked for last is mostly asked for again. Refuses to know what is kept.

use std::cell::Cell;

use foldhash::HashMap;

use crate::command::word::Word;

/// How many words are gone through one by one.
const FEW: usize = 16;

/// Something for each of some words.
pub(super) struct ByWord<V> {
    all: Vec<(Word, V)>,
    /// Where the one stands that was found last.
    last: Cell<usize>,
    /// Where each stands, once there are more than a few.
    places: HashMap<Word, usize>,
}

impl<V> Default for ByWord<V> {
    fn default() -> Self {
        Self { all: Vec::new(), last: Cell::new(0), places: HashMap::default() }
    }
}

impl<V> ByWord<V> {
    /// What is kept for a word.
    pub(super) fn get(&self, word: &Word) -> Option<&V> {
        self.all.get(self.place(word)?).map(|(_, value)| value)
    }

    fn place(&self, word: &Word) -> Option<usize> {
        // most stand elsewhere in the line, which is told at once
        let is_same = |(known, _): &(Word, V)| known.span == word.span && known == word;
        if self.all.get(self.last.get()).is_some_and(is_same) {
            return Some(self.last.get());
        }
        let found =
            if self.all.len() > FEW { self.places.get(word).copied() } else { self.all.iter().position(is_same) };
        if let Some(place) = found {
            self.last.set(place);
        }
        found
    }
}

impl<V: Default> ByWord<V> {
    /// Changes what is kept for a word: nothing yet, if it is a new one.
    pub(super) fn change(&mut self, word: &Word, change: impl FnOnce(&mut V)) {
        if let Some((_, value)) = self.place(word).and_then(|at| self.all.get_mut(at)) {
            return change(value);
        }
        let mut value = V::default();
        change(&mut value);
        self.last.set(self.all.len());
        self.all.push((word.clone(), value));
        if self.all.len() > FEW {
            let left = self.all.iter().enumerate().skip(self.places.len());
            self.places.extend(left.map(|(at, (word, _))| (word.clone(), at)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Span;

    #[test]
    fn each_word_has_its_own() {
        let mut kept: ByWord<Vec<usize>> = ByWord::default();
        let words: Vec<Word> = (0..3 * FEW)
            .flat_map(|at| {
                let spans = [Span::default(), Span::new(at, at + 1)];
                spans.map(|span| Word::literal(format!("w{at}"), span))
            })
            .collect();
        for round in 0..3 {
            for (at, word) in words.iter().enumerate() {
                assert_eq!(kept.get(word).map(Vec::len), (round > 0).then_some(round));
                kept.change(word, |own| own.push(at));
                assert!(kept.get(word).is_some_and(|own| own.len() == round + 1 && own.iter().all(|one| *one == at)));
            }
        }
        assert!(kept.get(&Word::literal("w1", Span::new(7, 8))).is_none());
    }
}
