//! One word of fish: quotes, escapes, expansions, braces.
//!
//! Owns what a word may hold so that bash reads the same. Refuses everything else.

use super::super::super::MAX_NESTING;
use super::Scan;

/// Variables that are one value in fish too.
const SINGLE: [&str; 3] = ["HOME", "PWD", "USER"];

/// A word that is being read.
#[derive(Default)]
pub(super) struct Word {
    /// Its text after quotes and escapes, as far as that is plain.
    pub(super) plain: String,
    /// An expansion without quotes that may be no word, or several.
    pub(super) several: bool,
    /// Something stands beside it.
    pub(super) beside: bool,
    /// An operator of globs, or a tilde.
    pub(super) live: bool,
}

impl Scan<'_> {
    /// Reads a word; `name` where it is the name of a command.
    pub(super) fn word(&mut self, word: &mut Word, name: bool) {
        let start = self.at;
        while self.goes_on() {
            let Some(byte) = self.byte(0) else { return };
            match byte {
                b' ' | b'\t' | b'\n' | b';' | b'|' | b')' => return,
                b'<' | b'>' => {
                    if self.at > start && self.text.as_bytes().get(self.at - 1).is_some_and(u8::is_ascii_digit) {
                        self.differ("a redirection behind a digit");
                    }
                    return;
                }
                b'&' => match self.byte(1) {
                    None | Some(b' ' | b'\t' | b'\n' | b';' | b'&' | b'>' | b')') => return,
                    _ => self.differ("`&` inside of a word"),
                },
                b'\\' => self.escape(word, self.at == start),
                b'\'' => self.single_quote(word),
                b'"' => self.double_quote(word),
                b'$' => self.dollar(word),
                b'{' => self.braces(word),
                b'[' | b']' => {
                    let alone = self.at == start && self.byte(1).is_none_or(|byte| b" \t\n;|&".contains(&byte));
                    let plain = alone && (byte == b']' || name);
                    self.character(word);
                    if !plain {
                        self.differ("a bracket");
                    }
                }
                b'`' | b'(' | b'}' => self.differ("this character"),
                b'*' if self.byte(1) == Some(b'*') => self.differ("`**`"),
                b'*' | b'?' | b'~' => {
                    word.live = true;
                    self.character(word);
                }
                b'%' if self.at == start => self.differ("`%`"),
                byte if byte.is_ascii_control() => self.differ("a control character"),
                _ => self.character(word),
            }
        }
    }

    fn character(&mut self, word: &mut Word) {
        if let Some(character) = self.text.get(self.at..).and_then(|rest| rest.chars().next()) {
            word.plain.push(character);
            word.beside = true;
            self.at += character.len_utf8();
        }
    }

    /// `\x`: before letters and digits fish has escapes of its own.
    fn escape(&mut self, word: &mut Word, begins: bool) {
        match self.byte(1) {
            Some(b'\n') if begins => self.at += 2,
            Some(byte) if byte.is_ascii_punctuation() || byte == b' ' => {
                self.at += 1;
                self.character(word);
            }
            _ => self.differ("this backslash"),
        }
    }

    fn single_quote(&mut self, word: &mut Word) {
        let inside = self.text.get(self.at + 1..).unwrap_or_default();
        let Some(end) = inside.find('\'') else { return self.differ("a quote that is not closed") };
        let inside = inside.get(..end).unwrap_or_default();
        if inside.contains("\\\\") || inside.ends_with('\\') {
            return self.differ("a backslash in quotes");
        }
        word.plain.push_str(inside);
        word.beside = true;
        self.at += end + 2;
    }

    fn double_quote(&mut self, word: &mut Word) {
        word.beside = true;
        self.at += 1;
        while self.goes_on() {
            match (self.byte(0), self.byte(1)) {
                (Some(b'"'), _) => {
                    self.at += 1;
                    return;
                }
                (Some(b'\\'), Some(b'"' | b'\\' | b'$')) => {
                    self.at += 1;
                    self.character(word);
                }
                (Some(b'`'), _) | (Some(b'\\'), Some(b'`')) => self.differ("a backquote"),
                (Some(b'$'), _) => {
                    let (several, plain) = (word.several, word.plain.len());
                    self.dollar(word);
                    // within quotes it is one word; its text is not known
                    word.several = several;
                    word.plain.truncate(plain);
                    word.plain.push('\0');
                }
                _ => self.character(word),
            }
        }
        self.differ("a quote that is not closed");
    }

    /// `$name` and `$(…)`.
    fn dollar(&mut self, word: &mut Word) {
        if self.byte(1) == Some(b'(') {
            if self.depth >= MAX_NESTING {
                return self.differ("nesting as deep as this");
            }
            self.depth += 1;
            self.at += 2;
            self.list(true);
            self.depth -= 1;
            self.at += 1;
            word.beside |= word.several || !word.plain.is_empty();
            word.several = true;
        } else {
            let rest = self.text.get(self.at + 1..).unwrap_or_default();
            let length = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
            let name = rest.get(..length).unwrap_or_default();
            if name.is_empty() || name.bytes().next().is_some_and(|byte| byte.is_ascii_digit()) {
                return self.differ("this `$`");
            }
            self.at += 1 + length;
            word.plain.push('\0');
            if SINGLE.contains(&name) {
                word.beside = true;
            } else {
                word.beside |= word.several || word.plain.len() > 1;
                word.several = true;
            }
        }
        if self.byte(0) == Some(b'[') {
            self.differ("a subscript");
        }
    }

    /// `{a,b}` of plain words, and `{}`.
    fn braces(&mut self, word: &mut Word) {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let length = rest.find('}').map_or(0, |end| end + 1);
        let inside = rest.get(1..length.saturating_sub(1)).unwrap_or_default();
        let plain = inside.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_./,+@:-".contains(&byte));
        if length == 0 || !plain || inside.contains("..") || !(inside.is_empty() || inside.contains(',')) {
            return self.differ("this brace");
        }
        word.plain.push('\0');
        word.beside = true;
        self.at += length;
    }
}
