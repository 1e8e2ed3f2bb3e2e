//! What a shell did against what was found: everything that it ran, and where, must be there.

use std::collections::HashSet;

use runok::command::options::Tables;
use runok::command::word::Word;
use runok::command::{Directory, Invocation, Reading, read, read_typed};
use runok::input::CommandLine;
use runok::shell::ast::RedirectOperator;
use runok::shell::{Dialect, typed};

use crate::matching::covers;
use crate::memory::Memory;
use crate::server::{DASHES, ENVIRONMENT, Record, Run};

/// How many different records of one line are compared; some lines never end by themselves.
const MOST_RECORDS: usize = 150;

/// Which way a reader was asked.
pub(crate) type Reads = fn(&str, &Memory) -> Option<Reading>;

/// Reads a line for bash.
pub(crate) fn as_bash(line: &str, facts: &Memory) -> Option<Reading> {
    Some(read(&CommandLine::new(line).ok()?, facts, &Tables::default()))
}

/// Reads a line for a `sh` that may be dash or bash.
pub(crate) fn as_sh(line: &str, facts: &Memory) -> Option<Reading> {
    as_other(line, Dialect::Posix, facts)
}

/// Reads a line for zsh.
pub(crate) fn as_zsh(line: &str, facts: &Memory) -> Option<Reading> {
    as_other(line, Dialect::Zsh, facts)
}

/// The installed shells of the oracle run what they are given for the file of a `.`, which no line says.
fn as_other(line: &str, dialect: Dialect, facts: &Memory) -> Option<Reading> {
    CommandLine::new(line).ok()?;
    let reading = read_typed(&typed::script(line, dialect), facts, &Tables::default());
    let mut found = Vec::new();
    flat(&reading.invocations, &mut found);
    let sources = |name: Option<&Word>| name.is_some_and(|name| matches!(name.known(), Some("." | "source")));
    let reads_scripts = found.iter().any(|one| sources(one.words.first()));
    (!reads_scripts).then_some(reading)
}

/// What runok is told.
pub(crate) fn facts(directory: &std::path::Path) -> Memory {
    let mut facts = Memory::new(directory.to_str().unwrap(), &ENVIRONMENT);
    facts.dashes = DASHES.map(str::to_owned).to_vec();
    facts
}

/// How much was compared.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Tally {
    pub(crate) lines: usize,
    /// Lines that are at least `ask` for a doubt: nothing of them is compared.
    pub(crate) doubted: usize,
    pub(crate) runs: usize,
    pub(crate) cut: usize,
    pub(crate) commands: usize,
    /// Commands whose words were all known.
    pub(crate) exact: usize,
    pub(crate) files: usize,
}

/// Something that a shell did and that was not found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Miss {
    /// What of it: the words, the place, the file.
    pub(crate) what: &'static str,
    pub(crate) record: Record,
}

fn flat<'r>(all: &'r [Invocation], found: &mut Vec<&'r Invocation>) {
    for invocation in all {
        found.push(invocation);
        for wrapped in &invocation.wrapped {
            flat(&wrapped.runs, found);
        }
    }
}

/// Is the line at least `ask`, whatever the rules say?
fn doubted(reading: &Reading, found: &[&Invocation]) -> bool {
    !reading.doubts.is_empty()
        || found
            .iter()
            .any(|one| !one.doubts.is_empty() || one.wrapped.iter().any(|wrapped| !wrapped.doubts.is_empty()))
}

fn is_in(directory: &Directory, actual: &str) -> bool {
    match directory {
        Directory::Unknown => true,
        Directory::Known(paths) => paths.iter().any(|path| path == actual),
    }
}

/// Is there something to compare of the line?
pub(crate) fn is_understood(line: &str, facts: &Memory, reads: Reads) -> bool {
    reads(line, facts).is_some_and(|reading| {
        let mut found = Vec::new();
        flat(&reading.invocations, &mut found);
        !doubted(&reading, &found)
    })
}

/// Compares one line with its runs.
pub(crate) fn compare(line: &str, runs: &[Run], facts: &Memory, reads: Reads, tally: &mut Tally) -> Vec<Miss> {
    let Some(reading) = reads(line, facts) else { return Vec::new() };
    let mut found = Vec::new();
    flat(&reading.invocations, &mut found);
    if doubted(&reading, &found) {
        return Vec::new();
    }
    let mut seen = HashSet::new();
    let mut misses = Vec::new();
    for run in runs {
        tally.runs += 1;
        tally.cut += usize::from(run.cut);
        for record in run.records.iter().filter(|record| record.kind != 'F') {
            if seen.len() < MOST_RECORDS && seen.insert(record) {
                let what = match record.kind {
                    '<' | '>' => file(record, &found, tally),
                    _ => command(record, &found, tally),
                };
                misses.extend(what.map(|what| Miss { what, record: record.clone() }));
            }
        }
    }
    misses
}

