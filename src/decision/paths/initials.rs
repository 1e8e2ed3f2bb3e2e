//! The first bytes of the names of a path.
//!
//! Owns what they tell of what is listed as lying anywhere (`/**/.env`): the first of its names stands for one of the path
//! that begins as it does, or for none. Most lists hold little else, and most paths differ there. Refuses paths that are not
//! all known.

use crate::decision::text;

/// Which bytes the names of a path begin with, and which two, where those of some share a bit with those of others.
#[derive(Clone, Copy, Default)]
pub(super) struct Initials {
    first: Bits,
    both: Bits,
}

/// A bit for each of 256 numbers.
#[derive(Clone, Copy, Default)]
struct Bits([u64; 4]);

impl Initials {
    /// Those of a known path.
    pub(super) fn of(path: &str) -> Self {
        let mut initials = Self::default();
        let (mut earlier, mut before) = (b' ', b'/');
        for byte in path.bytes() {
            if before == b'/' {
                initials.first.add(byte);
            } else if earlier == b'/' {
                initials.both.add(pair(before, byte));
            }
            (earlier, before) = (before, byte);
        }
        initials
    }

    /// Is it plain that no name of the path is the first one of what is listed as lying anywhere?
    pub(super) fn tell(self, listed: &str) -> bool {
        let mut bytes = listed.strip_prefix("/**/").unwrap_or_default().bytes();
        let mut plain = || bytes.next().filter(|byte| *byte != b'/' && !text::is_operator(*byte));
        let Some(first) = plain() else { return false };
        !self.first.hold(first) || plain().is_some_and(|second| !self.both.hold(pair(first, second)))
    }
}

impl Bits {
    fn add(&mut self, number: u8) {
        let (word, bit) = place(number);
        self.0.get_mut(word).into_iter().for_each(|word| *word |= bit);
    }

    fn hold(self, number: u8) -> bool {
        let (word, bit) = place(number);
        self.0.get(word).is_some_and(|word| word & bit != 0)
    }
}

/// One number for two bytes.
fn pair(first: u8, second: u8) -> u8 {
    first.wrapping_mul(31).wrapping_add(second)
}

/// Where the bit of a number stands.
fn place(number: u8) -> (usize, u64) {
    (usize::from(number >> 6), 1 << (number & 63))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_apart_by_how_they_begin() {
        let initials = Initials::of("/srv/.ssh/ä");
        for listed in ["/**/id_rsa", "/**/keys/**", "/**/.env", "/**/st*"] {
            assert!(initials.tell(listed), "{listed}");
        }
        for listed in [
            "/**/.s*", "/**/s*", "/**/s", "/**/.", "/**/sr/x", "/**/.\\x", "/**/*x", "/**/\\x", "/**//x", "/**/",
            "/**/ä", "/x", "**/x", "",
        ] {
            assert!(!initials.tell(listed), "{listed}");
        }
    }
}
