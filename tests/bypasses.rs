//! Bypasses of guards like this one that have been published, and what each comes to here.
//!
//! `bypasses/published.ndjson` names the product, the source, the rules that the bypass abused, and a line of its kind.
//! None is allowed, but for those that say why. `bypasses/README.md` is the same for readers, made from it.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests start programs, read and write files, and stop where they cannot go on"
)]

mod common;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use common::{decisions, runok};

/// How much of the beginning and of the end of a long line the tables show, in characters.
const SHOWN: usize = 60;

/// One published bypass.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Bypass {
    id: String,
    product: String,
    class: String,
    source: String,
    /// What the other guard let pass, in which version.
    what: String,
    /// The rules that it abused, as `action: pattern`.
    rules: Vec<String>,
    /// What else the policy says, as YAML.
    policy: Option<String>,
    command: String,
    expect: String,
    /// A link in the working directory, and where it leads.
    link: Option<(String, String)>,
    /// Why it is allowed here too.
    allowed_because: Option<String>,
}

impl Bypass {
    fn policy(&self) -> String {
        let mut text = self.policy.clone().unwrap_or_default() + "\nrules:\n";
        for rule in &self.rules {
            let (action, pattern) = rule.split_once(": ").unwrap();
            writeln!(text, "  - {action}: {}", serde_json::Value::from(pattern)).unwrap();
        }
        if self.rules.is_empty() { text.replace("\nrules:\n", "\n") } else { text }
    }

    fn verdict(&self) -> String {
        let run = runok(["check", "-c", "p.yml", "--output-format", "json"]).file("p.yml", self.policy());
        let link = self.link.clone();
        let run = run.prepare(move |project| {
            if let Some((name, target)) = link {
                std::os::unix::fs::symlink(target, project.join(name)).unwrap();
            }
        });
        let answer = run.stdin(self.command.as_str()).stdout_is(|_| true).any_status().check();
        decisions(&answer).join(" ")
    }

    /// Its line of the table for readers.
    fn row(&self, last: &str) -> String {
        let rules: Vec<String> =
            self.rules.iter().map(|rule| code(rule)).chain(self.policy.as_deref().map(code)).collect();
        let (what, rules, line) = (escaped(&self.what), rules.join(" "), code(&shortened(&self.command)));
        format!("| {} | [{}]({}) | {what} | {rules} | {line} | {last} |\n", self.product, self.id, self.source)
    }
}

/// The text as it may stand in a table.
fn escaped(text: &str) -> String {
    text.replace('|', "\\|")
}

/// The text as code in a table.
fn code(text: &str) -> String {
    let line = escaped(&text.replace('\n', "⏎"));
    if line.contains('`') { format!("`` {line} ``") } else { format!("`{line}`") }
}

/// A long line without its middle.
fn shortened(line: &str) -> String {
    let letters: Vec<char> = line.chars().collect();
    match (letters.get(..SHOWN), letters.get(letters.len().saturating_sub(SHOWN)..)) {
        (Some(begin), Some(end)) if letters.len() > 2 * SHOWN => {
            format!("{} … {}", begin.iter().collect::<String>(), end.iter().collect::<String>())
        }
        _ => line.to_owned(),
    }
}

fn published() -> Vec<Bypass> {
    include_str!("bypasses/published.ndjson").lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The tables for readers: one for each class, and one of what is allowed.
fn tables(bypasses: &[Bypass]) -> String {
    let mut text = String::new();
    let mut classes: Vec<&str> = Vec::new();
    for bypass in bypasses.iter().filter(|bypass| bypass.allowed_because.is_none()) {
        if !classes.contains(&bypass.class.as_str()) {
            classes.push(&bypass.class);
        }
    }
    let head = |last: &str| {
        format!(
            "| Product | Source | What passed there | With these rules | a line of that kind | {last} |\n|---|---|---|---|---|---|\n"
        )
    };
    for class in classes {
        write!(text, "\n## {class}\n\n{}", head("is here")).unwrap();
        let held = bypasses.iter().filter(|bypass| bypass.class == class && bypass.allowed_because.is_none());
        text.extend(held.map(|bypass| bypass.row(&bypass.expect)));
    }
    write!(text, "\n## Allowed here as well\n\n{}", head("is allowed because")).unwrap();
    let allowed = bypasses.iter().filter_map(|bypass| Some(bypass.row(bypass.allowed_because.as_ref()?)));
    text.extend(allowed);
    text
}

#[test]
fn no_published_bypass_is_allowed_but_those_that_say_why() {
    let wrong: Vec<String> = published()
        .iter()
        .filter_map(|bypass| {
            let verdict = bypass.verdict();
            let may_be = bypass.allowed_because.is_some() == (bypass.expect == "allow");
            let right = may_be && verdict == bypass.expect;
            (!right).then(|| format!("{}: expected {}, got {verdict}", bypass.id, bypass.expect))
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn each_is_named_once_and_has_a_source() {
    let bypasses = published();
    let ids: BTreeSet<&str> = bypasses.iter().map(|bypass| bypass.id.as_str()).collect();
    assert_eq!(ids.len(), bypasses.len());
    let without: Vec<&str> = bypasses
        .iter()
        .filter(|bypass| !bypass.source.starts_with("https://"))
        .map(|bypass| bypass.id.as_str())
        .collect();
    assert_eq!(without, [""; 0]);
}

#[test]
fn the_page_holds_the_tables_that_the_data_give() {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bypasses/README.md")).unwrap();
    let (_, after) = page.split_once("<!-- from published.ndjson -->\n").unwrap();
    let (held, _) = after.split_once("\n<!-- end of the tables -->").unwrap();
    let tables = tables(&published());
    let anew = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bypasses.md");
    std::fs::write(&anew, &tables).unwrap();
    assert!(held.trim() == tables.trim(), "the tables as they should be are in {}", anew.display());
}
