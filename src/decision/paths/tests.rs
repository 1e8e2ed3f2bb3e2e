use smallvec::smallvec;

use super::*;
use crate::command::word::{Glob, Parts, Unknown};
use crate::input::Span;

const P: &str = "/home/u/p";

fn word(text: &str) -> Word {
    let mut parts = Parts::new();
    let mut characters = text.chars();
    let mut before = '/';
    while let Some(character) = characters.next() {
        let part = match character {
            '$' => {
                let name = characters.next().unwrap();
                Part::from(Unknown { numeric: name == '#', ..Unknown::any(format!("${name}")) })
            }
            '{' => {
                let texts: String = characters.by_ref().take_while(|&character| character != '}').collect();
                Part::Choice(texts.split(',').map(str::to_owned).collect())
            }
            '*' => Part::from(Glob { kind: GlobKind::Star, may_be_dot: before != '/', text: "*".to_owned() }),
            other => Part::character(other),
        };
        before = character;
        push_part(&mut parts, part);
    }
    let is_glob = parts.iter().any(|part| matches!(part, Part::Glob(_)));
    Word { parts, count: if is_glob { Count::Any } else { Count::One }, ..Word::default() }
}

fn at(directories: &[&str]) -> Directory {
    Directory::Known(directories.iter().map(|path| (*path).to_owned()).collect())
}

/// How the words show; unknown parts as `…`.
fn shown(words: &[Word]) -> String {
    let part = |part: &Part| match part {
        Part::Literal(text) => text.to_string(),
        Part::Unknown(unknown) if unknown.numeric => "#".to_owned(),
        Part::Unknown(_) => "…".to_owned(),
        Part::Glob(glob) => glob.text.clone(),
        Part::Choice(_) => "{}".to_owned(),
    };
    words.iter().map(|word| word.parts.iter().map(part).collect::<String>()).collect::<Vec<_>>().join(" ")
}

#[test]
fn known_paths_are_normalised() {
    for (path, expected) in [
        ("a", "/home/u/p/a"),
        ("", "/home/u/p"),
        (".", "/home/u/p"),
        ("..", "/home/u"),
        ("../../../../..", "/"),
        ("a/./b//c/../d/", "/home/u/p/a/b/d"),
        ("/", "/"),
        ("//", "/"),
        ("///etc//passwd", "/etc/passwd"),
        ("/../etc", "/etc"),
        ("/etc/.../x", "/etc/.../x"),
        ("/proc/self/cwd/a", "/home/u/p/a"),
        ("/proc/./self/cwd/../a", "/home/u/a"),
        ("/proc/thread-self/root/etc", "/etc"),
        ("/proc/self/root/proc/self/cwd", "/home/u/p"),
        ("/proc/self/task/12/cwd/a", "/home/u/p/a"),
        ("/proc/self/status", "/proc/self/status"),
    ] {
        assert_eq!(normalise(path, P), expected, "{path}");
    }
    assert_eq!(normalise("a", "/"), "/a");
}

#[test]
fn words_are_resolved() {
    for (text, expected) in [
        ("a", "a"),
        ("./a", "a"),
        ("a/../b", "b"),
        ("../q/x", "/home/u/q/x"),
        ("../p/x", "x"),
        ("..", "/home/u"),
        (".", "."),
        ("/home/u/p/x", "x"),
        ("/home/u/px", "/home/u/px"),
        ("/etc//passwd", "/etc/passwd"),
        ("/proc/self/cwd/x", "x"),
        ("/proc/self/root/etc", "/etc"),
        ("/proc/$#/cwd/x", "…x"),
        ("/proc/1/root/etc", "…etc"),
        ("/dev/fd/../environ", "…environ"),
        ("/dev/stdin/../environ", "…environ"),
        ("/proc/self/fd/3/../x", "…x"),
        ("/var/run/../etc/shadow", "…etc/shadow"),
        ("/var/run/x/../y", "/var/run/y"),
        ("/dev/../etc/x", "/etc/x"),
        ("build/", "build/"),
        ("./build/", "build/"),
        ("-f", "-f"),
        ("--x=../y", "--x=../y"),
        ("", ""),
        ("https://a.b//c", "https://a.b//c"),
        ("x://../../../../../etc/passwd", "/etc/passwd"),
        ("a\n../b", "a\n../b"),
        // partly known
        ("$X", "…"),
        ("/tmp/$X", "…"),
        ("/tmp/$X/y", "…y"),
        ("/tmp/$X/../y", "…y"),
        ("/tmp/$X.log", "….log"),
        ("/tmp/$X.log/y", "….log/y"),
        ("/tmp/$X.log/../y", "…y"),
        ("/tmp/$X..", "…"),
        ("/tmp/f$#", "/tmp/f#"),
        ("/tmp/$#/../x", "…x"),
        ("*.c", "*.c"),
        ("./*.c", "*.c"),
        ("../*.c", "/home/u/*.c"),
        ("/tmp/*/x", "/tmp/*/x"),
        ("/tmp/*/../x", "…x"),
        ("/home/*/p/x", "…x"),
        ("/home/*", "/home/*"),
        (".*", "…"),
        ("{a,../b}/c", "a/c /home/u/b/c"),
        ("{a,a/.}", "a"),
    ] {
        assert_eq!(shown(&resolved(&word(text), &at(&[P]), Some(P))), expected, "{text}");
    }
}

