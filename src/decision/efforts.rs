//! How much work the rules of a policy may take for one line.
//!
//! Owns the counts. The property they keep: what is left to one rule depends on the line and on what that rule took before,
//! never on other rules, so that no rule of another layer, nor their order, can make a rule doubtful. Refuses to do the
//! work (`matcher` and `when` do).

use std::cell::{Cell, RefCell};

use foldhash::{HashMap, HashMapExt};

use super::matcher::{Spent, Together};

/// The work that a rule's condition may do for a line of no bytes: steps, bytes of text that are looked through, states of
/// regular expressions. A condition that looks a few words up in a list of thousands stays below it.
const WORK_OF_LINE: usize = 500_000;

/// And for each byte of the line: a condition may hold dozens of expressions against each of thousands of words.
const WORK_OF_BYTE: usize = 1000;

/// The most of it, for however long a line.
const MAX_WORK: usize = 40_000_000;

/// The steps that aligning a rule's patterns with the commands of a line may take: five commands of which each takes all
/// that one may (see [`super::matcher`]).
const STEPS_OF_LINE: usize = 100_000;

/// And for each byte of the line.
const STEPS_OF_BYTE: usize = 64;

/// What is not counted, because it is less than counting it would be worth.
const FREE: usize = 1000;

/// What is left of a line's work to each rule, and to each of the policy's wrapper patterns.
pub(super) struct Efforts {
    conditions: Tally,
    rules: Tally,
    wrappers: Tally,
    unsure: Together,
}

impl Efforts {
    /// For a line of so many bytes.
    pub(super) fn of_line(bytes: usize) -> Self {
        let work = WORK_OF_LINE.saturating_add(bytes.saturating_mul(WORK_OF_BYTE)).min(MAX_WORK);
        let steps = STEPS_OF_LINE.saturating_add(bytes.saturating_mul(STEPS_OF_BYTE));
        Self {
            conditions: Tally::of(work),
            rules: Tally::of(steps),
            wrappers: Tally::of(steps),
            unsure: Together::of_line(bytes),
        }
    }

    /// What is spent on a command of the line whose name is not known: nothing yet.
    pub(super) fn of_unnamed(&self) -> Spent {
        Spent::of(Some(&self.unsure))
    }

    /// Works on the condition of a rule, which takes what it does from the number that it gets.
    pub(super) fn of_condition<R>(&self, rule: usize, work: impl FnOnce(&Cell<usize>) -> R) -> R {
        let left = Cell::new(self.conditions.left(rule));
        let result = work(&left);
        self.conditions.leave(rule, left.get());
        result
    }

    /// Aligns the patterns of a rule with a command, on which is spent what they take.
    pub(super) fn of_rule<R>(&self, rule: usize, spent: &Spent, align: impl FnOnce() -> R) -> R {
        self.rules.spend(rule, spent, align)
    }

    /// Aligns a wrapper pattern with a command.
    pub(super) fn of_wrapper<R>(&self, wrapper: usize, spent: &Spent, align: impl FnOnce() -> R) -> R {
        self.wrappers.spend(wrapper, spent, align)
    }
}

/// What is left to each of many.
struct Tally {
    /// What each begins with.
    each: usize,
    /// What those have left that took more than is free.
    left: RefCell<HashMap<usize, usize>>,
}

impl Tally {
    fn of(each: usize) -> Self {
        Self { each, left: RefCell::new(HashMap::new()) }
    }

    fn left(&self, of: usize) -> usize {
        let left = self.left.borrow();
        if left.is_empty() { self.each } else { left.get(&of).copied().unwrap_or(self.each) }
    }

    fn leave(&self, of: usize, left: usize) {
        if self.left(of).saturating_sub(left) > FREE {
            self.left.borrow_mut().insert(of, left);
        }
    }

    fn spend<R>(&self, of: usize, spent: &Spent, align: impl FnOnce() -> R) -> R {
        spent.allow(u32::try_from(self.left(of)).unwrap_or(u32::MAX));
        let result = align();
        self.leave(of, spent.allowed() as usize);
        spent.allow(u32::MAX);
        result
    }
}

