//! What rules come to together: wrappers, redirections, assignments, choices, validators; and that tightening is monotone.

use smallvec::smallvec;

use super::*;
use crate::command::word::{Part, Word};
use crate::command::{Assignment, Directory, Invocation, Place, Redirection, WrapKind, Wrapped};
use crate::facts::{FileKind, GitFacts};
use crate::input::CommandLine;
use crate::policy::load::{LoadRequest, of_text};
use crate::policy::pattern::{Pattern, RulePattern, parse};
use crate::policy::types::{Executor, Type};
use crate::policy::{Definitions, Rule, WrapperPattern};
use crate::shell::ast::RedirectOperator;
use crate::verdict::Verdict::{Allow, Ask, Deny};

/// A world without files and repositories.
pub(super) struct Here;

impl Facts for Here {
    fn variable(&self, name: &str) -> Option<String> {
        (name == "HOME").then(|| "/home/dev".to_owned())
    }
    fn variables(&self) -> Vec<(String, String)> {
        Vec::new()
    }
    fn working_directory(&self) -> Option<String> {
        Some("/home/dev/project".to_owned())
    }
    fn names(&self, _: &str, _: &dyn Fn(&str) -> bool) -> Option<Vec<String>> {
        Some(Vec::new())
    }
    fn links(&self, _: &str) -> Option<Vec<String>> {
        None
    }
    fn file_kind(&self, _: &str) -> Result<FileKind, String> {
        Ok(FileKind::Missing)
    }
    fn canonical(&self, path: &str) -> Option<String> {
        Some(path.to_owned())
    }
    fn git(&self, _: &str) -> Result<GitFacts, String> {
        Ok(GitFacts::default())
    }
    fn in_bare_repository(&self, _: &str) -> Result<bool, String> {
        Ok(false)
    }
}

/// What rules, as a flow sequence, say of a line.
pub(super) fn decide(rules: &str, line: &str) -> Decision {
    let loaded = of_text(&LoadRequest::default(), "/p/runok.yml", &format!("rules: [{rules}]"));
    assert!(loaded.problems.is_empty(), "{:?}", loaded.problems);
    let text = CommandLine::new(line.to_owned()).unwrap();
    let reading = command::read(&text, &Here, &loaded.policy.tables);
    match evaluate(&loaded.policy, &Conditions::default(), &reading, line, &Here) {
        Outcome::Settled(decision) => decision,
        Outcome::Consult(_) => panic!("no validator is named"),
    }
}

fn rule(action: Verdict, text: &str) -> Rule {
    let (text, when) = text.split_once(" when ").map_or((text, None), |(text, when)| (text, Some(when.to_owned())));
    let mut patterns = parse(text).expect("a pattern");
    let pattern = if patterns.len() == 1 { patterns.remove(0) } else { panic!("one pattern") };
    Rule {
        action,
        pattern,
        text: text.into(),
        when: when.map(Into::into),
        message: None,
        fix_suggestion: None,
        sandbox: None,
        validate: Vec::new(),
        id: None,
        file: "runok.yml".into(),
        line: 1,
        scope: 0,
        tests: Vec::new(),
        untrusted: false,
        where_known: false,
    }
}

fn policy(default: Verdict, rules: &[(Verdict, &str)]) -> Policy {
    Policy {
        rules: rules.iter().map(|(action, text)| rule(*action, text)).collect::<Vec<Rule>>().into(),
        default_action: Some(default),
        scopes: vec![Definitions::default()],
        ..Policy::default()
    }
}

fn place() -> Place {
    Place { directory: Directory::Known(vec!["/home/dev/project".to_owned()]), ..Place::default() }
}

fn command(text: &str) -> Invocation {
    let words = text.split(' ').map(|text| match text {
        "$X" => Word::unknown("$X", Span::default()),
        "$AB" => Word { parts: smallvec![Part::Choice(vec!["a".to_owned(), "b".to_owned()])], ..Word::default() },
        _ => Word::literal(text, Span::default()),
    });
    Invocation { words: words.collect(), place: place(), ..Invocation::default() }
}

