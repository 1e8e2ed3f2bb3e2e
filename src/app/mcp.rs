//! `runok mcp`: an MCP server on standard input and output, whose tool Claude Code asks in place of a person.
//!
//! Owns the loop over the lines, and that each call of the tool gets its answer in time: it is judged on a thread of its own,
//! and a panic or the deadline is a denial. Refuses to know the protocol or the format of an answer.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use super::arguments::Mcp;
use super::guard;
use super::hook::{self, MAX_PAYLOAD_BYTES};
use super::output::Output;
use crate::agent::claude_mcp::{self, Message};
use crate::agent::{Agent, Call, Event, Payload, Ruling};
use crate::answer::exit::ExitStatus;

/// How much stack judging gets: as much as a main thread has.
const STACK_BYTES: usize = 8 << 20;

/// The event that a call of the tool is.
const EVENT: &str = "--permission-prompt-tool";

/// Answers messages until standard input ends.
///
/// # Errors
/// When standard input cannot be read or standard output not written to.
pub(crate) fn run(arguments: &Mcp, output: &mut Output) -> io::Result<ExitStatus> {
    let event = Agent::named("claude-code").and_then(|agent| agent.events.iter().find(|event| event.name == EVENT));
    let Some(event) = event else { return Ok(ExitStatus::Unusable) };
    let mut input = io::stdin().lock();
    let most = u64::try_from(MAX_PAYLOAD_BYTES).unwrap_or(u64::MAX);
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(most + 1).read_until(b'\n', &mut line)? == 0 {
            return Ok(ExitStatus::Done);
        }
        if line.len() > MAX_PAYLOAD_BYTES {
            // which request it is cannot be told; a client whose server goes away takes that for a denial
            output.complain(&format!("runok: a message is longer than {MAX_PAYLOAD_BYTES} bytes"))?;
            return Ok(ExitStatus::Unusable);
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        match claude_mcp::read(&line) {
            Message::Silence => {}
            Message::Answer(text) => output.json(&text)?,
            Message::Call { id, payload } => output.json(&decide(arguments, event, Asked { id, payload }))?,
        }
        output.flush()?;
    }
}

/// A call of the tool.
struct Asked {
    id: serde_json::Value,
    payload: Payload,
}

/// The answer to a call, at the latest when the deadline has come.
fn decide(arguments: &Mcp, event: &'static Event, asked: Asked) -> String {
    let call = Call { id: Some(asked.id.clone()), ..Call::unknown() };
    let denied = |why: &str| event.answer(&call, &Ruling::Deny(format!("runok: {why}"))).stdout;
    let (sender, receiver) = mpsc::channel();
    let settings = Mcp { config: arguments.config.clone(), directory: arguments.directory.clone(), ..*arguments };
    let judging = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(move || {
        let said = guard::catch(|| judged(&settings, event, &asked.payload));
        // nobody listens any more once the deadline has come
        let _ = sender.send(said);
    });
    if let Err(why) = judging {
        return denied(&format!("no thread can be started: {why}"));
    }
    let seconds = arguments.deadline;
    match receiver.recv_timeout(Duration::from_secs(u64::from(seconds))) {
        Ok(Ok(Ok(text))) => text,
        Ok(Ok(Err(why))) => denied(&format!("what Claude Code sent is not understood: {why}")),
        Ok(Err(panic)) => denied(&format!("judging this failed: {panic}. Please report this")),
        Err(RecvTimeoutError::Timeout) => denied(&format!("no answer within {seconds} s")),
        Err(RecvTimeoutError::Disconnected) => denied("judging this failed"),
    }
}

/// # Errors
/// What is wrong with the request.
fn judged(arguments: &Mcp, event: &Event, payload: &Payload) -> Result<String, String> {
    hook::fault();
    let call = (event.read)(payload)?;
    let call = Call { directory: arguments.directory.clone().or(call.directory), ..call };
    let mut judge = hook::judge(arguments.config.clone(), arguments.deadline);
    let strayed = arguments.directory.is_none();
    Ok(hook::judged(&mut judge, event, &call, hook::Circumstances { strayed, note: "" }).stdout)
}
