//! What stands after the operator of `${…}`, and subscripts.
//!
//! Owns the rules of quoting there: blanks and operators are text; the first unquoted `}` closes; inside `"${…}"` a single
//! quote is text for some operators and a quote for others, so there it is refused where that matters.

use super::ast::{self, Part, Word};
use super::reader::Reader;
use super::word::Parts;

/// Where an operand stands.
#[derive(Clone, Copy)]
pub(super) struct Operand {
    /// Inside `"…"` or a here-document.
    pub(super) quoted: bool,
    /// The `$` of the expansion.
    pub(super) start: usize,
}

/// What an operand is, and where it ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OperandEnd {
    /// A word that may become the value; up to `}`.
    Text,
    /// A pattern, or a pattern's replacement; up to `}`.
    Pattern,
    /// A pattern; up to `/` or `}`.
    PatternBeforeSlash,
}

fn stops_operand(byte: u8) -> bool {
    matches!(byte, b'}' | b'/' | b'\\' | b'\'' | b'"' | b'$' | b'`' | b'<' | b'>')
}

fn stops_subscript(byte: u8) -> bool {
    matches!(byte, b']' | b'[' | b'\\' | b'\'' | b'"' | b'$' | b'`' | b'<' | b'>' | b'{' | b'}')
        || (byte != b' ' && super::blanks::is_meta(byte))
}

