//! fish: the line that is typed, abbreviations, other keys, the status.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test stops where it cannot go on"
)]

use crate::prompt::{Home, Prompt, RUNOK, Stand};

#[test]
fn a_line_is_denied_as_a_whole_and_the_next_one_runs() {
    let mut fish = Prompt::fish("");
    for line in [
        "forbid",
        "echo one; forbid two",
        "forbid one && echo two",
        "forbid one || echo two",
        "begin; echo a; forbid b; end | cat",
        "forbid &",
        "echo $(forbid)",
        "function f; forbid; end",
        " forbid with a blank before it",
        "for i in 1 2; forbid $i; end",
        "true; and forbid",
    ] {
        fish.denied(line);
    }
    assert!(fish.runs("echo a\"\"live").contains("alive"));
    fish.nothing_ran();
}

#[test]
fn a_block_and_a_paste_are_one_text() {
    let mut fish = Prompt::fish("");
    for line in ["for i in 1 2", "forbid $i"] {
        fish.enter(line);
        fish.session.wait_for(line.split(' ').next_back().unwrap());
    }
    fish.denied("end");
    fish.session.press("\x1b[200~echo one\nforbid two\x1b[201~");
    fish.session.wait_for("two");
    fish.denied("");
    assert!(fish.runs("\x1b[200~echo o\"\"ne\necho t\"\"wo\x1b[201~").contains("one\r\ntwo"));
    fish.nothing_ran();
    // what is wrong is fish's own business
    fish.enter("echo )");
    fish.session.wait_for("Unexpected ')'");
}

#[test]
fn the_suggestion_and_the_denied_line_are_one_key_away() {
    let mut fish = Prompt::fish("");
    fish.enter("forbid this");
    fish.session.wait_for("suggestion: echo 'bet''ter'");
    fish.session.wait_for("Alt-r puts the suggestion on the line");
    fish.ready();
    fish.session.press("\x1br");
    fish.session.wait_for("'bet''ter'");
    fish.session.press("\x1br");
    fish.session.wait_for("forbid this");
    fish.session.press("\x15\x1br");
    fish.session.wait_for("'bet''ter'");
    fish.enter("");
    fish.session.wait_for("better");
    fish.nothing_ran();
}

/// Without runok Enter takes a selection onto the line, and does not run it yet.
#[test]
fn a_selection_goes_onto_the_line_and_runs_with_the_next_enter() {
    let mut fish = Prompt::fish("");
    fish.home.file("dir/selected-one", "");
    fish.home.file("dir/selected-two", "");
    fish.session.press("echo dir/sel\t");
    fish.session.wait_for("two");
    fish.session.press("\t\r");
    // it has not run: what follows stands behind it
    let shown = fish.runs(" be\"\"hind");
    assert!(shown.contains("behind") && shown.contains("dir/selected-"), "{shown}");
    fish.session.press("forbid dir/sel\t");
    fish.session.wait_for("two");
    fish.session.press("\t\r");
    fish.denied("");
    fish.nothing_ran();
}

#[test]
fn a_question_is_asked_on_the_terminal() {
    let mut fish = Prompt::fish("");
    fish.asked("askme one");
    fish.refuses("n");
    fish.asked("askme two");
    fish.refuses("\x03");
    fish.asked("askme three");
    fish.session.press("e");
    fish.session.wait_for("[e]xplain ");
    fish.session.press("y");
    fish.session.wait_for("RAN-askme");
    fish.ready();
    assert_eq!(fish.ran(), "askme three\n");
}

#[test]
fn vi_mode_is_guarded_also_when_it_is_chosen_later() {
    let mut fish = Prompt::fish("");
    fish.runs("fish_vi_key_bindings");
    fish.denied("forbid insert");
    fish.session.press("forbid command");
    fish.session.wait_for("command");
    fish.session.press("\x1b");
    std::thread::sleep(std::time::Duration::from_millis(200));
    fish.denied("");
    fish.nothing_ran();
    assert!(fish.runs("runok shell-status").contains("blocking"));
}

#[test]
fn bindings_of_the_user_stay() {
    let mut fish = Prompt::fish("function fish_user_key_bindings; bind \\cg 'commandline -i seen'; end");
    fish.denied("forbid");
    fish.session.press("echo \x07x");
    fish.session.wait_for("seenx");
    fish.session.press("\r");
    fish.ready();
    fish.runs("fish_vi_key_bindings");
    fish.denied("forbid");
    fish.nothing_ran();
}

