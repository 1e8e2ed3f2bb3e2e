//! The corpora beside the project, judged where they are present: attacks, harmless lines, and the verdicts of runok 0.3.
//!
//! Attacks and harmless lines go through the batch door, one process a policy, so that door is held to them too.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests start programs, read files, and stop where they cannot go on"
)]

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Mutex;

use common::{corpus, decisions, runok};
use serde_json::{Value, json};

/// What a row rests on: in these, no attack may be allowed.
const NEVER_ALLOWED: [&str; 5] = ["shell", "unknowable", "path", "wrapper", "effect"];

/// Rows of `rules.ndjson` whose verdict differs, with the sentence of the semantics that asks for it.
const DIFFERENCES: &str = include_str!("differences.txt");

/// How many rows may be looser than runok 0.3, which misread their text.
const MAX_LOOSER: usize = 3;

fn rows(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The verdict for each row, in order, all rows of one policy in one run.
fn verdicts(rows: &[Value], policies: &Path) -> Vec<String> {
    let mut by_policy: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, row) in rows.iter().enumerate() {
        by_policy.entry(row["policy"].as_str().unwrap()).or_default().push(index);
    }
    let mut verdicts = vec![String::new(); rows.len()];
    for (policy, indices) in by_policy {
        let file = policies.join(format!("{policy}.yml"));
        let requests: Vec<String> =
            indices.iter().map(|index| json!({"command": rows[*index]["command"]}).to_string()).collect();
        let arguments = ["check", "-c", file.to_str().unwrap(), "--output-format", "json"];
        let run = runok(arguments).stdin(requests.join("\n")).stdout_is(|_| true);
        let strictest = run.any_status().check();
        for (index, decision) in indices.into_iter().zip(decisions(&strictest)) {
            verdicts[index] = decision;
        }
    }
    verdicts
}

fn is_expected(row: &Value, verdict: &str) -> bool {
    row["expected"].as_array().unwrap().iter().any(|expected| expected == verdict)
}

/// Fails unless at least `least` percent of these rows got what they should; says which did not.
#[track_caller]
fn at_least(least: f64, what: &str, judged: &[(&Value, &String)]) {
    let wrong: Vec<String> = judged
        .iter()
        .filter(|(row, verdict)| !is_expected(row, verdict))
        .map(|(row, verdict)| format!("{} {verdict}, not {}: {}", row["id"], row["expected"], row["command"]))
        .collect();
    let score = 100.0 * (judged.len() - wrong.len()) as f64 / judged.len().max(1) as f64;
    eprintln!("{what}: {score:.1} % of {}", judged.len());
    assert!(score >= least, "{what}: {score:.1} %, at least {least} %\n{}", wrong.join("\n"));
}

#[test]
fn attacks_are_not_allowed() {
    let (Some(file), Some(policies)) = (corpus("bypass.ndjson"), corpus("policies")) else { return };
    let rows = rows(&file);
    let verdicts = verdicts(&rows, &policies);
    let judged: Vec<(&Value, &String)> = rows.iter().zip(&verdicts).collect();
    let core: Vec<(&Value, &String)> =
        judged.iter().filter(|(row, _)| NEVER_ALLOWED.contains(&row["basis"].as_str().unwrap())).copied().collect();
    let allowed: Vec<&Value> =
        core.iter().filter(|(_, verdict)| *verdict == "allow").map(|(row, _)| &row["id"]).collect();
    assert!(allowed.is_empty(), "allowed: {allowed:?}");
    at_least(100.0, "attacks by the shell, paths, wrappers and effects", &core);
    at_least(100.0, "all attacks", &judged);
}

#[test]
fn harmless_lines_are_allowed() {
    let (Some(file), Some(policies)) = (corpus("benign.ndjson"), corpus("policies")) else { return };
    let rows = rows(&file);
    let verdicts = verdicts(&rows, &policies);
    let judged: Vec<(&Value, &String)> = rows.iter().zip(&verdicts).collect();
    at_least(99.0, "harmless lines", &judged);
}

#[test]
fn policies_of_the_older_version_mean_the_same_or_stricter() {
    let Some(file) = corpus("rules.ndjson") else { return };
    let rows = rows(&file);
    let next = Mutex::new(rows.iter());
    let different: Mutex<Vec<(&Value, String)>> = Mutex::new(Vec::new());
    let work = || {
        while let Some(row) = { next.lock().unwrap().next() } {
            let verdict = older_verdict(row);
            if verdict != expected(row) {
                different.lock().unwrap().push((row, verdict));
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
    let different = different.into_inner().unwrap();
    let score = 100.0 * (rows.len() - different.len()) as f64 / rows.len() as f64;
    eprintln!("verdicts of runok 0.3: {score:.1} % of {} equal", rows.len());
    let looser: Vec<&Value> =
        different.iter().filter(|(row, verdict)| rank(verdict) < rank(expected(row))).map(|(row, _)| *row).collect();
    assert!(score >= 95.0, "{score:.1} % are equal, at least 95 %");
    assert!(looser.len() <= MAX_LOOSER, "looser: {looser:#?}");
    each_is_listed(&different);
}

/// The verdict of one row; each has a policy and an environment of its own.
fn older_verdict(row: &Value) -> String {
    let mut run = runok(["check", "-c", "p.yml", "--output-format", "json"])
        .file("p.yml", row["config"].as_str().unwrap())
        .stdin(json!({"command": row["command"]}).to_string())
        .stdout_is(|_| true)
        .any_status();
    for (name, value) in row["env"].as_object().unwrap() {
        run = run.variable(name, value.as_str().unwrap());
    }
    decisions(&run.check()).remove(0)
}

fn expected(row: &Value) -> &str {
    match row["verdict"].as_str().unwrap() {
        "error" => "ask",
        verdict => verdict,
    }
}

fn rank(verdict: &str) -> usize {
    ["allow", "ask", "deny"].iter().position(|known| *known == verdict).unwrap()
}

/// Every difference has a line in the list, and every line of the list is a difference.
fn each_is_listed(different: &[(&Value, String)]) {
    let listed: BTreeSet<&str> = DIFFERENCES
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let found: BTreeSet<&str> = different.iter().map(|(row, _)| row["id"].as_str().unwrap()).collect();
    let unlisted: Vec<String> = different
        .iter()
        .filter(|(row, _)| !listed.contains(row["id"].as_str().unwrap()))
        .map(|(row, verdict)| {
            format!("{} {verdict}, not {}: {}\n{}", row["id"], row["verdict"], row["command"], row["config"])
        })
        .collect();
    let stale: Vec<&&str> = listed.difference(&found).collect();
    assert!(unlisted.is_empty(), "not listed in tests/differences.txt:\n{}", unlisted.join("\n"));
    assert!(stale.is_empty(), "listed in tests/differences.txt, but equal: {stale:?}");
}
