//! `runok doctor` tells a living guard from one that only stands in a file: with a stand-in for Claude Code that starts its
//! hooks as the real one does (the real ones are driven by tests/live.rs).

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests start programs, write files, and stop where they cannot go on"
)]

mod common;

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use common::has_program;
use runok::agent::AGENTS;

/// Runs the command it is asked for, unless a hook of its settings refuses; `SLEEPS` runs nothing, `HEEDLESS` asks no hook,
/// `DEAF` asks and does not heed the answer.
const CLAUDE: &str = r#"#!/usr/bin/env python3
import json, os, re, subprocess, sys, time
command = re.search(r"then stop: (.*)", sys.argv[-1]).group(1)
assert sys.argv[1] == "-p"
if "SLEEPS" in os.environ:
    print("I would rather not."); sys.exit(0)
settings = json.load(open(os.path.expanduser("~/.claude/settings.json")))
payload = json.dumps({"session_id": "s", "cwd": os.getcwd(), "prompt_id": "p", "effort": {}, "tool_use_id": "t",
    "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": command}})
if "HEEDLESS" not in os.environ:
    for group in settings["hooks"]["PreToolUse"]:
        for hook in group["hooks"]:
            done = subprocess.run([hook["command"], *hook["args"]], input=payload, capture_output=True, text=True)
            if done.returncode == 2 and "DEAF" not in os.environ:
                sys.exit(0)
    time.sleep(0.5)
subprocess.run(command, shell=True)
"#;

struct Machine {
    home: tempfile::TempDir,
    variables: Vec<(&'static str, String)>,
}

impl Machine {
    fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(home.path().join("bin")).unwrap();
        let claude = home.path().join("bin/claude");
        std::fs::write(&claude, CLAUDE).unwrap();
        std::fs::set_permissions(&claude, std::fs::Permissions::from_mode(0o755)).unwrap();
        Self { home, variables: Vec::new() }
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.home.path().join(name)
    }

    /// Its exit code and what it says.
    fn runok(&self, words: &[&str]) -> (i32, String) {
        let path = format!("{}:{}", self.path("bin").display(), std::env::var("PATH").unwrap());
        let mut command = Command::new(env!("CARGO_BIN_EXE_runok"));
        command.args(words).env_clear().env("HOME", self.home.path()).env("PATH", path).current_dir(self.home.path());
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        let output = command.output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
    }

    fn verdict(&self, words: &[&str]) -> (i32, String, String) {
        let words: Vec<&str> = ["doctor", "--format", "json"].iter().chain(words).copied().collect();
        let (code, told) = self.runok(&words);
        let told: serde_json::Value = serde_json::from_str(&told).unwrap();
        let claude = told.pointer("/agents/0").unwrap();
        let said = |key: &str| claude.get(key).unwrap();
        assert_eq!(said("agent"), "claude-code");
        (code, said("health").as_str().unwrap().to_owned(), said("findings").to_string())
    }

    fn edit(&self, change: impl FnOnce(&str) -> String) {
        let path = self.path(".claude/settings.json");
        std::fs::write(&path, change(&std::fs::read_to_string(&path).unwrap())).unwrap();
    }

    fn registered() -> Self {
        let machine = Self::new();
        assert_eq!(machine.runok(&["init", "--yes", "claude-code"]).0, 0);
        machine
    }
}

#[test]
fn what_is_not_registered_is_dormant() {
    let machine = Machine::new();
    let (code, verdict, why) = machine.verdict(&[]);
    assert_eq!((code, verdict.as_str()), (1, "dormant"));
    assert!(why.contains("runok init claude-code"), "{why}");
}

#[test]
fn only_what_was_seen_to_stop_something_is_alive() {
    if !has_program("python3") {
        return;
    }
    let mut machine = Machine::registered();
    assert_eq!(machine.verdict(&[]).1, "unknown");
    assert_eq!(machine.verdict(&["claude-code"]).0, 4);
    let (code, verdict, why) = machine.verdict(&["--live", "claude-code"]);
    assert_eq!((code, verdict.as_str()), (0, "alive"), "{why}");
    // it is remembered, until the registration changes
    assert_eq!(machine.verdict(&[]).1, "alive");
    machine.edit(|text| text.replace("\"timeout\": 10", "\"timeout\": 11"));
    assert_eq!(machine.verdict(&[]).1, "unknown");
    assert!(!a_canary_is_left(&machine.home), "records of canaries are taken away");

    machine.variables.push(("HEEDLESS", "1".to_owned()));
    let (code, verdict, why) = machine.verdict(&["--live", "claude-code"]);
    assert_eq!((code, verdict.as_str()), (1, "dormant"), "{why}");
    assert_eq!(machine.verdict(&[]).1, "dormant");

    machine.variables = vec![("SLEEPS", "1".to_owned())];
    let (code, verdict, why) = machine.verdict(&["--live", "claude-code"]);
    assert_eq!((code, verdict.as_str()), (4, "unknown"), "{why}");
    assert!(why.contains("I would rather not."), "{why}");
}

