//! The inputs of tools: which files and addresses they name.
//!
//! Owns the search for keys, at any depth, so that a list of edits that names a file in each of them is understood too.
//! Refuses to say what a path means (`meaning`).

use serde_json::{Map, Value};

use super::table::{BASE_KEYS, GLOB_KEYS, PATH_KEYS, PATTERN_KEYS, URL_KEYS};
use super::{MAX_FILES, Tool};

/// How deep an input is looked into; what lies deeper makes the call ask.
const MAX_DEPTH: usize = 16;

/// The most bytes that the paths of a call may take, each with each of its globs; what comes after them is not read, and
/// the call asks.
const MAX_NAMED_BYTES: usize = 1 << 20;

/// What a call names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Named {
    /// A file or a directory, and which of the files below it are meant.
    File {
        /// As written; empty for the working directory.
        path: String,
        /// As written.
        glob: Option<String>,
    },
    /// An address.
    Url(String),
}

impl Named {
    /// As the input has it.
    pub(super) fn written(&self) -> &str {
        match self {
            Self::File { path, .. } if path.is_empty() => ".",
            Self::File { path, .. } => path,
            Self::Url(url) => url,
        }
    }
}

/// What a patch does to a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Patched {
    Adds,
    Changes,
    Deletes,
}

/// The files that the input names; for tools that look below a directory the working directory where it names none.
pub(super) fn files(input: &Map<String, Value>, tool: Tool, doubts: &mut Vec<String>) -> Vec<Named> {
    let mut paths = texts(input, &PATH_KEYS, doubts);
    let below = matches!(tool, Tool::Grep | Tool::Glob | Tool::List);
    if below && paths.is_empty() {
        paths.push(String::new());
    }
    if !below && paths.iter().any(String::is_empty) {
        doubts.push("an empty path names no file".to_owned());
        paths.retain(|path| !path.is_empty());
    }
    let mut unread = Vec::new();
    let keys: &[&str] = if tool == Tool::Glob { &PATTERN_KEYS } else { &GLOB_KEYS };
    let mut globs: Vec<Option<String>> = match tool {
        Tool::Grep | Tool::Glob | Tool::Read => texts(input, keys, &mut unread).into_iter().map(Some).collect(),
        _ => Vec::new(),
    };
    if tool == Tool::Read {
        // `include` of a tool that reads many files: files in their own right
        paths.extend(globs.drain(..).flatten());
    }
    if globs.is_empty() {
        globs.push(None);
    }
    with_each(&paths, &globs, doubts)
}

/// Each path with each glob, up to one more than a call may name.
fn with_each(paths: &[String], globs: &[Option<String>], doubts: &mut Vec<String>) -> Vec<Named> {
    let mut named = Vec::new();
    let mut bytes = 0;
    for (path, glob) in paths.iter().flat_map(|path| globs.iter().map(move |glob| (path, glob))).take(MAX_FILES + 1) {
        bytes += path.len() + glob.as_ref().map_or(0, String::len);
        if bytes > MAX_NAMED_BYTES && !named.is_empty() {
            doubts.push(format!("the files of the input take more than {MAX_NAMED_BYTES} bytes"));
            break;
        }
        named.push(Named::File { path: path.clone(), glob: glob.clone() });
    }
    named
}

/// A key of the input that may say from where its relative paths count, and what stands there: another directory than the
/// host's own.
pub(super) fn base<'c>(input: &'c Map<String, Value>, own: Option<&str>) -> Option<(&'c str, &'c Value)> {
    let is_base = |key: &str| {
        let letters = key.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase);
        BASE_KEYS.contains(&letters.collect::<String>().as_str())
    };
    let says = |value: &Value| match value {
        Value::Null => false,
        Value::String(text) => !text.is_empty() && text != "." && Some(text.as_str()) != own,
        _ => true,
    };
    let mut left: Vec<(&Map<String, Value>, usize)> = vec![(input, 0)];
    while let Some((map, depth)) = left.pop() {
        for (key, value) in map {
            if is_base(key) && says(value) {
                return Some((key, value));
            }
            let items = value.as_array().map(Vec::as_slice).unwrap_or_else(|| std::slice::from_ref(value));
            left.extend(
                items.iter().filter(|_| depth < MAX_DEPTH).filter_map(|item| Some((item.as_object()?, depth + 1))),
            );
        }
    }
    None
}

