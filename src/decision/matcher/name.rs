//! The command's name against the pattern's first token.
//!
//! Owns what a path in command position stands for: `/bin/rm` is `rm` to a deny rule wherever it lies, to an allow rule
//! only in a system directory.

use smallvec::{SmallVec, smallvec};

use crate::command::word::{Count, Word};
use crate::command::{base_name, is_of_system, split_last};
use crate::decision::fits;
use crate::input::Span;
use crate::policy::pattern::{Alternative, CommandPattern, Text};
use crate::policy::{Label, VarValue};
use crate::verdict::{Match, Verdict};

use super::{Context, Subject, tools};

/// One way in which the name can match.
pub(super) struct Head {
    /// How surely.
    pub matched: Match,
    /// How many words the name takes.
    pub words: usize,
    /// The rest may begin with any number of further words (`*` in command position).
    pub any_words_follow: bool,
    /// What `<var:name>` took.
    pub var: Option<(String, Word)>,
}

/// The ways in which a name can match: nearly always one.
pub(super) type Heads = SmallVec<[Head; 1]>;

/// Every way in which the name can match.
pub(super) fn matches(pattern: &CommandPattern, subject: &Subject<'_>, context: Context<'_>) -> Heads {
    let Some(first) = subject.words.first() else { return Heads::new() };
    let head = |matched, words| Head { matched, words, any_words_follow: false, var: None };
    if let Some(tool) = subject.tool {
        let matched = tools::named(pattern, tool, subject, context);
        let any_words_follow = *pattern == CommandPattern::Any;
        return if matched == Match::Never {
            Heads::new()
        } else {
            smallvec![Head { any_words_follow, ..head(matched, 1) }]
        };
    }
    match pattern {
        CommandPattern::Any => smallvec![Head { any_words_follow: true, ..head(Match::Must, 1) }],
        CommandPattern::Names(names) => {
            let matched = match first.known() {
                Some(text) => {
                    let path = split_last(text);
                    names.ending_like(text).map(|name| named(&name, text, path, context.action)).max()
                }
                None => {
                    let looked_at = !subject.spent.is_all();
                    names.iter().map(|name| named_unknown(name, first, (context.action, looked_at))).max()
                }
            };
            let matched = matched.unwrap_or(Match::Never);
            if matched == Match::Never { Heads::new() } else { smallvec![head(matched, 1)] }
        }
        CommandPattern::Var(name) => {
            let values = context.definitions.vars.get(name).map_or(&[][..], Vec::as_slice);
            let mut heads = Heads::new();
            for value in values {
                let (matched, words) = match value {
                    VarValue::Literal(texts) => (begins_with_name(subject.words, texts, context.action), texts.len()),
                    VarValue::Path(path) => (named_by_path(path, first, subject, context), 1),
                };
                if matched > Match::Never {
                    heads.push(Head { var: Some((name.clone(), first.clone())), ..head(matched, words) });
                }
            }
            heads
        }
    }
}

/// Do the words begin with exactly these texts?
pub(super) fn begins_with(words: &[Word], texts: &[String]) -> Match {
    let mut matched = Match::Must;
    for (index, text) in texts.iter().enumerate() {
        matched = matched.and(words.get(index).map_or(Match::Never, |word| fits::equal(text, word)));
    }
    matched
}

/// The same where the first of the texts is a command's name: to a deny rule `/bin/rm` is `rm`.
fn begins_with_name(words: &[Word], texts: &[String], action: Verdict) -> Match {
    let (Some(word), Some(name)) = (words.first().filter(|_| action != Verdict::Allow), texts.first()) else {
        return begins_with(words, texts);
    };
    let name = Text::plain(name.as_str());
    let matched = match word.known() {
        Some(text) => named(&Alternative::Text(&name), text, split_last(text), action),
        None => named_unknown(&name, word, (action, true)),
    };
    matched.and(begins_with(words.get(1..).unwrap_or_default(), texts.get(1..).unwrap_or_default()))
}

