//! From what the rules and the validators said to one decision.
//!
//! Owns the combination: strictest among the rules that must match, else the default; what only may match raises to
//! `ask`; wrappers, redirections, assignments, doubts. Refuses to match anything.

use crate::command::WrapKind;
use crate::input::Span;
use crate::policy::{Policy, Rule};
use crate::verdict::{Match, Verdict};

use super::judged::{Counted, Judged, JudgedWrap, Said};
use super::trace::Trace;
use super::{CommandDecision, CountedRule, Reply};

/// How questions to validators count while a line is settled.
#[derive(Clone, Copy)]
pub(super) enum Replies<'r> {
    /// As they were answered, by the index of the question.
    Given(&'r [Reply]),
    /// Each as if it had answered this.
    Assumed(Verdict),
}

/// A verdict with its reason.
#[derive(Clone, Debug)]
pub(super) struct Ruling {
    pub verdict: Verdict,
    pub reason: String,
    pub message: Option<String>,
    pub fix_suggestion: Option<String>,
    pub sandbox: Option<String>,
    pub span: Option<Span>,
    /// The index of the rule that decided.
    pub rule: Option<usize>,
}

impl Ruling {
    pub(super) fn new(verdict: Verdict, reason: impl Into<String>) -> Self {
        Self {
            verdict,
            reason: reason.into(),
            message: None,
            fix_suggestion: None,
            sandbox: None,
            span: None,
            rule: None,
        }
    }

    /// The stricter of the two; the first where they are equally strict.
    pub(super) fn strictest(self, other: Self) -> Self {
        if other.verdict > self.verdict {
            Self { sandbox: other.sandbox.clone().or(self.sandbox), ..other }
        } else {
            Self { sandbox: self.sandbox.clone().or(other.sandbox), ..self }
        }
    }

    fn at(mut self, span: Span) -> Self {
        self.span = self.span.or(Some(span));
        self
    }
}

/// Combines what was said under one policy.
pub(super) struct Settler<'a> {
    pub policy: &'a Policy,
    pub replies: Replies<'a>,
    /// Who wants to know how the verdict comes about.
    pub trace: Option<&'a Trace>,
}

