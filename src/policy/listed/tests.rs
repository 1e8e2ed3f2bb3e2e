use super::*;
use crate::policy::condition::When;
use crate::policy::{Policy, Rule};

fn rules(texts: &[&str]) -> Listed<Rule> {
    let mut policy = Policy::default();
    assert!(texts.iter().all(|text| policy.suppose_allowed(text)));
    policy.rules
}

fn texts(found: Vec<(usize, &Rule)>) -> Vec<&str> {
    found.into_iter().map(|(_, rule)| rule.text.as_str()).collect()
}

#[test]
fn a_command_meets_the_rules_for_its_base_name_and_those_for_any_in_order() {
    let listed = rules(&["rm *", "*", "/bin/rm x", "git|rm y", "r* z", "ls", "> x", "A=b", "<var:tool> *"]);
    assert_eq!(
        texts(listed.about(&Sought::plain(Some("rm"), None))),
        ["rm *", "*", "/bin/rm x", "git|rm y", "r* z", "<var:tool> *"]
    );
    assert_eq!(
        texts(listed.about(&Sought::plain(Some("/usr/bin/rm"), None))),
        texts(listed.about(&Sought::plain(Some("rm"), None)))
    );
    assert_eq!(texts(listed.about(&Sought::plain(Some("ls"), None))), ["*", "r* z", "ls", "<var:tool> *"]);
    assert_eq!(texts(listed.about(&Sought::plain(None, None))).len(), 9);
    assert_eq!(texts(listed.about_any_command()), ["*", "r* z", "<var:tool> *"]);
    assert_eq!(texts(listed.about_redirections()), ["> x"]);
    assert_eq!(texts(listed.about_assignments()), ["A=b"]);
}

#[test]
fn a_rule_that_asks_for_a_word_is_met_by_commands_that_have_it() {
    let listed = rules(&[
        "git push *",
        "git status|log *",
        "git * -f",
        "git [-v] push",
        "git [push] x",
        "git ~/x",
        "git * <path:p> push",
        "git add p*|q",
    ]);
    let with = |words: &[&str]| texts(listed.about(&Sought::plain(Some("git"), Some(words.to_vec()))));
    let always = ["git * -f", "git ~/x", "git * <path:p> push"];
    let expected = |own: &[&'static str]| {
        let all = texts(listed.about(&Sought::plain(Some("git"), None)));
        all.into_iter().filter(|text| own.contains(text) || always.contains(text)).collect::<Vec<_>>()
    };
    assert_eq!(texts(listed.about(&Sought::plain(Some("git"), None))).len(), 8);
    let pushing = ["git push *", "git [-v] push", "git [push] x"];
    assert_eq!(with(&["push", "x"]), expected(&pushing));
    // what is attached to a flag may be left as a word
    for attached in ["-vpush", "-qvpush", "--v=push", "-v=push"] {
        assert_eq!(with(&[attached]), expected(&["git push *", "git [-v] push"]), "{attached}");
    }
    assert_eq!(with(&["--push", "-push"]), expected(&[]));
    assert_eq!(with(&["-c", "log"]), expected(&["git status|log *"]));
    assert_eq!(with(&["add"]), expected(&["git add p*|q"]));
    assert_eq!(with(&[]), expected(&[]));
    let many = vec!["a"; MAX_WORDS + 1];
    assert_eq!(with(&many), texts(listed.about(&Sought::plain(Some("git"), None))));
}

#[test]
fn no_command_has_the_name_of_a_group() {
    let listed = rules(&["/any", "*", "any", "/redirections", "> x"]);
    assert_eq!(texts(listed.about(&Sought::plain(Some("/any"), None))), ["/any", "*", "any"]);
    assert_eq!(texts(listed.about(&Sought::plain(Some("/redirections"), None))), ["*", "/redirections"]);
}

impl<T: About + Deserialize<'static>> std::ops::Index<usize> for Listed<T> {
    type Output = T;

    fn index(&self, number: usize) -> &T {
        self.get(number).unwrap()
    }
}

