//! A harness that runs the built program and is strict by default: what a test does not expect must not happen.
//!
//! The environment is empty but for `PATH`, `HOME` (a fresh directory), `USER` and `LANG`; standard output and standard
//! error must be empty unless the test says otherwise; the exit status must be exactly the expected one (0 by default).

#![allow(
    dead_code,
    clippy::print_stderr,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test harness: it starts the program, writes files, and stops where a test cannot go on; not every test uses all of it"
)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// How much of an output is shown where a test fails, in characters.
const MAX_SHOWN: usize = 4000;

/// What must hold of an output.
type Check = Box<dyn Fn(&str) -> bool>;

/// One run of the program: what it is given, what must come of it.
pub(crate) struct Run {
    directory: tempfile::TempDir,
    arguments: Vec<std::ffi::OsString>,
    stdin: Vec<u8>,
    variables: Vec<(String, String)>,
    stdout: Check,
    stderr: Check,
    status: Option<i32>,
}

/// A run of `runok` with these arguments, in a fresh directory.
pub(crate) fn runok<S: AsRef<std::ffi::OsStr>>(arguments: impl IntoIterator<Item = S>) -> Run {
    let directory = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(directory.path().join("home/project")).unwrap();
    Run {
        directory,
        arguments: arguments.into_iter().map(|word| word.as_ref().to_owned()).collect(),
        stdin: Vec::new(),
        variables: Vec::new(),
        stdout: Box::new(str::is_empty),
        stderr: Box::new(str::is_empty),
        status: Some(0),
    }
}

impl Run {
    /// Gives it this on standard input.
    pub(crate) fn stdin(mut self, bytes: impl Into<Vec<u8>>) -> Self {
        self.stdin = bytes.into();
        self
    }

    /// Sets a variable of its environment.
    pub(crate) fn variable(mut self, name: &str, value: &str) -> Self {
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Writes a file before it runs; the path is relative to the project directory, where it runs.
    pub(crate) fn file(self, path: &str, text: impl AsRef<[u8]>) -> Self {
        let path = self.project().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        self
    }

    /// Does something to the project directory before it runs.
    pub(crate) fn prepare(self, work: impl FnOnce(&Path)) -> Self {
        work(&self.project());
        self
    }

    /// Standard output must be exactly this.
    pub(crate) fn stdout(self, expected: impl Into<String>) -> Self {
        let expected = expected.into();
        self.stdout_is(move |text| {
            if text != expected {
                eprintln!("expected on standard output:\n{expected}");
            }
            text == expected
        })
    }

    /// Standard output must satisfy this.
    pub(crate) fn stdout_is(mut self, check: impl Fn(&str) -> bool + 'static) -> Self {
        self.stdout = Box::new(check);
        self
    }

    /// Standard error must satisfy this.
    pub(crate) fn stderr_is(mut self, check: impl Fn(&str) -> bool + 'static) -> Self {
        self.stderr = Box::new(check);
        self
    }

    /// The exit status must be this.
    pub(crate) fn status(mut self, status: i32) -> Self {
        self.status = Some(status);
        self
    }

    /// The exit status may be any that `check` gives to a verdict, or 2.
    pub(crate) fn any_status(mut self) -> Self {
        self.status = None;
        self
    }

    /// Where it runs.
    pub(crate) fn project(&self) -> PathBuf {
        self.directory.path().join("home/project")
    }

    /// Runs it and holds it to everything that is expected; standard output comes back.
    #[track_caller]
    pub(crate) fn check(self) -> String {
        let output = self.output();
        let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
        let shown = format!(
            "{:?}\nstatus: {:?}\nstandard output:\n{}\nstandard error:\n{}",
            self.arguments,
            output.status.code(),
            beginning(&stdout),
            beginning(&stderr)
        );
        match self.status {
            Some(_) => {
                assert_eq!(output.status.code(), self.status, "the exit status is not the expected one: {shown}")
            }
            None => {
                assert!(matches!(output.status.code(), Some(0 | 2 | 3 | 4)), "the exit status is none of ours: {shown}")
            }
        }
        assert!((self.stdout)(&stdout), "standard output is not as expected: {shown}");
        assert!((self.stderr)(&stderr), "standard error is not as expected: {shown}");
        stdout
    }

    fn output(&self) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_runok"));
        command.args(&self.arguments).current_dir(self.project()).env_clear();
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("HOME", self.directory.path().join("home")).env("USER", "dev").env("LANG", "C.UTF-8");
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let bytes = self.stdin.clone();
        // a program that needs no more input may close it early
        let writer = std::thread::spawn(move || drop(stdin.write_all(&bytes)));
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        output
    }
}

/// As much of a text as a person will read.
pub(crate) fn beginning(text: &str) -> String {
    text.chars().take(MAX_SHOWN).collect()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the output is UTF-8")
}

/// Every line of an output as JSON.
pub(crate) fn json_lines(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

/// The decisions of an output of JSON lines.
pub(crate) fn decisions(text: &str) -> Vec<String> {
    json_lines(text).iter().map(|answer| answer["decision"].as_str().expect("a decision").to_owned()).collect()
}

/// A file of the corpus beside the project, where it is present.
pub(crate) fn corpus(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/conformance").join(name);
    if path.exists() {
        return Some(path);
    }
    eprintln!("not present, so not judged: {name}");
    None
}

/// Is this program at hand?
pub(crate) fn has_program(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).any(|directory| directory.join(name).is_file());
    if !found {
        eprintln!("not installed, so not used: {name}");
    }
    found
}
