//! The reader against `bash -n` over a large corpus: the shell scripts of the installed packages, whole and line by line, the
//! lines of other tests, and all of these with small damage; and against dash and zsh, in their dialects.
//!
//! What the reader accepts and the shell rejects is a fault, wherever it is found: the shell would run the lines before it,
//! and nothing is known of what the reader made of the rest. What the shell accepts and the reader does not is counted by its
//! reason; `refused.txt` says how many of a thousand texts may be refused for each, so that growth fails.
//!
//! `RUNOK_READER_CASES` asks for more damaged lines, `RUNOK_READER_SEED` for others. `RUNOK_READER_REPORT` names a file that
//! gets every text that bash accepts and the reader refuses.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test fails by panicking, in its helpers too"
)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "the test asks bash, and reads files")]
#![allow(clippy::print_stdout, reason = "the test says how much it compared")]

#[path = "oracle/corpus.rs"]
mod corpus;
mod reader {
    pub(crate) mod damage;
    #[allow(dead_code, reason = "only the lines are wanted")]
    pub(crate) mod generate;
    pub(crate) mod scripts;
    pub(crate) mod syntax;
}

use std::collections::BTreeMap;
use std::io::Write as _;

use reader::generate::{Lines, Random};
use reader::{damage, scripts, syntax};
use runok::shell::{Dialect, parse};

/// How many damaged lines a normal run makes, and how many lines of tokens in any order.
const CASES: usize = 8_000;

/// How many of a thousand texts of a corpus may be refused for a reason: rows of `SHARE REASON`.
const REFUSED: &str = include_str!("reader/refused.txt");

fn number(name: &str, otherwise: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

fn random(salt: u64) -> Random {
    Random::new(number("RUNOK_READER_SEED", 1) as u64 * 100 + salt)
}

/// The shells that read a dialect: a text is accepted where one of them accepts it.
fn shells(dialect: Dialect) -> &'static [syntax::Shell] {
    match dialect {
        // patterns are read as `shopt -s extglob` has them, or as they are without it
        Dialect::Bash => &[syntax::BASH, syntax::BASH_WITH_PATTERNS],
        Dialect::Posix => &[syntax::DASH],
        _ => &[syntax::ZSH],
    }
}

/// Is a text read alike by the shells of a dialect, or does the reader leave it to the walker to doubt?
fn is_compared(dialect: Dialect, text: &str) -> bool {
    // to dash `time` is a program: the walker asks where that makes a difference
    dialect != Dialect::Posix || !text.contains("time")
}

/// The texts that no shell accepts, with what the last one says.
fn rejected<'t>(shells: &[syntax::Shell], texts: &[&'t str]) -> BTreeMap<&'t str, String> {
    let mut rejected: BTreeMap<&str, String> = texts.iter().map(|text| (*text, String::new())).collect();
    for shell in shells {
        let texts: Vec<&str> = rejected.into_keys().collect();
        let said = syntax::refusals(*shell, &texts);
        rejected = texts.iter().zip(said).filter_map(|(text, said)| Some((*text, said?))).collect();
    }
    rejected
}

/// What the corpus may be refused for: reasons, with how many of a thousand.
fn expected(name: &str) -> BTreeMap<String, usize> {
    let section = format!("[{name}]\n");
    let text = REFUSED.split_once(&section).unwrap().1;
    let rows = text.lines().take_while(|line| !line.starts_with('[')).filter_map(|line| line.trim().split_once(' '));
    rows.map(|(share, reason)| (reason.to_owned(), share.parse().unwrap())).collect()
}

/// Compares the reader with a shell; fails where it accepts what the shell rejects, or refuses more than is known.
fn compare(name: &str, dialect: Dialect, texts: &[String]) {
    let shells = shells(dialect);
    if !shells.iter().all(|shell| syntax::is_installed(*shell)) {
        return;
    }
    let texts: Vec<&str> = texts.iter().map(String::as_str).filter(|text| is_compared(dialect, text)).collect();
    let rejected = rejected(shells, &texts);
    let mut refused: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let mut wrong = Vec::new();
    let mut both = 0;
    for text in &texts {
        match (parse(text, dialect).mistake, rejected.get(text)) {
            (None, None) => both += 1,
            (None, Some(said)) => wrong.push(format!("{text:?}\n  the shell: {said}")),
            (Some(mistake), None) => refused.entry(mistake.what).or_default().push(text),
            (Some(_), Some(_)) => {}
        }
    }
    let count: usize = refused.values().map(Vec::len).sum();
    println!(
        "{name}: {} texts, {both} accepted by both, {count} accepted by the shell alone, {} by the reader alone",
        texts.len(),
        wrong.len()
    );
    report(&refused);
    assert!(wrong.is_empty(), "{} texts are accepted that the shell rejects:\n{}", wrong.len(), wrong.join("\n"));
    assert!(both * 20 > texts.len(), "only {both} of {} texts are accepted", texts.len());
    grown(name, &refused, texts.len());
}

