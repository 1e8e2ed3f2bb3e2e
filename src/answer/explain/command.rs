//! One command of a line with all that was said of it, as a branch of the tree.
//!
//! Owns which facts are shown and in which order. Refuses to know how wide the page is (`sheet` does).

use super::sheet::Sheet;
use super::{Account, words};
use crate::answer::listing::{command_text, shortened};
use crate::answer::sanitize::Clean;
use crate::answer::text::Style;
use crate::command::word::Word;
use crate::decision::trace::{About, CommandTrace, PartTrace, RuleTrace};
use crate::policy::{Policy, Rule};
use crate::verdict::Match;

/// The most characters of a command's text that are shown; JSON has all.
const MAX_TEXT_CHARS: usize = 400;

/// The most characters of a rule's pattern that are shown.
const MAX_PATTERN_CHARS: usize = 160;

/// The most rules that counted which are shown of one command; JSON has all.
const MAX_COUNTED: usize = 6;

/// Shows commands of one account.
pub(super) struct Shown<'a> {
    pub account: &'a Account<'a>,
}

impl Shown<'_> {
    /// A command and what it starts; `last` of those beside it.
    pub(super) fn command(&self, sheet: &mut Sheet, command: &CommandTrace, last: bool) {
        let (branch, under) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        let decision = &command.decision;
        let text = shortened(&command_text(decision, self.account.line), MAX_TEXT_CHARS);
        let verdict = decision.verdict;
        sheet.branch(branch, under, Style::Verdict(verdict), verdict.as_str(), &format!("  {text}"));
        sheet.enter(under);
        self.reading(sheet, command);
        self.rules(sheet, command);
        for part in &command.parts {
            self.part(sheet, command, part);
        }
        for doubt in command.invocation.doubts.iter().map(|doubt| &doubt.why).chain(&command.wrap_doubts) {
            sheet.field("asks", doubt);
        }
        for effect in &command.effects {
            sheet.field("effect", effect);
        }
        if command.own.is_none() && !command.wrapped.is_empty() && !command.readings.is_empty() {
            sheet.field("own", "it has the verdict of what it starts");
        }
        sheet.field("so", &format!("{}: {}", verdict.as_str(), decision.reason));
        for (index, wrapped) in command.wrapped.iter().enumerate() {
            self.command(sheet, wrapped, index + 1 == command.wrapped.len());
        }
        sheet.leave();
    }

    /// How it was read.
    fn reading(&self, sheet: &mut Sheet, command: &CommandTrace) {
        let invocation = &command.invocation;
        let span = invocation.span;
        let written = self.account.line.get(span.start..span.end).unwrap_or_default();
        let shown = Clean::one_line(written);
        let heading = command_text(&command.decision, self.account.line);
        let bytes = format!("bytes {} to {}", span.start, span.end);
        if shown.as_str() == heading {
            sheet.field("at", &bytes);
        } else {
            sheet.field("at", &format!("{bytes}: {}", shortened(shown.as_str(), MAX_TEXT_CHARS)));
        }
        if let Some(kind) = command.started {
            sheet.field("started", words::started(kind));
        }
        if !invocation.found_in.is_empty() {
            sheet.field("found", &invocation.found_in.join(", "));
        }
        if shown.as_str() != heading && !invocation.words.is_empty() {
            let shown: Vec<String> =
                invocation.words.iter().map(Word::display).map(|word| format!("`{word}`")).collect();
            sheet.field("words", &shortened(&shown.join(" "), MAX_TEXT_CHARS));
        }
        for (source, why) in invocation.words.iter().flat_map(words::doubts) {
            sheet.field("unknown", &format!("{source}: {why}"));
        }
        if let Some(options) = &command.options {
            sheet.field("options", &shortened(&words::options(options), MAX_TEXT_CHARS));
        } else if invocation.words.len() > 1 {
            sheet.field("options", "no option table; each rule reads them by its own shape");
        }
        for other in &command.means {
            sheet.field("means", &shortened(other, MAX_TEXT_CHARS));
        }
        sheet.field("runs in", &words::place(invocation));
    }

    /// The rules about its words.
    fn rules(&self, sheet: &mut Sheet, command: &CommandTrace) {
        let Some(policy) = self.account.policy else { return };
        let mut counted: Vec<&RuleTrace> = Vec::new();
        for rule in command.readings.iter().flat_map(|part| &part.rules) {
            if !counted.contains(&rule) {
                counted.push(rule);
            }
        }
        // what surely matches decides before what may
        counted.sort_by_key(|rule| rule.matched != Match::Must);
        let most = if self.account.all { usize::MAX } else { MAX_COUNTED };
        counted.iter().take(most).for_each(|rule| show_counted(sheet, policy, rule));
        if counted.len() > most {
            sheet.field("", &format!("… and {}; --all shows them", rules_more(counted.len() - most)));
        }
        for rule in &command.near {
            show_near(sheet, policy, rule);
        }
        if command.left_out > 0 {
            sheet.field("", &format!("… and {} that name it; --all shows them", rules_more(command.left_out)));
        }
        if let Some((verdict, reason)) = command.own.as_ref().filter(|_| has_more(command)) {
            sheet.field("own", &format!("{}: {reason}", verdict.as_str()));
        }
    }

    /// A redirection or an assignment.
    fn part(&self, sheet: &mut Sheet, command: &CommandTrace, part: &PartTrace) {
        let invocation = &command.invocation;
        let (label, text) = match part.about {
            About::Words => return,
            About::Beside => ("beside", String::new()),
            About::Redirection(index) => {
                ("redirects", invocation.redirects.get(index).map(words::redirection).unwrap_or_default())
            }
            About::Assignment(index) => (
                "sets",
                invocation
                    .assignments
                    .get(index)
                    .map(|assignment| format!("{}={}", assignment.name, assignment.value.display()))
                    .unwrap_or_default(),
            ),
        };
        let text = shortened(&text, MAX_TEXT_CHARS);
        let text = if text.is_empty() { text } else { format!("{text}: ") };
        sheet.field(label, &format!("{text}{}: {}", part.verdict.as_str(), part.reason));
        let Some(policy) = self.account.policy else { return };
        part.rules.iter().for_each(|rule| show_counted(sheet, policy, rule));
        part.near.iter().for_each(|rule| show_near(sheet, policy, rule));
    }
}

