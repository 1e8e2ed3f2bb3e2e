//! The doors of the built program agree: text, JSON, a batch, an argument vector, the hook of an agent.

use serde_json::{Value, json};

use super::case::Case;
use super::common::{decisions, runok};
use super::make_line::{about, line};
use super::make_policy::policy;
use super::mutated::mutated;
use super::random::{Random, account, cases, drawn, seed};

/// How many lines share a policy, and how many of them are also asked one by one, at each door.
const LINES: usize = 250;
const ALONE: usize = 6;

fn verdict_of(text: &str) -> String {
    text.split([':', '\n', ' ']).next().unwrap_or_default().to_owned()
}

fn text_door(policy: &str, words: &[&str]) -> String {
    let arguments = ["check", "-c", "p.yml", "--"].iter().chain(words);
    verdict_of(&runok(arguments).file("p.yml", policy).any_status().stdout_is(|_| true).check())
}

fn json_door(policy: &str, requests: &str) -> Vec<String> {
    let run = runok(["check", "-c", "p.yml", "--output-format", "json"]).file("p.yml", policy);
    decisions(&run.stdin(requests).any_status().stdout_is(|_| true).check())
}

/// What Claude Code is told, where it may run the line with this shell.
fn hook_door(policy: &str, line: &str, shell: &str) -> String {
    let run = runok(["hook", "claude-code", "--config", "p.yml"]).file("p.yml", policy).variable("SHELL", shell);
    let payload = json!({"hook_event_name": "PreToolUse", "tool_name": "Bash", "session_id": "s", "cwd": run.project(),
        "tool_input": {"command": line}});
    let answer = run.stdin(payload.to_string()).any_status().stdout_is(|_| true).stderr_is(|_| true).check();
    let answer: Value = serde_json::from_str(&answer).unwrap();
    answer["hookSpecificOutput"]["permissionDecision"].as_str().unwrap().to_owned()
}

fn request(line: &str) -> String {
    json!({ "command": line }).to_string()
}

/// The verdicts of all these lines, in one batch.
fn batch(policy: &str, lines: &[&String]) -> Vec<String> {
    let requests: String = lines.iter().map(|line| request(line) + "\n").collect();
    json_door(policy, &requests)
}

fn drawn_lines(random: &mut Random) -> Vec<String> {
    let drawn = (0..LINES).map(|_| {
        let source = line(random, 2).source();
        if random.one_in(4) { mutated(&source, random) } else { source }
    });
    // the text of no command is no question to these doors; each run has a home directory of its own, whose name says
    // something to `tar $HOME/x` (its letters are options)
    let is_own = |line: &str| ["HOME", "PWD", "~"].iter().any(|one| line.contains(one));
    drawn.filter(|line| !line.trim().is_empty() && !line.starts_with('{') && !is_own(line)).collect()
}

/// Each line has its verdict in a batch, in a batch of another order, and alone at each of the doors.
#[test]
fn all_doors_give_the_same_verdict() {
    let policies = cases(100).div_ceil(LINES as u64);
    account(policies * LINES as u64);
    for number in 0..policies {
        let seed = seed() + number;
        let mut random = Random::new(seed);
        let policy = policy(&mut random);
        about(&policy);
        let policy = policy.yaml();
        let lines = drawn_lines(&mut random);
        let in_batch = batch(&policy, &lines.iter().collect::<Vec<_>>());
        assert_eq!(in_batch.len(), lines.len(), "seed {seed}");
        let mut otherwise: Vec<usize> = (0..lines.len()).collect();
        for at in (1..otherwise.len()).rev() {
            otherwise.swap(at, random.below(at + 1));
        }
        let again = batch(&policy, &otherwise.iter().map(|at| &lines[*at]).collect::<Vec<_>>());
        for (at, verdict) in otherwise.iter().zip(again) {
            assert_eq!(verdict, in_batch[*at], "in another order: seed {seed}\n{policy}\n{:?}", lines[*at]);
        }
        for at in (0..ALONE).map(|_| random.below(lines.len())) {
            let (line, in_batch) = (&lines[at], &in_batch[at]);
            let shown = format!("seed {seed}\n{policy}\n{line:?}");
            assert_eq!(&batch(&policy, &[line]), std::slice::from_ref(in_batch), "alone and in a batch: {shown}");
            assert_eq!(&text_door(&policy, &[line]), in_batch, "text and JSON: {shown}");
            assert_eq!(&hook_door(&policy, line, "/bin/bash"), in_batch, "hook and JSON: {shown}");
            // zsh may read it otherwise, and then the stricter reading counts
            let strictness = |verdict: &str| ["allow", "ask", "deny"].iter().position(|known| *known == verdict);
            let with_zsh = hook_door(&policy, line, "/bin/zsh");
            assert!(strictness(&with_zsh) >= strictness(in_batch), "{with_zsh} where it may be zsh: {shown}");
        }
        lines_are_one_text(&policy, &lines, &mut random, seed);
        vectors_are_texts(&policy, &mut random, seed);
    }
}

/// Each door takes all lines of a text.
fn lines_are_one_text(policy: &str, lines: &[String], random: &mut Random, seed: u64) {
    for _ in 0..ALONE / 2 {
        let text = [(); 3].map(|()| lines[random.below(lines.len())].as_str()).join("\n");
        let in_batch = &batch(policy, &[&text])[0];
        let shown = format!("seed {seed}\n{policy}\n{text:?}");
        assert_eq!(&text_door(policy, &[&text]), in_batch, "text and JSON: {shown}");
        assert_eq!(&hook_door(policy, &text, "/bin/bash"), in_batch, "hook and JSON: {shown}");
    }
}

/// An argument vector is the text that quotes its words.
fn vectors_are_texts(policy: &str, random: &mut Random, seed: u64) {
    for _ in 0..ALONE / 2 {
        // a vector starts programs alone: its `export` is not the shell's
        let case = Case::program(random);
        let Some(command) = case.command() else { continue };
        let words: Vec<&str> = command.words.iter().filter_map(super::line::Word::known).collect();
        // one word is a text
        if words.len() < 2 {
            continue;
        }
        let (vector, text) = (text_door(policy, &words), text_door(policy, &[&command.source()]));
        assert_eq!(vector, text, "seed {seed}\n{policy}\n{words:?}");
    }
}

/// The library and the program agree, so what the other properties say of the one they say of the other.
#[test]
fn the_program_answers_as_the_library_does() {
    // each starts the program, to tie it to the library that the other properties are about
    account(cases(3));
    for number in 0..cases(3) {
        let case = drawn(seed() + number, Case::known);
        let source = case.line.source();
        let verdict = super::judge::Judge::of(&case.policy.yaml()).verdict(&source);
        let uses_paths = case.policy.rules.iter().any(super::make_policy::Rule::asks_files);
        if !uses_paths && !source.contains('*') {
            assert_eq!(text_door(&case.policy.yaml(), &[&source]), verdict.as_str(), "{case}");
        }
    }
}
