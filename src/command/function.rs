//! Functions that the line defines.
//!
//! Owns definitions, what a name is bound to on the paths that meet, and calls. Refuses to know builtins.

use std::cell::Cell;
use std::rc::Rc;

use foldhash::HashMap;

use super::MAX_WRAPPERS;
use super::scope::{FrameKind, Mark};
use super::settings::lost_parameters;
use super::value::Certainty;
use super::walk::{Source, Walker};
use super::word::Word;
use crate::input::Span;
use crate::shell::ast;

/// The most definitions that one name may have on paths that meet.
const MAX_BODIES: usize = 8;

/// One function definition.
#[derive(Debug)]
pub(super) struct Body {
    pub(super) function: ast::Function,
    /// The text that it stands in.
    pub(super) source: Rc<Source>,
    /// It was called somewhere, with known arguments.
    pub(super) called: Cell<bool>,
}

/// What a name is bound to.
#[derive(Clone, Debug)]
pub(super) struct Binding {
    /// On every path one of the bodies is what the name means.
    pub(super) certain: bool,
    /// The definitions that it may have.
    pub(super) bodies: Vec<Rc<Body>>,
    /// It may have more than are kept.
    pub(super) more: bool,
}

impl PartialEq for Binding {
    fn eq(&self, other: &Self) -> bool {
        self.certain == other.certain
            && self.more == other.more
            && self.bodies.len() == other.bodies.len()
            && self.bodies.iter().zip(&other.bodies).all(|(mine, theirs)| Rc::ptr_eq(mine, theirs))
    }
}

impl Binding {
    /// The same, where on another path the name is no function.
    pub(super) fn uncertain(&self) -> Self {
        Self { certain: false, ..self.clone() }
    }

    /// What is known where paths meet.
    pub(super) fn join(&self, other: &Self) -> Self {
        let mut bodies = self.bodies.clone();
        for body in &other.bodies {
            if !bodies.iter().any(|mine| Rc::ptr_eq(mine, body)) {
                bodies.push(Rc::clone(body));
            }
        }
        let more = self.more || other.more || bodies.len() > MAX_BODIES;
        bodies.truncate(MAX_BODIES);
        Self { certain: self.certain && other.certain, bodies, more }
    }
}

/// Is this the name of a trap or a hook?
fn is_called_by_zsh(name: &str) -> bool {
    let hooks = ["chpwd", "precmd", "preexec", "periodic", "zshaddhistory", "zshexit", "command_not_found_handler"];
    name.starts_with("TRAP") || hooks.contains(&name)
}

/// Does bash call it by itself, with the words of a command that it does not find?
fn is_called_by_bash(name: &str) -> bool {
    name == "command_not_found_handle"
}

