//! Directories that hold listed paths: what `grep -r` reads, `rm -r` removes and `tar -x` writes into.
//!
//! Owns whether something that a list names may lie below a directory. The property it keeps: a directory counts where a
//! proper beginning of a listed path stands for it. Of what may lie anywhere (`**/.env`) nothing is looked for below a
//! directory that no name of it tells: `grep -r x src` would be a read of everything. What is written into a directory
//! lies in a list that takes everything of it; of one that takes less (`/etc/passwd`) nothing is said.

use smallvec::{SmallVec, smallvec};

use super::initials::Initials;
use super::{absolute, is_among, names};
use crate::command::Directory;
use crate::command::word::{GlobKind, Part, Word};
use crate::decision::text;
use crate::input::Span;
use crate::verdict::Match;

/// Does one of these paths lie below what the word names?
pub fn holds_one_of(word: &Word, paths: &[impl AsRef<str>], directory: &Directory) -> Match {
    holds_among(&absolute(word, directory), paths.iter().map(AsRef::as_ref))
}

/// The same of what [`absolute`] says of the word.
pub fn holds_among<'t>(readings: &[Word], paths: impl Iterator<Item = &'t str> + Clone) -> Match {
    let holds = |path: &Word| match path.known() {
        Some(known) => {
            let above: Vec<&str> = names(known).collect();
            let initials = Initials::of(known);
            let is_no_end = |listed: &str| !above.is_empty() && initials.tell(listed);
            let is_plainly_not = |listed: &str| is_beside(listed, known) || is_no_end(listed);
            let mut near = paths.clone().filter(|listed| !is_plainly_not(listed));
            Match::known(near.any(|listed| begins_with(listed, &above)))
        }
        None if paths.clone().any(|listed| may_begin_with(listed, path)) => Match::May,
        None => Match::Never,
    };
    let mut answers = readings.iter().map(holds);
    let first = answers.next().unwrap_or(Match::May);
    answers.fold(first, Match::either_case)
}

/// May the word name a directory of which one of these paths takes everything?
pub fn take_all_of(word: &Word, paths: &[impl AsRef<str>], directory: &Directory) -> bool {
    takes_all_among(&absolute(word, directory), paths.iter().map(AsRef::as_ref)) > Match::Never
}

/// The same of what [`absolute`] says of the word.
pub fn takes_all_among<'t>(readings: &[Word], paths: impl Iterator<Item = &'t str>) -> Match {
    let whole: Vec<&str> = paths.flat_map(whole_directories).collect();
    if whole.is_empty() { Match::Never } else { is_among(readings, whole.iter().copied()) }
}

/// The directories of which a listed path takes everything: `/etc` of `/etc/**`, both `/etc/**` and `/etc` of `/etc/**/*`.
fn whole_directories(listed: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(
        whole_directory(listed),
        |found| {
            if found.ends_with("/**") { whole_directory(found) } else { None }
        },
    )
}

fn whole_directory(listed: &str) -> Option<&str> {
    let directory = listed.strip_suffix("/**").or_else(|| listed.strip_suffix("/*"))?;
    Some(if directory.is_empty() { "/" } else { directory })
}

/// Is it plain that a listed path leads past a directory? Most differ within their first names, before anything that stands
/// for other characters. (Where one of them has a slash, it may be one too many.)
fn is_beside(listed: &str, above: &str) -> bool {
    let mut pairs = listed.bytes().zip(above.bytes());
    let differing = pairs.find(|(own, given)| own != given || text::is_operator(*own));
    differing.is_some_and(|(own, given)| !text::is_operator(own) && own != b'/' && given != b'/')
}

/// Does a proper beginning of a listed path, name by name, stand for this directory? What stars across directories stand for
/// is not its end: that says nothing of the directory.
fn begins_with(listed: &str, above: &[&str]) -> bool {
    let (mut own, mut left) = (above.iter(), names(listed));
    loop {
        let from = left.clone();
        match left.next() {
            Some("**") if left.clone().all(|name| crosses(name).is_none()) => {
                return own.as_slice().is_empty() || ends_in_beginning_of(left, own.as_slice());
            }
            Some(name) if crosses(name).is_some() => {
                return may_be_laid_over(&from.collect::<SmallVec<[&str; 16]>>(), own.as_slice());
            }
            // such a name stands for one name of the directory
            Some(name) => match own.next() {
                Some(own) if stands_for(name, own) => {}
                Some(_) => return false,
                None => return true,
            },
            None => return false,
        }
    }
}

/// Are the last names of the directory a proper beginning of these?
fn ends_in_beginning_of<'l>(listed: impl Iterator<Item = &'l str> + Clone, above: &[&str]) -> bool {
    let most = listed.clone().count().saturating_sub(1).min(above.len());
    let mut ends = (1..=most).filter_map(|count| above.get(above.len() - count..));
    ends.any(|end| end.iter().zip(listed.clone()).all(|(own, name)| stands_for(name, own)))
}

