//! What each agent's file has to say where `runok init` made it; `RUNOK` stands for the program.

use serde_json::{Value, json};

/// The name of an agent, a file below the home directory, and what it holds.
#[allow(clippy::too_many_lines, reason = "one list of files, as the agents expect them")]
pub(crate) fn files() -> Vec<(&'static str, &'static str, Value)> {
    let group = |agent: &str, matcher: &str, timeout: u32| {
        json!([{"matcher": matcher, "hooks": [{
            "type": "command", "command": format!("RUNOK hook {agent}"), "timeout": timeout}]}])
    };
    let named = |agent: &str, matcher: &str, timeout: u32| {
        json!([{"matcher": matcher, "hooks": [{
            "name": "runok", "type": "command", "command": format!("RUNOK hook {agent}"), "timeout": timeout}]}])
    };
    vec![
        (
            "claude-code",
            ".claude/settings.json",
            json!({"hooks": {"PreToolUse": [{"matcher": "Bash|PowerShell|Monitor", "hooks": [{
            "type": "command", "command": "RUNOK", "args": ["hook", "claude-code"], "timeout": 10, "onFailure": "block"}]}]}}),
        ),
        (
            "codex",
            ".codex/hooks.json",
            json!({"hooks": {
            "PreToolUse": group("codex", "^Bash$", 10), "PermissionRequest": group("codex", "^Bash$", 10)}}),
        ),
        (
            "gemini-cli",
            ".gemini/settings.json",
            json!({"hooks": {
            "BeforeTool": named("gemini-cli", "^run_shell_command$", 10_000)}}),
        ),
        (
            "qwen-code",
            ".qwen/settings.json",
            json!({"hooks": {
            "PreToolUse": named("qwen-code", "^(run_shell_command|monitor)$", 10),
            "PermissionRequest": named("qwen-code", "^(run_shell_command|monitor)$", 10)}}),
        ),
        (
            "cursor",
            ".cursor/hooks.json",
            json!({"version": 1, "hooks": {"beforeShellExecution": [
            {"command": "RUNOK hook cursor", "timeout": 10, "failClosed": true}]}}),
        ),
        (
            "copilot-cli",
            ".copilot/hooks/runok.json",
            json!({"version": 1, "hooks": {"preToolUse": [{
            "type": "command", "exec": "RUNOK", "args": ["hook", "copilot-cli"], "timeoutSec": 10,
            "matcher": "bash|powershell|write_bash|write_powershell"}]}}),
        ),
        (
            "vscode",
            ".copilot/hooks/runok-vscode.json",
            json!({"hooks": {"PreToolUse": [
            {"type": "command", "command": "RUNOK hook vscode", "timeout": 10}]}}),
        ),
        (
            "windsurf",
            ".codeium/windsurf/hooks.json",
            json!({"hooks": {"pre_run_command": [
            {"command": "RUNOK hook windsurf", "show_output": true}]}}),
        ),
        ("devin", ".config/devin/config.json", json!({"hooks": {"PreToolUse": group("devin", "^exec$", 10)}})),
        ("droid", ".factory/hooks.json", json!({"PreToolUse": group("droid", "Execute", 10)})),
        (
            "auggie",
            ".augment/settings.json",
            json!({
            "hooks": {"PreToolUse": [{"matcher": "launch-process|write-process", "hooks": [
                {"type": "command", "command": "HOME/.augment/hooks/runok.sh", "timeout": 10_000}]}]},
            "toolPermissions": [{"toolName": "launch-process", "eventType": "tool-call", "permission": {
                "type": "script-policy", "script": "HOME/.augment/hooks/runok-policy.sh"}}]}),
        ),
        (
            "goose",
            ".agents/plugins/runok/hooks/hooks.json",
            json!({"hooks": {"PreToolUse": [{"matcher": "shell", "hooks": [{
            "type": "command", "command": "RUNOK hook goose", "timeout": 10, "on_failure": "block"}]}]}}),
        ),
        (
            "kiro",
            ".kiro/hooks/runok.json",
            json!({"version": "v1", "hooks": [{
            "name": "runok", "description": "Lets runok decide about commands; written by `runok init`",
            "trigger": "PreToolUse", "matcher": "shell",
            "action": {"type": "command", "command": "RUNOK hook kiro"}, "timeout": 10, "enabled": true}]}),
        ),
        (
            "crush",
            ".config/crush/crush.json",
            json!({"hooks": {"PreToolUse": [
            {"name": "runok", "matcher": "^bash$", "command": "RUNOK hook crush", "timeout": 10}]}}),
        ),
        (
            "antigravity",
            ".gemini/config/hooks.json",
            json!({"runok": {"enabled": true,
            "PreToolUse": group("antigravity", "run_command", 10)}}),
        ),
    ]
}
