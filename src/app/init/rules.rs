#![allow(clippy::disallowed_methods, reason = "edge: lists a directory of an agent's rules")]
//! The agents' own lists, offered as rules of runok's.
//!
//! Owns what is offered and what is not, each with its reason: every rule is tried by the same way in which commands are judged,
//! a rule that the policy makes needless is not offered, and no allow of what `builtin:catastrophic` denies ever is. Refuses
//! to write.

use std::rc::Rc;

use super::file;
use super::policy_text::{self, Line};
use crate::agent::Agent;
use crate::agent::permission::{List, OTHERS, Offer, Sample, Saying};
use crate::agent::registration::Surroundings;
use crate::answer::problems;
use crate::app::judge::Judge;
use crate::app::request::Request;
use crate::decision::Decision;
use crate::input::CommandLine;
use crate::policy::load::{self, LoadRequest};
use crate::verdict::Verdict;

/// Validators are not started to try a rule.
const UNASKED: &str = "not started while rules are tried";

/// What may come after an allowed beginning and must not be allowed with it.
const WORST: [&str; 6] = ["-rf /", "-rf ~", "rm -rf /", "-c 'rm -rf /'", "if=/dev/zero of=/dev/sda", "-R 777 /"];

/// An entry of an agent's list, with what becomes of it.
pub(super) struct Entry {
    /// Whose it is.
    pub agent: &'static str,
    /// As it stands there.
    pub text: String,
    /// What it says.
    pub verdict: Verdict,
    /// The rule, or why there is none.
    pub rule: Result<Tried, String>,
}

/// A rule that was tried.
pub(super) struct Tried {
    /// Its pattern.
    pub pattern: String,
    /// Its condition.
    pub when: Option<String>,
    /// What it matches.
    pub matches: Vec<Sample>,
    /// What it does not match.
    pub misses: Option<Sample>,
}

impl Tried {
    /// Is it a rule for a tool that is no shell?
    pub(super) fn is_for_tool(&self) -> bool {
        self.matches.iter().any(|sample| matches!(sample, Sample::Call(_)))
    }
}

/// What is offered, and the policy file as it would be.
pub(super) struct Offers {
    /// Every entry that was read and is not settled by the policy already.
    pub entries: Vec<Entry>,
    /// Files that could not be read, each a sentence.
    pub failures: Vec<String>,
    /// The policy as it is, and as it would be; nothing where no rule is offered.
    pub change: Option<(file::Snapshot, String)>,
}

/// Tries rules against the policy that is there.
struct Trial<'a> {
    request: &'a LoadRequest,
    path: String,
    text: Option<String>,
    /// The rules that stand in the file without a condition.
    present: Vec<(Verdict, String)>,
    now: Judge,
    catastrophic: Judge,
}

