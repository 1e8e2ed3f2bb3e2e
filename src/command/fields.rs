//! Fields: what one word of the syntax becomes while it is expanded.
//!
//! Owns word splitting, the survival of empty fields, and the last step from a field to an abstract word (globs). Refuses
//! to evaluate expansions; it is told what they gave.

use super::field::{Atom, Field, opens_pattern, push_units, unknown_part, word_of};
use super::glob;
use super::settings::Options;
use super::value::Text;
use super::word::{Count, Part, Parts, Unknown, Word, push_part};
use crate::input::Span;

/// How unquoted expansions are split.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Separators {
    /// At these characters.
    Known(String),
    /// `IFS` is not known.
    Unknown,
    /// Not at all, and operators of globs in them are characters: zsh and fish.
    None,
}

/// The fields of one word of the syntax.
#[derive(Debug, Default)]
pub(super) struct Fields {
    done: Vec<Field>,
    now: Field,
    /// The field at which a list began some words of which may vanish: what is glued to it may be glued to any of them.
    list: Option<usize>,
    /// An expansion was split before, and what follows it may belong to what it ended with.
    split_before: bool,
}

impl Fields {
    /// Adds unquoted text of the word itself.
    pub(super) fn bare(&mut self, text: &str) {
        self.atom(Part::Literal(text.into()), true, false);
    }

    /// Adds quoted text.
    pub(super) fn quoted(&mut self, text: &str) {
        self.now.present = true;
        self.atom(Part::Literal(text.into()), false, false);
    }

    /// There were quotes: the field stays even if it is empty.
    pub(super) fn quotes(&mut self) {
        self.now.present = true;
    }

    /// There were quotes around a list and other expansions: where all are empty no field is left, or (in other shells than
    /// bash) perhaps one.
    pub(super) fn quotes_of_list(&mut self, vanishes: bool) {
        let says_something = |part: &Part| match part {
            Part::Literal(text) => !text.is_empty(),
            Part::Choice(texts) => !texts.iter().any(String::is_empty),
            Part::Unknown(unknown) => unknown.numeric && !unknown.or_nothing,
            Part::Glob(_) => false,
        };
        if self.now.present || self.now.atoms.iter().any(|atom| says_something(&atom.part)) {
            self.now.present = true;
        } else if !vanishes || !self.now.atoms.is_empty() {
            self.any("$@");
        }
    }

    /// Adds a glob operator of the word itself.
    pub(super) fn glob(&mut self, part: Part) {
        self.atom(part, true, false);
    }

    /// Adds a value that is not split.
    pub(super) fn value(&mut self, text: &Text) {
        if self.now.atoms.is_empty() {
            self.now.never_flag = text.never_flag;
        }
        for part in &text.parts {
            self.atom(part.clone(), false, true);
        }
    }

    /// Adds a value whose glob operators are live but which is not split: a stretch of a pattern.
    pub(super) fn live_value(&mut self, text: &Text) {
        for part in &text.parts {
            self.atom(part.clone(), true, true);
        }
    }

    /// Adds `$@` without quotes: each word is split in turn.
    pub(super) fn split_words(&mut self, words: &[Word], separators: &Separators) {
        if self.glue_list(words) {
            return;
        }
        // with separators of its own bash may keep empty fields between the words
        let default = matches!(separators, Separators::Known(all) if all == " \t\n");
        let whole = |word: &Word| {
            word.known().is_some_and(|text| matches!(separators, Separators::Known(all) if stays_whole(text, all)))
        };
        if !default && (words.len() > 1 || self.split_before || !words.iter().all(whole)) {
            words.iter().for_each(|word| self.any_of(&word.parts));
            return;
        }
        let start = self.done.len();
        for (index, word) in words.iter().enumerate() {
            if index > 0 {
                self.end_field();
            }
            match word.count {
                Count::One => self.split(&Text::of_word(word), separators),
                Count::Any => self.any_of(&word.parts),
            }
        }
        if words.iter().any(|word| word.count == Count::Any) {
            self.list = Some(start);
        }
    }

