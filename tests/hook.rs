//! A hook that fails does not let the command run: every fault, for every agent, through the built program.
//!
//! What each agent does with an answer is held by tests/agents.rs; here an answer must come, and be the one for a failure.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests start programs, write files, and stop where they cannot go on"
)]

mod common;

use std::io::{Read, Write};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use common::runok;
use runok::agent::{AGENTS, Agent, Reply};

/// What Claude Code sends, in this directory.
fn claude(directory: &str, command: &str) -> String {
    serde_json::json!({
        "session_id": "s", "transcript_path": "/t", "cwd": directory, "prompt_id": "p", "permission_mode": "default",
        "effort": {"level": "low"}, "hook_event_name": "PreToolUse", "tool_name": "Bash",
        "tool_input": {"command": command}, "tool_use_id": "t",
    })
    .to_string()
}

/// The decision in an answer to Claude Code.
fn decision(stdout: &str) -> (String, String) {
    let answer: serde_json::Value = serde_json::from_str(stdout).unwrap_or_else(|_| panic!("no JSON: {stdout:?}"));
    let said = |key: &str| answer["hookSpecificOutput"][key].as_str().unwrap().to_owned();
    assert_eq!(answer["hookSpecificOutput"]["hookEventName"], "PreToolUse");
    (said("permissionDecision"), said("permissionDecisionReason"))
}

/// A running hook in a directory of its own, for the faults that take time.
struct Hook {
    child: Child,
    directory: tempfile::TempDir,
}

impl Hook {
    fn start(agent: &str, fault: &str, arguments: &[&str], policy: Option<&str>) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_runok"));
        command.args(["hook", agent]).args(arguments).env_clear().env("PATH", std::env::var_os("PATH").unwrap());
        command.env("HOME", directory.path()).env("RUNOK_TEST_FAULT", fault).current_dir(directory.path());
        if let Some(policy) = policy {
            std::fs::create_dir_all(directory.path().join(".config/runok")).unwrap();
            std::fs::write(directory.path().join(".config/runok/runok.yml"), policy).unwrap();
        }
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        Self { child, directory }
    }

    fn tell(&mut self, command: &str) {
        let payload = claude(self.directory.path().to_str().unwrap(), command);
        self.child.stdin.take().unwrap().write_all(payload.as_bytes()).unwrap();
    }

    fn end(self) -> Output {
        self.child.wait_with_output().unwrap()
    }
}

fn is_failure(agent: &Agent, output: &Output, what: &str) {
    let stdout = String::from_utf8_lossy(&output.stdout);
    let gate = agent.gate().unwrap();
    let stands_for = |reply: &Reply| reply.exit == output.status.code().unwrap_or(-1) as u8;
    let expected = gate.failure("WHY");
    assert!(stands_for(&expected), "{} after {what}: {:?} {stdout}", agent.name, output.status);
    // but for the reason it is the answer of a failure
    let (head, tail) = expected.stdout.split_once("runok: WHY").unwrap_or((&expected.stdout, ""));
    assert!(
        stdout.starts_with(head) && stdout.trim_end().ends_with(tail.rsplit("WHY").next().unwrap()),
        "{} after {what}: {stdout}",
        agent.name
    );
    assert!(expected != Reply::silence(), "{}: a failure must not be silence", agent.name);
    assert_eq!(output.stderr.is_empty(), expected.stderr.is_empty(), "{} after {what}", agent.name);
}

/// Faults are built into this program for tests alone; a release does not know them.
#[test]
fn a_panic_a_full_stack_and_an_abort_are_answered() {
    for agent in AGENTS {
        for fault in ["panic", "overflow", "abort"] {
            let mut hook = Hook::start(agent.name, fault, &[], None);
            hook.child.stdin.take().unwrap().write_all(b"{}").unwrap();
            is_failure(agent, &hook.end(), fault);
        }
    }
}

#[test]
fn what_hangs_is_answered_at_the_deadline() {
    for agent in ["claude-code", "codex"] {
        let start = Instant::now();
        let hook = Hook::start(agent, "hang", &["--deadline", "1"], None);
        // it waits for its input, which never comes and never ends
        let (agent, stdin) = (Agent::named(agent).unwrap(), ());
        let mut hook = hook;
        let open = hook.child.stdin.take();
        is_failure(agent, &hook.end(), "silence on standard input");
        drop((open, stdin));
        let mut hook = Hook::start(agent.name, "hang", &["--deadline", "1"], None);
        hook.child.stdin.take().unwrap().write_all(b"{}").unwrap();
        is_failure(agent, &hook.end(), "a hang");
        assert!(start.elapsed() < Duration::from_secs(20));
    }
}

