#![allow(clippy::disallowed_methods, reason = "edge: the clock, for the one deadline of a request's validators")]
//! From a request to a decision: the one place where every door of the program judges.
//!
//! Owns the order (policy, reading, evaluation, validators, settling), the policies that were loaded, and that nothing
//! that goes wrong on the way is an `allow`: a policy with problems, a panic. Refuses to print.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

use super::facts::{Environment, SystemFacts, own_directory, policy_request};
use super::guard;
use super::platform;
use super::request::Request;
use super::watch::{self, Watch};
use crate::answer::exit::ExitStatus;
use crate::answer::problems;
use crate::decision::{self, Conditions, Decision, Outcome, Pending, Reply};
use crate::policy::load::{Cache, LoadRequest};
use crate::policy::{self, Loaded};
use crate::validator;
use crate::verdict::Verdict;

/// How long all validators of one request may take together.
const VALIDATOR_BUDGET: Duration = Duration::from_secs(20);

/// The most policies of different directories that are kept during a batch.
const MAX_KEPT_POLICIES: usize = 64;

/// Judges requests, each with the policy of its directory.
pub(crate) struct Judge {
    config: Option<PathBuf>,
    /// Policies may come from the cache.
    cache: Cache,
    /// Policies by where they were found from; nothing where a file was named.
    kept: BTreeMap<Option<Start>, Rc<Ready>>,
    /// How many times they have been forgotten.
    reading: usize,
    environment: Environment,
    /// The policy for everything, where it was given.
    given: Option<Rc<Ready>>,
    /// Validators are not started, and why.
    unasked: Option<&'static str>,
    /// How long all validators of one request may take together.
    budget: Duration,
}

/// Where the search for a policy begins: the directory of the request, and those beside it.
type Start = (Option<String>, Vec<String>);

/// A policy, ready to judge with.
struct Ready {
    loaded: Rc<Loaded>,
    /// The conditions of its rules, each read when it is first needed.
    conditions: Conditions,
}

/// A decision, with the policy that it was made by.
pub(crate) struct Judgement {
    /// The decision.
    pub decision: Decision,
    /// The policy; nothing where loading it came to no end.
    pub loaded: Option<Rc<Loaded>>,
    /// The policy could be read and had no problems.
    pub usable: bool,
    /// Judging the same again while this policy is kept would give the same: nothing was looked at that may change.
    pub lasting: bool,
}

impl Judgement {
    /// How a run that judged this alone ends.
    pub(crate) fn status(&self) -> ExitStatus {
        if self.usable { ExitStatus::Answered(self.decision.verdict) } else { ExitStatus::Unusable }
    }
}

impl Judge {
    /// Judges by this policy file alone, or by the policies that are found.
    pub(crate) fn new(config: Option<PathBuf>) -> Self {
        Self {
            config,
            cache: Cache::Use,
            kept: BTreeMap::new(),
            reading: 0,
            environment: Environment::default(),
            given: None,
            unasked: None,
            budget: VALIDATOR_BUDGET,
        }
    }

    /// Reads every policy from its files, where that is wanted: the cache holds nothing of what is only shown.
    pub(crate) fn afresh(mut self, wanted: bool) -> Self {
        self.cache = if wanted { Cache::Off } else { Cache::Use };
        self
    }

    /// Gives the validators of one request this long together.
    pub(crate) fn within(mut self, budget: Duration) -> Self {
        self.budget = budget;
        self
    }

    /// Judges by this policy alone. Where `unasked` says why, validators are not started: each has failed.
    pub(crate) fn of(loaded: Rc<Loaded>, unasked: Option<&'static str>) -> Self {
        let ready = Ready { conditions: Conditions::default(), loaded };
        Self { given: Some(Rc::new(ready)), unasked, ..Self::new(None) }
    }

    /// Judges what came in. What could not be read is `ask`, and why.
    pub(crate) fn answer(&mut self, request: &Result<Request, String>, watch: Option<&Watch>) -> Judgement {
        match request {
            Ok(request) => self.judge(request, watch),
            Err(why) => Judgement { decision: ask(why.clone()), loaded: None, usable: true, lasting: false },
        }
    }

    /// Judges one request. Whatever goes wrong is `ask`. `watch` is told how it goes.
    pub(crate) fn judge(&mut self, request: &Request, watch: Option<&Watch>) -> Judgement {
        let judgement = self.judge_once(request, watch);
        if !judgement.loaded.as_ref().is_some_and(|loaded| loaded.has_failed()) {
            return judgement;
        }
        // what was kept of the policy is not all there: it is read anew, from here on
        self.cache = if self.cache == Cache::Use { Cache::Renew } else { Cache::Off };
        self.forget();
        self.judge_once(request, watch)
    }

