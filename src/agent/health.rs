//! What keeps a registered hook from guarding, and how one finds out.
//!
//! Owns the verdicts of `runok doctor` and, for each agent, what its own files can say against a hook that stands in them.
//! Refuses to read those files, and to start anything.

use serde_json::Value;

use super::registration::{Place, value};

/// Is a guard alive? The order is that of how much has to be done about it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Life {
    /// The real agent was seen to be stopped by it, and nothing has changed since.
    Alive,
    /// Nothing speaks against it, and nobody has seen it.
    Unknown,
    /// It is not there, or is not heeded: commands run unseen.
    Dormant,
    /// It is there, and does not work.
    Broken,
}

impl Life {
    /// The word for it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Alive => "alive",
            Self::Unknown => "unknown",
            Self::Dormant => "dormant",
            Self::Broken => "broken",
        }
    }
}

/// How one finds out whether an agent heeds its hook.
#[derive(Debug)]
pub struct Health {
    /// A payload of the gate, as JSON; `COMMAND` and `DIRECTORY` stand for texts.
    pub example: &'static str,
    /// The words that start the agent without a terminal, [`REQUEST`] for what it is asked; nothing where it offers no shell then
    /// unless all its prompts are off.
    pub headless: Option<&'static [&'static str]>,
    /// Settings of the agent that switch hooks off.
    pub obstacles: &'static [Obstacle],
    /// Where the agent keeps whether a hook may run, if a person has to say so.
    pub trust: Option<Trust>,
    /// What other hooks at the same event can do to the answer of runok.
    pub rivals: &'static str,
}

/// Stands for the request in [`Health::headless`].
pub const REQUEST: &str = "REQUEST";

/// A setting that switches hooks off.
#[derive(Debug)]
pub struct Obstacle {
    /// The file.
    pub file: Place,
    /// The keys that lead to it.
    pub keys: &'static [&'static str],
    /// The value, as JSON, with which they are off.
    pub off: &'static str,
}

impl Obstacle {
    /// Does a file's text switch hooks off?
    #[must_use]
    pub fn stands_in(&self, path: &str, text: &str) -> bool {
        let off: Value = serde_json::from_str(self.off).unwrap_or_default();
        value(path, text, self.keys).is_some_and(|found| found == off)
    }
}

/// Where an agent keeps which hooks a person has let run.
#[derive(Debug)]
pub struct Trust {
    /// The file.
    pub file: Place,
    /// What its text (nothing: it is not there) says about the hook in this file of settings.
    pub of: fn(settings: &str, text: Option<&str>) -> Trusted,
    /// What a person has to do.
    pub to_do: &'static str,
}

/// What is known of a person's say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trusted {
    /// Nobody has said that the hook may run.
    No,
    /// Somebody has said it of a hook that stood there; whether it is this one only the agent can tell.
    Once,
}

impl Health {
    /// The payload of the gate for a command in a directory.
    #[must_use]
    pub fn payload(&self, command: &str, directory: &str) -> String {
        let quoted = |text: &str| Value::from(text).to_string();
        self.example.replace("\"COMMAND\"", &quoted(command)).replace("\"DIRECTORY\"", &quoted(directory))
    }
}
