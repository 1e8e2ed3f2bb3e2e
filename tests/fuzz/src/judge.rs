//! Judges texts by policies, in an outside world that stands still.

use std::rc::Rc;

use runok::command::{self, Invocation, Reading};
use runok::decision::trace::{Explanation, Request, Trace, explain};
use runok::decision::{Conditions, Decision, Outcome, evaluate, observed};
use runok::input::CommandLine;
use runok::policy::Loaded;
use runok::policy::load::{LoadRequest, of_text};
use runok::shell::typed::Typed;

use super::memory::Memory;

/// Where every line begins.
pub(crate) const HERE: &str = "/home/dev/project";

/// A policy with what it needs to judge.
pub(crate) struct Judge {
    pub(crate) loaded: Rc<Loaded>,
    conditions: Conditions,
    world: Memory,
}

/// The policy of this text.
pub(crate) fn load(yaml: &str) -> Loaded {
    let request =
        LoadRequest { cwd: Some(HERE.to_owned()), home: Some("/home/dev".to_owned()), ..LoadRequest::default() };
    of_text(&request, "/home/dev/project/runok.yml", yaml)
}

impl Judge {
    /// By a policy, problems and all.
    pub(crate) fn by(loaded: Loaded) -> Self {
        let world = Memory::new(HERE, &[("HOME", "/home/dev"), ("PWD", HERE), ("USER", "dev"), ("LANG", "C.UTF-8")]);
        Self { loaded: Rc::new(loaded), conditions: Conditions::default(), world }
    }

    /// By the policy of this text, which has no problems.
    pub(crate) fn of(yaml: &str) -> Self {
        let loaded = load(yaml);
        assert!(loaded.problems.is_empty(), "{:?}", loaded.problems);
        Self::by(loaded)
    }

    pub(crate) fn read(&self, line: &CommandLine) -> Reading {
        command::read(line, &self.world, &self.loaded.policy.tables)
    }

    pub(crate) fn read_typed(&self, typed: &Typed) -> Reading {
        command::read_typed(typed, &self.world, &self.loaded.policy.tables)
    }

    /// What a reading comes to. Where validators would be asked, none answers.
    pub(crate) fn evaluate(&self, reading: &Reading, line: &str) -> Decision {
        self.begin(reading, line, |outcome| match outcome {
            Outcome::Settled(decision) => decision,
            Outcome::Consult(pending) => pending.settle(&[]),
        })
    }

    /// The same, up to where validators are asked.
    pub(crate) fn begin<T>(&self, reading: &Reading, line: &str, then: impl FnOnce(Outcome<'_>) -> T) -> T {
        then(evaluate(&self.loaded.policy, &self.conditions, reading, line, &self.world))
    }

    /// The same, watched, and how it came about.
    pub(crate) fn explain(&self, reading: &Reading, line: &str) -> (Decision, Explanation) {
        let trace = Trace::default();
        let (policy, conditions, facts) = (&self.loaded.policy, &self.conditions, &self.world);
        let decision = match observed(policy, conditions, reading, line, facts, Some(&trace)) {
            Outcome::Settled(decision) => decision,
            Outcome::Consult(pending) => pending.settle(&[]),
        };
        let request = Request { policy, conditions, reading, line, words: None, facts, replies: &[], all: true };
        let explanation = explain(&request, &trace, &decision);
        (decision, explanation)
    }

    /// What a text comes to; nothing where it cannot be a command line.
    pub(crate) fn decide(&self, text: &str) -> Option<Decision> {
        let line = CommandLine::new(text).ok()?;
        Some(self.evaluate(&self.read(&line), text))
    }
}

/// Is anything of it in doubt, at any depth?
pub(crate) fn in_doubt(reading: &Reading) -> bool {
    fn any(invocations: &[Invocation]) -> bool {
        invocations.iter().any(|invocation| {
            !invocation.doubts.is_empty()
                || invocation.wrapped.iter().any(|wrapped| !wrapped.doubts.is_empty() || any(&wrapped.runs))
        })
    }
    !reading.doubts.is_empty() || any(&reading.invocations)
}
