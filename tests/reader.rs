//! What the reader makes of each construct of bash, and that no bytes make it panic.
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
    pub(crate) mod generate;
}

use reader::commands::{refused, understood};
use reader::generate::{Lines, Random};
use runok::input::Span;
use runok::shell::ast::*;
use runok::shell::{Dialect, parse};

fn script(text: &str) -> Script {
    let parsed = parse(text, Dialect::Bash);
    assert_eq!(parsed.mistake, None, "{text}");
    parsed.script
}

fn command(text: &str) -> Command {
    script(text).statements.remove(0).and_or.first.commands.remove(0)
}

fn simple(text: &str) -> Simple {
    match command(text) {
        Command::Simple(simple) => simple,
        other => panic!("{other:?}"),
    }
}

fn compound(text: &str) -> Compound {
    match command(text) {
        Command::Compound(compound) => compound,
        other => panic!("{other:?}"),
    }
}

fn parameter(text: &str) -> Parameter {
    match simple(text).words.remove(0).parts.remove(0) {
        Part::Parameter(parameter) => *parameter,
        other => panic!("{other:?}"),
    }
}

#[test]
fn lists_tell_their_joiners_and_terminators() {
    let script = script("a && b || c; d & ! e | f |& g\ntime -p h");
    assert_eq!(script.statements.len(), 4);
    let joiners: Vec<Joiner> = script.statements[0].and_or.rest.iter().map(|(joiner, _)| *joiner).collect();
    assert_eq!(joiners, [Joiner::And, Joiner::Or]);
    assert!(script.statements[1].background && !script.statements[0].background);
    let pipeline = &script.statements[2].and_or.first;
    assert!(pipeline.negated);
    assert_eq!((pipeline.commands.len(), pipeline.with_stderr.as_slice()), (3, [false, true].as_slice()));
    assert!(script.statements[3].and_or.first.timed);
}

#[test]
fn spans_point_into_the_text() {
    let text = "  echo 'a b'  $x >f  # c\n(ls é) | `cat \\`rm x\\``";
    let script = script(text);
    let at = |span: Span| text.get(span.start..span.end).unwrap();
    let Command::Simple(echo) = &script.statements[0].and_or.first.commands[0] else { panic!() };
    assert_eq!(at(echo.span), "echo 'a b'  $x >f");
    assert_eq!(at(script.statements[0].span), "echo 'a b'  $x >f");
    assert_eq!(echo.words.iter().map(|word| at(word.span)).collect::<Vec<_>>(), ["echo", "'a b'", "$x"]);
    assert_eq!(at(echo.redirects[0].span), ">f");
    assert_eq!(at(script.statements[1].span), "(ls é) | `cat \\`rm x\\``");
    let Command::Simple(quoted) = &script.statements[1].and_or.first.commands[1] else { panic!() };
    let Part::Command(inner) = &quoted.words[0].parts[0] else { panic!() };
    let Command::Simple(cat) = &inner.statements[0].and_or.first.commands[0] else { panic!() };
    let Part::Command(innermost) = &cat.words[1].parts[0] else { panic!() };
    let Command::Simple(rm) = &innermost.statements[0].and_or.first.commands[0] else { panic!() };
    assert_eq!(rm.words.iter().map(|word| at(word.span)).collect::<Vec<_>>(), ["rm", "x"]);
}

#[test]
fn spans_reach_through_here_documents_without_tabs() {
    let text = "cat <<-E\n\ta\n\t\t$(rm x) é\n\tE";
    let simple = simple(text);
    let RedirectTarget::HereDocument(document) = &simple.redirects[0].target else { panic!() };
    let [Part::Quoted(before), Part::Command(inner), Part::Quoted(after)] = document.body.parts.as_slice() else {
        panic!()
    };
    assert_eq!((before.as_str(), after.as_str()), ("a\n", " é\n"));
    let span = inner.statements[0].span;
    assert_eq!(text.get(span.start..span.end), Some("rm x"));
    assert_eq!((document.delimiter.as_str(), document.quoted), ("E", false));
}

