//! What git starts beside its own work.
//!
//! Owns `git config key value`, `git for-each-repo` and the addresses that are commands (`ext::`). The keys are in
//! `configuration`; options that run programs are in the option tables.

use crate::command::WrapKind;
use crate::command::word::{Part, Word};

use super::Start;
use super::call::{Call, Read};
use super::configuration::{self, Setting};
use super::launchers::Who;
use super::text::after_prefix;

/// `git config core.pager less`: the value will run, if not at once.
pub(super) fn config(call: &Call, _who: Who) -> Vec<Start> {
    let read = call.read();
    let reads =
        ["--get", "--get-all", "--get-regexp", "--get-urlmatch", "--get-color", "--get-colorbool", "--unset", "--list"];
    if read.has(&reads) && read.doubts.is_empty() {
        return Vec::new();
    }
    let words: Vec<&Word> =
        read.operands.iter().skip(call.depth()).filter_map(|(index, _)| call.words.get(*index)).collect();
    match words.first().and_then(|word| word.known()) {
        Some("list" | "get" | "unset" | "rename-section" | "remove-section" | "edit") => Vec::new(),
        _ => words
            .windows(2)
            .flat_map(|pair| match pair {
                [key, value] => {
                    configuration::starts(call, &Setting { key: (*key).clone(), value: Some((*value).clone()) })
                }
                _ => Vec::new(),
            })
            .collect(),
    }
}

/// `git for-each-repo --config=key words`: git runs with these words in each repository.
pub(super) fn for_each_repo(call: &Call, who: Who) -> Vec<Start> {
    let read = call.read();
    let Some(place) = read.operands.get(call.depth()).map(|(index, _)| *index) else { return Vec::new() };
    let mut words: Vec<Word> = call.words.iter().take(1).cloned().collect();
    words.extend_from_slice(call.from(place));
    let mut start = Start::words(WrapKind::PassThrough, &words).with_doubts(&read.doubts);
    let span = words.first().map(|word| word.span).unwrap_or_default();
    start.directory = Some(Word::unknown("each repository", span));
    who.apply(vec![start])
}

/// Could one of these words be an address that is a command?
pub(super) fn may_name_transport(words: &[Word]) -> bool {
    words.iter().any(|word| word.literal_prefix().starts_with("ext::"))
}

/// Addresses that are commands: `git fetch 'ext::sh -c id'`.
pub(super) fn transports(call: &Call, read: &Read) -> Vec<Start> {
    let operands = read.operands.iter().filter_map(|(index, _)| call.words.get(*index));
    let values = read.arguments.items.iter().filter_map(|item| match item {
        crate::command::options::Item::Flag(flag) => flag.value.as_ref(),
        _ => None,
    });
    let doubt = call.doubt("git runs what follows ext::".to_owned());
    let commands = operands.chain(values).filter_map(|word| after_prefix(word, "ext::"));
    commands.map(|text| Start::text(WrapKind::Program, without_escapes(text)).doubtful(doubt.clone())).collect()
}

/// `% ` is a blank within a word, `%S` the service: what remains is close enough to find a denied command.
fn without_escapes(mut word: Word) -> Word {
    for part in &mut word.parts {
        if let Part::Literal(text) = part {
            *text = text.replace("% ", " ").into();
        }
    }
    word
}
