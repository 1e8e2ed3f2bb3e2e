//! What can be said of a word against a text, a path or a type of the policy.
//!
//! Owns the bridge between the matcher and the three-valued comparisons. Refuses to align patterns.

use crate::command::Directory;
use crate::command::word::Word;
use crate::policy::paths::after_home;
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
    text::glob(word, pattern)
}

/// The same for a word of an allow rule: a star in it stands for no way up out of the directory that is written before it,
/// and where operands have parts, for one part.
pub(super) fn bounded(found: Match, pattern: &Text, word: &Word, has_parts: bool) -> Match {
    if found == Match::Never || pattern.pieces.len() < 2 {
        return found;
    }
    let more = if has_parts { text::has_more(word, pattern, ':') } else { Match::Never };
    found.and(text::leads_up(word, pattern).or(more).negated())
}

/// The same for a text that a person wrote with a tilde: it also stands for the home directory, as it does in the shell.
pub(super) fn text_at_home(pattern: &Text, word: &Word, context: Context<'_>) -> Match {
    let plain = text(pattern, word);
    if !pattern.pieces.first().is_some_and(|first| first.starts_with('~')) {
        return plain;
    }
    let (Match::Never | Match::May, Some(home)) = (plain, context.facts.variable("HOME")) else { return plain };
    // paths are compared without the slash that the variable may end with
    let tried = [home.as_str(), home.trim_end_matches('/')];
    let expanded = tried.iter().filter_map(|home| at_home(pattern, home));
    expanded.fold(plain, |found, expanded| found.or(text(&expanded, word)))
}

/// The text with its leading tilde expanded, where it has one.
fn at_home(pattern: &Text, home: &str) -> Option<Text> {
    let rest = after_home(pattern.pieces.first()?)?;
    let mut expanded = pattern.clone();
    let home = if home.is_empty() && rest.is_empty() { "/" } else { home };
    *expanded.pieces.first_mut()? = format!("{home}{rest}").into();
    Some(expanded)
}

/// Does the word name a path that this (absolute, normalised) path pattern covers? A deny or ask rule may hold in any
/// directory that is possible, an allow rule must hold in all.
pub(super) fn path(pattern: &str, word: &Word, directory: &Directory, context: Context<'_>) -> Match {
    let glob = [pattern.to_owned()];
    let each = each_directory(directory).into_iter().map(|directory| paths::is_one_of(word, &glob, &directory));
    if context.action == Verdict::Allow { each.min() } else { each.max() }.unwrap_or(Match::May)
}

/// The same for a pattern as the target of a redirection is written in a rule: `~` is the home directory. Relative targets
/// were resolved with the policy; one that still is relative is taken from the directory that the line starts in.
pub(super) fn path_text(pattern: &Text, word: &Word, directory: &Directory, context: Context<'_>) -> Match {
    match listed(pattern, context) {
        Some(listed) => path(&listed, word, directory, context),
        None => Match::May,
    }
}

/// May the word name a directory of which such a target takes everything?
pub(super) fn takes_all_of(pattern: &Text, word: &Word, directory: &Directory, context: Context<'_>) -> bool {
    listed(pattern, context).is_none_or(|listed| paths::take_all_of(word, &[listed], directory))
}

/// The target as a listed path; nothing where it depends on a directory that is not known.
fn listed(pattern: &Text, context: Context<'_>) -> Option<String> {
    let home = context.facts.variable("HOME");
    let at_home = home.and_then(|home| at_home(pattern, home.trim_end_matches('/')));
    let text = at_home.as_ref().unwrap_or(pattern).pieces.join("*");
    if text.starts_with('/') || text.starts_with("**") {
        return Some(text);
    }
    Some(paths::normalise(&text, &context.facts.working_directory()?))
}

/// Is the word of the type?
pub(super) fn typed(name: &str, word: &Word, directory: &Directory, context: Context<'_>) -> Match {
    match context.definitions.types.get(name) {
        Some(kind) => typed::matches(kind, word, directory, context.facts),
        // a rule that names a type that is not defined is reported with the policy; it must not go quiet
        None => Match::May,
    }
}
