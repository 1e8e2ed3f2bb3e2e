//! Words that may be options which start a program: in `find . "$X" rm {} \;` and `rg "$X" src`, `$X` may be `-exec` or
//! `--pre=…`.
//!
//! Owns the question whether a word that is not known may be spelled like such an option. Refuses to guess which program it
//! names: a doubt says that this is not known.

use std::rc::Rc;

use crate::command::WrapKind;
use crate::command::options::{Item, Opt, Table, Value};
use crate::command::word::{Count, Part, Word};
use crate::verdict::Match;

use super::Start;
use super::call::{Call, Read, is};
use super::effects::runs;

/// The most words that are looked at as commands which an option of this kind may start. Past it what is started is not
/// known.
const MAX_POSSIBLE_WORDS: usize = 20_000;

/// What the words that may be options start.
pub(super) fn starts(call: &Call, read: &Read, table: &Rc<Table>) -> Vec<Start> {
    if !read.arguments.items.iter().any(|item| matches!(item, Item::Unclear { .. })) {
        return Vec::new();
    }
    let reached =
        read.arguments.subcommands.iter().try_fold(Rc::clone(table), |table, name| table.subcommands.table(name));
    let inner = reached.unwrap_or_else(|| Rc::clone(table));
    let inherited = table.options.all().iter().filter(|option| option.inherit);
    let starting: Vec<&Opt> = inner
        .options
        .all()
        .iter()
        .chain(inherited)
        .filter(|option| option.effects.iter().any(|stated| runs(stated.effect)))
        .collect();
    let mut found = Vec::new();
    let mut left = MAX_POSSIBLE_WORDS;
    let last_end = call.from(0).iter().rposition(may_end);
    for item in &read.arguments.items {
        let Item::Unclear { word, index } = item else { continue };
        let after = call.from(index + 1);
        let may_end = last_end.is_some_and(|end| end > *index);
        if let Some(option) = starting.iter().find(|option| may_be(word, option, (after, may_end))) {
            found.push(start(call, word, option, (after, &mut left)));
        }
    }
    found
}

/// Could the word be this option, with the words after it, of which one may end a command?
fn may_be(word: &Word, option: &Opt, (after, may_end): (&[Word], bool)) -> bool {
    let complete = match option.value {
        // an unknown count of words may bring the terminator along
        Value::UntilTerminator => word.count == Count::Any || names_program(after) && may_end,
        Value::UntilSemicolon => word.count == Count::Any || names_program(after),
        _ => true,
    };
    complete && option.names.iter().any(|name| may_spell(word, name))
}

/// Do these words begin with what may be a program? None is called like an option: in `find "$D" -exec rm {} \;` the word
/// `$D` is no `-exec` for a program of the name `-exec`.
fn names_program(words: &[Word]) -> bool {
    words.first().is_some_and(|first| first.looks_like_flag() != Match::Must)
}

fn may_end(word: &Word) -> bool {
    is(word, ";") || is(word, "+") || !word.is_known() && !word.never_flag
}

/// Could the word begin with this spelling, or with a beginning of it, or hold it in a cluster?
pub(super) fn may_spell(word: &Word, name: &str) -> bool {
    let is_letter = name.chars().count() == 2;
    let fits = |text: &str| {
        name.starts_with(text)
            || text.starts_with(name)
            || is_letter && text.starts_with('-') && !text.starts_with("--")
    };
    if word.count == Count::Any && !word.is_glob() {
        return true;
    }
    match word.parts.first() {
        None => false,
        Some(Part::Literal(text)) => fits(text),
        Some(Part::Choice(texts)) => texts.iter().any(|text| fits(text)),
        Some(Part::Unknown(unknown)) => !unknown.numeric,
        Some(Part::Glob(_)) => word.looks_like_flag() != Match::Never,
    }
}

/// `left`: how many words may still be looked at as a command.
fn start(call: &Call, word: &Word, option: &Opt, (after, left): (&[Word], &mut usize)) -> Start {
    let shown = word.display();
    let spelled = option.names.first().map(AsRef::as_ref).unwrap_or_default();
    let doubt = call.doubt(format!("{shown} may be the option {spelled} of {}, which runs a program", call.name));
    let takes_words = matches!(option.value, Value::UntilTerminator | Value::UntilSemicolon);
    let given = after.iter().take_while(|word| !is(word, ";") && !is(word, "+")).take(*left + 1);
    let given: Vec<Word> = given.cloned().collect();
    let few = given.len() <= *left;
    *left = left.saturating_sub(given.len());
    if takes_words && !given.is_empty() && word.count == Count::One && few {
        return Start::words(WrapKind::PassThrough, &given).doubtful(doubt);
    }
    Start::program(Word::unknown(shown, word.span), &call.name).doubtful(doubt)
}
