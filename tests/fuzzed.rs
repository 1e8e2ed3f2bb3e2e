//! The seeds of the fuzz targets, and what fuzzing once found, through the same code as `tests/fuzz/run` but without its engine.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a panic is how a target tells what it found")]

#[path = "fuzz/src/targets.rs"]
mod targets;

use std::panic::catch_unwind;

/// Every seed of a target, one after the other. All that fail are told.
fn tried(name: &str) {
    let target = targets::TARGETS.iter().find(|target| target.name == name).unwrap();
    let seeds = (target.seeds)();
    assert!(seeds.len() > 20, "{name} has {} seeds", seeds.len());
    let failed = seeds.iter().filter(|seed| catch_unwind(|| (target.attempt)(seed)).is_err());
    let shown: Vec<String> = failed.map(|seed| String::from_utf8_lossy(seed).into_owned()).collect();
    assert!(shown.is_empty(), "{} of {} seeds of {name} fail: {:#?}", shown.len(), seeds.len(), shown);
}

#[test]
fn lines() {
    tried("line");
}

#[test]
fn patterns() {
    tried("pattern");
}

#[test]
fn policy_files() {
    tried("policy");
}

#[test]
fn json_requests() {
    tried("requests");
}

#[test]
fn answers_of_validators() {
    tried("answer");
}

#[test]
fn compiled_policies() {
    tried("cache");
}

#[test]
fn payloads_of_agents() {
    tried("agents");
}

#[test]
fn time_for_each_byte() {
    tried("growth");
}
