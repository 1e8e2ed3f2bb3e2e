//! A pattern, and a command that it is compared with: the text up to the first line feed, and the rest.

use runok::policy::pattern::{self, PatternError, RulePattern};
use runok::verdict::{Match, Verdict};

use super::judge::{Judge, load};
use super::{shown, texts};

pub(crate) fn attempt(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (written, line) = text.split_once('\n').unwrap_or((text, "git commit -m 'a b' --force origin/main > /tmp/x"));
    match pattern::patterns(written) {
        Ok(patterns) => {
            for one in patterns {
                let printed = one.to_string();
                assert_eq!(pattern::patterns(&printed), Ok(vec![one]), "{written:?} prints as {printed:?}");
            }
        }
        Err(error) => points_into(&error, written),
    }
    let _ = pattern::flag_group(written);
    match pattern::parse(written) {
        Ok(patterns) => patterns.iter().for_each(|one| prints(one, written)),
        Err(error) => points_into(&error, written),
    }
    compared(written, line);
}

fn points_into(error: &PatternError, written: &str) {
    assert!(written.is_char_boundary(error.offset), "{error:?} points out of {written:?}");
    assert!(!error.what.is_empty());
}

fn prints(one: &RulePattern, written: &str) {
    // what a command's pattern prints as was looked at
    if !matches!(one, RulePattern::Command(_)) {
        let printed = one.to_string();
        assert_eq!(
            pattern::parse(&printed).as_deref(),
            Ok(std::slice::from_ref(one)),
            "{written:?} prints as {printed:?}"
        );
    }
}

/// A rule for it judges, and where it also denies it does not allow.
fn compared(written: &str, line: &str) {
    let rule = |action: &str| format!("  - {{ {action}: {} }}\n", serde_json::json!(written));
    let definitions = "definitions:\n  wrappers: ['within <opts> <cmd>']\n  paths: { here: [./**] }\n  vars: { v: { values: [a, 'b c'] } }\n  \
        flag_groups: { f: '-f|--force' }\n";
    let one = load(&format!("rules:\n{}{definitions}", rule("allow")));
    if !one.problems.is_empty() {
        return;
    }
    let judge = Judge::by(one);
    let Some(decision) = judge.decide(line) else { return };
    shown::decision(&decision, line);
    if decision.verdict != Verdict::Allow {
        return;
    }
    let surely = |matched: Match| matched == Match::Must;
    if !decision.commands.iter().any(|command| command.rules.iter().any(|rule| surely(rule.matched))) {
        return;
    }
    let both = load(&format!("rules:\n{}{}{definitions}", rule("allow"), rule("deny")));
    if both.problems.is_empty() {
        let both = Judge::by(both).decide(line).unwrap();
        assert_ne!(both.verdict, Verdict::Allow, "{written:?} allows {line:?}, and does not deny it");
    }
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = texts::own("pattern");
    let lines = texts::lines();
    let rule = |line: &str| {
        let text = line.trim_start().trim_start_matches("- ").trim_start_matches("{ ");
        let rest = ["allow: ", "deny: ", "ask: "].iter().find_map(|action| text.strip_prefix(action))?;
        let quote = rest.chars().next().filter(|one| matches!(one, '\'' | '"'))?;
        Some(rest[1..].split_once(quote)?.0.to_owned())
    };
    for (number, written) in texts::policies().iter().flat_map(|text| text.lines()).filter_map(rule).enumerate() {
        seeds.push(format!("{written}\n{}", lines[number * 7 % lines.len()]).into_bytes());
    }
    seeds
}
