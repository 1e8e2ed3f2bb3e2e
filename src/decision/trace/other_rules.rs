//! Which other rules would change a verdict.
//!
//! Owns the search: an allow rule for just this, a rule less, one after the other for the part that then decides, and what of
//! these is needed. Refuses to change the line (`advice`).

use crate::command::Reading;
use crate::decision::{Conditions, Decision};
use crate::policy::Policy;
use crate::verdict::{Match, Verdict};

use super::advice::{Bench, Supposed};
use super::assemble::{Request, tree};
use super::decider::{self, Decider, What};
use super::{About, CommandTrace, PartTrace, Trace, pattern_of};

/// The most rules that are added or taken out together.
const MAX_STEPS: usize = 8;

/// A line that changes of the policy are tried on.
#[derive(Clone, Copy)]
pub(super) struct Ground<'a> {
    pub reading: &'a Reading,
    pub line: &'a str,
    /// What the policy says of it as it is, where that is known.
    pub told: Option<&'a [CommandTrace]>,
}

/// One step towards another policy.
enum Step {
    Add(Vec<String>),
    Remove(usize),
}

/// The policy's changes so far.
#[derive(Clone, Default, PartialEq)]
struct Changes {
    add: Vec<String>,
    remove: Vec<usize>,
}

impl Bench<'_> {
    /// Changes of the policy alone: asked for by other changes too, and tried once.
    pub(super) fn by_rules(&self) -> Option<(Supposed, Verdict)> {
        let Request { reading, line, .. } = self.request;
        self.by_rules.get_or_init(|| self.of_rules(Ground { reading, line, told: Some(self.commands) })).clone()
    }

    /// Rules to add and to take out, one after the other, each for the part that then decides.
    pub(super) fn of_rules(&self, ground: Ground<'_>) -> Option<(Supposed, Verdict)> {
        let mut changes = Changes::default();
        let mut gives = None;
        for _ in 0..MAX_STEPS {
            let told = ground.told.filter(|_| changes == Changes::default());
            let supposed = if told.is_none() { Some(self.supposing(ground, &changes)?) } else { None };
            let (verdict, commands) = match (&supposed, told) {
                (Some((decision, commands)), _) => (decision.verdict, commands.as_slice()),
                (None, told) => (self.verdict, told?),
            };
            if verdict < self.verdict {
                gives = Some(verdict);
                break;
            }
            let decider = decider::find(commands, verdict)?;
            match self.step(commands, &decider)? {
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
        let gives = self.without_needless(ground, &mut changes).or(gives);
        let gives = gives.or_else(|| self.gives(ground, &changes))?;
        (gives < self.verdict).then_some((Supposed::Rules { add: changes.add, remove: changes.remove }, gives))
    }

    /// How many parts are still as strict with this rule.
    fn left(&self, ground: Ground<'_>, changes: &Changes, pattern: &str) -> usize {
        let mut with = changes.clone();
        with.add.push(pattern.to_owned());
        self.supposing(ground, &with).map_or(usize::MAX, |(_, commands)| strict_parts(&commands, self.verdict))
    }

    /// Takes out again what is not needed, and says the verdict without it.
    fn without_needless(&self, ground: Ground<'_>, changes: &mut Changes) -> Option<Verdict> {
        let mut gives = None;
        if changes.add.len() + changes.remove.len() < 2 {
            return gives;
        }
        let mut tried = |fewer: Changes, changes: &mut Changes| {
            if let Some(less) = self.gives(ground, &fewer).filter(|verdict| *verdict < self.verdict) {
                gives = Some(less);
                *changes = fewer;
            }
        };
        for index in (0..changes.add.len()).rev() {
            let mut fewer = changes.clone();
            fewer.add.remove(index);
            tried(fewer, changes);
        }
        for index in (0..changes.remove.len()).rev() {
            let mut fewer = changes.clone();
            fewer.remove.remove(index);
            tried(fewer, changes);
        }
        gives
    }

    /// The verdict under a changed policy, and the commands that lead to it; nothing where that is too much work.
    fn supposing(&self, ground: Ground<'_>, changes: &Changes) -> Option<(Decision, Vec<CommandTrace>)> {
        let policy = self.policy_with(ground, changes)?;
        let (conditions, trace) = (Conditions::default(), Trace::default());
        let decision = self.request.judge(&policy, &conditions, ground.reading, ground.line, Some(&trace));
        let commands = tree(&policy, &trace, &decision).unwrap_or_default();
        self.found(ground.reading, &commands);
        Some((decision, commands))
    }

    /// The verdict alone.
    fn gives(&self, ground: Ground<'_>, changes: &Changes) -> Option<Verdict> {
        let policy = self.policy_with(ground, changes)?;
        Some(self.request.judge(&policy, &Conditions::default(), ground.reading, ground.line, None).verdict)
    }

    /// The changed policy; nothing where asking it is too much work.
    fn policy_with(&self, ground: Ground<'_>, changes: &Changes) -> Option<Policy> {
        if !self.affords(ground.reading) {
            return None;
        }
        let mut policy = self.request.policy.clone();
        changes.remove.iter().for_each(|rule| policy.suppose_gone(*rule));
        for pattern in &changes.add {
            policy.suppose_allowed(pattern);
        }
        Some(policy)
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
        let sure =
            part.rules.iter().find(|rule| rule.matched == Match::Must && action(rule.rule) == Some(part.verdict));
        // a rule of an embedded policy that only may match is not what is wrong with the line
        let own = |rule: usize| self.request.policy.rules.get(rule).is_some_and(|rule| !rule.is_embedded());
        let perhaps = || part.rules.iter().find(|rule| rule.matched == Match::May && own(rule.rule));
        sure.or_else(perhaps).map(|rule| rule.rule)
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
