//! `export`, `readonly`, `declare`, `typeset`, `local`, `unset`.

use super::Arguments;
use super::argument;
use crate::command::function::Binding;
use crate::command::special::is_special;
use crate::command::value::{Certainty, Text, Value, Variable};
use crate::command::walk::Walker;
use crate::command::word::Word;
use crate::command::{Assignment, Invocation};
use crate::input::Span;
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
    array: bool,
    function: bool,
    global: bool,
    /// `local -I` begins with the value outside.
    inherit: bool,
    print: bool,
    /// It may do nothing but print.
    unclear: bool,
}

/// One declaration: its builtin, what its options say, and its arguments.
#[derive(Clone, Copy)]
struct Declaration<'a> {
    builtin: &'a str,
    attributes: Attributes,
    arguments: &'a Arguments<'a>,
}

impl Walker<'_> {
    pub(super) fn declare(&mut self, name: &str, arguments: &Arguments<'_>, invocation: &mut Invocation) {
        let mut attributes =
            Attributes { export: name == "export", readonly: name == "readonly", ..Attributes::default() };
        let begin = self.state.mark();
        let mut words = arguments.words.iter().peekable();
        // to bash and dash only `declare` and its kin have options with a `+`
        let plus = self.dialect.is_zsh() || !matches!(name, "export" | "readonly");
        let is_option = |text: &str| text.len() > 1 && (text.starts_with('-') || plus && text.starts_with('+'));
        while let Some(option) = words.next_if(|word| word.known().is_some_and(is_option)) {
            let text = option.known().unwrap_or_default();
            if text == "--" && self.dialect != Dialect::Posix {
                break;
            }
            attributes.read(text);
            attributes.unclear |= !surely_takes(name, text, self.dialect);
            if self.dialect.is_zsh() {
                self.read_as_zsh(&mut attributes, text, arguments.span);
            }
        }
        let prints = attributes.print && !matches!(name, "export" | "readonly") && self.dialect == Dialect::Bash;
        if !self.declared_arrays.is_empty() && (prints || attributes.function || attributes.unclear) {
            self.doubt(format!("arrays in parentheses are set, whatever {name} does then"), arguments.span);
        }
        let declaration = Declaration { builtin: name, attributes, arguments };
        for word in words.filter(|_| !prints) {
            self.declare_one(declaration, word, invocation);
        }
        if attributes.unclear {
            // it prints them, or is an error
            self.state.join_untouched(begin);
        }
        self.declared_arrays.clear();
    }

    /// What an option says to zsh alone.
    fn read_as_zsh(&mut self, attributes: &mut Attributes, option: &str, span: Span) {
        // `+f` is of functions there as well, and `-F` is no list of them
        attributes.function = option.contains('f');
        // numbers with a point
        attributes.integer |= option.contains(['E', 'F']);
        // widths: what is read is cut or filled up
        attributes.transforming |= option.contains(['L', 'R', 'Z']);
        if option.contains('T') {
            self.doubt("what is assigned to one of two variables becomes the value of the other".to_owned(), span);
        }
    }

    fn declare_one(&mut self, declaration: Declaration<'_>, word: &Word, invocation: &mut Invocation) {
        let Declaration { builtin, attributes, arguments } = declaration;
        if attributes.function {
            self.state.change_shell(|shell| {
                shell.options.functions_exported |= attributes.export;
                shell.options.functions_readonly |= attributes.readonly;
            });
            return;
        }
        let Some((name, append, value)) = argument::split(word) else {
            self.subscripted(&Text::of_word(word), arguments.span, builtin);
            if word.known().is_some() {
                self.doubt(format!("{builtin} sets what is not understood: {}", word.display()), arguments.span);
            }
            return;
        };
        if attributes.export && matches!(name.as_str(), "BASHOPTS" | "SHELLOPTS") {
            self.doubt(format!("shells that are started take over the options in {name}"), arguments.span);
        }
        if attributes.reference {
            self.doubt(format!("{name} becomes another name of a variable"), arguments.span);
        }
        let mark = self.state.mark();
        let before = self.state.variable(&name);
        let again = if self.is_local(declaration) { Some(self.hidden(&name, attributes)) } else { None };
        if value.is_some() && before.array && again.is_some_and(|again| again != Certainty::Yes) {
            // the elements that it hides are not its own
            let (value, array) = match again {
                Some(Certainty::No) => (Value::Unset, false),
                _ => (Value::Unknown, true),
            };
            self.state.put(&name, Variable { value, array, ..(*before).clone() });
        }
        let value = self.declared(&name, (append, again), value, declaration);
        let mut after = match value {
            Some(value) => self.declared_value(&name, value, word, declaration, invocation),
            None => {
                if again.is_some_and(|again| again != Certainty::Yes) {
                    note_lost_path(&name, word, invocation);
                }
                self.kept(&name, &before, again, attributes)
            }
        };
        if again == Some(Certainty::No) && self.dialect.is_zsh() {
            // what is local there is not exported because of what it hides
            after.exported = after.exported.join(Certainty::No);
        }
        if attributes.unexport && after.exported != Certainty::No {
            self.state.was_exported(&name);
        }
        attributes.apply(&mut after);
        self.state.put(&name, after);
        if attributes.global && self.state.is_held(&name) {
            self.reached_through_frames(&name);
        }
        if builtin == "local" && !self.state.in_function() && !self.dialect.is_zsh() {
            // outside of functions it fails, and changes nothing
            self.state.join_untouched(mark);
        }
    }

    /// What a variable is that is declared without a value: it begins anew, or becomes an array and loses what it had.
    fn kept(&self, name: &str, before: &Variable, again: Option<Certainty>, attributes: Attributes) -> Variable {
        let (source, zsh) = (format!("${name}"), self.dialect.is_zsh());
        let nothing = if zsh { attributes.nothing_to_zsh() } else { Value::Unset };
        match again {
            Some(Certainty::Yes) if attributes.array && !matches!(before.value, Value::Array(_)) => {
                let lost = if zsh { Value::Unknown } else { Value::Unset };
                Variable { exported: before.exported, ..Variable::of(lost) }.join(before, &source)
            }
            Some(again @ (Certainty::No | Certainty::Perhaps)) => {
                // to bash the commands that it starts inherit what is hidden
                let exported = before.exported.join(Certainty::No);
                let unset = Variable { exported, ..Variable::of(nothing) };
                if again == Certainty::No { unset } else { unset.join(before, &source) }
            }
            // what is no such array is emptied
            _ if zsh && attributes.array => before.join(&Variable::of(Value::Unknown), &source),
            _ if zsh && (before.perhaps_unset || matches!(before.value, Value::Unset)) => {
                before.join(&Variable::of(nothing), &source)
            }
            _ => before.clone(),
        }
    }

    /// Does it declare a variable of the function that is being called?
    fn is_local(&self, declaration: Declaration<'_>) -> bool {
        let Attributes { global, export, unexport, .. } = declaration.attributes;
        match declaration.builtin {
            "local" => !global,
            // zsh exports what is global
            "declare" | "typeset" if self.dialect.is_zsh() && (export || unexport) => false,
            "declare" | "typeset" => !global && self.state.in_function(),
            _ => false,
        }
    }

    /// Makes a name local; how surely it keeps the value that it has.
    fn hidden(&mut self, name: &str, attributes: Attributes) -> Certainty {
        // dash begins with the value outside; bash refuses what is readonly
        let keeps = self.dialect == Dialect::Posix || attributes.inherit || self.state.variable(name).readonly;
        match self.state.hide(name) {
            Certainty::No if keeps => Certainty::Perhaps,
            again => again,
        }
    }

    /// `declare -g` writes the variable of the shell itself, or the one that is seen: what functions hide, or both.
    fn reached_through_frames(&mut self, name: &str) {
        let before = self.state.variable(name);
        let unknown = Variable { array: true, ..Variable::of(Value::Unknown) };
        let unknown = Variable { exported: Certainty::Perhaps, perhaps_unset: true, ..unknown };
        self.state.put(name, before.join(&unknown, &format!("${name}")));
        self.state.forget_hidden(name);
    }

    /// Stores the value of a declaration; the variable as it stands then.
    fn declared_value(
        &mut self,
        name: &str,
        value: Value,
        word: &Word,
        declaration: Declaration<'_>,
        invocation: &mut Invocation,
    ) -> Variable {
        let Declaration { attributes, arguments, .. } = declaration;
        // the attribute holds from this assignment on
        let text = if let Value::Text(text) = &value { text.clone() } else { Text::default() };
        if attributes.integer {
            self.evaluated_value(&value, name, arguments.span);
        } else if attributes.transforming {
            self.evaluated_text(&text, arguments.span);
        }
        invocation.assignments.push(Assignment {
            name: name.to_owned(),
            value: crate::command::variables::shown_value(&value, name, word.span),
            span: word.span,
        });
        if attributes.transforming {
            self.store(name, Value::Unknown, arguments.span);
        } else {
            self.assign(name, value, arguments.span);
        }
        (*self.state.variable(name)).clone()
    }

    /// The value that a declaration stores, if it stores one.
    fn declared(
        &mut self,
        name: &str,
        (append, again): (bool, Option<Certainty>),
        value: Option<Text>,
        declaration: Declaration<'_>,
    ) -> Option<Value> {
        let text = value?;
        if let Some(at) = self.declared_arrays.iter().position(|(array, ..)| array == name) {
            let (_, append, value) = self.declared_arrays.remove(at);
            return Some(if append { Value::Unknown } else { value });
        }
        let Declaration { builtin, attributes, arguments } = declaration;
        // to these two it is no matter what the variable is
        let by_itself = !matches!(builtin, "export" | "readonly");
        let seen = again != Some(Certainty::No) && (self.state.variable(name).array || self.state.may_hide_arrays());
        // bash's own arrays are such from the beginning
        let array = attributes.array || by_itself && (seen || is_special(name));
        if self.expanded_again(name, &text, array, arguments.span) {
            return Some(Value::Unknown);
        }
        if append && again == Some(Certainty::Perhaps) {
            return Some(Value::Unknown);
        }
        if append && again != Some(Certainty::No) {
            let source = format!("${name}");
            let mut all = self.state.variable(name).plain(&source);
            all.append(&text, &source);
            return Some(Value::Text(all));
        }
        Some(Value::Text(text))
    }

    pub(super) fn unset(&mut self, arguments: &Arguments<'_>, invocation: &mut Invocation) {
        self.state.count_change();
        let names = arguments.after_options("");
        let letters = arguments.leading_letters();
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
                self.unset_variable(&name);
            }
            if variables {
                continue;
            }
            // without an option the function goes only where no variable has the name
            let readonly = self.state.shell().options.functions_readonly;
            let removed =
                if functions && !readonly { None } else { self.state.function(&name).map(Binding::uncertain) };
            if self.state.function(&name).is_some() {
                self.state.define(&name, removed);
            }
        }
    }

    fn unset_variable(&mut self, name: &str) {
        let before = self.state.variable(name);
        // the attribute goes too; a variable of a function may keep it
        let exported = if self.state.is_held(name) { before.exported.join(Certainty::No) } else { Certainty::No };
        let mut after = Variable { exported, ..Variable::of(Value::Unset) };
        if before.exported != Certainty::No {
            self.state.was_exported(name);
        }
        if before.readonly {
            after = after.join(&before, &format!("${name}"));
        }
        if !self.state.unsets_only_itself(name) {
            // to bash it uncovers what a caller's variable hides, and later assignments are to that
            let array = self.state.hides_array(name);
            let hidden = Variable { exported: Certainty::Perhaps, array, ..Variable::of(Value::Unknown) };
            after = after.join(&hidden, &format!("${name}"));
            self.state.uncover(name);
        }
        self.state.put(name, after);
    }
}

