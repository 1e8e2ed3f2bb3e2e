//! Reading one word that begins with a dash, and the values that belong to it.
//!
//! Owns clusters, attached and separate values. Refuses to decide what the words after them are.

use super::spelling::Meaning;
use super::{Reader, after, one_of};
use crate::command::options::{Flag, Item, Value};
use crate::command::word::{Count, Part, Word};
use crate::verdict::Match;

/// The most words that flags which are not certain may hold together (`find "$X" -exec … -exec …`: each may begin a
/// command that goes on to the end). Past it nothing is known of the options that follow.
const MAX_POSSIBLE_WORDS: usize = 20_000;

/// Words that belong to a flag, and where reading goes on.
struct Taken {
    words: Vec<Word>,
    next: usize,
    /// A word among them may have been several: what remained of it, to be read after the flag.
    spilled: Option<usize>,
}

impl Reader<'_> {
    /// Reads a word that surely begins with a dash (or a plus, where that begins flags).
    pub(super) fn flags(&mut self, index: usize, word: &Word) -> usize {
        self.last = false;
        let next = self.flags_of(index, word);
        self.ended = self.last && !self.unclear;
        self.may_have_ended |= self.last;
        next
    }

    fn flags_of(&mut self, index: usize, word: &Word) -> usize {
        let text = word.literal_prefix();
        let whole = word.parts.len() == 1;
        // one of several flags has no beginning that they share
        let is_long = text.starts_with("--") || !text.is_empty() && self.has_habit(|table| table.single_dash_long);
        if is_long {
            return self.long(index, word, text, whole);
        }
        if text.is_empty() || !whole && (text.len() == 1 || self.may_become_one_dash_word(text)) {
            self.unclear_word(index, word.clone());
            return index + 1;
        }
        match self.one_dash_word(text, whole) {
            Some(length) => self.word_behind_one_dash(index, word, (text, length)),
            None => self.cluster(index, word, text, whole),
        }
    }

    fn long(&mut self, index: usize, word: &Word, text: &str, whole: bool) -> usize {
        let Some((name, attached)) = self.name_and_value(word, text, whole) else {
            self.unclear_word(index, word.clone());
            return index + 1;
        };
        let meaning = self.meaning(name);
        if !meaning.listed
            && let Some(length) = self.fused_name(text)
        {
            return self.word_behind_one_dash(index, word, (text, length));
        }
        self.last = meaning.last;
        let value = meaning.value;
        let is_digits = name.strip_prefix('-').is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
        let mut flag = self.flag(index, name.to_owned(), meaning);
        flag.listed |= self.table().numbers && is_digits;
        if word.count == Count::Any {
            flag.certain = false;
        }
        match attached {
            Some(value) => {
                flag.value = Some(value);
                self.push(flag);
                index + 1
            }
            None => self.with_separate_value(flag, value, index + 1),
        }
    }

    /// Reads the letters of a cluster: `-fu`, `-sXPOST`, `-am`.
    fn cluster(&mut self, index: usize, word: &Word, text: &str, whole: bool) -> usize {
        let sigil = if text.starts_with('+') { '+' } else { '-' };
        let mut certain = word.count == Count::One;
        let mut waiting = Vec::new();
        let mut at = 1;
        while let Some(letter) = text.get(at..).and_then(|rest| rest.chars().next()) {
            let start = at;
            at += letter.len_utf8();
            if self.table().numbers && letter.is_ascii_digit() {
                at = self.number(index, text, start, certain);
                continue;
            }
            let name = format!("{sigil}{letter}");
            let meaning = self.letter(&name);
            self.last = meaning.last;
            let takes = meaning.value;
            let mut flag = self.flag(index, name, meaning);
            flag.certain &= certain;
            let rest_is_empty = whole && at == text.len();
            let equals = start == 1 && text.get(at..).is_some_and(|rest| rest.starts_with('='));
            match takes {
                Value::None if !equals => {}
                Value::Separate => {
                    waiting.push(flag);
                    continue;
                }
                Value::Optional if rest_is_empty => {}
                _ if rest_is_empty => {
                    let next = self.separate_values(waiting, index + 1);
                    flag.certain &= !self.unclear;
                    return self.with_separate_value(flag, takes, next);
                }
                value => {
                    let rest = self.fused_value(word, at);
                    let may_be_empty = value != Value::None && value != Value::Optional && rest.may_be_empty();
                    flag.value = Some(rest);
                    self.push(flag);
                    if may_be_empty {
                        // the value is then the next word
                        self.doubt();
                    }
                    return self.separate_values(waiting, index + 1);
                }
            }
            // a letter that the table does not list may take the others as its value
            certain &= flag.listed;
            self.push(flag);
        }
        if !whole {
            let mut rest = after(word, text.len());
            rest.parts.insert(0, Part::character(sigil));
            self.unclear_word(index, rest);
        }
        self.separate_values(waiting, index + 1)
    }

    /// Reads a flag that is a number, from where it starts in the word; returns where it ends.
    fn number(&mut self, index: usize, text: &str, start: usize, certain: bool) -> usize {
        let rest = text.get(start..).unwrap_or_default();
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        let spelled = format!("-{digits}");
        self.push(Flag {
            names: vec![spelled.clone()],
            spelled,
            listed: true,
            index,
            certain: certain && !self.unclear,
            ..Flag::default()
        });
        start + digits.len()
    }

    /// Reads a first word without a dash as a cluster: its values are the next words, in the order of the letters.
    pub(super) fn bare_cluster(&mut self) -> usize {
        let Some(word) = self.words.get(1) else { return 1 };
        match (word.looks_like_flag(), word.known()) {
            (Match::Must, _) => return 1,
            (_, None) => return self.unclear_cluster(),
            (_, Some("")) => return 1,
            (_, Some(_)) => {}
        }
        let mut next = 2;
        for letter in word.known().unwrap_or_default().chars() {
            let name = format!("-{letter}");
            let meaning = self.letter(&name);
            let takes = meaning.value;
            let flag = self.flag(1, name, meaning);
            if !flag.listed {
                // it may take a word that another letter would take
                self.doubt();
            }
            match takes {
                Value::None | Value::Optional | Value::OptionalLong => self.push(flag),
                value => next = self.with_separate_value(flag, value, next),
            }
        }
        next
    }

    /// Passes over the words of which one may be the first one.
    fn unclear_cluster(&mut self) -> usize {
        let mut index = 1;
        while let Some(word) = self.words.get(index) {
            self.unclear_word(index, word.clone());
            index += 1;
            if word.count == Count::One {
                break;
            }
        }
        index
    }

    /// A flag that begins like this, without its value.
    pub(super) fn flag(&self, index: usize, spelled: String, meaning: Meaning) -> Flag {
        Flag {
            spelled,
            names: meaning.names,
            listed: meaning.listed,
            takes: meaning.value,
            effects: meaning.effects,
            index,
            certain: meaning.certain && !self.unclear && !(meaning.first && self.has_operand()),
            ..Flag::default()
        }
    }

    fn has_operand(&self) -> bool {
        self.arguments.items.iter().any(|item| matches!(item, Item::Operand { .. } | Item::Unclear { .. }))
    }

    fn separate_values(&mut self, flags: Vec<Flag>, next: usize) -> usize {
        flags.into_iter().fold(next, |next, mut flag| {
            flag.certain &= !self.unclear;
            let after = self.with_separate_value(flag, Value::Required, next);
            if self.words.get(next..after).is_some_and(|taken| taken.iter().any(|word| word.count == Count::Any)) {
                // the next letter may take one of these words
                self.doubt();
            }
            after
        })
    }

    /// Gives a flag the value that stands in the words from `next` on, and notes it; returns where reading goes on.
    pub(super) fn with_separate_value(&mut self, mut flag: Flag, value: Value, next: usize) -> usize {
        let count = match value {
            Value::None | Value::Optional | Value::OptionalLong => 0,
            Value::Required | Value::Separate => 1,
            Value::Pair => 2,
            Value::OptionalNext | Value::OptionalNumber => match self.next_is_value(value, next) {
                Match::Never => 0,
                Match::Must => 1,
                Match::May => {
                    flag.certain = false;
                    1
                }
            },
            Value::UntilTerminator | Value::UntilSemicolon => return self.until(flag, value, next),
        };
        let taken = self.take(count, next);
        flag.separate = !taken.words.is_empty();
        flag.value = taken.words.first().cloned();
        let is_whole = taken.words.len() == count;
        if count > 1 {
            flag.value_words = taken.words;
        }
        let (certain, spilled) = (flag.certain, taken.spilled);
        self.push(flag);
        if count > 0 && !certain {
            self.doubt();
            return next;
        }
        if let Some((index, word)) = spilled.and_then(|index| Some((index, self.words.get(index)?))) {
            if self.is_dashed(word) == Match::Never && is_whole && self.operands_stand_alone() {
                // its first word is the value, and the others are no flags
                self.arguments.items.push(Item::Operand { word: word.clone(), index, certain: false });
            } else {
                self.unclear_word(index, word.clone());
            }
        }
        taken.next
    }

    /// Is the word at this index the value of a flag that need not have one?
    fn next_is_value(&self, value: Value, index: usize) -> Match {
        match self.words.get(index) {
            Some(word) if value == Value::OptionalNumber => begins_with_digit(word),
            None => Match::Never,
            Some(word) if word.known() == Some("-") => Match::Must,
            Some(word) if word.count == Count::Any => Match::May,
            Some(word) => word.looks_like_flag().negated(),
        }
    }

    fn take(&self, count: usize, next: usize) -> Taken {
        let mut taken = Taken { words: Vec::new(), next, spilled: None };
        for word in self.words.iter().skip(next).take(count) {
            match word.count {
                Count::One => taken.words.push(word.clone()),
                Count::Any => {
                    // none, so that the value is the next word; or several, and the rest is what it is
                    let after = self.words.get(taken.next + 1..).unwrap_or_default();
                    // where it comes to no word, the next one is the value; where there is none, the flag has no value
                    let is_there = word.is_glob() || after.iter().any(|word| word.count == Count::One);
                    taken.words.push(one_of(word, if is_there { Count::One } else { Count::Any }));
                    taken.spilled = Some(taken.next);
                    taken.next += 1;
                    break;
                }
            }
            taken.next += 1;
        }
        taken
    }

    /// What a flag may take is not looked at any more: anything may follow.
    fn pass_over(&mut self, index: usize, next: usize) -> usize {
        if let Some(word) = self.words.get(index) {
            self.unclear_word(index, word.clone());
        }
        self.lose();
        next
    }

    /// Gives a flag all words up to a terminator.
    fn until(&mut self, mut flag: Flag, value: Value, next: usize) -> usize {
        let rest = self.words.get(next..).unwrap_or_default();
        let end = rest
            .iter()
            .enumerate()
            .position(|(at, word)| ends(value, at.checked_sub(1).and_then(|at| rest.get(at)), word));
        let words = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
        if !flag.certain {
            self.possible_words += words.len();
            if self.possible_words > MAX_POSSIBLE_WORDS {
                return self.pass_over(flag.index, next);
            }
        }
        flag.separate = true;
        flag.value = words.first().cloned();
        flag.value_words = words.to_vec();
        let certain = flag.certain;
        // a file may be called as what ends the value
        flag.certain &= !words.first().is_some_and(|first| first.count == Count::Any && may_end(first));
        self.push(flag);
        if !certain {
            self.doubt();
            return next;
        }
        let after = next + words.len() + usize::from(end.is_some());
        let ends_early = |at: usize| {
            words.get(at).is_some_and(may_end) || value == Value::UntilTerminator && may_end_many(words, at)
        };
        let Some(early) = (0..words.len()).find(|at| ends_early(*at)) else { return after };
        // the unknown word may be the terminator: what follows it is then read as words of the command itself
        let resynchronises = end.is_some()
            && self.operands_stand_alone()
            && words.iter().skip(early).all(|word| word.count == Count::One)
            && words.iter().skip(early + 1).all(|word| self.is_dashed(word) == Match::Never);
        if resynchronises {
            for (at, word) in rest.iter().enumerate().take(words.len() + 1).skip(early + 1) {
                self.arguments.items.push(Item::Operand { word: word.clone(), index: next + at, certain: false });
            }
            return after;
        }
        if let Some(word) = words.get(early).filter(|word| word.count == Count::Any) {
            self.unclear_word(next + early, word.clone());
        }
        self.doubt();
        next + early + 1
    }
}

fn ends(value: Value, before: Option<&Word>, word: &Word) -> bool {
    match word.known() {
        Some(";") => true,
        Some("+") => value == Value::UntilTerminator && before.and_then(Word::known) == Some("{}"),
        _ => false,
    }
}

/// Is this a `+` after a word that could be `{}`?
fn may_end_many(words: &[Word], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| words.get(at));
    let may_be_braces = |word: &Word| !word.is_known() && "{}".starts_with(word.literal_prefix());
    words.get(at).and_then(Word::known) == Some("+") && before.is_some_and(may_be_braces)
}

/// Could this word be `;` or `+`, or hold one? (Known ones are found by [`ends`].)
fn may_end(word: &Word) -> bool {
    if word.is_known() {
        return false;
    }
    let prefix = word.literal_prefix();
    word.count == Count::Any || prefix.is_empty() || prefix == ";" || prefix == "+"
}

/// How surely does the word begin as a number does?
fn begins_with_digit(word: &Word) -> Match {
    match word.literal_prefix().chars().next() {
        Some(first) => Match::known(first.is_ascii_digit() || first == '.'),
        None if word.parts.iter().all(|part| matches!(part, Part::Unknown(unknown) if unknown.numeric)) => Match::Must,
        None => Match::May,
    }
}
