//! The real coding agents, with `runok hook AGENT` registered, whose model asks for one command.
//!
//! Needs the agents (`tests/agents.sh`) and the harness that is kept beside the project; without them it says so. What is seen
//! goes to `target/live-matrix.json` and is held against the record in `src/agent/live.txt`, and that against the table of
//! agents: no row claims more than was seen.
//!
//!     tests/agents.sh && RUNOK_LIVE=1 cargo test --test live        hold everything to the record
//!     RUNOK_LIVE=record cargo test --test live                      write what is seen into the record

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests start programs, read and write files, and stop where they cannot go on"
)]

#[path = "live/agents.rs"]
mod agents;
#[path = "live/cases.rs"]
mod cases;
#[path = "live/harness.rs"]
mod harness;
#[path = "live/record.rs"]
mod record;

use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::time::Duration;

use agents::Driven;
use cases::{Case, Must};
use harness::{Harness, Seen};
use record::{Block, Record};
use runok::agent::{AGENTS, Agent, Event, Moment, Verified, Without};

#[test]
fn claude_code() {
    drive("claude-code", "PreToolUse");
}

#[test]
fn claude_code_permission_request() {
    drive("claude-code", "PermissionRequest");
}

#[test]
fn claude_code_prompt_tool() {
    drive("claude-code", "--permission-prompt-tool");
}

#[test]
fn codex() {
    drive("codex", "PreToolUse");
}

#[test]
fn gemini_cli() {
    drive("gemini-cli", "BeforeTool");
}

#[test]
fn qwen_code() {
    drive("qwen-code", "PreToolUse");
}

#[test]
fn copilot_cli() {
    drive("copilot-cli", "preToolUse");
}

#[test]
fn cline() {
    drive("cline", "tool_call");
}

#[test]
fn opencode() {
    drive("opencode", "tool.execute.before");
}

/// Tries every case at an event of an agent.
fn drive(agent: &str, event: &str) {
    let Some(harness) = Harness::find() else { return };
    let driven = agents::driven(agent, event);
    let cases = cases::cases(moment(agent, event));
    let mut block = Block { agent: agent.to_owned(), event: event.to_owned(), ..Block::default() };
    let mut wrong = Vec::new();
    for case in cases.iter().filter(|case| driven.prompts || !case.options.contains(&"--mode")) {
        match attempt(&harness, driven, case) {
            Ok(seen) => {
                seen.version().clone_into(&mut block.version);
                block.cases.push((case.name.to_owned(), outcome(case, &seen)));
                if let Some(why) = complaint(driven, case, &seen) {
                    wrong.push(format!("{}: {why}\n{}", case.name, seen.shown()));
                }
            }
            Err(why) => wrong.push(format!("{}: {why}", case.name)),
        }
    }
    assert!(wrong.is_empty(), "{agent} {event}: {} of {} cases\n{}", wrong.len(), cases.len(), wrong.join("\n\n"));
    settle(block);
}

fn attempt(harness: &Harness, driven: &Driven, case: &Case) -> Result<Seen, String> {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("policy.yml"), cases::POLICY).unwrap();
    std::fs::write(directory.path().join("broken.yml"), cases::BROKEN).unwrap();
    let prepared = driven.prepare(case, harness, directory.path());
    harness.run(&prepared.call, prepared.agents.as_deref())
}

fn outcome(case: &Case, seen: &Seen) -> String {
    let told = !case.told.is_empty() && seen.told().contains(case.told);
    match (seen.ran(), told) {
        (true, _) => "ran",
        (false, true) => "blocked told",
        (false, false) => "blocked",
    }
    .to_owned()
}

/// What is wrong with it, whatever stands in the record.
fn complaint(driven: &Driven, case: &Case, seen: &Seen) -> Option<String> {
    if driven.sees(case) && !seen.hooked() {
        return Some("the hook was not started".to_owned());
    }
    if seen.told().contains(|character: char| character.is_control() && character != '\n') {
        return Some(format!("the model was told control characters: {:?}", seen.told()));
    }
    match (case.must, seen.ran()) {
        (Must::Run, false) => Some("it did not run".to_owned()),
        (Must::Block, true) => Some("it ran".to_owned()),
        _ => None,
    }
}