/// Prints each reason with its shortest text, and writes all of them where that is asked for.
fn report(refused: &BTreeMap<String, Vec<&str>>) {
    for (reason, texts) in refused {
        let shortest: String = texts.iter().min_by_key(|text| text.len()).unwrap().chars().take(120).collect();
        println!("  {:5} {reason}: {shortest:?}", texts.len());
    }
    if let Some(path) = std::env::var_os("RUNOK_READER_REPORT") {
        let mut file = std::fs::OpenOptions::new().create(true).append(true).open(path).unwrap();
        for (reason, texts) in refused {
            texts.iter().for_each(|text| writeln!(file, "{reason}: {text:?}").unwrap());
        }
    }
}

/// Fails where more is refused than `refused.txt` says. There may be one more than the share: few texts are few.
fn grown(name: &str, refused: &BTreeMap<String, Vec<&str>>, texts: usize) {
    let expected = expected(name);
    let most = |reason: &str| expected.get(reason).map_or(0, |share| (share * texts).div_ceil(1000)) + 1;
    let mut found: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (reason, texts) in refused {
        let row = if expected.contains_key(reason) { reason } else { "*" };
        found.entry(row).or_default().extend(texts);
    }
    let grown: Vec<String> = found
        .iter()
        .filter(|(reason, texts)| texts.len() > most(reason))
        .map(|(reason, texts)| format!("{} of at most {}: {reason}: {texts:?}", texts.len(), most(reason)))
        .collect();
    assert!(grown.is_empty(), "tests/reader/refused.txt knows of less that the shell accepts:\n{}", grown.join("\n"));
}

/// Lines of the tables and of scripts with small damage.
fn damaged(salt: u64) -> Vec<String> {
    let (scripts, tables) = (scripts::lines(&scripts::scripts()), corpus::lines());
    let mut random = random(salt);
    let damaged = |case| {
        let from = if case % 2 == 0 { &tables } else { &scripts };
        damage::damaged(&from[random.below(from.len())], &mut random)
    };
    (0..number("RUNOK_READER_CASES", CASES)).map(damaged).collect()
}

/// Tokens in any order.
fn soup(salt: u64) -> Vec<String> {
    let mut lines = Lines::new(number("RUNOK_READER_SEED", 1) as u64 + salt);
    (0..number("RUNOK_READER_CASES", CASES)).map(|_| lines.soup()).collect()
}

#[test]
fn scripts_of_this_machine_are_read_as_bash_does() {
    let scripts = scripts::scripts();
    assert!(scripts.len() > 100, "only {} scripts", scripts.len());
    compare("scripts", Dialect::Bash, &scripts);
}

#[test]
fn lines_of_scripts_are_read_as_bash_does() {
    compare("lines", Dialect::Bash, &scripts::lines(&scripts::scripts()));
}

#[test]
fn lines_of_other_tests_are_read_as_bash_does() {
    compare("tables", Dialect::Bash, &corpus::lines());
}

#[test]
fn damaged_lines_are_read_as_bash_does() {
    compare("damaged", Dialect::Bash, &damaged(1));
}

#[test]
fn tokens_in_any_order_are_read_as_bash_does() {
    compare("tokens", Dialect::Bash, &soup(20));
}

#[test]
fn what_a_posix_sh_is_given_is_read_as_dash_does() {
    compare("dash: lines", Dialect::Posix, &scripts::lines(&scripts::scripts()));
    compare("dash: tables", Dialect::Posix, &corpus::lines());
    compare("dash: damaged", Dialect::Posix, &damaged(2));
    compare("dash: tokens", Dialect::Posix, &soup(40));
}

#[test]
fn what_zsh_is_given_is_read_as_zsh_does() {
    compare("zsh: lines", Dialect::Zsh, &scripts::lines(&scripts::scripts()));
    compare("zsh: tables", Dialect::Zsh, &corpus::lines());
    compare("zsh: damaged", Dialect::Zsh, &damaged(3));
    compare("zsh: tokens", Dialect::Zsh, &soup(60));
}
