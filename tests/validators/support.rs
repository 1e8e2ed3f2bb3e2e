//! What the tests of external validators share: how a misbehaving child is asked and watched.
#![allow(dead_code, reason = "each test program uses its part of it")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use runok::decision::Reply;
use runok::policy::types::Executor;
use runok::validator::outcome::Deadline;
use runok::validator::process::exchange;
use runok::verdict::Verdict;

/// Long enough for anything that ends by itself, however busy the machine.
pub(crate) const AMPLE: Duration = Duration::from_secs(30);
/// For children that never end.
pub(crate) const SHORT: Duration = Duration::from_millis(1500);
/// How much later than its deadline a reply may be on a busy machine.
pub(crate) const GRACE: Duration = Duration::from_secs(5);

pub(crate) const REQUEST: &str = "{\"jsonrpc\":\"2.0\",\"id\":1}\n";

pub(crate) fn room() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/validators")
}

pub(crate) fn executor(words: &[&str]) -> Executor {
    Executor {
        command: words.join(" "),
        words: words.iter().map(|word| (*word).to_owned()).collect(),
        directory: room().to_str().unwrap().to_owned(),
        timeout: None,
        env: Vec::new(),
    }
}

/// A file that lives as long as the test.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("runok-matrix-{}-{number}-{name}", std::process::id()));
        let _ = fs::remove_file(&path);
        Self(path)
    }

    pub(crate) fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }

    pub(crate) fn lines(&self) -> Vec<String> {
        fs::read_to_string(&self.0).unwrap_or_default().lines().map(str::to_owned).collect()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// The state of a process as the system names it (`Z` is one that only waits to be reaped), if there is such a process.
pub(crate) fn state(process: &str) -> Option<char> {
    if Path::new("/proc/self/stat").exists() {
        let line = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        return line.rsplit(") ").next()?.chars().next();
    }
    let listed = Command::new("ps").args(["-o", "stat=", "-p", process]).output().unwrap();
    String::from_utf8(listed.stdout).unwrap().trim_start().chars().next()
}

/// Holds the exchange with `child.sh BEHAVIOUR` and checks what must hold whatever it does.
pub(crate) fn reply_of(behaviour: &str, request: &str, limit: Duration, more: &[&str]) -> Reply {
    let processes = Scratch::new(behaviour);
    let mut words = vec!["./child.sh", behaviour, processes.path()];
    words.extend(more);
    let began = Instant::now();
    let deadline = Deadline::new(began, limit);
    let reply = exchange(&executor(&words), request, deadline, &[]).into_reply(deadline);
    assert!(began.elapsed() < limit + GRACE, "{behaviour} took {:?}", began.elapsed());
    let ids = processes.lines();
    assert!(!ids.is_empty(), "{behaviour} did not start: {reply:?}");
    assert_eq!(state(&ids[0]), None, "{behaviour} was not reaped");
    for id in &ids {
        let patience = Instant::now();
        // Its orphans are reaped by init, in its own time.
        while state(id).is_some_and(|state| state != 'Z') {
            assert!(patience.elapsed() < GRACE, "{behaviour}: process {id} lives on");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
    reply
}

pub(crate) fn answer(status: Verdict, message: Option<&str>) -> Reply {
    Reply::Answer { status, message: message.map(str::to_owned), fix_suggestion: None }
}

pub(crate) fn failure(text: &str) -> Reply {
    Reply::Failure(text.to_owned())
}

/// More than any pipe holds.
pub(crate) fn long_request() -> String {
    " ".repeat(2_000_000) + REQUEST
}
