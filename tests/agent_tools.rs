//! Calls of coding agents' tools, and the protection of runok itself, through the built program.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests write files, start programs, and stop where they cannot go on"
)]

mod common;

use std::os::unix::fs::symlink;

use common::{decisions, json_lines, runok};
use serde_json::{Value, json};

const HOME: &str = "/home/dev";

fn tool(name: &str, input: &Value) -> Value {
    json!({ "tool_name": name, "tool_input": input, "cwd": "/home/dev/project" })
}

fn bash(command: &str) -> Value {
    tool("Bash", &json!({ "command": command }))
}

/// The verdicts of a policy.
fn judged(policy: &str, requests: &[Value]) -> Vec<String> {
    let lines: Vec<String> = requests.iter().map(Value::to_string).collect();
    let run = runok(["check", "-c", "p.yml", "--output-format", "json"]).file("p.yml", policy).variable("HOME", HOME);
    let verdicts = decisions(&run.stdin(lines.join("\n")).stdout_is(|_| true).any_status().check());
    assert_eq!(verdicts.len(), requests.len());
    verdicts
}

#[track_caller]
fn all(policy: &str, expected: &str, requests: &[Value]) {
    for (request, verdict) in requests.iter().zip(judged(policy, requests)) {
        assert_eq!(verdict, expected, "{request}");
    }
}

/// A payload gets the same verdict here and from the hook, which does not judge what else stands in the input either.
#[test]
fn what_else_the_input_of_a_shell_says_is_doubted_as_by_the_hook() {
    const POLICY: &str = "rules: [{ allow: 'ls *' }, { deny: 'git push -f *' }]\n";
    let doubted = [
        json!({ "env": { "PATH": "x" } }),
        json!({ "dangerouslyDisableSandbox": true }),
        json!({ "cwd": "/tmp" }),
        json!({ "cwd": "/tmp", "commands": ["rm"] }),
        json!({ "Command": "rm" }),
        json!({ "shell": "pwsh" }),
    ];
    let plain = [json!({}), json!({ "description": "d", "timeout": 5 }), json!({ "env": {}, "shell": "bash" })];
    let call = |command: &str, more: &Value| {
        let mut input = json!({ "command": command });
        input.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        tool("Bash", &input)
    };
    let hooked = |payload: &Value| {
        let mut payload = payload.clone();
        payload["hook_event_name"] = json!("PreToolUse");
        let run = runok(["hook", "claude-code", "-c", "p.yml"]).file("p.yml", POLICY).stdin(payload.to_string());
        let said = json_lines(&run.any_status().stdout_is(|_| true).stderr_is(|_| true).check());
        said[0]["hookSpecificOutput"]["permissionDecision"].as_str().unwrap().to_owned()
    };
    let rows = [("ls", &doubted[..], "ask"), ("git push -f", &doubted, "deny"), ("ls", &plain, "allow")];
    for (command, keys, verdict) in rows {
        let calls: Vec<Value> = keys.iter().map(|more| call(command, more)).collect();
        all(POLICY, verdict, &calls);
        // the same text was judged before, without the doubt
        all(POLICY, verdict, &[&calls[..], &calls].concat());
        for payload in &calls {
            assert_eq!(hooked(payload), verdict, "{payload}");
        }
    }
    let mixed = judged(POLICY, &[bash("ls"), call("ls", &doubted[0]), bash("ls")]);
    assert_eq!(mixed, ["allow", "ask", "allow"]);
    // a request of runok's own says where and with what it would run
    all(POLICY, "allow", &[json!({ "command": "ls", "cwd": "/tmp", "env": { "A": "x" } })]);
}

