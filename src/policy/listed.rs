//! Rules and wrapper patterns, found by the command that they are about.
//!
//! Owns the index. The property it keeps: what is left out matches no command of that name, under any reading. Refuses to
//! match.

mod stored;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use serde::Deserialize;

use super::compiled::{Piece, Store};
use super::pattern::{CommandPattern, Pattern, RulePattern, Text, Token};
use super::{Rule, WrapperPattern};
use crate::command::base_name;
use stored::Stored;
pub(super) use stored::{Held, Written};

/// The most words of a command that are looked up one by one.
const MAX_WORDS: usize = 24;

/// What can be listed: it says what it is about.
pub trait About {
    /// The groups that it belongs to, each once.
    fn groups(&self) -> Vec<Group<'_>>;
}

/// What a rule is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Group<'a> {
    /// Any command: its name has to be matched to tell.
    AnyCommand,
    /// Commands whose base name is this.
    Command(&'a str),
    /// Commands of this base name which have this among their words.
    Word(&'a str, &'a str),
    /// Redirections.
    Redirections,
    /// Assignments.
    Assignments,
}

impl<'a> Group<'a> {
    /// The group of its command, of that of a word.
    fn without_word(self) -> Self {
        if let Self::Word(name, _) = self { Self::Command(name) } else { self }
    }

    /// The name of the group: no command has a name with a slash.
    fn name(self) -> Cow<'a, str> {
        match self {
            Self::AnyCommand => "/any".into(),
            Self::Command(name) => name.into(),
            Self::Word(name, word) => [name, " ", word].concat().into(),
            Self::Redirections => "/redirections".into(),
            Self::Assignments => "/assignments".into(),
        }
    }
}

/// Rules, or wrapper patterns, in their order.
#[derive(Debug)]
pub struct Listed<T> {
    kept: Kept<T>,
}

#[derive(Debug)]
enum Kept<T> {
    /// All of them, and the numbers of those in each group.
    Here(Vec<T>, OnceCell<BTreeMap<String, Vec<usize>>>),
    Stored(Stored<T>),
}

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self::Here(Vec::new(), OnceCell::new())
    }
}

impl<T> Default for Listed<T> {
    fn default() -> Self {
        Self { kept: Kept::default() }
    }
}

impl<T> From<Vec<T>> for Listed<T> {
    fn from(all: Vec<T>) -> Self {
        Self { kept: Kept::Here(all, OnceCell::new()) }
    }
}

impl<T: Clone> Clone for Listed<T> {
    fn clone(&self) -> Self {
        match &self.kept {
            Kept::Here(all, _) => Self::from(all.clone()),
            Kept::Stored(stored) => Self { kept: Kept::Stored(stored.unread()) },
        }
    }
}

impl<T> Listed<T> {
    /// Those that a compiled policy holds.
    pub(super) fn stored(store: Rc<Store>, piece: Piece, held: Held) -> Self {
        Self { kept: Kept::Stored(Stored::new(store, piece, held)) }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.kept {
            Kept::Here(all, _) => all.len(),
            Kept::Stored(stored) => stored.len(),
        }
    }

    /// Is there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<T: About + Deserialize<'static>> Listed<T> {
    /// The one with this number.
    #[must_use]
    pub fn get(&self, number: usize) -> Option<&T> {
        match &self.kept {
            Kept::Here(all, _) => all.get(number),
            // a number is known only to those who have met it, or went through all of them
            Kept::Stored(stored) => stored.get(number),
        }
    }

