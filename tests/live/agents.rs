//! The agents that are run, and how runok is registered with each: as `runok init` does it, or by hand where it does not.

use std::path::{Path, PathBuf};

use runok::agent::{OPENCODE_PLUGIN, PLACEHOLDER};

use super::cases::{Case, Door, Hook};
use super::harness::{self, Call, Harness};

/// An event of an agent that is tried.
pub(crate) struct Driven {
    pub(crate) agent: &'static str,
    pub(crate) event: &'static str,
    /// What is registered besides, as words of the harness.
    options: &'static [&'static str],
    /// Without the flags that let everything pass it has its shell, too, and prompts.
    pub(crate) prompts: bool,
    way: Way,
}

/// How runok gets to be asked.
enum Way {
    /// The harness registers a hook.
    Hook,
    /// The same; but a program that is not there is registered by this file below a directory, which the harness takes as what
    /// the option says.
    HookOrFile { option: &'static str, path: &'static str, text: &'static str },
    /// The same, for another event than the gate, where the hook is silent.
    HookAt(&'static str),
    /// By the plugin of runok.
    Plugin,
    /// As Claude Code's `--permission-prompt-tool`.
    PromptTool,
}

const DRIVEN: Driven = Driven { agent: "", event: "", options: &[], prompts: false, way: Way::Hook };

/// All of them.
pub(crate) static ALL: &[Driven] = &[
    Driven {
        agent: "claude-code",
        event: "PreToolUse",
        options: &["--fail-closed"],
        prompts: true,
        way: Way::HookOrFile {
            option: "--project",
            path: ".claude/settings.json",
            text: r#"{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command",
                "command": "/nowhere/runok", "args": ["hook", "claude-code"], "timeout": 10, "onFailure": "block"}]}]}}"#,
        },
    },
    Driven {
        agent: "claude-code",
        event: "PermissionRequest",
        options: &["--permission-request", "--mode", "default"],
        way: Way::HookAt("\"PermissionRequest\""),
        ..DRIVEN
    },
    Driven {
        agent: "claude-code",
        event: "--permission-prompt-tool",
        options: &["--mode", "default"],
        way: Way::PromptTool,
        ..DRIVEN
    },
    Driven { agent: "codex", event: "PreToolUse", ..DRIVEN },
    Driven { agent: "gemini-cli", event: "BeforeTool", ..DRIVEN },
    Driven { agent: "qwen-code", event: "PreToolUse", ..DRIVEN },
    Driven {
        agent: "copilot-cli",
        event: "preToolUse",
        prompts: true,
        way: Way::HookOrFile {
            option: "--home",
            path: ".copilot/hooks/runok.json",
            text: r#"{"version": 1, "hooks": {"preToolUse": [{"type": "command", "exec": "/nowhere/runok",
                "args": ["hook", "copilot-cli"], "timeoutSec": 10, "matcher": "bash|powershell"}]}}"#,
        },
        ..DRIVEN
    },
    Driven { agent: "cline", event: "tool_call", ..DRIVEN },
    Driven { agent: "opencode", event: "tool.execute.before", way: Way::Plugin, ..DRIVEN },
];

/// The one of that agent and event.
pub(crate) fn driven(agent: &str, event: &str) -> &'static Driven {
    ALL.iter().find(|driven| (driven.agent, driven.event) == (agent, event)).unwrap()
}

/// What the harness is told for a case.
pub(crate) struct Prepared<'a> {
    /// Instead of those that are installed.
    pub(crate) agents: Option<PathBuf>,
    pub(crate) call: Call<'a>,
}

impl Driven {
    /// Writes what a case needs into a directory.
    pub(crate) fn prepare<'a>(&'a self, case: &'a Case, harness: &Harness, directory: &Path) -> Prepared<'a> {
        let at = |name: &str| directory.join(name);
        let text = |path: PathBuf| path.to_str().unwrap().to_owned();
        let program = text(at("runok"));
        let mut options: Vec<String> = self.options.iter().chain(case.options).map(|word| (*word).to_owned()).collect();
        let (mut hook, mut agents) = (format!("{program} hook {}", self.agent), None);
        let door = match self.way {
            Way::HookAt(part) => Door::HookAt(part),
            Way::PromptTool => Door::Server,
            Way::Plugin => Door::Plugin,
            Way::Hook | Way::HookOrFile { .. } => Door::Hook,
        };
        if let Some(body) = case.hook.text(door, Path::new(env!("CARGO_BIN_EXE_runok")), directory) {
            harness::program(&at("runok"), &body);
        }
        match &self.way {
            Way::HookOrFile { option, path, text: file } if case.hook == Hook::Missing => {
                let path = at("registered").join(path);
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(path, file).unwrap();
                options.extend([(*option).to_owned(), text(at("registered"))]);
                hook = "true".to_owned();
            }
            Way::Plugin => {
                std::fs::write(at("plugin.js"), plugin(&program)).unwrap();
                options.extend(["--plugin".to_owned(), text(at("plugin.js"))]);
                if case.hook == Hook::Missing {
                    // the harness puts its recorder in the place of the program that it is told
                    hook = "/nowhere/recorder".to_owned();
                }
            }
            Way::PromptTool => {
                agents = Some(with_prompt_tool(harness, directory, &program));
                hook = "true".to_owned();
            }
            Way::Hook | Way::HookOrFile { .. } | Way::HookAt(_) => {}
        }
        Prepared { agents, call: Call { agent: self.agent, hook, command: case.command, options } }
    }

    /// Is a call of the hook to be seen? A program that is not there cannot be, and some agents then start no other.
    pub(crate) fn sees(&self, case: &Case) -> bool {
        !(matches!(self.way, Way::Plugin | Way::HookOrFile { .. }) && case.hook == Hook::Missing)
    }
}

/// The plugin as `runok init` writes it.
fn plugin(program: &str) -> String {
    OPENCODE_PLUGIN.replace(&format!("\"{PLACEHOLDER}\""), &serde_json::to_string(program).unwrap())
}

/// A directory of agents with a Claude Code in it that is started with the prompt tool.
fn with_prompt_tool(harness: &Harness, directory: &Path, program: &str) -> PathBuf {
    let agents = directory.join("agents");
    let packages = agents.join("node_modules/@anthropic-ai");
    std::fs::create_dir_all(&packages).unwrap();
    for entry in std::fs::read_dir(harness.agents().join("node_modules/@anthropic-ai")).unwrap() {
        let installed = entry.unwrap().path();
        let own = packages.join(installed.file_name().unwrap());
        let real = installed.join("claude");
        if !real.is_file() {
            std::os::unix::fs::symlink(&installed, own).unwrap();
            continue;
        }
        std::fs::create_dir(&own).unwrap();
        let servers = serde_json::json!({"mcpServers": {"runok": {"command": program, "args": ["mcp"]}}});
        std::fs::write(directory.join("mcp.json"), servers.to_string()).unwrap();
        let (real, servers) = (real.display(), directory.join("mcp.json"));
        harness::program(
            &own.join("claude"),
            &format!(
                "MCP_TOOL_TIMEOUT=8000; export MCP_TOOL_TIMEOUT\nexec {real} \"$@\" --permission-prompt-tool \
                 mcp__runok__approve --mcp-config {}",
                servers.display()
            ),
        );
    }
    agents
}
