//! The protocol of one question: JSON-RPC 2.0, one `validateCommand` request and one response.
//!
//! Owns the texts on the wire, both ways. Refuses to start, to wait and to decide; bytes in, values out.

use serde_json::{Map, Value, json};

use super::strict_json;
use crate::decision::Query;
use crate::verdict::Verdict;

/// The version of the parameters: the fields that this version adds to the protocol may be relied on where it is 1.
pub const PROTOCOL_VERSION: u64 = 1;

/// The identifier of the one request.
const REQUEST_ID: u64 = 1;

/// A valid answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// `allow`, `ask` or `deny`; a status that is none of these words is `ask`.
    pub status: Verdict,
    /// For the user, not cleaned yet.
    pub message: Option<String>,
    /// A command to run instead, not cleaned yet.
    pub fix_suggestion: Option<String>,
}

/// The request, as one line that ends with a line feed.
#[must_use]
pub fn request(query: &Query) -> String {
    let mut params = Map::new();
    params.insert("command".into(), query.command.as_str().into());
    params.insert("flags".into(), last_of_each(&query.flags));
    params.insert("args".into(), query.args.as_slice().into());
    params.insert("raw_command_line".into(), query.raw_command_line.as_str().into());
    params.insert("env".into(), last_of_each(&query.env));
    params.insert("cwd".into(), query.cwd.as_str().into());
    params.insert("argv".into(), query.argv.as_slice().into());
    params.insert("flag_list".into(), query.flags.iter().map(|(name, value)| json!([name, value])).collect());
    params.insert("type".into(), query.type_name.as_str().into());
    if let Some(value) = &query.value {
        params.insert("value".into(), value.as_str().into());
    }
    params.insert("protocol_version".into(), PROTOCOL_VERSION.into());
    let envelope = json!({ "jsonrpc": "2.0", "id": REQUEST_ID, "method": "validateCommand", "params": params });
    format!("{envelope}\n")
}

/// An object of these pairs; of one name given twice the last value holds.
fn last_of_each(pairs: &[(String, String)]) -> Value {
    let members: Map<String, Value> = pairs.iter().map(|(name, value)| (name.clone(), value.as_str().into())).collect();
    Value::Object(members)
}

/// Reads the response: everything that the validator wrote.
///
/// # Errors
/// The text of the failure, which begins with `invalid response: `. The answer is then `ask`.
pub fn response(bytes: &[u8]) -> Result<Answer, String> {
    let value = strict_json::read(bytes).map_err(|what| invalid(&format!("JSON parse error: {what}")))?;
    let Value::Object(envelope) = value else { return Err(invalid("not a JSON object")) };
    if envelope.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Err(invalid("`jsonrpc` is not \"2.0\""));
    }
    if envelope.get("id").and_then(Value::as_u64) != Some(REQUEST_ID) {
        return Err(invalid(&format!("`id` is not {REQUEST_ID}")));
    }
    match (envelope.get("result"), envelope.get("error")) {
        (Some(Value::Object(result)), None) => answer(result),
        (Some(_), None) => Err(invalid("`result` is not an object")),
        (None, Some(error)) => Err(invalid(&refusal(error))),
        (Some(_), Some(_)) => Err(invalid("both `result` and `error`")),
        (None, None) => Err(invalid("neither `result` nor `error`")),
    }
}

/// Reads `result`.
fn answer(result: &Map<String, Value>) -> Result<Answer, String> {
    let status = match result.get("status") {
        Some(Value::String(name)) => Verdict::from_name(name).unwrap_or(Verdict::Ask),
        Some(_) => return Err(invalid("`status` is not a string")),
        None => return Err(invalid("`status` is missing")),
    };
    Ok(Answer { status, message: text(result, "message")?, fix_suggestion: text(result, "fix_suggestion")? })
}

/// An optional text; `null` is how many languages write that there is none.
fn text(result: &Map<String, Value>, name: &str) -> Result<Option<String>, String> {
    match result.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(invalid(&format!("`{name}` is not a string"))),
    }
}

