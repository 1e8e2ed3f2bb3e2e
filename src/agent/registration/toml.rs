//! Entries in arrays of tables of a TOML file.
//!
//! Owns the edit, as `json` does for JSON. Refuses lists that are written on one line (`hooks = { … }`): there a table cannot be
//! added beside what stands there.

use serde_json::{Map, Value};
use toml_edit::{ArrayOfTables, DocumentMut, Item, Table};

use super::ours::{self, Found, Share};
use super::{Entry, Lists, Misfit, Start};

/// See [`super::Settings::register`].
pub(super) fn register(text: &str, lists: &Lists, start: &Start<'_>) -> Result<String, Misfit> {
    edited(text, |document| {
        let mut changed = false;
        for entry in lists.wanted(start) {
            changed |= put(document, entry, &(entry.value)(start))?;
        }
        Ok(changed)
    })
}

/// See [`super::Settings::unregister`].
pub(super) fn unregister(text: &str, lists: &Lists) -> Result<Option<String>, Misfit> {
    let left = edited(text, |document| {
        let mut changed = false;
        for entry in lists.entries {
            let Some((last, path)) = entry.list.split_last() else { continue };
            let Some(parent) = walk(document.as_table_mut(), path)? else { continue };
            for (_, item) in parent.iter_mut() {
                let Some(tables) = item.as_array_of_tables_mut() else { continue };
                changed |= take(tables);
            }
            if parent.get(last).and_then(Item::as_array_of_tables).is_some_and(ArrayOfTables::is_empty) {
                parent.remove(last);
            }
        }
        Ok(changed)
    })?;
    Ok((!left.trim().is_empty()).then_some(left))
}

/// See [`super::Settings::found`].
pub(super) fn found(text: &str, lists: &Lists) -> Result<Vec<Found>, Misfit> {
    let mut document = read(text)?;
    let mut all = Vec::new();
    let mut seen: Vec<&[&str]> = Vec::new();
    for entry in lists.entries {
        let Some((_, path)) = entry.list.split_last().filter(|(_, path)| !seen.contains(path)) else { continue };
        seen.push(path);
        let Some(parent) = walk(document.as_table_mut(), path)? else { continue };
        for (name, item) in parent.iter() {
            let list = path.iter().copied().chain([name]).collect::<Vec<_>>().join(".");
            for entry in entries(item) {
                let found = ours::commands(&entry).into_iter();
                all.extend(found.map(|words| Found { list: list.clone(), words, entry: entry.clone() }));
            }
        }
    }
    Ok(all)
}

/// See [`super::Settings::holds`].
pub(super) fn holds(text: &str, keys: &[&str]) -> bool {
    let Ok(document) = read(text) else { return false };
    let mut within = Some(document.as_item());
    for key in keys {
        within = within.and_then(|item| item.get(key));
    }
    within.is_some_and(|item| !item.is_none())
}

/// What these keys lead to, as JSON.
pub(super) fn value(text: &str, keys: &[&str]) -> Option<Value> {
    let root = as_json(read(text).ok()?.as_table());
    keys.iter().try_fold(&root, |value, key| value.get(key)).cloned()
}

fn read(text: &str) -> Result<DocumentMut, Misfit> {
    text.parse::<DocumentMut>().map_err(|error| Misfit {
        at: error.span().map(|span| position(text, span.start)),
        what: format!("this is not valid TOML: {}", error.message().trim()),
    })
}

fn position(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    (line, before.rsplit('\n').next().unwrap_or_default().chars().count() + 1)
}

/// Edits the text. The writer knows one kind of line end alone and no byte order mark, so a text with the other is turned and
/// turned back, and a mark is put back.
fn edited(text: &str, edit: impl FnOnce(&mut DocumentMut) -> Result<bool, Misfit>) -> Result<String, Misfit> {
    let rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (mark, _) = text.split_at(text.len() - rest.len());
    let turned = rest.replace("\r\n", "\n");
    let with_returns = turned.len() != rest.len();
    let mut document = read(&turned)?;
    if document.to_string() != turned || (with_returns && turned.replace('\n', "\r\n") != rest) {
        return Err(Misfit::new("it mixes line ends, or is written in a way that cannot be kept while it is edited"));
    }
    if !edit(&mut document)? {
        return Ok(text.to_owned());
    }
    let edited = document.to_string();
    Ok(format!("{mark}{}", if with_returns { edited.replace('\n', "\r\n") } else { edited }))
}

