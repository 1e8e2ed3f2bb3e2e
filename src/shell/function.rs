//! Function definitions.

use super::Dialect;
use super::ast::{Command, Compound, CompoundKind, Function, Part, Script, Simple};
use super::keyword::Keyword;
use super::reader::Reader;

impl Reader<'_> {
    /// `name () body`: the name has been read and the place is at the `(`. None when no name stands before it.
    pub(super) fn function_after_name(&mut self, simple: &Simple, start: usize) -> Option<Command> {
        let ([word], true, true) =
            (simple.words.as_slice(), simple.assignments.is_empty(), simple.redirects.is_empty())
        else {
            return None;
        };
        let name = match word.parts.as_slice() {
            [Part::Bare(name)] => name.clone(),
            _ => return None,
        };
        self.pos += 1;
        self.check_in_empty_parentheses();
        self.skip_blanks();
        if self.peek() != Some(b')') {
            self.fail_here("`)` is missing after the name of a function");
            return None;
        }
        self.pos += 1;
        self.check_function_name(&name, start);
        Some(self.function_body(name.into(), start))
    }

    /// `function name [()] body`, from the reserved word.
    pub(super) fn function_keyword(&mut self) -> Command {
        let start = self.pos;
        self.only_bash_and_zsh("`function`", start);
        self.eat_keyword(Keyword::Function);
        let word = self.required_word("the name of the function is missing");
        let name = match word.parts.as_slice() {
            [Part::Bare(name)] => name.to_string(),
            _ => String::new(),
        };
        self.check_function_name(&name, start);
        self.skip_blanks();
        if self.peek() == Some(b'(') {
            let open = self.pos;
            self.pos += 1;
            self.check_in_empty_parentheses();
            self.skip_blanks();
            if self.peek() == Some(b')') {
                self.pos += 1;
            } else {
                // the body is a subshell
                self.pos = open;
            }
        }
        self.function_body(name, start)
    }

    /// Only plain names are understood.
    fn check_function_name(&mut self, name: &str, start: usize) {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.:+@,/%^".contains(&byte);
        let word = !name.is_empty() && name.bytes().all(plain) && !name.bytes().all(|byte| byte.is_ascii_digit());
        let identifier = name.bytes().all(super::dollar::in_name);
        if !word || (self.dialect == Dialect::Posix && !identifier) {
            self.refuse("the name of this function is not plain", start);
        }
    }

    fn function_body(&mut self, name: String, start: usize) -> Command {
        self.skip_lines();
        let body = match self.compound_command() {
            Some(Command::Compound(compound)) if !matches!(compound.kind, CompoundKind::Coprocess { .. }) => compound,
            _ => {
                self.fail_here("the body of the function is missing");
                let span = self.span(self.pos);
                Compound { kind: CompoundKind::Group(Script::default()), redirects: Vec::new(), span }
            }
        };
        Command::Function(Function { name, body: Box::new(body), span: self.span(start) })
    }
}
