//! Redirections.
//!
//! Owns the operators, what may stand before them, and the targets.

use super::ast::{Descriptor, Part, Redirect, RedirectOperator, RedirectTarget, Word};
use super::dollar::{begins_name, in_name};
use super::reader::Reader;

/// The longest subscript of such a descriptor that is looked at, in bytes.
const MAX_SUBSCRIPT: usize = 256;

impl Reader<'_> {
    /// Reads a redirection if one begins here.
    pub(super) fn redirect(&mut self) -> Option<Redirect> {
        let start = self.joined(self.pos);
        let first = self.raw_at(start)?;
        let descriptor = match first {
            b'<' | b'>' => {
                self.pos = start;
                if self.second() == Some(b'(') {
                    return None;
                }
                Descriptor::Default
            }
            b'&' => {
                self.pos = start;
                if self.second() != Some(b'>') {
                    return None;
                }
                Descriptor::Default
            }
            b'0'..=b'9' => self.number_descriptor(start)?,
            b'{' => self.variable_descriptor(start)?,
            _ => return None,
        };
        let operator = self.redirect_operator(start);
        Some(self.redirect_target(descriptor, operator, start))
    }

    /// `12` directly before `<` or `>`; consumed if so.
    fn number_descriptor(&mut self, start: usize) -> Option<Descriptor> {
        let mut end = start;
        while self.raw_at(end).is_some_and(|byte| byte.is_ascii_digit()) {
            end += 1;
        }
        let after = self.joined(end);
        if !self.operator_at(after) {
            return None;
        }
        if after != end {
            self.refuse("a line break between a descriptor and its operator", start);
        }
        if end - start > 1 {
            self.only_bash_and_zsh("a descriptor of several digits", start);
        }
        self.pos = after;
        let Ok(number) = self.slice(start, end).parse() else {
            self.fail("the number of this descriptor is too large", start);
            return None;
        };
        Some(Descriptor::Number(number))
    }

    /// `{NAME}` directly before `<` or `>`; consumed if so.
    fn variable_descriptor(&mut self, start: usize) -> Option<Descriptor> {
        let name = start + 1;
        if !self.raw_at(name).is_some_and(begins_name) {
            return None;
        }
        let mut end = name;
        while self.raw_at(end).is_some_and(in_name) {
            end += 1;
        }
        if self.raw_at(end) == Some(b'[') {
            self.element_descriptor(start, end);
        }
        if self.raw_at(end) != Some(b'}') || !self.operator_at(self.joined(end + 1)) {
            return None;
        }
        self.only_bash_and_zsh("`{name}` before a redirection", start);
        self.pos = self.joined(end + 1);
        Some(Descriptor::Variable(self.slice(name, end).to_owned()))
    }

    /// `{name}>file` where no word of a command stands before it: zsh takes the brace for the beginning of a list.
    pub(super) fn check_where_descriptor_is_named(&mut self, redirect: &Redirect, start: usize) {
        if matches!(redirect.descriptor, Descriptor::Variable(_)) {
            self.only_bash("`{name}` before a redirection that follows no word", start);
        }
    }

    /// `{a[x=1]}>file`: bash evaluates the subscript. What has that shape is not understood.
    fn element_descriptor(&mut self, start: usize, bracket: usize) {
        let mut quoted = false;
        for at in bracket..bracket + MAX_SUBSCRIPT {
            let Some(byte) = self.raw_at(at) else { return };
            if byte == b']' && self.raw_at(at + 1) == Some(b'}') && self.operator_at(self.joined(at + 2)) {
                self.refuse("an element of an array before a redirection", start);
            }
            quoted |= b"\"'\\$`".contains(&byte);
            if !quoted && b" \t\n;|&()<>".contains(&byte) {
                return;
            }
        }
        self.refuse("a long subscript that may stand before a redirection", start);
    }

    /// Is there a redirection operator, and no process substitution, at `at`?
    fn operator_at(&self, at: usize) -> bool {
        matches!(self.raw_at(at), Some(b'<' | b'>')) && self.raw_at(self.joined(at + 1)) != Some(b'(')
    }

    fn redirect_operator(&mut self, start: usize) -> RedirectOperator {
        /// The longest come first.
        const OPERATORS: [(&str, RedirectOperator); 11] = [
            ("<<<", RedirectOperator::HereString),
            ("<<", RedirectOperator::HereDocument),
            ("<&", RedirectOperator::DuplicateInput),
            ("<>", RedirectOperator::ReadWrite),
            ("<", RedirectOperator::Read),
            (">>", RedirectOperator::Append),
            (">&", RedirectOperator::DuplicateOutput),
            (">|", RedirectOperator::Clobber),
            (">", RedirectOperator::Write),
            ("&>>", RedirectOperator::AppendBoth),
            ("&>", RedirectOperator::WriteBoth),
        ];
        let found = OPERATORS.into_iter().find(|(text, _)| self.eat(text));
        let operator = found.map_or(RedirectOperator::Read, |(_, operator)| operator);
        match operator {
            RedirectOperator::HereString => self.only_bash_and_zsh("`<<<`", start),
            RedirectOperator::WriteBoth | RedirectOperator::AppendBoth => self.only_bash_and_zsh("`&>`", start),
            _ => {}
        }
        if self.dialect.is_zsh() {
            let numeric_glob = operator == RedirectOperator::Read
                && self.peek().is_some_and(|byte| byte.is_ascii_digit() || byte == b'-');
            let forced = operator != RedirectOperator::HereDocument && matches!(self.peek(), Some(b'!' | b'|'));
            let both = operator == RedirectOperator::DuplicateOutput && self.peek() == Some(b'>');
            if numeric_glob || forced || both {
                self.only_bash("this redirection", start);
            }
        }
        operator
    }

    fn redirect_target(&mut self, descriptor: Descriptor, operator: RedirectOperator, start: usize) -> Redirect {
        let target = match operator {
            RedirectOperator::HereDocument => {
                let strip_tabs = self.peek() == Some(b'-');
                if strip_tabs {
                    self.pos += 1;
                }
                RedirectTarget::HereDocument(self.here_document(strip_tabs, start))
            }
            RedirectOperator::DuplicateInput | RedirectOperator::DuplicateOutput => {
                let word = self.duplicate_target(operator, start);
                if is_number(&word) && matches!(self.peek(), Some(b'<' | b'>')) {
                    self.only_bash("a number between two redirections", start);
                }
                RedirectTarget::Word(word)
            }
            _ => {
                let word = self.required_word("the target of the redirection is missing");
                if is_number(&word) && matches!(self.peek(), Some(b'<' | b'>')) {
                    self.refuse("a number between two redirections", start);
                }
                // what can only be read from is not written to, and the other way round
                let wrong_way = match (operator, word.parts.first()) {
                    (RedirectOperator::Read, Some(Part::Process { write, .. })) => *write,
                    (RedirectOperator::Write | RedirectOperator::Clobber, Some(Part::Process { write, .. })) => !*write,
                    _ => false,
                };
                if wrong_way && self.dialect.is_zsh() {
                    self.only_bash("this redirection", start);
                }
                RedirectTarget::Word(word)
            }
        };
        Redirect { descriptor, operator, target, span: self.span(start) }
    }

    /// The target of `>&` and `<&`. `>&-` ends with its dash, so that `>&-b` is a redirection and the word `b`.
    fn duplicate_target(&mut self, operator: RedirectOperator, start: usize) -> Word {
        while matches!(self.peek(), Some(b' ' | b'\t')) {
            self.pos += 1;
        }
        if self.peek() == Some(b'-') {
            let dash = self.pos;
            self.pos += 1;
            if !self.ends_word(self.joined(self.pos)) {
                self.only_bash("text after the dash of a duplication", start);
            }
            return Word { parts: [Part::Bare("-".into())].into(), span: self.span(dash) };
        }
        let word = self.required_word("the target of the redirection is missing");
        let plain = match word.parts.as_slice() {
            [Part::Bare(text)] => {
                let number = text.trim_end_matches('-').bytes().all(|byte| byte.is_ascii_digit());
                if !number || text.len() > 1 {
                    self.only_bash_and_zsh("this target of a duplication", start);
                }
                if !number && operator == RedirectOperator::DuplicateInput {
                    self.only_bash("this target of a duplication", start);
                }
                true
            }
            [Part::Parameter(_)] => true,
            [Part::DoubleQuoted(inner)] => {
                matches!(inner.as_slice(), [Part::Quoted(text)] if text.bytes().all(|byte| byte.is_ascii_digit()))
            }
            parts => parts.iter().all(|part| matches!(part, Part::Bare(_) | Part::Parameter(_))),
        };
        if !plain {
            self.refuse("a quote or a substitution in the target of a duplication, which bash expands twice", start);
        }
        word
    }
}

fn is_number(word: &Word) -> bool {
    matches!(word.parts.as_slice(), [Part::Bare(text)] if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()))
}
