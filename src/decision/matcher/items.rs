//! A command's words as the engine walks over them.
//!
//! Owns the two readings: `by_table` takes over what the option table said, `by_shape` goes by the flags that the rule
//! itself mentions. Refuses to decide which of them counts.

use std::borrow::Cow;

use crate::command::options::{self, Arguments, Value};
use crate::command::word::{Count, Part, Word};
use crate::input::Span;
use crate::policy::pattern::{Pattern, Text, Token};
use crate::verdict::Match;

use super::{Subject, flags};

/// One piece of a command.
#[derive(Clone, Debug)]
pub(super) enum Item<'a> {
    /// A flag.
    Flag(FlagItem<'a>),
    /// A word that is not a flag.
    Operand {
        /// The word.
        word: &'a Word,
        /// It is surely an operand.
        certain: bool,
    },
    /// `--`
    End,
    /// A word of which it is not known what it is.
    Unclear(&'a Word),
}

impl Item<'_> {
    /// Is it surely a flag?
    pub(super) fn is_certain_flag(&self) -> bool {
        matches!(self, Self::Flag(flag) if flag.certain)
    }
}

/// An item with the index of its word among the words it was read from (a cluster gives several items of one word).
#[derive(Clone, Debug)]
pub(super) struct Placed<'a> {
    /// The item.
    pub item: Item<'a>,
    /// The index of its (first) word.
    pub word: usize,
}

impl Placed<'_> {
    fn is_end(&self) -> bool {
        matches!(self.item, Item::End)
    }
}

/// A flag.
#[derive(Clone, Debug)]
pub(super) struct FlagItem<'a> {
    /// As spelled, with dashes.
    pub spelled: Cow<'a, str>,
    /// Every spelling of the option.
    pub names: Cow<'a, [String]>,
    /// The table lists it: it is no cluster and no abbreviation of something else.
    pub listed: bool,
    /// It says yes or no, as far as is known: it need not have a value.
    pub is_switch: bool,
    /// Its value.
    pub value: Option<Cow<'a, Word>>,
    /// The value stood in a word of its own.
    pub separate: bool,
    /// It is surely this flag.
    pub certain: bool,
}

/// What a reading says are the flags and operands of a command, for conditions and validators.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::decision) struct Operands {
    /// The flags that are surely given: names without dashes, every spelling of the option where a table knows them.
    /// `None`: given without a value.
    pub flags: Vec<(String, Option<Word>)>,
    /// Others may be given too.
    pub flags_open: bool,
    /// Operands in order. What may be one or not has `Count::Any`, as has what stands for those that a flag may be.
    pub args: Vec<Word>,
    /// How many at the end of `args` are named elsewhere than among the operands.
    pub beyond: usize,
}

/// The table's reading. Where the first operand ends the options (`npx`, `sudo`), what follows belongs to another program
/// and is read by the rule's shape.
pub(super) fn by_table<'a>(arguments: &'a Arguments, subject: &Subject<'a>, pattern: &Pattern) -> Vec<Placed<'a>> {
    let mut items: Vec<Placed<'a>> = arguments.items.iter().map(placed_by_table).collect();
    if let Some(index) = arguments.perhaps_value {
        may_be_value(&mut items, index, pattern);
    }
    if !subject.table.is_some_and(|table| table.stops_at_operand) {
        return items;
    }
    let operand = items.iter().position(|placed| matches!(placed.item, Item::Operand { .. }));
    if let Some(position) = operand.filter(|position| !items.iter().take(*position).any(|placed| placed.is_end())) {
        let first = items.get(position).map_or(0, |placed| placed.word);
        items.truncate(position);
        items.extend(behind_operand(subject, first, pattern));
    }
    items
}

/// What follows the operand that ends the options, by the rule's shape. A letter that is a switch of the command itself is none
/// that takes a value here only because the rule has a word behind it: `ssh -t web1` is no `ssh other -t web1`.
fn behind_operand<'a>(subject: &Subject<'a>, first: usize, pattern: &Pattern) -> Vec<Placed<'a>> {
    let is_own = |spelled: &str| {
        let option = subject.table.and_then(|table| table.option(spelled));
        option.is_some_and(|option| is_switch(option.value))
    };
    let mut shape = Shape::default();
    shape.collect(&pattern.tokens);
    shape.valued.retain(|name| !name.as_plain().is_some_and(is_own));
    let mut items = read_by_shape(subject.words.get(first..).unwrap_or_default(), first, &shape);
    for placed in &mut items {
        if let Item::Flag(flag) = &mut placed.item {
            flag.listed = is_own(&flag.spelled);
        }
    }
    items
}

