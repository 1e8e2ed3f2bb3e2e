//! `checks/graphql_guard.mjs`, with Node.

use super::*;

fn words() -> Option<Vec<String>> {
    Some(vec![program("node")?, "./checks/graphql_guard.mjs".to_owned()])
}

fn expect_document(words: &[String], document: &str, status: Verdict, part: &str) {
    let field = format!("query={document}");
    for option in ["f", "F", "raw-field", "field"] {
        expect(query(words.to_vec(), "gh", &[(option, &field)], &["api", "graphql"]), status, part);
    }
}

#[test]
fn documents() {
    let Some(words) = words() else { return };
    let table: &[(&str, Verdict, &str)] = &[
        ("{ viewer { login } }", Allow, ""),
        ("query { viewer { login } }", Allow, ""),
        ("query($n: Int = 3, $in: I = {a: [1, 2]}) @d(x: {}) { viewer(first: $n) { login } }", Allow, ""),
        ("query mutation { mutation }", Allow, ""),
        ("{ mutation subscription }", Allow, ""),
        ("# mutation { x }\nquery { a } # mutation", Allow, ""),
        ("{ a(b: \"mutation { x }\", c: \"\\\"} mutation {\") }", Allow, ""),
        ("{ a(b: \"\"\" } mutation { x } \\\"\"\" \" \"\"\") }", Allow, ""),
        ("fragment F on T { a } query Q { ...F ... on T @include(if: true) { b } }", Allow, ""),
        ("query A { a } query B { b }", Allow, ""),
        ("{a(b:-1.5e3,c:\"\",d:[],e:ENUM)}", Allow, ""),
        ("mutation { x }", Deny, "GraphQL mutations are not allowed"),
        ("mutation Close($id: ID!) { closeIssue(input: {issueId: $id}) { clientMutationId } }", Deny, "(Close)"),
        (",, #c\n mutation{x}", Deny, "mutation"),
        ("query A { a } mutation B { b }", Deny, "(B)"),
        ("{ a(b: \"\\\\\") } mutation { x } #\")}", Deny, "mutation"),
        ("{ a(b: \"\"\"\\\\\"\"\") } mutation { x } #\"\"\")}", Ask, "not GraphQL"),
        ("# comment\nmutation{x}", Deny, "mutation"),
        ("subscription { x }", Deny, "GraphQL subscriptions"),
        ("fragment F on T { a } mutation { x }", Deny, "mutation"),
        ("# comment\rmutation{x}", Ask, "not GraphQL at character"),
        ("fragment F on T { a }", Ask, "no operation"),
        ("", Ask, "no operation"),
        ("query", Ask, "no selection"),
        ("query { a", Ask, "brackets"),
        ("query { a ) }", Ask, "brackets"),
        ("query { a } }", Ask, "neither an operation nor a fragment"),
        ("extend type T { a: Int }", Ask, "neither an operation nor a fragment"),
        ("\"\"\"d\"\"\" query { a }", Ask, "neither an operation nor a fragment"),
        ("{ a(b: \"open) }", Ask, "not GraphQL"),
        ("{ a(b: \"\"\"open) }", Ask, "not GraphQL"),
        ("{ a(b: 1x) }", Ask, "not GraphQL"),
        ("{ ä }", Ask, "not GraphQL"),
        ("\u{feff}{ a }", Ask, "not GraphQL"),
        ("Mutation { x }", Ask, "neither"),
    ];
    for (document, status, part) in table {
        expect_document(&words, document, *status, part);
    }
}

#[test]
fn fields() {
    let Some(words) = words() else { return };
    let both = "query=query A { a } mutation B { b }";
    let table: &[(Options<'_>, Verdict, &str)] = &[
        (&[("f", both), ("f", "operationName=A")], Allow, ""),
        (&[("f", both), ("f", "operationName=B")], Deny, "(B)"),
        (&[("f", both), ("f", "operationName=C")], Ask, "one operation named C"),
        (&[("f", both), ("F", "operationName=@file")], Ask, "from a file"),
        (&[("f", "query={a}"), ("F", "n=3"), ("f", "owner=x"), ("jq", ".data"), ("paginate", "")], Allow, ""),
        (&[("F", "query=@file")], Ask, "from a file"),
        (&[("F", "query=@-")], Ask, "from a file"),
        (&[("f", "query=@file")], Ask, "neither an operation"),
        (&[("F", "query={a(b:\"{branch}\")}")], Ask, "placeholders"),
        (&[("f", "query={a(b:\"{branch}\")}")], Allow, ""),
        (&[("f", "query={a}"), ("f", "query=mutation{b}")], Ask, "given in parts"),
        (&[("f", "query[]={a}")], Ask, "given in parts"),
        (&[("f", "query")], Ask, "has no value"),
        (&[("f", "quer=mutation{a}")], Ask, "no query"),
        (&[], Ask, "no query"),
        (&[("f", "query={a}"), ("input", "file")], Ask, "the option input"),
        (&[("f", "query={a}"), ("H", "X-A: b")], Ask, "the option H"),
        (&[("f", "query={a}"), ("X", "DELETE")], Ask, "not DELETE"),
        (&[("f", "query={a}"), ("method", "POST")], Allow, ""),
    ];
    for (flags, status, part) in table {
        expect(query(words.clone(), "gh", flags, &["api", "graphql"]), *status, part);
    }
    let asking: Options<'_> = &[("f", "query={a}")];
    expect(query(words.clone(), "gh", asking, &["graphql"]), Allow, "");
    expect(query(words.clone(), "gh", asking, &["api", "repos/o/r"]), Ask, "not `gh api graphql`");
    expect(query(words.clone(), "gh", asking, &["api", "graphql", "x"]), Ask, "not `gh api graphql`");
    expect(query(words, "curl", asking, &["api", "graphql"]), Ask, "knows gh, not curl");
}

/// Time grows with the text, not faster.
#[test]
fn long_documents() {
    let Some(words) = words() else { return };
    let deep = "{a".repeat(20_000) + &"}".repeat(20_000);
    expect(query(words.clone(), "gh", &[("f", &format!("query={deep}"))], &["api", "graphql"]), Allow, "");
    let quotes = format!("query={{a(b:\"\"\"{}", "\\\"\"\"".repeat(50_000));
    expect(query(words, "gh", &[("f", &quotes)], &["api", "graphql"]), Ask, "not GraphQL");
}

#[test]
fn its_header_and_garbage() {
    let Some(words) = words() else { return };
    header_example_works("graphql_guard.mjs", Deny);
    garbage_is_never_allowed(&words);
}
