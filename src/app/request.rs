//! One request to judge something: from words of the command line, from plain text, from a JSON object.
//!
//! Owns the shape of the JSON object and how strictly it is read: no key twice, no wrong type, no half of a character.
//! Refuses to judge; a request that is not understood comes back as a sentence, and the answer to it is `ask`.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::{Map, Value};

use super::facts::request_directory;
use crate::agent;
use crate::command::tool::{self, ToolCall};
use crate::input::CommandLine;
use crate::shell::typed::Typed;
use crate::validator::strict_json;

/// What is to be judged, and where it would run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Request {
    /// What.
    pub subject: Subject,
    /// In which directory, absolute; `None` is the process's own.
    pub directory: Option<String>,
    /// Other directories whose projects have a say, and may only tighten: where the session is that it comes from.
    pub beside: Vec<String>,
    /// It began there and may be elsewhere by now.
    pub strayed: bool,
    /// Variables that are set, or removed, over the environment.
    pub environment: Vec<(String, Option<String>)>,
    /// Why more may run than what is judged, or elsewhere: at least `ask` then.
    pub doubt: Option<String>,
}

/// What is to be judged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Subject {
    /// A shell text.
    Text(CommandLine),
    /// The words of one command, at least one, and the line that they print as.
    Words(Vec<String>, CommandLine),
    /// The call of a coding agent's tool, and the line that it is shown as.
    Tool(ToolCall, CommandLine),
    /// A text that was typed at a prompt, and the line that it is with its aliases expanded.
    Typed(Typed, CommandLine),
}

impl Request {
    /// What would run here, as things are.
    fn of(subject: Subject) -> Self {
        Self { subject, directory: None, beside: Vec::new(), strayed: false, environment: Vec::new(), doubt: None }
    }

    /// A text that would run here.
    pub(crate) fn text(line: CommandLine) -> Self {
        Self::of(Subject::Text(line))
    }

    /// Words after `--`: one is a shell text, several are the words of a command.
    ///
    /// # Errors
    /// Why they cannot be judged.
    pub(crate) fn words(words: &[OsString]) -> Result<Self, String> {
        let known: Option<Vec<String>> = words.iter().map(|word| word.to_str().map(str::to_owned)).collect();
        let known = known.ok_or("the command is not valid UTF-8")?;
        if let [text] = known.as_slice() {
            return CommandLine::new(text.as_str()).map(Self::text).map_err(|error| error.to_string());
        }
        Self::known_words(known)
    }

    /// The words of one command, at least one.
    ///
    /// # Errors
    /// Why they cannot be judged.
    pub(crate) fn known_words(words: Vec<String>) -> Result<Self, String> {
        let printed = shlex::try_join(words.iter().map(String::as_str)).map_err(|error| error.to_string())?;
        let line = CommandLine::new(printed).map_err(|error| error.to_string())?;
        Ok(Self::of(Subject::Words(words, line)))
    }

    /// The call of a tool, by its host's name and with its input as it came, in a directory (the process's own where none
    /// is given). Tools that run a shell text are to be judged as that text: as a call they are `ask`.
    ///
    /// # Errors
    /// Why it cannot be judged: the answer is `ask`.
    pub(crate) fn tool(call: ToolCall, directory: Option<&str>) -> Result<Self, String> {
        let line = CommandLine::new(tool::line(&call)).map_err(|error| error.to_string())?;
        let directory = directory.map(request_directory).transpose()?;
        Ok(Self { directory, ..Self::of(Subject::Tool(call, line)) })
    }

    /// What was typed at a prompt, where the shell is; each of `variables` is laid over the environment.
    ///
    /// # Errors
    /// Why it cannot be judged.
    pub(crate) fn typed(typed: Typed, variables: Vec<(String, Option<String>)>) -> Result<Self, String> {
        let line = CommandLine::new(typed.shown.as_str()).map_err(|error| error.to_string())?;
        Ok(Self { environment: variables, ..Self::of(Subject::Typed(typed, line)) })
    }

    /// The line to show and to point into.
    pub(crate) fn line(&self) -> &CommandLine {
        match &self.subject {
            Subject::Text(line) | Subject::Words(_, line) | Subject::Tool(_, line) | Subject::Typed(_, line) => line,
        }
    }
}

/// The most characters of an error about JSON that are repeated.
const MAX_ERROR_CHARS: usize = 300;

/// Why a JSON text is not a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BadRequest {
    /// A sentence.
    pub why: String,
    /// On which of its lines, from 1.
    pub line: usize,
    /// The text ends before the object does, so more lines may complete it.
    pub incomplete: bool,
    /// It is JSON, but not a request.
    pub is_json: bool,
}

