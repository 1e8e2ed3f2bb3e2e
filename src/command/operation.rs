//! Operators of `${…}` that compute a text from a text: trims, replacements, slices, case.
//!
//! Owns the computation on known text and the decision that something is not known. Refuses to look parameters up.

use super::glob::Pattern;
use super::parameter::Held;
use super::value::{MAX_VALUE_BYTES, Text};
use super::walk::Walker;
use super::word::{GlobKind, Part};
use crate::shell::Dialect;
use crate::shell::ast::{Parameter, ParameterOperation, Word};

/// The most work of one pattern on one value: characters times the pattern's length.
const MAX_PATTERN_WORK: usize = 200_000;

/// An operator with its operands, all known.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Operation {
    Trim { suffix: bool, longest: bool, pattern: Pattern },
    Replace { all: bool, anchor: Option<char>, pattern: Pattern, replacement: String },
    Slice { offset: i64, length: Option<i64> },
    Case { upper: bool, all: bool },
    Quote,
}

impl Walker<'_> {
    /// The operator, its operands expanded; `None` where something of it is not known.
    pub(super) fn read_operation(&mut self, parameter: &Parameter, held: &Held, source: &str) -> Option<Operation> {
        match &parameter.operation {
            ParameterOperation::Trim { suffix, longest, pattern } => {
                let pattern = self.plain_pattern(pattern)?;
                Some(Operation::Trim { suffix: *suffix, longest: *longest, pattern })
            }
            ParameterOperation::Replace { all, anchor, pattern, replacement } => {
                let pattern = self.plain_pattern(pattern);
                let replacement = replacement.as_ref().map_or_else(Text::default, |word| self.text(word));
                // an unquoted `&` stands for the match where patsub_replacement is on
                let replacement = replacement.known().filter(|text| !text.contains(['&', '\\']))?.to_owned();
                Some(Operation::Replace { all: *all, anchor: *anchor, pattern: pattern?, replacement })
            }
            ParameterOperation::Slice { offset, length } => {
                let offset = self.offset(offset);
                let length = length.as_ref().map(|length| self.offset(length));
                if length.is_some_and(|length| length.is_none_or(|length| length < 0)) {
                    self.may_fail();
                }
                Some(Operation::Slice {
                    offset: offset?,
                    length: match length {
                        None => None,
                        Some(length) => Some(length?),
                    },
                })
            }
            ParameterOperation::Case { upper, all, pattern } => {
                if let Some(pattern) = pattern {
                    self.pattern(pattern);
                    return None;
                }
                Some(Operation::Case { upper: *upper, all: *all })
            }
            ParameterOperation::Transform(letter) => self.transform(*letter, parameter, held, source),
            ParameterOperation::Value
            | ParameterOperation::Length
            | ParameterOperation::Fallback { .. }
            | ParameterOperation::Names
            | ParameterOperation::Keys => None,
        }
    }

    /// The pattern, where it is known and all shells of the dialect read it alike: `[^x]` is `[!x]` to some sh, and to others not.
    fn plain_pattern(&mut self, word: &Word) -> Option<Pattern> {
        let parts = self.pattern(word);
        let written = self.source.text.get(word.span.start..word.span.end).unwrap_or_default();
        let negates = |part: &Part| matches!(part.glob_kind(), Some(GlobKind::Class { negated: true, .. }));
        let alike = written.contains("[!") && !written.contains("[^");
        let differs = self.dialect == Dialect::Posix && !alike && parts.iter().any(negates);
        Pattern::new(&parts).filter(|_| !differs)
    }

    fn transform(&mut self, letter: char, parameter: &Parameter, held: &Held, source: &str) -> Option<Operation> {
        match letter {
            'U' => Some(Operation::Case { upper: true, all: true }),
            'u' => Some(Operation::Case { upper: true, all: false }),
            'L' => Some(Operation::Case { upper: false, all: true }),
            'Q' => Some(Operation::Quote),
            'P' => {
                let plain = match held {
                    Held::Unset => true,
                    Held::Text(text) | Held::PerhapsUnset(text) => {
                        text.is_numeric()
                            // `\044` is a `$` before anything is expanded, `\s` a name that is not known
                            || text
                                .alternatives()
                                .is_some_and(|texts| texts.iter().all(|text| !text.contains(['$', '`', '\\'])))
                    }
                    Held::List { .. } => false,
                };
                if !plain {
                    self.doubt(format!("{source} expands its value as a prompt, which may run code"), parameter.span);
                }
                None
            }
            _ => None,
        }
    }

    /// The operator's result on a value.
    pub(super) fn apply(&mut self, operation: &Operation, text: &Text, source: &str) -> Text {
        let Some(texts) = text.alternatives() else { return Text::out_of(&[text], source) };
        let bytes: usize = texts.iter().map(|text| text.len()).sum();
        self.step(1 + bytes / 16);
        let results: Option<Vec<String>> = texts.into_iter().map(|text| operation.on(text)).collect();
        match results {
            Some(results) => Text::one_of(results, source),
            None => Text::unknown(source),
        }
    }
}

impl Operation {
    /// The result on a known text; `None` where it is not computed.
    fn on(&self, text: &str) -> Option<String> {
        match self {
            Operation::Trim { suffix, longest, pattern } => trim(text, pattern, *suffix, *longest),
            Operation::Replace { all, anchor, pattern, replacement } => {
                replace(text, pattern, replacement, *all, *anchor)
            }
            Operation::Slice { offset, length } => slice(text, *offset, *length),
            Operation::Case { upper, all } => change_case(text, *upper, *all),
            Operation::Quote => {
                let plain = text.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ');
                (plain && !text.contains('\'')).then(|| format!("'{text}'"))
            }
        }
    }
}

