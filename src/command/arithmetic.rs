//! Arithmetic: what runs inside an expression, what it assigns, and its value where that is constant.
//!
//! Owns the judgement whether a value that is evaluated as arithmetic could run code (`a[$(cmd)]`), and a small evaluator
//! for constants. Refuses to guess: what it does not compute is some number.

use foldhash::HashSet;

use super::assigning::Stretch;
use super::expand::{Style, Within, is_name};
use super::fields::Fields;
use super::special::{is_computed_by, is_dynamic, is_made_of_line};
use super::value::{CODE, Text, Value, Variable, is_integer};
use super::walk::Walker;
use crate::shell::ast;

/// How deep names in values are followed.
const MAX_NAMES: usize = 8;

/// How deep parentheses and signs may nest in an expression that is computed.
const MAX_PARENTHESES: usize = 32;

/// The longest expression that is computed, in bytes.
const MAX_EXPRESSION: usize = 256;

impl Walker<'_> {
    /// Evaluates an expression: its expansions run, its names are read and assigned. The result is a number.
    pub(super) fn arithmetic(&mut self, expression: &ast::Arithmetic) -> Text {
        let shown = format!("$(({}))", self.shown(expression.span));
        let mut written = Some(String::new());
        let mut shape = Some(String::new());
        let mut stretches = Vec::new();
        for part in &expression.parts {
            let text = self.arithmetic_part(part, expression);
            stretches.push(Stretch::of(&text));
            let is_number = text.is_numeric() && text.is_empty() == Some(false);
            let like = text.known().or(is_number.then_some("1"));
            shape = shape.zip(like).map(|(shape, like)| shape + like);
            match (&mut written, text.known()) {
                (Some(all), Some(text)) if all.len() + text.len() < MAX_EXPRESSION => all.push_str(text),
                _ => written = None,
            }
        }
        for name in &expression.names {
            self.evaluated_name(name, expression, 0);
        }
        self.put_together(&stretches, expression);
        let value = written.as_deref().and_then(|text| self.constant(text));
        let fails = value.is_none() && !shape.is_some_and(|shape| self.surely_counts(&shape));
        if fails {
            self.may_fail();
        }
        if expression.assigned.is_empty() {
            return value.map_or_else(|| Text::numeric(shown), |number| Text::literal(number.to_string()));
        }
        self.assign_numbers(expression, written.as_deref().filter(|_| !fails));
        Text::numeric(shown)
    }

    fn assign_numbers(&mut self, expression: &ast::Arithmetic, written: Option<&str>) {
        let surely = written.is_some_and(|text| !text.contains("&&") && !text.contains("||") && !text.contains('?'));
        let alone = written.and_then(|text| text.split_once('=')).and_then(|(name, value)| {
            let (name, plain) = (name.trim(), !value.starts_with('='));
            (plain && expression.assigned.iter().any(|assigned| assigned == name)).then_some(value)
        });
        let number = alone.and_then(|value| self.constant(value)).filter(|_| expression.assigned.len() == 1 && surely);
        // the other elements of an array stay
        let bracket =
            |part: &ast::Part| matches!(part, ast::Part::Bare(text) | ast::Part::Quoted(text) if text.contains('['));
        let element = expression.parts.iter().any(bracket);
        for name in &expression.assigned {
            let source = format!("${name}");
            let value = number.map_or_else(|| Text::numeric(&source), |number| Text::literal(number.to_string()));
            let mark = self.state.mark();
            let stored = if element { Value::Unknown } else { Value::Text(value.clone()) };
            self.assign(name, stored, expression.span);
            if !surely {
                self.state.join_untouched(mark);
            }
            self.note_assignment(name, value, expression.span);
        }
    }

    /// What one part of the expression's text is; whatever it holds is evaluated again.
    fn arithmetic_part(&mut self, part: &ast::Part, expression: &ast::Arithmetic) -> Text {
        let literal = matches!(part, ast::Part::Bare(_) | ast::Part::Quoted(_));
        let mut fields = Fields::default();
        self.part(part, Within { style: Style::Quoted }, &mut fields);
        let text = fields.into_text();
        if !literal && !self.holds_environment(part) {
            self.evaluated(&text, expression, 0);
        }
        text
    }

    /// Is this a variable or parameter whose value is a number, or came from outside of the line and names nothing that the
    /// line could make code of?
    pub(super) fn is_from_outside(&self, name: &str) -> bool {
        if !is_name(name) {
            let is_number = matches!(name, "?" | "$" | "!" | "#");
            let is_outside = name != "-" && self.state.shell().positional.is_none();
            return is_number || is_outside && self.state.outside_is_harmless(name);
        }
        match self.state.touched(name) {
            Some(variable) => variable.plain_number && (!variable.outside || self.state.outside_is_harmless(name)),
            None if is_made_of_line(name) => false,
            None => {
                is_dynamic(name) && is_computed_by(self.dialect, name)
                    || self.state.variable(name).plain_number && self.state.outside_is_harmless(name)
            }
        }
    }

    /// Is it a plain reference to such a variable?
    fn holds_environment(&self, part: &ast::Part) -> bool {
        let plain = |parameter: &ast::Parameter| !parameter.indirect && self.is_from_outside(&parameter.name);
        match part {
            ast::Part::Parameter(parameter) => match &parameter.operation {
                ast::ParameterOperation::Value => plain(parameter),
                ast::ParameterOperation::Length => true,
                _ => false,
            },
            ast::Part::DoubleQuoted(parts) => {
                parts.iter().all(|part| matches!(part, ast::Part::Quoted(_)) || self.holds_environment(part))
            }
            _ => false,
        }
    }

    /// Does a word hold nothing but plain text and variables that the line never touched?
    pub(super) fn only_environment(&self, word: &ast::Word) -> bool {
        word.parts
            .iter()
            .all(|part| matches!(part, ast::Part::Bare(_) | ast::Part::Quoted(_)) || self.holds_environment(part))
    }

    pub(super) fn evaluated_name(&mut self, name: &str, expression: &ast::Arithmetic, depth: usize) {
        if self.is_from_outside(name) {
            return;
        }
        let variable = self.seen(name);
        let source = format!("${name}");
        let text = match &variable.value {
            Value::Array(words) if words.iter().any(|word| !Text::of_word(word).is_numeric()) => Text::unknown(&source),
            Value::Unset => return,
            _ => variable.plain(&source),
        };
        self.evaluated(&text, expression, depth);
    }

    /// A value is evaluated as arithmetic: unless it is surely harmless, it may run code.
    fn evaluated(&mut self, text: &Text, expression: &ast::Arithmetic, depth: usize) {
        if text.is_numeric() || text.is_empty() == Some(true) {
            return;
        }
        let Some(alternatives) = text.alternatives() else {
            let shown = text.clone().into_word(expression.span).display();
            self.doubt(format!("arithmetic evaluates a value that is not known: {shown}"), expression.span);
            return;
        };
        let alternatives: Vec<String> = alternatives.into_iter().map(str::to_owned).collect();
        for alternative in alternatives {
            if alternative.contains(CODE) || depth >= MAX_NAMES {
                self.doubt(
                    format!("arithmetic evaluates a value that may run code: {}", super::walk::shorten(&alternative)),
                    expression.span,
                );
                return;
            }
            for name in alternative
                .split(|char: char| char != '_' && !char.is_ascii_alphanumeric())
                .filter(|name| is_name(name))
            {
                if !self.step(1) {
                    return;
                }
                self.evaluated_name(name, expression, depth + 1);
            }
            self.assigned_by(&alternative, &HashSet::default(), expression.span);
        }
    }

    /// A text that a builtin or `[[` evaluates as arithmetic.
    pub(super) fn evaluated_text(&mut self, text: &Text, span: crate::input::Span) {
        let expression = ast::Arithmetic { span, ..ast::Arithmetic::default() };
        self.evaluated(text, &expression, 0);
    }

    /// The value of a constant expression.
    pub(super) fn constant(&self, text: &str) -> Option<i64> {
        let mut reader = Reader { text: text.trim(), depth: 0, lookup: &|name| self.number(name) };
        let value = reader.binary(0)?;
        reader.text.trim_start().is_empty().then_some(value)
    }

    fn number(&self, name: &str) -> Option<i64> {
        let variable: &Variable = self.state.touched(name)?;
        let text = variable.plain("");
        plain_number(text.known().unwrap_or("?"))
    }

    /// The known value of an expression that assigns nothing, for offsets.
    pub(super) fn offset(&mut self, expression: &ast::Arithmetic) -> Option<i64> {
        self.arithmetic(expression).known().and_then(plain_number)
    }
}

