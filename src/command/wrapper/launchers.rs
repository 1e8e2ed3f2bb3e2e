//! What a row of the table of wrappers means.
//!
//! Owns the ways in which a wrapper's words say what it starts. Refuses to know single wrappers (`rows` lists them) and to
//! read options (`call` does, with the option tables).

use crate::command::WrapKind;
use crate::command::options::Item;
use crate::command::word::Word;
use crate::shell::Dialect;

use super::call::{Call, Read, is};
use super::rows::{PLAIN, ROWS};
use super::text::{after_prefix, joined};
use super::users::vectors;
use super::{Start, Started};

/// Who runs what is started, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Who {
    /// The same user in the same place.
    Passes,
    /// Another user, place, or set of programs on this machine.
    Elsewhere,
    /// Another machine or container.
    Remote,
}

use How::{AfterDashes, Below, Input, Script, Special, Text, TextOrWords, Texts, TextsOf, Words};

/// How the words of a wrapper say what it starts.
#[derive(Clone, Copy)]
pub(super) enum How {
    /// Options, so many operands, then the command's words.
    Words(usize),
    /// Options, so many operands, then words that are joined into a text for a shell.
    Text(usize),
    /// As `Text` when it is one word, as `Words` when there are several.
    TextOrWords(usize),
    /// Each operand is a text.
    Texts,
    /// The words after `--`; without one, as `Words`.
    AfterDashes(usize),
    /// The values of these options are texts, of a command whose options no table lists.
    TextsOf(&'static [&'static str]),
    /// Standard input is a text.
    Input,
    /// Its subcommands start others.
    Below(&'static [(&'static str, Launch)]),
    /// As this function says.
    Special(fn(&Call, Who) -> Vec<Start>),
    /// As this function says; an operand may be a file of commands for it to run.
    Script(fn(&Call, Who) -> Vec<Start>),
}

/// One row of the table.
#[derive(Clone, Copy)]
pub(super) struct Launch {
    pub(super) how: How,
    pub(super) who: Who,
    /// With one of these options it starts nothing.
    pub(super) unless: &'static [&'static str],
    /// What it starts may run more than once, or beside what comes after it in the line (`watch`, `xargs`, `setsid`).
    pub(super) again: bool,
}

const fn launch(how: How, who: Who) -> Launch {
    Launch { how, who, unless: &[], again: false }
}

pub(super) const fn passes(how: How) -> Launch {
    launch(how, Who::Passes)
}

/// It passes through, more than once or without waiting.
pub(super) const fn again(how: How) -> Launch {
    Launch { again: true, ..launch(how, Who::Passes) }
}

pub(super) const fn unless(how: How, unless: &'static [&'static str]) -> Launch {
    Launch { unless, ..launch(how, Who::Passes) }
}

pub(super) const fn elsewhere(how: How) -> Launch {
    launch(how, Who::Elsewhere)
}

pub(super) const fn remote(how: How) -> Launch {
    launch(how, Who::Remote)
}

/// The row of a command.
pub(super) fn find(name: &str) -> Option<&'static Launch> {
    let name = name.strip_suffix(".exe").unwrap_or(name);
    row(ROWS, name).or_else(|| PLAIN.binary_search(&name).is_ok().then_some(&WORDS_ELSEWHERE))
}

/// What a name of [`PLAIN`] means.
const WORDS_ELSEWHERE: Launch = elsewhere(Words(0));

fn row(rows: &'static [(&'static str, Launch)], name: &str) -> Option<&'static Launch> {
    let at = rows.binary_search_by(|(row, _)| (*row).cmp(name)).ok()?;
    rows.get(at).map(|(_, launch)| launch)
}

/// What a call of a wrapper starts.
pub(super) fn starts(call: &Call, launch: &Launch) -> Vec<Start> {
    let mut starts = started(call, launch);
    starts.iter_mut().for_each(|start| start.again |= launch.again);
    starts
}

