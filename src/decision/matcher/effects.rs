//! `<effect:…>`: the account of a command against what a pattern says of effects.
//!
//! Owns two rules. A positive token speaks of what runok knows the command to do, its redirections included where the rule
//! denies or asks, and in an allow rule of all that it does of that kind; a negated one wants to know that the command does
//! not do it. So a command that no table tells of has no effect that a rule could deny, and lacks none that a rule could
//! require. Refuses to draw up the account (`command`).

use std::borrow::Cow;

use crate::command::effects::{Deed, Extent, Kind};
use crate::command::word::{Glob, GlobKind, Part, Word};
use crate::decision::{parts, paths, typed};
use crate::policy::pattern::{EffectPattern, EffectPlace, Token};
use crate::policy::types::{Builtin, Type};
use crate::verdict::{Match, Verdict};

use super::notes::Question;
use super::{Context, Subject};

/// The most effects of one command that are looked at; of a command with more, none is surely there, and none surely not.
pub(in crate::decision) const MAX_DEEDS: usize = 10_000;

/// Do all tokens about effects hold?
pub(super) fn all_hold(tokens: &[Token], subject: &Subject<'_>, context: Context<'_>) -> Match {
    let mut all = Match::Must;
    for token in tokens {
        if let Token::Effects { negated, any_of } = token
            && all > Match::Never
        {
            all = all.and(hold(*negated, any_of, subject, context));
        }
    }
    all
}

/// Does a token speak of effects?
pub(super) fn has_any(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| matches!(token, Token::Effects { .. }))
}

/// Does the token hold?
pub(in crate::decision) fn hold(
    negated: bool,
    any_of: &[EffectPattern],
    subject: &Subject<'_>,
    context: Context<'_>,
) -> Match {
    let account = subject.account();
    if account.deeds.len() > MAX_DEEDS {
        return Match::May;
    }
    let mut done = done(any_of, subject, context);
    match (context.action, negated) {
        (_, true) => {}
        (Verdict::Allow, false) if done > Match::Never => done = done.and(only_there(any_of, subject, context)),
        (Verdict::Allow, false) => {}
        (Verdict::Ask | Verdict::Deny, false) => done = done.or(redirected(any_of, subject, context)),
    }
    let open = match &account.extent {
        Extent::Whole => false,
        Extent::Untold(_) => negated,
        Extent::Lost(_) => true,
    };
    let done = if open { done.or(Match::May) } else { done };
    if negated { done.negated() } else { done }
}

/// How surely does the command do one of these? Many effects that are not certain, which words that are not known may have,
/// say no more than the first of them that may be meant.
fn done(any_of: &[EffectPattern], subject: &Subject<'_>, context: Context<'_>) -> Match {
    let mut done = Match::Never;
    for deed in &subject.account().deeds {
        let at_most = if deed.certain { Match::Must } else { Match::May };
        for pattern in any_of.iter().filter(|pattern| pattern.covers(deed.kind)) {
            if done < at_most {
                done = done.or(one(pattern, deed, subject, context));
            }
        }
    }
    done
}

/// The kinds of effects that a command may have to a token which asks for one; nothing where it may have any.
pub(in crate::decision) fn kinds_of_effects(subject: &Subject<'_>) -> Option<Vec<Kind>> {
    let account = subject.account();
    if account.deeds.len() > MAX_DEEDS || matches!(account.extent, Extent::Lost(_)) {
        return None;
    }
    let redirected = subject.redirects.iter().flat_map(parts::effects_of).map(|(kind, _)| kind);
    let mut kinds: Vec<Kind> = account.deeds.iter().map(|deed| deed.kind).chain(redirected).collect();
    kinds.sort_unstable();
    kinds.dedup();
    Some(kinds)
}

/// The effects of the command that alternatives of a token mean, and how surely each does.
pub(in crate::decision) fn covered<'a>(
    any_of: &'a [EffectPattern],
    subject: &'a Subject<'_>,
    context: Context<'a>,
) -> Vec<(&'a EffectPattern, &'a Deed, Match)> {
    each(any_of, subject, context).filter(|(.., matched)| *matched > Match::Never).collect()
}

