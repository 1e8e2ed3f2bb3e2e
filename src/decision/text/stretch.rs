//! The stretches of a word: which characters can stand where.
//!
//! Owns the reading of an abstract word as the set of texts that it stands for. It may stand for more than the shell
//! would make of it, never for less.

use crate::command::word::{Count, Glob, GlobKind, Part, Word};
use crate::policy::regex::automaton::{ANY, CharSet};

/// A stretch of a word.
pub(super) enum Stretch<'a> {
    /// Exactly this.
    Text(&'a str),
    /// One of these.
    OneOf(&'a [String]),
    /// Characters of a set.
    Characters(Characters),
}

/// How many characters of which set.
pub(super) struct Characters {
    /// What the first of them may be.
    pub(super) first: CharSet,
    /// What the others may be.
    pub(super) rest: CharSet,
    /// There may be none.
    pub(super) or_none: bool,
    /// There may be more than one.
    pub(super) many: bool,
}

impl Characters {
    fn any() -> Self {
        Self { first: ANY.to_vec(), rest: ANY.to_vec(), or_none: true, many: true }
    }
}

/// The texts that each word which `word` becomes can be: one of several sequences.
pub(super) fn readings(word: &Word) -> Vec<Vec<Stretch<'_>>> {
    if word.count == Count::Any && !word.is_glob() {
        return vec![vec![Stretch::Characters(Characters::any())]];
    }
    let mut readings = vec![as_expanded(word)];
    // a glob that matches no name stays as it is written; only these kinds cannot produce their own text
    let keeps = |part: &Part| matches!(part, Part::Glob(glob) if matches!(glob.kind, GlobKind::Class { .. } | GlobKind::Extended));
    if word.parts.iter().any(keeps) {
        readings.push(word.parts.iter().flat_map(as_written).collect());
    }
    readings
}

fn as_expanded(word: &Word) -> Vec<Stretch<'_>> {
    let mut stretches = Vec::with_capacity(word.parts.len());
    let mut after_single = false;
    for part in &word.parts {
        match part {
            Part::Glob(glob) => stretches.push(Stretch::Characters(of_glob(glob, after_single))),
            other => stretches.extend(as_written(other)),
        }
        after_single =
            matches!(part, Part::Glob(glob) if matches!(glob.kind, GlobKind::Question | GlobKind::Class { .. }));
    }
    stretches
}

/// A part when no name matched.
fn as_written(part: &Part) -> Vec<Stretch<'_>> {
    match part {
        Part::Literal(text) => vec![Stretch::Text(text)],
        Part::Choice(texts) => vec![Stretch::OneOf(texts)],
        Part::Glob(glob) if glob.text.contains(['\'', '"', '\\', '$', '`']) => {
            vec![Stretch::Characters(Characters::any())]
        }
        Part::Glob(glob) => vec![Stretch::Text(&glob.text)],
        Part::Unknown(unknown) if unknown.numeric => {
            let (sign, digits) = (vec![('+', '+'), ('-', '-')], vec![('0', '9')]);
            let (rest, or_none) = (digits.clone(), unknown.or_nothing);
            let digits = Stretch::Characters(Characters { first: digits, rest, or_none, many: true });
            if or_none {
                return vec![digits];
            }
            vec![Stretch::Characters(Characters { first: sign, rest: Vec::new(), or_none: true, many: false }), digits]
        }
        Part::Unknown(_) => vec![Stretch::Characters(Characters::any())],
    }
}

/// `after_single`: another operator for one character stands before this one. In a locale of single bytes each takes one
/// byte, so two of them may come to one character of more bytes.
fn of_glob(glob: &Glob, after_single: bool) -> Characters {
    let component = without(ANY, '/');
    let visible = |set: &CharSet| if glob.may_be_dot { set.clone() } else { without(set, '.') };
    match &glob.kind {
        GlobKind::Star => Characters { first: visible(&component), rest: component, or_none: true, many: true },
        GlobKind::Question => one_of(visible(&component), after_single),
        GlobKind::Class { negated, ranges: Some(ranges) } => {
            let set = if *negated { complement(&sorted(ranges)) } else { sorted(ranges) };
            one_of(visible(&without(&set, '/')), after_single)
        }
        // a class that depends on the locale may also match several characters that sort as one
        GlobKind::Class { ranges: None, .. } => {
            Characters { first: visible(&component), rest: component, or_none: after_single, many: true }
        }
        GlobKind::Globstar => Characters::any(),
        GlobKind::Below { .. } => Characters { first: vec![('/', '/')], rest: ANY.to_vec(), or_none: true, many: true },
        GlobKind::Extended => Characters { first: component.clone(), rest: component, or_none: true, many: true },
    }
}

fn one_of(set: CharSet, after_single: bool) -> Characters {
    let beyond_ascii = set.last().is_some_and(|range| !range.1.is_ascii());
    Characters { first: set, rest: Vec::new(), or_none: after_single && beyond_ascii, many: false }
}

fn sorted(ranges: &[(char, char)]) -> CharSet {
    let mut ranges: Vec<_> = ranges.iter().copied().filter(|range| range.0 <= range.1).collect();
    ranges.sort_unstable();
    let mut merged: CharSet = Vec::with_capacity(ranges.len());
    for range in ranges {
        match merged.last_mut() {
            Some(last) if range.0 <= last.1 => last.1 = last.1.max(range.1),
            _ => merged.push(range),
        }
    }
    merged
}

fn without(set: &[(char, char)], character: char) -> CharSet {
    let mut left = Vec::with_capacity(set.len() + 1);
    for &(first, last) in set {
        if character < first || last < character {
            left.push((first, last));
            continue;
        }
        left.extend(before(character).filter(|&end| first <= end).map(|end| (first, end)));
        left.extend(after(character).filter(|&start| start <= last).map(|start| (start, last)));
    }
    left
}

fn complement(set: &[(char, char)]) -> CharSet {
    let mut left = Vec::with_capacity(set.len() + 1);
    let mut start = Some('\0');
    for &(first, last) in set {
        if let (Some(start), Some(end)) = (start, before(first))
            && start <= end
        {
            left.push((start, end));
        }
        start = after(last);
    }
    left.extend(start.map(|start| (start, char::MAX)));
    left
}

fn before(character: char) -> Option<char> {
    ('\0'..character).next_back()
}

fn after(character: char) -> Option<char> {
    (character..=char::MAX).nth(1)
}