/// The hook records its refusal before the agent has read it: only what the agent does then proves anything.
#[test]
fn an_agent_that_asks_its_hook_and_does_not_heed_it_is_not_alive() {
    if !has_program("python3") {
        return;
    }
    let mut machine = Machine::registered();
    machine.variables.push(("DEAF", "1".to_owned()));
    let (code, verdict, why) = machine.verdict(&["--live", "claude-code"]);
    assert_eq!((code, verdict.as_str()), (1, "dormant"), "{why}");
    assert!(why.contains("although the hook"), "{why}");
}

#[test]
fn what_was_seen_of_another_version_of_the_agent_is_not_remembered() {
    if !has_program("python3") {
        return;
    }
    let machine = Machine::registered();
    assert_eq!(machine.verdict(&["--live", "claude-code"]).1, "alive");
    assert_eq!(machine.verdict(&[]).1, "alive");
    // the same text again: a launcher of so many bytes may start another program now
    let new = machine.path("bin/new");
    std::fs::copy(machine.path("bin/claude"), &new).unwrap();
    std::fs::rename(&new, machine.path("bin/claude")).unwrap();
    assert_eq!(machine.verdict(&[]).1, "unknown");
}

fn a_canary_is_left(home: &tempfile::TempDir) -> bool {
    let records = std::fs::read_dir(home.path().join(".local/state/runok/canary")).unwrap();
    records.flatten().any(|entry| !entry.file_name().to_string_lossy().starts_with("seen-"))
}

#[test]
fn what_stands_there_and_does_not_work_is_broken() {
    let gone = Machine::registered();
    gone.edit(|text| text.replace(env!("CARGO_BIN_EXE_runok"), "/nowhere/runok"));
    let (code, verdict, why) = gone.verdict(&[]);
    assert_eq!((code, verdict.as_str()), (3, "broken"));
    assert!(why.contains("/nowhere/runok is no program"), "{why}");

    // another program of that name, which refuses nothing
    let other = Machine::registered();
    let path = other.path("bin/runok");
    std::fs::write(&path, "#!/bin/sh\nexit 0\n").unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    other.edit(|text| text.replace(env!("CARGO_BIN_EXE_runok"), path.to_str().unwrap()));
    let (code, verdict, why) = other.verdict(&[]);
    assert_eq!((code, verdict.as_str()), (3, "broken"));
    assert!(why.contains("does not refuse"), "{why}");

    let relative = Machine::registered();
    relative.edit(|text| text.replace(env!("CARGO_BIN_EXE_runok"), "runok"));
    assert_eq!(relative.verdict(&[]).1, "broken");

    let garbled = Machine::registered();
    garbled.edit(|text| format!("{text}}}"));
    let (code, verdict, why) = garbled.verdict(&[]);
    assert_eq!((code, verdict.as_str()), (3, "broken"));
    assert!(why.contains("line "), "{why}");
}

#[test]
fn settings_that_switch_hooks_off_make_it_dormant() {
    let machine = Machine::registered();
    machine.edit(|text| text.replacen('{', "{\"disableAllHooks\": true,", 1));
    let (code, verdict, why) = machine.verdict(&[]);
    assert_eq!((code, verdict.as_str()), (1, "dormant"));
    assert!(why.contains("disableAllHooks"), "{why}");
}

#[test]
fn hooks_of_others_are_told() {
    let machine = Machine::registered();
    assert!(!machine.verdict(&[]).2.contains("another hook"));
    let other = r#""hooks": {"PermissionRequest": [{"hooks": [{"type": "command", "command": "yes"}]}],"#;
    machine.edit(|text| text.replacen("\"hooks\": {", other, 1));
    let (_, verdict, why) = machine.verdict(&[]);
    assert_eq!(verdict, "unknown");
    assert!(why.contains("another hook at hooks.PermissionRequest"), "{why}");
}

