//! Carries a plan out.
//!
//! Owns the order: the file as it was is kept before it is touched. Refuses to go on with an agent after something went wrong.

use super::backup::{Backups, Record};
use super::file;
use super::plan::Change;

/// Makes the changes of one agent.
///
/// # Errors
/// A sentence; the file that it names is then as it was, and those after it too.
pub(super) fn apply_all(changes: &[Change], backups: &Backups) -> Result<(), String> {
    changes.iter().try_for_each(|change| apply(change, backups))?;
    let gone: Vec<String> = changes.iter().flat_map(|change| change.directories.clone()).collect();
    file::remove_empty(&gone);
    Ok(())
}

/// Makes one change.
///
/// # Errors
/// A sentence; the file is then as it was.
fn apply(change: &Change, backups: &Backups) -> Result<(), String> {
    match (&change.after, &change.record) {
        (Some(after), Some(record)) if change.keeps => {
            backups.keep(record, change.before.text.as_deref())?;
            let made = change.before.replace(after, change.executable).inspect_err(|_| backups.forget(&record.path))?;
            if made.is_empty() {
                return Ok(());
            }
            let mut record = record.clone();
            record.directories = made;
            backups.note(&record)
        }
        (Some(after), record) => {
            change.before.replace(after, change.executable)?;
            settle(record.as_ref(), change, backups)
        }
        (None, record) => {
            change.before.remove()?;
            settle(record.as_ref(), change, backups)
        }
    }
}

/// Remembers what is still to be remembered of a file, or nothing of it.
fn settle(record: Option<&Record>, change: &Change, backups: &Backups) -> Result<(), String> {
    match record {
        Some(record) => backups.note(record),
        None => {
            backups.forget(&change.before.path);
            Ok(())
        }
    }
}
