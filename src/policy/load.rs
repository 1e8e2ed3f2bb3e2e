#![allow(clippy::disallowed_methods, reason = "edge: finds the policy files")]
//! Where a policy comes from: the files that apply, in their layers.
//!
//! Owns discovery, reading and the order of layers. Refuses to give a file a meaning (compiling does), and to fetch
//! anything. Nothing that stands in the place of a policy file can make it wait or grow: see `open`.

mod cache;
mod chain;
pub(crate) mod open;
mod project;
mod stamp;
pub mod testing;

use super::compile::{Findings, PolicyFile, Settings, compile};
use super::{Loaded, Problem, paths, presets, trust};
use crate::command::base_name;
pub use cache::Cache;
use chain::Chain;
pub(super) use project::{Project, ProjectUnit};
pub(super) use stamp::Stamp;

/// Which policy to load: what the environment and the command line say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LoadRequest {
    /// `-c FILE`: this file instead of all others. Relative to runok's own working directory.
    pub config: Option<String>,
    /// The directory from which the project's file is looked for: absolute. Nothing where it is not known.
    pub cwd: Option<String>,
    /// Other directories whose projects have a say, absolute: where a session is whose command runs elsewhere. They may only
    /// tighten.
    pub beside: Vec<String>,
    /// `$HOME`
    pub home: Option<String>,
    /// `$XDG_CONFIG_HOME`
    pub config_home: Option<String>,
    /// `$XDG_STATE_HOME`
    pub state_home: Option<String>,
    /// Take the project for trusted, to see what that would change. What is judged with this is never an answer.
    pub suppose_trusted: bool,
    /// `$XDG_CACHE_HOME`
    pub cache_home: Option<String>,
    /// Whether the policy may come from the cache, and is put there.
    pub cache: Cache,
    /// Also read tests, check what is otherwise checked when it is first needed, and list the conditions (`runok policy`).
    pub thorough: bool,
}

/// The names of a policy file, the preferred one first.
const NAMES: [&str; 2] = ["runok.yml", "runok.yaml"];
/// The names of the local file beside it.
const LOCAL_NAMES: [&str; 2] = ["runok.local.yml", "runok.local.yaml"];

/// Loads the policy that applies. With no trusted file anywhere that is `builtin:default`.
#[must_use]
pub fn load(request: &LoadRequest) -> Loaded {
    let mut findings = Findings::default();
    let roots = Roots::find(request, &mut findings);
    // what is wrong here is told by reading the files
    let place = cache::Place::of(request, &roots).filter(|_| findings.problems.is_empty());
    if let Some(kept) = place.as_ref().and_then(cache::Place::serve) {
        return kept;
    }
    let began = cache::now();
    let (loaded, looked_at) = read(request, roots, findings);
    if let (Some(place), Some(looked_at), true) = (place, looked_at, loaded.problems.is_empty()) {
        place.publish(&loaded.policy, looked_at, began);
    }
    loaded
}

/// Reads the policy that begins with these files. Also says what was looked at, where all of that can be told.
fn read(request: &LoadRequest, roots: Roots, mut findings: Findings) -> (Loaded, Option<Vec<Stamp>>) {
    let settings = request.settings();
    let mut files: Vec<PolicyFile> = Vec::new();
    match &request.config {
        Some(config) => {
            let mut chain = Chain::new(LAYER_GLOBAL, settings);
            match &roots.named {
                Some(path) => chain.root(path, config, "-c", true),
                None => findings.problems.push(whole_file(config, "its directory is not known".to_owned())),
            }
            take(chain, true, &mut files, &mut findings);
        }
        None => discover(request, roots, &mut files, &mut findings),
    }
    protect(&mut files, settings, &mut findings);
    let looked_at = std::mem::take(&mut findings.looked_at).into_iter().collect();
    (compile(files, settings, findings), looked_at)
}

/// The policy that a file of this path would be, alone, if it held this text.
#[must_use]
pub fn of_text(request: &LoadRequest, path: &str, text: &str) -> Loaded {
    let settings = request.settings();
    let (mut findings, mut files) = (Findings::default(), Vec::new());
    let mut chain = Chain::new(LAYER_GLOBAL, settings);
    chain.text(path, text);
    take(chain, true, &mut files, &mut findings);
    compile(files, settings, findings)
}

