//! What runok knows about the options of commands, and how it reads a command's words with it.
//!
//! Owns the option tables (data, one file a command, in `tables/`) and the reading of words into flags, values and
//! operands. Refuses to judge, and to know what a rule wants: a command without a table is read by the rule's own shape,
//! which is the matcher's business.

pub mod custom;
mod format;
mod index;
mod lines;
mod meant;
mod reading;
mod stars;
pub mod statement;
mod subcommands;
mod text;
mod words;

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::rc::Rc;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::base_name;
use super::word::Word;
pub use lines::Options;
pub use meant::{Meant, Of};
pub(crate) use reading::may_hold_flags;
pub use reading::read;
pub use stars::glob;
pub use statement::Effect;
use statement::{Stated, Statements, states};
pub use subcommands::Subcommands;

/// The tables at hand: the built-in ones and those that the policy defines.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// From `definitions.commands`, by command name; they stand before the built-in ones.
    pub custom: Option<Rc<dyn CustomTables>>,
    /// Tables that were read before.
    cache: Cache,
}

/// The tables that a policy defines.
pub trait CustomTables: Debug {
    /// The one for commands of this base name.
    fn table(&self, name: &str) -> Option<Rc<Table>>;

    /// The names that there are tables for, in order.
    fn names(&self) -> Vec<String>;
}

/// The tables that were asked for once, by command name.
#[derive(Clone, Debug, Default)]
struct Cache(RefCell<BTreeMap<String, Option<Rc<Table>>>>);

/// The options of one command or subcommand.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Table {
    /// Every option, in the order of the file.
    pub options: Options,
    /// Subcommands; the options of the outer table also hold before the subcommand, and, where `inherit` is set on one,
    /// after it. A first operand that is none of them begins a subcommand of which nothing is known.
    pub subcommands: Subcommands,
    /// Unique prefixes of long options are accepted (`--forc`), also after a subcommand.
    pub abbreviations: bool,
    /// The beginning of a subcommand's name that no other has means that subcommand (`npm publ`).
    pub abbreviated_subcommands: bool,
    /// `--no-x` undoes every long option `--x` that the table lists, and the other way round (git's own options);
    /// also after a subcommand.
    pub negations: bool,
    /// Long options begin with one dash (`find -name`, `go -exec`): no clusters, no fused values. Also after a subcommand.
    pub single_dash_long: bool,
    /// Some long options begin with one dash, and stand before letters that look the same (`gcc -MF file`, of `-M`). Also after
    /// a subcommand.
    pub one_dash_words: bool,
    /// The first operand ends the options (`sudo -u x CMD -y`): what follows it is not read as options.
    pub stops_at_operand: bool,
    /// Where the first operand does, options may stand behind it all the same, up to the second one (`ssh host -F file cmd`).
    pub options_behind_first: bool,
    /// A dash and digits are a flag of their own (`head -5`, `git log -5`).
    pub numbers: bool,
    /// The first word is a cluster even without its dash, its values being the next words (`tar xzf a.tar`).
    pub bare_cluster: bool,
    /// A first operand that begins with `+` stands before the subcommand (`cargo +nightly build`).
    pub plus_operand: bool,
    /// `--expand-x` is `--x` with variables in its value (curl).
    pub expand_prefix: bool,
    /// No option that is not listed has an effect.
    pub harmless_options: bool,
    /// `-o=value` is `-o value`, and never a value that begins with the sign. Also after a subcommand.
    pub short_equals: bool,
    /// `--some_option` is `--some-option`. Also after a subcommand.
    pub underscores: bool,
    /// `-name:value` is the option `-name` with that value. Also after a subcommand.
    pub colon_values: bool,
    /// Options are read without regard to case. Also after a subcommand.
    pub caseless: bool,
    /// Operands have parts with a colon between them (`git push origin main:main`): a star in the text of an allow rule is
    /// none of another one.
    pub colon_parts: bool,
    /// It does what each operand says, in whatever order they stand (`make all deploy`): a deny rule that names one means it
    /// anywhere.
    pub any_order: bool,
    /// Variables that say where the command loads code from as it starts, whatever it is told to do: it is written in a
    /// language that heeds them. Of a command as a whole, so never of a subcommand.
    pub loads_from: Vec<Box<str>>,
    /// How words begin that name a file wherever they stand (`file://`); what follows is read. Behind one that ends in a star it
    /// is not known which file that is; after a `!` it is code, which is run. Of a command as a whole.
    pub names_files: Vec<Box<str>>,
    /// Of a subcommand: names that mean the same, its own among them, `|` between them. A rule that says one of them speaks of all.
    pub aliases: Vec<Cow<'static, str>>,
    /// Of a subcommand: the other places below the command where it stands too (`container run`, of `docker run`).
    pub also_at: Vec<Cow<'static, str>>,
    /// A project defines it. What its table says of a built-in one takes nothing from a deny or ask rule: those go by both.
    pub of_project: bool,
    /// What is meant by other words: deny and ask rules that speak of it speak of the command.
    pub means: Vec<Meant>,
    /// Texts of operands that mean the same, `|` between them: to deny and ask rules each is all of them.
    pub same: Vec<Cow<'static, str>>,
    /// What the command does, its options aside.
    pub statements: Statements,
}

