//! The calls that programs make all day, read without the table of arguments: making it costs more than judging does.
//!
//! Owns no argument: what has not exactly one of these shapes is left to the table, and a test holds that both read them
//! alike.
//!
//! ```text
//! check [-c FILE] [--output-format json] -- WORD…
//! hook AGENT [-c FILE]
//! exec [-c FILE] -- WORD…
//! ```

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use super::{Check, Command, DEADLINE, Exec, Format, Hook};

/// The command, where the words (without the program's name) have one of the shapes.
pub(super) fn read(words: &[OsString]) -> Option<Command> {
    let (name, rest) = words.split_first()?;
    match name.to_str()? {
        "check" => check(rest),
        "hook" => hook(rest),
        "exec" => exec(rest),
        _ => None,
    }
}

fn check(words: &[OsString]) -> Option<Command> {
    let (config, rest) = config(words)?;
    let (output_format, rest) = match rest {
        [name, value, rest @ ..] if name == "--output-format" && value == "json" => (Format::Json, rest),
        rest => (Format::Text, rest),
    };
    let words = after_dashes(rest)?;
    Some(Command::Check(Check { config, no_cache: false, output_format, verbose: false, input_format: None, words }))
}

fn hook(words: &[OsString]) -> Option<Command> {
    let (agent, rest) = words.split_first()?;
    let agent = plain(agent)?.to_owned();
    let (config, []) = config(rest)? else { return None };
    let (agent_option, event) = (None, None);
    Some(Command::Hook(Hook { agent, agent_option, event, config, no_cache: false, deadline: DEADLINE }))
}

fn exec(words: &[OsString]) -> Option<Command> {
    let (config, rest) = config(words)?;
    let words = after_dashes(rest)?;
    let (ask, shell, sandbox) = (false, false, None);
    Some(Command::Exec(Exec { config, ask, shell, sandbox, deadline: DEADLINE, words }))
}

/// `-c FILE` at the beginning, where it stands there, and the rest.
fn config(words: &[OsString]) -> Option<(Option<PathBuf>, &[OsString])> {
    match words {
        [option, file, rest @ ..] if option == "-c" || option == "--config" => {
            Some((Some(PathBuf::from(plain(file)?)), rest))
        }
        rest => Some((None, rest)),
    }
}

/// What stands after `--`, which stands first.
fn after_dashes(words: &[OsString]) -> Option<Vec<OsString>> {
    let (dashes, words) = words.split_first()?;
    (dashes == "--").then(|| words.to_vec())
}

/// A word that nobody takes for an option, nor for the lack of a value.
fn plain(word: &OsStr) -> Option<&str> {
    word.to_str().filter(|text| !text.is_empty() && !text.starts_with('-'))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::super::Arguments;
    use super::*;

    /// Every call of up to five of these words.
    #[test]
    fn what_is_read_here_the_table_reads_alike() {
        let pieces = [
            "check",
            "hook",
            "exec",
            "-c",
            "--config",
            "p.yml",
            "--",
            "claude-code",
            "--output-format",
            "json",
            "-x",
            "",
        ];
        let mut calls: Vec<Vec<OsString>> = vec![Vec::new()];
        let mut read_here = 0;
        for _ in 0..5 {
            calls =
                calls.iter().flat_map(|call| pieces.map(|piece| [call.as_slice(), &[piece.into()]].concat())).collect();
            // only what begins with a command can have one of the shapes
            calls.retain(|call| call.first().is_some_and(|word| word == "check" || word == "hook" || word == "exec"));
            for call in &calls {
                let Some(here) = read(call) else { continue };
                read_here += 1;
                let table =
                    Arguments::try_parse_from(std::iter::once(OsString::from("runok")).chain(call.iter().cloned()));
                assert_eq!(format!("{here:?}"), format!("{:?}", table.unwrap().command), "{call:?}");
            }
        }
        assert!(read_here > 1_000, "{read_here}");
    }
}
