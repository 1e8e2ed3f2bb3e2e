//! Allow rules that an effect alone keeps from a command, for `--verbose` and the reports of tests.
//!
//! Owns which commands of a line are asked about, and how many rules are told. Refuses to look for any other reason: that
//! is what an explanation is for.

use std::cell::Cell;

use crate::decision::{CommandDecision, CountedRule, Decision};
use crate::verdict::Verdict;

use super::assemble::{MAX_EFFORT, Request, tree};
use super::near::Neighbours;
use super::{CommandTrace, RuleTrace, Trace};

/// The most rules that are told of one command.
const MAX_TOLD: usize = 3;

/// Notes with each command of a decision that no rule matched which allow rules an effect alone keeps from it.
///
/// `decision` is what the evaluation said that the trace was kept of.
pub fn note_kept_back(request: &Request<'_>, trace: &Trace, decision: &mut Decision) {
    let Some(commands) = tree(request.policy, trace, decision) else { return };
    let gatherer = request.gatherer();
    let neighbours =
        Neighbours { gatherer: &gatherer, facts: request.facts, effort: Cell::new(MAX_EFFORT), all: request.all };
    for (command, shown) in commands.iter().zip(&mut decision.commands) {
        note(&neighbours, command, shown);
    }
}

fn note(neighbours: &Neighbours<'_>, command: &CommandTrace, shown: &mut CommandDecision) {
    let by_default = command.readings.iter().any(|part| part.by_default && part.verdict != Verdict::Allow);
    if by_default && neighbours.effort.get() > 0 {
        let found = neighbours.by_effects(&command.invocation);
        shown.kept_back = found.iter().take(MAX_TOLD).filter_map(|found| told(neighbours, found)).collect();
    }
    for (command, shown) in command.wrapped.iter().zip(&mut shown.wrapped) {
        note(neighbours, command, shown);
    }
}

fn told(neighbours: &Neighbours<'_>, found: &RuleTrace) -> Option<CountedRule> {
    let rule = neighbours.gatherer.policy.rules.get(found.rule)?;
    Some(CountedRule {
        action: rule.action,
        pattern: rule.text.to_string(),
        file: rule.file.to_string(),
        line: rule.line,
        matched: found.matched,
        because: found.stop.as_ref().map(super::Stop::sentence),
    })
}
