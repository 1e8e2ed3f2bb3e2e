//! Entries about tools that are no shell, and the rules for tools that they become.
//!
//! Owns what such an entry means, and on which side a rule errs where it cannot say the same: an allow is narrower, a deny or ask
//! wider. Refuses what would need to be known beside: where an agent's workspace is, and how it calls the tools of a server.

use serde_json::{Map, Value};

use super::{ODD, Offer, Sample, is_plain};
use crate::command::tool::{MCP, Tool, ToolCall};
use crate::verdict::Verdict;

/// What an entry says about a tool.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ToolEntry {
    /// A tool of an MCP server by its whole name, or all that go on after the `*` at its end.
    Mcp(String),
    /// Every use of the tool of this name.
    Every(String),
    /// Uses for these files.
    Files {
        /// By which tools.
        by: FileTools,
        /// Which files.
        path: Path,
    },
    /// Fetches from this host.
    Host(String),
}

/// How rules name the tools that an entry with a path is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileTools {
    /// The name in the entry.
    pub name: &'static str,
    /// What an allow rule begins with, and the tools of it; where the agent does not go by such an entry, why there is none.
    pub allow: Result<(&'static str, &'static [&'static str]), &'static str>,
    /// The tools of a deny or ask rule.
    pub deny: &'static [&'static str],
}

/// The path of an entry: a glob as `.gitignore` has them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// From where it counts.
    pub from: From,
    /// As it stands there, without what says from where.
    pub glob: String,
}

/// From where the path of an entry counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum From {
    /// The root of the file system.
    Root,
    /// The home directory.
    Home,
    /// The directory that the agent is in.
    Here,
    /// A directory that is not known, and why.
    Elsewhere(&'static str),
}

const ALL_FILES: &str = "it is about every file, so that runok would have nothing to decide";
const GLOB: &str = "its path has a wildcard that is not `/**` at its end, and the `*` of a rule would match more";
const ANY_USE: &str = "it is about every use of a tool, so that runok would have nothing to decide";
const ANY_SERVER: &str = "it is about the tools of every server, so that runok would have nothing to decide";
const SOME_TOOLS: &str = "its `*` does not stand for all tools of one server, and a rule might allow more";
const UNKNOWN: &str = "it is about a tool that no allow rule can mean";
const SPELLINGS: &str = "a host has more spellings than a rule, which goes by the letters of the address";
const HOSTS: &str = "it is about more than one host, and the `*` of a rule would match other hosts";

impl ToolEntry {
    /// The rule that says this.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn offer(&self, verdict: Verdict) -> Result<Offer, &'static str> {
        let allows = verdict == Verdict::Allow;
        match self {
            Self::Mcp(name) => server_tools(name, allows),
            Self::Every(name) => every(name, allows),
            Self::Files { by, path } if allows => {
                let (begins, tools) = by.allow?;
                path.allowed(begins, tools)
            }
            Self::Files { by, path } => path.refused(by.deny),
            Self::Host(_) if !allows => Err(SPELLINGS),
            Self::Host(host) => fetches(host),
        }
    }
}

fn server_tools(name: &str, allows: bool) -> Result<Offer, &'static str> {
    let after = name.strip_prefix(MCP).unwrap_or_default();
    let (server, tool) = after.split_once("__").unwrap_or((after, "*"));
    let is_name = |part: &str| part.chars().all(|letter| letter.is_ascii_alphanumeric() || "_-.*".contains(letter));
    if !is_name(server) || !is_name(tool) {
        return Err(ODD);
    }
    if allows && (server.is_empty() || server == "*") {
        return Err(ANY_SERVER);
    }
    if allows && (server.contains('*') || (tool != "*" && tool.contains('*'))) {
        return Err(SOME_TOOLS);
    }
    let everywhere = server.is_empty() || server == "*";
    let pattern = if everywhere { format!("{MCP}*") } else { format!("{MCP}{server}__{tool}") };
    let other = match tool {
        "*" => format!("{MCP}other-{server}__x"),
        tool => format!("{MCP}{server}__other-{tool}"),
    };
    let misses = (!everywhere && !other.contains('*')).then(|| call(&other, None));
    Ok(Offer { matches: vec![call(&pattern.replace('*', "x"), None)], pattern, misses, within: None })
}

fn every(name: &str, allows: bool) -> Result<Offer, &'static str> {
    let is_known = Tool::ALL.iter().any(|tool| tool.as_str() == name);
    match (allows, name) {
        (true, "WebSearch") => {}
        (true, _) if is_known => return Err(ANY_USE),
        (true, _) => return Err(UNKNOWN),
        (false, _) if !is_plain(name, false) || name.ends_with("Tool") => return Err(ODD),
        (false, _) => {}
    }
    let target = (name != "WebSearch").then_some("x");
    let pattern = if allows { name.to_owned() } else { format!("{name} *") };
    Ok(Offer { pattern, matches: vec![call(name, target)], misses: Some(call("Other", None)), within: None })
}

fn fetches(host: &str) -> Result<Offer, &'static str> {
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    if host.contains('*') {
        return Err(HOSTS);
    }
    if host.is_empty() || !host.chars().all(|letter| letter.is_ascii_alphanumeric() || "-.".contains(letter)) {
        return Err(ODD);
    }
    let fetch = |address: String| call("WebFetch", Some(&address));
    Ok(Offer {
        pattern: format!("WebFetch https://{host}|https://{host}/*"),
        matches: vec![fetch(format!("https://{host}")), fetch(format!("https://{host}/x"))],
        misses: Some(fetch(format!("https://{host}.example/x"))),
        within: None,
    })
}

