#![allow(clippy::disallowed_methods, reason = "tests prepare the files that are trusted")]

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};

use super::super::load::tests::Place;
use super::*;

const PROJECT: &str = "home/project";
const POLICY: &str = "extends: [./base.yml]\ntypes: {V: {executor: 'python3 ./checks/v.py --x=data.json run'}}\n\
    definitions: {wrappers: ['run <cmd>']}\nrules: [{allow: 'curl *', validate: V}, {deny: x}]\n";

fn project(name: &str) -> Place {
    let place = Place::new(name);
    place.write("home/project/runok.yml", POLICY);
    place.write("home/project/base.yml", "rules: [{allow: based}]");
    place.write("home/project/checks/v.py", "print()");
    place.write("home/project/data.json", "{}");
    place
}

fn counts(place: &Place) -> bool {
    place.load(PROJECT).policy.rules.iter().any(|(_, rule)| rule.text == "curl *")
}

fn trust(place: &Place) {
    let request = place.request(PROJECT);
    grant(&request, &plan(&request).unwrap()).unwrap();
}

#[test]
fn the_plan_shows_what_it_would_add() {
    let place = project("trust-plan");
    let plan = plan(&place.request("home/project/src")).unwrap();
    assert!(!plan.trusted);
    let base = fs::canonicalize(place.path(PROJECT)).unwrap().to_str().unwrap().to_owned();
    assert_eq!(plan.project, format!("{base}/runok.yml"));
    let adds: Vec<&str> = plan.adds.iter().map(|one| one.text.as_str()).collect();
    let executor = "executor: python3 ./checks/v.py --x=data.json run";
    assert_eq!(adds, ["allow: based", "allow: curl * — validate: V", "wrapper: run <cmd>", executor]);
    let files: Vec<&str> = plan.files.iter().map(|file| file.rsplit('/').next().unwrap()).collect();
    assert_eq!(files, ["base.yml", "v.py", "data.json", "runok.yml"]);
    assert!(super::plan(&place.request("home")).is_err());
}

/// A name that a rule uses could stand for anything, and a condition for none.
#[test]
fn the_plan_shows_conditions_and_what_names_stand_for() {
    let place = Place::new("trust-shown");
    place.write(
        "home/project/runok.yml",
        "rules:\n  - { allow: 'cat <path:p>', when: \"env.CI == '1'\", validate: V, sandbox: s }\n\
         definitions:\n  paths: { p: [/a, ~/b] }\n  vars: { v: { type: pattern, values: [x, { type: path, value: ./y }] } }\n  \
         flag_groups: { f: '-f|--field *' }\n  aliases: { ls: [exa, eza] }\n  sandbox: { s: {} }\n\
         types: { V: { executor: ./v }, E: { enum: [dev, prod] }, R: { regex: '.*' }, I: { int: { min: 1 } }, P: { path: { inside: [/] } },\n\
         \x20 T: { tree: { under: [src] } }, U: { url: { hosts: ['*.x'] } }, A: { any: [Sha, E] } }\n",
    );
    let plan = plan(&place.request(PROJECT)).unwrap();
    let adds: Vec<&str> = plan.adds.iter().map(|one| one.text.as_str()).collect();
    let expected = [
        "allow: cat <path:p> — when: env.CI == '1' — validate: V — sandbox: s",
        "<path:p>: /a, ~/b",
        "<var:v>: pattern x, path ./y",
        "<flag:f>: -f|--field *",
        "alias of ls: exa, eza",
        "sandbox: s",
        "executor: ./v",
        "<type:E>: enum dev, prod",
        "<type:R>: regex .*",
        "<type:I>: int 1 to any",
        "<type:P>: path inside /",
        "<type:T>: tree under src",
        "<type:U>: url schemes [] hosts [*.x]",
        "<type:A>: any Sha, E",
    ];
    assert_eq!(adds, expected);
}

#[test]
fn any_change_asks_again() {
    let place = project("trust-change");
    assert!(!counts(&place));
    let changes: [(&str, &str); 6] = [
        ("runok.yml", "# x\n"),
        ("base.yml", "rules: []"),
        ("runok.local.yml", "rules: []"),
        ("checks/v.py", "evil()"),
        ("data.json", "[]"),
        ("run", "now there is one"),
    ];
    for (file, text) in changes {
        trust(&place);
        assert!(counts(&place), "{file}");
        let path = place.path(&format!("home/project/{file}"));
        let before = fs::read(&path).unwrap_or_default();
        place.write(&format!("home/project/{file}"), &format!("{}{text}", String::from_utf8(before).unwrap()));
        assert!(!counts(&place), "{file}");
    }
    trust(&place);
    place.write("home/project/README.md", "nothing of it counts");
    assert!(counts(&place));
}

#[test]
fn what_was_shown_is_what_is_trusted() {
    let place = project("trust-race");
    let request = place.request(PROJECT);
    let plan = plan(&request).unwrap();
    place.write("home/project/checks/v.py", "evil()");
    grant(&request, &plan).unwrap();
    assert!(!counts(&place));
}

#[test]
fn trust_can_be_taken_back() {
    let place = project("trust-revoke");
    let request = place.request(PROJECT);
    assert!(!revoke(&request).unwrap());
    trust(&place);
    assert!(plan(&request).unwrap().trusted);
    assert!(revoke(&request).unwrap());
    assert!(!counts(&place));
}

#[test]
fn the_list_is_private() {
    let place = project("trust-private");
    trust(&place);
    let (list, directory) = (place.path("home/.local/state/runok/trust"), place.path("home/.local/state/runok"));
    let mode = |path: &str| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&list), mode(&directory)), (0o600, 0o700));
    let set = |path: &str, mode: u32| fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    set(&list, 0o622);
    assert!(!counts(&place));
    assert!(place.load(PROJECT).warnings[0].what.contains("can be used by others (mode 622)"));
    set(&list, 0o600);
    set(&directory, 0o777);
    assert!(!counts(&place));
    set(&directory, 0o700);
    assert!(counts(&place));
    fs::rename(&list, place.path("moved")).unwrap();
    symlink(place.path("moved"), &list).unwrap();
    assert!(!counts(&place));
}

#[test]
fn projects_do_not_disturb_each_other() {
    let place = project("trust-two");
    place.write("home/other/runok.yml", "rules: [{allow: other}]");
    trust(&place);
    let request = place.request("home/other");
    grant(&request, &plan(&request).unwrap()).unwrap();
    assert!(counts(&place));
    assert!(revoke(&request).unwrap());
    assert!(counts(&place));
}

#[test]
fn the_same_files_elsewhere_are_not_trusted() {
    let place = project("trust-copy");
    trust(&place);
    fs::rename(place.path(PROJECT), place.path("home/copy")).unwrap();
    assert!(!place.load("home/copy").policy.rules.iter().any(|(_, rule)| rule.text == "curl *"));
}
