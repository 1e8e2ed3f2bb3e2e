//! What is kept of the way to a verdict, for `explain`.
//!
//! Owns the record of one request: the trace of its evaluation, the exchanges with validators, what is made of them. A
//! panic while the account is made costs the account, never the verdict. Refuses to judge.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use super::facts::SystemFacts;
use super::guard;
use super::judge::Judgement;
use super::request::{Request, Subject};
use crate::answer::explain::{Asked, Question};
use crate::command::{self, Reading};
use crate::decision::trace::{self, Advice, Explanation, Supposed, Trace};
use crate::decision::{Conditions, Decision, Pending, Query, Reply};
use crate::policy::{Loaded, Policy};
use crate::validator::{self, protocol};
use crate::verdict::Verdict;

const LEFT_OUT: &str = "--no-validators leaves them out, so they count as ask";
const NEEDLESS: &str = "no answer could change the verdict any more";

/// What is kept while one request is judged.
pub(crate) struct Watch {
    /// How the evaluation went.
    pub trace: Trace,
    /// What is made of it.
    wanted: Wanted,
    /// Validators are asked.
    validators: bool,
    replies: RefCell<Vec<(Reply, Option<Duration>)>>,
    consulted: Cell<bool>,
    explanation: RefCell<Explanation>,
    /// The verdict of the command itself, and whether that is no opinion.
    verdict: Cell<Option<(Verdict, bool)>>,
}

/// What is made of the way to a verdict.
#[derive(Clone, Copy)]
enum Wanted {
    /// The account.
    Account {
        /// With every near rule.
        all: bool,
    },
    /// A note of the allow rules that an effect alone keeps from a command, unless the verdict is this one.
    KeptBack {
        /// The verdict that needs no note.
        unless: Option<Verdict>,
    },
}

/// What came of it.
pub(crate) struct Watched {
    /// How the verdict came about.
    pub explanation: Explanation,
    /// The questions to validators, with what came of them.
    pub questions: Vec<Question>,
}

impl Watch {
    /// For the whole account.
    pub(crate) fn new(all: bool, validators: bool) -> Self {
        Self::wanting(Wanted::Account { all }, validators)
    }

    /// For a note with each command of the decision of what keeps allow rules from it, unless the verdict is this one.
    pub(crate) fn for_note(unless: Option<Verdict>) -> Self {
        Self::wanting(Wanted::KeptBack { unless }, true)
    }

    fn wanting(wanted: Wanted, validators: bool) -> Self {
        Self {
            trace: Trace::default(),
            wanted,
            validators,
            replies: RefCell::default(),
            consulted: Cell::new(false),
            explanation: RefCell::default(),
            verdict: Cell::default(),
        }
    }

    /// Asks the validators, who have this long together, and keeps what they say.
    pub(crate) fn consult(&self, pending: Pending<'_>, budget: Duration, start: Instant) -> Decision {
        self.consulted.set(true);
        if !self.validators {
            return pending.settle(&[]);
        }
        let mut times: Vec<Option<Duration>> = vec![None; pending.queries.len()];
        let replies = validator::consult_watched(&pending.queries, budget, start, &mut |index, took| {
            if let Some(time) = times.get_mut(index) {
                *time = Some(took);
            }
        });
        *self.replies.borrow_mut() = replies.iter().cloned().zip(times).collect();
        pending.settle(&replies)
    }

