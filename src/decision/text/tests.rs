use smallvec::smallvec;

use super::*;
use crate::command::word::{Glob, GlobKind, Parts, Unknown};
use crate::input::Span;

fn known(text: &str) -> Word {
    Word::literal(text, Span::default())
}

pub(super) fn of(parts: impl Into<Parts>) -> Word {
    Word { parts: parts.into(), ..Word::default() }
}

pub(super) fn literal(text: &str) -> Part {
    Part::Literal(text.into())
}

pub(super) fn unknown() -> Part {
    Part::from(Unknown::any("$X"))
}

pub(super) fn glob_part(kind: GlobKind, text: &str, may_be_dot: bool) -> Part {
    Part::from(Glob { kind, may_be_dot, text: text.to_owned() })
}

pub(super) fn class(negated: bool, ranges: &[(char, char)], text: &str) -> Part {
    glob_part(GlobKind::Class { negated, ranges: Some(ranges.to_vec()) }, text, false)
}

fn search(pattern: &str, word: &Word) -> Match {
    Regex::new(pattern).unwrap().search(word)
}

const PATTERNS: &[&str] = &[
    "",
    "a",
    "^a",
    "a$",
    "^$",
    "^a*$",
    "a|b",
    "(a|b)*c",
    "^(\\./)?build(/.*)?$",
    "(^|/)\\.\\.(/|$)",
    "a{2,3}",
    "^a{2,3}$",
    "a{2}",
    "^(ab){1,}$",
    "[^/]+",
    "^[^/]+$",
    "\\bfoo\\b",
    "\\Bo",
    "(?m)^b$",
    "(?i)FOO",
    "\\d+",
    "\\w\\s\\w",
    "x*?",
    "^(a|aa)+$",
    "(?-u:\\b)a",
    "\\.(example|sample)$",
    "^([0-9]+-?|-)$",
    "(?s).",
    ".",
    "\\pL",
    "[[:alpha:]]+",
    "^\\PL*$",
    "a\\z",
    "\\Aa",
    "(?:)",
    "(a*)*b",
    "(|a)+",
    "^(|a)+$",
    "\\b{start}f",
    "o\\b{end}",
    "(?m)$",
    "^.{3}$",
    "é",
    "(?i)É",
];

const TEXTS: &[&str] = &[
    "",
    "a",
    "b",
    "ab",
    "aa",
    "aaa",
    "aaaa",
    "abab",
    "abc",
    "build",
    "./build",
    "build/x",
    "builder",
    "../x",
    "x/..",
    "x..y",
    "foo",
    "a foo b",
    "foobar",
    "a\nb",
    "b\na",
    "a\n",
    "FOO",
    "12",
    "x y",
    "é",
    "É",
    "aé",
    "é a",
    ".env.example",
    "2-",
    "-",
    "abé",
    "\u{301}",
    "ſ",
    "_",
    "a_b",
];

/// The automaton says of known texts what the `regex` crate says.
#[test]
fn known_texts_match_as_the_regex_crate_has_it() {
    for pattern in PATTERNS {
        let ours = Regex::new(pattern).unwrap();
        let theirs = regex_crate(pattern);
        let whole = regex_crate(&format!("^(?:{pattern})$"));
        for text in TEXTS {
            assert_eq!(ours.search_text(text), Match::known(theirs.is_match(text)), "{pattern} in {text:?}");
            assert_eq!(ours.whole(&known(text)), Match::known(whole.is_match(text)), "all of {text:?} by {pattern}");
        }
    }
}

fn regex_crate(pattern: &str) -> ::regex::Regex {
    ::regex::Regex::new(pattern).unwrap()
}

#[test]
fn bad_and_big_expressions_are_errors() {
    for (pattern, what) in [
        ("(", "unclosed group"),
        ("a{3,2}", "invalid repetition count range"),
        ("(?=a)", "look-around"),
        ("\\1", "backreferences"),
        ("a{4000000000}", "more than 10000 states"),
        ("(?:){4000000000}x{20000}", "more than 10000 states"),
        ("((((a{100}){100}){100}){100}){100}", "more than 10000 states"),
        ("(?-u:\\xff)", "invalid UTF-8"),
        ("(?mR)^a", "CR LF"),
    ] {
        let error = Regex::new(pattern).unwrap_err();
        assert!(error.what.contains(what), "{pattern}: {error}");
    }
    assert!(Regex::new(&"(".repeat(1000)).is_err());
    assert!(Regex::new(&"x".repeat(MAX_REGEX_BYTES + 1)).is_err());
    assert!(Regex::new(&"(?:a*)*".repeat(2000)).is_ok());
    assert!(Regex::new("(?:){4000000000}").is_ok_and(|regex| regex.search_text("") == Match::Must));
}

