//! The text format of option tables.
//!
//! ```text
//! # a line that begins with a hash is for the reader
//! abbreviations                     a word alone says how the command reads its options
//! colon-values                      `-name:value` is the option `-name` with that value; an option may have colons in its name
//! caseless                          `--OUTDIR` is `--outDir`
//! -C <directory>           cd       a value is required, attached or as the next word
//! -m|--message <text>               two spellings of one option
//! --color [when]                    a value is optional, and only attached
//! -f|--follow [=how]                a value is optional, and only attached to a long spelling
//! -exec|-ok <command +;>   program  every word up to `;`, or to a `+` after `{}`
//! --debug [file]           next     the optional value may also be the next word, where that has no dash
//! -j [n]                   next-number    the same, where it is a number
//! -x <command ;>           program  every word up to `;` or the end
//! --arg <name> <value>              two values
//! --output <file>          writes   what giving it does (the words of `statement`)
//! -n|--namespace <name>    inherit  it also holds after a subcommand
//! -c <code>                last     no word after it is an option
//! -l                       first    behind an operand it is none
//! -J [flag]                fused    its value may stand behind it in its word, though options are read by their whole names
//! -d <data>                changes if -X    an effect with a condition
//! operands: <source>... reads <target> writes    what the operands are (`statement`)
//! does writes . unless -n  what the command does besides
//! loads-from PYTHONPATH    it loads code from where these variables say, whatever it does
//! names-files file:// x:*  words that begin so name a file that is read, wherever they stand; after a `!` it is run
//! include git/_diff                 the lines of another file stand here
//! aliases                           all names of this section mean the same; `aliases rm|remove`: those do
//! also-at container run             the subcommand has this place too
//! means --force of +*               deny rules that speak of one speak of the other (the words of `meant`)
//! same 777|0777                     operands that mean the same to deny rules
//! [add|new]                         from here: the subcommand `add`, also called `new`
//! [compose ps]                      from here: the subcommand `ps` of the subcommand `compose`
//! ```
//!
//! Owns reading that text, leniently when a command is judged (a test reads every table strictly). Refuses to know where
//! the texts are.

use std::borrow::Cow;

use super::statement::{self, Does, OperandLine};
use super::subcommands::Subcommands;
use super::text::{Body, Text};
use super::words::Words;
use super::{Meant, Opt, Table, Value, index, meant};

