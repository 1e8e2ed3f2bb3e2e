use super::super::pattern::{CommandPattern, Pattern, RulePattern, Token};
use super::super::types::{Builtin, Type};
use super::super::{Policy, VarValue};
use super::*;

/// The policy of texts: each is a layer of its own, trusted or not.
fn layers(texts: &[(&str, bool)]) -> Loaded {
    let mut findings = Findings::default();
    let mut files = Vec::new();
    for (layer, (text, trusted)) in texts.iter().enumerate() {
        let name = format!("/p/{layer}.yml");
        let (raw, problems) = raw::read(text, &name, true);
        findings.problems.extend(problems);
        files.push(PolicyFile {
            name: Rc::from(name.as_str()),
            directory: "/p".to_owned(),
            role: "test".to_owned(),
            trusted: *trusted,
            global: layer == 0,
            layer,
            project: 0,
            raw: raw.unwrap_or_default(),
            without: Vec::new(),
            extended_by: None,
        });
    }
    compile(files, Settings { home: Some("/home/dev"), thorough: true }, findings)
}

fn one(text: &str) -> Loaded {
    layers(&[(text, true)])
}

fn good(text: &str) -> Policy {
    let loaded = one(text);
    assert_eq!(loaded.problems, [], "{text}");
    assert_eq!(loaded.warnings, [], "{text}");
    loaded.policy
}

/// `line:column what | help` of each problem.
fn shown(problems: &[Problem]) -> Vec<String> {
    let help = |help: &Option<String>| help.as_ref().map_or(String::new(), |help| format!(" | {help}"));
    problems.iter().map(|one| format!("{}:{} {}{}", one.line, one.column, one.what, help(&one.help))).collect()
}

fn patterns(policy: &Policy, index: usize) -> Vec<String> {
    match &policy.rules[index].pattern {
        RulePattern::Command(patterns) => patterns.iter().map(Pattern::to_string).collect(),
        other => vec![other.to_string()],
    }
}

#[test]
fn a_rule_keeps_everything_that_is_written() {
    let policy = good(
        "definitions: {sandbox: {box: {fs: {write: {allow: [.]}}, network: {allow: false}}}}\n\
         types: {V: {executor: 'python3 x.py', timeout: 5s, env: [AWS_PROFILE]}}\n\
         rules:\n  - allow: 'curl *'\n    when: 'env.X == \"1\"'\n    message: hello\n    fix_suggestion: ls\n    sandbox: box\n    \
         validate: V\n    id: net\n    tests: [{allow: curl x}, {deny: curl y}]\n",
    );
    let rule = &policy.rules[0];
    assert_eq!((rule.action, rule.text.as_str(), rule.line, &*rule.file), (Verdict::Allow, "curl *", 4, "/p/0.yml"));
    assert_eq!(rule.when.as_ref().map(crate::policy::condition::When::text), Some("env.X == \"1\""));
    assert_eq!(rule.message.as_deref(), Some("hello"));
    assert_eq!(rule.fix_suggestion.as_deref(), Some("ls"));
    assert_eq!(rule.sandbox.as_deref(), Some("box"));
    assert_eq!(rule.validate, ["V"]);
    assert_eq!(rule.id.as_deref(), Some("net"));
    assert_eq!(rule.tests.len(), 2);
    assert_eq!((rule.tests[1].expect, rule.tests[1].command.as_str()), (Verdict::Deny, "curl y"));
    let Type::Executor(executor) = &policy.scopes[0].types["V"] else { panic!() };
    assert_eq!(executor.words, ["python3", "x.py"]);
    assert_eq!((executor.directory.as_str(), executor.timeout), ("/p", Some(std::time::Duration::from_secs(5))));
    assert_eq!(executor.env, ["AWS_PROFILE"]);
}

#[test]
fn conditions_are_listed_with_their_places() {
    let conditions = one("rules:\n  - ask: x\n    when: 'a b'\n").conditions;
    assert_eq!((conditions[0].line, conditions[0].column, conditions[0].text.as_str()), (3, 12, "a b"));
    assert!(conditions[0].verbatim);
}

