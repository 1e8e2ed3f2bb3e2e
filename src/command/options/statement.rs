//! What a table says of the effects of a command: of an option, of the operands, of the command itself.
//!
//! Owns the words for effects and the syntax of the lines that hold them. Refuses to apply them to a command
//! (`command::effects` does).
//!
//! ```text
//! operands: <source>... reads <destination> writes
//! operands: if=<file> reads of=<file> writes <operand>...
//! does writes . unless -O|--to-stdout
//! ```

use serde::{Deserialize, Serialize};

use super::words::Words;

/// What an option, an operand or the command itself does. The words are those of the tables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Effect {
    /// `text`: the value is shell text that is run.
    RunsText,
    /// `program`: the value is a program that is run.
    RunsProgram,
    /// `configures`: the value is `name=value` configuration that may name a program (`git -c`).
    Configures,
    /// `writes`: a file is written, created or changed.
    Writes,
    /// `deletes`: a file is deleted; without a path, something is lost.
    Deletes,
    /// `reads`: a file is read.
    Reads,
    /// `cd`: the value is a directory that the command changes to before anything else (`git -C`, `make -C`, `env -C`).
    ChangesDirectory,
    /// `below`: what is done to the operands is done to everything below them.
    Below,
    /// `into`: where the value is a directory, files of it are written that are called like the other operands.
    Into,
    /// `unpacks`: where the value is called as packed files are, the file without that ending is written.
    Unpacks,
    /// `downloads`: the value is a URL, and a file that is called as it ends is written.
    Downloads,
    /// `at-reads`: `@file` in the value is a file that is read.
    ReadsAt,
    /// `begins-at-reads`: a value that begins with `@` names a file that is read, and no other value does.
    ReadsBeginningAt,
    /// `form`: the value is a field of a form, as curl reads it; the files that it names are read.
    Form,
    /// `labelled-reads`: the file before a `#` is read.
    Labelled,
    /// `keyed-reads`: the value is `file` or `key=file`, or several with commas between; the files are read.
    Keyed,
    /// `format-reads`: the value is a form of output, and that of `…file=FILE` is in a file that is read.
    Format,
    /// `upload`: the value is a file that is read, or several by curl's `{a,b}` and `[1-3]`.
    Upload,
    /// `url`: the value is a URL that is talked to.
    Url,
    /// `host`: the value is a host that is talked to.
    Host,
    /// `remote`: the value is `host:path`, or a path here.
    Remote,
    /// `ref`: the value is a revision of git; of `rev:path` the path is read.
    Ref,
    /// `mount`: the value says what is mounted: `source:target`, `type=bind,source=…`.
    Mount,
    /// `code`: the value is a program in another language, which is run.
    Code,
    /// `sed`: the value is a program for sed.
    Sed,
    /// `awk`: the value is a program for awk.
    Awk,
    /// `query`: the value is a program for jq or yq.
    Query,
    /// `command`: the words from here on are a command, which is run.
    Command,
    /// `runs`: code is run that is not the tool's own.
    Runs,
    /// `network`: the network is talked to.
    Network,
    /// `secrets`: secrets are handed out.
    Secrets,
    /// `privileges`: it runs with other rights, or gives rights away.
    Privileges,
    /// `changes`: something changes that is no file named here.
    Changes,
    /// `only`: it prints something and does nothing else.
    Only,
}

