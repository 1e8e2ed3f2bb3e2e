//! The traps in reading a shell line, each as a test. Some are for the interpreter to avoid: there the test shows that the
//! tree holds what it needs.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test fails by panicking, in its helpers too"
)]

mod reader {
    pub(crate) mod commands;
}

use reader::commands::{read, read_as, refused, understood};
use runok::shell::ast::{Command, Part, RedirectTarget, Simple};
use runok::shell::{Dialect, parse};

/// The only simple command of a text.
fn simple(text: &str) -> Simple {
    let parsed = parse(text, Dialect::Bash);
    assert_eq!(parsed.mistake, None, "{text}");
    match parsed.script.statements[0].and_or.first.commands[0].clone() {
        Command::Simple(simple) => simple,
        other => panic!("{text} is {other:?}"),
    }
}

fn refused_by(dialect: Dialect, texts: &[&str]) {
    for text in texts {
        let (found, mistake) = read_as(text, dialect);
        assert!(mistake.is_some(), "{dialect:?} {text}: {found:?}");
    }
}

#[test]
fn trap_01_a_command_in_braces_is_refused() {
    refused("echo ${ rm x; }", &["rm x"]);
    refused("echo \"${ rm x; }\"", &["rm x"]);
    refused("echo ${|rm x;}", &["rm x"]);
    refused("echo ${\nrm x; }", &["rm x"]);
}

#[test]
fn trap_02_nothing_follows_a_here_document_inside_a_substitution() {
    refused("echo \"$(cat <<E\nx\nE\necho 1;echo 2)\"", &["echo 1", "echo 2"]);
    refused("echo \"$(cat <<E; echo 2\nx\nE\n)\"", &["echo 2"]);
    refused("echo \"$(if true; then cat <<E\nx\nE\nfi; echo z)\"", &["echo z"]);
    refused("cat <(cat <<E\nx\nE\nrm y)", &["rm y"]);
    refused("x=$(coproc v=1 rm y)", &["rm y"]);
    // bash looks for the end as if `time` were a name here: the first `)` closes
    refused("echo $(time case a in a) rm b;; esac)", &["rm b"]);
    refused("echo $(! time { rm b; })", &["rm b"]);
    refused("echo $(#\ntime { rm b; })", &["rm b"]);
    understood("echo $(time rm a) $(ls; time { rm b; })", &["echo ? ?", "rm a", "ls", "rm b"]);
    understood("git commit -m \"$(cat <<'EOF'\nfix (a) \"b\" it's\nEOF\n)\"", &["git commit -m ?", "cat"]);
    understood("echo $(cat <<E | tr a b\naaa\nE\n) c", &["echo ? c", "cat", "tr a b"]);
    understood("echo $(cat <<E && rm x\naaa\nE\n)", &["echo ?", "cat", "rm x"]);
    // outside substitutions anything may follow
    understood("if true; then cat <<E\nx\nE\nfi; rm y", &["true", "cat", "rm y"]);
}

#[test]
fn trap_03_arguments_of_builtins_are_words_as_they_stand() {
    understood("test -v 'x[$(rm y)]'", &["test -v x[$(rm y)]"]);
    understood("unset 'a[$(rm y)]'; printf -v 'a[$(rm y)]' %s y", &["unset a[$(rm y)]", "printf -v a[$(rm y)] %s y"]);
}

#[test]
fn trap_04_arithmetic_tells_the_names_that_it_reads_and_assigns() {
    let parts =
        simple("echo $((x + a[i] * 0x1f, y = z++ + 16#ff, w == v, u <= t, s <<= 2, --r))").words[1].parts.clone();
    let [Part::Arithmetic(arithmetic)] = parts.as_slice() else { panic!("{parts:?}") };
    assert_eq!(arithmetic.names, ["x", "a", "i", "y", "z", "w", "v", "u", "t", "s", "r"]);
    for name in ["y", "z", "s", "r"] {
        assert!(arithmetic.assigned.iter().any(|assigned| assigned == name), "{name} {:?}", arithmetic.assigned);
    }
    for name in ["x", "i", "w", "v", "u", "t"] {
        assert!(!arithmetic.assigned.iter().any(|assigned| assigned == name), "{name} {:?}", arithmetic.assigned);
    }
    understood("echo ${y:x} ${y[x]} ${y[$(rm z)]}", &["echo ? ? ?", "rm z"]);
    understood("((x[$(rm y)]=1))", &["rm y"]);
    understood("[[ $x -eq $(rm y) ]]", &["rm y"]);
}

