//! Assignments: what they do to variables, and values that are code.
//!
//! Owns the rules of storing (append, attributes, arrays, export) and the list of variables whose values the shell runs.
//! Refuses to know which builtin assigns.

use std::rc::Rc;

use super::arithmetic::plain_number;
use super::expand::any_word;
use super::lines::is_readonly;
use super::parameter::whole_array;
use super::scope::FrameKind;
use super::settings::lost_parameters;
use super::special::{is_dynamic, is_special};
use super::value::{Certainty, Shared, Text, Value, Variable};
use super::walk::{Input, Walker};
use super::word::{Count, Word};
use super::{Assignment, Doubt, WrapKind, Wrapped, environment};
use crate::input::Span;
use crate::shell::ast::{self, ArrayElement, AssignmentValue};
use crate::shell::{self, Dialect};

/// The most elements of an array that are followed.
const MAX_ELEMENTS: usize = 1024;

impl Walker<'_> {
    /// Stores a value, keeping the variable's attributes.
    pub(super) fn assign(&mut self, name: &str, value: Value, span: Span) {
        if self.is_integer(name) {
            self.evaluated_value(&value, name, span);
        }
        self.store(name, value, span);
    }

    /// Does the shell evaluate what is assigned to this variable?
    fn is_integer(&self, name: &str) -> bool {
        is_dynamic(name)
            || self.state.variable(name).integer
            || self.dialect.is_zsh() && super::builtins::is_number_to_zsh(name)
    }

    /// A value that is evaluated as arithmetic, each element of an array by itself.
    pub(super) fn evaluated_value(&mut self, value: &Value, name: &str, span: Span) {
        match value {
            Value::Unset => {}
            Value::Text(text) => self.evaluated_text(text, span),
            Value::Array(words) => words.iter().for_each(|word| self.evaluated_text(&Text::of_word(word), span)),
            Value::Unknown => self.evaluated_text(&Text::unknown(format!("${name}")), span),
        }
    }

    /// May the shell refuse to assign to it, or assign to something else? What it then does not do depends on what assigns.
    pub(super) fn may_keep_its_value(&self, name: &str) -> bool {
        let variable = self.state.variable(name);
        variable.readonly || variable.transforming || is_readonly(name) || name.contains('[')
    }

    /// Stores a value that is not code.
    pub(super) fn store(&mut self, name: &str, value: Value, span: Span) {
        self.step(1);
        if self.dialect.is_zsh() && shell::is_special_to_zsh(name) {
            self.doubt(format!("{name} is a variable by which zsh looks up or runs commands"), span);
        }
        let before = self.state.variable(name);
        if before.readonly || is_readonly(name) {
            self.may_fail();
        }
        match name {
            "BASH_ALIASES" => self.doubt("an alias is defined through BASH_ALIASES".to_owned(), span),
            "BASH_ARGV0" => self.state.change_shell(|shell| shell.zero = Text::unknown("$0")),
            "BASH_CMDS" => self.doubt("BASH_CMDS says which file a command is".to_owned(), span),
            _ => {}
        }
        let source = format!("${name}");
        let is_number = matches!(&value, Value::Text(text) if text.is_numeric());
        let is_array = matches!(value, Value::Array(_) | Value::Unknown);
        let value = if is_special(name) || before.transforming {
            if let (true, Value::Text(text)) = (before.transforming, &value) {
                let text = text.clone();
                self.evaluated_text(&text, span);
            }
            Value::Unknown
        } else if self.dialect.is_zsh() {
            value
        } else {
            beside_elements(&before, value, &source)
        };
        let plain_number = is_number && !matches!(value, Value::Array(_));
        let all = self.state.shell().options.allexport;
        let exported = match all {
            Certainty::No => before.exported,
            Certainty::Perhaps => before.exported.join(Certainty::Yes),
            Certainty::Yes => Certainty::Yes,
        };
        let array = before.array || is_array;
        let mut after = Variable {
            value,
            perhaps_unset: false,
            exported,
            array,
            plain_number,
            outside: false,
            ..(*before).clone()
        };
        if before.readonly {
            after = after.join(&before, &source);
        }
        self.state.put(name, after);
    }

    /// Remembers an assignment that an expansion made, where it could change what runs.
    pub(super) fn note_assignment(&mut self, name: &str, value: Text, span: Span) {
        // those of the environment are written so, and a rule may name any of them
        let is_plain = name.bytes().any(|byte| byte.is_ascii_lowercase());
        if !is_plain || environment::power(name).is_some() {
            let span = self.at(span);
            self.notes.assignments.push(Assignment { name: name.to_owned(), value: value.into_word(span), span });
        }
    }

    /// What an assignment of the syntax stores: the variable's whole new value.
    pub(super) fn evaluate(&mut self, assignment: &ast::Assignment) -> Value {
        let source = format!("${}", assignment.name);
        let value = match &assignment.value {
            AssignmentValue::Scalar(word) => Value::Text(self.assigned_text(word)),
            AssignmentValue::Array(elements) => self.elements(elements),
        };
        if self.is_integer(&assignment.name) {
            self.evaluated_value(&value, &assignment.name, assignment.span);
        }
        // expanding the value may have changed the variable
        let mut before = self.state.variable(&assignment.name);
        let elements = assignment.subscript.is_some() || matches!(value, Value::Array(_));
        if elements && matches!(before.value, Value::Text(_)) && self.state.may_hide_arrays() {
            let hidden = Variable { array: true, ..Variable::of(Value::Unknown) };
            before = Rc::new(before.join(&hidden, &source));
        }
        if let Some(subscript) = &assignment.subscript {
            let index = self.subscript(subscript);
            self.evaluated_text(&index, assignment.span);
            return element_set(&before, &index, value, assignment.append);
        }
        if !assignment.append {
            return value;
        }
        appended(&before, value, &source)
    }

    /// `( … )`
    pub(super) fn elements(&mut self, elements: &[ArrayElement]) -> Value {
        let mut words = Vec::new();
        let mut plain = true;
        for element in elements {
            match &element.subscript {
                None => words.extend(self.words_in(&element.value, true)),
                Some(subscript) => {
                    plain = false;
                    if whole_array(subscript).is_none() {
                        let index = self.subscript(subscript);
                        self.evaluated_text(&index, element.value.span);
                    }
                    self.assigned_text(&element.value);
                }
            }
        }
        if plain && words.len() <= MAX_ELEMENTS { Value::Array(words) } else { Value::Unknown }
    }

    /// Performs the assignments of a command, one after the other; what stood there before is kept in `befores`.
    pub(super) fn perform(
        &mut self,
        assignments: &[ast::Assignment],
        befores: &mut Vec<(String, Option<Shared>)>,
    ) -> Vec<Assignment> {
        let mut done = Vec::new();
        for assignment in assignments {
            let value = self.evaluate(assignment);
            befores.push((assignment.name.clone(), self.state.touched(&assignment.name).cloned()));
            done.push(Assignment {
                name: assignment.name.clone(),
                value: shown_value(&value, &assignment.name, self.at(assignment.span)),
                span: self.at(assignment.span),
            });
            self.store(&assignment.name, value, assignment.span);
        }
        done
    }

    /// What the values of these assignments run.
    pub(super) fn code_in_values(&mut self, assignments: &[Assignment]) -> Vec<Wrapped> {
        let mut all = Vec::new();
        for assignment in assignments {
            let prompt = match assignment.name.as_str() {
                "PROMPT_COMMAND" => false,
                "PS0" | "PS1" | "PS2" | "PS3" | "PS4" | "BASH_ENV" | "ENV" => true,
                _ => continue,
            };
            let Some(text) = assignment.value.known().map(str::to_owned) else {
                let why = format!(
                    "the code in the value of {} is not known: {}",
                    assignment.name,
                    assignment.value.display()
                );
                all.push(Wrapped {
                    kind: WrapKind::Program,
                    runs: Vec::new(),
                    doubts: vec![Doubt { why, span: assignment.span }],
                });
                continue;
            };
            let text = if prompt {
                if changes_before_expansion(&text) {
                    let why = format!("{} holds characters as numbers, which may make code of it", assignment.name);
                    let doubts = vec![Doubt { why, span: assignment.span }];
                    all.push(Wrapped { kind: WrapKind::Program, runs: Vec::new(), doubts });
                }
                if !text.contains(['$', '`']) {
                    continue;
                }
                super::quoted::as_code(&text)
            } else {
                text
            };
            let name = assignment.name.clone();
            all.push(self.text_run_later(&text, assignment.span, &name));
        }
        all
    }

    /// Text that the shell runs at some later time, in a state that is not known.
    pub(super) fn text_run_later(&mut self, text: &str, span: Span, name: &str) -> Wrapped {
        self.deferred = true;
        let outer = std::mem::take(&mut self.out);
        let input = std::mem::replace(&mut self.around.input, Input::Unknown("standard input"));
        let mut doubts = Vec::new();
        self.later(|walker| doubts = walker.run_text(text, Dialect::Bash, span, &format!("in the text of {name}")));
        self.around.input = input;
        let runs = std::mem::replace(&mut self.out, outer);
        Wrapped { kind: WrapKind::Program, runs, doubts }
    }

    /// Walks what runs at a time when variables, directory and parameters are not known.
    pub(super) fn later(&mut self, walk: impl FnOnce(&mut Self)) {
        let names = self.state.touched_names();
        if !self.step(names.len()) {
            return;
        }
        self.subshell(|walker| {
            for name in names {
                let before = walker.state.variable(&name);
                let exported = if before.exported == Certainty::No { Certainty::No } else { Certainty::Perhaps };
                walker.state.put(
                    &name,
                    Variable {
                        value: Value::Unknown,
                        perhaps_unset: true,
                        exported,
                        plain_number: false,
                        ..(*before).clone()
                    },
                );
            }
            let location = Rc::new(super::place::Location {
                here: super::Directory::Unknown,
                old: super::Directory::Unknown,
                moved: true,
            });
            walker.state.set_locations(Rc::clone(&location), location);
            walker.state.change_shell(|shell| shell.positional = lost_parameters());
            let begin = walker.state.mark();
            walker.state.push_frame(FrameKind::Later);
            walk(walker);
            walker.state.pop_frame(begin, false);
        });
    }

    /// An argument that names a variable and whose subscript bash evaluates (`test -v`, `unset`, `read`): with a subscript
    /// it may run code.
    pub(super) fn subscripted(&mut self, name: &Text, span: Span, whose: &str) {
        match name.known() {
            Some(name) if !name.contains('[') => {}
            Some(name) => {
                let text = super::quoted::as_code(name);
                let name = super::walk::shorten(name);
                self.run_text(&text, Dialect::Bash, self.at(span), &format!("in the subscript that {whose} evaluates"));
                self.doubt(format!("{whose} evaluates a subscript, which may run code: {name}"), span);
            }
            None => {
                let shown = name.clone().into_word(span).display();
                self.doubt(format!("{whose} evaluates a name that is not known: {shown}"), span);
            }
        }
    }
}