impl Path {
    /// Exactly this file, or everything below this directory.
    fn allowed(&self, begins: &str, tools: &[&str]) -> Result<Offer, &'static str> {
        let start = match self.from {
            From::Root => "/",
            From::Home => "~/",
            From::Here => "",
            From::Elsewhere(why) => return Err(why),
        };
        let glob = self.glob.trim_start_matches("./");
        let directory = ["/**/*", "/**", "/"].into_iter().find_map(|end| glob.strip_suffix(end));
        let named = directory.unwrap_or(glob);
        if named.is_empty() || named == "**" || named == "*" {
            return Err(ALL_FILES);
        }
        if named.contains(['*', '?', '[', '{']) {
            return Err(GLOB);
        }
        if !is_plain(named, false)
            || named.starts_with('-')
            || named.split('/').any(|part| matches!(part, "" | "." | ".."))
        {
            return Err(ODD);
        }
        let named = format!("{start}{named}");
        let end = if directory.is_some() { "/*" } else { "" };
        let filled: &[&str] = if directory.is_some() { &["/x", "/x/y"] } else { &[""] };
        let matches = tools.iter().flat_map(|tool| filled.iter().map(|end| call(tool, Some(&format!("{named}{end}")))));
        let misses = tools.first().map(|tool| call(tool, Some(&format!("{named}-other"))));
        Ok(Offer { pattern: format!("{begins} {named}{end}"), matches: matches.collect(), misses, within: None })
    }

    /// These files wherever a directory of that name may be, and everything below them.
    fn refused(&self, tools: &[&str]) -> Result<Offer, &'static str> {
        if self.glob.starts_with('!') {
            return Err(ODD);
        }
        let anywhere = !matches!(self.from, From::Root | From::Home) || self.glob.contains("../");
        let named = widened(&self.glob);
        let named = match named.strip_prefix("*/") {
            Some(rest) if anywhere => rest.to_owned(),
            Some(rest) => format!("*{rest}"),
            None => named,
        };
        let named = match self.from {
            From::Root if !anywhere => format!("/{named}"),
            From::Home if !anywhere => format!("~/{named}"),
            _ => named,
        };
        let names = tools.join("|");
        if named.trim_matches(['*', '/', '~']).is_empty() && anywhere {
            let matches = tools.iter().map(|tool| call(tool, Some("x"))).collect();
            return Ok(Offer { pattern: format!("{names} *"), matches, misses: None, within: None });
        }
        let mut words = vec![named.clone(), format!("{named}/*")];
        if anywhere && !named.starts_with('*') {
            words.extend([format!("*/{named}"), format!("*/{named}/*")]);
        }
        let filled = named.replace('*', "x");
        let mut matches: Vec<Sample> = tools.iter().map(|tool| call(tool, Some(&filled))).collect();
        let first = tools.first().copied().unwrap_or_default();
        matches.push(call(first, Some(&format!("{filled}/x"))));
        if anywhere {
            matches.push(call(first, Some(&format!("x/{filled}"))));
        }
        let misses = (!named.contains('*')).then(|| call(first, Some(&format!("{filled}-other"))));
        Ok(Offer { pattern: format!("{names} {}", words.join("|")), matches, misses, within: None })
    }
}

/// A glob with a `*`, which crosses `/` in a rule, for whatever does not mean itself.
fn widened(glob: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    for part in glob.split('/') {
        match part {
            "" | "." => {}
            ".." => parts.clear(),
            _ => parts.push(widened_part(part)),
        }
    }
    while parts.len() > 1 && parts.last().is_some_and(|part| part == "*") {
        parts.pop();
    }
    let mut joined = parts.join("/");
    // directories that `**` stands for may be none
    while joined.contains("*/*") || joined.contains("**") {
        joined = joined.replace("*/*", "*").replace("**", "*");
    }
    let joined = joined.replace("/*/", "/*");
    if joined.is_empty() { "*".to_owned() } else { joined }
}

fn widened_part(part: &str) -> String {
    let mut wide = String::new();
    let mut left = part.chars();
    while let Some(letter) = left.next() {
        let closes = match letter {
            '[' => Some(']'),
            '{' => Some('}'),
            _ => None,
        };
        match (closes, letter) {
            (Some(closes), _) => {
                left.by_ref().find(|other| *other == closes);
                wide.push('*');
            }
            (None, '\\') => {
                left.next();
                wide.push('*');
            }
            (None, '-') if wide.is_empty() => wide.push('*'),
            (None, letter) if is_plain(letter.encode_utf8(&mut [0; 4]), false) => wide.push(letter),
            _ => wide.push('*'),
        }
    }
    while wide.contains("**") {
        wide = wide.replace("**", "*");
    }
    wide
}

/// A call of this tool for this file or address.
fn call(name: &str, target: Option<&str>) -> Sample {
    let key = if name == "WebFetch" { "url" } else { "file_path" };
    let input: Map<String, Value> = target.map(|target| (key.to_owned(), Value::from(target))).into_iter().collect();
    Sample::Call(ToolCall { name: name.to_owned(), input })
}
