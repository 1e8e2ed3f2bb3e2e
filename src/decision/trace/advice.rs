//! The smallest change that would change a verdict.
//!
//! Owns the guesses: other rules (`other_rules`), a word less or more, what is not known written out, what the rule itself
//! suggests. Each is tried: the line is judged again, and only what makes the verdict less strict is said.
//! Refuses to ask a validator again: its answers are those that it gave.

use std::cell::{Cell, OnceCell};

use crate::command::word::{GlobKind, Part, Word};
use crate::command::{self, Invocation, Reading};
use crate::decision::{Conditions, Decision, Outcome, Query, Reply};
use crate::input::CommandLine;
use crate::policy::Policy;
use crate::verdict::Verdict;

use super::assemble::Request;
use super::decider::{self, Decider, What};
use super::edit::{Edited, Original};
use super::other_rules::Ground;
use super::stop::Stop;
use super::{About, CommandTrace, Trace};

/// The most commands that are judged again, all tries together.
const MAX_JUDGED: usize = 2_000;

/// Words of more parts than these are as much work as several.
const PARTS_OF_A_WORD: usize = 4;

/// The letters of a cluster are looked up one by one: so many are as much work as a command.
const LETTERS_OF_A_COMMAND: usize = 256;

/// The most near rules that a change of the line is tried for.
const MAX_TRIED: usize = 4;

/// Changes that are made together, and what the verdict would be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// The changes.
    pub supposed: Vec<Supposed>,
    /// The verdict with them.
    pub gives: Verdict,
}

/// What would be different.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Supposed {
    /// The line without a word.
    Without {
        /// The word.
        word: String,
        /// The line.
        line: String,
    },
    /// The line with words added.
    With {
        /// The words.
        words: Vec<String>,
        /// The line.
        line: String,
    },
    /// What is not known is written out.
    Known {
        /// What it was, as written.
        sources: Vec<String>,
        /// The line, with an example in its place.
        line: String,
    },
    /// The command that the rule or the validator suggests.
    Suggested {
        /// The line.
        line: String,
    },
    /// The policy with allow rules more and other rules less.
    Rules {
        /// The patterns of the allow rules.
        add: Vec<String>,
        /// The rules to take out: indices into [`Policy::rules`].
        remove: Vec<usize>,
    },
    /// The project is trusted.
    Trusted,
}

/// What would make the verdict less strict; and whether everything was tried.
pub(super) fn advice(
    request: &Request<'_>,
    commands: &[CommandTrace],
    decider: Option<&Decider>,
    decision: &Decision,
) -> (Vec<Advice>, bool) {
    if decision.verdict == Verdict::Allow {
        return (Vec::new(), true);
    }
    let (effort, by_rules) = (Cell::new(MAX_JUDGED), OnceCell::new());
    let bench = Bench { request, commands, verdict: decision.verdict, effort, by_rules };
    let suggested = decision.fix_suggestion.as_deref().and_then(|line| bench.suggested(line));
    let of_line = decider.and_then(|decider| bench.of_line(decider));
    let by_rules = bench.by_rules().map(|(rules, gives)| Advice { supposed: vec![rules], gives });
    let advice = suggested.into_iter().chain(of_line).chain(by_rules).collect();
    (advice, bench.effort.get() > 0)
}

/// How much work judging these commands is, as far as their line tells.
fn weight(invocations: &[Invocation]) -> usize {
    let of_one = |one: &Invocation| {
        let wrapped: usize = one.wrapped.iter().map(|wrapped| weight(&wrapped.runs)).sum();
        weight_of_one(one) + wrapped
    };
    invocations.iter().map(of_one).sum()
}

/// The same with all that was found to be started: one of an unknown name may start what each of its words names.
fn weight_of_found(commands: &[CommandTrace]) -> usize {
    commands.iter().map(|command| weight_of_one(&command.invocation) + weight_of_found(&command.wrapped)).sum()
}

/// What is not known takes many times as much, and so does each word of many parts or, behind a dash, of many letters.
fn weight_of_one(invocation: &Invocation) -> usize {
    let unknown = invocation.words.iter().filter(|word| !word.is_known());
    let unknown: usize = unknown.map(|word| word.parts.len().div_ceil(PARTS_OF_A_WORD)).sum();
    let prefixes = invocation.words.iter().map(Word::literal_prefix);
    let letters: usize = prefixes.filter(|text| text.starts_with('-') && !text.starts_with("--")).map(str::len).sum();
    1 + unknown * unknown + letters / LETTERS_OF_A_COMMAND
}

/// Where changes are tried.
pub(super) struct Bench<'a> {
    /// What was asked.
    pub request: &'a Request<'a>,
    /// What was said of the line.
    pub commands: &'a [CommandTrace],
    /// The verdict that is to become less strict.
    pub verdict: Verdict,
    /// How many commands may still be judged.
    effort: Cell<usize>,
    /// What changes of the policy alone would do.
    pub by_rules: OnceCell<Option<(Supposed, Verdict)>>,
}

