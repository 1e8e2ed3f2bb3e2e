use super::*;
use crate::command::word::{Count, Glob, GlobKind, Part, Parts, Unknown};
use crate::facts::{FileKind, GitFacts};
use crate::input::Span;

mod properties;
mod table;

/// A world in memory.
struct World {
    variables: Vec<(&'static str, &'static str)>,
}

impl Facts for World {
    fn variable(&self, name: &str) -> Option<String> {
        self.variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
    }
    fn variables(&self) -> Vec<(String, String)> {
        self.variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }
    fn working_directory(&self) -> Option<String> {
        Some("/home/u/p".to_owned())
    }
    fn names(&self, _directory: &str, _wanted: &dyn Fn(&str) -> bool) -> Option<Vec<String>> {
        Some(Vec::new())
    }
    fn links(&self, _: &str) -> Option<Vec<String>> {
        None
    }
    fn file_kind(&self, path: &str) -> Result<FileKind, String> {
        match path {
            "/home/u/p/marker" | "/tmp/ok" => Ok(FileKind::File),
            "/home/u/p/.git" | "/tmp" => Ok(FileKind::Directory),
            "/root/secret" => Err("permission denied: /root/secret".to_owned()),
            _ => Ok(FileKind::Missing),
        }
    }
    fn canonical(&self, path: &str) -> Option<String> {
        Some(path.to_owned())
    }
    fn git(&self, directory: &str) -> Result<GitFacts, String> {
        let root = directory.starts_with("/home/u/p").then(|| "/home/u/p".to_owned());
        Ok(GitFacts { branch: Ok(root.as_ref().map(|_| "feature/x".to_owned())), remote: Ok(None), root })
    }
    fn in_bare_repository(&self, directory: &str) -> Result<bool, String> {
        Ok(directory.ends_with(".git"))
    }
    fn operating_system(&self) -> &str {
        "linux"
    }
}

/// What a condition may do here.
const EFFORT: usize = 40_000_000;

/// The pieces of a scene, owned.
struct Stage {
    world: World,
    environment: Vec<Inherited>,
    flags: Vec<(String, Option<Word>)>,
    flags_open: bool,
    args: Vec<Word>,
    args_beyond: usize,
    redirects: Vec<SceneRedirect>,
    vars: Vec<(String, Word)>,
    flag_groups: Vec<(String, Vec<Word>)>,
    paths: Named<Labels>,
    definition_vars: Named<Vec<String>>,
    regexes: Named<LazyRegex>,
    directory: Directory,
    loop_kind: &'static str,
}

impl Stage {
    fn new() -> Self {
        let strings = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        Self {
            world: World { variables: vec![("HOME", "/home/u"), ("ENV", "prod"), ("EMPTY", "")] },
            environment: vec![Rc::new(("SET".to_owned(), Some(known("here")))), Rc::new(("UNSET".to_owned(), None))],
            flags: Vec::new(),
            flags_open: false,
            args: Vec::new(),
            args_beyond: 0,
            redirects: Vec::new(),
            vars: Vec::new(),
            flag_groups: vec![
                ("used".to_owned(), vec![known("query=mutation"), known("x")]),
                ("unused".to_owned(), vec![]),
            ],
            paths: Named::from_iter([(
                "sensitive".to_owned(),
                strings(&[".env", "/etc/shadow"]).into_iter().map(Label::from).collect(),
            )]),
            regexes: Named::default(),
            definition_vars: Named::from_iter([("safe".to_owned(), strings(&["**/node_modules", "dist", "/tmp/*"]))]),
            directory: Directory::Known(strings(&["/home/u/p"])),
            loop_kind: "",
        }
    }

    fn with_args(words: Vec<Word>) -> Self {
        Self { args: words, ..Self::new() }
    }

    fn evaluate(&self, condition: &str) -> Held {
        let scene = Scene {
            effects: &[],
            effects_open: false,
            facts: &self.world,
            environment: &self.environment,
            foreign: false,
            flags: &self.flags,
            flags_open: self.flags_open,
            args: &self.args,
            args_beyond: self.args_beyond,
            redirects: &self.redirects,
            pipe_stdin: true,
            pipe_stdout: false,
            loop_kind: self.loop_kind,
            pipe_commands: &[],
            expansions: &[],
            background: false,
            recursive: false,
            feeds_code: false,
            altered: Altered::default(),
            vars: &self.vars,
            flag_groups: &self.flag_groups,
            paths: &self.paths,
            definition_vars: &self.definition_vars,
            regexes: &self.regexes,
            directory: &self.directory,
        };
        match Condition::parse(condition) {
            Ok(condition) => condition.evaluate(&scene, &Cell::new(EFFORT)),
            Err(error) => panic!("{condition}: {error}"),
        }
    }
}

fn known(text: &str) -> Word {
    Word::literal(text, Span::default())
}

/// One word, read from a little language: `{a,b}` is a choice, `$X` unknown, `$#` a number, `*` and `?` globs.
fn word(text: &str) -> Word {
    let mut parts = Parts::new();
    let mut characters = text.chars().peekable();
    let mut before = '/';
    while let Some(first) = characters.next() {
        let glob = |kind| Glob { kind, may_be_dot: before != '/', text: first.to_string() };
        parts.push(match first {
            '$' => {
                let name = characters.next().unwrap();
                Part::from(Unknown { numeric: name == '#', ..Unknown::any(format!("${name}")) })
            }
            '{' => {
                let choices: String = characters.by_ref().take_while(|&character| character != '}').collect();
                Part::Choice(choices.split(',').map(str::to_owned).collect())
            }
            '*' => Part::from(glob(GlobKind::Star)),
            '?' => Part::from(glob(GlobKind::Question)),
            _ => {
                let mut text = first.to_string();
                while let Some(next) = characters.next_if(|next| !"${*?".contains(*next)) {
                    text.push(next);
                }
                Part::Literal(text.into())
            }
        });
        before = match parts.last() {
            Some(Part::Literal(text)) => text.chars().next_back().unwrap(),
            _ => 'x',
        };
    }
    let is_glob = parts.iter().any(|part| matches!(part, Part::Glob(_)));
    Word { parts, count: if is_glob { Count::Any } else { Count::One }, ..Word::default() }
}

