//! zsh: what others hang into it (`preexec`, `precmd`, `TRAPDEBUG`, `zshaddhistory`), and what runok does to it.

#![allow(clippy::unwrap_used, reason = "a test stops where it cannot go on")]

use crate::prompt::{Home, Prompt, Stand};

const HOOKS: [&str; 4] = [
    "autoload -Uz add-zsh-hook; seen() { [[ $1 == *traced* ]] && print -r -- tra''ce; return 1 }; add-zsh-hook preexec seen",
    "preexec() { [[ $1 == *traced* ]] && print -r -- tra''ce; return 1 }; precmd() { return 1 }",
    "TRAPDEBUG() { [[ $ZSH_DEBUG_CMD == *traced* ]] && print -r -- tra''ce; return 0 }",
    "zshaddhistory() { [[ $1 == *traced* ]] && print -r -- tra''ce; return 1 }",
];

#[test]
fn hooks_of_the_user_stay_and_the_guard_does_not_need_them() {
    for hook in HOOKS {
        for (before, after) in [(hook, ""), ("", hook)] {
            let mut zsh = Prompt::zsh_with(Home::new(Stand::Itself), &["zsh"], before, after, &[]);
            for line in ["forbid", "echo one; forbid two", "(echo a; forbid b) | cat", "true && forbid"] {
                zsh.denied(line);
            }
            assert!(zsh.runs("echo traced").contains("trace\r\n"), "{hook}");
            zsh.nothing_ran();
            let status = zsh.runs("runok shell-status");
            assert!(status.contains("blocking") && !status.contains("replaced"), "{hook}: {status}");
        }
    }
}

#[test]
fn a_trap_that_refuses_the_next_command_lets_nothing_through() {
    let mut zsh = Prompt::zsh("");
    zsh.confirmed("TRAPDEBUG() { [[ $ZSH_DEBUG_CMD == *refused* ]] && setopt err_exit; return 0; }");
    zsh.denied("echo refused; forbid");
    zsh.denied("forbid; echo refused");
    zsh.nothing_ran();
}

#[test]
fn the_second_layer_goes_where_its_list_is_emptied_and_that_is_told() {
    let mut zsh = Prompt::zsh_with(Home::new(Stand::Itself), &["zsh"], "", "preexec_functions=()", &[]);
    zsh.denied("forbid");
    zsh.nothing_ran();
    let status = zsh.runs("runok shell-status");
    assert!(status.contains("blocking") && status.contains("preexec_functions was replaced"), "{status}");
    assert!(status.contains("lines that come by other keys than those are not judged"), "{status}");
}

#[test]
fn what_select_asks_is_no_line() {
    let mut zsh = Prompt::zsh("");
    zsh.asked("select v in forbid allow; do echo \"got\"=$v-$REPLY; break; done");
    zsh.session.press("y");
    zsh.session.wait_for("1) forbid");
    zsh.session.wait_for("?#");
    zsh.enter("1");
    zsh.session.wait_for("got=forbid-1");
    zsh.ready();
    zsh.denied("forbid after");
    zsh.nothing_ran();
}

#[test]
fn widgets_that_run_a_line_and_go_on_are_guarded() {
    let mut zsh = Prompt::zsh("bindkey '^G' accept-and-infer-next-history\nbindkey -M isearch '^T' accept-search");
    zsh.session.press("forbid\x07");
    zsh.session.wait_for("never do that");
    // the prompt is drawn once more, and then the next line begins: what is typed before that is not for the editor
    zsh.session.wait_for("\x1b[?2004h");
    zsh.session.press("\x12forb");
    zsh.session.wait_for("b_");
    zsh.session.press("\x14");
    zsh.session.wait_for("\x1b[K");
    zsh.denied("");
    zsh.nothing_ran();
}

#[test]
fn the_text_is_handed_over_and_never_run_to_be_judged() {
    let mut zsh = Prompt::zsh("");
    for line in
        ["forbid $(touch evaluated)", "forbid `touch evaluated`", "forbid \"$(touch evaluated)\" '; touch evaluated; '"]
    {
        zsh.denied(line);
    }
    for line in ["--help; forbid", "-- forbid; forbid", "--suggestion; forbid"] {
        zsh.denied(line);
    }
    zsh.nothing_ran();
    assert!(!zsh.home.path().join("evaluated").exists());
}

#[test]
fn a_line_of_the_history_is_not_run_again_unjudged() {
    let mut zsh = Prompt::zsh("");
    zsh.denied("forbid a");
    for line in ["fc -e - forbid", "r forbid"] {
        zsh.asked(line);
        zsh.refuses("n");
    }
    zsh.nothing_ran();
}

#[test]
fn what_is_to_be_kept_from_the_history_is_when_it_is_denied() {
    let mut zsh = Prompt::zsh("setopt histignorespace");
    zsh.denied(" forbid hidden");
    zsh.denied("forbid shown");
    let shown = zsh.runs("history -9");
    assert!(shown.contains("forbid shown") && !shown.contains("hidden"), "{shown}");
    zsh.nothing_ran();
}

#[test]
fn a_path_that_was_changed_does_not_change_the_judge() {
    let mut zsh = Prompt::zsh("");
    zsh.runs("mkdir other && printf '#!/bin/sh\\nexit 0\\n' > other/runok && chmod +x other/runok");
    zsh.confirmed("PATH=$PWD/other:$PATH");
    zsh.denied("forbid");
    zsh.nothing_ran();
}
