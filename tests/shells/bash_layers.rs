//! bash: keys beside Enter, the second layer, what happens without runok, loading and unloading, the status.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test stops where it cannot go on"
)]

use crate::prompt::{Home, PROMPT, Prompt, RUNOK, Stand};

const CTRL_O: &str = "\x0f";

#[test]
fn other_keys_that_accept_a_line_are_guarded() {
    let mut bash = Prompt::bash("bind '\"\\C-g\": accept-line'");
    for key in [CTRL_O, "\n", "\x07"] {
        bash.session.press(&format!("forbid{key}"));
        bash.session.wait_for("never do that");
        bash.ready();
    }
    bash.nothing_ran();
}

#[test]
fn an_editor_leaves_its_text_on_the_line() {
    for keys in ["\x18\x05", "\x1bv"] {
        let rc = if keys.starts_with('\x1b') { "set -o vi\nbind 'set keyseq-timeout 50'" } else { "" };
        let home = Home::new(Stand::Itself);
        let variables = [("VISUAL", "sed -i s/harmless/forbid/")];
        let mut bash = Prompt::bash_with(home, &["bash"], rc, "", &variables);
        bash.session.press("harmless x");
        bash.session.wait_for("harmless x");
        bash.session.press(keys);
        bash.session.wait_for("forbid x");
        bash.denied("");
        if !rc.is_empty() {
            bash.session.press("i");
        }
        bash.nothing_ran();
    }
}

#[test]
fn the_second_layer_stops_what_gets_past_enter() {
    let mut bash = Prompt::bash_with(Home::new(Stand::Itself), &["bash"], "", "bind '\"\\C-t\": accept-line'", &[]);
    let key = "\x14";
    for line in [
        "forbid",
        "echo one; forbid two",
        "(echo a; forbid b) | cat",
        "f() { forbid; }",
        "forbid &",
        "for i in 1 2; do forbid; done",
    ] {
        bash.session.press(&format!("{line}{key}"));
        bash.session.wait_for("never do that");
        bash.ready();
    }
    bash.session.press(&format!("echo thr\"\"ough{key}"));
    bash.session.wait_for("through");
    bash.ready();
    // a comment that is taken away from a line accepts it
    bash.session.press("#forbid\x1b1\x1b#");
    bash.session.wait_for("never do that");
    bash.ready();
    bash.nothing_ran();
    assert!(bash.runs("runok shell-status").contains("other keys accept a line: \"\\C-t\""));
}

#[test]
fn the_second_layer_does_not_take_an_old_line_for_the_new_one() {
    for before in ["set +o history", "HISTCONTROL=ignorespace"] {
        let mut bash = Prompt::bash_with(Home::new(Stand::Itself), &["bash"], "", "bind '\"\\C-t\": accept-line'", &[]);
        bash.runs(before);
        bash.denied(" forbid by Enter");
        bash.session.press(" forbid\x14");
        bash.session.wait_for("nobody knows what it is");
        bash.ready();
        bash.nothing_ran();
    }
}

#[test]
fn enter_is_guarded_where_sigint_is_ignored() {
    let mut bash = Prompt::bash("");
    bash.runs("trap '' INT");
    bash.denied("forbid");
    bash.session.press(&format!("forbid{CTRL_O}"));
    bash.session.wait_for("never do that");
    bash.ready();
    bash.nothing_ran();
    let status = bash.runs("runok shell-status");
    assert!(status.contains("blocking") && status.contains("SIGINT is trapped"), "{status}");
}

#[test]
fn a_lost_prompt_command_leaves_the_second_layer() {
    let mut bash = Prompt::bash("");
    bash.runs("unset PROMPT_COMMAND");
    bash.denied("forbid");
    bash.nothing_ran();
    let status = bash.runs("runok shell-status");
    assert!(status.contains("degraded") && status.contains("PROMPT_COMMAND was replaced"), "{status}");
}

