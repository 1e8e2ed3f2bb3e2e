//! The walk over statements: lists, pipelines, subshells; what holds of every command found on the way.
//!
//! Owns the walker, its budget and the order in which paths meet. Refuses to expand words (`expand`), to run simple
//! commands (`simple`) and to know compound commands (`compound`).

use std::rc::Rc;

use foldhash::HashMap;

use super::dashes::Dashes;
use super::function::Body;
use super::lines::Failures;
use super::options::Tables;
use super::scope::State;
use super::value::Value;
use super::word::Word;
use super::{Assignment, Directory, Doubt, Invocation, LoopKind, MAX_COMMANDS, Place, Redirection};
use crate::facts::Facts;
use crate::input::Span;
use crate::shell::Dialect;
use crate::shell::ast::{Command, Script, Statement};

/// The most steps one line may take: commands, words, joins and copied bytes are counted.
pub(super) const MAX_STEPS: usize = 3_000_000;

/// How deep constructs may nest while they are walked: syntax, function calls and code inside text together.
pub(super) const MAX_DEPTH: usize = 120;

/// The longest source of an unknown part that is shown, in characters.
const MAX_SHOWN: usize = 60;

/// The text that is being walked.
#[derive(Debug)]
pub(super) struct Source {
    /// The text that the spans of the syntax tree are offsets into.
    pub(super) text: Rc<str>,
    /// For code inside text: the word of the line that holds it.
    pub(super) origin: Option<Span>,
    /// Tells one text from another.
    pub(super) id: usize,
}

/// What standard input holds.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Input {
    /// Whatever the line as a whole reads from.
    Inherited,
    /// Something that is not known; how it is named in reasons.
    Unknown(&'static str),
    /// Exactly this text.
    Known(Rc<str>),
    /// Names, any number of those that each word stands for, a NUL after each.
    Names(Rc<[Word]>),
}

impl Input {
    /// The same where several commands share it: one may read what another would have, unless there is nothing.
    pub(super) fn shared(self) -> Self {
        match self {
            Self::Known(text) if !text.is_empty() => Self::Unknown("the pipe"),
            Self::Names(_) => Self::Unknown("the pipe"),
            other => other,
        }
    }

    /// The text, where it is known.
    pub(super) fn text(self) -> Option<Rc<str>> {
        match self {
            Self::Known(text) => Some(text),
            Self::Inherited | Self::Unknown(_) | Self::Names(_) => None,
        }
    }
}

/// What stands around a command.
#[derive(Clone, Debug)]
pub(super) struct Around {
    /// The redirections of the compound commands around it.
    pub(super) redirects: Vec<Redirection>,
    pub(super) loop_kind: Option<LoopKind>,
    pub(super) background: bool,
    pub(super) pipeline: Rc<[String]>,
    pub(super) pipe_stdin: bool,
    pub(super) pipe_stdout: bool,
    pub(super) input: Input,
}

/// What the expansions of one command gave besides words.
#[derive(Default, Debug)]
pub(super) struct Notes {
    /// Variables that an expansion assigned (`${x:=v}`, `((x=1))`).
    pub(super) assignments: Vec<Assignment>,
    /// Why the command is at least `ask`.
    pub(super) doubts: Vec<Doubt>,
}

/// What has been spent.
#[derive(Default, Debug)]
pub(super) struct Budget {
    pub(super) steps: usize,
    pub(super) commands: usize,
    /// Function calls, wrappers and code inside text around this point.
    pub(super) wrappers: usize,
    /// Commands that only may be started, by one that is started itself.
    pub(super) possible_starts: usize,
    /// Everything around this point.
    pub(super) depth: usize,
    /// A limit was passed: nothing more is read.
    pub(super) stopped: bool,
}

