//! Lines that people, agents and attackers wrote: the tables of the other tests, and the shared files where they are present.

use std::path::Path;

/// Files of rows with a `command`, below the project.
const TABLES: [&str; 7] = [
    "tests/everyday/dangerous.ndjson",
    "tests/everyday/harmless.ndjson",
    "tests/bypasses/published.ndjson",
    "../shared/conformance/benign.ndjson",
    "../shared/conformance/bypass.ndjson",
    "../shared/conformance/hostile.ndjson",
    "../shared/conformance/rules.ndjson",
];

/// The longest line that is taken: some are large on purpose.
const MOST_BYTES: usize = 4_000;

/// Every line, once.
pub(crate) fn lines() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut lines: Vec<String> = TABLES
        .iter()
        .filter_map(|table| std::fs::read_to_string(root.join(table)).ok())
        .flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>())
        .filter_map(|row| {
            serde_json::from_str::<serde_json::Value>(&row).unwrap()["command"].as_str().map(str::to_owned)
        })
        .filter(|line| line.len() <= MOST_BYTES && !line.contains(['\0', '\u{1}']))
        .collect();
    lines.sort();
    lines.dedup();
    lines
}
