//! What would change: for each agent the files to edit, and each file as it would be.
//!
//! Owns which file of an agent is the one to edit, and what a file becomes when runok goes in or out. Refuses to write.

use super::backup::{Backups, Record, digest};
use super::file::{self, Snapshot};
use super::machine;
use crate::agent::Agent;
use crate::agent::registration::{self, Form, Place, Settings, Start, Surroundings, When};

/// A file that would change.
#[derive(Debug)]
pub(super) struct Change {
    /// For which agent.
    pub agent: &'static Agent,
    /// As it is.
    pub before: Snapshot,
    /// As it would be; nothing where it would be removed.
    pub after: Option<String>,
    /// It is started as a program.
    pub executable: bool,
    /// What is remembered afterwards; nothing where runok is out again and nothing is left to remember.
    pub record: Option<Record>,
    /// The file holds nothing of runok yet, so that it is kept as it is.
    pub keeps: bool,
    /// Directories that go with the file, the outermost first.
    pub directories: Vec<String>,
}

/// How agents are looked at.
pub(super) struct Planner<'a> {
    /// Where files are.
    pub around: &'a Surroundings<'a>,
    /// What they were.
    pub backups: &'a Backups,
    /// In the project instead of for the user.
    pub project: bool,
    /// Tools besides the shell too.
    pub tools: bool,
    /// The policy rewrites commands so that they ask by themselves.
    pub rewrites: bool,
}

/// A file of an agent, with what it is to hold.
struct Slot {
    settings: &'static Settings,
    found: Snapshot,
}

