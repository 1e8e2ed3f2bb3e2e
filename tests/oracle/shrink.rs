//! Smaller lines that still show what a longer one showed.

use crate::server::Job;

/// How often a line is made smaller.
const ROUNDS: usize = 40;

/// The pieces of a line that may be left out: words, blanks, and single signs.
fn pieces(line: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let length = if first.is_alphanumeric() {
            rest.find(|char: char| !char.is_alphanumeric()).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (piece, after) = rest.split_at(length);
        pieces.push(piece);
        rest = after;
    }
    pieces
}

/// The lines that come of leaving out a few neighbouring pieces, shortest first.
fn smaller(line: &str) -> Vec<String> {
    let pieces = pieces(line);
    let mut lines = Vec::new();
    let mut width = pieces.len() / 2;
    while width > 0 {
        let step = (width / 2).max(1);
        for at in (0..=pieces.len() - width).step_by(step) {
            let kept = pieces[..at].iter().chain(&pieces[at + width..]).copied();
            lines.push(kept.collect::<String>());
        }
        width /= 2;
    }
    lines
}

/// The smallest job that is found and for which `fails` says yes (of many at once).
pub(crate) fn shrink(job: &Job, fails: impl Fn(&[Job]) -> Vec<bool>) -> Job {
    let mut job = job.clone();
    for _ in 0..ROUNDS {
        let mut jobs: Vec<Job> = smaller(&job.line).into_iter().map(|line| Job { line, ..job.clone() }).collect();
        let fewer = (0..job.variables.len()).map(|at| {
            let mut fewer = job.clone();
            fewer.variables.remove(at);
            fewer
        });
        jobs.extend(fewer);
        let failing = fails(&jobs);
        let size = |job: &Job| (job.line.len(), job.variables.len());
        let found = jobs.into_iter().zip(failing).filter(|(_, fails)| *fails).map(|(job, _)| job).min_by_key(size);
        match found {
            Some(found) if size(&found) < size(&job) => job = found,
            _ => return job,
        }
    }
    job
}
