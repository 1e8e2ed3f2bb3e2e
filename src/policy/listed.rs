//! Rules and wrapper patterns, found by the command that they are about.
//!
//! Owns the index. The property it keeps: what is left out matches no command of that name which does no more than that,
//! under any reading. Refuses to match.

mod group;
mod stored;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use serde::Deserialize;

use super::compiled::{Piece, Store};
use crate::command::base_name;
use crate::command::effects::Kind;
pub use group::{About, Group, Sought};
use group::{DOING, EXPANSION, words_in};
use stored::Stored;
pub(super) use stored::{Held, Written};

/// The most words of a command that are looked up one by one.
const MAX_WORDS: usize = 24;

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

    /// Those that may be about a command, in order; nothing is left out for what is not known of it.
    pub fn about(&self, sought: &Sought<'_>) -> Vec<(usize, &T)> {
        let Some(name) = sought.name.map(base_name) else { return self.iter().collect() };
        let mut groups = vec![Group::AnyCommand, Group::Command(name)];
        groups.extend(sought.recursive.then_some(Group::Recursive));
        groups.extend(self.kinds(sought.kinds).into_iter().map(Group::Doing));
        let words =
            sought.words.as_ref().map(|words| words.iter().flat_map(|word| words_in(word)).collect::<Vec<&str>>());
        match words.filter(|words| words.len() <= MAX_WORDS) {
            Some(words) => {
                let expansion = sought.expands.then_some(EXPANSION);
                groups.extend(words.into_iter().chain(expansion).map(|word| Group::Word(name, word)));
                self.of(&groups)
            }
            None => {
                let words = self.words_of(name);
                groups.extend(words.iter().map(|word| Group::Word(name, word)));
                self.of(&groups)
            }
        }
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
            self.any_command().into_iter().chain(names.map(|name| Group::Command(base_name(name)))).collect();
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
        self.of(&self.any_command())
    }

    /// The groups of any command, whatever it does.
    fn any_command<'a>(&self) -> Vec<Group<'a>> {
        [Group::AnyCommand, Group::Recursive]
            .into_iter()
            .chain(self.kinds(|| None).into_iter().map(Group::Doing))
            .collect()
    }

    /// Of the kinds of effects that a command may have, those that some are about; nothing known: all of them.
    fn kinds(&self, kinds: impl FnOnce() -> Option<Vec<Kind>>) -> Vec<Kind> {
        let some_are = match &self.kept {
            Kept::Here(all, index) => {
                let index = index.get_or_init(|| index_of(all));
                index.range(DOING.to_owned()..).next().is_some_and(|(name, _)| name.starts_with(DOING))
            }
            Kept::Stored(stored) => stored.some_speak_of_effects(),
        };
        if some_are { kinds().unwrap_or_else(|| Kind::ALL.to_vec()) } else { Vec::new() }
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
        let effects = all.iter().any(|group| matches!(group, Group::Doing(_)));
        Held { count: self.len(), groups: names.iter().map(|name| &**name).collect(), effects }
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

#[cfg(test)]
mod tests;
