//! How much is spent on one command: on the rules that only may be meant (those of every name, where the name of a command
//! is not known), and on the rule that is asked now.
//!
//! Owns the counts. The property they keep: whether too much was spent does not depend on the order of the rules, and what
//! was not looked at for it counts as `May`. What is spent on the other commands of a line can raise a command to `ask` and
//! do no more. Refuses to say what a verdict makes of that, and how much a rule may spend.

use std::cell::Cell;
use std::rc::Rc;

/// The most steps that the rules which only may be meant take together for one command.
const MAX_STEPS: u32 = 20_000;

/// The same for all commands of a line of no bytes: dozens of commands of which each takes all that one may.
const STEPS_OF_LINE: usize = 1_000_000;

/// And for each byte of the line.
const STEPS_OF_BYTE: usize = 16;

/// What looking at a condition counts, in steps.
pub(in crate::decision) const STEPS_OF_CONDITION: u32 = 250;

/// What is left to the commands of a line together, in steps on rules that only may be meant. Clones count together.
#[derive(Clone)]
pub(in crate::decision) struct Together(Rc<Cell<usize>>);

impl Together {
    /// For a line of so many bytes.
    pub(in crate::decision) fn of_line(bytes: usize) -> Self {
        Self(Rc::new(Cell::new(STEPS_OF_LINE.saturating_add(bytes.saturating_mul(STEPS_OF_BYTE)))))
    }
}

/// What was spent on one command. Clones count together.
#[derive(Clone)]
pub(in crate::decision) struct Spent(Rc<Counts>);

struct Counts {
    /// The steps on rules that only may be meant.
    unsure: Cell<u32>,
    /// The steps that are left to the rule that is asked now.
    allowed: Cell<u32>,
    /// The steps on rules that only may be meant which are left to the line, where others of its commands count too.
    together: Option<Together>,
}

impl Default for Spent {
    fn default() -> Self {
        Self::of(None)
    }
}

impl Spent {
    /// Nothing yet, on one of the commands that count together.
    pub(in crate::decision) fn of(together: Option<&Together>) -> Self {
        let (unsure, allowed, together) = (Cell::new(0), Cell::new(u32::MAX), together.cloned());
        Self(Rc::new(Counts { unsure, allowed, together }))
    }

    /// Counts steps on rules that only may be meant.
    pub(in crate::decision) fn add(&self, steps: u32) {
        self.0.unsure.set(self.0.unsure.get().saturating_add(steps));
        if let Some(Together(left)) = &self.0.together {
            left.set(left.get().saturating_sub(steps as usize));
        }
    }

    /// How many of these are left.
    pub(super) fn left(&self) -> u32 {
        let is_spent = self.0.together.as_ref().is_some_and(|Together(left)| left.get() == 0);
        if is_spent { 0 } else { self.left_to_command() }
    }

    fn left_to_command(&self) -> u32 {
        MAX_STEPS.saturating_sub(self.0.unsure.get())
    }

    /// Begins with a rule, which may take so many steps.
    pub(in crate::decision) fn allow(&self, steps: u32) {
        self.0.allowed.set(steps);
    }

    /// How many steps the rule still may take.
    pub(in crate::decision) fn allowed(&self) -> u32 {
        self.0.allowed.get()
    }

    /// The rule took so many steps.
    pub(super) fn take(&self, steps: u32) {
        self.allow(self.allowed().saturating_sub(steps));
    }

    /// Was all of it spent?
    pub(in crate::decision) fn is_all(&self) -> bool {
        self.left() == 0
    }

    /// Was all of it spent on this command? Other commands of the line make none doubtful for what surely is about it.
    pub(in crate::decision) fn is_all_of_command(&self) -> bool {
        self.left_to_command() == 0
    }
}