    fn judge_once(&mut self, request: &Request, watch: Option<&Watch>) -> Judgement {
        let ready = match guard::catch(|| self.policy(request)) {
            Ok(ready) => ready,
            Err(panic) => {
                return Judgement {
                    decision: failed("reading the policy", &panic),
                    loaded: None,
                    usable: false,
                    lasting: false,
                };
            }
        };
        let mut lasting = false;
        let mut decision = answer_or_ask(|| {
            let facts = SystemFacts::new(request.directory.as_deref(), &request.environment)
                .straying(request.strayed)
                .standing_on(&ready.loaded.policy.stands_on)
                .remembering(&self.environment);
            let (decision, settled) = self.decide(&ready, request, &facts, watch);
            lasting = settled && !facts.were_looked_up();
            decision
        });
        let usable = ready.loaded.problems.is_empty();
        if !usable {
            hold_back(&mut decision, &ready.loaded);
        }
        if let Some(why) = &request.doubt {
            cast_doubt(&mut decision, why);
        }
        Judgement { decision, loaded: Some(Rc::clone(&ready.loaded)), usable, lasting }
    }

    /// How many times the policies that were kept have been forgotten: what was judged before then may be judged otherwise.
    pub(crate) fn reading(&self) -> usize {
        self.reading
    }

    fn forget(&mut self) {
        self.kept.clear();
        self.reading += 1;
    }

    /// The policy of a directory; of the file that was named, wherever the command runs.
    fn policy(&mut self, request: &Request) -> Rc<Ready> {
        if let Some(given) = &self.given {
            return Rc::clone(given);
        }
        let key = self.config.is_none().then(|| (request.directory.clone(), request.beside.clone()));
        if let Some(ready) = self.kept.get(&key) {
            return Rc::clone(ready);
        }
        if self.kept.len() >= MAX_KEPT_POLICIES {
            self.forget();
        }
        let loaded = Rc::new(policy::load::load(&LoadRequest { cache: self.cache, ..self.load_request(request) }));
        let ready = Rc::new(Ready { conditions: Conditions::default(), loaded });
        self.kept.insert(key, Rc::clone(&ready));
        ready
    }

    /// The decision, and whether it was made without a validator.
    fn decide(
        &self,
        ready: &Ready,
        request: &Request,
        facts: &SystemFacts<'_>,
        watch: Option<&Watch>,
    ) -> (Decision, bool) {
        let start = Instant::now();
        let policy = &ready.loaded.policy;
        let reading = watch::read(request, facts, policy);
        let trace = watch.map(|watch| &watch.trace);
        let line = request.line().as_str();
        let outcome = decision::observed(policy, &ready.conditions, &reading, line, facts, trace);
        let settled = matches!(outcome, Outcome::Settled(_));
        let mut decision = match outcome {
            Outcome::Settled(decision) => decision,
            Outcome::Consult(pending) => self.consult(*pending, watch, start),
        };
        if let Some(watch) = watch {
            let trusted = || self.if_trusted(ready, request);
            let (loaded, conditions) = (&*ready.loaded, &ready.conditions);
            watch.explain(
                &watch::Judged { request, loaded, conditions, reading: &reading, facts, trusted: &trusted },
                &mut decision,
            );
        }
        (decision, settled)
    }

    /// The decision with what the validators say.
    fn consult(&self, pending: Pending<'_>, watch: Option<&Watch>, start: Instant) -> Decision {
        if let Some(why) = self.unasked {
            let replies: Vec<Reply> = pending.queries.iter().map(|_| Reply::Failure(why.to_owned())).collect();
            return pending.settle(&replies);
        }
        platform::take_validators_along();
        match watch {
            Some(watch) => watch.consult(pending, self.budget, start),
            None => {
                let replies = validator::consult(&pending.queries, self.budget, start);
                pending.settle(&replies)
            }
        }
    }

    /// The policy as it would be if the project were trusted; nothing where no file is untrusted.
    fn if_trusted(&self, ready: &Ready, request: &Request) -> Option<Loaded> {
        if ready.loaded.policy.sources.iter().all(|source| source.trusted) {
            return None;
        }
        Some(policy::load::load(&LoadRequest { suppose_trusted: true, ..self.load_request(request) }))
    }

