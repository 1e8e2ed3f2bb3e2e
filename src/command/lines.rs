//! A text line by line, as bash runs it: where an expansion fails (`$((1/0))`, a variable that is readonly, a subscript that is
//! none), bash gives up the rest of that line and goes on with the next one.
//!
//! Owns which expansions may fail, and what holds after a line that may have been given up. Of errors that end the shell
//! (`${x?}`, `set -u`) it only counts that they were seen: nothing follows them, but what they end has printed nothing.

use super::arithmetic::plain_number;
use super::expand::is_name;
use super::value::Text;
use super::walk::Walker;
use crate::shell::ast::{Script, Word};

/// How many expansions were seen that may fail.
#[derive(Clone, Copy, Default)]
pub(super) struct Failures {
    /// So that the rest of the line is not run; of this shell alone.
    pub(super) of_line: usize,
    /// So that their command is not run; of subshells too.
    pub(super) of_command: usize,
}

impl Walker<'_> {
    /// A whole text.
    pub(super) fn lines(&mut self, script: &Script) {
        self.deeper(|walker| {
            let (mut mark, mut failures) = (walker.state.mark(), walker.failures.of_line);
            let mut end = 0;
            for statement in &script.statements {
                let between = walker.source.text.get(end..statement.span.start).unwrap_or_default();
                if end > 0 && between.contains('\n') {
                    walker.after_line(failures, mark);
                    (mark, failures) = (walker.state.mark(), walker.failures.of_line);
                }
                end = statement.span.end;
                if !walker.step(1) {
                    return;
                }
                walker.statement(statement);
            }
            walker.after_line(failures, mark);
        });
    }

    /// Any state since the mark may be the one that the next line sees, if an expansion may have failed (or a glob that
    /// finds nothing does, by `failglob`).
    fn after_line(&mut self, failures: usize, mark: super::scope::Mark) {
        if self.failures.of_line > failures || self.state.shell().options.nullglob {
            self.settle();
            self.meet_history(mark);
        }
    }

    /// An expansion that may fail was seen.
    pub(super) fn may_fail(&mut self) {
        self.failures.of_line += 1;
        self.may_end();
    }

    /// An expansion that may end the shell (`${x?}`, by `set -u` any that is unset) was seen: what holds it may not run.
    pub(super) fn may_end(&mut self) {
        self.failures.of_command += 1;
    }

    /// A subscript; whatever is no number may be none that there can be.
    pub(super) fn subscript(&mut self, subscript: &Word) -> Text {
        let index = self.text(subscript);
        if index.known().and_then(plain_number).is_none_or(|number| number < 0) {
            self.may_fail();
        }
        index
    }

    /// Is this expression, in which a `1` stands for any number, surely free of errors? Only what is common is known.
    pub(super) fn surely_counts(&self, expression: &str) -> bool {
        let numeric = |name: &str| is_name(name) && self.state.touched(name).is_some_and(|one| one.plain_number);
        let expression = expression.trim();
        let step = |sign: &str| {
            let stepped = expression.strip_prefix(sign).or_else(|| expression.strip_suffix(sign));
            stepped.is_some_and(|name| numeric(name.trim()))
        };
        if step("++") || step("--") {
            return true;
        }
        let sum = match expression.split_once('=') {
            Some((target, sum)) if is_name(target.trim_end_matches(['+', '-', '*']).trim()) => sum,
            Some(_) => return false,
            None => expression,
        };
        sum.split(['+', '-', '*', '<', '>']).map(str::trim).all(|one| plain_number(one).is_some() || numeric(one))
    }
}

/// Variables that bash itself made readonly.
pub(super) fn is_readonly(name: &str) -> bool {
    matches!(name, "BASHOPTS" | "BASH_VERSINFO" | "EUID" | "PPID" | "SHELLOPTS" | "UID")
}
