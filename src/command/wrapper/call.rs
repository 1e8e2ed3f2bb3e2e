//! One call of a wrapper, and where in its words the started command stands.
//!
//! Owns the skipping of a wrapper's options: with its option table, and with a doubt where a word cannot be read. Refuses
//! to know single wrappers.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::rc::Rc;

use foldhash::HashSet;

use crate::command::options::{Arguments, Flag, Item, Table, Tables, read};
use crate::command::word::{Count, Word};
use crate::command::{Doubt, WrapKind};
use crate::shell::Dialect;

use super::{Start, Started};

/// How many readings of a wrapper whose options are not known are followed.
pub(super) const MAX_READINGS: usize = 4;

/// A command that may start others.
pub(super) struct Call<'a> {
    /// Its name and arguments; at least one.
    pub(super) words: &'a [Word],
    /// Its base name.
    pub(super) name: Cow<'a, str>,
    pub(super) tables: &'a Tables,
    /// Its option table, or that of the subcommand that the words begin with.
    pub(super) table: Option<Rc<Table>>,
    /// How many of its first operands are subcommands that were gone into.
    depth: usize,
    /// Its words, read once: everything that it may start is asked of the same reading.
    read: OnceCell<Read>,
}

/// A wrapper's words, read.
pub(super) struct Read {
    pub(super) arguments: Arguments,
    /// Where operands stand, and whether each surely is one, and only one.
    pub(super) operands: Vec<(usize, bool)>,
    /// What about the options is not known.
    pub(super) doubts: Vec<Doubt>,
}

impl<'a> Call<'a> {
    pub(super) fn doubt(&self, why: String) -> Doubt {
        let first = self.words.first().map(|word| word.span).unwrap_or_default();
        let span = self.words.last().map_or(first, |word| first.to(word.span));
        Doubt { why, span }
    }

    /// Words that begin with the name of a command.
    pub(super) fn new(words: &'a [Word], name: &'a str, tables: &'a Tables) -> Self {
        Self { words, name: Cow::Borrowed(name), tables, table: tables.table(name), depth: 0, read: OnceCell::new() }
    }

    /// The same of a command of which no table is to be asked.
    pub(super) fn without_table(words: &'a [Word], name: &'a str, tables: &'a Tables) -> Self {
        Self { words, name: Cow::Borrowed(name), tables, table: None, depth: 0, read: OnceCell::new() }
    }

    /// How many of the first operands name the subcommand.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    /// One subcommand deeper, whose name stands at an index. Where no table lists it, its words are read on their own.
    pub(super) fn below(&self, index: usize, subcommand: &str) -> Self {
        let name = Cow::Owned(format!("{} {subcommand}", self.name));
        let (words, tables, read) = (self.words, self.tables, OnceCell::new());
        if self.lists(subcommand) {
            return Self { words, name, tables, table: self.table.clone(), depth: self.depth + 1, read };
        }
        Self { words: self.from(index), name, tables, table: None, depth: 0, read }
    }

    /// Does a table list this subcommand of the one that was reached?
    fn lists(&self, subcommand: &str) -> bool {
        let path: Vec<&str> = self.name.split(' ').skip(1).chain([subcommand]).collect();
        let mut table = self.table.clone();
        for name in path {
            table = table.and_then(|table| table.subcommands.table(name));
        }
        table.is_some()
    }

    /// Reads the words with the command's table; a command without one has no options, and its first operand ends them.
    pub(super) fn read(&self) -> &Read {
        self.read.get_or_init(|| match &self.table {
            Some(table) => self.read_with(table),
            None => self.read_with(&Table { stops_at_operand: true, ..Table::default() }),
        })
    }

    fn read_with(&self, table: &Table) -> Read {
        let arguments = read(table, self.words);
        let mut operands = Vec::new();
        let mut doubts = Vec::new();
        let mut unclear = false;
        // what comes again in a cluster of thousands of letters is said once
        let mut said = HashSet::default();
        for item in &arguments.items {
            match item {
                // behind `--` an unknown word is no option, and yet it may be none, or several
                Item::Operand { index, certain, word } => {
                    operands.push((*index, *certain && word.count == Count::One));
                }
                Item::Unclear { index, word } => {
                    unclear = true;
                    operands.push((*index, false));
                    let sources = word.doubts().join(", ");
                    doubts.push(self.doubt(format!("it is not known whether {sources} is an option of {}", self.name)));
                }
                Item::Flag(flag) if flag.listed && flag.certain => {}
                Item::Flag(flag) if said.contains(&(flag.listed, flag.spelled.as_str())) => {}
                Item::Flag(flag) if !flag.listed => {
                    said.insert((false, flag.spelled.as_str()));
                    doubts.push(self.doubt(format!("the option {} of {} is not known", flag.spelled, self.name)));
                }
                Item::Flag(flag) if !unclear => {
                    said.insert((true, flag.spelled.as_str()));
                    doubts.push(self.doubt(format!("{} may be several options of {}", flag.spelled, self.name)));
                }
                Item::Flag(_) | Item::EndOfOptions { .. } => {}
            }
        }
        Read { arguments, operands, doubts }
    }

