//! `[[ … ]]`.
//!
//! Owns its operators and where operands stand; the result is flat. bash 5.2's own check of this grammar is lax, so this
//! one is strict.

use super::MAX_NESTING;
use super::ast::{CompoundKind, ConditionalPiece, Part, Word};
use super::keyword::Keyword;
use super::reader::Reader;
use super::word::Parts;

/// What has been read of a `[[`.
#[derive(Default)]
struct Condition {
    pieces: Vec<ConditionalPiece>,
    open: usize,
}

const BINARY: [&str; 13] = ["==", "=", "!=", "=~", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef"];

impl Reader<'_> {
    pub(super) fn conditional(&mut self) -> CompoundKind {
        let start = self.pos;
        self.only_bash_and_zsh("`[[`", start);
        self.eat_keyword(Keyword::OpenTest);
        let mut condition = Condition::default();
        while !self.stopped {
            self.term(&mut condition);
            if self.after_term(&mut condition, start) {
                break;
            }
        }
        CompoundKind::Conditional(condition.pieces)
    }

    /// Reads `!` and `(` as often as they stand there, then one test.
    fn term(&mut self, condition: &mut Condition) {
        loop {
            self.skip_lines();
            let start = self.pos;
            match self.peek() {
                Some(b'(') => {
                    condition.open += 1;
                    if condition.open > MAX_NESTING {
                        self.too_deep();
                        return;
                    }
                    self.pos += 1;
                    self.operator(condition, "(", start);
                }
                Some(b'!') if matches!(self.second(), Some(b' ' | b'\t' | b'\n' | b'(')) => {
                    self.check_bang();
                    self.pos += 1;
                    self.operator(condition, "!", start);
                }
                _ => break,
            }
        }
        self.test(condition);
    }

    fn operator(&self, condition: &mut Condition, text: &str, start: usize) {
        condition.pieces.push(ConditionalPiece::Operator(text.to_owned(), self.span(start)));
    }

    fn test(&mut self, condition: &mut Condition) {
        let start = self.pos;
        if self.keyword() == Some(Keyword::CloseTest) {
            self.fail_here("a test is missing before `]]`");
            return;
        }
        let left = self.test_operand();
        if let Some(unary) = bare(&left).filter(|text| is_unary(text)) {
            self.operator(condition, unary, start);
            self.skip_spaces();
            let operand = self.test_operand();
            condition.pieces.push(ConditionalPiece::Operand(operand));
            return;
        }
        condition.pieces.push(ConditionalPiece::Operand(left));
        self.skip_spaces();
        let start = self.pos;
        if matches!(self.peek(), Some(b'<' | b'>')) {
            let text = self.slice(start, start + 1);
            self.pos += 1;
            self.operator(condition, text, start);
        } else if let Some(binary) = self.binary_operator() {
            self.operator(condition, binary, start);
            if binary == "=~" {
                self.skip_spaces();
                let operand = self.regular_expression();
                condition.pieces.push(ConditionalPiece::Operand(operand));
                return;
            }
        } else {
            return;
        }
        self.skip_spaces();
        let right = self.test_operand();
        condition.pieces.push(ConditionalPiece::Operand(right));
    }

    /// Consumes a binary operator if one stands here as a word of its own.
    fn binary_operator(&mut self) -> Option<&'static str> {
        let start = self.pos;
        for operator in BINARY {
            if self.eat(operator) {
                if matches!(self.peek(), Some(b' ' | b'\t')) {
                    return Some(operator);
                }
                self.pos = start;
            }
        }
        None
    }

    /// Blanks only: no line break and no comment may stand between an operator and its operand.
    fn skip_spaces(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t')) {
            self.pos += 1;
        }
    }

    fn test_operand(&mut self) -> Word {
        if self.peek() == Some(b'#') || self.keyword() == Some(Keyword::CloseTest) {
            self.fail_here("an operand is missing here");
            return Word::default();
        }
        let word = self.word();
        if word.parts.is_empty() {
            self.fail_here("an operand is missing here");
        }
        word
    }

    /// Reads what stands after a test; says whether `]]` closed everything.
    fn after_term(&mut self, condition: &mut Condition, start: usize) -> bool {
        loop {
            self.skip_lines();
            let place = self.pos;
            match (self.peek(), self.second()) {
                (Some(b')'), _) if condition.open > 0 => {
                    condition.open -= 1;
                    self.pos += 1;
                    self.operator(condition, ")", place);
                }
                (Some(b'&'), Some(b'&')) => {
                    self.eat("&&");
                    self.operator(condition, "&&", place);
                    return false;
                }
                (Some(b'|'), Some(b'|')) => {
                    self.eat("||");
                    self.operator(condition, "||", place);
                    return false;
                }
                _ => {
                    if condition.open > 0 || !self.eat_keyword(Keyword::CloseTest) {
                        let closed = self.pos < self.text.len();
                        let what = if closed { "this is not understood inside `[[`" } else { "the `[[` is not closed" };
                        self.fail(what, if closed { place } else { start });
                    }
                    return true;
                }
            }
        }
    }

    /// The right side of `=~`: parentheses and `|` are text, and inside parentheses blanks and operators too.
    fn regular_expression(&mut self) -> Word {
        let start = self.pos;
        let mut parts = Parts::default();
        let mut open = 0_usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'(' => {
                    open += 1;
                    if open > MAX_NESTING {
                        self.too_deep();
                    }
                }
                b')' if open > 0 => open -= 1,
                b'|' => {}
                b'<' | b'>' if self.second() == Some(b'(') => {
                    self.refuse("a process substitution in a regular expression", start);
                }
                b' ' | b'\t' | b'<' | b'>' | b'&' | b';' if open > 0 => {}
                b'\n' if open > 0 => self.fail_here("a line break in a regular expression"),
                _ if stops_regular_expression(byte) => {
                    if self.quote_or_expansion(byte, &mut parts) {
                        continue;
                    }
                    break;
                }
                _ => {
                    let text = self.run(stops_regular_expression);
                    parts.bare(text);
                    continue;
                }
            }
            let end = self.after_character();
            parts.bare(self.slice(self.pos, end));
            self.pos = end;
        }
        let first = matches!(parts.list.first(), Some(Part::Bare(text)) if text.starts_with('#'));
        if open > 0 || parts.list.is_empty() || first {
            self.fail("this regular expression is not understood", start);
        }
        Word { parts: parts.list, span: self.span(start) }
    }
}

fn stops_regular_expression(byte: u8) -> bool {
    super::blanks::is_meta(byte) || matches!(byte, b'\\' | b'\'' | b'"' | b'$' | b'`')
}

fn bare(word: &Word) -> Option<&'static str> {
    /// `-f` and its kin, as bash 5.2 knows them.
    const UNARY: [&str; 26] = [
        "-a", "-b", "-c", "-d", "-e", "-f", "-g", "-h", "-k", "-n", "-o", "-p", "-r", "-s", "-t", "-u", "-v", "-w",
        "-x", "-z", "-G", "-L", "-N", "-O", "-R", "-S",
    ];
    match word.parts.as_slice() {
        [Part::Bare(text)] => UNARY.into_iter().find(|unary| unary == text),
        _ => None,
    }
}

fn is_unary(text: &str) -> bool {
    text.len() == 2
}