/// The layers, from the lowest.
/// [`Source::role`] of the policy that applies where no other does.
///
/// [`Source::role`]: super::Source::role
pub const ROLE_EMBEDDED: &str = "embedded";

const LAYER_SELF: usize = 0;
const LAYER_GLOBAL: usize = 1;
const LAYER_GLOBAL_LOCAL: usize = 2;
const LAYER_PROJECT: usize = 3;
const LAYER_PROJECT_LOCAL: usize = 4;

/// The files that a policy begins with: those that no other file names.
#[derive(Debug, Default)]
struct Roots {
    /// The file that was named with `-c`, absolute; then there are no others.
    named: Option<String>,
    global: Option<String>,
    global_local: Option<String>,
    project: Option<Project>,
    /// Projects of which only what tightens counts.
    beside: Vec<Project>,
}

impl Roots {
    fn find(request: &LoadRequest, findings: &mut Findings) -> Self {
        if let Some(config) = &request.config {
            return Self { named: absolute(config), ..Self::default() };
        }
        let directory = request.global_directory();
        let mut global = |names| directory.as_ref().and_then(|directory| find(directory, names, findings));
        let (global, global_local) = (global(NAMES), global(LOCAL_NAMES));
        let mut projects = |start: &String| {
            let mut found = Project::find(start, request.home(), findings);
            found.retain(|project| Some(&project.directory) != directory.as_ref());
            found
        };
        let mut own = request.cwd.iter().flat_map(&mut projects).collect::<Vec<_>>().into_iter();
        let project = own.next();
        let beside = own.chain(request.beside.iter().flat_map(projects)).collect();
        if request.cwd.is_none() {
            findings.problems.push(whole_file("runok.yml", "the working directory is not known".to_owned()));
        }
        Self { named: None, global, global_local, beside: others(beside, project.as_ref()), project }
    }

    /// Their paths, in order.
    fn paths(&self) -> impl Iterator<Item = &str> {
        let projects = self.project.iter().chain(&self.beside).flat_map(|project| [&project.main, &project.local]);
        [&self.named, &self.global, &self.global_local].into_iter().chain(projects).filter_map(Option::as_deref)
    }
}

fn discover(request: &LoadRequest, roots: Roots, files: &mut Vec<PolicyFile>, findings: &mut Findings) {
    let settings = request.settings();
    let home = settings.home;
    let Roots { global, global_local, project, beside, .. } = roots;
    let layers = [(LAYER_GLOBAL, global, "global"), (LAYER_GLOBAL_LOCAL, global_local, "global (local)")];
    for (layer, path, role) in layers {
        if let Some(path) = path {
            let mut chain = Chain::new(layer, settings);
            chain.root(&path, &path, role, true);
            take(chain, true, files, findings);
        }
    }
    let unit = project.map(|project| project.read(settings, findings));
    let listed = trusted_paths(files.iter(), home);
    let trusted = request.suppose_trusted
        || unit.as_ref().is_some_and(|unit| trust::is_trusted(request, unit, &listed, findings));
    if !trusted && files.is_empty() {
        let mut chain = Chain::new(LAYER_GLOBAL, settings);
        chain.embedded("default", ROLE_EMBEDDED);
        take(chain, true, files, findings);
    }
    if let Some(unit) = unit {
        files.extend(unit.into_files(trusted, findings));
    }
    for (number, project) in (1..).zip(beside) {
        let unit = project.read(settings, findings);
        let trusted = trust::is_trusted(request, &unit, &listed, findings);
        files.extend(unit.into_files(trusted, findings).into_iter().map(|file| file.beside(number)));
    }
}

/// Those that are not the same as another one, or the project itself.
fn others(found: Vec<Project>, project: Option<&Project>) -> Vec<Project> {
    let mut others: Vec<Project> = Vec::new();
    for one in found {
        if !project.into_iter().chain(&others).any(|known| known.is_same(&one)) {
            others.push(one);
        }
    }
    others
}

/// Puts `builtin:self` below everything, unless a global file speaks of it itself: nobody else can leave its rules out.
fn protect(files: &mut Vec<PolicyFile>, settings: Settings<'_>, findings: &mut Findings) {
    let by_person = |file: &PolicyFile| file.layer < LAYER_PROJECT && file.is_self_protection();
    if files.iter().any(by_person) {
        return;
    }
    let mut chain = Chain::new(LAYER_SELF, settings);
    chain.embedded(presets::SELF, "always");
    let mut protecting = Vec::with_capacity(files.len() + 1);
    take(chain, true, &mut protecting, findings);
    protecting.append(files);
    *files = protecting;
}

