//! Working directories and paths, as text.
//!
//! Owns lexical normalisation, base names, and the join of directories where paths meet. Refuses to ask the file system.

use std::rc::Rc;

use super::Directory;
use super::value::Text;
use super::walk::Walker;
use super::word::MAX_CHOICES;

/// The part after the last slash, by which commands are known: `rm` of `/bin/rm`.
pub(crate) fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The absolute path, `.` and `..` taken out as text: links are not looked at. Repeated and trailing slashes go too.
pub(crate) fn normalise(path: &str) -> String {
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
            if all.len() <= MAX_CHOICES { Directory::Known(all) } else { Directory::Unknown }
        }
        (Directory::Unknown, Directory::Known(_)) | (_, Directory::Unknown) => Directory::Unknown,
    }
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
    if all.len() <= MAX_CHOICES && !all.is_empty() { Directory::Known(all) } else { Directory::Unknown }
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

    /// What `git rev-parse --show-toplevel` prints, the last command that was found: the top of the repository, or nothing,
    /// where git refuses it.
    pub(super) fn top_as_text(&self, directory: &Directory, from: usize, source: &str) -> Text {
        let [git] = self.out.get(from..).unwrap_or_default() else { return Text::unknown(source) };
        let elsewhere = ["GIT_DIR", "GIT_WORK_TREE", "GIT_CEILING_DIRECTORIES", "PATH"];
        let is_set =
            |name: &&str| self.state.touched(name).is_some() || *name != "PATH" && self.facts.variable(name).is_some();
        let plain =
            git.assignments.is_empty() && git.doubts.is_empty() && git.words.len() == 3 && self.is_itself("git");
        let Directory::Known(directories) = directory else { return Text::unknown(source) };
        let roots: Option<Vec<String>> = directories.iter().map(|at| self.facts.git(at).root).collect();
        // git follows links
        let real = roots.iter().flatten().filter_map(|root| self.facts.canonical(root)).collect::<Vec<_>>();
        match roots {
            Some(mut roots) if plain && !elsewhere.iter().any(is_set) => {
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
        assert_eq!(resolve(&Directory::Unknown, &Text::literal("/x")), Directory::Known(vec!["/x".into()]));
    }
}
