//! Brace expansion: `{a,b}` and `{1..5}`.
//!
//! Owns the splitting of one word of the syntax into the several that its braces stand for. Refuses every other
//! expansion; quoted text and expansions pass through as they are.

use std::borrow::Cow;

use super::walk::Walker;
use crate::shell::ast::{Part, Word};

/// The most words one word may become, nested braces together.
pub(super) const MAX_BRACE_WORDS: usize = 1024;

/// How deep braces may nest.
const MAX_BRACE_DEPTH: usize = 24;

/// The longest text between braces that is read as a sequence.
const MAX_SEQUENCE_BYTES: usize = 64;

/// A stretch of a word after brace expansion.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Piece<'a> {
    /// Unquoted text.
    Bare(Cow<'a, str>),
    /// Anything else.
    Part(&'a Part),
}

impl Walker<'_> {
    /// The words that its braces stand for. Where that is not followed, what stands in it may come to be read as code.
    pub(super) fn braces_of<'w>(&mut self, word: &'w Word) -> Option<Vec<Vec<Piece<'w>>>> {
        let bare = word.parts.iter().any(|part| matches!(part, Part::Bare(text) if text.contains('{')));
        let written = self.source.text.get(word.span.start..word.span.end).unwrap_or_default();
        let zsh = self.dialect.is_zsh();
        if bare && (hides_braces(written) || is_read_otherwise(word) || zsh && is_odd_to_zsh(word)) {
            let (shown, shell) = (self.shown(word.span), if zsh { "zsh" } else { "bash" });
            self.doubt(format!("what {shell} makes of the braces in {shown} is not followed"), word.span);
            return None;
        }
        expand(word)
    }
}

/// Does bash, which looks for braces before it reads anything else, see others in this text than stand there? It knows no quotes
/// within backquotes, and counts the braces within `${…}`.
fn hides_braces(text: &str) -> bool {
    let within = |from: &str| from.split('}').next().is_some_and(|inner| inner.contains('{'));
    let unbalanced = text.matches('{').count() != text.matches('}').count();
    text.contains('`') || text.contains("${") && (unbalanced || text.split("${").skip(1).any(within))
}

/// May zsh make other words of its braces than bash? It expands what stands in them first, knows other sequences, and keeps
/// alternatives that are nothing.
fn is_odd_to_zsh(word: &Word) -> bool {
    let tokens = tokens(word);
    let Some(braces) = Brace::all(&tokens) else { return true };
    let expands = |token: &Token<'_>| matches!(token, Token::Part(part) if !matches!(part, Part::Quoted(_)));
    let odd = |brace: &Brace| {
        let inner = tokens.get(brace.open + 1..brace.close).unwrap_or_default();
        let sequence = brace.commas.is_empty();
        let plain = |token: &Token<'_>| matches!(token, Token::Char(one) if one.is_ascii_alphanumeric() || *one == '.');
        let bounds = std::iter::once(&brace.open).chain(&brace.commas).zip(brace.commas.iter().chain([&brace.close]));
        let empty = bounds.into_iter().any(|(one, next)| one + 1 == *next);
        inner.iter().any(expands) || sequence && !inner.iter().all(plain) || empty
    };
    let dots = word.parts.iter().any(|part| matches!(part, Part::Bare(text) if text.contains("..")));
    let opened = tokens.iter().filter(|token| token.is('{')).count();
    // one that is no sequence to bash may be one to zsh
    braces.iter().any(odd) || dots && opened > braces.len() && tokens.iter().any(|token| token.is('}'))
}

/// The words that a word's braces stand for; `None` past a limit.
pub(super) fn expand(word: &Word) -> Option<Vec<Vec<Piece<'_>>>> {
    let open = word.parts.iter().any(|part| matches!(part, Part::Bare(text) if text.contains('{')));
    if !open {
        return Some(vec![plain(word)]);
    }
    let words = alternatives(&tokens(word), 0)?;
    Some(words.into_iter().map(pieces).collect())
}

/// Does bash see other braces than are seen here, or may one bring a `$` before what makes an expansion of it?
fn is_read_otherwise(word: &Word) -> bool {
    let tokens = tokens(word);
    Brace::all(&tokens).is_none_or(|braces| !braces.is_empty() && tokens.iter().any(|token| token.is('$')))
}

fn tokens(word: &Word) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    for part in &word.parts {
        match part {
            Part::Bare(text) => tokens.extend(text.chars().map(Token::Char)),
            part => tokens.push(Token::Part(part)),
        }
    }
    tokens
}

/// The word's parts as they are.
pub(super) fn plain(word: &Word) -> Vec<Piece<'_>> {
    word.parts
        .iter()
        .map(|part| match part {
            Part::Bare(text) => Piece::Bare(Cow::Borrowed(text.as_str())),
            part => Piece::Part(part),
        })
        .collect()
}

#[derive(Clone, Copy)]
enum Token<'a> {
    Char(char),
    Part(&'a Part),
}

impl Token<'_> {
    fn is(&self, wanted: char) -> bool {
        matches!(self, Token::Char(char) if *char == wanted)
    }
}

