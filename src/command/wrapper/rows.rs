//! The one table of wrappers and launchers.
//!
//! Owns which commands start others, where the started words stand, and whether starting them changes who or where.
//! Refuses to hold code: what needs some has a function in another file.

use super::launchers::How::{self, AfterDashes, Below, Input, Script, Special, Text, TextOrWords, Texts, Words};
use super::launchers::{Launch, Who};
use super::{env, files, git, others, own, shells, users};

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

const IN_CONTAINERS: &[(&str, Launch)] = &[
    ("-", passes(Words(0))),
    ("compose", remote(Below(IN_SERVICES))),
    ("container", remote(Below(IN_SERVICES))),
    ("create", remote(Special(others::container))),
    ("exec", remote(Words(1))),
    ("run", remote(Special(others::container))),
];

const IN_SERVICES: &[(&str, Launch)] = &[("exec", remote(Words(1))), ("run", remote(Special(others::container)))];

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
    ("send", elsewhere(Texts)),
    ("send-keys", elsewhere(Texts)),
    ("split-window", elsewhere(TextOrWords(0))),
    ("splitw", elsewhere(TextOrWords(0))),
];

/// Sorted by name.
pub(super) const ROWS: &[(&str, Launch)] = &[
    ("-", passes(Words(0))),
    (".", passes(Script(shells::source))),
    ("asdf", elsewhere(Below(EXEC))),
    ("ash", passes(Script(shells::shell))),
    ("at", elsewhere(Input)),
    ("aws-vault", elsewhere(Below(EXEC_IN))),
    ("bash", passes(Script(shells::shell))),
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
    ("csh", passes(Script(shells::foreign_shell))),
    ("dash", passes(Script(shells::shell))),
    ("dbus-run-session", passes(Words(0))),
    ("direnv", elsewhere(Below(EXEC_IN))),
    ("doas", elsewhere(Special(users::sudo))),
    ("docker", remote(Below(IN_CONTAINERS))),
    ("docker-compose", remote(Below(IN_SERVICES))),
    ("doppler", elsewhere(Below(RUN_DASHES))),
    ("dotenv", elsewhere(Special(others::dotenv))),
    ("dotenvx", elsewhere(Below(RUN_DASHES))),
    ("eatmydata", passes(Words(0))),
    ("elvish", passes(Script(shells::foreign_shell))),
    ("entr", passes(Special(others::entr))),
    ("env", passes(Special(env::env))),
    ("eval", passes(Special(shells::eval))),
    ("exec", passes(Special(others::exec))),
    ("fakeroot", passes(AfterDashes(0))),
    ("fd", passes(Special(files::fd))),
    ("fdfind", passes(Special(files::fd))),
    ("find", passes(Special(files::find))),
    ("firejail", elsewhere(Words(0))),
    ("fish", passes(Script(shells::foreign_shell))),
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
    ("ksh", passes(Script(shells::shell))),
    ("ksh93", passes(Script(shells::shell))),
    ("kubectl", remote(Below(IN_PODS))),
    ("linux32", passes(Words(0))),
    ("linux64", passes(Words(0))),
    ("ltrace", passes(Words(0))),
    ("lxc", remote(Below(REMOTE_EXEC))),
    ("machinectl", remote(Below(&[("shell", remote(Words(1)))]))),
    ("make", passes(Special(others::make))),
    ("mapfile", passes(Special(shells::callback))),
    ("mise", elsewhere(Below(EXEC_DASHES))),
    ("mksh", passes(Script(shells::shell))),
    ("mosh", remote(AfterDashes(usize::MAX))),
    ("nerdctl", remote(Below(IN_CONTAINERS))),
    ("nice", passes(Words(0))),
    ("nocorrect", passes(Words(0))),
    ("noglob", passes(Words(0))),
    ("nohup", passes(Words(0))),
    ("npm", elsewhere(Below(PACKAGES))),
    ("npx", elsewhere(Words(0))),
    ("nsenter", elsewhere(Words(0))),
    ("nu", passes(Script(shells::foreign_shell))),
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
    ("pwsh", passes(Script(shells::foreign_shell))),
    ("pyenv", elsewhere(Below(EXEC))),
    ("python", passes(Special(others::python_module))),
    ("python3", passes(Special(others::python_module))),
    ("rbash", passes(Script(shells::shell))),
    ("rbenv", elsewhere(Below(EXEC))),
    ("readarray", passes(Special(shells::callback))),
    ("repeat", passes(Words(1))),
    ("rlwrap", passes(Words(0))),
    ("rsh", remote(Special(others::ssh))),
    ("runok", passes(Below(&[("exec", passes(Special(own::exec)))]))),
    ("runok-shell", passes(Script(shells::shell))),
    ("runuser", elsewhere(Special(users::su))),
    ("rye", elsewhere(Below(RUN))),
    ("screen", elsewhere(Words(0))),
    ("script", passes(Special(others::script))),
    ("setarch", passes(Special(others::setarch))),
    ("setpriv", elsewhere(Words(0))),
    ("setsid", passes(Words(0))),
    ("sg", elsewhere(Special(users::sg))),
    ("sh", passes(Script(shells::shell))),
    ("slogin", remote(Special(others::ssh))),
    ("source", passes(Script(shells::source))),
    ("ssh", remote(Special(others::ssh))),
    ("start-stop-daemon", elsewhere(Special(others::start_stop_daemon))),
    ("stdbuf", passes(Words(0))),
    ("strace", passes(Special(others::strace))),
    ("su", elsewhere(Special(users::su))),
    ("sudo", elsewhere(Special(users::sudo))),
    ("systemd-inhibit", unless(Words(0), &["--list"])),
    ("systemd-run", elsewhere(Words(0))),
    ("taskset", unless(Words(1), &["-p"])),
    ("tcsh", passes(Script(shells::foreign_shell))),
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
    ("xonsh", passes(Script(shells::foreign_shell))),
    ("xvfb-run", passes(Words(0))),
    ("yarn", elsewhere(Below(PACKAGES))),
    ("zsh", passes(Script(shells::shell))),
];

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
