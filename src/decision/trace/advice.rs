//! The smallest change that would change a verdict.
//!
//! Owns the guesses: an allow rule for just this, a rule less, a word less or more, what is not known written out, what the
//! rule itself suggests. Each is tried: the line is judged again, and only what makes the verdict less strict is said.
//! Refuses to ask a validator again: its answers are those that it gave.

use std::cell::Cell;

use crate::command::word::{Glob, GlobKind, Part, Word};
use crate::command::{self, Invocation, Reading};
use crate::decision::{Conditions, Decision, Outcome, Query, Reply};
use crate::input::CommandLine;
use crate::policy::Policy;
use crate::verdict::Verdict;

use super::assemble::{Request, tree};
use super::decider::{self, Decider, What};
use super::edit::{Edited, Original};
use super::stop::Stop;
use super::{About, CommandTrace, PartTrace, Trace, pattern_of};

/// The most rules that are added or taken out together.
const MAX_STEPS: usize = 8;

/// The most commands that are judged again, all tries together.
const MAX_JUDGED: usize = 2_000;

/// Words of more parts than these are as much work as several.
const PARTS_OF_A_WORD: usize = 4;

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
    let bench = Bench { request, verdict: decision.verdict, effort: Cell::new(MAX_JUDGED) };
    let as_it_is = Ground { reading: request.reading, line: request.line };
    let suggested = decision.fix_suggestion.as_deref().and_then(|line| bench.suggested(line));
    let of_line = decider.and_then(|decider| bench.of_line(commands, decider));
    let of_rules = bench.of_rules(as_it_is).map(|(rules, gives)| Advice { supposed: vec![rules], gives });
    let advice = suggested.into_iter().chain(of_line).chain(of_rules).collect();
    (advice, bench.effort.get() > 0)
}

/// How much work judging these commands is: what is not known takes many times as much, and so does each word of many parts.
fn weight(invocations: &[Invocation]) -> usize {
    let of_one = |one: &Invocation| {
        let unknown = one.words.iter().filter(|word| !word.is_known());
        let unknown: usize = unknown.map(|word| word.parts.len().div_ceil(PARTS_OF_A_WORD)).sum();
        let wrapped: usize = one.wrapped.iter().map(|wrapped| weight(&wrapped.runs)).sum();
        1 + unknown * unknown + wrapped
    };
    invocations.iter().map(of_one).sum()
}

/// Where changes are tried.
struct Bench<'a> {
    request: &'a Request<'a>,
    verdict: Verdict,
    /// How many commands may still be judged.
    effort: Cell<usize>,
}

/// A line that changes of the policy are tried on.
#[derive(Clone, Copy)]
struct Ground<'a> {
    reading: &'a Reading,
    line: &'a str,
}

/// One step towards another policy.
enum Step {
    Add(Vec<String>),
    Remove(usize),
}

/// The policy's changes so far.
#[derive(Clone, Default)]
struct Changes {
    add: Vec<String>,
    remove: Vec<usize>,
}

