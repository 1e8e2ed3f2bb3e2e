//! Is a word a file that runok stands on?
//!
//! Owns the reading of the lists of [`guarded`] as globs of paths, with the links on the way to a known file followed.
//! Refuses to say what follows from it (the rules of `builtin:self` do).

use std::path::Path;

use crate::command::Directory;
use crate::command::word::{GlobKind, Part, Word};
use crate::decision::paths;
use crate::facts::Facts;
use crate::policy::guarded::{AGENT_HOOKS, HOMES, RUNOK, below, may_be_guarded, may_be_spelled};
use crate::policy::types::Builtin;
use crate::verdict::Match;

/// Is the word one of these files?
pub(super) fn matches(builtin: Builtin, word: &Word, directory: &Directory, facts: &dyn Facts) -> Match {
    leads_to(builtin, word, (&paths::absolute(word, directory), directory), facts)
}

/// The same of what [`paths::absolute`] says of the word.
pub(in crate::decision) fn leads_to(
    builtin: Builtin,
    word: &Word,
    (readings, directory): (&[Word], &Directory),
    facts: &dyn Facts,
) -> Match {
    if !word.is_known() {
        let homes = homes(builtin, facts);
        let looks = readings.iter().map(|reading| glance(reading, &homes));
        return match looks.reduce(|one, other| if one == other { one } else { Glance::Closer }) {
            Some(Glance::Elsewhere) => Match::Never,
            Some(Glance::Anywhere) => Match::May,
            Some(Glance::Closer) | None => paths::is_among(readings, globs(builtin, facts).iter().map(String::as_str)),
        };
    }
    let mut found = Match::Never;
    for reading in readings {
        let Some(absolute) = reading.known() else {
            return found.or(paths::is_among(readings, globs(builtin, facts).iter().map(String::as_str)));
        };
        let led_to = facts.canonical(absolute).filter(|led_to| led_to != absolute);
        for path in [Some(absolute.to_owned()), led_to].into_iter().flatten() {
            // the directories that variables name end in a name of runok too
            if may_be_guarded(&path) || is_elsewhere(builtin, &path, facts) {
                let word = Word::literal(path, word.span);
                found = found.or(paths::is_one_of(&word, &globs(builtin, facts), directory));
            }
        }
    }
    found
}

/// May a path be one of these files although the lists do not spell it?
fn is_elsewhere(builtin: Builtin, path: &str, facts: &dyn Facts) -> bool {
    match builtin {
        Builtin::Runok => facts.own_files().iter().any(|own| own == path),
        _ => facts.moved_homes().iter().any(|(_, home)| path.starts_with(home.as_str())),
    }
}

/// What is seen of a path that is not known without looking at each entry of the lists.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Glance {
    /// It is none of them.
    Elsewhere,
    /// It may be any path, and nothing of it says that it is one of them.
    Anywhere,
    /// That is not to be told so.
    Closer,
}

/// Stands for what is not known within a component.
const GAP: char = '\0';

/// A path of which something is not known, and the directories of runok that variables name: most are elsewhere, and a line may
/// name very many.
fn glance(path: &Word, homes: &[String]) -> Glance {
    let mut text = String::new();
    let mut anything = false;
    for part in &path.parts {
        match part {
            Part::Literal(literal) => text.push_str(literal),
            Part::Glob(glob) if matches!(glob.kind, GlobKind::Globstar | GlobKind::Below { .. }) => {
                return Glance::Closer;
            }
            Part::Choice(texts) if texts.iter().any(|text| text.contains('/')) => return Glance::Closer,
            Part::Choice(_) | Part::Glob(_) => text.push(GAP),
            Part::Unknown(unknown) => {
                anything |= !unknown.numeric;
                text.push(GAP);
            }
        }
    }
    let (known, _) = text.split_once(GAP).unwrap_or((&text, ""));
    let near_home = |home: &String| home.starts_with(known) && !anything || known.starts_with(home.as_str());
    let told = |name: &str| match (name.split_once(GAP), name.rsplit_once(GAP)) {
        (Some((begins, _)), Some((_, ends))) => !anything && may_be_spelled(begins, ends),
        _ => may_be_guarded(name),
    };
    match text.split('/').any(told) || homes.iter().any(near_home) {
        true => Glance::Closer,
        false if anything => Glance::Anywhere,
        false => Glance::Elsewhere,
    }
}

