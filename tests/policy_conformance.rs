//! Every policy that runok 0.3 loads is loaded: those of the conformance cases, where they are present.

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
