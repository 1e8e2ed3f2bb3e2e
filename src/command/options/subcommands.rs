//! The subcommands of a command, read when they are reached.
//!
//! Owns where the table of a subcommand comes from: a policy, a section of the command's file, or a file of its own.
//! Refuses to read a table's text (`format` does).

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::text::Section;
use super::{Table, format, glob, index};

/// The subcommands of one command or subcommand.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Subcommands {
    /// Those that a policy defines, in its order.
    given: Vec<(String, Rc<Table>)>,
    /// Sections of the file that holds the outer table.
    #[serde(skip)]
    sections: Vec<Section>,
    /// The name in the index that the files of subcommands stand below (`git`, for `git/push`), if there are any.
    below: Option<String>,
    /// Those that were asked for, so that no text is read twice.
    #[serde(skip)]
    known: RefCell<BTreeMap<String, Option<Rc<Table>>>>,
}

impl Subcommands {
    /// Subcommands whose tables are at hand.
    #[must_use]
    pub fn given(tables: impl IntoIterator<Item = (String, Table)>) -> Self {
        let given = tables.into_iter().map(|(name, table)| (name, Rc::new(table))).collect();
        Self { given, ..Self::default() }
    }

    /// Subcommands in sections of a file, and in files below a name.
    pub(super) fn built_in(path: &str, sections: Vec<Section>) -> Self {
        let below = index::has_below(path).then(|| path.to_owned());
        Self { sections, below, ..Self::default() }
    }

    /// Those that a policy defines.
    pub(super) fn of_policy(&self) -> impl Iterator<Item = (&str, &Table)> {
        self.given.iter().map(|(name, table)| (name.as_str(), table.as_ref()))
    }

    /// Does the command have no subcommands?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.given.is_empty() && self.sections.is_empty() && self.below.is_none()
    }

    /// The table of one, by any of its names.
    #[must_use]
    pub fn table(&self, name: &str) -> Option<Rc<Table>> {
        if let Some(known) = self.known.borrow().get(name) {
            return known.clone();
        }
        let given = |is: &dyn Fn(&str) -> bool| self.given.iter().find(|(own, _)| is(own)).map(|(_, table)| table);
        let fits = |own: &str| own.contains('*') && glob(own, name);
        let exact =
            self.named(|each| each == name).map(|section| self.section(section, name)).or_else(|| self.file(name));
        let starred = || self.named(fits).map(|section| self.section(section, name));
        // a name spelled out says more than a star, the policy's or not
        let table = match (given(&|own| own == name), exact) {
            (Some(given), built_in) => match built_in.or_else(starred) {
                Some(built_in) => Some(Rc::new(built_in.corrected(given))),
                None => Some(Rc::clone(given)),
            },
            (None, Some(built_in)) => Some(Rc::new(built_in)),
            (None, None) => given(&fits).map(Rc::clone).or_else(|| starred().map(Rc::new)),
        };
        self.known.borrow_mut().insert(name.to_owned(), table.clone());
        table
    }

    /// The names that begin so, one group for each subcommand that has one: all of its names.
    pub(super) fn beginning_with(&self, start: &str) -> Vec<Vec<&str>> {
        let given = self.given.iter().map(|(name, _)| vec![name.as_str()]);
        let sections = self.sections.iter().filter(|section| !section.path.contains(' '));
        let sections = sections.map(|section| section.path.split('|').collect::<Vec<_>>());
        let files = self.below.iter().flat_map(|path| index::below(path)).map(|name| vec![name]);
        let all = given.chain(sections).chain(files);
        all.filter(|names| names.iter().any(|name| !name.contains(['*', '/']) && name.starts_with(start))).collect()
    }

    /// All of their names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.beginning_with("").into_iter().flatten()
    }

    /// Is the table of one of them, or of one below them, such a table?
    #[must_use]
    pub fn any(&self, wanted: &dyn Fn(&Table) -> bool) -> bool {
        let wanted = |name: &str| self.table(name).is_some_and(|table| wanted(&table) || table.subcommands.any(wanted));
        // those below another are looked at with it
        let own = |section: &Section| !section.path.contains(' ') && section.path.split('|').next().is_some_and(wanted);
        self.given.iter().any(|(name, _)| wanted(name))
            || self.sections.iter().any(own)
            || self.below.as_ref().is_some_and(|path| index::below(path).any(wanted))
    }

    /// These subcommands with others laid over them.
    pub(super) fn corrected(mut self, by: &Self) -> Self {
        self.given.retain(|(name, _)| !by.given.iter().any(|(other, _)| other == name));
        self.given.splice(..0, by.given.iter().cloned());
        self.known = RefCell::default();
        self
    }

    /// The first section of a subcommand (not of one below it) with such a name.
    fn named(&self, is: impl Fn(&str) -> bool) -> Option<&Section> {
        self.sections.iter().find(|section| !section.path.contains(' ') && section.path.split('|').any(&is))
    }

    fn section(&self, own: &Section, name: &str) -> Table {
        let first = own.path.split('|').next().unwrap_or(own.path);
        let mut table = format::section(own.body).called(name, own.path);
        let inner = self.sections.iter().filter_map(|section| {
            let path = section.path.strip_prefix(first)?.strip_prefix(' ')?;
            Some(Section { path, body: section.body })
        });
        table.subcommands = Self { sections: inner.collect(), ..Self::default() };
        table
    }

    fn file(&self, name: &str) -> Option<Table> {
        let path = format!("{}/{name}", self.below.as_ref()?);
        // a name that begins with `_` is a part that tables share
        let (file, text) = index::file(&path).filter(|_| !name.starts_with('_') && !name.contains('/'))?;
        Some(format::table(file, text).called(name, name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// A table that is looked at once for each section below its own takes a second to be looked through.
    #[test]
    fn each_section_is_looked_at_once() {
        for name in ["az", "aws", "gcloud", "doctl"] {
            let (file, text) = index::file(name).unwrap();
            let sections = text.whole.lines().filter(|line| line.starts_with('[')).count();
            let looked_at = Cell::new(0);
            let counts = |_: &Table| {
                looked_at.set(looked_at.get() + 1);
                false
            };
            assert!(!format::table(file, text).subcommands.any(&counts));
            assert!(text.whole.contains("\n[* "), "{name} has sections below others");
            assert_eq!(looked_at.get(), sections, "{name}");
        }
    }
}
