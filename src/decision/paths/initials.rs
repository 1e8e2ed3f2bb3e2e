//! The first bytes of the names of a path.
//!
//! Owns what they tell of what is listed as lying anywhere (`/**/.env`): the first of its names stands for one of the path
//! that begins as it does, or for none. Most lists hold little else, and most paths differ there. Refuses paths that are not
//! all known.

use crate::decision::text;

/// Which bytes the names of a path begin with.
#[derive(Clone, Copy, Default)]
pub(super) struct Initials([u64; 4]);

impl Initials {
    /// Those of a known path.
    pub(super) fn of(path: &str) -> Self {
        let mut initials = Self::default();
        let mut before = b'/';
        for byte in path.bytes() {
            if before == b'/' {
                let (word, bit) = place(byte);
                initials.0.get_mut(word).into_iter().for_each(|word| *word |= bit);
            }
            before = byte;
        }
        initials
    }

    /// Is it plain that no name of the path is the first one of what is listed as lying anywhere?
    pub(super) fn tell(self, listed: &str) -> bool {
        let first = listed.strip_prefix("/**/").and_then(|rest| rest.bytes().next());
        first.is_some_and(|first| first != b'/' && !text::is_operator(first) && !self.hold(first))
    }

    fn hold(self, byte: u8) -> bool {
        let (word, bit) = place(byte);
        self.0.get(word).is_some_and(|word| word & bit != 0)
    }
}

/// Where the bit of a byte stands.
fn place(byte: u8) -> (usize, u64) {
    (usize::from(byte >> 6), 1 << (byte & 63))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_apart_by_how_they_begin() {
        let initials = Initials::of("/srv/.ssh/ä");
        for listed in ["/**/id_rsa", "/**/keys/**"] {
            assert!(initials.tell(listed), "{listed}");
        }
        for listed in ["/**/.env", "/**/s*", "/**/*x", "/**/\\x", "/**//x", "/**/", "/**/ä", "/x", "**/x", ""] {
            assert!(!initials.tell(listed), "{listed}");
        }
    }
}
