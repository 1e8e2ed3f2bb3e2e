//! Directories that hold listed paths: what `grep -r` reads and `rm -r` removes.
//!
//! Owns whether something that a list names may lie below a directory. The property it keeps: a directory counts where a
//! proper beginning of a listed path stands for it. Of what may lie anywhere (`**/.env`) nothing is looked for below a
//! directory that no name of it tells: `grep -r x src` would be a read of everything.

use std::collections::BTreeSet;

use super::{absolute, names};
use crate::command::Directory;
use crate::command::word::{Glob, GlobKind, Part, Word};
use crate::decision::text;
use crate::input::Span;
use crate::verdict::Match;

/// Does one of these paths lie below what the word names?
pub fn holds_one_of(word: &Word, paths: &[impl AsRef<str>], directory: &Directory) -> Match {
    let holds = |path: &Word| match path.known() {
        Some(above) => {
            let above: Vec<&str> = names(above).collect();
            let mut listed = paths.iter().map(|path| names(path.as_ref()).collect::<Vec<&str>>());
            Match::known(listed.any(|listed| begins_with(&listed, &above)))
        }
        None if paths.iter().any(|listed| may_begin_with(listed.as_ref(), path)) => Match::May,
        None => Match::Never,
    };
    let mut answers = absolute(word, directory).iter().map(holds).collect::<Vec<_>>().into_iter();
    let first = answers.next().unwrap_or(Match::May);
    answers.fold(first, Match::either_case)
}

/// Does a proper beginning of a listed path, name by name, stand for this directory? What stars across directories stand for
/// is not its end: that says nothing of the directory.
fn begins_with(listed: &[&str], above: &[&str]) -> bool {
    // how many names of the list are passed, and whether such stars stand for the last name of the directory
    let mut places = BTreeSet::from([(0, false)]);
    for own in above {
        let mut next = BTreeSet::new();
        while let Some((passed, _)) = places.pop_first() {
            match listed.get(passed) {
                Some(&"**") => {
                    next.insert((passed, true));
                    // they may stand for no name at all
                    places.insert((passed + 1, false));
                }
                Some(name) => match name.split_once("**") {
                    Some((start, _)) if own.starts_with(start) => return true,
                    None if stands_for(name, own) => _ = next.insert((passed + 1, false)),
                    _ => {}
                },
                None => {}
            }
        }
        places = next;
    }
    places.into_iter().any(|(passed, by_stars)| passed < listed.len() && !by_stars)
}

/// Does one name of a listed path stand for this one?
fn stands_for(name: &str, own: &str) -> bool {
    if !name.contains(['*', '?', '\\']) {
        return name == own;
    }
    let own = Word::literal(own, Span::default());
    text::may_match(name, &own) && text::matches_path(name, &own) == Match::Must
}

/// May a proper beginning of a listed path stand for this one, which is not all known?
fn may_begin_with(listed: &str, above: &Word) -> bool {
    // what find finds may lie anywhere on its way down: that is not looked for
    let way_down = |part: &Part| matches!(part, Part::Glob(Glob { kind: GlobKind::Below { .. }, .. }));
    let goes_down = above.parts.iter().any(way_down);
    let ends = listed.match_indices('/').filter_map(|(at, _)| listed.get(..at.max(1)));
    // stars that stand for any names say nothing of the directory
    let mut beginnings = ends.filter(|beginning| !(beginning.ends_with("**") || goes_down && beginning.contains("**")));
    beginnings.any(|beginning| {
        if beginning.contains(['*', '?', '\\']) {
            text::may_match(beginning, above) && text::matches_path(beginning, above) > Match::Never
        } else {
            text::equals(above, beginning) > Match::Never
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(above: &str, listed: &str) -> Match {
        let place = Directory::Known(vec!["/w".to_owned()]);
        holds_one_of(&Word::literal(above, Span::default()), &[listed], &place)
    }

    #[test]
    fn a_directory_counts_where_a_listed_path_begins_with_it() {
        for (above, listed) in [
            ("/", "/etc/shadow"),
            ("/etc", "/etc/shadow"),
            ("/etc/", "/etc/shadow"),
            ("/home", "/home/*/.aws/**"),
            ("/home/me", "/home/*/.aws/**"),
            ("/home/me/.aws", "/home/*/.aws/**"),
            ("/home/me", "/home/m?/.*_history"),
            (".", "/w/keys/x"),
            ("..", "/w/keys/x"),
            ("/srv/x/.ssh", "/**/.ssh/id_*"),
            (".ssh", "/**/.ssh/id_*"),
            ("/srv/a/b/c", "/srv/**/b/c/x"),
            ("/srv/a/b/c/d", "/srv/**/b/**/d/x"),
            ("/srv/ax/y", "/srv/a**b"),
            ("/srv/q/ax", "/srv/**/a**b"),
            ("/srv/q", "/srv/**/**/q/x"),
        ] {
            assert_eq!(holds(above, listed), Match::Must, "{above} {listed}");
        }
        for (above, listed) in [
            ("/etc/shadow", "/etc/shadow"),
            ("/et", "/etc/shadow"),
            ("/home/me/src", "/home/*/.aws/**"),
            ("/home/you", "/home/m?/.*_history"),
            ("/home/me/.aws/x", "/home/*/.aws/y"),
            (".", "/**/.env"),
            ("src", "/**/.ssh/id_*"),
            ("/srv/a", "/srv/**/b/x"),
            ("/usr/b", "/srv/**/b/x"),
            ("/srv/bx/y", "/srv/a**b"),
            ("/srv/q/bx", "/srv/**/a**b"),
            ("/srv/q", "/srv/**/**/x"),
        ] {
            assert_eq!(holds(above, listed), Match::Never, "{above} {listed}");
        }
    }

    /// There are more ways to lay many stars over many names than anybody would wait for.
    #[test]
    fn many_stars_are_laid_over_many_names_at_once() {
        let (above, listed) = ("/a".repeat(400), format!("{}/x", "/**/a".repeat(200)));
        assert_eq!(holds(&above, &listed), Match::Must);
        assert_eq!(holds(&format!("{above}/c"), &listed), Match::Never, "only stars stand for its last name");
    }

    #[test]
    fn what_is_not_known_may_be_such_a_directory() {
        let place = Directory::Known(vec!["/w".to_owned()]);
        let unknown = |end: &str| {
            let mut word = Word::unknown("$X", Span::default());
            word.append(&Word::literal(end, Span::default()));
            word
        };
        let holds = |word: &Word, listed: &str| holds_one_of(word, &[listed], &place);
        assert_eq!(holds(&unknown(""), "/etc/shadow"), Match::May);
        assert_eq!(holds(&unknown("/.aws"), "/home/*/.aws/x"), Match::May);
        assert_eq!(holds(&unknown("/.ssh"), "/**/.ssh/id_*"), Match::May);
        assert_eq!(holds(&unknown("/src"), "/**/.ssh/id_*"), Match::Never);
        assert_eq!(holds(&unknown("/.aws"), "/etc/shadow"), Match::Never);
    }
}
