use super::*;
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
        texts(listed.about(Some("rm"), None, || None)),
        ["rm *", "*", "/bin/rm x", "git|rm y", "r* z", "<var:tool> *"]
    );
    assert_eq!(texts(listed.about(Some("/usr/bin/rm"), None, || None)), texts(listed.about(Some("rm"), None, || None)));
    assert_eq!(texts(listed.about(Some("ls"), None, || None)), ["*", "r* z", "ls", "<var:tool> *"]);
    assert_eq!(texts(listed.about(None, None, || None)).len(), 9);
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
    let with = |words: &[&str]| texts(listed.about(Some("git"), Some(words), || None));
    let always = ["git * -f", "git ~/x", "git * <path:p> push"];
    let expected = |own: &[&'static str]| {
        let all = texts(listed.about(Some("git"), None, || None));
        all.into_iter().filter(|text| own.contains(text) || always.contains(text)).collect::<Vec<_>>()
    };
    assert_eq!(texts(listed.about(Some("git"), None, || None)).len(), 8);
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
    assert_eq!(with(&many), texts(listed.about(Some("git"), None, || None)));
}

#[test]
fn no_command_has_the_name_of_a_group() {
    let listed = rules(&["/any", "*", "any", "/redirections", "> x"]);
    assert_eq!(texts(listed.about(Some("/any"), None, || None)), ["/any", "*", "any"]);
    assert_eq!(texts(listed.about(Some("/redirections"), None, || None)), ["*", "/redirections"]);
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
    let doing = |name, kinds: Option<&[Kind]>| texts(listed.about(Some(name), None, || kinds.map(<[Kind]>::to_vec)));
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
