//! The plugins for agents that start no program: OpenCode and Amp load a file of theirs into themselves, which starts runok.
//!
//! Owns their texts. Each refuses whatever it gets no answer for. Refuses to put them anywhere: `runok init` does.

/// The plugin for OpenCode, versions 1 and 2. JavaScript.
pub const OPENCODE_PLUGIN: &str = include_str!("opencode_plugin.js");

/// The plugin for Amp. TypeScript without types, so also JavaScript.
pub const AMP_PLUGIN: &str = include_str!("amp_plugin.ts");

/// What stands in both for the program's absolute path, within a pair of double quotes: it is put there as a JSON string is.
pub const PLACEHOLDER: &str = "__RUNOK__";

/// A plugin that starts this program.
pub(super) fn text(plugin: &str, program: &str) -> String {
    let quoted = serde_json::Value::from(program).to_string();
    plugin.replace(PLACEHOLDER, quoted.trim_matches('"'))
}

#[cfg(test)]
mod tests {
    use super::{AMP_PLUGIN, OPENCODE_PLUGIN};
    use crate::agent::registration::TIMEOUT_SECONDS;

    #[test]
    fn the_plugins_wait_as_long_as_agents_do() {
        for plugin in [OPENCODE_PLUGIN, AMP_PLUGIN] {
            assert!(plugin.contains(&format!("\nconst TIMEOUT_MS = {TIMEOUT_SECONDS}_000\n")), "{plugin:.600}");
        }
    }
}
