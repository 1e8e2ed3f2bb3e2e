//! One field on its way to become a word.
//!
//! Owns the last step of expansion: live glob operators become parts, and what may be several words says so. Refuses to
//! split (`fields` does).

use smallvec::smallvec;

use super::glob::{self, Unit};
use super::settings::Options;
use super::word::{Count, Glob, GlobKind, Part, Parts, Unknown, Word, push_part};
use crate::input::Span;

/// A stretch of a field.
#[derive(Clone, Debug)]
pub(super) struct Atom {
    pub(super) part: Part,
    /// Not quoted: glob operators in its literal text are live.
    pub(super) live: bool,
    /// It came out of an expansion: a backslash in it is a character, but one that quotes in a pattern.
    pub(super) expanded: bool,
}

/// One field on its way to become a word.
#[derive(Clone, Debug, Default)]
pub(super) struct Field {
    pub(super) atoms: Vec<Atom>,
    /// Something in it was quoted, so it stays even if it is empty.
    pub(super) present: bool,
    /// It may become any number of words.
    pub(super) any: bool,
    /// Each word that it becomes matches its parts.
    pub(super) exact: bool,
    pub(super) never_flag: bool,
}

impl Field {
    /// Does it vanish?
    pub(super) fn is_nothing(&self) -> bool {
        self.atoms.is_empty() && !self.present
    }
}

/// The same stretch when nothing is known of it.
pub(super) fn unknown_part(part: &Part) -> Part {
    let source = match part {
        Part::Unknown(unknown) => {
            return Part::from(Unknown { numeric: false, or_nothing: false, ..Unknown::clone(unknown) });
        }
        Part::Literal(text) => text.to_string(),
        Part::Choice(texts) => format!("{{{}}}", texts.join(",")),
        Part::Glob(glob) => glob.text.clone(),
    };
    Part::from(Unknown::any(source))
}

/// Adds a stretch to a word that is being read as a glob.
pub(super) fn push_units(units: &mut Vec<Unit>, part: Part, live: bool) {
    match part {
        Part::Literal(text) => units.extend(text.chars().map(|char| Unit::Char { char, live })),
        part => units.push(Unit::Part(part)),
    }
}

/// The word that a field becomes; nothing for a field that vanishes.
pub(super) fn word_of(field: Field, options: Options, span: Span) -> Option<Word> {
    if field.is_nothing() {
        return None;
    }
    let is_operator = |text: &str| text.contains(['*', '?', '[']);
    let live = field.atoms.iter().any(|atom| match &atom.part {
        Part::Literal(text) => atom.live && is_operator(text),
        Part::Glob(_) => atom.live,
        Part::Choice(_) | Part::Unknown(_) => false,
    });
    let never_flag = field.never_flag;
    if field.any && !field.exact {
        return Some(any_word(field, span));
    }
    // `@(a)`, of which the parenthesis is always a part of a value
    let extended = options.extglob && !options.noglob && opens_pattern(&field.atoms);
    if extended {
        return Some(any_word(field, span));
    }
    if !live || options.noglob {
        let mut parts = Parts::new();
        for atom in field.atoms {
            push_part(&mut parts, atom.part);
        }
        let count = if field.any { Count::Any } else { Count::One };
        return Some(Word { parts, count, never_flag, tilde: false, span });
    }
    let quoting = field
        .atoms
        .iter()
        .any(|atom| atom.live && atom.expanded && matches!(&atom.part, Part::Literal(text) if text.contains('\\')));
    if quoting || options.nocaseglob || options.noglob_unclear {
        return Some(any_word(field, span));
    }
    let mut units = Vec::new();
    for atom in field.atoms {
        push_units(&mut units, atom.part, atom.live);
    }
    let (parts, found) = glob::parts(&units, options);
    if let Some(texts) = only_texts(&parts).filter(|_| found && !options.nullglob) {
        return Some(Word { parts: smallvec![Part::Choice(texts)], count: Count::One, never_flag, tilde: false, span });
    }
    let count = if found { Count::Any } else { Count::One };
    Some(Word { parts, count, never_flag, tilde: false, span })
}

/// May what is written here hold an operator of `extglob`?
pub(super) fn opens_pattern(atoms: &[Atom]) -> bool {
    atoms.iter().any(|atom| atom.live && matches!(&atom.part, Part::Literal(text) if text.contains('(')))
}

/// The two texts that a glob of sets of one character each can be: the one name that it matches, and what is written where
/// there is no such name (`jq .[0].x`, `grep [f]oo`).
fn only_texts(parts: &[Part]) -> Option<Vec<String>> {
    let (mut written, mut name) = (String::new(), String::new());
    for part in parts {
        match part {
            Part::Literal(text) => {
                written.push_str(text);
                name.push_str(text);
            }
            Part::Glob(glob) => {
                let Glob { kind: GlobKind::Class { negated: false, ranges: Some(ranges) }, text, .. } = &**glob else {
                    return None;
                };
                let [(first, last)] = ranges.as_slice() else { return None };
                if first != last || text.contains(['\'', '"', '\\', '$', '`']) {
                    return None;
                }
                written.push_str(text);
                name.push(*first);
            }
            Part::Choice(_) | Part::Unknown(_) => return None,
        }
    }
    Some(vec![written, name])
}

/// Any number of words; something in it is an unknown part, so that nobody concludes from the others.
fn any_word(field: Field, span: Span) -> Word {
    let mut parts = Parts::new();
    for atom in field.atoms {
        let part = match atom.part {
            Part::Literal(text) => Part::Literal(text),
            part => unknown_part(&part),
        };
        push_part(&mut parts, part);
    }
    if !parts.iter().any(|part| matches!(part, Part::Unknown(_))) {
        let source = parts.first().map_or_else(String::new, |part| match part {
            Part::Literal(text) => text.to_string(),
            Part::Choice(_) | Part::Glob(_) | Part::Unknown(_) => String::new(),
        });
        parts = smallvec![Part::from(Unknown::any(source))];
    }
    Word { parts, count: Count::Any, never_flag: false, tilde: false, span }
}
