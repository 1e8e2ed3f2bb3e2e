//! The line with a caret under the part that decided.
//!
//! Owns the layout: which physical line is shown, how a long one is windowed, and how wide characters and tabs are
//! counted, so that the caret stands where the eye looks for it. Refuses colour and output.

use unicode_width::UnicodeWidthChar;

use super::sanitize::is_unsafe;
use crate::input::Span;

/// How many columns a tab is shown as.
const TAB_COLUMNS: usize = 4;

/// The fewest columns a window is laid out for.
const LEAST_COLUMNS: usize = 20;

/// What stands for text that was cut off a long line.
const CUT: char = '…';

/// What a character that must not be shown is replaced by, so that columns still tell it is there.
const HIDDEN: char = '\u{FFFD}';

/// A line of the input and the marks below it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excerpt {
    /// Which line of the text, from 1; `None` when the text has only one.
    pub number: Option<usize>,
    /// The line (or its window), safe to show: tabs as spaces, unsafe characters replaced.
    pub shown: String,
    /// Blanks and carets, as wide as the shown line up to the end of the span. The caret ends with its line.
    pub marks: String,
}

/// One shown character.
struct Cell {
    text: char,
    columns: usize,
    marked: bool,
}

/// Lays out the line on which `span` begins, in at most `columns` columns. `None` where the span points outside the text.
#[must_use]
pub fn excerpt(text: &str, span: Span, columns: usize) -> Option<Excerpt> {
    let before = text.get(..span.start)?;
    let line_start = before.rfind('\n').map_or(0, |offset| offset + 1);
    let line = text.get(line_start..)?.split('\n').next()?;
    let line = line.strip_suffix('\r').unwrap_or(line);
    let number = text.contains('\n').then(|| before.matches('\n').count() + 1);
    let cells = cells(line, span.start - line_start, span.end.max(span.start).saturating_sub(line_start), columns);
    let cells = window(cells, columns.max(LEAST_COLUMNS));
    let mut shown = String::new();
    let mut marks = String::new();
    for cell in &cells {
        shown.push(cell.text);
        let mark = if cell.marked { '^' } else { ' ' };
        marks.extend(std::iter::repeat_n(mark, cell.columns));
    }
    let marks = marks.trim_end();
    // an empty span, or one that begins at the line's end, still gets one caret
    let marks = if marks.is_empty() { caret_at(before, line_start, &shown) } else { marks.to_owned() };
    Some(Excerpt { number, shown, marks })
}

fn caret_at(before: &str, line_start: usize, shown: &str) -> String {
    let column: usize = before.get(line_start..).unwrap_or_default().chars().map(columns_of).sum();
    let width: usize = shown.chars().map(columns_of).sum();
    let mut marks = " ".repeat(column.min(width));
    marks.push('^');
    marks
}

/// The characters of a line as cells, no more of them than a window around the mark could show.
fn cells(line: &str, start: usize, end: usize, columns: usize) -> Vec<Cell> {
    let mut cells = Vec::new();
    let most = columns.max(LEAST_COLUMNS) * 2;
    let from = char_floor(line, start.saturating_sub(most));
    if from > 0 {
        cells.push(Cell { text: CUT, columns: 1, marked: false });
    }
    for (offset, character) in line.get(from..).unwrap_or_default().char_indices() {
        let offset = offset + from;
        if offset > start + most * 2 {
            cells.push(Cell { text: CUT, columns: 1, marked: false });
            break;
        }
        let marked = offset >= start && offset < end;
        match character {
            '\t' => cells.extend((0..TAB_COLUMNS).map(|_| Cell { text: ' ', columns: 1, marked })),
            _ if is_unsafe(character) || character == '\r' => cells.push(Cell { text: HIDDEN, columns: 1, marked }),
            _ => cells.push(Cell { text: character, columns: columns_of(character), marked }),
        }
    }
    cells
}

fn char_floor(line: &str, offset: usize) -> usize {
    (0..=offset.min(line.len())).rev().find(|offset| line.is_char_boundary(*offset)).unwrap_or(0)
}

fn columns_of(character: char) -> usize {
    match character {
        '\t' => TAB_COLUMNS,
        _ => character.width().unwrap_or(1),
    }
}

