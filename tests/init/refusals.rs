//! What `runok init` leaves alone, and what it says then.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests write files, and stop where they cannot go on"
)]

use std::os::unix::fs::{PermissionsExt, symlink};

use crate::home::Home;

const FILE: &str = ".claude/settings.json";
const INIT: &[&str] = &["init", "claude-code", "--yes"];

#[test]
fn texts_that_are_not_understood() {
    let deep = format!("{{\"a\": {}{}}}", "[".repeat(5000), "]".repeat(5000));
    let huge = format!("{{\"a\": \"{}\"}}", "x".repeat(9 << 20));
    for (text, why) in [
        (&b"{\n  \"a\": 1,\n  \"b\" 2\n}"[..], "line 3, column"),
        (b"{\n", "not valid JSON"),
        (b"[]", "holds no JSON object"),
        (b"{\"hooks\": []}", "`hooks` is not an object"),
        (b"{\"hooks\": null}", "`hooks` is not an object"),
        (b"{\"hooks\": {\"PreToolUse\": {}}}", "`hooks.PreToolUse` is not an array"),
        (b"{\"hooks\": {}, \"hooks\": {}}", "stands there twice"),
        (b"{\"a\": \"\xff\"}", "not UTF-8"),
        (deep.as_bytes(), "nested deeper"),
        (huge.as_bytes(), "larger than 8 MiB"),
    ] {
        let home = Home::new();
        home.write(FILE, text);
        home.refused(INIT, why);
        home.refused(INIT, home.path(FILE).to_str().unwrap());
        assert_eq!(home.remembered(), 0);
    }
    let home = Home::new();
    home.write(".codex/config.toml", "hooks = { PreToolUse = [] }\n");
    home.refused(&["init", "codex", "--yes"], "not written as tables");
    // a file that may hold the hooks of others, which entries in another one would hide
    for (agent, file, text) in [("codex", ".codex/config.toml", "[hooks\n"), ("droid", ".factory/settings.json", "{")] {
        let home = Home::new();
        let path = home.write(file, text);
        home.refused(&["init", agent, "--yes"], path.to_str().unwrap());
    }
}

#[test]
fn a_file_that_cannot_be_read_keeps_runok_in_no_other() {
    for (agent, file, text) in [("codex", ".codex/config.toml", "[hooks\n"), ("droid", ".factory/settings.json", "{")] {
        let home = Home::new();
        home.well(&["init", agent, "--yes"]);
        let path = home.write(file, text);
        let done = home.run(&["init", agent, "--uninstall", "--yes"]);
        assert!(done.status == 2 && done.stderr.contains(path.to_str().unwrap()), "{done:?}");
        assert!(done.stdout.contains("runok is out of"), "{done:?}");
        let left: Vec<_> = home
            .tree()
            .into_iter()
            .filter(|(_, (_, bytes))| bytes.windows(10).any(|part| part == b"runok hook"))
            .collect();
        assert!(left.is_empty(), "{left:?}");
        assert_eq!(home.read(file), text);
    }
}

#[test]
fn a_large_file_is_edited() {
    let home = Home::new();
    let lines: String = (0..50_000).map(|number| format!("  \"key{number}\": {number},\n")).collect();
    let text = format!("{{\n{lines}  \"last\": 1\n}}\n");
    home.write(FILE, &text);
    home.well(INIT);
    assert!(home.read(FILE).len() > text.len());
    home.well(&["init", "claude-code", "--yes", "--uninstall"]);
    assert_eq!(home.read(FILE), text);
}

#[test]
fn things_that_are_no_plain_file() {
    let home = Home::new();
    std::fs::create_dir_all(home.path(FILE)).unwrap();
    home.refused(INIT, "no regular file");

    let home = Home::new();
    std::fs::create_dir_all(home.path(".claude")).unwrap();
    symlink("nowhere", home.path(FILE)).unwrap();
    home.refused(INIT, "a link that leads to nothing");

    let home = Home::new();
    std::fs::hard_link(home.write("other.json", "{}"), {
        std::fs::create_dir_all(home.path(".claude")).unwrap();
        home.path(FILE)
    })
    .unwrap();
    home.refused(INIT, "2 names (hard links)");

    let home = Home::new();
    home.write(".claude", "no directory");
    home.refused(INIT, "Not a directory");

    let home = Home::new();
    home.write(".cline/hooks/PreToolUse", "#!/bin/sh\n# much as what runok init writes\nmy own\n");
    home.refused(&["init", "cline", "--yes"], "a file of somebody else");
    assert!(home.well(&["init", "cline", "--yes", "--uninstall"]).contains("not registered"));
}

#[test]
fn what_the_user_may_not_write() {
    let home = Home::new();
    let path = home.write(FILE, "{}");
    if rustix::process::geteuid().is_root() {
        // nothing is closed to root but what belongs to others by the rule
        std::os::unix::fs::chown(&path, Some(12345), None).unwrap();
        home.refused(INIT, "belongs to another user");
        return;
    }
    let directory = home.path(".claude");
    std::fs::set_permissions(&directory, std::fs::Permissions::from_mode(0o555)).unwrap();
    home.refused(INIT, "cannot be written");
    std::fs::set_permissions(&directory, std::fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn one_agent_that_fails_keeps_no_other_back() {
    let home = Home::new();
    home.write(FILE, "{");
    home.write(".gemini/settings.json", "{}");
    let done = home.run(&["init", "--yes"]);
    assert_eq!(done.status, 2);
    assert!(done.stderr.contains("Claude Code: nothing was changed"), "{done:?}");
    assert!(done.stdout.contains("Gemini CLI: registered"), "{done:?}");
    assert_eq!(home.read(FILE), "{");
}

#[test]
fn names_and_scopes_that_do_not_exist() {
    let home = Home::new();
    home.refused(&["init", "claud-code", "--yes"], "did you mean `claude-code`?");
    home.refused(&["init", "nothing-near", "--yes"], "known here: claude-code");
    home.refused(&["init", "vscode", "--project", "--yes"], "cannot be registered for a project alone");
    home.refused(&["init", "copilot-cloud-agent", "--yes"], "add --project");
}

#[test]
fn without_a_home_there_is_no_place() {
    let home = Home::new().with("HOME", None);
    home.refused(INIT, "neither XDG_STATE_HOME nor HOME");
    let state = home.path("state").to_str().unwrap().to_owned();
    let home = home.with("XDG_STATE_HOME", Some(&state));
    home.refused(INIT, "HOME is not set to an absolute path");
}

#[test]
fn no_backup_no_change() {
    let home = Home::new();
    home.write(FILE, "{}");
    home.write("state", "no directory");
    let state = home.path("state").to_str().unwrap().to_owned();
    let home = home.with("XDG_STATE_HOME", Some(&state));
    home.refused(INIT, "no backup can be kept");
}
