//! Conditions against scenes, with the answer that is expected.

use super::*;
use Match::{May, Must, Never};

/// With no unknown word anywhere: what CEL says.
const KNOWN: &[(&str, Match)] = &[
    ("true", Must),
    ("false", Never),
    ("!true", Never),
    ("!!true", Must),
    ("true && true", Must),
    ("true && false", Never),
    ("false || true", Must),
    ("false || false", Never),
    ("false && nope", Never),
    ("nope && false", Never),
    ("true || nope", Must),
    ("nope || true", Must),
    ("nope || false", May),
    ("nope && true", May),
    ("1", May),
    ("'x'", May),
    ("null", May),
    ("1 && true", May),
    ("!'x'", May),
    ("1 == 1", Must),
    ("1 == 2", Never),
    ("1 != 2", Must),
    ("1 == 1.0", Must),
    ("1u == 1", Must),
    ("1 < 1.5", Must),
    ("1 < 2 && 2 <= 2 && 3 > 2 && 2 >= 2", Must),
    ("'a' < 'b'", Must),
    ("'a' < 1", May),
    ("'1' == 1", Never),
    ("null == null", Must),
    ("null == 'x'", Never),
    ("null != 'x'", Must),
    ("true == true", Must),
    ("true == 1", Never),
    ("1 + 2 == 3", Must),
    ("1 - 2 == -1", Must),
    ("2 + 3 * 4 == 14", Must),
    ("(2 + 3) * 4 == 20", Must),
    ("7 / 2 == 3 && 7 % 2 == 1", Must),
    ("-7 / 2 == -3", Must),
    ("1.5 + 1.5 == 3.0", Must),
    ("1 / 0 == 1", May),
    ("9223372036854775807 + 1 > 0", May),
    ("0x10 == 16", Must),
    ("1e3 == 1000.0", Must),
    ("'a' + 'b' == 'ab'", Must),
    ("'a' + 1 == 'a1'", May),
    ("[1] + [2] == [1, 2]", Must),
    ("[1, 2] == [2, 1]", Never),
    ("[1, 2,] == [1, 2]", Must),
    ("[1, 2][1] == 2", Must),
    ("[1, 2][2] == 2", May),
    ("[1, 2][-1] == 2", May),
    ("'abc'[1] == 'b'", Must),
    ("{'a': 1}.a == 1", Must),
    ("{'a': 1}['a'] == 1", Must),
    ("{'a': 1}.b == 1", May),
    ("has({'a': 1}.a)", Must),
    ("has({'a': 1}.b)", Never),
    ("'a' in {'a': 1}", Must),
    ("'b' in {'a': 1}", Never),
    ("1 in [1, 2]", Must),
    ("3 in [1, 2]", Never),
    ("!(3 in [1, 2])", Must),
    ("'b' in 'abc'", Must),
    ("true ? true : false", Must),
    ("false ? true : false", Never),
    ("false ? nope : true", Must),
    ("nope ? true : true", Must),
    ("nope ? true : false", May),
    ("true ? (true ? false : true) : true", Never),
    ("false ? true : false ? true : false", Never),
    ("size('') == 0", Must),
    ("size('äb') == 2", Must),
    ("'abc'.size() == 3", Must),
    ("size([1, 2]) == 2", Must),
    ("size({'a': 1}) == 1", Must),
    ("size(1) == 1", May),
    ("size('a', 'b') == 1", May),
    ("'abc'.startsWith('ab')", Must),
    ("'abc'.startsWith('b')", Never),
    ("'abc'.endsWith('bc')", Must),
    ("'abc'.endsWith('ab')", Never),
    ("'abc'.contains('b')", Must),
    ("'abc'.contains('d')", Never),
    ("[1, 2].contains(2)", Must),
    ("startsWith('abc', 'a')", Must),
    ("null.startsWith('a')", May),
    ("'abc'.matches('b')", Must),
    ("'abc'.matches('^b')", Never),
    ("'abc'.matches('^a.c$')", Must),
    ("matches('abc', 'c$')", Must),
    ("'ABC'.matches('(?i)abc')", Must),
    ("'a\\nb'.matches('a.b')", Never),
    ("'a\\nb'.matches('(?s)a.b')", Must),
    ("'x y'.matches('x\\\\sy')", Must),
    ("'x y'.matches(r'x\\sy')", Must),
    ("'x'.matches('(')", May),
    ("false && 'x'.matches('(')", Never),
    ("'build'.matches('^(\\\\./)?build(/.*)?$')", Must),
    ("'builder'.matches('^(\\\\./)?build(/.*)?$')", Never),
    ("string(1) == '1' && string(true) == 'true' && string('x') == 'x'", Must),
    ("int('12') == 12 && int(1.9) == 1", Must),
    ("int('x') == 0", May),
    ("double('1.5') == 1.5", Must),
    ("'AbC'.lowerAscii() == 'abc' && 'AbC'.upperAscii() == 'ABC'", Must),
    ("' a '.trim() == 'a'", Must),
    ("'a,b'.split(',') == ['a', 'b']", Must),
    ("['a', 'b'].join('-') == 'a-b'", Must),
    ("[1, 2].exists(x, x == 2)", Must),
    ("[1, 2].exists(x, x == 3)", Never),
    ("[].exists(x, true)", Never),
    ("[1, 2].all(x, x > 0)", Must),
    ("[1, 2].all(x, x > 1)", Never),
    ("[].all(x, false)", Must),
    ("[1, 2].exists_one(x, x == 2)", Must),
    ("[2, 2].exists_one(x, x == 2)", Never),
    ("[1, 'a'].exists(x, x > 0)", Must),
    ("['a', 1].exists(x, x > 1)", May),
    ("['a', 1].all(x, x > 1)", Never),
    ("['a', 1].exists_one(x, x > 0)", May),
    ("[1, 2, 3].filter(x, x > 1) == [2, 3]", Must),
    ("[1, 2].map(x, x * 2) == [2, 4]", Must),
    ("[1, 2, 3].map(x, x > 1, x * 2) == [4, 6]", Must),
    ("[[1], [2, 3]].exists(x, x.exists(y, y == 3))", Must),
    ("[1].exists(x, [2].exists(x, x == 2) && x == 1)", Must),
    ("{'a': 1, 'b': 2}.exists(k, k == 'b')", Must),
    ("\"it's\" == 'it\\'s'", Must),
    ("'\\x41\\u0042\\103' == 'ABC'", Must),
    ("r'\\d' == '\\\\d'", Must),
    ("'''a\n'b''' == 'a\\n\\'b'", Must),
    ("1 // a comment\n == 1", Must),
    // the names
    ("env.ENV == 'prod'", Must),
    ("env['ENV'] == 'prod'", Must),
    ("env.ENV == 'dev'", Never),
    ("env.EMPTY == ''", Must),
    ("env.NOPE == ''", May),
    ("has(env.ENV) && env.ENV == 'prod'", Must),
    ("has(env.NOPE) && env.NOPE == 'prod'", Never),
    ("'ENV' in env && !('NOPE' in env)", Must),
    ("env.SET == 'here'", Must),
    ("has(env.UNSET)", Never),
    ("env.exists(k, k == 'SET') && !env.exists(k, k == 'UNSET')", Must),
    ("args == []", Must),
    ("size(args) == 0", Must),
    ("args[0] == 'x'", May),
    ("size(args) > 0 && args[0] == 'x'", Never),
    ("flags.size() == 0", Must),
    ("'force' in flags", Never),
    ("flags.force == null", May),
    ("size(paths.sensitive) == 2", Must),
    ("'.env' in paths.sensitive", Must),
    ("paths.nope == []", May),
    ("definitions.paths.sensitive == paths.sensitive", Must),
    ("definitions.vars['safe'].exists(p, glob_matches(p, '/tmp/x'))", Must),
    ("definitions.vars['safe'].exists(p, glob_matches(p, 'node_modules'))", Never),
    ("glob_matches('a*c', 'abc') && !glob_matches('a*c', 'abd') && glob_matches('x', 'x')", Must),
    ("flag_groups['used'].exists(v, v.startsWith('query='))", Must),
    ("size(flag_groups['unused']) == 0", Must),
    ("flag_groups.nope == []", May),
    ("pipe.stdin && !pipe.stdout", Must),
    ("shell.loop_kind == ''", Must),
    ("shell.loop_kind in ['while', 'until']", Never),
    ("os == 'linux' && os in ['linux', 'macos']", Must),
    ("fs.exists('/tmp/ok') && fs.is_file('/tmp/ok') && !fs.is_dir('/tmp/ok')", Must),
    ("fs.exists('marker') && fs.is_dir('.git')", Must),
    ("fs.exists('')", Never),
    ("fs.exists('nope')", Never),
    ("fs.exists('/root/secret')", May),
    ("'x'.exists('y')", May),
    ("fs.home == '/home/u' && fs.cwd == '/home/u/p'", Must),
    ("fs.cwd.startsWith(fs.home + '/')", Must),
    ("git.branch == 'feature/x' && git.root == '/home/u/p' && git.remote == null", Must),
    ("git.branch.matches('^(main|release/.*)$')", Never),
    ("vars.x == 'y'", May),
    ("has(vars.x)", Never),
    ("redirects == []", Must),
];

