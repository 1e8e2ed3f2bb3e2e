//! bash: what others hang into it (`DEBUG`, `extdebug`, bash-preexec's way, `PROMPT_COMMAND`), and what runok does to it.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test stops where it cannot go on"
)]

use std::process::{Command, Stdio};

use crate::prompt::{Home, Prompt, RUNOK, Stand};

/// Its status says that nothing may run: without `extdebug` bash does not heed that, with it the rest of a line runs.
const DEBUG: &str = "seen() { [[ $BASH_COMMAND == *traced* ]] && echo \"tra\"ce; return 0; }\ntrap seen DEBUG";

/// The shape of bash-preexec: a trap that finds out the line, armed again at each prompt.
const PREEXEC: &str = "\
at_prompt() { armed=1; }
before() { [[ -n $armed && -z ${COMP_LINE-} ]] || return 0; armed=; [[ $(history 1) == *traced* ]] && echo \"tra\"ce; return 0; }
PROMPT_COMMAND=\"at_prompt${PROMPT_COMMAND:+; $PROMPT_COMMAND}\"
trap before DEBUG";

#[test]
fn a_debug_trap_is_the_users_own_and_the_guard_does_not_need_one() {
    for hook in [DEBUG, PREEXEC, "shopt -s extdebug\ntrap true DEBUG\necho \"tra\"ce"] {
        for (before, after) in [(hook, ""), ("", hook)] {
            let mut bash = Prompt::bash_with(Home::new(Stand::Itself), &["bash"], before, after, &[]);
            for line in
                ["forbid", "echo one; forbid two", "(echo a; forbid b) | cat", "true && forbid", "f() { forbid; }"]
            {
                bash.denied(line);
            }
            if !hook.contains("extdebug") {
                assert!(bash.runs("echo traced").contains("trace\r\n"), "{hook}");
            }
            assert!(bash.runs("echo a\"\"live").contains("alive"));
            bash.nothing_ran();
            let status = bash.runs("runok shell-status");
            assert!(status.contains("blocking") && !status.contains("was replaced"), "{status}");
            assert!(bash.runs("trap -p DEBUG").contains("DEBUG"), "{hook}");
        }
    }
    // runok sets none itself
    let mut bash = Prompt::bash("");
    let shown = bash.runs("trap -p; shopt extdebug functrace; echo $-");
    assert!(!shown.contains("DEBUG") && !shown.contains("extdebug       \ton"), "{shown}");
}

#[test]
fn a_debug_trap_that_refuses_every_command_lets_nothing_through() {
    let mut bash = Prompt::bash("");
    bash.runs("refuse() { [[ $BASH_COMMAND != *refused* ]]; }");
    bash.confirmed("shopt -s extdebug; trap refuse DEBUG");
    bash.denied("forbid");
    bash.denied("echo refused && forbid");
    bash.denied("echo refused; forbid");
    bash.nothing_ran();
}

#[test]
fn ble_sh_is_no_ground_for_the_guard_and_the_status_says_so() {
    let mut bash = Prompt::bash("BLE_VERSION=0.4.0");
    let status = bash.runs("runok shell-status");
    assert!(status.contains("off: bash") && status.contains("ble.sh has taken over the keys"), "{status}");
    let mut bash = Prompt::bash_with(Home::new(Stand::Itself), &["bash"], "", "BLE_VERSION=0.4.0", &[]);
    let status = bash.runs("runok shell-status");
    assert!(status.contains("degraded: bash") && status.contains("ble.sh was loaded after runok"), "{status}");
}

#[test]
fn an_interactive_shell_without_a_terminal_says_that_it_is_off() {
    let text = format!("eval \"$('{RUNOK}' shell-init bash)\"\nrunok shell-status\n");
    let directory = tempfile::tempdir().unwrap();
    let script = directory.path().join("typed");
    std::fs::write(&script, text).unwrap();
    let mut command = Command::new("setsid");
    command.args(["-w", "bash", "--norc", "--noprofile", "-i"]).stdin(std::fs::File::open(&script).unwrap());
    let output = command.stderr(Stdio::null()).output().unwrap();
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(shown.contains("off: bash") && shown.contains("standard input is no terminal"), "{shown}");
}

#[test]
fn the_terminal_is_as_it_was_after_every_answer() {
    let mut bash = Prompt::bash("");
    let settings = "stty -a | tr -s ' ;' '\\n\\n' | grep -xE -e '-?(icanon|echo|isig|icrnl|onlcr)' | tr '\\n' ' '";
    for _ in 0..2 {
        bash.denied("forbid");
        bash.asked("askme");
        bash.refuses("n");
        bash.asked("askme");
        bash.refuses("\x03");
        let shown = bash.runs(settings);
        assert!(shown.contains("icrnl onlcr isig icanon echo "), "{shown:?}");
    }
}

#[test]
fn the_text_is_handed_over_and_never_run_to_be_judged() {
    let mut bash = Prompt::bash("");
    for line in [
        "forbid $(touch evaluated)",
        "forbid `touch evaluated`",
        "forbid \"$(touch evaluated)\" '; touch evaluated; '",
        "forbid \\' \\\" ' \" \" $(touch evaluated) \" '",
        "forbid $((a[$(touch evaluated)]))",
        "forbid * ? ~ {a,b} --shell zsh -c x",
    ] {
        bash.denied(line);
    }
    // words that begin like options are text too
    for line in ["--help; forbid", "-- forbid; forbid", "--suggestion; forbid"] {
        bash.denied(line);
    }
    assert!(bash.runs("printf '<%s>' \"a  b\" 'c\\d' \"e'f\"").contains("<a  b><c\\d><e'f>"));
    bash.nothing_ran();
    assert!(!bash.home.path().join("evaluated").exists());
}

#[test]
fn a_line_of_the_history_is_not_run_again_unjudged() {
    let mut bash = Prompt::bash("");
    bash.denied("forbid a");
    for line in ["fc -s forbid", "fc -e true -1"] {
        bash.asked(line);
        bash.refuses("n");
    }
    bash.nothing_ran();
}

#[test]
fn what_is_to_be_kept_from_the_history_is_when_it_is_denied() {
    let mut bash = Prompt::bash("HISTCONTROL=ignorespace");
    bash.denied(" forbid hidden");
    bash.denied("forbid shown");
    let shown = bash.runs("history 9");
    assert!(shown.contains("forbid shown") && !shown.contains("hidden"), "{shown}");
    bash.nothing_ran();
}

#[test]
fn keys_that_were_moved_before_are_guarded() {
    let rc = "bind '\"\\C-g\": operate-and-get-next'\nbind '\"\\C-t\": edit-and-execute-command'";
    let variables = [("VISUAL", "sed -i s/harmless/forbid/")];
    let mut bash = Prompt::bash_with(Home::new(Stand::Itself), &["bash"], rc, "", &variables);
    bash.session.press("forbid\x07");
    bash.session.wait_for("never do that");
    bash.ready();
    bash.session.press("harmless x\x14");
    bash.session.wait_for("forbid x");
    bash.denied("");
    bash.nothing_ran();
    assert!(bash.runs("runok shell-status").contains("blocking"));
}

#[test]
fn a_change_of_the_directory_is_followed_by_the_judge() {
    let mut bash = Prompt::bash("");
    bash.runs("mkdir -p sub && cd sub");
    bash.denied("forbid");
    bash.runs("cd -");
    bash.denied("forbid");
    bash.nothing_ran();
}
