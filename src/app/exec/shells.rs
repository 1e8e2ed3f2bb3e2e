#![allow(clippy::disallowed_methods, reason = "edge: looks for shells, reads variables that shells read")]
//! The shell that runs a text, and what could make it run another one.
//!
//! Owns which shell that is, and the variables of the environment that change what a text means to it. A text is judged as
//! bash reads it, so bash runs it; it is looked for where systems install it and never in `PATH`, because whoever could
//! put a program there would run instead of what was judged. It is started so that nothing else has a say:
//!
//! - `--norc`: with a socket as its standard input, bash takes itself for the shell of a remote login and reads `~/.bashrc`.
//! - `-p`: `BASH_ENV`, `ENV`, functions of the environment, `SHELLOPTS`, `BASHOPTS`, `CDPATH` and `GLOBIGNORE` are not looked
//!   at. They stay in the environment, for the programs that the text starts.
//! - `--` after `-c`: a text that begins with a dash would be taken for options, and the next word for the text.
//!
//! What no option of the shell turns off (`POSIXLY_CORRECT`, `BASH_COMPAT`, code in `PS4`) makes allow ask. Refuses to judge
//! the variables that programs read, `PATH` before all: they are the caller's own, whatever starts the command.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use nix::unistd::{Uid, User};

use super::launch::Program;
use crate::app::request::Request;
use crate::input::CommandLine;

/// Where systems install shells.
const PLACES: [&str; 6] =
    ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", "/opt/local/bin", "/run/current-system/sw/bin"];

/// Names the shell that `runok-shell` stands for.
pub(in crate::app) const CHOICE: &str = "RUNOK_SHELL";

/// Variables that change how bash reads a text, whatever options it is started with.
const ALWAYS: [&str; 3] = ["POSIXLY_CORRECT", "POSIX_PEDANTIC", "BASH_COMPAT"];

/// Variables that `-p` keeps bash from looking at. Of functions the one that bash calls by itself stands here; others are
/// seen where the text calls them.
const UNLESS_ALONE: [&str; 5] =
    ["CDPATH", "GLOBIGNORE", "SHELLOPTS", "BASHOPTS", "BASH_FUNC_command_not_found_handle%%"];

/// Variables that zsh looks at, whatever options it is started with.
const ZSH: [&str; 8] =
    ["NULLCMD", "READNULLCMD", "STTY", "FPATH", "MODULE_PATH", "CDPATH", "TMPPREFIX", "POSIXLY_CORRECT"];

/// A kind of shell, by the language that it reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::app) enum Kind {
    Bash,
    Zsh,
    /// Whatever the system calls `sh`.
    Posix,
}

impl Kind {
    fn of(name: &str) -> Option<Self> {
        match name {
            "bash" => Some(Self::Bash),
            "zsh" => Some(Self::Zsh),
            "sh" | "dash" => Some(Self::Posix),
            _ => None,
        }
    }

    /// The name that rules and the reader of texts know it by.
    pub(in crate::app) fn name(self) -> &'static str {
        match self {
            Self::Bash => "bash",
            Self::Zsh => "zsh",
            Self::Posix => "sh",
        }
    }
}

/// How a shell is started, as far as that decides which variables it looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::app) struct Manner {
    pub interactive: bool,
    pub login: bool,
}

/// A shell of this system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::app) struct Shell {
    pub path: PathBuf,
    pub kind: Kind,
}

impl Shell {
    /// The shell for a text that `runok exec` was given: bash, else what the system calls `sh`.
    ///
    /// # Errors
    /// A sentence, where there is neither.
    pub(in crate::app) fn for_texts() -> Result<Self, String> {
        let found = ["bash", "sh"].iter().find_map(|name| Self::installed(name));
        found.ok_or_else(|| "there is no bash and no sh where systems install them".to_owned())
    }

    /// The shell that `runok-shell` stands for: what `RUNOK_SHELL` names, else the login shell, else bash, else `sh`.
    ///
    /// # Errors
    /// A sentence, where that is none.
    pub(in crate::app) fn behind() -> Result<Self, String> {
        if let Some(choice) = std::env::var_os(CHOICE).filter(|choice| !choice.is_empty()) {
            let path = PathBuf::from(choice);
            let usable = Self::at(&path).filter(|shell| is_listed(&shell.path) && !is_this_program(&shell.path));
            let rest = "give the path of a bash, zsh or sh that stands in /etc/shells";
            return usable.ok_or_else(|| format!("{CHOICE} is {}: {rest}", path.display()));
        }
        let own = User::from_uid(Uid::current()).ok().flatten().and_then(|user| Self::at(&user.shell));
        own.filter(|shell| !is_this_program(&shell.path)).map_or_else(Self::for_texts, Ok)
    }

    fn installed(name: &str) -> Option<Self> {
        let paths = PLACES.iter().map(|place| Path::new(place).join(name));
        paths.filter_map(|path| Self::at(&path)).find(|shell| !is_this_program(&shell.path))
    }

    /// The shell that is this file.
    fn at(path: &Path) -> Option<Self> {
        let kind = Kind::of(path.file_name()?.to_str()?)?;
        let file = path.is_absolute() && std::fs::metadata(path).is_ok_and(|facts| facts.is_file());
        file.then(|| Self { path: path.to_owned(), kind })
    }