/// The table that these keys lead to.
fn walk<'a>(root: &'a mut Table, keys: &[&str]) -> Result<Option<&'a mut Table>, Misfit> {
    let mut within = root;
    for key in keys {
        match within.get_mut(key) {
            None => return Ok(None),
            Some(item) => within = item.as_table_mut().ok_or_else(|| on_one_line(key))?,
        }
    }
    Ok(Some(within))
}

fn on_one_line(key: &str) -> Misfit {
    Misfit::new(format!("`{key}` is not written as tables ([{key}…]), so nothing can be added to it"))
}

fn put(document: &mut DocumentMut, entry: &Entry, wanted: &Value) -> Result<bool, Misfit> {
    let Some((last, path)) = entry.list.split_last() else { return Ok(false) };
    walk(document.as_table_mut(), path)?;
    let mut within = document.as_table_mut();
    for key in path {
        let made = || {
            let mut table = Table::new();
            table.set_implicit(true);
            Item::Table(table)
        };
        within = within.entry(key).or_insert_with(made).as_table_mut().ok_or_else(|| on_one_line(key))?;
    }
    let list = within.entry(last).or_insert_with(|| Item::ArrayOfTables(ArrayOfTables::new()));
    let list = list.as_array_of_tables_mut().ok_or_else(|| on_one_line(last))?;
    let right = |table: &Table| ours::share(&as_json(table)) == Share::Whole && as_json(table) == *wanted;
    let ours_there = list.iter().filter(|table| ours::share(&as_json(table)) != Share::None).count();
    if ours_there == 1 && list.iter().any(right) {
        return Ok(false);
    }
    take(list);
    list.push(table(wanted));
    Ok(true)
}

fn take(list: &mut ArrayOfTables) -> bool {
    let before = list.len();
    list.retain(|table| ours::share(&as_json(table)) != Share::Whole);
    let mut changed = list.len() != before;
    for group in list.iter_mut() {
        let Share::Part(places) = ours::share(&as_json(group)) else { continue };
        if let Some(handlers) = group.get_mut("hooks").and_then(Item::as_array_of_tables_mut) {
            places.iter().rev().for_each(|place| drop(handlers.remove(*place)));
            changed = true;
        }
    }
    changed
}

fn entries(item: &Item) -> Vec<Value> {
    match item {
        Item::ArrayOfTables(tables) => tables.iter().map(as_json).collect(),
        Item::Value(toml_edit::Value::Array(array)) => array.iter().map(plain).collect(),
        _ => Vec::new(),
    }
}

/// A table as JSON; what JSON has no word for (a date) as its text.
fn as_json(table: &Table) -> Value {
    let pairs = table.iter().map(|(key, item)| {
        let value = match item {
            Item::Value(value) => plain(value),
            Item::Table(table) => as_json(table),
            Item::ArrayOfTables(tables) => tables.iter().map(as_json).collect(),
            Item::None => Value::Null,
        };
        (key.to_owned(), value)
    });
    Value::Object(pairs.collect::<Map<_, _>>())
}

fn plain(value: &toml_edit::Value) -> Value {
    match value {
        toml_edit::Value::String(text) => Value::from(text.value().as_str()),
        toml_edit::Value::Integer(number) => Value::from(*number.value()),
        toml_edit::Value::Float(number) => Value::from(*number.value()),
        toml_edit::Value::Boolean(value) => Value::from(*value.value()),
        toml_edit::Value::Datetime(moment) => Value::from(moment.value().to_string()),
        toml_edit::Value::Array(array) => array.iter().map(plain).collect(),
        toml_edit::Value::InlineTable(table) => {
            table.iter().map(|(key, value)| (key.to_owned(), plain(value))).collect::<Map<_, _>>().into()
        }
    }
}

/// JSON as a table: objects in a list become tables of their own.
fn table(object: &Value) -> Table {
    let mut table = Table::new();
    for (key, value) in object.as_object().into_iter().flatten() {
        table.insert(key, item(value));
    }
    table
}

fn item(value: &Value) -> Item {
    match value {
        Value::Bool(value) => toml_edit::value(*value),
        Value::Number(number) => toml_edit::value(number.as_i64().unwrap_or_default()),
        Value::String(text) => toml_edit::value(text.as_str()),
        Value::Object(_) => Item::Table(table(value)),
        Value::Array(values) => Item::ArrayOfTables(values.iter().map(table).collect()),
        Value::Null => Item::None,
    }
}
