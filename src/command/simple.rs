//! Simple commands: from words and assignments to invocations.
//!
//! Owns the order of the expansions of one command, what its name means (function, builtin, program), its environment and
//! its place among the commands found. Refuses to know single builtins (`builtins`) and wrappers (`code`).

use std::rc::Rc;

use super::declared::{assigns, expands, has_braces};
use super::standard_input::redirected_input;
use super::value::{Certainty, Text, Value};
use super::walk::{Input, Walker};
use super::word::{Count, Part, Word};
use super::{Assignment, Doubt, Inherited, Invocation, Redirection, builtins};
use crate::input::Span;
use crate::shell::Dialect;
use crate::shell::ast::{self, Simple};

/// The most known names for which a command whose name is one of several is judged as each of them.
const MAX_NAMES: usize = 8;

/// Which meanings of a command's name are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reach {
    /// Functions, builtins and programs.
    Shell,
    /// Builtins and programs (`command`, `builtin`).
    Builtins,
    /// Programs only.
    Programs,
}

/// A simple command after expansion.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) words: Vec<Word>,
    pub(super) assignments: Vec<Assignment>,
    pub(super) redirects: Vec<Redirection>,
    /// What a wrapper set for it.
    pub(super) environment: Vec<(String, Option<Word>)>,
    pub(super) doubts: Vec<Doubt>,
    /// In the text that is being walked.
    pub(super) span: Span,
    pub(super) reach: Reach,
}

