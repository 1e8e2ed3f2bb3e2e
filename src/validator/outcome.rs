//! What came of an exchange, and what it counts as.
//!
//! Owns the deadline with its text, the ways an exchange ends, and the one rule about a valid answer from a process that
//! misbehaves: it may still forbid, it may no longer allow. Refuses to wait and to start anything.

use std::process::ExitStatus;
use std::time::{Duration, Instant};

use super::protocol;
use crate::decision::Reply;
use crate::verdict::Verdict;

/// The most that a validator may write, in bytes.
pub const MAX_RESPONSE_BYTES: usize = 1024 * 1024;

/// The longest time limit that is kept; a longer one is taken as this.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// A point in time that ends an exchange, and how long the way to it was: `timeout after 5s` names the latter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deadline {
    at: Instant,
    after: Duration,
}

impl Deadline {
    /// The end of `after`, begun at `start`.
    #[must_use]
    pub fn new(start: Instant, after: Duration) -> Self {
        let at = start.checked_add(after.min(LONGEST)).unwrap_or(start);
        Self { at, after }
    }

    /// The one that comes first; `self` where both come at once.
    #[must_use]
    pub fn or_earlier(self, other: Self) -> Self {
        if other.at < self.at { other } else { self }
    }

    /// What is left of it at `now`; nothing once it has passed.
    #[must_use]
    pub fn left(self, now: Instant) -> Option<Duration> {
        self.at.checked_duration_since(now).filter(|left| !left.is_zero())
    }

    /// `timeout after 5s`
    #[must_use]
    pub fn text(self) -> String {
        format!("timeout after {:?}", self.after)
    }
}

/// How an exchange ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The process ended in time by itself.
    Exited {
        /// All that it wrote.
        output: Vec<u8>,
        /// How it ended; nothing where that could not be learnt.
        status: Option<ExitStatus>,
    },
    /// The deadline passed first; the process was killed.
    TimedOut {
        /// What it had written by then.
        output: Vec<u8>,
    },
    /// It wrote more than [`MAX_RESPONSE_BYTES`] and was killed.
    TooLong,
    /// It could not be started; why.
    NotStarted(String),
    /// Waiting for it failed on this side; why. It was killed.
    Broken(String),
}

impl Outcome {
    /// The reply that it amounts to. `deadline` is the one that the exchange had.
    #[must_use]
    pub fn into_reply(self, deadline: Deadline) -> Reply {
        match self {
            Self::Exited { output, status } => exited(&output, status),
            Self::TimedOut { output } => match protocol::response(&output) {
                Ok(answer) if answer.status != Verdict::Allow => reply(answer),
                Ok(_) | Err(_) => Reply::Failure(deadline.text()),
            },
            Self::TooLong => Reply::Failure(format!("invalid response: more than {MAX_RESPONSE_BYTES} bytes")),
            Self::NotStarted(why) => Reply::Failure(format!("spawn error: {why}")),
            Self::Broken(why) => Reply::Failure(format!("invalid response: {why}")),
        }
    }
}

/// The reply of a process that ended by itself.
fn exited(output: &[u8], status: Option<ExitStatus>) -> Reply {
    let failed = match status {
        Some(status) if status.success() => None,
        Some(status) => Some(status.to_string()),
        None => Some("its exit status is not known".to_owned()),
    };
    match (protocol::response(output), failed) {
        (Ok(answer), Some(how)) if answer.status == Verdict::Allow => {
            Reply::Failure(format!("invalid response: \"allow\" from a process that failed ({how})"))
        }
        (Ok(answer), _) => reply(answer),
        (Err(what), Some(how)) => Reply::Failure(format!("{what} ({how})")),
        (Err(what), None) => Reply::Failure(what),
    }
}

fn reply(answer: protocol::Answer) -> Reply {
    Reply::Answer { status: answer.status, message: answer.message, fix_suggestion: answer.fix_suggestion }
}
