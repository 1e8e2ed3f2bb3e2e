//! Conditions: CEL, three-valued.
//!
//! Owns the subset of CEL that `when` speaks and its evaluation over words that may not be known. Refuses to ask the
//! system itself: `fs` and `git` go through `Facts`.

use crate::command::Directory;
use crate::command::word::Word;
use crate::facts::Facts;
use crate::verdict::Match;
use std::collections::BTreeMap;

/// What a condition may speak of.
pub struct Scene<'a> {
    /// The outside world: `env`, `fs`, `git`, `os`.
    pub facts: &'a dyn Facts,
    /// What the line did to the environment that the command inherits; stands before `facts` in `env`.
    pub environment: &'a [(String, Option<Word>)],
    /// `flags`: names without dashes; `None` is `null`.
    pub flags: &'a [(String, Option<Word>)],
    /// `args`: the operands.
    pub args: &'a [Word],
    /// `redirects`
    pub redirects: &'a [SceneRedirect],
    /// `pipe.stdin`
    pub pipe_stdin: bool,
    /// `pipe.stdout`
    pub pipe_stdout: bool,
    /// `shell.loop_kind`: `while`, `until`, `for` or empty.
    pub loop_kind: &'a str,
    /// `vars`: what `<var:name>` captured.
    pub vars: &'a [(String, Word)],
    /// `flag_groups`: what `<flag:name>` captured, an empty list for groups the pattern does not use.
    pub flag_groups: &'a [(String, Vec<Word>)],
    /// `paths` (also `definitions.paths`)
    pub paths: &'a BTreeMap<String, Vec<String>>,
    /// Where the command runs: `fs.cwd`, relative paths of `fs.*`, `git.*`.
    pub directory: &'a Directory,
}

/// One element of `redirects`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SceneRedirect {
    /// `type`: `input`, `output` or `dup`.
    pub kind: &'static str,
    /// `operator`: `>`, `>>`, `<<<`, …
    pub operator: &'static str,
    /// `target`
    pub target: Word,
    /// `descriptor`: a number or `null`.
    pub descriptor: Option<u32>,
}

/// A condition, read.
#[derive(Clone, PartialEq, Debug)]
pub struct Condition {}

/// Why a text is not a condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConditionError {
    /// Byte offset into the condition.
    pub offset: usize,
    /// What is wrong.
    pub what: String,
}

/// Whether a condition holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Held {
    /// How surely.
    pub matched: Match,
    /// Why it is not known, or why it failed to evaluate (then `matched` is `May`).
    pub because: Option<String>,
}

impl Condition {
    /// Reads a condition.
    ///
    /// # Errors
    /// [`ConditionError`] where the text is not in the subset.
    pub fn parse(text: &str) -> Result<Self, ConditionError> {
        Err(ConditionError { offset: 0, what: format!("not read yet: {text}") })
    }

    /// Does it speak of `redirects`?
    #[must_use]
    pub fn reads_redirects(&self) -> bool {
        false
    }

    /// Evaluates it.
    #[must_use]
    pub fn evaluate(&self, scene: &Scene<'_>) -> Held {
        let _ = scene;
        Held { matched: Match::May, because: None }
    }
}
