//! Shells against what is found: a bash, dash and zsh that log every command and every file that they would open, and run
//! nothing, are given random lines and corpora; everything that they log must be among what was found, in its place.
//!
//! `oracle/build.sh` builds that bash from Debian's source package; of dash and zsh, which are the system's, only programs and
//! files are logged. Programs, files, `test` and `cd` answer as a seed says, so that both sides of conditions run.
//! `RUNOK_ORACLE_CASES` asks for more lines, `RUNOK_ORACLE_SEED` for others.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test fails by panicking, in its helpers too"
)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "the oracle is a process")]
#![allow(clippy::print_stdout, reason = "the test says how much it compared")]

#[path = "oracle/compare.rs"]
mod compare;
#[path = "oracle/corpus.rs"]
mod corpus;
#[path = "oracle/drive.rs"]
mod drive;
#[path = "support/generate.rs"]
mod generate;
#[path = "oracle/lines.rs"]
mod lines;
#[path = "support/matching.rs"]
mod matching;
#[path = "support/memory.rs"]
mod memory;
#[path = "oracle/mixtures.rs"]
mod mixtures;
#[path = "oracle/server.rs"]
mod server;
#[path = "oracle/shrink.rs"]
mod shrink;
mod reader {
    #[allow(dead_code, reason = "only the lines are wanted")]
    pub(crate) mod generate;
}

use compare::{Reads, Tally, as_bash, as_sh, as_zsh};
use drive::{check, conclude, number, random};
use generate::Random;
use server::{Scratch, Shell, build};

/// How many lines of each kind a normal run makes.
const CASES: usize = 1_200;

/// The bash that was built for this.
fn bash(name: &str) -> Option<Shell> {
    let program = build("bash")?.to_str().unwrap().to_owned();
    let program = vec![program, "-c".to_owned(), "exit 77".to_owned()];
    Some(Shell { program, preload: None, scratch: Scratch::new(name) })
}

/// A shell of the system.
fn installed(program: &str, options: &[&str]) -> Option<Shell> {
    if !std::path::Path::new(program).exists() {
        println!("skipped: {program} is not installed");
        assert!(std::env::var_os("CI").is_none(), "{program} is not installed");
        return None;
    }
    let words = [&[program], options, &["-c", "exit 77"]].concat();
    let name = program.rsplit('/').next().unwrap();
    let preload = Some(build("preload")?);
    Some(Shell { program: words.into_iter().map(str::to_owned).collect(), preload, scratch: Scratch::new(name) })
}

#[test]
fn what_bash_runs_of_random_lines_is_found() {
    let Some(shell) = bash("random") else { return };
    let cases = number("RUNOK_ORACLE_CASES", CASES);
    let mut random = random(1);
    let lines: Vec<String> = (0..cases).map(|_| lines::line(&mut random)).collect();
    let mut tally = Tally::default();
    let reports = check(&lines, (&shell, as_bash), &mut tally);
    conclude("random", tally, reports);
    assert!(tally.commands > cases && tally.files * 20 > cases, "{tally:?}");
}

#[test]
fn what_bash_runs_of_the_lines_of_other_tests_is_found() {
    let Some(shell) = bash("others") else { return };
    let cases = number("RUNOK_ORACLE_CASES", CASES);
    let seed = number("RUNOK_ORACLE_SEED", 1) as u64;
    let mut lines = generate::lines(seed + 50, cases / 2);
    let mut maker = reader::generate::Lines::new(seed + 60);
    lines.extend((0..cases / 2).map(|case| maker.line(case % 4 == 1)));
    let mut tally = Tally::default();
    let reports = check(&lines, (&shell, as_bash), &mut tally);
    conclude("others", tally, reports);
    assert!(tally.commands > cases && tally.files * 20 > cases, "{tally:?}");
}

#[test]
fn what_bash_runs_of_real_lines_is_found() {
    let Some(shell) = bash("real") else { return };
    let mut random = random(2);
    let corpus = corpus::lines();
    assert!(corpus.len() > 500, "{} lines", corpus.len());
    let cases = number("RUNOK_ORACLE_CASES", CASES);
    let mut pick = || corpus[random.below(corpus.len())].clone();
    let pairs: Vec<(String, String)> = (0..cases).map(|_| (pick(), pick())).collect();
    let mixed: Vec<String> = pairs
        .iter()
        .map(|(first, second)| mixtures::mixed(first, second, &mut Random::new(first.len() as u64)))
        .collect();
    let all: Vec<String> = pairs.into_iter().map(|(first, _)| first).chain(mixed).collect();
    let mut tally = Tally::default();
    let reports = check(&all, (&shell, as_bash), &mut tally);
    conclude("real", tally, reports);
    assert!(tally.commands > all.len() / 2 && tally.files * 20 > all.len(), "{tally:?}");
}

/// Random lines and real ones, for a shell that is not bash.
fn others(name: &str, shell: &Shell, reads: Reads) {
    let cases = number("RUNOK_ORACLE_CASES", CASES);
    let mut random = random(3);
    let corpus = corpus::lines();
    let mut lines: Vec<String> = (0..cases / 2).map(|_| lines::line(&mut random)).collect();
    lines.extend((0..cases / 2).map(|_| mixtures::plain(&mut random)));
    lines.extend((0..cases).map(|_| corpus[random.below(corpus.len())].clone()));
    let mut tally = Tally::default();
    let reports = check(&lines, (shell, reads), &mut tally);
    conclude(name, tally, reports);
    assert!(tally.commands > cases / 2 && tally.files * 50 > cases, "{tally:?}");
}

#[test]
fn what_dash_runs_is_found_where_a_line_is_for_sh() {
    let Some(shell) = installed("/bin/dash", &[]) else { return };
    others("dash", &shell, as_sh);
}

#[test]
fn what_bash_runs_is_found_where_a_line_is_for_sh() {
    let Some(shell) = bash("sh") else { return };
    others("sh", &shell, as_sh);
}

#[test]
fn what_zsh_runs_is_found_where_a_line_is_for_zsh() {
    let Some(shell) = installed("/usr/bin/zsh", &["-f"]) else { return };
    others("zsh", &shell, as_zsh);
}
