//! Which projects have a say: that of the directory a command runs in, by whatever name, and that of the session.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests start programs, write files, and stop where they cannot go on"
)]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

/// A policy is kept only when its files are older than this.
const OLD_ENOUGH: Duration = Duration::from_millis(3100);

/// A home with a global policy, two projects, a directory without one, and links.
struct Home(tempfile::TempDir);

impl Home {
    fn new() -> Self {
        let home = Self(tempfile::tempdir().unwrap());
        let rules = "rules: [{allow: 'ls *'}, {allow: 'cat *'}]\n";
        let strict = "definitions: {paths: {listed: ['./x']}}\n\
                      rules: [{deny: 'ls *'}, {deny: 'cat <path:listed>'}, {allow: 'touch *'}]\n";
        let other = "definitions: {paths: {listed: ['../none/y']}}\nrules: [{deny: 'cat <path:listed>'}]\n";
        for (name, text) in [(".config/runok", rules), ("strict", strict), ("other", other)] {
            std::fs::create_dir_all(home.path(name)).unwrap();
            std::fs::write(home.path(name).join("runok.yml"), text).unwrap();
        }
        for name in ["strict/sub", "other/sub", "none"] {
            std::fs::create_dir_all(home.path(name)).unwrap();
        }
        std::os::unix::fs::symlink(home.path("strict/sub"), home.path("none/link")).unwrap();
        home
    }

    fn path(&self, name: &str) -> PathBuf {
        std::fs::canonicalize(self.0.path()).unwrap().join(name)
    }

    /// What the program answers that is started in a directory.
    fn run(&self, start: &str, words: &[&str], variables: &[(&str, PathBuf)], stdin: &Value) -> Value {
        let mut command = Command::new(env!("CARGO_BIN_EXE_runok"));
        command.args(words).current_dir(self.path(start)).env_clear().env("HOME", self.path("."));
        command.env("PATH", "/usr/bin:/bin").envs(variables.iter().map(|(name, value)| (name, value)));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(stdin.to_string().as_bytes()).unwrap();
        serde_json::from_slice(&child.wait_with_output().unwrap().stdout).unwrap()
    }

    /// The decision of the hook of Gemini CLI, whose session is in one directory and whose call names another, and why.
    fn gemini(&self, start: &str, session: &str, call: &str, line: &str) -> (String, String) {
        let input = json!({"command": line, "dir_path": self.path(call)});
        let payload = json!({"hook_event_name": "BeforeTool", "tool_name": "run_shell_command",
            "cwd": self.path(session), "tool_input": input});
        let said = self.run(start, &["hook", "gemini-cli"], &[], &payload);
        let text = |key: &str| said[key].as_str().unwrap_or_default().to_owned();
        (text("decision"), text("reason"))
    }

    fn check(&self, start: &str, directory: &str, line: &str) -> String {
        let request = json!({"command": line, "cwd": self.path(directory)});
        let said = self.run(start, &["check", "--output-format", "json"], &[], &request);
        said["decision"].as_str().unwrap().to_owned()
    }
}

/// The model names the directory of a call: it is no way around the rules of the project.
#[test]
fn no_name_of_a_directory_leaves_a_projects_rules_out() {
    let home = Home::new();
    std::thread::sleep(OLD_ENOUGH);
    // the second time from the cache
    for _ in 0..2 {
        for call in
            ["strict", "strict/sub", "none/link", "none/link/new", "none/link/../../none/link", "none", "other/sub"]
        {
            let (decision, why) = home.gemini("none", "strict", call, "ls");
            assert_eq!(decision, "deny", "{call}: {why}");
            assert_eq!(home.gemini("strict", "none", call, "ls").0, "deny", "{call}, by where the hook was started");
        }
        for call in ["none", "other", "other/sub"] {
            assert_eq!(home.gemini("none", "none", call, "ls").0, "allow", "{call}");
        }
        for (directory, expected) in [("strict/sub", "deny"), ("none/link", "deny"), ("none", "allow")] {
            assert_eq!(home.check("strict", directory, "ls"), expected, "{directory}");
        }
    }
}

/// Most agents tell their hooks where the project is, wherever a `cd` has led the session.
#[test]
fn the_project_of_the_session_is_the_one_that_the_agent_names() {
    let home = Home::new();
    let payload = json!({"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"},
        "cwd": home.path("none")});
    let decided = |variables: &[(&str, PathBuf)]| {
        let said = home.run("none", &["hook", "claude-code"], variables, &payload);
        said["hookSpecificOutput"]["permissionDecision"].as_str().unwrap().to_owned()
    };
    assert_eq!(decided(&[]), "allow");
    assert_eq!(decided(&[("CLAUDE_PROJECT_DIR", home.path("strict"))]), "deny");
    assert_eq!(decided(&[("CLAUDE_PROJECT_DIR", home.path("no-such-place"))]), "allow");
}

/// The session's project adds its deny and ask rules, and nothing else: neither what it allows nor its definitions.
#[test]
fn another_project_only_tightens() {
    let home = Home::new();
    let (decision, why) = home.gemini("none", "strict", "other", "touch a");
    assert_eq!(decision, "ask", "{why}");
    assert!(!why.contains("is not trusted"), "{why}");
    for (line, expected) in
        [("cat ../strict/x", "deny"), ("cat ../none/y", "deny"), ("cat x", "allow"), ("cat y", "allow")]
    {
        let (decision, why) = home.gemini("none", "strict", "other", line);
        assert_eq!(decision, expected, "{line}: {why}");
    }
}
