//! Lines of a shell whose language runok does not read: nushell, PowerShell.
//!
//! Owns the few texts that mean there what they mean to bash: plain words, single quotes, `|` and `;`. Refuses everything
//! else.

use super::super::Mistake;
use crate::input::Span;

/// The first place at which the shell of this name may read the text differently.
pub(super) fn differences(text: &str, shell: &str) -> Option<Mistake> {
    let different = |start: usize, end: usize| {
        let what = format!("runok does not read {shell}, and this is no plain word of it");
        Some(Mistake { what, span: Span::new(start, end) })
    };
    let mut at = 0;
    let mut first = true;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        match rest.bytes().next() {
            Some(b' ' | b'\t') => at += 1,
            Some(b'|' | b';') if !rest.starts_with("||") => {
                first = true;
                at += 1;
            }
            _ => {
                let Some(length) = word(rest, first) else {
                    let width = rest.chars().next().map_or(0, char::len_utf8);
                    return different(at, at + width);
                };
                first = false;
                at += length;
            }
        }
    }
    None
}

/// The length of the plain word that the text begins with.
fn word(text: &str, first: bool) -> Option<usize> {
    if let Some(quoted) = text.strip_prefix('\'') {
        let end = quoted.find('\'')?;
        let inside = quoted.get(..end)?;
        let ends = quoted.get(end + 1..)?.bytes().next().is_none_or(|byte| b" \t|;".contains(&byte));
        // a quoted name is a text and no command
        return (!first && ends && !inside.contains(['\n', '\r', '\\'])).then_some(end + 2);
    }
    let length = text.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || b"_./:+=-".contains(byte)).count();
    let word = text.get(..length).filter(|word| !word.is_empty())?;
    let ends = text.get(length..)?.bytes().next().is_none_or(|byte| b" \t|;".contains(&byte));
    let bytes = word.as_bytes();
    let range =
        bytes.windows(3).any(|three| matches!(three, [b'0'..=b'9', b'.', b'.'] | [b'.', b'.', b'0'..=b'9' | b'.']));
    let name = !first || (bytes.first().is_some_and(u8::is_ascii_alphabetic) && !word.contains(['=', ':']));
    (ends && !range && name && !word.starts_with('=')).then_some(length)
}

/// Does nushell wait for more lines: is a quote or a bracket open, or does the text end in `|`?
pub(super) fn is_unfinished(text: &str) -> bool {
    let mut open = 0_usize;
    let mut characters = text.chars().peekable();
    let mut before = ' ';
    let mut pipe = false;
    while let Some(character) = characters.next() {
        match character {
            '\'' | '`' if !characters.any(|one| one == character) => return true,
            '"' => {
                let mut closed = false;
                while let Some(one) = characters.next() {
                    match one {
                        '\\' => drop(characters.next()),
                        '"' => {
                            closed = true;
                            break;
                        }
                        _ => {}
                    }
                }
                if !closed {
                    return true;
                }
            }
            '#' if before.is_whitespace() => drop(characters.by_ref().find(|one| *one == '\n')),
            '(' | '[' | '{' => open += 1,
            ')' | ']' | '}' => open = open.saturating_sub(1),
            _ => {}
        }
        if !character.is_whitespace() {
            pipe = character == '|';
        }
        before = character;
    }
    open > 0 || pipe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_lines_are_read_as_they_stand() {
        for text in
            ["git status", "ls -la /tmp", "git log --oneline -n 5 | head -2", "git commit -m 'a (b) $c'", "cd ..", ""]
        {
            assert_eq!(differences(text, "nushell"), None, "{text}");
        }
    }

    #[test]
    fn everything_else_is_refused() {
        for text in [
            "^git status",
            "& git",
            "ls (x)",
            "ls $x",
            "ls {x}",
            "rm a,b",
            "rm @x",
            "ls | where size > 1kb",
            "a && b",
            "a || b",
            "a\nb",
            "rm 1..3",
            "rm ...",
            "'rm' x",
            "x=1 ls",
            "ls a'b'",
            "ls 'a'b",
            "ls *",
            "ls \"a\"",
            "% x",
            "rm ~/x",
            "rm #x",
            "rm `x`",
            "C:/x",
            "rm é",
        ] {
            assert!(differences(text, "nushell").is_some(), "{text}");
        }
    }
}
