//! Configuration that names programs: the value of `git -c`, `git config`, `ssh -o`, `cargo --config`, `hg --config`.
//!
//! Owns the one table of such keys. Refuses to know which other keys exist: a known key that is not here is harmless.

use crate::command::WrapKind;
use crate::command::word::{Count, Part, Word};

use super::Start;
use super::call::Call;
use super::text::after_prefix;

/// One `key=value`.
pub(super) struct Setting {
    pub(super) key: Word,
    /// `None` for a key alone (true).
    pub(super) value: Option<Word>,
}

/// What a value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Meaning {
    /// A text for a shell.
    Text,
    /// As `Text`, unless it is a boolean.
    TextOrBoolean,
    /// The name of a program.
    Program,
    /// `!text`, or words for the command itself.
    Alias,
    /// `!text`; anything else is harmless.
    Bang,
    /// `!text`, the path of a program, or the name of a helper.
    Helper,
    /// It loads code or further configuration.
    Loads,
    /// A tool for merging: one of Mercurial's own (`:local`), or a program.
    MergeTool,
    /// It loads code from where the value says; without one, code that comes with the program.
    Extension,
    /// A file that is written, or a socket through which another program is met.
    Writes,
}

use Meaning::{Alias, Bang, Extension, Helper, Loads, MergeTool, Program, Text, TextOrBoolean, Writes};

/// Keys of git, lower case; `*` stands for the middle.
const GIT: &[(&str, Meaning)] = &[
    ("alias.*", Alias),
    ("browser.*.cmd", Text),
    ("browser.*.path", Program),
    ("core.alternaterefscommand", Text),
    ("core.askpass", Program),
    ("core.editor", Text),
    ("core.fsmonitor", TextOrBoolean),
    ("core.gitproxy", Program),
    ("core.hookspath", Loads),
    ("core.pager", Text),
    ("core.sshcommand", Text),
    ("core.worktree", Loads),
    ("credential.helper", Helper),
    ("credential.*.helper", Helper),
    ("diff.external", Text),
    // a path is a file that is run
    ("diff.guitool", Loads),
    ("diff.tool", Loads),
    ("diff.*.command", Text),
    ("diff.*.textconv", Text),
    ("difftool.*.cmd", Text),
    ("difftool.*.path", Program),
    ("filter.*.clean", Text),
    ("filter.*.process", Text),
    ("filter.*.smudge", Text),
    ("format.outputdirectory", Loads),
    ("gc.recentobjectshook", Text),
    ("gpg.program", Program),
    ("gpg.ssh.defaultkeycommand", Text),
    ("gpg.*.program", Program),
    ("guitool.*.cmd", Text),
    // what is run is what a misspelled word is taken for
    ("help.autocorrect", Loads),
    ("hook.*.command", Text),
    ("imap.tunnel", Text),
    ("include.path", Loads),
    ("includeif.*.path", Loads),
    ("init.templatedir", Loads),
    ("instaweb.browser", Program),
    ("instaweb.httpd", Program),
    ("instaweb.modulepath", Loads),
    ("interactive.difffilter", Text),
    ("lfs.customtransfer.*.path", Program),
    ("lfs.extension.*.clean", Text),
    ("lfs.extension.*.smudge", Text),
    ("man.*.cmd", Text),
    ("man.*.path", Program),
    ("merge.guitool", Loads),
    ("merge.tool", Loads),
    ("merge.*.driver", Text),
    ("mergetool.*.cmd", Text),
    ("mergetool.*.path", Program),
    ("pager.*", TextOrBoolean),
    ("protocol.allow", Loads),
    ("protocol.ext.allow", Loads),
    ("receive.procreceiverefs", Loads),
    // what a push overwrites
    ("remote.*.mirror", Loads),
    ("remote.*.push", Loads),
    ("remote.*.receivepack", Text),
    ("remote.*.uploadpack", Text),
    ("remote.*.url", Loads),
    ("remote.*.vcs", Program),
    ("sendemail.cccmd", Text),
    ("sendemail.headercmd", Text),
    ("sendemail.sendmailcmd", Text),
    ("sendemail.smtpserver", Helper),
    ("sendemail.tocmd", Text),
    ("sendemail.*.cccmd", Text),
    ("sendemail.*.headercmd", Text),
    ("sendemail.*.sendmailcmd", Text),
    ("sendemail.*.smtpserver", Helper),
    ("sendemail.*.tocmd", Text),
    ("sequence.editor", Text),
    ("submodule.*.update", Bang),
    ("svn.authorsprog", Program),
    ("tar.*.command", Text),
    ("trailer.*.cmd", Text),
    ("trailer.*.command", Text),
    ("uploadpack.packobjectshook", Text),
    ("url.*.insteadof", Loads),
    ("url.*.pushinsteadof", Loads),
    ("web.browser", Program),
];

