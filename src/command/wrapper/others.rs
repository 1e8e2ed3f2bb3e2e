//! Wrappers with a way of their own of saying what they start.
//!
//! Owns one function for each. Refuses what fits the rows of the table.

use crate::command::WrapKind;
use crate::command::word::{Part, Word};
use crate::shell::Dialect;
use crate::verdict::Match;

use super::call::{Call, Read, is};
use super::launchers::Who;
use super::text::{after_prefix, joined};
use super::users::vectors;
use super::{Start, Started, effects, env};

/// `busybox APPLET …`.
pub(super) fn applet(call: &Call, who: Who) -> Vec<Start> {
    match call.words.get(1) {
        Some(word) if word.looks_like_flag() != Match::Must => {
            who.apply(vec![Start::words(WrapKind::PassThrough, call.from(1))])
        }
        _ => Vec::new(),
    }
}

/// `cargo watch -x 'test' -- command`; `-s` is in its option table.
pub(super) fn cargo_watch(call: &Call, who: Who) -> Vec<Start> {
    let read = call.read();
    let mut starts = Vec::new();
    for flag in read.flags(&["-x"]) {
        let Some(value) = &flag.value else { continue };
        let text = joined(&[Word::literal("cargo", value.span), value.clone()]);
        starts.extend(text.map(|text| Start::text(WrapKind::PassThrough, text)));
    }
    if let Some(index) = read.after_end_of_options().filter(|index| *index < call.words.len()) {
        starts.push(Start::words(WrapKind::PassThrough, call.from(index)));
    } else {
        starts.extend(vectors(call, read, call.depth()));
    }
    who.apply(starts.into_iter().map(|start| start.with_doubts(&read.doubts)).collect())
}

/// `capsh [options] -- words for a shell`
pub(super) fn capsh(call: &Call, who: Who) -> Vec<Start> {
    let Some(dashes) = call.words.iter().position(|word| is(word, "--")) else { return Vec::new() };
    let mut words = vec![Word::literal("bash", call.words.first().map(|word| word.span).unwrap_or_default())];
    words.extend_from_slice(call.from(dashes + 1));
    who.apply(vec![Start::words(WrapKind::PassThrough, &words)])
}

/// `cmake -E env A=1 command`, `cmake -E time command`, `cmake -E chdir DIRECTORY command`, and cmake's own `rm`.
pub(super) fn cmake(call: &Call, who: Who) -> Vec<Start> {
    if !call.words.get(1).is_some_and(|word| is(word, "-E")) {
        return Vec::new();
    }
    let mut words = match call.words.get(2).and_then(Word::known) {
        Some("env") => return env::env(&Call::new(call.from(2), "env", call.tables), who),
        Some("time") => call.from(3),
        Some("chdir") => call.from(4),
        Some("rm") => call.from(2),
        _ => &[],
    };
    if words.first().is_some_and(|word| is(word, "--")) {
        words = words.get(1..).unwrap_or_default();
    }
    let started = (!words.is_empty()).then(|| Start::words(WrapKind::PassThrough, words));
    who.apply(started.into_iter().collect())
}

/// `cmd.exe /c text`
pub(super) fn cmd(call: &Call, who: Who) -> Vec<Start> {
    if !call.words.get(1).is_some_and(|word| ["/c", "/C", "/k", "/K"].iter().any(|option| is(word, option))) {
        return Vec::new();
    }
    let text = joined(call.from(2)).map(|text| Start::text(WrapKind::PassThrough, text));
    who.apply(text.into_iter().collect())
}

/// Terminals: what stands behind `-e`, `-x` or `--`, one word being a text; of some their operands.
pub(super) fn terminal(call: &Call, who: Who) -> Vec<Start> {
    let begins = |word: &Word| matches!(word.known(), Some("-e" | "-x" | "--" | "--execute" | "--command"));
    let text = |text: Word| Start::text(WrapKind::PassThrough, text);
    let fused = call
        .from(1)
        .iter()
        .find_map(|word| ["--command=", "--execute=", "-e="].iter().find_map(|option| after_prefix(word, option)));
    let starts = match (call.words.iter().position(begins).map(|at| call.from(at + 1)), fused) {
        (Some([alone]), _) => vec![text(alone.clone())],
        (Some([]), None) => Vec::new(),
        (_, Some(fused)) => vec![text(fused)],
        // a text may have options of the terminal behind it
        (Some(words), None) => {
            let first = words.first().filter(|word| word.literal_prefix().contains(' '));
            first.cloned().map(text).into_iter().chain([Start::words(WrapKind::PassThrough, words)]).collect()
        }
        (None, None) if ["foot", "kitty"].contains(&call.program()) => vectors(call, call.read(), 0),
        (None, None) => Vec::new(),
    };
    who.apply(starts)
}

