//! Reading.
use super::*;
/// Reads the words of a command (its name at index 0) with a table.
#[must_use]
pub fn read(table: &Table, words: &[Word]) -> Arguments {
    let _ = (table, words);
    Arguments::default()
}
