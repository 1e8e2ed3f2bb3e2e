//! Where the name of a variable stands in the rows.
//!
//! Owns the index, which is made when runok is built: a line that assigns one variable reads none of the names of a thousand
//! others. Refuses to know what the rows say.

use super::table::{ROWS, Row};
use super::{loading, tools};

/// All rows.
const PARTS: [&[Row]; 3] = [ROWS, tools::ROWS, loading::ROWS];
/// How many buckets the exact names lie in.
const BUCKETS: usize = 1024;
const COUNTS: (usize, usize) = counts();

static INDEX: Index = Index::of_all();

/// The row of a variable: an exact name stands before a pattern, and of patterns the longest counts.
pub(super) fn find(name: &str) -> Option<&'static Row> {
    // npm and pnpm take their settings in any case, and so does yarn
    let of_npm = name.strip_prefix(['p', 'P']).unwrap_or(name);
    if of_npm.get(..11).is_some_and(|start| start.eq_ignore_ascii_case("npm_config_")) {
        return as_written(&name.to_ascii_lowercase());
    }
    if name.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("yarn_")) {
        return as_written(&name.to_ascii_uppercase());
    }
    as_written(name)
}

fn as_written(name: &str) -> Option<&'static Row> {
    INDEX.exact(name).or_else(|| INDEX.pattern(name)).and_then(Entry::of_row)
}

/// A name of a row: the part and the row that it stands in, and from where to where, in bytes.
#[derive(Clone, Copy)]
struct Entry {
    part: u8,
    row: u8,
    from: u16,
    to: u16,
    /// Where its star stands; it is a pattern then.
    star: Option<u16>,
}

impl Entry {
    fn of_row(self) -> Option<&'static Row> {
        PARTS.get(usize::from(self.part))?.get(usize::from(self.row))
    }

    fn text(self, from: u16, to: u16) -> &'static str {
        self.of_row().and_then(|row| row.names.get(usize::from(from)..usize::from(to))).unwrap_or_default()
    }

    fn is(self, name: &str) -> bool {
        self.text(self.from, self.to) == name
    }

    /// Is the name one that the pattern means?
    fn means(self, name: &str) -> bool {
        let Some(star) = self.star else { return false };
        let (before, after) = (self.text(self.from, star), self.text(star + 1, self.to));
        name.len() >= before.len() + after.len() && name.starts_with(before) && name.ends_with(after)
    }
}

/// The names by a hash of them, and those with a star in a row.
struct Index {
    /// Where each bucket begins in `names`; where the last ends stands behind it.
    starts: [u16; BUCKETS + 1],
    names: [Entry; COUNTS.0],
    patterns: [Entry; COUNTS.1],
}

impl Index {
    fn exact(&self, name: &str) -> Option<Entry> {
        let bucket = bucket(name.as_bytes(), 0, name.len());
        let (from, to) = (self.starts.get(bucket)?, self.starts.get(bucket + 1)?);
        let entries = self.names.get(usize::from(*from)..usize::from(*to))?;
        entries.iter().copied().find(|entry| entry.is(name))
    }

    fn pattern(&self, name: &str) -> Option<Entry> {
        let matching = self.patterns.iter().filter(|entry| entry.means(name));
        matching.max_by_key(|entry| entry.to - entry.from).copied()
    }

    #[allow(clippy::indexing_slicing, reason = "runs when runok is built, which fails where it would panic")]
    const fn of_all() -> Self {
        let none = Entry { part: 0, row: 0, from: 0, to: 0, star: None };
        let mut index = Self { starts: [0; BUCKETS + 1], names: [none; COUNTS.0], patterns: [none; COUNTS.1] };
        let (mut all, mut patterns) = (Names::FIRST, 0);
        while let Some((entry, bucket)) = all.advance() {
            if entry.star.is_some() {
                index.patterns[patterns] = entry;
                patterns += 1;
            } else {
                index.starts[bucket + 1] += 1;
            }
        }
        let mut bucket = 0;
        while bucket < BUCKETS {
            index.starts[bucket + 1] += index.starts[bucket];
            bucket += 1;
        }
        let (mut all, mut free) = (Names::FIRST, index.starts);
        while let Some((entry, bucket)) = all.advance() {
            if entry.star.is_none() {
                index.names[free[bucket] as usize] = entry;
                free[bucket] += 1;
            }
        }
        index
    }
}

/// How many names are exact, and how many patterns.
const fn counts() -> (usize, usize) {
    let (mut all, mut exact, mut patterns) = (Names::FIRST, 0, 0);
    while let Some((entry, _)) = all.advance() {
        if entry.star.is_some() {
            patterns += 1;
        } else {
            exact += 1;
        }
    }
    (exact, patterns)
}

/// The names of all rows, in turn.
struct Names {
    part: usize,
    row: usize,
    at: usize,
}

impl Names {
    const FIRST: Self = Self { part: 0, row: 0, at: 0 };

    /// The next name, and its bucket.
    #[allow(clippy::indexing_slicing, reason = "runs when runok is built, which fails where it would panic")]
    #[allow(
        clippy::cast_possible_truncation,
        reason = "there are fewer rows, and their names are shorter; a test holds it"
    )]
    const fn advance(&mut self) -> Option<(Entry, usize)> {
        while self.part < PARTS.len() {
            let rows = PARTS[self.part];
            if self.row >= rows.len() {
                (self.part, self.row, self.at) = (self.part + 1, 0, 0);
                continue;
            }
            let names = rows[self.row].names.as_bytes();
            if self.at >= names.len() {
                (self.row, self.at) = (self.row + 1, 0);
                continue;
            }
            let (from, mut star) = (self.at, None);
            while self.at < names.len() && names[self.at] != b' ' {
                if names[self.at] == b'*' {
                    star = Some(self.at as u16);
                }
                self.at += 1;
            }
            let to = self.at;
            self.at += 1;
            let entry = Entry { part: self.part as u8, row: self.row as u8, from: from as u16, to: to as u16, star };
            return Some((entry, bucket(names, from, to)));
        }
        None
    }
}

/// The bucket of these bytes of a text.
#[allow(clippy::indexing_slicing, reason = "`to` is never past the text")]
const fn bucket(text: &[u8], from: usize, to: usize) -> usize {
    let (mut hash, mut at) = (0_usize, from);
    while at < to {
        hash = (hash * 31 + text[at] as usize) % (BUCKETS * 64);
        at += 1;
    }
    (hash ^ (hash / 64)) % BUCKETS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = (&'static Row, &'static str)> {
        PARTS.into_iter().flatten().flat_map(|row| row.names.split(' ').map(move |name| (row, name)))
    }

    #[test]
    fn each_name_stands_once_with_at_most_one_star() {
        let mut names: Vec<&str> = all().map(|(_, name)| name).collect();
        names.sort_unstable();
        for pair in names.windows(2) {
            assert_ne!(pair[0], pair[1]);
        }
        assert!(names.iter().all(|name| !name.is_empty() && name.matches('*').count() <= 1));
    }

    #[test]
    fn each_name_is_found_in_its_row() {
        for (row, name) in all() {
            // what stands for the star must not spell another name
            let found = find(&name.replace('*', "-"));
            assert!(found == Some(row), "{name}");
        }
        assert!(PARTS.into_iter().all(|rows| rows.len() <= usize::from(u8::MAX)));
        assert!(PARTS.into_iter().flatten().all(|row| row.names.len() <= usize::from(u16::MAX)));
        for name in ["", "FOO", "PATHS", "XPATH", "PAGERS", "GITX"] {
            assert!(find(name).is_none(), "{name}");
        }
    }
}