#[test]
fn time_is_bounded() {
    let text = "a".repeat(1 << 20);
    assert_eq!(Regex::new("^(a|a)*b").unwrap().search_text(&text), Match::Never);
    // ten thousand states at every character are too many: then it is not known
    assert_eq!(Regex::new("^(a*){3000}b").unwrap().search_text(&text), Match::May);
    // two to the power of forty sets of states are too many
    let word = of(vec![unknown(), literal("a"), unknown()]);
    assert_eq!(search("(a|b)*a(a|b){40}$", &word), Match::May);
}

#[test]
fn effort_is_shared() {
    let regex = Regex::new("(a|b)*a(a|b){30}\\bc$").unwrap();
    let word = of(vec![unknown()]);
    let mut effort = 32_000;
    let mut left = vec![effort];
    for _ in 0..4 {
        assert_eq!(regex.search_within(&word, &mut effort), Match::May);
        left.push(effort);
    }
    assert!(left[1] < left[0] && left[2] < left[1] && left[3] == 0, "{left:?}");
    assert_eq!(regex.search_text_within("x", &mut effort), Match::May, "nothing is left");
    assert_eq!(regex.search_text("x"), Match::Never);
}

#[test]
fn globs_of_the_shell() {
    let star = |dot| glob_part(GlobKind::Star, "*", dot);
    let name = of(vec![star(false)]);
    assert_eq!(starts_with(&name, "."), Match::Never);
    assert_eq!(starts_with(&of(vec![star(true)]), "."), Match::May);
    assert_eq!(contains(&name, "/"), Match::Never);
    assert_eq!(contains(&name, "."), Match::May);
    let two = of(vec![literal("a/"), star(false), literal("/b")]);
    assert_eq!(search("^a/[^/]*/b$", &two), Match::Must);
    assert_eq!(search("/\\.", &two), Match::Never);
    let question = glob_part(GlobKind::Question, "?", false);
    assert_eq!(search("(?s)^.$", &of(vec![question.clone()])), Match::Must);
    assert_eq!(search("(?s)^...$", &of(vec![question.clone(), question])), Match::Never);
    let globstar = of(vec![literal("a/"), glob_part(GlobKind::Globstar, "**", false)]);
    assert_eq!(contains(&globstar, "/x/"), Match::May);
    assert_eq!(starts_with(&globstar, "a/"), Match::Must);
}

#[test]
fn two_single_bytes_may_be_one_character() {
    let question = glob_part(GlobKind::Question, "?", false);
    let two = of(vec![question.clone(), question]);
    assert_eq!(search("(?s)^..$", &two), Match::May);
    let ascii = class(false, &[('a', 'z')], "[a-z]");
    assert_eq!(search("^([a-z]|\\[a-z\\]){2}$", &of(vec![ascii.clone(), ascii])), Match::Must);
}

#[test]
fn a_glob_that_matches_nothing_stays_as_it_is_written() {
    let word = of(vec![literal("a"), class(false, &[('x', 'z')], "[xz-y]"), literal("b")]);
    assert_eq!(search("^a[xyz]b$", &word), Match::May);
    assert_eq!(search("^a([xyz]|\\[xz-y\\])b$", &word), Match::Must);
    assert_eq!(equals(&word, "a[xz-y]b"), Match::May);
    assert_eq!(equals(&word, "awb"), Match::Never);
    let quoted = of(vec![class(false, &[('x', 'x')], "[\"x\"]")]);
    assert_eq!(equals(&quoted, "anything"), Match::May, "what the quotes leave is not known");
    let negated = of(vec![class(true, &[('a', 'c')], "[!a-c]")]);
    assert_eq!(equals(&negated, "b"), Match::Never);
    assert_eq!(equals(&negated, "/"), Match::Never);
    assert_eq!(equals(&negated, "d"), Match::May);
    assert_eq!(equals(&negated, "[!a-c]"), Match::May);
    let extended = of(vec![glob_part(GlobKind::Extended, "@(a/b|c)", false)]);
    assert_eq!(contains(&extended, "/"), Match::May);
}

