//! What a line would run: each row a line and the commands that must be found, as they would be shown.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::string_slice,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]
#![allow(clippy::disallowed_methods, reason = "a test measures its own time")]

#[path = "support/memory.rs"]
mod memory;

use memory::Memory;
use runok::command::options::Tables;
use runok::command::word::Count;
use runok::command::{Directory, Invocation, Reading, read};
use runok::input::CommandLine;

fn reading(line: &str) -> Reading {
    let facts = Memory::new("/home/dev/project", &[("HOME", "/home/dev"), ("USER", "dev"), ("PATH", "/bin")]);
    read(&CommandLine::new(line).unwrap(), &facts, &Tables::default())
}

fn flat<'r>(all: &'r [Invocation], found: &mut Vec<&'r Invocation>) {
    for invocation in all {
        found.push(invocation);
        for wrapped in &invocation.wrapped {
            flat(&wrapped.runs, found);
        }
    }
}

/// Every command with words, as text; `…` marks a word that may be any number of words.
fn commands(line: &str) -> Vec<String> {
    let reading = reading(line);
    let mut found = Vec::new();
    flat(&reading.invocations, &mut found);
    found.iter().filter(|invocation| !invocation.words.is_empty()).map(|invocation| shown(invocation)).collect()
}

fn shown(invocation: &Invocation) -> String {
    let words = invocation.words.iter().map(|word| match word.count {
        Count::One if word.display().is_empty() => "''".to_owned(),
        Count::One => word.display(),
        Count::Any => format!("{}…", word.display()),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Every reason why the line is at least `ask`, those of nested commands too.
fn doubts(line: &str) -> Vec<String> {
    let reading = reading(line);
    let mut found = Vec::new();
    flat(&reading.invocations, &mut found);
    let mut all: Vec<String> = reading.doubts.iter().map(|doubt| doubt.why.clone()).collect();
    for invocation in found {
        all.extend(invocation.doubts.iter().map(|doubt| doubt.why.clone()));
        all.extend(invocation.wrapped.iter().flat_map(|wrapped| wrapped.doubts.iter().map(|doubt| doubt.why.clone())));
    }
    all
}

#[track_caller]
fn runs(line: &str, expected: &[&str]) {
    assert_eq!(commands(line), expected, "{line}");
}

/// The directories in which the last command with this name would run.
fn directories(line: &str, name: &str) -> Directory {
    let reading = reading(line);
    let mut found = Vec::new();
    flat(&reading.invocations, &mut found);
    let last = found.iter().rev().find(|one| one.words.first().is_some_and(|word| word.known() == Some(name)));
    last.expect("the command is found").place.directory.clone()
}

fn known(paths: &[&str]) -> Directory {
    Directory::Known(paths.iter().map(|path| (*path).to_owned()).collect())
}

#[test]
fn everyday_lines() {
    runs("ls -la", &["ls -la"]);
    runs("cd x && git log --author=$USER ~/y", &["cd x", "git log --author=dev /home/dev/y"]);
    runs("make -j8 2>&1 | tail -5; echo $?", &["make -j8", "tail -5", "echo $?"]);
    runs("for f in *.md; do wc -l \"$f\"; done", &["wc -l *.md"]);
    runs("a=1; b=\"$a 2\"; echo $b \"$b\"", &["echo 1 2 1 2"]);
    runs("if a; then b; elif c; then d; else e; fi", &["a", "b", "c", "d", "e"]);
    runs("git commit -m \"$(cat <<'EOF'\nfix; rm x\nEOF\n)\"", &["cat", "git commit -m fix; rm x"]);
    runs("a=(-x); a+=(--y \"$HOME\"); c \"${a[@]}\" ${#a[@]}", &["c -x --y /home/dev 3"]);
    runs("echo {rm,-rf,/} {1..3}", &["echo rm -rf / 1 2 3"]);
}

/// Each of these runs `rm x`.
const RUNS_RM: &[&str] = &[
    "echo \"$(rm x)\"",
    "a=$(rm x)",
    "a[$(rm x)]=1",
    "a=([$(rm x)]=1)",
    "echo > $(rm x)",
    "cat <<E\n$(rm x)\nE",
    "cat <<< $(rm x)",
    "echo $(( $(rm x) ))",
    "(( a = $(rm x) ))",
    "[[ -f $(rm x) ]]",
    "echo ${HOME:-$(rm x)}",
    "echo ${a#$(rm x)}",
    "echo ${a/$(rm x)/b}",
    "echo ${a/b/$(rm x)}",
    "echo ${a:$(rm x):1}",
    "echo ${a[$(rm x)]}",
    "case $(rm x) in a) ;; esac",
    "case a in $(rm x)) ;; esac",
    "for a in $(rm x); do :; done",
    "for ((i=$(rm x); i<1; i++)); do :; done",
    "cat <(rm x)",
    "cat > >(rm x)",
    "coproc rm x",
    "f() { rm x; }",
    "f() { :; } > $(rm x)",
    "{ rm x; } &",
    "! time rm x",
    "a & rm x",
    "`rm x`",
    "select a in b; do rm x; done",
    "until rm x; do :; done",
    "for a in; do rm x; done",
    "eval 'rm x'",
    "eval rm x",
    "trap 'rm x' EXIT",
    "bash -c 'rm x'",
    "echo rm x | sh",
    "printf '\\162m x' | bash",
    "bash <<< 'rm x'",
    "cat <<'E' | sh\nrm x\nE",
    "alias a='rm x'",
    "PROMPT_COMMAND='rm x'",
    "PS4='$(rm x)' bash -x a",
    "mapfile -C 'rm x' a",
    "complete -C 'rm x' a",
    "command rm x",
    "test -v 'a[$(rm x)]'",
    "unset 'a[$(rm x)]'",
    "let 'a[$(rm x)]=1'",
    "declare -a 'a=($(rm x))'",
    "X='rm x'; $X",
    "X=rm; if a; then X=ls; fi; $X x",
    "f() { \"$@\"; }; f rm x",
    "set -- rm x; \"$@\"",
    "bash -c '\"$@\"' _ rm x",
    "read X <<< 'rm x'; $X",
    "printf -v X %s rm; $X x",
    "export X=rm; bash -c '$X x'",
    // an expansion that fails ends its line, and the next one runs
    "x=rm\necho $((1/0)); x=ls\n$x x",
    "x=rm\necho ${y:0:-1}; x=ls\n$x x",
    "x=rm\nr[$y]=1; x=ls\n$x x",
    "x=rm; readonly z\nz=1; x=ls\n$x x",
    "x=rm; eval 'UID=1; x=ls'; $x x",
    // in zsh the last command of a pipe is one of the shell's own
    "zsh -c 'X=ls; a | X=rm; $X x'",
    // what a redirection stands at does not run where it fails
    "x=rm; { x=ls; } > a/b; $x x",
    "f() { x=ls; }; x=rm; f < a; $x x",
    "x=rm; declare x=ls > a; $x x",
    "x=rm; { x=ls; } {UID}>/dev/null; $x x",
    "x=rm; { x=ls; } {y}<&-; $x x",
    "x=rm; { x=ls; } 1000000>/dev/null; $x x",
    // a loop ends where its variable cannot be assigned to
    "x=rm; for UID in a; do x=ls; done; $x x",
    "x=rm; readonly y=1; for y in a; do x=ls; done; $x x",
    "set - -f rm; $2 x",
    // the last of several names is the one that printf sets
    "X=ls; printf -v y -v X rm; $X x",
    // what is read from another descriptor is not standard input
    "echo rm x | bash {v}<<< ls",
    // `-norc` is no `-c`
    "bash -norc <<< 'rm x'",
    // an argument of `declare` that holds braces is split like any other
    "v=\"a y=rm\"; declare z=$v{,}; $y x",
];

#[test]
fn every_place_that_runs_something() {
    for line in RUNS_RM {
        assert!(commands(line).iter().any(|command| command == "rm x"), "{line}: {:?}", commands(line));
    }
}

#[test]
fn what_is_not_known_is_doubted() {
    for line in [
        "eval $X",
        "bash -c \"$X\"",
        "sh -c 'declare X=ls; $X rm x'",
        "sh -c 'pushd /'",
        // what dash's printf, read and builtin do is something else
        "sh -c '$(printf \"\\x63at\") x'",
        "sh -c 'X=rm; printf -v X ls; $X x'",
        "sh -c 'builtin eval X=ls; $X x'",
        "X=rm; read -t0 X <<< ls; $X x",
        "read -n2 X <<< lsx; $X x",
        // these evaluate what is assigned to them
        "RANDOM='a[$(rm x)]'",
        "for OPTIND in 'a[$(rm x)]'; do :; done",
        "export RANDOM='a[$(rm x)]'",
        "HISTCMD+='a[$(rm x)]'",
        "RANDOM[0]='a[$(rm x)]'",
        "OPTIND=('a[$(rm x)]')",
        "declare -ai a; a=('a[$(rm x)]')",
        "declare -ai a; a=([0]='a[$(rm x)]')",
        "declare -ai a=('a[$(rm x)]')",
        "declare -i a; a[0]='a[$(rm x)]'",
        "declare -i a; a+='a[$(rm x)]'",
        "declare -i a; a=$(b)",
        "declare -i a; for a in 'a[$(rm x)]'; do ls; done",
        "printf \"x$(a)\" \"$(b)\"",
        // each command may see what a trap has changed
        "X=ls; trap 'X=rm' DEBUG; $X x",
        "X=ls; trap 'X=rm' USR1; kill -USR1 $$; $X x",
        "X=ls; trap 'X=rm' EXIT INT; $X x",
        "trap 'cd /' RETURN; cat x",
        "trap 'ls() { rm x; }' ERR; ls",
        "zsh -c 'X=ls; f() { trap X=rm EXIT; }; f; $X x'",
        "zsh -c 'X=ls; TRAPDEBUG() { X=rm; }; $X x'",
        "zsh -c 'X=ls; chpwd() { X=rm; }; cd /; $X x'",
        // in zsh the last command of a pipe is one of the shell's own
        "zsh -c 'X=ls; echo rm | read X; $X x'",
        // zsh has other variables and builtins
        "zsh -c 'hash ls=/bin/rm; ls x'",
        "zsh -c 'read path; ls'",
        "zsh -c 'for path in /tmp/x; do ls; done'",
        "zsh -c 'printf -v path /tmp/x; ls'",
        "zsh -c 'X=ls; print -v X rm; $X x'",
        "zsh -c 'X=ls; set -A X rm; $X x'",
        "zsh -c 'X=ls; zformat -f X %a a:rm; $X x'",
        // with these, lines are read and run in another way
        "shopt -s extdebug; trap '[[ $BASH_COMMAND != X=ls ]]' DEBUG; X=rm; X=ls; $X x",
        "X=rlsm; shopt -s nocasematch; ${X/LS} x",
        "set -o history -o histexpand\necho rm x\n!!:s/echo //",
        "set -o history; set -H; ls",
        "set -o posix; X=rm; X=ls :; $X x",
        "shopt -so posix; ls",
        // to dash `time` is a program
        "sh -c 'X=rm; time X=ls; $X x'",
        "sh -c 'rm() { ls x; }; time rm x'",
        "sh -c 'time cd /; cat x'",
        "printf x/* \"$(b)\"",
        "curl x | sh",
        "sh < file",
        "source <(curl x)",
        "$X a",
        "x=$(a); echo $((x))",
        "x='a[$(rm y)]'; echo $((x))",
        "read x; [[ $x -eq 1 ]]",
        "test -v \"$X\"",
        "declare \"$X\"",
        "unset \"$X\"",
        "hash -p /tmp/x ls",
        "BASH_CMDS[ls]=/bin/rm; ls x",
        "BASH_CMDS=([ls]=/bin/rm); ls x",
        "BASH_CMDS+=([ls]=/bin/rm); ls x",
        "X=ls; BASH_CMDS[$X]=/bin/rm; ls x",
        "declare -A BASH_CMDS=([ls]=/bin/rm); ls x",
        "enable -n cd",
        // a format that may be another option leaves the name no less set
        "read y; X=ls; printf -v X \"$y.\" 'rm x'; $X",
        // what is no builtin is loaded from a file
        "enable x",
        "history -s 'rm x'; fc -ls",
        "f() { X=rm; }; X=ls; compgen -F f; $X x",
        // the shell itself makes these, whatever the line says
        "unset GROUPS; ${GROUPS:+rm} ls x",
        "f() { local GROUPS; ${GROUPS:+rm} ls x; }; f",
        "BASH=ls bash -c '$BASH -c rm'",
        "env -u TERM bash -c '${TERM:+rm} ls x'",
        "IGNOREEOF=ls; set +o ignoreeof; $IGNOREEOF x",
        "set -- -.; X=ls; getopts -- .: X -.; $X x",
        // to some locales a character is one, to others several
        "X=\u{e9}rm; ${X#??} x",
        // bash expands braces in the text as it is written
        "X='$(rm x)'; ls {$,}{X@P}",
        "X='a[$(rm x)]'; ls {$,}[X]",
        "ls {\"`echo \"'\"`\",'a,$(rm x),b',\"`echo \"'\"`\",c}",
        "ls {x},y}",
        "X=a; ls {${X#{},b}",
        // and takes quotes away before it expands what they held
        "ls \"${X:-\"$\"(rm x)}\"",
        "X=a; Xb=z; ls \"${X+\"$X\"b}\"",
        "ls \"${X:-$${}/tmp/x}\"",
        "IFS=; set -- r m; X=$($*)",
        "echo ${X@P}",
        "x=$(a); echo ${!x}",
        "f() { f; }; f",
        "alias a=$X",
        "exec < f; sh",
        "fc -s",
        "mapfile -C 'rm x #' a",
        "set -, rm; $1 x",
        "set -oe pipefail; $1 x",
        "x=$(echo ls 2> a/b); $x rm x",
        "TEXTDOMAIN=x\necho $\"hello\"",
    ] {
        assert!(!doubts(line).is_empty(), "{line}");
    }
}

fn in_zsh(line: &str) -> String {
    format!("zsh -c '{}'", line.replace('\'', r"'\''"))
}

/// An element of an array runs what its subscript holds, wherever zsh expects a number.
#[test]
fn what_zsh_evaluates_is_doubted_there() {
    for line in [
        "printf %d 'path[$(rm x)]'",
        "printf '%s %*s' a 'path[$(rm x)]' b",
        "printf '%2$d' a 'path[$(rm x)]'",
        "printf -- %x 'path[$(rm x)]'",
        "printf %d \"$X\"",
        "printf \"$X\" 'path[$(rm x)]'",
        "builtin printf %d 'path[$(rm x)]'",
        "x='path[$(rm x)]'; printf %d x",
        "print -rf %d 'path[$(rm x)]'",
        "exit 'path[$(rm x)]'",
        "f() { return 'path[$(rm x)]'; }; f",
        "shift 'path[$(rm x)]'",
        "read -t 'path[$(rm x)]' x",
        "[ -t 'path[$(rm x)]' ]",
        "[[ -t 'path[$(rm x)]' ]]",
        "x='path[$(rm x)]'; [[ -t $x ]]",
        "typeset -F x='path[$(rm x)]'",
        "typeset -E2 x='path[$(rm x)]'",
        "COLUMNS='path[$(rm x)]'",
        "LISTMAX='path[$(rm x)]' ls",
        "for MAILCHECK in 'path[$(rm x)]'; do ls; done",
    ] {
        assert!(!doubts(&in_zsh(line)).is_empty(), "{line}");
    }
    for line in [
        "printf '%s\\n' \"$X\" 'a[$(b)]'",
        "printf '%s: %5.2f%%\\n' \"$X\" 3",
        "print hello 'a[$(b)]'",
        "exit $?",
        "f() { return 1; }; f",
        "shift 2",
        "read -r line",
        "[ -t 1 ] && ls",
        "typeset -F2 x=3",
        "COLUMNS=80 ls",
    ] {
        assert_eq!(doubts(&in_zsh(line)), Vec::<String>::new(), "{line}");
    }
}

#[test]
fn what_is_known_is_not_doubted() {
    for line in [
        "n=0; while read f; do ((n++)); done; echo $((n+1))",
        "for i in {1..200}; do echo $((i*2)); done",
        "[ -v HOME ]",
        "declare -a list=(1 2 3)",
        "(( 5 > 3 )) && echo bigger",
        "cat <<'E'\n$(rm x)\nE",
        "git log --format='%h $(x)'",
        "trap 'rm -f \"$tmp\"' EXIT",
        "trap 'X=1; cd /; ls' EXIT; ls",
        "trap 'rm -f \"$tmp\"; exit 1' EXIT INT TERM; ls",
        "sh -c 'time make x | cat'",
        "time X=ls; $X",
        "set -euo pipefail; cd x; make",
        "echo ${X:-default} \"${Y%.txt}\"",
        "printf '%s\\n' \"$X\"",
        "bash script.sh",
        "set -- a b; echo $1 > out; echo $2",
        "declare -i n=1; n+=1; n=2; echo $n",
        "declare -ai a=(1 2); a+=(3); a[4]=5",
        "RANDOM=42; SECONDS=0; OPTIND=1",
        "while getopts ab: o; do echo $o; done; shift $((OPTIND-1))",
        "printf 'x%s\\n' \"$(b)\"",
        "printf \"x$((1+1))%s\" \"$(b)\"",
        "printf \"x$(a)\" y 1",
        "sh -c 'printf \"\\143at\"'",
        "n=1\nn=$((n+1))\nx=ls\n((n++))\n$x",
        "{ make; } > log 2>&1; ls \"$X\"",
    ] {
        assert_eq!(doubts(line), Vec::<String>::new(), "{line}");
    }
}

#[test]
fn the_working_directory_follows_cd() {
    let start = "/home/dev/project";
    assert_eq!(directories("ls", "ls"), known(&[start]));
    assert_eq!(directories("cd a && ls", "ls"), known(&["/home/dev/project/a"]));
    assert_eq!(directories("cd a; ls", "ls"), known(&["/home/dev/project/a", start]));
    assert_eq!(directories("cd a || ls", "ls"), known(&[start]));
    // bash says that it failed, and is there
    assert_eq!(directories("readonly PWD; cd a || ls", "ls"), Directory::Unknown);
    assert_eq!(directories("readonly OLDPWD; cd a; ls", "ls"), Directory::Unknown);
    assert_eq!(directories("pushd -- a && ls", "ls"), known(&["/home/dev/project/a"]));
    assert_eq!(directories("pushd -n a && ls", "ls"), Directory::Unknown);
    assert_eq!(directories("cd a && cd .. && ls", "ls"), known(&[start]));
    assert_eq!(directories("(cd a); ls", "ls"), known(&[start]));
    assert_eq!(directories("cd a | b; ls", "ls"), known(&[start]));
    assert_eq!(directories("cd a && b && cd - && ls", "ls"), known(&[start]));
    assert_eq!(directories("cd && ls", "ls"), known(&["/home/dev"]));
    assert_eq!(directories("cd $X && ls", "ls"), Directory::Unknown);
    assert_eq!(directories("command cd /tmp && ls", "ls"), known(&["/tmp"]));
    assert_eq!(directories("f() { cd /tmp; }; f && ls", "ls"), known(&["/tmp"]));
    assert_eq!(directories("if cd a; then ls; fi", "ls"), known(&["/home/dev/project/a"]));
    assert_eq!(directories("env -C /x ls", "ls"), known(&["/x"]));
    assert_eq!(directories("while cd ..; do ls; done", "ls"), Directory::Unknown);
}

/// Does no glob of the line make a flag, for all that is known?
fn trusts_globs(line: &str) -> bool {
    let reading = reading(line);
    let mut found = Vec::new();
    flat(&reading.invocations, &mut found);
    let words: Vec<_> = found.iter().flat_map(|one| &one.words).filter(|word| word.is_glob()).collect();
    words.iter().all(|word| word.never_flag)
}

#[test]
fn the_file_system_is_asked_about_dashes_only_while_it_holds() {
    for line in [
        "ls *",
        "ls *.rs; cat *.rs",
        "rm -f *.o; rm -f *.a",
        "for f in *; do cat \"$f\"; done",
        "cat * > /dev/null",
        "cat * | sort -k2 -rn | uniq -c",
        "git status; git log --oneline -3 -p; git diff HEAD -- src; ls *",
        "uniq -c x; ls *",
        "timeout 5 nice bash -c 'ls *'",
        // every shell looks for the names before it opens what is redirected, and before it assigns
        "ls * > $(touch ./-rf; echo y)",
        "x=$(touch ./-rf) ls *",
    ] {
        assert!(trusts_globs(line), "{line}");
    }
    for line in [
        "touch ./-rf; ls *",
        "cd $X; ls *",
        "a > ./-rf; ls *",
        "ls * | touch ./-rf",
        "for i in 1 2; do ls *; touch ./-rf; done",
        "ls * $(touch ./-rf)",
        "ls * & touch ./-rf",
        "true <(ls *); touch ./-rf",
        "coproc ls *; touch ./-rf",
        "trap 'touch ./-rf' DEBUG; ls *",
        "su - dev -c 'ls *'",
        "systemd-run sh -c 'ls *'",
        "git -c alias.z='!ls *' z",
        "sort -o ./-rf x; ls *",
        "sort -ro ./-rf x; ls *",
        "sort --outp=./-rf x; ls *",
        "sort $X; ls *",
        "uniq x ./-rf; ls *",
        "uniq x -rf; ls *",
        "uniq -- x -rf; ls *",
        "uniq - -rf; ls *",
        "git diff --output=./-rf; ls *",
        "git log --outpu ./-rf; ls *",
        "git log $X; ls *",
        "git checkout x; ls *",
        "git; ls *",
        "{ ls *; } > $(touch ./-rf; echo y)",
        "f() { ls *; }; x=$(touch ./-rf) f",
    ] {
        assert!(!trusts_globs(line), "{line}");
    }
}

#[test]
fn what_runs_again_or_later_trusts_no_glob() {
    for line in [
        "watch 'ls *; touch ./-rf'",
        "a | xargs sh -c 'ls *; touch ./-rf'",
        "find . -exec sh -c 'ls *; touch ./-rf' ';'",
        "fd x -x sh -c 'ls *; touch ./-rf'",
        "parallel 'ls *; touch ./-rf' ::: a b",
        "a | entr -s 'ls *; touch ./-rf'",
        "hyperfine 'ls *' 'touch ./-rf'",
        "a | pee 'ls *' 'touch ./-rf'",
        "mispipe 'ls *' 'touch ./-rf'",
        "setsid sh -c 'ls *'; touch ./-rf",
        "nice setsid -f nice sh -c 'ls *'; touch ./-rf",
        "cpulimit -l 5 sh -c 'ls *'; touch ./-rf",
        "perf stat -r 3 sh -c 'ls *; touch ./-rf'",
        "git submodule foreach 'ls *; touch ./-rf'",
        "git bisect run sh -c 'ls *; touch ./-rf'",
        "cargo watch -s 'ls *; touch ./-rf'",
    ] {
        assert!(!trusts_globs(line), "{line}");
    }
}

/// A glob that begins with `-` is the text that it is where the directory holds no such name, and as long as that holds.
#[test]
fn globs_that_find_no_dash_stay_as_they_are_written() {
    let mut facts = Memory::new("/home/dev/project", &[]);
    let asked = |line: &str, facts: &Memory, wanted: &str| {
        let reading = read(&CommandLine::new(line).unwrap(), facts, &Tables::default());
        let mut found = Vec::new();
        flat(&reading.invocations, &mut found);
        let stays = found.iter().flat_map(|one| &one.words).any(|word| word.known() == Some(wanted));
        stays && reading.doubts.is_empty() && found.iter().all(|one| one.doubts.is_empty())
    };
    let surely = |line: &str, wanted: &str| asked(line, &Memory::new("/home/dev/project", &[]), wanted);
    for (line, text) in [
        ("grep -rn x --include=*.rs src", "--include=*.rs"),
        ("grep -rn x --include=*.{ts,tsx} src", "--include=*.tsx"),
        ("grep -rn x --include=*.'r'\\s", "--include=*.rs"),
        ("ls; go test -run=Test* ./...", "-run=Test*"),
        ("grep --include=*.rs x src > /tmp/found", "--include=*.rs"),
        ("while read -r x; do grep --include=*.rs x; done", "--include=*.rs"),
        ("grep --include=*.rs x < $(touch ./--include=x.rs; echo y)", "--include=*.rs"),
        ("cd src && cp -t=*/x y", "-t=*/x"),
    ] {
        assert!(surely(line, text), "{line}");
    }
    for (line, text) in [
        ("touch ./--include=x.rs; grep --include=*.rs x", "--include=*.rs"),
        ("grep --include=*.rs x | touch ./--include=x.rs", "--include=*.rs"),
        ("f() { grep \"$1\" x; }; f --include=*.rs | tee out", "--include=*.rs"),
        ("for i in 1 2; do grep --include=*.rs x; touch ./--include=x.rs; done", "--include=*.rs"),
        ("while :; do a=(--include=*.rs); touch ./--include=x.rs; done; grep \"${a[0]}\" x", "--include=*.rs"),
        ("while :; do set -- --include=*.rs; touch ./--include=x.rs; done; grep \"$1\" x", "--include=*.rs"),
        ("grep --include=*.rs x $(touch ./--include=x.rs)", "--include=*.rs"),
        ("grep --include=*.rs x & touch ./--include=x.rs", "--include=*.rs"),
        ("true <(grep --include=*.rs x); touch ./--include=x.rs", "--include=*.rs"),
        ("cd \"$X\"; grep --include=*.rs x", "--include=*.rs"),
        ("shopt -s nullglob; grep --include=*.rs x", "--include=*.rs"),
        ("shopt -s nocaseglob; grep --include=*.rs x", "--include=*.rs"),
        ("x='--include=\\*.r?'; grep $x", "--include=\\*.r?"),
        ("grep --include=[ab].rs x", "--include=[ab].rs"),
        ("rm -r? x", "-r?"),
        ("su - dev -c 'grep --include=*.rs x'", "--include=*.rs"),
        ("watch -n1 'grep --include=*.rs x'", "--include=*.rs"),
        ("bash -l -c 'grep --include=*.rs x'", "--include=*.rs"),
        ("export BASHOPTS; shopt -s nullglob; bash -c 'grep --include=*.rs x'", "--include=*.rs"),
        ("git push --f*e=x", "--f*e=x"),
        ("grep --include=*.rs~x", "--include=*.rs~x"),
    ] {
        assert!(!surely(line, text), "{line}");
    }
    facts.dashes = vec!["--include=x.rs".to_owned()];
    assert!(!asked("grep -rn x --include=*.rs src", &facts, "--include=*.rs"));
    assert!(asked("grep -rn x --include=*.py src", &facts, "--include=*.py"));
    // in some locale a name of two bytes is two characters
    facts.dashes = vec!["--g=\u{e9}".to_owned()];
    assert!(!asked("rg --g=??", &facts, "--g=??"));
}

#[test]
fn assignments_that_change_what_runs_are_shown() {
    for line in [
        "PATH=/tmp ls",
        "PATH=/tmp",
        "export PATH=/tmp",
        "declare -x PATH=/tmp",
        "read PATH",
        "printf -v PATH %s /tmp",
        "for PATH in /tmp; do :; done",
        "echo ${PATH:=/tmp}",
        "(( PATH = 1 ))",
        ": {PATH}> f",
        "mapfile PATH",
        "f() { local PATH=/tmp; ls; }; f",
        "a | xargs --process-slot-var=PATH ls",
        // without one, what lies here runs
        "unset PATH",
        "unset -v PATH",
        "f() { local PATH; ls; }; f",
    ] {
        let reading = reading(line);
        let mut found = Vec::new();
        flat(&reading.invocations, &mut found);
        assert!(found.iter().any(|one| one.assignments.iter().any(|assignment| assignment.name == "PATH")), "{line}");
    }
}

#[test]
fn redirections_reach_the_commands_inside() {
    let reading = reading("{ a; b; } > f; > g; while c; do d; done < h; [[ x ]] > i");
    let mut found = Vec::new();
    flat(&reading.invocations, &mut found);
    let targets: Vec<String> = found
        .iter()
        .map(|one| one.redirects.iter().map(|redirect| redirect.target.display()).collect::<Vec<_>>().join(","))
        .collect();
    assert_eq!(targets, ["f", "f", "g", "h", "h", "i"]);
}

#[test]
fn pipes_and_loops_are_known() {
    let reading = reading("a | b | c; while d; do e; done");
    let places: Vec<_> = reading
        .invocations
        .iter()
        .map(|one| (one.place.pipe_stdin, one.place.pipe_stdout, one.place.loop_kind.is_some()))
        .collect();
    assert_eq!(
        places,
        [(false, true, false), (true, true, false), (true, false, false), (false, false, true), (false, false, true)]
    );
}

#[test]
fn limits_end_in_a_doubt() {
    let deep = format!("{}rm x{}", "(".repeat(90), ")".repeat(90));
    let many = "a;".repeat(30_000);
    let calls: String =
        (0..20).map(|index| format!("f{index}() {{ f{0}; f{0}; }}; ", index + 1)).collect::<String>() + "f0";
    let loops = "for a in {1..30}; do ".repeat(6) + "c; " + &"done; ".repeat(6);
    let doubling = format!("a=xxxxxxxxxxxxxxxx; {}echo $a", "a=$a$a; ".repeat(60));
    let braces = format!("echo {}", "{a,b}".repeat(60));
    let bomb = ":(){ :|:& };:".to_owned();
    let wrappers = "nice ".repeat(40) + "rm x";
    // a text whose operands nest and that runs itself again inside them
    let operands = format!("x='{}$(eval \"$x\"){}'; eval \"$x\"", "${a:-".repeat(90), "}".repeat(90));
    for line in [&operands, &deep, &many, &calls, &loops, &doubling, &braces, &bomb, &wrappers] {
        let start = std::time::Instant::now();
        let reading = reading(line);
        assert!(start.elapsed().as_secs() < 10, "{}", &line[..60]);
        assert!(reading.invocations.len() <= runok::command::MAX_COMMANDS);
    }
    for line in [&many, &calls, &bomb, &wrappers] {
        assert!(!doubts(line).is_empty(), "{}", &line[..12]);
    }
    assert_eq!(commands(&braces).len(), 1);
    assert!(commands(&doubling)[0].ends_with('…'));
}

/// Where each word may be the command that a wrapper starts, there are more ways to read the line than words.
#[test]
fn possible_commands_of_wrappers_are_few() {
    for unit in ["env $X ", "sudo $X ", "xargs $X ", "n exec $X "] {
        let line = format!("{}ls", unit.repeat(40));
        let reading = reading(&line);
        let mut found = Vec::new();
        flat(&reading.invocations, &mut found);
        let most = 2 * runok::command::MAX_POSSIBLE_STARTS;
        assert!(found.len() <= most, "{unit}: {} commands", found.len());
        assert!(
            doubts(&line).iter().any(|why| why.contains("may be started by others")),
            "{unit}: {:?}",
            doubts(&line)
        );
    }
    // what surely is started is looked at, however many others may be
    let sure = format!("{}ls; env A=1 nice timeout 5 rm x", "env $X ".repeat(40));
    assert!(commands(&sure).contains(&"rm x".to_owned()), "{:?}", commands(&sure));
}

#[test]
fn time_is_linear_in_the_number_of_commands() {
    let steps = |line: String| {
        let start = std::time::Instant::now();
        assert!(reading(&line).invocations.len() > 1_000);
        start.elapsed().as_secs_f64()
    };
    for unit in [
        "(b=1; c); a=1; ",
        "if a; then b=1; fi; ",
        "export V=1; c $V; ",
        "cd x; ",
        "f() { a; }; f; ",
        "a && b=1 || c; ",
    ] {
        let (small, large) = (steps(unit.repeat(2_000)), steps(unit.repeat(8_000)));
        assert!(large < small * 16.0 + 0.5, "{unit}: {small} s, then {large} s");
    }
}
