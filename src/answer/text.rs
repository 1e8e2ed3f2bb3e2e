//! The answer as text: one line for programs that read lines, a page with a caret for a person at a terminal.
//!
//! Owns the wording and the styles. Refuses to decide, to write, and to know whether it is at a terminal: the app says so.

use super::excerpt::excerpt;
use super::listing::{Row, rows};
use super::sanitize::Clean;
use crate::decision::Decision;
use crate::verdict::Verdict;

/// How a piece of text is shown where colour is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// As it is.
    Plain,
    /// In the colour of a verdict, bold.
    Verdict(Verdict),
    /// In the background.
    Faint,
}

/// A page of text: cleaned pieces, each with its style.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Page {
    pieces: Vec<(Style, Clean)>,
}

impl Page {
    pub(super) fn add(&mut self, style: Style, text: &str) -> &mut Self {
        self.pieces.push((style, Clean::for_terminal(text)));
        self
    }

    /// The text, with the styles as ANSI sequences where `colour` is set.
    #[must_use]
    pub fn paint(&self, colour: bool) -> String {
        let mut painted = String::new();
        for (style, text) in &self.pieces {
            match sequence(*style).filter(|_| colour && !text.is_empty()) {
                Some(sequence) => {
                    painted.push_str(sequence);
                    painted.push_str(text.as_str());
                    painted.push_str("\u{1b}[0m");
                }
                None => painted.push_str(text.as_str()),
            }
        }
        painted
    }
}

fn sequence(style: Style) -> Option<&'static str> {
    match style {
        Style::Plain => None,
        Style::Verdict(Verdict::Allow) => Some("\u{1b}[1;32m"),
        Style::Verdict(Verdict::Ask) => Some("\u{1b}[1;33m"),
        Style::Verdict(Verdict::Deny) => Some("\u{1b}[1;31m"),
        Style::Faint => Some("\u{1b}[2m"),
    }
}

/// The answer on one line: `allow`, `deny: reason (suggestion: …)`.
#[must_use]
pub fn one_line(decision: &Decision) -> Clean {
    let suggestion = decision.fix_suggestion.as_ref().map(|text| format!(" (suggestion: {text})")).unwrap_or_default();
    let sandbox = decision.sandbox.as_ref().map(|name| format!(" (sandbox: {name})")).unwrap_or_default();
    Clean::one_line(&format!("{}{sandbox}{suggestion}", headline(decision)))
}

/// The answer for a program that reads lines, or a file: the first line is the answer, the commands that were found follow,
/// indented, when there are several.
#[must_use]
pub fn plain(decision: &Decision, line: &str) -> Vec<Clean> {
    let mut lines = vec![one_line(decision)];
    if decision.commands.len() > 1 {
        let (rows, more) = rows(decision, line);
        for row in rows {
            lines.push(Clean::one_line(&row_text(&row)).indented(2));
        }
        lines.extend(left_out(more).map(|text| Clean::one_line(&text).indented(2)));
    }
    lines.extend(decision.notes.iter().map(|note| Clean::one_line(&format!("note: {note}")).indented(2)));
    lines
}

/// The longest of the verdicts' names.
const VERDICT_WIDTH: usize = 5;

fn row_text(row: &Row) -> String {
    let verdict = row.verdict.as_str();
    let mut text = String::with_capacity(row.command.len() + row.rule.as_ref().map_or(0, String::len) + 10);
    text.push_str(verdict);
    text.extend(std::iter::repeat_n(' ', VERDICT_WIDTH.saturating_sub(verdict.len()) + 1));
    text.push_str(&row.command);
    if let Some(rule) = &row.rule {
        text.push_str("  (");
        text.push_str(rule);
        text.push(')');
    }
    text
}

fn left_out(more: usize) -> Option<String> {
    (more > 0).then(|| format!("… and {more} more commands"))
}

