//! Aliases: the text that a shell reads in their place.
//!
//! Owns where an alias is expanded: at the name of a command, behind an alias that ends in a blank, and in zsh anywhere
//! (global aliases) or by the ending of a name (suffix aliases). Inside of text that is code (`eval`, `trap`) nothing is
//! expanded. Refuses to know where aliases come from.

use super::super::ast::{Part, Script, Word};
use super::super::visit::{self, Seen};
use super::super::{Dialect, Mistake, Parsed, parse};
use crate::input::{MAX_LINE_BYTES, Span};

/// How often the text is read again because an alias gave another one.
const MAX_ROUNDS: usize = 50;

/// How many times aliases may be expanded in one line.
const MAX_EXPANSIONS: usize = 500;

/// One alias.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alias {
    /// Where it is expanded.
    pub kind: AliasKind,
    /// What is typed; of a suffix alias the ending, without the dot.
    pub name: String,
    /// What is read for it.
    pub value: String,
}

/// Where an alias is expanded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AliasKind {
    /// For the name of a command.
    Command,
    /// For any word (zsh).
    Global,
    /// Before a name that ends like this (zsh).
    Suffix,
}

/// A stretch of the text that an alias gave.
struct Given<'a> {
    start: usize,
    end: usize,
    alias: &'a Alias,
}

/// A place at which an alias is expanded.
struct Place<'a> {
    span: Span,
    alias: &'a Alias,
}

/// The text with its aliases expanded.
///
/// # Errors
/// Where that comes to no end.
pub(super) fn expand(text: &str, parsed: &Parsed, dialect: Dialect, aliases: &[Alias]) -> Result<String, Mistake> {
    let mut given: Vec<Given<'_>> = Vec::new();
    let mut text = text.to_owned();
    let mut places = if aliases.is_empty() { Vec::new() } else { find(&text, &parsed.script, aliases, &given) };
    for _ in 0..MAX_ROUNDS {
        if places.is_empty() {
            return Ok(text);
        }
        if given.len() + places.len() > MAX_EXPANSIONS {
            break;
        }
        for place in places.iter().rev() {
            replace(&mut text, place, &mut given);
        }
        if text.len() > MAX_LINE_BYTES {
            break;
        }
        places = find(&text, &parse(&text, dialect).script, aliases, &given);
    }
    let what = "the aliases in this line expand further than runok follows them".to_owned();
    Err(Mistake { what, span: Span::new(0, 0) })
}

/// Where aliases are expanded next, in the order of the text; no alias inside of what it gave itself.
fn find<'a>(text: &str, script: &Script, aliases: &'a [Alias], given: &[Given<'_>]) -> Vec<Place<'a>> {
    let mut places: Vec<Place<'a>> = Vec::new();
    let mut add = |word: &Word, command: bool| {
        let [Part::Bare(name)] = word.parts.as_slice() else { return };
        // in a copied text (backquotes) the span may hold escapes: such a name stays
        if text.get(word.span.start..word.span.end) != Some(name) {
            return;
        }
        let inside = |alias: &Alias| {
            given.iter().any(|one| one.start <= word.span.start && word.span.end <= one.end && one.alias == alias)
        };
        let command = command || follows_a_blank(text, word.span.start, given);
        let alias = aliases.iter().find(|alias| applies(alias, name, command) && !inside(alias));
        places.extend(alias.map(|alias| Place { span: word.span, alias }));
    };
    visit::script(script, &mut |seen| match seen {
        Seen::Command(simple) => simple.words.first().into_iter().for_each(|word| add(word, true)),
        Seen::Word(word) => add(word, false),
    });
    places.sort_by_key(|place| place.span.start);
    places.dedup_by_key(|place| place.span.start);
    places
}

fn applies(alias: &Alias, name: &str, command: bool) -> bool {
    match alias.kind {
        AliasKind::Command => command && alias.name == name,
        AliasKind::Global => alias.name == name,
        AliasKind::Suffix => {
            command && name.rsplit_once('.').is_some_and(|(stem, ending)| !stem.is_empty() && ending == alias.name)
        }
    }
}

/// Is this the word behind an alias whose value ends in a blank?
fn follows_a_blank(text: &str, at: usize, given: &[Given<'_>]) -> bool {
    given.iter().any(|one| {
        let blank = one.alias.value.ends_with([' ', '\t']);
        blank
            && one.end <= at
            && text.get(one.end..at).is_some_and(|between| between.bytes().all(|byte| matches!(byte, b' ' | b'\t')))
    })
}

fn replace<'a>(text: &mut String, place: &Place<'a>, given: &mut Vec<Given<'a>>) {
    let Span { start, end } = place.span;
    let value = match place.alias.kind {
        AliasKind::Suffix => format!("{} {}", place.alias.value, text.get(start..end).unwrap_or_default()),
        AliasKind::Command | AliasKind::Global => place.alias.value.clone(),
    };
    let grown = value.len();
    text.replace_range(start..end, &value);
    for one in given.iter_mut() {
        if one.start >= end {
            one.start = one.start - (end - start) + grown;
        }
        if one.end >= end {
            one.end = one.end - (end - start) + grown;
        }
    }
    given.push(Given { start, end: start + grown, alias: place.alias });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(text: &str) -> String {
        let alias = |kind, name: &str, value: &str| Alias { kind, name: name.into(), value: value.into() };
        let aliases = [
            alias(AliasKind::Command, "ll", "ls -l"),
            alias(AliasKind::Command, "ls", "ls --color"),
            alias(AliasKind::Command, "sudo", "sudo "),
            alias(AliasKind::Command, "two", "ll; ll"),
            alias(AliasKind::Command, "ping", "pong a"),
            alias(AliasKind::Command, "pong", "ping b"),
            alias(AliasKind::Global, "G", "| grep"),
            alias(AliasKind::Suffix, "txt", "less"),
        ];
        expand(text, &parse(text, Dialect::Bash), Dialect::Bash, &aliases).unwrap()
    }

    #[test]
    fn an_alias_is_expanded_where_a_command_begins() {
        for (text, whole) in [
            ("ll x", "ls --color -l x"),
            ("echo ll", "echo ll"),
            ("A=1 ll", "A=1 ls --color -l"),
            ("if ll; then echo $(ls); fi", "if ls --color -l; then echo $(ls --color); fi"),
            ("\\ls; 'ls'; l\"s\"", "\\ls; 'ls'; l\"s\""),
            ("sudo ll", "sudo  ls --color -l"),
            ("sudo -u x ll", "sudo  -u x ll"),
            ("two y", "ls --color -l; ls --color -l y"),
            ("ping", "ping b a"),
            ("ls G x", "ls --color | grep x"),
            ("echo 'G'", "echo 'G'"),
            ("notes.txt", "less notes.txt"),
            ("echo notes.txt", "echo notes.txt"),
            ("ls `ls`", "ls --color `ls --color`"),
        ] {
            assert_eq!(expanded(text), whole, "{text}");
        }
    }

    #[test]
    fn many_aliases_come_to_an_end() {
        let aliases: Vec<Alias> = (0..100)
            .map(|index| Alias {
                kind: AliasKind::Command,
                name: format!("a{index}"),
                value: format!("a{} ; a{}", index + 1, index + 1),
            })
            .collect();
        assert!(expand("a0", &parse("a0", Dialect::Bash), Dialect::Bash, &aliases).is_err());
    }
}
