//! `<(…)` and `>(…)`.

use super::ast::Part;
use super::reader::Reader;

impl Reader<'_> {
    /// A process substitution; the place is at the `<` or `>`.
    pub(super) fn process(&mut self, write: bool) -> Part {
        let start = self.pos;
        self.only_bash_and_zsh("a process substitution", start);
        self.pos = self.joined(start + 1) + 1;
        // bash finds the end of `<((` as that of arithmetic: it knows no here-documents there, and joins lines everywhere
        let doubled = self.peek() == Some(b'(');
        let around = self.around.arithmetic;
        self.around.arithmetic |= doubled;
        let script = self.substituted(start);
        self.around.arithmetic = around;
        if doubled && self.slice(start, self.pos).contains("\\\n") {
            self.refuse("a joined line break in `<((`", start);
        }
        if script.statements.is_empty() {
            self.only_bash("an empty process substitution", start);
        }
        Part::Process { write, script }
    }
}