#[test]
fn a_rule_that_asks_for_an_effect_is_met_by_commands_that_may_have_it() {
    let listed = rules(&[
        "* <effect:writes>",
        "* <effect:deletes>|<effect:runs> x",
        "* !<effect:network>",
        "r* <effect:any>",
        "* <effect:writes> <path:p>",
        "ls|l* <effect:reads>",
    ]);
    let doing = |name, kinds: Option<&[Kind]>| {
        let kinds = || kinds.map(<[Kind]>::to_vec);
        texts(listed.about(&Sought { kinds: &kinds, ..Sought::plain(Some(name), None) }))
    };
    let always = ["* !<effect:network>", "* <effect:writes> <path:p>"];
    assert_eq!(doing("cat", Some(&[])), always);
    assert_eq!(doing("ls", Some(&[])), [always[0], always[1], "ls|l* <effect:reads>"]);
    assert_eq!(doing("cat", Some(&[Kind::Reads])), [always[0], always[1], "ls|l* <effect:reads>"]);
    assert_eq!(
        doing("cat", Some(&[Kind::Runs])),
        ["* <effect:deletes>|<effect:runs> x", always[0], "r* <effect:any>", always[1]]
    );
    assert_eq!(doing("cat", Some(&[Kind::Reads, Kind::Writes])).len(), 5);
    assert_eq!(doing("cat", None).len(), 6);
    assert_eq!(listed.about_any_command().len(), 6);
    assert_eq!(texts(listed.about_tool(std::iter::once("Read"))).len(), 6);
}

#[test]
fn a_rule_that_wants_a_call_from_within_is_met_by_such_calls() {
    let with_condition = |text: &str, when: &str| {
        let mut rule = rules(&[text]).take().remove(0);
        rule.when = Some(When::from(when.to_owned()));
        rule
    };
    let listed: Listed<Rule> = vec![
        with_condition("*", "shell.recursive && pipe.stdin"),
        with_condition("* *", "shell.recursive"),
        with_condition("r* *", "shell.recursive"),
        with_condition("* -f", "shell.recursive"),
        with_condition("*", "shell.recursive || pipe.stdin"),
        with_condition("*", "!shell.recursive"),
        with_condition("*", "pipe.stdin && shell.recursive"),
        with_condition("*", "shell.recursive && size(redirects) == 0"),
        with_condition("*", "shell.recursive &&"),
        with_condition("f *", "shell.recursive"),
    ]
    .into();
    let numbers = |recursive| {
        let sought = Sought { recursive, ..Sought::plain(Some("f"), None) };
        listed.about(&sought).into_iter().map(|(number, _)| number).collect::<Vec<usize>>()
    };
    assert_eq!(numbers(false), [3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(numbers(true), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(listed.about_any_command().len(), 9);
    assert_eq!(listed.about_tool(std::iter::once("Read")).len(), 9);
}

#[test]
fn a_rule_that_wants_something_to_expand_is_met_by_commands_that_have_it() {
    let with_condition = |text: &str, when: &str| {
        let mut rule = rules(&[text]).take().remove(0);
        rule.when = Some(When::from(when.to_owned()));
        rule
    };
    let some = r#"shell.expansions.exists(x, x.matches("TOKEN"))"#;
    let listed: Listed<Rule> = vec![
        with_condition("echo|git *", some),
        with_condition("echo -e *", some),
        with_condition("echo *", &format!("{some} && fs.exists('x')")),
        with_condition("echo a", some),
        with_condition("* a", some),
        with_condition("echo *|b", &format!("{some} || fs.exists('x')")),
        with_condition("echo [b]", &some.replace("exists", "all")),
        with_condition("echo [c]", "!shell.expansions.exists("),
    ]
    .into();
    let numbers = |words: Option<&[&'static str]>, expands| {
        let sought = Sought { expands, ..Sought::plain(Some("echo"), words.map(<[&str]>::to_vec)) };
        listed.about(&sought).into_iter().map(|(number, _)| number).collect::<Vec<usize>>()
    };
    assert_eq!(numbers(Some(&["x"]), false), [1, 4, 5, 6, 7]);
    assert_eq!(numbers(Some(&["x"]), true), [0, 1, 2, 4, 5, 6, 7]);
    assert_eq!(numbers(Some(&["a"]), true), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(numbers(None, false), [0, 1, 2, 3, 4, 5, 6, 7]);
}
