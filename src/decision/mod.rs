//! From what would run and what is allowed to a verdict.
//!
//! Owns the matching of rules (`matcher`, `when`), the walk that asks each rule about each command (`gather`), what an
//! external validator is asked (`queries`), and the combination of all answers to one (`settle`). Refuses to start a process
//! and to print.

mod asides;
mod case;
mod choices;
mod conditions;
mod efforts;
mod fits;
mod gather;
mod judged;
mod lift;
mod matcher;
mod named;
mod parts;
pub mod paths;
mod pointed;
mod queries;
mod repeated;
mod rereading;
mod restated;
mod scene;
mod settle;
mod started;
mod targets;
pub mod text;
pub mod trace;
pub mod typed;
mod unnamed;
pub mod when;

use std::sync::Arc;

use compact_str::CompactString;

use crate::command::{self, Doubt, Reading};
use crate::facts::Facts;
use crate::input::Span;
use crate::policy::{Label, Policy, Rule};
use crate::verdict::{Match, Verdict};
pub use conditions::Conditions;
use efforts::Efforts;
use gather::{Gatherer, Hearing};
use judged::Judged;
use settle::{Replies, Ruling, Settler};
use trace::Trace;

/// The answer about a line.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// May it run?
    pub verdict: Verdict,
    /// Why, in one sentence.
    pub reason: String,
    /// The deciding rule's message, or the validator's.
    pub message: Option<String>,
    /// A command to run instead.
    pub fix_suggestion: Option<String>,
    /// The sandbox preset that the deciding allow rule names.
    pub sandbox: Option<String>,
    /// The part of the line that decided.
    pub decided_at: Option<Span>,
    /// The rule that decided, where one surely did.
    pub decided_by: Option<Box<DecidingRule>>,
    /// Every command that was found.
    pub commands: Vec<CommandDecision>,
    /// What a person should know about the policy (untrusted files).
    pub notes: Vec<String>,
    /// What went wrong with validators, one line each, for `--verbose`: `timeout after 5s`.
    pub extension_errors: Vec<String>,
    /// It is about the call of a tool that no rule speaks of, so that its host goes on as it would without runok. The
    /// verdict is `ask`, for those who have to say something.
    pub no_opinion: bool,
}

/// The answer about one command of the line.
#[derive(Clone, PartialEq, Debug)]
pub struct CommandDecision {
    /// May it run?
    pub verdict: Verdict,
    /// Why.
    pub reason: String,
    /// Its words, as far as they are known.
    pub words: Arc<[ShownWord]>,
    /// Where it stands.
    pub span: Span,
    /// Every rule that counted, and deny and ask rules that only may match.
    pub rules: Vec<CountedRule>,
    /// How it was found.
    pub found_in: Vec<String>,
    /// What of it was not known.
    pub unknown: Vec<String>,
    /// Allow rules that an effect of it alone keeps from it; looked for only where somebody asks.
    pub kept_back: Vec<CountedRule>,
    /// The commands that it starts.
    pub wrapped: Vec<CommandDecision>,
}

/// A word for a person to read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownWord {
    /// The text, unknown parts as written.
    pub text: CompactString,
    /// Every byte of it is known.
    pub known: bool,
}

/// The rule that decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecidingRule {
    /// Its `id`.
    pub id: Option<String>,
    /// The pattern as written.
    pub pattern: String,
    /// Which file, as in [`crate::policy::Source::name`].
    pub file: String,
    /// The line in that file, from 1.
    pub line: usize,
}

impl DecidingRule {
    fn of(rule: &Rule) -> Self {
        Self {
            id: rule.id.as_ref().map(Label::to_string),
            pattern: rule.text.to_string(),
            file: rule.file.to_string(),
            line: rule.line,
        }
    }
}

/// A rule that had a say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountedRule {
    /// What it answers.
    pub action: Verdict,
    /// The pattern as written.
    pub pattern: String,
    /// `file:line`
    pub file: String,
    /// The line in that file.
    pub line: usize,
    /// How surely it matches.
    pub matched: Match,
    /// Why it only may match.
    pub because: Option<String>,
}

/// What evaluating a line comes to.
#[derive(Debug)]
pub enum Outcome<'p> {
    /// It is decided.
    Settled(Decision),
    /// Validators have to be asked first: `queries` in order, then [`Pending::settle`].
    Consult(Box<Pending<'p>>),
}

/// A decision that waits for validators.
#[derive(Debug)]
pub struct Pending<'p> {
    /// What to ask, each once.
    pub queries: Vec<Query>,
    policy: &'p Policy,
    judged: Vec<Judged>,
    doubts: Vec<Doubt>,
    trace: Option<&'p Trace>,
}

/// Judges what a line might run. `conditions` belong to the policy and serve for as many lines as wanted.
#[must_use]
pub fn evaluate<'p>(
    policy: &'p Policy,
    conditions: &Conditions,
    reading: &Reading,
    line: &str,
    facts: &dyn Facts,
) -> Outcome<'p> {
    observed(policy, conditions, reading, line, facts, None)
}

