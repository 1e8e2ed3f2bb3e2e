//! Nesting and size: the reader answers in time, and its stack and its tree's are bounded.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test fails by panicking, in its helpers too"
)]
#![allow(clippy::disallowed_methods, reason = "a test of time needs a clock")]

use std::time::{Duration, Instant};

use runok::shell::{Dialect, MAX_NESTING, Parsed, parse};

/// The stack that the reader must get along with: what Rust gives a thread.
const STACK: usize = 2 * 1024 * 1024;

/// How long one text may take in a debug build, its tree copied, compared and dropped,, on a machine that does other things too.
const PATIENCE: Duration = Duration::from_secs(10);

/// Reads, copies and drops the tree on a stack of known size; hands back what was wrong.
fn read(text: String) -> Option<String> {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || {
        let begin = Instant::now();
        let parsed: Parsed = parse(&text, Dialect::Bash);
        let copy = parsed.script.clone();
        assert!(copy == parsed.script);
        drop(copy);
        let head: String = text.chars().take(40).collect();
        let taken = begin.elapsed();
        assert!(taken < PATIENCE, "{head}… took {taken:?}");
        parsed.mistake.map(|mistake| mistake.what)
    });
    thread.unwrap().join().unwrap()
}

const OPENINGS: [&str; 17] = [
    "(",
    "{ ",
    "$(",
    "echo $(",
    "\"${x:-",
    "${x:-",
    "if ",
    "case x in x) ",
    "cat <(",
    "for i in 1; do ",
    "while ",
    "f() { ",
    "coproc ",
    "\"$(",
    "${x[",
    "$((",
    "((",
];

#[test]
fn very_deep_nesting_names_the_limit() {
    for opening in OPENINGS {
        let mistake = read(opening.repeat(100_000));
        let what = mistake.unwrap_or_else(|| panic!("{opening} was understood"));
        assert!(what.contains("limit"), "{opening}: {what}");
    }
    for (prefix, opening) in [
        ("[[ ", "( "),
        ("[[ a =~ ", "("),
        ("echo ", "@("),
        ("((", "("),
        ("((", "x["),
        ("x=(", "${a["),
        ("echo $((", "${x:$(("),
    ] {
        let what = read(prefix.to_owned() + &opening.repeat(100_000)).unwrap();
        assert!(what.contains("limit"), "{prefix}{opening}: {what}");
    }
}

#[test]
fn nesting_up_to_the_limit_fits_the_stack() {
    for (opening, closing) in [
        ("(", "a)"),
        ("{ ", "a; }"),
        ("echo $(", "a)"),
        ("\"$(", "a)\""),
        ("echo ${x:-", "a}"),
        ("if ", "a; then b; fi"),
        ("cat <(", "a)"),
        ("case x in x) ", "a;; esac"),
        ("while ", "a; do b; done"),
        ("f() { ", "a; }"),
        ("coproc { ", "a; }"),
        ("echo $((", "1))"),
        ("[[ ", "a ]]"),
        ("for i in $(", "a); do b; done"),
        ("x=($(", "a))"),
    ] {
        for depth in [MAX_NESTING / 3, MAX_NESTING / 2, MAX_NESTING - 1, MAX_NESTING + 1] {
            let mut text = opening.repeat(depth);
            for _ in 0..depth {
                text.push_str(closing);
                text.push(' ');
            }
            read(text);
        }
    }
}

#[test]
fn a_line_within_the_limit_is_understood() {
    assert_eq!(read(format!("{}a{}", "$(echo ".repeat(30), ")".repeat(30))), None);
    assert_eq!(read(format!("{}a{}", "(".repeat(40).replace('(', "( "), " )".repeat(40))), None);
    assert_eq!(read("! ".repeat(100_000) + "a"), None);
    assert_eq!(read("time ".repeat(100_000) + "a"), None);
}

/// What a long text is made of.
#[rustfmt::skip]
const UNITS: &[&str] = &[
    "\"", "'", "a", "a ", ";", "a;", "a\n", "#", "# a\n", "\\\n", "\\", "$", "$(", "$()", "$(a)", "${x}", "${",
    "`a`", "\\`", "(", ")", "((", "((a)", "((a) )", "((a) ) ;", "$((a) );", "$((", "$((1))", "[", "a[",
    "a[1] ", "a[1]=2 ", "${a[1]}", "x=(", "x=(a) ", "{", "{ ", "}", "<<E ", "cat <<E\nE\n", "cat <<E\n",
    "$(<<E\n", "$(cat <<E\nE\n)", "<", "> ", ">f ", "2", "2>f ", "{a}>f ", "&", "&&", "a&", "a|", "a||", "a&&",
    "|", "!", "! ", "!(", "@(", "@(a)", "a@(b)", "<(", "<(a) ", "if ", "i\\\nf ", "do ", "f() ", "f(){ a;};",
    "case ", "case a in ", "[[ a ]];", "[[ ", "[[ a =~ ", "(a|b)", "=~", "$'", "$'\\n'", "$'\\", "$\"", "\r",
    "é", "\u{a0}", "\t", "\0", "function ", "select ", "coproc ", "time ", "-p ", "in ", "${x:-", "${x:-a}",
    "\"${x:-'", "${x//a/b}", "${x:1:2}", "$[", "$[1]", "cat <<-E\n\tE\n", "\tE\n", "a\\\n", "a=", "a+=",
    "a=b ", "\"$(", "\"`", "((a[", "((\"", "((`a`", "$((`", "`\\`", "a <<E <<E\n", "$((a)", "$(($((a) ",
    "((a) $((", "x=([a]", "a[a] ",
];

#[test]
fn much_of_anything_is_read_in_time() {
    for unit in UNITS {
        read(unit.repeat(400_000 / unit.len()));
        let closed = format!("echo {}", unit.repeat(40_000 / unit.len()));
        read(closed.clone() + ")");
        read(format!("cat <<E\n{closed}\nE\n"));
        read(format!("cat <<-E\n\t{closed}\n\tE\n"));
        read(format!("echo \"{closed}\""));
        read(format!("echo `{closed}`"));
        read(format!("echo $({closed})"));
        read(format!("(({closed}))"));
    }
}
