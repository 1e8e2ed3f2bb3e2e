//! Words read as paths.
//!
//! Owns lexical resolution: `.`, `..`, repeated slashes and the links of `/proc` that lead back to the process itself, in
//! words that are only partly known too. Refuses to ask the system: a link on the way is not followed here.
//!
//! A stretch that is not known can hold slashes and `..`, so what stands before it says nothing about where the path
//! leads: `/tmp/$X` may be `/etc/passwd`. Such a path is an unknown beginning with the known end.

mod above;
mod ends;
mod initials;
mod place;

use smallvec::smallvec;

use crate::command::Directory;
use crate::command::word::{Count, GlobKind, Part, Parts, Unknown, Word, push_part};
use crate::decision::text;
use crate::verdict::Match;
pub use above::{holds_among, holds_one_of, take_all_of, takes_all_among};
use ends::Ends;
use initials::Initials;
use place::Place;

/// The most readings that the choices in a word are written out to; past it they count as unknown.
const MAX_READINGS: usize = 32;

/// A known path, absolute and without `.`, `..` and repeated or trailing slashes; a relative one lies in `directory`.
#[must_use]
pub fn normalise(path: &str, directory: &str) -> String {
    if let Some(plain) = place::plainly(path, directory) {
        return plain;
    }
    let mut at = Place::beginning(path.starts_with('/'), Some(directory));
    for component in path.split('/') {
        at.enter_known(component, Some(directory));
    }
    if at.unknown.is_some() {
        return crate::command::normalise(&joined(path, directory));
    }
    at.components.iter().fold(String::new(), |path, component| format!("{path}/{}", component.as_known().unwrap_or("")))
        + if at.components.is_empty() { "/" } else { "" }
}

/// A known path as it is written from a directory, both absolute and normalised: `../y` from `/a/b` for `/a/y`.
#[must_use]
pub fn from_directory(path: &str, directory: &str) -> String {
    let (to, from): (Vec<&str>, Vec<&str>) = (names(path).collect(), names(directory).collect());
    let shared = to.iter().zip(&from).take_while(|(one, other)| one == other).count();
    let up = std::iter::repeat_n("..", from.len() - shared);
    up.chain(to.into_iter().skip(shared)).collect::<Vec<_>>().join("/")
}

/// A known path in a known directory as the system gets it, with its `.` and `..`: for questions that follow links.
#[must_use]
pub fn joined(path: &str, directory: &str) -> String {
    if path.starts_with('/') { path.to_owned() } else { format!("{}/{path}", directory.trim_end_matches('/')) }
}

/// The word read as a path, as conditions see it a second time: for each directory that the command may run in, relative
/// to the directory that the line starts in where it lies inside, else absolute. One of the words is the case.
///
/// Words that are flags or cannot be meant as paths (empty ones, URLs, texts of several lines) stay as they are written,
/// and a trailing slash is kept.
#[must_use]
pub fn resolved(word: &Word, directory: &Directory, first_directory: Option<&str>) -> Vec<Word> {
    if is_as_written(word, directory, first_directory) {
        return vec![word.clone()];
    }
    let first: Option<Vec<&str>> = first_directory.map(|first| names(first).collect());
    readings(word, directory, |place, ends_in_slash| {
        let mut parts = place.relative_to(first.as_deref());
        if ends_in_slash && !matches!(parts.last(), Some(Part::Literal(text)) if text.ends_with('/')) {
            push_part(&mut parts, Part::Literal("/".into()));
        }
        parts
    })
}

/// Is it plain that [`resolved`] says of the word what is written?
#[must_use]
pub fn is_as_written(word: &Word, directory: &Directory, first_directory: Option<&str>) -> bool {
    is_no_path(word) || is_resolved(word, directory, first_directory)
}

/// The word read as a path, absolute, for each directory that the command may run in. One of the words is the case.
#[must_use]
pub fn absolute(word: &Word, directory: &Directory) -> Vec<Word> {
    if let (Some(text), Directory::Known(directories)) = (word.known(), directory)
        && let [directory] = directories.as_slice()
        && let Some(plain) = place::plainly(text, directory)
    {
        return vec![Word::literal(plain, word.span)];
    }
    readings(word, directory, |place, _| place.relative_to(None))
}

/// Does the word name one of these paths? They are absolute and normalised, with the globs of policies.
pub fn is_one_of(word: &Word, paths: &[impl AsRef<str>], directory: &Directory) -> Match {
    is_among(&absolute(word, directory), paths.iter().map(AsRef::as_ref))
}

