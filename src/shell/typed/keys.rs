//! A text that a program types into a terminal at which an interactive shell waits.
//!
//! Owns what of such a text is no text there: control characters are keys, and `!` and `^` bring back what was typed before.
//! Refuses to read the text as commands.

/// Why the shell may run something else than the text says; nothing where it gets the text as it is written.
#[must_use]
pub fn changed_by_keys(text: &str) -> Option<&'static str> {
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        let ends_line = character == '\n' || character == '\r' && rest.peek() == Some(&'\n');
        if character.is_control() && !ends_line {
            return Some("it is typed into a terminal, where a control character is a key");
        }
    }
    may_recall(text)
        .then_some("it is typed at the prompt of a shell, where `!` and `^` may bring back an earlier command")
}

/// May the shell put something of its history into the text? An apostrophe of a comment or a here-document opens no quotes, so
/// each line is also read by itself.
fn may_recall(text: &str) -> bool {
    let mut quotes = Quotes::None;
    text.lines().any(|line| {
        let alone = recalls(line, &mut Quotes::None);
        recalls(line, &mut quotes) || alone
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Quotes {
    None,
    Single,
    Double,
}

/// Does a line that begins within these quotes recall something?
fn recalls(line: &str, quotes: &mut Quotes) -> bool {
    let mut before: (char, char) = (' ', ' ');
    let mut rest = line.chars().peekable();
    let mut found = line.starts_with('^') && *quotes == Quotes::None;
    while let Some(character) = rest.next() {
        match (character, *quotes) {
            ('\\', Quotes::None | Quotes::Double) => {
                rest.next();
            }
            ('\'', Quotes::None) => *quotes = Quotes::Single,
            ('\'', Quotes::Single) | ('"', Quotes::Double) => *quotes = Quotes::None,
            ('"', Quotes::None) => *quotes = Quotes::Double,
            ('!', Quotes::None | Quotes::Double) => {
                let next = rest.peek().copied();
                let ends =
                    next.is_none_or(|next| next == ' ' || next == '=' || next == '"' && *quotes == Quotes::Double);
                // `$!` and `${!x}` are the shell's own
                let own = before.1 == '$' || before == ('$', '{');
                found |= !ends && !own;
            }
            _ => {}
        }
        before = (before.1, character);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_a_key_or_brings_back_a_command_is_told() {
        for text in [
            "echo a\rtouch x",
            "echo a\u{1b}[201~\rtouch x",
            "cat .e\t",
            "echo \u{7f}",
            "echo !!",
            "echo \"!#:1\"",
            "echo '\"; touch x; \"' \"!#:1\"",
            "!-2",
            "^a^b",
            "ls\n^a^b",
            "echo a # don't\necho !x",
            "echo 'it'!x",
        ] {
            assert!(changed_by_keys(text).is_some(), "{text:?}");
        }
    }

    #[test]
    fn what_means_itself_is_not() {
        for text in [
            "git status",
            "a\nb\r\nc",
            "[ ! -f x ] && ! grep -q x y",
            "[[ $a != b ]]",
            "echo \"Hello!\" it!",
            "echo 'a!b' \\!x \"\\!x\"",
            "sleep 1 & kill $!",
            "wait \"$!\"; echo ${!x}",
            "grep '^a' x",
        ] {
            assert_eq!(changed_by_keys(text), None, "{text:?}");
        }
    }
}