#[test]
fn names_are_resolved_against_the_file() {
    let policy = good(
        "definitions:\n  paths: {p: [./a/../b, ~/.ssh/**, /etc]}\n  vars:\n    v: {values: [x, 'cargo run --', {type: path, value: ./t}]}\n  \
         flag_groups: {f: '-f|--field *'}\n  wrappers: ['sudo <opts> <cmd>']\n  commands: {deploy: {flags: ['-e|--env <value>'], \
         subcommands: {back: {flags: ['--to <value>']}}}}\n\
         types: {B: {path: {inside: [./build]}}, U: {url: {schemes: [HTTPS], hosts: ['*.Example.com']}}}\n",
    );
    let definitions = &policy.scopes[0];
    assert_eq!(*definitions.paths["p"], ["/p/b", "/home/dev/.ssh/**", "/etc"]);
    let words = |words: &[&str]| VarValue::Literal(words.iter().map(|word| (*word).to_owned()).collect());
    assert_eq!(definitions.vars["v"], [words(&["x"]), words(&["cargo", "run", "--"]), VarValue::Path("/p/t".into())]);
    assert_eq!(definitions.flag_groups["f"].names, ["-f", "--field"]);
    assert_eq!(definitions.flag_groups["f"].value, Some(Token::Any));
    assert_eq!(definitions.wrappers[0].text, "sudo <opts> <cmd>");
    assert!(policy.tables.custom.as_ref().unwrap().table("deploy").unwrap().subcommands.table("back").is_some());
    assert!(matches!(&definitions.types["B"], Type::Path { inside } if *inside == ["/p/build"]));
    assert!(
        matches!(&definitions.types["U"], Type::Url { schemes, hosts } if *schemes == ["https"] && *hosts == ["*.example.com"])
    );
}

#[test]
fn built_in_types_need_no_definition_and_can_be_replaced() {
    let policy = good("rules: [{allow: 'x <type:Port>'}]");
    assert!(matches!(policy.scopes[0].types["Port"], Type::Builtin(Builtin::Port)));
    let policy = good("types: {Port: {int: {min: 1024}}}\nrules: [{allow: 'x <type:Port>'}]");
    assert!(matches!(policy.scopes[0].types["Port"], Type::Int { min: Some(1024), max: None }));
}

#[test]
fn aliases_replace_the_first_word_again_and_again() {
    let policy = good(
        "definitions: {aliases: {k: [kubectl, 'kubectl --context *'], kubectl: 'kubectl [-n *]', a: b, b: a}}\n\
         rules: [{allow: 'k get'}, {allow: 'a x'}, {allow: kubectlx}]",
    );
    assert_eq!(patterns(&policy, 0), ["kubectl [-n *] get", "kubectl [-n *] --context * get"]);
    assert_eq!(patterns(&policy, 1), ["a x"]);
    assert_eq!(patterns(&policy, 2), ["kubectlx"]);
    // a deny rule also means what it says
    let policy = good("definitions: {aliases: {git: [g]}}\nrules: [{deny: 'git push'}, {allow: 'git push'}]");
    assert_eq!((patterns(&policy, 0).len(), patterns(&policy, 1).len()), (2, 1));
    let ten: String = (0..10).map(|n| format!("a{n}: a{}, ", n + 1)).collect();
    let policy = good(&format!("definitions: {{aliases: {{{ten}}}}}\nrules: [{{allow: 'a0 x'}}]"));
    assert_eq!(patterns(&policy, 0), ["a5 x"]);
    let many = "[a0, a0, a0, a0, a0, a0, a0]";
    let names: String = (0..6).map(|n| format!("a{n}: {}, ", many.replace("a0", &format!("a{}", n + 1)))).collect();
    assert_eq!(one(&format!("definitions: {{aliases: {{{names}}}}}\nrules: [{{allow: a0}}]")).problems.len(), 1);
}

#[test]
fn variables_of_the_type_pattern_are_inlined() {
    let policy = good(
        "definitions: {vars: {k: {type: pattern, values: ['kubectl|k [-n *]']}, m: {values: [a, {type: pattern, value: 'b -c'}]}}}\n\
         rules: [{allow: '<var:k> get'}, {allow: 'sudo <var:k> get'}, {allow: 'x <var:m>'}]",
    );
    assert_eq!(patterns(&policy, 0), ["kubectl|k [-n *] get"]);
    assert_eq!(patterns(&policy, 1), ["sudo kubectl|k [-n *] get"]);
    assert_eq!(patterns(&policy, 2), ["x b -c", "x <var:m>"]);
}

