//! Is this flag the one that a pattern names?
//!
//! Owns the comparison of spellings. Where no table knows the command, what a cluster or an abbreviation might hold is
//! `May`.

use crate::command::word::Word;
use crate::decision::fits;
use crate::policy::Label;
use crate::policy::pattern::Text;
use crate::verdict::Match;

use super::items::{FlagItem, Item, Placed};

/// The shortest prefix of a long option that is taken for a possible abbreviation of it, dashes included.
const MIN_ABBREVIATION: usize = 3;

/// Does an item give one of these flags?
pub(super) fn gives(names: &[Text], item: &Item<'_>) -> Match {
    match item {
        Item::Flag(flag) => {
            let found = names.iter().map(|name| is_spelled(name, flag)).max().unwrap_or(Match::Never);
            let found = found.or(gives_with_value(names, flag));
            if flag.certain { found } else { found.and(Match::May) }
        }
        Item::Operand { .. } | Item::End => Match::Never,
        Item::Unclear(word) => may_become(names, word),
    }
}

/// Does a flag with its value match a name that is written with one: `--format=json`?
///
/// By the rule's shape only the same spelling does; a flag that the table lists may also have its value in a word of its
/// own.
pub(super) fn gives_with_value(names: &[Text], flag: &FlagItem<'_>) -> Match {
    let Some(value) = flag.value.as_deref().filter(|_| flag.listed || !flag.separate) else { return Match::Never };
    let written = names.iter().filter(|name| name.pieces.iter().any(|piece| piece.contains('=')));
    let spellings = || flag.names.iter().map(String::as_str).chain([flag.spelled.as_ref()]);
    let joined = |spelling: &str| {
        let mut word = Word::literal(format!("{spelling}="), value.span);
        word.append(value);
        word
    };
    written
        .flat_map(|name| spellings().map(|spelling| fits::text(name, &joined(spelling))))
        .max()
        .unwrap_or(Match::Never)
}

fn is_spelled(name: &Text, flag: &FlagItem<'_>) -> Match {
    if name.matches(&flag.spelled) || flag.names.iter().any(|spelling| name.matches(spelling)) {
        return Match::Must;
    }
    match name.as_plain() {
        Some(plain) if !flag.listed && might_hold(&flag.spelled, plain) => Match::May,
        _ => Match::Never,
    }
}

/// Might the spelled word of a command without a table hold this flag: `-xf` holds `-f`, `--forc` is short for `--force`,
/// `-vettool=x` is `-vettool` with a value?
fn might_hold(spelled: &str, name: &str) -> bool {
    if let Some(long) = name.strip_prefix("--") {
        return spelled.len() >= MIN_ABBREVIATION
            && spelled.strip_prefix("--").is_some_and(|given| given.len() < long.len() && long.starts_with(given));
    }
    if spelled.strip_prefix(name).is_some_and(|rest| rest.starts_with('=')) {
        return true;
    }
    let mut letters = name.chars().skip(1);
    match (letters.next(), letters.next()) {
        (Some(letter), None) => !spelled.starts_with("--") && spelled.chars().skip(1).any(|given| given == letter),
        _ => false,
    }
}

/// May some word of the command take back what this flag says: `--dry-run=false` itself or behind it, `--no-dry-run`, `-lock=true`
/// behind `-lock=false`, or a word that is not known and may be one of these?
pub(super) fn is_undone(names: &[Text], item: &Item<'_>, items: &[Placed<'_>]) -> bool {
    let Item::Flag(flag) = item else { return false };
    let spellings = || flag.names.iter().map(String::as_str).chain([flag.spelled.as_ref()]);
    let opposites: Vec<Text> = spellings().filter_map(opposite).map(Text::plain).collect();
    // a letter takes no value that would say no
    let long = spellings().filter(|name| name.len() > 2).map(Text::plain);
    let unsaid: Vec<Text> = opposites.iter().cloned().chain(long).filter(|_| flag.is_switch).collect();
    let letter =
        spellings().filter(|_| flag.is_switch).find_map(|name| name.strip_prefix('-')).filter(|name| name.len() == 1);
    items.iter().any(|placed| match &placed.item {
        Item::Flag(other) if letter.is_some_and(|letter| switches_off(letter, other)) => true,
        Item::Flag(other) if opposites.iter().any(|name| name.matches(&other.spelled)) => true,
        Item::Flag(other) => spellings().any(|name| name == other.spelled) && says_otherwise(names, other),
        Item::Unclear(word) => !unsaid.is_empty() && may_become(&unsaid, word) > Match::Never,
        Item::Operand { .. } | Item::End => false,
    })
}

