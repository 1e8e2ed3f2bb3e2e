//! What came of the tests of policies.
//!
//! Owns the figures of a report and its three forms: `text` for people, `json` for programs, `junit` for CI systems.
//! Refuses to run a test.

pub mod json;
pub mod junit;
pub mod text;

use std::collections::{BTreeMap, BTreeSet};

use super::listing::{MAX_COMMAND_CHARS, shortened};
use super::sanitize::Clean;
use super::verbose;
use crate::decision::{CommandDecision, Decision};
use crate::policy::{Listed, Problem, Rule};
use crate::verdict::Verdict;

/// The most lines that explain one failure.
const MAX_EXPLAINED: usize = 40;

/// What came of the tests of one policy.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// What the policy is called.
    pub name: String,
    /// Every test, in order; none where the policy has problems.
    pub results: Vec<TestResult>,
    /// What is wrong with the policy.
    pub problems: Vec<Problem>,
    /// What should be known about it.
    pub warnings: Vec<Problem>,
    /// The rules that counted for no command of a test.
    pub untouched: Untouched,
}

/// What came of one test.
#[derive(Clone, PartialEq, Debug)]
pub struct TestResult {
    /// The file that holds it.
    pub file: String,
    /// On which line.
    pub line: usize,
    /// The command line.
    pub command: String,
    /// What it should be.
    pub expected: Verdict,
    /// What it is.
    pub verdict: Verdict,
    /// Why it is something else; nothing where it is what it should be.
    pub failure: Option<Decision>,
}

/// Rules that counted for no command of a test.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Untouched {
    /// Those of the files that the tests are about.
    pub own: Vec<RulePlace>,
    /// How many there are in each other file, and of how many.
    pub elsewhere: Vec<(String, usize, usize)>,
}

/// A rule and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulePlace {
    /// What it answers.
    pub action: Verdict,
    /// Its pattern as written.
    pub pattern: String,
    /// Which file.
    pub file: String,
    /// Which line.
    pub line: usize,
}

impl Report {
    /// How many tests came out as they should.
    #[must_use]
    pub fn passed(&self) -> usize {
        self.results.len() - self.failed()
    }

    /// How many did not.
    #[must_use]
    pub fn failed(&self) -> usize {
        self.failures().count()
    }

    /// The tests that did not, with what came out.
    pub fn failures(&self) -> impl Iterator<Item = (&TestResult, &Decision)> {
        self.results.iter().filter_map(|result| Some((result, result.failure.as_ref()?)))
    }
}

impl TestResult {
    /// The command on one line, shortened.
    fn shown_command(&self) -> Clean {
        Clean::one_line(&shortened(&self.command, MAX_COMMAND_CHARS))
    }

    /// `expected allow, got ask: why`.
    fn difference(&self, decision: &Decision) -> Clean {
        let (expected, got) = (self.expected.as_str(), self.verdict.as_str());
        Clean::one_line(&format!("expected {expected}, got {got}: {}", decision.reason))
    }

    /// What was found in the command and which rules counted.
    fn explanation(&self, decision: &Decision) -> Vec<Clean> {
        let mut lines = verbose::explanation(decision, &self.command);
        let more = lines.len().saturating_sub(MAX_EXPLAINED);
        lines.truncate(MAX_EXPLAINED);
        if more > 0 {
            lines.push(Clean::new(&format!("… and {more} more lines")));
        }
        lines
    }
}

/// Which rules have counted.
#[derive(Debug, Default)]
pub struct Touched {
    rules: BTreeMap<String, BTreeSet<(usize, String)>>,
}

impl Touched {
    /// Remembers every rule that counted for a command of a line, or for one that it starts.
    pub fn add(&mut self, decision: &Decision) {
        let mut left: Vec<&CommandDecision> = decision.commands.iter().collect();
        while let Some(command) = left.pop() {
            for rule in &command.rules {
                let of_file = self.rules.entry(rule.file.clone()).or_default();
                of_file.insert((rule.line, rule.pattern.clone()));
            }
            left.extend(&command.wrapped);
        }
    }

    /// The rules that have not. Those of files that are not in `own` are counted alone.
    #[must_use]
    pub fn others(&self, rules: &Listed<Rule>, own: &[String]) -> Untouched {
        let mut seen: BTreeSet<(&str, usize, &str)> = BTreeSet::new();
        let mut untouched = Untouched::default();
        for (_, rule) in rules.iter() {
            // one that is written once may be several
            if !seen.insert((&rule.file, rule.line, &rule.text)) {
                continue;
            }
            let touched = self
                .rules
                .get(&*rule.file)
                .is_some_and(|of_file| of_file.contains(&(rule.line, rule.text.to_string())));
            let is_own = own.iter().any(|file| **file == *rule.file);
            if is_own && !touched {
                let (pattern, file) = (rule.text.to_string(), rule.file.to_string());
                untouched.own.push(RulePlace { action: rule.action, pattern, file, line: rule.line });
            } else if !is_own && !rule.where_known {
                untouched.count(&rule.file, touched);
            }
        }
        untouched.elsewhere.retain(|(_, untouched, _)| *untouched > 0);
        untouched
    }
}

impl Untouched {
    fn count(&mut self, file: &str, touched: bool) {
        let count = usize::from(!touched);
        match self.elsewhere.iter_mut().find(|(known, ..)| known == file) {
            Some((_, untouched, all)) => {
                *untouched += count;
                *all += 1;
            }
            None => self.elsewhere.push((file.to_owned(), count, 1)),
        }
    }

    fn is_empty(&self) -> bool {
        self.own.is_empty() && self.elsewhere.is_empty()
    }
}

#[cfg(test)]
mod tests;
