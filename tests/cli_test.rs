//! `runok test` as a program.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests start programs, write files, and stop where they cannot go on"
)]

mod common;

use std::time::{Duration, Instant};

use common::{Run, has_program, json_lines, runok};
use serde_json::Value;

const POLICY: &str = "\
rules:
  - allow: 'git status *'
    tests:
      - allow: git status
      - ask: git stash
  - deny: 'git push -f|--force *'
    message: Not rewritten.
    tests:
      - deny: git push -fu origin main
  - allow: 'never *'
tests:
  cases:
    - deny: git status && git push --force
";

/// A policy with one test that fails, on line 7.
const FAILING: &str = "\
rules:
  - allow: 'ls *'
    tests:
      - allow: ls -l
  - deny: 'rm -rf *'
    tests:
      - deny: rm -r \"$X\"; ls
";

fn test(arguments: &[&str], policy: &str) -> Run {
    runok(["test"].iter().chain(arguments)).file("p.yml", policy).stdout_is(|_| true)
}

fn json(run: Run) -> Value {
    let text = run.check();
    json_lines(&text).remove(0)
}

#[test]
fn tests_that_pass_are_counted_and_rules_that_none_touches_are_told() {
    for arguments in [&["p.yml"][..], &["-c", "p.yml"], &["--config=p.yml"]] {
        let run = test(arguments, POLICY);
        run.stdout("4 passed, 0 failed (p.yml)\nno test touches\n  p.yml:10: allow never *\n").check();
    }
    test(&["-q", "p.yml"], POLICY).stdout("4 passed, 0 failed (p.yml)\n").check();
}

#[test]
fn a_failure_is_explained() {
    let expected = "\
FAIL p.yml:7: rm -r \"$X\"; ls
  expected deny, got ask: it may match the deny rule `rm -rf *` (p.yml:5), because $X is not known
    command rm -r $X
      deny rm -rf * (p.yml:5): may, because $X is not known
      not known: $X
      ask: it may match the deny rule `rm -rf *` (p.yml:5), because $X is not known
    command ls
      allow ls * (p.yml:2): must
      allow: the rule `allow: ls *` (p.yml:2) matches
1 passed, 1 failed (p.yml)
";
    for arguments in [&["p.yml"][..], &["--quiet", "p.yml"]] {
        test(arguments, FAILING).stdout(expected).status(1).check();
    }
}

#[test]
fn a_failure_tells_which_effect_keeps_an_allow_rule_away() {
    let policy = "\
rules:
  - allow: 'sort * !<effect:writes>'
    tests:
      - allow: sort -o out.txt a
      - ask: sort -o other.txt a
";
    let expected = "\
FAIL p.yml:4: sort -o out.txt a
  expected allow, got ask: no rule matches it
    command sort -o out.txt a
      allow sort * !<effect:writes> (p.yml:2): never, because `-o out.txt` writes out.txt, which `!<effect:writes>` excludes
      ask: no rule matches it
1 passed, 1 failed (p.yml)
no test touches
  p.yml:2: allow sort * !<effect:writes>
";
    test(&["p.yml"], policy).stdout(expected).status(1).check();
}

#[test]
fn a_test_is_judged_as_check_would() {
    let commands =
        ["git push -f", "git push \"$X\"", "git status > out", "git st'atus' 2>&1", "if true; then git push -f; fi"];
    let cases: String =
        commands.iter().map(|command| format!("    - allow: {}\n", serde_json::json!(command))).collect();
    let policy = format!("{POLICY}{cases}");
    let report = json(test(&["--format", "json", "p.yml"], &policy).status(1));
    let tests = report["policies"][0]["tests"].as_array().unwrap();
    for command in commands {
        let check = runok(["check", "-c", "p.yml", "--output-format", "json", "--", command]).file("p.yml", &policy);
        let check = json(check.stdout_is(|_| true).any_status());
        let test = tests.iter().find(|test| test["command"] == *command).unwrap();
        assert_eq!(test["decision"], check["decision"], "{command}");
        if test["result"] == "failed" {
            assert_eq!(test["answer"], check, "{command}");
        }
    }
}

