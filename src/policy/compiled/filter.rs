//! Which names may be there, in a few bytes.
//!
//! Owns the set. The property it keeps: of a name that was put in it never says that it is not there; of others it may say
//! that they may be. Refuses to hold names.

use serde::{Deserialize, Serialize};

use super::hash;

/// A set of names: for each one bit of the four numbers is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(in crate::policy) struct Filter([u64; 4]);

impl Filter {
    /// Of names that are not known: any may be there.
    pub(in crate::policy) const ALL: Self = Self([u64::MAX; 4]);
    /// Of no names.
    pub(in crate::policy) const NONE: Self = Self([0; 4]);

    /// May the name be among them?
    pub(in crate::policy) fn may_hold(self, name: &str) -> bool {
        let (number, bit) = place(name);
        self.0.get(number).is_some_and(|bits| bits & bit != 0)
    }
}

impl<'n> FromIterator<&'n str> for Filter {
    fn from_iter<I: IntoIterator<Item = &'n str>>(names: I) -> Self {
        let mut filter = Self::default();
        for (number, bit) in names.into_iter().map(place) {
            if let Some(bits) = filter.0.get_mut(number) {
                *bits |= bit;
            }
        }
        filter
    }
}

/// Which number, and its bit.
fn place(name: &str) -> (usize, u64) {
    let hash = hash(name.as_bytes());
    ((hash >> 6) as usize % 4, 1 << (hash % 64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_in_may_be_there_and_most_else_is_not() {
        let names: Vec<String> = (0..30).map(|number| format!("name{number}")).collect();
        let filter: Filter = names.iter().map(String::as_str).collect();
        assert!(names.iter().all(|name| filter.may_hold(name)));
        let others = (0..1000).filter(|number| filter.may_hold(&format!("other{number}"))).count();
        assert!((1..200).contains(&others), "{others}");
        assert!(!Filter::default().may_hold("") && [""].into_iter().collect::<Filter>().may_hold(""));
    }
}
