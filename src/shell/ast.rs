//! The syntax tree of a shell text: bash's grammar, one type a construct.
//!
//! Owns the shapes. Refuses meaning: nothing here is expanded, resolved or judged. Quote removal has not happened; the
//! parts of a word say how each stretch of it was quoted. Every span is in bytes of the text that was parsed.

mod parameter;

pub use parameter::{FallbackOperator, Parameter, ParameterOperation};

use compact_str::CompactString;
use smallvec::SmallVec;

use crate::input::Span;

/// A list of statements: a whole text, or the body of a compound command or substitution.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Script {
    /// In order.
    pub statements: Vec<Statement>,
}

/// One and-or list with its terminator.
#[derive(Clone, PartialEq, Debug)]
pub struct Statement {
    /// The pipelines and what joins them.
    pub and_or: AndOr,
    /// Ended by `&`.
    pub background: bool,
    /// Where it stands, without the terminator.
    pub span: Span,
}

/// Pipelines joined by `&&` and `||`.
#[derive(Clone, PartialEq, Debug)]
pub struct AndOr {
    /// The first pipeline.
    pub first: Pipeline,
    /// The rest, each with the operator before it.
    pub rest: Vec<(Joiner, Pipeline)>,
}

/// What joins two pipelines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Joiner {
    /// `&&`
    And,
    /// `||`
    Or,
}

/// Commands joined by `|` or `|&`.
#[derive(Clone, PartialEq, Debug)]
pub struct Pipeline {
    /// `time` stands before it (with or without `-p`); the flag tells nothing about what runs.
    pub timed: bool,
    /// An odd or even number of `!` stands before it; any number is harmless to what runs.
    pub negated: bool,
    /// At least one, but for a bare `time` or `!`.
    pub commands: Vec<Command>,
    /// `commands.len() - 1` entries: whether that pipe was `|&`, which also carries standard error.
    pub with_stderr: Vec<bool>,
    /// From the first word to the last.
    pub span: Span,
}

/// One member of a pipeline.
#[derive(Clone, PartialEq, Debug)]
#[allow(clippy::large_enum_variant, reason = "most commands are simple: boxing them would cost an allocation each")]
pub enum Command {
    /// A simple command.
    Simple(Simple),
    /// A compound command with its redirections.
    Compound(Compound),
    /// `name() body`, with the redirections that belong to the body.
    Function(Function),
}

/// A simple command: assignments, words and redirections in the order in which each kind stands.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Simple {
    /// `NAME=value` before the first word.
    pub assignments: Vec<Assignment>,
    /// The command's name and its arguments; may be empty.
    pub words: Vec<Word>,
    /// Anywhere in the command.
    pub redirects: Vec<Redirect>,
    /// From the first piece to the last.
    pub span: Span,
}

/// `NAME=value`, `NAME+=value`, `NAME[subscript]=value` or `NAME=(…)`.
#[derive(Clone, PartialEq, Debug)]
pub struct Assignment {
    /// The variable.
    pub name: String,
    /// `NAME[subscript]=`: the subscript, read as a word (it is also evaluated as arithmetic).
    pub subscript: Option<Word>,
    /// `+=`
    pub append: bool,
    /// What is assigned.
    pub value: AssignmentValue,
    /// The whole assignment.
    pub span: Span,
}

/// The right side of an assignment.
#[derive(Clone, PartialEq, Debug)]
pub enum AssignmentValue {
    /// One word; empty when nothing stands after `=`.
    Scalar(Word),
    /// `( … )`: each element with its subscript if it has one.
    Array(Vec<ArrayElement>),
}

/// One element of a compound array assignment.
#[derive(Clone, PartialEq, Debug)]
pub struct ArrayElement {
    /// `[subscript]=`
    pub subscript: Option<Word>,
    /// The value.
    pub value: Word,
}

/// A redirection.
#[derive(Clone, PartialEq, Debug)]
pub struct Redirect {
    /// What stands before the operator.
    pub descriptor: Descriptor,
    /// Which operator.
    pub operator: RedirectOperator,
    /// What stands after it.
    pub target: RedirectTarget,
    /// The whole redirection, without a here-document's body.
    pub span: Span,
}

/// What stands before a redirection operator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Descriptor {
    /// Nothing: the operator's own default.
    Default,
    /// A number.
    Number(u32),
    /// `{NAME}`: bash picks a number and assigns it.
    Variable(String),
}

/// The redirection operators of bash.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RedirectOperator {
    /// `<`
    Read,
    /// `>`
    Write,
    /// `>>`
    Append,
    /// `>|`
    Clobber,
    /// `<>`
    ReadWrite,
    /// `&>`
    WriteBoth,
    /// `&>>`
    AppendBoth,
    /// `<&`
    DuplicateInput,
    /// `>&`
    DuplicateOutput,
    /// `<<` or `<<-`
    HereDocument,
    /// `<<<`
    HereString,
}

/// What a redirection points at.
#[derive(Clone, PartialEq, Debug)]
pub enum RedirectTarget {
    /// A file, a descriptor, or a here-string's text.
    Word(Word),
    /// A here-document's body.
    HereDocument(HereDocument),
}

/// The body of a here-document.
#[derive(Clone, PartialEq, Debug)]
pub struct HereDocument {
    /// The delimiter after quote removal.
    pub delimiter: String,
    /// Some part of the delimiter was quoted: the body is plain data.
    pub quoted: bool,
    /// The body: one literal when quoted, else literals and expansions. Leading tabs are already removed for `<<-`.
    pub body: Word,
}

