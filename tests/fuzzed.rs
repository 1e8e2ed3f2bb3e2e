//! The seeds of the fuzz targets, what fuzzing once found, and inputs drawn from them, through the same code as
//! `tests/fuzz/run` but without its engine.
//!
//! RUNOK_FUZZ_DRAWN: how many inputs each target gets besides its seeds, the same on every machine.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a panic is how a target tells what it found; dictionaries are files"
)]

#[path = "fuzz/src/drawn.rs"]
mod drawn;
#[path = "fuzz/src/targets.rs"]
mod targets;

use std::panic::catch_unwind;

/// Every seed of a target, one after the other, and then what is drawn from them. All that fail are told.
fn tried(name: &str) {
    let target = targets::TARGETS.iter().find(|target| target.name == name).unwrap();
    let seeds = (target.seeds)();
    assert!(seeds.len() > 20, "{name} has {} seeds", seeds.len());
    let mut drawing = drawn::Drawing::new(&seeds, &dictionary(name), longest(name));
    let drawn: Vec<Vec<u8>> = (0..how_many(name)).map(|_| drawing.next()).collect();
    let failed = seeds.iter().chain(&drawn).filter(|input| catch_unwind(|| (target.attempt)(input)).is_err());
    let shown: Vec<String> = failed.map(|input| input.escape_ascii().to_string()).collect();
    let all = seeds.len() + drawn.len();
    assert!(shown.is_empty(), "{} of {all} inputs of {name} fail: {:#?}", shown.len(), shown);
}

/// How many inputs are drawn. Some targets take longer over each.
fn how_many(name: &str) -> usize {
    let drawn =
        std::env::var("RUNOK_FUZZ_DRAWN").map_or(100, |text| text.parse().expect("RUNOK_FUZZ_DRAWN is a number"));
    match name {
        "growth" => drawn / 20,
        "line" | "policy" | "cache" => drawn / 4,
        _ => drawn,
    }
}

/// The most bytes of an input, as `tests/fuzz/run` has it.
fn longest(name: &str) -> usize {
    match name {
        "growth" => 512,
        "cache" => 16384,
        _ => 4096,
    }
}

fn dictionary(name: &str) -> String {
    let path = format!("{}/tests/fuzz/{name}.dict", env!("CARGO_MANIFEST_DIR"));
    // not every target has one
    std::fs::read_to_string(path).unwrap_or_default()
}

#[test]
fn the_same_is_drawn_every_time() {
    let seeds = [b"echo a".to_vec(), b"rm -rf /".to_vec()];
    let draw = || {
        let mut drawing = drawn::Drawing::new(&seeds, "# tokens\n\"$(\\x0a\\\"\"\n", 64);
        (0..500).map(|_| drawing.next()).collect::<Vec<_>>()
    };
    let (once, again) = (draw(), draw());
    assert_eq!(once, again);
    assert!(once.iter().all(|input| input.len() <= 64));
    assert!(
        once.iter().any(|input| input.windows(4).any(|bytes| bytes == b"$(\n\"")),
        "a token is put in as it is meant"
    );
    let different: std::collections::HashSet<_> = once.iter().collect();
    assert!(different.len() > 450, "{} of 500 differ", different.len());
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
