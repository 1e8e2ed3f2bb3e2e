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
    /// `[` that begins an optional group.
    Open,
    /// `]` that ends it.
    Close,
}

/// Reads the whole text.
pub(super) fn lex(text: &str) -> Result<Vec<Piece>, PatternError> {
    let mut lexer = Lexer { text, position: 0, group: None };
    let mut pieces = Vec::new();
    while let Some(next) = lexer.peek() {
        if is_blank(next) {
            lexer.advance();
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

struct Lexer<'t> {
    text: &'t str,
    position: usize,
    /// Where the open optional group begins.
    group: Option<usize>,
}

/// One alternative: a bare word, or the words of a quoted one.
enum Alternative {
    Bare(String),
    Quoted(String),
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.position..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn advance(&mut self) {
        self.position += self.peek().map_or(0, char::len_utf8);
    }

    fn error(&self, start: usize, what: &str, help: &str) -> PatternError {
        let rest = self.text.get(start..).unwrap_or_default();
        let text = rest.split(is_blank).next().unwrap_or_default().to_owned();
        PatternError { offset: start, text, what: what.to_owned(), help: Some(help.to_owned()) }
    }

    fn piece(&mut self, next: char) -> Result<Kind, PatternError> {
        match next {
            '<' => self.placeholder(),
            '[' => self.open(),
            ']' => Ok(self.close()),
            '!' => {
                self.advance();
                self.negated()
            }
            _ => self.word(),
        }
    }

    fn placeholder(&mut self) -> Result<Kind, PatternError> {
        let start = self.position;
        let inside = self.rest().get(1..).unwrap_or_default();
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
        self.advance();
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
        self.advance();
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
        let texts = self.alternatives()?.iter().map(|one| Text::parse(one.text())).collect();
        Ok(Kind::Negated(texts))
    }

    fn word(&mut self) -> Result<Kind, PatternError> {
        let alternatives = self.alternatives()?;
        match alternatives.as_slice() {
            [Alternative::Bare(text)] if text == "*" => Ok(Kind::Star),
            [one] => {
                let quoted = matches!(one, Alternative::Quoted(_));
                Ok(Kind::Word { texts: vec![Text::parse(one.text())], quoted })
            }
            _ => {
                let phrases: Vec<Vec<Text>> = alternatives.iter().map(Alternative::words).collect();
                if phrases.iter().all(|words| words.len() == 1) {
                    Ok(Kind::Word { texts: phrases.into_iter().flatten().collect(), quoted: false })
                } else {
                    Ok(Kind::Phrases(phrases))
                }
            }
        }
    }

    /// One or more words joined by `|`.
    fn alternatives(&mut self) -> Result<Vec<Alternative>, PatternError> {
        let begin = self.position;
        let mut found = Vec::new();
        loop {
            let start = self.position;
            let one = match self.peek() {
                Some(quote) if is_quote(quote) => Alternative::Quoted(self.quoted(quote)?),
                _ => Alternative::Bare(self.bare()),
            };
            let more = self.peek() == Some('|');
            let alone = found.is_empty() && !more;
            if !alone && one.text().trim().is_empty() {
                let help = "write a word on both sides of `|`, without blanks; a plain `|` is `\\|`";
                return Err(self.error(begin.min(start), "an alternative is empty", help));
            }
            found.push(one);
            if !more {
                return Ok(found);
            }
            self.advance();
        }
    }

    /// The text up to the closing quote. A `\` directly before that quote does not escape it.
    fn quoted(&mut self, quote: char) -> Result<String, PatternError> {
        let start = self.position;
        self.advance();
        let mut text = String::new();
        while let Some(next) = self.peek() {
            self.advance();
            match next {
                '\\' => {
                    text.push('\\');
                    if let Some(escaped) = self.peek().filter(|escaped| *escaped != quote) {
                        text.push(escaped);
                        self.advance();
                    } else {
                        // the backslash stands for itself, whatever follows the quote
                        text.push('\\');
                    }
                }
                _ if next == quote => return Ok(text),
                _ => text.push(next),
            }
        }
        Err(self.error(start, "the quote that begins here is not closed", "close it with the same quote"))
    }

    /// The text up to a blank, a bracket, a quote or `|`, escapes kept. A `\` before a blank is itself.
    fn bare(&mut self) -> String {
        let mut text = String::new();
        while let Some(next) = self.peek() {
            if next == '|' || is_boundary(next) {
                break;
            }
            self.advance();
            text.push(next);
            if next == '\\' {
                match self.peek() {
                    Some(escaped) if !is_blank(escaped) => {
                        text.push(escaped);
                        self.advance();
                    }
                    _ => text.push('\\'),
                }
            }
        }
        text
    }
}

impl Alternative {
    fn text(&self) -> &str {
        match self {
            Self::Bare(text) | Self::Quoted(text) => text,
        }
    }

    fn words(&self) -> Vec<Text> {
        match self {
            Self::Bare(text) => vec![Text::parse(text)],
            Self::Quoted(text) => text.split_whitespace().map(Text::parse).collect(),
        }
    }
}

/// A line break is a blank too: a pattern may be a YAML block.
pub(super) fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r')
}

fn is_quote(character: char) -> bool {
    matches!(character, '"' | '\'')
}

fn is_boundary(character: char) -> bool {
    is_blank(character) || is_quote(character) || matches!(character, '[' | ']' | '<')
}
