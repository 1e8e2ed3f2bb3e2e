//! One word against one token of a pattern.
//!
//! Owns the tokens that take a single word. Refuses those that take several or none (the engine's).

use crate::command::Directory;
use crate::command::word::{Count, Word};
use crate::decision::{fits, paths};
use crate::policy::pattern::{Text, Token};
use crate::policy::{Label, VarValue};
use crate::verdict::Match;

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

/// Is the word one of these texts?
pub(super) fn one_of(texts: &[Text], word: &Word, context: Context<'_>) -> Match {
    texts.iter().map(|text| fits::text_at_home(text, word, context)).max().unwrap_or(Match::Never)
}

fn one_path(name: &str, word: &Word, subject: &Subject<'_>, context: Context<'_>) -> Match {
    let listed = context.definitions.paths.get(name).map_or(&[][..], |listed| listed);
    let each: Box<dyn Fn(&Label) -> Match> = match subject.directory {
        // in one directory the word is read once, not once for each path
        Directory::Known(directories) if directories.len() == 1 => {
            let readings = subject.as_path(word);
            Box::new(move |path| paths::is_among(&readings, std::slice::from_ref(path)))
        }
        _ => Box::new(|path| fits::path(path, word, subject.directory, context)),
    };
    listed.iter().map(each).max().unwrap_or(Match::Never)
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
