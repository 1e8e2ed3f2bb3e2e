//! Answers for people and programs: text with a caret, JSON, reports of tests, exit codes.
//!
//! Owns rendering and cleaning: text for people leaves as [`sanitize::Clean`], JSON through the escaping writer of
//! [`json`], XML through that of [`report::junit`], and nothing else leaves. Refuses to decide and to write: it returns what the app prints.

pub mod excerpt;
pub mod exit;
pub mod explain;
pub mod json;
pub mod listing;
pub mod problems;
pub mod report;
pub mod sanitize;
pub mod text;
pub mod verbose;
