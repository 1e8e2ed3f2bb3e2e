//! `runok policy`, `trust` and `schema` as programs.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests start programs, write files, and stop where they cannot go on"
)]

mod common;
#[path = "support/pty.rs"]
mod pty;

use std::path::Path;
use std::process::Command;

use pty::Session;

use common::{decisions, json_lines, runok};

const POLICY: &str = "rules:\n  - allow: 'tool'\n  - deny: 'rm *'\n";

#[test]
fn the_files_that_apply_are_shown_with_their_role_and_trust() {
    let text = runok(["policy"])
        .file("runok.yml", POLICY)
        .file("../.config/runok/runok.yml", "rules:\n  - allow: 'ls'\n")
        .stdout_is(|_| true)
        .check();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].contains(".config/runok/runok.yml") && lines[0].contains("global"), "{text}");
    assert!(lines[1].contains("project/runok.yml") && lines[1].contains("not trusted"), "{text}");
    assert!(lines.last().unwrap().contains("no problems"), "{text}");
}

#[test]
fn every_problem_is_told_at_once_with_its_place() {
    let policy = "rulez: []\nrules:\n  - allow: 'ls'\n    wen: 'true'\n  - deny: 'rm *'\n    when: 'args[0] =='\ntypes:\n  T: { regex: '(' }\n";
    let text = runok(["policy", "-c", "p.yml"]).file("p.yml", policy).stdout_is(|_| true).status(2).check();
    for place in ["p.yml:1:1: ", "p.yml:4:5: ", "p.yml:8:"] {
        assert!(text.contains(place), "{place} is missing in\n{text}");
    }
    assert!(text.contains("rules") && text.contains("when"), "no nearest key in\n{text}");
    assert!(text.contains("args[0] =="), "the condition is missing in\n{text}");
    let json = runok(["policy", "-c", "p.yml", "--output-format", "json"]);
    let json = json.file("p.yml", policy).stdout_is(|_| true).status(2).check();
    assert!(json_lines(&json)[0]["problems"].as_array().unwrap().len() >= 4, "{json}");
}

#[test]
fn names_functions_and_expressions_of_conditions_are_looked_at() {
    let policy = "rules:\n  - deny: 'rm *'\n    when: 'args[0].matches(\"(\")'\n  - deny: 'mv *'\n    when: nothing == 1 && nosuch(args) && size(effects.write) > 0\n";
    let text = runok(["policy", "-c", "p.yml"]).file("p.yml", policy).stdout_is(|_| true).status(2).check();
    for told in [
        "p.yml:3:",
        "p.yml:5:",
        "`nothing` is not defined",
        "nosuch()",
        "`effects` has no key `write`",
        "did you mean `writes`?",
    ] {
        assert!(text.contains(told), "{told} is missing in\n{text}");
    }
    assert!(text.ends_with("2 rules, 4 problems\n"), "{text}");
}

#[test]
fn a_file_that_is_not_there_is_a_problem() {
    runok(["policy", "-c", "/no/such/file"]).stdout_is(|text| text.contains("/no/such/file")).status(2).check();
}

#[test]
fn without_any_policy_the_embedded_one_applies() {
    runok(["policy"])
        .stdout_is(|text| text.contains("builtin:default") && text.contains("builtin:catastrophic"))
        .check();
    runok(["check", "--", "git status"]).stdout("allow\n").check();
    runok(["check", "--", "rm -rf /"]).stdout_is(|text| text.starts_with("deny: ")).status(3).check();
    runok(["check", "--", "runok trust"]).stdout_is(|text| text.starts_with("deny: ")).status(3).check();
}

#[test]
fn an_untrusted_project_only_tightens_and_says_so() {
    let judge = |command: &str| {
        let run = runok(["check", "--output-format", "json", "--", command]).file("runok.yml", POLICY);
        run.stdout_is(|_| true).any_status().check()
    };
    let answer = judge("tool");
    assert_eq!(decisions(&answer), ["ask"]);
    assert!(answer.contains("runok trust"), "{answer}");
    assert_eq!(decisions(&judge("rm x")), ["deny"]);
}

#[test]
fn trust_is_not_given_without_a_terminal() {
    let run = runok(["trust"]).file("runok.yml", POLICY).stdin("y\n");
    run.stdout_is(|text| text.contains("tool")).stderr_is(|text| text.contains("terminal")).status(2).check();
    runok(["trust"]).stderr_is(|text| text.contains("no runok.yml")).status(2).check();
    runok(["trust", "--list"]).stdout("").check();
    runok(["trust", "--list", "--revoke"]).stderr_is(|text| text.contains("--list")).status(2).check();
}

/// Runs the program on a terminal; where there is an answer, it is typed after the question. What it prints comes back, with its
/// exit code.
fn on_a_terminal(home: &Path, words: &[&str], answer: Option<&str>) -> (String, i32) {
    let words: Vec<&str> = std::iter::once(env!("CARGO_BIN_EXE_runok")).chain(words.iter().copied()).collect();
    let mut session = Session::start(&words, &home.join("project"), &[("HOME", home.to_str().unwrap())]);
    let mut page = String::new();
    if let Some(answer) = answer {
        page = session.wait_for("Trust it? [y/N]");
        // what is typed at once may still count as typed before the question was shown
        std::thread::sleep(std::time::Duration::from_millis(200));
        session.press(answer);
    }
    let (status, rest) = session.end();
    (page + &rest, status.code().unwrap())
}

#[test]
fn trust_is_given_at_a_terminal_kept_and_lost_with_a_change() {
    let directory = tempfile::tempdir().unwrap();
    let home = directory.path().canonicalize().unwrap();
    std::fs::create_dir(home.join("project")).unwrap();
    std::fs::write(home.join("project/runok.yml"), POLICY).unwrap();
    let binary = env!("CARGO_BIN_EXE_runok");
    let verdict = || {
        let mut check = Command::new(binary);
        check.args(["check", "--", "tool"]).current_dir(home.join("project"));
        check.env_clear().env("HOME", &home).output().unwrap().status.code()
    };
    assert_eq!(verdict(), Some(4));
    let (page, status) = on_a_terminal(&home, &["trust"], Some("n\n"));
    assert!(page.contains("allow: tool") || page.contains("tool"), "{page}");
    assert_eq!((status, verdict()), (2, Some(4)), "{page}");
    let (page, status) = on_a_terminal(&home, &["trust"], Some("y\n"));
    assert_eq!((status, verdict()), (0, Some(0)), "{page}");
    use std::os::unix::fs::PermissionsExt;
    let kept = std::fs::metadata(home.join(".local/state/runok/trust")).unwrap();
    assert_eq!(kept.permissions().mode() & 0o777, 0o600);
    std::fs::write(home.join("project/runok.yml"), format!("{POLICY}  - allow: 'more'\n")).unwrap();
    assert_eq!(verdict(), Some(4));
    on_a_terminal(&home, &["trust"], Some("yes\n"));
    assert_eq!(verdict(), Some(0));
    let (page, status) = on_a_terminal(&home, &["trust", "--revoke"], None);
    assert_eq!((status, verdict()), (0, Some(4)), "{page}");
}

#[test]
fn the_schema_is_json_and_knows_the_keys() {
    let text = runok(["schema"]).stdout_is(|_| true).check();
    let schema: serde_json::Value = serde_json::from_str(&text).unwrap();
    for key in ["rules", "types", "definitions", "defaults", "extends"] {
        assert!(schema["properties"][key].is_object(), "{key}");
    }
}
