//! Evaluation of a condition's tree.
//!
//! Owns the operators and comprehensions. `&&`, `||`, `!`, `all` and `exists` are Kleene's: a part that is not known, or
//! that fails, does not matter where the others decide.

use super::functions;
use super::scene::Found;
use super::value::{Doubt, Element, Known, Map, Text, Value, equal, relation};
use super::{Condition, Scene};
use crate::policy::condition::syntax::{Comprehension, ComprehensionKind, Expression, Node, Operator};
use std::cell::Cell;
use std::rc::Rc;

/// Does the condition hold?
pub(super) fn evaluate(condition: &Condition, scene: &Scene<'_>, effort: &Cell<usize>) -> Result<bool, Doubt> {
    match value_of(condition, &condition.root, scene, effort)? {
        Value::Bool(holds) => Ok(holds),
        other => Err(Doubt::new(format!("the condition is {}, not a truth value", other.kind()))),
    }
}

/// The value of one part of a condition, outside of every comprehension.
pub(super) fn value_of<'a>(
    condition: &'a Condition,
    node: &'a Node,
    scene: &'a Scene<'a>,
    effort: &Cell<usize>,
) -> Known<'a> {
    let mut evaluation = Evaluation { condition, scene, variables: Vec::new(), effort: effort.get() };
    let value = evaluation.value(node);
    effort.set(evaluation.effort);
    value
}

/// The limit was passed.
pub(super) fn too_much_work() -> Doubt {
    Doubt::new("the condition takes too much work")
}

/// One evaluation under way.
pub(super) struct Evaluation<'a> {
    pub(super) condition: &'a Condition,
    pub(super) scene: &'a Scene<'a>,
    /// The variables of the comprehensions around, innermost last.
    variables: Vec<(&'a str, Known<'a>)>,
    /// How much work is left to it.
    pub(super) effort: usize,
}

impl<'a> Evaluation<'a> {
    /// Counts work.
    pub(super) fn charge(&mut self, amount: usize) -> Result<(), Doubt> {
        self.effort = self.effort.saturating_sub(amount);
        if self.effort == 0 { Err(too_much_work()) } else { Ok(()) }
    }

    /// The value of an expression; no deeper than [`crate::policy::condition::syntax::MAX_HEIGHT`].
    pub(super) fn value(&mut self, node: &'a Node) -> Known<'a> {
        self.charge(1)?;
        match &*node.expression {
            Expression::Null => Ok(Value::Null),
            Expression::Bool(value) => Ok(Value::Bool(*value)),
            Expression::Int(number) => Ok(Value::Int(*number)),
            Expression::Unsigned(number) => Ok(Value::Unsigned(*number)),
            Expression::Double(number) => Ok(Value::Double(*number)),
            Expression::Text(text) => Ok(Value::text(text.as_str())),
            Expression::Name(name) => self.variable(name),
            Expression::Select(of, field) => self.selected(of, field),
            Expression::Has(of, field) => {
                let map = self.value(of)?;
                self.has(&map, field).map(Value::Bool)
            }
            Expression::Index(of, at) => self.indexed(of, at),
            Expression::Call(target, function, arguments) => {
                functions::call(self, target.as_ref(), function, arguments)
            }
            Expression::Not(operand) => self.truth(operand, "`!`").map(|holds| Value::Bool(!holds)),
            Expression::Negate(operand) => negated(&self.value(operand)?),
            Expression::Every(parts) => self.joined(parts, false),
            Expression::Some(parts) => self.joined(parts, true),
            Expression::Binary(operator, left, right) => self.binary(*operator, left, right),
            Expression::Conditional(condition, then, otherwise) => self.conditional(condition, then, otherwise),
            Expression::List(items) => {
                Ok(Value::list(items.iter().map(|item| Element::once(self.value(item))).collect()))
            }
            Expression::Map(entries) => self.written_map(entries),
            Expression::Comprehension(comprehension) => self.comprehension(comprehension),
        }
    }

    fn variable(&mut self, name: &str) -> Known<'a> {
        match self.variables.iter().rev().find(|(bound, _)| *bound == name) {
            Some((_, value)) => value.clone(),
            None => self.scene.variable(name),
        }
    }

    /// The value of an expression that has to be true or false.
    fn truth(&mut self, node: &'a Node, operation: &str) -> Result<bool, Doubt> {
        match self.value(node)? {
            Value::Bool(holds) => Ok(holds),
            other => Err(Doubt::wrong_type(operation, &other)),
        }
    }

