//! Loops: `for`, `select`, `while`, `until`, `for ((…))`.
//!
//! Owns how often a body is walked and what is known of the state after any number of rounds. Refuses to decide how many
//! rounds there are.

use std::rc::Rc;

use foldhash::HashSet;

use super::scope::Mark;
use super::settings::lost_parameters;
use super::value::{Certainty, Text, Value, Variable};
use super::walk::Walker;
use super::word::{Count, Word};
use super::{Directory, LoopKind};
use crate::input::Span;
use crate::shell::ast::{self, Arithmetic, Script};

/// The most words of a `for` for each of which the body is judged by itself.
pub(super) const MAX_UNROLLED: usize = 32;

/// The most times a body is walked by the loops around it together.
const MAX_UNROLLED_TOGETHER: usize = 256;

/// How many loops within loops are walked until nothing changes any more; deeper ones give up what they change.
const MAX_ROUNDS_NESTED: usize = 2;

/// Where the values of a `for` come from.
#[derive(Clone, Copy)]
pub(super) struct Values {
    /// `select` rather than `for`.
    pub(super) select: bool,
    pub(super) span: Span,
}

impl Walker<'_> {
    /// `for` and `select`
    pub(super) fn for_loop(&mut self, name: &str, words: Option<&[ast::Word]>, body: &Script, values: Values) {
        let all = match words {
            Some(words) => words.iter().flat_map(|word| self.words(word)).collect(),
            None => match &self.state.shell().positional {
                Some(words) => words.as_ref().clone(),
                None => vec![super::expand::any_word("$@", self.at(values.span))],
            },
        };
        self.note_assignment(name, joined(&all, name), values.span);
        self.carry_notes(values.span);
        self.in_loop(LoopKind::For, |walker| {
            if values.select {
                walker.select(name, &all, body, values.span);
            } else {
                walker.for_each(name, &all, body, values.span);
            }
        });
    }

    fn for_each(&mut self, name: &str, all: &[Word], body: &Script, span: Span) {
        if all.is_empty() {
            // it never runs, but what stands in it is looked at
            self.subshell(|walker| walker.script(body));
            return;
        }
        let (start, leaps) = (self.state.mark(), self.leaps);
        let unrolled = self.unrolled.saturating_mul(all.len());
        // where the variable takes no value, the loop ends
        if self.may_keep_its_value(name) || all.len() > MAX_UNROLLED || unrolled > MAX_UNROLLED_TOGETHER {
            let value = joined(all, name);
            self.repeat(&mut |walker| {
                walker.given(name, value.clone(), span);
                walker.script(body);
            });
        } else {
            let outer = std::mem::replace(&mut self.unrolled, unrolled);
            for word in all {
                if !self.step(1) {
                    break;
                }
                let value = one_of_the_words(word);
                match word.count {
                    Count::One => {
                        self.given(name, value, span);
                        self.script(body);
                        self.settle();
                        self.after_leaps(leaps, start);
                    }
                    Count::Any => self.repeat(&mut |walker| {
                        walker.given(name, value.clone(), span);
                        walker.script(body);
                    }),
                }
            }
            self.unrolled = outer;
        }
        self.after_leaps(leaps, start);
    }

    fn select(&mut self, name: &str, all: &[Word], body: &Script, span: Span) {
        let value = joined(all, name).join(&Text::default(), &format!("${name}"));
        self.repeat(&mut |walker| {
            walker.assign("REPLY", Value::Text(Text::unknown("$REPLY")), span);
            walker.given(name, value.clone(), span);
            walker.script(body);
        });
    }

    /// The variable of a loop has its next value.
    fn given(&mut self, name: &str, value: Text, span: Span) {
        self.assign(name, Value::Text(value), span);
        self.carry_notes(span);
    }

    /// `while` and `until`
    pub(super) fn while_loop(&mut self, until: bool, condition: &Script, body: &Script) {
        let kind = if until { LoopKind::Until } else { LoopKind::While };
        self.in_loop(kind, |walker| {
            walker.repeat(&mut |walker| {
                walker.script(condition);
                walker.assume(!until);
                walker.script(body);
            });
        });
    }

    /// `for ((…; …; …))`
    pub(super) fn arithmetic_for(&mut self, header: &[Arithmetic; 3], body: &Script, span: Span) {
        let [first, condition, step] = header;
        self.arithmetic(first);
        self.carry_notes(span);
        self.in_loop(LoopKind::For, |walker| {
            walker.repeat(&mut |walker| {
                walker.arithmetic(condition);
                walker.carry_notes(span);
                walker.script(body);
                walker.arithmetic(step);
                walker.carry_notes(span);
            });
        });
    }

    fn in_loop(&mut self, kind: LoopKind, walk: impl FnOnce(&mut Self)) {
        let outer = self.around.loop_kind.replace(kind);
        let look = self.look();
        walk(self);
        self.around.loop_kind = outer;
        // the globs of a later round see what an earlier one created
        if self.wrote_since(look) {
            self.distrust_globs(look);
        }
    }

    /// Walks what runs zero or more times, until what it may change is known.
    pub(super) fn repeat(&mut self, walk: &mut dyn FnMut(&mut Self)) {
        let (found, doubts, commands) = (self.out.len(), self.doubts.len(), self.budget.commands);
        let start = self.state.mark();
        let trying = self.trying;
        let give_up = self.rounds >= MAX_ROUNDS_NESTED;
        self.rounds += 1;
        self.trying = trying || give_up;
        self.round(walk);
        self.trying = trying;
        if self.state.written_since(start) > 0 && !trying && !self.budget.stopped {
            self.meet_history(start);
            let forget = |walker: &mut Self| {
                walker.out.truncate(found);
                walker.doubts.truncate(doubts);
                walker.budget.commands = commands;
            };
            self.until_stable(start, give_up, walk, &forget);
        } else {
            self.meet_history(start);
        }
        self.rounds -= 1;
    }

    fn until_stable(
        &mut self,
        start: Mark,
        give_up: bool,
        walk: &mut dyn FnMut(&mut Self),
        forget: &dyn Fn(&mut Self),
    ) {
        let mut widen: Option<HashSet<Rc<str>>> = give_up.then(|| self.state.written_names(start));
        for round in 0..4 {
            forget(self);
            if let Some(names) = &widen {
                self.give_up_on(names);
            }
            let mark = self.state.mark();
            self.round(walk);
            if self.budget.stopped {
                return;
            }
            let Err(unstable) = self.state.stable_since(mark) else {
                self.meet_history(mark);
                return;
            };
            if round == 0 && !give_up {
                self.meet_history(mark);
            } else {
                self.state.rollback(mark);
                widen.get_or_insert_default().extend(unstable);
            }
        }
        let span = self.at(Span::new(0, self.source.text.len()));
        self.doubts.push(super::Doubt { why: "a loop changes more than could be followed".to_owned(), span });
    }

    fn round(&mut self, walk: &mut dyn FnMut(&mut Self)) {
        let (mark, leaps) = (self.state.mark(), self.leaps);
        walk(self);
        self.settle();
        self.after_leaps(leaps, mark);
    }

    /// Nothing is known any more of these variables, of where the shell is and of its parameters.
    fn give_up_on(&mut self, names: &HashSet<Rc<str>>) {
        self.step(names.len());
        for name in names {
            let before = self.state.variable(name);
            let variable =
                Variable { perhaps_unset: true, value: Value::Unknown, plain_number: false, ..(*before).clone() };
            let exported = if before.exported == Certainty::No { Certainty::No } else { Certainty::Perhaps };
            self.state.put(name, Variable { exported, ..variable });
            self.state.forget_hidden(name);
        }
        let location =
            Rc::new(super::place::Location { here: Directory::Unknown, old: Directory::Unknown, moved: true });
        if self.state.location().moved {
            self.state.set_locations(Rc::clone(&location), location);
        }
        self.state.change_shell(|shell| shell.positional = lost_parameters());
    }
}

/// What a variable holds that runs over what this word becomes.
fn one_of_the_words(word: &Word) -> Text {
    match word.count {
        Count::One => Text::of_word(word),
        Count::Any if word.is_glob() => Text { parts: word.parts.clone(), never_flag: word.never_flag },
        Count::Any => Text::unknown(word.display()),
    }
}

/// What a variable holds that runs over all these words.
fn joined(words: &[Word], name: &str) -> Text {
    let source = format!("${name}");
    let texts: Vec<Text> = words.iter().map(one_of_the_words).collect();
    let known: Option<Vec<String>> = texts.iter().map(|text| text.known().map(str::to_owned)).collect();
    if let Some(known) = known {
        return if known.is_empty() { Text::default() } else { Text::one_of(known, &source) };
    }
    let mut texts = texts.into_iter();
    let first = texts.next().unwrap_or_default();
    texts.fold(first, |all, text| all.join(&text, &source))
}
