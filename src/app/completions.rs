//! `runok completions`: a script that completes this program's arguments in a shell.
//!
//! Owns nothing but the printing; the script is made from the table of the arguments.

use std::io;

use super::arguments::{self, Completions};
use super::output::Output;
use crate::answer::exit::ExitStatus;

/// Prints the script.
///
/// # Errors
/// When writing fails.
pub(crate) fn run(arguments: &Completions, output: &mut Output) -> io::Result<ExitStatus> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut arguments::table(), "runok", &mut script);
    output.document(&String::from_utf8_lossy(&script)).map(|()| ExitStatus::Done)
}
