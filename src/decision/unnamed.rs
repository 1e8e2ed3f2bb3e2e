//! Commands whose name is not known: every rule may be meant.
//!
//! Owns when enough was said of one, and with that how many rules are told of any command that may match it. The property it keeps: what is no longer asked could only have said once more that the
//! command is to be asked about. Refuses to count what was spent (`matcher::Spent`).

use crate::policy::pattern::{CommandPattern, Pattern};
use crate::verdict::Verdict;

use super::case::Case;
use super::gather::Hearing;
use super::judged::{Counted, Said};

/// The most rules that are told of a command as such that may match it: one of them is enough for `ask`.
const MAX_MAY: usize = 20;

/// Records a rule that may match, unless as many do as are told. Whoever wants to know how it came about is told of all.
pub(super) fn may_match(said: &mut Said, counted: Counted, hearing: &Hearing<'_>) {
    if said.may.len() < MAX_MAY || hearing.trace.is_some() {
        said.may.push(counted);
    }
}

/// Need a rule no longer be asked? Nothing is left to spend, and what only may be meant says nothing that was not said.
pub(super) fn is_said(said: &Said, patterns: &[Pattern], case: &Case<'_>, hearing: &Hearing<'_>) -> bool {
    said.may.len() >= MAX_MAY
        && hearing.trace.is_none()
        && !case.subject.is_named()
        && case.subject.spent.is_all()
        && patterns.iter().all(only_may_be_meant)
}

/// A name in full may be that of a command whose name is not known, and surely is not.
fn only_may_be_meant(pattern: &Pattern) -> bool {
    match &pattern.command {
        CommandPattern::Names(names) => names.iter().all(|name| name.as_plain().is_some()),
        CommandPattern::Any | CommandPattern::Var(_) => false,
    }
}

/// What is said of a command where nothing is left to spend.
pub(super) fn too_many_rules(case: &Case<'_>) -> Option<Said> {
    let why = || "its name is not known, and more rules may be meant than are looked at".to_owned();
    let spent = case.subject.spent.is_all();
    spent.then(|| Said { fallback: Some((Verdict::Ask, why())), ..Said::default() })
}

#[cfg(test)]
mod tests {
    use super::MAX_MAY;
    use crate::decision::tests::decide;
    use crate::verdict::Verdict::{Ask, Deny};

    /// A line of so many commands of unknown names, each another one, and what stands behind them.
    fn behind_unnamed(count: usize, last: &str) -> String {
        (0..count).map(|number| format!("$X {number} x; ")).chain([last.to_owned()]).collect()
    }

    fn many_rules(count: usize) -> String {
        (0..count).map(|number| format!("{{deny: 'tool{number} *-f* x'}}, ")).collect()
    }

    /// However much is spent on other commands of the line, a rule that surely matches one does.
    #[test]
    fn what_surely_is_denied_stays_denied_behind_thousands_of_commands() {
        let rules =
            many_rules(300) + "{deny: '* <effect:deletes>'}, {deny: '* last', when: 'size(args) > 0'}, {deny: 'cc'}";
        for last in ["rm x", "$X last", "\"$X\" a last", "cc"] {
            for count in [1, 3000] {
                assert_eq!(decide(&rules, &behind_unnamed(count, last)).verdict, Deny, "{count} {last}");
            }
        }
    }

    #[test]
    fn a_command_is_told_a_few_of_the_rules_that_may_match_it_and_is_asked_about() {
        let rules = many_rules(300);
        let decided = decide(&rules, &behind_unnamed(3000, "$X -f x"));
        assert_eq!(decided.verdict, Ask);
        assert!(decided.commands.iter().all(|command| command.verdict == Ask && command.rules.len() <= MAX_MAY));
        assert!(decided.commands.iter().any(|command| command.rules.len() == MAX_MAY));
    }
}