#[test]
fn trap_05_a_single_quote_inside_a_quoted_expansion_is_refused() {
    // a `$` before a quote is part of the quote here: "${x:-$"rm"}" is rm
    for text in ["\"${x:-$\"rm\"}\" y", "echo \"${x/$\"a\"/b}\"", "echo \"${x#$'a'}\"", "echo \"${x/$'a'/b}\""] {
        assert!(parse(text, Dialect::Bash).mistake.is_some(), "{text}");
    }
    for text in ["\"${x:='$(cmd)'}\"", "\"${x:-it's}\"", "\"${x#'$(cmd)'}\"", "\"${x:-'a'}\"", "cat <<E\n${x:-'a'}\nE"]
    {
        refused(text, &[]);
    }
    understood("echo ${x:='$(cmd)'} \"${x%'/'}\"", &["echo ? ?"]);
}

#[test]
fn trap_06_commands_in_odd_places_are_found() {
    for (text, commands) in [
        ("echo ${x:-<(rm a)}", &["echo ?", "rm a"] as &[&str]),
        ("echo x<(rm a)", &["echo ?", "rm a"]),
        ("a=<(rm a)", &["rm a"]),
        ("ls >$(rm a)", &["ls", "rm a"]),
        ("f() { ls; } >$(rm a)", &["rm a", "ls"]),
        ("{ ls; } <$(rm a)", &["rm a", "ls"]),
        ("while ls; do ls; done <<<$(rm a)", &["rm a", "ls", "ls"]),
        ("cat <<E\n$(rm a)\nE", &["cat", "rm a"]),
        ("case $(rm a) in $(rm b)) ls;; esac", &["rm a", "rm b", "ls"]),
        ("for ((i=$(rm a);i<$(rm b);i++)) do ls; done", &["rm a", "rm b", "ls"]),
        ("x[$(rm a)]=1", &["rm a"]),
        ("x=([$(rm a)]=$(rm b) $(rm c))", &["rm a", "rm b", "rm c"]),
        ("declare -a x=($(rm a))", &["declare -a ?", "rm a"]),
        (
            "echo ${x//$(rm a)/$(rm b)} ${x:$(rm c):$(rm d)} ${x^^$(rm e)}",
            &["echo ? ? ?", "rm a", "rm b", "rm c", "rm d", "rm e"],
        ),
        ("[[ a == $(rm a) || -f $(rm b) || x =~ $(rm c) ]]", &["rm a", "rm b", "rm c"]),
        ("echo @($(rm a)|b)", &["echo ?", "rm a"]),
        ("echo $[ $(rm a) ] $(( `rm b` ))", &["echo ? ?", "rm a", "rm b"]),
    ] {
        understood(text, commands);
    }
    let alone = simple(">f");
    assert!(alone.words.is_empty() && alone.redirects.len() == 1);
}

#[test]
fn trap_07_two_parentheses_are_arithmetic_only_when_closed_by_two() {
    understood("((a) || (b)); ((ls a); rm b); ((1 + (2)))", &["a", "b", "ls a", "rm b"]);
    refused("echo $((ls a); rm b)", &["ls a", "rm b"]);
    refused("((rm 'a'))", &[]);
    refused("echo $((x[|rm))", &[]);
    refused("echo $(( $(v=${x:-<(case a in a) rm b;; esac)} ls) + 1 ))", &["rm b", "ls"]);
    refused("echo $(( $(ls # )\n) + 1 ))", &["ls"]);
    refused("echo $(( ${x#)} + ${x#(} ))", &[]);
    refused("echo $(( ${x#\"(\"} + 1 ))", &[]);
    understood("echo $(( $(ls \"$(rm a)\") + (2 * (3)) ))", &["echo ?", "ls ?", "rm a"]);
    refused_by(
        Dialect::Posix,
        &[
            "((rm x))",
            "[[ a || rm x ]]",
            "ls &>f",
            "ls <(rm x)",
            "echo $'x'",
            "echo {a,b}",
            "echo {1..3}",
            "echo $\"x\"",
            "a+=b ls",
            "a[1]=b",
            "x=(a)",
            "function f { ls; }",
            "select x in a; do ls; done",
            "coproc ls",
            "ls |& cat",
            "cat <<<x",
            "echo ${x//a/b}",
            "echo ${x:1}",
            "echo ${!x}",
            "echo ${x^}",
            "echo ${x@Q}",
            "echo $[1]",
            "case a in a) ls;& esac",
            "ls >&f",
            "ls 2>&-x",
            "ls {fd}>f",
            "ls 10>f",
            "echo $10",
            "for ((;;)) do ls; done",
            "f-g() { ls; }",
            "echo ${a[1]}",
            "echo >(ls)",
        ],
    );
    for text in [
        "ls -l | grep 'a b' > f 2>&1 && echo \"$x\" `ls` $((1+2)) ${x:-$(ls)} ${x%.*}",
        "if ls; then ls; fi",
        "f() { ls; }",
        "cat <<E\n$x\nE",
    ] {
        assert_eq!(read_as(text, Dialect::Posix).1, None, "{text}");
    }
}

