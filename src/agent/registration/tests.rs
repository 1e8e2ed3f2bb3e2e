//! Texts before and after.

use super::*;
use crate::agent::Agent;

fn start() -> Start<'static> {
    Start { program: "/opt/runok", agent: "claude-code", directory: "/home/dev/.claude", tools: false, options: &[] }
}

fn claude() -> &'static Settings {
    &Agent::named("claude-code").unwrap().registration.user[0][0]
}

fn codex_toml() -> &'static Settings {
    &Agent::named("codex").unwrap().registration.user[0][1]
}

fn plain(text: &str) -> Value {
    let value = jsonc_parser::cst::CstRootNode::parse(text.trim_start_matches('\u{feff}'), &Default::default());
    value.unwrap().to_serde_value().unwrap()
}

/// Registering, doing it again, and taking it out again.
#[track_caller]
fn there_and_back(settings: &Settings, before: &str) -> String {
    let after = settings.register(Some(before), &start()).unwrap();
    assert_ne!(after, before);
    assert_eq!(settings.register(Some(&after), &start()).unwrap(), after);
    assert!(!settings.found(&after).unwrap().is_empty());
    let back = settings.unregister(&after, Some(before)).unwrap().unwrap();
    assert_eq!(back, before, "after:\n{after}");
    after
}

#[test]
fn json_comes_back_byte_for_byte() {
    for before in [
        "{\n  \"model\": \"opus\"\n}\n",
        "{\n    // why\n    \"model\": \"opus\", // since May\n    \"hooks\": {\n        \"PreToolUse\": [\n            {\n                \"matcher\": \"Bash\",\n                \"hooks\": [{ \"type\": \"command\", \"command\": \"audit\" }]\n            }\n        ]\n    }\n}\n",
        "{\r\n\t\"a\": [1, 2],\r\n\t\"hooks\": {\r\n\t\t\"Stop\": [\r\n\t\t\t{}\r\n\t\t]\r\n\t}\r\n}\r\n",
        "\u{feff}{\n  \"a\": 1\n}\n",
        "{\n  \"a\": 1,\n  /* b */\n  \"b\": {\n    \"c\": 2,\n  },\n}",
    ] {
        let after = there_and_back(claude(), before);
        let (old, new) = (plain(before), plain(&after));
        for (key, value) in old.as_object().unwrap().iter().filter(|(key, _)| *key != "hooks") {
            assert_eq!(new.get(key), Some(value));
        }
        assert_eq!(after.contains("\r\n"), before.contains("\r\n"));
        assert_eq!(after.matches('\n').count(), after.lines().count() - usize::from(!after.ends_with('\n')));
        assert_eq!(after.starts_with('\u{feff}'), before.starts_with('\u{feff}'));
    }
}

#[test]
fn nothing_is_left_of_a_file_that_was_ours_alone() {
    let made = claude().register(None, &start()).unwrap();
    assert_eq!(claude().unregister(&made, None).unwrap(), None);
    let with = made.replacen('{', "{\n  \"model\": \"opus\",", 1);
    assert_eq!(plain(&claude().unregister(&with, None).unwrap().unwrap()), serde_json::json!({"model": "opus"}));
}

