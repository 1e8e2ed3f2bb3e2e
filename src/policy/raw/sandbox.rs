//! Sandbox presets as they are written.
//!
//! Owns the keys of `definitions.sandbox`. Refuses to give them a meaning.

use super::super::yaml::{Mark, NodeId};
use super::macros::record;
use super::read::{Read, Reader, Text};

record! {
    /// A sandbox preset.
    strict Sandbox ("a sandbox preset") {
        /// The file system.
        fs: Option<FileSystem>,
        /// The network.
        network: Option<Network>,
    }
}

record! {
    /// What a sandboxed command may do with files: `read` and `write`, or the older `writable` and `deny`.
    strict FileSystem ("`fs`") {
        /// Reading.
        read: Option<Access>,
        /// Writing.
        write: Option<Access>,
        /// The older form of `write: {allow: […]}`.
        writable: Option<Vec<Text>>,
        /// The older form of `write: {deny: […]}`.
        deny: Option<Vec<Text>>,
    }
}

record! {
    /// Paths that may be used, and paths that may not.
    strict Access ("`read` or `write`") {
        /// These may be.
        allow: Option<Vec<Text>>,
        /// These may not be, not even below an allowed one; also `<path:name>`.
        deny: Option<Vec<Text>>,
    }
}

record! {
    /// The network of a sandboxed command.
    strict Network ("`network`") {
        /// Whether it can be reached.
        allow: Option<bool>,
    }
}
