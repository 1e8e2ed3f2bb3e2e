//! Tokens that take words: the first operand, values of several words, `--`, `<opts>`, `<vars>`, `<cmd>`.
//!
//! Owns which item a positional token takes. Refuses flags (`given`).

use std::borrow::Cow;

use smallvec::SmallVec;

use crate::command::options::{Abbreviated, Arguments};
use crate::command::word::{Count, Word};
use crate::input::Span;
use crate::policy::VarValue;
use crate::policy::pattern::Token;
use crate::verdict::Match;

use super::engine::{At, Capture, Chain, Engine, Gone, Taken, names_value};
use super::items::Item;
use super::{MAX_CAPTURED, MAX_CAPTURED_WORDS, name};

/// Is it one operand that comes next, and then anything?
pub(super) fn takes_one(tokens: &Chain<'_, '_>) -> bool {
    let Some((Token::Word(_) | Token::Not(_) | Token::Path(_) | Token::Type(_), rest)) = tokens.split() else {
        return false;
    };
    let takes_any = |token: &Token| matches!(token, Token::Any | Token::Effects { .. });
    let is_any = |chain: &&Chain<'_, '_>| chain.here.iter().all(takes_any);
    std::iter::successors(Some(&rest), |chain| chain.then).all(|chain| is_any(&chain))
}

/// An item that may be the first operand.
struct Candidate<'a> {
    /// Where it stands.
    index: usize,
    /// The word that it is then.
    word: Cow<'a, Word>,
    /// How surely the path gets there.
    here: Match,
    /// It may hold further words after this one.
    stays: bool,
}

impl<'a> Engine<'a> {
    /// A token that takes one word: the first operand, flags skipped.
    pub(super) fn positional(&mut self, token: &Token, rest: &Chain<'_, '_>, at: At<'_>, sure: Match) {
        let sure = sure.and(self.speaks_of_what_precedes(rest, at));
        let candidates = self.positional_candidates(at, sure);
        for Candidate { index, word, here, stays } in candidates {
            if matches!(token, Token::Not(_)) && matches!(self.items.get(index).map(|one| &one.item), Some(Item::End)) {
                // "another word than this" does not mean `--`
                continue;
            }
            let matched = self.fits_by_any_name(token, &word, index);
            let gone = Gone { index, before: at.gone };
            let name = match token {
                Token::Type(name) => Some(name.as_str()),
                _ => None,
            };
            let taken = name.map(|name| Taken { what: Capture::Type(name, word.as_ref().clone()), before: at.taken });
            let taken = taken.as_ref().or(at.taken);
            self.step(rest, At { gone: Some(&gone), taken, ..at }, here.and(matched));
            if stays {
                self.step(rest, At { taken, ..at }, here.and(matched).and(Match::May));
            }
            if self.done() {
                return;
            }
        }
    }

    /// Does the word fit the token, by any name that it has where it is a subcommand? (`!install` is none of them.)
    fn fits_by_any_name(&self, token: &Token, word: &Word, index: usize) -> Match {
        let matched = self.fits(token, word);
        let every = match token {
            Token::Word(_) | Token::Type(_) if matched < Match::Must => false,
            Token::Not(_) if matched > Match::Never => true,
            _ => return matched,
        };
        let Some(arguments) = &self.subject.arguments else { return matched };
        let others = arguments.aliases_at(self.word_index(index)).map(|name| Word::literal(name, word.span));
        let others = others.map(|other| self.fits(token, &other));
        let matched = if every { others.fold(matched, Match::and) } else { others.fold(matched, Match::max) };
        let matched = if every || !self.narrow { self.fits_as_same(token, word, matched) } else { matched };
        match arguments.abbreviated_at(self.word_index(index)) {
            // what is not spelled out may mean another one tomorrow: no allow rule speaks of it by its name
            Some(meant) if every || !self.narrow => self.fits_when_spelled_out(token, meant, matched),
            _ => matched,
        }
    }

    /// The same for an operand, or one of those that it lists (`pods,secrets`), that is called by other texts which mean it.
    fn fits_as_same(&self, token: &Token, word: &Word, as_written: Match) -> Match {
        let Some(text) = word.known() else { return as_written };
        let others = self.subject.same_as(text).map(|other| self.fits(token, &Word::literal(other, word.span)));
        if matches!(token, Token::Not(_)) {
            others.fold(as_written, Match::and)
        } else {
            others.fold(as_written, Match::max)
        }
    }

    /// The same for a word that is the beginning of a subcommand's name.
    fn fits_when_spelled_out(&self, token: &Token, meant: &Abbreviated, as_written: Match) -> Match {
        let spelled_out = || meant.names.iter().map(|name| self.fits(token, &Word::literal(name, Span::default())));
        let matched = match token {
            Token::Not(_) => spelled_out().fold(as_written, Match::and),
            _ => spelled_out().fold(as_written, Match::max),
        };
        if meant.is_one || matched == as_written { matched } else { Match::May }
    }