    /// The base name of the program, without subcommands.
    pub(super) fn program(&self) -> &str {
        self.name.split(' ').next().unwrap_or_default()
    }

    /// The words from an index on.
    pub(super) fn from(&self, index: usize) -> &'a [Word] {
        self.words.get(index..).unwrap_or_default()
    }
}

impl Read {
    /// The flags with one of these names.
    pub(super) fn flags<'r>(&'r self, names: &'r [&'r str]) -> impl Iterator<Item = &'r Flag> + 'r {
        self.arguments.items.iter().filter_map(move |item| match item {
            Item::Flag(flag) if flag.names.iter().any(|name| names.contains(&name.as_str())) => Some(flag),
            _ => None,
        })
    }

    pub(super) fn has(&self, names: &[&str]) -> bool {
        self.flags(names).next().is_some()
    }

    /// The last value given to a flag of one of these names.
    pub(super) fn value<'r>(&'r self, names: &'r [&'r str]) -> Option<&'r Word> {
        self.flags(names).filter_map(|flag| flag.value.as_ref()).last()
    }

    /// Where the command may begin that follows so many operands: the sure place, or the places that are possible.
    ///
    /// An option that is not known may take the operand after it as its value.
    pub(super) fn places(&self, passing: usize) -> Vec<usize> {
        let after_unlisted = self.arguments.items.windows(2).any(|pair| match pair {
            [Item::Flag(flag), Item::Operand { .. }] => !flag.listed && flag.value.is_none(),
            _ => false,
        });
        // an unknown word may have been any number of the operands that are passed over
        let unsure = self.operands.iter().take(passing.saturating_add(1)).position(|(_, certain)| !certain);
        let count = if unsure.is_none() && !after_unlisted { 1 } else { MAX_READINGS };
        let first = unsure.unwrap_or(passing);
        self.operands.iter().skip(first).take(count).map(|(index, _)| *index).collect()
    }

    /// The index of the first word after `--`.
    pub(super) fn after_end_of_options(&self) -> Option<usize> {
        self.arguments.items.iter().find_map(|item| match item {
            Item::EndOfOptions { index } => Some(index + 1),
            _ => None,
        })
    }
}

impl Start {
    /// Something started in the caller's environment and directory.
    pub(super) fn new(kind: WrapKind, what: Started) -> Self {
        Self {
            kind,
            what,
            environment: Vec::new(),
            cleared: false,
            directory: None,
            remote: false,
            again: false,
            options: Vec::new(),
            doubts: Vec::new(),
        }
    }

    /// An argument vector.
    pub(super) fn words(kind: WrapKind, words: &[Word]) -> Self {
        Self::new(kind, Started::Words(words.to_vec()))
    }

    /// A text for `sh`.
    pub(super) fn text(kind: WrapKind, text: Word) -> Self {
        let what = Started::Text { text, dialect: Dialect::Posix, parameters: Vec::new(), same_shell: false };
        Self::new(kind, what)
    }

    /// A program of which only its name is known; it gets further words.
    pub(super) fn program(name: Word, caller: &str) -> Self {
        let passed = Word::any_words(format!("what {caller} passes to it"), name.span);
        Self::new(WrapKind::Program, Started::Words(vec![name, passed]))
    }

    pub(super) fn with_doubts(mut self, doubts: &[Doubt]) -> Self {
        self.doubts.extend(doubts.iter().cloned());
        self
    }

    pub(super) fn doubtful(mut self, doubt: Doubt) -> Self {
        self.doubts.push(doubt);
        self
    }
}

/// Does the word hold one known word that is exactly this?
pub(super) fn is(word: &Word, text: &str) -> bool {
    word.known() == Some(text)
}
