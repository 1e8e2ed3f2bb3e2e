//! What runok stands on is guarded, wherever it is: the files of agents, also where variables put them, and those that the
//! policy at hand is made of.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests write files, start programs, and stop where they cannot go on"
)]

mod common;

use std::collections::BTreeSet;

use common::{Run, decisions, runok};
use runok::agent::AGENTS;
use runok::agent::registration::{Place, Surroundings, When};
use serde_json::{Value, json};

const HOME: &str = "/home/dev";
const PROJECT: &str = "/home/dev/project";

fn tool(name: &str, input: Value) -> Value {
    json!({ "tool_name": name, "tool_input": input, "cwd": PROJECT })
}

/// Every way in which a file is written that is looked at here.
fn writes(path: &str) -> [Value; 4] {
    let quoted = format!("'{path}'");
    [
        tool("Bash", json!({ "command": format!("echo x > {quoted}") })),
        tool("Bash", json!({ "command": format!("rm {quoted}") })),
        tool("Write", json!({ "file_path": path, "content": "x" })),
        tool("Edit", json!({ "file_path": path, "old_string": "a", "new_string": "b" })),
    ]
}

fn judged(run: Run, requests: &[Value]) -> Vec<String> {
    let lines: Vec<String> = requests.iter().map(Value::to_string).collect();
    decisions(&run.stdin(lines.join("\n")).stdout_is(|_| true).any_status().check())
}

/// Every file that `runok init` writes for an agent, and every one by which the agent is configured.
fn places() -> Vec<(&'static str, Place)> {
    let mut places = Vec::new();
    for agent in AGENTS {
        let rows = agent.registration.user.iter().chain(agent.registration.project);
        for settings in rows.copied().flatten() {
            places.push((agent.name, settings.file));
            if let When::WithKey(other, _) = settings.when {
                places.push((agent.name, other));
            }
        }
        places.extend(agent.registration.lists.iter().map(|list| (agent.name, list.file)));
        places.extend(agent.health.obstacles.iter().map(|obstacle| (agent.name, obstacle.file)));
    }
    places
}

#[test]
fn no_file_of_a_registration_may_be_written() {
    let moved = [
        ("CLAUDE_CONFIG_DIR", "/opt/claude"),
        ("CODEX_HOME", "/opt/codex/"),
        ("COPILOT_HOME", "/opt/copilot"),
        ("XDG_CONFIG_HOME", "/opt/settings"),
    ];
    for variables in [&moved[..0], &moved] {
        let variable = |name: &str| variables.iter().find(|(own, _)| *own == name).map(|(_, value)| value.to_string());
        let around =
            Surroundings { home: Some(HOME.to_owned()), project: Some(PROJECT.to_owned()), variable: &variable };
        let paths: BTreeSet<(&str, String)> =
            places().into_iter().map(|(agent, place)| (agent, place.resolve(&around).unwrap())).collect();
        let agents: BTreeSet<&str> = paths.iter().map(|(agent, _)| *agent).collect();
        assert_eq!(agents.len(), AGENTS.len());
        assert_eq!(paths.iter().any(|(_, path)| path.starts_with("/opt/codex/")), !variables.is_empty());
        let requests: Vec<Value> = paths.iter().flat_map(|(_, path)| writes(path)).collect();
        let run =
            variables.iter().fold(runok(["check", "--output-format", "json"]).variable("HOME", HOME), |run, one| {
                run.variable(one.0, one.1)
            });
        for (request, verdict) in requests.iter().zip(judged(run, &requests)) {
            assert_eq!(verdict, "deny", "{request} {variables:?}");
        }
    }
}

/// Allows everything that is not guarded.
const EVERYTHING: &str = "defaults: { action: allow }\nrules: [{ allow: '*' }, { allow: 'Write *' }, { allow: 'Edit *' }, { allow: '> /**' }]\n";

#[track_caller]
fn all(run: impl Fn() -> Run, verdict: &str, requests: &[Value]) {
    for (request, found) in requests.iter().zip(judged(run(), requests)) {
        assert_eq!(found, verdict, "{request}");
    }
}

fn bash(command: &str) -> Value {
    tool("Bash", json!({ "command": command }))
}

