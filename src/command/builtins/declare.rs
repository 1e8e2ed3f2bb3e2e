//! `export`, `readonly`, `declare`, `typeset`, `local`, `unset`.

use super::Arguments;
use crate::command::function::Binding;
use crate::command::value::{Certainty, Text, Value, Variable};
use crate::command::variables::split_argument;
use crate::command::walk::Walker;
use crate::command::word::Word;
use crate::command::{Assignment, Invocation};
use crate::shell::Dialect;
use crate::verdict::Match;

/// What the options of a declaration say.
#[derive(Clone, Copy, Default)]
struct Attributes {
    export: bool,
    unexport: bool,
    readonly: bool,
    reference: bool,
    transforming: bool,
    integer: bool,
    function: bool,
    global: bool,
}

impl Walker<'_> {
    pub(super) fn declare(&mut self, name: &str, arguments: &Arguments<'_>, invocation: &mut Invocation) {
        let mut attributes =
            Attributes { export: name == "export", readonly: name == "readonly", ..Attributes::default() };
        for word in arguments.words {
            match word.known() {
                Some(text) if text.len() > 1 && text.starts_with(['-', '+']) => {
                    attributes.read(text);
                    if self.dialect.is_zsh() && text.contains(['E', 'F']) {
                        // numbers with a point
                        attributes = Attributes { integer: true, function: text.contains('f'), ..attributes };
                    }
                }
                _ => self.declare_one(name, word, attributes, arguments, invocation),
            }
        }
        self.declared_arrays.clear();
    }

    fn declare_one(
        &mut self,
        builtin: &str,
        word: &Word,
        attributes: Attributes,
        arguments: &Arguments<'_>,
        invocation: &mut Invocation,
    ) {
        if attributes.function {
            if attributes.export {
                self.state.change_shell(|shell| shell.options.functions_exported = true);
            }
            return;
        }
        let Some((name, append, value)) = split_argument(word) else {
            self.subscripted(&Text::of_word(word), arguments.span, builtin);
            if word.known().is_some() {
                self.doubt(format!("{builtin} sets what is not understood: {}", word.display()), arguments.span);
            }
            return;
        };
        if attributes.reference {
            self.doubt(format!("{name} becomes another name of a variable"), arguments.span);
        }
        let local = builtin == "local"
            || (matches!(builtin, "declare" | "typeset") && !attributes.global && !self.calls.is_empty());
        let before = self.state.variable(&name);
        let mark = self.state.mark();
        if local {
            self.locals.push((name.clone(), self.state.touched(&name).cloned()));
        }
        let value = self.declared(&name, append, value, local, arguments);
        let mut after = match value {
            Some(value) => {
                // the attribute holds from this assignment on
                let text = if let Value::Text(text) = &value { text.clone() } else { Text::default() };
                if attributes.integer {
                    self.evaluated_value(&value, &name, arguments.span);
                } else if attributes.transforming {
                    self.evaluated_text(&text, arguments.span);
                }
                invocation.assignments.push(Assignment {
                    name: name.clone(),
                    value: crate::command::variables::shown_value(&value, &name, word.span),
                    span: word.span,
                });
                if attributes.transforming {
                    self.store(&name, Value::Unknown, arguments.span);
                } else {
                    self.assign(&name, value, arguments.span);
                }
                (*self.state.variable(&name)).clone()
            }
            None if local => {
                note_lost_path(&name, word, invocation);
                Variable { exported: before.exported, ..Variable::of(Value::Unset) }
            }
            None => (*before).clone(),
        };
        attributes.apply(&mut after);
        self.state.put(&name, after);
        if builtin == "local" && self.calls.is_empty() && !self.dialect.is_zsh() {
            // outside of functions it fails, and changes nothing
            self.state.join_untouched(mark);
        }
    }

    /// The value that a declaration stores, if it stores one.
    fn declared(
        &mut self,
        name: &str,
        append: bool,
        value: Option<Text>,
        local: bool,
        arguments: &Arguments<'_>,
    ) -> Option<Value> {
        let text = value?;
        if let Some(at) = self.declared_arrays.iter().position(|(array, ..)| array == name) {
            let (_, append, value) = self.declared_arrays.remove(at);
            return Some(if append { Value::Unknown } else { value });
        }
        // text in parentheses is read as an array, and what is in it is expanded
        if text.known().is_some_and(|text| text.starts_with('(')) {
            let code = format!("{name}={}", text.known().unwrap_or_default());
            let found = self.run_text(&code, Dialect::Bash, self.at(arguments.span), "in the array that is declared");
            self.notes.doubts.extend(found);
            self.doubt(format!("the value of {name} is expanded again"), arguments.span);
            return Some(Value::Unknown);
        }
        if append && !local {
            let source = format!("${name}");
            let mut all = self.state.variable(name).plain(&source);
            all.append(&text, &source);
            return Some(Value::Text(all));
        }
        Some(Value::Text(text))
    }

    pub(super) fn unset(&mut self, arguments: &Arguments<'_>, invocation: &mut Invocation) {
        let names = arguments.after_options("");
        let letters = leading_options(arguments.words);
        let functions = letters.contains('f');
        let variables = letters.contains('v');
        // a mistake, or a reference that is none: perhaps nothing is unset
        let perhaps = letters.contains(|letter| !matches!(letter, 'f' | 'v'))
            || functions && variables
            || names.first().is_some_and(|first| first.looks_like_flag() > Match::Never);
        let mark = self.state.mark();
        self.unset_names(&names, (functions, variables), arguments, invocation);
        if perhaps {
            self.state.join_untouched(mark);
        }
    }

    fn unset_names(
        &mut self,
        names: &[&Word],
        (functions, variables): (bool, bool),
        arguments: &Arguments<'_>,
        invocation: &mut Invocation,
    ) {
        for word in names {
            let Some(name) = word.known().filter(|name| !name.contains('[')).map(str::to_owned) else {
                self.subscripted(&Text::of_word(word), arguments.span, "unset");
                continue;
            };
            if !functions {
                note_lost_path(&name, word, invocation);
                let before = self.state.variable(&name);
                let mut after = Variable { exported: before.exported, ..Variable::of(Value::Unset) };
                if before.readonly {
                    after = after.join(&before, &format!("${name}"));
                }
                self.state.put(&name, after);
            }
            if variables {
                continue;
            }
            // without an option the function goes only where no variable has the name
            let removed = if functions { None } else { self.state.function(&name).map(Binding::uncertain) };
            if self.state.function(&name).is_some() {
                self.state.define(&name, removed);
            }
        }
    }
}

