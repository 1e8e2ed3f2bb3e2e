//! Words that are meant for a shell.
//!
//! Owns how they are told from the words of the program: by the name that it was called, and by `--shell`. Refuses to read
//! them.

use std::ffi::{OsStr, OsString};
use std::path::Path;

/// The name that runok stands for a shell by.
const NAME: &str = "runok-shell";

/// Is this the name of the program that stands for a shell? A login shell's name begins with a dash.
pub(super) fn is_its_name(name: &OsStr) -> bool {
    let name = Path::new(name).file_name().and_then(OsStr::to_str).unwrap_or_default();
    name.strip_prefix('-').unwrap_or(name) == NAME
}

/// Takes what follows `--shell` of `exec` from the words: it is for the shell, whatever it looks like.
pub(super) fn words_of_one(words: &mut Vec<OsString>) -> Option<Vec<OsString>> {
    let exec = words.get(1).is_some_and(|word| word == "exec");
    let end = words.iter().position(|word| word == "--shell" || word == "--").filter(|_| exec)?;
    words.get(end).is_some_and(|word| word == "--shell").then(|| words.split_off(end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_says_that_it_stands_for_a_shell() {
        for (name, shell) in [
            ("runok-shell", true),
            ("/x/runok-shell", true),
            ("-runok-shell", true),
            ("runok", false),
            ("runok-shell2", false),
            ("--runok-shell", false),
            ("runok-shell/runok", false),
        ] {
            assert_eq!(is_its_name(OsStr::new(name)), shell, "{name}");
        }
    }
}
