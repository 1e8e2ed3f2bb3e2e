//! What is fuzzed: each target takes any bytes, and panics where runok does what it must not.
//!
//! The same code serves the fuzzing engine (`tests/fuzz/run`) and the ordinary test `tests/fuzzed.rs`, which gives every target
//! its seeds and what was once found.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a panic is how a target tells what it found; seeds are files"
)]

mod agents;
mod answer;
mod cache;
mod clock;
mod growth;
mod json;
mod judge;
mod line;
#[path = "../../support/memory.rs"]
mod memory;
mod pattern;
mod policy;
mod requests;
mod shown;
mod texts;

/// A target.
#[derive(Debug)]
pub(crate) struct Target {
    /// How it is called: of the directories and the dictionary too.
    pub(crate) name: &'static str,
    /// Tries one input.
    pub(crate) attempt: fn(&[u8]),
    /// Inputs to begin with.
    pub(crate) seeds: fn() -> Vec<Vec<u8>>,
}

/// All of them.
pub(crate) static TARGETS: [Target; 8] = [
    Target { name: "line", attempt: line::attempt, seeds: line::seeds },
    Target { name: "pattern", attempt: pattern::attempt, seeds: pattern::seeds },
    Target { name: "policy", attempt: policy::attempt, seeds: policy::seeds },
    Target { name: "requests", attempt: requests::attempt, seeds: requests::seeds },
    Target { name: "answer", attempt: answer::attempt, seeds: answer::seeds },
    Target { name: "cache", attempt: cache::attempt, seeds: cache::seeds },
    Target { name: "agents", attempt: agents::attempt, seeds: agents::seeds },
    Target { name: "growth", attempt: growth::attempt, seeds: growth::seeds },
];
