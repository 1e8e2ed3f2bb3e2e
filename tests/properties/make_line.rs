//! Draws shell lines from the grammar: commands that the drawn policies speak of, in every construct.

use std::cell::RefCell;

use super::line::{Node, STYLES, Simple, Word};
use super::make_policy::Policy;
use super::random::Random;

/// Commands and the words that they may get. Flags and operands are drawn in any order.
const COMMANDS: [(&str, &[&str]); 50] = [
    ("rm", &["-r", "-f", "-rf", "-fr", "--recursive", "--force", "--forc", "-i", "--", "/", "/tmp/a", "x", "build"]),
    (
        "git",
        &["push", "-f", "--force", "--force-with-lease", "origin", "main", "+main", "status", "-s", "log", "-n", "5"],
    ),
    ("git", &["-C", "sub", "push", "--forc", "-uf", "commit", "-m", "a b", "--no-verify", "-nm", "x", "-c", "a.b=c"]),
    (
        "curl",
        &[
            "-X",
            "POST",
            "-XPOST",
            "--request",
            "GET",
            "--request=POST",
            "-sXPOST",
            "-s",
            "-d",
            "x=1",
            "-o",
            "out",
            "https://a.example.com/x",
        ],
    ),
    ("ls", &["-l", "-a", "/tmp", ".", "x", "--all", "--color=never"]),
    ("cat", &["x", "/etc/passwd", ".env", "-n", "./.env", "../project/.env", "-", "a b"]),
    ("echo", &["x", "-n", "a b", "*", "--", "$x", ""]),
    ("deploy", &["-e", "prod", "dev", "--env=prod", "--env", "-v", "rollback", "--to", "3", "-ve", "-eprod"]),
    ("find", &[".", "-name", "*.txt", "-delete", "-type", "f", "-print", "/tmp"]),
    ("tool", &["-a", "-b", "-ab", "--mode", "fast", "--mode=slow", "x", "y", "8080", "99999", "run"]),
    ("cp", &["-r", "x", "y", "-t", "/tmp", ".env", "--target-directory=/tmp"]),
    ("tar", &["-x", "-f", "a.tar", "-xf", "-C", "/tmp", "xf", "--extract"]),
    ("rg", &["--pre", "sh", "--pre=cat", "-n", "foo", "--", "--pre-glob", "x", "-e", "--hostname-bin=sh"]),
    ("sort", &["--compress-program=sh", "--compress-program", "cat", "-o", "out", "x", "-k", "1", "--", "-T", "/tmp"]),
    ("sed", &["-e", "-i", "s/a/b/", "1e rm x", "-n", "x", "-f", "w out", "--", "--expression=s/a/b/", "-s"]),
    ("awk", &["{print}", "BEGIN{system(\"rm x\")}", "-f", "x", "-v", "a=1", "--"]),
    ("bash", &["-c", "rm x", "ls", "-x", "-e", "--", "x.sh", "-s", "--norc", "echo $0"]),
    ("env", &["-S", "rm x", "A=b", "PATH=/tmp", "rm", "x", "-u", "A", "-i", "--", "ls", "-C", "/tmp"]),
    ("sudo", &["-u", "dev", "rm", "x", "-s", "-n", "--", "ls", "-i", "-e"]),
    ("npm", &["run", "exec", "install", "--", "rm", "x", "--prefix", "/tmp", "-c", "test"]),
    ("docker", &["run", "exec", "-it", "alpine", "rm", "-rf", "/", "ps", "--rm", "-v", "/:/x"]),
    ("ssh", &["host", "rm", "x", "-o", "ProxyCommand=rm x", "-p", "22", "ls", "-t", "--"]),
    ("make", &["all", "-C", "sub", "-f", "x", "SHELL=/bin/x", "-n", "--", "CC=rm"]),
    ("timeout", &["5", "rm", "x", "-k", "1", "--", "ls", "-s", "KILL", "--signal=KILL"]),
    ("xargs", &["rm", "x", "-n", "1", "-I", "{}", "--", "ls", "-0", "sh", "-c"]),
    ("eval", &["rm x", "ls", "rm", "x", "echo a", ";"]),
    ("cd", &["sub", "/tmp", "..", "-", "--", "-P"]),
    ("source", &["x.sh", "rm", "/tmp/x"]),
    ("test", &["-f", "x", "-v", "a[1]", "=", "y", "-n"]),
    ("printf", &["-v", "x", "%s", "a", "PATH"]),
    ("export", &["A=1", "PATH=/tmp", "x=rm", "-n", "A", "LD_PRELOAD=x"]),
    ("find", &[".", "-exec", "rm", "{}", ";", "+", "-name", "*.txt", "-execdir", "-ok", "-o", "-fprintf", "out"]),
    (
        "git",
        &["-c", "core.pager=rm", "log", "-p", "alias.x=!rm x", "--exec-path=/tmp", "x", "--config-env=a=b", "diff"],
    ),
    ("gen", GEN),
    ("gen", GEN),
    ("gen", GEN),
    ("put", GEN),
    ("put", GEN),
    (
        "sort",
        &["-o", "/tmp/x", "-uo", "out", "--output=./.env", "x", "--files0-from", "--help", "-T", "-a", "-n", "-x"],
    ),
    ("rm", &["-rf", "/etc", "./.env", "~", "--help", "x", "..", "/tmp/a", "--", "-v", "--no-preserve-root", "."]),
    ("mv", &["x", "y", "-t", "/etc", "--", "-f", "/tmp/a", "--target-directory=/tmp", "./.env", "-v"]),
    ("tee", &["-a", "out", "/tmp/x", "/dev/null", "./.env", "-", "--append", "--help"]),
    ("dd", &["if=/etc/passwd", "of=out", "if=x", "bs=1M", "--help", "of=/tmp/x", "count=1"]),
    (
        "tar",
        &["xf", "a.tar", "cf", "out.tar", "x", "-C", "/etc", "-xO", "tf", "--to-command=sh", "-P", "--remove-files"],
    ),
    ("sed", &["s/a/b/w out", "-n", "p", "x", "-i", "-i.bak", "--in-place", "e", "-e", "r /etc/passwd", "-E", "--help"]),
    (
        "awk",
        &[
            "{print > \"/tmp/x\"}",
            "-f",
            "x",
            "BEGIN{while((getline l < \"/etc/passwd\"))print l}",
            "-i",
            "inplace",
            "-v",
            "a=1",
        ],
    ),
    (
        "curl",
        &[
            "-o",
            "/etc/x",
            "-d",
            "@./.env",
            "-T",
            "x",
            "file:///etc/passwd",
            "http://h/x",
            "-K",
            "c",
            "-F",
            "a=@x",
            "--help",
            "-O",
        ],
    ),
    (
        "find",
        &[
            "/etc", "-delete", "-fprint", "/tmp/x", "-fls", "-exec", "rm", "{}", "+", ";", "-newer", "./.env", "-o",
            "-help",
        ],
    ),
    (
        "git",
        &[
            "show",
            "HEAD:./.env",
            "log",
            "--output=out",
            "--ext-diff",
            "push",
            "--help",
            "-C",
            "/tmp",
            "clean",
            "-fdx",
            "-n",
            "checkout",
            ".",
        ],
    ),
    (
        "git",
        &[
            "diff",
            "--no-index",
            "/etc/passwd",
            "x",
            "archive",
            "-o",
            "out",
            "commit",
            "-F",
            "grep",
            "-f",
            "--open-files-in-pager=sh",
            "config",
        ],
    ),
];

