//! The pattern that speaks of just this command, redirection or assignment.
//!
//! Owns its making from words that are all known. A pattern that is printed reads back as the same pattern; whether it does
//! what it should is for an evaluation to say.

use crate::command::word::Word;
use crate::command::{Assignment, Directory, Redirection};
use crate::decision::{parts, paths};
use crate::policy::pattern::{CommandPattern, Pattern, RulePattern, Text, Token};

/// The patterns that may speak of these words, the plainest first; none where a word is not known.
pub(super) fn words(words: &[Word]) -> Vec<String> {
    let known: Option<Vec<&str>> = words.iter().map(Word::known).collect();
    let Some((name, rest)) = known.as_ref().and_then(|words| words.split_first()) else { return Vec::new() };
    let print = |tokens| {
        let command = CommandPattern::Names(Text::plain(*name).into());
        Pattern { command, tokens }.to_string()
    };
    let mut found = vec![print(with_values(rest)), print(each(rest))];
    found.dedup();
    found
}

/// A word after a flag as its value, which is how a pattern without quotes reads.
fn with_values(words: &[&str]) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(words.len());
    let mut rest = words.iter().peekable();
    while let Some(word) = rest.next() {
        let token = match token(word) {
            Token::Flag(names) => match rest.next_if(|next| !next.starts_with('-')) {
                Some(value) => Token::FlagValue { names, value: Box::new(Token::Word(Text::plain(*value).into())) },
                None => Token::Flag(names),
            },
            other => other,
        };
        tokens.push(token);
    }
    tokens
}

/// Each word by itself.
fn each(words: &[&str]) -> Vec<Token> {
    words.iter().map(|word| token(word)).collect()
}

fn token(word: &str) -> Token {
    let text = Text::plain(word);
    if word == "--" {
        Token::EndOfOptions
    } else if text.is_flag() {
        Token::Flag(text.into())
    } else {
        Token::Word(text.into())
    }
}

/// The pattern of a redirection whose target is known.
pub(super) fn redirection(redirect: &Redirection) -> Option<String> {
    let target = redirect.target.known()?;
    let path = match &redirect.directory {
        Directory::Known(directories) => paths::normalise(target, directories.first()?),
        Directory::Unknown if target.starts_with('/') => target.to_owned(),
        Directory::Unknown => return None,
    };
    let (writes, _) = parts::directions(redirect.operator);
    let target = Token::Word(Text::plain(path).into());
    Some(RulePattern::Redirect { write: writes, target }.to_string())
}

/// The pattern of an assignment whose value is known.
pub(super) fn assignment(assignment: &Assignment) -> Option<String> {
    let value = Text::plain(assignment.value.known()?);
    Some(RulePattern::Assignment { name: Text::plain(assignment.name.as_str()), value }.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Span;
    use crate::policy::pattern;

    #[test]
    fn patterns_read_back_as_what_was_printed() {
        for line in [
            &["cargo", "build", "--release"][..],
            &["curl", "-X", "POST", "https://a/?b=c|d"],
            &["git", "push", "--force", "origin", "main"],
            &["echo", "a b", "", "it's", "\"", "*", "[x]", "<y>", "!z", "a\\b"],
            &["rm", "--", "x"],
            &["-", "="],
        ] {
            let given: Vec<Word> = line.iter().map(|text| Word::literal(*text, Span::default())).collect();
            let found = words(&given);
            assert!(!found.is_empty());
            for text in found {
                let read = pattern::patterns(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(read.iter().map(Pattern::to_string).collect::<Vec<_>>(), [text]);
            }
        }
        assert!(words(&[Word::unknown("$X", Span::default())]).is_empty());
        assert!(words(&[]).is_empty());
    }
}
