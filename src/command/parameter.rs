//! Parameters: `$name`, `${name…}` and what they hold.
//!
//! Owns the lookup of variables, positional and special parameters, lists (`"$@"`, `"${a[@]}"`) and the operators that
//! choose between a value and a word. Refuses to compute on text (`operation`).

use std::rc::Rc;

use super::expand::{Within, any_word};
use super::fallback::Fallback;
use super::fields::Fields;
use super::list::slice_list;
use super::operation;
use super::special::{is_computed_by, is_dynamic, is_special};
use super::value::{Shared, Text, Value, Variable};
use super::walk::Walker;
use super::word::{Count, Word};
use crate::shell::Dialect;
use crate::shell::ast::{FallbackOperator, Parameter, ParameterOperation};

/// What a parameter holds.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Held {
    /// It is not set.
    Unset,
    /// This value.
    Text(Text),
    /// This value, or it is not set.
    PerhapsUnset(Text),
    /// `$@`, `${a[@]}`: these words; `star` for `$*` and `${a[*]}`.
    List {
        /// In order.
        words: Vec<Word>,
        /// It joins to one word in quotes.
        star: bool,
    },
}

impl Held {
    /// Is it set (and, with `colon`, not empty)? `None` when that is not known.
    fn is_set(&self, colon: bool) -> Option<bool> {
        match self {
            Held::Unset => Some(false),
            Held::Text(text) if colon => text.is_empty().map(|empty| !empty),
            Held::Text(_) => Some(true),
            Held::PerhapsUnset(text) => {
                if colon && text.is_empty() == Some(true) {
                    Some(false)
                } else {
                    None
                }
            }
            Held::List { words, .. } => match words.as_slice() {
                [] => Some(false),
                [only] if colon => {
                    if only.count == Count::One {
                        Text::of_word(only).is_empty().map(|empty| !empty)
                    } else {
                        None
                    }
                }
                words if words.iter().any(|word| word.count == Count::One) => Some(true),
                _ => None,
            },
        }
    }

    /// One value; an unset parameter is empty.
    pub(super) fn text(&self, source: &str) -> Text {
        match self {
            Held::Unset => Text::default(),
            Held::Text(text) => text.clone(),
            Held::PerhapsUnset(text) => text.join(&Text::default(), source),
            Held::List { .. } => Text::unknown(source),
        }
    }
}