#[test]
fn a_prompt_command_that_is_replaced_before_the_first_prompt_leaves_the_second_layer() {
    let mut bash = Prompt::bash_with(Home::new(Stand::Itself), &["bash"], "", "PROMPT_COMMAND=true", &[]);
    // nothing is known of the history yet
    bash.enter("true");
    bash.session.wait_for("nobody knows what it is");
    bash.ready();
    bash.denied("forbid");
    bash.denied("echo one; forbid two");
    bash.runs("HISTCONTROL=ignorespace");
    bash.enter(" forbid");
    bash.session.wait_for("nobody knows what it is");
    bash.ready();
    bash.nothing_ran();
    assert!(bash.runs("runok shell-status").contains("degraded"));
}

#[test]
fn a_lost_ps0_is_put_back() {
    let mut bash = Prompt::bash_with(Home::new(Stand::Itself), &["bash"], "", "bind '\"\\C-t\": accept-line'", &[]);
    bash.confirmed("PS0=");
    bash.session.press("forbid\x14");
    bash.session.wait_for("never do that");
    bash.ready();
    bash.nothing_ran();
}

#[test]
fn a_binding_that_was_taken_over_is_told() {
    let mut bash = Prompt::bash("");
    bash.runs("bind '\"\\C-m\": accept-line'");
    let status = bash.runs("runok shell-status");
    assert!(status.contains("degraded") && status.contains("Ctrl-m was bound to something else"), "{status}");
    // what PS0 stops
    bash.denied("forbid");
    bash.nothing_ran();
}

#[test]
fn an_error_denies_and_many_of_them_degrade() {
    let mut bash = Prompt::bash_with(Home::new(Stand::Script), &["bash"], "", "", &[]);
    bash.instead("kill -KILL $$");
    for _ in 0..3 {
        bash.enter("forbid killed");
        bash.session.wait_for("failed (status 137), the line was not run; `runok shell-off` switches runok off");
        bash.ready();
    }
    assert_eq!(bash.ran(), "");
    bash.enter("echo 'un''judged'");
    bash.session.wait_for("DEGRADED");
    bash.session.wait_for("unjudged\r\n");
    bash.session.wait_for("unjudged");
    bash.ready();
    bash.as_before();
    bash.denied("forbid once it works again");
    bash.nothing_ran();

    let mut bash = Prompt::bash_with(Home::new(Stand::Script), &["--on-error", "deny", "bash"], "", "", &[]);
    bash.instead("exit 101");
    for _ in 0..5 {
        bash.enter("forbid failed");
        bash.session.wait_for("failed (status 101), the line was not run");
        bash.ready();
    }
    bash.enter("runok shell-off");
    bash.session.wait_for("off in this shell");
    bash.ready();
    bash.enter("forbid");
    bash.session.wait_for("RAN-forbid");
}

#[test]
fn without_the_program_lines_run_with_a_warning_or_not_at_all() {
    let mut bash = Prompt::bash_with(Home::new(Stand::Script), &["bash"], "", "", &[]);
    std::fs::rename(bash.home.path().join("stand"), bash.home.path().join("gone")).unwrap();
    bash.enter("echo 'run''s'");
    bash.session.wait_for("DEGRADED");
    bash.session.wait_for("is gone");
    bash.session.wait_for("runs\r\n");
    bash.ready();
    bash.enter("runok shell-status");
    bash.session.wait_for("degraded: ");
    bash.ready();
    std::fs::rename(bash.home.path().join("gone"), bash.home.path().join("stand")).unwrap();
    bash.denied("forbid");
    bash.nothing_ran();

    let mut bash = Prompt::bash_with(Home::new(Stand::Script), &["bash", "--on-error=deny"], "", "", &[]);
    std::fs::remove_file(bash.home.path().join("stand")).unwrap();
    bash.enter("forbid");
    bash.session.wait_for("the line was not run");
    bash.ready();
    assert_eq!(bash.ran(), "");
}

#[test]
fn a_broken_policy_asks() {
    let mut bash = Prompt::bash("");
    bash.home.file(".config/runok/runok.yml", "rulez: []\n");
    bash.asked("echo one");
    bash.refuses("n");
}

#[test]
fn a_path_that_was_changed_does_not_change_the_judge() {
    let mut bash = Prompt::bash("");
    bash.runs("mkdir other && printf '#!/bin/sh\\nexit 0\\n' > other/runok && chmod +x other/runok");
    bash.confirmed("PATH=$PWD/other:$PATH");
    bash.denied("forbid");
    bash.nothing_ran();
}

