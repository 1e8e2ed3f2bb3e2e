//! Entries in lists of a JSON file.
//!
//! Owns the edit: comments, order, indentation, line ends and everything that is not ours stay as they are. Refuses a text
//! that is not JSON (comments and trailing commas apart), a key that stands twice where an entry belongs, and a value of
//! another type there.

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstInputValue, CstNode, CstObject, CstRootNode};
use serde_json::{Map, Value};

mod removal;

pub(super) use removal::unregister;

use super::ours::{self, Found, Share};
use super::{Entry, Lists, Misfit, Start};

/// The deepest nesting that is read: the parser calls itself for each level.
const MAX_DEPTH: usize = 200;

const READING: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_trailing_commas: true,
    allow_loose_object_property_names: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// The value that a text with comments and trailing commas holds; an empty text holds an empty object.
///
/// # Errors
/// It is not JSON.
pub fn json_value(text: &str) -> Result<Value, Misfit> {
    Ok(read(text)?.root.to_serde_value().unwrap_or_else(|| Value::Object(Map::new())))
}

/// A text, read.
struct Document<'a> {
    /// The byte order mark, if there is one.
    mark: &'a str,
    root: CstRootNode,
}

/// See [`super::Settings::register`].
pub(super) fn register(text: &str, lists: &Lists, start: &Start<'_>) -> Result<String, Misfit> {
    if text.trim_start_matches('\u{feff}').trim().is_empty() {
        return Ok(fresh(lists, start));
    }
    let document = read(text)?;
    let root = document.object()?;
    let mut changed = false;
    for (keys, value) in lists.besides {
        let value: Value = serde_json::from_str(value).unwrap_or_default();
        changed |= set_where_missing(&root, keys, value)?;
    }
    for entry in lists.wanted(start) {
        changed |= put(&root, entry, (entry.value)(start))?;
    }
    Ok(if changed { document.text() } else { text.to_owned() })
}

/// A whole file, where there was none.
fn fresh(lists: &Lists, start: &Start<'_>) -> String {
    let mut root = Value::Object(Map::new());
    for (keys, value) in lists.besides {
        place(&mut root, keys, serde_json::from_str(value).unwrap_or_default());
    }
    for entry in lists.wanted(start) {
        let value = (entry.value)(start);
        match at(&root, entry.list).cloned() {
            Some(Value::Array(mut before)) => {
                before.push(value);
                place(&mut root, entry.list, Value::Array(before));
            }
            _ => place(&mut root, entry.list, Value::Array(vec![value])),
        }
    }
    serde_json::to_string_pretty(&root).map(|text| text + "\n").unwrap_or_default()
}

fn place(root: &mut Value, keys: &[&str], value: Value) {
    let Some((last, path)) = keys.split_last() else { return };
    let mut within = root;
    for key in path {
        let Value::Object(object) = within else { return };
        within = object.entry(*key).or_insert_with(|| Value::Object(Map::new()));
    }
    if let Value::Object(object) = within {
        object.insert((*last).to_owned(), value);
    }
}

fn at<'a>(root: &'a Value, keys: &[&str]) -> Option<&'a Value> {
    keys.iter().try_fold(root, |value, key| value.get(key))
}

/// The objects in which the lists of entries stand, each once.
fn parents(lists: &Lists) -> Vec<&'static [&'static str]> {
    let mut found: Vec<&'static [&'static str]> = Vec::new();
    for entry in lists.entries {
        let path = entry.list.split_last().map_or(entry.list, |(_, path)| path);
        if !found.contains(&path) {
            found.push(path);
        }
    }
    found
}

/// See [`super::Settings::found`].
pub(super) fn found(text: &str, lists: &Lists) -> Result<Vec<Found>, Misfit> {
    let document = read(text)?;
    let root = document.object()?;
    let mut all = Vec::new();
    for path in parents(lists) {
        let Some(parent) = walk(&root, path)? else { continue };
        for property in parent.properties() {
            let (Some(name), Some(list)) = (property.decoded_name(), property.array_value()) else { continue };
            let list_name: Vec<&str> = path.iter().copied().chain([name.as_str()]).collect();
            for entry in list.elements().iter().filter_map(CstNode::to_serde_value) {
                let found = ours::commands(&entry).into_iter();
                all.extend(found.map(|words| Found { list: list_name.join("."), words, entry: entry.clone() }));
            }
        }
    }
    Ok(all)
}

/// Is a text JSON in which these keys lead to something?
#[must_use]
pub fn holds(text: &str, keys: &[&str]) -> bool {
    value(text, keys).is_some()
}

/// What these keys lead to.
pub(super) fn value(text: &str, keys: &[&str]) -> Option<Value> {
    at(&json_value(text).ok()?, keys).cloned()
}

fn read(text: &str) -> Result<Document<'_>, Misfit> {
    let rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (mark, _) = text.split_at(text.len() - rest.len());
    if depth(rest) > MAX_DEPTH {
        return Err(Misfit::new(format!("it is nested deeper than {MAX_DEPTH} levels")));
    }
    let root = CstRootNode::parse(rest, &READING).map_err(|error| Misfit {
        at: Some((error.line_display(), error.column_display())),
        what: format!("this is not valid JSON: {}", error.kind()),
    })?;
    Ok(Document { mark, root })
}