/// Words of the commands that drawn policies define tables of.
const GEN: &[&str] = &[
    "-a",
    "--all",
    "-b",
    "-n",
    "--dry-run",
    "--no-dry-run",
    "-o",
    "out",
    "--out=/tmp/x",
    "-oout",
    "-x",
    "-xr",
    "--ex",
    "-r",
    "-d",
    "@./.env",
    "--data=@x",
    "--color",
    "--color=x",
    "--col",
    "-C",
    "/tmp",
    "-e",
    "s/a/b/w out",
    "--help",
    "-k",
    "--keep=x",
    "-delete",
    "+k",
    "add",
    "new",
    "list",
    "list-x",
    "get-x",
    "compose",
    "ps",
    "x",
    "y",
    "/etc/passwd",
    "./.env",
    "/tmp/a",
    "if=x",
    "of=/tmp/y",
    "secrets",
    "h:x",
    "https://a.example.com/x",
    "file:///etc/passwd",
    "HEAD:./.env",
    "/:/x",
    "--",
    "-",
    "-5",
    "+x",
    "u+s",
    ";",
    "xf",
    "rm x",
];

/// Constructs, with how many nodes they hold.
const FRAMES: [(&str, usize); 34] = [
    ("@; @", 2),
    ("@\n@", 2),
    ("@ && @", 2),
    ("@ || @", 2),
    ("@ | @", 2),
    ("( @ )", 1),
    ("{ @; }", 1),
    ("! @", 1),
    ("if @; then @; fi", 2),
    ("if @; then @; else @; fi", 3),
    ("while @; do @; done", 2),
    ("for x in a /tmp/a -f; do @; done", 1),
    ("for x in *; do @; done", 1),
    ("for x; do @; done", 1),
    ("for ((i=0; i<2; i++)); do @; done", 1),
    ("case x in a) @;; *) @;; esac", 2),
    ("case $x in a*) @;& b) @;; esac", 2),
    ("f() { @; }; f a", 1),
    ("f() { @; }; f", 1),
    ("f() { @; }", 1),
    ("echo \"$( @ )\"", 1),
    ("echo `ls`; @", 1),
    ("x=$( @ )", 1),
    ("cat <(@)", 1),
    ("bash -c %", 1),
    ("eval %", 1),
    ("trap % EXIT", 1),
    ("time @", 1),
    ("@ & @", 2),
    ("x=a; @", 1),
    ("cd sub && @", 1),
    ("cd \"$y\"; @", 1),
    ("x=-f; if true; then x=/; fi; @", 1),
    ("cat <<EOF\n$( @ )\nEOF\n", 1),
];

