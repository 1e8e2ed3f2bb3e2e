//! `runok policy`: which files apply, whether they are trusted, and every problem in them.
//!
//! Owns the gathering: conditions and expressions, which `check` compiles only when it needs them, are compiled here.
//! Refuses to repair.

use std::io;

use super::arguments::{Format, Policy as Arguments};
use super::facts::own_directory;
use super::output::Output;
use super::rooms::{self, Loaded};
use crate::answer::exit::ExitStatus;
use crate::answer::sanitize::Clean;
use crate::answer::{json, problems};
use crate::decision::when::Condition;
use crate::policy::{Problem, Rule};

/// Shows what applies in the working directory.
///
/// # Errors
/// When writing fails.
pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> io::Result<ExitStatus> {
    let loaded = rooms::load(arguments.config.as_deref(), own_directory().as_deref());
    let mut problems = loaded.problems.clone();
    problems.extend(loaded.policy.rules.iter().filter_map(condition_problem));
    match arguments.output_format {
        Format::Json => output.json(&json::policy(&loaded.policy.sources, &problems, &notes(&loaded)))?,
        Format::Text => show(&loaded, &problems, output)?,
    }
    Ok(if problems.is_empty() { ExitStatus::Done } else { ExitStatus::Unusable })
}

fn show(loaded: &Loaded, problems: &[Problem], output: &mut Output) -> io::Result<()> {
    for source in &loaded.policy.sources {
        output.line(&problems::source(source))?;
    }
    for note in notes(loaded) {
        output.line(&Clean::one_line(&format!("note: {note}")))?;
    }
    for problem in problems {
        output.line(&Clean::new(""))?;
        problems::lines(problem).iter().try_for_each(|line| output.line(line))?;
    }
    let summary = match problems.len() {
        0 => format!("{} rules, no problems", loaded.policy.rules.len()),
        1 => "1 problem: until it is repaired, nothing is allowed".to_owned(),
        count => format!("{count} problems: until they are repaired, nothing is allowed"),
    };
    output.line(&Clean::new(""))?;
    output.line(&Clean::one_line(&summary))
}

fn notes(loaded: &Loaded) -> Vec<String> {
    loaded.policy.notes.iter().cloned().chain(loaded.warnings.iter().map(problems::summary)).collect()
}

/// What is wrong with a rule's condition, if something is.
fn condition_problem(rule: &Rule) -> Option<Problem> {
    let text = rule.when.as_ref()?;
    let error = Condition::parse(text).err()?;
    let column = text.get(..error.offset).map_or(1, |before| before.chars().count() + 1);
    Some(Problem {
        file: rule.file.clone(),
        line: rule.line,
        column: 1,
        text: text.clone(),
        what: format!("`when` of this rule is not a condition: {} (at character {column})", error.what),
        help: None,
    })
}
