//! `runok explain` as a program: what it shows of the way to a verdict, and that what it proposes works.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests stop where they cannot go on"
)]

mod common;

use common::{json_lines, runok};
use serde_json::Value;
use unicode_width::UnicodeWidthStr;

const POLICY: &str = "\
rules:
  - allow: 'git status|log *'
  - allow: 'rg !--pre|--hostname-bin *'
  - allow: 'deploy --dry-run *'
  - allow: 'kubectl get *'
    when: \"env.STAGE == 'dev' && !('secrets' in args)\"
  - allow: 'build <path:inside> *'
  - allow: '> ./target/**'
  - allow: 'tool *'
    when: args.all(a, a != 'x')
  - deny: 'git push -f|--force *'
    id: no-force
    message: History is not rewritten.
    fix_suggestion: git status
  - deny: 'rm -rf *'
definitions:
  paths: { inside: [./src] }
";

fn explain(arguments: &[&str]) -> common::Run {
    runok(["explain", "-c", "p.yml"].iter().chain(arguments)).file("p.yml", POLICY)
}

/// The account of a line as text, every field on one line.
fn text(line: &str, status: i32) -> String {
    let page = explain(&["--", line]).variable("COLUMNS", "400").stdout_is(|_| true).status(status).check();
    assert!(page.starts_with(["allow", "ask: ", "deny: "][[0, 4, 3].iter().position(|code| *code == status).unwrap()]));
    page
}

fn json(arguments: &[&str], status: i32) -> Value {
    let all: Vec<&str> = ["--format", "json"].iter().chain(arguments).copied().collect();
    json_lines(&explain(&all).stdout_is(|_| true).status(status).check()).remove(0)
}

/// The rules that an account proposes, as they stand there.
fn proposed(page: &str) -> String {
    let from = page.split_once("          rules:\n").map_or("", |(_, rest)| rest);
    let lines =
        from.lines().map_while(|line| line.strip_prefix("          ")).take_while(|line| line.starts_with("  "));
    lines.map(|line| format!("{line}\n")).collect()
}

/// Writes what an account proposes into the policy and judges again.
fn allowed_with_it(page: &str, words: &[&str]) {
    let rules = proposed(page);
    assert!(rules.contains("- allow: "), "{page}");
    let policy = POLICY.replace("definitions:", &format!("{rules}definitions:"));
    let check = ["check", "-c", "q.yml", "--"].iter().chain(words);
    runok(check).file("q.yml", policy).stdout_is(|text| text.starts_with("allow")).check();
}

#[test]
fn the_line_is_shown_as_it_was_read() {
    let page = text("X=$(git log); git status -s \"$X\" | bash -c 'rm x'; cd / && git log", 4);
    for shown in [
        "├─ allow  git log",
        "found     in $(…)",
        "unknown   $(git log): what a command prints is known only when it runs",
        "options   subcommand status; flags -s; operands status; either $(git log)",
        "writes to a pipe",
        "└─ ask  rm x",
        "started   by the command above, which only passes it on",
        "found     in the text of bash",
        "runs in   /\n",
    ] {
        assert!(page.contains(shown), "{shown}\n{page}");
    }
}

#[test]
fn a_rule_that_counted_is_shown_with_its_place() {
    let page = text("git log -3", 0);
    assert!(page.contains("rule      allow git status|log * (p.yml:2): it matches"), "{page}");
    assert!(page.contains("decided   every part is allowed") && !page.contains("to change"), "{page}");
}

#[test]
fn near_miss_by_a_flag_that_is_missing() {
    let page = text("deploy prod", 4);
    assert!(
        page.contains("nearly    allow deploy --dry-run * (p.yml:4): nothing in the command fits `--dry-run`"),
        "{page}"
    );
    assert!(page.contains("to change add `--dry-run`: deploy prod --dry-run\n          then it is allow"), "{page}");
    explain(&["--", "deploy prod --dry-run"]).stdout_is(|text| text.starts_with("allow")).check();
}

#[test]
fn near_miss_by_a_flag_that_is_excluded() {
    let page = text("rg --hostname-bin=x main", 4);
    let shown = "allow rg !--pre|--hostname-bin * (p.yml:3): `--hostname-bin=x` is given, which `!--pre|--hostname-bin` excludes";
    assert!(page.contains(shown), "{page}");
    assert!(page.contains("to change leave out `--hostname-bin=x`: rg main\n"), "{page}");
}