#[test]
fn nothing_of_the_guard_comes_from_the_environment() {
    let variables =
        [("__runok_state", "1"), ("__runok_flag", "1"), ("__runok_gate", "1"), ("__runok_saved", "1"), ("IFS", "x")];
    let mut bash = Prompt::bash_with(Home::new(Stand::Itself), &["bash"], "", "", &variables);
    bash.denied("forbid");
    bash.nothing_ran();
    assert!(!bash.confirmed("env").contains("__runok"));
    // a shell inside loads its own; one that does not is not guarded, and says nothing
    bash.enter("bash --norc");
    bash.session.wait_for("hbash-");
    bash.enter("forbid inside");
    bash.session.wait_for("RAN-forbid");
    bash.enter("exit");
    bash.ready();
    assert_eq!(bash.ran(), "forbid inside\n");
}

#[test]
fn an_exported_prompt_command_says_nothing_in_other_shells() {
    let mut bash = Prompt::bash("export PROMPT_COMMAND=true PS0=");
    bash.enter("bash --norc");
    bash.session.wait_for("hbash-");
    bash.enter("echo \"inner\"-one");
    let shown = bash.session.wait_for("inner-one");
    assert!(!shown.contains("not found"), "{shown}");
    bash.enter("exit");
    bash.session.wait_for(PROMPT);
}

#[test]
fn loading_twice_and_a_new_shell_are_like_once() {
    let mut bash = Prompt::bash("");
    for _ in 0..2 {
        bash.runs("source ~/.bashrc");
        bash.denied("forbid");
        assert!(bash.runs("runok shell-status").contains("blocking"));
    }
    bash.confirmed("exec bash --noprofile --rcfile ~/.bashrc -i");
    bash.denied("forbid");
    bash.nothing_ran();
}

#[test]
fn what_was_there_before_is_kept_and_comes_back() {
    for (set, kept) in [
        ("PROMPT_COMMAND='seen=string'", "declare -- PROMPT_COMMAND=\"seen=string\""),
        ("PROMPT_COMMAND=('seen=one' 'also=two')", "declare -a PROMPT_COMMAND=([0]=\"seen=one\" [1]=\"also=two\")"),
        ("true", "PROMPT_COMMAND: not found"),
    ] {
        let rc = format!("{set}\nPS0='before'\nbind '\"\\C-g\": accept-line'\nbind -p > keys-before");
        let mut bash = Prompt::bash(&rc);
        bash.runs("echo \"seen\"=$seen");
        bash.enter("runok shell-off");
        bash.session.wait_for("off in this shell");
        bash.ready();
        let shown = bash.runs("declare -p PROMPT_COMMAND; echo \"PS0\"=\"$PS0.\"");
        assert!(shown.contains(kept) && shown.contains("PS0=before."), "{shown}");
        let shown =
            bash.runs("bind -p > keys-after; cmp keys-before keys-after && echo \"the\" same; compgen -A function");
        assert!(shown.contains("the same") && !shown.contains("__runok"), "{shown}");
        bash.enter("forbid");
        bash.session.wait_for("RAN-forbid");
    }
}

#[test]
fn a_shell_without_a_prompt_is_left_alone() {
    let text = format!("eval \"$('{RUNOK}' shell-init bash)\"; echo ok; type __runok_enter");
    let output = std::process::Command::new("bash").args(["-c", &text]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "ok\n");
    let output = std::process::Command::new(RUNOK).arg("shell-status").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("off: "));
}

#[test]
fn a_line_too_long_for_an_argument_is_judged() {
    let mut bash = Prompt::bash("bind 'set enable-bracketed-paste off'");
    bash.runs(&format!("true {}", "x".repeat(3000)));
    bash.runs("long=$(printf 'a%.0s' {1..40000})");
    // Alt-Ctrl-e expands the line in place
    bash.session.press("echo $long | wc -c; forbid\x1b\x05\r");
    bash.session.wait_for("never do that");
    bash.ready();
    bash.nothing_ran();
}
