//! Assignments and arrays.
//!
//! Owns `NAME=`, `NAME+=`, `NAME[…]=` and `( … )` after them. Where a subscript is not simple it is refused: bash reads it
//! across blanks.

use super::Dialect;
use super::ast::{ArrayElement, Assignment, AssignmentValue, Part, Word};
use super::blanks::is_meta;
use super::dollar::{begins_name, in_name};
use super::reader::Reader;
use super::word::Parts;

/// What stands before the value of an assignment.
struct Target {
    name: String,
    subscript: Option<Word>,
    append: bool,
}

impl Reader<'_> {
    /// Reads an assignment if one begins here.
    pub(super) fn assignment(&mut self) -> Option<Assignment> {
        let start = self.pos;
        let Target { name, subscript, append } = self.assignment_target()?;
        let value_start = self.pos;
        let value = if self.peek() == Some(b'(') {
            if subscript.is_some() {
                self.refuse("an array as the value of an array's element", start);
            }
            let elements = self.array();
            if self.peek().is_some_and(|byte| !is_meta(byte)) {
                self.fail_here("text after an array");
            }
            AssignmentValue::Array(elements)
        } else {
            let mut parts = Parts::default();
            self.word_rest(&mut parts);
            AssignmentValue::Scalar(self.finish_word(parts, value_start, true))
        };
        Some(Assignment { name, subscript, append, value, span: self.span(start) })
    }

    /// Reads up to the `=`. None, with nothing consumed, when this is not an assignment.
    fn assignment_target(&mut self) -> Option<Target> {
        let start = self.joined(self.pos);
        if !self.raw_at(start).is_some_and(begins_name) {
            return None;
        }
        let mut end = start;
        let mut broken = false;
        loop {
            let next = self.joined(end);
            if !self.raw_at(next).is_some_and(in_name) {
                break;
            }
            broken |= next != end;
            end = next + 1;
        }
        let after = self.joined(end);
        let (equals, append) = match self.raw_at(after) {
            Some(b'=') => (after, false),
            Some(b'+') => (self.joined(after + 1), true),
            Some(b'[') => return self.subscripted_target(start, end, after),
            _ => return None,
        };
        if self.raw_at(equals) != Some(b'=') {
            return None;
        }
        if append {
            self.only_bash_and_zsh("`+=`", start);
        }
        self.pos = equals + 1;
        let name = if broken { self.slice_joined(start, end) } else { self.slice(start, end).to_owned() };
        Some(Target { name, subscript: None, append })
    }

    /// `NAME[`: a subscript up to `]`, then `=` or `+=`; else a word with a pattern in it, which must have no blanks there.
    fn subscripted_target(&mut self, start: usize, end: usize, open: usize) -> Option<Target> {
        if open != end || self.slice(start, end).contains('\\') {
            self.fail("a line break before a subscript", start);
            return None;
        }
        let bodies = self.bodies.len();
        self.pos = open;
        let subscript = self.subscript(false);
        let append = self.peek() == Some(b'+') && self.second() == Some(b'=');
        if !append && self.peek() != Some(b'=') {
            if !self.stopped {
                // a pattern: read again as a word, which is what it is
                self.bodies.truncate(bodies);
                self.read_again(start);
            }
            return None;
        }
        self.eat(if append { "+=" } else { "=" });
        self.only_bash("a subscript", start);
        Some(Target { name: self.slice(start, end).to_owned(), subscript: Some(subscript), append })
    }

    /// Reads the rest of an argument that assigns (`NAME=(…)` after `declare`), if it is one.
    pub(super) fn declared_array(&mut self, parts: &mut Parts) {
        if self.peek() != Some(b'(') || !ends_like_target(&parts.list) {
            return;
        }
        let elements = self.array();
        parts.push(Part::Array(elements));
        if self.peek().is_some_and(|byte| !is_meta(byte)) {
            self.fail_here("text after an array");
        }
    }

    /// `( … )` after `=`.
    fn array(&mut self) -> Vec<ArrayElement> {
        let start = self.pos;
        let mut elements = Vec::new();
        if !self.enter() {
            return elements;
        }
        let bodies_wait = self.around.bodies_wait;
        self.around.bodies_wait |= !self.pending.is_empty();
        self.pos += 1;
        loop {
            self.skip_lines();
            match self.peek() {
                Some(b')') => {
                    self.pos += 1;
                    break;
                }
                None => {
                    self.fail_open("the array that begins here is not closed", start);
                    break;
                }
                Some(_) => {}
            }
            let before = self.pos;
            elements.push(self.array_element());
            if self.pos == before {
                self.fail_here("an operator in an array");
                break;
            }
        }
        self.around.bodies_wait = bodies_wait;
        self.leave();
        self.check_array(&elements, start);
        elements
    }

    fn array_element(&mut self) -> ArrayElement {
        let start = self.pos;
        if self.peek() == Some(b'[') {
            let bodies = self.bodies.len();
            let subscript = self.subscript(false);
            let append = self.peek() == Some(b'+') && self.second() == Some(b'=');
            if append || self.peek() == Some(b'=') {
                self.eat(if append { "+=" } else { "=" });
                let value_start = self.pos;
                let mut parts = Parts::default();
                self.word_rest(&mut parts);
                let value = self.finish_word(parts, value_start, true);
                return ArrayElement { subscript: Some(subscript), value };
            }
            if !self.stopped {
                self.bodies.truncate(bodies);
                self.read_again(start);
            }
        }
        ArrayElement { subscript: None, value: self.word() }
    }
}

/// Is the word so far `NAME=` or `NAME+=`?
fn ends_like_target(parts: &[Part]) -> bool {
    let [Part::Bare(text)] = parts else { return false };
    let name = text.strip_suffix('=').map(|name| name.strip_suffix('+').unwrap_or(name));
    name.is_some_and(|name| name.bytes().next().is_some_and(begins_name) && name.bytes().all(in_name))
}

/// Do arguments of this builtin assign, so that arrays may stand in them?
pub(super) fn declares(name: &str, dialect: Dialect) -> bool {
    dialect != Dialect::Posix && matches!(name, "declare" | "typeset" | "local" | "export" | "readonly")
}
