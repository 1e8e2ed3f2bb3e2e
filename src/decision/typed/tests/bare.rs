//! Texts without a scheme, and schemes without slashes.

use super::*;

#[test]
fn a_text_without_a_scheme_may_be_a_url_of_a_wanted_host() {
    let hosts = strings(&["evil.com", "*.evil.com", "169.254.169.254", "[::1]", "localhost"]);
    let bad = Type::Url { schemes: Vec::new(), hosts };
    let may = "evil.com|EVIL.com.|evil.com:443/x|evil.com/|evil.com?x|evil.com#x|a.b.evil.com|user@evil.com|u:p@evil.com:80|\
        a@b@evil.com|good.com?@evil.com|evil.com?@good.com|good.com\\@evil.com|git@evil.com:x/y.git|e%76il.com|\
        {good,evil}.com|{good.com/x,evil.com/y}|ev[h-j]l.com|ev\u{ff49}l.com| evil.com|ev\til.com|2852039166|0xa9fea9fe|\
        169.254.43518|0251.254.169.254|[::1]:80/x|localhost:8080|{a,b}.x.evil.com";
    let never = "evil|com|good.com|evil.com.good|notevil.com|good.com/evil.com|evil.com@good.com|-evil.com|--url=evil.com|\
        ./evil.com|/evil.com|../evil.com|.evil.com|main|HEAD~1|a=b|5|127.0.0.1|{}|{\"a\":\"evil.com\"}|[1,2]|src/*.rs|x.rs:12|\
        origin/main:src|@|:|%|{|evil.com{|1.2.3.4.5|256.1.1.1";
    for (texts, expected) in [(may, May), (never, Never)] {
        for text in texts.split('|') {
            let literal = Word::literal(text, Default::default());
            assert_eq!(matches(&bad, &literal, &here(), &Tree), expected, "{text}");
        }
    }
    check(
        &bad,
        &[
            ("evil.com:443/$X", May),
            ("evil.com:$X", May),
            ("good.com:443/$X", Never),
            ("x:y$X", May),
            ("/x:y$X", Never),
            ("$X.com", May),
        ],
    );
    check(&Type::Builtin(Builtin::Url), &[("evil.com/x", Never), ("evil.com:443/x", Never), ("x:y$X", Never)]);
}

#[test]
fn slashes_and_a_scheme_may_be_left_out() {
    let literal = |text: &str| Word::literal(text, Default::default());
    for text in [
        // no slashes are needed after the schemes that the URL standard calls special
        "https:api.example.com",
        "https:evil.com",
        "HTTP:evil.com/x",
        "ws:evil.com",
        "wss:evil.com",
        "ftp:evil.com",
        "file:x",
        "\u{1} https:evil.com",
        "ht\ntps\t:evil.com",
        // curl and wget take these for http, and this name for a user with a password
        "api.example.com/x",
        "mailto:x@api.example.com",
    ] {
        assert_eq!(matches(&api(), &literal(text), &here(), &Tree), May, "{text}");
    }
}
