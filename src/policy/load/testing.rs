//! The policies whose tests are to be run, each by itself.
//!
//! Owns what such a policy is made of (`tests.extends` counts, other layers do not, so that a result hangs on no other
//! machine's files) and which tests belong to it. Refuses to run one.
//!
//! A policy that was found and is not trusted is tested in full all the same: nothing runs by it. Its validators would, so
//! they are not to be started.

use std::collections::BTreeSet;

use super::super::compile::{Findings, PolicyFile, Settings, compile};
use super::super::{Loaded, RuleTest, trust};
use super::chain::{Chain, Opened};
use super::{
    LAYER_GLOBAL, LAYER_GLOBAL_LOCAL, LOCAL_NAMES, LoadRequest, NAMES, Project, ROLE_EMBEDDED, absolute, find, open,
    protect, trusted_paths, whole_file,
};
use crate::command::base_name;

/// What the beginning of an embedded policy's name is.
const EMBEDDED: &str = "builtin:";

/// Why a validator of a policy that was found is not started.
const NOT_TRUSTED: &str =
    "not started, because the policy, or a file that its tests extend, is not trusted; `runok test FILE` starts it";

/// A policy and its tests.
#[derive(Debug)]
pub struct Tested {
    /// The file as it was named, or its path.
    pub name: String,
    /// The policy, read thoroughly, together with what its tests extend.
    pub loaded: Loaded,
    /// Its tests, each with its file: in the order of the files, and of their lines.
    pub tests: Vec<(String, RuleTest)>,
    /// The files that it is about, without those that they extend: as in [`super::super::Source::name`].
    pub own: Vec<String>,
    /// Where its tests' commands would run; `None` is the working directory.
    pub directory: Option<String>,
    /// Its validators are not to be started, and why.
    pub unasked: Option<&'static str>,
}

/// The policy of a file (or of a directory that has one, or an embedded one, `builtin:NAME`): trusted, because it was named.
#[must_use]
pub fn named(request: &LoadRequest, name: &str) -> Tested {
    let settings = request.settings();
    let mut findings = Findings::default();
    let mut chain = Chain::new(LAYER_GLOBAL, settings);
    if let Some(embedded) = name.strip_prefix(EMBEDDED) {
        chain.embedded(embedded, ROLE_EMBEDDED);
    } else {
        match policy_file(name, &mut findings) {
            Ok((path, shown)) => chain.root(&path, &shown, "named", true),
            Err(what) => findings.problems.push(whole_file(name, what.to_owned())),
        }
        chain.fixtures();
    }
    let mut unit = Unit { findings, ..Unit::new(name) };
    unit.take(chain);
    unit.tested(settings)
}

/// The path of the file that a name stands for, and what messages call it.
fn policy_file(name: &str, findings: &mut Findings) -> Result<(String, String), &'static str> {
    let path = absolute(name).ok_or("its directory is not known")?;
    if !open::is_directory(&path) {
        return Ok((path, name.to_owned()));
    }
    let found = find(&path, NAMES, findings).ok_or("there is no runok.yml in this directory")?;
    let shown = format!("{}/{}", name.trim_end_matches('/'), base_name(&found));
    Ok((found, shown))
}

/// The policies that apply in a directory: the global one, that of the project, or `builtin:default` where there is none.
#[must_use]
pub fn found(request: &LoadRequest) -> Vec<Tested> {
    let settings = request.settings();
    let mut findings = Findings::default();
    let global = request.global_directory();
    let global_unit = global.as_deref().and_then(|directory| global_unit(directory, settings, &mut findings));
    let mut units: Vec<Unit> = global_unit.into_iter().collect();
    let listed = trusted_paths(units.iter().flat_map(|unit| &unit.opened).map(|opened| &opened.file), settings.home);
    let project = match &request.cwd {
        Some(cwd) => Project::find(cwd, settings.home, &mut findings).into_iter().next(),
        None => {
            findings.problems.push(whole_file("runok.yml", "the working directory is not known".to_owned()));
            None
        }
    };
    if let Some(project) = project.filter(|project| Some(&project.directory) != global.as_ref()) {
        units.push(project_unit(request, project, &listed, &mut findings));
    }
    if units.is_empty() {
        let mut chain = Chain::new(LAYER_GLOBAL, settings);
        chain.embedded("default", ROLE_EMBEDDED);
        let mut unit = Unit::new("builtin:default");
        unit.take(chain);
        units.push(unit);
    }
    if let Some(first) = units.first_mut() {
        first.findings.problems.append(&mut findings.problems);
        first.findings.warnings.append(&mut findings.warnings);
    }
    units.into_iter().map(|unit| unit.tested(settings)).collect()
}

