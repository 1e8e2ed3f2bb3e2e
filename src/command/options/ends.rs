//! Where the lines of a text end, and where its sections begin.
//!
//! Owns finding that many bytes at a time: option tables are long, and every call reads several. Refuses to know what lines
//! say.

use std::iter::{Chain, Copied, Once, once};
use std::slice::Iter;

/// The offset of the end of every line, in order; that of the last one is the length of the text.
pub(super) struct Ends<'t> {
    words: Words<'t>,
    /// How many bytes were looked at, up to and with the word at hand.
    seen: usize,
    /// The highest bit of each byte of that word that ends a line and was not told yet.
    found: u64,
    /// Not told yet.
    last: Option<usize>,
}

impl<'t> Ends<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        Self { words: words(text.as_bytes()), seen: 0, found: 0, last: Some(text.len()) }
    }
}

impl Iterator for Ends<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        while self.found == 0 {
            let Some(word) = self.words.next() else { return self.last.take() };
            self.found = places_of(b'\n', word);
            self.seen += 8;
        }
        let at = self.found.trailing_zeros() as usize / 8;
        self.found &= self.found - 1;
        Some(self.seen - 8 + at)
    }
}

/// The highest bit of each byte that is this one. Bit tricks of old: a byte less one borrows where it was zero.
fn places_of(byte: u8, word: [u8; 8]) -> u64 {
    const EACH: u64 = u64::from_le_bytes([1; 8]);
    let differs = u64::from_le_bytes(word) ^ (EACH * u64::from(byte));
    // nothing is carried from one byte to the next, so that no byte above such a one is taken for one
    let low = (differs & (EACH * 0x7f)) + (EACH * 0x7f);
    !(low | differs) & (EACH * 0x80)
}

/// The offsets, from one on, at which a line begins with `[`, in order.
pub(super) fn bracketed(text: &str, from: usize) -> Vec<usize> {
    let bytes = text.as_bytes();
    let mut begins = Vec::new();
    let (words, rest) = bytes.get(from..).unwrap_or_default().as_chunks::<8>();
    let begins_line = |at: usize| at == 0 || bytes.get(at - 1) == Some(&b'\n');
    let mut start = from;
    for word in words {
        let mut found = places_of(b'[', *word);
        if found != 0 {
            // a bracket begins a line where the byte before it ends one
            found &= places_of(b'\n', *word) << 8 | if begins_line(start) { 0x80 } else { 0 };
        }
        while found != 0 {
            begins.push(start + found.trailing_zeros() as usize / 8);
            found &= found - 1;
        }
        start += 8;
    }
    let rest = rest.iter().enumerate().map(|(at, byte)| (start + at, byte));
    begins.extend(rest.filter(|(at, byte)| **byte == b'[' && begins_line(*at)).map(|(at, _)| at));
    begins
}

/// Eight bytes at a time, the last ones filled up with NULs.
type Words<'t> = Chain<Copied<Iter<'t, [u8; 8]>>, Once<[u8; 8]>>;

fn words(bytes: &[u8]) -> Words<'_> {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut padded = [0; 8];
    padded.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
    words.iter().copied().chain(once(padded))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In texts of every length around that of a block, from every place on.
    #[test]
    fn sections_begin_where_they_do() {
        for length in (0..4).chain(60..70).chain(120..140) {
            for shape in ["[\n", "\n[x", "[[\n\n", "ab\n[", "x"] {
                let text: String = shape.chars().cycle().take(length).collect();
                for from in 0..=length {
                    let begins = |at: &usize| *at >= from && (*at == 0 || text.as_bytes()[*at - 1] == b'\n');
                    let all: Vec<usize> = text.match_indices('[').map(|(at, _)| at).filter(begins).collect();
                    assert_eq!(bracketed(&text, from), all, "{text:?} from {from}");
                }
            }
        }
    }

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