/// `exec [-a NAME] command`
pub(super) fn exec(call: &Call, who: Who) -> Vec<Start> {
    let read = call.read();
    let mut starts = with_other_name(read, vectors(call, read, 0));
    // `-c` leaves it no environment
    starts.iter_mut().for_each(|start| start.cleared |= read.has(&["-c"]));
    who.apply(starts)
}

/// `exec -a NAME command`, `env -a NAME command`: a program of many commands, as busybox is, goes by the name that it is given,
/// so that one is started too.
pub(super) fn with_other_name(read: &Read, mut starts: Vec<Start>) -> Vec<Start> {
    let names: Vec<&Word> = read
        .flags(&["-a", "--argv0"])
        .filter_map(|flag| flag.value.as_ref())
        .filter(|name| !name.parts.is_empty())
        .collect();
    let renamed = |start: &Start, name: &Word| match &start.what {
        Started::Words(words) => {
            let words = std::iter::once(name).chain(words.iter().skip(1)).cloned().collect();
            Some(Start { what: Started::Words(words), ..start.clone() })
        }
        _ => None,
    };
    let others: Vec<Start> =
        starts.iter().flat_map(|start| names.iter().filter_map(|name| renamed(start, name))).collect();
    starts.extend(others);
    starts
}

/// `docker run [options] IMAGE command`, and with `--entrypoint PROGRAM` the words after the image are its arguments.
pub(super) fn container(call: &Call, who: Who) -> Vec<Start> {
    let read = call.read();
    let Some(program) = read.value(&["--entrypoint"]).filter(|value| value.known() != Some("")) else {
        return who.apply(vectors(call, read, call.depth() + 1));
    };
    let image = read.places(call.depth()).into_iter();
    let words = image.map(|place| std::iter::once(program).chain(call.from(place + 1)).cloned().collect::<Vec<Word>>());
    who.apply(words.map(|words| Start::words(WrapKind::PassThrough, &words).with_doubts(&read.doubts)).collect())
}

/// `python -m module …`: the module is mostly a tool that is also a command of that name.
pub(super) fn python_module(call: &Call, who: Who) -> Vec<Start> {
    let read = call.read();
    let modules = read.flags(&["-m"]).filter(|flag| flag.certain).filter_map(|flag| {
        let module = flag.value.as_ref().filter(|module| module.is_known())?;
        let rest = call.from(flag.index + if flag.separate { 2 } else { 1 });
        let words: Vec<Word> = std::iter::once(module).chain(rest).cloned().collect();
        let goes_on = call.doubt(format!("{} -i goes on to read commands of its own", call.program()));
        let start = Start::words(WrapKind::PassThrough, &words).with_doubts(&read.doubts);
        Some(if read.has(&["-i"]) { start.doubtful(goes_on) } else { start })
    });
    who.apply(modules.collect())
}

/// `entr command`; with `-s` the first operand is a text for a shell.
pub(super) fn entr(call: &Call, who: Who) -> Vec<Start> {
    let read = call.read();
    if !read.has(&["-s"]) {
        return who.apply(vectors(call, read, 0));
    }
    let texts = read.places(0).into_iter().filter_map(|place| call.words.get(place));
    who.apply(texts.map(|text| Start::text(WrapKind::PassThrough, text.clone()).with_doubts(&read.doubts)).collect())
}

/// The programs of that name: `dotenv -- command`, `dotenv run command`, `dotenv command`.
pub(super) fn dotenv(call: &Call, who: Who) -> Vec<Start> {
    let read = call.read();
    let places = match read.after_end_of_options() {
        Some(index) => vec![index],
        None => read.places(0),
    };
    let words = places.into_iter().map(|place| match call.words.get(place).and_then(Word::known) {
        Some("run" | "exec") => call.from(place + 1),
        _ => call.from(place),
    });
    let words = words.filter(|words| !words.is_empty());
    who.apply(words.map(|words| Start::words(WrapKind::PassThrough, words).with_doubts(&read.doubts)).collect())
}

