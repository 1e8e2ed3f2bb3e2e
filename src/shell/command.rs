//! Commands: which kind begins here.
//!
//! Owns the choice between simple and compound commands, groups and subshells, and the redirections behind a compound
//! command.

use super::ast::{Command, Compound, CompoundKind, Script};
use super::keyword::Keyword;
use super::reader::Reader;

impl Reader<'_> {
    /// Reads a command. None when nothing that can be one stands here; then reading has stopped.
    pub(super) fn command(&mut self) -> Option<Command> {
        self.skip_blanks();
        match self.peek() {
            Some(b'(') => self.compound_command(),
            _ => match self.keyword() {
                None => {
                    let simple = self.simple();
                    if simple.is_none() {
                        self.fail_here("a command was expected here");
                    }
                    simple
                }
                Some(Keyword::Function) => Some(self.function_keyword()),
                Some(_) => {
                    let compound = self.compound_command();
                    if compound.is_none() {
                        self.fail_here("this reserved word does not belong here");
                    }
                    compound
                }
            },
        }
    }

    /// Reads a compound command and its redirections. None, with nothing consumed, when none begins here.
    pub(super) fn compound_command(&mut self) -> Option<Command> {
        let start = self.joined(self.pos);
        self.pos = start;
        let mut compound = if self.peek() == Some(b'(') {
            self.parenthesis()
        } else {
            let keyword = self.keyword()?;
            let read = compound_reader(keyword)?;
            if keyword == Keyword::Coproc {
                return Some(Command::Compound(self.coprocess()));
            }
            if !self.enter() {
                return Some(Command::Compound(unread(self, start)));
            }
            let kind = read(self);
            self.leave();
            Compound { kind, redirects: Vec::new(), span: self.span(start) }
        };
        self.compound_redirects(&mut compound);
        Some(Command::Compound(compound))
    }

    fn compound_redirects(&mut self, compound: &mut Compound) {
        loop {
            let end = self.pos;
            self.skip_blanks();
            let start = self.pos;
            match self.redirect() {
                Some(redirect) => {
                    self.check_where_descriptor_is_named(&redirect, start);
                    compound.redirects.push(redirect);
                }
                None => {
                    // blanks and a comment behind the command are skipped again by whoever reads on
                    if !self.stopped {
                        self.pos = end;
                    }
                    break;
                }
            }
        }
    }

    /// `( … )` or `(( … ))`.
    fn parenthesis(&mut self) -> Compound {
        let start = self.pos;
        if self.second() == Some(b'(') {
            if self.raw_at(start + 1) == Some(b'(') {
                return self.double_parenthesis_command();
            }
            self.refuse("a line break between two parentheses", start);
        }
        let kind = self.subshell();
        Compound { kind, redirects: Vec::new(), span: self.span(start) }
    }

    /// `( … )` from its parenthesis.
    pub(super) fn subshell(&mut self) -> CompoundKind {
        let start = self.pos;
        if !self.enter() {
            return CompoundKind::Subshell(Script::default());
        }
        self.pos += 1;
        let script = self.body();
        self.close_parenthesis("the subshell that begins here is not closed", start);
        self.leave();
        CompoundKind::Subshell(script)
    }

    fn group(&mut self) -> CompoundKind {
        self.eat_keyword(Keyword::OpenBrace);
        let script = self.body();
        self.closing_keyword(Keyword::CloseBrace, "`}` is missing here");
        CompoundKind::Group(script)
    }

    /// Consumes the reserved word that must stand here.
    pub(super) fn closing_keyword(&mut self, keyword: Keyword, missing: &str) {
        self.skip_lines();
        if self.around.here_document {
            self.refuse(
                "a reserved word after a here-document inside a substitution: bash runs it differently",
                self.pos,
            );
        }
        if !self.eat_keyword(keyword) {
            self.fail_here(missing);
        }
    }
}

fn unread(reader: &Reader<'_>, start: usize) -> Compound {
    Compound { kind: CompoundKind::Group(Script::default()), redirects: Vec::new(), span: reader.span(start) }
}

type ReadCompound = for<'r, 't> fn(&'r mut Reader<'t>) -> CompoundKind;

/// Who reads the compound command that a reserved word begins.
fn compound_reader(keyword: Keyword) -> Option<ReadCompound> {
    Some(match keyword {
        Keyword::OpenBrace => |reader| reader.group(),
        Keyword::If => |reader| reader.if_command(),
        Keyword::While => |reader| reader.loop_command(Keyword::While),
        Keyword::Until => |reader| reader.loop_command(Keyword::Until),
        Keyword::For => |reader| reader.for_command(),
        Keyword::Select => |reader| reader.select_command(),
        Keyword::Case => |reader| reader.case_command(),
        Keyword::OpenTest => |reader| reader.conditional(),
        Keyword::Coproc => |_| CompoundKind::Group(Script::default()),
        _ => return None,
    })
}
