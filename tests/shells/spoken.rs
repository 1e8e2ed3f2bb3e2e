//! The languages of zsh and fish against bash's: each text that is read differently is shown to be, by the shells themselves,
//! and runok asks about it; everyday lines are not asked about.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test stops where it cannot go on"
)]

use std::path::Path;
use std::process::{Command, Stdio};

use crate::prompt::RUNOK;

const POLICY: &str = "rules:\n  - allow: '*'\n  - allow: '> *'\n  - allow: '< *'\n";

/// What a shell makes of a text: what the programs `a` and `b` were called with, in order.
fn calls(shell: &[&str], text: &str) -> String {
    let directory = tempfile::tempdir().unwrap();
    for name in ["one.txt", "two.txt", "3"] {
        std::fs::write(directory.path().join(name), "").unwrap();
    }
    std::fs::create_dir_all(directory.path().join("sub/deep")).unwrap();
    std::fs::write(directory.path().join("sub/deep/three.txt"), "").unwrap();
    let log = directory.path().join("log");
    for name in ["a", "b"] {
        let file = directory.path().join("bin").join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        // one write a call, so that the programs of a pipeline do not mix
        let log = log.display();
        let text =
            format!("#!/bin/sh\nline={name}\nfor word; do line=\"$line <$word>\"; done\necho \"$line\" >> '{log}'\n");
        std::fs::write(&file, text).unwrap();
        std::fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    }
    let path = format!("{}:/usr/bin:/bin", directory.path().join("bin").display());
    let mut command = Command::new(shell.first().unwrap());
    command.args(shell.get(1..).unwrap()).arg(text).current_dir(directory.path());
    command.env_clear().env("PATH", path).env("HOME", directory.path()).env("LANG", "C.UTF-8");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().unwrap();
    std::fs::read_to_string(log).unwrap_or_default()
}

/// The exit code of `runok shell-check` where everything is allowed; without a terminal, asking is 3.
fn judged(shell: &str, options: &str, text: &str, directory: &Path) -> Option<i32> {
    let mut command = Command::new("setsid");
    command.args(["-w", RUNOK, "shell-check", "--shell", shell, "--options", options, "-c", "runok.yml", "--", text]);
    command.current_dir(directory).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().unwrap().code()
}

fn policy() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("runok.yml"), POLICY).unwrap();
    directory
}

const BASH: &[&str] = &["bash", "-c"];
const ZSH: &[&str] = &["zsh", "-f", "+o", "interactivecomments", "-c"];
const FISH: &[&str] = &["fish", "--no-config", "-c"];

/// Texts that zsh reads differently.
const TO_ZSH: [&str; 15] = [
    "x='1 2'; a $x",
    "x='*'; a $x",
    "x=(1 2); a $x",
    "x=/p/q; a ${x:h}",
    "x='1 2'; a $=x",
    "x='*.txt'; a $~x",
    "x=1; a $+x",
    "x=abc; a $x[2]",
    "a =sh",
    "repeat 2 a",
    "a *(N)",
    "a **/*.txt",
    "for x (1 2) a $x",
    "a <1-5>",
    "path=(/nowhere); a",
];

#[test]
fn what_zsh_reads_differently_is_asked_about() {
    let directory = policy();
    for text in TO_ZSH {
        assert_ne!(calls(BASH, text), calls(ZSH, text), "{text}");
        // a value that stays whole is no mistake of the text: the rule for everything holds for one word as well
        let whole = ["x='1 2'; a $x", "x='*'; a $x"].contains(&text);
        assert_eq!(judged("zsh", "", text, directory.path()), Some(if whole { 0 } else { 3 }), "{text}");
    }
}

/// The words that a rule sees are those that zsh passes on.
#[test]
fn rules_see_the_words_of_zsh() {
    let directory = tempfile::tempdir().unwrap();
    let rules = "rules:\n  - allow: 'rm \"a b\"'\n  - allow: 'x=*'\n  - deny: 'rm b'\n";
    std::fs::write(directory.path().join("runok.yml"), rules).unwrap();
    assert_eq!(judged("zsh", "", "x='a b'; rm $x", directory.path()), Some(0));
    assert_eq!(judged("bash", "", "x='a b'; rm $x", directory.path()), Some(3));
}

