//! Asking every rule about every command of a line.
//!
//! Owns the walk over commands and rules. Each rule is asked once for each reading of a command; its condition and the
//! validators it names come last. Refuses to combine the answers (`settle`).

use crate::command::Invocation;
use crate::command::word::Word;
use crate::facts::Facts;
use crate::policy::pattern::{CommandPattern, Pattern, RulePattern};
use crate::policy::types::Type;
use crate::policy::{Policy, Rule, Sought};
use crate::verdict::{Match, Verdict};

use super::case::Case;
use super::conditions::Conditions;
use super::efforts::Efforts;
use super::judged::{Counted, Judged, Said};
use super::matcher::{self, Captures, Context, Spent, Subject};
use super::queries::{self, Asked};
use super::restated::Stated;
use super::trace::Trace;
use super::{Query, ShownWord, asides, choices, lift, parts, pointed, rereading, scene, unnamed};

/// Asks the rules of one policy about one line.
pub(super) struct Gatherer<'p> {
    pub policy: &'p Policy,
    pub conditions: &'p Conditions,
    pub efforts: Efforts,
}

/// One line while its commands are judged.
pub(super) struct Hearing<'h> {
    /// The whole line.
    pub line: &'h str,
    /// The outside world.
    pub facts: &'h dyn Facts,
    /// What validators have to be asked.
    pub queries: Vec<Query>,
    /// How many commands the policy's wrapper patterns have been looked for in.
    pub captured: usize,
    /// What those start.
    pub started: Vec<Invocation>,
    /// How many of them stand inside one another here.
    pub depth: usize,
    /// The rules that must match the wrapper which starts what is judged now, under each of its readings.
    pub allowing: Vec<usize>,
    /// What was spent on commands of unknown names that one of an unknown name may start, within which this is judged.
    pub spent: Option<Spent>,
    /// Who wants to know how the verdict comes about.
    pub trace: Option<&'h Trace>,
}

impl<'h> Hearing<'h> {
    /// A line of which nothing is judged yet.
    pub(super) fn of(line: &'h str, facts: &'h dyn Facts, trace: Option<&'h Trace>) -> Self {
        let (queries, started, allowing) = (Vec::new(), Vec::new(), Vec::new());
        Self { line, facts, queries, captured: 0, started, depth: 0, allowing, spent: None, trace }
    }
}

/// How a rule matches one reading of a command.
pub(super) struct RuleMatch {
    pub matched: Match,
    captures: Captures,
    pub because: Option<String>,
    /// It must match and its condition reads `redirects` (and the rule is trusted): it speaks for the redirections.
    speaks_of_redirects: bool,
    /// Its pattern matches, but its condition surely does not hold.
    failed_condition: bool,
}

impl Default for RuleMatch {
    fn default() -> Self {
        Self {
            matched: Match::Never,
            captures: Captures::default(),
            because: None,
            speaks_of_redirects: false,
            failed_condition: false,
        }
    }
}

