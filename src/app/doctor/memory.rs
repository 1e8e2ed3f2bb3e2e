#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "edge: a file in the state directory, and the clock"
)]
//! What was last seen of a real agent.
//!
//! Owns one small file an agent in the state directory. What was seen counts as long as nothing that it depends on has
//! changed: the caller's digest says so.

use std::fs;
use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use rustix::fs::{Mode, OFlags};

use crate::agent::Agent;
use crate::agent::health::Life;
use crate::app::facts::policy_request;

/// What was seen.
pub(super) struct Seen {
    /// What it proved.
    pub life: Life,
    /// How long ago, in words.
    pub ago: String,
}

/// Keeps what was seen. Where that cannot be written, it is not remembered, and nothing else is lost.
pub(super) fn remember(agent: &Agent, life: Life, digest: &str) {
    let Some(path) = path(agent) else { return };
    let _ = fs::remove_file(&path);
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    if let Ok(descriptor) = rustix::fs::open(&path, flags, Mode::RUSR | Mode::WUSR) {
        let _ = fs::File::from(descriptor).write_all(format!("{} {} {digest}\n", life.as_str(), now()).as_bytes());
    }
}

/// What was seen with everything as it is now.
pub(super) fn recalled(agent: &Agent, digest: &str) -> Option<Seen> {
    let text = fs::read_to_string(path(agent)?).ok()?;
    let mut words = text.split_whitespace();
    let (life, at, known) = (words.next()?, words.next()?, words.next()?);
    let life = [Life::Alive, Life::Dormant].into_iter().find(|known| known.as_str() == life)?;
    (known == digest).then_some(Seen { life, ago: ago(now().saturating_sub(at.parse().ok()?)) })
}

fn path(agent: &Agent) -> Option<String> {
    let state = policy_request(None, None, false).state_directory()?;
    Some(format!("{state}/canary/seen-{}", agent.name))
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

fn ago(seconds: u64) -> String {
    let (count, unit) = match seconds {
        0..=59 => return "just now".to_owned(),
        60..=3599 => (seconds / 60, "minute"),
        3600..=86_399 => (seconds / 3600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    format!("{count} {unit}{} ago", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::ago;

    #[test]
    fn time_is_told_in_words() {
        let told = [0, 59, 60, 7199, 7200, 86_400, 900_000].map(ago);
        assert_eq!(
            told,
            ["just now", "just now", "1 minute ago", "1 hour ago", "2 hours ago", "1 day ago", "10 days ago"]
        );
    }
}