#[test]
fn with_everything_known() {
    let stage = Stage::new();
    for (condition, expected) in KNOWN {
        assert_eq!(stage.evaluate(condition).matched, *expected, "{condition}");
    }
}

/// Arguments in the little language of [`word`]; a trailing `…` makes zero or more words of it.
const UNKNOWN: &[(&str, &str, Match)] = &[
    ("$X", "args[0] == 'x'", May),
    ("a$X", "args[0] == 'x'", Never),
    ("$X", "args[0] == args[0] || true", Must),
    ("$X", "size(args) == 1", Must),
    ("$X", "size(args[0]) >= 0", Must),
    ("ab$X", "size(args[0]) >= 2", Must),
    ("ab$X", "size(args[0]) == 1", Never),
    ("https://a.b/$X", "args[0].startsWith('https://a.b/')", Must),
    ("https://a.b$X", "args[0].startsWith('https://a.b/')", May),
    ("http://$X", "args[0].startsWith('https://')", Never),
    ("$X.rs", "args[0].endsWith('.rs')", Must),
    ("$X.rs", "args[0].endsWith('.py')", Never),
    ("a$X", "args[0].contains('a')", Must),
    ("a$X", "args[0].contains('b')", May),
    ("{a,b}", "args[0] in ['a', 'b']", May),
    ("{a,b}", "args[0].matches('^[ab]$')", Must),
    ("{a,b}", "args[0] == 'c'", Never),
    ("{a,b}c", "args[0].endsWith('c')", Must),
    ("$#", "args[0].matches('^[-+]?[0-9]+$')", Must),
    ("$#", "args[0].contains('/')", Never),
    ("/tmp/$#", "args[0].matches('^/tmp/[A-Za-z0-9.+_-]+$')", Must),
    ("/tmp/$X", "args[0].matches('^/tmp/[A-Za-z0-9._-]+$')", May),
    ("/etc/$X", "args[0].matches('^/tmp/[A-Za-z0-9._-]+$')", Never),
    ("*.txt", "args.all(a, a.endsWith('.txt'))", Must),
    ("*.txt", "args.exists(a, a.endsWith('.txt'))", May),
    ("*.txt", "args.exists(a, a.contains('/'))", Never),
    ("*.txt", "args[0] == 'a.txt'", May),
    ("*.txt", "args[0].endsWith('.txt')", May),
    ("a *.txt", "args[1].endsWith('.txt')", May),
    ("*.txt a", "args[1] == 'a'", May),
    ("*.txt", "size(args) == 0", May),
    ("*.txt", "args.all(a, !a.startsWith('/'))", Must),
    ("*", "args.all(a, !a.matches('^\\\\.'))", Must),
    ("build/*", "args.all(a, a.matches('^(\\\\./)?build(/.*)?$'))", May),
    ("build/*", "args.all(a, a.matches('^(\\\\./)?build(/(?s:.)*)?$'))", Must),
    ("build/*", "args.all(a, !a.matches('(^|/)\\\\.\\\\.(/|$)'))", Must),
    ("build/$X", "args.all(a, !a.matches('(^|/)\\\\.\\\\.(/|$)'))", May),
    ("?", "args.all(a, size(a) >= 0)", Must),
    ("? b", "args.all(a, a.matches('^[^/]$'))", Must),
    ("a $X…", "size(args) > 0", Must),
    ("a $X…", "size(args) > 1", May),
    ("a $X…", "size(args) == 0", Never),
    ("a $X…", "size(args) < 1", Never),
    ("a $X…", "size(args) != 0", Must),
    ("a $X…", "1 <= size(args)", Must),
    ("a $X…", "args[0] == 'a'", Must),
    ("a $X…", "args[1] == 'a'", May),
    ("$X… a", "args[0] == 'a'", May),
    ("$X… a", "args.exists(a, a == 'a')", Must),
    ("$X… a", "args.exists(a, a == 'b')", May),
    ("$X… a", "args.all(a, a == 'a')", May),
    ("$X… a", "args.all(a, a == 'b')", Never),
    ("$X… a", "'a' in args", Must),
    ("$X… a", "'b' in args", May),
    ("$X… a", "args == ['a']", May),
    ("$X… a", "args == []", Never),
    ("$X… a a", "args == ['a']", Never),
    ("$X… a", "args.exists_one(a, a == 'a')", May),
    ("$X… a a", "args.exists_one(a, a == 'a')", May),
    ("*.c a a", "args.exists_one(a, a == 'a')", Never),
    ("*.c a", "args.filter(a, a == 'a') == ['a']", Must),
    ("*.c a", "args.filter(a, a.endsWith('c')).all(a, a.endsWith('.c'))", Must),
    ("$X a", "args.filter(a, a == 'b').exists(a, a == 'b')", May),
    ("$X a", "args.filter(a, a != 'a').size() <= 0", May),
    ("$X", "args.map(a, 'x' + a).all(a, a.startsWith('x'))", Must),
    ("$X", "('-' + args[0]).startsWith('-')", Must),
    ("$X", "(args[0] + '.d').endsWith('.d')", Must),
    ("a$X", "args[0].upperAscii().startsWith('A')", Must),
    ("$X", "args[0].matches('')", Must),
    ("$X", "args[0].matches('^')", Must),
    ("$X", "args[0].matches('x|.|^$|\\n')", Must),
    ("$X", "args[0].matches('[^\\\\s\\\\S]')", Never),
    ("$X", "args[0].matches('\\\\b')", May),
    ("a$X", "args[0].matches('^\\\\b')", Must),
    ("$X", "args[0] < 'b'", May),
    ("$X", "args[0] == 'a' || args[0] != 'a'", May),
    ("$X", "args[0] == 'a' ? true : true", Must),
    ("$X", "true || args[0] == 'a'", Must),
    ("$X", "glob_matches('*', args[0])", Must),
    ("a$X", "glob_matches('a*', args[0])", Must),
    ("a$X", "glob_matches('b*', args[0])", Never),
    ("$Xb", "glob_matches('*b', args[0])", Must),
    ("x$Xb", "glob_matches('a*b', args[0])", Never),
    ("a$X", "glob_matches(args[0], 'abc')", May),
    ("{/tmp/ok,marker}", "fs.exists(args[0])", Must),
    ("{/tmp/ok,nope}", "fs.exists(args[0])", May),
    ("{nope,nope2}", "fs.exists(args[0])", Never),
    ("$X", "fs.exists(args[0])", May),
    ("$X", "args.exists(a, a.matches('('))", May),
    ("a b", "args.exists(a, a.matches('^b$'))", Must),
];