fn each<'a>(
    any_of: &'a [EffectPattern],
    subject: &'a Subject<'_>,
    context: Context<'a>,
) -> impl Iterator<Item = (&'a EffectPattern, &'a Deed, Match)> {
    subject.account().deeds.iter().flat_map(move |deed| {
        let patterns = any_of.iter().filter(|pattern| pattern.covers(deed.kind));
        patterns.map(move |pattern| (pattern, deed, one(pattern, deed, subject, context)))
    })
}

/// Why a token does not surely hold, where the account says.
pub(in crate::decision) fn doubt(subject: &Subject<'_>) -> Option<String> {
    let account = subject.account();
    let of_files = |deed: &&Deed| matches!(deed.kind, Kind::Reads | Kind::Writes | Kind::Deletes);
    match &account.extent {
        Extent::Whole => {
            let somewhere = account.deeds.iter().filter(of_files).find(|deed| deed.target.is_none())?;
            Some(format!("it is not told what it {}", somewhere.kind.as_str()))
        }
        Extent::Untold(why) | Extent::Lost(why) => Some(why.clone()),
    }
}

/// Does it write something? Where the table names a directory, the files in it are not told.
pub(super) fn writes(subject: &Subject<'_>) -> bool {
    subject.account().deeds.iter().any(|deed| deed.kind == Kind::Writes)
}

/// Does the command do what the alternatives speak of nowhere but in their places? `rm <effect:deletes in scratch> *` allows
/// neither `rm scratch/x /etc/passwd` nor a directory that holds `scratch` and more.
fn only_there(any_of: &[EffectPattern], subject: &Subject<'_>, context: Context<'_>) -> Match {
    if any_of.iter().all(|pattern| pattern.place.is_none()) {
        return Match::Must;
    }
    let told = if matches!(subject.account().extent, Extent::Whole) { Match::Must } else { Match::May };
    subject.account().deeds.iter().fold(told, |all, deed| {
        let mut meant = any_of.iter().filter(|pattern| pattern.covers(deed.kind)).peekable();
        if meant.peek().is_none() {
            return all;
        }
        let itself = Deed { below: Match::Never, certain: true, ..deed.clone() };
        all.and(meant.fold(Match::Never, |there, pattern| there.or(one(pattern, &itself, subject, context))))
    })
}

/// Is the effect one that the pattern means?
fn one(pattern: &EffectPattern, deed: &Deed, subject: &Subject<'_>, context: Context<'_>) -> Match {
    let sure = if deed.certain { Match::Must } else { Match::May };
    let Some(place) = &pattern.place else { return sure };
    let Some(target) = &deed.target else {
        // a loss that is not one of files lies in no list of paths
        let nowhere = deed.kind == Kind::Deletes && !place.outside;
        return if nowhere { Match::Never } else { sure.and(Match::May) };
    };
    let unlinked;
    let target = if deed.kind == Kind::Deletes {
        unlinked = themselves(target);
        &unlinked
    } else {
        target
    };
    // a directory that is there is none that is new, but what goes into it is told by name
    let is_new = || matches!(context.definitions.types.get(&place.name), Some(Type::Builtin(Builtin::TreeNew)));
    let here = match deed.holds && is_new() {
        true => subject.notes.answer(target, (Question::IsOf, "Tree"), context.definitions, || {
            typed::matches(&Type::Builtin(Builtin::Tree), target, subject.directory, context.facts)
        }),
        false => lies_in(&place.name, target, subject, context),
    };
    if place.outside {
        return sure.and(here.negated());
    }
    let below = match deed.below {
        Match::Never => Match::Never,
        reached => reached.and(holds_one(place, target, subject, context)),
    };
    let mut reached = here.or(below);
    if reached == Match::Never
        && deed.kind == Kind::Writes
        && context.action != Verdict::Allow
        && takes_all_of(place, target, subject, context)
    {
        reached = Match::May;
    }
    sure.and(reached)
}