fn affordable(chars: usize, pattern: &Pattern, times: usize) -> bool {
    chars.saturating_mul(pattern.length().max(1)).saturating_mul(times) <= MAX_PATTERN_WORK
}

/// A character of several bytes is one to a pattern in some locales, and several in others.
fn trim(text: &str, pattern: &Pattern, suffix: bool, longest: bool) -> Option<String> {
    if !text.is_ascii() {
        return None;
    }
    let chars: Vec<char> = text.chars().collect();
    if !affordable(chars.len(), pattern, 1) {
        return None;
    }
    let ends = if suffix { pattern.ends_backward(&chars) } else { pattern.ends(&chars) };
    let mut matching = ends.iter().enumerate().filter(|(_, matches)| **matches).map(|(length, _)| length);
    let cut = if longest { matching.next_back() } else { matching.next() }.unwrap_or(0);
    Some(if suffix { chars.iter().take(chars.len() - cut).collect() } else { chars.iter().skip(cut).collect() })
}

fn replace(text: &str, pattern: &Pattern, replacement: &str, all: bool, anchor: Option<char>) -> Option<String> {
    if !text.is_ascii() {
        return None;
    }
    let chars: Vec<char> = text.chars().collect();
    if !affordable(chars.len(), pattern, chars.len().max(1)) {
        return None;
    }
    let longest = |ends: &[bool]| ends.iter().rposition(|matches| *matches);
    match anchor {
        Some('%') => {
            let Some(cut) = longest(&pattern.ends_backward(&chars)) else { return Some(text.to_owned()) };
            let kept: String = chars.iter().take(chars.len() - cut).collect();
            return Some(kept + replacement);
        }
        Some(_) => {
            let Some(cut) = longest(&pattern.ends(&chars)) else { return Some(text.to_owned()) };
            let kept: String = chars.iter().skip(cut).collect();
            return Some(replacement.to_owned() + &kept);
        }
        None => {}
    }
    if pattern.length() == 0 {
        return Some(text.to_owned());
    }
    let mut result = String::new();
    let mut at = 0;
    let mut replaced = false;
    while at < chars.len() {
        let rest = chars.get(at..).unwrap_or_default();
        match longest(&pattern.ends(rest)).filter(|length| *length > 0 && (all || !replaced)) {
            Some(length) => {
                result.push_str(replacement);
                replaced = true;
                at += length;
            }
            None => {
                result.extend(rest.first());
                at += 1;
            }
        }
        if result.len() > MAX_VALUE_BYTES {
            return None;
        }
    }
    // a pattern that matches nothing at all, such as `*` on an empty text, is left alone
    (!text.is_empty()).then_some(result)
}

fn slice(text: &str, offset: i64, length: Option<i64>) -> Option<String> {
    if !text.is_ascii() {
        return None;
    }
    let size = i64::try_from(text.len()).ok()?;
    let start = if offset < 0 { size + offset } else { offset };
    if start < 0 || start > size {
        return Some(String::new());
    }
    let end = match length {
        None => size,
        Some(length) if length < 0 => size + length,
        Some(length) => start.checked_add(length)?.min(size),
    };
    if end < start {
        return None;
    }
    text.get(usize::try_from(start).ok()?..usize::try_from(end).ok()?).map(str::to_owned)
}

fn change_case(text: &str, upper: bool, all: bool) -> Option<String> {
    if !text.is_ascii() {
        return None;
    }
    let change = |text: &str| if upper { text.to_ascii_uppercase() } else { text.to_ascii_lowercase() };
    if all {
        return Some(change(text));
    }
    let (first, rest) = text.split_at(text.len().min(1));
    Some(change(first) + rest)
}

#[cfg(test)]
mod tests {
    use super::super::word::{Glob, GlobKind, Part};
    use super::*;

    fn star_then(text: &str) -> Pattern {
        let star = Part::from(Glob { kind: GlobKind::Star, may_be_dot: true, text: "*".into() });
        Pattern::new(&[star, Part::Literal(text.into())]).expect("plain")
    }

    fn plain(text: &str) -> Pattern {
        Pattern::new(&[Part::Literal(text.into())]).expect("plain")
    }

    #[test]
    fn trims() {
        assert_eq!(trim("a/b/c", &star_then("/"), false, false).as_deref(), Some("b/c"));
        assert_eq!(trim("a/b/c", &star_then("/"), false, true).as_deref(), Some("c"));
        assert_eq!(trim("a.txt", &plain(".txt"), true, false).as_deref(), Some("a"));
        assert_eq!(trim("a.txt", &plain(".md"), true, false).as_deref(), Some("a.txt"));
    }

    #[test]
    fn replacements() {
        assert_eq!(replace("abab", &plain("a"), "x", false, None).as_deref(), Some("xbab"));
        assert_eq!(replace("abab", &plain("a"), "x", true, None).as_deref(), Some("xbxb"));
        assert_eq!(replace("abab", &plain("b"), "x", false, Some('%')).as_deref(), Some("abax"));
        assert_eq!(replace("abab", &plain("b"), "x", false, Some('#')).as_deref(), Some("abab"));
    }

    #[test]
    fn slices_and_case() {
        assert_eq!(slice("hello", 1, Some(3)).as_deref(), Some("ell"));
        assert_eq!(slice("hello", -2, None).as_deref(), Some("lo"));
        assert_eq!(slice("hello", 0, Some(-1)).as_deref(), Some("hell"));
        assert_eq!(slice("hello", 9, None).as_deref(), Some(""));
        assert_eq!(change_case("abC", true, false).as_deref(), Some("AbC"));
        assert_eq!(change_case("abC", false, true).as_deref(), Some("abc"));
    }
}
