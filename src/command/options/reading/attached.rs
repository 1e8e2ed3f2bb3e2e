//! What stands in the word of an option behind its name: `--output=file`, `-ofile`, `-o=file`, `-bl:file`.
//!
//! Owns where the name ends. Refuses to say what comes of the value (`flags`).

use super::{Reader, after};
use crate::command::options::Value;
use crate::command::word::{Part, Word};

impl Reader<'_> {
    /// The name of a long option, and what is attached to it. Nothing where what is not known may go on with the name.
    pub(super) fn name_and_value<'t>(
        &self,
        word: &Word,
        text: &'t str,
        whole: bool,
    ) -> Option<(&'t str, Option<Word>)> {
        let (name, ends) = match text.split_once('=') {
            Some((name, _)) => (name, true),
            None => (text, whole),
        };
        let name = self.name_before_colon(text, name, ends).unwrap_or(name);
        match name.len() < text.len() {
            true => Some((name, Some(after(word, name.len() + 1)))),
            false => ends.then_some((name, None)),
        }
    }

    /// The longest name of an option with a value that the text begins with, a colon behind it, where that is how values are
    /// attached. None where the text may yet become another option.
    fn name_before_colon<'t>(&self, text: &'t str, name: &str, ends: bool) -> Option<&'t str> {
        if !self.has_habit(|table| table.colon_values) || ends && self.meaning(name).listed {
            return None;
        }
        let may_go_on = |name: &str| !ends && name.len() > text.len() && name.starts_with(text);
        if self.options().any(|option| option.names.iter().any(|name| may_go_on(name))) {
            return None;
        }
        let takes_value = |name: &&str| {
            let meaning = self.meaning(name);
            meaning.listed && meaning.value != Value::None
        };
        text.match_indices(':').filter_map(|(at, _)| text.get(..at)).rfind(takes_value)
    }

    /// How long the name at the beginning of a word is, of those that values follow with no sign between.
    pub(super) fn fused_name(&self, text: &str) -> Option<usize> {
        // of `-l|--log-file` it is the first that is meant
        let may_be = |name: &&str| !name.starts_with("--") || name.ends_with('.');
        let names = self.options().filter(|option| option.fused).flat_map(|option| &option.names).map(AsRef::as_ref);
        names.filter(may_be).filter(|name| text.starts_with(name)).map(str::len).max()
    }

    /// What stands behind a letter in its word. Many programs take the `=` of `-o=file` away, others do not.
    pub(super) fn fused_value(&self, word: &Word, at: usize) -> Word {
        let mut value = after(word, at);
        let Some(Part::Literal(text)) = value.parts.first() else { return value };
        if text.starts_with(':') && self.has_habit(|table| table.colon_values) {
            return after(word, at + 1);
        }
        if !text.starts_with('=') || value.known() == Some("=") {
            return value;
        }
        value = after(word, at + 1);
        if !self.has_habit(|table| table.short_equals) {
            value.parts.insert(0, Part::Choice(vec!["=".to_owned(), String::new()]));
        }
        value
    }
}