fn arguments(text: &str) -> Vec<Word> {
    let read = |text: &str| text.strip_suffix('…').map_or_else(|| word(text), words);
    text.split(' ').map(read).collect()
}

#[test]
fn with_words_that_are_not_known() {
    for (args, condition, expected) in UNKNOWN {
        let held = Stage::with_args(arguments(args)).evaluate(condition);
        assert_eq!(held.matched, *expected, "{condition} with {args}");
        assert_eq!(held.because.is_some(), *expected == May, "{condition} with {args}");
    }
}

#[test]
fn flags_and_arguments_that_may_hold_others() {
    let mut stage =
        Stage { flags: vec![("X".to_owned(), Some(known("POST"))), ("v".to_owned(), None)], ..Stage::new() };
    let ask = |stage: &Stage, condition: &str| stage.evaluate(condition).matched;
    assert_eq!(ask(&stage, "has(flags.X) && flags.X == 'POST' && flags.v == null"), Must);
    assert_eq!(ask(&stage, "has(flags.Y)"), Never);
    assert_eq!(ask(&stage, "size(flags) == 2"), Must);
    stage.flags_open = true;
    assert_eq!(ask(&stage, "has(flags.X)"), Must);
    assert_eq!(ask(&stage, "flags.X == 'POST'"), May);
    assert_eq!(ask(&stage, "has(flags.Y)"), May);
    assert_eq!(ask(&stage, "'Y' in flags"), May);
    assert_eq!(ask(&stage, "size(flags) == 2"), May);
    assert_eq!(ask(&stage, "size(flags) >= 2"), Must);
    assert_eq!(ask(&stage, "size(flags) == 0"), Never);
    assert_eq!(ask(&stage, "size(flag_groups.unused) == 0"), May);
    assert_eq!(ask(&stage, "flag_groups.used.exists(v, v == 'x')"), Must);

    stage.args = vec![known("a")];
    assert_eq!(ask(&stage, "args[0] == 'a'"), Must);
    stage.args.push(Word::any_words("$X", Span::default()));
    assert_eq!(ask(&stage, "args[0] == 'a'"), Must);
    assert_eq!(ask(&stage, "args[1] == 'a'"), May);
    assert_eq!(ask(&stage, "args.exists(a, a == 'a')"), Must);
    assert_eq!(ask(&stage, "args.all(a, a == 'a')"), May);
    assert_eq!(ask(&stage, "args == []"), Never);
    stage.args.swap(0, 1);
    assert_eq!(ask(&stage, "args[0] == 'a'"), May);
}

