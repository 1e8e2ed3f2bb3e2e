//! Text that is code, and what wrappers start.
//!
//! Owns the way from a wrapper's start to the commands inside it: child shells, text that is parsed again, standard input
//! that a shell reads. Refuses to know which command is a wrapper (`wrapper`).

use std::rc::Rc;

use super::inherited;
use super::scope::State;
use super::settings::lost_parameters;
use super::simple::{Call, Reach};
use super::value::{Certainty, Text, Value, Variable};
use super::walk::{Input, Source, Walker};
use super::word::{Count, Part, Word};
use super::wrapper::{self, Start, Started};
use super::{
    Assignment, Directory, Doubt, Invocation, MAX_POSSIBLE_STARTS, MAX_WRAPPERS, WrapKind, Wrapped, base_name, place,
};
use crate::input::Span;
use crate::shell::{self, Dialect, ast};

impl Walker<'_> {
    /// Walks the script of a substitution, in a copy of the shell.
    pub(super) fn substitution(&mut self, script: &ast::Script, how: &str) {
        let around = self.around.pipe_stdin;
        // what is written to it comes to its commands as through a pipe
        self.around.pipe_stdin |= how.starts_with("in >(");
        self.inside(how, |walker| walker.substituted(script));
        self.around.pipe_stdin = around;
    }

    /// The same, where `found_in` already says how.
    pub(super) fn substituted(&mut self, script: &ast::Script) {
        let notes = std::mem::take(&mut self.notes);
        let around = self.around.clone();
        self.around.pipe_stdout = false;
        if let Input::Known(_) | Input::Names(_) = self.around.input {
            self.around.input = Input::Unknown("the pipe");
        }
        let leaps = self.leaps;
        self.subshell(|walker| walker.script(script));
        self.leaps = leaps;
        self.around = around;
        self.notes = notes;
    }

    /// What a command starts in turn.
    pub(super) fn started(&mut self, invocation: &Invocation, name: &str, input: &Input, span: Span) -> Vec<Wrapped> {
        let starts = wrapper::starts(&invocation.words, self.tables);
        if starts.is_empty() {
            return Vec::new();
        }
        if let Some(why) = self.too_many_starts(&starts) {
            let doubts = vec![Doubt { why, span: invocation.span }];
            return vec![Wrapped { kind: WrapKind::PassThrough, runs: Vec::new(), doubts }];
        }
        let around = self.around.clone();
        let notes = std::mem::take(&mut self.notes);
        self.around.redirects.clone_from(&invocation.redirects);
        // several commands share it
        self.around.input = if starts.len() > 1 { input.clone().shared() } else { input.clone() };
        self.budget.wrappers += 1;
        let all = starts.into_iter().map(|start| self.start(invocation, name, start, span)).collect();
        self.budget.wrappers -= 1;
        self.notes = notes;
        self.around = around;
        all
    }

    /// Why what a command starts is not looked at, where a limit is passed.
    fn too_many_starts(&mut self, starts: &[Start]) -> Option<String> {
        if self.budget.wrappers >= MAX_WRAPPERS {
            return Some(format!("functions and wrappers nest deeper than {MAX_WRAPPERS} levels"));
        }
        let nested = self.budget.wrappers > 0;
        let possible = starts.iter().filter(|start| nested && !start.doubts.is_empty()).count();
        let passed = possible > 0 && self.budget.possible_starts + possible > MAX_POSSIBLE_STARTS;
        if !passed {
            self.budget.possible_starts += possible;
        }
        passed.then(|| format!("more than {MAX_POSSIBLE_STARTS} commands may be started by others"))
    }

    fn start(&mut self, invocation: &Invocation, name: &str, start: Start, span: Span) -> Wrapped {
        let outer = std::mem::take(&mut self.out);
        // what such a wrapper starts may run in another place, later, or again
        let elsewhere = self.dashes.elsewhere;
        self.dashes.elsewhere |= start.again || matches!(start.kind, WrapKind::Elsewhere | WrapKind::Program);
        let mut doubts = start.doubts.clone();
        let wrapper = Wrapper { name, span, invocation };
        match &start.what {
            Started::Words(words) => self.start_words(&wrapper, &start, words),
            Started::Text { text, dialect, parameters, same_shell } => {
                let dialect = if *same_shell { self.dialect } else { *dialect };
                self.start_text(
                    &wrapper,
                    &start,
                    Code { text, dialect, parameters, same_shell: *same_shell },
                    &mut doubts,
                );
            }
            Started::Input { dialect, parameters } => {
                self.start_input(&wrapper, &start, (*dialect, parameters), &mut doubts)
            }
            Started::File(file) => self.start_file(&wrapper, file, &mut doubts),
        }
        self.dashes.elsewhere = elsewhere;
        let runs = std::mem::replace(&mut self.out, outer);
        Wrapped { kind: start.kind, runs, doubts }
    }

    fn start_words(&mut self, wrapper: &Wrapper<'_>, start: &Start, words: &[Word]) {
        let here = matches!(wrapper.name, "command" | "builtin");
        // `env A=1 x` is to a rule what `A=1 x` is
        let set = start.environment.iter().filter_map(|(name, value)| Some((name, value.as_ref()?)));
        let assignments: Vec<Assignment> = set
            .map(|(name, value)| Assignment {
                name: name.clone(),
                value: value.clone(),
                span: if value.span == Span::default() { self.at(wrapper.span) } else { value.span },
            })
            .collect();
        let words = match &self.around.input {
            Input::Known(text) if base_name(wrapper.name) == "xargs" => {
                wrapper::files::with_input(words, &wrapper.invocation.words, text)
            }
            Input::Names(names) if base_name(wrapper.name) == "xargs" => {
                wrapper::files::with_names(words, &wrapper.invocation.words, names)
            }
            _ => None,
        }
        .unwrap_or_else(|| words.to_vec());
        if base_name(wrapper.name) == "xargs" {
            // what xargs itself has read is gone
            self.around.input = std::mem::replace(&mut self.around.input, Input::Inherited).shared();
        }
        let call = Call {
            assignments,
            redirects: Vec::new(),
            doubts: wrapper.renamed(&words).into_iter().map(|why| Doubt { why, span: self.at(wrapper.span) }).collect(),
            words,
            environment: start.environment.clone(),
            span: wrapper.span,
            reach: if here { Reach::Builtins } else { Reach::Programs },
        };
        self.found_in.push(format!("started by {}", wrapper.name));
        if here && !start.remote {
            let mark = self.state.mark();
            self.run(call);
            let nothing = match wrapper.name {
                // to zsh `command eval` is a program, unless `posixbuiltins` is set
                "command" => self.dialect.is_zsh(),
                // dash has none
                _ => self.dialect == Dialect::Posix,
            };
            if nothing {
                self.state.join_untouched(mark);
            }
        } else if start.remote || start.cleared || start.directory.is_some() {
            self.child(start, &[], |walker| walker.run(call));
        } else {
            self.subshell(|walker| {
                if start.kind == WrapKind::Elsewhere {
                    walker.perhaps_unset_exported();
                }
                for (name, word) in &start.environment {
                    walker.state.begin_with(name, inherited::exported(word.clone()));
                }
                walker.run(call);
            });
        }
        self.found_in.pop();
    }

    /// Another user's environment need not have what the line exported.
    fn perhaps_unset_exported(&mut self) {
        for inherited in self.environment(&[]).iter() {
            self.perhaps_unset(&inherited.0);
        }
    }

    fn start_text(&mut self, wrapper: &Wrapper<'_>, start: &Start, code: Code<'_>, doubts: &mut Vec<Doubt>) {
        let texts: Option<Vec<String>> = match (code.text.count, code.text.parts.as_slice()) {
            (Count::One, []) => Some(vec![String::new()]),
            (Count::One, [Part::Literal(text)]) => Some(vec![text.to_string()]),
            (Count::One, [Part::Choice(texts)]) if !code.same_shell => Some(texts.clone()),
            _ => None,
        };
        let Some(texts) = texts else {
            self.code.push(code.text.span);
            let why = format!("the text that {} runs is not known: {}", wrapper.name, code.text.doubts().join(", "));
            doubts.push(Doubt { why, span: self.at(wrapper.span) });
            return;
        };
        // code points at the word that holds it
        let origin = if self.source.origin.is_some() || code.text.span == Span::default() {
            self.at(wrapper.span)
        } else {
            code.text.span
        };
        let how = format!("in the text of {}", wrapper.name);
        for text in texts {
            let mut found = Vec::new();
            if code.same_shell && wrapper.name == "trap" {
                if code.dialect.is_zsh() && !self.calls.is_empty() {
                    let why = "zsh runs a trap that a function sets where the function ends".to_owned();
                    doubts.push(Doubt { why, span: origin });
                }
                self.deferred = true;
                self.around.input = std::mem::replace(&mut self.around.input, Input::Inherited).shared();
                if code.dialect.is_zsh() || is_of_every_command(&wrapper.invocation.words) {
                    self.state.change_shell(|shell| shell.options.traps_print = true);
                }
                let mut changes = false;
                self.later(|walker| {
                    let (begin, before) = (walker.state.mark(), walker.state.changes());
                    let calls = std::mem::replace(&mut walker.trapped, walker.calls.len());
                    let around = walker.around.loop_kind.take();
                    found = walker.run_text(&text, code.dialect, origin, &how);
                    (walker.around.loop_kind, walker.trapped) = (around, calls);
                    // where the directory is not known, going to another one writes nothing
                    changes = walker.state.written_since(begin) > 0 || walker.state.changes() > before;
                });
                if changes && !(self.dialect == Dialect::Bash && runs_at_exit(&wrapper.invocation.words)) {
                    let why = "later commands see what trap changes, and it is not known when".to_owned();
                    found.push(Doubt { why, span: self.at(wrapper.span) });
                }
            } else if code.same_shell {
                found = self.run_text(&text, code.dialect, origin, &how);
            } else {
                self.child(start, code.parameters, |walker| {
                    found = walker.switch_on(&start.options, code.dialect, wrapper.span);
                    found.extend(walker.run_text(&text, code.dialect, origin, &how));
                });
            }
            doubts.extend(found);
        }
    }

    /// Text that is not known ran in this shell: nothing is known of its variables and its place any more.
    pub(super) fn cloud(&mut self) {
        self.forget_variables();
        let location = Rc::new(place::Location { here: Directory::Unknown, old: Directory::Unknown, moved: true });
        self.state.set_locations(Rc::clone(&location), location);
        self.state.change_shell(|shell| shell.options.noglob_unclear = true);
    }

    /// Any variable may have been set to anything.
    pub(super) fn forget_variables(&mut self) {
        let names = self.state.touched_names();
        self.step(names.len());
        for name in names.iter().map(AsRef::as_ref).chain(["IFS"]) {
            let before = self.state.variable(name);
            let exported = if before.exported == Certainty::No { Certainty::No } else { Certainty::Perhaps };
            self.state.put(
                name,
                Variable {
                    value: Value::Unknown,
                    perhaps_unset: true,
                    exported,
                    plain_number: false,
                    ..(*before).clone()
                },
            );
            self.state.forget_hidden(name);
        }
        self.state.change_shell(|shell| shell.clouded = true);
    }

    /// Walks something in a child process's shell.
    pub(super) fn child(&mut self, start: &Start, parameters: &[Word], walk: impl FnOnce(&mut Self)) {
        let here = self.state.directory();
        let directory = match &start.directory {
            _ if start.remote => Directory::Unknown,
            Some(word) => place::reached(&here, &Text::of_word(word), self.facts),
            None => here,
        };
        let foreign = start.remote || start.cleared || start.kind == WrapKind::Elsewhere;
        // `env -i` leaves nothing to what is started by what it starts, either
        let mut state = State::new(self.facts, directory, foreign || self.state.is_foreign());
        if !foreign {
            for inherited in self.environment(&[]).iter() {
                let (name, word) = inherited.as_ref();
                inherited::begin(&mut state, name, word.clone());
            }
            if self.state.shell().options.functions_exported {
                for (name, binding) in self.state.uncertain_functions() {
                    state.define(&name, Some(binding));
                }
                // what it starts in turn knows them too
                state.change_shell(|shell| shell.options.functions_exported = true);
            }
        }
        for (name, word) in &start.environment {
            inherited::begin(&mut state, name, word.clone());
        }
        let mut words = parameters.iter();
        let zero = words.next().map(Text::of_word);
        let known = parameters.first().is_none_or(|word| word.count == Count::One);
        let rest: Vec<Word> = words.cloned().collect();
        state.change_shell(|shell| {
            shell.zero = zero.unwrap_or_else(|| Text::unknown("$0"));
            shell.positional = if known { Some(Rc::new(rest)) } else { lost_parameters() };
        });
        let outer = std::mem::replace(&mut self.state, state);
        let leaps = self.leaps;
        walk(self);
        self.leaps = leaps;
        self.state = outer;
    }

    /// Reads text as code and walks it where the shell is now. What is doubtful about the text as a whole is returned.
    pub(super) fn run_text(&mut self, text: &str, dialect: Dialect, origin: Span, how: &str) -> Vec<Doubt> {
        if !self.step(1 + text.len() / 8) {
            return Vec::new();
        }
        let parsed = shell::parse(text, dialect);
        self.sources += 1;
        let source = Rc::new(Source { text: text.into(), origin: Some(origin), id: self.sources });
        let outer = std::mem::replace(&mut self.source, source);
        let outer_dialect = std::mem::replace(&mut self.dialect, dialect);
        let notes = std::mem::take(&mut self.notes);
        let input = self.around.input.clone();
        if !is_one_command(&parsed.script) {
            self.around.input = input.clone().shared();
        }
        self.inside(how, |walker| walker.lines(&parsed.script));
        self.around.input = input;
        self.notes = notes;
        self.dialect = outer_dialect;
        self.source = outer;
        let doubt = |mistake: shell::Mistake| Doubt { why: format!("{how}: {}", mistake.what), span: origin };
        parsed.mistake.map(doubt).into_iter().collect()
    }
}

