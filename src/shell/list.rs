//! Lists: statements, and-or lists, pipelines.
//!
//! Owns separators and operators between commands. Refuses to know what a command is.

use super::ast::{AndOr, Command, CompoundKind, Joiner, Pipeline, Script, Statement};
use super::keyword::Keyword;
use super::reader::Reader;

impl Reader<'_> {
    /// Reads statements until something that can only end a list: the end, `)`, `;;`, a closing reserved word.
    pub(super) fn list(&mut self) -> Script {
        let mut statements = Vec::new();
        loop {
            self.skip_lines();
            if self.at_list_end() {
                break;
            }
            if self.around.here_document {
                self.refuse(
                    "a command after a here-document inside a substitution: bash runs it differently",
                    self.pos,
                );
            }
            let (statement, goes_on) = self.statement();
            if statements.is_empty() {
                statements.reserve_exact(1);
            }
            statements.push(statement);
            if !goes_on {
                break;
            }
        }
        Script { statements }
    }

    /// A list that must hold a command.
    pub(super) fn body(&mut self) -> Script {
        let script = self.list();
        if script.statements.is_empty() {
            self.fail_here("a command is missing here");
        }
        script
    }

    fn at_list_end(&mut self) -> bool {
        match self.peek() {
            None | Some(b')') => true,
            Some(b';') => matches!(self.second(), Some(b';' | b'&')),
            _ => self.keyword().is_some_and(Keyword::ends_list),
        }
    }

    /// Reads one statement with its terminator; says whether another may follow.
    fn statement(&mut self) -> (Statement, bool) {
        let start = self.pos;
        let and_or = self.and_or();
        let span = and_or.rest.last().map_or(and_or.first.span, |(_, last)| and_or.first.span.to(last.span));
        let mut statement = Statement { and_or, background: false, span };
        self.skip_blanks();
        let goes_on = match self.peek() {
            None | Some(b')') => false,
            Some(b'\n') => true,
            Some(b';') if !matches!(self.second(), Some(b';' | b'&')) => {
                self.pos += 1;
                true
            }
            Some(b';') => false,
            Some(b'&') => {
                self.check_background();
                self.pos += 1;
                statement.background = true;
                true
            }
            _ => {
                // `fi`, `}`, … may follow a compound command at once
                let closes = ends_with_compound(&statement) && self.keyword().is_some_and(Keyword::ends_list);
                if !closes {
                    self.fail_here("a separator is missing before this");
                }
                false
            }
        };
        if self.pos == start && !self.stopped {
            self.fail_here("a command was expected here");
        }
        (statement, goes_on)
    }

    fn and_or(&mut self) -> AndOr {
        let first = self.pipeline();
        let mut rest = Vec::new();
        loop {
            self.skip_blanks();
            let joiner = match (self.peek(), self.second()) {
                (Some(b'&'), Some(b'&')) => Joiner::And,
                (Some(b'|'), Some(b'|')) => Joiner::Or,
                _ => break,
            };
            self.eat(if joiner == Joiner::And { "&&" } else { "||" });
            self.skip_lines();
            rest.push((joiner, self.pipeline()));
        }
        AndOr { first, rest }
    }

    fn pipeline(&mut self) -> Pipeline {
        let start = self.joined(self.pos);
        let mut pipeline = Pipeline {
            timed: false,
            negated: false,
            commands: Vec::with_capacity(1),
            with_stderr: Vec::new(),
            span: self.span_to(start, start),
        };
        let mut end = self.pipeline_prefix(&mut pipeline);
        if end.is_some() && self.bare_prefix() {
            if pipeline.negated {
                self.only_bash_and_zsh("`!` without a command", start);
            }
            pipeline.span = self.span_to(start, end.unwrap_or(start));
            return pipeline;
        }
        while let Some(command) = self.command() {
            pipeline.commands.push(command);
            self.count_command();
            end = Some(self.pos);
            self.skip_blanks();
            if self.peek() != Some(b'|') || self.second() == Some(b'|') {
                break;
            }
            self.pos += 1;
            let with_stderr = self.peek() == Some(b'&');
            if with_stderr {
                self.only_bash_and_zsh("`|&`", self.pos);
                self.pos += 1;
            }
            pipeline.with_stderr.push(with_stderr);
            self.skip_lines();
            if matches!(self.keyword(), Some(Keyword::Bang)) {
                self.fail_here("`!` may only stand before a whole pipeline");
            }
        }
        pipeline.with_stderr.truncate(pipeline.commands.len().saturating_sub(1));
        pipeline.span = self.span_to(start, end.unwrap_or(self.pos));
        pipeline
    }

    /// Reads any number of `!` and `time`; hands back where the last one ends.
    fn pipeline_prefix(&mut self, pipeline: &mut Pipeline) -> Option<usize> {
        let mut end = None;
        loop {
            self.skip_blanks();
            match self.keyword() {
                Some(Keyword::Bang) => {
                    self.check_bang();
                    if end.is_some() && !pipeline.timed {
                        self.only_bash("`!` after `!`", self.pos);
                    }
                    self.eat_keyword(Keyword::Bang);
                    pipeline.negated = !pipeline.negated;
                }
                Some(Keyword::Time) => {
                    if pipeline.timed {
                        self.only_bash("`time` after `time`", self.pos);
                    }
                    self.eat_keyword(Keyword::Time);
                    pipeline.timed = true;
                    self.time_options();
                    if matches!(self.keyword(), Some(Keyword::Bang)) {
                        // to dash `time` is a program, and `!` its argument
                        self.only_bash_and_zsh("`!` after `time`", self.pos);
                    }
                }
                _ => return end,
            }
            end = Some(self.pos);
        }
    }

    /// `-p` and `--` after `time`, each a word of its own.
    fn time_options(&mut self) {
        for option in ["-p", "--"] {
            self.skip_blanks();
            let start = self.pos;
            if self.eat(option) && !self.ends_word(self.joined(self.pos)) {
                self.pos = start;
            }
        }
    }

    /// Nothing follows `!` or `time`: they stand alone.
    fn bare_prefix(&mut self) -> bool {
        self.skip_blanks();
        matches!(self.peek(), None | Some(b'\n')) || (self.peek() == Some(b';') && self.second() != Some(b';'))
    }
}

/// Is the last command a compound one that a reserved word may follow without a separator?
fn ends_with_compound(statement: &Statement) -> bool {
    let last = statement.and_or.rest.last().map_or(&statement.and_or.first, |(_, pipeline)| pipeline);
    if statement.background {
        return false;
    }
    match last.commands.last() {
        Some(Command::Compound(compound)) => {
            compound.redirects.is_empty() && !matches!(compound.kind, CompoundKind::Coprocess { .. })
        }
        Some(Command::Function(function)) => function.body.redirects.is_empty(),
        Some(Command::Simple(_)) | None => false,
    }
}
