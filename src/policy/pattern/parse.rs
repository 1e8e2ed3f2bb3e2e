//! From pieces to patterns: which word is the command, which is a flag, which is a flag's value.
//!
//! Owns the grammar. Refuses to look names up and to expand aliases: a pattern is read by itself alone.

use super::lex::{Kind, Piece, lex};
use super::{CommandPattern, EffectPattern, Pattern, PatternError, RulePattern, Text, Token};
use crate::policy::names::did_you_mean;

/// The longest pattern that is read, in bytes.
pub const MAX_PATTERN_BYTES: usize = 16 * 1024;

/// Reads what a rule is about: a command, a redirection (`> target`) or an assignment (`NAME=value`).
///
/// Alternatives in the value of an assignment give one entry each; everything else gives exactly one.
///
/// # Errors
/// [`PatternError`] where the text is not a pattern.
pub fn parse(text: &str) -> Result<Vec<RulePattern>, PatternError> {
    let start = text.len() - text.trim_start().len();
    let trimmed = text.trim();
    match redirect_operator(trimmed) {
        Some(write) => redirect(text, start + 1, write).map(|pattern| vec![pattern]),
        None => match assignment(trimmed)? {
            Some(found) => Ok(found),
            None => patterns(text).map(|found| vec![RulePattern::Command(found)]),
        },
    }
}

/// Reads the pattern of a command. Several patterns come from alternatives of several words (`"npx prettier"|prettier *`).
///
/// # Errors
/// [`PatternError`] where the text is not a pattern.
pub fn patterns(text: &str) -> Result<Vec<Pattern>, PatternError> {
    check_length(text)?;
    let mut pieces = lex(text)?;
    // the last piece first: they are taken one after the other
    pieces.reverse();
    let Some(first) = pieces.pop() else {
        return Err(PatternError {
            offset: 0,
            text: String::new(),
            what: "the pattern is empty".to_owned(),
            help: Some("write a command, as in `git status`; `*` stands for any command".to_owned()),
        });
    };
    let builder = Builder { text, in_group: false, ended: false };
    if let Kind::Phrases(phrases) = &first.kind {
        return phrases.iter().map(|phrase| builder.phrase(phrase, &first, &pieces)).collect();
    }
    let command = builder.command(first)?;
    Ok(vec![Pattern { command, tokens: builder.tokens(&mut pieces)? }])
}

/// Reads an entry of `definitions.flag_groups`: the spellings of a flag and what its value must be.
///
/// # Errors
/// [`PatternError`] where the text is anything but one flag with at most one value.
pub fn flag_group(text: &str) -> Result<(Vec<Text>, Option<Token>), PatternError> {
    check_length(text)?;
    let mut pieces = lex(text)?;
    pieces.reverse();
    let builder = Builder { text, in_group: true, ended: false };
    let wrong = || PatternError {
        offset: 0,
        text: text.to_owned(),
        what: "this is not one flag with at most one value".to_owned(),
        help: Some("write its spellings and, if it takes one, the value: `-f|--field *`".to_owned()),
    };
    let (names, value) = match builder.tokens(&mut pieces)?.as_slice() {
        [Token::Flag(names)] => (names.to_vec(), None),
        [Token::FlagValue { names, value }] => (names.to_vec(), Some((**value).clone())),
        _ => return Err(wrong()),
    };
    if names.iter().all(|name| name.is_flag() && name.as_plain().is_some()) { Ok((names, value)) } else { Err(wrong()) }
}

fn check_length(text: &str) -> Result<(), PatternError> {
    if text.len() <= MAX_PATTERN_BYTES {
        return Ok(());
    }
    Err(PatternError {
        offset: 0,
        text: text.chars().take(40).collect(),
        what: format!("the pattern has {} bytes; at most {MAX_PATTERN_BYTES} are read", text.len()),
        help: None,
    })
}

/// `Some(true)` for a pattern that begins as an output redirection, `Some(false)` for an input redirection.
fn redirect_operator(trimmed: &str) -> Option<bool> {
    let mut characters = trimmed.chars();
    match (characters.next(), characters.next()) {
        (Some('>'), _) => Some(true),
        (Some('<'), Some(' ' | '\t')) => Some(false),
        _ => None,
    }
}