/// Is the program that this path names run? A name without a slash is looked up elsewhere, and what is found may be it.
fn named_by_path(path: &str, word: &Word, subject: &Subject<'_>, context: Context<'_>) -> Match {
    let begins_path = word.literal_prefix().contains('/');
    let by_path = if begins_path || !word.is_known() && context.action != Verdict::Allow {
        fits::path(path, word, subject.directory, context)
    } else {
        Match::Never
    };
    if context.action == Verdict::Allow {
        return by_path;
    }
    by_path.or(fits::text(&Text::parse(base_name(path)), word).and(Match::May))
}

/// `path` is the text as a directory and a base name, where it is a path.
fn named(name: &Alternative<'_>, text: &str, path: Option<(&str, &str)>, action: Verdict) -> Match {
    let matched = spelled(name, text, path, action);
    let matched = match name {
        Alternative::Text(pattern) if action == Verdict::Allow && pattern.pieces.len() > 1 => {
            fits::bounded(matched, pattern, &Word::literal(text, Span::default()), false)
        }
        _ => matched,
    };
    // an allow rule for a tool speaks of no command of that name
    if matched > Match::Never && action == Verdict::Allow && tools::means_tools(name) { Match::Never } else { matched }
}

fn spelled(name: &Alternative<'_>, text: &str, path: Option<(&str, &str)>, action: Verdict) -> Match {
    if name.matches(text) {
        return Match::Must;
    }
    if let Some((_, base)) = path {
        let counts = action != Verdict::Allow || is_of_system(text);
        let of_base = Match::known(counts && name.matches(base));
        let plain = name.as_plain().filter(|plain| action != Verdict::Allow && plain.contains('/'));
        return plain.map_or(of_base, |plain| of_base.or(same_program(plain, text)));
    }
    // a rule for /bin/rm may mean the rm that PATH finds
    let below = |plain: &str| plain.strip_suffix(text).is_some_and(|directory| directory.ends_with('/'));
    if action != Verdict::Allow && name.as_plain().is_some_and(below) { Match::May } else { Match::Never }
}

/// Do two paths name the same program? `.//x` is `./x`; one that leads up may be any of that name, as an absolute one may be one
/// that is not.
fn same_program(one: &str, other: &str) -> Match {
    let names = |path: &str| -> Vec<String> {
        path.split('/').filter(|name| !matches!(*name, "" | ".")).map(str::to_owned).collect()
    };
    let (first, second) = (names(one), names(other));
    let is_absolute = |path: &str| path.starts_with('/');
    if first.last() != second.last() {
        Match::Never
    } else if first == second && is_absolute(one) == is_absolute(other) {
        Match::Must
    } else {
        let leads_up = first.iter().chain(&second).any(|name| name == "..");
        let of_system = is_of_system(one) && is_of_system(other);
        Match::known(leads_up || of_system || is_absolute(one) != is_absolute(other)).and(Match::May)
    }
}

/// Where it is not looked at, it may be that name.
fn named_unknown(name: &Text, word: &Word, (action, looked_at): (Verdict, bool)) -> Match {
    if action == Verdict::Allow && tools::means_tools(&Alternative::Text(name)) {
        return Match::Never;
    }
    if name.matches("") && name.pieces.len() > 1 {
        return if word.count == Count::One { Match::Must } else { Match::May };
    }
    if !looked_at {
        return Match::May;
    }
    let direct = fits::text(name, word);
    let direct = if action == Verdict::Allow { fits::bounded(direct, name, word, false) } else { direct };
    if direct > Match::Never {
        return direct;
    }
    // `$D/rm`, `/b?n/rm`: a path whose base name is what the rule names
    let mut below = name.clone();
    if let Some(first) = below.pieces.first_mut() {
        *first = format!("/{first}").into();
    }
    below.pieces.insert(0, Label::default());
    fits::text(&below, word).and(Match::May)
}
