//! A file and what it extends.
//!
//! Owns references: local files, embedded policies, git. Refuses to fetch anything.

use std::rc::Rc;

use super::super::compile::{Findings, PolicyFile, Settings};
use super::super::names::did_you_mean;
use super::super::raw::{self, Short, Text};
use super::super::{Problem, paths, presets};
use super::Stamp;
use super::open::{self, OpenError};

/// How deep files may extend files.
pub(crate) const MAX_EXTENDS_DEPTH: usize = 10;

/// What the name of an embedded policy begins with.
const BUILTIN: &str = "builtin:";

/// The most files that one layer may be made of.
pub(crate) const MAX_EXTENDED_FILES: usize = 200;

/// A layer that is being read.
pub(super) struct Chain<'a> {
    /// `~`
    home: Option<&'a str>,
    /// Read everything, also what has no say in a verdict.
    thorough: bool,
    /// The number of the layer.
    layer: usize,
    /// What was read, each file after what it extends.
    pub(super) files: Vec<Opened>,
    /// What was wrong.
    pub(super) findings: Findings,
    /// What is being read counts while testing alone.
    for_tests: bool,
    /// The files between the first one and this one.
    open: Vec<String>,
    /// What was read already (a diamond is read once).
    seen: Vec<String>,
}

/// A policy file with its text.
#[derive(Debug)]
pub(super) struct Opened {
    /// The file, read. Whether it is trusted is not known yet.
    pub(super) file: PolicyFile,
    /// The path with all links followed; nothing for an embedded policy.
    pub(super) path: Option<String>,
    /// Its text, as far as it is needed for a digest.
    pub(super) text: String,
    /// It counts while testing alone (`tests.extends`).
    pub(super) for_tests: bool,
}

/// How a file came to be read.
struct Origin<'t> {
    role: String,
    /// The reference and the file that holds it.
    reference: Option<(&'t Text, Rc<str>)>,
    /// The `id`s of rules that the reference leaves out.
    without: Vec<Text>,
    /// Those that a reference to what extends this leaves out.
    inherited: Vec<Text>,
    global: bool,
}

/// A file as it is read.
struct Source<'t> {
    /// What messages call it.
    shown: &'t str,
    directory: &'t str,
    text: String,
    raw: raw::File,
    /// The path with all links followed; nothing for an embedded policy.
    path: Option<String>,
}

impl<'a> Chain<'a> {
    /// An empty layer.
    pub(super) fn new(layer: usize, settings: Settings<'a>) -> Self {
        let (files, open, seen) = (Vec::new(), Vec::new(), Vec::new());
        let Settings { home, thorough } = settings;
        Self { home, thorough, layer, files, findings: Findings::default(), for_tests: false, open, seen }
    }

    /// Reads a file and what it extends. `path` is absolute, `shown` is what messages call it.
    pub(super) fn root(&mut self, path: &str, shown: &str, role: &str, global: bool) {
        self.local(path, shown, Origin::first(role, global));
    }

    /// Reads what `tests.extends` of the file that was read last names. It comes after that file, so it stands over it.
    pub(super) fn fixtures(&mut self) {
        let Some(root) = self.files.last().filter(|opened| opened.file.extended_by.is_none()) else { return };
        let references = root.file.raw.tests.as_ref().and_then(|tests| tests.extends.clone()).unwrap_or_default();
        let (name, directory) = (Rc::clone(&root.file.name), root.file.directory.clone());
        self.for_tests = true;
        for reference in &references {
            self.follow_text(reference, &name, &directory, &[]);
        }
        self.for_tests = false;
    }

    /// Reads a text as the file of this path.
    pub(super) fn text(&mut self, path: &str, text: &str) {
        let raw = self.raw(text, path);
        let source = Source {
            shown: path,
            directory: paths::parent(path),
            text: text.to_owned(),
            raw,
            path: Some(path.to_owned()),
        };
        self.read(source, Origin::first("given", true));
    }

    /// Reads an embedded policy.
    pub(super) fn embedded(&mut self, name: &str, role: &str) {
        self.builtin(name, Origin::first(role, false));
    }

    fn local(&mut self, path: &str, shown: &str, origin: Origin<'_>) {
        let canonical = open::canonical(path);
        let key = canonical.clone().unwrap_or_else(|| path.to_owned());
        if !self.enter(&key, &origin) {
            return;
        }
        self.findings.looked_at.push(Stamp::file(path));
        match open::policy_text(path) {
            Ok(text) => {
                let raw = self.raw(&text, shown);
                self.read(Source { shown, directory: paths::parent(path), text, raw, path: canonical }, origin);
            }
            Err(error) => self.unreadable(shown, &error, &origin),
        }
        self.open.pop();
    }