fn starting(text: &str, kind: WrapKind, inner: &[&str]) -> Invocation {
    let runs = inner.iter().map(|text| command(text)).collect();
    Invocation { wrapped: vec![Wrapped { kind, runs, doubts: Vec::new() }], ..command(text) }
}

fn outcome(policy: &Policy, invocations: Vec<Invocation>) -> Verdict {
    let reading = Reading { invocations, doubts: Vec::new() };
    match evaluate(policy, &Conditions::default(), &reading, "the line", &Here) {
        Outcome::Settled(decision) => decision.verdict,
        Outcome::Consult(_) => panic!("no validator is named"),
    }
}

fn writes(text: &str, target: &str) -> Invocation {
    let redirect = Redirection {
        operator: RedirectOperator::Write,
        descriptor: None,
        may_fail: false,
        target: Word::literal(target, Span::default()),
        directory: place().directory,
        span: Span::default(),
    };
    Invocation { redirects: vec![redirect], ..command(text) }
}

#[test]
fn the_strictest_rule_that_must_match_is_the_base() {
    let rules = [(Allow, "git *"), (Ask, "git push *"), (Deny, "git push --force *")];
    assert_eq!(outcome(&policy(Ask, &rules), vec![command("git status")]), Allow);
    assert_eq!(outcome(&policy(Ask, &rules), vec![command("git push")]), Ask);
    assert_eq!(outcome(&policy(Ask, &rules), vec![command("git push --force")]), Deny);
    assert_eq!(outcome(&policy(Ask, &rules), vec![command("ls")]), Ask);
    assert_eq!(outcome(&policy(Allow, &rules), vec![command("ls")]), Allow);
    assert_eq!(outcome(&policy(Ask, &rules), vec![command("git status"), command("git push --force")]), Deny);
}

#[test]
fn a_deny_rule_that_may_match_asks_and_an_allow_rule_that_may_does_not_count() {
    assert_eq!(outcome(&policy(Allow, &[(Deny, "git push --force *")]), vec![command("git push $X")]), Ask);
    assert_eq!(outcome(&policy(Deny, &[(Allow, "git status")]), vec![command("git $X")]), Deny);
    let both = policy(Ask, &[(Allow, "git *"), (Deny, "git push --force *")]);
    assert_eq!(outcome(&both, vec![command("git push $X")]), Ask);
}

#[test]
fn a_choice_is_judged_under_each_reading() {
    assert_eq!(outcome(&policy(Ask, &[(Allow, "t a"), (Allow, "t b")]), vec![command("t $AB")]), Allow);
    assert_eq!(outcome(&policy(Ask, &[(Deny, "t a"), (Deny, "t b")]), vec![command("t $AB")]), Deny);
    assert_eq!(outcome(&policy(Allow, &[(Deny, "t a")]), vec![command("t $AB")]), Ask);
}

#[test]
fn a_wrapper_that_passes_through_has_the_verdict_of_what_it_starts() {
    let run = |policy: &Policy| outcome(policy, vec![starting("nice ls", WrapKind::PassThrough, &["ls"])]);
    assert_eq!(run(&policy(Ask, &[(Allow, "ls *")])), Allow);
    assert_eq!(run(&policy(Ask, &[(Deny, "ls *")])), Deny);
    assert_eq!(run(&policy(Ask, &[])), Ask);
    // an allow rule that names the wrapper stands where no rule matches the wrapped command
    assert_eq!(run(&policy(Ask, &[(Allow, "nice *")])), Allow);
    assert_eq!(run(&policy(Ask, &[(Allow, "nice *"), (Ask, "ls")])), Ask);
    assert_eq!(run(&policy(Ask, &[(Deny, "nice *"), (Allow, "ls")])), Deny);
}

