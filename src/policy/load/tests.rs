#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "tests prepare the files that are found")]

use std::fs;
use std::os::unix::fs::symlink;
use std::time::{Duration, Instant};

use super::super::trust;
use super::*;
use crate::verdict::Verdict;

/// A directory with a home, a project in it and a place for the list of trusted projects.
pub(in super::super) struct Place {
    pub(in super::super) base: String,
}

impl Place {
    pub(in super::super) fn new(name: &str) -> Self {
        let base = std::env::temp_dir().join(format!("runok-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&base);
        let place = Self { base: base.to_str().unwrap().to_owned() };
        fs::create_dir_all(place.path("home/project/src/deep")).unwrap();
        fs::create_dir_all(place.path("home/.config/runok")).unwrap();
        place
    }

    pub(in super::super) fn path(&self, name: &str) -> String {
        format!("{}/{name}", self.base)
    }

    pub(in super::super) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(paths::parent(&path)).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(in super::super) fn request(&self, cwd: &str) -> LoadRequest {
        LoadRequest { cwd: Some(self.path(cwd)), home: Some(self.path("home")), ..LoadRequest::default() }
    }

    pub(in super::super) fn load(&self, cwd: &str) -> Loaded {
        load(&self.request(cwd))
    }

    pub(in super::super) fn load_file(&self, name: &str) -> Loaded {
        load(&LoadRequest { config: Some(self.path(name)), ..self.request("home/project") })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.base);
    }
}

/// Role and name (below the base) of every source.
fn sources(place: &Place, loaded: &Loaded) -> Vec<(String, String)> {
    let below = |name: &str| name.strip_prefix(&format!("{}/", place.base)).unwrap_or(name).to_owned();
    loaded
        .policy
        .sources
        .iter()
        .filter(|source| source.role != "always")
        .map(|source| (source.role.replace(&format!("{}/", place.base), ""), below(&source.name)))
        .collect()
}

fn texts(loaded: &Loaded) -> Vec<&str> {
    // without what always applies
    loaded
        .policy
        .rules
        .iter()
        .map(|(_, rule)| rule)
        .filter(|rule| !rule.where_known)
        .map(|rule| rule.text.as_str())
        .collect()
}

fn what(problems: &[Problem]) -> Vec<&str> {
    problems.iter().map(|problem| problem.what.as_str()).collect()
}

#[test]
fn with_no_policy_anywhere_the_embedded_one_applies() {
    let place = Place::new("embedded");
    let loaded = place.load("home/project");
    assert_eq!(loaded.problems, []);
    assert!(sources(&place, &loaded).contains(&("embedded".to_owned(), "builtin:default".to_owned())));
    assert!(loaded.policy.rules.len() > 20);
}

#[test]
fn layers_are_found_from_the_global_file_to_the_local_one_of_the_project() {
    let place = Place::new("layers");
    place.write(
        "home/.config/runok/runok.yml",
        &format!("trusted: [{}]\nrules: [{{allow: a}}]", place.path("home/project")),
    );
    place.write("home/.config/runok/runok.local.yaml", "rules: [{allow: b}]");
    place.write("home/runok.yml", "rules: [{allow: never}]");
    place.write("home/project/runok.yml", "rules: [{allow: c}]");
    place.write("home/project/runok.local.yml", "rules: [{allow: d}]");
    let loaded = place.load("home/project/src/deep");
    assert_eq!(loaded.problems, []);
    assert_eq!(texts(&loaded), ["a", "b", "c", "d"]);
    let roles: Vec<String> = sources(&place, &loaded).into_iter().map(|(role, _)| role).collect();
    assert_eq!(roles, ["global", "global (local)", "project", "project (local)"]);
    assert!(loaded.policy.sources.iter().all(|source| source.trusted));
    assert_eq!(texts(&place.load("home")), ["a", "b"]);
    let elsewhere = LoadRequest { config_home: Some(place.path("cfg")), ..place.request("home") };
    place.write("cfg/runok/runok.yml", "rules: [{allow: x}]");
    assert_eq!(texts(&load(&elsewhere)), ["x"]);
    let relative = LoadRequest { config_home: Some("cfg".to_owned()), ..place.request("home") };
    assert_eq!(texts(&load(&relative)), ["a", "b"]);
}

#[test]
fn the_nearest_directory_counts_alone() {
    let place = Place::new("nearest");
    place.write("other/runok.yml", "rules: [{deny: far}]");
    place.write("other/x/runok.local.yml", "rules: [{deny: near}]");
    let rules = place.load("other/x/y/z").policy.rules;
    assert_eq!(
        rules
            .iter()
            .map(|(_, rule)| rule)
            .filter(|rule| rule.untrusted)
            .map(|rule| rule.text.as_str())
            .collect::<Vec<_>>(),
        ["near"]
    );
}

#[test]
fn a_named_file_stands_instead_of_all_others() {
    let place = Place::new("named");
    place.write("home/.config/runok/runok.yml", "rules: [{allow: a}]");
    place.write("home/project/runok.yml", "rules: [{allow: c}]");
    place.write("x.yml", "rules: [{allow: x}]");
    assert_eq!(texts(&place.load_file("x.yml")), ["x"]);
    let missing = place.load_file("nope.yml");
    assert_eq!(what(&missing.problems), ["the policy is not read: there is no such file"]);
    assert_eq!(texts(&missing), [""; 0]);
    place.write("empty.yml", "");
    assert_eq!(place.load_file("empty.yml").problems, []);
}

#[test]
fn files_extend_files() {
    let place = Place::new("extends");
    place.write(
        "a.yml",
        "extends: [./b.yml, sub/c.yml]\nrules: [{allow: a}]\ndefinitions: {vars: {v: {values: [a]}}, paths: {p: [x]}}",
    );
    place.write(
        "b.yml",
        "extends: [./shared.yml]\nrules: [{allow: b}]\ndefinitions: {vars: {v: {values: [b]}}, paths: {p: [y]}}",
    );
    place.write("sub/c.yml", "extends: [../shared.yml]\nrules: [{allow: c}]\ndefinitions: {paths: {q: [z]}}");
    place.write("shared.yml", "rules: [{allow: s}]\ndefaults: {action: deny}");
    let loaded = place.load_file("a.yml");
    assert_eq!(what(&loaded.problems), [format!("this reference leaves {}", place.path("sub"))]);
    place.write(
        "sub/c.yml",
        &format!("extends: [{}]\nrules: [{{allow: c}}]\ndefinitions: {{paths: {{q: [z]}}}}", place.path("shared.yml")),
    );
    let loaded = place.load_file("a.yml");
    assert_eq!((loaded.problems.as_slice(), loaded.warnings.as_slice()), (&[][..], &[][..]));
    assert_eq!(texts(&loaded), ["s", "b", "c", "a"]);
    let definitions = &loaded.policy.scopes[0];
    assert_eq!(definitions.vars["v"], [super::super::VarValue::Literal(vec!["a".into()])]);
    assert_eq!(*definitions.paths["p"], [place.path("y"), place.path("x")]);
    assert_eq!(*definitions.paths["q"], [place.path("sub/z")]);
    assert_eq!(loaded.policy.default_action, Some(Verdict::Deny));
}

#[test]
fn circles_and_depth_are_noticed() {
    let place = Place::new("circle");
    place.write("a.yml", "extends: [./b.yml]\nrules: [{deny: x}]");
    place.write("b.yml", "extends: ['././a.yml']");
    let loaded = place.load_file("a.yml");
    assert!(loaded.problems[0].what.starts_with("`extends` goes in a circle"), "{:?}", loaded.problems);
    assert_eq!((loaded.problems[0].file.as_str(), loaded.problems[0].line), (place.path("b.yml").as_str(), 1));
    assert_eq!(texts(&loaded), ["x"]);
    for n in 0..12 {
        place.write(&format!("d{n}.yml"), &format!("extends: [./d{}.yml]\nrules: [{{allow: d{n}}}]", n + 1));
    }
    place.write("d12.yml", "rules: []");
    let loaded = place.load_file("d0.yml");
    assert_eq!(what(&loaded.problems), ["`extends` goes deeper than 10 files"]);
    place.write("d10.yml", "rules: [{allow: d10}]");
    assert_eq!(place.load_file("d0.yml").problems, []);
}

#[test]
fn references_that_lead_nowhere_are_problems() {
    let place = Place::new("nowhere");
    place.write("a.yml", "extends: [./no.yml, 'builtin:defualt', {builtin: readony}, 'github:a/b@v1', 'git@x:y.git', 'https://x/y.git', ~/../x]");
    let problems = place.load_file("a.yml").problems;
    assert_eq!(problems.len(), 7, "{problems:?}");
    assert_eq!(problems[1].help.as_deref(), Some("did you mean `default`?"));
    assert!(problems[3].what.contains("not supported yet"));
    assert_eq!((problems[0].line, problems[0].column), (1, 11));
}

#[test]
fn rules_of_an_embedded_policy_can_be_left_out() {
    let place = Place::new("without");
    place.write("a.yml", "extends: [builtin:readonly]");
    let all = place.load_file("a.yml").policy.rules;
    let id =
        all.iter().map(|(_, rule)| rule).filter(|rule| !rule.where_known).find_map(|rule| rule.id.clone()).unwrap();
    place.write("b.yml", &format!("extends: [{{builtin: readonly, without: [{id}]}}]"));
    let loaded = place.load_file("b.yml");
    assert_eq!(loaded.problems, []);
    assert!(loaded.policy.rules.len() < all.len());
    assert!(loaded.policy.rules.iter().all(|(_, rule)| rule.id.as_deref() != Some(id.as_str())));
    place.write("c.yml", &format!("extends: [{{builtin: readonly, without: [{id}x]}}]"));
    let problem = &place.load_file("c.yml").problems[0];
    assert_eq!(problem.help, Some(format!("did you mean `{id}`?")));
    assert!(problem.file.ends_with("c.yml"));
}

#[test]
fn a_rule_is_left_out_of_the_policy_that_has_it_however_far_away() {
    let place = Place::new("without-below");
    place.write("a.yml", "extends: [builtin:default]");
    let all = place.load_file("a.yml").policy;
    let of = |file: &str| {
        let rule = all.rules.iter().find(|(_, rule)| *rule.file == *file && rule.id.is_some()).unwrap();
        rule.1.id.clone().unwrap()
    };
    let (looks, loses) = (of("builtin:readonly"), of("builtin:catastrophic"));
    let of_two = format!("extends: [{{builtin: default, without: [{looks}, {loses}]}}, builtin:secrets]");
    place.write("b.yml", &of_two);
    let loaded = place.load_file("b.yml");
    assert_eq!(loaded.problems, []);
    let gone = |id: &crate::policy::Label| all.rules.iter().filter(|(_, rule)| rule.id.as_ref() == Some(id)).count();
    assert_eq!(loaded.policy.rules.len(), all.rules.len() - gone(&looks) - gone(&loses));
    // a policy of which nothing is left out is not read a second time
    let files = loaded.policy.sources.iter().map(|source| source.name.as_str());
    assert_eq!(files.filter(|name| *name == "builtin:secrets").count(), 1);
    place.write("c.yml", &format!("extends: [{{builtin: default, without: [{loses}x, {looks}]}}]"));
    let problems = place.load_file("c.yml").problems;
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert_eq!(problems[0].what, format!("builtin:default has no rule with the id `{loses}x`"));
    assert_eq!(problems[0].help, Some(format!("did you mean `{loses}`?")));
    // an `id` of a policy beside it does not count
    place.write("d.yml", &format!("extends: [{{builtin: secrets, without: [{loses}]}}, builtin:default]"));
    assert_eq!(place.load_file("d.yml").problems.len(), 1);
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_no_file_cannot_make_it_wait() {
    let place = Place::new("fifo");
    let begin = Instant::now();
    let fifo = place.path("fifo.yml");
    rustix::fs::mknodat(rustix::fs::CWD, &fifo, rustix::fs::FileType::Fifo, rustix::fs::Mode::RWXU, 0).unwrap();
    fs::create_dir(place.path("dir.yml")).unwrap();
    symlink("/dev/zero", place.path("zero.yml")).unwrap();
    symlink(place.path("loop.yml"), place.path("loop.yml")).unwrap();
    let sparse = fs::File::create(place.path("big.yml")).unwrap();
    sparse.set_len(50 * 1024 * 1024).unwrap();
    fs::write(place.path("latin.yml"), b"rules: [{deny: \xff}]").unwrap();
    for (name, expected) in [
        ("fifo.yml", "a pipe, a socket or a device"),
        ("dir.yml", "a directory"),
        ("zero.yml", "a pipe, a socket or a device"),
        ("loop.yml", "cannot be read"),
        ("big.yml", "more than 8388608 bytes"),
        ("latin.yml", "not UTF-8 at byte 15"),
    ] {
        let problems = place.load_file(name).problems;
        assert_eq!(problems.len(), 1, "{name}");
        assert!(problems[0].what.contains(expected), "{name}: {problems:?}");
    }
    for name in ["fifo.yml", "dir.yml", "zero.yml", "big.yml"] {
        place.write("x.yml", &format!("extends: [./{name}]\nrules: [{{deny: x}}]"));
        let loaded = place.load_file("x.yml");
        assert_eq!((loaded.problems.len(), texts(&loaded)), (1, vec!["x"]), "{name}");
    }
    fs::rename(fifo, place.path("home/project/runok.yml")).unwrap();
    assert_eq!(place.load("home/project").problems.len(), 1);
    assert!(begin.elapsed() < Duration::from_secs(2));
}

#[test]
fn an_untrusted_project_does_not_displace_the_embedded_policy() {
    let place = Place::new("untrusted");
    place.write("home/project/runok.yml", "rules: [{allow: '* *'}, {deny: mine}]");
    let loaded = place.load("home/project");
    assert_eq!(loaded.problems, []);
    let names: Vec<String> = sources(&place, &loaded).into_iter().map(|(_, name)| name).collect();
    assert_eq!(names.last().map(String::as_str), Some("home/project/runok.yml"));
    assert!(names.contains(&"builtin:default".to_owned()));
    assert!(!loaded.policy.rules.iter().any(|(_, rule)| rule.text == "* *"));
    assert!(loaded.policy.rules.iter().any(|(_, rule)| rule.text == "mine" && rule.untrusted && rule.scope == 1));
    assert_eq!(loaded.policy.notes.len(), 1);
}

#[test]
fn an_untrusted_project_cannot_show_files_outside_of_it() {
    let place = Place::new("outside");
    place.write("home/.aws/credentials", "secret_key = [not yaml");
    place.write("home/project/runok.yml", "extends: [~/.aws/credentials, ./link.yml]\nrules: [{deny: x}]");
    symlink(place.path("home/.aws/credentials"), place.path("home/project/link.yml")).unwrap();
    let loaded = place.load("home/project");
    assert!(!format!("{:?}", loaded.problems).contains("secret_key"), "{:?}", loaded.problems);
    assert!(!loaded.problems.is_empty());
    assert!(loaded.policy.rules.iter().any(|(_, rule)| rule.text == "x"));
    symlink(place.path("home/.aws/credentials"), place.path("home/project/runok.local.yml")).unwrap();
    assert!(!format!("{:?}", place.load("home/project").problems).contains("secret_key"));
}

#[test]
fn an_unknown_place_is_not_a_place_without_rules() {
    let place = Place::new("unknown");
    let loaded = load(&LoadRequest { cwd: None, ..place.request("home") });
    assert_eq!(what(&loaded.problems), ["the working directory is not known"]);
    let homeless = LoadRequest { home: None, ..place.request("home/project") };
    assert!(what(&load(&homeless).problems)[0].contains("the home directory is not known"));
}

#[test]
fn a_project_is_listed_in_the_global_file_alone() {
    let place = Place::new("listed");
    place.write("home/project/runok.yml", "trusted: ['/']\nrules: [{allow: x}]");
    let loaded = place.load("home/project");
    assert!(!loaded.policy.rules.iter().any(|(_, rule)| rule.text == "x"));
    place.write("home/.config/runok/runok.yml", "trusted: [~/project]");
    assert_eq!(texts(&place.load("home/project")), ["x"]);
    assert!(trust::plan(&place.request("home/project")).is_ok());
    place.write("home/.config/runok/runok.yml", "trusted: [~/proj]");
    assert!(texts(&place.load("home/project")).is_empty());
    symlink(place.path("home/project"), place.path("alias")).unwrap();
    place.write("home/.config/runok/runok.yml", &format!("trusted: [{}]", place.path("alias")));
    assert_eq!(texts(&place.load("home/project")), ["x"]);
}

/// The commands of the tests that would be run.
fn commands(tested: &testing::Tested) -> Vec<&str> {
    tested.tests.iter().map(|(_, test)| test.command.as_str()).collect()
}

fn thorough(place: &Place, cwd: &str) -> LoadRequest {
    LoadRequest { thorough: true, ..place.request(cwd) }
}

fn tested(place: &Place, name: &str) -> testing::Tested {
    testing::named(&thorough(place, "home/project"), &place.path(name))
}

#[test]
fn a_policy_is_tested_with_what_its_tests_extend() {
    let place = Place::new("fixtures");
    place.write(
        "a/a.yml",
        "extends: [./base.yml, builtin:default]\nrules: [{allow: a, tests: [{allow: a}]}]\ndefaults: {action: ask}\n\
         tests: {extends: [../fixture.yml], cases: [{ask: z}]}",
    );
    place.write("a/base.yml", "rules: [{allow: b, tests: [{allow: b}]}]\ntests: {cases: [{ask: of-base}]}");
    place.write(
        "fixture.yml",
        "extends: [./deep.yml, ./a/base.yml]\nrules: [{allow: f, tests: [{allow: f}]}]\ndefaults: {action: deny}\n\
         tests: {extends: [./no-such-file.yml], cases: [{ask: of-fixture}]}",
    );
    place.write("deep.yml", "rules: [{allow: d, tests: [{allow: d}]}]");
    let tested = tested(&place, "a/a.yml");
    assert_eq!(tested.loaded.problems, []);
    // those of the embedded policy are its own, the cases of files that are extended give way
    assert_eq!(commands(&tested), ["b", "a", "z", "d", "f"]);
    assert_eq!(tested.own, [place.path("a/a.yml")]);
    assert_eq!((tested.directory, tested.unasked), (None, None));
    // as in runok 0.3, what counts for tests alone stands over the file
    assert_eq!(tested.loaded.policy.default_action, Some(Verdict::Deny));
    // and for nothing else
    assert_eq!(place.load_file("a/a.yml").policy.default_action, Some(Verdict::Ask));
    assert!(!texts(&place.load_file("a/a.yml")).contains(&"f"));
}

#[test]
fn cases_of_a_file_that_is_extended_are_run_where_there_are_no_others() {
    let place = Place::new("cases");
    place.write("a.yml", "extends: [./b.yml]\nrules: [{allow: a}]");
    place.write("b.yml", "rules: [{allow: b}]\ntests: {cases: [{ask: x}]}");
    assert_eq!(commands(&tested(&place, "a.yml")), ["x"]);
}

#[test]
fn an_embedded_policy_and_a_directory_can_be_tested() {
    let place = Place::new("tested-names");
    let embedded = testing::named(&thorough(&place, "home"), "builtin:readonly");
    assert!(embedded.tests.len() > 100 && embedded.loaded.problems.is_empty());
    assert_eq!(embedded.own, ["builtin:readonly"]);
    for name in ["catastrophic", "default", "dev", "readonly", "secrets", "self"] {
        let embedded = testing::named(&thorough(&place, "home"), &format!("builtin:{name}"));
        assert_eq!((embedded.loaded.problems, embedded.loaded.warnings), (vec![], vec![]), "{name}");
    }
    place.write("home/project/runok.yaml", "rules: [{allow: a, tests: [{allow: a}]}]");
    let directory = tested(&place, "home/project/");
    assert_eq!(commands(&directory), ["a"]);
    assert_eq!(directory.own, [place.path("home/project/runok.yaml")]);
    assert!(tested(&place, "home").loaded.problems[0].what.contains("no runok.yml"));
    assert!(tested(&place, "no").loaded.problems[0].what.contains("no such file"));
    let unknown = testing::named(&thorough(&place, "home"), "builtin:defualt");
    assert_eq!(unknown.loaded.problems[0].help.as_deref(), Some("did you mean `default`?"));
}

#[test]
fn a_policy_under_the_other_name_beside_one_is_told_as_not_read() {
    let place = Place::new("beside");
    for (directory, names) in
        [("home/.config/runok", ["runok.yml", "runok.yaml"]), ("home/project", ["runok.local.yml", "runok.local.yaml"])]
    {
        for name in names {
            place.write(&format!("{directory}/{name}"), "rules: [{deny: a}]");
        }
    }
    let told: Vec<String> =
        place.load("home/project").problems.into_iter().map(|one| format!("{}: {}", one.file, one.what)).collect();
    let expected =
        [("home/.config/runok/runok.yaml", "runok.yml"), ("home/project/runok.local.yaml", "runok.local.yml")];
    let expected =
        expected.map(|(left, read)| format!("{}: this policy is not read: {read} stands beside it", place.path(left)));
    assert_eq!(told, expected);
    assert_eq!(texts(&place.load("home/project")), ["a", "a"]);
}

#[test]
fn policies_that_are_found_are_tested_each_by_itself() {
    let place = Place::new("found");
    let found = |cwd: &str| testing::found(&thorough(&place, cwd));
    assert_eq!(found("home/project")[0].name, "builtin:default");
    place.write("home/.config/runok/runok.yml", "rules: [{deny: c, tests: [{deny: c}]}]");
    place.write("home/project/runok.yml", "rules: [{allow: c, tests: [{allow: c}]}]");
    place.write("home/project/runok.local.yml", "rules: [{allow: l, tests: [{allow: l}]}]");
    let all = found("home/project/src/deep");
    assert_eq!(
        all.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(),
        [place.path("home/.config/runok/runok.yml"), place.path("home/project/runok.yml")]
    );
    let (global, project) = (&all[0], &all[1]);
    assert_eq!((texts(&global.loaded), texts(&project.loaded)), (vec!["c"], vec!["c", "l"]));
    assert_eq!(commands(project), ["c", "l"]);
    assert_eq!((&global.directory, &project.directory), (&None, &Some(place.path("home/project"))));
    assert_eq!(global.unasked, None);
    assert_eq!(found("home/.config/runok").len(), 1);
    let nowhere = LoadRequest { cwd: None, ..thorough(&place, "home") };
    assert_eq!(what(&testing::found(&nowhere)[0].loaded.problems), ["the working directory is not known"]);
}

#[test]
fn validators_of_a_project_are_started_only_where_everything_is_trusted() {
    let place = Place::new("unasked");
    let unasked = || testing::found(&thorough(&place, "home/project")).pop().unwrap().unasked;
    place.write("home/project/runok.yml", "rules: [{allow: a}]");
    assert!(unasked().is_some());
    place.write("home/.config/runok/runok.yml", "trusted: [~/project]");
    assert_eq!(unasked(), None);
    // trust is given to the files that judging reads
    place.write("home/project/runok.yml", "rules: [{allow: a}]\ntests: {extends: [./fixture.yml]}");
    place.write("home/project/fixture.yml", "rules: [{allow: f}]");
    assert!(unasked().is_some());
}

#[test]
fn the_tests_of_an_untrusted_project_cannot_show_files_outside_of_it() {
    let place = Place::new("outside-tests");
    place.write("home/.aws/credentials", "secret_key = [not yaml");
    place.write(
        "home/project/runok.yml",
        "rules: [{deny: x}]\ntests: {extends: [~/.aws/credentials, ../.aws/credentials]}",
    );
    let tested = testing::found(&thorough(&place, "home/project")).pop().unwrap();
    assert!(!tested.loaded.problems.is_empty());
    assert!(!format!("{:?}", tested.loaded).contains("secret_key"), "{:?}", tested.loaded.problems);
}
