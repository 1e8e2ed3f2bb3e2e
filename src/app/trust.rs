//! `runok trust`: a person says that a project's policy counts in full.
//!
//! Owns the question. Refuses to take an answer from anything but a terminal, and to ask before it has shown what the answer
//! would add.

use std::io::{self, BufRead, IsTerminal};
use std::path::Path;

use super::arguments::Trust;
use super::facts::{own_directory, request_directory};
use super::output::Output;
use super::rooms::{self, TrustPlan};
use crate::answer::exit::ExitStatus;
use crate::answer::sanitize::Clean;

/// The longest answer that is read, in bytes.
const MAX_ANSWER_BYTES: u64 = 1024;

const NO_TERMINAL: &str = "runok: trust is given at a terminal, by a person. For CI and containers, name the directory \
    under `trusted:` in the global policy";

/// Shows, asks, and remembers.
///
/// # Errors
/// When reading or writing fails.
pub(crate) fn run(arguments: &Trust, output: &mut Output) -> io::Result<ExitStatus> {
    let done = if arguments.list {
        list(output)
    } else {
        match directory(arguments.directory.as_deref()) {
            Ok(directory) if arguments.revoke => revoke(&directory, output),
            Ok(directory) => grant(&directory, output),
            Err(why) => Ok(Err(why)),
        }
    };
    match done? {
        Ok(status) => Ok(status),
        Err(why) => output.complain(&format!("runok: {why}")).map(|()| ExitStatus::Unusable),
    }
}

/// What came of it, or why nothing did; the outer error is that of writing.
type Done = io::Result<Result<ExitStatus, String>>;

fn directory(named: Option<&Path>) -> Result<String, String> {
    match named {
        Some(path) => request_directory(path.to_str().ok_or("the directory's name is not text")?),
        None => own_directory().ok_or_else(|| "the working directory is not known".to_owned()),
    }
}

fn list(output: &mut Output) -> Done {
    match rooms::trust_list() {
        Ok(files) => {
            files.iter().try_for_each(|file| output.line(&Clean::one_line(file)))?;
            Ok(Ok(ExitStatus::Done))
        }
        Err(why) => Ok(Err(why)),
    }
}

fn revoke(directory: &str, output: &mut Output) -> Done {
    let said = match rooms::trust_revoke(directory) {
        Ok(true) => "the policy of this project is not trusted any more",
        Ok(false) => "the policy of this project was not trusted",
        Err(why) => return Ok(Err(why)),
    };
    output.line(&Clean::one_line(said)).map(|()| Ok(ExitStatus::Done))
}

fn grant(directory: &str, output: &mut Output) -> Done {
    let plan = match rooms::trust_plan(directory) {
        Ok(Some(plan)) => plan,
        Ok(None) => return Ok(Err("no project policy applies in this directory".to_owned())),
        Err(why) => return Ok(Err(why)),
    };
    if plan.trusted {
        output.line(&Clean::one_line(&format!("{} is trusted already", plan.file)))?;
        return Ok(Ok(ExitStatus::Done));
    }
    show(&plan, output)?;
    if !io::stdin().is_terminal() || !output.is_terminal() {
        output.complain(NO_TERMINAL)?;
        return Ok(Ok(ExitStatus::Unusable));
    }
    if !confirmed(output)? {
        output.line(&Clean::one_line("nothing was changed"))?;
        return Ok(Ok(ExitStatus::Unusable));
    }
    match rooms::trust_grant(&plan) {
        Ok(()) => output.line(&Clean::one_line(&format!("{} is trusted", plan.file))).map(|()| Ok(ExitStatus::Done)),
        Err(why) => Ok(Err(why)),
    }
}

fn show(plan: &TrustPlan, output: &mut Output) -> io::Result<()> {
    output.line(&Clean::one_line(&format!("Trusting {} would add:", plan.file)))?;
    for line in &plan.adds {
        output.line(&Clean::new(&format!("  {}", Clean::one_line(line))))?;
    }
    output.line(&Clean::one_line("It would be trusted as long as these files stay as they are:"))?;
    plan.files.iter().try_for_each(|file| output.line(&Clean::new(&format!("  {}", Clean::one_line(file)))))
}

/// Asks; only a clear yes is one.
fn confirmed(output: &mut Output) -> io::Result<bool> {
    output.line(&Clean::one_line("Trust it? [y/N]"))?;
    output.flush()?;
    let mut answer = String::new();
    io::Read::take(io::stdin().lock(), MAX_ANSWER_BYTES).read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes"))
}
