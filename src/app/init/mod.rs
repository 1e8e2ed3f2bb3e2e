//! `runok init`: registers runok with coding agents, and takes it out again.
//!
//! Owns the order: find the agents, show every change, ask, write, say what is left to do. Refuses to write anything that was
//! not shown, and to ask where nobody can answer.

mod apply;
mod backup;
mod diff;
mod file;
mod listing;
pub(super) mod machine;
mod offering;
mod plan;
mod policy_text;
mod rules;

use std::io;

use super::arguments::Init;
use super::confirm;
use super::facts::{own_directory, policy_request};
use super::output::Output;
use crate::agent::{AGENTS, Agent};
use crate::answer::exit::ExitStatus;
use crate::answer::sanitize::Clean;
use crate::policy::load::ROLE_EMBEDDED;
use crate::policy::{AskWithoutPrompt, load, names};
use backup::Backups;
use offering::Wanted;
use plan::{Change, Planner};

const NO_TERMINAL: &str = "nothing was changed: there is no terminal to ask at. Give --yes to change this without a \
    question, or --dry-run to only look";

const NO_STATE: &str = "there is no place for backups: neither XDG_STATE_HOME nor HOME is set to an absolute path";

/// What a run has found out before anything is shown.
struct Plans {
    changes: Vec<Change>,
    /// Agents where nothing has to change.
    settled: Vec<&'static Agent>,
    /// What cannot be done, each a sentence.
    failures: Vec<String>,
}

/// Registers runok, takes it out, or lists the agents.
///
/// # Errors
/// When reading or writing the streams fails.
pub(crate) fn run(arguments: &Init, output: &mut Output) -> io::Result<ExitStatus> {
    let around = machine::surroundings();
    let Some(state) = policy_request(None, None, false).state_directory() else { return refuse(NO_STATE, output) };
    let backups = Backups::within(&state);
    let planner = Planner {
        around: &around,
        backups: &backups,
        project: arguments.project,
        tools: arguments.tools,
        rewrites: rewrites(),
    };
    if arguments.list {
        return listing::show(&planner, output).map(|()| ExitStatus::Done);
    }
    let agents = match named(&arguments.agents) {
        Ok(agents) if agents.is_empty() => here(&planner, arguments.uninstall),
        Ok(agents) => agents,
        Err(why) => return refuse(&why, output),
    };
    if agents.is_empty() {
        return nobody(arguments, output);
    }
    let plans = match plans(arguments, &planner, &agents) {
        Ok(plans) => plans,
        Err(why) => return refuse(&why, output),
    };
    if let (false, Some(warning)) = (arguments.uninstall, plans.1) {
        output.complain(&format!("runok: warning: {warning}"))?;
    }
    if arguments.tools && !arguments.uninstall {
        for agent in agents.iter().filter(|agent| !agent.registration.tools.is_empty()) {
            output.line(&Clean::one_line(&format!("{}: {}", agent.title, agent.registration.tools)))?;
        }
    }
    let status = carry_out(arguments, &plans.0, &backups, output)?;
    let registered = !arguments.uninstall && status == ExitStatus::Done;
    if let Some(hint) = registered.then(about_embedded).flatten() {
        output.line(&Clean::one_line(&hint))?;
    }
    if arguments.uninstall || arguments.no_rules || arguments.project {
        return Ok(status);
    }
    let first = !plans.0.changes.is_empty();
    let wanted = Wanted { agents: &agents, others: arguments.agents.is_empty(), around: &around, first };
    offering::offer(arguments, &wanted, &backups, output).map(|offered| status.and(offered))
}

/// Does the policy that applies here rewrite commands where an agent cannot ask?
fn rewrites() -> bool {
    let loaded = load::load(&policy_request(None, own_directory(), false));
    loaded.policy.ask_without_prompt == Some(AskWithoutPrompt::Wrapper)
}

/// Where nothing but the embedded policy applies: what it leaves out, and how to have that too.
fn about_embedded() -> Option<String> {
    let request = policy_request(None, own_directory(), false);
    let loaded = load::load(&request);
    let embedded = loaded.policy.sources.iter().any(|source| source.role == ROLE_EMBEDDED);
    let path = request.global_file().filter(|_| embedded)?;
    Some(format!(
        "The embedded policy allows what only looks, and asks about the rest. To allow building, testing and editing the \
         project too, write `extends: [builtin:default, builtin:dev]` into {path}"
    ))
}

fn refuse(why: &str, output: &mut Output) -> io::Result<ExitStatus> {
    output.complain(&format!("runok: {why}")).map(|()| ExitStatus::Unusable)
}

fn named(names: &[String]) -> Result<Vec<&'static Agent>, String> {
    let mut agents: Vec<&'static Agent> = Vec::new();
    for name in names {
        let known = || AGENTS.iter().flat_map(|agent| std::iter::once(agent.name).chain(agent.aliases.iter().copied()));
        let agent = Agent::named(name).ok_or_else(|| {
            let nearest = names::did_you_mean(name, known()).unwrap_or_default();
            format!("there is no agent {name:?}; {nearest}")
        })?;
        if !agents.iter().any(|other| other.name == agent.name) {
            agents.push(agent);
        }
    }
    Ok(agents)
}