/// Words that are not literal.
const UNKNOWN: [&str; 20] = [
    "$x",
    "\"$x\"",
    "$(date)",
    "\"$(date)\"",
    "\"$@\"",
    "$@",
    "$1",
    "*",
    "*.txt",
    "-$x",
    "\"-$x\"",
    "a$x",
    "{a,b}",
    "{-f,x}",
    "~/a",
    "$HOME/x",
    "${x:-a}",
    "${x:+-f}",
    "$((1+2))",
    "x/*",
];

const TARGETS: [&str; 9] = ["/tmp/x", "/dev/null", "out", "../x", "~/.ssh/a", "/etc/x", "$x", "/tmp/$x", "\"$(date)\""];

const ASSIGNMENTS: [(&str, &str); 9] = [
    ("A", "1"),
    ("PATH", "/tmp"),
    ("GIT_EDITOR", "true"),
    ("PAGER", "cat"),
    ("LD_PRELOAD", "x.so"),
    ("x", "b"),
    ("A", "$x"),
    ("PATH", "\"$PATH:/x\""),
    ("IFS", ","),
];

/// Wrappers of a command: what stands before it.
const PREFIXES: [&[&str]; 14] = [
    &["sudo"],
    &["sudo", "-u", "dev"],
    &["env"],
    &["env", "A=b"],
    &["nice"],
    &["nice", "-n", "5"],
    &["timeout", "5"],
    &["xargs"],
    &["nohup"],
    &["command"],
    &["find", ".", "-exec"],
    &["mywrap"],
    &["mywrap", "-n", "3"],
    &["/usr/bin/env"],
];

thread_local! {
    /// The patterns of the policy that the lines are drawn for.
    static TOPICS: RefCell<Vec<String>> = RefCell::default();
}

/// From here on half of the commands are such as these rules speak of: chance alone would seldom bring the two together.
pub(crate) fn about(policy: &Policy) {
    TOPICS.set(policy.rules.iter().map(|rule| rule.pattern.clone()).collect());
}

