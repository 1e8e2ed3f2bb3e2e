//! What a rule or a wrapper pattern is about: the groups in which it is listed.
//!
//! Owns what a pattern tells of the commands that it matches without being matched. Refuses to keep an index.

use std::borrow::Cow;

use crate::command::base_name;
use crate::command::effects::Kind;
use crate::policy::condition::When;
use crate::policy::pattern::{CommandPattern, EffectPattern, Pattern, RulePattern, Text, Token};
use crate::policy::{Rule, WrapperPattern};

/// How the names of groups begin that are about what a command does.
pub(super) const DOING: &str = "/does ";

/// What stands among the words that a rule asks for in the place of one: something that is not known before the command runs.
pub(super) const EXPANSION: &str = "$";

/// What can be listed: it says what it is about.
pub trait About {
    /// The groups that it belongs to, each once.
    fn groups(&self) -> Vec<Group<'_>>;
}

/// What is known of a command to those who look for rules about it.
pub struct Sought<'a> {
    /// Its name; nothing where that is not known.
    pub name: Option<&'a str>,
    /// The words after it; nothing where they are not all known.
    pub words: Option<Vec<&'a str>>,
    /// Something of it has to be expanded: `shell.expansions` is not empty.
    pub expands: bool,
    /// It is called from within itself: `shell.recursive`.
    pub recursive: bool,
    /// The kinds of effects that it may have, asked for where a rule is about them; nothing where that may be any.
    pub kinds: &'a dyn Fn() -> Option<Vec<Kind>>,
}

impl<'a> Sought<'a> {
    /// A command of which this is known, and nothing of what it does.
    #[must_use]
    pub fn plain(name: Option<&'a str>, words: Option<Vec<&'a str>>) -> Self {
        Self { name, words, expands: true, recursive: true, kinds: &|| None }
    }
}

/// What a rule is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Group<'a> {
    /// Any command: its name has to be matched to tell.
    AnyCommand,
    /// The same, if it is called from within itself.
    Recursive,
    /// The same, if it does something of this kind.
    Doing(Kind),
    /// Commands whose base name is this.
    Command(&'a str),
    /// Commands of this base name which have this among their words.
    Word(&'a str, &'a str),
    /// Redirections.
    Redirections,
    /// Assignments.
    Assignments,
}

impl<'a> Group<'a> {
    /// The group of its command, of that of a word.
    pub(super) fn without_word(self) -> Self {
        if let Self::Word(name, _) = self { Self::Command(name) } else { self }
    }

    /// The name of the group: no command has a name with a slash.
    pub(super) fn name(self) -> Cow<'a, str> {
        match self {
            Self::AnyCommand => "/any".into(),
            Self::Recursive => "/recursive".into(),
            Self::Doing(kind) => [DOING, kind.as_str()].concat().into(),
            Self::Command(name) => name.into(),
            Self::Word(name, word) => [name, " ", word].concat().into(),
            Self::Redirections => "/redirections".into(),
            Self::Assignments => "/assignments".into(),
        }
    }
}

impl About for Rule {
    fn groups(&self) -> Vec<Group<'_>> {
        match &self.pattern {
            RulePattern::Command(patterns) => {
                let wants_expansions = self.when.as_ref().is_some_and(When::wants_expansions);
                let wants_recursion = self.when.as_ref().is_some_and(When::wants_recursion);
                let own = |pattern| match groups_of(pattern, wants_expansions) {
                    // as with expansions: what its tokens name it has spoken of, whether its condition holds or not
                    groups if wants_recursion && groups == [Group::AnyCommand] && takes_anything(pattern) => {
                        vec![Group::Recursive]
                    }
                    groups => groups,
                };
                let mut groups: Vec<Group<'_>> = patterns.iter().flat_map(own).collect();
                groups.sort_unstable();
                groups.dedup();
                groups
            }
            RulePattern::Redirect { .. } => vec![Group::Redirections],
            RulePattern::Assignment { .. } => vec![Group::Assignments],
        }
    }
}

