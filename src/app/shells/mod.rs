//! The commands that stand at a shell's prompt: `shell-init`, `shell-check`, `shell-status`.
//!
//! Owns what the shells are given to load, and how a line that was typed is answered. What happens in a shell is in the
//! snippets; they judge nothing, and they take nothing but an exit code for a yes.

mod check;
mod init;
mod status;

pub(super) use check::run as check;
pub(super) use init::run as init;
pub(super) use status::run as status;

use super::arguments::PromptShell;
use crate::shell::typed::Shell;

/// How the reader knows the shell.
fn reader(shell: PromptShell) -> Shell {
    match shell {
        PromptShell::Bash => Shell::Bash,
        PromptShell::Zsh => Shell::Zsh,
        PromptShell::Fish => Shell::Fish,
        PromptShell::Nushell => Shell::Nushell,
        PromptShell::PowerShell => Shell::PowerShell,
    }
}
