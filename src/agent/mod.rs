//! Coding agents: what each sends before it runs something, and the answer that it understands.
//!
//! Owns one table, one file an agent: its events, how a payload is read, how a ruling is written, what the agent does where
//! a hook fails. `runok hook`, `init`, `doctor`, the README and the tests read this table and no other. Refuses to judge,
//! and to read or write anything but values: bytes come from the app and go back to it.

mod amp;
mod antigravity;
mod auggie;
mod claude_code;
pub mod claude_mcp;
mod claude_shape;
mod cline;
mod codex;
mod copilot;
mod copilot_cloud_agent;
mod crush;
mod cursor;
mod devin;
mod droid;
mod gemini_cli;
mod goose;
pub mod health;
mod kiro;
mod matrix;
mod opencode;
mod payload;
pub mod permission;
mod plugin;
mod qwen_code;
pub mod registration;
mod ruling;
mod shells;
mod vscode;
mod windsurf;

use health::Health;
pub use matrix::matrix;
pub use payload::Payload;
pub use plugin::{AMP_PLUGIN, OPENCODE_PLUGIN, PLACEHOLDER};
use registration::Registration;
pub use ruling::{Ruling, reason};
pub use shells::doubt;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::policy::AskWithoutPrompt;

/// A coding agent.
#[derive(Debug)]
pub struct Agent {
    /// How it is called on runok's command line: `claude-code`.
    pub name: &'static str,
    /// Other names that are understood.
    pub aliases: &'static [&'static str],
    /// How its maker calls it.
    pub title: &'static str,
    /// Is a payload surely its own? Some agents also start hooks that were registered with another one.
    pub marks: fn(&Payload) -> bool,
    /// Others start the hooks that are registered with it. Where nobody does, an answer in another's form would go unheard.
    pub borrowed: bool,
    /// The variable that holds the directory where its payloads do not; empty where there is none.
    pub directory_variable: &'static str,
    /// Commands are typed into a terminal that stays open between calls: one may run elsewhere than its payload says, because
    /// the one before it went somewhere, and keys are keys in it.
    pub strays: bool,
    /// The variable, and its value, by which it tells a hook that nobody watches the session; nothing where it does not tell.
    pub unattended: Option<(&'static str, &'static str)>,
    /// What it can tell a hook, the gate first: its answer is given where a payload is none of them.
    pub events: &'static [Event],
    /// How it is told to start runok.
    pub registration: &'static Registration,
    /// How one finds out whether it heeds the hook.
    pub health: &'static Health,
}

/// One event of an agent: a row of the table.
#[derive(Debug)]
pub struct Event {
    /// As the agent calls it: `PreToolUse`.
    pub name: &'static str,
    /// When it comes.
    pub moment: Moment,
    /// What becomes of `ask`.
    pub asking: Asking,
    /// Where `asking` does not hold, for people; empty where nothing is known against it.
    pub limits: &'static str,
    /// What the agent does where the hook fails, registered as `runok init` does it.
    pub failing: Failing,
    /// How the row is known.
    pub verified: Verified,
    /// Is a payload this event?
    pub is: fn(&Payload) -> bool,
    /// What it is about.
    pub read: fn(&Payload) -> Result<Call, String>,
    /// The answer.
    pub write: fn(&Call, &Ruling) -> Reply,
}

/// When an event comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// Before a tool runs: an answer decides.
    Before,
    /// The agent is about to ask its user: an answer stands for the user's.
    Prompt,
    /// After a tool ran: nothing can be decided.
    After,
}

/// What becomes of `ask` at an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asking {
    /// The agent asks its user, with the reason.
    Prompts,
    /// Saying nothing leaves it to a prompt of the agent's own, which comes anyway at this event.
    Silence,
    /// Saying nothing leaves it to the agent's own rules, which may ask or not. So a failure is refused, and `ask` where the policy
    /// says `defaults.ask_without_prompt: deny`.
    Rules,
    /// The agent cannot be made to ask: `defaults.ask_without_prompt` says what it is told instead. The text is added to the
    /// reason (it may be empty); the second says whether a command can be rewritten, so that it asks by itself.
    Cannot {
        /// Appended to the reason, so that the model knows why nobody was asked.
        note: &'static str,
        /// `defaults.ask_without_prompt: wrapper` can be carried out.
        rewrites: bool,
    },
    /// There is nothing to decide.
    Nothing,
}

