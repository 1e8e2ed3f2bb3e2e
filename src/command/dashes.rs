//! Globs and names that begin with `-`: what the file system shows of them, and how long that holds.
//!
//! Owns the one question that is asked of a directory on behalf of a glob (does a name that begins with `-` match it?), what
//! follows for the word, and the withdrawal of it where something may have created such a name since. Refuses to know other
//! names: which files a glob finds is not looked up.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::walk::Walker;
use super::word::{GlobKind, Part, Word};
use super::{Directory, Doubt, Invocation, glob};
use crate::shell::ast;

/// How far the walk had come when its globs were looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    /// How many commands had been found.
    found: usize,
    writers: usize,
    as_written: usize,
}

/// What was learned of names that begin with `-`.
#[derive(Default, Debug)]
pub(super) struct Dashes {
    /// Those of each directory that was asked; `None` where it does not say.
    names: BTreeMap<String, Option<Rc<[String]>>>,
    /// For each glob that was taken for the text that it is: why that may not hold, should something create a name.
    as_written: Vec<Doubt>,
    /// What is walked is started by a wrapper that changes who, where, when or how often.
    pub(super) elsewhere: bool,
}

impl Walker<'_> {
    /// Asks about a word as the expansions gave it. A glob that begins with an operator surely makes no flag where no name
    /// that begins with `-` matches; the value of an option (`--include=*.rs`) matches nothing there, so that it stays as
    /// it is written. A glob within the name of an option stays one: nobody writes that for what it is.
    pub(super) fn look_for_dashes(&mut self, word: &mut Word, written: &ast::Word) {
        if !word.is_glob() || !self.nothing_writes() {
            return;
        }
        match word.parts.first() {
            Some(Part::Glob(_)) => word.never_flag |= self.finds_no_dash(word),
            // a shell that is started may have options of its own (`bash -l`, `BASHOPTS`), or run the text again and again
            Some(Part::Literal(text)) if names_option(text) && self.budget.wrappers == 0 => {
                let stays = is_plain(written) && !self.state.shell().options.nullglob;
                let Some(text) = text_of(word).filter(|_| stays) else { return };
                if self.finds_no_dash(word) {
                    let why = format!("what {text} finds may be created by another command of the line");
                    self.dashes.as_written.push(Doubt { why, span: word.span });
                    *word = Word::literal(text, word.span);
                }
            }
            _ => {}
        }
    }

    /// Has nothing so far created a file, and does nothing that may run beside the rest of the line?
    fn nothing_writes(&self) -> bool {
        let beside = |how: &String| how.starts_with("in <(") || how.starts_with("in >(");
        let may_change = self.deferred || self.dashes.elsewhere || self.around.background;
        self.writers == 0 && !may_change && !self.found_in.iter().any(beside)
    }

    /// Does no name that begins with `-` match it, wherever the command may run?
    fn finds_no_dash(&mut self, word: &Word) -> bool {
        let Directory::Known(directories) = self.state.directory() else { return false };
        directories.iter().all(|directory| {
            let names = self.dashes_in(directory);
            // what a locale takes for one character is not known of other names
            let may_match = |name: &String| !name.is_ascii() || glob::may_match_component(&word.parts, name);
            names.is_some_and(|names| !names.iter().any(may_match))
        })
    }

    /// The names in a directory that begin with `-`; each directory is asked once.
    fn dashes_in(&mut self, directory: &str) -> Option<Rc<[String]>> {
        if let Some(names) = self.dashes.names.get(directory) {
            return names.clone();
        }
        let names = self.facts.names(directory, &|name: &str| name.starts_with('-')).map(Rc::from);
        self.dashes.names.insert(directory.to_owned(), names.clone());
        names
    }

    /// Where the walk is now, before globs that something beside them or in a later round may betray.
    pub(super) fn look(&self) -> Look {
        Look { found: self.out.len(), writers: self.writers, as_written: self.dashes.as_written.len() }
    }

    /// Has anything been found since that may have created a file?
    pub(super) fn wrote_since(&self, look: Look) -> bool {
        self.writers > look.writers
    }

    /// Has a command been found since?
    pub(super) fn found_since(&self, look: Look) -> bool {
        self.out.len() > look.found
    }

    /// Takes back what the file system said since then of all commands that were found.
    pub(super) fn distrust_globs(&mut self, look: Look) {
        let steps = self.out.len().saturating_sub(look.found);
        self.step(steps);
        self.out.iter_mut().skip(look.found).for_each(distrust);
        self.distrust_words(look, &mut []);
    }

    /// The same of words that no command has yet.
    pub(super) fn distrust_words(&mut self, look: Look, words: &mut [Word]) {
        words.iter_mut().for_each(|word| word.never_flag = false);
        // one is enough for the line to ask
        if let Some(doubt) = self.dashes.as_written.get(look.as_written)
            && !self.doubts.contains(doubt)
        {
            self.doubts.push(doubt.clone());
        }
    }
}

fn distrust(invocation: &mut Invocation) {
    for word in &mut invocation.words {
        word.never_flag = false;
    }
    for wrapped in &mut invocation.wrapped {
        wrapped.runs.iter_mut().for_each(distrust);
    }
}

/// Was it written without expansions, so that its text after the quotes are taken away is what its parts say?
fn is_plain(written: &ast::Word) -> bool {
    written.parts.iter().all(|part| matches!(part, ast::Part::Bare(_) | ast::Part::Quoted(_)))
}

/// Does it begin with the whole name of an option, as in `--include=`?
fn names_option(text: &str) -> bool {
    text.starts_with('-') && text.contains('=')
}

/// The text of a glob as it is written, where every shell reads it alike: `*` and `?` between plain characters.
fn text_of(word: &Word) -> Option<String> {
    let mut text = String::new();
    for part in &word.parts {
        match part {
            Part::Literal(plain) if plain.chars().all(means_itself) => text.push_str(plain),
            Part::Glob(glob) if matches!(glob.kind, GlobKind::Star | GlobKind::Question) => text.push_str(&glob.text),
            _ => return None,
        }
    }
    Some(text)
}

/// No shell takes such a character of a glob for an operator, whatever its options.
fn means_itself(char: char) -> bool {
    char.is_ascii_alphanumeric() || "-_=./,:@+%".contains(char)
}
