//! The report for people.
//!
//! Owns the layout: problems, failures with why, the summary, the rules that no test touches. Refuses to write.

use super::super::problems;
use super::super::sanitize::Clean;
use super::super::text::{Page, Style};
use super::Report;
use crate::verdict::Verdict;

/// The report of several policies: the problems of all of them, then one after the other. A `quiet` one has problems,
/// failures and summaries alone.
#[must_use]
pub fn page(reports: &[Report], quiet: bool) -> Page {
    let mut page = Page::default();
    let warnings = reports.iter().flat_map(|report| &report.warnings).filter(|_| !quiet).map(problems::warning);
    let problems = reports.iter().flat_map(|report| &report.problems).map(problems::problem);
    for lines in warnings.chain(problems) {
        lines.iter().for_each(|line| add_line(&mut page, line.as_str()));
        add_line(&mut page, "");
    }
    for report in reports {
        add_report(&mut page, report, quiet);
    }
    if reports.len() > 1 {
        let (passed, failed) = (reports.iter().map(Report::passed).sum(), reports.iter().map(Report::failed).sum());
        add_summary(&mut page, passed, failed, "all together");
    }
    page
}

fn add_report(page: &mut Page, report: &Report, quiet: bool) {
    let name = Clean::one_line(&report.name);
    if !report.problems.is_empty() {
        let problems = problems::counted(report.problems.len(), "problem");
        return add_line(page, &format!("no test was run, because of {problems} ({name})"));
    }
    if report.results.is_empty() {
        return add_line(page, &format!("there are no tests ({name})"));
    }
    add_failures(page, report);
    add_summary(page, report.passed(), report.failed(), &report.name);
    if !quiet {
        add_untouched(page, report);
    }
}

fn add_failures(page: &mut Page, report: &Report) {
    for (result, decision) in report.failures() {
        page.add(Style::Verdict(Verdict::Deny), "FAIL");
        let place = Clean::one_line(&format!("{}:{}", result.file, result.line));
        add_line(page, &format!(" {place}: {}", result.shown_command()));
        add_line(page, &format!("  {}", result.difference(decision)));
        for line in result.explanation(decision) {
            page.add(Style::Faint, &format!("    {line}\n"));
        }
    }
}

fn add_summary(page: &mut Page, passed: usize, failed: usize, name: &str) {
    let style = |count, verdict| if count > 0 { Style::Verdict(verdict) } else { Style::Plain };
    page.add(style(passed, Verdict::Allow), &format!("{passed} passed")).add(Style::Plain, ", ");
    page.add(style(failed, Verdict::Deny), &format!("{failed} failed"));
    add_line(page, &format!(" ({})", Clean::one_line(name)));
}

fn add_untouched(page: &mut Page, report: &Report) {
    if report.untouched.is_empty() {
        return;
    }
    add_line(page, "no test touches");
    for rule in &report.untouched.own {
        let text = format!("{}:{}: {} {}", rule.file, rule.line, rule.action.as_str(), rule.pattern);
        add_line(page, &format!("  {}", Clean::one_line(&text)));
    }
    for (file, untouched, all) in &report.untouched.elsewhere {
        let rules = problems::counted(*all, "rule");
        add_line(page, &format!("  {untouched} of {rules} in {}", Clean::one_line(file)));
    }
}

fn add_line(page: &mut Page, text: &str) {
    page.add(Style::Plain, text).add(Style::Plain, "\n");
}
