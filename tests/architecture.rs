//! The house as a test: which room may import from which, where edges are, how long a file may be.
//!
//! Reads the sources as text. Each rule is also fed a violation, to prove that it can fail.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "reads the sources; stops where it cannot go on")]

use std::path::{Path, PathBuf};

/// Each room may import from those before it.
const ROOMS: [&str; 11] =
    ["verdict", "input", "facts", "shell", "command", "policy", "decision", "validator", "agent", "answer", "app"];

/// Files that may ask the system: beginnings of paths below `src`.
const EDGES: [&str; 6] =
    ["app/", "policy/load", "policy/trust", "validator/consult", "validator/launch", "validator/process"];

/// The most lines of a file, and the files that may have more, with the reason.
const MAX_LINES: usize = 400;
const MAX_TEST_LINES: usize = 600;
const LONG_FILES: [(&str, usize, &str); 1] =
    [("shell/ast.rs", 460, "one tree, one type a construct; most of its lines are its documentation")];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Every file below `src`: its path from there.
fn paths() -> Vec<String> {
    let (root, mut left, mut paths) = (source(), vec![source()], Vec::new());
    while let Some(directory) = left.pop() {
        for entry in std::fs::read_dir(&directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                left.push(path);
            } else {
                paths.push(path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    paths.sort();
    paths
}

/// Every Rust file below `src`: its path from there, and its text.
fn files() -> Vec<(String, String)> {
    let named = paths().into_iter().filter(|path| path.ends_with(".rs"));
    named.map(|path| (path.clone(), std::fs::read_to_string(source().join(path)).unwrap())).collect()
}

/// The room that a file belongs to; none for the roots of the library and of the program.
fn room(path: &str) -> Option<&str> {
    let name = path.split('/').next()?;
    let name = name.strip_suffix(".rs").unwrap_or(name);
    (!matches!(name, "lib" | "main")).then_some(name)
}

/// A file that is neither Rust nor a text that is read while the program is built: a download that was left behind.
fn is_stray(path: &str) -> bool {
    const BUILT_IN: [(&str, &[&str]); 4] = [
        ("agent/", &[".js", ".ts", ".txt"]),
        ("app/shells/snippets/", &[".sh", ".zsh", ".fish", ".nu", ".ps1"]),
        ("command/options/tables/", &[".txt"]),
        ("policy/presets/", &[".yml"]),
    ];
    let ends =
        |(room, endings): (&str, &[&str])| path.starts_with(room) && endings.iter().any(|end| path.ends_with(end));
    !path.ends_with(".rs") && !BUILT_IN.into_iter().any(ends)
}

/// A text without its comments, as far as lines that begin with one go, and trailing ones.
fn code(text: &str) -> String {
    let without = text.lines().map(|line| match line.find("//") {
        Some(offset) if !line.contains("://") => line.split_at(offset).0,
        Some(_) if line.trim_start().starts_with("//") => "",
        _ => line,
    });
    without.collect::<Vec<_>>().join("\n")
}

/// The rooms that a file names through `crate::`.
fn imports(text: &str) -> Vec<String> {
    let code = code(text);
    let mut rooms = Vec::new();
    for after in code.split("crate::").skip(1) {
        match after.strip_prefix('{') {
            None => rooms.push(identifier(after)),
            Some(group) => {
                let mut depth = 0_usize;
                let mut begins = true;
                for (offset, character) in group.char_indices() {
                    match character {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' if depth == 0 => begins = true,
                        _ if begins && depth == 0 && !character.is_whitespace() => {
                            rooms.push(identifier(group.split_at(offset).1));
                            begins = false;
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    rooms
}

fn identifier(text: &str) -> String {
    text.chars().take_while(|character| character.is_alphanumeric() || *character == '_').collect()
}

/// Arrows that run the wrong way, and names that are no room.
fn wrong_arrows(path: &str, text: &str) -> Vec<String> {
    let Some(room) = room(path) else { return Vec::new() };
    let place = |name: &str| ROOMS.iter().position(|known| *known == name);
    let Some(own) = place(room) else { return vec![format!("{path}: `{room}` is no room of the house")] };
    let mut wrong = Vec::new();
    for import in imports(text) {
        match place(&import) {
            Some(other) if other <= own => {}
            Some(_) => wrong.push(format!("{path}: `{room}` imports from `{import}`, which comes after it")),
            None => wrong.push(format!("{path}: `crate::{import}` is no room of the house")),
        }
    }
    if climbs_out(path, text) {
        wrong.push(format!("{path}: leaves its room through `super::`; write `crate::`"));
    }
    wrong
}

/// Does it reach the crate's root by `super::`? An inline module of tests lies one level deeper.
fn climbs_out(path: &str, text: &str) -> bool {
    let depth = path.trim_end_matches(".rs").split('/').filter(|part| *part != "mod").count();
    let code = code(text);
    let (body, tests) = code.split_once("#[cfg(test)]").unwrap_or((&code, ""));
    body.contains(&"super::".repeat(depth)) || tests.contains(&"super::".repeat(depth + 1))
}

/// A file that is not an edge and allows itself what only edges may do.
fn hidden_edge(path: &str, text: &str) -> Option<String> {
    let allows = text.contains("clippy::disallowed_methods") || text.contains("clippy::disallowed_types");
    let is_edge = EDGES.iter().any(|edge| path.starts_with(edge));
    (allows && !is_edge).then(|| format!("{path}: asks the system, but is no edge"))
}

/// A file that holds tests only: what it owns is what its neighbour does, and a table of cases may be longer.
fn is_tests(path: &str) -> bool {
    let mut parts = path.trim_end_matches(".rs").split('/');
    parts.any(|part| part == "tests" || part.starts_with("tests_") || part.ends_with("_tests"))
}

fn too_long(path: &str, text: &str) -> Option<String> {
    let most = LONG_FILES.iter().find(|(name, ..)| *name == path).map(|(_, most, _)| *most);
    let most = most.unwrap_or(if is_tests(path) { MAX_TEST_LINES } else { MAX_LINES });
    let lines = text.lines().count();
    (lines > most).then(|| format!("{path}: {lines} lines, at most {most}"))
}

/// A module says what it owns before anything else stands there.
fn without_header(path: &str, text: &str) -> Option<String> {
    let code = |line: &&str| !line.trim().is_empty() && !line.starts_with("#![");
    // an allowance may span several lines; what ends it is the first line that holds its closing `)]`
    let mut in_attribute = false;
    let first = text.lines().find(|line| {
        if line.starts_with("#![") || in_attribute {
            in_attribute = !line.trim_end().ends_with(")]");
            return false;
        }
        code(line)
    });
    (!is_tests(path) && !first.is_some_and(|line| line.starts_with("//!")))
        .then(|| format!("{path}: does not open with what it owns"))
}

#[test]
fn imports_run_one_way() {
    let wrong: Vec<String> = files().iter().flat_map(|(path, text)| wrong_arrows(path, text)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn only_edges_ask_the_system() {
    let wrong: Vec<String> = files().iter().filter_map(|(path, text)| hidden_edge(path, text)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn files_are_short_and_say_what_they_own() {
    let files = files();
    let long = files.iter().filter_map(|(path, text)| too_long(path, text));
    let mute = files.iter().filter_map(|(path, text)| without_header(path, text));
    let wrong: Vec<String> = long.chain(mute).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn nothing_lies_in_the_source_that_the_program_is_not_built_from() {
    let stray: Vec<String> = paths().into_iter().filter(|path| is_stray(path)).collect();
    assert!(stray.is_empty(), "{stray:#?}");
}

#[test]
fn every_room_is_there_and_main_is_a_doorbell() {
    let files = files();
    for name in ROOMS {
        assert!(files.iter().any(|(path, _)| room(path) == Some(name)), "{name} is gone");
    }
    let main = files.iter().find(|(path, _)| path == "main.rs").unwrap();
    assert!(main.1.lines().count() < 25);
}

#[test]
fn each_rule_fails_when_it_is_broken() {
    assert_eq!(wrong_arrows("shell/lexer.rs", "use crate::decision::Decision;\n").len(), 1);
    assert_eq!(wrong_arrows("shell/lexer.rs", "use crate::{input::Span, policy::{Rule, app}, facts};\n").len(), 1);
    assert_eq!(wrong_arrows("input.rs", "fn f(x: crate::shell::Parsed) {}\n").len(), 1);
    assert_eq!(wrong_arrows("shell/word/part.rs", "use super::super::super::app::run;\n").len(), 1);
    assert_eq!(wrong_arrows("shell/mod.rs", "use super::app::run;\n").len(), 1);
    assert_eq!(wrong_arrows("shell/mod.rs", "#[cfg(test)]\nmod tests { use super::super::app::run; }\n").len(), 1);
    assert!(wrong_arrows("shell/mod.rs", "#[cfg(test)]\nmod tests { use super::*; }\n").is_empty());
    assert!(wrong_arrows("shell/word/part.rs", "use super::super::Span;\n").is_empty());
    assert_eq!(wrong_arrows("utils.rs", "").len(), 1);
    assert_eq!(wrong_arrows("app/check.rs", "use crate::helpers::x;\n").len(), 1);
    assert!(wrong_arrows("app/check.rs", "use crate::{verdict::Verdict, shell};\n// use crate::nothing\n").is_empty());
    assert!(hidden_edge("shell/mod.rs", "#![allow(clippy::disallowed_methods, reason = \"x\")]\n").is_some());
    assert!(hidden_edge("validator/protocol.rs", "#![allow(clippy::disallowed_types, reason = \"x\")]\n").is_some());
    assert!(hidden_edge("policy/load/files.rs", "#![allow(clippy::disallowed_methods, reason = \"x\")]\n").is_none());
    assert!(too_long("shell/mod.rs", &"x\n".repeat(MAX_LINES + 1)).is_some());
    assert!(too_long("shell/mod.rs", &"x\n".repeat(MAX_LINES)).is_none());
    assert!(without_header("x.rs", "use std::fs;\n//! late\n").is_some());
    assert!(without_header("x.rs", "#![allow(\n    dead_code,\n    reason = \"x\"\n)]\n//! Owns it.\n").is_none());
    assert!(without_header("x.rs", "").is_some());
    assert!(is_stray("tool-0.1.tar.gz") && is_stray("agent/notes.md") && is_stray("command/options/git.txt"));
    assert!(!is_stray("command/options/tables/git.txt") && !is_stray("agent/mod.rs"));
    assert!(without_header("shell/tests.rs", "").is_none() && without_header("shell/contests/x.rs", "").is_some());
}
