//! Conditions as they are written: the subset of CEL that `when` speaks.
//!
//! Owns reading their text into a tree, and that a rule's condition is read once, or not at all where it was compiled.
//! Refuses to know what the names in it stand for, and to evaluate (`decision::when` does).
//!
//! The reader is our own: the crates that read CEL bring a generated ANTLR parser that takes 5.4 million instructions for
//! one condition of 70 characters, which is more than a whole check may take.

mod lexer;
mod parser;
pub(crate) mod syntax;

use std::cell::OnceCell;
use std::rc::Rc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use syntax::{Comprehension, ComprehensionKind, Expression, Node};

use super::label::{Bytes, Label};

/// The longest condition that is read, in bytes.
pub const MAX_CONDITION_BYTES: usize = 64 * 1024;

/// Why a text is not a condition.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ConditionError {
    /// Byte offset into the condition.
    pub offset: usize,
    /// What is wrong.
    pub what: String,
}

impl std::fmt::Display for ConditionError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} at byte {} of the condition", self.what, self.offset)
    }
}

impl std::error::Error for ConditionError {}

/// Reads a condition. Regular expressions in it stay texts.
pub(crate) fn parse(text: &str) -> Result<Node, ConditionError> {
    if text.len() > MAX_CONDITION_BYTES {
        let what = format!("the condition is longer than {MAX_CONDITION_BYTES} bytes");
        return Err(ConditionError { offset: MAX_CONDITION_BYTES, what });
    }
    parser::parse(text)
}

/// The condition of a rule, which is read when it is first needed; in a compiled policy it stands as it was read.
#[derive(Clone)]
pub struct When {
    text: Label,
    /// The tree as it stands in a compiled policy.
    compiled: Option<&'static [u8]>,
    tree: OnceCell<Result<Rc<Node>, ConditionError>>,
}

impl std::fmt::Debug for When {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("When").field("text", &self.text).field("tree", &self.tree()).finish()
    }
}

impl From<String> for When {
    fn from(text: String) -> Self {
        Self { text: text.into(), compiled: None, tree: OnceCell::new() }
    }
}

impl When {
    /// The condition as written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The condition as it was read.
    pub(crate) fn tree(&self) -> Result<&Rc<Node>, &ConditionError> {
        let compiled = || postcard::from_bytes(self.compiled?).ok();
        self.tree.get_or_init(|| compiled().unwrap_or_else(|| parse(&self.text)).map(Rc::new)).as_ref()
    }

    /// Does it surely not hold where `shell.expansions` is empty? Of a longer condition that is told by what stands first.
    pub(super) fn wants_expansions(&self) -> bool {
        let read = || self.tree().is_ok_and(|tree| wants_expansions(tree));
        self.text.contains("expansions") && read()
    }
}

impl When {
    /// Does it surely not hold where `shell.recursive` is false, and say nothing of redirections, for which it would speak
    /// whether it holds or not?
    pub(super) fn wants_recursion(&self) -> bool {
        let read = || self.tree().is_ok_and(|tree| wants_recursion(tree));
        self.text.contains("recursive") && !self.text.contains("redirects") && read()
    }
}

fn wants_recursion(node: &Node) -> bool {
    match &*node.expression {
        Expression::Every(parts) => parts.first().is_some_and(wants_recursion),
        _ => is_of_shell(node, "recursive"),
    }
}

fn wants_expansions(node: &Node) -> bool {
    match &*node.expression {
        Expression::Comprehension(Comprehension { kind: ComprehensionKind::Exists, over, .. }) => {
            is_of_shell(over, "expansions")
        }
        Expression::Every(parts) => parts.first().is_some_and(wants_expansions),
        _ => false,
    }
}

fn is_of_shell(node: &Node, name: &str) -> bool {
    let Expression::Select(of, field) = &*node.expression else { return false };
    field == name && matches!(&*of.expression, Expression::Name(name) if name == "shell")
}

impl Serialize for When {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let tree = postcard::to_allocvec(&self.tree().map(Rc::as_ref)).map_err(serde::ser::Error::custom)?;
        (&self.text, Bytes(&tree)).serialize(serializer)
    }
}

impl<'de: 'static> Deserialize<'de> for When {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (text, compiled): (Label, &'static [u8]) = Deserialize::deserialize(deserializer)?;
        Ok(Self { text, compiled: Some(compiled), tree: OnceCell::new() })
    }
}
