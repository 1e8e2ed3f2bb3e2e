//! Which agents are known, used here, registered.
//!
//! Owns the layout of that list.

use std::io;

use super::machine;
use super::plan::Planner;
use crate::agent::AGENTS;
use crate::answer::sanitize::Clean;
use crate::app::output::Output;

/// Shows the list: a line for each agent.
///
/// # Errors
/// When writing fails.
pub(super) fn show(planner: &Planner<'_>, output: &mut Output) -> io::Result<()> {
    let width = AGENTS.iter().map(|agent| agent.name.len()).max().unwrap_or(0);
    for agent in AGENTS {
        let registered = planner.registered(agent);
        let state = match (registered.is_empty(), machine::shows(agent.registration.signs, planner.around)) {
            (false, _) => format!("registered in {}", registered.join(", ")),
            (true, true) => "used here, not registered".to_owned(),
            (true, false) => "not found here".to_owned(),
        };
        let line = format!("{:width$}  {}: {state}", agent.name, agent.title);
        output.line(&Clean::one_line(&line))?;
    }
    Ok(())
}
