//! A judge that hangs: the answer is there by the deadline, it is a question, and Ctrl-C gets out before that.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test stops where it cannot go on")]

use crate::prompt::{Home, Prompt, Stand};

/// The program hangs while it judges, as it does where a file system does not answer.
const HANGS: &str = "export RUNOK_TEST_FAULT=hang\n";

/// Something that says when it has started, and does not end.
const SLOW: &str = "\
types:
  Slow: {executor: 'sh -c \"touch started-to-judge; sleep 3600\"', timeout: 60s}
rules:
  - allow: 'echo *'
  - allow: 'slow *'
    validate: Slow
  - deny: 'forbid *'
    message: never do that
";

type Start = fn(Home, &[&str]) -> Prompt;

const SHELLS: [(&str, Start); 3] = [
    ("bash", |home, init| Prompt::bash_with(home, init, "", "", &[])),
    ("zsh", |home, init| Prompt::zsh_with(home, init, "", "", &[])),
    ("fish", |home, init| Prompt::fish_with(home, init, "", "")),
];

#[test]
fn what_is_not_judged_by_the_deadline_is_asked_about() {
    for (name, start) in SHELLS {
        let mut shell = start(Home::new(Stand::Script), &["--deadline", "1", name]);
        shell.instead(HANGS);
        shell.asked("askme one");
        shell.refuses("n");
        assert_eq!(shell.ran(), "", "{name}");
        shell.enter("askme two");
        shell.session.wait_for("no answer within 1 s, so nobody knows what this would do");
        shell.session.wait_for("[e]xplain ");
        shell.session.press("y");
        shell.session.wait_for("RAN-askme");
        shell.ready();
        assert_eq!(shell.ran(), "askme two\n", "{name}");
        shell.as_before();
        shell.denied("forbid");
    }
}

#[test]
fn ctrl_c_gets_out_of_a_judge_that_hangs() {
    for (name, start) in SHELLS {
        let mut shell = start(Home::new(Stand::Script), &["--deadline", "600", name]);
        shell.instead(&format!("{HANGS}sleep 0.5; echo checking\n"));
        for _ in 0..2 {
            shell.enter("askme hanging");
            shell.session.wait_for("checking");
            // the script becomes the program
            std::thread::sleep(std::time::Duration::from_millis(300));
            shell.session.press("\x03");
            shell.ready();
        }
        shell.as_before();
        assert_eq!(shell.ran(), "", "{name}");
        shell.denied("forbid");
    }
}

#[test]
fn ctrl_c_gets_out_where_the_shell_ignores_it() {
    for (name, start) in SHELLS.into_iter().filter(|(name, _)| *name != "fish") {
        let mut shell = start(Home::new(Stand::Itself), &["--deadline", "600", name]);
        shell.home.file(".config/runok/runok.yml", SLOW);
        shell.asked("trap '' INT");
        shell.session.press("y");
        shell.ready();
        shell.mark();
        shell.enter("slow one");
        let started = shell.home.path().join(".config/runok/started-to-judge");
        let end = std::time::Instant::now() + std::time::Duration::from_secs(20);
        while !started.exists() {
            assert!(std::time::Instant::now() < end, "{name}: the validator does not start");
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        shell.session.press("\x03");
        shell.ready();
        shell.denied("forbid");
    }
}
