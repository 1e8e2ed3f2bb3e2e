//! What a line changes of that which conditions look up while it is judged: the branch that is checked out, which files there are.
//!
//! Owns which commands change it by what their words say, and which others may run after them. What a program does besides is not
//! followed. Refuses to say what a condition makes of it (`decision::when` does).

use super::compound::writes;
use super::word::{Count, Word};
use super::{Directory, Invocation, Redirection, base_name, builtins};

/// What may be otherwise when a command runs than when the line was judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Altered {
    /// The branch, its remote, the top of the working tree.
    pub repository: bool,
    /// The remote alone.
    pub remote: bool,
    /// Which files and directories there are.
    pub files: bool,
    /// Which directories look like a repository by themselves.
    pub bare: bool,
}

impl Altered {
    const ALL: Self = Self { repository: true, remote: true, files: true, bare: true };

    /// What one or the other changes.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            repository: self.repository || other.repository,
            remote: self.remote || other.remote,
            files: self.files || other.files,
            bare: self.bare || other.bare,
        }
    }
}

/// Marks every command that may run after another one that changes something, or beside it, and git where its own words lead
/// it elsewhere.
pub(super) fn mark(invocations: &mut [Invocation]) {
    steer(invocations);
    let several = invocations.len() > 1 || invocations.iter().any(|only| !only.wrapped.is_empty());
    if several {
        mark_after(invocations);
    }
}

/// What the options before its subcommand change for git itself.
fn steer(invocations: &mut [Invocation]) {
    for invocation in invocations {
        if invocation.words.first().is_some_and(is_git) {
            let own = before_subcommand(invocation.words.get(1..).unwrap_or_default()).1;
            invocation.place.altered = invocation.place.altered.or(own);
        }
        invocation.wrapped.iter_mut().for_each(|wrapped| steer(&mut wrapped.runs));
    }
}

fn mark_after(invocations: &mut [Invocation]) {
    let whole = invocations.iter().map(by_all).fold(Altered::default(), Altered::or);
    if whole == Altered::default() {
        return;
    }
    let mut before = Altered::default();
    for invocation in invocations {
        let own = by_all(invocation);
        let altered = if is_in_order(invocation) { before } else { whole };
        invocation.place.altered = invocation.place.altered.or(altered);
        before = before.or(own);
        // a function, a trap or another shell may run its commands at any time
        invocation.wrapped.iter_mut().for_each(|wrapped| mark_all(&mut wrapped.runs, whole));
    }
}

/// Marks these commands and what they start.
pub(super) fn mark_all(invocations: &mut [Invocation], altered: Altered) {
    for invocation in invocations {
        invocation.place.altered = invocation.place.altered.or(altered);
        invocation.wrapped.iter_mut().for_each(|wrapped| mark_all(&mut wrapped.runs, altered));
    }
}

/// Does it run once, after all that stands before it and before all that stands behind it?
fn is_in_order(invocation: &Invocation) -> bool {
    let place = &invocation.place;
    let once = place.loop_kind.is_none() && !place.recursive && invocation.found_in.is_empty();
    once && !place.background && !place.pipe_stdin && !place.pipe_stdout
}

fn by_all(invocation: &Invocation) -> Altered {
    let inner = invocation.wrapped.iter().flat_map(|wrapped| &wrapped.runs).map(by_all);
    inner.fold(by_one(invocation), Altered::or)
}

