//! Files and hosts that a command names elsewhere than among its operands: `cat < .env`, `dd if=.env`, `curl -d @.env`,
//! `git show HEAD:.env`.
//!
//! Owns one rule of the language: a deny or ask rule that holds a `<path:…>` counts for each of them as if it were an
//! operand, and `* <path:…>` (or `* <type:…>`) for each thing that the command reads, writes or talks to, whatever stands
//! beside it. Refuses to find them (the command's account does).

use foldhash::HashSet;

use crate::command::effects::{Deed, Kind};
use crate::command::word::Word;
use crate::command::{Directory, Redirection};
use crate::policy::pattern::{CommandPattern, Pattern, Token};
use crate::policy::types::Type;
use crate::verdict::Match;

use super::case::Case;
use super::matcher::{self, Context, Matched, Subject};
use super::parts;

/// The most words that are read again for the files of one command and one pattern. Past it the pattern may match.
const MAX_WORDS_LOOKED_AT: usize = 20_000;

/// The surest match of a pattern with one of these things in the place of an operand.
pub(super) fn matches(pattern: &Pattern, case: &Case<'_>, context: Context<'_>) -> Matched {
    let mut best = Matched::never();
    if !speaks_of_paths(&pattern.tokens) && !is_about_anything(pattern, context) {
        return best;
    }
    let alone = is_about_anything(pattern, context);
    if case.subject.tool.is_some() && !alone {
        return best;
    }
    let of_paths = speaks_of_paths(&pattern.tokens);
    let operands: HashSet<&Word> = case.subject.words.iter().collect();
    let beside = case.subject.words.get(..if alone { 1 } else { case.subject.words.len() }).unwrap_or_default();
    let mut looked_at = 0;
    for (target, directory, sure) in targets(case, of_paths) {
        if !alone && operands.contains(target) {
            continue;
        }
        looked_at += beside.len();
        if looked_at > MAX_WORDS_LOOKED_AT {
            let because = Some(format!("it names more files than are looked at ({looked_at} words)"));
            return Matched { matched: best.matched.or(Match::May), because, ..best };
        }
        let mut words = beside.to_vec();
        words.push(target.clone());
        let subject = Subject::new(&words, case.subject.table.filter(|_| !alone), directory)
            .of_tool(case.subject.tool)
            .knowing(&case.subject)
            .spending(&case.subject.spent);
        let found = matcher::matches(pattern, &subject, context);
        if found.matched.and(sure) > best.matched {
            best = Matched { matched: found.matched.and(sure), ..found };
        }
    }
    best
}

/// `* <path:name>` and `* <type:Name>`: any command, and one thing.
fn is_about_anything(pattern: &Pattern, context: Context<'_>) -> bool {
    let needs_no_validator =
        |name: &String| !matches!(context.definitions.types.get(name), Some(Type::Executor(_)) | None);
    pattern.command == CommandPattern::Any
        && match pattern.tokens.as_slice() {
            [Token::Path(_)] => true,
            [Token::Type(name)] => needs_no_validator(name),
            _ => false,
        }
}

/// What the command reads, writes, deletes (and, unless only paths are asked for, talks to), with where it is resolved.
fn targets<'a>(case: &'a Case<'_>, paths_only: bool) -> Vec<(&'a Word, &'a Directory, Match)> {
    let reads = |redirect: &&Redirection| parts::effects_of(redirect).iter().any(|(kind, _)| *kind == Kind::Reads);
    let through_input = case.invocation.redirects.iter().filter(reads);
    let mut found: Vec<_> =
        through_input.map(|redirect| (&redirect.target, &redirect.directory, Match::Must)).collect();
    let is_named = |deed: &&Deed| match deed.kind {
        Kind::Reads | Kind::Writes | Kind::Deletes => true,
        Kind::Runs | Kind::Network | Kind::Secrets | Kind::Privileges | Kind::Changes => !paths_only,
    };
    for deed in case.subject.account().deeds.iter().filter(is_named) {
        let sure = if deed.certain { Match::Must } else { Match::May };
        found.extend(deed.target.as_ref().map(|target| (target, case.subject.directory, sure)));
    }
    found
}

fn speaks_of_paths(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| match token {
        Token::Path(_) => true,
        Token::FlagValue { value, .. } => speaks_of_paths(std::slice::from_ref(value)),
        Token::Optional(inner) => speaks_of_paths(inner),
        _ => false,
    })
}