#[test]
fn words_are_resolved_from_each_directory() {
    assert_eq!(shown(&resolved(&word("x"), &at(&[P, "/tmp"]), Some(P))), "x /tmp/x");
    assert_eq!(shown(&resolved(&word("../x"), &at(&["/home/u/p/src", "/tmp"]), Some(P))), "x /x");
    assert_eq!(shown(&resolved(&word("/etc/x"), &at(&[P, "/tmp"]), Some(P))), "/etc/x");
    assert_eq!(shown(&resolved(&word("a/x"), &Directory::Unknown, Some(P))), "…a/x");
    assert_eq!(shown(&resolved(&word("../x"), &Directory::Unknown, Some(P))), "…x");
    assert_eq!(shown(&resolved(&word("/etc/../x"), &Directory::Unknown, Some(P))), "/x");
    assert_eq!(shown(&resolved(&word("/proc/self/cwd/x"), &Directory::Unknown, None)), "…x");
    assert_eq!(shown(&absolute(&word("x/"), &at(&[P]))), "/home/u/p/x");
}

#[test]
fn paths_of_a_list() {
    let paths = ["/home/u/p/.env".to_owned(), "/home/u/.ssh/**".to_owned(), "/etc/*.conf".to_owned()];
    let ask = |text: &str, directory: &Directory| is_one_of(&word(text), &paths, directory);
    for (text, expected) in [
        (".env", Match::Must),
        ("./.env", Match::Must),
        ("src/../.env", Match::Must),
        ("/proc/self/cwd/.env", Match::Must),
        (".envrc", Match::Never),
        ("../.ssh/id", Match::Must),
        ("../.ssh", Match::Never),
        ("/etc/a.conf", Match::Must),
        ("/etc/a/b.conf", Match::Never),
        ("$X", Match::May),
        ("x$X", Match::May),
        ("/tmp/*", Match::Never),
        ("*", Match::Never),
        ("/etc/*.conf", Match::Must),
        ("{.env,../.ssh/x}", Match::Must),
        ("{.env,x}", Match::May),
    ] {
        assert_eq!(ask(text, &at(&[P])), expected, "{text}");
    }
    assert_eq!(ask(".env", &at(&[P, "/tmp"])), Match::May);
    assert_eq!(ask(".env", &Directory::Unknown), Match::May);
    assert_eq!(ask("x.txt", &Directory::Unknown), Match::May, "below .ssh it would be one");
}

/// What is left out of what lies anywhere without being matched does not match: every list of two names after the stars
/// against every path of up to three.
#[test]
fn what_lies_anywhere_is_told_apart_by_its_first_name() {
    let parts = ["a", "ab", "b", "*", "b*", "?a", "\\a", "**", "a**", ""];
    let names = ["a", "ab", "b", "ba", "aab"];
    let firsts =
        names.iter().flat_map(|one| [format!("/{one}")].into_iter().chain(names.map(|two| format!("/{one}/{two}"))));
    let paths: Vec<Word> = firsts
        .flat_map(|path| [path.clone()].into_iter().chain(names.map(|name| format!("{path}/{name}"))))
        .map(|path| Word::literal(path, Span::default()))
        .collect();
    let (mut matched, mut not) = (0, 0);
    for one in parts {
        for glob in [format!("/**/{one}")].into_iter().chain(parts.map(|two| format!("/**/{one}/{two}"))) {
            for path in &paths {
                let expected = text::matches_path(&glob, path);
                assert_eq!(
                    is_among(std::slice::from_ref(path), std::iter::once(glob.as_str())),
                    expected,
                    "{glob} {path:?}"
                );
                matched += usize::from(expected == Match::Must);
                not += usize::from(expected == Match::Never);
            }
        }
    }
    assert!(matched > 1_000 && not > 5_000, "{matched} {not}");
}

/// A list says of a path that is not known what the surest of its entries says alone, whichever was looked at before.
#[test]
fn a_list_says_of_what_is_not_known_what_its_entries_say() {
    let words = ["/$A", "$A", "/a*", "/a/*", "*", "/a*b", "/$A/a", "/a/$#", "$#", "/{a,b}", "/{a,b}*"].map(word);
    let globs = [
        "/**", "**", "/a*", "/*", "/**/a", "/**/*", "/a/**", "/a", "/?", "/a?", "", "*", "/a/", "/**/", "\\*", "/\\a",
        "a",
    ];
    let mut seen = [0; 3];
    for word in &words {
        for readings in [absolute(word, &at(&["/"])), absolute(word, &at(&[P])), vec![word.clone()]] {
            for (one, other) in globs.iter().flat_map(|one| globs.map(|other| (*one, other))) {
                let alone =
                    |glob: &str| readings.iter().map(|reading| text::matches_path(glob, reading)).collect::<Vec<_>>();
                let both = alone(one).into_iter().zip(alone(other)).map(|(one, other)| one.or(other));
                let expected = both.reduce(Match::either_case).unwrap();
                assert_eq!(
                    is_among(&readings, [one, other].into_iter()),
                    expected,
                    "{one} {other} {}",
                    shown(&readings)
                );
                seen[expected as usize] += 1;
            }
        }
    }
    assert!(seen.iter().all(|count| *count > 100), "{seen:?}");
}