/// The rules that nearly matched a line, one line each.
fn nearly(policy: &str, options: &[&str], line: &str) -> Vec<String> {
    let run = runok(["explain", "-c", "p.yml"].iter().chain(options).chain(&["--", line])).variable("COLUMNS", "400");
    let page = run.file("p.yml", format!("rules:\n{policy}")).stdout_is(|_| true).any_status().check();
    let near = page.lines().filter_map(|line| line.trim_start().strip_prefix("nearly "));
    near.map(|line| line.trim_start().to_owned()).collect()
}

#[test]
fn a_rule_for_what_is_meant_is_explained_by_the_other_words() {
    let run = runok(["explain", "-c", "p.yml", "--", "git push origin +main"])
        .file("p.yml", "rules: [{deny: 'git push --force *'}]");
    let page = run.stdout_is(|text| text.starts_with("deny")).status(3).check();
    assert!(page.contains("means     git push --force origin +main\n"), "{page}");
}

#[test]
fn near_miss_by_an_effect() {
    for (pattern, line, told) in [
        ("git * !<effect:acts>", "git push", "the command changes something, which `!<effect:acts>` excludes"),
        ("sort !<effect:any> *", "sort -o out.txt a", "`-o out.txt` writes out.txt, which `!<effect:any>` excludes"),
        (
            "sort * !<effect:runs>|<effect:writes outside Temp>",
            "sort --output=/etc/x a",
            "`--output=/etc/x` writes /etc/x, which is outside Temp, and `!<effect:writes outside Temp>` excludes that",
        ),
        (
            "sort * !<effect:writes outside Temp>",
            "sort -o \"$X\" a",
            "`-o $X` perhaps writes $X, which may be outside Temp, and `!<effect:writes outside Temp>` excludes that",
        ),
        (
            "python3 !<effect:runs> *",
            "python3 -c x",
            "`-c` runs a program that is given in words, which `!<effect:runs>` excludes",
        ),
        (
            "git status * !<effect:any>",
            "git status --nosuch",
            "the option --nosuch of git is not known, so `!<effect:any>` does not hold",
        ),
        ("nosuch !<effect:acts>", "nosuch", "what nosuch does is not known, so `!<effect:acts>` does not hold"),
        ("curl * <effect:network>", "curl $X", "$X is not known, so `<effect:network>` does not surely hold"),
        ("sort * <effect:deletes>", "sort a", "the command does not have the effect `<effect:deletes>`"),
        (
            "git * <effect:deletes>",
            "git nosuch",
            "the command does not have the effect `<effect:deletes>`, as far as is known: what this form of git does is not known",
        ),
    ] {
        let expected = format!("allow {pattern} (p.yml:2): {told}");
        assert_eq!(nearly(&format!("  - allow: '{pattern}'\n"), &[], line), [expected]);
    }
}

#[test]
fn an_effect_that_is_in_the_way_stands_in_json() {
    let run = |line| {
        let run = runok(["explain", "-c", "p.yml", "--format", "json", "--", line]);
        let policy =
            "rules:\n  - allow: 'sort * !<effect:writes in etc>'\ndefinitions: { paths: { etc: [/etc/**] } }\n";
        let answer = run.file("p.yml", policy).stdout_is(|_| true).status(4).check();
        json_lines(&answer).remove(0)["commands"][0]["near"][0]["stop"].clone()
    };
    let stop = run("sort -o /etc/x a");
    let token = "!<effect:writes in etc>";
    let text = "`-o /etc/x` writes /etc/x, which is in etc, and `!<effect:writes in etc>` excludes that";
    let expected = serde_json::json!({
        "kind": "effect", "token": token, "effect": "writes", "target": "/etc/x", "word": "-o /etc/x", "text": text
    });
    assert_eq!(stop, expected);
    let stop = run("sort --nosuch a");
    assert_eq!((&stop["because"], &stop["effect"]), (&"the option --nosuch of sort is not known".into(), &Value::Null));
}

