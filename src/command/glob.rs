//! Globs: from unquoted text to the parts of an abstract word, and patterns matched against known text.
//!
//! Owns the syntax of `*`, `?` and `[…]`. Refuses to ask the file system.

use std::rc::Rc;

use super::settings::Options;
use super::word::{Glob, GlobKind, Part, Parts, push_part};

/// A character of a word that is being read as a glob.
#[derive(Clone, Debug)]
pub(super) enum Unit {
    /// A character; `live` when it was not quoted.
    Char {
        /// Which.
        char: char,
        /// It was not quoted.
        live: bool,
    },
    /// A stretch that is not plain text.
    Part(Part),
}

impl Unit {
    fn live(&self, wanted: char) -> bool {
        matches!(self, Unit::Char { char, live: true } if *char == wanted)
    }
}

/// The parts of a pattern for texts, in which a slash is a character like any other. Where it holds a bracket that may be read
/// in another way nothing is known of it.
pub(super) fn pattern(units: &[Unit], options: Options) -> Parts {
    let mut open = units.iter().enumerate().filter(|(_, unit)| unit.live('[')).map(|(at, _)| at);
    let slash = || units.iter().any(|unit| matches!(unit, Unit::Char { char: '/', .. }));
    let named = |at: usize| units.get(at + 1).is_some_and(|unit| unit.live(':') || unit.live('.') || unit.live('='));
    match open.next() {
        Some(first) if slash() || named(first) || open.any(named) => {
            let text = units.iter().map(|unit| if let Unit::Char { char, .. } = unit { *char } else { '?' }).collect();
            Parts::from_iter([Part::from(operator(GlobKind::Extended, true, &String::from_iter::<Vec<char>>(text)))])
        }
        _ => parts(units, options).0,
    }
}

/// The parts of the word, its live operators taken as globs. The second value tells whether there are any.
pub(super) fn parts(units: &[Unit], options: Options) -> (Parts, bool) {
    let mut parts = Parts::new();
    let mut found = false;
    let mut at = 0;
    let mut component_start = true;
    let mut classes = Classes::new(units);
    while let Some(unit) = units.get(at) {
        let may_be_dot = options.dotglob || !component_start;
        let (glob, next) = match unit {
            Unit::Char { char: '*', live: true }
                if options.globstar && units.get(at + 1).is_some_and(|unit| unit.live('*')) =>
            {
                (Some(operator(GlobKind::Globstar, may_be_dot, "**")), at + 2)
            }
            Unit::Char { char: '*', live: true } => (Some(operator(GlobKind::Star, may_be_dot, "*")), at + 1),
            Unit::Char { char: '?', live: true } => (Some(operator(GlobKind::Question, may_be_dot, "?")), at + 1),
            Unit::Char { char: '[', live: true } => match classes.open(at) {
                Some((kind, text, next)) => (Some(operator(kind, may_be_dot, &text)), next),
                None => (None, at + 1),
            },
            Unit::Char { .. } | Unit::Part(_) => (None, at + 1),
        };
        component_start = matches!(unit, Unit::Char { char: '/', .. });
        match (glob, unit) {
            (Some(glob), _) => {
                found = true;
                match parts.last_mut() {
                    Some(Part::Glob(before)) if before.kind == GlobKind::Star && glob.kind == GlobKind::Star => {
                        Rc::make_mut(before).text.push('*')
                    }
                    _ => push_part(&mut parts, Part::from(glob)),
                }
            }
            (None, Unit::Char { char, .. }) => push_part(&mut parts, Part::character(*char)),
            (None, Unit::Part(part)) => {
                found |= matches!(part, Part::Glob(_));
                push_part(&mut parts, part.clone());
            }
        }
        at = next;
    }
    (parts, found)
}

fn operator(kind: GlobKind, may_be_dot: bool, text: &str) -> Glob {
    Glob { kind, may_be_dot, text: text.to_owned() }
}

/// The bracket expressions of a word.
struct Classes<'u> {
    units: &'u [Unit],
    /// Where a `]` stands that may close one.
    closing: Vec<usize>,
    /// Where one was read already: it closed nothing from there, and so closes nothing for another that comes there.
    read: Vec<bool>,
}

impl<'u> Classes<'u> {
    fn new(units: &'u [Unit]) -> Self {
        let opens = units.iter().any(|unit| unit.live('['));
        let closing = units.iter().enumerate().filter(|(_, unit)| opens && unit.live(']')).map(|(at, _)| at).collect();
        Self { units, closing, read: vec![false; if opens { units.len() } else { 0 }] }
    }

    /// The next `]` from here on.
    fn next_closing(&self, at: usize) -> Option<usize> {
        self.closing.get(self.closing.partition_point(|closing| *closing < at)).copied()
    }

