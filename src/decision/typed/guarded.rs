//! Is a word a file that runok stands on?
//!
//! Owns the reading of the lists of [`guarded`] as globs of paths, with the links on the way to a known file followed.
//! Refuses to say what follows from it (the rules of `builtin:self` do).

use crate::command::Directory;
use crate::command::word::Word;
use crate::decision::paths;
use crate::facts::Facts;
use crate::policy::guarded::{AGENT_HOOKS, HOMES, RUNOK, may_be_guarded};
use crate::policy::types::Builtin;
use crate::verdict::Match;

/// Is the word one of these files?
pub(super) fn matches(builtin: Builtin, word: &Word, directory: &Directory, facts: &dyn Facts) -> Match {
    if !word.is_known() {
        return paths::is_one_of(word, &globs(builtin, facts), directory);
    }
    let mut found = Match::Never;
    for reading in paths::absolute(word, directory) {
        let Some(absolute) = reading.known() else {
            return found.or(paths::is_one_of(word, &globs(builtin, facts), directory));
        };
        let led_to = facts.canonical(absolute).filter(|led_to| led_to != absolute);
        for path in [Some(absolute.to_owned()), led_to].into_iter().flatten() {
            let homes = homes(builtin, facts);
            if may_be_guarded(&path) || homes.iter().any(|home| path.starts_with(home.as_str())) {
                let word = Word::literal(path, word.span);
                found = found.or(paths::is_one_of(&word, &globs(builtin, facts), directory));
            }
        }
    }
    found
}

/// Does one of these files lie below the word?
pub(in crate::decision) fn holds(builtin: Builtin, word: &Word, directory: &Directory, facts: &dyn Facts) -> Match {
    // of what may lie anywhere only what is at home is looked for
    let Some(home) = facts.variable("HOME") else { return Match::Never };
    let at_home = listed(builtin).iter().filter(|name| name.contains('/') && !name.starts_with("etc/"));
    let own = at_home.map(|name| format!("{home}/{}", name.trim_end_matches("/**")));
    let own: Vec<String> = own.chain(homes(builtin, facts)).collect();
    paths::holds_one_of(word, &own, directory)
}

fn listed(builtin: Builtin) -> &'static [&'static str] {
    if builtin == Builtin::Runok { RUNOK } else { AGENT_HOOKS }
}

fn globs(builtin: Builtin, facts: &dyn Facts) -> Vec<String> {
    let anywhere = listed(builtin).iter().map(|name| match name.strip_prefix("etc/") {
        Some(_) => format!("/{name}"),
        None => format!("/**/{name}"),
    });
    let homes = homes(builtin, facts).into_iter();
    anywhere.chain(homes.flat_map(|home| [format!("{home}/**"), home])).collect()
}

/// The directories of runok that variables name.
fn homes(builtin: Builtin, facts: &dyn Facts) -> Vec<String> {
    if builtin != Builtin::Runok {
        return Vec::new();
    }
    let named = HOMES.iter().filter_map(|name| facts.variable(name));
    named
        .filter(|value| value.starts_with('/'))
        .map(|value| format!("{}/runok", paths::normalise(&value, "/")))
        .collect()
}
