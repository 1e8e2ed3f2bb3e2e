//! Simple commands.
//!
//! Owns the order of assignments, words and redirections, and the point where `name (` turns out to define a function.

use super::assignment::declares;
use super::ast::{Command, Part, Simple, Word};
use super::reader::Reader;
use super::word::Parts;

impl Reader<'_> {
    /// Reads a simple command, or a function definition that begins with a name. None when there is neither.
    pub(super) fn simple(&mut self) -> Option<Command> {
        let start = self.joined(self.pos);
        let mut simple = Simple::default();
        let mut end = start;
        loop {
            self.skip_blanks();
            let before = self.pos;
            match self.peek() {
                None | Some(b'\n' | b';' | b'|' | b')') => break,
                Some(b'(') => {
                    if let Some(function) = self.function_after_name(&simple, start) {
                        return Some(function);
                    }
                    self.fail_here("a parenthesis does not belong here");
                    break;
                }
                Some(_) => self.simple_piece(&mut simple),
            }
            if self.stopped {
                end = end.max(self.pos.min(self.text.len()));
                break;
            }
            if self.pos == before {
                break;
            }
            end = self.pos;
        }
        simple.span = self.span_to(start, end);
        if simple.words.is_empty() && simple.assignments.is_empty() && simple.redirects.is_empty() {
            return None;
        }
        if !self.stopped {
            // the blanks and the comment behind the last piece are not part of the command
            self.pos = end;
        }
        self.check_simple(&simple, start);
        Some(Command::Simple(simple))
    }

    /// Reads one assignment, redirection or word.
    fn simple_piece(&mut self, simple: &mut Simple) {
        let start = self.pos;
        if let Some(redirect) = self.redirect() {
            if simple.words.is_empty() {
                self.check_where_descriptor_is_named(&redirect, start);
            }
            simple.redirects.push(redirect);
            return;
        }
        if self.stopped || self.raw() == Some(b'&') {
            return;
        }
        if simple.words.is_empty() {
            if let Some(assignment) = self.assignment() {
                simple.assignments.push(assignment);
                return;
            }
            if self.stopped {
                return;
            }
        }
        let word = match simple.words.first() {
            Some(name) if is_declaring(name, self) => self.declaring_argument(),
            _ => self.word(),
        };
        if !word.parts.is_empty() {
            simple.words.push(word);
        }
    }

    fn declaring_argument(&mut self) -> Word {
        let start = self.pos;
        let mut parts = Parts::default();
        self.word_rest(&mut parts);
        self.declared_array(&mut parts);
        self.finish_word(parts, start, true)
    }
}

fn is_declaring(name: &Word, reader: &Reader<'_>) -> bool {
    matches!(name.parts.as_slice(), [Part::Bare(text)] if declares(text, reader.dialect))
}
