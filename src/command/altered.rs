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
    /// Which files and directories there are.
    pub files: bool,
    /// Which directories look like a repository by themselves.
    pub bare: bool,
}

impl Altered {
    const ALL: Self = Self { repository: true, files: true, bare: true };

    /// What one or the other changes.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            repository: self.repository || other.repository,
            files: self.files || other.files,
            bare: self.bare || other.bare,
        }
    }
}

/// Marks every command that may run after another one that changes something, or beside it.
pub(super) fn mark(invocations: &mut [Invocation]) {
    let each: Vec<Altered> = invocations.iter().map(by_all).collect();
    let whole = each.iter().copied().fold(Altered::default(), Altered::or);
    if whole == Altered::default() {
        return;
    }
    let mut before = Altered::default();
    for (invocation, own) in invocations.iter_mut().zip(each) {
        if is_in_order(invocation) {
            invocation.place.altered = before;
        } else {
            invocation.place.altered = whole;
        }
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
    let written = invocation.redirects.iter().filter(|redirect| writes_file(redirect));
    let written = written.map(|redirect| to_file(&redirect.target, &redirect.directory));
    let mut altered = written.fold(Altered::default(), Altered::or);
    let Some((first, arguments)) = invocation.words.split_first() else { return altered };
    let Some(name) = first.known().map(base_name) else { return Altered::ALL };
    if builtins::creates_nothing(name, &invocation.words) && !matches!(name, "rm" | "rmdir" | "git") {
        return altered;
    }
    if MAKERS.contains(&name) {
        let each = arguments.iter().map(|word| to_file(word, &invocation.place.directory));
        let bare = spreads(arguments);
        altered = each.fold(altered.or(Altered { files: true, bare, ..Altered::default() }), Altered::or);
    }
    // `git` by itself, or as what a wrapper of the policy starts
    let git = invocation.words.iter().position(|word| word.known().map(base_name) == Some("git"));
    if let Some(words) = git.and_then(|at| invocation.words.get(at + 1..)) {
        altered = altered.or(by_git(words));
    }
    let known = |at: usize| arguments.get(at).map_or(Some(""), Word::known);
    match (name, known(0), known(1)) {
        // by another name, or by a program that has git do it
        ("hub" | "jj" | "sl", ..) => altered.or(Altered::ALL),
        ("gh" | "glab", Some("pr" | "mr") | None, Some("checkout" | "co") | None) => altered.or(Altered::ALL),
        _ if name.starts_with("git-") => altered.or(Altered::ALL),
        _ => altered,
    }
}

/// Programs whose words name the files that they make, move or remove.
const MAKERS: [&str; 13] =
    ["cp", "dd", "install", "ln", "mkdir", "mv", "rm", "rmdir", "rsync", "sed", "tee", "touch", "truncate"];

/// Does it open a file? `2>&1` does not.
fn writes_file(redirect: &Redirection) -> bool {
    let is_copy = |text: &str| text == "-" || text.bytes().all(|byte| byte.is_ascii_digit());
    writes(redirect.operator) && !redirect.target.known().is_some_and(is_copy)
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
    let has = |text: &str, names: &[&str]| {
        text.split('/').any(|part| names.iter().any(|name| part.eq_ignore_ascii_case(name)))
    };
    let in_git = match directory {
        Directory::Known(paths) => paths.iter().any(|path| has(path, &[".git"])),
        Directory::Unknown => true,
    };
    Altered {
        repository: in_git || has(text, &[".git"]),
        files: text != "/dev/null",
        bare: has(text, &["HEAD", "objects", "refs", "commondir"]),
    }
}

/// What git changes with these words behind its name.
fn by_git(mut words: &[Word]) -> Altered {
    let name = loop {
        match words.split_first() {
            None => return Altered::default(),
            Some((first, rest)) => match first.known() {
                Some("-C" | "-c") => words = rest.get(1..).unwrap_or_default(),
                Some("--no-pager" | "-P" | "--literal-pathspecs") => words = rest,
                Some(name) if !name.starts_with('-') => {
                    words = rest;
                    break name;
                }
                _ => return Altered::ALL,
            },
        }
    };
    let given: Option<Vec<&str>> = words.iter().map(Word::known).collect();
    let (repository, bare) = match (name, given) {
        ("clone" | "init", _) => (true, true),
        (name, _) if KEEPING.contains(&name) => (false, false),
        (_, None) => (true, true),
        (name, Some(given)) => (!keeps(name, &given), matches!(name, "submodule" | "worktree")),
    };
    Altered { repository, files: repository || !READING.contains(&name), bare }
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
