//! Words as text, and text as words.
//!
//! Owns joining words into shell text, and the splitting that `env -S` does. Refuses to parse shell text.

use crate::command::word::{Count, Part, Parts, Unknown, Word};

/// The words with blanks between them, as programs join them that hand all of them to a shell (`ssh`, `watch`, `eval`).
pub(super) fn joined(words: &[Word]) -> Option<Word> {
    let first = words.first()?;
    let span = words.last().map_or(first.span, |last| first.span.to(last.span));
    let mut parts = Parts::new();
    for (index, word) in words.iter().enumerate() {
        if index > 0 {
            push_literal(&mut parts, " ");
        }
        if word.count == Count::Any {
            parts.push(unknown(&word.display()));
            continue;
        }
        for part in &word.parts {
            match part {
                Part::Literal(text) => push_literal(&mut parts, text),
                other => parts.push(other.clone()),
            }
        }
    }
    Some(Word { parts, count: Count::One, never_flag: false, tilde: false, span })
}

/// The word with each occurrence of a text in its known parts replaced by something that is not known.
pub(super) fn with_unknown(word: &Word, placeholder: &str, source: &str) -> Word {
    if placeholder.is_empty() || !word.parts.iter().any(|part| holds(part, placeholder)) {
        return word.clone();
    }
    let mut parts = Parts::new();
    for part in &word.parts {
        match part {
            Part::Literal(text) => {
                for (index, piece) in text.split(placeholder).enumerate() {
                    if index > 0 {
                        parts.push(unknown(source));
                    }
                    push_literal(&mut parts, piece);
                }
            }
            other if holds(other, placeholder) => parts.push(unknown(source)),
            other => parts.push(other.clone()),
        }
    }
    Word { parts, never_flag: false, ..word.clone() }
}

fn holds(part: &Part, placeholder: &str) -> bool {
    match part {
        Part::Literal(text) => text.contains(placeholder),
        Part::Choice(texts) => texts.iter().any(|text| text.contains(placeholder)),
        Part::Glob(_) | Part::Unknown(_) => false,
    }
}

pub(super) fn unknown(source: &str) -> Part {
    Part::from(Unknown::any(source))
}

/// Adds known text; neighbouring literals stay merged.
fn push_literal(parts: &mut Parts, text: &str) {
    if text.is_empty() {
        return;
    }
    match parts.last_mut() {
        Some(Part::Literal(last)) => last.push_str(text),
        _ => parts.push(Part::Literal(text.into())),
    }
}

/// What follows a known beginning of the word: `NAME=` of `NAME=$x`. `None` when the word does not surely begin so.
pub(super) fn after_prefix(word: &Word, prefix: &str) -> Option<Word> {
    let Some(Part::Literal(text)) = word.parts.first() else { return None };
    let rest = text.strip_prefix(prefix)?;
    let mut parts = Parts::new();
    push_literal(&mut parts, rest);
    parts.extend(word.parts.iter().skip(1).cloned());
    Some(Word { parts, never_flag: false, ..word.clone() })
}

/// Splits a text as `env -S` does. `None` when it is not surely understood (an escape or a quote left open); a `${NAME}`
/// becomes something that is not known.
pub(super) fn split(text: &str, whole: &Word) -> Option<Vec<Word>> {
    let mut splitter = Splitter { words: Vec::new(), parts: None };
    let mut characters = text.chars();
    let mut quote = None;
    while let Some(character) = characters.next() {
        match (character, quote) {
            ('\'', Some('\'')) | ('"', Some('"')) => quote = None,
            ('\\', _) => match (characters.next()?, quote) {
                (escaped @ ('\\' | '\''), Some('\'')) => splitter.add(escaped),
                (other, Some('\'')) => {
                    splitter.add('\\');
                    splitter.add(other);
                }
                ('_', Some(_)) => splitter.add(' '),
                ('_', None) => splitter.end(whole),
                ('c', None) => break,
                (escaped @ ('\\' | '\'' | '"' | '#' | '$'), _) => splitter.add(escaped),
                ('f', _) => splitter.add('\u{c}'),
                ('n', _) => splitter.add('\n'),
                ('r', _) => splitter.add('\r'),
                ('t', _) => splitter.add('\t'),
                ('v', _) => splitter.add('\u{b}'),
                _ => return None,
            },
            ('$', None | Some('"')) => {
                let rest = characters.as_str();
                let name = rest.strip_prefix('{').and_then(|rest| rest.split_once('}'))?.0;
                characters = rest.get(name.len() + 2..)?.chars();
                splitter.parts.get_or_insert_default().push(unknown(&format!("${{{name}}}")));
            }
            ('\'' | '"', None) => {
                quote = Some(character);
                splitter.parts.get_or_insert_default();
            }
            (' ' | '\t' | '\n' | '\r' | '\u{b}' | '\u{c}', None) => splitter.end(whole),
            ('#', None) if splitter.parts.is_none() => break,
            _ => splitter.add(character),
        }
    }
    splitter.end(whole);
    quote.is_none().then_some(splitter.words)
}

struct Splitter {
    words: Vec<Word>,
    parts: Option<Parts>,
}

impl Splitter {
    fn add(&mut self, character: char) {
        push_literal(self.parts.get_or_insert_default(), character.encode_utf8(&mut [0; 4]));
    }

    fn end(&mut self, whole: &Word) {
        if let Some(parts) = self.parts.take() {
            self.words.push(Word { parts, count: Count::One, never_flag: false, tilde: false, span: whole.span });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Span;

    #[test]
    fn env_splits_like_this() {
        let texts = |text: &str| -> Option<Vec<String>> {
            let words = split(text, &Word::literal(text, Span::default()))?;
            Some(words.iter().map(Word::display).collect())
        };
        assert_eq!(texts("rm  -rf 'a b' \"c d\"e"), Some(vec!["rm".into(), "-rf".into(), "a b".into(), "c de".into()]));
        assert_eq!(texts("a\\_b # c"), Some(vec!["a".into(), "b".into()]));
        assert_eq!(texts("a#b '' \\#x"), Some(vec!["a#b".into(), "".into(), "#x".into()]));
        assert_eq!(texts("x${HOME}y"), Some(vec!["x${HOME}y".into()]));
        assert_eq!(texts("a $HOME"), None);
        assert_eq!(texts("'a"), None);
        assert_eq!(texts("a\\cb c"), Some(vec!["a".into()]));
    }

    #[test]
    fn joining_keeps_what_is_not_known() {
        let span = Span::default();
        let words = [Word::literal("rm", span), Word::unknown("$X", span), Word::literal("a b", span)];
        let text = joined(&words).unwrap();
        assert_eq!(text.display(), "rm $X a b");
        assert_eq!(text.parts.len(), 3);
        assert_eq!(joined(&words[..1]).unwrap().known(), Some("rm"));
    }
}