#[test]
fn deny_and_ask_rules_count_under_both_readings_of_a_flag_before_a_name() {
    let policy = good("definitions: {paths: {s: [/s]}}\nrules: [{deny: 'rm -r <path:s>'}, {allow: 'rm -r <path:s>'}]");
    let RulePattern::Command(deny) = &policy.rules[0].pattern else { panic!() };
    assert!(matches!(deny[0].tokens[..], [Token::FlagValue { .. }]));
    assert!(matches!(deny[1].tokens[..], [Token::Flag(_), Token::Path(_)]));
    let RulePattern::Command(allow) = &policy.rules[1].pattern else { panic!() };
    assert_eq!(allow.len(), 1);
}

#[test]
fn undefined_paths_and_variables_never_match_and_are_told() {
    let guarding =
        one("definitions: {paths: {secret: [/s]}}\nrules: [{deny: 'cat <path:secrets>'}, {ask: '<var:x> y'}]");
    assert_eq!(
        shown(&guarding.problems),
        [
            "2:16 this rule never matches: the list of paths `secrets` is not defined | did you mean `secret`?",
            "2:45 this rule never matches: the variable `x` is not defined | define it under `definitions.vars`",
        ]
    );
    let loaded =
        one("definitions: {paths: {secret: [/s]}}\nrules: [{allow: 'cat <path:secrets>'}, {allow: '<var:x> y'}]");
    assert_eq!(loaded.problems, []);
    assert_eq!(loaded.policy.rules.len(), 2);
    assert_eq!(
        shown(&loaded.warnings),
        [
            "2:17 this rule never matches: the list of paths `secrets` is not defined | did you mean `secret`?",
            "2:48 this rule never matches: the variable `x` is not defined | define it under `definitions.vars`",
        ]
    );
    assert!(
        matches!(&loaded.policy.rules[1].pattern, RulePattern::Command(found) if matches!(found[0].command, CommandPattern::Var(_)))
    );
}

#[test]
fn an_assignment_with_a_command_never_matches() {
    let loaded = one("rules: [{allow: 'A=b cmd *'}]");
    assert_eq!(loaded.policy.rules[0].pattern, RulePattern::Command(vec![]));
    assert!(loaded.warnings[0].what.starts_with("this rule never matches"));
    let policy = good("rules: [{allow: 'PAGER=cat|less', tests: [{allow: ls}]}]");
    assert_eq!(policy.rules.len(), 2);
    assert_eq!((policy.rules[0].tests.len(), policy.rules[1].tests.len()), (1, 0));
}

