//! The arguments of `runok init`.
//!
//! Owns their names and help texts. Refuses side effects.

use clap::Args;

/// What `--help` says after the arguments.
pub(super) const HELP: &str = "\
Without AGENT it looks which agents are used here and offers them all. What would change is
shown as a diff before it is asked about; settings and comments of others stay as they are. The
file as it was is kept in ~/.local/state/runok/backups.

The agent's own lists of allowed and forbidden commands are offered as rules for
~/.config/runok/runok.yml, each with lines that it matches and one that it does not.

Examples:
  runok init                        register with every agent that is used here
  runok init --list                 which agents are known, used here, registered
  runok init claude-code --dry-run  only show what would change
  runok init codex gemini-cli --yes do not ask
  runok init claude-code --project  for this project alone
  runok init --uninstall            take out what runok put in, and nothing else

Exit codes: 0 done, or nothing to do; 2 something could not be done, or nobody could be asked.";

/// Register runok with coding agents, so that they ask it before they run something
#[derive(Args, Debug)]
pub struct Init {
    /// The agents [default: those that are used here]
    #[arg(value_name = "AGENT")]
    pub agents: Vec<String>,
    /// Register for this project alone, in the settings that stand in it
    #[arg(long)]
    pub project: bool,
    /// Also guard what is no shell: tools for files, and those of MCP servers
    #[arg(long, conflicts_with = "uninstall")]
    pub tools: bool,
    /// Take runok out again
    #[arg(long)]
    pub uninstall: bool,
    /// Do not offer the agents' own lists as rules
    #[arg(long)]
    pub no_rules: bool,
    /// Do not ask (beside --dry-run there is nothing to ask)
    #[arg(short, long)]
    pub yes: bool,
    /// Show what would change, and change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// List the agents: which are known, used here, registered
    #[arg(long, conflicts_with_all = ["agents", "uninstall", "yes", "dry_run", "tools", "no_rules"])]
    pub list: bool,
}
