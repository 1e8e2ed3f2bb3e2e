//! Conditions: CEL, three-valued.
//!
//! Owns the evaluation over words that may not be known. Refuses to read texts (`policy::condition` does), and to ask the
//! system itself: `fs` and `git` go through `Facts`.

mod advice;
mod evaluate;
mod functions;
mod problems;
mod repository;
mod scene;
mod seen;
mod value;

use crate::command::effects::Kind;
use crate::command::word::Word;
use crate::command::{Altered, Directory, Inherited};
use crate::decision::text::{Regex, RegexError};
use crate::facts::Facts;
use crate::policy::condition::syntax::{Expression, Node};
use crate::policy::condition::{self, ConditionError, When};
use crate::policy::regex::LazyRegex;
use crate::policy::{Label, Labels, Named};
use crate::verdict::Match;
pub use problems::ConditionProblem;
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

/// What a condition may speak of.
pub struct Scene<'a> {
    /// The outside world: `env`, `fs`, `git`, `os`.
    pub facts: &'a dyn Facts,
    /// What the line did to the environment that the command inherits; stands before `facts` in `env`.
    pub environment: &'a [Inherited],
    /// What `facts` says about the environment does not hold for the command.
    pub foreign: bool,
    /// `flags`: names without dashes; `None` is `null`. Only flags that are surely given.
    pub flags: &'a [(String, Option<Word>)],
    /// Other flags may be given too (some word may be a flag, and it is not known which), so that a flag that is not
    /// listed may be there, and one that is listed may be given again with another value.
    pub flags_open: bool,
    /// `args`: the operands. A word that may be an operand or not stands here with `Count::Any`.
    pub args: &'a [Word],
    /// How many at the end of `args` stand elsewhere than among the operands: a condition finds them where it looks for a word,
    /// and does not count them.
    pub args_beyond: usize,
    /// `effects`: what the command does.
    pub effects: &'a [SceneEffect],
    /// It may do more than that.
    pub effects_open: bool,
    /// `redirects`
    pub redirects: &'a [SceneRedirect],
    /// `pipe.stdin`
    pub pipe_stdin: bool,
    /// `pipe.stdout`
    pub pipe_stdout: bool,
    /// `shell.loop_kind`: `while`, `until`, `for` or empty.
    pub loop_kind: &'a str,
    /// `pipe.commands`: the plain names of the commands of the pipeline.
    pub pipe_commands: &'a [String],
    /// `shell.expansions`: what of the command's words is not known, as written.
    pub expansions: &'a [String],
    /// `shell.background`
    pub background: bool,
    /// `shell.recursive`: the command is a call of a function from within itself.
    pub recursive: bool,
    /// `shell.feeds_code`: its output is run as code.
    pub feeds_code: bool,
    /// What other commands of the line may have changed of `fs` and `git`.
    pub altered: Altered,
    /// `vars`: what `<var:name>` captured.
    pub vars: &'a [(String, Word)],
    /// `flag_groups`: what `<flag:name>` captured, an empty list for groups the pattern does not use.
    pub flag_groups: &'a [(String, Vec<Word>)],
    /// `paths` (also `definitions.paths`)
    pub paths: &'a Named<Labels>,
    /// `definitions.vars`: every value of each variable as the policy writes it, patterns included.
    pub definition_vars: &'a Named<Vec<String>>,
    /// The expressions that stand translated, by their text.
    pub regexes: &'a Named<LazyRegex>,
    /// Where the command runs: `fs.cwd`, relative paths of `fs.*`, `git.*`.
    pub directory: &'a Directory,
}

/// One element of a list of `effects`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SceneEffect {
    /// Which list it is in.
    pub kind: Kind,
    /// What it is on, where that is known.
    pub target: Option<Word>,
    /// It surely has the effect.
    pub certain: bool,
    /// The target is a program in words, which it runs: `effects.code`.
    pub code: bool,
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

type SharedRegex = Rc<Result<Regex, RegexError>>;

/// A condition, read.
#[derive(Clone, Debug)]
pub struct Condition {
    text: String,
    root: Rc<Node>,
    /// The names in it, collected when first asked for.
    names: OnceCell<Vec<Label>>,
    /// The expressions that `matches` was given, each read when it was first needed.
    regexes: RefCell<Vec<(String, SharedRegex)>>,
}

impl PartialEq for Condition {
    fn eq(&self, other: &Self) -> bool {
        self.root == other.root
    }
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
    /// Reads a condition. Regular expressions in it are read when they are first needed, or by [`Condition::problems`].
    ///
    /// # Errors
    /// [`ConditionError`] where the text is not in the subset.
    pub fn parse(text: &str) -> Result<Self, ConditionError> {
        Ok(Self::with(text, Rc::new(condition::parse(text)?)))
    }

    /// The condition of a rule.
    ///
    /// # Errors
    /// [`ConditionError`] where its text is not in the subset.
    pub fn of(when: &When) -> Result<Self, ConditionError> {
        let root = when.tree().map_err(Clone::clone)?;
        Ok(Self::with(when.text(), Rc::clone(root)))
    }

    fn with(text: &str, root: Rc<Node>) -> Self {
        Self { text: text.to_owned(), root, names: OnceCell::new(), regexes: RefCell::default() }
    }

    /// The condition as written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Does it speak of `redirects`?
    #[must_use]
    pub fn reads_redirects(&self) -> bool {
        self.reads("redirects")
    }

    /// Does it speak of this variable of the scene (`args`, `flags`, …)?
    #[must_use]
    pub fn reads(&self, variable: &str) -> bool {
        let names = self.names.get_or_init(|| {
            let mut names = Vec::new();
            self.root.walk(&mut |node| {
                if let Expression::Name(name) = &*node.expression
                    && !names.contains(name)
                {
                    names.push(name.clone());
                }
            });
            names
        });
        names.iter().any(|name| name == variable)
    }

    /// Everything that makes it fail whenever that part is reached, for `runok policy`: names, keys and functions that do not
    /// exist, and bad regular expressions that are written out.
    #[must_use]
    pub fn problems(&self) -> Vec<ConditionProblem> {
        problems::find(&self.root)
    }

    /// What in it never holds, though it can be read: values of different kinds that are compared, flags with dashes.
    #[must_use]
    pub fn advice(&self) -> Vec<ConditionProblem> {
        advice::find(&self.root)
    }

    /// Evaluates it. What it does (steps, bytes of text that are looked through, states of regular expressions) is taken
    /// from the effort; where that does not suffice, it is not known whether it holds.
    #[must_use]
    pub fn evaluate(&self, scene: &Scene<'_>, effort: &Cell<usize>) -> Held {
        match evaluate::evaluate(self, scene, effort) {
            Ok(holds) => Held { matched: Match::known(holds), because: None },
            Err(doubt) => Held { matched: Match::May, because: Some(doubt.why.to_string()) },
        }
    }

    /// The regular expression of this text, read once.
    fn regex(&self, pattern: &str) -> SharedRegex {
        let mut regexes = self.regexes.borrow_mut();
        if let Some((_, regex)) = regexes.iter().find(|(text, _)| text == pattern) {
            return Rc::clone(regex);
        }
        let regex = Rc::new(Regex::new(pattern));
        if regexes.len() < functions::MAX_REGEXES {
            regexes.push((pattern.to_owned(), Rc::clone(&regex)));
        }
        regex
    }
}

#[cfg(test)]
mod tests;
