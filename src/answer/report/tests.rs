use super::*;
use crate::answer::sanitize::is_unsafe;
use crate::decision::{CountedRule, ShownWord};
use crate::input::Span;
use crate::verdict::Match;

fn command(words: &[&str], rules: Vec<CountedRule>) -> CommandDecision {
    CommandDecision {
        verdict: Verdict::Ask,
        reason: "no rule matches it".into(),
        words: words.iter().map(|text| ShownWord { text: (*text).into(), known: true }).collect(),
        span: Span::new(0, 2),
        rules,
        found_in: Vec::new(),
        unknown: Vec::new(),
        kept_back: Vec::new(),
        wrapped: Vec::new(),
    }
}

fn counted(file: &str, line: usize, pattern: &str) -> CountedRule {
    let (pattern, file) = (pattern.to_owned(), file.to_owned());
    CountedRule { action: Verdict::Allow, pattern, file, line, matched: Match::Must, because: None }
}

fn decision(commands: Vec<CommandDecision>) -> Decision {
    Decision {
        verdict: Verdict::Ask,
        reason: "no rule matches it".into(),
        message: None,
        fix_suggestion: None,
        sandbox: None,
        decided_at: None,
        decided_by: None,
        commands,
        notes: Vec::new(),
        extension_errors: vec!["timeout after 5s".into()],
        no_opinion: false,
    }
}

fn result(command: &str, failure: Option<Decision>) -> TestResult {
    let verdict = if failure.is_some() { Verdict::Ask } else { Verdict::Allow };
    let (file, command) = ("p.yml".to_owned(), command.to_owned());
    TestResult { file, line: 7, command, expected: Verdict::Allow, verdict, failure }
}

fn place(pattern: &str, line: usize) -> RulePlace {
    RulePlace { action: Verdict::Deny, pattern: pattern.into(), file: "p.yml".into(), line }
}

fn report() -> Report {
    let failed = decision(vec![command(&["ls"], vec![counted("p.yml", 2, "ls *")])]);
    Report {
        name: "p.yml".into(),
        results: vec![result("ls", None), result("ls; x", Some(failed))],
        untouched: Untouched { own: vec![place("rm *", 5)], elsewhere: vec![("q.yml".into(), 1, 2)] },
        ..Report::default()
    }
}

#[test]
fn failures_come_first_and_are_explained() {
    assert_eq!(
        text::page(&[report()], false).paint(false),
        "FAIL p.yml:7: ls; x\n  expected allow, got ask: no rule matches it\n    command ls\n      \
         allow ls * (p.yml:2): must\n      ask: no rule matches it\n    Extension error: timeout after 5s\n\
         1 passed, 1 failed (p.yml)\nno test touches\n  p.yml:5: deny rm *\n  1 of 2 rules in q.yml\n"
    );
    assert!(text::page(&[report()], true).paint(false).ends_with("1 passed, 1 failed (p.yml)\n"));
    let both = text::page(&[report(), report()], true).paint(false);
    assert!(both.ends_with("\n2 passed, 2 failed (all together)\n"), "{both}");
}

#[test]
fn problems_of_all_policies_stand_before_everything_else() {
    let problem = Problem { file: "q.yml".into(), line: 1, column: 2, text: "x".into(), what: "no".into(), help: None };
    let broken = Report { name: "q.yml".into(), problems: vec![problem], ..Report::default() };
    let page =
        text::page(&[report(), broken, Report { name: "empty.yml".into(), ..Report::default() }], true).paint(false);
    assert!(page.starts_with("q.yml:1:2: no\n    x\n\nFAIL p.yml:7"), "{page}");
    assert!(
        page.contains("\nno test was run, because of 1 problem (q.yml)\nthere are no tests (empty.yml)\n"),
        "{page}"
    );
}

#[test]
fn one_failure_cannot_fill_the_report() {
    let flood = decision((0..1000).map(|_| command(&["ls"], Vec::new())).collect());
    let report = Report { results: vec![result("ls", Some(flood))], ..Report::default() };
    let page = text::page(&[report], true).paint(false);
    assert_eq!(page.lines().count(), 2 + MAX_EXPLAINED + 1 + 1);
    assert!(page.contains("… and 1961 more lines"), "{page}");
}