#[test]
fn a_wrapper_that_also_acts_answers_for_itself() {
    let run = |policy: &Policy| outcome(policy, vec![starting("find . -delete -exec ls ;", WrapKind::Acts, &["ls"])]);
    assert_eq!(run(&policy(Ask, &[(Allow, "ls")])), Ask);
    // what an option deletes needs a rule that names it
    assert_eq!(run(&policy(Ask, &[(Allow, "ls"), (Allow, "find *")])), Ask);
    assert_eq!(run(&policy(Ask, &[(Allow, "ls"), (Allow, "find -delete *")])), Allow);
}

#[test]
fn a_wrapper_that_changes_who_or_where_is_never_lifted() {
    let run = |policy: &Policy| outcome(policy, vec![starting("sudo ls", WrapKind::Elsewhere, &["ls"])]);
    assert_eq!(run(&policy(Ask, &[(Allow, "ls *")])), Ask);
    assert_eq!(run(&policy(Ask, &[(Allow, "sudo *")])), Allow);
    assert_eq!(run(&policy(Ask, &[(Allow, "sudo *"), (Deny, "ls")])), Deny);
    assert_eq!(run(&policy(Allow, &[(Deny, "ls")])), Deny);
}

#[test]
fn a_wrapper_of_the_policy_counts_in_full() {
    let mut policy = policy(Ask, &[(Allow, "sudo *")]);
    let run = |policy: &Policy| outcome(policy, vec![starting("sudo ls", WrapKind::Elsewhere, &["ls"])]);
    let mut patterns = crate::policy::pattern::patterns("sudo <cmd>").expect("a pattern");
    let wrapper = WrapperPattern { pattern: patterns.remove(0), text: "sudo <cmd>".into() };
    policy.scopes[0].wrappers = vec![wrapper].into();
    assert_eq!(run(&policy), Ask);
    policy.rules = vec![rule(Allow, "ls")].into();
    assert_eq!(run(&policy), Allow);
}

#[test]
fn a_rule_about_effects_stands_for_what_a_wrapper_starts_only_where_it_means_it() {
    let line = |words: &str, wrapped: &str| vec![starting(words, WrapKind::PassThrough, &[wrapped])];
    let rules = [(Allow, "npx rm|touch !<effect:deletes> *")];
    // it spells `touch`, which does not delete
    assert_eq!(outcome(&policy(Ask, &rules), line("npx touch x", "touch x")), Allow);
    assert_eq!(outcome(&policy(Ask, &rules), line("npx rm x", "rm x")), Ask);
    // of a command that no table tells of it is not known
    let unknown = [(Allow, "npx frobnicate !<effect:deletes> *")];
    assert_eq!(outcome(&policy(Ask, &unknown), line("npx frobnicate x", "frobnicate x")), Ask);
    // where the default allows it, no rule has to
    assert_eq!(outcome(&policy(Allow, &unknown), line("npx frobnicate x", "frobnicate x")), Allow);
    // `*` does not spell what runs
    assert_eq!(outcome(&policy(Ask, &[(Allow, "npx !<effect:deletes> *")]), line("npx touch x", "touch x")), Ask);
    assert_eq!(outcome(&policy(Ask, &[(Allow, "npx *")]), line("npx touch x", "touch x")), Allow);
}

#[test]
fn a_program_that_an_option_names_is_judged_beside_the_command() {
    let run = |policy: &Policy| outcome(policy, vec![starting("rg --pre ./x p", WrapKind::Program, &["./x"])]);
    assert_eq!(run(&policy(Ask, &[(Allow, "rg *")])), Ask);
    assert_eq!(run(&policy(Ask, &[(Allow, "rg *"), (Allow, "./x")])), Allow);
    assert_eq!(run(&policy(Allow, &[(Deny, "./x")])), Deny);
}

