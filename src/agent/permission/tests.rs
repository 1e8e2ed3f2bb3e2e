//! Entries as agents write them, and the rules that they become.

use Verdict::{Allow, Ask, Deny};

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
    claude("deny", "Bash(*)", "no: it is about every command,");
}

#[test]
fn an_allow_of_files_is_never_wider() {
    claude("allow", "Read(src/**)", "Read src/*");
    claude("allow", "Read(./src/lib/**)", "Read src/lib/*");
    claude("allow", "Read(src/)", "Read src/*");
    claude("allow", "Read(//tmp/a/**)", "Read /tmp/a/*");
    claude("allow", "Read(~/docs/**)", "Read ~/docs/*");
    claude("allow", "Read(~/.zshrc)", "Read ~/.zshrc");
    claude("allow", "Edit(docs/**)", "Edit|Write !<effect:deletes> docs/*");
    claude("allow", "Edit(//tmp/x.txt)", "Edit|Write !<effect:deletes> /tmp/x.txt");
    // from the directory of the settings
    claude("allow", "Read(/src/**)", "no: its path counts from the");
    // a `*` of a rule crosses `/`
    claude("allow", "Read(~/docs/*.pdf)", "no: its path has a wildcard");
    claude("allow", "Edit(**/src/**)", "no: its path has a wildcard");
    claude("allow", "Read(src/*)", "no: its path has a wildcard");
    claude("allow", "Read(a?)", "no: its path has a wildcard");
    claude("allow", "Read(../x/**)", "no: it holds characters that mean");
    claude("allow", "Read(a b)", "no: it holds characters that mean");
    claude("allow", "Read(-x)", "no: it holds characters that mean");
    claude("allow", "Read(a|b)", "no: it holds characters that mean");
    claude("allow", "Read(**)", "no: it is about every file,");
    claude("allow", "Read(./**)", "no: it is about every file,");
    claude("allow", "Edit(//**)", "no: it is about every file,");
    claude("allow", "Read", "no: it is about every use");
    claude("allow", "Edit(*)", "no: it is about every use");
    // the agent never looks at these
    claude("allow", "Write(src/**)", "no: the agent does not go");
    claude("allow", "Glob(src/**)", "no: the agent does not go");
}

#[test]
fn a_refusal_of_files_is_never_narrower() {
    claude("deny", "Read(./.env)", "Read|Edit|Glob|LS .env|.env/*|*/.env|*/.env/*");
    claude("ask", "Read(.env)", "Read|Edit|Glob|LS .env|.env/*|*/.env|*/.env/*");
    claude("deny", "Read(./secrets/**)", "Read|Edit|Glob|LS secrets|secrets/*|*/secrets|*/secrets/*");
    claude("deny", "Read(secrets/*)", "Read|Edit|Glob|LS secrets|secrets/*|*/secrets|*/secrets/*");
    claude("deny", "Read(/secrets/)", "Read|Edit|Glob|LS secrets|secrets/*|*/secrets|*/secrets/*");
    claude("deny", "Read(//etc/ssl/**)", "Read|Edit|Glob|LS /etc/ssl|/etc/ssl/*");
    claude("deny", "Read(~/.ssh/**)", "Read|Edit|Glob|LS ~/.ssh|~/.ssh/*");
    claude("deny", "Read(//**/.env)", "Read|Edit|Glob|LS /*.env|/*.env/*");
    claude("deny", "Read(**/.env)", "Read|Edit|Glob|LS .env|.env/*|*/.env|*/.env/*");
    claude("deny", "Edit(a/**/b)", "Edit a/*b|a/*b/*|*/a/*b|*/a/*b/*");
    claude("deny", "Edit(a/[bc]d?)", "Edit a/*d*|a/*d*/*|*/a/*d*|*/a/*d*/*");
    claude("deny", "Edit(*.lock)", "Edit *.lock|*.lock/*");
    claude("deny", "Edit(../x y/**)", "Edit x*y|x*y/*|*/x*y|*/x*y/*");
    claude("deny", "Write(-x)", "Edit *x|*x/*");
    claude("deny", "Read(**)", "Read|Edit|Glob|LS *");
    claude("deny", "Read(!a)", "no: it holds characters that mean");
    claude("deny", "Write", "Write *");
    claude("deny", "Task", "Task *");
    claude("deny", "Agent(Explore)", "no: it is about a tool,");
}

