//! `checks/env_guard.sh`, with sh and jq.

use super::*;

fn words() -> Option<Vec<String>> {
    program("jq").map(|_| owned(&["./checks/env_guard.sh"]))
}

#[test]
fn post_is_blocked_in_production_and_nowhere_else() {
    let Some(words) = words() else { return };
    let url: &[&str] = &["https://api.example.com"];
    let posts: &[Options<'_>] = &[
        &[("X", "POST")],
        &[("request", "POST")],
        &[("X", "post")],
        &[("X", "POST"), ("X", "GET")],
        &[("d", "a=1")],
        &[("data-binary", "@file")],
        &[("json", "{}")],
        &[("F", "a=b")],
        &[("silent", ""), ("X", "POST"), ("o", "x")],
    ];
    let others: &[Options<'_>] =
        &[&[], &[("X", "GET")], &[("X", "PUT"), ("d", "a")], &[("G", ""), ("d", "a=1")], &[("d", "a"), ("get", "")]];
    for (profile, on_post) in [("prod", Deny), ("staging", Allow), ("PROD", Allow)] {
        let env = pairs(&[("AWS_PROFILE", profile)]);
        let part = if on_post == Deny { "POST requests are blocked in production" } else { "" };
        for flags in posts {
            let suggestion =
                expect(Query { env: env.clone(), ..query(words.clone(), "curl", flags, url) }, on_post, part);
            assert_eq!(suggestion.is_some(), on_post == Deny);
        }
        for flags in others {
            expect(Query { env: env.clone(), ..query(words.clone(), "curl", flags, url) }, Allow, "");
        }
    }
    for flags in posts {
        expect(query(words.clone(), "curl", flags, url), Allow, "");
    }
}

#[test]
fn other_commands_and_unseen_options() {
    let Some(words) = words() else { return };
    let env = pairs(&[("AWS_PROFILE", "prod")]);
    let asked =
        |command: &str, flags: Options<'_>| Query { env: env.clone(), ..query(words.clone(), command, flags, &[]) };
    expect(asked("gh", &[("X", "POST")]), Deny, "POST");
    expect(asked("cut", &[("d", ","), ("f", "1")]), Allow, "");
    expect(asked("curl", &[("K", "file")]), Ask, "not on its command line");
    expect(asked("curl", &[("config", "file")]), Ask, "not on its command line");
}

#[test]
fn its_header_and_garbage() {
    let Some(words) = words() else { return };
    header_example_works("env_guard.sh", Deny);
    garbage_is_never_allowed(&words);
}
