//! Shells that log what they would run and run nothing: how they are built, started and read.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// One line to run once.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    /// What conditions, programs and files say: 0 is yes to everything, 1 no to everything, others mix.
    pub(crate) seed: u64,
    /// Variables of the environment that runok is not told of.
    pub(crate) variables: Vec<(String, String)>,
    /// The line.
    pub(crate) line: String,
}

/// What a shell did.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Record {
    /// A command after expansion: `F` of a function, `B` of a builtin, `X` of a program; `C` a program that was started;
    /// `<` and `>` a file that was opened.
    pub(crate) kind: char,
    /// Where.
    pub(crate) directory: String,
    /// The words, or the file.
    pub(crate) words: Vec<String>,
}

/// What came of a job.
#[derive(Clone, Default, Debug)]
pub(crate) struct Run {
    pub(crate) records: Vec<Record>,
    /// It did not end by itself within its bounds.
    pub(crate) cut: bool,
}

/// Builds a shell with `tests/oracle/build.sh`; nothing where this machine cannot.
pub(crate) fn build(shell: &str) -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../oracle");
    let output = Command::new("sh")
        .arg(root.join("tests/oracle/build.sh"))
        .arg(shell)
        .arg(cache)
        .stdin(Stdio::null())
        .output()
        .expect("sh runs");
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr);
        println!("skipped: the oracle of {shell} ({})", why.lines().last().unwrap_or_default());
        assert!(std::env::var_os("CI").is_none(), "the oracle of {shell} could not be built:\n{why}");
        return None;
    }
    Some(PathBuf::from(String::from_utf8(output.stdout).unwrap().trim_end()))
}

/// A directory with a few names that globs can find, removed at the end.
pub(crate) struct Scratch(pub(crate) PathBuf);

/// The names there that begin with a dash.
pub(crate) const DASHES: [&str; 2] = ["-d", "-z"];

impl Scratch {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("runok-oracle-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(path.join("d1/d2")).unwrap();
        for file in ["fa.txt", "fb", "-d", ".h", "d1/fc", "d1/-z"] {
            std::fs::write(path.join(file), "").unwrap();
        }
        Self(path.canonicalize().unwrap())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What runok is told of the environment, and the shell finds there.
pub(crate) const ENVIRONMENT: [(&str, &str); 3] = [("HOME", "/home/dev"), ("PATH", "/nowhere"), ("LC_ALL", "C.UTF-8")];

/// A shell of the oracle.
pub(crate) struct Shell {
    pub(crate) program: Vec<String>,
    pub(crate) preload: Option<PathBuf>,
    pub(crate) scratch: Scratch,
}

impl Shell {
    /// Runs jobs, on two processors.
    pub(crate) fn run(&self, jobs: &[Job]) -> Vec<Run> {
        let half = jobs.len().div_ceil(2);
        let (first, second) = jobs.split_at(half);
        std::thread::scope(|scope| {
            let other = scope.spawn(|| self.serve(second));
            let mut runs = self.serve(first);
            runs.extend(other.join().unwrap());
            runs
        })
    }

    fn serve(&self, jobs: &[Job]) -> Vec<Run> {
        if jobs.is_empty() {
            return Vec::new();
        }
        let mut command = Command::new(&self.program[0]);
        command.args(&self.program[1..]).current_dir(&self.scratch.0).env_clear().envs(ENVIRONMENT);
        if let Some(library) = &self.preload {
            command.env("LD_PRELOAD", library);
        }
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let text: Vec<u8> = jobs.iter().flat_map(Job::bytes).collect();
        // the whole input is read before anything is written
        input.write_all(&text).unwrap();
        drop(input);
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "the oracle ended with {}", output.status);
        let runs = read(&output.stdout);
        assert_eq!(runs.len(), jobs.len(), "every job has an end");
        runs
    }
}

impl Job {
    fn bytes(&self) -> Vec<u8> {
        let variables: Vec<String> = self.variables.iter().map(|(name, value)| format!("{name}={value}")).collect();
        format!("{}\0{}\0{}\0", self.seed, variables.join("\u{1}"), self.line).into_bytes()
    }
}

/// Reads what a server wrote.
fn read(mut output: &[u8]) -> Vec<Run> {
    let mut runs = Vec::new();
    while !output.is_empty() {
        let mut heads = output.splitn(3, |byte| *byte == 0);
        let mut head = || String::from_utf8(heads.next().unwrap().to_vec()).unwrap();
        let (how, length) = (head(), head().parse::<usize>().unwrap());
        let (log, rest) = heads.next().unwrap().split_at(length);
        runs.push(Run { records: records(log), cut: how != "whole" });
        output = rest;
    }
    runs
}

/// The records of a log, up to one that is torn.
fn records(log: &[u8]) -> Vec<Record> {
    let mut fields = log.split(|byte| *byte == 0).map(|field| String::from_utf8_lossy(field).into_owned());
    let mut records = Vec::new();
    while let Some(head) = fields.next().filter(|head| !head.is_empty() && head.is_ascii()) {
        let (kind, count) = head.split_at(1);
        let Ok(count) = count.parse() else { break };
        let mut texts: Vec<String> = fields.by_ref().take(count).collect();
        if texts.len() < 2 || texts.len() < count {
            break;
        }
        let directory = texts.remove(0);
        records.push(Record { kind: kind.chars().next().unwrap(), directory, words: texts });
    }
    records
}
