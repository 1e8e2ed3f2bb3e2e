//! Arguments that zsh takes for numbers: it evaluates them as arithmetic, and an element of an array in them runs what its
//! subscript holds (`printf %d 'path[$(cmd)]'`).
//!
//! Owns which arguments of which builtin those are, and which variables hold numbers. Bash and dash refuse such arguments, so
//! they are looked at for zsh alone. Refuses to read arithmetic.

use super::Arguments;
use crate::command::value::Text;
use crate::command::walk::Walker;
use crate::command::word::{Count, Word};
use crate::verdict::Match;

/// Does zsh evaluate what is assigned to this variable? Those that bash computes too are known to [`Walker`].
pub(in crate::command) fn is_number_to_zsh(name: &str) -> bool {
    matches!(
        name,
        "BAUD"
            | "COLUMNS"
            | "DIRSTACKSIZE"
            | "EGID"
            | "ERRNO"
            | "FUNCNEST"
            | "GID"
            | "HISTSIZE"
            | "KEYTIMEOUT"
            | "LINES"
            | "LISTMAX"
            | "LOGCHECK"
            | "MAILCHECK"
            | "PERIOD"
            | "REPORTMEMORY"
            | "REPORTTIME"
            | "SAVEHIST"
            | "SHLVL"
            | "TMOUT"
            | "TRY_BLOCK_INTERRUPT"
            | "TTYIDLE"
            | "ZSH_SUBSHELL"
            | "ZLE_RPROMPT_INDENT"
    )
}

impl Walker<'_> {
    /// Evaluates the arguments that this builtin of zsh takes for numbers.
    pub(super) fn numbers(&mut self, name: &str, arguments: &Arguments<'_>) {
        let words = arguments.words;
        let evaluated: Vec<&Word> = match name {
            "exit" | "return" | "bye" | "logout" | "shift" | "break" | "continue" | "ulimit" | "limit" | "suspend" => {
                words.iter().collect()
            }
            // what stands behind `-t`, or what it is attached to
            "read" => words.iter().filter(|word| word.known().is_none_or(|text| text.contains('['))).collect(),
            "printf" => numeric(words),
            "test" | "[" => {
                let behind = words.iter().zip(words.iter().skip(1));
                behind.filter(|(before, _)| before.known() == Some("-t")).map(|(_, descriptor)| descriptor).collect()
            }
            "print" => {
                let format = words.iter().position(may_be_format_option);
                format.and_then(|format| words.get(format..)).unwrap_or_default().iter().collect()
            }
            _ => Vec::new(),
        };
        for word in evaluated {
            self.evaluated_text(&behind_option(word), arguments.span);
        }
    }
}

/// `-f`, also among others: the arguments of `print` are formatted.
fn may_be_format_option(word: &Word) -> bool {
    match word.known() {
        Some(text) => text.starts_with('-') && text.contains('f'),
        None => word.looks_like_flag() > Match::Never,
    }
}

/// The value of an option that is attached to it; any other word as it is.
fn behind_option(word: &Word) -> Text {
    match word.known().filter(|text| text.starts_with('-')) {
        Some(option) => Text::literal(option.get(2..).unwrap_or_default()),
        None => Text::of_word(word),
    }
}

/// The arguments of `printf` that its format takes for numbers: all of them, where it is not known what that takes.
fn numeric(words: &[Word]) -> Vec<&Word> {
    let words = match words.split_first() {
        Some((first, rest)) if first.known() == Some("--") => rest,
        _ => words,
    };
    let Some((format, values)) = words.split_first() else { return Vec::new() };
    let taken = format.known().and_then(conversions);
    match taken.filter(|_| values.iter().all(|word| word.count == Count::One)) {
        Some(taken) if taken.is_empty() => Vec::new(),
        Some(taken) => {
            values.iter().zip(taken.iter().cycle()).filter(|(_, is_number)| **is_number).map(|(word, _)| word).collect()
        }
        // a format that begins with a dash may be `-v`
        None => words.iter().collect(),
    }
}

/// For each argument that a format takes: is it a number? Nothing where it names them by their places.
fn conversions(format: &str) -> Option<Vec<bool>> {
    let mut taken = Vec::new();
    let mut signs = format.chars();
    if format.starts_with('-') {
        return None;
    }
    while let Some(sign) = signs.next() {
        if sign != '%' {
            continue;
        }
        for sign in signs.by_ref() {
            match sign {
                '%' => break,
                '$' => return None,
                '*' => taken.push(true),
                's' | 'b' | 'q' | 'c' => {
                    taken.push(false);
                    break;
                }
                letter if letter.is_alphabetic() && !matches!(letter, 'h' | 'l' | 'L' | 'j' | 'z' | 't') => {
                    taken.push(true);
                    break;
                }
                _ => {}
            }
        }
    }
    Some(taken)
}

#[cfg(test)]
mod tests {
    use super::conversions;

    #[test]
    fn a_format_tells_what_it_takes_for_a_number() {
        assert_eq!(conversions("%s: %d%%\\n"), Some(vec![false, true]));
        assert_eq!(conversions("%-*s|%5.2f|%ld"), Some(vec![true, false, true, true]));
        assert_eq!(conversions("no conversion"), Some(Vec::new()));
        assert_eq!(conversions("%2$s"), None);
        assert_eq!(conversions("-v"), None);
    }
}
