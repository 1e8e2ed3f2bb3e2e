//! Problems of policy files, for a person to read.
//!
//! Owns the layout: `file:line:column: what`, the offending text, what would be right. Refuses to find problems.

use super::sanitize::Clean;
use crate::policy::{Problem, Source};

/// The most characters of an offending text that are shown.
const MAX_TEXT_CHARS: usize = 120;

/// What stands below a problem's summary: the offending text, and what would be right.
#[must_use]
pub fn details(problem: &Problem) -> Vec<Clean> {
    let mut lines = Vec::new();
    if !problem.text.is_empty() {
        let shown: String = problem.text.chars().take(MAX_TEXT_CHARS).collect();
        lines.push(Clean::new(&format!("    {}", Clean::one_line(&shown))));
    }
    if let Some(help) = &problem.help {
        lines.push(Clean::new(&format!("    help: {}", Clean::one_line(help))));
    }
    lines
}

/// A problem with its details.
#[must_use]
pub fn problem(problem: &Problem) -> Vec<Clean> {
    told("", problem)
}

/// The same for what is loaded all the same.
#[must_use]
pub fn warning(warning: &Problem) -> Vec<Clean> {
    told("warning: ", warning)
}

fn told(prefix: &str, problem: &Problem) -> Vec<Clean> {
    let mut lines = vec![Clean::one_line(&format!("{prefix}{}", summary(problem)))];
    lines.extend(details(problem));
    lines
}

/// `1 rule`, `2 rules`.
#[must_use]
pub fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// One problem in one line: `file:line:column: what`.
#[must_use]
pub fn summary(problem: &Problem) -> String {
    format!("{}:{}:{}: {}", problem.file, problem.line, problem.column, problem.what)
}

/// A policy file in one line: its name, why it was read, and whether it counts in full.
#[must_use]
pub fn source(source: &Source) -> Clean {
    let trust = if source.trusted { "trusted" } else { "not trusted: only its deny and ask rules count" };
    Clean::one_line(&format!("{} ({}; {trust})", source.name, source.role))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_tells_where_what_and_what_would_be_right() {
        let problem = Problem {
            file: "runok.yml".into(),
            line: 3,
            column: 5,
            text: "rulez".into(),
            what: "unknown key `rulez`".into(),
            help: Some("did you mean `rules`?".into()),
        };
        assert_eq!(summary(&problem), "runok.yml:3:5: unknown key `rulez`");
        let details = details(&problem);
        let details: Vec<&str> = details.iter().map(Clean::as_str).collect();
        assert_eq!(details, ["    rulez", "    help: did you mean `rules`?"]);
    }
}
