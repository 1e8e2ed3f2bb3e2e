#![allow(clippy::disallowed_methods, reason = "edge: asks the system where this program is")]
//! `runok shell-init`: prints what a shell loads.
//!
//! Owns the snippets and what is written into them: where this program is, and the settings, each quoted as that shell
//! quotes. Refuses to look anything up when a line is typed: what the environment says then changes nothing.

use std::io;
use std::path::Path;

use super::super::arguments::{OnError, PromptShell, ShellInit};
use super::super::output::Output;
use crate::answer::exit::ExitStatus;

const BASH: &str = include_str!("snippets/bash.sh");
const ZSH: &str = include_str!("snippets/zsh.zsh");
const FISH: &str = include_str!("snippets/fish.fish");
const NUSHELL: &str = include_str!("snippets/nushell.nu");
const POWERSHELL: &str = include_str!("snippets/powershell.ps1");

/// Prints the snippet.
///
/// # Errors
/// When writing fails.
pub(crate) fn run(arguments: &ShellInit, output: &mut Output) -> io::Result<ExitStatus> {
    match snippet(arguments) {
        Ok(text) => output.document(&text).map(|()| ExitStatus::Done),
        Err(why) => output.complain(&format!("runok: {why}")).map(|()| ExitStatus::Unusable),
    }
}

fn snippet(arguments: &ShellInit) -> Result<String, String> {
    let shell = arguments.shell;
    let program = std::env::current_exe().and_then(|path| path.canonicalize());
    let program = program.map_err(|error| format!("this program cannot tell where it is: {error}"))?;
    let config = match &arguments.config {
        Some(path) => path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))?,
        None => "".into(),
    };
    let key = arguments.suggestion_key.as_deref().unwrap_or_default();
    let deny = if arguments.on_error == OnError::Deny { "1" } else { "0" };
    let (text, whole) = match shell {
        PromptShell::Bash => (BASH, false),
        PromptShell::Zsh => (ZSH, true),
        PromptShell::Fish => (FISH, false),
        PromptShell::Nushell => (NUSHELL, false),
        PromptShell::PowerShell => (POWERSHELL, false),
    };
    let text = text
        .replace("@PROGRAM@", &quoted(path_text(&program)?, shell)?)
        .replace("@CONFIG@", &quoted(path_text(&config)?, shell)?)
        .replace("@KEY@", &quoted(key, shell)?)
        .replace("@DEADLINE@", &arguments.deadline.to_string())
        .replace("@DENY_ON_ERROR@", deny);
    if !whole {
        return Ok(text);
    }
    // read with zsh's own options and without the user's aliases, which `eval` would expand in it
    let text = quoted(&text, shell)?;
    Ok(format!(
        "() {{ 'builtin' 'emulate' '-L' 'zsh'; 'builtin' 'setopt' 'no_aliases'; 'builtin' 'eval' \"$1\"; }} {text}"
    ))
}

fn path_text(path: &Path) -> Result<&str, String> {
    let text = path.to_str().ok_or_else(|| format!("{} is not valid UTF-8", path.display()))?;
    if text.contains(char::is_control) {
        return Err(format!("{text:?} holds a control character"));
    }
    Ok(text)
}

/// One word of the shell's language that stands for the text.
fn quoted(text: &str, shell: PromptShell) -> Result<String, String> {
    Ok(match shell {
        PromptShell::Bash | PromptShell::Zsh => format!("'{}'", text.replace('\'', r"'\''")),
        PromptShell::Fish => format!("'{}'", text.replace('\\', r"\\").replace('\'', r"\'")),
        PromptShell::Nushell => {
            let fence = (1..10).map(|count| "#".repeat(count)).find(|fence| !text.contains(&format!("'{fence}")));
            let fence = fence.ok_or_else(|| format!("{text:?} cannot be quoted for nushell"))?;
            format!("r{fence}'{text}'{fence}")
        }
        PromptShell::PowerShell => {
            // PowerShell takes typographic quotes for quotes
            let doubled = text.chars().map(|one| match one {
                '\'' | '\u{2018}' | '\u{2019}' | '\u{201a}' | '\u{201b}' => format!("{one}{one}"),
                one => one.to_string(),
            });
            format!("'{}'", doubled.collect::<String>())
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_one_word_in_every_shell() {
        let path = r"/opt/it's a\b$x`y";
        for (shell, word) in [
            (PromptShell::Bash, r"'/opt/it'\''s a\b$x`y'"),
            (PromptShell::Zsh, r"'/opt/it'\''s a\b$x`y'"),
            (PromptShell::Fish, r"'/opt/it\'s a\\b$x`y'"),
            (PromptShell::Nushell, r"r#'/opt/it's a\b$x`y'#"),
            (PromptShell::PowerShell, r"'/opt/it''s a\b$x`y'"),
        ] {
            assert_eq!(quoted(path, shell).unwrap(), word);
        }
        assert_eq!(quoted("a'#b", PromptShell::Nushell).unwrap(), "r##'a'#b'##");
    }

    #[test]
    fn a_path_with_control_characters_is_refused() {
        assert!(path_text(Path::new("/a\nb")).is_err());
    }
}
