//! `runok schema`: the JSON Schema of the policy file.
//!
//! Owns nothing but the printing; the policy room makes it from the types that read the file.

use std::io;

use super::output::Output;
use crate::answer::exit::ExitStatus;

/// Prints it.
///
/// # Errors
/// When writing fails.
pub(crate) fn run(output: &mut Output) -> io::Result<ExitStatus> {
    output.document(&crate::policy::schema()).map(|()| ExitStatus::Done)
}
