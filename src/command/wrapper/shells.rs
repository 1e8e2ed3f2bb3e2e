//! Shells, and builtins that run text.
//!
//! Owns how a shell's own words say what it runs. Refuses to read the text.

use crate::command::options::Item;
use crate::command::word::Word;
use crate::command::{WrapKind, normalise};
use crate::input::Span;
use crate::shell::Dialect;

use super::call::{Call, Read, is};
use super::launchers::Who;
use super::text::joined;
use super::{Start, Started};

/// `bash`, `sh`, `zsh`: `-c TEXT [NAME ARG…]`, `-s`, a script, or nothing.
pub(super) fn shell(call: &Call, who: Who) -> Vec<Start> {
    let dialect = match call.name.as_ref() {
        "bash" | "rbash" => Dialect::Bash,
        "zsh" => Dialect::Zsh,
        _ => Dialect::Posix,
    };
    let read = call.read();
    let mut starts = startup_files(call, read);
    if read.has(&["--version", "--help"]) && long_with_one_dash(call).is_none() {
        return starts;
    }
    starts.extend(main(call, read, dialect));
    let options = options(call, read, dialect);
    let restricted = call.name == "rbash" || read.has(&["-r", "--restricted"]);
    for start in &mut starts {
        start.options.clone_from(&options);
        start.doubts.extend(read.doubts.iter().cloned());
        if restricted {
            start.doubts.push(call.doubt("a restricted shell leaves out what it forbids, and goes on".to_owned()));
        }
        if let Some(word) = long_with_one_dash(call) {
            let why =
                format!("{} takes {} for a long option, and what follows is read otherwise", call.name, word.display());
            start.doubts.push(call.doubt(why));
        }
    }
    who.apply(starts)
}

/// Bash takes its long options with one dash as well (`-rcfile FILE`), as long as they stand first.
fn long_with_one_dash<'a>(call: &'a Call<'_>) -> Option<&'a Word> {
    const LONG: [&str; 17] = [
        "debug",
        "debugger",
        "dump-po-strings",
        "dump-strings",
        "help",
        "init-file",
        "login",
        "noediting",
        "noprofile",
        "norc",
        "posix",
        "pretty-print",
        "protected",
        "rcfile",
        "restricted",
        "verbose",
        "version",
    ];
    let mut before = "";
    for word in call.words.iter().skip(1) {
        let text = word.known()?;
        let is_value = before.ends_with("rcfile") || before.ends_with("init-file");
        if !is_value && !text.starts_with('-') {
            return None;
        }
        if !is_value && text.strip_prefix('-').is_some_and(|name| LONG.contains(&name)) {
            return Some(word);
        }
        before = text;
    }
    None
}

/// Its options that `set` or `shopt` would set as well, or that are to be read like one of those.
fn options(call: &Call, read: &Read, dialect: Dialect) -> Vec<(Word, Option<Word>)> {
    let span = call.words.first().map(|word| word.span).unwrap_or_default();
    let literal = |text: &str| Word::literal(text, span);
    let option = |item: &Item| {
        let Item::Flag(flag) = item else { return None };
        let name = flag.names.first()?.as_str();
        let letter = name.trim_start_matches(['-', '+']);
        let set = match dialect {
            Dialect::Zsh | Dialect::ZshPrompt { .. } => !"bcdfils".contains(letter),
            Dialect::Bash | Dialect::Posix | Dialect::Fish => "abefhkmnoOptuvxBCEHPT".contains(letter),
        };
        match name {
            "--posix" => Some((literal("-o"), Some(literal("posix")))),
            "--debugger" => Some((literal("-O"), Some(literal("extdebug")))),
            "--emulate" => Some((literal("-o"), Some(literal("emulate")))),
            "-i" => Some((literal(name), None)),
            _ if set && letter.len() == 1 => Some((literal(name), flag.value.clone())),
            _ => None,
        }
    };
    read.arguments.items.iter().filter_map(option).collect()
}

