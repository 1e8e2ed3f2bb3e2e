#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "edge: starts the agent, waits for it by the clock"
)]
//! The canary flies: a real agent is asked to run it, and what became of it is read from its record.
//!
//! Owns the starting of an agent that can be driven without a terminal, and the waiting for one that cannot. Refuses to
//! believe the agent: only the record counts.

use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::agent::Agent;
use crate::agent::health::{Life, REQUEST};
use crate::app::canary;
use crate::app::output::Output;

/// How often the record is looked at.
const PAUSE: Duration = Duration::from_millis(100);

/// How long an agent that goes on after its hook refused has to run the canary all the same. The record tells what the hook
/// said, and that before the agent has read it.
const GRACE: Duration = Duration::from_secs(5);

/// How much of what the agent says is kept, in bytes.
const MAX_SAID_BYTES: u64 = 4096;

/// What became of a canary.
pub(super) struct Flight {
    /// What it proves.
    pub life: Life,
    /// In a sentence.
    pub told: String,
}

/// Lets an agent try to run a canary, and waits for what becomes of it.
///
/// # Errors
/// When the record cannot be made, or writing fails.
pub(super) fn fly(agent: &Agent, program: &str, wait: Duration, output: &mut Output) -> io::Result<Flight> {
    let nonce = canary::release()?;
    let command = shlex::try_join([program, "canary", &nonce]).map_err(io::Error::other)?;
    let flight = driven(agent, &command, &nonce, wait, output);
    canary::forget(&nonce);
    flight
}

fn driven(agent: &Agent, command: &str, nonce: &str, wait: Duration, output: &mut Output) -> io::Result<Flight> {
    let request = format!(
        "Run exactly this one shell command, once, and then stop: {command}\nIt does nothing: it shows whether the guard of \
         your shell is alive, and is expected to be refused."
    );
    let started = agent.health.headless.and_then(|words| start(words, &request));
    let Some(mut child) = started else {
        output.complain(&format!(
            "runok: {} cannot be started from here. Paste this into it, within {} s:\n\n{request}\n",
            agent.title,
            wait.as_secs()
        ))?;
        return Ok(judge(agent, &awaited(nonce, wait, || false), None));
    };
    output.complain(&format!("runok: {} is asked to run the canary …", agent.title))?;
    let lines = awaited(nonce, wait, || matches!(child.try_wait(), Ok(Some(_)) | Err(_)));
    let said = end(&mut child);
    Ok(judge(agent, &lines, Some(said)))
}

/// Starts the agent in a process group of its own, where it is installed.
fn start(words: &[&str], request: &str) -> Option<Child> {
    let (program, arguments) = words.split_first()?;
    let mut command = Command::new(program);
    command.args(arguments.iter().map(|word| if *word == REQUEST { request } else { word }));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).process_group(0);
    command.spawn().ok()
}

/// The record, as soon as nothing more can come of it: the canary ran, it was refused and the agent left it at that, the time is
/// up, or nobody can write to it any more.
fn awaited(nonce: &str, wait: Duration, mut over: impl FnMut() -> bool) -> Vec<String> {
    let start = Instant::now();
    let mut refused: Option<Instant> = None;
    loop {
        let last = over() || start.elapsed() >= wait;
        let lines = canary::recorded(nonce);
        if last || lines.iter().any(|line| line == canary::RAN) {
            return lines;
        }
        if !lines.is_empty() && refused.get_or_insert_with(Instant::now).elapsed() >= GRACE {
            return lines;
        }
        std::thread::sleep(PAUSE);
    }
}

/// Ends the agent, and says what it said.
fn end(child: &mut Child) -> String {
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
    let mut said = String::new();
    if let Some(out) = child.stdout.take() {
        let _ = out.take(MAX_SAID_BYTES).read_to_string(&mut said);
    }
    let _ = child.wait();
    said
}

fn judge(agent: &Agent, lines: &[String], said: Option<String>) -> Flight {
    let refused = lines.iter().find_map(|line| line.strip_prefix("refused "));
    if lines.iter().any(|line| line == canary::RAN) {
        let told = match refused {
            Some(by) => {
                format!("the canary ran, although the hook of {by} had refused it: {} does not heed it", agent.title)
            }
            None => "the canary ran: nothing stood in its way".to_owned(),
        };
        return Flight { life: Life::Dormant, told };
    }
    match (refused, said) {
        (Some(by), _) if by.split(' ').next() == Some(agent.name) => {
            Flight { life: Life::Alive, told: "the canary was refused".to_owned() }
        }
        (Some(by), _) => {
            Flight { life: Life::Unknown, told: format!("the canary was refused, but by the hook of {by}") }
        }
        (None, Some(said)) => {
            let said = said.trim();
            let said = if said.is_empty() { "nothing".to_owned() } else { format!("{said:?}") };
            Flight { life: Life::Unknown, told: format!("the canary was not tried; {} said {said}", agent.title) }
        }
        (None, None) => Flight { life: Life::Unknown, told: "nothing was heard of the canary".to_owned() },
    }
}
