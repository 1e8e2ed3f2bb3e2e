//! `runok init`: every agent's files, before, with runok in them, and after.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests start programs, write files, and stop where they cannot go on"
)]

#[path = "init/expected.rs"]
mod expected;
#[path = "init/home.rs"]
mod home;
#[path = "support/pty.rs"]
mod pty;
#[path = "init/refusals.rs"]
mod refusals;
#[path = "init/rules.rs"]
mod rules;

use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

use home::{Home, shell};
use pty::Session;
use runok::agent::AGENTS;
use serde_json::Value;

/// Agents that are registered in a project alone, and those that cannot be.
const PROJECT_ALONE: &[&str] = &["copilot-cloud-agent"];
const NO_PROJECT: &[&str] = &["vscode"];

/// The words of a run.
fn words<'a>(arguments: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [&["init"], arguments, more].concat()
}

/// In, in again, out, out again.
fn in_and_out(home: &Home, arguments: &[&str]) {
    let before = home.tree();
    home.well(&words(arguments, &["--yes"]));
    let registered = home.tree();
    assert_ne!(registered, before, "{arguments:?}");
    assert!(home.remembered() > 0);
    let again = home.well(&words(arguments, &["--yes"]));
    assert!(again.contains("nothing to do, registered already"), "{arguments:?}: {again}");
    assert_eq!(home.tree(), registered, "{arguments:?}");
    home.well(&words(arguments, &["--uninstall", "--yes"]));
    assert_eq!(home.tree(), before, "{arguments:?}");
    assert_eq!(home.remembered(), 0, "{arguments:?}");
    assert!(home.well(&words(arguments, &["--uninstall", "--yes"])).contains("nothing to do, not registered"));
}

#[test]
fn every_agent_goes_in_and_out() {
    for agent in AGENTS {
        if !PROJECT_ALONE.contains(&agent.name) {
            in_and_out(&Home::new(), &[agent.name]);
        }
        if !NO_PROJECT.contains(&agent.name) {
            in_and_out(&Home::new(), &[agent.name, "--project"]);
        }
    }
}

#[test]
fn every_agent_is_listed_with_its_files() {
    let home = Home::new();
    for agent in AGENTS {
        let scope: &[&str] = if PROJECT_ALONE.contains(&agent.name) { &["--project"] } else { &[] };
        home.well(&[&["init", agent.name, "--yes"], scope].concat());
        let list = home.well(&[&["init", "--list"], scope].concat());
        let line = list.lines().find(|line| line.starts_with(&format!("{} ", agent.name))).unwrap();
        assert!(line.contains("registered in /"), "{line}");
    }
    assert_eq!(home.well(&["init", "--list"]).lines().count(), AGENTS.len());
}

/// What a file has to hold, with the program and the home directory put in.
fn expected_in(home: &Home, value: &Value) -> Value {
    let program = home.program();
    let quoted = shlex::try_quote(&program).unwrap().into_owned();
    let directory = home.path("");
    let directory = directory.to_str().unwrap().trim_end_matches('/');
    match value {
        Value::String(text) if text == "RUNOK" => Value::from(program),
        Value::String(text) => Value::from(text.replace("RUNOK", &quoted).replace("HOME", directory)),
        Value::Array(values) => values.iter().map(|value| expected_in(home, value)).collect(),
        Value::Object(object) => object
            .iter()
            .map(|(key, value)| (key.clone(), expected_in(home, value)))
            .collect::<serde_json::Map<_, _>>()
            .into(),
        other => other.clone(),
    }
}

#[test]
fn every_file_says_what_its_agent_understands() {
    for (agent, file, expected) in expected::files() {
        let home = Home::new();
        home.well(&["init", agent, "--yes"]);
        let found: Value = serde_json::from_str(&home.read(file)).unwrap();
        assert_eq!(found, expected_in(&home, &expected), "{agent}");
    }
}