impl Walker<'_> {
    /// Is the command of this name a function of the environment (`export -f`)? Each name is looked for once.
    pub(super) fn is_exported(&mut self, name: &str) -> bool {
        if let Some(known) = self.exported.get(name) {
            return *known;
        }
        let is_exported = self.facts.variable(&["BASH_FUNC_", name, "%%"].concat()).is_some();
        self.exported.insert(name.to_owned(), is_exported);
        is_exported
    }

    /// `name() body`
    pub(super) fn define(&mut self, function: &ast::Function) {
        if self.dialect.is_zsh() && is_called_by_zsh(&function.name) {
            self.doubt(format!("zsh calls {} by itself, and it is not known when", function.name), function.span);
            self.carry_notes(function.span);
        }
        if self.state.is_alias(&function.name) {
            self.doubt(format!("{} may be an alias, and another name is defined then", function.name), function.span);
            self.carry_notes(function.span);
        }
        let key = (self.source.id, function.span);
        let body = if let Some(body) = self.bodies.get(&key) {
            Rc::clone(body)
        } else {
            // the tree is copied once, so that the definition outlives the text that held it
            let size = function.span.end.saturating_sub(function.span.start);
            if !self.step(1 + size) {
                return;
            }
            let body =
                Rc::new(Body { function: function.clone(), source: Rc::clone(&self.source), called: Cell::new(false) });
            self.bodies.insert(key, Rc::clone(&body));
            body
        };
        let options = self.state.shell().options;
        if options.allexport != Certainty::No {
            self.state.change_shell(|shell| shell.options.functions_exported = true);
        }
        let binding = Binding { certain: true, bodies: vec![body], more: false };
        let binding = match self.state.function(&function.name) {
            Some(before) if options.functions_readonly => before.join(&binding),
            _ => binding,
        };
        self.state.define(&function.name, Some(binding));
    }

    /// Calls a function; false when the name may also mean something else.
    pub(super) fn call(&mut self, binding: &Binding, words: &[Word], span: Span) -> bool {
        let mark = self.state.mark();
        let mut others = Vec::new();
        for (index, body) in binding.bodies.iter().enumerate() {
            if index > 0 {
                others.push(self.state.delta(mark));
                self.state.rollback(mark);
            }
            self.call_body(body, words, span);
        }
        for other in &others {
            self.state.join(mark, other);
        }
        if binding.more {
            self.doubt_command(words, span, format!("{} has more than {MAX_BODIES} definitions", name_of(words)));
        }
        if !binding.certain {
            self.state.join_untouched(mark);
        }
        binding.certain
    }

    fn call_body(&mut self, body: &Rc<Body>, words: &[Word], span: Span) {
        if self.calls.iter().any(|active| Rc::ptr_eq(active, body)) {
            self.doubt_command(words, span, format!("the function {} calls itself", body.function.name));
            if let Some(call) = self.out.last_mut() {
                call.place.recursive = true;
            }
            return;
        }
        if self.budget.wrappers >= MAX_WRAPPERS {
            self.doubt_command(words, span, format!("functions and wrappers nest deeper than {MAX_WRAPPERS} levels"));
            return;
        }
        body.called.set(true);
        let arguments = words.iter().skip(1).cloned().collect();
        self.enter(body, Some(Rc::new(arguments)), Some(span));
    }

    /// Walks a body with these arguments; `None` when they may be anything.
    fn enter(&mut self, body: &Rc<Body>, arguments: Option<Rc<Vec<Word>>>, call: Option<Span>) {
        let (source, leaps) = (Rc::clone(&self.source), self.leaps);
        let positional = self.state.shell().positional.clone();
        // inside code in text everything points at the word that holds the text
        self.source = match (call, source.origin, body.source.origin) {
            (Some(_), Some(origin), None) => {
                Rc::new(Source { text: Rc::clone(&body.source.text), origin: Some(origin), id: body.source.id })
            }
            _ => Rc::clone(&body.source),
        };
        self.calls.push(Rc::clone(body));
        self.budget.wrappers += 1;
        self.state.change_shell(|shell| shell.positional = arguments.or_else(lost_parameters));
        let start = self.state.mark();
        self.state.push_frame(FrameKind::Function);
        self.inside(&format!("in the function {}", body.function.name), |walker| {
            walker.compound(&body.function.body);
        });
        // whether it left before its `local` or after it, what that hides is what is left
        let surely = if self.leaps > leaps { self.state.surely_hidden(start) } else { HashMap::default() };
        self.after_leaps(leaps, start);
        self.state.pop_frame(start, false);
        for (name, before) in surely {
            self.state.put_back(&name, before);
        }
        self.state.change_shell(|shell| shell.positional = positional);
        self.budget.wrappers -= 1;
        self.calls.pop();
        self.source = source;
    }

    /// Where something left early since the mark, every state since then may be the one that goes on.
    pub(super) fn after_leaps(&mut self, leaps: usize, start: Mark) {
        if self.leaps > leaps {
            self.meet_history(start);
        }
    }

    /// Walks every function that nothing is known to call, as if something did with arguments that are not known.
    pub(super) fn uncalled_functions(&mut self) {
        let mut walked = foldhash::HashSet::default();
        loop {
            let deferred = self.deferred;
            let mut waiting: Vec<_> = self
                .bodies
                .iter()
                .filter(|(key, body)| {
                    (deferred || !body.called.get() || is_called_by_bash(&body.function.name)) && !walked.contains(*key)
                })
                .map(|(key, body)| (*key, Rc::clone(body)))
                .collect();
            if waiting.is_empty() || self.budget.stopped {
                return;
            }
            waiting.sort_by_key(|(key, _)| *key);
            for (key, body) in waiting {
                walked.insert(key);
                self.later(|walker| walker.enter(&body, None, None));
            }
        }
    }

    /// Adds a command that is at least `ask` for a reason of its own.
    pub(super) fn doubt_command(&mut self, words: &[Word], span: Span, why: String) {
        let mut invocation = self.invocation(words.to_vec(), span);
        invocation.doubts.push(super::Doubt { why, span: invocation.span });
        self.push(invocation);
    }
}

/// The name of a command, for reasons.
pub(super) fn name_of(words: &[Word]) -> String {
    words.first().map(Word::display).unwrap_or_default()
}
