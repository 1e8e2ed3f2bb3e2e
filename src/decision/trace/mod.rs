//! How a verdict comes about.
//!
//! Owns the record that an evaluation keeps where someone asks for it, and what is made of it: the commands as they were
//! read, the rules that counted and those that nearly did, what each part came to, and what would have to change. Refuses
//! to judge: what is recorded is what the evaluation itself said, and every "what if" is an evaluation of its own.

mod advice;
mod assemble;
mod decider;
mod edit;
mod effects;
mod kept_back;
mod missed;
mod near;
mod other_rules;
mod pattern_of;
mod sentences;
mod stop;

use std::cell::RefCell;

use crate::command::options::Arguments;
use crate::command::{Doubt, Invocation, WrapKind};
use crate::verdict::{Match, Verdict};

use super::judged::{Counted, Judged, Said};
use super::settle::{Ruling, Settler};
use super::{CommandDecision, Query};
pub use advice::{Advice, Supposed, verdict};
pub use assemble::{Request, explain};
pub use decider::{Decider, What};
pub use kept_back::note_kept_back;
pub use missed::Missed;
pub use stop::Stop;

/// What an evaluation came by, in the order in which it did: what a command starts stands before it.
#[derive(Debug, Default)]
pub struct Trace {
    heard: RefCell<Vec<Heard>>,
    settled: RefCell<Vec<Settled>>,
    own: RefCell<Option<Ruling>>,
    queries: RefCell<Vec<Query>>,
}

/// A command as it was judged.
#[derive(Debug)]
struct Heard {
    /// Without what it starts: that stands before it.
    invocation: Invocation,
    /// How each of the commands that it starts is started.
    kinds: Vec<WrapKind>,
    /// Why what it starts is at least `ask`.
    wrap_doubts: Vec<String>,
}

/// What a command came to.
#[derive(Debug)]
struct Settled {
    /// What its own words count for; nothing where it has the verdict of what it starts.
    own: Option<Ruling>,
    readings: Vec<Weighed>,
    parts: Vec<Weighed>,
}

/// What was said of one thing, and what that comes to.
#[derive(Debug)]
struct Weighed {
    verdict: Verdict,
    reason: String,
    /// No rule must match.
    by_default: bool,
    counted: Vec<(Counted, Match)>,
}

impl Trace {
    /// A command was judged.
    pub(super) fn hear(&self, invocation: &Invocation, judged: &Judged) {
        let kinds = judged.wrapped.iter().flat_map(|wrap| std::iter::repeat_n(wrap.kind, wrap.runs.len())).collect();
        let wrap_doubts = judged.wrapped.iter().flat_map(|wrap| wrap.doubts.iter().cloned()).collect();
        self.heard.borrow_mut().push(Heard { invocation: alone(invocation), kinds, wrap_doubts });
    }

    /// Settling begins, perhaps once more with the answers of validators.
    pub(super) fn begin(&self, queries: &[Query]) {
        self.settled.borrow_mut().clear();
        *self.queries.borrow_mut() = queries.to_vec();
    }

    /// What the words of a command count for, beside what it starts.
    pub(super) fn own(&self, own: Option<&Ruling>) {
        *self.own.borrow_mut() = own.cloned();
    }

    /// A command is settled.
    pub(super) fn settle(&self, settler: &Settler<'_>, judged: &Judged) {
        let weigh = |said: &Said| {
            let ruling = settler.said(said, false);
            let musts = said.must.iter().map(|counted| (counted.clone(), Match::Must));
            let mays = said.may.iter().map(|counted| (counted.clone(), settler.surely(counted)));
            Weighed {
                verdict: ruling.verdict,
                reason: ruling.reason,
                by_default: said.must.is_empty() && said.may.is_empty(),
                counted: musts.chain(mays).collect(),
            }
        };
        self.settled.borrow_mut().push(Settled {
            own: self.own.borrow_mut().take(),
            readings: judged.readings.iter().map(weigh).collect(),
            parts: judged.parts.iter().map(weigh).collect(),
        });
    }

    /// Every question to a validator, asked or not.
    #[must_use]
    pub fn queries(&self) -> Vec<Query> {
        self.queries.borrow().clone()
    }
}

