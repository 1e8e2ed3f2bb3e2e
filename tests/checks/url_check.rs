//! `checks/url_check.ts`, with Deno.

use super::*;

fn words(arguments: &[&str]) -> Option<Vec<String>> {
    let mut words = vec![program("deno")?, "run".to_owned(), "./checks/url_check.ts".to_owned()];
    words.extend(owned(arguments));
    Some(words)
}

const LISTS: [&str; 2] = ["--hosts=*.corp.example,wiki.example", "--production=prod.corp.example,*.live.corp.example"];

#[test]
fn hosts() {
    let Some(words) = words(&LISTS) else { return };
    let table: &[(&str, Verdict, &str)] = &[
        ("https://dev.corp.example", Allow, ""),
        ("https://prod.corp.example/a?b=c&d=%20", Allow, ""),
        ("https://WIKI.example./x", Allow, ""),
        ("https://wiki.example:8443/x", Allow, ""),
        ("http://dev.corp.example", Ask, "not https"),
        ("dev.corp.example", Ask, "not https"),
        ("https://corp.example", Ask, "not an internal host"),
        ("https://dev.corp.example.evil.test", Ask, "evil.test is not an internal host"),
        ("https://evilcorp.example", Ask, "not an internal host"),
        ("https://dev.corp.example@evil.test/", Ask, ""),
        ("https://user@dev.corp.example/", Ask, "names a user"),
        ("https://@dev.corp.example/", Ask, "names a user"),
        ("https://:@dev.corp.example/", Ask, ""),
        ("https://evil.test#@dev.corp.example", Ask, ""),
        ("https://evil.test\\@dev.corp.example/", Ask, "reads alike"),
        ("https:dev.corp.example", Ask, ""),
        ("https:///dev.corp.example", Ask, "reads alike"),
        ("https://{dev,x}.corp.example", Ask, "reads alike"),
        ("https://dev.corp.example/{a,b}", Ask, "reads alike"),
        ("https://dev.corp.example/[1-3]", Ask, "reads alike"),
        ("https://dev.corp.example/ x", Ask, "reads alike"),
        ("https://dev.corp.example\t.evil.test/", Ask, "reads alike"),
        ("https://dév.corp.example/", Ask, "reads alike"),
        ("https://0x7f.1/", Ask, "not an internal host"),
        ("ftp://dev.corp.example/", Ask, "reads alike"),
        ("javascript:alert(1)", Ask, ""),
        ("", Ask, ""),
    ];
    for (url, status, part) in table {
        expect(query(words.clone(), "curl", &[], &[url]), *status, part);
        let value = Some((*url).to_owned());
        expect(Query { value, ..query(words.clone(), "wget", &[], &[url]) }, *status, part);
    }
    expect(query(words.clone(), "curl", &[], &["https://wiki.example", "https://evil.test"]), Ask, "evil.test");
    expect(query(words.clone(), "curl", &[("url", "https://evil.test")], &["https://wiki.example"]), Ask, "evil.test");
    expect(query(words.clone(), "curl", &[], &[]), Ask, "no URL");
    expect(query(words, "wget", &[], &["https://wiki.example"]), Ask, "no URL is known");
}

#[test]
fn methods() {
    let Some(words) = words(&LISTS) else { return };
    let write = "requests are not allowed in production (prod.corp.example)";
    let table: &[(Options<'_>, &str, Verdict, &str)] = &[
        (&[("X", "GET")], "https://prod.corp.example", Allow, ""),
        (&[("I", ""), ("s", "")], "https://prod.corp.example", Allow, ""),
        (&[("G", ""), ("d", "a=1")], "https://prod.corp.example", Allow, ""),
        (&[("G", ""), ("d", "@file")], "https://prod.corp.example", Ask, "from a file"),
        (&[("X", "POST")], "https://prod.corp.example", Deny, write),
        (&[("X", "POST"), ("X", "GET")], "https://prod.corp.example", Deny, write),
        (&[("request", "delete")], "https://prod.corp.example", Deny, "DELETE"),
        (&[("X", "PATCH")], "https://a.live.corp.example", Deny, "PATCH"),
        (&[("X", "PUT")], "http://user@prod.corp.example/x", Deny, "PUT"),
        (&[("d", "a=1")], "https://prod.corp.example", Deny, write),
        (&[("X", "GET"), ("json", "{}")], "https://prod.corp.example", Deny, "POST"),
        (&[("F", "a=b")], "https://prod.corp.example", Deny, write),
        (&[("T", "file")], "https://prod.corp.example", Deny, "PUT"),
        (&[("unheard-of", ""), ("X", "POST")], "https://prod.corp.example", Deny, "POST"),
        (&[("X", "POST")], "https://dev.corp.example", Ask, "a POST request needs a look"),
        (&[("d", "a")], "https://wiki.example", Ask, "a POST request needs a look"),
        (&[("X", "POST")], "https://evil.test", Ask, "not an internal host"),
        (&[("o", "/dev/null")], "https://dev.corp.example", Allow, ""),
        (&[("o", "x")], "https://dev.corp.example", Ask, "output"),
        (&[("K", "x")], "https://dev.corp.example", Ask, "the option K"),
        (&[("L", "")], "https://dev.corp.example", Ask, "the option L"),
        (&[("constructor", "")], "https://dev.corp.example", Ask, "the option constructor"),
        (&[("H", "Accept: */*")], "https://dev.corp.example", Allow, ""),
        (&[("H", "X-HTTP-Method: PUT")], "https://dev.corp.example", Ask, "header"),
        (&[("H", "@file")], "https://dev.corp.example", Ask, "header"),
    ];
    for (flags, url, status, part) in table {
        expect(query(words.clone(), "curl", flags, &[url]), *status, part);
    }
    let several = ["https://dev.corp.example", "https://prod.corp.example/?a=1&b"];
    let suggestion = expect(query(words.clone(), "curl", &[("X", "POST")], &several), Deny, write);
    assert_eq!(suggestion.as_deref(), Some("curl -X GET 'https://prod.corp.example/?a=1&b'"));
    let env = pairs(&[("https_proxy", "http://evil.test")]);
    expect(Query { env, ..query(words, "curl", &[], &["https://dev.corp.example"]) }, Ask, "https_proxy");
}

/// The command of the example policy: no arguments, no permissions.
#[test]
fn the_main_job() {
    let Some(words) = words(&[]) else { return };
    let url: &[&str] = &["https://api.example.com"];
    let suggestion = expect(
        query(words.clone(), "curl", &[("X", "POST")], url),
        Deny,
        "POST requests are not allowed in production",
    );
    assert_eq!(suggestion.as_deref(), Some("curl -X GET https://api.example.com"));
    expect(query(words, "curl", &[], url), Allow, "");
}

#[test]
fn its_lists_header_and_garbage() {
    let Some(wrong) = words(&["--host=x"]) else { return };
    expect(query(wrong, "curl", &[], &["https://api.example.com"]), Ask, "does not know the argument");
    let nothing = words(&["--hosts="]).unwrap();
    expect(query(nothing, "curl", &[], &["https://api.example.com"]), Ask, "not an internal host");
    header_example_works("url_check.ts", Deny);
    garbage_is_never_allowed(&words(&[]).unwrap());
}
