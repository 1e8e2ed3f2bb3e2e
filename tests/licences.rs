//! Every dependency is under a licence of the list in `deny.toml`, which cargo-deny reads too where it is installed.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests start programs, read files, and stop where they cannot go on"
)]

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// The licences that `deny.toml` allows.
fn allowed() -> BTreeSet<String> {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("deny.toml")).unwrap();
    let list = text.split_once("allow = [").unwrap().1.split_once(']').unwrap().0;
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Does this SPDX expression leave us a way that holds only allowed licences? Parentheses bind, AND before OR.
fn admits(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ").replace(" WITH ", "\u{0}");
    let tokens: Vec<String> = spaced.split_whitespace().map(|token| token.replace('\u{0}', " WITH ")).collect();
    let mut at = 0;
    let admitted = either(&tokens, &mut at, allowed);
    admitted && at == tokens.len()
}

fn either(tokens: &[String], at: &mut usize, allowed: &BTreeSet<String>) -> bool {
    let mut admitted = both(tokens, at, allowed);
    while tokens.get(*at).is_some_and(|token| token == "OR") {
        *at += 1;
        admitted |= both(tokens, at, allowed);
    }
    admitted
}

fn both(tokens: &[String], at: &mut usize, allowed: &BTreeSet<String>) -> bool {
    let mut admitted = one(tokens, at, allowed);
    while tokens.get(*at).is_some_and(|token| token == "AND") {
        *at += 1;
        admitted &= one(tokens, at, allowed);
    }
    admitted
}

fn one(tokens: &[String], at: &mut usize, allowed: &BTreeSet<String>) -> bool {
    let Some(token) = tokens.get(*at) else { return false };
    *at += 1;
    if token != "(" {
        return allowed.contains(token);
    }
    let admitted = either(tokens, at, allowed);
    *at += 1;
    admitted
}

#[test]
fn every_dependency_is_permissive() {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--format-version", "1", "--locked"]).current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = cargo.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let allowed = allowed();
    let refused: Vec<String> = metadata["packages"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|package| !admits(package["license"].as_str().unwrap_or_default(), &allowed))
        .map(|package| format!("{} {}", package["name"], package["license"]))
        .collect();
    assert!(refused.is_empty(), "{refused:#?}");
}

#[test]
fn a_licence_that_is_not_on_the_list_is_refused() {
    let allowed = allowed();
    for expression in [
        "MIT",
        "MIT OR GPL-3.0",
        "(MIT OR Apache-2.0) AND Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception",
        "MIT/Apache-2.0",
    ] {
        assert!(admits(expression, &allowed), "{expression}");
    }
    for expression in ["GPL-3.0", "MIT AND GPL-3.0", "MPL-2.0", "", "(MIT OR Apache-2.0) AND LGPL-2.1", "MIT MIT"] {
        assert!(!admits(expression, &allowed), "{expression}");
    }
}
