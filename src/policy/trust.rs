//! Whether a project's own policy counts in full.
//!
//! Owns the decision and what a person is shown before it: a project is trusted by its path and a digest over its policy
//! files, everything local that they extend and every file of the project that an executor names. Any change asks again.
//! Refuses to ask the person (the command does), and to keep the list (`store` does).

mod digest;
mod shown;
mod store;

use super::compile::Findings;
use super::load::{LoadRequest, Project, ProjectUnit, Stamp, open};
use super::{Placed, Problem, paths};
use store::Store;

/// What trusting a project would mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The project's policy file, links in its directory followed: the name under which it is kept.
    pub project: String,
    /// Every file that the digest covers.
    pub files: Vec<String>,
    /// What counts only when the project is trusted, as it is written: `allow: git push *`, `executor: python3 x.py`.
    pub adds: Vec<Placed>,
    /// What is wrong with the files.
    pub problems: Vec<Problem>,
    /// These very files are trusted already.
    pub trusted: bool,
    digest: String,
}

/// Why a project cannot be trusted, as a sentence without a full stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrustError(pub String);

impl std::fmt::Display for TrustError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for TrustError {}

/// What it would mean to trust the project of the working directory.
///
/// # Errors
/// There is no project with a policy, or its files cannot be read in full.
pub fn plan(request: &LoadRequest) -> Result<Plan, TrustError> {
    let mut findings = Findings::default();
    let cwd = request.cwd.as_deref().ok_or_else(|| TrustError("the working directory is not known".to_owned()))?;
    let found = Project::find(cwd, request.home(), &mut findings).into_iter().next();
    let project = found.ok_or_else(|| TrustError(format!("there is no runok.yml in {cwd} or above it")))?;
    let unit = project.read(request.settings(), &mut findings);
    let digest = digest::digest(&unit).map_err(TrustError)?;
    let name = key(&unit);
    if name.contains('\n') {
        return Err(TrustError("the path of the policy holds a line break".to_owned()));
    }
    let store = Store::read(&state_directory(request)?, &mut findings);
    findings.problems.extend(unit.problems().iter().cloned());
    Ok(Plan {
        trusted: store.holds(&name, &digest.value),
        project: name,
        files: digest.files,
        adds: unit.files().flat_map(shown::additions).collect(),
        problems: findings.problems,
        digest: digest.value,
    })
}

/// Trusts a project as it was when it was planned: if a file has changed since, that is not trusted.
///
/// # Errors
/// The list could not be written, or is not private.
pub fn grant(request: &LoadRequest, plan: &Plan) -> Result<(), TrustError> {
    store::set(&state_directory(request)?, &plan.project, Some(&plan.digest)).map_err(TrustError)
}

/// Takes the trust in the project of the working directory back. Says whether it was trusted, in any version.
///
/// # Errors
/// There is no such project, or the list could not be written.
pub fn revoke(request: &LoadRequest) -> Result<bool, TrustError> {
    let cwd = request.cwd.as_deref().ok_or_else(|| TrustError("the working directory is not known".to_owned()))?;
    let mut findings = Findings::default();
    let found = Project::find(cwd, request.home(), &mut findings).into_iter().next();
    if let Some(problem) = findings.problems.pop() {
        return Err(TrustError(format!("{}: {}", problem.file, problem.what)));
    }
    let project = found.ok_or_else(|| TrustError(format!("there is no runok.yml in {cwd} or above it")))?;
    let unit = project.read(request.settings(), &mut findings);
    // by another name it would pass for one that was never trusted
    if open::canonical(&unit.found).is_none() {
        return Err(TrustError(format!("where {} leads to cannot be told", unit.found)));
    }
    let (name, directory) = (key(&unit), state_directory(request)?);
    let known = Store::open(&directory).map_err(unread)?.knows(&name);
    if known {
        store::set(&directory, &name, None).map_err(TrustError)?;
    }
    Ok(known)
}

/// The policy files of every project that a person has trusted, in any version of them.
///
/// # Errors
/// There is no place for the list, or it does not count.
pub fn list(request: &LoadRequest) -> Result<Vec<String>, TrustError> {
    Store::open(&state_directory(request)?).map(|store| store.projects()).map_err(unread)
}

/// The list cannot be read, so nobody knows what stands in it.
fn unread(reason: String) -> TrustError {
    TrustError(format!("the list of trusted projects does not count: {reason}"))
}

/// Does this project count in full: by `trusted:` of the global file, or because a person said so?
pub(super) fn is_trusted(
    request: &LoadRequest,
    unit: &ProjectUnit,
    listed: &[String],
    findings: &mut Findings,
) -> bool {
    let name = key(unit);
    let lies_in = |listed: &String| {
        let listed = open::canonical(listed).unwrap_or_else(|| listed.clone());
        paths::is_within(&name, &listed)
    };
    findings.looked_at.extend(listed.iter().map(|path| Some(Stamp::leads(path))));
    if listed.iter().any(lies_in) {
        return true;
    }
    let Some(directory) = request.state_directory() else { return false };
    findings.looked_at.extend([Stamp::file(&store::file_in(&directory)), Stamp::rights(&directory)]);
    let store = Store::read(&directory, findings);
    // the digest reads every file of the project that counts, so it is made only where it can matter
    store.knows(&name) && {
        findings.looked_at.extend(digest::covered(unit).iter().map(|path| Stamp::file(path)));
        digest::digest(unit).is_ok_and(|digest| store.holds(&name, &digest.value))
    }
}

fn key(unit: &ProjectUnit) -> String {
    paths::normalise(&format!("{}/{}", unit.directory, unit.name))
}

fn state_directory(request: &LoadRequest) -> Result<String, TrustError> {
    let missing = "there is no place for the list: neither XDG_STATE_HOME nor HOME is an absolute path";
    request.state_directory().ok_or_else(|| TrustError(missing.to_owned()))
}

#[cfg(test)]
mod tests;
