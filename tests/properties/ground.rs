//! What ground the drawn cases reach: a property says little where nothing is drawn that it could fail on.

use runok::command::Invocation;
use runok::decision::CommandDecision;
use runok::verdict::{Match, Verdict};

use super::case::Case;
use super::judge::Judge;
use super::random::{cases, drawn, seed};

/// Kinds of cases, and how many of a hundred must be of it.
const KINDS: [(&str, u64); 16] = [
    ("allowed", 12),
    ("asked", 20),
    ("denied", 12),
    ("an allow rule counts", 15),
    ("an ask rule counts", 8),
    ("a deny rule must match", 8),
    ("a deny rule only may match", 6),
    ("a rule with a condition counts", 4),
    ("a rule about effects counts", 6),
    ("a rule about redirections or assignments counts", 2),
    ("a command starts others", 8),
    ("two commands or more", 15),
    ("a word is not known", 20),
    ("a redirection", 10),
    ("an assignment", 6),
    ("an option table of the policy is used", 3),
];

fn all<'a>(commands: &'a [CommandDecision], found: &mut Vec<&'a CommandDecision>) {
    for command in commands {
        found.push(command);
        all(&command.wrapped, found);
    }
}

fn any(invocations: &[Invocation], holds: &dyn Fn(&Invocation) -> bool) -> bool {
    let inside = |invocation: &Invocation| invocation.wrapped.iter().any(|wrapped| any(&wrapped.runs, holds));
    invocations.iter().any(|invocation| holds(invocation) || inside(invocation))
}

/// Which of the kinds a case is of, in their order.
fn kinds(case: &Case) -> [bool; KINDS.len()] {
    let judge = Judge::of(&case.policy.yaml());
    let source = case.line.source();
    let reading = judge.read(&source);
    let decision = judge.evaluate(&reading, &source);
    let mut commands = Vec::new();
    all(&decision.commands, &mut commands);
    let counts = |holds: &dyn Fn(Verdict, Match, &str) -> bool| {
        let rules = commands.iter().flat_map(|command| &command.rules);
        rules.filter(|rule| rule.matched != Match::Never).any(|rule| holds(rule.action, rule.matched, &rule.pattern))
    };
    let has_condition = |text: &str| case.policy.rules.iter().any(|rule| rule.pattern == text && rule.when.is_some());
    let is_aside =
        |text: &str| text.starts_with(['>', '<']) || text.split(' ').next().is_some_and(|head| head.contains('='));
    let calls = |holds: &dyn Fn(&Invocation) -> bool| any(&reading.invocations, holds);
    let named = |invocation: &Invocation| {
        let name = invocation.words.first().and_then(|word| word.known());
        case.policy.tables.iter().any(|table| Some(table.name) == name)
    };
    [
        decision.verdict == Verdict::Allow,
        decision.verdict == Verdict::Ask,
        decision.verdict == Verdict::Deny,
        counts(&|action, matched, _| action == Verdict::Allow && matched == Match::Must),
        counts(&|action, _, _| action == Verdict::Ask),
        counts(&|action, matched, _| action == Verdict::Deny && matched == Match::Must),
        counts(&|action, matched, _| action == Verdict::Deny && matched == Match::May),
        counts(&|_, _, text| has_condition(text)),
        counts(&|_, _, text| text.contains("<effect:")),
        counts(&|_, _, text| is_aside(text)),
        commands.iter().any(|command| !command.wrapped.is_empty()),
        reading.invocations.len() > 1,
        calls(&|invocation| invocation.words.iter().any(|word| word.known().is_none())),
        calls(&|invocation| !invocation.redirects.is_empty()),
        calls(&|invocation| !invocation.assignments.is_empty()),
        calls(&named),
    ]
}

#[test]
fn the_drawn_cases_reach_every_kind_of_ground() {
    let count = cases(50).max(500);
    let mut found = [0_u64; KINDS.len()];
    for number in 0..count {
        for (found, is_one) in found.iter_mut().zip(kinds(&drawn(seed() + number, Case::any))) {
            *found += u64::from(is_one);
        }
    }
    for ((kind, least), found) in KINDS.iter().zip(found) {
        println!("{:3} of 100 cases (at least {least}): {kind}", found * 100 / count);
    }
    for ((kind, least), found) in KINDS.iter().zip(found) {
        assert!(found * 100 >= least * count, "only {found} of {count} cases: {kind}");
    }
}
