//! The man pages say what is true: every flag, every subcommand, every key of the policy, and nothing else.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests start programs, read files, and stop where they cannot go on"
)]

mod common;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::{has_program, runok};
use serde_json::Value;

fn page(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("man").join(name)
}

fn text(name: &str) -> String {
    std::fs::read_to_string(page(name)).unwrap()
}

/// What follows a macro of mdoc in its lines, up to the next macro: `Fl c Ar FILE , Fl -config` gives `c`, `-config`.
fn arguments(text: &str, name: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for line in text.lines().filter_map(|line| line.strip_prefix('.')) {
        let mut taken = false;
        for word in line.split_whitespace() {
            let is_macro = word.len() == 2 && word.starts_with(|first: char| first.is_ascii_uppercase());
            if is_macro {
                taken = word == name;
            } else if taken && word.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '-') {
                found.insert(word.to_owned());
            }
        }
    }
    found
}

/// The flags of the program, as mdoc writes them after `Fl`.
fn flags(command: &clap::Command) -> BTreeSet<String> {
    let own = command.get_arguments().filter(|argument| !argument.is_positional());
    let own = own.flat_map(|argument| {
        let aliases = argument.get_visible_aliases().unwrap_or_default();
        let long = argument.get_long().into_iter().chain(aliases).map(|long| format!("-{long}")).collect::<Vec<_>>();
        long.into_iter().chain(argument.get_short().map(String::from))
    });
    own.chain(command.get_subcommands().flat_map(flags)).collect()
}

#[test]
fn every_flag_is_in_the_page_and_every_flag_of_the_page_exists() {
    let mut table = runok::app::arguments::table();
    table.build();
    let mut described = arguments(&text("runok.1"), "Fl");
    // a dash alone is the `--` before the words
    described.remove("-");
    assert_eq!(flags(&table), described);
}

#[test]
fn every_subcommand_is_in_the_page() {
    let table = runok::app::arguments::table();
    let commands: BTreeSet<String> = table.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    let page = text("runok.1");
    let described: String =
        page.lines().filter(|line| line.starts_with(".It Cm")).flat_map(|line| [line, "\n"]).collect();
    assert_eq!(commands, arguments(&described, "Cm"));
}

/// The keys of every object that a schema describes.
fn keys(schema: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut left = vec![schema];
    while let Some(value) = left.pop() {
        match value {
            Value::Object(object) => {
                if let Some(Value::Object(properties)) = object.get("properties") {
                    found.extend(properties.keys().cloned());
                }
                left.extend(object.values());
            }
            Value::Array(values) => left.extend(values),
            _ => {}
        }
    }
    found
}

#[test]
fn every_key_of_the_policy_is_in_the_page_and_every_key_of_the_page_exists() {
    let schema = runok(["schema"]).stdout_is(|text| !text.is_empty()).check();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    assert_eq!(keys(&schema), arguments(&text("runok.yaml.5"), "Ic"));
}

/// Every key of an answer has to be described.
fn described(answer: &str) {
    let answer: Value = serde_json::from_str(answer).unwrap();
    let described = arguments(&text("runok.1"), "Ic");
    let mut left = vec![&answer];
    while let Some(value) = left.pop() {
        match value {
            Value::Object(object) => {
                for (key, value) in object {
                    assert!(described.contains(key), "{key} is not described in runok.1");
                    // what a condition reads is the policy's own, a request is that of the protocol
                    if !matches!(key.as_str(), "values" | "request") {
                        left.push(value);
                    }
                }
            }
            Value::Array(values) => left.extend(values),
            _ => {}
        }
    }
}