#[test]
fn a_rule_for_every_command_is_near_none() {
    let policy = "  - allow: '*'\n    when: 'false'\n  - deny: '* <effect:deletes>'\n  - allow: 'tool a'\n";
    assert_eq!(nearly(policy, &[], "tool b").len(), 1);
    assert_eq!(nearly(policy, &["--all"], "tool b").len(), 3);
    // what is not known, and what a command does that a rule excludes, can be helped
    let policy = "  - allow: '*'\n    when: env.X == args[0]\n  - allow: '* !<effect:changes>'\n";
    assert_eq!(nearly(policy, &[], "git push").len(), 2);
}

#[test]
fn near_miss_by_a_condition_with_what_it_saw() {
    let page = text("kubectl get secrets", 4);
    let shown = "its condition does not hold: env.STAGE == 'dev' && !('secrets' in args) \
        (env.STAGE is not there, args is [\"get\", \"secrets\"])";
    assert!(page.contains(shown), "{page}");
    let near = &json(&["--", "tool x"], 4)["commands"][0]["near"][0];
    assert_eq!(near["stop"]["kind"], "condition");
    assert_eq!(near["stop"]["values"]["args"], "[\"x\"]");
}

#[test]
fn near_miss_by_a_word_that_is_not_known() {
    let page = text("git log; deploy --dry-run; tool \"$X\"", 4);
    let shown =
        "nearly    allow tool * (p.yml:9): it is not known whether its condition holds: args.all(a, a != 'x'), because";
    assert!(page.contains(shown), "{page}");
    assert!(page.contains("unknown   $X: the line does not show what the variable holds"), "{page}");
    let page = text("build src/$X", 4);
    assert!(page.contains("an allow rule has to match surely, and $X is not known"), "{page}");
}

#[test]
fn what_is_to_be_made_known_is_told_and_was_tried() {
    let policy = "rules:\n  - allow: 'rm x|y/build'\n  - deny: 'rm -rf *'\n";
    let page = runok(["explain", "-c", "p.yml", "--", "rm \"$DIR\"/build"])
        .file("p.yml", policy.replace("x|y/build", "x/build"))
        .stdout_is(|_| true)
        .status(4)
        .check();
    assert!(
        page.contains("to change write it out instead of `$DIR`, as in: rm \"x\"/build\n          then it is allow"),
        "{page}"
    );
}

#[test]
fn near_miss_by_a_path() {
    let page = text("build /etc", 4);
    assert!(page.contains("`/etc` stands where the rule has `<path:inside>`"), "{page}");
    let page = text("/tmp/rg x", 4);
    assert!(page.contains("does not cover `/tmp/rg`, which lies outside of the system's directories"), "{page}");
}

#[test]
fn near_miss_by_another_word_a_word_too_many_a_value_or_an_option_before() {
    for (policy, line, shown) in [
        ("a b c", "a x c", "`x` stands where the rule has `b`"),
        ("a b/*", "a b/../c", "`b/*` does not reach `b/../c`"),
        ("git push origin f/*", "git push origin f/x:main", "`f/*` does not reach `f/x:main`"),
        ("a b", "a b c", "nothing in the rule takes `c`"),
        ("curl -X POST *", "curl -X PUT u", "`-X` is given with `PUT`, and the rule has `-X POST`"),
        ("git log *", "git -C /x log", "has to name the option `-C` that stands before it"),
        ("a b c *", "a b", "nothing in the command fits `c`"),
    ] {
        let policy = format!("rules:\n  - allow: '{policy}'\n");
        let run = runok(["explain", "-c", "p.yml", "--", line]).variable("COLUMNS", "300").file("p.yml", policy);
        run.stdout_is(move |page| page.contains(shown)).status(4).check();
    }
}

#[test]
fn a_redirection_decides() {
    let page = text("git log > notes.txt", 4);
    assert!(page.contains("redirects > notes.txt: ask: it writes notes.txt, and no rule matches that"), "{page}");
    assert!(
        page.contains("nearly    allow > ./target/** (p.yml:8): `notes.txt` stands where the rule has `./target/**`")
    );
    assert!(page.contains("decided   a redirection of `git log` is ask"), "{page}");
    assert_eq!(json(&["--", "git log > notes.txt"], 4)["decided"]["by"], "redirection");
    let page = text("git log > target/x 2>&1", 0);
    assert!(page.contains("rule      allow > ./target/** (p.yml:8): it matches"), "{page}");
    assert!(page.contains("redirects 2>& 1: allow: it is harmless"), "{page}");
}

