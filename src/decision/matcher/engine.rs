//! The alignment of a pattern's tokens with a command's items.
//!
//! Owns the search: every way to lay the tokens over the items is tried until one must match, each step counted against
//! [`MAX_MATCH_STEPS`]. A path of the search carries how surely it matches so far; the surest path to the end is the
//! answer. Refuses to compare words (`values`) and flags (`flags`).

use crate::command::word::{Count, Word};
use crate::policy::pattern::{Pattern, Token};
use crate::policy::types::Type;
use crate::verdict::{Match, Verdict};

use super::items::{Item, Placed};
use super::name::Head;
use super::values::Comparisons;
use super::{
    Context, MAX_MATCH_STEPS, MAX_POSSIBLE_STEPS, MAX_STEPS_OF_FEW, Matched, SEEN_IN_A_STEP, STEPS_OF_ITEM, Spent,
    Subject, effects, flags, operands,
};

/// What placeholders took.
#[derive(Clone, Default, Debug, PartialEq)]
pub(in crate::decision) struct Captures {
    /// `<var:name>`
    pub vars: Vec<(String, Word)>,
    /// `<flag:name>`: each occurrence's value; the empty word for a flag without one.
    pub flag_groups: Vec<(String, Vec<Word>)>,
    /// `<type:Name>` of types with an executor: every word that could stand there.
    pub types: Vec<(String, Word)>,
    /// `<cmd>`: every sequence of words that could stand there.
    pub commands: Vec<Vec<Word>>,
    /// There are more of them than were looked at.
    pub too_many: bool,
}

/// Aligns a pattern with the items of a command.
pub(super) fn run(
    pattern: &Pattern,
    items: &[Placed<'_>],
    head: &Head,
    subject: &Subject<'_>,
    context: Context<'_>,
) -> Matched {
    let mut engine = Engine {
        items,
        subject,
        context,
        narrow: context.action == Verdict::Allow,
        steps: 0,
        limit: limit(head, items.len(), &subject.spent),
        most: head.matched,
        best: Match::Never,
        captures: Captures::default(),
        every_type: Vec::new(),
        every_command: Vec::new(),
        captured_words: 0,
        too_many: false,
        wants_all: wants_all(&pattern.tokens, context),
        pattern: &pattern.tokens,
        speaks_of_effects: effects::has_any(&pattern.tokens),
        comparisons: &Comparisons::default(),
        allowed: subject.spent.allowed(),
    };
    let tokens = Chain { here: &pattern.tokens, then: None };
    let start = At { start: 0, gone: None, taken: None };
    if head.any_words_follow {
        engine.any(&tokens, start, head.matched);
    } else {
        engine.step(&tokens, start, head.matched);
    }
    if head.matched < Match::Must {
        subject.spent.add(engine.steps);
    }
    subject.spent.take(engine.all_steps());
    engine.finish(head)
}

/// How many steps may be taken.
fn limit(head: &Head, items: usize, spent: &Spent) -> u32 {
    let (of_few, left) = match head.matched {
        Match::Must => (MAX_STEPS_OF_FEW, MAX_MATCH_STEPS),
        Match::May | Match::Never => (MAX_POSSIBLE_STEPS, spent.left()),
    };
    let of_items = u32::try_from(items).unwrap_or(u32::MAX).saturating_mul(STEPS_OF_ITEM);
    of_few.saturating_add(of_items).min(MAX_MATCH_STEPS).min(left)
}

/// Must every alignment be looked at, not only the surest? (`<type:Name>` with an executor, `<cmd>`.)
fn wants_all(tokens: &[Token], context: Context<'_>) -> bool {
    tokens.iter().any(|token| match token {
        Token::Command => true,
        Token::Type(name) => matches!(context.definitions.types.get(name), Some(Type::Executor(_))),
        Token::FlagValue { value, .. } => wants_all(std::slice::from_ref(value), context),
        Token::Optional(inner) => wants_all(inner, context),
        _ => false,
    })
}

/// The tokens still to be matched: a slice, then the rest of what it was spliced into. Those about effects take no words, and
/// were asked before.
pub(super) struct Chain<'t, 'c> {
    pub here: &'t [Token],
    pub then: Option<&'c Chain<'t, 'c>>,
}

impl<'t, 'c> Chain<'t, 'c> {
    pub(super) fn split(&self) -> Option<(&'t Token, Chain<'t, 'c>)> {
        let mut here = self.here;
        while let Some((token, rest)) = here.split_first() {
            if !matches!(token, Token::Effects { .. }) {
                return Some((token, Chain { here: rest, then: self.then }));
            }
            here = rest;
        }
        self.then.and_then(Chain::split)
    }

    /// Does one of the tokens name this flag?
    pub(super) fn names(&self, item: &Item<'_>) -> bool {
        names_flag(self.here, item) || self.then.is_some_and(|then| then.names(item))
    }
}

fn names_flag(tokens: &[Token], item: &Item<'_>) -> bool {
    tokens.iter().any(|token| match token {
        Token::Flag(names) | Token::FlagOptionalValue(names) | Token::FlagValue { names, .. } => {
            flags::gives(names, item) > Match::Never
        }
        Token::Optional(inner) => names_flag(inner, item),
        _ => false,
    })
}

/// Does one of the tokens say what the value of this flag must be?
pub(super) fn names_value(tokens: &[Token], item: &Item<'_>) -> bool {
    tokens.iter().any(|token| match token {
        Token::FlagValue { names, value } => **value != Token::Any && flags::gives(names, item) > Match::Never,
        Token::Optional(inner) => names_value(inner, item),
        _ => false,
    })
}

/// Where the search stands: items before `start` and those in `gone` are matched already.
#[derive(Clone, Copy)]
pub(super) struct At<'s> {
    pub start: usize,
    pub gone: Option<&'s Gone<'s>>,
    pub taken: Option<&'s Taken<'s>>,
}

