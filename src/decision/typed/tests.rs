use super::*;
use crate::command::word::{Glob, GlobKind, Part, Parts, Unknown};
use crate::facts::GitFacts;
use crate::policy::types::Executor;
use Match::{May, Must, Never};

mod bare;
mod made;

/// A small tree: `/home/u/p/build` with a link `out` to `/etc`, and `/mnt` that is a link to the tree.
struct Tree;

impl Facts for Tree {
    fn variable(&self, _name: &str) -> Option<String> {
        None
    }
    fn variables(&self) -> Vec<(String, String)> {
        Vec::new()
    }
    fn working_directory(&self) -> Option<String> {
        Some("/home/u/p".to_owned())
    }
    fn names(&self, _directory: &str, _wanted: &dyn Fn(&str) -> bool) -> Option<Vec<String>> {
        None
    }
    fn links(&self, _: &str) -> Option<Vec<String>> {
        None
    }
    fn file_kind(&self, path: &str) -> Result<FileKind, String> {
        match self.canonical(path).as_deref() {
            Some("/home/u/p/a.txt") => Ok(FileKind::File),
            Some("/home/u/p/build" | "/home/u/p" | "/etc") => Ok(FileKind::Directory),
            Some("/root/x") => Err("permission denied".to_owned()),
            _ => Ok(FileKind::Missing),
        }
    }
    fn canonical(&self, path: &str) -> Option<String> {
        let mut real: Vec<String> = Vec::new();
        for component in path.split('/').filter(|component| !matches!(*component, "" | ".")) {
            match component {
                ".." => drop(real.pop()),
                name => real.push(name.to_owned()),
            }
            match real.join("/").as_str() {
                "home/u/p/build/out" => real = vec!["etc".to_owned()],
                "mnt" => real = ["home", "u", "p"].map(str::to_owned).to_vec(),
                "dark" => return None,
                _ => {}
            }
        }
        Some(format!("/{}", real.join("/")))
    }
    fn git(&self, _directory: &str) -> Result<GitFacts, String> {
        Ok(GitFacts::default())
    }
    fn in_bare_repository(&self, _: &str) -> Result<bool, String> {
        Ok(false)
    }
}

/// `$X` unknown, `$#` a number, `{a,b}` a choice, `*` a glob.
fn word(text: &str) -> Word {
    let mut parts = Parts::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '$' => {
                let name = characters.next().unwrap();
                parts.push(Part::from(Unknown { numeric: name == '#', ..Unknown::any(format!("${name}")) }));
            }
            '{' => {
                let texts: String = characters.by_ref().take_while(|&character| character != '}').collect();
                parts.push(Part::Choice(texts.split(',').map(str::to_owned).collect()));
            }
            '*' => parts.push(Part::from(Glob { kind: GlobKind::Star, may_be_dot: true, text: "*".to_owned() })),
            other => match parts.last_mut() {
                Some(Part::Literal(text)) => text.push(other),
                _ => parts.push(Part::character(other)),
            },
        }
    }
    Word { parts, ..Word::default() }
}

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

fn here() -> Directory {
    Directory::Known(strings(&["/home/u/p"]))
}

fn check(kind: &Type, rows: &[(&str, Match)]) {
    for (text, expected) in rows {
        assert_eq!(matches(kind, &word(text), &here(), &Tree), *expected, "{text} as {kind:?}");
    }
}

fn api() -> Type {
    Type::Url { schemes: strings(&["https"]), hosts: strings(&["api.example.com", "*.corp.example", "[::1]"]) }
}

