//! `runok completions`: a script that completes this program's arguments in a shell.
//!
//! Owns the printing, and that the names of agents are completed; the rest is made from the table of the arguments.

use std::io;

use clap::Command;
use clap::builder::PossibleValuesParser;

use super::arguments::{self, Completions};
use super::output::Output;
use crate::agent::AGENTS;
use crate::answer::exit::ExitStatus;

/// Prints the script.
///
/// # Errors
/// When writing fails.
pub(crate) fn run(arguments: &Completions, output: &mut Output) -> io::Result<ExitStatus> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut with_agents(arguments::table()), "runok", &mut script);
    output.document(&String::from_utf8_lossy(&script)).map(|()| ExitStatus::Done)
}

/// The arguments that name an agent, each of which is read by what it is for (any name is an answer of `hook`).
const OF_AGENTS: [(&str, &str); 4] = [("hook", "agent"), ("init", "agents"), ("doctor", "agents"), ("doctor", "live")];

/// The same arguments, those of agents with the names that are known.
fn with_agents(mut table: Command) -> Command {
    // a subcommand's own arguments are made when it is needed
    table.build();
    let names = || PossibleValuesParser::new(AGENTS.iter().map(|agent| agent.name));
    OF_AGENTS.into_iter().fold(table, |table, (command, argument)| {
        table.mut_subcommand(command, |command| {
            command.mut_arg(argument, |argument| argument.default_value(None).value_parser(names()))
        })
    })
}
