//! Wrappers that run a command for each of many things: find, fd, xargs, parallel.
//!
//! Owns what their placeholders stand for. Refuses to know which files there are.

use smallvec::smallvec;

use crate::command::WrapKind;
use crate::command::options::Item;
use crate::command::word::{Count, Word};

use super::call::{Call, Read, is};
use super::found::found;
use super::hidden;
use super::launchers::Who;
use super::text::{joined, unknown, with_unknown};
use super::{Start, Started};

/// `find … -exec command ;` and its kin. What `-delete` removes is to a rule what `rm` of it is.
pub(super) fn find(call: &Call, who: Who) -> Vec<Start> {
    let read = call.read();
    let mut starts = Vec::new();
    for flag in read.flags(&["-exec", "-execdir", "-ok", "-okdir"]) {
        if flag.value_words.is_empty() {
            continue;
        }
        let many = call.words.get(flag.index + 1 + flag.value_words.len()).is_some_and(|word| is(word, "+"));
        let start = |found: &Word| Start::words(WrapKind::PassThrough, &with_found(&flag.value_words, found, many));
        starts.extend(found(call, read, flag, false).iter().map(start));
        if matches!(flag.spelled.as_str(), "-execdir" | "-okdir") {
            // the same files by the names that they have in their own directories
            let in_place = |found: &Word| {
                let directory = Word { parts: smallvec![unknown("the directory of what find found")], ..found.clone() };
                Start { directory: Some(directory), ..start(found) }
            };
            starts.extend(found(call, read, flag, true).iter().map(in_place));
        }
    }
    for flag in read.flags(&["-delete"]) {
        let span = call.words.first().map(|word| word.span).unwrap_or_default();
        let remove = |found: Word| [Word::literal("rm", span), Word::literal("-d", span), found];
        let found = found(call, read, flag, false).into_iter();
        starts.extend(found.map(|found| Start::words(WrapKind::PassThrough, &remove(found))));
    }
    starts.extend(hidden_delete(call, read));
    who.apply(starts)
}

/// What a word may start that is perhaps `-delete`.
fn hidden_delete(call: &Call, read: &Read) -> Option<Start> {
    let word = read.arguments.items.iter().find_map(|item| match item {
        Item::Unclear { word, .. } if hidden::may_spell(word, "-delete") => Some(word),
        _ => None,
    })?;
    let shown = word.display();
    let doubt = call.doubt(format!("{shown} may be the option -delete of find, which removes what it finds"));
    Some(Start::program(Word::unknown(shown, word.span), "find").doubtful(doubt))
}

/// The words of `-exec` with what was found in the place of `{}`; `many`: one or more.
fn with_found(words: &[Word], found: &Word, many: bool) -> Vec<Word> {
    let mut filled = Vec::with_capacity(words.len() + 1);
    for word in words {
        if !is(word, "{}") {
            filled.push(with_unknown(word, "{}", "{}"));
            continue;
        }
        if !many || found.is_glob() {
            let count = if many { Count::Any } else { Count::One };
            filled.push(Word { count, ..found.clone() });
            continue;
        }
        filled.push(found.clone());
        filled.push(Word { count: Count::Any, ..found.clone() });
    }
    filled
}

/// `fd … -x command` and `-X command`; without a placeholder the found file is the last word.
pub(super) fn fd(call: &Call, who: Who) -> Vec<Start> {
    const PLACEHOLDERS: &[&str] = &["{}", "{/}", "{//}", "{.}", "{/.}"];
    let read = call.read();
    let mut starts = Vec::new();
    for flag in read.flags(&["-x", "-X"]) {
        let given: Vec<Word> =
            if flag.value_words.is_empty() { flag.value.iter().cloned().collect() } else { flag.value_words.clone() };
        let Some(first) = given.first() else { continue };
        let has = |word: &Word| PLACEHOLDERS.iter().any(|holder| word.display().contains(holder));
        let mut words: Vec<Word> = given.iter().map(|word| replaced(word, PLACEHOLDERS)).collect();
        if !given.iter().any(has) {
            let found = Word::unknown("what fd found", first.span);
            words.push(if flag.spelled == "-x" || flag.spelled == "--exec" {
                found
            } else {
                Word { count: Count::Any, ..found }
            });
        }
        starts.push(Start::words(WrapKind::PassThrough, &words));
    }
    who.apply(starts)
}

fn replaced(word: &Word, placeholders: &[&str]) -> Word {
    placeholders.iter().fold(word.clone(), |word, holder| with_unknown(&word, holder, holder))
}

/// What the words that xargs reads are called.
const XARGS_INPUT: &str = "the input of xargs";

/// The words that xargs starts, its input known: nothing where its options, or quotes in the input, divide it otherwise.
pub(in crate::command) fn with_input(words: &[Word], called: &[Word], input: &str) -> Option<Vec<Word>> {
    let (last, given) = words.split_last()?;
    let options = called.get(1..called.len().checked_sub(given.len())?)?;
    let plain =
        options.iter().all(|word| matches!(word.known(), Some("-r" | "-t" | "--no-run-if-empty" | "--verbose")));
    let quoted = input.contains(['\'', '"', '\\', '\0']) || input.contains("\n_\n");
    if !plain || quoted || last.doubts() != [XARGS_INPUT] {
        return None;
    }
    let read = input
        .split([' ', '\t', '\n'])
        .filter(|text| !text.is_empty())
        .take(MAX_INPUT_WORDS + 1)
        .map(|text| Word::literal(text, last.span));
    let words: Vec<Word> = given.iter().cloned().chain(read).collect();
    (words.len() <= given.len() + MAX_INPUT_WORDS).then_some(words)
}

