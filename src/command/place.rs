//! Working directories and paths, as text.
//!
//! Owns lexical normalisation, base names, the join of directories where paths meet, and what `..` may mean behind a link.
//! Refuses to know which commands change the directory.

use std::rc::Rc;

use super::Directory;
use super::value::Text;
use super::walk::Walker;
use super::word::MAX_CHOICES;
use crate::facts::Facts;

/// The part after the last slash, by which commands are known: `rm` of `/bin/rm`.
pub(crate) fn base_name(path: &str) -> &str {
    split_last(path).map_or(path, |(_, name)| name)
}

/// What stands before the last slash of a path, and after it. Names are short: looking at each byte takes less than a search
/// that is made for long texts.
pub(crate) fn split_last(path: &str) -> Option<(&str, &str)> {
    let slash = path.bytes().rposition(|byte| byte == b'/')?;
    Some((path.get(..slash)?, path.get(slash + 1..)?))
}

/// The directories whose programs are what their names say.
const SYSTEM_DIRECTORIES: [&str; 6] = ["/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin", "/opt/homebrew/bin"];

/// Does a path surely name the program that is known by its last part? `/usr/bin/env` does, `./env` may be anything.
pub(crate) fn is_of_system(path: &str) -> bool {
    split_last(path).is_some_and(|(directory, _)| SYSTEM_DIRECTORIES.contains(&directory))
}

/// The absolute path, `.` and `..` taken out as text: links are not looked at. Repeated and trailing slashes go too.
pub(crate) fn normalise(path: &str) -> String {
    if is_normal(path) {
        return path.to_owned();
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    format!("/{}", parts.join("/"))
}

/// Would normalising it change nothing?
fn is_normal(path: &str) -> bool {
    let rest = path.strip_prefix('/').map(str::as_bytes);
    rest.is_some_and(|rest| rest.split(|byte| *byte == b'/').all(|name| !matches!(name, b"" | b"." | b"..")))
}

/// Where a shell is.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Location {
    /// The working directory.
    pub(super) here: Directory,
    /// The one before, for `cd -`.
    pub(super) old: Directory,
    /// It has been changed, by the line or before it.
    pub(super) moved: bool,
}

/// One of the two places, it is not known which.
pub(super) fn either(one: &Rc<Location>, other: &Rc<Location>) -> Rc<Location> {
    if Rc::ptr_eq(one, other) || one == other {
        return Rc::clone(one);
    }
    Rc::new(Location {
        here: either_directory(&one.here, &other.here),
        old: either_directory(&one.old, &other.old),
        moved: one.moved || other.moved,
    })
}

fn either_directory(one: &Directory, other: &Directory) -> Directory {
    match (one, other) {
        (Directory::Known(mine), Directory::Known(theirs)) => {
            let mut all = mine.clone();
            for path in theirs {
                if !all.contains(path) {
                    all.push(path.clone());
                }
            }
            known(all)
        }
        (Directory::Unknown, Directory::Known(_)) | (_, Directory::Unknown) => Directory::Unknown,
    }
}

/// The longest path of a directory that is followed, in bytes: as long as the system takes one. A line of many `cd` or `-C`
/// would go through all of it again for each.
pub(crate) const MAX_DIRECTORY_BYTES: usize = 4096;

/// These directories, where it is followed that there are so many.
fn known(all: Vec<String>) -> Directory {
    let followed = (1..=MAX_CHOICES).contains(&all.len()) && all.iter().all(|path| path.len() <= MAX_DIRECTORY_BYTES);
    if followed { Directory::Known(all) } else { Directory::Unknown }
}

/// Where `cd target` leads from a directory.
pub(super) fn resolve(from: &Directory, target: &Text) -> Directory {
    let Some(targets) = target.alternatives() else { return Directory::Unknown };
    let mut all: Vec<String> = Vec::new();
    for target in targets {
        let found = match (target, from) {
            (path, _) if path.starts_with('/') => vec![normalise(path)],
            (path, Directory::Known(bases)) => bases.iter().map(|base| normalise(&format!("{base}/{path}"))).collect(),
            (_, Directory::Unknown) => return Directory::Unknown,
        };
        for path in found {
            if !all.contains(&path) {
                all.push(path);
            }
        }
    }
    known(all)
}

/// The same, where `..` may be meant in two ways: a shell takes the last name off what it calls the directory, the system
/// (and a shell with `cd -P`, `set -P` or another name for the directory) leaves the place that links lead to. Both are
/// possible where they differ.
pub(super) fn reached(from: &Directory, target: &Text, facts: &dyn Facts) -> Directory {
    let by_name = resolve(from, target);
    let (Some(targets), Directory::Known(mut all)) = (target.alternatives(), by_name.clone()) else { return by_name };
    for target in targets.into_iter().filter(|target| goes_up(target)) {
        for path in paths(from, target, facts) {
            let Some(led_to) = facts.canonical(&path) else { return Directory::Unknown };
            for possible in [normalise(&path), normalise(&led_to)] {
                if !all.iter().any(|known| is_same(known, &possible, facts)) {
                    all.push(possible);
                }
            }
        }
    }
    known(all)
}

