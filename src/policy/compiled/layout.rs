//! Where what stands in a compiled policy.
//!
//! ```text
//! head      magic, checksum of the head and of what begins, sizes
//! begin     front (what it was made from), basics, and the first hash and the checksum of each block of entries
//! entries   sorted by hash, in blocks: hash, checksum, offset, length
//! pieces    key and value
//! ```
//!
//! Owns the sizes and the numbers, all of them little-endian, and the hash. Refuses to know what the pieces mean.

use std::hash::{BuildHasher, Hasher};

use foldhash::quality::FixedState;

use super::Unreadable;

/// What the file begins with. The last byte changes with the layout; that of the pieces goes with the build.
const MAGIC: &[u8; 8] = b"runokpc\x01";

/// The bytes of the head.
pub(super) const HEAD_BYTES: usize = 32;
/// The bytes of a hash and a checksum.
pub(super) const TOP_BYTES: usize = 16;
/// The bytes of an entry.
pub(super) const ENTRY_BYTES: usize = 24;
/// The entries of a block.
pub(super) const BLOCK_ENTRIES: usize = 32;
/// The bytes of a block.
pub(super) const BLOCK_BYTES: usize = BLOCK_ENTRIES * ENTRY_BYTES;

/// What the file says first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    /// The checksum of the rest of the head and of what begins.
    pub(super) check: u64,
    /// The bytes of the front.
    pub(super) front: usize,
    /// The bytes of the basics.
    pub(super) basics: usize,
    /// How many entries.
    pub(super) entries: usize,
}

impl Head {
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let rest = bytes.strip_prefix(MAGIC)?;
        let (check, rest) = rest.split_first_chunk::<8>()?;
        let (numbers, _) = rest.as_chunks::<4>();
        let number = |index: usize| Some(u32::from_le_bytes(*numbers.get(index)?) as usize);
        Some(Self { check: u64::from_le_bytes(*check), front: number(0)?, basics: number(1)?, entries: number(2)? })
    }

    /// The head and what begins, as they are written.
    pub(super) fn written(front: &[u8], basics: &[u8], tops: &[u8], entries: usize) -> Option<Vec<u8>> {
        let begin = [front, basics, tops].concat();
        let head = Self { check: 0, front: front.len(), basics: basics.len(), entries };
        let check = head.checksum(&begin);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(check.to_le_bytes());
        bytes.extend(head.numbers());
        bytes.extend([0; 4]);
        u32::try_from(begin.len().max(entries)).ok()?;
        bytes.extend(begin);
        Some(bytes)
    }

    fn numbers(&self) -> Vec<u8> {
        // sizes beyond 32 bits are refused where they are written
        [self.front, self.basics, self.entries].iter().flat_map(|number| (*number as u32).to_le_bytes()).collect()
    }

    /// The checksum of the head's numbers and of what begins.
    pub(super) fn checksum(&self, begin: &[u8]) -> u64 {
        let mut hasher = FixedState::default().build_hasher();
        hasher.write(&self.numbers());
        hasher.write(begin);
        hasher.finish()
    }

    /// The bytes between the head and the entries.
    pub(super) fn begin_bytes(&self) -> Option<usize> {
        let tops = self.entries.div_ceil(BLOCK_ENTRIES).checked_mul(TOP_BYTES)?;
        self.front.checked_add(self.basics)?.checked_add(tops)
    }

    /// Where the entries begin.
    pub(super) fn entries_at(&self) -> Result<usize, Unreadable> {
        self.begin_bytes().and_then(|bytes| bytes.checked_add(HEAD_BYTES)).ok_or(Unreadable)
    }
}

/// Where a piece stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// Of its key.
    pub(super) hash: u64,
    /// Of its bytes.
    pub(super) check: u64,
    /// From the beginning of the file.
    pub(super) offset: usize,
    /// In bytes.
    pub(super) length: usize,
}

impl Entry {
    pub(super) fn read(bytes: &[u8; ENTRY_BYTES]) -> Self {
        let (long, short) = (long_at(bytes, 8), |at: usize| (long_at(bytes, 16) >> (at * 32)) as u32 as usize);
        Self { hash: long_at(bytes, 0), check: long, offset: short(0), length: short(1) }
    }

    pub(super) fn written(&self) -> Option<Vec<u8>> {
        let mut bytes = self.hash.to_le_bytes().to_vec();
        bytes.extend(self.check.to_le_bytes());
        bytes.extend(u32::try_from(self.offset).ok()?.to_le_bytes());
        bytes.extend(u32::try_from(self.length).ok()?.to_le_bytes());
        Some(bytes)
    }
}

/// The hash of an entry.
pub(super) fn entry_hash(entry: &[u8; ENTRY_BYTES]) -> u64 {
    long_at(entry, 0)
}

/// The first number of two.
pub(super) fn first(pair: &[u8; TOP_BYTES]) -> u64 {
    long_at(pair, 0)
}

/// The second number of two.
pub(super) fn second(pair: &[u8; TOP_BYTES]) -> u64 {
    long_at(pair, 8)
}

fn long_at(bytes: &[u8], at: usize) -> u64 {
    bytes.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

/// The hash of some bytes: of a key, or as a checksum.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = FixedState::default().build_hasher();
    hasher.write(bytes);
    hasher.finish()
}
