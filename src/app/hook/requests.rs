#![allow(clippy::disallowed_methods, reason = "edge: two variables, and where links lead")]
//! What is to be judged of one call: each text in every way in which it may be read, in every directory that may be meant.
//!
//! Owns those readings; the strictest of them is what the agent is told. Refuses to judge them, and to know any agent.

use crate::agent::{Call, Subject};
use crate::app::facts::{own_directory, request_directories, request_directory};
use crate::app::request::Request;
use crate::command::tool::ToolCall;
use crate::input::CommandLine;
use crate::shell::Dialect;
use crate::shell::typed::{self, Prompt, Shell};

/// Where the session's project is, which most agents tell their hooks by this name.
const PROJECT_VARIABLE: &str = "CLAUDE_PROJECT_DIR";

/// What is to be judged, each by itself; or why it cannot be.
pub(super) fn requests(call: &Call, strayed: bool) -> Vec<Result<Request, String>> {
    let (directories, lost) = directories(call);
    let (beside, unplaced) = sessions(call);
    let doubt = call.doubt.clone().or(lost).or(unplaced).or_else(|| typed_in(call, strayed));
    let placed = |request: &Request, directory: &Option<String>| {
        let doubt = request.doubt.clone().or_else(|| doubt.clone());
        Request { directory: directory.clone(), beside: beside.clone(), strayed, doubt, ..request.clone() }
    };
    let readings = match &call.subject {
        Subject::Shell(texts) => texts.iter().flat_map(|text| ways_to_read(text, strayed)).collect(),
        Subject::Tool(name) => {
            vec![Request::tool(ToolCall { name: name.clone(), input: call.input.clone() }, None)]
        }
        Subject::Nothing => Vec::new(),
    };
    let everywhere = |request: Result<Request, String>| {
        directories.iter().map(move |directory| request.clone().map(|request| placed(&request, directory)))
    };
    readings.into_iter().flat_map(everywhere).collect()
}

/// Why what runs may differ from the text, where it is typed into a terminal that stays open.
fn typed_in(call: &Call, stays_open: bool) -> Option<String> {
    let Subject::Shell(texts) = &call.subject else { return None };
    texts.iter().filter(|_| stays_open).find_map(|text| typed::changed_by_keys(text)).map(str::to_owned)
}

/// Where the call may run, and why that is not known. Some agents take `link/..` for the directory itself, others go where the
/// link leads to first.
fn directories(call: &Call) -> (Vec<Option<String>>, Option<String>) {
    let Some(written) = &call.directory else { return (vec![None], None) };
    match request_directories(written) {
        Err(why) => (vec![None], Some(why)),
        Ok((one, None)) => (vec![Some(one)], None),
        Ok((one, Some(other))) => {
            let why = format!("behind a link, `..` may lead to two directories: {one} or {other}");
            (vec![Some(one), Some(other)], Some(why))
        }
    }
}

/// Where the session may have begun that a call of another directory comes from: where the agent says, and where it started
/// runok. The model says in which directory a call runs, and must not choose by that which project has a say. Also why one
/// of these is not known: what its project says is not known then either.
fn sessions(call: &Call) -> (Vec<String>, Option<String>) {
    let Some(directory) = &call.directory else { return (Vec::new(), None) };
    let project = std::env::var(PROJECT_VARIABLE).ok();
    let told = [call.session.as_deref(), project.as_deref()].into_iter().flatten().filter(|told| !told.is_empty());
    let (mut all, mut unplaced) = (Vec::new(), None);
    for told in told {
        match request_directory(told) {
            Ok(told) => all.push(told),
            Err(why) => unplaced = Some(why),
        }
    }
    all.extend(own_directory());
    all.retain(|told| told != directory);
    all.dedup();
    (all, unplaced)
}

/// A text in every way in which it may be read. What becomes of a NUL in it, nobody knows: a shell drops it, or never sees
/// what follows it.
fn ways_to_read(text: &str, at_prompt: bool) -> Vec<Result<Request, String>> {
    let Some((before, _)) = text.split_once('\0') else { return by_shell(text, at_prompt) };
    let doubt = || Some("there is a NUL character in the command".to_owned());
    let each = [before.to_owned(), text.replace('\0', "")].into_iter().flat_map(|text| by_shell(&text, at_prompt));
    each.map(|request| request.map(|request| Request { doubt: doubt(), ..request })).collect()
}

/// A shell text as bash reads it, and, where the agent may run it with zsh, as zsh does with either kind of its patterns. At its
/// prompt (`at_prompt`) zsh knows no comments unless it was told to, and fish may be what waits there.
fn by_shell(text: &str, at_prompt: bool) -> Vec<Result<Request, String>> {
    let mut all = vec![CommandLine::new(text).map(Request::text).map_err(|error| error.to_string())];
    let shells = other_shells();
    if shells.is_empty() {
        return all;
    }
    let typed = |typed| Request::typed(typed, Vec::new());
    for extended_glob in [false, true] {
        for comments in [true, false].into_iter().filter(|comments| *comments || at_prompt) {
            all.push(typed(typed::script(text, Dialect::ZshPrompt { extended_glob, comments })));
        }
    }
    if at_prompt && shells.iter().any(|name| name == "fish") {
        let prompt = Prompt { shell: Shell::Fish, options: Vec::new(), aliases: Vec::new() };
        all.push(typed(typed::read(text, &prompt)));
    }
    all
}

/// The shells of the user that read a text otherwise than bash. Agents run a command with one of them, or with zsh where they do
/// not take that one.
fn other_shells() -> Vec<String> {
    let named = ["SHELL", "CLAUDE_CODE_SHELL"].into_iter().filter_map(|variable| std::env::var(variable).ok());
    let names = named.map(|shell| shell.rsplit('/').next().unwrap_or_default().to_owned());
    names.filter(|name| !matches!(name.as_str(), "" | "bash" | "sh" | "dash" | "ash")).collect()
}