/// Keeps what was seen, and holds it against the record, or writes it there.
fn settle(block: Block) {
    static SEEN: Mutex<Vec<Block>> = Mutex::new(Vec::new());
    let mut all = SEEN.lock().unwrap();
    all.push(block.clone());
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    std::fs::write(target.join("live-matrix.json"), record::as_json(&all)).unwrap();
    let mut committed = Record::committed();
    if recording() {
        let day = harness::output(Command::new("date").arg("+%F"), Duration::from_secs(10)).unwrap();
        let order: Vec<&str> = AGENTS.iter().map(|agent| agent.name).collect();
        committed.put(Block { day: day.trim().to_owned(), ..block }, &order);
        std::fs::write(record::path(), committed.write()).unwrap();
        return;
    }
    let recorded = committed.block(&block.agent, &block.event);
    assert!(
        recorded.is_some_and(|recorded| recorded.agrees(&block)),
        "the record says otherwise; RUNOK_LIVE=record writes what is seen.\nrecorded: {recorded:#?}\nseen: {block:#?}"
    );
}

fn moment(agent: &str, event: &str) -> Moment {
    Agent::named(agent).and_then(|agent| agent.events.iter().find(|known| known.name == event)).unwrap().moment
}

/// What the record and the table of agents say of each other that is not so.
fn disagreements(record: &Record, agents: &[&Agent]) -> Vec<String> {
    let mut wrong = Vec::new();
    for agent in agents {
        for event in agent.events {
            let Verified::Live(version) = event.verified else { continue };
            let name = format!("{} {}", agent.name, event.name);
            match record.block(agent.name, event.name) {
                None => wrong.push(format!("{name}: no test has seen it")),
                Some(block) if block.version != version => {
                    wrong.push(format!("{name}: seen in version {}, not {version}", block.version));
                }
                Some(block) => wrong.extend(claims(event, block).into_iter().map(|why| format!("{name}: {why}"))),
            }
        }
    }
    for block in &record.blocks {
        let event = agents.iter().filter(|agent| agent.name == block.agent).flat_map(|agent| agent.events);
        if !event.clone().any(|event| event.name == block.event && matches!(event.verified, Verified::Live(_))) {
            wrong.push(format!("{} {}: seen, but the table does not say so", block.agent, block.event));
        }
    }
    wrong
}

/// What the table says of an event that was not seen.
fn claims(event: &Event, block: &Block) -> Vec<String> {
    let failing = [("killed", event.failing.killed), ("late", event.failing.late), ("missing", event.failing.missing)];
    let mut wrong = Vec::new();
    for (name, without) in failing {
        let Some(outcome) = block.outcome(name) else {
            wrong.push(format!("nobody has tried `{name}`"));
            continue;
        };
        // where its own prompt is what is left, nobody is there to answer it in a test
        let harmless = without == Without::Harmless && event.moment == Moment::Prompt && outcome != "ran";
        let expected = if outcome == "ran" { Without::Runs } else { Without::Blocked };
        if without != expected && !harmless {
            wrong.push(format!("{name}: {without:?} in the table, but it {outcome}"));
        }
    }
    for case in cases::cases(event.moment).iter().filter(|case| case.must != Must::Either) {
        match block.outcome(case.name) {
            None => wrong.push(format!("nobody has tried `{}`", case.name)),
            Some(outcome) if (outcome == "ran") != (case.must == Must::Run) => {
                wrong.push(format!("{}: it {outcome}", case.name));
            }
            Some(_) => {}
        }
    }
    wrong
}

/// The record is being written by the other tests.
fn recording() -> bool {
    std::env::var("RUNOK_LIVE").as_deref() == Ok("record")
}

#[test]
fn the_table_of_agents_claims_what_was_seen() {
    if recording() {
        return;
    }
    assert_eq!(disagreements(&Record::committed(), AGENTS), Vec::<String>::new());
}

#[test]
fn a_claim_that_nobody_has_seen_is_found() {
    if recording() {
        return;
    }
    let record = Record::committed();
    let with = |from: &str, to: &str| {
        let changed = record.write().replacen(from, to, 1);
        assert_ne!(changed, record.write());
        disagreements(&Record::read(&changed).unwrap(), AGENTS).join("; ")
    };
    assert!(with("killed            blocked", "killed            ran").contains("killed: Blocked in the table"));
    assert!(with("panic             blocked", "panic             ran").contains("panic: it ran"));
    assert!(with("  deny ", "  denied ").contains("nobody has tried `deny`"));
    assert!(with("codex 0", "codex 1").contains("codex PreToolUse: seen in version 1"));
    assert!(with("codex ", "codec ").contains("no test has seen it"));
    assert!(with("codex ", "codec ").contains("codec PreToolUse: seen, but the table does not say so"));
}

#[test]
fn the_record_is_written_as_it_is_read() {
    let text = std::fs::read_to_string(record::path()).unwrap();
    assert_eq!(Record::read(&text).unwrap().write(), text);
    for wrong in
        ["  deny blocked\n", "a 1 E 2026-01-01\n  deny stopped\n", "a 1 E 2026-01-01\n  x ran\n  x ran\n", "a 1\n"]
    {
        assert!(Record::read(wrong).is_err(), "{wrong:?}");
    }
}
