//! `runok check` as a program: its doors, its answers, its exit codes.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests stop where they cannot go on"
)]

mod common;

use common::{decisions, json_lines, runok};

const POLICY: &str = "\
rules:
  - allow: 'ls *'
  - allow: 'git status'
  - deny: 'rm -rf *'
    message: 'nothing is removed here'
    fix_suggestion: 'git clean -n'
  - ask: 'make *'
";

fn check(arguments: &[&str]) -> common::Run {
    runok(["check", "-c", "p.yml"].iter().chain(arguments)).file("p.yml", POLICY)
}

fn json(arguments: &[&str]) -> common::Run {
    let all: Vec<&str> = ["--output-format", "json"].iter().chain(arguments).copied().collect();
    check(&all)
}

#[test]
fn the_exit_code_tells_the_verdict() {
    check(&["--", "ls"]).stdout("allow\n").status(0).check();
    check(&["--", "make"]).stdout_is(|text| text.starts_with("ask: ")).status(4).check();
    check(&["--", "rm -rf x"]).stdout_is(|text| text.starts_with("deny: ")).status(3).check();
    check(&["--", "unheard-of"]).stdout_is(|text| text.starts_with("ask: ")).status(4).check();
}

#[test]
fn one_word_is_a_text_and_several_are_a_command() {
    let one = json(&["--", "ls; git status"]).stdout_is(|_| true).check();
    assert_eq!(json_lines(&one)[0]["commands"].as_array().unwrap().len(), 2);
    let several = json(&["--", "ls", "; git status"]).stdout_is(|_| true).check();
    assert_eq!(json_lines(&several)[0]["commands"][0]["words"], serde_json::json!(["ls", "; git status"]));
}

#[test]
fn words_are_never_taken_for_options() {
    json(&["--", "ls", "-c", "/no/such/file", "--output-format", "text"])
        .stdout_is(|text| decisions(text) == ["allow"])
        .check();
    json(&["--", "--", "rm", "-rf", "x"]).stdout_is(|text| decisions(text) != ["allow"]).status(4).check();
}

#[test]
fn plain_text_is_judged_whole() {
    let answer = json(&[]).stdin("ls\n\ngit status\nrm -rf x\n").stdout_is(|_| true).status(3).check();
    let answers = json_lines(&answer);
    assert_eq!(answers.len(), 1);
    assert_eq!(answers[0]["commands"].as_array().unwrap().len(), 3);
}

#[test]
fn text_lists_the_commands_of_a_line() {
    let text = check(&["--", "ls; rm -rf x"]).stdout_is(|_| true).status(3).check();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("deny: ") && lines[0].contains("nothing is removed here"), "{text}");
    assert!(lines[0].ends_with("(suggestion: git clean -n)"), "{text}");
    assert!(lines[1].starts_with("  allow ls") && lines[2].starts_with("  deny  rm -rf x"), "{text}");
}

#[test]
fn json_tells_the_words_and_the_rules_with_their_place() {
    let answer = json(&["--", "rm -rf $X"]).stdout_is(|_| true).status(3).check();
    let answer = &json_lines(&answer)[0];
    assert_eq!(answer["version"], 1);
    assert_eq!(answer["decision"], "deny");
    assert_eq!(answer["message"], "nothing is removed here");
    assert_eq!(answer["fix_suggestion"], "git clean -n");
    let command = &answer["commands"][0];
    assert_eq!(command["words"], serde_json::json!(["rm", "-rf", "$X"]));
    assert_eq!(command["verdict"], "deny");
    assert_eq!(command["span"], serde_json::json!([0, 9]));
    let rule = &command["rules"][0];
    assert_eq!((rule["action"].as_str(), rule["pattern"].as_str()), (Some("deny"), Some("rm -rf *")));
    assert_eq!((rule["line"].as_u64(), rule["match"].as_str()), (Some(4), Some("must")));
    assert!(rule["file"].as_str().unwrap().ends_with("p.yml"));
    let keys: Vec<&String> = answer.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["version", "decision", "reason", "fix_suggestion", "message", "commands"]);
}