/// The same of what [`absolute`] says of the word.
pub fn is_among<'t>(readings: &[Word], paths: impl Iterator<Item = &'t str> + Clone) -> Match {
    let of_reading = |path: &Word| {
        let (components, glance) = (text::Components::of(path), text::Glance::of(path));
        let plain = path.known().map(|known| (Ends::of(known), Initials::of(known)));
        let matches = |glob: &str| match &components {
            _ if plain.is_some_and(|(ends, initials)| ends.tell(glob) || initials.tell(glob)) => Match::Never,
            _ if !glance.may_match(glob) => Match::Never,
            Some(components) if components.differ(glob) => Match::Never,
            Some(components) if components.may_match(glob) => Match::May,
            _ => matches_listed(glob, path),
        };
        let (is_open, ends_openly) = (text::is_anything(path), ends_openly(path));
        paths.clone().fold(Match::Never, |found, glob| {
            // what it holds besides is in no text that may be anything, and no text that may end otherwise ends as it does
            let is_plain = |byte: u8| !b"*?/\\".contains(&byte);
            let never_must = || {
                ends_openly && glob.bytes().next_back().is_some_and(is_plain) || is_open && glob.bytes().any(is_plain)
            };
            if found == Match::May && never_must() { found } else { found.or(matches(glob)) }
        })
    };
    let mut answers = readings.iter().map(of_reading);
    let first = answers.next().unwrap_or(Match::May);
    answers.fold(first, Match::either_case)
}

/// Are there texts of the word that end with one character, and others that end with another?
fn ends_openly(word: &Word) -> bool {
    match word.parts.last() {
        Some(Part::Glob(glob)) => matches!(glob.kind, GlobKind::Star | GlobKind::Question | GlobKind::Globstar),
        Some(Part::Unknown(_)) => true,
        Some(Part::Literal(_) | Part::Choice(_)) | None => false,
    }
}

/// Does a path match one that is listed? What find finds may lie in a listed directory (`**/.git/**`) anywhere on its way
/// down; as with `rm -r` or `grep -r` that is not looked for.
fn matches_listed(listed: &str, path: &Word) -> Match {
    let way_down = |part: &Part| matches!(part.glob_kind(), Some(GlobKind::Below { .. }));
    let anywhere = listed.contains("**/") && listed.ends_with("/**");
    if !anywhere || !path.parts.iter().any(way_down) {
        return text::matches_path(listed, path);
    }
    let mut parts = Parts::new();
    path.parts.iter().filter(|part| !way_down(part)).for_each(|part| push_part(&mut parts, part.clone()));
    text::matches_path(listed, &Word { parts, count: Count::One, ..path.clone() })
}

/// Flags, URLs, and what no command takes for a path.
fn is_no_path(word: &Word) -> bool {
    let Some(text) = word.known() else {
        let odd = |part: &Part| matches!(part, Part::Literal(text) if text.contains(['\0', '\n']));
        return word.looks_like_flag() == Match::Must || word.parts.iter().any(odd);
    };
    text.is_empty() || text.starts_with('-') || text.contains(['\0', '\n']) || is_plain_url(text)
}

/// `https://…` without a `..`, which alone could lead out of a directory of that name.
fn is_plain_url(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once("://") else { return false };
    scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.chars().all(|character| character.is_ascii_alphanumeric() || "+.-".contains(character))
        && !rest.split('/').any(|component| component == "..")
}

/// A known, relative path with nothing to remove, where the line starts: by far the most common.
fn is_resolved(word: &Word, directory: &Directory, first_directory: Option<&str>) -> bool {
    let (Some(text), Directory::Known(directories)) = (word.known(), directory) else { return false };
    let [directory] = directories.as_slice() else { return false };
    let text = text.strip_suffix('/').unwrap_or(text);
    Some(directory.as_str()) == first_directory
        && !text.split('/').any(|component| matches!(component, "" | "." | ".."))
}

fn names(path: &str) -> impl Iterator<Item = &str> + Clone {
    path.split('/').filter(|component| !component.is_empty())
}

/// What `/proc/self` holds that leads elsewhere and is read here.
const PROC_LINKS: [&str; 2] = ["cwd", "root"];

/// Walks the path from each directory and writes out where it leads.
fn readings(word: &Word, directory: &Directory, write: impl Fn(&Place, bool) -> Parts) -> Vec<Word> {
    if word.count == Count::Any && !word.is_glob() {
        return vec![Word { never_flag: false, ..word.clone() }];
    }
    let directories: Vec<Option<&str>> = match directory {
        Directory::Known(paths) if !paths.is_empty() => paths.iter().map(|path| Some(path.as_str())).collect(),
        _ => vec![None],
    };
    let mut words: Vec<Word> = Vec::new();
    for parts in without_choices(&word.parts) {
        let components = components(&parts);
        let is_absolute = components.len() > 1 && components.first().is_some_and(Component::is_empty);
        let ends_in_slash = components.len() > 1 && components.last().is_some_and(Component::is_empty);
        for &directory in &directories {
            let mut place = Place::beginning(is_absolute, directory);
            components.iter().for_each(|component| place.enter(component, directory));
            let read = Word {
                parts: write(&place, ends_in_slash),
                count: word.count,
                never_flag: false,
                tilde: false,
                span: word.span,
            };
            if !words.contains(&read) {
                words.push(read);
            }
        }
    }
    words
}

