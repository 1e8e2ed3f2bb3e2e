//! Quotes: `'…'`, `"…"`, `$'…'`.
//!
//! Owns what is live inside each of them. Expansions inside double quotes are read by their own files.

use super::ast::Part;
use super::reader::Reader;
use super::word::Parts;

/// Where text that is read like double-quoted text ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum QuoteEnd {
    /// At `"`.
    Quote,
    /// At the end of the region: the body of a here-document, in which `"` is an ordinary character.
    Region,
}

fn is_live_in_quotes(byte: u8) -> bool {
    matches!(byte, b'"' | b'\\' | b'$' | b'`')
}

impl Reader<'_> {
    /// `'…'`
    pub(super) fn single_quote(&mut self, parts: &mut Parts) {
        let start = self.pos;
        let rest = self.text.get(start + 1..).unwrap_or_default();
        match rest.find('\'') {
            Some(length) => {
                parts.quoted(self.slice(start + 1, start + 1 + length));
                self.pos = start + length + 2;
            }
            None => self.fail_open("the quote that begins here is not closed", start),
        }
    }

    /// `"…"` as one part.
    pub(super) fn double_quote_part(&mut self, parts: &mut Parts) {
        let inner = self.double_quote();
        parts.push(Part::DoubleQuoted(inner));
    }

    /// `"…"`, from its first quote.
    pub(super) fn double_quote(&mut self) -> Vec<Part> {
        if !self.enter() {
            return Vec::new();
        }
        let start = self.pos;
        self.pos += 1;
        let mut parts = Parts::default();
        let quotes = std::mem::replace(&mut self.around.quotes, true);
        self.quoted_text(&mut parts, QuoteEnd::Quote);
        self.around.quotes = quotes;
        if self.peek() == Some(b'"') {
            self.pos += 1;
        } else {
            self.fail_open("the double quote that begins here is not closed", start);
        }
        self.leave();
        parts.list.into_vec()
    }

    /// Reads text as inside double quotes, up to its end, which is not consumed.
    pub(super) fn quoted_text(&mut self, parts: &mut Parts, end: QuoteEnd) {
        while let Some(byte) = self.peek() {
            match byte {
                b'"' if end == QuoteEnd::Quote => break,
                b'"' => {
                    self.pos += 1;
                    parts.quoted("\"");
                }
                b'\\' => self.quoted_escape(parts, end == QuoteEnd::Quote),
                b'$' => self.quoted_dollar(parts),
                b'`' => {
                    let part = self.backquote(end == QuoteEnd::Quote);
                    parts.push(part);
                }
                _ => {
                    let text = self.run(is_live_in_quotes);
                    parts.quoted(text);
                }
            }
        }
    }

    /// A backslash inside double quotes: it escapes only what is live there.
    fn quoted_escape(&mut self, parts: &mut Parts, quote_is_live: bool) {
        match self.raw_at(self.pos + 1) {
            Some(byte @ (b'\\' | b'$' | b'`')) => self.take_escaped(byte, parts),
            Some(b'"') if quote_is_live => self.take_escaped(b'"', parts),
            _ => {
                self.pos += 1;
                parts.quoted("\\");
            }
        }
    }

    /// Consumes a backslash and the ASCII byte after it, which becomes quoted text.
    pub(super) fn take_escaped(&mut self, byte: u8, parts: &mut Parts) {
        self.pos += 2;
        parts.quoted(char::from(byte).encode_utf8(&mut [0; 4]));
    }

    /// `$'…'`, from the `'`; `start` is the `$`.
    pub(super) fn ansi_quote(&mut self, start: usize, parts: &mut Parts) {
        self.only_bash_and_zsh("`$'`", start);
        self.pos += 1;
        let mut decoded = String::new();
        loop {
            let text = self.run(|byte| matches!(byte, b'\'' | b'\\'));
            decoded.push_str(text);
            match self.raw() {
                Some(b'\'') => break,
                Some(_) => match self.ansi_escape() {
                    Some(character) => decoded.push(character),
                    None => self.refuse("an escape that is not understood", start),
                },
                None => {
                    self.fail_open("the quote that begins here is not closed", start);
                    return;
                }
            }
        }
        self.pos += 1;
        parts.quoted(&decoded);
    }

    /// Reads one escape of `$'…'`. None for those that shells and locales read differently.
    fn ansi_escape(&mut self) -> Option<char> {
        self.pos += 1;
        let byte = self.raw()?;
        self.pos = self.after_character();
        match byte {
            b'a' => Some('\x07'),
            b'b' => Some('\x08'),
            b'e' | b'E' => Some('\x1b'),
            b'f' => Some('\x0c'),
            b'n' => Some('\n'),
            b'r' => Some('\r'),
            b't' => Some('\t'),
            b'v' => Some('\x0b'),
            b'\\' | b'\'' | b'"' | b'?' => Some(char::from(byte)),
            b'0'..=b'7' => self.ansi_number(u32::from(byte - b'0'), 8, 2),
            b'x' => self.ansi_digits(2),
            b'u' => self.ansi_digits(4),
            b'U' => self.ansi_digits(8),
            _ => None,
        }
    }

    /// A number that must have at least one hexadecimal digit.
    fn ansi_digits(&mut self, most: usize) -> Option<char> {
        let first = self.raw().and_then(|byte| char::from(byte).to_digit(16))?;
        self.pos += 1;
        self.ansi_number(first, 16, most - 1)
    }

    /// Reads up to `most` further digits; only ASCII without NUL is understood.
    fn ansi_number(&mut self, first: u32, radix: u32, most: usize) -> Option<char> {
        let mut value = first;
        for _ in 0..most {
            let Some(digit) = self.raw().and_then(|byte| char::from(byte).to_digit(radix)) else { break };
            value = value.saturating_mul(radix).saturating_add(digit);
            self.pos += 1;
        }
        u8::try_from(value).ok().filter(|byte| (1..128).contains(byte)).map(char::from)
    }
}
