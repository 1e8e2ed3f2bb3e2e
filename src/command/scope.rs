//! The shell's state along one path: variables, functions, working directory, options, positional parameters.
//!
//! Owns the state, the journal that undoes a subshell's changes and the joins where paths meet. Refuses to expand words
//! and to know commands. Nothing here copies the whole state: every operation costs what was changed, not what exists.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::Directory;
use super::function::Binding;
use super::place::{self, Location};
use super::settings::{Options, Shell};
use super::value::{Certainty, Shared, Text, Value, Variable};
use crate::facts::Facts;

/// One change, with what stood there before.
enum Change {
    Variable(Rc<str>, Option<Shared>),
    Function(Rc<str>, Option<Binding>),
    Shell(Box<Shell>),
}

/// A point in the journal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark(usize);

/// What a stretch of the walk changed, as it stood at its end.
#[derive(Default)]
pub(super) struct Delta {
    variables: HashMap<Rc<str>, Option<Shared>>,
    functions: HashMap<Rc<str>, Option<Binding>>,
    shell: Option<Shell>,
}

/// The state along the path that is being walked.
pub(super) struct State<'f> {
    facts: &'f dyn Facts,
    /// The environment of runok means nothing here (`ssh`, `env -i`).
    foreign: bool,
    variables: HashMap<Rc<str>, Shared>,
    functions: HashMap<Rc<str>, Binding>,
    shell: Shell,
    journal: Vec<Change>,
}

impl<'f> State<'f> {
    /// A fresh shell in a directory.
    pub(super) fn new(facts: &'f dyn Facts, directory: Directory, foreign: bool) -> Self {
        let old = facts.variable("OLDPWD").filter(|path| path.starts_with('/') && !foreign);
        let old = old.map_or(Directory::Unknown, |path| Directory::Known(vec![path]));
        let location = Rc::new(Location { here: directory, old, moved: false });
        let shell = Shell {
            success: Rc::clone(&location),
            failure: location,
            positional: None,
            zero: Text::unknown("$0"),
            options: Options::default(),
            exported: Rc::default(),
            aliases: Rc::default(),
            input_moved: false,
            clouded: false,
        };
        Self { facts, foreign, variables: HashMap::new(), functions: HashMap::new(), shell, journal: Vec::new() }
    }

    /// Everything that is neither a variable nor a function.
    pub(super) fn shell(&self) -> &Shell {
        &self.shell
    }

    /// Changes that.
    pub(super) fn change_shell(&mut self, change: impl FnOnce(&mut Shell)) {
        let before = self.shell.clone();
        change(&mut self.shell);
        if before != self.shell {
            self.journal.push(Change::Shell(Box::new(before)));
        }
    }

    /// Where the next command runs.
    pub(super) fn location(&self) -> Rc<Location> {
        place::either(&self.shell.success, &self.shell.failure)
    }

    /// The working directory of the next command.
    pub(super) fn directory(&self) -> Directory {
        self.location().here.clone()
    }

    /// Sets where commands run after success and after failure.
    pub(super) fn set_locations(&mut self, success: Rc<Location>, failure: Rc<Location>) {
        if *self.shell.success != *success || *self.shell.failure != *failure {
            self.change_shell(|shell| (shell.success, shell.failure) = (success, failure));
        }
    }

    /// The variable, when the line has touched it.
    pub(super) fn touched(&self, name: &str) -> Option<&Shared> {
        self.variables.get(name)
    }

    /// The variable, with what the session says about those that the line has not touched.
    pub(super) fn variable(&self, name: &str) -> Shared {
        self.variables.get(name).cloned().unwrap_or_else(|| Rc::new(self.inherited(name)))
    }

    /// Does runok's environment mean nothing here?
    pub(super) fn is_foreign(&self) -> bool {
        self.foreign
    }

    /// What the shell starts with.
    fn inherited(&self, name: &str) -> Variable {
        if self.foreign || self.shell.clouded {
            return Variable {
                exported: Certainty::Perhaps,
                perhaps_unset: true,
                plain_number: !self.shell.clouded,
                ..Variable::of(Value::Unknown)
            };
        }
        if name == "IFS" {
            return Variable::text(Text::literal(" \t\n"));
        }
        let value = if is_session(name) { self.facts.variable(name) } else { None };
        let exported = match self.facts.variable(name) {
            Some(_) => Certainty::Yes,
            None => Certainty::No,
        };
        match value {
            Some(text) => Variable { exported, ..Variable::text(Text::literal(text)) },
            None => Variable { exported, perhaps_unset: true, plain_number: true, ..Variable::of(Value::Unknown) },
        }
    }

