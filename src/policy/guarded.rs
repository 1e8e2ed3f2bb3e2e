//! The files that runok stands on, for the types `Runok` and `AgentHooks`.
//!
//! Owns the lists: what runok itself goes by, and what tells coding agents to ask it, with the directories that hold that.
//! They are code and no policy, so that no policy can replace them and every check can afford them. Refuses to match.

/// A name anywhere: what stands after `**/`.
type Anywhere = &'static [&'static str];

/// The policies, the trust, the records and the program of runok.
pub const RUNOK: Anywhere = &[
    "runok.yml",
    "runok.yaml",
    "runok.local.yml",
    "runok.local.yaml",
    ".config/runok",
    ".config/runok/**",
    ".local/state/runok",
    ".local/state/runok/**",
    "runok/trust",
    ".cache/runok",
    ".cache/runok/**",
    "bin/runok",
    "bin/runok-shell",
];

/// What tells coding agents to ask runok, and the directories that hold that.
pub const AGENT_HOOKS: Anywhere = &[
    // Claude Code, and whoever reads its files
    ".claude",
    ".claude/settings.json",
    ".claude/settings.local.json",
    ".claude/hooks",
    ".claude/hooks/**",
    // the head of these may name hooks
    ".claude/agents",
    ".claude/agents/**",
    ".claude/skills",
    ".claude/skills/**",
    ".claude.json",
    ".claude/plugins",
    ".claude/plugins/**",
    // Codex
    ".codex",
    ".codex/config.toml",
    ".codex/hooks.json",
    ".codex/rules",
    ".codex/rules/**",
    // Gemini CLI, Antigravity, Qwen Code
    ".gemini",
    ".gemini/settings.json",
    ".gemini/policies",
    ".gemini/policies/**",
    ".gemini/config/hooks.json",
    ".agents/hooks.json",
    ".qwen",
    ".qwen/settings.json",
    // Copilot, VS Code
    ".copilot",
    ".copilot/hooks/**",
    ".copilot/settings.json",
    ".copilot/permissions-config.json",
    ".vscode/settings.json",
    "Code/User/settings.json",
    "Code - Insiders/User/settings.json",
    ".github/hooks",
    ".github/hooks/**",
    ".github/copilot/settings.json",
    ".github/copilot/settings.local.json",
    // Cursor
    ".cursor",
    ".cursor/hooks.json",
    ".cursor/cli-config.json",
    ".cursor/hooks",
    ".cursor/hooks/**",
    // Windsurf, Devin
    ".windsurf",
    ".windsurf/hooks.json",
    "Windsurf/User/settings.json",
    ".codeium/hooks.json",
    ".codeium/windsurf/hooks.json",
    ".devin",
    ".devin/hooks.json",
    ".devin/hooks.v1.json",
    ".devin/config.json",
    ".devin/config.local.json",
    ".config/devin/config.json",
    // Cline
    ".cline",
    ".cline/hooks/**",
    ".clinerules/hooks/**",
    "Documents/Cline/Hooks/**",
    // OpenCode, Kilo Code
    ".opencode",
    ".opencode/**",
    ".config/opencode/**",
    "opencode.json",
    "opencode.jsonc",
    ".kilo/plugin/**",
    ".config/kilo/plugin/**",
    // Amp
    ".amp",
    ".amp/plugins/**",
    ".amp/settings.json",
    ".amp/settings.jsonc",
    ".config/amp/**",
    "bin/runok-amp-delegate",
    // Kiro
    ".kiro",
    ".kiro/hooks/**",
    ".kiro/**/*.json",
    // Factory Droid
    ".factory",
    ".factory/hooks.json",
    ".factory/settings.json",
    ".factory/hooks/**",
    // Auggie
    ".augment",
    ".augment/settings.json",
    ".augment/settings.local.json",
    ".augment/hooks",
    ".augment/hooks/**",
    // Goose
    ".agents/plugins/**",
    ".config/goose/**",
    // Crush
    "crush.json",
    ".crush.json",
    "crushrc",
    ".crushrc",
    ".config/crush/**",
    // Continue
    ".continue/settings.json",
    ".continue/settings.local.json",
    ".continue/permissions.yaml",
    // what administrators set
    "etc/claude-code/**",
    "etc/codex/**",
    "etc/gemini-cli/**",
    "etc/github-copilot/**",
    "etc/cursor/hooks.json",
    "etc/windsurf/hooks.json",
    "etc/ampcode/**",
    "etc/augment/settings.json",
];

/// The variables that name the directories in which runok has one of its own.
pub const HOMES: [&str; 3] = ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"];

/// The variables that put a directory of the lists elsewhere, and the name that the lists have for it.
pub const MOVED: [(&str, &str); 4] = [
    ("CLAUDE_CONFIG_DIR", ".claude"),
    ("CODEX_HOME", ".codex"),
    ("COPILOT_HOME", ".copilot"),
    ("XDG_CONFIG_HOME", ".config"),
];

/// What of an entry of a list is below a directory of that name: `/settings.json` of `.claude/settings.json`.
#[must_use]
pub fn below<'l>(listed: &'l str, name: &str) -> Option<&'l str> {
    listed.strip_prefix(name).filter(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// May a path be in one of the lists? Most are not, which is to be told without looking at each entry.
#[must_use]
pub fn may_be_guarded(path: &str) -> bool {
    let told = |name: &str| {
        name.starts_with('.') && !matches!(name, "." | "..")
            || name.starts_with("opencode.json")
            || ["crush.json", "crushrc", "Cline", "Windsurf", "etc"].contains(&name)
            || name.starts_with("Code")
            || name.contains("runok")
    };
    path.split('/').any(told)
}

/// May a component of a path be one that the lists spell, of which only the beginning and the end are known?
#[must_use]
pub fn may_be_spelled(begins: &str, ends: &str) -> bool {
    let fits = |name: &str| name.len() >= begins.len() + ends.len() && name.starts_with(begins) && name.ends_with(ends);
    let entries = || RUNOK.iter().chain(AGENT_HOOKS).flat_map(|listed| listed.split('/'));
    // the program of a runok that was built somewhere, and names with globs in the lists
    entries().any(|name| !name.contains('*') && fits(name))
        || ends.ends_with(".json")
        || ends.is_empty() && begins.is_empty()
}

/// Is it a program of runok that the lists name?
#[must_use]
pub fn is_program(name: &str) -> bool {
    RUNOK.iter().filter_map(|listed| listed.strip_prefix("bin/")).any(|program| program == name)
}

/// Does a path name something that the lists spell?
#[must_use]
pub fn points_there(path: &str) -> bool {
    let spelled = |name: &str| RUNOK.iter().chain(AGENT_HOOKS).any(|listed| listed.split('/').any(|own| own == name));
    path.split('/').any(|name| !matches!(name, "" | "*" | "**" | "etc" | "bin") && spelled(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_listed_is_passed_over() {
        for listed in RUNOK.iter().chain(AGENT_HOOKS) {
            assert!(may_be_guarded(&format!("/x/{listed}")), "{listed}");
        }
        assert!(!may_be_guarded("/home/me/project/src/main.rs"));
    }
}