/// Keywords of ssh's configuration, lower case.
const SSH: &[(&str, Meaning)] = &[
    ("controlpath", Writes),
    ("include", Loads),
    ("knownhostscommand", Text),
    ("localcommand", Text),
    ("match", Loads),
    ("pkcs11provider", Loads),
    ("proxycommand", Text),
    ("remotecommand", Text),
    ("securitykeyprovider", Loads),
    ("smartcarddevice", Loads),
    ("userknownhostsfile", Writes),
    ("xauthlocation", Program),
];

/// Settings of Mercurial, lower case: those that name a program, and of the sections that name none but these.
const HG: &[(&str, Meaning)] = &[
    ("alias.*", Alias),
    ("decode.*", Text),
    ("email.method", Program),
    ("encode.*", Text),
    ("extdata.*", Text),
    ("extensions.absorb", Extension),
    ("extensions.amend", Extension),
    ("extensions.churn", Extension),
    ("extensions.graphlog", Extension),
    ("extensions.histedit", Extension),
    ("extensions.largefiles", Extension),
    ("extensions.mq", Extension),
    ("extensions.purge", Extension),
    ("extensions.rebase", Extension),
    ("extensions.record", Extension),
    ("extensions.share", Extension),
    ("extensions.shelve", Extension),
    ("extensions.strip", Extension),
    ("extensions.transplant", Extension),
    ("extensions.uncommit", Extension),
    ("fix.*:command", Text),
    ("hooks.*", Text),
    ("merge-patterns.*", MergeTool),
    ("pager.pager", Text),
    ("ui.debugger", Loads),
    ("ui.editor", Text),
    ("ui.merge", MergeTool),
    ("ui.patch", Text),
    ("ui.remotecmd", Text),
    ("ui.ssh", Text),
];

/// Sections of Mercurial's configuration that name no program, but for what [`HG`] lists.
const HG_HARMLESS: &[&str] = &[
    "annotate.",
    "chgserver.",
    "cmdserver.",
    "color.",
    "command-templates.",
    "commands.",
    "committemplate.",
    "diff.",
    "email.",
    "format.",
    "http_proxy.",
    "log.",
    "merge.",
    "patch.",
    "paths.",
    "phases.",
    "progress.",
    "rebase.",
    "revsetalias.",
    "server.",
    "smtp.",
    "storage.",
    "templatealias.",
    "templates.",
    "ui.",
    "web.",
];

/// Settings of Subversion, `FILE:SECTION:OPTION` in lower case.
const SVN: &[(&str, Meaning)] =
    &[("config:helpers:*", Text), ("config:tunnels:*", Text), ("servers:*:ssl-pkcs11-provider", Loads)];

/// Extended options of restic.
const RESTIC: &[(&str, Meaning)] =
    &[("rclone.args", Loads), ("rclone.program", Text), ("sftp.args", Loads), ("sftp.command", Text)];

/// Tables of cargo's configuration that name no program.
const CARGO_HARMLESS: &[&str] = &["build.incremental", "build.jobs", "http.", "net.", "profile.", "term."];

