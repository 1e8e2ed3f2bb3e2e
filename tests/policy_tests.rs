//! The tests that stand in the policies: those of the example and of every embedded policy, run by `runok test`.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test that runs the program and reads the sources"
)]

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::runok;

/// A directory that is no place for temporary files, where rules about those would hold for everything; with the files that
/// tests speak of.
fn scratch(name: &str) -> PathBuf {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shared = Path::new("/dev/shm");
    let base = if shared.is_dir() { shared } else { project };
    let directory = base.join(format!("runok-policy-tests-{}-{}", std::process::id(), name.replace(['/', ':'], "-")));
    std::fs::create_dir_all(directory.join("src")).unwrap();
    for file in ["README.md", "runok.example.yaml", "src/main.rs"] {
        std::fs::copy(project.join(file), directory.join(file)).unwrap();
    }
    directory
}

/// Runs the tests of a policy; all of them have to pass. How many there are comes back.
fn hold(policy: &str) -> u64 {
    let directory = scratch(policy);
    let output = Command::new(env!("CARGO_BIN_EXE_runok"))
        .args(["test", "--output-format", "json", policy])
        .current_dir(&directory)
        .env_clear()
        // without a PATH no validator can be run: what depends on one asks
        .env("HOME", "/home/dev")
        .output()
        .unwrap();
    std::fs::remove_dir_all(&directory).unwrap();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let tests = report["policies"][0]["tests"].as_array().unwrap().iter();
    let failed: Vec<String> = tests
        .filter(|test| test["result"] != "passed")
        .map(|test| format!("line {}: {}: {}\n", test["line"], test["command"], test["decision"]))
        .collect();
    assert!(failed.is_empty(), "{policy}:\n{}", failed.concat());
    assert_eq!((report["policies"][0].get("problems"), output.status.code()), (None, Some(0)), "{policy}");
    report["passed"].as_u64().unwrap()
}

#[test]
fn the_tests_of_the_example_hold() {
    assert!(hold("runok.example.yaml") > 60);
}

#[test]
fn the_tests_of_every_embedded_policy_hold() {
    let presets = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/policy/presets");
    let mut counts = Vec::new();
    for entry in std::fs::read_dir(presets).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        counts.push((hold(&format!("builtin:{name}")), name));
    }
    assert!(counts.iter().all(|(count, name)| name == "default" || name == "self" || *count >= 40), "{counts:?}");
    assert!(counts.iter().all(|(count, _)| *count > 0), "an embedded policy has no tests: {counts:?}");
}

/// What a denial suggests to run instead has to be allowed, under the policies that most people have.
#[test]
fn what_is_suggested_instead_is_allowed() {
    let presets = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/policy/presets");
    let directory = scratch("suggestions");
    std::fs::write(directory.join("p.yml"), "extends: [builtin:default, builtin:dev]\n").unwrap();
    let mut seen = 0;
    for entry in std::fs::read_dir(presets).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let suggestions = text.lines().filter_map(|line| line.trim().strip_prefix("fix_suggestion: "));
        let mut suggestions: Vec<&str> = suggestions.collect();
        suggestions.sort_unstable();
        suggestions.dedup();
        for suggestion in suggestions {
            let output = Command::new(env!("CARGO_BIN_EXE_runok"))
                .args(["check", "-c", "p.yml", "--", suggestion])
                .current_dir(&directory)
                .env_clear()
                .env("HOME", "/home/dev")
                .output()
                .unwrap();
            assert_eq!(output.status.code(), Some(0), "{suggestion}: {}", String::from_utf8_lossy(&output.stdout));
            seen += 1;
        }
    }
    std::fs::remove_dir_all(&directory).unwrap();
    assert!(seen > 20, "{seen}");
}

/// The tests of builtin:self hold by themselves, as everything asks there: here they are held where everything is allowed.
#[test]
fn what_runok_stands_on_is_asked_about_whatever_else_allows_it() {
    let preset =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/policy/presets/self.yml")).unwrap();
    let rows = preset.lines().filter_map(|line| line.trim().strip_prefix("- ask: "));
    let lines: Vec<String> = rows
        .filter(|row| !row.starts_with('{'))
        .map(|row| match row.strip_prefix('\'').and_then(|row| row.strip_suffix('\'')) {
            Some(quoted) => quoted.replace("\'\'", "\'"),
            None => row.to_owned(),
        })
        .collect();
    assert!(lines.len() > 20, "{lines:?}");
    for line in lines {
        let policy = "defaults: {action: allow}\nrules: [{allow: '*'}]\n";
        let run = runok(["check", "-c", "all.yml", "--", &line])
            .file("all.yml", policy)
            .file("../.config/runok/runok.yml", "");
        run.status(4).stdout_is(|text| text.starts_with("ask: ")).check();
    }
}