/// The operand at this word may be the value of the flag before it, unless the rule names that: what it takes is the rule's.
fn may_be_value(items: &mut [Placed<'_>], index: usize, pattern: &Pattern) {
    let Some(at) = items.iter().position(|placed| placed.word == index) else { return };
    let named = |flag: &Placed<'_>| names_surely(&pattern.tokens, &flag.item);
    if items.get(at.wrapping_sub(1)).is_some_and(named) {
        return;
    }
    if let Some(Placed { item: Item::Operand { certain, .. }, .. }) = items.get_mut(at) {
        *certain = false;
    }
}

/// Does one of the tokens surely name the flag?
fn names_surely(tokens: &[Token], item: &Item<'_>) -> bool {
    tokens.iter().any(|token| match token {
        Token::Flag(names) | Token::FlagOptionalValue(names) | Token::FlagValue { names, .. } => {
            flags::gives(names, item) == Match::Must
        }
        Token::Optional(inner) => names_surely(inner, item),
        _ => false,
    })
}

fn is_switch(takes: Value) -> bool {
    use Value::{None, Optional, OptionalLong, OptionalNext, OptionalNumber};
    matches!(takes, None | Optional | OptionalLong | OptionalNext | OptionalNumber)
}

fn placed_by_table(item: &options::Item) -> Placed<'_> {
    match item {
        options::Item::Flag(flag) => Placed {
            item: Item::Flag(FlagItem {
                spelled: Cow::Borrowed(&flag.spelled),
                names: Cow::Borrowed(&flag.names),
                listed: flag.listed,
                is_switch: !flag.listed || is_switch(flag.takes),
                value: flag.value.as_ref().map(Cow::Borrowed),
                separate: flag.separate,
                certain: flag.certain,
            }),
            word: flag.index,
        },
        options::Item::Operand { word, certain, index } => {
            Placed { item: Item::Operand { word, certain: *certain }, word: *index }
        }
        options::Item::EndOfOptions { index } => Placed { item: Item::End, word: *index },
        options::Item::Unclear { word, index } => Placed { item: Item::Unclear(word), word: *index },
    }
}

/// The reading of runok 0.3: a word that begins with `-` is a flag, and takes the next word where the rule gives it a value.
///
/// `first` is the index of the first of these words among the command's.
pub(super) fn by_shape<'a>(words: &'a [Word], first: usize, pattern: &Pattern) -> Vec<Placed<'a>> {
    let mut shape = Shape::default();
    shape.collect(&pattern.tokens);
    read_by_shape(words, first, &shape)
}

fn read_by_shape<'a>(words: &'a [Word], first: usize, shape: &Shape<'_>) -> Vec<Placed<'a>> {
    let mut items: Vec<Placed<'a>> = Vec::with_capacity(words.len());
    let mut rest = words.iter().enumerate();
    let (mut ended, mut after_unclear, mut any_unclear, mut open) = (false, false, false, false);
    while let Some((index, word)) = rest.next() {
        let after_open = std::mem::take(&mut open);
        let item = match word.known() {
            // it may be the value
            Some(text) if after_open && text.starts_with('-') => Item::Unclear(word),
            Some("--") if !ended => {
                ended = true;
                Item::End
            }
            Some(text) if !ended && text.len() > 1 && text.starts_with('-') => {
                let mut flag = shape_of_flag(text, word, shape);
                if flag.value.is_none() && is_named(&shape.valued, &flag.spelled) {
                    flag.value = rest.next().map(|(_, value)| Cow::Borrowed(value));
                    flag.separate = true;
                }
                flag.certain = !any_unclear;
                // no word, and then the next one is the value; or several, and then all but the first are more words
                let value = words.get(index + 1).filter(|value| flag.separate && value.count == Count::Any);
                if let Some(value) = value {
                    open = true;
                    flag.value = Some(Cow::Owned(Word::unknown(value.display(), value.span)));
                    items.push(Placed { item: Item::Flag(flag), word: first + index });
                    Item::Unclear(value)
                } else {
                    Item::Flag(flag)
                }
            }
            Some(_) => Item::Operand { word, certain: !after_unclear },
            None if ended || word.looks_like_flag() == Match::Never => Item::Operand { word, certain: !after_unclear },
            None => shape_of_unknown(word),
        };
        // only the word right after an unknown one may be its value, but a `--` in it would end the options for good
        after_unclear = matches!(item, Item::Unclear(_));
        any_unclear |= after_unclear;
        items.push(Placed { item, word: first + index });
    }
    items
}