#[test]
fn redirections_tell_descriptor_operator_and_target() {
    let simple = simple("2>a >>b <c <>d >|e &>f &>>g 3<&4 >&5 <<<h {x}>i 6>&- 7<&8- ls 9");
    let found: Vec<(Descriptor, RedirectOperator)> =
        simple.redirects.into_iter().map(|redirect| (redirect.descriptor, redirect.operator)).collect();
    use RedirectOperator as R;
    let number = Descriptor::Number;
    let default = || Descriptor::Default;
    let wanted = [
        (number(2), R::Write),
        (default(), R::Append),
        (default(), R::Read),
        (default(), R::ReadWrite),
        (default(), R::Clobber),
        (default(), R::WriteBoth),
        (default(), R::AppendBoth),
        (number(3), R::DuplicateInput),
        (default(), R::DuplicateOutput),
        (default(), R::HereString),
        (Descriptor::Variable("x".to_owned()), R::Write),
        (number(6), R::DuplicateOutput),
        (number(7), R::DuplicateInput),
    ];
    assert_eq!(found, wanted);
    assert_eq!(simple.words.len(), 2);
    refused("ls 99999999999>f", &[]);
}

#[test]
fn assignments_stand_before_the_first_word() {
    let simple = simple("A=1 B+=\"x\" C[1]=y D=(a [k]=b $c) E= cmd F=2");
    let names: Vec<(&str, bool, bool)> = simple
        .assignments
        .iter()
        .map(|assignment| (assignment.name.as_str(), assignment.append, assignment.subscript.is_some()))
        .collect();
    assert_eq!(
        names,
        [("A", false, false), ("B", true, false), ("C", false, true), ("D", false, false), ("E", false, false)]
    );
    let AssignmentValue::Array(elements) = &simple.assignments[3].value else { panic!() };
    assert_eq!(elements.iter().map(|element| element.subscript.is_some()).collect::<Vec<_>>(), [false, true, false]);
    assert!(matches!(&simple.assignments[4].value, AssignmentValue::Scalar(word) if word.parts.is_empty()));
    assert_eq!(simple.words.len(), 2);
}

#[test]
fn arrays_stand_in_arguments_of_declaring_builtins_alone() {
    let declare = simple("declare -a x=(a b) y=c z+=()");
    assert_eq!(declare.words[2].parts[0], Part::Bare("x=".into()));
    assert!(matches!(&declare.words[2].parts[1], Part::Array(elements) if elements.len() == 2));
    assert_eq!(declare.words[3].parts.as_slice(), [Part::Bare("y=c".into())]);
    for text in ["local x=(a)", "export x=(a)", "readonly x=(a)", "typeset x=(a)"] {
        script(text);
    }
    for text in [
        "echo x=(a)",
        "eval x=(a)",
        "alias x=(a)",
        "command declare x=(a)",
        "'declare' x=(a)",
        "declare x=(a)b",
        "declare x(a)",
        "x=(a;b)",
        "x=(a",
    ] {
        refused(text, &[]);
    }
}

