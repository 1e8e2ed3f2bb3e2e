//! The arguments of the commands that stand at a shell's prompt.
//!
//! Owns names, defaults and help texts. Refuses side effects.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::DEADLINE;

pub(super) const INIT_HELP: &str = "\
Loading it:
  bash        eval \"$(runok shell-init bash)\"        at the end of ~/.bashrc
  zsh         eval \"$(runok shell-init zsh)\"         at the end of ~/.zshrc, after plugins
  fish        runok shell-init fish | source         in ~/.config/fish/config.fish, if interactive
  nushell     runok shell-init nushell | save -f ($nu.default-config-dir | path join runok.nu)
              and `source runok.nu` in config.nu
  PowerShell  Invoke-Expression (& runok shell-init powershell | Out-String)   in $PROFILE

From then on Enter asks runok before the shell gets the line. `runok shell-status` says whether that
works, `runok shell-off` takes it back. Alt-r (in vi mode Ctrl-x r) puts the suggestion for the last
line that was denied on the line.

It sees lines that are typed at the prompt of the shell that loaded it, and nothing else: no scripts,
no `bash -c`, no shell that did not load it, no text that a program runs.";

pub(super) const CHECK_HELP: &str = "\
What `runok shell-init` prints calls this, once for each line. The text is one word after --, or
standard input without its last line break.

Examples:
  runok shell-check --shell bash -- 'git push -f'     judge a line as the prompt of bash does
  runok shell-check --shell zsh --alias 'g=git' -- 'g push'

Exit codes: 0 it may run; 6 it may, a person has said yes; 3 it must not, which was said; 5 the text
is not finished; anything else is an error, and then the line does not run.";

pub(super) const STATUS_HELP: &str = "\
In a shell that has loaded `runok shell-init`, that shell says whether lines are held back there:
  blocking     each line is judged before it runs
  degraded     something is lost: a part of the lines is not judged, or none
  warn-only    lines run; runok tells afterwards what it would not have allowed
  off          nothing is judged
with the reasons.

Examples:
  runok shell-status

Exit codes: 0 blocking, 1 otherwise.";

/// Print what makes an interactive shell ask runok before it runs a line
#[derive(Args, Debug)]
pub struct ShellInit {
    /// What becomes of a line that could not be judged
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = OnError::Degrade)]
    pub on_error: OnError,
    /// The key that inserts the suggestion, in the notation of the shell's own `bind` or `bindkey`
    #[arg(long, value_name = "KEY")]
    pub suggestion_key: Option<String>,
    /// A line that is not judged after this many seconds is asked about
    #[arg(long, value_name = "SECONDS", default_value_t = DEADLINE, value_parser = clap::value_parser!(u32).range(1..=600))]
    pub deadline: u32,
    /// Judge by this policy file alone, instead of those that are found
    #[arg(short, long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// For which shell
    #[arg(value_name = "SHELL", value_enum)]
    pub shell: PromptShell,
}

/// What becomes of lines that could not be judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum OnError {
    /// It does not run; after three in a row, or where runok is gone, lines run with a warning
    Degrade,
    /// It does not run
    Deny,
}

/// Judge a line that was typed at a prompt
#[derive(Args, Debug)]
pub struct ShellCheck {
    /// At the prompt of which shell
    #[arg(long, value_name = "SHELL", value_enum)]
    pub shell: PromptShell,
    /// The options of the shell that are on, with `:` between them
    #[arg(long, value_name = "NAMES", allow_hyphen_values = true)]
    pub options: Option<String>,
    /// An alias of the shell
    #[arg(long = "alias", value_name = "NAME=TEXT", allow_hyphen_values = true)]
    pub aliases: Vec<String>,
    /// A global alias of zsh
    #[arg(long = "global-alias", value_name = "NAME=TEXT", allow_hyphen_values = true)]
    pub global_aliases: Vec<String>,
    /// A suffix alias of zsh
    #[arg(long = "suffix-alias", value_name = "NAME=TEXT", allow_hyphen_values = true)]
    pub suffix_aliases: Vec<String>,
    /// A variable that the shell keeps to itself
    #[arg(long = "set", value_name = "NAME=VALUE", allow_hyphen_values = true)]
    pub variables: Vec<String>,
    /// The line cannot be gone on with: judge it even if it is not finished
    #[arg(long)]
    pub whole: bool,
    /// The line has run: only say what would have held it back
    #[arg(long, conflicts_with = "suggestion")]
    pub afterwards: bool,
    /// Print the suggestion for the line instead
    #[arg(long)]
    pub suggestion: bool,
    /// What is not judged after this many seconds is ask
    #[arg(long, value_name = "SECONDS", default_value_t = DEADLINE, value_parser = clap::value_parser!(u32).range(1..=600))]
    pub deadline: u32,
    /// Name this key where there is a suggestion
    #[arg(long, value_name = "KEY")]
    pub key: Option<String>,
    /// Use this policy file alone, instead of those that are found
    #[arg(short, long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// The line
    #[arg(last = true, value_name = "LINE")]
    pub line: Option<OsString>,
}

/// Say whether this shell asks runok before it runs a line
#[derive(Args, Debug)]
pub struct ShellStatus {
    /// Whose facts these are; without it this program says that no shell told it any
    #[arg(long, value_name = "SHELL", value_enum)]
    pub shell: Option<PromptShell>,
    /// The version of the shell
    #[arg(long, value_name = "VERSION", requires = "shell")]
    pub shell_version: Option<String>,
    /// What Enter does
    #[arg(long, value_name = "HOW", value_enum, requires = "shell", default_value_t = Layer::None)]
    pub enter: Layer,
    /// What becomes of lines that come by other keys
    #[arg(long, value_name = "HOW", value_enum, requires = "shell", default_value_t = Layer::None)]
    pub others: Layer,
    /// How many lines in a row could not be judged
    #[arg(long, value_name = "COUNT", requires = "shell", default_value_t = 0)]
    pub errors: u32,
    /// Lines run although they could not be judged
    #[arg(long, requires = "shell")]
    pub passing: bool,
    /// Something that a person should know
    #[arg(long = "note", value_name = "TEXT", requires = "shell", allow_hyphen_values = true)]
    pub notes: Vec<String>,
}

/// What a part of the guard does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Layer {
    /// It holds lines back
    Blocks,
    /// It tells afterwards
    Warns,
    /// Nothing
    None,
}

/// A shell with a prompt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum PromptShell {
    /// bash, 4.4 or newer
    Bash,
    /// zsh, 5.0 or newer
    Zsh,
    /// fish, 3.4 or newer
    Fish,
    /// nushell
    #[value(alias = "nu")]
    Nushell,
    /// PowerShell with PSReadLine 2 or newer
    #[value(name = "powershell", alias = "pwsh")]
    PowerShell,
}

impl PromptShell {
    /// Its name, as its users write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Bash => "bash",
            Self::Zsh => "zsh",
            Self::Fish => "fish",
            Self::Nushell => "nushell",
            Self::PowerShell => "PowerShell",
        }
    }
}
