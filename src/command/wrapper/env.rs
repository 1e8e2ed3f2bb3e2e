//! `env`: variables, options and a command in one row of words.
//!
//! Owns how env reads its words, `-S` included. Refuses to know what the variables mean.

use crate::command::WrapKind;
use crate::command::word::{Count, Part, Word};

use super::Start;
use super::call::{Call, MAX_READINGS, Read, is};
use super::launchers::Who;
use super::others::with_other_name;
use super::text::{after_prefix, split};

/// How often `env -S` may stand inside the text of another one.
const MAX_SPLITS: usize = 4;

/// What `env …` starts.
pub(super) fn env(call: &Call, who: Who) -> Vec<Start> {
    who.apply(unsplit(call, MAX_SPLITS))
}

fn unsplit(call: &Call, splits: usize) -> Vec<Start> {
    let read = call.read();
    let Some(flag) = read.flags(&["-S", "--split-string"]).next() else { return plain(call, read) };
    let text = flag.value.clone().unwrap_or_default();
    let next = flag.index + if flag.separate { 2 } else { 1 };
    let split = text.known().filter(|_| splits > 0 && flag.certain).and_then(|known| split(known, &text));
    let Some(split) = split else {
        let doubt = call.doubt("the words that env splits its text into are not known".to_owned());
        let mut words = vec![text];
        words.extend_from_slice(call.from(next));
        return vec![Start::words(WrapKind::PassThrough, &words).doubtful(doubt)];
    };
    // the words stand in the place of the option, and may be options again
    let mut words: Vec<Word> = call.words.iter().take(flag.index).cloned().collect();
    words.extend(cluster_before(call, flag.index));
    words.extend(split);
    words.extend_from_slice(call.from(next));
    unsplit(&Call::new(&words, &call.name, call.tables), splits - 1)
}

/// The letters before the `S` of a cluster: `-iS`.
fn cluster_before(call: &Call, index: usize) -> Option<Word> {
    let word = call.words.get(index)?;
    let text = word.literal_prefix();
    let letters = text.split_once('S')?.0;
    (text.starts_with('-') && !text.starts_with("--") && letters.len() > 1).then(|| Word::literal(letters, word.span))
}

fn plain(call: &Call, read: &Read) -> Vec<Start> {
    let mut start = Start::words(WrapKind::PassThrough, &[]).with_doubts(&read.doubts);
    start.directory = read.value(&["-C", "--chdir"]).cloned();
    start.cleared = read.has(&["-i", "--ignore-environment"]);
    for flag in read.flags(&["-u", "--unset"]) {
        match flag.value.as_ref().and_then(Word::known) {
            Some(name) => start.environment.push((name.to_owned(), None)),
            None => start.doubts.push(call.doubt("the variable that env removes is not known".to_owned())),
        }
    }
    if read.has(&["-P"]) {
        start.doubts.push(call.doubt("where env looks for the command is said by its option -P".to_owned()));
    }
    let places = read.places(0);
    let Some(first) = places.first().copied() else { return Vec::new() };
    let sure = places.len() == 1;
    let mut command = first;
    while let Some(word) = call.words.get(command) {
        // a lone dash is `-i`
        if is(word, "-") && command == first {
            start.cleared = true;
        } else if let Some(assignment) = assignment(word) {
            start.environment.push(assignment);
        } else {
            break;
        }
        command += 1;
    }
    let mut readings = vec![command];
    let may_assign = |index: usize| call.words.get(index).is_some_and(|word| !word.is_known() && may_hold_equals(word));
    if !sure || may_assign(command) {
        start.doubts.push(call.doubt("it is not known where the command of env begins".to_owned()));
        readings.extend((command + 1..call.words.len()).take(MAX_READINGS));
    }
    let words = readings.into_iter().map(|index| call.from(index)).filter(|words| !words.is_empty());
    let starts = words.map(|words| Start { what: super::Started::Words(words.to_vec()), ..start.clone() }).collect();
    with_other_name(read, starts)
}

/// `NAME=value`, the name known.
pub(super) fn assignment(word: &Word) -> Option<(String, Option<Word>)> {
    if word.count == Count::Any {
        return None;
    }
    let name = word.literal_prefix().split_once('=')?.0;
    Some((name.to_owned(), after_prefix(word, &format!("{name}="))))
}

fn may_hold_equals(word: &Word) -> bool {
    word.count == Count::Any
        || word.parts.iter().any(|part| match part {
            Part::Literal(text) => text.contains('='),
            Part::Choice(texts) => texts.iter().any(|text| text.contains('=')),
            Part::Glob(_) | Part::Unknown(_) => true,
        })
}
