//! What find finds, as a word: a start point, the way down from it, and the name that its tests ask for.
//!
//! Owns the reading of an expression as far as it bounds names. The promise: every path that reaches the action is one
//! that a word here stands for. Refuses to know which files there are.

use smallvec::smallvec;

use crate::command::options::{Flag, Item, glob};
use crate::command::word::{Count, Glob, GlobKind, Part, Parts, Word, push_part};
use crate::input::Span;

use super::call::{Call, Read};
use super::text::unknown;

/// The most names that an expression may ask for; past it nothing is said of the name.
const MAX_NAMES: usize = 8;

/// What find does with what it has found.
const ACTIONS: [&str; 14] = [
    "-print0", "-print", "-printf", "-fprint", "-fprint0", "-fprintf", "-ls", "-fls", "-delete", "-exec", "-execdir",
    "-ok", "-okdir", "-quit",
];

/// What the tests before an action ask of the name.
enum Names<'r> {
    /// Nothing.
    Any,
    /// It is one of these patterns.
    Of(Vec<&'r str>),
    /// It is not known what.
    Unclear,
}

/// The paths that reach an action of find, one word for each name that its tests ask for. `in_place`: as `-execdir` hands
/// them over, from their own directory.
pub(super) fn found(call: &Call, read: &Read, action: &Flag, in_place: bool) -> Vec<Word> {
    let span = call.words.first().map(|word| word.span).unwrap_or_default();
    let names = names(read, action.index);
    let roots = roots(call, read);
    let plain = roots.as_deref().filter(|roots| roots.iter().all(|root| is_plain(root, &names)));
    let (before, way_down) = match (in_place, plain) {
        (true, _) => (smallvec![Part::Literal(".".into())], None),
        (false, Some(roots)) => (
            choice(roots.iter().map(|root| root.trim_end_matches('/').to_owned())),
            Some(below(!only_files(read, action.index))),
        ),
        (false, None) => {
            let parts = roots.map(|roots| choice(roots.into_iter())).unwrap_or_default();
            return vec![with_parts(parts, smallvec![unknown("{}")], span)];
        }
    };
    let ends = match names {
        Names::Of(names) => names.into_iter().map(named).collect(),
        Names::Any | Names::Unclear if in_place => vec![smallvec![Part::Literal("/".into()), unknown("{}")]],
        Names::Any => vec![Parts::new()],
        Names::Unclear => return vec![with_parts(before, smallvec![unknown("{}")], span)],
    };
    let word = |end: Parts| with_parts(before.clone(), way_down.iter().cloned().chain(end).collect(), span);
    ends.into_iter().map(word).collect()
}

/// The names that find prints, where `-print0` is all that it does with them.
pub(super) fn printed(call: &Call) -> Option<Vec<Word>> {
    let read = call.read();
    let mut actions = read.flags(&ACTIONS);
    let print = actions.next().filter(|action| action.spelled == "-print0" && read.doubts.is_empty())?;
    let words = found(call, read, print, false);
    (actions.next().is_none() && words.iter().all(Word::is_glob)).then_some(words)
}

fn with_parts(mut parts: Parts, rest: Parts, span: Span) -> Word {
    rest.into_iter().for_each(|part| push_part(&mut parts, part));
    let never_flag = match parts.first() {
        Some(Part::Literal(text)) => !text.starts_with('-'),
        Some(Part::Choice(texts)) => !texts.iter().any(|text| text.is_empty() || text.starts_with('-')),
        _ => false,
    };
    Word { parts, count: Count::One, never_flag, tilde: false, span }
}

fn choice(roots: impl Iterator<Item = String>) -> Parts {
    let mut roots: Vec<String> = roots.collect();
    match roots.len() {
        1 => roots.pop().map(|root| Part::Literal(root.into())).into_iter().collect(),
        _ => smallvec![Part::Choice(roots)],
    }
}

/// The way from a start point down to what is found.
fn below(links: bool) -> Part {
    Part::from(Glob { kind: GlobKind::Below { links }, may_be_dot: true, text: "{}".to_owned() })
}

/// A slash and a name that matches this pattern of `-name`; from a `[` or `\` on, any name that begins so.
fn named(pattern: &str) -> Parts {
    let mut parts = smallvec![Part::Literal("/".into())];
    for character in pattern.chars() {
        let kind = match character {
            '?' => GlobKind::Question,
            '*' | '[' | '\\' => GlobKind::Star,
            _ => {
                push_part(&mut parts, Part::character(character));
                continue;
            }
        };
        let text = if kind == GlobKind::Star { "*" } else { "?" };
        parts.push(Part::from(Glob { kind, may_be_dot: true, text: text.to_owned() }));
        if matches!(character, '[' | '\\') {
            break;
        }
    }
    parts
}

