//! What a program for sed, awk, jq or yq that is given in words does.
//!
//! Owns putting the pieces of a program together (`-e` after `-e`) and the deeds that come of it. Refuses to read them
//! (`programs` does); a program that is not fully known may do anything.

use crate::command::options::Effect;
use crate::command::programs::{self, ProgramEffects};
use crate::command::word::{Count, Part, Word};
use crate::input::Span;
use crate::verdict::Match;

use super::{Beside, Code, Deed, Kind};

/// What the programs of one command do. They are one text to it.
pub(super) fn deeds(pieces: &[(Effect, Word, Match)]) -> Vec<Deed> {
    let Some((language, first, _)) = pieces.first() else { return Vec::new() };
    let texts: Option<Vec<&str>> = pieces.iter().map(|(_, word, _)| word.known()).collect();
    // each of the texts that a program for jq may be is one that it is
    let one_of = |(language, word, _): &'_ (Effect, Word, Match)| match word.parts.as_slice() {
        [Part::Choice(texts)] if *language == Effect::Query && word.count == Count::One => Some(texts.clone()),
        _ => None,
    };
    let choice = if let [piece] = pieces { one_of(piece) } else { None };
    let texts = texts.or_else(|| choice.as_ref().map(|texts| texts.iter().map(String::as_str).collect()));
    let is_known = texts.is_some();
    let sure = pieces.iter().all(|(_, _, matched)| *matched == Match::Must);
    let done = match (texts, language) {
        (None, _) => ProgramEffects { unclear: Some(String::new()), ..ProgramEffects::default() },
        // some of them may not be there, and the others then mean something else; so they do in several languages
        (Some(texts), _) if !sure && texts.len() > 1 || pieces.iter().any(|(other, ..)| other != language) => {
            ProgramEffects { unclear: Some(String::new()), ..ProgramEffects::default() }
        }
        (Some(texts), Effect::Sed) => programs::sed(&texts.join("\n")),
        (Some(texts), Effect::Query) => programs::query(&texts),
        (Some(texts), _) => programs::awk(&texts.join("\n")),
    };
    let unclear = done.unclear.is_some();
    let deed = |kind, target, certain| Deed {
        kind,
        target,
        below: Match::Never,
        certain: certain && sure,
        beside: Some(Beside { names: Vec::new(), always: true }),
        code: Some(Code::Unread),
        holds: false,
    };
    let file = |path: &String| Some(Word::literal(path.as_str(), first.span));
    let mut deeds: Vec<Deed> = done.reads.iter().map(|path| deed(Kind::Reads, file(path), true)).collect();
    deeds.extend(done.writes.iter().map(|path| deed(Kind::Writes, file(path), true)));
    let shell = |text| Deed { code: Some(Code::Shell), ..deed(Kind::Runs, file(text), true) };
    let seen = done.runs_texts.iter().map(shell);
    deeds.extend(seen);
    let of_language = |is: fn(Effect) -> bool| pieces.iter().any(|(language, ..)| is(*language));
    let (queries, runs) = (of_language(|one| one == Effect::Query), of_language(|one| one != Effect::Query));
    if done.secrets || unclear && of_language(|one| one != Effect::Sed) {
        deeds.push(Deed { code: None, ..deed(Kind::Secrets, None, done.secrets && !unclear) });
    }
    if done.reads_unseen || unclear && queries {
        deeds.push(Deed { code: None, ..deed(Kind::Reads, None, false) });
    }
    if done.runs_unseen || unclear && runs || done.runs && done.runs_texts.is_empty() {
        let text = joined(pieces, first.span);
        deeds.push(deed(Kind::Runs, Some(text), done.runs && !unclear));
    }
    if unclear && runs {
        deeds.extend([Kind::Reads, Kind::Writes].map(|kind| deed(kind, None, false)));
    }
    if !is_known {
        // the text of a command that it runs
        deeds.extend(runs.then(|| deed(Kind::Runs, None, false)));
    }
    deeds
}

/// The program as it stands there.
fn joined(pieces: &[(Effect, Word, Match)], span: Span) -> Word {
    if pieces.iter().any(|(_, _, matched)| *matched < Match::Must) {
        // some of them may not be there
        let pieces: Vec<String> = pieces.iter().map(|(_, word, _)| word.display()).collect();
        return Word::unknown(pieces.join("\n"), span);
    }
    let mut whole = Word { span, ..Word::default() };
    for (index, (_, word, _)) in pieces.iter().enumerate() {
        if index > 0 {
            whole.append(&Word::literal("\n", span));
        }
        whole.append(word);
    }
    whole
}
