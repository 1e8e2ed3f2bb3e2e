//! The shell's state along one path: variables, functions, working directory, options, positional parameters.
//!
//! Owns the state, the journal that undoes a subshell's changes and (in `joins`) the joins where paths meet. Refuses to expand words
//! and to know commands. Nothing here copies the whole state: every operation costs what was changed, not what exists.

mod exported;
mod frames;
mod joins;

use std::rc::Rc;

use foldhash::{HashMap, HashSet};

use super::function::Binding;
use super::place::{self, Location};
use super::settings::{Options, Shell};
use super::special::is_made_at_start;
use super::value::{Certainty, Shared, Text, Value, Variable};
use super::{Directory, Inherited};
use crate::facts::Facts;
use exported::Exported;
pub(super) use frames::FrameKind;
use frames::{Frame, Local};

/// One change, with what stood there before.
enum Change {
    Variable(Rc<str>, Option<Shared>),
    Function(Rc<str>, Option<Binding>),
    /// A variable of the frame at this depth.
    Local(usize, Rc<str>, Option<Local>),
    Shell(Box<Shell>),
    Alias(Rc<str>),
}

/// A point in the journal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark(usize);

/// What a stretch of the walk changed, as it stood at its end.
#[derive(Default)]
pub(super) struct Delta {
    variables: HashMap<Rc<str>, Option<Shared>>,
    functions: HashMap<Rc<str>, Option<Binding>>,
    locals: HashMap<(usize, Rc<str>), Option<Local>>,
    aliases: Vec<Rc<str>>,
    shell: Option<Shell>,
}

/// The state along the path that is being walked.
pub(super) struct State<'f> {
    facts: &'f dyn Facts,
    /// The environment of runok means nothing here (`ssh`, `env -i`).
    foreign: bool,
    variables: HashMap<Rc<str>, Shared>,
    functions: HashMap<Rc<str>, Binding>,
    /// The function calls and commands around this point, outermost first.
    frames: Vec<Frame>,
    /// Names that the line made aliases.
    aliases: HashSet<Rc<str>>,
    /// What commands inherit.
    exported: Exported,
    shell: Shell,
    /// A variable was put in place that may run something where arithmetic evaluates it.
    holds_code: bool,
    journal: Vec<Change>,
    /// How many times something was run that changes the shell, whether or not it shows in what is known.
    changes: usize,
}

