//! What the words of `make` run: variables that name a shell or hold functions, and rules from elsewhere.
//!
//! Owns the variables and functions of make. Refuses makefiles: what stands in them is up to the rule that allows make.

use crate::command::word::{Part, Word};

use super::Start;
use super::call::{Call, is};
use super::launchers::Who;
use super::text::after_prefix;

/// Variables on make's command line that name the shell of its recipes, or further options; `--eval` is in its table.
pub(super) fn words(call: &Call, _who: Who) -> Vec<Start> {
    const VARIABLES: [&str; 5] = ["SHELL", ".SHELLFLAGS", "MAKEFILES", "MAKEFLAGS", "GNUMAKEFLAGS"];
    let mut starts = Vec::new();
    let read = call.read();
    for word in read.operands.iter().filter_map(|(index, _)| call.words.get(*index)) {
        for variable in VARIABLES {
            // `=`, `:=`, `::=`, `?=` and `+=` all set it
            let assigned = ["=", ":=", "::=", ":::=", "?=", "+=", "!="];
            let value = assigned.iter().find_map(|sign| after_prefix(word, &format!("{variable}{sign}")));
            if let Some(value) = value {
                let doubt = call.doubt(format!("{variable} changes what make runs"));
                starts.push(Start::program(value, &call.name).doubtful(doubt));
            }
        }
        if let Some((name, value)) = made_of_functions(word) {
            let doubt = call.doubt(format!("what make makes of the value of {name} is not known"));
            starts.push(Start::program(value, &call.name).doubtful(doubt));
        }
        let is_number = word.parts.iter().all(|part| matches!(part, Part::Unknown(unknown) if unknown.numeric));
        let begun = |variable: &&str| !is_number && variable.starts_with(word.literal_prefix());
        if let Some(variable) = VARIABLES.iter().copied().find(|variable| !word.is_known() && begun(variable)) {
            let doubt = call.doubt(format!("{} may set {variable}, which changes what make runs", word.display()));
            starts.push(Start::program(Word::unknown(word.display(), word.span), &call.name).doubtful(doubt));
        }
    }
    for file in call.read().flags(&["-f"]).filter_map(|flag| flag.value.as_ref()) {
        let input = is(file, "-") || ["/dev/", "/proc/"].iter().any(|place| file.literal_prefix().starts_with(place));
        if input && !is(file, "/dev/null") {
            let doubt = call.doubt(format!("the rules that {} reads from {} are not known", call.name, file.display()));
            starts.push(Start::program(Word::unknown(file.display(), file.span), &call.name).doubtful(doubt));
        }
    }
    starts
}

/// A variable whose value make runs: `X!=cmd`, `X=$(shell cmd)`, and perhaps `X=$unknown`.
fn made_of_functions(word: &Word) -> Option<(&str, Word)> {
    const FUNCTIONS: [&str; 5] = ["eval", "file", "guile", "load", "shell"];
    let (name, _) = word.literal_prefix().split_once('=')?;
    let value = after_prefix(word, &format!("{name}="))?;
    let named = |text: &str| FUNCTIONS.iter().any(|function| text.contains(function));
    let calls = |part: &Part| match part {
        Part::Literal(text) => text.contains('$') && named(text),
        Part::Unknown(unknown) => !unknown.numeric,
        _ => false,
    };
    (name.ends_with('!') || value.parts.iter().any(calls)).then_some((name, value))
}
