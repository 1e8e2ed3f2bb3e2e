//! Calls of a coding agent's own tools: a name and an input, read as commands whose words and effects are known.
//!
//! Owns the names that rules use for tools (`Read`, `Write`, `Edit`, `Grep`, `Glob`, `LS`, `WebFetch`, `WebSearch`, and
//! `mcp__…` as they are), and what each does to which file. A call that names several files is several commands, one for
//! each; one whose input does not say which file is at least `ask`. Refuses to judge, and to read what a shell would run.
//!
//! The word of a call is the file as it would be opened, absolute where the directory is known. What else the same text may
//! mean (`~`, `file:`, where links lead to) stands beside it: an allow rule must speak of all of them, a deny or ask rule
//! counts for any.

mod glob;
mod input;
mod meaning;
mod table;

use serde_json::{Map, Value};

use super::effects::Account;
use super::word::Word;
use super::{Directory, Doubt, Invocation, Place, Reading};
use crate::facts::Facts;
use crate::input::Span;
use input::Named;
use meaning::Meanings;
use table::Shape;

/// The most files that one call may name; a call that names more is not read further and asks.
pub const MAX_FILES: usize = 1000;

/// What the names of tools of MCP servers begin with, where rules can speak of them.
pub const MCP: &str = "mcp__";

/// A call of a tool, as its host tells it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ToolCall {
    /// The host's own name of the tool.
    pub name: String,
    /// Its input.
    pub input: Map<String, Value>,
}

/// The tools that rules know by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tool {
    /// Reads files.
    Read,
    /// Writes files.
    Write,
    /// Reads files and changes them, or deletes them.
    Edit,
    /// Reads everything below a directory, or a file.
    Grep,
    /// Lists names below a directory.
    Glob,
    /// Lists a directory.
    List,
    /// Fetches from the network.
    Fetch,
    /// Searches the network.
    Search,
}

impl Tool {
    /// All of them.
    pub const ALL: [Self; 8] =
        [Self::Read, Self::Write, Self::Edit, Self::Grep, Self::Glob, Self::List, Self::Fetch, Self::Search];

    /// The name that rules use.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Read => "Read",
            Self::Write => "Write",
            Self::Edit => "Edit",
            Self::Grep => "Grep",
            Self::Glob => "Glob",
            Self::List => "LS",
            Self::Fetch => "WebFetch",
            Self::Search => "WebSearch",
        }
    }
}

/// Is it a name that an allow rule means a tool by? No command is allowed by a rule for such a name, and no tool by a rule
/// for another.
#[must_use]
pub fn is_tool_name(name: &str) -> bool {
    name.starts_with(MCP) || Tool::ALL.iter().any(|tool| tool.as_str() == name)
}

/// That an [`Invocation`] is the call of a tool, and what is known of it beside its words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToolUse {
    /// The tool, where it is one that rules know.
    pub tool: Option<Tool>,
    /// The host's own name of it.
    pub host_name: String,
    /// What else the word for the file may mean, absolute.
    pub also: Vec<Word>,
    /// The files that a search is told to look into, or to list, by name. What no glob narrows says nothing here.
    pub found: Vec<Word>,
    /// The file as the host's input has it.
    pub written: Option<String>,
    /// What is done is done to everything below the file as well.
    pub below: bool,
    /// What the input says under plain keys: text, numbers, truth values.
    pub inputs: Vec<(String, String)>,
    /// What it does.
    pub account: Account,
}

impl ToolUse {
    /// Does a deny or ask rule for this name speak of the call? A rule for `Read` also speaks of `Grep`, which shows what is
    /// read; one for `Write` also of `Edit`, and the other way round: both change the file. The host's own name counts too.
    pub fn widely_named(&self, is: impl Fn(&str) -> bool) -> bool {
        self.wide_names().any(is)
    }

    /// The names by which deny and ask rules may mean it, beside its own.
    pub fn wide_names(&self) -> impl Iterator<Item = &str> {
        let also: &[&str] = match self.tool {
            Some(Tool::Grep) => &["Read"],
            Some(Tool::Write) => &["Edit", "MultiEdit", "NotebookEdit"],
            Some(Tool::Edit) => &["Write", "MultiEdit", "NotebookEdit"],
            _ => &[],
        };
        also.iter().copied().chain(std::iter::once(self.host_name.as_str()))
    }
}

/// One use of a tool: what a call comes to for one file.
struct Use<'c> {
    tool: Option<Tool>,
    name: &'c str,
    /// What it is done to.
    target: Option<Named>,
    /// The file is deleted.
    deletes: bool,
}

/// The call as a line to show: `Read src/main.rs`.
#[must_use]
pub fn line(call: &ToolCall) -> String {
    let (uses, _) = uses(call);
    let shown = |one: &Use<'_>| {
        let written = one.target.as_ref().map_or("", |target| target.written());
        let quoted = shlex::try_quote(written).unwrap_or_default();
        if written.is_empty() { one.name.to_owned() } else { format!("{} {quoted}", one.name) }
    };
    let mut shown: Vec<String> = uses.iter().map(shown).collect();
    shown.dedup();
    if shown.is_empty() { call.name.clone() } else { shown.join("; ") }
}

