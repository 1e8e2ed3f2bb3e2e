//! Globs of paths, as policies write them.
//!
//! Owns their syntax: `*` and `?` stay within a component, `**` crosses them, `\` takes the next character as it is.
//! Unlike a shell's, these match names that begin with a dot: a policy that forgets hidden files forgets too much.

use super::around::Around;
use super::run;
use crate::command::word::{Count, Part, Word};
use crate::policy::regex::automaton::{ANY, Automaton, Mode, State, StateId};
use crate::verdict::Match;

/// A glob of paths, read.
#[derive(Clone, Debug)]
pub struct PathGlob {
    automaton: Automaton,
}

/// One step of a glob.
enum Token {
    Character(char),
    Question,
    Star,
    /// `**`
    Across,
    /// `**/` at the start of a component: any number of whole components.
    Components,
}

impl PathGlob {
    /// Reads a glob. Every text is one.
    #[must_use]
    pub fn new(pattern: &str) -> Self {
        let mut automaton = Automaton::empty();
        let next = tokens(pattern).iter().rev().fold(0, |next, token| add(&mut automaton, token, next));
        automaton.start = next;
        Self { automaton }
    }

    /// Does the word match? Nothing is resolved: the path must be written as the glob is.
    pub fn matches(&self, word: &Word) -> Match {
        run::run(&self.automaton, Mode::Whole, word)
    }
}

/// Does a word match a glob? The glob is read only where that is not plain without it.
pub fn matches_path(glob: &str, word: &Word) -> Match {
    if Around::of(word).is_some_and(|around| around.may_match_path(glob)) {
        return Match::May;
    }
    PathGlob::new(glob).matches(word)
}

/// Can a word match a glob at all, as far as their known beginnings and ends tell? Most pairs differ there, and reading a
/// glob takes longer than this.
#[must_use]
pub fn may_match(pattern: &str, word: &Word) -> bool {
    Glance::of(word).may_match(pattern)
}

/// The known beginning and end of a word, to be held against many globs.
#[derive(Clone, Copy)]
pub struct Glance<'w> {
    /// Its text, where it is known.
    known: Option<&'w str>,
    /// It may become other words, of which nothing is known.
    is_open: bool,
    head: &'w str,
    tail: &'w str,
}

impl<'w> Glance<'w> {
    /// That of a word.
    #[must_use]
    pub fn of(word: &'w Word) -> Self {
        let is_open = word.count != Count::One && !word.is_glob();
        Self { known: word.known(), is_open, head: word.literal_prefix(), tail: literal_end(word) }
    }

    /// Can the word match a glob at all, as far as this tells?
    #[must_use]
    pub fn may_match(&self, pattern: &str) -> bool {
        if self.is_open {
            return true;
        }
        if differs_at_start(pattern, self.head) || differs_at_end(pattern, self.tail) {
            return false;
        }
        match self.known {
            Some(text) => holds_in_order(pattern, text),
            None => !differs_before_end(pattern, self.tail),
        }
    }
}

/// Do the last characters tell a glob from all texts that end so? A slash at the end of a glob may stand for nothing
/// (`**/`), and an escaped one is what it is.
fn differs_at_end(pattern: &str, end: &str) -> bool {
    match (pattern.bytes().next_back(), end.bytes().next_back()) {
        (None | Some(b'/'), _) | (_, None) => false,
        (Some(own @ (b'*' | b'?')), Some(last)) => ends_in_escape(pattern) && own != last,
        (Some(own), Some(last)) => own != last,
    }
}

/// Do the characters before the first that is not plain tell a glob from a text?
fn differs_at_start(pattern: &str, text: &str) -> bool {
    let differing = pattern.bytes().zip(text.bytes()).find(|(own, given)| own != given || is_operator(*own));
    differing.is_some_and(|(own, _)| !is_operator(own))
}

