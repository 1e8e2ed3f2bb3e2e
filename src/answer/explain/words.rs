//! What is known of words, options and places, in words for a person.
//!
//! Owns the wording. Refuses layout.

use crate::command::options::{Arguments, Flag, Item};
use crate::command::word::{Count, Part, Word};
use crate::command::{Directory, Invocation, LoopKind, Redirection, WrapKind};
use crate::shell::ast::RedirectOperator;

/// What of a word is not known, each part with the reason.
pub(super) fn doubts(word: &Word) -> Vec<(String, String)> {
    let each = word.parts.iter().filter_map(|part| {
        let (source, why) = match part {
            Part::Literal(_) => return None,
            Part::Choice(texts) => (texts.join(", "), "it is one of these, and which one is not known".to_owned()),
            Part::Glob(glob) => (glob.text.clone(), "it stands for the names of files".to_owned()),
            Part::Unknown(unknown) => (unknown.source.clone(), reason(&unknown.source, unknown.numeric).to_owned()),
        };
        Some((source, format!("{why}{}", number(word))))
    });
    each.collect()
}

fn number(word: &Word) -> &'static str {
    match word.count {
        Count::One => "",
        Count::Any if word.is_glob() => ", one word or several",
        Count::Any => ", and it may become any number of words",
    }
}

fn reason(source: &str, numeric: bool) -> &'static str {
    if numeric {
        "a number that is known only when it runs"
    } else if source.starts_with("$(") || source.starts_with('`') || source.starts_with("<(") {
        "what a command prints is known only when it runs"
    } else if source.starts_with('$') {
        "the line does not show what the variable holds"
    } else {
        "it is known only when it runs"
    }
}

/// The flags, operands and subcommands of a command, as its option table reads them.
pub(super) fn options(arguments: &Arguments) -> String {
    let mut flags = Vec::new();
    let mut operands = Vec::new();
    let mut unclear = Vec::new();
    for item in &arguments.items {
        match item {
            Item::Flag(one) => flags.push(flag(one)),
            Item::Operand { word, certain, .. } => operands.push(perhaps(word.display(), *certain)),
            Item::EndOfOptions { .. } => flags.push("--".to_owned()),
            Item::Unclear { word, .. } => unclear.push(word.display()),
        }
    }
    let of = |what: &str, all: Vec<String>| (!all.is_empty()).then(|| format!("{what} {}", all.join(", ")));
    let all = [
        of("subcommand", arguments.subcommands.clone()),
        of("flags", flags),
        of("operands", operands),
        of("either", unclear),
    ];
    let all: Vec<String> = all.into_iter().flatten().collect();
    if all.is_empty() { "none".to_owned() } else { all.join("; ") }
}

fn flag(flag: &Flag) -> String {
    let value = flag.value.as_ref().map(|value| format!(" {}", value.display())).unwrap_or_default();
    let unlisted = if flag.listed { "" } else { " (not in the table)" };
    perhaps(format!("{}{value}{unlisted}", flag.spelled), flag.certain)
}

fn perhaps(text: String, certain: bool) -> String {
    if certain { text } else { format!("perhaps {text}") }
}

/// Where and how a command runs.
pub(super) fn place(invocation: &Invocation) -> String {
    let place = &invocation.place;
    let mut all = vec![directory(&place.directory)];
    if place.pipe_stdin {
        all.push("reads from a pipe".to_owned());
    }
    if place.pipe_stdout {
        all.push("writes to a pipe".to_owned());
    }
    if let Some(kind) = place.loop_kind {
        all.push(format!("in a {} loop", loop_name(kind)));
    }
    if place.foreign {
        all.push("in an environment that is not runok's".to_owned());
    }
    all.join(", ")
}

/// `for`, `while` or `until`.
pub(super) fn loop_name(kind: LoopKind) -> &'static str {
    match kind {
        LoopKind::For => "for",
        LoopKind::While => "while",
        LoopKind::Until => "until",
    }
}

fn directory(directory: &Directory) -> String {
    match directory {
        Directory::Known(all) if !all.is_empty() => all.join(" or "),
        Directory::Known(_) | Directory::Unknown => "a directory that is not known".to_owned(),
    }
}

/// How a command is started by another one.
pub(super) fn started(kind: WrapKind) -> &'static str {
    match kind {
        WrapKind::PassThrough => "by the command above, which only passes it on",
        WrapKind::Acts => "by the command above, which also acts itself",
        WrapKind::Elsewhere => "by the command above, which changes who runs it or where",
        WrapKind::Program => "because an option of the command above names it",
    }
}

/// The name of how a command is started, for programs.
pub(super) fn started_name(kind: WrapKind) -> &'static str {
    match kind {
        WrapKind::PassThrough => "pass_through",
        WrapKind::Acts => "acts",
        WrapKind::Elsewhere => "elsewhere",
        WrapKind::Program => "program",
    }
}

/// A redirection as it is written: `2> err.log`.
pub(super) fn redirection(redirect: &Redirection) -> String {
    let descriptor = redirect.descriptor.map(|number| number.to_string()).unwrap_or_default();
    format!("{descriptor}{} {}", operator(redirect.operator), redirect.target.display())
}

/// The operator as it is written.
pub(super) fn operator(operator: RedirectOperator) -> &'static str {
    match operator {
        RedirectOperator::Read => "<",
        RedirectOperator::Write => ">",
        RedirectOperator::Append => ">>",
        RedirectOperator::Clobber => ">|",
        RedirectOperator::ReadWrite => "<>",
        RedirectOperator::WriteBoth => "&>",
        RedirectOperator::AppendBoth => "&>>",
        RedirectOperator::DuplicateInput => "<&",
        RedirectOperator::DuplicateOutput => ">&",
        RedirectOperator::HereDocument => "<<",
        RedirectOperator::HereString => "<<<",
    }
}
