//! The commands of an answer, one row each, for people.
//!
//! Owns how a command and the rule that decided it are put into words, and how many of them are shown. Refuses layout.

use crate::decision::{CommandDecision, CountedRule, Decision};
use crate::verdict::{Match, Verdict};

/// The most commands that are listed; the rest are counted.
pub const MAX_LISTED: usize = 40;

/// The most characters of a rule's pattern that are shown.
const MAX_PATTERN_CHARS: usize = 48;

/// The most characters of a command that are shown.
pub(super) const MAX_COMMAND_CHARS: usize = 200;

/// One command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// May it run?
    pub verdict: Verdict,
    /// Its words, or what stands there where it has none (an assignment, a redirection).
    pub command: String,
    /// The rule that its verdict comes from, if one does: `deny rm *, runok.yml:3`.
    pub rule: Option<String>,
}

/// The first [`MAX_LISTED`] commands that stand in `line`, and how many were left out.
#[must_use]
pub fn rows(decision: &Decision, line: &str) -> (Vec<Row>, usize) {
    let row = |command: &CommandDecision| Row {
        verdict: command.verdict,
        command: shortened(&command_text(command, line), MAX_COMMAND_CHARS),
        rule: deciding_rule(command).map(rule_place),
    };
    let rows = decision.commands.iter().take(MAX_LISTED).map(row).collect();
    (rows, decision.commands.len().saturating_sub(MAX_LISTED))
}

/// The rule that a command's verdict comes from: one that must match with that action, else one that may; its own, else one
/// of a command that it starts.
fn deciding_rule(command: &CommandDecision) -> Option<&CountedRule> {
    let mut left = vec![command];
    while let Some(command) = left.pop() {
        let surely = |rule: &&CountedRule| rule.matched == Match::Must && rule.action == command.verdict;
        let maybe = |rule: &&CountedRule| rule.matched == Match::May && rule.action >= command.verdict;
        let found = command.rules.iter().find(surely).or_else(|| command.rules.iter().find(maybe));
        if found.is_some() {
            return found;
        }
        left.extend(command.wrapped.iter().rev().filter(|wrapped| wrapped.verdict == command.verdict));
    }
    None
}

fn rule_place(rule: &CountedRule) -> String {
    let may = if rule.matched == Match::May { "may match " } else { "" };
    let pattern = shortened(&rule.pattern, MAX_PATTERN_CHARS);
    [may, rule.action.as_str(), " ", &pattern, ", ", &rule.file, ":", &rule.line.to_string()].concat()
}

/// A command for a person: its words, joined by spaces, quoted where a known word would read as several or as none; where it
/// has none, what stands there in the line.
#[must_use]
pub fn command_text(command: &CommandDecision, line: &str) -> String {
    if command.words.is_empty() {
        return line.get(command.span.start..command.span.end).unwrap_or_default().to_owned();
    }
    let mut text = String::new();
    for word in command.words.iter() {
        if !text.is_empty() {
            text.push(' ');
        }
        let plain = !word.known || !(word.text.is_empty() || word.text.contains([' ', '\t', '\n', '\'', '"']));
        if plain {
            text.push_str(&word.text);
        } else {
            text.push('\'');
            text.push_str(&word.text.replace('\'', r"'\''"));
            text.push('\'');
        }
    }
    text
}

/// At most so many characters of a text; a mark tells that some were cut off.
pub(super) fn shortened(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    if let Some((head, _)) = text.split_at_checked(most).filter(|(head, _)| head.is_ascii()) {
        return [head, "…"].concat();
    }
    match text.char_indices().nth(most) {
        Some((end, _)) => [text.get(..end).unwrap_or_default(), "…"].concat(),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::ShownWord;
    use crate::input::Span;

    fn command(verdict: Verdict, words: &[&str], rules: Vec<CountedRule>) -> CommandDecision {
        CommandDecision {
            verdict,
            reason: String::new(),
            words: words.iter().map(|text| ShownWord { text: (*text).into(), known: true }).collect(),
            span: Span::new(2, 5),
            rules,
            found_in: Vec::new(),
            unknown: Vec::new(),
            kept_back: Vec::new(),
            wrapped: Vec::new(),
        }
    }

    fn rule(action: Verdict, pattern: &str, matched: Match) -> CountedRule {
        CountedRule { action, pattern: pattern.into(), file: "p.yml".into(), line: 3, matched, because: None }
    }

    #[test]
    fn words_are_quoted_where_they_would_read_otherwise() {
        let command = command(Verdict::Allow, &["rm", "a b", "", "it's", "x"], Vec::new());
        assert_eq!(command_text(&command, ""), r"rm 'a b' '' 'it'\''s' x");
    }

    #[test]
    fn a_command_without_words_is_what_stands_there() {
        assert_eq!(command_text(&command(Verdict::Allow, &[], Vec::new()), "; X=1"), "X=1");
        assert_eq!(command_text(&command(Verdict::Allow, &[], Vec::new()), "é"), "");
    }

    #[test]
    fn the_rule_that_decided_is_the_sure_one_of_that_action() {
        let rules = vec![
            rule(Verdict::Allow, "a", Match::Must),
            rule(Verdict::Deny, "b", Match::May),
            rule(Verdict::Deny, "c", Match::Must),
        ];
        let place = |command: &CommandDecision| deciding_rule(command).map(rule_place);
        assert_eq!(place(&command(Verdict::Deny, &[], rules.clone())).as_deref(), Some("deny c, p.yml:3"));
        assert_eq!(place(&command(Verdict::Allow, &[], rules.clone())).as_deref(), Some("allow a, p.yml:3"));
        assert_eq!(place(&command(Verdict::Ask, &[], rules.clone())).as_deref(), Some("may match deny b, p.yml:3"));
        let mut outer = command(Verdict::Deny, &["sudo"], Vec::new());
        outer.wrapped = vec![command(Verdict::Allow, &["ls"], Vec::new()), command(Verdict::Deny, &["rm"], rules)];
        assert_eq!(place(&outer).as_deref(), Some("deny c, p.yml:3"));
    }

    #[test]
    fn long_patterns_are_cut() {
        let shown = rule_place(&rule(Verdict::Deny, &"é".repeat(500), Match::Must));
        assert!(shown.chars().count() < 80 && shown.contains('…'), "{shown}");
    }
}