/// Does nothing but one pipeline stand there, so that its first command has standard input to itself?
fn is_one_command(script: &ast::Script) -> bool {
    matches!(script.statements.as_slice(), [only] if only.and_or.rest.is_empty())
}

/// The wrapper whose start is followed.
pub(super) struct Wrapper<'a> {
    pub(super) name: &'a str,
    pub(super) span: Span,
    pub(super) invocation: &'a Invocation,
}

impl Wrapper<'_> {
    /// `exec -a NAME`: a shell takes its own name for what it is to be.
    fn renamed(&self, words: &[Word]) -> Option<String> {
        let options = self.invocation.words.len().saturating_sub(words.len());
        let mut options = self.invocation.words.iter().take(options).skip(1);
        let program = base_name(words.first()?.known()?);
        let is_shell = program.ends_with("sh") || matches!(program, "busybox" | "toybox");
        (self.name == "exec" && is_shell && options.any(|word| word.known().is_none_or(|text| text.contains('a'))))
            .then(|| format!("under another name {program} may be another shell"))
    }
}

/// Text that a wrapper runs.
struct Code<'a> {
    text: &'a Word,
    dialect: Dialect,
    parameters: &'a [Word],
    same_shell: bool,
}

/// Does a `trap` with these words run its text when the shell is left, and at no other time? (In zsh a function has an
/// exit of its own.)
fn runs_at_exit(words: &[Word]) -> bool {
    let operands = words.iter().skip(1).filter(|word| word.known() != Some("--"));
    operands.skip(1).all(|signal| {
        signal.known().is_some_and(|name| ["EXIT", "SIGEXIT", "0"].iter().any(|exit| name.eq_ignore_ascii_case(exit)))
    })
}

/// Does a `trap` with these words run its text before each command? With `functrace` bash does so in substitutions too.
fn is_of_every_command(words: &[Word]) -> bool {
    let is_debug = |name: &str| ["DEBUG", "SIGDEBUG"].iter().any(|debug| name.eq_ignore_ascii_case(debug));
    words.iter().skip(2).any(|signal| signal.known().is_none_or(is_debug))
}
