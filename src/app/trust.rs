//! `runok trust`: a person says that a project's policy counts in full.
//!
//! Owns the question. Refuses to take an answer from anything but a terminal.
use std::io;

use super::arguments::Trust;
use super::output::Output;
use crate::answer::exit::ExitStatus;

/// Asks, and remembers.
///
/// # Errors
/// When reading or writing fails.
pub(crate) fn run(arguments: &Trust, output: &mut Output) -> io::Result<ExitStatus> {
    let _ = arguments;
    output.complain("not wired").map(|()| ExitStatus::Unusable)
}