/// Every concretisation of a word, resolved, is among the words that the abstract word resolves to.
#[test]
fn resolving_covers_every_concretisation() {
    let words = [
        "$X",
        "a/$X",
        "/tmp/$X/y",
        "$X/../y",
        "a/*/b",
        "../*",
        "{a,..}/x",
        "/home/*/p/$X",
        "$X.c/z",
        "./$#/x",
        "/$X",
        "/proc/$X/cwd/y",
        "$X/cwd/y",
        "/proc/self/$Xd",
        "/proc/self/*d",
        "/pro*/self/cwd",
        "/proc/self/*/x",
        "/proc/self/{a,..}/self/cwd",
        "/home/u/*",
        "/home/*",
    ];
    let fillings = [
        "",
        "a",
        "..",
        ".",
        "u",
        "a/b",
        "../..",
        "/etc",
        "a/../../b",
        "self",
        "7",
        "../p",
        "home/u/p",
        "-f",
        "c",
        "w",
        "cw",
        "cwd",
        "root",
        "proc/self",
        "/proc/self",
        "p",
        ".",
    ];
    for text in words {
        let abstracted = resolved(&word(text), &at(&[P, "/tmp"]), Some(P));
        for filling in fillings {
            if (text.contains('*') && (filling.contains('/') || filling.starts_with('.') || filling.is_empty()))
                || (text.contains('#') && filling != "7")
            {
                continue;
            }
            let concrete =
                text.replace("$X", filling).replace("$#", filling).replace('*', filling).replace("{a,..}", "..");
            for directory in [P, "/tmp"] {
                let Some(known) =
                    resolved(&Word::literal(concrete.clone(), Span::default()), &at(&[directory]), Some(P)).pop()
                else {
                    panic!("{concrete}");
                };
                let covered = abstracted.iter().any(|word| text::same(word, &known) != Match::Never);
                assert!(covered, "{text} as {concrete} in {directory}: {known:?}");
            }
        }
    }
}

#[test]
fn what_find_finds_is_not_looked_for_in_listed_directories() {
    let below = Part::from(Glob { kind: GlobKind::Below { links: true }, may_be_dot: true, text: "{}".to_owned() });
    let star = Part::from(Glob { kind: GlobKind::Star, may_be_dot: true, text: "*".to_owned() });
    let parts = |end: &[Part]| {
        let mut parts = smallvec![Part::Literal(".".into()), below.clone(), Part::Literal("/".into())];
        end.iter().for_each(|part| push_part(&mut parts, part.clone()));
        Word { parts, never_flag: true, ..Word::default() }
    };
    let ending = |text: &str| parts(&[star.clone(), Part::Literal(text.into())]);
    let here = Directory::Known(vec!["/home/u/p".to_owned()]);
    let listed = |word: &Word, path: &str| is_one_of(word, &[path.to_owned()], &here);
    assert_eq!(listed(&ending(".pyc"), "/**/.idea/**"), Match::Never);
    assert_eq!(listed(&ending(".pyc"), "/**/*.pyc"), Match::Must);
    assert_eq!(listed(&ending(".pyc"), "/**/.yarnrc*"), Match::May);
    assert_eq!(listed(&ending(".pyc"), "/home/u/.ssh/**"), Match::Never);
    assert_eq!(listed(&ending(".pyc"), "/home/u/p/x/**"), Match::May);
    assert_eq!(listed(&parts(&[Part::Literal(".env".into())]), "/**/.env"), Match::Must);
    assert_eq!(listed(&parts(&[Part::Literal("x".into())]), "/etc/x"), Match::Never);
}

#[test]
fn a_path_with_nothing_to_resolve_leads_where_the_walk_does() {
    let pieces = ["a", ".", "..", "", "proc", "self", "cwd", "b.c", "..."];
    let walked = |path: &str, directory: &str| {
        let mut at = Place::beginning(path.starts_with('/'), Some(directory));
        path.split('/').for_each(|name| at.enter_known(name, Some(directory)));
        Word { parts: at.relative_to(None), ..Word::default() }.known().map(str::to_owned)
    };
    let mut told = 0;
    for code in 0..pieces.len().pow(4) {
        let path = (0..4).map(|at| pieces[code / pieces.len().pow(at) % pieces.len()]).collect::<Vec<_>>().join("/");
        for path in [path.as_str(), path.trim_matches('/')] {
            for directory in ["/", P, "/proc/self", "/home//u", "/a/", "/proc", ""] {
                if let Some(plain) = place::plainly(path, directory) {
                    told += 1;
                    assert_eq!(Some(plain), walked(path, directory), "{path:?} in {directory:?}");
                }
            }
        }
    }
    assert!(told > 1000, "{told}");
}
