//! `?(…)`, `*(…)`, `+(…)`, `@(…)`, `!(…)`.
//!
//! Owns the patterns. Where `extglob` is off bash finds a syntax error in them, so reading them as patterns only errs to
//! accepting what would not run. Blanks and operators inside are refused.

use super::Dialect;
use super::ast::{Part, Word};
use super::reader::Reader;
use super::word::Parts;

impl Reader<'_> {
    /// Reads an extended glob from its `(`.
    pub(super) fn extended_glob(&mut self, operator: char, parts: &mut Parts) {
        let start = self.pos;
        if self.dialect != Dialect::Bash {
            self.only_bash("a parenthesis in a word", start);
        }
        if !self.enter() {
            return;
        }
        self.pos += 1;
        let mut alternatives = Vec::new();
        // bash looks for the parenthesis as it looks for that of arithmetic
        let around = std::mem::replace(&mut self.around.arithmetic, true);
        loop {
            alternatives.push(self.alternative());
            match self.peek() {
                Some(b'|') => self.pos += 1,
                Some(b')') => {
                    self.pos += 1;
                    break;
                }
                None => {
                    self.fail("the pattern that begins here is not closed", start);
                    break;
                }
                Some(_) => {
                    self.fail_here("a blank or an operator in a pattern");
                    break;
                }
            }
        }
        self.around.arithmetic = around;
        self.leave();
        parts.push(Part::ExtendedGlob(operator, alternatives));
    }

    fn alternative(&mut self) -> Word {
        let start = self.pos;
        let mut parts = Parts::default();
        if matches!((self.peek(), self.second()), (Some(b'<' | b'>'), Some(b'('))) {
            self.refuse("a process substitution in a pattern", start);
        }
        self.word_rest(&mut parts);
        self.finish_word(parts, start, false)
    }
}
