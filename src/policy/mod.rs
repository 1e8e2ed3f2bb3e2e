//! The policy: what a person wrote, read, checked and ready to be asked.
//!
//! Owns the files and the language: `raw` mirrors the YAML, `pattern` is the pattern language, `types` the typed words,
//! `compile` turns a file into rules and reports all its problems, `load` (an edge) finds the files and layers them,
//! `trust` says whether a project's file counts in full. Refuses to judge a command.

mod compile;
mod compiled;
pub mod condition;
pub mod guarded;
mod label;
mod listed;
pub mod load;
mod named;
pub(crate) mod names;
pub(crate) mod paths;
pub mod pattern;
mod presets;
mod raw;
pub mod regex;
mod schema;
mod suppose;
pub mod trust;
mod yaml;

pub use compiled::{from_bytes, to_bytes};
pub use label::{Label, Labels};
pub use listed::{About, Group, Listed, Sought};
pub use named::Named;
pub(crate) use names::did_you_mean;
pub use schema::schema;

use serde::{Deserialize, Serialize};

use crate::command::options::Tables;
use crate::command::tool::ToolCall;
use crate::verdict::Verdict;
use condition::When;
use pattern::{Pattern, RulePattern};

/// Everything that the policy files say, layered.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// All rules, in the order of the layers and files (lower layers first).
    pub rules: Listed<Rule>,
    /// What holds where no rule must match (`defaults.action`).
    pub default_action: Option<Verdict>,
    /// `defaults.sandbox`
    pub default_sandbox: Option<String>,
    /// `defaults.ask_without_prompt`: the strictest that trusted layers say.
    pub ask_without_prompt: Option<AskWithoutPrompt>,
    /// The definitions that rules refer to, by [`Rule::scope`]. Entry 0 is that of all trusted layers together; each
    /// untrusted project file has its own (which holds the trusted ones too, and cannot replace them).
    pub scopes: Vec<Definitions>,
    /// Option tables: the built-in ones, corrected and extended by `definitions.commands` of trusted layers.
    pub tables: Tables,
    /// What a person should know about how the policy came about (an untrusted file whose allow rules were left out).
    pub notes: Vec<String>,
    /// The files that were read, in order.
    pub sources: Vec<Source>,
    /// The files that it stands on whose names do not say so, absolute: given with `-c`, extended, started as validators.
    pub stands_on: Vec<String>,
    /// Tests that are not about one rule (`tests.cases`), each with its file; filled only for a thorough reading.
    pub cases: Vec<(String, RuleTest)>,
}

/// What a coding agent that cannot ask its user is told where the answer is `ask`. The order is that of strictness.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum AskWithoutPrompt {
    /// Nothing: the agent's own rules and prompts decide.
    Pass,
    /// The command is rewritten, so that it asks by itself on a terminal. Where that is not possible, `Deny`.
    Wrapper,
    /// It does not run, and the reason says so.
    #[default]
    Deny,
}

/// What reading the policy files came to.
#[derive(Debug, Default)]
pub struct Loaded {
    /// The policy, made of everything that was good. Where there are problems no command may be allowed by it.
    pub policy: Policy,
    /// What is wrong. Not empty: the policy is broken, and every verdict is at least `ask`.
    pub problems: Vec<Problem>,
    /// What is read all the same, but should be known: rules that never match, definitions that do not count.
    pub warnings: Vec<Problem>,
    /// The conditions of all rules, for those who want to check them before they are needed. Filled only for a
    /// thorough reading.
    pub conditions: Vec<Placed>,
    /// It comes from the cache.
    compiled: Option<compiled::Compiled>,
}

impl Loaded {
    /// Was it read from the cache, and could some piece not be read? Then nothing that was judged by it counts.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.compiled.as_ref().is_some_and(|compiled| compiled.0.has_failed())
    }

    /// Does it come from the cache?
    #[must_use]
    pub fn is_compiled(&self) -> bool {
        self.compiled.is_some()
    }
}

