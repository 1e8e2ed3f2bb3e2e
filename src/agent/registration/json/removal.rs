//! Entries of ours taken out of a JSON file again.
//!
//! Owns what goes with them: lists and objects that are empty now and were not there before, and what only they needed. Refuses
//! to touch anything that somebody else wrote.

use jsonc_parser::cst::{CstArray, CstObject, CstObjectProp};
use serde_json::Value;

use super::super::ours::{self, Share};
use super::super::{Lists, Misfit};
use super::{at, parents, read, take_share, walk};

/// See [`super::super::Settings::unregister`].
pub(in crate::agent::registration) fn unregister(
    text: &str,
    lists: &Lists,
    before: Option<&str>,
) -> Result<Option<String>, Misfit> {
    let document = read(text)?;
    let root = document.object()?;
    let before = before.and_then(|text| read(text).ok()).and_then(|document| document.root.to_serde_value());
    let stood = |keys: &[&str]| before.as_ref().is_some_and(|before| at(before, keys).is_some());
    let mut changed = false;
    for path in parents(lists) {
        let Some(parent) = walk(&root, path)? else { continue };
        let mut emptied = Vec::new();
        for property in parent.properties() {
            let (Some(name), Some(list)) = (property.decoded_name(), property.array_value()) else { continue };
            if take(&list) {
                changed = true;
                let keys: Vec<&str> = path.iter().copied().chain([name.as_str()]).collect();
                if list.elements().is_empty() && !stood(&keys) {
                    emptied.push(property);
                }
            }
        }
        emptied.into_iter().for_each(CstObjectProp::remove);
        if changed {
            tidy(&root, path, lists, &stood)?;
        }
    }
    if !changed {
        return Ok(Some(text.to_owned()));
    }
    if let Some(before) = &before {
        drop_besides(&root, lists, before);
    }
    let left = document.root.to_serde_value().unwrap_or_default();
    let ours_alone = before.is_none() && !has_comments(text) && is_skeleton(&left, lists);
    Ok(if ours_alone { None } else { Some(document.text()) })
}

/// Takes away what only our entries needed: what had to stand beside them, and objects that are empty now.
fn tidy(root: &CstObject, path: &[&str], lists: &Lists, stood: &dyn Fn(&[&str]) -> bool) -> Result<(), Misfit> {
    for (keys, value) in lists.besides {
        let within = keys.split_last().filter(|(_, above)| *above == path && !above.is_empty() && !stood(keys));
        let Some((last, above)) = within else { continue };
        let Some(object) = walk(root, above)? else { continue };
        if object.properties().len() == 1 {
            remove_equal(&object, last, value);
        }
    }
    for length in (1..=path.len()).rev() {
        let Some((last, above)) = path.get(..length).and_then(|path| path.split_last()) else { break };
        let Some(object) = walk(root, above)? else { break };
        let empty = walk(&object, &[last])?.is_some_and(|object| object.properties().is_empty());
        if !empty || stood(path.get(..length).unwrap_or_default()) {
            break;
        }
        if let Some(property) = object.get(last) {
            property.remove();
        }
    }
    Ok(())
}

/// Takes away what had to stand at the top, if it was not there before and everything beside our entries is as it was: who added
/// something since needs it.
fn drop_besides(root: &CstObject, lists: &Lists, before: &Value) {
    let now = root.to_serde_value().unwrap_or_default();
    if parents(lists).iter().any(|path| at(&now, path) != at(before, path)) {
        return;
    }
    for (keys, value) in lists.besides {
        if let [key] = keys
            && before.get(key).is_none()
        {
            remove_equal(root, key, value);
        }
    }
}

fn remove_equal(object: &CstObject, key: &str, value: &str) {
    let value: Option<Value> = serde_json::from_str(value).ok();
    if let Some(property) = object.get(key).filter(|property| property.to_serde_value() == value) {
        property.remove();
    }
}

/// Is nothing left but what we put there besides the entries?
fn is_skeleton(left: &Value, lists: &Lists) -> bool {
    let Value::Object(object) = left else { return false };
    object.iter().all(|(key, value)| {
        lists.besides.iter().any(|(keys, said)| {
            *keys == [key.as_str()] && serde_json::from_str::<Value>(said).is_ok_and(|said| said == *value)
        })
    })
}

fn has_comments(text: &str) -> bool {
    // what the strict reader takes has none
    serde_json::from_str::<Value>(text.trim_start_matches('\u{feff}')).is_err()
}

/// Takes what is ours out of a list; says whether there was anything.
fn take(list: &CstArray) -> bool {
    let mut changed = false;
    for node in list.elements() {
        let share = ours::share(&node.to_serde_value().unwrap_or_default());
        changed |= share != Share::None;
        take_share(&node, &share);
    }
    changed
}