    fn builtin(&mut self, name: &str, mut origin: Origin<'_>) {
        let Some(text) = presets::embedded(name) else {
            let help = did_you_mean(name, presets::names());
            let what = format!("there is no embedded policy `{name}`");
            match &origin.reference {
                Some((text, file)) => self.findings.problem(file, text, what, help.as_deref()),
                None => {
                    let problem = super::whole_file(&format!("builtin:{name}"), what);
                    self.findings.problems.push(Problem { help, ..problem });
                }
            }
            return;
        };
        let shown = format!("{BUILTIN}{name}");
        let text = if self.thorough { text.to_owned() } else { presets::without_tests(text) };
        let mut raw = None;
        if !origin.inherited.is_empty() {
            let read = self.raw(&text, &shown);
            // what is left out elsewhere alone makes no other policy of this one
            origin.inherited.retain(|id| read.extends.is_some() || ids(&read).any(|own| own == id.value));
            raw = Some(read);
        }
        let without: Vec<&str> = origin.left_out().map(|text| text.value.as_str()).collect();
        if self.enter(&format!("{shown} without {}", without.join(" ")), &origin) {
            let raw = raw.unwrap_or_else(|| self.raw(&text, &shown));
            let (left_out, by) = (origin.without.clone(), origin.reference.as_ref().map(|(_, file)| Rc::clone(file)));
            self.read(Source { shown: &shown, directory: "/", text, raw, path: None }, origin);
            self.check_left_out(&shown, &left_out, by.as_deref().unwrap_or_default());
            self.open.pop();
        }
    }

    /// Every `id` that is left out has to be there, in the policy or in one that it extends.
    fn check_left_out(&mut self, shown: &str, left_out: &[Text], by: &str) {
        if left_out.is_empty() {
            return;
        }
        let mut known = Vec::new();
        self.add_ids(shown, &mut known);
        for text in left_out.iter().filter(|text| !known.contains(&text.value)) {
            let what = format!("{shown} has no rule with the id `{}`", text.value);
            let help = did_you_mean(&text.value, known.iter().map(String::as_str));
            self.findings.problem(by, text, what, help.as_deref());
        }
    }

    /// The `id`s of the rules of an embedded policy and of those that it extends, all of which were read.
    fn add_ids(&self, shown: &str, known: &mut Vec<String>) {
        let Some(file) = self.files.iter().map(|opened| &opened.file).find(|file| *file.name == *shown) else { return };
        known.extend(ids(&file.raw).map(str::to_owned));
        for reference in file.raw.extends.iter().flatten() {
            match reference {
                Short::Record(preset) => self.add_ids(&format!("{BUILTIN}{}", preset.builtin.value), known),
                Short::Text(text) => self.add_ids(&text.value, known),
            }
        }
    }

    /// What a file says.
    fn raw(&mut self, text: &str, shown: &str) -> raw::File {
        let (read, problems) = raw::read(text, shown, self.thorough);
        self.findings.problems.extend(problems);
        read.unwrap_or_default()
    }

    /// Begins a file, unless that is a loop, too deep, or done before.
    fn enter(&mut self, key: &str, origin: &Origin<'_>) -> bool {
        let refused = if let Some(first) = self.open.iter().position(|open| open == key) {
            let around: Vec<&str> = self.open.iter().skip(first).map(String::as_str).chain([key]).collect();
            Some((format!("`extends` goes in a circle: {}", around.join(" → ")), "take one of these references out"))
        } else if self.open.len() > MAX_EXTENDS_DEPTH {
            Some((format!("`extends` goes deeper than {MAX_EXTENDS_DEPTH} files"), "name the files in one list"))
        } else if self.seen.len() >= MAX_EXTENDED_FILES {
            Some((format!("`extends` names more than {MAX_EXTENDED_FILES} files"), "join some of them"))
        } else {
            None
        };
        if let Some((what, help)) = refused {
            if let Some((text, file)) = &origin.reference {
                self.findings.problem(file, text, what, Some(help));
            }
            return false;
        }
        if self.seen.iter().any(|seen| seen == key) {
            return false;
        }
        self.seen.push(key.to_owned());
        self.open.push(key.to_owned());
        true
    }