    /// An allow rule for a subcommand speaks of the options with a value before it only if it names them: `git -C dir`
    /// and `kubectl --context x` choose what the subcommand works on.
    fn speaks_of_what_precedes(&self, rest: &Chain<'_, '_>, at: At<'_>) -> Match {
        let has_subcommands = self.subject.table.is_some_and(|table| !table.subcommands.is_empty());
        if !self.narrow || !has_subcommands {
            return Match::Must;
        }
        let operand = self.items.iter().position(|placed| matches!(placed.item, Item::Operand { .. }));
        let silent = self.remaining(at).take_while(|(index, _)| operand.is_none_or(|operand| *index < operand)).any(
            |(_, item)| match item {
                // a repeat of one that was taken fits too, see `repeats_fit`
                Item::Flag(flag) => flag.value.is_some() && !rest.names(item) && !names_value(self.pattern, item),
                _ => false,
            },
        );
        Match::known(!silent)
    }

    /// The items that may be the first operand. `--` is one of them, as an allow rule takes it; other rules may also step
    /// over it.
    fn positional_candidates(&mut self, at: At<'_>, sure: Match) -> SmallVec<[Candidate<'a>; 2]> {
        let mut candidates = SmallVec::new();
        let mut here = sure;
        let mut seen = 0;
        let text = |text: &str| Cow::Owned(Word::literal(text, Span::default()));
        for (index, item) in self.remaining(at) {
            seen += 1;
            match item {
                Item::Flag(flag) if flag.certain => {}
                // it may be an operand after an unknown `--`
                Item::Flag(flag) => {
                    here = here.and(Match::May);
                    candidates.push(Candidate { index, word: text(&flag.spelled), here, stays: false });
                }
                Item::Operand { word, certain: true } if word.count == Count::One => {
                    candidates.push(Candidate { index, word: Cow::Borrowed(word), here, stays: false });
                    let any_order = self.subject.table.is_some_and(|table| table.any_order);
                    if self.narrow || !any_order && !self.stands_before_subcommand(word, index) {
                        break;
                    }
                }
                Item::Operand { word, .. } | Item::Unclear(word) => {
                    here = here.and(Match::May);
                    let stays = word.count == Count::Any;
                    candidates.push(Candidate { index, word: Cow::Borrowed(word), here, stays });
                }
                Item::End => {
                    candidates.push(Candidate { index, word: text("--"), here, stays: false });
                    if self.narrow {
                        break;
                    }
                }
            }
        }
        self.steps += seen;
        candidates
    }

    /// Is it the word that says which version of the command is meant (`cargo +nightly`)?
    fn stands_before_subcommand(&self, word: &Word, index: usize) -> bool {
        let is_before = |arguments: &Arguments| {
            let at = self.word_index(index);
            arguments.reached_at.first().is_some_and(|first| at < *first)
        };
        word.literal_prefix().starts_with('+')
            && self.subject.table.is_some_and(|table| table.plus_operand)
            && self.subject.arguments.as_ref().is_some_and(is_before)
    }

    pub(super) fn var(&mut self, name: &str, token: &Token, rest: &Chain<'_, '_>, at: At<'_>, sure: Match) {
        for Candidate { index, word, here, .. } in self.positional_candidates(at, sure) {
            let matched = self.fits(token, &word);
            let gone = Gone { index, before: at.gone };
            let taken = Taken { what: Capture::Var(name, word.into_owned()), before: at.taken };
            self.step(rest, At { gone: Some(&gone), taken: Some(&taken), ..at }, here.and(matched));
        }
        self.var_of_several_words(name, rest, at, sure);
    }

    /// A literal value of several words takes that many operands in a row.
    fn var_of_several_words(&mut self, name: &str, rest: &Chain<'_, '_>, at: At<'_>, sure: Match) {
        let values = self.context.definitions.vars.get(name).map_or(&[][..], Vec::as_slice);
        for value in values {
            let VarValue::Literal(texts) = value else { continue };
            if texts.len() < 2 {
                continue;
            }
            let front: Vec<(usize, Word)> = self
                .remaining(at)
                .map_while(|(index, item)| match item {
                    Item::Operand { word, certain: true } => Some((index, (*word).clone())),
                    Item::End => Some((index, Word::literal("--", Span::default()))),
                    _ => None,
                })
                .take(texts.len())
                .collect();
            let words: Vec<Word> = front.iter().map(|(_, word)| word.clone()).collect();
            if let Some((last, _)) = front.last().filter(|_| front.len() == texts.len()) {
                let matched = name::begins_with(&words, texts);
                let capture = Word::literal(texts.join(" "), Span::default());
                let taken = Taken { what: Capture::Var(name, capture), before: at.taken };
                let after = At { start: last + 1, gone: at.gone, taken: Some(&taken) };
                self.step(rest, after, sure.and(matched));
            }
        }
    }

    pub(super) fn end_of_options(&mut self, rest: &Chain<'_, '_>, at: At<'_>, sure: Match) {
        let next = self.remaining(at).next().map(|(index, item)| (index, item.clone()));
        match next {
            Some((index, Item::End)) => {
                let gone = Gone { index, before: at.gone };
                self.step(rest, At { gone: Some(&gone), ..at }, sure);
            }
            Some((_, Item::Unclear(_))) => self.step(rest, at, sure.and(Match::May)),
            _ => {}
        }
    }

