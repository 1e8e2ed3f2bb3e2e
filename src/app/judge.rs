#![allow(clippy::disallowed_methods, reason = "edge: the clock, for the one deadline of a request's validators")]
//! From a request to a decision: the one place where every door of the program judges.
//!
//! Owns the order (policy, reading, evaluation, validators, settling), the policies that were loaded, and that nothing
//! that goes wrong on the way is an `allow`: a policy with problems, a panic. Refuses to print.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

use super::facts::{SystemFacts, own_directory};
use super::guard;
use super::request::{Request, Subject};
use super::rooms::{self, Loaded};
use crate::answer::problems;
use crate::command::{self, Reading};
use crate::decision::Decision;
use crate::verdict::Verdict;

/// How long all validators of one request may take together.
const VALIDATOR_BUDGET: Duration = Duration::from_secs(20);

/// The most policies of different directories that are kept during a batch.
const MAX_KEPT_POLICIES: usize = 64;

/// Judges requests, each with the policy of its directory.
pub(crate) struct Judge {
    config: Option<PathBuf>,
    kept: BTreeMap<Option<String>, Rc<Loaded>>,
}

/// A decision, with the policy that it was made by.
pub(crate) struct Judgement {
    /// The decision.
    pub decision: Decision,
    /// The policy; nothing where loading it came to no end.
    pub loaded: Option<Rc<Loaded>>,
    /// The policy could be read and had no problems.
    pub usable: bool,
}

impl Judge {
    /// Judges by this policy file alone, or by the policies that are found.
    pub(crate) fn new(config: Option<PathBuf>) -> Self {
        Self { config, kept: BTreeMap::new() }
    }

    /// Judges one request. Whatever goes wrong is `ask`.
    pub(crate) fn judge(&mut self, request: &Request) -> Judgement {
        let loaded = match guard::catch(|| self.policy(request.directory.as_deref())) {
            Ok(loaded) => loaded,
            Err(panic) => {
                return Judgement { decision: failed("reading the policy", &panic), loaded: None, usable: false };
            }
        };
        let mut decision =
            guard::catch(|| decide(&loaded, request)).unwrap_or_else(|panic| failed("judging this", &panic));
        let usable = loaded.problems.is_empty();
        if !usable {
            hold_back(&mut decision, &loaded);
        }
        Judgement { decision, loaded: Some(loaded), usable }
    }

    /// The policy of a directory; of the file that was named, wherever the command runs.
    fn policy(&mut self, directory: Option<&str>) -> Rc<Loaded> {
        let key = if self.config.is_some() { None } else { directory.map(str::to_owned) };
        if let Some(loaded) = self.kept.get(&key) {
            return Rc::clone(loaded);
        }
        if self.kept.len() >= MAX_KEPT_POLICIES {
            self.kept.clear();
        }
        let here = key.clone().or_else(own_directory);
        let loaded = Rc::new(rooms::load(self.config.as_deref(), here.as_deref()));
        self.kept.insert(key, Rc::clone(&loaded));
        loaded
    }
}

/// The decision where there is nothing that could be judged: `ask`, and why.
pub(crate) fn ask(reason: String) -> Decision {
    Decision {
        verdict: Verdict::Ask,
        reason,
        message: None,
        fix_suggestion: None,
        sandbox: None,
        decided_at: None,
        commands: Vec::new(),
        notes: Vec::new(),
        extension_errors: Vec::new(),
    }
}

fn decide(loaded: &Loaded, request: &Request) -> Decision {
    let start = Instant::now();
    let facts = SystemFacts::new(request.directory.as_deref(), &request.environment);
    let tables = &loaded.policy.tables;
    let reading: Reading = match &request.subject {
        Subject::Text(line) => command::read(line, &facts, tables),
        Subject::Words(words, _) => command::read_words(words, &facts, tables),
    };
    rooms::decide(loaded, &reading, request.line(), &facts, (start, VALIDATOR_BUDGET))
}

/// A policy with problems allows nothing: what it surely denies stays denied, everything else is `ask`.
fn hold_back(decision: &mut Decision, loaded: &Loaded) {
    let Some(first) = loaded.problems.first() else { return };
    let others = match loaded.problems.len() - 1 {
        0 => String::new(),
        count => format!(" (and {count} more)"),
    };
    let why = format!("the policy has problems, `runok policy` shows them: {}{others}", problems::summary(first));
    if decision.verdict == Verdict::Deny {
        decision.notes.push(why);
        return;
    }
    decision.verdict = Verdict::Ask;
    decision.reason = why;
    decision.sandbox = None;
    decision.decided_at = None;
}

fn failed(doing: &str, panic: &str) -> Decision {
    ask(format!("runok failed while {doing}, so nobody knows what it would do: {panic}. Please report this"))
}
