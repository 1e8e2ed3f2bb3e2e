#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "edge: the record of a canary is a file")]
//! The canary: a command that runs nothing, so that `runok doctor` learns whether a guard is alive.
//!
//! Owns `runok canary NONCE` and its record, one file in the state directory that `doctor` opened beforehand: the hook writes
//! there that it refused the command, the command itself that it ran. Refuses to write anywhere else, and to record a canary
//! that nobody waits for.

use std::fs::File;
use std::io::{self, Read, Write};

use rustix::fs::{Mode, OFlags};

use super::arguments::Canary;
use super::facts::policy_request;
use super::output::Output;
use crate::answer::exit::ExitStatus;

/// How many hexadecimal digits name a canary.
const NONCE_DIGITS: usize = 16;

/// What the record says of a canary that ran.
pub(crate) const RAN: &str = "ran";

/// The most bytes of a record that are read.
const MAX_RECORD_BYTES: u64 = 64 * 1024;

/// The command ran: nobody stopped it. Says so to whoever waits for it, and to whoever started it.
///
/// # Errors
/// When writing fails.
pub(crate) fn run(arguments: &Canary, output: &mut Output) -> io::Result<ExitStatus> {
    let awaited = is_nonce(&arguments.nonce) && record(&arguments.nonce, RAN);
    if awaited {
        output.complain("runok: the canary ran, so no guard stood in its way; `runok doctor` tells more")?;
    } else {
        output.complain("runok: no `runok doctor` waits for this canary")?;
    }
    Ok(ExitStatus::Unusable)
}

/// The canary that a shell text is, if it is one and nothing else.
pub(crate) fn named(text: &str) -> Option<&str> {
    let mut words = text.split_ascii_whitespace();
    let (program, canary, nonce) = (words.next()?, words.next()?, words.next()?);
    let ours = program == "runok" || program.ends_with("/runok");
    (ours && canary == "canary" && is_nonce(nonce) && words.next().is_none()).then_some(nonce)
}

/// Opens the record of a new canary.
///
/// # Errors
/// There is no state directory, or it cannot be written to.
pub(crate) fn release() -> io::Result<String> {
    let mut bytes = [0; NONCE_DIGITS / 2];
    File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    let nonce: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let directory =
        directory().ok_or_else(|| io::Error::other("neither XDG_STATE_HOME nor HOME is an absolute path"))?;
    std::fs::create_dir_all(&directory)?;
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    rustix::fs::open(format!("{directory}/{nonce}"), flags, Mode::RUSR | Mode::WUSR)?;
    Ok(nonce)
}

/// Adds a line to the record of a canary that somebody waits for. False: nobody does.
pub(crate) fn record(nonce: &str, line: &str) -> bool {
    let Some(directory) = directory() else { return false };
    let flags = OFlags::WRONLY | OFlags::APPEND | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let Ok(descriptor) = rustix::fs::open(format!("{directory}/{nonce}"), flags, Mode::empty()) else { return false };
    let mut file = File::from(descriptor);
    file.metadata().is_ok_and(|metadata| metadata.is_file()) && file.write_all(format!("{line}\n").as_bytes()).is_ok()
}

/// What was recorded, a line each.
pub(crate) fn recorded(nonce: &str) -> Vec<String> {
    let mut text = String::new();
    let file = directory().and_then(|directory| File::open(format!("{directory}/{nonce}")).ok());
    if let Some(file) = file {
        let _ = file.take(MAX_RECORD_BYTES).read_to_string(&mut text);
    }
    text.lines().map(str::to_owned).collect()
}

/// Nobody waits for it any more.
pub(crate) fn forget(nonce: &str) {
    if let Some(directory) = directory() {
        let _ = std::fs::remove_file(format!("{directory}/{nonce}"));
    }
}

fn directory() -> Option<String> {
    Some(format!("{}/canary", policy_request(None, None, false).state_directory()?))
}

fn is_nonce(text: &str) -> bool {
    text.len() == NONCE_DIGITS && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn a_canary_is_the_whole_text() {
        assert_eq!(named("runok canary 0123456789abcdef"), Some("0123456789abcdef"));
        assert_eq!(named("  /usr/bin/runok  canary 0123456789abcdef\n"), Some("0123456789abcdef"));
        for text in [
            "runok canary",
            "runok canary 0123456789abcde",
            "runok canary 0123456789abcdeg",
            "runok canary ../../../../etc/x",
            "runok canary 0123456789abcdef; rm -rf /",
            "xrunok canary 0123456789abcdef",
            "",
        ] {
            assert_eq!(named(text), None, "{text}");
        }
    }
}
