//! Tokens that are about flags: given anywhere, absent, with a value, in groups.
//!
//! Owns which occurrence a flag token takes. Refuses operands (`operands`).

use crate::command::word::{Count, Word};
use crate::input::Span;
use crate::policy::pattern::{Text, Token};
use crate::verdict::Match;

use super::engine::{At, Capture, Chain, Engine, Gone, Taken};
use super::items::{FlagItem, Item, Placed};
use super::values::one_of;
use super::{SEEN_IN_A_STEP, flags};

impl Engine<'_> {
    pub(super) fn flag_or_word(&self, names: &[Text], item: &Item<'_>) -> Match {
        let given = flags::gives(names, item);
        let Item::Operand { word, .. } = item else { return given };
        let words: Vec<Text> = names.iter().filter(|name| !begins_with_dash(name)).cloned().collect();
        if words.is_empty() { given } else { one_of(&words, word, self.context) }
    }

    /// A flag anywhere among what is left; its value, if it has one, stays as a word unless the table knows it as the
    /// flag's own.
    pub(super) fn flag(&mut self, names: &[Text], rest: &Chain<'_, '_>, at: At<'_>, sure: Match) {
        for index in self.candidates(names, at) {
            let Some(item) = self.items.get(index).map(|placed| placed.item.clone()) else { continue };
            let undone =
                if self.narrow && flags::is_undone(names, &item, self.items) { Match::May } else { Match::Must };
            let matched = sure.and(self.flag_or_word(names, &item)).and(undone);
            match item {
                Item::Unclear(_) => self.unclear_flag(index, rest, at, matched),
                Item::Flag(flag) if flags::gives_with_value(names, &flag) > Match::Never => {
                    let gone = Gone { index, before: at.gone };
                    self.step(rest, At { gone: Some(&gone), ..at }, matched);
                }
                Item::Flag(flag) if !self.narrow && flags::is_said_on(&flag) => {
                    let gone = Gone { index, before: at.gone };
                    self.step(rest, At { gone: Some(&gone), ..at }, matched);
                }
                Item::Flag(FlagItem { value: Some(value), .. }) if !ends_in_any(rest) => {
                    self.flag_leaving_value(index, &value, rest, At { ..at }, matched);
                }
                Item::Flag(_) | Item::Operand { .. } | Item::End => {
                    let gone = Gone { index, before: at.gone };
                    self.step(rest, At { gone: Some(&gone), ..at }, matched);
                }
            }
            if self.done() {
                return;
            }
        }
        self.clusters(names, None, rest, at, sure);
    }

    /// A cluster in a pattern: each of its letters is given, and the last one has the value, if there is one.
    fn clusters(&mut self, names: &[Text], value: Option<&Token>, rest: &Chain<'_, '_>, at: At<'_>, sure: Match) {
        let clusters: Vec<Vec<Text>> = names.iter().filter_map(|name| self.letters(name)).collect();
        for letters in clusters {
            let mut tokens: Vec<Token> = letters.into_iter().map(|letter| Token::Flag(letter.into())).collect();
            if let Some(value) = value
                && let Some(Token::Flag(names)) = tokens.pop()
            {
                tokens.push(Token::FlagValue { names, value: Box::new(value.clone()) });
            }
            self.step(&Chain { here: &tokens, then: Some(rest) }, at, sure);
        }
    }

    /// The flags that a cluster in a pattern stands for (`-rf`), where a table says how the command's own clusters are
    /// read.
    fn letters(&self, name: &Text) -> Option<Vec<Text>> {
        let table = self.subject.table.filter(|table| !table.single_dash_long)?;
        let letters = name.as_plain()?.strip_prefix('-')?;
        let is_cluster = letters.len() > 1 && letters.chars().all(|letter| letter.is_ascii_alphanumeric());
        let is_option = is_cluster && table.options.named(name.as_plain()?).is_some();
        (is_cluster && !is_option).then(|| letters.chars().map(|letter| Text::plain(format!("-{letter}"))).collect())
    }

    /// How surely all of these flags are given.
    fn all_given(&self, flags: &[Text], at: At<'_>) -> Match {
        let each = flags.iter().map(|flag| {
            let name = std::slice::from_ref(flag);
            self.remaining(at).map(|(_, item)| flags::gives(name, item)).max().unwrap_or(Match::Never)
        });
        each.min().unwrap_or(Match::Never)
    }

    /// A word that is not known may be the flag and nothing else, or hold more than it.
    fn unclear_flag(&mut self, index: usize, rest: &Chain<'_, '_>, at: At<'_>, sure: Match) {
        let gone = Gone { index, before: at.gone };
        self.step(rest, At { gone: Some(&gone), ..at }, sure);
        self.step(rest, at, sure);
    }

    /// `--output=file` against a bare `--output`: the value has to be matched by what follows in the pattern.
    fn flag_leaving_value(&mut self, index: usize, value: &Word, rest: &Chain<'_, '_>, at: At<'_>, sure: Match) {
        let mut items: Vec<Placed<'_>> = self.items.to_vec();
        if let Some(placed) = items.get_mut(index) {
            placed.item = Item::Operand { word: value, certain: true };
        }
        let mut inner = Engine {
            items: &items,
            subject: self.subject,
            context: self.context,
            narrow: self.narrow,
            steps: self.steps,
            limit: self.limit,
            most: self.most,
            best: self.best,
            captures: std::mem::take(&mut self.captures),
            every_type: std::mem::take(&mut self.every_type),
            every_command: std::mem::take(&mut self.every_command),
            captured_words: self.captured_words,
            too_many: self.too_many,
            wants_all: self.wants_all,
            pattern: self.pattern,
            speaks_of_effects: self.speaks_of_effects,
            comparisons: self.comparisons,
            allowed: self.allowed,
        };
        inner.step(rest, At { start: at.start.min(index), ..at }, sure);
        let Engine { steps, best, captures, every_type, every_command, captured_words, too_many, .. } = inner;
        (self.captured_words, self.too_many) = (captured_words, too_many);
        (self.steps, self.best, self.captures) = (steps, best, captures);
        (self.every_type, self.every_command) = (every_type, every_command);
    }

    fn candidates(&mut self, names: &[Text], at: At<'_>) -> Vec<usize> {
        let found: Vec<usize> = self
            .remaining(at)
            .filter(|(_, item)| self.flag_or_word(names, item) > Match::Never)
            .map(|(index, _)| index)
            .collect();
        self.steps += u32::try_from(self.items.len()).unwrap_or(u32::MAX) / SEEN_IN_A_STEP;
        found
    }

    /// A flag with its value. An allow rule wants every occurrence of the flag to have a value that fits.
    pub(super) fn flag_value(
        &mut self,
        names: &[Text],
        value: Option<&Token>,
        rest: &Chain<'_, '_>,
        at: At<'_>,
        sure: Match,
    ) {
        let candidates = self.candidates(names, at);
        let occurrences =
            if candidates.is_empty() { Occurrences::default() } else { self.occurrences(names, value, at) };
        for index in candidates {
            let Some(item) = self.items.get(index).map(|placed| placed.item.clone()) else { continue };
            let given = sure.and(flags::gives(names, &item)).and(occurrences.others_than(index));
            let gone = Gone { index, before: at.gone };
            let without = At { gone: Some(&gone), ..at };
            match (&item, value) {
                (Item::Unclear(_), Some(token)) => {
                    self.flag_then_operand(index, token, rest, without, given);
                    self.unclear_flag(index, rest, at, given);
                }
                (Item::Unclear(_), None) => self.unclear_flag(index, rest, at, given),
                (Item::Flag(flag), None) if flag.separate => {}
                (Item::Flag(_), None) => self.step(rest, without, given),
                (Item::Flag(flag), Some(token)) => match &flag.value {
                    Some(word) => {
                        if !self.narrow && *token == Token::Any && !flag.separate && flag.is_switch {
                            // the star may also be what it is elsewhere: `sed -i * file`, of `sed -i.bak s/a/b/ file`
                            self.step(&Chain { here: std::slice::from_ref(token), then: Some(rest) }, without, given);
                        }
                        let matched = self.fits(token, word);
                        let taken = self.taken_value(token, word, at.taken);
                        let taken = taken.as_ref().or(at.taken);
                        self.step(rest, At { taken, ..without }, given.and(matched));
                    }
                    None => self.flag_beside_word(index, token, rest, without, given),
                },
                _ => {}
            }
            if self.done() {
                return;
            }
        }
        self.clusters(names, value, rest, at, sure);
    }

    fn taken_value<'s>(&self, token: &'s Token, word: &Word, before: Option<&'s Taken<'s>>) -> Option<Taken<'s>> {
        match token {
            Token::Type(name) => Some(Taken { what: Capture::Type(name, word.clone()), before }),
            Token::Var(name) => Some(Taken { what: Capture::Var(name, word.clone()), before }),
            _ => None,
        }
    }

    /// A flag without a value, which the rule gives one. Where the table lists it so, the word is one of its own, and stands
    /// in its place: `apt remove x -q list` is no `apt -q list`. A rule that denies or asks goes by the rule's reading too.
    fn flag_beside_word(&mut self, index: usize, token: &Token, rest: &Chain<'_, '_>, at: At<'_>, sure: Match) {
        let listed =
            self.items.get(index).is_some_and(|placed| matches!(&placed.item, Item::Flag(flag) if flag.listed));
        if listed {
            // one word, as the rule says; for those that tighten `*` is also what it is elsewhere
            let one = Token::Placeholder(String::new());
            let token = if self.narrow && *token == Token::Any { &one } else { token };
            self.step(&Chain { here: std::slice::from_ref(token), then: Some(rest) }, at, sure);
        }
        if !listed || !self.narrow {
            self.flag_then_operand(index, token, rest, at, sure);
        }
    }

    /// A flag whose value the table does not know: the rule means the flag and the word right after it.
    fn flag_then_operand(&mut self, index: usize, token: &Token, rest: &Chain<'_, '_>, at: At<'_>, sure: Match) {
        let next = self.remaining(at).find(|(position, _)| *position > index).map(|(at, item)| (at, item.clone()));
        let (position, word, certain) = match next {
            Some((position, Item::Operand { word, certain: true })) => (position, word.clone(), Match::Must),
            Some((position, Item::Operand { word, .. } | Item::Unclear(word))) => (position, word.clone(), Match::May),
            // a program that gives the flag a value takes whatever comes next
            Some((position, Item::Flag(_))) => (position, Word::unknown("the next word", Span::default()), Match::May),
            Some((position, Item::End)) => (position, Word::literal("--", Span::default()), Match::May),
            None => return,
        };
        let matched = sure.and(self.fits(token, &word)).and(certain);
        let gone = Gone { index: position, before: at.gone };
        self.step(rest, At { gone: Some(&gone), ..at }, matched);
        if word.count == Count::Any {
            self.step(rest, at, matched);
        }
    }

    /// For an allow rule: how each occurrence of the flag fits. The last one counts for most programs, so one that fits is
    /// not enough.
    fn occurrences(&self, names: &[Text], value: Option<&Token>, at: At<'_>) -> Occurrences {
        let mut all = Occurrences::default();
        let wanted = value.filter(|token| self.narrow && **token != Token::Any);
        let Some(token) = wanted else { return all };
        // also among the words that a `*` before took
        for (index, item) in self.remaining(At { start: 0, ..at }) {
            if flags::gives(names, item) == Match::Never {
                continue;
            }
            let fits = match item {
                Item::Flag(FlagItem { value: Some(word), .. }) => self.fits(token, word),
                // it may be the flag with any value
                Item::Flag(_) | Item::Unclear(_) | Item::Operand { .. } | Item::End => Match::May,
            };
            all.add(index, fits);
        }
        all
    }

    /// Is one of these flags given among what is left?
    pub(super) fn given(&self, names: &[Text], at: At<'_>) -> Match {
        let one = self.remaining(at).map(|(_, item)| flags::gives(names, item)).max().unwrap_or(Match::Never);
        let clusters = names.iter().filter_map(|name| self.letters(name));
        clusters.map(|letters| self.all_given(&letters, at)).fold(one, Match::or)
    }

    /// Is a flag of these tokens given that no token of the rest takes?
    pub(super) fn any_given(&self, tokens: &[Token], rest: &Chain<'_, '_>, at: At<'_>) -> Match {
        let mut given = Match::Never;
        for token in tokens {
            given = given.or(match token {
                Token::Flag(names) | Token::FlagOptionalValue(names) | Token::FlagValue { names, .. } => {
                    let taken_later = |item: &Item<'_>| matches!(item, Item::Flag(_)) && rest.names(item);
                    if self.remaining(at).any(|(_, item)| flags::gives(names, item) > Match::Never && taken_later(item))
                    {
                        Match::Never
                    } else {
                        self.given(names, at)
                    }
                }
                _ => Match::Never,
            });
        }
        given
    }

    /// `<flag:name>`: every occurrence of the group's flags, at least one.
    pub(super) fn flag_group(&mut self, name: &str, rest: &Chain<'_, '_>, at: At<'_>, sure: Match) {
        let Some(group) = self.context.definitions.flag_groups.get(name) else { return };
        let names: Vec<Text> = group.names.iter().map(|name| Text::plain(name.as_str())).collect();
        let (mut given, mut fitting) = (Match::Never, Match::Must);
        let (mut values, mut indexes) = (Vec::new(), Vec::new());
        for index in self.candidates(&names, at) {
            let Some(Placed { item, .. }) = self.items.get(index) else { continue };
            given = given.or(flags::gives(&names, item));
            match (item, &group.value) {
                (Item::Flag(flag), Some(token)) => {
                    let Some((word, separate)) = self.value_or_next(flag, index, at) else { return };
                    fitting = fitting.and(self.fits(token, &word));
                    values.push(word);
                    indexes.push(index);
                    indexes.extend(separate);
                }
                (Item::Flag(_), None) => {
                    values.push(Word::default());
                    indexes.push(index);
                }
                (Item::Unclear(word), _) => values.push(Word::any_words(word.display(), word.span)),
                (Item::Operand { .. } | Item::End, _) => {}
            }
        }
        if !values.is_empty() {
            let taken = Taken { what: Capture::FlagGroup(name, values), before: at.taken };
            self.without_all(&indexes, rest, At { taken: Some(&taken), ..at }, sure.and(given).and(fitting));
        }
    }

    /// A flag's value; where it has none as far as is known, the operand after it, as the rule says that it has one.
    fn value_or_next(&self, flag: &FlagItem<'_>, index: usize, at: At<'_>) -> Option<(Word, Option<usize>)> {
        if let Some(value) = &flag.value {
            return Some((value.clone().into_owned(), None));
        }
        match self.remaining(at).find(|(position, _)| *position > index) {
            Some((position, Item::Operand { word, .. })) => Some(((*word).clone(), Some(position))),
            _ => None,
        }
    }

    fn without_all(&mut self, indexes: &[usize], rest: &Chain<'_, '_>, at: At<'_>, sure: Match) {
        let mut pending: Vec<usize> = indexes.to_vec();
        match pending.pop() {
            None => self.step(rest, at, sure),
            Some(index) => {
                let gone = Gone { index, before: at.gone };
                self.without_all(&pending, rest, At { gone: Some(&gone), ..at }, sure);
            }
        }
    }
}

