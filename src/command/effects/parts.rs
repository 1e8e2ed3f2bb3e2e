//! Values of which a part names a file: `file#label`, `key=file,key=file`, and `file://…` wherever it stands.
//!
//! Owns these forms. Refuses to know which command reads which (its table says so).

use crate::command::options::{Arguments, Effect, Item, Table};
use crate::command::word::{Part, Parts, Unknown, Word, push_part};
use crate::verdict::Match;

use super::value::{Found, Named, after};
use super::{Beside, Deed, Kind};

/// `file#label`: the file.
pub(super) fn labelled(word: &Word) -> Found {
    let file = match word.known().and_then(|text| text.split_once('#')) {
        Some((file, _)) => Word::literal(file, word.span),
        None => until(word, |text, _| text.find('#')),
    };
    vec![(Named::File(file), Match::Must)]
}

/// A path as a URL writes it, `%41` for `A`. Where such a byte is cut off, or is none of text, any file may be meant.
pub(super) fn decoded(path: Word) -> Word {
    let has_escape = |part: &Part| match part {
        Part::Literal(text) => text.contains('%'),
        Part::Choice(texts) => texts.iter().any(|text| text.contains('%')),
        Part::Glob(_) | Part::Unknown(_) => false,
    };
    if !path.parts.iter().any(has_escape) {
        return path;
    }
    let mut parts = Parts::new();
    for part in &path.parts {
        let unescaped = match part {
            Part::Literal(text) => unescaped(text).map(|text| Part::Literal(text.into())),
            Part::Choice(_) => None,
            Part::Glob(_) | Part::Unknown(_) => Some(part.clone()),
        };
        match unescaped {
            Some(part) => push_part(&mut parts, part),
            None => return Word::unknown(path.display(), path.span),
        }
    }
    Word { parts, ..path }
}

fn unescaped(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut pieces = text.split('%');
    bytes.extend(pieces.next()?.bytes());
    for piece in pieces {
        let digits = piece.get(..2).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend(piece.get(2..)?.bytes());
    }
    String::from_utf8(bytes).ok()
}

/// `file`, `key=file`, and several of these with commas between.
pub(super) fn keyed(word: &Word) -> Found {
    let Some(text) = word.known() else {
        // what follows may begin with another key
        return vec![(Named::File(Word::unknown(word.display(), word.span)), Match::May)];
    };
    let names = text.split(',').map(|pair| pair.split_once('=').map_or(pair, |(_, file)| file));
    let named = names.filter(|name| !name.is_empty()).map(|name| Named::File(Word::literal(name, word.span)));
    named.map(|named| (named, Match::Must)).collect()
}

/// The file of `go-template-file=FILE`, `jsonpath-file=FILE`: forms of output that are in one.
pub(super) fn of_format(word: &Word) -> Found {
    let begin = word.known().unwrap_or_else(|| word.literal_prefix());
    match begin.split_once('=') {
        Some((form, _)) if form.ends_with("file") => vec![(Named::File(after(word, form.len() + 1)), Match::Must)],
        None if !word.is_known() => vec![(Named::File(Word::unknown(word.display(), word.span)), Match::May)],
        _ => Vec::new(),
    }
}

/// The word up to what is found in its text, and what is not known behind that. `find` is told whether the text is the first.
pub(super) fn until(word: &Word, find: impl Fn(&str, bool) -> Option<usize>) -> Word {
    let mut parts = Parts::new();
    for (index, part) in word.parts.iter().enumerate() {
        let begin = match part {
            Part::Literal(text) => find(text, index == 0).map(|at| text.get(..at).unwrap_or_default()),
            Part::Choice(texts) => texts.iter().any(|text| find(text, false).is_some()).then_some(""),
            Part::Glob(_) | Part::Unknown(_) => None,
        };
        let Some(begin) = begin else {
            parts.push(part.clone());
            continue;
        };
        if !begin.is_empty() {
            parts.push(Part::Literal(begin.into()));
        }
        parts.push(Part::from(Unknown::any(word.display())));
        return Word { parts, ..word.clone() };
    }
    word.clone()
}

/// Something is run, of which no more is told.
const RUNS: Deed =
    Deed { kind: Kind::Runs, target: None, below: Match::Never, certain: true, beside: None, code: None, holds: false };

/// The files that words name by how they begin, whatever takes them (`names-files file://` in the table).
pub(super) fn named_anywhere(table: &Table, arguments: &Arguments) -> Vec<Deed> {
    let mut deeds = Vec::new();
    if table.names_files.is_empty() {
        return deeds;
    }
    let only = |item: &Item| matches!(item, Item::Flag(flag) if flag.does(Effect::Only));
    let asks_for_help = arguments.items.iter().any(only);
    for prefix in &table.names_files {
        let (prefix, is_code) = prefix.strip_prefix('!').map_or((&**prefix, false), |prefix| (prefix, true));
        for item in &arguments.items {
            let (words, certain, is_value): (Vec<&Word>, bool, bool) = match item {
                Item::Flag(flag) => (flag.value.iter().chain(&flag.value_words).collect(), flag.certain, true),
                Item::Operand { word, certain, .. } => (vec![word], *certain, false),
                Item::Unclear { word, .. } => (vec![word], false, true),
                Item::EndOfOptions { .. } => continue,
            };
            for word in words {
                let Some(target) = file_behind(prefix, word, is_value) else { continue };
                let certain = certain && word.is_known() && !asks_for_help;
                deeds.push(match is_code {
                    true => Deed { certain, beside: Some(Beside { names: Vec::new(), always: true }), ..RUNS },
                    false => Deed { kind: Kind::Reads, target: Some(target), certain, ..RUNS },
                });
            }
        }
    }
    deeds
}

