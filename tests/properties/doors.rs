//! The doors of the built program agree: text, JSON, a batch, an argument vector.

use super::case::Case;
use super::common::{decisions, runok};
use super::make_line::line;
use super::make_policy::policy;
use super::mutated::mutated;
use super::random::{Random, cases, seed};

/// How many lines share a policy.
const LINES: usize = 12;

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

fn request(line: &str) -> String {
    serde_json::json!({ "command": line }).to_string()
}

#[test]
fn all_doors_give_the_same_verdict() {
    for number in 0..cases(1) {
        let seed = seed() + number;
        let mut random = Random::new(seed);
        let policy = policy(&mut random).yaml();
        let lines: Vec<String> = (0..LINES)
            .map(|_| {
                let source = line(&mut random, 2).source();
                if random.one_in(4) { mutated(&source, &mut random) } else { source }
            })
            // the text of no command is no question to these doors
            .filter(|line| !line.trim().is_empty() && !line.starts_with('{'))
            .collect();
        let batch: String = lines.iter().map(|line| request(line) + "\n").collect();
        let batch = json_door(&policy, &batch);
        assert_eq!(batch.len(), lines.len(), "seed {seed}");
        for (line, in_batch) in lines.iter().zip(&batch) {
            let shown = format!("seed {seed}\n{policy}\n{line:?}");
            assert_eq!(
                json_door(&policy, &request(line)),
                std::slice::from_ref(in_batch),
                "JSON alone and in a batch: {shown}"
            );
            assert_eq!(&text_door(&policy, &[line]), in_batch, "text and JSON: {shown}");
        }
        vectors_are_texts(&policy, &mut random, seed);
    }
}

/// An argument vector is the text that quotes its words.
fn vectors_are_texts(policy: &str, random: &mut Random, seed: u64) {
    for _ in 0..LINES / 3 {
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
    for number in 0..cases(3) {
        let case = Case::known(&mut Random::new(seed() + number));
        let source = case.line.source();
        let verdict = super::judge::Judge::of(&case.policy.yaml()).verdict(&source);
        let uses_paths = case.policy.rules.iter().any(super::make_policy::Rule::asks_files);
        if !uses_paths && !source.contains('*') {
            assert_eq!(text_door(&case.policy.yaml(), &[&source]), verdict.as_str(), "{case}");
        }
    }
}
