//! The Model Context Protocol, as far as a server needs it that holds one tool: the one that Claude Code asks in place of a
//! person.
//!
//! Owns the messages: one JSON-RPC object a line. Refuses to judge: a call of the tool goes back to the caller, who answers it
//! as an event of Claude Code.

use serde_json::{Value, json};

use super::Payload;

/// The tool.
const TOOL: &str = "approve";

/// The version of the protocol that is offered to a client which names none.
const PROTOCOL: &str = "2025-06-18";

/// Numbers of JSON-RPC.
mod code {
    pub(super) const NO_JSON: i32 = -32_700;
    pub(super) const NO_REQUEST: i32 = -32_600;
    pub(super) const NO_METHOD: i32 = -32_601;
    pub(super) const WRONG_PARAMETERS: i32 = -32_602;
}

/// What a line of the client comes to.
#[derive(Clone, PartialEq, Debug)]
pub enum Message {
    /// This line has to be answered.
    Answer(String),
    /// Nothing has to be answered.
    Silence,
    /// The tool is called.
    Call {
        /// What its answer has to repeat.
        id: Value,
        /// The request.
        payload: Payload,
    },
}

/// Reads a line.
#[must_use]
pub fn read(line: &[u8]) -> Message {
    let payload = match Payload::read(line) {
        Ok(payload) => payload,
        Err(why) => return Message::Answer(unreadable(line, &why)),
    };
    let Some(method) = payload.text(&["method"]) else {
        // an answer to a request, of which this server makes none
        if payload.has("result") || payload.has("error") {
            return Message::Silence;
        }
        return Message::Answer(failure(&id(&payload), code::NO_REQUEST, "`method` is missing or not a text"));
    };
    if !payload.has("id") {
        return Message::Silence;
    }
    let id = id(&payload);
    if id.is_null() || !payload.says("jsonrpc", "2.0") {
        return Message::Answer(failure(
            &id,
            code::NO_REQUEST,
            "this is no request of JSON-RPC 2.0 with an id that can be repeated",
        ));
    }
    match method {
        "initialize" => Message::Answer(success(&id, &welcome(&payload))),
        "ping" => Message::Answer(success(&id, &json!({}))),
        "tools/list" => Message::Answer(success(&id, &tools())),
        "tools/call" if payload.text(&["params", "name"]) == Some(TOOL) => Message::Call { id, payload },
        "tools/call" => Message::Answer(failure(&id, code::WRONG_PARAMETERS, "there is one tool here, `approve`")),
        _ => Message::Answer(failure(&id, code::NO_METHOD, &format!("there is no method {method:?} here"))),
    }
}

/// The answer to a line that is not one object of JSON, each key at most once. Its id is repeated where it can be told, so that
/// the client does not wait for another answer.
fn unreadable(line: &[u8], why: &str) -> String {
    match serde_json::from_slice::<Value>(line) {
        Ok(value) => failure(&simple(value.get("id")), code::NO_REQUEST, why),
        Err(_) => failure(&Value::Null, code::NO_JSON, why),
    }
}

fn id(payload: &Payload) -> Value {
    simple(payload.at(&["id"]))
}

/// An id that may be one; `null` stands for none. A number with a fraction, or of more than 64 bits, could not be repeated as
/// it came, and is none.
fn simple(id: Option<&Value>) -> Value {
    id.filter(|id| id.is_string() || id.is_i64() || id.is_u64()).cloned().unwrap_or(Value::Null)
}

fn success(id: &Value, result: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": id, "result": result}).to_string()
}

fn failure(id: &Value, code: i32, message: &str) -> String {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": format!("runok: {message}")}}).to_string()
}

fn welcome(payload: &Payload) -> Value {
    json!({
        "protocolVersion": payload.text(&["params", "protocolVersion"]).unwrap_or(PROTOCOL),
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "runok", "version": env!("CARGO_PKG_VERSION")},
    })
}

fn tools() -> Value {
    json!({"tools": [{
        "name": TOOL,
        "description": "Says whether a tool may be used, by the policy of runok. For --permission-prompt-tool.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "tool_name": {"type": "string"},
                "input": {"type": "object"},
                "tool_use_id": {"type": "string"},
            },
            "required": ["tool_name", "input"],
        },
    }]})
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(line: &str) -> Value {
        match read(line.as_bytes()) {
            Message::Answer(text) => serde_json::from_str(&text).unwrap(),
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn a_client_is_welcomed_in_its_own_version() {
        let said =
            answer(r#"{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#);
        assert_eq!((&said["id"], &said["result"]["protocolVersion"]), (&json!("a"), &json!("2025-11-25")));
        let said = answer(r#"{"jsonrpc":"2.0","id":0,"method":"initialize"}"#);
        assert_eq!(said["result"]["protocolVersion"], PROTOCOL);
        assert_eq!(answer(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)["result"], json!({}));
        for id in ["18446744073709551615", "-9223372036854775808"] {
            let line = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
            assert_eq!(answer(&line)["id"].to_string(), id);
        }
        let tools = answer(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
        assert_eq!(tools["result"]["tools"][0]["name"], TOOL);
    }

    #[test]
    fn what_is_no_request_is_not_answered() {
        for line in [
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"approve"}}"#,
            r#"{"jsonrpc":"2.0","id":3,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":3,"error":{"code":1,"message":""}}"#,
        ] {
            assert_eq!(read(line.as_bytes()), Message::Silence, "{line}");
        }
    }

    #[test]
    fn a_call_of_the_tool_is_handed_on() {
        let line = r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"approve","arguments":{}}}"#;
        assert!(matches!(read(line.as_bytes()), Message::Call { id, .. } if id == json!(7)));
    }

    #[test]
    fn mistakes_have_the_numbers_of_json_rpc_and_the_id_where_there_is_one() {
        for (line, number, id) in [
            ("{", -32700, json!(null)),
            ("", -32700, json!(null)),
            ("[]", -32600, json!(null)),
            (r#"{"jsonrpc":"2.0","id":1}"#, -32600, json!(1)),
            (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600, json!(null)),
            (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600, json!(null)),
            (r#"{"id":4,"method":"ping"}"#, -32600, json!(4)),
            (r#"{"jsonrpc":"2.0","id":18446744073709551616,"method":"ping"}"#, -32600, json!(null)),
            (r#"{"jsonrpc":"2.0","id":1e3,"method":"tools/call","params":{"name":"approve"}}"#, -32600, json!(null)),
            (r#"{"jsonrpc":"2.0","id":5,"id":5,"method":"ping"}"#, -32600, json!(5)),
            (r#"{"jsonrpc":"2.0","id":"x","method":"resources/list"}"#, -32601, json!("x")),
            (r#"{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"other"}}"#, -32602, json!(6)),
            (r#"{"jsonrpc":"2.0","id":6,"method":"tools/call"}"#, -32602, json!(6)),
        ] {
            let said = answer(line);
            assert_eq!((&said["error"]["code"], &said["id"]), (&json!(number), &id), "{line}");
        }
    }
}