/// The same of names from the first stars across directories on: they stand for any number of names.
fn may_be_laid_over(listed: &[&str], above: &[&str]) -> bool {
    let mut places: Places = smallvec![Place::default(); listed.len() + 1];
    if let Some(first) = places.first_mut() {
        first.by_name = true;
    }
    for own in above {
        let mut next: Places = smallvec![Place::default(); listed.len() + 1];
        for (passed, name) in listed.iter().enumerate() {
            if !places.get(passed).is_some_and(|place| place.by_name || place.by_stars) {
                continue;
            }
            match crosses(name) {
                Some(_) if *name == "**" => {
                    next.get_mut(passed).into_iter().for_each(|place| place.by_stars = true);
                    // they may stand for no name at all
                    places.get_mut(passed + 1).into_iter().for_each(|place| place.by_name = true);
                }
                Some(start) if own.starts_with(start) => return true,
                None if stands_for(name, own) => {
                    next.get_mut(passed + 1).into_iter().for_each(|place| place.by_name = true);
                }
                _ => {}
            }
        }
        places = next;
    }
    places.iter().take(listed.len()).any(|place| place.by_name)
}

/// A place in the list: so many of its names are passed.
#[derive(Clone, Copy, Default)]
struct Place {
    /// The last name of the directory may be that of a name.
    by_name: bool,
    /// It may be one that stars across directories stand for.
    by_stars: bool,
}

/// For each number of names, from none.
type Places = SmallVec<[Place; 16]>;

/// What stands before the stars across directories in such a name.
fn crosses(name: &str) -> Option<&str> {
    let at = name.as_bytes().windows(2).position(|pair| pair == b"**")?;
    name.get(..at)
}

/// Does one name of a listed path stand for this one?
fn stands_for(name: &str, own: &str) -> bool {
    if !name.bytes().any(text::is_operator) {
        return name == own;
    }
    let own = Word::literal(own, Span::default());
    text::may_match(name, &own) && text::matches_path(name, &own) == Match::Must
}

/// May a proper beginning of a listed path stand for this one, which is not all known?
fn may_begin_with(listed: &str, above: &Word) -> bool {
    // what find finds may lie anywhere on its way down: that is not looked for
    let way_down = |part: &Part| matches!(part.glob_kind(), Some(GlobKind::Below { .. }));
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
            ("/etc", "//etc//shadow"),
            ("/srv/x", "/**//x/y"),
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

    #[test]
    fn what_takes_everything_of_a_directory_is_read_off_its_end() {
        let all = |listed| whole_directories(listed).collect::<Vec<_>>();
        assert_eq!(all("/etc/**"), ["/etc"]);
        assert_eq!(all("/etc/*"), ["/etc"]);
        assert_eq!(all("/etc/**/*"), ["/etc/**", "/etc"]);
        assert_eq!(all("/home/*/**"), ["/home/*"], "what lies in /home itself is not listed");
        assert_eq!(all("/**"), ["/"]);
        assert_eq!(all("**/.git/**"), ["**/.git"]);
        for listed in ["**", "/etc/passwd", "**/.env", "/etc/*.conf", r"/etc/\*"] {
            assert!(all(listed).is_empty(), "{listed}");
        }
    }

    /// There are more ways to lay many stars over many names than anybody would wait for.
    #[test]
    fn many_stars_are_laid_over_many_names_at_once() {
        let (above, listed) = ("/a".repeat(400), format!("{}/x", "/**/a".repeat(200)));
        assert_eq!(holds(&above, &listed), Match::Must);
        assert_eq!(holds(&format!("{above}/c"), &listed), Match::Never, "only stars stand for its last name");
    }

    /// Every list of up to four such names against every directory of up to three: the short ways say what laying the
    /// whole list over it says.
    #[test]
    fn the_short_ways_lead_where_the_long_one_does() {
        let every = |of: &[&'static str], most: usize| {
            let mut all: Vec<Vec<&str>> = vec![Vec::new()];
            let mut from = 0;
            for _ in 0..most {
                let longer: Vec<Vec<&str>> = all[from..]
                    .iter()
                    .flat_map(|one| of.iter().map(|name| [one.as_slice(), &[*name]].concat()))
                    .collect();
                from = all.len();
                all.extend(longer);
            }
            all
        };
        let (lists, directories) = (every(&["a", "b", "a*", "**", "a**b"], 4), every(&["a", "b", "ab"], 3));
        let mut held = 0;
        for listed in &lists {
            for above in &directories {
                let short = begins_with(&listed.join("/"), above);
                assert_eq!(short, may_be_laid_over(listed, above), "{listed:?} {above:?}");
                let [listed, path] = [listed, above].map(|names| format!("/{}", names.join("/")));
                assert!(!(short && is_beside(&listed, &path)), "{listed} {path}");
                assert!(!(short && !above.is_empty() && Initials::of(&path).tell(&listed)), "{listed} {path}");
                held += usize::from(short);
            }
        }
        assert!(held > 1_000 && held < lists.len() * directories.len() / 2, "{held}");
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
