//! The conditions of one policy's rules: each is read once, when its rule is first needed.
//!
//! Owns what was read. Refuses to evaluate (`when` does).

use elsa::FrozenBTreeMap;

use super::when::Condition;
use crate::policy::Rule;

/// The conditions of one policy's rules.
#[derive(Default)]
pub struct Conditions {
    /// By the number of the rule.
    read: FrozenBTreeMap<usize, Box<Result<Condition, String>>>,
}

impl Conditions {
    /// The condition of a rule; nothing where it has none. Where it cannot be read, why.
    pub(super) fn read(&self, index: usize, rule: &Rule) -> Option<&Result<Condition, String>> {
        let when = rule.when.as_ref()?;
        Some(self.read.get(&index).unwrap_or_else(|| {
            let read = Condition::of(when);
            self.read
                .insert(index, Box::new(read.map_err(|error| format!("its condition cannot be read: {}", error.what))))
        }))
    }
}
