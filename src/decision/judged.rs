//! What the rules said about each command, before it is combined into a verdict.
//!
//! Owns the shapes between `gather` (which asks the rules) and `settle` (which combines their answers, and those of the
//! validators). Refuses to do either.

use std::sync::Arc;

use crate::command::WrapKind;
use crate::input::Span;
use crate::verdict::Verdict;

use super::ShownWord;

/// One command.
#[derive(Debug)]
pub(super) struct Judged {
    /// Its words, to be shown.
    pub words: Arc<[ShownWord]>,
    /// It is the call of a tool.
    pub is_tool: bool,
    /// Where it stands.
    pub span: Span,
    /// How it was found.
    pub found_in: Vec<String>,
    /// What of it is not known.
    pub unknown: Vec<String>,
    /// What the rules say of the command itself: one entry for each reading (see `choices`); none without words.
    pub readings: Vec<Said>,
    /// What they say of its redirections and assignments.
    pub parts: Vec<Said>,
    /// Why it is at least `ask`.
    pub doubts: Vec<String>,
    /// What it starts.
    pub wrapped: Vec<JudgedWrap>,
}

impl Judged {
    /// Is it the call of a tool that no rule speaks of?
    pub(super) fn is_unspoken(&self) -> bool {
        let unspoken = |said: &Said| said.must.is_empty() && said.may.is_empty();
        self.is_tool && self.doubts.is_empty() && self.readings.iter().all(unspoken)
    }
}

/// The commands that a command starts.
#[derive(Debug)]
pub(super) struct JudgedWrap {
    /// How.
    pub kind: WrapKind,
    /// The policy defines this wrapper: what it starts counts in full, default included.
    pub in_full: bool,
    /// What runs.
    pub runs: Vec<Judged>,
    /// Why it is at least `ask`.
    pub doubts: Vec<String>,
}

/// The rules that must match under every reading of a command.
pub(super) fn rules_of_all(readings: &[Said]) -> Vec<usize> {
    let Some((first, others)) = readings.split_first() else { return Vec::new() };
    let in_all = |rule: &usize| others.iter().all(|said| said.must.iter().any(|counted| counted.rule == *rule));
    first.must.iter().map(|counted| counted.rule).filter(in_all).collect()
}

/// What the rules say about one thing.
#[derive(Debug, Default)]
pub(super) struct Said {
    /// Rules that must match, in the order of the policy.
    pub must: Vec<Counted>,
    /// Deny and ask rules that only may match.
    pub may: Vec<Counted>,
    /// What holds where no rule must match, and why; `None`: it is harmless.
    pub fallback: Option<(Verdict, String)>,
    /// What is to be said of what the command does beside, where the rule for the wrapper that starts it stands for it.
    pub if_lifted: Vec<Said>,
    /// Where it stands, if not where the command does.
    pub span: Option<Span>,
}

/// A rule that counts.
#[derive(Debug, Clone)]
pub(super) struct Counted {
    /// The index into [`crate::policy::Policy::rules`].
    pub rule: usize,
    /// Which questions to validators have a say in it: indices into the list of queries.
    pub queries: Vec<usize>,
    /// A validator has a say but cannot be asked: why.
    pub cannot_ask: Option<String>,
    /// Why it only may match.
    pub because: Option<String>,
}

impl Counted {
    /// A rule that counts without a validator.
    pub(super) fn plain(rule: usize) -> Self {
        Self { rule, queries: Vec::new(), cannot_ask: None, because: None }
    }
}
