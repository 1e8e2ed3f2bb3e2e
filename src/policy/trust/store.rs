#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "edge: keeps the list of trusted projects")]
//! The list of trusted projects: `$XDG_STATE_HOME/runok/trust`, one line each, a digest and a path.
//!
//! Owns the file. It counts only if it and its directory belong to the user and nobody else can write them; it is opened
//! without following a link and replaced as a whole.

use std::fs::{self, DirBuilder, File};
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};

use rustix::fs::{FlockOperation, Mode, OFlags};

use super::super::compile::Findings;
use super::super::load::open::{self, OpenError};
use super::super::load::whole_file;

/// The largest list that is read, in bytes.
const MAX_LIST_BYTES: usize = 1024 * 1024;

/// The list, read.
#[derive(Debug, Default)]
pub(super) struct Store {
    /// Digest and path.
    entries: Vec<(String, String)>,
}

impl Store {
    /// Reads the list. One that others could have written is left aside, with a warning.
    pub(super) fn read(directory: &str, findings: &mut Findings) -> Self {
        match read(directory) {
            Ok(store) => store,
            Err(reason) => {
                let what = format!("the list of trusted projects does not count: {reason}");
                findings.warnings.push(whole_file(&file_in(directory), what));
                Self::default()
            }
        }
    }

    /// Reads the list.
    pub(super) fn open(directory: &str) -> Result<Self, String> {
        read(directory)
    }

    /// Every project in the list, in order.
    pub(super) fn projects(&self) -> Vec<String> {
        self.entries.iter().map(|(_, path)| path.clone()).collect()
    }

    /// Is this project in the list, in any version?
    pub(super) fn knows(&self, project: &str) -> bool {
        self.entries.iter().any(|(_, path)| path == project)
    }

    /// Is exactly this version of the project in the list?
    pub(super) fn holds(&self, project: &str, digest: &str) -> bool {
        self.entries.iter().any(|(known, path)| path == project && known == digest)
    }
}

/// Sets or removes a project's entry.
pub(super) fn set(directory: &str, project: &str, digest: Option<&str>) -> Result<(), String> {
    DirBuilder::new().recursive(true).mode(0o700).create(directory).map_err(|error| format!("{directory}: {error}"))?;
    let lock = rustix::fs::open(directory, OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())
        .map_err(|error| format!("{directory}: {error}"))?;
    rustix::fs::flock(&lock, FlockOperation::LockExclusive).map_err(|error| format!("{directory}: {error}"))?;
    let mut store = read(directory)?;
    store.entries.retain(|(_, path)| path != project);
    if let Some(digest) = digest {
        store.entries.push((digest.to_owned(), project.to_owned()));
    }
    let lines: String = store.entries.iter().map(|(digest, path)| format!("{digest} {path}\n")).collect();
    let (new, old) = (format!("{}.new", file_in(directory)), file_in(directory));
    // whatever an interrupted run left behind: the lock is ours
    let _ = fs::remove_file(&new);
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let descriptor =
        rustix::fs::open(&new, flags, Mode::RUSR | Mode::WUSR).map_err(|error| format!("{new}: {error}"))?;
    let mut file = File::from(descriptor);
    let written = file.write_all(lines.as_bytes()).and_then(|()| file.sync_all());
    let replaced = written.and_then(|()| fs::rename(&new, &old)).map_err(|error| format!("{old}: {error}"));
    if replaced.is_err() {
        let _ = fs::remove_file(&new);
    }
    replaced
}

pub(super) fn file_in(directory: &str) -> String {
    format!("{directory}/trust")
}

fn read(directory: &str) -> Result<Store, String> {
    let path = file_in(directory);
    let file = match open::open(&path, false) {
        Ok(file) => file,
        Err(OpenError::Missing) => return Ok(Store::default()),
        Err(error) => return Err(error.to_string()),
    };
    let metadata = file.metadata().map_err(|error| error.to_string())?;
    private(&metadata, 0o077).map_err(|reason| format!("the file {reason}"))?;
    let holder = fs::symlink_metadata(directory).map_err(|error| error.to_string())?;
    private(&holder, 0o022).map_err(|reason| format!("its directory {reason}"))?;
    let bytes = open::bytes(file, MAX_LIST_BYTES).map_err(|error| error.to_string())?;
    let text = String::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned())?;
    let entries = text.lines().filter_map(|line| line.split_once(' '));
    Ok(Store { entries: entries.map(|(digest, path)| (digest.to_owned(), path.to_owned())).collect() })
}

/// Does it belong to the user, with none of these permissions for others?
fn private(metadata: &fs::Metadata, forbidden: u32) -> Result<(), String> {
    if metadata.uid() != rustix::process::geteuid().as_raw() {
        return Err("belongs to another user".to_owned());
    }
    match metadata.mode() & forbidden {
        0 => Ok(()),
        _ => Err(format!("can be used by others (mode {:o})", metadata.mode() & 0o777)),
    }
}