/// At least how deep brackets are nested.
fn depth(text: &str) -> usize {
    let (mut now, mut most, mut within, mut escaped) = (0_usize, 0, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if within => escaped = true,
            // a quote in a comment makes this too small or too large; deep files are none that agents have
            b'"' => within = !within,
            b'[' | b'{' => {
                now += 1;
                most = most.max(now);
            }
            b']' | b'}' => now = now.saturating_sub(1),
            _ => {}
        }
    }
    most
}

impl Document<'_> {
    fn object(&self) -> Result<CstObject, Misfit> {
        self.root.object_value_or_create().ok_or_else(|| Misfit::new("the file holds no JSON object"))
    }

    fn text(&self) -> String {
        format!("{}{}", self.mark, self.root)
    }
}

/// The object that these keys lead to; nothing where one of them is missing.
fn walk(root: &CstObject, keys: &[&str]) -> Result<Option<CstObject>, Misfit> {
    let mut within = root.clone();
    for (at, key) in keys.iter().enumerate() {
        once(&within, key)?;
        match within.get(key) {
            None => return Ok(None),
            Some(property) => {
                let path = || keys.get(..=at).unwrap_or_default().join(".");
                within = property.object_value().ok_or_else(|| wrong_type(&path(), "an object"))?;
            }
        }
    }
    Ok(Some(within))
}

fn wrong_type(path: &str, expected: &str) -> Misfit {
    Misfit::new(format!("`{path}` is not {expected}"))
}

/// A key that stands twice means something else to every reader.
fn once(object: &CstObject, key: &str) -> Result<(), Misfit> {
    let same = object.properties().iter().filter(|property| property.decoded_name().as_deref() == Some(key)).count();
    if same > 1 { Err(Misfit::new(format!("`{key}` stands there twice"))) } else { Ok(()) }
}

/// The object that these keys lead to, made where it is missing.
fn reach(root: &CstObject, keys: &[&str]) -> Result<CstObject, Misfit> {
    // what is wrong further down is seen before anything is made
    walk(root, keys)?;
    let mut within = root.clone();
    for key in keys {
        within = within.object_value_or_create(key).ok_or_else(|| wrong_type(key, "an object"))?;
    }
    Ok(within)
}

fn set_where_missing(root: &CstObject, keys: &[&str], value: Value) -> Result<bool, Misfit> {
    let Some((last, path)) = keys.split_last() else { return Ok(false) };
    let object = reach(root, path)?;
    once(&object, last)?;
    if object.get(last).is_some() {
        return Ok(false);
    }
    object.insert(0, last, input(value));
    Ok(true)
}

/// Puts an entry into its list; says whether anything changed.
fn put(root: &CstObject, entry: &Entry, wanted: Value) -> Result<bool, Misfit> {
    let Some((last, path)) = entry.list.split_last() else { return Ok(false) };
    let object = reach(root, path)?;
    once(&object, last)?;
    let list = object.array_value_or_create(last).ok_or_else(|| wrong_type(&entry.list.join("."), "an array"))?;
    let shares: Vec<(CstNode, Value, Share)> = list
        .elements()
        .into_iter()
        .map(|node| (node.clone(), node.to_serde_value().unwrap_or_default()))
        .map(|(node, value)| (node, value.clone(), ours::share(&value)))
        .collect();
    let mut kept = shares.iter().position(|(_, value, share)| *share == Share::Whole && *value == wanted);
    let mut changed = false;
    if kept.is_none() {
        changed = true;
        kept = shares.iter().position(|(.., share)| *share == Share::Whole);
        match kept.and_then(|at| shares.get(at)) {
            Some((node, ..)) => replace(node, wanted),
            None if entry.first => drop(list.insert(0, input(wanted))),
            None => drop(list.append(input(wanted))),
        }
    }
    for (at, (node, _, share)) in shares.iter().enumerate() {
        if Some(at) != kept && *share != Share::None {
            changed = true;
            take_share(node, share);
        }
    }
    Ok(changed)
}

fn replace(node: &CstNode, value: Value) {
    match node {
        CstNode::Container(container) => {
            if let Some(object) = container.as_object() {
                object.replace_with(input(value));
            }
        }
        CstNode::Leaf(_) => {}
    }
}

fn take_share(node: &CstNode, share: &Share) {
    match share {
        Share::None => {}
        Share::Whole => node.clone().remove(),
        Share::Part(places) => {
            let handlers = node.as_object().and_then(|group| group.array_value("hooks"));
            let handlers = handlers.map(|list| list.elements()).unwrap_or_default();
            for (at, handler) in handlers.into_iter().enumerate() {
                if places.contains(&at) {
                    handler.remove();
                }
            }
        }
    }
}

fn input(value: Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(value) => CstInputValue::Bool(value),
        Value::Number(number) => CstInputValue::Number(number.to_string()),
        Value::String(text) => CstInputValue::String(text),
        Value::Array(values) => CstInputValue::Array(values.into_iter().map(input).collect()),
        Value::Object(object) => {
            CstInputValue::Object(object.into_iter().map(|(key, value)| (key, input(value))).collect())
        }
    }
}