#[test]
fn lists_and_expressions() {
    let env = Type::Enum(strings(&["dev", "staging"]));
    check(
        &env,
        &[("dev", Must), ("prod", Never), ("{dev,staging}", Must), ("{dev,prod}", May), ("$X", May), ("p$X", Never)],
    );
    check(&env, &[("", Never), ("Dev", Never)]);
    let branch = Type::Regex("feature/[a-z0-9-]+".to_owned().into());
    check(
        &branch,
        &[("feature/x", Must), ("xfeature/x", Never), ("feature/x\n", Never), ("feature/$#", May), ("main$X", Never)],
    );
    check(&Type::Regex("a|ab".to_owned().into()), &[("ab", Must), ("abc", Never), ("{a,ab}", Must)]);
    check(&Type::Regex("f[0-9+-]+".to_owned().into()), &[("f$#", Must), ("f$X", May)]);
    check(&Type::Regex("(".to_owned().into()), &[("(", May), ("$X", May)]);
}

#[test]
fn integers() {
    let int = |min, max| Type::Int { min, max };
    check(
        &int(None, None),
        &[("0", Must), ("-5", Must), ("+5", Must), ("", Never), ("-", Never), ("1.5", Never), ("0x1", Never)],
    );
    check(
        &int(None, None),
        &[("$#", Must), ("$X", May), ("a$X", Never), ("99999999999999999999999999999999999999999", Must)],
    );
    check(
        &int(Some(1024), Some(65535)),
        &[("1024", Must), ("65535", Must), ("1023", Never), ("65536", Never), ("$#", May)],
    );
    check(
        &int(Some(1), None),
        &[("99999999999999999999999999999999999999999", Must), ("-99999999999999999999999999999999999999999", Never)],
    );
    check(&int(None, Some(-1)), &[("-1", Must), ("0", Never), ("{-1,-2}", Must)]);
    check(
        &Type::Builtin(Builtin::Port),
        &[("1", Must), ("65535", Must), ("65536", Never), ("0", Never), ("+80", Never), ("080", Never)],
    );
    check(&Type::Builtin(Builtin::Port), &[("80$X", May), ("a$X", Never), ("", Never)]);
    check(&Type::Builtin(Builtin::Int), &[("12", Must), ("x", Never), ("1$#", May)]);
}

#[test]
fn urls() {
    check(
        &api(),
        &[
            ("https://api.example.com", Must),
            ("https://api.example.com/", Must),
            ("https://api.example.com/v1?x=http://evil#@", Must),
            ("HTTPS://API.Example.COM/", Must),
            ("https://api.example.com:8443/x", Must),
            ("https://api.example.com./x", Must),
            ("https://user:pw@api.example.com/x", Must),
            ("https://a.corp.example/", Must),
            ("https://a.b.corp.example/", Must),
            ("https://[::1]:80/", Must),
            ("https://[0:0:0:0:0:0:0:1]/", Must),
            ("https://api.example.com?x=1", Must),
            ("http://api.example.com/", Never),
            ("https://evil.com/", Never),
            ("https://api.example.com.evil.com/", Never),
            ("https://evilapi.example.com/", Never),
            ("https://corp.example/", Never),
            ("https://xcorp.example/", Never),
            ("https://api.example.com@evil.com/", Never),
            ("https://evil.com/https://api.example.com/", Never),
            ("", Never),
            ("//api.example.com/x", Never),
            ("mailto:x@evil.com", Never),
            ("data:text/plain,x", Never),
        ],
    );
}

#[test]
fn odd_urls_are_neither() {
    for text in [
        "https://api.example.com\\@evil.com/",
        "https://evil.com\\.api.example.com/",
        "https:\\\\api.example.com/",
        "https:/evil.com/",
        "https:///evil.com/",
        "https://a@b@api.example.com/",
        "https://api.example.com?@evil.com/",
        "https://api.example.com#@evil.com/",
        "https://api.example.com:x/",
        "https://api.example.com:99999/",
        "https://аpi.example.com/",
        "https://api.example.com。evil.com/",
        " https://evil.com/",
        "ht\ttps://evil.com/",
        "https://api.example.com /",
        "https://api.example.com%2eevil.com/",
        "https://2130706433/",
        "https://127.1/",
        "https://0x7f.0.0.1/",
        "https://[::1%25eth0]/",
        "https://{api.example.com,evil.com}/",
        "https:// api.example.com/",
        "https://api..example.com/",
        "https://.example.com/",
        "https://[::1/",
        "https://-a/",
        "https://a@/",
    ] {
        let literal = Word::literal(text, Default::default());
        assert_eq!(matches(&api(), &literal, &here(), &Tree), May, "{text}");
    }
}