#[test]
fn an_assignment_decides() {
    let page = text("A=1 PAGER=./x git log", 4);
    assert!(page.contains("sets      A=1: allow: it is harmless"), "{page}");
    assert!(page.contains("decided   an assignment of `git log` is ask: PAGER"), "{page}");
    assert!(page.contains("- allow: 'PAGER=./x'"), "{page}");
    allowed_with_it(&page, &["A=1 PAGER=./x git log"]);
}

#[test]
fn an_untrusted_file_is_told_and_trusting_it_was_tried() {
    let run = |policy: &str| runok(["explain", "--", "deploy"]).file("runok.yml", policy).stdout_is(|_| true).status(4);
    let page = run("rules:\n  - allow: deploy\n").check();
    assert!(page.contains("to change trust this project: runok trust\n          then it is allow"), "{page}");
    assert!(page.contains("note") && page.contains("is not trusted"), "{page}");
    let page = run("rules:\n  - allow: other\n").check();
    assert!(!page.contains("to change trust"), "{page}");
}

#[test]
fn the_default_decides_and_the_embedded_policy_is_kept() {
    let page = runok(["explain", "--", "npm install"]).stdout_is(|_| true).status(4).check();
    assert!(
        page.contains("extends: ['builtin:default']\n          rules:\n            - allow: 'npm install'"),
        "{page}"
    );
    let page = runok(["explain", "--", "rm -rf /"]).stdout_is(|_| true).status(3).check();
    // the rules stand in a policy that the embedded one extends
    let extends = page.lines().find(|line| line.contains("extends: ")).unwrap().trim();
    assert!(extends.starts_with("extends: [{ builtin: default, without: [remove-vital, "), "{page}");
    assert!(page.contains(&format!("{extends}\n          then it is ask")), "{page}");
    let without = format!("{extends}\n");
    runok(["check", "-c", "w.yml", "--", "rm -rf /"]).file("w.yml", without).stdout_is(|_| true).status(4).check();
}

#[test]
fn a_wrapper_has_the_verdict_of_what_it_starts() {
    let page = text("env nice git log", 0);
    assert!(page.contains("own       it has the verdict of what it starts"), "{page}");
    let page = text("sudo git log", 4);
    assert!(
        page.contains("which changes who runs it or where") && page.contains("own       ask: no rule matches it"),
        "{page}"
    );
    assert!(page.contains("- allow: 'sudo git log'"), "{page}");
    let page = text("env rm -rf x", 3);
    assert!(page.contains("└─ deny  env rm -rf x") && page.contains("decided   `rm -rf x` is deny"), "{page}");
    let answer = json(&["--", "git log; env rm -rf x"], 3);
    assert_eq!(answer["decided"]["path"], serde_json::json!([1, 0]));
    assert_eq!(answer["commands"][1]["wrapped"][0]["started"], "pass_through");
}

#[test]
fn a_deny_rule_with_its_suggestion() {
    let page = text("git push -fu origin", 3);
    assert!(page.contains("rule      deny git push -f|--force * (p.yml:11, no-force): it matches"), "{page}");
    assert!(page.contains("to change run what is suggested: git status\n          then it is allow"), "{page}");
    assert!(
        page.contains("to change take out deny git push -f|--force * (p.yml:11, no-force)\n          then it is ask")
    );
}

#[test]
fn the_rule_that_is_printed_allows_just_this_at_any_width() {
    let long = "a".repeat(90);
    let lines: [&[&str]; 9] = [
        &["cargo", "build", "--release"],
        &["git", "push", "--tags", "origin", "it's"],
        &["curl", "-X", "POST", "https://a.example/?b=c|d&e=[f]", "-H", "A: b  c"],
        &["echo", "", "*", "~x", "<y>", "!z", "a\\b", "\""],
        &["echo", "\u{1b}[2J", "\u{202e}x", "two\nlines\tand \u{85}"],
        &["printf", "%s  %s", " ", "a  b", "c"],
        &["tar", "-czf", "a.tar.gz", "--exclude=x", "--", "-f"],
        &["tool-of-mine", &long, "x", &long],
        &["git", "-C", "/srv/app", "fetch", "--all"],
    ];
    for words in lines {
        for columns in ["40", "61", "100"] {
            let all: Vec<&str> = ["--"].iter().chain(words).copied().collect();
            let page = explain(&all).variable("COLUMNS", columns).stdout_is(|_| true).status(4).check();
            // a pattern has no word that begins with a dash after the `--`
            if words.contains(&"--") {
                assert!(proposed(&page).is_empty() || page.contains("then it is allow"), "{page}");
            } else {
                allowed_with_it(&page, words);
            }
        }
    }
}

