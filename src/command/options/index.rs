//! Where the built-in tables are: every file of `tables/`, by name.
//!
//! Owns the list. A new table is a file and its name here. `git/push` is the subcommand `push` of `git`; a name whose last
//! part begins with `_` is a part that tables include; `egrep => grep` is another name for a table.

mod entries;

use super::text::Text;
pub(super) use entries::ENTRIES;

/// A name, the name of the file under `tables/`, and its text; that of another name stands there.
type Entry = (&'static str, &'static str, Option<Text>);

/// How many bytes of a name stand in [`BEGINNINGS`].
const BEGINNING: usize = size_of::<u128>();

/// How each name begins, as one number, in the order of [`ENTRIES`]. The names themselves lie with the tables, all over the
/// program; to look for one there would fetch a page of it for each comparison.
static BEGINNINGS: [u128; ENTRIES.len()] = beginnings();

#[allow(clippy::indexing_slicing, reason = "made when compiling, where a wrong index is an error")]
const fn beginnings() -> [u128; ENTRIES.len()] {
    let mut all = [0; ENTRIES.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] = beginning(ENTRIES[at].0);
        at += 1;
    }
    all
}

/// The first bytes of a name, the first one the highest; no name holds a NUL, so names are in the order of these numbers.
const fn beginning(name: &str) -> u128 {
    let (mut number, mut left, mut place) = (0, name.as_bytes(), 0);
    while place < BEGINNING {
        number <<= 8;
        if let [first, rest @ ..] = left {
            number |= *first as u128;
            left = rest;
        }
        place += 1;
    }
    number
}

/// Where the name stands, or the first one after it.
fn position(name: &str) -> usize {
    let begins = beginning(name);
    let from = BEGINNINGS.partition_point(|each| *each < begins);
    let alike = BEGINNINGS.iter().skip(from).take_while(|each| **each == begins).count();
    let before = ENTRIES.iter().skip(from).take(alike).take_while(|(entry, ..)| *entry < name);
    from + before.count()
}

/// The file of the table of that name: its own name, and its text.
pub(super) fn file(name: &str) -> Option<(&'static str, &'static Text)> {
    match entry(name)? {
        (_, file, Some(text)) => Some((file, text)),
        (_, file, None) => Some((file, entry(file)?.2.as_ref()?)),
    }
}

fn entry(name: &str) -> Option<&'static Entry> {
    ENTRIES.get(position(name)).filter(|(entry, ..)| *entry == name)
}

/// Are there tables of subcommands of that command?
pub(super) fn has_below(name: &str) -> bool {
    below(name).next().is_some()
}

/// The subcommands of that command that have files of their own (and parts that such files share).
pub(super) fn below(name: &str) -> impl Iterator<Item = &'static str> {
    // between `git` and `git/…` may stand `git-lfs`: `-` and `.` sort before `/`
    let rest = ENTRIES.iter().skip(position(name)).take_while(move |(entry, ..)| entry.starts_with(name));
    rest.filter_map(move |(entry, ..)| entry.strip_prefix(name)?.strip_prefix('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_and_no_other() {
        for (name, file_name, text) in ENTRIES {
            let (found, of_file) = file(name).unwrap();
            assert!(found == *file_name && text.as_ref().is_none_or(|text| text == of_file), "{name}");
            let mut shorter = (*name).to_owned();
            shorter.pop();
            for other in [format!("{name}\u{1}"), format!("{name}~"), shorter] {
                let listed = ENTRIES.iter().any(|(entry, ..)| *entry == other);
                assert_eq!(file(&other).is_some(), listed, "{other}");
            }
            let names = ENTRIES.iter().filter_map(|(entry, ..)| entry.strip_prefix(name)?.strip_prefix('/'));
            assert!(below(name).eq(names), "{name}");
        }
        assert!(file("\u{10ffff}").or(file("")).is_none());
    }
}
