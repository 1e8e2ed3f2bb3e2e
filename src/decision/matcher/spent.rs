//! How much is spent on one command: on the rules that only may be meant (those of every name, where the name of a command
//! is not known), and on the rule that is asked now.
//!
//! Owns the counts. The property they keep: whether too much was spent does not depend on the order of the rules, and what
//! was not looked at for it counts as `May`. Refuses to say what a verdict makes of that, and how much a rule may spend.

use std::cell::Cell;
use std::rc::Rc;

/// The most steps that the rules which only may be meant take together for one command.
const MAX_STEPS: u32 = 20_000;

/// What looking at a condition counts, in steps.
pub(in crate::decision) const STEPS_OF_CONDITION: u32 = 250;

/// What was spent on one command. Clones count together.
#[derive(Clone, Default)]
pub(in crate::decision) struct Spent(Rc<Counts>);

struct Counts {
    /// The steps on rules that only may be meant.
    unsure: Cell<u32>,
    /// The steps that are left to the rule that is asked now.
    allowed: Cell<u32>,
}

impl Default for Counts {
    fn default() -> Self {
        Self { unsure: Cell::new(0), allowed: Cell::new(u32::MAX) }
    }
}

impl Spent {
    /// Counts steps on rules that only may be meant.
    pub(in crate::decision) fn add(&self, steps: u32) {
        self.0.unsure.set(self.0.unsure.get().saturating_add(steps));
    }

    /// How many of these are left.
    pub(super) fn left(&self) -> u32 {
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
}