#[test]
fn several_rules_are_proposed_where_one_is_not_enough() {
    let page = text("one a; two b > /tmp/o", 4);
    assert_eq!(proposed(&page).lines().count(), 3, "{page}");
    allowed_with_it(&page, &["one a; two b > /tmp/o"]);
}

#[test]
fn where_nothing_helps_that_is_said() {
    let page = text("git log; if", 4);
    assert!(page.contains("to change no small change was found that makes it less strict"), "{page}");
    let page = text("eval \"$X\"", 4);
    assert!(page.contains("asks      ") && page.contains("decided   what is not understood of"), "{page}");
}

#[test]
fn spans_of_an_argument_vector_point_into_the_line_that_it_prints_as() {
    let answer = json(&["--", "deploy", "a b", "it's"], 4);
    let text = answer["commands"][0]["text"].as_str().unwrap();
    assert_eq!(shlex::split(text).unwrap(), ["deploy", "a b", "it's"]);
}

#[test]
fn json_has_the_same_facts() {
    let answer = json(&["--", "rg --pre ./x main > o; deploy prod"], 4);
    assert_eq!(answer["version"], 1);
    assert_eq!(answer["decision"], "ask");
    let rg = &answer["commands"][0];
    assert_eq!(rg["text"], "rg --pre ./x main > o");
    assert_eq!(rg["options"]["flags"][0]["flag"], "--pre");
    assert_eq!(rg["options"]["flags"][0]["value"], "./x");
    assert_eq!(rg["near"][0]["stop"]["kind"], "excluded");
    assert_eq!(rg["near"][0]["stop"]["word"], "--pre");
    assert_eq!(rg["redirections"][0]["target"], "o");
    assert!(rg["place"]["directories"][0].as_str().unwrap().ends_with("/project"));
    let one = json(&["--", "deploy", "prod"], 4);
    assert_eq!(one["changes"][0]["together"][0]["line"], "deploy prod --dry-run");
    assert_eq!(one["changes"][1]["together"][0]["allow"][0], "deploy prod");
    assert_eq!(one["changes"][1]["gives"], "allow");
}

const CHECKED: &str = "\
types: { Guard: { executor: './guard.sh' } }
rules:
  - allow: 'curl *'
    validate: Guard
  - deny: 'rm *'
";

fn checked(arguments: &[&str], script: &str) -> common::Run {
    use std::os::unix::fs::PermissionsExt;
    let run = runok(["explain", "-c", "p.yml"].iter().chain(arguments)).file("p.yml", CHECKED);
    run.file("guard.sh", format!("#!/bin/sh\ncat >/dev/null\ntouch asked\n{script}"))
        .variable("COLUMNS", "500")
        .prepare(|directory| {
            let executable = std::fs::Permissions::from_mode(0o755);
            std::fs::set_permissions(directory.join("guard.sh"), executable).unwrap();
        })
}

const DENIES: &str = r#"echo '{"jsonrpc":"2.0","id":1,"result":{"status":"deny","message":"not this host"}}'"#;

