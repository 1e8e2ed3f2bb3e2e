//! The one table of wrappers and launchers.
//!
//! Owns which commands start others, where the started words stand, and whether starting them changes who or where.
//! Refuses to read options (`call` does, with the option tables) and to hold more than a name for what needs code.

use crate::command::WrapKind;
use crate::command::word::Word;
use crate::shell::Dialect;

use super::call::{Call, Read, is};
use super::text::joined;
use super::users::vectors;
use super::{Start, Started, env, files, git, others, shells, users};

/// Who runs what is started, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Who {
    /// The same user in the same place.
    Passes,
    /// Another user, place, or set of programs on this machine.
    Elsewhere,
    /// Another machine or container.
    Remote,
}

/// How the words of a wrapper say what it starts.
#[derive(Clone, Copy)]
pub(super) enum How {
    /// Options, so many operands, then the command's words.
    Words(usize),
    /// Options, so many operands, then words that are joined into a text for a shell.
    Text(usize),
    /// As `Text` when it is one word, as `Words` when there are several.
    TextOrWords(usize),
    /// Each operand is a text.
    Texts,
    /// The words after `--`; without one, as `Words`.
    AfterDashes(usize),
    /// Standard input is a text.
    Input,
    /// Its subcommands start others.
    Below(&'static [(&'static str, Launch)]),
    /// As this function says.
    Special(fn(&Call, Who) -> Vec<Start>),
}

/// One row of the table.
#[derive(Clone, Copy)]
pub(super) struct Launch {
    how: How,
    who: Who,
    /// With one of these options it starts nothing.
    unless: &'static [&'static str],
}

const fn passes(how: How) -> Launch {
    Launch { how, who: Who::Passes, unless: &[] }
}

const fn unless(how: How, unless: &'static [&'static str]) -> Launch {
    Launch { how, who: Who::Passes, unless }
}

const fn elsewhere(how: How) -> Launch {
    Launch { how, who: Who::Elsewhere, unless: &[] }
}

const fn remote(how: How) -> Launch {
    Launch { how, who: Who::Remote, unless: &[] }
}

use How::{AfterDashes, Below, Input, Special, Text, TextOrWords, Texts, Words};

const IN_CONTAINERS: &[(&str, Launch)] = &[
    ("compose", remote(Below(IN_SERVICES))),
    ("container", remote(Below(IN_SERVICES))),
    ("create", remote(Words(1))),
    ("exec", remote(Words(1))),
    ("run", remote(Words(1))),
];

const IN_SERVICES: &[(&str, Launch)] = &[("exec", remote(Words(1))), ("run", remote(Words(1)))];

const IN_PODS: &[(&str, Launch)] = &[
    ("debug", remote(AfterDashes(usize::MAX))),
    ("exec", remote(AfterDashes(1))),
    ("rsh", remote(Words(1))),
    ("run", remote(AfterDashes(usize::MAX))),
];

const PACKAGES: &[(&str, Launch)] =
    &[("dlx", elsewhere(Words(0))), ("exec", elsewhere(Words(0))), ("x", elsewhere(Words(0)))];

const RUN: &[(&str, Launch)] = &[("run", elsewhere(Words(0)))];
const EXEC: &[(&str, Launch)] = &[("exec", elsewhere(Words(0)))];
const RUN_DASHES: &[(&str, Launch)] = &[("run", elsewhere(AfterDashes(0)))];
const EXEC_DASHES: &[(&str, Launch)] = &[("exec", elsewhere(AfterDashes(0))), ("x", elsewhere(AfterDashes(0)))];
const EXEC_IN: &[(&str, Launch)] = &[("exec", elsewhere(AfterDashes(1)))];
const REMOTE_EXEC: &[(&str, Launch)] = &[("exec", remote(AfterDashes(1)))];

const UV: &[(&str, Launch)] = &[("run", elsewhere(Words(0))), ("tool", elsewhere(Below(RUN)))];

const GIT: &[(&str, Launch)] = &[
    ("bisect", passes(Below(&[("run", passes(Words(0)))]))),
    ("config", passes(Special(git::config))),
    ("for-each-repo", passes(Special(git::for_each_repo))),
    ("submodule", passes(Below(&[("foreach", passes(TextOrWords(0)))]))),
];

