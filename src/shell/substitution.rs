//! `$(…)`.
//!
//! Owns the command substitution and what it does to here-documents: bash 5.2 and later run a text that is printed again
//! from the tree, in which a command after a here-document is lost.

use super::ast::{Command, Part, Script};
use super::reader::{Around, Reader};

impl Reader<'_> {
    /// `$(…` and `$((…`; `start` is the `$`.
    pub(super) fn parenthesis_expansion(&mut self, start: usize) -> Part {
        let open = self.joined(start + 1);
        if self.raw_at(self.joined(open + 1)) == Some(b'(') {
            return self.double_parenthesis_expansion(start);
        }
        self.pos = open + 1;
        Part::Command(self.substituted(start))
    }

    /// A list up to `)`, which is consumed; the place is behind the `(`.
    pub(super) fn substituted(&mut self, start: usize) -> Script {
        if !self.enter() {
            return Script::default();
        }
        let pending = std::mem::take(&mut self.pending);
        let around = self.around;
        self.around = Around {
            substitution: true,
            here_document: false,
            bodies_wait: around.bodies_wait || !pending.is_empty(),
            body: around.body,
            arithmetic: around.arithmetic,
            quotes: around.quotes,
        };
        let first = self.pos;
        let script = self.list();
        if begins_with_timed_compound(&script) {
            self.refuse("`time` at the start of a substitution, which bash may read as a command's name", first);
        }
        self.finish_here_documents();
        self.around = around;
        self.pending = pending;
        self.close_parenthesis("the substitution that begins here is not closed", start);
        self.leave();
        script
    }

    /// Consumes the `)` that must stand here.
    pub(super) fn close_parenthesis(&mut self, missing: &str, start: usize) {
        self.skip_blanks();
        match self.peek() {
            Some(b')') => self.pos += 1,
            None => self.fail_open(missing, start),
            Some(_) => self.fail_here("this does not belong here, inside parentheses"),
        }
    }
}

/// Does the script begin with `time` (and `!`) before anything but a plain simple command?
///
/// bash reads `time` as a name there, both when it looks for the end of the substitution and when it runs the text that it
/// prints again. A simple command without assignments is the same either way.
fn begins_with_timed_compound(script: &Script) -> bool {
    let Some(pipeline) = script.statements.first().map(|statement| &statement.and_or.first) else { return false };
    let plain = match pipeline.commands.first() {
        None => true,
        Some(Command::Simple(simple)) => simple.assignments.is_empty(),
        Some(Command::Compound(_) | Command::Function(_)) => false,
    };
    pipeline.timed && !plain
}
