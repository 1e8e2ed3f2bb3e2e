//! `checks/http_guard.py`, with Python.

use super::*;

fn words(arguments: &[&str]) -> Option<Vec<String>> {
    let mut words = vec![program("python3")?, "./checks/http_guard.py".to_owned()];
    words.extend(owned(arguments));
    Some(words)
}

const HOSTS: &str = "--hosts=api.example.com,*.internal.example";
const URL: &str = "https://api.example.com/a?b=c";

#[test]
fn methods() {
    let Some(words) = words(&[HOSTS]) else { return };
    let table: &[(Options<'_>, Verdict, &str)] = &[
        (&[], Allow, ""),
        (&[("I", "")], Allow, ""),
        (&[("head", ""), ("s", ""), ("max-time", "3")], Allow, ""),
        (&[("X", "GET")], Allow, ""),
        (&[("X", "get")], Allow, ""),
        (&[("G", ""), ("d", "a=1")], Allow, ""),
        (&[("G", ""), ("d", "@file")], Ask, "comes from a file"),
        (&[("X", "POST")], Deny, "POST requests are not allowed, only GET, HEAD"),
        (&[("request", "DELETE")], Deny, "DELETE"),
        (&[("X", "POST"), ("X", "GET")], Deny, "POST"),
        (&[("X", "GET"), ("d", "a=1")], Deny, "POST"),
        (&[("d", "a=1")], Deny, "POST"),
        (&[("json", "{}")], Deny, "POST"),
        (&[("F", "a=@b")], Deny, "POST"),
        (&[("data-urlencode", "a")], Deny, "POST"),
        (&[("T", "file")], Deny, "PUT"),
        (&[("I", ""), ("d", "a")], Deny, "POST"),
        (&[("G", ""), ("X", "POST"), ("d", "a")], Deny, "POST"),
        (&[("X", "GET /x")], Ask, "not a word"),
        (&[("H", "Accept: x")], Allow, ""),
        (&[("H", "X-HTTP-Method-Override: DELETE")], Ask, "changes what is requested"),
        (&[("H", "Host: other")], Ask, "changes what is requested"),
        (&[("H", "@file")], Ask, "from a file"),
        (&[("o", "-")], Allow, ""),
        (&[("o", "/home/user/.profile")], Ask, "output"),
        (&[("K", "file")], Ask, "'K'"),
        (&[("x", "http://proxy")], Ask, "'x'"),
        (&[("resolve", "api.example.com:443:6.6.6.6")], Ask, "resolve"),
        (&[("L", "")], Ask, "redirects"),
        (&[("b", "a=b")], Allow, ""),
        (&[("b", "jar")], Ask, "cookie"),
        (&[("w", "%{http_code}")], Allow, ""),
        (&[("w", "%output{x}a")], Ask, "write-out"),
        (&[("unheard-of", "")], Ask, "unheard-of"),
        (&[("unheard-of", ""), ("X", "POST")], Deny, "POST"),
    ];
    for (flags, status, part) in table {
        expect(query(words.clone(), "curl", flags, &[URL]), *status, part);
    }
    let suggestion =
        expect(query(words.clone(), "curl", &[("X", "POST")], &[URL, "https://api.example.com"]), Deny, "");
    assert_eq!(suggestion.as_deref(), Some("curl 'https://api.example.com/a?b=c' https://api.example.com"));
    expect(query(words, "wget", &[], &[URL]), Ask, "knows curl, not wget");
}

#[test]
fn hosts() {
    let Some(words) = words(&[HOSTS]) else { return };
    let table: &[(&[&str], Verdict, &str)] = &[
        (&["https://api.example.com"], Allow, ""),
        (&["HTTPS://API.example.COM./x"], Allow, ""),
        (&["api.example.com/x"], Allow, ""),
        (&["api.example.com:8080"], Allow, ""),
        (&["https://a.internal.example", "https://b.c.internal.example"], Allow, ""),
        (&["https://internal.example"], Deny, "internal.example is not on the list"),
        (&["https://api.example.com.evil.test"], Deny, "evil.test"),
        (&["https://xapi.example.com"], Deny, "xapi"),
        (&["https://api.example.com@evil.test/"], Deny, "evil.test"),
        (&["https://api.example.com:443@evil.test/"], Deny, "evil.test"),
        (&["https://api.example.com", "https://evil.test"], Deny, "evil.test"),
        (&["https://user:secret@api.example.com/"], Ask, "user name"),
        (&["https://evil.test#@api.example.com"], Ask, "not plain"),
        (&["https://evil.test?@api.example.com"], Ask, "not plain"),
        (&["https://evil.test\\@api.example.com"], Ask, "different ways"),
        (&["https://{api,evil}.example.com"], Ask, "different ways"),
        (&["https://api.example.com/[1-9]"], Ask, "different ways"),
        (&["https://api.example.com\n.evil.test"], Ask, "different ways"),
        (&["https://аpi.example.com"], Ask, "different ways"),
        (&["https:evil.test"], Ask, "guesses"),
        (&["https:///evil.test"], Ask, "not plain"),
        (&["ftp.internal.example"], Ask, "guesses"),
        (&["file:///etc/passwd"], Ask, "not HTTP"),
        (&["https://api.example.com:99999"], Ask, "port"),
        (&["https://%61pi.example.com"], Ask, "not plain"),
        (&[], Ask, "no URL"),
    ];
    for (urls, status, part) in table {
        expect(query(words.clone(), "curl", &[], urls), *status, part);
    }
    expect(query(words.clone(), "curl", &[("url", "https://evil.test")], &[URL]), Deny, "evil.test");
    let env = pairs(&[("HTTPS_PROXY", "http://evil.test")]);
    expect(Query { env, ..query(words, "curl", &[], &[URL]) }, Ask, "HTTPS_PROXY");
}

#[test]
fn its_lists() {
    let Some(none) = words(&[]) else { return };
    expect(query(none, "curl", &[], &[URL]), Ask, "no list of hosts");
    let wrong = words(&[HOSTS, "--method=GET"]).unwrap();
    expect(query(wrong, "curl", &[], &[URL]), Ask, "does not know the argument");
    let posting = words(&[HOSTS, "--methods=GET,POST"]).unwrap();
    expect(query(posting.clone(), "curl", &[("d", "a=1")], &[URL]), Allow, "");
    expect(query(posting.clone(), "curl", &[("d", "@/etc/passwd")], &[URL]), Ask, "from a file");
    expect(query(posting.clone(), "curl", &[("data-urlencode", "a@/etc/passwd")], &[URL]), Ask, "from a file");
    expect(query(posting.clone(), "curl", &[("F", "a=<f")], &[URL]), Ask, "from a file");
    expect(query(posting, "curl", &[("X", "DELETE")], &[URL]), Deny, "DELETE");
}

#[test]
fn its_header_and_garbage() {
    let Some(words) = words(&[HOSTS]) else { return };
    header_example_works("http_guard.py", Deny);
    garbage_is_never_allowed(&words);
}
