//! Cleaning of text that others wrote, before a person sees it.
//!
//! Owns [`Clean`], the only way for text to reach an output. Refuses to know where the text came from: everything is
//! cleaned, the policy's own messages included.

use std::fmt;

/// The most characters of one cleaned text; the rest is cut and marked.
pub const MAX_SHOWN_CHARS: usize = 4_000;

/// What stands for the part that was cut.
const CUT_MARK: &str = "…";

/// Text that is safe to show: no control characters but `\n`, `\r` and `\t`, nothing invisible, bounded in length.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Clean {
    text: String,
}

impl Clean {
    /// Cleans a text: C0 but `\n \r \t`, DEL and C1 are stripped, and so are bidirectional overrides and zero-width
    /// characters. At most [`MAX_SHOWN_CHARS`] characters stay.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self::bounded(text, MAX_SHOWN_CHARS)
    }

    /// The same, on one line: line breaks and tabs become one space, runs of them too, and the ends are trimmed.
    #[must_use]
    pub fn one_line(text: &str) -> Self {
        let clean = Self::new(text).text;
        if !clean.bytes().any(|byte| matches!(byte, b'\n' | b'\r' | b'\t')) {
            let has_ends = clean.starts_with(char::is_whitespace) || clean.ends_with(char::is_whitespace);
            return Self { text: if has_ends { clean.trim().to_owned() } else { clean } };
        }
        let mut line = String::with_capacity(clean.len());
        let mut in_break = false;
        for character in clean.trim().chars() {
            let is_break = matches!(character, '\n' | '\r' | '\t');
            match (is_break, in_break) {
                (true, false) => line.push(' '),
                (true, true) => {}
                (false, _) => line.push(character),
            }
            in_break = is_break;
        }
        Self { text: line }
    }

    /// The text with blanks in front.
    #[must_use]
    pub fn indented(&self, blanks: usize) -> Self {
        let mut text = String::with_capacity(blanks + self.text.len());
        text.extend(std::iter::repeat_n(' ', blanks));
        text.push_str(&self.text);
        Self { text }
    }

    /// The same, for a terminal: `\r\n` and a lone `\r` are shown as a line break, so that nothing is overwritten.
    #[must_use]
    pub fn for_terminal(text: &str) -> Self {
        let clean = Self::new(text).text;
        if !clean.contains('\r') {
            return Self { text: clean };
        }
        Self { text: clean.replace("\r\n", "\n").replace('\r', "\n") }
    }

    /// Text of any length, cleaned: for whole documents that runok itself wrote (a schema, a completion script).
    #[must_use]
    pub fn document(text: &str) -> Self {
        Self::bounded(text, usize::MAX)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Is nothing left of it?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    fn bounded(text: &str, most: usize) -> Self {
        if text.len() <= most && (is_plain(text) || !holds_unsafe(text)) {
            return Self { text: text.to_owned() };
        }
        let mut shown = text.chars().filter(|character| !is_unsafe(*character));
        let mut clean: String = shown.by_ref().take(most).collect();
        if shown.next().is_some() {
            clean.push_str(CUT_MARK);
        }
        Self { text: clean }
    }
}

impl fmt::Display for Clean {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

/// Is the text of blanks and the visible characters of ASCII alone? Nearly every text is.
#[must_use]
pub fn is_plain(text: &str) -> bool {
    // without an early end many bytes are looked at together
    text.bytes().fold(true, |plain, byte| plain & matches!(byte, b' '..=b'~'))
}

/// Does the text hold a character that is not to be shown? Only those are looked at that are not plain.
fn holds_unsafe(text: &str) -> bool {
    let not_plain = text.bytes().enumerate().filter(|(_, byte)| !matches!(byte, b' '..=b'~'));
    // in the middle of a character nothing begins
    let mut characters = not_plain.filter_map(|(at, _)| text.get(at..)?.chars().next());
    characters.any(is_unsafe)
}

/// Would showing this character do more than show it? Control characters but `\n \r \t`, and what [`is_invisible`].
#[must_use]
pub fn is_unsafe(character: char) -> bool {
    !matches!(character, ' '..='~')
        && (character.is_control() && !matches!(character, '\n' | '\r' | '\t') || is_invisible(character))
}

/// Does this character change how others are shown, or show nothing itself? Bidirectional controls, zero-width characters,
/// line and paragraph separators, variation selectors and tags.
#[must_use]
pub fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{00AD}'                      // soft hyphen
        | '\u{034F}'                    // combining grapheme joiner
        | '\u{061C}'                    // Arabic letter mark
        | '\u{115F}' | '\u{1160}'       // Hangul fillers
        | '\u{17B4}' | '\u{17B5}'       // Khmer inherent vowels
        | '\u{180B}'..='\u{180F}'       // Mongolian selectors and vowel separator
        | '\u{200B}'..='\u{200F}'       // zero-width space, joiners, direction marks
        | '\u{2028}'..='\u{202E}'       // separators, embeddings, overrides
        | '\u{2060}'..='\u{206F}'       // word joiner, invisible operators, isolates
        | '\u{3164}' | '\u{FFA0}'       // Hangul fillers
        | '\u{FE00}'..='\u{FE0F}'       // variation selectors
        | '\u{FEFF}'                    // byte order mark
        | '\u{FFF9}'..='\u{FFFB}'       // interlinear annotation
        | '\u{E0000}'..='\u{E0FFF}'     // tags, more variation selectors
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminal_controls_are_stripped() {
        assert_eq!(Clean::new("a\u{1b}[31mb\u{7}c\u{7f}\0d").as_str(), "a[31mbcd");
        assert_eq!(Clean::new("x\u{9b}31my\u{85}z").as_str(), "x31myz");
        assert_eq!(Clean::new("one\n\ttwo\r").as_str(), "one\n\ttwo\r");
    }

    #[test]
    fn invisible_and_direction_characters_are_stripped() {
        assert_eq!(Clean::new("r\u{200d}m \u{202e}fr-\u{2066}x\u{feff}").as_str(), "rm fr-x");
        assert_eq!(Clean::new("naïve 日本 e\u{301}").as_str(), "naïve 日本 e\u{301}");
    }

    #[test]
    fn no_unsafe_character_survives() {
        let all: String = (0..=0x10_FFFF).filter_map(char::from_u32).collect();
        assert!(!Clean::document(&all).as_str().chars().any(is_unsafe));
        assert!(!Clean::one_line(&all).as_str().chars().any(char::is_control));
    }

    #[test]
    fn length_is_bounded_and_the_cut_is_marked() {
        let long = "é".repeat(MAX_SHOWN_CHARS + 1);
        let clean = Clean::new(&long);
        assert_eq!(clean.as_str().chars().count(), MAX_SHOWN_CHARS + 1);
        assert!(clean.as_str().ends_with(CUT_MARK));
        assert_eq!(Clean::new(&"e".repeat(MAX_SHOWN_CHARS)).as_str().len(), MAX_SHOWN_CHARS);
        assert!(Clean::new(&"e".repeat(MAX_SHOWN_CHARS + 1)).as_str().ends_with(CUT_MARK));
    }

    #[test]
    fn one_line_has_no_breaks() {
        assert_eq!(Clean::one_line(" a\r\n\tb\nc \n").as_str(), "a b c");
    }

    #[test]
    fn a_lone_carriage_return_breaks_the_line_on_a_terminal() {
        assert_eq!(Clean::for_terminal("allowed\rdenied\r\nend").as_str(), "allowed\ndenied\nend");
    }
}
