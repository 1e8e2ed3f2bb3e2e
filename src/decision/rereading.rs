//! Other ways to read one command, for the rules that speak of them.
//!
//! Owns globs as they were written, the other places of a subcommand, the other words that mean the same, and the directory that an option changes to. Refuses to
//! match.

use crate::command::effects::{self, Way};
use crate::command::options::{Effect, Flag, Item, Table, Tables};
use crate::command::word::Word;
use crate::command::{self, Directory, Invocation, base_name};
use crate::facts::Facts;
use crate::verdict::Match;

use super::case::Case;
use super::matcher::{Spent, Subject};

/// Asks about a command as its option table reads it, in the directory that an option of it surely changes to. What that
/// takes is added to what was spent.
pub(super) fn as_case<R>(
    words: &[Word],
    invocation: &Invocation,
    spent: &Spent,
    (tables, facts): (&Tables, &dyn Facts),
    ask: impl FnOnce(&Case<'_>) -> R,
) -> R {
    let name = words.first().and_then(Word::known).filter(|_| invocation.tool.is_none());
    let table = name.and_then(|name| tables.table(base_name(name)));
    let subject = Subject::new(words, table.as_deref(), &invocation.place.directory).started_as(invocation);
    let subject = subject.spending(spent);
    let moved = moved(invocation, &subject, facts);
    let moves_first = moved.as_ref().filter(|_| surely_moves(&subject));
    let (invocation, subject) = match moves_first {
        Some(moved) => (moved, subject.elsewhere(&moved.place.directory)),
        None => (invocation, subject),
    };
    let also = in_other_places(&subject);
    let also: Vec<Subject<'_>> = also.iter().map(|words| subject.with_words(words).spending(spent)).collect();
    let ways = table.as_deref().map(|table| in_other_words(table, &subject)).unwrap_or_default();
    let meant = ways.iter().map(|way| (subject.with_words(&way.words).spending(spent), way.sure));
    let meant: Vec<(Subject<'_>, Match)> = meant.collect();
    let moved = moved.as_ref().filter(|_| moves_first.is_none());
    ask(&Case { invocation, moved, also: &also, meant: &meant, subject })
}

/// The command's words with the subcommand called by its other names of several words: `docker container run`, of `docker run`.
fn in_other_places(subject: &Subject<'_>) -> Vec<Vec<Word>> {
    let Some(arguments) = &subject.arguments else { return Vec::new() };
    let Some(first) = arguments.reached_at.first() else { return Vec::new() };
    let with_place = |place: &str| {
        let mut words = Vec::with_capacity(subject.words.len() + 1);
        for (index, word) in subject.words.iter().enumerate() {
            if index == *first {
                words.extend(place.split(' ').map(|name| Word::literal(name, word.span)));
            } else if !arguments.reached_at.contains(&index) {
                words.push(word.clone());
            }
        }
        words
    };
    arguments.also_at().iter().map(|place| with_place(place)).collect()
}

/// The command in the other words that mean the same: `git push --force origin +main`, of `git push origin +main`.
fn in_other_words(table: &Table, subject: &Subject<'_>) -> Vec<Way> {
    subject.arguments.as_ref().map(|arguments| effects::ways(table, arguments, subject.words)).unwrap_or_default()
}

/// The words with every glob as the text that stands there; nothing where there is none.
pub(super) fn as_written(words: &[Word]) -> Option<Vec<Word>> {
    let written = |word: &Word| {
        if word.is_glob() { Word::literal(word.display(), word.span) } else { word.clone() }
    };
    words.iter().any(Word::is_glob).then(|| words.iter().map(written).collect())
}

/// The case with other words.
pub(super) fn with_words<'a>(case: &Case<'a>, words: &'a [Word]) -> Case<'a> {
    let subject = case.subject.with_words(words).spending(&case.subject.spent);
    Case { subject, also: &[], meant: &[], ..*case }
}

/// The case where an option of the command takes it.
pub(super) fn elsewhere<'a>(case: &Case<'a>, moved: &'a Invocation) -> Case<'a> {
    let subject = case.subject.elsewhere(&moved.place.directory);
    Case { invocation: moved, subject, moved: None, also: &[], meant: &[] }
}

/// The options that change the directory of the command.
fn moves<'a>(subject: &'a Subject<'_>) -> impl Iterator<Item = &'a Flag> {
    let items = subject.arguments.as_ref().map_or(&[][..], |arguments| arguments.items.as_slice());
    items.iter().filter_map(|item| match item {
        Item::Flag(flag) if flag.does(Effect::ChangesDirectory) => Some(flag),
        _ => None,
    })
}

/// Does the command change its directory before it does anything else? `tar -C` holds for what follows it.
fn surely_moves(subject: &Subject<'_>) -> bool {
    let name = subject.words.first().and_then(Word::known).unwrap_or_default();
    !name.ends_with("tar") && moves(subject).all(|flag| flag.certain)
}

/// The command as it runs after the options that change its directory (`git -C`, `tar -C`, `make -C`), one after the other.
fn moved(invocation: &Invocation, subject: &Subject<'_>, facts: &dyn Facts) -> Option<Invocation> {
    let mut values = moves(subject).filter_map(|flag| flag.value.as_ref()).peekable();
    values.peek()?;
    let mut moved = invocation.clone();
    for value in values {
        // some put the home directory into it by themselves
        let expands = value.literal_prefix().starts_with('~');
        let from = &moved.place.directory;
        moved.place.directory = if expands { Directory::Unknown } else { command::directory_from(from, value, facts) };
    }
    Some(moved)
}