fn main(call: &Call, read: &Read, dialect: Dialect) -> Vec<Start> {
    // a lone dash ends the options like `--`
    let dash = read.operands.first().is_some_and(|(index, _)| call.words.get(*index).is_some_and(|word| is(word, "-")));
    let places: Vec<usize> = read.places(0).into_iter().skip(usize::from(dash)).collect();
    let places = if dash && places.is_empty() {
        read.operands.get(1).map(|(index, _)| *index).into_iter().collect()
    } else {
        places
    };
    let unclear = read.operands.iter().any(|(_, certain)| !certain);
    if read.has(&["-c"]) && places.is_empty() {
        return text_like_an_option(call, read, dialect);
    }
    if read.has(&["-c"]) {
        let texts = places.iter().map(|place| text_at(call, *place, dialect));
        // dash runs the text, and then what it reads
        let reads = dialect == Dialect::Posix && read.has(&["-s"]);
        return texts.chain(reads.then(|| input(&[], dialect))).collect();
    }
    if unclear {
        // the unknown word may be `-c`, `-s` or a script
        let mut starts = vec![input(&[Word::any_words("the parameters", Span::default())], dialect)];
        starts.extend(places.iter().skip(1).map(|place| text_at(call, *place, dialect)));
        return starts;
    }
    match places.first() {
        None => vec![input(&[], dialect)],
        Some(place) if read.has(&["-s"]) => {
            let own_name = call.words.iter().take(1);
            vec![input(&own_name.chain(call.from(*place)).cloned().collect::<Vec<Word>>(), dialect)]
        }
        Some(place) => match call.words.get(*place) {
            Some(script) if names_input(script) => vec![input(call.from(*place), dialect)],
            // what comes out of a stream is no script that anybody could have looked at
            Some(script) => vec![Start::new(WrapKind::Program, Started::File(script.clone()))],
            None => Vec::new(),
        },
    }
}

/// `zsh -c '- rm x'`: there is no text but what looks like an option.
fn text_like_an_option(call: &Call, read: &Read, dialect: Dialect) -> Vec<Start> {
    let Some(after) = read.flags(&["-c"]).map(|flag| flag.index + 1).next() else { return Vec::new() };
    let doubt = || call.doubt(format!("what {} -c runs looks like an option", call.name));
    let texts = (after..call.words.len()).map(|place| text_at(call, place, dialect).doubtful(doubt()));
    // `-norc` is no `-c`, and then it reads its input
    let is_long = |word: &Word| word.known().is_none_or(|text| text.len() > 2 && !text.starts_with("--"));
    let reads = call.words.iter().skip(1).any(is_long);
    texts.chain(reads.then(|| input(&[], dialect).doubtful(doubt()))).collect()
}

/// A script that is standard input under another name.
fn names_input(script: &Word) -> bool {
    let path = script.known().filter(|text| text.starts_with('/')).map(normalise);
    matches!(path.as_deref(), Some("/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0"))
}

fn text_at(call: &Call, place: usize, dialect: Dialect) -> Start {
    let text = call.words.get(place).cloned().unwrap_or_default();
    let parameters = call.from(place + 1).to_vec();
    Start::new(WrapKind::PassThrough, Started::Text { text, dialect, parameters, same_shell: false })
}

fn input(parameters: &[Word], dialect: Dialect) -> Start {
    Start::new(WrapKind::PassThrough, Started::Input { dialect, parameters: parameters.to_vec() })
}

/// Files that an interactive shell is told to read before anything else.
fn startup_files(call: &Call, read: &Read) -> Vec<Start> {
    if read.has(&["-c"]) && !read.has(&["-i"]) && read.doubts.is_empty() {
        return Vec::new();
    }
    let values = read.flags(&["--rcfile", "--init-file"]).filter_map(|flag| flag.value.clone());
    let start = |file: Word| {
        let doubt = call.doubt(format!("{} first runs what is in {}", call.name, file.display()));
        Start::new(WrapKind::Program, Started::File(file)).doubtful(doubt)
    };
    values.map(start).collect()
}

