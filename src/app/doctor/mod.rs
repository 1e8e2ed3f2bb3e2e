//! `runok doctor`: is the guard of each agent alive?
//!
//! Owns the order (look at what is registered, try it, remember what was seen of the real agent) and what is told. Refuses to
//! call a guard alive that nobody has seen stop something.

mod inspect;
mod live;
mod memory;
mod probe;
mod report;

use std::io;
use std::time::Duration;

use super::arguments::{Doctor, Format};
use super::init::machine;
use super::output::Output;
use crate::agent::health::Life;
use crate::agent::{AGENTS, Agent, matrix};
use crate::answer::exit::ExitStatus;
use inspect::Inspection;

/// What is known of one agent.
pub(crate) struct Diagnosis {
    /// Which.
    pub agent: &'static Agent,
    /// Is its guard alive?
    pub life: Life,
    /// The files in which runok is registered.
    pub files: Vec<String>,
    /// What speaks for that and what is to be done, each a sentence.
    pub findings: Vec<String>,
}

/// Looks at the agents, and lets a canary fly where that is asked for.
///
/// # Errors
/// When reading or writing the streams fails.
pub(crate) fn run(arguments: &Doctor, output: &mut Output) -> io::Result<ExitStatus> {
    if arguments.matrix {
        return output.document(&matrix()).map(|()| ExitStatus::Done);
    }
    let program = match machine::program() {
        Ok(program) => program.path,
        Err(why) => return refuse(&why, output),
    };
    if let Some(name) = &arguments.live {
        let Some(agent) = Agent::named(name) else { return refuse(&unknown(name), output) };
        return live(arguments, agent, &program, output);
    }
    let mut agents = Vec::new();
    for name in &arguments.agents {
        match Agent::named(name) {
            Some(agent) => agents.push(agent),
            None => return refuse(&unknown(name), output),
        }
    }
    let all = agents.is_empty();
    let agents = if all { AGENTS.to_vec() } else { agents };
    let inspections = agents.into_iter().map(|agent| inspect::inspect(agent, &program));
    let shown: Vec<Inspection> = inspections.filter(|found| !all || found.is_of_interest()).collect();
    let diagnoses: Vec<Diagnosis> = shown.iter().map(|found| found.with_memory(found.diagnose(&program))).collect();
    report::show(&diagnoses, arguments.format == Format::Json, output)?;
    // an agent that runok was never registered with is told of, and counts only where it was asked about
    let counted = shown.iter().zip(&diagnoses).filter(|(found, _)| !all || found.is_registered());
    let worst = counted.map(|(_, diagnosis)| diagnosis.life).max().unwrap_or(Life::Dormant);
    Ok(ExitStatus::Health(worst))
}

/// A canary for one agent.
fn live(arguments: &Doctor, agent: &'static Agent, program: &str, output: &mut Output) -> io::Result<ExitStatus> {
    let found = inspect::inspect(agent, program);
    let wait = Duration::from_secs(u64::from(arguments.wait));
    let flight = match live::fly(agent, program, wait, output) {
        Ok(flight) => flight,
        Err(error) => return refuse(&format!("the canary cannot fly: {error}"), output),
    };
    memory::remember(agent, flight.life, &found.digest());
    let mut diagnosis = found.diagnose(program);
    // what was seen stands over what the files say; that nothing was seen does not
    if flight.life != Life::Unknown {
        diagnosis.life = flight.life;
    }
    diagnosis.findings.insert(0, flight.told);
    let life = diagnosis.life;
    report::show(&[diagnosis], arguments.format == Format::Json, output)?;
    Ok(ExitStatus::Health(life))
}

fn unknown(name: &str) -> String {
    let names: Vec<&str> = AGENTS.iter().map(|agent| agent.name).collect();
    format!("there is no agent {name:?}; known are {}", names.join(", "))
}

fn refuse(why: &str, output: &mut Output) -> io::Result<ExitStatus> {
    output.complain(&format!("runok: {why}")).map(|()| ExitStatus::Unusable)
}