/// An item that was taken out of its order.
pub(super) struct Gone<'s> {
    pub index: usize,
    pub before: Option<&'s Gone<'s>>,
}

/// What a placeholder took on this path.
pub(super) struct Taken<'s> {
    pub what: Capture<'s>,
    pub before: Option<&'s Taken<'s>>,
}

pub(super) enum Capture<'s> {
    Var(&'s str, Word),
    FlagGroup(&'s str, Vec<Word>),
    Type(&'s str, Word),
    /// From this word of the subject up to that one.
    Command(usize, usize),
}

impl<'s> At<'s> {
    fn is_gone(&self, index: usize) -> bool {
        let mut gone = self.gone;
        while let Some(entry) = gone {
            if entry.index == index {
                return true;
            }
            gone = entry.before;
        }
        index < self.start
    }
}

pub(super) struct Engine<'a> {
    pub items: &'a [Placed<'a>],
    pub subject: &'a Subject<'a>,
    pub context: Context<'a>,
    /// An allow rule: what only may be counts as not matching.
    pub narrow: bool,
    pub steps: u32,
    /// How many may be taken.
    pub limit: u32,
    /// How surely the name matches: no alignment is surer.
    pub most: Match,
    pub best: Match,
    pub captures: Captures,
    pub every_type: Vec<(String, Word)>,
    pub every_command: Vec<(usize, usize)>,
    /// How many words the captures hold together.
    pub captured_words: usize,
    /// There are more captures than may be looked at.
    pub too_many: bool,
    pub wants_all: bool,
    /// All tokens of the pattern.
    pub pattern: &'a [Token],
    /// The pattern holds a token about effects.
    pub speaks_of_effects: bool,
    /// The comparisons of tokens with words.
    pub comparisons: &'a Comparisons,
    /// How many steps the rule may still take for the line; what the comparisons weigh is among them.
    pub allowed: u32,
}

