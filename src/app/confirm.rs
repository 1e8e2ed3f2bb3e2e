//! A question that a person answers with a line.
//!
//! Owns what counts as a yes (a line that says so, typed after the question was shown), and whether there is anybody to ask. Refuses to take an answer from anything but a terminal.

use std::io::{self, BufRead, IsTerminal};

use super::output::Output;
use crate::answer::sanitize::Clean;

/// The longest answer that is read, in bytes.
const MAX_ANSWER_BYTES: u64 = 1024;

/// Is there anybody who sees a question and can answer it?
pub(crate) fn is_possible(output: &Output) -> bool {
    io::stdin().is_terminal() && output.is_terminal()
}

/// Asks; only a clear yes is one.
///
/// # Errors
/// When reading or writing fails.
pub(crate) fn ask(question: &str, output: &mut Output) -> io::Result<bool> {
    output.line(&Clean::one_line(&format!("{question} [y/N]")))?;
    output.flush()?;
    // what was typed before the question was shown is no answer to it
    let _ = rustix::termios::tcflush(io::stdin(), rustix::termios::QueueSelector::IFlush);
    let mut answer = String::new();
    io::Read::take(io::stdin().lock(), MAX_ANSWER_BYTES).read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes"))
}
