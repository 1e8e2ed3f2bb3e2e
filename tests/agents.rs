//! Every coding agent: what each sends, and exactly what it is told.
//!
//! The recorded samples are held where they are present; payloads of our own are held always. Whatever is not understood is
//! answered as `ask`, or as `deny` where the agent cannot ask.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests start programs, read files, and stop where they cannot go on"
)]

#[path = "agents/support.rs"]
mod support;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use runok::agent::registration::Start;
use runok::agent::{AGENTS, Agent, Asking, Event, Moment, Payload, Reply, Ruling};
use serde_json::{Value, json};
use support::{Place, compact};

const ALLOWED: &str = "runok: rule \"git-read-only\" (runok.yml:4)";
const DENIED: &str = "runok: rule \"no-force-push\" (runok.yml:12): force-push to main is denied; use --force-with-lease \
    on a feature branch";
const ASKED: &str = "runok: rule \"push-needs-confirm\" (runok.yml:20): confirm before pushing to a shared branch";

/// The directory of samples and the agent's name; directories without one are no agents that start `runok hook`.
const SAMPLES: [(&str, Option<&str>); 22] = [
    ("aider", None),
    ("amp", Some("amp")),
    ("antigravity", Some("antigravity")),
    ("auggie", Some("auggie")),
    ("claude-code", Some("claude-code")),
    ("cline", Some("cline")),
    ("codex", Some("codex")),
    ("continue-cli", None),
    ("copilot-cli", Some("copilot-cli")),
    ("copilot-cloud-agent", Some("copilot-cloud-agent")),
    ("crush", Some("crush")),
    ("cursor", Some("cursor")),
    ("devin", Some("devin")),
    ("factory-droid", Some("factory-droid")),
    ("gemini-cli", Some("gemini-cli")),
    ("goose", Some("goose")),
    ("kiro", Some("kiro")),
    ("opencode", Some("opencode")),
    ("qwen-code", Some("qwen-code")),
    ("vscode-copilot", Some("vscode-copilot")),
    ("windsurf", Some("windsurf")),
    ("zed-acp", None),
];

/// A policy whose only rule stands on the line that the samples name. `first` is its first line.
fn policy(variant: &str, command: &str, first: &str) -> String {
    let (line, action, id, message) = match variant {
        "allow" => (4, "allow", "git-read-only", ""),
        "deny" => {
            (12, "deny", "no-force-push", "force-push to main is denied; use --force-with-lease on a feature branch")
        }
        _ => (20, "ask", "push-needs-confirm", "confirm before pushing to a shared branch"),
    };
    let message = if message.is_empty() { String::new() } else { format!("    message: {message}\n") };
    format!("{first}\nrules:\n{}  - {action}: '{command}'\n    id: {id}\n{message}", "\n".repeat(line - 3))
}

fn samples() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/doors/samples");
    let present = path.is_dir();
    if !present {
        eprintln!("not present, so not held: {}", path.display());
    }
    present.then_some(path)
}

/// A sample as it would be with the program and the directory of this test.
fn here(text: &str, place: &Place) -> String {
    let text = text.replace("/home/user/project", &place.name()).replace("/workspace/project", &place.name());
    // what asks by itself is called `runok exec --ask`, and names the policy that these tests give
    let text = text.replace("runok ask-exec --", &format!("runok exec --ask --config {}/runok.yml --", place.name()));
    text.replace("/home/user/.local/bin/runok", env!("CARGO_BIN_EXE_runok"))
}

/// The answer that a sample describes.
fn expected(directory: &Path, said: &Value, place: &Place) -> Reply {
    let file = said["file"].as_str().unwrap();
    let text = here(&std::fs::read_to_string(directory.join(file)).unwrap(), place);
    let value: Value = serde_json::from_str(&text).unwrap();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    if said["kind"] == "meta" {
        let exit = u8::try_from(value["$exit"].as_u64().unwrap()).unwrap();
        return Reply { stdout: text(&value["$stdout"]), stderr: text(&value["$stderr"]), exit };
    }
    let exit = u8::try_from(said["exit"].as_u64().unwrap_or(0)).unwrap();
    Reply { stdout: compact(&value).to_string(), stderr: text(&said["stderr"]), exit }
}

/// The event as `--event` has to name it: Copilot CLI sends the same for two.
fn named(event: &str) -> Option<&str> {
    (event == "permissionRequest").then_some(event)
}

/// What runok answers to the variant of a sample: the program, where a policy can bring it there, else the library.
fn answered(agent: &'static Agent, event: &str, variant: &str, input: &str) -> (Place, Reply) {
    const COMMAND: &str = "git push --force origin main";
    let setting = match (agent.name, event, variant) {
        ("opencode", "tool.execute.before", "ask") | (_, _, "ask-wrapper") => "wrapper",
        ("codex", _, "ask-passthrough") => "pass",
        _ => "",
    };
    let first = if setting.is_empty() { String::new() } else { format!("defaults: {{ask_without_prompt: {setting}}}") };
    let place = Place::new(&policy(variant, COMMAND, &first));
    let input = here(input, &place);
    let payload = Payload::read(input.as_bytes()).unwrap();
    let own = |command: &str| Ruling::Rewrite { command: command.to_owned(), reason: ALLOWED.to_owned() };
    let ruling = match variant {
        "rewrite" => own("git push --force-with-lease origin main"),
        "deny-by-rewrite" => own("printf '%s\\n' 'runok: denied: force-push to main' >&2; exit 1"),
        "none" => Ruling::Silent,
        "ask-passthrough" if agent.name == "droid" => Ruling::Ask(ASKED.to_owned()),
        _ => {
            let reply = place.hook(agent.name, named(event), input.as_bytes());
            return (place, reply);
        }
    };
    let event = named(event).and_then(|name| agent.event_named(name)).or_else(|| agent.event(&payload)).unwrap();
    let reply = event.answer(&(event.read)(&payload).unwrap(), &ruling);
    (place, reply)
}

