//! What commands inherit from the line.
//!
//! Owns the list that every command is given, and how it is kept up: commands one after the other share it, and after a change
//! only what was changed is made again. Refuses to say what a variable is (`value`).

use std::collections::BTreeMap;
use std::rc::Rc;

use foldhash::HashMap;

use crate::command::Inherited;
use crate::command::value::{Certainty, Shared, Value, Variable};
use crate::command::word::Word;
use crate::input::Span;

/// Every variable that was exported on some path. It only grows: whether one is exported here says the variable.
#[derive(Default)]
pub(super) struct Exported {
    names: BTreeMap<Rc<str>, Entry>,
    /// All of them, where nothing was changed since they were asked for.
    all: Option<Rc<[Inherited]>>,
}

enum Entry {
    /// The variable was changed since it was looked at.
    Changed,
    /// What a command inherits of it: nothing where it is not exported here.
    Known(Option<Inherited>),
}

impl Exported {
    /// A variable of this name is exported somewhere.
    pub(super) fn note(&mut self, name: &str) {
        if !self.names.contains_key(name) {
            self.names.insert(name.into(), Entry::Changed);
            self.all = None;
        }
    }

    /// The variable of this name is another one now.
    pub(super) fn changed(&mut self, name: &str) {
        if let Some(entry) = self.names.get_mut(name) {
            *entry = Entry::Changed;
            self.all = None;
        }
    }

    /// What a command inherits, by name; and how many were listed anew for it.
    pub(super) fn environment(&mut self, variables: &HashMap<Rc<str>, Shared>) -> (Rc<[Inherited]>, usize) {
        if let Some(all) = &self.all {
            return (Rc::clone(all), 0);
        }
        let inherited = self.names.iter_mut().filter_map(|(name, entry)| match entry {
            Entry::Known(inherited) => inherited.clone(),
            Entry::Changed => {
                let now = variables.get(name).and_then(|variable| inherited(name, variable));
                *entry = Entry::Known(now.clone());
                now
            }
        });
        let all: Rc<[Inherited]> = inherited.collect();
        self.all = Some(Rc::clone(&all));
        (all, self.names.len())
    }
}

fn inherited(name: &str, variable: &Variable) -> Option<Inherited> {
    let source = format!("${name}");
    let word = match (variable.exported, &variable.value) {
        // it was exported, and is not any more
        (Certainty::No, _) | (Certainty::Yes, Value::Unset) => None,
        // arrays are not handed on
        // it may not be there at all
        (Certainty::Perhaps, _) => Some(Word::any_words(source, Span::default())),
        (Certainty::Yes, _) if variable.array => Some(Word::unknown(source, Span::default())),
        (Certainty::Yes, Value::Text(_)) => Some(variable.plain(&source).into_word(Span::default())),
        (Certainty::Yes, Value::Array(_) | Value::Unknown) => Some(Word::unknown(source, Span::default())),
    };
    Some(Rc::new((name.to_owned(), word)))
}
