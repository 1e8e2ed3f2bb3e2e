//! `runok policy`: which files apply, whether they are trusted, and every problem in them.
//!
//! Owns what is shown of it. Refuses to repair.

use std::io;

use super::arguments::{Format, Policy as Arguments};
use super::facts::{own_directory, policy_request};
use super::output::Output;
use super::thorough;
use crate::answer::exit::ExitStatus;
use crate::answer::sanitize::Clean;
use crate::answer::{json, problems};
use crate::policy::{Loaded, load};

/// Shows what applies in the working directory.
///
/// # Errors
/// When writing fails.
pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> io::Result<ExitStatus> {
    let mut loaded = load::load(&policy_request(arguments.config.as_deref(), own_directory(), true));
    thorough::complete(&mut loaded);
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
    let warnings = loaded.warnings.iter().map(problems::warning);
    for lines in warnings.chain(loaded.problems.iter().map(problems::problem)) {
        output.line(&Clean::new(""))?;
        lines.iter().try_for_each(|line| output.line(line))?;
    }
    // those that always apply are nobody's to count
    let own = loaded.policy.rules.iter().filter(|(_, rule)| !rule.where_known).count();
    let rules = problems::counted(own, "rule");
    let found = match loaded.problems.len() {
        0 => "no problems".to_owned(),
        count => problems::counted(count, "problem"),
    };
    output.line(&Clean::new(""))?;
    output.line(&Clean::one_line(&format!("{rules}, {found}")))
}