fn redirect(text: &str, after: usize, write: bool) -> Result<RulePattern, PatternError> {
    let operator = if write { '>' } else { '<' };
    let fail = |what: String, help: String| {
        Err(PatternError { offset: after - 1, text: text.trim().to_owned(), what, help: Some(help) })
    };
    let rest = text.get(after..).unwrap_or_default();
    if rest.starts_with(['>', '|', '&']) {
        let help = "write `> target`: it covers `>`, `>>`, `>|`, `&>`, `&>>` and `<>`".to_owned();
        return fail("a redirection is written with `>` or `<` alone".to_owned(), help);
    }
    check_length(text)?;
    let pieces = lex(rest).map_err(|error| PatternError { offset: error.offset + after, ..error })?;
    let [piece] = pieces.as_slice() else {
        let help = format!("write `{operator} target`, as in `{operator} /tmp/**`");
        return fail(format!("`{operator}` takes exactly one target"), help);
    };
    let target = match &piece.kind {
        Kind::Star => Token::Any,
        Kind::Word { texts, .. } => Token::Word(texts.clone().into()),
        Kind::Negated(texts) => Token::Not(texts.clone().into()),
        Kind::Placeholder(name) => match name.split_once(':') {
            Some(("path", name)) => Token::Path(name.to_owned()),
            Some(("type", name)) => Token::Type(name.to_owned()),
            _ => {
                let help = "a target is a path (`/tmp/**`), `!path`, `*`, `<path:name>` or `<type:Name>`".to_owned();
                return fail(format!("`<{name}>` cannot be the target of a redirection"), help);
            }
        },
        Kind::Open | Kind::Close | Kind::Phrases(_) | Kind::Effects { .. } => {
            let help = "a target is a path (`/tmp/**`), `!path`, `*`, `<path:name>` or `<type:Name>`".to_owned();
            return fail("this cannot be the target of a redirection".to_owned(), help);
        }
    };
    Ok(RulePattern::Redirect { write, target })
}

/// `NAME=value` and nothing else; `*` may stand in both. Followed by words it is no assignment pattern (see
/// [`names_assignment`]).
fn assignment(trimmed: &str) -> Result<Option<Vec<RulePattern>>, PatternError> {
    let Some((name, value)) = split_assignment(trimmed) else { return Ok(None) };
    let pieces = lex(value)?;
    let texts = match pieces.as_slice() {
        [] => vec![Text::plain("")],
        [Piece { kind: Kind::Star, .. }] => vec![Text::parse("*")],
        [Piece { kind: Kind::Word { texts, .. }, start: 0, .. }] => texts.clone(),
        _ => return Ok(None),
    };
    let name = Text::parse(name);
    Ok(Some(texts.into_iter().map(|value| RulePattern::Assignment { name: name.clone(), value }).collect()))
}

/// Does the pattern begin with `NAME=value` followed by more? Such a rule never matches: an assignment is judged by
/// itself, and no command has such a name.
pub(crate) fn names_assignment(text: &str) -> bool {
    split_assignment(text.trim()).is_some()
}

fn split_assignment(trimmed: &str) -> Option<(&str, &str)> {
    let (name, value) = trimmed.split_once('=')?;
    let starts = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    let plain = name.chars().all(|next| next.is_ascii_alphanumeric() || matches!(next, '_' | '*'));
    (starts && plain).then_some((name, value))
}

/// Turns pieces into tokens.
struct Builder<'t> {
    text: &'t str,
    in_group: bool,
    /// A `--` stands before: no word is a flag any more.
    ended: bool,
}