#[test]
fn what_may_be_no_argument_is_what_it_is_if_it_is_one() {
    let perhaps = Word { count: Count::Any, ..Word::literal("a", Span::default()) };
    let stage = Stage::with_args(vec![perhaps]);
    assert_eq!(stage.evaluate("args.exists(a, a == 'b')").matched, Never);
    let held = stage.evaluate("args[0] == 'a'");
    assert_eq!((held.matched, held.because.as_deref()), (May, Some("which words are arguments is not known")));
}

#[test]
fn what_stands_elsewhere_is_found_and_not_counted() {
    let ask = |stage: &Stage, condition: &str| stage.evaluate(condition).matched;
    let stage = Stage { args_beyond: 1, ..Stage::with_args(vec![known("a"), known("b")]) };
    for holds in
        ["args.exists(a, a == 'b')", "'b' in args", "args.filter(a, a == 'b').exists(a, true)", "args[0] == 'a'"]
    {
        assert_eq!(ask(&stage, holds), Must, "{holds}");
    }
    for not in ["args.all(a, a == 'b')", "size(args) > 1", "args == ['a', 'b']", "args.exists_one(a, a == 'b')"] {
        assert_eq!(ask(&stage, not), Never, "{not}");
    }
    for holds in ["args.all(a, a == 'a')", "size(args) == 1", "args == ['a']", "args.join(',') == 'a'"] {
        assert_eq!(ask(&stage, holds), Must, "{holds}");
    }
    assert_eq!(ask(&stage, "args[1] == 'b'"), May);
}

