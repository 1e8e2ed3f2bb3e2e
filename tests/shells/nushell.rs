//! nushell, where it is at hand: what is typed, what is pressed, the status.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test stops where it cannot go on"
)]

use crate::prompt::{Home, PROMPT, Prompt, Stand, version};

const CONFIG: &str = "\
$env.config.show_banner = false
$env.config.shell_integration.osc133 = false
$env.config.shell_integration.osc2 = false
$env.config.use_kitty_protocol = false
$env.PROMPT_COMMAND_RIGHT = ''
$env.PROMPT_INDICATOR = ' '
$env.PROMPT_INDICATOR_VI_INSERT = ' '
";

/// A nushell; nothing where there is none.
fn nushell(stand: Stand, after: &str) -> Option<Prompt> {
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/.tools/bin/nu");
    let Some(program) = [own, "nu"].into_iter().find(|program| version(program).is_some()) else {
        eprintln!("NOT TESTED: nushell is missing; run tests/tools.sh");
        return None;
    };
    let home = Home::new(stand);
    let snippet = home.snippet(&["nushell"]);
    std::fs::rename(snippet, home.file(".config/nushell/runok.nu", "")).unwrap();
    let prompt = PROMPT.trim();
    let text = format!("{CONFIG}$env.PROMPT_COMMAND = '{prompt}'\nsource runok.nu\n{after}\n");
    home.file(".config/nushell/config.nu", &text);
    let mut nu = home.begin(&[program], &[]);
    ready(&mut nu);
    Some(nu)
}

/// nushell shows its prompt, also before a line that was accepted runs, and asks the terminal where the cursor is.
/// What stands on the line is handed back.
fn ready(nu: &mut Prompt) -> String {
    nu.session.wait_for("\x1b[6n");
    // it may ask once more before it shows the prompt
    nu.session.press("\x1b[1;1R\x1b[1;1R");
    nu.session.wait_for(PROMPT.trim());
    nu.session.wait_for("\x1b[?25h")
}

#[test]
fn a_line_is_denied_asked_about_or_runs() {
    let Some(mut nu) = nushell(Stand::Itself, "") else { return };
    for line in ["forbid", "echo one; forbid two", "forbid x | cat"] {
        nu.enter(line);
        nu.session.wait_for("never do that");
        ready(&mut nu);
    }
    nu.enter("echo 'al'ive | str replace al al");
    nu.session.wait_for("[e]xplain ");
    nu.session.press("n");
    ready(&mut nu);
    nu.asked("askme one");
    nu.session.press("y");
    ready(&mut nu);
    nu.session.wait_for("RAN-askme");
    ready(&mut nu);
    assert_eq!(nu.ran(), "askme one\n");
    // the suggestion
    nu.enter("forbid this");
    nu.session.wait_for("Alt-r puts the suggestion on the line");
    ready(&mut nu);
    nu.session.press("\x1br");
    let line = ready(&mut nu);
    assert!(line.contains("bet") && line.contains("ter"), "{line:?}");
}

#[test]
fn what_is_not_finished_goes_on_in_the_same_buffer() {
    let Some(mut nu) = nushell(Stand::Itself, "") else { return };
    nu.enter("[1] | each { ||");
    ready(&mut nu);
    nu.enter("forbid");
    ready(&mut nu);
    nu.enter("}");
    nu.session.wait_for("never do that");
    ready(&mut nu);
    assert_eq!(nu.ran(), "");
}

#[test]
fn other_keys_are_told_and_the_status_knows() {
    let past = "$env.config.keybindings ++= [{ name: past, modifier: control, keycode: char_t, mode: [emacs vi_insert vi_normal], event: { send: enter } }]";
    let Some(mut nu) = nushell(Stand::Itself, past) else { return };
    nu.session.press("forbid\n");
    nu.session.wait_for("never do that");
    ready(&mut nu);
    assert_eq!(nu.ran(), "");
    nu.session.press("forbid\x14");
    nu.session.wait_for("did not come by Enter and runs unjudged");
    nu.session.wait_for("RAN-forbid");
    ready(&mut nu);
    nu.enter("runok shell-status");
    ready(&mut nu);
    nu.session.wait_for("blocking: nushell");
    nu.session.wait_for("are told afterwards");
}

#[test]
fn errors_deny_and_a_program_that_is_gone_warns() {
    let Some(mut nu) = nushell(Stand::Script, "") else { return };
    nu.instead("exit 101");
    for _ in 0..3 {
        nu.enter("forbid failed");
        nu.session.wait_for("the line was not run");
        ready(&mut nu);
    }
    assert_eq!(nu.ran(), "");
    nu.as_before();
    nu.enter("forbid");
    nu.session.wait_for("never do that");
    ready(&mut nu);
    std::fs::remove_file(nu.home.path().join("stand")).unwrap();
    nu.enter("forbid unjudged");
    nu.session.wait_for("DEGRADED");
    ready(&mut nu);
    nu.session.wait_for("RAN-forbid");
}
