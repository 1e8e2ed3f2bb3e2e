//! What a `$` begins.
//!
//! Owns the choice and the plain forms (`$name`, `$1`, `$?`). Refuses to read what stands in braces or parentheses.

use super::ast::{Parameter, ParameterOperation, Part};
use super::reader::Reader;
use super::word::Parts;

/// May this byte begin a name?
pub(super) fn begins_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

/// May this byte stand in a name?
pub(super) fn in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Is this one of the special parameters?
pub(super) fn is_special_parameter(byte: u8) -> bool {
    matches!(byte, b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!')
}

impl Reader<'_> {
    /// `$…` outside double quotes.
    pub(super) fn dollar(&mut self, parts: &mut Parts) {
        let start = self.pos;
        if self.around.quotes && self.around.arithmetic && matches!(self.second(), Some(b'"' | b'\'')) {
            self.refuse("a `$` before a quote in a pattern or in arithmetic, somewhere inside double quotes", start);
        }
        match self.second() {
            Some(b'\'') => {
                self.pos = self.joined(start + 1);
                self.ansi_quote(start, parts);
            }
            Some(b'"') => {
                self.only_bash("`$\"`", start);
                self.pos = self.joined(start + 1);
                let inner = self.double_quote();
                parts.push(Part::Translated(inner));
            }
            _ => match self.expansion(false) {
                Some(part) => parts.push(part),
                None => {
                    self.check_lone_dollar();
                    self.pos = start + 1;
                    parts.bare("$");
                }
            },
        }
    }

    /// `$…` inside double quotes or a here-document.
    pub(super) fn quoted_dollar(&mut self, parts: &mut Parts) {
        let start = self.pos;
        match self.expansion(true) {
            Some(part) => parts.push(part),
            None => {
                self.check_lone_dollar();
                self.pos = start + 1;
                parts.quoted("$");
            }
        }
    }

    /// Reads an expansion; none when the `$` stands for itself.
    pub(super) fn expansion(&mut self, quoted: bool) -> Option<Part> {
        let start = self.pos;
        let next = self.joined(start + 1);
        let byte = self.raw_at(next)?;
        match byte {
            b'(' => Some(self.parenthesis_expansion(start)),
            b'{' => Some(self.braced(start, quoted)),
            b'[' => Some(self.bracket_arithmetic(start)),
            _ if begins_name(byte) => {
                self.pos = next;
                let name = self.take_name();
                Some(self.plain_parameter(start, name))
            }
            _ if byte.is_ascii_digit() || is_special_parameter(byte) => {
                self.pos = next + 1;
                Some(self.plain_parameter(start, char::from(byte).to_string()))
            }
            _ => None,
        }
    }

    fn plain_parameter(&mut self, start: usize, name: String) -> Part {
        let span = self.span(start);
        self.check_after_name(&name, start);
        let operation = ParameterOperation::Value;
        Part::Parameter(Box::new(Parameter { name, subscript: None, indirect: false, operation, span }))
    }

    /// Consumes a name; the caller has seen that one begins here.
    pub(super) fn take_name(&mut self) -> String {
        let start = self.pos;
        let mut joined = false;
        loop {
            let next = self.joined(self.pos);
            if !self.raw_at(next).is_some_and(in_name) {
                break;
            }
            joined |= next != self.pos && self.pos != start;
            self.pos = next + 1;
        }
        if joined { self.slice_joined(start, self.pos) } else { self.slice(start, self.pos).to_owned() }
    }
}
