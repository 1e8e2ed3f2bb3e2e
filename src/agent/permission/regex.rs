//! Regular expressions over command lines, as far as they are no more than words.
//!
//! Owns the small part that becomes a rule: `^`, words with alternatives, and what may follow them. Refuses to run one.

use super::About;
use crate::verdict::Verdict;

/// The most commands that one expression with alternatives becomes.
const MAX_ALTERNATIVES: usize = 16;

/// What the words of an expression are, given what may follow them.
type Ending = fn(Vec<String>) -> About;

const ANYWHERE: &str = "it matches anywhere in a line, which a rule cannot say";
const HARD: &str = "its regular expression is more than words, and a rule might say something else";
const MORE: &str = "it needs something after its words, and a rule would also match without";
const CASE: &str = "it takes letters in either case, and a rule would match less";

/// How an expression ends: what may come after the words.
const NOTHING: &[&str] = &["$", "\\s*$", " *$"];
const WORDS: &[&str] =
    &["(\\s|$)", "(?:\\s|$)", "( |$)", "(?: |$)", "($|\\s)", "(\\s.*)?$", "(?:\\s.*)?$", "( .*)?$", "(?: .*)?$"];
const BOUNDARY: &[&str] = &["\\b", "\\b.*", "\\b.*$"];
const ANYTHING: &[&str] = &["", ".*", ".*$"];
const SOMETHING: &[&str] =
    &["\\s", "\\s+", " ", "\\s.*", "\\s+.*", " .*", "\\s.*$", "\\s+.*$", " .*$", " .+", " .+$", "\\s+.+$"];

/// What an expression is about; several where it has alternatives.
pub(super) fn about(expression: &str, either_case: bool, verdict: Verdict) -> Vec<About> {
    read(expression, either_case, verdict).unwrap_or_else(|why| vec![About::Unclear(why)])
}

fn read(expression: &str, either_case: bool, verdict: Verdict) -> Result<Vec<About>, &'static str> {
    let allows = verdict == Verdict::Allow;
    let mut rest = expression.strip_prefix('^').ok_or(ANYWHERE)?;
    if either_case && !allows {
        return Err(CASE);
    }
    let mut lines = vec![String::new()];
    let ending: Ending = loop {
        if let Some(ending) = ending(rest, allows)? {
            break ending;
        }
        let (choices, after) = piece(rest, allows)?;
        lines = lines.iter().flat_map(|line| choices.iter().map(move |choice| format!("{line}{choice}"))).collect();
        if lines.len() > MAX_ALTERNATIVES {
            return Err(HARD);
        }
        rest = after;
    };
    let words = |line: &String| line.split_ascii_whitespace().map(str::to_owned).collect();
    Ok(lines.iter().map(|line| ending(words(line))).collect())
}

/// What the rest means where nothing but an ending is left.
fn ending(rest: &str, allows: bool) -> Result<Option<Ending>, &'static str> {
    Ok(match rest {
        _ if NOTHING.contains(&rest) => Some(About::Exactly),
        _ if WORDS.contains(&rest) => Some(About::Beginning),
        _ if BOUNDARY.contains(&rest) && allows => Some(About::Beginning),
        _ if BOUNDARY.contains(&rest) || ANYTHING.contains(&rest) => Some(About::Open),
        _ if SOMETHING.contains(&rest) && allows => return Err(MORE),
        _ if SOMETHING.contains(&rest) => Some(About::Beginning),
        _ => None,
    })
}

/// The texts that come next, and what follows them.
fn piece(rest: &str, allows: bool) -> Result<(Vec<String>, &str), &'static str> {
    for blank in ["\\s+", "\\s", " +", " "] {
        if let Some(after) = rest.strip_prefix(blank) {
            return unrepeated(vec![" ".to_owned()], after);
        }
    }
    if let Some(inside) = rest.strip_prefix('(') {
        let (inside, after) = inside.strip_prefix("?:").unwrap_or(inside).split_once(')').ok_or(HARD)?;
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-/: |".contains(letter);
        let choices = inside.split('|').map(str::to_owned).collect();
        return if inside.chars().all(is_plain) { unrepeated(choices, after) } else { Err(HARD) };
    }
    let escaped = rest.strip_prefix('\\');
    let mut letters = escaped.unwrap_or(rest).chars();
    let letter = letters.next().ok_or(HARD)?;
    let means_itself = match escaped {
        Some(_) => letter.is_ascii_punctuation(),
        // of what any letter would do for, an allow takes the one
        None => letter.is_ascii_alphanumeric() || "_-/:=@,%".contains(letter) || (letter == '.' && allows),
    };
    if means_itself { unrepeated(vec![letter.to_string()], letters.as_str()) } else { Err(HARD) }
}

fn unrepeated(choices: Vec<String>, after: &str) -> Result<(Vec<String>, &str), &'static str> {
    if after.starts_with(['?', '*', '+', '{']) { Err(HARD) } else { Ok((choices, after)) }
}