#[test]
fn every_exit_code() {
    test(&["p.yml"], POLICY).status(0).check();
    test(&["p.yml"], FAILING).status(1).check();
    test(&["p.yml"], "rulez: []").status(2).check();
    test(&["no-such.yml"], POLICY).stdout_is(|text| text.contains("no-such.yml:1:1: ")).status(2).check();
    test(&["builtin:nothing"], POLICY).stdout_is(|text| text.contains("no embedded policy")).status(2).check();
    test(&["-c", "p.yml", "p.yml"], POLICY).stderr_is(|text| text.contains("cannot be used")).status(2).check();
    test(&["--output-format", "tap"], POLICY).stderr_is(|text| text.contains("junit")).status(2).check();
    // the worst of several, and every one of them is tested
    let several =
        test(&["f.yml", "p.yml", "b.yml"], POLICY).file("f.yml", FAILING).file("b.yml", "rules: [{allow: '[x'}]");
    let text = several.status(2).check();
    assert!(text.starts_with("b.yml:1:"), "{text}");
    for line in ["1 passed, 1 failed (f.yml)", "4 passed, 0 failed (p.yml)", "5 passed, 1 failed (all together)"] {
        assert!(text.lines().any(|found| found == line), "{line} is missing in\n{text}");
    }
    assert!(text.contains("\nno test was run, because of 1 problem (b.yml)\n"), "{text}");
    test(&["f.yml", "p.yml"], POLICY).file("f.yml", FAILING).status(1).check();
}

#[test]
fn no_tests_is_said_and_is_no_failure() {
    for policy in ["", "rules:\n  - allow: 'ls'\n", "tests: {}\n"] {
        test(&["p.yml"], policy).stdout("there are no tests (p.yml)\n").check();
        assert_eq!(json(test(&["--output-format", "json", "p.yml"], policy))["passed"], 0);
    }
}

#[test]
fn all_problems_are_told_before_a_test_is_run() {
    let policy = "\
rules:
  - allow: 'ls *'
    when: 'args[0].matches(\"(\")'
    tests:
      - allow: ls
  - deny: 'rm *'
    when: 'args[0] =='
  - ask: 'x <type:T>'
    when: nothing == 1 && nosuch(args)
    tests:
      - perhaps: x
types:
  T: { regex: '(' }
  U: { int: { min: 2, max: 1 } }
tests:
  cases:
    - allow: a
      deny: b
";
    let text = test(&["p.yml"], policy).status(2).check();
    for told in [
        "p.yml:3:",
        "p.yml:7:",
        "`nothing` is not defined",
        "nosuch()",
        "p.yml:11:",
        "p.yml:13:",
        "p.yml:14:",
        "p.yml:17:",
    ] {
        assert!(text.contains(told), "{told} is missing in\n{text}");
    }
    assert!(text.ends_with("so no test was run (p.yml)\n") || text.contains("no test was run"), "{text}");
    assert!(!text.contains("FAIL") && !text.contains("passed"), "{text}");
    // and `runok policy` tells the same ones
    let policy_text = runok(["policy", "-c", "p.yml"]).file("p.yml", policy).stdout_is(|_| true).status(2).check();
    for line in text.lines().filter(|line| line.starts_with("p.yml:")) {
        assert!(policy_text.contains(line), "{line} is missing in\n{policy_text}");
    }
    let report = json(test(&["--output-format", "json", "p.yml"], policy).status(2));
    let broken = &report["policies"][0];
    assert!(
        broken["problems"].as_array().unwrap().len() >= 8 && broken["tests"] == Value::Array(Vec::new()),
        "{report}"
    );
}

#[test]
fn warnings_are_told_and_are_no_failure() {
    let policy = "rules:\n  - allow: 'cat <path:secrets>'\n  - allow: ls\n    tests:\n      - allow: ls\n";
    let text = test(&["p.yml"], policy).check();
    assert!(text.starts_with("warning: p.yml:2:") && text.contains("\n\n1 passed, 0 failed (p.yml)\n"), "{text}");
    test(&["-q", "p.yml"], policy).stdout("1 passed, 0 failed (p.yml)\n").check();
    assert!(json(test(&["--format=json", "p.yml"], policy))["policies"][0]["warnings"][0]["help"].is_string());
}