#[test]
fn what_is_not_known_is_told() {
    let answer = json(&["--", "rm $X"]).stdout_is(|_| true).status(4).check();
    let command = &json_lines(&answer)[0]["commands"][0];
    assert_eq!(command["rules"][0]["match"], "may");
    assert!(command["rules"][0]["because"].as_str().unwrap().contains("$X"), "{command}");
    assert!(command["unknown"].to_string().contains("$X"), "{command}");
}

#[test]
fn requests_are_answered_in_order_one_line_each() {
    let input = "{\"command\":\"ls\"}\nnot json\n\n{\"command\":\"rm -rf x\"}\r\n{\"command\":[]}\n{\"command\":\"git status\"}";
    let answers = json(&[]).stdin(input).stdout_is(|_| true).status(3).check();
    assert_eq!(decisions(&answers), ["allow", "ask", "deny", "ask", "allow"]);
    let text = check(&[]).stdin(input).stdout_is(|_| true).status(3).check();
    let verdicts: Vec<&str> = text.lines().map(|line| line.split(':').next().unwrap()).collect();
    assert_eq!(verdicts, ["allow", "ask", "deny", "ask", "allow"]);
}

#[test]
fn the_strictest_of_several_is_the_exit_code() {
    json(&[]).stdin("{\"command\":\"ls\"}\n{\"command\":\"ls -l\"}\n").stdout_is(|_| true).status(0).check();
    json(&[]).stdin("{\"command\":\"make\"}\n{\"command\":\"ls\"}\n").stdout_is(|_| true).status(4).check();
}

#[test]
fn one_object_may_stand_on_several_lines() {
    json(&[]).stdin("{\n  \"command\": \"ls\"\n}\n").stdout_is(|text| decisions(text) == ["allow"]).check();
}

#[test]
fn a_request_brings_its_own_directory_and_variables() {
    let policy = "rules:\n  - allow: 'ls'\n    when: \"env.STAGE == 'dev'\"\n";
    let input = "{\"command\":\"ls\",\"env\":{\"STAGE\":\"dev\"}}\n{\"command\":\"ls\",\"env\":{\"STAGE\":\"prod\"}}\n{\"command\":\"ls\"}";
    let answers = runok(["check", "-c", "p.yml", "--output-format", "json"])
        .file("p.yml", policy)
        .stdin(input)
        .stdout_is(|_| true)
        .status(4)
        .check();
    assert_eq!(decisions(&answers), ["allow", "ask", "ask"]);
}

#[test]
fn the_directory_of_a_request_drives_discovery() {
    let run = runok(["check", "--output-format", "json"])
        .file("one/runok.yml", "rules:\n  - deny: 'tool'\n")
        .file("two/runok.yml", "rules:\n  - deny: 'other'\n");
    let project = run.project();
    let request = |directory: &str| {
        let directory = project.join(directory).to_str().unwrap().to_owned();
        serde_json::json!({"command": "tool", "cwd": directory}).to_string()
    };
    let input = [request("one"), request("two"), request("one/below/it"), request("one")].join("\n");
    let answers = run.stdin(input).stdout_is(|_| true).status(3).check();
    assert_eq!(decisions(&answers), ["deny", "ask", "deny", "deny"]);
}

#[test]
fn the_payload_of_a_hook_is_recognised() {
    json(&[])
        .stdin("{\"session_id\":\"x\",\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"rm -rf x\"}}")
        .stdout_is(|text| decisions(text) == ["deny"])
        .status(3)
        .check();
    check(&["--input-format", "claude-code-hook"])
        .stdin("{}")
        .stderr_is(|text| text.contains("coding agent's hook"))
        .status(2)
        .check();
}

#[test]
fn usage_errors_are_told_and_answer_nothing() {
    for arguments in
        [&["check", "--no-such-flag"][..], &["check", "--output-format", "xml"], &["check", "ls"], &["chekc"]]
    {
        runok(arguments).stderr_is(|text| text.contains("Usage") || text.contains("--help")).status(2).check();
    }
    runok(["check", "--input-format", "toml"]).stderr_is(|text| text.contains("toml")).status(2).check();
    runok(["chekc"]).stderr_is(|text| text.contains("check")).status(2).check();
}

#[test]
fn nothing_to_judge_is_a_mistake_and_still_ask() {
    json(&[]).stdin(" \n").stdout_is(|text| decisions(text) == ["ask"]).status(2).check();
    check(&[]).stdout_is(|text| text.starts_with("ask: ")).status(2).check();
}

