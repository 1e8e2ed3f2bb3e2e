//! Which operand of a table's line each operand of a command is.
//!
//! Owns the assignment by position and by spelling. Refuses to say what is done to them.

use std::borrow::Cow;

use smallvec::SmallVec;

use crate::command::options::glob;
use crate::command::options::statement::{Operand, OperandLine, Shape};
use crate::command::word::{Count, Part, Word};
use crate::verdict::Match;

/// An operand, what it is, and whether that is sure.
pub(super) struct Assigned<'a> {
    pub(super) operand: &'a Operand,
    pub(super) word: Cow<'a, Word>,
    pub(super) certain: bool,
}

/// The operands of a command by a line of its table.
pub(super) struct Assignment<'a> {
    pub(super) assigned: Vec<Assigned<'a>>,
    /// There are more operands than the line has names for.
    pub(super) too_many: bool,
}

/// Assigns each operand.
pub(super) fn assign<'a>(line: &'a OperandLine, operands: &[(&'a Word, bool)]) -> Assignment<'a> {
    let mut assignment = Assignment { assigned: Vec::new(), too_many: false };
    let mut left: Vec<(&'a Word, bool)> = Vec::with_capacity(operands.len());
    for (word, certain) in operands {
        let keyed: Vec<(&Operand, Match)> =
            line.keyed.iter().map(|operand| (operand, spelled(&operand.shape, word))).collect();
        for (operand, matched) in &keyed {
            if *matched > Match::Never {
                let certain = *certain && *matched == Match::Must && word.count == Count::One;
                assignment.assigned.push(Assigned { operand, word: value(&operand.shape, word), certain });
            }
        }
        if !keyed.iter().any(|(_, matched)| *matched == Match::Must) {
            left.push((word, *certain && keyed.iter().all(|(_, matched)| *matched == Match::Never)));
        }
    }
    by_position(&line.positional, &left, &mut assignment);
    assignment
}

/// Does an operand have this spelling?
pub(super) fn spelled(shape: &Shape, word: &Word) -> Match {
    let known = word.known();
    match (shape, known) {
        (Shape::Prefixed(prefix), Some(text)) => Match::known(text.starts_with(prefix.as_str())),
        // some tools take `Secret` for `secret`
        (Shape::Named(names), Some(text)) => {
            let text = text.to_ascii_lowercase();
            Match::known(names.iter().any(|name| glob(&name.to_ascii_lowercase(), &text)))
        }
        (Shape::Prefixed(prefix), None) => {
            let start = word.literal_prefix();
            // every word that a glob becomes begins as it does
            let split = word.count == Count::Any && !word.is_glob();
            if start.starts_with(prefix.as_str()) && word.count == Count::One {
                Match::Must
            } else if split || prefix.starts_with(start) || start.starts_with(prefix.as_str()) {
                Match::May
            } else {
                Match::Never
            }
        }
        (Shape::Named(names), None) => {
            let start = if word.count == Count::One || word.is_glob() { word.literal_prefix() } else { "" };
            let may = |name: &String| {
                let fixed = name.split('*').next().unwrap_or_default();
                fixed.starts_with(start) || (name.contains('*') && start.starts_with(fixed))
            };
            let must = |name: &String| {
                let prefix = name.strip_suffix('*').filter(|prefix| !prefix.contains('*'));
                word.count == Count::One && prefix.is_some_and(|prefix| start.starts_with(prefix))
            };
            match names.iter().any(must) {
                true => Match::Must,
                false if names.iter().any(may) => Match::May,
                false => Match::Never,
            }
        }
        (Shape::One | Shape::Many, _) => Match::Never,
    }
}

/// What of the word is the value.
fn value<'a>(shape: &Shape, word: &'a Word) -> Cow<'a, Word> {
    let Shape::Prefixed(prefix) = shape else { return Cow::Borrowed(word) };
    let mut value = Word { never_flag: false, ..word.clone() };
    match value.parts.first_mut() {
        Some(Part::Literal(text)) if text.starts_with(prefix.as_str()) => {
            text.replace_range(..prefix.len(), "");
            if text.is_empty() {
                value.parts.remove(0);
            }
            Cow::Owned(value)
        }
        _ => Cow::Owned(Word::unknown(word.display(), word.span)),
    }
}

/// Gives each operand the names that it may have by its place.
fn by_position<'a>(names: &'a [Operand], operands: &[(&'a Word, bool)], assignment: &mut Assignment<'a>) {
    let sure = |(word, certain): &&(&Word, bool)| *certain && (word.count == Count::One || word.is_glob());
    let repeated = names.iter().position(|name| name.shape == Shape::Many);
    let all = operands.iter().filter(sure).count();
    let several = operands.iter().filter(|(word, _)| word.count == Count::Any).count();
    // a word that may be several operands may be more than there are names for
    assignment.too_many |= repeated.is_none() && (operands.len() > names.len() || several > 0);
    let doubtful = operands.iter().any(|(_, certain)| !certain);
    let (mut sure_before, mut several_before) = (0, 0);
    for entry in operands {
        let (word, certain) = entry;
        let (itself, is_sure) = (word.count == Count::Any, sure(&entry));
        let (sure_after, several_after) =
            (all - sure_before - usize::from(is_sure), several - several_before - usize::from(itself));
        let counts = Counts {
            before: (sure_before, doubtful || itself || several_before > 0),
            after: (sure_after, doubtful || itself || several_after > 0),
        };
        let places = counts.places(names.len(), repeated);
        let certain = *certain && !doubtful && places.len() == 1 && (!itself || word.is_glob());
        for (place, operand) in names.iter().enumerate() {
            if places.contains(&Some(place)) {
                assignment.assigned.push(Assigned { operand, word: Cow::Borrowed(word), certain });
            }
        }
        sure_before += usize::from(is_sure);
        several_before += usize::from(itself);
    }
}

/// How many words stand before and after an operand, at least, and whether there may be more.
struct Counts {
    before: (usize, bool),
    after: (usize, bool),
}

impl Counts {
    /// Every place that the operand may have, `None` where there is no name for it. Past as many words as there are names,
    /// more of them change nothing.
    fn places(&self, names: usize, repeated: Option<usize>) -> SmallVec<[Option<usize>; 4]> {
        let range = |(least, more): (usize, bool)| least..=least + if more { names } else { 0 };
        let mut places = SmallVec::new();
        for before in range(self.before) {
            for after in range(self.after) {
                let place = place_of(before, before + 1 + after, names, repeated);
                if !places.contains(&place) {
                    places.push(place);
                }
            }
        }
        places
    }
}

/// Which name an operand has, of so many operands and names.
fn place_of(index: usize, operands: usize, names: usize, repeated: Option<usize>) -> Option<usize> {
    match repeated {
        Some(repeated) if operands >= names => {
            let after = names - repeated - 1;
            if index < repeated {
                Some(index)
            } else if index + after < operands {
                Some(repeated)
            } else {
                (index + names).checked_sub(operands)
            }
        }
        _ => (index < names).then_some(index),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_operands_have_the_last_names() {
        // <source>... <destination>
        let places = |count| (0..count).map(|index| place_of(index, count, 2, Some(0))).collect::<Vec<_>>();
        assert_eq!(places(1), [Some(0)]);
        assert_eq!(places(2), [Some(0), Some(1)]);
        assert_eq!(places(3), [Some(0), Some(0), Some(1)]);
        // <pattern> <file>...
        let places = |count| (0..count).map(|index| place_of(index, count, 2, Some(1))).collect::<Vec<_>>();
        assert_eq!(places(1), [Some(0)]);
        assert_eq!(places(3), [Some(0), Some(1), Some(1)]);
    }
}