#[test]
fn urls_that_are_partly_known() {
    check(
        &api(),
        &[
            ("https://api.example.com/$X", Must),
            ("https://api.example.com/*", Must),
            ("https://api.example.com$X", May),
            ("https://api.example.com:$X", May),
            ("https://api.example.com?$X", May),
            ("https://$X.corp.example/", May),
            ("https://$X", May),
            ("https:$X", May),
            ("https$X", May),
            ("http:$X", May),
            ("http://$X", Never),
            ("$X", May),
            ("https://evil.com/$X", Never),
            ("https://evil.com$X", May),
            ("https://evil.com\\/$X", May),
            ("https://api.example.com/{a,b}", Must),
            ("{https://api.example.com/,https://evil.com}", May),
            ("/tmp:/$X", Never),
        ],
    );
    let many = Word { count: Count::Any, ..word("https://api.example.com/$X") };
    assert_eq!(matches(&api(), &many, &here(), &Tree), May);
    check(
        &Type::Builtin(Builtin::Url),
        &[("ftp://h/x", Must), ("file:///etc/x", Must), ("x", Never), ("https://h/$X", Must), ("C:\\x", May)],
    );
}

#[test]
fn paths_inside() {
    let build = Type::Path { inside: strings(&["/home/u/p/build"]) };
    check(
        &build,
        &[
            ("build", Must),
            ("build/x", Must),
            ("./build//x", Must),
            ("/home/u/p/build/x", Must),
            ("/mnt/build/x", Must),
            ("builder/x", Never),
            ("build/../x", Never),
            ("src/../build/x", Must),
            ("build/out/passwd", Never),
            ("build/out/../x", May),
            ("/etc/passwd", Never),
            ("/dark/x", May),
            ("/proc/self/cwd/build/x", May),
            ("/./proc/self/cwd/build/x", May),
            ("/dev/fd/3", May),
            ("", Never),
            ("build/$X", May),
            ("build/*", May),
            ("{build/a,build/b}", Must),
            ("{build/a,src}", May),
            ("$X", May),
        ],
    );
    let anywhere = |text: &str| matches(&build, &word(text), &Directory::Unknown, &Tree);
    assert_eq!(anywhere("build/x"), May);
    assert_eq!(anywhere("/home/u/p/build/x"), Must);
    let two = Directory::Known(strings(&["/home/u/p", "/tmp"]));
    assert_eq!(matches(&build, &word("build/x"), &two, &Tree), May);
    assert_eq!(matches(&build, &word("src"), &two, &Tree), Never);
    check(&Type::Path { inside: Vec::new() }, &[("x", Must), ("", Never), ("$X", May), ("x$X", Must)]);
}