/// What the lists of these agents come to, and where `others` says so those of programs that runok is not registered with.
///
/// # Errors
/// A sentence: the policy cannot be read, or cannot be edited.
pub(super) fn offers(
    agents: &[&'static Agent],
    others: bool,
    around: &Surroundings<'_>,
    request: &LoadRequest,
) -> Result<Offers, String> {
    let mut offers = Offers { entries: Vec::new(), failures: Vec::new(), change: None };
    let mut found: Vec<(&'static str, Saying)> = Vec::new();
    let of_agents = agents.iter().flat_map(|agent| agent.registration.lists.iter().map(|list| (agent.title, list)));
    let of_others = OTHERS.iter().filter(|_| others).map(|(title, list)| (*title, list));
    for (title, list) in of_agents.chain(of_others) {
        for read in sayings(list, around) {
            match read {
                Ok(sayings) => found.extend(sayings.into_iter().map(|saying| (title, saying))),
                Err(why) => offers.failures.push(why),
            }
        }
    }
    if found.is_empty() {
        return Ok(offers);
    }
    let path = request.global_file().ok_or("there is no place for a policy: HOME is not set to an absolute path")?;
    let snapshot = file::read(&path)?;
    let mut trial = Trial::new(request, &path, snapshot.text.clone());
    let mut lines: Vec<Line> = Vec::new();
    let mut asked_already = Vec::new();
    for (agent, saying) in found {
        if !offers.take(&mut trial, (agent, &saying), &mut lines) && saying.verdict == Verdict::Ask {
            asked_already.push((agent, saying));
        }
    }
    // what is asked about because no rule speaks of it may be allowed by what is offered
    if !lines.is_empty() && !asked_already.is_empty() {
        trial.now = judge(request, &path, &trial.with(&lines)?);
        for (agent, saying) in asked_already {
            offers.take(&mut trial, (agent, &saying), &mut lines);
        }
    }
    if !lines.is_empty() {
        offers.change = Some((snapshot, trial.with(&lines)?));
    }
    Ok(offers)
}

impl Offers {
    /// Takes in an entry, and its rule among the lines to be added; says whether the policy does not say as much already.
    fn take(&mut self, trial: &mut Trial<'_>, (agent, saying): (&'static str, &Saying), lines: &mut Vec<Line>) -> bool {
        let rule = match trial.rule(saying) {
            Ok(None) => return false,
            Ok(Some(tried)) => Ok(tried),
            Err(why) => Err(why),
        };
        if let Ok(tried) = &rule {
            let line = Line {
                action: saying.verdict.as_str(),
                pattern: tried.pattern.clone(),
                when: tried.when.clone(),
                from: format!("{agent}: {}", saying.text),
            };
            if lines.iter().any(|other| Line { from: line.from.clone(), ..other.clone() } == line) {
                return true;
            }
            lines.push(line);
        }
        self.entries.push(Entry { agent, text: saying.text.clone(), verdict: saying.verdict, rule });
        true
    }
}

/// The entries of a list, file by file.
fn sayings(list: &List, around: &Surroundings<'_>) -> Vec<Result<Vec<Saying>, String>> {
    let Ok(path) = list.file.resolve(around) else { return Vec::new() };
    let mut paths = vec![path.clone()];
    if !list.ends.is_empty() {
        let entries = std::fs::read_dir(&path).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.path().to_str().map(str::to_owned));
        paths = names.filter(|name| name.ends_with(list.ends)).collect();
        paths.sort();
    }
    let read = |path: &String| {
        let text = file::read(path)?.text.unwrap_or_default();
        (list.read)(&text).map_err(|misfit| format!("{path}: {misfit}"))
    };
    paths.iter().map(read).collect()
}

impl<'a> Trial<'a> {
    fn new(request: &'a LoadRequest, path: &str, text: Option<String>) -> Self {
        let judge = |text: &str| judge(request, path, text);
        let now = judge(text.as_deref().unwrap_or("extends: [builtin:default]\n"));
        let catastrophic = judge("extends: [builtin:catastrophic]\n");
        let loaded = text.as_deref().map(|text| load::of_text(request, path, text)).unwrap_or_default();
        let rules = loaded.policy.rules.iter().map(|(_, rule)| rule);
        let rules = rules.filter(|rule| rule.when.is_none() && *rule.file == *path);
        let present = rules.map(|rule| (rule.action, rule.text.to_string())).collect();
        Self { request, path: path.to_owned(), text, present, now, catastrophic }
    }

    /// The rule of an entry; nothing where the policy says as much already.
    fn rule(&mut self, saying: &Saying) -> Result<Option<Tried>, String> {
        let offer = saying.offer()?;
        let line = Line {
            action: saying.verdict.as_str(),
            pattern: offer.pattern.clone(),
            when: offer.condition(),
            from: String::new(),
        };
        let stands = self.present.iter().any(|(action, text)| (*action, text) == (saying.verdict, &line.pattern));
        if stands || self.settled(saying.verdict, &offer) {
            return Ok(None);
        }
        let tried = self.tried(saying.verdict, &offer, &line)?;
        if saying.verdict == Verdict::Allow {
            self.harmless(&offer, &line)?;
        }
        Ok(Some(tried))
    }

    /// Does the policy judge the lines of this rule as strictly (an allow: as freely) already?
    fn settled(&mut self, verdict: Verdict, offer: &Offer) -> bool {
        let now = &mut self.now;
        let mut verdicts =
            offer.matches.iter().map(|sample| decide(now, offer, sample).map(|decision| decision.verdict));
        match verdict {
            Verdict::Allow => verdicts.all(|found| found == Some(Verdict::Allow)),
            verdict => verdicts.all(|found| found.is_some_and(|found| found >= verdict)),
        }
    }

