//! What in a condition can be read, and never holds: values of kinds that are never equal, flags named with their dashes.
//!
//! Owns the guesses, which are told to those who look at a policy thoroughly. Refuses to evaluate, and to call anything
//! wrong: a comparison of different kinds is false, as CEL has it.

use super::ConditionProblem;
use crate::policy::condition::syntax::{Expression, Node, Operator};

/// The kinds of values that can be told from the text of a condition.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Truth,
    Number,
    /// A string, where no other value is meant by it.
    Text,
    List,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Truth => "a truth value",
            Self::Number => "a number",
            Self::Text => "a string",
            Self::List => "a list",
        }
    }
}

/// What in a tree is surely not what was meant.
pub(super) fn find(root: &Node) -> Vec<ConditionProblem> {
    let mut found = Vec::new();
    root.walk(&mut |node| match &*node.expression {
        Expression::Binary(operator @ (Operator::Equal | Operator::NotEqual), left, right) => {
            found.extend(of_comparison(*operator, left, right));
        }
        Expression::Binary(Operator::In, left, right) => found.extend(of_flag(right, text_of(left))),
        Expression::Index(of, at) => found.extend(of_flag(of, text_of(at))),
        _ => {}
    });
    found
}

fn of_comparison(operator: Operator, left: &Node, right: &Node) -> Option<ConditionProblem> {
    let (own, other) = (kind(left)?, kind(right)?);
    if own == other {
        return None;
    }
    let always = if operator == Operator::Equal { "never" } else { "always" };
    let what = format!("{} compared with {}: this {always} holds", own.name(), other.name());
    let flag = [left, right].into_iter().find_map(flag_name);
    let help = flag.filter(|_| own == Kind::Truth || other == Kind::Truth).map(|name| {
        format!("write `has(flags.{name})` for a flag that is given, `!has(flags.{name})` for one that is not")
    });
    Some(ConditionProblem { what, help })
}

/// A key of `flags` with dashes.
fn of_flag(of: &Node, key: Option<&str>) -> Option<ConditionProblem> {
    let key = key.filter(|key| is_name(of, "flags") && key.starts_with('-'))?;
    let bare = key.trim_start_matches('-');
    let what = format!("no flag is named `{key}` here: names of flags stand without their dashes");
    Some(ConditionProblem { what, help: Some(format!("write `'{bare}' in flags`, or `flags['{bare}']`")) })
}

fn is_name(node: &Node, wanted: &str) -> bool {
    matches!(&*node.expression, Expression::Name(name) if name.as_str() == wanted)
}

fn text_of(node: &Node) -> Option<&str> {
    match &*node.expression {
        Expression::Text(text) => Some(text.as_str()),
        _ => None,
    }
}

fn flag_name(node: &Node) -> Option<&str> {
    match &*node.expression {
        Expression::Select(of, field) if is_name(of, "flags") => Some(field.as_str()),
        _ => None,
    }
}

/// The kind of a value, where every value that may stand there is of it (or null, which is compared with anything).
fn kind(node: &Node) -> Option<Kind> {
    Some(match &*node.expression {
        Expression::Bool(_) | Expression::Not(_) | Expression::Every(_) | Expression::Some(_) | Expression::Has(..) => {
            Kind::Truth
        }
        Expression::Int(_) | Expression::Unsigned(_) | Expression::Double(_) => Kind::Number,
        Expression::Text(_) => Kind::Text,
        Expression::List(_) => Kind::List,
        Expression::Name(name) => match name.as_str() {
            "args" | "redirects" => Kind::List,
            "os" => Kind::Text,
            _ => return None,
        },
        Expression::Select(of, field) => of_field(of, field)?,
        Expression::Index(of, _) if is_name(of, "args") => Kind::Text,
        Expression::Index(of, at) => of_field(of, text_of(at)?)?,
        _ => return None,
    })
}

fn of_field(of: &Node, field: &str) -> Option<Kind> {
    let Expression::Name(variable) = &*of.expression else { return None };
    Some(match (variable.as_str(), field) {
        ("flags" | "env" | "vars", _) => Kind::Text,
        ("pipe", "stdin" | "stdout") | ("shell", "background" | "recursive" | "feeds_code") | ("fs", "in_tree") => {
            Kind::Truth
        }
        ("pipe", "commands") | ("shell", "expansions" | "assigned") | ("paths" | "flag_groups" | "effects", _) => {
            Kind::List
        }
        ("shell", "loop_kind") | ("fs", "cwd" | "home") => Kind::Text,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::condition;

    fn told(text: &str) -> Vec<String> {
        let told = |found: ConditionProblem| match found.help {
            Some(help) => format!("{} | {help}", found.what),
            None => found.what,
        };
        find(&condition::parse(text).unwrap()).into_iter().map(told).collect()
    }

    #[test]
    fn kinds_that_are_never_equal_are_told() {
        assert_eq!(
            told("flags.force == true"),
            [
                "a string compared with a truth value: this never holds | write `has(flags.force)` for a flag that is given, `!has(flags.force)` for one that is not"
            ]
        );
        assert_eq!(told("env.CI != 1"), ["a string compared with a number: this always holds"]);
        for text in
            ["args == 'x'", "args[0] == 1", "pipe.stdin == 'true'", "a.exists(b, flags['n'] == 3)", "'x' == paths.s"]
        {
            assert_eq!(told(text).len(), 1, "{text}");
        }
    }

    #[test]
    fn flags_are_named_without_dashes() {
        assert_eq!(told("'--force' in flags || flags['-f'] == 'x'").len(), 2);
        for text in [
            "'force' in flags",
            "'-f' in args",
            "flags.force == null",
            "size(args) == 1",
            "flags.n == '3'",
            "args == ['x']",
            "pipe.stdin == true",
            "git.branch == 'x'",
        ] {
            assert!(told(text).is_empty(), "{text}: {:?}", told(text));
        }
    }
}