impl Walker<'_> {
    /// A simple command.
    pub(super) fn simple(&mut self, simple: &Simple) {
        if !self.step(1 + simple.words.len()) {
            return;
        }
        let outer = std::mem::take(&mut self.notes);
        self.deeper(|walker| walker.expand_and_run(simple));
        self.notes = outer;
    }

    fn expand_and_run(&mut self, simple: &Simple) {
        let look = self.look();
        let mut words = self.command_words(simple);
        // names are looked for when every word has been expanded: what ran inside one may have created what a glob finds
        if self.wrote_since(look) {
            self.distrust_words(look, &mut words);
        }
        if words.is_empty() {
            self.without_words(simple);
            return;
        }
        let redirects: Vec<Redirection> = simple.redirects.iter().map(|redirect| self.redirect(redirect)).collect();
        let stays = !simple.assignments.is_empty() && self.may_keep_assignments(&words);
        let assignments =
            self.own_assignments(simple, stays && self.dialect == Dialect::Posix || self.runs_text(&words));
        let begin = self.state.mark();
        let notes = std::mem::take(&mut self.notes);
        let call = Call {
            words,
            assignments: assignments.into_iter().chain(notes.assignments).collect(),
            redirects,
            environment: Vec::new(),
            doubts: notes.doubts,
            span: simple.span,
            reach: Reach::Shell,
        };
        let input = self.around.input.clone();
        if self.found_since(look) {
            // what ran inside the words may have read of it
            self.around.input = input.clone().shared();
        }
        self.run(call);
        self.around.input = input;
        if !simple.assignments.is_empty() {
            let written = self.state.written_since(begin);
            self.step(written);
            self.state.pop_frame(begin, stays);
        }
    }

    /// May the assignments before this command stay? They do before `exec`, and in an sh before the special builtins.
    fn may_keep_assignments(&self, words: &[Word]) -> bool {
        let special = |name: &str| {
            self.dialect == Dialect::Posix && (builtins::is_special(name) || self.state.function(name).is_some())
        };
        words.first().is_none_or(|word| word.known().is_none_or(special))
            || words.iter().any(|word| word.known() == Some("exec"))
    }

    /// The words of the command; arguments of declaring builtins that assign are not split.
    fn command_words(&mut self, simple: &Simple) -> Vec<Word> {
        let declares = matches!(
            simple.words.first().map(|word| word.parts.as_slice()),
            Some([ast::Part::Bare(name)]) if builtins::declares(name)
        );
        if declares && self.dialect.is_zsh() && !simple.assignments.is_empty() && simple.words.iter().any(expands) {
            let why = "to zsh the assignments before a declaration hold within it";
            self.doubt(why.to_owned(), simple.span);
        }
        let mut words = Vec::with_capacity(simple.words.len());
        for word in &simple.words {
            if declares && assigns(word) && !has_braces(word) {
                words.extend(self.declared_words(word));
            } else if let Some(plain) = self.plain_word(word) {
                words.push(plain);
            } else {
                words.extend(self.words(word));
            }
        }
        self.doubt_declared_elsewhere(simple, &words, declares);
        words
    }

    /// An argument of a declaring builtin; an array is kept aside for it.
    fn declared_words(&mut self, word: &ast::Word) -> Vec<Word> {
        if let Some((ast::Part::Array(elements), [ast::Part::Bare(target)])) = word.parts.split_last() {
            let value = self.elements(elements);
            let mut text = Text::literal(target.as_str());
            text.append(&shown_array(&value), "(…)");
            self.declared_arrays.push((target.trim_end_matches(['=', '+']).to_owned(), target.ends_with("+="), value));
            return vec![text.into_word(self.at(word.span))];
        }
        self.declared_values(word)
    }

    /// Does zsh run this in the shell itself, and export nothing that is assigned before it? (Nor does dash.)
    fn runs_text(&self, words: &[Word]) -> bool {
        let special = |name: &str| name == "builtin" || name == "noglob" || builtins::is_special(name);
        self.dialect.is_zsh() && words.first().and_then(Word::known).is_none_or(special)
    }

    /// The assignments before a command: visible while it runs, in a frame of its own; perhaps to the shell `alone`.
    fn own_assignments(&mut self, simple: &Simple, alone: bool) -> Vec<Assignment> {
        if simple.assignments.is_empty() {
            return Vec::new();
        }
        let mut befores = Vec::new();
        let done = self.perform(&simple.assignments, &mut befores);
        for assignment in &done {
            let variable = (*self.state.variable(&assignment.name)).clone();
            let exported = if alone { variable.exported.join(Certainty::Yes) } else { Certainty::Yes };
            // the elements of an array are not seen there
            let value = if variable.array { Value::Unknown } else { variable.value };
            self.state.put(&assignment.name, super::value::Variable { exported, value, ..variable });
        }
        self.state.push_command(befores);
        done
    }

    /// Runs a command whose words are expanded.
    pub(super) fn run(&mut self, call: Call) {
        let Some(first) = call.words.first() else {
            let mut call = call;
            let mut invocation = self.filled(&mut call);
            invocation.doubts = call.doubts;
            self.push(invocation);
            return;
        };
        if let (Count::One, [Part::Choice(names)]) = (first.count, first.parts.as_slice())
            && names.len() <= MAX_NAMES
        {
            let names = names.clone();
            self.run_each(&call, &names);
            return;
        }
        let Some(name) = first.known().map(str::to_owned) else {
            let why = format!("which command runs is not known: {}", first.display());
            let mut call = call;
            call.doubts.push(Doubt { why, span: self.at(call.span) });
            self.program(call, "");
            return;
        };
        let binding = if call.reach == Reach::Shell { self.state.function(&name).cloned() } else { None };
        match binding {
            None => self.program(call, &name),
            Some(binding) => {
                let mut call = call;
                if !std::mem::take(&mut self.declared_arrays).is_empty() {
                    let why = "arrays in parentheses are set before the function runs".to_owned();
                    call.doubts.push(Doubt { why, span: self.at(call.span) });
                }
                let mark = self.state.mark();
                let certain = self.call_with(&call, |walker| walker.call(&binding, &call.words, call.span));
                if !certain {
                    let other = self.state.delta(mark);
                    self.state.rollback(mark);
                    self.program(call, &name);
                    self.state.join(mark, &other);
                }
            }
        }
    }

    /// The name is one of several: the command runs as each of them.
    fn run_each(&mut self, call: &Call, names: &[String]) {
        let mark = self.state.mark();
        let mut others = Vec::new();
        for (index, name) in names.iter().enumerate() {
            if index > 0 {
                others.push(self.state.delta(mark));
                self.state.rollback(mark);
            }
            let mut call = call.clone();
            if let Some(first) = call.words.first_mut() {
                *first = Word::literal(name.as_str(), first.span);
            }
            self.run(call);
        }
        for other in &others {
            self.state.join(mark, other);
        }
    }

    /// Calls a function inside the call's own redirections.
    fn call_with(&mut self, call: &Call, walk: impl FnOnce(&mut Self) -> bool) -> bool {
        let around = self.around.clone();
        let found = self.out.len();
        self.surround(&call.redirects);
        let begin = self.state.mark();
        let mut certain = false;
        let moves = redirected_input(&call.redirects).is_some();
        self.with_own_input(moves, |walker| certain = walk(walker));
        self.unless_opened(&call.redirects, begin);
        let carried = call.redirects.is_empty()
            || self.out.iter().skip(found).any(|inner| call.redirects.iter().all(|own| inner.redirects.contains(own)));
        let own = !call.assignments.is_empty() || !call.doubts.is_empty();
        if certain && (!carried || own) {
            let mut carrier = self.invocation(Vec::new(), call.span);
            carrier.assignments.clone_from(&call.assignments);
            carrier.doubts.clone_from(&call.doubts);
            self.push(carrier);
        }
        self.around = around;
        certain
    }

    /// The command that a call is. It takes over the words, which may be many.
    fn filled(&mut self, call: &mut Call) -> Invocation {
        let mut invocation = self.invocation(std::mem::take(&mut call.words), call.span);
        invocation.redirects.extend(call.redirects.iter().cloned());
        invocation.assignments = std::mem::take(&mut call.assignments);
        invocation.environment = self.environment(&call.environment);
        invocation
    }

    /// A builtin or a program; `name` is empty when it is not known.
    fn program(&mut self, mut call: Call, name: &str) {
        let mut invocation = self.filled(&mut call);
        let taken = self.takes_script(&call, invocation.words.as_slice(), name);
        invocation.doubts = call.doubts;
        invocation.doubts.extend(taken);
        if self.state.is_alias(name) && call.reach == Reach::Shell {
            let why = format!("{name} may be the alias that the line defines");
            invocation.doubts.push(Doubt { why, span: invocation.span });
        }
        if call.reach == Reach::Shell && !name.is_empty() && self.is_exported(name) {
            let why = format!("{name} is a function of the environment");
            invocation.doubts.push(Doubt { why, span: invocation.span });
        }
        let input = self.input_of(&call.redirects);
        let begin = self.state.mark();
        if !name.is_empty() {
            invocation.wrapped = self.started(&invocation, name, &input, call.span);
            invocation.doubts.extend(self.doubt_of_module(&invocation));
        }
        let found = self.out.len();
        if call.reach != Reach::Programs && !name.contains('/') {
            self.builtin(name, &mut invocation, &input, call.span);
        }
        self.unless_opened(&call.redirects, begin);
        let values = self.code_in_values(&invocation.assignments);
        invocation.wrapped.extend(values);
        let notes = std::mem::take(&mut self.notes);
        invocation.doubts.extend(notes.doubts);
        invocation.assignments.extend(notes.assignments);
        if !builtins::creates_nothing(name, &invocation.words) {
            self.writers += 1;
        }
        // what a builtin ran stands inside it
        if self.out.len() > found {
            let runs = self.out.split_off(found);
            invocation.wrapped.push(super::Wrapped { kind: super::WrapKind::Program, runs, doubts: Vec::new() });
        }
        self.push(invocation);
    }

    /// What a command inherits from the line.
    pub(super) fn environment(&mut self, more: &[(String, Option<Word>)]) -> Rc<[Inherited]> {
        let (all, listed) = self.state.environment();
        self.step(listed);
        if more.is_empty() {
            return all;
        }
        let mut all: Vec<Inherited> = all.to_vec();
        for (name, word) in more {
            all.retain(|other| other.0 != *name);
            all.push(Rc::new((name.clone(), word.clone())));
        }
        all.into()
    }

    /// What there is before a command of which `output_of` will be asked.
    pub(super) fn before(&self) -> Before {
        Before { found: self.out.len(), failures: self.failures.of_command }
    }

    /// The command that was found last, if it surely runs as it is written, and nothing but it writes what is printed.
    pub(super) fn undisturbed(&self, command: &ast::Command, from: Before) -> Option<&Invocation> {
        let last = self.as_written(command, from)?;
        let may_fail = self.own_redirects(last).iter().any(|redirect| self.may_fail_to_open(redirect));
        (!may_fail).then_some(last)
    }

    /// The same, where it may also not run at all because a redirection fails.
    pub(super) fn as_written(&self, command: &ast::Command, from: Before) -> Option<&Invocation> {
        let ast::Command::Simple(simple) = command else { return None };
        if self.state.shell().options.traps_print || self.failures.of_command > from.failures {
            return None;
        }
        let last = self.out.get(from.found..)?.last()?;
        let name = last.words.first()?.known()?;
        let piped = simple.redirects.iter().all(leaves_output);
        let plain = simple.assignments.is_empty() && piped && last.found_in == self.found_in && last.doubts.is_empty();
        (plain && self.is_itself(name)).then_some(last)
    }

    fn own_redirects<'i>(&self, invocation: &'i Invocation) -> &'i [Redirection] {
        invocation.redirects.get(self.around.redirects.len()..).unwrap_or_default()
    }

    /// What a command surely writes to its standard output; nothing when that is not known.
    pub(super) fn output_of(&self, command: &ast::Command, from: Before) -> Option<Input> {
        let last = self.undisturbed(command, from)?;
        let words: Vec<&str> = last.words.iter().map(Word::known).collect::<Option<_>>()?;
        let (name, arguments) = words.split_first()?;
        match (*name, self.input_after(self.own_redirects(last))) {
            ("cat", Some(Input::Known(text))) if arguments.is_empty() => Some(Input::Known(text)),
            ("echo", _) if !self.state.shell().options.xpg_echo => {
                super::output::echo(arguments).map(|text| Input::Known(text.into()))
            }
            ("printf", _) => {
                super::output::printf(arguments, self.dialect == Dialect::Posix).map(|text| Input::Known(text.into()))
            }
            ("find", _) => super::wrapper::names_printed(&last.words, self.tables).map(Input::Names),
            _ => None,
        }
    }
}

/// Does this redirection leave standard output where it is, and add no errors to it?
fn leaves_output(redirect: &ast::Redirect) -> bool {
    use ast::RedirectOperator::{DuplicateInput, DuplicateOutput};
    match redirect.descriptor {
        ast::Descriptor::Default => !super::compound::writes(redirect.operator),
        ast::Descriptor::Number(2) => !matches!(redirect.operator, DuplicateInput | DuplicateOutput),
        ast::Descriptor::Number(number) => number != 1,
        ast::Descriptor::Variable(_) => true,
    }
}

/// How many commands, and expansions that may fail, were seen before a command.
#[derive(Clone, Copy)]
pub(super) struct Before {
    found: usize,
    failures: usize,
}

/// An array as an argument: no shell passes one on, so that only what a rule can read of it matters.
fn shown_array(value: &Value) -> Text {
    let known: Option<Vec<&str>> = match value {
        Value::Array(words) => words.iter().map(Word::known).collect(),
        Value::Unset | Value::Text(_) | Value::Unknown => None,
    };
    known.map_or_else(|| Text::unknown("(…)"), |texts| Text::literal(format!("({})", texts.join(" "))))
}
