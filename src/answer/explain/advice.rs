//! Which part decided, and what would change that, for a person.
//!
//! Owns the wording. What it says would change the verdict was tried before.

use super::command::named;
use super::sheet::Sheet;
use super::{Account, yaml};
use crate::answer::listing::{command_text, shortened};
use crate::decision::trace::{About, Advice, CommandTrace, Decider, Supposed, What};
use crate::policy::{EMBEDDED, Policy, Rule};
use crate::verdict::Verdict;

/// The most characters of a command that are repeated.
const MAX_COMMAND_CHARS: usize = 120;

/// Which part decided.
pub(super) fn why(sheet: &mut Sheet, account: &Account<'_>) {
    sheet.blank();
    sheet.field("decided", &decided(account));
}

fn decided(account: &Account<'_>) -> String {
    let verdict = account.decision.verdict;
    let found = account.explanation.decider.as_ref().and_then(|decider| Some((decider, at(account, decider)?)));
    let Some((decider, command)) = found else {
        return if !account.problems.is_empty() {
            "the policy has problems, so it allows nothing; `runok policy` shows them".to_owned()
        } else {
            format!("{}: {}", verdict.as_str(), account.decision.reason)
        };
    };
    if verdict == Verdict::Allow {
        return "every part is allowed".to_owned();
    }
    let text = shortened(&command_text(&command.decision, account.line), MAX_COMMAND_CHARS);
    let part = match decider.what {
        What::Part(About::Beside) => format!("something that `{text}` does"),
        What::Part(About::Words) => format!("`{text}`"),
        What::Part(About::Redirection(_)) => format!("a redirection of `{text}`"),
        What::Part(About::Assignment(_)) => format!("an assignment of `{text}`"),
        What::Doubt => format!("what is not understood of `{text}`"),
    };
    let stricter = match verdict {
        Verdict::Deny => "nothing is stricter than deny",
        Verdict::Ask | Verdict::Allow => "nothing in the line is denied, and ask is stricter than allow",
    };
    format!("{part} is {}: {} ({stricter})", verdict.as_str(), decider.reason)
}

fn at<'a>(account: &Account<'a>, decider: &Decider) -> Option<&'a CommandTrace> {
    let (first, rest) = decider.path.split_first()?;
    let commands = &account.explanation.commands;
    rest.iter().try_fold(commands.get(*first)?, |command, index| command.wrapped.get(*index))
}

/// What would make the verdict less strict.
pub(super) fn changes(sheet: &mut Sheet, account: &Account<'_>) {
    if account.decision.verdict == Verdict::Allow {
        return;
    }
    if account.explanation.advice.is_empty() {
        sheet.field("to change", "no small change was found that makes it less strict");
    }
    for advice in &account.explanation.advice {
        one(sheet, account, advice);
    }
}

/// How what would change the verdict is labelled.
const LABEL: &str = "to change";

fn one(sheet: &mut Sheet, account: &Account<'_>, advice: &Advice) {
    for (index, supposed) in advice.supposed.iter().enumerate() {
        let label = if index == 0 { LABEL } else { "and" };
        match supposed {
            Supposed::Without { word, line } => sheet.field(label, &format!("leave out `{word}`: {line}")),
            Supposed::With { words, line } => sheet.field(label, &format!("add `{}`: {line}", words.join(" "))),
            Supposed::Known { sources, line } => {
                sheet.field(label, &format!("write it out instead of `{}`, as in: {line}", sources.join("`, `")));
            }
            Supposed::Suggested { line } => sheet.field(label, &format!("run what is suggested: {line}")),
            Supposed::Trusted => sheet.field(label, "trust this project: runok trust"),
            Supposed::Rules { add, remove } => {
                if let Some(policy) = account.policy {
                    rules(sheet, label, policy, (add, remove));
                }
            }
        }
    }
    sheet.field("", &format!("then it is {}", advice.gives.as_str()));
}

fn rules(sheet: &mut Sheet, label: &str, policy: &Policy, (add, remove): (&[String], &[usize])) {
    let removed: Vec<&Rule> = remove.iter().filter_map(|rule| policy.rules.get(*rule)).collect();
    let mut label = label;
    for rule in removed.iter().filter(|rule| !rule.is_embedded() || rule.id.is_none()) {
        sheet.field(label, &format!("take out {}", named(rule)));
        label = "and";
    }
    let alone = only_embedded(policy);
    for (entry, ids) in left_out(policy, &removed).into_iter().filter(|_| !alone) {
        let own = format!("{{ builtin: {entry}, without: [{}] }}", ids.join(", "));
        sheet.field(label, &format!("in `extends` of {} write {own} in the place of {EMBEDDED}{entry}", place(policy)));
        label = "and";
    }
    let whole = if alone { left_out(policy, &removed) } else { Vec::new() };
    let lines = yaml_lines(policy, add, &whole, sheet.room().saturating_sub(INDENT.len()));
    if !lines.is_empty() {
        sheet.field(label, &format!("write into {}:", place(policy)));
        sheet.enter(INDENT);
        sheet.verbatim(&lines);
        sheet.leave();
    }
}

/// Where the pieces of a policy file stand: under the texts beside the labels.
const INDENT: &str = "          ";

/// The ids of the rules of embedded policies that are to be left out, by the entry of `extends` that brings them in:
/// `default` brings others with it.
fn left_out<'p>(policy: &'p Policy, removed: &[&'p Rule]) -> Vec<(&'p str, Vec<&'p str>)> {
    const DEFAULT: &str = "default";
    let brought = policy.sources.iter().any(|source| source.name.strip_prefix(EMBEDDED) == Some(DEFAULT));
    let mut entries: Vec<(&str, Vec<&str>)> = Vec::new();
    for rule in removed {
        let (Some(own), Some(id)) = (rule.file.strip_prefix(EMBEDDED), &rule.id) else { continue };
        let entry = if brought && matches!(own, "readonly" | "catastrophic" | "secrets") { DEFAULT } else { own };
        match entries.iter_mut().find(|(name, _)| *name == entry) {
            Some((_, ids)) => ids.push(id),
            None => entries.push((entry, vec![id])),
        }
    }
    entries
}

/// Whether the policy is the embedded one alone, which applies only where there is no other.
fn only_embedded(policy: &Policy) -> bool {
    policy.sources.iter().filter(|source| source.trusted).all(|source| source.name.starts_with(EMBEDDED))
}

fn place(policy: &Policy) -> String {
    let trusted = policy.sources.iter().rev().filter(|source| source.trusted);
    let own = trusted.map(|source| &source.name).find(|name| !name.starts_with(EMBEDDED));
    own.cloned().unwrap_or_else(|| "~/.config/runok/runok.yml".to_owned())
}

/// The piece of a policy file, line by line.
fn yaml_lines(policy: &Policy, add: &[String], without: &[(&str, Vec<&str>)], columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    if !without.is_empty() {
        let entry = |(name, ids): &(&str, Vec<&str>)| format!("{{ builtin: {name}, without: [{}] }}", ids.join(", "));
        let entries: Vec<String> = without.iter().map(entry).collect();
        lines.push(format!("extends: [{}]", entries.join(", ")));
    } else if only_embedded(policy) && !add.is_empty() {
        lines.push("extends: ['builtin:default']".to_owned());
    }
    if !add.is_empty() {
        lines.push("rules:".to_owned());
    }
    for pattern in add {
        let rule = yaml::allow_rule(pattern, columns.saturating_sub(2));
        lines.extend(rule.into_iter().map(|line| format!("  {line}")));
    }
    lines
}