impl Bench<'_> {
    /// Is there room for judging this once more?
    fn affords(&self, reading: &Reading) -> bool {
        let left = self.effort.get().saturating_sub(weight(&reading.invocations));
        self.effort.set(left);
        left > 0
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
        let (rules, gives) = self.of_rules(Ground { reading: &reading, line: &edited.line })?;
        Some(Advice { supposed: vec![supposed, rules], gives })
    }

    fn suggested(&self, line: &str) -> Option<Advice> {
        let edited = Edited { line: line.to_owned(), words: None };
        let found = self.edited(&edited, Supposed::Suggested { line: line.to_owned() })?;
        // a suggestion that needs rules of its own helps nobody
        (found.supposed.len() == 1).then_some(found)
    }

    /// A change of the line: what is not known written out, or what a near allow rule lacks.
    fn of_line(&self, commands: &[CommandTrace], decider: &Decider) -> Option<Advice> {
        let command = decider::at(commands, &decider.path)?;
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
        let worth = |found: &Advice| found.supposed.len() == 1 || self.of_rules(self.as_it_is()).is_none();
        known(&original, command, decider.what)
            .into_iter()
            .chain(edits)
            .filter_map(|(edited, supposed)| self.edited(&edited, supposed))
            .find(worth)
    }

    fn as_it_is(&self) -> Ground<'_> {
        Ground { reading: self.request.reading, line: self.request.line }
    }

    /// Rules to add and to take out, one after the other, each for the part that then decides.
    fn of_rules(&self, ground: Ground<'_>) -> Option<(Supposed, Verdict)> {
        let mut changes = Changes::default();
        for _ in 0..MAX_STEPS {
            let (decision, commands) = self.supposing(ground, &changes)?;
            if decision.verdict < self.verdict {
                break;
            }
            let decider = decider::find(&commands, decision.verdict)?;
            match self.step(&commands, &decider)? {
                Step::Remove(rule) if changes.remove.contains(&rule) => return None,
                Step::Remove(rule) => changes.remove.push(rule),
                Step::Add(patterns) => {
                    let new = patterns.into_iter().filter(|pattern| !changes.add.contains(pattern));
                    // of several patterns the first that helps most
                    let best = new.min_by_key(|pattern| self.left(ground, &changes, pattern))?;
                    changes.add.push(best);
                }
            }
        }
        self.without_needless(ground, &mut changes);
        let gives = self.supposing(ground, &changes)?.0.verdict;
        (gives < self.verdict).then_some((Supposed::Rules { add: changes.add, remove: changes.remove }, gives))
    }

    /// How many parts are still as strict with this rule.
    fn left(&self, ground: Ground<'_>, changes: &Changes, pattern: &str) -> usize {
        let mut with = changes.clone();
        with.add.push(pattern.to_owned());
        self.supposing(ground, &with).map_or(usize::MAX, |(_, commands)| strict_parts(&commands, self.verdict))
    }

    /// Takes out again what is not needed.
    fn without_needless(&self, ground: Ground<'_>, changes: &mut Changes) {
        if changes.add.len() + changes.remove.len() < 2 {
            return;
        }
        let holds = |changes: &Changes| {
            self.supposing(ground, changes).is_some_and(|(decision, _)| decision.verdict < self.verdict)
        };
        for index in (0..changes.add.len()).rev() {
            let mut fewer = changes.clone();
            fewer.add.remove(index);
            if holds(&fewer) {
                *changes = fewer;
            }
        }
        for index in (0..changes.remove.len()).rev() {
            let mut fewer = changes.clone();
            fewer.remove.remove(index);
            if holds(&fewer) {
                *changes = fewer;
            }
        }
    }

    /// The verdict under a changed policy, and the commands that lead to it; nothing where that is too much work.
    fn supposing(&self, ground: Ground<'_>, changes: &Changes) -> Option<(Decision, Vec<CommandTrace>)> {
        if !self.affords(ground.reading) {
            return None;
        }
        let mut policy = self.request.policy.clone();
        changes.remove.iter().for_each(|rule| policy.suppose_gone(*rule));
        for pattern in &changes.add {
            policy.suppose_allowed(pattern);
        }
        let (conditions, trace) = (Conditions::default(), Trace::default());
        let decision = self.request.judge(&policy, &conditions, ground.reading, ground.line, Some(&trace));
        let commands = tree(&policy, &trace, &decision).unwrap_or_default();
        Some((decision, commands))
    }

    /// What would take the sting out of the part that decides.
    fn step(&self, commands: &[CommandTrace], decider: &Decider) -> Option<Step> {
        let command = decider::at(commands, &decider.path)?;
        let What::Part(about) = decider.what else { return None };
        let parts = match about {
            About::Words => &command.readings,
            About::Redirection(_) | About::Assignment(_) | About::Beside => &command.parts,
        };
        let verdict = command.decision.verdict;
        let part = parts.iter().find(|part| part.about == about && part.verdict == verdict)?;
        if !part.by_default {
            // what always applies is nowhere to be edited
            let always = |rule: &usize| self.request.policy.rules.get(*rule).is_some_and(|rule| rule.where_known);
            return self.responsible(part).filter(|rule| !always(rule)).map(Step::Remove);
        }
        let invocation = &command.invocation;
        let patterns = match about {
            // a rule that has all of the words names the option too
            About::Words | About::Beside => pattern_of::words(&invocation.words),
            About::Redirection(index) => {
                pattern_of::redirection(invocation.redirects.get(index)?).into_iter().collect()
            }
            About::Assignment(index) => {
                pattern_of::assignment(invocation.assignments.get(index)?).into_iter().collect()
            }
        };
        (!patterns.is_empty()).then_some(Step::Add(patterns))
    }

    /// The rule that makes a part as strict as it is: one that must match, else one that may.
    fn responsible(&self, part: &PartTrace) -> Option<usize> {
        let action = |rule: usize| self.request.policy.rules.get(rule).map(|rule| rule.action);
        let sure = part
            .rules
            .iter()
            .find(|rule| rule.matched == crate::verdict::Match::Must && action(rule.rule) == Some(part.verdict));
        // a rule of an embedded policy that only may match is not what is wrong with the line
        let own = |rule: usize| self.request.policy.rules.get(rule).is_some_and(|rule| !rule.is_embedded());
        let perhaps = || part.rules.iter().find(|rule| rule.matched == crate::verdict::Match::May && own(rule.rule));
        sure.or_else(perhaps).map(|rule| rule.rule)
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
    let found = |part: &Part| matches!(part, Part::Glob(Glob { kind: GlobKind::Below { .. }, .. }));
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

/// How many parts are at least this strict.
fn strict_parts(commands: &[CommandTrace], verdict: Verdict) -> usize {
    let of_one = |command: &CommandTrace| {
        let parts = command.parts.iter().map(|part| part.verdict);
        let own = command.own.iter().map(|(own, _)| *own);
        own.chain(parts).filter(|part| *part >= verdict).count() + strict_parts(&command.wrapped, verdict)
    };
    commands.iter().map(of_one).sum()
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
