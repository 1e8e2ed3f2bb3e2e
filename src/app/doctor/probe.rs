#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "edge: starts the hook as the agent would, by the clock"
)]
//! The registered command, started as the agent would start it.
//!
//! Owns that one exchange: the payload of a canary in, a refusal on record. Refuses to conclude from it that the agent heeds
//! the answer.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::agent::Agent;
use crate::app::canary;
use crate::app::facts::own_directory;

/// How long the hook may take: as long as an agent waits for it.
const WAIT: Duration = Duration::from_secs(crate::agent::registration::TIMEOUT_SECONDS as u64);

/// How often it is looked at.
const PAUSE: Duration = Duration::from_millis(5);

/// Starts the command of a registration with a canary.
///
/// # Errors
/// A sentence: it did not refuse the canary.
pub(super) fn try_out(words: &[String], agent: &Agent, program: &str) -> Result<(), String> {
    let nonce = canary::release().map_err(|error| format!("it cannot be tried: {error}"))?;
    let tried = exchange(words, agent, &format!("{program} canary {nonce}"));
    let record = canary::recorded(&nonce);
    canary::forget(&nonce);
    tried?;
    if record.iter().any(|line| line.starts_with("refused ")) {
        return Ok(());
    }
    Err(format!("{} does not refuse what it has to refuse; is it this version of runok?", words.join(" ")))
}

fn exchange(words: &[String], agent: &Agent, command: &str) -> Result<(), String> {
    let Some((program, arguments)) = words.split_first() else { return Err("it names no program".to_owned()) };
    let payload = agent.health.payload(command, &own_directory().unwrap_or_else(|| "/".to_owned()));
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("{program} cannot be started: {error}"))?;
    if let Some(mut stdin) = child.stdin.take() {
        // a program that is not runok may not read it
        let _ = stdin.write_all(payload.as_bytes());
    }
    let start = Instant::now();
    while start.elapsed() < WAIT {
        match child.try_wait() {
            Ok(None) => std::thread::sleep(PAUSE),
            Ok(Some(_)) => return Ok(()),
            Err(error) => return Err(error.to_string()),
        }
    }
    let _ = child.kill();
    let _ = child.wait();
    Err(format!("{program} gives no answer within {} s", WAIT.as_secs()))
}
