//! `runok mcp`: what Claude Code's `--permission-prompt-tool` is told.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests start programs, read files, and stop where they cannot go on"
)]

mod common;

use common::{Run, json_lines, runok};
use serde_json::{Value, json};

const POLICY: &str = "\
rules:
  - allow: git push origin main
  - allow: cat *
  - allow: sleep <type:Slow>
  - deny: cat <path:secrets>
    id: no-secrets
  - deny: git push --force *
    id: no-force-push
    message: \"force-push to main is denied\\e[31m\"
  - ask: git push origin dev
    id: push-needs-confirm
  - allow: rm -rf <type:Tree>
definitions:
  paths:
    secrets: [./secrets/**]
types:
  Slow: { executor: sleep 60, timeout: 20s }
";

/// A call of the tool for a command of `Bash`.
fn call(id: u32, command: &str) -> Value {
    request(id, &json!({"tool_name": "Bash", "input": {"command": command, "description": "d"}, "tool_use_id": "t"}))
}

fn request(id: u32, arguments: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "approve", "arguments": arguments}})
}

fn server(options: &[&str], lines: &[Value]) -> Run {
    let stdin: String = lines.iter().map(|line| format!("{line}\n")).collect();
    with_input(options, stdin)
}

fn with_input(options: &[&str], stdin: impl Into<Vec<u8>>) -> Run {
    runok([&["mcp", "-c", "p.yml"], options].concat()).file("p.yml", POLICY).stdin(stdin).stdout_is(|_| true)
}

/// What the answers say, by id: `behavior`, and the rest.
fn said(output: &str) -> Vec<(u64, String, Value)> {
    let read = |line: &Value| {
        assert_eq!(line["jsonrpc"], "2.0");
        let [content] = line["result"]["content"].as_array().unwrap().as_slice() else { panic!("{line}") };
        assert_eq!(content["type"], "text");
        let said: Value = serde_json::from_str(content["text"].as_str().unwrap()).unwrap();
        (line["id"].as_u64().unwrap(), said["behavior"].as_str().unwrap().to_owned(), said)
    };
    json_lines(output).iter().map(read).collect()
}

/// The behaviour and the message of the only answer.
fn only(output: &str) -> (String, String) {
    let [(_, behaviour, said)] = said(output).try_into().unwrap();
    (behaviour, said["message"].as_str().unwrap_or_default().to_owned())
}

#[test]
fn a_session_is_answered_line_by_line() {
    let output = server(
        &[],
        &[
            json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-06-18"}}),
            json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
            json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}),
            json!({"jsonrpc": "2.0", "id": 2, "method": "ping"}),
            json!({"jsonrpc": "2.0", "id": 3, "method": "prompts/list"}),
            call(4, "git push origin main"),
        ],
    )
    .check();
    let lines = json_lines(&output);
    assert_eq!(lines.iter().map(|line| line["id"].as_u64().unwrap()).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    assert_eq!(lines[0]["result"]["serverInfo"]["name"], "runok");
    assert_eq!(lines[1]["result"]["tools"][0]["name"], "approve");
    assert_eq!(lines[3]["error"]["code"], -32601);
}

#[test]
fn what_is_allowed_comes_back_whole_and_everything_else_is_denied() {
    let calls = ["git push origin main", "git push --force origin main", "git push origin dev", "make", "echo 'a"];
    let calls: Vec<Value> = (1..).zip(calls).map(|(id, command)| call(id, command)).collect();
    let said = said(&server(&[], &calls).check());
    let behaviours: Vec<&str> = said.iter().map(|(_, behaviour, _)| behaviour.as_str()).collect();
    assert_eq!(behaviours, ["allow", "deny", "deny", "deny", "deny"]);
    assert_eq!(said[0].2["updatedInput"], json!({"command": "git push origin main", "description": "d"}));
    let denied = said[1].2["message"].as_str().unwrap();
    assert!(denied.starts_with("runok: rule \"no-force-push\" (p.yml:7): force-push to main is denied"), "{denied}");
    assert!(!denied.contains('\u{1b}'), "{denied:?}");
    let asked = said[2].2["message"].as_str().unwrap();
    assert!(
        asked.contains("push-needs-confirm") && asked.ends_with("(p.yml:10) (non-interactive: nobody to ask)"),
        "{asked}"
    );
}

#[test]
fn what_asks_by_itself_names_the_policy() {
    let policy = format!("defaults: {{ask_without_prompt: wrapper}}\n{POLICY}");
    let run = runok(["mcp", "-c", "p.yml"]).file("p.yml", policy).stdin(call(1, "git push origin dev").to_string());
    let [(_, behaviour, said)] = said(&run.stdout_is(|_| true).check()).try_into().unwrap();
    assert_eq!(behaviour, "allow");
    let command = said["updatedInput"]["command"].as_str().unwrap();
    assert!(
        command.contains(" exec --ask --config /") && command.ends_with("/p.yml -- 'git push origin dev'"),
        "{command}"
    );
}

#[test]
fn nobody_says_where_the_shell_is_so_nothing_depends_on_it() {
    let calls = [call(1, "cat key"), call(2, "cat /etc/motd"), call(3, "rm -rf build"), call(4, "cat $PWD/key")];
    let behaviours = |options: &[&str]| {
        let said = said(&server(options, &calls).check());
        said.into_iter().map(|(_, behaviour, _)| behaviour).collect::<Vec<_>>()
    };
    assert_eq!(behaviours(&[]), ["deny", "allow", "deny", "deny"]);
    assert_eq!(behaviours(&["--directory", "."]), ["allow", "allow", "allow", "allow"]);
    assert_eq!(behaviours(&["--directory", "secrets"]), ["deny", "allow", "allow", "deny"]);
    let (_, message) = only(&server(&[], &calls[..1]).check());
    assert!(message.contains("not told in which directory"), "{message}");
    assert!(message.contains("because the directory in which it runs is not known"), "{message}");
}

#[test]
fn other_tools_are_judged_too() {
    let policy = "rules:\n  - allow: Read *\n  - deny: Read <path:s>\ndefinitions: { paths: { s: [./secrets/**] } }\n";
    let behaviour = |options: &[&str], file: &str| {
        let stdin = request(1, &json!({"tool_name": "Read", "input": {"file_path": file}})).to_string();
        let run = runok([&["mcp", "-c", "p.yml"], options].concat()).file("p.yml", policy).stdin(stdin);
        only(&run.stdout_is(|_| true).check()).0
    };
    assert_eq!(behaviour(&[], "/etc/motd"), "allow");
    assert_eq!(behaviour(&[], "key"), "deny");
    assert_eq!(behaviour(&["--directory", "."], "key"), "allow");
    assert_eq!(behaviour(&["--directory", "secrets"], "key"), "deny");
}

#[test]
fn whatever_goes_wrong_is_denied() {
    for (file, text) in [("broken.yml", "rules: ["), ("other.yml", "")] {
        let run =
            runok(["mcp", "-c", "broken.yml"]).file(file, text).stdin(call(1, "git push origin main").to_string());
        assert_eq!(only(&run.stdout_is(|_| true).check()).0, "deny");
    }
    for arguments in
        [json!({}), json!({"tool_name": "Bash"}), json!({"tool_name": "Bash", "input": {"command": ["rm"]}})]
    {
        let (behaviour, message) = only(&server(&[], &[request(1, &arguments)]).check());
        assert_eq!(behaviour, "deny");
        assert!(message.contains("not understood"), "{message}");
    }
    let tool = json!({"tool_name": "NoSuchTool", "input": {}});
    assert_eq!(only(&server(&[], &[request(1, &tool)]).check()).0, "deny");
    for (fault, told) in [("panic", "on request"), ("hang", "no answer within 1 s")] {
        let calls = [call(1, "git push origin main"), call(2, "git push origin main")];
        let output = server(&["--deadline", "1"], &calls).variable("RUNOK_TEST_FAULT", fault).check();
        let said = said(&output);
        assert_eq!(said.iter().map(|(id, ..)| *id).collect::<Vec<_>>(), [1, 2], "{fault}: the server goes on");
        for (_, behaviour, rest) in said {
            assert_eq!(behaviour, "deny");
            assert!(rest["message"].as_str().unwrap().contains(told), "{rest}");
        }
    }
    let (behaviour, message) = only(&server(&["--deadline", "2"], &[call(1, "sleep x")]).check());
    assert_eq!(behaviour, "deny");
    assert!(message.contains("validator"), "{message}");
}

/// What went wrong may repeat what was sent: of any length, and with anything in it.
#[test]
fn a_refusal_is_clean_and_bounded() {
    let long = format!("\u{202e}\u{9b}{}", "k".repeat(1_000_000));
    let shell = request(1, &json!({"tool_name": "Bash", "input": {"command": "ls", "shell": long}})).to_string();
    let twice = shell.replace("\"shell\"", &format!("\"{long}\":1,\"{long}\""));
    for line in [shell, twice] {
        let text = with_input(&[], line).check();
        assert!(text.len() < 8000 && !text.contains(['\u{202e}', '\u{9b}']), "{} bytes: {text:.500}", text.len());
    }
}

#[test]
fn a_line_that_is_no_request_does_not_end_the_server() {
    let good = call(7, "git push origin main");
    let lines = format!("{{\n\n[]\n{good}\n");
    let lines = json_lines(&with_input(&[], lines).check());
    let codes: Vec<Option<i64>> = lines.iter().map(|line| line["error"]["code"].as_i64()).collect();
    assert_eq!(codes, [Some(-32700), Some(-32600), None]);
    assert_eq!(lines[2]["id"], 7);
}

#[test]
fn a_line_without_end_ends_it() {
    let long = vec![b' '; 4 * runok::input::MAX_LINE_BYTES + 10];
    runok(["mcp"]).stdin(long).status(2).stderr_is(|text| text.contains("a message is longer than")).check();
}

#[test]
fn a_last_line_without_its_end_is_answered() {
    assert_eq!(only(&with_input(&[], call(1, "git push origin main").to_string()).check()).0, "allow");
}
