//! The text to judge, before anything is known about it.
//!
//! Owns the size cap, the policy for bytes that are not text, and the `Span` that everything later points with.
//! Refuses to interpret: what the text means is the shell reader's business.

use std::fmt;

/// The longest command line that is read, in bytes. A longer one is not judged at all: the answer is `ask`.
pub const MAX_LINE_BYTES: usize = 16 * 1024 * 1024;

/// A stretch of the command line: byte offsets, `start` inclusive, `end` exclusive, both on character boundaries.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The span from `start` (inclusive) to `end` (exclusive).
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The smallest span that covers both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// One command line: valid UTF-8 without NUL, at most [`MAX_LINE_BYTES`] long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandLine {
    text: String,
}

impl CommandLine {
    /// Takes the text to judge.
    ///
    /// # Errors
    /// [`InputError`] when the text cannot be a command line; the answer to it is `ask`.
    pub fn new(text: impl Into<String>) -> Result<Self, InputError> {
        let text = text.into();
        if text.len() > MAX_LINE_BYTES {
            return Err(InputError::TooLong { bytes: text.len() });
        }
        match text.find('\0') {
            Some(offset) => Err(InputError::Nul { offset }),
            None => Ok(Self { text }),
        }
    }

    /// Takes the bytes to judge.
    ///
    /// # Errors
    /// [`InputError`] when the bytes are not UTF-8, hold a NUL or are too many.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, InputError> {
        match String::from_utf8(bytes) {
            Ok(text) => Self::new(text),
            Err(error) => Err(InputError::NotUtf8 { offset: error.utf8_error().valid_up_to() }),
        }
    }

    /// The whole text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The text under a span, or nothing when the span lies outside.
    #[must_use]
    pub fn text_at(&self, span: Span) -> &str {
        self.text.get(span.start..span.end).unwrap_or_default()
    }
}

/// Why bytes are not a command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputError {
    /// More than [`MAX_LINE_BYTES`].
    TooLong {
        /// How many bytes there were.
        bytes: usize,
    },
    /// A NUL byte: no shell can pass it on, so what would run is not this text.
    Nul {
        /// Where, in bytes.
        offset: usize,
    },
    /// Bytes that are not UTF-8.
    NotUtf8 {
        /// Where, in bytes.
        offset: usize,
    },
}

impl fmt::Display for InputError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { bytes } => {
                write!(formatter, "the command has {bytes} bytes; at most {MAX_LINE_BYTES} are read")
            }
            Self::Nul { offset } => write!(formatter, "the command holds a NUL byte at offset {offset}"),
            Self::NotUtf8 { offset } => write!(formatter, "the command is not valid UTF-8 at offset {offset}"),
        }
    }
}

impl std::error::Error for InputError {}
