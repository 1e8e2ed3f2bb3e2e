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

use std::time::{Duration, Instant};

use runok::decision::Reply;
use runok::validator::outcome::Deadline;
use runok::validator::process::exchange;
use runok::verdict::Verdict;

#[path = "validators/support.rs"]
mod support;
use support::*;

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
    let behaviours = [
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
    ];
    at_once(&behaviours.map(|behaviour| (behaviour, failure("timeout after 1.5s"))));
}

#[test]
fn an_answer_before_it_hangs_still_forbids() {
    at_once(&[
        ("deny-close-and-sleep", answer(Verdict::Deny, Some("no"))),
        ("deny-and-sleep", answer(Verdict::Deny, Some("no"))),
        ("ask-and-sleep", answer(Verdict::Ask, Some("look"))),
    ]);
}

/// Children that never end, all at the same time.
fn at_once(table: &[(&str, Reply)]) {
    std::thread::scope(|scope| {
        for (behaviour, reply) in table {
            scope.spawn(move || assert_eq!(reply_of(behaviour, REQUEST, SHORT, &[]), *reply, "{behaviour}"));
        }
    });
}

#[test]
fn it_does_not_read() {
    let long = long_request();
    assert_eq!(reply_of("unread-and-sleep", &long, SHORT, &[]), failure("timeout after 1.5s"));
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