/// The sequences of parts that the choices in them come to, and what may be nothing.
fn without_choices(parts: &[Part]) -> Vec<Parts> {
    let mut sequences: Vec<Parts> = vec![Parts::new()];
    for part in parts {
        match part {
            Part::Choice(texts) if sequences.len().saturating_mul(texts.len()) <= MAX_READINGS => {
                let with = |sequence: &Parts, text: &String| {
                    let mut sequence = sequence.clone();
                    push_part(&mut sequence, Part::Literal(text.as_str().into()));
                    sequence
                };
                sequences = sequences.iter().flat_map(|before| texts.iter().map(|text| with(before, text))).collect();
            }
            Part::Choice(texts) => {
                sequences.iter_mut().for_each(|sequence| sequence.push(Part::any_of(texts)));
            }
            // nothing at all is no path
            Part::Unknown(unknown) if unknown.or_nothing && parts.len() > 1 => {
                let few = sequences.len().saturating_mul(2) <= MAX_READINGS;
                let without = if few { sequences.clone() } else { Vec::new() };
                let number = Unknown { or_nothing: false, numeric: few, ..Unknown::clone(unknown) };
                let number = Part::from(number);
                sequences.iter_mut().for_each(|sequence| sequence.push(number.clone()));
                sequences.extend(without);
            }
            other => sequences.iter_mut().for_each(|sequence| push_part(sequence, other.clone())),
        }
    }
    sequences
}

/// What stands between two slashes; a stretch that may hold slashes itself belongs to one component.
#[derive(Clone, PartialEq, Debug, Default)]
struct Component {
    parts: Parts,
}

impl Component {
    fn named(name: &str) -> Self {
        Self { parts: smallvec![Part::Literal(name.into())] }
    }

    fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    fn as_known(&self) -> Option<&str> {
        match self.parts.as_slice() {
            [] => Some(""),
            [Part::Literal(text)] => Some(text),
            _ => None,
        }
    }

    /// Is it the way from a directory down to something in it?
    fn is_way_down(&self) -> bool {
        matches!(self.parts.as_slice(), [part] if matches!(part.glob_kind(), Some(GlobKind::Below { .. })))
    }

    fn as_word(&self) -> Word {
        Word { parts: self.parts.clone(), ..Word::default() }
    }

    /// May it hold a slash, or be `.` or `..`, so that it is not simply a name? (It is not empty: neither globs nor
    /// numbers produce an empty name.)
    fn may_be_no_name(&self) -> bool {
        let may_hold_slash = |part: &Part| match part {
            Part::Literal(_) => false,
            Part::Choice(texts) => texts.iter().any(|text| text.contains('/')),
            Part::Glob(glob) => {
                matches!(glob.kind, GlobKind::Globstar)
                    || (matches!(glob.kind, GlobKind::Extended) && glob.text.contains('/'))
            }
            Part::Unknown(unknown) => !unknown.numeric,
        };
        if self.is_way_down() {
            return false;
        }
        let word = self.as_word();
        self.parts.iter().any(may_hold_slash) || [".", ".."].iter().any(|odd| text::equals(&word, odd) != Match::Never)
    }

    /// The known text at its end, if that alone makes it a name, and no link of `/proc`.
    fn known_end(&self) -> Option<&str> {
        match self.parts.last() {
            Some(Part::Literal(text))
                if text.chars().any(|character| character != '.')
                    && !PROC_LINKS.iter().any(|link| link.ends_with(text.as_str())) =>
            {
                Some(text)
            }
            _ => None,
        }
    }

    /// How surely is it this name?
    fn is_named(&self, name: &str) -> Match {
        match self.as_known() {
            Some(known) => Match::known(known == name),
            None => text::equals(&self.as_word(), name),
        }
    }

    /// How surely is it the name of a link of `/proc` that leads out of it?
    fn is_proc_link(&self) -> Match {
        PROC_LINKS.iter().fold(Match::Never, |found, link| found.or(self.is_named(link)))
    }
}

/// Do these lead out of `/proc`, to the root or working directory of this process? `May` also for another process.
fn proc_link(proc: &Component, owner: &Component, link: &Component) -> Match {
    let own = owner.is_named("self").or(owner.is_named("thread-self"));
    let own = if own == Match::Never { Match::May } else { own };
    match (proc.is_named("proc"), link.is_proc_link()) {
        (Match::Must, Match::Must) if link.as_known().is_some() => own,
        (proc, link) => proc.and(link).and(Match::May),
    }
}

fn components(parts: &[Part]) -> Vec<Component> {
    let mut components = vec![Component::default()];
    for part in parts {
        let Part::Literal(text) = part else {
            if matches!(part.glob_kind(), Some(GlobKind::Below { .. })) {
                components.push(Component::default());
            }
            components.last_mut().into_iter().for_each(|last| last.parts.push(part.clone()));
            continue;
        };
        for (index, piece) in text.split('/').enumerate() {
            if index > 0 {
                components.push(Component::default());
            }
            components.last_mut().into_iter().for_each(|last| push_part(&mut last.parts, Part::Literal(piece.into())));
        }
    }
    components
}

#[cfg(test)]
mod tests;
