//! One text, many patterns: aliases, variables of the type `pattern`, and the two readings of a flag before a name.

use std::borrow::Cow;

use super::super::pattern::{Alternatives, CommandPattern, Pattern, Token};
use super::scope::{Names, Variable};

/// How deep aliases may refer to aliases; deeper ones stay as they are.
pub(super) const MAX_ALIAS_DEPTH: usize = 5;

/// The most patterns that may come from one rule or wrapper.
pub(super) const MAX_PATTERNS: usize = 256;

/// The texts that a pattern stands for once its first word is replaced by what it is an alias of, again and again, no
/// alias twice. An alias takes nothing away from a rule that raises a verdict, and one of a layer above the pattern's from no
/// other: the pattern also stays as it is written. Nothing when there are more than [`MAX_PATTERNS`].
pub(super) fn aliases<'t>(
    text: &'t str,
    (layer, raises): (usize, bool),
    aliases: &Names<Vec<String>>,
) -> Option<Vec<Cow<'t, str>>> {
    let is_alias = || aliases.contains_key(text.split_whitespace().next().unwrap_or_default());
    if aliases.is_empty() || !is_alias() {
        return Some(vec![Cow::Borrowed(text)]);
    }
    let mut done = Vec::new();
    let mut open = vec![(text.trim_start().to_owned(), Vec::<&str>::new())];
    while let Some((text, used)) = open.pop() {
        let (head, tail) = text.split_once(char::is_whitespace).unwrap_or((&text, ""));
        let found = aliases.get_key_value(head).filter(|(name, _)| !used.contains(&name.as_str()));
        match found.filter(|_| used.len() < MAX_ALIAS_DEPTH) {
            None => done.push(Cow::Owned(text)),
            Some((name, replacements)) => {
                if raises || replacements.layer > layer {
                    done.push(Cow::Owned(text.clone()));
                }
                for replacement in replacements.value.iter().rev() {
                    let replaced = format!("{replacement} {}", tail.trim_start());
                    let used = used.iter().copied().chain([name.as_str()]).collect();
                    open.push((replaced.trim().to_owned(), used));
                }
            }
        }
        if done.len() + open.len() > MAX_PATTERNS {
            return None;
        }
    }
    Some(done)
}

/// The patterns that a pattern stands for once each `<var:name>` whose variable has values of the type `pattern` is
/// replaced by them. Of more than [`MAX_PATTERNS`] all but one too many are left out.
pub(super) fn variables(pattern: Pattern, vars: &Names<Variable>) -> Vec<Pattern> {
    let mut found = match &pattern.command {
        CommandPattern::Var(name) => match vars.get(name).map(|defined| &defined.value) {
            Some(variable) if !variable.patterns.is_empty() => {
                let mut heads = variable.patterns.clone();
                if !variable.values.is_empty() {
                    heads.push(Pattern { command: pattern.command.clone(), tokens: Vec::new() });
                }
                heads
            }
            _ => vec![Pattern { command: pattern.command.clone(), tokens: Vec::new() }],
        },
        _ => vec![Pattern { command: pattern.command.clone(), tokens: Vec::new() }],
    };
    for token in pattern.tokens {
        let pieces = pieces(&token, vars);
        let mut longer = Vec::new();
        for before in &found {
            for piece in &pieces {
                let tokens = before.tokens.iter().chain(piece).cloned().collect();
                longer.push(Pattern { command: before.command.clone(), tokens });
            }
        }
        longer.truncate(MAX_PATTERNS + 1);
        found = longer;
    }
    found
}

/// What a token may be replaced by.
fn pieces(token: &Token, vars: &Names<Variable>) -> Vec<Vec<Token>> {
    let (name, flag) = match token {
        Token::Var(name) => (name, None),
        Token::FlagValue { names, value } => match &**value {
            Token::Var(name) => (name, Some(names)),
            _ => return vec![vec![token.clone()]],
        },
        _ => return vec![vec![token.clone()]],
    };
    let Some(variable) = vars.get(name).map(|defined| &defined.value).filter(|one| !one.patterns.is_empty()) else {
        return vec![vec![token.clone()]];
    };
    let mut pieces: Vec<Vec<Token>> = variable.patterns.iter().map(|one| inlined(one, flag)).collect();
    if !variable.values.is_empty() {
        pieces.push(vec![token.clone()]);
    }
    pieces
}

