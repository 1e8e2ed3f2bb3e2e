//! `runok policy`: which files apply, whether they are trusted, and every problem in them.
//!
//! Owns the gathering: conditions and expressions, which `check` compiles only when it needs them, are compiled here.
//! Refuses to repair.

use std::io;

use super::arguments::{Format, Policy as Arguments};
use super::facts::{own_directory, policy_request};
use super::output::Output;
use crate::answer::exit::ExitStatus;
use crate::answer::sanitize::Clean;
use crate::answer::{json, problems};
use crate::decision::when::Condition;
use crate::policy::{Loaded, Placed, Problem, load};

/// Shows what applies in the working directory.
///
/// # Errors
/// When writing fails.
pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> io::Result<ExitStatus> {
    let mut loaded = load::load(&policy_request(arguments.config.as_deref(), own_directory(), true));
    loaded.problems.extend(loaded.conditions.iter().filter_map(condition_problem));
    in_order(&mut loaded);
    match arguments.output_format {
        Format::Json => output.json(&json::policy(&loaded))?,
        Format::Text => show(&loaded, output)?,
    }
    Ok(if loaded.problems.is_empty() { ExitStatus::Done } else { ExitStatus::Unusable })
}

fn show(loaded: &Loaded, output: &mut Output) -> io::Result<()> {
    for source in &loaded.policy.sources {
        output.line(&problems::source(source))?;
    }
    for note in &loaded.policy.notes {
        output.line(&Clean::one_line(&format!("note: {note}")))?;
    }
    for warning in &loaded.warnings {
        output.line(&Clean::new(""))?;
        output.line(&Clean::one_line(&format!("warning: {}", problems::summary(warning))))?;
        problems::details(warning).iter().try_for_each(|line| output.line(line))?;
    }
    for problem in &loaded.problems {
        output.line(&Clean::new(""))?;
        output.line(&Clean::one_line(&problems::summary(problem)))?;
        problems::details(problem).iter().try_for_each(|line| output.line(line))?;
    }
    let count = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let rules = count(loaded.policy.rules.len(), "rule");
    let found = match loaded.problems.len() {
        0 => "no problems".to_owned(),
        problems => count(problems, "problem"),
    };
    output.line(&Clean::new(""))?;
    output.line(&Clean::one_line(&format!("{rules}, {found}")))
}

/// Problems in the order of the files, and of their lines.
fn in_order(loaded: &mut Loaded) {
    let sources = &loaded.policy.sources;
    let place = |file: &str| sources.iter().position(|source| source.name == file);
    loaded.problems.sort_by_key(|problem| (place(&problem.file), problem.line, problem.column));
}

/// What is wrong with a rule's condition, if something is.
fn condition_problem(condition: &Placed) -> Option<Problem> {
    let error = Condition::parse(&condition.text).err()?;
    let before = condition.text.get(..error.offset).map_or(0, |before| before.chars().count());
    let (column, place) = if condition.verbatim {
        (condition.column + before, String::new())
    } else {
        (condition.column, format!(", at its character {}", before + 1))
    };
    Some(Problem {
        file: condition.file.clone(),
        line: condition.line,
        column,
        text: condition.text.clone(),
        what: format!("`when` is not a condition: {}{place}", error.what),
        help: None,
    })
}
