//! Typed words: is a word of a type?
//!
//! Owns the matching of the types of policies, three-valued. Refuses to start a validator: a word that is known is of any
//! type with an executor, and what the validator says of it comes later.

mod bare;
pub(super) mod guarded;
mod names;
mod numbers;
mod partly;
mod tree;
mod url;

use crate::command::Directory;
use crate::command::word::{Count, Word};
use crate::decision::{paths, text};
use crate::facts::{Facts, FileKind};
use crate::policy::regex::LazyRegex;
use crate::policy::types::{Builtin, Type};
use crate::verdict::Match;
use text::Regex;
use url::Wanted;

/// Is the word (each word that it becomes) of this type?
///
/// A relative path is one of the directory that the command runs in. A bad regular expression answers `May`.
pub fn matches(kind: &Type, word: &Word, directory: &Directory, facts: &dyn Facts) -> Match {
    if let Type::Builtin(builtin @ (Builtin::Runok | Builtin::AgentHooks)) = kind {
        return guarded::matches(*builtin, word, directory, facts);
    }
    let of_text = |text: &str| of_known(kind, text, directory, facts);
    if let Some(text) = word.known() {
        return of_text(text);
    }
    if let Some(texts) = text::spelled_out(word) {
        return agreed(texts.iter().map(|text| of_text(text)));
    }
    match kind {
        Type::Tree { .. } | Type::Builtin(Builtin::Tree | Builtin::TreeRoot | Builtin::Temp | Builtin::TreeOrTemp) => {
            partly::matches(kind, word, directory, facts)
        }
        Type::Enum(texts) => texts.iter().fold(Match::Never, |found, text| found.or(text::equals(word, text))),
        Type::Regex(pattern) => expression(pattern, word),
        Type::Int { min: None, max: None } | Type::Builtin(Builtin::Int) => whole(numbers::INT, word),
        Type::Int { .. } => at_most_may(whole(numbers::INT, word)),
        Type::Path { inside } if inside.is_empty() => text::equals(word, "").negated(),
        Type::Path { .. } => Match::May,
        Type::Any(kinds) => {
            kinds.iter().fold(Match::Never, |found, kind| found.or(matches(kind, word, directory, facts)))
        }
        Type::All(kinds) => {
            kinds.iter().fold(Match::Must, |found, kind| found.and(matches(kind, word, directory, facts)))
        }
        Type::Url { schemes, hosts } => of_partly_known_url(word, &Wanted { schemes, hosts }),
        Type::Builtin(builtin) => of_partly_known(*builtin, word),
        Type::Executor(_) => Match::May,
    }
}

/// What all of these say, if they agree.
fn agreed(mut answers: impl Iterator<Item = Match>) -> Match {
    let first = answers.next().unwrap_or(Match::May);
    answers.fold(first, Match::either_case)
}

fn at_most_may(matched: Match) -> Match {
    matched.and(Match::May)
}

fn whole(pattern: &str, word: &Word) -> Match {
    Regex::new(pattern).map_or(Match::May, |regex| regex.whole(word))
}

fn expression(pattern: &LazyRegex, word: &Word) -> Match {
    pattern.regex().map_or(Match::May, |regex| regex.whole(word))
}

fn of_known(kind: &Type, text: &str, directory: &Directory, facts: &dyn Facts) -> Match {
    match kind {
        Type::Enum(texts) => Match::known(texts.iter().any(|known| known == text)),
        Type::Regex(pattern) => expression(pattern, &Word::literal(text, Default::default())),
        Type::Int { min, max } => Match::known(numbers::is_int(text, *min, *max)),
        Type::Path { inside } if inside.is_empty() => Match::known(!text.is_empty()),
        Type::Path { inside } => is_inside(text, inside, directory, facts),
        Type::Tree { under } => {
            is_in_tree(text, directory, facts).and(is_under(text, under, directory, facts)).and(as_written(text))
        }
        Type::Any(kinds) => {
            kinds.iter().fold(Match::Never, |found, kind| found.or(of_known(kind, text, directory, facts)))
        }
        Type::All(kinds) => {
            kinds.iter().fold(Match::Must, |found, kind| found.and(of_known(kind, text, directory, facts)))
        }
        Type::Url { schemes, hosts } => url::is_url(text, &Wanted { schemes, hosts }),
        Type::Builtin(builtin) if names_place(*builtin) => {
            of_builtin(*builtin, text, directory, facts).and(as_written(text))
        }
        Type::Builtin(builtin) => of_builtin(*builtin, text, directory, facts),
        Type::Executor(_) => Match::Must,
    }
}

/// Is it where something has to lie, for an allow rule to speak of it?
fn names_place(builtin: Builtin) -> bool {
    matches!(builtin, Builtin::Tree | Builtin::TreeNew | Builtin::Temp | Builtin::TreeOrTemp)
}

