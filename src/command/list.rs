//! Lists: `$@`, `$*`, `${a[@]}` and parts of them.
//!
//! Owns how a list becomes fields or one value, and what expansions are split at. Refuses to look lists up.

use super::expand::{Style, Within, any_word};
use super::fields::{Fields, Separators};
use super::parameter::Held;
use super::value::{Text, Value};
use super::walk::Walker;
use super::word::{Count, Word};
use crate::shell::Dialect;

impl Walker<'_> {
    /// What unquoted expansions are split at.
    pub(super) fn separators(&self) -> Separators {
        if self.dialect.keeps_expansions_whole() {
            return Separators::None;
        }
        let variable = self.state.variable("IFS");
        match &variable.value {
            Value::Unset => Separators::Known(" \t\n".to_owned()),
            Value::Text(text) if !variable.perhaps_unset => {
                // a character of several bytes is several separators in some locales
                let text = text.known().filter(|text| text.is_ascii());
                text.map_or(Separators::Unknown, |text| Separators::Known(text.to_owned()))
            }
            Value::Text(_) | Value::Array(_) | Value::Unknown => Separators::Unknown,
        }
    }

    /// Adds what an operator made of a list. In a value bash joins that with what `IFS` begins with, and `$@` itself with blanks.
    pub(super) fn add_operated(&mut self, held: &Held, within: Within, fields: &mut Fields, source: &str) {
        match held {
            Held::List { star: false, .. } if !self.joins_with_blanks() => fields.any(source),
            held => self.add_held(held, within, fields, source),
        }
    }

    /// Does `IFS` surely begin with a blank, so that all shells join lists with it?
    fn joins_with_blanks(&self) -> bool {
        match &self.state.variable("IFS").value {
            Value::Text(text) => text.known().is_some_and(|all| all.starts_with(' ')),
            Value::Unset => true,
            Value::Array(_) | Value::Unknown => false,
        }
    }

    /// Adds a list to the fields around it.
    pub(super) fn add_list(&mut self, words: &[Word], star: bool, within: Within, fields: &mut Fields, source: &str) {
        self.step(words.len());
        if !star && self.dialect != Dialect::Bash && !self.joins_with_blanks() {
            // other shells join it with what `IFS` begins with where it is a value
            return fields.any(source);
        }
        match within.style {
            Style::Words | Style::Operand => {
                let separators = self.separators();
                if star && matches!(&separators, Separators::Known(all) if all.is_empty()) {
                    // bash joins it in what is substituted for a value
                    return fields.any(source);
                }
                fields.split_words(words, &separators);
            }
            Style::Quoted if !star => fields.words(words),
            Style::Quoted | Style::Value | Style::Pattern => {
                let separator = match (star, self.separators()) {
                    (false, _) => Some(" ".to_owned()),
                    (true, Separators::Known(all)) => Some(all.chars().take(1).collect()),
                    (true, Separators::Unknown | Separators::None) => None,
                };
                let text =
                    separator.map_or_else(|| Text::unknown(source), |separator| joined(words, &separator, source));
                self.add(&text, within.style, fields);
            }
        }
    }
}

fn joined(words: &[Word], separator: &str, source: &str) -> Text {
    let mut all = Text::default();
    for (index, word) in words.iter().enumerate() {
        if word.count == Count::Any {
            return Text::unknown(source);
        }
        if index > 0 {
            all.append(&Text::literal(separator), source);
        }
        all.append(&Text::of_word(word), source);
    }
    all
}

/// `${@:offset:length}`; `zero` is `$0` for the positional parameters.
pub(super) fn slice_list(
    words: Vec<Word>,
    zero: Option<Text>,
    offset: i64,
    length: Option<i64>,
    source: &str,
) -> Vec<Word> {
    let span = words.first().map(|word| word.span).unwrap_or_default();
    if words.iter().any(|word| word.count == Count::Any) {
        return vec![any_word(source, span)];
    }
    let mut all = words;
    if let Some(zero) = zero {
        // `${@:0}` begins with $0
        all.insert(0, zero.into_word(span));
    }
    let size = i64::try_from(all.len()).unwrap_or(i64::MAX);
    let start = if offset < 0 { size + offset } else { offset };
    match (usize::try_from(start), length.map(usize::try_from)) {
        (Err(_), _) => Vec::new(),
        (Ok(start), None) => all.into_iter().skip(start).collect(),
        (Ok(start), Some(Ok(length))) => all.into_iter().skip(start).take(length).collect(),
        (Ok(_), Some(Err(_))) => vec![any_word(source, span)],
    }
}
