//! Programs that tell other machines, or the other end of a connection, what to run: ansible, salt, socat.
//!
//! Owns where in their words that stands. Refuses what is sent there in files.

use crate::command::WrapKind;
use crate::command::word::Word;

use super::Start;
use super::call::{Call, is};
use super::launchers::Who;
use super::text::after_prefix;

/// The modules of ansible whose argument is a command.
const MODULES: [&str; 4] = ["command", "shell", "raw", "script"];

/// The functions of salt whose argument is a command.
const FUNCTIONS: [&str; 6] = ["cmd.run", "cmd.run_all", "cmd.run_stdout", "cmd.run_bg", "cmd.shell", "cmd.powershell"];

/// How socat calls what it starts, in small letters.
const ADDRESSES: [&str; 3] = ["exec:", "system:", "shell:"];

/// `ansible all -m shell -a TEXT`; without `-m` it is a command too.
pub(super) fn ansible(call: &Call, who: Who) -> Vec<Start> {
    let read = call.read();
    let module = read.value(&["-m", "--module-name"]).map(Word::known);
    let name = |module: &str| MODULES.contains(&module.rsplit('.').next().unwrap_or(module));
    if module.is_some_and(|module| module.is_some_and(|module| !name(module))) {
        return Vec::new();
    }
    let texts = read.flags(&["-a", "--args"]).filter_map(|flag| flag.value.clone());
    who.apply(texts.map(|text| Start::text(WrapKind::PassThrough, text).with_doubts(&read.doubts)).collect())
}

/// `salt TARGET cmd.run TEXT`
pub(super) fn salt(call: &Call, who: Who) -> Vec<Start> {
    let is_function = |word: &Word| FUNCTIONS.iter().any(|function| is(word, function));
    let after = call.words.iter().position(is_function).map(|at| call.from(at + 1)).unwrap_or_default();
    let text = after.first().filter(|text| !text.literal_prefix().starts_with("runas="));
    who.apply(text.map(|text| Start::text(WrapKind::PassThrough, text.clone())).into_iter().collect())
}

/// `socat - EXEC:TEXT`: the options of an address stand behind commas.
pub(super) fn socat(call: &Call, who: Who) -> Vec<Start> {
    let started = call.from(1).iter().filter_map(|word| {
        let (name, _) = word.literal_prefix().split_once(':')?;
        let address = format!("{name}:");
        let text = after_prefix(word, &address).filter(|_| ADDRESSES.contains(&address.to_lowercase().as_str()))?;
        Some(before_comma(&text))
    });
    who.apply(started.map(|text| Start::text(WrapKind::PassThrough, text)).collect())
}

fn before_comma(text: &Word) -> Word {
    match text.known().and_then(|known| known.split_once(',')) {
        Some((command, _)) => Word::literal(command, text.span),
        None => text.clone(),
    }
}
