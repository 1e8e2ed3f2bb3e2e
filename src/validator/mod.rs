//! External validators: the user's own programs that judge one command.
//!
//! Owns the exchange: `protocol` (the strict JSON-RPC of one request and one response) and `process` (an edge: bytes to a
//! child and back under one deadline). Refuses to decide what an answer means for the line.
