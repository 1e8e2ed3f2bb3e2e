//! Reading a command's words with its table.
//!
//! Owns the order of reading: what is a flag, an operand, a subcommand, and how far an unknown word makes what follows it
//! uncertain. `flags` reads one word that begins with a dash, `attached` tells its name from its value, `spelling` finds the
//! option that a spelling means.
//!
//! The promise: a fact that is `certain` holds for every value of what is not known, and whatever the words turn out to
//! be, each flag and operand then read is among the items (or stands in an `Unclear` one).

mod attached;
mod flags;
mod one_dash;
mod spelling;

use std::rc::Rc;

use smallvec::smallvec;

use super::{Abbreviated, Arguments, Flag, Item, Table};
use crate::command::word::{Count, Part, Unknown, Word};
use crate::verdict::Match;

/// Reads the words of a command (its name at index 0) with a table.
#[must_use]
pub fn read(table: &Table, words: &[Word]) -> Arguments {
    let mut reader = Reader {
        words,
        outer: table,
        arguments: Arguments { items: Vec::with_capacity(words.len().saturating_sub(1)), ..Arguments::default() },
        unclear: false,
        ended: false,
        awaits_subcommand: !table.subcommands.is_empty(),
        lost: false,
        last: false,
        may_have_ended: false,
        possible_words: 0,
    };
    let mut index = 1;
    if table.bare_cluster && words.len() > 1 {
        index = reader.bare_cluster();
    }
    while let Some(word) = words.get(index) {
        index = reader.word(index, word);
    }
    reader.arguments
}

/// May any of the words be a flag to a table? Where none may, reading them finds operands alone.
#[must_use]
pub(crate) fn may_hold_flags(table: &Table, words: &[Word]) -> bool {
    let is_plain = |word: &Word| matches!(word.parts.first(), Some(Part::Literal(text)) if !text.starts_with('+'));
    let may_be_flag = |word: &Word| word.looks_like_flag() != Match::Never || !is_plain(word);
    table.bare_cluster || words.iter().skip(1).any(may_be_flag)
}

struct Reader<'a> {
    words: &'a [Word],
    outer: &'a Table,
    arguments: Arguments,
    /// A word came before of which it is not known what it was: nothing is certain any more.
    unclear: bool,
    /// No word is a flag any more.
    ended: bool,
    /// The next operand is the subcommand.
    awaits_subcommand: bool,
    /// The subcommand is not known: neither are the options.
    lost: bool,
    /// The option that was just read ends the options.
    last: bool,
    /// An option that ends the options may have done so.
    may_have_ended: bool,
    /// How many words flags that are not certain hold together.
    possible_words: usize,
}

