//! External validators: the user's own programs that judge one command.
//!
//! Owns the exchange: `protocol` (the strict JSON-RPC of one request and one response, on `strict_json`), `outcome` (what
//! came of an exchange, as a reply), and three edges: `launch` (starts the program with nothing but what it may have),
//! `process` (bytes to a child and back under one deadline) and `consult` (all questions of a run, in order).
//! Refuses to decide what an answer means for the line.

pub mod consult;
mod launch;
pub mod outcome;
pub mod process;
pub mod protocol;
pub mod strict_json;

pub use consult::{consult, consult_watched};