/// A decimal number as arithmetic reads it; octal is left alone.
pub(super) fn plain_number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let octal = digits.len() > 1 && digits.starts_with('0');
    (is_integer(text) && !octal).then(|| text.parse().ok()).flatten()
}

struct Reader<'t> {
    text: &'t str,
    depth: usize,
    lookup: &'t dyn Fn(&str) -> Option<i64>,
}

/// Operators by how tightly they bind; the longer spellings first.
const OPERATORS: [(&str, u8); 13] = [
    ("==", 1),
    ("!=", 1),
    ("<=", 2),
    (">=", 2),
    ("**", 9),
    ("<", 2),
    (">", 2),
    ("+", 4),
    ("-", 4),
    ("*", 5),
    ("/", 5),
    ("%", 5),
    (",", 0),
];

impl Reader<'_> {
    fn binary(&mut self, weakest: u8) -> Option<i64> {
        let mut left = self.operand()?;
        loop {
            self.text = self.text.trim_start();
            let Some((operator, strength)) = OPERATORS.iter().find(|(operator, _)| self.text.starts_with(operator))
            else {
                return Some(left);
            };
            let rest = self.text.get(operator.len()..)?;
            // assignments, shifts and the like are not computed
            if *strength < weakest
                || rest.starts_with('=')
                || (matches!(*operator, "<" | ">") && rest.starts_with(['<', '>']))
            {
                return if *strength < weakest { Some(left) } else { None };
            }
            self.text = rest;
            let right = self.binary(strength + 1)?;
            left = apply(operator, left, right)?;
        }
    }

    fn operand(&mut self) -> Option<i64> {
        self.depth += 1;
        if self.depth > MAX_PARENTHESES {
            return None;
        }
        self.text = self.text.trim_start();
        let value = if let Some(rest) = self.text.strip_prefix('(') {
            self.text = rest;
            let value = self.binary(0)?;
            self.text = self.text.trim_start().strip_prefix(')')?;
            value
        } else if let Some(rest) = self.text.strip_prefix('-').filter(|rest| !rest.starts_with('-')) {
            self.text = rest;
            self.operand()?.checked_neg()?
        } else {
            let end =
                self.text.find(|char: char| char != '_' && !char.is_ascii_alphanumeric()).unwrap_or(self.text.len());
            let (word, rest) = self.text.split_at(end);
            if rest.starts_with(['#', '[', '\'', '"']) || rest.starts_with("++") || rest.starts_with("--") {
                return None;
            }
            self.text = rest;
            plain_number(word).or_else(|| if is_name(word) { (self.lookup)(word) } else { None })?
        };
        self.depth -= 1;
        Some(value)
    }
}

