//! The plugins for OpenCode and Amp, run by node with the built program behind them: a refusal stops, an allow passes, and
//! whatever fails refuses.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests start programs, write files, and stop where they cannot go on"
)]

mod common;

use std::path::Path;
use std::process::Command;

use common::has_program;
use runok::agent::{AMP_PLUGIN, OPENCODE_PLUGIN, PLACEHOLDER};
use serde_json::Value;

const POLICY: &str = "rules: [{allow: 'git status'}, {ask: 'git push'}, {deny: 'rm *', message: 'not here'}]";

/// What came of a command in a host, with this program in the place of runok; nothing where there is no node.
fn play_with(program: &str, host: &str, command: &str, policy: &str) -> Option<Value> {
    if !has_program("node") {
        return None;
    }
    let directory = tempfile::tempdir().unwrap();
    let home = directory.path().join("home");
    std::fs::create_dir_all(home.join(".config/runok")).unwrap();
    std::fs::write(home.join(".config/runok/runok.yml"), policy).unwrap();
    let plugin = directory.path().join("plugin.mjs");
    let text = if host.starts_with("amp") { AMP_PLUGIN } else { OPENCODE_PLUGIN };
    std::fs::write(&plugin, text.replace(PLACEHOLDER, program)).unwrap();
    let mut node = Command::new("node");
    node.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/agents/plugin.mjs")).args([host]).arg(&plugin);
    node.arg(command).arg("rm x").current_dir(directory.path()).env("HOME", &home).env_remove("XDG_CONFIG_HOME");
    let output = node.output().unwrap();
    assert!(output.status.success(), "{host}: {}", String::from_utf8_lossy(&output.stderr));
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

fn play(host: &str, command: &str) -> Option<Value> {
    play_with(env!("CARGO_BIN_EXE_runok"), host, command, POLICY)
}

/// The text at a key, empty where there is none.
fn text<'a>(result: &'a Value, key: &str) -> &'a str {
    result[key].as_str().unwrap_or_default()
}

#[test]
fn the_placeholder_stands_once_and_in_quotes() {
    for plugin in [OPENCODE_PLUGIN, AMP_PLUGIN] {
        assert_eq!(plugin.matches(PLACEHOLDER).count(), 1);
        assert_eq!(plugin.matches(&format!("\"{PLACEHOLDER}\"")).count(), 1);
    }
}

#[test]
fn version_1_of_opencode_runs_what_is_allowed_and_nothing_else() {
    let Some(allowed) = play("opencode-1", "git status") else { return };
    assert_eq!((text(&allowed, "thrown"), text(&allowed, "command")), ("", "git status"));
    let denied = play("opencode-1", "rm x").unwrap();
    assert!(text(&denied, "thrown").contains("not here"), "{denied}");
    let asked = play("opencode-1", "git push").unwrap();
    assert!(text(&asked, "thrown").starts_with("runok: rule \"git push\""), "{asked}");
    let wrapper = format!("defaults: {{ask_without_prompt: wrapper}}\n{POLICY}");
    let wrapped = play_with(env!("CARGO_BIN_EXE_runok"), "opencode-1", "git push", &wrapper).unwrap();
    assert_eq!((text(&wrapped, "thrown"), &wrapped["sameObject"]), ("", &Value::Bool(true)));
    assert_eq!(text(&wrapped, "command"), format!("{} exec --ask -- 'git push'", env!("CARGO_BIN_EXE_runok")));
}

#[test]
fn version_2_of_opencode_asks_where_a_rule_does() {
    let Some(allowed) = play("opencode-2", "git status") else { return };
    assert_eq!((text(&allowed, "thrown"), text(&allowed, "effect")), ("", "allow"));
    let denied = play("opencode-2", "rm x").unwrap();
    assert!(text(&denied, "thrown").contains("not here"), "{denied}");
    let asked = play("opencode-2", "git push").unwrap();
    assert_eq!((text(&asked, "thrown"), text(&asked, "effect")), ("", "ask"), "{asked}");
    assert!(text(&asked, "message").starts_with("runok: rule \"git push\""), "{asked}");
    // without a permission hook nobody could be asked, and without the whole text nothing is known
    assert!(text(&play("opencode-2-bare", "git push").unwrap(), "thrown").contains("git push"));
    assert_eq!(text(&play("opencode-2-bare", "git status").unwrap(), "thrown"), "");
    assert_eq!(text(&play("opencode-2-late", "git status").unwrap(), "effect"), "ask");
}

