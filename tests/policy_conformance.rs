//! Every policy that runok 0.3 loads is loaded: those of the conformance cases, where they are present.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test that reads the cases and writes policies")]

use std::path::{Path, PathBuf};

use runok::policy::load::{LoadRequest, load};
use runok::policy::{Loaded, Problem};

fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/conformance")
}

fn load_file(path: &Path) -> Loaded {
    load(&LoadRequest {
        config: Some(path.to_str().unwrap().to_owned()),
        cwd: Some("/home/dev/project".to_owned()),
        home: Some("/home/dev".to_owned()),
        thorough: true,
        ..LoadRequest::default()
    })
}

fn shown(problems: &[Problem]) -> String {
    problems.iter().map(|one| format!("{}:{}: {} ({})\n", one.line, one.column, one.what, one.text)).collect()
}

#[test]
fn the_policies_of_the_corpora_load() {
    let Ok(entries) = std::fs::read_dir(cases().join("policies")) else { return };
    let mut count = 0;
    for entry in entries {
        let path = entry.unwrap().path();
        let loaded = load_file(&path);
        assert_eq!(loaded.problems, [], "{}:\n{}", path.display(), shown(&loaded.problems));
        assert_eq!(loaded.warnings, [], "{}:\n{}", path.display(), shown(&loaded.warnings));
        assert!(loaded.policy.rules.len() > 5, "{}", path.display());
        count += 1;
    }
    assert!(count > 0);
}

#[test]
fn the_policies_of_the_rule_cases_load() {
    let Ok(text) = std::fs::read_to_string(cases().join("rules.ndjson")) else { return };
    let directory = std::env::temp_dir().join(format!("runok-policy-cases-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let path = directory.join("runok.yml");
    let mut failed = Vec::new();
    for line in text.lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        std::fs::write(&path, case["config"].as_str().unwrap()).unwrap();
        let loaded = load_file(&path);
        if !loaded.problems.is_empty() && case["verdict"] != "error" {
            failed.push(format!("{}\n{}", case["config"].as_str().unwrap(), shown(&loaded.problems)));
        }
    }
    std::fs::remove_dir_all(&directory).unwrap();
    assert!(failed.is_empty(), "{} policies are not loaded:\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn the_example_loads_and_every_rule_of_it_has_tests() {
    let loaded = load_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join("runok.example.yaml"));
    assert_eq!(loaded.problems, [], "{}", shown(&loaded.problems));
    assert_eq!(loaded.warnings, [], "{}", shown(&loaded.warnings));
    let untested: Vec<&str> = loaded
        .policy
        .rules
        .iter()
        .map(|(_, rule)| rule)
        .filter(|rule| rule.tests.is_empty())
        .map(|rule| rule.text.as_str())
        .collect();
    assert_eq!(untested, [""; 0]);
    assert_eq!(loaded.policy.cases.len(), 3);
}

#[test]
fn the_embedded_policy_is_whole() {
    let directory = std::env::temp_dir().join(format!("runok-policy-default-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let path = directory.join("runok.yml");
    std::fs::write(&path, "extends: [builtin:default]").unwrap();
    let loaded = load_file(&path);
    std::fs::remove_dir_all(&directory).unwrap();
    assert_eq!((loaded.problems, loaded.warnings), (vec![], vec![]));
    let mut ids: Vec<&str> = loaded.policy.rules.iter().filter_map(|(_, rule)| rule.id.as_deref()).collect();
    assert_eq!(ids.len(), loaded.policy.rules.len());
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), loaded.policy.rules.len());
    for (_, rule) in loaded.policy.rules.iter() {
        // the condition of that one needs a repository with such a branch
        assert!(!rule.tests.is_empty() || rule.id.as_deref() == Some("force-push-while-on-main"), "{}", rule.text);
    }
}

#[test]
fn the_schema_file_is_the_schema() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("runok.schema.json");
    let written = std::fs::read_to_string(path).unwrap();
    assert_eq!(written, runok::policy::schema(), "write it anew: runok schema > runok.schema.json");
}
