//! Does a command that is not fully known point to what runok stands on?
//!
//! Owns what stands for such a file where its name is not written out: a part of it, a glob, a program that is looked up.
//! Refuses to know the files (`policy::guarded` does).

use crate::command::Directory;
use crate::command::word::{GlobKind, Part, Word};
use crate::facts::Facts;
use crate::policy::guarded;

use super::case::Case;
use super::matcher;

/// May the word be the path of runok, or its process, because that was looked up (`$(which runok)`, `$(pgrep runok)`)?
fn finds_program(word: &&Word) -> bool {
    // `pgrep -f 'runok hook'` is given an expression
    let found = |name: &String| name.split(|letter: char| !letter.is_alphanumeric()).any(guarded::is_program);
    word.parts.iter().any(|part| matches!(part, Part::Unknown(unknown) if unknown.finds.iter().any(found)))
}

/// Where something is not plainly said, does what is said point to what runok stands on? Of `"$X"` and `*` that is not to
/// be told, of `.claude/*`, `runo*` and `$(which runok)` it is.
pub(super) fn points_there(case: &Case<'_>, facts: &dyn Facts) -> bool {
    let targets = case.subject.redirects.iter().map(|redirect| &redirect.target);
    let words: Vec<&Word> = case.subject.words.iter().chain(targets).collect();
    if case.subject.account().deeds.len() > matcher::effects::MAX_DEEDS {
        return true;
    }
    let unknown = |word: &&Word| word.parts.iter().any(|part| matches!(part, Part::Unknown(_)));
    if words.iter().any(unknown) {
        return words.iter().any(finds_program);
    }
    let inside = match case.subject.directory {
        // whole projects lie below directories that begin with a dot
        Directory::Known(all) => {
            all.iter().any(|path| path.rsplit('/').take(2).any(guarded::points_there) || is_moved(path, facts))
        }
        Directory::Unknown => false,
    };
    let points = |word: &&Word| {
        let known = word.literal_prefix();
        // what lies anywhere below a directory says as little as `*`
        let is_glob = |part: &Part| matches!(part, Part::Glob(glob) if !matches!(glob.kind, GlobKind::Below { .. } | GlobKind::Globstar));
        let is_glob = word.parts.iter().any(is_glob);
        guarded::points_there(known)
            || is_moved(known, facts)
            || is_glob && known.rsplit('/').next().is_some_and(|name| name.len() > 1)
    };
    inside || words.iter().any(points)
}

/// Is it in a directory of an agent that a variable put elsewhere? Where all settings of a person are says nothing.
fn is_moved(path: &str, facts: &dyn Facts) -> bool {
    let homes = facts.moved_homes().iter().filter(|(name, _)| *name != ".config");
    homes.into_iter().any(|(_, home)| path.starts_with(home.as_str()))
}
