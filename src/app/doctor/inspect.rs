#![allow(clippy::disallowed_methods, reason = "edge: reads the settings of agents, and looks at the program they name")]
//! What an agent's own files say: is runok registered, rightly, and heeded?
//!
//! Owns the reading of those files and the verdict that follows from them alone. Refuses to change them.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{Diagnosis, memory, probe};
use crate::agent::Agent;
use crate::agent::health::{Life, Trusted};
use crate::agent::registration::{Form, Found, Settings, Start, Surroundings, value};
use crate::app::init::machine;

/// The most bytes of a settings file that are looked at.
const MAX_BYTES: u64 = 8 << 20;

/// What was found in an agent's files.
pub(super) struct Inspection {
    agent: &'static Agent,
    /// Somebody uses the agent here.
    present: bool,
    /// The files that hold runok.
    files: Vec<File>,
    /// Files that cannot be read, each a sentence.
    unreadable: Vec<String>,
    /// What keeps hooks from running, each a sentence.
    obstacles: Vec<String>,
    /// What should be known, each a sentence.
    notes: Vec<String>,
}

struct File {
    path: String,
    text: String,
    found: Vec<Found>,
    /// `runok init` would write it as it is.
    current: bool,
    /// It stands in a project, so that whoever wrote the project may have written it.
    of_project: bool,
}

/// Looks at the files of an agent, for the user and for the project of the working directory.
pub(super) fn inspect(agent: &'static Agent, program: &str) -> Inspection {
    let around = machine::surroundings();
    let present = machine::shows(agent.registration.signs, &around);
    let mut inspection = Inspection {
        agent,
        present,
        files: Vec::new(),
        unreadable: Vec::new(),
        obstacles: Vec::new(),
        notes: Vec::new(),
    };
    let user = agent.registration.user.iter().map(|row| (false, row));
    for (of_project, row) in user.chain(agent.registration.project.iter().map(|row| (true, row))) {
        for settings in row.iter() {
            inspection.look(settings, (program, of_project), &around);
        }
    }
    inspection.look_for_obstacles(&around);
    inspection.look_for_trust(&around);
    inspection
}

impl Inspection {
    fn look(&mut self, settings: &Settings, (program, of_project): (&str, bool), around: &Surroundings<'_>) {
        let Ok(path) = settings.file.resolve(around) else { return };
        if self.files.iter().any(|file| file.path == path) {
            return;
        }
        let text = match read(&path) {
            Ok(Some(text)) => text,
            Ok(None) => return,
            Err(why) => return self.unreadable.push(format!("{path} cannot be read: {why}")),
        };
        let found = match settings.found(&text) {
            Ok(found) if found.is_empty() => return,
            Ok(found) => found,
            Err(misfit) => return self.unreadable.push(format!("{path}: {misfit}")),
        };
        let directory = path.rsplit_once('/').map_or("", |(directory, _)| directory);
        let start = |tools| Start { program, agent: self.agent.name, directory, tools, options: &[] };
        let same = |tools| settings.register(Some(&text), &start(tools)).is_ok_and(|after| after == text);
        let current = same(false) || same(true);
        self.look_for_rivals(settings, &path, &text);
        self.files.push(File { path, text, found, current, of_project });
    }

    /// Other hooks in the lists that hold ours, and at the event where an answer stands for the user's.
    fn look_for_rivals(&mut self, settings: &Settings, path: &str, text: &str) {
        let (Form::Json(lists) | Form::Toml(lists)) = settings.form else { return };
        let ours = settings.found(text).unwrap_or_default();
        let mut events: Vec<&[&str]> = lists.entries.iter().map(|entry| entry.list).collect();
        events.push(&["hooks", "PermissionRequest"]);
        events.sort_unstable();
        events.dedup();
        for list in events {
            let Some(Value::Array(all)) = value(path, text, list) else { continue };
            let others = all.iter().filter(|entry| !ours.iter().any(|found| found.entry == **entry)).count();
            if others > 0 {
                let what = if others == 1 { "another hook" } else { "other hooks" };
                let event = list.join(".");
                self.notes.push(format!("{path} has {what} at {event}: {}", self.agent.health.rivals));
            }
        }
    }

    fn look_for_obstacles(&mut self, around: &Surroundings<'_>) {
        for obstacle in self.agent.health.obstacles {
            let Ok(path) = obstacle.file.resolve(around) else { continue };
            if read(&path).ok().flatten().is_some_and(|text| obstacle.stands_in(&path, &text)) {
                let keys = obstacle.keys.join(".");
                self.obstacles.push(format!("{path} switches hooks off: {keys} is {}", obstacle.off));
            }
        }
    }

    fn look_for_trust(&mut self, around: &Surroundings<'_>) {
        let Some(trust) = &self.agent.health.trust else { return };
        let Ok(path) = trust.file.resolve(around) else { return };
        let text = read(&path).ok().flatten();
        for file in &self.files {
            if (trust.of)(&file.path, text.as_deref()) == Trusted::No {
                self.obstacles.push(format!("nobody has told {} to trust the hook: {}", self.agent.title, trust.to_do));
            }
        }
    }

    /// Is runok registered with it, or may it be?
    pub(super) fn is_registered(&self) -> bool {
        !self.files.is_empty() || !self.unreadable.is_empty()
    }