#[test]
fn builtin_names() {
    let builtin = |builtin, rows: &[(&str, Match)]| check(&Type::Builtin(builtin), rows);
    builtin(
        Builtin::File,
        &[
            ("a.txt", Must),
            ("./build/../a.txt", Must),
            ("build", Never),
            ("nope", Never),
            ("/root/x", May),
            ("$X", May),
        ],
    );
    builtin(
        Builtin::Dir,
        &[("build", Must), ("build/out", Must), (".", Must), ("a.txt", Never), ("", Never), ("/mnt", Must)],
    );
    builtin(Builtin::Path, &[("x", Must), ("", Never), ("/$X", Must)]);
    builtin(
        Builtin::Host,
        &[("a.example", Must), ("localhost", Must), ("127.0.0.1", Must), ("::1", Must), ("[::1]", Must), ("a.", Must)],
    );
    builtin(
        Builtin::Host,
        &[
            ("a b", Never),
            ("", Never),
            ("-a", Never),
            ("a/b", Never),
            ("127.1", Never),
            ("1.2.3.4.5", Never),
            ("$X", May),
        ],
    );
    builtin(Builtin::Host, &[("a$X", May), ("a/$X", Never)]);
    builtin(
        Builtin::GitRef,
        &[("main", Must), ("feature/x", Must), ("HEAD", Must), ("v1.0", Must), ("a..b", Never), ("a~1", Never)],
    );
    builtin(
        Builtin::GitRef,
        &[("-x", Never), ("a.lock", Never), ("a//b", Never), ("/a", Never), ("a/", Never), ("@", Never)],
    );
    builtin(
        Builtin::GitRef,
        &[("", Never), (".a", Never), ("a.", Never), ("a b", Never), ("x$X", May), ("a b$X", Never)],
    );
    let reflog = Word::literal("a@{1}", Default::default());
    assert_eq!(matches(&Type::Builtin(Builtin::GitRef), &reflog, &here(), &Tree), Never);
    builtin(Builtin::Sha, &[("0123abc", Must), ("012345", Never), ("0123abg", Never), ("g$X", Never), ("$X", May)]);
    builtin(
        Builtin::Semver,
        &[("1.2.3", Must), ("v1.2.3-rc.1+b", Must), ("1.2", Never), ("01.2.3", Never), ("1.2.$#", May), ("x$X", Never)],
    );
}

#[test]
fn a_known_word_is_of_every_executor_type() {
    let words = strings(&["x"]);
    let executor =
        Executor { command: "x".to_owned(), words, directory: "/".to_owned(), timeout: None, env: Vec::new() };
    check(&Type::Executor(executor), &[("a", Must), ("", Must), ("$X", May), ("{a,b}", Must)]);
}

/// With `|` between them.
const WORDS: &str = "$X|https://api.example.com/$X|https://api.example.com$X|https:$X|ht$X|http://$X|1$X|a$X|$Xa|build/$X|a b$X|a:$X|$X/|1.2.$X|abcdef$X|/$X";

/// What `$X` may be, with `|` between them.
const FILLINGS: &str =
    "|a|1|0|/|//evil.com/|@evil.com|tps://api.example.com/x|..|b c|3|abc1234|\n|?@|:80|out/x|home/u/p/build|a.txt|x";

/// Whatever an abstract word is said to be, each of its concretisations is.
#[test]
fn concretisations_agree() {
    let types = [
        api(),
        Type::Builtin(Builtin::Url),
        Type::Builtin(Builtin::Host),
        Type::Builtin(Builtin::GitRef),
        Type::Builtin(Builtin::Sha),
        Type::Builtin(Builtin::Semver),
        Type::Builtin(Builtin::Port),
        Type::Builtin(Builtin::Path),
        Type::Builtin(Builtin::File),
        Type::Int { min: Some(0), max: Some(70) },
        Type::Int { min: None, max: None },
        Type::Enum(strings(&["a", "1", "x/"])),
        Type::Regex("[a-z:/.]+x?".to_owned().into()),
        Type::Path { inside: strings(&["/home/u/p/build"]) },
    ];
    for kind in &types {
        for text in WORDS.split('|') {
            let abstracted = matches(kind, &word(text), &here(), &Tree);
            for filling in FILLINGS.split('|') {
                let concrete = Word::literal(text.replace("$X", filling), Default::default());
                let known = matches(kind, &concrete, &here(), &Tree);
                assert!(
                    abstracted == May || abstracted == known,
                    "{kind:?}: {text} is {abstracted:?}, {concrete:?} is {known:?}"
                );
            }
        }
    }
}
