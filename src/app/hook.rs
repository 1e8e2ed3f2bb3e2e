#![allow(clippy::disallowed_methods, reason = "edge: standard input, the path of this program, two variables")]
//! `runok hook AGENT`: answers a coding agent that is about to run something.
//!
//! Owns the order (arm, read, recognise, judge, answer) and that every way out of it is an answer which does not let the call
//! run unseen: a payload that is not understood, a broken policy, a panic, a full stack, the deadline. Refuses to know any
//! agent's format: the agent's file does.

mod requests;

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::arguments::Hook;
use super::canary;
use super::guard;
use super::judge::{Judge, Judgement};
use super::output::{self, Output, Stdout};
use super::platform::{self, LastWords};
use super::request::Request;
use crate::agent::{self, Agent, Asking, Call, Event, Moment, Payload, Reply, Ruling, Subject};
use crate::answer::exit::ExitStatus;
use crate::answer::sanitize::Clean;
use crate::input::MAX_LINE_BYTES;
use crate::policy::AskWithoutPrompt;
use crate::verdict::Verdict;

/// The most bytes of a payload that are read: a file that an agent is about to write may be among them.
pub(super) const MAX_PAYLOAD_BYTES: usize = 4 * MAX_LINE_BYTES;

/// How much earlier than the whole run validators have to be done, so that their failure is told and not the deadline.
const MARGIN: Duration = Duration::from_secs(1);

/// The exit code that blocks at every agent which hears one.
const BLOCKS: u8 = 2;

/// Added to a reason that may come from not knowing the directory.
const STRAYED: &str = "; note: this agent does not tell in which directory its shell is by now; `cd /there && …` does";

/// Added to the reason of an `ask` that nobody will see: the model's user reads it afterwards.
const UNATTENDED: &str =
    "; nobody can be asked in this session: an allow rule would let it run, `runok explain` shows which";

/// Answers one event of an agent.
///
/// # Errors
/// When standard error cannot be written to; what stands on standard output never fails silently.
pub(crate) fn run(arguments: &Hook, output: &mut Output) -> io::Result<ExitStatus> {
    let name = arguments.agent_option.as_ref().unwrap_or(&arguments.agent);
    let Some(agent) = Agent::named(name) else {
        let names: Vec<&str> = agent::AGENTS.iter().map(|agent| agent.name).collect();
        output.complain(&format!("runok: there is no agent {name:?}; known are {}", names.join(", ")))?;
        return Ok(ExitStatus::Unusable);
    };
    let Some(first) = agent.gate() else { return Ok(ExitStatus::Unusable) };
    let named = arguments.event.as_ref().map(|name| agent.event_named(name));
    let gate = named.flatten().unwrap_or(first);
    let seconds = arguments.deadline;
    let late = format!("no answer within {seconds} s, or runok was ended before it had one");
    platform::arm(last_words(&cleaned(failed(gate, &late))), seconds);
    let reply = guard::catch(|| match (&arguments.event, named) {
        (Some(name), Some(None)) => failed(gate, &format!("{} has no event {name:?} that asks", agent.title)),
        _ => reply(arguments, agent, gate),
    });
    let reply = reply.unwrap_or_else(|panic| failed(gate, &format!("runok failed: {panic}. Please report this")));
    let words = last_words(&cleaned(reply));
    platform::take_the_word();
    write(&words)?;
    platform::all_is_said(words.exit);
    Ok(ExitStatus::Hook(words.exit))
}

fn reply(arguments: &Hook, agent: &'static Agent, gate: &Event) -> Reply {
    let asked = Asked { agent, gate, named: arguments.event.is_some(), config: arguments.config.as_deref() };
    // the process is about to end, so nothing is given back
    let judge = judge(arguments.config.clone(), arguments.deadline).afresh(arguments.no_cache);
    match read_payload() {
        Ok(payload) => reply_to(asked, payload, &mut std::mem::ManuallyDrop::new(judge)),
        Err(why) => failed(gate, &why),
    }
}

/// Who asks.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    /// The agent with which the hook was registered.
    pub agent: &'static Agent,
    /// The event whose answer is given where the payload is none.
    pub gate: &'a Event,
    /// The gate was named, because what the agent sends does not name it.
    pub named: bool,
    /// The policy file that is used alone.
    pub config: Option<&'a Path>,
}

/// The answer to a payload.
pub(super) fn reply_to(asked: Asked<'_>, payload: Payload, judge: &mut Judge) -> Reply {
    let Asked { agent, gate, named, config } = asked;
    // some agents start the hooks that were registered with another one, with a payload of their own; where the event is
    // named nothing is guessed, for the model may have chosen the keys by which one would
    let sender = if named { agent } else { agent.sender(&payload) };
    let payload = placed(payload, sender);
    let Some(event) = Some(gate).filter(|_| named).or_else(|| sender.event(&payload)) else {
        let why = format!("this is no event of {} that runok knows", sender.title);
        return failed(sender.gate().unwrap_or(gate), &why);
    };
    if event.moment == Moment::After {
        return Reply::silence();
    }
    match (event.read)(&payload) {
        Ok(call) => canary_refused(sender, event, &call)
            .unwrap_or_else(|| judged(judge, event, &call, circumstances(config, sender, &call))),
        Err(why) => probed(sender, &payload)
            .unwrap_or_else(|| failed(event, &format!("what {} sent cannot be judged: {why}", sender.title))),
    }
}

