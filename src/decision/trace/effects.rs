//! What a command does, for a person to read.
//!
//! Owns the lines. Refuses to find out what it does (its account does).

use crate::command::Invocation;
use crate::command::effects::{self, Deed, Extent};
use crate::command::options::{Arguments, Table};
use crate::verdict::Match;

/// The most effects that are shown of one command.
const MAX_SHOWN: usize = 40;

/// A line for each effect, and why there may be others.
pub(super) fn lines(table: &Table, arguments: &Arguments, invocation: &Invocation) -> Vec<String> {
    let account = effects::of_started(table, arguments, &invocation.words, &invocation.environment);
    let mut shown: Vec<String> = Vec::new();
    for line in account.deeds.iter().map(line) {
        if !shown.contains(&line) {
            shown.push(line);
        }
    }
    let more = shown.len().saturating_sub(MAX_SHOWN);
    shown.truncate(MAX_SHOWN);
    if more > 0 {
        shown.push(format!("and {more} more"));
    }
    match account.extent {
        Extent::Whole if shown.is_empty() => shown.push("none".to_owned()),
        Extent::Whole => {}
        Extent::Untold(why) | Extent::Lost(why) => shown.push(format!("there may be others: {why}")),
    }
    shown
}

fn line(deed: &Deed) -> String {
    let kind = deed.kind.as_str();
    let may = if deed.certain { "" } else { "perhaps " };
    let target = deed.target.as_ref().map_or_else(String::new, |target| format!(" {}", target.display()));
    let below = if deed.below == Match::Must { " and what is below" } else { "" };
    let by = deed.beside.as_ref().and_then(|beside| beside.names.last());
    let by = by.map_or_else(String::new, |name| format!(" (by {name})"));
    format!("{may}{kind}{target}{below}{by}")
}
