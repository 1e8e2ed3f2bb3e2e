use super::*;

fn one(text: &str) -> Pattern {
    let found = patterns(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    assert_eq!(found.len(), 1, "{text}");
    found.into_iter().next().unwrap()
}

fn texts(words: &[&str]) -> Alternatives {
    words.iter().map(|word| Text::parse(word)).collect()
}

fn word(words: &[&str]) -> Token {
    Token::Word(texts(words))
}

fn flag(words: &[&str]) -> Token {
    Token::Flag(texts(words))
}

fn valued(names: &[&str], value: Token) -> Token {
    Token::FlagValue { names: texts(names), value: Box::new(value) }
}

fn tokens(text: &str) -> Vec<Token> {
    one(text).tokens
}

#[test]
fn words_flags_and_stars() {
    assert_eq!(one("git"), Pattern { command: CommandPattern::Names(texts(&["git"])), tokens: vec![] });
    assert_eq!(tokens("git push -f|--force *"), [word(&["push"]), flag(&["-f", "--force"]), Token::Any]);
    assert_eq!(one("* --help").command, CommandPattern::Any);
    assert_eq!(one("<var:runok> check").command, CommandPattern::Var("runok".into()));
    assert_eq!(one("ast-grep|sg *").command, CommandPattern::Names(texts(&["ast-grep", "sg"])));
    assert_eq!(tokens("git checkout -- *"), [word(&["checkout"]), Token::EndOfOptions, Token::Any]);
    assert_eq!(tokens("rm * *.txt"), [Token::Any, word(&["*.txt"])]);
    assert_eq!(tokens("aws list-*|get"), [word(&["list-*", "get"])]);
}

#[test]
fn a_word_after_a_flag_is_its_value() {
    assert_eq!(tokens("curl -X|--request POST *"), [valued(&["-X", "--request"], word(&["POST"])), Token::Any]);
    assert_eq!(
        tokens("curl -X|--request !GET *"),
        [valued(&["-X", "--request"], Token::Not(texts(&["GET"]))), Token::Any]
    );
    assert_eq!(tokens("curl -X * *"), [valued(&["-X"], Token::Any), Token::Any]);
    assert_eq!(
        tokens("git tag [-n *] *"),
        [word(&["tag"]), Token::Optional(vec![valued(&["-n"], Token::Any)]), Token::Any]
    );
    assert_eq!(tokens("bash -c \"-x\""), [valued(&["-c"], word(&["-x"]))]);
    assert_eq!(tokens("aws --ids <var:ids>"), [valued(&["--ids"], Token::Var("ids".into()))]);
    assert_eq!(tokens("kubectl -n <type:Env> get"), [valued(&["-n"], Token::Type("Env".into())), word(&["get"])]);
    assert_eq!(tokens("docker -u <user> run"), [valued(&["-u"], Token::Any), word(&["run"])]);
    assert_eq!(
        tokens("git log --abbrev ? *"),
        [word(&["log"]), Token::FlagOptionalValue(texts(&["--abbrev"])), Token::Any]
    );
    assert_eq!(tokens("git log --abbrev \"?\""), [word(&["log"]), valued(&["--abbrev"], word(&["?"]))]);
}

#[test]
fn what_is_no_value_of_a_flag() {
    assert_eq!(tokens("git push -f *"), [word(&["push"]), flag(&["-f"]), Token::Any]);
    assert_eq!(tokens("rm -r -f x"), [flag(&["-r"]), valued(&["-f"], word(&["x"]))]);
    assert_eq!(tokens("rm -f -- x"), [flag(&["-f"]), Token::EndOfOptions, word(&["x"])]);
    assert_eq!(tokens("bash -c <cmd>"), [flag(&["-c"]), Token::Command]);
    assert_eq!(tokens("sudo -E <opts> <cmd>"), [flag(&["-E"]), Token::Options, Token::Command]);
    assert_eq!(
        tokens("sort -u !-o|--output *"),
        [flag(&["-u"]), Token::Without(texts(&["-o", "--output"])), Token::Any]
    );
    assert_eq!(tokens("rm -f [-v] x"), [flag(&["-f"]), Token::Optional(vec![flag(&["-v"])]), word(&["x"])]);
    assert_eq!(tokens("cmd \"-v\" x"), [flag(&["-v"]), word(&["x"])]);
    assert_eq!(tokens("gh -f <flag:x> *"), [flag(&["-f"]), Token::FlagGroup("x".into()), Token::Any]);
}

#[test]
fn negation_is_of_flags_or_of_words() {
    assert_eq!(tokens("rg !--pre *"), [Token::Without(texts(&["--pre"])), Token::Any]);
    assert_eq!(
        tokens("kubectl !describe|get|list-* *"),
        [Token::Not(texts(&["describe", "get", "list-*"])), Token::Any]
    );
    assert_eq!(tokens("x !a|-b"), [Token::Not(texts(&["a", "-b"]))]);
}

#[test]
fn quotes_group_and_keep_stars_live() {
    let Token::Word(found) = tokens("echo \"WIP x*\"").remove(0) else { panic!() };
    assert!(found[0].matches("WIP xyz"));
    let Token::Word(found) = tokens("echo \"WIP\\*\"").remove(0) else { panic!() };
    assert_eq!(found[0].as_plain(), Some("WIP*"));
    assert_eq!(tokens("echo ''"), [Token::Word(Text::plain("").into())]);
    assert_eq!(tokens("find \"foo\\\" x"), [Token::Word(Text::plain("foo\\").into()), word(&["x"])]);
    assert_eq!(tokens("grep \"a|b\""), [Token::Word(Text::plain("a|b").into())]);
    assert_eq!(tokens("grep a\\|b"), [Token::Word(Text::plain("a|b").into())]);
}

#[test]
fn brackets_are_groups_or_the_test_command() {
    assert_eq!(tokens("[ -f * ]"), [valued(&["-f"], Token::Any), word(&["\\]"])]);
    assert_eq!(one("[ *").command, CommandPattern::Names(Text::plain("[").into()));
    assert_eq!(one("\"[[\" *").command, CommandPattern::Names(Text::plain("[[").into()));
    assert_eq!(tokens("cmd a[b] c"), [word(&["a"]), Token::Optional(vec![word(&["b"])]), word(&["c"])]);
}

#[test]
fn find_and_its_terminator() {
    let expected =
        [Token::Any, flag(&["-exec", "-execdir", "-ok", "-okdir"]), Token::Command, Token::Word(texts(&["\\;", "+"]))];
    assert_eq!(tokens("find * -exec|-execdir|-ok|-okdir <cmd> \\;|+"), expected);
}

#[test]
fn phrases_give_one_pattern_each() {
    let found = patterns("\"npx prettier\"|prettier -w *").unwrap();
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].tokens, [word(&["prettier"]), flag(&["-w"]), Token::Any]);
    assert_eq!(found[1].command, CommandPattern::Names(texts(&["prettier"])));
    let found = patterns("a|b|\"npx c\"|d").unwrap();
    assert_eq!(found.len(), 4);
    assert!(patterns("x \"a b\"|c").is_err());
}