/// What becomes of the tool call where runok gives no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Without {
    /// It does not run.
    Blocked,
    /// It goes on as if there were no hook.
    Runs,
    /// Nobody has seen it, and the documents do not say.
    Unknown,
    /// Nothing depends on it.
    Harmless,
}

/// What the agent does where the hook fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failing {
    /// It crashes or is killed.
    pub killed: Without,
    /// It does not answer in time.
    pub late: Without,
    /// The program is not there.
    pub missing: Without,
    /// The switch that `runok init` sets for that, as it is written in the agent's file; empty where there is none.
    pub switch: &'static str,
}

impl Failing {
    /// Every failure comes to the same.
    #[must_use]
    pub const fn all(without: Without) -> Self {
        Self { killed: without, late: without, missing: without, switch: "" }
    }
}

/// How a row of the table is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verified {
    /// A test runs the real agent of this version.
    Live(&'static str),
    /// A recorded payload and the answer that this version of the agent was seen to take; the agent is not run by a test.
    Recorded(&'static str),
    /// Read in the code that this version ships; not seen to happen.
    Read(&'static str),
    /// The agent's documents or its source; nobody has run it.
    Documented,
}

/// What an event is about.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// What would run.
    pub subject: Subject,
    /// In which directory, `.` for the one that runok was started in; `None` where nobody knows: no `allow` then.
    pub directory: Option<String>,
    /// That of the session, where the call names another one.
    pub session: Option<String>,
    /// The tool's input, as it came: an answer that changes a command gives the rest back.
    pub input: Map<String, Value>,
    /// What an answer has to repeat: a JSON-RPC id.
    pub id: Option<Value>,
    /// Why it may be more than what is judged, or somewhere else: no `allow` then.
    pub doubt: Option<String>,
}

/// What would run.
#[derive(Clone, PartialEq, Debug)]
pub enum Subject {
    /// These shell texts, each judged by itself.
    Shell(Vec<String>),
    /// Another tool of the agent.
    Tool(String),
    /// Nothing that could be judged, and nothing that has to be: the event is one to listen to, or to answer without a ruling.
    Nothing,
}

/// What the agent is told. Standard output is written whole and once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reply {
    /// For standard output; empty where nothing is said there.
    pub stdout: String,
    /// For standard error, without the line break.
    pub stderr: String,
    /// The exit code.
    pub exit: u8,
}

impl Reply {
    /// No opinion: nothing at all.
    #[must_use]
    pub fn silence() -> Self {
        Self::default()
    }

    /// A JSON answer.
    #[must_use]
    pub fn json(value: &impl Serialize) -> Self {
        match serde_json::to_string(value) {
            Ok(stdout) => Self { stdout, ..Self::default() },
            // no answer of ours is such; what cannot be said must not let anything run
            Err(error) => Self::code(2, &format!("runok: the answer cannot be written: {error}")),
        }
    }

    /// A plain text on standard output, and an exit code.
    #[must_use]
    pub fn plain(exit: u8, text: &str) -> Self {
        Self { stdout: text.to_owned(), exit, ..Self::default() }
    }

    /// No JSON: an exit code, and a reason on standard error.
    #[must_use]
    pub fn code(exit: u8, reason: &str) -> Self {
        Self { stderr: reason.to_owned(), exit, ..Self::default() }
    }

    /// The same answer, said on standard error and by exit code 2 as well: whichever of the three the agent hears, it blocks.
    #[must_use]
    pub fn on_every_channel(self, reason: &str) -> Self {
        Self { stderr: reason.to_owned(), exit: 2, ..self }
    }
}

/// Every agent, in the order of the documentation.
pub static AGENTS: &[&Agent] = &[
    &claude_code::AGENT,
    &codex::AGENT,
    &gemini_cli::AGENT,
    &qwen_code::AGENT,
    &copilot::AGENT,
    &copilot_cloud_agent::AGENT,
    &vscode::AGENT,
    &cursor::AGENT,
    &windsurf::AGENT,
    &devin::AGENT,
    &cline::AGENT,
    &amp::AGENT,
    &kiro::AGENT,
    &droid::AGENT,
    &auggie::AGENT,
    &goose::AGENT,
    &crush::AGENT,
    &antigravity::AGENT,
    &opencode::AGENT,
];

