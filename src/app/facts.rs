#![allow(clippy::disallowed_methods, reason = "edge: the environment, the working directory and the file system")]
//! What the real system answers when the core asks.
//!
//! Owns the questions of [`Facts`] put to the operating system, each only when it is asked, with the directory and the
//! variables of a request laid over. Refuses to judge what the answers mean; where the system does not know, it says so.

mod environment;
mod guarded;
mod links;

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;

use super::repository::{self, Surroundings};
use crate::facts::{Facts, FileKind, GitFacts};
use crate::policy::load::{Cache, LoadRequest};
pub(crate) use environment::Environment;
use environment::own_variable;
use links::where_it_leads;
pub(super) use links::{canonicalize, is_missing};
pub(crate) use links::{request_directories, request_directory};

/// The most names of a directory that are looked at; a larger directory counts as unreadable.
const MAX_DIRECTORY_NAMES: usize = 100_000;

/// The system, with a request's directory and variables laid over it.
pub(crate) struct SystemFacts<'a> {
    directory: Option<&'a str>,
    overlay: &'a [(String, Option<String>)],
    strayed: bool,
    environment: Option<&'a Environment>,
    stands_on: &'a [String],
    guarded: guarded::Guarded,
    own_directory: OnceCell<Option<String>>,
    repositories: RefCell<BTreeMap<String, Result<GitFacts, String>>>,
    /// Which directories are bare repositories, or lie in one.
    bare: RefCell<BTreeMap<String, Result<bool, String>>>,
    /// Where paths lead: rules ask again and again.
    led_to: RefCell<BTreeMap<String, Option<String>>>,
    looked_up: Cell<bool>,
}

impl<'a> SystemFacts<'a> {
    /// `directory` (absolute) stands for the process's own; each of `overlay` sets a variable or removes it.
    pub(crate) fn new(directory: Option<&'a str>, overlay: &'a [(String, Option<String>)]) -> Self {
        Self {
            directory,
            overlay,
            strayed: false,
            environment: None,
            stands_on: &[],
            guarded: guarded::Guarded::default(),
            own_directory: OnceCell::new(),
            repositories: RefCell::default(),
            bare: RefCell::default(),
            led_to: RefCell::default(),
            looked_up: Cell::new(false),
        }
    }

    /// Has anything been asked but the environment and the directory that the process runs in?
    pub(crate) fn were_looked_up(&self) -> bool {
        self.looked_up.get()
    }

    /// Remembers what it finds in the environment for the requests that come after.
    pub(crate) fn remembering(self, environment: &'a Environment) -> Self {
        Self { environment: Some(environment), ..self }
    }

    /// For a shell that has, or has not, been elsewhere since it began in the directory.
    pub(crate) fn straying(self, strayed: bool) -> Self {
        Self { strayed, ..self }
    }

    /// Guards these files, absolute, which the policy stands on.
    pub(crate) fn standing_on(self, stands_on: &'a [String]) -> Self {
        Self { stands_on, ..self }
    }

    fn laid_over(&self, name: &str) -> Option<Option<String>> {
        self.overlay.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value.clone())
    }
}

/// The process's working directory, where it has one whose name is text.
pub(crate) fn own_directory() -> Option<String> {
    std::env::current_dir().ok()?.into_os_string().into_string().ok()
}