#[test]
fn an_abbreviation_is_expanded_before_it_is_judged() {
    let mut fish = Prompt::fish("abbr zz 'forbid abbreviated'; abbr -a rx --regex 'r+x' 'forbid regex'");
    fish.enter("zz");
    fish.session.wait_for("abbreviated");
    fish.denied("");
    // one that `abbr -q` does not know is not expanded at all
    fish.enter("rrx");
    fish.session.wait_for("Unknown command: rrx");
    fish.ready();
    fish.nothing_ran();
}

/// fish expands abbreviations when it executes, also in what is not finished, which may finish it.
#[test]
fn no_abbreviation_is_expanded_behind_the_judge() {
    let abbreviations = "abbr zz 'forbid abbreviated; end'
abbr -a rx --regex 'r+x' 'forbid regex; end'
abbr -a st --position anywhere --regex 'st+' 'forbid anywhere; end'
function expand; echo 'forbid function; end'; end
abbr -a fu --position anywhere --regex 'fu+' --function expand";
    let mut fish = Prompt::fish(abbreviations);
    for token in ["rrx", "stt", "fuu"] {
        // finished
        fish.enter(&format!("true; {token}"));
        fish.session.wait_for("Unknown command");
        fish.ready();
        // not finished: the token stays, and what is judged in the end is what runs
        fish.enter(&format!("begin; {token}"));
        fish.asked("end");
        fish.session.press("y");
        fish.session.wait_for("Unknown command");
        fish.ready();
    }
    // with the cursor on the abbreviation, and more behind it
    fish.session.press("rrx; true\x1b[D\x1b[D\x1b[D\x1b[D\x1b[D\x1b[D\r");
    fish.session.wait_for("Unknown command");
    fish.ready();
    fish.enter("begin; zz");
    fish.session.wait_for("abbreviated");
    fish.session.press("\r");
    fish.session.wait_for("never do that");
    fish.ready();
    fish.nothing_ran();
    // where an abbreviation does not count, the line is judged at the second Enter
    fish.session.press("echo \"tw\"ice zz\r");
    fish.session.press("\r");
    fish.session.wait_for("twice zz");
    fish.ready();
    fish.nothing_ran();
}

#[test]
fn a_backslash_at_the_end_goes_on_in_the_next_line() {
    let mut fish = Prompt::fish("");
    fish.enter("echo go\"\"es \\");
    fish.denied("; forbid this");
    fish.enter("echo go\"\"es \\");
    assert!(fish.runs("o\"\"n").contains("goes on"));
    fish.nothing_ran();
}

#[test]
fn what_read_asks_is_no_line() {
    let mut fish = Prompt::fish("");
    fish.asked("read v; echo \"got\"=\"$v\"");
    fish.session.press("y");
    fish.session.wait_for("> ");
    fish.enter("forbid answer");
    fish.session.wait_for("got=forbid answer");
    fish.ready();
    fish.denied("forbid after");
    fish.nothing_ran();
}

#[test]
fn keys_that_execute_are_guarded_and_others_told() {
    let mut fish = Prompt::fish_with(Home::new(Stand::Itself), &["fish"], "", "bind \\ct 'commandline -f execute'");
    // Ctrl-J, and Ctrl-Enter as terminals send it
    for key in ["\n", "\x1b[27;5;13~"] {
        fish.session.press(&format!("forbid{key}"));
        fish.session.wait_for("never do that");
        fish.ready();
    }
    fish.nothing_ran();
    fish.session.press("forbid\x14");
    fish.session.wait_for("never do that");
    fish.session.wait_for("did not come by Enter and runs unjudged");
    fish.session.wait_for("RAN-forbid");
    fish.ready();
    let status = fish.runs("runok shell-status");
    assert!(status.contains("lines that come by other keys run, and are told afterwards"), "{status}");
    fish.confirmed("bind \\r execute");
    let status = fish.runs("runok shell-status");
    assert!(status.contains("warn-only") && status.contains("bound to something else"), "{status}");
}

#[test]
fn hooks_of_the_user_stay_and_the_guard_does_not_need_them() {
    let hook = "function seen --on-event fish_preexec; string match -q '*traced*' -- $argv[1]; and echo tra''ce; return 1; end";
    for (before, after) in [(hook, ""), ("", hook)] {
        let mut fish = Prompt::fish_with(Home::new(Stand::Itself), &["fish"], before, after);
        for line in ["forbid", "echo one; forbid two", "true && forbid"] {
            fish.denied(line);
        }
        assert!(fish.runs("echo traced").contains("trace\r\n"));
        fish.nothing_ran();
        assert!(fish.runs("runok shell-status").contains("blocking"));
    }
}