/// The agents that a run without names is about: those that are used here, or those that runok is registered with.
fn here(planner: &Planner<'_>, uninstall: bool) -> Vec<&'static Agent> {
    let all = AGENTS.iter().copied();
    if uninstall {
        return all.filter(|agent| !planner.registered(agent).is_empty()).collect();
    }
    let has_files = |agent: &&Agent| !planner.project || !agent.registration.project.is_empty();
    all.filter(has_files).filter(|agent| machine::shows(agent.registration.signs, planner.around)).collect()
}

fn nobody(arguments: &Init, output: &mut Output) -> io::Result<ExitStatus> {
    if arguments.uninstall {
        output.line(&Clean::new("nothing to do: runok is registered with no agent"))?;
        return Ok(ExitStatus::Done);
    }
    let names: Vec<&str> = AGENTS.iter().map(|agent| agent.name).collect();
    refuse(&format!("no agent was found here. Name one to register with it all the same: {}", names.join(", ")), output)
}

/// The plans, and a warning about the path of runok.
fn plans(
    arguments: &Init,
    planner: &Planner<'_>,
    agents: &[&'static Agent],
) -> Result<(Plans, Option<String>), String> {
    let program = if arguments.uninstall { None } else { Some(machine::program()?) };
    let mut plans = Plans { changes: Vec::new(), settled: Vec::new(), failures: Vec::new() };
    for agent in agents {
        let (changes, failures) = match &program {
            Some(program) => match planner.register(agent, &program.path) {
                Ok(changes) => (changes, Vec::new()),
                Err(why) => (Vec::new(), vec![format!("nothing was changed: {why}")]),
            },
            None => planner.unregister(agent),
        };
        if changes.is_empty() && failures.is_empty() {
            plans.settled.push(agent);
        }
        plans.changes.extend(changes);
        plans.failures.extend(failures.iter().map(|why| format!("{}: {why}", agent.title)));
    }
    Ok((plans, program.and_then(|program| program.warning)))
}

fn carry_out(arguments: &Init, plans: &Plans, backups: &Backups, output: &mut Output) -> io::Result<ExitStatus> {
    for agent in &plans.settled {
        let state = if arguments.uninstall { "not registered" } else { "registered already" };
        output.line(&Clean::one_line(&format!("{}: nothing to do, {state}", agent.title)))?;
    }
    for change in &plans.changes {
        show(change, output)?;
    }
    for failure in &plans.failures {
        output.complain(&format!("runok: {failure}"))?;
    }
    let failed = if plans.failures.is_empty() { ExitStatus::Done } else { ExitStatus::Unusable };
    if plans.changes.is_empty() {
        return Ok(failed);
    }
    let question = if plans.changes.len() == 1 { "Change this file?" } else { "Change these files?" };
    Ok(failed.and(match agreed(arguments, question, output)? {
        Ok(()) => write(arguments, plans, backups, output)?,
        Err(status) => status,
    }))
}

/// Whether to write what was shown; if not, how that ends.
fn agreed(arguments: &Init, question: &str, output: &mut Output) -> io::Result<Result<(), ExitStatus>> {
    if arguments.dry_run {
        return Ok(Err(ExitStatus::Done));
    }
    if arguments.yes {
        return Ok(Ok(()));
    }
    if !confirm::is_possible(output) {
        return refuse(NO_TERMINAL, output).map(Err);
    }
    if confirm::ask(question, output)? {
        return Ok(Ok(()));
    }
    output.line(&Clean::new("nothing was changed"))?;
    Ok(Err(ExitStatus::Unusable))
}

fn show(change: &Change, output: &mut Output) -> io::Result<()> {
    let (before, after) = (change.before.text.as_deref(), change.after.as_deref());
    for line in diff::lines(&change.before.path, before, after) {
        output.line(&Clean::new(&line))?;
    }
    output.line(&Clean::new(""))
}

/// Makes the changes, agent by agent, and says what is left to do for each.
fn write(arguments: &Init, plans: &Plans, backups: &Backups, output: &mut Output) -> io::Result<ExitStatus> {
    let mut status = ExitStatus::Done;
    for changes in plans.changes.chunk_by(|one, other| one.agent.name == other.agent.name) {
        let Some(agent) = changes.first().map(|change| change.agent) else { continue };
        match apply::apply_all(changes, backups) {
            Ok(()) => tell(arguments, agent, changes, backups, output)?,
            Err(why) => {
                output.complain(&format!("runok: {}: {why}", agent.title))?;
                status = ExitStatus::Unusable;
            }
        }
    }
    if !arguments.uninstall && status == ExitStatus::Done {
        output.line(&Clean::new("`runok doctor` looks whether it works."))?;
    }
    Ok(status)
}

fn tell(arguments: &Init, agent: &Agent, changes: &[Change], backups: &Backups, output: &mut Output) -> io::Result<()> {
    let done = if arguments.uninstall { "runok is out of" } else { "registered in" };
    for change in changes {
        let path = &change.before.path;
        output.line(&Clean::one_line(&format!("{}: {done} {path}", agent.title)))?;
        let kept = change.record.as_ref().is_some_and(|record| !record.created);
        if kept && (change.keeps || arguments.uninstall) {
            output.line(&Clean::new(&format!("  as it was before: {}", Clean::one_line(&backups.copy_of(path)))))?;
        }
    }
    if !arguments.uninstall {
        for step in agent.registration.by_hand {
            output.line(&Clean::new(&format!("  {step}")))?;
        }
    }
    Ok(())
}
