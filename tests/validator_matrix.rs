//! The failure matrix of external validators: each row is a real child process that misbehaves in one way.
//!
//! Whatever a child does, the reply is there by the deadline and a little, nothing of its process group lives on, and the
//! reply is `allow` only after a clean `allow`.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests start processes, read the clock and fail by a panic"
)]

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use runok::decision::{Query, Reply};
use runok::policy::types::Executor;
use runok::validator::consult;
use runok::validator::outcome::{Deadline, Outcome};
use runok::validator::process::exchange;
use runok::verdict::Verdict;

/// Long enough for anything that ends by itself, however busy the machine.
const AMPLE: Duration = Duration::from_secs(30);
/// For children that never end.
const SHORT: Duration = Duration::from_millis(300);
/// How much later than its deadline a reply may be on a busy machine.
const GRACE: Duration = Duration::from_secs(5);

const REQUEST: &str = "{\"jsonrpc\":\"2.0\",\"id\":1}\n";

fn room() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/validators")
}

fn executor(words: &[&str]) -> Executor {
    Executor {
        command: words.join(" "),
        words: words.iter().map(|word| (*word).to_owned()).collect(),
        directory: room().to_str().unwrap().to_owned(),
        timeout: None,
        env: Vec::new(),
    }
}

/// A file that lives as long as the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("runok-matrix-{}-{name}", std::process::id()));
        let _ = fs::remove_file(&path);
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }

    fn lines(&self) -> Vec<String> {
        fs::read_to_string(&self.0).unwrap_or_default().lines().map(str::to_owned).collect()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Does this process live? One that only waits to be reaped by init does not.
fn lives(process: &str) -> bool {
    let listed = Command::new("ps").args(["-o", "stat=", "-p", process]).output().unwrap();
    let state = String::from_utf8(listed.stdout).unwrap();
    !state.trim().is_empty() && !state.trim_start().starts_with('Z')
}

fn exists(process: &str) -> bool {
    Command::new("ps").args(["-o", "stat=", "-p", process]).output().unwrap().status.success()
}

/// Holds the exchange with `child.sh BEHAVIOUR` and checks what must hold whatever it does.
fn reply_of(behaviour: &str, request: &str, limit: Duration, more: &[&str]) -> Reply {
    let processes = Scratch::new(&format!("{behaviour}-{}", more.join("").len()));
    let mut words = vec!["./child.sh", behaviour, processes.path()];
    words.extend(more);
    let began = Instant::now();
    let deadline = Deadline::new(began, limit);
    let reply = exchange(&executor(&words), request, deadline, &[]).into_reply(deadline);
    assert!(began.elapsed() < limit + GRACE, "{behaviour} took {:?}", began.elapsed());
    let ids = processes.lines();
    assert!(!ids.is_empty(), "{behaviour} did not start: {reply:?}");
    assert!(!exists(&ids[0]), "{behaviour} was not reaped");
    for id in &ids {
        let patience = Instant::now();
        while lives(id) {
            assert!(patience.elapsed() < GRACE, "{behaviour}: process {id} lives on");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
    reply
}

fn answer(status: Verdict, message: Option<&str>) -> Reply {
    Reply::Answer { status, message: message.map(str::to_owned), fix_suggestion: None }
}

fn failure(text: &str) -> Reply {
    Reply::Failure(text.to_owned())
}

/// More than any pipe holds.
fn long_request() -> String {
    " ".repeat(2_000_000) + REQUEST
}

#[test]
fn clean_answers() {
    assert_eq!(reply_of("allow", REQUEST, AMPLE, &[]), answer(Verdict::Allow, None));
    assert_eq!(reply_of("deny", REQUEST, AMPLE, &[]), answer(Verdict::Deny, Some("no")));
    assert_eq!(reply_of("allow", &long_request(), AMPLE, &[]), answer(Verdict::Allow, None));
    assert_eq!(reply_of("stderr", REQUEST, AMPLE, &[]), answer(Verdict::Allow, None));
}

#[test]
fn it_exits_at_once() {
    let nothing = failure("invalid response: JSON parse error: EOF while parsing a value at line 1 column 0");
    assert_eq!(reply_of("exit-at-once", REQUEST, AMPLE, &[]), nothing);
    assert_eq!(reply_of("exit-unread", REQUEST, AMPLE, &[]), nothing);
    assert_eq!(reply_of("exit-unread", &long_request(), AMPLE, &[]), nothing);
    let failed = "invalid response: JSON parse error: EOF while parsing a value at line 1 column 0 (exit status: 3)";
    assert_eq!(reply_of("fail", REQUEST, AMPLE, &[]), failure(failed));
}

#[test]
fn it_does_not_end() {
    for behaviour in [
        "close-and-sleep",
        "half",
        "unread-and-sleep",
        "ignore-signals",
        "stop",
        "grandchild-and-hang",
        "slow",
        // An answer from a process that then fails to exit no longer allows.
        "allow-and-sleep",
        "allow-close-and-sleep",
    ] {
        assert_eq!(reply_of(behaviour, REQUEST, SHORT, &[]), failure("timeout after 300ms"), "{behaviour}");
    }
}

#[test]
fn an_answer_before_it_hangs_still_forbids() {
    assert_eq!(
        reply_of("deny-close-and-sleep", REQUEST, Duration::from_secs(1), &[]),
        answer(Verdict::Deny, Some("no"))
    );
    assert_eq!(reply_of("deny-and-sleep", REQUEST, Duration::from_secs(1), &[]), answer(Verdict::Deny, Some("no")));
    assert_eq!(reply_of("ask-and-sleep", REQUEST, Duration::from_secs(1), &[]), answer(Verdict::Ask, Some("look")));
}

#[test]
fn it_does_not_read() {
    let long = long_request();
    assert_eq!(reply_of("unread-and-sleep", &long, SHORT, &[]), failure("timeout after 300ms"));
    assert_eq!(reply_of("unread-and-allow", &long, AMPLE, &[]), answer(Verdict::Allow, None));
    assert_eq!(reply_of("unread-and-allow", REQUEST, AMPLE, &[]), answer(Verdict::Allow, None));
    assert_eq!(reply_of("close-stdin-and-allow", &long, AMPLE, &[]), answer(Verdict::Allow, None));
    assert_eq!(reply_of("write-before-read", &long, AMPLE, &[]), answer(Verdict::Allow, None));
}

#[test]
fn it_writes_without_end() {
    for behaviour in ["gigabyte", "spaces-for-ever", "allow-then-gigabyte"] {
        let reply = reply_of(behaviour, REQUEST, AMPLE, &[]);
        assert_eq!(reply, failure("invalid response: more than 1048576 bytes"), "{behaviour}");
    }
}

#[test]
fn it_leaves_children() {
    assert_eq!(reply_of("grandchild", REQUEST, AMPLE, &[]), answer(Verdict::Allow, None));
    assert!(matches!(reply_of("grandchild-writes", REQUEST, AMPLE, &[]), Reply::Failure(_)));
}

/// A grandchild in a session of its own cannot be killed with the group; nobody waits for it either.
#[test]
fn a_child_that_left_the_group_is_not_waited_for() {
    let script = "import os, sys\n\
        if os.fork() == 0:\n    os.setsid(); os.execvp('sleep', ['sleep', '20'])\n\
        print('{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"status\":\"allow\"}}')";
    let began = Instant::now();
    let deadline = Deadline::new(began, AMPLE);
    let reply = exchange(&executor(&["python3", "-c", script]), REQUEST, deadline, &[]).into_reply(deadline);
    assert_eq!(reply, answer(Verdict::Allow, None));
    assert!(began.elapsed() < Duration::from_secs(15));
}

#[test]
fn its_exit_status_counts() {
    let failed = "invalid response: \"allow\" from a process that failed (exit status: 1)";
    assert_eq!(reply_of("allow-and-fail", REQUEST, AMPLE, &[]), failure(failed));
    let killed = "invalid response: \"allow\" from a process that failed (signal: 9 (SIGKILL))";
    assert_eq!(reply_of("allow-and-die", REQUEST, AMPLE, &[]), failure(killed));
    assert_eq!(reply_of("deny-and-fail", REQUEST, AMPLE, &[]), answer(Verdict::Deny, Some("no")));
    assert_eq!(reply_of("deny-and-die", REQUEST, AMPLE, &[]), answer(Verdict::Deny, Some("no")));
    assert_eq!(reply_of("ask-and-fail", REQUEST, AMPLE, &[]), answer(Verdict::Ask, Some("look")));
}

/// Bytes that are no response: what the child prints (escapes as `printf %b` reads them) and what is said of it.
const SAID: &[(&str, &str)] = &[
    (r#"{"jsonrpc":"2.0","id":1,"result":{"sta"#, "JSON parse error: EOF while parsing a string at line 1 column 38"),
    (
        r#"{"jsonrpc":"2.0","id":1,"result":{"status":"allow"}}\n{"jsonrpc":"2.0","id":1,"result":{"status":"allow"}}"#,
        "JSON parse error: trailing characters at line 2 column 1",
    ),
    (
        r#"{"jsonrpc":"2.0","id":1,"result":{"status":"allow"}} ok"#,
        "JSON parse error: trailing characters at line 1 column 54",
    ),
    (
        r#"log: hello\n{"jsonrpc":"2.0","id":1,"result":{"status":"allow"}}"#,
        "JSON parse error: expected value at line 1 column 1",
    ),
    (
        r#"{"jsonrpc":"2.0","id":1,"result":{"status":"allow","message":"\0377"}}"#,
        "JSON parse error: not UTF-8 at byte 62",
    ),
    (
        r#"\0357\0273\0277{"jsonrpc":"2.0","id":1,"result":{"status":"allow"}}"#,
        "JSON parse error: expected value at line 1 column 1",
    ),
    (
        r#"{"jsonrpc":"2.0","id":1,"result":{"status":"allow"}}\0000"#,
        "JSON parse error: trailing characters at line 1 column 53",
    ),
    (r#"{"jsonrpc":"2.0","id":7,"result":{"status":"allow"}}"#, "`id` is not 1"),
    (r#"{"jsonrpc":"2.0","id":"1","result":{"status":"allow"}}"#, "`id` is not 1"),
    (r#"{"id":1,"result":{"status":"allow"}}"#, "`jsonrpc` is not \"2.0\""),
    (r#"{"jsonrpc":"2.0","id":1,"result":{"status":"allow"},"error":{"code":1}}"#, "both `result` and `error`"),
    (r#"{"jsonrpc":"2.0","id":1}"#, "neither `result` nor `error`"),
    (r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"bad"}}"#, "JSON-RPC error -32600: bad"),
    (r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, "`status` is missing"),
    (r#"{"jsonrpc":"2.0","id":1,"result":{"status":1}}"#, "`status` is not a string"),
];

#[test]
fn it_says_what_is_no_response() {
    for (said, what) in SAID {
        let reply = reply_of("say", REQUEST, AMPLE, &[said]);
        assert_eq!(reply, failure(&format!("invalid response: {what}")), "{said}");
    }
}

#[test]
fn an_unknown_status_asks() {
    for status in ["ALLOW", "Allow", "approve", "", " allow"] {
        let said = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"status":"{status}"}}}}"#);
        assert_eq!(reply_of("say", REQUEST, AMPLE, &[&said]), answer(Verdict::Ask, None), "{status}");
    }
}

/// The words are handed on whole; they are cleaned where they are shown.
#[test]
fn its_words_arrive() {
    let said = r#"{"jsonrpc":"2.0","id":1,"result":{"status":"deny","message":"\\u001b]52;c;eA==\\u0007 \\u009b31m \\u202e"}}"#;
    let reply = reply_of("say", REQUEST, AMPLE, &[said]);
    assert_eq!(reply, answer(Verdict::Deny, Some("\u{1b}]52;c;eA==\u{7} \u{9b}31m \u{202e}")));
    match reply_of("huge", REQUEST, AMPLE, &[]) {
        Reply::Answer { status: Verdict::Deny, message: Some(message), .. } => assert_eq!(message.len(), 900_000),
        other => panic!("{other:?}"),
    }
}

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
    // What runok was given it still has to give.
    assert!(rustix::io::fcntl_getfd(&other).unwrap().is_empty());
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
    assert!((1..=3).contains(&asked.lines().len()), "{}", asked.lines().len());
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