/// One option with all its spellings.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Opt {
    /// Every spelling with its dashes: `-f`, `--force`.
    pub names: SmallVec<[Cow<'static, str>; 2]>,
    /// Whether it takes a value.
    pub value: Value,
    /// What giving it does.
    pub effects: Vec<Stated>,
    /// It is also accepted after a subcommand.
    pub inherit: bool,
    /// No word after it and its value is an option (`python -m module …`).
    pub last: bool,
    /// Behind an operand the program does not take it for an option (`unzip x.zip -l` extracts a file of that name).
    pub first: bool,
    /// Where options are read by their whole names, the value may stand behind this one with no sign between (`javac -J-Xmx1g`).
    pub fused: bool,
}

/// Whether an option takes a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Value {
    /// No.
    #[default]
    None,
    /// Yes: attached (`--x=v`, `-xv`) or as the next word.
    Required,
    /// Attached only (`--abbrev[=n]`); alone it has none.
    Optional,
    /// Attached to a long spelling only: `--follow[=how]`, but `-f`.
    OptionalLong,
    /// Attached, or the next word where that does not begin with a dash (`pytest --debug [file]`).
    OptionalNext,
    /// Attached, or the next word where that is a number (`make -j 4 target`).
    OptionalNumber,
    /// Yes, and always as the next word: letters after it in a cluster are further flags (`bash -eo pipefail`).
    Separate,
    /// Two words: `jq --arg name value`, `find -fprintf file format`.
    Pair,
    /// Every word up to `;`, or up to a `+` after `{}` (`find -exec`).
    UntilTerminator,
    /// Every word up to `;` or the end (`fd -x`).
    UntilSemicolon,
}

/// A command's words, read with a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Arguments {
    /// In order, the command's name left out.
    pub items: Vec<Item>,
    /// The subcommands that were surely recognised, in order (`["compose", "ps"]`); they also stand among the operands.
    pub subcommands: Vec<String>,
    /// The tables of the subcommands that were reached, in order; an empty one for a subcommand that no table lists.
    pub reached: Vec<Rc<Table>>,
    /// The index of the word that names each of those.
    pub reached_at: SmallVec<[usize; 2]>,
    /// The words among those that are no name of a subcommand, but the beginning of some.
    pub abbreviated: Vec<Abbreviated>,
    /// How many of the first operands name the subcommand (or stand before its name).
    pub depth: usize,
    /// Which subcommand is meant is not known.
    pub lost: bool,
    /// The index of the word that would be the subcommand, were it not perhaps the value of an option before it that the table
    /// does not list. The items say of it what holds where the option takes none.
    pub perhaps_value: Option<usize>,
}

/// A word that stands for the subcommand whose name begins so, where the command takes it for that (and knows no other that does).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Abbreviated {
    /// The index of the word.
    pub index: usize,
    /// The names of those that it may mean, each with all of its names.
    pub names: Vec<String>,
    /// All of these mean one and the same.
    pub is_one: bool,
}

/// One piece of a command line after reading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A flag, with its value if it has one.
    Flag(Flag),
    /// A word that is not a flag. `certain` is false when it may be the value of a flag in an unknown word before it.
    /// (That it may be the value of a flag before it that the table does not list is not held against it, unless it would be
    /// the subcommand: see [`Arguments::perhaps_value`].)
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
///
/// A flag that is not certain leaves the word after it to be read on its own too: `-o v` after an unknown word gives the
/// flag `-o` with the value `v`, and the operand `v`, neither of them certain.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Flag {
    /// As spelled, with dashes, one letter out of a cluster: `-f`, `--forc`.
    pub spelled: String,
    /// Every spelling of that option, `spelled` resolved (`-f`, `--force`); just `spelled` when the table has none.
    pub names: Vec<String>,
    /// The table lists it.
    pub listed: bool,
    /// The value.
    pub value: Option<Word>,
    /// All the words of a value that has several (`find -exec … ;`, `jq --arg a b`), the terminator left out; `value` is
    /// then the first of them.
    pub value_words: Vec<Word>,
    /// The value stood in a word of its own.
    pub separate: bool,
    /// Whether the table lets it take a value. One that takes none may have one attached (`--delete=true`).
    pub takes: Value,
    /// What giving it does.
    pub effects: Vec<Stated>,
    /// The index of the word that holds it.
    pub index: usize,
    /// It is surely this flag: false when it may be an operand or a value because of an unknown word before it, or when
    /// an abbreviation has several meanings.
    pub certain: bool,
}