const TMUX: &[(&str, Launch)] = &[
    ("display-popup", elsewhere(TextOrWords(0))),
    ("if", elsewhere(Texts)),
    ("if-shell", elsewhere(Texts)),
    ("new", elsewhere(TextOrWords(0))),
    ("new-session", elsewhere(TextOrWords(0))),
    ("new-window", elsewhere(TextOrWords(0))),
    ("neww", elsewhere(TextOrWords(0))),
    ("pipe-pane", elsewhere(Text(0))),
    ("pipep", elsewhere(Text(0))),
    ("popup", elsewhere(TextOrWords(0))),
    ("respawn-pane", elsewhere(TextOrWords(0))),
    ("respawn-window", elsewhere(TextOrWords(0))),
    ("respawnp", elsewhere(TextOrWords(0))),
    ("respawnw", elsewhere(TextOrWords(0))),
    ("run", elsewhere(Text(0))),
    ("run-shell", elsewhere(Text(0))),
    ("split-window", elsewhere(TextOrWords(0))),
    ("splitw", elsewhere(TextOrWords(0))),
];

/// Sorted by name.
const ROWS: &[(&str, Launch)] = &[
    ("-", passes(Words(0))),
    (".", passes(Special(shells::source))),
    ("asdf", elsewhere(Below(EXEC))),
    ("ash", passes(Special(shells::shell))),
    ("at", elsewhere(Input)),
    ("aws-vault", elsewhere(Below(EXEC_IN))),
    ("bash", passes(Special(shells::shell))),
    ("batch", elsewhere(Input)),
    ("bind", passes(Special(shells::callback))),
    ("builtin", passes(Words(0))),
    ("bun", elsewhere(Below(PACKAGES))),
    ("bundle", elsewhere(Below(EXEC))),
    ("bunx", elsewhere(Words(0))),
    ("busybox", passes(Special(others::applet))),
    ("bwrap", elsewhere(Words(0))),
    ("caffeinate", passes(Words(0))),
    ("cargo", passes(Below(&[("watch", passes(Special(others::cargo_watch)))]))),
    ("catchsegv", passes(Words(0))),
    ("chronic", passes(Words(0))),
    ("chroot", remote(Words(1))),
    ("chrt", unless(Words(1), &["-p"])),
    ("command", unless(Words(0), &["-v", "-V"])),
    ("compgen", passes(Special(shells::callback))),
    ("complete", passes(Special(shells::callback))),
    ("conda", elsewhere(Below(RUN))),
    ("csh", passes(Special(shells::foreign_shell))),
    ("dash", passes(Special(shells::shell))),
    ("dbus-run-session", passes(Words(0))),
    ("direnv", elsewhere(Below(EXEC_IN))),
    ("doas", elsewhere(Special(users::sudo))),
    ("docker", remote(Below(IN_CONTAINERS))),
    ("docker-compose", remote(Below(IN_SERVICES))),
    ("doppler", elsewhere(Below(RUN_DASHES))),
    ("dotenv", elsewhere(Special(others::dotenv))),
    ("dotenvx", elsewhere(Below(RUN_DASHES))),
    ("eatmydata", passes(Words(0))),
    ("elvish", passes(Special(shells::foreign_shell))),
    ("entr", passes(Words(0))),
    ("env", passes(Special(env::env))),
    ("eval", passes(Special(shells::eval))),
    ("exec", passes(Words(0))),
    ("fakeroot", passes(AfterDashes(0))),
    ("fd", passes(Special(files::fd))),
    ("fdfind", passes(Special(files::fd))),
    ("find", passes(Special(files::find))),
    ("firejail", elsewhere(Words(0))),
    ("fish", passes(Special(shells::foreign_shell))),
    ("flock", passes(Special(others::flock))),
    ("gdb", passes(Special(others::gdb))),
    ("genv", passes(Special(env::env))),
    ("gfind", passes(Special(files::find))),
    ("gh", passes(Special(others::gh))),
    ("git", passes(Below(GIT))),
    ("gmake", passes(Special(others::make))),
    ("gnice", passes(Words(0))),
    ("gnohup", passes(Words(0))),
    ("gstdbuf", passes(Words(0))),
    ("gtime", passes(Words(0))),
    ("gtimeout", passes(Words(1))),
    ("gxargs", passes(Special(files::xargs))),
    ("heroku", remote(Below(&[("run", remote(Text(0)))]))),
    ("hyperfine", passes(Texts)),
    ("ifne", passes(Words(0))),
    ("incus", remote(Below(REMOTE_EXEC))),
    ("infisical", elsewhere(Below(RUN_DASHES))),
    ("ionice", unless(Words(0), &["-p", "-P", "-u"])),
    ("jobs", passes(Special(others::jobs))),
    ("ksh", passes(Special(shells::shell))),
    ("ksh93", passes(Special(shells::shell))),
    ("kubectl", remote(Below(IN_PODS))),
    ("linux32", passes(Words(0))),
    ("linux64", passes(Words(0))),
    ("ltrace", passes(Words(0))),
    ("lxc", remote(Below(REMOTE_EXEC))),
    ("machinectl", remote(Below(&[("shell", remote(Words(1)))]))),
    ("make", passes(Special(others::make))),
    ("mapfile", passes(Special(shells::callback))),
    ("mise", elsewhere(Below(EXEC_DASHES))),
    ("mksh", passes(Special(shells::shell))),
    ("mosh", remote(AfterDashes(usize::MAX))),
    ("nerdctl", remote(Below(IN_CONTAINERS))),
    ("nice", passes(Words(0))),
    ("nocorrect", passes(Words(0))),
    ("noglob", passes(Words(0))),
    ("nohup", passes(Words(0))),
    ("npm", elsewhere(Below(PACKAGES))),
    ("npx", elsewhere(Words(0))),
    ("nsenter", elsewhere(Words(0))),
    ("nu", passes(Special(shells::foreign_shell))),
    ("numactl", passes(Words(0))),
    ("oc", remote(Below(IN_PODS))),
    ("op", elsewhere(Below(RUN_DASHES))),
    ("parallel", passes(Special(files::parallel))),
    ("parallel-ssh", remote(Text(0))),
    ("pdm", elsewhere(Below(RUN))),
    ("pdsh", remote(Text(0))),
    ("perf", passes(Below(&[("record", passes(Words(0))), ("stat", passes(Words(0)))]))),
    ("pipenv", elsewhere(Below(RUN))),
    ("pipx", elsewhere(Below(RUN))),
    ("pkexec", elsewhere(Words(0))),
    ("pnpm", elsewhere(Below(PACKAGES))),
    ("pnpx", elsewhere(Words(0))),
    ("podman", remote(Below(IN_CONTAINERS))),
    ("poetry", elsewhere(Below(RUN))),
    ("prlimit", unless(Words(0), &["-p"])),
    ("proot", elsewhere(Words(0))),
    ("proxychains", passes(Words(0))),
    ("proxychains4", passes(Words(0))),
    ("pssh", remote(Text(0))),
    ("pwsh", passes(Special(shells::foreign_shell))),
    ("pyenv", elsewhere(Below(EXEC))),
    ("rbash", passes(Special(shells::shell))),
    ("rbenv", elsewhere(Below(EXEC))),
    ("readarray", passes(Special(shells::callback))),
    ("repeat", passes(Words(1))),
    ("rlwrap", passes(Words(0))),
    ("rsh", remote(Special(others::ssh))),
    ("runuser", elsewhere(Special(users::su))),
    ("rye", elsewhere(Below(RUN))),
    ("screen", elsewhere(Words(0))),
    ("script", passes(Special(others::script))),
    ("setarch", passes(Special(others::setarch))),
    ("setpriv", elsewhere(Words(0))),
    ("setsid", passes(Words(0))),
    ("sg", elsewhere(Special(users::sg))),
    ("sh", passes(Special(shells::shell))),
    ("slogin", remote(Special(others::ssh))),
    ("source", passes(Special(shells::source))),
    ("ssh", remote(Special(others::ssh))),
    ("start-stop-daemon", elsewhere(Special(others::start_stop_daemon))),
    ("stdbuf", passes(Words(0))),
    ("strace", passes(Special(others::strace))),
    ("su", elsewhere(Special(users::su))),
    ("sudo", elsewhere(Special(users::sudo))),
    ("systemd-inhibit", unless(Words(0), &["--list"])),
    ("systemd-run", elsewhere(Words(0))),
    ("taskset", unless(Words(1), &["-p"])),
    ("tcsh", passes(Special(shells::foreign_shell))),
    ("time", passes(Words(0))),
    ("timeout", passes(Words(1))),
    ("tmux", elsewhere(Below(TMUX))),
    ("torify", passes(Words(0))),
    ("torsocks", passes(Words(0))),
    ("toybox", passes(Special(others::applet))),
    ("trap", passes(Special(shells::trap))),
    ("tsocks", passes(Words(0))),
    ("unbuffer", passes(Words(0))),
    ("unshare", elsewhere(Words(0))),
    ("uv", elsewhere(Below(UV))),
    ("uvx", elsewhere(Words(0))),
    ("valgrind", passes(Words(0))),
    ("watch", passes(Special(others::watch))),
    ("wsl", remote(Words(0))),
    ("xargs", passes(Special(files::xargs))),
    ("xonsh", passes(Special(shells::foreign_shell))),
    ("xvfb-run", passes(Words(0))),
    ("yarn", elsewhere(Below(PACKAGES))),
    ("zsh", passes(Special(shells::shell))),
];

