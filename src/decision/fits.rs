//! What can be said of a word against a text, a path or a type of the policy.
//!
//! Owns the bridge between the matcher and the three-valued comparisons. Refuses to align patterns.

use crate::command::Directory;
use crate::command::word::Word;
use crate::policy::pattern::Text;
use crate::verdict::{Match, Verdict};

use super::matcher::Context;
use super::scene::each_directory;
use super::{paths, text, typed};

/// Is the word exactly this text?
pub(super) fn equal(text: &str, word: &Word) -> Match {
    text::equals(word, text)
}

/// Does the word match the text (with its stars)?
pub(super) fn text(pattern: &Text, word: &Word) -> Match {
    match (word.known(), pattern.as_plain()) {
        (Some(known), _) => Match::known(pattern.matches(known)),
        (None, Some(plain)) => text::equals(word, plain),
        (None, None) => text::glob(word, pattern),
    }
}

/// Does the word name a path that this (absolute, normalised) path pattern covers? A deny or ask rule may hold in any
/// directory that is possible, an allow rule must hold in all.
pub(super) fn path(pattern: &str, word: &Word, directory: &Directory, context: Context<'_>) -> Match {
    let glob = [pattern.to_owned()];
    let each = each_directory(directory).into_iter().map(|directory| paths::is_one_of(word, &glob, &directory));
    if context.action == Verdict::Allow { each.min() } else { each.max() }.unwrap_or(Match::May)
}

/// The same for a pattern as the target of a redirection is written in a rule: `~` is the home directory, and a relative
/// pattern is taken from the directory that the line starts in.
pub(super) fn path_text(pattern: &Text, word: &Word, directory: &Directory, context: Context<'_>) -> Match {
    let text = pattern.pieces.join("*");
    let home = || context.facts.variable("HOME").unwrap_or_default();
    let absolute = match text.strip_prefix('~') {
        Some(rest) if rest.is_empty() || rest.starts_with('/') => format!("{}{rest}", home()),
        _ if text.starts_with('/') || text.starts_with("**") => text,
        _ => match context.facts.working_directory() {
            Some(first) => paths::normalise(&text, &first),
            None => return Match::May,
        },
    };
    path(&absolute, word, directory, context)
}

/// Is the word of the type?
pub(super) fn typed(name: &str, word: &Word, directory: &Directory, context: Context<'_>) -> Match {
    match context.definitions.types.get(name) {
        Some(kind) => typed::matches(kind, word, directory, context.facts),
        // a rule that names a type that is not defined is reported with the policy; it must not go quiet
        None => Match::May,
    }
}