#[test]
fn what_tells_agents_to_ask_is_guarded_by_its_name() {
    let run =
        || runok(["check", "-c", "p.yml", "--output-format", "json"]).file("p.yml", EVERYTHING).variable("HOME", HOME);
    let guarded = [
        "/etc/codex/config.toml",
        "/etc/codex/requirements.toml",
        "~/.claude/plugins/x/hooks/hooks.json",
        ".claude/plugins/x/hooks/hooks.json",
        "~/.gemini/policies/x.toml",
        ".vscode/settings.json",
        "~/.config/Code/User/settings.json",
    ];
    for path in guarded {
        all(run, "ask", &[bash(&format!("tee {path}")), tool("Write", json!({ "file_path": path }))]);
    }
    let lines = [
        "rm -r ~/.gemini/policies",
        "rm -rf /etc/codex",
        "rm -r ~/Documents/Cline/Hooks",
        "kill $(pgrep runok)",
        "kill -9 `pidof runok`",
    ];
    all(run, "ask", &lines.map(bash));
    all(run, "ask", &["pkill runok", "pkill -f 'runok hook'", "killall -q runok"].map(bash));
    let harmless = [
        "kill 12",
        "kill \"$PID\"",
        "kill $(pgrep node)",
        "tee .vscode/launch.json",
        "tee /etc/codexes",
        "rm -r /etc/other",
        "rm -r ~/Documents/Other",
    ];
    all(run, "allow", &harmless.map(bash));
}

#[test]
fn a_moved_home_is_guarded_where_it_is() {
    let run = || {
        let run = runok(["check", "-c", "p.yml", "--output-format", "json"]).file("p.yml", EVERYTHING);
        run.variable("HOME", HOME).variable("CODEX_HOME", "/opt/cx").variable("CLAUDE_CONFIG_DIR", "/opt/cc/")
    };
    let guarded = [
        "tee /opt/cx/config.toml",
        "rm /opt/cx/*.toml",
        "cd /opt/cx && rm *.json",
        "rm -r /opt/cx",
        "mv /opt/cc /tmp/x",
        "rm -r /opt/cc/hooks",
        "tee /opt/cc/plugins/x/hooks/hooks.json",
        "tee /opt/x/../cc/settings.json",
    ];
    all(run, "ask", &guarded.map(bash));
    all(run, "allow", &["tee /opt/cx/notes.md", "tee /opt/cc/todos/x", "rm /opt/other/config.toml"].map(bash));
}

#[test]
fn the_files_of_the_policy_at_hand_are_guarded() {
    let scratch = tempfile::tempdir().unwrap();
    let elsewhere = std::fs::canonicalize(scratch.path()).unwrap().join("elsewhere.yml");
    std::fs::write(&elsewhere, "rules: [{ ask: 'frobnicate' }]\n").unwrap();
    let elsewhere = elsewhere.to_str().unwrap();
    std::os::unix::fs::symlink(elsewhere, scratch.path().join("link.yml")).unwrap();
    let linked = scratch.path().join("link.yml").to_str().unwrap().to_owned();
    let policy = format!(
        "extends: [./shared/base.yml, '{elsewhere}']\n{EVERYTHING}types:\n  Known: {{ executor: 'python3 -I ./checks/known.py --list=lists/known.txt' }}\n"
    );
    let requests = |directory: &str| -> Vec<Value> {
        let mut lines: Vec<String> = ["p.yml", "./sub/../p.yml", "shared/base.yml", elsewhere, &linked]
            .into_iter()
            .chain(["checks/known.py", "lists/known.txt"])
            .flat_map(|path| [format!("tee {path}"), format!("rm {path}"), format!("echo x > {path}")])
            .collect();
        lines.extend(["rm -r shared", "mv checks other", "cd shared && tee base.yml"].map(str::to_owned));
        lines.iter().map(|line| json!({ "command": line, "cwd": directory })).collect()
    };
    let once = |arguments: &[&str]| {
        let run = runok(arguments.iter().copied().chain(["--output-format", "json"]));
        let run = run.file("shared/base.yml", "rules: []\n").file("p.yml", policy.as_str());
        let directory = run.project().to_str().unwrap().to_owned();
        let harmless = ["tee other.yml", "rm -r target", "tee checks/other.py", "git checkout main", "rm -r ."];
        let harmless = harmless.map(|line| json!({ "command": line, "cwd": directory }));
        let guarded = requests(&directory);
        let found = judged(run, &[&guarded[..], &harmless].concat());
        for (request, verdict) in guarded.iter().zip(&found) {
            assert_eq!(verdict, "ask", "{request}");
        }
        assert_eq!(found[guarded.len()..], ["allow"; 5]);
    };
    once(&["check", "-c", "p.yml"]);
    once(&["check", "-c", "./p.yml", "--no-cache"]);
}

/// What the cache holds of a policy says the same of its files.
#[test]
fn a_compiled_policy_guards_its_files_too() {
    let cache = tempfile::tempdir().unwrap();
    let policies = tempfile::tempdir().unwrap();
    let policy = policies.path().join("mine.yml");
    std::fs::write(&policy, EVERYTHING).unwrap();
    let policy = policy.to_str().unwrap();
    for _ in 0..3 {
        let run = runok(["check", "-c", policy, "--", &format!("rm {policy}")]);
        let run = run.variable("XDG_CACHE_HOME", cache.path().to_str().unwrap());
        run.stdout_is(|text| text.starts_with("ask")).status(4).check();
    }
}
