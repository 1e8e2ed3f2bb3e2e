//! `alias`.
//!
//! Owns which names make doubtful what follows. Refuses to put the text of an alias where its name stands: a command of that
//! name is doubted (`simple`).

use super::Arguments;
use crate::command::walk::Walker;
use crate::command::{Invocation, WrapKind, Wrapped};

/// Words of the shells' own grammar: an alias of that name is looked for first, and makes another command of it.
const RESERVED: &str = "! - [[ ]] { } case coproc do done elif else end esac fi for foreach function if in nocorrect noglob \
                        repeat select then time until while";

impl Walker<'_> {
    /// `alias NAME=text`: the text is read as code, since a shell may expand it.
    pub(super) fn alias(&mut self, arguments: &Arguments<'_>, invocation: &mut Invocation) {
        for word in arguments.words {
            let Some(text) = word.known().map(str::to_owned) else {
                self.doubt(format!("the text of an alias is not known: {}", word.display()), arguments.span);
                continue;
            };
            let Some((name, code)) = text.split_once('=') else { continue };
            self.state.add_alias(&name.into());
            if RESERVED.split(' ').any(|word| word == name) {
                self.doubt(format!("{name} may no longer be the word of the shell's own"), arguments.span);
            }
            let run = self.text_run_later(code, word.span, "alias");
            invocation.wrapped.push(Wrapped { kind: WrapKind::Program, ..run });
        }
    }
}
