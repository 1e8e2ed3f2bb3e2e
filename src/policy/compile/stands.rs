//! The files that a policy stands on, beside those whose names say so.
//!
//! Owns what of a policy file and of an executor is such a file. Refuses to look whether anything is there: what is written
//! there later would be started all the same.

use super::PolicyFile;
use crate::policy::guarded::{RUNOK, is_program};
use crate::policy::{EMBEDDED, paths};

/// The most files that are kept of one policy; no policy that people write names as many.
const MAX_FILES: usize = 10_000;

/// The paths of the files, absolute and normalised, each once.
pub(super) fn files(files: &[PolicyFile]) -> Vec<String> {
    let mut all: Vec<String> = files.iter().flat_map(|file| own(file).into_iter().chain(validators(file))).collect();
    all.retain(|path| !is_listed(path));
    all.sort_unstable();
    all.dedup();
    all.truncate(MAX_FILES);
    all
}

/// The file itself; it may have been named from elsewhere, so its directory says where it is.
fn own(file: &PolicyFile) -> Option<String> {
    if file.name.starts_with(EMBEDDED) {
        return None;
    }
    let name = file.name.rsplit('/').next()?;
    paths::resolve(&format!("./{name}"), &file.directory, None)
}

/// The words of executors that are started, or may be read by what is started. An interpreter is looked for in `PATH`.
fn validators(file: &PolicyFile) -> Vec<String> {
    let types = file.raw.types.iter().filter(|_| file.trusted).flat_map(|types| &types.0);
    let executors = types.filter_map(|(_, kind)| kind.executor.as_ref());
    let words =
        executors.flat_map(|executor| shlex::split(&executor.value).unwrap_or_default().into_iter().enumerate());
    let named = words.filter(|(index, word)| *index > 0 || word.contains('/'));
    let named = named.map(|(_, word)| match word.split_once('=') {
        Some((_, value)) => value.to_owned(),
        None => word,
    });
    let named = named.filter(|word| !word.is_empty() && !word.starts_with('-'));
    named.filter_map(|word| paths::resolve(&word, &file.directory, None)).collect()
}

/// Is it one of a name that is guarded wherever it stands?
fn is_listed(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    RUNOK.contains(&name) || is_program(name)
}