impl Reader<'_> {
    /// Reads an operand up to its end, which is not consumed.
    pub(super) fn operand(&mut self, operand: Operand, end: OperandEnd) -> Word {
        let start = self.pos;
        let mut parts = Parts::default();
        while let Some(byte) = self.peek() {
            match byte {
                b'}' => break,
                b'/' if end == OperandEnd::PatternBeforeSlash && self.pos != start => break,
                b'/' => {
                    self.pos += 1;
                    parts.bare("/");
                }
                _ if !stops_operand(byte) => {
                    let text = self.run(stops_operand);
                    parts.bare(text);
                }
                _ if operand.quoted => self.quoted_operand_piece(byte, operand, end, &mut parts),
                _ => {
                    if byte == b'$' && self.around.quotes && matches!(self.second(), Some(b'"' | b'\'')) {
                        self.refuse("a `$` before a quote inside `${…}`, somewhere inside double quotes", self.pos);
                    }
                    if !self.quote_or_expansion(byte, &mut parts) {
                        // `<` or `>` that begins nothing
                        self.pos += 1;
                        parts.bare(if byte == b'<' { "<" } else { ">" });
                    }
                }
            }
        }
        if !operand.quoted {
            self.check_operand(&parts.list, operand.start);
        }
        let parts = if operand.quoted { quoted_text(parts, end) } else { parts.list };
        Word { parts, span: self.span(start) }
    }

    fn quoted_operand_piece(&mut self, byte: u8, operand: Operand, end: OperandEnd, parts: &mut Parts) {
        match byte {
            b'$' => {
                // unlike in the quotes around it, both begin a quote here, at least for some operators
                if matches!(self.second(), Some(b'"' | b'\'')) {
                    self.refuse("a `$` before a quote inside `\"${…}\"`", self.pos);
                }
                // where the operand ends bash sees otherwise than what it expands
                if self.second() == Some(b'$') && matches!(self.raw_at(self.pos + 2), Some(b'{' | b'(')) {
                    self.refuse("`$$` before a brace or a parenthesis inside `\"${…}\"`", self.pos);
                }
                self.quoted_dollar(parts);
            }
            b'`' => {
                self.refuse("a backquote inside `\"${…}\"`, which shells unescape differently", self.pos);
                let part = self.backquote(true);
                parts.push(part);
            }
            b'"' if self.around.body => self.fail_here("a quote inside `${…}` in a here-document"),
            b'"' => self.quote_within_quotes(end, parts),
            b'\'' => self.quoted_operand_quote(operand, end, parts),
            b'\\' => match self.raw_at(self.pos + 1) {
                Some(next @ (b'\\' | b'$' | b'`' | b'"' | b'}')) => self.take_escaped(next, parts),
                Some(next) if end != OperandEnd::Text && next.is_ascii() => self.take_escaped(next, parts),
                _ => {
                    self.pos += 1;
                    parts.quoted("\\");
                }
            },
            _ => {
                if self.second() == Some(b'(') {
                    // bash runs it in patterns and their replacements, and elsewhere prints it anew
                    self.refuse("a process substitution inside `\"${…}\"`", self.pos);
                }
                self.pos += 1;
                parts.bare(if byte == b'<' { "<" } else { ">" });
            }
        }
    }

    /// A double quote inside `"${…}"`. In a text bash takes such quotes away before it expands what they hold, which then meets
    /// what stands beside them.
    fn quote_within_quotes(&mut self, end: OperandEnd, parts: &mut Parts) {
        let start = self.pos;
        let before = self.text.get(..start).unwrap_or_default();
        let name = before.trim_end_matches(|one: char| one == '_' || one.is_ascii_alphanumeric());
        self.double_quote_part(parts);
        let inner = self.text.get(start..self.pos).unwrap_or_default();
        if end == OperandEnd::Text && (name.ends_with('$') || inner.contains(['$', '\\', '`', '{'])) {
            self.refuse(
                "a quote inside `\"${…}\"`, of which bash expands what is in it together with what is beside it",
                start,
            );
        }
    }

    /// A single quote inside `"${…}"`: a quote in patterns, text elsewhere. Only plain patterns are understood.
    fn quoted_operand_quote(&mut self, operand: Operand, end: OperandEnd, parts: &mut Parts) {
        let rest = self.text.get(self.pos + 1..).unwrap_or_default();
        let plain = rest.find(['\'', '$', '`', '\\', '"', '}', '\n']);
        let closed = plain.is_some_and(|at| rest.as_bytes().get(at) == Some(&b'\''));
        if end == OperandEnd::Text || !closed || self.around.body {
            self.refuse("a single quote inside `\"${…}\"`, where it may be a quote or a character", operand.start);
        }
        if closed {
            self.single_quote(parts);
        } else {
            self.pos += 1;
            parts.quoted("'");
        }
    }

    /// Reads `[…]` and consumes it. With `blanks`, blanks may stand inside (in `${x[…]}`, where nothing else can end it).
    pub(super) fn subscript(&mut self, blanks: bool) -> Word {
        let open = self.pos;
        self.pos += 1;
        let start = self.pos;
        let mut parts = Parts::default();
        let around = std::mem::replace(&mut self.around.arithmetic, true);
        while let Some(byte) = self.peek() {
            match byte {
                b']' => break,
                b' ' if !blanks => break,
                b'\'' => self.subscript_quote(&mut parts),
                b'(' | b')' if blanks => {
                    self.pos += 1;
                    parts.bare(if byte == b'(' { "(" } else { ")" });
                }
                _ if !stops_subscript(byte) => {
                    let text =
                        self.run(if blanks { stops_subscript } else { |byte| byte == b' ' || stops_subscript(byte) });
                    parts.bare(text);
                }
                b'\\' | b'"' | b'$' | b'`' => {
                    self.quote_or_expansion(byte, &mut parts);
                }
                _ => break,
            }
        }
        self.around.arithmetic = around;
        let word = Word { parts: parts.list, span: self.span(start) };
        if self.peek() == Some(b']') && !word.parts.is_empty() {
            self.pos += 1;
        } else {
            self.fail("this subscript is not understood", open);
        }
        word
    }

    /// A single quote in a subscript is a quote for associative arrays only.
    fn subscript_quote(&mut self, parts: &mut Parts) {
        let start = self.pos;
        self.single_quote(parts);
        if self.slice(start, self.pos).contains(['$', '`', '\\', '"', '[', ']']) {
            self.refuse("a single quote in a subscript, which does not quote in arithmetic", start);
        }
    }
}

/// Text of an operand inside double quotes is quoted text, unless it is a pattern.
fn quoted_text(parts: Parts, end: OperandEnd) -> ast::Parts {
    if end != OperandEnd::Text {
        return parts.list;
    }
    let mut quoted = Parts::default();
    for part in parts.list {
        match part {
            Part::Bare(text) | Part::Quoted(text) => quoted.quoted(&text),
            other => quoted.push(other),
        }
    }
    quoted.list
}
