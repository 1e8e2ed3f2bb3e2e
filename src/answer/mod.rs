//! Answers for people and programs: text with a caret, JSON, exit codes.
//!
//! Owns rendering and cleaning (`sanitize` is the only door to output). Refuses to decide.