fn by_one(invocation: &Invocation) -> Altered {
    let directory = &invocation.place.directory;
    let written = invocation.redirects.iter().filter(|redirect| writes_file(redirect));
    let written = written.map(|redirect| to_file(&redirect.target, &redirect.directory));
    let altered = written.fold(Altered::default(), Altered::or);
    let Some((first, arguments)) = invocation.words.split_first() else { return altered };
    let Some(name) = first.known().map(base_name) else { return Altered::ALL };
    let known = |at: usize| arguments.get(at).map_or(Some(""), Word::known);
    altered.or(match name {
        "git" => by_git(arguments),
        // their words name the files that they make, move or remove
        "cp" | "dd" | "install" | "ln" | "mkdir" | "mv" | "rm" | "rmdir" | "rsync" | "sed" | "tee" | "touch"
        | "truncate" => {
            let spreads = matches!(name, "cp" | "install" | "ln" | "mv" | "rsync") && spreads(arguments);
            let made = Altered { files: true, bare: spreads, ..Altered::default() };
            arguments.iter().map(|word| to_file(word, directory)).fold(made, Altered::or)
        }
        // git by another name, or a program that has it do something
        "hub" | "jj" | "sl" => Altered::ALL,
        "gh" | "glab" => match (known(0), known(1)) {
            (Some("pr" | "mr") | None, Some("checkout" | "co") | None) => Altered::ALL,
            _ => Altered::default(),
        },
        _ if name.starts_with("git-") => Altered::ALL,
        _ => by_wrapped(name, &invocation.words),
    })
}

fn is_git(word: &Word) -> bool {
    word.known().is_some_and(|text| text == "git" || text.ends_with("/git"))
}

/// What git changes as a wrapper of the policy may start it: it stands among the words.
fn by_wrapped(name: &str, words: &[Word]) -> Altered {
    match words.iter().position(is_git).and_then(|at| words.get(at + 1..)) {
        Some(after) if !builtins::creates_nothing(name, words) => by_git(after),
        _ => Altered::default(),
    }
}

/// Does it open a file? `2>&1` does not.
fn writes_file(redirect: &Redirection) -> bool {
    let is_none = |text: &str| matches!(text, "/dev/null" | "-") || text.bytes().all(|byte| byte.is_ascii_digit());
    writes(redirect.operator) && !redirect.target.known().is_some_and(is_none)
}

/// May what lies in a directory of these words come to lie in one that was there before (`cp -r x/. .`)?
fn spreads(arguments: &[Word]) -> bool {
    let texts: Option<Vec<&str>> = arguments.iter().map(Word::known).collect();
    let Some(texts) = texts else { return true };
    let option = |text: &&str| text.starts_with('-') && (text.contains(['T', 't']) || text.starts_with("--"));
    let contents = |text: &&str| text.ends_with('/') || matches!(base_name(text), "." | "..");
    let sources = texts.split_last().map_or(&[][..], |(_, sources)| sources);
    texts.iter().any(option) && texts.iter().any(contents) || sources.iter().any(contents)
}

/// What it changes that this may be written, made or removed.
fn to_file(target: &Word, directory: &Directory) -> Altered {
    let Some(text) = target.known().filter(|_| target.count == Count::One) else { return Altered::ALL };
    let names = |part: &str| BARE.iter().any(|name| part.eq_ignore_ascii_case(name));
    let in_git = match directory {
        Directory::Known(paths) => paths.iter().any(|path| names_git(path)),
        Directory::Unknown => true,
    };
    let repository = in_git || names_git(text);
    Altered { repository, remote: repository, files: true, bare: text.split(['/', '=']).any(names) }
}

/// What git looks for in a directory that is a repository by itself.
const BARE: [&str; 4] = ["HEAD", "objects", "refs", "commondir"];

/// Does a text hold the path of a `.git`, by itself or behind an option (`of=.git/HEAD`)?
fn names_git(text: &str) -> bool {
    let bytes = text.as_bytes();
    let ends = |at: usize| matches!(bytes.get(at + 4), None | Some(b'/' | b' '));
    bytes.windows(4).enumerate().any(|(at, name)| name.eq_ignore_ascii_case(b".git") && ends(at))
}