    /// The shell that these words of a command start by its name, if they do: where it is does not matter here.
    pub(in crate::app) fn of_words(words: &[String]) -> Option<Self> {
        let (path, rest) = words.split_first()?;
        let path = PathBuf::from(path);
        let posix = rest.iter().any(|word| word.contains("posix"));
        let kind = match path.file_name()?.to_str()? {
            // it reads `ENV` then, as `sh` does
            "bash" | "rbash" if !posix => Kind::Bash,
            "zsh" | "rzsh" => Kind::Zsh,
            "bash" | "rbash" | "sh" | "dash" | "ash" | "ksh" | "ksh93" | "rksh" | "mksh" | "lksh" | "oksh"
            | "loksh" | "pdksh" | "yash" => Kind::Posix,
            "busybox" if rest.first().is_some_and(|applet| applet == "sh" || applet == "ash") => Kind::Posix,
            _ => return None,
        };
        Some(Self { path, kind })
    }

    /// What is judged and what runs for a text alone.
    ///
    /// # Errors
    /// Why it cannot be judged.
    pub(in crate::app) fn text(&self, line: CommandLine) -> Result<(Request, Program), String> {
        let text = line.as_str().to_owned();
        let mut arguments: Vec<String> = Vec::new();
        if self.kind == Kind::Bash {
            arguments.extend(["--norc", "-p"].map(str::to_owned));
        }
        arguments.extend(["-c", "--", &text].map(str::to_owned));
        let request = match self.kind {
            Kind::Bash => Request::text(line),
            kind => Request::known_words(vec![kind.name().to_owned(), "-c".to_owned(), "--".to_owned(), text])?,
        };
        let words = arguments.into_iter().map(Into::into).collect();
        Ok((request, Program::new(&self.path, words).called(self.kind.name())))
    }

    /// What in the environment changes the meaning of a text for the shell that [`Self::text`] starts.
    pub(in crate::app) fn doubt_alone(&self) -> Option<String> {
        match self.kind {
            Kind::Bash => ALWAYS.iter().find_map(|name| set(name)).or_else(code_in_ps4),
            Kind::Posix | Kind::Zsh => self.doubt(Manner::default()),
        }
    }

    /// What in the environment changes the meaning of a text for this shell, started by the words that it was given.
    pub(in crate::app) fn doubt(&self, manner: Manner) -> Option<String> {
        let found = |names: &[&str]| names.iter().find_map(|name| set(name));
        match self.kind {
            Kind::Bash => {
                let file = if manner.interactive { None } else { set("BASH_ENV") };
                file.or_else(|| found(&ALWAYS)).or_else(|| found(&UNLESS_ALONE)).or_else(code_in_ps4)
            }
            // a system's `sh` may be bash
            Kind::Posix => found(&ALWAYS)
                .or_else(|| found(&UNLESS_ALONE))
                .or_else(|| set("ENV"))
                .or_else(|| set("BASH_ENV"))
                .or_else(code_in_ps4),
            Kind::Zsh => found(&ZSH).or_else(foreign_zdotdir).or_else(code_in_ps4),
        }
    }
}

fn set(name: &str) -> Option<String> {
    // bash looks at some of them when they are set, be it to nothing
    std::env::var_os(name).map(|_| because(name))
}

fn because(name: &str) -> String {
    format!("{name} is set in the environment, which changes what a text means to the shell that would run it")
}

/// `PS4` is expanded before each command while `set -x` holds; names of variables in it are no code.
fn code_in_ps4() -> Option<String> {
    let value = std::env::var_os("PS4")?;
    let is_code = value.to_str().is_none_or(|text| text.contains(['`', '(', '[', '@', '!']));
    is_code.then(|| because("PS4"))
}

/// Each zsh first reads a file in `ZDOTDIR`; a place below the home directory where people keep it is their own.
fn foreign_zdotdir() -> Option<String> {
    let directory = std::env::var_os("ZDOTDIR")?;
    let home = PathBuf::from(std::env::var_os("HOME").unwrap_or_default());
    let own = ["", ".zsh", ".zsh.d", ".config/zsh"].iter().any(|place| home.join(place) == Path::new(&directory));
    (!own || !home.is_absolute()).then(|| because("ZDOTDIR"))
}

/// Does the administrator's list of shells name it, or does it stand where systems install them?
fn is_listed(path: &Path) -> bool {
    let installed = path.parent().is_some_and(|parent| PLACES.iter().any(|place| Path::new(place) == parent));
    let listed = || {
        let list = std::fs::read_to_string("/etc/shells").unwrap_or_default();
        list.lines().any(|line| Path::new(line.trim()) == path)
    };
    installed || listed()
}

/// Is this file runok itself, under whatever name?
fn is_this_program(path: &Path) -> bool {
    let number = |path: &Path| std::fs::metadata(path).ok().map(|facts| (facts.dev(), facts.ino()));
    let own = std::env::current_exe().ok().and_then(|own| number(&own));
    own.is_some() && number(path) == own
}