/// A value of the type `pattern` among the arguments: its command is a word, or the value of the flag before it.
fn inlined(value: &Pattern, flag: Option<&Alternatives>) -> Vec<Token> {
    let first = match (&value.command, flag) {
        (CommandPattern::Names(names), None) => Token::Word(names.clone()),
        (CommandPattern::Names(names), Some(flag)) => {
            Token::FlagValue { names: flag.clone(), value: Box::new(Token::Word(names.clone())) }
        }
        (_, Some(flag)) => Token::FlagValue { names: flag.clone(), value: Box::new(Token::Any) },
        (_, None) => Token::Placeholder("word".to_owned()),
    };
    std::iter::once(first).chain(value.tokens.iter().cloned()).collect()
}

/// The first placeholder of a pattern, which the value of a variable cannot hold.
pub(super) fn placeholder(pattern: &Pattern) -> Option<String> {
    if let CommandPattern::Var(name) = &pattern.command {
        return Some(format!("<var:{name}>"));
    }
    let mut found = None;
    each(&pattern.tokens, &mut |token, _| {
        let shown = match token {
            Token::Path(name) => format!("<path:{name}>"),
            Token::Var(name) => format!("<var:{name}>"),
            Token::FlagGroup(name) => format!("<flag:{name}>"),
            Token::Type(name) => format!("<type:{name}>"),
            Token::Placeholder(name) => format!("<{name}>"),
            Token::Effects { .. } => "<effect:…>".to_owned(),
            Token::Command => "<cmd>".to_owned(),
            Token::Options => "<opts>".to_owned(),
            Token::Variables => "<vars>".to_owned(),
            _ => return,
        };
        found.get_or_insert(shown);
    });
    found
}

/// How often a token stands in a pattern.
pub(super) fn count(tokens: &[Token], wanted: &Token) -> usize {
    let mut count = 0;
    each(tokens, &mut |token, _| count += usize::from(token == wanted));
    count
}

/// Visits every token, those in optional groups (which do not nest) and the values of flags too. The second argument
/// says whether it stands in a group.
pub(super) fn each<'t>(tokens: &'t [Token], visit: &mut dyn FnMut(&'t Token, bool)) {
    let mut one = |token: &'t Token, in_group: bool| {
        visit(token, in_group);
        if let Token::FlagValue { value, .. } = token {
            visit(value, in_group);
        }
    };
    for token in tokens {
        one(token, false);
        if let Token::Optional(inside) = token {
            for token in inside {
                one(token, true);
            }
        }
    }
}

/// The other reading of `-x <path:name>`, `-x <var:name>` and `-x <type:Name>`: a flag without a value, and then a word.
/// A deny or ask rule counts under either reading. Nothing where a pattern has no such pair.
pub(super) fn apart(pattern: &Pattern) -> Option<Pattern> {
    let split = |tokens: &[Token]| -> Vec<Token> {
        let mut out = Vec::new();
        for token in tokens {
            match token {
                Token::FlagValue { names, value } if is_name(value) => {
                    out.push(Token::Flag(names.clone()));
                    out.push((**value).clone());
                }
                _ => out.push(token.clone()),
            }
        }
        out
    };
    let mut tokens = split(&pattern.tokens);
    for token in &mut tokens {
        if let Token::Optional(inside) = token {
            *inside = split(inside);
        }
    }
    (tokens != pattern.tokens).then(|| Pattern { command: pattern.command.clone(), tokens })
}

fn is_name(value: &Token) -> bool {
    matches!(value, Token::Path(_) | Token::Var(_) | Token::Type(_))
}