fn started(call: &Call, launch: &Launch) -> Vec<Start> {
    match launch.how {
        Special(function) | Script(function) => return function(call, launch.who),
        Below(rows) => return below(call, rows),
        TextsOf(options) => return launch.who.apply(values(call, options)),
        _ => {}
    }
    let read = call.read();
    if read.doubts.is_empty() && read.has(launch.unless) || read.flags(launch.unless).any(|flag| flag.certain) {
        return Vec::new();
    }
    let passing = call.depth().saturating_add(passing(launch.how));
    let starts = match launch.how {
        Words(_) => vectors(call, read, passing),
        Text(_) => texts(call, read, passing),
        TextOrWords(_) => text_or_words(call, read, passing),
        Texts => each_text(call, read),
        AfterDashes(_) => match read.after_end_of_options().or_else(|| after_dashes_of_unknown(call)) {
            Some(index) if index < call.words.len() => {
                vec![Start::words(WrapKind::PassThrough, call.from(index)).with_doubts(&read.doubts)]
            }
            Some(_) => Vec::new(),
            None => vectors(call, read, passing),
        },
        Input => {
            vec![Start::new(WrapKind::PassThrough, Started::Input { dialect: Dialect::Posix, parameters: Vec::new() })]
        }
        Special(_) | Script(_) | Below(_) | TextsOf(_) => Vec::new(),
    };
    launch.who.apply(starts)
}

/// The word after the first `--` of a command whose options no table lists: its first operand seems to end them.
fn after_dashes_of_unknown(call: &Call) -> Option<usize> {
    let dashes = call.words.iter().position(|word| is(word, "--"))?;
    call.table.is_none().then_some(dashes + 1)
}

fn passing(how: How) -> usize {
    match how {
        Words(passing) | Text(passing) | TextOrWords(passing) | AfterDashes(passing) => passing,
        Texts | TextsOf(_) | Input | Below(_) | Special(_) | Script(_) => 0,
    }
}

/// Goes on with the subcommand.
pub(super) fn below(call: &Call, rows: &'static [(&'static str, Launch)]) -> Vec<Start> {
    let may_name = |word: &Word| word.known().is_none_or(|text| row(rows, text).is_some());
    if !call.from(1).iter().any(may_name) {
        return Vec::new();
    }
    let read = call.read();
    let Some((index, certain)) = read.operands.get(call.depth()).copied() else { return Vec::new() };
    let name = call.words.get(index).and_then(Word::known).filter(|_| certain);
    let Some(name) = name else { return unknown_subcommand(call, read) };
    let Some(launch) = row(rows, name) else { return behind_value(call, index, rows) };
    let mut found = starts(&call.below(index, name), launch);
    for start in &mut found {
        for doubt in &read.doubts {
            if !start.doubts.contains(doubt) {
                start.doubts.push(doubt.clone());
            }
        }
    }
    found
}

/// What stands where the subcommand is awaited may be the value of an option before it that is not known: then it is the next word.
fn behind_value(call: &Call, index: usize, rows: &'static [(&'static str, Launch)]) -> Vec<Start> {
    let before = call.read().arguments.items.iter().take_while(|item| !matches!(item, Item::Operand { .. })).last();
    let Some(Item::Flag(flag)) = before.filter(|_| call.depth() == 0) else { return Vec::new() };
    if flag.listed || flag.value.is_some() {
        return Vec::new();
    }
    let doubt = call.doubt(format!("the option {} of {} is not known", flag.spelled, call.name));
    let rest = Call::without_table(call.from(index), call.program(), call.tables);
    below(&rest, rows).into_iter().map(|start| start.doubtful(doubt.clone())).collect()
}

/// An unknown word may be one of the subcommands that start something: what follows it may then be a command.
fn unknown_subcommand(call: &Call, read: &Read) -> Vec<Start> {
    let doubt = call.doubt(format!("it is not known what {} is told to do", call.name));
    let places = read.places(call.depth());
    let words = places.into_iter().map(|place| call.from(place));
    words.map(|words| Start::words(WrapKind::Program, words).doubtful(doubt.clone())).collect()
}