#[test]
fn tools_of_servers_and_of_the_network() {
    claude("allow", "mcp__github__get_issue", "mcp__github__get_issue");
    claude("allow", "mcp__github", "mcp__github__*");
    claude("allow", "mcp__github__*", "mcp__github__*");
    claude("allow", "mcp__github__get_*", "no: its `*` does not stand");
    claude("deny", "mcp__github__get_*", "mcp__github__get_*");
    claude("allow", "mcp__*", "no: it is about the tools");
    claude("deny", "mcp__*", "mcp__*");
    claude("deny", "mcp__x(a:b)", "no: it is about a tool,");
    claude("allow", "WebSearch", "WebSearch");
    claude("allow", "WebFetch", "no: it is about every use");
    claude("deny", "WebFetch", "WebFetch *");
    claude("allow", "WebFetch(domain:X.example)", "WebFetch https://x.example|https://x.example/*");
    claude("allow", "WebFetch(domain:*.example)", "no: it is about more than");
    claude("allow", "WebFetch(domain:a@b)", "no: it holds characters that mean");
    claude("deny", "WebFetch(domain:x.example)", "no: a host has more spellings");
    claude("allow", "Frobnicate", "no: it is about a tool");
}

#[track_caller]
fn all(read: fn(&str) -> Result<Vec<Saying>, Misfit>, text: &str, expected: &[(Verdict, &str)]) {
    let expected: Vec<(Verdict, String)> =
        expected.iter().map(|(verdict, text)| (*verdict, (*text).to_owned())).collect();
    assert_eq!(patterns(read(text).unwrap()), expected);
}

#[test]
fn approvals_of_copilot_count_where_they_were_given() {
    let text = r#"{"locations": {"/home/u/p": {"tool_approvals": [
        {"kind": "commands", "commandIdentifiers": ["git:*", "npm test", "gh*"]},
        {"kind": "write"}, {"kind": "mcp", "serverName": "x", "toolName": null}]},
        "C:\\p": {"tool_approvals": [{"kind": "commands", "commandIdentifiers": ["ls"]}]}}}"#;
    all(
        copilot,
        text,
        &[
            (Allow, "git *"),
            (Allow, "npm test"),
            (Allow, "no: it is not understood"),
            (Allow, "no: it is about every file"),
            (Allow, "no: runok does not know what"),
            (Allow, "no: it holds characters that mean"),
        ],
    );
    let when = copilot(text).unwrap().first().map(|saying| saying.offer().unwrap().condition());
    assert_eq!(when, Some(Some("fs.cwd == \"/home/u/p\"".to_owned())));
}

#[test]
fn approvals_of_vscode() {
    let text = r#"{ // mine
        "chat.tools.terminal.autoApprove": {"npm run build": true, "rm": false, "del": null, "/^git (status|show\\b.*)$/": true,
        "/^git (status|log)$/": true, "/^ls\\b/": true, "/\\.ps1/i": {"approve": false, "matchCommandLine": true},
        "/^dd\\b/i": false, "mkdir": {"approve": true}}}"#;
    all(
        vscode,
        text,
        &[
            (Allow, "npm run build *"),
            (Ask, "rm* *"),
            (Allow, "no: its regular expression is more"),
            (Allow, "git status"),
            (Allow, "git log"),
            (Allow, "ls *"),
            (Ask, "no: it is about whole lines,"),
            (Ask, "no: it takes letters in either"),
            (Allow, "mkdir *"),
        ],
    );
}

#[test]
fn permissions_of_auggie() {
    let text = r#"{"toolPermissions": [
        {"toolName": "launch-process", "shellInputRegex": "^git status$", "permission": {"type": "allow"}},
        {"toolName": "launch-process", "shellInputRegex": "^ls ", "permission": {"type": "allow"}},
        {"toolName": "launch-process", "shellInputRegex": "^rm ", "permission": {"type": "deny"}},
        {"toolName": "launch-process", "shellInputRegex": "sudo", "permission": {"type": "ask-user"}},
        {"toolName": "launch-process", "eventType": "tool-call", "permission": {"type": "script-policy", "script": "/h/.augment/hooks/runok-policy.sh"}},
        {"toolName": "launch-process", "permission": {"type": "script-policy", "script": "/x"}},
        {"toolName": "launch-process", "permission": {"type": "deny"}},
        {"toolName": "view", "permission": {"type": "allow"}},
        {"toolName": "remove-files", "permission": {"type": "deny"}}]}"#;
    all(
        auggie,
        text,
        &[
            (Allow, "git status"),
            (Allow, "no: it needs something after its"),
            (Deny, "rm *"),
            (Ask, "no: it matches anywhere in a"),
            (Ask, "no: a program or a server"),
            (Deny, "no: it is about every command,"),
            (Allow, "no: it is about a tool"),
            (Deny, "remove-files *"),
        ],
    );
}

