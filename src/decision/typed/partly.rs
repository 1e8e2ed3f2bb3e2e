//! Paths with globs in them, and what find finds: are they in the tree, or rebuildable?
//!
//! Owns what can be said of all the names that such a word stands for at once. The directory that holds them is known, and
//! so is which of its names are links. Refuses to list what a glob matches: that may change before the command runs.

use crate::command::Directory;
use crate::command::word::{GlobKind, Part, Word};
use crate::decision::{paths, text};
use crate::facts::Facts;
use crate::policy::pattern::Text;
use crate::policy::types::{Builtin, Type};
use crate::verdict::Match;

use super::{of_known, tree};

/// Extensions of files that git keeps for itself, where find would find them too.
const GIT_EXTENSIONS: [&str; 10] =
    ["lock", "pack", "idx", "rev", "keep", "bitmap", "sample", "graph", "promisor", "mtimes"];

/// A path whose directory is known.
struct Names {
    /// The directory, absolute and normalised.
    directory: String,
    /// They lie anywhere below it.
    below: bool,
    /// They may be links.
    links: bool,
    /// What their last component is.
    name: Word,
}

/// Does each word that this one becomes have the type? `May` where it cannot be told.
pub(super) fn matches(kind: &Type, word: &Word, directory: &Directory, facts: &dyn Facts) -> Match {
    if !word.is_glob() {
        return Match::May;
    }
    let readings = paths::absolute(word, directory);
    let mut answers = readings.iter().map(|path| of_path(kind, path, facts));
    let first = answers.next().unwrap_or(Match::May);
    answers.fold(first, Match::either_case)
}

fn of_path(kind: &Type, path: &Word, facts: &dyn Facts) -> Match {
    match kind {
        Type::Builtin(Builtin::TreeRoot) => return is_start(path, facts),
        Type::Builtin(Builtin::TreeOrTemp) => {
            let of = |builtin| of_path(&Type::Builtin(builtin), path, facts);
            return of(Builtin::Tree).or(of(Builtin::Temp));
        }
        _ => {}
    }
    let Some(names) = names(path) else { return Match::May };
    let here = Directory::Known(vec![names.directory.clone()]);
    let directory = of_known(kind, &names.directory, &here, facts);
    match kind {
        Type::Tree { under } if !under.is_empty() => {
            let in_tree = of_known(&Type::Builtin(Builtin::Tree), &names.directory, &here, facts);
            let named = directory.or(is_one_of(&names.name, under));
            in_tree.and(named).and(is_own(&names, facts))
        }
        Type::Builtin(Builtin::Tree) | Type::Tree { .. } if !names.links => directory.and(is_own(&names, facts)),
        Type::Builtin(Builtin::Temp) if !names.below => {
            let temporary = tree::temporary(facts).contains(&names.directory);
            let inside = if temporary { Match::Must } else { directory };
            let Ok(kept) = tree::kept(facts) else { return Match::May };
            let kept = kept.iter().fold(Match::Never, |found, kept| found.or(is_at_or_above(path, kept)));
            inside.and(are_no_links(&names, facts)).and(kept.negated())
        }
        // find does not follow links down
        Type::Builtin(Builtin::Tree | Builtin::Temp) | Type::Tree { .. } => directory.and(Match::May),
        _ => Match::May,
    }
}

/// May one of these be that directory, or one that holds it?
fn is_at_or_above(path: &Word, directory: &str) -> Match {
    let ends = directory.match_indices('/').map(|(at, _)| at).chain([directory.len()]).filter(|at| *at > 0);
    let above = ends.filter_map(|at| directory.get(..at));
    above.fold(Match::Never, |found, above| found.or(text::equals(path, above))).and(Match::May)
}

/// May one of these be the directory that the line starts in, or one that holds it?
fn is_start(path: &Word, facts: &dyn Facts) -> Match {
    let Ok((first, root)) = tree::start(facts) else { return Match::May };
    let root = root.unwrap_or_default();
    let mut ancestors: Vec<&str> = vec!["/"];
    for start in [first.as_str(), root.as_str()] {
        ancestors
            .extend(start.match_indices('/').filter_map(|(at, _)| start.get(..at)).filter(|above| !above.is_empty()));
        ancestors.push(start);
    }
    let found = ancestors.iter().fold(Match::Never, |found, above| found.or(text::equals(path, above)));
    found.and(Match::May)
}

/// The directory that holds what the word stands for; `None` where a glob stands among its directories.
fn names(path: &Word) -> Option<Names> {
    let [Part::Literal(before), rest @ ..] = path.parts.as_slice() else { return None };
    let (directory, below, name) = match rest {
        [first, rest @ ..] if matches!(first.glob_kind(), Some(GlobKind::Below { .. })) => {
            let mut name = Word { parts: rest.into(), ..Word::default() };
            match name.parts.first_mut() {
                Some(Part::Literal(text)) if text.starts_with('/') => {
                    text.remove(0);
                }
                None => {}
                Some(_) => return None,
            }
            name.parts.retain(|part| *part != Part::Literal("".into()));
            (before.to_string(), true, name)
        }
        _ => {
            let (directory, begins) = before.rsplit_once('/')?;
            let begins = (!begins.is_empty()).then(|| Part::Literal(begins.into()));
            let parts = begins.into_iter().chain(rest.iter().cloned()).collect();
            (directory.to_owned(), false, Word { parts, ..Word::default() })
        }
    };
    let plain = |part: &Part| match part {
        Part::Literal(text) => !text.contains('/'),
        Part::Glob(glob) => {
            !matches!(glob.kind, GlobKind::Globstar | GlobKind::Below { .. }) && !glob.text.contains('/')
        }
        Part::Choice(_) | Part::Unknown(_) => false,
    };
    let links = matches!(rest.first().and_then(Part::glob_kind), Some(GlobKind::Below { links: true }));
    let directory = if directory.is_empty() { "/".to_owned() } else { directory };
    name.parts.iter().all(plain).then_some(Names { directory, below, links, name })
}

/// Is each of the names one of these?
fn is_one_of(name: &Word, names: &[String]) -> Match {
    names.iter().fold(Match::Never, |found, known| found.or(text::glob(name, &Text::parse(known))))
}

/// Are they files of the working tree itself: neither git's own, nor links that may lead out of it?
fn is_own(names: &Names, facts: &dyn Facts) -> Match {
    if names.below {
        return if keeps_to_files(&names.name) { Match::Must } else { Match::May };
    }
    let repository = [".git", ".GIT"].iter().fold(Match::Never, |found, own| found.or(text::equals(&names.name, own)));
    repository.negated().and(are_no_links(names, facts))
}

fn are_no_links(names: &Names, facts: &dyn Facts) -> Match {
    let Some(links) = facts.links(&names.directory) else { return Match::May };
    let hit = links.iter().any(|link| text::equals(&names.name, link) != Match::Never);
    if hit { Match::May } else { Match::Must }
}

/// Is this a name of which git keeps none in its own directory: with an extension, or one that no branch has?
fn keeps_to_files(name: &Word) -> bool {
    let Some(Part::Literal(end)) = name.parts.last() else { return false };
    match end.rsplit_once('.') {
        Some((before, extension)) if !extension.is_empty() => {
            (name.parts.len() > 1 || !before.is_empty()) && !GIT_EXTENSIONS.contains(&extension)
                || name.parts.len() == 1 && before.is_empty()
        }
        Some(_) => false,
        None => name.parts.len() == 1 && end.contains('_'),
    }
}