/// The file that a word names behind a prefix; behind one that ends in a star it is not known which. A word that is not
/// known is taken for such a name where it is a value.
fn file_behind(prefix: &str, word: &Word, is_value: bool) -> Option<Word> {
    let start = word.literal_prefix();
    let unknown = || Some(Word::unknown(word.display(), word.span));
    let (bare, seen) = prefix.strip_suffix('*').map_or((prefix, true), |bare| (bare, false));
    match start.strip_prefix(bare) {
        Some(_) if seen => Some(after(word, bare.len())),
        Some(_) => unknown(),
        None if !word.is_known() && bare.starts_with(start) && (is_value || !start.is_empty()) => unknown(),
        None => None,
    }
}

/// What a URL ends with, which is what the file is called that it is downloaded to.
pub(in crate::command) fn end_of_url(url: &Word) -> Option<Word> {
    let path = url.known()?.split(['?', '#']).next()?;
    let name = path.rsplit('/').next().filter(|name| !name.is_empty())?;
    Some(Word::literal(name, url.span))
}

/// How files that are packed are called: the ending, and what stands in its place when they are unpacked.
const PACKED: [(&str, &str); 21] = [
    (".tgz", ".tar"),
    (".taz", ".tar"),
    (".txz", ".tar"),
    (".tlz", ".tar"),
    (".tbz", ".tar"),
    (".tbz2", ".tar"),
    (".tzst", ".tar"),
    (".gz", ""),
    ("-gz", ""),
    (".z", ""),
    ("-z", ""),
    ("_z", ""),
    (".zz", ""),
    (".xz", ""),
    (".lzma", ""),
    (".bz2", ""),
    (".bz", ""),
    (".zst", ""),
    (".lz4", ""),
    (".lz", ""),
    (".br", ""),
];

/// The file that is written because an operand is called as it is, and how surely.
pub(super) fn called_like(effect: Effect, word: &Word) -> Option<(Word, Match)> {
    match effect {
        Effect::Unpacks => unpacked(word),
        // into which directory is said elsewhere
        Effect::Downloads if !word.is_known() => Some((Word::unknown(word.display(), word.span), Match::May)),
        Effect::Downloads => Some((end_of_url(word)?, Match::May)),
        _ => None,
    }
}

/// The file that a packed one becomes, and how surely it is one.
fn unpacked(word: &Word) -> Option<(Word, Match)> {
    let unknown = || Some((Word::unknown(word.display(), word.span), Match::May));
    let Some(Part::Literal(end)) = word.parts.last() else { return unknown() };
    let plain = PACKED.iter().find_map(|(ending, plain)| {
        let at = end.len().checked_sub(ending.len()).filter(|at| end.is_char_boundary(*at))?;
        let (stem, own) = end.split_at(at);
        own.eq_ignore_ascii_case(ending).then(|| format!("{stem}{plain}"))
    });
    let Some(plain) = plain else {
        // what stands before it may bring the rest of the ending
        let end = end.to_ascii_lowercase();
        let may_end = !word.is_known() && PACKED.iter().any(|(ending, _)| ending.ends_with(end.as_str()));
        return if may_end { unknown() } else { None };
    };
    let mut unpacked = Word { never_flag: false, ..word.clone() };
    unpacked.parts.pop();
    push_part(&mut unpacked.parts, Part::Literal(plain.into()));
    Some((unpacked, Match::Must))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(found: Found) -> Vec<String> {
        let show = |(named, _)| match named {
            Named::File(word) | Named::Elsewhere(word) => word.display(),
        };
        found.into_iter().map(show).collect()
    }

    #[test]
    fn the_file_is_told_from_what_is_around_it() {
        let literal = |text: &str| Word::literal(text, Default::default());
        let first = |found: Found| match found.into_iter().next() {
            Some((Named::File(word), _)) => word.literal_prefix().to_owned(),
            _ => String::new(),
        };
        assert_eq!(shown(labelled(&literal(".env#a"))), [".env"]);
        assert_eq!(first(labelled(&literal("a.zip"))), "a.zip");
        assert_eq!(shown(keyed(&literal("a=.env,b=x,y"))), [".env", "x", "y"]);
        let path = |prefix: &str, text: &str| file_behind(prefix, &literal(text), true).map(|word| word.display());
        assert_eq!(path("file://", "file://.env"), Some(".env".to_owned()));
        assert_eq!(path("file://", "s3://b"), None);
        let mut begun = literal("fi");
        begun.append(&Word::unknown("$X", Default::default()));
        assert!(file_behind("file://", &begun, false).is_some());
        assert!(file_behind("file://", &Word::unknown("$X", Default::default()), true).is_some());
    }
}