/// Does the builtin surely take these options, and then declare what is named? With `-p` it prints, one that it does not
/// know is an error, and to each shell other ones are that.
fn surely_takes(builtin: &str, option: &str, dialect: Dialect) -> bool {
    let known = match (dialect, builtin) {
        (Dialect::Posix, _) => "",
        (_, "export" | "readonly") if dialect.is_zsh() => "f",
        (_, "local") if dialect.is_zsh() => "aAhHilrtTuUx",
        (..) if dialect.is_zsh() => "aAfghHilrtTuUx",
        (_, "export") => "aAfn",
        (_, "readonly") => "aAf",
        (..) => "aAcfFgiIlnrtux",
    };
    option.chars().skip(1).all(|letter| known.contains(letter))
}

/// Without a `PATH` bash and dash run what lies in the working directory: that is what an empty one says.
fn note_lost_path(name: &str, word: &Word, invocation: &mut Invocation) {
    if name == "PATH" {
        let value = Word { span: word.span, ..Word::default() };
        invocation.assignments.push(Assignment { name: name.to_owned(), value, span: word.span });
    }
}

impl Attributes {
    /// What zsh begins a variable with: a number with 0.
    fn nothing_to_zsh(self) -> Value {
        if self.array || self.transforming { Value::Unknown } else { Value::Text(Text::default()) }
    }

    fn read(&mut self, option: &str) {
        let on = option.starts_with('-');
        for letter in option.chars().skip(1) {
            match letter {
                'x' => (self.export, self.unexport) = (on, !on),
                'r' => self.readonly = on,
                'n' => self.reference = on,
                'i' => (self.transforming, self.integer) = (true, true),
                'l' | 'u' | 'c' => self.transforming = true,
                'A' => (self.transforming, self.array) = (true, true),
                'f' | 'F' => self.function |= on,
                'a' => self.array |= on,
                'g' => self.global = true,
                'I' => self.inherit = true,
                'p' => self.print = on,
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
        variable.array |= self.array;
    }
}
