//! Runs generated lines in a real bash that can run nothing, and reads back what it would have run.
//!
//! The search path is empty, so every command that is not a builtin ends in `command_not_found_handle`, which logs its
//! words. A name that ends in an odd digit fails, in an even one succeeds.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use wait_timeout::ChildExt;

/// How long bash may take over all lines.
const PATIENCE: Duration = Duration::from_secs(400);

/// Logs each command in one write: its words (line breaks as `\x02`) and an end mark, each followed by a NUL. Each line
/// has its own log.
const PRELUDE: &str = r#"
command_not_found_handle() { ((SECONDS - start < 3)) || kill -9 -$LINE; printf '%s\0' "${@//$'\n'/$'\2'}" $'\1end\1' >&19; case $1 in *[13579]) return 1;; esac; }
FUNCNEST=3
set -m
index=0
while IFS= read -r -d '' line <&18; do
    start=$SECONDS
    ( LINE=$BASHPID; ulimit -t 1 -f 64; eval "$line"; wait ) 19>"../log/$index" </dev/null >/dev/null 2>&1
    index=$((index + 1))
done
"#;

/// Ends each command in a log.
const MARK: &str = "\u{1}end\u{1}\0";

/// A directory of its own under the test's scratch directory, emptied first.
fn scratch(name: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(directory.join("work")).unwrap();
    std::fs::create_dir_all(directory.join("log")).unwrap();
    std::fs::create_dir_all(directory.join("empty")).unwrap();
    directory
}

/// Is there a bash to ask?
pub(crate) fn has_bash() -> bool {
    PathBuf::from("/bin/bash").exists()
}

/// For each line, the commands that bash ran.
pub(crate) fn ran(name: &str, lines: &[String]) -> Vec<Vec<Vec<String>>> {
    let directory = scratch(name);
    let mut input = std::fs::File::create(directory.join("lines")).unwrap();
    for line in lines {
        input.write_all(line.as_bytes()).unwrap();
        input.write_all(b"\0").unwrap();
    }
    drop(input);
    let mut child = Command::new("/bin/bash")
        .args(["--norc", "--noprofile", "-c", &format!("exec 18<../lines\n{PRELUDE}")])
        .current_dir(directory.join("work"))
        .env_clear()
        .env("PATH", directory.join("empty"))
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let status = child.wait_timeout(PATIENCE).unwrap();
    if status.is_none() {
        let _ = child.kill();
    }
    let at = std::fs::read_dir(directory.join("log")).unwrap().count();
    assert!(
        status.is_some_and(|status| status.success()),
        "bash did not come through {:?}",
        lines.get(at.saturating_sub(1))
    );
    let logs = (0..lines.len())
        .map(|index| {
            let log = std::fs::read(directory.join("log").join(index.to_string())).unwrap_or_default();
            let log = String::from_utf8_lossy(&log).into_owned();
            // what stands behind the last mark was cut off by the limit of the log's size
            let (whole, _) = log.rsplit_once(MARK).unwrap_or_default();
            if whole.is_empty() { Vec::new() } else { whole.split(MARK).map(words).collect() }
        })
        .collect();
    let _ = std::fs::remove_dir_all(&directory);
    logs
}

fn words(record: &str) -> Vec<String> {
    record.split_terminator('\0').map(|word| word.replace('\u{2}', "\n")).collect()
}

/// Does `bash -n` accept the text, with or without the patterns that `shopt -s extglob` turns on?
pub(crate) fn accepts(text: &str) -> bool {
    accepts_with(text, "+O") || accepts_with(text, "-O")
}

fn accepts_with(text: &str, set: &str) -> bool {
    let mut child = Command::new("/bin/bash")
        .args(["--norc", "--noprofile", set, "extglob", "-n"])
        .env_clear()
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
    child.wait().unwrap().success()
}