impl<'f> State<'f> {
    /// A fresh shell in a directory.
    pub(super) fn new(facts: &'f dyn Facts, directory: Directory, foreign: bool) -> Self {
        let moved = facts.has_strayed();
        let old = facts.variable("OLDPWD").filter(|path| path.starts_with('/') && !foreign && !moved);
        let old = old.map_or(Directory::Unknown, |path| Directory::Known(vec![path]));
        let here = if moved { Directory::Unknown } else { directory };
        let location = Rc::new(Location { here, old, moved });
        let shell = Shell {
            success: Rc::clone(&location),
            failure: location,
            positional: None,
            zero: Text::unknown("$0"),
            options: Options::default(),
            input_moved: false,
            clouded: false,
        };
        Self {
            facts,
            foreign,
            variables: HashMap::default(),
            functions: HashMap::default(),
            frames: Vec::new(),
            aliases: HashSet::default(),
            exported: Exported::default(),
            shell,
            holds_code: false,
            journal: Vec::new(),
            changes: 0,
        }
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

    /// Counts a `cd`, a `shift` or whatever else changes the shell, also where nothing is known that could change.
    pub(super) fn count_change(&mut self) {
        self.changes += 1;
    }

    /// How many of them were run.
    pub(super) fn changes(&self) -> usize {
        self.changes
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
                outside: true,
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
            Some(text) => Variable { exported, outside: true, ..Variable::text(Text::literal(text)) },
            None => Variable {
                exported,
                perhaps_unset: true,
                plain_number: true,
                outside: true,
                ..Variable::of(Value::Unknown)
            },
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

    /// May a value from outside of the line, evaluated as arithmetic, name a variable in which the line put code? One that is
    /// not there when the line begins is empty.
    pub(super) fn outside_is_harmless(&self, name: &str) -> bool {
        let numeric = |text: String| text.bytes().all(|byte| byte.is_ascii_digit());
        // a parameter may be anything that the shell was called with
        let is_parameter = name.starts_with(|first: char| first.is_ascii_digit());
        let is_none = || !is_parameter && !is_made_at_start(name) && self.facts.variable(name).is_none_or(numeric);
        !self.foreign && !self.may_hide_arrays() && (!self.holds_code || is_none())
    }

    /// Puts a variable in place.
    pub(super) fn put(&mut self, name: &str, variable: Variable) {
        self.note_exported(name, &variable);
        self.exported.changed(name);
        self.holds_code |= variable.may_be_code();
        let key: Rc<str> = name.into();
        let before = self.variables.insert(Rc::clone(&key), Rc::new(variable));
        self.journal.push(Change::Variable(key, before));
    }

    /// A variable of this name was exported: what is started where it is not does not have it, whatever the session says.
    pub(super) fn was_exported(&mut self, name: &str) {
        self.exported.note(name);
    }

    /// What is started begins with this variable, or without it.
    pub(super) fn begin_with(&mut self, name: &str, variable: Variable) {
        self.was_exported(name);
        self.put(name, variable);
    }

    fn note_exported(&mut self, name: &str, variable: &Variable) {
        if variable.exported != Certainty::No {
            self.exported.note(name);
        }
    }

    /// Puts back what stood there before a command's own assignments.
    pub(super) fn put_back(&mut self, name: &str, before: Option<Shared>) {
        self.exported.changed(name);
        let now = match before {
            Some(variable) => {
                self.note_exported(name, &variable);
                self.variables.insert(name.into(), variable)
            }
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

    /// What a command inherits here that the line exported or unset; and how many were listed anew for it, for budgets.
    pub(super) fn environment(&mut self) -> (Rc<[Inherited]>, usize) {
        self.exported.environment(&self.variables)
    }

    /// May the line have made this name an alias?
    pub(super) fn is_alias(&self, name: &str) -> bool {
        self.aliases.contains(name)
    }

    /// Makes a name an alias.
    pub(super) fn add_alias(&mut self, name: &Rc<str>) {
        if self.aliases.insert(Rc::clone(name)) {
            self.journal.push(Change::Alias(Rc::clone(name)));
        }
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
                Some(Change::Variable(name, before)) => {
                    self.exported.changed(&name);
                    match before {
                        Some(before) => self.variables.insert(name, before),
                        None => self.variables.remove(&name),
                    };
                }
                Some(Change::Function(name, Some(before))) => {
                    self.functions.insert(name, before);
                }
                Some(Change::Function(name, None)) => {
                    self.functions.remove(&name);
                }
                Some(Change::Local(depth, name, before)) => self.swap_local(depth, &name, before),
                Some(Change::Shell(before)) => self.shell = *before,
                Some(Change::Alias(name)) => {
                    self.aliases.remove(&name);
                }
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
                Change::Local(depth, name, _) => {
                    delta.locals.insert((*depth, Rc::clone(name)), self.local(*depth, name).cloned());
                }
                Change::Shell(_) => delta.shell = Some(self.shell.clone()),
                Change::Alias(name) => delta.aliases.push(Rc::clone(name)),
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
                Change::Local(depth, name, before) => {
                    delta.locals.entry((*depth, Rc::clone(name))).or_insert_with(|| before.clone());
                }
                Change::Shell(before) if delta.shell.is_none() => delta.shell = Some((**before).clone()),
                Change::Shell(_) | Change::Alias(_) => {}
            }
        }
        delta
    }

    /// The names whose variables were written since the mark.
    pub(super) fn written_names(&self, mark: Mark) -> HashSet<Rc<str>> {
        let since = self.journal.get(mark.0..).unwrap_or_default();
        since
            .iter()
            .filter_map(|change| match change {
                Change::Variable(name, _) => Some(Rc::clone(name)),
                Change::Function(..) | Change::Local(..) | Change::Shell(_) | Change::Alias(_) => None,
            })
            .collect()
    }
}

/// Does this variable describe the session, so that its value counts as known?
pub(super) fn is_session(name: &str) -> bool {
    matches!(name, "HOME" | "USER" | "LOGNAME" | "TMPDIR") || name.starts_with("XDG_")
}