impl Facts for SystemFacts<'_> {
    /// A shell that starts in a directory sets `PWD` to it, whatever the environment says.
    fn variable(&self, name: &str) -> Option<String> {
        if name == "PWD" {
            return self.working_directory().filter(|_| !self.strayed);
        }
        let own = || self.environment.map_or_else(|| own_variable(name), |environment| environment.variable(name));
        self.laid_over(name).unwrap_or_else(own)
    }

    fn variables(&self) -> Vec<(String, String)> {
        let text = |(name, value): (OsString, OsString)| Some((name.into_string().ok()?, value.into_string().ok()?));
        let mut all: BTreeMap<String, String> = std::env::vars_os().filter_map(text).collect();
        for (name, value) in self.overlay {
            match value {
                Some(value) => all.insert(name.clone(), value.clone()),
                None => all.remove(name),
            };
        }
        match self.variable("PWD") {
            Some(directory) => all.insert("PWD".to_owned(), directory),
            None => all.remove("PWD"),
        };
        all.into_iter().collect()
    }

    fn working_directory(&self) -> Option<String> {
        self.directory.map(str::to_owned).or_else(|| self.own_directory.get_or_init(own_directory).clone())
    }

    /// A shell believes `PWD` where it names the directory that it starts in.
    fn other_name_of_directory(&self) -> Option<String> {
        let real = self.working_directory()?;
        let told = self.laid_over("PWD").unwrap_or_else(|| std::env::var_os("PWD")?.into_string().ok())?;
        let plain = told.starts_with('/') && told != real && !told.split('/').any(|name| matches!(name, "." | ".."));
        let same = plain && self.canonical(&told).is_some_and(|there| self.canonical(&real) == Some(there));
        same.then_some(told)
    }

    fn has_strayed(&self) -> bool {
        self.strayed
    }

    fn own_files(&self) -> &[String] {
        self.guarded.own_files(self.stands_on, self)
    }

    fn moved_homes(&self) -> &[(&'static str, String)] {
        self.guarded.moved_homes(self)
    }

    fn names(&self, directory: &str, wanted: &dyn Fn(&str) -> bool) -> Option<Vec<String>> {
        self.looked_up.set(true);
        let mut names = Vec::new();
        for (count, entry) in std::fs::read_dir(directory).ok()?.enumerate() {
            if count >= MAX_DIRECTORY_NAMES {
                return None;
            }
            let name = entry.ok()?.file_name();
            let name = name.to_string_lossy();
            if wanted(&name) {
                names.push(name.into_owned());
            }
        }
        names.sort_unstable();
        Some(names)
    }

    fn links(&self, directory: &str) -> Option<Vec<String>> {
        self.looked_up.set(true);
        let entries = match std::fs::read_dir(directory) {
            Ok(entries) => entries,
            Err(error) => return is_missing(&error).then(Vec::new),
        };
        let mut names = Vec::new();
        for (count, entry) in entries.enumerate() {
            let entry = entry.ok().filter(|_| count < MAX_DIRECTORY_NAMES)?;
            if entry.file_type().ok()?.is_symlink() {
                names.push(entry.file_name().to_string_lossy().into_owned());
            }
        }
        Some(names)
    }

    fn file_kind(&self, path: &str) -> Result<FileKind, String> {
        self.looked_up.set(true);
        match std::fs::metadata(path) {
            Ok(found) if found.is_file() => Ok(FileKind::File),
            Ok(found) if found.is_dir() => Ok(FileKind::Directory),
            Ok(_) => Ok(FileKind::Other),
            Err(error) if is_missing(&error) => Ok(FileKind::Missing),
            Err(error) => Err(format!("{path}: {error}")),
        }
    }

    fn canonical(&self, path: &str) -> Option<String> {
        self.looked_up.set(true);
        if let Some(known) = self.led_to.borrow().get(path) {
            return known.clone();
        }
        let found = where_it_leads(Path::new(path));
        self.led_to.borrow_mut().insert(path.to_owned(), found.clone());
        found
    }

    fn git(&self, directory: &str) -> Result<GitFacts, String> {
        self.looked_up.set(true);
        let known = self.repositories.borrow().get(directory).cloned();
        known.unwrap_or_else(|| {
            let found = repository::read(Path::new(directory), &Surroundings::of(|name| self.variable(name)));
            self.repositories.borrow_mut().insert(directory.to_owned(), found.clone());
            found
        })
    }

    fn in_bare_repository(&self, directory: &str) -> Result<bool, String> {
        self.looked_up.set(true);
        let known = self.bare.borrow().get(directory).cloned();
        known.unwrap_or_else(|| {
            let found = repository::is_in_bare(Path::new(directory));
            self.bare.borrow_mut().insert(directory.to_owned(), found.clone());
            found
        })
    }
}