/// The row of a command.
pub(super) fn find(name: &str) -> Option<&'static Launch> {
    let name = name.strip_suffix(".exe").unwrap_or(name);
    row(ROWS, name)
}

fn row(rows: &'static [(&'static str, Launch)], name: &str) -> Option<&'static Launch> {
    let at = rows.binary_search_by(|(row, _)| (*row).cmp(name)).ok()?;
    rows.get(at).map(|(_, launch)| launch)
}

/// What a call of a wrapper starts.
pub(super) fn starts(call: &Call, launch: &Launch) -> Vec<Start> {
    match launch.how {
        Special(function) => return function(call, launch.who),
        Below(rows) => return below(call, rows),
        _ => {}
    }
    let read = call.read();
    if read.doubts.is_empty() && read.has(launch.unless) {
        return Vec::new();
    }
    let passing = call.depth() + passing(launch.how);
    let starts = match launch.how {
        Words(_) => vectors(call, &read, passing),
        Text(_) => texts(call, &read, passing),
        TextOrWords(_) => text_or_words(call, &read, passing),
        Texts => each_text(call, &read),
        AfterDashes(_) => match read.after_end_of_options() {
            Some(index) if index < call.words.len() => {
                vec![Start::words(WrapKind::PassThrough, call.from(index)).with_doubts(&read.doubts)]
            }
            Some(_) => Vec::new(),
            None => vectors(call, &read, passing),
        },
        Input => {
            vec![Start::new(WrapKind::PassThrough, Started::Input { dialect: Dialect::Posix, parameters: Vec::new() })]
        }
        Special(_) | Below(_) => Vec::new(),
    };
    launch.who.apply(starts)
}

