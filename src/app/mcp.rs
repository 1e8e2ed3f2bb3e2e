//! `runok mcp`: an MCP server on standard input and output, whose tool Claude Code asks in place of a person.
//!
//! Owns the loop over the lines, and that each call of the tool gets its answer in time: a panic or the
//! deadline is a denial. Refuses to know the protocol or the format of an answer.

use std::io::{self, BufRead, Read};

use super::arguments::Mcp;
use super::hook::{self, MAX_PAYLOAD_BYTES};
use super::in_time;
use super::output::Output;
use crate::agent::claude_mcp::{self, Message};
use crate::agent::{Agent, Call, Event, Payload, Ruling};
use crate::answer::exit::ExitStatus;
use crate::answer::sanitize::Clean;

/// Added to a reason that may come from not knowing the directory.
const STRAYED: &str = "; note: runok is not told in which directory this would run (runok mcp --directory)";

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
    let denied = |why: &str| {
        let reason = Clean::one_line(&format!("runok: {why}"));
        event.answer(&call, &Ruling::Deny(reason.as_str().to_owned())).stdout
    };
    let settings = Mcp { config: arguments.config.clone(), directory: arguments.directory.clone(), ..*arguments };
    match in_time::within(arguments.deadline, move || judged(&settings, event, &asked.payload)) {
        Ok(Ok(text)) => text,
        Ok(Err(why)) => denied(&format!("what Claude Code sent is not understood: {why}")),
        Err(why) => denied(&why),
    }
}

/// # Errors
/// What is wrong with the request.
fn judged(arguments: &Mcp, event: &Event, payload: &Payload) -> Result<String, String> {
    hook::fault();
    let call = (event.read)(payload)?;
    let call = Call { directory: arguments.directory.clone().or(call.directory), ..call };
    let mut judge = hook::judge(arguments.config.clone(), arguments.deadline);
    let known = hook::Circumstances {
        strayed: Some(STRAYED).filter(|_| arguments.directory.is_none()),
        note: "",
        config: arguments.config.as_deref(),
    };
    Ok(hook::judged(&mut judge, event, &call, known).stdout)
}
