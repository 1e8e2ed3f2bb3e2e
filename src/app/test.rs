//! `runok test`: runs the tests that stand in policy files, and says what came of them.
//!
//! Owns which policies are tested, and how a run ends. Refuses to judge ([`Judge`] does, the same that `check` asks) and to
//! test a policy that has problems.

use std::io;
use std::path::PathBuf;
use std::rc::Rc;

use super::arguments::{ReportFormat, Test};
use super::facts::{own_directory, policy_request};
use super::judge::{self, Judge};
use super::output::Output;
use super::request::Request;
use super::thorough;
use super::watch::Watch;
use crate::answer::exit::ExitStatus;
use crate::answer::report::{Report, TestResult, Touched, json, junit, text};
use crate::decision::Decision;
use crate::input::CommandLine;
use crate::policy::RuleTest;
use crate::policy::load::testing::{self, Tested};

/// Runs the tests and reports.
///
/// # Errors
/// When writing fails.
pub(crate) fn run(arguments: &Test, output: &mut Output) -> io::Result<ExitStatus> {
    let request = policy_request(None, own_directory(), true);
    let files: Vec<&PathBuf> = arguments.files.iter().chain(&arguments.config).collect();
    let policies = if files.is_empty() {
        testing::found(&request)
    } else {
        files.iter().map(|file| testing::named(&request, &file.to_string_lossy())).collect()
    };
    let reports: Vec<Report> = policies.into_iter().map(report).collect();
    match arguments.output_format {
        ReportFormat::Text => output.page(&text::page(&reports, arguments.quiet))?,
        ReportFormat::Json => output.json(&json::document(&reports))?,
        ReportFormat::Junit => output.document(&junit::document(&reports))?,
    }
    Ok(reports.iter().map(status).fold(ExitStatus::Done, ExitStatus::and))
}

fn status(report: &Report) -> ExitStatus {
    match (report.problems.is_empty(), report.failed()) {
        (false, _) => ExitStatus::Unusable,
        (true, 0) => ExitStatus::Done,
        (true, _) => ExitStatus::Failed,
    }
}

/// Tests one policy.
fn report(mut tested: Tested) -> Report {
    thorough::complete(&mut tested.loaded);
    let mut report = Report {
        name: tested.name,
        problems: std::mem::take(&mut tested.loaded.problems),
        warnings: std::mem::take(&mut tested.loaded.warnings),
        ..Report::default()
    };
    if !report.problems.is_empty() {
        return report;
    }
    let loaded = Rc::new(tested.loaded);
    let mut judge = Judge::of(Rc::clone(&loaded), tested.unasked);
    let mut touched = Touched::default();
    for (file, test) in tested.tests {
        let decision = decide(&mut judge, &test, tested.directory.as_deref());
        touched.add(&decision);
        report.results.push(result(file, test, decision));
    }
    report.untouched = touched.others(&loaded.policy.rules, &tested.own);
    report
}

/// The answer to a test's command, as `check` would give it.
fn decide(judge: &mut Judge, test: &RuleTest, directory: Option<&str>) -> Decision {
    let request = match &test.tool {
        Some(call) => Request::tool(call.clone(), directory),
        None => CommandLine::new(test.command.as_str()).map(Request::text).map_err(|error| error.to_string()),
    };
    match request {
        Ok(request) => {
            let request = Request { directory: directory.map(str::to_owned), ..request };
            judge.judge(&request, Some(&Watch::for_note(Some(test.expect)))).decision
        }
        Err(why) => judge::ask(why),
    }
}

fn result(file: String, test: RuleTest, decision: Decision) -> TestResult {
    let RuleTest { expect: expected, command, line, .. } = test;
    let verdict = decision.verdict;
    let failure = (verdict != expected).then_some(decision);
    TestResult { file, line, command, expected, verdict, failure }
}
