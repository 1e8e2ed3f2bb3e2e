//! One word against one token of a pattern.
//!
//! Owns the tokens that take a single word. Refuses those that take several or none (the engine's).

use std::cell::{Cell, RefCell};

use crate::command::Directory;
use crate::command::word::{Count, Word};
use crate::decision::{fits, paths};
use crate::policy::VarValue;
use crate::policy::pattern::{Text, Token};
use crate::policy::types::Type;
use crate::verdict::{Match, Verdict};

use super::by_word::ByWord;
use super::{Context, Subject, tools};

/// Does this one word fit the token? A word that may become several fits at most `May`.
pub(in crate::decision) fn fits_token(
    token: &Token,
    word: &Word,
    subject: &Subject<'_>,
    context: Context<'_>,
) -> Match {
    match subject.tool {
        Some(tool) => tools::fits_token(token, word, tool, subject, context),
        None => fits_plainly(token, word, subject, context),
    }
}

/// The same of a word that is what it says.
pub(super) fn fits_plainly(token: &Token, word: &Word, subject: &Subject<'_>, context: Context<'_>) -> Match {
    let matched = match token {
        Token::Word(texts) if context.action == Verdict::Allow => one_of_bounded(texts, word, subject, context),
        Token::Word(texts) => one_of(texts, word, context),
        Token::Not(texts) => one_of(texts, word, context).negated(),
        Token::Any | Token::Placeholder(_) => Match::Must,
        Token::EndOfOptions => fits::equal("--", word),
        Token::Path(name) => one_path(name, word, subject, context),
        Token::Var(name) => one_var(name, word, subject, context),
        Token::Type(name) => fits::typed(name, word, subject.directory, context),
        Token::Flag(_)
        | Token::FlagValue { .. }
        | Token::FlagOptionalValue(_)
        | Token::Without(_)
        | Token::Optional(_)
        | Token::Command
        | Token::Options
        | Token::Variables
        | Token::FlagGroup(_)
        | Token::Effects { .. } => Match::Never,
    };
    if word.count == Count::One { matched } else { matched.and(Match::May) }
}

/// After how many comparisons it is noted what a known word is of types; few are made as fast.
const FEW: u32 = 64;

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Type,
    Paths,
}

/// Whether a word is what a name stands for.
type Note = (Kind, String, Match);

/// The comparisons of one pattern's tokens with one command's words.
#[derive(Default)]
pub(super) struct Comparisons {
    /// What words are of types and lists of paths, by their names: a list of thousands of texts, or a look at the file
    /// system, is not gone through again for each way to lay out the tokens.
    named: RefCell<ByWord<Vec<Note>>>,
    /// How many were made.
    made: Cell<u32>,
    /// What those weigh that were made with words that are not known.
    weight: Cell<u32>,
}

impl Comparisons {
    /// What was compared weighs as many steps.
    pub(super) fn weight(&self) -> u32 {
        self.weight.get()
    }

    /// Does a word fit a token that takes one?
    pub(super) fn fits(&self, token: &Token, word: &Word, subject: &Subject<'_>, context: Context<'_>) -> Match {
        self.made.set(self.made.get().saturating_add(1));
        let compare = || {
            if !word.is_known() {
                self.weight.set(self.weight.get().saturating_add(weight(token, context)));
            }
            fits_token(token, word, subject, context)
        };
        let is_dear = !word.is_known() || self.made.get() > FEW;
        match token {
            Token::Type(name) if is_dear => self.noted((Kind::Type, name), word, compare),
            Token::Path(name) if is_dear => self.noted((Kind::Paths, name), word, compare),
            _ => compare(),
        }
    }

    fn noted(&self, (kind, name): (Kind, &str), word: &Word, compare: impl FnOnce() -> Match) -> Match {
        let noted = |notes: &Vec<Note>| {
            notes.iter().find(|(of, known, _)| (*of, known.as_str()) == (kind, name)).map(|(_, _, is)| *is)
        };
        if let Some(is) = self.named.borrow().get(word).and_then(noted) {
            return is;
        }
        let is = compare();
        self.named.borrow_mut().change(word, |notes| notes.push((kind, name.to_owned(), is)));
        is
    }
}

/// How much of the policy a token that takes one word stands for: bytes of its texts, or how many paths it names, most of
/// which are told apart by their first bytes.
fn weight(token: &Token, context: Context<'_>) -> u32 {
    let weight = match token {
        Token::Word(texts) | Token::Not(texts) => {
            texts.iter().flat_map(|text| &text.pieces).map(|piece| piece.len()).sum()
        }
        Token::Path(name) => context.definitions.paths.get(name).map_or(0, |listed| listed.texts().count()),
        Token::Var(name) => {
            context.definitions.vars.get(name).map_or(0, |values| values.iter().map(VarValue::bytes).sum())
        }
        Token::Type(name) => context.definitions.types.get(name).map_or(0, bytes_of_type),
        _ => 0,
    };
    u32::try_from(weight).unwrap_or(u32::MAX)
}

/// The same of a type; of an expression, which is no text to go through once, many.
fn bytes_of_type(kind: &Type) -> usize {
    let bytes = |texts: &[String]| texts.iter().map(String::len).sum::<usize>();
    match kind {
        Type::Enum(texts) | Type::Path { inside: texts } | Type::Tree { under: texts } => bytes(texts),
        Type::Url { schemes, hosts } => bytes(schemes) + bytes(hosts),
        Type::Any(kinds) | Type::All(kinds) => kinds.iter().map(bytes_of_type).sum(),
        Type::Regex(_) => 1000,
        Type::Int { .. } | Type::Builtin(_) => 100,
        Type::Executor(_) => 0,
    }
}

/// Is the word one of these texts?
pub(super) fn one_of(texts: &[Text], word: &Word, context: Context<'_>) -> Match {
    texts.iter().map(|text| fits::text_at_home(text, word, context)).max().unwrap_or(Match::Never)
}

/// The same for an allow rule.
fn one_of_bounded(texts: &[Text], word: &Word, subject: &Subject<'_>, context: Context<'_>) -> Match {
    let has_parts = subject.operands_have_parts();
    let each = texts.iter().map(|text| fits::bounded(fits::text_at_home(text, word, context), text, word, has_parts));
    each.max().unwrap_or(Match::Never)
}

fn one_path(name: &str, word: &Word, subject: &Subject<'_>, context: Context<'_>) -> Match {
    let Some(listed) = context.definitions.paths.get(name) else { return Match::Never };
    match subject.directory {
        // in one directory it does not matter who asks
        Directory::Known(directories) if directories.len() == 1 => match &*subject.as_path(word) {
            [_] => subject.lies_among(name, listed, word, context),
            readings => {
                let each = listed.texts().map(|path| paths::is_among(readings, std::iter::once(path)));
                each.max().unwrap_or(Match::Never)
            }
        },
        _ => {
            let each = listed.iter().map(|path| fits::path(path, word, subject.directory, context));
            each.max().unwrap_or(Match::Never)
        }
    }
}

fn one_var(name: &str, word: &Word, subject: &Subject<'_>, context: Context<'_>) -> Match {
    let values = context.definitions.vars.get(name).map_or(&[][..], Vec::as_slice);
    values
        .iter()
        .map(|value| match value {
            VarValue::Literal(texts) => match texts.as_slice() {
                [text] => fits::equal(text, word),
                _ => Match::Never,
            },
            VarValue::Path(path) => fits::path(path, word, subject.directory, context),
        })
        .max()
        .unwrap_or(Match::Never)
}