/// `flock FILE command`, `flock FILE -c text`; with only a descriptor it starts nothing.
pub(super) fn flock(call: &Call, who: Who) -> Vec<Start> {
    let read = call.read();
    let mut starts = Vec::new();
    for place in read.places(1) {
        match call.words.get(place).and_then(Word::known) {
            Some("-c" | "--command") => {
                let text = call.words.get(place + 1).cloned();
                starts.extend(text.map(|text| Start::text(WrapKind::PassThrough, text).with_doubts(&read.doubts)));
            }
            _ => starts.push(Start::words(WrapKind::PassThrough, call.from(place)).with_doubts(&read.doubts)),
        }
    }
    who.apply(starts)
}

/// `gdb --args command`: what it runs is under the debugger's commands.
pub(super) fn gdb(call: &Call, who: Who) -> Vec<Start> {
    let Some(at) = call.words.iter().position(|word| is(word, "--args") || is(word, "-args")) else {
        return Vec::new();
    };
    let words = call.from(at + 1);
    if words.is_empty() {
        return Vec::new();
    }
    let doubt = call.doubt("what gdb is told to do with the program is not read".to_owned());
    who.apply(vec![Start::words(WrapKind::PassThrough, words).doubtful(doubt)])
}

/// `gh alias set name '!text'`.
pub(super) fn gh_alias(call: &Call, _who: Who) -> Vec<Start> {
    let mut words = call.from(1).iter().skip_while(|word| !is(word, "set"));
    if words.next().is_none() {
        return Vec::new();
    }
    let as_shell = call.words.iter().any(|word| is(word, "--shell") || is(word, "-s"));
    let operands: Vec<&Word> = words.filter(|word| word.looks_like_flag() != Match::Must).collect();
    let Some(expansion) = operands.get(1) else { return Vec::new() };
    let text = match after_prefix(expansion, "!") {
        Some(text) => text,
        None if as_shell || !expansion.is_known() => (*expansion).clone(),
        None => return Vec::new(),
    };
    vec![Start::text(WrapKind::Program, text)]
}

/// `jobs -x command`.
pub(super) fn jobs(call: &Call, who: Who) -> Vec<Start> {
    match call.words.get(1) {
        Some(word) if is(word, "-x") && call.words.len() > 2 => {
            who.apply(vec![Start::words(WrapKind::PassThrough, call.from(2))])
        }
        Some(word) if !word.is_known() && call.words.len() > 2 => {
            let doubt = call.doubt("it is not known whether jobs is told to start something".to_owned());
            who.apply(vec![Start::words(WrapKind::PassThrough, call.from(2)).doubtful(doubt)])
        }
        _ => Vec::new(),
    }
}

/// `script -c text`, `script file command`; with neither it runs a shell that reads what is typed.
pub(super) fn script(call: &Call, who: Who) -> Vec<Start> {
    let read = call.read();
    if read.has(&["-c"]) || read.has(&["-V", "-h"]) && read.doubts.is_empty() {
        // the text is in the option table
        return Vec::new();
    }
    let mut starts = match read.after_end_of_options() {
        Some(index) if index < call.words.len() => vec![Start::words(WrapKind::PassThrough, call.from(index))],
        _ => vectors(call, read, 1),
    };
    if starts.is_empty() {
        let what = Started::Input { dialect: Dialect::Posix, parameters: Vec::new() };
        starts.push(Start::new(WrapKind::PassThrough, what).with_doubts(&read.doubts));
    }
    who.apply(starts)
}

/// `setarch [architecture] [options] command`.
pub(super) fn setarch(call: &Call, who: Who) -> Vec<Start> {
    let names_architecture = |word: &Word| {
        matches!(
            word.known(),
            Some("linux32" | "linux64" | "i386" | "i486" | "i586" | "i686" | "x86_64" | "aarch64" | "uname26")
        )
    };
    if !call.words.get(1).is_some_and(names_architecture) {
        return who.apply(vectors(call, call.read(), 0));
    }
    let inner = Call::new(call.from(1), "setarch", call.tables);
    who.apply(vectors(&inner, inner.read(), 0))
}

