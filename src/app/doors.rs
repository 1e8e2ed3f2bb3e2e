//! The doors by which a request to judge comes in: words after `--`, a text or JSON on standard input.
//!
//! Owns which of them is open, and what is said where none is. Refuses to judge.

use std::ffi::OsString;
use std::io::{self, BufRead};

use super::output::Output;
use super::request::Request;
use super::stdin::{self, Feed, Requests};

/// What is said where there is nothing.
pub(crate) const NOTHING: &str =
    "there is nothing to judge: give the command after --, or a text or JSON on standard input";

/// What came in.
pub(crate) enum Door<'a> {
    /// One request, or why it is none.
    One(Result<Request, String>),
    /// Requests in JSON, one after the other.
    Many(Requests<'a>),
    /// Standard input is empty.
    Nothing,
    /// There are no words, and standard input is a terminal; that was said.
    Closed,
}

/// Opens the door that `command` (its name) was given.
///
/// # Errors
/// When reading or writing fails.
pub(crate) fn open(words: &[OsString], command: &str, output: &mut Output) -> io::Result<Door<'static>> {
    if !words.is_empty() {
        return Ok(Door::One(Request::words(words)));
    }
    if io::IsTerminal::is_terminal(&io::stdin()) {
        output.complain(&format!("runok: {NOTHING}\n\n  runok {command} -- 'git status'"))?;
        return Ok(Door::Closed);
    }
    fed(io::stdin().lock())
}

/// What came in on standard input.
///
/// # Errors
/// When reading fails.
pub(crate) fn fed<'a>(input: impl BufRead + 'a) -> io::Result<Door<'a>> {
    Ok(match stdin::open(input)? {
        Feed::Text(line) => Door::One(line.map(Request::text)),
        Feed::Requests(requests) => Door::Many(requests),
        Feed::Nothing => Door::Nothing,
    })
}
