//! bash: the line that is typed, in all the ways in which it is typed.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops where it cannot go on")]

use crate::prompt::{Home, PROMPT, Prompt, Stand};

const UP: &str = "\x1b[A";
const ESCAPE: &str = "\x1b";

#[test]
fn a_line_is_denied_as_a_whole_and_the_next_one_runs() {
    let mut bash = Prompt::bash("");
    for line in [
        "forbid",
        "echo one; forbid two",
        "forbid one && echo two",
        "forbid one || echo two",
        "(echo a; forbid b) | cat",
        "forbid &",
        "echo $(forbid)",
        "f() { forbid; }",
        " forbid with a blank before it",
        "cat <(forbid)",
        "for i in 1 2; do forbid $i; done",
        "x=forbid; $x",
        "eval 'for''bid'",
    ] {
        bash.denied(line);
    }
    assert!(bash.runs("echo a\"\"live").contains("alive"));
    bash.nothing_ran();
}

#[test]
fn a_compound_command_stays_in_one_buffer() {
    let mut bash = Prompt::bash("");
    for line in ["for i in 1 2", "do forbid $i"] {
        bash.enter(line);
        bash.session.wait_for(PROMPT);
    }
    bash.denied("done");
    bash.enter("cat <<END");
    bash.session.wait_for(PROMPT);
    bash.enter("forbid \"\"this");
    bash.session.wait_for(PROMPT);
    // data, not a command
    assert!(bash.runs("END").contains("forbid \"\"this"));
    bash.enter("echo 'a");
    bash.session.wait_for(PROMPT);
    bash.runs("b'");
    bash.enter("true && \\");
    bash.session.wait_for(PROMPT);
    bash.denied("forbid");
    bash.nothing_ran();
}

#[test]
fn a_paste_is_judged_with_and_without_brackets() {
    let mut bash = Prompt::bash("");
    bash.session.press("\x1b[200~echo one\nforbid two\x1b[201~");
    bash.session.wait_for("forbid two");
    bash.denied("");
    assert!(bash.runs("\x1b[200~echo o\"\"ne\necho t\"\"wo\x1b[201~").contains("one\r\ntwo"));
    bash.nothing_ran();

    let mut bash = Prompt::bash("bind 'set enable-bracketed-paste off'");
    bash.session.press("echo o\"\"ne\rforbid two\recho thr\"\"ee\r");
    bash.session.wait_for("never do that");
    bash.ready();
    bash.nothing_ran();
}

#[test]
fn history_is_expanded_before_it_is_judged() {
    let mut bash = Prompt::bash("");
    bash.denied("forbid a");
    bash.denied("!!");
    bash.denied("!for");
    bash.denied("echo a; !!");
    bash.enter("echo forbid");
    bash.ready();
    bash.ready();
    bash.denied("^echo ^");
    bash.enter("echo 'on''e'");
    bash.session.wait_for("one\r\n");
    bash.ready();
    bash.enter("echo !!");
    bash.session.wait_for("echo one\r\n");
    bash.ready();
    // a denied line is the last one, though it did not run
    bash.denied("forbid b");
    bash.denied("!!");
    // `:p` shows it and runs nothing, and an event that is not there runs nothing
    bash.enter("!for:p");
    bash.ready();
    bash.session.press("\x15");
    bash.enter("echo !nosuchevent");
    bash.session.wait_for("history expansion failed");
    bash.ready();
    bash.session.press("\x15");
    bash.nothing_ran();
    // single quotes keep it
    assert!(bash.runs("echo 'a!!'b").contains("a!!b"));
}

#[test]
fn a_denied_line_is_in_the_history_and_the_suggestion_one_key_away() {
    let mut bash = Prompt::bash("");
    bash.enter("forbid this");
    bash.session.wait_for("suggestion: echo 'bet''ter'");
    bash.session.wait_for("Alt-r puts the suggestion on the line");
    bash.ready();
    bash.session.press(UP);
    bash.session.wait_for("forbid this");
    bash.session.press("\x15");
    bash.session.press("\x1br");
    bash.session.wait_for("echo 'bet''ter'");
    bash.enter("");
    bash.session.wait_for("better");
    bash.nothing_ran();
}

#[test]
fn a_question_is_asked_on_the_terminal() {
    let mut bash = Prompt::bash("");
    bash.asked("askme one");
    bash.refuses("n");
    bash.asked("askme two");
    bash.refuses("\x03");
    bash.asked("askme three");
    bash.refuses("\r");
    bash.nothing_ran();
    bash.asked("askme four");
    bash.session.press("e");
    bash.session.wait_for("[e]xplain ");
    bash.session.press("y");
    bash.session.wait_for("RAN-askme");
    bash.ready();
    assert_eq!(bash.ran(), "askme four\n");
    // what was typed before the question stood there is no answer to it
    bash.session.press("askme five\ry\r");
    bash.session.wait_for("[e]xplain ");
    bash.refuses("n");
    bash.mark();
    assert_eq!(bash.ran(), "askme four\n");
}

#[test]
fn vi_mode_is_guarded_in_both_of_its_maps() {
    let mut bash = Prompt::bash("set -o vi\nbind 'set keyseq-timeout 50'");
    bash.denied("forbid insert");
    bash.runs("true");
    bash.session.press("forbid command");
    bash.session.wait_for("forbid command");
    bash.session.press(ESCAPE);
    std::thread::sleep(std::time::Duration::from_millis(150));
    bash.denied("");
    // the map for commands stays; `i` leaves it
    bash.session.press("i");
    bash.nothing_ran();
    let mut bash = Prompt::bash("");
    bash.runs("set -o vi");
    bash.denied("forbid later");
    bash.nothing_ran();
}