impl Builder<'_> {
    fn error(&self, piece: &Piece, what: &str, help: &str) -> PatternError {
        PatternError {
            offset: piece.start,
            text: self.text.get(piece.start..piece.end).unwrap_or_default().to_owned(),
            what: what.to_owned(),
            help: Some(help.to_owned()),
        }
    }

    fn command(&self, piece: Piece) -> Result<CommandPattern, PatternError> {
        let (what, help) = match piece.kind {
            Kind::Star => return Ok(CommandPattern::Any),
            Kind::Word { texts, .. } => return Ok(CommandPattern::Names(texts.into())),
            Kind::Placeholder(ref name) => match name.strip_prefix("var:") {
                Some(name) => return Ok(CommandPattern::Var(name.to_owned())),
                None => ("a pattern begins with a command", "of the placeholders only `<var:name>` can stand for one"),
            },
            Kind::Negated(_) => ("a command cannot be negated", "write `*`, and a rule of its own for the exception"),
            Kind::Effects { .. } => ("a pattern begins with a command", "write `*` before the effect, for any command"),
            Kind::Open | Kind::Close | Kind::Phrases(_) => {
                ("a pattern begins with a command", "write its name before the group")
            }
        };
        Err(self.error(&piece, what, help))
    }

    /// One alternative of several words in command position, with what follows (the last piece first).
    fn phrase(&self, phrase: &[Text], first: &Piece, rest: &[Piece]) -> Result<Pattern, PatternError> {
        let Some((command, words)) = phrase.split_first() else {
            return Err(self.error(first, "an alternative is empty", "write at least one word"));
        };
        let as_piece = |text: &Text| Piece {
            kind: Kind::Word { texts: vec![text.clone()], quoted: false },
            start: first.start,
            end: first.end,
        };
        let mut pieces: Vec<Piece> = rest.iter().cloned().chain(words.iter().rev().map(as_piece)).collect();
        Ok(Pattern { command: CommandPattern::Names(command.clone().into()), tokens: self.tokens(&mut pieces)? })
    }

    /// All tokens of the pieces, which stand the last one first.
    fn tokens(&self, pieces: &mut Vec<Piece>) -> Result<Vec<Token>, PatternError> {
        let mut tokens = Vec::with_capacity(pieces.len());
        let mut ended = self.ended;
        self.kinds_of_placeholders(pieces)?;
        while let Some(piece) = pieces.pop() {
            let token = match piece.kind {
                Kind::Star => Token::Any,
                Kind::Word { texts, quoted } if !ended && texts.iter().any(Text::is_flag) => {
                    match if quoted { None } else { self.value(pieces) } {
                        Some(FlagArgument::Value(value)) => {
                            Token::FlagValue { names: texts.into(), value: Box::new(value) }
                        }
                        Some(FlagArgument::Optional) => Token::FlagOptionalValue(texts.into()),
                        None => Token::Flag(texts.into()),
                    }
                }
                Kind::Word { texts, .. } => match texts.as_slice() {
                    [text] if !ended && text.as_plain() == Some("--") => {
                        ended = true;
                        Token::EndOfOptions
                    }
                    _ => Token::Word(texts.into()),
                },
                Kind::Negated(texts) if !ended && texts.iter().all(Text::is_flag) => Token::Without(texts.into()),
                Kind::Negated(texts) => Token::Not(texts.into()),
                Kind::Placeholder(ref name) => self.placeholder(&piece, name)?,
                Kind::Effects { negated, ref any_of } => self.effects(&piece, negated, any_of)?,
                Kind::Open => Token::Optional(Builder { ended, ..*self }.group(pieces)?),
                Kind::Close => return Err(self.error(&piece, "no group ends here", "a plain `]` is `\\]`")),
                Kind::Phrases(_) => {
                    let help = "write one rule for each; only the command may have alternatives of several words";
                    return Err(self.error(&piece, "alternatives of several words stand for the command only", help));
                }
            };
            tokens.push(token);
        }
        Ok(tokens)
    }

    /// `<kind:name>` with a kind that does not exist would stand for any word.
    fn kinds_of_placeholders(&self, pieces: &[Piece]) -> Result<(), PatternError> {
        const KINDS: [&str; 5] = ["effect", "flag", "path", "type", "var"];
        for piece in pieces.iter().rev() {
            let Kind::Placeholder(name) = &piece.kind else { continue };
            let kind = name.split([':', ' ']).next().unwrap_or_default();
            if name.contains(':') && !KINDS.contains(&kind) {
                let help = did_you_mean(kind, KINDS.into_iter()).unwrap_or_default();
                return Err(self.error(piece, &format!("there is no placeholder `<{kind}:…>`"), &help));
            }
        }
        Ok(())
    }

    /// The tokens up to the `]` that ends the group; groups do not nest.
    fn group(&self, pieces: &mut Vec<Piece>) -> Result<Vec<Token>, PatternError> {
        let end = pieces.iter().rposition(|piece| piece.kind == Kind::Close).unwrap_or(0);
        let mut inside = pieces.split_off(end);
        inside.drain(..inside.len().min(1));
        Builder { in_group: true, ..*self }.tokens(&mut inside)
    }

    /// Takes the piece after a flag if it is the flag's value. It is not where it is another flag, a bracket, `--`, what
    /// stands for a command, and a `*` that ends the pattern.
    fn value(&self, pieces: &mut Vec<Piece>) -> Option<FlagArgument> {
        let more = pieces.len() > 1;
        let next = pieces.pop_if(|next| match &next.kind {
            Kind::Star => self.in_group || more,
            Kind::Word { quoted: true, .. } => true,
            Kind::Word { texts, quoted: false } => {
                let ends = matches!(texts.as_slice(), [text] if matches!(text.as_plain(), Some("--" | "]")));
                !ends && !texts.iter().any(Text::is_flag)
            }
            Kind::Negated(texts) => !texts.iter().any(Text::is_flag),
            Kind::Placeholder(name) => !is_reserved(name),
            Kind::Open | Kind::Close | Kind::Phrases(_) | Kind::Effects { .. } => false,
        })?;
        let value = match next.kind {
            Kind::Word { quoted: false, .. } if self.text.get(next.start..next.end) == Some("?") => {
                return Some(FlagArgument::Optional);
            }
            Kind::Word { texts, .. } => Token::Word(texts.into()),
            Kind::Negated(texts) => Token::Not(texts.into()),
            Kind::Placeholder(name) => match name.split_once(':') {
                Some(("path", name)) => Token::Path(name.to_owned()),
                Some(("var", name)) => Token::Var(name.to_owned()),
                Some(("type", name)) => Token::Type(name.to_owned()),
                _ => Token::Any,
            },
            Kind::Star | Kind::Open | Kind::Close | Kind::Phrases(_) | Kind::Effects { .. } => Token::Any,
        };
        Some(FlagArgument::Value(value))
    }

    fn effects(&self, piece: &Piece, negated: bool, any_of: &[String]) -> Result<Token, PatternError> {
        if self.in_group {
            let help = "take it out of the group: it takes no word";
            return Err(self.error(piece, "an effect cannot stand in an optional group", help));
        }
        let any_of = any_of
            .iter()
            .map(|text| EffectPattern::parse(text).map_err(|(what, help)| self.error(piece, &what, &help)))
            .collect::<Result<_, _>>()?;
        Ok(Token::Effects { negated, any_of })
    }

    fn placeholder(&self, piece: &Piece, name: &str) -> Result<Token, PatternError> {
        Ok(match name.split_once(':') {
            Some(("path", name)) => Token::Path(name.to_owned()),
            Some(("var", name)) => Token::Var(name.to_owned()),
            Some(("type", name)) => Token::Type(name.to_owned()),
            Some(("flag", "")) => {
                return Err(self.error(piece, "`<flag:>` names no group", "name one of `definitions.flag_groups`"));
            }
            Some(("flag", _)) if self.in_group => {
                let help = "write the spellings of the flag in the group, or take it out of the group";
                return Err(self.error(piece, "`<flag:name>` cannot stand in an optional group", help));
            }
            Some(("flag", name)) => Token::FlagGroup(name.to_owned()),
            _ => match name {
                "cmd" => Token::Command,
                "opts" => Token::Options,
                "vars" => Token::Variables,
                _ => Token::Placeholder(name.to_owned()),
            },
        })
    }
}

/// What follows a flag.
enum FlagArgument {
    Value(Token),
    Optional,
}

/// Placeholders that stand for more than a word, and so never for a flag's value.
fn is_reserved(name: &str) -> bool {
    matches!(name, "cmd" | "opts" | "vars") || name.starts_with("flag:")
}
