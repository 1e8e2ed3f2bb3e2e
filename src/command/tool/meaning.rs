//! What a call does to what it names.
//!
//! Owns the readings of a path as a tool may take it: from the working directory, `~`, `file:`, with blanks around it, and
//! where links lead. Refuses to compare it with a policy.

use std::cell::Cell;

use super::glob::{self, WILDCARDS};
use super::input::Named;
use super::{Tool, ToolCall, ToolUse, Use};
use crate::command::effects::{Account, Deed, Extent, Kind};
use crate::command::word::Word;
use crate::facts::Facts;
use crate::input::Span;
use crate::verdict::Match;

/// The most files that the globs of one call may name; what more they name is not looked at, and the call asks. Each glob is
/// a path below each directory that the call names, times what its braces hold.
const MAX_FOUND: usize = 1000;

/// Reads what calls mean where they are made.
pub(super) struct Meanings<'a> {
    directory: Option<&'a str>,
    facts: &'a dyn Facts,
    /// How many files globs may still name.
    left: Cell<usize>,
    /// They name more.
    too_many: Cell<bool>,
}

impl<'a> Meanings<'a> {
    /// Of one call, none of which is read yet.
    pub(super) fn new(directory: Option<&'a str>, facts: &'a dyn Facts) -> Self {
        Self { directory, facts, left: Cell::new(MAX_FOUND), too_many: Cell::new(false) }
    }

    /// Why the call is at least `ask`.
    pub(super) fn doubt(&self) -> Option<String> {
        self.too_many.get().then(|| format!("the globs of the input name more than {MAX_FOUND} files"))
    }

    /// May globs name one more file?
    fn has_left(&self) -> bool {
        let left = self.left.get().checked_sub(1);
        self.left.set(left.unwrap_or_default());
        self.too_many.set(self.too_many.get() || left.is_none());
        left.is_some()
    }

    /// The words of one use, and what is known of it beside.
    pub(super) fn of(&self, one: &Use<'_>, call: &ToolCall, inputs: &[(String, String)]) -> (Vec<Word>, ToolUse) {
        let name = Word::literal(one.name, Span::default());
        let mut known = ToolUse {
            tool: one.tool,
            host_name: call.name.clone(),
            also: Vec::new(),
            found: Vec::new(),
            written: one.target.as_ref().map(|target| target.written().to_owned()),
            below: one.tool == Some(Tool::Grep),
            inputs: inputs.to_vec(),
            account: Account { deeds: Vec::new(), extent: Extent::Whole },
        };
        let mut words = vec![name];
        match (&one.target, one.tool) {
            (Some(Named::File { path, glob }), Some(tool)) => {
                let (word, also) = self.file(path, glob.as_deref(), tool);
                for path in std::iter::once(&word).chain(&also) {
                    known.account.deeds.extend(deeds(tool, one.deletes, path, known.below));
                }
                if let Some(glob) = glob.as_deref().filter(|_| matches!(tool, Tool::Grep | Tool::Glob)) {
                    known.found = self.found(path, &word, &also, (glob, tool));
                    // to list is not to read
                    let read = known.found.iter().filter(|_| tool == Tool::Grep);
                    known.account.deeds.extend(read.map(|file| deed(Kind::Reads, Some(file.clone()), false)));
                }
                words.push(word);
                known.also = also;
            }
            (Some(Named::Url(url)), _) => {
                let word = Word::literal(url.as_str(), Span::default());
                known.account.deeds.push(deed(Kind::Network, Some(word.clone()), false));
                words.push(word);
            }
            (None, Some(Tool::Search)) => known.account.deeds.push(deed(Kind::Network, None, false)),
            (_, None) => known.account = Account::untold(&call.name),
            // the call has a doubt already; what it does is done to something
            (None, Some(tool)) => {
                let path = Word::unknown("its file", Span::default());
                known.account.deeds.extend(deeds(tool, one.deletes, &path, known.below));
                words.push(path);
            }
        }
        (words, known)
    }

    /// The word for a file, and what else it may mean.
    fn file(&self, path: &str, glob: Option<&str>, tool: Tool) -> (Word, Vec<Word>) {
        let mut path = path.to_owned();
        if let Some(glob) = glob.filter(|_| tool == Tool::Glob) {
            path = joined(&path, before_wildcards(glob));
        }
        let mut readings = self.readings(&path);
        if tool == Tool::Read && path.contains(WILDCARDS) && self.is_missing(&path) {
            // a tool that reads many files
            readings.extend(glob::files(&self.absolute(&path)).into_iter().take_while(|_| self.has_left()));
        }
        let followed: Vec<Word> = readings.iter().filter_map(|reading| self.followed(reading)).collect();
        for word in followed {
            if !readings.contains(&word) {
                readings.push(word);
            }
        }
        let first = readings.remove(0);
        (first, readings)
    }

