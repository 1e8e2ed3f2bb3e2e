#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "edge: the one place that opens policy files")]
//! Opening files that others may have prepared: a FIFO, a device, a directory, a link, something endless.
//!
//! Owns the way from a path to bytes that cannot hang and cannot grow without bound. Refuses to read anything but regular
//! files.

use std::fmt;
use std::fs::File;
use std::io::Read;

use rustix::fs::{Mode, OFlags};

use super::super::paths;
use super::super::yaml::MAX_POLICY_BYTES;

/// Why a file was not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum OpenError {
    /// There is none.
    Missing,
    /// It is a directory, a FIFO, a device or the like.
    NotRegular(&'static str),
    /// It is larger than the limit, in bytes.
    TooLarge(usize),
    /// It is not UTF-8 from this byte on.
    NotUtf8(usize),
    /// The system's own words.
    System(String),
}

impl fmt::Display for OpenError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => formatter.write_str("there is no such file"),
            Self::NotRegular(kind) => write!(formatter, "it is {kind}, not a regular file"),
            Self::TooLarge(limit) => write!(formatter, "it has more than {limit} bytes"),
            Self::NotUtf8(offset) => write!(formatter, "it is not UTF-8 at byte {offset}"),
            Self::System(message) => write!(formatter, "it cannot be read: {message}"),
        }
    }
}

impl From<std::io::Error> for OpenError {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory => Self::Missing,
            _ => Self::System(error.to_string()),
        }
    }
}

/// Opens a regular file without ever waiting for it.
pub(crate) fn open(path: &str, follow_links: bool) -> Result<File, OpenError> {
    let mut flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    if !follow_links {
        flags |= OFlags::NOFOLLOW;
    }
    let descriptor = rustix::fs::open(path, flags, Mode::empty()).map_err(std::io::Error::from)?;
    let file = File::from(descriptor);
    let kind = file.metadata()?.file_type();
    if kind.is_file() {
        return Ok(file);
    }
    Err(OpenError::NotRegular(if kind.is_dir() { "a directory" } else { "a pipe, a socket or a device" }))
}

/// The bytes of a regular file of at most `limit` bytes.
pub(crate) fn bytes(file: File, limit: usize) -> Result<Vec<u8>, OpenError> {
    let length = usize::try_from(file.metadata()?.len()).unwrap_or(usize::MAX);
    if length > limit {
        return Err(OpenError::TooLarge(limit));
    }
    let mut bytes = Vec::with_capacity(length);
    let most = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    file.take(most).read_to_end(&mut bytes)?;
    if bytes.len() > limit { Err(OpenError::TooLarge(limit)) } else { Ok(bytes) }
}

/// The text of a policy file.
pub(crate) fn policy_text(path: &str) -> Result<String, OpenError> {
    let bytes = bytes(open(path, true)?, MAX_POLICY_BYTES)?;
    String::from_utf8(bytes).map_err(|error| OpenError::NotUtf8(error.utf8_error().valid_up_to()))
}

/// Is there anything of that name? A link that leads nowhere counts; what cannot be told is an error.
pub(crate) fn exists(path: &str) -> Result<bool, OpenError> {
    match std::fs::symlink_metadata(path).map_err(OpenError::from) {
        Ok(_) => Ok(true),
        Err(OpenError::Missing) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Is this a directory, links followed?
pub(crate) fn is_directory(path: &str) -> bool {
    std::fs::metadata(path).is_ok_and(|found| found.is_dir())
}

/// The path with every link followed; nothing where it leads nowhere. The system names the working directory without links.
pub(crate) fn canonical(path: &str) -> Option<String> {
    if std::env::current_dir().is_ok_and(|own| own.as_os_str() == path) {
        return Some(path.to_owned());
    }
    std::fs::canonicalize(path).ok()?.into_os_string().into_string().ok()
}

/// The same of as much of an absolute path as is there.
pub(super) fn canonical_beginning(path: &str) -> Option<String> {
    std::iter::successors(Some(path), |path| (*path != "/").then(|| paths::parent(path))).find_map(canonical)
}
