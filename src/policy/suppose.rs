//! Policies as they are not: with a rule more, or without one.
//!
//! Owns the making, for those who want to know what a change would do. What is judged by such a policy is never an answer.

use super::pattern::{self, RulePattern};
use super::{Policy, Rule};
use crate::verdict::Verdict;

/// What stands for the file of a rule that nobody has written yet.
const NOWHERE: &str = "a suggested rule";

impl Policy {
    /// Adds an allow rule to the trusted ones. Says whether the text is a pattern.
    pub fn suppose_allowed(&mut self, text: &str) -> bool {
        let Ok(patterns) = pattern::parse(text) else { return false };
        let mut rules = self.rules.take();
        rules.extend(patterns.into_iter().map(|pattern| Rule {
            action: Verdict::Allow,
            pattern,
            text: text.into(),
            when: None,
            message: None,
            fix_suggestion: None,
            sandbox: None,
            validate: Vec::new(),
            id: None,
            file: NOWHERE.into(),
            line: 1,
            scope: 0,
            tests: Vec::new(),
            untrusted: false,
            where_known: false,
        }));
        self.rules = rules.into();
        true
    }

    /// Takes the sense out of a rule: it never matches any more. The others keep their numbers.
    pub fn suppose_gone(&mut self, index: usize) {
        let mut rules = self.rules.take();
        if let Some(rule) = rules.get_mut(index) {
            rule.pattern = RulePattern::Command(Vec::new());
            rule.when = None;
        }
        self.rules = rules.into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_added_behind_the_others_and_one_is_taken_out_in_its_place() {
        let mut policy = Policy::default();
        assert!(policy.suppose_allowed("cargo build"));
        assert!(policy.suppose_allowed("> /tmp/x"));
        assert!(!policy.suppose_allowed(""));
        policy.suppose_gone(0);
        assert_eq!(policy.rules.len(), 2);
        assert!(matches!(&policy.rules[0].pattern, RulePattern::Command(none) if none.is_empty()));
    }
}
