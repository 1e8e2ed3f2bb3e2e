//! `${name:-word}`, `${name:=word}`, `${name:?word}`, `${name:+word}`.
//!
//! Owns the choice between the value and the word. Refuses to look parameters up.

use super::expand::{Style, Within};
use super::fields::Fields;
use super::parameter::Held;
use super::value::{Text, Value};
use super::walk::Walker;
use crate::shell::ast::{FallbackOperator, Parameter, Word};

impl Walker<'_> {
    /// Adds the value, or the word that stands in for it.
    pub(super) fn fallback(
        &mut self,
        parameter: &Parameter,
        held: &Held,
        choice: &Fallback<'_>,
        within: Within,
        fields: &mut Fields,
    ) {
        let source = self.shown(parameter.span);
        if within.style == Style::Quoted && names_list(parameter) {
            // of a list that is empty there may be no word at all
            let mark = self.state.mark();
            self.operand(choice.word, within, &mut Fields::default());
            self.state.join_untouched(mark);
            return fields.any(&source);
        }
        let wants_word = match choice.operator {
            FallbackOperator::Use | FallbackOperator::Assign | FallbackOperator::Fail => choice.set.map(|set| !set),
            FallbackOperator::Alternate => choice.set,
        };
        let empty = Held::Text(Text::default());
        let value = if choice.operator == FallbackOperator::Alternate { &empty } else { held };
        match (wants_word, choice.operator) {
            (Some(true), FallbackOperator::Use | FallbackOperator::Alternate) => {
                self.operand(choice.word, within, fields)
            }
            (Some(false), _) => {
                // what cannot run now is still looked at, but changes nothing
                self.subshell(|walker| walker.operand(choice.word, within, &mut Fields::default()));
                self.add_held(value, within, fields, &source);
            }
            (_, FallbackOperator::Assign) => {
                let word = self.operand_text(choice.word, within);
                let assigned = if wants_word == Some(true) { word } else { value.text(&source).join(&word, &source) };
                let value = match parameter.subscript {
                    None => Value::Text(assigned.clone()),
                    // the other elements stay
                    Some(_) => Value::Unknown,
                };
                self.assign(&parameter.name, value, parameter.span);
                if self.dialect.is_zsh() && !super::expand::is_name(&parameter.name) {
                    self.doubt(format!("{source} sets a parameter of its own"), parameter.span);
                }
                self.note_assignment(&parameter.name, assigned.clone(), parameter.span);
                self.add(&assigned, within.style, fields);
            }
            (_, FallbackOperator::Fail) => {
                self.operand_text(choice.word, within);
                self.may_end();
                if self.state.shell().options.interactive {
                    self.may_fail();
                }
                self.add_held(value, within, fields, &source);
            }
            (None, FallbackOperator::Use | FallbackOperator::Alternate) => {
                let mark = self.state.mark();
                let mut tried = Fields::default();
                self.operand(choice.word, within, &mut tried);
                self.state.join_untouched(mark);
                self.either(value, tried, within, fields, &source);
            }
        }
    }

    /// Adds the value or the operand, it is not known which.
    fn either(&mut self, value: &Held, operand: Fields, within: Within, fields: &mut Fields, source: &str) {
        let list = matches!(value, Held::List { .. });
        match (within.style, operand.into_single()) {
            (Style::Words | Style::Operand, _) | (Style::Quoted, None) => {
                if within.style == Style::Quoted || list {
                    fields.any(source);
                    return;
                }
                fields.any(source);
            }
            (Style::Quoted, Some(_)) if list => fields.any(source),
            (_, Some(word)) => {
                let text = value.text(source).join(&word, source);
                self.add(&text, within.style, fields);
            }
            (_, None) => self.add(&Text::unknown(source), within.style, fields),
        }
    }

    fn operand_text(&mut self, word: &Word, within: Within) -> Text {
        let mut fields = Fields::default();
        let style = if within.style == Style::Quoted { Style::Quoted } else { Style::Value };
        self.operand(word, Within { style }, &mut fields);
        fields.into_text()
    }
}

/// `"${@:+…}"`, `"${a[@]-…}"`
fn names_list(parameter: &Parameter) -> bool {
    parameter.name == "@" || parameter.name == "*" || parameter.subscript.is_some()
}

/// Which of the two is wanted.
pub(super) struct Fallback<'a> {
    pub(super) operator: FallbackOperator,
    /// The parameter counts as set; `None` when that is not known.
    pub(super) set: Option<bool>,
    pub(super) word: &'a Word,
}