/// Is it a start point of which nothing but what lies below it has one of the names?
fn is_plain(root: &str, names: &Names<'_>) -> bool {
    let own_name = root.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    match names {
        _ if own_name.is_empty() => false,
        // find prints the start point itself as it was written
        Names::Any => !root.ends_with('/'),
        Names::Of(names) => !names.iter().any(|name| name.contains(['[', '\\', '?']) || glob(name, own_name)),
        Names::Unclear => false,
    }
}

/// The start points; `None` when they are not all known.
fn roots(call: &Call, read: &Read) -> Option<Vec<String>> {
    // with -L links are followed down, to wherever they lead
    if read.has(&["-files0-from", "-f", "-L", "-follow"]) {
        return None;
    }
    let end = first_test(read).unwrap_or(usize::MAX);
    let points = read.operands.iter().filter(|(index, _)| *index < end).filter_map(|(index, _)| call.words.get(*index));
    let roots: Vec<String> = points.map(|word| word.known().map(str::to_owned)).collect::<Option<_>>()?;
    match roots.len() {
        0 => Some(vec![".".to_owned()]),
        1..=crate::command::word::MAX_CHOICES => Some(roots),
        _ => None,
    }
}

/// The index of the word that begins the expression.
fn first_test(read: &Read) -> Option<usize> {
    read.arguments.items.iter().find_map(|item| match item {
        Item::Flag(flag) if !is_global(flag) => Some(flag.index),
        Item::Operand { index, word, .. } if matches!(word.known(), Some("(" | ")" | "!" | ",")) => Some(*index),
        _ => None,
    })
}

/// Do the tests before an action let only files and directories pass? (A `-type` that an `-o` could pass by is not one.)
fn only_files(read: &Read, before: usize) -> bool {
    let tests = || read.flags(&["-type", "-o", "-or", "-not", "-L", "-follow"]).filter(|flag| flag.index < before);
    let files = |flag: &Flag| {
        let kinds = flag.value.as_ref().and_then(Word::known).unwrap_or_default();
        flag.spelled == "-type" && matches!(kinds, "f" | "d" | "f,d" | "d,f")
    };
    let negated =
        read.arguments.items.iter().any(|item| matches!(item, Item::Operand { word, .. } if word.known() == Some("!")));
    tests().any(files) && !negated && tests().all(|flag| flag.spelled == "-type")
}

/// Options of find that stand before the start points.
fn is_global(flag: &Flag) -> bool {
    matches!(flag.spelled.as_str(), "-H" | "-L" | "-P" | "-D" | "-O0" | "-O1" | "-O2" | "-O3")
}

/// What the tests before an action ask of the name.
///
/// The expression is cut at every `-o`, without regard to parentheses: whatever makes it true makes all tests of at least
/// one of the pieces true.
fn names(read: &Read, before: usize) -> Names<'_> {
    let Some(first) = first_test(read) else { return Names::Any };
    let mut pieces: Vec<Option<&str>> = vec![None];
    let (mut negated, mut asks) = (false, false);
    for item in &read.arguments.items {
        let (index, test) = match item {
            Item::Flag(flag) => (flag.index, flag),
            Item::Operand { index, word, certain: true } if *index >= first && *index < before => {
                match word.known() {
                    Some("!") => negated = true,
                    // what is negated as a whole asks for no name
                    Some("(") if !negated => {}
                    Some(")") => {}
                    _ => return Names::Unclear,
                }
                continue;
            }
            Item::Operand { index, .. } if *index < first || *index >= before => continue,
            Item::Operand { .. } | Item::EndOfOptions { .. } | Item::Unclear { .. } => return Names::Unclear,
        };
        if index < first || index >= before {
            continue;
        }
        if !test.certain || !test.listed {
            return Names::Unclear;
        }
        match test.spelled.as_str() {
            "-not" => {
                negated = true;
                continue;
            }
            "-o" | "-or" => pieces.push(None),
            "-name" if !negated => {
                asks = true;
                let Some(name) = test.value.as_ref().and_then(Word::known) else { return Names::Unclear };
                if let Some(piece) = pieces.last_mut() {
                    *piece = piece.filter(|known| known.len() >= name.len()).or(Some(name));
                }
            }
            "-iname" | "-path" | "-ipath" | "-wholename" | "-iwholename" | "-regex" | "-iregex" | "-lname"
            | "-ilname" | "-samefile" | "-inum"
                if !negated =>
            {
                asks = true;
            }
            _ => {}
        }
        negated = false;
    }
    match pieces.iter().copied().collect::<Option<Vec<&str>>>() {
        Some(names) if names.len() <= MAX_NAMES && !names.iter().any(|name| name.contains('/')) => Names::Of(names),
        None if !asks => Names::Any,
        _ => Names::Unclear,
    }
}
