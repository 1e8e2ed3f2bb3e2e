#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "edge: keeps compiled policies in files")]
//! Compiled policies: `$XDG_CACHE_HOME/runok`, one file for each set of policy files.
//!
//! Owns when one counts: it is the user's own and nobody else's, this very program wrote it, and every file that it was
//! made from is still the same, one that was not there included. Otherwise the files are read, as if there were none:
//! what stands in the cache can change nothing but the time that an answer takes. Refuses to say what is wrong with it.

use std::fs::File;
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::time::{SystemTime, UNIX_EPOCH};

use rustix::fd::OwnedFd;
use rustix::fs::{AtFlags, FileType, Mode, OFlags, Stat};
use rustix::io::Errno;
use serde::{Deserialize, Serialize};

use super::super::compiled::{self, Bytes};
use super::super::{Loaded, Policy, paths};
use super::stamp::{Identity, Stamp};
use super::{LoadRequest, Roots, open};

/// The largest file that is read, in bytes.
const MAX_BYTES: u64 = 64 * 1024 * 1024;
/// What is read of it at once, in bytes: where the pieces are that a command needs is told there. A page of memory that is
/// asked for costs more than another read.
const FIRST_BYTES: usize = 4 * 1024;
/// No file of a policy may be younger than this when it is compiled, in seconds: a second change may not show.
const MIN_AGE: i64 = 2;
/// The most compiled policies that are kept.
const MAX_KEPT: usize = 64;
/// How the names of their files end.
const ENDING: &str = ".policy";
/// How the name of one ends that is being written, and how long that may take, in seconds.
const NEW: &str = ".new";
const MAX_WRITING: i64 = 600;

/// What is done with compiled policies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Cache {
    /// Nothing.
    #[default]
    Off,
    /// One is taken where it is there, and put there where it is not.
    Use,
    /// It is put there anew.
    Renew,
}

/// The place of one compiled policy.
pub(super) struct Place {
    directory: String,
    name: String,
    /// What it has to be made from.
    key: Vec<u8>,
    /// What is there may be taken.
    serves: bool,
}

/// What a compiled policy is made from, beside what its files say.
#[derive(Serialize)]
struct Key<'a> {
    program: Identity,
    version: &'static str,
    request: (&'a Option<String>, Option<&'a str>, Option<String>, Option<String>),
    /// The paths of the files that are not extended by another, in order, and which file each is.
    roots: Vec<(&'a str, u64, u64)>,
    /// The projects as they were found, and with links followed.
    projects: Vec<(&'a str, String)>,
    /// The first of them is that of the command.
    has_own: bool,
}

/// What stands in front of a compiled policy.
#[derive(Serialize, Deserialize)]
struct Front {
    key: Vec<u8>,
    looked_at: Vec<Stamp>,
}

impl Place {
    /// The place of the policy that begins with these files. Nothing where it is not to be kept.
    pub(super) fn of(request: &LoadRequest, roots: &Roots) -> Option<Self> {
        if request.cache == Cache::Off || request.thorough || request.suppose_trusted {
            return None;
        }
        let mut found = Vec::new();
        for path in roots.paths() {
            let file = Identity::of(&rustix::fs::stat(path).ok()?);
            found.push((path, file.device, file.inode));
        }
        let mut projects = Vec::new();
        for project in roots.project.iter().chain(&roots.beside) {
            projects.push((project.directory.as_str(), open::canonical(&project.directory)?));
        }
        let key = Key {
            program: Identity::of(&rustix::fs::stat(PROGRAM).ok()?),
            version: env!("CARGO_PKG_VERSION"),
            request: (&request.config, request.home(), request.global_directory(), request.state_directory()),
            roots: found,
            projects,
            has_own: roots.project.is_some(),
        };
        let key = postcard::to_allocvec(&key).ok()?;
        let name = format!("{:016x}{ENDING}", compiled::hash(&key));
        Some(Self { directory: request.cache_directory()?, name, key, serves: request.cache == Cache::Use })
    }

    /// The compiled policy, where there is one that counts.
    pub(super) fn serve(&self) -> Option<Loaded> {
        let directory = own_directory(&self.directory).filter(|_| self.serves)?;
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let file = rustix::fs::openat(&directory, self.name.as_str(), flags, Mode::empty()).ok()?;
        let status = rustix::fs::fstat(&file).ok()?;
        let length = u64::try_from(status.st_size).ok().filter(|size| *size <= MAX_BYTES)?;
        let is_private = status.st_mode & 0o7777 == 0o600 && status.st_nlink == 1;
        if !is_private || !is_own(&status) || FileType::from_raw_mode(status.st_mode) != FileType::RegularFile {
            return None;
        }
        let opened = compiled::open(Box::new(Contents::of(File::from(file), length)?))?;
        let front: Front = postcard::from_bytes(&opened.front).ok()?;
        if front.key != self.key || !front.looked_at.iter().all(|stamp| stamp.holds() && may_be_kept(stamp)) {
            return None;
        }
        let (policy, store) = opened.into_policy();
        Some(Loaded { policy, compiled: Some(compiled::Compiled(store)), ..Loaded::default() })
    }

    /// Keeps a policy, if it may be. `began`: when its files were not yet read, in seconds since 1970.
    pub(super) fn publish(&self, policy: &Policy, looked_at: Vec<Stamp>, began: i64) {
        let old_enough = |stamp: &Stamp| !stamp.is_younger_than(began.saturating_sub(MIN_AGE));
        if looked_at.iter().all(|stamp| may_be_kept(stamp) && old_enough(stamp) && stamp.holds()) {
            // without it every command is judged all the same
            let _ = self.write(policy, looked_at);
        }
    }

    fn write(&self, policy: &Policy, looked_at: Vec<Stamp>) -> Option<()> {
        let front = postcard::to_allocvec(&Front { key: self.key.clone(), looked_at }).ok()?;
        let bytes = compiled::encode(policy, &front).filter(|bytes| may_be_written(bytes.len()))?;
        let directory = own_directory(&self.directory).or_else(|| make_directory(&self.directory))?;
        let new = format!(".{}-{}{NEW}", std::process::id(), self.name);
        // what an interrupted run of this number left behind
        let _ = rustix::fs::unlinkat(&directory, new.as_str(), AtFlags::empty());
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let file = rustix::fs::openat(&directory, new.as_str(), flags, Mode::RUSR | Mode::WUSR).ok()?;
        let written = File::from(file).write_all(&bytes).ok();
        let kept =
            written.and_then(|()| rustix::fs::renameat(&directory, new.as_str(), &directory, self.name.as_str()).ok());
        if kept.is_none() {
            let _ = rustix::fs::unlinkat(&directory, new.as_str(), AtFlags::empty());
        }
        forget_old_ones(&directory);
        kept
    }
}

/// May this process write files of so many bytes? The system ends it where it tries to write a longer one.
fn may_be_written(length: usize) -> bool {
    let most = rustix::process::getrlimit(rustix::process::Resource::Fsize).current;
    most.is_none_or(|most| u64::try_from(length).is_ok_and(|length| length <= most))
}

/// The program that runs, whatever its name is by now.
const PROGRAM: &str = "/proc/self/exe";

/// Now, in seconds since 1970.
pub(super) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.ok().and_then(|since| i64::try_from(since.as_secs()).ok()).unwrap_or(i64::MIN)
}