#[test]
fn trap_08_bytes_that_are_not_ascii_are_kept() {
    understood("echo \"—\" é—é", &["echo — é—é"]);
}

#[test]
fn trap_09_a_mistake_anywhere_is_a_mistake_of_the_whole() {
    refused("rm -rf src\n)", &["rm -rf src"]);
    refused("rm a\nls\nif", &["rm a", "ls"]);
    refused("rm -rf src )", &["rm -rf src"]);
    refused("if rm -rf src; then", &["rm -rf src"]);
    refused("cat <<EOF\n$(rm -rf src)", &["cat", "rm -rf src"]);
    refused("echo $(rm -rf src", &["rm -rf src"]);
    refused("echo `rm -rf src", &["rm -rf src"]);
    refused("echo \"$(rm -rf src)", &["rm -rf src"]);
    refused("while true; do rm -rf src; case x in", &["true", "rm -rf src"]);
}

#[test]
fn trap_10_assignments_of_every_kind_are_told() {
    let command = simple("PATH=x LD_PRELOAD+=y A[1]=z ls {PATH}>f");
    let names: Vec<&str> = command.assignments.iter().map(|assignment| assignment.name.as_str()).collect();
    assert_eq!(names, ["PATH", "LD_PRELOAD", "A"]);
    assert_eq!(command.redirects[0].descriptor, runok::shell::ast::Descriptor::Variable("PATH".to_owned()));
}

#[test]
fn trap_11_a_closing_duplication_ends_with_its_dash() {
    let command = simple("ls >&-b 2>&-");
    assert_eq!((command.words.len(), command.redirects.len()), (2, 2));
    understood("ls >&-b", &["ls b"]);
    understood(">& -rm a", &["rm a"]);
    for text in ["ls >&'$(rm x)'", "ls >&\"$x\"", "ls >&$(rm x)", "ls <&\"$x\""] {
        refused(text, &[]);
    }
    understood("ls 2>&1 >&2 >&\"1\" <&$x 3>&-", &["ls"]);
}

#[test]
fn trap_12_a_backslash_and_a_line_break_join() {
    understood("echo $\\\n(rm a) $\\\n{x} \\\nb", &["echo ? ? b", "rm a"]);
    understood("r\\\nm a\\\nb", &["rm ab"]);
    understood("ls >\\\n>f &\\\n& ls |\\\n| ls", &["ls", "ls", "ls"]);
    understood("A\\\n=b ls", &["ls"]);
    understood("ls <\\\n(rm a)", &["ls ?", "rm a"]);
    understood("echo 'a\\\nb' \"a\\\nb\" $\\\n'x'", &["echo a\\\nb ab x"]);
    understood("ls # a\\\nrm b", &["ls", "rm b"]);
    understood("cat <<'E'\na\\\nE\n", &["cat"]);
    for text in ["i\\\nf ls; then ls; fi", "whil\\\ne ls; do ls; done", "\\\n{\\\n ls; }", "a\\\n[0]=b", "(\\\n(a))"] {
        refused(text, &[]);
    }
    let joined = simple("cat <<E\na\\\nE\nE");
    let RedirectTarget::HereDocument(document) = &joined.redirects[0].target else { panic!() };
    assert_eq!(document.body.parts.as_slice(), [Part::Quoted("aE\n".into())]);
}