impl Gatherer<'_> {
    /// Judges one command and what it starts.
    pub(super) fn judge(&self, invocation: &Invocation, hearing: &mut Hearing<'_>) -> Judged {
        let mut readings = Vec::new();
        // what one reading speaks of is nothing that another one does
        let mut covered = true;
        let mut asides = Vec::new();
        if !invocation.words.is_empty() {
            for words in choices::readings(&invocation.words) {
                let (said, speaks_of_redirects, beside) = self.ask_rules(&words, invocation, hearing);
                covered &= speaks_of_redirects;
                asides.extend(beside);
                readings.push(said);
            }
        } else if !invocation.redirects.is_empty() {
            let (said, speaks_of_redirects) = self.ask_about_nothing(invocation, hearing);
            covered &= speaks_of_redirects;
            readings.extend(said);
        }
        // an assignment alone starts something too: `PROMPT_COMMAND=…`
        let named = super::judged::rules_of_all(&readings);
        let outer = std::mem::replace(&mut hearing.allowing, named);
        let wrapped = self.judge_wrapped(invocation, hearing);
        hearing.allowing = outer;
        let redirects = invocation
            .redirects
            .iter()
            .filter_map(|redirect| parts::redirection(redirect, covered, self.policy, hearing.facts));
        let assignments =
            invocation.assignments.iter().filter_map(|assignment| parts::assignment(assignment, self.policy));
        let mut unknown: Vec<String> = invocation.words.iter().flat_map(Word::doubts).collect();
        unknown.dedup();
        let judged = Judged {
            words: invocation.words.iter().map(shown).collect(),
            is_tool: invocation.tool.is_some(),
            span: invocation.span,
            found_in: invocation.found_in.clone(),
            unknown,
            readings,
            parts: redirects.chain(assignments).chain(asides).collect(),
            doubts: invocation.doubts.iter().map(|doubt| doubt.why.clone()).collect(),
            wrapped,
        };
        if let Some(trace) = hearing.trace {
            trace.hear(invocation, &judged);
        }
        judged
    }

    /// Asks every rule about one reading of a command. Also says whether one speaks for its redirections, and what is to be
    /// said of what the command does beside.
    fn ask_rules(&self, words: &[Word], invocation: &Invocation, hearing: &mut Hearing<'_>) -> (Said, bool, Vec<Said>) {
        let outside = (&self.policy.tables, hearing.facts);
        let is_named = words.first().is_some_and(Word::is_known);
        let spent = match &hearing.spent {
            _ if is_named => Spent::default(),
            Some(spent) => spent.clone(),
            None => self.efforts.of_unnamed(),
        };
        let (said, covered, mut asides) =
            rereading::as_case(words, invocation, &spent, outside, |case| self.ask_about(case, hearing));
        asides.extend(self.restated(Stated { words, invocation, said: &said, spent: &spent }, hearing));
        (said, covered, asides)
    }

    /// The same, of the command as its option table reads it.
    pub(super) fn ask_about(&self, case: &Case<'_>, hearing: &mut Hearing<'_>) -> (Said, bool, Vec<Said>) {
        let mut said = Said::default();
        let mut covered = false;
        let mut conditional = Vec::new();
        for (index, rule) in self.rules_about(case) {
            let RulePattern::Command(patterns) = &rule.pattern else { continue };
            if unnamed::is_said(&said, patterns, case, hearing) {
                continue;
            }
            let best = patterns
                .iter()
                .map(|pattern| self.ask_pattern(index, rule, pattern, case, hearing.facts))
                .reduce(RuleMatch::surer);
            let Some(found) = best else { continue };
            covered |= found.speaks_of_redirects;
            if found.failed_condition && rule.action != Verdict::Allow && !rule.untrusted {
                conditional.push(rule);
            }
            self.count((index, rule), found, case, hearing, &mut said);
        }
        if said.must.is_empty() {
            said.fallback = Some(match case.subject.tool {
                // what holds where no rule matches is about commands
                Some(tool) => (Verdict::Ask, format!("no rule speaks of the tool {}", tool.host_name)),
                None => (self.policy.default_action.unwrap_or(Verdict::Ask), "no rule matches it".to_owned()),
            });
        }
        let outside = (self.policy, hearing.facts);
        if said.must.is_empty() && !hearing.allowing.is_empty() {
            let rules: Vec<&Rule> = hearing.allowing.iter().filter_map(|index| self.policy.rules.get(*index)).collect();
            said.if_lifted = asides::said(case, &said, (&rules, &conditional), outside);
            // what the default allows anyhow needs no rule
            if self.policy.default_action != Some(Verdict::Allow) {
                said.if_lifted.extend(lift::doubt(case, &rules, self.policy, hearing.facts));
            }
        }
        let mut asides = asides::said(case, &said, (&[], &conditional), outside);
        asides.extend(unnamed::too_many_rules(case));
        (said, covered, asides)
    }

    /// The rules that may be about a command; the others match it under no reading.
    pub(super) fn rules_about(&self, case: &Case<'_>) -> Vec<(usize, &Rule)> {
        let subject = &case.subject;
        let name = subject.words.first().and_then(Word::known);
        match subject.tool {
            Some(tool) => self.policy.rules.about_tool(name.into_iter().chain(tool.wide_names())),
            None => self.policy.rules.about(&Sought {
                name,
                words: case.sought(),
                expands: !case.invocation.expansions().is_empty(),
                recursive: case.invocation.place.recursive,
                kinds: &|| matcher::kinds_of_effects(subject),
            }),
        }
    }

    /// Redirections alone: `> file` does what `: > file` does. Only rules for any command speak of it.
    fn ask_about_nothing(&self, invocation: &Invocation, hearing: &mut Hearing<'_>) -> (Option<Said>, bool) {
        let words = [Word::literal(":", invocation.span)];
        let subject = Subject::plain(&words, &invocation.place.directory).with_redirects(&invocation.redirects);
        let case = Case { invocation, subject, moved: None, also: &[], meant: &[] };
        let mut said = Said::default();
        let mut covered = false;
        for (index, rule) in self.policy.rules.about_any_command() {
            let RulePattern::Command(patterns) = &rule.pattern else { continue };
            let any = patterns.iter().filter(|pattern| matches!(pattern.command, CommandPattern::Any));
            let found = any.map(|pattern| self.ask_pattern(index, rule, pattern, &case, hearing.facts));
            let Some(found) = found.reduce(RuleMatch::surer) else { continue };
            covered |= found.speaks_of_redirects;
            self.count((index, rule), found, &case, hearing, &mut said);
        }
        let spoken = !said.must.is_empty() || !said.may.is_empty();
        (spoken.then_some(said), covered)
    }

    /// Does one pattern of a rule, with the rule's condition, hold for a command?
    ///
    /// A deny rule also sees globs as they were written: `rm -rf \*` and `args.exists(a, a == "*")` mean `rm -rf *`.
    pub(super) fn ask_pattern(
        &self,
        index: usize,
        rule: &Rule,
        pattern: &Pattern,
        case: &Case<'_>,
        facts: &dyn Facts,
    ) -> RuleMatch {
        let ask = |case: &Case<'_>| self.ask_reading(index, rule, pattern, case, facts);
        let mut found = ask(case);
        if let Some(elsewhere) = case.moved {
            let there = ask(&rereading::elsewhere(case, elsewhere));
            found = if rule.action == Verdict::Allow { found.less_sure(there) } else { found.surer(there) };
        }
        if found.matched == Match::May
            && rule.action == Verdict::Deny
            && let Some(words) = rereading::as_written(case.subject.words)
        {
            let written = ask(&rereading::with_words(case, &words));
            if written.matched == Match::Must {
                return written;
            }
        }
        found
    }

    /// The same, with the words as they are.
    fn ask_reading(
        &self,
        index: usize,
        rule: &Rule,
        pattern: &Pattern,
        case: &Case<'_>,
        facts: &dyn Facts,
    ) -> RuleMatch {
        let Some(definitions) = self.policy.scopes.get(rule.scope) else { return RuleMatch::default() };
        let context = Context { definitions, facts, action: rule.action };
        let aligned = self.efforts.of_rule(index, &case.subject.spent, || case.aligned(pattern, context));
        let mut found = RuleMatch {
            matched: aligned.matched,
            captures: aligned.captures,
            because: aligned.because,
            speaks_of_redirects: false,
            failed_condition: false,
        };
        if found.matched == Match::Never {
            return found;
        }
        let Some(condition) = self.conditions.read(index, rule) else { return found };
        if !case.subject.is_named() {
            case.subject.spent.add(matcher::STEPS_OF_CONDITION);
            let spent = &case.subject.spent;
            if spent.is_all_of_command() || found.matched < Match::Must && spent.is_all() {
                found.matched = found.matched.and(Match::May);
                return found;
            }
        }
        match condition {
            Ok(condition) => {
                found.speaks_of_redirects =
                    found.matched == Match::Must && !rule.untrusted && condition.reads_redirects();
                let held = self.efforts.of_condition(index, |effort| {
                    scene::holds((condition, effort), case, context, pattern, &found.captures)
                });
                found.matched = found.matched.and(held.matched);
                found.failed_condition = held.matched == Match::Never;
                found.because = held.because.or(found.because);
            }
            Err(why) => {
                found.matched = found.matched.and(Match::May);
                found.because = Some(why.clone());
            }
        }
        found
    }

    /// Records a rule that matched, with the validators that have a say.
    fn count(
        &self,
        (index, rule): (usize, &Rule),
        found: RuleMatch,
        case: &Case<'_>,
        hearing: &mut Hearing<'_>,
        said: &mut Said,
    ) {
        let mut counted = Counted { because: found.because.clone(), ..Counted::plain(index) };
        match found.matched {
            Match::Never => {}
            Match::May if rule.action == Verdict::Allow => {}
            Match::May if rule.where_known && !pointed::points_there(case, hearing.facts) => {}
            // what always applies only raises: it takes no other rule's place, nor that of the default
            Match::May => unnamed::may_match(said, counted, hearing),
            Match::Must if rule.where_known => said.may.push(counted),
            Match::Must => {
                for asked in self.validators(rule, &found.captures) {
                    match queries::query(&asked, case, hearing.line, hearing.facts) {
                        Ok(query) => counted.queries.push(hearing.enter(query)),
                        Err(why) => counted.cannot_ask = Some(why),
                    }
                }
                said.must.push(counted);
            }
        }
    }

    /// The validators that have a say in a rule that matched.
    fn validators<'a>(&'a self, rule: &'a Rule, captures: &'a Captures) -> Vec<Asked<'a>> {
        if rule.validate.is_empty() && captures.types.is_empty() {
            return Vec::new();
        }
        let Some(definitions) = self.policy.scopes.get(rule.scope) else { return Vec::new() };
        let executor = |name: &'a str, value: Option<&'a Word>| match definitions.types.get(name) {
            Some(Type::Executor(executor)) => Some(Asked { executor, type_name: name, value }),
            _ => None,
        };
        let by_name = rule.validate.iter().filter_map(|name| executor(name, None));
        let by_word = captures.types.iter().filter_map(|(name, word)| executor(name, Some(word)));
        by_name.chain(by_word).collect()
    }
}

impl Hearing<'_> {
    /// The index of a question; the same question is asked once.
    fn enter(&mut self, query: Query) -> usize {
        match self.queries.iter().position(|known| *known == query) {
            Some(index) => index,
            None => {
                self.queries.push(query);
                self.queries.len() - 1
            }
        }
    }
}

impl RuleMatch {
    pub(super) fn surer(self, other: Self) -> Self {
        let speaks_of_redirects = self.speaks_of_redirects || other.speaks_of_redirects;
        let failed_condition = self.failed_condition || other.failed_condition;
        let surer = if other.matched > self.matched { other } else { self };
        Self { speaks_of_redirects, failed_condition, ..surer }
    }

    fn less_sure(self, other: Self) -> Self {
        if other.matched < self.matched { other } else { self }
    }
}

fn shown(word: &Word) -> ShownWord {
    ShownWord { text: word.shown(), known: word.is_known() }
}
