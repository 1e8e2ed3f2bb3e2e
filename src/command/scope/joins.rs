//! Where paths meet: what two of them agree on stays known.
//!
//! Owns the joins of the whole state. Refuses to know how single values join (`value`, `settings`, `function`).

use std::rc::Rc;

use super::{Binding, Change, Delta, Mark, Shared, Shell, State};

impl State<'_> {
    /// Meets the path that stood at the mark and went on with `other` instead of what has been walked since.
    pub(in crate::command) fn join(&mut self, mark: Mark, other: &Delta) {
        let before = self.before(mark);
        for (name, was) in &before.variables {
            if !other.variables.contains_key(name) {
                self.join_variable(name, was.as_ref());
            }
        }
        for (name, theirs) in &other.variables {
            self.join_variable(name, theirs.as_ref());
        }
        for (name, was) in &before.functions {
            if !other.functions.contains_key(name) {
                self.join_function(name, was.as_ref());
            }
        }
        for (name, theirs) in &other.functions {
            self.join_function(name, theirs.as_ref());
        }
        for ((depth, name), was) in &before.locals {
            if !other.locals.contains_key(&(*depth, Rc::clone(name))) {
                self.join_local(*depth, name, was.as_ref());
            }
        }
        for ((depth, name), theirs) in &other.locals {
            self.join_local(*depth, name, theirs.as_ref());
        }
        other.aliases.iter().for_each(|name| self.add_alias(name));
        if let Some(shell) = other.shell.as_ref().or(before.shell.as_ref()) {
            let joined = self.shell.join(shell);
            self.change_shell(|shell| *shell = joined);
        }
    }

    /// Takes over what another path changed, as the only path so far.
    pub(in crate::command) fn adopt(&mut self, other: &Delta) {
        for (name, variable) in &other.variables {
            self.put_back(name, variable.clone());
        }
        for (name, binding) in &other.functions {
            self.define(name, binding.clone());
        }
        for ((depth, name), local) in &other.locals {
            self.put_local(*depth, name, local.clone());
        }
        other.aliases.iter().for_each(|name| self.add_alias(name));
        if let Some(shell) = &other.shell {
            self.change_shell(|mine| mine.clone_from(shell));
        }
    }

    /// Meets the path that did nothing since the mark.
    pub(in crate::command) fn join_untouched(&mut self, mark: Mark) {
        self.join(mark, &Delta::default());
    }

    /// Meets every path that left somewhere since the mark: each value that anything had in between stays possible.
    pub(in crate::command) fn join_history(&mut self, mark: Mark) {
        let mut variables = Vec::new();
        let mut functions = Vec::new();
        let mut locals = Vec::new();
        let mut shells = Vec::new();
        for change in self.journal.get(mark.0..).unwrap_or_default() {
            match change {
                Change::Variable(name, before) => variables.push((Rc::clone(name), before.clone())),
                Change::Function(name, before) => functions.push((Rc::clone(name), before.clone())),
                Change::Local(depth, name, before) => locals.push((*depth, Rc::clone(name), before.clone())),
                Change::Shell(before) => shells.push((**before).clone()),
                // stays: an alias may be one from here on
                Change::Alias(_) => {}
            }
        }
        for (name, before) in variables {
            self.join_variable(&name, before.as_ref());
        }
        for (name, before) in functions {
            self.join_function(&name, before.as_ref());
        }
        for (depth, name, before) in locals {
            self.join_local(depth, &name, before.as_ref());
        }
        if let Some(joined) = shells
            .iter()
            .fold(None, |all: Option<Shell>, one| Some(all.map_or_else(|| one.clone(), |all| all.join(one))))
        {
            let joined = self.shell.join(&joined);
            self.change_shell(|shell| *shell = joined);
        }
    }

    pub(super) fn join_variable(&mut self, name: &Rc<str>, other: Option<&Shared>) {
        let mine = self.variables.get(name);
        if mine == other {
            return;
        }
        let mine = mine.cloned().unwrap_or_else(|| Rc::new(self.inherited(name)));
        let other = other.cloned().unwrap_or_else(|| Rc::new(self.inherited(name)));
        let joined = mine.join(&other, &format!("${name}"));
        if *mine != joined || !self.variables.contains_key(name) {
            self.put(name, joined);
        }
    }

    fn join_function(&mut self, name: &Rc<str>, other: Option<&Binding>) {
        let joined = match (self.functions.get(name), other) {
            (None, None) => return,
            (Some(mine), Some(other)) if mine == other => return,
            (Some(mine), Some(other)) => mine.join(other),
            (Some(one), None) | (None, Some(one)) => one.uncertain(),
        };
        self.define(name, Some(joined));
    }

    /// Does everything that was changed since `mark` stay within what stood there at the mark?
    pub(in crate::command) fn stable_since(&self, mark: Mark) -> Result<(), Vec<Rc<str>>> {
        let before = self.before(mark);
        let mut unstable = Vec::new();
        for (name, was) in &before.variables {
            let was = was.clone().unwrap_or_else(|| Rc::new(self.inherited(name)));
            let now = self.variable(name);
            if was.join(&now, &format!("${name}")) != *was {
                unstable.push(Rc::clone(name));
            }
        }
        unstable.extend(
            before.locals.iter().filter(|(key, was)| !self.local_stays(key, was)).map(|(key, _)| Rc::clone(&key.1)),
        );
        let functions = before.functions.iter().all(|(name, was)| self.functions.get(name) == was.as_ref());
        let shell = before.shell.as_ref().is_none_or(|was| was.join(&self.shell) == *was);
        let since = self.journal.get(mark.0..).unwrap_or_default();
        let aliases = !since.iter().any(|change| matches!(change, Change::Alias(_)));
        if unstable.is_empty() && functions && shell && aliases { Ok(()) } else { Err(unstable) }
    }
}
