//! What a shell knows besides variables and functions: where it is, its parameters, its options.
//!
//! Owns these and their join where paths meet. Refuses to undo changes (`scope` does).

use std::rc::Rc;

use super::place::{self, Location};
use super::value::{Certainty, Text};
use super::word::Word;
use crate::input::Span;

/// Everything of the shell that is neither a variable nor a function; cheap to clone.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shell {
    /// Where it is if the command before succeeded.
    pub(super) success: Rc<Location>,
    /// Where it is if the command before failed.
    pub(super) failure: Rc<Location>,
    /// `$1`, `$2`, …; a word of `Count::Any` stands for any number of them. `None` while they are those that the shell was
    /// started with, from outside of the line; where they are not known any more it is [`lost_parameters`].
    pub(super) positional: Option<Rc<Vec<Word>>>,
    /// `$0`
    pub(super) zero: Text,
    /// What `set` and `shopt` changed.
    pub(super) options: Options,
    /// `exec <file` or the like changed standard input.
    pub(super) input_moved: bool,
    /// Text that is not known ran in this shell (`source`): nothing is known of variables.
    pub(super) clouded: bool,
}

/// The options that change how a line is read; `true` when it may be on, unless another meaning is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Options {
    pub(super) dotglob: bool,
    /// `@(…)` and its kin are operators of patterns, also where they come out of a value.
    pub(super) extglob: bool,
    pub(super) globstar: bool,
    pub(super) nocaseglob: bool,
    /// A glob that matches nothing may become no word.
    pub(super) nullglob: bool,
    /// `set -f` surely holds.
    pub(super) noglob: bool,
    /// `set -f` may or may not hold.
    pub(super) noglob_unclear: bool,
    /// `set +B` may hold.
    pub(super) nobraces: bool,
    pub(super) lastpipe: bool,
    pub(super) allexport: Certainty,
    pub(super) xpg_echo: bool,
    /// `export -f` was seen: child shells may know the functions.
    pub(super) functions_exported: bool,
    /// `readonly -f` was seen: a function may keep the definition that it has.
    pub(super) functions_readonly: bool,
    /// `set -x` may hold: `PS4` is expanded before each command.
    pub(super) xtrace: bool,
    /// The shell is interactive: an error that ends another one gives up only the rest of a line.
    pub(super) interactive: bool,
    /// A trap was set that may also run in substitutions: what it prints is part of their output.
    pub(super) traps_print: bool,
}

impl Options {
    /// What may hold where paths meet.
    fn join(self, other: Self) -> Self {
        Self {
            dotglob: self.dotglob || other.dotglob,
            extglob: self.extglob || other.extglob,
            globstar: self.globstar || other.globstar,
            nocaseglob: self.nocaseglob || other.nocaseglob,
            nullglob: self.nullglob || other.nullglob,
            noglob: self.noglob && other.noglob,
            noglob_unclear: self.noglob_unclear || other.noglob_unclear || self.noglob != other.noglob,
            nobraces: self.nobraces || other.nobraces,
            lastpipe: self.lastpipe || other.lastpipe,
            allexport: self.allexport.join(other.allexport),
            xpg_echo: self.xpg_echo || other.xpg_echo,
            functions_exported: self.functions_exported || other.functions_exported,
            functions_readonly: self.functions_readonly || other.functions_readonly,
            xtrace: self.xtrace || other.xtrace,
            interactive: self.interactive || other.interactive,
            traps_print: self.traps_print || other.traps_print,
        }
    }
}

/// Positional parameters of which nothing is known, but that the line may have set them.
#[expect(clippy::unnecessary_wraps, reason = "it is a value of `Shell::positional`")]
pub(super) fn lost_parameters() -> Option<Rc<Vec<Word>>> {
    Some(Rc::new(vec![Word::any_words("$@", Span::default())]))
}

impl Shell {
    /// What is known where paths meet.
    pub(super) fn join(&self, other: &Self) -> Self {
        Self {
            success: place::either(&self.success, &other.success),
            failure: place::either(&self.failure, &other.failure),
            positional: if self.positional == other.positional { self.positional.clone() } else { lost_parameters() },
            zero: self.zero.join(&other.zero, "$0"),
            options: self.options.join(other.options),
            input_moved: self.input_moved || other.input_moved,
            clouded: self.clouded || other.clouded,
        }
    }
}
