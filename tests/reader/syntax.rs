//! Asks a real shell whether it accepts a text, many texts to a process: each is read by a subshell that runs nothing of
//! it, as `bash -n` does.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// How many texts one process is given.
const BATCH: usize = 400;

/// What is before the texts: `n TEXT` prints the exit status of `reads TEXT`, and the first line of what the shell said.
const DRIVER: &str = "
n() {
    said=$({ reads \"$1\"; } 2>&1 </dev/null)
    ended=$?
    printf '%s %s\\0' \"$ended\" \"${said%%\"$line_break\"*}\"
}
line_break='
'
";

/// Reads a text and runs nothing of it.
const READS: &str = "reads() { eval \"set -n
$1\"; }
";

/// To read a text as the body of a function is the one way that also runs nothing in zsh, where `set -n` leaves `!` to turn
/// the status.
const READS_IN_ZSH: &str = "zmodload zsh/parameter
reads() { functions[read]=$1; ((${+functions[read]})); }
";

/// A shell, as the words that start it, what it is told before it reads, and its function `reads`.
#[derive(Clone, Copy)]
pub(crate) struct Shell {
    pub(crate) words: &'static [&'static str],
    pub(crate) told: &'static str,
    pub(crate) reads: &'static str,
}

pub(crate) const BASH: Shell = Shell { words: &["/bin/bash", "--norc", "--noprofile"], told: "", reads: READS };
pub(crate) const BASH_WITH_PATTERNS: Shell = Shell { told: "shopt -s extglob\n", ..BASH };
pub(crate) const DASH: Shell = Shell { words: &["/bin/dash"], told: "", reads: READS };
pub(crate) const ZSH: Shell = Shell { words: &["/usr/bin/zsh", "-f"], told: "", reads: READS_IN_ZSH };

/// Is the shell there? Where it must be, the test fails.
pub(crate) fn is_installed(shell: Shell) -> bool {
    let program = shell.words[0];
    let is_there = std::path::Path::new(program).exists();
    if !is_there {
        println!("skipped: {program} is not installed");
        assert!(std::env::var_os("CI").is_none(), "{program} is not installed");
    }
    is_there
}

/// What a shell says against each text; nothing where it accepts it.
pub(crate) fn refusals(shell: Shell, texts: &[&str]) -> Vec<Option<String>> {
    let (first, second) = texts.split_at(texts.len() / 2);
    let asked = |texts: &[&str]| texts.chunks(BATCH).flat_map(|batch| refusals_of(shell, batch)).collect::<Vec<_>>();
    std::thread::scope(|scope| {
        let other = scope.spawn(|| asked(second));
        let mut all = asked(first);
        all.extend(other.join().unwrap());
        all
    })
}

fn refusals_of(shell: Shell, texts: &[&str]) -> Vec<Option<String>> {
    let calls: String = texts.iter().map(|text| format!("n '{}'\n", text.replace('\'', "'\\''"))).collect();
    let mut child = Command::new(shell.words[0])
        .args(&shell.words[1..])
        .args(["/dev/stdin"])
        .env_clear()
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let script = format!("{}{}{DRIVER}{calls}", shell.told, shell.reads);
    let writer = std::thread::spawn(move || input.write_all(script.as_bytes()));
    let output = child.wait_with_output().unwrap();
    let _ = writer.join().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let answers: Vec<Option<String>> = said
        .split_terminator('\0')
        .map(|answer| answer.split_once(' ').unwrap())
        .map(|(status, said)| (status != "0").then(|| said.to_owned()))
        .collect();
    assert_eq!(
        answers.len(),
        texts.len(),
        "{} answers to each text, after {:?}",
        shell.words[0],
        texts.get(answers.len())
    );
    answers
}
