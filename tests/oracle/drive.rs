//! Lines through a shell of the oracle: run, compared, and made small where they show something.

use std::fmt::Write as _;

use crate::compare::{Miss, Reads, Tally, compare, facts, is_understood, shown};
use crate::generate::Random;
use crate::memory::Memory;
use crate::server::{Job, Run, Shell};
use crate::{mixtures, shrink};

/// How often each line is run.
const SEEDS: u64 = 3;

/// How many lines go to the oracle at once.
const BATCH: usize = 500;

/// A number of the environment.
pub(crate) fn number(name: &str, otherwise: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// The jobs of one line.
fn jobs(line: &str, random: &mut Random) -> Vec<Job> {
    let job = |seed: u64, random: &mut Random| Job {
        seed: if seed < 2 { seed } else { 2 + random.below(1 << 30) as u64 },
        variables: if seed == 0 { Vec::new() } else { mixtures::variables(line, random) },
        line: line.to_owned(),
    };
    (0..SEEDS).map(|seed| job(seed, random)).collect()
}

/// Runs lines and compares; says what was missed, made small.
pub(crate) fn check(lines: &[String], (shell, reads): (&Shell, Reads), tally: &mut Tally) -> Vec<String> {
    let facts = facts(&shell.scratch.0);
    let mut random = Random::new(number("RUNOK_ORACLE_SEED", 1) as u64 + 77);
    let mut reports = Vec::new();
    let understood: Vec<&String> = lines.iter().filter(|line| is_understood(line, &facts, reads)).collect();
    tally.lines += lines.len();
    tally.doubted += lines.len() - understood.len();
    for batch in understood.chunks(BATCH) {
        let jobs: Vec<Vec<Job>> = batch.iter().map(|line| jobs(line, &mut random)).collect();
        let runs = shell.run(&jobs.concat());
        for ((line, jobs), runs) in batch.iter().zip(&jobs).zip(runs.chunks(usize::try_from(SEEDS).unwrap())) {
            if compare(line, runs, &facts, reads, tally).is_empty() {
                continue;
            }
            // one run that shows it
            let shows = |(job, run)| {
                let run: &Run = run;
                let misses = compare(line, std::slice::from_ref(run), &facts, reads, &mut Tally::default());
                misses.into_iter().next().map(|miss| (job, miss))
            };
            let shown = jobs.iter().zip(runs).find_map(shows);
            reports.extend(shown.map(|(job, miss)| report(job, &miss, (shell, reads), &facts)));
        }
    }
    reports
}

/// What a miss looks like, with the smallest line that shows one of its kind.
fn report(job: &Job, miss: &Miss, (shell, reads): (&Shell, Reads), facts: &Memory) -> String {
    let misses = |jobs: &[Job]| -> Vec<Option<Miss>> {
        let runs = shell.run(jobs);
        let miss = |(job, run): (&Job, &Run)| {
            let misses = compare(&job.line, std::slice::from_ref(run), facts, reads, &mut Tally::default());
            misses.into_iter().find(|other| other.what == miss.what && other.record.kind == miss.record.kind)
        };
        jobs.iter().zip(&runs).map(miss).collect()
    };
    let small = shrink::shrink(job, |jobs| misses(jobs).iter().map(Option::is_some).collect());
    let mut text = String::new();
    let last = misses(std::slice::from_ref(&small)).remove(0).unwrap_or_else(|| miss.clone());
    let _ = write!(
        text,
        "line: {}\n    (of {:?}, seed {}, variables {:?})\n    not found: {} of {:?}\n    found:\n        {}",
        small.line,
        job.line,
        small.seed,
        small.variables,
        last.what,
        last.record,
        shown(&small.line, facts, reads)
    );
    text
}

/// Fails with the shortest of the reports.
pub(crate) fn conclude(name: &str, tally: Tally, mut reports: Vec<String>) {
    println!("{name}: {tally:?}");
    reports.sort_by_key(String::len);
    let count = reports.len();
    if let Ok(path) = std::env::var("RUNOK_ORACLE_REPORT") {
        std::fs::write(format!("{path}.{name}"), reports.join("\n\n")).unwrap();
    }
    reports.truncate(12);
    assert!(reports.is_empty(), "{name}: {count} lines ran what was not found, the shortest:\n{}", reports.join("\n"));
}

pub(crate) fn random(salt: u64) -> Random {
    Random::new(number("RUNOK_ORACLE_SEED", 1) as u64 * 1_000 + salt)
}