/// Does every program take the text for the path that stands there? Many put the home directory, variables and places of
/// their own into a path by themselves, where no shell did: `make -f '~/x'`, `pytest --junitxml='$HOME/x'`, `<rootDir>/x`.
fn as_written(text: &str) -> Match {
    let names_variable = || {
        let mut rests = text.split('$').skip(1);
        rests.any(|rest| rest.starts_with(|first: char| first.is_ascii_uppercase() || matches!(first, '_' | '{')))
    };
    if text.starts_with('~') || text.contains("<rootDir>") || text.contains('$') && names_variable() {
        Match::May
    } else {
        Match::Must
    }
}

fn of_builtin(builtin: Builtin, text: &str, directory: &Directory, facts: &dyn Facts) -> Match {
    match builtin {
        Builtin::Int => Match::known(numbers::is_int(text, None, None)),
        Builtin::Port => Match::known(numbers::is_port(text)),
        Builtin::Url => url::is_url(text, &Wanted::ANY),
        Builtin::Host => Match::known(names::is_host(text)),
        Builtin::Path => Match::known(!text.is_empty()),
        Builtin::File => is_kind(text, FileKind::File, directory, facts),
        Builtin::Dir => is_kind(text, FileKind::Directory, directory, facts),
        Builtin::GitRef => Match::known(names::is_git_ref(text)),
        Builtin::Sha => Match::known(names::is_sha(text)),
        Builtin::Semver => whole(names::SEMVER, &Word::literal(text, Default::default())),
        Builtin::Tree => is_in_tree(text, directory, facts),
        Builtin::TreeNew => {
            // where a directory on the way is not there yet its `..` leads nowhere now, and elsewhere later
            let normalised = |directory: &str| paths::normalise(text, directory);
            if text == "." {
                // by this tables say that something is written there, under names that are not known
                return is_in_tree(text, directory, facts);
            }
            let here = in_directories(text, directory, |directory| {
                is_kind(&normalised(directory), FileKind::Missing, &Directory::Unknown, facts)
            });
            is_in_tree(text, directory, facts).and(is_kind(text, FileKind::Missing, directory, facts)).and(here)
        }
        Builtin::TreeRoot => {
            in_directories(text, directory, |directory| tree::holds_start(&paths::normalise(text, directory), facts))
        }
        Builtin::TreeOrTemp => {
            of_builtin(Builtin::Tree, text, directory, facts).or(of_builtin(Builtin::Temp, text, directory, facts))
        }
        Builtin::Runok | Builtin::AgentHooks => {
            guarded::matches(builtin, &Word::literal(text, Default::default()), directory, facts)
        }
        Builtin::Temp => {
            let directories = tree::temporary(facts);
            let Ok(kept) = tree::kept(facts) else { return Match::May };
            is_inside(text, &directories, directory, facts)
                .and(is_one_of(text, &directories, directory, facts).negated())
                .and(is_inside(text, &kept, directory, facts).negated())
                .and(holds_one_of(text, &kept, directory, facts).negated())
        }
    }
}

/// For words that stand for too many texts to ask each.
fn of_partly_known(builtin: Builtin, word: &Word) -> Match {
    match builtin {
        Builtin::Int => whole(numbers::INT, word),
        Builtin::Port => whole(numbers::PORT, word),
        Builtin::Url => of_partly_known_url(word, &Wanted::ANY),
        Builtin::Host => at_most_may(whole(names::HOST_CHARACTERS, word)),
        Builtin::Path => text::equals(word, "").negated(),
        Builtin::File
        | Builtin::Dir
        | Builtin::Tree
        | Builtin::TreeNew
        | Builtin::TreeRoot
        | Builtin::Temp
        | Builtin::TreeOrTemp
        | Builtin::Runok
        | Builtin::AgentHooks => Match::May,
        Builtin::GitRef => at_most_may(whole(names::GIT_REF_CHARACTERS, word)),
        Builtin::Sha => whole(names::SHA, word),
        Builtin::Semver => whole(names::SEMVER, word),
    }
}

/// What follows the first `/` after the host cannot change the host.
fn of_partly_known_url(word: &Word, wanted: &Wanted<'_>) -> Match {
    if word.count == Count::Any && !word.is_glob() {
        return Match::May;
    }
    url::begins_url(word.literal_prefix(), wanted)
}

