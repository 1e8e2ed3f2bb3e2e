//! What an agent is told to start.
//!
//! Owns the words of that command and their spelling for a shell.

use serde_json::Value;

/// How long an agent waits for an answer, in seconds: more than the deadline that `runok hook` has by itself.
pub const TIMEOUT_SECONDS: u32 = 10;

/// What an agent is told to start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start<'a> {
    /// The absolute path of runok.
    pub program: &'a str,
    /// The name of the agent.
    pub agent: &'a str,
    /// The directory of the file that is written, for entries that name a file beside it.
    pub directory: &'a str,
    /// Tools besides the shell are guarded as well: files, and those of MCP servers.
    pub tools: bool,
    /// What a person has added to the command: options for `runok hook`.
    pub options: &'a [String],
}

impl Start<'_> {
    /// The command as a text for a POSIX shell.
    #[must_use]
    pub fn shell(&self) -> String {
        let options: String = self.options.iter().map(|option| format!(" {}", quoted(option))).collect();
        format!("{} hook {}{options}", quoted(self.program), self.agent)
    }

    /// The words after the program.
    #[must_use]
    pub fn arguments(&self) -> Value {
        let own = ["hook", self.agent];
        own.into_iter().chain(self.options.iter().map(String::as_str)).collect()
    }

    /// The first where the shell alone is guarded, else the second.
    #[must_use]
    pub fn matcher(&self, shell: &'static str, tools: &'static str) -> &'static str {
        if self.tools { tools } else { shell }
    }
}

/// A word as a POSIX shell reads it.
#[must_use]
pub fn quoted(word: &str) -> String {
    // a byte 0 cannot be in a path
    shlex::try_quote(word).map_or_else(|_| String::new(), std::borrow::Cow::into_owned)
}