/// The answer of a failure. What went wrong may repeat what was sent, of any length and with anything in it.
pub(super) fn failed(event: &Event, why: &str) -> Reply {
    event.failure(Clean::one_line(why).as_str())
}

/// Has the agent said that nobody can be asked?
fn is_unattended(agent: &Agent) -> bool {
    agent.unattended.is_some_and(|(name, value)| std::env::var(name).is_ok_and(|told| told == value))
}

/// The payload with the directory that its sender names by a variable.
fn placed(payload: Payload, sender: &Agent) -> Payload {
    match sender.directory_variable {
        "" => payload,
        name => payload.within(std::env::var(name).ok()),
    }
}

fn read_payload() -> Result<Payload, String> {
    let mut bytes = Vec::new();
    let most = u64::try_from(MAX_PAYLOAD_BYTES).unwrap_or(u64::MAX);
    let read = io::stdin().lock().take(most + 1).read_to_end(&mut bytes);
    read.map_err(|error| format!("standard input cannot be read: {error}"))?;
    if bytes.len() > MAX_PAYLOAD_BYTES {
        return Err(format!("standard input is longer than {MAX_PAYLOAD_BYTES} bytes"));
    }
    fault();
    Payload::read(&bytes)
}

/// A canary that `runok doctor` waits for is refused, whatever the policy says, and that is recorded.
fn canary_refused(agent: &Agent, event: &Event, call: &Call) -> Option<Reply> {
    let Subject::Shell(texts) = &call.subject else { return None };
    let [text] = texts.as_slice() else { return None };
    let nonce = canary::named(text)?;
    let record = format!("refused {} {}", agent.name, event.name);
    canary::record(nonce, &record)
        .then(|| event.answer(call, &Ruling::Deny("runok: the canary was caught, the guard is alive".to_owned())))
}

/// `runok doctor` sends one payload to every registration of an agent, also to one that names another event.
fn probed(agent: &Agent, payload: &Payload) -> Option<Reply> {
    let event = agent.event(payload)?;
    canary_refused(agent, event, &(event.read)(payload).ok()?)
}

fn circumstances<'a>(config: Option<&'a Path>, agent: &Agent, call: &Call) -> Circumstances<'a> {
    let in_shell = matches!(call.subject, Subject::Shell(_));
    Circumstances {
        strayed: Some(STRAYED).filter(|_| agent.strays && in_shell),
        note: if is_unattended(agent) { UNATTENDED } else { "" },
        config,
    }
}

/// What is known of a call besides its payload.
#[derive(Clone, Copy)]
pub(super) struct Circumstances<'a> {
    /// The shell may by now be elsewhere than in the directory of the call; added to a reason that may come from that.
    pub strayed: Option<&'static str>,
    /// Added to the reason of an `ask`.
    pub note: &'static str,
    /// The policy file that is used alone.
    pub config: Option<&'a Path>,
}

/// A judge whose validators are done before `deadline` seconds are over.
pub(super) fn judge(config: Option<PathBuf>, deadline: u32) -> Judge {
    Judge::new(config).within(Duration::from_secs(u64::from(deadline)).saturating_sub(MARGIN))
}

/// Judges all of what would run, and says the strictest.
pub(super) fn judged(judge: &mut Judge, event: &Event, call: &Call, known: Circumstances<'_>) -> Reply {
    let Circumstances { strayed, note, config } = known;
    let mut strictest: Option<(Verdict, String)> = None;
    let mut without = None;
    for request in requests::requests(call, strayed.is_some()) {
        let (verdict, reason) = match request {
            Ok(request) => {
                let judgement = judge.judge(&request, None);
                if judgement.decision.no_opinion {
                    return event.answer(call, &Ruling::Silent);
                }
                // what cannot be judged whole is not passed on either, whatever the policy says of what is asked about
                let doubted = request.doubt.as_ref().map(|_| AskWithoutPrompt::Deny);
                without = doubted.or_else(|| setting(&judgement));
                let (verdict, reason) = somewhere(held(&judgement, request.directory.as_deref()), &request);
                let unsure = verdict == Verdict::Ask && judgement.decision.decided_by.is_none();
                let unsure = unsure && request.doubt.is_none();
                (verdict, reason + strayed.filter(|_| unsure).unwrap_or_default())
            }
            Err(why) => (Verdict::Ask, Clean::one_line(&format!("runok: {why}")).as_str().to_owned()),
        };
        if strictest.as_ref().is_none_or(|(before, _)| verdict > *before) {
            strictest = Some((verdict, reason));
        }
    }
    let Some((verdict, reason)) = strictest else {
        return failed(event, "there is no command in it");
    };
    let wrapped = if wraps(event, without) { wrapped(call, config) } else { None };
    let reason = if verdict == Verdict::Ask { reason + note } else { reason };
    let ruling = Ruling::of(verdict, reason).for_event(event.asking, without, wrapped);
    event.answer(call, &ruling)
}

