//! `<(…)` and `>(…)`.

use super::ast::Part;
use super::reader::Reader;

impl Reader<'_> {
    /// A process substitution; the place is at the `<` or `>`.
    pub(super) fn process(&mut self, write: bool) -> Part {
        let start = self.pos;
        self.only_bash_and_zsh("a process substitution", start);
        self.pos = self.joined(start + 1) + 1;
        let script = self.substituted(start);
        if script.statements.is_empty() {
            self.only_bash("an empty process substitution", start);
        }
        Part::Process { write, script }
    }
}