    /// Is this read for the first time?
    fn is_new(&mut self, at: usize) -> bool {
        self.read.get_mut(at).is_some_and(|read| !std::mem::replace(read, true))
    }

    /// The bracket expression that opens at `open`: its kind, its text and where it ends. `None` when it is none.
    fn open(&mut self, open: usize) -> Option<(GlobKind, String, usize)> {
        let mut at = open + 1;
        let negated = self.units.get(at).is_some_and(|unit| unit.live('!') || unit.live('^'));
        if negated {
            at += 1;
        }
        let first = at;
        let mut plain = true;
        let mut chars = Vec::new();
        let mut text = if negated { "[!".to_owned() } else { "[".to_owned() };
        // nothing closes what nothing can close
        self.next_closing(first)?;
        loop {
            if at > first && !self.is_new(at) {
                return None;
            }
            match self.units.get(at)? {
                Unit::Char { char: ']', live: true } if at > first => break,
                Unit::Char { char: '/', .. } => return None,
                Unit::Char { char: '[', live: true }
                    if self
                        .units
                        .get(at + 1)
                        .is_some_and(|unit| unit.live(':') || unit.live('.') || unit.live('=')) =>
                {
                    // a named class holds a `]` of its own
                    plain = false;
                    at = self.next_closing(at + 2)?;
                }
                Unit::Char { char, live } => {
                    text.push(*char);
                    plain &= *char != '\\' && char.is_ascii();
                    chars.push((*char, *live));
                }
                Unit::Part(_) => plain = false,
            }
            at += 1;
        }
        text.push(']');
        let ranges = if plain { ranges(&chars) } else { None };
        Some((GlobKind::Class { negated, ranges }, text, at + 1))
    }
}

/// The set as ranges. Ranges of letters depend on the locale's order, so only digits form one.
fn ranges(chars: &[(char, bool)]) -> Option<Vec<(char, char)>> {
    let mut ranges = Vec::new();
    let mut at = 0;
    while let Some((from, _)) = chars.get(at).copied() {
        match (chars.get(at + 1), chars.get(at + 2)) {
            (Some(('-', true)), Some((to, _))) => {
                if !(from.is_ascii_digit() && to.is_ascii_digit()) {
                    return None;
                }
                ranges.push((from, *to));
                at += 3;
            }
            _ => {
                ranges.push((from, from));
                at += 1;
            }
        }
    }
    Some(ranges)
}

/// Could this name match the glob parts up to the first `/` of them? Used for names that the file system shows.
pub(super) fn may_match_component(parts: &[Part], name: &str) -> bool {
    // the set of offsets into the name that the parts so far can end at
    let chars: Vec<char> = name.chars().collect();
    let mut ends = vec![false; chars.len() + 1];
    if let Some(first) = ends.first_mut() {
        *first = true;
    }
    for part in parts {
        match part {
            Part::Literal(text) => {
                let (component, slash) = match text.split_once('/') {
                    Some((component, _)) => (component, true),
                    None => (text.as_str(), false),
                };
                for wanted in component.chars() {
                    ends = advance(&chars, &ends, |char| char == wanted);
                }
                if slash {
                    return ends.last().copied().unwrap_or(true);
                }
            }
            Part::Glob(glob) => match &glob.kind {
                GlobKind::Question => ends = advance(&chars, &ends, |_| true),
                GlobKind::Class { negated, ranges: Some(ranges) } => {
                    ends = advance(&chars, &ends, |char| {
                        *negated != ranges.iter().any(|(from, to)| (*from..=*to).contains(&char))
                    });
                }
                GlobKind::Class { ranges: None, .. } => ends = advance(&chars, &ends, |_| true),
                GlobKind::Star => spread(&mut ends),
                GlobKind::Globstar | GlobKind::Extended | GlobKind::Below { .. } => return true,
            },
            Part::Choice(_) | Part::Unknown(_) => return true,
        }
    }
    ends.last().copied().unwrap_or(true)
}

fn advance(chars: &[char], ends: &[bool], matches: impl Fn(char) -> bool) -> Vec<bool> {
    let mut next = vec![false; ends.len()];
    for ((reached, char), slot) in ends.iter().zip(chars).zip(next.iter_mut().skip(1)) {
        *slot = *reached && matches(*char);
    }
    next
}

fn spread(ends: &mut [bool]) {
    let mut reached = false;
    for end in ends {
        reached |= *end;
        *end = reached;
    }
}

/// A pattern of `${x#…}`, `${x/…}` or `case`, all of it known.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pattern {
    steps: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq)]
enum Step {
    Char(char),
    Any,
    Many,
    Class { negated: bool, ranges: Vec<(char, char)> },
}

