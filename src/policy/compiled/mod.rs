//! A policy as bytes, read piece by piece: a command touches only what may be about it.
//!
//! Owns the layout, and that what is read is what was written: each piece has a checksum that stands in the piece before
//! it. A piece that cannot be read is reported as missing and noted ([`Store::has_failed`]), and whoever judged must then
//! judge again without it. Refuses to open files, and to say whether the policy is still what its sources say
//! (`load::cache` does).

mod filter;
mod layout;
mod memory;
mod write;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;
use std::sync::{Mutex, PoisonError};

use elsa::FrozenBTreeMap;
use serde::{Deserialize, Serialize};

use super::listed::{Held, Listed};
use super::named::Named;
use super::{AskWithoutPrompt, Definitions, Policy, Source};
use crate::command::options::Tables;
use crate::verdict::Verdict;
pub(super) use filter::Filter;
use layout::{BLOCK_BYTES, ENTRY_BYTES, Entry, HEAD_BYTES, Head, TOP_BYTES};
pub use memory::{from_bytes, to_bytes};
pub(super) use write::encode;

/// Says whether what was judged by a compiled policy counts.
#[derive(Clone, Debug)]
pub(super) struct Compiled(pub(super) Rc<Store>);

/// A short name for some bytes, and a checksum of them.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    layout::hash(bytes)
}

/// Where the bytes of a compiled policy come from.
pub(super) trait Bytes {
    /// Exactly these bytes, or nothing.
    fn at(&self, offset: usize, length: usize) -> Option<Vec<u8>>;
}

/// What a piece of a compiled policy holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Piece {
    /// The numbers and the rules that may be about a command of that name.
    Rules,
    /// The same of wrapper patterns.
    Wrappers,
    /// `definitions.paths` of a scope.
    Paths(u8),
    /// `definitions.vars`, read.
    Vars(u8),
    /// `definitions.vars`, as written.
    VarTexts(u8),
    /// `definitions.flag_groups`
    FlagGroups(u8),
    /// `types`
    Types(u8),
    /// The expressions of the conditions of a scope, by their text.
    Regexes(u8),
    /// `definitions.commands`
    Tables,
    /// The names of the definitions of a kind.
    Names,
}

impl Piece {
    /// What a piece is found by.
    pub(super) fn key(self, name: &str) -> String {
        let (kind, scope) = match self {
            Self::Rules => ('r', 0),
            Self::Wrappers => ('w', 0),
            Self::Paths(scope) => ('p', scope),
            Self::Vars(scope) => ('v', scope),
            Self::VarTexts(scope) => ('x', scope),
            Self::FlagGroups(scope) => ('f', scope),
            Self::Types(scope) => ('t', scope),
            Self::Regexes(scope) => ('e', scope),
            Self::Tables => ('o', 0),
            Self::Names => ('n', 0),
        };
        let mut key = String::with_capacity(name.len() + 2);
        key.extend([kind, char::from(b'0'.saturating_add(scope))]);
        key.push_str(name);
        key
    }
}

/// What every reading of a compiled policy needs.
#[derive(Serialize, Deserialize)]
struct Basics {
    default_action: Option<Verdict>,
    default_sandbox: Option<String>,
    ask_without_prompt: Option<AskWithoutPrompt>,
    notes: Vec<String>,
    sources: Vec<Source>,
    stands_on: Vec<String>,
    scopes: u8,
    rules: Held,
    wrappers: Held,
    tables: Filter,
}

/// A compiled policy that can be read.
pub(super) struct Store {
    bytes: Box<dyn Bytes>,
    head: Head,
    /// The first hash and the checksum of each block of entries.
    tops: Vec<u8>,
    /// The blocks of entries that were read, by their number; what they say is what was written.
    blocks: FrozenBTreeMap<usize, Vec<u8>>,
    failed: Cell<bool>,
}

impl fmt::Debug for Store {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Store of {} pieces", self.head.entries)
    }
}

/// A compiled policy whose beginning has been read.
pub(super) struct Opened {
    /// What whoever wrote it put in front: what it was made from.
    pub(super) front: Vec<u8>,
    basics: Basics,
    store: Store,
}

/// Reads the beginning of a compiled policy. Nothing where it is none, or not all of it is there.
pub(super) fn open(bytes: Box<dyn Bytes>) -> Option<Opened> {
    let head = Head::read(&bytes.at(0, HEAD_BYTES)?)?;
    let begin = bytes.at(HEAD_BYTES, head.begin_bytes()?)?;
    if head.checksum(&begin) != head.check {
        return None;
    }
    let (front, rest) = begin.split_at_checked(head.front)?;
    let (basics, tops) = rest.split_at_checked(head.basics)?;
    let basics: Basics = postcard::from_bytes(basics).ok()?;
    let (front, tops) = (front.to_vec(), tops.to_vec());
    Some(Opened {
        front,
        basics,
        store: Store { bytes, head, tops, blocks: FrozenBTreeMap::new(), failed: Cell::new(false) },
    })
}

