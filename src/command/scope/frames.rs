//! Whose a variable is: what `local` and the assignments before a command hide, for as long as the function call or the
//! command takes.
//!
//! Owns the frames, and what stands there again at their end. On some paths a name may belong to a frame and on others not:
//! then both what it hid and what stands there now may be what is left. Refuses to know which builtin declares.

use std::rc::Rc;

use foldhash::{HashMap, HashSet};

use super::{Certainty, Change, Mark, Shared, State, Value, Variable};

/// What a frame is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::command) enum FrameKind {
    /// A function call.
    Function,
    /// Code that runs later, in a function or in none (`trap`).
    Later,
    /// A command with assignments of its own.
    Command,
}

/// The variables of one of them.
pub(super) struct Frame {
    kind: FrameKind,
    locals: HashMap<Rc<str>, Local>,
}

/// A variable of a frame.
#[derive(Clone, PartialEq)]
pub(super) struct Local {
    /// It belongs to the frame on every path.
    certain: bool,
    /// What it hides; `None` where the line had not touched that.
    hidden: Option<Shared>,
}

impl State<'_> {
    /// Begins a frame.
    pub(in crate::command) fn push_frame(&mut self, kind: FrameKind) {
        self.frames.push(Frame { kind, locals: HashMap::default() });
    }

    /// Begins the frame of a command with assignments of its own, which hide these.
    pub(in crate::command) fn push_command(&mut self, befores: Vec<(String, Option<Shared>)>) {
        let mut locals = HashMap::default();
        for (name, hidden) in befores {
            locals.entry(name.into()).or_insert(Local { certain: true, hidden });
        }
        self.frames.push(Frame { kind: FrameKind::Command, locals });
    }

    /// Ends the frame that began at the mark: what it hid stands there again. Where a command may let an assignment stay
    /// (`stays`), or did something to the variable by itself, both are possible.
    pub(in crate::command) fn pop_frame(&mut self, begin: Mark, stays: bool) {
        let Some(frame) = self.frames.pop() else { return };
        let is_command = frame.kind == FrameKind::Command;
        let written = if is_command && !stays { self.written_names(begin) } else { Default::default() };
        for (name, local) in frame.locals {
            let shared = if is_command { stays || written.contains(&name) } else { self.is_given(&name) };
            if local.certain && !shared {
                self.put_back(&name, local.hidden);
                continue;
            }
            self.join_variable(&name, local.hidden.as_ref());
            if is_command {
                // `x=1 f`, where `f` exports `x`: that reaches what the functions around it hide
                self.forget_hidden(&name);
            }
        }
    }

    /// What the function call that began at the mark surely hides under names that it did not touch before.
    pub(in crate::command) fn surely_hidden(&self, begin: Mark) -> HashMap<Rc<str>, Option<Shared>> {
        let Some(depth) = self.frames.len().checked_sub(1) else { return HashMap::default() };
        let (mut surely, mut touched) = (HashMap::default(), HashSet::default());
        for change in self.journal.get(begin.0..).unwrap_or_default() {
            match change {
                Change::Local(at, name, None) if *at == depth && !touched.contains(name) => {
                    let local = self.local(depth, name).filter(|local| local.certain && !self.is_given(name));
                    surely.extend(local.map(|local| (Rc::clone(name), local.hidden.clone())));
                    touched.insert(Rc::clone(name));
                }
                Change::Local(at, name, _) if *at == depth => {
                    surely.remove(name);
                    touched.insert(Rc::clone(name));
                }
                Change::Variable(name, _) => drop(touched.insert(Rc::clone(name))),
                Change::Local(..) | Change::Function(..) | Change::Shell(_) | Change::Alias(_) => {}
            }
        }
        surely
    }

    /// Does a command around this point assign the name before its words?
    fn is_given(&self, name: &str) -> bool {
        self.frames.iter().any(|frame| frame.kind == FrameKind::Command && frame.locals.contains_key(name))
    }

    /// Is there a function around this point, or may there be one?
    pub(in crate::command) fn in_function(&self) -> bool {
        self.frames.iter().any(|frame| frame.kind != FrameKind::Command)
    }

    /// May variables be arrays of which nothing is seen? Text that is not known ran, or what is walked runs later.
    pub(in crate::command) fn may_hide_arrays(&self) -> bool {
        self.shell.clouded || self.frames.iter().any(|frame| frame.kind == FrameKind::Later)
    }

    /// May what is hidden under this name be an array?
    pub(in crate::command) fn hides_array(&self, name: &str) -> bool {
        let hidden = self.frames.iter().filter_map(|frame| frame.locals.get(name)?.hidden.as_ref());
        self.may_hide_arrays() || hidden.into_iter().any(|variable| variable.array)
    }

    /// Makes a name local to the function call; whether it surely was one already, so that it keeps its value.
    pub(in crate::command) fn hide(&mut self, name: &str) -> Certainty {
        let Some(depth) = self.function_depth() else { return Certainty::Perhaps };
        let now = self.variables.get(name).cloned();
        let (was, hidden) = match self.local(depth, name) {
            Some(local) if local.certain => return Certainty::Yes,
            Some(local) => (Certainty::Perhaps, self.either(name, local.hidden.as_ref(), now.as_ref())),
            None => (Certainty::No, now),
        };
        self.put_local(depth, &name.into(), Some(Local { certain: true, hidden }));
        let unclear = self.frames.get(depth).is_some_and(|frame| frame.kind == FrameKind::Later);
        // `x=1 eval 'local x'`: it hides what the command hides
        let between = self.frames.iter().skip(depth + 1).any(|frame| frame.locals.contains_key(name));
        if between {
            self.forget_hidden(name);
        }
        // `x=1 f`: there the value of `x` is the one that a `local x` begins with, in `f` and in what it calls
        if unclear || self.is_given(name) { Certainty::Perhaps } else { was }
    }

    /// Where the frame of the function is that is being called.
    fn function_depth(&self) -> Option<usize> {
        self.frames.iter().rposition(|frame| frame.kind != FrameKind::Command)
    }

    /// Does any frame hold this name?
    pub(in crate::command) fn is_held(&self, name: &str) -> bool {
        self.frames.iter().any(|frame| frame.locals.contains_key(name))
    }

    /// Would `unset` only empty the name where it stands? To unset what a caller made local uncovers what that hides.
    pub(in crate::command) fn unsets_only_itself(&self, name: &str) -> bool {
        let Some(depth) = self.frames.iter().rposition(|frame| frame.locals.contains_key(name)) else { return true };
        self.function_depth() == Some(depth) && self.local(depth, name).is_some_and(|local| local.certain)
    }

    /// Whether a frame still holds this name is not known any more.
    pub(in crate::command) fn uncover(&mut self, name: &str) {
        self.change_locals(name, |_, local| Local { certain: false, ..local });
    }

    /// What the frames hide under this name may have changed as well.
    pub(in crate::command) fn forget_hidden(&mut self, name: &str) {
        let unknown = Variable { array: true, ..Variable::of(Value::Unknown) };
        let unknown = Variable { exported: Certainty::Perhaps, perhaps_unset: true, ..unknown };
        let unknown = Rc::new(unknown);
        self.change_locals(name, |state, local| {
            let hidden = state.either(name, local.hidden.as_ref(), Some(&unknown));
            Local { hidden, ..local }
        });
    }

    fn change_locals(&mut self, name: &str, change: impl Fn(&Self, Local) -> Local) {
        for depth in 0..self.frames.len() {
            if let Some(local) = self.local(depth, name).cloned() {
                let changed = change(self, local);
                self.put_local(depth, &name.into(), Some(changed));
            }
        }
    }

    /// What a frame that still stands holds under this name.
    pub(super) fn local(&self, depth: usize, name: &str) -> Option<&Local> {
        self.frames.get(depth)?.locals.get(name)
    }

    /// Puts it there.
    pub(super) fn put_local(&mut self, depth: usize, name: &Rc<str>, local: Option<Local>) {
        let before = self.local(depth, name).cloned();
        if before != local {
            self.swap_local(depth, name, local);
            self.journal.push(Change::Local(depth, Rc::clone(name), before));
        }
    }

    /// The same, without a note in the journal. A frame that has ended stays as it is.
    pub(super) fn swap_local(&mut self, depth: usize, name: &Rc<str>, local: Option<Local>) {
        let Some(frame) = self.frames.get_mut(depth) else { return };
        match local {
            Some(local) => drop(frame.locals.insert(Rc::clone(name), local)),
            None => drop(frame.locals.remove(name)),
        }
    }

    /// Where paths meet.
    pub(super) fn join_local(&mut self, depth: usize, name: &Rc<str>, other: Option<&Local>) {
        if depth < self.frames.len() {
            let joined = self.either_local(name, self.local(depth, name), other);
            self.put_local(depth, name, joined);
        }
    }

    /// Does what a frame holds now stay within what it held?
    pub(super) fn local_stays(&self, key: &(usize, Rc<str>), was: &Option<Local>) -> bool {
        let (depth, name) = key;
        *depth >= self.frames.len() || self.either_local(name, was.as_ref(), self.local(*depth, name)) == *was
    }

    fn either_local(&self, name: &str, mine: Option<&Local>, other: Option<&Local>) -> Option<Local> {
        match (mine, other) {
            (None, None) => None,
            (Some(one), None) | (None, Some(one)) => Some(Local { certain: false, ..one.clone() }),
            (Some(mine), Some(other)) => Some(Local {
                certain: mine.certain && other.certain,
                hidden: self.either(name, mine.hidden.as_ref(), other.hidden.as_ref()),
            }),
        }
    }

    fn either(&self, name: &str, mine: Option<&Shared>, other: Option<&Shared>) -> Option<Shared> {
        if mine == other {
            return mine.cloned();
        }
        let known = |one: Option<&Shared>| one.cloned().unwrap_or_else(|| Rc::new(self.inherited(name)));
        Some(Rc::new(known(mine).join(&known(other), &format!("${name}"))))
    }
}
