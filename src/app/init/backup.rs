#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "edge: keeps files as they were before runok came"
)]
//! What a file was before runok came: `$XDG_STATE_HOME/runok/backups`.
//!
//! Owns that directory. For each file that was changed: a copy as it was (none if there was no file), and a record that says
//! which file it is of, what runok wrote last, and which directories it made. Refuses to keep two copies of one file: the
//! first counts, for as long as runok is registered in it.

use std::fs::{self, DirBuilder};
use std::io::{self, Write};
use std::os::unix::fs::DirBuilderExt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What is remembered of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Record {
    /// The path by which the agent knows it.
    pub path: String,
    /// There was no such file.
    pub created: bool,
    /// The digest of what runok wrote last; nothing where somebody had edited the file before that.
    pub written: Option<String>,
    /// The directories that were made for it, the outermost first.
    pub directories: Vec<String>,
}

/// The directory of backups.
#[derive(Clone, Debug)]
pub(super) struct Backups {
    directory: String,
}

impl Backups {
    /// Those below the directory of what runok remembers.
    pub(super) fn within(state: &str) -> Self {
        Self { directory: format!("{state}/backups") }
    }

    /// Where the copy of a file is.
    pub(super) fn copy_of(&self, path: &str) -> String {
        let name = path.rsplit('/').next().unwrap_or(path);
        let digest = digest(path);
        format!("{}/{}-{name}", self.directory, digest.get(..12).unwrap_or(&digest))
    }

    fn record_of(&self, path: &str) -> String {
        format!("{}.record.json", self.copy_of(path))
    }

    /// What is remembered of a file, and what it held before, if it was there. What cannot be read is not remembered.
    pub(super) fn recall(&self, path: &str) -> Option<(Record, Option<String>)> {
        let record = fs::read_to_string(self.record_of(path)).ok()?;
        let record: Record = serde_json::from_str(&record).ok()?;
        let before = if record.created { None } else { Some(fs::read_to_string(self.copy_of(path)).ok()?) };
        (record.path == path).then_some((record, before))
    }

    /// Keeps a file as it is.
    ///
    /// # Errors
    /// A sentence: it cannot be written.
    pub(super) fn keep(&self, record: &Record, text: Option<&str>) -> Result<(), String> {
        DirBuilder::new().recursive(true).mode(0o700).create(&self.directory).map_err(|error| self.said(&error))?;
        if let Some(text) = text {
            self.write(&self.copy_of(&record.path), text)?;
        }
        self.note(record)
    }

    /// Writes what is remembered of a file.
    ///
    /// # Errors
    /// As [`Backups::keep`].
    pub(super) fn note(&self, record: &Record) -> Result<(), String> {
        let text = serde_json::to_string(record).map_err(|error| error.to_string())?;
        self.write(&self.record_of(&record.path), &text)
    }

    /// Forgets a file.
    pub(super) fn forget(&self, path: &str) {
        // what is not there any more need not be removed
        let _ = fs::remove_file(self.copy_of(path));
        let _ = fs::remove_file(self.record_of(path));
        let _ = fs::remove_dir(&self.directory);
    }

    fn write(&self, path: &str, text: &str) -> Result<(), String> {
        let said = |error: io::Error| self.said(&error);
        // made with mode 600: settings may hold keys
        let mut file = tempfile::Builder::new().prefix(".new-").tempfile_in(&self.directory).map_err(said)?;
        file.write_all(text.as_bytes()).map_err(said)?;
        file.as_file().sync_all().map_err(said)?;
        file.persist(path).map(drop).map_err(|error| self.said(&error.error))
    }

    fn said(&self, error: &io::Error) -> String {
        format!("no backup can be kept in {}: {error}", self.directory)
    }
}

/// The SHA-256 of a text, in hexadecimal digits.
pub(super) fn digest(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}
