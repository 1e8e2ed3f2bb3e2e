//! What `shell-init` prints: for every shell, with a path that needs quotes, and mistakes.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test stops where it cannot go on"
)]

use std::process::Command;

use crate::prompt::{RUNOK, version};

fn output(program: &str, words: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(program).args(words).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_shells_that_everybody_can_install_are_there() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(version(shell).is_some(), "{shell} is not installed, and nothing of it was tested");
    }
}

#[test]
fn a_snippet_parses_wherever_the_program_stands() {
    let directory = tempfile::tempdir().unwrap();
    let odd = directory.path().join("it's a $HOME `x` \\ (program)");
    std::fs::create_dir(&odd).unwrap();
    let program = odd.join("runok");
    std::fs::copy(RUNOK, &program).unwrap();
    let program = program.to_str().unwrap();
    for shell in ["bash", "zsh", "fish", "nushell", "powershell"] {
        let (status, text, error) = output(program, &["shell-init", shell]);
        assert_eq!((status, error.as_str()), (Some(0), ""), "{shell}");
        assert!(!["@PROGRAM@", "@KEY@", "@DEADLINE@"].iter().any(|place| text.contains(place)), "{shell}");
        if matches!(shell, "bash" | "zsh" | "fish") {
            let file = directory.path().join(shell);
            std::fs::write(&file, &text).unwrap();
            let file = file.to_str().unwrap();
            assert_eq!(output(shell, &["-n", file]), (Some(0), String::new(), String::new()), "{shell}");
            // the function that stands for the program calls it, without a prompt too where the shell has defined it
            let call = format!("'{}' --version", program.replace('\'', if shell == "fish" { "\\'" } else { "'\\''" }));
            let call = if shell == "fish" { call.replace('\\', "\\\\").replace("\\\\'", "\\'") } else { call };
            assert_eq!(output(shell, &["-c", &call]).0, Some(0), "{shell}: {call}");
        }
    }
}

#[test]
fn mistakes_are_told() {
    for shell in ["tcsh", "dash", "busybox", "ksh", "osh", "elvish", "xonsh"] {
        let (status, out, error) = output(RUNOK, &["shell-init", shell]);
        assert_eq!((status, out.as_str()), (Some(2), ""), "{shell}");
        assert!(error.contains("possible values: bash, zsh, fish, nushell, powershell"), "{error}");
    }
    let (status, out, error) = output(RUNOK, &["shell-init", "bash", "-c", "/nowhere/runok.yml"]);
    assert_eq!((status, out.as_str()), (Some(2), ""));
    assert!(error.contains("/nowhere/runok.yml"), "{error}");
    let (status, _, error) = output(RUNOK, &["shell-check", "--", "ls"]);
    assert_eq!(status, Some(2));
    assert!(error.contains("--shell"), "{error}");
}
