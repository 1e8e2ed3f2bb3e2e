//! The arguments of `exec`, and words that are meant for a shell.
//!
//! Owns how the latter are told from the words of the program: by the name that it was called, and by `--shell`. Refuses to
//! read them.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::Args;

use super::DEADLINE;

pub(super) const HELP: &str = "\
The command runs in place of runok: its process, its exit status, its signals, its terminal.
What runs are the words that were judged. One word after -- is a text for bash (which is not
looked for in PATH and reads no startup file), several are a program with its arguments.

Examples:
  runok exec -- 'make && ./deploy'            run it if it is allowed
  runok exec --ask -- git push                ask on the terminal where it is not
  runok exec -c ./ci.yml -- cargo test        by this policy alone
  runok exec --shell -c 'make; make install'  do what a shell does with these words

With --shell everything that follows is read as a shell reads its words, and judged; called
by the name runok-shell, runok does the same: SHELL=~/.local/bin/runok-shell aider. The
shell behind it is RUNOK_SHELL (a shell of /etc/shells), the login shell, or bash.

Exit codes: the command's own; 3 denied, or nobody said yes (126 with --shell); 127 not found,
126 not executable; 2 a mistake in the arguments.";

/// Judge a command, and run it in place if it may
#[derive(Args, Debug)]
pub struct Exec {
    /// Use this policy file alone, instead of those that are found
    #[arg(short, long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Where the answer is ask, ask on the terminal
    #[arg(long)]
    pub ask: bool,
    /// What is not judged after this many seconds is ask
    #[arg(long, value_name = "SECONDS", default_value_t = DEADLINE, value_parser = clap::value_parser!(u32).range(1..=600))]
    pub deadline: u32,
    /// Read everything that follows as a shell reads its words
    #[arg(long, conflicts_with = "words")]
    pub shell: bool,
    /// Not there yet: refused, so that nothing runs without the sandbox that was asked for
    #[arg(long, value_name = "NAME")]
    pub sandbox: Option<String>,
    /// What to run: one word is a shell text, several are a program with its arguments
    #[arg(last = true, value_name = "WORDS")]
    pub words: Vec<OsString>,
}

/// The name that runok stands for a shell by.
const NAME: &str = "runok-shell";

/// Is this the name of the program that stands for a shell? A login shell's name begins with a dash.
pub(super) fn is_its_name(name: &OsStr) -> bool {
    let name = Path::new(name).file_name().and_then(OsStr::to_str).unwrap_or_default();
    name.strip_prefix('-').unwrap_or(name) == NAME
}

/// Takes what follows `--shell` of `exec` from the words: it is for the shell, whatever it looks like.
pub(super) fn words_of_one(words: &mut Vec<OsString>) -> Option<Vec<OsString>> {
    let exec = words.get(1).is_some_and(|word| word == "exec");
    let end = words.iter().position(|word| word == "--shell" || word == "--").filter(|_| exec)?;
    words.get(end).is_some_and(|word| word == "--shell").then(|| words.split_off(end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_says_that_it_stands_for_a_shell() {
        for (name, shell) in [
            ("runok-shell", true),
            ("/x/runok-shell", true),
            ("-runok-shell", true),
            ("runok", false),
            ("runok-shell2", false),
            ("--runok-shell", false),
            ("runok-shell/runok", false),
        ] {
            assert_eq!(is_its_name(OsStr::new(name)), shell, "{name}");
        }
    }
}
