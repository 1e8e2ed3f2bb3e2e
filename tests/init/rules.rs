//! The agents' own lists, offered as rules of the global policy.

use crate::home::{Home, shell};

const POLICY: &str = ".config/runok/runok.yml";

fn claude(home: &Home, allow: &str, deny: &str) {
    let text = format!("{{\"permissions\": {{\"allow\": [{allow}], \"deny\": [{deny}]}}}}");
    home.write(".claude/settings.json", text);
}

#[test]
fn lists_become_rules_that_say_no_more() {
    let home = Home::new();
    claude(
        &home,
        r#""Bash(git push:*)", "Bash(npm run test)", "Bash(rm -rf /)", "Bash(rm:*)", "Bash", "Bash(python3 -m x:*)", "Bash(ls:*)""#,
        r#""Bash(git push --force:*)", "Bash(make deploy)", "WebFetch(domain:x.y)""#,
    );
    home.write(".codex/rules/default.rules", "prefix_rule(pattern = [\"gh\", \"pr\"], decision = \"prompt\")\n");
    home.write(".codex/rules/runok.txt", "prefix_rule(pattern = [\"no\"])\n");
    let shown = home.well(&["init", "claude-code", "codex", "--yes"]);
    for part in [
        "allow: 'git push *'   (from Bash(git push:*))",
        "matches         git push | git push one two",
        "does not match  git other",
        "no rule for allow Bash(rm -rf /): builtin:catastrophic denies",
        "no rule for allow Bash: it is about every command",
        "no rule for deny WebFetch(domain:x.y): a host has more spellings",
        "no rule for allow Bash(python3 -m x:*): it has an option before the `*`",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    assert!(!shown.contains("'ls *'"), "the policy allows that already: {shown}");
    let policy = home.read(POLICY);
    assert!(policy.contains("\nextends: [builtin:default]\n"), "{policy}");
    let verdict = |line: &str| home.run(&["check", "--", line]).status;
    for (line, status) in [
        ("git push", 0),
        ("git push origin main", 0),
        ("git push --force", 3),
        ("npm run test", 0),
        ("npm run test --watch", 4),
        ("rm -rf /", 3),
        ("make deploy", 3),
        ("no", 4),
    ] {
        assert_eq!(verdict(line), status, "{line}: {policy}");
    }
    let before = home.tree();
    let again = home.well(&["init", "claude-code", "codex", "--yes"]);
    assert_eq!(again.lines().count(), 2, "{again}");
    assert_eq!(home.tree(), before);
}

/// The status of a check of this request.
fn checked(home: &Home, request: &str) -> i32 {
    shell(&format!("exec '{}' check", env!("CARGO_BIN_EXE_runok")), request, &home.path("")).0
}

/// What the policy says to the call of a tool in the project.
fn called(home: &Home, name: &str, input: &str) -> i32 {
    let cwd = home.path("project").display().to_string();
    let call = format!("{{\"tool_name\": \"{name}\", \"cwd\": \"{cwd}\", \"tool_input\": {input}}}");
    checked(home, &call)
}

#[test]
fn entries_about_files_and_servers_become_rules_for_tools() {
    let home = Home::new();
    claude(
        &home,
        r#""Read(~/notes/**)", "Edit(docs/**)", "Edit(/x/**)", "Read(~/*.md)", "mcp__github", "WebFetch(domain:docs.rs)""#,
        r#""Read(./vault/**)", "Edit(//srv/data)", "mcp__github__delete_repo""#,
    );
    let shown = home.well(&["init", "claude-code", "--yes"]);
    for part in [
        "allow: 'Read ~/notes/*'   (from Read(~/notes/**))",
        "matches         Read '~/notes/x'",
        "does not match  Read '~/notes-other'",
        "allow: 'Edit|Write !<effect:deletes> docs/*'",
        "matches         Edit docs/x | Edit docs/x/y | Write docs/x | Write docs/x/y",
        "deny: 'Read|Edit|Glob|LS vault|vault/*|*/vault|*/vault/*'",
        "no rule for allow Edit(/x/**): its path counts from",
        "no rule for allow Read(~/*.md): its path has a wildcard",
        "allow: 'mcp__github__*'",
        "does not match  mcp__other-github__x",
        "Rules for tools that are no shell count where runok is asked about them: `runok init --tools`.",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let notes = home.path("notes/sub/a.md").display().to_string();
    for (name, input, status) in [
        ("Read", format!("{{\"file_path\": \"{notes}\"}}"), 0),
        ("Read", r#"{"file_path": "~/notes/../b"}"#.to_owned(), 4),
        ("Read", r#"{"file_path": "~/b.md"}"#.to_owned(), 4),
        ("Write", r#"{"file_path": "docs/a"}"#.to_owned(), 0),
        ("Delete", r#"{"file_path": "docs/a"}"#.to_owned(), 4),
        ("Write", r#"{"file_path": "src/docs/a"}"#.to_owned(), 4),
        ("Write", r#"{"file_path": "docs/vault/a"}"#.to_owned(), 3),
        ("Grep", r#"{"path": "a/vault", "pattern": "x"}"#.to_owned(), 3),
        ("Write", r#"{"file_path": "/srv/data/x"}"#.to_owned(), 3),
        ("Read", r#"{"file_path": "/srv/data/x"}"#.to_owned(), 4),
        ("mcp__github__get_issue", "{}".to_owned(), 0),
        ("mcp__github__delete_repo", "{}".to_owned(), 3),
        ("mcp__other__x", "{}".to_owned(), 4),
        ("WebFetch", r#"{"url": "https://docs.rs/serde"}"#.to_owned(), 0),
        ("WebFetch", r#"{"url": "https://docs.rs.x/"}"#.to_owned(), 4),
    ] {
        assert_eq!(called(&home, name, &input), status, "{name} {input}: {}", home.read(POLICY));
    }
    let before = home.tree();
    let again = home.well(&["init", "claude-code", "--yes"]);
    assert_eq!(again.lines().count(), 1, "{again}");
    assert_eq!(home.tree(), before);
    let with_tools = home.well(&["init", "claude-code", "--dry-run", "--tools"]);
    assert!(!with_tools.contains("Rules for tools"), "{with_tools}");
}

#[test]
fn what_was_approved_in_one_directory_counts_there() {
    let home = Home::new();
    let project = home.path("project").display().to_string();
    let text = format!(
        "{{\"locations\": {{\"{project}\": {{\"tool_approvals\": [{{\"kind\": \"commands\", \"commandIdentifiers\": [\"git push:*\"]}}]}}}}}}"
    );
    home.write(".copilot/permissions-config.json", text);
    let shown = home.well(&["init", "copilot-cli", "--yes"]);
    let when = format!("fs.cwd == \"{project}\"");
    assert!(shown.contains(&format!("when            {when}")), "{shown}");
    assert!(
        home.read(POLICY).contains(&format!("  - allow: 'git push *'\n    when: '{when}'\n")),
        "{}",
        home.read(POLICY)
    );
    let pushed = |directory: &str| {
        let request = format!("{{\"command\": \"git push\", \"cwd\": \"{directory}\"}}");
        checked(&home, &request)
    };
    assert_eq!((pushed(&project), pushed(&format!("{project}/sub")), pushed("/tmp")), (0, 4, 4));
    let before = home.tree();
    home.well(&["init", "copilot-cli", "--yes"]);
    assert_eq!(home.tree(), before);
}

#[test]
fn lists_of_programs_that_runok_is_not_registered_with_are_read_where_no_agent_is_named() {
    let home = Home::new();
    let terminal = r#"{"always_allow": [{"pattern": "^git push$"}]}"#;
    home.write(
        ".config/zed/settings.json",
        format!("{{\"agent\": {{\"tool_permissions\": {{\"tools\": {{\"terminal\": {terminal}}}}}}}}}"),
    );
    claude(&home, "", "");
    let named = home.well(&["init", "claude-code", "--dry-run"]);
    assert!(!named.contains("git push"), "{named}");
    let shown = home.well(&["init", "--dry-run"]);
    assert!(shown.contains("What Zed has in its own lists, as rules:"), "{shown}");
    assert!(shown.contains("allow: 'git push'   (from terminal.always_allow \"^git push$\")"), "{shown}");
}

#[test]
fn a_policy_keeps_what_stands_in_it() {
    let before =
        "# mine\r\nrules:\r\n  # first\r\n  - deny: 'x *'   # why\r\n\r\n# last\r\ndefaults: { action: ask }\r\n";
    let home = Home::new();
    home.write(POLICY, before);
    claude(&home, r#""Bash(git push:*)", "Bash(rm:*)""#, "");
    let shown = home.well(&["init", "claude-code", "--yes"]);
    assert!(shown.contains("no rule for allow Bash(rm:*): your policy would then allow `rm -rf /`"), "{shown}");
    let added = "  # from Claude Code: Bash(git push:*)\r\n  - allow: 'git push *'\r\n";
    assert_eq!(home.read(POLICY), before.replace("# why\r\n", &format!("# why\r\n{added}")));
    assert!(shown.contains("as it was before: "), "{shown}");
}

#[test]
fn a_policy_that_cannot_be_edited_stays() {
    for policy in ["rules: [{deny: 'x *'}]\n", "rules:\n  - deny: 'x *'\n  - &a {allow: y}\n  - *a\n---\n"] {
        let home = Home::new();
        home.write(POLICY, policy);
        claude(&home, r#""Bash(git push:*)""#, "");
        let done = home.run(&["init", "claude-code", "--yes"]);
        assert_eq!(done.status, 2, "{done:?}");
        assert!(done.stderr.contains("add these yourself: - allow: 'git push *'"), "{done:?}");
        assert!(done.stdout.contains("Claude Code: registered"), "{done:?}");
        assert_eq!(home.read(POLICY), policy);
    }
}

#[test]
fn rules_are_left_out_on_request_and_for_projects() {
    let home = Home::new();
    claude(&home, r#""Bash(git push:*)""#, "");
    home.well(&["init", "claude-code", "--yes", "--no-rules"]);
    home.write("project/.claude/settings.json", r#"{"permissions": {"allow": ["Bash(git push:*)"]}}"#);
    home.well(&["init", "claude-code", "--yes", "--project"]);
    assert!(!home.path(POLICY).exists());
    home.refused(&["init", "claude-code"], "no terminal to ask at");
}

#[test]
fn a_machine_with_a_local_policy_alone_keeps_it() {
    let home = Home::new();
    home.write(".config/runok/runok.local.yml", "rules:\n  - deny: 'x *'\n");
    claude(&home, r#""Bash(git push:*)""#, "");
    home.well(&["init", "claude-code", "--yes"]);
    assert!(!home.read(POLICY).contains("extends"), "{}", home.read(POLICY));
}
