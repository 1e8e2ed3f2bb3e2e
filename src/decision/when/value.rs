//! The values that a condition computes with.
//!
//! Owns them and their comparison. A value that is not known, and a failure, are both a [`Doubt`]: whatever depends on it
//! is neither true nor false, unless every way of settling it gives the same.

use smallvec::smallvec;

use crate::command::word::{Count, Part, Parts, Unknown, Word};
use crate::decision::text;
use crate::policy::condition::syntax::Operator;
use crate::verdict::Match;
use std::borrow::Cow;
use std::cmp::Ordering;
use std::rc::Rc;

const PERHAPS_ARGUMENT: &str = "which words are arguments is not known";

/// Why a value is not known, or why there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Doubt {
    pub(super) why: Rc<str>,
}

impl Doubt {
    pub(super) fn new(why: impl Into<Rc<str>>) -> Self {
        Self { why: why.into() }
    }

    /// Something depends on what a word is.
    pub(super) fn about(word: &Word) -> Self {
        Self::new(format!("`{}` is not known", word.doubts().join("`, `")))
    }

    /// An operation meets a value that it does not take.
    pub(super) fn wrong_type(operation: &str, value: &Value<'_>) -> Self {
        Self::new(format!("{operation} does not take {}", value.kind()))
    }
}

/// A value, if it is known.
pub(super) type Known<'a> = Result<Value<'a>, Doubt>;