#[test]
fn trap_13_odd_here_documents_are_refused() {
    for text in [
        "cat <<E\\\nF\nx\nEF",
        "cat <<E\nx",
        "cat <<E",
        "echo $(cat <<E\nx\nE)",
        "echo $(cat <<E)",
        "cat <<$x\na\n$x",
        "cat <<'a\nb'\nx\na\nb",
        "cat <<\"$(rm x)\"\na",
        "echo $(( $(cat <<E\n1\nE\n) + 1 ))",
        "cat <<E\n$(cat <<F\nx\nF\n)\nE",
        "cat <<E\nE\\\n\n",
        "cat <<EF\na\nE\\\nF\nEF",
        "echo $(cat <<E\nE) $(( $(rm x) ))\nE\n)",
        "cat <<E $(ls\nrm x)\nb\nE\n)",
    ] {
        refused(text, &[]);
    }
    understood("cat <<E >f; rm a\n$(rm b) `rm c`\nE\nrm d", &["cat", "rm b", "rm c", "rm a", "rm d"]);
    understood("cat <<A <<'B' | rm x\n$(rm a)\nA\n$(rm b)\nB\n", &["cat", "rm a", "rm x"]);
    understood("cat <<-E\n\t$(rm\ta)\n\tE\nrm b", &["cat", "rm a", "rm b"]);
    understood("cat <<\\E\n$(rm a)\nE", &["cat"]);
    understood("cat <<''\nx\n\nrm a", &["cat", "rm a"]);
}

#[test]
fn trap_14_backquotes_are_unescaped_and_read_again() {
    understood(
        "echo `echo \\`rm a\\`` `echo \\\\\\$x` \"`echo \\\"rm b\\\"`\"",
        &["echo ? ? ?", "echo ?", "rm a", "echo $x", "echo rm b"],
    );
    refused("echo \"${x:-`rm a`}\"", &["rm a"]);
    understood("echo ${x:-`rm a`}", &["echo ?", "rm a"]);
}

#[test]
fn trap_15_a_subscript_is_read_across_blanks() {
    refused("x[a b]=c d", &[]);
    refused("x[a;b]=c d", &[]);
    understood("x[a]=c d; x[\"a b\"]=c e; x[$i+1]=c f", &["d", "e", "f"]);
    understood("rm[ab] c", &["rm[ab] c"]);
}

#[test]
fn trap_16_only_plain_escapes_are_decoded() {
    understood("$'\\x72\\155' $'a\\tb\\n\\'\\u0041'", &["rm a\tb\n'A"]);
    for text in [
        "echo $'a\\0b'",
        "echo $'\\x00'",
        "echo $'\\xff'",
        "echo $'\\u00e9'",
        "echo $'\\cA'",
        "echo $'\\z'",
        "echo $'\\x'",
        "echo $'\\377'",
    ] {
        refused(text, &[]);
    }
    let translated = simple("echo $\"rm\"");
    assert!(matches!(translated.words[1].parts[0], Part::Translated(_)));
}

#[test]
fn trap_17_what_expands_is_told_from_what_is_quoted() {
    let command = simple("a{b,c}*~ '{b,c}'\\* \"~\"");
    assert_eq!(command.words[0].parts.as_slice(), [Part::Bare("a{b,c}*~".into())]);
    assert_eq!(command.words[1].parts.as_slice(), [Part::Quoted("{b,c}*".into())]);
    assert_eq!(command.words[2].parts.as_slice(), [Part::DoubleQuoted(vec![Part::Quoted("~".into())])]);
}

#[test]
fn trap_18_only_space_and_tab_are_blanks() {
    understood("rm\r a", &["rm\r a"]);
    understood("rm\u{a0}a\u{2003}b \u{feff}c", &["rm\u{a0}a\u{2003}b \u{feff}c"]);
    refused("rm a\0b", &[]);
}

#[test]
fn trap_19_reserved_words_count_only_where_commands_begin() {
    understood("echo if then { } ! fi", &["echo if then { } ! fi"]);
    understood("x=1 if a", &["if a"]);
    understood(">f if a", &["if a"]);
    understood("'if' a; \\if b; \"if\" c", &["if a", "if b", "if c"]);
    understood("if (a) then b; fi; if { a; } then b; fi; { (a) }", &["a", "b", "a", "b", "a"]);
    understood("! if a; then b; fi; time while a; do b; done", &["a", "b", "a", "b"]);
    for text in [
        "then",
        "if a then b; fi",
        "(a) b",
        "{ a; } b",
        "if (a) >f then b; fi",
        "a | ! b",
        "in",
        "]]",
        "fi",
        "{ a }",
        "if a; fi",
        "f() a",
        "! | a",
    ] {
        refused(text, &[]);
    }
    // an extended glob or a negated subshell, depending on an option
    refused("!(rm a)", &["rm a"]);
    refused("a+() { rm a; }", &[]);
}

