#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "edge: reads and replaces the settings files of agents"
)]
//! A settings file on disk: read carefully, replaced as a whole.
//!
//! Owns what is refused (a file that is no regular one, belongs to somebody else, has other names, is not text, is too large),
//! and that a file is never half written: links are followed, and what they lead to is replaced by a rename, with its mode.
//! Refuses to write over a file that is not what was shown.

use std::fs::{self, File, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The largest file that is read, in bytes.
const MAX_BYTES: u64 = 8 * 1024 * 1024;

/// The mode of a new file, and of a new program.
const MODE: u32 = 0o644;
const PROGRAM_MODE: u32 = 0o755;

/// How the name of a file begins that is being written, how many random letters follow, and how long that may take.
const UNFINISHED: &str = ".runok-";
const RANDOM_LETTERS: usize = 6;
const MAX_WRITING: Duration = Duration::from_secs(600);

/// A file as it was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Snapshot {
    /// The path by which the agent knows it.
    pub path: String,
    /// What it holds; nothing where it is not there.
    pub text: Option<String>,
    /// Where it really is, links followed; of a file that is not there, what is named.
    target: PathBuf,
    /// Its permission bits.
    mode: Option<u32>,
}

/// Reads a file.
///
/// # Errors
/// A sentence that names it: it cannot be read, or is not one that runok edits.
pub(super) fn read(path: &str) -> Result<Snapshot, String> {
    look(path).map_err(|why| format!("{path}: {why}"))
}

fn look(path: &str) -> Result<Snapshot, String> {
    let missing = || Snapshot { path: path.to_owned(), text: None, target: PathBuf::from(path), mode: None };
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(missing()),
        Err(error) => return Err(error.to_string()),
        Ok(_) => {}
    }
    let target = fs::canonicalize(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => "it is a link that leads to nothing".to_owned(),
        _ => error.to_string(),
    })?;
    let metadata = fs::metadata(&target).map_err(|error| error.to_string())?;
    if !metadata.is_file() {
        return Err("it is no regular file".to_owned());
    }
    if metadata.uid() != rustix::process::geteuid().as_raw() {
        return Err("it belongs to another user".to_owned());
    }
    if metadata.nlink() > 1 {
        return Err(format!("it has {} names (hard links), which replacing it would part", metadata.nlink()));
    }
    let text = contents(&target)?;
    Ok(Snapshot { path: path.to_owned(), text: Some(text), target, mode: Some(metadata.mode() & 0o7777) })
}

fn contents(target: &Path) -> Result<String, String> {
    let mut bytes = Vec::new();
    let file = File::open(target).map_err(|error| error.to_string())?;
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(format!("it is larger than {} MiB", MAX_BYTES >> 20));
    }
    String::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned())
}

