//! Words of which the beginning and the end are known, and between them anything may stand: `$X`, `a$X`, `$X.rs`.
//!
//! Owns the answers about them that need no automaton, because two texts prove them. The property it keeps: what it says the
//! simulation says too. Refuses all other words.

use super::glob::without_slash;
use crate::command::word::{Count, Part, Word};
use crate::policy::pattern::Text;
use crate::verdict::Match;

/// A word whose middle may be anything.
#[derive(Clone, Copy)]
pub(super) struct Around<'w> {
    start: &'w str,
    end: &'w str,
    /// The middle begins the word, and begins with no dash.
    dashless: bool,
}

impl<'w> Around<'w> {
    /// The known beginning and end, where the word has one unknown part and no other that is not known.
    pub(super) fn of(word: &'w Word) -> Option<Self> {
        if word.count == Count::Any {
            return (!word.is_glob()).then_some(Self { start: "", end: "", dashless: word.never_flag });
        }
        let (start, end) = match word.parts.as_slice() {
            [middle] if is_anything(middle) => ("", ""),
            [Part::Literal(start), middle] if is_anything(middle) => (start.as_str(), ""),
            [middle, Part::Literal(end)] if is_anything(middle) => ("", end.as_str()),
            [Part::Literal(start), middle, Part::Literal(end)] if is_anything(middle) => (start.as_str(), end.as_str()),
            _ => return None,
        };
        Some(Self { start, end, dashless: word.never_flag && start.is_empty() })
    }

    /// Is nothing known that it begins or ends with?
    pub(super) fn is_anything(self) -> bool {
        self.start.is_empty() && self.end.is_empty()
    }

    /// Is the word exactly this text? It always may be another.
    pub(super) fn equals(self, text: &str) -> Match {
        let rest = text.strip_prefix(self.start).and_then(|rest| rest.strip_suffix(self.end));
        let possible = rest.is_some_and(|middle| middle.is_empty() || !self.excludes(text));
        if possible { Match::May } else { Match::Never }
    }

    /// Does the word begin with this text, of which `start` is the beginning, but not all?
    pub(super) fn starts_with(self, text: &str) -> Match {
        if self.excludes(text) && !self.end.starts_with(text) { Match::Never } else { Match::May }
    }

    /// Is it plain that a text of the word matches the pattern, and another does not?
    pub(super) fn may_match(self, pattern: &Text) -> bool {
        let (Some(first), Some(last)) = (pattern.pieces.first(), pattern.pieces.last()) else { return false };
        let begins = first.starts_with(self.start) || self.start.starts_with(first.as_str());
        let ends = last.ends_with(self.end) || self.end.ends_with(last.as_str());
        let differs = first.len() > self.start.len() || last.len() > self.end.len();
        pattern.pieces.len() > 1 && begins && ends && differs && !self.excludes(first)
    }

    /// The same of a glob of paths.
    pub(super) fn may_match_path(self, glob: &str) -> bool {
        if glob.contains('\\') || self.excludes(glob) {
            return false;
        }
        let mut pieces = glob.split(['*', '?']);
        let head = pieces.next().unwrap_or_default();
        let Some(tail) = pieces.next_back() else { return self.equals(glob) == Match::May };
        if !head.starts_with(self.start) || !self.ends_within(glob, tail) {
            return false;
        }
        let names = |piece: &str| {
            let name = piece.trim_matches('/');
            !name.is_empty() && !self.start.contains(name) && !self.end.contains(name)
        };
        head.len() > self.start.len()
            || without_slash(tail.as_bytes()).len() > self.end.len()
            || pieces.any(names)
            || names(head)
            || names(tail)
    }

    /// Does a text of the glob end as the word does? `tail` follows the last star of the glob, which takes what is before it.
    fn ends_within(self, glob: &str, tail: &str) -> bool {
        let before = glob.strip_suffix(tail).unwrap_or_default();
        let taken = |rest: &str| before.ends_with("**") || before.ends_with('*') && !rest.contains('/');
        tail.ends_with(self.end) || self.end.strip_suffix(tail).is_some_and(taken)
    }

    /// Does no text begin so that may stand in the middle, which is where the word begins?
    fn excludes(self, text: &str) -> bool {
        self.dashless && text.starts_with('-')
    }
}

fn is_anything(part: &Part) -> bool {
    matches!(part, Part::Unknown(unknown) if !unknown.numeric)
}