/// The names of the commands that have built-in tables.
pub fn names() -> impl Iterator<Item = &'static str> {
    index::ENTRIES.iter().map(|(name, ..)| *name).filter(|name| !name.contains('/'))
}

/// The table that a text in the format of the built-in ones describes, read leniently.
#[must_use]
pub fn of_text(text: &'static str) -> Table {
    format::table("", text::Text::of(text))
}

impl Tables {
    /// The built-in tables with those of a policy before them.
    #[must_use]
    pub fn with_custom(custom: Rc<dyn CustomTables>) -> Self {
        Self { custom: Some(custom), cache: Cache::default() }
    }

    /// The table of a command, by the base name of its first word; what the policy says of it stands before what is
    /// built in.
    #[must_use]
    pub fn table(&self, command: &str) -> Option<Rc<Table>> {
        let name = base_name(command);
        if let Some(known) = self.cache.0.borrow().get(name) {
            return known.clone();
        }
        let built_in = index::file(name).or_else(|| index::file(unversioned(name)));
        let built_in = built_in.map(|(file, text)| format::table(file, text));
        let custom = self.custom.as_ref().and_then(|custom| custom.table(name));
        let table = match (custom, built_in) {
            (Some(custom), Some(built_in)) => Some(Rc::new(built_in.corrected(&custom))),
            (Some(custom), None) => Some(custom),
            (None, built_in) => built_in.map(Rc::new),
        };
        self.cache.0.borrow_mut().insert(name.to_owned(), table.clone());
        table
    }
}

/// `python3.11` reads its options as `python` does, `clang-15` as `clang`.
fn unversioned(name: &str) -> &str {
    name.trim_end_matches(|sign: char| sign.is_ascii_digit() || sign == '.').trim_end_matches('-')
}

impl Arguments {
    /// The names that mean the same as the word at this index, if that surely names a subcommand of which there are such.
    pub fn aliases_at(&self, index: usize) -> impl Iterator<Item = &str> {
        let place = self.reached_at.iter().position(|at| *at == index);
        let table = place.and_then(|place| self.reached.get(place));
        table.into_iter().flat_map(|table| table.aliases.iter().flat_map(|names| names.split('|')))
    }

    /// What the word at this index may be the beginning of.
    #[must_use]
    pub fn abbreviated_at(&self, index: usize) -> Option<&Abbreviated> {
        self.abbreviated.iter().find(|abbreviated| abbreviated.index == index)
    }

    /// The other places of the subcommand that is surely meant.
    #[must_use]
    pub fn also_at(&self) -> &[Cow<'static, str>] {
        self.reached.last().map_or(&[], |table| &table.also_at)
    }
}

impl Opt {
    /// Does giving it do that, under whichever condition?
    #[must_use]
    pub fn does(&self, effect: Effect) -> bool {
        states(&self.effects, effect)
    }
}

impl Flag {
    /// Does giving it do that, under whichever condition?
    #[must_use]
    pub fn does(&self, effect: Effect) -> bool {
        states(&self.effects, effect)
    }
}

impl Table {
    /// The option with exactly this spelling.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&Opt> {
        self.options.named(name)
    }

    /// The table of a subcommand that is called by one of several names: of the aliases stay those that mean the same as it does.
    pub(super) fn called(mut self, name: &str, names: &str) -> Self {
        for group in self.aliases.iter_mut().filter(|group| group.is_empty()) {
            *group = Cow::Owned(names.to_owned());
        }
        self.aliases.retain(|group| group.split('|').any(|own| own == name));
        self
    }

    /// This table with the options and subcommands of another one laid over it.
    #[must_use]
    pub fn corrected(mut self, by: &Self) -> Self {
        self.options.change(|options| {
            options.retain_mut(|option| {
                option.names.retain(|name| by.option(name).is_none());
                !option.names.is_empty()
            });
            options.extend(by.options.all().iter().cloned());
        });
        if by.statements.told {
            self.statements = by.statements.clone();
        }
        self.of_project |= by.of_project;
        self.colon_parts |= by.colon_parts;
        self.any_order |= by.any_order;
        self.aliases.extend(by.aliases.iter().cloned());
        self.also_at.extend(by.also_at.iter().cloned());
        self.means.extend(by.means.iter().cloned());
        self.same.extend(by.same.iter().cloned());
        self.loads_from.extend(by.loads_from.iter().cloned());
        self.names_files.extend(by.names_files.iter().cloned());
        self.subcommands = self.subcommands.corrected(&by.subcommands);
        self
    }
}
