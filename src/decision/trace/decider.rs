//! Which part of a line decided.
//!
//! Owns the way down: the first of the strictest, as the combination takes it.

use super::{About, CommandTrace};
use crate::verdict::Verdict;

/// The part that decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decider {
    /// Which command: its place in the list, then its place among what that one starts, and so on.
    pub path: Vec<usize>,
    /// What of it.
    pub what: What,
    /// Why.
    pub reason: String,
}

/// What of a command decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// Its words, a redirection or an assignment.
    Part(About),
    /// Something of it that is not understood, or a limit.
    Doubt,
}

/// The part that a verdict comes from; nothing where it comes from no command.
pub(super) fn find(commands: &[CommandTrace], verdict: Verdict) -> Option<Decider> {
    let (index, command) = commands.iter().enumerate().find(|(_, command)| command.decision.verdict == verdict)?;
    let mut path = vec![index];
    let mut command = command;
    loop {
        if let Some((_, reason)) = command.own.as_ref().filter(|(own, _)| *own == verdict) {
            return Some(Decider { path, what: What::Part(About::Words), reason: reason.clone() });
        }
        let started = command.wrapped.iter().enumerate().find(|(_, wrapped)| wrapped.decision.verdict == verdict);
        match started {
            Some((index, wrapped)) => {
                path.push(index);
                command = wrapped;
            }
            None => return Some(beside_words(command, path, verdict)),
        }
    }
}

fn beside_words(command: &CommandTrace, path: Vec<usize>, verdict: Verdict) -> Decider {
    let part = command.parts.iter().find(|part| part.verdict == verdict);
    match part.filter(|_| command.wrap_doubts.is_empty() || verdict != Verdict::Ask) {
        Some(part) => Decider { path, what: What::Part(part.about), reason: part.reason.clone() },
        None => Decider { path, what: What::Doubt, reason: command.decision.reason.clone() },
    }
}

/// The command that a path leads to.
pub(super) fn at<'c>(commands: &'c [CommandTrace], path: &[usize]) -> Option<&'c CommandTrace> {
    let (first, rest) = path.split_first()?;
    rest.iter().try_fold(commands.get(*first)?, |command, index| command.wrapped.get(*index))
}
