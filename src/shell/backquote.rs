//! Backquoted commands.
//!
//! Owns finding the closing backquote and removing the escapes, after which the text is read again. Each level of nesting
//! needs its backslashes doubled, so the work is bounded by the length times its logarithm.

use super::Dialect;
use super::ast::{Part, Script};
use super::reader::Reader;

impl Reader<'_> {
    /// A backquoted command, from its first backquote; `quoted` inside `"…"`, where `\"` is an escape too.
    pub(super) fn backquote(&mut self, quoted: bool) -> Part {
        let start = self.pos;
        let Some((end, escaped)) = self.closing_backquote(start + 1) else {
            self.refuse("the backquote that begins here is not closed", start);
            let end = self.text.len();
            let script = self.backquoted(start + 1, end);
            self.fail_open("the backquote that begins here is not closed", start);
            return Part::Command(script);
        };
        self.check_backquoted(start, end);
        let script = if escaped { self.unescaped(start + 1, end, quoted) } else { self.backquoted(start + 1, end) };
        if !self.stopped {
            self.pos = end + 1;
        }
        Part::Command(script)
    }

    /// Refuses what shells take the escapes out of in different ways.
    fn check_backquoted(&mut self, start: usize, end: usize) {
        let text = self.slice(start, end);
        if (self.around.body || self.around.arithmetic) && text.contains("\\\"") {
            self.refuse("`\\\"` in backquotes in a here-document or in arithmetic", start);
        }
        // bash joins the lines before it reads anything, also in what joins none by itself; others do not all do so
        let joins = text.contains(['#', '\'']) || text.contains("<<");
        if text.contains("\\\n") && joins && self.dialect != Dialect::Bash {
            self.refuse("a joined line break in backquotes, beside a comment, a quote or a here-document", start);
        }
    }

    /// Where the backquote closes, and whether a backslash stands before that.
    fn closing_backquote(&self, from: usize) -> Option<(usize, bool)> {
        let (mut at, mut escaped) = (from, false);
        loop {
            match self.raw_at(at)? {
                b'`' => return Some((at, escaped)),
                b'\\' => {
                    escaped = true;
                    at += 2;
                }
                _ => at += 1,
            }
        }
    }

    /// Reads the text between two backquotes as it stands.
    fn backquoted(&mut self, start: usize, end: usize) -> Script {
        if !self.enter() {
            return Script::default();
        }
        let whole = self.narrow(start, end);
        let pending = std::mem::take(&mut self.pending);
        let around = self.around;
        self.around = around.in_backquotes();
        let script = self.program();
        self.around = around;
        self.pending = pending;
        self.widen(whole, end);
        self.leave();
        script
    }

    /// Reads the text between two backquotes without its escapes.
    fn unescaped(&mut self, start: usize, end: usize, quoted: bool) -> Script {
        if !self.enter() {
            return Script::default();
        }
        let source = self.slice(start, end);
        let mut copy = String::with_capacity(source.len());
        let mut stretches = vec![(0, start)];
        let mut from = 0;
        let mut bytes = source.bytes().enumerate();
        while let Some((at, byte)) = bytes.next() {
            if byte != b'\\' {
                continue;
            }
            let Some((next, byte)) = bytes.next() else { break };
            let joined = byte == b'\n' && self.dialect == Dialect::Bash;
            if matches!(byte, b'\\' | b'`' | b'$') || (quoted && byte == b'"') || joined {
                copy.push_str(source.get(from..at).unwrap_or_default());
                from = next + usize::from(joined);
                stretches.push((copy.len(), start + from));
            }
        }
        copy.push_str(source.get(from..).unwrap_or_default());
        let script = self.in_copy(&copy, stretches, |inner| {
            inner.around = inner.around.in_backquotes();
            inner.program()
        });
        self.leave();
        script
    }
}
