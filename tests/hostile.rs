//! Malformed and hostile input: an answer or a clear error in time, never `allow`, never a crash.
//!
//! The rows of the corpus beside the project are judged where they are present; the rows here are the project's own.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests start programs, write files, and stop where they cannot go on"
)]

mod common;

use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use common::{corpus, decisions, has_program, json_lines, runok};

/// The default action allows, so that nothing but understanding keeps a command from being allowed.
const LOOSE: &str = "defaults:\n  action: allow\nrules:\n  - deny: 'rm *'\n";

/// One test at a time: they are held to times, and this machine may have few processors.
static ALONE: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How long one run of a build without optimisation may take.
const TIME: Duration = Duration::from_secs(10);

fn judged(stdin: impl Into<Vec<u8>>) -> common::Run {
    let run = runok(["check", "-c", "p.yml", "--output-format", "json"]).file("p.yml", LOOSE);
    run.stdin(stdin).stdout_is(|_| true)
}

/// Judges standard input by the loose policy; the answers must be valid JSON and none of them `allow`.
#[track_caller]
fn never_allowed(stdin: impl Into<Vec<u8>>, status: i32) -> Vec<String> {
    let start = Instant::now();
    let answers = judged(stdin).status(status).check();
    assert!(start.elapsed() < TIME, "it took {:?}", start.elapsed());
    let decisions = decisions(&answers);
    assert!(
        !decisions.is_empty() && decisions.iter().all(|decision| decision != "allow"),
        "{}",
        common::beginning(&answers)
    );
    decisions
}

