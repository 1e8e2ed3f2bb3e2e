//! The commands of the README are run, and what they print is compared.
//!
//! A block of `yaml NAME` is a file; in a block of `console` a line with `$ ` is a command and what follows is its output,
//! where `…` stands for any text, and a line of `…` alone for any lines, also none. `cargo run … --` is the built program.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests start programs, write files, and stop where they cannot go on"
)]

mod common;

use std::path::Path;
use std::process::Command;

use common::has_program;

/// A fenced block: what stands after the fence, and its lines.
struct Block {
    info: String,
    lines: Vec<String>,
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for line in text.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => open = Some(Block { info: info.to_owned(), lines: Vec::new() }),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => block.lines.push(line.to_owned()),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

/// Does the output match, where `…` stands for any text within a line, and alone for any lines?
fn matches(expected: &[String], output: &[&str]) -> bool {
    match expected.split_first() {
        None => output.is_empty(),
        Some((line, rest)) if line == "…" => (0..=output.len()).any(|skipped| matches(rest, &output[skipped..])),
        Some((line, rest)) => {
            output.split_first().is_some_and(|(first, others)| same(line, first) && matches(rest, others))
        }
    }
}

fn same(expected: &str, line: &str) -> bool {
    let pieces: Vec<&str> = expected.split('…').collect();
    let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else { return false };
    if pieces.len() == 1 {
        return expected == line;
    }
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    for piece in &pieces[1..pieces.len() - 1] {
        match rest.find(piece) {
            Some(offset) => rest = &rest[offset + piece.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// A directory with the program as `runok` and, for `cargo run … -- WORDS`, as `cargo`.
fn programs(directory: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let binary = env!("CARGO_BIN_EXE_runok");
    let cargo = format!(
        "#!/bin/sh\n[ \"$1\" = run ] || exit 64\nwhile [ \"$1\" != -- ]; do shift; done\nshift\nexec '{binary}' \"$@\"\n"
    );
    for (name, script) in [("runok", format!("#!/bin/sh\nexec '{binary}' \"$@\"\n")), ("cargo", cargo)] {
        let path = directory.join(name);
        std::fs::write(&path, script).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
}

/// Runs the commands of one block in one shell; a mark between them tells their outputs apart.
fn run(block: &Block, directory: &Path) {
    const MARK: &str = "--- the next command ---";
    let mut commands: Vec<(String, Vec<String>)> = Vec::new();
    for line in &block.lines {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command.to_owned(), Vec::new())),
            (None, Some((_, output))) => output.push(line.clone()),
            (None, None) => assert!(line.is_empty(), "output before a command: {line}"),
        }
    }
    let script: Vec<String> = commands.iter().map(|(command, _)| format!("{command}\necho '{MARK}'")).collect();
    let path = format!("{}:{}", directory.join("bin").display(), std::env::var("PATH").unwrap());
    let mut shell = Command::new("sh");
    shell.args(["-c", &script.join("\n")]).current_dir(directory.join("home/project")).env_clear();
    shell.env("PATH", path).env("HOME", directory.join("home")).env("LANG", "C.UTF-8");
    let output = shell.output().unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let stdout = String::from_utf8(output.stdout).unwrap();
    let outputs: Vec<&str> = stdout.split(&format!("{MARK}\n")).collect();
    for ((command, expected), output) in commands.iter().zip(outputs) {
        let lines: Vec<&str> = output.lines().collect();
        assert!(
            matches(expected, &lines),
            "$ {command}\nprinted\n{output}\nbut the README says\n{}",
            expected.join("\n")
        );
    }
}

#[test]
fn the_readme_tells_the_truth() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let directory = tempfile::tempdir().unwrap();
    let project = directory.path().join("home/project");
    std::fs::create_dir_all(&project).unwrap();
    std::fs::create_dir_all(directory.path().join("bin")).unwrap();
    std::os::unix::fs::symlink(root.join("checks"), project.join("checks")).unwrap();
    programs(&directory.path().join("bin"));
    let everything = ["python3", "jq", "node"].map(has_program).iter().all(|present| *present);
    let mut ran = 0;
    for block in blocks(&std::fs::read_to_string(root.join("README.md")).unwrap()) {
        match block.info.split_once(' ') {
            Some(("yaml", name)) => std::fs::write(project.join(name), block.lines.join("\n") + "\n").unwrap(),
            None if block.info == "console" => {
                if everything
                    || !block.lines.iter().any(|line| line.contains("checks/") || line.contains("checked.yml"))
                {
                    run(&block, directory.path());
                    ran += 1;
                }
            }
            _ => assert_eq!(block.info, "sh", "a block that is neither a file, nor run, nor shown as shell"),
        }
    }
    assert!(ran >= 5, "only {ran} blocks were run");
}

#[test]
fn the_readme_opens_with_the_two_commands() {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let opening: Vec<Block> = blocks(&text).into_iter().take(2).collect();
    assert!(opening[0].lines[0].starts_with("$ cargo run --release --quiet -- check -- "));
    assert_eq!(opening[1].lines, ["./tests/run"]);
}

#[test]
fn links_lead_to_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("README.md")).unwrap();
    for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        assert!(target.starts_with("https://") || root.join(target).exists(), "{target} is not there");
    }
}

#[test]
fn the_comparison_can_fail() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    assert!(matches(&lines("a…c\n…\nz"), &["abc", "x", "y", "z"]));
    assert!(matches(&lines("…\nz"), &["z"]));
    assert!(!matches(&lines("a…c"), &["abcd"]));
    assert!(!matches(&lines("allow"), &["allow", "more"]));
    assert!(!matches(&lines("allow"), &[]));
}