/// `ssh [options] host [options] [words for the shell over there]`.
pub(super) fn ssh(call: &Call, who: Who) -> Vec<Start> {
    let read = call.read();
    if read.has(&["-V", "-Q", "-G", "-O", "-N"]) && read.doubts.is_empty() {
        return Vec::new();
    }
    let mut starts = Vec::new();
    for host in read.places(0) {
        let span = call.words.first().map(|word| word.span).unwrap_or_default();
        let mut words = vec![Word::literal("ssh", span), Word::literal("host", span)];
        words.extend_from_slice(call.from(host + 1));
        let rest = Call::new(&words, "ssh", call.tables);
        // options may also stand after the host
        let inner = rest.read();
        if !call.table.as_ref().is_some_and(|table| table.options_behind_first) {
            starts.extend(effects::starts(&rest));
        }
        let texts = inner.places(1).into_iter().filter_map(|place| joined(rest.from(place)));
        let found = texts.map(|text| Start::text(WrapKind::Elsewhere, text));
        starts.extend(found.map(|start| start.with_doubts(&read.doubts).with_doubts(&inner.doubts)));
    }
    if !starts.iter().any(|start| start.kind == WrapKind::Elsewhere) {
        let what = Started::Input { dialect: Dialect::Posix, parameters: Vec::new() };
        starts.push(Start::new(WrapKind::Elsewhere, what).with_doubts(&read.doubts));
    }
    for start in starts.iter_mut().filter(|start| start.kind == WrapKind::Elsewhere) {
        start.remote = who == Who::Remote;
    }
    starts
}

/// `start-stop-daemon --start --exec program -- words`.
pub(super) fn start_stop_daemon(call: &Call, who: Who) -> Vec<Start> {
    let read = call.read();
    if read.has(&["-K", "-T", "-H", "-V"]) && read.doubts.is_empty() {
        return Vec::new();
    }
    let mut starts = Vec::new();
    for flag in read.flags(&["-x", "-a"]) {
        let Some(program) = &flag.value else { continue };
        let mut words = vec![program.clone()];
        if let Some(index) = read.after_end_of_options() {
            words.extend_from_slice(call.from(index));
        }
        starts.push(Start::words(WrapKind::PassThrough, &words).with_doubts(&read.doubts));
    }
    who.apply(starts)
}

/// `strace [-E VAR=value] command`; `-o '|command'` writes to a command.
pub(super) fn strace(call: &Call, who: Who) -> Vec<Start> {
    let read = call.read();
    let mut starts = vectors(call, read, 0);
    for value in read.flags(&["-E"]).filter_map(|flag| flag.value.as_ref()) {
        let removed = || value.known().map(|name| (name.to_owned(), None));
        match env::assignment(value).or_else(removed) {
            Some(set) => starts.iter_mut().for_each(|start| start.environment.push(set.clone())),
            None => {
                let doubt = call.doubt("which variable strace sets is not known".to_owned());
                starts.iter_mut().for_each(|start| start.doubts.push(doubt.clone()));
            }
        }
    }
    for flag in read.flags(&["-o"]) {
        let Some(value) = &flag.value else { continue };
        let text = after_prefix(value, "|").or_else(|| after_prefix(value, "!"));
        let unknown = !matches!(value.parts.first(), Some(Part::Literal(_)) | None);
        if let Some(text) = text.or_else(|| unknown.then(|| value.clone())) {
            starts.push(Start::text(WrapKind::Program, text));
        }
    }
    who.apply(starts)
}

/// `watch text`, and with `-x` an argument vector.
pub(super) fn watch(call: &Call, who: Who) -> Vec<Start> {
    let read = call.read();
    let vector = read.has(&["-x"]);
    let mut starts = if vector { vectors(call, read, 0) } else { Vec::new() };
    if !vector || !read.doubts.is_empty() {
        let texts = read.places(0).into_iter().filter_map(|place| joined(call.from(place)));
        starts.extend(texts.map(|text| Start::text(WrapKind::PassThrough, text).with_doubts(&read.doubts)));
    }
    who.apply(starts)
}
