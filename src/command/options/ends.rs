//! Where the lines of a text end.
//!
//! Owns finding that eight bytes at a time: option tables are long, and every call reads several. Refuses to know what lines
//! say.

use std::iter::{Chain, Copied, Once, once};
use std::slice::Iter;

/// The offset of the end of every line, in order; that of the last one is the length of the text.
pub(super) struct Ends<'t> {
    words: Chain<Copied<Iter<'t, [u8; 8]>>, Once<[u8; 8]>>,
    /// How many bytes were looked at, up to and with the word at hand.
    seen: usize,
    /// The highest bit of each byte of that word that ends a line and was not told yet.
    found: u64,
    /// Not told yet.
    last: Option<usize>,
}

impl<'t> Ends<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let (words, rest) = text.as_bytes().as_chunks::<8>();
        let mut padded = [0; 8];
        padded.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
        Self { words: words.iter().copied().chain(once(padded)), seen: 0, found: 0, last: Some(text.len()) }
    }
}

impl Iterator for Ends<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        while self.found == 0 {
            let Some(word) = self.words.next() else { return self.last.take() };
            self.found = newlines(word);
            self.seen += 8;
        }
        let at = self.found.trailing_zeros() as usize / 8;
        self.found &= self.found - 1;
        Some(self.seen - 8 + at)
    }
}

/// The highest bit of each byte that is a newline. Bit tricks of old: a byte less one borrows where it was zero.
fn newlines(word: [u8; 8]) -> u64 {
    const EACH: u64 = u64::from_le_bytes([1; 8]);
    let differs = u64::from_le_bytes(word) ^ (EACH * u64::from(b'\n'));
    // nothing is carried from one byte to the next, so that no byte above a newline is taken for one
    let low = (differs & (EACH * 0x7f)) + (EACH * 0x7f);
    !(low | differs) & (EACH * 0x80)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the standard library finds them, in texts of every length and with newlines at every place.
    #[test]
    fn lines_end_where_they_do() {
        let mut texts: Vec<String> = (0..1u32 << 12)
            .map(|bits| (0..12).map(|at| if bits >> at & 1 == 1 { '\n' } else { '\u{b}' }).collect())
            .collect();
        texts.extend((0..40).map(|length| "\tx\n\u{8a}".chars().cycle().take(length).collect()));
        for text in texts {
            let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).chain([text.len()]).collect();
            assert_eq!(Ends::of(&text).collect::<Vec<_>>(), ends, "{text:?}");
        }
    }
}
