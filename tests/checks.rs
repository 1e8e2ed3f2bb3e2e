//! The example validators of `checks/`, each run with its real interpreter through the exchange that runok itself uses.
//!
//! `tests/tools.sh` makes sure of the interpreters. Where one is missing the tests of that check say so, and fail on CI.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "tests start processes, read the clock and fail by a panic"
)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use runok::decision::{Query, Reply};
use runok::policy::types::Executor;
use runok::validator::{consult, protocol};
use runok::verdict::Verdict::{self, Allow, Ask, Deny};

#[path = "checks/env_guard.rs"]
mod env_guard;
#[path = "checks/graphql_guard.rs"]
mod graphql_guard;
#[path = "checks/http_guard.rs"]
mod http_guard;
#[path = "checks/url_check.rs"]
mod url_check;

/// Options and their values as runok passes them, names without dashes.
type Options<'a> = &'a [(&'a str, &'a str)];

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Where `tests/tools.sh` puts what it installs.
fn tools() -> PathBuf {
    project().join("tests/.tools/bin")
}

/// The program to start, if it is there.
fn program(name: &str) -> Option<String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places = std::iter::once(tools()).chain(std::env::split_paths(&path)).map(|place| place.join(name));
    let found = places.find(|file: &PathBuf| file.is_file());
    if found.is_none() {
        assert!(std::env::var("CI").as_deref() != Ok("true"), "{name} is missing: run tests/tools.sh");
        eprintln!("NOT TESTED: {name} is missing; run tests/tools.sh");
    }
    found.map(|file| file.to_str().unwrap().to_owned())
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn pairs(pairs: Options<'_>) -> Vec<(String, String)> {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

/// A question about a command, asked with the words of an executor, in the project's directory.
fn query(words: Vec<String>, command: &str, flags: Options<'_>, args: &[&str]) -> Query {
    Query {
        executor: Executor {
            command: words.join(" "),
            words,
            directory: project().to_str().unwrap().to_owned(),
            timeout: Some(Duration::from_secs(60)),
            env: Vec::new(),
        },
        type_name: "Checked".to_owned(),
        value: None,
        command: command.to_owned(),
        flags: pairs(flags),
        args: owned(args),
        argv: std::iter::once(command).chain(args.iter().copied()).map(str::to_owned).collect(),
        raw_command_line: format!("{command} …"),
        env: Vec::new(),
        cwd: "/home/user/project".to_owned(),
        withheld_env: Vec::new(),
    }
}

/// Asks, and checks the status and a part of the message.
fn expect(query: Query, status: Verdict, part: &str) -> Option<String> {
    let shown = format!("{:?} {:?} {:?}", query.flags, query.args, query.env);
    let reply = consult(&[query], Duration::from_secs(120), Instant::now()).remove(0);
    let Reply::Answer { status: given, message, fix_suggestion } = reply else { panic!("{shown}: {reply:?}") };
    let message = message.unwrap_or_default();
    assert!(given == status && message.contains(part), "{shown}: {given:?} {message:?}, not {status:?} {part:?}");
    fix_suggestion
}

/// The command that a check's header shows runs as it stands, and its answer has this status.
fn header_example_works(check: &str, status: Verdict) {
    let text = std::fs::read_to_string(project().join("checks").join(check)).unwrap();
    let example =
        text.lines().find_map(|line| line.find("printf '%s' '{").map(|start| line.split_at(start).1)).unwrap();
    let path = std::env::var("PATH").unwrap();
    // The header is read by a person who stands in the project's directory.
    let output = Command::new("sh")
        .args(["-c", example])
        .current_dir(project())
        .env("PATH", format!("{}:{path}", tools().display()))
        .output()
        .unwrap();
    let answer = protocol::response(&output.stdout);
    assert_eq!(
        answer.map(|answer| answer.status),
        Ok(status),
        "{example}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// What is no request gets an answer that never allows, at once.
fn garbage_is_never_allowed(words: &[String]) {
    let texts: &[&[u8]] = &[
        b"",
        b"garbage",
        b"\xff\xfe",
        b"[]",
        b"null",
        b"{\"jsonrpc\":\"2.0\",\"id\":1}",
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"params\":null}",
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"params\":{}}",
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"params\":{\"command\":\"curl\",\"flags\":[],\"args\":7}}",
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"params\":{\"command\":7,\"flags\":null,\"args\":null,\"env\":{\"AWS_PROFILE\":\"prod\"}}}",
    ];
    for text in texts {
        let (first, rest) = words.split_first().unwrap();
        let mut child = Command::new(first)
            .args(rest)
            .current_dir(project())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(text).unwrap();
        let output = child.wait_with_output().unwrap();
        let status = protocol::response(&output.stdout).map(|answer| answer.status);
        assert_ne!(status, Ok(Allow), "{}", String::from_utf8_lossy(text));
    }
}
