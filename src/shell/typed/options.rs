//! Options of a shell that change how it reads a line.
//!
//! Owns which option matters to which texts. Refuses to guess: where the shell said nothing, its defaults hold.

use super::super::Mistake;
use super::{Prompt, Shell};
use crate::input::Span;

/// When an option matters.
struct Row {
    name: &'static str,
    /// It matters while it is on; else while it is off.
    on: bool,
    /// The text holds one of these.
    holds: &'static [&'static str],
}

const fn on(name: &'static str, holds: &'static [&'static str]) -> Row {
    Row { name, on: true, holds }
}

const fn off(name: &'static str, holds: &'static [&'static str]) -> Row {
    Row { name, on: false, holds }
}

const GLOB: &[&str] = &["*", "?", "["];

const BASH: [Row; 13] = [
    on("allexport", &["="]),
    on("cdable_vars", &["cd"]),
    on("dotglob", GLOB),
    on("globstar", &["**"]),
    on("ifs", &["$", "`"]),
    on("keyword", &["="]),
    on("nocaseglob", GLOB),
    on("noglob", GLOB),
    on("nullglob", GLOB),
    on("physical", &["cd", "pushd"]),
    on("xpg_echo", &["echo"]),
    off("braceexpand", &["{"]),
    off("interactive_comments", &["#"]),
];

const ZSH: [Row; 30] = [
    on("allexport", &["="]),
    on("braceccl", &["{"]),
    on("cdablevars", &["cd"]),
    on("chasedots", &["cd", "pushd"]),
    on("chaselinks", &["cd", "pushd"]),
    on("cshjunkieloops", &[""]),
    on("cshjunkiequotes", &["'", "\""]),
    on("cshnullglob", GLOB),
    on("globassign", &["="]),
    on("globdots", GLOB),
    on("globstarshort", GLOB),
    on("globsubst", &["$", "`"]),
    on("ignorebraces", &["{"]),
    on("ignoreclosebraces", &["{"]),
    on("ksharrays", &["$"]),
    on("kshglob", &["("]),
    on("magicequalsubst", &["=~", "=="]),
    on("markdirs", GLOB),
    on("nullglob", GLOB),
    on("pathdirs", &["/"]),
    on("pushdtohome", &["pushd"]),
    on("rcexpandparam", &["$"]),
    on("rcquotes", &["''"]),
    on("shfileexpansion", &["~", "="]),
    on("shglob", GLOB),
    on("shwordsplit", &["$", "`"]),
    off("caseglob", GLOB),
    off("equals", &["="]),
    off("glob", GLOB),
    off("multios", &["<", ">"]),
];

/// The first option by which the shell may read this text differently.
pub(super) fn differences(text: &str, prompt: &Prompt) -> Option<Mistake> {
    let rows: &[Row] = match prompt.shell {
        Shell::Bash => &BASH,
        Shell::Zsh => &ZSH,
        Shell::Fish | Shell::Nushell | Shell::PowerShell => &[],
    };
    if prompt.options.is_empty() {
        return None;
    }
    let set = |row: &Row| prompt.options.iter().any(|option| option == row.name) == row.on;
    let row = rows.iter().find(|row| set(row) && row.holds.iter().any(|piece| text.contains(piece)))?;
    let how = if row.on { "on" } else { "off" };
    let what = match row.name {
        "ifs" => "IFS of this shell is not what it usually is, which may change what the line means".to_owned(),
        name => format!("the option {name} of this shell is {how}, which may change what the line means"),
    };
    Some(Mistake { what, span: Span::new(0, text.len()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn difference(text: &str, shell: Shell, options: &[&str]) -> bool {
        let options = options.iter().map(|option| (*option).to_owned()).collect();
        differences(text, &Prompt { shell, options, aliases: Vec::new() }).is_some()
    }

    #[test]
    fn an_option_matters_where_the_text_uses_it() {
        let plain = ["braceexpand", "interactive_comments"];
        assert!(!difference("ls *", Shell::Bash, &plain));
        assert!(difference("ls *", Shell::Bash, &["braceexpand", "interactive_comments", "dotglob"]));
        assert!(!difference("ls", Shell::Bash, &["braceexpand", "interactive_comments", "dotglob"]));
        assert!(difference("ls # x", Shell::Bash, &["braceexpand"]));
        assert!(!difference("ls *", Shell::Bash, &[]));
        let plain = ["caseglob", "equals", "glob", "multios"];
        assert!(!difference("echo $x *", Shell::Zsh, &plain));
        assert!(difference("echo $x", Shell::Zsh, &["caseglob", "equals", "glob", "multios", "shwordsplit"]));
        assert!(difference("echo *", Shell::Zsh, &["caseglob", "equals", "multios"]));
    }
}