#[test]
fn what_never_begins_with_a_dash() {
    let word = Word { never_flag: true, ..of(vec![unknown()]) };
    assert_eq!(starts_with(&word, "-"), Match::Never);
    assert_eq!(search("^-", &word), Match::Never);
    assert_eq!(search("^[^-]|^$", &word), Match::Must);
    assert_eq!(contains(&word, "-"), Match::May);
    assert_eq!(equals(&word, "-f"), Match::Never);
}

#[test]
fn words_of_unknown_number_say_nothing_about_each() {
    let split = Word { count: Count::Any, ..of(vec![literal("a"), unknown(), literal("b")]) };
    assert_eq!(starts_with(&split, "a"), Match::May);
    assert_eq!(equals(&split, "x"), Match::May);
    assert_eq!(contains(&split, "a"), Match::May);
    assert_eq!(ends_with(&split, "b"), Match::May);
    assert_eq!(same(&split, &known("x")), Match::May);
    assert_eq!(glob(&split, &Text::parse("x*y")), Match::May);
    let glob_word = Word { count: Count::Any, ..of(vec![literal("a"), glob_part(GlobKind::Star, "*", true)]) };
    assert_eq!(starts_with(&glob_word, "a"), Match::Must);
}

#[test]
fn two_words() {
    let choice = |texts: &[&str]| of(smallvec![Part::Choice(texts.iter().map(|text| (*text).to_owned()).collect())]);
    assert_eq!(same(&known("a"), &known("a")), Match::Must);
    assert_eq!(same(&choice(&["a", "b"]), &choice(&["c", "d"])), Match::Never);
    assert_eq!(same(&choice(&["a", "b"]), &choice(&["a", "b"])), Match::May);
    assert_eq!(same(&of(vec![literal("a"), unknown()]), &of(vec![literal("b"), unknown()])), Match::Never);
    assert_eq!(same(&of(vec![literal("a"), unknown()]), &choice(&["b", "c"])), Match::Never);
    assert_eq!(same(&of(vec![unknown()]), &of(vec![unknown()])), Match::May);
}

#[test]
fn globs_of_paths() {
    let matches = |pattern: &str, text: &str| PathGlob::new(pattern).matches(&known(text)) == Match::Must;
    for (pattern, yes, no) in [
        ("/tmp/*", &["/tmp/a", "/tmp/.a", "/tmp/"][..], &["/tmp/a/b", "/tmp", "/tmpx"][..]),
        ("/tmp/**", &["/tmp/a", "/tmp/a/b", "/tmp/.a/.b"], &["/tmp", "/tmpx"]),
        ("/a/**/b", &["/a/b", "/a/x/b", "/a/x/y/b"], &["/a/xb", "/ab", "/b"]),
        ("**/x", &["x", "a/x", "/x", "/a/b/x"], &["ax", "a/xb"]),
        ("a?c", &["abc", "a.c"], &["a/c", "ac"]),
        ("a**c", &["ac", "a/b/c"], &["a/b"]),
        ("\\*", &["*"], &["a"]),
        (".env*", &[".env", ".env.local"], &["x.env", ".env/x"]),
    ] {
        yes.iter().for_each(|text| assert!(matches(pattern, text), "{pattern} {text}"));
        no.iter().for_each(|text| assert!(!matches(pattern, text), "{pattern} {text}"));
    }
    let below = |tail: Part| of(vec![literal("/tmp/"), tail]);
    assert_eq!(PathGlob::new("/tmp/**").matches(&below(unknown())), Match::Must);
    assert_eq!(PathGlob::new("/tmp/*").matches(&below(unknown())), Match::May);
    assert_eq!(PathGlob::new("/tmp/*").matches(&below(glob_part(GlobKind::Star, "*", false))), Match::Must);
    assert_eq!(PathGlob::new("/etc/*").matches(&below(unknown())), Match::Never);
}

