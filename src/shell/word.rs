//! Words: unquoted text and what may stand inside it.
//!
//! Owns the plain word and the pieces that every kind of word shares (escapes, quotes, expansions). Refuses to say where a
//! word may stand and to expand anything.

use super::ast::{self, Part, Word};
use super::blanks::is_meta;
use super::reader::Reader;

/// Collects the parts of a word; neighbouring stretches of one kind are one part.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) list: ast::Parts,
}

impl Parts {
    /// Adds a part.
    pub(super) fn push(&mut self, part: Part) {
        self.list.push(part);
    }

    /// Adds unquoted text.
    pub(super) fn bare(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if let Some(Part::Bare(last)) = self.list.last_mut() {
            last.push_str(text);
        } else {
            self.push(Part::Bare(text.into()));
        }
    }

    /// Adds quoted text; an empty stretch counts.
    pub(super) fn quoted(&mut self, text: &str) {
        if let Some(Part::Quoted(last)) = self.list.last_mut() {
            last.push_str(text);
        } else {
            self.push(Part::Quoted(text.into()));
        }
    }

    /// Removes the operator of an extended glob from the end of unquoted text, if it stands there.
    fn take_glob_operator(&mut self) -> Option<char> {
        let Some(Part::Bare(last)) = self.list.last_mut() else { return None };
        let operator = last.chars().next_back().filter(|character| matches!(character, '?' | '*' | '+' | '@' | '!'))?;
        last.pop();
        if last.is_empty() {
            self.list.pop();
        }
        Some(operator)
    }
}

/// Does this byte need a look by the reader of a plain word?
fn is_special(byte: u8) -> bool {
    is_meta(byte) || matches!(byte, b'\\' | b'\'' | b'"' | b'$' | b'`')
}

impl<'t> Reader<'t> {
    /// Reads a plain word. The caller has seen that one begins here.
    pub(super) fn word(&mut self) -> Word {
        let start = self.pos;
        let mut parts = Parts::default();
        self.word_rest(&mut parts);
        self.finish_word(parts, start, false)
    }

    /// Makes a word of its parts, from `start` to the place.
    pub(super) fn finish_word(&mut self, parts: Parts, start: usize, value: bool) -> Word {
        let word = Word { parts: parts.list, span: self.span(start) };
        self.check_word(&word, value, start);
        word
    }

    /// Reads the word that must stand here.
    pub(super) fn required_word(&mut self, missing: &str) -> Word {
        self.skip_blanks_only();
        let word = self.word();
        if word.parts.is_empty() {
            self.fail_here(missing);
        }
        word
    }

    /// Skips blanks but no comment: `#` after an operator that needs a word is not relied on.
    fn skip_blanks_only(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t')) {
            self.pos += 1;
        }
        if self.raw() == Some(b'#') {
            self.fail_here("a word is missing before this comment");
        }
    }

    /// Reads on to the end of a plain word.
    pub(super) fn word_rest(&mut self, parts: &mut Parts) {
        while let Some(byte) = self.peek() {
            if !is_special(byte) {
                let text = self.run(is_special);
                parts.bare(text);
            } else if byte == b'(' {
                let before = self.pos;
                let Some(operator) = parts.take_glob_operator() else { break };
                self.extended_glob(operator, parts);
                if self.pos == before {
                    break;
                }
            } else if !self.quote_or_expansion(byte, parts) {
                break;
            }
        }
    }

    /// Consumes bytes up to the next that `stops`.
    pub(super) fn run(&mut self, stops: fn(u8) -> bool) -> &'t str {
        let start = self.pos;
        let bytes = self.text.as_bytes().get(start..).unwrap_or_default();
        self.pos = start + bytes.iter().position(|byte| stops(*byte)).unwrap_or(bytes.len());
        self.slice(start, self.pos)
    }

    /// Reads an escape, a quote, an expansion or a process substitution outside double quotes; says whether one was there.
    pub(super) fn quote_or_expansion(&mut self, byte: u8, parts: &mut Parts) -> bool {
        match byte {
            b'\\' => self.escape(parts),
            b'\'' => self.single_quote(parts),
            b'"' => self.double_quote_part(parts),
            b'$' => self.dollar(parts),
            b'`' => {
                let part = self.backquote(false);
                parts.push(part);
            }
            b'<' | b'>' if self.second() == Some(b'(') => {
                let part = self.process(byte == b'>');
                parts.push(part);
            }
            _ => return false,
        }
        true
    }

    /// `\x` outside quotes.
    fn escape(&mut self, parts: &mut Parts) {
        let start = self.pos;
        self.pos += 1;
        let end = self.after_character();
        if end == self.pos {
            self.fail("nothing follows this backslash", start);
            return;
        }
        parts.quoted(self.slice(self.pos, end));
        self.pos = end;
    }
}