#[test]
fn writes_are_judged_like_commands() {
    let run = |policy: &Policy, target: &str| outcome(policy, vec![writes("ls", target)]);
    assert_eq!(run(&policy(Ask, &[(Allow, "ls")]), "out"), Ask);
    assert_eq!(run(&policy(Ask, &[(Allow, "ls")]), "/dev/null"), Allow);
    assert_eq!(run(&policy(Ask, &[(Allow, "ls"), (Allow, "> /tmp/**")]), "/tmp/a/b"), Allow);
    assert_eq!(run(&policy(Ask, &[(Allow, "ls"), (Allow, "> /tmp/**")]), "/tmp/../etc/x"), Ask);
    assert_eq!(run(&policy(Allow, &[(Deny, "> /home/dev/.ssh/**")]), "../.ssh/config"), Deny);
    let spoken_for = [(Allow, "ls"), (Ask, "* * when redirects.exists(r, r.target == 'secret')")];
    assert_eq!(run(&policy(Ask, &spoken_for), "out"), Allow);
    assert_eq!(run(&policy(Ask, &spoken_for), "secret"), Ask);
    assert_eq!(run(&policy(Ask, &spoken_for), "./secret"), Ask);
}

#[test]
fn variables_that_change_what_runs_ask_unless_a_rule_names_them() {
    let assigning = |name: &str, value: &str| {
        let value = Word::literal(value, Span::default());
        let assignment = Assignment { name: name.to_owned(), value, span: Span::default() };
        Invocation { assignments: vec![assignment], ..command("git log") }
    };
    let allowed = policy(Ask, &[(Allow, "git *")]);
    assert_eq!(outcome(&allowed, vec![assigning("FOO", "1")]), Allow);
    assert_eq!(outcome(&allowed, vec![assigning("LD_PRELOAD", "./x.so")]), Ask);
    assert_eq!(outcome(&allowed, vec![assigning("PAGER", "cat")]), Allow);
    assert_eq!(outcome(&allowed, vec![assigning("PAGER", "./x")]), Ask);
    let named = policy(Ask, &[(Allow, "git *"), (Allow, "PAGER=./x"), (Deny, "LD_PRELOAD=*")]);
    assert_eq!(outcome(&named, vec![assigning("PAGER", "./x")]), Allow);
    assert_eq!(outcome(&named, vec![assigning("LD_PRELOAD", "./x.so")]), Deny);
}

fn guarded(default: Verdict, rules: &[(Verdict, &str)]) -> Policy {
    let mut policy = policy(default, rules);
    let (command, words) = ("check".to_owned(), vec!["check".to_owned()]);
    let executor = Executor { command, words, directory: "/".to_owned(), timeout: None, env: Vec::new() };
    policy.scopes[0].types = [("Guard".to_owned(), Type::Executor(executor))].into_iter().collect();
    policy
}

fn consult(policy: &Policy, invocation: Invocation, replies: &[Reply]) -> (usize, Verdict) {
    let reading = Reading { invocations: vec![invocation], doubts: Vec::new() };
    match evaluate(policy, &Conditions::default(), &reading, "the line", &Here) {
        Outcome::Settled(decision) => (0, decision.verdict),
        Outcome::Consult(pending) => (pending.queries.len(), pending.settle(replies).verdict),
    }
}

fn answer(status: Verdict) -> Reply {
    Reply::Answer { status, message: None, fix_suggestion: None }
}

#[test]
fn a_validator_has_a_say_where_its_rule_matches() {
    let policy = guarded(Ask, &[(Allow, "curl <type:Guard>")]);
    assert_eq!(consult(&policy, command("curl url"), &[answer(Allow)]), (1, Allow));
    assert_eq!(consult(&policy, command("curl url"), &[answer(Deny)]), (1, Deny));
    assert_eq!(consult(&policy, command("curl url"), &[Reply::Failure("timeout after 5s".to_owned())]), (1, Ask));
    assert_eq!(consult(&policy, command("curl url"), &[]), (1, Ask));
    assert_eq!(consult(&policy, command("wget url"), &[]), (0, Ask));
    // a word that is not known: not asked, and never allowed
    assert_eq!(consult(&policy, command("curl $X"), &[answer(Allow)]), (0, Ask));
}