#[test]
fn flags_given_twice() {
    let given = |values: &[&str]| Stage {
        flags: values.iter().map(|value| ("n".to_owned(), Some(word(value)))).collect(),
        ..Stage::new()
    };
    assert_eq!(given(&["a", "a"]).evaluate("flags.n == 'a'").matched, Must);
    assert_eq!(given(&["a", "b"]).evaluate("flags.n == 'a'").matched, May);
    assert_eq!(given(&["a", "b"]).evaluate("flags.n == 'c'").matched, Never);
    assert_eq!(given(&["a", "$X"]).evaluate("flags.n == 'a'").matched, May);
    assert_eq!(given(&["$X", "$X"]).evaluate("has(flags.n)").matched, Must);
}

#[test]
fn redirections() {
    let redirect = |kind, operator, target: Word, descriptor| SceneRedirect { kind, operator, target, descriptor };
    let stage = Stage {
        redirects: vec![
            redirect("output", ">", known("/tmp/log"), None),
            redirect("dup", ">&", known("1"), Some(2)),
            redirect("output", ">>", word("/tmp/$X"), None),
        ],
        ..Stage::new()
    };
    for (condition, expected) in [
        ("redirects.exists(r, r.type == 'output')", Must),
        ("redirects.exists(r, r.type == 'input')", Never),
        ("redirects.exists(r, r.descriptor == 2)", Must),
        ("redirects[0].descriptor == null", Must),
        ("redirects.exists(r, r.operator == '>>' && r.target.startsWith('/tmp/'))", Must),
        ("redirects.exists(r, r.type == 'dup' && !r.target.matches('^([0-9]+-?|-)$'))", Never),
        ("redirects.exists(r, r.type == 'output' && !(r.target in ['/dev/null', '/tmp/log']))", May),
        ("redirects.exists(r, r.type == 'output' && r.target == '/tmp/x')", May),
        ("size(redirects) == 3", Must),
    ] {
        assert_eq!(stage.evaluate(condition).matched, expected, "{condition}");
    }
}

