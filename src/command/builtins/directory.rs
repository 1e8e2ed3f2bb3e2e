//! `cd`, `pushd`, `popd`.

use std::rc::Rc;

use super::Arguments;
use crate::command::Directory;
use crate::command::place::{self, Location};
use crate::command::value::{Text, Value};
use crate::command::walk::Walker;
use crate::command::word::{Count, Word};

impl Walker<'_> {
    /// `cd [-LPe@] [DIR]`; it may fail, and then everything stays.
    pub(super) fn change_directory(&mut self, arguments: &Arguments<'_>) {
        let operands = arguments.after_options("");
        let has = |letter| {
            arguments
                .words
                .iter()
                .any(|word| word.known().is_some_and(|text| text.starts_with('-') && text.contains(letter)))
        };
        let target = match operands.as_slice() {
            _ if !arguments.all_single() => Text::unknown("cd"),
            // an entry of the stack of directories, or a directory that begins with a dash
            _ if self.dialect.is_zsh() && arguments.words.iter().any(is_no_option_of_zsh) => Text::unknown("cd"),
            [] => self.home(),
            [word] if word.known() == Some("-") => self.old_directory(),
            [word] => Text::of_word(word),
            _ => Text::unknown("cd"),
        };
        let here = self.state.directory();
        let mut new = match (has('P'), has('L')) {
            (true, false) => place::physical(&here, &target, self.facts),
            _ => place::reached(&here, &target, self.facts),
        };
        if self.has_search_path() && !target.alternatives().is_some_and(|all| all.iter().all(|path| is_anchored(path)))
        {
            new = Directory::Unknown;
        }
        self.move_to(new);
    }

    /// `pushd DIR`; without a directory it swaps, which is not followed.
    pub(super) fn push_directory(&mut self, arguments: &Arguments<'_>) {
        let operands = arguments.after_options("");
        // with `-n` it stays where it is
        let plain =
            arguments.words.len() == operands.len() || arguments.words.first().and_then(Word::known) == Some("--");
        match operands.as_slice() {
            [word]
                if plain
                    && word.count == Count::One
                    && word.known().is_some_and(|text| !text.starts_with(['+', '-']))
                    && !self.has_search_path() =>
            {
                let new = place::reached(&self.state.directory(), &Text::of_word(word), self.facts);
                self.move_to(new);
            }
            _ => self.lose_directory(),
        }
    }

    /// Where the shell is after this is not known.
    pub(super) fn lose_directory(&mut self) {
        self.move_to(Directory::Unknown);
    }

    fn home(&self) -> Text {
        let home = self.state.variable("HOME");
        match home.value {
            Value::Unset | Value::Unknown => Text::unknown("$HOME"),
            Value::Text(_) | Value::Array(_) => home.plain("$HOME"),
        }
    }

    fn has_search_path(&self) -> bool {
        self.state.touched("CDPATH").is_some() || self.facts.variable("CDPATH").is_some()
    }

    fn move_to(&mut self, new: Directory) {
        self.state.count_change();
        let before = self.state.location();
        // then it says that it failed, and is there
        if ["PWD", "OLDPWD"].iter().any(|name| self.state.variable(name).readonly) {
            let nowhere = Rc::new(Location { here: Directory::Unknown, old: Directory::Unknown, moved: true });
            self.state.set_locations(Rc::clone(&nowhere), nowhere);
            return;
        }
        let success = Rc::new(Location { here: new, old: before.here.clone(), moved: true });
        self.state.set_locations(success, before);
        // `cd` sets these itself, whatever the line assigned before
        for name in ["PWD", "OLDPWD"] {
            if self.state.touched(name).is_some() {
                self.state.put(name, crate::command::value::Variable::of(Value::Unknown));
            }
        }
    }
}

/// `-2`, `+1`, `-n`: what zsh takes for an entry of the stack of directories, or for the name of one.
fn is_no_option_of_zsh(word: &Word) -> bool {
    let option = |letters: &str| letters.bytes().all(|letter| b"qsLP-".contains(&letter));
    word.known().is_some_and(|text| match text.strip_prefix('-') {
        Some(letters) => !option(letters),
        None => text.starts_with('+'),
    })
}

/// Is the path looked up without `CDPATH`?
fn is_anchored(path: &str) -> bool {
    path.starts_with('/') || path == "." || path == ".." || path.starts_with("./") || path.starts_with("../")
}
