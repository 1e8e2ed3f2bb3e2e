//! From a pattern to text that reads back as the same pattern.

use std::fmt::{self, Display, Formatter, Write};

use super::{CommandPattern, Pattern, RulePattern, Text, Token};

impl Display for RulePattern {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command(patterns) => {
                for (index, pattern) in patterns.iter().enumerate() {
                    let or = if index == 0 { "" } else { "  or  " };
                    write!(formatter, "{or}{pattern}")?;
                }
                Ok(())
            }
            Self::Redirect { write, target } => {
                formatter.write_str(if *write { "> " } else { "< " })?;
                print_token(formatter, target, true)
            }
            Self::Assignment { name, value } => {
                print_text(formatter, name, Quote::Never)?;
                formatter.write_char('=')?;
                if value.as_plain() == Some("") { Ok(()) } else { print_text(formatter, value, Quote::IfNeeded) }
            }
        }
    }
}

impl Display for Pattern {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match &self.command {
            CommandPattern::Any => formatter.write_char('*')?,
            CommandPattern::Var(name) => write!(formatter, "<var:{name}>")?,
            CommandPattern::Names(names) => print_names(formatter, names)?,
        }
        print_tokens(formatter, &self.tokens, " ", false)
    }
}

impl Display for Token {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        print_token(formatter, self, false)
    }
}

impl Display for Text {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        print_text(formatter, self, Quote::IfNeeded)
    }
}

fn print_tokens(out: &mut Formatter<'_>, tokens: &[Token], first: &str, in_group: bool) -> fmt::Result {
    for (index, token) in tokens.iter().enumerate() {
        out.write_str(if index == 0 { first } else { " " })?;
        let next = tokens.get(index + 1);
        match token {
            Token::Flag(names) if takes(next, tokens.get(index + 2).is_some() || in_group) => {
                // only a flag in quotes stands before a word without taking it
                for (nth, name) in names.iter().enumerate() {
                    out.write_str(if nth == 0 { "" } else { "|" })?;
                    print_text(out, name, Quote::Always)?;
                }
            }
            _ => print_token(out, token, next.is_some() || in_group)?,
        }
    }
    Ok(())
}

/// Would a flag take this token for its value?
fn takes(next: Option<&Token>, star_is_value: bool) -> bool {
    match next {
        Some(Token::Word(texts)) => !matches!(**texts, [ref text] if text.as_plain() == Some("]")),
        Some(Token::Any) => star_is_value,
        Some(Token::Not(texts)) => !texts.iter().any(Text::is_flag),
        Some(Token::Path(_) | Token::Var(_) | Token::Type(_) | Token::Placeholder(_)) => true,
        _ => false,
    }
}

/// `star_is_value`: a `*` written after a flag here is read as its value.
fn print_token(out: &mut Formatter<'_>, token: &Token, star_is_value: bool) -> fmt::Result {
    match token {
        Token::Word(texts) | Token::Flag(texts) => print_word(out, texts),
        Token::EndOfOptions => out.write_str("--"),
        Token::FlagValue { names, value } => {
            print_word(out, names)?;
            out.write_char(' ')?;
            match &**value {
                Token::Any if !star_is_value => out.write_str("<value>"),
                Token::Word(texts) => print_value(out, texts),
                value => print_token(out, value, true),
            }
        }
        Token::FlagOptionalValue(names) => {
            print_word(out, names)?;
            out.write_str(" ?")
        }
        Token::Not(texts) | Token::Without(texts) => {
            out.write_char('!')?;
            print_alternatives(out, texts)
        }
        Token::Optional(tokens) if tokens.is_empty() => out.write_str("[]"),
        Token::Optional(tokens) => {
            out.write_char('[')?;
            print_tokens(out, tokens, "", true)?;
            out.write_char(']')
        }
        Token::Any => out.write_char('*'),
        Token::Command => out.write_str("<cmd>"),
        Token::Options => out.write_str("<opts>"),
        Token::Variables => out.write_str("<vars>"),
        Token::Path(name) => write!(out, "<path:{name}>"),
        Token::Var(name) => write!(out, "<var:{name}>"),
        Token::FlagGroup(name) => write!(out, "<flag:{name}>"),
        Token::Type(name) => write!(out, "<type:{name}>"),
        Token::Effects { negated, any_of } => {
            out.write_str(if *negated { "!" } else { "" })?;
            for (index, effect) in any_of.iter().enumerate() {
                write!(out, "{}{effect}", if index == 0 { "" } else { "|" })?;
            }
            Ok(())
        }
        Token::Placeholder(name) => write!(out, "<{name}>"),
    }
}

/// A command's names: one that holds `=` must not look like an assignment.
fn print_names(out: &mut Formatter<'_>, names: &[Text]) -> fmt::Result {
    let first_is_plain = names.first().is_some_and(|name| !name.pieces.iter().any(|piece| piece.contains('=')));
    if first_is_plain {
        return print_word(out, names);
    }
    for (index, name) in names.iter().enumerate() {
        out.write_str(if index == 0 { "" } else { "|" })?;
        print_text(out, name, if index == 0 { Quote::Always } else { Quote::IfNeeded })?;
    }
    Ok(())
}

/// A word that stands by itself: `*` as a word must not look like the token `*`.
fn print_word(out: &mut Formatter<'_>, texts: &[Text]) -> fmt::Result {
    match texts {
        [text] if is_star(text) => print_text(out, text, Quote::Always),
        [text] if text.as_plain() == Some("[") => out.write_str("\\["),
        _ => print_alternatives(out, texts),
    }
}

/// A word that is a flag's value: it must not look like a flag, nor like the mark of an optional value.
fn print_value(out: &mut Formatter<'_>, texts: &[Text]) -> fmt::Result {
    match texts {
        [text] if text.is_flag() || is_star(text) || matches!(text.as_plain(), Some("?" | "--" | "]")) => {
            print_text(out, text, Quote::Always)
        }
        _ => print_alternatives(out, texts),
    }
}

fn print_alternatives(out: &mut Formatter<'_>, texts: &[Text]) -> fmt::Result {
    for (index, text) in texts.iter().enumerate() {
        out.write_str(if index == 0 { "" } else { "|" })?;
        print_text(out, text, Quote::IfNeeded)?;
    }
    Ok(())
}

fn is_star(text: &Text) -> bool {
    text.pieces.len() == 2 && text.pieces.iter().all(|piece| piece.is_empty())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Quote {
    Never,
    IfNeeded,
    Always,
}

fn print_text(out: &mut Formatter<'_>, text: &Text, quote: Quote) -> fmt::Result {
    let contains = |wanted: fn(char) -> bool| text.pieces.iter().any(|piece| piece.contains(wanted));
    let empty = text.as_plain() == Some("");
    let quoted = quote == Quote::Always
        || quote == Quote::IfNeeded && (empty || contains(|character| matches!(character, ' ' | '\t' | '\n' | '\r')));
    let mark = if contains(|character| character == '"') { '\'' } else { '"' };
    if quoted {
        out.write_char(mark)?;
    }
    let mut at_start = true;
    for (index, piece) in text.pieces.iter().enumerate() {
        if index > 0 {
            out.write_char('*')?;
        }
        for character in piece.chars() {
            let escaped = match character {
                '\\' | '*' => true,
                '|' | '<' | '[' | ']' | '"' | '\'' => !quoted,
                '!' | '>' => !quoted && at_start,
                _ => false,
            };
            if escaped {
                out.write_char('\\')?;
            }
            out.write_char(character)?;
            at_start = false;
        }
    }
    if quoted { out.write_char(mark) } else { Ok(()) }
}
