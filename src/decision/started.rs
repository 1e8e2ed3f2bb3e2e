//! What a command starts: the commands inside wrappers, judged.
//!
//! Owns the walk into what the built-in table found and what the policy's own wrapper patterns capture, with their limits.
//! Refuses to know wrappers (`command::wrapper` does) and to combine verdicts (`settle`).

use crate::command::word::Word;
use crate::command::{self, Assignment, Doubt, Invocation, MAX_WRAPPERS, WrapKind, Wrapped, base_name, is_of_system};
use crate::facts::Facts;
use crate::policy::pattern::{CommandPattern, Token};
use crate::policy::{Sought, WrapperPattern};
use crate::verdict::Verdict;

use super::gather::{Gatherer, Hearing};
use super::judged::JudgedWrap;
use super::matcher::{self, Context, Subject};

impl Gatherer<'_> {
    /// Judges what a command starts: what the built-in table found, else what the policy's wrapper patterns capture. A name
    /// that is not known may be that of any wrapper: what all of these may start is given no more than one command.
    pub(super) fn judge_wrapped(&self, invocation: &Invocation, hearing: &mut Hearing<'_>) -> Vec<JudgedWrap> {
        let name = invocation.words.first().and_then(Word::known);
        let outer = hearing.spent.clone();
        if name.is_none() {
            hearing.spent.get_or_insert_with(|| self.efforts.of_unnamed());
        }
        let wrappers = self.policy.scopes.first().map(|definitions| {
            definitions.wrappers.about(&Sought::plain(name, matcher::known_after_name(&invocation.words)))
        });
        let wrappers = wrappers.as_deref().unwrap_or_default();
        let name = name.map(base_name);
        let in_full = wrappers.iter().any(|(_, wrapper)| names_command(wrapper, name));
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
        hearing.spent = outer;
        judged
    }

    /// What the policy's wrapper patterns capture of a command, read. Past the limits nothing is, and that is a doubt.
    fn captured(
        &self,
        wrappers: &[(usize, &WrapperPattern)],
        invocation: &Invocation,
        hearing: &mut Hearing<'_>,
    ) -> Vec<Wrapped> {
        let mut found = Vec::new();
        for (index, wrapper) in wrappers {
            let (captures, mut too_many) = self.capture((*index, wrapper), invocation, hearing.facts);
            let is_another = may_be_another(wrapper, invocation);
            for words in captures {
                hearing.captured += 1;
                too_many |= hearing.captured > matcher::MAX_CAPTURED || hearing.depth >= MAX_WRAPPERS;
                if too_many {
                    break;
                }
                let set = set_before(wrapper, invocation, &words);
                let captured = (words.as_slice(), set.as_slice());
                let wrapped = command::read_wrapped(invocation, captured, hearing.facts, &self.policy.tables);
                hearing.started.extend(wrapped.runs.iter().cloned());
                found.push(if is_another { Wrapped { kind: WrapKind::Acts, ..wrapped } } else { wrapped });
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
    fn capture(
        &self,
        (index, wrapper): (usize, &WrapperPattern),
        invocation: &Invocation,
        facts: &dyn Facts,
    ) -> (Vec<Vec<Word>>, bool) {
        let Some(definitions) = self.policy.scopes.first() else { return (Vec::new(), false) };
        let name = invocation.words.first().and_then(Word::known);
        let table = name.and_then(|name| self.policy.tables.table(base_name(name)));
        let subject = Subject::new(&invocation.words, table.as_deref(), &invocation.place.directory);
        let context = Context { definitions, facts, action: Verdict::Ask };
        let align = || matcher::matches(&wrapper.pattern, &subject, context).captures;
        let captures = self.efforts.of_wrapper(index, &subject.spent, align);
        (captures.commands, captures.too_many)
    }
}

/// Is the command a path whose last part alone is what the pattern names, outside of the directories of the system?
fn may_be_another(wrapper: &WrapperPattern, invocation: &Invocation) -> bool {
    let Some(path) = invocation.words.first().and_then(Word::known).filter(|name| name.contains('/')) else {
        return false;
    };
    match &wrapper.pattern.command {
        CommandPattern::Names(names) => !is_of_system(path) && !names.iter().any(|text| text.matches(path)),
        CommandPattern::Any | CommandPattern::Var(_) => !is_of_system(path),
    }
}

/// The variables that a wrapper with `<vars>` sets for what it starts: they stand before it.
fn set_before(wrapper: &WrapperPattern, invocation: &Invocation, captured: &[Word]) -> Vec<Assignment> {
    if !takes_variables(&wrapper.pattern.tokens) {
        return Vec::new();
    }
    let words = &invocation.words;
    let start = words.windows(captured.len().max(1)).rposition(|window| window == captured).unwrap_or(words.len());
    command::assignments_among(words.get(1..start).unwrap_or_default())
}

fn takes_variables(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| match token {
        Token::Variables => true,
        Token::Optional(inner) => takes_variables(inner),
        _ => false,
    })
}

/// Does a wrapper pattern of the policy name this command?
fn names_command(wrapper: &WrapperPattern, name: Option<&str>) -> bool {
    match (&wrapper.pattern.command, name) {
        (CommandPattern::Names(names), Some(name)) => names.iter().any(|text| text.matches(name)),
        (CommandPattern::Any, Some(_)) => true,
        _ => false,
    }
}
