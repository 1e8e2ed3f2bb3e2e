//! What `ps` shows of processes beside what it is asked for: with an `e` among letters that it reads as BSD does, their
//! environment.
//!
//! Owns that one reading. Refuses options (the option table knows them).

use crate::command::word::Word;
use crate::verdict::Match;

use super::{Deed, Kind};

/// Letters that make ps read the whole line again as BSD does where they stand otherwise than it expects.
const LETTERS_OF_BSD: &str = "rhSvXxngus";

/// Secrets that it may show: the values of an option (`-u jane`) may be letters too.
pub(super) fn shown(program: &str, words: &[Word]) -> Option<Deed> {
    if program != "ps" {
        return None;
    }
    let dashed =
        words.iter().skip(1).filter_map(Word::known).filter(|word| word.starts_with('-') && !word.starts_with("--"));
    let has = |wanted: &str| dashed.clone().any(|word| word.contains(|letter| wanted.contains(letter)));
    (has("e") && has(LETTERS_OF_BSD)).then(|| Deed {
        kind: Kind::Secrets,
        target: None,
        below: Match::Never,
        certain: false,
        beside: None,
        code: None,
        holds: false,
    })
}