/// A command that a rule of the policy may match, or miss by a word.
fn topical(random: &mut Random) -> Option<Simple> {
    let pattern = TOPICS.with_borrow(|topics| match topics.len() {
        0 => None,
        count => topics.get(random.below(count)).cloned(),
    })?;
    let mut tokens = pattern.split(' ');
    let name =
        tokens.next().map(|head| alternative(head, random)).filter(|name| !name.contains(['*', '<', '>', '=', '"']))?;
    let vocabularies: Vec<&[&str]> =
        COMMANDS.iter().filter(|(command, _)| *command == name).map(|(_, vocabulary)| *vocabulary).collect();
    let vocabulary = vocabularies.get(random.below(vocabularies.len().max(1))).copied().unwrap_or(&ANY);
    let mut command = Simple { words: vec![Word::plain(&name)], ..Simple::default() };
    let some = |command: &mut Simple, count: usize, random: &mut Random| {
        command.words.extend((0..count).map(|_| Word::plain(random.pick(vocabulary))));
    };
    for token in tokens {
        let word = alternative(token.trim_matches(['[', ']']), random);
        match word.strip_prefix('!') {
            None if word == "*" || word.contains("effect:") => some(&mut command, random.below(3), random),
            None if word.contains('<') => command.words.push(Word::plain(random.pick(&ANY))),
            None => command.words.push(Word::plain(&word.replace('*', "a"))),
            Some(word) if random.one_in(4) => command.words.push(Word::plain(word)),
            Some(_) => {}
        }
    }
    if random.one_in(4) {
        some(&mut command, 1, random);
    }
    Some(command)
}

/// Words that rules ask for by a type or a name.
const ANY: [&str; 10] =
    ["x", "main", "build", "dev", "8080", "./.env", "/etc/passwd", "/tmp/a", "-f", "https://a.example.com/x"];

/// One of the alternatives of a token.
fn alternative(token: &str, random: &mut Random) -> String {
    let all: Vec<&str> = token.split('|').collect();
    random.pick(&all).to_owned()
}

/// A command of known words, plainly written.
pub(crate) fn known_command(random: &mut Random) -> Simple {
    let topical = if random.one_in(2) { topical(random) } else { None };
    topical.unwrap_or_else(|| common_command(random))
}

fn common_command(random: &mut Random) -> Simple {
    let (name, vocabulary) = COMMANDS[random.below(COMMANDS.len())];
    let count = random.below(5);
    let words = (0..count).map(|_| Word::plain(random.pick(vocabulary)));
    let mut command = Simple { words: vec![Word::plain(name)], ..Simple::default() };
    command.words.extend(words);
    command
}

pub(crate) fn simple(random: &mut Random) -> Simple {
    let mut command = known_command(random);
    if random.one_in(4) {
        for word in &mut command.words {
            if let Word::Known(_, style) = word {
                *style = STYLES[random.below(STYLES.len())];
            }
        }
    }
    if random.one_in(3) {
        let at = random.below(command.words.len() + 1).max(usize::from(!random.one_in(10)));
        command.words.insert(at.min(command.words.len()), Word::Raw(random.pick(&UNKNOWN).to_owned()));
    }
    if random.one_in(6) {
        let prefix = PREFIXES[random.below(PREFIXES.len())];
        let ends = prefix.contains(&"-exec");
        let words = prefix.iter().map(|word| Word::plain(word)).collect();
        let inner = std::mem::replace(&mut command.words, words);
        command.words.extend(inner);
        if ends {
            if random.one_in(2) {
                command.words.push(Word::plain("{}"));
            }
            command.words.push(Word::Raw("';'".to_owned()));
        }
    }
    if random.one_in(8) {
        let (name, value) = ASSIGNMENTS[random.below(ASSIGNMENTS.len())];
        command.assignments.push((name.to_owned(), Word::Raw(value.to_owned())));
        if random.one_in(6) {
            command.words.clear();
        }
    }
    if random.one_in(7) {
        let operator = random.pick(&[">", ">>", "<", "2>", "&>"]);
        let target = random.pick(&TARGETS);
        let word = if target.contains(['$', '~']) { Word::Raw(target.to_owned()) } else { Word::plain(target) };
        command.redirects.push((operator.to_owned(), word));
    }
    command
}

/// A line of constructs at most this deep.
pub(crate) fn line(random: &mut Random, depth: usize) -> Node {
    if depth == 0 || random.one_in(2) {
        return Node::Simple(simple(random));
    }
    let (text, count) = FRAMES[random.below(FRAMES.len())];
    Node::Frame(text, (0..count).map(|_| line(random, depth - 1)).collect())
}