/// Does the path lead into one of these directories, links followed?
fn is_inside(path: &str, inside: &[String], directory: &Directory, facts: &dyn Facts) -> Match {
    if path.is_empty() {
        return Match::Never;
    }
    let real = |path: &str| facts.canonical(path);
    let inside: Option<Vec<String>> = inside.iter().map(|directory| real(directory)).collect();
    let Some(inside) = inside else { return Match::May };
    let leads_inside = |path: &str| match real(path) {
        Some(path) => Match::known(inside.iter().any(|directory| lies_in(&path, directory))),
        None => Match::May,
    };
    in_directories(path, directory, |directory| {
        // where a part of the path does not exist yet, the system cannot say where its `..` would lead
        let as_written = leads_inside(&paths::joined(path, directory));
        if path.split('/').any(|component| component == "..") {
            as_written.either_case(leads_inside(&paths::normalise(path, directory)))
        } else {
            as_written
        }
    })
}

/// Does one of these directories lie below the path, links followed?
fn holds_one_of(path: &str, directories: &[String], directory: &Directory, facts: &dyn Facts) -> Match {
    in_directories(path, directory, |directory| match facts.canonical(&paths::joined(path, directory)) {
        Some(real) => {
            let below =
                |one: &String| facts.canonical(one).map_or(Match::May, |one| Match::known(lies_in(&one, &real)));
            directories.iter().fold(Match::Never, |found, one| found.or(below(one)))
        }
        None => Match::May,
    })
}

/// Does the path lie in the working tree, and is it no file of the repository's own?
fn is_in_tree(path: &str, directory: &Directory, facts: &dyn Facts) -> Match {
    match tree::root(facts) {
        Ok(Some(root)) => {
            is_inside(path, &[root], directory, facts).and(is_of_repository(path, directory, facts).negated())
        }
        Ok(None) => Match::Never,
        Err(tree::NotKnown) => Match::May,
    }
}

/// Does the path lie at or below something of one of these names, within the working tree?
fn is_under(path: &str, names: &[String], directory: &Directory, facts: &dyn Facts) -> Match {
    if names.is_empty() {
        return Match::Must;
    }
    let root = match tree::root(facts) {
        Ok(Some(root)) => facts.canonical(&root),
        Ok(None) => return Match::Never,
        Err(tree::NotKnown) => None,
    };
    let Some(root) = root else { return Match::May };
    in_directories(path, directory, |directory| match facts.canonical(&paths::normalise(path, directory)) {
        Some(real) => Match::known(tree::is_under(&real, &root, names)),
        None => Match::May,
    })
}

/// Does the path name something of a git repository's own?
fn is_of_repository(path: &str, directory: &Directory, facts: &dyn Facts) -> Match {
    let is_own = |path: &str| match facts.canonical(path) {
        Some(real) => Match::known(tree::is_repository(&real) || tree::is_repository(path)),
        None => Match::May,
    };
    in_directories(path, directory, |directory| is_own(&paths::joined(path, directory)))
}

/// Does the path name one of these directories itself?
fn is_one_of(path: &str, directories: &[String], directory: &Directory, facts: &dyn Facts) -> Match {
    in_directories(path, directory, |directory| match facts.canonical(&paths::joined(path, directory)) {
        Some(real) => {
            let same = |one: &String| facts.canonical(one).map_or(Match::May, |one| Match::known(one == real));
            directories.iter().fold(Match::Never, |found, one| found.or(same(one)))
        }
        None => Match::May,
    })
}

fn lies_in(path: &str, directory: &str) -> bool {
    match path.strip_prefix(directory.trim_end_matches('/')) {
        Some(rest) => rest.is_empty() || rest.starts_with('/'),
        None => false,
    }
}

fn is_kind(path: &str, kind: FileKind, directory: &Directory, facts: &dyn Facts) -> Match {
    if path.is_empty() {
        return Match::Never;
    }
    in_directories(path, directory, |directory| match facts.file_kind(&paths::joined(path, directory)) {
        Ok(found) => Match::known(found == kind),
        Err(_) => Match::May,
    })
}

/// Asks in every directory that the command may run in; an absolute path is the same in all.
fn in_directories(path: &str, directory: &Directory, ask: impl Fn(&str) -> Match) -> Match {
    let ask = |directory: &str| if is_own_view(&paths::joined(path, directory)) { Match::May } else { ask(directory) };
    match directory {
        _ if path.starts_with('/') => ask("/"),
        Directory::Known(directories) => agreed(directories.iter().map(|directory| ask(directory))),
        Directory::Unknown => Match::May,
    }
}

/// Is this a path that leads elsewhere for each process that asks, so that the system's answer to us says nothing?
fn is_own_view(path: &str) -> bool {
    let of_process = |name: &str| matches!(name, "self" | "thread-self" | "cwd" | "root" | "fd" | "exe");
    let of_device = |name: &str| matches!(name, "fd" | "stdin" | "stdout" | "stderr");
    (path.contains("/proc/") && path.split('/').any(of_process))
        || (path.contains("/dev/") && path.split('/').any(of_device))
}

#[cfg(test)]
mod tests;