/// Reads one JSON object.
///
/// # Errors
/// [`BadRequest`]: the answer is `ask`.
pub(crate) fn from_json(bytes: &[u8]) -> Result<Request, BadRequest> {
    let wire: Wire = serde_json::from_slice(bytes).map_err(|error| {
        let said = error.to_string();
        // the place is told by whoever knows which line of the input this text began on
        let what = said.rsplit_once(" at line ").map_or(said.as_str(), |(what, _)| what);
        let what: String = what.chars().take(MAX_ERROR_CHARS).collect();
        let why = format!("{what} (column {})", error.column());
        BadRequest { why, line: error.line(), incomplete: error.is_eof(), is_json: error.is_data() }
    })?;
    wire.request().map_err(|why| BadRequest { why, line: 1, incomplete: false, is_json: true })
}

/// The object as it came, each key at most once.
#[derive(Default)]
struct Wire {
    command: Option<String>,
    cwd: Option<String>,
    env: Option<Overlay>,
    tool_name: Option<String>,
    tool_input: Option<ToolInput>,
}

impl Wire {
    fn request(self) -> Result<Request, String> {
        let environment = self.env.map(|overlay| overlay.0).unwrap_or_default();
        // the same payload is answered by a hook, which doubts the same
        let doubt = self.tool_input.as_ref().and_then(|input| agent::doubt(&input.0));
        let command = match (self.command, self.tool_name, self.tool_input) {
            (Some(command), None, None) => command,
            (None, Some(tool), Some(input)) if tool == SHELL_TOOL => match input.0.get("command") {
                Some(Value::String(command)) => command.clone(),
                Some(_) => return Err("the `command` of `tool_input` is no text".to_owned()),
                None => return Err("`tool_input` has no `command`".to_owned()),
            },
            (None, Some(name), Some(input)) => {
                let request = Request::tool(ToolCall { name, input: input.0 }, self.cwd.as_deref())?;
                return Ok(Request { environment, ..request });
            }
            (None, Some(_), None) => return Err("`tool_input` is missing".to_owned()),
            (Some(_), ..) => return Err("both `command` and a tool's input are given".to_owned()),
            (None, None, _) => return Err("`command` is missing".to_owned()),
        };
        let line = CommandLine::new(command).map_err(|error| error.to_string())?;
        let directory = self.cwd.as_deref().map(request_directory).transpose()?;
        Ok(Request { directory, environment, doubt, ..Request::of(Subject::Text(line)) })
    }
}

impl<'de> Deserialize<'de> for Wire {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(WireVisitor)
    }
}

struct WireVisitor;

impl<'de> Visitor<'de> for WireVisitor {
    type Value = Wire;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object with `command`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Wire, A::Error> {
        let mut wire = Wire::default();
        let mut seen = Keys::default();
        while let Some(key) = seen.next(&mut map)? {
            match key.as_str() {
                "command" => wire.command = Some(map.next_value()?),
                "cwd" => wire.cwd = Some(map.next_value()?),
                "env" => wire.env = Some(map.next_value()?),
                "tool_name" => wire.tool_name = Some(map.next_value()?),
                "tool_input" => wire.tool_input = Some(map.next_value()?),
                // what agents send beside it (a session's id, a transcript's path) says nothing about the command, but a
                // reader of JSON who is as strict has to understand all of it
                _ => {
                    let _: Beside = map.next_value()?;
                }
            }
        }
        Ok(wire)
    }
}

/// Hands out the keys of an object, each of them once.
#[derive(Default)]
struct Keys(BTreeSet<String>);

impl Keys {
    fn next<'de, A: MapAccess<'de>>(&mut self, map: &mut A) -> Result<Option<String>, A::Error> {
        let Some(key) = map.next_key::<String>()? else { return Ok(None) };
        if !self.0.insert(key.clone()) {
            return Err(A::Error::custom(format!("the key {key:?} stands there twice")));
        }
        Ok(Some(key))
    }
}

/// The tool whose input is a shell text.
const SHELL_TOOL: &str = "Bash";

/// `tool_input`, each key at most once at every level.
struct ToolInput(Map<String, Value>);

impl<'de> Deserialize<'de> for ToolInput {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match strict_json::value(deserializer)? {
            Value::Object(map) => Ok(Self(map)),
            _ => Err(D::Error::custom("`tool_input` is no object")),
        }
    }
}

/// What stands beside the request: read as strictly, and dropped.
struct Beside;

impl<'de> Deserialize<'de> for Beside {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        strict_json::value(deserializer).map(|_| Self)
    }
}

/// `env`: names with the value that they get; `null` removes the variable.
struct Overlay(Vec<(String, Option<String>)>);

