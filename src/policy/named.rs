//! Definitions by name, which are in memory or read from a compiled policy when somebody asks for one.
//!
//! Owns the looking up. Refuses to know what is defined.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use elsa::FrozenBTreeMap;
use serde::Deserialize;

use super::compiled::{Filter, Piece, Store};
use crate::command::options::{CustomTables, Table};

/// Definitions of one kind, by name.
#[derive(Debug)]
pub struct Named<V> {
    here: BTreeMap<String, V>,
    stored: Option<Stored<V>>,
}

/// Definitions that a compiled policy holds.
struct Stored<V> {
    store: Rc<Store>,
    piece: Piece,
    /// The names that there may be.
    may_be: Filter,
    /// Those that were asked for; nothing where there is none of that name.
    met: FrozenBTreeMap<String, Box<Option<V>>>,
    names: OnceCell<Vec<String>>,
}

impl<V> std::fmt::Debug for Stored<V> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "compiled {:?}", self.piece)
    }
}

impl<V> Default for Named<V> {
    fn default() -> Self {
        Self { here: BTreeMap::new(), stored: None }
    }
}

impl<V: Clone> Clone for Named<V> {
    fn clone(&self) -> Self {
        let stored =
            self.stored.as_ref().map(|stored| Stored::new(Rc::clone(&stored.store), stored.piece, stored.may_be));
        Self { here: self.here.clone(), stored }
    }
}

impl<V> FromIterator<(String, V)> for Named<V> {
    fn from_iter<I: IntoIterator<Item = (String, V)>>(all: I) -> Self {
        Self { here: all.into_iter().collect(), stored: None }
    }
}

impl<V> Stored<V> {
    fn new(store: Rc<Store>, piece: Piece, may_be: Filter) -> Self {
        Self { store, piece, may_be, met: FrozenBTreeMap::new(), names: OnceCell::new() }
    }
}

impl<V: Deserialize<'static>> Named<V> {
    /// The definitions of one kind that a compiled policy holds, with the names that there may be.
    pub(super) fn stored(store: Rc<Store>, piece: Piece, may_be: Filter) -> Self {
        Self { here: BTreeMap::new(), stored: Some(Stored::new(store, piece, may_be)) }
    }

    /// The definition of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&V> {
        let Some(stored) = &self.stored else { return self.here.get(name) };
        if !stored.may_be.may_hold(name) {
            return None;
        }
        let met = match stored.met.get(name) {
            Some(met) => met,
            None => stored.met.insert(name.to_owned(), Box::new(stored.store.read(stored.piece, name))),
        };
        met.as_ref()
    }

    /// The names, in order.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        match &self.stored {
            None => self.here.keys().cloned().collect(),
            Some(stored) => {
                let read = || stored.store.read(Piece::Names, &stored.piece.key("")).unwrap_or_default();
                stored.names.get_or_init(read).clone()
            }
        }
    }
}

impl CustomTables for Named<Rc<Table>> {
    fn table(&self, name: &str) -> Option<Rc<Table>> {
        self.get(name).map(Rc::clone)
    }

    fn names(&self) -> Vec<String> {
        Self::names(self)
    }
}

#[cfg(test)]
impl<V: Deserialize<'static>> std::ops::Index<&str> for Named<V> {
    type Output = V;

    fn index(&self, name: &str) -> &V {
        self.get(name).unwrap()
    }
}
