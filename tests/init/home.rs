//! A home directory to register in, and runs of the built program there.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test harness: it starts the program, writes files, and stops where a test cannot go on"
)]

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A home directory with a project in it and runok on `PATH`.
pub(crate) struct Home {
    directory: tempfile::TempDir,
    variables: Vec<(String, Option<String>)>,
}

/// What came of a run.
#[derive(Debug)]
pub(crate) struct Done {
    /// The exit status.
    pub(crate) status: i32,
    /// Standard output.
    pub(crate) stdout: String,
    /// Standard error, without the warning that the tests' own program lies in a directory that may go.
    pub(crate) stderr: String,
}

impl Home {
    pub(crate) fn new() -> Self {
        let home = Self { directory: tempfile::tempdir().unwrap(), variables: Vec::new() };
        std::fs::create_dir_all(home.path("project/.git")).unwrap();
        std::fs::create_dir_all(home.path("it's here")).unwrap();
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_runok"), home.path("it's here/runok")).unwrap();
        home
    }

    /// Sets a variable, or takes it away.
    pub(crate) fn with(mut self, name: &str, value: Option<&str>) -> Self {
        self.variables.push((name.to_owned(), value.map(str::to_owned)));
        self
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().canonicalize().unwrap().join(name)
    }

    /// The program as agents are told to start it.
    pub(crate) fn program(&self) -> String {
        self.path("it's here/runok").to_str().unwrap().to_owned()
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Done {
        let mut command = Command::new(env!("CARGO_BIN_EXE_runok"));
        command.args(arguments).current_dir(self.path("project")).env_clear();
        command.env("PATH", format!("{}:/usr/bin:/bin", self.path("it's here").display()));
        command.env("HOME", self.path("")).stdin(std::process::Stdio::null());
        for (name, value) in &self.variables {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        let output = command.output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let stderr = text(&output.stderr);
        let lines = stderr.lines().filter(|line| !line.starts_with("runok: warning: "));
        Done {
            status: output.status.code().unwrap(),
            stdout: text(&output.stdout),
            stderr: lines.map(|line| format!("{line}\n")).collect(),
        }
    }

    /// A run that has to end well and say nothing on standard error.
    #[track_caller]
    pub(crate) fn well(&self, arguments: &[&str]) -> String {
        let done = self.run(arguments);
        assert_eq!((done.status, done.stderr.as_str()), (0, ""), "{arguments:?}: {}", done.stdout);
        done.stdout
    }

    /// A run that has to be refused with a text on standard error, and to change nothing.
    #[track_caller]
    pub(crate) fn refused(&self, arguments: &[&str], why: &str) {
        let before = self.tree();
        let done = self.run(arguments);
        assert_eq!(done.status, 2, "{arguments:?}: {done:?}");
        assert!(done.stderr.contains(why), "{arguments:?}: {why}: {done:?}");
        assert_eq!(self.tree(), before, "{arguments:?}");
    }

    /// Everything below the home directory but what runok remembers: paths, with mode and bytes of files.
    pub(crate) fn tree(&self) -> BTreeMap<String, (u32, Vec<u8>)> {
        let (root, mut left, mut found) = (self.path(""), vec![self.path("")], BTreeMap::new());
        while let Some(directory) = left.pop() {
            for entry in std::fs::read_dir(&directory).unwrap().map(Result::unwrap) {
                let (path, metadata) = (entry.path(), entry.metadata().unwrap());
                let name = path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
                if name == ".local" {
                    continue;
                }
                let bytes = if metadata.is_file() { std::fs::read(&path).unwrap() } else { Vec::new() };
                found.insert(name, (metadata.permissions().mode() & 0o7777, bytes));
                if metadata.is_dir() {
                    left.push(path);
                }
            }
        }
        found
    }

    /// How many files runok remembers anything in.
    pub(crate) fn remembered(&self) -> usize {
        let directory = self.path(".local/state/runok/backups");
        if directory.exists() { std::fs::read_dir(directory).unwrap().count() } else { 0 }
    }
}

/// Starts a shell text with this on standard input.
pub(crate) fn shell(text: &str, stdin: &str, home: &Path) -> (i32, String, String) {
    use std::io::Write;
    let mut child = Command::new("/bin/sh")
        .args(["-c", text])
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .env("HOME", home)
        .current_dir(home)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // a program that is not there reads nothing
    let _ = child.stdin.take().unwrap().write_all(stdin.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}
