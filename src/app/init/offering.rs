//! Offers the agents' own lists as rules: shows each with what it matches, asks, and adds them to the global policy.
//!
//! Owns how that looks. Refuses to add anything that was not shown.

use std::io;

use super::backup::{Backups, Record};
use super::file::Snapshot;
use super::rules::{self, Entry, Tried};
use super::{agreed, diff, refuse};
use crate::agent::Agent;
use crate::agent::registration::Surroundings;
use crate::answer::exit::ExitStatus;
use crate::answer::sanitize::Clean;
use crate::app::arguments::Init;
use crate::app::facts::policy_request;
use crate::app::output::Output;

/// The most entries without a rule that are shown of one agent's list; a longer list has more of the same.
const MAX_LEFT: usize = 20;

const FOR_TOOLS: &str =
    "Rules for tools that are no shell count where runok is asked about them: `runok init --tools`.";

/// Whose lists are offered, and where they are.
pub(super) struct Wanted<'a> {
    /// The agents.
    pub agents: &'a [&'static Agent],
    /// Those of programs that runok is not registered with too.
    pub others: bool,
    /// Where their files are.
    pub around: &'a Surroundings<'a>,
    /// Something about them changed just now, so that entries without a rule are told too.
    pub first: bool,
}

/// Offers what the lists of these agents come to.
///
/// # Errors
/// When reading or writing the streams fails.
pub(super) fn offer(
    arguments: &Init,
    wanted: &Wanted<'_>,
    backups: &Backups,
    output: &mut Output,
) -> io::Result<ExitStatus> {
    let Wanted { agents, others, around, first } = *wanted;
    let offers = match rules::offers(agents, others, around, &policy_request(None, None, false)) {
        Ok(offers) => offers,
        Err(why) => return refuse(&why, output),
    };
    for failure in &offers.failures {
        output.complain(&format!("runok: its list is not offered as rules: {failure}"))?;
    }
    if offers.change.is_some() || first {
        show(&offers.entries, output)?;
    }
    let for_tools = offers.entries.iter().any(|entry| entry.rule.as_ref().is_ok_and(Tried::is_for_tool));
    if for_tools && !arguments.tools {
        output.line(&Clean::new(FOR_TOOLS))?;
        output.line(&Clean::new(""))?;
    }
    let Some((snapshot, text)) = &offers.change else { return Ok(ExitStatus::Done) };
    for line in diff::lines(&snapshot.path, snapshot.text.as_deref(), Some(text)) {
        output.line(&Clean::new(&line))?;
    }
    output.line(&Clean::new(""))?;
    match agreed(arguments, "Add these rules?", output)? {
        Ok(()) => add(snapshot, text, backups, output),
        Err(status) => Ok(status),
    }
}

fn add(snapshot: &Snapshot, text: &str, backups: &Backups, output: &mut Output) -> io::Result<ExitStatus> {
    let record = Record { path: snapshot.path.clone(), created: snapshot.text.is_none(), ..Record::default() };
    let kept = backups.keep(&record, snapshot.text.as_deref());
    if let Err(why) = kept.and_then(|()| snapshot.replace(text, false).map(drop)) {
        return refuse(&format!("no rules were added: {why}"), output);
    }
    output.line(&Clean::one_line(&format!("rules added to {}", snapshot.path)))?;
    if snapshot.text.is_some() {
        let copy = backups.copy_of(&snapshot.path);
        output.line(&Clean::new(&format!("  as it was before: {}", Clean::one_line(&copy))))?;
    }
    Ok(ExitStatus::Done)
}

/// Shows each rule with what it matches and something that it does not, and each entry that becomes none with its reason.
fn show(entries: &[Entry], output: &mut Output) -> io::Result<()> {
    for entries in entries.chunk_by(|one, other| one.agent == other.agent) {
        let Some(first) = entries.first() else { continue };
        output.line(&Clean::one_line(&format!("What {} has in its own lists, as rules:", first.agent)))?;
        let mut left = Vec::new();
        for entry in entries {
            match &entry.rule {
                Ok(tried) => rule(entry, tried, output)?,
                Err(why) => left.push((entry, why)),
            }
        }
        for (entry, why) in left.iter().take(MAX_LEFT) {
            let line = format!("no rule for {} {}: {why}", entry.verdict.as_str(), entry.text);
            output.line(&Clean::new(&format!("  {}", Clean::one_line(&line))))?;
        }
        if left.len() > MAX_LEFT {
            output.line(&Clean::new(&format!("  no rule for {} more", left.len() - MAX_LEFT)))?;
        }
        output.line(&Clean::new(""))?;
    }
    Ok(())
}

fn rule(entry: &Entry, tried: &Tried, output: &mut Output) -> io::Result<()> {
    let matches: Vec<String> = tried.matches.iter().map(ToString::to_string).collect();
    let lines = [
        format!("{}: '{}'   (from {})", entry.verdict.as_str(), tried.pattern, entry.text),
        tried.when.as_ref().map(|when| format!("  when            {when}")).unwrap_or_default(),
        format!("  matches         {}", matches.join(" | ")),
        tried.misses.as_ref().map(|line| format!("  does not match  {line}")).unwrap_or_default(),
    ];
    for line in lines.iter().filter(|line| !line.is_empty()) {
        output.line(&Clean::new(&format!("  {}", Clean::new(&line.replace(['\n', '\r'], " ")))))?;
    }
    Ok(())
}
