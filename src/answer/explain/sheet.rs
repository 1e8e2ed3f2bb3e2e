//! A page that is written line by line and fits its width.
//!
//! Owns wrapping and the tree's guides. Every text is put on one line and cleaned before it is wrapped, so nothing that
//! stands in it can begin a line of its own.

use unicode_width::UnicodeWidthChar;

use crate::answer::sanitize::Clean;
use crate::answer::text::{Page, Style};

/// The narrowest page that is laid out.
pub(super) const LEAST_COLUMNS: usize = 40;

/// How wide the labels of fields are.
const LABEL: usize = 10;

/// The fewest columns that are left for a field's text; deeper trees are not indented any further.
const LEAST_TEXT: usize = 20;

/// A page under way.
pub(super) struct Sheet {
    page: Page,
    columns: usize,
    /// What every line begins with: the guides of the tree.
    guides: Vec<&'static str>,
}

impl Sheet {
    pub(super) fn new(columns: usize) -> Self {
        Self { page: Page::default(), columns: columns.max(LEAST_COLUMNS), guides: Vec::new() }
    }

    /// The page itself, for what is laid out elsewhere.
    pub(super) fn page(&mut self) -> &mut Page {
        &mut self.page
    }

    pub(super) fn into_page(self) -> Page {
        self.page
    }

    /// How wide a text may be here.
    pub(super) fn room(&self) -> usize {
        self.columns.saturating_sub(self.guide().chars().count()).max(LEAST_TEXT)
    }

    /// An empty line.
    pub(super) fn blank(&mut self) {
        self.page.add(Style::Plain, "\n");
    }

    /// An empty line between branches of the tree, or before the first.
    pub(super) fn between(&mut self, branches: bool) {
        let guide = self.guide();
        let stem = if branches { "│" } else { "" };
        self.page.add(Style::Faint, format!("{guide}{stem}").trim_end()).add(Style::Plain, "\n");
    }

    /// Goes one level deeper: what is written until [`Sheet::leave`] stands behind this guide.
    pub(super) fn enter(&mut self, guide: &'static str) {
        self.guides.push(guide);
    }

    pub(super) fn leave(&mut self) {
        self.guides.pop();
    }

    fn guide(&self) -> String {
        let most = self.columns.saturating_sub(LABEL + LEAST_TEXT);
        let mut guide: String = self.guides.concat();
        if guide.chars().count() > most {
            guide = guide.chars().take(most).collect();
        }
        guide
    }

    /// A heading on a line of its own.
    pub(super) fn heading(&mut self, text: &str) {
        let room = self.room();
        for line in wrapped(text, room, room) {
            self.line("", Style::Plain, &line);
        }
    }

    /// A text that begins with a word in a style, wrapped under itself.
    pub(super) fn paragraph(&mut self, style: Style, first: &str, rest: &str) {
        self.branch("", "  ", style, first, rest);
    }

    /// The same behind a branch of the tree; `under` stands where it goes on.
    pub(super) fn branch(&mut self, branch: &str, under: &str, style: Style, first: &str, rest: &str) {
        let guide = self.guide();
        let room = self.room().saturating_sub(branch.chars().count());
        let whole = format!("{first}{}", Clean::one_line(&format!(".{rest}")).as_str().get(1..).unwrap_or_default());
        let later = self.room().saturating_sub(under.chars().count());
        for (index, line) in wrapped(&whole, room, later).into_iter().enumerate() {
            let before = if index == 0 { branch } else { under };
            self.page.add(Style::Faint, &format!("{guide}{before}"));
            match line.strip_prefix(first).filter(|_| index == 0) {
                Some(after) => self.page.add(style, first).add(Style::Plain, after),
                None => self.page.add(Style::Plain, &line),
            };
            self.page.add(Style::Plain, "\n");
        }
    }

    /// A labelled text, wrapped beside its label.
    pub(super) fn field(&mut self, label: &str, text: &str) {
        let room = self.room().saturating_sub(LABEL);
        for (index, line) in wrapped(text, room, room).into_iter().enumerate() {
            let label = if index == 0 { label } else { "" };
            self.line(&format!("{label:<LABEL$}"), Style::Faint, &line);
        }
    }

    /// Lines that are wrapped already.
    pub(super) fn verbatim(&mut self, lines: &[String]) {
        for line in lines {
            self.line("", Style::Plain, line);
        }
    }

    fn line(&mut self, label: &str, style: Style, text: &str) {
        let guide = self.guide();
        self.page.add(Style::Faint, &guide).add(style, label).add(Style::Plain, text).add(Style::Plain, "\n");
    }
}

fn columns_of(character: char) -> usize {
    character.width().unwrap_or(1)
}

/// A text as lines of at most so many columns, broken at spaces where that is possible; the first may have another width.
pub(super) fn wrapped(text: &str, first: usize, later: usize) -> Vec<String> {
    let clean = Clean::one_line(text);
    let mut lines = Vec::new();
    let (mut line, mut used) = (String::new(), 0);
    for word in clean.as_str().split_inclusive(' ') {
        let room = |lines: &Vec<String>| if lines.is_empty() { first } else { later };
        let width: usize = word.trim_end().chars().map(columns_of).sum();
        if used > 0 && used + width > room(&lines) {
            lines.push(std::mem::take(&mut line).trim_end().to_owned());
            used = 0;
        }
        for character in word.chars() {
            let columns = columns_of(character);
            if used + columns > room(&lines) {
                if character == ' ' {
                    continue;
                }
                lines.push(std::mem::take(&mut line));
                used = 0;
            }
            line.push(character);
            used += columns;
        }
    }
    lines.push(line.trim_end().to_owned());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_spaces_and_long_words_anywhere() {
        assert_eq!(wrapped("one two three", 7, 7), ["one two", "three"]);
        assert_eq!(wrapped("one two three", 3, 20), ["one", "two three"]);
        assert_eq!(wrapped("abcdefgh ij", 3, 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrapped("日本語 x", 4, 4), ["日本", "語 x"]);
        assert_eq!(wrapped("", 4, 4), [""]);
        assert_eq!(wrapped("a\nb\tc\u{1b}[2J", 40, 40), ["a b c[2J"]);
    }

    #[test]
    fn nothing_is_wider_than_the_page_however_deep() {
        let mut sheet = Sheet::new(40);
        for _ in 0..30 {
            sheet.enter("│  ");
            sheet.branch("├─ ", "│  ", Style::Plain, "ask", &" x".repeat(60));
            sheet.field("label", &"wide ".repeat(20));
        }
        let text = sheet.into_page().paint(false);
        let widest = text.lines().map(|line| line.chars().map(columns_of).sum::<usize>()).max().unwrap();
        assert!(widest <= 40, "{widest}\n{text}");
    }
}