/// The words that xargs starts, its input being these names with a NUL after each: nothing where it divides them otherwise.
pub(in crate::command) fn with_names(words: &[Word], called: &[Word], names: &[Word]) -> Option<Vec<Word>> {
    let (last, given) = words.split_last()?;
    let options = called.get(1..called.len().checked_sub(given.len())?)?;
    let options: Vec<&str> = options.iter().map(Word::known).collect::<Option<_>>()?;
    let cluster = |option: &str| {
        let mut letters = option.strip_prefix('-').unwrap_or_default().chars().peekable();
        letters.peek().is_some() && letters.all(|letter| matches!(letter, '0' | 'r' | 't'))
    };
    let plain = |option: &&str| matches!(*option, "--null" | "--no-run-if-empty" | "--verbose") || cluster(option);
    let by_nul = options.iter().any(|option| *option == "--null" || cluster(option) && option.contains('0'));
    if !by_nul || !options.iter().all(plain) || last.doubts() != [XARGS_INPUT] {
        return None;
    }
    let each = names.iter().map(|name| Word { count: Count::Any, ..name.clone() });
    Some(given.iter().cloned().chain(each).collect())
}

/// The most words that are taken from a known input.
const MAX_INPUT_WORDS: usize = 256;

/// `xargs [options] [command]`: words from its input are appended, or stand for a placeholder.
pub(super) fn xargs(call: &Call, who: Who) -> Vec<Start> {
    let read = call.read();
    let placeholder = placeholder(read);
    let places = read.places(0);
    let span = call.words.first().map(|word| word.span).unwrap_or_default();
    let input = Word::any_words(XARGS_INPUT, span);
    let mut starts = Vec::new();
    if places.is_empty() || !read.doubts.is_empty() {
        let words = [Word::literal("echo", span), input.clone()];
        starts.push(Start::words(WrapKind::PassThrough, &words).with_doubts(&read.doubts));
    }
    for place in places {
        let given = call.from(place);
        if let Some(text) = placeholder.as_ref() {
            let start = match text.known() {
                Some(text) => {
                    let words: Vec<Word> = given.iter().map(|word| with_unknown(word, text, text)).collect();
                    Start::words(WrapKind::PassThrough, &words)
                }
                None => Start::words(WrapKind::PassThrough, given)
                    .doubtful(call.doubt("what xargs replaces in these words is not known".to_owned())),
            };
            starts.push(start.with_doubts(&read.doubts));
        }
        // of `-I` and `-n` or `-L` the last one counts
        if placeholder.is_none() || read.has(&["-n", "-L", "-l"]) {
            let mut words = given.to_vec();
            words.push(input.clone());
            starts.push(Start::words(WrapKind::PassThrough, &words).with_doubts(&read.doubts));
        }
    }
    let slot = read.flags(&["--process-slot-var"]).last().and_then(|flag| flag.value.clone());
    if let Some(slot) = &slot {
        starts.iter_mut().for_each(|start| match slot.known() {
            Some(name) => {
                start.environment.push((name.to_owned(), Some(Word::unknown("the number of a process", span))))
            }
            None => start.doubts.push(call.doubt("which variable xargs sets is not known".to_owned())),
        });
    }
    who.apply(starts)
}

fn placeholder(read: &Read) -> Option<Word> {
    let flag = read.flags(&["-I", "-i", "-J"]).last()?;
    Some(flag.value.clone().unwrap_or_else(|| Word::literal("{}", crate::input::Span::default())))
}

/// `parallel command ::: values`: its words become a shell text, with values in it.
pub(super) fn parallel(call: &Call, who: Who) -> Vec<Start> {
    const PLACEHOLDERS: &[&str] = &["{}", "{.}", "{/}", "{//}", "{/.}", "{#}", "{%}", "{1}", "{2}", "{3}"];
    let read = call.read();
    let doubt = call.doubt("parallel puts its values into a text for the shell".to_owned());
    let mut starts = Vec::new();
    for place in read.places(0) {
        let given = call.from(place);
        let end = given
            .iter()
            .position(|word| word.known().is_some_and(|text| text.starts_with(":::")))
            .unwrap_or(given.len());
        let mut words: Vec<Word> = given.iter().take(end).map(|word| replaced(word, PLACEHOLDERS)).collect();
        let Some(span) = words.first().map(|word| word.span) else { continue };
        words.push(Word::any_words("the values of parallel", span));
        let Some(text) = joined(&words) else { continue };
        starts.push(Start::words(WrapKind::PassThrough, &words).with_doubts(&read.doubts).doubtful(doubt.clone()));
        // one word is a text of its own: `parallel 'rm -rf {}'`
        if end == 1 {
            let known = given.iter().take(1).cloned().collect::<Vec<_>>();
            let text = joined(&known).unwrap_or(text);
            starts.push(Start::text(WrapKind::PassThrough, text).doubtful(doubt.clone()));
        }
    }
    if starts.is_empty() {
        // every line of the input is a command
        let what = Started::Input { dialect: crate::shell::Dialect::Posix, parameters: Vec::new() };
        starts.push(Start::new(WrapKind::PassThrough, what).doubtful(doubt));
    }
    who.apply(starts)
}
