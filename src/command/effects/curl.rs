//! What a value of curl says of files: the fields of a form, and what it makes several texts of.
//!
//! Owns the two forms that curl alone has. Refuses to follow quotes and backslashes in a field, and to make the texts: which
//! files are meant is not known then.

use crate::command::word::Word;
use crate::verdict::Match;

use super::parts::until;
use super::value::{Found, Named};

/// The files of a field: `name=@file,file;type=…`, `name=<file;headers=@file`.
pub(super) fn form_files(word: &Word) -> Found {
    let any = || vec![(Named::File(Word::unknown(word.display(), word.span)), Match::May)];
    // what follows may begin with `;headers=@`
    let Some(text) = word.known() else { return any() };
    let Some((_, content)) = text.split_once('=') else { return Vec::new() };
    if content.contains(['"', '\\']) && content.contains(['@', '<']) {
        return any();
    }
    let file =
        |name: &str| Some(name.trim()).filter(|name| !name.is_empty()).map(|name| Word::literal(name, word.span));
    let mut names: Vec<Option<Word>> = Vec::new();
    let mut fields = content.split(';');
    let first = fields.next().unwrap_or_default();
    let several = content.starts_with('@');
    match first.strip_prefix(['@', '<']) {
        Some(given) if several => names.extend(given.split(',').map(file)),
        Some(given) => names.push(file(given)),
        None => {}
    }
    for field in fields {
        let (field, others) = field.split_once(',').unwrap_or((field, ""));
        let (name, value) = field.trim_start().split_at_checked(HEADERS.len()).unwrap_or_default();
        if name.eq_ignore_ascii_case(HEADERS) {
            names.extend(value.strip_prefix(['@', '<']).map(file));
        }
        if several {
            names.extend(others.split(',').map(file));
        }
    }
    names.into_iter().flatten().map(|name| (Named::File(name), Match::Must)).collect()
}

/// Names the file whose lines are headers of a field.
const HEADERS: &str = "headers=";

/// The word with what is not known in the place of what curl makes several texts of, `{a,b}` and `[1-3]`, and of what
/// follows it.
pub(super) fn before_sets(word: &Word) -> Word {
    until(word, set)
}

/// The word with what is not known in the place of `#1`, which stands for what a set of the URL became.
pub(super) fn before_numbers(word: &Word) -> Word {
    until(word, |text, _| text.find('#'))
}

/// Where the first set or range begins. `first`: at the beginning of a URL, whose host may be an address in brackets.
fn set(text: &str, first: bool) -> Option<usize> {
    let at = text.find(['{', '[', '}', ']'])?;
    let of_address = |one: char| one.is_ascii_hexdigit() || matches!(one, ':' | '.' | '%');
    let before = text.get(..at).unwrap_or_default();
    let address = text.get(at..)?.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    match address.filter(|(inside, _)| first && inside.contains(':') && inside.chars().all(of_address)) {
        Some((inside, rest)) if before.is_empty() || before.ends_with(['/', '@']) => {
            let after = at + inside.len() + 2;
            set(rest, false).map(|next| after + next)
        }
        _ => Some(at),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(text: &str) -> Vec<String> {
        let show = |(named, sure)| match named {
            Named::File(word) => format!("{}{}", if sure == Match::Must { "" } else { "perhaps " }, word.display()),
            Named::Elsewhere(word) => word.display(),
        };
        form_files(&Word::literal(text, Default::default())).into_iter().map(show).collect()
    }

    #[test]
    fn every_file_of_a_field_is_found() {
        assert_eq!(files("a=@x"), ["x"]);
        assert_eq!(files("a=@x, y"), ["x", "y"]);
        assert_eq!(files("a=@ y"), ["y"]);
        assert_eq!(files("=@y"), ["y"]);
        assert_eq!(files("a=@x;type=t/p;charset=u,y"), ["x", "y"]);
        assert_eq!(files("a=@x;headers=@h"), ["x", "h"]);
        assert_eq!(files("a=x; HEADERS=<h"), ["h"]);
        assert_eq!(files("a=<x,y"), ["x,y"]);
        assert_eq!(files("a=x,@y"), Vec::<String>::new());
        assert_eq!(files("a==@y"), Vec::<String>::new());
        assert_eq!(files("a=@\"y\""), ["perhaps a=@\"y\""]);
        assert_eq!(files("a=\"b\""), Vec::<String>::new());
    }

    #[test]
    fn what_becomes_several_texts_is_not_known() {
        let literal = |text: &str| Word::literal(text, Default::default());
        let prefix = |text: &str| before_sets(&literal(text)).literal_prefix().to_owned();
        assert_eq!(prefix("file:///{etc,tmp}/x"), "file:///");
        assert_eq!(prefix("x[1-3]"), "x");
        assert_eq!(prefix("http://[::1]:80/x"), "http://[::1]:80/x");
        assert_eq!(prefix("http://[::1]/{a,b}"), "http://[::1]/");
        assert_eq!(prefix("https://a.example/[::1]"), "https://a.example/[::1]");
        assert!(before_sets(&literal("https://a.example/x")).is_known());
        let mut word = Word::unknown("$X", Default::default());
        word.append(&literal("/{a,b}"));
        assert_eq!(before_sets(&word).parts.len(), 3);
        assert_eq!(before_numbers(&literal("out/#1")).literal_prefix(), "out/");
    }
}