#[test]
fn json_tells_every_test() {
    let report = json(test(&["--output-format", "json", "p.yml"], FAILING).status(1));
    assert_eq!((&report["version"], &report["passed"], &report["failed"]), (&1.into(), &1.into(), &1.into()));
    let tests = &report["policies"][0]["tests"];
    assert_eq!((&tests[0]["result"], &tests[0]["line"]), (&"passed".into(), &4.into()));
    assert!(tests[0].get("answer").is_none());
    let failed = &tests[1];
    for (key, value) in [("file", "p.yml"), ("expected", "deny"), ("decision", "ask"), ("result", "failed")] {
        assert_eq!(failed[key], value);
    }
    assert_eq!(failed["answer"]["decision"], "ask");
    assert_eq!(failed["answer"]["commands"][0]["rules"][0]["match"], "may");
    let untouched = json(test(&["--output-format", "json", "p.yml"], POLICY));
    assert_eq!(
        untouched["policies"][0]["untouched"],
        serde_json::json!([{ "action": "allow", "pattern": "never *", "file": "p.yml", "line": 10 }])
    );
}

/// Reads JUnit XML as CI systems do; prints one line a case.
const READ_JUNIT: &str = "
import sys, xml.etree.ElementTree as tree
root = tree.fromstring(sys.stdin.buffer.read())
assert root.tag == 'testsuites', root.tag
for suite in root:
    cases = list(suite)
    assert int(suite.get('tests')) == len(cases)
    assert int(suite.get('failures')) == sum(case.find('failure') is not None for case in cases)
    assert int(suite.get('errors')) == sum(case.find('error') is not None for case in cases)
    for case in cases:
        bad = next(iter(case), None)
        said = 'ok' if bad is None else bad.tag + ' ' + bad.get('message') + ' ' + repr(bad.text)
        print(suite.get('name'), case.get('file'), case.get('line'), case.get('name'), said, sep='|')
";