/// The abstract interpreter.
pub(super) struct Walker<'f> {
    pub(super) facts: &'f dyn Facts,
    pub(super) tables: &'f Tables,
    pub(super) state: State<'f>,
    /// What was found at this level.
    pub(super) out: Vec<Invocation>,
    /// Doubts of the whole line.
    pub(super) doubts: Vec<Doubt>,
    pub(super) source: Rc<Source>,
    pub(super) sources: usize,
    /// The text that a shell reads from its standard input, where one does.
    pub(super) script_source: usize,
    /// Words that hold code which is not known.
    pub(super) code: Vec<Span>,
    pub(super) found_in: Vec<String>,
    pub(super) around: Around,
    pub(super) notes: Notes,
    pub(super) budget: Budget,
    /// Every function definition seen, by where it stands.
    pub(super) bodies: HashMap<(usize, Span), Rc<Body>>,
    /// Whether names of commands are functions of the environment, as far as that was asked.
    pub(super) exported: HashMap<String, bool>,
    /// The functions that are being called, outermost first.
    pub(super) calls: Vec<Rc<Body>>,
    /// Code that runs later (`trap`, `alias`, `PROMPT_COMMAND`) was seen.
    pub(super) deferred: bool,
    /// How many commands so far may have created files.
    pub(super) writers: usize,
    pub(super) dashes: Dashes,
    /// How many `break`, `continue` and `return` were seen.
    pub(super) leaps: usize,
    /// How many functions are being called around the text of the trap that is being walked.
    pub(super) trapped: usize,
    pub(super) failures: Failures,
    /// How many times the body that is being walked is multiplied by the loops around it.
    pub(super) unrolled: usize,
    /// How many loops that are walked more than once are around this point.
    pub(super) rounds: usize,
    /// The body of a loop is walked only to learn what it changes.
    pub(super) trying: bool,
    /// A descriptor that every program has may be closed by now, or no more files may be opened.
    pub(super) closed: bool,
    /// Which shell reads the text.
    pub(super) dialect: Dialect,
    /// Arrays among the arguments of the declaration that is being run: the name, whether it appends, the value.
    pub(super) declared_arrays: Vec<(String, bool, Value)>,
}

impl<'f> Walker<'f> {
    /// A walker over a text, in a fresh shell.
    pub(super) fn new(text: &str, facts: &'f dyn Facts, tables: &'f Tables) -> Self {
        let directory = facts
            .working_directory()
            .map_or(Directory::Unknown, |path| Directory::Known(vec![super::normalise(&path)]));
        Self {
            facts,
            tables,
            state: State::new(facts, directory, false),
            out: Vec::new(),
            doubts: Vec::new(),
            source: Rc::new(Source { text: text.into(), origin: None, id: 0 }),
            sources: 0,
            script_source: 0,
            code: Vec::new(),
            found_in: Vec::new(),
            around: Around {
                redirects: Vec::new(),
                loop_kind: None,
                background: false,
                pipeline: Rc::default(),
                pipe_stdin: false,
                pipe_stdout: false,
                input: Input::Inherited,
            },
            notes: Notes::default(),
            budget: Budget::default(),
            bodies: HashMap::default(),
            exported: HashMap::default(),
            calls: Vec::new(),
            deferred: false,
            writers: 0,
            dashes: Dashes::default(),
            leaps: 0,
            trapped: 0,
            failures: Failures::default(),
            unrolled: 1,
            rounds: 0,
            trying: false,
            closed: false,
            dialect: Dialect::Bash,
            declared_arrays: Vec::new(),
        }
    }

    /// Counts work; false when the budget is used up.
    pub(super) fn step(&mut self, steps: usize) -> bool {
        self.budget.steps = self.budget.steps.saturating_add(steps);
        if self.budget.steps > MAX_STEPS {
            self.stop(format!("reading the line takes more than {MAX_STEPS} steps"));
        }
        !self.budget.stopped
    }

    /// Walks what the shell may leave out: what that changes may be as it was before.
    pub(super) fn perhaps<R>(&mut self, walk: impl FnOnce(&mut Self) -> R) -> R {
        let mark = self.state.mark();
        let found = walk(self);
        self.state.join_untouched(mark);
        found
    }

    /// Stops reading: what was found stays, the line has a doubt.
    pub(super) fn stop(&mut self, why: String) {
        if !self.budget.stopped {
            self.budget.stopped = true;
            let span = self.at(Span::new(0, self.source.text.len()));
            self.doubts.push(Doubt { why, span });
        }
    }

    /// Where in the line a span of the text stands.
    pub(super) fn at(&self, span: Span) -> Span {
        self.source.origin.unwrap_or(span)
    }

    /// The text under a span, shortened for reasons.
    pub(super) fn shown(&self, span: Span) -> String {
        shorten(self.source.text.get(span.start..span.end).unwrap_or_default())
    }

    /// Notes a doubt about the command whose words are being expanded.
    pub(super) fn doubt(&mut self, why: String, span: Span) {
        let span = self.at(span);
        let doubt = Doubt { why, span };
        if !self.notes.doubts.contains(&doubt) {
            self.notes.doubts.push(doubt);
        }
    }

    /// Walks deeper, unless that is too deep.
    pub(super) fn deeper(&mut self, walk: impl FnOnce(&mut Self)) {
        if self.budget.depth >= MAX_DEPTH {
            self.stop(format!("the line nests deeper than {MAX_DEPTH} levels"));
            return;
        }
        self.budget.depth += 1;
        walk(self);
        self.budget.depth -= 1;
    }

