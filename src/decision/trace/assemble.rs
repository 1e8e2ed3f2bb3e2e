//! From what an evaluation came by to an explanation.
//!
//! Owns the shape: what was recorded in a row becomes the tree of the decision again. Refuses to judge.

use std::cell::Cell;
use std::vec::IntoIter;

use crate::command::effects::{Way, ways};
use crate::command::options::{self, Tables};
use crate::command::word::Word;
use crate::command::{Invocation, Reading, WrapKind};
use crate::decision::efforts::Efforts;
use crate::decision::gather::Gatherer;
use crate::decision::{CommandDecision, Conditions, Decision, Query, Reply, parts};
use crate::facts::Facts;
use crate::policy::Policy;
use crate::verdict::{Match, Verdict};

use super::effects;
use super::near::Neighbours;
use super::{About, CommandTrace, Explanation, Heard, PartTrace, RuleTrace, Settled, Trace, Weighed, advice, decider};

/// The most rules that nearly matched which are kept of one command or part.
const MAX_NEAR: usize = 5;

/// The most steps of matching that looking for near rules may take in one line.
pub(super) const MAX_EFFORT: u32 = 2_000_000;

/// The most commands of a line whose near rules are looked for.
const MAX_LOOKED_AT: usize = 100;

/// What was asked, by which policy, and what validators answered.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The policy.
    pub policy: &'a Policy,
    /// Its conditions.
    pub conditions: &'a Conditions,
    /// The line, read.
    pub reading: &'a Reading,
    /// The line.
    pub line: &'a str,
    /// The words, where it is an argument vector.
    pub words: Option<&'a [String]>,
    /// The outside world.
    pub facts: &'a dyn Facts,
    /// What validators answered.
    pub replies: &'a [(Query, Reply)],
    /// Keep every rule that nearly matched.
    pub all: bool,
}

impl<'a> Request<'a> {
    /// Who asks the rules about the line once more.
    pub(super) fn gatherer(&self) -> Gatherer<'a> {
        Gatherer { policy: self.policy, conditions: self.conditions, efforts: Efforts::of_line(self.line.len()) }
    }
}

/// How the decision came about that the trace was kept of.
///
/// `decision` is what the evaluation said. Where the record and the decision do not belong together there is nothing to
/// tell, and the explanation is empty.
#[must_use]
pub fn explain(request: &Request<'_>, trace: &Trace, decision: &Decision) -> Explanation {
    let Some(mut commands) = tree(request.policy, trace, decision) else { return Explanation::default() };
    let gatherer = request.gatherer();
    let mut neighbourhood = Neighbourhood {
        neighbours: Neighbours {
            gatherer: &gatherer,
            facts: request.facts,
            effort: Cell::new(MAX_EFFORT),
            all: request.all,
        },
        most: if request.all { usize::MAX } else { MAX_NEAR },
        left: if request.all { usize::MAX } else { MAX_LOOKED_AT },
        all: true,
    };
    commands.iter_mut().for_each(|command| neighbourhood.add(command));
    commands.iter_mut().for_each(|command| read_options(command, &request.policy.tables));
    let decider = decider::find(&commands, decision.verdict);
    let (advice, all_tried) = advice::advice(request, &commands, decider.as_ref(), decision);
    let cut = !neighbourhood.all || !all_tried;
    Explanation { commands, doubts: request.reading.doubts.clone(), decider, advice, cut }
}

/// How a command's table reads its words, and what it does by that.
fn read_options(command: &mut CommandTrace, tables: &Tables) {
    let words = &command.invocation.words;
    if let Some(table) = words.first().and_then(Word::known).and_then(|name| tables.table(name)) {
        let arguments = options::read(&table, words);
        command.effects = effects::lines(&table, &arguments, &command.invocation);
        command.means = ways(&table, &arguments, words).iter().map(in_other_words).collect();
        command.options = Some(arguments);
    }
    command.wrapped.iter_mut().for_each(|wrapped| read_options(wrapped, tables));
}

fn in_other_words(way: &Way) -> String {
    let words: Vec<String> = way.words.iter().map(Word::display).collect();
    let perhaps = if way.sure == Match::Must { "" } else { " (perhaps)" };
    format!("{}{perhaps}", words.join(" "))
}

/// The commands of a decision with what was said of each, without near rules and without what only somebody who reads the
/// explanation wants to know: many decisions are looked at that nobody is shown. Nothing where the record is not whole.
pub(super) fn tree(policy: &Policy, trace: &Trace, decision: &Decision) -> Option<Vec<CommandTrace>> {
    let mut records =
        Records { heard: trace.heard.take().into_iter(), settled: trace.settled.take().into_iter(), policy };
    let commands = decision.commands.iter().map(|command| records.command(command)).collect::<Option<Vec<_>>>()?;
    (records.heard.next().is_none() && records.settled.next().is_none()).then_some(commands)
}

struct Records<'a> {
    heard: IntoIter<Heard>,
    settled: IntoIter<Settled>,
    policy: &'a Policy,
}