#[cfg(test)]
mod tests {
    use crate::decision::tests::decide;
    use crate::verdict::Verdict;

    const TOO_MUCH: &str = "the condition takes too much work";

    /// A condition that holds after so many rounds of ten to the power of `depth`.
    fn nested(depth: usize) -> String {
        let around = |inner: String, at| format!("[0,1,2,3,4,5,6,7,8,9].all(x{at}, {inner})");
        (0..depth).fold("true".to_owned(), around)
    }

    fn rule(action: &str, pattern: &str, depth: usize) -> String {
        format!("{{{action}: '{pattern}', when: '{}'}}", nested(depth))
    }

    #[test]
    fn what_takes_too_much_is_not_known() {
        assert_eq!(decide(&rule("allow", "cc *", 4), "cc x").verdict, Verdict::Allow);
        assert_eq!(decide(&rule("allow", "cc *", 8), "cc x").verdict, Verdict::Ask);
        let denied = decide(&format!("{}, {{allow: 'cc *'}}", rule("deny", "cc *", 8)), "cc x");
        assert_eq!((denied.verdict, denied.reason.contains(TOO_MUCH)), (Verdict::Ask, true), "{}", denied.reason);
    }

    /// However many commands a line has, a rule works no longer on it than its bytes give it time for.
    #[test]
    fn the_commands_of_a_line_take_together_what_the_line_may() {
        let rules = rule("allow", "cc *", 4);
        let lines = ["cc x; ".repeat(2), "cc x; ".repeat(500)];
        let [few, many] = lines.map(|line| decide(&rules, line.trim_end_matches("; ")).verdict);
        assert_eq!((few, many), (Verdict::Allow, Verdict::Ask));
        let light = rule("allow", "cc *", 2);
        assert_eq!(decide(&light, "cc x; ".repeat(5000).trim_end_matches("; ")).verdict, Verdict::Allow);
    }

    /// Thousands of words do not make a deny rule doubtful that looks at each of them.
    #[test]
    fn many_words_are_looked_at_to_the_last() {
        let when =
            "args.exists(a, a.matches('(^|/)[.]env([.][a-z]+)?$') || a.matches('[.](pem|key)$') || a == '.netrc')";
        let rules = format!("{{deny: 'cc *', when: \"{when}\"}}, {{allow: 'cc *'}}");
        assert_eq!(decide(&rules, &format!("cc {}.env", "a ".repeat(12_000))).verdict, Verdict::Deny);
        assert_eq!(decide(&rules, &format!("cc {}", "a ".repeat(12_000))).verdict, Verdict::Allow);
    }

    /// No rule takes from another what it may do, wherever it stands.
    #[test]
    fn other_rules_do_not_make_a_condition_doubtful() {
        let denied = rule("deny", "cc *", 4);
        let others = vec![rule("ask", "cc *", 8); 20].join(", ");
        for rules in [format!("{denied}, {others}"), format!("{others}, {denied}")] {
            assert_eq!(decide(&rules, "cc x").verdict, Verdict::Deny);
        }
    }

    /// Aligning a pattern is bounded for the line too, and that is said.
    #[test]
    fn aligning_many_commands_takes_what_the_line_may() {
        let pattern = format!("cc {}zz", "*a*b*c* ".repeat(10));
        let rules = format!("{{deny: '{pattern}'}}, {{allow: 'cc *'}}, {{deny: 'cc * last'}}");
        // what comes again in a line is judged once
        let many: String = (0..20).map(|number| format!("cc $A $B $C $D $E {number}; ")).collect();
        let decided = decide(&rules, &many);
        assert_eq!(decided.verdict, Verdict::Ask);
        let reasons: Vec<&str> =
            decided.commands.iter().filter_map(|command| command.rules.first()?.because.as_deref()).collect();
        assert!(reasons.iter().any(|why| why.contains("than a rule may for one line")), "{reasons:?}");
        let denied = decide(&rules, &format!("{many}cc x last"));
        assert_eq!(denied.verdict, Verdict::Deny, "{}", denied.reason);
    }
}
