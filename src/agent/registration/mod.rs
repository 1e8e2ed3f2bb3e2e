//! How an agent is told to start runok: which files of its own, which entries in them, and what a person has to do besides.
//!
//! Owns the types of that table (each agent's part stands in the agent's file) and, in `json`, `toml` and `script`, the
//! editing of such files as text that keeps everything else as it is; `ours` knows an entry of runok from one of somebody
//! else. Refuses to read or write files.

mod json;
mod ours;
mod place;
mod script;
mod start;
mod toml;

pub use json::{holds as json_holds, json_value};
pub use ours::Found;
pub use place::{Base, Place, Surroundings};
pub use script::{MARK, own_json, wrapper};
pub use start::{Start, TIMEOUT_SECONDS, quoted};

use serde_json::Value;

use super::permission::List;

/// How an agent is told to start runok.
#[derive(Debug)]
pub struct Registration {
    /// By what one sees that the agent is used here.
    pub signs: &'static [Sign],
    /// The files for one user, in all projects; of the settings in one row the first that applies is edited.
    pub user: &'static [&'static [Settings]],
    /// The same for one project; empty where the agent has no such file.
    pub project: &'static [&'static [Settings]],
    /// Where the agent keeps what it allows and forbids by itself, for one user.
    pub lists: &'static [List],
    /// What `--tools` does not change of it, a sentence; empty where it puts in an entry for every tool.
    pub tools: &'static str,
    /// What a person has to do afterwards, each a sentence.
    pub by_hand: &'static [&'static str],
}

impl Registration {
    /// The names of the agent's own programs.
    pub fn programs(&self) -> impl Iterator<Item = &'static str> {
        self.signs.iter().filter_map(|sign| match sign {
            Sign::Program(name) => Some(*name),
            Sign::Path(_) => None,
        })
    }
}

/// By what one sees that an agent is used here.
#[derive(Clone, Copy, Debug)]
pub enum Sign {
    /// A program of this name is on `PATH`.
    Program(&'static str),
    /// This directory or file is there.
    Path(Place),
}

/// A file, and what runok puts into it.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Where the file is.
    pub file: Place,
    /// When this file is the one to edit.
    pub when: When,
    /// What is put into it.
    pub form: Form,
}

/// When a file is the one to edit. One that holds a registration of ours already always is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// Unless one before it in the row is.
    Always,
    /// If it is there.
    Exists,
    /// If it is there and these keys lead to something.
    Holds(&'static [&'static str]),
    /// If this other file or directory is there.
    With(Place),
    /// If this other JSON file is there, and these keys lead to something in it.
    WithKey(Place, &'static [&'static str]),
    /// If the policy rewrites commands so that they ask by themselves (`defaults.ask_without_prompt: wrapper`).
    Rewriting,
}

