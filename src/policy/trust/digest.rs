//! The digest of a project's policy: its files, what they extend, and the files of the project that executors name.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use sha2::{Digest as _, Sha256};

use super::super::compile::PolicyFile;
use super::super::load::ProjectUnit;
use super::super::load::open::{self, OpenError};
use super::super::paths;

/// The largest file that an executor may name, in bytes.
const MAX_EXECUTOR_BYTES: usize = 64 * 1024 * 1024;

/// The most words of executors that are looked at.
const MAX_EXECUTOR_WORDS: usize = 1_000;

/// A digest and what it covers.
pub(super) struct Digest {
    /// In hexadecimal.
    pub(super) value: String,
    /// The files, in order.
    pub(super) files: Vec<String>,
}

/// What stands in the place of a file.
enum Found {
    Content(Vec<u8>),
    Nothing,
}

/// The digest of a project as it is now.
pub(super) fn digest(unit: &ProjectUnit) -> Result<Digest, String> {
    let mut parts: BTreeMap<String, Found> = BTreeMap::new();
    for (path, text) in unit.texts() {
        parts.insert(path.to_owned(), Found::Content(text.as_bytes().to_vec()));
    }
    let named = covered(unit);
    if named.len() > MAX_EXECUTOR_WORDS {
        return Err(format!("its executors have more than {MAX_EXECUTOR_WORDS} words"));
    }
    for path in named {
        if let Entry::Vacant(place) = parts.entry(path) {
            let found = content(place.key())?;
            place.insert(found);
        }
    }
    let mut hasher = Sha256::new();
    hasher.update(b"runok trust 1\n");
    for (path, found) in &parts {
        match found {
            Found::Content(content) => hasher.update(format!("file {} {}\n{path}\n", path.len(), content.len())),
            Found::Nothing => hasher.update(format!("none {}\n{path}\n", path.len())),
        }
        if let Found::Content(content) = found {
            hasher.update(content);
        }
    }
    let value = hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    let files =
        parts.into_iter().filter(|(_, found)| matches!(found, Found::Content(_))).map(|(path, _)| path).collect();
    Ok(Digest { value, files })
}

/// What the digest covers beside the policy files: every path that an executor may name.
pub(super) fn covered(unit: &ProjectUnit) -> Vec<String> {
    unit.files().flat_map(|file| named_by_executors(file, unit)).collect()
}

/// The bytes of a file that an executor names; nothing where no regular file stands there (now).
fn content(path: &str) -> Result<Found, String> {
    match open::open(path, true).and_then(|file| open::bytes(file, MAX_EXECUTOR_BYTES)) {
        Ok(content) => Ok(Found::Content(content)),
        Err(OpenError::Missing | OpenError::NotRegular(_)) => Ok(Found::Nothing),
        Err(error) => Err(format!("{path}: {error}")),
    }
}

/// Every word of every executor, and what follows a `=` in it, that could be the path of a file of the project. Whether
/// a file stands there is part of the digest: `python3 run` comes to mean another thing once there is a file `run`.
fn named_by_executors(file: &PolicyFile, unit: &ProjectUnit) -> Vec<String> {
    let types = file.raw.types.iter().flat_map(|types| &types.0);
    let executors = types.filter_map(|(_, kind)| kind.executor.as_ref());
    let mut named = Vec::new();
    for word in executors.flat_map(|executor| shlex::split(&executor.value).unwrap_or_default()) {
        let value = word.split_once('=').map(|(_, value)| value.to_owned());
        for candidate in [Some(word), value].into_iter().flatten() {
            let Some(path) = paths::resolve(&candidate, &file.directory, None) else { continue };
            if paths::is_within(&path, &unit.found) || paths::is_within(&path, &unit.directory) {
                named.push(path);
            }
        }
    }
    named
}
