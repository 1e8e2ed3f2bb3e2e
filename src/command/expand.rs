//! Word expansion: from a word of the syntax to the words that the shell passes on.
//!
//! Owns the order of the expansions and what each part of a word adds to its fields. Refuses to know operators on
//! parameters (`parameter`, `operation`), arithmetic (`arithmetic`) and what runs inside substitutions (`walk`).

use smallvec::smallvec;

use super::braces::{self, Piece};
use super::fields::Fields;
use super::simple::Before;
use super::tilde::{TildePlace, Tildes, assignment_prefix};
use super::value::Text;
use super::walk::{Walker, shorten};
use super::word::{Count, Glob, GlobKind, Part, Parts, Unknown, Word};
use super::{lookup, place};
use crate::input::Span;
use crate::shell::ast;

/// How the stretches of a word are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    /// A word of a command: expansions are split, operators of globs are live.
    Words,
    /// The word of `${x:-word}` without quotes: also its plain text is split.
    Operand,
    /// A value: nothing is split, globs are text.
    Value,
    /// Inside double quotes.
    Quoted,
    /// A pattern: nothing is split, operators are live, also those out of expansions.
    Pattern,
}

/// The word that is being expanded, for spans and messages.
#[derive(Clone, Copy, Debug)]
pub(super) struct Within {
    pub(super) style: Style,
}

impl Within {
    pub(super) fn quoted(self) -> Self {
        Self { style: Style::Quoted }
    }
}

