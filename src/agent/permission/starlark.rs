//! The rules of Codex: calls of `prefix_rule` in a file of Starlark.
//!
//! Owns the reading of those calls as far as their arguments are literal. Refuses to run the file: a rule that is made by
//! other means is not seen.

use super::{About, Saying};
use crate::agent::registration::Misfit;
use crate::verdict::Verdict;

/// The most commands that one rule with alternatives becomes.
const MAX_ALTERNATIVES: usize = 16;

/// A piece of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Token {
    Name(String),
    Text(String),
    Mark(char),
}

/// `prefix_rule(pattern = [...], decision = "...")`.
///
/// # Errors
/// None: what is not understood is no entry.
pub fn codex(text: &str) -> Result<Vec<Saying>, Misfit> {
    let tokens = tokens(text);
    let mut sayings = Vec::new();
    for (at, pair) in tokens.windows(2).enumerate() {
        if let [Token::Name(name), Token::Mark('(')] = pair
            && name == "prefix_rule"
        {
            sayings.extend(rule(tokens.get(at + 2..).unwrap_or_default()));
        }
    }
    Ok(sayings)
}

/// The rule whose arguments begin here.
fn rule(tokens: &[Token]) -> Vec<Saying> {
    let mut decision = "allow".to_owned();
    let mut pattern: Option<Vec<Vec<String>>> = None;
    let mut rest = tokens;
    while let [Token::Name(name), Token::Mark('='), after @ ..] = rest {
        match (name.as_str(), after) {
            ("decision", [Token::Text(text), ..]) => decision.clone_from(text),
            ("pattern", [Token::Mark('['), after @ ..]) => pattern = words(after),
            _ => {}
        }
        rest = next(after);
    }
    let verdict = match decision.as_str() {
        "allow" => Verdict::Allow,
        "prompt" => Verdict::Ask,
        "forbidden" => Verdict::Deny,
        _ => return Vec::new(),
    };
    let saying = |text: String, about| Saying { verdict, text: format!("prefix_rule {text}"), about };
    let Some(pattern) = pattern else {
        return vec![saying("(…)".to_owned(), About::Unclear("its pattern is not written as a list of texts"))];
    };
    let lines = pattern.iter().fold(vec![Vec::new()], |lines: Vec<Vec<String>>, choice| {
        let with = |line: &Vec<String>, word: &String| line.iter().chain([word]).cloned().collect();
        lines
            .iter()
            .flat_map(|line| choice.iter().map(move |word| with(line, word)))
            .take(MAX_ALTERNATIVES + 1)
            .collect()
    });
    if lines.len() > MAX_ALTERNATIVES {
        return vec![saying(format!("{pattern:?}"), About::Unclear("it has too many alternatives"))];
    }
    lines.into_iter().map(|line| saying(format!("{line:?}"), About::Beginning(line))).collect()
}

/// The words of a pattern, each with its alternatives; nothing where one is no text.
fn words(tokens: &[Token]) -> Option<Vec<Vec<String>>> {
    let mut words = Vec::new();
    let mut alternatives: Option<Vec<String>> = None;
    for token in tokens {
        match (token, &mut alternatives) {
            (Token::Text(text), Some(all)) => all.push(text.clone()),
            (Token::Text(text), None) => words.push(vec![text.clone()]),
            (Token::Mark('['), None) => alternatives = Some(Vec::new()),
            (Token::Mark(']'), Some(_)) => words.extend(alternatives.take()),
            (Token::Mark(']'), None) => return Some(words),
            (Token::Mark(','), _) => {}
            _ => return None,
        }
    }
    None
}

/// What comes after the argument that begins here; nothing at the end of the call.
fn next(tokens: &[Token]) -> &[Token] {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Mark('(' | '[' | '{') => depth += 1,
            Token::Mark(')' | ']' | '}') if depth == 0 => return &[],
            Token::Mark(')' | ']' | '}') => depth -= 1,
            Token::Mark(',') if depth == 0 => return tokens.get(at + 1..).unwrap_or_default(),
            _ => {}
        }
    }
    &[]
}

fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut left = text.chars().peekable();
    while let Some(character) = left.next() {
        match character {
            '#' => while left.next_if(|character| *character != '\n').is_some() {},
            '"' | '\'' => {
                let mut text = String::new();
                while let Some(inner) = left.next().filter(|inner| *inner != character && *inner != '\n') {
                    match inner {
                        // an escape is kept as it is written: such a word becomes no rule
                        '\\' => text.extend(std::iter::once('\\').chain(left.next())),
                        _ => text.push(inner),
                    }
                }
                found.push(Token::Text(text));
            }
            _ if character.is_alphabetic() || character == '_' => {
                let mut name = String::from(character);
                while let Some(more) = left.next_if(|more| more.is_alphanumeric() || *more == '_') {
                    name.push(more);
                }
                found.push(Token::Name(name));
            }
            _ if character.is_whitespace() => {}
            _ => found.push(Token::Mark(character)),
        }
    }
    found
}
