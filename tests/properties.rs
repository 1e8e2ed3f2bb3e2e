//! The promise of the semantics as properties: policies and lines are drawn, and tightening is monotone.
//!
//! `RUNOK_PROPERTY_CASES` says how many cases a property draws (1000), `RUNOK_PROPERTY_SEED` where the drawing begins. A
//! failure prints the smallest counterexample that was found and the seed that draws it.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests start programs, write files, and stop where they cannot go on"
)]

mod common;
#[path = "support/generate.rs"]
#[allow(dead_code, reason = "only its numbers are wanted")]
mod generate;
#[path = "oracle/lines.rs"]
mod lines;
#[path = "support/matching.rs"]
mod matching;
#[path = "support/memory.rs"]
mod memory;
#[path = "oracle/mixtures.rs"]
#[allow(dead_code, reason = "only its lines are wanted")]
mod mixtures;
#[path = "support/words.rs"]
mod words;

#[path = "properties/account.rs"]
mod account;
#[path = "properties/cached.rs"]
mod cached;
#[path = "properties/case.rs"]
mod case;
#[path = "properties/dialects.rs"]
mod dialects;
#[path = "properties/doors.rs"]
mod doors;
#[path = "properties/explained.rs"]
mod explained;
#[path = "properties/ground.rs"]
mod ground;
#[path = "properties/judge.rs"]
mod judge;
#[path = "properties/layers.rs"]
mod layers;
#[path = "properties/line.rs"]
mod line;
#[path = "properties/make_account.rs"]
mod make_account;
#[path = "properties/make_effects.rs"]
mod make_effects;
#[path = "properties/make_line.rs"]
mod make_line;
#[path = "properties/make_policy.rs"]
mod make_policy;
#[path = "properties/make_table.rs"]
mod make_table;
#[path = "properties/monotone.rs"]
mod monotone;
#[path = "properties/mutated.rs"]
mod mutated;
#[path = "properties/pattern_text.rs"]
mod pattern_text;
#[path = "properties/random.rs"]
mod random;
#[path = "properties/regressions.rs"]
mod regressions;
#[path = "properties/spelling.rs"]
mod spelling;
#[path = "properties/stated.rs"]
mod stated;
#[path = "properties/table_texts.rs"]
mod table_texts;
#[path = "properties/texts.rs"]
mod texts;
#[path = "properties/unknown.rs"]
mod unknown;
#[path = "properties/wrapping.rs"]
mod wrapping;