fn rules_more(count: usize) -> String {
    if count == 1 { "1 more rule".to_owned() } else { format!("{count} more rules") }
}

/// Does the verdict of the command come from more than its words?
fn has_more(command: &CommandTrace) -> bool {
    !command.parts.is_empty() || !command.wrapped.is_empty() || !command.wrap_doubts.is_empty()
}

fn show_counted(sheet: &mut Sheet, policy: &Policy, found: &RuleTrace) {
    let Some(rule) = policy.rules.get(found.rule) else { return };
    let how = match (found.matched, &found.because) {
        (Match::Must, _) => "it matches".to_owned(),
        (_, Some(because)) => format!("it may match, because {because}"),
        (_, None) => "it may match".to_owned(),
    };
    let mut text = format!("{}: {how}", named(rule));
    if let Some(why) = &found.cannot_ask {
        text.push_str(&format!("; its validator cannot be asked: {why}"));
    }
    for query in &found.queries {
        text.push_str(&format!("; validator {} has a say", query + 1));
    }
    sheet.field("rule", &text);
}

fn show_near(sheet: &mut Sheet, policy: &Policy, found: &RuleTrace) {
    let (Some(rule), Some(stop)) = (policy.rules.get(found.rule), &found.stop) else { return };
    sheet.field("nearly", &format!("{}: {}", named(rule), stop.sentence()));
}

/// `deny rm -rf * (runok.yml:3)`
pub(super) fn named(rule: &Rule) -> String {
    let id = rule.id.as_ref().map(|id| format!(", {id}")).unwrap_or_default();
    format!("{} {} ({}:{}{id})", rule.action.as_str(), shortened(&rule.text, MAX_PATTERN_CHARS), rule.file, rule.line)
}