    /// `&&` (decided by a false part) or `||` (decided by a true one).
    fn joined(&mut self, parts: &'a [Node], decided_by: bool) -> Known<'a> {
        let mut doubt = None;
        for part in parts {
            match self.truth(part, if decided_by { "`||`" } else { "`&&`" }) {
                Ok(holds) if holds == decided_by => return Ok(Value::Bool(decided_by)),
                Ok(_) => {}
                Err(found) => doubt = doubt.or(Some(found)),
            }
        }
        doubt.map_or(Ok(Value::Bool(!decided_by)), Err)
    }

    fn conditional(&mut self, condition: &'a Node, then: &'a Node, otherwise: &'a Node) -> Known<'a> {
        let doubt = match self.truth(condition, "`?`") {
            Ok(true) => return self.value(then),
            Ok(false) => return self.value(otherwise),
            Err(doubt) => doubt,
        };
        match (self.value(then), self.value(otherwise)) {
            (Ok(then), Ok(otherwise)) if equal(&then, &otherwise) == Ok(true) => Ok(then),
            _ => Err(doubt),
        }
    }

    fn selected(&mut self, of: &'a Node, field: &str) -> Known<'a> {
        match self.value(of)? {
            Value::Map(map) => self.at_key(&map, field),
            other => Err(Doubt::new(format!("{} has no field `{field}`", other.kind()))),
        }
    }

    fn at_key(&mut self, map: &Map<'a>, key: &str) -> Known<'a> {
        match self.scene.lookup(map, key) {
            Found::Value(value) => value,
            Found::Absent => Err(Doubt::new(format!("the condition reads `{key}`, which is not there"))),
            Found::Perhaps(doubt) => Err(doubt),
        }
    }

    pub(super) fn has(&mut self, map: &Value<'a>, key: &str) -> Result<bool, Doubt> {
        let Value::Map(map) = map else { return Err(Doubt::wrong_type("`has`", map)) };
        match self.scene.lookup(map, key) {
            Found::Value(_) => Ok(true),
            Found::Absent => Ok(false),
            Found::Perhaps(doubt) => Err(doubt),
        }
    }

    fn indexed(&mut self, of: &'a Node, at: &'a Node) -> Known<'a> {
        let (of, at) = (self.value(of)?, self.value(at)?);
        let position = match &at {
            Value::Int(at) => usize::try_from(*at).ok(),
            Value::Unsigned(at) => usize::try_from(*at).ok(),
            _ => None,
        };
        let outside = || Doubt::new("the condition reads an element that is not there");
        match (&of, &at) {
            (Value::List(elements), Value::Int(_) | Value::Unsigned(_)) => {
                let position = position.ok_or_else(outside)?;
                // an element of unknown number moves all that follow
                let own = || elements.iter().filter(|element| !element.beyond);
                if let Some(doubt) = own().take(position.saturating_add(1)).find_map(|item| item.any.clone()) {
                    return Err(doubt);
                }
                own().nth(position).map_or_else(|| Err(outside()), |element| element.value.clone())
            }
            (Value::Map(map), Value::Text(key)) => self.at_key(map, key.settled()?),
            (Value::Text(text), Value::Int(_) | Value::Unsigned(_)) => {
                let character = text.settled()?.chars().nth(position.ok_or_else(outside)?).ok_or_else(outside)?;
                Ok(Value::text(character.to_string()))
            }
            _ => Err(Doubt::new(format!("{} cannot be indexed by {}", of.kind(), at.kind()))),
        }
    }

    fn written_map(&mut self, entries: &'a [(Node, Node)]) -> Known<'a> {
        let mut written = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            match self.value(key)? {
                Value::Text(key) => written.push((key.settled()?.to_owned(), self.value(value))),
                other => return Err(Doubt::wrong_type("a key of a map", &other)),
            }
        }
        Ok(Value::Map(Map::Written(Rc::new(written))))
    }

    fn binary(&mut self, operator: Operator, left: &'a Node, right: &'a Node) -> Known<'a> {
        let (left, right) = (self.value(left)?, self.value(right)?);
        self.charge(weight(&left).saturating_add(weight(&right)))?;
        match operator {
            Operator::Equal => equal(&left, &right).map(Value::Bool),
            Operator::NotEqual => equal(&left, &right).map(|same| Value::Bool(!same)),
            Operator::Less | Operator::LessOrEqual | Operator::Greater | Operator::GreaterOrEqual => {
                relation(operator, &left, &right).map(Value::Bool)
            }
            Operator::In => self.is_in(&left, &right).map(Value::Bool),
            Operator::Add => sum(left, right),
            Operator::Subtract | Operator::Multiply | Operator::Divide | Operator::Remainder => {
                functions::arithmetic(operator, &left, &right)
            }
        }
    }

    pub(super) fn is_in(&mut self, item: &Value<'a>, holder: &Value<'a>) -> Result<bool, Doubt> {
        match (item, holder) {
            (_, Value::List(elements)) => {
                let found = |element: &Element<'a>| element.value.clone().and_then(|value| equal(item, &value));
                some(elements.iter().map(|element| (found(element), element)))
            }
            (Value::Text(key), Value::Map(_)) => self.has(holder, key.settled()?),
            (_, Value::Map(_)) => Ok(false),
            (Value::Text(needle), Value::Text(text)) => functions::contains(text, needle),
            _ => Err(Doubt::wrong_type("`in`", holder)),
        }
    }

    fn comprehension(&mut self, comprehension: &'a Comprehension) -> Known<'a> {
        let elements = match self.value(&comprehension.over)? {
            Value::List(elements) => elements,
            Value::Map(map) => Rc::new(self.scene.keys(&map)),
            other => return Err(Doubt::wrong_type("a comprehension", &other)),
        };
        match (comprehension.kind, &comprehension.body) {
            (ComprehensionKind::Exists, Some(body)) => self.any_of(comprehension, &elements, body, true),
            (ComprehensionKind::All, Some(body)) => self.any_of(comprehension, &elements, body, false).map(not),
            (ComprehensionKind::ExistsOne, Some(body)) => self.exactly_one(comprehension, &elements, body),
            _ => self.collected(comprehension, &elements),
        }
    }

    /// Evaluates for one element.
    fn each<T>(
        &mut self,
        comprehension: &'a Comprehension,
        element: &Element<'a>,
        evaluate: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.variables.push((&comprehension.variable, element.value.clone()));
        let result = evaluate(self);
        self.variables.pop();
        result
    }

    /// Is the body `wanted` for some element?
    fn any_of(
        &mut self,
        comprehension: &'a Comprehension,
        elements: &[Element<'a>],
        body: &'a Node,
        wanted: bool,
    ) -> Known<'a> {
        let answers = elements.iter().filter(|element| wanted || !element.beyond).map(|element| {
            let found = self.each(comprehension, element, |evaluation| evaluation.truth(body, "a predicate"));
            (found.map(|holds| holds == wanted), element)
        });
        some(answers).map(Value::Bool)
    }

    fn exactly_one(&mut self, comprehension: &'a Comprehension, elements: &[Element<'a>], body: &'a Node) -> Known<'a> {
        let mut found = 0_usize;
        let mut doubt = None;
        for element in elements.iter().filter(|element| !element.beyond) {
            // a failure counts here whatever the others are, as CEL has it
            if self.each(comprehension, element, |evaluation| evaluation.truth(body, "a predicate"))? {
                found += usize::from(element.any.is_none());
                doubt = doubt.or_else(|| element.any.clone());
            }
        }
        match (found, doubt) {
            (2.., _) => Ok(Value::Bool(false)),
            (_, Some(doubt)) => Err(doubt),
            (count, None) => Ok(Value::Bool(count == 1)),
        }
    }

    /// `map` and `filter`.
    fn collected(&mut self, comprehension: &'a Comprehension, elements: &[Element<'a>]) -> Known<'a> {
        let mut collected = Vec::new();
        for element in elements {
            let kept = self.each(comprehension, element, |evaluation| {
                let doubt = match comprehension.filter.as_ref().map(|filter| evaluation.truth(filter, "a predicate")) {
                    Some(Ok(false)) => return None,
                    Some(Err(doubt)) => Some(doubt),
                    Some(Ok(true)) | None => None,
                };
                let value = match &comprehension.body {
                    Some(body) => evaluation.value(body),
                    None => element.value.clone(),
                };
                Some(Element { value, any: element.any.clone().or(doubt), beyond: element.beyond })
            });
            collected.extend(kept);
        }
        Ok(Value::list(collected))
    }
}

/// Is one of the answers yes? An element that may be none answers yes only perhaps.
fn some<'e, 'a: 'e>(answers: impl Iterator<Item = (Result<bool, Doubt>, &'e Element<'a>)>) -> Result<bool, Doubt> {
    let mut doubt = None;
    for (answer, element) in answers {
        match (answer, &element.any) {
            (Ok(false), _) => {}
            (Ok(true), None) => return Ok(true),
            (Ok(true), Some(any)) => doubt = doubt.or_else(|| Some(any.clone())),
            (Err(found), _) => doubt = doubt.or(Some(found)),
        }
    }
    doubt.map_or(Ok(false), Err)
}