fn pieces(tokens: Vec<Token<'_>>) -> Vec<Piece<'_>> {
    let mut pieces: Vec<Piece<'_>> = Vec::new();
    for token in tokens {
        match (token, pieces.last_mut()) {
            (Token::Char(char), Some(Piece::Bare(text))) => text.to_mut().push(char),
            (Token::Char(char), _) => pieces.push(Piece::Bare(Cow::Owned(char.to_string()))),
            (Token::Part(part), _) => pieces.push(Piece::Part(part)),
        }
    }
    pieces
}

/// Every word that the tokens stand for: the first brace that is one, times what follows it.
fn alternatives<'a>(tokens: &[Token<'a>], depth: usize) -> Option<Vec<Vec<Token<'a>>>> {
    if depth > MAX_BRACE_DEPTH {
        return None;
    }
    let mut braces = Brace::all(tokens)?.into_iter().peekable();
    let mut done: Vec<Vec<Token<'a>>> = vec![Vec::new()];
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        while braces.next_if(|brace| brace.open < at).is_some() {}
        if let Some(brace) = braces.next_if(|brace| brace.open == at) {
            let choices = brace.words(tokens, depth)?;
            if done.len().saturating_mul(choices.len()) > MAX_BRACE_WORDS {
                return None;
            }
            done =
                done.iter().flat_map(|head| choices.iter().map(move |tail| [&head[..], &tail[..]].concat())).collect();
            at = brace.close + 1;
            continue;
        }
        for word in &mut done {
            word.push(*token);
        }
        at += 1;
    }
    Some(done)
}

/// A brace that expands: with a comma at its level, or a sequence.
struct Brace {
    open: usize,
    close: usize,
    commas: Vec<usize>,
}

impl Brace {
    /// Every brace that closes and stands for several words, by where it opens. `None` where one that stands for nothing may
    /// end further on for bash, which looks for a comma first: `{x},y}`.
    fn all(tokens: &[Token<'_>]) -> Option<Vec<Self>> {
        let mut open: Vec<Self> = Vec::new();
        let mut found = Vec::new();
        for (at, token) in tokens.iter().enumerate() {
            if token.is('{') {
                open.push(Self { open: at, close: at, commas: Vec::new() });
            } else if token.is('}')
                && let Some(brace) = open.pop()
            {
                found.push(Self { close: at, ..brace });
            } else if token.is(',')
                && let Some(brace) = open.last_mut()
            {
                brace.commas.push(at);
            }
        }
        let stands = |brace: &Self| !brace.commas.is_empty() || brace.sequence(tokens).is_some();
        let last = |wanted: char| tokens.iter().rposition(|token| token.is(wanted));
        let goes_on =
            |brace: &Self| last(',').is_some_and(|at| at > brace.close) && last('}').is_some_and(|at| at > brace.close);
        // what bash then does with the braces around and within it is not followed: `{{a,b}..c}`
        let (opens, dots) = (places(tokens, "{"), places(tokens, ".."));
        let holds = |brace: &Self, places: &[usize]| {
            let next = places.get(places.partition_point(|at| *at <= brace.open));
            next.is_some_and(|at| *at < brace.close)
        };
        let is_unclear = |brace: &Self| goes_on(brace) || holds(brace, &opens) && holds(brace, &dots);
        if found.iter().any(|brace| !stands(brace) && is_unclear(brace)) {
            return None;
        }
        found.retain(stands);
        found.sort_by_key(|brace| brace.open);
        Some(found)
    }

    fn words<'a>(&self, tokens: &[Token<'a>], depth: usize) -> Option<Vec<Vec<Token<'a>>>> {
        if self.commas.is_empty() {
            let sequence = self.sequence(tokens)??;
            return Some(sequence.into_iter().map(|word| word.chars().map(Token::Char).collect()).collect());
        }
        let mut words = Vec::new();
        let mut from = self.open + 1;
        for end in self.commas.iter().copied().chain([self.close]) {
            words.extend(alternatives(tokens.get(from..end).unwrap_or_default(), depth + 1)?);
            if words.len() > MAX_BRACE_WORDS {
                return None;
            }
            from = end + 1;
        }
        Some(words)
    }

    /// The words of `{a..b}`: `None` when it is no sequence, `Some(None)` when it is too long a one.
    fn sequence(&self, tokens: &[Token<'_>]) -> Option<Option<Vec<String>>> {
        let mut text = String::new();
        for token in tokens.get(self.open + 1..self.close)? {
            match token {
                Token::Char(char) if text.len() < MAX_SEQUENCE_BYTES && *char != '{' => text.push(*char),
                Token::Char(_) | Token::Part(_) => return None,
            }
        }
        sequence(&text)
    }
}

