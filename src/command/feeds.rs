//! Commands whose output is run as code: `eval "$(curl …)"`, `bash <(curl …)`, `python3 -c "$(curl …)"`.
//!
//! Owns the comparison of where they stand with the words that hold code. A value that went through a variable is not
//! followed: what runs is then not known, which is a doubt of its own. Refuses to say which words hold code (`code` and
//! the option tables do).

use super::effects::{Code, Deed, Kind};
use super::options::{self, Tables};
use super::word::Word;
use super::{Invocation, effects};
use crate::input::Span;

/// Marks every command that stands in a substitution within a word of code.
pub(super) fn mark(invocations: &mut [Invocation], mut code: Vec<Span>, tables: &Tables) {
    if !any(invocations, &is_substituted) {
        return;
    }
    collect(invocations, tables, &mut code);
    if !code.is_empty() {
        mark_within(invocations, &code);
    }
}

fn any(invocations: &[Invocation], is: &impl Fn(&Invocation) -> bool) -> bool {
    invocations.iter().any(|one| is(one) || one.wrapped.iter().any(|wrapped| any(&wrapped.runs, is)))
}

/// Is it found in a substitution, whose output the shell takes?
fn is_substituted(invocation: &Invocation) -> bool {
    invocation.found_in.iter().any(|how| how.starts_with("in $(") || how.starts_with("in <("))
}

/// `<(…)` as the name of a script.
fn is_substitution(word: &Word) -> bool {
    word.literal_prefix().starts_with("/dev/fd/") && !word.is_known()
}

/// The words that hold programs of other languages and are not fully known.
fn collect(invocations: &[Invocation], tables: &Tables, code: &mut Vec<Span>) {
    for invocation in invocations {
        let partly_known = |word: &Word| word.parts.iter().any(|part| matches!(part, super::word::Part::Unknown(_)));
        let table = invocation.words.first().and_then(Word::known).and_then(|name| tables.table(name));
        if let Some(table) = table.filter(|_| invocation.words.iter().any(partly_known)) {
            let account = effects::of(&table, &options::read(&table, &invocation.words), &invocation.words);
            let is_read = |deed: &Deed| deed.kind == Kind::Runs && deed.target.as_ref().is_some_and(is_substitution);
            let is_code = |deed: &Deed| deed.code == Some(Code::Unread) || is_read(deed);
            let programs = account.deeds.into_iter().filter(is_code).filter_map(|deed| deed.target);
            code.extend(programs.filter(partly_known).map(|program| program.span));
        }
        for wrapped in &invocation.wrapped {
            collect(&wrapped.runs, tables, code);
        }
    }
}

fn mark_within(invocations: &mut [Invocation], code: &[Span]) {
    for invocation in invocations {
        let own = invocation.span;
        let within = |span: &Span| span.start <= own.start && own.end <= span.end && *span != own;
        invocation.place.feeds_code |= is_substituted(invocation) && code.iter().any(within);
        for wrapped in &mut invocation.wrapped {
            mark_within(&mut wrapped.runs, code);
        }
    }
}