    /// Which policy holds for a request.
    fn load_request(&self, request: &Request) -> LoadRequest {
        let here = request.directory.clone().filter(|_| self.config.is_none()).or_else(own_directory);
        LoadRequest { beside: request.beside.clone(), ..policy_request(self.config.as_deref(), here, false) }
    }
}

/// The decision where there is nothing that could be judged: `ask`, and why.
pub(crate) fn ask(reason: String) -> Decision {
    Decision {
        verdict: Verdict::Ask,
        reason,
        message: None,
        fix_suggestion: None,
        sandbox: None,
        decided_at: None,
        decided_by: None,
        commands: Vec::new(),
        notes: Vec::new(),
        extension_errors: Vec::new(),
        no_opinion: false,
    }
}

/// A policy with problems allows nothing: what it surely denies stays denied, everything else is `ask`.
fn hold_back(decision: &mut Decision, loaded: &Loaded) {
    let Some(first) = loaded.problems.first() else { return };
    let others = match loaded.problems.len() - 1 {
        0 => String::new(),
        count => format!(" (and {count} more)"),
    };
    let why = format!("the policy has problems, `runok policy` shows them: {}{others}", problems::summary(first));
    if decision.verdict == Verdict::Deny {
        decision.notes.push(why);
        return;
    }
    decision.verdict = Verdict::Ask;
    decision.no_opinion = false;
    decision.reason = why;
    decision.sandbox = None;
    decision.decided_at = None;
    decision.decided_by = None;
}

/// What may be more than was judged is not allowed; what is denied or asked about stays so, and says the doubt as well.
fn cast_doubt(decision: &mut Decision, why: &str) {
    if decision.verdict == Verdict::Allow || decision.no_opinion {
        *decision = ask(why.to_owned());
    } else {
        decision.notes.push(why.to_owned());
    }
}

/// The decision that `work` comes to; where it panics, `ask`.
fn answer_or_ask(work: impl FnOnce() -> Decision) -> Decision {
    guard::catch(work).unwrap_or_else(|panic| failed("judging this", &panic))
}

fn failed(doing: &str, panic: &str) -> Decision {
    ask(format!("runok failed while {doing}, so nobody knows what it would do: {panic}. Please report this"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Problem;

    fn decision(verdict: Verdict) -> Decision {
        Decision { verdict, sandbox: Some("strict".to_owned()), ..ask(String::new()) }
    }

    fn broken() -> Loaded {
        let problem =
            Problem { file: "p.yml".into(), line: 1, column: 2, text: String::new(), what: "no".into(), help: None };
        let mut loaded = Loaded::default();
        loaded.problems = vec![problem.clone(), problem];
        loaded
    }

    #[test]
    fn a_panic_is_ask() {
        let decision = answer_or_ask(|| panic!("on purpose"));
        assert_eq!(decision.verdict, Verdict::Ask);
        assert!(decision.reason.contains("failed while judging this"), "{}", decision.reason);
    }

    #[test]
    fn a_policy_with_problems_allows_nothing_and_lifts_no_deny() {
        for (before, after) in
            [(Verdict::Allow, Verdict::Ask), (Verdict::Ask, Verdict::Ask), (Verdict::Deny, Verdict::Deny)]
        {
            let mut decision = decision(before);
            hold_back(&mut decision, &broken());
            assert_eq!(decision.verdict, after);
            let told = decision.notes.first().unwrap_or(&decision.reason);
            assert!(told.contains("p.yml:1:2: no (and 1 more)"), "{told}");
            assert_eq!(decision.sandbox.is_some(), after == Verdict::Deny);
        }
    }

    #[test]
    fn a_doubt_allows_nothing_and_lifts_no_deny() {
        for (before, after) in
            [(Verdict::Allow, Verdict::Ask), (Verdict::Ask, Verdict::Ask), (Verdict::Deny, Verdict::Deny)]
        {
            let mut decision = decision(before);
            cast_doubt(&mut decision, "more may run");
            assert_eq!(decision.verdict, after);
            assert_eq!(decision.notes.first().unwrap_or(&decision.reason), "more may run");
        }
        let mut none = Decision { no_opinion: true, ..decision(Verdict::Ask) };
        cast_doubt(&mut none, "more may run");
        assert!(!none.no_opinion && none.verdict == Verdict::Ask);
    }

    #[test]
    fn without_problems_nothing_changes() {
        let mut decision = decision(Verdict::Allow);
        hold_back(&mut decision, &Loaded::default());
        assert_eq!(decision.verdict, Verdict::Allow);
    }
}
