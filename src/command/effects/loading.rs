//! Where a command loads code from as it starts: `PYTHONPATH=src aws s3 ls` runs what stands in `src`.
//!
//! Owns what variables that the line sets add to the account of a command that heeds them (its table says which). Refuses to
//! say which of their values are harmless: that is for the assignment, and for commands that run what stands there anyhow.

use crate::command::Inherited;
use crate::command::options::{Arguments, Table};
use crate::command::word::Word;
use crate::input::Span;
use crate::verdict::Match;

use super::{Account, Deed, Kind};

/// What a command does that is started with these variables.
pub(crate) fn of_started(table: &Table, arguments: &Arguments, words: &[Word], environment: &[Inherited]) -> Account {
    let mut account = super::of(table, arguments, words);
    if let Some(set) = environment.iter().find(|set| is_heeded(table, set)) {
        let what = Word::unknown(format!("code from {}", set.0), Span::default());
        account.deeds.push(Deed {
            kind: Kind::Runs,
            target: Some(what),
            below: Match::Never,
            certain: false,
            beside: None,
            code: None,
            holds: false,
        });
    }
    account
}

/// Does the command load code from where this says?
fn is_heeded(table: &Table, set: &Inherited) -> bool {
    let (name, value) = set.as_ref();
    let is_empty = |value: &Word| value.known() == Some("");
    value.as_ref().is_some_and(|value| !is_empty(value)) && table.loads_from.iter().any(|own| **own == **name)
}