/// What was said of a call counts for that call and that command alone.
#[test]
fn an_answer_of_opencode_is_no_other_calls() {
    for (host, expected) in [
        ("opencode-2", "allow"),
        ("opencode-2-changed", "deny"),
        ("opencode-2-other", "deny"),
        ("opencode-2-anonymous", "ask"),
        ("opencode-2-session", "ask"),
    ] {
        let Some(result) = play(host, "git status") else { return };
        assert_eq!(text(&result, "effect"), expected, "{host}: {result}");
    }
}

#[test]
fn amp_asks_its_user_and_takes_no_answer_for_a_refusal() {
    let Some(allowed) = play("amp-no", "git status") else { return };
    assert_eq!((text(&allowed, "action"), text(&allowed, "other")), ("allow", "allow"));
    let denied = play("amp-yes", "rm x").unwrap();
    assert_eq!(text(&denied, "action"), "reject-and-continue");
    assert!(text(&denied, "message").contains("not here"), "{denied}");
    let yes = play("amp-yes", "git push").unwrap();
    assert_eq!(text(&yes, "action"), "allow");
    assert!(text(&yes, "asked").starts_with("runok: rule \"git push\""), "{yes}");
    for host in ["amp-no", "amp-mute"] {
        assert_eq!(text(&play(host, "git push").unwrap(), "action"), "reject-and-continue", "{host}");
    }
    assert_eq!(text(&play("amp-blind", "git status").unwrap(), "action"), "allow");
    assert_eq!(text(&play("amp-blind", "rm x").unwrap(), "action"), "reject-and-continue");
}

/// A program that stands where runok should.
fn fake(directory: &Path, script: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let path = directory.join("runok");
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Nothing ran: it threw, or it said so.
fn refused(result: &Value) -> bool {
    let thrown = !text(result, "thrown").is_empty();
    thrown || text(result, "action") == "reject-and-continue" || text(result, "effect") == "deny"
}

const HOSTS: [&str; 4] = ["opencode-1", "opencode-2", "opencode-2-late", "amp-yes"];

#[test]
fn whatever_is_no_answer_refuses() {
    for host in HOSTS {
        let Some(missing) = play_with("/no/such/runok", host, "git status", POLICY) else { return };
        assert!(refused(&missing), "{host}: {missing}");
        for script in [
            "exit 0",
            "exit 101",
            "echo '{\"action\":\"proceed\",\"effect\":\"allow\"}'; exit 1",
            "kill -9 $$",
            "echo '{\"action\":\"allow\"'",
            "echo log; echo '{\"action\":\"allow\",\"effect\":\"allow\"}'",
            "echo null",
            "echo '[]'",
            "echo '{}'",
            "echo '{\"action\":\"mutate\",\"effect\":\"maybe\"}'",
            "echo '{\"action\":\"throw\",\"effect\":\"deny\"}'",
        ] {
            let directory = tempfile::tempdir().unwrap();
            let result = play_with(&fake(directory.path(), script), host, "git status", POLICY).unwrap();
            assert!(refused(&result), "{host}: {script}: {result}");
        }
    }
}

#[test]
fn a_program_that_hangs_is_given_up_in_time() {
    std::thread::scope(|scope| {
        for host in ["opencode-1", "amp-yes"] {
            scope.spawn(move || {
                let directory = tempfile::tempdir().unwrap();
                // what it started keeps its output open
                let program = fake(directory.path(), "sleep 20 & sleep 20");
                let Some(result) = play_with(&program, host, "git status", POLICY) else { return };
                let milliseconds = result["milliseconds"].as_u64().unwrap();
                assert!(refused(&result) && (9_000..15_000).contains(&milliseconds), "{host}: {result}");
            });
        }
    });
}
