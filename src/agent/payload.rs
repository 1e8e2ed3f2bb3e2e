//! What an agent sends: one JSON object.
//!
//! Owns the reading of keys, with a sentence for each that is missing or of the wrong kind. Refuses to know which agent
//! sends which.

use serde_json::{Map, Value};

use super::Call;
use super::shells::{self, Heeded};
use crate::validator::strict_json;

/// The object.
#[derive(Clone, PartialEq, Debug)]
pub struct Payload {
    object: Map<String, Value>,
    /// Stands for a directory that is not in it.
    directory: Option<String>,
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
            Ok(Value::Object(object)) => Ok(Self { object, directory: None }),
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

    /// All of it.
    #[must_use]
    pub fn whole(&self) -> &Map<String, Value> {
        &self.object
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

    /// The only directory of a list, if it has just one.
    #[must_use]
    pub fn only(&self, keys: &[&str]) -> Option<String> {
        match self.at(keys)?.as_array()?.as_slice() {
            [Value::String(text)] if text.starts_with('/') => Some(text.clone()),
            _ => None,
        }
    }

    /// The directory at a path, if it names one; else the one that stands for it.
    ///
    /// # Errors
    /// When it is no text, or one from which nobody knows where it begins.
    pub fn directory(&self, keys: &[&str]) -> Result<Option<String>, String> {
        match self.at(keys) {
            None | Some(Value::Null) => Ok(self.directory.clone()),
            Some(Value::String(text)) if text.is_empty() => Ok(self.directory.clone()),
            Some(Value::String(text)) if text.starts_with('/') => Ok(Some(text.clone())),
            Some(_) => Err(format!("`{}` is not the absolute path of a directory", keys.join("."))),
        }
    }

    /// The same payload of an agent that says the directory by other means.
    #[must_use]
    pub fn within(self, directory: Option<String>) -> Self {
        Self { directory: directory.filter(|directory| directory.starts_with('/')), ..self }
    }

    /// A call of a tool: its name, its input, the directory of the session.
    ///
    /// # Errors
    /// A sentence that says why there is nothing to judge.
    pub fn call(&self, keys: &CallKeys<'_>) -> Result<Call, String> {
        let tool = self.required(keys.tool)?;
        let input = self.object(keys.input)?;
        let (directory, told) = self.directory(keys.directory).map_or_else(|why| (None, Err(why)), |at| (at, Ok(())));
        Ok(shells::call(tool, input, directory, keys.heeded)?.doubted(told))
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
    /// The keys of the input that the agent heeds.
    pub heeded: Heeded<'a>,
}
