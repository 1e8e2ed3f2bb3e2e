//! What a call does to what it names.
//!
//! Owns the readings of a path as a tool may take it: from the working directory, `~`, `file:`, with blanks around it, and
//! where links lead. Refuses to compare it with a policy.

use super::input::Named;
use super::{Tool, ToolCall, ToolUse, Use};
use crate::command::effects::{Account, Deed, Extent, Kind};
use crate::command::word::{Glob, GlobKind, Part, Word, push_part};
use crate::facts::Facts;
use crate::input::Span;
use crate::verdict::Match;

/// The most alternatives that the braces of a glob are written out to; past it the glob counts as one with wildcards.
const MAX_ALTERNATIVES: usize = 64;

/// What makes a path a pattern.
const WILDCARDS: [char; 4] = ['*', '?', '[', '{'];

/// Reads what calls mean where they are made.
pub(super) struct Meanings<'a> {
    pub directory: Option<&'a str>,
    pub facts: &'a dyn Facts,
}

impl Meanings<'_> {
    /// The words of one use, and what is known of it beside.
    pub(super) fn of(&self, one: &Use<'_>, call: &ToolCall, inputs: &[(String, String)]) -> (Vec<Word>, ToolUse) {
        let name = Word::literal(one.name, Span::default());
        let mut known = ToolUse {
            tool: one.tool,
            host_name: call.name.clone(),
            also: Vec::new(),
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
                if let Some(glob) = glob.as_deref().filter(|_| tool == Tool::Grep) {
                    known.account.deeds.extend(found(&word, glob));
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
            readings.extend(alternatives(&self.absolute(&path)).iter().map(|path| globbed(path)));
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
    Deed { kind, target, below, certain: true, beside: None, code: None }
}

/// What a search is told to look into by name: `.env`, `*.{pem,key}`. Names with wildcards are told by the directory and
/// what they end with; those that say no more than any search of the directory does say nothing here.
fn found(directory: &Word, glob: &str) -> Vec<Deed> {
    let mut deeds = Vec::new();
    for pattern in alternatives(glob) {
        let name = pattern.trim_start_matches("**/").trim_start_matches("./");
        if name.starts_with('!') || name.contains(WILDCARDS) {
            continue;
        }
        let mut target = directory.clone();
        push_part(
            &mut target.parts,
            Part::Glob(Glob { kind: GlobKind::Below { links: false }, may_be_dot: true, text: "**".to_owned() }),
        );
        push_part(&mut target.parts, Part::Literal(format!("/{}", name.trim_start_matches('/'))));
        deeds.push(deed(Kind::Reads, Some(target), false));
    }
    deeds
}

/// The texts that the braces and commas of a glob stand for.
fn alternatives(glob: &str) -> Vec<String> {
    let mut done = Vec::new();
    let mut left = vec![glob.to_owned()];
    while let Some(text) = left.pop() {
        let open = text.find('{');
        let close = open.and_then(|open| text.get(open..)?.find('}').map(|close| open + close));
        let (Some(open), Some(close)) = (open, close) else {
            done.push(text);
            continue;
        };
        let (before, after) = (text.get(..open).unwrap_or_default(), text.get(close + 1..).unwrap_or_default());
        let inside = text.get(open + 1..close).unwrap_or_default();
        if done.len() + left.len() + inside.matches(',').count() >= MAX_ALTERNATIVES {
            done.push(text.clone());
            continue;
        }
        left.extend(inside.split(',').map(|one| format!("{before}{one}{after}")));
    }
    // several globs in one text
    done.iter().flat_map(|text| text.split([',', ' '])).filter(|text| !text.is_empty()).map(str::to_owned).collect()
}

/// The word that a glob is: what stands between its wildcards, and any characters for each of them.
fn globbed(glob: &str) -> Word {
    let mut word = Word::default();
    let mut rest = glob;
    while let Some(at) = rest.find(WILDCARDS) {
        let (before, from) = rest.split_at(at);
        push_part(&mut word.parts, Part::Literal(before.to_owned()));
        let (kind, text) = if from.starts_with("**") {
            (GlobKind::Globstar, "**")
        } else if let Some(close) = from.find(']').filter(|_| from.starts_with('[')) {
            (GlobKind::Class { negated: false, ranges: None }, from.get(..=close).unwrap_or("["))
        } else {
            (GlobKind::Star, from.get(..1).unwrap_or_default())
        };
        word.parts.push(Part::Glob(Glob { kind, may_be_dot: true, text: text.to_owned() }));
        rest = from.get(text.len()..).unwrap_or_default();
    }
    push_part(&mut word.parts, Part::Literal(rest.to_owned()));
    word
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
