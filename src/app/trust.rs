//! `runok trust`: a person says that a project's policy counts in full.
//!
//! Owns the question. Refuses to take an answer from anything but a terminal, and to ask before it has shown what the answer
//! would add.

use std::io;
use std::path::Path;

use super::arguments::Trust;
use super::confirm;
use super::facts::{own_directory, policy_request, request_directory};
use super::output::Output;
use crate::answer::exit::ExitStatus;
use crate::answer::problems;
use crate::answer::sanitize::Clean;
use crate::policy::Source;
use crate::policy::load::{self, LoadRequest, ROLE_EMBEDDED};
use crate::policy::trust::{self, Plan};

const NO_TERMINAL: &str = "trust is given at a terminal, by a person. For CI and containers, name the directory \
    under `trusted:` in the global policy";

const DISPLACES: &str = "builtin:default, which applies as long as no policy counts in full, would no longer apply; \
    `extends: [builtin:default]` in the file keeps it";

/// Shows, asks, and remembers.
///
/// # Errors
/// When reading or writing fails.
pub(crate) fn run(arguments: &Trust, output: &mut Output) -> io::Result<ExitStatus> {
    let done = match directory(arguments.directory.as_deref()) {
        Ok(directory) => {
            let request = policy_request(None, Some(directory), true);
            match (arguments.list, arguments.revoke) {
                (true, _) => list(&request, output)?,
                (false, true) => revoke(&request, output)?,
                (false, false) => grant(&request, output)?,
            }
        }
        Err(why) => Err(why),
    };
    match done {
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

fn list(request: &LoadRequest, output: &mut Output) -> Done {
    match trust::list(request) {
        Ok(files) => {
            files.iter().try_for_each(|file| output.line(&Clean::one_line(file)))?;
            Ok(Ok(ExitStatus::Done))
        }
        Err(error) => Ok(Err(error.to_string())),
    }
}

fn revoke(request: &LoadRequest, output: &mut Output) -> Done {
    let said = match trust::revoke(request) {
        Ok(true) => "the policy of this project is not trusted any more",
        Ok(false) => "the policy of this project was not trusted",
        Err(error) => return Ok(Err(error.to_string())),
    };
    output.line(&Clean::one_line(said)).map(|()| Ok(ExitStatus::Done))
}

fn grant(request: &LoadRequest, output: &mut Output) -> Done {
    let plan = match trust::plan(request) {
        Ok(plan) => plan,
        Err(error) => return Ok(Err(error.to_string())),
    };
    if plan.trusted {
        output.line(&Clean::one_line(&format!("{} is trusted already", plan.project)))?;
        return Ok(Ok(ExitStatus::Done));
    }
    show(&plan, output)?;
    if displaces_the_embedded(request) {
        output.line(&Clean::one_line(DISPLACES))?;
    }
    if !confirm::is_possible(output) {
        return Ok(Err(NO_TERMINAL.to_owned()));
    }
    if !confirm::ask("Trust it?", output)? {
        output.line(&Clean::one_line("nothing was changed"))?;
        return Ok(Ok(ExitStatus::Unusable));
    }
    match trust::grant(request, &plan) {
        Ok(()) => output.line(&Clean::one_line(&format!("{} is trusted", plan.project))).map(|()| Ok(ExitStatus::Done)),
        Err(error) => Ok(Err(error.to_string())),
    }
}

/// Does the embedded policy apply now, and would it not where the project is trusted?
fn displaces_the_embedded(request: &LoadRequest) -> bool {
    let sources = load::load(request).policy.sources;
    let stays = |source: &Source| source.name == "builtin:default" && source.role != ROLE_EMBEDDED;
    sources.iter().any(|source| source.role == ROLE_EMBEDDED) && !sources.iter().any(stays)
}

fn show(plan: &Plan, output: &mut Output) -> io::Result<()> {
    output.line(&Clean::one_line(&format!("Trusting {} would add:", plan.project)))?;
    for addition in &plan.adds {
        let text = format!("{}  ({}:{})", addition.text, addition.file, addition.line);
        output.line(&Clean::new(&format!("  {}", Clean::one_line(&text))))?;
    }
    if plan.adds.is_empty() {
        output.line(&Clean::new("  nothing"))?;
    }
    for problem in &plan.problems {
        output.line(&Clean::one_line(&format!("problem: {}", problems::summary(problem))))?;
    }
    output.line(&Clean::one_line("It would be trusted as long as these files stay as they are:"))?;
    plan.files.iter().try_for_each(|file| output.line(&Clean::new(&format!("  {}", Clean::one_line(file)))))
}
