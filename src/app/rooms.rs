#![allow(clippy::disallowed_methods, reason = "edge: the environment that says where policies lie")]
//! The calls into rooms that the program needs, one function each.
//!
//! Owns nothing but the wiring. Refuses to add meaning.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::command::Reading;
use crate::decision::{self, Conditions, Decision, Outcome};
use crate::facts::Facts;
use crate::input::CommandLine;
use crate::policy::load::LoadRequest;
use crate::policy::{self, Policy, Problem};
use crate::validator;

/// The policy of a place, as far as it could be read.
pub(crate) struct Loaded {
    /// What could be read of it.
    pub policy: Policy,
    /// The conditions of its rules.
    pub conditions: Conditions,
    /// Everything that is wrong; a policy with problems allows nothing.
    pub problems: Vec<Problem>,
    /// What a person should know, and nothing is wrong with.
    pub warnings: Vec<Problem>,
}

/// Loads the policy: of one file alone, or of those that are found from a directory.
pub(crate) fn load(config: Option<&Path>, directory: Option<&str>) -> Loaded {
    let config = config.map(|path| path.to_string_lossy().into_owned());
    let request = request(config, directory);
    let policy::Loaded { policy, problems, warnings, .. } = policy::load::load(&request);
    Loaded { conditions: Conditions::of(&policy), policy, problems, warnings }
}

fn request(config: Option<String>, directory: Option<&str>) -> LoadRequest {
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    LoadRequest {
        config,
        cwd: directory.map(str::to_owned),
        home: variable("HOME"),
        config_home: variable("XDG_CONFIG_HOME"),
        state_home: variable("XDG_STATE_HOME"),
        thorough: false,
    }
}

/// Judges a reading; where validators have a say they are asked, all of them within `budget` from `start`.
pub(crate) fn decide(
    loaded: &Loaded,
    reading: &Reading,
    line: &CommandLine,
    facts: &dyn Facts,
    (start, budget): (Instant, Duration),
) -> Decision {
    match decision::evaluate(&loaded.policy, &loaded.conditions, reading, line.as_str(), facts) {
        Outcome::Settled(decision) => decision,
        Outcome::Consult(pending) => {
            let replies = validator::consult(&pending.queries, budget, start);
            pending.settle(&replies)
        }
    }
}

/// The JSON Schema of the policy file.
pub(crate) fn schema() -> String {
    policy::schema()
}

/// What trusting a project's policy would mean.
pub(crate) struct TrustPlan {
    /// The project's policy file.
    pub file: String,
    /// Every file whose content the trust is bound to.
    pub files: Vec<String>,
    /// What would count then, one line each.
    pub adds: Vec<String>,
    /// It is trusted already.
    pub trusted: bool,
}

/// What trusting the policy of a directory's project would mean; nothing where no project has one.
pub(crate) fn trust_plan(directory: &str) -> Result<Option<TrustPlan>, String> {
    Err(format!("trust is not wired in: {directory}"))
}

/// Remembers that it is trusted, as it was when it was shown.
pub(crate) fn trust_grant(plan: &TrustPlan) -> Result<(), String> {
    Err(format!("trust is not wired in: {}", plan.file))
}

/// Forgets it; false where it was not trusted.
pub(crate) fn trust_revoke(directory: &str) -> Result<bool, String> {
    Err(format!("trust is not wired in: {directory}"))
}

/// The files that are trusted.
pub(crate) fn trust_list() -> Result<Vec<String>, String> {
    Err("trust is not wired in".to_owned())
}