#[test]
fn redirections_and_assignments() {
    let write = |target| vec![RulePattern::Redirect { write: true, target }];
    assert_eq!(parse("> /tmp/**").unwrap(), write(word(&["/tmp/**"])));
    assert_eq!(parse(">/tmp/**").unwrap(), write(word(&["/tmp/**"])));
    assert_eq!(parse("> *").unwrap(), write(Token::Any));
    assert_eq!(parse("> <path:logs>").unwrap(), write(Token::Path("logs".into())));
    assert_eq!(parse("> !/tmp/**|/var/**").unwrap(), write(Token::Not(texts(&["/tmp/**", "/var/**"]))));
    assert_eq!(parse("< ~/.ssh/**").unwrap(), [RulePattern::Redirect { write: false, target: word(&["~/.ssh/**"]) }]);
    for wrong in [">> x", ">", "> a b", "> [x]", "> <cmd>", "<x", "< <var:x>"] {
        assert!(parse(wrong).is_err(), "{wrong}");
    }
    let assignment =
        |name: &str, value: &str| RulePattern::Assignment { name: Text::parse(name), value: Text::parse(value) };
    assert_eq!(parse("GIT_EDITOR=true").unwrap(), [assignment("GIT_EDITOR", "true")]);
    assert_eq!(parse("GIT_*=*").unwrap(), [assignment("GIT_*", "*")]);
    assert_eq!(parse("PAGER=cat|less").unwrap(), [assignment("PAGER", "cat"), assignment("PAGER", "less")]);
    assert_eq!(parse("PAGER=").unwrap(), [assignment("PAGER", "")]);
    assert_eq!(parse("PAGER='less -R'").unwrap(), [assignment("PAGER", "less -R")]);
    assert!(matches!(parse("dd if=x").unwrap()[0], RulePattern::Command(_)));
    assert!(matches!(parse("A=b cmd").unwrap()[0], RulePattern::Command(_)));
    assert!(names_assignment("A=b cmd"));
}