#[test]
fn the_text_is_handed_over_and_never_run_to_be_judged() {
    let mut fish = Prompt::fish("");
    for line in ["forbid $(touch evaluated)", "forbid (touch evaluated)", "forbid \"$(touch evaluated)\" '; touch x; '"]
    {
        fish.denied(line);
    }
    for line in ["--help; forbid", "-- forbid; forbid", "--suggestion; forbid"] {
        fish.denied(line);
    }
    fish.nothing_ran();
    assert!(!fish.home.path().join("evaluated").exists());
}

#[test]
fn what_the_shell_knows_of_the_last_command_stays() {
    let mut fish = Prompt::fish("");
    fish.denied("forbid");
    fish.enter("false");
    fish.ready();
    assert!(fish.confirmed("echo \"st\"atus=$status").contains("status=1"));
}

#[test]
fn a_path_that_was_changed_does_not_change_the_judge() {
    let mut fish = Prompt::fish("");
    fish.runs("mkdir other && printf '#!/bin/sh\\nexit 0\\n' > other/runok && chmod +x other/runok");
    fish.confirmed("set -gx PATH $PWD/other $PATH");
    fish.denied("forbid");
    fish.nothing_ran();
}

#[test]
fn an_error_denies_and_without_the_program_lines_run_with_a_warning() {
    let mut fish = Prompt::fish_with(Home::new(Stand::Script), &["fish"], "", "");
    fish.instead("kill -KILL $$");
    for _ in 0..3 {
        fish.enter("forbid killed");
        fish.session.wait_for("failed (status 137), the line was not run");
        fish.ready();
    }
    assert_eq!(fish.ran(), "");
    fish.enter("echo 'un''judged'");
    fish.session.wait_for("DEGRADED");
    fish.session.wait_for("unjudged\r\n");
    fish.ready();
    fish.as_before();
    fish.denied("forbid once it works again");
    fish.nothing_ran();
    std::fs::remove_file(fish.home.path().join("stand")).unwrap();
    fish.enter("echo 'run''s'");
    fish.session.wait_for("is gone");
    fish.session.wait_for("runs");
    fish.ready();
    fish.enter("runok shell-status");
    fish.session.wait_for("degraded: ");
}

#[test]
fn ctrl_c_ends_a_check_that_takes_long_and_nothing_runs() {
    let mut fish = Prompt::fish_with(Home::new(Stand::Script), &["fish"], "", "");
    fish.instead("sleep 0.5; echo checking; exec sleep 20");
    fish.enter("forbid slow");
    fish.session.wait_for("checking");
    fish.session.press("\x03");
    fish.ready();
    fish.as_before();
    fish.nothing_ran();
    fish.denied("forbid again");
    fish.nothing_ran();
}

#[test]
fn one_process_a_line_and_the_jobs_are_the_shells_own() {
    let mut fish = Prompt::fish_with(Home::new(Stand::Script), &["fish"], "", "");
    for _ in 0..3 {
        fish.enter("");
        fish.ready();
    }
    fish.mark();
    let before = fish.started();
    assert_eq!(before, 1);
    for (count, line) in ["true", "true; true | cat", "sleep 3 &"].iter().enumerate() {
        fish.runs(line);
        assert_eq!(fish.started(), before + 2 * (count + 1), "{line}");
    }
    let shown = fish.runs("jobs");
    assert!(shown.contains("sleep") && !shown.contains("stand"), "{shown}");
    fish.runs("fg");
    fish.nothing_ran();
}

#[test]
fn loading_twice_unloading_and_a_new_shell() {
    let mut fish = Prompt::fish("set -gx __runok_judged 1; set -gx __runok_deny 0");
    for _ in 0..2 {
        fish.denied("forbid");
        fish.confirmed("source ~/.config/fish/config.fish");
        assert!(fish.runs("runok shell-status").contains("blocking"));
    }
    fish.confirmed("exec fish");
    fish.denied("forbid");
    fish.nothing_ran();
    fish.enter("runok shell-off");
    fish.session.wait_for("off in this shell");
    fish.ready();
    let shown = fish.runs("functions -a | grep -c __runok | sed 's/^/left=/'; bind \\r");
    assert!(shown.contains("left=0") && shown.contains("execute"), "{shown}");
    fish.enter("forbid");
    fish.session.wait_for("RAN-forbid");
}

#[test]
fn a_shell_without_a_prompt_is_left_alone() {
    let text = format!("'{RUNOK}' shell-init fish | source; echo ok; functions -q __runok_enter; or echo none");
    let output = std::process::Command::new("fish").args(["--no-config", "-c", &text]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "ok\nnone\n");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