impl Walker<'_> {
    /// Adds a parameter expansion.
    pub(super) fn parameter(&mut self, parameter: &Parameter, within: Within, fields: &mut Fields) {
        if self.step(1) {
            self.deeper(|walker| walker.expansion(parameter, within, fields));
        }
    }

    fn expansion(&mut self, parameter: &Parameter, within: Within, fields: &mut Fields) {
        let source = self.shown(parameter.span);
        let held = self.held(parameter, &source);
        let by_itself = !matches!(parameter.operation, ParameterOperation::Fallback { .. });
        if by_itself && matches!(held, Held::Unset | Held::PerhapsUnset(_)) {
            self.may_end();
        }
        match &parameter.operation {
            ParameterOperation::Value => self.add_held(&held, within, fields, &source),
            ParameterOperation::Fallback { colon, operator, word } => {
                if parameter.indirect && *operator == FallbackOperator::Assign {
                    self.doubt(format!("which variable {source} sets is not followed"), parameter.span);
                }
                // without parameters `$*` is unset to bash alone
                let unclear = self.dialect != Dialect::Bash && matches!(parameter.name.as_str(), "*" | "@") && !*colon;
                let set = held.is_set(*colon).filter(|set| *set || !unclear);
                let choice = Fallback { operator: *operator, set, word };
                self.fallback(parameter, &held, &choice, within, fields);
            }
            ParameterOperation::Names | ParameterOperation::Keys => {
                let held = Held::List { words: vec![any_word(&source, self.at(parameter.span))], star: false };
                self.add_held(&held, within, fields, &source);
            }
            ParameterOperation::Length => {
                let text = self.length(&held, &source);
                self.add(&text, within.style, fields);
            }
            ParameterOperation::Trim { .. }
            | ParameterOperation::Replace { .. }
            | ParameterOperation::Slice { .. }
            | ParameterOperation::Case { .. }
            | ParameterOperation::Transform(_) => {
                let held = self.operate(parameter, held, &source);
                self.add_operated(&held, within, fields, &source);
            }
        }
    }

    /// What the parameter holds, before its operator.
    fn held(&mut self, parameter: &Parameter, source: &str) -> Held {
        let held = match &parameter.subscript {
            None => self.named(&parameter.name, source),
            Some(subscript) => match whole_array(subscript) {
                Some(star) => self.array(&parameter.name, star, source),
                None => {
                    let index = self.subscript(subscript);
                    self.evaluated_text(&index, parameter.span);
                    self.element(&parameter.name, &index, source)
                }
            },
        };
        let names_only = matches!(parameter.operation, ParameterOperation::Names | ParameterOperation::Keys);
        if parameter.indirect && !names_only { self.indirect(parameter, &held, source) } else { held }
    }

    fn indirect(&mut self, parameter: &Parameter, held: &Held, source: &str) -> Held {
        let text = held.text(source);
        let anything = Held::List { words: vec![any_word(source, self.at(parameter.span))], star: false };
        match text.known().map(str::to_owned) {
            Some(name) if super::expand::is_name(&name) => return self.named(&name, source),
            _ => self.may_fail(),
        }
        match text.known() {
            Some(name) if !name.contains(['[', '$', '`']) => anything,
            None if self.is_from_outside(&parameter.name) => anything,
            _ => {
                self.doubt(format!("the name that {source} reads may run code"), parameter.span);
                anything
            }
        }
    }

    /// A variable, positional or special parameter.
    fn named(&mut self, name: &str, source: &str) -> Held {
        match name {
            "@" | "*" => Held::List { words: self.positional_words(source), star: name == "*" },
            "#" => {
                let words = self.positional_words(source);
                let count = words.iter().all(|word| word.count == Count::One).then_some(words.len());
                Held::Text(count.map_or_else(|| Text::numeric(source), |count| Text::literal(count.to_string())))
            }
            "?" | "$" => Held::Text(Text::numeric(source)),
            "!" => Held::PerhapsUnset(Text::numeric(source)),
            "-" => Held::Text(Text::unknown(source)),
            // in a function of zsh it is the function's name
            _ if is_zero(name) && self.dialect.is_zsh() && self.state.in_function() => {
                Held::Text(Text::unknown(source))
            }
            // `${00}` too
            _ if is_zero(name) => Held::Text(self.state.shell().zero.clone()),
            // to bash it is set again by the next command
            "_" if self.dialect == Dialect::Bash => Held::Text(Text::unknown(source)),
            "_" => Held::PerhapsUnset(Text::unknown(source)),
            "PWD" if self.state.touched(name).is_some() => Held::PerhapsUnset(self.working_directory()),
            "PWD" => Held::Text(self.working_directory()),
            // zsh's ends in a NUL, at which the words of programs end
            "IFS" if self.dialect.is_zsh() && self.state.touched(name).is_none() => Held::Text(Text::unknown(source)),
            "OLDPWD" => Held::PerhapsUnset(self.old_directory()),
            _ if name.bytes().all(|byte| byte.is_ascii_digit()) => {
                self.positional(name.parse().unwrap_or(usize::MAX), source)
            }
            _ if is_dynamic(name) => {
                let computed = self.state.touched(name).is_none() && is_computed_by(self.dialect, name);
                if computed { Held::Text(Text::numeric(source)) } else { Held::PerhapsUnset(Text::unknown(source)) }
            }
            _ => held_by(&self.seen(name), source),
        }
    }

    /// A variable as the shell sees it: what it makes itself is not what the line assigned, or unset.
    pub(super) fn seen(&self, name: &str) -> Shared {
        if is_special(name) || super::lines::is_readonly(name) {
            return Shared::new(Variable { perhaps_unset: true, ..Variable::of(Value::Unknown) });
        }
        self.state.variable(name)
    }

    fn positional_words(&self, source: &str) -> Vec<Word> {
        match &self.state.shell().positional {
            Some(words) => words.as_ref().clone(),
            None => vec![any_word(source, crate::input::Span::default())],
        }
    }

    fn positional(&self, index: usize, source: &str) -> Held {
        let unknown = Held::PerhapsUnset(Text::unknown(source));
        let Some(words) = &self.state.shell().positional else { return unknown };
        let before = words.iter().take(index);
        if before.clone().any(|word| word.count == Count::Any) {
            return unknown;
        }
        match words.get(index.saturating_sub(1)) {
            Some(word) => Held::Text(Text::of_word(word)),
            None => Held::Unset,
        }
    }

    fn array(&self, name: &str, star: bool, source: &str) -> Held {
        let variable = self.seen(name);
        let any = || vec![any_word(source, crate::input::Span::default())];
        let words = match &variable.value {
            _ if variable.perhaps_unset => any(),
            Value::Unset => Vec::new(),
            // there may be more elements than the first
            Value::Text(_) if self.state.may_hide_arrays() => any(),
            Value::Text(text) => vec![text.clone().into_word(crate::input::Span::default())],
            Value::Array(words) => words.clone(),
            Value::Unknown => any(),
        };
        Held::List { words, star }
    }

    fn element(&self, name: &str, index: &Text, source: &str) -> Held {
        let variable = self.seen(name);
        let at = super::variables::plain_index(index);
        match (&variable.value, at) {
            (Value::Array(words), Some(at))
                if !variable.perhaps_unset && words.iter().take(at + 1).all(|word| word.count == Count::One) =>
            {
                words.get(at).map_or(Held::Unset, |word| Held::Text(Text::of_word(word)))
            }
            (Value::Text(_) | Value::Unset, Some(0)) => held_by(&variable, source),
            _ => Held::PerhapsUnset(Text::unknown(source)),
        }
    }

    fn length(&mut self, held: &Held, source: &str) -> Text {
        match held {
            // to dash `${#@}` is the length of a text
            Held::List { .. } if self.dialect == Dialect::Posix => Text::numeric(source),
            Held::List { words, .. } if words.iter().all(|word| word.count == Count::One) => {
                Text::literal(words.len().to_string())
            }
            Held::List { .. } => Text::numeric(source),
            held => match held.text(source).known() {
                Some(text) if text.is_ascii() => Text::literal(text.len().to_string()),
                _ => Text::numeric(source),
            },
        }
    }

    fn operate(&mut self, parameter: &Parameter, held: Held, source: &str) -> Held {
        // of an empty value the operands may not be read
        let read = self.perhaps(|walker| walker.read_operation(parameter, &held, source));
        let Some(operation) = read else {
            return match held {
                Held::List { star, .. } => Held::List { words: vec![any_word(source, self.at(parameter.span))], star },
                held if gives_nothing_of_nothing(&parameter.operation)
                    && held.text(source).is_empty() == Some(true) =>
                {
                    Held::Text(Text::default())
                }
                held => Held::Text(Text::out_of(&[&held.text(source)], source)),
            };
        };
        match held {
            Held::Unset => Held::Text(Text::default()),
            Held::List { words, star } => match operation {
                operation::Operation::Slice { offset, length } => {
                    let is_name = super::expand::is_name(&parameter.name);
                    let zero = (!is_name).then(|| self.state.shell().zero.clone());
                    // of a variable that is no array `${x[@]:1}` is a part of its text
                    let is_array = matches!(self.state.variable(&parameter.name).value, Value::Array(_));
                    let words = match is_name && !is_array {
                        true => vec![any_word(source, self.at(parameter.span))],
                        false => slice_list(words, zero, offset, length, source),
                    };
                    Held::List { words, star }
                }
                operation => {
                    let words = words.into_iter().map(|word| self.operate_word(&operation, word, source)).collect();
                    Held::List { words, star }
                }
            },
            held => {
                let text = self.apply(&operation, &held.text(source), source);
                Held::Text(text)
            }
        }
    }

    fn operate_word(&mut self, operation: &operation::Operation, word: Word, source: &str) -> Word {
        match word.count {
            Count::One => self.apply(operation, &Text::of_word(&word), source).into_word(word.span),
            Count::Any => any_word(source, word.span),
        }
    }

    /// Adds what a parameter holds.
    pub(super) fn add_held(&mut self, held: &Held, within: Within, fields: &mut Fields, source: &str) {
        match held {
            Held::List { words, star } => self.add_list(words, *star, within, fields, source),
            held => self.add(&held.text(source), within.style, fields),
        }
    }
}

