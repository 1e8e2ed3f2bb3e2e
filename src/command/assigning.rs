//! What is assigned where a text is evaluated as arithmetic: `[[ x=1 -eq 2 ]]`, `a[x=1]=y`, `v='x=1'; ((v))`.
//!
//! Owns which variables those are, and what is read and assigned where the text is put together out of expansions
//! (`$(($v=1))`). Refuses to compute what they are given: that is some number, or they stay as they were.

use foldhash::HashSet;

use super::expand::is_name;
use super::value::{Text, Value};
use super::walk::Walker;
use crate::input::Span;
use crate::shell;
use crate::shell::ast::{Arithmetic, Part};

/// The most texts that are looked at of an expression parts of which may be one of several.
const MAX_READINGS: usize = 16;

/// What stands for a stretch that is not known: nobody calls a variable so, and who does is only asked.
const ANY: &str = "_any_";

/// A stretch of an expression.
pub(super) enum Stretch {
    /// One of these texts.
    Texts(Vec<String>),
    /// Digits.
    Number,
    /// Digits, or nothing.
    NumberOrNothing,
    /// Not known.
    Any,
}

impl Stretch {
    /// What an expansion gave.
    pub(super) fn of(text: &Text) -> Self {
        match text.alternatives() {
            Some(texts) if texts.len() == 1 || !text.is_numeric() => {
                Self::Texts(texts.into_iter().map(str::to_owned).collect())
            }
            _ if text.is_numeric() && text.is_empty() == Some(false) => Self::Number,
            _ if text.is_numeric() => Self::NumberOrNothing,
            _ => Self::Any,
        }
    }

    /// What an operand as it is written may be, where nothing is known of its expansions.
    pub(super) fn written(part: &Part, stretches: &mut Vec<Self>) {
        match part {
            Part::Bare(text) | Part::Quoted(text) => stretches.push(Self::Texts(vec![text.to_string()])),
            Part::DoubleQuoted(parts) => parts.iter().for_each(|part| Self::written(part, stretches)),
            _ => stretches.push(Self::Any),
        }
    }
}

impl Walker<'_> {
    /// An expression is put together out of these stretches: names and signs may stand there that stand in none of them.
    pub(super) fn put_together(&mut self, stretches: &[Stretch], expression: &Arithmetic) {
        // one stretch alone is evaluated by itself
        if stretches.len() < 2 {
            return;
        }
        let Some(readings) = readings(stretches) else {
            self.doubt("arithmetic may read and set any variable".to_owned(), expression.span);
            return;
        };
        let names: HashSet<&str> = expression.names.iter().map(String::as_str).collect();
        let own: HashSet<&str> = expression.assigned.iter().map(String::as_str).collect();
        for reading in readings {
            if !self.step(1 + reading.len() / 8) {
                return;
            }
            let tokens = reading.split(|char: char| char != '_' && !char.is_ascii_alphanumeric());
            for name in tokens.filter(|token| is_name(token) && !names.contains(token)) {
                if !name.contains(ANY) {
                    self.evaluated_name(name, expression, 0);
                } else if !name.replace(ANY, "").is_empty() {
                    let shown = super::walk::shorten(&reading.replace(ANY, "…"));
                    self.doubt(
                        format!("arithmetic reads a variable whose name is not known: {shown}"),
                        expression.span,
                    );
                }
            }
            self.assigned_by(&reading, &own, expression.span);
        }
    }

    /// A text is evaluated: what it assigns is a number from here on, or what it was.
    pub(super) fn assigned_by(&mut self, text: &str, own: &HashSet<&str>, span: Span) {
        if !may_assign(text) || !self.step(1 + text.len() / 8) {
            return;
        }
        for name in shell::assigned_in_arithmetic(text) {
            if name.contains(ANY) {
                let shown = super::walk::shorten(&text.replace(ANY, "…"));
                self.doubt(format!("arithmetic may set any variable: {shown}"), span);
                continue;
            }
            if own.contains(name.as_str()) {
                continue;
            }
            let mark = self.state.mark();
            let source = format!("${name}");
            let value = if text.contains('[') { Value::Unknown } else { Value::Text(Text::numeric(&source)) };
            self.assign(&name, value, span);
            self.state.join_untouched(mark);
            self.note_assignment(&name, Text::numeric(&source), span);
        }
    }
}

/// May an operator in this text assign?
fn may_assign(text: &str) -> bool {
    text.contains('=') || text.contains("++") || text.contains("--")
}

/// Every text that the stretches may be together; nothing where those are too many.
fn readings(stretches: &[Stretch]) -> Option<Vec<String>> {
    let mut all = vec![String::new()];
    for stretch in stretches {
        match stretch {
            Stretch::Texts(texts) => {
                if all.len().checked_mul(texts.len())? > MAX_READINGS {
                    return None;
                }
                let pairs = all.iter().flat_map(|before| texts.iter().map(move |text| format!("{before}{text}")));
                all = pairs.collect();
            }
            Stretch::Number => all.iter_mut().for_each(|text| text.push_str(number_behind(text))),
            Stretch::NumberOrNothing => {
                if all.len() * 2 > MAX_READINGS {
                    return None;
                }
                let with: Vec<String> = all.iter().map(|text| [text, number_behind(text)].concat()).collect();
                all.extend(with);
            }
            Stretch::Any => all.iter_mut().for_each(|text| text.push_str(ANY)),
        }
    }
    Some(all)
}

/// What stands for a number that follows this text, and may belong to a name that begins there.
fn number_behind(text: &str) -> &'static str {
    if text.ends_with(|char: char| char == '_' || char.is_ascii_alphanumeric()) { ANY } else { "1" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_are_read_together() {
        let texts = |all: &[&str]| Stretch::Texts(all.iter().map(|text| (*text).to_owned()).collect());
        let all = readings(&[texts(&["x", "y"]), texts(&["=1"])]);
        assert_eq!(all, Some(vec!["x=1".to_owned(), "y=1".to_owned()]));
        assert_eq!(readings(&[texts(&["x"]), Stretch::Number]), Some(vec![format!("x{ANY}")]));
        assert_eq!(readings(&[texts(&["2+"]), Stretch::Number]), Some(vec!["2+1".to_owned()]));
        assert_eq!(readings(&[Stretch::Any, texts(&["++"])]), Some(vec![format!("{ANY}++")]));
        let all = readings(&[Stretch::NumberOrNothing, texts(&["x=1"])]);
        assert_eq!(all, Some(vec!["x=1".to_owned(), "1x=1".to_owned()]));
        let many = texts(&["a", "b", "c", "d", "e"]);
        assert_eq!(readings(&[many, texts(&["a", "b", "c", "d"])]), None);
    }
}