fn apply(operator: &str, left: i64, right: i64) -> Option<i64> {
    match operator {
        "==" => Some(i64::from(left == right)),
        "!=" => Some(i64::from(left != right)),
        "<=" => Some(i64::from(left <= right)),
        ">=" => Some(i64::from(left >= right)),
        "<" => Some(i64::from(left < right)),
        ">" => Some(i64::from(left > right)),
        "+" => left.checked_add(right),
        "-" => left.checked_sub(right),
        "*" => left.checked_mul(right),
        "/" => left.checked_div(right),
        "%" => left.checked_rem(right),
        "," => Some(right),
        // `**` binds to the right; a chain of them is not computed
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn constant(text: &str) -> Option<i64> {
        let mut reader = Reader { text, depth: 0, lookup: &|name| (name == "x").then_some(5) };
        let value = reader.binary(0)?;
        reader.text.trim_start().is_empty().then_some(value)
    }

    #[test]
    fn constants_are_computed() {
        assert_eq!(constant("1+2*3"), Some(7));
        assert_eq!(constant("(1+2)*3 - -4"), Some(13));
        assert_eq!(constant("x % 3"), Some(2));
        assert_eq!(constant("1 < 2"), Some(1));
    }

    #[test]
    fn what_is_not_surely_computed_is_not() {
        for text in ["010", "y", "1/0", "x=2", "x++", "1<<2", "2**3", "9223372036854775807+1", "a[0]", "16#ff"] {
            assert_eq!(constant(text), None, "{text}");
        }
    }
}
