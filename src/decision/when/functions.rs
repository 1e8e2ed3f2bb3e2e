//! The functions of conditions, and arithmetic.
//!
//! Owns the one table of functions. A function may be called on its first argument (`a.startsWith(b)`) or with it
//! (`startsWith(a, b)`).

use super::evaluate::{Evaluation, too_much_work, weight};
use super::value::{Doubt, Element, Known, Map, Text, Value, answer};
use crate::command::word::{Part, Word};
use crate::decision::text::{self, Regex, RegexError};
use crate::facts::FileKind;
use crate::policy::condition::syntax::{Node, Operator};
use crate::policy::pattern;
use crate::verdict::Match;

/// The most regular expressions that one condition remembers.
pub(super) const MAX_REGEXES: usize = 64;

/// A function: its name, and how many arguments it takes, the one it is called on included.
const FUNCTIONS: [(&str, usize); 18] = [
    ("size", 1),
    ("startsWith", 2),
    ("endsWith", 2),
    ("contains", 2),
    ("matches", 2),
    ("glob_matches", 2),
    ("string", 1),
    ("int", 1),
    ("uint", 1),
    ("double", 1),
    ("lowerAscii", 1),
    ("upperAscii", 1),
    ("trim", 1),
    ("split", 2),
    ("join", 2),
    ("exists", 2),
    ("is_file", 2),
    ("is_dir", 2),
];

/// Calls a function.
pub(super) fn call<'a>(
    evaluation: &mut Evaluation<'a>,
    target: Option<&'a Node>,
    function: &str,
    arguments: &'a [Node],
) -> Known<'a> {
    let mut values = Vec::with_capacity(arguments.len() + 1);
    for node in target.into_iter().chain(arguments) {
        let value = evaluation.value(node)?;
        evaluation.charge(weight(&value))?;
        values.push(value);
    }
    match values.as_slice() {
        [only] => of_one(evaluation, function, only),
        [first, second] => of_two(evaluation, function, first, second),
        _ => Err(no_such(function, values.len())),
    }
}

/// Why a function cannot be called with so many values; nothing where it can.
pub(super) fn misuse(function: &str, count: usize) -> Option<Doubt> {
    (!FUNCTIONS.contains(&(function, count))).then(|| no_such(function, count))
}

/// The names of the functions.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.iter().map(|(name, _)| *name)
}

fn no_such(function: &str, count: usize) -> Doubt {
    match FUNCTIONS.iter().find(|(name, _)| *name == function) {
        Some((_, wanted)) => Doubt::new(format!("{function}() takes {wanted} values, not {count}")),
        None => Doubt::new(format!("there is no function {function}()")),
    }
}

fn of_one<'a>(evaluation: &mut Evaluation<'a>, function: &str, value: &Value<'a>) -> Known<'a> {
    match (function, value) {
        ("size", _) => size(evaluation, value),
        ("string", Value::Text(_)) => Ok(value.clone()),
        ("string", Value::Int(number)) => Ok(Value::text(number.to_string())),
        ("string", Value::Unsigned(number)) => Ok(Value::text(number.to_string())),
        ("string", Value::Double(number)) => Ok(Value::text(number.to_string())),
        ("string", Value::Bool(holds)) => Ok(Value::text(holds.to_string())),
        ("int" | "uint" | "double", _) => number(function, value),
        ("lowerAscii", Value::Text(text)) => Ok(each_part(text, str::to_ascii_lowercase)),
        ("upperAscii", Value::Text(text)) => Ok(each_part(text, str::to_ascii_uppercase)),
        ("trim", Value::Text(Text::Known(text))) => Ok(Value::text(text.trim().to_owned())),
        ("trim", Value::Text(Text::Partly(word))) => Ok(unknown_like(word)),
        (_, other) if FUNCTIONS.contains(&(function, 1)) => Err(Doubt::wrong_type(&format!("{function}()"), other)),
        _ => Err(no_such(function, 1)),
    }
}