/// The global policy with the local file beside it.
fn global_unit(directory: &str, settings: Settings<'_>, findings: &mut Findings) -> Option<Unit> {
    let mut unit: Option<Unit> = None;
    for (layer, names, role) in [(LAYER_GLOBAL, NAMES, "global"), (LAYER_GLOBAL_LOCAL, LOCAL_NAMES, "global (local)")] {
        let Some(path) = find(directory, names, findings) else { continue };
        let mut chain = Chain::new(layer, settings);
        chain.root(&path, &path, role, true);
        chain.fixtures();
        unit.get_or_insert_with(|| Unit::new(&path)).take(chain);
    }
    unit
}

/// Everything of a project, as if it were trusted; its validators only where it is.
fn project_unit(request: &LoadRequest, project: Project, listed: &[String], findings: &mut Findings) -> Unit {
    let settings = request.settings();
    let mut unit = Unit::new(project.main.as_deref().or(project.local.as_deref()).unwrap_or_default());
    // trust is about the files that judging reads, without those of tests
    let judging = project.clone().read(settings, &mut Findings::default());
    let trusted = trust::is_trusted(request, &judging, listed, findings);
    let read = project.read_with(settings, &mut unit.findings, |chain| chain.fixtures());
    unit.directory = Some(read.found.clone());
    let fixtures = read.files.iter().any(|opened| opened.for_tests);
    unit.unasked = (!trusted || fixtures).then_some(NOT_TRUSTED);
    unit.opened = read.within(trusted, &mut unit.findings);
    unit
}

/// A policy while it is put together.
struct Unit {
    name: String,
    opened: Vec<Opened>,
    findings: Findings,
    directory: Option<String>,
    unasked: Option<&'static str>,
}

impl Unit {
    fn new(name: &str) -> Self {
        let (opened, findings) = (Vec::new(), Findings::default());
        Self { name: name.to_owned(), opened, findings, directory: None, unasked: None }
    }

    fn take(&mut self, chain: Chain<'_>) {
        self.findings.problems.extend(chain.findings.problems);
        self.findings.warnings.extend(chain.findings.warnings);
        self.opened.extend(chain.files);
    }

    fn tested(self, settings: Settings<'_>) -> Tested {
        let running = Running::of(&self.opened);
        let is_own = |opened: &&Opened| opened.file.extended_by.is_none() && !opened.for_tests;
        let own = self.opened.iter().filter(is_own).map(|opened| opened.file.name.to_string()).collect();
        let mut files = self.opened.into_iter().map(|opened| PolicyFile { trusted: true, ..opened.file }).collect();
        let mut findings = self.findings;
        protect(&mut files, settings, &mut findings);
        let mut loaded = compile(files, settings, findings);
        let tests = running.tests(&mut loaded);
        Tested { name: self.name, loaded, tests, own, directory: self.directory, unasked: self.unasked }
    }
}

/// The files whose tests are run.
struct Running {
    /// Tests beside rules.
    inline: BTreeSet<String>,
    /// `tests.cases`
    cases: BTreeSet<String>,
}

impl Running {
    /// Those of an embedded policy that is extended are its own business: it holds them by itself. `tests.cases` of a file
    /// that is extended are run where the file that extends it has no `tests`, as in runok 0.3.
    fn of(files: &[Opened]) -> Self {
        let is_root = |opened: &Opened| opened.file.extended_by.is_none();
        let has_tests = files.iter().any(|opened| is_root(opened) && opened.file.raw.tests.is_some());
        let inline = |opened: &&Opened| is_root(opened) || opened.path.is_some();
        let cases = |opened: &&Opened| is_root(opened) || (opened.path.is_some() && !opened.for_tests && !has_tests);
        let name = |opened: &Opened| opened.file.name.to_string();
        Self {
            inline: files.iter().filter(inline).map(name).collect(),
            cases: files.iter().filter(cases).map(name).collect(),
        }
    }

    /// Takes the tests out of a policy.
    fn tests(&self, loaded: &mut Loaded) -> Vec<(String, RuleTest)> {
        let policy = &mut loaded.policy;
        let mut tests = Vec::new();
        let mut rules = policy.rules.take();
        for rule in &mut rules {
            let own = std::mem::take(&mut rule.tests);
            if self.inline.contains(&*rule.file) {
                tests.extend(own.into_iter().map(|test| (rule.file.to_string(), test)));
            }
        }
        policy.rules = rules.into();
        let cases = std::mem::take(&mut policy.cases);
        tests.extend(cases.into_iter().filter(|(file, _)| self.cases.contains(file)));
        let place = |file: &str| policy.sources.iter().position(|source| source.name == file);
        tests.sort_by_cached_key(|(file, test)| (place(file), test.line));
        tests
    }
}
