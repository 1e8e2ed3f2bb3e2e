//! An explanation is the evaluation itself, watched: the same verdict, reasons and rules. What it proposes, works.

use runok::decision::CommandDecision;
use runok::decision::trace::{CommandTrace, RuleTrace, Supposed};
use runok::verdict::Match;

use super::case::Case;
use super::judge::Judge;
use super::make_policy::{Policy, Rule};
use super::random::hold;

/// The rules that counted for a command, as a decision lists them.
fn counted(judge: &Judge, command: &CommandTrace) -> Vec<(String, usize, Match, Option<String>)> {
    let parts = command.readings.iter().chain(&command.parts);
    let mut found: Vec<&RuleTrace> = parts.flat_map(|part| &part.rules).collect();
    found.sort_by_key(|rule| rule.rule);
    let mut rules: Vec<_> = found
        .into_iter()
        .map(|found| {
            let rule = judge.rule(found.rule);
            (rule.text.to_string(), rule.line, found.matched, found.because.clone())
        })
        .collect();
    rules.sort();
    rules.dedup();
    rules
}

fn same(judge: &Judge, decision: &CommandDecision, command: &CommandTrace) -> Result<(), String> {
    let mut listed: Vec<_> = decision
        .rules
        .iter()
        .map(|rule| (rule.pattern.clone(), rule.line, rule.matched, rule.because.clone()))
        .collect();
    listed.sort();
    listed.dedup();
    if counted(judge, command) != listed {
        return Err(format!("the rules differ: {listed:?}\n{:?}", counted(judge, command)));
    }
    if (decision.verdict, &decision.reason, decision.span)
        != (command.decision.verdict, &command.decision.reason, command.invocation.span)
    {
        return Err(format!("{decision:?} is not {command:?}"));
    }
    if decision.wrapped.len() != command.wrapped.len() {
        return Err("what it starts differs".to_owned());
    }
    decision.wrapped.iter().zip(&command.wrapped).try_for_each(|(decision, command)| same(judge, decision, command))
}

#[test]
fn an_explanation_is_the_evaluation_itself() {
    hold(100, Case::any, |case| {
        let judge = Judge::of(&case.policy.yaml());
        let source = case.line.source();
        let reading = judge.read(&source);
        let decision = judge.evaluate(&reading, &source);
        let (watched, explanation) = judge.explain(&reading, &source);
        if watched != decision {
            return Err(format!("{decision:?}\nbut watched {watched:?}"));
        }
        if explanation.commands.len() != decision.commands.len() {
            return Err("the commands differ".to_owned());
        }
        let mut pairs = decision.commands.iter().zip(&explanation.commands);
        pairs.try_for_each(|(decision, command)| same(&judge, decision, command))
    });
}

/// Which of the rules are left, with the ones that are proposed.
fn changed(judge: &Judge, policy: &Policy, add: &[String], remove: &[usize]) -> Option<Policy> {
    let gone: Vec<&str> = remove.iter().map(|rule| judge.rule(*rule).text.as_str()).collect();
    let mut changed = policy.clone();
    // a rule that stands there twice is two rules
    let twice = |text: &&str| policy.rules.iter().filter(|rule| rule.pattern == **text).count() > 1;
    if gone.iter().any(twice) {
        return None;
    }
    changed.rules.retain(|rule| !gone.contains(&rule.pattern.as_str()));
    changed.rules.extend(add.iter().map(|pattern| Rule { action: "allow", pattern: pattern.clone(), when: None }));
    Some(changed)
}

/// The proposed rules are written into the policy, and the changed line is judged by it.
#[test]
fn what_is_proposed_gives_the_verdict_that_is_said() {
    let proposed = std::cell::Cell::new(0);
    hold(100, Case::any, |case| {
        let judge = Judge::of(&case.policy.yaml());
        let source = case.line.source();
        let (decision, explanation) = judge.explain(&judge.read(&source), &source);
        for advice in &explanation.advice {
            if advice.gives >= decision.verdict {
                return Err(format!("{advice:?} is no less strict than {:?}", decision.verdict));
            }
            let (mut line, mut policy) = (source.clone(), case.policy.clone());
            for supposed in &advice.supposed {
                match supposed {
                    Supposed::Without { line: other, .. }
                    | Supposed::With { line: other, .. }
                    | Supposed::Known { line: other, .. }
                    | Supposed::Suggested { line: other } => line.clone_from(other),
                    // an alias of the policy's is no name that a rule can hold for itself
                    Supposed::Rules { add, .. } if add.iter().any(|rule| rule == "g" || rule.starts_with("g ")) => {
                        return Ok(());
                    }
                    Supposed::Rules { add, remove } => match changed(&judge, &policy, add, remove) {
                        Some(changed) => policy = changed,
                        None => return Ok(()),
                    },
                    Supposed::Trusted => {}
                }
            }
            let given = Judge::of(&policy.yaml()).verdict(&line);
            if given != advice.gives {
                return Err(format!("{advice:?} gives {given:?}\n{policy}line: {line}"));
            }
            proposed.set(proposed.get() + 1);
        }
        Ok(())
    });
    assert!(proposed.get() > 0, "nothing was proposed");
}