    /// Is it worth a line where nobody asked about it by name?
    pub(super) fn is_of_interest(&self) -> bool {
        self.present || self.is_registered()
    }

    /// Changes with everything on which it depends whether the guard works: the registration, the program, and the agent's own.
    pub(super) fn digest(&self) -> String {
        let mut digest = Sha256::new();
        let mut add = |text: &str| {
            digest.update(text.len().to_le_bytes());
            digest.update(text.as_bytes());
        };
        for file in &self.files {
            add(&file.path);
            add(&file.text);
            for program in file.found.iter().filter_map(|found| found.words.first()) {
                add(&stamp(Path::new(program)));
            }
        }
        for program in self.agent.registration.programs().filter_map(|name| machine::on_path(name).next()) {
            add(&stamp(&program));
        }
        self.obstacles.iter().for_each(|obstacle| add(obstacle));
        digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The verdict of the files alone: at best, that nobody has seen it.
    pub(super) fn diagnose(&self, program: &str) -> Diagnosis {
        let mut diagnosis = Diagnosis {
            agent: self.agent,
            life: Life::Unknown,
            files: self.files.iter().map(|file| file.path.clone()).collect(),
            findings: self.notes.clone(),
        };
        let mut tell = |life: Life, what: String| {
            diagnosis.life = diagnosis.life.max(life);
            diagnosis.findings.push(what);
        };
        self.unreadable.iter().for_each(|why| tell(Life::Broken, why.clone()));
        if !self.is_registered() {
            let what = format!("runok is not registered: `runok init {}` does that", self.agent.name);
            tell(Life::Dormant, what);
            return diagnosis;
        }
        for file in &self.files {
            let is_written =
                |named: &str| named == program || self.files.iter().any(|other| other.path == named && other.current);
            for why in problems(file, program, self.agent, &is_written) {
                tell(Life::Broken, why);
            }
            if !file.current {
                let what = format!("{} is not as `runok init {}` writes it", file.path, self.agent.name);
                tell(Life::Unknown, what);
            }
        }
        self.obstacles.iter().for_each(|why| tell(Life::Dormant, why.clone()));
        diagnosis
    }

    /// What was once seen of the real agent, if nothing has changed since.
    pub(super) fn with_memory(&self, mut diagnosis: Diagnosis) -> Diagnosis {
        if diagnosis.life != Life::Unknown || !self.is_registered() {
            return diagnosis;
        }
        let (name, title) = (self.agent.name, self.agent.title);
        let told = match memory::recalled(self.agent, &self.digest()) {
            Some(seen) if seen.life == Life::Alive => {
                diagnosis.life = Life::Alive;
                format!("the canary was refused {}, and nothing has changed since", seen.ago)
            }
            Some(seen) => {
                diagnosis.life = seen.life;
                format!("the canary ran {}, and nothing has changed since", seen.ago)
            }
            None => format!("it answers; `runok doctor --live {name}` sees whether {title} heeds it"),
        };
        diagnosis.findings.push(told);
        diagnosis
    }
}

/// Changes with a program that is replaced, even by one of the same size and time: package managers write times of their own.
fn stamp(program: &Path) -> String {
    let found = fs::metadata(program).ok();
    let found = found.map(|found| (found.len(), found.modified().ok(), found.ino(), found.ctime(), found.ctime_nsec()));
    format!("{} {found:?}", program.display())
}

/// What is wrong with the programs that a file names. `is_written`: it is runok itself, or a script that `runok init` would
/// write as it is.
fn problems(file: &File, program: &str, agent: &Agent, is_written: &dyn Fn(&str) -> bool) -> Vec<String> {
    let mut problems = Vec::new();
    for found in &file.found {
        let Some(named) = found.words.first() else { continue };
        // a name alone is right only where the agent takes nothing else
        let path =
            if file.current && !named.contains('/') { machine::on_path(named).next() } else { Some(named.into()) };
        let Some(path) = path else {
            problems.push(format!("{}: there is no {named} on PATH", file.path));
            continue;
        };
        if !path.is_absolute() {
            problems.push(format!("{}: {named:?} is looked for on PATH, which is another one in the agent", file.path));
            continue;
        }
        let runs = fs::metadata(&path).is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0);
        if !runs {
            problems.push(format!("{}: {named} is no program (any more)", file.path));
            continue;
        }
        // the file may be as it should be, and the script of the project that it names not
        if file.of_project && !(file.current && (!named.contains('/') || is_written(named))) {
            let why = "what a project names is started only where it is what `runok init --project` writes here";
            problems.push(format!("{}: {named} was not tried: {why}", file.path));
            continue;
        }
        if let Err(why) = probe::try_out(&found.words, agent, program) {
            problems.push(format!("{}: {why}", file.path));
        }
    }
    problems.dedup();
    problems
}

fn read(path: &str) -> Result<Option<String>, String> {
    match fs::metadata(path) {
        Err(error) if matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        Err(error) => return Err(error.to_string()),
        Ok(found) if !found.is_file() => return Err("it is no regular file".to_owned()),
        Ok(found) if found.len() > MAX_BYTES => return Err("it is too large".to_owned()),
        Ok(_) => {}
    }
    fs::read_to_string(path).map(Some).map_err(|error| error.to_string())
}
