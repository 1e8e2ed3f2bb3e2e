//! Which option a spelling means.
//!
//! Owns unique abbreviations and negations. Refuses to read words.

use super::Reader;
use crate::command::options::statement::Stated;
use crate::command::options::{Opt, Table, Value};

/// What is known of a flag from its spelling alone.
pub(super) struct Meaning {
    pub(super) names: Vec<String>,
    pub(super) value: Value,
    pub(super) effects: Vec<Stated>,
    pub(super) listed: bool,
    pub(super) last: bool,
    pub(super) first: bool,
    /// There is one meaning only.
    pub(super) certain: bool,
}

impl Meaning {
    /// An option under one of its long spellings.
    fn of(option: &Opt) -> Self {
        let value = if option.value == Value::OptionalLong { Value::Optional } else { option.value };
        Self {
            names: option.names.iter().map(|name| name.clone().into_owned()).collect(),
            value,
            effects: option.effects.clone(),
            listed: true,
            last: option.last,
            first: option.first,
            certain: true,
        }
    }

    /// A flag without a value, under one name.
    fn bare(name: &str, listed: bool) -> Self {
        Self {
            names: vec![name.to_owned()],
            value: Value::None,
            effects: Vec::new(),
            listed,
            last: false,
            first: false,
            certain: true,
        }
    }
}

impl Reader<'_> {
    /// Every option that holds here: those of the innermost table, and those that the outer ones hand down.
    pub(super) fn options(&self) -> impl Iterator<Item = &Opt> {
        let held = |depth, option: &&Opt| depth == 0 || option.inherit;
        self.tables()
            .flat_map(move |(depth, table)| table.options.all().iter().filter(move |option| held(depth, option)))
    }

    /// The tables that were reached, the innermost first, with how far out each is.
    fn tables(&self) -> impl Iterator<Item = (usize, &Table)> {
        let inner = self.arguments.reached.iter().rev().map(AsRef::as_ref);
        inner.chain(std::iter::once(self.outer)).enumerate()
    }

    /// The option of exactly that name.
    pub(super) fn option(&self, name: &str) -> Option<&Opt> {
        let mut tables = self.tables();
        tables.find_map(|(depth, table)| table.options.named(name).filter(|option| depth == 0 || option.inherit))
    }

    /// The option of that name, or of one that differs in case where that is all the same.
    pub(super) fn option_in_any_case(&self, name: &str) -> Option<&Opt> {
        let is_it = |option: &&Opt| option.names.iter().any(|own| own.eq_ignore_ascii_case(name));
        self.option(name)
            .or_else(|| self.has_habit(|table| table.caseless).then(|| self.options().find(is_it)).flatten())
    }

    /// Does a name begin so?
    pub(super) fn begins_with(&self, name: &str, start: &str) -> bool {
        let caseless = self.has_habit(|table| table.caseless);
        name.get(..start.len()).is_some_and(|own| own == start || caseless && own.eq_ignore_ascii_case(start))
    }

    /// The letter of a cluster.
    pub(super) fn letter(&self, name: &str) -> Meaning {
        let Some(option) = self.option(name) else { return Meaning::bare(name, false) };
        let value = if option.value == Value::OptionalLong { Value::None } else { option.value };
        Meaning { value, ..Meaning::of(option) }
    }

    /// A flag of more than a letter, its value split off.
    pub(super) fn meaning(&self, spelled: &str) -> Meaning {
        if let Some(option) = self.option_in_any_case(spelled) {
            return Meaning::of(option);
        }
        if spelled.contains('_') && self.has_habit(|table| table.underscores) {
            return self.meaning(&spelled.replace('_', "-"));
        }
        let Some(bare) = spelled.strip_prefix("--") else {
            return if self.has_habit(|table| table.single_dash_long && table.abbreviations) {
                self.abbreviation(spelled)
            } else {
                Meaning::bare(spelled, false)
            };
        };
        match bare.strip_prefix("expand-").filter(|_| self.table().expand_prefix) {
            Some(bare) => {
                let expanded = format!("--{bare}");
                self.option(&expanded).map_or_else(|| self.long_meaning(&expanded, bare), Meaning::of)
            }
            None => self.long_meaning(spelled, bare),
        }
    }

    /// A long spelling that is not listed as it stands.
    fn long_meaning(&self, spelled: &str, bare: &str) -> Meaning {
        if self.has_habit(|table| table.single_dash_long) {
            // Go's flags take one dash or two
            if let Some(option) = self.option_in_any_case(&format!("-{bare}")) {
                return Meaning::of(option);
            }
        }
        if self.has_habit(|table| table.negations) && self.option(&opposite(bare)).is_some() {
            return Meaning::bare(spelled, true);
        }
        if self.has_habit(|table| table.abbreviations) {
            self.abbreviation(spelled)
        } else {
            Meaning::bare(spelled, false)
        }
    }

    fn abbreviation(&self, spelled: &str) -> Meaning {
        let negations = self.has_habit(|table| table.negations);
        let one_dash = self.has_habit(|table| table.single_dash_long);
        // where one dash or two are the same, so they are of what is shortened
        let begins = |name: &str| match spelled.trim_start_matches('-') {
            bare if one_dash && bare.len() > 1 => name.trim_start_matches('-').starts_with(bare),
            _ => name.starts_with(spelled),
        };
        let mut found: Vec<Meaning> = Vec::new();
        for option in self.options() {
            // of two options of one name only the inner one is meant
            let is_own = |name: &str| self.option(name).is_some_and(|found| std::ptr::eq(found, option));
            if option.names.iter().any(|name| begins(name) && is_own(name)) {
                found.push(Meaning::of(option));
            }
            if negations {
                found.extend(negation_of(option, spelled));
            }
        }
        found.into_iter().reduce(Meaning::or).unwrap_or_else(|| Meaning::bare(spelled, false))
    }
}

impl Meaning {
    /// One of the two, and it is not known which (the command itself refuses such a spelling, but another version of it
    /// may know only one of the options).
    fn or(mut self, other: Self) -> Self {
        self.names.extend(other.names);
        self.effects.extend(other.effects);
        if self.value == Value::None || self.value == Value::Optional {
            self.value = other.value;
        }
        self.certain = false;
        self
    }
}

/// The negation of an option that an abbreviation may stand for.
fn negation_of(option: &Opt, spelled: &str) -> Option<Meaning> {
    let long = option.names.iter().filter_map(|name| name.strip_prefix("--"));
    let mut negated = long.map(opposite);
    // `--no` alone is not one: too many options begin so
    let name = negated.find(|name| name.starts_with(spelled) && spelled.len() > "--no-".len())?;
    Some(Meaning::bare(&name, true))
}

/// `force` gives `--no-force`, `no-verify` gives `--verify`.
fn opposite(bare: &str) -> String {
    match bare.strip_prefix("no-") {
        Some(positive) => format!("--{positive}"),
        None => format!("--no-{bare}"),
    }
}
