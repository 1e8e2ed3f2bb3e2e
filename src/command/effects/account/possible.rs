//! Options that a word which is not known may be.
//!
//! Owns which of them count: those of the innermost table, and what the outer ones hand down. Refuses to say what one does
//! (`account` does).

use std::rc::Rc;

use super::Drawing;
use crate::command::effects::meaning::may_have;
use crate::command::options::{Arguments, Flag, Table};
use crate::command::word::Word;
use crate::input::Span;

impl Drawing<'_> {
    /// Adds what each of them does, given with a value and without one.
    pub(super) fn possible_options(&mut self, table: &Table, arguments: &Arguments) {
        let Some(why) = self.given.unclear.clone() else { return };
        let tables = std::iter::once(table).chain(arguments.reached.iter().map(Rc::as_ref)).enumerate();
        let options = tables.flat_map(|(depth, table)| {
            let here = depth == arguments.reached.len();
            table.options.all().iter().filter(move |option| here || option.inherit)
        });
        let value = Word::unknown(why, Span::default());
        for option in options.filter(|option| !option.effects.is_empty()) {
            let names: Vec<String> = option.names.iter().map(ToString::to_string).collect();
            let flag = Flag { names, takes: option.value, effects: option.effects.clone(), ..Flag::default() };
            let given = Flag { value: Some(value.clone()), ..flag.clone() };
            for flag in [flag, given].iter().filter(|flag| may_have(option.value, flag.value.is_some())) {
                self.of_flag(flag);
            }
        }
    }
}
