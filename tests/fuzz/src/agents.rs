//! What a coding agent sends, and the answer that it gets: as the verdict of its commands is, and no allow besides.
//!
//! The first byte chooses the agent with which runok is registered, the second the event that is named; the rest is the payload.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use runok::agent::claude_mcp::{self, Message};
use runok::agent::{AGENTS, Agent, Call, Event, Moment, Payload, Reply, Ruling, Subject};
use runok::app::in_memory;
use runok::policy::Loaded;
use runok::verdict::Verdict;
use serde_json::{Map, Value, json};

use super::judge::load;
use super::texts;

const POLICY: &str = "
rules:
  - allow: 'echo|ls|true|deploy *'
  - allow: 'git status'
  - allow: 'Read *'
  - allow: 'mcp__x__y'
  - ask: 'git push *'
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
    let [agent, event, payload @ ..] = bytes else { return };
    let agent: &'static Agent = AGENTS[usize::from(*agent) % AGENTS.len()];
    let events: Vec<&Event> = agent.events.iter().filter(|event| event.moment != Moment::After).collect();
    let named = usize::from(*event).checked_sub(1).map(|number| events[number % events.len()]);
    let reply = in_memory::hook(&policy(), agent, named.map(|event| event.name), payload).expect("it has the event");
    held(agent, named, payload, &reply);
    if let Message::Answer(text) = claude_mcp::read(payload) {
        serde_json::from_str::<Value>(&text).expect("a message is JSON");
    }
}

/// Is the reply one that this payload may get?
fn held(agent: &'static Agent, named: Option<&Event>, payload: &[u8], reply: &Reply) {
    let gate = named.or(agent.gate()).unwrap();
    let Ok(payload) = Payload::read(payload) else { return among(reply, &[gate.failure("x")]) };
    // where the event is named, nothing in the payload tells of another
    let sender = if named.is_some() { agent } else { agent.sender(&payload) };
    let event = named.or_else(|| sender.event(&payload));
    let Some(event) = event else { return among(reply, &[gate.failure("x"), sender.gate().unwrap().failure("x")]) };
    if event.moment == Moment::After {
        return assert_eq!(reply, &Reply::silence());
    }
    // a directory that stands in a variable makes no other command of it
    let Ok(call) = (event.read)(&payload) else { return among(reply, &[event.failure("x")]) };
    let answer = |verdict: Verdict| {
        event.answer(&call, &Ruling::of(verdict, "runok: x".to_owned()).for_event(event.asking, None, None))
    };
    let (asked, failed) = (answer(Verdict::Ask), event.failure("x"));
    let refused = answer(Verdict::Deny);
    if call.doubt.is_some() || call.directory.as_deref().is_some_and(|directory| !is_one(directory)) {
        // a denied command stays denied, all else is asked about
        return among(reply, &[refused, asked, failed]);
    }
    match verdict(&call) {
        None => among(reply, &[event.answer(&call, &Ruling::Silent), asked, failed]),
        // where the shell may have gone elsewhere, or nobody knows where it is, allow and deny are less sure
        Some(Verdict::Allow) if call.directory.is_some() => among(reply, &[answer(Verdict::Allow), asked]),
        Some(Verdict::Deny) => among(reply, &[refused, asked]),
        Some(Verdict::Allow | Verdict::Ask) => among(reply, &[asked, failed]),
    }
}

/// Does another door take this text for a directory?
fn is_one(directory: &str) -> bool {
    let request = json!({"command": "true", "cwd": directory}).to_string();
    in_memory::check(&policy(), request.as_bytes()).iter().all(|answer| answer.line.is_some())
}

/// What the call comes to through another door; nothing where no rule speaks of it.
fn verdict(call: &Call) -> Option<Verdict> {
    let requests: Vec<Value> = match &call.subject {
        Subject::Shell(texts) => texts.iter().map(|text| json!({ "command": text })).collect(),
        Subject::Tool(name) => vec![json!({"tool_name": name, "tool_input": call.input})],
        Subject::Nothing => return Some(Verdict::Ask),
    };
    let mut strictest = Verdict::Allow;
    for mut request in requests {
        if let Some(directory) = &call.directory {
            request["cwd"] = directory.as_str().into();
        }
        let answers = in_memory::check(&policy(), request.to_string().as_bytes());
        assert_eq!(answers.len(), 1);
        if answers[0].decision.no_opinion {
            return None;
        }
        strictest = strictest.strictest(answers[0].decision.verdict);
    }
    Some(strictest)
}

#[track_caller]
fn among(reply: &Reply, expected: &[Reply]) {
    let expected: BTreeSet<String> = expected.iter().map(without_reasons).collect();
    let own = without_reasons(reply);
    assert!(expected.contains(&own), "{reply:?}\nis {own}\nand none of {expected:#?}");
}

/// A reply in which every text that runok says is the same.
fn without_reasons(reply: &Reply) -> String {
    let stdout =
        serde_json::from_str(&reply.stdout).map_or_else(|_| plain(&reply.stdout).into(), |value| alike(&value));
    json!([stdout, plain(&reply.stderr), reply.exit]).to_string()
}

fn plain(text: &str) -> String {
    if text.contains("runok") { "a reason".to_owned() } else { text.to_owned() }
}

fn alike(value: &Value) -> Value {
    match value {
        Value::String(text) => match serde_json::from_str::<Map<String, Value>>(text) {
            Ok(object) => alike(&Value::Object(object)).to_string().into(),
            Err(_) => plain(text).into(),
        },
        Value::Array(values) => values.iter().map(alike).collect(),
        Value::Object(members) => members.iter().map(|(key, value)| (key.clone(), alike(value))).collect(),
        other => other.clone(),
    }
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = texts::own("agents");
    for (name, payload) in texts::payloads() {
        let number = AGENTS.iter().position(|agent| agent.name == name || agent.aliases.contains(&name.as_str()));
        let number = u8::try_from(number.unwrap_or_default()).unwrap();
        for (event, from, to) in [(0, "", ""), (1, "deploy web", "rm -rf /"), (2, "git push", "git status; echo")] {
            let payload = if from.is_empty() { payload.clone() } else { payload.replace(from, to) };
            seeds.push([&[number, event], payload.as_bytes()].concat());
        }
    }
    seeds
}
