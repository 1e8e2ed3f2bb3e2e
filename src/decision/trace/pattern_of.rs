//! The pattern that speaks of just this command, redirection or assignment.
//!
//! Owns its making from words that are all known. A pattern that is printed reads back as the same pattern; whether it does
//! what it should is for an evaluation to say.

use std::hash::Hash;

use foldhash::HashMap;

use crate::command::word::Word;
use crate::command::{Assignment, Directory, Redirection};
use crate::decision::{parts, paths};
use crate::policy::pattern::{CommandPattern, Pattern, RulePattern, Text, Token};

/// How often a pattern may name the same flag. Each mention may stand for each of the command's, in any order, so that more
/// of them take long to match; and no person writes such a rule.
const MAX_REPEATS: usize = 4;

/// The patterns that may speak of these words, the plainest first; none where a word is not known, or where a flag is
/// repeated as no rule would have it.
pub(super) fn words(words: &[Word]) -> Vec<String> {
    let known: Option<Vec<&str>> = words.iter().map(Word::known).collect();
    let Some((name, rest)) = known.as_ref().and_then(|words| words.split_first()) else { return Vec::new() };
    let print = |tokens| {
        let command = CommandPattern::Names(Text::plain(*name).into());
        Pattern { command, tokens }.to_string()
    };
    let mut found = Vec::new();
    if !repeats_letters(rest) && !repeats_flags_with_values(rest) {
        found.push(print(with_values(rest)));
        if !is_any_too_often(rest.iter().filter(|word| is_dashed(word))) {
            found.push(print(each(rest)));
        }
    }
    found.dedup();
    found
}

fn is_dashed(word: &str) -> bool {
    word.len() > 1 && word.starts_with('-')
}

/// Is a letter repeated in what may be a cluster of flags (`-vvvvvv`)?
fn repeats_letters(words: &[&str]) -> bool {
    let clusters = words.iter().filter_map(|word| word.strip_prefix('-'));
    clusters
        .filter(|letters| letters.chars().all(|letter| letter.is_ascii_alphanumeric()))
        .any(|letters| is_any_too_often(letters.chars()))
}

/// Is a flag repeated together with the word after it?
fn repeats_flags_with_values(words: &[&str]) -> bool {
    let next = words.iter().skip(1).map(|word| if is_dashed(word) { "" } else { word }).chain([""]);
    is_any_too_often(words.iter().zip(next).filter(|(word, _)| is_dashed(word)))
}

fn is_any_too_often<T: Eq + Hash>(all: impl Iterator<Item = T>) -> bool {
    let mut times: HashMap<T, usize> = HashMap::default();
    all.into_iter().any(|one| {
        let so_far = times.entry(one).or_default();
        *so_far += 1;
        *so_far > MAX_REPEATS
    })
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
        let repeated = |line: &str| {
            let given: Vec<Word> = line.split(' ').map(|text| Word::literal(text, Span::default())).collect();
            words(&given).len()
        };
        assert_eq!(repeated("sed -n11111 p x"), 0);
        assert_eq!(repeated("x -e a -e a -e a -e a -e a"), 0);
        assert_eq!(repeated("x -e a -e b -e c -e d -e e"), 1);
        assert_eq!(repeated("ssh -vvv -v host"), 2);
    }
}