#[test]
fn a_policy_with_problems_allows_nothing_and_says_where() {
    let broken = format!("{POLICY}rulez: []\n");
    let run = |command: &str| {
        runok(["check", "-c", "b.yml", "--output-format", "json", "--", command]).file("b.yml", &broken)
    };
    let answer = run("ls").stdout_is(|_| true).status(2).check();
    assert_eq!(decisions(&answer), ["ask"]);
    let problem = &json_lines(&answer)[0]["problems"][0];
    assert_eq!((problem["line"].as_u64(), problem["column"].as_u64()), (Some(8), Some(1)), "{problem}");
    let answer = run("rm -rf x").stdout_is(|_| true).status(2).check();
    assert_ne!(decisions(&answer), ["allow"]);
}

#[test]
fn a_policy_that_is_not_there_is_ask_and_two() {
    runok(["check", "-c", "/no/such/policy.yml", "--", "ls"])
        .stdout_is(|text| text.starts_with("ask: "))
        .status(2)
        .check();
}

#[test]
fn verbose_tells_on_standard_error_what_counted() {
    check(&["--verbose", "--", "ls; rm -rf x"])
        .stdout_is(|text| text.starts_with("deny: "))
        .stderr_is(|text| {
            text.lines().all(|line| line.starts_with("[verbose] "))
                && text.contains("command ls")
                && text.contains("deny rm -rf *")
                && text.contains("p.yml")
        })
        .status(3)
        .check();
}

#[test]
fn verbose_tells_which_allow_rules_an_effect_keeps_away() {
    let policy =
        "rules:\n  - allow: 'git !<effect:acts> *'\n  - allow: 'git log *'\n  - deny: 'git * <effect:deletes>'\n";
    let policy = format!("{policy}{}", "  - allow: 'git * !<effect:any>'\n".repeat(5));
    let line = ["check", "-c", "p.yml", "--", "env git push; git status"];
    let told = "  allow git !<effect:acts> * (p.yml:2): never, because the command changes something, which `!<effect:acts>` excludes";
    let run = runok(line.iter().take(3).chain(&["--verbose"]).chain(&line[3..])).file("p.yml", &policy);
    run.stdout_is(|text| text.starts_with("ask: "))
        .stderr_is(move |text| {
            // of env nothing, of git push three rules at most, of what is allowed nothing
            text.contains(told) && text.matches("because").count() == 3 && !text.contains("<effect:deletes>")
        })
        .status(4)
        .check();
    runok(line).file("p.yml", &policy).stdout_is(|text| !text.contains("because")).status(4).check();
}

#[test]
fn control_characters_never_reach_the_output() {
    let policy = "rules:\n  - deny: 'rm *'\n    message: \"no \\e[31m\\x07 way\\u202e\"\n";
    for format in ["json", "text"] {
        let run = runok(["check", "-c", "p.yml", "--verbose", "--output-format", format]).file("p.yml", policy);
        run.stdin("rm $'\\e[2J' '\u{1b}]52;c;eA==\u{7}' \u{202e}x \u{9b}31m\u{7f}")
            .stdout_is(|text| !text.trim_end_matches('\n').chars().any(forbidden))
            .stderr_is(|text| !text.replace('\n', "").chars().any(forbidden))
            .status(3)
            .check();
    }
}

fn forbidden(character: char) -> bool {
    (character.is_control() && character != '\n') || ('\u{202a}'..='\u{202e}').contains(&character)
}

#[test]
fn a_reader_that_goes_away_is_no_crash() {
    let input = "{\"command\":\"ls\"}\n".repeat(20_000);
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("p.yml"), POLICY).unwrap();
    std::fs::write(directory.path().join("in"), input).unwrap();
    let script = format!("{} check -c p.yml <in | head -n 1", env!("CARGO_BIN_EXE_runok"));
    let mut shell = std::process::Command::new("sh");
    let output = shell.args(["-c", &script]).current_dir(directory.path()).output().unwrap();
    assert_eq!((output.stdout.as_slice(), output.stderr.as_slice()), (&b"allow\n"[..], &b""[..]));
}