impl<'a> Engine<'a> {
    fn finish(mut self, head: &Head) -> Matched {
        // where every alignment counts, those that were not looked at may name what has to be asked
        let limited = self.is_at_end() && (self.best < self.most || self.wants_all);
        let matched = if limited { Match::May } else { self.best };
        self.captures.vars.extend(head.var.clone());
        self.captures.types = std::mem::take(&mut self.every_type);
        self.captures.commands = self.captured_commands();
        self.captures.too_many = self.too_many || limited && self.wants_all;
        let because = if limited && self.most == Match::Must {
            Some(self.too_many_steps())
        } else if matched == Match::May {
            Some(self.subject.doubts(self.speaks_of_effects))
        } else {
            None
        };
        Matched { matched, captures: self.captures, because, steps: self.steps }
    }

    pub(super) fn done(&self) -> bool {
        (self.best == self.most && !self.wants_all) || self.is_at_end() || self.too_many
    }

    /// May no further step be taken?
    pub(super) fn is_at_end(&self) -> bool {
        self.steps > self.limit || self.all_steps() > self.allowed
    }

    fn all_steps(&self) -> u32 {
        self.steps.saturating_add(self.comparisons.weight())
    }

    fn too_many_steps(&self) -> String {
        if self.steps > self.limit {
            format!("matching it took more than {} steps", self.limit)
        } else {
            "matching it took more steps than a rule may for one line".to_owned()
        }
    }