#[test]
fn flag_groups_are_one_flag() {
    assert_eq!(flag_group("-f|--field *").unwrap(), (texts(&["-f", "--field"]).to_vec(), Some(Token::Any)));
    assert_eq!(flag_group("-v|--verbose").unwrap(), (texts(&["-v", "--verbose"]).to_vec(), None));
    assert_eq!(flag_group("-X GET|HEAD").unwrap(), (texts(&["-X"]).to_vec(), Some(word(&["GET", "HEAD"]))));
    for wrong in ["", "x", "-f -g", "-f x y", "--", "-f|x", "-f* x"] {
        assert!(flag_group(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn mistakes_point_at_the_offending_text() {
    let fails = |text: &str| patterns(text).expect_err(text);
    assert_eq!((fails("git [-f").offset, fails("git [-f").text.as_str()), (4, "[-f"));
    assert_eq!(fails("git [-f [x]]").offset, 8);
    assert_eq!(fails("git 'x").offset, 4);
    assert_eq!(fails("npm <& bar").offset, 4);
    assert_eq!(fails("ls a|").text, "a|");
    assert_eq!(fails("ls <a|b>").text, "<a|b>");
    for wrong in
        ["", "  ", "<path:x> y", "!ls", "[x] y", "ls !", "ls <>", "gh <flag:>", "gh [<flag:x>]", "a||b", "\"\"|x"]
    {
        fails(wrong);
    }
}

/// Random texts over the alphabet of the language: what is accepted prints as text that reads back the same.
#[test]
fn every_pattern_prints_as_text_that_reads_back() {
    const PIECES: [&str; 40] = [
        " ", " ", " ", " ", " ", "a", "-b", "--long", "*", "|", "|", "!", "[", "]", "<cmd>", "<path:p>", "<var:v>",
        "<x>", "\"", "'", "\\", "?", " ? ", "--", "=", "N=", ">", "> ", "< ", "<flag:f>", "<opts>", "<type:T>", "c d",
        "*.t", "-", "\\*", "\\;", " * ", " [", "] ",
    ];
    let mut state = 42_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    };
    let mut accepted = 0;
    for _ in 0..200_000 {
        let length = 1 + random(10);
        let text: String = (0..length).map(|_| PIECES[random(PIECES.len())]).collect();
        for pattern in parse(&text).unwrap_or_default() {
            let printed: Vec<String> = match &pattern {
                RulePattern::Command(patterns) => patterns.iter().map(Pattern::to_string).collect(),
                other => vec![other.to_string()],
            };
            let again: Vec<RulePattern> = printed
                .iter()
                .map(|text| parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}")))
                .map(|found| found.into_iter().next().unwrap())
                .collect();
            accepted += 1;
            match pattern {
                RulePattern::Command(patterns) => {
                    let expected: Vec<_> = patterns.into_iter().map(|one| RulePattern::Command(vec![one])).collect();
                    if !names_assignment(&text) {
                        assert_eq!(again, expected, "{text:?} printed as {printed:?}");
                    }
                }
                other => assert_eq!(again, [other], "{text:?} printed as {printed:?}"),
            }
        }
    }
    assert!(accepted > 20_000, "{accepted}");
}

#[test]
fn a_placeholder_of_no_kind_is_no_placeholder_for_any_word() {
    for text in ["rm <types:Tree>", "* <effects:deletes>", "x -o <Path:y> *", "x [<paths:y>]"] {
        let error = patterns(text).unwrap_err();
        assert!(error.what.starts_with("there is no placeholder"), "{text}: {error}");
    }
    assert!(patterns("rm <anything>").is_ok());
}

#[test]
fn what_no_shell_takes_for_a_blank_is_none_within_quotes() {
    for odd in ['\u{b}', '\u{c}', '\u{85}', '\u{a0}', '\u{3000}'] {
        let phrase = format!("\"git{odd}push\"|b");
        let [one] = patterns(&phrase).unwrap().try_into().unwrap();
        assert_eq!(
            one.command,
            CommandPattern::Names(vec![Text::plain(format!("git{odd}push")), Text::plain("b")].into())
        );
        assert_eq!(patterns(&one.to_string()), Ok(vec![one]), "{phrase:?}");
    }
}