#[test]
fn a_full_disk_is_an_error_and_no_silent_success() {
    if !std::path::Path::new("/dev/full").exists() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("p.yml"), POLICY).unwrap();
    let script = format!("{} check -c p.yml -- ls >/dev/full", env!("CARGO_BIN_EXE_runok"));
    let mut shell = std::process::Command::new("sh");
    let output = shell.args(["-c", &script]).current_dir(directory.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("runok: "));
}

/// Runs a line on a pseudo-terminal, with these variables set.
fn on_a_terminal(line: &str, variables: &[(&str, &str)]) -> Option<String> {
    if !common::has_program("script") {
        return None;
    }
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("p.yml"), POLICY).unwrap();
    let binary = env!("CARGO_BIN_EXE_runok");
    let mut script = std::process::Command::new("script");
    script.args(["-qec", &format!("{binary} check -c p.yml -- '{line}'"), "/dev/null"]).current_dir(directory.path());
    script
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap())
        .env("HOME", directory.path())
        .env("SHELL", "/bin/sh");
    script.envs(variables.iter().copied()).stdin(std::process::Stdio::null());
    let output = script.output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    Some(String::from_utf8(output.stdout).unwrap().replace("\r\n", "\n"))
}

#[test]
fn a_terminal_gets_a_caret_under_the_part_that_decided() {
    let Some(page) = on_a_terminal("ls; rm -rf x", &[("TERM", "xterm"), ("NO_COLOR", "1")]) else { return };
    let lines: Vec<&str> = page.lines().collect();
    assert!(lines[0].starts_with("deny: "), "{page}");
    assert_eq!((lines[1], lines[2]), ("  ls; rm -rf x", "      ^^^^^^^^"), "{page}");
    assert!(!page.contains('\u{1b}'), "{page}");
    assert!(page.contains("suggestion: git clean -n"), "{page}");
}

#[test]
fn colour_is_for_terminals_that_want_it() {
    let red = "\u{1b}[1;31mdeny\u{1b}[0m";
    let with = |variables: &[(&str, &str)]| on_a_terminal("rm -rf x", variables).map(|page| page.contains(red));
    assert!(matches!(with(&[("TERM", "xterm")]), None | Some(true)));
    assert!(matches!(with(&[("TERM", "xterm"), ("NO_COLOR", "")]), None | Some(true)));
    assert!(matches!(with(&[("TERM", "xterm"), ("NO_COLOR", "1")]), None | Some(false)));
    assert!(matches!(with(&[("TERM", "dumb")]), None | Some(false)));
    assert!(matches!(with(&[]), None | Some(false)));
}

#[test]
fn a_batch_of_any_length_needs_no_more_memory() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("p.yml"), POLICY).unwrap();
    // 200 MB of requests in an address space of 150 MB
    let line = format!("{{\"command\":\"ls\",\"padding\":\"{}\"}}", "x".repeat(2000));
    let binary = env!("CARGO_BIN_EXE_runok");
    let script = format!("ulimit -v 150000; yes '{line}' | head -n 100000 | {binary} check -c p.yml | sort | uniq -c");
    let mut shell = std::process::Command::new("sh");
    let output = shell.args(["-c", &script]).current_dir(directory.path()).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "100000 allow");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

/// A batch whose questions come one at a time.
struct Conversation {
    directory: tempfile::TempDir,
    child: std::process::Child,
    questions: std::process::ChildStdin,
    answers: std::io::Lines<std::io::BufReader<std::process::ChildStdout>>,
}

impl Conversation {
    fn under(policy: &str) -> Self {
        use std::io::BufRead;
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("p.yml"), policy).unwrap();
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_runok"));
        program.args(["check", "-c", "p.yml"]).current_dir(directory.path()).env("HOME", directory.path());
        program.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
        let mut child = program.spawn().unwrap();
        let questions = child.stdin.take().unwrap();
        let answers = std::io::BufReader::new(child.stdout.take().unwrap()).lines();
        Self { directory, child, questions, answers }
    }

    /// The verdict of a line.
    fn ask(&mut self, line: &str) -> String {
        use std::io::Write;
        writeln!(self.questions, "{}", serde_json::json!({ "command": line })).unwrap();
        let answer = self.answers.next().unwrap().unwrap();
        answer.split(':').next().unwrap_or_default().to_owned()
    }

    fn end(mut self) -> bool {
        drop(self.questions);
        self.child.wait().unwrap().success()
    }
}