impl Reader<'_> {
    fn table(&self) -> &Table {
        self.arguments.reached.last().map_or(self.outer, Rc::as_ref)
    }

    /// Is this a habit of the innermost table, or of one around it? One reader of options serves a tool and its subcommands.
    fn has_habit(&self, habit: fn(&Table) -> bool) -> bool {
        habit(self.outer) || self.arguments.reached.iter().any(|table| habit(table))
    }

    /// Reads the word at an index; returns the index of the next word to read.
    fn word(&mut self, index: usize, word: &Word) -> usize {
        if self.ended {
            self.operand(index, word);
            return index + 1;
        }
        match self.is_dashed(word) {
            Match::Never => self.operand(index, word),
            Match::May => self.unclear_word(index, word.clone()),
            Match::Must => return self.dashed(index, word),
        }
        index + 1
    }

    /// Does it begin like a flag of this table?
    fn is_dashed(&self, word: &Word) -> Match {
        let dashed = word.looks_like_flag();
        if dashed == Match::Must {
            return dashed;
        }
        match word.parts.first() {
            Some(Part::Literal(text)) if !text.starts_with('+') => dashed,
            None => dashed,
            first if self.has_plus_flags() => match first {
                Some(Part::Literal(text)) if text.len() > 1 && word.count == Count::One => Match::Must,
                _ => Match::May,
            },
            _ => dashed,
        }
    }

    fn has_plus_flags(&self) -> bool {
        self.table().options.any_with_plus()
    }

    fn dashed(&mut self, index: usize, word: &Word) -> usize {
        match word.known() {
            Some("-") => self.operand(index, word),
            _ if self.may_have_ended => self.unclear_word(index, word.clone()),
            // a table that lists it says that it ends nothing (find)
            Some("--") if self.outer.option("--").is_none() => {
                self.arguments.items.push(Item::EndOfOptions { index });
                // an unknown word before it may have taken it as its value
                self.ended = !self.unclear;
            }
            _ if self.lost => self.unclear_word(index, word.clone()),
            _ => return self.flags(index, word),
        }
        index + 1
    }

    fn operand(&mut self, index: usize, word: &Word) {
        let certain = !self.unclear;
        if self.may_be_value_of_unlisted() {
            self.arguments.perhaps_value = Some(index);
        }
        self.arguments.items.push(Item::Operand { word: word.clone(), index, certain });
        if self.ended {
            // some programs take a subcommand behind `--`, others refuse it or hand all words on (`tox -- -k x`)
            if self.awaits_subcommand && word.known().is_none_or(|text| self.may_be_subcommand(text)) {
                self.lose();
            }
            self.awaits_subcommand = false;
            return;
        }
        if self.awaits_subcommand {
            self.subcommand(index, word);
        } else if self.table().stops_at_operand && certain && !self.may_have_options_behind() {
            match word.count {
                Count::One => self.ended = true,
                // it may be no word at all, and then the next one is read
                Count::Any => self.doubt(),
            }
        }
    }

    /// Is it the first operand, of a command that takes options behind that too?
    fn may_have_options_behind(&self) -> bool {
        let operands = self.arguments.items.iter().filter(|item| matches!(item, Item::Operand { .. }));
        self.table().options_behind_first && operands.take(2).count() < 2
    }

    /// May what stands here, where the subcommand is awaited, be the value of an option that the table does not list? Then the
    /// subcommand is the next operand. A number takes none.
    fn may_be_value_of_unlisted(&self) -> bool {
        let takes_value = |flag: &Flag| {
            let number = flag.spelled.trim_start_matches('-');
            !flag.listed && flag.value.is_none() && !number.bytes().all(|byte| byte.is_ascii_digit())
        };
        self.awaits_subcommand
            && !self.ended
            && matches!(self.arguments.items.last(), Some(Item::Flag(flag)) if takes_value(flag))
    }

    /// Does an operand change nothing of how the words after it are read?
    fn operands_stand_alone(&self) -> bool {
        !self.awaits_subcommand && !self.table().stops_at_operand
    }

    /// May this behind `--` be a subcommand? Options and paths are none, unless the table lists one of that name.
    fn may_be_subcommand(&self, text: &str) -> bool {
        !text.starts_with('-') && !text.contains('/') || self.table().subcommands.table(text).is_some()
    }

    fn subcommand(&mut self, index: usize, word: &Word) {
        let Some(name) = word.known() else { return self.lose() };
        self.arguments.depth += 1;
        if self.table().plus_operand && name.starts_with('+') {
            return;
        }
        let table = self.table().subcommands.table(name);
        if table.is_some() {
            self.arguments.subcommands.push(name.to_owned());
        }
        let table = table.unwrap_or_default();
        self.abbreviated(index, name);
        self.awaits_subcommand = !table.subcommands.is_empty();
        self.arguments.reached.push(table);
        self.arguments.reached_at.push(index);
    }

    /// Notes which subcommands a word may mean that is the beginning of their names.
    fn abbreviated(&mut self, index: usize, start: &str) {
        if start.is_empty() || !self.has_habit(|table| table.abbreviated_subcommands) {
            return;
        }
        let groups = self.table().subcommands.beginning_with(start);
        let is_exact = groups.iter().flatten().any(|name| *name == start);
        if is_exact || groups.is_empty() {
            return;
        }
        let names = groups.iter().flatten().map(|name| (*name).to_owned()).collect();
        self.arguments.abbreviated.push(Abbreviated { index, names, is_one: groups.len() == 1 });
    }

    /// The subcommand that stands here is not known.
    fn lose(&mut self) {
        self.awaits_subcommand = false;
        self.lost = true;
        self.arguments.lost = true;
    }

    /// A word that may be flags or operands.
    fn unclear_word(&mut self, index: usize, word: Word) {
        self.arguments.items.push(Item::Unclear { word, index });
        self.doubt();
    }

    /// From here on nothing is certain.
    fn doubt(&mut self) {
        self.unclear = true;
        if self.awaits_subcommand {
            self.lose();
        }
    }

    fn push(&mut self, flag: Flag) {
        self.arguments.items.push(Item::Flag(flag));
    }
}

/// One word out of several of which only the source is known.
fn one_of(word: &Word, count: Count) -> Word {
    let source = word.display();
    Word { parts: smallvec![Part::from(Unknown::any(source))], count, ..word.clone() }
}

/// What follows the first bytes of a word's leading literal.
fn after(word: &Word, bytes: usize) -> Word {
    let mut parts = word.parts.clone();
    if let Some(Part::Literal(text)) = parts.first_mut() {
        text.replace_range(..bytes.min(text.len()), "");
        if text.is_empty() {
            parts.remove(0);
        }
    }
    Word { parts, count: word.count, never_flag: false, tilde: false, span: word.span }
}
