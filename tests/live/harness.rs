//! One run of one agent, by the harness beside the project.

use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use wait_timeout::ChildExt;

/// How long one run may take, with the harness around it, on a machine that has a lot else to do.
const MAX_RUN: Duration = Duration::from_secs(170);

/// How often a run is begun in which the agent never came to offer its shell: nothing was tested by it.
const ATTEMPTS: usize = 3;

/// The harness and the agents.
pub(crate) struct Harness {
    script: PathBuf,
    agents: PathBuf,
}

/// What is registered, and what the model asks for.
pub(crate) struct Call<'a> {
    pub(crate) agent: &'a str,
    /// The shell text of the hook.
    pub(crate) hook: String,
    pub(crate) command: &'a str,
    /// More words for the harness.
    pub(crate) options: Vec<String>,
}

/// What was seen.
pub(crate) struct Seen {
    report: Value,
}

impl Harness {
    /// Where the agents shall run and everything is there; else nothing, and why is said.
    ///
    /// They run on continuous integration and with `RUNOK_LIVE`. Where the harness is, the agents must be too: on continuous
    /// integration a test fails that finds none.
    pub(crate) fn find() -> Option<Self> {
        let project = Path::new(env!("CARGO_MANIFEST_DIR"));
        let on_ci = std::env::var("CI").as_deref() == Ok("true");
        if !on_ci && std::env::var_os("RUNOK_LIVE").is_none() {
            return skipped("RUNOK_LIVE=1 runs the real coding agents; tests/agents.sh installs them");
        }
        let script = project.join("../shared/doors/live/live.py");
        if !script.is_file() {
            return skipped("the harness for real coding agents, ../shared/doors/live, is not there");
        }
        let agents =
            std::env::var_os("LIVEHARNESS_AGENTS").map_or_else(|| project.join("tests/.agents"), PathBuf::from);
        if !agents.join("node_modules").is_dir() {
            assert!(!on_ci, "there are no coding agents in {}: run tests/agents.sh", agents.display());
            return skipped("tests/agents.sh has installed no coding agents");
        }
        Some(Self { script, agents })
    }

    /// The directory of the agents.
    pub(crate) fn agents(&self) -> &Path {
        &self.agents
    }

    /// Runs an agent, again where it came to nothing; of these agents, or of those that are installed.
    pub(crate) fn run(&self, call: &Call<'_>, agents: Option<&Path>) -> Result<Seen, String> {
        let mut last = String::new();
        for _ in 0..ATTEMPTS {
            match self.attempt(call, agents.unwrap_or(&self.agents)) {
                Ok(seen) if seen.asked() => return Ok(seen),
                Ok(seen) => last = format!("the agent never asked for the command: {}", seen.report),
                Err(why) => last = why,
            }
        }
        Err(last)
    }

    fn attempt(&self, call: &Call<'_>, agents: &Path) -> Result<Seen, String> {
        let mut command = Command::new("python3");
        command.arg(&self.script).arg("--json").arg("--agents").arg(agents);
        command.args(["--agent", call.agent, "--hook", &call.hook, "--command", call.command]).args(&call.options);
        // what this test was started with is not the agent's
        for name in ["RUNOK_TEST_FAULT", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "CLAUDECODE"] {
            command.env_remove(name);
        }
        let text = output(&mut command, MAX_RUN)?;
        let report = serde_json::from_str(&text).map_err(|error| format!("no report ({error}): {text}"))?;
        Ok(Seen { report })
    }
}

/// Standard output of a program that must succeed in time; else what it said.
pub(crate) fn output(command: &mut Command, limit: Duration) -> Result<String, String> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{command:?}: {error}"))?;
    let read = |stream: Option<Box<dyn Read + Send>>| {
        std::thread::spawn(move || {
            let mut text = String::new();
            stream.unwrap().read_to_string(&mut text).map(|_| text).unwrap_or_default()
        })
    };
    let out = read(child.stdout.take().map(|stream| Box::new(stream) as _));
    let err = read(child.stderr.take().map(|stream| Box::new(stream) as _));
    let Some(status) = child.wait_timeout(limit).unwrap() else {
        child.kill().unwrap();
        child.wait().unwrap();
        return Err(format!("not done within {} s", limit.as_secs()));
    };
    let (out, err) = (out.join().unwrap(), err.join().unwrap());
    if status.success() { Ok(out) } else { Err(format!("{status}: {err}")) }
}

impl Seen {
    /// The model asked for the command, so there was something to decide.
    pub(crate) fn asked(&self) -> bool {
        self.report["asked"] == true
    }

    /// The command ran.
    pub(crate) fn ran(&self) -> bool {
        self.report["ran"] == true
    }

    /// The hook was started.
    pub(crate) fn hooked(&self) -> bool {
        self.report["hook_called"] == true
    }

    /// What the model was told.
    pub(crate) fn told(&self) -> &str {
        self.report["tool_result_text"].as_str().unwrap_or_default()
    }

    /// The version of the agent.
    pub(crate) fn version(&self) -> &str {
        self.report["version"].as_str().unwrap()
    }

    /// Everything, for people.
    pub(crate) fn shown(&self) -> String {
        serde_json::to_string_pretty(&self.report).unwrap()
    }
}

/// A program of a shell text.
pub(crate) fn program(path: &Path, text: &str) {
    std::fs::write(path, format!("#!/bin/sh\n{text}\n")).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// Said past the harness of the tests, which would keep it back.
fn skipped<T>(why: &str) -> Option<T> {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        use std::io::Write;
        writeln!(std::io::stderr().lock(), "skipped: {why}").unwrap();
    });
    None
}