#[test]
fn every_word_that_could_be_of_the_type_is_asked_about() {
    let policy = guarded(Ask, &[(Allow, "curl * <type:Guard> *")]);
    assert_eq!(consult(&policy, command("curl a b"), &[answer(Allow), answer(Deny)]), (2, Deny));
    assert_eq!(consult(&policy, command("curl a b"), &[answer(Allow), answer(Allow)]), (2, Allow));
}

#[test]
fn a_validator_is_not_asked_where_the_line_is_denied_anyway() {
    let policy = guarded(Ask, &[(Allow, "curl <type:Guard>"), (Deny, "rm *")]);
    let reading = Reading { invocations: vec![command("curl url"), command("rm x")], doubts: Vec::new() };
    let outcome = evaluate(&policy, &Conditions::default(), &reading, "the line", &Here);
    assert!(matches!(outcome, Outcome::Settled(decision) if decision.verdict == Deny));
}

#[test]
fn adding_a_deny_rule_never_loosens_and_order_never_matters() {
    let rules = [(Allow, "t *"), (Ask, "t a *"), (Deny, "t b"), (Allow, "u"), (Allow, "> /tmp/*")];
    let lines = ["t a", "t b", "t $X", "u", "u x", "v", "t $AB"];
    for text in lines {
        for default in [Allow, Ask, Deny] {
            let before = outcome(&policy(default, &rules), vec![command(text)]);
            let mut reversed = rules;
            reversed.reverse();
            assert_eq!(outcome(&policy(default, &reversed), vec![command(text)]), before, "{text}");
            for added in ["t *", "t b *", "* a", "u", "v *"] {
                let with: Vec<(Verdict, &str)> = rules.into_iter().chain([(Deny, added)]).collect();
                let after = outcome(&policy(default, &with), vec![command(text)]);
                assert!(after >= before, "deny '{added}' loosened `{text}` from {before:?} to {after:?}");
            }
        }
    }
}

#[test]
fn a_rule_of_paths_also_holds_for_a_file_that_is_read_through_a_redirection() {
    let mut policy = policy(Allow, &[(Deny, "cat <path:secret>")]);
    policy.scopes[0].paths =
        [("secret".to_owned(), ["/home/dev/project/.env".into()].into_iter().collect())].into_iter().collect();
    let reading = |target: &str| {
        let mut invocation = writes("cat", target);
        invocation.redirects[0].operator = RedirectOperator::Read;
        invocation
    };
    assert_eq!(outcome(&policy, vec![reading(".env")]), Deny);
    assert_eq!(outcome(&policy, vec![reading("README")]), Allow);
    assert_eq!(outcome(&policy, vec![command("cat .env")]), Deny);
}

#[test]
fn a_condition_of_a_deny_rule_sees_the_files_that_options_name() {
    let policy = policy(Allow, &[(Deny, "* * when args.exists(a, a == '.env')")]);
    assert_eq!(outcome(&policy, vec![command("curl -d @.env url")]), Deny);
    assert_eq!(outcome(&policy, vec![command("curl -F part=@.env url")]), Deny);
    assert_eq!(outcome(&policy, vec![command("docker run -v ./.env:/x alpine")]), Deny);
    assert_eq!(outcome(&policy, vec![command("docker run --env-file=.env alpine")]), Deny);
    assert_eq!(outcome(&policy, vec![command("grep --exclude=.env x .")]), Allow);
}

