//! `if`, `while`, `until`, `for`, `select`, `case`.

use super::arithmetic::ArithmeticEnd;
use super::ast::{Arithmetic, CaseArm, CompoundKind, Script, Word};
use super::dollar::begins_name;
use super::keyword::Keyword;
use super::reader::Reader;

impl Reader<'_> {
    pub(super) fn if_command(&mut self) -> CompoundKind {
        let (mut branches, mut otherwise) = (Vec::new(), None);
        self.eat_keyword(Keyword::If);
        loop {
            let condition = self.body();
            self.closing_keyword(Keyword::Then, "`then` is missing here");
            let body = self.body();
            branches.push((condition, body));
            self.skip_lines();
            if !self.eat_keyword(Keyword::Elif) {
                break;
            }
        }
        if self.eat_keyword(Keyword::Else) {
            otherwise = Some(self.body());
        }
        self.closing_keyword(Keyword::Fi, "`fi` is missing here");
        CompoundKind::If { branches, otherwise }
    }

    pub(super) fn loop_command(&mut self, keyword: Keyword) -> CompoundKind {
        self.eat_keyword(keyword);
        let condition = self.body();
        let body = self.loop_body(false);
        CompoundKind::Loop { until: keyword == Keyword::Until, condition, body }
    }

    /// `do … done`, or `{ … }` where bash takes that too.
    fn loop_body(&mut self, braces: bool) -> Script {
        self.skip_lines();
        let (open, close, missing) = if braces && self.keyword() == Some(Keyword::OpenBrace) {
            self.only_bash("a loop with braces", self.pos);
            (Keyword::OpenBrace, Keyword::CloseBrace, "`}` is missing here")
        } else {
            (Keyword::Do, Keyword::Done, "`done` is missing here")
        };
        self.closing_keyword(open, "`do` is missing here");
        let body = self.body();
        self.closing_keyword(close, missing);
        body
    }

    pub(super) fn for_command(&mut self) -> CompoundKind {
        self.eat_keyword(Keyword::For);
        self.skip_blanks();
        if self.peek() == Some(b'(') {
            return self.arithmetic_for();
        }
        let name = self.loop_variable();
        let words = self.loop_words();
        CompoundKind::For { name, words, body: self.loop_body(true) }
    }

    pub(super) fn select_command(&mut self) -> CompoundKind {
        self.only_bash("`select`", self.pos);
        self.eat_keyword(Keyword::Select);
        self.skip_blanks();
        let name = self.loop_variable();
        let words = self.loop_words();
        CompoundKind::Select { name, words, body: self.loop_body(true) }
    }

    fn loop_variable(&mut self) -> String {
        if !self.peek().is_some_and(begins_name) {
            self.fail_here("the variable of the loop is missing");
            return String::new();
        }
        let name = self.take_name();
        if self.peek().is_some_and(|byte| !super::blanks::is_meta(byte)) {
            self.fail_here("the variable of the loop is not a plain name");
        }
        name
    }

    /// `in WORD…` with its terminator, `;`, or nothing.
    fn loop_words(&mut self) -> Option<Vec<Word>> {
        self.skip_blanks();
        if self.peek() == Some(b';') {
            self.pos += 1;
            return None;
        }
        self.skip_lines();
        if !self.eat_keyword(Keyword::In) {
            return None;
        }
        let mut words = Vec::new();
        loop {
            self.skip_blanks();
            match self.peek() {
                Some(b'\n') => break,
                Some(b';') => {
                    self.pos += 1;
                    break;
                }
                _ => {}
            }
            let word = self.word();
            if word.parts.is_empty() {
                self.fail_here("the words of the loop end in something else than `;` or a line break");
                break;
            }
            words.push(word);
        }
        Some(words)
    }

    fn arithmetic_for(&mut self) -> CompoundKind {
        let start = self.pos;
        self.only_bash_and_zsh("`for ((`", start);
        let mut header: [Arithmetic; 3] = Default::default();
        if !self.eat("((") {
            self.fail_here("`((` is expected here");
        }
        for (index, expression) in header.iter_mut().enumerate() {
            *expression = self.sure_expression(ArithmeticEnd::Semicolon);
            let closed = if index < 2 { self.eat(";") } else { self.eat("))") };
            if !closed {
                self.fail("the header of this loop is not understood", start);
                break;
            }
        }
        self.skip_blanks();
        if self.peek() == Some(b';') {
            self.pos += 1;
        }
        CompoundKind::ArithmeticFor { header: Box::new(header), body: self.loop_body(true) }
    }

    pub(super) fn case_command(&mut self) -> CompoundKind {
        if self.around.arithmetic {
            self.refuse("`case` inside arithmetic, where its parentheses may be counted", self.pos);
        }
        self.eat_keyword(Keyword::Case);
        let subject = self.required_word("the word of `case` is missing");
        self.closing_keyword(Keyword::In, "`in` is missing here");
        let mut arms = Vec::new();
        loop {
            self.skip_lines();
            if self.stopped || self.keyword() == Some(Keyword::Esac) {
                break;
            }
            let (arm, more) = self.case_arm();
            arms.push(arm);
            if !more {
                break;
            }
        }
        self.closing_keyword(Keyword::Esac, "`esac` is missing here");
        CompoundKind::Case { subject, arms }
    }

    /// One arm; says whether another may follow.
    fn case_arm(&mut self) -> (CaseArm, bool) {
        if self.peek() == Some(b'(') {
            self.pos += 1;
        }
        let mut patterns = Vec::new();
        loop {
            patterns.push(self.required_word("a pattern is missing here"));
            self.skip_blanks();
            match self.peek() {
                Some(b'|') => self.pos += 1,
                Some(b')') => {
                    self.pos += 1;
                    break;
                }
                _ => {
                    self.fail_here("`)` is missing after the pattern");
                    break;
                }
            }
        }
        let body = self.list();
        self.skip_lines();
        let start = self.pos;
        let ends = [(";;&", true), (";&", true), (";;", false)];
        let end = ends.into_iter().find(|(text, _)| self.eat(text));
        if self.slice(start, self.pos) == ";;&" {
            self.only_bash("`;;&`", start);
        } else if self.slice(start, self.pos) == ";&" {
            self.only_bash_and_zsh("`;&`", start);
        }
        (CaseArm { patterns, body, falls_through: end.is_some_and(|(_, falls)| falls) }, end.is_some())
    }
}