/// The words of the tables.
pub(super) const EFFECTS: [(&str, Effect); 34] = [
    ("reads", Effect::Reads),
    ("writes", Effect::Writes),
    ("program", Effect::RunsProgram),
    ("text", Effect::RunsText),
    ("deletes", Effect::Deletes),
    ("cd", Effect::ChangesDirectory),
    ("configures", Effect::Configures),
    ("network", Effect::Network),
    ("changes", Effect::Changes),
    ("runs", Effect::Runs),
    ("below", Effect::Below),
    ("at-reads", Effect::ReadsAt),
    ("begins-at-reads", Effect::ReadsBeginningAt),
    ("form", Effect::Form),
    ("upload", Effect::Upload),
    ("labelled-reads", Effect::Labelled),
    ("keyed-reads", Effect::Keyed),
    ("format-reads", Effect::Format),
    ("into", Effect::Into),
    ("unpacks", Effect::Unpacks),
    ("downloads", Effect::Downloads),
    ("url", Effect::Url),
    ("host", Effect::Host),
    ("remote", Effect::Remote),
    ("ref", Effect::Ref),
    ("mount", Effect::Mount),
    ("code", Effect::Code),
    ("sed", Effect::Sed),
    ("awk", Effect::Awk),
    ("query", Effect::Query),
    ("command", Effect::Command),
    ("secrets", Effect::Secrets),
    ("privileges", Effect::Privileges),
    ("only", Effect::Only),
];

/// Words that tell the reader what a plain operand is, and nothing else.
const PLAIN: [&str; 2] = ["pattern", "data"];

/// What marks the effect before it as one that is not what the command is for.
pub(super) const ASIDE: &str = "aside";

/// The name under which a condition asks whether there is an operand.
pub const OPERANDS: &str = "operands";

/// The name under which a condition asks whether there are two operands or more.
pub const TWO_OPERANDS: &str = "two-operands";

/// An effect, of what, and when.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stated {
    /// What is done.
    pub effect: Effect,
    /// The path it is done to, where the table names it (`writes .`).
    pub path: Option<String>,
    /// All of these must hold.
    pub when: Vec<Clause>,
    /// `aside`: it is not what the command is for, so a rule has to name it.
    pub aside: bool,
}

impl Stated {
    /// An effect that holds always.
    #[must_use]
    pub fn always(effect: Effect) -> Self {
        Self { effect, path: None, when: Vec::new(), aside: false }
    }
}

/// Is this effect among those that are stated, under whichever condition?
#[must_use]
pub fn states(stated: &[Stated], effect: Effect) -> bool {
    stated.iter().any(|one| one.effect == effect)
}

/// `if -a|-b`, `unless operands`, `if -w of *%output{*`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Clause {
    /// `if` rather than `unless`.
    pub given: bool,
    /// Flags by one of their names, [`OPERANDS`] and [`TWO_OPERANDS`].
    pub any_of: Vec<String>,
    /// The value of the flag is one of these texts, a star standing for anything; none where it does not matter. Where the
    /// clause is not `given`, each value of the flags is.
    pub of: Vec<String>,
}

/// A way to read the operands: the first line whose condition holds counts.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct OperandLine {
    /// All of these must hold.
    pub when: Vec<Clause>,
    /// Operands that are told by how they are written, wherever they stand.
    pub keyed: Vec<Operand>,
    /// Operands by their position.
    pub positional: Vec<Operand>,
}

/// An operand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Operand {
    /// What it is called.
    pub name: String,
    /// Which words it stands for.
    pub shape: Shape,
    /// What is done to it, or with it.
    pub effects: Vec<Stated>,
}

/// Which words an operand stands for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Shape {
    /// `<name>`: one.
    One,
    /// `<name>...`: any number.
    Many,
    /// `if=<file>`: those with this beginning, which is no part of the value.
    Prefixed(String),
    /// `secret|secret/*`: those that are one of these texts, a star standing for anything.
    Named(Vec<String>),
}

/// Everything that a table says of effects, besides its options.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Statements {
    /// Something is said. Where nothing is, the effects are not known.
    pub told: bool,
    /// The `operands` lines.
    pub operands: Vec<OperandLine>,
    /// The `does` lines.
    pub does: Vec<Stated>,
    /// Those of them that hold for the subcommands too.
    pub inherited: Vec<Stated>,
}

impl Statements {
    /// Adds a `does` line.
    pub(super) fn add(&mut self, does: Does) {
        self.told = true;
        if does.inherit {
            self.inherited.extend(does.stated.iter().cloned());
        }
        self.does.extend(does.stated);
    }

    /// Adds an `operands` line.
    pub(super) fn add_operands(&mut self, line: OperandLine) {
        self.told = true;
        self.operands.push(line);
    }
}