/// What the policy's loader has to know of the system: the environment of this process, never that of a request.
pub(crate) fn policy_request(config: Option<&Path>, directory: Option<String>, thorough: bool) -> LoadRequest {
    let variable = |name: &str| std::env::var_os(name).and_then(|value| value.into_string().ok());
    LoadRequest {
        config: config.map(|path| path.to_string_lossy().into_owned()),
        cwd: directory,
        beside: Vec::new(),
        home: variable("HOME"),
        config_home: variable("XDG_CONFIG_HOME"),
        state_home: variable("XDG_STATE_HOME"),
        cache_home: variable("XDG_CACHE_HOME"),
        cache: Cache::Off,
        thorough,
        suppose_trusted: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::MAX_DIRECTORY_BYTES;
    use std::os::unix::fs::symlink;

    fn text(path: &Path) -> String {
        path.to_str().unwrap().to_owned()
    }

    #[test]
    fn the_overlay_stands_before_the_environment() {
        let overlay = [
            ("A_NEW_ONE".to_owned(), Some("1".to_owned())),
            ("PATH".to_owned(), None),
            ("PWD".to_owned(), Some("/x".to_owned())),
        ];
        let facts = SystemFacts::new(Some("/srv"), &overlay);
        assert_eq!(facts.variable("A_NEW_ONE").as_deref(), Some("1"));
        assert_eq!(facts.variable("PATH"), None);
        assert_eq!(facts.variable("PWD").as_deref(), Some("/srv"));
        let all = facts.variables();
        assert!(all.contains(&("A_NEW_ONE".to_owned(), "1".to_owned())));
        assert!(all.contains(&("PWD".to_owned(), "/srv".to_owned())));
        assert!(!all.iter().any(|(name, _)| name == "PATH"));
    }

    #[test]
    fn only_names_with_a_dash_are_listed() {
        let directory = tempfile::tempdir().unwrap();
        for name in ["-rf", "a", "--x", ".hidden"] {
            std::fs::write(directory.path().join(name), "").unwrap();
        }
        let facts = SystemFacts::new(None, &[]);
        assert_eq!(
            facts.names(&text(directory.path()), &|name| name.starts_with('-')),
            Some(vec!["--x".to_owned(), "-rf".to_owned()])
        );
        assert_eq!(facts.names("/no/such/place", &|_| true), None);
    }

    #[test]
    fn kinds_follow_links_and_dangling_ones_are_missing() {
        let directory = tempfile::tempdir().unwrap();
        let at = |name: &str| text(&directory.path().join(name));
        std::fs::write(at("file"), "").unwrap();
        symlink(at("file"), at("link")).unwrap();
        symlink(at("nothing"), at("dangling")).unwrap();
        symlink(at("loop"), at("loop")).unwrap();
        let facts = SystemFacts::new(None, &[]);
        assert_eq!(facts.file_kind(&at("link")), Ok(FileKind::File));
        assert_eq!(facts.file_kind(&at("dangling")), Ok(FileKind::Missing));
        assert_eq!(facts.file_kind(&at("file/below")), Ok(FileKind::Missing));
        assert_eq!(facts.file_kind(&at("")), Ok(FileKind::Directory));
        assert_eq!(facts.file_kind("/dev/null"), Ok(FileKind::Other));
        assert!(facts.file_kind(&at("loop")).is_err());
        assert!(facts.file_kind("a\0b").is_err());
    }

    #[test]
    fn canonical_follows_links_as_far_as_the_path_exists() {
        let directory = tempfile::tempdir().unwrap();
        let root = std::fs::canonicalize(directory.path()).unwrap();
        let at = |name: &str| text(&root.join(name));
        std::fs::create_dir(at("real")).unwrap();
        symlink("real", at("link")).unwrap();
        symlink("real/new", at("dangling")).unwrap();
        symlink("loop", at("loop")).unwrap();
        let facts = SystemFacts::new(None, &[]);
        assert_eq!(facts.canonical(&at("link/x/y")), Some(at("real/x/y")));
        assert_eq!(facts.canonical(&at("dangling")), Some(at("real/new")));
        assert_eq!(facts.canonical(&at("dangling/z")), Some(at("real/new/z")));
        assert_eq!(facts.canonical(&at("link/../real")), Some(at("real")));
        assert_eq!(facts.canonical(&at("loop")), None);
    }

    #[test]
    fn a_request_names_a_directory() {
        assert_eq!(request_directory("/srv//app/./").as_deref(), Ok("/srv/app"));
        assert_eq!(request_directory("/").as_deref(), Ok("/"));
        assert_eq!(request_directory("/no/such/../place").as_deref(), Ok("/no/place"));
        assert_eq!(request_directory("sub"), Ok(format!("{}/sub", own_directory().unwrap())));
        assert!(request_directory("").is_err());
        assert!(request_directory("/tmp/\0/..").is_err());
        assert!(request_directory(&"/a".repeat(MAX_DIRECTORY_BYTES / 2 - 1)).is_ok());
        assert!(request_directory(&"/a".repeat(MAX_DIRECTORY_BYTES / 2)).is_err());
    }
}
