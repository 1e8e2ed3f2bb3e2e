//! The agents' own lists, offered as rules of the global policy.

use crate::home::Home;

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
        r#""Bash(git push:*)", "Bash(npm run test)", "Bash(rm -rf /)", "Bash(rm:*)", "Bash", "WebFetch(domain:x.y)", "Bash(python3 -m x:*)", "Bash(ls:*)""#,
        r#""Bash(git push --force:*)", "Bash(make deploy)""#,
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
        "no rule for allow WebFetch(domain:x.y): it is about a tool that is no shell",
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
