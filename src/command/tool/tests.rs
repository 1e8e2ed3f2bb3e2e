use super::*;
use crate::facts::{FileKind, GitFacts};
use serde_json::json;

/// A home, a working directory, and one link.
struct World;

impl Facts for World {
    fn variable(&self, name: &str) -> Option<String> {
        (name == "HOME").then(|| "/home/me".to_owned())
    }
    fn variables(&self) -> Vec<(String, String)> {
        Vec::new()
    }
    fn working_directory(&self) -> Option<String> {
        Some("/p".to_owned())
    }
    fn names(&self, _: &str, _: &dyn Fn(&str) -> bool) -> Option<Vec<String>> {
        None
    }
    fn links(&self, _: &str) -> Option<Vec<String>> {
        None
    }
    fn file_kind(&self, _: &str) -> Result<FileKind, String> {
        Ok(FileKind::Missing)
    }
    fn canonical(&self, path: &str) -> Option<String> {
        Some(path.replace("/p/link", "/secret"))
    }
    fn git(&self, _: &str) -> Result<GitFacts, String> {
        Ok(GitFacts::default())
    }
    fn in_bare_repository(&self, _: &str) -> Result<bool, String> {
        Ok(false)
    }
}

fn call(name: &str, input: Value) -> ToolCall {
    let Value::Object(input) = input else { panic!("{input}") };
    ToolCall { name: name.to_owned(), input }
}

/// The calls as words, and how many doubts there are.
fn words(name: &str, input: Value) -> (Vec<String>, usize) {
    let reading = read(&call(name, input), &World);
    let shown = |one: &Invocation| one.words.iter().map(Word::display).collect::<Vec<_>>().join(" ");
    (reading.invocations.iter().map(shown).collect(), reading.doubts.len())
}

/// What is done to what.
fn deeds(name: &str, input: Value) -> Vec<String> {
    let reading = read(&call(name, input), &World);
    let uses = reading.invocations.iter().filter_map(|one| one.tool.as_deref());
    let shown = |deed: &crate::command::effects::Deed| {
        format!("{} {}", deed.kind.as_str(), deed.target.as_ref().map(Word::display).unwrap_or_default())
    };
    uses.flat_map(|known| known.account.deeds.iter().map(shown).collect::<Vec<_>>()).collect()
}

#[test]
fn tools_of_every_host_come_to_the_names_that_rules_use() {
    for (name, input, expected) in [
        ("Read", json!({"file_path": "/a"}), "Read /a"),
        ("read_file", json!({"absolute_path": "/a", "offset": 3}), "Read /a"),
        ("read", json!({"filePath": "a"}), "Read /p/a"),
        ("fs_read", json!({"operations": [{"mode": "Line", "path": "/a"}]}), "Read /a"),
        ("pre_read_code", json!({"file_path": "/a"}), "Read /a"),
        ("view_file", json!({"AbsolutePath": "/a"}), "Read /a"),
        ("Write", json!({"file_path": "/a", "content": "path: /b"}), "Write /a"),
        ("write_to_file", json!({"path": "/a"}), "Write /a"),
        ("MultiEdit", json!({"file_path": "/a", "edits": [{"old_string": "x"}]}), "Edit /a"),
        ("NotebookEdit", json!({"notebook_path": "/a"}), "Edit /a"),
        ("multi_replace_string_in_file", json!({"replacements": [{"filePath": "/a"}]}), "Edit /a"),
        ("str_replace_editor", json!({"command": "view", "path": "/a"}), "Read /a"),
        ("str_replace_editor", json!({"command": "create", "path": "/a"}), "Write /a"),
        ("str_replace_editor", json!({"command": "insert", "path": "/a"}), "Edit /a"),
        ("str_replace_editor", json!({"path": "/a"}), "Edit /a"),
        ("Grep", json!({"pattern": "x"}), "Grep /p"),
        ("search_file_content", json!({"pattern": "x", "path": "src"}), "Grep /p/src"),
        ("Glob", json!({"pattern": "src/**/*.ts"}), "Glob /p/src"),
        ("list_directory", json!({"dir_path": "/a"}), "LS /a"),
        ("WebFetch", json!({"url": "https://x/y"}), "WebFetch https://x/y"),
        ("WebSearch", json!({"query": "x"}), "WebSearch"),
        ("mcp__a__b", json!({"path": "/a"}), "mcp__a__b"),
        ("think", json!({"path": "/a"}), "think"),
    ] {
        assert_eq!(words(name, input.clone()), (vec![expected.to_owned()], 0), "{name} {input}");
    }
}

