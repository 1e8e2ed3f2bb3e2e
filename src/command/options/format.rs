//! The text format of option tables.
//!
//! ```text
//! # anything after a hash and a blank is for the reader
//! abbreviations                     a word alone says how the command reads its options
//! -C <directory>           cd       a value is required, attached or as the next word
//! -m|--message <text>               two spellings of one option
//! --color [when]                    a value is optional, and only attached
//! -f|--follow [=how]                a value is optional, and only attached to a long spelling
//! -exec|-ok <command +;>   program  every word up to `;`, or to a `+` after `{}`
//! -x <command ;>           program  every word up to `;` or the end
//! --arg <name> <value>              two values
//! --output <file>          writes   what giving it does (the words of `EFFECTS`)
//! -n|--namespace <name>    inherit  it also holds after a subcommand
//! -c <code>                last     no word after it is an option
//! include git/_diff                 the lines of another file stand here
//! [add|new]                         from here: the subcommand `add`, also called `new`
//! [compose ps]                      from here: the subcommand `ps` of the subcommand `compose`
//! ```
//!
//! Owns reading that text, leniently when a command is judged (a test reads every table strictly). Refuses to know where
//! the texts are.

use super::subcommands::{Section, Subcommands};
use super::{Effect, Opt, Table, Value, index};

/// The words for effects.
const EFFECTS: &[(&str, Effect)] = &[
    ("text", Effect::RunsText),
    ("program", Effect::RunsProgram),
    ("configures", Effect::Configures),
    ("writes", Effect::WritesFile),
    ("reads", Effect::ReadsFile),
    ("cd", Effect::ChangesDirectory),
];

/// What a line of a table says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Line {
    /// Nothing.
    Blank,
    /// An option.
    Option(Opt),
    /// How options are read.
    Habit(Habit),
    /// The lines of another file.
    Include(&'static str),
    /// The subcommand that the following lines are about.
    Section(&'static str),
}

/// How a command reads its options: the flags of [`Table`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Habit {
    Abbreviations,
    Negations,
    SingleDashLong,
    StopsAtOperand,
    Numbers,
    BareCluster,
    PlusOperand,
}

/// The words for habits.
const HABITS: &[(&str, Habit)] = &[
    ("abbreviations", Habit::Abbreviations),
    ("negations", Habit::Negations),
    ("single-dash-long", Habit::SingleDashLong),
    ("stops-at-operand", Habit::StopsAtOperand),
    ("numbers", Habit::Numbers),
    ("bare-cluster", Habit::BareCluster),
    ("plus-operand", Habit::PlusOperand),
];

/// Reads a file: its head, and where its sections are.
pub(super) fn table(path: &str, text: &'static str) -> Table {
    let mut sections = Vec::new();
    let (head, mut rest) = split_at_section(text);
    while let Some(after) = rest.strip_prefix('[') {
        let (path, below) = after.split_once(']').unwrap_or((after, ""));
        let (body, next) = split_at_section(below);
        sections.push(Section { path, body });
        rest = next;
    }
    let mut table = section(head);
    table.subcommands = Subcommands::built_in(path, sections);
    table
}

/// Reads lines that hold no section.
pub(super) fn section(text: &'static str) -> Table {
    let mut table = Table::default();
    add_lines(&mut table, text, true);
    table
}

/// Splits before the first line that begins with `[`.
fn split_at_section(text: &'static str) -> (&'static str, &'static str) {
    if text.starts_with('[') {
        return ("", text);
    }
    match text.find("\n[").and_then(|at| text.split_at_checked(at + 1)) {
        Some(parts) => parts,
        None => (text, ""),
    }
}

fn add_lines(table: &mut Table, text: &'static str, may_include: bool) {
    for text in text.lines() {
        match line(text) {
            Ok(Line::Option(option)) => table.options.push(option),
            Ok(Line::Habit(habit)) => set(table, habit),
            // one level: a part that includes another one is refused by the test of all tables
            Ok(Line::Include(name)) if may_include => {
                if let Some((_, part)) = index::file(name) {
                    add_lines(table, part, false);
                }
            }
            Ok(Line::Include(_) | Line::Section(_) | Line::Blank) | Err(_) => {}
        }
    }
}

fn set(table: &mut Table, habit: Habit) {
    match habit {
        Habit::Abbreviations => table.abbreviations = true,
        Habit::Negations => table.negations = true,
        Habit::SingleDashLong => table.single_dash_long = true,
        Habit::StopsAtOperand => table.stops_at_operand = true,
        Habit::Numbers => table.numbers = true,
        Habit::BareCluster => table.bare_cluster = true,
        Habit::PlusOperand => table.plus_operand = true,
    }
}

/// Reads one line.
///
/// # Errors
/// What is wrong with it.
pub(super) fn line(text: &'static str) -> Result<Line, String> {
    let text = without_comment(text).trim();
    let Some(first) = text.bytes().next() else { return Ok(Line::Blank) };
    if first == b'-' || first == b'+' {
        return option(text).map(Line::Option);
    }
    if let Some(path) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return Ok(Line::Section(path));
    }
    if let Some(name) = text.strip_prefix("include ") {
        return Ok(Line::Include(name.trim()));
    }
    match HABITS.iter().find(|(word, _)| *word == text) {
        Some((_, habit)) => Ok(Line::Habit(*habit)),
        None => Err(format!("`{text}` is neither an option nor one of the known words")),
    }
}

fn without_comment(text: &'static str) -> &'static str {
    if text.starts_with('#') {
        return "";
    }
    match text.split_once(" # ") {
        Some((before, _)) => before,
        None => text,
    }
}

/// Reads an option: `-o|--output <file> writes`.
///
/// # Errors
/// What is wrong with it.
pub(super) fn option(text: &str) -> Result<Opt, String> {
    let (names, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let mut option = Opt { names: spellings(names)?, ..Opt::default() };
    let (value, words) = value(rest.trim_start())?;
    option.value = value;
    for word in words.split_whitespace() {
        match word {
            "inherit" => option.inherit = true,
            "last" => option.last = true,
            "separate" if option.value == Value::Required => option.value = Value::Separate,
            _ => match EFFECTS.iter().find(|(name, _)| *name == word) {
                Some((_, effect)) => option.effects.push(*effect),
                None => return Err(format!("`{word}` is not known; a value is written `<value>` or `[value]`")),
            },
        }
    }
    Ok(option)
}

fn spellings(text: &str) -> Result<Vec<String>, String> {
    let mut names: Vec<String> = Vec::new();
    for name in text.split('|') {
        let bare = name.strip_prefix("--").or_else(|| name.strip_prefix(['-', '+'])).unwrap_or_default();
        if bare.is_empty() || bare.contains(['=', '<', '>', '[', ']', ',', '*']) {
            return Err(format!("`{name}` is not the name of a flag"));
        }
        if names.iter().any(|other| other == name) {
            return Err(format!("`{name}` stands there twice"));
        }
        names.push(name.to_owned());
    }
    Ok(names)
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
