//! Compiled policies through the program: what stands in the cache changes the time that an answer takes, and nothing else.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests start programs, read and write files, and stop where they cannot go on"
)]

use std::collections::BTreeMap;
use std::fs;
use std::io::{Seek, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

/// How old the files of a policy must be before it is compiled, and a little more.
const OLD_ENOUGH: Duration = Duration::from_millis(3_200);

/// A home directory with a project in it.
struct Home {
    directory: tempfile::TempDir,
}

impl Home {
    /// With these files below it, old enough to be compiled.
    fn with(files: &[(&str, &str)]) -> Self {
        let home = Self { directory: tempfile::tempdir().unwrap() };
        fs::create_dir_all(home.path("project")).unwrap();
        for (name, text) in files {
            fs::create_dir_all(home.path(name).parent().unwrap()).unwrap();
            fs::write(home.path(name), text).unwrap();
        }
        std::thread::sleep(OLD_ENOUGH);
        home
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn run(&self, arguments: &[&str], stdin: &str) -> Output {
        // from a file: a pipe that is not emptied while another is filled would stop both
        let mut given = tempfile::tempfile().unwrap();
        given.write_all(stdin.as_bytes()).unwrap();
        given.rewind().unwrap();
        Command::new(env!("CARGO_BIN_EXE_runok"))
            .args(arguments)
            .env_clear()
            .env("HOME", self.directory.path())
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .current_dir(self.path("project"))
            .stdin(given)
            .output()
            .unwrap()
    }

    /// What it says of each line, whole.
    fn answers(&self, arguments: &[&str], lines: &[String]) -> Vec<String> {
        let request = |line: &String| json!({"command": line, "cwd": self.path("project")}).to_string();
        let requests: Vec<String> = lines.iter().map(request).collect();
        let words = [&["check", "--output-format", "json"], arguments].concat();
        let output = self.run(&words, &requests.join("\n"));
        let text = String::from_utf8(output.stdout).unwrap();
        let answers: Vec<String> = text.lines().map(str::to_owned).collect();
        assert_eq!(answers.len(), lines.len(), "{}", String::from_utf8_lossy(&output.stderr));
        answers
    }

    /// The compiled policies.
    fn kept(&self) -> Vec<PathBuf> {
        let Ok(entries) = fs::read_dir(self.path(".cache/runok")) else { return Vec::new() };
        entries.map(|entry| entry.unwrap().path()).collect()
    }
}

/// Lines of every kind that the tests know of: each fifth, beginning with this one.
fn lines(first: usize) -> Vec<String> {
    let own = [include_str!("everyday/dangerous.ndjson"), include_str!("everyday/harmless.ndjson")];
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/conformance");
    let shared = ["bypass.ndjson", "benign.ndjson"].map(|name| fs::read_to_string(shared.join(name)));
    let texts = own.into_iter().map(str::to_owned).chain(shared.into_iter().flatten());
    let mut lines: Vec<String> = Vec::new();
    for text in texts {
        let rows = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        lines.extend(rows.filter_map(|row| Some(row.get("command")?.as_str()?.to_owned())));
    }
    assert!(lines.len() > 3_000, "{}", lines.len());
    lines.into_iter().skip(first % 5).step_by(5).collect()
}

/// The policies of the corpora, and those that runok brings.
fn policies() -> BTreeMap<String, String> {
    let mut policies = BTreeMap::from([
        ("dev".to_owned(), "extends: [builtin:default, builtin:dev]\n".to_owned()),
        ("example".to_owned(), include_str!("../runok.example.yaml").to_owned()),
    ]);
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/conformance/policies");
    for entry in fs::read_dir(shared).into_iter().flatten() {
        let path = entry.unwrap().path();
        policies.insert(path.file_stem().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(path).unwrap());
    }
    policies
}

#[test]
fn a_line_has_the_same_answer_with_and_without_the_cache() {
    let policies = policies();
    let files: Vec<(String, &str)> =
        policies.iter().map(|(name, text)| (format!("project/{name}.yml"), text.as_str())).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    let home = Home::with(&files);
    for (number, name) in policies.keys().enumerate() {
        let lines = lines(number);
        let file = format!("{name}.yml");
        let without = home.answers(&["-c", &file, "--no-cache"], &lines);
        let before = home.kept().len();
        home.answers(&["-c", &file], &lines[..1]);
        assert_eq!(home.kept().len(), before + 1, "{name} was not compiled");
        let with = home.answers(&["-c", &file], &lines);
        for ((line, with), without) in lines.iter().zip(with).zip(without) {
            assert_eq!(with, without, "{name}: {line}");
        }
    }
}

#[test]
fn each_door_takes_the_policy_from_the_cache() {
    let home =
        Home::with(&[(".config/runok/runok.yml", "rules: [{deny: 'git push *', message: no}, {allow: 'echo *'}]")]);
    let payload = json!({"hook_event_name": "PreToolUse", "tool_name": "Bash", "cwd": home.path("project"),
        "tool_input": {"command": "git push origin"}});
    let doors: [(&[&str], &str); 4] = [
        (&["check", "--", "git push origin"], ""),
        (&["hook", "claude-code"], &payload.to_string()),
        (&["exec", "--", "git push origin"], ""),
        (&["shell-check", "--", "git push origin"], ""),
    ];
    let told = |output: Output| (output.status.code(), output.stdout, output.stderr);
    let first: Vec<_> = doors.iter().map(|(words, stdin)| told(home.run(words, stdin))).collect();
    let kept = home.kept();
    assert_eq!(kept.len(), 1);
    // one that is read again has no other answer; a rule that only the cache has shows that it is read
    let second: Vec<_> = doors.iter().map(|(words, stdin)| told(home.run(words, stdin))).collect();
    assert_eq!(first, second);
    assert!(first.iter().all(|(_, stdout, stderr)| !stdout.is_empty() || !stderr.is_empty()));
}

#[test]
fn what_is_wrong_with_the_cache_is_no_matter() {
    let home = Home::with(&[(".config/runok/runok.yml", "rules: [{deny: 'rm *'}, {allow: 'echo *'}, {allow: '*'}]")]);
    let lines: Vec<String> =
        ["rm x", "echo a", "ls > x", "A=b rm x", "$X y", "find . -exec rm {} +"].map(str::to_owned).into();
    let right = home.answers(&["--no-cache"], &lines);
    assert!(home.kept().is_empty());
    assert_eq!(home.answers(&[], &lines), right);
    let kept = home.kept().remove(0);
    let good = fs::read(&kept).unwrap();
    for at in (0..good.len()).step_by(1 + good.len() / 150) {
        for bytes in [good[..at].to_vec(), [&good[..at], &[good[at] ^ 0x55], &good[at + 1..]].concat()] {
            fs::write(&kept, bytes).unwrap();
            assert_eq!(home.answers(&[], &lines), right, "byte {at}");
        }
    }
    // what was noticed to be damaged is written anew
    for at in [0, good.len() / 4] {
        let damaged: Vec<u8> = good.iter().enumerate().map(|(index, byte)| byte ^ u8::from(index >= at)).collect();
        fs::write(&kept, damaged).unwrap();
        assert_eq!(home.answers(&[], &lines), right);
        assert!(fs::read(&kept).unwrap() == good, "from byte {at}");
    }
    for mode in [0o500, 0o000, 0o777] {
        let directory = home.path(".cache/runok");
        fs::set_permissions(&directory, fs::Permissions::from_mode(mode)).unwrap();
        assert_eq!(home.answers(&[], &lines), right, "{mode:o}");
        fs::set_permissions(&directory, fs::Permissions::from_mode(0o700)).unwrap();
    }
    fs::remove_dir_all(home.path(".cache")).unwrap();
    fs::write(home.path(".cache"), "").unwrap();
    assert_eq!(home.answers(&[], &lines), right);
}

/// The time of a change is the kernel's: a file of the same length, age and place is not the same for that.
#[test]
fn a_file_that_is_changed_behind_its_times_is_read_anew() {
    let home = Home::with(&[(".config/runok/runok.yml", "rules: [{allow: 'rm *'}]")]);
    let line = ["rm x".to_owned()];
    let said =
        |words: &[&str]| serde_json::from_str::<Value>(&home.answers(words, &line)[0]).unwrap()["decision"].clone();
    assert_eq!(said(&[]), "allow");
    assert_eq!(home.kept().len(), 1);
    let path = home.path(".config/runok/runok.yml");
    let before = fs::metadata(&path).unwrap();
    let mut file = fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.write_all(b"rules: [{deny:  'rm *'}]").unwrap();
    file.set_modified(before.modified().unwrap()).unwrap();
    drop(file);
    let after = fs::metadata(&path).unwrap();
    assert_eq!((before.len(), before.modified().unwrap()), (after.len(), after.modified().unwrap()));
    assert_eq!(said(&[]), "deny");
}

#[test]
fn many_at_once_find_it_whole_or_not_at_all() {
    let home =
        Home::with(&[(".config/runok/runok.yml", "extends: [builtin:default]\nrules: [{deny: 'rm *', message: no}]")]);
    let start = || {
        Command::new(env!("CARGO_BIN_EXE_runok"))
            .args(["check", "--", "rm x"])
            .env_clear()
            .env("HOME", home.directory.path())
            .current_dir(home.path("project"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap()
    };
    for _ in 0..4 {
        let children: Vec<_> = (0..50).map(|_| start()).collect();
        for child in children {
            let output = child.wait_with_output().unwrap();
            assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stdout));
        }
    }
    assert_eq!(home.kept().len(), 1);
}
