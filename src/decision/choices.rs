//! Words of which several texts are known: each combination as words of its own.
//!
//! Owns the enumeration and its bound. A variable that one of two branches set gives two readings of a command; the
//! command is judged under each, and only what they agree on is sure.

use std::borrow::Cow;

use smallvec::{SmallVec, smallvec};

use crate::command::word::{Count, Part, Parts, Word, push_part};

/// The most readings that one command is judged under; past it the choices count as unknown words.
const MAX_READINGS: usize = 64;

/// Every combination of the alternatives in these words; the words themselves when nothing is to be chosen.
pub(super) fn readings(words: &[Word]) -> SmallVec<[Cow<'_, [Word]>; 1]> {
    if !words.iter().any(has_choice) {
        return smallvec![Cow::Borrowed(words)];
    }
    combinations(words).into_iter().map(Cow::Owned).collect()
}

fn has_choice(word: &Word) -> bool {
    word.parts.iter().any(|part| matches!(part, Part::Choice(_)))
}

fn combinations(words: &[Word]) -> Vec<Vec<Word>> {
    let mut readings: Vec<Vec<Word>> = vec![Vec::with_capacity(words.len())];
    for word in words {
        let alternatives = alternatives(word);
        if readings.len() * alternatives.len() > MAX_READINGS {
            let blurred = blur(word);
            readings.iter_mut().for_each(|reading| reading.push(blurred.clone()));
            continue;
        }
        match alternatives.as_slice() {
            [only] => readings.iter_mut().for_each(|reading| reading.push(only.clone())),
            several => {
                let extended = readings.iter().flat_map(|reading| {
                    several.iter().map(|word| reading.iter().cloned().chain([word.clone()]).collect())
                });
                readings = extended.collect();
            }
        }
    }
    readings
}

fn alternatives(word: &Word) -> Vec<Word> {
    if !has_choice(word) {
        return vec![word.clone()];
    }
    if word.count == Count::Any {
        return vec![blur(word)];
    }
    let mut built: Vec<Parts> = vec![Parts::new()];
    for part in &word.parts {
        let Part::Choice(texts) = part else {
            built.iter_mut().for_each(|parts| push_part(parts, part.clone()));
            continue;
        };
        if built.len() * texts.len() > MAX_READINGS {
            return vec![blur(word)];
        }
        let longer = built.iter().flat_map(|parts| {
            texts.iter().map(|text| {
                let mut parts = parts.clone();
                push_part(&mut parts, Part::Literal(text.as_str().into()));
                parts
            })
        });
        built = longer.collect();
    }
    built.into_iter().map(|parts| Word { parts, ..word.clone() }).collect()
}

/// The word with every choice taken for unknown bytes.
fn blur(word: &Word) -> Word {
    let parts = word.parts.iter().map(|part| match part {
        Part::Choice(texts) => Part::any_of(texts),
        other => other.clone(),
    });
    Word { parts: parts.collect(), ..word.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Span;

    fn choice(texts: &[&str]) -> Word {
        let texts = texts.iter().map(|text| (*text).to_owned()).collect();
        Word { parts: [Part::Choice(texts)].into(), ..Word::default() }
    }

    #[test]
    fn each_combination_is_one_reading() {
        let words = [Word::literal("rm", Span::default()), choice(&["-f", "-r"]), choice(&["a", "b"])];
        let readings = readings(&words);
        let shown: Vec<String> =
            readings.iter().map(|words| words.iter().map(Word::display).collect::<Vec<_>>().join(" ")).collect();
        assert_eq!(shown, ["rm -f a", "rm -f b", "rm -r a", "rm -r b"]);
    }

    #[test]
    fn too_many_combinations_become_unknown() {
        let word = choice(&["a", "b", "c", "d", "e", "f", "g", "h", "i"]);
        let words = [word.clone(), word];
        let readings = readings(&words);
        assert_eq!(readings.len(), 9);
        assert!(readings.iter().all(|words| words[1].known().is_none()));
    }
}