/// A `does` line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Does {
    /// What it does.
    pub stated: Vec<Stated>,
    /// It holds for the subcommands too.
    pub inherit: bool,
}

/// The effect that a word of a table means.
pub(super) fn effect(word: &str) -> Option<Effect> {
    EFFECTS.iter().find(|(name, _)| *name == word).map(|(_, effect)| *effect)
}

/// Reads what stands after `does `.
///
/// # Errors
/// What is wrong with it.
pub(super) fn does(text: &str) -> Result<Does, String> {
    let mut does = Does::default();
    let mut words = Words::new(text);
    let mut nothing = false;
    while let Some(word) = words.next() {
        match word {
            "inherit" => does.inherit = true,
            "nothing" => nothing = true,
            _ => {
                words.effect(word, &mut does.stated)?;
            }
        }
    }
    match (nothing, does.stated.is_empty()) {
        (true, false) => Err("it does nothing, or something".to_owned()),
        (false, true) => Err("what it does is missing; `does nothing` says that there is nothing".to_owned()),
        _ => Ok(does),
    }
}

/// Reads what stands after `operands`: conditions, a colon, and operands.
///
/// # Errors
/// What is wrong with it.
pub(super) fn operands(text: &str) -> Result<OperandLine, String> {
    let Some((condition, rest)) = text.split_once(':') else {
        return Err("a `:` is missing: `operands: <file>... reads`".to_owned());
    };
    let mut line = OperandLine::default();
    let mut words = Words::new(condition);
    while let Some(word) = words.next() {
        line.when.push(words.clause(word)?.ok_or_else(|| format!("`{word}` is no condition: `if -x`, `unless -x`"))?);
    }
    let mut words = Words::new(rest);
    let mut last: Option<Operand> = None;
    while let Some(word) = words.next() {
        if PLAIN.contains(&word) && last.is_some() {
            continue;
        }
        if effect(word).is_none() && !matches!(word, "if" | "unless" | ASIDE) {
            finish(&mut line, last.replace(operand(word)?))?;
            continue;
        }
        let Some(operand) = &mut last else { return Err(format!("`{word}` stands before any operand")) };
        words.effect(word, &mut operand.effects)?;
    }
    finish(&mut line, last)?;
    Ok(line)
}

/// Puts an operand in its place.
fn finish(line: &mut OperandLine, operand: Option<Operand>) -> Result<(), String> {
    let Some(operand) = operand else { return Ok(()) };
    if matches!(operand.shape, Shape::Prefixed(_) | Shape::Named(_)) {
        if !line.positional.is_empty() {
            return Err(format!("`{}` is told by how it is written: it stands before the others", operand.name));
        }
        line.keyed.push(operand);
        return Ok(());
    }
    if operand.shape == Shape::Many && line.positional.iter().any(|before| before.shape == Shape::Many) {
        return Err("only one operand can be any number of words".to_owned());
    }
    line.positional.push(operand);
    Ok(())
}

/// `<name>`, `<name>...`, `prefix<name>`, `one|other*`.
fn operand(word: &str) -> Result<Operand, String> {
    let made = |name: &str, shape| Operand { name: name.to_owned(), shape, effects: Vec::new() };
    let Some((prefix, rest)) = word.split_once('<') else {
        if word.contains('>') {
            return Err(format!("`{word}` is no operand: `<name>`, `<name>...`"));
        }
        return Ok(made(word, Shape::Named(word.split('|').map(str::to_owned).collect())));
    };
    match rest.split_once('>') {
        Some((name, "")) if prefix.is_empty() => Ok(made(name, Shape::One)),
        Some((name, "...")) if prefix.is_empty() => Ok(made(name, Shape::Many)),
        Some((name, "" | "...")) => Ok(made(name, Shape::Prefixed(prefix.to_owned()))),
        _ => Err(format!("`{word}` is no operand: `<name>`, `<name>...`, `prefix<name>`")),
    }
}

#[cfg(test)]
#[path = "statement_tests.rs"]
mod tests;
