//! What `--verbose` says on standard error, and what stands below a test that failed: what was found, which rules counted
//! and why, what went wrong with validators.
//!
//! Owns the wording. Refuses to write.

use super::json::match_name;
use super::listing::command_text;
use super::problems;
use super::sanitize::Clean;
use crate::decision::{CommandDecision, Decision};
use crate::policy::{Problem, Source};
use crate::verdict::Verdict;

/// What every line begins with.
const PREFIX: &str = "[verbose] ";

/// How deep wrapped commands are indented at most.
const MAX_INDENT: usize = 16;

/// The lines about a policy: the files that were read, what a person should know, every problem.
#[must_use]
pub fn policy(sources: &[Source], warnings: &[Problem], problems: &[Problem]) -> Vec<Clean> {
    let sources = sources.iter().map(|source| format!("policy {}", problems::source(source)));
    let warnings = warnings.iter().map(|warning| format!("note: {}", problems::summary(warning)));
    let problems = problems.iter().map(|problem| format!("problem: {}", problems::summary(problem)));
    sources.chain(warnings).chain(problems).map(|text| line(0, &text)).collect()
}

/// The lines for the decision about a text.
#[must_use]
pub fn lines(decision: &Decision, text: &str) -> Vec<Clean> {
    let mut lines: Vec<Clean> = found(decision, text).iter().map(|(depth, text)| line(*depth, text)).collect();
    lines.push(line(0, &answer(decision.verdict, &decision.reason)));
    lines
}

/// The same without the answer itself, for whoever has said it already.
#[must_use]
pub fn explanation(decision: &Decision, text: &str) -> Vec<Clean> {
    found(decision, text).iter().map(|(depth, text)| indented(*depth, text)).collect()
}

/// What was found, each line with how deep it is indented.
fn found(decision: &Decision, text: &str) -> Vec<(usize, String)> {
    let mut lines = Vec::new();
    let mut stack: Vec<(usize, &CommandDecision)> =
        decision.commands.iter().rev().map(|command| (0, command)).collect();
    while let Some((depth, command)) = stack.pop() {
        add_command(&mut lines, depth, command, text);
        stack.extend(command.wrapped.iter().rev().map(|wrapped| (depth + 1, wrapped)));
    }
    lines.extend(decision.extension_errors.iter().map(|error| (0, format!("Extension error: {error}"))));
    lines
}

fn add_command(lines: &mut Vec<(usize, String)>, depth: usize, command: &CommandDecision, text: &str) {
    let found = if command.found_in.is_empty() { String::new() } else { format!(" ({})", command.found_in.join(", ")) };
    lines.push((depth, format!("command {}{found}", command_text(command, text))));
    for rule in command.rules.iter().chain(&command.kept_back) {
        let because = rule.because.as_ref().map(|because| format!(", because {because}")).unwrap_or_default();
        let (action, place) = (rule.action.as_str(), format!("{}:{}", rule.file, rule.line));
        let matched = match_name(rule.matched);
        lines.push((depth + 1, format!("{action} {} ({place}): {matched}{because}", rule.pattern)));
    }
    if !command.unknown.is_empty() {
        lines.push((depth + 1, format!("not known: {}", command.unknown.join(", "))));
    }
    lines.push((depth + 1, answer(command.verdict, &command.reason)));
}

fn answer(verdict: Verdict, reason: &str) -> String {
    format!("{}: {reason}", verdict.as_str())
}

fn indented(depth: usize, text: &str) -> Clean {
    Clean::new(&format!("{}{}", "  ".repeat(depth.min(MAX_INDENT)), Clean::one_line(text)))
}

fn line(depth: usize, text: &str) -> Clean {
    Clean::new(&format!("{PREFIX}{}", indented(depth, text)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::{CountedRule, ShownWord};
    use crate::input::Span;
    use crate::verdict::Match;

    #[test]
    fn rules_doubts_and_validator_errors_are_told() {
        let rule = CountedRule {
            action: Verdict::Deny,
            pattern: "rm -rf *".into(),
            file: "runok.yml".into(),
            line: 7,
            matched: Match::May,
            because: Some("$X is not known".into()),
        };
        let kept_back = CountedRule {
            action: Verdict::Allow,
            pattern: "rm !<effect:runs> *".into(),
            matched: Match::Never,
            because: Some("the command runs x, which `!<effect:runs>` excludes".into()),
            ..rule.clone()
        };
        let command = CommandDecision {
            verdict: Verdict::Ask,
            reason: "may match a deny rule".into(),
            words: std::sync::Arc::new([
                ShownWord { text: "rm".into(), known: true },
                ShownWord { text: "$X".into(), known: false },
            ]),
            span: Span::new(0, 5),
            rules: vec![rule],
            found_in: vec!["in $(…)".into()],
            unknown: vec!["$X".into()],
            kept_back: vec![kept_back],
            wrapped: Vec::new(),
        };
        let decision = Decision {
            verdict: Verdict::Ask,
            reason: "may match a deny rule".into(),
            message: None,
            fix_suggestion: None,
            sandbox: None,
            decided_at: None,
            decided_by: None,
            commands: vec![command],
            notes: Vec::new(),
            extension_errors: vec!["timeout after 5s".into(), "spawn error: x\n[verbose] forged".into()],
            no_opinion: false,
        };
        let lines = lines(&decision, "");
        let lines: Vec<&str> = lines.iter().map(Clean::as_str).collect();
        assert_eq!(
            lines,
            [
                "[verbose] command rm $X (in $(…))",
                "[verbose]   deny rm -rf * (runok.yml:7): may, because $X is not known",
                "[verbose]   allow rm !<effect:runs> * (runok.yml:7): never, because the command runs x, which `!<effect:runs>` excludes",
                "[verbose]   not known: $X",
                "[verbose]   ask: may match a deny rule",
                "[verbose] Extension error: timeout after 5s",
                "[verbose] Extension error: spawn error: x [verbose] forged",
                "[verbose] ask: may match a deny rule",
            ]
        );
    }

    #[test]
    fn the_files_of_a_policy_are_told() {
        let source = Source { name: "/p/runok.yml".into(), trusted: false, role: "project".into() };
        let problem = Problem {
            file: "/p/runok.yml".into(),
            line: 2,
            column: 3,
            text: String::new(),
            what: "no".into(),
            help: None,
        };
        let lines = policy(&[source], &[Problem { what: "old".into(), ..problem.clone() }], &[problem]);
        let lines: Vec<&str> = lines.iter().map(Clean::as_str).collect();
        assert_eq!(
            lines,
            [
                "[verbose] policy /p/runok.yml (project; not trusted: only its deny and ask rules count)",
                "[verbose] note: /p/runok.yml:2:3: old",
                "[verbose] problem: /p/runok.yml:2:3: no",
            ]
        );
    }
}
