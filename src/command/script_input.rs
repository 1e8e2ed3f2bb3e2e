//! Scripts that a shell reads from standard input or from a file.
//!
//! Owns which of them are known, and which commands may take lines of the script away from the shell. Refuses to say how a
//! shell's words name them (`wrapper`).

use super::code::Wrapper;
use super::options::{self, Item};
use super::simple::Call;
use super::walk::{Input, Walker};
use super::word::{Count, Part, Word};
use super::wrapper::Start;
use super::{Directory, Doubt, base_name, normalise};
use crate::shell::Dialect;
use crate::verdict::Match;

/// How the standard input of a script's commands is named where the shell reads the script itself from it, line by line.
const SCRIPT: &str = "the script itself";

impl Walker<'_> {
    pub(super) fn start_input(
        &mut self,
        wrapper: &Wrapper<'_>,
        start: &Start,
        (dialect, parameters): (Dialect, &[Word]),
        doubts: &mut Vec<Doubt>,
    ) {
        let moved = self.state.shell().input_moved;
        match self.around.input.clone() {
            Input::Known(text) => {
                let how = format!("in what {} reads", wrapper.name);
                let origin = self.at(wrapper.span);
                let mut found = Vec::new();
                self.child(start, parameters, |walker| {
                    walker.around.input =
                        Input::Unknown(if text.trim_end().contains('\n') { SCRIPT } else { "standard input" });
                    found = walker.switch_on(&start.options, dialect, wrapper.span);
                    let outer = std::mem::replace(&mut walker.script_source, walker.sources + 1);
                    found.extend(walker.run_text(&text, dialect, origin, &how));
                    walker.script_source = outer;
                });
                doubts.extend(found);
            }
            Input::Inherited if !moved && !wrapper.invocation.place.pipe_stdin => {}
            Input::Inherited | Input::Unknown(_) | Input::Names(_) => {
                let from = match &self.around.input {
                    Input::Unknown(from) => from,
                    Input::Names(_) => "the pipe",
                    Input::Known(_) | Input::Inherited => "standard input",
                };
                self.code.extend(wrapper.invocation.redirects.iter().map(|redirect| redirect.target.span));
                let why = format!("what {} reads from {from} is not known", wrapper.name);
                doubts.push(Doubt { why, span: wrapper.invocation.span });
            }
        }
    }

    pub(super) fn start_file(&mut self, wrapper: &Wrapper<'_>, file: &Word, doubts: &mut Vec<Doubt>) {
        let stream =
            file.doubts().iter().any(|source| source.starts_with("<(")) || may_be_device(&self.state.directory(), file);
        if stream || file.count == Count::Any {
            self.code.push(file.span);
            let why = format!("what {} reads from {} is not known", wrapper.name, file.display());
            doubts.push(Doubt { why, span: wrapper.invocation.span });
        }
        match wrapper.name {
            "." | "source" if sets_variables_alone(file) => self.forget_variables(),
            "." | "source" => self.cloud(),
            _ => {}
        }
    }

    /// Why a command in a script on standard input changes which lines the shell runs after it.
    pub(super) fn takes_script(&self, call: &Call, words: &[Word], name: &str) -> Option<Doubt> {
        if self.around.input != Input::Unknown(SCRIPT) {
            return None;
        }
        let doubt = |why| Some(Doubt { why, span: self.at(call.span) });
        if self.input_after(&call.redirects).is_some() {
            let moves = matches!(name, "exec" | "command" | "builtin");
            let moves = moves && words.iter().any(|word| word.known().is_none_or(|text| text == "exec"));
            return if moves {
                doubt("from here on the shell reads its script from elsewhere".to_owned())
            } else {
                None
            };
        }
        let after = self.source.text.get(call.span.end..).unwrap_or_default();
        // the shell has read the line before it runs what is on it
        let last = self.source.id == self.script_source && !after.trim_end().contains('\n');
        if last || !self.may_read_input(base_name(name), words) {
            return None;
        }
        doubt(format!("{name} may read lines of the script, which the shell then does not run as they stand"))
    }

    /// May a command with these words read standard input? What is not known to leave it alone may.
    fn may_read_input(&self, name: &str, words: &[Word]) -> bool {
        let arguments = words.get(1..).unwrap_or_default();
        let has = |options: &[&str]| arguments.iter().filter_map(Word::known).any(|text| options.contains(&text));
        let named_script = has(&["-e", "-f", "--expression", "--file", "--regexp"]);
        let enough = match name {
            _ if is_deaf_subcommand(name, arguments) => return false,
            "ssh" => return !has(&["-n"]),
            "grep" | "egrep" | "fgrep" | "rg" if has(&["-r", "-R", "-rn", "-Rn", "-nr", "-rl", "--recursive"]) => 0,
            "grep" | "egrep" | "fgrep" | "sed" | "awk" | "gawk" | "mawk" | "jq" => 2 - usize::from(named_script),
            "cat" | "head" | "tail" | "sort" | "uniq" | "wc" | "cut" | "tac" | "rev" | "nl" | "paste" | "od"
            | "xxd" | "fold" | "column" | "base64" | "md5sum" | "sha1sum" | "sha256sum" | "sha512sum" => 1,
            _ if DEAF.contains(&name) => return false,
            _ => return !TOOLS.contains(&name) || arguments.iter().any(|word| makes_read(name, word)),
        };
        let may_name_it = |word: &Word| word.known().is_none_or(names_input);
        arguments.iter().any(may_name_it) || self.operands(name, words) < enough
    }

    /// How many words are surely operands.
    fn operands(&self, name: &str, words: &[Word]) -> usize {
        let Some(table) = self.tables.table(name) else { return 0 };
        let items = options::read(&table, words).items;
        if items.iter().any(|item| matches!(item, Item::Flag(flag) if !flag.listed)) {
            return 0;
        }
        let is_one =
            |item: &&Item| matches!(item, Item::Operand { word, certain: true, .. } if word.count == Count::One);
        items.iter().filter(is_one).count()
    }
}

