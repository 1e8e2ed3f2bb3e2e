//! What a pattern says that its author can hardly mean: an option or a subcommand under a name that is nearly one that the
//! command has, words that would mean something in a shell.
//!
//! Owns the guesses, which are told to those who look at a policy thoroughly. Refuses to call anything wrong: the pattern
//! stays what it is, and matches what it matched.

use std::rc::Rc;

use super::super::names::nearest;
use super::super::pattern::{CommandPattern, Pattern, RulePattern, Text, Token};
use crate::command::options::{self, Item, Table, Tables};
use crate::command::word::Word;
use crate::input::Span;

/// How short a name may be that is taken for a mistyped one.
const MIN_MISTYPED: usize = 4;

/// What may be wrong, and what may have been meant.
pub(super) type Advice = (String, String);

/// What may be wrong with a rule: its text, and the patterns that it came to.
pub(super) fn on(text: &str, patterns: &[RulePattern], tables: &Tables) -> Vec<Advice> {
    let mut found: Vec<Advice> = Vec::new();
    if text.trim().contains('\n') {
        let help = "write a rule for each line".to_owned();
        found.push(("the lines of this text are one pattern".to_owned(), help));
    }
    found.extend(odd_character(text));
    found.extend(of_claude_code(text, tables));
    found.extend(text.split_whitespace().filter_map(of_other_languages));
    for pattern in patterns {
        let RulePattern::Command(patterns) = pattern else { continue };
        found.extend(text.split_whitespace().filter_map(of_shell));
        found.extend(patterns.iter().flat_map(|pattern| mistyped(pattern, tables)));
    }
    found.dedup();
    found
}

/// What may be wrong with an entry of a list of paths, and what to write: what a shell or a list of files to ignore would read is
/// text there, and may guard nothing.
pub(super) fn on_path(path: &str) -> Option<(String, &'static str)> {
    let braces = |path: &str| {
        path.split_once('{').and_then(|(_, rest)| rest.split_once('}')).is_some_and(|(inside, _)| inside.contains(','))
    };
    let (what, help) = if names_variable(path) {
        ("variables are not expanded in paths", "`~` stands for the home directory")
    } else if path.starts_with('!') {
        ("nothing is taken out of a list by a `!`", "list what belongs to it alone")
    } else if braces(path) {
        ("braces are not expanded in paths", "list each path by itself")
    } else {
        return None;
    };
    Some((format!("`{path}` is only text here: {what}"), help))
}

/// A word as a shell would write it. Quoted and escaped ones are meant as they stand.
fn of_shell(word: &str) -> Option<Advice> {
    if word.contains(['\'', '"', '\\']) {
        return None;
    }
    let redirects = word.trim_start_matches(|sign: char| sign.is_ascii_digit() || sign == '&');
    let (what, help) = if matches!(word, "&&" | "||" | "&" | ";") || word.ends_with(';') {
        ("each command of a line is judged by itself", "write one rule for each command")
    } else if redirects.starts_with('>') || redirects.starts_with("<<") || word == "<" {
        (
            "redirections are judged by themselves",
            "write a rule of its own for them, as `> /etc/**`, or `redirects` in `when`",
        )
    } else if word == "**" {
        ("it is one word of any text here", "write `*` for any number of words")
    } else if word.contains("$(") || word.contains('`') || names_variable(word) {
        (
            "patterns are compared with what a shell makes of a line: nothing is expanded in them",
            "write what comes of it, or a condition on `shell.expansions`",
        )
    } else {
        return None;
    };
    Some((format!("`{word}` is only text in a pattern: {what}"), help.to_owned()))
}

/// The entry of a list of Claude Code's, where a name with `:*` behind it begins a command: `git push:*`.
fn of_claude_code(text: &str, tables: &Tables) -> Option<Advice> {
    let mut words = text.split_whitespace();
    let first = words.next()?;
    let beginning = |word: &'_ str| word.strip_suffix(":*").map(str::to_owned);
    let is_subcommand = |name: &str| tables.table(first).is_some_and(|table| table.subcommands.table(name).is_some());
    let found = if beginning(first).is_some() {
        Some(first)
    } else {
        words.find(|word| beginning(word).is_some_and(|name| is_subcommand(&name)))
    };
    let (word, what) = match found {
        Some(word) => (word, "`:*` is how Claude Code's lists end"),
        None => (first.starts_with("Bash(").then_some(first)?, "such entries are those of Claude Code's lists"),
    };
    let help = "write the command alone, and ` *` for any words; `runok init` takes such lists over";
    Some((format!("`{word}` is only text in a pattern: {what}"), help.to_owned()))
}

