//! Whether flags and operands are given: the conditions of a table.
//!
//! Owns the three-valued answer. Refuses to say what follows from it.

use std::collections::{BTreeMap, BTreeSet};

use crate::command::options::statement::{Clause, Effect, OPERANDS, Shape, TWO_OPERANDS};
use crate::command::options::{Arguments, Flag, Item, Value};
use crate::command::word::{Count, Word};
use crate::verdict::Match;

use super::operands::spelled;

/// The words of a command, ready for conditions.
pub(super) struct Given<'a> {
    pub(super) items: &'a [Item],
    /// The operands that are no subcommands, and whether each surely is one.
    pub(super) operands: Vec<(&'a Word, bool)>,
    /// Why some words may be anything.
    pub(super) unclear: Option<String>,
    /// A word that is no glob may be anything.
    pub(super) lost_more: bool,
    /// The flag that no table lists.
    pub(super) unlisted: Option<&'a str>,
    /// The flag that takes no value and does something, but has one attached that does not say whether it is on.
    pub(super) with_value: Option<&'a str>,
    /// Every flag by each of its spellings, and how surely it is given and on. Where it is given more than once, one that may be
    /// off may be the one that counts.
    flags: BTreeMap<&'a str, Match>,
    /// Those of which one is given that may be off.
    off: BTreeSet<&'a str>,
    /// There are operands.
    has_operands: Match,
    /// There are two of them or more.
    has_two_operands: Match,
}

impl<'a> Given<'a> {
    pub(super) fn of(arguments: &'a Arguments, words: &'a [Word]) -> Self {
        let mut given = Self {
            items: &arguments.items,
            operands: Vec::new(),
            unclear: None,
            lost_more: false,
            unlisted: None,
            with_value: None,
            flags: BTreeMap::new(),
            off: BTreeSet::new(),
            has_operands: Match::Never,
            has_two_operands: Match::Never,
        };
        let mut passed = 0;
        // a word that came before may have ended the options
        let mut ended = false;
        let mut taken = 0;
        for item in &arguments.items {
            match item {
                Item::Operand { word, certain, .. } => {
                    passed += 1;
                    ended |= !certain || word.count == Count::Any;
                    if passed > arguments.depth {
                        given.operands.push((word, *certain));
                    }
                }
                Item::Unclear { word, .. } => {
                    ended = true;
                    given.operands.push((word, false));
                    given.unclear = Some(not_known(word));
                    given.lost_more |= !word.is_glob();
                }
                Item::Flag(Flag { index, .. }) | Item::EndOfOptions { index } => {
                    // the letters of a cluster are one word
                    let may_be = ended && *index > taken && !matches!(item, Item::Flag(flag) if flag.certain);
                    if let Some(word) = words.get(*index).filter(|_| may_be) {
                        given.operands.push((word, false));
                        taken = *index;
                    }
                    match item {
                        Item::Flag(flag) => given.flag(flag),
                        // what the reader takes for flags behind it, because it may be a value, may be none
                        _ => ended = true,
                    }
                }
            }
        }
        given.has_operands = given.has_as_many(1, arguments.lost);
        given.has_two_operands = given.has_as_many(2, arguments.lost);
        given
    }

    fn flag(&mut self, flag: &'a Flag) {
        // an abbreviation that may stand for several options is none of them
        let has_several = !flag.certain && !flag.names.contains(&flag.spelled);
        if !flag.listed || has_several {
            self.unlisted = Some(&flag.spelled);
        }
        if flag.takes == Value::None && !flag.effects.is_empty() && !is_switch(flag.value.as_ref()) {
            self.with_value = Some(&flag.spelled);
        }
        for name in std::iter::once(&flag.spelled).chain(&flag.names) {
            let found = self.flags.entry(name).or_insert(Match::Never);
            let either = found.or(is_on(flag));
            *found = if may_be_off(flag) || self.off.contains(name.as_str()) { either.and(Match::May) } else { either };
            if may_be_off(flag) {
                self.off.insert(name);
            }
        }
    }

    /// Is an option given with which the command only prints something? Behind an operand not every program takes it for an
    /// option (`unzip x.zip -h` extracts a file of that name), but those with subcommands do.
    pub(super) fn only(&self, depth: usize) -> Match {
        let mut only = Match::Never;
        let mut passed = 0;
        for item in self.items {
            match item {
                Item::Operand { .. } => passed += 1,
                Item::Flag(flag) => {
                    let is_read = if depth == 0 && passed > 0 { Match::May } else { Match::Must };
                    for stated in flag.effects.iter().filter(|stated| stated.effect == Effect::Only) {
                        only = only.or(is_on(flag).and(self.holds(&stated.when)).and(is_read));
                    }
                }
                Item::EndOfOptions { .. } | Item::Unclear { .. } => {}
            }
        }
        if self.unclear.is_some() { only.and(Match::May) } else { only }
    }

