//! What is assigned where a text is evaluated as arithmetic: `[[ x=1 -eq 2 ]]`, `a[x=1]=y`, `v='x=1'; ((v))`.
//!
//! Owns which variables those are, also where the text is put together out of expansions (`$(($v=1))`). Refuses to compute what
//! they are given: that is some number, or they stay as they were.

use super::value::{Text, Value};
use super::walk::Walker;
use crate::input::Span;
use crate::shell;
use crate::shell::ast::Part;

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
    /// Not known.
    Any,
}

impl Stretch {
    /// What an expansion gave.
    pub(super) fn of(text: &Text) -> Self {
        match text.alternatives() {
            Some(texts) => Self::Texts(texts.into_iter().map(str::to_owned).collect()),
            None if text.is_numeric() => Self::Number,
            None => Self::Any,
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
    /// An expression of these stretches is evaluated; what it assigns by itself (`own`) is seen to elsewhere.
    pub(super) fn assigned_by_stretches(&mut self, stretches: &[Stretch], own: &[String], span: Span) {
        let assigning = stretches.iter().any(|stretch| match stretch {
            Stretch::Texts(texts) => texts.iter().any(|text| may_assign(text)),
            Stretch::Number | Stretch::Any => false,
        });
        // two signs may meet, of which each stands in a text of its own
        let signs = stretches.iter().any(|stretch| match stretch {
            Stretch::Texts(texts) => texts.iter().any(|text| text.ends_with(['+', '-'])),
            Stretch::Number | Stretch::Any => false,
        });
        if !assigning && !signs {
            return;
        }
        let Some(readings) = readings(stretches) else {
            self.doubt("arithmetic may set any variable".to_owned(), span);
            return;
        };
        for reading in readings {
            self.assigned_by(&reading, own, span);
        }
    }

    /// A text is evaluated: what it assigns is a number from here on, or what it was.
    pub(super) fn assigned_by(&mut self, text: &str, own: &[String], span: Span) {
        if !may_assign(text) || !self.step(1 + text.len() / 8) {
            return;
        }
        for name in shell::assigned_in_arithmetic(text) {
            if name.contains(ANY) {
                let shown = super::walk::shorten(&text.replace(ANY, "…"));
                self.doubt(format!("arithmetic may set any variable: {shown}"), span);
                continue;
            }
            if own.contains(&name) {
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
            Stretch::Number => all.iter_mut().for_each(|text| text.push_str(if joins(text) { ANY } else { "1" })),
            Stretch::Any => all.iter_mut().for_each(|text| text.push_str(ANY)),
        }
    }
    Some(all)
}

/// Does what follows belong to a name?
fn joins(text: &str) -> bool {
    text.ends_with(|char: char| char == '_' || char.is_ascii_alphanumeric())
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
        let many = texts(&["a", "b", "c", "d", "e"]);
        assert_eq!(readings(&[many, texts(&["a", "b", "c", "d"])]), None);
    }
}