#[test]
fn globs_beside_each_other_are_expanded_or_left_as_written_one_by_one() {
    let kind = GlobKind::Class { negated: false, ranges: Some(vec![('x', 'x')]) };
    let part = Part::from(Glob { kind, may_be_dot: false, text: "[x]".to_owned() });
    let target = Word { parts: [part].into(), ..Word::default() };
    let redirect = SceneRedirect { kind: "output", operator: ">", target, descriptor: None };
    let stage = Stage { redirects: vec![redirect.clone(), redirect], ..Stage::new() };
    let both = |text: &str| stage.evaluate(&format!("redirects[0].target + redirects[1].target == '{text}'")).matched;
    assert_eq!(both("xx"), May);
    assert_eq!(both("x[x]"), May);
    assert_eq!(both("[x][x]"), May);
}

#[test]
fn directories() {
    let at = |directories: &[&str]| Stage {
        directory: Directory::Known(directories.iter().map(|path| (*path).to_owned()).collect()),
        ..Stage::new()
    };
    assert_eq!(at(&["/home/u/p", "/x"]).evaluate("fs.exists('marker')").matched, May);
    assert_eq!(at(&["/home/u/p", "/x"]).evaluate("fs.exists('nope')").matched, Never);
    assert_eq!(at(&["/home/u/p", "/x"]).evaluate("fs.cwd == '/home/u/p'").matched, May);
    assert_eq!(at(&["/home/u/p", "/x"]).evaluate("fs.cwd == '/y'").matched, Never);
    assert_eq!(at(&["/home/u/p", "/home/u/p/src"]).evaluate("git.root == '/home/u/p'").matched, Must);
    assert_eq!(at(&["/home/u/p", "/x"]).evaluate("git.root == '/home/u/p'").matched, May);
    assert_eq!(at(&["/x"]).evaluate("git.branch == null").matched, Must);
    assert_eq!(at(&["/home/u/p"]).evaluate("git.bare").matched, Never);
    assert_eq!(at(&["/home/u/p/.git"]).evaluate("git.bare").matched, Must);
    assert_eq!(at(&["/home/u/p", "/home/u/p/.git"]).evaluate("git.bare").matched, May);
    let unknown = Stage { directory: Directory::Unknown, ..Stage::new() };
    assert_eq!(unknown.evaluate("fs.exists('marker')").matched, May);
    assert_eq!(unknown.evaluate("fs.exists('/tmp/ok')").matched, Must);
    assert_eq!(unknown.evaluate("git.branch == 'main'").matched, May);
    assert_eq!(unknown.evaluate("git.bare").matched, May);
}

#[test]
fn what_is_no_condition() {
    for text in [
        "",
        "@@@ invalid",
        "a ==",
        "== a",
        "(a",
        "a)",
        "[1",
        "a.",
        "a.1",
        "f(",
        "'x",
        "\"x\ny\"",
        "'\\q'",
        "1 2",
        "a &&",
        "a & b",
        "a | b",
        "a = b",
        "x.exists(1, true)",
        "has(x)",
        "has(x.y, z)",
        "b'x'",
        "{1}",
        "{'a':}",
        "in",
        "true.false",
        "99999999999999999999",
        "'\\ud800'",
        "a ? b",
        "a ? b :",
        ";",
        "'it''s'",
    ] {
        assert!(Condition::parse(text).is_err(), "{text}");
    }
}
