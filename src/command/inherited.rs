//! What a shell that the line starts begins with.
//!
//! Owns what it makes of each variable that it inherits. Refuses to know which those are.

use super::scope::State;
use super::value::{Certainty, Text, Value, Variable};
use super::word::{Part, Word};

/// A shell begins with this variable, or without it; some it makes itself, whatever it inherits, and some where there is none.
pub(super) fn begin(state: &mut State, name: &str, word: Option<Word>) {
    const OWN: [&str; 7] = ["BASH", "BASH_EXECUTION_STRING", "BASH_VERSION", "IFS", "OLDPWD", "OPTERR", "PWD"];
    const WHERE_THERE_IS_NONE: [&str; 11] =
        ["HOME", "HOSTNAME", "HOSTTYPE", "MACHTYPE", "OSTYPE", "PATH", "PS1", "PS2", "PS4", "SHELL", "TERM"];
    if OWN.contains(&name) || word.is_none() && WHERE_THERE_IS_NONE.contains(&name) {
        // where the shell splits words, nothing inherited counts
        if name != "IFS" {
            state.begin_with(name, Variable { perhaps_unset: true, ..Variable::of(Value::Unknown) });
        }
        return;
    }
    state.begin_with(name, exported(word));
}

/// A variable as it is inherited.
pub(super) fn exported(word: Option<Word>) -> Variable {
    match word {
        None => Variable::of(Value::Unset),
        Some(word) if matches!(word.parts.as_slice(), [Part::Unknown(_)]) => {
            Variable { exported: Certainty::Perhaps, perhaps_unset: true, ..Variable::of(Value::Unknown) }
        }
        Some(word) => Variable { exported: Certainty::Yes, ..Variable::text(Text::of_word(&word)) },
    }
}
