//! Blanks, comments, line ends.
//!
//! Owns what separates words and lines. Only space and tab are blanks: a carriage return and Unicode's blanks are
//! ordinary characters.

use super::reader::Reader;

/// Does this byte end an unquoted word (as a separator or an operator)?
pub(super) fn is_meta(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'(' | b')' | b'<' | b'>')
}

impl Reader<'_> {
    /// Skips blanks, joined line breaks and a comment.
    #[inline]
    pub(super) fn skip_blanks(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b' ' | b'\t' => self.pos += 1,
                b'#' => self.comment(),
                _ => break,
            }
        }
    }

    /// Skips a comment, up to the line break.
    fn comment(&mut self) {
        let start = self.pos;
        if self.around.arithmetic {
            self.refuse("a comment inside arithmetic, where its parentheses and quotes may be counted", start);
        }
        let rest = self.text.get(start..).unwrap_or_default();
        self.pos = start + rest.find('\n').unwrap_or(rest.len());
        if self.dialect.is_zsh() {
            self.check_zsh_comment(start);
        }
    }

    /// Skips blanks, comments and line breaks; here-document bodies are read after each line break.
    pub(super) fn skip_lines(&mut self) {
        loop {
            self.skip_blanks();
            if !self.newline() {
                break;
            }
        }
    }

    /// Consumes one line break and the here-document bodies that follow it.
    pub(super) fn newline(&mut self) -> bool {
        if self.peek() != Some(b'\n') {
            return false;
        }
        if self.around.bodies_wait {
            self.refuse(
                "a line break inside a substitution, while a here-document of the line still waits for its body",
                self.pos,
            );
        }
        self.pos += 1;
        if !self.pending.is_empty() {
            self.read_here_documents();
        }
        true
    }
}
