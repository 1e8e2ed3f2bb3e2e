//! The answer as one line of JSON.
//!
//! Owns the shape (`version` 1; the order of the keys is part of it) and the writer that escapes every character a
//! terminal might act on, so that words can stay exact. Refuses to decide and to leave a key without a value.

use std::borrow::Cow;
use std::io;

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, Serializer};

use super::sanitize::{Clean, MAX_SHOWN_CHARS, is_plain, is_unsafe};
use crate::decision::{CommandDecision, CountedRule, Decision};
use crate::policy::{Loaded, Problem};
use crate::verdict::Match;

/// The version of the shape of JSON answers.
pub const VERSION: u32 = 1;

/// Room for the bytes of a usual answer, so that it is not moved while it grows.
const USUAL_BYTES: usize = 512;

/// The most problems of a policy that stand in one answer; `runok policy` shows all.
pub const MAX_PROBLEMS: usize = 10;

/// A decision as one line of JSON, without the line break.
#[must_use]
pub fn decision(decision: &Decision, problems: &[Problem]) -> String {
    line(&answer(decision, problems))
}

/// The same to stand within another answer.
pub(super) fn answer<'a>(decision: &'a Decision, problems: &'a [Problem]) -> impl Serialize + use<'a> {
    Answer {
        version: VERSION,
        decision: decision.verdict.as_str(),
        reason: cleaned(&decision.reason),
        fix_suggestion: decision.fix_suggestion.as_deref().map(cleaned),
        message: decision.message.as_deref().map(cleaned),
        sandbox: decision.sandbox.as_deref(),
        commands: decision.commands.iter().map(command).collect(),
        notes: &decision.notes,
        problems: problems.iter().take(MAX_PROBLEMS).map(problem).collect(),
    }
}

/// What `runok policy` found, as one line of JSON.
#[must_use]
pub fn policy(loaded: &Loaded) -> String {
    let sources = loaded.policy.sources.iter();
    let files =
        sources.map(|source| FileAnswer { file: &source.name, role: &source.role, trusted: source.trusted }).collect();
    line(&PolicyAnswer {
        version: VERSION,
        files,
        rules: loaded.policy.rules.len(),
        problems: loaded.problems.iter().map(problem).collect(),
        warnings: loaded.warnings.iter().map(problem).collect(),
        notes: &loaded.policy.notes,
    })
}

fn command(command: &CommandDecision) -> CommandAnswer<'_> {
    CommandAnswer {
        words: command.words.iter().map(|word| word.text.as_str()).collect(),
        verdict: command.verdict.as_str(),
        reason: cleaned(&command.reason),
        rules: command.rules.iter().map(rule).collect(),
        unknown: &command.unknown,
        found_in: &command.found_in,
        span: [command.span.start, command.span.end],
        wrapped: command.wrapped.iter().map(self::command).collect(),
    }
}

fn rule(rule: &CountedRule) -> RuleAnswer<'_> {
    RuleAnswer {
        action: rule.action.as_str(),
        pattern: &rule.pattern,
        file: &rule.file,
        line: rule.line,
        matched: match_name(rule.matched),
        because: rule.because.as_deref(),
    }
}

/// The word for how surely a rule matches: `must`, `may` or `never`.
#[must_use]
pub fn match_name(matched: Match) -> &'static str {
    match matched {
        Match::Never => "never",
        Match::May => "may",
        Match::Must => "must",
    }
}

pub(super) fn problem(problem: &Problem) -> ProblemAnswer<'_> {
    ProblemAnswer {
        file: &problem.file,
        line: problem.line,
        column: problem.column,
        text: &problem.text,
        what: &problem.what,
        help: problem.help.as_deref(),
    }
}

/// A text as it may be shown, without a copy of what nearly every text is.
pub(super) fn cleaned(text: &str) -> Cow<'_, str> {
    if text.len() <= MAX_SHOWN_CHARS && is_plain(text) {
        return text.into();
    }
    Clean::new(text).as_str().to_owned().into()
}

/// Any value as one line of JSON in which no character is raw that a terminal might act on.
pub fn line<T: Serialize>(value: &T) -> String {
    let mut bytes = Vec::with_capacity(USUAL_BYTES);
    let mut serializer = Serializer::with_formatter(&mut bytes, Escaping);
    match value.serialize(&mut serializer) {
        Ok(()) => String::from_utf8(bytes).unwrap_or_default(),
        // Only a map with keys that are no strings, or a failing writer, can end here: neither exists in this room.
        Err(_) => String::new(),
    }
}

/// serde_json's compact form, with what [`is_unsafe`] escaped as `\uXXXX`.
struct Escaping;

