//! What the seeds are made of: the lines, policies and payloads that other tests hold.

use std::path::{Path, PathBuf};

use serde_json::Value;

/// The top of the project.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.ancestors().find(|path| path.join("runok.example.yaml").exists());
    root.expect("the project is there").to_owned()
}

/// The data that the project shares with others, where it stands beside it.
fn shared(name: &str) -> PathBuf {
    root().join("../shared").join(name)
}

/// The files of a kind below a directory, in order; none where it is not there.
fn files(directory: &Path, ends: &str) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(directory) else { return Vec::new() };
    let mut found = Vec::new();
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            found.extend(files(&path, ends));
        } else if path.to_str().is_some_and(|name| name.ends_with(ends)) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The rows of the tables of lines that are judged.
fn rows() -> Vec<Value> {
    let own = [
        include_str!("../../everyday/dangerous.ndjson"),
        include_str!("../../everyday/harmless.ndjson"),
        include_str!("../../bypasses/published.ndjson"),
    ];
    let shared =
        files(&shared("conformance"), ".ndjson").into_iter().map(|path| std::fs::read_to_string(path).unwrap());
    let mut rows = Vec::new();
    for text in own.into_iter().map(str::to_owned).chain(shared) {
        rows.extend(text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()));
    }
    rows
}

/// Shell texts of every kind.
pub(crate) fn lines() -> Vec<String> {
    let text = |row: &Value| row.get("command").and_then(Value::as_str).map(str::to_owned);
    let mut lines: Vec<String> = rows().iter().filter_map(text).filter(|line| line.len() < 600).collect();
    lines.sort();
    lines.dedup();
    lines
}

/// Small policies, each with a line that is judged by it.
pub(crate) fn small_policies() -> Vec<(String, String)> {
    let pair = |row: &Value| Some((row.get("config")?.as_str()?.to_owned(), row.get("command")?.as_str()?.to_owned()));
    rows().iter().filter_map(pair).collect()
}

/// Whole policy files.
pub(crate) fn policies() -> Vec<String> {
    let mut texts = vec![include_str!("../../../runok.example.yaml").to_owned()];
    let embedded = files(&root().join("src/policy/presets"), ".yml");
    let others = files(&shared("conformance/policies"), ".yml");
    texts.extend(embedded.into_iter().chain(others).map(|path| std::fs::read_to_string(path).unwrap()));
    texts
}

/// Payloads of agents: the agent's name, and what it sends.
pub(crate) fn payloads() -> Vec<(String, String)> {
    let rows = include_str!("../../agents/payloads.ndjson").lines();
    let rows = rows.map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut payloads: Vec<(String, String)> =
        rows.map(|row| (row["agent"].as_str().unwrap().to_owned(), row["payload"].to_string())).collect();
    for path in files(&shared("doors/samples"), ".input.json") {
        let agent = path.parent().and_then(Path::file_name).unwrap().to_str().unwrap().to_owned();
        payloads.push((agent, std::fs::read_to_string(path).unwrap()));
    }
    for (_, payload) in &mut payloads {
        *payload = payload.replace("@DIR@", "/tmp");
    }
    payloads
}

/// The seeds that stand in files of our own: `tests/fuzz/seeds/TARGET`, and what was once found.
pub(crate) fn own(target: &str) -> Vec<Vec<u8>> {
    let directories = ["seeds", "found"].map(|kind| root().join("tests/fuzz").join(kind).join(target));
    directories.iter().flat_map(|directory| files(directory, "")).map(|path| std::fs::read(path).unwrap()).collect()
}
