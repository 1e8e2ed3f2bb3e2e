//! The home directory in words: a shell replaces `~` before a command sees it, so `~/x` in a pattern is also the path that
//! the shell makes of it.

use super::super::VarValue;
use super::super::pattern::{CommandPattern, Pattern, Text, Token};

/// Adds to every word of the patterns that begins with `~/` (or is `~`) the word with the home directory in its place.
pub(super) fn expand(patterns: &mut [Pattern], home: Option<&str>) {
    let Some(home) = home else { return };
    for pattern in patterns {
        if let CommandPattern::Names(names) = &mut pattern.command {
            add(names, home);
        }
        for token in &mut pattern.tokens {
            expand_token(token, home);
            if let Token::Optional(inside) = token {
                inside.iter_mut().for_each(|token| expand_token(token, home));
            }
        }
    }
}

/// The same for one token that is no group.
pub(super) fn expand_token(token: &mut Token, home: &str) {
    match token {
        Token::Word(texts) | Token::Not(texts) => add(texts, home),
        Token::FlagValue { value, .. } => match &mut **value {
            Token::Word(texts) | Token::Not(texts) => add(texts, home),
            _ => {}
        },
        _ => {}
    }
}

/// The same for a value of a variable; nothing where it has no such word.
pub(super) fn expanded_value(words: &[String], home: Option<&str>) -> Option<VarValue> {
    let home = home?;
    let expanded: Vec<String> = words.iter().map(|word| in_home(word, home).unwrap_or_else(|| word.clone())).collect();
    (expanded != words).then_some(VarValue::Literal(expanded))
}

fn add(texts: &mut Vec<Text>, home: &str) {
    let with_home = |text: &Text| {
        let (first, rest) = text.pieces.split_first()?;
        // `~*` is no home directory
        let expanded = if first == "~" && !rest.is_empty() { None } else { in_home(first, home) }?;
        Some(Text { pieces: std::iter::once(expanded).chain(rest.iter().cloned()).collect() })
    };
    let expanded: Vec<Text> = texts.iter().filter_map(with_home).collect();
    texts.extend(expanded);
}

fn in_home(word: &str, home: &str) -> Option<String> {
    let rest = word.strip_prefix('~')?;
    (rest.is_empty() || rest.starts_with('/')).then(|| format!("{}{rest}", home.trim_end_matches('/')))
}

#[cfg(test)]
mod tests {
    use super::super::super::pattern::patterns;
    use super::*;

    #[test]
    fn words_of_the_home_directory_are_both() {
        let expanded = |text: &str| {
            let mut found = patterns(text).unwrap();
            expand(&mut found, Some("/home/dev"));
            found.remove(0).to_string()
        };
        assert_eq!(expanded("rm ~|~/|/x"), "rm ~|~/|/x|/home/dev|/home/dev/");
        assert_eq!(
            expanded("cat !~/.ssh/* -o ~/x [~/y]"),
            "cat !~/.ssh/*|/home/dev/.ssh/* -o ~/x|/home/dev/x [~/y|/home/dev/y]"
        );
        assert_eq!(expanded("~/bin/x a~ ~b ~*"), "~/bin/x|/home/dev/bin/x a~ ~b ~*");
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        assert_eq!(expanded_value(&words(&["a", "~/b"]), Some("/h")), Some(VarValue::Literal(words(&["a", "/h/b"]))));
        assert_eq!(expanded_value(&words(&["a"]), Some("/h")), None);
    }
}