impl<'de> Deserialize<'de> for Overlay {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Overlay;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object of strings")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Overlay, A::Error> {
                let mut variables = Vec::new();
                let mut seen = Keys::default();
                while let Some(name) = seen.next(&mut map)? {
                    let value: Option<String> = map.next_value()?;
                    let whole = !name.is_empty() && !name.contains(['=', '\0']);
                    if !whole || value.as_ref().is_some_and(|value| value.contains('\0')) {
                        return Err(A::Error::custom(format!("{name:?} in `env` cannot be a variable")));
                    }
                    variables.push((name, value));
                }
                Ok(Overlay(variables))
            }
        }
        deserializer.deserialize_map(Object)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<Request, BadRequest> {
        from_json(json.as_bytes())
    }

    fn why(json: &str) -> String {
        read(json).expect_err(json).why
    }

    #[test]
    fn a_request_has_a_command_and_may_have_a_place() {
        let request =
            read(r#"{"command":"l\u0073","cwd":"/srv/","env":{"A":"1","B":null},"session":{"x":[1]}}"#).unwrap();
        assert_eq!(request.line().as_str(), "ls");
        assert_eq!(request.directory.as_deref(), Some("/srv"));
        assert_eq!(request.environment, [("A".to_owned(), Some("1".to_owned())), ("B".to_owned(), None)]);
    }

    #[test]
    fn the_tool_form_is_read_for_the_shell_alone() {
        let request =
            read(r#"{"tool_name":"Bash","tool_input":{"command":"ls","description":"x"},"cwd":"/"}"#).unwrap();
        assert_eq!(request.line().as_str(), "ls");
        let shell = read(r#"{"tool_name":"PowerShell","tool_input":{"command":"ls"}}"#).unwrap();
        assert!(matches!(&shell.subject, Subject::Tool(call, _) if call.name == "PowerShell"));
        assert!(why(r#"{"tool_name":"Bash","tool_input":{}}"#).contains("no `command`"));
        assert!(why(r#"{"tool_name":"Bash","command":"ls","tool_input":{"command":"ls"}}"#).contains("both"));
        assert!(read(r#"{"tool_name":"Bash","tool_input":{"command":["rm"]}}"#).is_err());
    }

    #[test]
    fn a_key_that_stands_there_twice_is_refused_wherever_it_stands() {
        for json in [
            r#"{"command":"ls","command":"rm x"}"#,
            r#"{"command":"ls","\u0063ommand":"rm x"}"#,
            r#"{"command":"ls","cwd":"/","cwd":"/tmp"}"#,
            r#"{"command":"ls","x":1,"x":2}"#,
            r#"{"command":"ls","env":{"A":"1","A":"2"}}"#,
            r#"{"tool_name":"Bash","tool_input":{"command":"ls","command":"rm"}}"#,
            r#"{"command":"ls","x":[{"y":1,"y":2}]}"#,
        ] {
            assert!(why(json).contains("twice") || why(json).contains("duplicate key"), "{json}");
        }
    }

    #[test]
    fn wrong_types_and_half_characters_are_refused() {
        for json in [
            r#"{"command":null}"#,
            r#"{"command":["ls"]}"#,
            r#"{"command":1}"#,
            r#"{"command":"ls","cwd":1}"#,
            r#"{"command":"ls","cwd":""}"#,
            r#"{"command":"ls","cwd":"/tmp/\u0000/.."}"#,
            r#"{"command":"ls","env":[]}"#,
            r#"{"command":"ls","env":{"A":1}}"#,
            r#"{"command":"ls","env":{"A=B":"1"}}"#,
            r#"{"command":"ls","env":{"A":"\u0000"}}"#,
            r#"{"command":"ls\u0000"}"#,
            r#"{"command":"\ud800"}"#,
            r#"{"command":"\udc00\ud800"}"#,
            r#"{"command":"ls","session":"\ud800"}"#,
            r#"{"command":"ls","session":[{"x":"\udc00\ud800"}]}"#,
            r#"{"command":"ls"}{"command":"rm"}"#,
            r#"{"command":"ls"} x"#,
            r#"{command:"ls"}"#,
            "{}",
            "[]",
            "42",
        ] {
            assert!(read(json).is_err(), "{json}");
        }
        assert!(from_json(b"{\"command\":\"\xff\"}").is_err());
        assert!(from_json(b"{\"command\":\"ls\",\"session\":\"\xff\"}").is_err());
        assert!(read(&"{\"a\":".repeat(50_000)).is_err());
    }

    #[test]
    fn what_more_lines_may_complete_is_told_apart() {
        assert!(read("{\n").unwrap_err().incomplete);
        assert!(read("{\"command\":\n").unwrap_err().incomplete);
        assert!(!read("{\"command\":\"ls\n").unwrap_err().incomplete);
        assert!(read("{\"command\":1}").unwrap_err().is_json);
    }

    #[test]
    fn words_become_a_text_or_a_command() {
        let one = Request::words(&["ls; rm".into()]).unwrap();
        assert_eq!(one.subject, Subject::Text(CommandLine::new("ls; rm").unwrap()));
        let several = Request::words(&["rm".into(), "it's".into()]).unwrap();
        let Subject::Words(words, line) = several.subject else { panic!("not words") };
        assert_eq!(words, ["rm", "it's"]);
        assert_eq!(shlex::split(line.as_str()).unwrap(), words);
    }

    #[test]
    fn words_that_are_no_text_are_refused() {
        use std::os::unix::ffi::OsStringExt;
        assert!(Request::words(&[OsString::from_vec(vec![b'l', 0xff])]).is_err());
        assert!(Request::words(&["rm".into(), OsString::from_vec(vec![0xff])]).is_err());
    }
}
