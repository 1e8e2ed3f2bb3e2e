//! What is in doubt is never allowed; no text makes the judge panic or wait.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use runok::shell::{Dialect, parse};
use runok::verdict::Verdict;

use super::case::Case;
use super::judge::{Judge, in_doubt};
use super::random::{Random, hold};

/// How long a short line may take in a build without optimisation, on a machine that does other things too.
const TIME: Duration = Duration::from_secs(2);

fn doubts_are_never_allowed(judge: &Judge, source: &str) -> Result<(), String> {
    let start = Instant::now();
    let judged = catch_unwind(AssertUnwindSafe(|| {
        let reading = judge.read(source);
        (judge.evaluate(&reading, source), in_doubt(&reading))
    }));
    let Ok((decision, doubted)) = judged else { return Err(format!("it panics: {source:?}")) };
    if start.elapsed() > TIME {
        return Err(format!("it takes {:?}: {source:?}", start.elapsed()));
    }
    let mistaken = parse(source, Dialect::Bash).mistake.is_some();
    if decision.verdict == Verdict::Allow && (doubted || mistaken) {
        return Err(format!("allowed in spite of doubts: {source:?}"));
    }
    Ok(())
}

#[test]
fn what_is_in_doubt_is_never_allowed() {
    hold(100, Case::any, |case| doubts_are_never_allowed(&Judge::of(&case.policy.yaml()), &case.line.source()));
}

const INSERTED: [&str; 40] = [
    "(", ")", "{", "}", "[", "]", "[[ ", " ]]", "((", "))", "$(", "`", "'", "\"", "$'", "\\", "\n", ";", ";;", "&",
    "|", "<", ">", "<<EOF\n", "<<-'E'\n", "<(", "${", "${x:", "$((", "!", "#", " do ", " done ", " fi ", "case ",
    " in ", "\r", "é", "\u{feff}", "=",
];

/// A text with bytes cut, doubled, moved, flipped, brackets put in.
pub(crate) fn mutated(source: &str, random: &mut Random) -> String {
    let mut text: Vec<char> = source.chars().collect();
    for _ in 0..=random.below(4) {
        let at = random.below(text.len() + 1);
        let end = (at + random.below(12)).min(text.len());
        match random.below(7) {
            0 => text.truncate(at),
            1 => drop(text.drain(at..end)),
            2 => {
                let copy: Vec<char> = text[at..end].to_vec();
                text.splice(at..at, copy);
            }
            3 if at < text.len() => {
                let flipped = (text[at] as u32 ^ (1 << random.below(7))).max(1);
                text[at] = char::from_u32(flipped).unwrap_or('?');
            }
            4 => drop(text.drain(..at)),
            _ => drop(text.splice(at..at, random.pick(&INSERTED).chars())),
        }
    }
    text.into_iter().collect()
}

#[test]
fn mutated_lines_are_judged_in_time_and_never_allowed_in_doubt() {
    hold(200, Case::any, |case| {
        let mut random = case.random();
        let judge = Judge::of(&case.policy.yaml());
        let source = case.line.source();
        (0..4).try_for_each(|_| doubts_are_never_allowed(&judge, &mutated(&source, &mut random)))
    });
}

#[test]
fn random_text_is_judged_in_time_and_never_allowed_in_doubt() {
    hold(100, Case::known, |case| {
        let mut random = case.random();
        let judge = Judge::of(&case.policy.yaml());
        let mut text = String::new();
        for _ in 0..random.below(60) {
            match random.below(4) {
                0 => text.push_str(random.pick(&INSERTED)),
                1 => {
                    text.push_str(random.pick(&["rm ", "x", " -f", "$x", "if ", "then ", "for x in", "f()", " ", "1"]))
                }
                _ => text.push(char::from(u8::try_from(1 + random.below(126)).unwrap())),
            }
        }
        doubts_are_never_allowed(&judge, &text)
    });
}
