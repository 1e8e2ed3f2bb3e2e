//! Runs `runok hook` in a fresh directory, with the policy of one verdict, and reads what it answered.

#![allow(dead_code, reason = "each test takes what it needs")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use runok::agent::{Agent, Reply};
use serde_json::Value;

/// The directory that a payload names; its policy is `runok.yml` there.
pub(crate) struct Place {
    directory: tempfile::TempDir,
}

impl Place {
    pub(crate) fn new(policy: &str) -> Self {
        let place = Self { directory: tempfile::tempdir().unwrap() };
        std::fs::write(place.path().join("runok.yml"), policy).unwrap();
        place
    }

    pub(crate) fn path(&self) -> PathBuf {
        std::fs::canonicalize(self.directory.path()).unwrap()
    }

    pub(crate) fn name(&self) -> String {
        self.path().to_str().unwrap().to_owned()
    }

    /// What the built program answers.
    pub(crate) fn hook(&self, agent: &str, event: Option<&str>, stdin: &[u8]) -> Reply {
        self.hook_in(&self.path(), agent, event, stdin)
    }

    /// The same, started somewhere else.
    pub(crate) fn hook_in(&self, start: &Path, agent: &str, event: Option<&str>, stdin: &[u8]) -> Reply {
        let mut command = Command::new(env!("CARGO_BIN_EXE_runok"));
        command.args(["hook", agent, "-c"]).arg(self.path().join("runok.yml")).current_dir(start).env_clear();
        command.args(event.map(|event| format!("--event={event}")));
        command.env("HOME", "/nonexistent/home").env("PATH", std::env::var_os("PATH").unwrap());
        if Agent::named(agent).is_some_and(|agent| !agent.directory_variable.is_empty()) {
            command.env("DEVIN_PROJECT_DIR", self.path());
        }
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // a program that needs no more input may close it early
        drop(child.stdin.take().unwrap().write_all(stdin));
        let output = child.wait_with_output().unwrap();
        let text = |bytes: Vec<u8>| {
            let text = String::from_utf8(bytes).unwrap();
            text.strip_suffix('\n').unwrap_or(&text).to_owned()
        };
        let exit = u8::try_from(output.status.code().expect("it ends by itself")).unwrap();
        Reply { stdout: text(output.stdout), stderr: text(output.stderr), exit }
    }
}

/// JSON with a text in it that is JSON itself: spaces in that mean nothing, the order of keys does.
pub(crate) fn compact(value: &Value) -> Value {
    match value {
        Value::String(text) if text.starts_with('{') => match serde_json::from_str::<Value>(text) {
            Ok(inner) => Value::String(inner.to_string()),
            Err(_) => value.clone(),
        },
        Value::Array(values) => values.iter().map(compact).collect(),
        Value::Object(object) => {
            Value::Object(object.iter().map(|(key, value)| (key.clone(), compact(value))).collect())
        }
        _ => value.clone(),
    }
}
