//! What the words of a table mean for an account.
//!
//! Owns which kind of effect each is, which effects nobody expects, and which targets nothing is done to. Refuses to walk
//! over a command (`account` does).

use crate::command::options::statement::{Effect, Stated};
use crate::command::options::{Table, Value};
use crate::command::word::{Part, Word};
use crate::input::Span;
use crate::verdict::Match;

use super::{HARMLESS_TARGETS, Kind};

/// A path that the table names.
pub(super) fn own_path(path: &str) -> Word {
    Word { tilde: path.starts_with('~'), ..Word::literal(path, Span::default()) }
}

/// Does an option with this effect do more than the command is for? What names a program is judged by itself.
pub(super) fn is_beside(stated: &Stated) -> bool {
    matches!(stated.effect, Effect::Writes | Effect::Deletes | Effect::Runs) || surprises(stated)
}

/// Does nobody expect it who does not read the words one by one?
pub(super) fn surprises(stated: &Stated) -> bool {
    stated.aside || is_code(stated.effect)
}

/// A program that is given in words: what it does stands in them.
pub(super) fn is_code(effect: Effect) -> bool {
    matches!(effect, Effect::Code | Effect::Sed | Effect::Awk | Effect::Query)
}

/// Does a subcommand of this table do something beside what it is for? `unexpected`: only what nobody expects counts.
pub(crate) fn does_aside_below(table: &Table, unexpected: bool) -> bool {
    let by_option = |stated: &Stated| if unexpected { surprises(stated) } else { is_beside(stated) };
    table.subcommands.any(&|below| {
        let statements = &below.statements;
        let lines = statements.operands.iter().flat_map(|line| line.keyed.iter().chain(&line.positional));
        let does = statements.does.iter().chain(&statements.inherited);
        below.options.all().iter().flat_map(|option| &option.effects).any(by_option)
            || lines.flat_map(|operand| &operand.effects).any(surprises)
            || does.into_iter().any(|stated| stated.aside)
    })
}

pub(super) fn sure(certain: bool) -> Match {
    if certain { Match::Must } else { Match::May }
}

/// The kind of effect that a word of a table is by itself.
pub(super) fn kind(effect: Effect) -> Option<Kind> {
    Some(match effect {
        Effect::Reads => Kind::Reads,
        Effect::Writes => Kind::Writes,
        Effect::Deletes => Kind::Deletes,
        Effect::RunsText | Effect::RunsProgram | Effect::Code | Effect::Command | Effect::Runs => Kind::Runs,
        Effect::Network => Kind::Network,
        Effect::Secrets => Kind::Secrets,
        Effect::Privileges => Kind::Privileges,
        Effect::Changes => Kind::Changes,
        Effect::Configures
        | Effect::ChangesDirectory
        | Effect::Below
        | Effect::Into
        | Effect::Unpacks
        | Effect::Downloads
        | Effect::ReadsAt
        | Effect::ReadsBeginningAt
        | Effect::Form
        | Effect::Upload
        | Effect::Labelled
        | Effect::Keyed
        | Effect::Format
        | Effect::Url
        | Effect::Host
        | Effect::Remote
        | Effect::Ref
        | Effect::Mount
        | Effect::Sed
        | Effect::Awk
        | Effect::Query
        | Effect::Only => return None,
    })
}

/// Programs that write to standard output where they are told to write to `-`. To others it is a file of that name, which may be
/// a link.
const DASH_IS_OUTPUT: [&str; 34] = [
    "age",
    "asciidoctor",
    "borg",
    "convert",
    "coverage",
    "curl",
    "dtc",
    "exiftool",
    "ffmpeg",
    "gpg",
    "gs",
    "hyperfine",
    "iconv",
    "info",
    "magick",
    "msgfmt",
    "msgmerge",
    "openssl",
    "pandoc",
    "patch",
    "pdftotext",
    "perf",
    "pg_restore",
    "qpdf",
    "sox",
    "ss",
    "tar",
    "uniq",
    "wget",
    "xgettext",
    "xmllint",
    "xxd",
    "yt-dlp",
    "zip",
];

/// Is it a standard stream, which nothing is done to? What begins and ends otherwise is not.
pub(super) fn is_stream(program: &str, kind: Kind, target: &Word) -> Match {
    if program == "ffmpeg" && target.known().is_some_and(|text| text == "-" || text.starts_with("pipe:")) {
        return Match::Must;
    }
    let dash = match kind {
        Kind::Reads => true,
        Kind::Writes => DASH_IS_OUTPUT.contains(&program),
        _ => return Match::Never,
    };
    let others = if kind == Kind::Writes { &HARMLESS_TARGETS[..] } else { &[] };
    if let Some(text) = target.known() {
        return Match::known(dash && text == "-" || others.contains(&text));
    }
    let begins = target.literal_prefix();
    // what the names of files stand for is a path from the root only where it begins as one
    if target.is_glob() && !begins.starts_with('/') {
        return Match::Never;
    }
    let ends = match target.parts.last() {
        Some(Part::Literal(end)) => end.as_str(),
        _ => "",
    };
    let may_be = |text: &str| text.strip_prefix(begins).is_some_and(|rest| rest.ends_with(ends));
    if dash && may_be("-") || others.iter().any(|text| may_be(text)) { Match::May } else { Match::Never }
}

/// The directory of a glob that stands for everything in it: `src/*`, `*`, `/.*`.
pub(super) fn directory_of_all(word: &Word) -> Option<Word> {
    if !word.is_glob() {
        return None;
    }
    // `.[!.]*` and `.*` are everything too, as far as matters
    let globs = word.parts.iter().rev().take_while(|part| matches!(part, Part::Glob(_))).count();
    let before = word.parts.get(..word.parts.len().checked_sub(globs.max(1))?)?;
    if globs == 0 {
        return None;
    }
    match before {
        [] => Some(Word::literal(".", word.span)),
        [Part::Literal(start)] => {
            let start = start.strip_suffix('.').unwrap_or(start);
            let directory = if start.is_empty() { "." } else { start };
            (start.is_empty() || start.ends_with('/'))
                .then(|| Word { tilde: word.tilde, ..Word::literal(directory, word.span) })
        }
        _ => None,
    }
}

/// May an option that takes such a value be given with one, or without one?
pub(super) fn may_have(takes: Value, value: bool) -> bool {
    match takes {
        Value::None => !value,
        Value::Required | Value::Separate | Value::Pair | Value::UntilTerminator | Value::UntilSemicolon => value,
        Value::Optional | Value::OptionalLong | Value::OptionalNext | Value::OptionalNumber => true,
    }
}
