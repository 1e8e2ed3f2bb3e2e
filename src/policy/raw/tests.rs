use super::*;

fn problems(text: &str) -> Vec<(usize, usize, String, Option<String>)> {
    let (_, problems) = read(text, "runok.yml", true);
    problems.into_iter().map(|one| (one.line, one.column, one.what, one.help)).collect()
}

#[test]
fn reads_every_value_with_its_place() {
    let (file, problems) =
        read("rules:\n  - allow: 'git status'\n    message: 3\ndefaults: {action: deny}\n", "f", true);
    assert_eq!(problems, []);
    let file = file.unwrap();
    let rule = &file.rules.unwrap()[0];
    let allow = rule.allow.as_ref().unwrap();
    assert_eq!((allow.value.as_str(), allow.at), ("git status", Mark { line: 2, column: 12 }));
    assert_eq!(allow.mark_at(4), Mark { line: 2, column: 17 });
    assert_eq!(rule.message.as_ref().unwrap().value, "3");
    assert_eq!(file.defaults.unwrap().action, Some(Action::Deny));
    assert_eq!(read("", "f", true), (None, vec![]));
    assert_eq!(read("~", "f", true), (None, vec![]));
}

#[test]
fn notes_all_problems_in_one_run() {
    let text = "rules:\n  - alow: x\n  - allow: [x]\n    mesage: y\n  - 3\ndefualts: {}\ndefaults: {action: maybe}\nrules: []\n";
    let mut found = problems(text);
    found.sort();
    let expected = [
        (2, 5, "unknown key `alow` in a rule", Some("did you mean `allow`?")),
        (3, 12, "expected text, found a list", None),
        (4, 5, "unknown key `mesage` in a rule", Some("did you mean `message`?")),
        (5, 5, "expected a rule, found text", None),
        (6, 1, "unknown key `defualts` in the policy", Some("did you mean `defaults`?")),
        (7, 20, "expected `allow`, `ask` or `deny`", Some("known here: allow, ask, deny")),
        (8, 1, "the key `rules` stands here twice", Some("keep one of them")),
    ];
    assert_eq!(
        found,
        expected.map(|(line, column, what, help)| (line, column, what.to_owned(), help.map(str::to_owned)))
    );
}

#[test]
fn a_broken_part_leaves_the_rest() {
    let (file, problems) =
        read("defaults: 3\nrules:\n  - deny: x\n  - deny: {}\ndefinitions: {paths: 1, wrappers: [a]}\n", "f", true);
    let file = file.unwrap();
    assert_eq!(problems.len(), 3);
    assert_eq!(file.rules.unwrap().len(), 1);
    assert_eq!(file.definitions.unwrap().wrappers.unwrap().len(), 1);
}

#[test]
fn merge_keys_are_followed() {
    let text = "rules:\n  - &a\n    allow: ls\n    message: one\n  - <<: *a\n    message: two\n";
    let (file, problems) = read(text, "f", true);
    assert_eq!(problems, []);
    let rule = &file.unwrap().rules.unwrap()[1];
    assert_eq!(rule.allow.as_ref().unwrap().value, "ls");
    assert_eq!(rule.message.as_ref().unwrap().value, "two");
}

#[test]
fn aliases_cost_what_they_stand_for() {
    let mut text = "definitions:\n  paths:\n    a: &a [".to_owned();
    text.push_str(&"x,".repeat(2_000));
    text.push_str("]\n");
    for n in 0..2_000 {
        text.push_str(&format!("    b{n}: *a\n"));
    }
    let (_, problems) = read(&text, "f", true);
    assert_eq!(problems.len(), 1);
    assert!(problems[0].what.contains("with its aliases"));
}

#[test]
fn the_schema_has_the_keys_that_are_read() {
    let schema = serde_json::to_value(schema()).unwrap();
    let keys = |value: &serde_json::Value| {
        let mut keys: Vec<String> = value["properties"].as_object().unwrap().keys().cloned().collect();
        keys.sort();
        keys
    };
    let mut objects = vec![("File".to_owned(), schema.clone())];
    for (name, definition) in schema["$defs"].as_object().unwrap() {
        if definition["properties"].is_object() {
            objects.push((name.clone(), definition.clone()));
        }
    }
    assert!(objects.len() > 15, "{}", objects.len());
    for (name, object) in objects {
        assert_eq!(object["additionalProperties"], false, "{name}");
        // each key of the schema is one that the reader knows: an unknown key is a problem, a known one is not
        for key in keys(&object) {
            let text = in_context(&name, &format!("{key}: ~"));
            let unknown = problems(&text).into_iter().any(|(_, _, what, _)| what.contains("unknown key"));
            assert!(!unknown, "{name}.{key}: {:?}", problems(&text));
        }
        // and the reader's own list of keys, which it shows for a strange one, is the schema's
        let strange = problems(&in_context(&name, "qqqqqqqqqqqqqqqqqqqqqqqq: 1"));
        let help = strange.iter().find(|one| one.2.contains("qqqq")).unwrap_or_else(|| panic!("{name}: {strange:?}"));
        let mut known: Vec<&str> =
            help.3.as_deref().unwrap().strip_prefix("known here: ").unwrap().split(", ").collect();
        known.sort_unstable();
        assert_eq!(known, keys(&object), "{name}");
    }
}

/// A policy in which a record of that type holds one entry.
fn in_context(record: &str, entry: &str) -> String {
    match record {
        "File" => entry.to_owned(),
        "Preset" => format!("extends: [{{{entry}}}]"),
        "Defaults" => format!("defaults: {{{entry}}}"),
        "Rule" => format!("rules: [{{{entry}}}]"),
        "Call" => format!("tests: {{cases: [{{deny: {{{entry}}}}}]}}"),
        "TestCase" => format!("tests: {{cases: [{{{entry}}}]}}"),
        "Tests" => format!("tests: {{{entry}}}"),
        "Definitions" => format!("definitions: {{{entry}}}"),
        "Variable" => format!("definitions: {{vars: {{x: {{{entry}}}}}}}"),
        "TypedValue" => format!("definitions: {{vars: {{x: {{values: [{{{entry}}}]}}}}}}"),
        "Command" => format!("definitions: {{commands: {{x: {{{entry}}}}}}}"),
        "Type" => format!("types: {{x: {{{entry}}}}}"),
        "IntType" => format!("types: {{x: {{int: {{{entry}}}}}}}"),
        "PathType" => format!("types: {{x: {{path: {{{entry}}}}}}}"),
        "TreeType" => format!("types: {{x: {{tree: {{{entry}}}}}}}"),
        "UrlType" => format!("types: {{x: {{url: {{{entry}}}}}}}"),
        "Sandbox" => format!("definitions: {{sandbox: {{x: {{{entry}}}}}}}"),
        "FileSystem" => format!("definitions: {{sandbox: {{x: {{fs: {{{entry}}}}}}}}}"),
        "Access" => format!("definitions: {{sandbox: {{x: {{fs: {{read: {{{entry}}}}}}}}}}}"),
        "Network" => format!("definitions: {{sandbox: {{x: {{network: {{{entry}}}}}}}}}"),
        "Audit" => format!("audit: {{{entry}}}"),
        "Rotation" => format!("audit: {{rotation: {{{entry}}}}}"),
        other => panic!("the test does not know where {other} stands"),
    }
}