/// Whether a tool heeds a directory beside its paths is not known, so what is relative may be elsewhere.
#[test]
fn a_directory_beside_the_paths_of_a_tool_asks() {
    let policy = "rules: [{ allow: 'Write *' }, { allow: 'Edit *' }, { allow: 'Read *' }, { allow: 'Grep *' }, { allow: 'LS *' }, { deny: 'Write x' }]\n";
    let patch = "*** Begin Patch\n*** Add File: shadow\n+x\n*** End Patch";
    let elsewhere = [
        tool("apply_patch", &json!({ "input": patch, "workdir": "/etc" })),
        tool("apply_patch", &json!({ "input": patch, "dir_path": "/etc" })),
        tool("Write", &json!({ "file_path": "shadow", "cwd": "/etc" })),
        tool("Write", &json!({ "file_path": "shadow", "directory": "/etc" })),
        tool("Write", &json!({ "file_path": "shadow", "workingDirectory": ["/etc"] })),
        tool("Edit", &json!({ "edits": [{ "path": "a", "working_dir": "../x" }] })),
        tool("Read", &json!({ "path": "shadow", "base_path": "/etc" })),
        tool("Grep", &json!({ "pattern": "x", "cwd": "/etc" })),
        tool("list_directory", &json!({ "dir": "/etc" })),
    ];
    all(policy, "ask", &elsewhere);
    let here = [
        tool("apply_patch", &json!({ "input": patch })),
        tool("apply_patch", &json!({ "input": patch, "workdir": "/home/dev/project" })),
        tool("apply_patch", &json!({ "input": patch, "workdir": "" })),
        tool("Write", &json!({ "file_path": "/tmp/x", "cwd": "/etc" })),
        tool("Write", &json!({ "file_path": "a", "cwd": null })),
        tool("list_directory", &json!({ "dir_path": "src" })),
        tool("Grep", &json!({ "pattern": "x", "directory": "src" })),
    ];
    all(policy, "allow", &here);
    all(policy, "deny", &[tool("Write", &json!({ "file_path": "x", "cwd": "/etc" }))]);
}

/// A path that the glob of a list matches: `**` as two names, `*` and `?` as letters, a tilde at home.
fn concrete(glob: &str) -> String {
    let path = glob.replace("\\*", "*").replace("/**", "/some/thing").replace("**/", "/home/dev/project/sub/dir/");
    let path = path.replacen('~', HOME, usize::from(path.starts_with('~')));
    path.replace("/[", "/").replace('*', "a").replace('?', "b")
}

/// `definitions.paths.secrets` of `builtin:secrets`.
fn secrets() -> Vec<String> {
    let text = include_str!("../src/policy/presets/secrets.yml");
    let list = text.lines().skip_while(|line| *line != "    secrets:").skip(1);
    let entries = list.take_while(|line| !line.trim().is_empty());
    let quoted = entries.filter_map(|line| Some(line.trim().strip_prefix("- '")?.strip_suffix('\'')?.to_owned()));
    let found: Vec<String> = quoted.filter(|glob| !glob.contains("\\*")).collect();
    assert!(found.len() > 150, "{}", found.len());
    found
}

#[test]
fn what_cat_may_not_read_no_tool_reads() {
    let paths: Vec<String> = secrets().iter().map(|glob| concrete(glob)).collect();
    let by = |make: &dyn Fn(&str) -> Value| -> Vec<String> {
        judged("extends: [builtin:secrets]\n", &paths.iter().map(|path| make(path)).collect::<Vec<_>>())
    };
    let cat = by(&|path| bash(&format!("cat '{path}'")));
    let denied = cat.iter().filter(|verdict| *verdict == "deny").count();
    assert_eq!(denied, paths.len(), "cat reads: {:?}", paths.iter().zip(&cat).find(|(_, verdict)| *verdict != "deny"));
    for (name, key) in [
        ("Read", "file_path"),
        ("read_file", "absolute_path"),
        ("read", "filePath"),
        ("Edit", "file_path"),
        ("MultiEdit", "file_path"),
        ("NotebookEdit", "notebook_path"),
        ("replace", "file_path"),
        ("Grep", "path"),
        ("search_file_content", "path"),
        ("str_replace_editor", "path"),
    ] {
        for (path, verdict) in paths.iter().zip(by(&|path| tool(name, &json!({ key: path, "pattern": "x" })))) {
            assert_eq!(verdict, "deny", "{name} {path}");
        }
    }
    for (path, verdict) in paths.iter().zip(by(&|path| {
        tool("apply_patch", &json!({ "input": format!("*** Begin Patch\n*** Update File: {path}\n") }))
    })) {
        assert_eq!(verdict, "deny", "apply_patch {path}");
    }
}