/// Does this text of a prompt hold what becomes something else before it is expanded: the number of a character that can be
/// seen (`\044` is a `$`), or what vanishes and lets a `$` meet what follows (`$\[(`)?
fn changes_before_expansion(text: &str) -> bool {
    let expands = text.contains(['$', '`']);
    text.split('\\').skip(1).any(|after| {
        let digits: String = after.chars().take(3).take_while(|digit| digit.is_digit(8)).collect();
        let vanishes = after.starts_with(['D', '[', ']']);
        expands && vanishes
            || u32::from_str_radix(&digits, 8).is_ok_and(|number| (0x20..0x7f).contains(&(number & 0xff)))
    })
}

/// The word that shows a value in an invocation.
pub(super) fn shown_value(value: &Value, name: &str, span: Span) -> Word {
    match value {
        Value::Text(text) => text.clone().into_word(span),
        Value::Array(words) => match words.first() {
            Some(word) if word.count == Count::One => word.clone(),
            _ => Word::unknown(format!("${name}"), span),
        },
        Value::Unset => Word { span, ..Word::default() },
        Value::Unknown => Word::unknown(format!("${name}"), span),
    }
}

fn appended(before: &Variable, value: Value, source: &str) -> Value {
    match (&before.value, value) {
        _ if before.transforming => Value::Unknown,
        (Value::Array(words), Value::Array(more)) if !before.perhaps_unset => {
            let words: Vec<Word> = words.iter().cloned().chain(more).collect();
            if words.len() <= MAX_ELEMENTS { Value::Array(words) } else { Value::Unknown }
        }
        (Value::Text(text), Value::Array(more)) if !before.perhaps_unset => {
            let first = text.clone().into_word(Span::default());
            Value::Array(std::iter::once(first).chain(more).collect())
        }
        (Value::Unset, value) => value,
        (Value::Unknown, Value::Array(more)) => {
            Value::Array(std::iter::once(any_word(source, Span::default())).chain(more).collect())
        }
        (Value::Text(_) | Value::Unknown, Value::Text(more)) => {
            let mut text = before.plain(source);
            text.append(&more, source);
            Value::Text(text)
        }
        _ => Value::Unknown,
    }
}