#[test]
fn parameters_tell_what_is_done_to_them() {
    use ParameterOperation as P;
    assert!(matches!(parameter("$x").operation, P::Value));
    assert!(matches!(parameter("${#x}").operation, P::Length));
    assert!(matches!(parameter("${x:-y}").operation, P::Fallback { colon: true, operator: FallbackOperator::Use, .. }));
    assert!(matches!(
        parameter("${x=y}").operation,
        P::Fallback { colon: false, operator: FallbackOperator::Assign, .. }
    ));
    assert!(matches!(parameter("${x%%y}").operation, P::Trim { suffix: true, longest: true, .. }));
    assert!(matches!(parameter("${x#y}").operation, P::Trim { suffix: false, longest: false, .. }));
    assert!(matches!(
        parameter("${x//a/b}").operation,
        P::Replace { all: true, anchor: None, replacement: Some(_), .. }
    ));
    assert!(matches!(
        parameter("${x/#a}").operation,
        P::Replace { all: false, anchor: Some('#'), replacement: None, .. }
    ));
    assert!(matches!(parameter("${x:1:2}").operation, P::Slice { length: Some(_), .. }));
    assert!(matches!(parameter("${x: -1}").operation, P::Slice { length: None, .. }));
    assert!(matches!(parameter("${x^^}").operation, P::Case { upper: true, all: true, pattern: None }));
    assert!(matches!(parameter("${x@P}").operation, P::Transform('P')));
    assert!(matches!(parameter("${!x*}").operation, P::Names));
    assert!(matches!(parameter("${!x[@]}").operation, P::Keys));
    assert!(parameter("${!x}").indirect && !parameter("${x}").indirect);
    for (text, name) in [
        ("$1", "1"),
        ("${10}", "10"),
        ("$@", "@"),
        ("${#}", "#"),
        ("$#", "#"),
        ("$?", "?"),
        ("${!}", "!"),
        ("$_", "_"),
        ("${x[@]}", "x"),
    ] {
        assert_eq!(parameter(text).name, name);
    }
    for text in ["${}", "${x!}", "${x~}", "${-x", "${x", "${x@Z}", "${1[2]}", "${x[]}", "${ }", "${x:1?2:3}"] {
        refused(&format!("echo {text}"), &[]);
    }
}

#[test]
fn the_text_of_an_operand_is_quoted_as_it_stands() {
    let ParameterOperation::Replace { pattern, replacement, .. } = parameter("${x//\\//_}").operation else { panic!() };
    assert_eq!(
        (pattern.parts, replacement.unwrap().parts),
        ([Part::Quoted("/".into())].into(), [Part::Bare("_".into())].into())
    );
    let ParameterOperation::Replace { pattern, .. } = parameter("${x////_}").operation else { panic!() };
    assert_eq!(pattern.parts.as_slice(), [Part::Bare("/".into())]);
    let ParameterOperation::Fallback { word, .. } = parameter("${x:-a b {c}d}").operation else { panic!() };
    assert_eq!(word.parts.as_slice(), [Part::Bare("a b {c".into())]);
    understood("echo ${x:-a b;c|d&e(f)#g} h", &["echo ? h"]);
}

#[test]
fn compound_commands_have_their_parts() {
    let CompoundKind::If { branches, otherwise } = compound("if a; then b; elif c; then d; else e; fi").kind else {
        panic!()
    };
    assert_eq!((branches.len(), otherwise.is_some()), (2, true));
    assert!(matches!(compound("until a; do b; done").kind, CompoundKind::Loop { until: true, .. }));
    assert!(matches!(compound("for x; do a; done").kind, CompoundKind::For { words: None, .. }));
    assert!(
        matches!(compound("for x in; do a; done").kind, CompoundKind::For { words: Some(words), .. } if words.is_empty())
    );
    assert!(
        matches!(compound("for x\nin a b\ndo a; done").kind, CompoundKind::For { words: Some(words), .. } if words.len() == 2)
    );
    assert!(matches!(compound("select x in a; do b; done").kind, CompoundKind::Select { .. }));
    assert!(matches!(compound("coproc a b").kind, CompoundKind::Coprocess { name: None, .. }));
    assert!(
        matches!(compound("coproc N { a; }").kind, CompoundKind::Coprocess { name: Some(name), .. } if name == "N")
    );
    assert!(matches!(compound("((1))").kind, CompoundKind::Arithmetic(_)));
    let CompoundKind::Case { arms, .. } = compound("case x in a|b) c;& (d) ;;& e) f;; g) esac >h").kind else {
        panic!()
    };
    let arms: Vec<(usize, bool)> = arms.iter().map(|arm| (arm.patterns.len(), arm.falls_through)).collect();
    assert_eq!(arms, [(2, true), (1, true), (1, false), (1, false)]);
    let CompoundKind::ArithmeticFor { header, .. } = compound("for ((i=0; i<3; i++)); do a; done").kind else {
        panic!()
    };
    assert_eq!(
        (header[0].assigned.as_slice(), header[2].assigned.as_slice()),
        (["i".to_owned()].as_slice(), ["i".to_owned()].as_slice())
    );
    for text in [
        "for 1 in a; do b; done",
        "for x in a b",
        "for x in a; b; done",
        "case x in a) b",
        "while a; done",
        "( )",
        "{ }",
        "if a; then fi",
        "coproc",
        "function",
        "case a b in c) d;; esac",
    ] {
        refused(text, &[]);
    }
}

