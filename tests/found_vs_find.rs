//! What find finds, against find itself: every path that it hands to an action must be one that a word here stands for.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::string_slice,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "the test runs find")]

use std::process::Command;

use runok::command::options::Tables;
use runok::command::word::Word;
use runok::command::wrapper::{Start, Started, starts};

#[path = "support/matching.rs"]
mod matching;
use matching::covers;

/// How many expressions are compared.
const CASES: u32 = 1_500;

const FILES: [&str; 9] =
    ["a.rs", ".b.rs", "x", "src/a.rs", "src/src", "src/.git/x.rs", "src/deep/er/x.c", "src/deep/a b.rs", "other/.x"];

const ROOTS: [&str; 9] = [".", "src", "./src/", "src/../src", "src//deep", "other", "..", "src/.", "a.rs"];

const TESTS: [&str; 14] = [
    "-name *.rs",
    "-name a.rs",
    "-name x*",
    "-name .*",
    "-name src",
    "-name [ax]*",
    "-name a?rs",
    "-name *",
    "-type f",
    "-type d",
    "-iname *.RS",
    "-path */deep/*",
    "-maxdepth 3",
    "-true",
];

/// A small generator of numbers, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound
    }

    fn pick<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }
}

/// A random expression: tests joined by nothing, `-o`, `!` and parentheses.
fn expression(numbers: &mut Numbers, depth: usize, words: &mut Vec<String>) {
    for index in 0..=numbers.below(3) {
        match numbers.below(8) {
            0 if index > 0 => words.push("-o".to_owned()),
            1 => words.push(numbers.pick(&["!", "-not"]).to_owned()),
            _ => {}
        }
        if depth < 2 && numbers.below(5) == 0 {
            words.push("(".to_owned());
            expression(numbers, depth + 1, words);
            words.push(")".to_owned());
        } else {
            words.extend(numbers.pick(&TESTS).split(' ').map(str::to_owned));
        }
    }
}

/// Every word list that the command is said to start.
fn said(line: &[String]) -> Vec<Vec<Word>> {
    let words: Vec<Word> = line.iter().map(|text| Word::literal(text.as_str(), Default::default())).collect();
    let words_of = |start: Start| match start.what {
        Started::Words(words) => words,
        Started::Text { .. } | Started::Input { .. } | Started::File(_) => panic!("find starts words"),
    };
    starts(&words, &Tables::default()).into_iter().map(words_of).collect()
}

#[test]
fn every_path_that_find_finds_is_one_that_was_said() {
    let tree = tempfile::tempdir().expect("a directory");
    for file in FILES {
        let path = tree.path().join("here").join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "").unwrap();
    }
    std::os::unix::fs::symlink("/etc", tree.path().join("here/src/etc.rs")).unwrap();
    let mut numbers = Numbers(7);
    let (mut compared, mut named) = (0, 0);
    for case in 0..CASES {
        let action = numbers.pick(&["-exec", "-exec", "-execdir"]);
        let mut line = vec!["find".to_owned()];
        (0..1 + numbers.below(2)).for_each(|_| line.push(numbers.pick(&ROOTS).to_owned()));
        expression(&mut numbers, 0, &mut line);
        line.extend([action, "echo", "found", "{}"].map(str::to_owned));
        line.push(if case % 4 == 0 { "+" } else { ";" }.to_owned());
        let said = said(&line);
        named += u32::from(said.iter().flatten().any(|word| word.display().contains("{}/")));
        let output = Command::new("find")
            .args(&line[1..])
            .current_dir(tree.path().join("here"))
            .env("LC_ALL", "C")
            .output()
            .expect("find runs");
        for found in String::from_utf8(output.stdout).unwrap().lines() {
            // of `+` echo shows all paths in one line, each of them found by one of the names; one of them holds a space
            let paths = found.strip_prefix("found ").unwrap().replace("a b.rs", "a\u{1}b.rs");
            for path in paths.split(' ').map(|path| path.replace('\u{1}', " ")) {
                let argv = ["echo".to_owned(), "found".to_owned(), path];
                assert!(said.iter().any(|words| covers(words, &argv)), "{line:?} runs {argv:?}\n{said:#?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 2_000 && named > 200, "only {compared} commands were compared, {named} by name");
}