/// What git changes with these words behind its name.
fn by_git(words: &[Word]) -> Altered {
    let (words, _) = before_subcommand(words);
    let Some((first, words)) = words.split_first() else { return Altered::default() };
    let Some(name) = first.known() else { return Altered::ALL };
    if words.iter().filter_map(Word::known).any(names_git) {
        return Altered::ALL;
    }
    let given: Option<Vec<&str>> = words.iter().map(Word::known).collect();
    let (repository, bare) = match (name, given) {
        ("clone" | "init", _) => (true, true),
        (name, _) if KEEPING.contains(&name) => (false, false),
        (_, None) => (true, true),
        (name, Some(given)) => (!keeps(name, &given), matches!(name, "submodule" | "worktree")),
    };
    Altered { repository, remote: repository, files: repository || !READING.contains(&name), bare }
}

/// The words of git from its subcommand on, and what the options before that lead elsewhere.
fn before_subcommand(mut words: &[Word]) -> (&[Word], Altered) {
    let mut own = Altered::default();
    while let Some((first, rest)) = words.split_first() {
        let (value, after) = rest.split_first().map_or((None, rest), |(value, after)| (value.known(), after));
        words = match first.known() {
            Some("-C") => after,
            Some("-c") => {
                own.remote |= value.is_none_or(leads_elsewhere);
                after
            }
            Some("--work-tree" | "--namespace") => after,
            Some(name) if name.starts_with("--work-tree=") || name.starts_with("--namespace=") => rest,
            Some("-p" | "-P" | "--paginate" | "--no-pager" | "--no-optional-locks" | "--literal-pathspecs") => rest,
            Some(name) if !name.starts_with('-') => break,
            _ => return (words, Altered { repository: true, remote: true, ..own }),
        };
    }
    (words, own)
}

/// May this setting (`KEY=VALUE`) lead git to another remote?
fn leads_elsewhere(setting: &str) -> bool {
    let key = setting.to_ascii_lowercase();
    ["remote", "url", "branch", "include", "push"].iter().any(|section| key.starts_with(section))
}

/// Subcommands that stay on their branch and leave its remote, whatever follows them.
const KEEPING: [&str; 37] = [
    "add",
    "am",
    "apply",
    "blame",
    "cat-file",
    "check-ignore",
    "cherry-pick",
    "clean",
    "commit",
    "describe",
    "diff",
    "diff-tree",
    "for-each-ref",
    "format-patch",
    "gc",
    "grep",
    "log",
    "ls-files",
    "ls-remote",
    "ls-tree",
    "merge",
    "merge-base",
    "mv",
    "name-rev",
    "notes",
    "reflog",
    "reset",
    "restore",
    "rev-list",
    "rev-parse",
    "revert",
    "rm",
    "shortlog",
    "show",
    "status",
    "tag",
    "whatchanged",
];

/// Those of them that leave the files of the working tree.
const READING: [&str; 20] = [
    "blame",
    "branch",
    "cat-file",
    "check-ignore",
    "describe",
    "diff",
    "diff-tree",
    "fetch",
    "for-each-ref",
    "grep",
    "log",
    "ls-files",
    "ls-remote",
    "ls-tree",
    "merge-base",
    "push",
    "rev-parse",
    "show",
    "status",
    "tag",
];

/// Does this subcommand stay on its branch and leave its remote, with these words?
fn keeps(name: &str, given: &[&str]) -> bool {
    let has = |letters: &str, long: &[&str]| {
        given.iter().any(|word| match word.strip_prefix("--") {
            Some(option) => long.iter().any(|begin| option.starts_with(begin)),
            None => word.starts_with('-') && word.contains(|char| letters.contains(char)),
        })
    };
    match name {
        // `--set-upstream`
        "push" | "fetch" | "pull" => !has("u", &["se"]),
        "branch" => !has("mMu", &["m", "se", "un"]),
        "remote" => matches!(given, [] | ["-v" | "--verbose" | "show" | "get-url", ..]),
        "config" => matches!(given, ["--get" | "--list" | "-l" | "get" | "list", ..]),
        "worktree" => matches!(given, ["list", ..]),
        "stash" => !matches!(given, ["branch", ..]),
        "rebase" => {
            matches!(given, [] | ["--abort" | "--continue" | "--skip"])
                || matches!(given, [one] if !one.starts_with('-'))
        }
        _ => false,
    }
}
