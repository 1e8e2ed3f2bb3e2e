//! And-or lists and pipelines.
//!
//! Owns which states meet after `&&` and `||`, and what the members of a pipeline know of each other. Refuses to know what
//! a member is.

use std::rc::Rc;

use super::place;
use super::walk::{Input, Walker};
use crate::shell::Dialect;
use crate::shell::ast::{AndOr, Command, Joiner, Part, Pipeline};

impl Walker<'_> {
    /// Pipelines joined by `&&` and `||`.
    pub(super) fn and_or(&mut self, list: &AndOr) {
        self.pipeline(&list.first);
        if list.rest.is_empty() {
            return;
        }
        let mut unmet = self.state.mark();
        for (joiner, pipeline) in &list.rest {
            if self.budget.stopped {
                return;
            }
            let before = (Rc::clone(&self.state.shell().success), Rc::clone(&self.state.shell().failure));
            match joiner {
                Joiner::And => {
                    self.assume(true);
                    self.pipeline(pipeline);
                    let shell = self.state.shell();
                    let failure = place::either(&before.1, &shell.failure);
                    let success = Rc::clone(&shell.success);
                    self.state.set_locations(success, failure);
                }
                Joiner::Or => {
                    // any part of the list so far may have been the one that failed
                    self.meet_history(unmet);
                    self.state.set_locations(Rc::clone(&before.0), Rc::clone(&before.1));
                    let mark = self.state.mark();
                    // what stands here allows for all of that, and whatever comes next meets what stands here
                    unmet = mark;
                    self.assume(false);
                    self.pipeline(pipeline);
                    let (success, failure) =
                        (Rc::clone(&self.state.shell().success), Rc::clone(&self.state.shell().failure));
                    self.state.join_untouched(mark);
                    self.state.set_locations(place::either(&before.0, &success), failure);
                }
            }
        }
        let (success, failure) = (Rc::clone(&self.state.shell().success), Rc::clone(&self.state.shell().failure));
        self.meet_history(unmet);
        self.state.set_locations(success, failure);
    }

    fn pipeline(&mut self, pipeline: &Pipeline) {
        let begin = self.state.mark();
        let calls = pipeline.timed && pipeline.commands.first().is_some_and(|first| self.may_call(first));
        match pipeline.commands.as_slice() {
            [only] => self.command(only),
            members => self.members(members),
        }
        if pipeline.timed && self.dialect == Dialect::Posix && (calls || self.state.written_since(begin) > 0) {
            let why = "to some sh `time` is a program, which starts a program and changes nothing here";
            self.doubt(why.to_owned(), pipeline.span);
            self.carry_notes(pipeline.span);
        }
        if pipeline.timed && self.dialect != Dialect::Bash {
            // to dash `time` is a program: `time cd x` stays where it is; zsh times what runs in a shell of its own
            self.state.join_untouched(begin);
        }
        if pipeline.negated {
            self.settle();
        }
    }

    /// May its name be that of a function?
    fn may_call(&self, command: &Command) -> bool {
        name(command).is_none_or(|name| self.state.function(name).is_some())
    }

    fn members(&mut self, members: &[Command]) {
        let around = self.around.clone();
        let look = self.look();
        let mut input = around.input.clone();
        let names = members.iter().filter_map(name).map(str::to_owned);
        self.around.pipeline = around.pipeline.iter().cloned().chain(names).collect();
        for (index, command) in members.iter().enumerate() {
            if !self.step(1) {
                break;
            }
            let last = index + 1 == members.len();
            self.around.pipe_stdin = index > 0 || around.pipe_stdin;
            self.around.pipe_stdout = !last || around.pipe_stdout;
            self.around.input = match (&input, command) {
                // only a command by itself surely reads the whole of it
                (Input::Known(_) | Input::Names(_), Command::Compound(_) | Command::Function(_)) => {
                    Input::Unknown("the pipe")
                }
                (input, _) => input.clone(),
            };
            let before = self.before();
            let mark = self.state.mark();
            self.with_own_input(index > 0, |walker| walker.command(command));
            // zsh runs the last of them itself
            if last && (self.state.shell().options.lastpipe || self.dialect.is_zsh()) {
                self.meet_history(mark);
            } else {
                self.state.rollback(mark);
            }
            input = self.output_of(command, before).unwrap_or(Input::Unknown("the pipe"));
        }
        self.around = around;
        // the members run side by side: one may create what another's glob finds
        if self.wrote_since(look) {
            self.distrust_globs(look);
        }
    }
}

/// The plain name of a simple command, its directories left out.
fn name(command: &Command) -> Option<&str> {
    let Command::Simple(simple) = command else { return None };
    match simple.words.first()?.parts.as_slice() {
        [Part::Bare(name)] => Some(super::base_name(name)),
        _ => None,
    }
}
