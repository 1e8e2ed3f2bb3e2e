//! `mpirun -n 2 one : -n 1 another`: several programs, each with options of its own, between colons.
//!
//! Owns where each of them begins. Refuses their options (the table of `mpirun` has them).

use crate::command::word::Word;

use super::call::{Call, is};
use super::launchers::Who;
use super::users::vectors;
use super::{Start, effects};

/// What each part between two colons starts, and what its options do.
pub(super) fn mpirun(call: &Call, who: Who) -> Vec<Start> {
    let parts = call.from(1).split(|word| is(word, ":"));
    who.apply(parts.enumerate().flat_map(|(at, part)| part_starts(call, part, at > 0)).collect())
}

/// What one part starts. The options of the first are read with the whole call.
fn part_starts(call: &Call, part: &[Word], with_options: bool) -> Vec<Start> {
    let words: Vec<Word> = call.words.iter().take(1).chain(part).cloned().collect();
    let part = Call::new(&words, &call.name, call.tables);
    let mut starts = vectors(&part, part.read(), 0);
    if with_options {
        starts.extend(effects::starts(&part));
    }
    // options and a program may follow a word that may be a colon
    let may_be_colon = |word: &Word| !word.is_known() && ":".starts_with(word.literal_prefix());
    if let Some(at) = words.iter().position(may_be_colon).filter(|at| at + 1 < words.len()) {
        let rest: Vec<Word> = words.iter().take(1).chain(part.from(at + 1)).cloned().collect();
        let rest = Call::new(&rest, &call.name, call.tables);
        let doubt = call.doubt(format!("it is not known where a command of {} begins", call.name));
        starts.extend(vectors(&rest, rest.read(), 0).into_iter().map(|start| start.doubtful(doubt.clone())));
    }
    starts
}
