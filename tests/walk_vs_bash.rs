//! The interpreter against bash itself: everything that bash runs must be among the commands that were found.
//!
//! Lines are generated from harmless pieces. Bash runs each in a directory of its own with a `PATH` that leads nowhere, so that every
//! command is unknown to it; its `command_not_found_handle` writes down the words it was called with.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::string_slice,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the test runs bash and asks which cases to run"
)]
#![allow(clippy::print_stdout, reason = "the test says how much it compared")]

#[path = "support/generate.rs"]
mod generate;
#[path = "support/matching.rs"]
mod matching;
#[path = "support/memory.rs"]
mod memory;

use std::fmt::Write as _;
use std::process::{Command, Stdio};

use matching::covers;
use memory::Memory;
use runok::command::options::Tables;
use runok::command::{Invocation, Reading, read};
use runok::input::CommandLine;

/// How many lines are compared in a normal run.
const CASES: usize = 3_000;

/// How many commands of one line are compared; some lines never end by themselves.
const MOST_COMMANDS: usize = 200;

/// Runs each line of standard input (ended by NUL) in a subshell and writes down, on descriptor 9, the words of every
/// command: their number, then each of them, each ended by NUL; a `!` ends a line's commands.
const DRIVER: &str = r#"
exec 9>"$1"
shift
command_not_found_handle() {
  builtin printf '%s\0' "$#" "$@" >&9
  case $1 in n*) return 1 ;; esac
}
while IFS= builtin read -r -d '' __line; do
  ( ulimit -t 1; eval "$__line" ) </dev/null >/dev/null 2>&1
  builtin printf '!\0' >&9
done
"#;

/// The words of every command that bash ran, for each line.
fn logged(lines: &[String], directory: &std::path::Path, log: &std::path::Path) -> Vec<Vec<Vec<String>>> {
    let cases = directory.with_extension("cases");
    let joined: String = lines.iter().fold(String::new(), |mut all, line| {
        let _ = write!(all, "{line}\0");
        all
    });
    std::fs::write(&cases, joined).unwrap();
    let status = Command::new("/bin/bash")
        .args(["--norc", "--noprofile", "-c", DRIVER, "bash"])
        .arg(log)
        .env_clear()
        .env("PATH", "/nowhere")
        .env("HOME", "/home/dev")
        .env("LC_ALL", "C.UTF-8")
        .current_dir(directory)
        .stdin(std::fs::File::open(&cases).unwrap())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .unwrap();
    assert!(status.success());
    let bytes = std::fs::read(log).unwrap();
    let mut fields = bytes.split(|byte| *byte == 0).map(|field| String::from_utf8_lossy(field).into_owned());
    let mut all = vec![Vec::new()];
    while let Some(field) = fields.next() {
        match field.parse::<usize>() {
            Ok(count) => all.last_mut().unwrap().push(fields.by_ref().take(count).collect()),
            Err(_) => all.push(Vec::new()),
        }
    }
    all
}

fn flat<'r>(all: &'r [Invocation], found: &mut Vec<&'r Invocation>) {
    for invocation in all {
        found.push(invocation);
        for wrapped in &invocation.wrapped {
            flat(&wrapped.runs, found);
        }
    }
}

fn has_doubts(reading: &Reading, found: &[&Invocation]) -> bool {
    !reading.doubts.is_empty()
        || found
            .iter()
            .any(|one| !one.doubts.is_empty() || one.wrapped.iter().any(|wrapped| !wrapped.doubts.is_empty()))
}

/// A directory with a few names that globs can find, removed at the end.
struct Directory(std::path::PathBuf);

impl Directory {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("runok-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(path.join("d1/d2")).unwrap();
        for file in ["fa.txt", "fb", "-d", ".h", "d1/fc", "d1/-z"] {
            std::fs::write(path.join(file), "").unwrap();
        }
        Self(path.canonicalize().unwrap())
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
        for extension in ["cases", "log"] {
            let _ = std::fs::remove_file(self.0.with_extension(extension));
        }
    }
}

fn facts(directory: &Directory) -> Memory {
    let mut facts = Memory::new(
        directory.0.to_str().unwrap(),
        &[("HOME", "/home/dev"), ("PATH", "/nowhere"), ("LC_ALL", "C.UTF-8")],
    );
    facts.dashes = vec!["-d".into(), "-z".into()];
    facts
}

#[test]
fn everything_that_bash_runs_is_found() {
    if !std::path::Path::new("/bin/bash").exists() {
        return;
    }
    let cases = std::env::var("WALK_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(CASES);
    let seed = std::env::var("WALK_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(20_260_101);
    let directory = Directory::new(&format!("walk-{seed}"));
    let lines = generate::lines(seed, cases);
    let ran = logged(&lines, &directory.0, &directory.0.with_extension("log"));
    let facts = facts(&directory);
    let (mut commands, mut exact, mut refused) = (0, 0, 0);
    let mut failures = Vec::new();
    for (line, argvs) in lines.iter().zip(&ran) {
        let reading = read(&CommandLine::new(line.as_str()).unwrap(), &facts, &Tables::default());
        let mut found = Vec::new();
        flat(&reading.invocations, &mut found);
        for argv in argvs.iter().take(MOST_COMMANDS) {
            commands += 1;
            let covering: Vec<_> = found.iter().filter(|one| covers(&one.words, argv)).collect();
            exact += usize::from(covering.iter().any(|one| one.words.iter().all(runok::command::word::Word::is_known)));
            if !covering.is_empty() {
                continue;
            }
            if has_doubts(&reading, &found) {
                refused += 1;
                continue;
            }
            let ours: Vec<String> = found
                .iter()
                .map(|one| {
                    format!("{:?}", one.words.iter().map(runok::command::word::Word::display).collect::<Vec<_>>())
                })
                .collect();
            failures.push(format!("line: {line}\n  bash ran {argv:?}\n  found {}", ours.join(" ; ")));
        }
    }
    println!("{commands} commands, {exact} known exactly, {refused} left out with a doubt");
    assert!(commands > cases, "bash ran only {commands} commands");
    assert!(failures.is_empty(), "{} failures, the shortest:\n{}", failures.len(), shortest(failures));
    // a reader that knows nothing would pass: most commands must be known to the byte
    assert!(exact * 20 >= commands * 11, "{exact} of {commands} known");
    assert!(refused * 50 <= commands, "{refused} of {commands} refused");
}

/// Appending a command to a line that parses keeps every command of the line before.
#[test]
fn appending_keeps_what_was_found() {
    let directory = Directory::new("append");
    let facts = facts(&directory);
    for line in generate::lines(7, 600) {
        let read_line = |line: &str| read(&CommandLine::new(line).unwrap(), &facts, &Tables::default());
        let before = read_line(&line);
        if !before.doubts.is_empty() {
            // the text is not understood from some place on
            continue;
        }
        let after = read_line(&format!("{line}\nc9 end"));
        let words = |reading: &Reading| {
            let mut found = Vec::new();
            flat(&reading.invocations, &mut found);
            found
                .iter()
                .map(|one| one.words.iter().map(runok::command::word::Word::display).collect::<Vec<_>>())
                .collect::<Vec<_>>()
        };
        let later = words(&after);
        for command in words(&before) {
            assert!(later.contains(&command), "{line}: {command:?} is gone");
        }
        assert!(later.iter().any(|command| command.first().is_some_and(|name| name == "c9")), "{line}");
    }
}

fn shortest(mut failures: Vec<String>) -> String {
    failures.sort_by_key(String::len);
    failures.truncate(12);
    failures.join("\n")
}