/// The files that redirections write and read.
fn redirected(any_of: &[EffectPattern], subject: &Subject<'_>, context: Context<'_>) -> Match {
    let mut done = Match::Never;
    for redirect in subject.redirects {
        for (kind, harmless) in parts::effects_of(redirect) {
            let deed = Deed {
                kind,
                target: Some(redirect.target.clone()),
                below: Match::Never,
                certain: true,
                beside: None,
                code: None,
                holds: false,
            };
            let there = Subject::plain(subject.words, &redirect.directory).knowing(subject);
            for pattern in any_of.iter().filter(|pattern| pattern.covers(kind)) {
                done = done.or(one(pattern, &deed, &there, context).and(harmless.negated()));
            }
        }
    }
    done
}

/// What find finds, where a link among it stands for itself: removing a link removes nothing else.
fn themselves(word: &Word) -> Word {
    let mut word = word.clone();
    for part in &mut word.parts {
        if let Part::Glob(glob) = part
            && let GlobKind::Below { links: true } = glob.kind
        {
            *part = Part::from(Glob { kind: GlobKind::Below { links: false }, ..Glob::clone(glob) });
        }
    }
    word
}

/// Does the word name something of this list of paths, or of this type?
fn lies_in(name: &str, word: &Word, subject: &Subject<'_>, context: Context<'_>) -> Match {
    let word = &at_home(word, context);
    match context.definitions.paths.get(name) {
        Some(globs) => subject.lies_among(name, globs, word, context),
        None => subject.notes.answer(word, (Question::IsOf, name), context.definitions, || {
            let facts = context.facts;
            match context.definitions.types.get(name) {
                Some(Type::Builtin(builtin @ (Builtin::Runok | Builtin::AgentHooks))) => {
                    typed::guarded::leads_to(*builtin, word, (&subject.as_path(word), subject.directory), facts)
                }
                Some(kind) => typed::matches(kind, word, subject.directory, facts),
                // a name that is not defined is reported with the policy; its rule must not go quiet
                None => Match::May,
            }
        }),
    }
}

/// Does a path of the list lie below the word?
fn holds_one(place: &EffectPlace, word: &Word, subject: &Subject<'_>, context: Context<'_>) -> Match {
    let word = &at_home(word, context);
    let name = place.name.as_str();
    subject.notes.answer(word, (Question::HoldsOne, name), context.definitions, || {
        match context.definitions.paths.get(name) {
            Some(globs) => paths::holds_among(&subject.as_path(word), globs.texts()),
            None => match context.definitions.types.get(name) {
                Some(Type::Builtin(builtin @ (Builtin::Runok | Builtin::AgentHooks))) => {
                    typed::guarded::holds(*builtin, word, subject.directory, context.facts)
                }
                _ => Match::Never,
            },
        }
    })
}

/// May the word name a directory of which the list takes everything? Tables tell the directory that files are written into.
fn takes_all_of(place: &EffectPlace, word: &Word, subject: &Subject<'_>, context: Context<'_>) -> bool {
    let Some(globs) = context.definitions.paths.get(&place.name) else { return false };
    let word = &at_home(word, context);
    let taken = subject.notes.answer(word, (Question::TakesAll, &place.name), context.definitions, || {
        paths::takes_all_among(&subject.as_path(word), globs.texts())
    });
    taken > Match::Never
}

/// A table's own `~/…`, which no shell has expanded.
fn at_home<'w>(word: &'w Word, context: Context<'_>) -> Cow<'w, Word> {
    if !word.tilde {
        return Cow::Borrowed(word);
    }
    match (word.parts.as_slice(), context.facts.variable("HOME")) {
        ([Part::Literal(text)], Some(home)) if word.tilde && (text == "~" || text.starts_with("~/")) => {
            Cow::Owned(Word::literal(format!("{home}{}", text.get(1..).unwrap_or_default()), word.span))
        }
        _ => Cow::Borrowed(word),
    }
}