#[test]
fn pattern_texts() {
    let pieces = |texts: &[&str]| Text { pieces: texts.iter().map(|text| (*text).into()).collect() };
    let word = of(vec![literal("list-"), unknown()]);
    assert_eq!(glob(&word, &pieces(&["list-", ""])), Match::Must);
    assert_eq!(glob(&word, &pieces(&["list-", "x"])), Match::May);
    assert_eq!(glob(&word, &pieces(&["get-", ""])), Match::Never);
    assert_eq!(glob(&word, &pieces(&["list"])), Match::Never);
    assert_eq!(glob(&word, &pieces(&["", "-", ""])), Match::Must);
}

/// Every text of up to so many of these characters.
pub(in crate::decision) fn all_texts(characters: &[char], most: usize) -> Vec<String> {
    let mut texts = vec![String::new()];
    let mut from = 0;
    for _ in 0..most {
        let longer: Vec<String> =
            texts[from..].iter().flat_map(|text| characters.iter().map(move |next| format!("{text}{next}"))).collect();
        from = texts.len();
        texts.extend(longer);
    }
    texts
}

#[test]
fn what_the_cheap_look_at_a_glob_leaves_out_does_not_match() {
    let texts: Vec<Word> = all_texts(&['a', '.', '/', '*'], 4).iter().map(|text| known(text)).collect();
    let partly: Vec<Word> = all_texts(&['a', '/', '*', '$'], 3)
        .iter()
        .filter(|text| text.contains('$'))
        .map(|text| with_unknown(text))
        .collect();
    let (mut left_out, mut matched) = (0, 0);
    for pattern in all_texts(&['a', '.', '/', '*', '?', '\\'], 4) {
        let glob = PathGlob::new(&pattern);
        for word in texts.iter().chain(&partly) {
            if may_match(&pattern, word) {
                matched += 1;
            } else {
                left_out += 1;
                assert_eq!(glob.matches(word), Match::Never, "{pattern} {}", word.display());
            }
        }
    }
    assert!(left_out > matched && matched > 10_000, "{left_out} {matched}");
}

/// A word in which each `$` is not known.
fn with_unknown(text: &str) -> Word {
    of(text
        .chars()
        .map(|character| if character == '$' { unknown() } else { literal(&character.to_string()) })
        .collect::<Parts>())
}

/// What is said of a word whose middle may be anything is what following all its texts comes to.
#[test]
fn what_is_said_without_an_automaton_is_what_the_automaton_says() {
    let mut ends = all_texts(&['a', '/'], 2);
    ends.extend(["-".to_owned(), "a.".to_owned()]);
    let part = |text: &String| (!text.is_empty()).then(|| literal(text));
    let between = |start, end| of(part(start).into_iter().chain([unknown()]).chain(part(end)).collect::<Parts>());
    let mut words: Vec<Word> = ends.iter().flat_map(|start| ends.iter().map(move |end| between(start, end))).collect();
    words.push(Word::any_words("$@", Span::default()));
    words.extend(words.clone().into_iter().map(|word| Word { never_flag: true, ..word }));
    let mut sure = 0;
    for pattern in all_texts(&['a', '/', '*', '?', '-'], 4) {
        let (path, text) = (PathGlob::new(&pattern), Text::parse(&pattern));
        let plain = Automaton::text(&pattern);
        for word in &words {
            let told = |what: &str| format!("{what} {pattern:?} of {} {}", word.display(), word.never_flag);
            assert_eq!(matches_path(&pattern, word), path.matches(word), "{}", told("path"));
            let whole = run::run(&Automaton::pieces(&text.pieces), Mode::Whole, word);
            assert_eq!(glob(word, &text), whole, "{}", told("glob"));
            sure += usize::from(whole != Match::May);
            assert_eq!(equals(word, &pattern), run::run(&plain, Mode::Whole, word), "{}", told("equals"));
            assert_eq!(starts_with(word, &pattern), run::run(&plain, Mode::Prefix, word), "{}", told("starts"));
            assert_eq!(ends_with(word, &pattern), run::run(&plain, Mode::Suffix, word), "{}", told("ends"));
            assert_eq!(contains(word, &pattern), run::run(&plain, Mode::Search, word), "{}", told("contains"));
        }
    }
    assert!(sure > 10_000, "{sure}");
}