/// A text and where it stands in a policy file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed {
    /// Which file.
    pub file: String,
    /// Line of its first character, from 1.
    pub line: usize,
    /// Column of its first character, from 1.
    pub column: usize,
    /// The text.
    pub text: String,
    /// Its characters stand as written on that line, so that an offset into it can be added to the column.
    pub verbatim: bool,
}

/// A policy file that was read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Source {
    /// Its path, or `builtin:name`.
    pub name: String,
    /// Whether its allow rules count.
    pub trusted: bool,
    /// Why it was read: `global`, `global (local)`, `project`, `project (local)`, `-c`, `extended by …`, `embedded`.
    pub role: String,
}

/// One rule.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct Rule {
    /// What it answers.
    pub action: Verdict,
    /// What it is about.
    pub pattern: RulePattern,
    /// The pattern as written.
    pub text: Label,
    /// The condition.
    pub when: Option<When>,
    /// Shown to the user.
    pub message: Option<Label>,
    /// A command to run instead.
    pub fix_suggestion: Option<Label>,
    /// The sandbox preset it names (never on a deny rule).
    pub sandbox: Option<Label>,
    /// The types whose validators have a say (`validate:`), by name.
    pub validate: Vec<Label>,
    /// `id:`
    pub id: Option<Label>,
    /// Which file, as in [`Source::name`].
    pub file: Label,
    /// Which line, from 1.
    pub line: usize,
    /// Which entry of [`Policy::scopes`] its names are looked up in.
    pub scope: usize,
    /// Its tests, as written; filled only for a thorough reading.
    #[serde(skip)]
    pub tests: Vec<RuleTest>,
    /// It comes from an untrusted project file (so it is a deny or ask rule).
    pub untrusted: bool,
    /// It comes from `builtin:self`: where it only may match because something of the command is not known at all, it does
    /// not count.
    pub where_known: bool,
}

/// How the names of embedded policies begin, among those of files.
pub const EMBEDDED: &str = "builtin:";

impl Rule {
    /// Does it come from an embedded policy?
    #[must_use]
    pub fn is_embedded(&self) -> bool {
        self.file.starts_with(EMBEDDED)
    }
}

/// One test of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleTest {
    /// The verdict that is expected.
    pub expect: Verdict,
    /// The command line, or what the call is shown as.
    pub command: String,
    /// The call of a tool, where it is about one.
    pub tool: Option<ToolCall>,
    /// Which line of the file.
    pub line: usize,
}

/// Names that rules refer to.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    /// `definitions.paths`: absolute (relative ones resolved against their file, `~` expanded), normalised, globs as
    /// written (`*` and `?` within a component, `**` across).
    pub paths: Named<Labels>,
    /// `definitions.vars`
    pub vars: Named<Vec<VarValue>>,
    /// `definitions.vars` as written, patterns included: for conditions.
    pub var_texts: Named<Vec<String>>,
    /// `definitions.flag_groups`
    pub flag_groups: Named<FlagGroup>,
    /// `definitions.wrappers`
    pub wrappers: Listed<WrapperPattern>,
    /// `types`
    pub types: Named<types::Type>,
    /// The expressions of conditions, by their text, where they stand translated in a compiled policy.
    pub regexes: Named<regex::LazyRegex>,
}

/// One value of `definitions.vars` (pattern-typed ones are inlined when rules are compiled).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum VarValue {
    /// Exactly these words.
    Literal(Vec<String>),
    /// A path, absolute and normalised (relative ones resolved against their file).
    Path(String),
}

impl VarValue {
    /// How many bytes of text it is.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match self {
            Self::Literal(words) => words.iter().map(String::len).sum(),
            Self::Path(path) => path.len(),
        }
    }
}

/// A flag with its spellings and what its value must be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct FlagGroup {
    /// Every spelling with its dashes.
    pub names: Vec<String>,
    /// `None`: a flag without a value. Else `Word`, `Not` or `Any`.
    pub value: Option<pattern::Token>,
}

/// One entry of `definitions.wrappers`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct WrapperPattern {
    /// The pattern; it holds one `Command` token, or the entry starts nothing.
    pub pattern: Pattern,
    /// As written.
    pub text: Label,
}