/// A compound command.
#[derive(Clone, PartialEq, Debug)]
pub struct Compound {
    /// Which, with its parts.
    pub kind: CompoundKind,
    /// The redirections after it.
    pub redirects: Vec<Redirect>,
    /// From its first word to its last, without the redirections.
    pub span: Span,
}

/// The compound commands of bash.
#[derive(Clone, PartialEq, Debug)]
pub enum CompoundKind {
    /// `{ …; }`
    Group(Script),
    /// `( … )`
    Subshell(Script),
    /// `if`/`elif`/`else`
    If {
        /// Conditions with their bodies, in order.
        branches: Vec<(Script, Script)>,
        /// The `else` body.
        otherwise: Option<Script>,
    },
    /// `while` and `until`
    Loop {
        /// `until` rather than `while`.
        until: bool,
        /// The condition.
        condition: Script,
        /// The body.
        body: Script,
    },
    /// `for NAME in …`
    For {
        /// The variable.
        name: String,
        /// The words after `in`; `None` stands for `"$@"`.
        words: Option<Vec<Word>>,
        /// The body.
        body: Script,
    },
    /// `for ((…; …; …))`
    ArithmeticFor {
        /// The three expressions; empty ones are empty.
        header: Box<[Arithmetic; 3]>,
        /// The body.
        body: Script,
    },
    /// `select NAME in …`
    Select {
        /// The variable.
        name: String,
        /// The words after `in`; `None` stands for `"$@"`.
        words: Option<Vec<Word>>,
        /// The body.
        body: Script,
    },
    /// `case WORD in …`
    Case {
        /// What is compared.
        subject: Word,
        /// The arms, in order.
        arms: Vec<CaseArm>,
    },
    /// `(( … ))`
    Arithmetic(Arithmetic),
    /// `[[ … ]]`
    Conditional(Vec<ConditionalPiece>),
    /// `coproc [NAME] command`
    Coprocess {
        /// The name, where one was given.
        name: Option<String>,
        /// The command.
        body: Box<Command>,
    },
}

/// One arm of a `case`.
#[derive(Clone, PartialEq, Debug)]
pub struct CaseArm {
    /// The patterns.
    pub patterns: Vec<Word>,
    /// The body.
    pub body: Script,
    /// `;&` or `;;&`: the next arm may run too.
    pub falls_through: bool,
}

/// A piece of `[[ … ]]`: operators and operands in the order in which they stand.
#[derive(Clone, PartialEq, Debug)]
pub enum ConditionalPiece {
    /// `-f`, `==`, `=~`, `-eq`, `<`, `&&`, `!`, `(` and so on.
    Operator(String, Span),
    /// A word.
    Operand(Word),
}

/// An arithmetic expression, as text and expansions.
///
/// It is not parsed as arithmetic: what matters is which expansions it holds, which names it reads (their values are
/// evaluated again as arithmetic, which can run code), and which it assigns.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Arithmetic {
    /// Text and expansions, in order; the text is as written.
    pub parts: Parts,
    /// Every name that occurs bare in the text (a variable that is read or assigned).
    pub names: Vec<String>,
    /// The names among them that an operator assigns (`=`, `+=`, `++`, …).
    pub assigned: Vec<String>,
    /// The whole expression.
    pub span: Span,
}

/// A function definition.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its body: a compound command with the redirections that each call performs.
    pub body: Box<Compound>,
    /// From the name to the end of the body.
    pub span: Span,
}

/// A word before expansion. An empty quoted word (`''`) has one empty `Quoted` part; only an absent value has no parts.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Word {
    /// In order.
    pub parts: Parts,
    /// Where it stands.
    pub span: Span,
}

/// The parts of a word, of which most have one.
pub type Parts = SmallVec<[Part; 1]>;

/// A stretch of a word.
#[derive(Clone, PartialEq, Debug)]
pub enum Part {
    /// Unquoted text. Globs (`*`, `?`, `[…]`), a leading `~` and braces in it are live.
    Bare(CompactString),
    /// Quoted text: `'…'`, `\x`, `$'…'` (decoded), or the literal stretches inside `"…"`. Nothing in it is live.
    Quoted(CompactString),
    /// `"…"`: its parts are `Quoted`, `Parameter`, `Command` and `Arithmetic`; expansions in it are not split.
    DoubleQuoted(Vec<Part>),
    /// `$"…"`: may be translated, so it may become any text; its parts run all the same.
    Translated(Vec<Part>),
    /// `$name`, `${…}`
    Parameter(Box<Parameter>),
    /// `$(…)` or a backquoted command.
    Command(Script),
    /// `$((…))` or `$[…]`
    Arithmetic(Box<Arithmetic>),
    /// `<(…)` (`write: false`) or `>(…)`
    Process {
        /// `>(…)`
        write: bool,
        /// What runs.
        script: Script,
    },
    /// `?(…)`, `*(…)`, `+(…)`, `@(…)`, `!(…)`: the operator and its alternatives.
    ExtendedGlob(char, Vec<Word>),
    /// `( … )` of `declare -a NAME=(…)`: only as the last part of an argument of a declaring builtin (`declare`,
    /// `typeset`, `local`, `export`, `readonly`), after a `Bare` part that is `NAME=` or `NAME+=`.
    Array(Vec<ArrayElement>),
}
