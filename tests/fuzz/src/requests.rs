//! What `check` reads on standard input: a text or JSON requests. Nothing is allowed but a command that stands there.

use std::cell::OnceCell;
use std::rc::Rc;

use runok::app::in_memory::{self, Answer};
use runok::policy::Loaded;
use runok::verdict::Verdict;
use serde_json::Value;

use super::judge::load;
use super::{json, shown, texts};

const POLICY: &str = "
rules:
  - allow: 'echo|ls|true *'
  - allow: 'git status'
  - allow: 'Read *'
  - allow: 'mcp__x__y'
  - deny: 'rm *'
  - deny: 'Write /etc/**'
";

thread_local! {
    static LOADED: OnceCell<Rc<Loaded>> = const { OnceCell::new() };
}

fn policy() -> Rc<Loaded> {
    LOADED.with(|loaded| Rc::clone(loaded.get_or_init(|| Rc::new(load(POLICY)))))
}

pub(crate) fn attempt(bytes: &[u8]) {
    let answers = in_memory::check(&policy(), bytes);
    for answer in &answers {
        shown::decision(&answer.decision, answer.line.as_deref().unwrap_or_default());
        if answer.line.is_none() {
            assert_eq!(answer.decision.verdict, Verdict::Ask, "what is no request");
        }
    }
    if !is_json(bytes) {
        as_text(bytes, &answers);
        return;
    }
    let lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').filter(|line| !blank(line)).collect();
    assert!(!answers.is_empty() && answers.len() <= lines.len(), "{} answers to {} lines", answers.len(), lines.len());
    // one answer to each line; or the first object stands on several, and then it is all that there is
    let requests: Vec<&[u8]> = if answers.len() == lines.len() { lines } else { vec![bytes] };
    assert_eq!(answers.len(), requests.len());
    requests.iter().zip(&answers).for_each(|(request, answer)| as_request(request, answer));
}

fn blank(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
}

/// The first byte that is not blank opens an object, and the next a key, or it closes it.
fn is_json(bytes: &[u8]) -> bool {
    let solid: Vec<u8> = bytes.iter().copied().filter(|byte| !blank(&[*byte])).take(2).collect();
    matches!(solid.as_slice(), [b'{', b'"' | b'}'])
}

fn as_text(bytes: &[u8], answers: &[Answer]) {
    assert_eq!(answers.len(), usize::from(!blank(bytes)));
    for answer in answers {
        let text = std::str::from_utf8(bytes).ok().filter(|text| !text.contains('\0'));
        let text = text.filter(|text| !text.trim_start_matches([' ', '\t', '\r', '\n']).starts_with('\u{feff}'));
        assert_eq!(answer.line.as_deref(), text, "the text is judged whole, or not at all");
    }
}

/// What is judged is what the object says, to every reader of JSON.
fn as_request(request: &[u8], answer: &Answer) {
    let Some(line) = &answer.line else { return };
    let object: Value = serde_json::from_slice(request).expect("what is judged is JSON");
    let tool = object.get("tool_name").and_then(Value::as_str);
    let command = match tool {
        None => object.get("command"),
        Some("Bash") => object.get("tool_input").and_then(|input| input.get("command")),
        Some(_) => {
            assert!(object.get("command").is_none() && object["tool_input"].is_object(), "{object}");
            return;
        }
    };
    assert_eq!(command.and_then(Value::as_str), Some(line.as_str()), "{object}");
    // keys beside the request may repeat within what they hold; its own may not
    let own = ["command", "cwd", "env", "tool_name", "tool_input"];
    if json::read(request).is_none() {
        let others = object.as_object().unwrap().iter().filter(|(key, _)| !own.contains(&key.as_str()));
        assert!(others.count() > 0, "a key stands there twice: {object}");
    }
    // the same command alone
    if answer.decision.verdict == Verdict::Allow && object.get("cwd").is_none() && object.get("env").is_none() {
        let alone = in_memory::check(&policy(), serde_json::json!({ "command": line }).to_string().as_bytes());
        assert_eq!(alone[0].decision, answer.decision, "{object}");
    }
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = texts::own("requests");
    for (number, line) in texts::lines().iter().step_by(5).enumerate() {
        let request = match number % 5 {
            0 => serde_json::json!({ "command": line }).to_string(),
            1 => format!("{{\n \"command\":\n {}\n}}\n", serde_json::json!(line)),
            2 => serde_json::json!({"tool_name": "Bash", "tool_input": {"command": line}, "cwd": "/tmp"}).to_string(),
            3 => format!(
                "{}\n{{\"command\":\"rm x\"}}\nnot json\n",
                serde_json::json!({ "command": line, "env": {"A": "b", "C": null} })
            ),
            _ => line.clone(),
        };
        seeds.push(request.into_bytes());
    }
    seeds
}