#[test]
fn trap_20_function_bodies_are_read() {
    for text in [
        "f() { rm a; }",
        "f () ( rm a )",
        "function f { rm a; }",
        "function f() { rm a; }",
        "f()\n{ rm a; }",
        "f() for x in 1; do rm a; done",
        "f() if :; then rm a; fi >x",
    ] {
        let (found, mistake) = read(text);
        assert_eq!(mistake, None, "{text}");
        assert!(found.contains(&"rm a".to_owned()), "{text}");
    }
}

#[test]
fn trap_21_what_zsh_reads_differently_is_refused() {
    refused_by(
        Dialect::Zsh,
        &[
            "=ls",
            "echo =ls",
            "ls *(e:cmd:)",
            "repeat 3 ls",
            "foreach x (a) ls; end",
            "if true { ls }",
            "() { ls; }",
            "function { ls; }",
            "echo ${(e)x}",
            "echo $x[1]",
            "echo $x:h",
            "ls >!f",
            "ls 2>&-x",
            "ls &! ls",
            "x==ls",
            ">f",
            "ls **",
            "echo $#x",
            "select x in a; do ls; done",
            "coproc ls",
            "echo $\"x\"",
            "ls <1-5>",
            "echo a}",
            "ls # ; rm x",
            "for x in a { ls; }",
            "echo ${x:1}",
            "a[1]=x",
        ],
    );
    for text in [
        "ls -la | grep 'a b' > f 2>&1 && echo \"$x\" $(ls) ${x:-y} `ls`",
        "noglob ls *",
        "- ls",
        "git show HEAD~1 -- a.b",
        "for x in a b; do ls $x; done",
        "[[ -f x ]] && ls",
        "export A=b",
        "cat <<'E'\nx\nE",
        "ls {a,b}",
        "f() { ls; }",
        "cat <(ls)",
    ] {
        assert_eq!(read_as(text, Dialect::Zsh).1, None, "{text}");
    }
}

#[test]
fn trap_21_what_zsh_and_dash_do_not_accept_is_refused() {
    refused_by(
        Dialect::Zsh,
        &[
            // reserved words are seen behind assignments and redirections too
            "x=1 do ls",
            ">f if ls",
            "x=1 time ls",
            "if true; then(ls) fi",
            "x=1 & ls",
            "x=$(ls) &",
            // braces are counted up to the end, over blanks and separators
            "echo $${a; ls",
            "echo $$'a'",
            "echo ${x:-{a}",
            "+=a ls",
            "ls >&2>&1",
            "ls <()",
            "ls > <(b)",
            "ls >| <(b)x",
            "ls 0< >(b)",
            "f( ) { ls; }",
            "time time while a; do b; done",
            "! ! ls",
            "ls &\\\n& rm x",
            "ls >\\\n&2",
            "echo \"$\\\n(ls)\"",
        ],
    );
    refused_by(Dialect::Posix, &["!", "! ! ls", "ls >&2>&1"]);
    for text in [
        "x=1 && ls",
        "ls & x=1",
        "! ls; time ls; ! time ls",
        "if (true) then ls; fi",
        "echo $$ $$/a",
        "ls &&\\\n rm x | \\\ncat $HO\\\nME",
    ] {
        assert_eq!(read_as(text, Dialect::Zsh).1, None, "{text}");
    }
}

#[test]
fn trap_22_conditionals_are_checked_strictly() {
    for text in [
        "[[ ]]",
        "[[ a b ]]",
        "[[ a == ]]",
        "[[ -f ]]",
        "[[ a == b c ]]",
        "[[ a && ]]",
        "[[ ( a ]]",
        "[[ a -a b ]]",
        "[[ a; ]]",
        "[[ a =~ ]]",
        "[[ a\n== b ]]",
        "[[ a == (b) ]]",
        "[[ a =~ (b]]",
        "[[ ! ]]",
        "[[ a",
    ] {
        refused(text, &[]);
    }
    for text in [
        "[[ a ]]",
        "[[ -f a ]]",
        "[[ ! -f a && ( b || c ) ]]",
        "[[ a<b ]]",
        "[[ a =~ ^(b|c d)$ ]]",
        "[[ a =~ [0-9]+ ]]",
        "[[ a == @(b|c)* ]]",
        "[[\na\n&&\nb\n]]",
        "[[ -v x[1] ]]",
        "[[ $a -nt \"b\" ]]",
        "[[ (a) ]]",
    ] {
        understood(text, &[]);
    }
}
