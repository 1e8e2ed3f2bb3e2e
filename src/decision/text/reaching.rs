//! How far the star in the text of an allow rule reaches.
//!
//! Owns two bounds: `scripts/*` speaks of nothing that a `..` leads out of `scripts`, and where operands have parts,
//! `feature/*` is no `feature/x:main`. Refuses to say whether the text matches at all (`glob` does), and who heeds the bounds.

use std::borrow::Cow;

use crate::command::word::{GlobKind, Part, Parts, Word, push_part};
use crate::policy::pattern::Text;
use crate::verdict::Match;

use super::{contains, ends_with};

/// Does a star reach out of the directory that stands before it, more often than the pattern says itself?
pub fn leads_up(word: &Word, pattern: &Text) -> Match {
    let Some((_, before)) = pattern.pieces.split_last() else { return Match::Never };
    if !before.iter().any(|piece| piece.contains('/')) {
        return Match::Never;
    }
    let own: usize = pattern.pieces.iter().map(|piece| ups(piece)).sum();
    if let Some(known) = word.known() {
        return Match::known(ups(known) > own);
    }
    if own > 0 {
        return Match::May;
    }
    let firm = without_globs(word);
    let found = contains(&firm, "/../").or(ends_with(&firm, "/.."));
    // of texts to choose from, one may be written as only URLs are
    let is_url = before.iter().any(|piece| piece.contains("://"));
    let as_url = ["%2", "\\", "\t"].iter().map(|sign| contains(&firm, sign).and(Match::May)).max();
    if is_url { found.or(as_url.unwrap_or(found)) } else { found }
}

/// Does the word hold more of this character than the text that a star stands in?
pub fn has_more(word: &Word, pattern: &Text, mark: char) -> Match {
    if pattern.pieces.len() < 2 || pattern.pieces.iter().all(|piece| piece.is_empty()) {
        return Match::Never;
    }
    let count = |text: &str| text.matches(mark).count();
    let own: usize = pattern.pieces.iter().map(|piece| count(piece)).sum();
    match word.known() {
        Some(known) => Match::known(count(known) > own),
        None if own > 0 => Match::May,
        None => contains(word, mark.encode_utf8(&mut [0; 4])),
    }
}

/// How many names behind a slash are `..`, also as URLs have it: `%2e`, a backslash, blanks that are left out.
fn ups(text: &str) -> usize {
    let plain = !text.contains(['%', '\\', '\t', '\n', '\r']);
    let text = if plain {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.replace(['\t', '\n', '\r'], "").replace('\\', "/").replace("%2e", ".").replace("%2E", "."))
    };
    text.split('/').skip(1).filter(|name| *name == "..").count()
}

/// The word with a letter for each glob that is no `..`: one is `..` only behind a dot, or where it says so itself.
fn without_globs(word: &Word) -> Cow<'_, Word> {
    if !word.parts.iter().any(|part| matches!(part, Part::Glob(_))) {
        return Cow::Borrowed(word);
    }
    let mut parts = Parts::new();
    for part in &word.parts {
        let behind_dot = matches!(parts.last(), Some(Part::Literal(text)) if text.ends_with('.'));
        let known_start = !matches!(parts.last(), Some(Part::Choice(_) | Part::Unknown(_) | Part::Glob(_)));
        match part {
            Part::Glob(glob) if !behind_dot && known_start && glob.kind != GlobKind::Extended => {
                push_part(&mut parts, Part::character('x'));
            }
            _ => push_part(&mut parts, part.clone()),
        }
    }
    Cow::Owned(Word { parts, ..word.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::word::Glob;

    fn word(text: &str) -> Word {
        Word::literal(text, Default::default())
    }

    fn begun(text: &str, part: Part) -> Word {
        let mut word = word(text);
        word.parts.push(part);
        word
    }

    #[test]
    fn a_star_does_not_reach_out_of_its_directory() {
        let up = |text: &str, pattern: &str| leads_up(&word(text), &Text::parse(pattern));
        for (text, pattern, told) in [
            ("scripts/a.py", "scripts/*", Match::Never),
            ("scripts/../../x", "scripts/*", Match::Must),
            ("scripts/a/..", "scripts/*", Match::Must),
            ("scripts/..a/b..", "scripts/*", Match::Never),
            ("../a/x", "../a/*", Match::Never),
            ("../../a/x", "../../a/*", Match::Never),
            ("../../a/../x", "../../a/*", Match::Must),
            ("https://a/b/%2e%2E/x", "https://a/b/*", Match::Must),
            ("https://a/b/.\t./x", "https://a/b/*", Match::Must),
            ("https://a/b/..\\x", "https://a/b/*", Match::Must),
            ("a/../x", "*.py", Match::Never),
            ("a/../x", "*", Match::Never),
        ] {
            assert_eq!(up(text, pattern), told, "{text} {pattern}");
        }
    }

    #[test]
    fn what_stays_below_lies_in_the_directory() {
        let names = ["a", "..", ".", "...", ""];
        let pattern = Text::parse("dir/*");
        for first in names {
            for second in names {
                for third in names {
                    let path = format!("dir/{first}/{second}/{third}");
                    let real = crate::command::normalise(&format!("/at/{path}"));
                    let lies_in = real == "/at/dir" || real.starts_with("/at/dir/");
                    assert!(lies_in || leads_up(&word(&path), &pattern) == Match::Must, "{path} {real}");
                }
            }
        }
    }

    #[test]
    fn what_is_not_known_may_lead_up_and_globs_do_not() {
        let pattern = Text::parse("scripts/*");
        let unknown = begun("scripts/", Word::unknown("$X", Default::default()).parts[0].clone());
        assert_eq!(leads_up(&unknown, &pattern), Match::May);
        // behind what begins a name a star may be a dot
        let glob = |kind, may_be_dot| Part::from(Glob { kind, text: "*".into(), may_be_dot });
        assert_eq!(leads_up(&begun("scripts/", glob(GlobKind::Star, false)), &pattern), Match::Never);
        assert_eq!(leads_up(&begun("scripts/.", glob(GlobKind::Star, true)), &pattern), Match::May);
        assert_eq!(leads_up(&begun("scripts/", glob(GlobKind::Extended, true)), &pattern), Match::May);
        let choice = |texts: [&str; 2]| Part::Choice(texts.map(str::to_owned).to_vec());
        assert_eq!(leads_up(&begun("scripts/", choice(["a", "b"])), &pattern), Match::Never);
        assert_eq!(leads_up(&begun("scripts/", choice(["a", "../b"])), &pattern), Match::May);
    }

    #[test]
    fn a_part_ends_at_its_mark() {
        let more = |text: &str, pattern: &str| has_more(&word(text), &Text::parse(pattern), ':');
        assert_eq!(more("feature/x:main", "feature/*"), Match::Must);
        assert_eq!(more("feature/x", "feature/*"), Match::Never);
        assert_eq!(more("a:b", "a:*"), Match::Never);
        assert_eq!(more("a:b:c", "a:*"), Match::Must);
        assert_eq!(more("a:b", "*"), Match::Never);
        assert_eq!(more("a:b", "a:b"), Match::Never);
        let unknown = begun("feature/", Word::unknown("$X", Default::default()).parts[0].clone());
        assert_eq!(has_more(&unknown, &Text::parse("feature/*"), ':'), Match::May);
    }
}