fn texts(call: &Call, read: &Read, passing: usize) -> Vec<Start> {
    let words = read.places(passing).into_iter().map(|place| {
        let words = call.from(place);
        if words.first().is_some_and(|word| is(word, "--")) { call.from(place + 1) } else { words }
    });
    let texts = words.filter_map(joined);
    texts.map(|text| Start::text(WrapKind::PassThrough, text).with_doubts(&read.doubts)).collect()
}

fn text_or_words(call: &Call, read: &Read, passing: usize) -> Vec<Start> {
    let one = read.places(passing).iter().all(|place| call.from(*place).len() == 1);
    if one { texts(call, read, passing) } else { vectors(call, read, passing) }
}

fn each_text(call: &Call, read: &Read) -> Vec<Start> {
    let operands = read.operands.iter().skip(call.depth()).filter_map(|(index, _)| call.words.get(*index));
    operands.map(|text| Start::text(WrapKind::PassThrough, text.clone()).with_doubts(&read.doubts)).collect()
}

/// The values of options, attached or as the next word.
fn values(call: &Call, options: &[&str]) -> Vec<Start> {
    let value = |(index, word): (usize, &Word)| {
        let attached = options.iter().find_map(|option| after_prefix(word, &format!("{option}=")));
        let is_option = options.iter().any(|option| is(word, option));
        attached.or_else(|| is_option.then(|| call.words.get(index + 1).cloned()).flatten())
    };
    let texts = call.words.iter().enumerate().skip(1).filter_map(value);
    texts.map(|text| Start::text(WrapKind::PassThrough, text)).collect()
}

impl Who {
    /// Notes who and where on what is started.
    pub(super) fn apply(self, mut starts: Vec<Start>) -> Vec<Start> {
        for start in &mut starts {
            if self != Self::Passes && start.kind == WrapKind::PassThrough {
                start.kind = WrapKind::Elsewhere;
            }
            start.remote |= self == Self::Remote;
        }
        starts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::options::Tables;
    use crate::command::wrapper::starts as all_starts;
    use crate::input::Span;

    /// What may follow the name of a wrapper; `?` is a word that is not known.
    const FOLLOWS: [&[&str]; 12] = [
        &[],
        &["--"],
        &["-a"],
        &["q"],
        &["q", "y", "z"],
        &["-p1.patch"],
        &["-c", "rm y"],
        &["--", "rm", "y"],
        &["q", "--", "rm", "y"],
        &["q", "?", "--", "y"],
        &["?", "rm", "y"],
        &["--exec=rm y", "?"],
    ];

    fn each(rows: &[(&'static str, Launch)], outer: &[&'static str], visit: &mut dyn FnMut(&[&'static str])) {
        for (name, launch) in rows {
            let path = [outer, &[*name]].concat();
            visit(&path);
            if let Below(rows) = launch.how {
                each(rows, &path, visit);
            }
        }
    }

    /// What is started stands behind the names of the wrapper and its subcommand, whatever row it is.
    #[test]
    fn no_row_starts_its_own_name() {
        let tables = Tables::default();
        let mut rows = 0;
        let plain: Vec<(&'static str, Launch)> = PLAIN.iter().map(|name| (*name, WORDS_ELSEWHERE)).collect();
        each(&[ROWS, &plain].concat(), &[], &mut |path| {
            rows += 1;
            for follows in FOLLOWS {
                let texts = path.iter().chain(follows);
                let words: Vec<Word> = texts
                    .map(|text| match *text {
                        "?" => Word::any_words("$X", Span::default()),
                        text => Word::literal(text, Span::default()),
                    })
                    .collect();
                for start in all_starts(&words, &tables) {
                    // where it is not known what stands where, it may
                    let Started::Words(found) = &start.what else { continue };
                    let own = found.first().and_then(Word::known) == path.last().copied() && path.len() > 1;
                    assert!(!own || !start.doubts.is_empty(), "{path:?} {follows:?} starts {found:?}");
                }
            }
        });
        assert!(rows > 300, "{rows} rows");
    }
}