/// What only root can change does not count from a file that another user could have written.
fn may_be_kept(stamp: &Stamp) -> bool {
    let is_root = rustix::process::geteuid().is_root();
    is_root || stamp.owner() != Some(0)
}

fn is_own(status: &Stat) -> bool {
    status.st_uid == rustix::process::geteuid().as_raw()
}

/// The directory, if it is the user's own and nobody else's.
fn own_directory(path: &str) -> Option<OwnedFd> {
    let (directory, status) = open_directory(path)?;
    (is_own(&status) && status.st_mode & 0o077 == 0).then_some(directory)
}

fn open_directory(path: &str) -> Option<(OwnedFd, Stat)> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let directory = rustix::fs::open(path, flags, Mode::empty()).ok()?;
    let status = rustix::fs::fstat(&directory).ok()?;
    Some((directory, status))
}

/// Makes the directory and the one above it: where there is no home directory, none is made. One that the older version made
/// for itself was open to others.
fn make_directory(path: &str) -> Option<OwnedFd> {
    for directory in [paths::parent(path), path] {
        match rustix::fs::mkdir(directory, Mode::RWXU) {
            Ok(()) | Err(Errno::EXIST) => {}
            Err(_) => return None,
        }
    }
    let (directory, status) = open_directory(path)?;
    if is_own(&status) {
        rustix::fs::fchmod(&directory, Mode::RWXU).ok()?;
    }
    own_directory(path)
}

/// Removes the oldest, where there are too many, and what interrupted runs left behind, when nobody can be at it any more.
fn forget_old_ones(directory: &OwnedFd) {
    let Ok(entries) = rustix::fs::Dir::read_from(directory) else { return };
    let mut found = Vec::new();
    for entry in entries.flatten() {
        let name = entry.file_name().to_owned();
        let Ok(text) = name.to_str() else { continue };
        let is_new = text.ends_with(NEW);
        if let Ok(status) = rustix::fs::statat(directory, &name, AtFlags::SYMLINK_NOFOLLOW)
            && (is_new || text.ends_with(ENDING))
        {
            let age = now().saturating_sub(status.st_mtime);
            if is_new && age > MAX_WRITING {
                let _ = rustix::fs::unlinkat(directory, &name, AtFlags::empty());
                continue;
            }
            found.push((status.st_mtime, name));
        }
    }
    found.sort();
    let too_many = found.len().saturating_sub(MAX_KEPT);
    for (_, name) in found.into_iter().take(too_many) {
        let _ = rustix::fs::unlinkat(directory, &name, AtFlags::empty());
    }
}

/// The file of a compiled policy: it is replaced and never changed, so its pieces fit each other.
struct Contents {
    file: File,
    length: usize,
    first: Vec<u8>,
}

impl Contents {
    fn of(file: File, length: u64) -> Option<Self> {
        let length = usize::try_from(length).ok()?;
        let mut first = vec![0; length.min(FIRST_BYTES)];
        file.read_exact_at(&mut first, 0).ok()?;
        Some(Self { file, length, first })
    }
}

impl Bytes for Contents {
    fn at(&self, offset: usize, length: usize) -> Option<Vec<u8>> {
        let end = offset.checked_add(length).filter(|end| *end <= self.length)?;
        if let Some(bytes) = self.first.get(offset..end) {
            return Some(bytes.to_vec());
        }
        let mut bytes = vec![0; length];
        self.file.read_exact_at(&mut bytes, u64::try_from(offset).ok()?).ok()?;
        Some(bytes)
    }
}

#[cfg(test)]
mod tests;