/// What an error object says.
fn refusal(error: &Value) -> String {
    let code = error.get("code").and_then(Value::as_i64).map(|code| format!(" {code}")).unwrap_or_default();
    let message = error.get("message").and_then(Value::as_str).map(|text| format!(": {text}")).unwrap_or_default();
    format!("JSON-RPC error{code}{message}")
}

fn invalid(what: &str) -> String {
    format!("invalid response: {what}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::types::Executor;

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    fn query() -> Query {
        Query {
            executor: Executor {
                command: "x".into(),
                words: words(&["x"]),
                directory: "/".into(),
                timeout: None,
                env: Vec::new(),
            },
            type_name: "InternalUrl".into(),
            value: None,
            command: "curl".into(),
            flags: pairs(&[("s", ""), ("X", "POST"), ("silent", "")]),
            args: words(&["URL"]),
            argv: words(&["curl", "-sX", "POST", "--silent", "URL"]),
            raw_command_line: "curl -sX POST --silent URL".into(),
            env: pairs(&[("AWS_PROFILE", "prod")]),
            cwd: "/home/user/project".into(),
            withheld_env: Vec::new(),
        }
    }

    #[test]
    fn the_request_to_the_letter() {
        let expected = concat!(
            r#"{"jsonrpc":"2.0","id":1,"method":"validateCommand","params":{"command":"curl","#,
            r#""flags":{"s":"","X":"POST","silent":""},"args":["URL"],"#,
            r#""raw_command_line":"curl -sX POST --silent URL","env":{"AWS_PROFILE":"prod"},"#,
            r#""cwd":"/home/user/project","argv":["curl","-sX","POST","--silent","URL"],"#,
            r#""flag_list":[["s",""],["X","POST"],["silent",""]],"type":"InternalUrl","protocol_version":1}}"#,
            "\n"
        );
        assert_eq!(request(&query()), expected);
    }

    #[test]
    fn repeated_flags_keep_the_last_and_the_list_keeps_all() {
        let flags = pairs(&[("H", "a"), ("X", "GET"), ("H", "b")]);
        let asked = request(&Query { flags, value: Some("URL".into()), ..query() });
        assert!(asked.contains(r#""flags":{"H":"b","X":"GET"}"#), "{asked}");
        assert!(asked.contains(r#""flag_list":[["H","a"],["X","GET"],["H","b"]]"#), "{asked}");
        assert!(asked.contains(r#""type":"InternalUrl","value":"URL","protocol_version":1"#), "{asked}");
    }

    /// Whatever the words hold, the request is one line that reads back as they are.
    #[test]
    fn the_request_is_one_line() {
        let strange = "a\nb\r\"\\\u{0}\u{7f}\u{2028}é\u{1f600}";
        let asked = request(&Query { raw_command_line: strange.into(), args: words(&[strange]), ..query() });
        assert_eq!(asked.find('\n'), Some(asked.len() - 1));
        let read: Value = serde_json::from_str(&asked).unwrap();
        assert_eq!(read["params"]["raw_command_line"], strange);
        assert_eq!(read["params"]["args"][0], strange);
    }

    fn result(result: &str) -> Result<Answer, String> {
        response(format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#).as_bytes())
    }

    #[test]
    fn the_answers() {
        let table = [
            ("allow", Verdict::Allow),
            ("deny", Verdict::Deny),
            ("ask", Verdict::Ask),
            ("Allow", Verdict::Ask),
            ("ALLOW", Verdict::Ask),
            ("allow ", Verdict::Ask),
            ("", Verdict::Ask),
            ("approve", Verdict::Ask),
        ];
        for (name, status) in table {
            let answer = result(&format!(r#"{{"status":"{name}"}}"#));
            assert_eq!(answer, Ok(Answer { status, message: None, fix_suggestion: None }), "{name}");
        }
        let answer = result(r#"{"status":"deny","message":"m","fix_suggestion":"f","more":[{}]}"#);
        let (message, fix_suggestion) = (Some("m".to_owned()), Some("f".to_owned()));
        assert_eq!(answer, Ok(Answer { status: Verdict::Deny, message, fix_suggestion }));
        let answer = result(r#"{"status":"deny","message":null,"fix_suggestion":null}"#);
        assert_eq!(answer, Ok(Answer { status: Verdict::Deny, message: None, fix_suggestion: None }));
    }

    #[test]
    fn unknown_members_are_ignored_and_white_space_is_free() {
        let answer =
            response(b"\n {\"extra\":1, \"id\" : 1,\"result\":{\"status\":\"allow\"},\"jsonrpc\":\"2.0\"}\r\n\n");
        assert_eq!(answer.map(|answer| answer.status), Ok(Verdict::Allow));
    }

    #[test]
    fn what_is_not_a_response() {
        let table = [
            (r"[]", "not a JSON object"),
            (r#""allow""#, "not a JSON object"),
            (r#"{"id":1,"result":{"status":"allow"}}"#, "`jsonrpc` is not \"2.0\""),
            (r#"{"jsonrpc":2.0,"id":1,"result":{"status":"allow"}}"#, "`jsonrpc` is not \"2.0\""),
            (r#"{"jsonrpc":"1.0","id":1,"result":{"status":"allow"}}"#, "`jsonrpc` is not \"2.0\""),
            (r#"{"jsonrpc":"2.0","result":{"status":"allow"}}"#, "`id` is not 1"),
            (r#"{"jsonrpc":"2.0","id":2,"result":{"status":"allow"}}"#, "`id` is not 1"),
            (r#"{"jsonrpc":"2.0","id":-1,"result":{"status":"allow"}}"#, "`id` is not 1"),
            (r#"{"jsonrpc":"2.0","id":1.0,"result":{"status":"allow"}}"#, "`id` is not 1"),
            (r#"{"jsonrpc":"2.0","id":"1","result":{"status":"allow"}}"#, "`id` is not 1"),
            (r#"{"jsonrpc":"2.0","id":null,"result":{"status":"allow"}}"#, "`id` is not 1"),
            (r#"{"jsonrpc":"2.0","id":1}"#, "neither `result` nor `error`"),
            (r#"{"jsonrpc":"2.0","id":1,"result":{"status":"allow"},"error":{}}"#, "both `result` and `error`"),
            (r#"{"jsonrpc":"2.0","id":1,"result":{"status":"allow"},"error":null}"#, "both `result` and `error`"),
            (r#"{"jsonrpc":"2.0","id":1,"result":"allow"}"#, "`result` is not an object"),
            (r#"{"jsonrpc":"2.0","id":1,"result":null}"#, "`result` is not an object"),
            (r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, "`status` is missing"),
            (r#"{"jsonrpc":"2.0","id":1,"result":{"status":1}}"#, "`status` is not a string"),
            (r#"{"jsonrpc":"2.0","id":1,"result":{"status":null}}"#, "`status` is not a string"),
            (r#"{"jsonrpc":"2.0","id":1,"result":{"status":"allow","message":1}}"#, "`message` is not a string"),
            (
                r#"{"jsonrpc":"2.0","id":1,"result":{"status":"deny","fix_suggestion":[]}}"#,
                "`fix_suggestion` is not a string",
            ),
            (r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"no"}}"#, "JSON-RPC error -32600: no"),
            (r#"{"jsonrpc":"2.0","id":1,"error":null}"#, "JSON-RPC error"),
            (
                r#"{"jsonrpc":"2.0","id":1,"result":{"status":"deny","status":"allow"}}"#,
                "JSON parse error: duplicate key `status` at line 1 column 58",
            ),
            ("", "JSON parse error: EOF while parsing a value at line 1 column 0"),
        ];
        for (text, what) in table {
            assert_eq!(response(text.as_bytes()), Err(format!("invalid response: {what}")), "{text}");
        }
    }
}