impl Pattern {
    /// The pattern that these parts are, when everything in it is known and plain.
    pub(super) fn new(parts: &[Part]) -> Option<Self> {
        let mut steps = Vec::new();
        for part in parts {
            match part {
                Part::Literal(text) => steps.extend(text.chars().map(Step::Char)),
                Part::Glob(glob) => steps.push(match &glob.kind {
                    GlobKind::Star | GlobKind::Globstar => Step::Many,
                    GlobKind::Question => Step::Any,
                    GlobKind::Class { negated, ranges: Some(ranges) } => {
                        Step::Class { negated: *negated, ranges: ranges.clone() }
                    }
                    GlobKind::Class { ranges: None, .. } | GlobKind::Extended | GlobKind::Below { .. } => return None,
                }),
                Part::Choice(_) | Part::Unknown(_) => return None,
            }
        }
        Some(Self { steps })
    }

    /// How costly a search is, in steps per character.
    pub(super) fn length(&self) -> usize {
        self.steps.len()
    }

    /// Does it match the whole text?
    #[cfg(test)]
    pub(super) fn matches(&self, text: &[char]) -> bool {
        self.ends(text).last().copied().unwrap_or(false)
    }

    /// For each number of characters: does the pattern match that many at the start of the text?
    pub(super) fn ends(&self, text: &[char]) -> Vec<bool> {
        run(self.steps.iter(), text.iter())
    }

    /// For each number of characters: does the pattern match that many at the end of the text?
    pub(super) fn ends_backward(&self, text: &[char]) -> Vec<bool> {
        run(self.steps.iter().rev(), text.iter().rev())
    }
}

fn run<'s>(steps: impl Iterator<Item = &'s Step>, text: impl Iterator<Item = &'s char>) -> Vec<bool> {
    let text: Vec<char> = text.copied().collect();
    let mut ends = vec![false; text.len() + 1];
    if let Some(first) = ends.first_mut() {
        *first = true;
    }
    for step in steps {
        match step {
            Step::Char(wanted) => ends = advance(&text, &ends, |char| char == *wanted),
            Step::Any => ends = advance(&text, &ends, |_| true),
            Step::Class { negated, ranges } => {
                ends = advance(&text, &ends, |char| {
                    *negated != ranges.iter().any(|(from, to)| (*from..=*to).contains(&char))
                });
            }
            Step::Many => spread(&mut ends),
        }
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    fn live(text: &str) -> Parts {
        let units: Vec<Unit> = text.chars().map(|char| Unit::Char { char, live: true }).collect();
        parts(&units, Options::default()).0
    }

    #[test]
    fn operators_become_parts() {
        assert_eq!(live("a*.txt").len(), 3);
        assert!(matches!(
            live("[ab]x").first(),
            Some(Part::Glob(glob)) if matches!(glob.kind, GlobKind::Class { negated: false, .. })
        ));
        assert_eq!(live("[ab"), Parts::from([Part::Literal("[ab".into())]));
        assert_eq!(live("[a/b]"), Parts::from([Part::Literal("[a/b]".into())]));
        assert_eq!(live("[]a]").len(), 1);
        // one that is none hides no other that begins within it
        assert!(matches!(live("[[:a]/").get(1), Some(Part::Glob(_))));
        assert!(matches!(live("[[:a[[:b]").get(1), Some(Part::Glob(_))));
        assert_eq!(live("[a[b/c]"), Parts::from([Part::Literal("[a[b/c]".into())]));
        assert_eq!(live("[a/[b]x").len(), 3);
    }

    #[test]
    fn a_star_at_a_components_start_is_no_dot() {
        let dots: Vec<bool> = live("*/a*")
            .into_iter()
            .filter_map(|part| match part {
                Part::Glob(glob) => Some(glob.may_be_dot),
                Part::Literal(_) | Part::Choice(_) | Part::Unknown(_) => None,
            })
            .collect();
        assert_eq!(dots, [false, true]);
    }

    #[test]
    fn names_are_matched_up_to_the_slash() {
        assert!(may_match_component(&live("*"), "-rf"));
        assert!(!may_match_component(&live("*.md"), "-rf"));
        assert!(may_match_component(&live("*f/x"), "-rf"));
        assert!(!may_match_component(&live("?"), "-rf"));
    }

    #[test]
    fn patterns_match_known_text() {
        let chars = |text: &str| text.chars().collect::<Vec<_>>();
        let pattern = Pattern::new(&live("a*c?")).expect("plain");
        assert!(pattern.matches(&chars("abbcd")));
        assert!(!pattern.matches(&chars("abbc")));
        assert_eq!(Pattern::new(&live("*b")).expect("plain").ends(&chars("abab")), [false, false, true, false, true]);
    }
}