    /// What `$PWD` is at the start: the environment's, where that names the working directory, else the latter.
    pub(super) fn starting_directory(&self) -> Option<String> {
        if self.foreign || self.shell.clouded {
            return None;
        }
        let real = self.facts.working_directory()?;
        match self.facts.variable("PWD") {
            Some(told) if told == real => Some(real),
            Some(told) if told.starts_with('/') => {
                let same =
                    self.facts.canonical(&told).is_some() && self.facts.canonical(&told) == self.facts.canonical(&real);
                Some(if same { told } else { real })
            }
            _ => Some(real),
        }
    }

    /// Puts a variable in place.
    pub(super) fn put(&mut self, name: &str, variable: Variable) {
        if variable.exported != Certainty::No && !self.shell.exported.contains(name) {
            self.change_shell(|shell| {
                Rc::make_mut(&mut shell.exported).insert(name.into());
            });
        }
        let key: Rc<str> = name.into();
        let before = self.variables.insert(Rc::clone(&key), Rc::new(variable));
        self.journal.push(Change::Variable(key, before));
    }

    /// Puts back what stood there before a command's own assignments.
    pub(super) fn put_back(&mut self, name: &str, before: Option<Shared>) {
        let now = match before {
            Some(variable) => self.variables.insert(name.into(), variable),
            None => self.variables.remove(name),
        };
        self.journal.push(Change::Variable(name.into(), now));
    }

    /// The function of that name, if the line defined one.
    pub(super) fn function(&self, name: &str) -> Option<&Binding> {
        self.functions.get(name)
    }

    /// Defines or (`None`) removes a function.
    pub(super) fn define(&mut self, name: &str, binding: Option<Binding>) {
        let key: Rc<str> = name.into();
        let before = match binding {
            Some(binding) => self.functions.insert(Rc::clone(&key), binding),
            None => self.functions.remove(name),
        };
        self.journal.push(Change::Function(key, before));
    }

    /// All variables that the line has touched.
    pub(super) fn touched_names(&self) -> Vec<Rc<str>> {
        self.variables.keys().cloned().collect()
    }

    /// All functions, for a child shell that may inherit them: none of them is certain there.
    pub(super) fn uncertain_functions(&self) -> Vec<(Rc<str>, Binding)> {
        self.functions.iter().map(|(name, binding)| (Rc::clone(name), binding.uncertain())).collect()
    }

    /// How much has been written to the journal; for budgets.
    pub(super) fn written_since(&self, mark: Mark) -> usize {
        self.journal.len().saturating_sub(mark.0)
    }

    /// This point.
    pub(super) fn mark(&self) -> Mark {
        Mark(self.journal.len())
    }

    /// Undoes everything since the mark.
    pub(super) fn rollback(&mut self, mark: Mark) {
        while self.journal.len() > mark.0 {
            match self.journal.pop() {
                Some(Change::Variable(name, Some(before))) => {
                    self.variables.insert(name, before);
                }
                Some(Change::Variable(name, None)) => {
                    self.variables.remove(&name);
                }
                Some(Change::Function(name, Some(before))) => {
                    self.functions.insert(name, before);
                }
                Some(Change::Function(name, None)) => {
                    self.functions.remove(&name);
                }
                Some(Change::Shell(before)) => self.shell = *before,
                None => return,
            }
        }
    }

    /// What was changed since the mark, as it stands now.
    pub(super) fn delta(&self, mark: Mark) -> Delta {
        let mut delta = Delta::default();
        for change in self.journal.get(mark.0..).unwrap_or_default() {
            match change {
                Change::Variable(name, _) => {
                    delta.variables.insert(Rc::clone(name), self.variables.get(name).cloned());
                }
                Change::Function(name, _) => {
                    delta.functions.insert(Rc::clone(name), self.functions.get(name).cloned());
                }
                Change::Shell(_) => delta.shell = Some(self.shell.clone()),
            }
        }
        delta
    }

