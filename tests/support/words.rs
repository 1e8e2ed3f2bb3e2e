//! Words for tests, from tokens.

use runok::command::word::{Part, Unknown, Word};
use runok::input::Span;

/// `$X` is any number of unknown words, `@X` one unknown word, `a@X` one that begins with `a`; all else is known.
pub(crate) fn word(token: &str) -> Word {
    if let Some(name) = token.strip_prefix('$') {
        return Word::any_words(format!("${name}"), Span::default());
    }
    let upper = |rest: &&str| rest.starts_with(|c: char| c.is_uppercase());
    match token.split_once('@').filter(|(_, source)| upper(source)) {
        None => Word::literal(token, Span::default()),
        Some((known, source)) => with_unknown(known, &format!("@{source}")),
    }
}

/// One word that begins with a text, then bytes that are not known.
pub(crate) fn with_unknown(known: &str, source: &str) -> Word {
    let mut whole = Word::literal(known, Span::default());
    whole.parts.push(Part::from(Unknown::any(source)));
    whole
}