    /// Adds a value that is split as an unquoted expansion.
    pub(super) fn split(&mut self, text: &Text, separators: &Separators) {
        if text.parts.is_empty() {
            return;
        }
        let before = std::mem::replace(&mut self.split_before, true);
        let separators = match separators {
            // a separator that is no blank belongs to the blanks before it
            Separators::Known(all) if before && !all.chars().all(|one| " \t\n".contains(one)) => {
                return self.any_of(&text.parts);
            }
            Separators::Known(separators) => separators,
            Separators::Unknown => return self.any_of(&text.parts),
            Separators::None => return self.whole(text),
        };
        for part in &text.parts {
            match part {
                Part::Literal(text) => self.split_literal(text, separators),
                Part::Choice(texts) if texts.iter().all(|text| stays_whole(text, separators)) => {
                    self.atom(part.clone(), false, true);
                }
                // `make -j $(nproc)`: that it is a word is taken for granted, though what prints it may fail
                Part::Unknown(unknown)
                    if unknown.numeric && !separators.contains(|char: char| char.is_ascii_digit() || char == '-') =>
                {
                    self.atom(part.clone(), false, true);
                }
                Part::Choice(_) | Part::Glob(_) | Part::Unknown(_) => self.any_of(std::slice::from_ref(part)),
            }
        }
    }

    /// Adds a value that is not split and in which nothing is live; only an array, which has no value here, is several words.
    fn whole(&mut self, text: &Text) {
        let several = |part: &Part| match part {
            Part::Literal(_) => false,
            Part::Choice(texts) => texts.iter().any(String::is_empty),
            Part::Unknown(unknown) => !unknown.numeric || unknown.or_nothing,
            Part::Glob(_) => true,
        };
        if text.parts.iter().any(several) {
            return self.any_of(&text.parts);
        }
        for part in &text.parts {
            self.atom(part.clone(), false, true);
        }
    }

    /// Adds an expansion that may be any number of words.
    pub(super) fn any(&mut self, source: &str) {
        self.any_of(&[Part::from(Unknown::any(source))]);
    }

    /// Adds `"$@"`: each word a field of its own, the first and the last glued to what stands beside them.
    pub(super) fn words(&mut self, words: &[Word]) {
        if self.glue_list(words) {
            return;
        }
        for (index, word) in words.iter().enumerate() {
            if index > 0 {
                self.end_field();
            }
            self.now.present |= word.count == Count::One;
            if self.now.atoms.is_empty() {
                self.now.never_flag = word.never_flag;
                self.now.exact = word.count == Count::Any && word.is_glob();
            }
            self.now.any |= word.count == Count::Any;
            for part in &word.parts {
                self.now.atoms.push(Atom { part: part.clone(), live: false, expanded: true });
            }
        }
        self.note_list(words);
    }

    /// A list that may lose words, glued to what stands before it: only that it may be several words stays known.
    fn glue_list(&mut self, words: &[Word]) -> bool {
        let loses = words.iter().any(|word| word.count == Count::Any);
        let glued = loses && !self.now.is_nothing();
        if glued {
            words.iter().for_each(|word| self.any_of(&word.parts));
        }
        glued
    }

    fn note_list(&mut self, words: &[Word]) {
        if words.iter().any(|word| word.count == Count::Any) {
            self.list = Some(self.done.len().saturating_sub(words.len().saturating_sub(1)));
        }
    }

    /// Something is glued to the end of a list that may lose words.
    fn collapse_list(&mut self) {
        let Some(start) = self.list.take() else { return };
        let fields: Vec<Field> = self.done.drain(start.min(self.done.len())..).collect();
        let last = std::mem::take(&mut self.now);
        for atom in fields.into_iter().chain([last]).flat_map(|field| field.atoms) {
            self.now.atoms.push(Atom { part: unknown_part(&atom.part), live: false, expanded: true });
        }
        self.now.any = true;
    }

    /// All fields as words.
    pub(super) fn finish(mut self, options: Options, span: Span) -> Vec<Word> {
        self.end_field();
        let fields = std::mem::take(&mut self.done);
        fields.into_iter().filter_map(|field| word_of(field, options, span)).collect()
    }

    /// Everything as one value, as an assignment takes it; fields are joined by blanks.
    pub(super) fn into_text(mut self) -> Text {
        self.end_field();
        let mut text = Text::default();
        for (index, field) in self.done.into_iter().enumerate() {
            if index == 0 {
                text.never_flag = field.never_flag;
            } else {
                push_part(&mut text.parts, Part::Literal(" ".into()));
            }
            let opaque = field.any;
            for atom in field.atoms {
                push_part(&mut text.parts, if opaque { unknown_part(&atom.part) } else { atom.part });
            }
        }
        text
    }

    /// Everything as one value, where it is surely one field; `None` where it may be several.
    pub(super) fn into_single(self) -> Option<Text> {
        let several = self.now.any || !self.done.is_empty();
        if several { None } else { Some(self.into_text()) }
    }

