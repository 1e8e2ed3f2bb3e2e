//! More rules, more commands, another order: none of it loosens.

use super::case::Case;
use super::judge::Judge;
use super::line::Node;
use super::make_line::{line, simple};
use super::make_policy::rule;
use super::random::{Random, hold};

/// Holds where the second is at least as strict as the first.
fn not_looser(before: (&str, runok::verdict::Verdict), after: (&str, runok::verdict::Verdict)) -> Result<(), String> {
    if after.1 >= before.1 {
        return Ok(());
    }
    Err(format!("{:?}: {}\nbut {:?}: {}", before.1, before.0, after.1, after.0))
}

#[test]
fn adding_a_deny_rule_never_loosens() {
    hold(100, Case::any, |case| {
        let mut random = case.of_policy();
        let action = if random.one_in(4) { "ask" } else { "deny" };
        let added = rule(&mut random, action);
        // a rule whose `when` reads `redirects` takes the redirections of its commands from the defaults
        if added.reads_redirects() {
            return Ok(());
        }
        let mut more = case.policy.clone();
        let at = random.below(more.rules.len() + 1);
        more.rules.insert(at, added.clone());
        let source = case.line.source();
        let mut before = Judge::of(&case.policy.yaml()).verdict(&source);
        // a rule of ask stands in the place of a default of deny
        if added.action == "ask" && case.policy.default == Some("deny") {
            before = before.min(runok::verdict::Verdict::Ask);
        }
        not_looser(("without", before), (&format!("with {added:?}"), Judge::of(&more.yaml()).verdict(&source)))
    });
}

#[test]
fn the_order_of_rules_never_matters() {
    hold(100, Case::any, |case| {
        let mut random = case.of_policy();
        let mut other = case.policy.clone();
        for at in (1..other.rules.len()).rev() {
            other.rules.swap(at, random.below(at + 1));
        }
        let source = case.line.source();
        let (one, two) = (Judge::of(&case.policy.yaml()).verdict(&source), Judge::of(&other.yaml()).verdict(&source));
        if one == two { Ok(()) } else { Err(format!("{one:?}, but {two:?} in the order\n{other}")) }
    });
}

/// What a line that defines functions or callbacks runs can become known by calls that follow: `f() { cat "$1"; }` asks,
/// since anything may call it, and `f() { cat "$1"; }; f x` need not. That is not loosening; such lines are let alone.
fn defines(line: &str) -> bool {
    line.contains("f()") || line.contains("trap ")
}

#[test]
fn appending_a_command_never_loosens() {
    hold(100, Case::any, |case| {
        let mut random = case.random();
        let source = case.line.source();
        if defines(&source) {
            return Ok(());
        }
        let judge = Judge::of(&case.policy.yaml());
        let appended = if random.one_in(3) { line(&mut random, 1) } else { Node::Simple(simple(&mut random)) };
        let joiner = if source.ends_with('\n') { "" } else { random.pick(&["; ", " && ", "\n", " || ", " & ", " | "]) };
        let longer = format!("{source}{joiner}{}", appended.source());
        // what a pipe or the background changes is seen by conditions
        let seen = matches!(joiner, " | ") && case.policy.rules.iter().any(|rule| rule.when.is_some());
        if seen {
            return Ok(());
        }
        not_looser((&source, judge.verdict(&source)), (&longer, judge.verdict(&longer)))
    });
}

/// Bash runs the lines before the one that it does not understand.
#[test]
fn a_line_that_is_not_understood_takes_nothing_from_those_before_it() {
    const BROKEN: [&str; 14] = [
        ")",
        "fi",
        "echo 'x",
        "done; ls",
        "if",
        "(",
        "x=(",
        "ls | | ls",
        "&& ls",
        "cat <<E",
        "${",
        "$((",
        "case x in",
        "}",
    ];
    hold(100, Case::any, |case| {
        let source = case.line.source();
        if defines(&source) {
            return Ok(());
        }
        let judge = Judge::of(&case.policy.yaml());
        let longer = format!("{source}\n{}", case.random().pick(&BROKEN));
        let verdict = judge.verdict(&longer);
        if verdict == runok::verdict::Verdict::Allow {
            return Err(format!("allowed: {longer}"));
        }
        not_looser((&source, judge.verdict(&source)), (&longer, verdict))
    });
}

#[test]
fn prepending_a_command_that_changes_nothing_never_loosens() {
    hold(100, Case::any, |case| {
        let source = case.line.source();
        let judge = Judge::of(&case.policy.yaml());
        let prefix = Random::new(case.choice).pick(&["true; ", "echo x\n", "ls -l | cat; ", ": x; ", "(cd /; ls); "]);
        let longer = format!("{prefix}{source}");
        not_looser((&source, judge.verdict(&source)), (&longer, judge.verdict(&longer)))
    });
}
