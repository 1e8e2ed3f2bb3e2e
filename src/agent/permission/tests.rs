//! Entries as agents write them, and the rules that they become.

use super::*;

/// The patterns that a list becomes; for what becomes none, the beginning of why.
fn patterns(sayings: Vec<Saying>) -> Vec<(Verdict, String)> {
    let said = |saying: Saying| match saying.offer() {
        Ok(offer) => (saying.verdict, offer.pattern),
        Err(why) => (saying.verdict, format!("no: {}", why.split(' ').take(5).collect::<Vec<_>>().join(" "))),
    };
    sayings.into_iter().map(said).collect()
}

#[track_caller]
fn claude(list: &str, entry: &str, expected: &str) {
    let text = format!(r#"{{"permissions": {{"{list}": ["{entry}"]}}}}"#);
    let found = patterns(claude_code(&text).unwrap());
    assert_eq!(found.iter().map(|(_, pattern)| pattern.as_str()).collect::<Vec<_>>(), [expected], "{entry}");
}

#[test]
fn entries_of_claude_code() {
    claude("allow", "Bash(git push:*)", "git push *");
    claude("allow", "Bash(git push *)", "git push *");
    claude("allow", "Bash(npm run test)", "npm run test");
    claude("allow", "Bash(npm run test:unit)", "npm run test:unit");
    claude("allow", "Bash(npm run test*)", "npm run test* *");
    claude("allow", "Bash(git log --oneline)", "git log --oneline");
    claude("allow", "Bash(python3 -m pytest:*)", "no: it has an option before");
    claude("deny", "Bash(git push --force:*)", "git push --force *");
    claude("allow", "Bash(git * main)", "no: it has a `*` that");
    claude("deny", "Bash(git * --force)", "git * --force");
    claude("allow", "Bash", "no: it is about every command,");
    claude("allow", "Bash(*)", "no: it is about every command,");
    claude("allow", "Bash(:*)", "no: it is about every command,");
    claude("deny", "Bash(* *)", "no: it is about every command,");
    claude("allow", "Bash(echo $HOME)", "no: it holds characters that mean");
    claude("allow", "Bash(a | b)", "no: it holds characters that mean");
    claude("allow", "Bash(A=1 make:*)", "no: it holds characters that mean");
    claude("allow", "Bash(echo 'a b':*)", "no: it holds characters that mean");
    claude("allow", "Bash(git", "no: it is not understood");
    claude("allow", "WebFetch(domain:x.example)", "no: it is about a tool");
    claude("deny", "Read(./.env)", "no: it is about a tool");
}

#[test]
fn entries_of_others() {
    let text =
        r#"{"tools": {"allowed": ["run_shell_command(git)"], "exclude": ["run_shell_command(rm -rf)", "web_fetch"]}}"#;
    let expected = [
        (Verdict::Allow, "git *".to_owned()),
        (Verdict::Deny, "rm -rf *".to_owned()),
        (Verdict::Deny, "no: it is about a tool".to_owned()),
    ];
    assert_eq!(patterns(gemini_cli(text).unwrap()), expected);
    let text = r#"{"permissions": {"allow": ["Shell(ls)"], "deny": ["Shell(rm)"]}}"#;
    let expected = [(Verdict::Allow, "ls *".to_owned()), (Verdict::Deny, "rm *".to_owned())];
    assert_eq!(patterns(cursor(text).unwrap()), expected);
    let text = r#"{"permission": {"bash": {"*": "ask", "git status": "allow", "git push *": "deny", "x": 1}, "edit": "deny"}}"#;
    let expected = [
        (Verdict::Ask, "no: it is about every command,".to_owned()),
        (Verdict::Allow, "git status".to_owned()),
        (Verdict::Deny, "git push *".to_owned()),
    ];
    assert_eq!(patterns(opencode(text).unwrap()), expected);
    let text = r#"{"amp.permissions": [
        {"tool": "Bash", "matches": {"cmd": ["git *", "ls"]}, "action": "allow"},
        {"tool": "Bash", "matches": {"cmd": "x *", "cwd": "/"}, "action": "allow"},
        {"tool": "Bash", "action": "delegate", "to": "x"}, {"tool": "Read", "action": "allow"}]}"#;
    let expected = [
        (Verdict::Allow, "git *".to_owned()),
        (Verdict::Allow, "ls".to_owned()),
        (Verdict::Allow, "no: it matches on something else".to_owned()),
    ];
    assert_eq!(patterns(amp(text).unwrap()), expected);
}

#[test]
fn rules_of_codex() {
    let text = r#"
# prefix_rule(pattern = ["no"])
prefix_rule(
    pattern = ["git", ["push", 'fetch']],
    decision = "prompt",
    justification = "because (of) [this], pattern = []",
    match = [["git", "push"]],
)
prefix_rule(pattern = ["ls"])
prefix_rule(pattern = PATTERN, decision = "allow")
prefix_rule(decision = "forbidden", pattern = ["rm", "-rf"])
prefix_rule(pattern = ["x"], decision = "else")
other_rule(pattern = ["y"])
"#;
    let expected = [
        (Verdict::Ask, "git push *"),
        (Verdict::Ask, "git fetch *"),
        (Verdict::Allow, "ls *"),
        (Verdict::Allow, "no: its pattern is not written"),
        (Verdict::Deny, "rm -rf *"),
    ];
    let found = patterns(codex(text).unwrap());
    assert_eq!(found, expected.map(|(verdict, text)| (verdict, text.to_owned())));
    assert_eq!(codex("prefix_rule(pattern = [\"a\"").unwrap().len(), 1);
}