/// Cuts cells down to `columns`, keeping the mark's beginning in sight with some of what stands before it.
fn window(cells: Vec<Cell>, columns: usize) -> Vec<Cell> {
    let total: usize = cells.iter().map(|cell| cell.columns).sum();
    if total <= columns {
        return cells;
    }
    let mark = cells.iter().position(|cell| cell.marked).unwrap_or(0);
    let before_mark: usize = cells.iter().take(mark).map(|cell| cell.columns).sum();
    let mut skip_columns = before_mark.saturating_sub(columns / 3);
    let mut kept = Vec::new();
    let mut used = 0;
    let mut cells = cells.into_iter();
    if skip_columns > 0 {
        kept.push(Cell { text: CUT, columns: 1, marked: false });
        used = 1;
        for cell in cells.by_ref() {
            skip_columns = skip_columns.saturating_sub(cell.columns);
            if skip_columns == 0 {
                break;
            }
        }
    }
    for cell in cells {
        if used + cell.columns >= columns {
            kept.push(Cell { text: CUT, columns: 1, marked: cell.marked });
            break;
        }
        used += cell.columns;
        kept.push(cell);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lay_out(text: &str, part: &str, columns: usize) -> (String, String) {
        let start = text.find(part).unwrap();
        let excerpt = excerpt(text, Span::new(start, start + part.len()), columns).unwrap();
        (excerpt.shown, excerpt.marks)
    }

    #[test]
    fn the_caret_stands_under_the_part() {
        assert_eq!(lay_out("ls; rm -rf /", "rm -rf /", 80), ("ls; rm -rf /".into(), "    ^^^^^^^^".into()));
    }

    #[test]
    fn wide_characters_and_tabs_are_counted_in_columns() {
        assert_eq!(lay_out("日本\trm x", "rm", 80), ("日本    rm x".into(), "        ^^".into()));
        assert_eq!(lay_out("a 日本 b", "日本", 80), ("a 日本 b".into(), "  ^^^^".into()));
        // a combining mark has no column of its own
        assert_eq!(lay_out("e\u{301} rm", "rm", 80), ("e\u{301} rm".into(), "  ^^".into()));
    }

    #[test]
    fn the_right_line_of_many_is_shown() {
        let excerpt = excerpt("ls\necho 1\nrm x\nls", Span::new(10, 14), 80).unwrap();
        assert_eq!((excerpt.number, excerpt.shown.as_str(), excerpt.marks.as_str()), (Some(3), "rm x", "^^^^"));
    }

    #[test]
    fn a_span_over_several_lines_marks_its_first() {
        assert_eq!(lay_out("if a\nthen b; fi", "if a\nthen b; fi", 80), ("if a".into(), "^^^^".into()));
    }

    #[test]
    fn a_long_line_is_windowed_around_the_part() {
        let text = format!("{} rm -rf / {}", "a".repeat(500), "b".repeat(500));
        let (shown, marks) = lay_out(&text, "rm -rf /", 60);
        assert!(shown.contains("rm -rf /") && shown.chars().count() <= 60, "{shown}");
        let column = shown.chars().position(|character| character == 'r').unwrap();
        assert_eq!(marks, format!("{}^^^^^^^^", " ".repeat(column)));
    }

    #[test]
    fn a_megabyte_on_one_line_is_laid_out_at_once() {
        let text = format!("{}rm{}", "é".repeat(500_000), "x".repeat(500_000));
        let (shown, marks) = lay_out(&text, "rm", 80);
        assert!(shown.contains("rm") && marks.ends_with("^^"), "{shown}");
    }

    #[test]
    fn unsafe_characters_are_replaced_where_they_stand() {
        let (shown, marks) = lay_out("a\u{1b}[31m rm", "rm", 80);
        assert_eq!((shown.as_str(), marks.as_str()), ("a\u{fffd}[31m rm", "       ^^"));
    }

    #[test]
    fn empty_spans_and_spans_outside_are_no_trouble() {
        assert_eq!(excerpt("ls", Span::new(2, 2), 80).unwrap().marks, "  ^");
        assert_eq!(excerpt("", Span::new(0, 0), 80).unwrap().marks, "^");
        assert_eq!(excerpt("ls", Span::new(9, 12), 80), None);
        assert_eq!(excerpt("é", Span::new(1, 2), 80), None);
    }
}