/// The letters of the options before the first operand.
fn leading_options(words: &[Word]) -> String {
    let texts = words.iter().map_while(Word::known).take_while(|text| text.len() > 1 && *text != "--");
    texts.map_while(|text| text.strip_prefix('-')).collect()
}

/// Without a `PATH` bash and dash run what lies in the working directory: that is what an empty one says.
fn note_lost_path(name: &str, word: &Word, invocation: &mut Invocation) {
    if name == "PATH" {
        let value = Word { span: word.span, ..Word::default() };
        invocation.assignments.push(Assignment { name: name.to_owned(), value, span: word.span });
    }
}

impl Attributes {
    fn read(&mut self, option: &str) {
        let on = option.starts_with('-');
        for letter in option.chars().skip(1) {
            match letter {
                'x' => (self.export, self.unexport) = (on, !on),
                'r' => self.readonly = on,
                'n' => self.reference = on,
                'i' => (self.transforming, self.integer) = (true, true),
                'l' | 'u' | 'c' | 'A' => self.transforming = true,
                'f' | 'F' => self.function = true,
                'g' => self.global = true,
                _ => {}
            }
        }
    }

    fn apply(self, variable: &mut Variable) {
        if self.export {
            variable.exported = Certainty::Yes;
        }
        if self.unexport {
            variable.exported = Certainty::No;
        }
        variable.readonly |= self.readonly;
        variable.transforming |= self.transforming || self.reference;
        variable.integer |= self.integer;
    }
}
