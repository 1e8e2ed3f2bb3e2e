//! A cheap look before the whole simulation: two texts that a word may be, of which one matches and one does not.
//!
//! Most questions about unknown words end in `May`, and two such texts prove it. What is found is right; when nothing is
//! found, nothing is said.

use super::run::run_text;
use crate::command::word::{Count, GlobKind, Part, Word};
use crate::policy::regex::automaton::{Automaton, Mode, State, StateId};
use crate::verdict::Match;
use std::collections::VecDeque;

/// What unknown stretches are filled with, besides what the automaton itself asks for.
const FILLINGS: [&str; 6] = ["", "a", "0", "\n", "/..", "/a"];

/// Are there two texts that the word may be, of which one surely matches and one surely does not?
pub(super) fn finds_both(automaton: &Automaton, mode: Mode, word: &Word, effort: &mut usize) -> bool {
    let mut found = None;
    let mut differs = |filling: &str| {
        let Some(text) = filled(word, filling) else { return false };
        let answer = run_text(automaton, mode, &text, effort);
        match found {
            _ if answer == Match::May => false,
            None => {
                found = Some(answer);
                false
            }
            Some(before) => before != answer,
        }
    };
    if FILLINGS.iter().any(|filling| differs(filling)) {
        return true;
    }
    // what it asks for may have to stand behind a letter, or behind none
    shortest(automaton)
        .is_some_and(|text| ["", "a", " "].iter().any(|before| differs(&[before, text.as_str()].concat())))
}

/// The word with every unknown stretch filled, if what fills it may stand there.
fn filled(word: &Word, filling: &str) -> Option<String> {
    let text = if word.count == Count::Any && !word.is_glob() {
        filling.to_owned()
    } else {
        word.parts.iter().map(|part| stretch(part, filling)).collect::<Option<String>>()?
    };
    (!word.never_flag || !text.starts_with('-')).then_some(text)
}

fn stretch<'a>(part: &'a Part, filling: &'a str) -> Option<&'a str> {
    let is_number = !filling.is_empty() && filling.bytes().all(|byte| byte.is_ascii_digit());
    let is_name = !filling.contains('/') && !filling.starts_with('.');
    match part {
        Part::Literal(text) => Some(text),
        Part::Choice(texts) => texts.get(filling.len() % texts.len().max(1)).map(String::as_str),
        Part::Unknown(unknown) if unknown.numeric => {
            (is_number || unknown.or_nothing && filling.is_empty()).then_some(filling)
        }
        Part::Unknown(_) => Some(filling),
        Part::Glob(glob) => match glob.kind {
            GlobKind::Star => is_name.then_some(filling),
            GlobKind::Globstar => Some(filling),
            GlobKind::Below { .. } => {
                let way = filling.is_empty() || filling.starts_with('/') && !filling.ends_with('/');
                (way && !filling.contains("/.") && !filling.contains("//")).then_some(filling)
            }
            GlobKind::Question | GlobKind::Class { .. } | GlobKind::Extended => None,
        },
    }
}

/// A shortest text that leads through the automaton when places in the text are not looked at.
fn shortest(automaton: &Automaton) -> Option<String> {
    let mut came_from: Vec<Option<(StateId, Option<char>)>> = vec![None; automaton.states.len()];
    let mut pending = VecDeque::from([automaton.start]);
    let mut end = None;
    while let Some(id) = pending.pop_front() {
        let mut visit = |next: StateId, taken: Option<char>, sooner: bool| {
            let place = came_from.get_mut(next as usize).filter(|place| place.is_none() && next != automaton.start);
            if let Some(place) = place {
                *place = Some((id, taken));
                if sooner { pending.push_front(next) } else { pending.push_back(next) }
            }
        };
        match automaton.state(id)? {
            State::One(character, next) => visit(*next, Some(*character), false),
            State::Set(set, next) => {
                let set = automaton.sets.get(*set as usize)?;
                if let Some(range) = set.iter().find(|range| range.1 >= '0').or(set.first()) {
                    visit(*next, Some(range.0.max('0').min(range.1)), false);
                }
            }
            State::Split(left, right) => {
                visit(*right, None, true);
                visit(*left, None, true);
            }
            State::Look(_, next) => visit(*next, None, true),
            State::Match => {
                end = Some(id);
                break;
            }
        }
    }
    let mut text = Vec::new();
    let mut at = end?;
    while let Some((before, taken)) = came_from.get(at as usize).copied().flatten() {
        text.extend(taken);
        at = before;
    }
    Some(text.iter().rev().collect())
}