impl Planner<'_> {
    /// What changes so that this agent starts `program`.
    ///
    /// # Errors
    /// A sentence: a file cannot be read or edited.
    pub(super) fn register(&self, agent: &'static Agent, program: &str) -> Result<Vec<Change>, String> {
        let mut changes = Vec::new();
        for slot in self.slots(agent)? {
            let directory = slot.found.path.rsplit_once('/').map_or("", |(directory, _)| directory);
            let start = |tools| Start { program, agent: agent.name, directory, tools, options: &[] };
            let text = slot.found.text.as_deref();
            let put = |tools| slot.settings.register(text, &start(tools)).map_err(|misfit| said(&slot, &misfit));
            let mut after = put(self.tools)?;
            // what was widened with --tools is not narrowed by leaving that out
            if !self.tools && text != Some(after.as_str()) && self.is_wide(&slot, &start(true)) {
                after = put(true)?;
            }
            if text != Some(after.as_str()) {
                changes.push(self.coming(agent, slot, after)?);
            }
        }
        // programs that settings name are there before these are
        changes.sort_by_key(|change| !change.executable);
        Ok(changes)
    }

    /// Is what stands there the wide form, with whatever program?
    fn is_wide(&self, slot: &Slot, wide: &Start<'_>) -> bool {
        let Some(text) = slot.found.text.as_deref() else { return false };
        let found = slot.settings.found(text).unwrap_or_default();
        let Some(program) = found.first().and_then(|found| found.words.first()) else { return false };
        let same = Start { program, ..*wide };
        let narrow = Start { tools: false, ..same };
        let unchanged = |start: &Start<'_>| slot.settings.register(Some(text), start).is_ok_and(|after| after == text);
        unchanged(&same) && !unchanged(&narrow)
    }

    fn coming(&self, agent: &'static Agent, slot: Slot, after: String) -> Result<Change, String> {
        let known = self.backups.recall(&slot.found.path);
        let text = slot.found.text.as_deref();
        let holds_ours = text.is_some_and(|text| slot.settings.found(text).is_ok_and(|found| !found.is_empty()));
        let keeps = !holds_ours || known.is_none();
        let record = match known {
            Some((record, _)) if !keeps => {
                let edited = record.written != text.map(digest);
                Record { written: (!edited).then(|| digest(&after)), ..record }
            }
            // an older registration that nobody remembers: there is no way back to what was before it
            _ if holds_ours => Record { path: slot.found.path.clone(), created: false, ..Record::default() },
            _ => Record {
                path: slot.found.path.clone(),
                created: text.is_none(),
                written: Some(digest(&after)),
                directories: Vec::new(),
            },
        };
        let executable = matches!(slot.settings.form, Form::Own { executable: true, .. });
        Ok(Change {
            agent,
            before: slot.found,
            after: Some(after),
            executable,
            record: Some(record),
            keeps,
            directories: Vec::new(),
        })
    }

    /// What changes so that runok is out again, and why a file cannot be read or edited, each a sentence: what stands in one
    /// keeps no other from being rid of runok.
    pub(super) fn unregister(&self, agent: &'static Agent) -> (Vec<Change>, Vec<String>) {
        let mut changes: Vec<Change> = Vec::new();
        let mut failures = Vec::new();
        for settings in self.rows(agent).iter().flat_map(|row| row.iter()) {
            let seen = |slot: &Slot| changes.iter().any(|change| change.before.path == slot.found.path);
            match self.slot(settings) {
                Ok(slot) if seen(&slot) => {}
                slot => match slot.and_then(|slot| self.going(agent, slot)) {
                    Ok(change) => changes.extend(change),
                    Err(why) if failures.contains(&why) => {}
                    Err(why) => failures.push(why),
                },
            }
        }
        changes.sort_by_key(|change| change.executable);
        (changes, failures)
    }

    fn slot(&self, settings: &'static Settings) -> Result<Slot, String> {
        Ok(Slot { settings, found: file::read(&settings.file.resolve(self.around)?)? })
    }

    fn going(&self, agent: &'static Agent, slot: Slot) -> Result<Option<Change>, String> {
        let Some(text) = slot.found.text.clone() else { return Ok(None) };
        let registered = slot.settings.found(&text).map_err(|misfit| said(&slot, &misfit))?;
        if registered.is_empty() {
            return Ok(None);
        }
        let known = self.backups.recall(&slot.found.path);
        let (record, before) = known.map_or((None, None), |(record, before)| (Some(record), before));
        let untouched = record.as_ref().is_some_and(|record| record.written.as_deref() == Some(&digest(&text)));
        let after = if untouched {
            before.clone()
        } else {
            slot.settings.unregister(&text, before.as_deref()).map_err(|misfit| said(&slot, &misfit))?
        };
        let directories = match (&after, &record) {
            (None, Some(record)) => record.directories.clone(),
            _ => Vec::new(),
        };
        let restored = after == before;
        let executable = matches!(slot.settings.form, Form::Own { executable: true, .. });
        let record = record.filter(|_| !restored && before.is_some()).map(|record| Record { written: None, ..record });
        Ok(Some(Change { agent, before: slot.found, after, executable, record, keeps: false, directories }))
    }

    /// Where runok is registered with an agent: the paths of the files.
    pub(super) fn registered(&self, agent: &'static Agent) -> Vec<String> {
        let mut paths: Vec<String> = Vec::new();
        for settings in self.rows(agent).iter().flat_map(|row| row.iter()) {
            let found = settings.file.resolve(self.around).and_then(|path| file::read(&path));
            let Ok(found) = found else { continue };
            let ours = found.text.as_deref().is_some_and(|text| is_registered(settings, text));
            if ours && !paths.contains(&found.path) {
                paths.push(found.path);
            }
        }
        paths
    }

    fn rows(&self, agent: &'static Agent) -> &'static [&'static [Settings]] {
        if self.project { agent.registration.project } else { agent.registration.user }
    }

    /// The files to edit: of each row the one that holds runok already, else the first that applies.
    fn slots(&self, agent: &'static Agent) -> Result<Vec<Slot>, String> {
        let mut slots = Vec::new();
        for row in self.rows(agent) {
            let mut found = row.iter().map(|settings| self.slot(settings)).collect::<Result<Vec<Slot>, String>>()?;
            let ours = |slot: &Slot| slot.found.text.as_deref().is_some_and(|text| is_registered(slot.settings, text));
            let at = match found.iter().position(ours) {
                Some(at) => Some(at),
                None => self.first_that_applies(&found)?,
            };
            slots.extend(at.map(|at| found.swap_remove(at)));
        }
        match (slots.is_empty(), self.project) {
            (false, _) => Ok(slots),
            (true, true) => Err("it cannot be registered for a project alone".to_owned()),
            (true, false) => Err("it can be registered in a project alone: add --project".to_owned()),
        }
    }

    fn first_that_applies(&self, slots: &[Slot]) -> Result<Option<usize>, String> {
        for (at, slot) in slots.iter().enumerate() {
            if self.applies(slot)? {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// Is the file the one to edit? Of one that cannot be read nobody can say so.
    fn applies(&self, slot: &Slot) -> Result<bool, String> {
        let text = slot.found.text.as_deref();
        let other = |place: Place| place.resolve(self.around).ok().map(|path| file::read(&path));
        Ok(match slot.settings.when {
            When::Always => true,
            When::Exists => text.is_some(),
            When::Holds(keys) => match text {
                Some(text) => {
                    slot.settings.found(text).map_err(|misfit| said(slot, &misfit))?;
                    slot.settings.holds(text, keys)
                }
                None => false,
            },
            When::With(place) => place.resolve(self.around).is_ok_and(|path| machine::exists(&path)),
            When::WithKey(place, keys) => other(place)
                .and_then(Result::ok)
                .and_then(|found| found.text)
                .is_some_and(|text| registration::json_holds(&text, keys)),
            When::Rewriting => self.rewrites,
        })
    }
}

fn is_registered(settings: &Settings, text: &str) -> bool {
    settings.found(text).is_ok_and(|found| !found.is_empty())
}

fn said(slot: &Slot, misfit: &registration::Misfit) -> String {
    format!("{}: {misfit}", slot.found.path)
}
