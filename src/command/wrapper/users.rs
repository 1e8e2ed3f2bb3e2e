//! Wrappers that change the user: sudo, doas, su, runuser, sg.
//!
//! Owns how their words say what runs. Nothing they start is lifted to allow by itself.

use crate::command::WrapKind;
use crate::command::word::{Part, Word};
use crate::shell::Dialect;

use super::call::{Call, Read, is};
use super::env::assignment;
use super::launchers::Who;
use super::shells::shell;
use super::{Start, Started};

/// `sudo [options] [VAR=value…] command`, `-s` and `-i` with or without a command, `-e file`.
pub(super) fn sudo(call: &Call, who: Who) -> Vec<Start> {
    let read = call.read();
    if read.has(&["-l", "-v", "-K", "-V", "-e", "--help"]) && read.doubts.is_empty() {
        return Vec::new();
    }
    let as_shell = read.has(&["-s", "-i"]);
    let mut start = Start::words(WrapKind::Elsewhere, &[]).with_doubts(&read.doubts);
    start.directory = read.value(&["-D"]).cloned();
    let places = read.places(0);
    let mut starts = Vec::new();
    for place in places {
        let mut start = start.clone();
        let assignments = call.from(place).iter().map_while(assignment);
        start.environment = assignments.collect();
        let words = call.from(place + start.environment.len());
        if as_shell && words.iter().any(has_dollar) {
            start.doubts.push(call.doubt(format!("{} expands variables in these words again", call.name)));
        }
        if !words.is_empty() {
            start.what = Started::Words(words.to_vec());
            starts.push(start);
        }
    }
    if starts.is_empty() && as_shell {
        starts.push(Start { what: standard_input(), ..start });
    }
    who.apply(starts)
}

/// What sudo leaves to the shell that it starts.
fn has_dollar(word: &Word) -> bool {
    word.parts.iter().any(|part| match part {
        Part::Literal(text) => text.contains('$'),
        Part::Choice(texts) => texts.iter().any(|text| text.contains('$')),
        Part::Glob(_) | Part::Unknown(_) => true,
    })
}

fn standard_input() -> Started {
    Started::Input { dialect: Dialect::Posix, parameters: Vec::new() }
}

/// `su [options] [-] [user [words for its shell]]`, and `runuser`, which with `-u` takes a command.
pub(super) fn su(call: &Call, who: Who) -> Vec<Start> {
    let read = call.read();
    if call.name == "runuser" && read.has(&["-u"]) {
        return who.apply(vectors(call, read, 0));
    }
    if read.has(&["-h", "-V"]) && read.doubts.is_empty() {
        return Vec::new();
    }
    let mut starts = Vec::new();
    for flag in read.flags(&["-c", "--session-command"]) {
        starts.extend(flag.value.clone().map(|text| Start::text(WrapKind::Elsewhere, text)));
    }
    let dash = read.operands.first().and_then(|(index, _)| call.words.get(*index)).and_then(Word::known) == Some("-");
    let rest = read.operands.get(1 + usize::from(dash)).map(|(index, _)| call.from(*index)).unwrap_or_default();
    if starts.is_empty() || !rest.is_empty() {
        let mut words = vec![Word::literal("sh", call.words.first().map(|word| word.span).unwrap_or_default())];
        words.extend_from_slice(rest);
        starts.extend(shell(&Call::new(&words, "sh", call.tables), Who::Passes));
    }
    who.apply(starts.into_iter().map(|start| start.with_doubts(&read.doubts)).collect())
}

/// `sg group -c text`, `sg group text`, `newgrp`.
pub(super) fn sg(call: &Call, who: Who) -> Vec<Start> {
    let read = call.read();
    let mut texts: Vec<Word> = read.flags(&["-c"]).filter_map(|flag| flag.value.clone()).collect();
    if texts.is_empty() {
        let words = call.words.iter().skip(1).filter(|word| !matches!(word.known(), Some("-" | "-c" | "-l")));
        texts.extend(words.skip(1).take(1).cloned());
    }
    let start = |text| Start::text(WrapKind::Elsewhere, text).with_doubts(&read.doubts);
    let starts: Vec<Start> = texts.into_iter().map(start).collect();
    let start = || Start::new(WrapKind::Elsewhere, standard_input());
    who.apply(if starts.is_empty() { vec![start()] } else { starts })
}

/// The argument vector that follows so many operands, in every possible reading.
pub(super) fn vectors(call: &Call, read: &Read, passing: usize) -> Vec<Start> {
    let mut starts = Vec::new();
    for place in read.places(passing) {
        let mut words = call.from(place);
        // `timeout 5 -- command`
        if words.first().is_some_and(|word| is(word, "--")) {
            words = call.from(place + 1);
        }
        if !words.is_empty() {
            starts.push(Start::words(WrapKind::PassThrough, words).with_doubts(&read.doubts));
        }
    }
    starts
}
