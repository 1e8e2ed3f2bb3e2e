//! The working tree, and the directories for temporary files.
//!
//! Owns what they are: the top of the git repository that the line starts in (outside of one, that directory), `.git` left
//! out; `/tmp`, `/var/tmp` and `$TMPDIR`. A home directory and what holds it is no working tree: too much lies in it.

use crate::command::options::glob;
use crate::facts::Facts;
use crate::verdict::Match;

/// Directories for temporary files.
const TEMPORARY: [&str; 2] = ["/tmp", "/var/tmp"];

/// Where the line starts, or what holds that, is not known.
pub(super) struct NotKnown;

/// The directory that the line starts in, and the top of its repository, where it is in one.
pub(super) fn start(facts: &dyn Facts) -> Result<(String, Option<String>), NotKnown> {
    let first = facts.working_directory().ok_or(NotKnown)?;
    let root = facts.git(&first).map_err(|_| NotKnown)?.root;
    Ok((first, root))
}

/// The top of the working tree; `None` where there is none.
pub(super) fn root(facts: &dyn Facts) -> Result<Option<String>, NotKnown> {
    let (first, root) = start(facts)?;
    let root = root.unwrap_or(first);
    let holds_home = match facts.variable("HOME").as_deref().filter(|home| home.starts_with('/')) {
        Some(home) => {
            format!("{}/", home.trim_end_matches('/')).starts_with(&format!("{}/", root.trim_end_matches('/')))
        }
        None => false,
    };
    Ok((root.len() > 1 && !holds_home).then_some(root))
}

/// Is this normalised path the directory that the line starts in, the top of its repository, or one that holds them?
pub(super) fn holds_start(path: &str, facts: &dyn Facts) -> Match {
    let Ok((first, root)) = start(facts) else { return Match::May };
    let above = format!("{}/", path.trim_end_matches('/'));
    let mut starts = root.iter().chain([&first]);
    Match::known(starts.any(|start| format!("{}/", start.trim_end_matches('/')).starts_with(&above)))
}

/// Is this path, whose links were followed, one of the repository's own files?
pub(super) fn is_repository(path: &str) -> bool {
    path.split('/').any(|component| component.eq_ignore_ascii_case(".git"))
}

/// Has one of the components below the root one of these names?
pub(super) fn is_under(path: &str, root: &str, names: &[String]) -> bool {
    let below = path.strip_prefix(root.trim_end_matches('/')).unwrap_or_default();
    below.split('/').any(|component| !component.is_empty() && names.iter().any(|name| glob(name, component)))
}

/// What is not temporary wherever it lies: the working tree and the home directory, where they do not themselves hold the
/// directories for temporary files.
pub(super) fn kept(facts: &dyn Facts) -> Result<Vec<String>, NotKnown> {
    let (first, root) = start(facts)?;
    let home = facts.variable("HOME").filter(|home| home.starts_with('/'));
    let holds = |directory: &str| {
        let above = format!("{}/", directory.trim_end_matches('/'));
        temporary(facts).iter().any(|temporary| format!("{temporary}/").starts_with(&above))
    };
    Ok([root.unwrap_or(first)].into_iter().chain(home).filter(|directory| !holds(directory)).collect())
}

/// The directories for temporary files.
pub(super) fn temporary(facts: &dyn Facts) -> Vec<String> {
    let own = facts.variable("TMPDIR").filter(|path| path.starts_with('/') && path.trim_matches('/').contains('/'));
    TEMPORARY.iter().map(|path| (*path).to_owned()).chain(own).collect()
}
