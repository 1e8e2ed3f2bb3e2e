#![allow(clippy::disallowed_methods, reason = "edge: the environment, PATH, and where this program is")]
//! The machine that runok is registered on: places, programs, and the path by which runok is started.
//!
//! Owns which of several paths of runok is named: one that stays when runok is updated. Refuses to write anything.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::agent::registration::{Sign, Surroundings};
use crate::app::facts::own_directory;

/// The program that agents are told to start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::app) struct Program {
    /// Its absolute path.
    pub path: String,
    /// Why that path may not last, as a sentence.
    pub warning: Option<String>,
}

/// A variable that is set to a text.
pub(in crate::app) fn variable(name: &str) -> Option<String> {
    std::env::var_os(name).and_then(|value| value.into_string().ok())
}

/// Where agents look for their files. The project is that of the working directory: the nearest directory upward that holds a
/// `.git`, else the directory itself.
pub(in crate::app) fn surroundings() -> Surroundings<'static> {
    let own = own_directory();
    let root = own.as_ref().and_then(|own| {
        Path::new(own)
            .ancestors()
            .find(|path| path.join(".git").exists())
            .map(|path| path.to_string_lossy().into_owned())
    });
    Surroundings {
        home: variable("HOME").filter(|home| home.starts_with('/')),
        project: root.or(own),
        variable: &variable,
    }
}

/// Is an agent used here?
pub(in crate::app) fn shows(signs: &[Sign], around: &Surroundings<'_>) -> bool {
    signs.iter().any(|sign| match sign {
        Sign::Program(name) => on_path(name).next().is_some(),
        Sign::Path(place) => place.resolve(around).is_ok_and(|path| exists(&path)),
    })
}

/// Is there anything at this path?
pub(super) fn exists(path: &str) -> bool {
    Path::new(path).exists()
}

/// Programs of this name on `PATH`, in its order.
pub(in crate::app) fn on_path(name: &str) -> impl Iterator<Item = PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let directories: Vec<PathBuf> = std::env::split_paths(&path).filter(|path| path.is_absolute()).collect();
    let found = directories.into_iter().map(move |directory| directory.join(name));
    found.filter(|path| path.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0))
}

/// The path by which agents are to start this very program: the one on `PATH`, if that leads here, else its own.
///
/// # Errors
/// A sentence: the path is not known, or is not text.
pub(in crate::app) fn program() -> Result<Program, String> {
    let own = std::env::current_exe().map_err(|error| format!("the path of this program is not known: {error}"))?;
    let real = std::fs::canonicalize(&own)
        .map_err(|error| format!("{}: {error}; was runok replaced while it ran?", own.display()))?;
    let leads_here = |path: &PathBuf| std::fs::canonicalize(path).is_ok_and(|found| found == real);
    let path = on_path("runok").find(leads_here).unwrap_or(real);
    let path = path.to_str().ok_or("the path of this program is not text")?.to_owned();
    let warning = passing(&path).map(|why| {
        format!("{path} {why}; agents would start nothing once it is gone. Install runok, and run `runok init` again")
    });
    Ok(Program { path, warning })
}

/// Why a path may not last.
fn passing(path: &str) -> Option<&'static str> {
    let temporary = variable("TMPDIR").filter(|directory| directory.starts_with('/'));
    let temporary = ["/tmp", "/var/tmp", "/dev/shm", "/private/tmp"].into_iter().map(str::to_owned).chain(temporary);
    let below = |directory: String| path.starts_with(&format!("{}/", directory.trim_end_matches('/')));
    let built = ["/target/debug/", "/target/release/"].iter().any(|part| path.contains(part));
    match (built, temporary.into_iter().any(below)) {
        (true, _) => Some("is in a directory of builds"),
        (false, true) => Some("is in a directory for temporary files"),
        (false, false) => None,
    }
}
