//! Directories that other operands go into.
//!
//! Owns what is written there, by name. Refuses to ask the file system whether it is a directory.

use crate::command::options::Item;
use crate::command::options::statement::{Effect, states};
use crate::command::word::Word;
use crate::input::Span;
use crate::verdict::Match;

use super::super::operands::Assigned;
use super::super::value;
use super::{Deed, Drawing, Kind};

/// The most directories for which each file that goes into one is told by its name. Past it any name may be written.
const MAX_DIRECTORIES: usize = 4;

/// Options of cp and mv that say nothing of where files go.
const HARMLESS: [&str; 15] = [
    "-R",
    "-f",
    "--force",
    "-i",
    "--interactive",
    "-n",
    "--no-clobber",
    "-p",
    "-r",
    "--recursive",
    "-u",
    "--update",
    "-v",
    "--verbose",
    "-a",
];

impl Drawing<'_> {
    /// `cp a b dir` writes `dir/a` and `dir/b`, where `dir` is a directory.
    pub(super) fn within_directories(&mut self, assigned: &[Assigned<'_>]) {
        let into = self.deeds.len();
        let (holders, sources): (Vec<_>, Vec<_>) =
            assigned.iter().partition(|assigned| states(&assigned.operand.effects, Effect::Into));
        let by_option = self.into.iter().cloned();
        let directories: Vec<Word> =
            holders.iter().map(|holder| holder.word.as_ref().clone()).chain(by_option).collect();
        let any = Word::unknown("any name", Span::default());
        let names: Vec<&Word> = match sources.as_slice() {
            [_, _, ..] if directories.len() > MAX_DIRECTORIES => vec![&any],
            sources => sources.iter().map(|source| source.word.as_ref()).collect(),
        };
        for directory in &directories {
            for name in &names {
                self.add(Kind::Writes, value::in_directory(directory, name), Match::May);
            }
        }
        self.deeds.iter_mut().skip(into).for_each(|deed| deed.below = self.below);
        if self.goes_in_by_name(&sources) {
            let is_named_so = |target: &Word| target.known().is_some_and(|path| path.ends_with('/'));
            let holds =
                |deed: &Deed| deed.target.as_ref().is_some_and(|to| is_named_so(to) && directories.contains(to));
            let written = self.deeds.iter_mut().filter(|deed| deed.kind == Kind::Writes && holds(deed));
            written.for_each(|deed| deed.holds = true);
        }
    }

    /// Does each of the sources surely go under its own name into a directory, and nothing else? What stands in one that is
    /// written with a slash behind it may go there itself (cp of BSD), and options may say otherwise (`--parents`).
    fn goes_in_by_name(&self, sources: &[&Assigned<'_>]) -> bool {
        let is_plain = |item: &Item| match item {
            Item::Flag(flag) => flag.certain && HARMLESS.contains(&flag.spelled.as_str()),
            Item::Operand { certain, .. } => *certain,
            Item::EndOfOptions { .. } => true,
            Item::Unclear { .. } => false,
        };
        let is_name = |source: &&Assigned<'_>| source.word.known().is_some_and(|path| !path.ends_with('/'));
        matches!(self.program, "cp" | "mv")
            && !sources.is_empty()
            && sources.iter().all(is_name)
            && self.given.items.iter().all(is_plain)
    }
}
