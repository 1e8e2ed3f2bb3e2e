//! The options of one table, as lines that are read when somebody asks.
//!
//! Owns which lines have to be read for a question: most commands are given few of the options that their tables list.
//! Refuses to know the format of a line (`format` does).

use std::cell::{Cell, OnceCell};
use std::fmt;

use elsa::FrozenVec;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smallvec::SmallVec;

use super::text::Body;
use super::{Effect, Opt, format, statement};

/// Options, in order.
#[derive(Default)]
pub struct Options {
    /// As the texts of built-in tables have them.
    lines: SmallVec<[Body; 2]>,
    /// Those of the lines that were asked for by their names.
    met: FrozenVec<Box<Opt>>,
    /// The letters that were asked for and that no option has, a bit for each of ASCII: a cluster may hold them many times.
    absent: Cell<u128>,
    /// One of them begins with a plus: asked of each word that is not known.
    with_plus: OnceCell<bool>,
    /// All of them.
    read: OnceCell<Vec<Opt>>,
}

impl Options {
    /// Adds those of a built-in table, before anything is asked.
    pub(super) fn add(&mut self, body: Body) {
        self.lines.push(body);
    }

    /// Adds an option.
    pub(super) fn push(&mut self, option: Opt) {
        self.change(|all| all.push(option));
    }

    /// Changes what there is.
    pub(super) fn change(&mut self, change: impl FnOnce(&mut Vec<Opt>)) {
        let mut all = self.all().to_vec();
        change(&mut all);
        *self = Self { read: OnceCell::from(all), ..Self::default() };
    }

    /// All of them.
    #[must_use]
    pub fn all(&self) -> &[Opt] {
        self.read.get_or_init(|| self.every_line().filter_map(format::listed_option).collect())
    }

    /// The option with exactly this spelling.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&Opt> {
        let letter = bit_of_letter(name);
        if self.absent.get() & letter != 0 {
            return None;
        }
        let found = self.sought(name);
        if found.is_none() {
            self.absent.set(self.absent.get() | letter);
        }
        found
    }

    fn sought(&self, name: &str) -> Option<&Opt> {
        if let Some(all) = self.read.get() {
            return all.iter().find(|option| has_name(option, name));
        }
        if let Some(met) = self.met.iter().find(|option| has_name(option, name)) {
            return Some(met);
        }
        let line = self.every_line().find(|line| is_about(line.as_bytes(), name.as_bytes()))?;
        Some(self.met.push_get(Box::new(format::listed_option(line)?)))
    }

    /// Does one of them have such an effect, under whichever condition?
    #[must_use]
    pub fn any_states(&self, wanted: impl Fn(Effect) -> bool) -> bool {
        match self.read.get() {
            Some(all) => all.iter().flat_map(|option| &option.effects).any(|one| wanted(one.effect)),
            None => {
                let words = self.lines.iter().flat_map(|body| body.stated.iter()).flat_map(str::split_ascii_whitespace);
                words.filter_map(statement::effect).any(wanted)
            }
        }
    }

    fn every_line(&self) -> impl Iterator<Item = &'static str> {
        self.lines.iter().flat_map(|body| body.options.iter())
    }

    /// Does one of them begin with a plus?
    #[must_use]
    pub fn any_with_plus(&self) -> bool {
        *self.with_plus.get_or_init(|| match self.read.get() {
            Some(all) => all.iter().any(|option| option.names.iter().any(|name| name.starts_with('+'))),
            None => self.every_line().any(|line| names(line).any(|name| name.first() == Some(&b'+'))),
        })
    }
}

fn has_name(option: &Opt, name: &str) -> bool {
    option.names.iter().any(|own| own == name)
}

/// Is the line about the option of that name? Of the names of an option those of a letter come first.
fn is_about(line: &[u8], name: &[u8]) -> bool {
    let is_letter = name.len() == BYTES_OF_A_LETTER;
    let mut names = line;
    loop {
        if let Some([] | [b'|' | b' ', ..]) = names.strip_prefix(name) {
            return true;
        }
        match names {
            [_, _, b'|', rest @ ..] => names = rest,
            // no letter comes after a longer name
            _ if is_letter => return false,
            _ => match names.iter().position(|byte| matches!(byte, b'|' | b' ')) {
                Some(at) if names.get(at) == Some(&b'|') => names = names.get(at + 1..).unwrap_or_default(),
                _ => return false,
            },
        }
    }
}

/// The bit of the letter that a name is (`-x`); none where it is anything else.
fn bit_of_letter(name: &str) -> u128 {
    match name.as_bytes() {
        [b'-', letter] if letter.is_ascii() => 1 << letter,
        _ => 0,
    }
}

/// `-x`
const BYTES_OF_A_LETTER: usize = 2;

/// The names of the option that a line is about.
fn names(line: &str) -> impl Iterator<Item = &[u8]> {
    let end = line.bytes().position(|byte| byte == b' ').unwrap_or(line.len());
    line.as_bytes().get(..end).unwrap_or_default().split(|byte| *byte == b'|')
}

impl Clone for Options {
    fn clone(&self) -> Self {
        Self { lines: self.lines.clone(), read: self.read.clone(), ..Self::default() }
    }
}

impl PartialEq for Options {
    fn eq(&self, other: &Self) -> bool {
        self.all() == other.all()
    }
}

impl Eq for Options {}

impl fmt::Debug for Options {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.all(), formatter)
    }
}

impl Serialize for Options {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.all().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Options {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self { read: OnceCell::from(Vec::<Opt>::deserialize(deserializer)?), ..Self::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::options::statement::EFFECTS;
    use crate::command::options::{index, names};

    /// Of every built-in table: what its lines answer is what its options answer.
    #[test]
    fn lines_say_what_the_options_say() {
        let mut asked = 0;
        for name in names() {
            let Some((path, text)) = index::file(name) else { continue };
            let (fresh, read) = (format::table(path, text), format::table(path, text));
            let plus = read.options.all().iter().any(|option| option.names.iter().any(|name| name.starts_with('+')));
            assert_eq!(fresh.options.any_with_plus(), plus, "{path}");
            for (_, effect) in EFFECTS {
                let states = |option: &Opt| option.effects.iter().any(|stated| stated.effect == effect);
                let stated = read.options.all().iter().any(states);
                assert_eq!(fresh.options.any_states(|other| other == effect), stated, "{path} {effect:?}");
            }
            for option in read.options.all() {
                for name in &option.names {
                    assert_eq!(fresh.options.named(name), read.options.named(name), "{path} {name}");
                    asked += 1;
                }
            }
            for letter in (' '..='~').map(|letter| format!("-{letter}")) {
                let listed = read.options.all().iter().find(|option| has_name(option, &letter));
                let again = [fresh.options.named(&letter), fresh.options.named(&letter), read.options.named(&letter)];
                assert_eq!(again, [listed; 3], "{path} {letter}");
            }
            assert_eq!(fresh.options.named("--no-such-option-anywhere"), None);
        }
        assert!(asked > 10_000, "{asked}");
    }
}