/// A character that only looks like one of a shell.
fn odd_character(text: &str) -> Option<Advice> {
    let invisible =
        |sign: char| matches!(sign, '\u{a0}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{feff}');
    let sign = text.chars().find(|sign| "–—−‘’“”＊".contains(*sign) || invisible(*sign));
    let sign = u32::from(sign?);
    let what = format!("the character U+{sign:04X} stands in it, which is only text to a shell");
    Some((what, "write the plain `-`, quotes, `*` and blanks".to_owned()))
}

/// A word as other languages would have it.
fn of_other_languages(word: &str) -> Option<Advice> {
    let (what, help) = if word.starts_with('^') && word.len() > 1 {
        ("patterns are no regular expressions", "write words and `*`, or a condition with `matches`")
    } else if word.ends_with(',') && word.len() > 1 {
        ("a comma is part of the word", "write `a|b` for one of several words")
    } else if word.starts_with('(') && word.ends_with(')') && word.contains('|') {
        ("parentheses do not group", "write `a|b` for one of several words")
    } else {
        return None;
    };
    let quoted = word.contains(['\'', '"', '\\']);
    (!quoted).then(|| (format!("`{word}` is only text in a pattern: {what}"), help.to_owned()))
}

fn names_variable(word: &str) -> bool {
    word.split('$')
        .skip(1)
        .any(|rest| rest.starts_with(|first: char| first.is_ascii_alphabetic() || matches!(first, '_' | '{')))
}

/// The options and the subcommand of a pattern that the command is not known to have, where one that it has is near. Of
/// several commands each has to be without it.
fn mistyped(pattern: &Pattern, tables: &Tables) -> Vec<Advice> {
    let CommandPattern::Names(names) = &pattern.command else { return Vec::new() };
    let of_each = names.iter().map(|name| mistyped_of(name.as_plain()?, pattern, tables));
    let of_each: Vec<Vec<Advice>> = of_each.map(Option::unwrap_or_default).collect();
    if of_each.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    of_each.into_iter().next().unwrap_or_default()
}

/// The same of one command; nothing where it has no table.
fn mistyped_of(name: &str, pattern: &Pattern, tables: &Tables) -> Option<Vec<Advice>> {
    let table = tables.table(name)?;
    let mut start = vec![name.to_owned()];
    for token in &pattern.tokens {
        match token {
            Token::Word(texts) => match texts.iter().find_map(Text::as_plain) {
                Some(plain) => start.push(plain.to_owned()),
                None => break,
            },
            Token::Any | Token::EndOfOptions | Token::Command | Token::Options | Token::Variables => break,
            Token::Not(_) | Token::Path(_) | Token::Var(_) | Token::Type(_) | Token::Placeholder(_) => break,
            // they may stand before the name of a subcommand
            _ => {}
        }
    }
    let several = matches!(&pattern.command, CommandPattern::Names(names) if names.len() > 1);
    let flags = flags(&pattern.tokens, several);
    let of_flags = flags.iter().filter_map(Text::as_plain).filter_map(|flag| mistyped_flag(&start, flag, &table));
    Some(mistyped_subcommand(&start, &table).into_iter().chain(of_flags).collect())
}

/// Every spelling of a flag before `--`. What is not to be given to any of several commands is often no option of some.
fn flags(tokens: &[Token], several: bool) -> Vec<Text> {
    let before = tokens.iter().take_while(|token| **token != Token::EndOfOptions);
    let names = before.flat_map(|token| match token {
        Token::Flag(names) | Token::FlagValue { names, .. } | Token::FlagOptionalValue(names) => names.to_vec(),
        Token::Without(names) if !several => names.to_vec(),
        Token::Optional(inside) => flags(inside, several),
        _ => Vec::new(),
    });
    names.filter(Text::is_flag).collect()
}

fn words(texts: &[String]) -> Vec<Word> {
    texts.iter().map(|text| Word::literal(text.as_str(), Span::default())).collect()
}

