//! A table of lines and verdicts, in `tests/table/`: each row is a line, a policy beside it, and exactly what the answer is.
//!
//! The expectations come from the meaning of a verdict, not from what the program says. A row that the program gets wrong
//! is marked `known`, with a reason; it is never an allow that should not be, and once it is right the mark must go.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests start programs, read files, and stop where they cannot go on"
)]

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Map, Value, json};

/// The fewest rows that the table may have.
const LEAST_ROWS: usize = 1500;

/// One line and what the answer is.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    /// A file of `policies/`; `builtin:default` and `layers:NAME` are found as a person's would be; `example` is the
    /// project's.
    policy: String,
    command: String,
    expect: String,
    /// What the row shows.
    why: Option<String>,
    /// Where it runs, below the home directory.
    cwd: Option<String>,
    #[serde(default)]
    env: Map<String, Value>,
    /// A part of the reason.
    reason: Option<String>,
    /// Why the program does not say so yet.
    known: Option<String>,
    #[serde(skip)]
    file: String,
}

/// What the program said.
struct Answer {
    decision: String,
    whole: String,
}

fn table() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/table")
}

fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    let mut files: Vec<PathBuf> = std::fs::read_dir(table()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files.into_iter().filter(|path| path.extension().is_some_and(|end| end == "ndjson")) {
        let name = file.file_name().unwrap().to_str().unwrap();
        for (index, line) in std::fs::read_to_string(&file).unwrap().lines().enumerate() {
            let row: Result<Row, _> = serde_json::from_str(line);
            let mut row = row.unwrap_or_else(|error| panic!("{name}:{}: {error}", index + 1));
            row.file = format!("{name}:{}", index + 1);
            rows.push(row);
        }
    }
    rows
}

/// A home directory with a project in it, which is a repository on the branch `main`, and what the rows speak of.
fn home() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let home = directory.path().join("home");
    for path in [
        "project/.git/refs/heads",
        "project/src",
        "project/build",
        "project/private",
        "topic/.git",
        "flags",
        "bare/objects",
        "bare/refs",
        "worktree/deep/er/still",
        "python/tool/pip",
        "python/standard/logging",
        "python/binary",
        "python/own",
        "python/plain/pip",
        "python/plain/test",
    ] {
        std::fs::create_dir_all(home.join(path)).unwrap();
    }
    for (path, text) in [
        ("project/.git/HEAD", "ref: refs/heads/main\n"),
        ("project/.git/config", "[remote \"origin\"]\n\turl = https://example.com/project.git\n"),
        ("project/a.txt", "a\n"),
        ("project/src/main.rs", "fn main() {}\n"),
        ("topic/.git/HEAD", "ref: refs/heads/topic\n"),
        ("bare/HEAD", "ref: refs/heads/main\n"),
        ("worktree/HEAD", "ref: refs/heads/main\n"),
        ("worktree/commondir", "../bare\n"),
        ("python/pip.py", ""),
        ("python/tool/pip/__init__.py", ""),
        ("python/standard/logging/__init__.py", ""),
        ("python/binary/ls.cpython-311-x86_64-linux-gnu.so", ""),
        ("python/own/_strptime.py", ""),
        ("python/plain/setup.py", ""),
        ("python/plain/pip.conf", ""),
        ("python/plain/pip/notes.txt", ""),
        ("python/plain/test/__init__.py", ""),
        ("flags/-rf", ""),
        ("flags/a.txt", ""),
    ] {
        std::fs::write(home.join(path), text).unwrap();
    }
    directory
}

fn copied(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copied(&entry.path(), &target),
            false => drop(std::fs::copy(entry.path(), target).unwrap()),
        }
    }
}

/// What `check` says about these rows, in order: one process.
fn answers(policy: &str, rows: &[&Row]) -> Vec<Answer> {
    answers_of(&["check", "--output-format", "json"], &home(), policy, rows)
}

