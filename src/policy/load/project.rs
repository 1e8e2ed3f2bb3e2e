//! The files of a project, found from a directory.
//!
//! Owns where they are looked for, links followed and not, and that what an untrusted project names elsewhere is not read.
//! Refuses to say whether a project is trusted (`trust` does).

use std::collections::BTreeSet;

use super::super::compile::{Findings, PolicyFile, Settings};
use super::super::{Problem, paths};
use super::chain::{Chain, Opened};
use super::{LAYER_PROJECT, LAYER_PROJECT_LOCAL, LOCAL_NAMES, NAMES, find, open, whole_file};
use crate::command::base_name;

/// The files of a project: `runok.yml` and `runok.local.yml` of one directory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::policy) struct Project {
    /// The directory, absolute.
    pub(in crate::policy) directory: String,
    /// `runok.yml`
    pub(super) main: Option<String>,
    /// `runok.local.yml`
    pub(super) local: Option<String>,
}

/// The files of a project with everything that they extend, read; it is not yet known whether they are trusted.
#[derive(Debug)]
pub(in crate::policy) struct ProjectUnit {
    /// The directory, links followed.
    pub(in crate::policy) directory: String,
    /// The directory as it was found.
    pub(in crate::policy) found: String,
    /// The name of the first of the project's own files.
    pub(in crate::policy) name: String,
    /// All files, in order.
    pub(super) files: Vec<Opened>,
    problems: Vec<Problem>,
}

impl Project {
    /// The nearest directory that has such a file, from `start` to `/`, or to just below the home directory; and that on the
    /// way on which `start` lies with its links followed, where it is another one.
    pub(in crate::policy) fn find(start: &str, home: Option<&str>, findings: &mut Findings) -> Vec<Self> {
        let written = paths::normalise(start);
        let home = home.map(paths::normalise);
        let mut found: Vec<Self> = Self::above(written.clone(), home.as_ref(), findings).into_iter().collect();
        let led_to = open::canonical_beginning(&written).filter(|led_to| *led_to != written);
        let by_link = led_to.and_then(|led_to| Self::above(led_to, home.as_ref(), findings));
        found.extend(by_link.filter(|project| !found.iter().any(|known| known.is_same(project))));
        found
    }

    fn above(mut directory: String, home: Option<&String>, findings: &mut Findings) -> Option<Self> {
        loop {
            if Some(&directory) == home {
                return None;
            }
            let main = find(&directory, NAMES, findings);
            let local = find(&directory, LOCAL_NAMES, findings);
            if main.is_some() || local.is_some() {
                return Some(Self { directory, main, local });
            }
            if directory == "/" {
                return None;
            }
            directory = paths::parent(&directory).to_owned();
        }
    }

    /// Is it the same directory, by whatever name?
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let led_to = |project: &Self| open::canonical(&project.directory);
        self.directory == other.directory || led_to(self).is_some_and(|own| Some(own) == led_to(other))
    }

    /// Reads the files and what they extend.
    pub(in crate::policy) fn read(self, settings: Settings<'_>, findings: &mut Findings) -> ProjectUnit {
        self.read_with(settings, findings, |_| {})
    }

    /// The same; `then` may read more, after each of the project's own files.
    pub(super) fn read_with(
        self,
        settings: Settings<'_>,
        findings: &mut Findings,
        then: impl Fn(&mut Chain<'_>),
    ) -> ProjectUnit {
        let first = self.main.as_deref().or(self.local.as_deref()).unwrap_or_default();
        let mut unit = ProjectUnit {
            directory: open::canonical(&self.directory).unwrap_or_else(|| self.directory.clone()),
            name: base_name(first).to_owned(),
            found: self.directory,
            files: Vec::new(),
            problems: Vec::new(),
        };
        let layers = [(LAYER_PROJECT, self.main, "project"), (LAYER_PROJECT_LOCAL, self.local, "project (local)")];
        for (layer, path, role) in layers {
            let Some(path) = path else { continue };
            let mut chain = Chain::new(layer, settings);
            chain.root(&path, &path, role, false);
            then(&mut chain);
            unit.problems.extend(chain.findings.problems);
            findings.warnings.extend(chain.findings.warnings);
            findings.looked_at.extend(chain.findings.looked_at);
            unit.files.extend(chain.files);
        }
        unit
    }
}

impl ProjectUnit {
    /// The files of the project and what they extend.
    pub(in crate::policy) fn files(&self) -> impl Iterator<Item = &PolicyFile> {
        self.files.iter().map(|opened| &opened.file)
    }

    /// The local files with their texts, for a digest.
    pub(in crate::policy) fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().filter_map(|opened| Some((opened.path.as_deref()?, opened.text.as_str())))
    }

    /// What was wrong with them.
    pub(in crate::policy) fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The files for the policy. What an untrusted project extends outside of its directory is not used, and nothing of
    /// its text is shown: whoever wrote the project must not read other files by naming them.
    pub(super) fn into_files(self, trusted: bool, findings: &mut Findings) -> Vec<PolicyFile> {
        let opened = self.within(trusted, findings).into_iter();
        opened.map(|opened| PolicyFile { trusted, ..opened.file }).collect()
    }

    /// The files that may be used, with what was wrong with them; of what an untrusted project only names, nothing but where.
    pub(super) fn within(self, trusted: bool, findings: &mut Findings) -> Vec<Opened> {
        let is_used = |opened: &Opened| {
            trusted || opened.path.as_ref().is_none_or(|path| paths::is_within(path, &self.directory))
        };
        let (kept, outside): (Vec<Opened>, Vec<Opened>) = self.files.into_iter().partition(is_used);
        let outside: Vec<String> = outside.into_iter().map(|opened| opened.file.name.to_string()).collect();
        let is_named = |opened: &&Opened| !trusted && opened.path.is_some() && opened.file.extended_by.is_some();
        let named: BTreeSet<&str> = kept.iter().filter(is_named).map(|opened| &*opened.file.name).collect();
        let problems = self.problems.into_iter().filter(|problem| !outside.contains(&problem.file));
        let mut problems: Vec<Problem> =
            problems.map(|problem| if named.contains(&*problem.file) { untold(problem) } else { problem }).collect();
        problems.dedup();
        findings.problems.extend(problems);
        for name in outside {
            let what =
                "an untrusted project may not read this file: it is outside of the project's directory".to_owned();
            findings.problems.push(whole_file(&name, what));
        }
        kept
    }
}

/// A problem of which only the place is told: any file can be named as a policy, `.env` too, and its text is not shown to
/// whoever has runok read it.
fn untold(problem: Problem) -> Problem {
    let what = "this does not read as a policy; what is wrong is shown once the project is trusted".to_owned();
    Problem { text: String::new(), what, help: None, ..problem }
}
