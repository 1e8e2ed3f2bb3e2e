//! Where the built-in tables are: every file of `tables/`, by name.
//!
//! Owns the list. A new table is a file and a line here. `git/push` is the subcommand `push` of `git`; a name whose last
//! part begins with `_` is a part that tables include; `egrep => grep` is another name for a table.

/// A name and the text of its table.
type Entry = (&'static str, &'static str);

macro_rules! tables {
    ($($name:literal $(=> $other:literal)?,)*) => {
        &[$(($name, tables!(@text $name $(=> $other)?)),)*]
    };
    (@text $name:literal) => { include_str!(concat!("tables/", $name, ".txt")) };
    (@text $name:literal => $other:literal) => { include_str!(concat!("tables/", $other, ".txt")) };
}

/// Sorted by name, for [`file`].
pub(super) const ENTRIES: &[Entry] = tables!["git",];

/// The text of the table of that name.
pub(super) fn file(name: &str) -> Option<&'static str> {
    let at = ENTRIES.binary_search_by(|(entry, _)| (*entry).cmp(name)).ok()?;
    ENTRIES.get(at).map(|(_, text)| *text)
}

/// Are there tables of subcommands of that command?
pub(super) fn has_below(name: &str) -> bool {
    let from = ENTRIES.partition_point(|(entry, _)| *entry <= name);
    // between `git` and `git/…` may stand `git-lfs`: `-` and `.` sort before `/`
    let mut rest = ENTRIES.iter().skip(from).take_while(|(entry, _)| entry.starts_with(name));
    rest.any(|(entry, _)| entry.as_bytes().get(name.len()) == Some(&b'/'))
}
