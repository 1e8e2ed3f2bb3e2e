#![allow(clippy::disallowed_methods, reason = "edge: the file system, where links lead")]
//! Where paths lead: links followed, and the directory that a request names.
//!
//! Owns the following, bounded as on Linux. Refuses to look at what lies there.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::own_directory;
use crate::command::{MAX_DIRECTORY_BYTES, normalise};

/// The most symbolic links that are followed in one path, as on Linux.
const MAX_LINKS: usize = 40;

pub(in crate::app) fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Where a path leads. The system names the working directory without links: nothing of it is left to be followed.
pub(in crate::app) fn canonicalize(path: &Path) -> io::Result<PathBuf> {
    match std::env::current_dir() {
        Ok(own) if own == path => Ok(own),
        _ => std::fs::canonicalize(path),
    }
}

pub(super) fn where_it_leads(path: &Path) -> Option<String> {
    let found = match canonicalize(path) {
        Ok(found) => found,
        Err(error) if is_missing(&error) => follow_links(path)?,
        Err(_) => return None,
    };
    found.into_os_string().into_string().ok()
}

/// Follows the links of an absolute path as far as it exists: a dangling link names the place that it points to, and what
/// lies below a missing directory is taken as written.
fn follow_links(path: &Path) -> Option<PathBuf> {
    let mut left: VecDeque<OsString> = path.components().map(|part| part.as_os_str().to_owned()).collect();
    let mut found = PathBuf::from("/");
    let mut links = 0;
    while let Some(part) = left.pop_front() {
        match Path::new(&part).components().next() {
            Some(Component::RootDir) => found = PathBuf::from("/"),
            Some(Component::ParentDir) => {
                found.pop();
            }
            Some(Component::Normal(name)) => {
                found.push(name);
                match std::fs::symlink_metadata(&found) {
                    Ok(status) if status.is_symlink() => {
                        links += 1;
                        let target = std::fs::read_link(&found).ok().filter(|_| links <= MAX_LINKS)?;
                        found.pop();
                        for part in target.components().rev() {
                            left.push_front(part.as_os_str().to_owned());
                        }
                    }
                    Ok(_) => {}
                    Err(error) if is_missing(&error) => {}
                    Err(_) => return None,
                }
            }
            Some(Component::CurDir | Component::Prefix(_)) | None => {}
        }
    }
    Some(found)
}

/// The directory that a request names, absolute: a relative one is taken from the process's own. Links are followed where
/// `..` would otherwise be resolved against the wrong parent.
///
/// # Errors
/// Why the text names no directory.
pub(crate) fn request_directory(written: &str) -> Result<String, String> {
    if written.is_empty() || written.contains('\0') {
        return Err("the working directory is empty or holds a NUL byte".to_owned());
    }
    let base = if written.starts_with('/') { Some(String::new()) } else { own_directory() };
    let base = base.ok_or("the working directory is relative, and runok's own is not known")?;
    let path = PathBuf::from(base).join(written);
    // nothing is there for the system, and a search for policies would look into each of thousands of directories above it
    if path.as_os_str().len() >= MAX_DIRECTORY_BYTES {
        return Err(format!("the working directory has {MAX_DIRECTORY_BYTES} bytes or more, which is no path"));
    }
    if path.components().any(|part| part == Component::ParentDir) {
        let found = follow_links(&path).ok_or("the working directory cannot be resolved")?;
        return found.into_os_string().into_string().map_err(|_| "the working directory is not text".to_owned());
    }
    // collecting the components drops `.`, doubled slashes and a slash at the end
    Ok(path.components().collect::<PathBuf>().to_string_lossy().into_owned())
}

/// The directory that a request names, and another one that it may be where nothing of the links on the way is looked at.
///
/// # Errors
/// Why the text names no directory.
pub(crate) fn request_directories(written: &str) -> Result<(String, Option<String>), String> {
    let followed = request_directory(written)?;
    if !written.split('/').any(|part| part == "..") {
        return Ok((followed, None));
    }
    let base = own_directory().filter(|_| !written.starts_with('/')).unwrap_or_default();
    let plain = normalise(&format!("{base}/{written}"));
    let same = plain == followed || where_it_leads(Path::new(&plain)) == where_it_leads(Path::new(&followed));
    Ok((followed, Some(plain).filter(|_| !same)))
}
