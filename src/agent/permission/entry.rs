//! Entries of the form `Tool(what)`, and globs over whole command lines.
//!
//! Owns how such a text is read. Refuses to know which agent writes them.

use super::tool::{FileTools, From, Path, ToolEntry};
use super::{About, EVERYTHING, ODD};
use crate::command::tool::MCP;
use crate::verdict::Verdict;

/// What a text without a `*` means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bare {
    /// That command line and no other.
    Exactly,
    /// Lines that begin with it.
    Beginning,
    /// Which of these is not known: an allow is the first, anything else lines whose text goes on in any way.
    Unsure,
}

/// How an agent writes entries about tools.
pub(super) struct Dialect {
    /// What it calls its shell.
    pub shells: &'static [&'static str],
    /// What a text for the shell without a `*` means.
    pub bare: Bare,
    /// Entries with a path.
    pub files: &'static [FileTools],
    /// From where a path with one slash before it counts, and one with none.
    pub paths: (From, From),
}

const OTHER_TOOL: &str = "it is about a tool, or a part of its input, that a rule cannot mean";
const UNSURE: &str = "how the agent compares its `*` is not documented";
const NO_ENTRY: &str = "it is not understood";

/// `Bash(git push:*)`, `Read(./.env)`, `mcp__github`: about what.
pub(super) fn tool(text: &str, dialect: &Dialect, verdict: Verdict) -> About {
    let text = text.trim();
    let (name, what) = match text.split_once('(') {
        None => (text, None),
        Some((name, rest)) => match rest.strip_suffix(')') {
            Some(what) => (name, Some(what)),
            None => return About::Unclear(NO_ENTRY),
        },
    };
    match (dialect.shells.contains(&name), what.filter(|what| *what != "*")) {
        (true, Some(what)) => line(what, dialect.bare, verdict),
        (true, None) => About::Unclear(EVERYTHING),
        (false, what) => other_tool(name, what, dialect),
    }
}

/// An entry about a tool that is no shell.
fn other_tool(name: &str, what: Option<&str>, dialect: &Dialect) -> About {
    let by = dialect.files.iter().find(|by| by.name == name);
    let entry = match (by, what) {
        _ if name.is_empty() || name.contains([' ', '/', '\\']) => return About::Unclear(NO_ENTRY),
        (_, None) if name.starts_with(MCP) => ToolEntry::Mcp(name.to_owned()),
        (_, None) => ToolEntry::Every(name.to_owned()),
        (Some(by), Some(what)) => ToolEntry::Files { by: *by, path: path(what.trim(), dialect.paths) },
        (None, Some(what)) => match what.strip_prefix("domain:").filter(|_| name == "WebFetch") {
            Some(host) => ToolEntry::Host(host.trim().to_owned()),
            None => return About::Unclear(OTHER_TOOL),
        },
    };
    About::Tool(entry)
}

/// The path of an entry, and from where it counts.
fn path(what: &str, (slashed, bare): (From, From)) -> Path {
    let prefixes = [("//", From::Root), ("~/", From::Home), ("/", slashed)];
    let found = prefixes.into_iter().find_map(|(prefix, from)| Some((what.strip_prefix(prefix)?, from)));
    let (glob, from) = found.unwrap_or((what, bare));
    Path { from, glob: glob.to_owned() }
}

/// A command line with `*` in it.
pub(super) fn line(what: &str, bare: Bare, verdict: Verdict) -> About {
    let allows = verdict == Verdict::Allow;
    if bare == Bare::Unsure && allows && what.contains('*') {
        return About::Unclear(UNSURE);
    }
    let (what, opens) = match (what.strip_suffix(":*"), what.strip_suffix(" *"), what.strip_suffix('*')) {
        (Some(what), ..) | (None, Some(what), _) => (what, Some(About::Beginning as fn(Vec<String>) -> About)),
        (None, None, Some(what)) => (what, Some(About::Open as fn(Vec<String>) -> About)),
        (None, None, None) => (what, None),
    };
    // what is quoted or escaped means something else in a pattern
    if what.contains(['\\', '"', '\'', '\n']) {
        return About::Unclear(ODD);
    }
    let words = |what: &str| what.split_ascii_whitespace().map(str::to_owned).collect::<Vec<String>>();
    match (what.trim().is_empty(), opens, bare) {
        (true, ..) => About::Unclear(EVERYTHING),
        (_, None, _) if what.contains('*') => About::Scattered(words(what)),
        (_, Some(_), _) if what.contains('*') => About::Scattered(words(&format!("{what}* *"))),
        // the word would end where the text does
        (_, Some(_), _) if what.ends_with(' ') => About::Beginning(words(what)),
        (_, Some(opens), _) => opens(words(what)),
        (_, None, Bare::Unsure) if !allows => About::Open(words(what)),
        (_, None, Bare::Exactly | Bare::Unsure) => About::Exactly(words(what)),
        (_, None, Bare::Beginning) => About::Beginning(words(what)),
    }
}
