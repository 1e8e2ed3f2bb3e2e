//! Values that can be written in more than one way, and mappings with names that the author chooses.

use schemars::JsonSchema;
use serde_json::{Map, Value};

use super::super::yaml::{Content, NodeId};
use super::read::{Read, Reader, Text};

/// A list that has no say in a verdict: it is read only where everything is, and is empty otherwise.
#[derive(Clone, PartialEq, Eq, Debug, JsonSchema)]
#[schemars(transparent)]
pub(crate) struct Aside<T>(pub(crate) Vec<T>);

impl<T: Read> Read for Aside<T> {
    const EXPECTED: &'static str = "a list";

    fn read(reader: &mut Reader<'_>, id: NodeId) -> Option<Self> {
        if reader.thorough { Vec::read(reader, id).map(Self) } else { Some(Self(Vec::new())) }
    }
}

/// A mapping from names that the author chooses, in the order of the file. Entries that cannot be used are left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Named<T>(pub(crate) Vec<(Text, T)>);

impl<T: Read> Read for Named<T> {
    const EXPECTED: &'static str = "a mapping";

    fn read(reader: &mut Reader<'_>, id: NodeId) -> Option<Self> {
        let node = reader.visit(id)?;
        if !matches!(node.content, Content::Mapping(_)) {
            return reader.unexpected(node, Self::EXPECTED);
        }
        let mut entries = Vec::new();
        for (key, value) in reader.entries(node) {
            let name = Text { value: key.text().unwrap_or_default().to_owned(), at: key.at, verbatim: None };
            if let Some(value) = T::read(reader, value) {
                entries.push((name, value));
            }
        }
        Some(Self(entries))
    }
}

/// One value, or a list of them.
#[derive(Clone, PartialEq, Eq, Debug, JsonSchema)]
#[schemars(untagged)]
pub(crate) enum OneOrMany<T> {
    /// One.
    One(T),
    /// A list.
    Many(Vec<T>),
}

impl<T: Read> Read for OneOrMany<T> {
    const EXPECTED: &'static str = "text or a list";

    fn read(reader: &mut Reader<'_>, id: NodeId) -> Option<Self> {
        match &reader.tree.node(id)?.content {
            Content::List(_) => Vec::read(reader, id).map(Self::Many),
            _ => T::read(reader, id).map(Self::One),
        }
    }
}

impl<T> OneOrMany<T> {
    /// All of them.
    pub(crate) fn all(&self) -> &[T] {
        match self {
            Self::One(one) => std::slice::from_ref(one),
            Self::Many(all) => all,
        }
    }
}

/// What narrows a rule or a type down. A key that somebody began to write and left empty would leave it wide open, so it is
/// a mistake, not a key that is not there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Gate<T>(pub(crate) T);

impl<T: JsonSchema> JsonSchema for Gate<T> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        T::schema_id()
    }

    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        T::json_schema(generator)
    }
}

impl<T: Read> Read for Gate<T> {
    const EXPECTED: &'static str = T::EXPECTED;
    const NOTHING_IS_ABSENT: bool = false;

    fn read(reader: &mut Reader<'_>, id: NodeId) -> Option<Self> {
        let node = reader.tree.node(id)?;
        let empty = match &node.content {
            Content::Scalar { text, .. } => node.is_null() || text.trim().is_empty(),
            Content::List(items) => reader.tree.items(items).is_empty(),
            Content::Mapping(_) => false,
        };
        if empty {
            let what = "this is empty, and what it narrows down would count without it".to_owned();
            let help = "write what has to hold, or take the key out".to_owned();
            reader.problem(node.at, node.text().unwrap_or_default(), what, Some(help));
            return None;
        }
        T::read(reader, id).map(Self)
    }
}

/// The schema of a gate that may be left out: one that is there holds something.
pub(super) fn gate(schema: &mut schemars::Schema) {
    if let Some(Value::Array(kinds)) = schema.get_mut("type") {
        kinds.retain(|kind| kind != "null");
    }
    if let Some(Value::Array(choices)) = schema.get_mut("anyOf") {
        choices.retain(|choice| choice.get("type").is_none_or(|kind| kind != "null"));
    }
    schema.insert("minLength".to_owned(), 1.into());
    schema.insert("minItems".to_owned(), 1.into());
}

/// Text, or a record that says more.
#[derive(Clone, PartialEq, Eq, Debug, JsonSchema)]
#[schemars(untagged)]
pub(crate) enum Short<T> {
    /// Just the text.
    Text(Text),
    /// The record.
    Record(T),
}

impl<T: Read> Read for Short<T> {
    const EXPECTED: &'static str = "text or a mapping";

    fn read(reader: &mut Reader<'_>, id: NodeId) -> Option<Self> {
        match &reader.tree.node(id)?.content {
            Content::Mapping(_) => T::read(reader, id).map(Self::Record),
            _ => Text::read(reader, id).map(Self::Text),
        }
    }
}

/// Any mapping; its keys are not looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct AnyMapping;

impl JsonSchema for AnyMapping {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "AnyMapping".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "object" })
    }
}

impl Read for AnyMapping {
    const EXPECTED: &'static str = "a mapping";

    fn read(reader: &mut Reader<'_>, id: NodeId) -> Option<Self> {
        let node = reader.visit(id)?;
        match node.content {
            Content::Mapping(_) => Some(Self),
            _ => reader.unexpected(node, Self::EXPECTED),
        }
    }
}

/// A mapping as the JSON object that it stands for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Json(pub(crate) Map<String, Value>);

impl JsonSchema for Json {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Json".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "object" })
    }
}

impl Read for Json {
    const EXPECTED: &'static str = "a mapping";

    fn read(reader: &mut Reader<'_>, id: NodeId) -> Option<Self> {
        match value(reader, id)? {
            Value::Object(map) => Some(Self(map)),
            _ => reader.unexpected(reader.tree.node(id)?, Self::EXPECTED),
        }
    }
}

/// A node as JSON; plain `true`, `null` and whole numbers are what they are there.
fn value(reader: &mut Reader<'_>, id: NodeId) -> Option<Value> {
    let node = reader.visit(id)?;
    Some(match &node.content {
        Content::Scalar { text, plain: false, .. } => Value::String(text.to_string()),
        Content::Scalar { text, .. } if node.is_null() || text.is_empty() => Value::Null,
        Content::Scalar { text, .. } => match text.parse::<i64>() {
            Ok(number) => number.into(),
            Err(_) => text.parse::<bool>().map_or_else(|_| Value::String(text.to_string()), Value::Bool),
        },
        Content::List(items) => {
            let items = reader.tree.items(items);
            Value::Array(items.iter().filter_map(|item| value(reader, *item)).collect())
        }
        Content::Mapping(_) => {
            let entries = reader.entries(node);
            let read = entries.into_iter().filter_map(|(key, id)| Some((key.text()?.to_owned(), value(reader, id)?)));
            Value::Object(read.collect())
        }
    })
}