#[test]
fn nothing_unsafe_is_written_whatever_a_command_holds() {
    let all: String = (0..=0x10_FFFF).filter_map(char::from_u32).collect();
    let step = all.chars().collect::<Vec<_>>();
    let commands = step.chunks(150).map(|chunk| chunk.iter().collect::<String>());
    let results = commands.map(|one| result(&one, Some(decision(vec![command(&[&one], Vec::new())])))).collect();
    let report = Report { name: "a\u{1b}[2J\n<&\"'>b".into(), results, ..Report::default() };
    let page = text::page(std::slice::from_ref(&report), false).paint(false);
    assert!(!page.chars().any(|character| is_unsafe(character) || matches!(character, '\r' | '\t')));
    let xml = junit::document(std::slice::from_ref(&report));
    let foreign = |character| is_unsafe(character) || matches!(character, '\r' | '\t' | '\u{FFFE}' | '\u{FFFF}');
    assert!(!xml.chars().any(foreign));
    assert!(xml.contains("<testsuite name=\"a[2J &lt;&amp;&quot;&apos;&gt;b\" tests="));
    let json = json::document(&[report]);
    assert!(!json.chars().any(|character| is_unsafe(character) || matches!(character, '\n' | '\r' | '\t')));
}

#[test]
fn the_shape_of_json_is_stable() {
    let answer = crate::answer::json::decision(report().results[1].failure.as_ref().unwrap(), &[]);
    let expected = concat!(
        r#"{"version":1,"passed":1,"failed":1,"policies":[{"policy":"p.yml","passed":1,"failed":1,"tests":["#,
        r#"{"file":"p.yml","line":7,"command":"ls","expected":"allow","decision":"allow","result":"passed"},"#,
        r#"{"file":"p.yml","line":7,"command":"ls; x","expected":"allow","decision":"ask","result":"failed","answer":ANSWER}],"#,
        r#""untouched":[{"action":"deny","pattern":"rm *","file":"p.yml","line":5}],"#,
        r#""untouched_elsewhere":[{"file":"q.yml","untouched":1,"rules":2}]}]}"#
    );
    assert_eq!(json::document(&[report()]), expected.replace("ANSWER", &answer));
}

#[test]
fn the_figures_of_junit_add_up() {
    let problem = Problem { file: "q.yml".into(), line: 1, column: 2, text: "x".into(), what: "no".into(), help: None };
    let broken = Report { name: "q.yml".into(), problems: vec![problem.clone(), problem], ..Report::default() };
    let xml = junit::document(&[report(), broken]);
    assert!(xml.contains("<testsuites name=\"runok test\" tests=\"4\" failures=\"1\" errors=\"2\">"), "{xml}");
    assert!(xml.contains("<testsuite name=\"q.yml\" tests=\"2\" failures=\"0\" errors=\"2\" skipped=\"0\">"), "{xml}");
    assert!(xml.contains("name=\"allow: ls\" file=\"p.yml\" line=\"7\"/>"), "{xml}");
}

#[test]
fn a_rule_is_touched_when_it_counted_for_a_command_or_what_that_starts() {
    let mut outer = command(&["sudo", "ls"], vec![counted("p.yml", 1, "sudo *")]);
    outer.wrapped = vec![command(&["ls"], vec![counted("q.yml", 1, "ls")])];
    let mut touched = Touched::default();
    touched.add(&decision(vec![outer]));
    let policy = crate::policy::load::load(&crate::policy::load::LoadRequest {
        cwd: Some("/".into()),
        home: Some("/no/such/home".into()),
        ..Default::default()
    })
    .policy;
    let rule = |file: &str, line, text: &str| Rule {
        file: file.into(),
        line,
        text: text.into(),
        ..policy.rules.get(9).unwrap().clone()
    };
    let rules = vec![
        rule("p.yml", 1, "sudo *"),
        rule("p.yml", 1, "su *"),
        rule("p.yml", 1, "su *"),
        rule("q.yml", 1, "ls"),
        rule("q.yml", 2, "ls"),
        rule("r.yml", 1, "x"),
    ];
    let untouched = touched.others(&rules.into(), &["p.yml".to_owned()]);
    assert_eq!(untouched.own.iter().map(|place| place.pattern.as_str()).collect::<Vec<_>>(), ["su *"]);
    assert_eq!(untouched.elsewhere, [("q.yml".to_owned(), 1, 2), ("r.yml".to_owned(), 1, 1)]);
}
