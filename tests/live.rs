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

use cases::{CASES, Case, Hook, Must};
use harness::{Call, Harness, Seen};
use record::{Block, Record};
use runok::agent::{AGENTS, Agent, Event, Verified, Without};

/// How an agent is driven.
struct Driven {
    agent: &'static str,
    /// What `runok init` registers besides, as words of the harness.
    options: &'static [&'static str],
    /// Without the flags that let everything pass it has its shell, too, and prompts: an answer of `allow` spares the prompt.
    prompts: bool,
    /// A directory whose files register a program that is not there; where the harness can, it does that itself.
    missing: Option<Registration>,
}

/// A file that registers a hook: what the directory is for the harness, its path, its text.
struct Registration {
    option: &'static str,
    path: &'static str,
    text: &'static str,
}

const DRIVEN: Driven = Driven { agent: "", options: &[], prompts: false, missing: None };

static CLAUDE_CODE: Driven = Driven {
    agent: "claude-code",
    options: &["--fail-closed"],
    prompts: true,
    missing: Some(Registration {
        option: "--project",
        path: ".claude/settings.json",
        text: r#"{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command",
            "command": "/nowhere/runok", "args": ["hook", "claude-code"], "timeout": 10, "onFailure": "block"}]}]}}"#,
    }),
};

static CODEX: Driven = Driven { agent: "codex", ..DRIVEN };

static GEMINI_CLI: Driven = Driven { agent: "gemini-cli", ..DRIVEN };

#[test]
fn claude_code() {
    drive(&CLAUDE_CODE);
}

#[test]
fn codex() {
    drive(&CODEX);
}

#[test]
fn gemini_cli() {
    drive(&GEMINI_CLI);
}

/// Tries every case with an agent.
fn drive(driven: &Driven) {
    let Some(harness) = Harness::find() else { return };
    let event = gate(driven.agent);
    let mut block = Block { agent: driven.agent.to_owned(), event: event.name.to_owned(), ..Block::default() };
    let mut wrong = Vec::new();
    for case in CASES.iter().filter(|case| driven.prompts || !case.options.contains(&"--mode")) {
        match attempt(&harness, driven, case) {
            Ok(seen) => {
                seen.version().clone_into(&mut block.version);
                block.cases.push((case.name.to_owned(), outcome(case, &seen)));
                if let Some(why) = complaint(case, &seen) {
                    wrong.push(format!("{}: {why}\n{}", case.name, seen.shown()));
                }
            }
            Err(why) => wrong.push(format!("{}: {why}", case.name)),
        }
    }
    assert!(wrong.is_empty(), "{}: {} of {} cases\n{}", driven.agent, wrong.len(), CASES.len(), wrong.join("\n\n"));
    settle(block);
}

fn attempt(harness: &Harness, driven: &Driven, case: &Case) -> Result<Seen, String> {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    std::fs::write(at("policy.yml"), cases::POLICY).unwrap();
    std::fs::write(at("broken.yml"), cases::BROKEN).unwrap();
    let mut options: Vec<String> = driven.options.iter().chain(case.options).map(|word| (*word).to_owned()).collect();
    let runok = Path::new(env!("CARGO_BIN_EXE_runok"));
    let mut hook = case.hook;
    if let (Hook::Missing, Some(missing)) = (hook, &driven.missing) {
        let path = at("registered").join(missing.path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, missing.text).unwrap();
        options.extend([missing.option.to_owned(), at("registered").to_str().unwrap().to_owned()]);
        hook = Hook::Silent;
    }
    if let Some(text) = hook.text(runok, directory.path()) {
        harness::program(&at("runok"), &text);
    }
    let hook = format!("{} hook {}", at("runok").display(), driven.agent);
    harness.run(&Call { agent: driven.agent, hook, command: case.command, options })
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
fn complaint(case: &Case, seen: &Seen) -> Option<String> {
    if !seen.hooked() {
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

fn gate(agent: &str) -> &'static Event {
    Agent::named(agent).and_then(Agent::gate).unwrap()
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
        let expected = if outcome == "ran" { Without::Runs } else { Without::Blocked };
        if without != expected {
            wrong.push(format!("{name}: {without:?} in the table, but it {outcome}"));
        }
    }
    for case in CASES.iter().filter(|case| case.must != Must::Either && case.name != "control") {
        let ran = block.outcome(case.name) == Some("ran");
        if block.outcome(case.name).is_some() && ran != (case.must == Must::Run) {
            wrong.push(format!("{} {}", case.name, if ran { "ran" } else { "did not run" }));
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
    assert!(with("panic             blocked", "panic             ran").contains("panic ran"));
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