#[test]
fn permissions_of_zed() {
    let text = r#"{"agent": {"tool_permissions": {"tools": {
        "terminal": {"default": "confirm", "always_allow": [{"pattern": "^cargo\\s+(build|test)"}],
            "always_deny": [{"pattern": "^rm\\b", "case_sensitive": true}, {"pattern": "^rm"}]},
        "edit_file": {"always_deny": [{"pattern": "secrets"}]},
        "mcp:github:get_issue": {"default": "allow"}}}}}"#;
    all(
        zed,
        text,
        &[
            (Ask, "no: it is about every command,"),
            (Allow, "cargo build* *"),
            (Allow, "cargo test* *"),
            (Deny, "rm* *"),
            (Deny, "no: it takes letters in either"),
            (Deny, "no: it is a regular expression"),
            (Allow, "mcp__github__get_issue"),
        ],
    );
}

#[test]
fn what_is_not_documented_is_read_narrow_or_wide() {
    all(
        droid,
        r#"{"commandAllowlist": ["ls", "git *"], "commandDenylist": ["mkfs"], "commandBlocklist": ["dd if=x"]}"#,
        &[(Allow, "ls"), (Allow, "no: how the agent compares its"), (Ask, "mkfs* *"), (Deny, "dd if=x* *")],
    );
    all(
        windsurf,
        r#"{"windsurf.cascadeCommandsAllowList": ["git"], "windsurf.cascadeCommandsDenyList": ["rm"]}"#,
        &[(Allow, "git"), (Ask, "rm* *")],
    );
    all(
        crush,
        r#"{"permissions": {"allowed_tools": ["view", "bash"]}}"#,
        &[(Allow, "no: it is about a tool"), (Allow, "no: it is about every command,")],
    );
    all(
        devin,
        r#"{"permissions": {"allow": ["Exec(git)", "Read(src/**)"], "deny": ["Exec(rm)", "Write(.env)"]}}"#,
        &[
            (Allow, "git"),
            (Allow, "no: its path counts from the"),
            (Deny, "rm* *"),
            (Deny, "Edit .env|.env/*|*/.env|*/.env/*"),
        ],
    );
    all(
        cursor,
        r#"{"permissions": {"allow": ["Read(/a/**)", "Write(src/**)", "Mcp(a:b)"], "deny": ["Read(.env*)"]}}"#,
        &[
            (Allow, "Read /a/*"),
            (Allow, "no: its path counts from the"),
            (Allow, "no: it is about a tool,"),
            (Deny, "Read|Glob|LS .env*|.env*/*|*/.env*|*/.env*/*"),
        ],
    );
}

#[test]
fn entries_of_others() {
    let text =
        r#"{"tools": {"allowed": ["run_shell_command(git)"], "exclude": ["run_shell_command(rm -rf)", "web_fetch"]}}"#;
    let expected = [(Allow, "git *".to_owned()), (Deny, "rm -rf *".to_owned()), (Deny, "web_fetch *".to_owned())];
    assert_eq!(patterns(gemini_cli(text).unwrap()), expected);
    let text = r#"{"permissions": {"allow": ["Shell(ls)"], "deny": ["Shell(rm)"]}}"#;
    let expected = [(Allow, "ls *".to_owned()), (Deny, "rm *".to_owned())];
    assert_eq!(patterns(cursor(text).unwrap()), expected);
    let text = r#"{"permission": {"bash": {"*": "ask", "git status": "allow", "git push *": "deny", "x": 1}, "edit": "deny"}}"#;
    let expected = [
        (Ask, "no: it is about every command,".to_owned()),
        (Allow, "git status".to_owned()),
        (Deny, "git push *".to_owned()),
    ];
    assert_eq!(patterns(opencode(text).unwrap()), expected);
    let text = r#"{"amp.permissions": [
        {"tool": "Bash", "matches": {"cmd": ["git *", "ls"]}, "action": "allow"},
        {"tool": "Bash", "matches": {"cmd": "x *", "cwd": "/"}, "action": "allow"},
        {"tool": "Bash", "action": "delegate", "to": "x"}, {"tool": "Read", "action": "allow"}]}"#;
    let expected =
        [(Allow, "git *".to_owned()), (Allow, "ls".to_owned()), (Allow, "no: it matches on something else".to_owned())];
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
        (Ask, "git push *"),
        (Ask, "git fetch *"),
        (Allow, "ls *"),
        (Allow, "no: its pattern is not written"),
        (Deny, "rm -rf *"),
    ];
    let found = patterns(codex(text).unwrap());
    assert_eq!(found, expected.map(|(verdict, text)| (verdict, text.to_owned())));
    assert_eq!(codex("prefix_rule(pattern = [\"a\"").unwrap().len(), 1);
}