pub mod types {
    //! Typed words: what a word is.
    //!
    //! Owns the definitions. Refuses to start a validator (its answer comes later) and to ask the system (links are
    //! followed through `Facts`).

    use std::time::Duration;

    use serde::{Deserialize, Serialize};

    use crate::policy::regex::LazyRegex;

    /// A type of `types:`, or a built-in one.
    #[derive(Clone, Debug, Serialize, Deserialize)]
    #[serde(bound(deserialize = "'de: 'static"))]
    pub enum Type {
        /// `enum: […]`
        Enum(Vec<String>),
        /// `regex: '…'`, matched against the whole word.
        Regex(LazyRegex),
        /// `int: { min, max }`, decimal with an optional sign.
        Int {
            /// The least, inclusive.
            min: Option<i64>,
            /// The greatest, inclusive.
            max: Option<i64>,
        },
        /// `path: { inside: […] }`: absolute directories (resolved against the file), normalised; links are followed.
        Path {
            /// Any of these; empty: any path.
            inside: Vec<String>,
        },
        /// `tree: { under: […] }`: a path in the working tree, links followed, nothing of `.git`.
        Tree {
            /// At or below something of one of these names; empty: anywhere in it.
            under: Vec<String>,
        },
        /// `any: […]`: a word of one of these types, none of which has an executor.
        Any(Vec<Type>),
        /// `all: […]`: a word of each of these types.
        All(Vec<Type>),
        /// `url: { schemes, hosts }`: empty lists admit any.
        Url {
            /// Lower case.
            schemes: Vec<String>,
            /// Lower case; `*.example.com` stands for every name below it.
            hosts: Vec<String>,
        },
        /// One of the built-in names that need no definition: `Int`, `Port`, `Url`, `Host`, `Path`, `File`, `Dir`,
        /// `GitRef`, `Sha`, `Semver`, `Tree`, `TreeNew`, `TreeRoot`, `Temp`, `TreeOrTemp`,
        /// `Runok`, `AgentHooks`.
        Builtin(Builtin),
        /// `executor: '…'`
        Executor(Executor),
    }

    /// The built-in types.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
    pub enum Builtin {
        /// A decimal integer.
        Int,
        /// 1 to 65535.
        Port,
        /// An absolute URL.
        Url,
        /// A host name or an IP address.
        Host,
        /// Anything that can be a path: not empty.
        Path,
        /// A path that names a regular file now.
        File,
        /// A path that names a directory now.
        Dir,
        /// A name that git accepts for a reference.
        GitRef,
        /// 7 to 64 hexadecimal digits.
        Sha,
        /// A semantic version, with or without a leading `v`.
        Semver,
        /// A path in the working tree, links followed; nothing of `.git`.
        Tree,
        /// As `Tree`, and nothing is there yet: no file that would be replaced, no directory whose files would.
        TreeNew,
        /// The top of the working tree, the directory that the line starts in, and what holds them.
        TreeRoot,
        /// A path in a directory for temporary files, links followed; not such a directory itself.
        Temp,
        /// A path of one of the two.
        TreeOrTemp,
        /// What runok itself goes by: policies, trust, state, its program; links followed.
        Runok,
        /// What tells coding agents to ask runok; links followed.
        AgentHooks,
    }

    /// An external validator.
    #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
    pub struct Executor {
        /// The command line, as written.
        pub command: String,
        /// Split with shlex; at least one word.
        pub words: Vec<String>,
        /// The directory of the policy file that defines it, absolute.
        pub directory: String,
        /// Its own deadline; `None` where the file sets none.
        pub timeout: Option<Duration>,
        /// Variables of the environment that are passed in the request.
        pub env: Vec<String>,
    }
}

/// Something wrong in a policy file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Which file.
    pub file: String,
    /// Line and column, from 1.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
    /// The offending text.
    pub text: String,
    /// What is wrong.
    pub what: String,
    /// What would be right, where that can be said.
    pub help: Option<String>,
}