/// What is allowed where runok was started may be something else where the command runs.
fn somewhere(judged: (Verdict, String), request: &Request) -> (Verdict, String) {
    if request.directory.is_some() || judged.0 != Verdict::Allow {
        return judged;
    }
    (Verdict::Ask, "runok: the agent does not say in which directory this runs".to_owned())
}

/// The verdict with its reason. A sandbox that cannot be applied yet makes `allow` an `ask`.
fn held(judgement: &Judgement, directory: Option<&str>) -> (Verdict, String) {
    let decision = &judgement.decision;
    match (decision.verdict, &decision.sandbox) {
        (Verdict::Allow, Some(sandbox)) => {
            let why = format!("runok: this may run in the sandbox `{sandbox}` alone, which cannot be applied yet");
            (Verdict::Ask, why)
        }
        (verdict, _) => {
            let reason = agent::reason(decision, &|file| shown(file, directory));
            (verdict, Clean::one_line(&reason).as_str().to_owned())
        }
    }
}

/// A file's name as short as it is clear: seen from the directory of the call, or from home.
pub(super) fn shown(file: &str, directory: Option<&str>) -> String {
    let below = |start: &str| file.strip_prefix(start.trim_end_matches('/'))?.strip_prefix('/').map(str::to_owned);
    let own = directory.map_or_else(super::facts::own_directory, |directory| Some(directory.to_owned()));
    let home = || std::env::var("HOME").ok().filter(|home| home.len() > 1);
    own.and_then(|own| below(&own))
        .or_else(|| Some(format!("~/{}", below(&home()?)?)))
        .unwrap_or_else(|| file.to_owned())
}

/// What the policy says of agents that cannot ask, if it says anything. One with problems says that they refuse: what it was to
/// say is not known.
fn setting(judgement: &Judgement) -> Option<AskWithoutPrompt> {
    if !judgement.usable {
        return Some(AskWithoutPrompt::Deny);
    }
    judgement.loaded.as_ref().and_then(|loaded| loaded.policy.ask_without_prompt)
}

fn wraps(event: &Event, without: Option<AskWithoutPrompt>) -> bool {
    without == Some(AskWithoutPrompt::Wrapper) && matches!(event.asking, Asking::Cannot { rewrites: true, .. })
}

/// The command that asks by itself, for the only text there is; by the same policy, wherever it runs.
fn wrapped(call: &Call, config: Option<&Path>) -> Option<String> {
    let Subject::Shell(texts) = &call.subject else { return None };
    let [text] = texts.as_slice() else { return None };
    let program = std::env::current_exe().ok()?;
    let config = config.map(std::path::absolute).transpose().ok()?;
    let mut words = vec![program.to_str()?, "exec", "--ask"];
    if let Some(config) = &config {
        // it is read again: what is no file, a pipe, would say nothing the second time
        words.extend(["--config", config.to_str().filter(|_| config.is_file())?]);
    }
    words.extend(["--", text]);
    shlex::try_join(words).ok()
}

/// The reply with nothing in it that a terminal would act on.
pub(super) fn cleaned(reply: Reply) -> Reply {
    let clean = |text: &str| Clean::for_terminal(text).as_str().to_owned();
    // JSON holds nothing of the kind, and is left as it is
    let stdout = if reply.stdout.starts_with('{') { reply.stdout } else { clean(&reply.stdout) };
    Reply { stdout, stderr: clean(&reply.stderr), exit: reply.exit }
}

/// What is written, and how it ends. Where nobody hears what stands on standard output, the exit code has to block.
fn last_words(reply: &Reply) -> LastWords {
    let line = |text: &str| if text.is_empty() { Vec::new() } else { format!("{text}\n").into_bytes() };
    if !reply.stdout.is_empty() && output::nobody_hears() {
        let why = line("runok: standard output is closed, so nobody hears the answer");
        return LastWords { stdout: Vec::new(), stderr: why, exit: BLOCKS };
    }
    LastWords { stdout: line(&reply.stdout), stderr: line(&reply.stderr), exit: reply.exit }
}

/// Each channel is written once, whole.
fn write(words: &LastWords) -> io::Result<()> {
    let told = io::stderr().lock().write_all(&words.stderr);
    Stdout::lock().write_all(&words.stdout)?;
    told
}

/// Builds for tests fail on request, so that a test sees what becomes of it.
pub(super) fn fault() {
    #[cfg(debug_assertions)]
    {
        #[allow(unconditional_recursion, reason = "fills the stack, which is the point")]
        fn deeper(bytes: [u8; 4096]) -> u8 {
            std::hint::black_box(deeper(std::hint::black_box(bytes)))
        }
        match std::env::var("RUNOK_TEST_FAULT").as_deref() {
            #[allow(clippy::panic, reason = "a panic on request")]
            Ok("panic") => panic!("on request"),
            Ok("overflow") => drop(deeper([0; 4096])),
            Ok("abort") => std::process::abort(),
            Ok("hang") => std::thread::sleep(Duration::from_secs(3600)),
            _ => {}
        }
    }
}