#[test]
fn a_secret_has_many_names() {
    let read = |path: &str| tool("Read", &json!({ "file_path": path }));
    all(
        "extends: [builtin:secrets]\n",
        "deny",
        &[
            read(".env"),
            read("./src/../.env"),
            read("/home/dev/project//.//.env"),
            read("/proc/self/cwd/.env"),
            read("/proc/self/root/home/dev/.netrc"),
            read("~/.netrc"),
            read("~root/.netrc"),
            read(" .env "),
            read("file:///home/dev/.n%65trc"),
            tool("Read", &json!({ "file_path": "README.md", "path": ".env" })),
            tool("Read", &json!({ "file_path": ["README.md", ".env"] })),
            tool("read_files", &json!({ "files": [{ "path": "a" }, { "path": ".env" }] })),
            tool("Grep", &json!({ "pattern": "x", "glob": ".env" })),
            tool("Grep", &json!({ "pattern": "x", "path": "..", "glob": "**/{.env,x}" })),
            tool("Grep", &json!({ "pattern": "x", "glob": ".env*" })),
            tool("Grep", &json!({ "pattern": "x", "path": "~/.aws" })),
        ],
    );
    all(
        "extends: [builtin:secrets]\n",
        "ask",
        &[
            tool("Read", &json!({})),
            tool("Read", &json!({ "file_path": 7 })),
            tool("Read", &json!({ "file_path": "" })),
            tool("read_many_files", &json!({ "paths": ["**/.e*"] })),
            tool("Grep", &json!({ "pattern": "x", "glob": "*.ts" })),
            tool("LS", &json!({ "path": "~/.ssh" })),
        ],
    );
}

const RULES: &str = "
definitions: { paths: { src: ['/home/dev/project/src/**'], infra: ['/home/dev/project/infra/**'] } }
rules:
  - allow: 'Read <path:src>'
  - allow: 'Read docs/*'
  - allow: 'Write /tmp/*'
  - allow: 'mcp__github__get_*'
  - allow: 'think'
  - allow: 'fetch'
  - ask: 'Write <path:infra>'
  - deny: 'mcp__github__delete_*'
  - deny: 'Read *.lock'
  - deny: 'google_web_search'
  - allow: '*'
    when: 'size(args) > 100'
";

