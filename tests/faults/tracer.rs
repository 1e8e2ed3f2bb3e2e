//! strace: which system calls a run makes, and runs in which one of them fails or is the last.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Seek, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use super::place::Place;

/// How long a run may take until it counts as hanging, in seconds.
const HANGS: &str = "30";

/// What `timeout` says of a run that it had to end.
const ENDED_BY_TIMEOUT: i32 = 124;

/// The number of the signal that cannot be caught.
const SIGKILL: i32 = 9;

/// One run: the words of the program, and what it is given.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) words: Vec<String>,
    pub(crate) stdin: String,
}

/// Is strace at hand? Where tests are held to everything, it must be.
pub(crate) fn is_there() -> bool {
    let words = ["-f", "--seccomp-bpf", "-o", "/dev/null", "true"];
    let traced = Command::new("strace").args(words).stderr(Stdio::null()).status();
    if traced.is_ok_and(|status| status.success()) {
        return true;
    }
    assert!(std::env::var("CI").as_deref() != Ok("true"), "strace is needed, and must be allowed to trace");
    println!("skipped: strace is not there, or may not trace");
    false
}

/// A run behind these words; its output goes to files, so that nobody who is left over can hold it open.
fn started(before: &[&str], place: &Place, call: &Call) -> Output {
    let file = |text: &str| {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file.rewind().unwrap();
        file
    };
    let (stdout, stderr) = (file(""), file(""));
    let status = Command::new("timeout")
        .arg(HANGS)
        .args(before)
        .arg(env!("CARGO_BIN_EXE_runok"))
        .args(&call.words)
        .env_clear()
        .env("HOME", place.home())
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .current_dir(place.project())
        .stdin(file(&call.stdin))
        .stdout(stdout.try_clone().unwrap())
        .stderr(stderr.try_clone().unwrap())
        .status()
        .unwrap();
    let text = |mut file: fs::File| {
        file.rewind().unwrap();
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut file, &mut bytes).unwrap();
        bytes
    };
    Output { status, stdout: text(stdout), stderr: text(stderr) }
}

/// A run behind these words.
pub(crate) fn behind(before: &[&str], place: &Place, call: &Call) -> Output {
    started(before, place, call)
}

/// A run without a fault.
pub(crate) fn plain(place: &Place, call: &Call) -> Output {
    started(&[], place, call)
}

/// A run in which the call `name` of each thread has a fault when it is made for the `at`-th time: `error=EIO`, `signal=KILL`.
pub(crate) fn with_fault(place: &Place, call: &Call, fault: &Fault<'_>) -> Output {
    let Fault { name, at, what } = fault;
    let (trace, inject) = (format!("trace={name}"), format!("inject={name}:{what}:when={at}"));
    // its quick way sends no signals
    let quick: &[&str] = if what.starts_with("signal") { &[] } else { &["--seccomp-bpf"] };
    let strace = [&["strace", "-f", "-o", "/dev/null", "-e", &trace, "-e", &inject], quick].concat();
    started(&strace, place, call)
}

/// A fault of one call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fault<'a> {
    pub(crate) name: &'a str,
    pub(crate) at: usize,
    pub(crate) what: &'a str,
}

/// Did it have to be ended because it came to no end?
pub(crate) fn hung(output: &Output) -> bool {
    output.status.code() == Some(ENDED_BY_TIMEOUT)
}

/// Was it killed?
pub(crate) fn was_killed(output: &Output) -> bool {
    output.status.signal() == Some(SIGKILL)
}

/// How often a call is made: before the program is loaded, before the guard of `hook` is up, and at most by one thread.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Count {
    pub(crate) loading: usize,
    pub(crate) unguarded: usize,
    pub(crate) most: usize,
}

/// The calls of a run, until the process becomes another program.
pub(crate) fn counted(place: &Place, call: &Call) -> BTreeMap<String, Count> {
    let log: PathBuf = tempfile::NamedTempFile::new().unwrap().into_temp_path().to_path_buf();
    let output = started(&["strace", "-f", "-o", log.to_str().unwrap()], place, call);
    assert!(!hung(&output), "{call:?} hangs");
    let text = String::from_utf8_lossy(&fs::read(&log).unwrap()).into_owned();
    fs::remove_file(&log).unwrap();
    let mut counts: BTreeMap<String, Count> = BTreeMap::new();
    let mut threads: BTreeMap<(String, String), usize> = BTreeMap::new();
    let first = text.split_whitespace().next().unwrap_or_default().to_owned();
    let (mut loading, mut unguarded) = (true, true);
    for line in text.lines() {
        let Some((thread, rest)) = line.split_once(' ') else { continue };
        let Some((name, arguments)) = rest.trim_start().split_once('(') else { continue };
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            continue;
        }
        let made = threads.entry((thread.to_owned(), name.to_owned())).or_default();
        *made += 1;
        let made = *made;
        if name == "execve" && thread == first && made > 1 && !rest.contains("= -1") {
            // what comes from here on is another program's
            counts.entry(name.to_owned()).or_default().most = made;
            break;
        }
        loading &= !(name == "poll" && arguments.starts_with("[{fd=0"));
        unguarded &= !(name == "rt_sigaction" && arguments.starts_with("SIGALRM"));
        let count = counts.entry(name.to_owned()).or_default();
        count.most = count.most.max(made);
        if thread == first && loading {
            count.loading = made;
        }
        if thread == first && unguarded {
            count.unguarded = made;
        }
    }
    counts
}