    /// What was changed since the mark, as it stood at the mark.
    fn before(&self, mark: Mark) -> Delta {
        let mut delta = Delta::default();
        for change in self.journal.get(mark.0..).unwrap_or_default() {
            match change {
                Change::Variable(name, before) => {
                    delta.variables.entry(Rc::clone(name)).or_insert_with(|| before.clone());
                }
                Change::Function(name, before) => {
                    delta.functions.entry(Rc::clone(name)).or_insert_with(|| before.clone());
                }
                Change::Shell(before) if delta.shell.is_none() => delta.shell = Some((**before).clone()),
                Change::Shell(_) => {}
            }
        }
        delta
    }

    /// Meets the path that stood at the mark and went on with `other` instead of what has been walked since.
    pub(super) fn join(&mut self, mark: Mark, other: &Delta) {
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
        if let Some(shell) = other.shell.as_ref().or(before.shell.as_ref()) {
            let joined = self.shell.join(shell);
            self.change_shell(|shell| *shell = joined);
        }
    }

    /// Takes over what another path changed, as the only path so far.
    pub(super) fn adopt(&mut self, other: &Delta) {
        for (name, variable) in &other.variables {
            self.put_back(name, variable.clone());
        }
        for (name, binding) in &other.functions {
            self.define(name, binding.clone());
        }
        if let Some(shell) = &other.shell {
            self.change_shell(|mine| mine.clone_from(shell));
        }
    }

    /// Meets the path that did nothing since the mark.
    pub(super) fn join_untouched(&mut self, mark: Mark) {
        self.join(mark, &Delta::default());
    }

    /// Meets every path that left somewhere since the mark: each value that anything had in between stays possible.
    pub(super) fn join_history(&mut self, mark: Mark) {
        let mut variables = Vec::new();
        let mut functions = Vec::new();
        let mut shells = Vec::new();
        for change in self.journal.get(mark.0..).unwrap_or_default() {
            match change {
                Change::Variable(name, before) => variables.push((Rc::clone(name), before.clone())),
                Change::Function(name, before) => functions.push((Rc::clone(name), before.clone())),
                Change::Shell(before) => shells.push((**before).clone()),
            }
        }
        for (name, before) in variables {
            self.join_variable(&name, before.as_ref());
        }
        for (name, before) in functions {
            self.join_function(&name, before.as_ref());
        }
        if let Some(joined) = shells
            .iter()
            .fold(None, |all: Option<Shell>, one| Some(all.map_or_else(|| one.clone(), |all| all.join(one))))
        {
            let joined = self.shell.join(&joined);
            self.change_shell(|shell| *shell = joined);
        }
    }

    fn join_variable(&mut self, name: &Rc<str>, other: Option<&Shared>) {
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
    pub(super) fn stable_since(&self, mark: Mark) -> Result<(), Vec<Rc<str>>> {
        let before = self.before(mark);
        let mut unstable = Vec::new();
        for (name, was) in &before.variables {
            let was = was.clone().unwrap_or_else(|| Rc::new(self.inherited(name)));
            let now = self.variable(name);
            if was.join(&now, &format!("${name}")) != *was {
                unstable.push(Rc::clone(name));
            }
        }
        let functions = before.functions.iter().all(|(name, was)| self.functions.get(name) == was.as_ref());
        let shell = before.shell.as_ref().is_none_or(|was| was.join(&self.shell) == *was);
        if unstable.is_empty() && functions && shell { Ok(()) } else { Err(unstable) }
    }

    /// The names whose variables were written since the mark.
    pub(super) fn written_names(&self, mark: Mark) -> HashSet<Rc<str>> {
        let since = self.journal.get(mark.0..).unwrap_or_default();
        since
            .iter()
            .filter_map(|change| match change {
                Change::Variable(name, _) => Some(Rc::clone(name)),
                Change::Function(..) | Change::Shell(_) => None,
            })
            .collect()
    }
}

/// Does this variable describe the session, so that its value counts as known?
pub(super) fn is_session(name: &str) -> bool {
    matches!(name, "HOME" | "USER" | "LOGNAME" | "TMPDIR") || name.starts_with("XDG_")
}