    /// The pattern that the fields form: quoted stretches are plain, unquoted ones live.
    pub(super) fn into_pattern(mut self, options: Options) -> Parts {
        self.end_field();
        let mut units = Vec::new();
        for field in self.done {
            let extended = options.extglob && opens_pattern(&field.atoms);
            for atom in field.atoms {
                let backslash =
                    atom.live && atom.expanded && matches!(&atom.part, Part::Literal(text) if text.contains('\\'));
                let part =
                    if field.any || backslash || extended && atom.live { unknown_part(&atom.part) } else { atom.part };
                push_units(&mut units, part, atom.live);
            }
        }
        glob::pattern(&units, options)
    }

    fn any_of(&mut self, parts: &[Part]) {
        self.collapse_list();
        for part in parts {
            self.now.atoms.push(Atom { part: unknown_part(part), live: false, expanded: true });
        }
        self.now.any = true;
    }

    fn atom(&mut self, part: Part, live: bool, expanded: bool) {
        if matches!(&part, Part::Literal(text) if text.is_empty()) {
            return;
        }
        self.collapse_list();
        self.now.atoms.push(Atom { part, live, expanded });
    }

    fn end_field(&mut self) {
        self.list = None;
        let field = std::mem::take(&mut self.now);
        if !field.is_nothing() {
            self.done.push(field);
        }
    }

    fn split_literal(&mut self, text: &str, separators: &str) {
        let mut run = String::new();
        // the last delimiter consisted of blanks only, so that one other separator still belongs to it
        let mut after_blank = false;
        for char in text.chars() {
            if !separators.contains(char) {
                run.push(char);
                after_blank = false;
                continue;
            }
            self.expanded_run(&mut run);
            if matches!(char, ' ' | '\t' | '\n') {
                if !self.now.is_nothing() {
                    self.end_field();
                    after_blank = true;
                }
            } else if after_blank {
                after_blank = false;
            } else {
                self.now.present = true;
                self.end_field();
            }
        }
        self.expanded_run(&mut run);
    }

    fn expanded_run(&mut self, run: &mut String) {
        if !run.is_empty() {
            self.atom(Part::Literal(std::mem::take(run).into()), true, true);
        }
    }
}

/// Does this alternative of a choice stay one word, the same bytes, when it is not quoted?
fn stays_whole(text: &str, separators: &str) -> bool {
    !text.is_empty() && !text.contains(|char| separators.contains(char) || matches!(char, '*' | '?' | '[' | '(' | '\\'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(texts: &[(&str, bool)], separators: &str) -> Vec<String> {
        let separators = Separators::Known(separators.to_owned());
        let mut fields = Fields::default();
        for (text, quoted) in texts {
            if *quoted {
                fields.quoted(text);
            } else {
                fields.split(&Text::literal(*text), &separators);
            }
        }
        let words = fields.finish(Options::default(), Span::default());
        words.iter().map(|word| word.known().expect("all known").to_owned()).collect()
    }

    #[test]
    fn values_are_split_as_bash_splits() {
        assert_eq!(split(&[("a b  c", false)], " \t\n"), ["a", "b", "c"]);
        assert_eq!(split(&[(" ,b", false)], " ,"), ["", "b"]);
        assert_eq!(split(&[("a,,b", false)], ","), ["a", "", "b"]);
        assert_eq!(split(&[("a , b", false)], " ,"), ["a", "b"]);
        assert_eq!(split(&[("a,", false)], ","), ["a"]);
        assert_eq!(split(&[("x", true), (" b ", false), ("y", true)], " \t\n"), ["x", "b", "y"]);
        assert_eq!(split(&[("", true), (" b", false)], " \t\n"), ["", "b"]);
        assert_eq!(split(&[("", false)], " "), Vec::<String>::new());
        assert_eq!(split(&[("", true)], " "), [""]);
    }

    #[test]
    fn an_unknown_value_is_any_number_of_words() {
        let mut fields = Fields::default();
        fields.bare("a");
        fields.split(&Text::unknown("$Y"), &Separators::Known(" ".into()));
        let words = fields.finish(Options::default(), Span::default());
        assert_eq!(words.len(), 1);
        assert_eq!(words[0].count, Count::Any);
        assert_eq!(words[0].display(), "a$Y");
    }

    #[test]
    fn quoted_operators_are_plain() {
        let mut fields = Fields::default();
        fields.quoted("*");
        fields.bare(".txt");
        let words = fields.finish(Options::default(), Span::default());
        assert_eq!(words[0].known(), Some("*.txt"));
    }
}
