//! Rules that nearly matched.
//!
//! Owns which rules are near, and their order. The rules are asked again as the evaluation asks them; where one does not
//! match, `stop` looks for the place.

use std::cell::Cell;

use crate::command::word::Word;
use crate::command::{Assignment, Invocation, Redirection};
use crate::decision::case::Case;
use crate::decision::gather::Gatherer;
use crate::decision::matcher::{self, Context};
use crate::decision::{choices, parts, rereading, scene};
use crate::facts::Facts;
use crate::policy::Rule;
use crate::policy::pattern::{CommandPattern, Pattern, RulePattern, Token};
use crate::verdict::{Match, Verdict};

use super::RuleTrace;
use super::stop::{self, Probe, Stop};

/// The most readings of a command that rules are held against here.
const MAX_READINGS: usize = 4;

/// The most rules for a command of this name that are looked at closely.
const MAX_LOOKED_AT: usize = 500;

/// Asks which rules nearly match.
pub(super) struct Neighbours<'a> {
    pub gatherer: &'a Gatherer<'a>,
    pub facts: &'a dyn Facts,
    /// How many steps of matching may still be taken.
    pub effort: Cell<u32>,
    /// Rules about any command count as near too.
    pub all: bool,
}

impl Neighbours<'_> {
    /// The rules that nearly match a command's words, the nearest first, without those that counted.
    pub(super) fn of_words(&self, invocation: &Invocation, counted: &[usize]) -> Vec<RuleTrace> {
        self.of_some(invocation, &|index, _| !counted.contains(&index))
    }

    /// The allow rules that an effect of a command alone keeps from matching it.
    pub(super) fn by_effects(&self, invocation: &Invocation) -> Vec<RuleTrace> {
        let by_effect = |found: &RuleTrace| found.distance <= 1 && matches!(found.stop, Some(Stop::Effect { .. }));
        let near = self.of_some(invocation, &|_, rule| rule.action == Verdict::Allow && speaks_of_effects(rule));
        near.into_iter().filter(by_effect).collect()
    }

    /// Those of some rules that nearly match.
    fn of_some(&self, invocation: &Invocation, wanted: &dyn Fn(usize, &Rule) -> bool) -> Vec<RuleTrace> {
        let policy = self.gatherer.policy;
        let mut near: Vec<RuleTrace> = Vec::new();
        for words in choices::readings(&invocation.words).iter().take(MAX_READINGS) {
            if words.first().is_none_or(|name| !name.is_known()) {
                continue;
            }
            rereading::as_case(words, invocation, &matcher::Spent::default(), (&policy.tables, self.facts), |case| {
                // what always applies is of interest where it counts
                let of_interest = |rule: &Rule| !rule.where_known;
                let rules = policy.rules.iter();
                let rules = rules.filter(|(index, rule)| of_interest(rule) && wanted(*index, rule));
                for found in rules.filter_map(|(index, rule)| self.of_rule(index, rule, case)).take(MAX_LOOKED_AT) {
                    match near.iter_mut().find(|known| known.rule == found.rule) {
                        Some(known) if found.distance < known.distance => *known = found,
                        Some(_) => {}
                        None => near.push(found),
                    }
                }
            });
        }
        near.sort_by_key(|found| (found.distance, self.action(found) != Verdict::Allow, found.rule));
        near
    }

    fn action(&self, found: &RuleTrace) -> Verdict {
        self.gatherer.policy.rules.get(found.rule).map_or(Verdict::Ask, |rule| rule.action)
    }

    fn of_rule(&self, index: usize, rule: &Rule, case: &Case<'_>) -> Option<RuleTrace> {
        let RulePattern::Command(patterns) = &rule.pattern else { return None };
        let each = patterns.iter().filter(|pattern| may_name(pattern, case.subject.words));
        each.filter_map(|pattern| self.of_pattern(index, rule, pattern, case)).min_by_key(|found| found.distance)
    }

    fn of_pattern(&self, index: usize, rule: &Rule, pattern: &Pattern, case: &Case<'_>) -> Option<RuleTrace> {
        let found = self.gatherer.ask_pattern(index, rule, pattern, case, self.facts);
        let definitions = self.gatherer.policy.scopes.get(rule.scope)?;
        let context = Context { definitions, facts: self.facts, action: rule.action };
        let because = match found.matched {
            Match::Must => return None,
            Match::May if rule.action != Verdict::Allow => return None,
            Match::May => found.because,
            Match::Never if !self.all && is_about_all(pattern) => return None,
            Match::Never => None,
        };
        if self.effort.get() == 0 {
            return None;
        }
        let aligned = matcher::matches(pattern, &case.subject, context);
        self.effort.set(self.effort.get().saturating_sub(aligned.steps));
        // where the words alone match as surely, it is the condition that does not
        if aligned.matched > found.matched
            && let Some(Ok(condition)) = self.gatherer.conditions.read(index, rule)
        {
            let seen =
                |effort: &Cell<usize>| scene::seen((condition, effort), case, context, pattern, &aligned.captures);
            let values = self.gatherer.efforts.of_condition(index, seen);
            let stop = Stop::Condition { text: condition.text().to_owned(), values, because };
            return Some(RuleTrace::near(index, found.matched, stop, 0));
        }
        let probe = Probe { pattern, subject: &case.subject, context, effort: &self.effort };
        if found.matched == Match::May {
            if let Some((stop, distance)) = probe.by_effects(Match::Must) {
                return Some(RuleTrace::near(index, found.matched, stop, distance));
            }
            let because = because.unwrap_or_else(|| "not all of the command is known".to_owned());
            return Some(RuleTrace::near(index, found.matched, Stop::Unsure { because }, 0));
        }
        let (stop, distance) = stop::find(&probe)?;
        if self.effort.get() == 0 {
            // it may have been given up before the place was found
            return None;
        }
        Some(RuleTrace::near(index, found.matched, stop, distance))
    }

    /// The rules about redirections of this direction that do not cover this one.
    pub(super) fn of_redirection(&self, redirect: &Redirection, counted: &[usize]) -> Vec<RuleTrace> {
        let (writes, _) = parts::directions(redirect.operator);
        self.of_parts(counted, |rule| match &rule.pattern {
            RulePattern::Redirect { write, target } if *write == writes => {
                Some(Stop::Other { token: target_text(target, rule), word: Some(redirect.target.display()) })
            }
            _ => None,
        })
    }

    /// The rules that name the variable of an assignment, with another value.
    pub(super) fn of_assignment(&self, assignment: &Assignment, counted: &[usize]) -> Vec<RuleTrace> {
        self.of_parts(counted, |rule| match &rule.pattern {
            RulePattern::Assignment { name, value } if name.matches(&assignment.name) => {
                Some(Stop::Other { token: value.to_string(), word: Some(assignment.value.display()) })
            }
            _ => None,
        })
    }

    fn of_parts(&self, counted: &[usize], stop: impl Fn(&Rule) -> Option<Stop>) -> Vec<RuleTrace> {
        let rules = self.gatherer.policy.rules.iter().filter(|(index, _)| !counted.contains(index));
        rules.filter_map(|(index, rule)| Some(RuleTrace::near(index, Match::Never, stop(rule)?, 1))).collect()
    }
}