/// What python's own reader finds in JUnit XML.
fn cases(xml: &str) -> Vec<String> {
    use std::io::Write;
    let mut python = std::process::Command::new("python3");
    python.args(["-c", READ_JUNIT]).stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut child = python.env("PYTHONIOENCODING", "utf-8").spawn().unwrap();
    child.stdin.take().unwrap().write_all(xml.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{xml}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn junit_is_read_by_others() {
    if !has_program("python3") {
        return;
    }
    let hostile = "rules:\n  - allow: 'ls *'\n    tests:\n      - deny: \"ls <a> & '\\\"]]>' \\e[31m \\u202e \\ufffe \\t\\n日本\"\n";
    let run = test(&["--format", "junit", "p.yml", "h.yml", "b.yml"], FAILING);
    let xml = run.file("h.yml", hostile).file("b.yml", "rulez: [<&\"]\n").status(2).check();
    let cases = cases(&xml);
    assert_eq!(cases[0], "p.yml|p.yml|4|allow: ls -l|ok");
    assert!(
        cases[1].starts_with("p.yml|p.yml|7|deny: rm -r \"$X\"; ls|failure expected deny, got ask: it may"),
        "{cases:?}"
    );
    assert!(cases[1].contains("\\n  deny rm -rf * (p.yml:5): may"), "{cases:?}");
    assert!(cases[2].starts_with("h.yml|h.yml|4|deny: ls <a> & '\"]]>' [31m    日本|failure "), "{cases:?}");
    assert!(cases[3].starts_with("b.yml|b.yml|1|the policy has no problems|error b.yml:1:1: "), "{cases:?}");
    assert!(!xml.contains(['\u{1b}', '\u{202e}', '\u{fffe}']), "{xml}");
}

#[test]
fn hostile_text_is_cleaned_everywhere() {
    let policy = "rules:\n  - allow: \"ls\\e2J *\"\n  - deny: \"\\x9bx *\"\n    message: \"\\e]52;c;x\\a\\rallow\"\n    tests:\n      \
                  - allow: \"\\x9bx \\0\\e[31m\\u202e\\r\\nallow\"\n      - allow: \"\\x9bx \\e]0;x\\a\"\n";
    for format in ["text", "json", "junit"] {
        let text = test(&["--output-format", format, "p.yml"], policy).status(1).check();
        let is_unsafe = |character: char| character.is_control() && character != '\n' || character == '\u{202e}';
        assert!(!text.chars().any(is_unsafe), "{text:?}");
        assert!(text.contains("NUL"), "a command that cannot be judged is ask, with why: {text}");
    }
}

#[test]
fn files_that_are_extended_are_tested_with_the_whole_policy() {
    let base =
        "rules:\n  - allow: 'make *'\n    tests:\n      - allow: make\n      - allow: make deploy\n  - ask: 'other'\n";
    let policy = "extends: [./base.yml, builtin:default]\nrules:\n  - deny: 'make deploy'\n    tests:\n      - deny: make deploy\n";
    let run = test(&["p.yml"], policy).file("base.yml", base).status(1);
    let text = run.check();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("FAIL ") && lines[0].ends_with("/base.yml:5: make deploy"), "{text}");
    assert!(text.contains("expected allow, got deny") && text.contains("(p.yml:3): must"), "{text}");
    assert!(text.contains("2 passed, 1 failed (p.yml)\nno test touches\n  1 of 2 rules in /"), "{text}");
    assert!(lines.last().unwrap().contains(" rules in builtin:"), "{text}");
    // the same file, named: its own rules are listed, and what extends it is none of its business
    let run = test(&["base.yml"], policy).file("base.yml", base);
    run.stdout("2 passed, 0 failed (base.yml)\nno test touches\n  base.yml:6: ask other\n").check();
}

#[test]
fn what_tests_extend_counts_in_tests_alone() {
    let policy = "rules:\n  - deny: 'git push *'\ntests:\n  extends: [fixture/git.yml]\n  cases:\n    - allow: git log\n    - deny: git push\n";
    let fixture = "rules:\n  - allow: 'git *'\n    tests:\n      - allow: git add .\n";
    let run = test(&["-q", "p.yml"], policy).file("fixture/git.yml", fixture);
    run.stdout("3 passed, 0 failed (p.yml)\n").check();
    let check = runok(["check", "-c", "p.yml", "--", "git log"]).file("p.yml", policy).file("fixture/git.yml", fixture);
    check.stdout_is(|text| text.starts_with("ask: ")).status(4).check();
    // it has to be there, and to be sound
    let text = test(&["p.yml"], policy).status(2).check();
    assert!(text.starts_with("p.yml:4:13: ") && text.contains("no such file"), "{text}");
    let text = test(&["p.yml"], policy).file("fixture/git.yml", "rules: [{alow: x}]").status(2).check();
    assert!(text.contains("git.yml:1:") && text.contains("did you mean `allow`?"), "{text}");
}

#[test]
fn without_a_file_the_policies_that_apply_are_tested() {
    runok(["test", "-q"]).stdout_is(|text| text.ends_with(" passed, 0 failed (builtin:default)\n")).check();
    let project = "rules:\n  - allow: 'cat <path:here>'\n    tests:\n      - allow: cat ./x\ndefinitions:\n  paths:\n    here: [./x]\n";
    // a project is tested in full before it is trusted, and by itself: the global policy would deny
    let run = runok(["test"]).file("runok.yml", project);
    let text = run.file("../.config/runok/runok.yml", "rules:\n  - deny: 'cat *'\n").stdout_is(|_| true).check();
    assert!(text.contains("there are no tests (/") && text.contains(".config/runok/runok.yml)\n"), "{text}");
    assert!(text.contains("\n1 passed, 0 failed (/") && text.contains("/project/runok.yml)\n"), "{text}");
    assert!(text.ends_with("\n1 passed, 0 failed (all together)\n"), "{text}");
}

#[test]
fn commands_of_a_project_are_judged_in_its_directory_those_of_a_named_file_in_the_working_directory() {
    let project = "rules:\n  - allow: 'cat <path:here>'\n    tests:\n      - allow: cat ./x\ndefinitions:\n  paths:\n    here: [./x]\n";
    let below = |arguments: &[&str]| {
        let binary = env!("CARGO_BIN_EXE_runok");
        let directory = tempfile::tempdir().unwrap();
        let deep = directory.path().join("project/src/deep");
        std::fs::create_dir_all(&deep).unwrap();
        std::fs::write(directory.path().join("project/runok.yml"), project).unwrap();
        let mut command = std::process::Command::new(binary);
        command.arg("test").args(arguments).current_dir(deep).env_clear().env("HOME", directory.path());
        command.output().unwrap().status.code()
    };
    assert_eq!(below(&[]), Some(0));
    assert_eq!(below(&["../../runok.yml"]), Some(1));
    assert_eq!(below(&["-c", "../.."]), Some(1));
}

const VALIDATED: &str = "\
types:
  Checked:
    executor: './validator'
    timeout: 5s
rules:
  - allow: 'curl *'
    validate: Checked
    tests:
      - deny: curl -X POST https://example.com
";

fn validator(run: Run, script: &str) -> Run {
    let script = format!("#!/bin/sh\ncat > /dev/null\n{script}\n");
    run.file("validator", script).prepare(|project| {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(project.join("validator"), std::fs::Permissions::from_mode(0o755)).unwrap();
    })
}

#[test]
fn validators_are_asked_as_check_does() {
    let answer = r#"echo '{"jsonrpc":"2.0","id":1,"result":{"status":"deny","message":"no POST"}}'"#;
    validator(test(&["p.yml"], VALIDATED), answer).stdout("1 passed, 0 failed (p.yml)\n").check();
    let text = validator(test(&["p.yml"], VALIDATED), "exit 1").status(1).check();
    assert!(text.contains("expected deny, got ask: the validator of Checked failed: "), "{text}");
    assert!(text.contains("\n    Extension error: "), "{text}");
}

#[test]
fn validators_of_an_untrusted_project_are_not_started() {
    let directory = tempfile::tempdir().unwrap();
    let mark = directory.path().join("asked");
    let script = format!("echo asked >> '{}'; exit 1", mark.display());
    let run = validator(runok(["test"]).file("runok.yml", VALIDATED), &script);
    let text = run.stdout_is(|_| true).status(1).check();
    assert!(text.contains("failed: not started, because the policy"), "{text}");
    assert!(!mark.exists());
    // named, it is
    validator(test(&["p.yml"], VALIDATED), &script).status(1).check();
    assert!(mark.exists());
}

#[test]
fn thousands_of_tests_are_run_in_time() {
    const TIME: Duration = Duration::from_secs(20);
    let rules: String = (0..2000)
        .map(|n| format!("  - allow: 'tool{n} *'\n    tests:\n      - allow: tool{n} -x\n      - ask: tool{n}x\n      - allow: other{n}\n"))
        .collect();
    let start = Instant::now();
    let text = test(&["p.yml"], &format!("rules:\n{rules}")).status(1).check();
    assert!(text.ends_with("\n4000 passed, 2000 failed (p.yml)\n"), "{}", common::beginning(&text));
    assert!(start.elapsed() < TIME, "it took {:?}", start.elapsed());
}

/// Whoever has runok read a file by naming it as a policy learns where it is none, and nothing of its text.
#[test]
fn nothing_of_a_file_that_an_untrusted_project_names_is_shown() {
    let secrets = [
        "TOKEN=hunter2\n",
        "TOKEN: hunter2\n",
        "TOKEN: a: hunter2\n",
        "- hunter2\n",
        "rules: hunter2\n",
        "rules: [{hunter2: 1}]\n",
    ];
    let named = ["tests: { extends: [./.env] }\nrules: []\n", "extends: [./.env]\n", "extends: [./a.yml]\n"];
    for (secret, policy) in secrets.iter().flat_map(|secret| named.map(|policy| (secret, policy))) {
        let told = |arguments: &[&str], global: &str| {
            let run =
                runok(arguments).file("runok.yml", policy).file(".env", secret).file("a.yml", "extends: [./.env]\n");
            let run = run.file("../.config/runok/runok.yml", global);
            run.stdout_is(|_| true).stderr_is(|_| true).any_status().check()
        };
        for arguments in
            [&["test"][..], &["test", "--output-format", "json"], &["policy"], &["check", "--verbose", "--", "ls"]]
        {
            let text = told(arguments, "rules: []\n");
            assert!(!text.contains("hunter2") && !text.contains("TOKEN"), "{arguments:?} {policy}: {text}");
        }
        let text = told(&["test"], "rules: []\n");
        assert!(text.contains(".env:1:") && text.contains("once the project is trusted"), "{text}");
        let text = told(&["test"], "trusted: ['~/project']\nrules: []\n");
        assert!(text.contains(".env:1:") && !text.contains("once the project is trusted"), "{text}");
    }
}
