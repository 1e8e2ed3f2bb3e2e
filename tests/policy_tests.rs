//! The tests that stand in the policies: those of the example and of `builtin:default`, run by the program itself.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test that writes a policy and runs the program"
)]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use runok::policy::RuleTest;
use runok::policy::load::{LoadRequest, load};

const HOME: &str = "/home/dev";

/// What the program answers to each command, in order.
fn answers(policy: &Path, commands: &[&str]) -> Vec<String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_runok"))
        .args(["check", "--output-format", "json", "-c"])
        .arg(policy)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_clear()
        // without a PATH no validator can be run: what depends on one asks
        .env("HOME", HOME)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let lines: String = commands.iter().map(|one| format!("{}\n", serde_json::json!({ "command": one }))).collect();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let decision = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["decision"].to_string();
    String::from_utf8(output.stdout).unwrap().lines().map(decision).collect()
}

fn hold(policy: &Path) -> usize {
    let loaded = load(&LoadRequest {
        config: Some(policy.to_str().unwrap().to_owned()),
        home: Some(HOME.to_owned()),
        thorough: true,
        ..LoadRequest::default()
    });
    assert_eq!(loaded.problems, []);
    let of_rules = loaded.policy.rules.iter().flat_map(|rule| &rule.tests);
    let tests: Vec<&RuleTest> = of_rules.chain(loaded.policy.cases.iter().map(|(_, test)| test)).collect();
    let commands: Vec<&str> = tests.iter().map(|test| test.command.as_str()).collect();
    let answers = answers(policy, &commands);
    assert_eq!(answers.len(), tests.len());
    let wrong = tests.iter().zip(&answers).filter(|(test, answer)| **answer != format!("{:?}", test.expect.as_str()));
    let wrong: Vec<String> =
        wrong.map(|(test, answer)| format!("line {}: {}: {answer}\n", test.line, test.command)).collect();
    assert!(wrong.is_empty(), "{}", wrong.concat());
    tests.len()
}

#[test]
fn the_tests_of_the_example_hold() {
    assert!(hold(&Path::new(env!("CARGO_MANIFEST_DIR")).join("runok.example.yaml")) > 60);
}

#[test]
fn the_tests_of_the_embedded_policy_hold() {
    let directory = std::env::temp_dir().join(format!("runok-policy-tests-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let path = directory.join("runok.yml");
    std::fs::write(&path, "extends: [builtin:default]\n").unwrap();
    let count = hold(&path);
    std::fs::remove_dir_all(&directory).unwrap();
    assert!(count > 130);
}