/// What the program says about these rows, in order, in this home directory.
fn answers_of(arguments: &[&str], directory: &tempfile::TempDir, policy: &str, rows: &[&Row]) -> Vec<Answer> {
    let home = directory.path().join("home");
    let mut command = Command::new(env!("CARGO_BIN_EXE_runok"));
    command.args(arguments);
    match policy.split_once(':') {
        Some(("layers", name)) => copied(&table().join("layers").join(name), &home),
        Some(_) => {}
        None => {
            // within the project, so that the paths of a policy are those of the project
            let file = home.join("project/policy.yml");
            let from = match policy {
                "example" => Path::new(env!("CARGO_MANIFEST_DIR")).join("runok.example.yaml"),
                _ => table().join("policies").join(format!("{policy}.yml")),
            };
            std::fs::copy(from, &file).unwrap();
            command.arg("-c").arg(file);
        }
    }
    command.current_dir(home.join("project")).env_clear();
    command.env("PATH", "/usr/bin:/bin").env("HOME", &home).env("USER", "dev").env("LANG", "C.UTF-8");
    let requests: String = rows.iter().map(|row| request(row, &home)).collect();
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(requests.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(complaints.is_empty(), "{policy}: {complaints}");
    let answers: Vec<Answer> = String::from_utf8(output.stdout).unwrap().lines().map(answer).collect();
    assert_eq!(answers.len(), rows.len(), "{policy}: one answer for each row");
    answers
}

fn request(row: &Row, home: &Path) -> String {
    let directory = home.join(row.cwd.as_deref().unwrap_or("project"));
    let mut request = json!({"command": row.command, "cwd": directory.to_str().unwrap()}).to_string();
    if !row.env.is_empty() {
        request = json!({"command": row.command, "cwd": directory.to_str().unwrap(), "env": row.env}).to_string();
    }
    request.push('\n');
    request
}

fn answer(line: &str) -> Answer {
    let answer: Value = serde_json::from_str(line).unwrap();
    Answer { decision: answer.get("decision").and_then(Value::as_str).unwrap().to_owned(), whole: line.to_owned() }
}

/// What is wrong with this answer, if anything.
fn complaint(row: &Row, answer: &Answer) -> Option<String> {
    let right = answer.decision == row.expect;
    let said = format!(
        "{} {}: {}, not {}: {}{}\n    {}",
        row.file,
        row.policy,
        answer.decision,
        row.expect,
        row.command,
        row.why.as_deref().map(|why| format!("\n    {why}")).unwrap_or_default(),
        answer.whole
    );
    match (&row.known, right) {
        (Some(_), true) => Some(format!("no longer wrong, so take the mark away: {said}")),
        (Some(_), false) if answer.decision == "allow" => Some(said),
        (None, false) => Some(said),
        (_, true) => match &row.reason {
            Some(reason) if !answer.whole.contains(reason) => Some(format!("the reason lacks {reason:?}: {said}")),
            _ => None,
        },
        (Some(_), false) => None,
    }
}

#[test]
fn every_row_has_its_verdict() {
    let rows = rows();
    assert!(rows.len() >= LEAST_ROWS, "the table has {} rows", rows.len());
    let mut by_policy: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in &rows {
        assert!(["allow", "ask", "deny"].contains(&row.expect.as_str()), "{}: {}", row.file, row.expect);
        by_policy.entry(&row.policy).or_default().push(row);
    }
    let mut complaints = Vec::new();
    for (policy, rows) in by_policy {
        let answers = answers(policy, &rows);
        complaints.extend(rows.iter().zip(&answers).filter_map(|(row, answer)| complaint(row, answer)));
    }
    let known: Vec<&Row> = rows.iter().filter(|row| row.known.is_some()).collect();
    eprintln!("{} rows, {} known gaps", rows.len(), known.len());
    assert!(complaints.is_empty(), "{} of {} rows:\n{}", complaints.len(), rows.len(), complaints.join("\n"));
}

/// The rules that counted, command by command: what else is said of one differs between the two.
fn counted(commands: &Value) -> Value {
    let of_rule = |rule: &Value| {
        json!([rule["action"], rule["pattern"], rule["file"], rule["line"], rule["match"], rule["because"]])
    };
    let each = commands.as_array().into_iter().flatten().map(|command| {
        let mut rules: Vec<Value> = command["rules"].as_array().into_iter().flatten().map(of_rule).collect();
        let parts =
            ["redirections", "assignments", "beside"].into_iter().filter_map(|key| command.get(key)?.as_array());
        let of_parts = parts.flatten().flat_map(|part| part["rules"].as_array().into_iter().flatten()).map(of_rule);
        rules.extend(of_parts);
        rules.sort_by_key(Value::to_string);
        rules.dedup();
        json!([
            command["words"],
            command["verdict"],
            command["reason"],
            command["span"],
            rules,
            counted(&command["wrapped"])
        ])
    });
    Value::Array(each.collect())
}

#[test]
fn explain_says_what_check_says() {
    let rows = rows();
    let mut by_policy: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    rows.iter().for_each(|row| by_policy.entry(&row.policy).or_default().push(row));
    let mut wrong = Vec::new();
    for (policy, rows) in by_policy {
        let directory = home();
        let check = answers_of(&["check", "--output-format", "json"], &directory, policy, &rows);
        let explain = answers_of(&["explain", "--format", "json"], &directory, policy, &rows);
        for ((row, check), explain) in rows.iter().zip(&check).zip(&explain) {
            let of = |answer: &Answer| -> Value {
                let all: Value = serde_json::from_str(&answer.whole).unwrap();
                let one = ["decision", "reason", "message", "fix_suggestion", "sandbox", "notes", "problems"];
                let mut said: Vec<Value> = one.iter().map(|key| all[*key].clone()).collect();
                said.push(counted(&all["commands"]));
                Value::Array(said)
            };
            if of(check) != of(explain) {
                wrong.push(format!("{} {}\n    {}\n    {}", row.file, row.command, check.whole, explain.whole));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {} rows:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

#[test]
fn no_line_stands_twice() {
    let mut seen = BTreeMap::new();
    for row in rows() {
        let key = (row.policy, row.command, row.cwd, Value::Object(row.env).to_string());
        if let Some(first) = seen.insert(key, row.file.clone()) {
            panic!("{} repeats {first}", row.file);
        }
    }
}
