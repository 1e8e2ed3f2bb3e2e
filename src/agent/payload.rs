//! What an agent sends: one JSON object.
//!
//! Owns the reading of keys, with a sentence for each that is missing or of the wrong kind. Refuses to know which agent
//! sends which.

use serde_json::{Map, Value};

use super::{Call, Subject};
use crate::validator::strict_json;

/// The object.
#[derive(Clone, PartialEq, Debug)]
pub struct Payload {
    object: Map<String, Value>,
}

impl Payload {
    /// Reads the bytes of standard input: exactly one object, no key twice.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        if bytes.trim_ascii().is_empty() {
            return Err("nothing stands on standard input".to_owned());
        }
        match strict_json::read(bytes) {
            Ok(Value::Object(object)) => Ok(Self { object }),
            Ok(_) => Err("standard input is JSON, but not an object".to_owned()),
            Err(why) => Err(format!("standard input is not the JSON of a hook: {why}")),
        }
    }

    /// The value at a path of keys.
    #[must_use]
    pub fn at(&self, keys: &[&str]) -> Option<&Value> {
        let (first, rest) = keys.split_first()?;
        rest.iter().try_fold(self.object.get(*first)?, |value, key| value.get(key))
    }

    /// The text at a path of keys.
    #[must_use]
    pub fn text(&self, keys: &[&str]) -> Option<&str> {
        self.at(keys)?.as_str()
    }

    /// Is the text at a key this?
    #[must_use]
    pub fn says(&self, key: &str, text: &str) -> bool {
        self.text(&[key]) == Some(text)
    }

    /// Is there such a key?
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.object.contains_key(key)
    }

    /// The text at a path that must be there.
    ///
    /// # Errors
    /// A sentence that names the key.
    pub fn required(&self, keys: &[&str]) -> Result<String, String> {
        self.text(keys).map(str::to_owned).ok_or_else(|| format!("`{}` is missing or not a text", keys.join(".")))
    }

    /// The object at a path that must be there. Some agents send it as JSON within a text.
    ///
    /// # Errors
    /// A sentence that names the key.
    pub fn object(&self, keys: &[&str]) -> Result<Map<String, Value>, String> {
        let name = keys.join(".");
        match self.at(keys) {
            Some(Value::Object(object)) => Ok(object.clone()),
            Some(Value::String(text)) => match strict_json::read(text.as_bytes()) {
                Ok(Value::Object(object)) => Ok(object),
                _ => Err(format!("`{name}` is a text that holds no JSON object")),
            },
            _ => Err(format!("`{name}` is missing or not an object")),
        }
    }

    /// A call of a tool: its name at `tool`, its input at `input`, the directory at `directory`; a shell if it is one of
    /// `shells`, whose input holds the text at the first key of `commands` that is there.
    ///
    /// # Errors
    /// A sentence that says what is missing.
    pub fn call(&self, keys: &CallKeys<'_>) -> Result<Call, String> {
        let tool = self.required(keys.tool)?;
        let input = self.object(keys.input)?;
        let subject = if keys.shells.contains(&tool.as_str()) {
            Subject::Shell(vec![command(&input, keys.commands)?])
        } else {
            Subject::Tool(tool)
        };
        let directory = match self.at(keys.directory) {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) if text.is_empty() => None,
            Some(Value::String(text)) => Some(text.clone()),
            Some(_) => return Err(format!("`{}` is not a text", keys.directory.join("."))),
        };
        Ok(Call { subject, directory, input, id: None })
    }
}

/// Where the parts of a call stand in a payload.
#[derive(Clone, Copy, Debug)]
pub struct CallKeys<'a> {
    /// The path to the tool's name.
    pub tool: &'a [&'a str],
    /// The path to its input.
    pub input: &'a [&'a str],
    /// The path to the directory.
    pub directory: &'a [&'a str],
    /// The names of shells that runok reads.
    pub shells: &'a [&'a str],
    /// The keys of the input that may hold the command; just one of them may be there.
    pub commands: &'a [&'a str],
}

/// The command in a tool's input.
fn command(input: &Map<String, Value>, keys: &[&str]) -> Result<String, String> {
    let mut found = keys.iter().filter_map(|key| input.get(*key));
    let name = keys.join("` or `");
    match (found.next(), found.next()) {
        (Some(Value::String(text)), None) => Ok(text.clone()),
        (Some(_), None) => Err(format!("`{name}` of the tool's input is not a text")),
        (None, _) => Err(format!("the tool's input has no `{name}`")),
        (Some(_), Some(_)) => Err(format!("the tool's input has more than one of `{name}`")),
    }
}
