//! What a validator writes: it allows only by one well-formed answer, and what it says is shown clean.
//!
//! The first byte says how its process ended; the rest is what it wrote.

use std::cell::OnceCell;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use runok::decision::{Decision, Outcome as Evaluated, Reply};
use runok::input::CommandLine;
use runok::validator::outcome::{Deadline, MAX_RESPONSE_BYTES, Outcome};
use runok::validator::protocol;
use runok::verdict::Verdict;
use serde_json::Value;

use super::judge::Judge;
use super::{json, shown, texts};

const POLICY: &str = "
rules:
  - allow: 'curl <opts> <type:Address>'
  - { allow: 'wget *', validate: Address }
types:
  Address: { executor: './check' }
";

const LINES: [&str; 2] = ["curl -s https://example.com", "wget -q https://example.com; true"];

thread_local! {
    static JUDGE: OnceCell<Judge> = const { OnceCell::new() };
}

pub(crate) fn attempt(bytes: &[u8]) {
    let Some((ending, written)) = bytes.split_first() else { return };
    let answer = protocol::response(written);
    let well_formed = status(written);
    assert_eq!(
        answer.as_ref().is_ok_and(|answer| answer.status == Verdict::Allow),
        well_formed.as_deref() == Some("allow")
    );
    assert_eq!(answer.is_ok(), well_formed.is_some(), "{answer:?}");
    let (outcome, good) = ended(*ending, written);
    let reply = outcome.into_reply(Deadline::new(Instant::now(), Duration::from_secs(1)));
    let allows = matches!(&reply, Reply::Answer { status: Verdict::Allow, .. });
    assert!(!allows || (good && well_formed.as_deref() == Some("allow")), "{reply:?}");
    if let (Reply::Failure(_), Some("deny")) = (&reply, well_formed.as_deref()) {
        assert!(!good, "a refusal counts, whatever became of the process");
    }
    JUDGE.with(|judge| {
        let judge = judge.get_or_init(|| Judge::of(POLICY));
        for line in LINES {
            let decision = settled(judge, line, &reply);
            assert!(decision.verdict != Verdict::Allow || allows, "{reply:?} allows {line}");
            shown::decision(&decision, line);
        }
    });
}

/// How the process ended, and whether that is no reason against an `allow`.
fn ended(ending: u8, written: &[u8]) -> (Outcome, bool) {
    let output = written.to_vec();
    let exited = |status| Outcome::Exited { output: written.to_vec(), status };
    match ending % 6 {
        0..=1 => (exited(Some(ExitStatus::from_raw(0))), written.len() <= MAX_RESPONSE_BYTES),
        2 => (exited(Some(ExitStatus::from_raw(256))), false),
        3 => (exited(Some(ExitStatus::from_raw(9))), false),
        4 => (exited(None), false),
        _ => (Outcome::TimedOut { output }, false),
    }
}

/// The status of a well-formed answer, read apart from runok's reader.
fn status(written: &[u8]) -> Option<String> {
    let object = json::read(written)?;
    let object = object.as_object()?;
    let result = object.get("result")?.as_object()?;
    let envelope =
        object.get("jsonrpc")? == "2.0" && object.get("id")?.as_u64() == Some(1) && !object.contains_key("error");
    let words = ["message", "fix_suggestion"];
    let texts = words.iter().all(|key| result.get(*key).is_none_or(|value| value.is_string() || value.is_null()));
    let deep = depth(&Value::Object(object.clone())) > runok::validator::strict_json::MAX_DEPTH;
    (envelope && texts && !deep).then(|| result.get("status")?.as_str().map(str::to_owned)).flatten()
}

fn depth(value: &Value) -> usize {
    match value {
        Value::Array(values) => 1 + values.iter().map(depth).max().unwrap_or_default(),
        Value::Object(members) => 1 + members.values().map(depth).max().unwrap_or_default(),
        _ => 0,
    }
}

fn settled(judge: &Judge, line: &str, reply: &Reply) -> Decision {
    let reading = judge.read(&CommandLine::new(line).unwrap());
    judge.begin(&reading, line, |outcome| match outcome {
        Evaluated::Settled(decision) => panic!("settled without the validator: {decision:?}"),
        Evaluated::Consult(pending) => {
            let replies = vec![reply.clone(); pending.queries.len()];
            pending.settle(&replies)
        }
    })
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let results = [
        r#"{"status":"allow"}"#,
        r#"{"status":"deny","message":"no \u001b[31m\u202e","fix_suggestion":"ls"}"#,
        r#"{"status":"ask","message":null}"#,
        r#"{"status":"Allow"}"#,
        r#"{"status":"allow","status":"deny"}"#,
        r#"{"status":1}"#,
    ];
    let mut seeds = texts::own("answer");
    for (number, result) in results.iter().enumerate() {
        for text in [
            format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#),
            format!("\n {{\"id\":1,\"x\":[[{{}}]],\"result\":{result},\"jsonrpc\":\"2.0\"}}\r\n"),
            format!(r#"{{"jsonrpc":"2.0","id":"1","result":{result}}}{{}}"#),
            format!(r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32600,"message":"x"}},"result":{result}}}"#),
        ] {
            seeds.push([&[u8::try_from(number).unwrap()], text.as_bytes()].concat());
        }
    }
    seeds
}