    /// Do all of these hold?
    pub(super) fn holds(&self, when: &[Clause]) -> Match {
        when.iter().fold(Match::Must, |all, clause| {
            let any = match clause.given || clause.of.is_empty() || self.unclear.is_some() {
                true => clause.any_of.iter().fold(Match::Never, |any, name| any.or(self.has(name, &clause.of))),
                false => self.has_no_other_value(&clause.any_of, &clause.of),
            };
            let any = if self.takes_back(clause) { any.and(Match::May) } else { any };
            all.and(if clause.given { any } else { any.negated() })
        })
    }

    fn has(&self, name: &str, of: &[String]) -> Match {
        match name {
            OPERANDS => self.has_operands,
            TWO_OPERANDS => self.has_two_operands,
            _ if of.is_empty() || self.unclear.is_some() => self.has_flag(name),
            _ => self.has_value(name, of),
        }
    }

    /// Is the flag given with a value that is one of these texts?
    fn has_value(&self, name: &str, texts: &[String]) -> Match {
        let shape = Shape::Named(texts.to_vec());
        let found = self.items.iter().filter_map(|item| match item {
            Item::Flag(flag) if flag.spelled == name || flag.names.iter().any(|own| own == name) => {
                let sure = if flag.certain { Match::Must } else { Match::May };
                flag.value.as_ref().map(|value| sure.and(spelled(&shape, value)))
            }
            _ => None,
        });
        found.max().unwrap_or(Match::Never)
    }

    /// Is one of the flags given, and each time with a value that is one of these texts? What is harmless with one value is not
    /// where another one stands beside it.
    fn has_no_other_value(&self, names: &[String], texts: &[String]) -> Match {
        let shape = Shape::Named(texts.to_vec());
        let given = self.items.iter().filter_map(|item| match item {
            Item::Flag(flag) if names.contains(&flag.spelled) || flag.names.iter().any(|own| names.contains(own)) => {
                let sure = if flag.certain { Match::Must } else { Match::May };
                Some(flag.value.as_ref().map_or(Match::Never, |value| sure.and(spelled(&shape, value))))
            }
            _ => None,
        });
        given.min().unwrap_or(Match::Never)
    }

    /// Is one of the flags undone (`--no-dry-run`), so that giving it may come to nothing?
    fn takes_back(&self, clause: &Clause) -> bool {
        let given = |name: String| self.unclear.is_some() || self.flags.contains_key(name.as_str());
        clause.any_of.iter().filter_map(|name| name.strip_prefix("--")).any(|own| {
            given(format!("--no-{own}"))
                || own.strip_prefix("no-").is_some_and(|positive| given(format!("--{positive}")))
        })
    }

    /// Are there so many operands? Where the subcommand is not known, one of the words may be it.
    fn has_as_many(&self, least: usize, lost: bool) -> Match {
        if lost {
            return Match::May;
        }
        let sure = |(word, certain): &&(&Word, bool)| *certain && (word.count == Count::One || word.is_glob());
        if self.operands.iter().filter(sure).count() >= least {
            return Match::Must;
        }
        let all_single = self.operands.iter().all(|(word, _)| word.count == Count::One);
        if self.operands.len() < least && all_single && self.unclear.is_none() { Match::Never } else { Match::May }
    }

    fn has_flag(&self, name: &str) -> Match {
        // what may be any option may also be the one that takes it back: `--dry-run=false`
        if self.unclear.is_some() { Match::May } else { self.flags.get(name).copied().unwrap_or(Match::Never) }
    }
}

/// Values that say that a flag is off, and those that say that it is on.
const OFF: [&str; 6] = ["false", "f", "0", "no", "off", "n"];
const ON: [&str; 6] = ["true", "t", "1", "yes", "on", "y"];

/// Is the flag surely given and on? `--dry-run=false` is off.
pub(super) fn is_on(flag: &Flag) -> Match {
    if flag.certain && !may_be_off(flag) { Match::Must } else { Match::May }
}

/// May what is attached to a flag say that it is off? (`-s=no` means the same to some.)
fn may_be_off(flag: &Flag) -> bool {
    let says_off = |text: &str| is_one_of(&OFF, text.strip_prefix('=').unwrap_or(text));
    flag.value.as_ref().filter(|_| !flag.separate).is_some_and(|value| value.known().is_none_or(says_off))
}

/// Does what is attached to a flag only say whether it is on?
fn is_switch(value: Option<&Word>) -> bool {
    value.is_none_or(|value| value.known().is_some_and(|text| is_one_of(&OFF, text) || is_one_of(&ON, text)))
}

fn is_one_of(words: &[&str], text: &str) -> bool {
    words.iter().any(|word| text.eq_ignore_ascii_case(word))
}

fn not_known(word: &Word) -> String {
    let mut sources = word.doubts();
    sources.dedup();
    if sources.is_empty() {
        "its options could be read in more than one way".to_owned()
    } else {
        format!("{} is not known", sources.join(", "))
    }
}
