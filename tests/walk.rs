//! What a line would run: each row a line and the commands that must be found, as they would be shown.

#[path = "support/memory.rs"]
mod memory;

use memory::Memory;
use runok::command::options::Tables;
use runok::command::word::Count;
use runok::command::{Directory, Invocation, Reading, read};
use runok::input::CommandLine;

fn reading(line: &str) -> Reading {
    let facts = Memory::new("/home/dev/project", &[("HOME", "/home/dev"), ("USER", "dev"), ("PATH", "/bin")]);
    read(&CommandLine::new(line).unwrap(), &facts, &Tables::default())
}

fn flat<'r>(all: &'r [Invocation], found: &mut Vec<&'r Invocation>) {
    for invocation in all {
        found.push(invocation);
        for wrapped in &invocation.wrapped {
            flat(&wrapped.runs, found);
        }
    }
}

/// Every command with words, as text; `…` marks a word that may be any number of words.
fn commands(line: &str) -> Vec<String> {
    let reading = reading(line);
    let mut found = Vec::new();
    flat(&reading.invocations, &mut found);
    found.iter().filter(|invocation| !invocation.words.is_empty()).map(|invocation| shown(invocation)).collect()
}

fn shown(invocation: &Invocation) -> String {
    let words = invocation.words.iter().map(|word| match word.count {
        Count::One if word.display().is_empty() => "''".to_owned(),
        Count::One => word.display(),
        Count::Any => format!("{}…", word.display()),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Every reason why the line is at least `ask`, those of nested commands too.
fn doubts(line: &str) -> Vec<String> {
    let reading = reading(line);
    let mut found = Vec::new();
    flat(&reading.invocations, &mut found);
    let mut all: Vec<String> = reading.doubts.iter().map(|doubt| doubt.why.clone()).collect();
    for invocation in found {
        all.extend(invocation.doubts.iter().map(|doubt| doubt.why.clone()));
        all.extend(invocation.wrapped.iter().flat_map(|wrapped| wrapped.doubts.iter().map(|doubt| doubt.why.clone())));
    }
    all
}

#[track_caller]
fn runs(line: &str, expected: &[&str]) {
    assert_eq!(commands(line), expected, "{line}");
}

#[test]
fn debug_lines() {
    for line in std::env::var("LINES_TO_SHOW").unwrap_or_default().split("@@") {
        println!("{line:?} → {:?}\n   doubts {:?}", commands(line), doubts(line));
    }
    let _ = (runs, Directory::Unknown);
}
