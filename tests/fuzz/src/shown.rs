//! What people and programs are shown of a decision: clean, bounded, and the verdict that it is.

use runok::answer::explain::{self, Account};
use runok::answer::sanitize::{Clean, MAX_SHOWN_CHARS, is_unsafe};
use runok::answer::{json, text, verbose};
use runok::decision::Decision;
use runok::decision::trace::Explanation;
use runok::policy::Loaded;
use serde_json::Value;

/// One line for a person: no control characters, no line break, bounded.
fn one_line(line: &Clean) {
    let line = line.as_str();
    assert!(!line.chars().any(|one| is_unsafe(one) || matches!(one, '\n' | '\r' | '\t')), "not clean: {line:?}");
    assert!(line.chars().count() <= MAX_SHOWN_CHARS + 10, "a line of {} bytes", line.len());
}

/// A page for a person, or JSON for a program.
fn clean(page: &str) {
    let bad = page.chars().find(|one| is_unsafe(*one) || *one == '\r');
    assert!(bad.is_none(), "{bad:?} is shown: {page:?}");
}

/// The answers to a line.
pub(crate) fn decision(decision: &Decision, line: &str) {
    let first = text::one_line(decision);
    one_line(&first);
    assert!(first.as_str().starts_with(decision.verdict.as_str()), "{decision:?} is shown as {first}");
    text::plain(decision, line).iter().for_each(one_line);
    verbose::lines(decision, line).iter().for_each(one_line);
    for columns in [1, 80] {
        clean(&text::page(decision, line, columns).paint(false));
    }
    let written = json::decision(decision, &[]);
    clean(&written);
    let read: Value = serde_json::from_str(&written).expect("an answer is JSON");
    assert_eq!(read["decision"], decision.verdict.as_str(), "{written}");
    assert!(!written.contains('\n'), "{written}");
}

/// The account of it.
pub(crate) fn explanation(decision: &Decision, explanation: &Explanation, line: &str, loaded: &Loaded) {
    let (policy, problems) = (Some(&loaded.policy), loaded.problems.as_slice());
    let account = Account { line, decision, explanation, policy, problems, all: true, questions: &[] };
    clean(&explain::page(&account, 80).paint(false));
    let written = explain::json(&account);
    clean(&written);
    let read: Result<Value, _> = serde_json::from_str(&written);
    assert!(read.is_ok(), "{written}");
}