#[test]
fn wrappers_of_the_policy_are_unwrapped_within_limits() {
    let with = |pattern: &str| {
        let mut policy = policy(Allow, &[(Deny, "rm *")]);
        let mut patterns = crate::policy::pattern::patterns(pattern).expect("a pattern");
        policy.scopes[0].wrappers = vec![WrapperPattern { pattern: patterns.remove(0), text: pattern.into() }].into();
        policy
    };
    let nested = |count: usize| command(&format!("{}rm x", "wr ".repeat(count)));
    assert_eq!(outcome(&with("wr <cmd>"), vec![nested(3)]), Deny);
    assert_eq!(outcome(&with("wr <cmd>"), vec![nested(50_000)]), Ask);
    assert_eq!(outcome(&with("wr * <cmd>"), vec![nested(3)]), Deny);
    assert_ne!(outcome(&with("wr * <cmd>"), vec![nested(2_000)]), Allow);
}

/// How many rules a command is not asked about; `found` is told of each that would have matched, or might have.
fn left_out(gatherer: &Gatherer<'_>, invocation: &Invocation, found: &mut dyn FnMut(&Rule)) -> usize {
    let policy = gatherer.policy;
    let mut count = 0;
    for words in choices::readings(&invocation.words).iter().filter(|words| !words.is_empty()) {
        rereading::as_case(words, invocation, &matcher::Spent::default(), (&policy.tables, &Here), |case| {
            let asked: Vec<usize> = gatherer.rules_about(case).iter().map(|(index, _)| *index).collect();
            for (index, rule) in policy.rules.iter().filter(|(index, _)| !asked.contains(index)) {
                let RulePattern::Command(patterns) = &rule.pattern else { continue };
                let matched = |pattern: &Pattern| gatherer.ask_pattern(index, rule, pattern, case, &Here).matched;
                if patterns.iter().any(|pattern| matched(pattern) != Match::Never) {
                    found(rule);
                }
                count += 1;
            }
        });
    }
    let started = invocation.wrapped.iter().flat_map(|wrapped| &wrapped.runs);
    count + started.map(|inner| left_out(gatherer, inner, found)).sum::<usize>()
}

/// The property of the index: a rule that is left out for a command matches it under no reading.
#[test]
fn a_rule_that_a_command_is_not_asked_about_does_not_match_it() {
    let request = LoadRequest { home: Some("/home/dev".to_owned()), ..Default::default() };
    let text = "extends: [builtin:default, builtin:dev]\n\
        rules: [{ask: '* push'}, {deny: 'git <path:p> push'}, {deny: 'git ~/x|push -f'}, {deny: '/usr/bin/rm x|y'}]\n\
        definitions: {paths: {p: ['*.pem']}, wrappers: ['within <opts> run <cmd>', 'in * <cmd>']}";
    let policy = of_text(&request, "/home/dev/p.yml", text).policy;
    let conditions = Conditions::default();
    let gatherer = Gatherer { policy: &policy, conditions: &conditions, efforts: Efforts::of_line(0) };
    let corpus =
        [include_str!("../../tests/everyday/dangerous.ndjson"), include_str!("../../tests/everyday/harmless.ndjson")];
    let rows = corpus.iter().flat_map(|text| text.lines()).step_by(7);
    let mut left_out = 0;
    for row in rows {
        let line = serde_json::from_str::<serde_json::Value>(row).unwrap()["command"].as_str().unwrap().to_owned();
        let Ok(text) = CommandLine::new(line.clone()) else { continue };
        let reading = command::read(&text, &Here, &policy.tables);
        for invocation in &reading.invocations {
            left_out += self::left_out(&gatherer, invocation, &mut |rule| panic!("{line}: {}", rule.text));
        }
    }
    assert!(left_out > 50_000, "{left_out}");
}

#[test]
fn where_the_name_is_not_known_the_order_of_many_rules_does_not_matter() {
    let mut rules = vec![(Allow, "tool [-a] [-b] * -c * -d * x"); 600];
    rules.push((Deny, "rm -c x"));
    let outcome = |rules: &[_]| outcome(&policy(Allow, rules), vec![command(&format!("$X{}", " -a -c y".repeat(8)))]);
    let first = (outcome(&rules), outcome(&rules[..4]));
    rules.reverse();
    assert_eq!((first, outcome(&rules)), ((Ask, Allow), Ask));
}
