//! zsh: the line that is typed, the widgets that accept it, the second layer, the status.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test stops where it cannot go on"
)]

use crate::prompt::{Home, PROMPT, Prompt, RUNOK, Stand};

const UP: &str = "\x1b[A";

#[test]
fn a_line_is_denied_as_a_whole_and_the_next_one_runs() {
    let mut zsh = Prompt::zsh("");
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
        "for i in 1 2; do forbid $i; done",
    ] {
        zsh.denied(line);
    }
    assert!(zsh.runs("echo a\"\"live").contains("alive"));
    zsh.nothing_ran();
}

#[test]
fn a_compound_command_stays_in_one_buffer() {
    let mut zsh = Prompt::zsh("");
    for line in ["for i in 1 2", "do forbid $i"] {
        zsh.enter(line);
        zsh.session.wait_for(line.split(' ').next_back().unwrap());
    }
    zsh.denied("done");
    for line in ["cat <<END", "forbid \"\"this"] {
        zsh.enter(line);
        zsh.session.wait_for(line.split(' ').next_back().unwrap());
    }
    assert!(zsh.runs("END").contains("forbid \"\"this"));
    zsh.nothing_ran();
}

#[test]
fn a_paste_is_judged_with_and_without_brackets() {
    let mut zsh = Prompt::zsh("");
    zsh.session.press("\x1b[200~echo one\nforbid two\x1b[201~");
    zsh.session.wait_for("forbid two");
    zsh.denied("");
    assert!(zsh.runs("\x1b[200~echo o\"\"ne\necho t\"\"wo\x1b[201~").contains("one\r\ntwo"));
    zsh.nothing_ran();

    let mut zsh = Prompt::zsh("unset zle_bracketed_paste");
    zsh.session.press("echo o\"\"ne\rforbid two\recho thr\"\"ee\r");
    zsh.session.wait_for("never do that");
    zsh.ready();
    zsh.nothing_ran();
}

#[test]
fn history_is_expanded_before_it_is_judged() {
    let mut zsh = Prompt::zsh("");
    zsh.denied("forbid a");
    zsh.denied("!!");
    zsh.denied("!for");
    zsh.denied("echo a; !!");
    zsh.enter("echo forbid");
    zsh.ready();
    zsh.denied("^echo ^");
    // until then the line that was denied may still be drawn
    zsh.nothing_ran();
    zsh.session.press("!for:p\r");
    zsh.session.wait_for("forbid");
    zsh.session.press("\x15");
    zsh.nothing_ran();
    assert!(zsh.runs("echo 'a!!'b").contains("a!!b"));
    zsh.enter("echo !nosuchevent");
    zsh.session.wait_for("event not found");
    zsh.ready();
    zsh.nothing_ran();
}

#[test]
fn a_denied_line_is_in_the_history_and_the_suggestion_one_key_away() {
    let mut zsh = Prompt::zsh("");
    zsh.enter("forbid this");
    zsh.session.wait_for("suggestion: echo 'bet''ter'");
    zsh.session.wait_for("Alt-r puts the suggestion on the line");
    zsh.ready();
    zsh.session.press(UP);
    zsh.session.wait_for("forbid this");
    zsh.session.press("\x15");
    zsh.session.press("\x1br");
    zsh.session.wait_for("echo 'bet''ter'");
    zsh.enter("");
    zsh.session.wait_for("better");
    zsh.nothing_ran();
}

#[test]
fn a_question_is_asked_on_the_terminal() {
    let mut zsh = Prompt::zsh("");
    zsh.asked("askme one");
    zsh.refuses("n");
    zsh.asked("askme two");
    zsh.refuses("\x03");
    zsh.asked("askme three");
    zsh.session.press("e");
    zsh.session.wait_for("[e]xplain ");
    zsh.session.press("y");
    zsh.session.wait_for("RAN-askme");
    zsh.ready();
    assert_eq!(zsh.ran(), "askme three\n");
    zsh.session.press("askme four\ry\r");
    zsh.session.wait_for("[e]xplain ");
    zsh.refuses("n");
    zsh.mark();
    assert_eq!(zsh.ran(), "askme three\n");
}

#[test]
fn vi_mode_is_guarded_in_both_of_its_maps() {
    let mut zsh = Prompt::zsh("bindkey -v; KEYTIMEOUT=5");
    zsh.denied("forbid insert");
    zsh.session.press("forbid command");
    zsh.session.wait_for("command");
    zsh.session.press("\x1b");
    std::thread::sleep(std::time::Duration::from_millis(200));
    zsh.denied("");
    zsh.nothing_ran();
}

