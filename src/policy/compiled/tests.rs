use super::memory::InMemory;
use super::*;
use crate::policy::Sought;
use crate::policy::load::{LoadRequest, of_text};

const TEXT: &str = r#"
extends: [builtin:default]
defaults: { action: deny, sandbox: tight }
rules:
  - allow: 'git status|log *'
    when: 'args.size() < 3 && args.all(a, !a.matches("^-[Oo]") && definitions.vars.tools.all(v, !a.matches(v)))'
    message: short
  - deny: '> <path:keys>'
  - ask: 'FOO=*'
  - deny: '<var:tools> <flag:loud> <type:Answer> <effect:writes outside Tree>'
definitions:
  paths: { keys: [/k/*.pem, ~/.keys/**] }
  vars: { tools: { values: [one, 'two words'] } }
  flag_groups: { loud: '-l|--loud' }
  wrappers: ['within <opts> <cmd>', '* run <cmd>']
  sandbox: { tight: {} }
  commands:
    deploy: |
      -n|--dry-run
      -o|--output <file> writes
      [back]
      -f
types:
  Answer: { enum: [yes, no] }
"#;

fn policy() -> Policy {
    let request = LoadRequest { home: Some("/home/me".to_owned()), ..LoadRequest::default() };
    let loaded = of_text(&request, "/p/runok.yml", TEXT);
    assert_eq!(loaded.problems, []);
    loaded.policy
}

fn opened(bytes: Vec<u8>) -> (Policy, Rc<Store>) {
    let opened = open(Box::new(InMemory(bytes))).unwrap();
    assert_eq!(opened.front, b"front");
    opened.into_policy()
}

/// Everything of a policy that a verdict can depend on.
fn shown(policy: &Policy) -> Vec<String> {
    let mut all = Vec::new();
    all.extend(policy.rules.iter().map(|(number, rule)| format!("{number} {rule:?}")));
    for definitions in &policy.scopes {
        let named = |kind: &str, names: Vec<String>, show: &dyn Fn(&str) -> String| -> Vec<String> {
            names.iter().map(|name| format!("{kind} {name} {}", show(name))).collect()
        };
        all.extend(named("path", definitions.paths.names(), &|name| format!("{:?}", definitions.paths.get(name))));
        all.extend(named("var", definitions.vars.names(), &|name| format!("{:?}", definitions.vars.get(name))));
        all.extend(named("text", definitions.var_texts.names(), &|name| {
            format!("{:?}", definitions.var_texts.get(name))
        }));
        all.extend(named("flags", definitions.flag_groups.names(), &|name| {
            format!("{:?}", definitions.flag_groups.get(name))
        }));
        all.extend(named("type", definitions.types.names(), &|name| format!("{:?}", definitions.types.get(name))));
        all.extend(definitions.wrappers.iter().map(|(number, wrapper)| format!("{number} {wrapper:?}")));
    }
    let custom = policy.tables.custom.as_ref().unwrap();
    all.extend(custom.names().iter().map(|name| format!("table {name} {:?}", custom.table(name))));
    all.push(format!(
        "{:?} {:?} {:?} {:?} {:?}",
        policy.default_action, policy.default_sandbox, policy.ask_without_prompt, policy.notes, policy.sources
    ));
    all
}

#[test]
fn what_is_read_is_what_was_written() {
    let policy = policy();
    let (read, store) = opened(encode(&policy, b"front").unwrap());
    assert_eq!(shown(&read), shown(&policy));
    assert_eq!(read.rules.len(), policy.rules.len());
    assert!(!store.has_failed());
    assert!(policy.rules.len() > 100 && shown(&policy).iter().any(|line| line.starts_with("table deploy Some")));
}

#[test]
fn only_what_may_be_about_a_command_is_read() {
    let policy = policy();
    let (read, store) = opened(encode(&policy, b"front").unwrap());
    for name in ["git", "deploy", "no-such-command", "/bin/rm"] {
        let numbers = |policy: &Policy| -> Vec<usize> {
            policy.rules.about(&Sought::plain(Some(name), None)).iter().map(|(number, _)| *number).collect()
        };
        assert_eq!(numbers(&read), numbers(&policy), "{name}");
    }
    assert!(read.rules.get(usize::MAX).is_none());
    let wide = policy.rules.len();
    assert!(policy.rules.about(&Sought::plain(Some("git"), None)).len() < wide / 2);
    assert!(!store.has_failed());
}

/// Each byte changed, and each beginning alone: it is no compiled policy, or what could not be read is noted, or nothing
/// that is read differs.
#[test]
fn what_was_changed_is_noticed() {
    let policy = policy();
    let expected = shown(&policy);
    let whole = encode(&policy, b"front").unwrap();
    let fails = |bytes: Vec<u8>| {
        let Some(opened) = open(Box::new(InMemory(bytes))) else { return true };
        let (read, store) = opened.into_policy();
        let now = shown_or_nothing(&read);
        store.has_failed() || now.as_deref() == Some(&expected)
    };
    assert!(fails(whole.clone()));
    for at in (0..whole.len()).step_by(whole.len() / 200).chain(0..60) {
        for change in [1_u8, 0xff] {
            let mut bytes = whole.clone();
            bytes[at] ^= change;
            assert!(fails(bytes), "byte {at}");
        }
        assert!(fails(whole[..at].to_vec()), "the first {at} bytes");
    }
}

/// The same for a store that may have failed.
fn shown_or_nothing(policy: &Policy) -> Option<Vec<String>> {
    policy.tables.custom.as_ref()?;
    Some(shown(policy))
}

#[test]
fn a_name_that_is_not_there_is_no_failure() {
    let policy = policy();
    let (read, store) = opened(encode(&policy, b"front").unwrap());
    assert!(read.scopes[0].types.get("NoSuchType").is_none());
    assert!(read.tables.custom.as_ref().unwrap().table("nothing").is_none());
    assert!(!store.has_failed());
}

#[test]
fn what_is_opened_again_takes_no_more_memory() {
    let whole = encode(&policy(), b"front").unwrap();
    let text_of_first = || {
        let (read, _) = opened(whole.clone());
        read.rules
            .about(&Sought::plain(Some("git"), None))
            .iter()
            .map(|(_, rule)| rule.text.as_ptr())
            .collect::<Vec<*const u8>>()
    };
    assert_eq!(text_of_first(), text_of_first());
}

#[test]
fn the_expressions_of_conditions_stand_translated() {
    let (compiled, _) = opened(encode(&policy(), b"front").unwrap());
    for text in ["^-[Oo]", "one", "two words"] {
        let found: Vec<_> = compiled.scopes.iter().filter_map(|definitions| definitions.regexes.get(text)).collect();
        let [regex] = found.as_slice() else { panic!("{text}: {found:?}") };
        assert!(regex.is_translated() && regex.text() == text, "{text}");
    }
    assert!(compiled.scopes.iter().all(|definitions| definitions.regexes.get("no such").is_none()));
}