impl Records<'_> {
    /// What a command starts was recorded before it.
    fn command(&mut self, decision: &CommandDecision) -> Option<CommandTrace> {
        let mut wrapped = decision.wrapped.iter().map(|one| self.command(one)).collect::<Option<Vec<_>>>()?;
        let (heard, settled) = (self.heard.next()?, self.settled.next()?);
        for (one, kind) in wrapped.iter_mut().zip(&heard.kinds) {
            one.started = Some(*kind);
        }
        let invocation = heard.invocation;
        let readings = settled.readings.iter().map(|weighed| part(About::Words, weighed)).collect();
        let parts = self.parts(&invocation, &settled.parts);
        Some(CommandTrace {
            options: None,
            means: Vec::new(),
            own: settled.own.filter(|_| !settled.readings.is_empty()).map(|own| (own.verdict, own.reason)),
            invocation,
            decision: alone(decision),
            started: None::<WrapKind>,
            readings,
            parts,
            wrap_doubts: heard.wrap_doubts,
            near: Vec::new(),
            left_out: 0,
            effects: Vec::new(),
            wrapped,
        })
    }

    /// Every redirection and assignment: those of which something was said stand in the record, in order.
    fn parts(&self, invocation: &Invocation, said: &[Weighed]) -> Vec<PartTrace> {
        let mut said = said.iter();
        let mut told = |about, judged: bool| match said.next_if_judged(judged) {
            Some(weighed) => part(about, weighed),
            None => harmless(about),
        };
        let redirects = invocation.redirects.iter().enumerate();
        let mut all: Vec<PartTrace> =
            redirects.map(|(index, redirect)| told(About::Redirection(index), parts::is_judged(redirect))).collect();
        let assignments = invocation.assignments.iter().enumerate();
        all.extend(assignments.map(|(index, assignment)| {
            let judged = parts::assignment(assignment, self.policy).is_some();
            told(About::Assignment(index), judged)
        }));
        all.extend(said.map(|weighed| part(About::Beside, weighed)));
        all
    }
}

/// The next of the record, where there is one of it.
trait NextIfJudged<'w> {
    fn next_if_judged(&mut self, judged: bool) -> Option<&'w Weighed>;
}

impl<'w> NextIfJudged<'w> for std::slice::Iter<'w, Weighed> {
    fn next_if_judged(&mut self, judged: bool) -> Option<&'w Weighed> {
        if judged { self.next() } else { None }
    }
}

fn part(about: About, weighed: &Weighed) -> PartTrace {
    PartTrace {
        about,
        verdict: weighed.verdict,
        reason: weighed.reason.clone(),
        by_default: weighed.by_default,
        harmless: false,
        rules: weighed.counted.iter().map(RuleTrace::counted).collect(),
        near: Vec::new(),
    }
}

fn harmless(about: About) -> PartTrace {
    PartTrace {
        about,
        verdict: Verdict::Allow,
        reason: "it is harmless".to_owned(),
        by_default: false,
        harmless: true,
        rules: Vec::new(),
        near: Vec::new(),
    }
}

/// The decision about a command without those about what it starts.
fn alone(decision: &CommandDecision) -> CommandDecision {
    CommandDecision {
        verdict: decision.verdict,
        reason: decision.reason.clone(),
        words: decision.words.clone(),
        span: decision.span,
        rules: decision.rules.clone(),
        found_in: decision.found_in.clone(),
        unknown: decision.unknown.clone(),
        kept_back: Vec::new(),
        wrapped: Vec::new(),
    }
}

/// Looks for near rules, as long as there is room.
struct Neighbourhood<'a> {
    neighbours: Neighbours<'a>,
    /// How many are kept of each command.
    most: usize,
    /// How many commands are still looked at.
    left: usize,
    /// Every command was looked at.
    all: bool,
}

impl Neighbourhood<'_> {
    /// How far a rule may be from matching to be of interest: where a rule decided, others are less so.
    fn farthest(&self, command: &CommandTrace) -> usize {
        let by_default = command.readings.iter().any(|part| part.by_default);
        let allowed = command.own.as_ref().is_some_and(|(own, _)| *own == Verdict::Allow);
        match (self.most == usize::MAX || by_default, allowed) {
            (true, _) => usize::MAX,
            (false, true) => 0,
            (false, false) => 1,
        }
    }

    fn add(&mut self, command: &mut CommandTrace) {
        if self.left == 0 || self.neighbours.effort.get() == 0 {
            self.all = false;
            return;
        }
        self.left = self.left.saturating_sub(1);
        let counted: Vec<usize> = command.readings.iter().flat_map(|part| &part.rules).map(|rule| rule.rule).collect();
        let near = self.neighbours.of_words(&command.invocation, &counted);
        let found = near.len();
        let farthest = self.farthest(command);
        command.near = near.into_iter().filter(|rule| rule.distance <= farthest).take(self.most).collect();
        // where a rule allows it the others are of no interest
        command.left_out = if farthest == 0 { 0 } else { found - command.near.len() };
        for part in command.parts.iter_mut().filter(|part| !part.harmless) {
            let counted: Vec<usize> = part.rules.iter().map(|rule| rule.rule).collect();
            let invocation = &command.invocation;
            part.near = match part.about {
                About::Words | About::Beside => Vec::new(),
                About::Redirection(index) => match invocation.redirects.get(index) {
                    Some(redirect) => self.neighbours.of_redirection(redirect, &counted),
                    None => Vec::new(),
                },
                About::Assignment(index) => match invocation.assignments.get(index) {
                    Some(assignment) => self.neighbours.of_assignment(assignment, &counted),
                    None => Vec::new(),
                },
            };
            part.near.truncate(self.most);
        }
        self.all &= self.neighbours.effort.get() > 0;
        command.wrapped.iter_mut().for_each(|wrapped| self.add(wrapped));
    }
}
