#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "edge: this process becomes the command")]
//! Becoming the command.
//!
//! Owns what the command gets: this process, with its descriptors, its directory, its mask for new files, its ignored
//! signals and its environment. Three things are not as they came. SIGPIPE has its default again and no signal is held
//! back: what runok found of these is lost before its first line runs, and the default is what nearly every caller has.
//! A variable that stands in the environment twice stands there once, as it was judged. And `PWD` names the directory as
//! it was judged, not by the way through symbolic links that it was reached by, since `cd ..` in a shell follows the name.
//! Refuses to read the words: each argument is one word.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;

use crate::app::facts::own_directory;

/// The number for a command that is not there, as shells say it.
const NOT_FOUND: u8 = 127;

/// The number for a command that is there and cannot be run.
const NOT_EXECUTABLE: u8 = 126;

/// A program with its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::app) struct Program {
    /// A path, or a name that is looked for in `PATH`.
    file: OsString,
    /// What it is told to be called, where that is another name.
    name: Option<OsString>,
    arguments: Vec<OsString>,
    /// `PWD` stays as it is.
    unjudged: bool,
}

/// Why it did not start.
pub(in crate::app) struct Failure {
    /// In a sentence.
    pub why: String,
    /// As a shell's exit status.
    pub code: u8,
}

impl Program {
    /// A program with its arguments.
    pub(in crate::app) fn new(file: impl Into<OsString>, arguments: Vec<OsString>) -> Self {
        Self { file: file.into(), name: None, arguments, unjudged: false }
    }

    /// The same, told that it is called so.
    pub(in crate::app) fn called(self, name: impl Into<OsString>) -> Self {
        Self { name: Some(name.into()), ..self }
    }

    /// The same, where no directory was judged: a person's own shell.
    pub(in crate::app) fn unjudged(self) -> Self {
        Self { unjudged: true, ..self }
    }

    /// This process becomes it; comes back only where that fails.
    pub(in crate::app) fn replace_this_process(&self) -> Failure {
        if is_privileged() {
            let why = "nothing is run with the rights of a set-user-ID program".to_owned();
            return Failure { why, code: NOT_EXECUTABLE };
        }
        let mut command = Command::new(&self.file);
        command.args(&self.arguments).env_clear();
        // of two variables with one name the first is the one that was asked for
        let mut variables: Vec<(OsString, OsString)> = std::env::vars_os().collect();
        variables.reverse();
        command.envs(variables);
        let names_one = !self.unjudged && std::env::var_os("PWD").is_some();
        if let Some(directory) = own_directory().filter(|_| names_one) {
            command.env("PWD", directory);
        }
        if let Some(name) = &self.name {
            command.arg0(name);
        }
        let error = command.exec();
        let found = error.kind() != io::ErrorKind::NotFound;
        let what = if found { error.to_string() } else { "not found".to_owned() };
        let why = format!("{}: {what}", self.file.to_string_lossy());
        Failure { why, code: if found { NOT_EXECUTABLE } else { NOT_FOUND } }
    }
}

/// Was runok started with rights that its caller does not have? A shell would give them up, as it is started here it would not.
fn is_privileged() -> bool {
    use rustix::process::{getegid, geteuid, getgid, getuid};
    geteuid() != getuid() || getegid() != getgid()
}
