//! What runok knows about the options of commands, and how it reads a command's words with it.
//!
//! Owns the option tables (data, one file a command, in `tables/`) and the reading of words into flags, values and
//! operands. Refuses to judge, and to know what a rule wants: a command without a table is read by the rule's own shape,
//! which is the matcher's business.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::word::Word;

/// The tables at hand: the built-in ones and those that the policy defines.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// From `definitions.commands`, by command name; they stand before the built-in ones.
    pub custom: BTreeMap<String, Rc<Table>>,
}

/// The options of one command or subcommand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Table {
    /// Every option, in the order of the file.
    pub options: Vec<Opt>,
    /// Subcommands, by each of their names; the options of the outer table also hold before the subcommand, and, where
    /// `inherit` is set on one, after it.
    pub subcommands: BTreeMap<String, Table>,
    /// Unique prefixes of long options are accepted (`--forc`).
    pub abbreviations: bool,
    /// Long options begin with one dash (`find -name`, `go -exec`): no clusters, no fused values.
    pub single_dash_long: bool,
    /// The first operand ends the options (`sudo -u x CMD -y`): what follows it is not read as options.
    pub stops_at_operand: bool,
}

/// One option with all its spellings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opt {
    /// Every spelling with its dashes: `-f`, `--force`.
    pub names: Vec<String>,
    /// Whether it takes a value.
    pub value: Value,
    /// What giving it does.
    pub effects: Vec<Effect>,
    /// It is also accepted after a subcommand.
    pub inherit: bool,
}

/// Whether an option takes a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Value {
    /// No.
    #[default]
    None,
    /// Yes: attached (`--x=v`, `-xv`) or as the next word.
    Required,
    /// Attached only (`--abbrev[=n]`); alone it has none.
    Optional,
    /// Every word up to `;` or `+` (`find -exec`).
    UntilTerminator,
}

/// What an option does beyond its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// Its value is a program and its arguments, as shell text.
    RunsText,
    /// Its value is the name of a program.
    RunsProgram,
    /// Its value is `name=value` configuration that may name a program (`git -c`).
    Configures,
    /// Its value is a file that is written.
    WritesFile,
    /// Its value is a file that is read.
    ReadsFile,
    /// Its value is a directory that the command changes to before anything else (`git -C`, `make -C`, `env -C`).
    ChangesDirectory,
}

/// A command's words, read with a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Arguments {
    /// In order, the command's name left out.
    pub items: Vec<Item>,
    /// The subcommands that were recognised, in order (`["compose", "ps"]`); they also stand among the operands.
    pub subcommands: Vec<String>,
}

/// One piece of a command line after reading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A flag, with its value if it has one.
    Flag(Flag),
    /// A word that is not a flag. `certain` is false when it may be the value of a flag in an unknown word before it.
    Operand {
        /// The word.
        word: Word,
        /// Its index in the command's words (the name is 0).
        index: usize,
        /// It is surely an operand.
        certain: bool,
    },
    /// The `--` that ends the options.
    EndOfOptions {
        /// Its index in the command's words.
        index: usize,
    },
    /// A word of which it is not known whether it is a flag, which flags, or an operand (or, with `Count::Any`, several).
    Unclear {
        /// The word.
        word: Word,
        /// Its index in the command's words.
        index: usize,
    },
}

/// A flag as it was given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flag {
    /// As spelled, with dashes, one letter out of a cluster: `-f`, `--forc`.
    pub spelled: String,
    /// Every spelling of that option, `spelled` resolved (`-f`, `--force`); just `spelled` when the table has none.
    pub names: Vec<String>,
    /// The table lists it.
    pub listed: bool,
    /// The value.
    pub value: Option<Word>,
    /// All the words of a value that has several (`find -exec … ;`), the terminator left out.
    pub value_words: Vec<Word>,
    /// The value stood in a word of its own.
    pub separate: bool,
    /// What giving it does.
    pub effects: Vec<Effect>,
    /// The index of the word that holds it.
    pub index: usize,
    /// It is surely this flag: false when it may be an operand or a value because of an unknown word before it, or when
    /// an abbreviation has several meanings.
    pub certain: bool,
}

impl Tables {
    /// The table of a command, by the base name of its first word; the policy's own stand first.
    #[must_use]
    pub fn table(&self, command: &str) -> Option<Rc<Table>> {
        self.custom.get(command).cloned()
    }
}

/// Reads the words of a command (its name at index 0) with a table.
#[must_use]
pub fn read(table: &Table, words: &[Word]) -> Arguments {
    let _ = (table, words);
    Arguments::default()
}