#[test]
fn allow_rules_mean_no_more_than_is_written() {
    let read = |path: &str| tool("Read", &json!({ "file_path": path }));
    all(
        RULES,
        "allow",
        &[
            read("src/a.rs"),
            read("/home/dev/project/src/./a/b.rs"),
            read("docs/a.md"),
            tool("read_many_files", &json!({ "paths": ["src/a", "docs/b"] })),
            tool("Write", &json!({ "file_path": "/tmp/x" })),
            tool("mcp__github__get_issue", &json!({ "any": ["thing"] })),
        ],
    );
    all(
        RULES,
        "ask",
        &[
            read("src/../x"),
            read("docs/../../x"),
            read("docs"),
            read("/docs/a.md"),
            tool("Read", &json!({ "file_path": "src/a", "path": "other" })),
            tool("read_many_files", &json!({ "paths": ["src/a", "x"] })),
            tool("Grep", &json!({ "pattern": "x", "path": "src/a" })),
            tool("Edit", &json!({ "file_path": "/tmp/x" })),
            tool("Write", &json!({ "file_path": "/tmp/../etc/x" })),
            tool("mcp__github__set_issue", &json!({})),
            tool("mcp__github2__get_issue", &json!({})),
            // a rule for a command allows no tool, and a rule for a tool no command
            tool("think", &json!({})),
            tool("fetch", &json!({ "url": "https://x" })),
            bash("Read src/a.rs"),
            bash("mcp__github__get_issue"),
            bash("/usr/bin/Read src/a.rs"),
            bash("env Read src/a.rs"),
            // deny and ask rules mean what changes the file, by any name
            tool("Edit", &json!({ "file_path": "infra/x" })),
            tool("NotebookEdit", &json!({ "notebook_path": "infra/x.ipynb" })),
            tool("apply_patch", &json!({ "patch": "*** Delete File: infra/x" })),
        ],
    );
    all(
        RULES,
        "deny",
        &[
            read("src/Cargo.lock"),
            tool("Grep", &json!({ "pattern": "x", "path": "Cargo.lock" })),
            tool("mcp__github__delete_repo", &json!({})),
            tool("google_web_search", &json!({ "query": "x" })),
        ],
    );
    let everything = "defaults: { action: allow }\nrules: [{ allow: '*' }, { allow: 'R*' }, { allow: 'm*' }]\n";
    all(everything, "ask", &[read("x"), tool("mcp__a__b", &json!({})), tool("Task", &json!({}))]);
    all("rules: [{ deny: '*' }]\n", "deny", &[read("x"), tool("mcp__a__b", &json!({})), tool("Task", &json!({}))]);
}

#[test]
fn an_allow_rule_speaks_of_where_links_lead_too() {
    let directory = tempfile::tempdir().unwrap();
    let base = std::fs::canonicalize(directory.path()).unwrap();
    std::fs::create_dir(base.join("src")).unwrap();
    std::fs::create_dir(base.join(".claude")).unwrap();
    std::fs::write(base.join(".env"), "").unwrap();
    symlink(base.join(".env"), base.join("src/notes.md")).unwrap();
    symlink(base.join(".claude"), base.join("src/tools")).unwrap();
    let at = base.to_str().unwrap();
    let policy = format!(
        "definitions: {{ paths: {{ src: ['{at}/src/**'], env: ['{at}/.env'] }} }}\nrules: [{{ allow: 'Read <path:src>' }}, {{ allow: 'Write src/*' }}, {{ allow: 'tee *' }}, {{ deny: '* <effect:reads in env>' }}]\n"
    );
    let call = |name: &str, path: &str| json!({ "tool_name": name, "tool_input": { "file_path": path }, "cwd": at });
    let found = judged(
        &policy,
        &[
            call("Read", "src/a.md"),
            call("Read", "src/notes.md"),
            call("Write", "src/a.md"),
            call("Write", "src/tools/settings.json"),
            json!({ "command": "tee src/tools/settings.json", "cwd": at }),
            json!({ "command": "tee src/tools.json", "cwd": at }),
        ],
    );
    assert_eq!(found, ["allow", "deny", "allow", "ask", "ask", "allow"]);
}

#[test]
fn conditions_and_explain_see_the_input() {
    let policy = "rules:\n  - deny: 'Grep *'\n    when: 'flags.glob == \"*.key\" && args[0].endsWith(\"project\")'\n    message: no keys\n  - deny: 'Write *'\n    when: 'effects.writes.exists(p, p.startsWith(\"gen/\"))'\n";
    all(policy, "deny", &[tool("Grep", &json!({ "glob": "*.key" })), tool("Write", &json!({ "file_path": "gen/x" }))]);
    all(policy, "ask", &[tool("Grep", &json!({ "glob": "*.rs" })), tool("Write", &json!({ "file_path": "x" }))]);
    let run = runok(["explain", "-c", "p.yml", "--format", "json"]).file("p.yml", policy);
    let text = run.stdin(tool("Grep", &json!({ "glob": "*.key" })).to_string()).stdout_is(|_| true).status(3).check();
    assert_eq!(json_lines(&text)[0]["decision"], "deny", "{text}");
    let run = runok(["check", "-c", "p.yml"])
        .file("p.yml", policy)
        .stdin(tool("Read", &json!({ "file_path": "x" })).to_string());
    run.stdout_is(|text| text.contains("no rule speaks of the tool Read")).status(4).check();
}

