//! Globs of the working tree, and types that are made of others.

use super::*;

/// A word whose globs stand for no leading dot.
fn shown(text: &str) -> Word {
    let mut shown = word(text);
    for part in &mut shown.parts {
        if let Part::Glob(glob) = part {
            glob.may_be_dot = false;
        }
    }
    shown
}

fn check_shown(kind: &Type, rows: &[(&str, Match)]) {
    for (text, expected) in rows {
        assert_eq!(matches(kind, &shown(text), &here(), &Tree), *expected, "{text} as {kind:?}");
    }
    assert_eq!(matches(kind, &word("build/*"), &here(), &Tree), May, "hidden files");
}

#[test]
fn globs_lie_where_their_directory_lies() {
    let tree = Type::Builtin(Builtin::Tree);
    check_shown(
        &tree,
        &[
            ("*", Must),
            ("build/*.o", Must),
            ("build/*/x", Must),
            ("/home/u/p/build/*", Must),
            ("../*", Never),
            ("/etc/*", Never),
            ("build/out/*", Never),
            (".*", May),
            ("build/.*", May),
            ("build/*/../x", May),
            ("build/$X*", May),
        ],
    );
    let below = Type::Tree { under: strings(&["build"]) };
    check_shown(&below, &[("build/*", Must), ("*", Never), ("build/.*", May)]);
}

#[test]
fn types_of_types() {
    let (port, api_or_port) = (Type::Builtin(Builtin::Port), Type::Any(vec![api(), Type::Builtin(Builtin::Port)]));
    check(
        &api_or_port,
        &[("80", Must), ("https://api.example.com/", Must), ("x", Never), ("https://$X", May), ("{80,81}", Must)],
    );
    let both = Type::All(vec![port, Type::Int { min: Some(1024), max: None }]);
    check(&both, &[("8080", Must), ("80", Never), ("99999", Never), ("$#", May)]);
}
