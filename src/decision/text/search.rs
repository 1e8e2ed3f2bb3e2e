//! Searching with regular expressions.
//!
//! Owns the questions that are asked of one. Refuses to read expressions (`policy::regex` does).

use super::run;
use crate::command::word::Word;
use crate::policy::regex::Regex;
use crate::policy::regex::automaton::Mode;
use crate::verdict::Match;

impl Regex {
    /// Does it match somewhere in the word?
    pub fn search(&self, word: &Word) -> Match {
        run::run(&self.automaton, self.search, word)
    }

    /// Does it match somewhere in the text? `May` only when a limit was passed.
    pub fn search_text(&self, text: &str) -> Match {
        let mut unlimited = usize::MAX;
        run::run_text(&self.automaton, self.search, text, &mut unlimited)
    }

    /// Like [`Regex::search`] and [`Regex::search_text`], with no more steps than the effort that is left; the steps that
    /// were taken are taken from it.
    pub fn search_within(&self, word: &Word, effort: &mut usize) -> Match {
        run::run_within(&self.automaton, self.search, word, effort)
    }

    /// Like [`Regex::search_text`], with no more steps than the effort that is left.
    pub fn search_text_within(&self, text: &str, effort: &mut usize) -> Match {
        run::run_text(&self.automaton, self.search, text, effort)
    }

    /// Does it match the whole word?
    pub fn whole(&self, word: &Word) -> Match {
        run::run(&self.automaton, Mode::Whole, word)
    }
}