const EVERYTHING: &str = "defaults: { action: allow }\nrules: [{ allow: '*' }, { allow: 'Write *' }, { allow: 'Edit *' }, { allow: 'Read *' }, { allow: '> /**' }]\n";

#[test]
fn what_changes_runok_asks_whatever_allows_it() {
    let write = |path: &str| tool("Write", &json!({ "file_path": path }));
    let changes = [
        write("runok.yml"),
        write("sub/runok.local.yaml"),
        write("~/.config/runok/runok.yml"),
        write("/home/dev/.local/state/runok/trust"),
        write("/home/dev/.cargo/bin/runok"),
        write(".claude/settings.json"),
        write("/home/dev/project/x/../.claude//settings.local.json"),
        write("/proc/self/cwd/.claude/settings.json"),
        write("~/.codex/rules/x.rules"),
        tool("Edit", &json!({ "file_path": ".gemini/settings.json" })),
        tool("apply_patch", &json!({ "input": "*** Move to: .github/hooks/x.json" })),
        bash("echo x > .cursor/hooks.json"),
        bash("tee ~/.factory/hooks.json"),
        bash("cd .kiro && rm hooks/runok.json"),
        bash("rm -rf ~/.config"),
        bash("mv .claude /tmp/x"),
        bash("F=runok.yml; sed -i s/deny/allow/ $F"),
        bash("rm run*.yml"),
        bash("rm .claude/*"),
        bash("cd .claude && rm *"),
        bash("bash -c 'rm runok.yml'"),
        bash("runok trust"),
        bash("runok init"),
        bash("cargo uninstall runok"),
        bash("rm -f \"$(which runok)\""),
        bash("rm -f $(command -v runok)"),
        bash("rm -f \"$(type -p runok)\""),
        bash("rm -f `which runok 2>/dev/null`"),
        bash("R=$(which runok | head -n 1) && cp /bin/true \"$R\""),
        bash("echo > \"$(readlink -f \"$(which runok)\")\""),
        bash("pkill -f runok"),
    ];
    all(EVERYTHING, "ask", &changes);
    let harmless = [
        write("src/a.rs"),
        write(".claude/commands/x.md"),
        tool("Read", &json!({ "file_path": "runok.yml" })),
        bash("cat runok.yml .claude/settings.json"),
        bash("git checkout main"),
        bash("git pull"),
        bash("rm \"$X\""),
        bash("rm \"$(which other)\""),
        bash("cat \"$(which runok)\""),
        bash("rm *"),
        bash("rm src/* ./*.json"),
        bash("cp * /tmp"),
        bash("find . -name '*.o' -exec rm {} +"),
        bash("cp a b > log"),
        bash("cargo test -p runok"),
        bash("runok check -- ls"),
    ];
    all(EVERYTHING, "allow", &harmless);
    let removing = "rules: [{ allow: 'find * -delete *' }, { allow: 'rm *' }]\n";
    all(removing, "allow", &[bash("find ./build -type f -mtime +1 -delete"), bash("rm -rf *")]);
    all(removing, "ask", &[bash("find ~/.claude -name '*.json' -delete"), bash("rm .claude/*")]);
    let without = "extends: [{ builtin: self, without: [self-files, self-hooks, self-files-checkout, self-hooks-checkout, self-trust, self-program, self-process] }]\n";
    all(&format!("{without}{EVERYTHING}"), "allow", &changes);
    // the default is not loosened by what always applies
    all("defaults: { action: deny }\n", "deny", &[bash("rm runok.yml"), bash("runok trust")]);
}