#[test]
fn a_hook_that_nobody_trusts_is_dormant() {
    let machine = Machine::new();
    assert_eq!(machine.runok(&["init", "--yes", "codex"]).0, 0);
    let told = |machine: &Machine| machine.runok(&["doctor", "codex"]);
    let (code, text) = told(&machine);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("trust the hook"), "{text}");
    let key = format!("{}:pre_tool_use:0:0", machine.path(".codex/hooks.json").display());
    let config = machine.path(".codex/config.toml");
    std::fs::write(&config, format!("[hooks.state.\"{key}\"]\ntrusted_hash = \"sha256:1\"\n")).unwrap();
    assert_eq!(told(&machine).0, 4);
    std::fs::write(&config, format!("[hooks.state.\"{key}\"]\ntrusted_hash = \"sha256:1\"\nenabled = false\n"))
        .unwrap();
    assert_eq!(told(&machine).0, 1);
}

#[test]
fn mistakes_are_mistakes() {
    let machine = Machine::new();
    assert_eq!(machine.runok(&["doctor", "no-such-agent"]).0, 2);
    assert_eq!(machine.runok(&["doctor", "--live", "no-such-agent"]).0, 2);
    assert_eq!(machine.runok(&["doctor", "--matrix", "codex"]).0, 2);
    assert!(Path::new(env!("CARGO_BIN_EXE_runok")).is_absolute());
}

/// What `runok init` writes is what `runok doctor` finds, and it refuses a canary, for every agent.
#[test]
fn every_agent_that_was_registered_answers() {
    for agent in AGENTS {
        let machine = Machine::new();
        std::fs::create_dir(machine.path(".git")).unwrap();
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_runok"), machine.path("bin/runok")).unwrap();
        let project = agent.registration.user.is_empty();
        let words: &[&str] =
            if project { &["init", "--yes", "--project", agent.name] } else { &["init", "--yes", agent.name] };
        let (code, told) = machine.runok(words);
        assert_eq!(code, 0, "{}: {told}", agent.name);
        let (code, told) = machine.runok(&["doctor", agent.name]);
        // Codex waits for a person's trust
        let expected = if agent.health.trust.is_some() { 1 } else { 4 };
        assert_eq!(code, expected, "{}: {told}", agent.name);
        assert!(!told.contains("is not as `runok init"), "{told}");
        let (code, told) = machine.runok(words);
        assert!(code == 0 && told.contains("nothing to do"), "{}: {told}", agent.name);
    }
}

/// Every file below a directory.
fn files(directory: &Path) -> Vec<std::path::PathBuf> {
    let (mut left, mut files) = (vec![directory.to_owned()], Vec::new());
    while let Some(directory) = left.pop() {
        for entry in std::fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { left.push(path) } else { files.push(path) }
        }
    }
    files
}

/// Whoever wrote a project may have written the settings in it: what they name must not run because somebody looks at them.
#[test]
fn no_program_that_a_project_names_is_started() {
    let machine = Machine::new();
    let project = machine.path("work");
    std::fs::create_dir_all(project.join(".git")).unwrap();
    let marker = machine.path("was-started");
    let evil = project.join("runok");
    std::fs::write(&evil, format!("#!/bin/sh\ntouch '{}'\n", marker.display())).unwrap();
    std::fs::set_permissions(&evil, std::fs::Permissions::from_mode(0o755)).unwrap();
    let run = |words: &[&str]| {
        let path = format!("{}:{}", machine.path("bin").display(), std::env::var("PATH").unwrap());
        let mut command = Command::new(env!("CARGO_BIN_EXE_runok"));
        command.args(words).env_clear().env("HOME", machine.home.path()).env("PATH", path).current_dir(&project);
        command.output().unwrap()
    };
    let with_project = || AGENTS.iter().filter(|agent| !agent.registration.project.is_empty());
    let mut changed = 0;
    for agent in with_project() {
        let output = run(&["init", "--project", "--yes", agent.name]);
        assert!(output.status.success(), "{}: {output:?}", agent.name);
    }
    for path in files(&project).into_iter().filter(|path| *path != evil) {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let other = text.replace(env!("CARGO_BIN_EXE_runok"), evil.to_str().unwrap());
        changed += usize::from(other != text);
        std::fs::write(&path, other).unwrap();
    }
    assert!(changed >= with_project().count(), "{changed}");
    let seen = String::from_utf8(run(&["doctor", "--format", "json"]).stdout).unwrap();
    assert!(seen.contains("what a project names is started only where"), "{seen}");
    for agent in with_project() {
        let output = run(&["doctor", agent.name]);
        assert_ne!(output.status.code(), Some(0), "{}", agent.name);
        assert!(!marker.exists(), "{} started what a project names", agent.name);
    }
    // it would have been seen
    assert!(Command::new(&evil).status().unwrap().success() && marker.exists());
}
