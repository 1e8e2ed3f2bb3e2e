//! What a remote of rclone starts: `rclone ls ':sftp,host=x,ssh=CMD:path'`, `rclone config create x sftp ssh=CMD`.
//!
//! Owns the syntax of such remotes and the settings that are commands. Refuses to read rclone's options (its table does).
//!
//! A remote is a name, or `:` and a type, then `,key=value` as often as wanted, a colon and a path. A value with commas or
//! colons stands in quotes, which are doubled to stand for themselves.

use crate::command::WrapKind;
use crate::command::options::{Effect, Item};
use crate::command::word::{Count, Word};

use super::Start;
use super::call::Call;
use super::launchers::Who;
use super::text::after_prefix;

/// Settings whose value is another remote, or several.
const NESTED: [&str; 3] = ["remote", "remotes", "upstreams"];

/// What the remotes of a call start.
pub(super) fn remotes(call: &Call, _who: Who) -> Vec<Start> {
    let read = call.read();
    let operands = read.operands.iter().skip(call.depth()).filter_map(|(index, _)| call.words.get(*index));
    if read.arguments.subcommands.iter().any(|name| name.starts_with("config")) {
        return in_configuration(&operands.collect::<Vec<_>>());
    }
    let values = read.arguments.items.iter().filter_map(|item| match item {
        Item::Flag(flag) if flag.does(Effect::Remote) => flag.value.as_ref(),
        _ => None,
    });
    operands.chain(values).flat_map(|word| of_remote(call, word)).collect()
}

/// What a word starts that may be a remote.
fn of_remote(call: &Call, word: &Word) -> Vec<Start> {
    let text = word.literal_prefix();
    // the name of a remote holds no slash
    if text.starts_with(['/', '~']) || text.starts_with("./") || text.starts_with("../") {
        return Vec::new();
    }
    match head(text) {
        Some(head) => settings(head).flat_map(|(key, value)| of_setting(call, word, key, &value)).collect(),
        None if word.is_known() && word.count == Count::One || text.contains('/') && !text.contains(',') => Vec::new(),
        None => vec![not_known(call, word)],
    }
}

/// `config create NAME TYPE key=value`, or `key value`: the value will run, if not at once.
fn in_configuration(operands: &[&Word]) -> Vec<Start> {
    let mut found = Vec::new();
    for (index, word) in operands.iter().enumerate() {
        let key = word.literal_prefix().split('=').next().unwrap_or_default();
        if !is_command(key) {
            continue;
        }
        let attached = after_prefix(word, &format!("{key}="));
        let value = attached.or_else(|| operands.get(index + 1).map(|value| (*value).clone()));
        found.extend(value.map(|value| Start::text(WrapKind::Program, value)));
    }
    found
}

fn of_setting(call: &Call, word: &Word, key: &str, value: &str) -> Option<Start> {
    if NESTED.contains(&key) && value.contains([',', ':']) {
        return Some(not_known(call, word));
    }
    is_command(key).then(|| Start::text(WrapKind::Program, Word::literal(value, word.span)))
}

/// Is the setting a command that is run here? (`bearer_token_command`, `ssh`)
fn is_command(key: &str) -> bool {
    let key = key.trim().replace('-', "_").to_ascii_lowercase();
    key == "ssh" || key.ends_with("_command")
}

fn not_known(call: &Call, word: &Word) -> Start {
    let shown = word.display();
    let doubt = call.doubt(format!("{shown} may be a remote that says what {} runs", call.name));
    Start::program(Word::unknown(shown, word.span), &call.name).doubtful(doubt)
}

/// What stands before the colon that begins the path; the first character may be one that begins a type.
fn head(text: &str) -> Option<&str> {
    let mut quote = None;
    for (at, one) in text.char_indices().skip(1) {
        match quote {
            Some(open) if open == one => quote = None,
            Some(_) => {}
            None if one == '"' || one == '\'' => quote = Some(one),
            None if one == ':' => return text.get(..at),
            None => {}
        }
    }
    None
}

/// The settings behind the name, without their quotes.
fn settings(head: &str) -> impl Iterator<Item = (&str, String)> {
    let mut rest = head.split_once(',').map(|(_, settings)| settings);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = end_of_setting(text);
        rest = text.get(end + 1..);
        let (key, value) = text.get(..end).unwrap_or_default().split_once('=').unwrap_or_default();
        Some((key, unquoted(value)))
    })
}

/// Where the comma stands that ends the setting, or the end.
fn end_of_setting(text: &str) -> usize {
    let mut quote = None;
    for (at, one) in text.char_indices() {
        match quote {
            Some(open) if open == one => quote = None,
            Some(_) => {}
            None if one == '"' || one == '\'' => quote = Some(one),
            None if one == ',' => return at,
            None => {}
        }
    }
    text.len()
}

fn unquoted(value: &str) -> String {
    for quote in ['"', '\''] {
        if let Some(inner) = value.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote)) {
            return inner.replace(&format!("{quote}{quote}"), &quote.to_string());
        }
    }
    value.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remote_is_taken_apart() {
        let parts = |text: &str| {
            head(text)
                .map(|head| settings(head).map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(parts("/a/b"), None);
        assert_eq!(parts("drive:a"), Some(String::new()));
        assert_eq!(parts("drive,ssh=id,a=1:p"), Some("ssh=id a=1".to_owned()));
        assert_eq!(parts(":sftp,ssh=\"a, \"\"b\"\":c\",x='y':p"), Some("ssh=a, \"b\":c x=y".to_owned()));
        assert_eq!(parts(":local:/p"), Some(String::new()));
    }
}