#[test]
fn whoever_is_told_to_end_answers_first() {
    for signal in ["TERM", "INT", "HUP", "PROF", "VTALRM", "IO"] {
        let mut hook = Hook::start("codex", "hang", &[], None);
        hook.tell("true");
        std::thread::sleep(Duration::from_millis(300));
        let kill = format!("kill -{signal} {}", hook.child.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
        is_failure(Agent::named("codex").unwrap(), &hook.end(), signal);
    }
}

/// The deadline comes by a signal: whoever starts the hook with signals held back does not hold it back.
#[test]
fn signals_that_are_held_back_hold_no_answer_back() {
    let mut command = Command::new("env");
    command.args(["--block-signal", env!("CARGO_BIN_EXE_runok"), "hook", "codex", "--deadline", "1"]);
    command.env("RUNOK_TEST_FAULT", "hang").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let start = Instant::now();
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"{}").unwrap();
    is_failure(Agent::named("codex").unwrap(), &child.wait_with_output().unwrap(), "signals held back");
    assert!(start.elapsed() < Duration::from_secs(20));
}

/// Half of an answer is none to an agent, and with exit code 0 the command would run.
#[test]
fn an_answer_that_is_cut_off_blocks_by_its_exit_code() {
    let policy = "defaults: {action: ask, ask_without_prompt: wrapper}\nrules: []\n";
    let mut hook = Hook::start("codex", "", &["--deadline", "60"], Some(policy));
    let payload = serde_json::json!({
        "turn_id": "t", "model": "m", "cwd": hook.directory.path(), "hook_event_name": "PreToolUse", "tool_name": "Bash",
        // more than a pipe holds
        "tool_input": {"command": format!("make {}", "a".repeat(200_000))},
    });
    hook.child.stdin.take().unwrap().write_all(payload.to_string().as_bytes()).unwrap();
    // the answer has begun, and cannot end before somebody reads it
    let mut first = [0; 1];
    hook.child.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
    let kill = format!("kill -TERM {}", hook.child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    assert_eq!(hook.child.wait().unwrap().code(), Some(2));
    let output = hook.end();
    assert!(output.stdout.len() < 200_000, "{} bytes", output.stdout.len());
    assert!(output.stderr.starts_with(b"runok: "), "{:?}", output.stderr);
}

#[test]
fn a_validator_that_sleeps_is_ask_before_the_deadline_and_does_not_live_on() {
    let policy = "
types:
  Slow: {executor: 'sh -c \"echo $$ > pid; sleep 3600\"', timeout: 60s}
rules:
  - allow: 'git push *'
    validate: Slow
";
    let mut hook = Hook::start("claude-code", "", &["--deadline", "3"], Some(policy));
    let start = Instant::now();
    hook.tell("git push origin main");
    let pid = hook.directory.path().join("pid");
    let output = hook.child.wait_with_output().unwrap();
    let (decision, reason) = decision(&String::from_utf8(output.stdout).unwrap());
    assert_eq!(decision, "ask");
    assert!(reason.contains("validator"), "{reason}");
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    if let Ok(pid) = std::fs::read_to_string(pid) {
        let alive = Command::new("kill").args(["-0", pid.trim()]).stderr(Stdio::null()).status().unwrap().success();
        assert!(!alive, "the validator {pid} lives on");
    }
}

/// A validator has a process group of its own, which Ctrl-C does not reach.
#[test]
fn a_validator_ends_with_whoever_is_told_to_end() {
    let policy = "
types:
  Slow: {executor: 'sh -c \"echo $$ > pid; exec sleep 3600\"', timeout: 60s}
rules:
  - allow: 'git push *'
    validate: Slow
";
    for (door, signal) in [("hook", "TERM"), ("check", "TERM"), ("check", "INT"), ("exec", "HUP"), ("explain", "INT")] {
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("p.yml"), policy).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_runok"));
        let words = if door == "hook" { "claude-code" } else { "git push" };
        command.args([door, "-c", "p.yml"]);
        command.args(if door == "hook" { vec![words] } else { vec!["--", words] });
        command.current_dir(directory.path()).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let payload = claude(directory.path().to_str().unwrap(), "git push");
        // only the hook reads it
        drop(child.stdin.take().unwrap().write_all(payload.as_bytes()));
        let within = |limit: Duration, what: &str, done: &dyn Fn() -> bool| {
            let start = Instant::now();
            while !done() {
                assert!(start.elapsed() < limit, "{door} {signal}: {what}");
                std::thread::sleep(Duration::from_millis(20));
            }
        };
        let pid = || std::fs::read_to_string(directory.path().join("pid")).unwrap_or_default();
        within(Duration::from_secs(30), "it does not start", &|| pid().ends_with('\n'));
        let kill = format!("kill -{signal} {}", child.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
        let status = child.wait().unwrap();
        assert_eq!(status.success(), door == "hook", "{door} {signal}: {status}");
        let comm = format!("/proc/{}/comm", pid().trim());
        within(Duration::from_secs(5), "it lives on", &|| {
            !std::fs::read_to_string(&comm).is_ok_and(|name| name == "sleep\n")
        });
    }
}

#[test]
fn a_broken_policy_asks_and_a_missing_one_is_the_default() {
    let payload = claude("/", "git status");
    let answer = runok(["hook", "claude-code"]).stdin(payload.clone()).stdout_is(|_| true).check();
    assert_eq!(decision(&answer).0, "allow");
    let broken = runok(["hook", "claude-code", "-c", "bad.yml"]).file("bad.yml", "rules: [").stdin(payload.clone());
    assert_eq!(decision(&broken.stdout_is(|_| true).check()).0, "ask");
    let missing = runok(["hook", "claude-code", "-c", "none.yml"]).stdin(payload).stdout_is(|_| true).check();
    assert_eq!(decision(&missing).0, "ask");
    let denied = runok(["hook", "claude-code"]).stdin(claude("/", "rm -rf /")).status(2);
    let answer = denied.stdout_is(|_| true).stderr_is(|text| text.starts_with("runok: ")).check();
    assert_eq!(decision(&answer).0, "deny");
}

#[test]
fn an_answer_that_cannot_be_written_blocks_by_its_exit_code() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_runok"));
    command.args(["hook", "claude-code"]).stdin(Stdio::piped()).stdout(full).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(claude("/", "rm -rf /").as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(!output.stderr.is_empty());
}

/// What is closed, the standard library replaces by /dev/null: the answer would be lost and the exit code say nothing.
#[test]
fn an_answer_to_a_closed_output_blocks_by_its_exit_code() {
    let run = |agent: &str, command: &str, redirection: &str| {
        let script = format!("exec {} hook {agent} {redirection}", env!("CARGO_BIN_EXE_runok"));
        let mut child = Command::new("sh");
        child.args(["-c", &script]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = child.spawn().unwrap();
        child.stdin.take().unwrap().write_all(claude("/", command).as_bytes()).unwrap();
        child.wait_with_output().unwrap()
    };
    for command in ["ls", "make", "rm -rf /"] {
        let output = run("claude-code", command, ">&-");
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert!(!output.stderr.is_empty());
    }
    // nor is what the deadline or a signal has runok say
    let script =
        format!("RUNOK_TEST_FAULT=hang exec {} hook claude-code --deadline 1 >&-", env!("CARGO_BIN_EXE_runok"));
    let late = Command::new("sh").args(["-c", &script]).stdin(Stdio::null()).output().unwrap();
    assert_eq!(late.status.code(), Some(2));
    assert!(!late.stderr.is_empty());
    // whoever only measures it says so
    assert_eq!(run("claude-code", "ls", ">/dev/null").status.code(), Some(0));
    // nothing is said there
    assert_eq!(run("kiro", "ls", ">&-").status.code(), Some(0));
}

#[test]
fn a_sandbox_that_cannot_be_applied_asks() {
    let policy = "definitions: {sandbox: {s: {}}}\nrules: [{allow: 'make *', sandbox: s}]\n";
    let run = runok(["hook", "claude-code", "-c", "p.yml"]).file("p.yml", policy).stdin(claude("/", "make all"));
    let (decision, reason) = decision(&run.stdout_is(|_| true).check());
    assert_eq!(decision, "ask");
    assert!(reason.contains("sandbox `s`"), "{reason}");
}

#[test]
fn an_agent_that_is_not_known_is_refused() {
    let run = runok(["hook", "no-such-agent"]).stdin("{}").status(2);
    run.stderr_is(|text| text.contains("claude-code")).check();
    runok(["hook"]).status(2).stderr_is(|text| text.contains("AGENT")).check();
    // as runok 0.3 wrote it
    let run = runok(["hook", "--agent", "claude-code"]).stdin(claude("/", "git status"));
    run.stdout_is(|text| decision(text).0 == "allow").check();
}

#[test]
fn where_nobody_watches_the_reason_says_what_would_let_it_run() {
    let policy = "defaults: {action: ask}\nrules: [{ask: 'make *'}, {deny: 'x *'}]\n";
    for (value, told) in [("0", true), ("1", false), ("", false)] {
        let run = runok(["hook", "claude-code", "-c", "p.yml"]).file("p.yml", policy).stdin(claude("/", "make a"));
        let answer = run.variable("CLAUDE_CODE_SESSION_ATTENDED", value).stdout_is(|_| true).check();
        let (decision, reason) = decision(&answer);
        assert_eq!((decision.as_str(), reason.contains("an allow rule would let it run")), ("ask", told), "{reason}");
    }
}

/// Amp hands its delegate the bare input of a tool, whose keys the model chooses: none of them makes it another agent's call.
#[test]
fn a_named_event_is_nobody_elses_whatever_keys_come_with_it() {
    const POLICY: &str = "rules: [{allow: 'git status|log|diff *'}, {deny: 'git push -f|--force *'}]\n";
    let run = |command: &str, keys: &serde_json::Value| {
        let mut payload = serde_json::json!({"cmd": command, "cwd": "/tmp"});
        payload.as_object_mut().unwrap().extend(keys.as_object().unwrap().clone());
        let run = runok(["hook", "amp", "--event", "permissions.delegate", "-c", "p.yml"]);
        run.file("p.yml", POLICY).stdin(payload.to_string())
    };
    for keys in [
        serde_json::json!({}),
        serde_json::json!({"cursor_version": "1", "hook_event_name": "afterShellExecution"}),
        serde_json::json!({"hook_event_name": "PostToolUse", "prompt_id": "1", "effort": "x"}),
        serde_json::json!({"tool": "x", "hookName": "tool_result", "clineVersion": "x"}),
        serde_json::json!({
            "hook_event_name": "PreToolUse", "prompt_id": "1", "effort": "x", "tool_name": "Task", "tool_input": {},
        }),
    ] {
        let why = |text: &str| text.contains("rule \"git push -f|--force *\"");
        run("git push -f", &keys).status(2).stderr_is(why).check();
        run("git push", &keys).status(1).stderr_is(|text| !text.is_empty()).check();
        run("git status", &keys).check();
    }
}

/// A shell does not pass for a tool that nobody judges because of its capitals, or of what is not seen in its name.
#[test]
fn a_shell_is_one_however_its_name_is_spelled() {
    let invisible = ["Bash\u{200b}", "\u{feff}Bash", "Ba\u{ad}sh", "ba_sh"].map(|name| (name, 2));
    let plain = [("Bash", 2), ("BASH", 2), ("bash", 2), ("bash ", 2), (" Bash", 2), ("Shell", 2), ("executeBash", 2)];
    let unread = [("POWERSHELL", 0), ("write bash", 0), ("", 0), (" ", 0), ("*", 0)];
    for (tool, status) in [&invisible[..], &plain, &unread].concat() {
        let payload = claude("/", "rm -rf /").replace("\"tool_name\":\"Bash\"", &format!("\"tool_name\":\"{tool}\""));
        let run = runok(["hook", "claude-code"]).stdin(payload).status(status).stderr_is(|_| true);
        let (said, reason) = decision(&run.stdout_is(|_| true).check());
        assert_eq!(said, if status == 2 { "deny" } else { "ask" }, "{tool}: {reason}");
    }
}

/// What the model is shown holds nothing that a terminal would act on.
#[test]
fn a_reason_is_clean() {
    let policy = "rules: [{deny: 'x *', message: \"a\\u001b[31mb\\u202ec\\nd\"}]\n";
    let run = runok(["hook", "claude-code", "-c", "p.yml"]).file("p.yml", policy).stdin(claude("/", "x 1")).status(2);
    let answer = run.stdout_is(|_| true).stderr_is(|text| !text.contains('\u{1b}')).check();
    let (_, reason) = decision(&answer);
    assert!(reason.ends_with(": a[31mbc d"), "{reason:?}");
}

/// What went wrong may repeat what was sent: of any length, and with anything in it.
#[test]
fn the_reason_of_a_failure_is_clean_and_bounded() {
    let long = format!("\u{202e}\u{9b}{}", "k".repeat(1_000_000));
    let key = format!("{{\"{long}\":1,\"{long}\":2}}");
    let directory = claude(&format!("/{long}\u{0}"), "git status");
    let shell = claude("/", "git status").replace("{\"command\"", &format!("{{\"shell\":\"{long}\",\"command\""));
    let own = claude("/", "git status").replace("{\"command\"", &format!("{{\"cwd\":\"{long}\",\"command\""));
    for payload in [key, directory, shell, own] {
        let text = runok(["hook", "claude-code"]).stdin(payload).stdout_is(|_| true).check();
        assert!(text.len() < 8000 && !text.contains(['\u{202e}', '\u{9b}']), "{} bytes: {text:.500}", text.len());
        let (said, reason) = decision(&text);
        assert_eq!(said, "ask");
        assert!(reason.starts_with("runok: "), "{reason}");
    }
}

#[test]
fn where_nobody_can_be_asked_the_policy_says_what_becomes_of_ask() {
    let payload = serde_json::json!({
        "turn_id": "t", "model": "m", "cwd": "/", "hook_event_name": "PreToolUse", "tool_name": "Bash",
        "tool_input": {"command": "make 'a b'"},
    })
    .to_string();
    let run = |setting: &str| {
        let policy = format!("defaults: {{action: ask{setting}}}\nrules: []\n");
        runok(["hook", "codex", "-c", "p.yml"]).file("p.yml", policy).stdin(payload.clone())
    };
    let denied = |text: &str| text.contains("\"permissionDecision\":\"deny\"");
    for setting in ["", ", ask_without_prompt: deny"] {
        run(setting).status(2).stdout_is(denied).stderr_is(|text| !text.is_empty()).check();
    }
    run(", ask_without_prompt: pass").check();
    let wrapped = run(", ask_without_prompt: wrapper").stdout_is(|_| true).check();
    let answer: serde_json::Value = serde_json::from_str(&wrapped).unwrap();
    let command = answer["hookSpecificOutput"]["updatedInput"]["command"].as_str().unwrap();
    let words = shlex::split(command).unwrap();
    let (config, rest) = (&words[4], [&words[1..4], &words[5..]].concat());
    // a rule of Codex begins with the first words
    assert_eq!(rest, ["exec", "--ask", "--config", "--", "make 'a b'"]);
    assert!(config.starts_with('/') && config.ends_with("/p.yml"), "{config}");
    assert_eq!(words[0], env!("CARGO_BIN_EXE_runok"));
}

/// The command that asks by itself judges by the policy that made it ask, not by the user's own, which may allow.
#[test]
fn what_asks_by_itself_uses_the_policy_that_made_it_ask() {
    const STRICT: &str = "defaults: {ask_without_prompt: wrapper}\nrules: [{ask: 'git status'}]\n";
    let project = tempfile::tempdir().unwrap();
    let directory = project.path().to_str().unwrap();
    let payload = serde_json::json!({
        "turn_id": "t", "model": "m", "cwd": directory, "hook_event_name": "PreToolUse", "tool_name": "Bash",
        "tool_input": {"command": "git status"},
    });
    let rewritten = |config: &str| {
        let run = runok(["hook", "codex", "-c", config]).file("strict.yml", STRICT).stdin(payload.to_string());
        let text = run.any_status().stdout_is(|_| true).stderr_is(|_| true).check();
        let answer: serde_json::Value = serde_json::from_str(&text).unwrap();
        answer["hookSpecificOutput"]["updatedInput"]["command"].as_str().map(str::to_owned)
    };
    // it is started elsewhere, and nobody is there to say yes
    std::fs::write(project.path().join("strict.yml"), STRICT).unwrap();
    let command = rewritten(&format!("{directory}/strict.yml")).unwrap();
    let words = shlex::split(&command).unwrap();
    let run = runok(words[1..].to_vec()).stdin("").status(3).stdout_is(str::is_empty);
    run.stderr_is(|text| text.contains("rule \"git status\"")).check();
    // a relative name would be another file there
    assert!(rewritten("strict.yml").unwrap().contains("/strict.yml -- "));
    // what can be read but once is not named to be read again
    let payload = payload.to_string();
    let script = format!("{} hook codex -c <(echo \"$STRICT\")", env!("CARGO_BIN_EXE_runok"));
    let mut command = Command::new("bash");
    command.args(["-c", &script]).env("STRICT", STRICT).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::null()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(payload.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).contains("\"permissionDecision\":\"deny\""));
}

/// The canary is refused and recorded where `runok doctor` waits for it, and judged like any command where nobody does.
#[test]
fn a_canary_is_refused_and_recorded() {
    let nonce = "0123456789abcdef";
    let home = tempfile::tempdir().unwrap();
    let payload = claude("/", &format!("runok canary {nonce}"));
    let run = || {
        let variable = home.path().to_str().unwrap();
        runok(["hook", "claude-code"]).variable("XDG_STATE_HOME", variable).stdin(payload.clone()).stdout_is(|_| true)
    };
    assert_eq!(decision(&run().check()).0, "ask");
    std::fs::create_dir_all(home.path().join("runok/canary")).unwrap();
    let record = home.path().join("runok/canary").join(nonce);
    std::fs::write(&record, "").unwrap();
    let answer = run().status(2).stderr_is(|text| text.contains("canary")).check();
    assert_eq!(decision(&answer).0, "deny");
    assert_eq!(std::fs::read_to_string(&record).unwrap(), "refused claude-code PreToolUse\n");
    let ran = runok(["canary", nonce]).variable("XDG_STATE_HOME", home.path().to_str().unwrap()).status(2);
    ran.stderr_is(|text| text.contains("the canary ran")).check();
    assert_eq!(std::fs::read_to_string(&record).unwrap(), "refused claude-code PreToolUse\nran\n");
}

/// Agents run what they are told with the shell of their user.
#[test]
fn where_the_users_shell_is_zsh_a_command_is_read_as_zsh_reads_it_too() {
    let answer = |shell: Option<&str>, command: &str| {
        let run = runok(["hook", "claude-code"]).file(
            "../.config/runok/runok.yml",
            "extends: [builtin:default]\nrules: [{allow: 'echo *'}, {allow: '> ./**'}]",
        );
        let payload = claude(run.project().to_str().unwrap(), command);
        let run = match shell {
            Some(shell) => run.variable("SHELL", shell),
            None => run,
        };
        decision(&run.stdin(payload).stdout_is(|_| true).check()).0
    };
    for command in ["ls *(e:'touch x':)", "a=(rm ls); ${a[1]} -rf ~/work", "echo x >! ~/.zshenv", "ls =(touch x)"] {
        for shell in ["/bin/zsh", "/usr/bin/zsh-5.9", "/usr/bin/fish"] {
            assert_eq!(answer(Some(shell), command), "ask", "{shell}: {command}");
        }
    }
    // to bash the last source of standard input is the only one
    let fed_twice = "sh <<< 'touch x' <<< 'echo y'";
    assert_eq!((answer(None, fed_twice).as_str(), answer(Some("/bin/zsh"), fed_twice).as_str()), ("allow", "ask"));
    assert_eq!(answer(Some("/bin/bash"), "ls *(e:'touch x':)"), answer(None, "ls *(e:'touch x':)"));
    for command in [
        "git status",
        "ls -l *.rs | head -3",
        "cat README.md 2>/dev/null # why",
        "grep -rn 'a b' src",
        "echo \"$HOME\"",
    ] {
        for shell in [None, Some("/bin/zsh"), Some("/bin/sh")] {
            assert_eq!(answer(shell, command), "allow", "{shell:?}: {command}");
        }
    }
}

/// A search for policies would look into each of thousands of directories above it, and took seconds.
#[test]
fn a_directory_that_is_too_long_for_a_path_asks_at_once() {
    let answer = |cwd: &str, command: &str, session: Option<&str>| {
        let run = runok(["hook", "claude-code"]).file("../.config/runok/runok.yml", "extends: [builtin:default]");
        let cwd = if cwd.is_empty() { run.project().to_str().unwrap().to_owned() } else { cwd.to_owned() };
        let run = match session {
            Some(session) => run.variable("CLAUDE_PROJECT_DIR", session),
            None => run,
        };
        decision(&run.stdin(claude(&cwd, command)).stdout_is(|_| true).stderr_is(|_| true).any_status().check())
    };
    let deep = "/a".repeat(30_000);
    let start = Instant::now();
    let (verdict, reason) = answer(&deep, "ls", None);
    assert_eq!(verdict, "ask");
    assert!(reason.contains("4096 bytes"), "{reason}");
    assert_eq!(answer(&deep, "rm -rf /", None).0, "deny");
    assert_eq!(answer("", "ls", None).0, "allow");
    // what the project of the session says is not known
    assert_eq!(answer("", "ls", Some(&deep)).0, "ask");
    assert!(start.elapsed() < Duration::from_secs(4), "{:?}", start.elapsed());
}
