//! From what would run and what is allowed to a verdict.
//!
//! Owns the matching of rules (`matcher`, `when`), the combination of their answers (`evaluate`), and what an external
//! validator is asked and how its reply counts (`settle`). Refuses to start a process and to print.

pub mod paths;
pub mod text;
pub mod typed;
pub mod when;

use crate::input::Span;
use crate::verdict::{Match, Verdict};

/// The answer about a line.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// May it run?
    pub verdict: Verdict,
    /// Why, in one sentence.
    pub reason: String,
    /// The deciding rule's message, or the validator's.
    pub message: Option<String>,
    /// A command to run instead.
    pub fix_suggestion: Option<String>,
    /// The sandbox preset that the deciding allow rule names.
    pub sandbox: Option<String>,
    /// The part of the line that decided.
    pub decided_at: Option<Span>,
    /// Every command that was found.
    pub commands: Vec<CommandDecision>,
    /// What a person should know about the policy (untrusted files).
    pub notes: Vec<String>,
    /// What went wrong with validators, one line each, for `--verbose`: `timeout after 5s`.
    pub extension_errors: Vec<String>,
}

/// The answer about one command of the line.
#[derive(Clone, PartialEq, Debug)]
pub struct CommandDecision {
    /// May it run?
    pub verdict: Verdict,
    /// Why.
    pub reason: String,
    /// Its words, as far as they are known.
    pub words: Vec<ShownWord>,
    /// Where it stands.
    pub span: Span,
    /// Every rule that counted, and deny and ask rules that only may match.
    pub rules: Vec<CountedRule>,
    /// How it was found.
    pub found_in: Vec<String>,
    /// What of it was not known.
    pub unknown: Vec<String>,
    /// The commands that it starts.
    pub wrapped: Vec<CommandDecision>,
}

/// A word for a person to read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownWord {
    /// The text, unknown parts as written.
    pub text: String,
    /// Every byte of it is known.
    pub known: bool,
}

/// A rule that had a say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountedRule {
    /// What it answers.
    pub action: Verdict,
    /// The pattern as written.
    pub pattern: String,
    /// `file:line`
    pub file: String,
    /// The line in that file.
    pub line: usize,
    /// How surely it matches.
    pub matched: Match,
    /// Why it only may match.
    pub because: Option<String>,
}

/// What evaluating a line comes to.
#[derive(Debug)]
pub enum Outcome {
    /// It is decided.
    Settled(Decision),
    /// Validators have to be asked first: `queries` in order, then [`Pending::settle`].
    Consult(Box<Pending>),
}

/// A decision that waits for validators.
#[derive(Debug)]
pub struct Pending {
    /// What to ask, each once.
    pub queries: Vec<Query>,
    /// The decision with every validator unanswered (each counts as `ask`).
    pub provisional: Decision,
}

/// One question to an external validator: the parameters of `validateCommand`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Query {
    /// Who is asked.
    pub executor: crate::policy::types::Executor,
    /// The type's name.
    pub type_name: String,
    /// The word at `<type:Name>`.
    pub value: Option<String>,
    /// The base name.
    pub command: String,
    /// Flags in order, names without dashes.
    pub flags: Vec<(String, String)>,
    /// Operands in order.
    pub args: Vec<String>,
    /// All words.
    pub argv: Vec<String>,
    /// The line as entered, whole.
    pub raw_command_line: String,
    /// The environment variables that are passed.
    pub env: Vec<(String, String)>,
    /// Where that command would run.
    pub cwd: String,
    /// Variables of the environment table that the command's line assigned: never passed to the validator's process.
    pub withheld_env: Vec<String>,
}

/// What a validator said, or why it said nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// A valid answer.
    Answer {
        /// `allow`, `ask` or `deny`; an unknown status is `ask`.
        status: Verdict,
        /// For the user.
        message: Option<String>,
        /// A command to run instead.
        fix_suggestion: Option<String>,
    },
    /// A failure: the answer is `ask`. The text is what `--verbose` prints after `Extension error: `.
    Failure(String),
}
