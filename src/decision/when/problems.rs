//! What in a condition can only fail: names, keys and functions that do not exist, regular expressions that cannot be read.
//!
//! Owns the list of variables and the messages. Refuses to evaluate.

use super::functions;
use super::scene::fixed_keys;
use crate::decision::text;
use crate::policy::condition::syntax::{Expression, Node};
use crate::policy::did_you_mean;

/// The variables of conditions.
pub(super) const VARIABLES: [&str; 14] = [
    "args",
    "definitions",
    "env",
    "flag_groups",
    "flags",
    "fs",
    "git",
    "effects",
    "os",
    "paths",
    "pipe",
    "redirects",
    "shell",
    "vars",
];

/// Something in a condition that fails whenever it is reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConditionProblem {
    /// What is wrong.
    pub what: String,
    /// What may have been meant.
    pub help: Option<String>,
}

/// What in a tree can only fail.
pub(super) fn find(root: &Node) -> Vec<ConditionProblem> {
    let mut bound: Vec<&str> = Vec::new();
    root.walk(&mut |node| {
        if let Expression::Comprehension(comprehension) = &*node.expression {
            bound.push(&comprehension.variable);
        }
    });
    let mut problems = Vec::new();
    root.walk(&mut |node| match &*node.expression {
        Expression::Name(name) if !VARIABLES.contains(&name.as_str()) && !bound.contains(&name.as_str()) => {
            let help = did_you_mean(name, VARIABLES.into_iter().chain(bound.iter().copied()));
            problems.push(ConditionProblem { what: format!("`{name}` is not defined"), help });
        }
        Expression::Select(of, key) => problems.extend(of_key(of, key, &bound)),
        Expression::Index(of, at) => {
            if let Expression::Text(key) = &*at.expression {
                problems.extend(of_key(of, key, &bound));
            }
        }
        Expression::Call(target, function, arguments) => {
            problems.extend(of_call(function, arguments.len() + usize::from(target.is_some())));
            problems.extend(of_regex(function, arguments));
        }
        _ => {}
    });
    problems
}

/// A key that a variable never has. (`has(shell.x)` and `'x' in shell` only ask, so they may name any.)
fn of_key(of: &Node, key: &str, bound: &[&str]) -> Option<ConditionProblem> {
    let Expression::Name(variable) = &*of.expression else { return None };
    let known = fixed_keys(variable).filter(|_| !bound.contains(&variable.as_str()))?;
    if known.contains(&key) {
        return None;
    }
    let help = did_you_mean(key, known.into_iter());
    Some(ConditionProblem { what: format!("`{variable}` has no key `{key}`"), help })
}

fn of_call(function: &str, count: usize) -> Option<ConditionProblem> {
    let what = functions::misuse(function, count)?.why.to_string();
    let is_known = functions::names().any(|name| name == function);
    let help = did_you_mean(function, functions::names()).filter(|_| !is_known);
    Some(ConditionProblem { what, help })
}

fn of_regex(function: &str, arguments: &[Node]) -> Option<ConditionProblem> {
    let Expression::Text(pattern) = &*arguments.last()?.expression else { return None };
    let error = text::Regex::new(pattern).err().filter(|_| function == "matches")?;
    Some(ConditionProblem { what: error.to_string(), help: None })
}