impl Formatter for Escaping {
    fn write_string_fragment<W: ?Sized + io::Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        if is_plain(fragment) {
            return CompactFormatter.write_string_fragment(writer, fragment);
        }
        let mut rest = fragment;
        while let Some((offset, character)) = rest.char_indices().find(|(_, character)| is_unsafe(*character)) {
            let (plain, from) = rest.split_at(offset);
            writer.write_all(plain.as_bytes())?;
            for unit in character.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = from.get(character.len_utf8()..).unwrap_or_default();
        }
        writer.write_all(rest.as_bytes())
    }
}

#[derive(Serialize)]
struct Answer<'a> {
    version: u32,
    decision: &'static str,
    reason: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix_suggestion: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sandbox: Option<&'a str>,
    commands: Vec<CommandAnswer<'a>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    problems: Vec<ProblemAnswer<'a>>,
}

#[derive(Serialize)]
struct CommandAnswer<'a> {
    words: Vec<&'a str>,
    verdict: &'static str,
    reason: Cow<'a, str>,
    rules: Vec<RuleAnswer<'a>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    unknown: &'a [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    found_in: &'a [String],
    span: [usize; 2],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    wrapped: Vec<CommandAnswer<'a>>,
}

#[derive(Serialize)]
struct RuleAnswer<'a> {
    action: &'static str,
    pattern: &'a str,
    file: &'a str,
    line: usize,
    #[serde(rename = "match")]
    matched: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    because: Option<&'a str>,
}

#[derive(Serialize)]
pub(super) struct ProblemAnswer<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    text: &'a str,
    what: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
}

#[derive(Serialize)]
struct PolicyAnswer<'a> {
    version: u32,
    files: Vec<FileAnswer<'a>>,
    rules: usize,
    problems: Vec<ProblemAnswer<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<ProblemAnswer<'a>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
}

#[derive(Serialize)]
struct FileAnswer<'a> {
    file: &'a str,
    role: &'a str,
    trusted: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::ShownWord;
    use crate::input::Span;
    use crate::verdict::Verdict;

    fn example() -> Decision {
        let rule = CountedRule {
            action: Verdict::Deny,
            pattern: "rm *".to_owned(),
            file: "runok.yml".to_owned(),
            line: 3,
            matched: Match::Must,
            because: None,
        };
        let command = CommandDecision {
            verdict: Verdict::Deny,
            reason: "a deny rule matches".to_owned(),
            words: std::sync::Arc::new([
                ShownWord { text: "rm".into(), known: true },
                ShownWord { text: "a\u{1b}\u{7f}\u{85}\u{202e}\u{e0001}é".into(), known: true },
            ]),
            span: Span::new(0, 4),
            rules: vec![rule],
            found_in: Vec::new(),
            unknown: Vec::new(),
            kept_back: Vec::new(),
            wrapped: Vec::new(),
        };
        Decision {
            verdict: Verdict::Deny,
            reason: "no\u{1b}[31m".to_owned(),
            message: None,
            fix_suggestion: Some("ls".to_owned()),
            sandbox: None,
            decided_at: None,
            decided_by: None,
            commands: vec![command],
            notes: Vec::new(),
            extension_errors: Vec::new(),
            no_opinion: false,
        }
    }

    #[test]
    fn the_shape_is_stable_and_empty_fields_are_left_out() {
        assert_eq!(
            decision(&example(), &[]),
            concat!(
                r#"{"version":1,"decision":"deny","reason":"no[31m","fix_suggestion":"ls","commands":[{"words":["rm","#,
                r#""a\u001b\u007f\u0085\u202e\udb40\udc01é"],"verdict":"deny","reason":"a deny rule matches","#,
                r#""rules":[{"action":"deny","pattern":"rm *","file":"runok.yml","line":3,"match":"must"}],"#,
                r#""span":[0,4]}]}"#
            )
        );
    }

    #[test]
    fn words_come_back_exactly() {
        let parsed: serde_json::Value = serde_json::from_str(&decision(&example(), &[])).unwrap();
        assert_eq!(parsed["commands"][0]["words"][1], "a\u{1b}\u{7f}\u{85}\u{202e}\u{e0001}é");
    }

    #[test]
    fn every_character_survives_and_none_is_raw_that_should_not_be() {
        let all: String = (0..=0x10_FFFF).filter_map(char::from_u32).collect();
        let written = line(&all);
        assert!(!written.chars().any(|character| is_unsafe(character) || matches!(character, '\n' | '\r' | '\t')));
        assert_eq!(serde_json::from_str::<String>(&written).unwrap(), all);
    }
}
