//! Carries a plan out.
//!
//! Owns the order: the file as it was is kept before it is touched. Refuses to go on with an agent after something went wrong.

use super::backup::Backups;
use super::file;
use super::plan::Change;

/// Makes one change.
///
/// # Errors
/// A sentence; the file is then as it was.
pub(super) fn apply(change: &Change, backups: &Backups) -> Result<(), String> {
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
            match record {
                Some(record) => backups.note(record),
                None => {
                    backups.forget(&change.before.path);
                    Ok(())
                }
            }
        }
        (None, _) => {
            change.before.remove()?;
            file::remove_empty(&change.directories);
            backups.forget(&change.before.path);
            Ok(())
        }
    }
}
