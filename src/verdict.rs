//! The answers runok can give, and the three-valued logic they are built from.
//!
//! Owns the order of strictness and the algebra of `Never < May < Must`. Refuses to know about commands, rules or text:
//! why an answer was given is the decision's business.

use serde::{Deserialize, Serialize};

/// What runok answers about a command: may it run?
///
/// The order is the order of strictness: `Allow < Ask < Deny`.
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Verdict {
    /// The command may run; every command that the text could run is allowed by the policy.
    Allow,
    /// A person has to say; also the answer to everything that is not understood.
    Ask,
    /// The command may not run.
    Deny,
}

impl Verdict {
    /// The stricter of the two.
    pub fn strictest(self, other: Self) -> Self {
        self.max(other)
    }

    /// The word that policies, validators and answers use for it: `allow`, `ask` or `deny`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Ask => "ask",
            Self::Deny => "deny",
        }
    }

    /// The verdict of that name, exactly as `as_str` spells it.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Allow, Self::Ask, Self::Deny].into_iter().find(|verdict| verdict.as_str() == name)
    }
}

/// How surely something holds, over every value of what runok cannot know.
///
/// Approximation goes one way only: `Must` or `Never` may be reported as `May`, nothing else may be reported wrongly.
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Match {
    /// No concretisation holds.
    Never,
    /// Some concretisations might hold.
    May,
    /// Every concretisation holds.
    Must,
}

impl Match {
    /// `Must` or `Never`, for a fact that is known.
    pub fn known(holds: bool) -> Self {
        if holds { Self::Must } else { Self::Never }
    }

    /// Both hold (Kleene's and).
    pub fn and(self, other: Self) -> Self {
        self.min(other)
    }

    /// At least one holds (Kleene's or).
    pub fn or(self, other: Self) -> Self {
        self.max(other)
    }

    /// It does not hold (Kleene's not).
    pub fn negated(self) -> Self {
        match self {
            Self::Never => Self::Must,
            Self::May => Self::May,
            Self::Must => Self::Never,
        }
    }

    /// What can be said when one of the two is the case and it is not known which.
    pub fn either_case(self, other: Self) -> Self {
        if self == other { self } else { Self::May }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strictness_is_ordered() {
        assert_eq!(Verdict::Allow.strictest(Verdict::Ask), Verdict::Ask);
        assert_eq!(Verdict::Deny.strictest(Verdict::Ask), Verdict::Deny);
        assert_eq!(Verdict::from_name("deny"), Some(Verdict::Deny));
        assert_eq!(Verdict::from_name("Deny"), None);
    }

    #[test]
    fn three_valued_logic_is_kleene() {
        assert_eq!(Match::May.and(Match::Never), Match::Never);
        assert_eq!(Match::May.or(Match::Must), Match::Must);
        assert_eq!(Match::Must.negated(), Match::Never);
        assert_eq!(Match::Must.either_case(Match::Never), Match::May);
    }
}
