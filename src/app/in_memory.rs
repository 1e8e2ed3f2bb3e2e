//! The doors of the program for bytes in memory: what `runok check` and `runok hook` answer, without a process of its own
//! for each.
//!
//! Owns nothing: reading, judging and answering are those of the commands. For those who try more inputs than they can start
//! programs. Refuses to keep a time limit, and to ask validators (each has failed).

use std::rc::Rc;

use super::doors::{self, Door};
use super::hook::{self, Asked, MAX_PAYLOAD_BYTES};
use super::judge::Judge;
use super::request::Request;
use crate::agent::{Agent, Payload, Reply};
use crate::decision::Decision;
use crate::policy::Loaded;

/// Why no validator was asked.
const UNASKED: &str = "validators are not asked for bytes in memory";

/// One answer of `check`.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The line that was judged, or that a tool's call is shown as; nothing where the input is no request.
    pub line: Option<String>,
    /// What was decided.
    pub decision: Decision,
}

/// What `check` answers to these bytes on its standard input, by this policy alone. Nothing where there is nothing to judge.
#[must_use]
pub fn check(policy: &Rc<Loaded>, input: &[u8]) -> Vec<Answer> {
    let mut judge = Judge::of(Rc::clone(policy), Some(UNASKED));
    let mut answer = |request: Result<Request, String>| {
        let decision = judge.answer(&request, None).decision;
        Answer { line: request.ok().map(|request| request.line().as_str().to_owned()), decision }
    };
    match doors::fed(input) {
        Ok(Door::One(request)) => vec![answer(request)],
        // bytes in memory can always be read
        Ok(Door::Many(mut requests)) => {
            std::iter::from_fn(|| requests.next().ok().flatten()).map(&mut answer).collect()
        }
        Ok(Door::Nothing | Door::Closed) | Err(_) => Vec::new(),
    }
}

/// What `hook` answers to this payload, by this policy alone. `event`: as `--event` names it. Nothing where the agent has no
/// such event.
#[must_use]
pub fn hook(policy: &Rc<Loaded>, agent: &'static Agent, event: Option<&str>, payload: &[u8]) -> Option<Reply> {
    let gate = match event {
        Some(name) => agent.event_named(name)?,
        None => agent.gate()?,
    };
    let read =
        if payload.len() > MAX_PAYLOAD_BYTES { Err("it is too long".to_owned()) } else { Payload::read(payload) };
    let reply = match read {
        Ok(payload) => {
            let mut judge = Judge::of(Rc::clone(policy), Some(UNASKED));
            hook::reply_to(Asked { agent, gate, named: event.is_some(), config: None }, payload, &mut judge)
        }
        Err(why) => hook::failed(gate, &why),
    };
    Some(hook::cleaned(reply))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::load::{LoadRequest, of_text};
    use crate::verdict::Verdict;

    fn policy() -> Rc<Loaded> {
        Rc::new(of_text(&LoadRequest::default(), "/p/runok.yml", "rules: [{allow: 'echo *'}, {deny: 'rm *'}]"))
    }

    #[test]
    fn check_answers_each_request() {
        let answers = check(&policy(), b"{\"command\":\"echo a\"}\n{\"command\":1}\n{\"command\":\"rm a\"}\n");
        let verdicts: Vec<Verdict> = answers.iter().map(|answer| answer.decision.verdict).collect();
        assert_eq!(verdicts, [Verdict::Allow, Verdict::Ask, Verdict::Deny]);
        let lines: Vec<Option<&str>> = answers.iter().map(|answer| answer.line.as_deref()).collect();
        assert_eq!(lines, [Some("echo a"), None, Some("rm a")]);
        assert_eq!(check(&policy(), b"echo a; rm b")[0].decision.verdict, Verdict::Deny);
        assert_eq!(check(&policy(), b" \n"), []);
    }

    #[test]
    fn hook_answers_as_the_agent_expects_it() {
        let agent = Agent::named("claude-code").unwrap();
        let payload = |command: &str| {
            format!(
                r#"{{"hook_event_name":"PreToolUse","tool_name":"Bash","cwd":"/","tool_input":{{"command":"{command}"}}}}"#
            )
        };
        let says = |command: &str| hook(&policy(), agent, None, payload(command).as_bytes()).unwrap().stdout;
        assert!(says("echo a").contains(r#""permissionDecision":"allow""#));
        assert!(says("rm a").contains(r#""permissionDecision":"deny""#));
        assert!(hook(&policy(), agent, None, b"{").unwrap().stdout.contains(r#""permissionDecision":"ask""#));
        assert_eq!(hook(&policy(), agent, Some("no-such-event"), b"{}"), None);
    }
}