#[test]
fn with_tools_every_tool_is_guarded_and_stays_so() {
    for (agent, file, matcher) in [
        ("claude-code", ".claude/settings.json", r#""matcher": "*""#),
        ("gemini-cli", ".gemini/settings.json", r#""matcher": ".*""#),
        ("cursor", ".cursor/hooks.json", "\"preToolUse\""),
    ] {
        let home = Home::new();
        home.well(&["init", agent, "--yes"]);
        assert!(!home.read(file).contains(matcher), "{agent}");
        home.well(&["init", agent, "--yes", "--tools"]);
        let wide = home.read(file);
        assert!(wide.contains(matcher), "{agent}: {wide}");
        assert_eq!(home.well(&["init", agent, "--yes"]).matches("nothing to do").count(), 1);
        assert_eq!(home.read(file), wide);
        home.well(&["init", agent, "--yes", "--uninstall"]);
        assert!(!home.path(file).exists(), "{agent}");
    }
}

#[test]
fn where_tools_change_nothing_is_told() {
    let saying = "`--tools` changes nothing: ";
    for agent in AGENTS.iter().map(|agent| agent.name).filter(|name| !PROJECT_ALONE.contains(name)) {
        let home = Home::new();
        home.well(&["init", agent, "--yes", "--no-rules"]);
        let narrow = home.tree();
        let shown = home.well(&["init", agent, "--yes", "--no-rules", "--tools"]);
        assert_eq!(shown.contains(saying), home.tree() == narrow, "{agent}: {shown}");
        assert!(!home.well(&["init", agent, "--yes", "--no-rules"]).contains("`--tools`"), "{agent}");
    }
    let home = Home::new();
    let shown = home.well(&["init", "auggie", "--yes", "--tools"]);
    assert!(shown.contains("Auggie: `--tools` widens the hook alone: the script policy"), "{shown}");
}

/// Texts of a JSON file that others have written.
fn of_others(key: &str) -> Vec<String> {
    let other = r#"{"matcher": "x", "hooks": [{"type": "command", "command": "audit --all"}]}"#;
    vec![
        format!(
            "{{\n  // why\n  \"model\": \"opus\", /* since May */\n  \"hooks\": {{\n    \"{key}\": [\n      {other}\n    ]\n  }}\n}}\n"
        ),
        "{\r\n\t\"a\": [1, 2],\r\n\t\"b\": {\r\n\t\t\"c\": 1\r\n\t}\r\n}\r\n".to_owned(),
        "\u{feff}{ \"a\": 1 }".to_owned(),
        format!("{{\n    \"hooks\": {{\"{key}\": [{other},],}},\n}}\n"),
        "{}".to_owned(),
        "{\"hooks\":{}}\n\n".to_owned(),
        " \n".to_owned(),
        String::new(),
    ]
}

#[test]
fn what_others_wrote_stays_byte_for_byte() {
    for (agent, file, key) in [
        ("claude-code", ".claude/settings.json", "PreToolUse"),
        ("codex", ".codex/hooks.json", "PreToolUse"),
        ("gemini-cli", ".gemini/settings.json", "BeforeTool"),
        ("cursor", ".cursor/hooks.json", "beforeShellExecution"),
        ("qwen-code", ".qwen/settings.json", "Stop"),
        ("devin", ".config/devin/config.json", "PreToolUse"),
        ("crush", ".config/crush/crush.json", "PreToolUse"),
        ("auggie", ".augment/settings.json", "PreToolUse"),
    ] {
        for before in of_others(key) {
            let home = Home::new();
            let path = home.write(file, &before);
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
            in_and_out(&home, &[agent]);
            home.well(&["init", agent, "--yes"]);
            let after = home.read(file);
            assert_eq!(after.contains("audit --all"), before.contains("audit --all"));
            assert_eq!(after.matches("\r\n").count() > 0, before.contains("\r\n"), "{before}");
            assert_eq!(
                after.replace("\r\n", "").contains('\n'),
                before.replace("\r\n", "").contains('\n') || !before.contains('\r')
            );
            assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o640);
            // somebody edits it before runok goes: that stays, and only runok goes
            if before.contains("opus") {
                home.write(file, after.replace("opus", "sonnet"));
                home.well(&["init", agent, "--yes", "--uninstall"]);
                assert_eq!(home.read(file), before.replace("opus", "sonnet"));
            }
        }
    }
}

#[test]
fn an_older_registration_is_replaced_and_not_doubled() {
    for old in [
        "/old/bin/runok hook claude-code",
        "runok check --input-format claude-code-hook",
        "runok hook --agent claude-code",
    ] {
        let home = Home::new();
        let text = format!(
            "{{\n  \"hooks\": {{\n    \"PreToolUse\": [\n      {{\n        \"matcher\": \"Bash\",\n        \"hooks\": [{{\"type\": \"command\", \
             \"command\": \"{old}\"}}, {{\"type\": \"command\", \"command\": \"audit\"}}]\n      }}\n    ]\n  }}\n}}\n"
        );
        home.write(".claude/settings.json", &text);
        home.well(&["init", "claude-code", "--yes"]);
        let after = home.read(".claude/settings.json");
        assert!(!after.contains(old) && after.contains("audit"), "{after}");
        assert_eq!(after.matches("onFailure").count(), 1, "{after}");
        home.well(&["init", "claude-code", "--yes", "--uninstall"]);
        let left = home.read(".claude/settings.json");
        assert!(left.contains("audit") && !left.contains("runok"), "{left}");
        assert!(home.remembered() > 0, "the file as it was, with the older registration, is kept");
    }
}

/// A registration that is not in runok's memory is kept, and where that is said it is there.
#[test]
fn what_runok_writes_over_is_kept() {
    let home = Home::new();
    let file = ".cline/hooks/PreToolUse";
    home.well(&["init", "cline", "--yes"]);
    let older = home.read(file).replace("exit $code", "exit $code # mine");
    std::fs::remove_dir_all(home.path(".local")).unwrap();
    home.write(file, &older);
    home.well(&["init", "cline", "--yes"]);
    assert!(!home.read(file).contains("# mine"));
    let shown = home.well(&["init", "cline", "--yes", "--uninstall"]);
    assert!(!home.path(file).exists());
    let kept = shown.lines().find_map(|line| line.trim().strip_prefix("as it was before: ")).unwrap();
    assert_eq!(std::fs::read_to_string(kept).unwrap(), older, "{shown}");
}

#[test]
fn of_several_files_the_one_in_use_is_edited() {
    for (agent, there, text, edited) in [
        ("droid", ".factory/settings.json", "{\"hooks\": {\"Stop\": []}}", ".factory/settings.json"),
        ("droid", ".factory/settings.json", "{\"model\": \"x\"}", ".factory/hooks.json"),
        ("droid", ".factory/hooks.json", "{\"Stop\": []}", ".factory/hooks.json"),
        ("codex", ".codex/config.toml", "[[hooks.PreToolUse]]\nmatcher = \"x\"\n", ".codex/config.toml"),
        ("codex", ".codex/config.toml", "model = \"x\"\n[hooks.state.a]\ntrusted_hash = \"y\"\n", ".codex/hooks.json"),
        ("crush", ".config/crush/crushrc", "model x\n", ".config/crush/crushrc"),
        (
            "amp",
            ".config/amp/settings.json",
            "{\"amp.permissions\": [{\"tool\": \"Bash\", \"action\": \"allow\"}]}",
            ".config/amp/settings.json",
        ),
        ("amp", ".config/amp/settings.json", "{\"amp.url\": \"x\"}", ".config/amp/plugins/runok.ts"),
    ] {
        let home = Home::new();
        home.write(there, text);
        in_and_out(&home, &[agent]);
        home.well(&["init", agent, "--yes", "--no-rules"]);
        assert!(home.read(edited).contains("runok"), "{agent} {there}");
        assert_eq!(there == edited, home.read(there) != text, "{agent} {there}");
    }
    let home = Home::new();
    home.write(".config/amp/settings.json", "{\"amp.permissions\": [{\"tool\": \"Bash\", \"action\": \"allow\"}]}");
    home.well(&["init", "amp", "--yes"]);
    let found: Value = serde_json::from_str(&home.read(".config/amp/settings.json")).unwrap();
    assert_eq!(found["amp.permissions"][0]["to"], "runok-amp-delegate", "the first that fits counts");
}

#[test]
fn codex_gets_rules_where_commands_are_rewritten() {
    let home = Home::new();
    home.write(".config/runok/runok.yml", "defaults: { ask_without_prompt: wrapper }\n");
    in_and_out(&home, &["codex"]);
    home.well(&["init", "codex", "--yes"]);
    let rules = home.read(".codex/rules/runok.rules");
    let pattern = format!("pattern = [{}, \"exec\", \"--ask\"]", Value::from(home.program()));
    assert!(rules.contains(&pattern) && rules.contains("decision = \"prompt\""), "{rules}");
}

#[test]
fn a_link_is_followed_and_stays_one() {
    let home = Home::new();
    let real = home.write("dotfiles/claude.json", "{\"model\": \"x\"}\n");
    std::fs::create_dir_all(home.path(".claude")).unwrap();
    symlink("../dotfiles/claude.json", home.path(".claude/settings.json")).unwrap();
    in_and_out(&home, &["claude-code"]);
    home.well(&["init", "claude-code", "--yes"]);
    assert!(home.path(".claude/settings.json").symlink_metadata().unwrap().is_symlink());
    assert!(std::fs::read_to_string(real).unwrap().contains("onFailure"));
}

#[test]
fn variables_move_the_files() {
    for (agent, variable, file) in [
        ("claude-code", "CLAUDE_CONFIG_DIR", "settings.json"),
        ("codex", "CODEX_HOME", "hooks.json"),
        ("copilot-cli", "COPILOT_HOME", "hooks/runok.json"),
        ("devin", "XDG_CONFIG_HOME", "devin/config.json"),
        ("opencode", "XDG_CONFIG_HOME", "opencode/plugins/runok.js"),
    ] {
        let home = Home::new();
        let moved = home.path("moved").to_str().unwrap().to_owned();
        let home = home.with(variable, Some(&moved));
        home.well(&["init", agent, "--yes"]);
        assert!(home.read(&format!("moved/{file}")).contains("runok"), "{agent}");
        home.well(&["init", agent, "--yes", "--uninstall"]);
        assert!(!home.path("moved").exists(), "{agent}");
        let home = home.with(variable, Some("relative"));
        home.refused(&["init", agent, "--yes"], &format!("{variable} is no absolute path"));
    }
    let home = Home::new();
    let state = home.path("state").to_str().unwrap().to_owned();
    let home = home.with("XDG_STATE_HOME", Some(&state));
    home.write(".claude/settings.json", "{}");
    home.well(&["init", "claude-code", "--yes"]);
    let copies: Vec<_> = std::fs::read_dir(home.path("state/runok/backups")).unwrap().map(Result::unwrap).collect();
    assert_eq!(copies.len(), 2);
    assert!(copies.iter().all(|copy| copy.metadata().unwrap().mode() & 0o077 == 0));
}

#[test]
fn without_names_it_is_about_the_agents_that_are_there() {
    let home = Home::new();
    home.refused(&["init"], "no agent was found here");
    home.write(".claude/settings.json", "{}");
    home.write("it's here/gemini", "#!/bin/sh\n");
    // the program of Antigravity for the command line
    home.write("it's here/agy", "#!/bin/sh\n");
    for name in ["gemini", "agy"] {
        let program = home.path("it's here").join(name);
        std::fs::set_permissions(program, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    let shown = home.well(&["init", "--yes"]);
    for title in ["Claude Code", "Gemini CLI", "Google Antigravity"] {
        assert!(shown.contains(&format!("{title}: registered")), "{shown}");
    }
    assert!(!home.path(".codex").exists());
    let gone = home.well(&["init", "--yes", "--uninstall"]);
    assert!(gone.contains("Claude Code: runok is out") && gone.contains("Gemini CLI: runok is out"), "{gone}");
    assert!(home.well(&["init", "--uninstall"]).contains("registered with no agent"));
}

#[test]
fn what_would_change_is_shown_and_nothing_done() {
    let home = Home::new();
    home.write(".claude/settings.json", "{\n  \"model\": \"x\"\n}\n");
    let before = home.tree();
    let shown = home.well(&["init", "claude-code", "--dry-run"]);
    assert!(shown.contains("--- /") && shown.contains("\n-  \"model\": \"x\"\n+  \"model\": \"x\",\n"), "{shown}");
    assert_eq!((home.tree(), home.remembered()), (before, 0));
    home.refused(&["init", "claude-code"], "no terminal to ask at");
    assert_eq!(home.remembered(), 0);
}

#[test]
fn what_is_registered_answers() {
    let home = Home::new();
    home.well(&["init", "codex", "cline", "auggie", "--yes"]);
    let hooks: Value = serde_json::from_str(&home.read(".codex/hooks.json")).unwrap();
    let command = hooks["hooks"]["PreToolUse"][0]["hooks"][0]["command"].as_str().unwrap().to_owned();
    let codex = r#"{"session_id":"s","turn_id":"t","model":"m","cwd":"/","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"rm -rf /"}}"#;
    let (status, stdout, _) = shell(&command, codex, &home.path(""));
    assert_eq!(status, 2);
    assert!(stdout.contains("\"permissionDecision\":\"deny\""), "{stdout}");
    let cline = r#"{"clineVersion":"3","hookName":"tool_call","workspaceRoots":["/"],"tool_call":{"id":"1","name":"run_commands","input":{"commands":["rm -rf /"]}}}"#;
    let script = shlex::try_quote(home.path(".cline/hooks/PreToolUse").to_str().unwrap()).unwrap().into_owned();
    let (_, stdout, _) = shell(&script, cline, &home.path(""));
    assert!(stdout.contains("\"cancel\":true") && stdout.contains("rule"), "{stdout}");
    let auggie = r#"{"hook_event_name":"PreToolUse","conversation_id":"c","workspace_roots":["/"],"tool_name":"launch-process","tool_input":{"command":"ls"},"is_mcp_tool":false}"#;
    let hook = home.path(".augment/hooks/runok.sh").to_str().unwrap().to_owned();
    assert_eq!(shell(&hook, auggie, &home.path("")).0, 0);
    // runok is gone: what can refuse does
    std::fs::remove_file(home.path("it's here/runok")).unwrap();
    let (_, stdout, _) = shell(&script, cline, &home.path(""));
    assert_eq!(serde_json::from_str::<Value>(&stdout).unwrap()["cancel"], true);
    let (status, _, stderr) = shell(&hook, auggie, &home.path(""));
    assert!(status == 2 && stderr.contains("gave no answer"), "{status} {stderr}");
}

#[test]
fn a_path_that_may_not_last_is_told() {
    let home = Home::new();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_runok"));
    command
        .args(["init", "claude-code", "--dry-run"])
        .env_clear()
        .env("HOME", home.path(""))
        .env("PATH", "/usr/bin:/bin");
    let output = command.output().unwrap();
    assert!(String::from_utf8(output.stderr).unwrap().contains("agents would start nothing once it is gone"));
}

#[test]
fn a_person_is_asked() {
    for (answer, done) in
        [("y\n", true), ("yes\n", true), ("n\n", false), ("\n", false), ("yy\n", false), ("\u{4}", false)]
    {
        let home = Home::new();
        home.write(".claude/settings.json", r#"{"permissions": {"allow": ["Bash(git push:*)"]}}"#);
        let variables = [("HOME", home.path("").to_str().unwrap().to_owned()), ("PATH", "/usr/bin:/bin".to_owned())];
        let variables: Vec<(&str, &str)> = variables.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let words = [env!("CARGO_BIN_EXE_runok"), "init", "claude-code"];
        let mut session = Session::start(&words, &home.path("project"), &variables);
        session.wait_for("Change this file? [y/N]");
        std::thread::sleep(std::time::Duration::from_millis(200));
        session.press(answer);
        session.wait_for("Add these rules? [y/N]");
        std::thread::sleep(std::time::Duration::from_millis(200));
        session.press(answer);
        let (status, _) = session.end();
        assert_eq!(status.code(), Some(if done { 0 } else { 2 }), "{answer:?}");
        assert_eq!(home.read(".claude/settings.json").contains("onFailure"), done, "{answer:?}");
        assert_eq!(home.path(".config/runok/runok.yml").exists(), done, "{answer:?}");
    }
}

/// What the policy asks about of itself stays asked about beside what is allowed with it.
#[test]
fn an_entry_that_asks_is_kept_beside_one_that_allows_more() {
    let home = Home::new();
    let lists =
        r#"{"permissions": {"allow": ["Bash(npm *)"], "ask": ["Bash(npm publish *)", "Bash(cargo publish *)"]}}"#;
    home.write(".claude/settings.json", lists);
    home.well(&["init", "claude-code", "--yes"]);
    let policy = home.read(".config/runok/runok.yml");
    assert!(policy.contains("allow: 'npm *'") && policy.contains("ask: 'npm publish *'"), "{policy}");
    // no rule allows that: it is asked about as it was
    assert!(!policy.contains("cargo publish"), "{policy}");
}

/// Looking needs no agreement, so saying it beforehand is no mistake.
#[test]
fn a_dry_run_that_need_not_ask_changes_nothing() {
    let home = Home::new();
    let before = home.tree();
    let looked = home.well(&["init", "claude-code", "--dry-run"]);
    assert_eq!(home.well(&["init", "claude-code", "--dry-run", "--yes"]), looked);
    assert_eq!(home.tree(), before);
}