/// What is put into a file.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// Entries in lists of a JSON file, which may hold comments and trailing commas.
    Json(&'static Lists),
    /// Entries in arrays of tables of a TOML file.
    Toml(&'static Lists),
    /// Lines of a script, between two marks.
    Lines(fn(&Start<'_>) -> String),
    /// The whole file is ours.
    Own {
        /// Its text.
        text: fn(&Start<'_>) -> String,
        /// It is started as a program.
        executable: bool,
    },
}

/// Entries in lists of a file that holds other things as well.
#[derive(Debug)]
pub struct Lists {
    /// What else has to stand in the file: the keys that lead there, and the value as JSON. One that is there stays.
    pub besides: &'static [(&'static [&'static str], &'static str)],
    /// The entries.
    pub entries: &'static [Entry],
}

/// An entry of a list.
#[derive(Debug)]
pub struct Entry {
    /// The keys that lead to the list.
    pub list: &'static [&'static str],
    /// It goes before the others, because the agent heeds the first that fits.
    pub first: bool,
    /// It is for tools besides the shell alone.
    pub for_tools: bool,
    /// What it says.
    pub value: fn(&Start<'_>) -> Value,
}

/// Why a file cannot be edited.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misfit {
    /// Line and column, both from 1, where that is known.
    pub at: Option<(usize, usize)>,
    /// What is wrong, without a full stop.
    pub what: String,
}

impl Entry {
    /// An entry at the end of its list.
    #[must_use]
    pub const fn last(list: &'static [&'static str], value: fn(&Start<'_>) -> Value) -> Self {
        Self { list, first: false, for_tools: false, value }
    }
}

impl Lists {
    /// The entries that are put in.
    fn wanted(&self, start: &Start<'_>) -> impl Iterator<Item = &'static Entry> {
        let tools = start.tools;
        self.entries.iter().filter(move |entry| tools || !entry.for_tools)
    }
}

impl Misfit {
    fn new(what: impl Into<String>) -> Self {
        Self { at: None, what: what.into() }
    }
}

impl std::fmt::Display for Misfit {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.at {
            Some((line, column)) => write!(formatter, "line {line}, column {column}: {}", self.what),
            None => formatter.write_str(&self.what),
        }
    }
}

/// What keys lead to in the text of an agent's file, TOML by its name or else JSON; nothing where the text is neither.
#[must_use]
pub fn value(path: &str, text: &str, keys: &[&str]) -> Option<Value> {
    if path.ends_with(".toml") { toml::value(text, keys) } else { json::value(text, keys) }
}

impl Settings {
    /// The text with runok registered in it, and nothing else changed; `None` is a file that is not there. A text that says
    /// it already comes back as it is. Options that a person gave an entry of ours (another policy, another deadline) stay.
    ///
    /// # Errors
    /// The text cannot be read as what it should be, or something else stands where the entry belongs.
    pub fn register(&self, text: Option<&str>, start: &Start<'_>) -> Result<String, Misfit> {
        let chosen = self.chosen(text.unwrap_or_default())?;
        let start = &Start { options: &chosen, ..*start };
        match self.form {
            Form::Json(lists) => json::register(text.unwrap_or_default(), lists, start),
            Form::Toml(lists) => toml::register(text.unwrap_or_default(), lists, start),
            Form::Lines(lines) => Ok(script::register(text.unwrap_or_default(), &lines(start))),
            Form::Own { text: own, .. } => script::own(text, own(start)),
        }
    }

    /// The options that a person gave the entries of ours in a text.
    fn chosen(&self, text: &str) -> Result<Vec<String>, Misfit> {
        // a text that cannot be read is told of where it would be edited
        let found = self.found(text).unwrap_or_default();
        let mut all: Vec<Vec<String>> = found.iter().map(|found| ours::chosen(&found.words)).collect();
        all.retain(|chosen| !chosen.is_empty());
        all.dedup();
        match all.as_slice() {
            [] | [_] => Ok(all.pop().unwrap_or_default()),
            [one, other, ..] => {
                let (one, other) = (one.join(" "), other.join(" "));
                Err(Misfit::new(format!(
                    "runok stands there with different options, {one} and {other}; make them the same"
                )))
            }
        }
    }

    /// The text without any registration of runok; `None` if nothing is left that anybody wrote. What stood in `before`, the
    /// file before runok came, stays even if it is empty.
    ///
    /// # Errors
    /// As [`Settings::register`].
    pub fn unregister(&self, text: &str, before: Option<&str>) -> Result<Option<String>, Misfit> {
        match self.form {
            Form::Json(lists) => json::unregister(text, lists, before),
            Form::Toml(lists) => toml::unregister(text, lists),
            Form::Lines(_) => Ok(script::unregister(text)),
            Form::Own { .. } => Ok(script::without_own(text, before)),
        }
    }

    /// The registrations of runok in a text, in any form that it ever had.
    ///
    /// # Errors
    /// As [`Settings::register`].
    pub fn found(&self, text: &str) -> Result<Vec<Found>, Misfit> {
        match self.form {
            Form::Json(lists) => json::found(text, lists),
            Form::Toml(lists) => toml::found(text, lists),
            Form::Lines(_) => Ok(script::found(text)),
            Form::Own { .. } => Ok(if script::is_own(text) { script::found_own(text) } else { Vec::new() }),
        }
    }

    /// Do these keys lead to something in a text?
    #[must_use]
    pub fn holds(&self, text: &str, keys: &[&str]) -> bool {
        match self.form {
            Form::Json(_) => json::holds(text, keys),
            Form::Toml(_) => toml::holds(text, keys),
            Form::Lines(_) | Form::Own { .. } => false,
        }
    }
}

#[cfg(test)]
mod tests;
