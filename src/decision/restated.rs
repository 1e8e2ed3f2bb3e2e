//! What deny and ask rules say of a command that may be said in another way as a whole: as its built-in table reads it, where a
//! project has another, or by the usual name of its program.
//!
//! Owns which other ways there are. What it finds only raises a verdict: allow rules speak of the words as they stand. Refuses
//! to match.

use crate::command::options::Tables;
use crate::command::word::Word;
use crate::command::{Invocation, base_name, names};
use crate::verdict::Verdict;

use super::case::Case;
use super::gather::{Gatherer, Hearing};
use super::judged::{Counted, Said};
use super::matcher::Spent;
use super::rereading;

/// A command with what was said of it already.
#[derive(Clone, Copy)]
pub(super) struct Stated<'a> {
    pub words: &'a [Word],
    pub invocation: &'a Invocation,
    pub said: &'a Said,
    pub spent: &'a Spent,
}

impl Gatherer<'_> {
    /// What deny and ask rules say of the command in other ways, beside what was said.
    pub(super) fn restated(&self, stated: Stated<'_>, hearing: &mut Hearing<'_>) -> Vec<Said> {
        let name = stated.words.first().and_then(Word::known).map(base_name);
        let Some(name) = name.filter(|_| stated.invocation.tool.is_none()) else { return Vec::new() };
        let mut all = Vec::new();
        // no layer loosens a rule of a lower one: a project's table takes nothing from what the built-in one tells
        if self.policy.tables.table(name).is_some_and(|table| table.of_project) {
            all.extend(self.raised(stated, &Tables::default(), hearing));
        }
        for usual in std::iter::successors(names::usual(name), |name| names::usual(name)) {
            let span = stated.words.first().map(|word| word.span).unwrap_or_default();
            let called = usual.split(' ').map(|word| Word::literal(word, span));
            let words: Vec<Word> = called.chain(stated.words.iter().skip(1).cloned()).collect();
            all.extend(self.raised(Stated { words: &words, ..stated }, &self.policy.tables, hearing));
        }
        all
    }

    /// The deny and ask rules that have not spoken yet; nothing where there is none.
    fn raised(&self, stated: Stated<'_>, tables: &Tables, hearing: &mut Hearing<'_>) -> Option<Said> {
        let outside = (tables, hearing.facts);
        let asked = hearing.queries.len();
        let ask = |case: &Case<'_>| self.ask_about(case, hearing);
        let (mut said, _, _) = rereading::as_case(stated.words, stated.invocation, stated.spent, outside, ask);
        let known = |counted: &Counted, among: &[Counted]| among.iter().any(|other| other.rule == counted.rule);
        let allows = |rule: usize| self.policy.rules.get(rule).is_some_and(|rule| rule.action == Verdict::Allow);
        said.must.retain(|counted| !allows(counted.rule) && !known(counted, &stated.said.must));
        said.may.retain(|counted| !known(counted, &stated.said.must) && !known(counted, &stated.said.may));
        // an allow rule that does not count needs no validator
        if !said.must.iter().flat_map(|counted| &counted.queries).any(|query| *query >= asked) {
            hearing.queries.truncate(asked);
        }
        said.fallback = None;
        said.if_lifted.clear();
        (!said.must.is_empty() || !said.may.is_empty()).then_some(said)
    }
}