    /// All, in order, with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &T)> {
        let (here, stored) = match &self.kept {
            Kept::Here(all, _) => (all.as_slice(), &[][..]),
            Kept::Stored(stored) => (&[][..], stored.all()),
        };
        here.iter().enumerate().chain(stored.iter().filter_map(|number| Some((*number, self.get(*number)?))))
    }

    /// Those that may be about a command of this name and with these words after it, in order; nothing is left out for
    /// what is not known. Words that are not all known are given as nothing.
    pub fn about(&self, name: Option<&str>, words: Option<&[&str]>) -> Vec<(usize, &T)> {
        let Some(name) = name.map(base_name) else { return self.iter().collect() };
        let mut groups = vec![Group::AnyCommand, Group::Command(name)];
        let words = words.map(|words| words.iter().flat_map(|word| words_in(word)).collect::<Vec<&str>>());
        match words.filter(|words| words.len() <= MAX_WORDS) {
            Some(words) => groups.extend(words.iter().map(|word| Group::Word(name, word))),
            None => {
                let words = self.words_of(name);
                groups.extend(words.iter().map(|word| Group::Word(name, word)));
                return self.of(&groups);
            }
        }
        self.of(&groups)
    }

    /// The words that rules about commands of this base name ask for.
    fn words_of(&self, name: &str) -> Vec<String> {
        match &self.kept {
            Kept::Here(all, index) => {
                let index = index.get_or_init(|| index_of(all));
                let begin = format!("{name} ");
                let named = index.range(begin.clone()..).map_while(|(group, _)| group.strip_prefix(&begin));
                named.map(str::to_owned).collect()
            }
            Kept::Stored(stored) => stored.words_of(name),
        }
    }

    /// Those about a tool that goes by these names.
    pub fn about_tool<'n>(&self, names: impl Iterator<Item = &'n str>) -> Vec<(usize, &T)> {
        let groups: Vec<Group<'_>> =
            std::iter::once(Group::AnyCommand).chain(names.map(|name| Group::Command(base_name(name)))).collect();
        let mut found = self.of(&groups);
        for group in groups {
            if let Group::Command(name) = group {
                let words = self.words_of(name);
                let of_words: Vec<Group<'_>> = words.iter().map(|word| Group::Word(name, word)).collect();
                found.extend(self.of(&of_words));
            }
        }
        found.sort_unstable_by_key(|(number, _)| *number);
        found.dedup_by_key(|(number, _)| *number);
        found
    }

    /// Those whose pattern begins with something other than plain names.
    pub fn about_any_command(&self) -> Vec<(usize, &T)> {
        self.of(&[Group::AnyCommand])
    }

    /// Those about redirections.
    pub fn about_redirections(&self) -> Vec<(usize, &T)> {
        self.of(&[Group::Redirections])
    }

    /// Those about assignments.
    pub fn about_assignments(&self) -> Vec<(usize, &T)> {
        self.of(&[Group::Assignments])
    }

    fn of(&self, groups: &[Group<'_>]) -> Vec<(usize, &T)> {
        let mut numbers: Vec<usize> = match &self.kept {
            Kept::Here(all, index) => {
                let index = index.get_or_init(|| index_of(all));
                groups.iter().filter_map(|group| index.get(&*group.name())).flatten().copied().collect()
            }
            Kept::Stored(stored) => stored.numbers_in(groups),
        };
        if numbers.len() > 1 {
            numbers.sort_unstable();
            numbers.dedup();
        }
        numbers.into_iter().filter_map(|number| Some((number, self.get(number)?))).collect()
    }

    /// What is known of them before any is read, to be written.
    pub(super) fn held(&self) -> Held {
        let all: Vec<Group<'_>> = self.iter().flat_map(|(_, item)| item.groups()).collect();
        let names: Vec<Cow<'_, str>> = all.iter().map(|group| group.without_word().name()).collect();
        Held { count: self.len(), groups: names.iter().map(|name| &**name).collect() }
    }

    /// For each base name of a command the words that rules ask for, to be written.
    pub(super) fn words(&self) -> BTreeMap<String, BTreeSet<String>> {
        let mut words: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (_, item) in self.iter() {
            for group in item.groups() {
                if let Group::Word(name, word) = group {
                    words.entry(name.to_owned()).or_default().insert(word.to_owned());
                }
            }
        }
        words
    }

    /// The groups with their names, to be written. That of a command is there where one of its words has one.
    pub(super) fn groups(&self) -> Vec<(String, Vec<(usize, &T)>)> {
        let mut groups: BTreeMap<String, Vec<(usize, &T)>> = BTreeMap::new();
        for (number, item) in self.iter() {
            for group in item.groups() {
                groups.entry(group.without_word().name().into_owned()).or_default();
                groups.entry(group.name().into_owned()).or_default().push((number, item));
            }
        }
        groups.into_iter().collect()
    }
}