fn of_two<'a>(evaluation: &mut Evaluation<'a>, function: &str, first: &Value<'a>, second: &Value<'a>) -> Known<'a> {
    match (function, first, second) {
        ("startsWith", Value::Text(text), Value::Text(prefix)) => {
            let prefix = prefix.settled()?;
            text.ask(|text| text.starts_with(prefix), |word| text::starts_with(word, prefix))
        }
        ("endsWith", Value::Text(text), Value::Text(suffix)) => {
            let suffix = suffix.settled()?;
            text.ask(|text| text.ends_with(suffix), |word| text::ends_with(word, suffix))
        }
        ("contains", Value::Text(text), Value::Text(needle)) => contains(text, needle).map(Value::Bool),
        ("contains", holder @ (Value::List(_) | Value::Map(_)), item) => {
            evaluation.is_in(item, holder).map(Value::Bool)
        }
        ("matches", Value::Text(text), Value::Text(pattern)) => matches(evaluation, text, pattern.settled()?),
        ("glob_matches", Value::Text(pattern), Value::Text(text)) => {
            let pattern = pattern.settled()?.split('*').map(Into::into).collect();
            let pattern = pattern::Text { pieces: pattern };
            text.ask(|text| pattern.matches(text), |word| text::glob(word, &pattern))
        }
        ("split", Value::Text(text), Value::Text(separator)) => split(text, separator.settled()?),
        ("join", Value::List(items), Value::Text(separator)) => join(items, separator),
        ("exists" | "is_file" | "is_dir", Value::Map(Map::Fs), Value::Text(path)) => file(evaluation, function, path),
        (_, other, _) if FUNCTIONS.contains(&(function, 2)) => {
            Err(Doubt::new(format!("{function}() does not take {} and {}", other.kind(), second.kind())))
        }
        _ => Err(no_such(function, 2)),
    }
}

/// Does the text hold this one?
pub(super) fn contains(text: &Text<'_>, needle: &Text<'_>) -> Result<bool, Doubt> {
    let needle = needle.settled()?;
    match text {
        Text::Known(text) => Ok(text.contains(needle)),
        Text::Partly(word) => match text::contains(word, needle) {
            Match::Must => Ok(true),
            Match::Never => Ok(false),
            Match::May => Err(Doubt::about(word)),
        },
    }
}

fn matches<'a>(evaluation: &mut Evaluation<'a>, text: &Text<'_>, pattern: &str) -> Known<'a> {
    match evaluation.scene.regexes.get(pattern) {
        Some(translated) => search(evaluation, text, translated.regex()),
        None => {
            let regex = evaluation.condition.regex(pattern);
            search(evaluation, text, regex.as_ref().as_ref())
        }
    }
}

fn search<'a>(evaluation: &mut Evaluation<'a>, text: &Text<'_>, regex: Result<&Regex, &RegexError>) -> Known<'a> {
    let effort = &mut evaluation.effort;
    match (regex, text) {
        (Err(error), _) => Err(Doubt::new(error.to_string())),
        (Ok(regex), Text::Known(text)) => answer(regex.search_text_within(text, effort), too_much_work),
        (Ok(regex), Text::Partly(word)) => answer(regex.search_within(word, effort), || Doubt::about(word)),
    }
}

fn size<'a>(evaluation: &Evaluation<'a>, value: &Value<'a>) -> Known<'a> {
    let of_elements = |elements: &[Element<'a>]| {
        let own = || elements.iter().filter(|element| !element.beyond);
        let certain = count(own().filter(|element| element.any.is_none()).count());
        let open = own().any(|element| element.any.is_some());
        if open { Value::AtLeast(certain) } else { Value::Int(certain) }
    };
    match value {
        Value::Text(Text::Known(text)) => Ok(Value::Int(count(text.chars().count()))),
        Value::Text(Text::Partly(word)) => {
            let least = |part: &Part| match part {
                Part::Literal(text) => text.chars().count(),
                _ => 0,
            };
            Ok(Value::AtLeast(count(word.parts.iter().map(least).sum())))
        }
        Value::List(elements) => Ok(of_elements(elements)),
        Value::Map(map) => Ok(of_elements(&evaluation.scene.keys(map))),
        other => Err(Doubt::wrong_type("size()", other)),
    }
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn number<'a>(function: &str, value: &Value<'a>) -> Known<'a> {
    let text = match value {
        Value::Int(number) => number.to_string(),
        Value::Unsigned(number) => number.to_string(),
        Value::Double(number) if function == "double" => return Ok(Value::Double(*number)),
        Value::Double(number) => number.trunc().to_string(),
        Value::Text(text) => text.settled()?.to_owned(),
        other => return Err(Doubt::wrong_type(&format!("{function}()"), other)),
    };
    let number = match function {
        "int" => text.parse().ok().map(Value::Int),
        "uint" => text.parse().ok().map(Value::Unsigned),
        _ => text.parse().ok().map(Value::Double),
    };
    number.ok_or_else(|| Doubt::new(format!("{function}() cannot read {text:?}")))
}

