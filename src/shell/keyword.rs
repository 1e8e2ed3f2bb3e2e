//! Reserved words.
//!
//! Owns their spelling and when an unquoted word is one. Where they count is the grammar's business: this file is asked
//! only at a command's position.

use super::blanks::is_meta;
use super::reader::Reader;

/// The reserved words of bash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Keyword {
    If,
    Then,
    Elif,
    Else,
    Fi,
    Case,
    Esac,
    For,
    Select,
    While,
    Until,
    Do,
    Done,
    In,
    Function,
    Time,
    OpenBrace,
    CloseBrace,
    Bang,
    OpenTest,
    CloseTest,
    Coproc,
}

/// The longest reserved word, `function`.
const LONGEST: usize = 8;

impl Keyword {
    /// The reserved word that this is.
    pub(super) fn of(text: &[u8]) -> Option<Self> {
        Some(match text {
            b"if" => Self::If,
            b"then" => Self::Then,
            b"elif" => Self::Elif,
            b"else" => Self::Else,
            b"fi" => Self::Fi,
            b"case" => Self::Case,
            b"esac" => Self::Esac,
            b"for" => Self::For,
            b"select" => Self::Select,
            b"while" => Self::While,
            b"until" => Self::Until,
            b"do" => Self::Do,
            b"done" => Self::Done,
            b"in" => Self::In,
            b"function" => Self::Function,
            b"time" => Self::Time,
            b"{" => Self::OpenBrace,
            b"}" => Self::CloseBrace,
            b"!" => Self::Bang,
            b"[[" => Self::OpenTest,
            b"]]" => Self::CloseTest,
            b"coproc" => Self::Coproc,
            _ => return None,
        })
    }

    /// Does it end the list before it?
    pub(super) fn ends_list(self) -> bool {
        matches!(
            self,
            Self::Then
                | Self::Elif
                | Self::Else
                | Self::Fi
                | Self::Esac
                | Self::Do
                | Self::Done
                | Self::In
                | Self::CloseBrace
                | Self::CloseTest
        )
    }

    /// How many bytes it has.
    fn width(self) -> usize {
        match self {
            Self::OpenBrace | Self::CloseBrace | Self::Bang => 1,
            Self::If | Self::Fi | Self::Do | Self::In | Self::OpenTest | Self::CloseTest => 2,
            Self::For => 3,
            Self::Then | Self::Elif | Self::Else | Self::Case | Self::Esac | Self::Done | Self::Time => 4,
            Self::While | Self::Until => 5,
            Self::Select | Self::Coproc => 6,
            Self::Function => 8,
        }
    }
}

fn may_be_in_keyword(byte: u8) -> bool {
    byte.is_ascii_lowercase() || matches!(byte, b'{' | b'}' | b'!' | b'[' | b']')
}

impl Reader<'_> {
    /// The reserved word at the place, not consumed.
    pub(super) fn keyword(&mut self) -> Option<Keyword> {
        let start = self.joined(self.pos);
        let mut end = start;
        while end - start <= LONGEST && self.raw_at(end).is_some_and(may_be_in_keyword) {
            end += 1;
        }
        if self.raw_at(end) == Some(b'\\') && self.raw_at(end + 1) == Some(b'\n') {
            return self.broken_keyword(start);
        }
        if end == start || !self.ends_word(end) {
            return None;
        }
        self.text.as_bytes().get(start..end).and_then(Keyword::of)
    }

    /// A reserved word with a joined line break in it or after it: what shells make of it is not relied on.
    #[cold]
    fn broken_keyword(&mut self, start: usize) -> Option<Keyword> {
        let (mut at, mut joined, mut inside) = (start, Vec::new(), false);
        while joined.len() <= LONGEST {
            let next = self.joined(at);
            match self.raw_at(next) {
                Some(byte) if may_be_in_keyword(byte) => {
                    inside |= next != at && !joined.is_empty();
                    joined.push(byte);
                    at = next + 1;
                }
                _ => break,
            }
        }
        let keyword = if self.ends_word(self.joined(at)) { Keyword::of(&joined) } else { None };
        if keyword.is_some() && (inside || self.joined(at) != at) {
            self.fail("a reserved word is broken by a line break here", start);
            return None;
        }
        keyword
    }

    /// Does the byte at `at` end a word?
    pub(super) fn ends_word(&self, at: usize) -> bool {
        match self.raw_at(at) {
            None => true,
            Some(b'<' | b'>') => self.raw_at(self.joined(at + 1)) != Some(b'('),
            Some(byte) => is_meta(byte),
        }
    }

    /// Consumes this reserved word if it stands at the place.
    pub(super) fn eat_keyword(&mut self, keyword: Keyword) -> bool {
        if self.keyword() != Some(keyword) {
            return false;
        }
        self.pos = self.joined(self.pos) + keyword.width();
        self.check_after_keyword();
        true
    }
}
