//! From the text of a pattern to its pieces.
//!
//! Owns blanks, quotes, escapes, alternatives and brackets. Refuses to say what a piece means: whether a word is a flag,
//! a value or a command is the parser's business.

use super::{PatternError, Text};

/// A piece of a pattern with the byte offset at which it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    /// What it is.
    pub(super) kind: Kind,
    /// First byte in the pattern's text.
    pub(super) start: usize,
    /// One past its last byte.
    pub(super) end: usize,
}

/// What a piece is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// `*` alone, not quoted.
    Star,
    /// One word, or several joined by `|`. `quoted` when it is one word in quotes: it then never takes a value.
    Word {
        /// The alternatives, at least one.
        texts: Vec<Text>,
        /// It is a single word in quotes.
        quoted: bool,
    },
    /// Alternatives of which at least one, in quotes, has several words.
    Phrases(Vec<Vec<Text>>),
    /// `!a|b`
    Negated(Vec<Text>),
    /// `<name>`, without the brackets.
    Placeholder(String),
    /// `<effect:a>|<effect:b>`, `!<effect:a>|<effect:b>`: what stands after each `effect:`.
    Effects {
        /// `!`
        negated: bool,
        /// The alternatives.
        any_of: Vec<String>,
    },
    /// `[` that begins an optional group.
    Open,
    /// `]` that ends it.
    Close,
}

/// Reads the whole text.
pub(super) fn lex(text: &str) -> Result<Vec<Piece>, PatternError> {
    let mut lexer = Lexer { text, position: 0, group: None };
    let mut pieces = Vec::with_capacity(8);
    while let Some(next) = lexer.peek() {
        if is_blank(next) {
            lexer.position += 1;
            continue;
        }
        let start = lexer.position;
        let kind = lexer.piece(next)?;
        pieces.push(Piece { kind, start, end: lexer.position });
    }
    match lexer.group {
        Some(start) => {
            Err(lexer.error(start, "the optional group that begins here is not closed", "close it with `]`"))
        }
        None => Ok(pieces),
    }
}

/// Reads bytes: everything that has a meaning is ASCII, so every position where it stops is between characters.
struct Lexer<'t> {
    text: &'t str,
    position: usize,
    /// Where the open optional group begins.
    group: Option<usize>,
}