#[test]
fn widgets_that_accept_a_line_are_guarded() {
    let mut zsh = Prompt::zsh("");
    // accept-line-and-down-history, accept-and-hold twice, accept-line by Ctrl-J
    for key in ["\x0f", "\x1ba", "\x1bA", "\n"] {
        zsh.session.press(&format!("forbid{key}"));
        zsh.session.wait_for("never do that");
        zsh.ready();
    }
    // a held line is shown with a prompt of its own, before the one that is waited for here
    zsh.mark();
    // what is found is drawn letter by letter, or at once: the search is waited for, not what it shows
    zsh.session.press("\x12forb");
    zsh.session.wait_for("bck-i-search");
    zsh.denied("");
    zsh.nothing_ran();
}

#[test]
fn what_vared_and_read_ask_is_no_line() {
    let mut zsh = Prompt::zsh("");
    zsh.asked("v=for; vared v; echo \"got\"=\"$v\"");
    zsh.session.press("y");
    zsh.session.wait_for("\r\n");
    zsh.session.wait_for("for");
    zsh.enter("bid answer");
    zsh.session.wait_for("got=forbid answer");
    zsh.ready();
    zsh.enter("read 'w?sa''y:'; echo \"got\"=\"$w\"");
    zsh.session.wait_for("say:");
    zsh.enter("forbid answer");
    zsh.session.wait_for("got=forbid answer");
    zsh.ready();
    zsh.denied("forbid after");
    zsh.nothing_ran();
}

#[test]
fn the_second_layer_stops_what_gets_past_the_widgets() {
    let mut zsh = Prompt::zsh_with(
        Home::new(Stand::Itself),
        &["zsh"],
        "",
        "past() { zle .accept-line }; zle -N past; bindkey '^T' past",
        &[],
    );
    for line in ["forbid", " forbid", "echo one; forbid two", "(echo a; forbid b) | cat", "f() { forbid; }", "forbid &"]
    {
        zsh.session.press(&format!("{line}\x14"));
        zsh.session.wait_for("never do that");
        zsh.ready();
    }
    zsh.session.press("echo thr\"\"ough\x14");
    zsh.session.wait_for("through");
    zsh.ready();
    zsh.confirmed("HISTSIZE=0");
    zsh.session.press("forbid\x14");
    zsh.session.wait_for("never do that");
    zsh.ready();
    zsh.nothing_ran();
    zsh.runs("trap '' INT");
    zsh.denied("forbid");
    zsh.nothing_ran();
    let status = zsh.runs("runok shell-status");
    assert!(status.contains("blocking") && status.contains("SIGINT is trapped"), "{status}");
}

#[test]
fn an_alias_is_judged_by_what_it_stands_for() {
    let rc = "alias ls='forbid ls' e='env '; alias -g GG='; forbid'; alias -s md=forbid; alias ok='echo al\"\"ias'";
    let mut zsh = Prompt::zsh(rc);
    for line in ["ls", "true; ls -l", "e ls", "echo GG", "notes.md"] {
        zsh.denied(line);
    }
    assert!(zsh.runs("ok").contains("alias"));
    assert!(zsh.runs("echo 'GG' notes.md").contains("GG notes.md"));
    zsh.nothing_ran();
}

#[test]
fn a_widget_that_was_there_before_is_called() {
    let mut zsh = Prompt::zsh("mine() { print -r -- mi''ne; zle .accept-line }; zle -N accept-line mine");
    zsh.denied("forbid");
    assert!(zsh.runs("true").contains("mine"));
    zsh.nothing_ran();
    zsh.enter("runok shell-off");
    zsh.session.wait_for("off in this shell");
    zsh.ready();
    let shown =
        zsh.runs("zle -lL accept-line; echo ${(k)functions} $preexec_functions $precmd_functions | grep -c __runok");
    assert!(shown.contains("zle -N accept-line mine") && shown.contains("\r\n0"), "{shown}");
    zsh.enter("forbid");
    zsh.session.wait_for("RAN-forbid");
}

#[test]
fn a_plugin_that_wraps_the_widget_is_seen() {
    let after = "zle -A accept-line orig; wrap() { zle orig }; zle -N accept-line wrap";
    let mut zsh = Prompt::zsh_with(Home::new(Stand::Itself), &["zsh"], "", after, &[]);
    zsh.denied("forbid");
    zsh.nothing_ran();
    let status = zsh.runs("runok shell-status");
    assert!(status.contains("blocking") && status.contains("still asks runok"), "{status}");
    let after = "zle -A .accept-line accept-line";
    let mut zsh = Prompt::zsh_with(Home::new(Stand::Itself), &["zsh"], "", after, &[]);
    zsh.denied("forbid");
    zsh.nothing_ran();
    let status = zsh.runs("runok shell-status");
    assert!(status.contains("degraded"), "{status}");
}

