//! Commands without a name: `x=1`, `>file`, `x=1 >$x`.
//!
//! Owns the order in which a shell assigns and opens there. Refuses to say what assignments do (`variables`).

use super::Redirection;
use super::declared::expands;
use super::walk::{Notes, Walker};
use super::word::Word;
use crate::shell::Dialect;
use crate::shell::ast::{self, Simple};

impl Walker<'_> {
    /// No words: assignments to the shell's own variables, or redirections alone.
    pub(super) fn without_words(&mut self, simple: &Simple) {
        let mut assignments = Vec::new();
        let assigns_first = self.dialect == Dialect::Bash;
        if assigns_first {
            // before it opens anything, or reads what that is to be
            assignments = self.perform(&simple.assignments, &mut Vec::new());
        }
        let mut redirects: Vec<Redirection> = simple.redirects.iter().map(|redirect| self.redirect(redirect)).collect();
        if !assigns_first {
            let begin = self.state.mark();
            assignments = self.perform(&simple.assignments, &mut Vec::new());
            self.unless_opened(&redirects, begin);
            if self.dialect == Dialect::Posix && !assignments.is_empty() {
                self.as_bash_opens(simple, &mut redirects);
            }
        }
        let Notes { assignments: noted, doubts } = std::mem::take(&mut self.notes);
        assignments.extend(noted);
        if assignments.is_empty() && redirects.is_empty() && doubts.is_empty() {
            return;
        }
        let mut invocation = self.invocation(Vec::new(), simple.span);
        invocation.wrapped = self.code_in_values(&assignments);
        invocation.assignments = assignments;
        invocation.redirects.extend(redirects);
        invocation.doubts = doubts;
        self.push(invocation);
    }

    /// An sh may be a bash, which reads the targets of redirections after the assignments beside them.
    fn as_bash_opens(&mut self, simple: &Simple, redirects: &mut [Redirection]) {
        for (redirect, read) in simple.redirects.iter().zip(redirects) {
            let expands_nothing = matches!(&redirect.target, ast::RedirectTarget::Word(word) if !expands(word));
            if expands_nothing {
                continue;
            }
            let again = self.redirect(redirect);
            if again.target != read.target {
                read.target = Word::unknown(read.target.display(), read.span);
            }
        }
    }
}
