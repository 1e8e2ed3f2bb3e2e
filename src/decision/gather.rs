//! Asking every rule about every command of a line.
//!
//! Owns the walk over commands and rules. Each rule is asked once for each reading of a command; its condition and the
//! validators it names come last. Refuses to combine the answers (`settle`).

use std::cell::OnceCell;

use crate::command::word::Word;
use crate::command::{self, Doubt, Invocation, MAX_WRAPPERS, WrapKind, Wrapped, base_name};
use crate::facts::Facts;
use crate::policy::pattern::{CommandPattern, Pattern, RulePattern};
use crate::policy::types::Type;
use crate::policy::{Policy, Rule, WrapperPattern};
use crate::verdict::{Match, Verdict};

use super::judged::{Counted, Judged, JudgedWrap, Said};
use super::matcher::{self, Captures, Context, Subject};
use super::queries::{self, Asked};
use super::trace::Trace;
use super::when::Condition;
use super::{Query, ShownWord, choices, parts, rereading, scene};

/// A condition, read when its rule is first needed.
type ReadCondition = OnceCell<Result<Condition, String>>;

/// The conditions of a policy's rules: each is read once, when its rule is first needed.
#[derive(Debug)]
pub struct Conditions {
    cells: Vec<ReadCondition>,
}

impl Conditions {
    /// Room for the conditions of a policy.
    #[must_use]
    pub fn of(policy: &Policy) -> Self {
        Self { cells: policy.rules.iter().map(|_| OnceCell::new()).collect() }
    }

    pub(super) fn read(&self, index: usize, rule: &Rule) -> Option<&Result<Condition, String>> {
        let text = rule.when.as_deref()?;
        let cell = self.cells.get(index)?;
        Some(cell.get_or_init(|| {
            Condition::parse(text).map_err(|error| format!("its condition cannot be read: {}", error.what))
        }))
    }
}

/// Asks the rules of one policy.
pub(super) struct Gatherer<'p> {
    pub policy: &'p Policy,
    pub conditions: &'p Conditions,
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
    /// How many of them stand inside one another here.
    pub depth: usize,
    /// Who wants to know how the verdict comes about.
    pub trace: Option<&'h Trace>,
}

/// How a rule matches one reading of a command.
pub(super) struct RuleMatch {
    pub matched: Match,
    captures: Captures,
    pub because: Option<String>,
    /// Its condition reads `redirects` (and the rule is trusted): it speaks for the command's redirections.
    speaks_of_redirects: bool,
}

impl Default for RuleMatch {
    fn default() -> Self {
        Self { matched: Match::Never, captures: Captures::default(), because: None, speaks_of_redirects: false }
    }
}