/// The answer for a person at a terminal that is `columns` wide: the line with a caret under the part that decided, the
/// message, the suggestion, and the other commands that were found.
#[must_use]
pub fn page(decision: &Decision, line: &str, columns: usize) -> Page {
    let mut page = Page::default();
    let (verdict, rest) = (decision.verdict.as_str(), headline(decision));
    page.add(Style::Verdict(decision.verdict), verdict)
        .add(Style::Plain, rest.strip_prefix(verdict).unwrap_or_default());
    page.add(Style::Plain, "\n");
    if decision.verdict != Verdict::Allow {
        add_excerpt(&mut page, decision, line, columns);
    }
    if let Some(sandbox) = &decision.sandbox {
        page.add(Style::Plain, "  sandbox: ").add(Style::Plain, sandbox).add(Style::Plain, "\n");
    }
    if let Some(suggestion) = &decision.fix_suggestion {
        page.add(Style::Plain, "  suggestion: ").add(Style::Plain, suggestion).add(Style::Plain, "\n");
    }
    if decision.commands.len() > 1 || decision.verdict != Verdict::Allow {
        add_rows(&mut page, decision, line);
    }
    for note in &decision.notes {
        page.add(Style::Faint, "  note: ").add(Style::Plain, note).add(Style::Plain, "\n");
    }
    page
}

fn add_rows(page: &mut Page, decision: &Decision, line: &str) {
    let (rows, more) = rows(decision, line);
    for row in rows {
        page.add(Style::Verdict(row.verdict), &format!("  {:<5}", row.verdict.as_str()));
        // one row is one line, whatever stands in the command
        page.add(Style::Plain, &format!(" {}", Clean::one_line(&row.command)));
        page.add(Style::Faint, &row.rule.map(|rule| format!("  {rule}")).unwrap_or_default()).add(Style::Plain, "\n");
    }
    page.add(Style::Faint, &left_out(more).map(|text| format!("  {text}\n")).unwrap_or_default());
}

pub(super) fn add_excerpt(page: &mut Page, decision: &Decision, line: &str, columns: usize) {
    let Some(excerpt) = decision.decided_at.and_then(|span| excerpt(line, span, columns.saturating_sub(10))) else {
        return;
    };
    let gutter = excerpt.number.map(|number| format!("{number:>4} │ ")).unwrap_or_else(|| "  ".to_owned());
    page.add(Style::Faint, &gutter).add(Style::Plain, &excerpt.shown).add(Style::Plain, "\n");
    page.add(Style::Plain, &" ".repeat(gutter.chars().count()));
    page.add(Style::Verdict(decision.verdict), &excerpt.marks).add(Style::Plain, "\n");
}

/// `deny: reason`, with the rule's message where the reason does not hold it, behind the reason where the rule only may match;
/// a bare `allow`.
pub(super) fn headline(decision: &Decision) -> String {
    let verdict = decision.verdict.as_str();
    match (&decision.message, decision.verdict) {
        (Some(message), _) if decision.reason.contains(message.as_str()) => format!("{verdict}: {}", decision.reason),
        (Some(message), Verdict::Allow) => format!("{verdict}: {message}"),
        (None, Verdict::Allow) => verdict.to_owned(),
        // it may be about another case than this one
        (Some(message), Verdict::Ask) => format!("{verdict}: {}: {message}", decision.reason),
        (Some(message), Verdict::Deny) => format!("{verdict}: {message} ({})", decision.reason),
        (None, _) => format!("{verdict}: {}", decision.reason),
    }
}

#[cfg(test)]
mod tests {
    use super::super::listing::MAX_LISTED;
    use super::*;
    use crate::decision::{CommandDecision, CountedRule, ShownWord};
    use crate::input::Span;
    use crate::verdict::Match;

    fn command(verdict: Verdict, words: &[&str], span: Span) -> CommandDecision {
        let words = words.iter().map(|text| ShownWord { text: (*text).into(), known: true }).collect();
        let rule = CountedRule {
            action: verdict,
            pattern: "rm *".into(),
            file: "runok.yml".into(),
            line: 3,
            matched: Match::Must,
            because: None,
        };
        CommandDecision {
            verdict,
            reason: String::new(),
            words,
            span,
            rules: vec![rule],
            found_in: Vec::new(),
            unknown: Vec::new(),
            kept_back: Vec::new(),
            wrapped: Vec::new(),
        }
    }

