//! The bytes that a path begins and ends with.
//!
//! Owns what they tell of what is listed: where it begins or ends with a byte that stands for itself, the path has the same
//! there. Two comparisons tell most of a list from most paths. Refuses paths that are not all known.

use crate::decision::text;

/// How many bytes at the start are compared, at once.
const HEAD: usize = 4;

/// The bytes that a known path begins and ends with.
#[derive(Clone, Copy)]
pub(super) struct Ends<'p> {
    head: Option<&'p [u8; HEAD]>,
    last: Option<u8>,
}

impl<'p> Ends<'p> {
    /// Those of a known path.
    pub(super) fn of(path: &'p str) -> Self {
        Self { head: path.as_bytes().first_chunk(), last: path.bytes().next_back() }
    }

    /// Is it plain that the path is not what is listed?
    pub(super) fn tell(self, listed: &str) -> bool {
        // a slash at the end may stand for nothing (`**/`)
        let ends_so = |last: u8| last == b'/' || text::is_operator(last) || Some(last) == self.last;
        !listed.bytes().next_back().is_none_or(ends_so) || self.begins_otherwise(listed)
    }

    fn begins_otherwise(self, listed: &str) -> bool {
        let heads = self.head.zip(listed.as_bytes().first_chunk::<HEAD>());
        heads.is_some_and(|(given, own)| own != given && !own.iter().any(|byte| text::is_operator(*byte)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::word::Word;
    use crate::decision::text::PathGlob;
    use crate::decision::text::tests::all_texts;
    use crate::input::Span;
    use crate::verdict::Match;

    /// What the ends tell is what reading the glob tells.
    #[test]
    fn what_the_ends_tell_does_not_match() {
        let paths: Vec<(String, Word)> = all_texts(&['/', 'a', 'ä', '\\', '*'], 5)
            .into_iter()
            .map(|path| (path.clone(), Word::literal(path, Span::default())))
            .collect();
        let (mut told, mut left) = (0, 0);
        for listed in
            all_texts(&['/', 'a', 'ä', '*', '?', '\\'], 4).iter().chain(&["aaa/**/".to_owned(), "/a/a/ä".to_owned()])
        {
            let glob = PathGlob::new(listed);
            for (path, word) in paths.iter().filter(|(path, _)| path.len() < 6) {
                if Ends::of(path).tell(listed) {
                    assert_eq!(glob.matches(word), Match::Never, "{listed} {path}");
                    told += 1;
                } else {
                    left += 1;
                }
            }
        }
        assert!(told > 100_000 && left > 100_000, "{told} {left}");
    }
}