fn passing(how: How) -> usize {
    match how {
        Words(passing) | Text(passing) | TextOrWords(passing) | AfterDashes(passing) => passing,
        Texts | Input | Below(_) | Special(_) => 0,
    }
}

/// Goes on with the subcommand.
fn below(call: &Call, rows: &'static [(&'static str, Launch)]) -> Vec<Start> {
    let may_name = |word: &Word| word.known().is_none_or(|text| row(rows, text).is_some());
    if !call.from(1).iter().any(may_name) {
        return Vec::new();
    }
    let read = call.read();
    let Some((index, certain)) = read.operands.get(call.depth()).copied() else { return Vec::new() };
    let name = call.words.get(index).and_then(Word::known).filter(|_| certain);
    let Some(name) = name else { return unknown_subcommand(call, &read) };
    let Some(launch) = row(rows, name) else { return Vec::new() };
    let mut found = starts(&call.below(index, name), launch);
    for start in &mut found {
        for doubt in &read.doubts {
            if !start.doubts.contains(doubt) {
                start.doubts.push(doubt.clone());
            }
        }
    }
    found
}

/// An unknown word may be one of the subcommands that start something: what follows it may then be a command.
fn unknown_subcommand(call: &Call, read: &Read) -> Vec<Start> {
    let doubt = call.doubt(format!("it is not known what {} is told to do", call.name));
    let places = read.places(call.depth());
    let words = places.into_iter().map(|place| call.from(place));
    words.map(|words| Start::words(WrapKind::Program, words).doubtful(doubt.clone())).collect()
}

fn texts(call: &Call, read: &Read, passing: usize) -> Vec<Start> {
    let words = read.places(passing).into_iter().map(|place| {
        let words = call.from(place);
        if words.first().is_some_and(|word| is(word, "--")) { call.from(place + 1) } else { words }
    });
    let texts = words.filter_map(joined);
    texts.map(|text| Start::text(WrapKind::PassThrough, text).with_doubts(&read.doubts)).collect()
}

fn text_or_words(call: &Call, read: &Read, passing: usize) -> Vec<Start> {
    let one = read.places(passing).iter().all(|place| call.from(*place).len() == 1);
    if one { texts(call, read, passing) } else { vectors(call, read, passing) }
}

fn each_text(call: &Call, read: &Read) -> Vec<Start> {
    let operands = read.operands.iter().skip(call.depth()).filter_map(|(index, _)| call.words.get(*index));
    operands.map(|text| Start::text(WrapKind::PassThrough, text.clone()).with_doubts(&read.doubts)).collect()
}

impl Who {
    /// Notes who and where on what is started.
    pub(super) fn apply(self, mut starts: Vec<Start>) -> Vec<Start> {
        for start in &mut starts {
            if self != Self::Passes && start.kind == WrapKind::PassThrough {
                start.kind = WrapKind::Elsewhere;
            }
            start.remote |= self == Self::Remote;
        }
        starts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(rows: &[(&str, Launch)]) {
        for pair in rows.windows(2) {
            assert!(pair[0].0 < pair[1].0, "{} stands before {}", pair[0].0, pair[1].0);
        }
        for (_, launch) in rows {
            if let Below(rows) = launch.how {
                check(rows);
            }
        }
    }

    #[test]
    fn the_table_is_sorted() {
        check(ROWS);
    }
}