impl Bench<'_> {
    /// Is there room for judging this once more?
    pub(super) fn affords(&self, reading: &Reading) -> bool {
        let left = self.effort.get().saturating_sub(weight(&reading.invocations));
        self.effort.set(left);
        left > 0
    }

    /// Judging it found more than the reading tells.
    pub(super) fn found(&self, reading: &Reading, commands: &[CommandTrace]) {
        let more = weight_of_found(commands).saturating_sub(weight(&reading.invocations));
        self.effort.set(self.effort.get().saturating_sub(more));
    }

    fn read(&self, edited: &Edited) -> Option<Reading> {
        let Request { policy, facts, .. } = self.request;
        Some(match &edited.words {
            Some(words) => command::read_words(words, *facts, &policy.tables),
            None => command::read(&CommandLine::new(edited.line.as_str()).ok()?, *facts, &policy.tables),
        })
    }

    /// Tries another line as it is, then together with rules for it.
    fn edited(&self, edited: &Edited, supposed: Supposed) -> Option<Advice> {
        let reading = self.read(edited).filter(|reading| self.affords(reading))?;
        let Request { policy, conditions, .. } = self.request;
        let gives = self.request.judge(policy, conditions, &reading, &edited.line, None).verdict;
        if gives < self.verdict {
            return Some(Advice { supposed: vec![supposed], gives });
        }
        let (rules, gives) = self.of_rules(Ground { reading: &reading, line: &edited.line, told: None })?;
        Some(Advice { supposed: vec![supposed, rules], gives })
    }

    fn suggested(&self, line: &str) -> Option<Advice> {
        let edited = Edited { line: line.to_owned(), words: None };
        let found = self.edited(&edited, Supposed::Suggested { line: line.to_owned() })?;
        // a suggestion that needs rules of its own helps nobody
        (found.supposed.len() == 1).then_some(found)
    }

    /// A change of the line: what is not known written out, or what a near allow rule lacks.
    fn of_line(&self, decider: &Decider) -> Option<Advice> {
        let command = decider::at(self.commands, &decider.path)?;
        let own_vector = self.request.words.filter(|_| decider.path.len() == 1);
        if self.request.words.is_some() && own_vector.is_none() {
            return None;
        }
        let original = Original { line: self.request.line, words: own_vector };
        let is_allow =
            |rule: usize| self.request.policy.rules.get(rule).is_some_and(|rule| rule.action == Verdict::Allow);
        let near = command.near.iter().filter(|near| near.distance <= 1 && is_allow(near.rule)).take(MAX_TRIED);
        let edits = near.filter_map(|near| changed(&original, command, near.stop.as_ref()?));
        // a rule for just this needs no change of the line, so with rules beside it a change has to be worth it
        let worth = |found: &Advice| found.supposed.len() == 1 || self.by_rules().is_none();
        known(&original, command, decider.what)
            .into_iter()
            .chain(edits)
            .filter_map(|(edited, supposed)| self.edited(&edited, supposed))
            .find(worth)
    }
}

/// The line with what is not known of the part that decided written out.
fn known(original: &Original<'_>, command: &CommandTrace, what: What) -> Option<(Edited, Supposed)> {
    let invocation = &command.invocation;
    let words: Vec<&Word> = match what {
        What::Part(About::Redirection(index)) => vec![&invocation.redirects.get(index)?.target],
        What::Part(About::Assignment(index)) => vec![&invocation.assignments.get(index)?.value],
        What::Part(About::Words | About::Beside) | What::Doubt => invocation.words.iter().collect(),
    };
    // what find finds stands nowhere in the line
    let found = |part: &Part| matches!(part.glob_kind(), Some(GlobKind::Below { .. }));
    if words.iter().any(|word| word.parts.iter().any(found)) {
        return None;
    }
    let (edited, sources) = original.known(invocation, &words)?;
    let line = edited.line.clone();
    Some((edited, Supposed::Known { sources, line }))
}

/// The line with what is in the way of a near rule taken out, or what it lacks added.
fn changed(original: &Original<'_>, command: &CommandTrace, stop: &Stop) -> Option<(Edited, Supposed)> {
    match stop {
        Stop::Excluded { given: Some((index, word)), .. } | Stop::LeftOver { word: (index, word) } => {
            let edited = original.without(&command.invocation, *index)?;
            let line = edited.line.clone();
            Some((edited, Supposed::Without { word: word.clone(), line }))
        }
        Stop::Missing { would_fit: Some(words), .. } => {
            let edited = original.with(&command.invocation, words)?;
            let line = edited.line.clone();
            Some((edited, Supposed::With { words: words.clone(), line }))
        }
        _ => None,
    }
}

/// The verdict about what is asked, with the answers that validators gave before.
pub fn verdict(request: &Request<'_>) -> Verdict {
    request.judge(request.policy, request.conditions, request.reading, request.line, None).verdict
}

impl Request<'_> {
    /// Judges, with the answers that validators gave; a question that is new is not asked, so it is `ask`.
    pub(super) fn judge(
        &self,
        policy: &Policy,
        conditions: &Conditions,
        reading: &Reading,
        line: &str,
        trace: Option<&Trace>,
    ) -> Decision {
        match crate::decision::observed(policy, conditions, reading, line, self.facts, trace) {
            Outcome::Settled(decision) => decision,
            Outcome::Consult(pending) => {
                let replies: Vec<Reply> = pending.queries.iter().map(|query| self.reply(query)).collect();
                pending.settle(&replies)
            }
        }
    }

    fn reply(&self, query: &Query) -> Reply {
        let known = self.replies.iter().find(|(known, _)| known == query);
        known.map_or_else(|| Reply::Failure("it was not asked".to_owned()), |(_, reply)| reply.clone())
    }
}
