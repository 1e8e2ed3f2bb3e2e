//! The report as one line of JSON.
//!
//! Owns the shape (`version` 1; the order of the keys is part of it). Refuses to leave a key without a value.

use serde::Serialize;

use super::super::json::{self, VERSION};
use super::{Report, RulePlace, TestResult};

/// The report of all policies, without the line break.
#[must_use]
pub fn document(reports: &[Report]) -> String {
    json::line(&Document {
        version: VERSION,
        passed: reports.iter().map(Report::passed).sum(),
        failed: reports.iter().map(Report::failed).sum(),
        policies: reports.iter().map(policy).collect(),
    })
}

fn policy(report: &Report) -> PolicyReport<'_, impl Serialize, impl Serialize> {
    let elsewhere = report.untouched.elsewhere.iter();
    PolicyReport {
        policy: &report.name,
        passed: report.passed(),
        failed: report.failed(),
        tests: report.results.iter().map(test).collect(),
        untouched: report.untouched.own.iter().map(rule).collect(),
        untouched_elsewhere: elsewhere
            .map(|(file, untouched, rules)| Elsewhere { file, untouched: *untouched, rules: *rules })
            .collect(),
        problems: report.problems.iter().map(json::problem).collect(),
        warnings: report.warnings.iter().map(json::problem).collect(),
    }
}

fn test(result: &TestResult) -> TestReport<'_, impl Serialize> {
    TestReport {
        file: &result.file,
        line: result.line,
        command: &result.command,
        expected: result.expected.as_str(),
        decision: result.verdict.as_str(),
        result: if result.failure.is_some() { "failed" } else { "passed" },
        answer: result.failure.as_ref().map(|decision| json::answer(decision, &[])),
    }
}

fn rule(place: &RulePlace) -> RuleReport<'_> {
    RuleReport { action: place.action.as_str(), pattern: &place.pattern, file: &place.file, line: place.line }
}

#[derive(Serialize)]
struct Document<P> {
    version: u32,
    passed: usize,
    failed: usize,
    policies: Vec<P>,
}

#[derive(Serialize)]
struct PolicyReport<'a, T, P> {
    policy: &'a str,
    passed: usize,
    failed: usize,
    tests: Vec<T>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    untouched: Vec<RuleReport<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    untouched_elsewhere: Vec<Elsewhere<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    problems: Vec<P>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<P>,
}

#[derive(Serialize)]
struct TestReport<'a, A> {
    file: &'a str,
    line: usize,
    command: &'a str,
    expected: &'static str,
    decision: &'static str,
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<A>,
}

#[derive(Serialize)]
struct RuleReport<'a> {
    action: &'static str,
    pattern: &'a str,
    file: &'a str,
    line: usize,
}

#[derive(Serialize)]
struct Elsewhere<'a> {
    file: &'a str,
    untouched: usize,
    rules: usize,
}