/// Moves what a layer holds to the files of the policy.
fn take(chain: Chain<'_>, trusted: bool, files: &mut Vec<PolicyFile>, findings: &mut Findings) {
    findings.problems.extend(chain.findings.problems);
    findings.warnings.extend(chain.findings.warnings);
    findings.looked_at.extend(chain.findings.looked_at);
    files.extend(chain.files.into_iter().map(|opened| PolicyFile { trusted, ..opened.file }));
}

/// `trusted:` of the global files.
fn trusted_paths<'f>(files: impl Iterator<Item = &'f PolicyFile>, home: Option<&str>) -> Vec<String> {
    let mut listed = Vec::new();
    for file in files.filter(|file| file.global) {
        for text in file.raw.trusted.iter().flatten() {
            listed.extend(paths::resolve(&text.value, &file.directory, home));
        }
    }
    listed
}

/// A problem with a file as a whole.
pub(super) fn whole_file(file: &str, what: String) -> Problem {
    Problem { file: file.to_owned(), line: 1, column: 1, text: String::new(), what, help: None }
}

fn absolute(path: &str) -> Option<String> {
    if path.starts_with('/') {
        return Some(path.to_owned());
    }
    let directory = std::env::current_dir().ok()?;
    Some(format!("{}/{path}", directory.to_str()?))
}

/// The first of the names that is there. What cannot be looked at may hold rules, so it is a problem; so is what stands
/// there under the other name too, and is not read.
fn find(directory: &str, names: [&str; 2], findings: &mut Findings) -> Option<String> {
    let mut found: Option<String> = None;
    for name in names {
        let path = if directory == "/" { format!("/{name}") } else { format!("{directory}/{name}") };
        match (open::exists(&path), &found) {
            (Ok(true), None) => found = Some(path),
            (Ok(true), Some(first)) => {
                let what = format!("this policy is not read: {} stands beside it", base_name(first));
                let help = Some("put the rules of both into one of them, and remove the other".to_owned());
                findings.problems.push(Problem { help, ..whole_file(&path, what) });
            }
            (Ok(false), _) => {}
            (Err(error), _) => {
                findings.problems.push(whole_file(&path, format!("the policy is not read: {error}")));
                return found;
            }
        }
    }
    found
}

impl LoadRequest {
    pub(super) fn settings(&self) -> Settings<'_> {
        Settings { home: self.home(), thorough: self.thorough }
    }

    /// `$HOME`, where it is an absolute path.
    pub(super) fn home(&self) -> Option<&str> {
        self.home.as_deref().filter(|home| home.starts_with('/'))
    }

    /// The path of the global policy, whether it is there or not.
    pub(crate) fn global_file(&self) -> Option<String> {
        let directory = self.global_directory()?;
        let found = find(&directory, NAMES, &mut Findings::default());
        Some(found.unwrap_or_else(|| format!("{directory}/runok.yml")))
    }

    /// Is there a global file beside that one, for this machine alone?
    pub(crate) fn has_local_global_file(&self) -> bool {
        let directory = self.global_directory();
        directory.is_some_and(|directory| find(&directory, LOCAL_NAMES, &mut Findings::default()).is_some())
    }

    /// The directory of the global policy.
    pub(crate) fn global_directory(&self) -> Option<String> {
        xdg(self.config_home.as_deref(), self.home(), "/.config")
    }

    /// The directory of compiled policies.
    pub(super) fn cache_directory(&self) -> Option<String> {
        xdg(self.cache_home.as_deref(), self.home(), "/.cache")
    }

    /// The directory of what runok remembers: the trust file, backups, canaries.
    pub(crate) fn state_directory(&self) -> Option<String> {
        xdg(self.state_home.as_deref(), self.home(), "/.local/state")
    }
}

/// What is runok's of a directory of the XDG specification: relative values do not count.
fn xdg(value: Option<&str>, home: Option<&str>, fallback: &str) -> Option<String> {
    let (above, below) = match value.filter(|value| value.starts_with('/')) {
        Some(directory) => (directory, ""),
        None => (home?, fallback),
    };
    Some(paths::normalise(&[above, below, "/runok"].concat()))
}

#[cfg(test)]
pub(super) mod tests;