#[test]
fn every_mistake_has_its_place_and_its_help() {
    let cases: [(&str, &str); 49] = [
        ("rules: [{message: x}]", "1:9 a rule has none of `allow`, `ask` and `deny`"),
        ("rules: [{allow: x, deny: y}]", "1:9 a rule has more than one of `allow`, `ask` and `deny`"),
        ("rules: [{deny: x, sandbox: s}]", "1:28 a deny rule has no sandbox"),
        ("types: {V: {executor: v}}\nrules: [{deny: x, validate: V}]", "2:29 a deny rule has no `validate`"),
        ("rules: [{allow: x, sandbox: s}]", "1:29 the sandbox preset `s` is not defined"),
        ("rules: [{allow: 'git [-f'}]", "1:22 the optional group that begins here is not closed"),
        ("rules: [{allow: 'gh <flag:x>'}]", "1:17 the flag group `x` is not defined"),
        ("rules: [{allow: 'x <type:Prot>'}]", "1:17 the type `Prot` is not defined | did you mean `Port`?"),
        (
            "types: {V: {executor: v}}\nrules: [{deny: 'x <type:V>'}]",
            "2:16 `<type:V>` asks a validator, which a deny rule cannot",
        ),
        ("rules: [{allow: x, validate: Port}]", "1:30 the type `Port` has no executor"),
        ("rules: [{allow: x, validate: Nope}]", "1:30 the type `Nope` is not defined"),
        ("rules: [{allow: x, tests: [{}]}]", "1:28 a test has none of"),
        ("rules: [{allow: '>> x'}]", "1:18 a redirection is written with `>` or `<` alone"),
        ("tests: {cases: [{allow: x, ask: y}]}", "1:17 a test has more than one"),
        ("types: {A: {}}", "1:9 the type `A` has to be exactly one thing"),
        ("types: {A: {regex: x, enum: [y]}}", "1:9 the type `A` has to be exactly one thing"),
        ("types: {A: {regex: '('}}", "1:20 this is not a regular expression: unclosed group"),
        ("types: {A: {enum: []}}", "1:9 no word is of this type"),
        ("types: {A: {any: []}}", "1:9 no word is of this type"),
        ("types: {A: {any: [B]}, B: {enum: [x]}}", "1:19 the type `B` is not defined"),
        ("types: {V: {executor: v}, A: {all: [V]}}", "1:37 the type `V` has an executor"),
        ("types: {A: {int: {min: 3, max: 2}}}", "1:18 no number is at least 3 and at most 2"),
        ("types: {A: {path: {inside: []}}}", "1:28 this is empty, and what it narrows down would count without it"),
        ("types: {A: {url: {hosts: ['https://a.b']}}}", "1:27 `https://a.b` is more than a name"),
        ("types: {A: {url: {hosts: ['a.b:443']}}}", "1:27 `a.b:443` is more than a name"),
        ("types: {A: {url: {schemes: ['http://']}}}", "1:29 `http://` is more than a name"),
        ("types: {A: {tree: {under: [./target]}}}", "1:28 `./target` is more than a name"),
        ("types: {A: {path: {inside: [./a/**]}}}", "1:29 `./a/**` is more than a name"),
        ("types: {A: {executor: ''}}", "1:23 the executor names no program"),
        ("types: {A: {executor: 'a \"b'}}", "1:23 a quote in the executor is not closed"),
        ("types: {A: {executor: a, timeout: 0}}", "1:35 a timeout of nothing"),
        ("types: {A: {executor: a, timeout: soon}}", "1:35 this is not a time"),
        ("types: {A: {enum: [x], timeout: 5s}}", "1:9 `timeout` and `env` of the type `A` mean nothing"),
        ("definitions: {wrappers: ['a <cmd> <cmd>']}", "1:26 a wrapper holds `<cmd>` once"),
        ("definitions: {wrappers: ['a [<cmd>']}", "1:29 the optional group"),
        ("definitions: {flag_groups: {f: 'x y'}}", "1:33 this is not one flag"),
        ("definitions: {paths: {p: ['<path:q>']}}", "1:27 a list of paths cannot refer to another one"),
        ("definitions: {vars: {v: {values: ['<var:w>']}}}", "1:35 a value cannot refer"),
        ("definitions: {vars: {v: {type: pattern, values: ['a <cmd>']}}}", "1:50 `<cmd>` cannot stand in the value"),
        ("definitions: {commands: {d: {flags: [env]}}}", "1:38 `env`"),
        ("definitions: {sandbox: {s: {fs: {read: {allow: [x]}}}}}", "1:40 `read` has no `allow`"),
        (
            "definitions: {sandbox: {s: {fs: {writable: [x], write: {}}}}}",
            "1:33 `writable` and `deny` are the older form",
        ),
        ("definitions: {sandbox: {s: {fs: {deny: ['<path:x>']}}}}", "1:41 the list of paths `x` is not defined"),
        ("required_runok_version: '>=9'", "1:25 this file needs runok >=9"),
        ("required_runok_version: 'x'", "1:25 this is not a version requirement"),
        ("required_runok_version: ''", "1:25 this is not a version requirement"),
        ("defaults: {sandbox: s}", "1:21 the sandbox preset `s` is not defined"),
        ("trusted: [/a, ~/b, work/x]", "1:20 a path under `trusted` is absolute"),
        ("trusted: [~other]", "1:11 a path under `trusted` is absolute"),
    ];
    for (text, expected) in cases {
        let loaded = one(text);
        let found = shown(&loaded.problems);
        assert!(found.iter().any(|one| one.starts_with(expected)), "{text}\nexpected {expected}\nfound {found:#?}");
        assert_eq!(found.len(), 1, "{text}: {found:#?}");
    }
}