    /// What a search is told to look into, or to list, by name: `.env`, `*.{pem,key}`, below each directory that may be meant.
    fn found(&self, path: &str, word: &Word, also: &[Word], (glob, tool): (&str, Tool)) -> Vec<Word> {
        let directories = match tool {
            // the word has a part of the glob already
            Tool::Glob => self.readings(path),
            _ => std::iter::once(word).chain(also).cloned().collect(),
        };
        let home = self.facts.variable("HOME");
        let mut found: Vec<Word> = Vec::new();
        for file in directories.iter().flat_map(|directory| glob::files_below(directory, glob, home.as_deref())) {
            if !self.has_left() {
                break;
            }
            if !found.contains(&file) {
                found.push(file);
            }
        }
        found
    }

    /// The words that the text may be read as; the first is the one to show.
    fn readings(&self, path: &str) -> Vec<Word> {
        let literal = |text: String| Word::literal(text, Span::default());
        let mut readings = Vec::new();
        if let Some(rest) = path.strip_prefix('~') {
            let home = self.facts.variable("HOME").filter(|_| rest.is_empty() || rest.starts_with('/'));
            readings.push(match home {
                Some(home) => literal(format!("{home}{rest}")),
                None => {
                    let (user, below) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
                    let mut word = Word::unknown(format!("~{user}"), Span::default());
                    word.append(&literal(below.to_owned()));
                    word
                }
            });
        }
        if let Some(rest) = path.get(..5).filter(|start| start.eq_ignore_ascii_case("file:")).and(path.get(5..)) {
            let path =
                rest.strip_prefix("//").map_or(rest, |rest| rest.get(rest.find('/').unwrap_or(0)..).unwrap_or(rest));
            readings.push(literal(unescaped(path)));
        }
        readings.push(literal(self.absolute(path)));
        if path.trim() != path && !path.trim().is_empty() {
            readings.push(literal(self.absolute(path.trim())));
        }
        readings
    }

    /// The path from the working directory, `.` and `..` as they stand.
    fn absolute(&self, path: &str) -> String {
        match self.directory {
            Some(directory) if !path.starts_with('/') => joined(directory, path),
            None if path.is_empty() => ".".to_owned(),
            None if path.starts_with('-') => format!("./{path}"),
            _ => path.to_owned(),
        }
    }

    /// Where its links lead.
    fn followed(&self, word: &Word) -> Option<Word> {
        let path = word.known().filter(|path| path.starts_with('/'))?;
        // a path of the process itself is another one for the host
        if path.contains("/proc/") {
            return None;
        }
        let canonical = self.facts.canonical(path)?;
        (canonical != path.trim_end_matches('/')).then(|| Word::literal(canonical, Span::default()))
    }

    /// Is nothing there of just this name?
    fn is_missing(&self, path: &str) -> bool {
        use crate::facts::FileKind;
        !matches!(
            self.facts.file_kind(&self.absolute(path)),
            Ok(FileKind::File | FileKind::Directory | FileKind::Other)
        )
    }
}

/// What a tool does to a file.
fn deeds(tool: Tool, deletes: bool, path: &Word, below: bool) -> Vec<Deed> {
    let kinds: &[Kind] = match tool {
        _ if deletes => &[Kind::Deletes],
        Tool::Read | Tool::Grep => &[Kind::Reads],
        Tool::Write => &[Kind::Writes],
        Tool::Edit => &[Kind::Reads, Kind::Writes],
        // to list is not to read
        Tool::Glob | Tool::List => &[],
        Tool::Fetch | Tool::Search => &[Kind::Network],
    };
    kinds.iter().map(|kind| deed(*kind, Some(path.clone()), below)).collect()
}

fn deed(kind: Kind, target: Option<Word>, below: bool) -> Deed {
    let below = if below { Match::Must } else { Match::Never };
    Deed { kind, target, below, certain: true, beside: None, code: None, holds: false }
}

/// The directories of a glob that hold no wildcard.
fn before_wildcards(glob: &str) -> &str {
    let Some(at) = glob.find(WILDCARDS) else { return glob };
    let before = glob.get(..at).unwrap_or_default();
    match before.rfind('/') {
        Some(0) => "/",
        Some(slash) => before.get(..slash).unwrap_or_default(),
        None => "",
    }
}

fn joined(directory: &str, path: &str) -> String {
    match (directory, path) {
        (_, path) if path.starts_with('/') => path.to_owned(),
        (directory, "") => directory.to_owned(),
        ("", path) => path.to_owned(),
        (directory, path) => format!("{}/{path}", directory.trim_end_matches('/')),
    }
}

/// A path of a URL with its `%xx` as the bytes that they stand for.
fn unescaped(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let code = after.get(..2).filter(|_| *first == b'%').and_then(|code| std::str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = after.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