#[test]
fn every_key_of_an_answer_is_in_the_page() {
    let policy = "rules:\n  - deny: 'rm *'\n    message: m\n    fix_suggestion: f\n  - allow: 'env *'\n";
    let run = runok(["check", "-c", "p.yml", "--output-format", "json", "--", "env rm $X; echo $(rm x)"]);
    described(&run.file("p.yml", policy).stdout_is(|_| true).any_status().check());
    let tests = "extends: [builtin:default]\nrules: [{allow: a}, {allow: '<var:x>'}]\ntests: {cases: [{allow: b}]}\n";
    let line = "A=1 env rm $X > o; echo $(rm x); tool -f x; cp a b; if";
    let policy = "types: { T: { executor: 'no-such-program' } }\nrules:\n  - deny: 'rm *'\n    id: i\n  - allow: 'tool *'\n    \
        when: 'env.X == \"1\"'\n  - allow: 'tool !-f'\n  - allow: 'cp *'\n    validate: T\n  - allow: '> /x'\n";
    let run = runok(["explain", "-c", "p.yml", "--format", "json", "--", line]).file("p.yml", policy);
    described(&run.stdout_is(|_| true).any_status().check());
    let run = runok(["test", "--output-format", "json", "t.yml", "p.yml"]).file("p.yml", "rulez: []");
    described(&run.file("t.yml", tests).stdout_is(|text| text.contains("untouched_elsewhere")).status(2).check());
}

/// What stands between two marks of the README.
fn between<'a>(text: &'a str, begin: &str, end: &str) -> &'a str {
    text.split_once(begin).and_then(|(_, rest)| rest.split_once(end)).map_or("", |(within, _)| within)
}

#[test]
fn the_readme_holds_the_table_of_agents_as_it_is() {
    let readme = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let table = between(&readme, "<!-- runok doctor --matrix -->\n", "<!-- end of the table -->");
    assert_eq!(table, runok::agent::matrix(), "print it anew with `runok doctor --matrix`");
    let printed = runok(["doctor", "--matrix"]).stdout_is(|text| !text.is_empty()).check();
    assert_eq!(printed.trim_end(), table.trim_end());
}

#[test]
fn the_pages_are_well_formed() {
    for name in ["runok.1", "runok.yaml.5"] {
        if has_program("mandoc") {
            let output = Command::new("mandoc").args(["-Tlint", "-Wwarning"]).arg(page(name)).output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        }
        if has_program("groff") {
            let output = Command::new("groff").args(["-mdoc", "-Tutf8", "-ww", "-z"]).arg(page(name)).output().unwrap();
            assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        }
    }
}

#[test]
fn the_parser_of_these_tests_finds_what_is_there() {
    let found = arguments(".It Fl c Ar FILE , Fl -config Ar FILE\n.Op Fl - Ar WORDS ...\nFl x\n", "Fl");
    assert_eq!(found, BTreeSet::from(["-".to_owned(), "-config".to_owned(), "c".to_owned()]));
}

#[test]
fn help_fits_and_teaches() {
    for command in ["", "check", "explain", "policy", "test", "trust", "schema"] {
        let arguments = [command, "--help"].into_iter().filter(|word| !word.is_empty());
        runok(arguments).stdout_is(|text| text.lines().all(|line| line.chars().count() <= 100)).check();
    }
    runok(["--help"]).stdout_is(|text| text.contains("Examples:") && text.contains("Exit codes")).check();
    for command in ["check", "explain", "test"] {
        runok([command, "--help"]).stdout_is(|text| text.contains("Examples:") && text.contains("Exit codes")).check();
    }
}

#[test]
fn completions_are_scripts_of_their_shell() {
    for (shell, check) in [("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")] {
        let offers = |text: &str| text.contains("output-format") && text.contains("codex");
        let script = runok(["completions", shell]).stdout_is(offers).check();
        if has_program(shell) {
            let directory = tempfile::tempdir().unwrap();
            let file = directory.path().join("script");
            std::fs::write(&file, script).unwrap();
            let output = Command::new(shell).arg(check).arg(&file).output().unwrap();
            assert!(output.status.success(), "{shell}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }
    runok(["completions", "command.com"]).stderr_is(|text| text.contains("zsh")).status(2).check();
}