/// The same, and tells the trace how the verdict comes about.
#[must_use]
pub fn observed<'p>(
    policy: &'p Policy,
    conditions: &Conditions,
    reading: &Reading,
    line: &str,
    facts: &dyn Facts,
    trace: Option<&'p Trace>,
) -> Outcome<'p> {
    let gatherer = Gatherer { policy, conditions, efforts: Efforts::of_line(line.len()) };
    let mut hearing = Hearing::of(line, facts, trace);
    let judged = repeated::judge(&reading.invocations, &gatherer, &mut hearing);
    let mut doubts = reading.doubts.clone();
    if !hearing.started.is_empty() {
        doubts.extend(command::doubt_together(&reading.invocations, hearing.started, &policy.tables));
    }
    let pending = Pending { queries: hearing.queries, policy, judged, doubts, trace };
    if pending.queries.is_empty() {
        return Outcome::Settled(pending.combine(Replies::Given(&[])));
    }
    // a validator can only tighten: where the line is denied without one, none is asked
    let without = pending.combine(Replies::Assumed(Verdict::Allow));
    if without.verdict == Verdict::Deny { Outcome::Settled(without) } else { Outcome::Consult(Box::new(pending)) }
}

impl Pending<'_> {
    /// Settles the decision with what the validators said, in the order of the queries; a missing reply counts as `ask`.
    #[must_use]
    pub fn settle(self, replies: &[Reply]) -> Decision {
        let mut decision = self.combine(Replies::Given(replies));
        decision.extension_errors = replies
            .iter()
            .filter_map(|reply| match reply {
                Reply::Failure(why) => Some(why.clone()),
                Reply::Answer { .. } => None,
            })
            .collect();
        decision
    }

    fn combine(&self, replies: Replies<'_>) -> Decision {
        let settler = Settler { policy: self.policy, replies, trace: self.trace };
        if let Some(trace) = self.trace {
            trace.begin(&self.queries);
        }
        let mut line: Option<Ruling> = None;
        let mut add = |next: Ruling| {
            line = Some(match line.take() {
                Some(before) => before.strictest(next),
                None => next,
            });
        };
        let mut commands = Vec::with_capacity(self.judged.len());
        for judged in &self.judged {
            let (ruling, decision) = settler.command(judged, false);
            // that no rule speaks of a call says less than why it was not understood
            if self.doubts.is_empty() || !judged.is_unspoken() {
                add(ruling);
            }
            commands.push(decision);
        }
        let ruled = self.judged.iter().zip(&commands);
        let strict =
            |(judged, said): (&Judged, &CommandDecision)| !judged.is_unspoken() && said.verdict > Verdict::Allow;
        let no_opinion =
            self.doubts.is_empty() && self.judged.iter().any(Judged::is_unspoken) && !ruled.into_iter().any(strict);
        for doubt in &self.doubts {
            add(Ruling { span: Some(doubt.span), ..Ruling::new(Verdict::Ask, doubt.why.clone()) });
        }
        let ruling = line.unwrap_or_else(|| Ruling::new(Verdict::Allow, "nothing would run"));
        Decision {
            verdict: ruling.verdict,
            reason: ruling.reason,
            message: ruling.message,
            fix_suggestion: ruling.fix_suggestion,
            sandbox: ruling.sandbox.or_else(|| self.policy.default_sandbox.clone()),
            decided_at: ruling.span,
            decided_by: ruling
                .rule
                .and_then(|index| self.policy.rules.get(index))
                .map(|rule| Box::new(DecidingRule::of(rule))),
            commands,
            notes: self.policy.notes.clone(),
            extension_errors: Vec::new(),
            no_opinion,
        }
    }
}

/// One question to an external validator: the parameters of `validateCommand`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Query {
    /// Who is asked.
    pub executor: crate::policy::types::Executor,
    /// The type's name.
    pub type_name: String,
    /// The word at `<type:Name>`.
    pub value: Option<String>,
    /// The base name.
    pub command: String,
    /// Flags in order, names without dashes.
    pub flags: Vec<(String, String)>,
    /// Operands in order.
    pub args: Vec<String>,
    /// All words.
    pub argv: Vec<String>,
    /// The line as entered, whole.
    pub raw_command_line: String,
    /// The environment variables that are passed.
    pub env: Vec<(String, String)>,
    /// Where that command would run.
    pub cwd: String,
    /// Variables of the environment table that the command's line assigned: never passed to the validator's process.
    pub withheld_env: Vec<String>,
}

/// What a validator said, or why it said nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// A valid answer.
    Answer {
        /// `allow`, `ask` or `deny`; an unknown status is `ask`.
        status: Verdict,
        /// For the user.
        message: Option<String>,
        /// A command to run instead.
        fix_suggestion: Option<String>,
    },
    /// A failure: the answer is `ask`. The text is what `--verbose` prints after `Extension error: `.
    Failure(String),
}

#[cfg(test)]
mod tests;
