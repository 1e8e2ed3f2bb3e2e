//! Every problem of a policy, for the commands that report all of them.
//!
//! Owns the compiling of what `check` compiles only when it needs it: the conditions, and the names, functions and regular
//! expressions in them. Refuses to repair.

use crate::decision::when::{Condition, ConditionProblem};
use crate::policy::{Loaded, Placed, Problem};

/// Adds the problems of the conditions of a policy that was read thoroughly, and puts all of them in the order of the files
/// and of their lines.
pub(crate) fn complete(loaded: &mut Loaded) {
    loaded.problems.extend(loaded.conditions.iter().flat_map(condition_problems));
    let sources = &loaded.policy.sources;
    let place = |file: &str| sources.iter().position(|source| source.name == file);
    loaded.problems.sort_by_key(|problem| (place(&problem.file), problem.line, problem.column));
}

/// What is wrong with a rule's condition.
fn condition_problems(condition: &Placed) -> Vec<Problem> {
    match Condition::parse(&condition.text) {
        Ok(parsed) => {
            let in_it = |found: ConditionProblem| Problem {
                help: found.help,
                ..problem(condition, condition.column, format!("in `when`: {}", found.what))
            };
            parsed.problems().into_iter().map(in_it).collect()
        }
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

fn problem(condition: &Placed, column: usize, what: String) -> Problem {
    let (file, line, text) = (condition.file.clone(), condition.line, condition.text.clone());
    Problem { file, line, column, text, what, help: None }
}