impl Gatherer<'_> {
    /// Judges one command and what it starts.
    pub(super) fn judge(&self, invocation: &Invocation, hearing: &mut Hearing<'_>) -> Judged {
        let mut readings = Vec::new();
        let mut covered = false;
        if !invocation.words.is_empty() {
            for words in choices::readings(&invocation.words) {
                let (said, speaks_of_redirects) = self.ask_rules(&words, invocation, hearing);
                covered |= speaks_of_redirects;
                readings.push(said);
            }
        } else if !invocation.redirects.is_empty() {
            let (said, speaks_of_redirects) = self.ask_about_nothing(invocation, hearing);
            covered |= speaks_of_redirects;
            readings.extend(said);
        }
        // an assignment alone starts something too: `PROMPT_COMMAND=…`
        let wrapped = self.judge_wrapped(invocation, hearing);
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
            span: invocation.span,
            found_in: invocation.found_in.clone(),
            unknown,
            readings,
            parts: redirects.chain(assignments).collect(),
            doubts: invocation.doubts.iter().map(|doubt| doubt.why.clone()).collect(),
            wrapped,
        };
        if let Some(trace) = hearing.trace {
            trace.hear(invocation, &judged);
        }
        judged
    }

    /// Asks every rule about one reading of a command. Also says whether a rule whose condition reads `redirects` has a
    /// pattern that matches.
    fn ask_rules(&self, words: &[Word], invocation: &Invocation, hearing: &mut Hearing<'_>) -> (Said, bool) {
        rereading::as_case(words, invocation, &self.policy.tables, |case| self.ask_about(case, hearing))
    }

    /// The same, of the command as its option table reads it.
    fn ask_about(&self, case: &Case<'_>, hearing: &mut Hearing<'_>) -> (Said, bool) {
        let mut said = Said::default();
        let mut covered = false;
        for (index, rule) in self.policy.rules.iter().enumerate() {
            let RulePattern::Command(patterns) = &rule.pattern else { continue };
            let best = patterns
                .iter()
                .map(|pattern| self.ask_pattern(index, rule, pattern, case, hearing.facts))
                .reduce(RuleMatch::surer);
            let Some(found) = best else { continue };
            covered |= found.speaks_of_redirects;
            self.count((index, rule), found, case, hearing, &mut said);
        }
        if said.must.is_empty() {
            let action = self.policy.default_action.unwrap_or(Verdict::Ask);
            said.fallback = Some((action, "no rule matches it".to_owned()));
        }
        (said, covered)
    }

    /// Redirections alone: `> file` does what `: > file` does. Only rules for any command speak of it.
    fn ask_about_nothing(&self, invocation: &Invocation, hearing: &mut Hearing<'_>) -> (Option<Said>, bool) {
        let words = [Word::literal(":", invocation.span)];
        let subject = Subject { words: &words, table: None, arguments: None, directory: &invocation.place.directory };
        let case = Case { invocation, subject, moved: None };
        let mut said = Said::default();
        let mut covered = false;
        for (index, rule) in self.policy.rules.iter().enumerate() {
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
        let mut aligned = matcher::matches(pattern, &case.subject, context);
        if aligned.matched < Match::Must && rule.action != Verdict::Allow {
            let through_input = parts::reading_redirects(pattern, case, context);
            if through_input.matched > aligned.matched {
                aligned = through_input;
            }
        }
        let mut found = RuleMatch {
            matched: aligned.matched,
            captures: aligned.captures,
            because: aligned.because,
            speaks_of_redirects: false,
        };
        if found.matched == Match::Never {
            return found;
        }
        let Some(condition) = self.conditions.read(index, rule) else { return found };
        match condition {
            Ok(condition) => {
                found.speaks_of_redirects = !rule.untrusted && condition.reads_redirects();
                let held = scene::holds(condition, case, context, pattern, &found.captures);
                found.matched = found.matched.and(held.matched);
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
            Match::May => said.may.push(counted),
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

    /// Judges what a command starts: what the built-in table found, else what the policy's wrapper patterns capture.
    fn judge_wrapped(&self, invocation: &Invocation, hearing: &mut Hearing<'_>) -> Vec<JudgedWrap> {
        let wrappers = self.policy.scopes.first().map_or(&[][..], |definitions| definitions.wrappers.as_slice());
        let name = invocation.words.first().and_then(Word::known).map(base_name);
        let in_full = wrappers.iter().any(|wrapper| names_command(wrapper, name));
        let known = invocation.wrapped.iter().any(|wrapped| wrapped.kind != WrapKind::Program);
        let by_pattern = if known { Vec::new() } else { self.captured(wrappers, invocation, hearing) };
        hearing.depth += usize::from(!by_pattern.is_empty());
        let judged = invocation
            .wrapped
            .iter()
            .chain(&by_pattern)
            .map(|wrapped| JudgedWrap {
                kind: wrapped.kind,
                in_full: in_full || wrapped.kind == WrapKind::Program,
                runs: wrapped.runs.iter().map(|inner| self.judge(inner, hearing)).collect(),
                doubts: wrapped.doubts.iter().map(|doubt| doubt.why.clone()).collect(),
            })
            .collect();
        hearing.depth -= usize::from(!by_pattern.is_empty());
        judged
    }

    /// What the policy's wrapper patterns capture of a command, read. Past the limits nothing is, and that is a doubt.
    fn captured(
        &self,
        wrappers: &[WrapperPattern],
        invocation: &Invocation,
        hearing: &mut Hearing<'_>,
    ) -> Vec<Wrapped> {
        let mut found = Vec::new();
        for wrapper in wrappers {
            let (captures, mut too_many) = self.capture(wrapper, invocation, hearing.facts);
            for words in captures {
                hearing.captured += 1;
                too_many |= hearing.captured > matcher::MAX_CAPTURED || hearing.depth >= MAX_WRAPPERS;
                if too_many {
                    break;
                }
                found.push(command::read_wrapped(invocation, &words, hearing.facts, &self.policy.tables));
            }
            if too_many {
                let most = matcher::MAX_CAPTURED;
                let why = format!("the policy's wrappers capture more than {most} commands, or {MAX_WRAPPERS} deep");
                let doubts = vec![Doubt { why, span: invocation.span }];
                found.push(Wrapped { kind: WrapKind::PassThrough, runs: Vec::new(), doubts });
                break;
            }
        }
        found
    }

    /// Every sequence of words that a wrapper pattern takes for the wrapped command, and whether there are too many.
    fn capture(&self, wrapper: &WrapperPattern, invocation: &Invocation, facts: &dyn Facts) -> (Vec<Vec<Word>>, bool) {
        let Some(definitions) = self.policy.scopes.first() else { return (Vec::new(), false) };
        let subject =
            Subject { words: &invocation.words, table: None, arguments: None, directory: &invocation.place.directory };
        let context = Context { definitions, facts, action: Verdict::Ask };
        let captures = matcher::matches(&wrapper.pattern, &subject, context).captures;
        (captures.commands, captures.too_many)
    }
}

/// One reading of a command.
pub(super) struct Case<'a> {
    /// Where it stands.
    pub invocation: &'a Invocation,
    /// Its words under this reading.
    pub subject: Subject<'a>,
    /// The same, in the directory that one of its options names (`git -C`).
    pub moved: Option<&'a Invocation>,
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
        let surer = if other.matched > self.matched { other } else { self };
        Self { speaks_of_redirects, ..surer }
    }

    fn less_sure(self, other: Self) -> Self {
        if other.matched < self.matched { other } else { self }
    }
}

/// Does a wrapper pattern of the policy name this command?
fn names_command(wrapper: &WrapperPattern, name: Option<&str>) -> bool {
    match (&wrapper.pattern.command, name) {
        (CommandPattern::Names(names), Some(name)) => names.iter().any(|text| text.matches(name)),
        (CommandPattern::Any, Some(_)) => true,
        _ => false,
    }
}

fn shown(word: &Word) -> ShownWord {
    ShownWord { text: word.display(), known: word.is_known() }
}