fn begins_with_dash(name: &Text) -> bool {
    name.pieces.first().is_some_and(|piece| piece.starts_with('-'))
}

fn ends_in_any(rest: &Chain<'_, '_>) -> bool {
    let takes_words = |token: &&Token| !matches!(token, Token::Effects { .. });
    let chains = std::iter::successors(Some(rest), |chain| chain.then);
    let last = chains.filter_map(|chain| chain.here.iter().rfind(takes_words)).last();
    matches!(last, Some(Token::Any))
}

/// The occurrences of a flag among what is left, and how the value of each fits a token.
#[derive(Default)]
struct Occurrences {
    /// By where they stand, in order.
    fitting: Vec<(usize, Match)>,
    never: usize,
    may: usize,
}

impl Occurrences {
    fn add(&mut self, index: usize, fits: Match) {
        self.never += usize::from(fits == Match::Never);
        self.may += usize::from(fits == Match::May);
        self.fitting.push((index, fits));
    }

    /// How surely all but this one fit; counted, because each of thousands may be the one.
    fn others_than(&self, index: usize) -> Match {
        let own = self.fitting.binary_search_by_key(&index, |(at, _)| *at).ok().and_then(|at| self.fitting.get(at));
        let is = |wanted: Match| usize::from(own.is_some_and(|(_, fits)| *fits == wanted));
        if self.never > is(Match::Never) {
            Match::Never
        } else if self.may > is(Match::May) {
            Match::May
        } else {
            Match::Must
        }
    }
}