#[test]
fn only_a_person_leaves_the_protection_out() {
    let without = "extends: [{ builtin: self, without: [self-files] }]\nrules: [{ allow: 'tee *' }]\n";
    let run = |global: &str, project: &str| {
        let run = runok(["check", "--", "tee runok.yml"]).file("runok.yml", project);
        let run = run.file("../.config/runok/runok.yml", global);
        run.stdout_is(|_| true).any_status().check().split([':', '\n']).next().unwrap().to_owned()
    };
    assert_eq!(run("trusted: ['~/project']\n", without), "ask");
    assert_eq!(run("rules: [{ allow: 'tee *' }]\n", "rules: []\n"), "ask");
    assert_eq!(run(without, "rules: []\n"), "allow");
    let hijack = "trusted: ['~/project']\nrules: [{ allow: 'tee *' }]\n";
    let project = "types: { Runok: { enum: [x] } }\n";
    assert_eq!(run(hijack, project), "ask");
    let project = "definitions: { paths: { Runok: [./x] } }\n";
    assert_eq!(run(hijack, project), "ask");
}

const SEARCHES: &str = "
definitions: { paths: { hidden: ['/**/.env', '/**/*.env', '/**/keys/**'] } }
rules:
  - allow: 'Grep'
  - allow: 'Grep *'
  - allow: 'Glob *'
";

#[test]
fn a_glob_that_may_meet_what_a_rule_denies_asks() {
    let grep = |glob: &str| tool("Grep", &json!({ "pattern": "x", "path": ".", "glob": glob }));
    let listing = |pattern: &str| tool("Glob", &json!({ "pattern": pattern }));
    let by_effect = format!("{SEARCHES}  - deny: '* <effect:reads in hidden>'\n");
    let by_word = format!("{SEARCHES}  - deny: 'Read <path:hidden>'\n");
    let may =
        [".e*", "**/*", "*", "*.{en?,txt}", ".[e]nv", "src/**", "{a,{b,.e?v}}", "@(.env|x)", "!*.ts,.en*", "k*/*"];
    let must = [".env", "*.env", r"\.env", "{.env,a.ts}", "!*.ts,.env", "keys/*.txt", "/home/dev/project/keys/a*"];
    let never = ["*.ts", "**/*.{rs,toml}", "src/**/*.rs", "!.env", "!**/*", "src/[a-z]*.rs", "app/(auth)/**/*.tsx"];
    let all_of = |globs: &[&str], make: &dyn Fn(&str) -> Value| globs.iter().map(|glob| make(glob)).collect::<Vec<_>>();
    for policy in [&by_effect, &by_word] {
        all(policy, "ask", &all_of(&may, &grep));
        all(policy, "deny", &all_of(&must, &grep));
        all(policy, "allow", &all_of(&never, &grep));
        // without a glob a search is what it was: what may lie anywhere lies below everything
        all(policy, "allow", &[tool("Grep", &json!({ "pattern": "x", "path": "src" })), listing("src/*.rs")]);
    }
    // to list is not to read
    all(&by_word, "allow", &all_of(&may, &listing));
    let listed = format!("{SEARCHES}  - deny: 'Glob <path:hidden>'\n");
    all(&listed, "ask", &all_of(&[".e*", "**/*", "**", "/home/dev/project/k*/*"], &listing));
    all(&listed, "deny", &all_of(&[".env", "**/.env", "keys/*.txt"], &listing));
    all(&listed, "allow", &all_of(&never[..3], &listing));
    // an allow rule speaks of the directory that is searched
    let narrow = "rules: [{ allow: 'Grep src' }, { deny: 'Grep *.lock' }]\n";
    let at = |path: &str, glob: &str| tool("Grep", &json!({ "path": path, "glob": glob }));
    all(narrow, "allow", &[at("src", "*.rs")]);
    all(narrow, "ask", &[at(".", "src"), at("src", "*.l*")]);
    all(narrow, "deny", &[at("src", "*.lock")]);
}
