//! runok itself where it starts commands: `runok exec`, `runok-shell`.
//!
//! Owns how their words say what runs. What `exec` runs it judges once more, by the policy that it finds or is given with
//! `-c`, which may be another one than this. Refuses to know which shell stands behind `runok-shell`.

use crate::command::WrapKind;
use crate::command::word::{Count, Word};
use crate::shell::Dialect;

use super::call::{Call, Read};
use super::launchers::Who;
use super::shells::shell;
use super::users::vectors;
use super::{Start, Started};

/// The name by which runok stands for a shell.
const SHELL: &str = "runok-shell";

/// `runok exec [options] -- TEXT`, `runok exec [options] -- COMMAND ARG…`, `runok exec --shell [words of a shell]`.
pub(super) fn exec(call: &Call, who: Who) -> Vec<Start> {
    let read = call.read();
    let mut starts = as_shell(call, read, who);
    let vectors = match read.after_end_of_options() {
        _ if read.flags(&["--shell"]).any(|flag| flag.certain) => Vec::new(),
        Some(index) if index < call.words.len() => vec![Start::words(WrapKind::PassThrough, call.from(index))],
        Some(_) => Vec::new(),
        None => vectors(call, read, call.depth()),
    };
    for start in vectors {
        let Started::Words(words) = &start.what else { continue };
        starts.extend(only_word(words).map(text));
        if words.len() > 1 || words.iter().any(|word| word.count == Count::Any) {
            starts.push(start);
        }
    }
    for start in &mut starts {
        start.doubts.extend(read.doubts.iter().cloned());
    }
    who.apply(starts)
}

/// The word that is a text for a shell when no other one stands beside it.
fn only_word(words: &[Word]) -> Option<Word> {
    let mut sure = words.iter().filter(|word| word.count == Count::One);
    let first = sure.next().or_else(|| words.first())?;
    sure.next().is_none().then(|| Word { count: Count::One, ..first.clone() })
}

fn text(text: Word) -> Start {
    let what = Started::Text { text, dialect: Dialect::Bash, parameters: Vec::new(), same_shell: false };
    Start::new(WrapKind::PassThrough, what)
}

/// What follows `--shell` is read as by the shell that stands behind it. Which one that is depends on the person.
fn as_shell(call: &Call, read: &Read, who: Who) -> Vec<Start> {
    let Some(index) = read.flags(&["--shell"]).map(|flag| flag.index).next() else { return Vec::new() };
    let name = Word::literal(SHELL, call.words.first().map(|word| word.span).unwrap_or_default());
    let words: Vec<Word> = std::iter::once(&name).chain(call.from(index + 1)).cloned().collect();
    shell(&Call::new(&words, SHELL, call.tables), who)
}
