//! How much is spent on rules that only may be meant: those of every name, where the name of a command is not known.
//!
//! Owns the count. The property it keeps: whether too much was spent does not depend on the order of the rules, and what
//! was not looked at for it counts as `May`. Refuses to say what a verdict makes of that.

use std::cell::Cell;
use std::rc::Rc;

/// The most steps that the rules which only may be meant take together for one command.
const MAX_STEPS: u32 = 20_000;

/// What looking at a condition counts, in steps.
pub(in crate::decision) const STEPS_OF_CONDITION: u32 = 250;

/// What was spent on one command. Clones count together.
#[derive(Clone, Default)]
pub(in crate::decision) struct Spent(Rc<Cell<u32>>);

impl Spent {
    /// Counts steps.
    pub(in crate::decision) fn add(&self, steps: u32) {
        self.0.set(self.0.get().saturating_add(steps));
    }

    /// How many steps are left.
    pub(super) fn left(&self) -> u32 {
        MAX_STEPS.saturating_sub(self.0.get())
    }

    /// Was all of it spent?
    pub(in crate::decision) fn is_all(&self) -> bool {
        self.left() == 0
    }
}
