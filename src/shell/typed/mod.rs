//! A text as it was typed at the prompt of a shell.
//!
//! Owns what a prompt adds to a text: the aliases, the options that its user has set, the language of a shell that is not
//! bash. What comes out means to bash (or to the [`Dialect`] beside it) what the text means to that shell, or a mistake
//! says that it may not. Refuses to judge, and to ask the shell anything: the caller hands over what it knows.

mod aliases;
mod fish;
mod keys;
mod options;
mod plain;

use super::{Dialect, Mistake, parse};

pub use aliases::{Alias, AliasKind};
pub use keys::changed_by_keys;

/// Which shell has read the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shell {
    /// bash.
    Bash,
    /// zsh.
    Zsh,
    /// fish.
    Fish,
    /// nushell.
    Nushell,
    /// PowerShell.
    PowerShell,
}

/// The prompt at which a text was typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prompt {
    /// Whose it is.
    pub shell: Shell,
    /// The names of the shell's options that are on; empty where that is not known.
    pub options: Vec<String>,
    /// The shell's aliases.
    pub aliases: Vec<Alias>,
}

/// A text that can be judged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Typed {
    /// What is judged: the text with its aliases expanded.
    pub text: String,
    /// What is shown, and pointed into.
    pub shown: String,
    /// How it is read.
    pub dialect: Dialect,
    /// Why it may mean something else to the shell. What [`parse`] finds wrong is not among them.
    pub mistakes: Vec<Mistake>,
    /// The shell would wait for more lines, as far as runok can tell; what has been typed is then not to be judged.
    pub unfinished: bool,
}

/// Reads a text as the shell of the prompt would.
#[must_use]
pub fn read(text: &str, prompt: &Prompt) -> Typed {
    match prompt.shell {
        Shell::Bash | Shell::Zsh => like_bash(text, prompt),
        Shell::Fish => {
            let (judged, mistakes) = fish::read(text);
            // fish itself tells whether a text is finished
            Typed { text: judged, shown: text.to_owned(), dialect: Dialect::Fish, mistakes, unfinished: false }
        }
        Shell::Nushell | Shell::PowerShell => {
            let name = if prompt.shell == Shell::Nushell { "nushell" } else { "PowerShell" };
            let mistakes = plain::differences(text, name).into_iter().collect();
            let unfinished = prompt.shell == Shell::Nushell && plain::is_unfinished(text);
            Typed { text: text.to_owned(), shown: text.to_owned(), dialect: Dialect::Fish, mistakes, unfinished }
        }
    }
}

/// A text that a shell is given as a whole: nothing was typed, so there are no aliases, and it is not gone on with.
#[must_use]
pub fn script(text: &str, dialect: Dialect) -> Typed {
    Typed { text: text.to_owned(), shown: text.to_owned(), dialect, mistakes: Vec::new(), unfinished: false }
}

fn like_bash(text: &str, prompt: &Prompt) -> Typed {
    let on = |name: &str| prompt.options.iter().any(|option| option == name);
    let dialect = if prompt.shell == Shell::Zsh {
        Dialect::ZshPrompt { extended_glob: on("extendedglob"), comments: on("interactivecomments") }
    } else {
        Dialect::Bash
    };
    let parsed = parse(text, dialect);
    // the shell reads the line break of Enter as well: `ls >` is wrong then, and not unfinished
    if parsed.unfinished && (text.ends_with('\\') || parse(&format!("{text}\n"), dialect).unfinished) {
        let text = text.to_owned();
        return Typed { shown: text.clone(), text, dialect, mistakes: Vec::new(), unfinished: true };
    }
    let (text, endless) = match aliases::expand(text, &parsed, dialect, &prompt.aliases) {
        Ok(text) => (text, None),
        Err(mistake) => (text.to_owned(), Some(mistake)),
    };
    // what aliases give is read under the same options
    let mistakes = options::differences(&text, prompt).into_iter().chain(endless).collect();
    Typed { shown: text.clone(), text, dialect, mistakes, unfinished: false }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Span;

    fn unfinished(text: &str, shell: Shell) -> bool {
        read(text, &Prompt { shell, options: Vec::new(), aliases: Vec::new() }).unfinished
    }

    #[test]
    fn what_more_lines_complete_is_unfinished() {
        for text in [
            "echo 'a",
            "echo \"a",
            "echo $'a",
            "echo `ls",
            "echo $(ls",
            "echo ${x",
            "echo $((1",
            "for f in a b",
            "for f in a b; do",
            "for f in a; do\necho $f",
            "if true",
            "if true; then ls",
            "while read x; do",
            "case x in",
            "case x in a)",
            "{ ls",
            "( ls",
            "f() {",
            "f()",
            "ls &&",
            "ls ||",
            "ls |",
            "ls && # more",
            "ls \\",
            "ls a\\",
            "[[ -f x &&",
            "cat <<EOF",
            "cat <<EOF\nline",
            "cat <<-EOF\n\tline\\",
            "a=(b",
            "bash -c \"$(cat <<EOF\nls\n",
        ] {
            assert!(unfinished(text, Shell::Bash), "{text:?}");
        }
    }

    #[test]
    fn what_is_complete_or_wrong_is_not_unfinished() {
        for text in [
            "ls",
            "ls # it's",
            "ls # a\\",
            "ls 'a\\'",
            "ls;",
            "ls &",
            "fi",
            "ls )",
            "ls ;; ls",
            "echo }",
            "for f in a; do ls; done",
            "cat <<EOF\nline\nEOF",
            "cat <<EOF\nline\nEOF\n",
            "echo `ls 'a`",
            "cat <<EOF\n${x\nEOF\n",
            "ls \\\\",
            "if true; then ls; fi fi",
            "ls >",
            "for",
            "ls <1-5>",
        ] {
            assert!(!unfinished(text, Shell::Bash), "{text:?}");
        }
    }

    #[test]
    fn what_an_alias_gives_is_read_under_the_options_too() {
        let alias = Alias { name: "l".to_owned(), value: "ls *".to_owned(), kind: AliasKind::Command };
        let prompt = Prompt { shell: Shell::Bash, options: vec!["dotglob".to_owned()], aliases: vec![alias] };
        for (text, expected) in [("l", Some(Span::new(0, 4))), ("ls", None)] {
            let typed = read(text, &prompt);
            assert_eq!(typed.mistakes.first().map(|mistake| mistake.span), expected, "{text}");
        }
    }

    #[test]
    fn nushell_waits_for_brackets_and_quotes() {
        for text in ["ls | where {", "[1", "(ls", "'a", "\"a", "ls |"] {
            assert!(unfinished(text, Shell::Nushell), "{text}");
        }
        for text in ["ls", "ls | where size > 1kb", "(ls)", "echo ')'", "ls # ("] {
            assert!(!unfinished(text, Shell::Nushell), "{text}");
        }
    }
}