/// Shells whose language is not read here: their text is looked at as if it were that of `sh`, with a doubt.
pub(super) fn foreign_shell(call: &Call, who: Who) -> Vec<Start> {
    let read = call.read();
    let doubt = call.doubt(format!("the language of {} is not read", call.name));
    let place = read.places(0).first().copied();
    let mut starts = Vec::new();
    for flag in read.flags(&["-c", "--command", "-C", "--init-command", "-Command", "-EncodedCommand"]) {
        // with fish the text is the option's value, with csh the first operand
        let text = flag.value.clone().or_else(|| call.words.get(place?).cloned());
        starts.extend(text.map(|text| Start::text(WrapKind::PassThrough, text)));
    }
    if starts.is_empty() && place.is_none() && !read.has(&["--version", "--help"]) {
        starts.push(input(&[], Dialect::Posix));
    }
    who.apply(starts.into_iter().map(|start| start.with_doubts(&read.doubts).doubtful(doubt.clone())).collect())
}

/// `eval`: its words are joined and read by the shell itself.
pub(super) fn eval(call: &Call, _who: Who) -> Vec<Start> {
    let from = if call.words.get(1).is_some_and(|word| is(word, "--")) { 2 } else { 1 };
    joined(call.from(from)).map(same_shell).into_iter().collect()
}

fn same_shell(text: Word) -> Start {
    let what = Started::Text { text, dialect: Dialect::Bash, parameters: Vec::new(), same_shell: true };
    Start::new(WrapKind::PassThrough, what)
}

/// `trap TEXT SIGNAL…`; `trap SIGNAL` and `trap - SIGNAL` start nothing.
pub(super) fn trap(call: &Call, _who: Who) -> Vec<Start> {
    let read = call.read();
    let places = read.places(0);
    if read.operands.len() < 2 || read.has(&["-p", "-l", "-P"]) && read.doubts.is_empty() {
        return Vec::new();
    }
    let texts = places.iter().filter_map(|place| call.words.get(*place));
    let texts = texts.filter(|text| !is(text, "-") && !is(text, "") && !is_number(text));
    texts.take(places.len().min(2)).map(|text| same_shell(text.clone()).with_doubts(&read.doubts)).collect()
}

/// `trap 2 3` resets signals.
fn is_number(word: &Word) -> bool {
    word.known().is_some_and(|text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// `.` and `source`.
pub(super) fn source(call: &Call, _who: Who) -> Vec<Start> {
    let read = call.read();
    let places = read.places(0).into_iter().filter_map(|place| call.words.get(place));
    let file = |word: &Word| Start::new(WrapKind::PassThrough, Started::File(word.clone())).with_doubts(&read.doubts);
    places.map(file).collect()
}

/// Options of builtins whose value the shell itself runs: `mapfile -C`, `complete -C`, `bind -x`.
pub(super) fn callback(call: &Call, _who: Who) -> Vec<Start> {
    let read = call.read();
    let mut starts: Vec<Start> = Vec::new();
    for flag in read.flags(&["-C", "-x"]) {
        let Some(value) = &flag.value else { continue };
        // `bind -x '"key": command'`
        let known = value.known().and_then(|text| text.split_once(':')).filter(|_| call.name == "bind");
        let text = match known {
            Some((_, command)) => Word::literal(command.trim(), value.span),
            None => value.clone(),
        };
        starts.push(Start { kind: WrapKind::Program, ..same_shell(text) });
    }
    if !read.doubts.is_empty() {
        let word = call.words.iter().find(|word| !word.is_known()).cloned().unwrap_or_default();
        starts.push(Start { kind: WrapKind::Program, ..same_shell(word).with_doubts(&read.doubts) });
    }
    starts
}