/// Changes the letters of a text.
fn each_part<'a>(text: &Text<'_>, change: fn(&str) -> String) -> Value<'a> {
    let word = match text {
        Text::Known(text) => return Value::text(change(text)),
        Text::Partly(word) => word,
    };
    let change_part = |part: &Part| match part {
        Part::Literal(text) => Part::Literal(change(text).into()),
        Part::Choice(texts) => Part::Choice(texts.iter().map(|text| change(text)).collect()),
        Part::Unknown(unknown) => Part::Unknown(unknown.clone()),
        Part::Glob(glob) => Part::from(crate::command::word::Unknown::any(&*glob.text)),
    };
    Value::owned_word(Word { parts: word.parts.iter().map(change_part).collect(), ..Word::default() })
}

fn unknown_like<'a>(word: &Word) -> Value<'a> {
    Value::owned_word(Word::unknown(word.doubts().join(""), word.span))
}

fn split<'a>(text: &Text<'_>, separator: &str) -> Known<'a> {
    let text = text.settled()?;
    let element = |piece: &str| Element::once(Ok(Value::text(piece.to_owned())));
    if separator.is_empty() {
        return Ok(Value::list(text.chars().map(|character| element(&character.to_string())).collect()));
    }
    Ok(Value::list(text.split(separator).map(element).collect()))
}

fn join<'a>(items: &[Element<'a>], separator: &Text<'a>) -> Known<'a> {
    let mut joined = Text::Known("".into());
    for (index, item) in items.iter().filter(|item| !item.beyond).enumerate() {
        if let Some(doubt) = &item.any {
            return Err(doubt.clone());
        }
        if index > 0 {
            joined = as_text(joined.followed_by(separator.clone()))?;
        }
        joined = as_text(joined.followed_by(as_text(item.value.clone()?)?))?;
    }
    Ok(Value::Text(joined))
}

fn as_text(value: Value<'_>) -> Result<Text<'_>, Doubt> {
    match value {
        Value::Text(text) => Ok(text),
        other => Err(Doubt::wrong_type("join()", &other)),
    }
}

/// `fs.exists`, `fs.is_file`, `fs.is_dir`
fn file<'a>(evaluation: &mut Evaluation<'a>, function: &str, path: &Text<'_>) -> Known<'a> {
    let paths = match path {
        Text::Known(path) => vec![path.to_string()],
        Text::Partly(word) => text::spelled_out(word).ok_or_else(|| Doubt::about(word))?,
    };
    let mut answers = Vec::new();
    for path in &paths {
        answers.extend(evaluation.scene.file_kinds(path)?.into_iter().map(|kind| match function {
            "exists" => kind != FileKind::Missing,
            "is_file" => kind == FileKind::File,
            _ => kind == FileKind::Directory,
        }));
    }
    match answers.first() {
        Some(&first) if answers.iter().all(|&other| other == first) => Ok(Value::Bool(first)),
        _ => Err(Doubt::new("which file is meant is not known")),
    }
}

/// `+`, `-`, `*`, `/`, `%` between numbers of one kind.
pub(super) fn arithmetic<'a>(operator: Operator, left: &Value<'a>, right: &Value<'a>) -> Known<'a> {
    let overflow = || Doubt::new("a number does not fit, or is divided by zero");
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => match operator {
            Operator::Add => left.checked_add(*right),
            Operator::Subtract => left.checked_sub(*right),
            Operator::Multiply => left.checked_mul(*right),
            Operator::Divide => left.checked_div(*right),
            _ => left.checked_rem(*right),
        }
        .map(Value::Int)
        .ok_or_else(overflow),
        (Value::Unsigned(left), Value::Unsigned(right)) => match operator {
            Operator::Add => left.checked_add(*right),
            Operator::Subtract => left.checked_sub(*right),
            Operator::Multiply => left.checked_mul(*right),
            Operator::Divide => left.checked_div(*right),
            _ => left.checked_rem(*right),
        }
        .map(Value::Unsigned)
        .ok_or_else(overflow),
        (Value::Double(left), Value::Double(right)) => match operator {
            Operator::Add => Ok(Value::Double(left + right)),
            Operator::Subtract => Ok(Value::Double(left - right)),
            Operator::Multiply => Ok(Value::Double(left * right)),
            Operator::Divide => Ok(Value::Double(left / right)),
            _ => Err(Doubt::new("`%` takes integers")),
        },
        (Value::AtLeast(_), Value::Int(_) | Value::AtLeast(_)) | (Value::Int(_), Value::AtLeast(_)) => {
            Err(Doubt::new("how many there are is not known"))
        }
        _ => Err(Doubt::new(format!("{} and {} cannot be computed with", left.kind(), right.kind()))),
    }
}