#[test]
fn a_comment_at_the_prompt_of_zsh_is_words() {
    let directory = policy();
    assert_eq!(judged("zsh", "glob:caseglob:equals:multios", "a # b", directory.path()), Some(3));
    assert_eq!(judged("zsh", "glob:caseglob:equals:multios:interactivecomments", "a # b", directory.path()), Some(0));
}

/// Texts that fish reads differently, and does not refuse.
const TO_FISH: [&str; 25] = [
    "a (echo 1)",
    "a 1; and b 2",
    "for x in 1 2; a $x; end",
    "if true; a 1; end",
    "set x 1 2; a $x",
    "set x 1 2; a $x[2]",
    "set x 1 2; a p$x",
    "set x b; a $$x",
    "a \\x41",
    "a \\n",
    "a 'it\\'s'",
    "a `echo 1`",
    "a \"`echo 1`\"",
    "a 1&b",
    "a 2>| b",
    "a 1 &| b",
    "a [ot]*.txt",
    "a **.txt",
    "a {1..3}",
    "a {1, 2}",
    "a $(echo 1 2)",
    "a p$(true)",
    "eval 'set x b; $x'",
    "function f; a $argv; end; f 1",
    "a $none[1]x",
];

#[test]
fn what_fish_reads_differently_is_asked_about() {
    let directory = policy();
    for text in TO_FISH {
        assert_ne!(calls(BASH, text), calls(FISH, text), "{text}");
        // what a substitution gives is not known to either
        let unknown = text == "a $(echo 1 2)";
        assert_eq!(judged("fish", "", text, directory.path()), Some(if unknown { 0 } else { 3 }), "{text}");
    }
}

/// Lines that people type.
const EVERYDAY: [&str; 20] = [
    "a status",
    "a -la | b x",
    "cd sub && a",
    "cd sub; a || b",
    "a *.txt",
    "a \"$HOME\" $HOME/x ~/y",
    "a \"$(b)\"",
    "a > out 2>&1",
    "a < one.txt >> out",
    "a 'quoted $x `y` (z)' && b \"and $PWD\"",
    "a --flag=value -x1 ./path/to.c",
    "a {x,y}.txt",
    "A=1 a",
    "a HEAD^ HEAD~2 @{u}",
    "a 'http://x/?q=1&r=2'",
    "a | b | a 2>/dev/null",
    "! a",
    "a \\; \\$x",
    "a \"a \\\"quoted\\\" word\"",
    "[ -f one.txt ] && a",
];

#[test]
fn everyday_lines_mean_the_same_and_are_not_asked_about() {
    let directory = policy();
    for text in EVERYDAY {
        for (name, shell) in [("zsh", ZSH), ("fish", FISH)] {
            if text.contains("@{u}") && name == "fish" {
                continue;
            }
            // programs of a pipeline write when they like
            let sorted = |calls: String| {
                let mut lines: Vec<String> = calls.lines().map(|line| line.replace('/', " ")).collect();
                lines.sort();
                lines.iter().map(|line| line.split(".tmp").next().unwrap_or_default().to_owned()).collect::<Vec<_>>()
            };
            assert_eq!(sorted(calls(BASH, text)), sorted(calls(shell, text)), "{name}: {text}");
            let options = "glob:caseglob:equals:multios:aliases:banghist";
            assert_eq!(judged(name, options, text, directory.path()), Some(0), "{name}: {text}");
        }
    }
    for text in ["for i in 1 2; do a $i; done", "while b; do a; done", "if b; then a; fi", "f() { a; }", "a $(b c)"] {
        assert_eq!(judged("zsh", "glob:caseglob:equals:multios", text, directory.path()), Some(0), "{text}");
    }
}

#[test]
fn nushell_and_powershell_get_plain_lines_through_and_no_others() {
    let directory = policy();
    for shell in ["nushell", "powershell"] {
        for (text, status) in
            [("a status", 0), ("a -n 5 | b", 0), ("a $x", 3), ("a (b)", 3), ("a; b 'x y'", 0), ("a | b {", 3)]
        {
            let unfinished = shell == "nushell" && text.ends_with('{');
            let expected = if unfinished { 5 } else { status };
            assert_eq!(judged(shell, "", text, directory.path()), Some(expected), "{shell}: {text}");
        }
    }
}