/// A plain value that an array is given is its first element: the others stay.
fn beside_elements(before: &Variable, value: Value, source: &str) -> Value {
    let text = match value {
        Value::Text(text) if before.array => text,
        other => return other,
    };
    let more = match &before.value {
        Value::Unset | Value::Text(_) => return Value::Text(text),
        Value::Array(words) if !before.perhaps_unset && words.first().is_none_or(|word| word.count == Count::One) => {
            words.iter().skip(1).cloned().collect()
        }
        Value::Array(_) | Value::Unknown => vec![any_word(source, Span::default())],
    };
    Value::Array(std::iter::once(text.into_word(Span::default())).chain(more).collect())
}

/// The number that a subscript is, where it is plain: `010` is eight.
pub(super) fn plain_index(text: &Text) -> Option<usize> {
    text.known().and_then(plain_number).and_then(|number| usize::try_from(number).ok())
}

fn element_set(before: &Variable, index: &Text, value: Value, append: bool) -> Value {
    let (Value::Text(text), Some(index)) = (value, plain_index(index)) else {
        return Value::Unknown;
    };
    let mut words = match &before.value {
        Value::Array(words) if !before.perhaps_unset => words.clone(),
        Value::Unset => Vec::new(),
        Value::Text(text) if !before.perhaps_unset => vec![text.clone().into_word(Span::default())],
        _ => return Value::Unknown,
    };
    let exact = words.iter().all(|word| word.count == Count::One) && !before.transforming && !append;
    let word = text.into_word(Span::default());
    if !exact || index > words.len() || index >= MAX_ELEMENTS {
        return Value::Unknown;
    }
    match words.get_mut(index) {
        Some(slot) => *slot = word,
        None => words.push(word),
    }
    Value::Array(words)
}