/// Where `cd -P target` leads from a directory.
pub(super) fn physical(from: &Directory, target: &Text, facts: &dyn Facts) -> Directory {
    let Some(targets) = target.alternatives() else { return Directory::Unknown };
    if *from == Directory::Unknown && !targets.iter().all(|target| target.starts_with('/')) {
        return Directory::Unknown;
    }
    let paths = targets.into_iter().flat_map(|target| paths(from, target, facts));
    let led_to: Option<Vec<String>> = paths.map(|path| Some(normalise(&facts.canonical(&path)?))).collect();
    let Some(mut all) = led_to else { return Directory::Unknown };
    all.sort_unstable();
    all.dedup();
    known(all)
}

fn goes_up(path: &str) -> bool {
    path.split('/').any(|name| name == "..")
}

fn is_same(one: &str, other: &str, facts: &dyn Facts) -> bool {
    one == other || facts.canonical(one).is_some_and(|led_to| facts.canonical(other) == Some(led_to))
}

/// The paths that a target is from each of the directories, under each name that a shell may have for them.
fn paths(from: &Directory, target: &str, facts: &dyn Facts) -> Vec<String> {
    let Directory::Known(bases) = from else { return vec![target.to_owned()] };
    if target.starts_with('/') {
        return vec![target.to_owned()];
    }
    let start = facts.working_directory().zip(facts.other_name_of_directory());
    let renamed = |base: &String| {
        let (start, other) = start.as_ref()?;
        let below = base.strip_prefix(start.as_str()).filter(|below| below.is_empty() || below.starts_with('/'))?;
        Some(format!("{other}{below}"))
    };
    let names = bases.iter().flat_map(|base| std::iter::once(base.clone()).chain(renamed(base)));
    names.map(|name| format!("{name}/{target}")).collect()
}

/// The directory as a value, for `$PWD`.
pub(super) fn as_text(directory: &Directory, source: &str) -> Text {
    match directory {
        Directory::Known(paths) => Text::one_of(paths.clone(), source),
        Directory::Unknown => Text::unknown(source),
    }
}

impl Walker<'_> {
    /// Is a command of this name no function or alias of the line?
    pub(super) fn is_itself(&self, name: &str) -> bool {
        self.state.function(name).is_none() && !self.state.is_alias(name)
    }

    /// What `git rev-parse --show-toplevel` prints, if nothing disturbs it: the top of the repository, or nothing,
    /// where git refuses it.
    pub(super) fn top_as_text(&self, directory: &Directory, source: &str) -> Text {
        let elsewhere = ["GIT_DIR", "GIT_WORK_TREE", "GIT_CEILING_DIRECTORIES", "PATH"];
        let is_set =
            |name: &&str| self.state.touched(name).is_some() || *name != "PATH" && self.facts.variable(name).is_some();
        let Directory::Known(directories) = directory else { return Text::unknown(source) };
        let roots: Option<Vec<String>> = directories.iter().map(|at| self.facts.git(at).ok()?.root).collect();
        // git follows links
        let real = roots.iter().flatten().filter_map(|root| self.facts.canonical(root)).collect::<Vec<_>>();
        match roots {
            Some(mut roots) if !elsewhere.iter().any(is_set) => {
                roots.extend(real);
                roots.push(String::new());
                roots.sort_unstable();
                roots.dedup();
                Text::one_of(roots, source)
            }
            _ => Text::unknown(source),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_normalised() {
        assert_eq!(normalise("/a/./b/../c//d/"), "/a/c/d");
        assert_eq!(normalise("/../.."), "/");
        for (path, normal) in [("/a/.", "/a"), ("/a/..", "/"), ("/.", "/"), ("/..", "/"), ("/./a", "/a"), ("a", "/a")] {
            assert_eq!(normalise(path), normal);
        }
        for normal in ["/.a/..b/...", "/...", "/.a", "/a/.b.", "/a/.../b"] {
            assert_eq!(normalise(normal), normal);
        }
    }

    #[test]
    fn base_names_are_what_follows_the_last_slash() {
        let names = ["rm", "/bin/rm", "./a b", "d/", ""].map(base_name);
        assert_eq!(names, ["rm", "rm", "a b", "", ""]);
    }

    #[test]
    fn relative_targets_are_resolved_in_each_directory() {
        let from = Directory::Known(vec!["/a".into(), "/b/c".into()]);
        assert_eq!(resolve(&from, &Text::literal("../x")), Directory::Known(vec!["/x".into(), "/b/x".into()]));
        assert_eq!(resolve(&Directory::Unknown, &Text::literal("x")), Directory::Unknown);
        let deep = "/x".repeat(MAX_DIRECTORY_BYTES / 2 - 1);
        assert_ne!(resolve(&from, &Text::literal(&deep)), Directory::Unknown);
        assert_eq!(resolve(&from, &Text::literal(format!("./{deep}"))), Directory::Unknown);
        assert_eq!(resolve(&Directory::Unknown, &Text::literal("/x")), Directory::Known(vec!["/x".into()]));
    }
}
