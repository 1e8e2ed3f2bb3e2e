//! How a validator is started, what it is given, and how many of them share one run.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests start processes, read the clock and fail by a panic"
)]

use std::fs::{self, File};
use std::process::Command;
use std::time::{Duration, Instant};

use runok::decision::{Query, Reply};
use runok::policy::types::Executor;
use runok::validator::consult;
use runok::validator::outcome::{Deadline, Outcome};
use runok::validator::process::exchange;
use runok::verdict::Verdict;

#[path = "validators/support.rs"]
mod support;
use support::*;

#[test]
fn it_cannot_be_started() {
    let removed = Scratch::new("removed.sh");
    fs::write(&removed.0, "#!/bin/sh\n").unwrap();
    let gone = removed.path().to_owned();
    drop(removed);
    let missing = "No such file or directory (os error 2)";
    let denied = "Permission denied (os error 13)";
    let table: &[(&[&str], String)] = &[
        (&["./missing"], format!("./missing: {missing}")),
        (&["runok-no-such-program"], format!("runok-no-such-program: not found in PATH: {missing}")),
        (&["./not_executable"], format!("./not_executable: {denied} (is it executable?)")),
        (&["./with spaces"], format!("./with spaces: {denied} (it is a directory)")),
        (&["/"], format!("/: {denied} (it is a directory)")),
        (&["./child.sh/x"], "./child.sh/x: Not a directory (os error 20)".to_owned()),
        (
            &["./bad_interpreter"],
            format!("./bad_interpreter: {missing} (the interpreter that its first line names is missing)"),
        ),
        (&["./no_interpreter"], "./no_interpreter: Exec format error (os error 8)".to_owned()),
        (&["not_executable"], format!("not_executable: not found in PATH: {missing}")),
        (&[&gone], format!("{gone}: {missing}")),
        (&[], "the executor names no program".to_owned()),
        (&[""], "the executor names no program".to_owned()),
    ];
    for (words, text) in table {
        let deadline = Deadline::new(Instant::now(), AMPLE);
        let reply = exchange(&executor(words), REQUEST, deadline, &[]).into_reply(deadline);
        assert_eq!(reply, failure(&format!("spawn error: {text}")), "{words:?}");
    }
    let nowhere = Executor { directory: "/nowhere/at/all".to_owned(), ..executor(&["/bin/sh"]) };
    let reply = exchange(&nowhere, REQUEST, Deadline::new(Instant::now(), AMPLE), &[]);
    assert_eq!(reply, Outcome::NotStarted(format!("/bin/sh: {missing} (the directory of the policy file is gone)")));
}

#[test]
fn a_path_with_spaces_is_one_word() {
    let words = shlex::split("'./with spaces/a child.sh' \"two words\"").unwrap();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let deadline = Deadline::new(Instant::now(), AMPLE);
    let reply = exchange(&executor(&words), REQUEST, deadline, &[]).into_reply(deadline);
    assert_eq!(reply, answer(Verdict::Deny, Some("two words")));
}

#[test]
fn it_runs_in_the_directory_of_the_policy() {
    let here = room().canonicalize().unwrap();
    assert_eq!(reply_of("where", REQUEST, AMPLE, &[]), answer(Verdict::Allow, here.to_str()));
}

#[cfg(target_os = "linux")]
#[test]
fn it_has_no_descriptor_but_the_three() {
    let file = File::open(room().join("no_interpreter")).unwrap();
    let other = File::open("/dev/null").unwrap();
    for descriptor in [&file, &other] {
        rustix::io::fcntl_setfd(descriptor, rustix::io::FdFlags::empty()).unwrap();
    }
    assert_eq!(reply_of("descriptors", REQUEST, AMPLE, &[]), answer(Verdict::Allow, Some(" 0 1 2")));
    // What runok was given it still has to give, but not while another test of this process starts a child.
    let patience = Instant::now();
    while !rustix::io::fcntl_getfd(&other).unwrap().is_empty() {
        assert!(patience.elapsed() < GRACE, "the descriptor stays closed to children");
    }
}

