//! A rule as it can be copied into a policy file, also where it takes several lines.
//!
//! Owns the quoting: single quotes where every character shows, else double quotes with escapes. What is printed reads back
//! as the same text, line breaks of the layout included.

use crate::answer::sanitize::is_unsafe;
use unicode_width::UnicodeWidthChar;

/// The lines of `- allow: 'pattern'`: each at most `columns` wide.
pub(super) fn allow_rule(pattern: &str, columns: usize) -> Vec<String> {
    const KEY: &str = "- allow: ";
    const UNDER: &str = "    ";
    let (first, later) = (columns.saturating_sub(KEY.len()), columns.saturating_sub(UNDER.len()));
    let lines = single(pattern, first, later).unwrap_or_else(|| double(pattern, first, later));
    let numbered = lines.into_iter().enumerate();
    numbered.map(|(index, line)| format!("{}{line}", if index == 0 { KEY } else { UNDER })).collect()
}

fn width(text: &str) -> usize {
    text.chars().map(|character| character.width().unwrap_or(1)).sum()
}

/// In single quotes, broken at single spaces, which YAML folds to one again; nothing where that cannot be.
fn single(text: &str, first: usize, later: usize) -> Option<Vec<String>> {
    let shows = !text.chars().any(|character| is_unsafe(character) || character.is_control());
    if !shows || text.starts_with(' ') || text.ends_with(' ') {
        return None;
    }
    let mut lines = vec![String::from("'")];
    let quoted = text.replace('\'', "''");
    let mut begins = true;
    let mut after_blank = true;
    for piece in quoted.split(' ') {
        let room = if lines.len() == 1 { first } else { later };
        let line = lines.last_mut()?;
        // one more for the quote at the end
        let fits = width(line) + width(piece) + 2 <= room;
        let may_break = !after_blank && !piece.is_empty();
        if begins || fits || !may_break {
            if !begins {
                line.push(' ');
            }
            line.push_str(piece);
        } else {
            lines.push(piece.to_owned());
        }
        begins = false;
        after_blank = piece.is_empty();
    }
    lines.last_mut()?.push('\'');
    let fits = lines.iter().enumerate().all(|(index, line)| width(line) <= if index == 0 { first } else { later });
    fits.then_some(lines)
}

/// In double quotes, broken anywhere with a backslash.
fn double(text: &str, first: usize, later: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::from("\"");
    for character in text.chars() {
        let room = if lines.is_empty() { first } else { later };
        let mut escaped = escaped(character);
        // one more for the backslash or the quote at the end
        if width(&line) + width(&escaped) + 1 > room && width(&line) > 1 {
            line.push('\\');
            lines.push(std::mem::take(&mut line));
        }
        if line.is_empty() && character == ' ' {
            // blanks at the beginning of a line do not count
            escaped = "\\ ".to_owned();
        }
        line.push_str(&escaped);
    }
    line.push('"');
    lines.push(line);
    lines
}

fn escaped(character: char) -> String {
    match character {
        '"' | '\\' => format!("\\{character}"),
        _ if is_unsafe(character) || character.is_control() => match u32::from(character) {
            code @ 0..=0xFF => format!("\\x{code:02x}"),
            code @ 0x100..=0xFFFF => format!("\\u{code:04x}"),
            code => format!("\\U{code:08x}"),
        },
        _ => character.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_rule_is_one_line() {
        assert_eq!(allow_rule("cargo build --release", 80), ["- allow: 'cargo build --release'"]);
        assert_eq!(allow_rule("echo it's", 80), ["- allow: 'echo it''s'"]);
        assert_eq!(allow_rule("echo \u{1b}[2J", 80), ["- allow: \"echo \\x1b[2J\""]);
    }

    #[test]
    fn a_long_rule_is_folded_where_yaml_folds_it_back() {
        assert_eq!(allow_rule("aaaa bbbb cccc dddd", 20), ["- allow: 'aaaa bbbb", "    cccc dddd'"]);
        assert_eq!(allow_rule("aaaa bbbb  cccc dddd", 20), ["- allow: \"aaaa bbbb\\", "    \\  cccc dddd\""]);
        assert_eq!(allow_rule("aaaaaaaaaaaaaaaaaaa", 20), ["- allow: \"aaaaaaaaa\\", "    aaaaaaaaaa\""]);
    }
}
