#![allow(clippy::disallowed_methods, reason = "edge: asks the system what stands at a path")]
//! What tells that a file is still the one that was read.
//!
//! Owns the comparison: device, inode, size, times in nanoseconds, mode and owner. Refuses to read the file.

use rustix::fs::Stat;
use rustix::io::Errno;
use serde::{Deserialize, Serialize};

use super::open;

/// What was seen when the policy was read, as far as the policy depends on it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::policy) enum Stamp {
    /// What stood at a path, links followed; nothing where there was nothing.
    File(String, Option<Identity>),
    /// Where a path led to, links followed; nothing where it led nowhere.
    Leads(String, Option<String>),
    /// Mode and owner of what stood at a path, itself no link.
    Rights(String, Option<(u32, u32)>),
}

/// One version of one file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::policy) struct Identity {
    pub(super) device: u64,
    pub(super) inode: u64,
    size: u64,
    modified: (i64, u64),
    changed: (i64, u64),
    mode: u32,
    owner: u32,
}

impl Stamp {
    /// What stands at a path now. Nothing where that cannot be told.
    pub(in crate::policy) fn file(path: &str) -> Option<Self> {
        let found = looked_up(rustix::fs::stat(path))?;
        Some(Self::File(path.to_owned(), found.map(|found| Identity::of(&found))))
    }

    /// Where a path leads to now.
    pub(in crate::policy) fn leads(path: &str) -> Self {
        Self::Leads(path.to_owned(), open::canonical(path))
    }

    /// Whose a path is now, and who may use it. Nothing where that cannot be told.
    pub(in crate::policy) fn rights(path: &str) -> Option<Self> {
        let found = looked_up(rustix::fs::lstat(path))?;
        Some(Self::Rights(path.to_owned(), found.map(|found| (found.st_mode, found.st_uid))))
    }

    /// Is it as it was?
    pub(super) fn holds(&self) -> bool {
        match self {
            Self::File(path, was) => {
                looked_up(rustix::fs::stat(path.as_str())).is_some_and(|now| now.map(|now| Identity::of(&now)) == *was)
            }
            Self::Leads(path, was) => open::canonical(path) == *was,
            Self::Rights(path, was) => looked_up(rustix::fs::lstat(path.as_str()))
                .is_some_and(|now| now.map(|now| (now.st_mode, now.st_uid)) == *was),
        }
    }

    /// Was the file written, or changed in another way, at this time (in seconds since 1970) or later?
    pub(super) fn is_younger_than(&self, seconds: i64) -> bool {
        matches!(self, Self::File(_, Some(found)) if found.modified.0.max(found.changed.0) >= seconds)
    }

    /// Whose file it is.
    pub(super) fn owner(&self) -> Option<u32> {
        match self {
            Self::File(_, found) => found.map(|found| found.owner),
            Self::Leads(..) | Self::Rights(..) => None,
        }
    }
}

/// What was found, or that nothing is there; nothing where that cannot be told.
fn looked_up(found: Result<Stat, Errno>) -> Option<Option<Stat>> {
    match found {
        Ok(found) => Some(Some(found)),
        Err(Errno::NOENT | Errno::NOTDIR) => Some(None),
        Err(_) => None,
    }
}

impl Identity {
    #[allow(clippy::useless_conversion, reason = "the types of these numbers differ from system to system")]
    pub(super) fn of(found: &Stat) -> Self {
        // times before 1970 and sizes below nothing are no less themselves for being read as large numbers
        let nanoseconds = |value: i64| value as u64;
        Self {
            device: found.st_dev.into(),
            inode: found.st_ino.into(),
            size: found.st_size as u64,
            modified: (found.st_mtime.into(), nanoseconds(found.st_mtime_nsec as i64)),
            changed: (found.st_ctime.into(), nanoseconds(found.st_ctime_nsec as i64)),
            mode: found.st_mode.into(),
            owner: found.st_uid.into(),
        }
    }
}