/// The addresses that the input names.
pub(super) fn urls(input: &Map<String, Value>, doubts: &mut Vec<String>) -> Vec<Named> {
    let mut found = texts(input, &URL_KEYS, doubts);
    if found.is_empty()
        && let Some(prompt) = input.get("prompt").and_then(Value::as_str)
    {
        // a tool that takes the address within its prompt
        let words = prompt.split(|letter: char| letter.is_whitespace() || "\"'<>()[]{}`".contains(letter));
        found.extend(words.filter(|word| word.contains("://")).map(str::to_owned));
    }
    found.into_iter().map(Named::Url).collect()
}

/// Every text under one of the keys, wherever it stands. What is not text under such a key is a doubt.
fn texts(input: &Map<String, Value>, keys: &[&str], doubts: &mut Vec<String>) -> Vec<String> {
    let mut search = Search { keys, found: Vec::new(), doubts };
    search.entries(input, 0);
    search.found
}

struct Search<'a> {
    keys: &'a [&'a str],
    found: Vec<String>,
    doubts: &'a mut Vec<String>,
}

impl Search<'_> {
    fn entries(&mut self, map: &Map<String, Value>, depth: usize) {
        for (key, value) in map {
            if self.keys.contains(&key.as_str()) { self.named(key, value, depth) } else { self.within(value, depth) }
        }
    }

    /// What stands under a key that names something.
    fn named(&mut self, key: &str, value: &Value, depth: usize) {
        match value {
            Value::String(text) => self.add(text),
            // a host that must write every key writes this where there is nothing
            Value::Null => {}
            Value::Array(items) => {
                for item in items {
                    match item {
                        Value::String(text) => self.add(text),
                        Value::Object(_) => self.within(item, depth),
                        _ => self.doubts.push(format!("what stands under `{key}` is no text")),
                    }
                }
            }
            Value::Object(_) => self.within(value, depth),
            Value::Bool(_) | Value::Number(_) => self.doubts.push(format!("what stands under `{key}` is no text")),
        }
    }

    fn within(&mut self, value: &Value, depth: usize) {
        if depth > MAX_DEPTH {
            self.doubts.push(format!("the input goes deeper than {MAX_DEPTH} levels"));
            return;
        }
        match value {
            Value::Object(map) => self.entries(map, depth + 1),
            Value::Array(items) => items.iter().for_each(|item| self.within(item, depth + 1)),
            Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// One more than a call may name is enough to know that there are too many.
    fn add(&mut self, text: &str) {
        if self.found.len() <= MAX_FILES && !self.found.iter().any(|known| known == text) {
            self.found.push(text.to_owned());
        }
    }
}

/// The files that a patch names, with what it does to each.
pub(super) fn patched(input: &Map<String, Value>) -> Vec<(String, Patched)> {
    const HEADS: [(&str, Patched); 4] = [
        ("*** Add File:", Patched::Adds),
        ("*** Update File:", Patched::Changes),
        ("*** Delete File:", Patched::Deletes),
        ("*** Move to:", Patched::Adds),
    ];
    let mut found: Vec<(String, Patched)> = Vec::new();
    let mut texts = Vec::new();
    input.values().for_each(|value| every_text(value, 0, &mut texts));
    for line in texts.iter().flat_map(|text| text.lines()) {
        let head = HEADS.iter().find_map(|(head, does)| Some((line.trim().strip_prefix(head)?.trim(), *does)));
        if let Some((path, does)) = head.filter(|(path, _)| !path.is_empty())
            && found.len() <= MAX_FILES
            && !found.contains(&(path.to_owned(), does))
        {
            found.push((path.to_owned(), does));
        }
    }
    found
}

fn every_text<'v>(value: &'v Value, depth: usize, texts: &mut Vec<&'v str>) {
    match value {
        Value::String(text) => texts.push(text),
        Value::Array(items) if depth < MAX_DEPTH => items.iter().for_each(|item| every_text(item, depth + 1, texts)),
        Value::Object(map) if depth < MAX_DEPTH => map.values().for_each(|item| every_text(item, depth + 1, texts)),
        _ => {}
    }
}

/// What stands under the keys of the input as plain values, for conditions.
pub(super) fn plain(input: &Map<String, Value>) -> Vec<(String, String)> {
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    };
    input.iter().filter_map(|(key, value)| Some((key.clone(), text(value)?))).collect()
}
