//! Judges lines in-process, by policies from text, with an outside world from memory.

use std::cell::RefCell;
use std::rc::Rc;

use runok::command::{self, Invocation, Reading};
use runok::decision::trace::{Explanation, Request, Trace, explain};
use runok::decision::{CommandDecision, Conditions, Decision, Outcome, evaluate, observed};
use runok::input::CommandLine;
use runok::policy::load::{LoadRequest, of_text};
use runok::policy::{Loaded, Policy, Rule};
use runok::shell::{Dialect, typed};
use runok::verdict::Verdict;

use crate::memory::Memory;

/// Where every line begins.
pub(crate) const HERE: &str = "/home/dev/project";

pub(crate) fn world() -> Memory {
    Memory::new(HERE, &[("HOME", "/home/dev"), ("PWD", HERE), ("USER", "dev"), ("LANG", "C.UTF-8")])
}

/// How many policies are kept: several cases share one, and a property may change it.
const MOST_RECENT: usize = 4;

thread_local! {
    static RECENT: RefCell<Vec<(String, Rc<Judge>)>> = RefCell::default();
}

/// A policy that is ready to judge with.
pub(crate) struct Judge {
    policy: Policy,
    conditions: Conditions,
    world: Memory,
}

impl Judge {
    /// From the text of a policy file. It must have no problems: the generator writes what it means.
    #[track_caller]
    pub(crate) fn of(yaml: &str) -> Rc<Self> {
        let recent =
            RECENT.with_borrow(|recent| recent.iter().find(|(text, _)| text == yaml).map(|(_, one)| one.clone()));
        recent.unwrap_or_else(|| {
            let request = LoadRequest {
                cwd: Some(HERE.to_owned()),
                home: Some("/home/dev".to_owned()),
                ..LoadRequest::default()
            };
            let judge = Rc::new(Self::loaded(of_text(&request, "/home/dev/policy.yml", yaml), yaml));
            RECENT.with_borrow_mut(|recent| {
                recent.truncate(MOST_RECENT - 1);
                recent.insert(0, (yaml.to_owned(), judge.clone()));
            });
            judge
        })
    }

    #[track_caller]
    pub(crate) fn loaded(loaded: Loaded, shown: &str) -> Self {
        assert!(loaded.problems.is_empty(), "{shown}\n{:?}", loaded.problems);
        Self { conditions: Conditions::default(), policy: loaded.policy, world: world() }
    }

    pub(crate) fn read(&self, line: &str) -> Reading {
        command::read(&CommandLine::new(line).unwrap(), &self.world, &self.policy.tables)
    }

    /// As the text of another shell than bash.
    pub(crate) fn read_as(&self, line: &str, dialect: Dialect) -> Reading {
        command::read_typed(&typed::script(line, dialect), &self.world, &self.policy.tables)
    }

    pub(crate) fn evaluate(&self, reading: &Reading, line: &str) -> Decision {
        match evaluate(&self.policy, &self.conditions, reading, line, &self.world) {
            Outcome::Settled(decision) => decision,
            Outcome::Consult(_) => panic!("no policy of these tests has validators"),
        }
    }

    /// The same, watched, and how it came about.
    pub(crate) fn explain(&self, reading: &Reading, line: &str) -> (Decision, Explanation) {
        let trace = Trace::default();
        let (policy, conditions, facts) = (&self.policy, &self.conditions, &self.world);
        let decision = match observed(policy, conditions, reading, line, facts, Some(&trace)) {
            Outcome::Settled(decision) => decision,
            Outcome::Consult(_) => panic!("no policy of these tests has validators"),
        };
        let request = Request { policy, conditions, reading, line, words: None, facts, replies: &[], all: true };
        let explanation = explain(&request, &trace, &decision);
        (decision, explanation)
    }

    pub(crate) fn rule(&self, index: usize) -> &Rule {
        self.policy.rules.get(index).unwrap()
    }

    pub(crate) fn decide(&self, line: &str) -> Decision {
        self.evaluate(&self.read(line), line)
    }

    pub(crate) fn verdict(&self, line: &str) -> Verdict {
        self.decide(line).verdict
    }
}

/// How strict the deny and ask rules that counted make this, whatever else was said: `Deny` where a deny rule must match
/// somewhere, `Ask` where one may or an ask rule counts.
pub(crate) fn restrained(decision: &Decision) -> Verdict {
    strictest_of(&decision.commands)
}

fn strictest_of(commands: &[CommandDecision]) -> Verdict {
    let mut strictest = Verdict::Allow;
    for command in commands {
        for rule in &command.rules {
            let counts = match (rule.action, rule.matched) {
                (Verdict::Deny, runok::verdict::Match::Must) => command.verdict,
                (Verdict::Allow, _) | (_, runok::verdict::Match::Never) => Verdict::Allow,
                _ => Verdict::Ask,
            };
            strictest = strictest.strictest(counts);
        }
        strictest = strictest.strictest(strictest_of(&command.wrapped));
    }
    strictest
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