/// Is the flag given with a value by which it is not what a pattern names?
fn says_otherwise(names: &[Text], flag: &FlagItem<'_>) -> bool {
    let (with_value, bare): (Vec<&Text>, Vec<&Text>) =
        names.iter().partition(|name| name.pieces.iter().any(|piece| piece.contains('=')));
    if !with_value.is_empty() && bare.iter().all(|name| is_spelled(name, flag) == Match::Never) {
        return gives_with_value(names, flag) < Match::Must || leads_up(&with_value, flag);
    }
    let value = flag.value.as_deref().filter(|_| flag.is_switch && !flag.separate);
    value.is_some_and(|value| value.known().is_none_or(says_no))
}

/// Does a value go up out of the directory that stands before the star of a name written with one: `--config=conf/*`?
fn leads_up(names: &[&Text], flag: &FlagItem<'_>) -> bool {
    let Some(value) = flag.value.as_deref() else { return false };
    let joined = |name: &Text| {
        let spelled = name.pieces.first().and_then(|piece| piece.split_once('=')).map_or("", |(spelled, _)| spelled);
        let mut word = Word::literal(format!("{spelled}="), value.span);
        word.append(value);
        word
    };
    names.iter().any(|name| fits::bounded(Match::Must, name, &joined(name), false) < Match::Must)
}

/// The long option that takes this one back.
fn opposite(name: &str) -> Option<String> {
    let bare = name.strip_prefix("--")?;
    Some(bare.strip_prefix("no-").map_or_else(|| format!("--no-{bare}"), |bare| format!("--{bare}")))
}

/// Does a flag take back what the switch of this letter says, as shells have it: `+n`, `+o noexec`?
fn switches_off(letter: &str, flag: &FlagItem<'_>) -> bool {
    flag.spelled.strip_prefix('+').is_some_and(|letters| letters == letter || letters == "o")
}

/// Is it a switch with a value that says no more than that it is on: `--raw=true`?
pub(super) fn is_said_on(flag: &FlagItem<'_>) -> bool {
    let value = flag.value.as_deref().filter(|_| flag.is_switch && !flag.separate);
    let on = |value: &str| ["1", "true", "yes", "on"].contains(&value.trim_start_matches('='));
    value.is_some_and(|value| value.known().is_some_and(on))
}

/// Values by which a switch is off.
fn says_no(value: &str) -> bool {
    let value = value.trim_start_matches('=');
    ["0", "f", "false", "n", "never", "no", "none", "off"].iter().any(|no| value.eq_ignore_ascii_case(no))
}

/// Could a word that is not known become one of these flags (or several words that hold one)?
fn may_become(names: &[Text], word: &Word) -> Match {
    let prefix = word.literal_prefix();
    if word.count == crate::command::word::Count::Any || prefix.is_empty() {
        return Match::May;
    }
    let possible = names.iter().any(|name| {
        let start = name.pieces.first().map_or("", Label::as_str);
        // `-x$Y` may be a cluster; `--x$Y` may become `--xy`, and `--xy=1`
        start.starts_with(prefix)
            || prefix.starts_with(start)
            || (!prefix.starts_with("--") && start.len() == 2 && prefix.len() >= 2)
    });
    if possible { Match::May } else { Match::Never }
}
