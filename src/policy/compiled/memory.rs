//! A compiled policy in memory.
//!
//! Owns the two ways: a policy as the bytes that stand in the cache, and back. Refuses to say what the policy was made from.

use super::{Bytes, Compiled, encode, open};
use crate::policy::{Loaded, Policy};

/// Bytes in memory.
pub(super) struct InMemory(pub(super) Vec<u8>);

impl Bytes for InMemory {
    fn at(&self, offset: usize, length: usize) -> Option<Vec<u8>> {
        self.0.get(offset..offset.checked_add(length)?).map(<[u8]>::to_vec)
    }
}

/// The bytes of a policy, as the cache keeps them. Nothing where it cannot be kept.
#[must_use]
pub fn to_bytes(policy: &Policy) -> Option<Vec<u8>> {
    encode(policy, b"")
}

/// The policy of these bytes, each piece read when it is needed. Nothing where they are none. What was judged by it counts
/// only if [`Loaded::has_failed`] denies afterwards.
#[must_use]
pub fn from_bytes(bytes: Vec<u8>) -> Option<Loaded> {
    let (policy, store) = open(Box::new(InMemory(bytes)))?.into_policy();
    Some(Loaded { policy, compiled: Some(Compiled(store)), ..Loaded::default() })
}
