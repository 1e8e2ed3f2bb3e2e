//! What a command names beyond its operands: files in options and within operands, and code that it is given to run.
//!
//! Owns one rule of conditions: to a deny or ask rule these are `args` too. Refuses to evaluate conditions (`scene`).

use foldhash::HashSet;

use crate::command::effects::{Deed, Kind};
use crate::command::options::{self, Effect, Flag, Item};
use crate::command::word::Word;

use super::matcher::Subject;

/// What separates a file's name from the rest of an option's value.
const FILE_SEPARATORS: [char; 4] = ['=', '@', ':', ','];

/// The effects of options whose values name files.
const NAMES_FILES: [Effect; 9] = [
    Effect::Reads,
    Effect::Writes,
    Effect::ReadsAt,
    Effect::ReadsBeginningAt,
    Effect::Form,
    Effect::Upload,
    Effect::Labelled,
    Effect::Keyed,
    Effect::Mount,
];

/// The effects of options whose values are something to run: it may name anything.
const HOLDS_CODE: [Effect; 3] = [Effect::Code, Effect::RunsText, Effect::RunsProgram];

/// The most names that are looked at within one value.
const MAX_FILES_WITHIN: usize = 16;

/// The files that the command names in options, or within an operand: to a deny rule they are operands too.
pub(super) fn beyond_operands(subject: &Subject<'_>, arguments: &options::Arguments) -> Vec<Word> {
    let of_files = |deed: &&Deed| matches!(deed.kind, Kind::Reads | Kind::Writes | Kind::Deletes);
    // the working directory, where the table itself names it, stands nowhere in the line
    let known = |target: &&Word| target.known() != Some(".");
    let targets = subject.account().deeds.iter().filter(of_files).filter_map(|deed| deed.target.as_ref()).filter(known);
    // as many of them as there are words, perhaps: each is looked up, not searched for
    let mut named: HashSet<&Word> = subject.words.iter().collect();
    let mut files: Vec<Word> = targets.filter(|target| named.insert(target)).cloned().collect();
    for item in &arguments.items {
        let Item::Flag(flag @ Flag { value: Some(value), .. }) = item else { continue };
        let is_file = NAMES_FILES.iter().any(|effect| flag.does(*effect));
        if is_file || HOLDS_CODE.iter().any(|effect| flag.does(*effect)) {
            files.push(value.clone());
        }
        files.extend(is_file.then(|| files_within(value)).into_iter().flatten());
    }
    // of another subcommand the options name other files
    let other = arguments.perhaps_value.and_then(|index| subject.words.get(index));
    files.extend(other.map(|word| Word::any_words("which subcommand runs", word.span)));
    files
}

/// The names within a value that has other things beside a file: `name=@file`, `file:/where/it/goes`, `type=bind,src=file`.
/// Any, and any number of them, where it is not known.
fn files_within(value: &Word) -> Vec<Word> {
    let Some(text) = value.known() else { return vec![Word::any_words(value.display(), value.span)] };
    let text = Some(text).filter(|text| text.contains(FILE_SEPARATORS)).unwrap_or_default();
    let names = text.split(FILE_SEPARATORS).filter(|name| !name.is_empty());
    names.take(MAX_FILES_WITHIN).map(|name| Word::literal(name, value.span)).collect()
}
