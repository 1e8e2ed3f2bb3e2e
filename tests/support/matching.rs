//! Does an abstract command cover a real one?

use runok::command::word::{Count, GlobKind, Part, Word};

/// Could these words be exactly those?
pub(crate) fn covers(words: &[Word], argv: &[String]) -> bool {
    // which numbers of words of `argv` the words so far can stand for
    let mut reached = vec![false; argv.len() + 1];
    reached[0] = true;
    for word in words {
        let mut next = vec![false; argv.len() + 1];
        for at in 0..=argv.len() {
            if !reached[at] {
                continue;
            }
            match word.count {
                Count::One => {
                    if at < argv.len() && word_covers(word, &argv[at]) {
                        next[at + 1] = true;
                    }
                }
                Count::Any => {
                    let mut end = at;
                    next[end] = true;
                    while end < argv.len() && (!word.is_glob() || word_covers(word, &argv[end])) {
                        end += 1;
                        next[end] = true;
                    }
                }
            }
        }
        reached = next;
    }
    reached[argv.len()]
}

/// Could the word be exactly this text?
fn word_covers(word: &Word, text: &str) -> bool {
    if word.never_flag && text.starts_with('-') {
        return false;
    }
    // a glob that matches nothing stays as it was written
    if word.is_glob() {
        let written: Vec<Part> = word
            .parts
            .iter()
            .map(|part| match part {
                Part::Glob(glob) => Part::Literal(glob.text.as_str().into()),
                part => part.clone(),
            })
            .collect();
        if parts_cover(&written, text) {
            return true;
        }
    }
    parts_cover(&word.parts, text)
}

fn parts_cover(parts: &[Part], text: &str) -> bool {
    let Some((first, rest)) = parts.split_first() else { return text.is_empty() };
    let tails = |accept: &dyn Fn(&str) -> bool| {
        (0..=text.len())
            .filter(|at| text.is_char_boundary(*at))
            .any(|at| accept(&text[..at]) && parts_cover(rest, &text[at..]))
    };
    match first {
        Part::Literal(literal) => text.strip_prefix(literal.as_str()).is_some_and(|tail| parts_cover(rest, tail)),
        Part::Choice(texts) => {
            texts.iter().any(|one| text.strip_prefix(one.as_str()).is_some_and(|tail| parts_cover(rest, tail)))
        }
        Part::Unknown(unknown) if unknown.numeric => {
            tails(&|head| head.parse::<i64>().is_ok() || unknown.or_nothing && head.is_empty())
        }
        Part::Unknown(_) => tails(&|_| true),
        Part::Glob(glob) => {
            let dot = |head: &str| glob.may_be_dot || !head.starts_with('.');
            match &glob.kind {
                GlobKind::Globstar => tails(&|_| true),
                GlobKind::Below { .. } => tails(&|head| {
                    let mut names = head.split('/');
                    names.next() == Some("") && names.all(|name| !matches!(name, "" | "." | ".."))
                }),
                GlobKind::Star | GlobKind::Extended => tails(&|head| !head.contains('/') && dot(head)),
                GlobKind::Question => tails(&|head| head.chars().count() == 1 && head != "/" && dot(head)),
                GlobKind::Class { negated, ranges } => tails(&|head| {
                    let mut chars = head.chars();
                    let (Some(char), None) = (chars.next(), chars.next()) else { return false };
                    char != '/'
                        && ranges.as_ref().is_none_or(|ranges| {
                            *negated != ranges.iter().any(|(from, to)| (*from..=*to).contains(&char))
                        })
                }),
            }
        }
    }
}
