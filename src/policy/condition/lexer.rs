//! The words of a condition.
//!
//! Owns tokens, string escapes and numbers. Refuses to know what may follow what.

use super::ConditionError;

/// One token.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Token {
    Int(i64),
    Unsigned(u64),
    Double(f64),
    Text(String),
    /// A name, or a word with a meaning: `true`, `in`.
    Name(String),
    /// An operator or bracket.
    Mark(&'static str),
    End,
}

/// Operators and brackets, longer ones first.
const MARKS: [&str; 25] = [
    "&&", "||", "==", "!=", "<=", ">=", "<", ">", "!", "?", ":", "+", "-", "*", "/", "%", "(", ")", "[", "]", "{", "}",
    ",", ".", ";",
];

/// Reads tokens one by one.
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The next token and where it begins.
    pub(super) fn next(&mut self) -> Result<(Token, usize), ConditionError> {
        self.skip_blanks();
        let start = self.at;
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return Ok((Token::End, start)) };
        let second = rest.chars().nth(1);
        let token = match first {
            '\'' | '"' => self.string(false)?,
            'r' | 'R' if matches!(second, Some('\'' | '"')) => {
                self.at += 1;
                self.string(true)?
            }
            'b' | 'B' if matches!(second, Some('\'' | '"')) => return Err(self.error(start, "bytes are not supported")),
            '0'..='9' => self.number()?,
            '.' if second.is_some_and(|second| second.is_ascii_digit()) => self.number()?,
            '_' | 'a'..='z' | 'A'..='Z' => {
                Token::Name(self.take_while(|c| c.is_ascii_alphanumeric() || c == '_').to_owned())
            }
            _ => match MARKS.iter().find(|mark| rest.starts_with(**mark)) {
                Some(mark) => {
                    self.at += mark.len();
                    Token::Mark(mark)
                }
                None => return Err(self.error(start, &format!("unexpected character {first:?}"))),
            },
        };
        Ok((token, start))
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn error(&self, offset: usize, what: &str) -> ConditionError {
        ConditionError { offset, what: what.to_owned() }
    }

    fn take_while(&mut self, accepted: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !accepted(c)).unwrap_or(rest.len());
        self.at += length;
        rest.get(..length).unwrap_or_default()
    }

    fn skip_blanks(&mut self) {
        loop {
            self.take_while(|c| matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0c'));
            if !self.rest().starts_with("//") {
                return;
            }
            self.take_while(|c| c != '\n');
        }
    }

    fn number(&mut self) -> Result<Token, ConditionError> {
        let start = self.at;
        if self.rest().starts_with("0x") || self.rest().starts_with("0X") {
            self.at += 2;
            let digits = self.take_while(|c| c.is_ascii_hexdigit());
            return self.whole_number(start, digits, 16);
        }
        self.take_while(|c| c.is_ascii_digit());
        let mut is_double = false;
        if self.rest().starts_with('.') && self.rest().chars().nth(1).is_some_and(|c| c.is_ascii_digit()) {
            is_double = true;
            self.at += 1;
            self.take_while(|c| c.is_ascii_digit());
        }
        if self.rest().starts_with(['e', 'E']) {
            is_double = true;
            self.at += 1;
            if self.rest().starts_with(['+', '-']) {
                self.at += 1;
            }
            self.take_while(|c| c.is_ascii_digit());
        }
        let digits = self.text.get(start..self.at).unwrap_or_default();
        if !is_double {
            return self.whole_number(start, digits, 10);
        }
        match digits.parse() {
            Ok(number) => Ok(Token::Double(number)),
            Err(_) => Err(self.error(start, "not a number")),
        }
    }

    fn whole_number(&mut self, start: usize, digits: &str, radix: u32) -> Result<Token, ConditionError> {
        let number = if self.rest().starts_with(['u', 'U']) {
            self.at += 1;
            u64::from_str_radix(digits, radix).map(Token::Unsigned)
        } else {
            i64::from_str_radix(digits, radix).map(Token::Int)
        };
        number.map_err(|_| self.error(start, "not a number of 64 bits"))
    }

    fn string(&mut self, raw: bool) -> Result<Token, ConditionError> {
        let start = self.at;
        let rest = self.rest();
        let quote = ["'''", "\"\"\"", "'", "\""].into_iter().find(|quote| rest.starts_with(quote)).unwrap_or("'");
        self.at += quote.len();
        let mut text = String::new();
        loop {
            let rest = self.rest();
            if rest.starts_with(quote) {
                self.at += quote.len();
                return Ok(Token::Text(text));
            }
            match rest.chars().next() {
                None => return Err(self.error(start, "this string does not end")),
                Some('\n' | '\r') if quote.len() == 1 => {
                    return Err(self.error(start, "this string does not end on its line"));
                }
                Some('\\') if !raw => text.push(self.escape()?),
                Some(character) => {
                    self.at += character.len_utf8();
                    text.push(character);
                }
            }
        }
    }

    /// A backslash and what belongs to it.
    fn escape(&mut self) -> Result<char, ConditionError> {
        let start = self.at;
        let rest = self.rest();
        let letter = rest.chars().nth(1).unwrap_or('\0');
        let plain = match letter {
            'a' => Some('\x07'),
            'b' => Some('\x08'),
            'f' => Some('\x0c'),
            'n' => Some('\n'),
            'r' => Some('\r'),
            't' => Some('\t'),
            'v' => Some('\x0b'),
            '\\' | '\'' | '"' | '`' | '?' => Some(letter),
            _ => None,
        };
        if let Some(plain) = plain {
            self.at += 2;
            return Ok(plain);
        }
        let (skipped, length, radix) = match letter {
            'x' | 'X' => (2, 2, 16),
            'u' => (2, 4, 16),
            'U' => (2, 8, 16),
            '0'..='3' => (1, 3, 8),
            _ => return Err(self.error(start, "unknown escape in a string; write \\\\ for a backslash, or r'…'")),
        };
        let digits = rest.get(skipped..skipped + length).unwrap_or_default();
        let number = if digits.starts_with('+') { None } else { u32::from_str_radix(digits, radix).ok() };
        match number.and_then(char::from_u32) {
            Some(character) => {
                self.at += skipped + length;
                Ok(character)
            }
            None => Err(self.error(start, "not a character")),
        }
    }
}
