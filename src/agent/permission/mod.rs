//! What an agent's own lists allow and forbid, and the rules of runok that say the same.
//!
//! Owns the translation, and that it is sound: an allow becomes a rule that matches no more than the agent's entry meant, or
//! none; a deny or ask about files one that matches no less. Where that is not sure, the reason is given instead. Refuses to
//! read files, and to decide whether a rule is wanted.

mod editors;
mod entry;
mod regex;
mod settings;
mod starlark;
mod tool;

use std::fmt;

pub use editors::{auggie, copilot, crush, droid, vscode, windsurf, zed};
pub use settings::{amp, claude_code, cursor, devin, gemini_cli, opencode, qwen_code};
pub use starlark::codex;
pub use tool::ToolEntry;

use super::registration::{Misfit, Place};
use crate::command::tool::{self as call, ToolCall};
use crate::verdict::Verdict;

/// Programs that runok is not registered with, and whose lists are read all the same.
pub const OTHERS: &[(&str, List)] = &[("Zed", List { file: Place::config("zed/settings.json"), ends: "", read: zed })];

/// A file of an agent that holds such a list.
#[derive(Clone, Copy, Debug)]
pub struct List {
    /// The file, or a directory of files.
    pub file: Place,
    /// How the names of those files end; empty where `file` is one.
    pub ends: &'static str,
    /// Reads it.
    pub read: fn(&str) -> Result<Vec<Saying>, Misfit>,
}

/// An entry of such a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Saying {
    /// What it says.
    pub verdict: Verdict,
    /// As it stands there.
    pub text: String,
    /// About which commands.
    pub about: About,
}

/// Which commands an entry is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum About {
    /// These words and no others.
    Exactly(Vec<String>),
    /// These words, and whatever comes after them.
    Beginning(Vec<String>),
    /// These words, the last of which goes on in any way, and whatever comes after them.
    Open(Vec<String>),
    /// Words with `*` among or in them, which stands for anything.
    Scattered(Vec<String>),
    /// What another entry is about, but only where this is the working directory.
    Within(String, Box<About>),
    /// A tool that is no shell.
    Tool(ToolEntry),
    /// What cannot become a rule: why.
    Unclear(&'static str),
}

/// Something that a rule is tried with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sample {
    /// A command line.
    Line(String),
    /// The call of a tool.
    Call(ToolCall),
}

impl fmt::Display for Sample {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => formatter.write_str(line),
            Self::Call(of) => formatter.write_str(&call::line(of)),
        }
    }
}

/// A rule that says the same as an entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// The pattern of the rule.
    pub pattern: String,
    /// What it has to match, the plainest first.
    pub matches: Vec<Sample>,
    /// What it must not match; none where everything would.
    pub misses: Option<Sample>,
    /// The rule counts in this directory alone.
    pub within: Option<String>,
}

impl Offer {
    /// The condition of the rule.
    #[must_use]
    pub fn condition(&self) -> Option<String> {
        self.within.as_ref().map(|directory| format!("fs.cwd == \"{directory}\""))
    }
}

const ODD: &str = "it holds characters that mean something to a shell or in a pattern";
const OPTION: &str =
    "it has an option before the `*`, and runok takes options wherever they stand, so a rule would allow more";
const MIDDLE: &str = "it has a `*` that is not at its end, and a rule might allow more";
const EVERYTHING: &str = "it is about every command, so that runok would have nothing to decide";

impl Saying {
    /// The rule that says this.
    ///
    /// # Errors
    /// Why there is none, without a full stop.
    pub fn offer(&self) -> Result<Offer, &'static str> {
        self.about.offer(self.verdict)
    }
}

impl About {
    fn offer(&self, verdict: Verdict) -> Result<Offer, &'static str> {
        let words = match self {
            Self::Unclear(why) => return Err(why),
            Self::Tool(entry) => return entry.offer(verdict),
            Self::Within(directory, about) => {
                let is_plain = directory.starts_with('/') && is_plain(directory, false);
                let within = if is_plain { Some(directory.clone()) } else { return Err(ODD) };
                return about.offer(verdict).map(|offer| Offer { within, ..offer });
            }
            Self::Exactly(words) | Self::Beginning(words) | Self::Open(words) | Self::Scattered(words) => words,
        };
        let first = words.first().ok_or(EVERYTHING)?;
        let starred = matches!(self, Self::Scattered(_));
        if !words.iter().all(|word| is_plain(word, starred)) || first.contains('=') {
            return Err(ODD);
        }
        if starred && verdict == Verdict::Allow {
            return Err(MIDDLE);
        }
        let has_option = words.iter().any(|word| word.starts_with('-'));
        if verdict == Verdict::Allow && has_option && !matches!(self, Self::Exactly(_)) {
            return Err(OPTION);
        }
        if words.iter().all(|word| word.chars().all(|character| character == '*')) {
            return Err(EVERYTHING);
        }
        Ok(self.with(&words.join(" ")))
    }

    fn with(&self, said: &str) -> Offer {
        let other = |line: &str| match line.rsplit_once(' ') {
            Some((before, _)) => format!("{before} other"),
            None => format!("other-{line}"),
        };
        let (pattern, matches, misses) = match self {
            Self::Exactly(_) => (said.to_owned(), vec![said.to_owned()], format!("{said} more")),
            Self::Open(_) => {
                let lines = vec![said.to_owned(), format!("{said}x"), format!("{said} more")];
                (format!("{said}* *"), lines, other(said))
            }
            Self::Scattered(_) => {
                let filled = said.replace('*', "x");
                let miss = format!("other-{}", filled.split(' ').next().unwrap_or_default());
                (said.to_owned(), vec![filled], miss)
            }
            _ => (format!("{said} *"), vec![said.to_owned(), format!("{said} one two")], other(said)),
        };
        let matches = matches.into_iter().map(Sample::Line).collect();
        Offer { pattern, matches, misses: Some(Sample::Line(misses)), within: None }
    }
}

/// Does a word mean itself to a shell and in a pattern?
fn is_plain(word: &str, starred: bool) -> bool {
    let plain = |character: char| {
        character.is_ascii_alphanumeric() || "_./:@%+,-=".contains(character) || (starred && character == '*')
    };
    !word.is_empty() && word.chars().all(plain)
}

#[cfg(test)]
mod tests;