    /// `<opts>`: the flags at the front with their values.
    pub(super) fn options(&mut self, rest: &Chain<'_, '_>, at: At<'_>, sure: Match) {
        let front: Vec<(usize, Match)> = self
            .remaining(at)
            .map_while(|(index, item)| match item {
                Item::Flag(flag) => Some((index, if flag.certain { Match::Must } else { Match::May })),
                Item::Unclear(_) => Some((index, Match::May)),
                Item::Operand { .. } | Item::End => None,
            })
            .collect();
        let (mut start, mut here) = (at.start, sure);
        for (index, is_flag) in front {
            if is_flag == Match::May {
                // it may be an operand, or a flag that takes the next word
                here = here.and(Match::May);
                self.step(rest, At { start, ..at }, here);
                self.step(rest, At { start: index + 2, ..at }, here);
            }
            start = index + 1;
        }
        if self.subject.table.is_none() && start > at.start && self.takes_next_word(start - 1) {
            let is_number = |word: &Word| word.literal_prefix().starts_with(|one: char| one.is_ascii_digit());
            let value = self.items.get(start).map(|placed| &placed.item);
            if !self.narrow && !matches!(value, Some(Item::Operand { word, .. }) if is_number(word)) {
                // or it takes none, and what follows is what a wrapper starts: of several readings the strictest counts
                self.step(rest, At { start, ..at }, here);
            }
            start += 1;
        }
        self.step(rest, At { start, ..at }, here);
        let end = match self.remaining(At { start, ..at }).next() {
            Some((index, Item::End)) => Some(index),
            _ => None,
        };
        if let Some(index) = end {
            self.step(rest, At { start: index + 1, ..at }, here);
        }
    }

    /// 0.3's reading of an unknown command: a flag of one letter takes the next word.
    fn takes_next_word(&self, index: usize) -> bool {
        let letter = match self.items.get(index).map(|placed| &placed.item) {
            Some(Item::Flag(flag)) if flag.value.is_none() => {
                flag.spelled.len() == 2
                    && flag.spelled.chars().nth(1).is_some_and(|letter| letter.is_ascii_alphabetic())
            }
            _ => false,
        };
        letter && matches!(self.items.get(index + 1).map(|next| &next.item), Some(Item::Operand { certain: true, .. }))
    }

    /// `<vars>`: every `K=V` word at the front.
    pub(super) fn variables(&mut self, rest: &Chain<'_, '_>, at: At<'_>, sure: Match) {
        let mut start = at.start;
        let mut here = sure;
        let words: Vec<(usize, Match)> = self
            .remaining(at)
            .map_while(|(index, item)| match item {
                Item::Operand { word, .. } => match word.known() {
                    Some(text) => text.contains('=').then_some((index, Match::Must)),
                    None => Some((index, if word.literal_prefix().contains('=') { Match::Must } else { Match::May })),
                },
                _ => None,
            })
            .collect();
        for (index, is_variable) in words {
            if is_variable == Match::May {
                self.step(rest, At { start, ..at }, here.and(Match::May));
            }
            here = here.and(is_variable);
            start = index + 1;
        }
        self.step(rest, At { start, ..at }, here);
    }

    /// `<cmd>`: the words that are left, up to where the rest of the pattern matches.
    pub(super) fn command(&mut self, rest: &Chain<'_, '_>, at: At<'_>, sure: Match) {
        let Some(first) = self.remaining(at).next().map(|(index, _)| self.word_index(index)) else { return };
        let words = self.subject.words;
        if words.get(first).is_none_or(|word| word.looks_like_flag() == Match::Must) {
            return;
        }
        let starts: Vec<usize> = if rest.split().is_none() {
            Vec::new()
        } else {
            self.remaining(at).skip(1).map(|(index, _)| index).collect()
        };
        for start in starts.into_iter().chain([self.items.len()]) {
            let end = self.word_index(start);
            self.captured_words += end.saturating_sub(first);
            let some = !self.every_command.is_empty();
            if some && (self.captured_words > MAX_CAPTURED_WORDS || self.every_command.len() >= MAX_CAPTURED) {
                self.too_many = true;
                return;
            }
            let taken = Taken { what: Capture::Command(first, end), before: at.taken };
            self.step(rest, At { start, taken: Some(&taken), ..at }, sure);
            if self.is_at_end() {
                return;
            }
        }
    }

    /// The commands that `<cmd>` took, each once.
    pub(super) fn captured_commands(&mut self) -> Vec<Vec<Word>> {
        let mut commands: Vec<Vec<Word>> = Vec::new();
        for (first, end) in std::mem::take(&mut self.every_command) {
            let words = self.subject.words.get(first..end).unwrap_or_default();
            if !commands.iter().any(|other| other == words) {
                commands.push(words.to_vec());
            }
        }
        commands
    }

    /// The index of an item's word among the command's words.
    fn word_index(&self, item: usize) -> usize {
        self.items.get(item).map_or(self.subject.words.len(), |placed| placed.word)
    }
}
