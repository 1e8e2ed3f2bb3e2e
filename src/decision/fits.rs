//! What can be said of a word against a text, a path or a type of the policy.
//!
//! Owns the bridge between the matcher and the three-valued comparisons. Refuses to align patterns.

use crate::command::Directory;
use crate::command::word::Word;
use crate::policy::pattern::Text;
use crate::verdict::Match;

use super::matcher::Context;

/// Is the word exactly this text?
pub(super) fn equal(text: &str, word: &Word) -> Match {
    match word.known() {
        Some(known) => Match::known(known == text),
        None => Match::May,
    }
}

/// Does the word match the text (with its stars)?
pub(super) fn text(text: &Text, word: &Word) -> Match {
    match word.known() {
        Some(known) => Match::known(text.matches(known)),
        None => Match::May,
    }
}

/// Does the word name a path that this (absolute, normalised) path pattern covers?
pub(super) fn path(pattern: &str, word: &Word, directory: &Directory, context: Context<'_>) -> Match {
    let _ = (directory, context);
    equal(pattern, word)
}

/// Is the word of the type?
pub(super) fn typed(name: &str, word: &Word, directory: &Directory, context: Context<'_>) -> Match {
    let _ = (name, word, directory, context);
    Match::May
}

/// Does the word name a path that this path pattern, as a rule writes it, covers? `~` is the home directory, and a
/// relative pattern is taken from the line's first directory.
pub(super) fn path_text(pattern: &Text, word: &Word, directory: &Directory, context: Context<'_>) -> Match {
    path(&pattern.pieces.join("*"), word, directory, context)
}
