//! What redirections make of standard input.
//!
//! Owns which redirections are its sources, and how a shell chooses among several. Refuses to read what it holds.

use super::Redirection;
use super::walk::{Input, Walker};
use crate::shell::ast::RedirectOperator;

impl Walker<'_> {
    /// What these redirections make standard input here, if they touch it.
    ///
    /// Where there are several, and a pipe is one of them, zsh hands on what each of them holds, one after the other
    /// (`multios`); other shells take the last.
    pub(super) fn input_after(&self, redirects: &[Redirection]) -> Option<Input> {
        let input = redirected_input(redirects)?;
        let sources =
            redirects.iter().filter(|redirect| is_source(redirect)).count() + usize::from(self.around.pipe_stdin);
        Some(if self.dialect.is_zsh() && sources > 1 { Input::Unknown("several redirections") } else { input })
    }

    /// What a command with these redirections reads.
    pub(super) fn input_of(&self, redirects: &[Redirection]) -> Input {
        self.input_after(redirects).unwrap_or_else(|| match self.state.shell().input_moved {
            true => Input::Unknown("standard input"),
            false => self.around.input.clone(),
        })
    }

    /// Walks what has a standard input of its own: `exec` inside moves that one.
    pub(super) fn with_own_input(&mut self, own: bool, walk: impl FnOnce(&mut Self)) {
        let moved = self.state.shell().input_moved;
        if own && moved {
            self.state.change_shell(|shell| shell.input_moved = false);
        }
        walk(self);
        if own && self.state.shell().input_moved != moved {
            self.state.change_shell(|shell| shell.input_moved = moved);
        }
    }
}

/// What these redirections make standard input where the last of them holds, if they touch it.
pub(super) fn redirected_input(redirects: &[Redirection]) -> Option<Input> {
    let last = redirects.iter().rev().find(|redirect| is_source(redirect))?;
    Some(match (last.operator, last.target.known()) {
        (RedirectOperator::HereDocument, Some(text)) => Input::Known(text.into()),
        (RedirectOperator::HereDocument, None) => Input::Unknown("the here-document"),
        (RedirectOperator::HereString, Some(text)) => Input::Known(format!("{text}\n").into()),
        (RedirectOperator::HereString, None) => Input::Unknown("the here-string"),
        (RedirectOperator::Read, Some("/dev/null")) => Input::Known("".into()),
        _ => Input::Unknown("a redirection"),
    })
}

/// Does it put something else in the place of standard input?
fn is_source(redirect: &Redirection) -> bool {
    let reads = match redirect.operator {
        RedirectOperator::Read
        | RedirectOperator::ReadWrite
        | RedirectOperator::DuplicateInput
        | RedirectOperator::HereDocument
        | RedirectOperator::HereString => redirect.descriptor.is_none(),
        RedirectOperator::Write
        | RedirectOperator::Append
        | RedirectOperator::Clobber
        | RedirectOperator::WriteBoth
        | RedirectOperator::AppendBoth
        | RedirectOperator::DuplicateOutput => false,
    };
    reads || redirect.descriptor == Some(0)
}
