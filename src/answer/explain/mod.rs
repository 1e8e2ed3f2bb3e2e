//! How a verdict came about, for people and programs.
//!
//! Owns the account: what the app gathered, as text that fits a terminal (`page`) and as JSON (`json`). Everything is
//! cleaned on its way out, as every answer is. Refuses to judge and to ask.

mod advice;
mod command;
mod json;
mod sheet;
mod words;
mod yaml;

use std::time::Duration;

use super::text::{self, Page, Style};
use crate::decision::trace::Explanation;
use crate::decision::{Decision, Query, Reply};
use crate::policy::{Policy, Problem};
use command::Shown;
pub use json::json;
use sheet::Sheet;

/// Everything that is known about one verdict.
#[derive(Debug)]
pub struct Account<'a> {
    /// The line, as it was given.
    pub line: &'a str,
    /// What was decided.
    pub decision: &'a Decision,
    /// How.
    pub explanation: &'a Explanation,
    /// The policy; nothing where loading it came to no end.
    pub policy: Option<&'a Policy>,
    /// What is wrong in it.
    pub problems: &'a [Problem],
    /// Show every rule.
    pub all: bool,
    /// The questions to validators.
    pub questions: &'a [Question],
}

/// A question to a validator, and what came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The question.
    pub query: Query,
    /// As it is sent: one line of JSON.
    pub request: String,
    /// What came of it.
    pub outcome: Asked,
}

/// What came of a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Asked {
    /// It was answered, or that failed; and how long it took, if it was not the answer to an earlier question.
    Replied(Reply, Option<Duration>),
    /// It was not asked: why.
    Not(&'static str),
}

/// The account for a person: `columns` wide.
#[must_use]
pub fn page(account: &Account<'_>, columns: usize) -> Page {
    let mut sheet = Sheet::new(columns);
    let decision = account.decision;
    let (verdict, headline) = (decision.verdict.as_str(), text::headline(decision));
    sheet.paragraph(Style::Verdict(decision.verdict), verdict, headline.strip_prefix(verdict).unwrap_or_default());
    text::add_excerpt(sheet.page(), decision, account.line, columns);
    let commands = &account.explanation.commands;
    let shown = Shown { account };
    for (index, command) in commands.iter().enumerate() {
        sheet.between(index > 0);
        shown.command(&mut sheet, command, index + 1 == commands.len());
    }
    questions(&mut sheet, account);
    doubts(&mut sheet, account);
    advice::why(&mut sheet, account);
    advice::changes(&mut sheet, account);
    if account.explanation.cut {
        sheet.field("note", "the line is so large that not everything was looked for");
    }
    for note in &decision.notes {
        sheet.field("note", note);
    }
    sheet.into_page()
}

/// Why the line as a whole asks, beside what decided.
fn doubts(sheet: &mut Sheet, account: &Account<'_>) {
    let others: Vec<_> =
        account.explanation.doubts.iter().filter(|doubt| doubt.why != account.decision.reason).collect();
    if others.is_empty() {
        return;
    }
    sheet.blank();
    for doubt in others {
        sheet.field("asks", &format!("{} (bytes {} to {})", doubt.why, doubt.span.start, doubt.span.end));
    }
}

fn questions(sheet: &mut Sheet, account: &Account<'_>) {
    if account.questions.is_empty() {
        return;
    }
    sheet.blank();
    sheet.heading("Validators");
    for (index, question) in account.questions.iter().enumerate() {
        let query = &question.query;
        sheet.field(&format!("{}", index + 1), &format!("{}: {}", query.type_name, query.executor.command));
        sheet.field("sent", question.request.trim_end());
        sheet.field("answer", &answer(&question.outcome));
    }
}

fn answer(outcome: &Asked) -> String {
    match outcome {
        Asked::Not(why) => format!("not asked: {why}"),
        Asked::Replied(reply, took) => {
            let took = took.map(|took| format!(", after {} ms", took.as_millis())).unwrap_or_default();
            match reply {
                Reply::Failure(why) => format!("failed, so ask{took}: {why}"),
                Reply::Answer { status, message, fix_suggestion } => {
                    let message = message.as_ref().map(|text| format!(": {text}")).unwrap_or_default();
                    let fix = fix_suggestion.as_ref().map(|text| format!(" (suggestion: {text})")).unwrap_or_default();
                    format!("{}{took}{message}{fix}", status.as_str())
                }
            }
        }
    }
}
