//! What was found out about single words of a command: many rules ask the same of the same words.
//!
//! Owns the notes about the words of one command in one directory. The property it keeps: what is noted does not depend on the
//! rule that asked. Refuses to find anything out.

use std::cell::RefCell;
use std::rc::Rc;

use crate::command::word::Word;
use crate::policy::Definitions;
use crate::verdict::Match;

use super::by_word::ByWord;

/// What is asked of a word and of something that definitions name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    /// Is it one of a list of paths?
    IsAmong,
    /// Is it of a type?
    IsOf,
    /// Does one of them lie below it?
    HoldsOne,
    /// May it be a directory of which they take everything?
    TakesAll,
}

/// What was found out about words.
#[derive(Default)]
pub(super) struct Notes(RefCell<ByWord<Note>>);

/// What was found out about one word.
#[derive(Default)]
struct Note {
    /// What it is as a path.
    as_path: Option<Rc<[Word]>>,
    answers: Vec<Answer>,
}

/// An answer, with the question, whose definitions were asked, and the name there.
struct Answer {
    question: Question,
    definitions: *const Definitions,
    name: String,
    is: Match,
}

impl Notes {
    /// What a word is as a path, which `read` says the first time.
    pub(super) fn as_path(&self, word: &Word, read: impl FnOnce() -> Vec<Word>) -> Rc<[Word]> {
        if let Some(known) = self.0.borrow().get(word).and_then(|note| note.as_path.as_ref()) {
            return Rc::clone(known);
        }
        let path: Rc<[Word]> = read().into();
        self.0.borrow_mut().change(word, |note| note.as_path = Some(Rc::clone(&path)));
        path
    }

    /// The answer to a question about a word and what a name stands for, which `find` gives the first time. The definitions of a
    /// policy stay where they are while a command is judged, so where they are tells them apart.
    pub(super) fn answer(
        &self,
        word: &Word,
        (question, name): (Question, &str),
        definitions: &Definitions,
        find: impl FnOnce() -> Match,
    ) -> Match {
        let is_same = |answer: &&Answer| {
            answer.question == question && std::ptr::eq(answer.definitions, definitions) && answer.name == name
        };
        let known = |notes: &ByWord<Note>| notes.get(word)?.answers.iter().find(is_same).map(|answer| answer.is);
        if let Some(is) = known(&self.0.borrow()) {
            return is;
        }
        let is = find();
        let answer = Answer { question, definitions, name: name.to_owned(), is };
        self.0.borrow_mut().change(word, |note| note.answers.push(answer));
        is
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Span;

    #[test]
    fn each_word_is_asked_once_whose_definitions_it_may_be() {
        let (notes, here, elsewhere) = (Notes::default(), Definitions::default(), Definitions::default());
        let words: Vec<Word> = (0..40).map(|at| Word::literal(format!("w{at}"), Span::default())).collect();
        for round in 0..2 {
            for (at, word) in words.iter().enumerate() {
                let path = notes.as_path(word, || vec![words[at].clone(), Word::unknown(round.to_string(), word.span)]);
                assert_eq!(path.first(), Some(word));
                assert_eq!(path.last(), Some(&Word::unknown("0", word.span)), "it was read in the first round");
                for (question, name, definitions, is) in [
                    (Question::IsAmong, "a", &here, Match::Must),
                    (Question::IsAmong, "b", &here, Match::May),
                    (Question::HoldsOne, "a", &here, Match::Never),
                    (Question::IsAmong, "a", &elsewhere, Match::May),
                ] {
                    let answer = notes.answer(word, (question, name), definitions, || {
                        assert_eq!(round, 0);
                        if at % 2 == 0 { is } else { is.negated() }
                    });
                    assert_eq!(answer, if at % 2 == 0 { is } else { is.negated() });
                }
            }
        }
    }
}