/// What a `name=value` word of this command starts.
pub(super) fn in_word(call: &Call, word: &Word) -> Vec<Start> {
    let text = word.literal_prefix();
    // ssh also takes a blank between the two
    let separators: &[char] = if call.program() == "git" { &['='] } else { &['=', ' ', '\t'] };
    let whole = word.is_known();
    let setting = match text.find(separators).and_then(|at| text.split_at_checked(at)) {
        Some((key, rest)) => {
            let separator: String = rest.chars().take(1).collect();
            let key_word = Word::literal(key.trim(), word.span);
            Setting { key: key_word, value: after_prefix(word, &format!("{key}{separator}")) }
        }
        None if whole => Setting { key: word.clone(), value: None },
        None => Setting { key: unknown_key(word), value: Some(word.clone()) },
    };
    starts(call, &setting)
}

/// A key of which only the beginning may be known.
fn unknown_key(word: &Word) -> Word {
    if word.count == Count::Any { Word::unknown(word.display(), word.span) } else { word.clone() }
}

/// What a setting of this command's configuration starts.
pub(super) fn starts(call: &Call, setting: &Setting) -> Vec<Start> {
    let Some(key) = setting.key.known() else {
        let doubt = call.doubt(format!("it is not known which setting {} is", setting.key.display()));
        let value = setting.value.clone().unwrap_or_default();
        return vec![Start::text(WrapKind::Program, value).doubtful(doubt)];
    };
    let key = key.to_ascii_lowercase();
    let meaning = meaning_for(call.program(), &key);
    match (meaning, &setting.value) {
        (Some(Loads), value) if call.program() == "cargo" || value.is_some() => {
            let value = value.clone().unwrap_or_else(|| setting.key.clone());
            loads(call, &key, value)
        }
        (Some(meaning), Some(value)) => named(call, meaning, value.clone()),
        _ => Vec::new(),
    }
}

/// What the value of a key means to a program; nothing where it starts and loads nothing.
fn meaning_for(program: &str, key: &str) -> Option<Meaning> {
    match program {
        "git" | "git-lfs" | "scalar" => meaning(GIT, key),
        "hg" => meaning(HG, key)
            .or_else(|| (!HG_HARMLESS.iter().any(|harmless| key.starts_with(harmless))).then_some(Loads)),
        "svn" => meaning(SVN, key),
        "restic" => meaning(RESTIC, key),
        "cargo" => (!CARGO_HARMLESS.iter().any(|harmless| key.starts_with(harmless))).then_some(Loads),
        "wget" => (key == "use_askpass").then_some(Program),
        "systemd-run" => key.starts_with("exec").then_some(Text),
        "tar" | "gtar" => (key == "exec").then_some(Text),
        "rsh" | "scp" | "sftp" | "slogin" | "ssh" | "ssh-copy-id" => meaning(SSH, key),
        // nothing is known of the settings of another program, nor of those of a table that a policy defines
        _ => Some(Loads),
    }
}

/// Is `key=value` surely a setting that starts and loads nothing?
pub(in crate::command) fn is_harmless(program: &str, setting: &Word) -> bool {
    let text = setting.literal_prefix();
    let (key, value) = match text.split_once(['=', ' ', '\t']) {
        Some((key, value)) => (Some(key), value),
        None => (setting.known(), ""),
    };
    key.is_some_and(|key| match meaning_for(program, &key.trim().to_ascii_lowercase()) {
        Some(Writes) => setting.is_known() && is_nowhere(value),
        meaning => meaning.is_none(),
    })
}

fn meaning(table: &[(&str, Meaning)], key: &str) -> Option<Meaning> {
    let found = table.iter().find(|(pattern, _)| match pattern.split_once('*') {
        None => *pattern == key,
        Some((before, after)) => {
            key.strip_prefix(before).and_then(|rest| rest.strip_suffix(after)).is_some_and(|middle| !middle.is_empty())
        }
    });
    found.map(|(_, meaning)| *meaning)
}