/// What a line of a table says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Line<'t> {
    /// Nothing.
    Blank,
    /// An option.
    Option(Opt),
    /// How options are read.
    Habit(Habit),
    /// What the operands are.
    Operands(OperandLine),
    /// What the command does.
    Does(Does),
    /// The variables that say where it loads code from.
    LoadsFrom(Vec<Box<str>>),
    /// How words begin that name a file.
    NamesFiles(Vec<Box<str>>),
    /// Names of the subcommand that mean the same, `|` between them; none: all that the section has.
    Aliases(&'t str),
    /// Another place of the subcommand below the command: its names with blanks between.
    AlsoAt(&'t str),
    /// What other words mean.
    Means(Meant),
    /// Texts of operands that mean the same.
    Same(&'t str),
    /// The lines of another file.
    Include(&'t str),
    /// The subcommand that the following lines are about.
    Section(&'t str),
}

/// How a command reads its options: the flags of [`Table`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Habit {
    Abbreviations,
    AbbreviatedSubcommands,
    Negations,
    SingleDashLong,
    OneDashWords,
    StopsAtOperand,
    OptionsBehindFirst,
    Numbers,
    BareCluster,
    PlusOperand,
    ExpandPrefix,
    HarmlessOptions,
    ShortEquals,
    Underscores,
    ColonValues,
    Caseless,
    ColonParts,
    AnyOrder,
}

/// The words for habits.
const HABITS: &[(&str, Habit)] = &[
    ("abbreviations", Habit::Abbreviations),
    ("abbreviated-subcommands", Habit::AbbreviatedSubcommands),
    ("negations", Habit::Negations),
    ("single-dash-long", Habit::SingleDashLong),
    ("one-dash-words", Habit::OneDashWords),
    ("stops-at-operand", Habit::StopsAtOperand),
    ("options-behind-first", Habit::OptionsBehindFirst),
    ("numbers", Habit::Numbers),
    ("bare-cluster", Habit::BareCluster),
    ("plus-operand", Habit::PlusOperand),
    ("expand-prefix", Habit::ExpandPrefix),
    ("harmless-options", Habit::HarmlessOptions),
    ("short-equals", Habit::ShortEquals),
    ("underscores", Habit::Underscores),
    ("colon-values", Habit::ColonValues),
    ("caseless", Habit::Caseless),
    ("colon-parts", Habit::ColonParts),
    ("any-order", Habit::AnyOrder),
];

/// Reads a file: its head, and where its sections are.
pub(super) fn table(path: &str, text: &'static Text) -> Table {
    let mut table = section(text.head());
    table.subcommands = Subcommands::built_in(path, text.sections().collect());
    table
}

/// Reads lines that hold no section.
pub(super) fn section(body: Body) -> Table {
    let mut table = Table::default();
    add_lines(&mut table, body, true);
    table
}

fn add_lines(table: &mut Table, body: Body, may_include: bool) {
    table.options.add(body);
    for own in body.others.iter() {
        match line(own) {
            Ok(Line::Habit(habit)) => set(table, habit),
            Ok(Line::Operands(line)) => table.statements.add_operands(line),
            Ok(Line::Does(does)) => table.statements.add(does),
            Ok(Line::LoadsFrom(names)) => table.loads_from.extend(names),
            Ok(Line::NamesFiles(prefixes)) => table.names_files.extend(prefixes),
            Ok(Line::Aliases(names)) => table.aliases.push(Cow::Borrowed(names)),
            Ok(Line::AlsoAt(place)) => table.also_at.push(Cow::Borrowed(place)),
            Ok(Line::Means(meant)) => table.means.push(meant),
            Ok(Line::Same(texts)) => table.same.push(Cow::Borrowed(texts)),
            // one level: a part that includes another one is refused by the test of all tables
            Ok(Line::Include(name)) if may_include => {
                if let Some((_, part)) = index::file(name) {
                    add_lines(table, part.head(), false);
                }
            }
            Ok(_) | Err(_) => {}
        }
    }
}

pub(super) fn set(table: &mut Table, habit: Habit) {
    match habit {
        Habit::Abbreviations => table.abbreviations = true,
        Habit::AbbreviatedSubcommands => table.abbreviated_subcommands = true,
        Habit::Negations => table.negations = true,
        Habit::SingleDashLong => table.single_dash_long = true,
        Habit::OneDashWords => table.one_dash_words = true,
        Habit::StopsAtOperand => table.stops_at_operand = true,
        Habit::OptionsBehindFirst => table.options_behind_first = true,
        Habit::Numbers => table.numbers = true,
        Habit::BareCluster => table.bare_cluster = true,
        Habit::PlusOperand => table.plus_operand = true,
        Habit::ExpandPrefix => table.expand_prefix = true,
        Habit::HarmlessOptions => table.harmless_options = true,
        Habit::ShortEquals => table.short_equals = true,
        Habit::Underscores => table.underscores = true,
        Habit::ColonValues => table.colon_values = true,
        Habit::Caseless => table.caseless = true,
        Habit::ColonParts => table.colon_parts = true,
        Habit::AnyOrder => table.any_order = true,
    }
}

/// Reads one line, and checks it.
///
/// # Errors
/// What is wrong with it.
pub(super) fn line(text: &str) -> Result<Line<'_>, String> {
    match text.bytes().next() {
        None | Some(b'#') => return Ok(Line::Blank),
        Some(b'-' | b'+') => return option(text).map(Line::Option),
        Some(_) => {}
    }
    if let Some(path) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return Ok(Line::Section(path));
    }
    if let Some(name) = text.strip_prefix("include ") {
        return Ok(Line::Include(name));
    }
    if let Some(names) = text.strip_prefix("loads-from ") {
        return loads_from(names).map(Line::LoadsFrom);
    }
    if let Some(prefixes) = text.strip_prefix("names-files ") {
        return Ok(Line::NamesFiles(prefixes.split_ascii_whitespace().map(Box::from).collect()));
    }
    if let Some(names) = text.strip_prefix("aliases").filter(|names| names.is_empty() || names.starts_with(' ')) {
        return Ok(Line::Aliases(names.trim_ascii_start()));
    }
    if let Some(place) = text.strip_prefix("also-at ") {
        return Ok(Line::AlsoAt(place));
    }
    if let Some(rest) = text.strip_prefix("means ") {
        return meant::meant(rest).map(Line::Means);
    }
    if let Some(texts) = text.strip_prefix("same ") {
        return if texts.contains('|') { Ok(Line::Same(texts)) } else { Err(format!("`{texts}` is one text alone")) };
    }
    if let Some(rest) = text.strip_prefix("does ") {
        return statement::does(rest).map(Line::Does);
    }
    if let Some(rest) = text.strip_prefix("operands") {
        return statement::operands(rest).map(Line::Operands);
    }
    match HABITS.iter().find(|(word, _)| *word == text) {
        Some((_, habit)) => Ok(Line::Habit(*habit)),
        None => Err(format!("`{text}` is neither an option nor one of the known words")),
    }
}

/// Reads the names of variables, with blanks between.
fn loads_from(names: &str) -> Result<Vec<Box<str>>, String> {
    let of_name = |one: char| one == '_' || one.is_ascii_alphanumeric();
    match names.split_ascii_whitespace().find(|name| !name.chars().all(of_name)) {
        Some(name) => Err(format!("`{name}` is not the name of a variable")),
        None => Ok(names.split_ascii_whitespace().map(Box::from).collect()),
    }
}

/// Reads an option, `-o|--output <file> writes`, and checks its names.
///
/// # Errors
/// What is wrong with it.
pub(super) fn option(text: &str) -> Result<Opt, String> {
    let option = option_of(text, |name| Cow::Owned(name.to_owned()))?;
    for (index, name) in option.names.iter().enumerate() {
        let bare = name.strip_prefix("--").or_else(|| name.strip_prefix(['-', '+'])).unwrap_or_default();
        let is_name = !bare.is_empty() && !bare.contains(|one: char| "=<>[],*".contains(one) || one.is_whitespace());
        // `--` as an option is one that ends nothing
        if !is_name && name != "--" {
            return Err(format!("`{name}` is not the name of a flag"));
        }
        if option.names.iter().skip(index + 1).any(|other| other == name) {
            return Err(format!("`{name}` stands there twice"));
        }
    }
    Ok(option)
}

/// Reads an option of a built-in table; nothing where it is none.
pub(super) fn listed_option(text: &'static str) -> Option<Opt> {
    option_of(text, Cow::Borrowed).ok()
}

/// Reads an option, keeping its names as `keep` does.
fn option_of<'a>(text: &'a str, keep: impl Fn(&'a str) -> Cow<'static, str>) -> Result<Opt, String> {
    let (names, rest) = split_at_byte(text, b' ');
    let mut option = Opt::default();
    let mut left = names;
    while option.names.is_empty() || !left.is_empty() {
        let (name, others) = split_at_byte(left, b'|');
        option.names.push(keep(name));
        left = others;
    }
    if rest.is_empty() {
        return Ok(option);
    }
    let (value, words) = value(rest.trim_start())?;
    option.value = value;
    let mut words = Words::new(words);
    while let Some(word) = words.next() {
        match word {
            "inherit" => option.inherit = true,
            "last" => option.last = true,
            "first" => option.first = true,
            "fused" => option.fused = true,
            "next" if option.value == Value::Optional => option.value = Value::OptionalNext,
            "next-number" if option.value == Value::Optional => option.value = Value::OptionalNumber,
            "separate" if option.value == Value::Required => option.value = Value::Separate,
            _ => words.effect(word, &mut option.effects)?,
        }
    }
    Ok(option)
}

/// What stands before the first such character, and after it; for short texts.
fn split_at_byte(text: &str, byte: u8) -> (&str, &str) {
    let at = text.bytes().position(|each| each == byte).unwrap_or(text.len());
    (text.get(..at).unwrap_or_default(), text.get(at + 1..).unwrap_or_default())
}

/// The value at the beginning of what follows the names, and the words after it.
fn value(text: &str) -> Result<(Value, &str), String> {
    if let Some(rest) = text.strip_prefix('?') {
        return Ok((Value::Optional, rest));
    }
    let close = match text.bytes().next() {
        Some(b'<') => '>',
        Some(b'[') => ']',
        _ => return Ok((Value::None, text)),
    };
    let Some((inner, rest)) = text.split_once(close) else {
        return Err(format!("the `{close}` that ends the value is missing"));
    };
    if close == ']' {
        let kind = if inner.starts_with("[=") { Value::OptionalLong } else { Value::Optional };
        return Ok((kind, rest));
    }
    if rest.is_empty() && !inner.ends_with(';') {
        return Ok((Value::Required, rest));
    }
    let second = rest.trim_start().strip_prefix('<').and_then(|rest| rest.split_once('>'));
    Ok(match second {
        Some((_, rest)) => (Value::Pair, rest),
        None if inner.ends_with(" +;") => (Value::UntilTerminator, rest),
        None if inner.ends_with(" ;") => (Value::UntilSemicolon, rest),
        None => (Value::Required, rest),
    })
}

#[cfg(test)]
#[path = "format_tests.rs"]
mod tests;