/// The command without what it starts.
fn alone(invocation: &Invocation) -> Invocation {
    Invocation {
        words: invocation.words.clone(),
        assignments: invocation.assignments.clone(),
        redirects: invocation.redirects.clone(),
        environment: invocation.environment.clone(),
        place: invocation.place.clone(),
        span: invocation.span,
        wrapped: Vec::new(),
        doubts: invocation.doubts.clone(),
        found_in: invocation.found_in.clone(),
        tool: invocation.tool.clone(),
    }
}

/// How the verdict about a line came about.
#[derive(Debug, Default)]
pub struct Explanation {
    /// The commands, as in the decision.
    pub commands: Vec<CommandTrace>,
    /// Why the line as a whole is at least `ask`.
    pub doubts: Vec<Doubt>,
    /// Which part decided; nothing where the line as a whole did.
    pub decider: Option<Decider>,
    /// What would change the verdict.
    pub advice: Vec<Advice>,
    /// The line is so large that not everything was looked for.
    pub cut: bool,
}

/// One command, with everything that was said of it.
#[derive(Debug)]
pub struct CommandTrace {
    /// The command as it was read, without what it starts.
    pub invocation: Invocation,
    /// What it came to, without what it starts.
    pub decision: CommandDecision,
    /// How it is started, where another command starts it.
    pub started: Option<WrapKind>,
    /// Its words as its option table reads them; nothing where it has no table.
    pub options: Option<Arguments>,
    /// The command in the other words that deny and ask rules also go by, as its option table has them.
    pub means: Vec<String>,
    /// What its own words came to; none where it has none, several where it may be one of several commands.
    pub readings: Vec<PartTrace>,
    /// What its own words count for; nothing where it has the verdict of what it starts, or no words.
    pub own: Option<(Verdict, String)>,
    /// Its redirections and assignments.
    pub parts: Vec<PartTrace>,
    /// Why what it starts is at least `ask`.
    pub wrap_doubts: Vec<String>,
    /// Rules that nearly matched its words, the nearest first.
    pub near: Vec<RuleTrace>,
    /// How many rules for a command of this name, or for any, were left out.
    pub left_out: usize,
    /// What the command does, one line each.
    pub effects: Vec<String>,
    /// What it starts.
    pub wrapped: Vec<CommandTrace>,
}

/// What a part of a command is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// Its words.
    Words,
    /// One of its redirections, by index.
    Redirection(usize),
    /// One of its assignments, by index.
    Assignment(usize),
    /// Something that it does beside what it is for.
    Beside,
}

/// A part of a command and what was said of it.
#[derive(Clone, Debug)]
pub struct PartTrace {
    /// Which.
    pub about: About,
    /// What it came to.
    pub verdict: Verdict,
    /// Why.
    pub reason: String,
    /// No rule spoke of it.
    pub by_default: bool,
    /// No rule is asked about it: it harms nothing.
    pub harmless: bool,
    /// The rules that counted.
    pub rules: Vec<RuleTrace>,
    /// Rules that nearly matched it.
    pub near: Vec<RuleTrace>,
}

/// A rule and what it has to do with a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleTrace {
    /// The index into [`crate::policy::Policy::rules`].
    pub rule: usize,
    /// How surely it matches.
    pub matched: Match,
    /// Why it only may match.
    pub because: Option<String>,
    /// Where it stopped matching.
    pub stop: Option<Stop>,
    /// The questions to validators that have a say in it: indices into [`Trace::queries`].
    pub queries: Vec<usize>,
    /// A validator has a say but cannot be asked: why.
    pub cannot_ask: Option<String>,
    /// How far it is from matching; 0 is the nearest.
    pub(in crate::decision) distance: usize,
}

impl RuleTrace {
    /// A rule that counted.
    fn counted((counted, matched): &(Counted, Match)) -> Self {
        Self {
            rule: counted.rule,
            matched: *matched,
            because: counted.because.clone(),
            stop: None,
            queries: counted.queries.clone(),
            cannot_ask: counted.cannot_ask.clone(),
            distance: 0,
        }
    }

    /// A rule that nearly matched.
    fn near(rule: usize, matched: Match, stop: Stop, distance: usize) -> Self {
        Self { rule, matched, because: None, stop: Some(stop), queries: Vec::new(), cannot_ask: None, distance }
    }
}