/// Do the characters after the last that is not plain tell a glob from all texts that end so? A slash after that one may stand
/// for nothing (`**/`).
fn differs_before_end(pattern: &str, end: &str) -> bool {
    let own = pattern.as_bytes();
    let pairs = own.iter().rev().zip(end.bytes().rev());
    let differing = pairs.enumerate().find(|(_, (own, given))| **own != *given || is_operator(**own));
    differing.is_some_and(|(after, (byte, _))| {
        let before = own.len().checked_sub(after + 2).and_then(|at| own.get(at));
        let may_be_nothing = *byte == b'/' && before.is_none_or(|before| is_operator(*before));
        !is_operator(*byte) && !may_be_nothing
    })
}

/// May a byte of a glob stand for another one?
pub fn is_operator(byte: u8) -> bool {
    matches!(byte, b'*' | b'?' | b'\\')
}

/// Is the last character of a glob one that is taken as it is?
fn ends_in_escape(pattern: &str) -> bool {
    pattern.bytes().rev().skip(1).take_while(|byte| *byte == b'\\').count() % 2 == 1
}

/// What follows a star, without the slash that may belong to it: `**/` may stand for nothing.
pub(super) fn without_slash(piece: &[u8]) -> &[u8] {
    piece.strip_prefix(b"/").unwrap_or(piece)
}

/// Does a text hold what a glob says plainly, in its order? (What an escape takes as it is may be more than is asked for.)
fn holds_in_order(pattern: &str, text: &str) -> bool {
    let mut pieces = pattern.as_bytes().split(|byte| is_operator(*byte));
    let Some(head) = pieces.next() else { return false };
    let Some(tail) = pieces.next_back() else { return text == pattern };
    let after_head = text.as_bytes().strip_prefix(head);
    let mut rest = after_head.and_then(|rest| rest.strip_suffix(without_slash(tail)));
    for piece in pieces {
        rest = rest.and_then(|rest| after(rest, without_slash(piece)));
    }
    rest.is_some()
}

/// What follows the first place in which a short piece stands.
fn after<'t>(text: &'t [u8], piece: &[u8]) -> Option<&'t [u8]> {
    let Some(first) = piece.first() else { return Some(text) };
    let mut rest = text;
    loop {
        let at = rest.iter().position(|byte| byte == first)?;
        rest = rest.get(at..)?;
        if let Some(after) = rest.strip_prefix(piece) {
            return Some(after);
        }
        rest = rest.get(1..)?;
    }
}

/// The known text that a word ends with.
fn literal_end(word: &Word) -> &str {
    match word.parts.last() {
        Some(Part::Literal(text)) => text,
        _ => "",
    }
}

fn add(automaton: &mut Automaton, token: &Token, next: StateId) -> StateId {
    let component = || vec![('\0', '.'), ('0', char::MAX)];
    match token {
        Token::Character(character) => automaton.add(State::One(*character, next)),
        Token::Question => automaton.add_set(component(), next),
        Token::Star => automaton.add_repeated(component(), next),
        Token::Across => automaton.add_repeated(ANY.to_vec(), next),
        Token::Components => {
            let slash = automaton.add(State::One('/', next));
            let any = automaton.add_repeated(ANY.to_vec(), slash);
            automaton.add(State::Split(any, next))
        }
    }
}

fn tokens(pattern: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut characters = pattern.chars().peekable();
    let mut starts_component = true;
    while let Some(character) = characters.next() {
        let token = match character {
            '\\' => Token::Character(characters.next().unwrap_or('\\')),
            '?' => Token::Question,
            '*' if characters.next_if_eq(&'*').is_none() => Token::Star,
            '*' if starts_component && characters.next_if_eq(&'/').is_some() => Token::Components,
            '*' => Token::Across,
            other => Token::Character(other),
        };
        starts_component = matches!(token, Token::Character('/') | Token::Components);
        tokens.push(token);
    }
    tokens
}