#[test]
fn conditionals_are_flat() {
    let CompoundKind::Conditional(pieces) = compound("[[ ! -f a && ( $b == c* || d =~ ^(e|f g)$ ) ]]").kind else {
        panic!()
    };
    let shown: Vec<String> = pieces
        .iter()
        .map(|piece| match piece {
            ConditionalPiece::Operator(text, _) => text.clone(),
            ConditionalPiece::Operand(word) => reader::commands::text(&word.parts).unwrap_or_else(|| "?".to_owned()),
        })
        .collect();
    assert_eq!(shown, ["!", "-f", "a", "&&", "(", "?", "==", "c*", "||", "d", "=~", "^(e|f g)$", ")"]);
}

#[test]
fn comments_begin_where_words_begin() {
    understood("a#b #c d\ne # f\n# g\nh;#i", &["a#b", "e", "h"]);
    understood("echo $(ls # )\n) x", &["echo ? x", "ls"]);
    understood("a \\\n#b\nc", &["a", "c"]);
}

#[test]
fn separators_must_separate() {
    understood("a;b\n\n;#".trim_end_matches(";#"), &["a", "b"]);
    understood("a &\nb", &["a", "b"]);
    understood("a &&\n\n b |\n c", &["a", "b", "c"]);
    for text in [
        ";",
        "a;;b",
        "a & & b",
        "a && && b",
        "a &&",
        "a |",
        "| a",
        "a; ; b",
        "&",
        "a ||| b",
        "a <",
        "a >",
        "a >\nb",
        "(a",
        "a)",
        "a (b)",
        "'a",
        "\"a",
        "`a",
        "a\\",
    ] {
        refused(text, &[]);
    }
    assert_eq!(script(""), Script::default());
    assert_eq!(script(" \n\t# x\n"), Script::default());
}

#[test]
fn random_bytes_never_panic() {
    let mut random = Random::new(7);
    let alphabet: Vec<char> = "ab1 \t\n\r'\"`$(){}[];&|<>\\#=!*?@+-~^:/,.é\u{a0}\0EOF".chars().collect();
    for _ in 0..20_000 {
        let length = random.below(60);
        let text: String = (0..length).map(|_| alphabet[random.below(alphabet.len())]).collect();
        check_spans(&text);
    }
}

#[test]
fn damaged_lines_never_panic() {
    let mut lines = Lines::new(11);
    for _ in 0..4_000 {
        let text = lines.line(true);
        check_spans(&text);
        // every beginning of a line is a text too
        let cut = lines.random.below(text.len() + 1);
        check_spans(text.get(..cut).unwrap_or_default());
    }
}

/// Reads in every dialect; the spans of statements and mistakes lie in the text, on character boundaries.
fn check_spans(text: &str) {
    for dialect in [Dialect::Bash, Dialect::Posix, Dialect::Zsh] {
        let parsed = parse(text, dialect);
        let spans = parsed
            .script
            .statements
            .iter()
            .map(|statement| statement.span)
            .chain(parsed.mistake.map(|mistake| mistake.span));
        for span in spans {
            assert!(text.get(span.start..span.end).is_some(), "{text:?} {span:?}");
        }
    }
}