fn same(reply: &Reply, expected: &Reply) -> bool {
    let stdout = match serde_json::from_str::<Value>(&reply.stdout) {
        Ok(value) => compact(&value).to_string(),
        Err(_) => reply.stdout.clone(),
    };
    stdout == expected.stdout && reply.stderr == expected.stderr && reply.exit == expected.exit
}

#[test]
fn every_sample_has_its_answer() {
    let Some(samples) = samples() else { return };
    let (mut wrong, mut held) = (Vec::new(), 0);
    for (directory, name) in SAMPLES {
        let Some(agent) = name.map(|name| Agent::named(name).unwrap()) else { continue };
        let directory = samples.join(directory);
        let manifest = std::fs::read_to_string(directory.join("manifest.json")).unwrap();
        let manifest: Value = serde_json::from_str(&manifest).unwrap();
        for (event, variants) in manifest.as_object().unwrap() {
            let variants = variants.as_object().unwrap();
            let input = std::fs::read_to_string(directory.join(variants["input"]["file"].as_str().unwrap())).unwrap();
            if variants.len() == 1 {
                let place = Place::new(&policy("deny", "git push --force origin main", ""));
                let reply = place.hook(agent.name, None, here(&input, &place).as_bytes());
                assert_eq!(reply, Reply::silence(), "{} {event}: nothing is decided there", agent.name);
                held += 1;
            }
            for (variant, said) in variants.iter().filter(|(variant, _)| *variant != "input") {
                let (place, reply) = answered(agent, event, variant, &input);
                let expected = expected(&directory, said, &place);
                if !same(&reply, &expected) {
                    wrong.push(format!("{} {event} {variant}: {reply:#?} is not {expected:#?}", agent.name));
                }
                held += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(held >= 120, "only {held} samples were held");
}

#[test]
fn every_directory_of_samples_is_named_and_every_agent_has_one() {
    let named: BTreeSet<&str> = SAMPLES.iter().filter_map(|(_, name)| Some(Agent::named((*name)?)?.name)).collect();
    assert_eq!(named, AGENTS.iter().map(|agent| agent.name).collect());
    let Some(samples) = samples() else { return };
    let found = std::fs::read_dir(samples).unwrap().map(|entry| entry.unwrap());
    let found = found.filter(|entry| entry.path().is_dir()).map(|entry| entry.file_name().into_string().unwrap());
    assert_eq!(found.collect::<BTreeSet<_>>(), SAMPLES.iter().map(|(name, _)| (*name).to_owned()).collect());
}

/// A payload of our own, with what is answered to it.
struct Own {
    agent: &'static Agent,
    event: &'static Event,
    row: Value,
}

fn own() -> Vec<Own> {
    let rows = include_str!("agents/payloads.ndjson").lines().map(|line| serde_json::from_str(line).unwrap());
    let row = |row: Value| {
        let agent = Agent::named(row["agent"].as_str().unwrap()).unwrap();
        Own { agent, event: agent.event_named(row["event"].as_str().unwrap()).unwrap(), row }
    };
    rows.map(row).collect()
}

impl Own {
    fn flag(&self) -> Option<&str> {
        (self.row["flag"] == true).then_some(self.event.name)
    }

    fn answer(&self, variant: &str) -> Reply {
        let said = &self.row[variant];
        let fill = |text: &str| {
            // within JSON within JSON, quotes are escaped twice
            let times = match text {
                _ if !text.starts_with('{') => 0,
                _ if text.contains("\\\"message\\\"") => 2,
                _ => 1,
            };
            let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
            let escape = |text: &str| (0..times).fold(text.to_owned(), |text, _| quoted(&text));
            text.replace("@allow", &escape(ALLOWED)).replace("@ask", &escape(ASKED)).replace("@deny", &escape(DENIED))
        };
        let stdout = match &said["stdout"] {
            Value::String(text) => fill(text),
            value => fill(&value.to_string()),
        };
        let exit = u8::try_from(said["exit"].as_u64().unwrap()).unwrap();
        Reply { stdout, stderr: fill(said["stderr"].as_str().unwrap()), exit }
    }
}

#[test]
fn every_event_at_which_an_answer_decides_has_a_payload_of_our_own() {
    let gates = AGENTS.iter().flat_map(|agent| agent.events.iter().map(|event| (agent.name, event)));
    let gates = gates.filter(|(_, event)| event.moment != Moment::After).map(|(agent, event)| (agent, event.name));
    let own: BTreeSet<_> = own().iter().map(|own| (own.agent.name, own.event.name)).collect();
    assert_eq!(own, gates.collect());
}

#[test]
fn our_own_payloads_have_their_answers() {
    for own in own() {
        for variant in ["allow", "ask", "deny"] {
            let place = Place::new(&policy(variant, "deploy web", ""));
            let payload = own.row["payload"].to_string().replace("@DIR@", &place.name());
            let reply = place.hook(own.agent.name, own.flag(), payload.as_bytes());
            assert_eq!(reply, own.answer(variant), "{} {} {variant}", own.agent.name, own.event.name);
        }
    }
}

/// Where the agent's own rules would decide instead of a prompt, a policy that wants that refused is heeded.
#[test]
fn what_is_left_to_the_agents_own_rules_is_refused_where_the_policy_says_so() {
    let mut held = 0;
    for own in own().iter().filter(|own| own.event.asking == Asking::Rules) {
        for (setting, variant) in [("", "ask"), ("pass", "ask"), ("wrapper", "ask"), ("deny", "deny")] {
            let first = format!("defaults: {{ask_without_prompt: {setting}}}");
            let place = Place::new(&policy("ask", "deploy web", if setting.is_empty() { "" } else { &first }));
            let payload = own.row["payload"].to_string().replace("@DIR@", &place.name());
            let reply = place.hook(own.agent.name, own.flag(), payload.as_bytes());
            let expected = own.answer(variant);
            let fits = reply.exit == expected.exit
                && alike_text(&reply.stdout, &expected.stdout)
                && alike_text(&reply.stderr, &expected.stderr);
            assert!(fits, "{} {setting:?}: {reply:?}", own.agent.name);
            held += 1;
        }
    }
    assert_eq!(held, 8, "Crush, and a second event of Copilot CLI");
}

/// Some agents start hooks that were registered with another one: who sent a payload is seen from the payload.
#[test]
fn no_payload_is_taken_for_that_of_another_agent() {
    let mut payloads: Vec<(&'static Agent, String)> =
        own().into_iter().map(|own| (own.agent, own.row["payload"].to_string())).collect();
    let own_ones = payloads.len();
    if let Some(samples) = samples() {
        for (directory, name) in SAMPLES {
            let Some(agent) = name.map(|name| Agent::named(name).unwrap()) else { continue };
            for entry in std::fs::read_dir(samples.join(directory)).unwrap() {
                let path = entry.unwrap().path();
                if path.to_str().unwrap().ends_with(".input.json") {
                    payloads.push((agent, std::fs::read_to_string(path).unwrap()));
                }
            }
        }
    }
    // the program and the cloud send the same, so each is the one that it is called
    let twins = ["copilot-cli", "copilot-cloud-agent"];
    for (index, (sender, text)) in payloads.iter().enumerate() {
        let payload = Payload::read(text.as_bytes()).unwrap();
        assert_eq!(sender.sender(&payload).name, sender.name, "{text}");
        for other in AGENTS.iter().filter(|other| other.name != sender.name) {
            if !(twins.contains(&sender.name) && twins.contains(&other.name)) {
                assert!(!(other.marks)(&payload), "{} takes what {} sent: {text}", other.name, sender.name);
            }
        }
        // those that start what was registered with Claude Code
        let starts = ["cursor", "copilot-cli", "vscode", "devin"].contains(&sender.name);
        if starts && index < own_ones {
            assert_eq!(Agent::named("claude-code").unwrap().sender(&payload).name, sender.name, "{text}");
        }
    }
}

/// An agent whose hooks nobody else starts hears its own form alone, whatever a payload looks like: a server of tools names
/// its tools as it likes.
#[test]
fn whose_hooks_nobody_borrows_is_answered_in_its_own_form() {
    let place = Place::new("rules: [{deny: 'rm *'}, {allow: 'ls'}]\n");
    for agent in AGENTS.iter().filter(|agent| !agent.borrowed) {
        for other in own() {
            let payload = Payload::read(other.row["payload"].to_string().as_bytes()).unwrap();
            assert_eq!(agent.sender(&payload).name, agent.name);
        }
    }
    let payload = |tool: &str, command: &str| {
        json!({"hook_event_name": "PreToolUse", "cwd": "/", "tool_name": tool, "tool_input": {"command": command}})
            .to_string()
    };
    for tool in ["Execute", "run_in_terminal", "launch-process", "execute_bash"] {
        for command in ["rm x", "touch x"] {
            let reply = place.hook("kiro", None, payload(tool, command).as_bytes());
            assert_eq!((reply.exit, reply.stdout.as_str()), (2, ""), "{tool}");
        }
        for agent in ["codex", "droid", "auggie"] {
            let reply = place.hook(agent, None, payload(tool, "rm x").as_bytes());
            let said: Value = serde_json::from_str(&reply.stdout).unwrap();
            assert_eq!(said["hookSpecificOutput"]["permissionDecision"], "deny", "{agent} {tool}: {reply:?}");
        }
    }
    // Copilot's own keys, and those of Auggie's policies
    let plain =
        json!({"toolName": "bash", "toolArgs": {"command": "rm x"}, "cwd": "/", "sessionId": "s", "timestamp": 1})
            .to_string();
    let reply = place.hook("kiro", None, plain.as_bytes());
    assert_eq!((reply.exit, reply.stdout.as_str()), (2, ""));
    let policy =
        json!({"tool-name": "launch-process", "event-type": "tool-call", "details": {"command": "rm x", "cwd": "/"}});
    let reply = place.hook("kiro", None, policy.to_string().as_bytes());
    assert_eq!((reply.exit, reply.stdout.as_str()), (2, ""));
}

/// Is the answer the expected one, where any text of runok's may stand for the reason?
fn alike(said: &Value, expected: &Value) -> bool {
    match (said, expected) {
        (Value::Object(said), Value::Object(expected)) => {
            said.keys().eq(expected.keys()) && said.iter().all(|(key, value)| alike(value, &expected[key]))
        }
        (Value::Array(said), Value::Array(expected)) => {
            said.len() == expected.len() && said.iter().zip(expected).all(|(one, other)| alike(one, other))
        }
        (Value::String(said), Value::String(expected)) => alike_text(said, expected),
        // the id of a request that could not be read
        (Value::Null, Value::Number(_)) => true,
        _ => said == expected,
    }
}

fn alike_text(said: &str, expected: &str) -> bool {
    let read = |text: &str| serde_json::from_str::<Value>(text).ok().filter(Value::is_object);
    if let (Some(said), Some(expected)) = (read(said), read(expected)) {
        return alike(&said, &expected);
    }
    match expected.split_once(ASKED).or_else(|| expected.split_once(DENIED)) {
        Some((before, after)) => said.starts_with(&format!("{before}runok: ")) && said.ends_with(after),
        None => said == expected,
    }
}

fn bad_inputs(good: &str) -> Vec<(&'static str, Vec<u8>)> {
    let deep = |levels: usize| format!("{{\"x\":{}{}}}", "[".repeat(levels), "]".repeat(levels)).into_bytes();
    let half = good.len() / 2;
    vec![
        ("nothing", Vec::new()),
        ("white space", b" \n".to_vec()),
        ("an empty object", b"{}".to_vec()),
        ("another value", b"[1,2]".to_vec()),
        ("garbage", b"git push --force".to_vec()),
        ("half of it", good.as_bytes()[..half].to_vec()),
        ("twice", [good, good].concat().into_bytes()),
        ("too deep", deep(65)),
        ("a key twice", format!("{{\"zz\":1,\"zz\":2,{}", good.trim_start_matches('{')).into_bytes()),
        ("not UTF-8", [&good.as_bytes()[..1], b"\"\xff\":1,", &good.as_bytes()[1..]].concat()),
        ("a NUL byte", [good.as_bytes(), b"\0"].concat()),
        ("a NUL in the command", good.replace("deploy", "deploy\\u0000").into_bytes()),
        ("a command that is a list", good.replace("\"deploy web\"", "[\"deploy\",1]").into_bytes()),
        ("a command that is a number", good.replace("\"deploy web\"", "7").into_bytes()),
        ("no command", good.replace("\"deploy web\"", "null").into_bytes()),
        ("half a character", good.replace("deploy", "\\ud800").into_bytes()),
        ("another event", b"{\"hook_event_name\":\"BeforeModel\",\"event\":\"Other\",\"type\":\"x\"}".to_vec()),
    ]
}

#[test]
fn what_is_not_understood_is_never_allowed() {
    // an allow, so that an answer by the policy would be seen
    let place = Place::new("rules: [{allow: '**'}, {allow: 'deploy *'}, {allow: 'git **'}]");
    for own in own() {
        let good = own.row["payload"].to_string().replace("@DIR@", &place.name());
        for (what, input) in bad_inputs(&good) {
            // some payloads have their command elsewhere, so they stay as they are
            if input == good.as_bytes() {
                continue;
            }
            let reply = place.hook(own.agent.name, Some(own.event.name), &input);
            let variant = if own.event.asking == Asking::Rules { "deny" } else { "ask" };
            // a command that cannot be a line of a shell is judged, and judged as `ask`
            let asked = [own.answer(variant), own.answer("ask")];
            let fits = asked.iter().any(|expected| {
                reply.exit == expected.exit
                    && alike_text(&reply.stdout, &expected.stdout)
                    && alike_text(&reply.stderr, &expected.stderr)
            });
            assert!(fits, "{} {}: {what}: {reply:?}", own.agent.name, own.event.name);
        }
        let empty = place.hook(own.agent.name, None, b"");
        assert_ne!(empty, Reply::silence(), "{}", own.agent.name);
    }
}

/// Cursor does not heed an `ask` at `preToolUse`, so what cannot be read is refused there.
#[test]
fn a_failure_is_answered_as_the_event_that_was_registered() {
    let entry = Agent::named("cursor").unwrap().registration.user[0][0];
    let start = Start { program: "/bin/runok", agent: "cursor", directory: "/", tools: true, options: &[] };
    let text: Value = serde_json::from_str(&entry.register(None, &start).unwrap()).unwrap();
    let registered = |event: &str| {
        let words = shlex::split(text["hooks"][event][0]["command"].as_str().unwrap()).unwrap();
        assert_eq!(words[..3], ["/bin/runok", "hook", "cursor"]);
        words.iter().position(|word| word == "--event").map(|at| words[at + 1].clone())
    };
    let place = Place::new("rules: [{allow: '**'}]");
    for (event, permission) in [("beforeShellExecution", "ask"), ("preToolUse", "deny")] {
        for input in ["", "{}", "{\"hook_event_name\": ", "{\"a\":1,\"a\":2}"] {
            let reply = place.hook("cursor", registered(event).as_deref(), input.as_bytes());
            let said: Value = serde_json::from_str(&reply.stdout).unwrap();
            assert_eq!(said["permission"], permission, "{event}: {input}");
        }
    }
}

#[test]
fn an_event_that_is_not_there_is_answered_as_the_gate() {
    let place = Place::new("rules: [{allow: '**'}]");
    let reply = place.hook("cline", Some("PostToolUse"), b"{}");
    assert!(reply.stdout.starts_with("{\"cancel\":true,"), "{reply:?}");
    assert!(reply.stdout.contains("has no event"), "{reply:?}");
}

/// The verdict of Claude Code's answer to a tool's input.
fn claude(place: &Place, tool: &str, input: &Value) -> String {
    let payload = json!({"hook_event_name": "PreToolUse", "cwd": place.name(), "prompt_id": "p", "effort": {},
        "tool_name": tool, "tool_input": input});
    let reply = place.hook("claude-code", None, payload.to_string().as_bytes());
    if reply == Reply::silence() {
        return "silence".to_owned();
    }
    let said: Value = serde_json::from_str(&reply.stdout).unwrap();
    said["hookSpecificOutput"]["permissionDecision"].as_str().unwrap().to_owned()
}

#[test]
fn what_runok_cannot_read_is_never_passed_over() {
    let place = Place::new("rules: [{allow: 'git status'}]");
    let git = |key: &str, value: Value| json!({"command": "git status", key: value});
    assert_eq!(claude(&place, "Bash", &json!({"command": "git status"})), "allow");
    for tool in ["PowerShell", "pwsh", "execute_pwsh", "write_bash", "write_stdin"] {
        assert_eq!(claude(&place, tool, &json!({"command": "git status"})), "ask", "{tool}");
    }
    // a shell of another agent is a shell
    for tool in ["Monitor", "run_shell_command", "Execute", "exec", "launch-process", "run_in_terminal"] {
        assert_eq!(claude(&place, tool, &json!({"command": "git status"})), "allow", "{tool}");
        assert_eq!(claude(&place, tool, &json!({"command": "rm -rf /"})), "ask", "{tool}");
    }
    // what Claude Code watches may be a socket instead of a command
    let socket = json!({"description": "d", "ws": {"url": "wss://localhost/"}});
    assert_eq!(claude(&place, "Monitor", &socket), "ask");
    for input in [
        git("shell", json!("pwsh")),
        git("shell", json!("/opt/bash")),
        git("shell", json!(["bash"])),
        git("env", json!({"PATH": "/tmp"})),
        git("args", json!(["--exec", "x"])),
        git("stdin", json!("rm -rf /")),
        git("shell_path", json!("/opt/bash")),
        git("Args", json!(["--exec", "x"])),
        git("envVars", json!({"PATH": "/tmp"})),
        git("cmd", json!("rm -rf /")),
        git("Command", json!("rm -rf /")),
        git("commands", json!(["rm -rf /"])),
        git("script", json!("rm -rf /")),
        git("command_prefix", json!("sudo")),
        git("preCommand", json!("cd /")),
        git("dangerouslyDisableSandbox", json!(true)),
        git("dangerouslyDisableSandbox", json!("yes")),
        git("cwd", json!(1)),
        git("workdir", json!("/")),
        json!({"command": "git status", "cwd": "/a", "workdir": "/b"}),
        json!({"cmd": "git status"}),
    ] {
        assert_eq!(claude(&place, "Bash", &input), "ask", "{input}");
    }
    for input in [
        git("shell", json!("/bin/bash")),
        git("env", json!({})),
        git("args", json!(null)),
        git("workdir", json!("")),
        git("dangerouslyDisableSandbox", json!(false)),
        git("run_in_background", json!(true)),
    ] {
        assert_eq!(claude(&place, "Bash", &input), "allow", "{input}");
    }
}

/// Only in `sub` the file is the one that may be read.
#[test]
fn the_directory_is_the_one_in_which_the_command_runs() {
    let scratch = tempfile::tempdir().unwrap();
    let tree = std::fs::canonicalize(scratch.path()).unwrap().to_str().unwrap().to_owned();
    let sub = format!("{tree}/sub");
    std::fs::create_dir_all(format!("{sub}/ok")).unwrap();
    let place =
        Place::new(&format!("definitions: {{paths: {{ok: ['{sub}/ok/**']}}}}\nrules: [{{allow: 'cat <path:ok>'}}]"));
    let elsewhere = tempfile::tempdir().unwrap();
    let verdict = |agent: &str, payload: Value| {
        let reply = place.hook_in(elsewhere.path(), agent, None, payload.to_string().as_bytes());
        if reply.exit == 2
            || reply.stdout.contains("ask")
            || reply.stdout.contains("deny")
            || reply.stdout.contains("cancel\":true")
        {
            "no"
        } else {
            "yes"
        }
    };
    let file = "cat ok/x";
    let cursor = |input: Value, cwd: &str, roots: Value| json!({"cursor_version": "3", "hook_event_name": "preToolUse", "tool_name": "Shell", "tool_input": input, "cwd": cwd, "workspace_roots": roots});
    for (agent, payload, expected) in [
        ("cursor", cursor(json!({"command": file, "working_directory": sub}), "/", json!([])), "yes"),
        ("cursor", cursor(json!({"command": file}), &sub, json!(["/"])), "yes"),
        ("cursor", cursor(json!({"command": file}), "", json!([sub])), "yes"),
        ("cursor", cursor(json!({"command": file}), "", json!([sub, "/"])), "no"),
        ("cursor", cursor(json!({"command": file}), "/", json!([sub])), "no"),
    ] {
        assert_eq!(verdict(agent, payload.clone()), expected, "{agent} {payload}");
    }
    let gemini = json!({"hook_event_name": "BeforeTool", "tool_name": "run_shell_command", "cwd": tree, "tool_input": {"command": file, "dir_path": "sub"}});
    assert_eq!(verdict("gemini-cli", gemini), "yes");
}

/// Gemini CLI takes `link/..` for the directory itself, others go where the link leads to: neither is a ground to allow.
#[test]
fn behind_a_link_two_dots_may_lead_to_two_directories() {
    let scratch = tempfile::tempdir().unwrap();
    let tree = std::fs::canonicalize(scratch.path()).unwrap().to_str().unwrap().to_owned();
    for directory in ["here/ok", "there/ok", "there/sub"] {
        std::fs::create_dir_all(format!("{tree}/{directory}")).unwrap();
    }
    std::os::unix::fs::symlink("../there/sub", format!("{tree}/here/link")).unwrap();
    std::os::unix::fs::symlink("here", format!("{tree}/same")).unwrap();
    let verdict = |allowed: &str, denied: &str, cwd: &str, below: &str| {
        let policy = format!(
            "definitions: {{paths: {{ok: ['{tree}/{allowed}/ok/**'], no: ['{tree}/{denied}/ok/**']}}}}\n\
             rules: [{{allow: 'cat <path:ok>'}}, {{deny: 'cat <path:no>'}}]"
        );
        let payload = json!({"hook_event_name": "BeforeTool", "tool_name": "run_shell_command",
            "cwd": format!("{tree}/{cwd}"), "tool_input": {"command": "cat ok/x", "dir_path": below}});
        let reply = Place::new(&policy).hook("gemini-cli", None, payload.to_string().as_bytes());
        let said: Value = serde_json::from_str(&reply.stdout).unwrap();
        (said["decision"].as_str().unwrap().to_owned(), said["reason"].as_str().unwrap_or_default().to_owned())
    };
    for allowed in ["here", "there", "*"] {
        let (decision, reason) = verdict(allowed, "none", "here", "link/..");
        assert_eq!(decision, "ask", "{allowed}: {reason}");
    }
    assert!(verdict("*", "none", "here", "link/..").1.contains("two directories"));
    for denied in ["here", "there"] {
        assert_eq!(verdict("*", denied, "here", "link/..").0, "deny", "{denied}");
    }
    // these are one directory, whatever is looked at
    assert_eq!(verdict("here", "there", "here/ok", "..").0, "allow");
    assert_eq!(verdict("here", "there", "same/ok", "..").0, "allow");
    assert_eq!(verdict("there", "here", "here", "link/../../there").0, "allow");
}

/// A shell that stays open is where the command before it went, whatever the payload says of the session.
#[test]
fn a_shell_that_strays_may_be_anywhere() {
    let scratch = tempfile::tempdir().unwrap();
    let tree = std::fs::canonicalize(scratch.path()).unwrap().to_str().unwrap().to_owned();
    let policy = format!(
        "definitions: {{paths: {{ok: ['{tree}/ok/**']}}}}\nrules: [{{allow: 'cat <path:ok>'}}, {{allow: 'git status'}}, {{allow: 'cd *'}}, {{allow: 'Read ok/*'}}]"
    );
    let place = Place::new(&policy);
    let allowed = |agent: &str, tool: &str, input: Value, cwd: Value| {
        let payload = json!({"hook_event_name": "PreToolUse", "prompt_id": "p", "tool_name": tool, "tool_input": input, "cwd": cwd});
        let reply = place.hook(agent, None, payload.to_string().as_bytes());
        let said: Value = serde_json::from_str(&reply.stdout).unwrap();
        let told = |key: &str| said["hookSpecificOutput"][key].as_str().map(str::to_owned);
        let why = told("permissionDecisionReason").or_else(|| said["reason"].as_str().map(str::to_owned));
        let allowed = said["decision"] == "approve" || told("permissionDecision").as_deref() == Some("allow");
        let told_why = why.is_some_and(|why| why.contains("in which directory its shell is"));
        assert!(allowed || told_why, "{agent}: {reply:?}");
        allowed
    };
    let command = |text: &str| json!({"command": text});
    let inside = format!("cd {tree} && cat ok/x");
    for (agent, tool) in [("devin", "exec"), ("vscode", "run_in_terminal")] {
        for cwd in [json!(tree), json!(null)] {
            assert!(!allowed(agent, tool, command("cat ok/x"), cwd), "{agent}");
        }
        assert!(allowed(agent, tool, command("git status"), json!(tree)), "{agent}");
        assert!(allowed(agent, tool, command(&format!("cat {tree}/ok/x")), json!(tree)), "{agent}");
        assert!(allowed(agent, tool, command(&inside), json!(tree)), "{agent}");
    }
    // a tool that is no shell has no directory but the session's
    assert!(allowed("vscode", "read_file", json!({"filePath": "ok/x"}), json!(tree)));
    let elsewhere = ["claude-code", "codex", "gemini-cli", "copilot-cli", "droid"];
    assert!(elsewhere.iter().all(|name| !Agent::named(name).unwrap().strays));
}

/// What is typed into such a shell goes through its line editor: keys and the history make another command of it.
#[test]
fn what_is_typed_into_a_terminal_holds_no_keys() {
    let place = Place::new("rules: [{allow: 'echo *'}, {deny: 'rm *'}]");
    let decision = |agent: &str, tool: &str, text: &str| {
        let payload =
            json!({"hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": {"command": text}, "cwd": "/"});
        let reply = place.hook(agent, None, payload.to_string().as_bytes());
        let said: Value = serde_json::from_str(&reply.stdout).unwrap();
        let told = |value: &Value| value.as_str().map(str::to_owned);
        told(&said["hookSpecificOutput"]["permissionDecision"]).or_else(|| told(&said["decision"])).unwrap()
    };
    for text in
        ["echo hi\rtouch x", "echo hi\u{1b}[201~\rtouch x", r#"echo '"; touch x; "' "!#:1""#, "echo !!", "echo ~/.e\t"]
    {
        assert_eq!(decision("vscode", "run_in_terminal", text), "ask", "{text:?}");
        assert_ne!(decision("devin", "exec", text), "approve", "{text:?}");
    }
    assert_eq!(decision("vscode", "run_in_terminal", "rm !x"), "deny");
    for text in ["echo 'hi!' $! \"there!\"", "echo a\necho b"] {
        assert_eq!(decision("vscode", "run_in_terminal", text), "allow", "{text:?}");
        assert_eq!(decision("devin", "exec", text), "approve", "{text:?}");
    }
}

/// Adds a key to the object that holds the command; some agents send it as JSON within a text.
fn beside_the_command(value: &mut Value, key: &str, text: &str) -> bool {
    match value {
        Value::Object(object) if object.values().any(|value| value == "deploy web") => {
            object.insert(key.to_owned(), Value::from(text));
            true
        }
        Value::Object(object) => object.values_mut().any(|value| beside_the_command(value, key, text)),
        Value::String(held) => {
            let Ok(mut inner @ Value::Object(_)) = serde_json::from_str(held) else { return false };
            let found = beside_the_command(&mut inner, key, text);
            *held = inner.to_string();
            found
        }
        _ => false,
    }
}

/// What the model writes under a key that the agent does not heed is no directory to judge by.
#[test]
fn a_directory_that_the_agent_does_not_heed_is_refused() {
    const KEYS: [&str; 10] = [
        "cwd",
        "Cwd",
        "CWD",
        "workdir",
        "working_directory",
        "workingDirectory",
        "working_dir",
        "dir_path",
        "directory",
        "dir",
    ];
    let mut heeded = BTreeSet::new();
    // the directory of these stands beside the command, and does not come from the model
    let host_says = ["beforeShellExecution", "pre_run_command"];
    for own in own().iter().filter(|own| !host_says.contains(&own.event.name)) {
        for key in KEYS {
            let text = own.row["payload"].to_string().replace("@DIR@", "/session");
            let mut payload: Value = serde_json::from_str(&text).unwrap();
            if !beside_the_command(&mut payload, key, "/elsewhere") {
                assert_eq!(own.agent.name, "cline", "{text}");
                payload["tool_call"]["input"][key] = json!("/elsewhere");
            }
            let payload = Payload::read(payload.to_string().as_bytes()).unwrap();
            match (own.event.read)(&payload) {
                Ok(call) if call.doubt.is_some() => {
                    let why = call.doubt.unwrap();
                    assert!(why.contains("directory") || why.contains("directories"), "{why}");
                    assert_ne!(call.directory.as_deref(), Some("/elsewhere"), "{text}");
                }
                Ok(call) if call.directory.as_deref() == Some("/elsewhere") => {
                    heeded.insert(format!("{} {key}", own.agent.name));
                }
                // there the agent itself says what it made of the input
                Ok(call) => assert_eq!((own.event.name, call.directory.as_deref()), ("tool.call", Some("/session"))),
                Err(why) => panic!("{text}: {why}"),
            }
        }
    }
    let expected = [
        "amp cwd",
        "antigravity Cwd",
        "auggie cwd",
        "crush working_dir",
        "cursor working_directory",
        "gemini-cli dir_path",
        "opencode workdir",
        "qwen-code directory",
    ];
    assert_eq!(heeded.iter().map(String::as_str).collect::<Vec<_>>(), expected);
}

/// What else stands in a call takes nothing from a rule that denies its command, and no rule allows what it may change.
#[test]
fn a_doubt_makes_an_allow_ask_and_lifts_no_deny() {
    let place = Place::new("rules: [{allow: 'ls *'}, {deny: 'git push -f|--force *'}]");
    for (key, value) in [
        ("dangerouslyDisableSandbox", json!(true)),
        ("env", json!("x")),
        ("args", json!(1)),
        ("cwd", json!("/tmp")),
        ("cwd", json!(1)),
        ("Command", json!("x")),
        ("shell", json!("pwsh")),
    ] {
        let input = |command: &str| json!({"command": command, key: value});
        assert_eq!(claude(&place, "Bash", &input("git push -f")), "deny", "{key} {value}");
        assert_eq!(claude(&place, "Bash", &input("git push")), "ask", "{key} {value}");
        assert_eq!(claude(&place, "Bash", &input("ls")), "ask", "{key} {value}");
    }
    // a shell drops it, or never sees what follows it
    for text in ["git push -f\0", "git push -\0f", "git push -f\0x"] {
        assert_eq!(claude(&place, "Bash", &json!({"command": text})), "deny", "{text:?}");
    }
    assert_eq!(claude(&place, "Bash", &json!({"command": "ls\0"})), "ask");
    // which of the two Amp runs, the tool decides
    let amp = |input: Value| place.hook("amp", Some("permissions.delegate"), input.to_string().as_bytes()).exit;
    assert_eq!(amp(json!({"cmd": "ls", "command": "git push -f", "cwd": "/"})), 2);
    assert_eq!(amp(json!({"cmd": "ls", "command": "ls", "cwd": "/"})), 1);
    assert_eq!(amp(json!({"cmd": "ls", "cwd": "/"})), 0);
}

/// With every agent, at every event: the answer to a denied command is the same with a key beside it, or with a directory that
/// is none.
#[test]
fn every_event_denies_a_command_whatever_stands_beside_it() {
    // these are told the command alone, and the plugin of Amp the directory besides
    let host_says = ["beforeShellExecution", "pre_run_command"];
    for own in own().iter().filter(|own| !host_says.contains(&own.event.name)) {
        for variant in ["allow", "deny"] {
            let place = Place::new(&policy(variant, "deploy web", "defaults: {ask_without_prompt: pass}"));
            for (key, value) in [("env", "x"), ("Command", "x"), ("args", "1"), ("dir_path", "~nobody")] {
                let text = own.row["payload"].to_string().replace("@DIR@", &place.name());
                let mut payload: Value = serde_json::from_str(&text).unwrap();
                if key == "dir_path" && own.event.name == "tool.call" {
                    continue;
                }
                if !beside_the_command(&mut payload, key, value) {
                    assert_eq!(own.agent.name, "cline", "{text}");
                    payload["tool_call"]["input"][key] = json!(value);
                }
                let reply = place.hook(own.agent.name, own.flag(), payload.to_string().as_bytes());
                let said = format!("{} {} {variant} {key}: {reply:?}", own.agent.name, own.event.name);
                if variant == "allow" {
                    // silence is an allow to some: their answer to a failure says the reason
                    assert!(reply != own.answer("allow") || own.answer("allow") == own.answer("ask"), "{said}");
                } else {
                    let told = [&reply.stdout, &reply.stderr].iter().any(|text| text.contains("force-push to main is"));
                    assert!(told && reply.exit == own.answer("deny").exit, "{said}");
                }
            }
        }
    }
}

/// A tool that no rule speaks of, with what the agent needs to hear: nothing that spares a prompt, and nothing that it takes
/// for a failed hook.
#[test]
fn other_tools_are_left_to_the_agent() {
    let place = Place::new("rules: [{allow: 'git status'}]");
    let common = |name: &str| {
        json!({"hook_event_name": name, "session_id": "s", "cwd": place.name(), "tool_name": "Think",
        "tool_input": {"thought": "x"}, "tool_use_id": "u"})
    };
    let cursor = json!({"cursor_version": "3", "hook_event_name": "preToolUse", "tool_name": "Think", "tool_input": {}, "cwd": place.name()});
    let cline = json!({"clineVersion": "", "hookName": "tool_call", "workspaceRoots": [place.name()],
        "tool_call": {"name": "think", "input": {"thought": "x"}}});
    let extension = json!({"clineVersion": "3", "hookName": "PreToolUse", "workspaceRoots": [place.name()],
        "preToolUse": {"toolName": "think", "parameters": {}}});
    let goose = json!({"event": "PreToolUse", "matcher_context": "think", "tool_name": "think", "tool_input": {}, "working_dir": place.name()});
    let crush = json!({"event": "PreToolUse", "cwd": place.name(), "tool_name": "think", "tool_input": {}});
    let antigravity =
        json!({"stepIdx": 1, "toolCall": {"name": "think", "args": {}}, "workspacePaths": [place.name()]});
    let opencode =
        json!({"input": {"tool": "think", "sessionID": "s"}, "output": {"args": {}}, "directory": place.name()});
    for (agent, payload, expected) in [
        ("claude-code", common("PreToolUse"), ""),
        ("vscode", common("PreToolUse"), ""),
        ("droid", common("PreToolUse"), ""),
        ("kiro", common("preToolUse"), ""),
        ("cursor", cursor, "{}"),
        ("cline", cline, r#"{"cancel":false}"#),
        ("cline", extension, r#"{"cancel":false,"contextModification":"","errorMessage":""}"#),
        ("goose", goose, ""),
        ("crush", crush, r#"{"version":1}"#),
        ("antigravity", antigravity, r#"{"decision":"ask"}"#),
        ("opencode", opencode, r#"{"action":"proceed"}"#),
    ] {
        let reply = place.hook(agent, None, payload.to_string().as_bytes());
        assert_eq!(reply, Reply { stdout: expected.to_owned(), ..Reply::default() }, "{agent} {payload}");
    }
}

fn cline(place: &Place, input: Value) -> bool {
    let payload = json!({"clineVersion": "", "hookName": "tool_call", "workspaceRoots": [place.name()],
        "tool_call": {"id": "c", "name": "run_commands", "input": input}});
    let reply = place.hook("cline", None, payload.to_string().as_bytes());
    let said: Value = serde_json::from_str(&reply.stdout).unwrap();
    !said["cancel"].as_bool().unwrap()
}

#[test]
fn every_command_of_cline_is_judged_in_every_shape() {
    let place = Place::new("rules: [{allow: 'git status *'}, {allow: 'ls *'}]");
    for runs in [
        json!({"commands": ["git status", "ls"]}),
        json!({"commands": "git status"}),
        json!({"commands": {"command": "git status"}}),
        json!({"commands": [{"command": "git", "args": ["status", "-s"]}]}),
        json!({"commands": [{"cmd": "ls"}, ["git", "status"], "ls"]}),
        json!({"command": "ls", "args": ["-l"]}),
        json!({"cmd": "ls"}),
        json!(["ls", "git status"]),
        json!("ls"),
    ] {
        assert!(cline(&place, runs.clone()), "{runs}");
    }
    for stays in [
        json!({"commands": ["git status", "rm x"]}),
        json!({"commands": ["rm x", "git status"]}),
        json!({"commands": [{"command": "git", "args": ["push"]}]}),
        json!({"commands": [{"command": "ls", "args": ["; rm x"]}]}),
        json!({"commands": [{"command": "ls; rm x"}]}),
        json!({"commands": [["ls", "$(rm x)"]]}),
        json!({"commands": [{"command": "ls", "env": {"A": "1"}}]}),
        json!({"commands": [{"command": "ls", "cwd": "/"}]}),
        json!({"commands": [{"command": "ls", "cmd": "rm x"}]}),
        json!({"commands": [{"args": ["ls"]}]}),
        json!({"commands": ["ls", 1]}),
        json!({"commands": ["ls", null]}),
        json!({"commands": [["ls", 1]]}),
        json!({"commands": [{"command": "ls", "args": "rm"}]}),
        json!({"commands": ["ls"], "command": "rm x"}),
        json!({"commands": ["ls"], "shell": "fish"}),
        json!({"commands": []}),
        json!({"commands": null}),
        json!({}),
        json!(7),
    ] {
        assert!(!cline(&place, stays.clone()), "{stays}");
    }
}

#[test]
fn the_page_names_every_agent() {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("man/runok.1")).unwrap();
    let list = page.split(".Ar AGENT\nis one of\n").nth(1).unwrap().split("\nA payload").next().unwrap();
    let words = list.split_whitespace().filter(|word| !matches!(*word, ".Cm" | "," | "." | "and"));
    assert_eq!(words.collect::<Vec<_>>(), AGENTS.iter().map(|agent| agent.name).collect::<Vec<_>>());
    let mut names = BTreeSet::new();
    for agent in AGENTS {
        for name in [agent.name].iter().chain(agent.aliases) {
            assert!(names.insert(*name), "{name} means two agents");
        }
        assert!(agent.gate().is_some_and(|gate| gate.moment != Moment::After), "{}", agent.name);
    }
}
