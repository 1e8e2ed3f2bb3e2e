//! What `echo` and `printf` write, where it is surely known.
//!
//! Owns the two formats as far as every shell agrees on them. Refuses the rest.

/// The longest output that is followed, in bytes.
const MAX_OUTPUT: usize = 64 * 1024;

/// What `echo` writes. Shells differ on backslashes and on options (some print `-n`): those are not known.
pub(super) fn echo(arguments: &[&str]) -> Option<String> {
    let options = arguments.first().is_some_and(|first| first.starts_with('-'));
    if options || arguments.iter().any(|text| text.contains('\\')) {
        return None;
    }
    let mut text = arguments.join(" ");
    text.push('\n');
    (text.len() <= MAX_OUTPUT).then_some(text)
}

/// What `printf` writes: plain text, `%s`, `%%` and simple escapes. `any_sh`: it may be the `printf` of any sh.
pub(super) fn printf(arguments: &[&str], any_sh: bool) -> Option<String> {
    let arguments = if arguments.first() == Some(&"--") { arguments.get(1..)? } else { arguments };
    let (format, values) = arguments.split_first()?;
    // dash writes `\x63` as it is
    if format.starts_with('-') || any_sh && format.contains("\\x") {
        return None;
    }
    let mut values = values.iter();
    let mut text = String::new();
    loop {
        let left = values.len();
        once(format, &mut values, &mut text)?;
        if text.len() > MAX_OUTPUT {
            return None;
        }
        // the format is used again until the arguments are used up
        if values.len() == 0 || values.len() == left {
            return Some(text);
        }
    }
}

/// May this format of `printf` hold a `%n`, which stores a number in the variable that an argument names?
pub(super) fn counts(format: &str) -> bool {
    let plain = format.replace("%%", "");
    let mut conversions = plain.split('%').skip(1);
    conversions
        .any(|text| text.trim_start_matches(|char: char| "#-+ 0123456789.*'$hljtzL".contains(char)).starts_with('n'))
}

fn once<'a>(format: &str, values: &mut impl Iterator<Item = &'a &'a str>, text: &mut String) -> Option<()> {
    let mut chars = format.chars();
    while let Some(char) = chars.next() {
        match char {
            '%' => match chars.next()? {
                '%' => text.push('%'),
                's' => text.push_str(values.next().copied().unwrap_or_default()),
                _ => return None,
            },
            '\\' => {
                let rest = chars.as_str();
                let (char, used) = escape(rest)?;
                text.push(char);
                chars = rest.get(used..)?.chars();
            }
            char => text.push(char),
        }
    }
    Some(())
}

fn escape(rest: &str) -> Option<(char, usize)> {
    let first = rest.chars().next()?;
    let digits =
        |text: &str, radix: u32, most: usize| text.chars().take(most).take_while(|char| char.is_digit(radix)).count();
    let ascii = |text: &str, radix: u32| {
        u8::from_str_radix(text, radix).ok().filter(|byte| (1..128).contains(byte)).map(char::from)
    };
    match first {
        'n' => Some(('\n', 1)),
        't' => Some(('\t', 1)),
        '\\' => Some(('\\', 1)),
        'x' => {
            let length = digits(rest.get(1..)?, 16, 2);
            Some((ascii(rest.get(1..=length)?, 16)?, 1 + length))
        }
        '0'..='7' => {
            let length = digits(rest, 8, 3);
            Some((ascii(rest.get(..length)?, 8)?, length))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn echo_is_known_where_shells_agree() {
        assert_eq!(echo(&["a", "b  c"]).as_deref(), Some("a b  c\n"));
        assert_eq!(echo(&["-n", "a"]), None);
        assert_eq!(echo(&["-e", "a"]), None);
        assert_eq!(echo(&["a\\nb"]), None);
    }

    #[test]
    fn a_count_is_seen_in_every_spelling() {
        for format in ["%n", "a%s%n", "%5n", "%-3.2ln", "%%%n"] {
            assert!(counts(format), "{format}");
        }
        for format in ["%%n", "n", "%s\\n", "%sn", "% s", "%d%%n"] {
            assert!(!counts(format), "{format}");
        }
    }

    #[test]
    fn printf_formats() {
        assert_eq!(printf(&["%s\\n", "a", "b"], false).as_deref(), Some("a\nb\n"));
        assert_eq!(printf(&["\\162\\155 -rf src"], false).as_deref(), Some("rm -rf src"));
        assert_eq!(printf(&["\\x72m"], false).as_deref(), Some("rm"));
        assert_eq!(printf(&["\\x72m"], true), None);
        assert_eq!(printf(&["\\162m"], true).as_deref(), Some("rm"));
        assert_eq!(printf(&["%d", "1"], false), None);
        assert_eq!(printf(&["-v", "x", "a"], false), None);
        assert_eq!(printf(&["100%%"], false).as_deref(), Some("100%"));
    }
}