fn is_named(valued: &[&Text], spelled: &str) -> bool {
    valued.iter().any(|name| name.as_plain() == Some(spelled))
}

/// The flags that a pattern gives a value.
#[derive(Default)]
struct Shape<'p> {
    /// A value that may stand in the next word.
    valued: Vec<&'p Text>,
    /// A value that is attached, if there is one.
    attached: Vec<&'p Text>,
}

impl<'p> Shape<'p> {
    fn collect(&mut self, tokens: &'p [Token]) {
        for token in tokens {
            match token {
                Token::FlagValue { names, .. } => self.valued.extend(names),
                Token::FlagOptionalValue(names) => self.attached.extend(names),
                Token::Optional(inner) => self.collect(inner),
                _ => {}
            }
        }
    }
}

/// `--name=value`, `-x=value`, a fused `-xvalue` for a flag the rule gives a value, else the whole word.
fn shape_of_flag<'a>(text: &'a str, word: &Word, shape: &Shape<'_>) -> FlagItem<'a> {
    let attached = |spelled: &'a str, value: &str| FlagItem {
        value: Some(Cow::Owned(Word::literal(value, word.span))),
        ..bare_flag(spelled)
    };
    if let Some((spelled, value)) = text.split_once('=')
        && (spelled.starts_with("--") || spelled.len() == 2)
    {
        return attached(spelled, value);
    }
    if !text.starts_with("--")
        && let Some((spelled, value)) = text.split_at_checked(2)
        && !value.is_empty()
        && (is_named(&shape.valued, spelled) || is_named(&shape.attached, spelled))
    {
        return attached(spelled, value);
    }
    bare_flag(text)
}

fn bare_flag(spelled: &str) -> FlagItem<'_> {
    FlagItem {
        spelled: Cow::Borrowed(spelled),
        names: Cow::Borrowed(&[]),
        listed: false,
        is_switch: true,
        value: None,
        separate: false,
        certain: true,
    }
}

/// `--name=$X` is that flag with a value that is not known; anything else that is not known is unclear.
fn shape_of_unknown(word: &Word) -> Item<'_> {
    if word.count == Count::One
        && let Some(Part::Literal(prefix)) = word.parts.first()
        && let Some((spelled, start)) = prefix.split_once('=')
        && (spelled.starts_with("--") || (spelled.len() == 2 && spelled.starts_with('-')))
    {
        let mut value = word.clone();
        value.never_flag = false;
        match value.parts.first_mut() {
            Some(Part::Literal(text)) if !start.is_empty() => *text = start.into(),
            _ => {
                value.parts.remove(0);
            }
        }
        return Item::Flag(FlagItem { value: Some(Cow::Owned(value)), ..bare_flag(spelled) });
    }
    Item::Unclear(word)
}

/// What conditions see of a reading.
pub(in crate::decision) fn operands(items: &[Placed<'_>]) -> Operands {
    let mut seen = Operands::default();
    for placed in items {
        match &placed.item {
            Item::Flag(flag) if flag.certain => {
                let value = flag.value.as_deref().cloned();
                let spelled = std::iter::once(flag.spelled.as_ref());
                for name in spelled.chain(flag.names.iter().map(String::as_str).filter(|name| *name != flag.spelled)) {
                    seen.flags.push((name.trim_start_matches('-').to_owned(), value.clone()));
                }
            }
            Item::Flag(flag) => {
                // with its value it may be two operands, or leave them to what stands before it
                seen.args.push(Word::any_words(flag.spelled.as_ref(), Span::default()));
                seen.flags_open = true;
            }
            Item::Operand { word, certain } => {
                if *certain && word.count == Count::Any && word.is_glob() {
                    // a glob is at least one word
                    seen.args.push(Word { count: Count::One, ..(*word).clone() });
                }
                let count = if *certain { word.count } else { Count::Any };
                seen.args.push(Word { count, ..(*word).clone() });
            }
            Item::End => {}
            Item::Unclear(word) => {
                seen.args.push(Word { count: Count::Any, ..(*word).clone() });
                seen.flags_open = true;
            }
        }
    }
    seen
}

/// Flags under the one name they are spelled with, and operands.
pub(super) fn as_spelled(items: &[Placed<'_>]) -> (Vec<(String, Option<Word>)>, Vec<Word>) {
    let mut flags = Vec::new();
    let mut operands = Vec::new();
    for placed in items {
        match &placed.item {
            Item::Flag(flag) => flags.push((flag.spelled.to_string(), flag.value.as_deref().cloned())),
            Item::Operand { word, .. } | Item::Unclear(word) => operands.push((*word).clone()),
            Item::End => {}
        }
    }
    (flags, operands)
}