impl Opened {
    /// The policy; its rules and definitions are read when they are asked for.
    pub(super) fn into_policy(self) -> (Policy, Rc<Store>) {
        let store = Rc::new(self.store);
        let basics = self.basics;
        let scope = |scope: u8| Definitions {
            paths: Named::stored(Rc::clone(&store), Piece::Paths(scope), Filter::ALL),
            vars: Named::stored(Rc::clone(&store), Piece::Vars(scope), Filter::ALL),
            var_texts: Named::stored(Rc::clone(&store), Piece::VarTexts(scope), Filter::ALL),
            flag_groups: Named::stored(Rc::clone(&store), Piece::FlagGroups(scope), Filter::ALL),
            types: Named::stored(Rc::clone(&store), Piece::Types(scope), Filter::ALL),
            regexes: Named::stored(Rc::clone(&store), Piece::Regexes(scope), Filter::ALL),
            wrappers: if scope == 0 {
                Listed::stored(Rc::clone(&store), Piece::Wrappers, basics.wrappers)
            } else {
                Listed::default()
            },
        };
        let policy = Policy {
            rules: Listed::stored(Rc::clone(&store), Piece::Rules, basics.rules),
            default_action: basics.default_action,
            default_sandbox: basics.default_sandbox,
            ask_without_prompt: basics.ask_without_prompt,
            scopes: (0..basics.scopes).map(scope).collect(),
            tables: Tables::with_custom(Rc::new(Named::stored(Rc::clone(&store), Piece::Tables, basics.tables))),
            notes: basics.notes,
            sources: basics.sources,
            stands_on: basics.stands_on,
            cases: Vec::new(),
        };
        (policy, store)
    }
}

impl Store {
    /// The value of a piece; nothing where there is none of that name.
    pub(super) fn read<T: Deserialize<'static>>(&self, piece: Piece, name: &str) -> Option<T> {
        let key = piece.key(name);
        let hash = hash(key.as_bytes());
        match self.find(hash) {
            Ok(None) => None,
            Ok(Some(bytes)) => self.value(bytes, &key),
            Err(Unreadable) => {
                self.failed.set(true);
                None
            }
        }
    }

    /// Could some piece not be read? Then nothing that was judged by the policy counts.
    pub(super) fn has_failed(&self) -> bool {
        self.failed.get()
    }

    fn value<T: Deserialize<'static>>(&self, bytes: &'static [u8], key: &str) -> Option<T> {
        match postcard::take_from_bytes::<&str>(bytes) {
            // another key with the same hash: there is none of this name
            Ok((own, _)) if own != key => None,
            Ok((_, rest)) => self.decoded(rest),
            Err(_) => {
                self.failed.set(true);
                None
            }
        }
    }

    /// What stands in a piece as bytes.
    pub(super) fn decoded<T: Deserialize<'static>>(&self, bytes: &'static [u8]) -> Option<T> {
        postcard::from_bytes(bytes).map_err(|_| self.failed.set(true)).ok()
    }

    /// The bytes of the piece with this hash.
    fn find(&self, hash: u64) -> Result<Option<&'static [u8]>, Unreadable> {
        let (tops, _) = self.tops.as_chunks::<TOP_BYTES>();
        let Some(index) = tops.partition_point(|top| layout::first(top) <= hash).checked_sub(1) else {
            return Ok(None);
        };
        let block = match self.blocks.get(&index) {
            Some(known) => known,
            None => {
                let block = self.block(index)?;
                if tops.get(index).map(layout::second) != Some(layout::hash(&block)) {
                    return Err(Unreadable);
                }
                self.blocks.insert(index, block)
            }
        };
        let (entries, _) = block.as_chunks::<ENTRY_BYTES>();
        let Ok(found) = entries.binary_search_by_key(&hash, layout::entry_hash) else { return Ok(None) };
        let entry = entries.get(found).map(Entry::read).ok_or(Unreadable)?;
        let bytes = self.bytes.at(entry.offset, entry.length).ok_or(Unreadable)?;
        if layout::hash(&bytes) == entry.check { Ok(Some(staying(entry.check, bytes))) } else { Err(Unreadable) }
    }

    fn block(&self, index: usize) -> Result<Vec<u8>, Unreadable> {
        let offset = index.checked_mul(BLOCK_BYTES).ok_or(Unreadable)?;
        let all = self.head.entries.checked_mul(ENTRY_BYTES).ok_or(Unreadable)?;
        let length = all.checked_sub(offset).ok_or(Unreadable)?.min(BLOCK_BYTES);
        self.bytes.at(self.head.entries_at()?.checked_add(offset).ok_or(Unreadable)?, length).ok_or(Unreadable)
    }
}

/// The bytes for as long as the process lives: what is read of a policy stays, and its texts where they were read. The same
/// bytes stay once, however often a policy is opened.
fn staying(check: u64, bytes: Vec<u8>) -> &'static [u8] {
    static ALL: Mutex<BTreeMap<u64, &[u8]>> = Mutex::new(BTreeMap::new());
    let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
    match all.get(&check) {
        Some(same) if *same == bytes => same,
        _ => {
            let stays: &'static [u8] = bytes.leak();
            all.insert(check, stays);
            stays
        }
    }
}

/// What should be there is not, or is not what was written.
#[derive(Clone, Copy, Debug)]
struct Unreadable;

#[cfg(test)]
mod tests;
