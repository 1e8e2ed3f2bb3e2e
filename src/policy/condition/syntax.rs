//! The tree of a condition.
//!
//! Owns the shapes. A tree is never higher than [`MAX_HEIGHT`], so that walking it cannot exhaust the stack; chains of
//! `&&` and `||`, which people do write long, are one node each.

use serde::{Deserialize, Serialize};

use crate::policy::Label;

/// How high a tree may be: operators, calls and parentheses inside each other.
pub(crate) const MAX_HEIGHT: u16 = 96;

/// An expression with its height.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub(crate) struct Node {
    pub(crate) expression: Box<Expression>,
    pub(crate) height: u16,
}

/// What an expression is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub(crate) enum Expression {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// `1`
    Int(i64),
    /// `1u`
    Unsigned(u64),
    /// `1.5`
    Double(f64),
    /// `'…'`
    Text(Label),
    /// A variable.
    Name(Label),
    /// `of.field`
    Select(Node, Label),
    /// `has(of.field)`
    Has(Node, Label),
    /// `of[at]`
    Index(Node, Node),
    /// `function(…)` or `target.function(…)`
    Call(Option<Node>, Label, Vec<Node>),
    /// `!`
    Not(Node),
    /// `-`
    Negate(Node),
    /// `a && b && …`
    Every(Vec<Node>),
    /// `a || b || …`
    Some(Vec<Node>),
    /// Any other operator between two.
    Binary(Operator, Node, Node),
    /// `condition ? then : otherwise`
    Conditional(Node, Node, Node),
    /// `[…]`
    List(Vec<Node>),
    /// `{key: value, …}`
    Map(Vec<(Node, Node)>),
    /// `over.exists(variable, body)` and its kin.
    Comprehension(Comprehension),
}

/// The operators between two.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Operator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    In,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

/// An expression that is evaluated for each element.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub(crate) struct Comprehension {
    pub(crate) kind: ComprehensionKind,
    pub(crate) over: Node,
    pub(crate) variable: Label,
    /// Which elements: `filter`'s predicate, or the first of `map` with two.
    pub(crate) filter: Option<Node>,
    /// The predicate, or what `map` makes of an element; none for `filter`.
    pub(crate) body: Option<Node>,
}

/// The comprehensions of CEL.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum ComprehensionKind {
    All,
    Exists,
    ExistsOne,
    /// `map` and `filter`
    Collect,
}

impl Expression {
    /// The node of this expression, whose height follows from its parts'.
    pub(crate) fn over(self, heights: impl IntoIterator<Item = u16>) -> Node {
        let height = heights.into_iter().max().unwrap_or(0).saturating_add(1);
        Node { expression: Box::new(self), height }
    }

    /// The node of an expression without parts.
    pub(crate) fn leaf(self) -> Node {
        self.over([])
    }
}

impl Node {
    /// Visits this node and every node below it; no deeper than [`MAX_HEIGHT`].
    pub(crate) fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Node)) {
        visit(self);
        match &*self.expression {
            Expression::Null
            | Expression::Bool(_)
            | Expression::Int(_)
            | Expression::Unsigned(_)
            | Expression::Double(_)
            | Expression::Text(_)
            | Expression::Name(_) => {}
            Expression::Select(of, _) | Expression::Has(of, _) | Expression::Not(of) | Expression::Negate(of) => {
                of.walk(visit);
            }
            Expression::Index(left, right) | Expression::Binary(_, left, right) => {
                left.walk(visit);
                right.walk(visit);
            }
            Expression::Call(target, _, arguments) => {
                target.iter().chain(arguments).for_each(|node| node.walk(visit));
            }
            Expression::Every(parts) | Expression::Some(parts) | Expression::List(parts) => {
                parts.iter().for_each(|part| part.walk(visit));
            }
            Expression::Map(entries) => entries.iter().for_each(|(key, value)| {
                key.walk(visit);
                value.walk(visit);
            }),
            Expression::Conditional(condition, then, otherwise) => {
                [condition, then, otherwise].into_iter().for_each(|node| node.walk(visit));
            }
            Expression::Comprehension(comprehension) => {
                let Comprehension { over, filter, body, .. } = comprehension;
                [Some(over), filter.as_ref(), body.as_ref()].into_iter().flatten().for_each(|node| node.walk(visit));
            }
        }
    }
}
