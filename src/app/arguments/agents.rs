//! The arguments of the commands that stand between a coding agent and its shell.
//!
//! Owns their names, defaults and help texts. Refuses side effects.

use std::path::PathBuf;

use clap::Args;

use super::{DEADLINE, Format};

pub(super) const HOOK_HELP: &str = "\
A coding agent starts this before it runs something, with what it is about to run on standard
input; `runok init` registers it. The answer is in the agent's own format.

Whatever goes wrong (input that is not understood, a broken policy, a panic, the deadline) is
answered so that the command does not run unseen: the agent asks its user, or, where it cannot,
refuses. `defaults.ask_without_prompt` in the policy says what becomes of `ask` there.

Examples:
  runok hook claude-code < payload.json     answer as Claude Code expects it
  runok hook codex -c ./runok.yml           with this policy alone

Exit codes: those that the agent expects; 2 also for an agent that runok does not know.";

pub(super) const MCP_HELP: &str = "\
Claude Code asks the tool `approve` of this server where it would ask a person but cannot. It
runs until standard input ends, one JSON-RPC message a line. What the policy does not allow is
denied, and so is whatever goes wrong.

The tool is not told where a command runs: the shell began in the server's directory and may
have moved since. So what depends on the directory is denied, unless --directory says that the
shell stays there. `runok hook claude-code` is told; register it as well.

Examples:
  claude -p PROMPT --permission-prompt-tool mcp__runok__approve --mcp-config \\
    '{\"mcpServers\": {\"runok\": {\"command\": \"/usr/bin/runok\", \"args\": [\"mcp\"]}}}'
  runok mcp -c ./runok.yml --directory .    with this policy alone, and here

Exit codes: 0 when standard input ends, 2 when a message is too long to be read.";

pub(super) const DOCTOR_HELP: &str = "\
For each agent that is used here, or that is named: where runok is registered, whether the program
there is this one and refuses what it has to, whether the agent's own settings switch it off, and
which other hooks stand beside it.

Whether an agent heeds its hook shows only when it is stopped by it: --live lets the real agent try
to run a canary, a command that does nothing. An agent that cannot be started from here is given the
request by you.

Verdicts and exit codes (of several the worst): alive 0, dormant 1 (commands run unseen), broken 3,
unknown 4 (nobody has seen it), 2 a mistake in the arguments.

Examples:
  runok doctor                      look at every agent that is used here
  runok doctor claude-code          look at one
  runok doctor --live claude-code   let it try to run the canary
  runok doctor --matrix             what is known of every agent, as a table";

/// Answer a coding agent that is about to run something
#[derive(Args, Debug)]
pub struct Hook {
    /// The agent; `runok init` lists those that are known
    #[arg(
        value_name = "AGENT",
        required_unless_present = "agent_option",
        default_value = "",
        hide_default_value = true
    )]
    pub agent: String,
    /// The same as AGENT, as runok 0.3 wrote it
    #[arg(long = "agent", value_name = "AGENT", conflicts_with = "agent")]
    pub agent_option: Option<String>,
    /// The event, for agents that do not name it in what they send
    #[arg(long, value_name = "EVENT")]
    pub event: Option<String>,
    /// Use this policy file alone, instead of those that are found
    #[arg(short, long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Read the policy from its files, and keep nothing of it in the cache
    #[arg(long)]
    pub no_cache: bool,
    /// After this many seconds the answer is that there was none in time
    #[arg(long, value_name = "SECONDS", default_value_t = DEADLINE, value_parser = clap::value_parser!(u32).range(1..=600))]
    pub deadline: u32,
}

/// Answer Claude Code's --permission-prompt-tool, as an MCP server
#[derive(Args, Debug)]
pub struct Mcp {
    /// Use this policy file alone, instead of those that are found
    #[arg(short, long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// A call that is not judged after this many seconds is denied
    #[arg(long, value_name = "SECONDS", default_value_t = DEADLINE, value_parser = clap::value_parser!(u32).range(1..=600))]
    pub deadline: u32,
    /// Commands run in this directory, and never in another one [default: not known]
    #[arg(long, value_name = "DIRECTORY")]
    pub directory: Option<String>,
}

/// Prove that the guard of each coding agent is alive
#[derive(Args, Debug)]
pub struct Doctor {
    /// Let this agent try to run a canary
    #[arg(long, value_name = "AGENT", conflicts_with = "agents")]
    pub live: Option<String>,
    /// How many seconds to wait for the canary
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u32).range(1..=3600))]
    pub wait: u32,
    /// Print what is known of every agent and its events, as Markdown
    #[arg(long, conflicts_with_all = ["agents", "live"])]
    pub matrix: bool,
    /// How to answer
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Agents to look at [default: those that are used here]
    #[arg(value_name = "AGENT")]
    pub agents: Vec<String>,
}

/// Tell a waiting `runok doctor` that nothing stopped this command
#[derive(Args, Debug)]
pub struct Canary {
    /// Which one
    #[arg(value_name = "NONCE")]
    pub nonce: String,
}