fn mistyped_flag(start: &[String], flag: &str, table: &Table) -> Option<Advice> {
    let mut all = start.to_vec();
    all.push(flag.to_owned());
    let read = options::read(table, &words(&all));
    let unlisted = read.items.iter().find_map(|item| match item {
        Item::Flag(flag) if !flag.listed && flag.spelled.len() >= MIN_MISTYPED => Some(flag.spelled.clone()),
        _ => None,
    })?;
    // it may stand before the name of the subcommand
    if table.option(&unlisted).is_some() {
        return None;
    }
    let own = read.reached.last().map_or(table, AsRef::as_ref);
    let held = read.reached.iter().map(AsRef::as_ref).chain([table]).flat_map(|table| table.options.all().iter());
    let handed_down = held.filter(|option| option.inherit);
    let known = own.options.all().iter().chain(handed_down).flat_map(|option| option.names.iter().map(AsRef::as_ref));
    let near = nearest(&unlisted, known.filter(|name| name.len() >= MIN_MISTYPED))?;
    let command = std::iter::once(start.first()?).chain(&read.subcommands).cloned().collect::<Vec<_>>().join(" ");
    Some((format!("`{command}` has no option `{unlisted}` that runok knows of"), format!("did you mean `{near}`?")))
}

/// The first word that is none of the subcommands of what stands before it.
fn mistyped_subcommand(start: &[String], table: &Rc<Table>) -> Option<Advice> {
    let mut table = Rc::clone(table);
    for (index, word) in start.iter().enumerate().skip(1) {
        if let Some(inside) = table.subcommands.table(word) {
            table = inside;
            continue;
        }
        let near = nearest(word, table.subcommands.names()).filter(|_| word.len() >= MIN_MISTYPED)?;
        let command = start.get(..index)?.join(" ");
        let what = format!("`{command}` has no subcommand `{word}` that runok knows of");
        return Some((what, format!("did you mean `{near}`?")));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::pattern;

    fn told(text: &str) -> Vec<String> {
        let found = on(text, &pattern::parse(text).unwrap(), &Tables::default());
        found.into_iter().map(|(what, help)| format!("{what} | {help}")).collect()
    }

    #[test]
    fn what_is_nearly_an_option_or_a_subcommand_is_told() {
        assert_eq!(
            told("git push --fore *"),
            ["`git push` has no option `--fore` that runok knows of | did you mean `--force`?"]
        );
        assert_eq!(told("git psuh *"), ["`git` has no subcommand `psuh` that runok knows of | did you mean `push`?"]);
        assert_eq!(
            told("kubectl delete [-n x|--namspace y] *"),
            ["`kubectl delete` has no option `--namspace` that runok knows of | did you mean `--namespace`?"]
        );
        assert_eq!(told("docker compose strat *").len(), 1);
        assert_eq!(told("rm !--recursve *").len(), 1);
        assert_eq!(told("git [-C *] push --fore").len(), 1);
        assert_eq!(told("cp|mv --forse *").len(), 1);
    }

    #[test]
    fn what_may_be_meant_is_not() {
        for text in [
            "git push --force *",
            "git push -f|--force *",
            "git log --no-decorate -5 *",
            "git my-own-command --whatever",
            "git [-C *] reset --hard|--keep *",
            "ls|uniq --count *",
            "git push --my-own-option *",
            "tar xzf *",
            "rm -rf *",
            "own-program --fore",
            "git checkout -- --fore",
            "sudo rm --fore",
            "npm run --fore",
            "find * -exec rm {} ';'",
            "awk '{ print $1 }' *",
            "echo '&&' \\$HOME",
            "cat src/**",
            "* --help",
            "make CC=* <var>",
            "npm|pnpm !--http-proxy *",
            "curl localhost:*",
            "git push ext::* *",
            "docker run -p 80:* *",
        ] {
            assert!(told(text).is_empty(), "{text}: {:?}", told(text));
        }
    }

    #[test]
    fn what_only_a_shell_would_read_is_told() {
        for text in
            ["a && b", "cd x; rm *", "ls > x", "ls 2>&1", "rm $HOME/*", "rm ${X}", "echo $(id)", "cat **", "ls &"]
        {
            assert_eq!(told(text).len(), 1, "{text}: {:?}", told(text));
        }
        for text in
            ["git push:*", "Bash(rm *)", "^rm *", "(rm|mv) *", "rm –rf *", "rm “x”", "rm\u{a0}-rf *", "rm x\nmv y"]
        {
            assert_eq!(told(text).len(), 1, "{text}: {:?}", told(text));
        }
    }
}