    pub(super) fn remaining(&self, at: At<'_>) -> impl Iterator<Item = (usize, &'a Item<'a>)> + use<'a> {
        let gone: Vec<usize> = std::iter::successors(at.gone, |entry| entry.before).map(|entry| entry.index).collect();
        // in this order nothing is looked at that stands before the start
        let items = self.items.iter().enumerate().skip(at.start);
        items.filter(move |(index, _)| !gone.contains(index)).map(|(index, placed)| (index, &placed.item))
    }

    pub(super) fn step(&mut self, tokens: &Chain<'_, '_>, at: At<'_>, sure: Match) {
        self.steps += 1;
        if sure == Match::Never || self.done() {
            return;
        }
        let Some((token, rest)) = tokens.split() else { return self.end(at, sure) };
        match token {
            Token::Any => self.any(&rest, at, sure),
            Token::Word(_) | Token::Not(_) | Token::Path(_) | Token::Type(_) | Token::Placeholder(_) => {
                self.positional(token, &rest, at, sure)
            }
            Token::Var(name) => self.var(name, token, &rest, at, sure),
            Token::EndOfOptions => self.end_of_options(&rest, at, sure),
            Token::Flag(names) => self.flag(names, &rest, at, sure),
            Token::FlagOptionalValue(names) => self.flag_value(names, None, &rest, at, sure),
            Token::FlagValue { names, value } => self.flag_value(names, Some(value), &rest, at, sure),
            Token::Without(names) => {
                // wherever it stands, also among the words that a `*` before took
                let absent = self.given(names, At { start: 0, ..at }).negated();
                self.step(&rest, at, sure.and(absent));
            }
            // asked before, see `Chain::split`
            Token::Effects { .. } => self.step(&rest, at, sure),
            Token::Optional(inner) => {
                self.step(&Chain { here: inner, then: Some(&rest) }, at, sure);
                let absent = self.any_given(inner, &rest, at).negated();
                self.step(&rest, at, sure.and(absent));
            }
            Token::Options => self.options(&rest, at, sure),
            Token::Variables => self.variables(&rest, at, sure),
            Token::FlagGroup(name) => self.flag_group(name, &rest, at, sure),
            Token::Command => self.command(&rest, at, sure),
        }
    }

    /// All tokens are matched: is every item?
    fn end(&mut self, at: At<'_>, sure: Match) {
        let (mut left, mut seen) = (Match::Must, 0);
        for (index, item) in self.remaining(at) {
            seen += 1;
            left = left.and(match item {
                Item::End if !self.narrow => Match::Must,
                Item::Operand { word, .. } | Item::Unclear(word) if word.count == Count::Any => Match::May,
                // it may be a value
                Item::Operand { certain: false, .. } => Match::May,
                // it may be a `--`
                Item::Unclear(_) if !self.narrow => Match::May,
                // flags have no place: a `*` of the pattern takes them too; one that is given again is the same
                Item::Flag(_) if !self.narrow && (self.has_star() || names_flag(self.pattern, item)) => Match::Must,
                Item::Flag(_) if !self.narrow && self.before_subcommand(index) => Match::Must,
                Item::Flag(_) | Item::Operand { .. } | Item::End | Item::Unclear(_) => Match::Never,
            });
            if left == Match::Never {
                break;
            }
        }
        self.steps += seen / SEEN_IN_A_STEP;
        self.arrive(at, sure.and(left));
    }

    /// Does an item stand before the subcommand that is meant? What stands there says how the tool runs, not what it does.
    fn before_subcommand(&self, index: usize) -> bool {
        let named = self.subject.arguments.as_ref().and_then(|arguments| arguments.reached_at.last());
        self.items.get(index).is_some_and(|placed| named.is_some_and(|named| placed.word < *named))
    }

    /// Does the pattern take any number of words somewhere?
    fn has_star(&self) -> bool {
        self.pattern.contains(&Token::Any)
    }

    fn arrive(&mut self, at: At<'_>, sure: Match) {
        if sure == Match::Never {
            return;
        }
        let mut captures = Captures::default();
        for entry in std::iter::successors(at.taken, |entry| entry.before) {
            match &entry.what {
                Capture::Var(name, word) => captures.vars.push(((*name).to_owned(), word.clone())),
                Capture::FlagGroup(name, words) => captures.flag_groups.push(((*name).to_owned(), words.clone())),
                Capture::Type(name, word) => {
                    let entry = ((*name).to_owned(), word.clone());
                    if !self.every_type.contains(&entry) {
                        self.every_type.push(entry);
                    }
                }
                Capture::Command(first, end) => {
                    if !self.every_command.contains(&(*first, *end)) {
                        self.every_command.push((*first, *end));
                    }
                }
            }
        }
        if sure > self.best {
            self.best = sure;
            self.captures = captures;
        }
    }

    /// Does a word fit a token that takes one?
    pub(super) fn fits(&self, token: &Token, word: &Word) -> Match {
        self.comparisons.fits(token, word, self.subject, self.context)
    }

    /// `*`: takes any number of items from the front.
    pub(super) fn any(&mut self, rest: &Chain<'_, '_>, at: At<'_>, sure: Match) {
        if rest.split().is_none() {
            return self.arrive(at, sure);
        }
        let last = self.last_useful_start(rest, at);
        let takes_operand = operands::takes_one(rest);
        for start in at.start..=last {
            if start > at.start && at.is_gone(start - 1) {
                continue;
            }
            // the same operand is found from behind the flag, which then is not left over
            let is_flag = || self.items.get(start).is_some_and(|placed| placed.item.is_certain_flag());
            if takes_operand && is_flag() && !at.is_gone(start) {
                continue;
            }
            self.step(rest, At { start, ..at }, sure);
            if self.done() {
                return;
            }
        }
    }

    /// Where `*` may stop at the latest so that the flag that comes next can still be found.
    fn last_useful_start(&self, rest: &Chain<'_, '_>, at: At<'_>) -> usize {
        let names = match rest.split() {
            Some((Token::Flag(names) | Token::FlagOptionalValue(names) | Token::FlagValue { names, .. }, _)) => names,
            _ => return self.items.len(),
        };
        let found = self.remaining(at).filter(|(_, item)| self.flag_or_word(names, item) > Match::Never);
        found.map(|(index, _)| index).last().unwrap_or(at.start)
    }
}
