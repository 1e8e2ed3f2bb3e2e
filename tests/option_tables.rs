//! The option tables agree with the tools that are installed: what `tests/tables/compare` finds is listed with a reason.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::print_stderr,
    reason = "tests start programs, and stop where they cannot go on"
)]
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::{Command, Output};

fn compare(arguments: &[&str]) -> Output {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tables/compare");
    Command::new("python3").arg(script).args(arguments).output().unwrap()
}

/// A tool of another version may have options that no table knows: then the table is to be completed, or the difference
/// to be listed with its reason in `tests/tables/differences.txt`.
#[test]
fn the_tables_agree_with_the_help_of_the_tools() {
    let output = compare(&["--quick", "--strict"]);
    let printed = String::from_utf8_lossy(&output.stdout);
    for line in printed.lines().filter(|line| line.starts_with("skipped") || line.starts_with("stale")) {
        eprintln!("{line}");
    }
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "tests/tables/compare --quick --strict:\n{printed}{told}");
    let compared = printed.lines().last().unwrap().split(' ').next().unwrap().parse::<usize>().unwrap();
    assert!(compared > 150, "few tools were compared: {printed}");
}

/// A program that prints this stands before the real `grep`.
#[test]
fn a_difference_is_found_and_named() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().unwrap();
    let program = directory.path().join("grep");
    let help = "  -i, --ignore-case   no case\n  -v, --invert-match=HOW  not those\n      --unheard-of=WHAT  new\n";
    std::fs::write(&program, format!("#!/bin/sh\ncat <<'EOF'\n{help}EOF\n")).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let output = compare(&["--path", directory.path().to_str().unwrap(), "grep"]);
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{printed}");
    for line in [
        "grep -v: value: none in the table, one in the help",
        "grep --invert-match: value: none in the table, one in the help",
        "grep --unheard-of: the table lacks it (in the help: `--unheard-of <value>`)",
    ] {
        assert!(printed.lines().any(|printed| printed == line), "{line}: {printed}");
    }
    assert!(!printed.contains("ignore-case"), "{printed}");
}

/// The layouts of help texts that the comparison reads.
#[test]
fn help_texts_are_read() {
    let test = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tables/help_text_test.py");
    let output = Command::new("python3").arg(test).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
