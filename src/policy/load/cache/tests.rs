use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use super::super::super::trust;
use super::super::load;
use super::super::tests::Place as Tree;
use super::*;
use crate::policy::Sought;

const PROJECT: &str = "home/project";
const GLOBAL: &str = "home/.config/runok/runok.yml";

/// A tree with these files.
fn tree(name: &str, files: &[(&str, &str)]) -> Tree {
    let tree = Tree::new(name);
    for (file, text) in files {
        tree.write(file, text);
    }
    tree
}

fn request(tree: &Tree) -> LoadRequest {
    LoadRequest { cache: Cache::Use, ..tree.request(PROJECT) }
}

fn place(tree: &Tree) -> Place {
    let request = request(tree);
    Place::of(&request, &Roots::find(&request, &mut Default::default())).unwrap()
}

/// Compiles the policy as if it were ten seconds later: nothing can set back when a file was changed.
fn compile(tree: &Tree) -> Place {
    let place = place(tree);
    let request = LoadRequest { cache: Cache::Off, ..request(tree) };
    let roots = Roots::find(&request, &mut Default::default());
    let (loaded, looked_at) = super::super::read(&request, roots, Default::default());
    assert_eq!(loaded.problems, []);
    place.publish(&loaded.policy, looked_at.unwrap(), now() + 10);
    place
}

fn served(tree: &Tree) -> bool {
    load(&request(tree)).is_compiled()
}

fn file_of(place: &Place) -> String {
    format!("{}/{}", place.directory, place.name)
}

#[test]
fn a_policy_is_served_as_long_as_its_files_are_the_same() {
    let tree = tree(
        "cache-serves",
        &[
            (GLOBAL, "extends: [./more.yml]\nrules: [{allow: ls}]"),
            ("home/.config/runok/more.yml", "rules: [{deny: rm}]"),
        ],
    );
    compile(&tree);
    let loaded = load(&request(&tree));
    assert!(loaded.is_compiled() && !loaded.has_failed());
    assert!(!load(&LoadRequest { cache: Cache::Off, ..request(&tree) }).is_compiled());
    assert!(!load(&LoadRequest { thorough: true, ..request(&tree) }).is_compiled());
    assert!(!load(&LoadRequest { suppose_trusted: true, ..request(&tree) }).is_compiled());
    // a file that is not the first
    tree.write("home/.config/runok/more.yml", "rules: [{deny: rn}]");
    assert!(!served(&tree));
    compile(&tree);
    assert!(served(&tree));
    tree.write(GLOBAL, "rules: [{allow: ls}]");
    assert!(!served(&tree));
}

#[test]
fn what_was_absent_must_be_absent_still() {
    let tree = tree("cache-absent", &[(GLOBAL, "rules: [{allow: ls}]")]);
    compile(&tree);
    assert!(served(&tree));
    for added in ["home/.config/runok/runok.local.yml", "home/project/runok.yml", "home/project/runok.local.yaml"] {
        tree.write(added, "rules: [{deny: ls}]");
        assert!(!served(&tree), "{added}");
        fs::remove_file(tree.path(added)).unwrap();
        assert!(served(&tree), "{added}");
    }
}

#[test]
fn trust_that_is_given_or_taken_back_counts_at_once() {
    let tree =
        tree("cache-trust", &[(GLOBAL, "rules: [{allow: ls}]"), ("home/project/runok.yml", "rules: [{allow: x}]")]);
    let allows = |tree: &Tree| {
        load(&request(tree))
            .policy
            .rules
            .about(&Sought::plain(Some("x"), None))
            .iter()
            .any(|(_, rule)| rule.text == "x")
    };
    compile(&tree);
    assert!(served(&tree) && !allows(&tree));
    let plan = trust::plan(&request(&tree)).unwrap();
    trust::grant(&request(&tree), &plan).unwrap();
    assert!(allows(&tree));
    compile(&tree);
    assert!(served(&tree) && allows(&tree));
    let state = tree.path("home/.local/state/runok");
    fs::set_permissions(&state, fs::Permissions::from_mode(0o777)).unwrap();
    assert!(!allows(&tree));
    fs::set_permissions(&state, fs::Permissions::from_mode(0o700)).unwrap();
    assert!(allows(&tree));
    assert!(trust::revoke(&request(&tree)).unwrap());
    assert!(!allows(&tree));
}

#[test]
fn a_program_that_an_executor_of_a_trusted_project_names_is_one_of_its_files() {
    let policy = "types: {T: {executor: './check.sh'}}\nrules: [{allow: 'x <type:T>'}]";
    let tree = tree("cache-executor", &[("home/project/runok.yml", policy), ("home/project/check.sh", "exit 0")]);
    let plan = trust::plan(&request(&tree)).unwrap();
    trust::grant(&request(&tree), &plan).unwrap();
    compile(&tree);
    assert!(served(&tree));
    tree.write("home/project/check.sh", "exit 1");
    assert!(!served(&tree));
}

