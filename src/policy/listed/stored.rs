//! Those of a compiled policy: a group is read when somebody asks for it.
//!
//! Owns what was read of them so far. Refuses to say which groups a command belongs to.

use std::cell::OnceCell;
use std::fmt;
use std::rc::Rc;

use elsa::FrozenBTreeMap;
use foldhash::HashMap;
use serde::{Deserialize, Serialize};

use super::Group;
use crate::policy::compiled::{Filter, Piece, Store};

/// For how many groups there is room at once: a line asks for a few of each command.
const GROUPS: usize = 14;

/// Those of a compiled policy.
pub(super) struct Stored<T> {
    store: Rc<Store>,
    piece: Piece,
    held: Held,
    /// What was read, by its number.
    met: FrozenBTreeMap<usize, Box<T>>,
    /// The groups that were read, by their names.
    groups: elsa::FrozenMap<String, Box<Numbers>, foldhash::fast::RandomState>,
    /// The names of all groups have been read.
    all: OnceCell<Vec<usize>>,
}

/// What is known of them before any is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(in crate::policy) struct Held {
    /// How many there are.
    pub(in crate::policy) count: usize,
    /// The names of the groups, but for those of words: these are told by the group of their command.
    pub(in crate::policy) groups: Filter,
    /// Some are about what a command does, whatever its name.
    pub(in crate::policy) effects: bool,
}

/// A group as it is written: with its words, where it is that of a command. Each of what it holds stands there as bytes, since
/// what stands in several groups is read once.
pub(in crate::policy) type Written<B> = (Filter, Vec<(usize, B)>);

/// A group that was read.
#[derive(Default)]
pub(super) struct Numbers {
    /// The words which have groups of their own under the name of this one.
    pub(super) words: Filter,
    /// The numbers of those in the group.
    pub(super) numbers: Vec<usize>,
}

impl<T> fmt::Debug for Stored<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} compiled {:?}", self.held.count, self.piece)
    }
}

impl<T> Stored<T> {
    pub(super) fn new(store: Rc<Store>, piece: Piece, held: Held) -> Self {
        let groups = HashMap::with_capacity_and_hasher(GROUPS, Default::default()).into();
        let met = FrozenBTreeMap::new();
        Self { store, piece, held, met, groups, all: OnceCell::new() }
    }

    /// The same, of which nothing was read.
    pub(super) fn unread(&self) -> Self {
        Self::new(Rc::clone(&self.store), self.piece, self.held)
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.held.count
    }

    /// Are some about what a command does, whatever its name?
    pub(super) fn some_speak_of_effects(&self) -> bool {
        self.held.effects
    }

    /// The one with this number, where it was met.
    pub(super) fn get(&self, number: usize) -> Option<&T> {
        self.met.get(&number)
    }

    /// The words which have groups of their own under the name of a command.
    pub(super) fn words_of(&self, name: &str) -> Vec<String> {
        self.store.read(Piece::Names, &self.piece.key(&format!("/words {name}"))).unwrap_or_default()
    }
}

impl<T: Deserialize<'static>> Stored<T> {
    /// The numbers in these groups. The group of a command stands before those of its words.
    pub(super) fn numbers_in(&self, groups: &[Group<'_>]) -> Vec<usize> {
        let mut numbers = Vec::new();
        let mut of_command = (None, Filter::default());
        for group in groups {
            let there = match *group {
                Group::Word(name, word) => {
                    if of_command.0 != Some(name) {
                        of_command = (Some(name), self.group(Group::Command(name)).words);
                    }
                    of_command.1.may_hold(word)
                }
                _ => true,
            };
            if there {
                numbers.extend_from_slice(&self.group(*group).numbers);
            }
        }
        numbers
    }

    /// A group; what it holds is read.
    fn group(&self, group: Group<'_>) -> &Numbers {
        static NONE: Numbers = Numbers { words: Filter::NONE, numbers: Vec::new() };
        let name = group.name();
        if !matches!(group, Group::Word(..)) && !self.held.groups.may_hold(&name) {
            return &NONE;
        }
        self.named(&name)
    }

    fn named(&self, name: &str) -> &Numbers {
        if let Some(known) = self.groups.get(name) {
            return known;
        }
        let (words, held): Written<&'static [u8]> = self.store.read(self.piece, name).unwrap_or_default();
        let mut numbers = Vec::with_capacity(held.len());
        for (number, bytes) in held {
            numbers.push(number);
            if self.met.get(&number).is_none()
                && let Some(item) = self.store.decoded(bytes)
            {
                self.met.insert(number, Box::new(item));
            }
        }
        self.groups.insert(name.to_owned(), Box::new(Numbers { words, numbers }))
    }

    /// The numbers of everything, all of which is read.
    pub(super) fn all(&self) -> &[usize] {
        self.all.get_or_init(|| {
            let names: Vec<String> = self.store.read(Piece::Names, &self.piece.key("")).unwrap_or_default();
            let mut numbers: Vec<usize> = names.iter().flat_map(|name| &self.named(name).numbers).copied().collect();
            numbers.sort_unstable();
            numbers.dedup();
            numbers
        })
    }
}
