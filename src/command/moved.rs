//! Files that a line moves somewhere and then removes (`mv x build; rm -rf build`), or removes by way of a link that it makes
//! (`ln -s src build; rm build/x`).
//!
//! Owns the comparison of what is moved and linked with what is removed, over everything that was found: a directory that may
//! go as a whole may not take along what lay elsewhere. A name that is not known may be any. Refuses to judge either command
//! by itself (the rules do).

use super::effects::{Deed, Kind};
use super::options::{self, Item, Tables};
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

/// What the commands of a line put where something else may lie.
#[derive(Default)]
struct Put {
    /// Files and directories from elsewhere.
    moved: Vec<Place>,
    /// Links to what may lie elsewhere.
    links: Vec<Place>,
}

/// What a command removes.
struct Removed {
    /// To be shown.
    shown: String,
    place: Place,
    /// A slash at its end: of a link, what it leads to is meant.
    is_directory: bool,
}

/// Adds a doubt to every command that removes what a command of the line moves to where it is, or a directory above it, or
/// what lies behind a link that the line makes.
pub(super) fn doubt_what_is_removed(invocations: &mut [Invocation], tables: &Tables) {
    let mut put = Put::default();
    collect(invocations, tables, &mut put);
    if !put.moved.is_empty() || !put.links.is_empty() {
        mark(invocations, &put, tables);
    }
}

fn collect(invocations: &[Invocation], tables: &Tables, put: &mut Put) {
    for invocation in invocations {
        if moves(invocation, tables) {
            put.moved.extend(done(invocation, tables, Kind::Writes).into_iter().map(|written| written.place));
        } else if name(invocation) == Some("ln") {
            // alone, a target is linked here
            let names_link = names_link(invocation, tables);
            let written = done(invocation, tables, Kind::Writes).into_iter();
            put.links
                .extend(written.filter(|written| !(names_link && written.shown == ".")).map(|written| written.place));
        }
        for wrapped in &invocation.wrapped {
            collect(&wrapped.runs, tables, put);
        }
    }
}

fn mark(invocations: &mut [Invocation], put: &Put, tables: &Tables) {
    for invocation in invocations {
        let removed = if moves(invocation, tables) { Vec::new() } else { done(invocation, tables, Kind::Deletes) };
        let holds = |removed: &&Removed| put.moved.iter().any(|moved| removed.place.may_hold(moved));
        let is_behind = |removed: &&Removed| put.links.iter().any(|link| removed.may_be_behind(link));
        let doubts = [
            removed.iter().find(holds).map(|removed| format!("{} holds what this line moves there", removed.shown)),
            removed
                .iter()
                .find(is_behind)
                .map(|removed| format!("{} lies behind a link that this line makes", removed.shown)),
        ];
        let span = invocation.span;
        invocation.doubts.extend(doubts.into_iter().flatten().map(|why| Doubt { why, span }));
        for wrapped in &mut invocation.wrapped {
            mark(&mut wrapped.runs, put, tables);
        }
    }
}

fn name(invocation: &Invocation) -> Option<&str> {
    invocation.words.first().and_then(Word::known).map(base_name)
}

/// `mv`, or `git mv`: that one takes along what was never committed.
fn moves(invocation: &Invocation, tables: &Tables) -> bool {
    match name(invocation) {
        Some("mv") => true,
        Some("git") if invocation.words.iter().any(|word| word.known() == Some("mv")) => table_of(invocation, tables)
            .is_some_and(|table| {
                let subcommands = options::read(&table, &invocation.words).subcommands;
                subcommands.first().is_some_and(|name| name == "mv")
            }),
        _ => false,
    }
}

/// Does an `ln` surely say what the link is to be called, and elsewhere than `.`?
fn names_link(invocation: &Invocation, tables: &Tables) -> bool {
    let Some(table) = table_of(invocation, tables) else { return false };
    let mut operands = Vec::new();
    for item in options::read(&table, &invocation.words).items {
        match item {
            Item::Operand { word, certain: true, .. } if word.count == Count::One => operands.push(word),
            Item::Flag(flag) if flag.certain => {}
            Item::EndOfOptions { .. } => {}
            Item::Operand { .. } | Item::Flag(_) | Item::Unclear { .. } => return false,
        }
    }
    operands.len() > 1 && operands.last().and_then(Word::known).is_some_and(|last| last != ".")
}

/// The files on which a command has an effect, one place for each that they may lie at.
fn done(invocation: &Invocation, tables: &Tables, kind: Kind) -> Vec<Removed> {
    let Some(table) = table_of(invocation, tables) else { return Vec::new() };
    let account = effects::of(&table, &options::read(&table, &invocation.words), &invocation.words);
    let named = |deed: &Deed| deed.target.clone().filter(|_| deed.kind == kind);
    let words = account.deeds.iter().filter_map(named);
    let removed = |word: Word| {
        let is_directory = word.known().is_some_and(|path| path.ends_with('/'));
        let place = move |(shown, place)| Removed { shown, place, is_directory };
        places(&word, &invocation.place.directory).into_iter().map(place)
    };
    words.flat_map(removed).collect()
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

impl Removed {
    /// May it lie behind a link there? To remove the link itself removes nothing else.
    fn may_be_behind(&self, link: &Place) -> bool {
        match (&self.place, link) {
            (Place::Anywhere, _) | (_, Place::Anywhere) => true,
            (Place::At(path), Place::At(link)) => {
                is_below(path, link) || path == link && self.is_directory || is_elsewhere(path, link)
            }
            (Place::At(path), Place::Below(above)) => is_below(path, above) || is_elsewhere(path, above),
            (Place::Below(path), Place::At(link) | Place::Below(link)) => {
                path == link || is_below(path, link) || is_below(link, path) || is_elsewhere(path, link)
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