    /// A whole list of statements.
    pub(super) fn script(&mut self, script: &Script) {
        self.deeper(|walker| {
            for statement in &script.statements {
                if !walker.step(1) {
                    return;
                }
                walker.statement(statement);
            }
        });
    }

    /// One of its statements.
    pub(super) fn statement(&mut self, statement: &Statement) {
        self.settle();
        if statement.background {
            let outer = std::mem::replace(&mut self.around.background, true);
            if self.dialect.is_zsh() && !statement.and_or.rest.is_empty() {
                // only the last pipeline is in the background: `cd x && y &` moves the shell
                let mark = self.state.mark();
                self.and_or(&statement.and_or);
                self.meet_history(mark);
            } else {
                self.subshell(|walker| walker.and_or(&statement.and_or));
            }
            self.around.background = outer;
        } else {
            self.and_or(&statement.and_or);
        }
    }

    /// Whether the command before succeeded is not known any more.
    pub(super) fn settle(&mut self) {
        let location = self.state.location();
        self.state.set_locations(Rc::clone(&location), location);
    }

    /// In what follows the command before has succeeded (or failed).
    pub(super) fn assume(&mut self, success: bool) {
        let shell = self.state.shell();
        let location = Rc::clone(if success { &shell.success } else { &shell.failure });
        self.state.set_locations(Rc::clone(&location), location);
    }

    /// Joins every state since the mark, at its cost.
    pub(super) fn meet_history(&mut self, mark: super::scope::Mark) {
        let written = self.state.written_since(mark);
        if written > 0 && self.step(written) {
            self.state.join_history(mark);
        }
    }

    /// Walks what runs in a copy of the shell.
    pub(super) fn subshell(&mut self, walk: impl FnOnce(&mut Self)) {
        let (mark, failures) = (self.state.mark(), self.failures.of_line);
        walk(self);
        self.state.rollback(mark);
        self.failures.of_line = failures;
    }

    /// A member of a pipeline.
    pub(super) fn command(&mut self, command: &Command) {
        match command {
            Command::Simple(simple) => self.simple(simple),
            Command::Compound(compound) => self.compound(compound),
            Command::Function(function) => self.define(function),
        }
    }

    /// Adds a command to what was found.
    pub(super) fn push(&mut self, invocation: Invocation) {
        if self.budget.commands >= MAX_COMMANDS {
            self.stop(format!("the line holds more than {MAX_COMMANDS} commands"));
        }
        if self.budget.stopped {
            return;
        }
        self.budget.commands += 1;
        self.out.push(invocation);
    }

    /// A command that runs here, with nothing of its own yet.
    pub(super) fn invocation(&mut self, words: Vec<Word>, span: Span) -> Invocation {
        self.step(1 + self.around.redirects.len() + self.found_in.len());
        Invocation {
            words,
            redirects: self.around.redirects.clone(),
            place: self.place(),
            span: self.at(span),
            found_in: self.found_in.clone(),
            ..Invocation::default()
        }
    }

    /// Where and how a command would run here.
    pub(super) fn place(&self) -> Place {
        Place {
            directory: self.state.directory(),
            pipe_stdin: self.around.pipe_stdin,
            pipe_stdout: self.around.pipe_stdout,
            loop_kind: self.around.loop_kind,
            background: self.around.background,
            pipeline: Rc::clone(&self.around.pipeline),
            foreign: self.state.is_foreign(),
            ..Place::default()
        }
    }

    /// Gives a command without words what expansions noted, where they noted anything.
    pub(super) fn carry_notes(&mut self, span: Span) {
        let notes = std::mem::take(&mut self.notes);
        if notes.doubts.is_empty() && notes.assignments.is_empty() {
            return;
        }
        let mut invocation = self.invocation(Vec::new(), span);
        invocation.assignments = notes.assignments;
        invocation.doubts = notes.doubts;
        self.push(invocation);
    }

    /// Walks something with a line of `found_in`.
    pub(super) fn inside(&mut self, how: &str, walk: impl FnOnce(&mut Self)) {
        self.found_in.push(how.to_owned());
        walk(self);
        self.found_in.pop();
    }
}

/// At most [`MAX_SHOWN`] characters of a text, on one line.
pub(super) fn shorten(text: &str) -> String {
    let mut shown: String =
        text.chars().take(MAX_SHOWN).map(|char| if char.is_control() { ' ' } else { char }).collect();
    if text.chars().nth(MAX_SHOWN).is_some() {
        shown.push('…');
    }
    shown
}
