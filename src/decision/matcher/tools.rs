//! Calls of tools against patterns.
//!
//! Owns which names of a pattern mean a tool, and what the word of a call is compared with: the file absolute, relative to
//! the working directory, and whatever else it may mean (links, `~`). An allow rule must hold for all that it may mean,
//! and means a tool only by a name that no command has; a deny or ask rule may hold for any of them, and means a tool also
//! by `*` and by its host's name. Refuses commands (`name`, `values`).

use std::borrow::Cow;

use crate::command::Directory;
use crate::command::tool::{MCP, ToolUse, is_tool_name};
use crate::command::word::Word;
use crate::decision::{fits, paths};
use crate::input::Span;
use crate::policy::pattern::{Alternative, CommandPattern, Text, Token};
use crate::policy::types::Type;
use crate::policy::{Label, VarValue};
use crate::verdict::{Match, Verdict};

use super::{Context, Operands, Subject, values};

/// Does an allow rule mean tools by this name?
pub(super) fn means_tools(name: &Alternative<'_>) -> bool {
    match (name.as_plain(), name) {
        (Some(plain), _) => is_tool_name(plain),
        (None, Alternative::Text(name)) => name.pieces.first().is_some_and(|first| first.starts_with(MCP)),
        (None, Alternative::Plain(_)) => false,
    }
}

/// Does the pattern name the tool?
pub(super) fn named(pattern: &CommandPattern, tool: &ToolUse, subject: &Subject<'_>, context: Context<'_>) -> Match {
    let own = subject.words.first().and_then(Word::known).unwrap_or_default();
    let narrow = context.action == Verdict::Allow;
    Match::known(match pattern {
        CommandPattern::Any => !narrow,
        CommandPattern::Names(names) if narrow => {
            names.ending_like(own).any(|name| means_tools(&name) && name.matches(own))
        }
        CommandPattern::Names(names) => {
            names.iter().any(|name| name.matches(own) || tool.widely_named(|other| name.matches(other)))
        }
        CommandPattern::Var(name) => {
            let values = context.definitions.vars.get(name).map_or(&[][..], Vec::as_slice);
            let is = |value: &VarValue| match value {
                VarValue::Literal(texts) => {
                    matches!(texts.as_slice(), [text] if text == own || tool.widely_named(|other| text == other))
                }
                VarValue::Path(_) => false,
            };
            !narrow && values.iter().any(is)
        }
    })
}

/// What conditions and validators see of a call: the plain keys of its input as flags, the file as an operand; a reading
/// for each thing that the file may mean.
pub(in crate::decision) fn operands(tool: &ToolUse, words: &[Word]) -> Vec<Operands> {
    let flag = |(name, value): &(String, String)| (name.clone(), Some(Word::literal(value.as_str(), Span::default())));
    let flags: Vec<_> = tool.inputs.iter().map(flag).collect();
    let reading = |args: Vec<Word>| Operands { flags: flags.clone(), args, ..Operands::default() };
    let others = tool.also.iter().map(|word| reading(vec![word.clone()]));
    std::iter::once(reading(words.get(1..).unwrap_or_default().to_vec())).chain(others).collect()
}

/// Does the word of a call fit the token?
pub(super) fn fits_token(
    token: &Token,
    word: &Word,
    tool: &ToolUse,
    subject: &Subject<'_>,
    context: Context<'_>,
) -> Match {
    // what a search finds is meant by deny and ask rules alone: an allow rule speaks of all that is searched
    let is_about_found = match token {
        Token::Word(_) | Token::Path(_) => true,
        Token::Type(name) => !matches!(context.definitions.types.get(name), Some(Type::Executor(_)) | None),
        _ => false,
    };
    let found = tool.found.iter().filter(|_| is_about_found && context.action != Verdict::Allow);
    let each = std::iter::once(word).chain(&tool.also).map(|word| one(token, word, tool, subject, context));
    let each = each.chain(found.map(|word| of_found(token, word, subject, context)));
    if context.action == Verdict::Allow { each.min() } else { each.max() }.unwrap_or(Match::May)
}

/// Does a file that a search looks for by a glob fit the token?
fn of_found(token: &Token, file: &Word, subject: &Subject<'_>, context: Context<'_>) -> Match {
    match token {
        Token::Word(texts) => values::one_of(texts, file, context),
        Token::Path(name) => {
            let listed = context.definitions.paths.get(name).map_or(&[][..], |listed| listed);
            paths::is_one_of(file, listed, subject.directory)
        }
        other => values::fits_plainly(other, file, subject, context),
    }
}

fn one(token: &Token, word: &Word, tool: &ToolUse, subject: &Subject<'_>, context: Context<'_>) -> Match {
    let text = |texts: &[Text]| {
        let forms = forms(word, tool, subject.directory, context);
        forms.iter().map(|form| values::one_of(texts, form, context)).max().unwrap_or(Match::Never)
    };
    match token {
        Token::Word(texts) => text(texts),
        Token::Not(texts) => text(texts).negated(),
        Token::Path(name) => {
            let listed = context.definitions.paths.get(name).map_or(&[][..], |listed| listed);
            let here = listed.iter().map(|path| fits::path(path, word, subject.directory, context)).max();
            let here = here.unwrap_or(Match::Never);
            if context.action != Verdict::Allow && tool.below {
                // what may lie anywhere (`**/.env`) lies below everything, and would speak of every search
                let placed: Vec<&str> =
                    listed.iter().map(Label::as_str).filter(|path| !path.contains("/**/")).collect();
                here.or(paths::holds_one_of(word, &placed, subject.directory))
            } else {
                here
            }
        }
        other => values::fits_plainly(other, word, subject, context),
    }
}

/// The texts that a pattern may mean the file by. A deny or ask rule may also mean it as the host wrote it.
fn forms<'w>(word: &'w Word, tool: &ToolUse, directory: &Directory, context: Context<'_>) -> Vec<Cow<'w, Word>> {
    let here = match directory {
        Directory::Known(all) => match all.as_slice() {
            [only] => Some(only.as_str()),
            _ => None,
        },
        Directory::Unknown => None,
    };
    let Some(path) = word.known().filter(|path| path.starts_with('/')) else { return vec![Cow::Borrowed(word)] };
    let absolute = paths::normalise(path, here.unwrap_or("/"));
    let mut texts = Vec::new();
    if let Some(here) = here.filter(|here| *here != "/") {
        if absolute == here {
            texts.push(".".to_owned());
        } else if let Some(relative) = absolute.strip_prefix(here).and_then(|rest| rest.strip_prefix('/')) {
            texts.extend([relative.to_owned(), format!("./{relative}")]);
        }
    }
    texts.push(absolute);
    if context.action != Verdict::Allow {
        texts.extend(tool.written.clone());
    }
    texts.into_iter().map(|text| Cow::Owned(Word::literal(text, word.span))).collect()
}