#[test]
fn options_that_break_careless_code_do_not() {
    let mut zsh = Prompt::zsh("");
    zsh.confirmed("setopt ksharrays shwordsplit nounset ignorebraces noglob errexit");
    zsh.denied("forbid");
    zsh.denied("true; forbid");
    zsh.nothing_ran();
    zsh.asked("echo $HOME");
    zsh.refuses("n");
}

#[test]
fn an_error_denies_and_without_the_program_lines_run_with_a_warning() {
    let mut zsh = Prompt::zsh_with(Home::new(Stand::Script), &["zsh"], "", "", &[]);
    zsh.instead("kill -KILL $$");
    for _ in 0..3 {
        zsh.enter("forbid killed");
        zsh.session.wait_for("failed (status 137), the line was not run; `runok shell-off` switches runok off");
        zsh.ready();
    }
    assert_eq!(zsh.ran(), "");
    zsh.enter("echo 'un''judged'");
    zsh.session.wait_for("DEGRADED");
    zsh.session.wait_for("unjudged");
    zsh.ready();
    zsh.as_before();
    zsh.denied("forbid once it works again");
    zsh.nothing_ran();
    std::fs::remove_file(zsh.home.path().join("stand")).unwrap();
    zsh.enter("echo 'run''s'");
    zsh.session.wait_for("is gone");
    zsh.session.wait_for("runs");
    zsh.ready();
    zsh.enter("runok shell-status");
    zsh.session.wait_for("degraded: ");
}

#[test]
fn ctrl_c_ends_a_check_that_takes_long_and_nothing_runs() {
    let mut zsh = Prompt::zsh_with(Home::new(Stand::Script), &["zsh"], "", "", &[]);
    zsh.instead("sleep 0.5; echo checking; exec sleep 20");
    zsh.enter("forbid slow");
    zsh.session.wait_for("checking");
    zsh.session.press("\x03");
    zsh.ready();
    zsh.as_before();
    zsh.nothing_ran();
    zsh.denied("forbid again");
    zsh.nothing_ran();
}

#[test]
fn one_process_a_line_and_the_jobs_are_the_shells_own() {
    let mut zsh = Prompt::zsh_with(Home::new(Stand::Script), &["zsh"], "", "", &[]);
    for _ in 0..3 {
        zsh.enter("");
        zsh.ready();
    }
    zsh.mark();
    let before = zsh.started();
    assert_eq!(before, 1);
    for (count, line) in ["true", "true; true | cat", "sleep 3 &"].iter().enumerate() {
        zsh.runs(line);
        assert_eq!(zsh.started(), before + 2 * (count + 1), "{line}");
    }
    let shown = zsh.runs("jobs");
    assert!(shown.contains("sleep 3") && !shown.contains("stand"), "{shown}");
    zsh.runs("fg");
    zsh.enter("(exit 3)");
    zsh.ready();
    zsh.enter("echo \"status\"=$?");
    zsh.session.wait_for("status=3");
}

#[test]
fn loading_twice_and_a_new_shell_are_like_once() {
    let variables = [("__runok_state", "1"), ("__runok_widgets", "1"), ("__runok_keys", "1")];
    let mut zsh = Prompt::zsh_with(Home::new(Stand::Itself), &["zsh"], "", "", &variables);
    for _ in 0..2 {
        zsh.denied("forbid");
        zsh.runs("source ~/.zshrc");
        assert!(zsh.runs("runok shell-status").contains("blocking"));
    }
    zsh.runs("exec zsh -d -i");
    zsh.denied("forbid");
    zsh.nothing_ran();
    zsh.enter("zsh -f");
    zsh.session.wait_for("# ");
    zsh.enter("forbid inside");
    zsh.session.wait_for("RAN-forbid");
}

#[test]
fn a_shell_without_a_prompt_is_left_alone() {
    let text = format!("eval \"$('{RUNOK}' shell-init zsh)\"; echo ok; whence __runok_gate");
    let output = std::process::Command::new("zsh").args(["-fc", &text]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "ok\n");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn aliases_and_options_of_the_user_do_not_change_the_snippet() {
    let rc = "alias local=forbid zle=forbid print=forbid; alias -g '[['=forbid -- --=forbid; setopt shglob kshglob ignorebraces";
    let mut zsh = Prompt::zsh(rc);
    zsh.denied("forbid");
    zsh.session.wait_for("");
    assert!(!PROMPT.is_empty());
    zsh.nothing_ran();
}
