//! Options of several letters behind one dash, of commands that cluster letters too: `-MF` of gcc, `-KILL` of kill.
//!
//! Owns which of them a word begins with, and its value. Refuses commands whose long options all begin so (`flags`).

use super::Reader;
use crate::command::options::{Opt, Value};
use crate::command::word::{Count, Word};

impl Reader<'_> {
    /// How long the option of several letters behind one dash is that the word begins with, where the table lists such beside
    /// letters (`-MF file`, `-MFfile` of gcc). Only one that takes a value has more behind its name.
    pub(super) fn one_dash_word(&self, text: &str, whole: bool) -> Option<usize> {
        if !self.has_habit(|table| table.one_dash_words) {
            return None;
        }
        let lengths = text.char_indices().map(|(at, letter)| at + letter.len_utf8()).skip(2).collect::<Vec<_>>();
        let colon_values = self.has_habit(|table| table.colon_values);
        lengths.into_iter().rev().find(|length| {
            let option = text.get(..*length).and_then(|name| self.option_in_any_case(name));
            let is_behind_colon = colon_values && text.get(*length..).is_some_and(|rest| rest.starts_with(':'));
            let has_more = |value| value == Value::Required || value != Value::None && is_behind_colon;
            option.is_some_and(|option| has_more(option.value) || whole && *length == text.len())
        })
    }

    /// Is there one that begins so, and may the rest of the word, which is not known, make it that? What stands behind one that
    /// takes a value is its value.
    pub(super) fn may_become_one_dash_word(&self, start: &str) -> bool {
        if !self.has_habit(|table| table.one_dash_words) {
            return false;
        }
        let begins = |name: &str| name.len() > 2 && !name.starts_with("--") && self.begins_with(name, start);
        let has = |option: &Opt| {
            option.names.iter().any(|name| begins(name) && (name != start || option.value != Value::Required))
        };
        self.options().any(has)
    }

    /// Reads a word that begins with an option of so many bytes.
    pub(super) fn word_behind_one_dash(&mut self, index: usize, word: &Word, (text, length): (&str, usize)) -> usize {
        let name = text.get(..length).unwrap_or_default();
        let meaning = self.meaning(name);
        self.last = meaning.last;
        let takes = meaning.value;
        let mut flag = self.flag(index, name.to_owned(), meaning);
        flag.certain &= word.count == Count::One;
        if word.known() == Some(name) {
            return self.with_separate_value(flag, takes, index + 1);
        }
        let value = self.fused_value(word, length);
        let may_be_empty = value.may_be_empty();
        flag.value = Some(value);
        self.push(flag);
        if may_be_empty {
            self.doubt();
        }
        index + 1
    }
}