fn not(value: Value<'_>) -> Value<'_> {
    match value {
        Value::Bool(holds) => Value::Bool(!holds),
        other => other,
    }
}

fn negated<'a>(value: &Value<'a>) -> Known<'a> {
    let overflow = || Doubt::new("a number does not fit into 64 bits");
    match value {
        Value::Int(number) => number.checked_neg().map(Value::Int).ok_or_else(overflow),
        Value::Double(number) => Ok(Value::Double(-number)),
        other => Err(Doubt::wrong_type("`-`", other)),
    }
}

fn sum<'a>(left: Value<'a>, right: Value<'a>) -> Known<'a> {
    match (left, right) {
        (Value::Text(left), Value::Text(right)) => Ok(left.followed_by(right)),
        (Value::List(left), Value::List(right)) => Ok(Value::list(left.iter().chain(right.iter()).cloned().collect())),
        (left, right) => functions::arithmetic(Operator::Add, &left, &right),
    }
}

/// How much work it is to look through a value.
pub(super) fn weight(value: &Value<'_>) -> usize {
    match value {
        Value::Text(Text::Known(text)) => text.len(),
        Value::Text(Text::Partly(_)) => 64,
        Value::List(elements) => elements.iter().fold(elements.len(), |sum, element| {
            sum.saturating_add(element.value.as_ref().map_or(0, |value| match value {
                Value::Text(Text::Known(text)) => text.len(),
                _ => 1,
            }))
        }),
        _ => 0,
    }
}
