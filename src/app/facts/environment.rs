#![allow(clippy::disallowed_methods, reason = "edge: the environment")]
//! The variables of runok's own environment.
//!
//! Owns that each is looked for once, however many requests ask. Refuses what a request lays over them: the facts do that.

use std::cell::RefCell;
use std::collections::BTreeMap;

/// The most variables of the environment that are remembered.
const MAX_REMEMBERED: usize = 64;

/// What was found of the variables of runok's own environment, which do not change: each search goes through all of them.
#[derive(Default)]
pub(crate) struct Environment {
    found: RefCell<BTreeMap<String, Option<String>>>,
}

impl Environment {
    pub(super) fn variable(&self, name: &str) -> Option<String> {
        if let Some(value) = self.found.borrow().get(name) {
            return value.clone();
        }
        let value = own_variable(name);
        if self.found.borrow().len() < MAX_REMEMBERED {
            self.found.borrow_mut().insert(name.to_owned(), value.clone());
        }
        value
    }
}

/// A variable of runok's own environment. A value that is not text counts as unset.
pub(super) fn own_variable(name: &str) -> Option<String> {
    std::env::var_os(name).and_then(|value| value.into_string().ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::facts::SystemFacts;
    use crate::facts::Facts;

    /// What a request lays over the environment counts for it alone, whatever was remembered before.
    #[test]
    fn what_is_remembered_is_the_own_environment() {
        let (environment, path) = (Environment::default(), std::env::var("PATH").ok());
        let overlay = [("PATH".to_owned(), None), ("A_NEW_ONE".to_owned(), Some("1".to_owned()))];
        for _ in 0..2 {
            let own = SystemFacts::new(None, &[]).remembering(&environment);
            assert_eq!((own.variable("PATH"), own.variable("A_NEW_ONE")), (path.clone(), None));
            let other = SystemFacts::new(None, &overlay).remembering(&environment);
            assert_eq!((other.variable("PATH"), other.variable("A_NEW_ONE").as_deref()), (None, Some("1")));
        }
        assert!(path.is_some() && environment.found.borrow().len() == 2);
        let many = SystemFacts::new(None, &[]).remembering(&environment);
        assert!((0..2 * MAX_REMEMBERED).all(|number| many.variable(&format!("NONE_{number}")).is_none()));
        assert_eq!(environment.found.borrow().len(), MAX_REMEMBERED);
    }
}