/// Zero or more words.
fn words(text: &str) -> Word {
    Word { count: Count::Any, ..word(text) }
}

#[test]
fn limits_are_errors_of_the_condition() {
    for (open, close) in
        [("(", ")"), ("[", "]"), ("!", ""), ("-", ""), ("{1:", "}"), ("f(", ")"), ("a[", "]"), ("a?b:", "")]
    {
        let deep = format!("{}1{}", open.repeat(20_000), close.repeat(20_000));
        let error = Condition::parse(&deep).unwrap_err();
        assert!(error.what.contains("longer than") || error.what.contains("nested deeper"), "{open}: {error}");
        let deep = format!("{}1{}", open.repeat(200), close.repeat(200));
        assert!(Condition::parse(&deep).unwrap_err().what.contains("nested deeper"), "{open}");
    }
    for chain in ["a.b", "a[0]", "1+1", "1<1", "1*1", "a.b()"] {
        let (head, link) = chain.split_at(1);
        let long = format!("{head}{}", link.repeat(1000));
        assert!(Condition::parse(&long).unwrap_err().what.contains("inside each other"), "{chain}");
    }
    let long = format!("false{}", " || false".repeat(5000));
    assert_eq!(Stage::new().evaluate(&long).matched, Match::Never, "a long chain of || is no deep tree");
}

#[test]
fn what_the_line_assigns_is_told_from_the_rest_of_the_environment() {
    assert_eq!(Stage::new().evaluate("shell.assigned == ['SET']").matched, Match::Must);
}

#[test]
fn work_is_bounded() {
    let stage = Stage::with_args(vec![known("a"); 1000]);
    let held = stage.evaluate("args.all(a, args.all(b, args.all(c, args.all(d, a == d))))");
    assert_eq!(held, Held { matched: Match::May, because: Some("the condition takes too much work".to_owned()) });
    let stage = Stage::with_args(vec![known(&"a".repeat(1 << 20))]);
    assert_eq!(stage.evaluate("args[0].matches('^(a|aa)+$')").matched, Match::Must);
}

#[test]
fn redirects_are_noticed_wherever_they_stand() {
    let reads = |text: &str| Condition::parse(text).unwrap().reads_redirects();
    assert!(reads("redirects.exists(r, r.type == 'output')"));
    assert!(reads("true && (false || size(redirects) == 0)"));
    assert!(reads("[1].exists(x, {'a': redirects}.a[0].type == 'x')"));
    assert!(!reads("args.exists(a, a == 'redirects')"));
    assert!(!reads("flags.redirects == 'x'"));
}

#[test]
fn problems_are_listed() {
    let told =
        |found: ConditionProblem| found.help.map_or(found.what.clone(), |help| format!("{}; {help}", found.what));
    let problems =
        |text: &str| Condition::parse(text).unwrap().problems().into_iter().map(told).collect::<Vec<String>>();
    assert!(problems("args.exists(a, a.matches('x')) && fs.exists('/tmp') && size(args) == 0").is_empty());
    // what only asks for a key, and what stands for something else there, may have any
    assert!(
        problems("has(shell.x) || 'x' in shell || args.exists(shell, shell.x == 1) || env.x == paths.y").is_empty()
    );
    assert_eq!(problems("size(effects.write) > 0"), ["`effects` has no key `write`; did you mean `writes`?"]);
    assert_eq!(problems("git['brnach'] == 'x'"), ["`git` has no key `brnach`; did you mean `branch`?"]);
    assert_eq!(problems("fs.exists == 1"), ["`fs` has no key `exists`; known here: home, cwd, in_tree"]);
    for known in [
        "definitions.paths.x",
        "pipe.stdout",
        "shell.feeds_code",
        "shell.assigned",
        "fs.cwd",
        "fs.in_tree",
        "git.root",
        "effects.reads",
    ] {
        assert!(problems(known).is_empty(), "{known}");
    }
    for unknown in
        ["definitions.nonesuch", "pipe.nonesuch", "shell.nonesuch", "fs.nonesuch", "git.nonesuch", "effects.nonesuch"]
    {
        let found = problems(unknown);
        assert!(found.len() == 1 && found[0].contains("has no key `nonesuch`; known here: "), "{found:?}");
    }
    assert_eq!(problems("arg[0] == 'x'"), ["`arg` is not defined; did you mean `args`?"]);
    assert_eq!(problems("args[0].startswith('x')"), ["there is no function startswith(); did you mean `startsWith`?"]);
    assert_eq!(problems("args[0].matches('(x')"), ["bad regular expression: unclosed group"]);
}

#[test]
fn reasons_say_what_is_not_known() {
    let stage = Stage::with_args(vec![word("$X")]);
    assert_eq!(stage.evaluate("args[0] == 'x'").because.as_deref(), Some("`$X` is not known"));
    assert_eq!(stage.evaluate("args[0] == 'x' || true").because, None);
    assert_eq!(
        stage.evaluate("args[7] == 'x'").because.as_deref(),
        Some("the condition reads an element that is not there")
    );
    assert_eq!(
        stage.evaluate("env.NOPE == 'x'").because.as_deref(),
        Some("the condition reads `NOPE`, which is not there")
    );
    assert_eq!(stage.evaluate("'x'").because.as_deref(), Some("the condition is a string, not a truth value"));
}