impl<T: About + Deserialize<'static> + Clone> Listed<T> {
    /// All of them, taken out to be changed.
    pub(super) fn take(&mut self) -> Vec<T> {
        match std::mem::take(&mut self.kept) {
            Kept::Here(all, _) => all,
            Kept::Stored(stored) => {
                let listed = Self { kept: Kept::Stored(stored) };
                listed.iter().map(|(_, item)| item.clone()).collect()
            }
        }
    }
}

fn index_of<T: About>(all: &[T]) -> BTreeMap<String, Vec<usize>> {
    let mut index: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (number, item) in all.iter().enumerate() {
        for group in item.groups() {
            index.entry(group.name().into_owned()).or_default().push(number);
        }
    }
    index
}

impl About for Rule {
    fn groups(&self) -> Vec<Group<'_>> {
        match &self.pattern {
            RulePattern::Command(patterns) => {
                let mut groups: Vec<Group<'_>> = patterns.iter().flat_map(groups_of).collect();
                groups.sort_unstable();
                groups.dedup();
                groups
            }
            RulePattern::Redirect { .. } => vec![Group::Redirections],
            RulePattern::Assignment { .. } => vec![Group::Assignments],
        }
    }
}

impl About for WrapperPattern {
    fn groups(&self) -> Vec<Group<'_>> {
        let mut groups = groups_of(&self.pattern);
        groups.sort_unstable();
        groups.dedup();
        groups
    }
}

/// A name without a star stands for the commands with its base name: a rule for `/bin/rm` may mean the `rm` that is found,
/// and one for `rm` means `/bin/rm`.
fn groups_of(pattern: &Pattern) -> Vec<Group<'_>> {
    let CommandPattern::Names(names) = &pattern.command else { return vec![Group::AnyCommand] };
    let words = asked_for(&pattern.tokens);
    names.iter().flat_map(|name| groups_of_name(name, words.as_deref())).collect()
}

fn groups_of_name<'p>(name: &'p Text, words: Option<&[&'p str]>) -> Vec<Group<'p>> {
    match (name.as_plain().map(base_name), words) {
        (None, _) => vec![Group::AnyCommand],
        (Some(name), None) => vec![Group::Command(name)],
        (Some(name), Some(words)) => words.iter().map(|word| Group::Word(name, word)).collect(),
    }
}

/// The words that a word of a command may be to a pattern: itself, and what may be attached to a flag in it (`--x=y`, `-xy`),
/// which is left where a token names the flag alone (`[--x] y`).
fn words_in(word: &str) -> impl Iterator<Item = &str> {
    let (long, short) = match (word.strip_prefix("--"), word.strip_prefix(['-', '+'])) {
        (Some(long), _) => (long.split_once('=').map(|(_, value)| value), ""),
        (None, short) => (None, short.unwrap_or_default()),
    };
    let clustered = short.char_indices().skip(1).filter_map(|(at, _)| short.get(at..));
    std::iter::once(word).chain(long).chain(clustered)
}

/// Words of which one must stand among those that are in a command (`words_in`) which the tokens match; nothing where that is
/// not to be told. A file that stands elsewhere (`< file`) counts as a word to tokens that speak of paths.
fn asked_for(tokens: &[Token]) -> Option<Vec<&str>> {
    if tokens.iter().any(speaks_of_paths) {
        return None;
    }
    tokens.iter().find_map(|token| match token {
        Token::Word(texts) => {
            // `~` stands for the home directory as well
            texts.iter().map(|text| text.as_plain().filter(|plain| !plain.starts_with('~'))).collect()
        }
        _ => None,
    })
}

fn speaks_of_paths(token: &Token) -> bool {
    match token {
        Token::Path(_) => true,
        Token::FlagValue { value, .. } => speaks_of_paths(value),
        Token::Optional(inner) => inner.iter().any(speaks_of_paths),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