/// Where such a text stands, in order.
fn places(tokens: &[Token<'_>], wanted: &str) -> Vec<usize> {
    let length = wanted.chars().count();
    let windows = tokens.windows(length).enumerate();
    let is = |window: &[Token<'_>]| window.iter().zip(wanted.chars()).all(|(token, one)| token.is(one));
    windows.filter(|(_, window)| is(window)).map(|(at, _)| at).collect()
}

fn sequence(text: &str) -> Option<Option<Vec<String>>> {
    let mut ends = text.splitn(3, "..");
    let (first, last) = (ends.next()?, ends.next()?);
    let step = match ends.next() {
        Some(step) => step.parse::<i64>().ok()?,
        None => 1,
    };
    if let (Ok(from), Ok(to)) = (first.parse::<i64>(), last.parse::<i64>()) {
        let padded = |text: &str| {
            text.trim_start_matches(['-', '+']).starts_with('0') && text.trim_start_matches(['-', '+']).len() > 1
        };
        if text.contains('+') && (padded(first) || padded(last)) {
            // bash pads after no plus, and other versions count it
            return Some(None);
        }
        let width = if padded(first) || padded(last) { first.len().max(last.len()) } else { 0 };
        return Some(
            count(from, to, step).map(|numbers| numbers.into_iter().map(|number| zero_padded(number, width)).collect()),
        );
    }
    let (from, to) = (single_letter(first)?, single_letter(last)?);
    let codes = count(i64::from(u32::from(from)), i64::from(u32::from(to)), step)?;
    let letters: Vec<String> = codes
        .into_iter()
        .filter_map(|code| u32::try_from(code).ok().and_then(char::from_u32))
        .map(String::from)
        .collect();
    // between Z and a stand quotes and backslashes, which bash removes or keeps as they fall: not followed
    Some(letters.iter().all(|letter| letter.bytes().all(|byte| byte.is_ascii_alphabetic())).then_some(letters))
}

fn single_letter(text: &str) -> Option<char> {
    let mut chars = text.chars();
    let char = chars.next().filter(char::is_ascii_alphabetic)?;
    chars.next().is_none().then_some(char)
}

fn zero_padded(number: i64, width: usize) -> String {
    let sign = if number < 0 { "-" } else { "" };
    format!("{sign}{:0>width$}", number.unsigned_abs(), width = width.saturating_sub(sign.len()))
}

/// The numbers from one end to the other, both included; `None` when they are too many.
fn count(from: i64, to: i64, step: i64) -> Option<Vec<i64>> {
    let step = step.unsigned_abs().max(1);
    let length = from.abs_diff(to) / step + 1;
    if length > MAX_BRACE_WORDS as u64 {
        return None;
    }
    let step = i64::try_from(step).ok()?;
    let direction = if from <= to { step } else { -step };
    (0..i64::try_from(length).ok()?).map(|index| from.checked_add(direction.checked_mul(index)?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Span;

    fn words(text: &str) -> Vec<String> {
        let word = Word { parts: [Part::Bare(text.into())].into(), span: Span::default() };
        let expanded = expand(&word).expect("within the limits");
        expanded
            .into_iter()
            .map(|pieces| {
                pieces
                    .into_iter()
                    .map(|piece| match piece {
                        Piece::Bare(text) => text.into_owned(),
                        Piece::Part(_) => "?".to_owned(),
                    })
                    .collect()
            })
            .collect()
    }

    #[test]
    fn lists_expand() {
        assert_eq!(words("{rm,-rf,/}"), ["rm", "-rf", "/"]);
        assert_eq!(words("a{b,c}d{e,f}"), ["abde", "abdf", "acde", "acdf"]);
        assert_eq!(words("{a,b{c,d}}"), ["a", "bc", "bd"]);
        assert_eq!(words("{,x}"), ["", "x"]);
    }

    #[test]
    fn sequences_expand() {
        assert_eq!(words("{1..3}"), ["1", "2", "3"]);
        assert_eq!(words("{08..10}"), ["08", "09", "10"]);
        assert_eq!(words("{5..1..2}"), ["5", "3", "1"]);
        assert_eq!(words("{a..c}"), ["a", "b", "c"]);
        assert_eq!(words("x{-1..1}"), ["x-1", "x0", "x1"]);
    }

    #[test]
    fn what_is_no_brace_stays() {
        assert_eq!(words("{}"), ["{}"]);
        assert_eq!(words("{a}"), ["{a}"]);
        assert_eq!(words("{a,b"), ["{a,b"]);
        assert_eq!(words("{a{b,c}}"), ["{ab}", "{ac}"]);
        assert_eq!(words("a,b}"), ["a,b}"]);
    }

    #[test]
    fn too_many_words_are_refused() {
        let text = "{a,b}".repeat(40);
        let word = Word { parts: [Part::Bare(text.into())].into(), span: Span::default() };
        assert_eq!(expand(&word), None);
        let word = Word { parts: [Part::Bare("{1..100000}".into())].into(), span: Span::default() };
        assert_eq!(expand(&word), None);
    }

    #[test]
    fn unclosed_braces_take_linear_time() {
        let word = Word { parts: [Part::Bare("{".repeat(200_000).into())].into(), span: Span::default() };
        assert_eq!(expand(&word).map(|words| words.len()), Some(1));
    }
}