impl Agent {
    /// The agent of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        AGENTS.iter().copied().find(|agent| agent.name == name || agent.aliases.contains(&name))
    }

    /// Whose payload it is: this agent's, unless others start its hooks and it is surely one of theirs.
    #[must_use]
    pub fn sender(&'static self, payload: &Payload) -> &'static Self {
        if !self.borrowed || (self.marks)(payload) {
            return self;
        }
        AGENTS.iter().copied().find(|agent| (agent.marks)(payload)).unwrap_or(self)
    }

    /// Which of its events a payload is.
    #[must_use]
    pub fn event(&self, payload: &Payload) -> Option<&Event> {
        self.events.iter().find(|event| (event.is)(payload))
    }

    /// The event of that name, if it is one at which an answer decides.
    #[must_use]
    pub fn event_named(&self, name: &str) -> Option<&Event> {
        self.events.iter().find(|event| event.name == name && event.moment != Moment::After)
    }

    /// The event whose answer is given where a payload cannot be read.
    #[must_use]
    pub fn gate(&self) -> Option<&Event> {
        self.events.first()
    }
}

impl Event {
    /// An event at which nothing can be decided.
    const fn after(
        name: &'static str,
        verified: Verified,
        is: fn(&Payload) -> bool,
        read: fn(&Payload) -> Result<Call, String>,
    ) -> Self {
        let failing = Failing::all(Without::Harmless);
        let write: fn(&Call, &Ruling) -> Reply = |_, _| Reply::silence();
        Self { name, moment: Moment::After, asking: Asking::Nothing, limits: "", failing, verified, is, read, write }
    }

    /// The answer to a call.
    #[must_use]
    pub fn answer(&self, call: &Call, ruling: &Ruling) -> Reply {
        if self.moment == Moment::After { Reply::silence() } else { (self.write)(call, ruling) }
    }

    /// The answer where nothing could be read or judged: never one that lets the call go on unseen.
    #[must_use]
    pub fn failure(&self, why: &str) -> Reply {
        // what the agent's own rules would let pass must not pass because runok failed
        let ruling = Ruling::ask(why).for_event(self.asking, Some(AskWithoutPrompt::Deny), None);
        self.answer(&Call::unknown(), &ruling)
    }
}

impl Call {
    /// A call that could not be read.
    #[must_use]
    pub fn unknown() -> Self {
        Self { subject: Subject::Nothing, directory: None, session: None, input: Map::new(), id: None, doubt: None }
    }

    /// The command runs in this directory, seen from the one that the agent named.
    ///
    /// # Errors
    /// When the agent named none.
    pub(crate) fn enter(&mut self, below: &str) -> Result<(), String> {
        if self.session.is_none() {
            self.session.clone_from(&self.directory);
        }
        if below.starts_with('/') {
            self.directory = Some(below.to_owned());
            return Ok(());
        }
        // a shell would not take these as they stand, and whether the agent does is not known
        if below.starts_with('~') || below.contains(['$', '\\']) {
            return Err(format!("where the directory {below:?} lies is not known"));
        }
        let directory = self.directory.as_ref().ok_or("the directory is relative, and the session's is missing")?;
        self.directory = Some(format!("{directory}/{below}"));
        Ok(())
    }

    /// The command runs in the directory that the input names, if it names one. It is in doubt where that is two, or one where
    /// the agent looks for none, or a relative one and the session's is missing.
    fn enter_own(mut self, heeded: shells::Heeded<'_>) -> Self {
        let own = shells::own_directory(&self.input, heeded);
        let entered = own.and_then(|own| own.map_or(Ok(()), |below| self.enter(&below)));
        self.doubted(entered)
    }

    /// The call, in doubt where this failed; the first of several doubts is told.
    fn doubted(self, found: Result<(), String>) -> Self {
        Self { doubt: self.doubt.or(found.err()), ..self }
    }

    /// The command runs where runok was started, unless the agent said otherwise.
    fn here(mut self) -> Self {
        self.directory.get_or_insert_with(|| ".".to_owned());
        self
    }

    /// The tool's input with another command in place of the one that came.
    #[must_use]
    pub fn input_with(&self, key: &str, command: &str) -> Value {
        // the place of the key is kept
        let mut input = self.input.clone();
        input.insert(key.to_owned(), Value::from(command));
        Value::Object(input)
    }
}