    fn unreadable(&mut self, shown: &str, error: &OpenError, origin: &Origin<'_>) {
        match &origin.reference {
            Some((text, file)) => {
                let embedded = presets::names().find(|name| *name == text.value);
                let help = embedded.map(|name| format!("the embedded policy is `builtin:{name}`"));
                self.findings.problem(file, text, format!("{shown} is not read: {error}"), help.as_deref());
            }
            None => self.findings.problems.push(super::whole_file(shown, format!("the policy is not read: {error}"))),
        }
    }

    /// What the file extends, and then the file.
    fn read(&mut self, source: Source<'_>, origin: Origin<'_>) {
        let Source { shown, directory, text, raw, path } = source;
        let name: Rc<str> = Rc::from(shown);
        let without: Vec<Text> = origin.left_out().cloned().collect();
        for reference in raw.extends.iter().flatten() {
            self.follow(reference, &name, directory, &without);
        }
        let file = PolicyFile {
            name,
            directory: directory.to_owned(),
            role: origin.role,
            trusted: false,
            global: origin.global,
            layer: self.layer,
            project: 0,
            raw,
            without,
            extended_by: origin.reference.map(|(_, file)| file),
        };
        self.files.push(Opened { file, path, text, for_tests: self.for_tests });
    }

    fn follow(&mut self, reference: &Short<raw::Preset>, from: &Rc<str>, directory: &str, inherited: &[Text]) {
        match reference {
            Short::Record(preset) => {
                let without = preset.without.clone().unwrap_or_default();
                let origin = self.origin(&preset.builtin, from, inherited);
                self.builtin(&preset.builtin.value, Origin { without, ..origin });
            }
            Short::Text(text) => self.follow_text(text, from, directory, inherited),
        }
    }

    fn follow_text(&mut self, text: &Text, from: &Rc<str>, directory: &str, inherited: &[Text]) {
        let origin = self.origin(text, from, inherited);
        if let Some(name) = text.value.strip_prefix(BUILTIN) {
            self.builtin(name, origin);
        } else if is_remote(&text.value) {
            let what = "remote presets are not supported yet".to_owned();
            let help = "copy the file beside this one and name it as `./file.yml`";
            self.findings.problem(from, text, what, Some(help));
        } else if let Some(path) = self.local_path(text, from, directory) {
            self.local(&path, &path, origin);
        }
    }

    fn origin<'t>(&self, text: &'t Text, from: &Rc<str>, inherited: &[Text]) -> Origin<'t> {
        let role = if self.for_tests { format!("for tests, by {from}") } else { format!("extended by {from}") };
        let reference = Some((text, Rc::clone(from)));
        Origin { role, reference, without: Vec::new(), inherited: inherited.to_vec(), global: false }
    }

    /// A relative reference stays in the directory of its file, one that begins with `~/` in the home directory. One that
    /// counts while testing alone may lie anywhere, as it always could.
    fn local_path(&mut self, text: &Text, from: &Rc<str>, directory: &str) -> Option<String> {
        let Some(path) = paths::resolve(&text.value, directory, self.home) else {
            let what = "`~` stands for nothing: the home directory is not known".to_owned();
            self.findings.problem(from, text, what, Some("set `HOME`"));
            return None;
        };
        let root = match text.value.strip_prefix('~') {
            Some(_) => self.home.unwrap_or("/"),
            None if text.value.starts_with('/') => "/",
            None => directory,
        };
        if self.for_tests || paths::is_within(&path, &paths::normalise(root)) {
            return Some(path);
        }
        let what = format!("this reference leaves {root}");
        self.findings.problem(from, text, what, Some("write it as an absolute path"));
        None
    }
}

impl Origin<'_> {
    /// Nothing refers to it.
    fn first(role: &str, global: bool) -> Self {
        Self { role: role.to_owned(), reference: None, without: Vec::new(), inherited: Vec::new(), global }
    }

    /// Every `id` that is left out.
    fn left_out(&self) -> impl Iterator<Item = &Text> {
        self.without.iter().chain(&self.inherited)
    }
}

/// The `id`s of the rules of a file.
fn ids(file: &raw::File) -> impl Iterator<Item = &str> {
    file.rules.iter().flatten().filter_map(|rule| Some(rule.id.as_ref()?.value.as_str()))
}

/// A reference that has to be fetched.
fn is_remote(reference: &str) -> bool {
    ["github:", "https://", "http://", "ssh://", "git://", "git@"].iter().any(|start| reference.starts_with(start))
}