/// One alternative as written, quotes removed, escapes kept.
enum Alternative<'t> {
    Bare(&'t str),
    Quoted(&'t str),
}

impl<'t> Lexer<'t> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.position).copied()
    }

    fn slice(&self, start: usize, end: usize) -> &'t str {
        self.text.get(start..end).unwrap_or_default()
    }

    fn error(&self, start: usize, what: &str, help: &str) -> PatternError {
        let rest = self.text.get(start..).unwrap_or_default();
        let text = rest.split(|next: char| next.is_ascii_whitespace()).next().unwrap_or_default().to_owned();
        PatternError { offset: start, text, what: what.to_owned(), help: Some(help.to_owned()) }
    }

    fn piece(&mut self, next: u8) -> Result<Kind, PatternError> {
        match next {
            b'<' if self.is_effect() => self.effects(false),
            b'<' => self.placeholder(),
            b'[' => self.open(),
            b']' => Ok(self.close()),
            b'!' => {
                self.position += 1;
                if self.is_effect() { self.effects(true) } else { self.negated() }
            }
            _ => self.word(),
        }
    }

    /// Does an effect begin here?
    fn is_effect(&self) -> bool {
        self.text.get(self.position..).is_some_and(|rest| rest.starts_with("<effect:"))
    }

    fn effects(&mut self, negated: bool) -> Result<Kind, PatternError> {
        let mut any_of = Vec::new();
        loop {
            let start = self.position;
            match self.placeholder()? {
                Kind::Placeholder(name) if name.starts_with("effect:") => {
                    any_of.push(name.trim_start_matches("effect:").to_owned());
                }
                _ => {
                    let help = "write `<effect:writes>|<effect:runs>`; flags and words stand by themselves";
                    return Err(self.error(start, "an alternative of an effect is an effect", help));
                }
            }
            if self.peek() != Some(b'|') {
                return Ok(Kind::Effects { negated, any_of });
            }
            self.position += 1;
            if self.peek() != Some(b'<') {
                let help = "write `<effect:writes>|<effect:runs>`; flags and words stand by themselves";
                return Err(self.error(start, "an alternative of an effect is an effect", help));
            }
        }
    }

    fn placeholder(&mut self) -> Result<Kind, PatternError> {
        let start = self.position;
        let inside = self.text.get(start + 1..).unwrap_or_default();
        let Some(length) = inside.find('>') else {
            return Err(self.error(
                start,
                "the `<` that begins here is not closed",
                "close it with `>`; a plain `<` is `\\<`",
            ));
        };
        let name = inside.get(..length).unwrap_or_default().to_owned();
        self.position += length + 2;
        if name.is_empty() {
            return Err(self.error(start, "`<>` has no name", "name it, as in `<path:name>`"));
        }
        if name.contains('|') {
            let help = "write one pattern for each, or put the names in one definition";
            return Err(self.error(start, "alternatives cannot stand between `<` and `>`", help));
        }
        Ok(Kind::Placeholder(name))
    }

    /// `[` before a blank or at the end is the command `[`; else it begins an optional group.
    fn open(&mut self) -> Result<Kind, PatternError> {
        let start = self.position;
        self.position += 1;
        if self.peek().is_none_or(is_blank) {
            return Ok(Kind::Word { texts: vec![Text::plain("[")], quoted: false });
        }
        if self.group.is_some() {
            return Err(self.error(start, "optional groups cannot be nested", "close the first group before this one"));
        }
        self.group = Some(start);
        Ok(Kind::Open)
    }

    fn close(&mut self) -> Kind {
        self.position += 1;
        match self.group.take() {
            Some(_) => Kind::Close,
            None => Kind::Word { texts: vec![Text::plain("]")], quoted: false },
        }
    }

    fn negated(&mut self) -> Result<Kind, PatternError> {
        let start = self.position.saturating_sub(1);
        if self.peek().is_none_or(|next| is_boundary(next) && !is_quote(next)) {
            return Err(self.error(
                start,
                "`!` negates nothing",
                "write it before a word, as in `!GET` or `!-f|--force`",
            ));
        }
        let first = self.alternative()?;
        let others = self.more(start, &first)?;
        let alternatives = std::iter::once(&first).chain(&others);
        Ok(Kind::Negated(alternatives.map(|one| Text::parse(one.text())).collect()))
    }

    fn word(&mut self) -> Result<Kind, PatternError> {
        let start = self.position;
        let first = self.alternative()?;
        let others = self.more(start, &first)?;
        if others.is_empty() {
            return Ok(match first {
                Alternative::Bare("*") => Kind::Star,
                Alternative::Bare(text) => Kind::Word { texts: vec![Text::parse(text)], quoted: false },
                Alternative::Quoted(text) => Kind::Word { texts: vec![Text::parse(text)], quoted: true },
            });
        }
        let alternatives = std::iter::once(&first).chain(&others);
        if alternatives.clone().all(Alternative::is_one_word) {
            let texts = alternatives.map(|one| Text::parse(trimmed(one.text()))).collect();
            return Ok(Kind::Word { texts, quoted: false });
        }
        Ok(Kind::Phrases(alternatives.map(Alternative::words).collect()))
    }

    /// The alternatives after the first one, each after a `|`. None of several is empty.
    fn more(&mut self, start: usize, first: &Alternative<'t>) -> Result<Vec<Alternative<'t>>, PatternError> {
        let mut others = Vec::new();
        while self.peek() == Some(b'|') {
            self.position += 1;
            others.push(self.alternative()?);
        }
        let empty = |one: &Alternative<'_>| trimmed(one.text()).is_empty();
        if !others.is_empty() && (empty(first) || others.iter().any(empty)) {
            let help = "write a word on both sides of `|`, without blanks; a plain `|` is `\\|`; each command of a pipeline has a rule of its own";
            return Err(self.error(start, "an alternative is empty", help));
        }
        Ok(others)
    }

    fn alternative(&mut self) -> Result<Alternative<'t>, PatternError> {
        match self.peek() {
            Some(quote) if is_quote(quote) => self.quoted(quote).map(Alternative::Quoted),
            _ => Ok(Alternative::Bare(self.bare())),
        }
    }

    /// The text up to the closing quote. A `\` directly before that quote does not escape it.
    fn quoted(&mut self, quote: u8) -> Result<&'t str, PatternError> {
        let start = self.position;
        self.position += 1;
        while let Some(next) = self.peek() {
            self.position += 1;
            if next == quote {
                return Ok(self.slice(start + 1, self.position - 1));
            }
            if next == b'\\' && self.peek().is_some_and(|escaped| escaped != quote) {
                self.position += 1;
            }
        }
        Err(self.error(start, "the quote that begins here is not closed", "close it with the same quote"))
    }

    /// The text up to a blank, a bracket, a quote or `|`. A `\` before a blank is itself.
    fn bare(&mut self) -> &'t str {
        let start = self.position;
        while let Some(next) = self.peek() {
            if next == b'|' || is_boundary(next) {
                break;
            }
            self.position += 1;
            if next == b'\\' && self.peek().is_some_and(|escaped| !is_blank(escaped)) {
                self.position += 1;
            }
        }
        self.slice(start, self.position)
    }
}

impl Alternative<'_> {
    fn text(&self) -> &str {
        match self {
            Self::Bare(text) | Self::Quoted(text) => text,
        }
    }

    fn is_one_word(&self) -> bool {
        match self {
            Self::Bare(_) => true,
            Self::Quoted(text) => words(text).nth(1).is_none(),
        }
    }

    fn words(&self) -> Vec<Text> {
        match self {
            Self::Bare(text) => vec![Text::parse(text)],
            Self::Quoted(text) => words(text).map(Text::parse).collect(),
        }
    }
}

/// A line break is a blank too: a pattern may be a YAML block.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// The same, in a text: to a shell nothing else stands between words.
const BLANKS: [char; 4] = [' ', '\t', '\n', '\r'];

fn trimmed(text: &str) -> &str {
    text.trim_matches(BLANKS)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(BLANKS).filter(|word| !word.is_empty())
}

fn is_quote(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'')
}

fn is_boundary(byte: u8) -> bool {
    is_blank(byte) || is_quote(byte) || matches!(byte, b'[' | b']' | b'<')
}