impl Settler<'_> {
    /// The verdict of a command with everything it starts, and the same for a person to read.
    ///
    /// `lifted`: an allow rule names the built-in wrapper that starts it, so that rule stands where none names the command.
    pub(super) fn command(&self, judged: &Judged, lifted: bool) -> (Ruling, CommandDecision) {
        let mut wrapped = Vec::new();
        let mut ruling = self.with_wrapped(judged, lifted, &mut wrapped);
        for part in &judged.parts {
            ruling = ruling.strictest(self.said(part, false).at(part.span.unwrap_or(judged.span)));
        }
        for doubt in &judged.doubts {
            ruling = ruling.strictest(Ruling::new(Verdict::Ask, doubt.clone()));
        }
        let ruling = ruling.at(judged.span);
        if let Some(trace) = self.trace {
            trace.settle(self, judged);
        }
        let decision = CommandDecision {
            verdict: ruling.verdict,
            reason: ruling.reason.clone(),
            words: judged.words.clone(),
            span: judged.span,
            rules: self.counted_rules(judged),
            found_in: judged.found_in.clone(),
            unknown: judged.unknown.clone(),
            kept_back: Vec::new(),
            wrapped,
        };
        (ruling, decision)
    }

    /// What the rules say of the command's own words, over every reading of them.
    fn own(&self, judged: &Judged, lifted: bool) -> Ruling {
        let mut rulings = judged.readings.iter().map(|said| self.said(said, lifted));
        let Some(combined) = rulings.next() else { return Ruling::new(Verdict::Allow, "nothing runs") };
        for ruling in rulings {
            if ruling.verdict != combined.verdict || ruling.sandbox != combined.sandbox {
                let unknown = judged.unknown.join(", ");
                return Ruling::new(Verdict::Ask, format!("it depends on which one runs: {unknown}")).at(judged.span);
            }
        }
        combined.at(judged.span)
    }

    /// The command's own verdict with those of what it starts.
    fn with_wrapped(&self, judged: &Judged, lifted: bool, shown: &mut Vec<CommandDecision>) -> Ruling {
        let own = self.own(judged, lifted);
        let named = !super::judged::rules_of_all(&judged.readings).is_empty();
        let lifts = named && own.verdict == Verdict::Allow;
        let (mut children, mut beside): (Option<Ruling>, Option<Ruling>) = (None, None);
        let mut counts = false;
        for wrap in &judged.wrapped {
            let child = self.started(wrap, lifts && !wrap.in_full, shown);
            let place = if wrap.kind == WrapKind::Program { &mut beside } else { &mut children };
            *place = [place.take(), child].into_iter().flatten().reduce(Ruling::strictest);
            counts |= wrap.kind == WrapKind::Acts || wrap.kind == WrapKind::Elsewhere && !wrap.in_full;
        }
        // a rule that matches one of several readings may match, unless it allows what would pass anyhow
        let restrains = |said: &Said| !said.must.is_empty() && self.said(said, lifted).verdict > Verdict::Allow;
        let may_count = || judged.readings.iter().any(|said| !said.may.is_empty() || restrains(said));
        // a wrapper that only passes through and that no rule names has the verdict of what it starts
        let own = if named || counts || children.is_none() {
            Some(own)
        } else if may_count() {
            Some(Ruling { verdict: Verdict::Ask, ..own })
        } else {
            None
        };
        if let Some(trace) = self.trace {
            trace.own(own.as_ref());
        }
        let rulings = [own, children, beside].into_iter().flatten();
        rulings.reduce(Ruling::strictest).unwrap_or_else(|| Ruling::new(Verdict::Allow, "nothing runs"))
    }

    /// What a wrapper's commands come to; nothing when it starts nothing.
    fn started(&self, wrap: &JudgedWrap, lifted: bool, shown: &mut Vec<CommandDecision>) -> Option<Ruling> {
        let mut rulings = Vec::with_capacity(wrap.runs.len() + wrap.doubts.len());
        for run in &wrap.runs {
            let (child, decision) = self.command(run, lifted);
            shown.push(decision);
            rulings.push(child);
        }
        rulings.extend(wrap.doubts.iter().map(|doubt| Ruling::new(Verdict::Ask, doubt.clone())));
        rulings.into_iter().reduce(Ruling::strictest)
    }

    /// The base of a verdict, raised by what only may match.
    pub(super) fn said(&self, said: &Said, lifted: bool) -> Ruling {
        let must =
            said.must.iter().filter_map(|counted| Some(self.counted(self.policy.rules.get(counted.rule)?, counted)));
        let base = must.reduce(Ruling::strictest).unwrap_or_else(|| match &said.fallback {
            Some(_) if lifted => {
                let stands = Ruling::new(Verdict::Allow, "the rule for the command that starts it stands");
                said.if_lifted.iter().map(|part| self.said(part, false)).fold(stands, Ruling::strictest)
            }
            Some((verdict, reason)) => Ruling::new(*verdict, reason.clone()),
            None => Ruling::new(Verdict::Allow, "it is harmless"),
        });
        let may = said.may.first().and_then(|counted| Some(may_ruling(self.policy.rules.get(counted.rule)?, counted)));
        match may {
            // the default says less than a rule that may match
            Some(may) if base.verdict < Verdict::Ask || (base.verdict == Verdict::Ask && said.must.is_empty()) => may,
            _ => base,
        }
    }

    /// One rule that must match, with what its validators say.
    fn counted(&self, rule: &Rule, counted: &Counted) -> Ruling {
        let action = rule.action.as_str();
        let mut ruling = Ruling::new(
            rule.action,
            match &rule.message {
                Some(message) => message.as_str().to_owned(),
                None => {
                    let line = rule.line.to_string();
                    ["the rule `", action, ": ", rule.text.as_str(), "` (", &rule.file, ":", &line, ") matches"]
                        .concat()
                }
            },
        );
        ruling.rule = Some(counted.rule);
        ruling.message = rule.message.as_ref().map(|text| text.as_str().to_owned());
        ruling.fix_suggestion = rule.fix_suggestion.as_ref().map(|text| text.as_str().to_owned());
        ruling.sandbox = rule.sandbox.as_ref().map(|text| text.as_str().to_owned());
        if let Some(why) = &counted.cannot_ask {
            let (text, file, line) = (&rule.text, &rule.file, rule.line);
            let reason = format!("the validator of `{text}` ({file}:{line}) was not asked: {why}");
            ruling = ruling.strictest(Ruling::new(Verdict::Ask, reason));
        }
        for query in &counted.queries {
            ruling = ruling.strictest(self.reply(*query, rule));
        }
        ruling
    }

    fn reply(&self, query: usize, rule: &Rule) -> Ruling {
        let replies = match self.replies {
            Replies::Assumed(verdict) => return Ruling::new(verdict, "a validator is to be asked"),
            Replies::Given(replies) => replies,
        };
        let names = rule.validate.join(", ");
        let who = if names.is_empty() { rule.text.to_string() } else { names };
        match replies.get(query) {
            Some(Reply::Answer { status, message, fix_suggestion }) => Ruling {
                message: message.clone(),
                fix_suggestion: fix_suggestion.clone(),
                ..Ruling::new(
                    *status,
                    match message {
                        Some(message) => message.as_str().to_owned(),
                        None => format!("the validator of {who} says {}", status.as_str()),
                    },
                )
            },
            Some(Reply::Failure(why)) => Ruling::new(Verdict::Ask, format!("the validator of {who} failed: {why}")),
            None => Ruling::new(Verdict::Ask, format!("the validator of {who} was not asked")),
        }
    }

    /// How surely a rule matches that only raises the verdict.
    pub(super) fn surely(&self, counted: &Counted) -> Match {
        self.policy.rules.get(counted.rule).map_or(Match::May, |rule| surely(rule, counted))
    }

    fn counted_rules(&self, judged: &Judged) -> Vec<CountedRule> {
        let mut rules: Vec<(usize, CountedRule)> = Vec::new();
        for said in judged.readings.iter().chain(&judged.parts) {
            let musts = said.must.iter().map(|counted| (counted, Match::Must));
            let mays = said.may.iter().map(|counted| (counted, Match::May));
            for (counted, matched) in musts.chain(mays) {
                let Some(rule) = self.policy.rules.get(counted.rule) else { continue };
                let matched = if matched == Match::May { surely(rule, counted) } else { matched };
                let entry = CountedRule {
                    action: rule.action,
                    pattern: rule.text.as_str().to_owned(),
                    file: rule.file.as_str().to_owned(),
                    line: rule.line,
                    matched,
                    because: counted.because.clone(),
                };
                // thousands of rules may count, and hardly two of one line of a file
                if !rules.iter().any(|(_, known)| known.line == entry.line && *known == entry) {
                    rules.push((counted.rule, entry));
                }
            }
        }
        rules.sort_by_key(|(index, _)| *index);
        rules.into_iter().map(|(_, rule)| rule).collect()
    }
}

/// How surely a rule matches that only raises the verdict: what always applies does no more where it surely matches.
fn surely(rule: &Rule, counted: &Counted) -> Match {
    if rule.where_known && counted.because.is_none() { Match::Must } else { Match::May }
}

fn may_ruling(rule: &Rule, counted: &Counted) -> Ruling {
    if surely(rule, counted) == Match::Must {
        let told = rule.message.as_deref().unwrap_or("it always applies");
        let reason = format!("{told} ({}:{})", rule.file, rule.line);
        return Ruling {
            message: rule.message.as_ref().map(|text| text.as_str().to_owned()),
            ..Ruling::new(Verdict::Ask, reason)
        };
    }
    let because = counted.because.as_deref().unwrap_or("not all of it is known");
    let reason = format!(
        "it may match the {} rule `{}` ({}:{}), because {because}",
        rule.action.as_str(),
        rule.text,
        rule.file,
        rule.line
    );
    Ruling { message: rule.message.as_ref().map(|text| text.as_str().to_owned()), ..Ruling::new(Verdict::Ask, reason) }
}