    fn decision(verdict: Verdict, commands: Vec<CommandDecision>) -> Decision {
        Decision {
            verdict,
            reason: "the rule rm * matches".into(),
            message: None,
            fix_suggestion: None,
            sandbox: None,
            decided_at: commands.last().map(|command| command.span),
            decided_by: None,
            commands,
            notes: Vec::new(),
            extension_errors: Vec::new(),
            no_opinion: false,
        }
    }

    #[test]
    fn one_line_is_one_line_whatever_the_message_holds() {
        let mut answer = decision(Verdict::Deny, Vec::new());
        answer.message = Some("never\r\nallow\u{1b}[2J".into());
        answer.fix_suggestion = Some("ls\nallow".into());
        assert_eq!(one_line(&answer).as_str(), "deny: never allow[2J (the rule rm * matches) (suggestion: ls allow)");
    }

    #[test]
    fn allow_needs_no_reason() {
        let mut answer = decision(Verdict::Allow, Vec::new());
        assert_eq!(one_line(&answer).as_str(), "allow");
        answer.sandbox = Some("strict".into());
        assert_eq!(one_line(&answer).as_str(), "allow (sandbox: strict)");
    }

    #[test]
    fn several_commands_are_listed_and_a_flood_is_counted() {
        let ls = command(Verdict::Allow, &["ls", "it's"], Span::new(0, 2));
        let rm = command(Verdict::Deny, &["rm", "x"], Span::new(4, 8));
        let lines = plain(&decision(Verdict::Deny, vec![ls.clone(), rm]), "");
        let lines: Vec<&str> = lines.iter().map(Clean::as_str).collect();
        assert_eq!(
            lines,
            [
                "deny: the rule rm * matches",
                r"  allow ls 'it'\''s'  (allow rm *, runok.yml:3)",
                "  deny  rm x  (deny rm *, runok.yml:3)"
            ]
        );
        let flood = plain(&decision(Verdict::Allow, vec![ls; MAX_LISTED + 7]), "");
        assert_eq!(flood.len(), 1 + MAX_LISTED + 1);
        assert_eq!(flood.last().unwrap().as_str(), "  … and 7 more commands");
    }

    #[test]
    fn the_page_has_a_caret_and_colour_only_when_asked() {
        let ls = command(Verdict::Allow, &["ls"], Span::new(0, 2));
        let answer = decision(Verdict::Deny, vec![ls, command(Verdict::Deny, &["rm", "x"], Span::new(4, 8))]);
        let page = page(&answer, "ls; rm x", 80);
        assert!(page.paint(false).starts_with("deny: the rule rm * matches\n  ls; rm x\n      ^^^^\n  allow ls"));
        assert_eq!(
            page.paint(true),
            concat!(
                "\u{1b}[1;31mdeny\u{1b}[0m: the rule rm * matches\n",
                "\u{1b}[2m  \u{1b}[0mls; rm x\n",
                "  \u{1b}[1;31m    ^^^^\u{1b}[0m\n",
                "\u{1b}[1;32m  allow\u{1b}[0m ls\u{1b}[2m  allow rm *, runok.yml:3\u{1b}[0m\n",
                "\u{1b}[1;31m  deny \u{1b}[0m rm x\u{1b}[2m  deny rm *, runok.yml:3\u{1b}[0m\n",
            )
        );
    }

    #[test]
    fn a_message_cannot_overwrite_the_verdict_on_a_terminal() {
        let mut answer = decision(Verdict::Deny, Vec::new());
        answer.message = Some("x\rallow\u{9b}2K".into());
        assert_eq!(page(&answer, "", 80).paint(false), "deny: x\nallow2K (the rule rm * matches)\n");
    }
}