/// Does one of these files lie below the word?
pub(in crate::decision) fn holds(builtin: Builtin, word: &Word, directory: &Directory, facts: &dyn Facts) -> Match {
    // of what may lie anywhere only what is at home, or set by administrators, is looked for
    let Some(home) = facts.variable("HOME") else { return Match::Never };
    if is_above_nothing(builtin, word, directory, &home, facts) {
        return Match::Never;
    }
    let placed = |name: &str| if name.starts_with("etc/") { format!("/{name}") } else { format!("{home}/{name}") };
    let at_home = listed(builtin).iter().filter(|name| name.contains('/'));
    // whatever is in such a directory lies below it as well
    let own = at_home.map(|name| placed(&within(name)));
    // which of all paths an unknown one is above cannot be told, and a line may name very many
    if word.parts.iter().any(|part| matches!(part, Part::Unknown(unknown) if !unknown.numeric)) {
        return Match::May;
    }
    let moved = moved(builtin, facts).map(|path| within(&path));
    let own: Vec<String> = own.chain(homes(builtin, facts)).chain(moved).collect();
    if builtin == Builtin::Runok && holds_directory(word, directory) {
        // what holds the whole project holds its runok.yml too, and nothing is said of that
        let own: Vec<String> = own.into_iter().filter(|path| !facts.own_files().contains(path)).collect();
        return paths::holds_one_of(word, &own, directory);
    }
    paths::holds_one_of(word, &own, directory)
}

/// Is it the directory of the command, or one above it?
fn holds_directory(word: &Word, directory: &Directory) -> bool {
    let Directory::Known(all) = directory else { return false };
    let holds = |path: &str| all.iter().any(|directory| Path::new(directory).starts_with(path));
    paths::absolute(word, directory).iter().any(|reading| reading.known().is_some_and(holds))
}

/// What lies directly in a directory of which everything is listed, for an entry of a list.
fn within(listed: &str) -> String {
    listed.strip_suffix("/**").map_or_else(|| listed.to_owned(), |directory| format!("{directory}/*"))
}

/// Is a known word above no file at home? Most are, which is to be told without reading each entry of the lists as a glob.
fn is_above_nothing(builtin: Builtin, word: &Word, directory: &Directory, home: &str, facts: &dyn Facts) -> bool {
    let (Some(text), Directory::Known(all)) = (word.known(), directory) else { return false };
    if text.is_empty() || text.contains("..") || word.tilde {
        return false;
    }
    let homes = homes(builtin, facts);
    let is_above = |path: &str| {
        let path = paths::normalise(path, "/");
        let of_home = path.strip_prefix(home).and_then(|rest| rest.strip_prefix('/'));
        let administrators = path.starts_with("/etc")
            && listed(builtin).iter().any(|name| path.get(1..).is_some_and(|path| name.starts_with(path)));
        home.starts_with(&path)
            || administrators
            || of_home.is_some_and(|rest| listed(builtin).iter().any(|name| name.starts_with(rest)))
            || homes.iter().any(|own| own.starts_with(&path) || path.starts_with(own.as_str()))
    };
    if text.starts_with('/') { !is_above(text) } else { !all.iter().any(|dir| is_above(&format!("{dir}/{text}"))) }
}

fn listed(builtin: Builtin) -> &'static [&'static str] {
    if builtin == Builtin::Runok { RUNOK } else { AGENT_HOOKS }
}

fn globs(builtin: Builtin, facts: &dyn Facts) -> Vec<String> {
    let anywhere = listed(builtin).iter().map(|name| match name.strip_prefix("etc/") {
        Some(_) => format!("/{name}"),
        None => format!("/**/{name}"),
    });
    let homes = homes(builtin, facts).into_iter().filter(|_| builtin == Builtin::Runok);
    anywhere.chain(moved(builtin, facts)).chain(homes.flat_map(|home| [format!("{home}/**"), home])).collect()
}

/// The entries of the list of agents that variables put elsewhere, as globs.
fn moved(builtin: Builtin, facts: &dyn Facts) -> impl Iterator<Item = String> {
    let homes = facts.moved_homes().iter().filter(move |_| builtin == Builtin::AgentHooks);
    homes.flat_map(|(name, home)| {
        AGENT_HOOKS.iter().filter_map(move |listed| Some(format!("{home}{}", below(listed, name)?)))
    })
}

/// The directories that variables name, and the files that the policy stands on.
fn homes(builtin: Builtin, facts: &dyn Facts) -> Vec<String> {
    if builtin != Builtin::Runok {
        return facts.moved_homes().iter().map(|(_, home)| home.clone()).collect();
    }
    let named = HOMES.iter().filter_map(|name| facts.variable(name));
    named
        .filter(|value| value.starts_with('/'))
        .map(|value| format!("{}/runok", paths::normalise(&value, "/")))
        .chain(facts.own_files().iter().cloned())
        .collect()
}
