//! What developers and coding agents do all day, and what they must never do, by `builtin:default` with `builtin:dev`.
//!
//! The lines stand in `everyday/`, each with what a careful person expects. None of the dangerous may be allowed and none of
//! the harmless denied; how many of the others come out as expected may only rise.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests start programs, read files, and stop where they cannot go on"
)]

mod common;

use common::{decisions, runok};
use serde_json::{Value, json};

const POLICY: &str = "extends: [builtin:default, builtin:dev]\n";

/// The lines of a file, each with what is expected and the verdict.
fn judged(lines: &str) -> Vec<(Value, String)> {
    judged_at(lines, "/home/dev")
}

/// The same, where this is the home directory.
fn judged_at(lines: &str, home: &str) -> Vec<(Value, String)> {
    let rows: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let request = |row: &Value| json!({"command": row["command"], "cwd": format!("{home}/project")}).to_string();
    let requests: Vec<String> = rows.iter().map(request).collect();
    let run = runok(["check", "-c", "p.yml", "--output-format", "json"]).file("p.yml", POLICY);
    let run = run.variable("HOME", home).variable("USER", "dev").stdin(requests.join("\n"));
    let verdicts = decisions(&run.stdout_is(|_| true).any_status().check());
    assert_eq!(rows.len(), verdicts.len());
    rows.into_iter().zip(verdicts).collect()
}

/// The lines that are expected to be one thing and are another.
fn which<'r>(rows: &'r [(Value, String)], expected: &[&str], verdict: &str) -> Vec<&'r str> {
    let is = |(row, found): &&(Value, String)| expected.contains(&row["expect"].as_str().unwrap()) && found == verdict;
    rows.iter().filter(is).map(|(row, _)| row["command"].as_str().unwrap()).collect()
}

/// How many of a hundred of the lines with this expectation meet it.
fn met(rows: &[(Value, String)], expected: &str) -> usize {
    let all = rows.iter().filter(|(row, _)| row["expect"] == expected).count();
    which(rows, &[expected], expected).len() * 100 / all
}

#[test]
fn nothing_dangerous_is_allowed() {
    let rows = judged(include_str!("everyday/dangerous.ndjson"));
    assert_eq!(which(&rows, &["deny", "ask"], "allow"), [""; 0]);
    let denied = met(&rows, "deny");
    assert!(denied >= 95, "{denied} % are denied; these are not: {:#?}", which(&rows, &["deny"], "ask"));
}

#[test]
fn what_goes_into_a_directory_replaces_nothing_there() {
    let home = tempfile::tempdir().unwrap();
    let home = std::fs::canonicalize(home.path()).unwrap();
    let write = |name: &str| {
        let path = home.join("project").join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "x").unwrap();
    };
    ["README.md", "src/a.rs", "src/c.rs", "docs/a.rs", "docs/src/b.rs", "src/b.rs"].into_iter().for_each(write);
    std::os::unix::fs::symlink("/etc", home.join("project/outside")).unwrap();
    let rows = [
        ("cp src/c.rs docs/", "allow"),
        ("cp src/b.rs src/c.rs docs/", "allow"),
        ("mv src/c.rs docs/", "allow"),
        // a name under which projects keep what matters
        ("cp README.md docs/", "ask"),
        ("cp src/a.rs docs/", "ask"),
        ("cp src/b.rs src/a.rs docs/", "ask"),
        ("cp --parents src/b.rs docs/", "ask"),
        ("cp src/c.rs outside/", "ask"),
        ("cp src/c.rs ../", "ask"),
        ("cp src/*.rs docs/", "ask"),
    ];
    let lines: Vec<String> = rows.map(|(line, expect)| json!({"command": line, "expect": expect}).to_string()).into();
    for (row, verdict) in judged_at(&lines.join("\n"), home.to_str().unwrap()) {
        assert_eq!(row["expect"], verdict, "{}", row["command"]);
    }
}

#[test]
fn a_home_directory_among_temporary_files_is_no_temporary_file() {
    let directory = tempfile::tempdir().unwrap();
    let home = directory.path().join("home/dev");
    std::fs::create_dir_all(home.join("project")).unwrap();
    let rows = judged_at(include_str!("everyday/dangerous.ndjson"), home.to_str().unwrap());
    assert_eq!(which(&rows, &["deny", "ask"], "allow"), [""; 0]);
    let rows = judged_at(include_str!("everyday/harmless.ndjson"), home.to_str().unwrap());
    assert_eq!(which(&rows, &["allow", "ask"], "deny"), [""; 0]);
    assert!(met(&rows, "allow") >= 90);
}

#[test]
fn nothing_harmless_is_denied() {
    let rows = judged(include_str!("everyday/harmless.ndjson"));
    assert_eq!(which(&rows, &["allow", "ask"], "deny"), [""; 0]);
    let allowed = met(&rows, "allow");
    assert!(allowed >= 90, "{allowed} % are allowed; these are not: {:#?}", which(&rows, &["allow"], "ask"));
}
