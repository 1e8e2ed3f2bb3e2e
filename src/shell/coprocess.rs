//! `coproc [NAME] command`.

use super::ast::{Command, Compound, CompoundKind, Part, Script};
use super::dollar::{begins_name, in_name};
use super::keyword::Keyword;
use super::reader::Reader;

impl Reader<'_> {
    /// Reads a coprocess from its reserved word. A name is a name only before `{` or `(`.
    pub(super) fn coprocess(&mut self) -> Compound {
        let start = self.pos;
        self.only_bash("`coproc`", start);
        if self.around.substitution {
            self.refuse("`coproc` inside a substitution: bash runs it differently", start);
        }
        self.eat_keyword(Keyword::Coproc);
        self.skip_blanks();
        if !self.enter() {
            return Compound {
                kind: CompoundKind::Group(Script::default()),
                redirects: Vec::new(),
                span: self.span(start),
            };
        }
        let name = self.coprocess_name();
        let body = self.command().unwrap_or_else(|| {
            self.fail_here("the command of the coprocess is missing");
            Command::Simple(super::ast::Simple::default())
        });
        self.leave();
        if reserved_after_word(&body) {
            self.refuse("a reserved word after the first word of a coprocess", start);
        }
        if matches!(body, Command::Function(_)) {
            self.refuse("a function as a coprocess", start);
        }
        Compound {
            kind: CompoundKind::Coprocess { name, body: Box::new(body) },
            redirects: Vec::new(),
            span: self.span(start),
        }
    }

    /// Consumes the name, if a compound command follows it.
    fn coprocess_name(&mut self) -> Option<String> {
        let start = self.joined(self.pos);
        if self.keyword().is_some() || !self.raw_at(start).is_some_and(begins_name) {
            return None;
        }
        self.pos = start;
        self.run(|byte| !in_name(byte));
        let end = self.pos;
        if !matches!(self.peek(), Some(b' ' | b'\t')) {
            self.pos = start;
            return None;
        }
        self.skip_blanks();
        let compound = self.peek() == Some(b'(');
        match self.keyword() {
            Some(Keyword::OpenBrace) => return Some(self.slice(start, end).to_owned()),
            Some(_) => self.refuse("a reserved word after the name of a coprocess", start),
            None if compound => return Some(self.slice(start, end).to_owned()),
            None => {}
        }
        if !self.stopped {
            self.pos = start;
        }
        None
    }
}

/// Is the second word one that bash takes for reserved there?
fn reserved_after_word(body: &Command) -> bool {
    let Command::Simple(simple) = body else { return false };
    let [_, second, ..] = simple.words.as_slice() else { return false };
    matches!(second.parts.as_slice(), [Part::Bare(text)] if Keyword::of(text.as_bytes()).is_some())
}