#[test]
fn an_answer_comes_before_the_next_question() {
    let mut batch = Conversation::under(POLICY);
    for _ in 0..3 {
        assert_eq!(batch.ask("ls"), "allow");
    }
    assert!(batch.end());
}

/// The same question again has the same answer only where nothing was looked at that may have changed.
#[test]
fn a_question_that_comes_again_is_answered_by_what_holds_now() {
    let mut batch = Conversation::under(
        "rules: [{ allow: 'ls *', when: '!fs.exists(\"stop\")' }, { allow: 'git push', when: 'git.branch == \"x\"' }, \
         { allow: 'make', validate: V }]\n\
         types: { V: { executor: './validator' } }\n",
    );
    let at = |name: &str| batch.directory.path().join(name);
    let (stop, head, verdict) = (at("stop"), at(".git/HEAD"), at("verdict"));
    let answer = "#!/bin/sh\nread -r line\nid=${line#*'\"id\":'}\n\
        printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"status\":\"%s\"}}' \"${id%%[,\\}]*}\" \"$(cat verdict)\"\n";
    std::fs::write(at("validator"), answer).unwrap();
    std::fs::set_permissions(at("validator"), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    std::fs::create_dir(at(".git")).unwrap();
    std::fs::write(&head, "ref: refs/heads/x\n").unwrap();
    std::fs::write(&verdict, "allow").unwrap();
    let mut again = || ["ls", "git push", "make", "ls | make"].map(|line| batch.ask(line));
    for _ in 0..3 {
        assert_eq!(again(), ["allow"; 4]);
    }
    std::fs::write(&stop, "").unwrap();
    std::fs::write(&head, "ref: refs/heads/main\n").unwrap();
    std::fs::write(&verdict, "deny").unwrap();
    assert_eq!(again(), ["ask", "ask", "deny", "deny"]);
    assert!(!batch.end());
}

#[test]
fn the_top_of_the_repository_is_known() {
    let policy = "extends: [builtin:secrets]\nrules: [{ allow: 'cat !<effect:reads outside Tree> *' }]\n";
    let asked = |line: &str, status: i32| {
        let run =
            runok(["check", "-c", "p.yml", "--", line]).file("p.yml", policy).file(".git/HEAD", "ref: refs/heads/x\n");
        run.stdout_is(|_| true).status(status).check();
    };
    asked("cat \"$(git rev-parse --show-toplevel)/.env\"", 3);
    asked("top=$(git rev-parse --show-toplevel); cat \"$top/.npmrc\"", 3);
    asked("export GIT_DIR=/x; cat \"$(git rev-parse --show-toplevel)/.config/x\"", 4);
    asked("git() { echo /; }; cat \"$(git rev-parse --show-toplevel)/x\"", 4);
}

#[test]
fn a_rule_for_one_remote_does_not_count_where_git_may_push_elsewhere() {
    let policy = "rules: [{ allow: 'git push *', when: \"git.remote == '/x/good.git'\" }]\n";
    let cloned =
        "[remote \"origin\"]\n\turl = /x/good.git\n[branch \"main\"]\n\tremote = origin\n\tmerge = refs/heads/main\n";
    let asked = |own: &str, of_user: &str, status: i32| {
        let run = runok(["check", "-c", "p.yml", "--", "git push"]).file("p.yml", policy);
        let run = run.file(".git/HEAD", "ref: refs/heads/main\n").file(".git/config", format!("{cloned}{own}"));
        run.file("../.gitconfig", of_user).stdout_is(|_| true).status(status).check();
    };
    asked("", "[user]\n\tname = N\n", 0);
    asked("[remote \"origin\"]\n\tpushurl = /x/evil.git\n", "", 4);
    asked("", "[url \"/x/evil\"]\n\tpushInsteadOf = /x/good\n", 4);
}

#[test]
fn a_url_that_is_denied_is_not_allowed_in_another_spelling() {
    let policy = "types: {Bad: {url: {hosts: [evil.com, '*.evil.com']}}}\n\
        rules: [{allow: 'curl *'}, {deny: 'curl * <type:Bad> *'}]\n";
    let rows =
        [("https://evil.com", 3), ("https:evil.com", 4), ("evil.com", 4), ("evil.com:443/x", 4), ("good.com", 0)];
    for (url, status) in rows {
        let run = runok(["check", "-c", "p.yml", "--", &format!("curl -s {url}")]).file("p.yml", policy);
        run.stdout_is(|_| true).status(status).check();
    }
}

#[test]
fn a_message_about_what_only_may_be_stands_behind_the_reason() {
    let run = check(&["--", "rm -r \"$X\""]).status(4);
    run.stdout_is(|text| text.replace('\n', " ").starts_with("ask: it may match the deny rule")).check();
}

#[test]
fn a_way_up_behind_a_link_may_lead_to_two_places() {
    let directory = tempfile::tempdir().unwrap();
    let base = std::fs::canonicalize(directory.path()).unwrap();
    std::fs::create_dir_all(base.join("a/b/c")).unwrap();
    std::fs::create_dir(base.join("here")).unwrap();
    std::os::unix::fs::symlink(base.join("a/b"), base.join("here/link")).unwrap();
    let at = base.to_str().unwrap();
    let policy = format!(
        "definitions: {{ paths: {{ a: ['{at}/a/**'] }} }}\nrules: [{{ allow: 'cat <path:a>' }}, {{ allow: 'cd|pushd|set *' }}]\n"
    );
    let rows = [
        ("a/b", None, "cd .. && cat x", "allow"),
        ("a/b/c", None, "cd ../.. && cat x", "allow"),
        ("here", None, "cd link && cd .. && cat x", "ask"),
        ("here", None, "pushd link && pushd .. && cat x", "ask"),
        ("here", None, "set -P; cd link && cd .. && cat x", "ask"),
        ("here", None, "cd link/.. && cat x", "ask"),
        ("here", None, "cd -P link/.. && cat x", "allow"),
        ("here", None, "cd -P link && cd .. && cat x", "allow"),
        ("here", None, "cd -P -L link/.. && cat x", "ask"),
        ("here", None, "env -C link/.. cat x", "ask"),
        // it is started by a name with a link in it, or its shell knows it by one
        ("here/link", None, "cd .. && cat x", "ask"),
        ("a/b", Some("here/link"), "cd .. && cat x", "ask"),
        ("a/b", Some("here/link"), "cd c && cd ../.. && cat x", "ask"),
        ("a/b", Some("here/link"), "cd c && cat x", "allow"),
        ("a/b", Some("here"), "cd .. && cat x", "allow"),
    ];
    for (cwd, pwd, command, expected) in rows {
        let mut request = serde_json::json!({ "command": command, "cwd": format!("{at}/{cwd}") });
        if let Some(pwd) = pwd {
            request["env"] = serde_json::json!({ "PWD": format!("{at}/{pwd}") });
        }
        let run = runok(["check", "-c", "p.yml", "--output-format", "json"]).file("p.yml", &policy);
        let answers = decisions(&run.stdin(request.to_string()).stdout_is(|_| true).any_status().check());
        assert_eq!(answers, [expected], "{cwd} {pwd:?} {command}");
    }
}

#[test]
fn what_a_shell_reads_first_asks_where_the_line_sets_it() {
    let everything = "defaults: { action: allow }\nrules: [{ allow: '*' }]\n";
    let judged = |line: &str| {
        let run = runok(["check", "-c", "p.yml", "--output-format", "json", "--", line]).file("p.yml", everything);
        decisions(&run.variable("BASH_ENV", "/x").variable("ENV", "/x").stdout_is(|_| true).any_status().check())
    };
    for line in [
        "BASH_ENV=x bash -c 'git status'",
        "ENV=x sh -i",
        "env BASH_ENV=x ./script",
        "export BASH_ENV=x; bash -c ls",
        "declare -x ENV=x; sh -i",
        "BASH_ENV=x; bash -c ls",
        "printf -v BASH_ENV x; bash -c ls",
        "read BASH_ENV; bash -c ls",
        "bash -c 'BASH_ENV=x bash -c ls'",
        "sudo BASH_ENV=x bash -c ls",
    ] {
        assert_eq!(judged(line), ["ask"], "{line}");
    }
    // what the caller's environment holds is the caller's own, as PATH is
    for line in ["bash -c 'git status'", "sh -c ls", "./script"] {
        assert_eq!(judged(line), ["allow"], "{line}");
    }
}
