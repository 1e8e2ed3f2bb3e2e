//! The report as JUnit XML, which CI systems show.
//!
//! Owns the elements and the escaping. A policy is a test suite, a test of it a test case; a problem of the policy is a case
//! with an error. Refuses every character that XML does not admit.

use super::super::problems;
use super::super::sanitize::Clean;
use super::{Report, TestResult};
use crate::decision::Decision;
use crate::policy::Problem;

/// The report of all policies.
#[must_use]
pub fn document(reports: &[Report]) -> String {
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let sum = |count: fn(&Report) -> usize| reports.iter().map(count).sum();
    let figures = figures(sum(cases), sum(Report::failed), sum(|report| report.problems.len()));
    xml.push_str(&format!("<testsuites name=\"runok test\" {figures}>\n"));
    for report in reports {
        add_suite(&mut xml, report);
    }
    xml.push_str("</testsuites>\n");
    xml
}

fn cases(report: &Report) -> usize {
    report.results.len() + report.problems.len()
}

fn figures(tests: usize, failures: usize, errors: usize) -> String {
    format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\"")
}

fn add_suite(xml: &mut String, report: &Report) {
    let figures = figures(cases(report), report.failed(), report.problems.len());
    xml.push_str(&format!("  <testsuite name=\"{}\" {figures} skipped=\"0\">\n", attribute(&report.name)));
    for problem in &report.problems {
        add_problem(xml, problem);
    }
    for result in &report.results {
        add_case(xml, result);
    }
    xml.push_str("  </testsuite>\n");
}

fn add_problem(xml: &mut String, problem: &Problem) {
    open_case(xml, &problem.file, "the policy has no problems", problem.line);
    let summary = problems::summary(problem);
    let mut lines = vec![Clean::one_line(&summary)];
    lines.extend(problems::details(problem));
    xml.push_str(&format!(
        ">\n      <error message=\"{}\" type=\"problem\">{}</error>\n    </testcase>\n",
        attribute(&summary),
        text(&lines)
    ));
}

fn add_case(xml: &mut String, result: &TestResult) {
    let name = format!("{}: {}", result.expected.as_str(), result.command);
    open_case(xml, &result.file, &name, result.line);
    match &result.failure {
        None => xml.push_str("/>\n"),
        Some(decision) => add_failure(xml, result, decision),
    }
}

fn add_failure(xml: &mut String, result: &TestResult, decision: &Decision) {
    let difference = result.difference(decision);
    let place = format!("{}:{}: {}", result.file, result.line, result.shown_command());
    let mut lines = vec![Clean::one_line(&place), difference.clone()];
    lines.extend(result.explanation(decision));
    xml.push_str(&format!(
        ">\n      <failure message=\"{}\" type=\"{}\">{}</failure>\n    </testcase>\n",
        attribute(difference.as_str()),
        result.verdict.as_str(),
        text(&lines)
    ));
}

/// The beginning of a case, up to where its tag closes.
fn open_case(xml: &mut String, file: &str, name: &str, line: usize) {
    let (file, name) = (attribute(file), attribute(name));
    xml.push_str(&format!("    <testcase classname=\"{file}\" name=\"{name}\" file=\"{file}\" line=\"{line}\""));
}

/// A text as the value of an attribute.
fn attribute(text: &str) -> String {
    escaped(Clean::one_line(text).as_str())
}

/// Lines as the text of an element.
fn text(lines: &[Clean]) -> String {
    escaped(&lines.iter().map(Clean::as_str).collect::<Vec<_>>().join("\n"))
}

/// Of what cleaning leaves, XML 1.0 does not admit two.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            '\u{FFFE}' | '\u{FFFF}' => {}
            _ => escaped.push(character),
        }
    }
    escaped
}
