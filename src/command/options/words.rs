//! The words of a line of an option table, one after the other.
//!
//! Owns which of them belong together: an effect with its path, a condition with its flags and texts. Refuses to know where
//! in a line they may stand (`statement`, `meant` and `format` do).

use super::statement::{ASIDE, Clause, Effect, OPERANDS, Stated, TWO_OPERANDS, effect};

/// Stands for a bar that is part of a text: `\\|*`.
const BAR: char = '\u{0}';

/// The texts of `one|other*`; a bar with a backslash before it is part of its text.
pub(super) fn alternatives(texts: &str) -> Vec<String> {
    texts.replace("\\|", BAR.encode_utf8(&mut [0; 4])).split('|').map(|text| text.replace(BAR, "|")).collect()
}

/// Words of a line, with the ways in which they belong together.
pub(super) struct Words<'t>(std::iter::Peekable<std::str::SplitAsciiWhitespace<'t>>);

impl<'t> Words<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self(text.split_ascii_whitespace().peekable())
    }

    pub(super) fn next(&mut self) -> Option<&'t str> {
        self.0.next()
    }

    /// An effect with its path, or a condition on the one before it.
    ///
    /// # Errors
    /// What is wrong with the word.
    pub(super) fn effect(&mut self, word: &str, stated: &mut Vec<Stated>) -> Result<(), String> {
        if let Some(clause) = self.clause(word)? {
            let Some(last) = stated.last_mut() else { return Err(format!("`{word}` follows no effect")) };
            last.when.push(clause);
            return Ok(());
        }
        if word == ASIDE {
            let Some(last) = stated.last_mut() else { return Err(format!("`{word}` follows no effect")) };
            last.aside = true;
            return Ok(());
        }
        let Some(effect) = effect(word) else {
            return Err(format!("`{word}` is not known; a value is written `<value>` or `[value]`"));
        };
        let path = match effect {
            Effect::Reads | Effect::Writes | Effect::Deletes => {
                self.0.next_if(|next| next.starts_with(['.', '/', '~']))
            }
            _ => None,
        };
        stated.push(Stated { path: path.map(str::to_owned), ..Stated::always(effect) });
        Ok(())
    }

    /// `if -a|-b` or `unless -a|-b`, where the word begins one.
    pub(super) fn clause(&mut self, word: &str) -> Result<Option<Clause>, String> {
        let given = match word {
            "if" => true,
            "unless" => false,
            _ => return Ok(None),
        };
        let named =
            |name: &str| matches!(name, OPERANDS | TWO_OPERANDS) || (name.len() > 1 && name.starts_with(['-', '+']));
        match self.0.next() {
            Some(names) if names.split('|').all(named) => {
                let any_of = names.split('|').map(str::to_owned).collect();
                Ok(Some(Clause { given, any_of, of: self.texts_of_values(names)? }))
            }
            _ => Err(format!("after `{word}` stand flags, `-a|--all`, `operands` or `two-operands`")),
        }
    }

    /// The texts behind `of`, where that comes next.
    fn texts_of_values(&mut self, names: &str) -> Result<Vec<String>, String> {
        if self.0.next_if_eq(&"of").is_none() {
            return Ok(Vec::new());
        }
        match self.0.next() {
            Some(_) if names.split('|').any(|name| matches!(name, OPERANDS | TWO_OPERANDS)) => {
                Err(format!("`{names}` has no value"))
            }
            Some(texts) => Ok(alternatives(texts)),
            None => Err("after `of` stand texts, `one|other*`".to_owned()),
        }
    }
}
