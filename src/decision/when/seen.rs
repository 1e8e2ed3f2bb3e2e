//! What a condition saw: the names that it reads, with their values.
//!
//! Owns the wording of values. Refuses to say more than is simple: maps and long lists are left out or cut.

use std::cell::Cell;

use super::evaluate::value_of;
use super::problems::VARIABLES;
use super::value::{Known, Text, Value};
use super::{Condition, Scene};
use crate::policy::condition::syntax::{Expression, Node};

/// The most elements of a list that are shown.
const MAX_ELEMENTS: usize = 8;

/// The most names of one condition that are shown.
const MAX_NAMES: usize = 12;

impl Condition {
    /// The names that the condition reads, each with its value, for a person. Takes what it does from the effort.
    #[must_use]
    pub fn seen(&self, scene: &Scene<'_>, effort: &Cell<usize>) -> Vec<(String, String)> {
        let mut found: Vec<(String, &Node)> = Vec::new();
        self.root.walk(&mut |node| {
            let named = match &*node.expression {
                // asked for, not read
                Expression::Has(of, field) => path(of).map(|of| (format!("has({of}.{field})"), node)),
                _ => path(node).map(|name| (name, node)),
            };
            if let Some((name, node)) = named
                && !found.iter().any(|(known, _)| *known == name)
            {
                found.push((name, node));
            }
        });
        let names: Vec<String> = found.iter().map(|(name, _)| name.trim_start_matches("has(").to_owned()).collect();
        let is_part = |name: &str| {
            names.iter().any(|other| other.strip_prefix(name).is_some_and(|rest| rest.starts_with(['.', '['])))
        };
        let whole = found.iter().filter(|(name, _)| !is_part(name)).take(MAX_NAMES);
        whole.filter_map(|(name, node)| Some((name.clone(), shown(&value_of(self, node, scene, effort))?))).collect()
    }
}

/// `env.HOME`, `args[0]`, `flag_groups["mode"]`: a name, and what is picked out of it.
fn path(node: &Node) -> Option<String> {
    match &*node.expression {
        Expression::Name(name) => VARIABLES.contains(&name.as_str()).then(|| name.to_string()),
        Expression::Select(of, field) => Some(format!("{}.{field}", path(of)?)),
        Expression::Index(of, at) => match &*at.expression {
            Expression::Text(key) => Some(format!("{}[{key:?}]", path(of)?)),
            Expression::Int(at) => Some(format!("{}[{at}]", path(of)?)),
            _ => None,
        },
        _ => None,
    }
}

fn shown(value: &Known<'_>) -> Option<String> {
    Some(match value {
        Ok(Value::Null) => "null".to_owned(),
        Ok(Value::Bool(holds)) => holds.to_string(),
        Ok(Value::Int(number)) => number.to_string(),
        Ok(Value::Unsigned(number)) => number.to_string(),
        Ok(Value::Double(number)) => number.to_string(),
        Ok(Value::AtLeast(least)) => format!("{least} or more"),
        Ok(Value::Text(Text::Known(text))) => format!("\"{text}\""),
        Ok(Value::Text(Text::Partly(word))) => format!("{} (not known)", word.display()),
        Ok(Value::List(elements)) => {
            let first = elements.iter().take(MAX_ELEMENTS);
            let mut texts: Vec<String> = first.filter_map(|element| shown(&element.value)).collect();
            if texts.len() < elements.len() {
                texts.push("…".to_owned());
            }
            format!("[{}]", texts.join(", "))
        }
        Ok(Value::Map(_)) => return None,
        Err(doubt) if doubt.why.ends_with("which is not there") => "not there".to_owned(),
        Err(doubt) => format!("not known ({})", doubt.why),
    })
}