#[test]
fn the_corpus_is_clean() {
    let _alone = alone();
    let (Some(script), Some(cases), Some(policies)) =
        (corpus("hostile.py"), corpus("hostile.ndjson"), corpus("policies"))
    else {
        return;
    };
    if !has_program("python3") {
        return;
    }
    let output = Command::new("python3")
        .arg(script)
        .args(["--bin", env!("CARGO_BIN_EXE_runok"), "--cases"])
        .arg(cases)
        .arg("--policies")
        .arg(policies)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn the_loose_policy_is_loose() {
    let _alone = alone();
    let run = runok(["check", "-c", "p.yml", "--", "true"]).file("p.yml", LOOSE);
    run.stdout("allow\n").check();
}

#[test]
fn requests_that_say_two_things_are_refused() {
    let _alone = alone();
    for request in [
        r#"{"command":"true","command":"rm x"}"#,
        r#"{"command":"rm x","command":"true"}"#,
        r#"{"command":"true","\u0063ommand":"rm x"}"#,
        r#"{"command":"true","cwd":"/","cwd":"/tmp"}"#,
        r#"{"command":"true","env":{"A":"1","A":"2"}}"#,
        r#"{"command":"true","tool_name":"Bash","tool_input":{"command":"rm x"}}"#,
        r#"{"tool_name":"Bash","tool_input":{"command":"true","command":"rm x"}}"#,
    ] {
        assert_eq!(never_allowed(request, 4), ["ask"], "{request}");
    }
}

#[test]
fn text_that_no_shell_could_be_given_is_refused() {
    let _alone = alone();
    never_allowed(b"true\0; rm x".to_vec(), 4);
    never_allowed(b"true \xff\xfe".to_vec(), 4);
    never_allowed(b"\xed\xa0\x80true".to_vec(), 4);
    never_allowed(r#"{"command":"true\u0000"}"#, 4);
    never_allowed(r#"{"command":"true \udc00\ud800"}"#, 4);
    never_allowed(b"{\"command\":\"true \xff\"}".to_vec(), 4);
    never_allowed(r#"{"command":"true","cwd":"/tmp/\u0000/.."}"#, 4);
    never_allowed("\u{feff}{\"command\":\"rm x\"}", 4);
}

#[test]
fn words_that_are_no_text_are_refused() {
    let _alone = alone();
    use std::os::unix::ffi::OsStringExt;
    let word = std::ffi::OsString::from_vec(vec![b'a', 0xff]);
    let arguments: Vec<std::ffi::OsString> = vec!["check".into(), "--".into(), "true".into(), word];
    runok(arguments).stdout_is(|text| text.starts_with("ask: ")).status(4).check();
}

#[test]
fn a_megabyte_on_one_line_is_judged_in_time() {
    let _alone = alone();
    let million = 1_000_000;
    never_allowed(format!("true {}; rm x", " ".repeat(million)), 3);
    never_allowed(format!("true {}; rm x", "a".repeat(million)), 3);
    never_allowed(format!("rm x; {}", "true; ".repeat(million / 6)), 3);
    // more commands than are read
    never_allowed(format!("{}rm x", "true; ".repeat(million / 6)), 4);
    never_allowed(format!("{}rm x", "A=1 ".repeat(million / 20)), 3);
    never_allowed("\"".repeat(million + 1), 4);
    never_allowed("a".repeat(20 * million), 4);
}

/// A condition is told of every operand, and of every file that an effect names: most are both.
#[test]
fn a_hundred_thousand_operands_are_held_against_a_condition_in_time() {
    let _alone = alone();
    let operands: String = (0..100_000).map(|number| format!(" src/file{number}")).collect();
    let policy = "rules: [{deny: 'rm *', when: 'args.exists(a, a == \"/etc\")'}]";
    let start = Instant::now();
    let run = runok(["check", "-c", "p.yml"]).file("p.yml", policy).stdin(format!("rm{operands} /etc"));
    run.stdout_is(|text| text.starts_with("deny")).status(3).check();
    assert!(start.elapsed() < TIME, "it took {:?}", start.elapsed());
}

/// Each word may be an option that takes all that follow it.
#[test]
fn a_hundred_thousand_possible_options_are_judged_in_time() {
    let _alone = alone();
    let many = 100_000;
    never_allowed(format!("find \"$X\" {}; rm x", "-exec ".repeat(many)), 3);
    never_allowed(format!("find \"$X\" {} \\;; rm x", "-exec a ".repeat(many)), 4);
    never_allowed(format!("cp \"$X\" {}; rm x", "-t a b ".repeat(many)), 3);
}

/// Each is held against the rules for everything that it may be: once.
#[test]
fn thousands_of_commands_that_are_not_known_are_judged_in_time() {
    let _alone = alone();
    let start = Instant::now();
    let run = runok(["check", "-c", "p.yml"]).file("p.yml", "extends: [builtin:default, builtin:dev]\n");
    run.stdin("git \"$a\"; ".repeat(6000)).stdout_is(|text| text.starts_with("ask")).status(4).check();
    assert!(start.elapsed() < TIME, "it took {:?}", start.elapsed());
}

/// A name that is not known may be that of any wrapper, and then each of the hundreds of commands that it may start is given
/// the same word of thousands of letters.
#[test]
fn a_cluster_of_letters_that_many_commands_may_get_is_read_in_time() {
    let _alone = alone();
    let policy = "rules: [{deny: 'rm *'}, {ask: 'git push *'}]\ndefinitions: {wrappers: ['within <opts> <cmd>']}\n";
    let line = format!("ru${{x@P}}n{{1..9}} sh -c@'{}'", "*".repeat(10_000));
    for command in ["check", "explain"] {
        let start = Instant::now();
        let run = runok([command, "-c", "p.yml"]).file("p.yml", policy).stdin(line.as_str());
        run.stdout_is(|text| text.starts_with("ask")).status(4).check();
        assert!(start.elapsed() < TIME, "{command} took {:?}", start.elapsed());
    }
}

#[test]
fn nesting_a_hundred_thousand_deep_is_judged_in_time() {
    let _alone = alone();
    for (unit, closing) in [
        ("(", ")"),
        ("{ ", "; }"),
        ("$(", ")"),
        ("`", "`"),
        ("\"$(", ")\""),
        ("<(", ")"),
        ("${a:-", "}"),
        ("$((", "))"),
        ("if true; then ", "; fi"),
        ("while true; do ", "; done"),
        ("for i in 1; do ", "; done"),
        ("case a in a) ", ";; esac"),
        ("f() { ", "; }"),
        ("! ", ""),
        ("time ", ""),
        ("[[ ( ", " ) ]]"),
        ("eval ", ""),
        ("sudo ", ""),
    ] {
        for closings in [0, 100_000] {
            let text = format!("{}rm x{}", unit.repeat(100_000), closing.repeat(closings));
            let answers = judged(text).any_status().check();
            assert!(!decisions(&answers).contains(&"allow".to_owned()), "{unit}: {}", common::beginning(&answers));
        }
    }
    never_allowed("{\"a\":".repeat(100_000), 4);
}

/// A policy that cannot be used: the answer is `ask`, the exit code 2, in time.
#[track_caller]
fn unusable(run: common::Run) -> String {
    let start = Instant::now();
    let answers = run.stdout_is(|_| true).status(2).check();
    assert!(start.elapsed() < TIME, "it took {:?}", start.elapsed());
    assert_eq!(decisions(&answers), ["ask"]);
    answers
}

fn with_policy(path: &str) -> common::Run {
    runok(["check", "-c", path, "--output-format", "json", "--", "true"])
}

#[test]
fn a_policy_of_fifty_megabytes_is_refused() {
    let _alone = alone();
    let rule = "  - allow: 'true'\n";
    let policy = format!("rules:\n{}", rule.repeat(50 * 1024 * 1024 / rule.len()));
    unusable(with_policy("p.yml").file("p.yml", policy));
}

#[test]
fn a_policy_that_is_no_file_is_refused_without_waiting() {
    let _alone = alone();
    unusable(with_policy("p.yml").prepare(|project| std::fs::create_dir(project.join("p.yml")).unwrap()));
    unusable(with_policy("/dev/zero"));
    unusable(with_policy("p.yml").prepare(|project| {
        let status = Command::new("mkfifo").arg(project.join("p.yml")).status().unwrap();
        assert!(status.success());
    }));
    unusable(
        with_policy("p.yml").prepare(|project| std::os::unix::fs::symlink("p.yml", project.join("p.yml")).unwrap()),
    );
}

#[test]
fn a_project_file_that_is_no_file_is_not_waited_for() {
    let _alone = alone();
    let run = runok(["check", "--output-format", "json", "--", "true"]).prepare(|project| {
        let status = Command::new("mkfifo").arg(project.join("runok.yml")).status().unwrap();
        assert!(status.success());
    });
    unusable(run);
}

#[test]
fn a_loop_in_extends_is_told() {
    let _alone = alone();
    let answers = unusable(
        with_policy("a.yml")
            .file("a.yml", "extends: ['./b.yml']\nrules:\n  - allow: 'true'\n")
            .file("b.yml", "extends: ['./a.yml']\n"),
    );
    let problems = json_lines(&answers)[0]["problems"].to_string();
    assert!(problems.contains("a.yml") && problems.contains("b.yml"), "{problems}");
    unusable(with_policy("a.yml").file("a.yml", "extends: ['./a.yml']\nrules:\n  - allow: 'true'\n"));
}

#[test]
fn policies_that_are_no_policies_are_refused() {
    let _alone = alone();
    let bomb: String = (1..=30).map(|level| format!("k{level}: &k{level} [*k{0},*k{0}]\n", level - 1)).collect();
    for policy in [
        "- allow: 'true'\n".to_owned(),
        "rules: [\n".to_owned(),
        "rules: {}\n".to_owned(),
        "defaults: {action: perhaps}\n".to_owned(),
        "rulez:\n  - allow: 'true'\n".to_owned(),
        "rules:\n  - allow: 'true'\nrules:\n  - deny: 'x'\n".to_owned(),
        "rules:\n  - allow: 'true'\n    deny: 'true'\n".to_owned(),
        "rules:\n  - allow: 'true\n".to_owned(),
        "rules:\n  - allow: 'true'\n--- \nrules: []\n".to_owned(),
        format!("k0: &k0 [x,x]\n{bomb}rules:\n  - allow: 'true'\n"),
        format!("rules: {}", "[".repeat(100_000)),
        format!("rules:\n  - allow: {}true\n", "- ".repeat(50_000)),
    ] {
        let shown: String = policy.chars().take(80).collect();
        eprintln!("{shown}");
        unusable(with_policy("p.yml").file("p.yml", &policy));
    }
    unusable(with_policy("p.yml").file("p.yml", b"rules:\n  - allow: 'true\xff'\n"));
}

#[test]
fn an_environment_of_any_size_is_no_trouble() {
    let _alone = alone();
    let run = runok(["check", "-c", "p.yml", "--", "rm x"]).file("p.yml", LOOSE);
    run.variable("BIG", &"x".repeat(100_000))
        .variable("LC_ALL", "tlh")
        .stdout_is(|text| text.starts_with("deny: "))
        .status(3)
        .check();
}