#[test]
fn a_trusted_directory_that_leads_elsewhere_now_is_noticed() {
    let tree = tree("cache-leads", &[("home/project/runok.yml", "rules: [{allow: x}]")]);
    tree.write(GLOBAL, "trusted: [~/link]");
    symlink(tree.path("home/project"), tree.path("home/link")).unwrap();
    compile(&tree);
    assert!(served(&tree));
    fs::remove_file(tree.path("home/link")).unwrap();
    symlink(tree.path("home/.config"), tree.path("home/link")).unwrap();
    assert!(!served(&tree));
}

#[test]
fn what_is_not_the_users_own_alone_is_not_served() {
    let tree = tree("cache-own", &[(GLOBAL, "rules: [{allow: ls}]")]);
    let place = compile(&tree);
    let file = file_of(&place);
    let mode = |path: &str, mode: u32| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    for (path, wrong, right) in [(&file, 0o640, 0o600), (&file, 0o606, 0o600), (&place.directory, 0o750, 0o700)] {
        assert!(served(&tree));
        mode(path, wrong);
        assert!(!served(&tree), "{path} {wrong:o}");
        mode(path, right);
    }
    fs::hard_link(&file, tree.path("other")).unwrap();
    assert!(!served(&tree));
    fs::remove_file(tree.path("other")).unwrap();
    assert!(served(&tree));
    fs::rename(&file, tree.path("other")).unwrap();
    symlink(tree.path("other"), &file).unwrap();
    assert!(!served(&tree));
    fs::remove_file(&file).unwrap();
    fs::rename(tree.path("other"), &file).unwrap();
    assert!(served(&tree));
    let real = tree.path("elsewhere");
    fs::rename(&place.directory, &real).unwrap();
    symlink(&real, &place.directory).unwrap();
    assert!(!served(&tree));
}

#[test]
fn a_file_that_may_change_again_unseen_is_not_compiled() {
    let tree = tree("cache-young", &[(GLOBAL, "rules: [{allow: ls}]")]);
    let place = place(&tree);
    assert!(!served(&tree));
    assert!(!served(&tree), "its file was written just now");
    assert!(fs::metadata(file_of(&place)).is_err());
}

#[test]
fn a_policy_with_problems_is_not_compiled() {
    let tree = tree("cache-broken", &[(GLOBAL, "rules: [{allow: ls, deny: ls}]")]);
    assert!(!load(&request(&tree)).problems.is_empty());
    assert!(fs::read_dir(tree.path("home/.cache")).is_err());
}

#[test]
fn what_is_no_compiled_policy_is_passed_over_and_replaced() {
    let tree = tree("cache-foreign", &[(GLOBAL, "rules: [{allow: ls}]")]);
    let place = compile(&tree);
    let good = fs::read(file_of(&place)).unwrap();
    for foreign in [&b""[..], b"runokpc", b"rules: [{allow: '*'}]", &good[..good.len() / 2], &good[1..]] {
        fs::write(file_of(&place), foreign).unwrap();
        let loaded = load(&request(&tree));
        let has_rule =
            loaded.policy.rules.about(&Sought::plain(Some("ls"), None)).iter().any(|(_, rule)| rule.text == "ls");
        assert!(!loaded.is_compiled() && has_rule || loaded.has_failed());
    }
    compile(&tree);
    assert!(served(&tree));
    // of another policy, under this one's name
    let other = self::tree("cache-foreign-2", &[(GLOBAL, "rules: [{allow: rm}]")]);
    fs::copy(file_of(&compile(&other)), file_of(&place)).unwrap();
    assert!(!served(&tree));
}

#[test]
fn without_a_place_everything_is_read_as_before() {
    let tree = tree("cache-nowhere", &[(GLOBAL, "rules: [{allow: ls}]")]);
    tree.write("home/.cache", "a file");
    compile(&tree);
    assert!(!served(&tree));
    assert!(load(&request(&tree)).problems.is_empty());
}

#[test]
fn no_home_directory_is_made() {
    let tree = tree("cache-homeless", &[]);
    let request = LoadRequest { home: Some(tree.path("nobody")), cache: Cache::Use, ..tree.request(PROJECT) };
    assert!(!load(&request).policy.rules.is_empty());
    assert!(fs::metadata(tree.path("nobody")).is_err());
    assert!(!load(&request).is_compiled());
}

#[test]
fn a_directory_that_is_open_to_others_is_closed_to_them() {
    let tree = tree("cache-closed", &[(GLOBAL, "rules: [{allow: ls}]")]);
    let place = place(&tree);
    fs::create_dir_all(&place.directory).unwrap();
    fs::set_permissions(&place.directory, fs::Permissions::from_mode(0o755)).unwrap();
    compile(&tree);
    assert!(served(&tree));
    assert_eq!(fs::metadata(&place.directory).unwrap().permissions().mode() & 0o777, 0o700);
}

#[test]
fn only_so_many_are_kept() {
    let tree = tree("cache-many", &[(GLOBAL, "rules: [{allow: ls}]")]);
    let place = compile(&tree);
    for number in 0..MAX_KEPT + 20 {
        fs::write(format!("{}/{number:016x}{ENDING}", place.directory), "").unwrap();
    }
    fs::write(format!("{}/notes", place.directory), "").unwrap();
    compile(&tree);
    let names: Vec<_> = fs::read_dir(&place.directory).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(names.len() <= MAX_KEPT + 1, "{}", names.len());
    assert!(names.iter().any(|name| name == "notes"));
}