#[test]
fn an_older_registration_is_replaced_and_not_doubled() {
    for old in [
        r#"{"type": "command", "command": "/old/bin/runok hook claude-code"}"#,
        r#"{"type": "command", "command": "runok check --input-format claude-code-hook"}"#,
        r#"{"type": "command", "command": "'/a b/runok' hook --agent claude-code", "timeout": 5}"#,
        r#"{"type": "command", "command": "/old/runok", "args": ["hook", "claude-code"]}"#,
    ] {
        let other = r#"{"type": "command", "command": "audit"}"#;
        for handlers in [old.to_owned(), format!("{other}, {old}"), format!("{old}, {other}, {old}")] {
            let text = format!(r#"{{"hooks": {{"PreToolUse": [{{"matcher": "Bash", "hooks": [{handlers}]}}]}}}}"#);
            let after = claude().register(Some(&text), &start()).unwrap();
            let found = claude().found(&after).unwrap();
            assert_eq!(found.len(), 1, "{after}");
            assert_eq!(found[0].words, ["/opt/runok", "hook", "claude-code"]);
            assert_eq!(after.contains("audit"), text.contains("audit"), "{after}");
            assert_eq!(claude().register(Some(&after), &start()).unwrap(), after);
        }
    }
}

#[test]
fn what_only_names_runok_is_not_ours() {
    for command in [
        "runok check -- ls",
        "echo runok hook",
        "/opt/runokay hook x",
        "runok-notes hook",
        "cat runok",
        // what would go with it is somebody's own
        "my-wrapper runok hook claude-code",
        "runok hook claude-code; audit",
        "runok hook claude-code && audit",
        "runok hook claude-code | tee log",
        "runok hook claude-code > log",
        "runok hook $(name)",
        "runok hook `name`",
        "runok hook claude-code\\naudit",
    ] {
        let text = format!(r#"{{"hooks": {{"PreToolUse": [{{"hooks": [{{"command": "{command}"}}]}}]}}}}"#);
        assert!(claude().found(&text).unwrap().is_empty(), "{command}");
        let after = claude().register(Some(&text), &start()).unwrap();
        assert!(after.contains(&format!(r#""command": "{command}""#)), "{after}");
        assert_eq!(claude().found(&after).unwrap().len(), 1, "{after}");
    }
    for command in ["'/a;b/runok' hook x", "/a\\\\ b/runok hook x", "\\\"$HOME/bin/runok\\\" hook x"] {
        let text = format!(r#"{{"hooks": {{"PreToolUse": [{{"hooks": [{{"command": "{command}"}}]}}]}}}}"#);
        assert_eq!(claude().found(&text).unwrap().len(), 1, "{text}");
    }
}

#[test]
fn options_that_a_person_chose_stay() {
    let group =
        |handler: &str| format!(r#"{{"hooks": {{"PreToolUse": [{{"matcher": "Bash", "hooks": [{handler}]}}]}}}}"#);
    for (options, as_words) in [
        ("-c /etc/runok/strict.yml --deadline 3", r#""-c", "/etc/runok/strict.yml", "--deadline", "3""#),
        ("--config=/a.yml", r#""--config=/a.yml""#),
        ("-c/a.yml", r#""-c/a.yml""#),
        ("-c '/it is here.yml'", r#""-c", "/it is here.yml""#),
    ] {
        let expected = shlex::split(&format!("/opt/runok hook claude-code {options}")).unwrap();
        for old in [
            format!(r#"{{"type": "command", "command": "/old/runok hook claude-code {options}"}}"#),
            format!(r#"{{"type": "command", "command": "/old/runok", "args": ["hook", "claude-code", {as_words}]}}"#),
            format!(r#"{{"type": "command", "command": "runok hook {options} --agent claude-code"}}"#),
        ] {
            let after = claude().register(Some(&group(&old)), &start()).unwrap();
            let found = claude().found(&after).unwrap();
            assert_eq!((found.len(), &found[0].words), (1, &expected), "{after}");
            assert_eq!(claude().register(Some(&after), &start()).unwrap(), after);
            let codex = "[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ntype = \"command\"\n";
            let codex = format!("{codex}command = \"/old/runok hook codex {options}\"\n");
            let after = codex_toml().register(Some(&codex), &start()).unwrap();
            assert!(codex_toml().found(&after).unwrap().iter().all(|found| found.words == expected), "{after}");
        }
    }
    let two = r#"{"command": "runok hook x -c /a.yml"}, {"command": "runok hook x -c /b.yml"}"#;
    let error = claude().register(Some(&group(two)), &start()).unwrap_err().to_string();
    assert!(error.contains("different options, -c /a.yml and -c /b.yml"), "{error}");
}

#[test]
fn a_file_that_only_speaks_of_runok_is_somebody_elses() {
    let cline = Agent::named("cline").unwrap();
    let script = cline.registration.user.iter().flat_map(|row| row.iter());
    let script = script.clone().find(|settings| matches!(settings.form, Form::Own { .. })).unwrap();
    let own = script.register(None, &start()).unwrap();
    for text in [
        "#!/bin/sh\n# does what runok init writes, and more\nmine\n".to_owned(),
        format!("#!/bin/sh\nmine\n{}", own.trim_start_matches("#!/bin/sh\n")),
        "{\"description\": \"not written by `runok init` but by me\"}".to_owned(),
    ] {
        assert!(script.found(&text).unwrap().is_empty(), "{text}");
        assert!(script.register(Some(&text), &start()).is_err(), "{text}");
        assert_eq!(script.unregister(&text, None).unwrap(), Some(text.clone()));
        // one that an older runok took for its own comes back
        assert_eq!(script.unregister(&own, Some(&text)).unwrap(), Some(text));
    }
    assert_eq!(script.unregister(&own, Some(&own)).unwrap(), None);
}

#[test]
fn what_is_not_as_expected_is_said() {
    for (text, said) in [
        ("{", "line 1"),
        ("{\"a\" 1}", "not valid JSON"),
        ("[]", "holds no JSON object"),
        ("{\"hooks\": []}", "`hooks` is not an object"),
        ("{\"hooks\": {\"PreToolUse\": {}}}", "`hooks.PreToolUse` is not an array"),
        ("{\"hooks\": {}, \"hooks\": {}}", "`hooks` stands there twice"),
        ("{a: 1}", "not valid JSON"),
        (&"[".repeat(100_000), "nested deeper"),
    ] {
        let error = claude().register(Some(text), &start()).unwrap_err().to_string();
        assert!(error.contains(said), "{text:.40}: {error}");
    }
    let error = codex_toml().register(Some("a = \nb = 1\n"), &start()).unwrap_err().to_string();
    assert!(error.starts_with("line 1"), "{error}");
    let error = codex_toml().register(Some("hooks = { PreToolUse = [] }\n"), &start()).unwrap_err();
    assert!(error.what.contains("not written as tables"), "{error}");
}

#[test]
fn toml_comes_back_byte_for_byte() {
    for before in [
        "# mine\nmodel = \"o\"   # best\n\n[[hooks.PreToolUse]]\nmatcher = \"x\"\n[[hooks.PreToolUse.hooks]]\ncommand = \"audit\"\n",
        "a = 1\r\n\r\n[hooks.state]\r\nx = \"y\" # trust\r\n",
        "[features]\nhooks = true\n",
        "\u{feff}model = \"o\"\n",
        "\u{feff}model = \"o\"\r\n",
    ] {
        let after = there_and_back(codex_toml(), before);
        assert_eq!(after.matches("\r\n").count() > 0, before.contains("\r\n"));
        assert_eq!(after.matches('\u{feff}').count(), before.matches('\u{feff}').count());
        assert_eq!(codex_toml().found(&after).unwrap().len(), 2, "{after}");
    }
}

#[test]
fn the_command_of_a_file_of_our_own_is_found() {
    for agent in ["auggie", "cline", "amp", "opencode", "kiro"] {
        let program = "/it's here/runok";
        let start = Start { program, agent, directory: "/x", tools: false, options: &[] };
        let agent = Agent::named(agent).unwrap();
        let mut all = agent.registration.user.iter().flat_map(|row| row.iter());
        let settings = all.rfind(|settings| matches!(settings.form, Form::Own { .. })).unwrap();
        let text = settings.register(None, &start).unwrap();
        let found = settings.found(&text).unwrap();
        let words: Vec<&str> = found[0].words.iter().map(String::as_str).take(3).collect();
        assert_eq!(words, [program, "hook", agent.name], "{text}");
    }
}
