//! Why a token about effects does not hold, for a person to read.
//!
//! Owns the choice of the one effect that is told, and the wording. Refuses to match (`matcher`) and to find out what the
//! command does (`command`).

use crate::command::effects::{Deed, Kind};
use crate::command::options::{Flag, Item};
use crate::decision::matcher::{self, Context, Subject};
use crate::policy::pattern::{EffectPattern, Token};
use crate::verdict::Match;

use super::stop::Stop;

/// Why a token about effects does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Missed {
    /// The command does something that the token excludes.
    Does {
        /// The kind of effect.
        effect: &'static str,
        /// What it is on, where that is known.
        target: Option<String>,
        /// The option that does it, as given, where that is known.
        option: Option<String>,
        /// All of it, and that it is excluded.
        sentence: String,
    },
    /// Whether the command does it is not known: why.
    Unknown(String),
    /// The command has no such effect; and why that is not all that can be said.
    Lacks(Option<String>),
}

/// The first token about effects that does not hold; nothing where all of them do.
pub(super) fn find(tokens: &[Token], subject: &Subject<'_>, context: Context<'_>) -> Option<Stop> {
    tokens.iter().find_map(|token| {
        let Token::Effects { negated, any_of } = token else { return None };
        let held = matcher::effects_hold(*negated, any_of, subject, context);
        if held == Match::Must {
            return None;
        }
        let missed = match negated {
            true => excluded(any_of, subject, context),
            false => lacking(held, any_of, subject, context),
        };
        Some(Stop::Effect { token: token.to_string(), missed })
    })
}

/// An alternative of the token, an effect that it means, and how surely it does.
type Covered<'a> = (&'a EffectPattern, &'a Deed, Match);

/// The effect that fits most surely; of several the first.
fn surest<'a>(covered: &[Covered<'a>]) -> Option<Covered<'a>> {
    covered.iter().copied().reduce(|best, other| if other.2 > best.2 { other } else { best })
}

fn excluded(any_of: &[EffectPattern], subject: &Subject<'_>, context: Context<'_>) -> Missed {
    let covered = matcher::effects_covered(any_of, subject, context);
    let surest = surest(&covered);
    match (surest, matcher::effects_doubt(subject)) {
        (Some(found), why) if found.2 == Match::Must || why.is_none() => done(found, subject),
        (_, Some(why)) => Missed::Unknown(why),
        // then the token holds, and nobody asks
        (_, None) => Missed::Unknown("not all of the command is known".to_owned()),
    }
}

fn lacking(held: Match, any_of: &[EffectPattern], subject: &Subject<'_>, context: Context<'_>) -> Missed {
    let perhaps = || {
        let covered = matcher::effects_covered(any_of, subject, context);
        surest(&covered).map(|found| format!("{}{}", clause(found, subject), place(found)))
    };
    match (held, matcher::effects_doubt(subject)) {
        (Match::Never, why) => Missed::Lacks(why),
        (_, why) => Missed::Unknown(
            why.or_else(perhaps).unwrap_or_else(|| "not all of what the command does is known".to_owned()),
        ),
    }
}

fn done(found: Covered<'_>, subject: &Subject<'_>) -> Missed {
    let (pattern, deed, _) = found;
    let place = place(found);
    let (clause, excludes) = (clause(found, subject), format!("`!{pattern}` excludes"));
    let sentence = if place.is_empty() {
        format!("{clause}, which {excludes}")
    } else {
        format!("{clause}{place}, and {excludes} that")
    };
    Missed::Does {
        effect: deed.kind.as_str(),
        target: deed.target.as_ref().filter(|_| deed.code.is_none()).map(|target| target.display()),
        option: option(deed, subject),
        sentence,
    }
}

/// `-o out.txt` writes out.txt
fn clause((_, deed, _): Covered<'_>, subject: &Subject<'_>) -> String {
    let who = option(deed, subject).map_or_else(|| "the command".to_owned(), |option| format!("`{option}`"));
    let perhaps = if deed.certain { "" } else { "perhaps " };
    format!("{who} {perhaps}{}", act(deed))
}

fn act(deed: &Deed) -> String {
    let target = deed.target.as_ref().filter(|_| deed.code.is_none()).map(|target| target.display());
    let (on, otherwise) = match deed.kind {
        Kind::Reads => ("reads", "reads files"),
        Kind::Writes => ("writes", "writes files"),
        Kind::Deletes => ("deletes", "deletes something"),
        Kind::Runs if deed.code.is_some() => ("", "runs a program that is given in words"),
        Kind::Runs => ("runs", "runs code that is not its own"),
        Kind::Network => ("talks to", "talks to the network"),
        Kind::Changes => ("changes", "changes something"),
        Kind::Secrets => return "hands out secrets".to_owned(),
        Kind::Privileges => return "changes rights".to_owned(),
    };
    target.map_or_else(|| otherwise.to_owned(), |target| format!("{on} {target}"))
}

/// Where that is, as far as the token asks.
fn place((pattern, deed, matched): Covered<'_>) -> String {
    let Some(place) = &pattern.place else { return String::new() };
    let relation = if place.outside { "outside" } else { "in" };
    // of what is done for sure all doubt is about the place, of what is known none
    let is_known = deed.target.as_ref().is_some_and(|target| target.is_known());
    let verb = if matched == Match::Must || !deed.certain && is_known { "is" } else { "may be" };
    let below = deed.below > Match::Never && !place.outside;
    let or_holds = if below { ", or holds something that is" } else { "" };
    match deed.target {
        Some(_) => format!(", which {verb} {relation} {}{or_holds}", place.name),
        None => format!(", perhaps {relation} {}", place.name),
    }
}

/// The option that does it, as it is given.
fn option(deed: &Deed, subject: &Subject<'_>) -> Option<String> {
    let names = &deed.beside.as_ref()?.names;
    let items = &subject.arguments.as_ref()?.items;
    let mut given = items.iter().filter_map(|item| match item {
        Item::Flag(flag) if !names.is_empty() && flag.names == *names => Some(flag),
        _ => None,
    });
    let is_value = |flag: &&Flag| flag.value.as_ref().is_none_or(|value| deed.target.as_ref() == Some(value));
    let flag = given.clone().find(is_value).or_else(|| given.next())?;
    let spelled = &flag.spelled;
    Some(match flag.value.as_ref().filter(|_| deed.code.is_none()).map(|value| value.display()) {
        None => spelled.clone(),
        Some(value) if flag.separate => format!("{spelled} {value}"),
        Some(value) if spelled.starts_with("--") => format!("{spelled}={value}"),
        Some(value) => format!("{spelled}{value}"),
    })
}

impl Missed {
    /// Why, as a sentence without a full stop.
    pub(super) fn sentence(&self, token: &str) -> String {
        match self {
            Self::Does { sentence, .. } => sentence.clone(),
            Self::Unknown(why) if token.starts_with('!') => format!("{why}, so `{token}` does not hold"),
            Self::Unknown(why) => format!("{why}, so `{token}` does not surely hold"),
            Self::Lacks(None) => format!("the command does not have the effect `{token}`"),
            Self::Lacks(Some(why)) => {
                format!("the command does not have the effect `{token}`, as far as is known: {why}")
            }
        }
    }
}