#[test]
fn every_file_that_a_call_names_is_one_command() {
    assert_eq!(words("Read", json!({"file_path": "/a", "path": "/b"})).0, ["Read /a", "Read /b"]);
    assert_eq!(words("read_many_files", json!({"paths": ["/a", "/b"]})).0, ["Read /a", "Read /b"]);
    assert_eq!(words("Read", json!({"file_path": "/a", "absolute_path": null})).0, ["Read /a"]);
    let patch = "*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n-x\n*** Add File: c\n*** Delete File: d\n";
    for input in [json!({"input": patch}), json!({"command": ["apply_patch", patch]}), json!({"patchText": patch})] {
        assert_eq!(words("apply_patch", input).0, ["Edit /p/a", "Write /p/b", "Write /p/c", "Edit /p/d"]);
    }
    assert!(deeds("apply_patch", json!({"input": patch})).contains(&"deletes /p/d".to_owned()));
}

#[test]
fn an_input_that_does_not_say_what_it_is_about_is_a_doubt() {
    for (name, input) in [
        ("Read", json!({})),
        ("Read", json!({"file_path": ""})),
        ("Read", json!({"file_path": 1})),
        ("Read", json!({"file_path": [1]})),
        ("Read", json!({"file_path": null})),
        ("Read", json!({"somewhere": "/a"})),
        ("Grep", json!({"path": true})),
        ("apply_patch", json!({"input": "nothing"})),
        ("PowerShell", json!({"command": "ls"})),
        ("run_shell_command", json!({"command": "ls"})),
        ("Monitor", json!({"command": "ls"})),
        ("WebFetch", json!({})),
    ] {
        assert!(words(name, input.clone()).1 > 0, "{name} {input}");
    }
    let mut deep = json!({"file_path": "/a"});
    for _ in 0..100 {
        deep = json!({ "x": deep });
    }
    assert!(words("Read", deep).1 > 0);
    let many: Vec<String> = (0..5000).map(|n| format!("/{n}")).collect();
    let (uses, doubts) = words("read_many_files", json!({ "paths": many }));
    assert_eq!((uses.len(), doubts), (MAX_FILES, 1));
}

#[test]
fn a_path_stands_for_all_that_it_may_mean() {
    assert_eq!(deeds("Read", json!({"file_path": "link/x"})), ["reads /p/link/x", "reads /secret/x"]);
    assert!(deeds("Read", json!({"file_path": "~/x"})).contains(&"reads /home/me/x".to_owned()));
    assert!(deeds("Read", json!({"file_path": "~/x"})).contains(&"reads /p/~/x".to_owned()));
    assert!(deeds("Read", json!({"file_path": "file:///a%2Fb"})).contains(&"reads /a/b".to_owned()));
    assert!(deeds("Read", json!({"file_path": " /a "})).contains(&"reads /a".to_owned()));
    assert_eq!(deeds("Edit", json!({"file_path": "/a"})), ["reads /a", "writes /a"]);
    assert_eq!(deeds("LS", json!({"path": "/a"})), [""; 0]);
    assert!(deeds("Grep", json!({"path": "/a", "glob": "{x,.env}"})).len() == 3);
    assert_eq!(deeds("Grep", json!({"path": "/a", "glob": "*.ts"})), ["reads /a", "reads /a**/*.ts"]);
    assert_eq!(deeds("Grep", json!({"path": "/a", "glob": "!*.ts"})), ["reads /a"]);
    assert_eq!(deeds("Glob", json!({"path": "/a", "pattern": ".e*"})), [""; 0]);
}

/// Each path with each glob, times what the braces of that hold: seven hundred bytes came to tens of thousands of files.
#[test]
fn what_paths_and_globs_name_together_is_bounded() {
    let names = |start: &str, count: usize| (0..count).map(|number| format!("{start}{number}")).collect::<Vec<_>>();
    let braces: Vec<String> =
        names("g", 20).iter().map(|name| format!("{name}{{{}}}", names("*", 20).join(","))).collect();
    let found = |input: Value| {
        let reading = read(&call("Grep", input), &World);
        let uses = reading.invocations.iter().filter_map(|one| one.tool.as_deref());
        (
            uses.map(|known| known.found.len()).sum::<usize>(),
            reading.doubts.into_iter().map(|doubt| doubt.why).collect(),
        )
    };
    let (files, doubts): (_, Vec<String>) = found(json!({ "paths": names("p", 40), "glob": braces }));
    assert_eq!((files, doubts), (1000, vec!["the globs of the input name more than 1000 files".to_owned()]));
    let (files, doubts) = found(json!({ "paths": names("p", 10), "glob": ["*.{ts,tsx,js}", ".env"] }));
    assert_eq!((files, doubts), (40, Vec::new()));
    let (_, doubts) = words("Grep", json!({ "paths": names("p", 20_000), "glob": names("g", 20_000) }));
    assert_eq!(doubts, 1);
    let long = vec!["x".repeat(600_000), "y".repeat(600_000)];
    let (calls, doubts) = words("Read", json!({ "paths": long }));
    assert_eq!((calls.len(), doubts), (1, 1));
}