fn named(call: &Call, meaning: Meaning, value: Word) -> Vec<Start> {
    let known = value.known().map(str::to_owned);
    if known.as_deref().is_some_and(|text| text.trim().is_empty() || text == "none" && call.program() != "git") {
        return Vec::new();
    }
    let bang = after_prefix(&value, "!");
    match meaning {
        Text => vec![Start::text(WrapKind::Program, value)],
        TextOrBoolean if known.as_deref().is_some_and(is_boolean) => Vec::new(),
        TextOrBoolean => vec![Start::text(WrapKind::Program, value)],
        Program => vec![Start::program(value, call.program())],
        Alias | Helper | Bang if bang.is_some() => {
            bang.map(|text| Start::text(WrapKind::Program, text)).into_iter().collect()
        }
        Bang if known.is_some() => Vec::new(),
        MergeTool if known.as_deref().is_some_and(is_own_merge_tool) => Vec::new(),
        MergeTool => vec![Start::text(WrapKind::Program, value)],
        Alias if known.is_some() => alias(call, &known.unwrap_or_default(), &value),
        Helper if known.as_deref().is_some_and(|text| !text.contains('/')) => Vec::new(),
        Alias | Helper | Bang => vec![Start::text(WrapKind::Program, value)],
        Writes if known.as_deref().is_some_and(is_nowhere) => Vec::new(),
        Writes => {
            let doubt =
                call.doubt(format!("{} may write {}, or reach another program there", call.program(), value.display()));
            vec![Start::words(WrapKind::Program, &[Word { count: Count::One, ..value }]).doubtful(doubt)]
        }
        Loads | Extension => loads(call, "", value),
    }
}

/// Does an option that names a program name something of the command's own: a tool for merging that Mercurial brings, a
/// version of Python, the environment that it uses anyway?
pub(super) fn is_own(program: &str, name: &str) -> bool {
    match program {
        "hg" => is_own_merge_tool(name),
        "pdm" | "uv" if name == ".venv" => true,
        "pdm" | "pip" | "pipenv" | "pipx" | "uv" | "uvx" => is_own_python(name),
        _ => false,
    }
}

/// Is it one of the tools for merging that Mercurial brings itself (`:local`, `internal:merge`)?
fn is_own_merge_tool(tool: &str) -> bool {
    tool.starts_with(':') || tool.starts_with("internal:")
}

/// `3.12`, `python3.12`, `pypy@3.10`: a version, and no path.
fn is_own_python(name: &str) -> bool {
    let bare = ["cpython", "pypy", "python"].iter().find_map(|kind| name.strip_prefix(kind)).unwrap_or(name);
    bare.bytes().all(|one| one.is_ascii_digit() || matches!(one, b'.' | b'@' | b'-'))
}

/// `alias.p=push -f`: git with these words.
fn alias(call: &Call, text: &str, value: &Word) -> Vec<Start> {
    let words = text.split_whitespace().map(|word| Word::literal(word, value.span));
    let span = value.span;
    let mut all = vec![Word::literal(call.program(), span)];
    all.extend(words);
    all.push(Word::any_words("the words after the alias", span));
    let quoted = text.contains(['\'', '"', '\\']);
    let mut start = Start::words(WrapKind::Program, &all);
    if quoted {
        start.doubts.push(call.doubt("the quotes in this alias are not read".to_owned()));
    }
    vec![start]
}

fn loads(call: &Call, key: &str, value: Word) -> Vec<Start> {
    if key == "core.hookspath" && value.known() == Some("/dev/null") {
        return Vec::new();
    }
    let span = value.span;
    let mut word = value;
    if word.parts.is_empty() {
        word.parts.push(Part::Literal(key.into()));
    }
    let doubt = call.doubt(format!("what {} loads because of {} is not known", call.program(), word.display()));
    vec![Start::words(WrapKind::Program, &[Word { count: Count::One, span, ..word }]).doubtful(doubt)]
}

/// Is nothing written where a file is called so?
fn is_nowhere(file: &str) -> bool {
    matches!(file.trim(), "/dev/null" | "none")
}

fn is_boolean(text: &str) -> bool {
    matches!(text.to_ascii_lowercase().as_str(), "true" | "false" | "yes" | "no" | "on" | "off" | "1" | "0")
}
