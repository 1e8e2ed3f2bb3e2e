//! Here-documents.
//!
//! Owns delimiters and bodies: a redirection notes what it waits for, and the line break at the end of the line reads the
//! bodies in order. Delimiters that are odd in any way are refused.

use super::ast::{self, HereDocument, Part, Word};
use super::quote::QuoteEnd;
use super::reader::{Around, Reader};
use super::word::Parts;

/// A here-document whose body comes after the present line.
pub(super) struct Pending {
    /// The start of its redirection.
    key: usize,
    delimiter: String,
    quoted: bool,
    /// `<<-`
    strip_tabs: bool,
}

/// The lines of a body.
struct Lines {
    /// Where each stretch begins, when leading tabs are left out.
    starts: Vec<(usize, usize)>,
    /// Where the body ends: the start of the delimiter's line.
    end: usize,
    /// Where reading goes on.
    resume: usize,
    closed: bool,
}

impl Reader<'_> {
    /// Reads the delimiter; the body is read later. `start` is where the redirection begins.
    pub(super) fn here_document(&mut self, strip_tabs: bool, start: usize) -> HereDocument {
        let word = self.required_word("the delimiter of the here-document is missing");
        let quoted = !matches!(word.parts.as_slice(), [Part::Bare(_)]);
        let delimiter = delimiter(&word.parts);
        let written = self.slice(start, self.pos);
        let plain =
            |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.!%+,:@=/".contains(&byte));
        let joined = written.contains("\\\n");
        match &delimiter {
            Some(text) if plain(text) && !joined => {}
            _ => self.refuse("the delimiter of this here-document is not plain", start),
        }
        if self.around.body {
            self.refuse("a here-document inside a here-document", start);
        }
        if self.around.arithmetic {
            self.refuse("a here-document inside arithmetic", start);
        }
        self.around.here_document |= self.around.substitution;
        let delimiter = delimiter.unwrap_or_default();
        let key = self.span_to(start, start).start;
        self.pending.push(Pending { key, delimiter: delimiter.clone(), quoted, strip_tabs });
        HereDocument { delimiter, quoted, body: Word::default() }
    }

    /// Reads the bodies that begin here, at the start of a line.
    pub(super) fn read_here_documents(&mut self) {
        for document in std::mem::take(&mut self.pending) {
            let start = self.pos;
            let lines = self.here_document_lines(&document);
            if !lines.closed {
                self.note_unfinished();
                self.refuse("this here-document is not closed by its delimiter", start);
            }
            let body = self.here_document_body(&document, start, &lines);
            self.bodies.push((document.key, body));
        }
    }

    /// The end of the text or of a substitution has come: bodies that still wait are missing.
    pub(super) fn finish_here_documents(&mut self) {
        if !self.pending.is_empty() {
            self.pending.clear();
            self.note_unfinished();
            self.refuse("the body of a here-document is missing", self.pos);
        }
    }

    /// Finds the delimiter's line. In an unquoted here-document a line that ends in a backslash goes on in the next.
    fn here_document_lines(&mut self, document: &Pending) -> Lines {
        let mut lines = Lines { starts: Vec::new(), end: self.text.len(), resume: self.text.len(), closed: false };
        let mut at = self.pos;
        while at < self.text.len() {
            let rest = self.text.get(at..).unwrap_or_default();
            let line = rest.split('\n').next().unwrap_or_default();
            let stripped = if document.strip_tabs { line.trim_start_matches('\t') } else { line };
            let begin = at + line.len() - stripped.len();
            let mut next = (at + line.len() + 1).min(self.text.len());
            if stripped == document.delimiter {
                (lines.end, lines.resume, lines.closed) = (at, next, true);
                break;
            }
            self.check_line_in_substitution(stripped, document, begin);
            lines.starts.push((begin, next));
            if !document.quoted && goes_on(line) {
                if document.strip_tabs && stripped == "\\" {
                    self.refuse("bash strips the tabs of the line that this one goes on in", begin);
                }
                next = self.joined_lines(next, document, begin, &mut lines);
            }
            at = next;
        }
        lines
    }

    /// Refuses a line of which bash, when it looks for the end of a substitution, takes the beginning for the delimiter.
    fn check_line_in_substitution(&mut self, line: &str, document: &Pending, begin: usize) {
        if self.around.substitution && line.starts_with(&document.delimiter) && line.contains(')') {
            self.refuse("bash takes this line for the end of the here-document inside a substitution", begin);
        }
    }

    /// Consumes the lines that the one before `at` goes on in.
    fn joined_lines(&mut self, mut at: usize, document: &Pending, begin: usize, lines: &mut Lines) -> usize {
        while at < self.text.len() {
            let line = self.text.get(at..).unwrap_or_default().split('\n').next().unwrap_or_default();
            at = (at + line.len() + 1).min(self.text.len());
            if !goes_on(line) {
                break;
            }
        }
        if let Some(last) = lines.starts.last_mut() {
            last.1 = at;
        }
        // the delimiter, joined from several lines, ends the body in bash
        let delimiter = document.delimiter.as_bytes();
        let shortest =
            self.slice(begin, at).bytes().filter(|byte| !matches!(byte, b'\\' | b'\n')).take(delimiter.len() + 1);
        if shortest.eq(delimiter.iter().copied()) {
            self.refuse("a line break joins what may be the delimiter of this here-document", begin);
        }
        let joined = self.slice_joined(begin, at);
        self.check_line_in_substitution(&joined, document, begin);
        at
    }

    fn here_document_body(&mut self, document: &Pending, start: usize, lines: &Lines) -> Word {
        let span = self.span_to(start, lines.end);
        let contiguous = !document.strip_tabs
            || lines.starts.iter().all(|(begin, _)| self.raw_at(begin.wrapping_sub(1)) != Some(b'\t'));
        if document.quoted {
            let mut text = String::with_capacity(lines.end - start);
            for (begin, end) in &lines.starts {
                text.push_str(self.slice(*begin, *end));
            }
            self.pos = lines.resume;
            return Word { parts: [Part::Quoted(text.into())].into(), span };
        }
        if !self.enter() {
            return Word { parts: ast::Parts::new(), span };
        }
        let parts = if contiguous {
            let whole = self.narrow(start, lines.end);
            let parts = self.body_parts();
            self.widen(whole, lines.resume);
            parts
        } else {
            self.stripped_body(lines)
        };
        self.leave();
        Word { parts, span }
    }

    /// Reads a body whose lines lose their leading tabs.
    fn stripped_body(&mut self, lines: &Lines) -> ast::Parts {
        let mut copy = String::new();
        let mut stretches = Vec::new();
        for (begin, end) in &lines.starts {
            stretches.push((copy.len(), *begin));
            copy.push_str(self.slice(*begin, *end));
        }
        let parts = self.in_copy(&copy, stretches, |inner| inner.body_parts());
        if !self.stopped {
            self.pos = lines.resume;
        }
        parts
    }

    fn body_parts(&mut self) -> ast::Parts {
        let around = std::mem::replace(&mut self.around, Around { body: true, ..Around::default() });
        let pending = std::mem::take(&mut self.pending);
        let mut parts = Parts::default();
        self.quoted_text(&mut parts, QuoteEnd::Region);
        self.pending = pending;
        self.around = around;
        parts.list
    }
}

/// Does this line end in a backslash that is not itself escaped?
fn goes_on(line: &str) -> bool {
    line.bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1
}

/// The delimiter after quote removal, if it is made of nothing but text.
fn delimiter(parts: &[Part]) -> Option<String> {
    let mut text = String::new();
    for part in parts {
        match part {
            Part::Bare(piece) | Part::Quoted(piece) => text.push_str(piece),
            Part::DoubleQuoted(inner) => {
                for piece in inner {
                    let Part::Quoted(piece) = piece else { return None };
                    text.push_str(piece);
                }
            }
            _ => return None,
        }
    }
    Some(text)
}
