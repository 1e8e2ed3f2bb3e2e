//! What an agent's own lists allow and forbid, and the rules of runok that say the same.
//!
//! Owns the translation, and that it is sound: an allow becomes a rule that matches no more than the agent's entry meant, or
//! none; where that is not sure, the reason is given instead. Refuses to read files, and to decide whether a rule is wanted.

mod entry;
mod settings;
mod starlark;

pub use settings::{amp, claude_code, cursor, gemini_cli, opencode, qwen_code};
pub use starlark::codex;

use super::registration::{Misfit, Place};
use crate::verdict::Verdict;

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
    /// What cannot become a rule: why.
    Unclear(&'static str),
}

/// A rule that says the same as an entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// The pattern of the rule.
    pub pattern: String,
    /// Lines that it has to match, the plainest first.
    pub matches: Vec<String>,
    /// A line that it must not match; none where every line would.
    pub misses: Option<String>,
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
        let words = match &self.about {
            About::Unclear(why) => return Err(why),
            About::Exactly(words) | About::Beginning(words) | About::Open(words) | About::Scattered(words) => words,
        };
        let first = words.first().ok_or(EVERYTHING)?;
        let starred = matches!(self.about, About::Scattered(_));
        if !words.iter().all(|word| is_plain(word, starred)) || first.contains('=') {
            return Err(ODD);
        }
        if starred && self.verdict == Verdict::Allow {
            return Err(MIDDLE);
        }
        let has_option = words.iter().any(|word| word.starts_with('-'));
        if self.verdict == Verdict::Allow && has_option && !matches!(self.about, About::Exactly(_)) {
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
        let (pattern, matches, misses) = match self.about {
            About::Exactly(_) => (said.to_owned(), vec![said.to_owned()], format!("{said} more")),
            About::Open(_) => {
                let lines = vec![said.to_owned(), format!("{said}x"), format!("{said} more")];
                (format!("{said}* *"), lines, other(said))
            }
            About::Scattered(_) => {
                let filled = said.replace('*', "x");
                let miss = format!("other-{}", filled.split(' ').next().unwrap_or_default());
                (said.to_owned(), vec![filled], miss)
            }
            _ => (format!("{said} *"), vec![said.to_owned(), format!("{said} one two")], other(said)),
        };
        Offer { pattern, matches, misses: Some(misses) }
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
