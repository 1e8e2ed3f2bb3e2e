//! Every problem of a policy, for the commands that report all of them.
//!
//! Owns the compiling of what `check` compiles only when it needs it: the conditions, and the names, functions and regular
//! expressions in them; and what of them is told as a warning. Refuses to repair.

use crate::decision::when::{Condition, ConditionProblem};
use crate::policy::{Loaded, Placed, Problem};

/// Adds the problems of the conditions of a policy that was read thoroughly, and puts all of them in the order of the files
/// and of their lines.
pub(crate) fn complete(loaded: &mut Loaded) {
    loaded.problems.extend(loaded.conditions.iter().flat_map(condition_problems));
    loaded.warnings.extend(loaded.conditions.iter().flat_map(condition_warnings));
    let sources = &loaded.policy.sources;
    let place = |file: &str| sources.iter().position(|source| source.name == file);
    for told in [&mut loaded.problems, &mut loaded.warnings] {
        told.sort_by_key(|problem| (place(&problem.file), problem.line, problem.column));
    }
}

/// What in a rule's condition never holds.
fn condition_warnings(condition: &Placed) -> Vec<Problem> {
    let found = Condition::parse(&condition.text).map(|parsed| parsed.advice()).unwrap_or_default();
    found.into_iter().map(|found| in_condition(condition, found)).collect()
}

/// What is wrong with a rule's condition.
fn condition_problems(condition: &Placed) -> Vec<Problem> {
    match Condition::parse(&condition.text) {
        Ok(parsed) => parsed.problems().into_iter().map(|found| in_condition(condition, found)).collect(),
        Err(error) => {
            let before = condition.text.get(..error.offset).map_or(0, |before| before.chars().count());
            let (column, place) = if condition.verbatim {
                (condition.column + before, String::new())
            } else {
                (condition.column, format!(", at its character {}", before + 1))
            };
            vec![problem(condition, column, format!("`when` is not a condition: {}{place}", error.what))]
        }
    }
}

fn in_condition(condition: &Placed, found: ConditionProblem) -> Problem {
    Problem { help: found.help, ..problem(condition, condition.column, format!("in `when`: {}", found.what)) }
}

fn problem(condition: &Placed, column: usize, what: String) -> Problem {
    let (file, line, text) = (condition.file.clone(), condition.line, condition.text.clone());
    Problem { file, line, column, text, what, help: None }
}