impl Snapshot {
    /// Puts a text in the place of what was found. The directories that had to be made come back, the outermost first.
    ///
    /// # Errors
    /// A sentence: the file has changed since, or cannot be written. It is then as it was.
    pub(super) fn replace(&self, text: &str, executable: bool) -> Result<Vec<String>, String> {
        let within = |why: String| format!("{}: {why}", self.path);
        let directory = self.target.parent().ok_or_else(|| within("it is in no directory".to_owned()))?;
        let made = make(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
        let written = self.write(text, executable, directory);
        if written.is_err() {
            remove_empty(&made);
        }
        written.map(|()| made).map_err(within)
    }

    fn write(&self, text: &str, executable: bool, directory: &Path) -> Result<(), String> {
        let said = |error: io::Error| format!("it cannot be written: {error}");
        let new = Permissions::from_mode(if executable { PROGRAM_MODE } else { MODE });
        forget_unfinished(directory);
        let mut file = tempfile::Builder::new()
            .prefix(UNFINISHED)
            .rand_bytes(RANDOM_LETTERS)
            .permissions(self.mode.map_or(new, Permissions::from_mode))
            .tempfile_in(directory)
            .map_err(said)?;
        file.write_all(text.as_bytes()).map_err(said)?;
        if let Some(mode) = self.mode {
            // the bits that the mask took away
            let mode = if executable { mode | 0o100 } else { mode };
            file.as_file().set_permissions(Permissions::from_mode(mode)).map_err(said)?;
        }
        file.as_file().sync_all().map_err(said)?;
        self.unchanged()?;
        match self.text {
            Some(_) => file.persist(&self.target).map_err(|error| said(error.error))?,
            None => file.persist_noclobber(&self.target).map_err(|error| said(error.error))?,
        };
        sync(directory);
        Ok(())
    }

    /// Removes the file.
    ///
    /// # Errors
    /// As [`Snapshot::replace`].
    pub(super) fn remove(&self) -> Result<(), String> {
        let removed = self
            .unchanged()
            .and_then(|()| fs::remove_file(&self.path).map_err(|error| format!("it cannot be removed: {error}")));
        removed.map_err(|why| format!("{}: {why}", self.path))
    }

    /// Is the file still what was found?
    fn unchanged(&self) -> Result<(), String> {
        if look(&self.path)? == *self { Ok(()) } else { Err("it has changed in the meantime; run it again".to_owned()) }
    }
}

/// Removes what killed runs have left behind: nobody can be at it any more.
fn forget_unfinished(directory: &Path) {
    let own = rustix::process::geteuid().as_raw();
    let is_old = |entry: &fs::DirEntry| {
        let age = entry.metadata().ok().filter(|found| found.is_file() && found.uid() == own)?.modified().ok()?;
        Some(age.elapsed().ok()? > MAX_WRITING)
    };
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let random = name.to_str().and_then(|name| name.strip_prefix(UNFINISHED)).unwrap_or_default();
        let is_ours = random.len() == RANDOM_LETTERS && random.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if is_ours && is_old(&entry) == Some(true) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Makes a directory with those above it; those that were made come back, the outermost first.
fn make(directory: &Path) -> io::Result<Vec<String>> {
    let missing: Vec<&Path> = directory
        .ancestors()
        .take_while(|path| fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound))
        .collect();
    let mut made = Vec::new();
    for path in missing.into_iter().rev().filter(|path| !path.as_os_str().is_empty()) {
        fs::create_dir(path)?;
        made.push(path.to_string_lossy().into_owned());
    }
    Ok(made)
}

/// Removes those of these directories that are empty, the innermost first.
pub(super) fn remove_empty(directories: &[String]) {
    let mut deepest_first: Vec<&String> = directories.iter().collect();
    deepest_first.sort_by_key(|directory| std::cmp::Reverse(directory.len()));
    for directory in deepest_first {
        // one that holds something stays, and that is what is wanted
        let _ = fs::remove_dir(directory);
    }
}

/// A name is on disk only when its directory is; what cannot be synchronised is written all the same.
fn sync(directory: &Path) {
    let _ = File::open(directory).and_then(|directory| directory.sync_all());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changed_since_it_was_shown_is_not_written_over() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("settings.json");
        let name = path.to_str().unwrap();
        fs::write(&path, "shown").unwrap();
        let snapshot = read(name).unwrap();
        fs::write(&path, "edited").unwrap();
        assert!(snapshot.replace("new", false).unwrap_err().contains("has changed in the meantime"));
        assert!(snapshot.remove().is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "edited");
        fs::remove_file(&path).unwrap();
        assert!(snapshot.replace("new", false).is_err());
        assert!(!path.exists());
        let missing = read(name).unwrap();
        fs::write(&path, "made").unwrap();
        assert!(missing.replace("new", false).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "made");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1, "no temporary file is left");
    }

    #[test]
    fn a_link_that_leads_elsewhere_now_is_a_change() {
        let directory = tempfile::tempdir().unwrap();
        let at = |name: &str| directory.path().join(name);
        for name in ["one", "two"] {
            fs::write(at(name), "same").unwrap();
        }
        std::os::unix::fs::symlink("one", at("link")).unwrap();
        let snapshot = read(at("link").to_str().unwrap()).unwrap();
        fs::remove_file(at("link")).unwrap();
        std::os::unix::fs::symlink("two", at("link")).unwrap();
        assert!(snapshot.replace("new", false).is_err());
        assert_eq!((fs::read(at("one")).unwrap(), fs::read(at("two")).unwrap()), (b"same".to_vec(), b"same".to_vec()));
    }

    #[test]
    fn directories_that_were_made_for_nothing_are_gone_again() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a/b/settings.json");
        let snapshot = read(path.to_str().unwrap()).unwrap();
        let made = snapshot.replace("new", false).unwrap();
        assert_eq!(made.len(), 2);
        read(path.to_str().unwrap()).unwrap().remove().unwrap();
        remove_empty(&made);
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
    }
}
