//! The syntax of git's configuration files.
//!
//! Owns the way from a text to its settings, in their order, as git itself reads it. Refuses to guess: of a text that git
//! would not read nothing is told. Refuses to read files, also those that a setting includes.

use std::iter::Peekable;
use std::str::Chars;

/// One `key = value`.
pub(super) struct Setting {
    /// Lower case.
    pub(super) section: String,
    /// What follows the section's name: `origin` in `[remote "origin"]`.
    pub(super) name: Option<String>,
    /// Lower case.
    pub(super) key: String,
    /// Empty where nothing stands.
    pub(super) value: String,
}

impl Setting {
    /// Is it this key of this section, under this name?
    pub(super) fn is(&self, section: &str, name: Option<&str>, key: &str) -> bool {
        self.section == section && self.name.as_deref() == name && self.key == key
    }
}

/// The settings of a text; nothing where git would find a mistake in it.
pub(super) fn read(text: &str) -> Option<Vec<Setting>> {
    if text.contains('\0') {
        return None;
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n");
    let mut rest = text.chars().peekable();
    let mut settings = Vec::new();
    let mut header = String::new();
    while let Some(character) = rest.next() {
        match character {
            '#' | ';' => skip_line(&mut rest),
            blank if is_blank(blank) => {}
            '[' => header = section(&mut rest)?,
            first if first.is_ascii_alphabetic() && !header.is_empty() => {
                settings.push(setting(&header, first, &mut rest)?);
            }
            _ => return None,
        }
    }
    Some(settings)
}

fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r' | '\n')
}

fn skip_line(rest: &mut Peekable<Chars<'_>>) {
    while rest.next_if(|&character| character != '\n').is_some() {}
}

/// What stands between `[` and `]`, the name after a dot: `remote.origin`, also where it is written with quotes.
fn section(rest: &mut Peekable<Chars<'_>>) -> Option<String> {
    let mut header = String::new();
    loop {
        match rest.next()? {
            ']' => return Some(header),
            ' ' | '\t' => break,
            character if character.is_ascii_alphanumeric() || matches!(character, '-' | '.') => {
                header.push(character.to_ascii_lowercase());
            }
            _ => return None,
        }
    }
    while rest.next_if(|&character| matches!(character, ' ' | '\t')).is_some() {}
    rest.next_if_eq(&'"')?;
    header.push('.');
    loop {
        let character = match rest.next()? {
            '"' => return rest.next_if_eq(&']').map(|_| header),
            '\\' => rest.next()?,
            character => character,
        };
        if character == '\n' {
            return None;
        }
        header.push(character);
    }
}

fn setting(header: &str, first: char, rest: &mut Peekable<Chars<'_>>) -> Option<Setting> {
    let mut key = String::from(first.to_ascii_lowercase());
    while let Some(character) = rest.next_if(|character| character.is_ascii_alphanumeric() || *character == '-') {
        key.push(character.to_ascii_lowercase());
    }
    while rest.next_if(|&character| matches!(character, ' ' | '\t')).is_some() {}
    let value = match rest.next() {
        None | Some('\n') => String::new(),
        Some('=') => value(rest)?,
        Some(_) => return None,
    };
    let (section, name) = match header.split_once('.') {
        Some((section, name)) => (section, Some(name.to_owned())),
        None => (header, None),
    };
    Some(Setting { section: section.to_owned(), name, key, value })
}

/// The value to the end of its line, and of the lines that go on from it, without quotes, comments and blanks around it.
fn value(rest: &mut Peekable<Chars<'_>>) -> Option<String> {
    let mut text = String::new();
    // blanks that follow this much are dropped where nothing follows them
    let mut kept = 0;
    let mut quoted = false;
    loop {
        match rest.next() {
            None | Some('\n') if quoted => return None,
            None | Some('\n') => break,
            Some(blank) if is_blank(blank) && !quoted => {
                if !text.is_empty() {
                    text.push(blank);
                }
                continue;
            }
            Some('#' | ';') if !quoted => {
                skip_line(rest);
                break;
            }
            Some('"') => quoted = !quoted,
            Some('\\') => match rest.next() {
                None | Some('\n') => {}
                Some(escaped @ ('\\' | '"')) => text.push(escaped),
                Some('t') => text.push('\t'),
                Some('n') => text.push('\n'),
                Some('b') => text.push('\u{8}'),
                Some(_) => return None,
            },
            Some(character) => text.push(character),
        }
        kept = text.len();
    }
    text.truncate(kept);
    Some(text)
}

#[cfg(test)]
mod tests {
    fn shown(text: &str) -> Option<Vec<String>> {
        let show = |one: super::Setting| {
            let name = one.name.map(|name| format!("({name})")).unwrap_or_default();
            format!("{}{name}.{}={}", one.section, one.key, one.value)
        };
        super::read(text).map(|settings| settings.into_iter().map(show).collect())
    }

    #[test]
    fn settings_are_read_as_git_reads_them() {
        let rows = [
            ("", ""),
            ("\u{feff}[Core]\r\n\tBare = false\r\n", "core.bare=false"),
            ("[remote \"Up\"] url = x # y\n", "remote(Up).url=x"),
            ("[remote.Up]\nurl=x;y", "remote(up).url=x"),
            ("[a \"b.c\"] [d]\nk", "d.k="),
            ("[a \"b\\\"]\\c\"]k=1", "a(b\"]c).k=1"),
            ("[a]\nk = \"x ; # y \" z\t \n", "a.k=x ; # y  z"),
            ("[a]\nk = one \\\n  two\nl=\\\"\\\\\\t", "a.k=one   two a.l=\"\\\t"),
            ("# c\n; c\n[a] # c\nk=1\nk=2", "a.k=1 a.k=2"),
        ];
        for (text, expected) in rows {
            assert_eq!(shown(text).map(|all| all.join(" ")).as_deref(), Some(expected), "{text:?}");
        }
    }

    #[test]
    fn a_mistake_is_none() {
        for text in [
            "k=1",
            "[a",
            "[a b]",
            "[a \"b\" ]",
            "[a \"b\n\"]",
            "[a_b]\nk=1",
            "[a]\n1=2",
            "[a]\nk v",
            "[a]k=\"x\n\"",
            "[a]\nk=\\x",
            "[a]\nk=\0",
            "[a]\n=x",
        ] {
            assert_eq!(shown(text), None, "{text:?}");
        }
    }
}