/// Reads a call into the commands that it is.
#[must_use]
pub fn read(call: &ToolCall, facts: &dyn Facts) -> Reading {
    let (uses, mut doubts) = uses(call);
    let span = Span::new(0, line(call).len());
    let inputs = input::plain(&call.input);
    let directory = facts.working_directory().filter(|_| !facts.has_strayed());
    let place = Place {
        directory: directory.clone().map_or(Directory::Unknown, |directory| Directory::Known(vec![directory])),
        ..Place::default()
    };
    let meanings = Meanings::new(directory.as_deref(), facts);
    let read = |one: &Use<'_>| {
        let (words, known) = meanings.of(one, call, &inputs);
        Invocation { words, tool: Some(Box::new(known)), place: place.clone(), span, ..Invocation::default() }
    };
    let invocations = uses.iter().map(read).collect();
    doubts.extend(meanings.doubt());
    doubts.extend(moved(call, &uses, directory.as_deref()));
    let doubts = doubts.into_iter().map(|why| Doubt { why, span });
    Reading { invocations, doubts: doubts.collect() }
}

/// Why a relative path may count from elsewhere than from the host's directory.
fn moved(call: &ToolCall, uses: &[Use<'_>], directory: Option<&str>) -> Option<String> {
    let (key, value) = input::base(&call.input, directory).filter(|_| uses.iter().any(|one| one.tool.is_some()))?;
    let counts = |one: &Use<'_>| match &one.target {
        Some(Named::File { path, .. }) => !path.starts_with(['/', '~']) && value.as_str() != Some(path),
        Some(Named::Url(_)) | None => false,
    };
    uses.iter()
        .any(counts)
        .then(|| format!("whether the paths of {} count from what stands under `{key}` is not known", call.name))
}

/// The uses that a call comes to, and why it is at least `ask`.
fn uses(call: &ToolCall) -> (Vec<Use<'_>>, Vec<String>) {
    let Some(shape) = table::shape(&call.name) else {
        return (vec![Use { tool: None, name: &call.name, target: None, deletes: false }], Vec::new());
    };
    let mut doubts = Vec::new();
    let (tool, targets) = match shape {
        Shape::Shell => {
            let why = format!("the tool {} runs a text that is not read here", call.name);
            return (vec![Use { tool: None, name: &call.name, target: None, deletes: false }], vec![why]);
        }
        Shape::Patch => return patched(call),
        Shape::Files(Tool::Fetch) => (Tool::Fetch, input::urls(&call.input, &mut doubts)),
        Shape::Files(Tool::Search) => (Tool::Search, Vec::new()),
        Shape::Files(tool) => (tool, input::files(&call.input, tool, &mut doubts)),
        Shape::Delete => (Tool::Edit, input::files(&call.input, Tool::Edit, &mut doubts)),
        Shape::ByCommand => {
            let tool = by_command(call);
            (tool, input::files(&call.input, tool, &mut doubts))
        }
    };
    let deletes = shape == Shape::Delete;
    if targets.is_empty() && tool != Tool::Search {
        doubts.push(format!("the input of {} does not say what it is about", call.name));
    }
    if targets.is_empty() {
        return (vec![Use { tool: Some(tool), name: tool.as_str(), target: None, deletes }], doubts);
    }
    if targets.len() > MAX_FILES {
        doubts.push(format!("the input of {} names more than {MAX_FILES} files", call.name));
    }
    let each = targets.into_iter().take(MAX_FILES);
    let of = |target| Use { tool: Some(tool), name: tool.as_str(), target: Some(target), deletes };
    (each.map(of).collect(), doubts)
}

/// What is done where `command` says it; what it does not say is a change.
fn by_command(call: &ToolCall) -> Tool {
    match call.input.get("command").and_then(Value::as_str) {
        Some(command) if table::LOOKS.contains(&command) => Tool::Read,
        Some("create" | "write") => Tool::Write,
        _ => Tool::Edit,
    }
}

/// A patch, file by file.
fn patched(call: &ToolCall) -> (Vec<Use<'_>>, Vec<String>) {
    let mut doubts = Vec::new();
    let files = input::patched(&call.input);
    if files.is_empty() {
        doubts.push(format!("the patch of {} names no file", call.name));
        return (vec![Use { tool: Some(Tool::Edit), name: "Edit", target: None, deletes: false }], doubts);
    }
    if files.len() > MAX_FILES {
        doubts.push(format!("the input of {} names more than {MAX_FILES} files", call.name));
    }
    let of = |(path, does): (String, input::Patched)| {
        let tool = if does == input::Patched::Adds { Tool::Write } else { Tool::Edit };
        let deletes = does == input::Patched::Deletes;
        Use { tool: Some(tool), name: tool.as_str(), target: Some(Named::File { path, glob: None }), deletes }
    };
    (files.into_iter().take(MAX_FILES).map(of).collect(), doubts)
}

#[cfg(test)]
mod tests;