impl About for WrapperPattern {
    fn groups(&self) -> Vec<Group<'_>> {
        let mut groups = groups_of(&self.pattern, false);
        groups.sort_unstable();
        groups.dedup();
        groups
    }
}

/// A name without a star stands for the commands with its base name: a rule for `/bin/rm` may mean the `rm` that is found,
/// and one for `rm` means `/bin/rm`.
fn groups_of(pattern: &Pattern, wants_expansions: bool) -> Vec<Group<'_>> {
    let CommandPattern::Names(names) = &pattern.command else { return groups_of_any(pattern) };
    let words = match asked_for(&pattern.tokens) {
        // a rule that names a flag has spoken of it, whether its condition holds or not
        None if wants_expansions && takes_anything(pattern) => Some(vec![EXPANSION]),
        words => words,
    };
    let groups = names.iter().flat_map(|name| groups_of_name(name, words.as_deref()));
    let of_any = |group| if group == Group::AnyCommand { groups_of_any(pattern) } else { vec![group] };
    groups.flat_map(of_any).collect()
}

/// Does it say nothing of the words after the command?
fn takes_anything(pattern: &Pattern) -> bool {
    pattern.tokens.iter().all(|token| *token == Token::Any)
}

/// Of a pattern whose name may be that of any command: what asks for an effect is met by those that have it. (What speaks of
/// paths also counts for files that stand elsewhere, beside which other words may have other effects.)
fn groups_of_any(pattern: &Pattern) -> Vec<Group<'_>> {
    let asked_for = pattern.tokens.iter().find_map(|token| match token {
        Token::Effects { negated: false, any_of } => Some(any_of),
        _ => None,
    });
    match asked_for {
        Some(any_of) if !pattern.tokens.iter().any(speaks_of_paths) => {
            let covers = |kind: &Kind| any_of.iter().any(|effect: &EffectPattern| effect.covers(*kind));
            Kind::ALL.into_iter().filter(covers).map(Group::Doing).collect()
        }
        _ => vec![Group::AnyCommand],
    }
}

fn groups_of_name<'p>(name: &'p Text, words: Option<&[&'p str]>) -> Vec<Group<'p>> {
    match (name.as_plain().map(base_name), words) {
        (None, _) => vec![Group::AnyCommand],
        (Some(name), None) => vec![Group::Command(name)],
        (Some(name), Some(words)) => words.iter().map(|word| Group::Word(name, word)).collect(),
    }
}

/// The words that a word of a command may be to a pattern: itself, and what may be attached to a flag in it (`--x=y`, `-xy`),
/// which is left where a token names the flag alone (`[--x] y`).
pub(super) fn words_in(word: &str) -> impl Iterator<Item = &str> {
    let (long, short) = match (word.strip_prefix("--"), word.strip_prefix(['-', '+'])) {
        (Some(long), _) => (long.split_once('=').map(|(_, value)| value), ""),
        (None, short) => (None, short.unwrap_or_default()),
    };
    let clustered = short.char_indices().skip(1).filter_map(|(at, _)| short.get(at..));
    std::iter::once(word).chain(long).chain(clustered)
}

/// Words of which one must stand among those that are in a command (`words_in`) which the tokens match; nothing where that is
/// not to be told. A file that stands elsewhere (`< file`) counts as a word to tokens that speak of paths.
fn asked_for(tokens: &[Token]) -> Option<Vec<&str>> {
    if tokens.iter().any(speaks_of_paths) {
        return None;
    }
    tokens.iter().find_map(|token| match token {
        Token::Word(texts) => {
            // `~` stands for the home directory as well
            texts.iter().map(|text| text.as_plain().filter(|plain| !plain.starts_with('~'))).collect()
        }
        _ => None,
    })
}

fn speaks_of_paths(token: &Token) -> bool {
    match token {
        Token::Path(_) => true,
        Token::FlagValue { value, .. } => speaks_of_paths(value),
        Token::Optional(inner) => inner.iter().any(speaks_of_paths),
        _ => false,
    }
}
