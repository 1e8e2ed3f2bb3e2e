//! Variables that a shell makes itself.
//!
//! Owns their names. Refuses to know what they hold.

use crate::shell::Dialect;

/// Variables that bash computes at each use, all of them numbers.
pub(super) fn is_dynamic(name: &str) -> bool {
    matches!(
        name,
        "RANDOM"
            | "SRANDOM"
            | "SECONDS"
            | "LINENO"
            | "BASHPID"
            | "PPID"
            | "UID"
            | "EUID"
            | "EPOCHSECONDS"
            | "BASH_SUBSHELL"
            | "HISTCMD"
            | "OPTIND"
    )
}

/// Is this one of the variables that bash computes computed by other shells too? To dash `$RANDOM` is nothing.
pub(super) fn is_computed_by(dialect: Dialect, name: &str) -> bool {
    match dialect {
        Dialect::Posix => matches!(name, "PPID" | "OPTIND"),
        Dialect::Bash | Dialect::Fish => true,
        Dialect::Zsh | Dialect::ZshPrompt { .. } => {
            !matches!(name, "SRANDOM" | "BASHPID" | "EPOCHSECONDS" | "BASH_SUBSHELL")
        }
    }
}

/// Names whose value is what bash makes it, whatever the line assigns.
pub(super) fn is_special(name: &str) -> bool {
    is_dynamic(name)
        || matches!(
            name,
            "_" | "PIPESTATUS"
                | "FUNCNAME"
                | "BASH_COMMAND"
                | "BASH_SOURCE"
                | "BASH_LINENO"
                | "BASH_ARGV"
                | "BASH_ARGC"
                | "DIRSTACK"
                | "GROUPS"
                | "EPOCHREALTIME"
                | "BASH_ALIASES"
                | "BASH_CMDS"
                | "BASHOPTS"
                | "SHELLOPTS"
                | "BASH_VERSINFO"
                | "COMP_WORDBREAKS"
                | "COLUMNS"
                | "LINES"
                | "SHLVL"
                | "BASH_REMATCH"
                | "BASH_ARGV0"
                | "BASH_MONOSECONDS"
                // options of the shell set and unset these
                | "IGNOREEOF"
                | "HISTSIZE"
                | "HISTFILESIZE"
                | "POSIXLY_CORRECT"
        )
}