/// `*` and `* <effect:…>`: a rule for every command is near none of them in particular.
fn is_about_all(pattern: &Pattern) -> bool {
    let says_nothing = |token: &Token| matches!(token, Token::Any | Token::Effects { negated: false, .. });
    pattern.command == CommandPattern::Any && pattern.tokens.iter().all(says_nothing)
}

fn speaks_of_effects(rule: &Rule) -> bool {
    let RulePattern::Command(patterns) = &rule.pattern else { return false };
    patterns.iter().flat_map(|pattern| &pattern.tokens).any(|token| matches!(token, Token::Effects { .. }))
}

/// The target as the rule has it: relative ones were resolved.
fn target_text(target: &Token, rule: &Rule) -> String {
    let written = rule.text.trim().trim_start_matches(['>', '<']).trim();
    if written.is_empty() { target.to_string() } else { written.to_owned() }
}

/// Could the pattern be about a command of this name? A quick look, before it is asked in earnest.
fn may_name(pattern: &Pattern, words: &[Word]) -> bool {
    let Some(name) = words.first().and_then(Word::known) else { return false };
    let base = crate::command::base_name(name);
    match &pattern.command {
        CommandPattern::Names(names) => names.iter().any(|text| text.matches(name) || text.matches(base)),
        CommandPattern::Any | CommandPattern::Var(_) => true,
    }
}
