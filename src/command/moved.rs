//! Files that a line moves somewhere and then removes: `mv x build; rm -rf build`.
//!
//! Owns the comparison of what is moved with what is removed, over everything that was found: a directory that may go as a
//! whole may not take along what lay elsewhere. A name that is not known may be any. Refuses to judge either command by
//! itself (the rules do).

use super::effects::{Deed, Kind};
use super::options::{self, Tables};
use super::place;
use super::word::{Count, GlobKind, Part, Word};
use super::written::table_of;
use super::{Directory, Doubt, Invocation, base_name, effects};

/// Stands for the directory that a relative path begins in where that is not known.
const SOMEWHERE: &str = "/?";

/// Where a file may lie.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Place {
    /// There.
    At(String),
    /// Anywhere below this directory.
    Below(String),
    /// Anywhere.
    Anywhere,
}

/// Adds a doubt to every command that removes what a command of the line moves to where it is, or a directory above it.
pub(super) fn doubt_what_is_removed(invocations: &mut [Invocation], tables: &Tables) {
    let mut moved = Vec::new();
    collect(invocations, tables, &mut moved);
    if !moved.is_empty() {
        mark(invocations, &moved, tables);
    }
}

fn collect(invocations: &[Invocation], tables: &Tables, moved: &mut Vec<Place>) {
    for invocation in invocations {
        if moves(invocation) {
            moved.extend(done(invocation, tables, Kind::Writes).into_iter().map(|(_, place)| place));
        }
        for wrapped in &invocation.wrapped {
            collect(&wrapped.runs, tables, moved);
        }
    }
}

fn mark(invocations: &mut [Invocation], moved: &[Place], tables: &Tables) {
    for invocation in invocations {
        let removed = if moves(invocation) { Vec::new() } else { done(invocation, tables, Kind::Deletes) };
        if let Some((shown, _)) = removed.iter().find(|(_, removed)| moved.iter().any(|moved| removed.may_hold(moved)))
        {
            let why = format!("{shown} holds what this line moves there");
            invocation.doubts.push(Doubt { why, span: invocation.span });
        }
        for wrapped in &mut invocation.wrapped {
            mark(&mut wrapped.runs, moved, tables);
        }
    }
}

fn moves(invocation: &Invocation) -> bool {
    invocation.words.first().and_then(Word::known).map(base_name) == Some("mv")
}

/// The files on which a command has an effect, to be shown, and where they may lie.
fn done(invocation: &Invocation, tables: &Tables, kind: Kind) -> Vec<(String, Place)> {
    let Some(table) = table_of(invocation, tables) else { return Vec::new() };
    let account = effects::of(&table, &options::read(&table, &invocation.words), &invocation.words);
    let named = |deed: &Deed| deed.target.clone().filter(|_| deed.kind == kind);
    let words = account.deeds.iter().filter_map(named);
    words.flat_map(|word| places(&word, &invocation.place.directory)).collect()
}

/// Where the file that a word names may lie, one place for each directory that is possible.
fn places(word: &Word, directory: &Directory) -> Vec<(String, Place)> {
    let Some((path, is_whole)) = known_path(word) else { return vec![(word.display(), Place::Anywhere)] };
    let bases = match directory {
        _ if path.starts_with('/') => vec![""],
        Directory::Known(bases) => bases.iter().map(AsRef::as_ref).collect(),
        Directory::Unknown => vec![SOMEWHERE],
    };
    let place = |base: &str| {
        let above = base == SOMEWHERE && path.split('/').any(|name| name == "..");
        let absolute = place::normalise(&if base.is_empty() { path.to_owned() } else { format!("{base}/{path}") });
        match (above, is_whole) {
            (true, _) => Place::Anywhere,
            (false, true) => Place::At(absolute),
            (false, false) => Place::Below(absolute),
        }
    };
    match word.known() {
        Some("" | "/dev/null") => Vec::new(),
        _ => bases.into_iter().map(|base| (word.display(), place(base))).collect(),
    }
}

/// The path that the word is, or the directory below which it surely lies.
fn known_path(word: &Word) -> Option<(&str, bool)> {
    if let Some(path) = word.known() {
        return Some((path, true));
    }
    // `..` stands for itself alone, or for `@(..)`
    let stays_below = |part: &Part| match part {
        Part::Literal(text) => !text.split('/').skip(1).any(|name| name.starts_with('.')),
        Part::Glob(glob) => glob.kind != GlobKind::Extended,
        Part::Choice(_) => false,
        Part::Unknown(unknown) => unknown.numeric,
    };
    let begun = usize::from(matches!(word.parts.first(), Some(Part::Literal(_))));
    let (directory, name) = match word.literal_prefix().rsplit_once('/') {
        Some(("", name)) => ("/", name),
        Some(split) => split,
        None => (".", word.literal_prefix()),
    };
    let stays = word.parts.iter().skip(begun).all(stays_below) && !name.starts_with('.');
    (stays && (word.count == Count::One || word.is_glob())).then_some((directory, false))
}

impl Place {
    /// May what lies there be at, or below, this one?
    fn may_hold(&self, moved: &Self) -> bool {
        match (self, moved) {
            (Self::Anywhere, _) | (_, Self::Anywhere) => true,
            (Self::At(path), Self::At(moved)) => path == moved || is_below(moved, path) || is_elsewhere(path, moved),
            (Self::Below(path), Self::At(moved)) => is_below(moved, path) || is_elsewhere(path, moved),
            (Self::At(path) | Self::Below(path), Self::Below(moved)) => {
                path == moved || is_below(moved, path) || is_below(path, moved) || is_elsewhere(path, moved)
            }
        }
    }
}

/// Does the first path lie below the second?
fn is_below(path: &str, directory: &str) -> bool {
    path.strip_prefix(directory.trim_end_matches('/')).is_some_and(|rest| rest.len() > 1 && rest.starts_with('/'))
}

/// Does one of them, and not the other, begin in a directory that is not known?
fn is_elsewhere(path: &str, other: &str) -> bool {
    let begins_somewhere = |path: &str| path == SOMEWHERE || is_below(path, SOMEWHERE);
    begins_somewhere(path) != begins_somewhere(other)
}