/// Builtins of shells that read no standard input. Those that run other commands are judged by what they run.
const DEAF: [&str; 43] = [
    ".", ":", "[", "alias", "break", "builtin", "cd", "command", "continue", "declare", "dirs", "echo", "eval", "exec",
    "exit", "export", "false", "getopts", "hash", "jobs", "kill", "let", "local", "popd", "printf", "pushd", "pwd",
    "readonly", "return", "set", "shift", "shopt", "source", "test", "trap", "true", "type", "typeset", "ulimit",
    "umask", "unalias", "unset", "wait",
];

/// Programs that read no standard input unless an option says so.
const TOOLS: [&str; 30] = [
    "basename", "chmod", "chown", "cp", "date", "df", "dirname", "du", "env", "find", "hostname", "id", "ln", "ls",
    "mkdir", "mktemp", "mv", "printenv", "ps", "readlink", "realpath", "rm", "rmdir", "seq", "sleep", "stat", "touch",
    "uname", "which", "whoami",
];

/// May this word make one of the `TOOLS` read: by a question that it asks (`rm -i`), or a file that stands for the input?
fn makes_read(name: &str, word: &Word) -> bool {
    let Some(text) = word.known() else { return word.looks_like_flag() != Match::Never };
    let asks = match name {
        "cp" | "ln" | "mv" | "rm" => {
            text.starts_with("--i") || (!text.starts_with("--") && text.starts_with('-') && text.contains(['i', 'I']))
        }
        "find" => text.starts_with("-ok"),
        _ => false,
    };
    asks || names_input(text)
}

/// Subcommands that read no standard input unless an option says so, and start nothing that might.
const SUBCOMMANDS: [(&str, &[&str]); 6] = [
    ("cargo", &["build", "check", "clippy", "doc", "fetch", "fmt", "metadata", "tree"]),
    ("docker", &["images", "logs", "ps", "pull", "version"]),
    ("git", &["add", "branch", "config", "diff", "log", "ls-files", "remote", "rev-parse", "show", "status"]),
    ("go", &["build", "env", "fmt", "list", "version", "vet"]),
    ("kubectl", &["describe", "get", "version"]),
    ("npm", &["ci", "ls", "outdated", "view"]),
];

/// Is it such a subcommand, and no option of it asks, opens an editor or names standard input?
fn is_deaf_subcommand(name: &str, arguments: &[Word]) -> bool {
    let Some((_, deaf)) = SUBCOMMANDS.iter().find(|(command, _)| *command == name) else { return false };
    let asks = |text: &str| match text.strip_prefix("--") {
        Some(long) => ["ed", "in", "pa", "std"].iter().any(|start| long.starts_with(start)) || long.contains("from-"),
        None => text == "-" || text.starts_with('-') && text.contains(['e', 'i', 'p', 'F']),
    };
    arguments.first().and_then(Word::known).is_some_and(|first| deaf.contains(&first))
        && !arguments.iter().any(|word| word.known().is_none_or(|text| asks(text) || text.contains("/dev/")))
}

/// Does this text name standard input, or a program that reads it: `-`, `-f-`, `--files0-from=-`, `getline < "-"`?
fn names_input(text: &str) -> bool {
    let dash = text == "-" || (text.starts_with('-') && text.ends_with('-') && text != "--");
    dash || ["stdin", "/fd/", "getline", "\"-\""].iter().any(|one| text.contains(one))
}

/// Is it a script that prepares the shell for a tool, as tools write it (`venv/bin/activate`, `~/.cargo/env`)? It sets variables,
/// and stays where it is. One that did more would be run as it is anyhow: what it does is up to the rule that allows it.
fn sets_variables_alone(file: &Word) -> bool {
    let Some(Part::Literal(end)) = file.parts.last() else { return false };
    ["bin/activate", ".cargo/env"].iter().any(|name| {
        let before = end.strip_suffix(name);
        before.is_some_and(|before| before.ends_with('/') || before.is_empty() && file.parts.len() == 1)
    })
}

/// May this file be a device, whatever way its path takes to it? What comes out of one is no script that anybody could
/// have looked at.
fn may_be_device(directory: &Directory, file: &Word) -> bool {
    let prefix = file.literal_prefix();
    let is_device = |path: &str| ["/dev/", "/proc/"].iter().any(|place| path.starts_with(place));
    let names_stream = |path: &str| {
        let base = base_name(path);
        base == "stdin" || !base.is_empty() && base.bytes().all(|byte| byte.is_ascii_digit())
    };
    // a text that ends in a slash is the beginning of a path
    let cleaned = |path: &str| normalise(path) + if path.ends_with('/') { "/" } else { "" };
    if is_device(&cleaned(prefix)) {
        return true;
    }
    let climbs = prefix.split('/').any(|part| part == "..") && names_stream(prefix);
    match directory {
        _ if prefix.starts_with('/') => climbs,
        Directory::Known(places) => {
            climbs
                || names_stream(prefix) && places.iter().any(|place| is_device(&cleaned(&format!("{place}/{prefix}"))))
        }
        Directory::Unknown => names_stream(prefix),
    }
}