/// Runs itself again with variables set, because a process cannot safely change its own.
#[test]
fn its_environment_is_cleaned() {
    const MARK: &str = "RUNOK_TEST_INNER";
    if std::env::var_os(MARK).is_some() {
        let withheld = ["GIT_DIR".to_owned(), "PATH".to_owned()];
        let deadline = Deadline::new(Instant::now(), AMPLE);
        let child = executor(&["sh", "./child.sh", "environment", ""]);
        let reply = exchange(&child, REQUEST, deadline, &withheld).into_reply(deadline);
        let Reply::Answer { message: Some(names), .. } = reply else { panic!("{reply:?}") };
        let names: Vec<&str> = names.split(' ').collect();
        assert!(names.contains(&"RUNOK_TEST_KEPT") && names.contains(&MARK), "{names:?}");
        for gone in ["LD_RUNOK", "DYLD_RUNOK", "GIT_DIR"] {
            assert!(!names.contains(&gone), "{gone} in {names:?}");
        }
        return;
    }
    let again = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "its_environment_is_cleaned"])
        .env(MARK, "1")
        .env("LD_RUNOK", "1")
        .env("DYLD_RUNOK", "1")
        .env("GIT_DIR", "/x")
        .env("RUNOK_TEST_KEPT", "1")
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&again.stdout);
    assert!(again.status.success() && told.contains("1 passed"), "{told}");
}

#[test]
fn no_time_starts_nothing() {
    let deadline = Deadline::new(Instant::now(), Duration::ZERO);
    let asked = Scratch::new("no-time");
    let outcome = exchange(&executor(&["./child.sh", "count", "", asked.path()]), REQUEST, deadline, &[]);
    assert_eq!(outcome.into_reply(deadline), failure("timeout after 0ns"));
    assert!(asked.lines().is_empty());
}

fn query(number: usize, words: &[&str], timeout: Option<Duration>) -> Query {
    Query {
        executor: Executor { timeout, ..executor(words) },
        type_name: "T".to_owned(),
        value: None,
        command: "curl".to_owned(),
        flags: Vec::new(),
        args: vec![number.to_string()],
        argv: vec!["curl".to_owned(), number.to_string()],
        raw_command_line: "curl".to_owned(),
        env: Vec::new(),
        cwd: "/".to_owned(),
        withheld_env: Vec::new(),
    }
}

#[test]
fn two_hundred_hanging_validators_share_one_deadline() {
    let asked = Scratch::new("two-hundred");
    let words = ["./child.sh", "count-and-sleep", "", asked.path()];
    let queries: Vec<Query> = (0..200).map(|number| query(number, &words, Some(Duration::from_millis(400)))).collect();
    let began = Instant::now();
    let replies = consult(&queries, Duration::from_secs(1), began);
    assert!(began.elapsed() < Duration::from_secs(1) + GRACE);
    assert_eq!(replies.len(), 200);
    assert_eq!(replies[0], failure("timeout after 400ms"));
    assert_eq!(replies[199], failure("timeout after 1s"));
    assert!(asked.lines().len() <= 3, "{}", asked.lines().len());
}

#[test]
fn the_same_question_is_asked_once() {
    let asked = Scratch::new("once");
    let words = ["./child.sh", "count", "", asked.path()];
    let queries =
        [query(1, &words, None), query(2, &words, None), query(1, &words, None), query(1, &words, Some(AMPLE))];
    let replies = consult(&queries, AMPLE, Instant::now());
    assert_eq!(replies, vec![answer(Verdict::Allow, None); 4]);
    assert_eq!(asked.lines().len(), 3, "another time limit is another question");
}

#[test]
fn nothing_is_asked_after_a_deny() {
    let asked = Scratch::new("after-deny");
    let deny = query(1, &["./child.sh", "count-deny", "", asked.path()], None);
    let allow = query(2, &["./child.sh", "count", "", asked.path()], None);
    let replies = consult(&[allow.clone(), deny, allow.clone(), query(3, &["./missing"], None)], AMPLE, Instant::now());
    assert_eq!(replies, vec![answer(Verdict::Allow, None), answer(Verdict::Deny, Some("no"))]);
    assert_eq!(asked.lines().len(), 2);
}

#[test]
fn the_text_names_the_time_that_passed() {
    let start = Instant::now();
    let table = [(5000, "5s"), (20_000, "20s"), (1500, "1.5s"), (200, "200ms"), (90_000, "90s")];
    for (length, shown) in table {
        let text = Deadline::new(start, Duration::from_millis(length)).text();
        assert_eq!(text, format!("timeout after {shown}"));
    }
    let (own, run) = (Deadline::new(start, Duration::from_secs(5)), Deadline::new(start, Duration::from_secs(3)));
    assert_eq!(own.or_earlier(run), run);
    assert_eq!(run.or_earlier(own), run);
    assert!(Deadline::new(start, Duration::MAX).left(start).is_some());
}