/// A value.
#[derive(Clone, Debug)]
pub(super) enum Value<'a> {
    Null,
    Bool(bool),
    Int(i64),
    Unsigned(u64),
    Double(f64),
    /// An integer of which only the least value is known: the length of something.
    AtLeast(i64),
    Text(Text<'a>),
    List(Rc<Vec<Element<'a>>>),
    Map(Map<'a>),
}

/// A text, as far as it is known.
#[derive(Clone, Debug)]
pub(super) enum Text<'a> {
    Known(Cow<'a, str>),
    /// Always one word.
    Partly(Cow<'a, Word>),
}

/// An element of a list.
#[derive(Clone, Debug)]
pub(super) struct Element<'a> {
    pub(super) value: Known<'a>,
    /// Set when it stands for zero or more elements, each such a value: why that is not known.
    pub(super) any: Option<Doubt>,
    /// It is found where one is looked for, and is no element otherwise.
    pub(super) beyond: bool,
}

/// Something with keys: looked up only when asked.
#[derive(Clone, Debug)]
pub(super) enum Map<'a> {
    Env,
    Flags,
    Vars,
    FlagGroups,
    Paths,
    Definitions,
    DefinitionVars,
    Redirect(&'a super::SceneRedirect),
    Pipe,
    Shell,
    Fs,
    Git,
    Effects,
    /// Keys that are known texts.
    Written(Rc<Vec<(String, Known<'a>)>>),
}

impl<'a> Value<'a> {
    pub(super) fn text(text: impl Into<Cow<'a, str>>) -> Self {
        Self::Text(Text::Known(text.into()))
    }

    /// One of the words that a word becomes.
    pub(super) fn one_word(word: &'a Word) -> Self {
        match word.known() {
            Some(text) => Self::text(text),
            None => Self::Text(Text::Partly(single(Cow::Borrowed(word)))),
        }
    }

    pub(super) fn owned_word(word: Word) -> Self {
        match word.known() {
            Some(text) => Self::text(text.to_owned()),
            None => Self::Text(Text::Partly(single(Cow::Owned(word)))),
        }
    }

    /// One of these texts, it is not known which.
    pub(super) fn choice(mut texts: Vec<String>) -> Self {
        texts.sort_unstable();
        texts.dedup();
        if texts.len() == 1 {
            return Self::text(texts.pop().unwrap_or_default());
        }
        Self::owned_word(Word { parts: smallvec![Part::Choice(texts)], ..Word::default() })
    }

    pub(super) fn list(elements: Vec<Element<'a>>) -> Self {
        Self::List(Rc::new(elements))
    }

    /// What it is, for messages.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a truth value",
            Self::Int(_) | Self::Unsigned(_) | Self::AtLeast(_) => "an integer",
            Self::Double(_) => "a number",
            Self::Text(_) => "a string",
            Self::List(_) => "a list",
            Self::Map(_) => "a map",
        }
    }
}

/// The same parts as exactly one word.
fn single(word: Cow<'_, Word>) -> Cow<'_, Word> {
    match word.count {
        Count::One => word,
        Count::Any if word.is_glob() => Cow::Owned(Word { count: Count::One, ..word.into_owned() }),
        Count::Any => {
            let (source, never_flag) = (word.doubts().join(""), word.never_flag);
            Cow::Owned(Word { never_flag, ..Word::unknown(source, word.span) })
        }
    }
}

impl<'a> Element<'a> {
    pub(super) fn once(value: Known<'a>) -> Self {
        Self { value, any: None, beyond: false }
    }

    /// What a word becomes.
    pub(super) fn of(word: &'a Word) -> Self {
        if word.count == Count::Any
            && let [Part::Literal(text)] = word.parts.as_slice()
        {
            // it is this text, if it is an argument
            return Self {
                value: Ok(Value::text(text.as_str())),
                any: Some(Doubt::new(PERHAPS_ARGUMENT)),
                beyond: false,
            };
        }
        let any = (word.count == Count::Any)
            .then(|| Doubt::new(format!("how many words `{}` becomes is not known", word.doubts().join("`, `"))));
        Self { value: Ok(Value::one_word(word)), any, beyond: false }
    }

    /// Zero or more elements of which nothing is known.
    pub(super) fn others(why: &str) -> Self {
        Self { value: Err(Doubt::new(why)), any: Some(Doubt::new(why)), beyond: false }
    }
}

impl<'a> Text<'a> {
    /// The text, or the doubt about it.
    pub(super) fn settled(&self) -> Result<&str, Doubt> {
        match self {
            Self::Known(text) => Ok(text),
            Self::Partly(word) => Err(Doubt::about(word)),
        }
    }

    /// Asks a known text or an abstract word.
    pub(super) fn ask(&self, known: impl FnOnce(&str) -> bool, partly: impl FnOnce(&Word) -> Match) -> Known<'static> {
        match self {
            Self::Known(text) => Ok(Value::Bool(known(text))),
            Self::Partly(word) => answer(partly(word), || Doubt::about(word)),
        }
    }

    /// Both texts, one after the other.
    pub(super) fn followed_by(self, next: Self) -> Value<'a> {
        if let (Self::Known(left), Self::Known(right)) = (&self, &next) {
            return Value::text(format!("{left}{right}"));
        }
        let mut parts = Parts::new();
        for part in self.into_parts().into_iter().chain(next.into_parts()) {
            match (parts.last_mut(), part) {
                (Some(Part::Literal(before)), Part::Literal(text)) => before.push_str(&text),
                (_, part) => parts.push(part),
            }
        }
        Value::owned_word(Word { parts, ..Word::default() })
    }

    /// The parts, fit to stand beside others: whether a glob was expanded or left as written is decided for each word.
    fn into_parts(self) -> Parts {
        match self {
            Self::Known(text) if text.is_empty() => Parts::new(),
            Self::Known(text) => smallvec![Part::Literal(text.into())],
            Self::Partly(word) => {
                let apart = |part: Part| match part {
                    Part::Glob(glob) => Part::from(Unknown::any(glob.text.clone())),
                    other => other,
                };
                word.into_owned().parts.into_iter().map(apart).collect()
            }
        }
    }
}

/// A three-valued answer as a value.
pub(super) fn answer<'a>(matched: Match, doubt: impl FnOnce() -> Doubt) -> Known<'a> {
    match matched {
        Match::Must => Ok(Value::Bool(true)),
        Match::Never => Ok(Value::Bool(false)),
        Match::May => Err(doubt()),
    }
}

/// Are they equal? Values of different kinds are not; numbers compare by what they count.
pub(super) fn equal(left: &Value<'_>, right: &Value<'_>) -> Result<bool, Doubt> {
    match (left, right) {
        (Value::Null, Value::Null) => Ok(true),
        (Value::Bool(left), Value::Bool(right)) => Ok(left == right),
        (Value::Text(left), Value::Text(right)) => texts_equal(left, right),
        (Value::List(left), Value::List(right)) => lists_equal(left, right),
        (Value::Map(_), Value::Map(_)) => Err(Doubt::new("maps are not compared")),
        (Value::AtLeast(_), _) | (_, Value::AtLeast(_)) => match at_least(Operator::Equal, left, right) {
            Some(settled) => settled,
            None => Ok(false),
        },
        _ => Ok(order(left, right) == Some(Ordering::Equal)),
    }
}

fn texts_equal(left: &Text<'_>, right: &Text<'_>) -> Result<bool, Doubt> {
    let (matched, word) = match (left, right) {
        (Text::Known(left), Text::Known(right)) => return Ok(left == right),
        (Text::Partly(word), Text::Known(text)) | (Text::Known(text), Text::Partly(word)) => {
            (text::equals(word, text), word)
        }
        (Text::Partly(left), Text::Partly(right)) => (text::same(left, right), left),
    };
    match matched {
        Match::Must => Ok(true),
        Match::Never => Ok(false),
        Match::May => Err(Doubt::about(word)),
    }
}

fn lists_equal(left: &[Element<'_>], right: &[Element<'_>]) -> Result<bool, Doubt> {
    let [left, right] = [left, right].map(|list| list.iter().filter(|element| !element.beyond).collect::<Vec<_>>());
    let certain = |list: &[&Element<'_>]| list.iter().filter(|element| element.any.is_none()).count();
    let any = left.iter().chain(&right).find_map(|element| element.any.clone());
    if let Some(doubt) = any {
        let open = |list: &[&Element<'_>]| certain(list) < list.len();
        let longer = |one: &[&Element<'_>], other: &[&Element<'_>]| !open(other) && certain(one) > other.len();
        let too_long = longer(&right, &left) || longer(&left, &right);
        return if too_long { Ok(false) } else { Err(doubt) };
    }
    if left.len() != right.len() {
        return Ok(false);
    }
    let mut doubt = None;
    for (left, right) in left.iter().zip(right) {
        let both = left.value.as_ref().and_then(|left| right.value.as_ref().map(|right| (left, right)));
        match both.map_err(Clone::clone).and_then(|(left, right)| equal(left, right)) {
            Ok(true) => {}
            Ok(false) => return Ok(false),
            Err(found) => doubt = doubt.or(Some(found)),
        }
    }
    doubt.map_or(Ok(true), Err)
}

/// `<`, `<=`, `>`, `>=`
pub(super) fn relation(operator: Operator, left: &Value<'_>, right: &Value<'_>) -> Result<bool, Doubt> {
    if let Some(settled) = at_least(operator, left, right) {
        return settled;
    }
    if let (Value::Text(left), Value::Text(right)) = (left, right) {
        return Ok(holds(operator, left.settled()?.cmp(right.settled()?)));
    }
    match order(left, right) {
        Some(order) => Ok(holds(operator, order)),
        None => Err(Doubt::new(format!("{} and {} have no order", left.kind(), right.kind()))),
    }
}

fn holds(operator: Operator, order: Ordering) -> bool {
    match operator {
        Operator::Less => order.is_lt(),
        Operator::LessOrEqual => order.is_le(),
        Operator::Greater => order.is_gt(),
        Operator::GreaterOrEqual => order.is_ge(),
        _ => order.is_eq(),
    }
}

/// Numbers and truth values.
fn order(left: &Value<'_>, right: &Value<'_>) -> Option<Ordering> {
    match (left, right) {
        (Value::Bool(left), Value::Bool(right)) => Some(left.cmp(right)),
        (Value::Double(left), Value::Double(right)) => left.partial_cmp(right),
        (Value::Double(left), right) => left.partial_cmp(&(whole(right)? as f64)),
        (left, Value::Double(right)) => (whole(left)? as f64).partial_cmp(right),
        (left, right) => Some(whole(left)?.cmp(&whole(right)?)),
    }
}

fn whole(value: &Value<'_>) -> Option<i128> {
    match value {
        Value::Int(number) => Some(i128::from(*number)),
        Value::Unsigned(number) => Some(i128::from(*number)),
        _ => None,
    }
}

/// Relations of which one side is only known from below; `None` when neither is, or the other is no integer.
fn at_least(operator: Operator, left: &Value<'_>, right: &Value<'_>) -> Option<Result<bool, Doubt>> {
    let (least, operator, bound) = match (left, right) {
        (Value::AtLeast(least), other) => (*least, operator, whole(other)),
        (other, Value::AtLeast(least)) => (*least, mirrored(operator), whole(other)),
        _ => return None,
    };
    let doubt = || Doubt::new("how many there are is not known");
    let least = i128::from(least);
    let Some(bound) = bound else {
        // another length, or a kind of value that no integer equals
        let comparable =
            matches!((left, right), (Value::AtLeast(_) | Value::Double(_), Value::AtLeast(_) | Value::Double(_)));
        return comparable.then(|| Err(doubt()));
    };
    let settled = match operator {
        Operator::Less => (least >= bound).then_some(false),
        Operator::LessOrEqual => (least > bound).then_some(false),
        Operator::Greater => (least > bound).then_some(true),
        Operator::GreaterOrEqual => (least >= bound).then_some(true),
        _ => (least > bound).then_some(false),
    };
    Some(settled.ok_or_else(doubt))
}

/// The operator when the sides are exchanged.
fn mirrored(operator: Operator) -> Operator {
    match operator {
        Operator::Less => Operator::Greater,
        Operator::LessOrEqual => Operator::GreaterOrEqual,
        Operator::Greater => Operator::Less,
        Operator::GreaterOrEqual => Operator::LessOrEqual,
        other => other,
    }
}