#[test]
fn names_are_not_taken_twice_and_lists_are_not_empty() {
    let cases = [
        ("types: {A: {tree: {under: []}}}", "1:27 this is empty"),
        ("types: {A: {url: {hosts: []}}}", "1:26 this is empty"),
        ("types: {A: {url: {schemes: [], hosts: [a]}}}", "1:28 this is empty"),
        ("types: {Tree: {enum: [x]}}", "1:9 `Tree` is built in and cannot mean anything else"),
        ("types: {'dev:Output': {enum: [x]}}", "1:9 `dev:Output`: names with `:` are those of embedded policies"),
        ("definitions: {vars: {'dev:x': {values: [x]}}}", "1:22 `dev:x`: names with `:` are those of embedded"),
    ];
    for (text, expected) in cases {
        let found = shown(&one(text).problems);
        assert!(found.len() == 1 && found[0].starts_with(expected), "{text}: {found:#?}");
    }
}

#[test]
fn a_definition_without_its_kind_is_no_placeholder_for_any_word() {
    let loaded = one("types: {A: {enum: [x]}}\nrules: [{allow: 'x -f <A>'}, {allow: 'x <opts> <B>'}]");
    let help = "write `<type:A>` for what is defined, or another name for any word";
    assert_eq!(shown(&loaded.problems), [format!("2:17 `<A>` stands for any word, whatever `A` is | {help}")]);
}

#[test]
fn a_gate_that_is_empty_is_a_mistake() {
    let cases = [
        ("rules: [{allow: x, when: }]", "1:24 this is empty, and what it narrows down would count without it"),
        ("rules:\n  - allow: x\n    when:\n", "3:9 this is empty"),
        ("rules: [{allow: x, when: null}]", "1:26 this is empty"),
        ("rules: [{allow: x, when: ' '}]", "1:26 this is empty"),
        ("rules: [{deny: x, when: ~}]", "1:25 this is empty"),
        ("rules: [{allow: x, validate: }]", "1:28 this is empty"),
        ("rules: [{allow: x, validate: null}]", "1:30 this is empty"),
        ("rules: [{allow: x, validate: []}]", "1:30 this is empty"),
        ("rules: [{allow: x, validate: ''}]", "1:30 this is empty"),
        ("rules: [{allow: x, sandbox: }]", "1:27 this is empty"),
        ("defaults: {sandbox: ~}", "1:21 this is empty"),
        ("types: {A: {tree: {under: }}}", "1:25 this is empty"),
        ("types: {A: {url: {hosts: , schemes: [https]}}}", "1:24 this is empty"),
        ("types: {A: {int: {min: , max: 3}}}", "1:22 this is empty"),
        ("types:\n  A:\n    path:\n      inside:\n        # - ./build\n", "4:13 this is empty"),
        ("rules: [{allow: x, validate: [~]}]", "1:31 expected text, found nothing"),
    ];
    for (text, expected) in cases {
        let found = shown(&one(text).problems);
        assert!(found.len() == 1 && found[0].starts_with(expected), "{text}: {found:#?}");
    }
    // of other keys nothing says the same as no key
    good("rules: [{allow: x, message: , id: ~, fix_suggestion: }]");
}

#[test]
fn a_tag_is_no_text_that_somebody_left_without_quotes() {
    let cases = [
        ("rules: [{allow: !git push}]", "1:17 `!git` is a tag here, and no part of the text | put the text in quotes"),
        ("rules:\n  - allow: x\n    when: ! (env.A == 'b')", "3:11 `!` is a tag here"),
        ("rules: [{deny: x, tests: !t [{deny: x}]}]", "1:26 `!t` is a tag here"),
        ("definitions: !d {paths: {}}", "1:14 `!d` is a tag here"),
    ];
    for (text, expected) in cases {
        let found = shown(&one(text).problems);
        assert!(found.len() == 1 && found[0].starts_with(expected), "{text}: {found:#?}");
    }
    good("rules: [{allow: !!str x}, {allow: 'x !y'}]");
}

#[test]
fn versions_of_the_0_3_series_are_admitted() {
    for version in [">=0.3.0", "^0.3", ">=0.2, <0.5", "0.3", ">=0.4", "*", "~0.3.1"] {
        good(&format!("required_runok_version: '{version}'"));
    }
    for version in [">=0.5", "<0.3", "0.2", "hm", "=1.0.0"] {
        assert_eq!(one(&format!("required_runok_version: '{version}'")).problems.len(), 1, "{version}");
    }
}