impl Walker<'_> {
    /// A word of a command, in all the words that it becomes.
    pub(super) fn words(&mut self, word: &ast::Word) -> Vec<Word> {
        self.words_in(word, false)
    }

    /// A word of a command or (`in_array`) an element of an array.
    pub(super) fn words_in(&mut self, written: &ast::Word, in_array: bool) -> Vec<Word> {
        if let Some(plain) = self.plain_word(written) {
            return vec![plain];
        }
        let span = self.at(written.span);
        if self.state.shell().options.nobraces {
            let braces = written.parts.iter().any(|part| matches!(part, ast::Part::Bare(text) if text.contains('{')));
            if braces {
                self.run_parts_only(written);
                return vec![Word::any_words(self.shown(written.span), span)];
            }
        }
        let Some(expanded) = self.braces_of(written) else {
            self.run_parts_only(written);
            return vec![Word::any_words(self.shown(written.span), span)];
        };
        let braced = expanded.as_slice() != [braces::plain(written)];
        let mut words = Vec::with_capacity(expanded.len());
        for pieces in expanded {
            if !self.step(1) {
                break;
            }
            if braced && self.joins_names(&pieces) {
                // `$x{a,b}` is `$xa $xb`: braces are expanded before names are read
                self.run_parts_only(written);
                return vec![Word::any_words(self.shown(written.span), span)];
            }
            let mut fields = Fields::default();
            let assignment = match assignment_prefix(&pieces, self.dialect) {
                // bash looks for such a tilde in a word as it is written, not in what its braces gave
                Tildes::AfterEquals if braced || in_array => Tildes::AfterEqualsPerhaps,
                other => other,
            };
            self.pieces(&pieces, assignment, Within { style: Style::Words }, &mut fields);
            words.extend(fields.finish(self.state.shell().options, span));
        }
        let tilde = begins_with_tilde(written);
        for word in &mut words {
            self.look_for_dashes(word, written);
            word.tilde = tilde;
            if self.state.shell().options.nullglob && (word.is_glob() || is_bracketed(word) && !is_quoted(written)) {
                *word = Word::any_words(word.display(), span);
            }
        }
        let copied: usize = words.iter().flat_map(|word| &word.parts).map(part_bytes).sum();
        self.step(words.len() + copied / 16);
        words
    }

    /// A word of which nothing is to be expanded: most are.
    pub(super) fn plain_word(&mut self, written: &ast::Word) -> Option<Word> {
        let [ast::Part::Bare(text)] = written.parts.as_slice() else { return None };
        if text.bytes().any(|byte| matches!(byte, b'~' | b'{' | b'*' | b'?' | b'[')) {
            return None;
        }
        self.step(1 + text.len() / 64);
        Some(Word::literal(text.clone(), self.at(written.span)))
    }

    /// Has brace expansion put text behind a `$name` that now belongs to the name?
    fn joins_names(&self, pieces: &[Piece<'_>]) -> bool {
        pieces.windows(2).any(|pair| match pair {
            [Piece::Part(ast::Part::Parameter(parameter)), Piece::Bare(text)] => {
                let open = self.source.text.get(parameter.span.start..).is_none_or(|text| !text.starts_with("${"));
                open && is_name(&parameter.name)
                    && text.starts_with(|char: char| char == '_' || char.is_ascii_alphanumeric())
            }
            _ => false,
        })
    }

    /// What runs inside a word whose own value is given up.
    fn run_parts_only(&mut self, word: &ast::Word) {
        let mut fields = Fields::default();
        self.pieces(&braces::plain(word), Tildes::None, Within { style: Style::Words }, &mut fields);
    }

    /// A word that is not split: a `case` subject, a here-string, a here-document, an operand of `[[`.
    pub(super) fn text(&mut self, word: &ast::Word) -> Text {
        let tildes = match assignment_prefix(&braces::plain(word), self.dialect) {
            Tildes::AfterEquals => Tildes::AfterEqualsPerhaps,
            other => other,
        };
        self.value_of(word, tildes)
    }

    /// The right side of an assignment.
    pub(super) fn assigned_text(&mut self, word: &ast::Word) -> Text {
        self.value_of(word, Tildes::Colons)
    }

    /// An argument of a declaring builtin: it is not split, and tildes after its `=` are live; braces give several.
    pub(super) fn declared_values(&mut self, word: &ast::Word) -> Vec<Word> {
        let span = self.at(word.span);
        let expanded = match self.braces_of(word) {
            Some(expanded) if expanded.as_slice() == [braces::plain(word)] => {
                return vec![self.value_of(word, Tildes::AfterEquals).into_word(span)];
            }
            Some(expanded)
                if !self.state.shell().options.nobraces && !expanded.iter().any(|pieces| self.joins_names(pieces)) =>
            {
                expanded
            }
            _ => {
                self.run_parts_only(word);
                return vec![Word::any_words(self.shown(word.span), span)];
            }
        };
        let mut words = Vec::with_capacity(expanded.len());
        for pieces in expanded {
            if !self.step(1) {
                break;
            }
            let mut fields = Fields::default();
            self.pieces(&pieces, Tildes::AfterEqualsPerhaps, Within { style: Style::Value }, &mut fields);
            words.push(fields.into_text().into_word(span));
        }
        words
    }

    fn value_of(&mut self, word: &ast::Word, tildes: Tildes) -> Text {
        let mut fields = Fields::default();
        self.pieces(&braces::plain(word), tildes, Within { style: Style::Value }, &mut fields);
        let text = fields.into_text();
        self.step(1 + text.bytes() / 16);
        let too_long = text.bytes() > super::value::MAX_VALUE_BYTES || text.parts.len() > super::value::MAX_PARTS;
        if too_long && !matches!(word.parts.as_slice(), [ast::Part::Bare(_) | ast::Part::Quoted(_)]) {
            return Text::unknown(self.shown(word.span));
        }
        text
    }

    /// A pattern: its live operators as globs.
    pub(super) fn pattern(&mut self, word: &ast::Word) -> Parts {
        let mut fields = Fields::default();
        self.pieces(&braces::plain(word), Tildes::Start, Within { style: Style::Pattern }, &mut fields);
        fields.into_pattern(self.state.shell().options)
    }

    /// Adds the parts of an operand (`${x:-word}`) to the fields around it.
    pub(super) fn operand(&mut self, word: &ast::Word, within: Within, fields: &mut Fields) {
        let tildes = if within.style == Style::Quoted { Tildes::None } else { Tildes::Start };
        let style = if within.style == Style::Words { Style::Operand } else { within.style };
        let within = Within { style };
        self.pieces(&braces::plain(word), tildes, within, fields);
    }

    fn pieces(&mut self, pieces: &[Piece<'_>], tildes: Tildes, within: Within, fields: &mut Fields) {
        for (index, piece) in pieces.iter().enumerate() {
            match piece {
                Piece::Bare(text) => {
                    let place = TildePlace { first: index == 0, last: index + 1 == pieces.len(), tildes };
                    self.bare(text, place, within, fields);
                }
                Piece::Part(part) => self.part(part, within, fields),
            }
        }
    }

    /// Adds one part of a word.
    pub(super) fn part(&mut self, part: &ast::Part, within: Within, fields: &mut Fields) {
        match part {
            ast::Part::Bare(text) => self.bare_text(text, within.style, fields),
            ast::Part::Quoted(text) => fields.quoted(text),
            ast::Part::DoubleQuoted(parts) => self.double_quoted(parts, within, fields),
            ast::Part::Translated(parts) => self.translated(parts, within, fields),
            ast::Part::Parameter(parameter) => self.parameter(parameter, within, fields),
            ast::Part::Command(script) => {
                let text = self.command_substitution(script);
                if self.dialect.keeps_expansions_whole() && matches!(within.style, Style::Words | Style::Operand) {
                    // zsh splits it and reads no globs in it, fish splits it at line breaks alone
                    fields.any(&format!("$({})", self.script_text(script)));
                } else {
                    self.add(&text, within.style, fields);
                }
            }
            ast::Part::Arithmetic(arithmetic) => {
                let text = self.arithmetic(arithmetic);
                self.add(&text, within.style, fields);
            }
            ast::Part::Process { write, script } => {
                let how = if *write { ">(…)" } else { "<(…)" };
                let shown = format!("{}({})", if *write { ">" } else { "<" }, self.script_text(script));
                self.substitution(script, &format!("in {how}"));
                if within.style == Style::Quoted {
                    // in `"${x:-<(…)}"` bash prints the text anew
                    fields.value(&Text::unknown(shown));
                    return;
                }
                let mut text = Text::literal("/dev/fd/");
                text.append(&Text::numeric(shown), how);
                fields.value(&text);
            }
            ast::Part::ExtendedGlob(operator, alternatives) => {
                self.extended_glob(*operator, alternatives, within, fields)
            }
            ast::Part::Array(elements) => {
                self.elements(elements);
                fields.value(&Text::unknown("(…)"));
            }
        }
    }

    fn extended_glob(&mut self, operator: char, alternatives: &[ast::Word], within: Within, fields: &mut Fields) {
        self.deeper(|walker| {
            for alternative in alternatives {
                walker.pattern(alternative);
            }
        });
        let glob = Glob { kind: GlobKind::Extended, may_be_dot: true, text: format!("{operator}(…)") };
        match within.style {
            Style::Words | Style::Operand | Style::Pattern => fields.glob(Part::from(glob)),
            Style::Value | Style::Quoted => fields.value(&Text::unknown(glob.text)),
        }
    }

    /// Adds the value of an expansion.
    pub(super) fn add(&mut self, text: &Text, style: Style, fields: &mut Fields) {
        match style {
            Style::Words | Style::Operand => {
                let separators = self.separators();
                fields.split(text, &separators);
            }
            Style::Value | Style::Quoted => fields.value(text),
            Style::Pattern => fields.live_value(text),
        }
    }

    fn command_substitution(&mut self, script: &ast::Script) -> Text {
        let (from, before) = (self.out.len(), self.before());
        let shown = format!("$({})", self.script_text(script));
        let directory = self.state.directory();
        let commands = match script.statements.as_slice() {
            _ if self.state.shell().options.traps_print => &[],
            [ast::Statement { and_or: ast::AndOr { first, rest }, background: false, .. }] if rest.is_empty() => {
                first.commands.as_slice()
            }
            _ => &[],
        };
        let only = if let [only @ ast::Command::Simple(_)] = commands { Some(only) } else { None };
        self.found_in.push("in $(…)".to_owned());
        self.substituted(script);
        let known = only.and_then(|command| self.output_of(command, before)?.text());
        let alone = only.and_then(|command| self.undisturbed(command, before)).filter(|_| self.out.len() == from + 1);
        let words: Vec<&str> =
            alone.and_then(|alone| alone.words.iter().map(Word::known).collect()).unwrap_or_default();
        let text = match words.as_slice() {
            ["pwd"] => place::as_text(&directory, &shown),
            ["git", "rev-parse", "--show-toplevel"] => self.top_as_text(&directory, &shown),
            _ if commands.last().is_some_and(|last| self.counts(last, before)) => Text::printed_number(shown),
            _ => match known {
                Some(text) => Text::literal(text.trim_end_matches('\n')),
                None => Text::found(shown, lookup::names(self.out.get(from..).unwrap_or_default())),
            },
        };
        self.found_in.pop();
        text
    }

    /// Does the last command of a pipeline print a number, or nothing where it fails? Only what it prints is taken: what those
    /// before it print goes into a pipe. (BSD's `wc` puts blanks before the number, which whoever reads numbers skips.)
    fn counts(&self, last: &ast::Command, before: Before) -> bool {
        let words = self.as_written(last, before).map(|command| command.words.iter().map(Word::known));
        let words: Vec<&str> = words.and_then(Iterator::collect::<Option<_>>).unwrap_or_default();
        matches!(words.as_slice(), ["date", "+%s"] | ["nproc"] | ["wc", "-l" | "-w" | "-c" | "-m"])
    }

    /// The text of a script, shortened.
    pub(super) fn script_text(&self, script: &ast::Script) -> String {
        match (script.statements.first(), script.statements.last()) {
            (Some(first), Some(last)) => self.shown(first.span.to(last.span)),
            _ => String::new(),
        }
    }
}

/// Can this be a variable's name?
pub(super) fn is_name(text: &str) -> bool {
    text.bytes().all(|byte| byte == b'_' || byte.is_ascii_alphanumeric())
        && text.bytes().next().is_some_and(|byte| !byte.is_ascii_digit())
}

fn part_bytes(part: &Part) -> usize {
    match part {
        Part::Literal(text) => text.len(),
        Part::Choice(texts) => texts.iter().map(String::len).sum(),
        Part::Glob(_) | Part::Unknown(_) => 1,
    }
}

/// Does it hold brackets? With `nullglob` a word vanishes for them, though they form no set (`[]`).
fn is_bracketed(word: &Word) -> bool {
    let text = word.display();
    text.split_once('[').is_some_and(|(_, rest)| rest.contains(']'))
}

/// Is all of it in quotes?
fn is_quoted(word: &ast::Word) -> bool {
    word.parts.iter().all(|part| matches!(part, ast::Part::Quoted(_) | ast::Part::DoubleQuoted(_)))
}

/// Is it written with a tilde at its beginning?
fn begins_with_tilde(word: &ast::Word) -> bool {
    matches!(word.parts.first(), Some(ast::Part::Bare(text)) if text.starts_with('~'))
}

/// One word of which nothing is known but that it may be several.
pub(super) fn any_word(source: &str, span: Span) -> Word {
    Word {
        parts: smallvec![Part::from(Unknown::any(shorten(source)))],
        count: Count::Any,
        never_flag: false,
        tilde: false,
        span,
    }
}