    /// Makes the account or the note, when the verdict stands.
    pub(crate) fn explain(&self, judged: &Judged<'_>, decision: &mut Decision) {
        let all = match self.wanted {
            Wanted::Account { all } => all,
            Wanted::KeptBack { unless } if unless == Some(decision.verdict) => return,
            Wanted::KeptBack { .. } => false,
        };
        self.verdict.set(Some((decision.verdict, decision.no_opinion)));
        let queries = self.trace.queries();
        let replies: Vec<(Query, Reply)> =
            queries.into_iter().zip(self.replies.borrow().iter().map(|(reply, _)| reply.clone())).collect();
        let line = judged.request.line().as_str();
        let words = match &judged.request.subject {
            Subject::Text(_) | Subject::Tool(..) | Subject::Typed(..) => None,
            Subject::Words(words, _) => Some(words.as_slice()),
        };
        let asked = trace::Request {
            policy: &judged.loaded.policy,
            conditions: judged.conditions,
            reading: judged.reading,
            line,
            words,
            facts: judged.facts,
            replies: &replies,
            all,
        };
        if matches!(self.wanted, Wanted::KeptBack { .. }) {
            // without the note the decision is as good
            let _ = guard::catch(|| trace::note_kept_back(&asked, &self.trace, decision));
            return;
        }
        if let Ok(mut explanation) = guard::catch(|| trace::explain(&asked, &self.trace, decision)) {
            let trusted = guard::catch(|| if_trusted(judged, &asked, decision.verdict)).ok().flatten();
            explanation.advice.splice(0..0, trusted);
            *self.explanation.borrow_mut() = explanation;
        }
    }

    /// The account of a judgement.
    pub(crate) fn into_watched(self, judgement: &Judgement) -> Watched {
        let queries = self.trace.queries();
        let mut replies = self.replies.into_inner().into_iter();
        let missing = match (self.consulted.get(), self.validators) {
            (true, false) => LEFT_OUT,
            _ => NEEDLESS,
        };
        let outcome = |reply: Option<(Reply, Option<Duration>)>| match reply {
            Some((reply, took)) => Asked::Replied(reply, took),
            None => Asked::Not(missing),
        };
        let questions = queries
            .into_iter()
            .map(|query| Question { request: protocol::request(&query), query, outcome: outcome(replies.next()) })
            .collect();
        let mut explanation = self.explanation.into_inner();
        let told = (judgement.decision.verdict, judgement.decision.no_opinion);
        let raised = self.verdict.get().is_some_and(|verdict| verdict != told);
        if raised || !judgement.usable && judgement.decision.verdict != Verdict::Deny {
            // a doubt about the call, or the problems of the policy, decided, whatever its rules say
            explanation.decider = None;
            explanation.advice.clear();
        }
        Watched { explanation, questions }
    }
}

/// A request that was judged, with what it was judged by.
pub(crate) struct Judged<'a> {
    pub request: &'a Request,
    pub loaded: &'a Loaded,
    pub conditions: &'a Conditions,
    pub reading: &'a Reading,
    pub facts: &'a SystemFacts<'a>,
    /// The policy as it would be if the project were trusted; nothing where it is, or where there is none.
    pub trusted: &'a dyn Fn() -> Option<Loaded>,
}

/// What trusting the project would do, if that makes the verdict less strict.
fn if_trusted(judged: &Judged<'_>, asked: &trace::Request<'_>, verdict: Verdict) -> Option<Advice> {
    if verdict == Verdict::Allow {
        return None;
    }
    let loaded = (judged.trusted)().filter(|loaded| loaded.problems.is_empty())?;
    let conditions = Conditions::default();
    let reading = read(judged.request, judged.facts, &loaded.policy);
    let gives = trace::verdict(&trace::Request {
        policy: &loaded.policy,
        conditions: &conditions,
        reading: &reading,
        ..*asked
    });
    (gives < verdict).then_some(Advice { supposed: vec![Supposed::Trusted], gives })
}

/// Reads what a request holds.
pub(crate) fn read(request: &Request, facts: &SystemFacts<'_>, policy: &Policy) -> Reading {
    match &request.subject {
        Subject::Text(line) => command::read(line, facts, &policy.tables),
        Subject::Words(words, _) => command::read_words(words, facts, &policy.tables),
        Subject::Tool(call, _) => command::tool::read(call, facts),
        Subject::Typed(typed, _) => command::read_typed(typed, facts, &policy.tables),
    }
}