#[test]
fn a_lower_layer_stands() {
    let loaded = layers(&[
        ("definitions: {paths: {s: [/a]}, vars: {v: {values: [x]}}}\ndefaults: {action: ask}", true),
        ("definitions: {paths: {s: [/b]}, vars: {w: {values: [y]}}}\ndefaults: {action: allow}", true),
    ]);
    assert_eq!(loaded.problems, []);
    assert_eq!(*loaded.policy.scopes[0].paths["s"], ["/a"]);
    assert!(loaded.policy.scopes[0].vars.get("w").is_some());
    assert_eq!(loaded.policy.default_action, Some(Verdict::Ask));
    let expected =
        "1:23 the list of paths `s` is defined in /p/0.yml:1 | the definition there stands; give this one another name";
    assert_eq!(shown(&loaded.warnings), [expected]);
    assert_eq!(layers(&[("", true), ("defaults: {action: allow}", true)]).policy.default_action, Some(Verdict::Allow));
    let deny = layers(&[("defaults: {action: allow}", true), ("defaults: {action: deny}", true)]);
    assert_eq!(deny.policy.default_action, Some(Verdict::Deny));
}

#[test]
fn an_untrusted_file_only_tightens() {
    let untrusted = "defaults: {action: allow}\n\
        definitions: {paths: {s: [/b], t: [/t]}, wrappers: ['sudo <cmd>'], commands: {d: {flags: [-x]}}}\n\
        types: {V: {executor: ./evil.sh}, E: {enum: [a]}}\n\
        rules: [{allow: ls}, {deny: 'cat <path:t>'}, {ask: 'x <type:V>', validate: V}, {ask: 'y <type:E>'}]";
    let loaded = layers(&[("definitions: {paths: {s: [/a]}}\nrules: [{allow: pwd}]", true), (untrusted, false)]);
    assert_eq!(loaded.problems, []);
    let policy = loaded.policy;
    assert_eq!(policy.default_action, None);
    assert!(policy.rules.iter().all(|(_, rule)| !rule.untrusted || rule.action != Verdict::Allow));
    assert_eq!(policy.rules.len(), 4);
    assert!(policy.rules.iter().all(|(_, rule)| rule.validate.is_empty()));
    assert_eq!(policy.rules[1].scope, 1);
    assert!(policy.scopes[0].paths.get("t").is_none());
    assert_eq!(*policy.scopes[1].paths["s"], ["/a"]);
    assert!(policy.scopes[1].wrappers.is_empty());
    assert!(policy.tables.custom.as_ref().is_none_or(|custom| custom.names().is_empty()));
    assert!(
        !policy.scopes[1].types.names().iter().any(|name| matches!(policy.scopes[1].types[name], Type::Executor(_)))
    );
    assert_eq!(
        policy.notes,
        ["/p/1.yml is not trusted, so this was left out: 1 allow rule, 1 wrapper, 1 option table, 1 validator, \
          `defaults.action: allow`; to trust it, run `runok trust`"]
    );
    assert_eq!(layers(&[("defaults: {action: deny}", false)]).policy.default_action, Some(Verdict::Deny));
    assert!(layers(&[("rules: [{deny: x}]", false)]).policy.notes.is_empty());
}

#[test]
fn keys_of_the_global_file_are_told_elsewhere() {
    let loaded =
        layers(&[("audit: {enabled: true}\ntrusted: [/p]", true), ("audit: {enabled: true}\ntrusted: [/p]", true)]);
    assert_eq!(shown(&loaded.warnings).len(), 2);
    assert!(loaded.warnings.iter().all(|warning| warning.file == "/p/1.yml"));
}

#[test]
fn relative_targets_of_redirections_lie_beside_the_file() {
    let policy = good("rules:\n  - allow: '> ./out/**|../x'\n  - deny: '> ~/.ssh/**|**/*.pem|/a/../b'\n");
    assert_eq!(patterns(&policy, 0), ["> /p/out/**|/x"]);
    assert_eq!(patterns(&policy, 1), ["> ~/.ssh/**|**/*.pem|/a/../b"]);
}