#[test]
fn validators_are_asked_and_their_answers_shown() {
    let page = checked(&["--", "curl -s u; curl -s u"], DENIES).stdout_is(|_| true).status(3).check();
    assert!(page.contains("rule      allow curl * (p.yml:3): it matches; validator 1 has a say"), "{page}");
    assert!(page.contains("1         Guard: ./guard.sh"), "{page}");
    assert!(
        page.contains(r#"sent      {"jsonrpc":"2.0","id":1,"method":"validateCommand","params":{"command":"curl""#)
    );
    let answer = page.lines().find(|line| line.starts_with("answer ")).unwrap();
    assert!(answer.starts_with("answer    deny, after ") && answer.ends_with(" ms: not this host"), "{page}");
    let answer = checked(&["--format", "json", "--", "curl u"], DENIES).stdout_is(|_| true).status(3).check();
    let validator = &json_lines(&answer)[0]["validators"][0];
    assert_eq!(validator["request"]["params"]["argv"], serde_json::json!(["curl", "u"]));
    assert_eq!((validator["answer"].as_str(), validator["milliseconds"].is_u64()), (Some("deny"), true));
}

#[test]
fn a_validator_that_is_not_asked_is_told() {
    for (arguments, shown, status) in [
        (&["--no-validators", "--", "curl u"][..], "answer    not asked: --no-validators leaves them out", 4),
        (&["--", "curl u; rm x"], "answer    not asked: no answer could change the verdict any more", 3),
    ] {
        let run = checked(arguments, DENIES);
        let asked = run.project().join("asked");
        run.stdout_is(move |page| page.contains(shown) && !asked.exists()).status(status).check();
    }
}

#[test]
fn the_page_is_as_wide_as_it_may_be() {
    let line =
        format!("git log > /{}; rg --pre ./x 日本語 {} | xargs sudo env rm \"$A$B\"", "x/".repeat(99), "w ".repeat(99));
    for (columns, most) in [("40", 40), ("73", 73), ("100", 100), ("1", 40), ("no", 80), ("0", 80)] {
        explain(&["--all", "--", &line])
            .variable("COLUMNS", columns)
            .stdout_is(move |page| {
                let widest = page.lines().map(|line| UnicodeWidthStr::width(line.trim_end())).max().unwrap();
                widest <= most && widest + 12 > most
            })
            .status(4)
            .check();
    }
}

#[test]
fn the_list_is_bounded_and_all_shows_all() {
    let policy = (0..40).map(|number| format!("  - allow: 'tool sub{number} *'\n")).collect::<String>();
    let run = |arguments: &[&str]| {
        let run = runok(["explain", "-c", "p.yml"].iter().chain(arguments)).file("p.yml", format!("rules:\n{policy}"));
        run.stdout_is(|_| true).status(4).check()
    };
    let page = run(&["--", "tool other"]);
    assert_eq!(page.matches("nearly ").count(), 5, "{page}");
    assert!(page.contains("… and 35 more rules that name it; --all shows them"), "{page}");
    assert_eq!(run(&["--all", "--", "tool other"]).matches("nearly ").count(), 40);
    let answer = &json_lines(&run(&["--format", "json", "--", "tool other"]))[0]["commands"][0];
    assert_eq!((answer["near"].as_array().unwrap().len(), answer["left_out"].as_u64()), (5, Some(35)));
}

#[test]
fn the_nearest_rule_comes_first() {
    let near = json(&["--all", "--", "deploy prod"], 4)["commands"][0]["near"].clone();
    assert_eq!(near.as_array().unwrap().len(), 1, "rules of other commands are not near: {near}");
    let policy =
        "rules:\n  - allow: 'a x y'\n  - deny: 'a b --c'\n  - allow: 'a !-f *'\n  - allow: 'a *'\n    when: 'false'\n";
    let page =
        runok(["explain", "-c", "p.yml", "--", "a b -f"]).file("p.yml", policy).stdout_is(|_| true).status(4).check();
    let order: Vec<usize> =
        ["p.yml:5", "p.yml:4", "p.yml:3", "p.yml:2"].iter().map(|place| page.find(place).unwrap()).collect();
    assert!(order.is_sorted(), "{page}");
}

#[test]
fn control_bytes_never_reach_the_output() {
    let policy =
        "rules:\n  - deny: 'rm *'\n    message: \"no \\e[31m\\x07 way\\u202e\"\n  - allow: \"\\e\\\\[2Jx *\"\n";
    let line =
        "rm $'\\e[2J' '\u{1b}]52;c;eA==\u{7}' \u{202e}x \u{9b}31m\u{7f}; $'\\e[2J'x\r\nallow: forged >'\u{1b}c\nallow'";
    for format in ["json", "text"] {
        runok(["explain", "-c", "p.yml", "--all", "--format", format])
            .file("p.yml", policy)
            .stdin(line)
            .stdout_is(|page| {
                let forbidden = |character: char| {
                    (character.is_control() && character != '\n') || ('\u{202a}'..='\u{202e}').contains(&character)
                };
                !page.chars().any(forbidden) && !page.lines().any(|line| line.starts_with("allow"))
            })
            .status(3)
            .check();
    }
}

#[test]
fn it_takes_what_check_takes() {
    explain(&[]).stdin("git log\ngit status\n").stdout_is(|page| page.matches("allow  git").count() == 2).check();
    let requests = "{\"command\":\"git log\"}\nnot json\n{\"command\":\"rm -rf x\",\"cwd\":\"/srv\"}\n";
    let answers = explain(&["--format", "json"]).stdin(requests).stdout_is(|_| true).status(3).check();
    let answers = json_lines(&answers);
    let decisions: Vec<&Value> = answers.iter().map(|answer| &answer["decision"]).collect();
    assert_eq!(decisions, ["allow", "ask", "deny"]);
    assert_eq!(answers[2]["commands"][0]["place"]["directories"][0], "/srv");
    explain(&[]).stdin(requests).stdout_is(|page| page.contains("\n\nask: line 2 of the input")).status(3).check();
}

#[test]
fn bad_input_gets_the_same_errors() {
    explain(&[]).stdin(" \n").stdout_is(|page| page.starts_with("ask: there is nothing to judge")).status(2).check();
    explain(&["--no-such-flag"]).stderr_is(|text| text.contains("--help")).status(2).check();
    explain(&["ls"]).stderr_is(|text| text.contains("Usage")).status(2).check();
    explain(&["--output-format", "json", "--", "git log"])
        .stdout_is(|page| page.starts_with("{\"version\":1,"))
        .check();
    explain(&[]).stdin(&b"ls\0"[..]).stdout_is(|page| page.starts_with("ask: ")).status(4).check();
    let broken = format!("{POLICY}rulez: []\n");
    runok(["explain", "-c", "b.yml", "--", "git log"])
        .file("b.yml", broken)
        .stdout_is(|page| {
            page.contains("b.yml:18:1")
                && page.contains("decided   the policy has problems")
                && page.contains("no small change")
        })
        .status(2)
        .check();
    runok(["explain", "-c", "/no/such.yml", "--", "ls"]).stdout_is(|page| page.starts_with("ask: ")).status(2).check();
}

#[test]
fn a_flood_is_bounded_and_that_is_said() {
    let several: Vec<String> = (0..3000).map(|number| format!("tool{number} -a \"$X\" b")).collect();
    let unknown = "git push $X --force -u origin \"$Y\" a b c\n".repeat(40);
    for (line, status) in [(several.join("; "), 4), (unknown, 4), (format!("git log {}", "rm ".repeat(3000)), 0)] {
        let begun = std::time::Instant::now();
        explain(&["--all"])
            .stdin(line)
            .stdout_is(move |page| {
                status == 0 || page.contains("the line is so large that not everything was looked for")
            })
            .status(status)
            .check();
        assert!(begun.elapsed() < std::time::Duration::from_secs(20), "{:?}", begun.elapsed());
    }
}

/// What else a call says may change what runs, which no rule decided.
#[test]
fn a_doubt_about_a_call_is_what_decided() {
    let call = |command: &str| {
        serde_json::json!({"tool_name": "Bash", "tool_input": {"command": command, "cwd": "/tmp"}, "cwd": "/"})
            .to_string()
    };
    let explained = |format: &str, command: &str, verdict: i32| {
        let run = runok(["explain", "-c", "p.yml", "--output-format", format]);
        let run = run.file("p.yml", "rules: [{ allow: 'ls *' }, { deny: 'rm *' }]\n").stdin(call(command));
        run.stdout_is(|_| true).status(verdict).check()
    };
    let text = explained("text", "ls", 4);
    let decided = text.split("decided").nth(1).unwrap();
    assert!(decided.contains("in the directory of \"cwd\""), "{text}");
    assert!(!decided.contains("rule"), "{text}");
    let json: Value = serde_json::from_str(&explained("json", "ls", 4)).unwrap();
    assert!(json["decided"].is_null(), "{json}");
    // what is denied stays denied by its rule
    assert!(explained("text", "rm x", 3).split("decided").nth(1).unwrap().contains("rm *"));
}