/// Builtins that take `NAME=(…)`.
const DECLARE: [&str; 5] = ["declare", "typeset", "local", "export", "readonly"];

/// Bash hands `NAME=(…)` to a builtin as `NAME`.
fn declared(word: &Word) -> Word {
    match word.display().split_once('=') {
        Some((name, value)) if value.starts_with('(') => Word::literal(name.trim_end_matches('+'), word.span),
        _ => word.clone(),
    }
}

/// To dash `time` is a program, which starts the rest; and what begins with a dash after `exec`, or looks like an assignment
/// after `time`, is a program, of a name that none has.
fn started(words: &[String]) -> &[String] {
    match words {
        [first, ..] if first.starts_with('-') => &[],
        [time, assignment, ..] if time == "time" && assignment.contains('=') => &[],
        [time, option, rest @ ..] if time == "time" && option == "-p" => rest,
        [time, rest @ ..] if time == "time" => rest,
        words => words,
    }
}

fn command(record: &Record, found: &[&Invocation], tally: &mut Tally) -> Option<&'static str> {
    if record.kind == 'C' && started(&record.words).len() < record.words.len() {
        let rest = Record { words: started(&record.words).to_vec(), ..record.clone() };
        return if rest.words.is_empty() { None } else { command(&rest, found, tally) };
    }
    tally.commands += 1;
    let declares = DECLARE.contains(&record.words[0].as_str());
    // on Linux zsh names what `<(…)` opens by another path than bash and runok do
    let pipes: Vec<String> = record.words.iter().map(|word| word.replace("/proc/self/fd/", "/dev/fd/")).collect();
    let stands_for = |words: &[Word]| {
        covers(words, &record.words)
            || covers(words, &pipes)
            || declares && covers(&words.iter().map(declared).collect::<Vec<_>>(), &record.words)
    };
    let covering: Vec<_> = found.iter().filter(|one| stands_for(&one.words)).collect();
    tally.exact += usize::from(covering.iter().any(|one| one.words.iter().all(Word::is_known)));
    if covering.is_empty() {
        return Some("the words");
    }
    let here = covering.iter().any(|one| is_in(&one.place.directory, &record.directory));
    (!here).then_some("the place")
}

fn file(record: &Record, found: &[&Invocation], tally: &mut Tally) -> Option<&'static str> {
    use RedirectOperator::{
        Append, AppendBoth, Clobber, DuplicateInput, DuplicateOutput, Read, ReadWrite, Write, WriteBoth,
    };
    // an empty here-document, too, is read from there
    if record.words[0] == "/dev/null" {
        return None;
    }
    tally.files += 1;
    let fits = |operator: RedirectOperator| match operator {
        Write | Append | Clobber | WriteBoth | AppendBoth | DuplicateOutput => record.kind == '>',
        Read | DuplicateInput => record.kind == '<',
        ReadWrite => true,
        RedirectOperator::HereDocument | RedirectOperator::HereString => false,
    };
    let redirects = found.iter().flat_map(|one| one.redirects.iter().map(move |redirect| (one, redirect)));
    let mut covering = redirects
        .filter(|(_, redirect)| {
            fits(redirect.operator) && covers(std::slice::from_ref(&redirect.target), &record.words)
        })
        .peekable();
    if covering.peek().is_none() {
        return Some("the file");
    }
    let relative = !record.words[0].starts_with('/');
    let here = covering.any(|(_, redirect)| is_in(&redirect.directory, &record.directory));
    (relative && !here).then_some("the place of the file")
}

/// What was found, for a person to read.
pub(crate) fn shown(line: &str, facts: &Memory, reads: Reads) -> String {
    let Some(reading) = reads(line, facts) else { return String::new() };
    let mut found = Vec::new();
    flat(&reading.invocations, &mut found);
    let texts = found.iter().map(|one| {
        let words: Vec<String> = one.words.iter().map(Word::display).collect();
        let files: Vec<String> = one
            .redirects
            .iter()
            .map(|redirect| format!("{:?} {}", redirect.operator, redirect.target.display()))
            .collect();
        let place = match &one.place.directory {
            Directory::Known(paths) => paths.join(" or "),
            Directory::Unknown => "?".to_owned(),
        };
        format!("{words:?} {} in {place}", files.join(" "))
    });
    texts.collect::<Vec<_>>().join("\n        ")
}
