//! Tildes, and the other plain text of a word.
//!
//! Owns where a `~` is live and what it stands for. Refuses quoted text.

use super::braces::Piece;
use super::expand::{Style, Within, is_name};
use super::fields::Fields;
use super::place;
use super::value::{Text, Value};
use super::walk::Walker;
use crate::shell::Dialect;

impl Walker<'_> {
    /// Adds a stretch of unquoted text.
    pub(super) fn bare(&mut self, text: &str, place: TildePlace, within: Within, fields: &mut Fields) {
        if !text.contains('~') || place.tildes == Tildes::None {
            self.bare_text(text, within.style, fields);
            return;
        }
        let mut rest = text;
        let perhaps = place.tildes == Tildes::AfterEqualsPerhaps;
        if let (true, Tildes::AfterEquals | Tildes::AfterEqualsPerhaps) = (place.first, place.tildes)
            && let Some((name, value)) = text.split_once('=')
        {
            self.bare_text(name, within.style, fields);
            self.bare_text("=", within.style, fields);
            rest = value;
        }
        let colons = place.tildes != Tildes::Start;
        let mut start = place.first;
        while !rest.is_empty() {
            let (segment, after) = match rest.find(':').filter(|_| colons) {
                Some(at) => rest.split_at(at + 1),
                None => (rest, ""),
            };
            let body = if colons { segment.strip_suffix(':').unwrap_or(segment) } else { segment };
            // a tilde before a quote or an expansion is plain unless a slash ends its name first
            let closed = body.contains('/') || body.len() < segment.len() || (after.is_empty() && place.last);
            if start && body.starts_with('~') && closed {
                let (name, path) = body.split_at(body.find('/').unwrap_or(body.len()));
                let text = self.tilde(name.strip_prefix('~').unwrap_or(name), name);
                // dash knows no `~+`
                let perhaps = perhaps || self.dialect == Dialect::Posix && matches!(name, "~+" | "~-");
                let text = if perhaps { text.join(&Text::literal(name), name) } else { text };
                fields.quotes();
                fields.value(&text);
                self.bare_text(path, within.style, fields);
                self.bare_text(segment.get(body.len()..).unwrap_or_default(), within.style, fields);
            } else {
                self.bare_text(segment, within.style, fields);
            }
            start = colons;
            rest = after;
        }
    }

    /// Adds unquoted text in which no tilde is live.
    pub(super) fn bare_text(&self, text: &str, style: Style, fields: &mut Fields) {
        match style {
            Style::Words | Style::Pattern => fields.bare(text),
            Style::Operand => fields.split(&Text::literal(text), &self.separators()),
            Style::Value | Style::Quoted => fields.value(&Text::literal(text)),
        }
    }

    fn tilde(&mut self, name: &str, written: &str) -> Text {
        match name {
            "" => {
                let home = self.state.variable("HOME");
                match home.value {
                    Value::Unset => Text::unknown("~"),
                    _ if home.perhaps_unset => Text::unknown("~"),
                    _ => home.plain("~"),
                }
            }
            "+" => self.working_directory(),
            "-" => self.old_directory(),
            "root" => Text::one_of(vec!["/root".to_owned(), "/var/root".to_owned()], written),
            // where that is say the accounts of the machine, and no variable
            _ => Text::unknown(written),
        }
    }

    /// `$PWD`
    pub(super) fn working_directory(&mut self) -> Text {
        if let Some(variable) = self.state.touched("PWD") {
            return variable.plain("$PWD");
        }
        let location = self.state.location();
        match self.state.starting_directory() {
            Some(path) if !location.moved => Text::literal(path),
            _ => place::as_text(&location.here, "$PWD"),
        }
    }

    /// `$OLDPWD`
    pub(super) fn old_directory(&mut self) -> Text {
        match self.state.touched("OLDPWD") {
            Some(variable) => variable.plain("$OLDPWD"),
            None => place::as_text(&self.state.location().old, "$OLDPWD"),
        }
    }
}

/// Where tildes are expanded in a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tildes {
    /// Nowhere.
    None,
    /// At its start.
    Start,
    /// At its start and after each colon.
    Colons,
    /// After the first `=` and each colon: a word that looks like an assignment.
    AfterEquals,
    /// The same, or nowhere.
    AfterEqualsPerhaps,
}

/// Where a stretch of text stands in its word.
#[derive(Clone, Copy)]
pub(super) struct TildePlace {
    /// It is the first piece.
    pub(super) first: bool,
    /// It is the last piece.
    pub(super) last: bool,
    /// Where tildes are live.
    pub(super) tildes: Tildes,
}

/// Is this a word that looks like an assignment? Only bash, and no shell that is called `sh`, surely looks for tildes in it.
pub(super) fn assignment_prefix(pieces: &[Piece<'_>], dialect: Dialect) -> Tildes {
    match pieces.first() {
        Some(Piece::Bare(text)) => match text.split_once('=') {
            Some((name, _)) if is_name(name.strip_suffix('+').unwrap_or(name)) => match dialect {
                Dialect::Bash => Tildes::AfterEquals,
                _ => Tildes::AfterEqualsPerhaps,
            },
            _ => Tildes::Start,
        },
        _ => Tildes::Start,
    }
}