/// `Some(star)` for `[@]` and `[*]`.
pub(super) fn whole_array(subscript: &crate::shell::ast::Word) -> Option<bool> {
    match subscript.parts.as_slice() {
        [crate::shell::ast::Part::Bare(text) | crate::shell::ast::Part::Quoted(text)] => match text.as_str() {
            "@" => Some(false),
            "*" => Some(true),
            _ => None,
        },
        _ => None,
    }
}

fn held_by(variable: &Shared, source: &str) -> Held {
    let variable = Rc::clone(variable);
    match &variable.value {
        Value::Unset => Held::Unset,
        Value::Unknown => Held::PerhapsUnset(Text::unknown(source)),
        Value::Array(words) if words.is_empty() => Held::Unset,
        Value::Array(words) if words.first().is_some_and(|word| word.count == Count::Any) => {
            Held::PerhapsUnset(Text::unknown(source))
        }
        Value::Text(_) | Value::Array(_) => {
            let mut surely = (*variable).clone();
            surely.perhaps_unset = false;
            let text = surely.plain(source);
            if variable.perhaps_unset { Held::PerhapsUnset(text) } else { Held::Text(text) }
        }
    }
}

/// Does the operator, which could not be followed, leave an empty value empty? `${x/#/rm}` does not, nor does `${x@A}`.
fn gives_nothing_of_nothing(operation: &ParameterOperation) -> bool {
    match operation {
        ParameterOperation::Trim { .. } | ParameterOperation::Slice { .. } | ParameterOperation::Case { .. } => true,
        ParameterOperation::Transform(letter) => matches!(letter, 'E' | 'P' | 'U' | 'u' | 'L'),
        _ => false,
    }
}
/// Is it `$0`, as bash reads numbers?
fn is_zero(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte == b'0')
}
