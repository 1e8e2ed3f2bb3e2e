//! A line with one thing changed.
//!
//! Owns the change of the text: a word taken out, words added, what is not known written out. Refuses to say what comes of
//! it: the changed line is read and judged like any other.

use crate::command::Invocation;
use crate::command::word::{Part, Word};

/// A changed line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Edited {
    /// The line.
    pub line: String,
    /// The words, where it is an argument vector.
    pub words: Option<Vec<String>>,
}

/// What is changed.
#[derive(Clone, Copy)]
pub(super) struct Original<'a> {
    /// The line as it is.
    pub line: &'a str,
    /// The words of the argument vector, if it is one and this command is it.
    pub words: Option<&'a [String]>,
}

impl Original<'_> {
    /// Without one word of a command.
    pub(super) fn without(&self, invocation: &Invocation, index: usize) -> Option<Edited> {
        if let Some(words) = self.words {
            let rest = words.iter().enumerate().filter(|(other, _)| *other != index);
            return vector(rest.map(|(_, word)| word.clone()).collect());
        }
        let word = invocation.words.get(index).filter(|word| self.stands_there(word))?;
        let before = self.line.get(..word.span.start)?.trim_end_matches([' ', '\t']);
        let line = format!("{before}{}", self.line.get(word.span.end..)?);
        Some(Edited { line, words: None })
    }

    /// With words added at a command's end.
    pub(super) fn with(&self, invocation: &Invocation, added: &[String]) -> Option<Edited> {
        if let Some(words) = self.words {
            return vector(words.iter().chain(added).cloned().collect());
        }
        let last = invocation.words.last().filter(|word| self.stands_there(word))?;
        let added = shlex::try_join(added.iter().map(String::as_str)).ok()?;
        let (before, after) = (self.line.get(..last.span.end)?, self.line.get(last.span.end..)?);
        Some(Edited { line: format!("{before} {added}{after}"), words: None })
    }

    /// With what is not known of some words written out, and what that was.
    pub(super) fn known(&self, invocation: &Invocation, words: &[&Word]) -> Option<(Edited, Vec<String>)> {
        let mut unknown: Vec<(String, &str)> = words.iter().flat_map(|word| sources(word)).collect();
        unknown.sort_by_key(|(source, _)| std::cmp::Reverse(source.len()));
        unknown.dedup();
        let (start, end) = (invocation.span.start, invocation.span.end);
        let mut text = self.line.get(start..end)?.to_owned();
        let mut replaced = Vec::new();
        for (source, sample) in unknown {
            if source.is_empty() || !text.contains(&source) {
                return None;
            }
            text = text.replace(&source, sample);
            replaced.push(source);
        }
        let line = format!("{}{text}{}", self.line.get(..start)?, self.line.get(end..)?);
        (!replaced.is_empty()).then_some((Edited { line, words: None }, replaced))
    }

    /// Does the word stand in the line as it is, and not within another one?
    fn stands_there(&self, word: &Word) -> bool {
        let written = self.line.get(word.span.start..word.span.end).unwrap_or_default();
        match (shlex::split(written).as_deref(), word.known()) {
            (Some([text]), Some(known)) => text == known,
            _ => false,
        }
    }
}

fn vector(words: Vec<String>) -> Option<Edited> {
    let line = shlex::try_join(words.iter().map(String::as_str)).ok()?;
    Some(Edited { line, words: Some(words) })
}

/// What of a word is not known, as it is written, and what may stand there instead.
fn sources(word: &Word) -> Vec<(String, &'static str)> {
    let each = word.parts.iter().filter_map(|part| match part {
        Part::Literal(_) | Part::Choice(_) => None,
        Part::Glob(glob) => Some((glob.text.clone(), "x")),
        Part::Unknown(unknown) => Some((unknown.source.clone(), if unknown.numeric { "1" } else { "x" })),
    });
    each.collect()
}
