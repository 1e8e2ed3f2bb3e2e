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

/// Variables that a shell has from its start, whatever its environment holds, and that need not be numbers.
pub(super) fn is_made_at_start(name: &str) -> bool {
    matches!(
        name,
        "BASH"
            | "BASHOPTS"
            | "BASH_VERSION"
            | "HOSTNAME"
            | "HOSTTYPE"
            | "IFS"
            | "MACHTYPE"
            | "OLDPWD"
            | "OSTYPE"
            | "PATH"
            | "PS1"
            | "PS2"
            | "PS4"
            | "PWD"
            | "SHELL"
            | "SHELLOPTS"
            | "TERM"
    ) || name.starts_with("ZSH")
}

/// Variables that shells make of what the line itself says.
pub(super) fn is_made_of_line(name: &str) -> bool {
    matches!(
        name,
        "_" | "BASH_ALIASES"
            | "BASH_ARGV"
            | "BASH_ARGV0"
            | "BASH_CMDS"
            | "BASH_COMMAND"
            | "BASH_EXECUTION_STRING"
            | "BASH_REMATCH"
            | "BASH_SOURCE"
            | "DIRSTACK"
            | "FUNCNAME"
            // and zsh
            | "MATCH"
            | "ZSH_EXECUTION_STRING"
            | "aliases"
            | "argv"
            | "commands"
            | "dirstack"
            | "functions"
            | "funcstack"
            | "history"
            | "historywords"
            | "match"
            | "parameters"
    )
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