#[test]
fn what_read_asks_is_no_line() {
    let mut bash = Prompt::bash("");
    for read in ["read", "read -e"] {
        bash.enter(&format!("{read} -p 'sa''y:' v; echo \"got\"=\"$v\""));
        bash.session.wait_for("say:");
        bash.enter("forbid answer");
        bash.session.wait_for("got=forbid answer");
        bash.ready();
    }
    bash.denied("forbid after");
    bash.nothing_ran();
}

#[test]
fn an_alias_is_judged_by_what_it_stands_for() {
    let mut bash = Prompt::bash("alias ls='forbid ls' sudo='env ' ok='echo al''ias'");
    bash.denied("ls");
    bash.denied("true; ls -l");
    bash.denied("sudo ls");
    assert!(bash.runs("ok").contains("alias"));
    bash.denied("alias later=forbid");
    bash.runs("\\ls /");
    bash.nothing_ran();
}

#[test]
fn a_search_in_the_history_ends_in_a_line_that_is_judged() {
    let mut bash = Prompt::bash("");
    bash.denied("forbid found");
    bash.session.press("\x12forb");
    bash.session.wait_for("found");
    bash.denied("");
    bash.nothing_ran();
}

/// `shell-expand-line` would run the substitutions of a line before Enter.
#[test]
fn a_key_that_expands_the_line_runs_nothing_of_it() {
    let mut bash = Prompt::bash("alias hi='echo hel\"\"lo'");
    bash.session.press("echo $(forbid)");
    bash.session.wait_for("forbid)");
    bash.session.press("\x1b\x05 x");
    bash.denied("");
    bash.nothing_ran();
    // aliases are expanded by it as they were
    bash.session.press("hi\x1b\x05");
    assert!(bash.runs("").contains("hello"));
    bash.nothing_ran();
}

#[test]
fn ctrl_c_ends_a_check_that_takes_long_and_nothing_runs() {
    let mut bash = Prompt::bash_with(Home::new(Stand::Script), &["bash"], "", "", &[]);
    bash.instead("sleep 0.5; echo checking; exec sleep 20");
    bash.enter("forbid slow");
    bash.session.wait_for("checking");
    bash.session.press("\x03");
    bash.ready();
    bash.as_before();
    bash.nothing_ran();
    bash.denied("forbid again");
    bash.nothing_ran();
}

#[test]
fn jobs_are_the_shells_own() {
    let mut bash = Prompt::bash("");
    bash.runs("sleep 3 &");
    let shown = bash.runs("jobs");
    assert!(shown.contains("sleep 3") && !shown.contains("runok"), "{shown}");
    bash.denied("forbid");
    bash.runs("fg");
    let shown = bash.runs("jobs; echo $! | wc -l");
    assert!(!shown.contains("sleep"), "{shown}");
    bash.nothing_ran();
}

#[test]
fn one_process_a_line_and_none_for_an_empty_one() {
    let mut bash = Prompt::bash_with(Home::new(Stand::Script), &["bash"], "", "", &[]);
    let before = bash.started();
    for _ in 0..3 {
        bash.enter("");
        bash.ready();
    }
    bash.mark();
    assert_eq!(bash.started(), before + 1);
    for (count, line) in ["true", "true; true | cat", "for i in 1 2; do true; done"].iter().enumerate() {
        bash.runs(line);
        assert_eq!(bash.started(), before + 1 + 2 * (count + 1), "{line}");
    }
}

#[test]
fn what_the_shell_knows_of_the_last_command_stays() {
    let mut bash = Prompt::bash("");
    bash.runs("true first second");
    bash.enter("(exit 3)");
    bash.ready();
    bash.ready();
    bash.enter("echo \"status\"=$?");
    bash.session.wait_for("status=3");
    bash.ready();
    bash.enter("true | false | (exit 4)");
    bash.ready();
    bash.ready();
    bash.enter("echo \"pipe\"=\"${PIPESTATUS[*]}\"");
    bash.session.wait_for("pipe=0 1 4");
    bash.ready();
    bash.enter("true first second");
    bash.ready();
    bash.ready();
    bash.enter("echo \"last\"=$_");
    bash.session.wait_for("last=second");
    bash.ready();
    bash.denied("forbid");
    bash.enter("echo \"last\"=$_");
    bash.session.wait_for("last=last=second");
    bash.ready();
    assert!(bash.runs("echo \"flags\"=$-").contains("flags=himBHs"));
}

#[test]
fn options_that_break_careless_code_do_not() {
    let mut bash = Prompt::bash("");
    bash.confirmed("set -euf; IFS=:o; shopt -s nullglob failglob nocasematch");
    bash.denied("forbid");
    // a variable would be split in another way than usual
    assert!(bash.confirmed("echo \"fl\"ags=$-").contains("flags=efh"));
    bash.denied("true; forbid");
    bash.nothing_ran();
    // an option that changes what a line means is asked about where it does
    let mut bash = Prompt::bash("shopt -s dotglob");
    bash.asked("echo *");
    bash.refuses("n");
    bash.runs("echo no glob");
}