    /// Tries the rule alone.
    fn tried(&self, verdict: Verdict, offer: &Offer, line: &Line) -> Result<Tried, String> {
        let text = format!(
            "rules:\n{}",
            policy_text::fresh(std::slice::from_ref(line), false).split_once("rules:\n").map_or("", |(_, rules)| rules)
        );
        let loaded = load::of_text(self.request, &self.path, &text);
        if let Some(problem) = loaded.problems.first() {
            return Err(problems::summary(problem));
        }
        let mut judge = Judge::of(Rc::new(loaded), Some(UNASKED));
        let mut matched = |sample: &Sample| {
            decide(&mut judge, offer, sample)
                .is_some_and(|decision| decision.verdict == verdict && decision.decided_by.is_some())
        };
        let matches: Vec<Sample> = offer.matches.iter().filter(|sample| matched(sample)).cloned().collect();
        if matches.first() != offer.matches.first() {
            return Err("runok reads that line in another way, so a rule would not match it".to_owned());
        }
        if offer.misses.as_ref().is_some_and(&mut matched) {
            return Err("a rule would match more than this".to_owned());
        }
        let (pattern, when) = (offer.pattern.clone(), offer.condition());
        Ok(Tried { pattern, when, matches, misses: offer.misses.clone() })
    }

    /// Nothing that is catastrophic may become allowed.
    fn harmless(&mut self, offer: &Offer, line: &Line) -> Result<(), String> {
        let Some(plain) = offer.matches.first() else { return Ok(()) };
        let is_denied = |judge: &mut Judge, sample: &Sample| {
            decide(judge, offer, sample).is_none_or(|decision| decision.verdict == Verdict::Deny)
        };
        for text in &offer.matches {
            if is_denied(&mut self.catastrophic, text) {
                return Err(format!("builtin:catastrophic denies `{text}`"));
            }
        }
        let Sample::Line(plain) = plain else { return Ok(()) };
        let worst: Vec<Sample> = WORST.iter().map(|worst| Sample::Line(format!("{plain} {worst}"))).collect();
        let worst: Vec<Sample> = worst.into_iter().filter(|text| is_denied(&mut self.catastrophic, text)).collect();
        if worst.is_empty() {
            return Ok(());
        }
        let with = self.with(std::slice::from_ref(line))?;
        let mut then = judge(self.request, &self.path, &with);
        match worst
            .iter()
            .find(|text| decide(&mut then, offer, text).is_none_or(|decision| decision.verdict == Verdict::Allow))
        {
            Some(text) => Err(format!("your policy would then allow `{text}`")),
            None => Ok(()),
        }
    }

    /// The policy file with these rules.
    fn with(&self, lines: &[Line]) -> Result<String, String> {
        let by_hand = || {
            let rules: Vec<String> =
                lines.iter().map(|line| format!("- {}: '{}'{}", line.action, line.pattern, condition(line))).collect();
            format!("{}: rules cannot be added to it by runok; add these yourself: {}", self.path, rules.join(", "))
        };
        let Some(text) = &self.text else {
            return Ok(policy_text::fresh(lines, !self.request.has_local_global_file()));
        };
        let new = policy_text::with(text, lines).ok_or_else(by_hand)?;
        let (before, after) =
            (load::of_text(self.request, &self.path, text), load::of_text(self.request, &self.path, &new));
        let added = after.policy.rules.len().checked_sub(before.policy.rules.len());
        if added != Some(lines.len()) || after.problems.len() > before.problems.len() {
            return Err(by_hand());
        }
        Ok(new)
    }
}

fn judge(request: &LoadRequest, path: &str, text: &str) -> Judge {
    Judge::of(Rc::new(load::of_text(request, path, text)), Some(UNASKED))
}

/// The condition of a rule as it is told to a person.
fn condition(line: &Line) -> String {
    line.when.as_ref().map(|when| format!(" when: '{when}'")).unwrap_or_default()
}

fn decide(judge: &mut Judge, offer: &Offer, sample: &Sample) -> Option<Decision> {
    let request = match sample {
        Sample::Line(line) => Request::text(CommandLine::new(line.as_str()).ok()?),
        Sample::Call(call) => Request::tool(call.clone(), None).ok()?,
    };
    let directory = offer.within.clone().or(request.directory);
    Some(judge.judge(&Request { directory, ..request }, None).decision)
}
